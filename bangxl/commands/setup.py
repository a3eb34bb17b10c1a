"""`bangxl setup`: tell Excel, and if asked LibreOffice, which Python the buttons start. It may be run as often as one likes."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from bangxl.books import files
from bangxl.books.port import BookError
from bangxl.commands.computer import MAC, Computer, Line, Sign, configuration, this_computer
from bangxl.commands.errors import explain
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import Catalog, catalog
from bangxl.office.build import oxt

EXCEL, LIBREOFFICE = "bangxl setup", "bangxl setup --libreoffice"
"""The commands themselves, as they are typed."""


def setup(*, libreoffice: bool = False, computer: Computer | None = None) -> tuple[Line, ...]:
    """Wire Excel, and LibreOffice if asked; a line for everything done, missing or impossible. What can be done is done."""
    computer, _ = computer or this_computer(), catalog(guessed_language())
    lines = _excel(computer, _) if computer.has_excel else [Line(Sign.ABSENT, _("There is no Excel on this computer."))]
    if libreoffice:
        return (*lines, *_libreoffice(computer, _))
    if computer.unopkg() is not None:
        text = _("LibreOffice is here too: its BANG! menu is put in by «{command}».")
        lines.append(Line(Sign.ABSENT, text.format(command=LIBREOFFICE)))
    return tuple(lines)


def _excel(computer: Computer, _: Catalog) -> list[Line]:
    """The user configuration of xlwings, and on a Mac its script."""
    if not computer.excel_was_opened:
        text = _("Excel has never been opened here. Open it once, close it, and run the command again.")
        return [Line(Sign.BROKEN, text, EXCEL)]
    path = computer.xlwings_file
    try:
        data = configuration(computer)
        if data is None:
            return [cannot_start(computer, _)]
        _write(path, data)
    except (BookError, OSError) as error:
        return [_not_written(path, error)]
    return [_done("Excel", path, computer, _), *(_mac(computer, _) if computer.system == MAC else [])]


def cannot_start(computer: Computer, _: Catalog) -> Line:
    """What is said of a Python that Excel cannot start where it is."""
    text = _("Excel cannot start {python}: install bangxl in a folder whose name has only letters A–Z and digits, no blanks.")
    return Line(Sign.BROKEN, text.format(python=computer.python))


def _mac(computer: Computer, _: Catalog) -> list[Line]:
    """The step that xlwings has for this: the script that Excel on a Mac starts Python with."""
    ran = computer.run([computer.python, "-c", "from xlwings.cli import main; main()", "runpython", "install"])
    if ran.code:
        return [Line(Sign.BROKEN, _("xlwings could not put its script in: {reason}").format(reason=_last(ran.said)), EXCEL)]
    return [Line(Sign.READY, _("xlwings has put its script in, with which Excel starts Python."))]


def _libreoffice(computer: Computer, _: Catalog) -> list[Line]:
    """The extension, and the file from which it knows this interpreter."""
    unopkg = computer.unopkg()
    if unopkg is None:
        return [Line(Sign.BROKEN, _("There is no LibreOffice on this computer, or not where bangxl looks."))]
    path = computer.interpreter_file
    try:
        _write(path, f"{computer.python}\n".encode())
    except (BookError, OSError) as error:
        lines = [_not_written(path, error)]
    else:
        lines = [_done("LibreOffice", path, computer, _)]
    return [*lines, _extension(computer, unopkg, _)]


def _extension(computer: Computer, unopkg: str, _: Catalog) -> Line:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "bangxl.oxt"
        file.write_bytes(oxt())
        ran = computer.run([unopkg, "add", "--force", "--suppress-license", str(file)])
    if ran.code:
        text = _("LibreOffice did not take the BANG! menu: {reason} Close LibreOffice and run the command again.")
        return Line(Sign.BROKEN, text.format(reason=_last(ran.said)), LIBREOFFICE)
    return Line(Sign.READY, _("The BANG! menu is in LibreOffice. If LibreOffice is open, close it and open it again."))


def _done(program: str, path: Path, computer: Computer, _: Catalog) -> Line:
    text = _("{program} starts {python}. That stands in {path}.")
    return Line(Sign.READY, text.format(program=program, python=computer.python, path=path))


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all; not at all if it stands there already."""
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    files.replace(path, data)


def _not_written(path: Path, error: BookError | OSError) -> Line:
    known = error if isinstance(error, BookError) else BookError("cannot_write", reason=error.strerror or str(error))
    return Line(Sign.BROKEN, explain(known, str(path), guessed_language()).lines[0])


def _last(said: str) -> str:
    """The last line of what a program said: there stands why."""
    return next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "?")
