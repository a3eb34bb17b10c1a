"""`bangxl setup` and `bangxl doctor`: which Python the buttons of Excel and LibreOffice start, and whether all is ready."""

from __future__ import annotations

import platform
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bangxl import __version__
from bangxl.books import files
from bangxl.books.port import BookError
from bangxl.commands.computer import (
    MAC,
    WINDOWS,
    Computer,
    Remark,
    Sign,
    cloud_folders,
    configuration,
    configuration_of_others,
    excel_can_start,
    interpreter,
    this_computer,
)
from bangxl.commands.errors import explain
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import Catalog, catalog
from bangxl.locale.system import reason
from bangxl.office.build import IDENTIFIER, oxt
from bangxl.vba import source

EXCEL, LIBREOFFICE = "bangxl setup", "bangxl setup --libreoffice"
"""The commands themselves, as they are typed."""

_ROOT: Final = "Cannot run unopkg as root"
"""How LibreOffice's program for extensions refuses, in English everywhere."""
_FIELD: Final = re.compile(r"^  (?=\S)([^:]+): (.*)$", re.MULTILINE)
"""What that program tells of an extension; of its parts, further to the right."""
_ENVIRONMENTS: Final = ("VIRTUAL_ENV", "CONDA_PREFIX")


def setup(*, libreoffice: bool = False, computer: Computer | None = None) -> tuple[Remark, ...]:
    """Wire Excel, and LibreOffice if asked; a line for everything done, missing or impossible. What can be done is done."""
    computer, _ = computer or this_computer(), catalog(guessed_language())
    lines = _wire_excel(computer, _) if computer.has_excel else [Remark(Sign.ABSENT, _("There is no Excel on this computer."))]
    if libreoffice:
        return (*lines, *_wire_libreoffice(computer, _))
    if computer.unopkg() is not None:
        text = _("LibreOffice is here too: its BANG! menu is put in by «{command}».")
        lines.append(Remark(Sign.ABSENT, text.format(command=LIBREOFFICE)))
    return tuple(lines)


def _wire_excel(computer: Computer, _: Catalog) -> list[Remark]:
    """The user configuration of xlwings, and on a Mac its script."""
    if not computer.excel_was_opened:
        text = _("Excel has never been opened here. Open it once, close it, and run the command again.")
        return [Remark(Sign.BROKEN, text, EXCEL)]
    path = computer.xlwings_file
    try:
        data = configuration(computer)
        if data is None:
            return [_impossible_path(computer, _)]
        _write(path, data)
    except (BookError, OSError) as error:
        return [_write_failure(path, error)]
    return [_success("Excel", path, computer, _), *(_mac(computer, _) if computer.system == MAC else [])]


def _impossible_path(computer: Computer, _: Catalog) -> Remark:
    """What is said of a Python that Excel cannot start where it is."""
    text = _("Excel cannot start {python}: install bangxl in a folder whose name has only letters A–Z and digits, no blanks.")
    return Remark(Sign.BROKEN, text.format(python=computer.python))


def _mac(computer: Computer, _: Catalog) -> list[Remark]:
    """The step that xlwings has for this: the script that Excel on a Mac starts Python with."""
    ran = computer.run([computer.python, "-c", "from xlwings.cli import main; main()", "runpython", "install"])
    if ran.code:
        return [
            Remark(Sign.BROKEN, _("xlwings could not put its script in: {reason}").format(reason=_last_line(ran.said)), EXCEL)
        ]
    return [Remark(Sign.READY, _("xlwings has put its script in, with which Excel starts Python."))]


def _wire_libreoffice(computer: Computer, _: Catalog) -> list[Remark]:
    """The extension, and the file from which it knows this interpreter."""
    unopkg = computer.unopkg()
    if unopkg is None:
        return [Remark(Sign.BROKEN, _("There is no LibreOffice on this computer, or not where bangxl looks."))]
    path = computer.interpreter_file
    try:
        _write(path, f"{computer.python}\n".encode())
    except (BookError, OSError) as error:
        lines = [_write_failure(path, error)]
    else:
        lines = [_success("LibreOffice", path, computer, _)]
    return [*lines, _add_extension(computer, unopkg, _), *_active_environment(computer, _)]


def _add_extension(computer: Computer, unopkg: str, _: Catalog) -> Remark:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "bangxl.oxt"
        file.write_bytes(oxt())
        ran = computer.run([unopkg, "add", "--force", "--suppress-license", str(file)])
    if _ROOT in ran.said:
        return _refused_root(_)
    if ran.code:
        text = _("LibreOffice did not take the BANG! menu: {reason} Close LibreOffice and run the command again.")
        return Remark(Sign.BROKEN, text.format(reason=_last_line(ran.said)), LIBREOFFICE)
    return Remark(Sign.READY, _("The BANG! menu is in LibreOffice. If LibreOffice is open, close it and open it again."))


def _refused_root(_: Catalog) -> Remark:
    text = _("LibreOffice takes no menu from root. Run the command as the user who works with LibreOffice.")
    return Remark(Sign.BROKEN, text, LIBREOFFICE)


def _active_environment(computer: Computer, _: Catalog) -> list[Remark]:
    """What is said where LibreOffice, started from this terminal, would find another Python than its own."""
    active = next((found for key in _ENVIRONMENTS if (found := computer.environ.get(key))), "")
    if not active or computer.system in {WINDOWS, MAC}:  # there LibreOffice brings its own
        return []
    text = _(
        "{folder} is active in this terminal, and the BANG! buttons do not work in a LibreOffice that is started from it. Start"
        " LibreOffice from the menu of programs, or after «deactivate»."
    )
    return [Remark(Sign.ABSENT, text.format(folder=active))]


def _success(program: str, path: Path, computer: Computer, _: Catalog) -> Remark:
    text = _("{program} starts {python}. That stands in {path}.")
    return Remark(Sign.READY, text.format(program=program, python=computer.python, path=path))


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all; not at all if it stands there already."""
    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    files.replace(path, data)


def _write_failure(path: Path, error: BookError | OSError) -> Remark:
    known = error if isinstance(error, BookError) else BookError("cannot_write", reason=reason(error))
    return Remark(Sign.BROKEN, explain(known, str(path), guessed_language()).lines[0])


def _last_line(said: str) -> str:
    """The last line of what a program said: there stands why."""
    return next((line.strip() for line in reversed(said.splitlines()) if line.strip()), "?")


def remove(computer: Computer | None = None) -> tuple[Remark, ...]:
    """Take back what `setup` has written: nobody starts this interpreter any more. What another one has written stays."""
    computer, _ = computer or this_computer(), catalog(guessed_language())
    lines = []
    for program, file in (("Excel", computer.xlwings_file), ("LibreOffice", computer.interpreter_file)):
        try:
            if not _starts_this(file, computer):
                continue
            others = configuration_of_others(computer) if file == computer.xlwings_file else b""
            if others:
                _write(file, others)
            else:
                file.unlink()
        except (BookError, OSError) as error:
            lines.append(_write_failure(file, error))
        else:
            lines.append(Remark(Sign.READY, _("{program} starts no Python any more.").format(program=program)))
    unopkg = computer.unopkg()
    if unopkg is not None and computer.run([unopkg, "list", IDENTIFIER]).code == 0:
        ran = computer.run([unopkg, "remove", IDENTIFIER])
        text = _("LibreOffice kept the BANG! menu: {reason}") if ran.code else _("The BANG! menu is gone from LibreOffice.")
        lines.append(Remark(Sign.BROKEN if ran.code else Sign.READY, text.format(reason=_last_line(ran.said))))
    return tuple(lines) or (Remark(Sign.ABSENT, _("No program here starts this Python.")),)


def _starts_this(file: Path, computer: Computer) -> bool:
    found = interpreter(computer) if file == computer.xlwings_file else _first_line(file)
    return bool(found) and computer.same(found or "")


def doctor(computer: Computer | None = None) -> tuple[Remark, ...]:
    """A line a part; Sign.BROKEN for what this computer could use and can't."""
    computer, _ = computer or this_computer(), catalog(guessed_language())
    return (
        Remark(Sign.READY, f"bangxl {__version__}"),
        Remark(Sign.READY, f"Python {platform.python_version()}: {computer.python}"),
        _xlwings(computer, _),
        *_excel(computer, _),
        *_libreoffice(computer, _),
        *_cloud(computer, _),
    )


def macros_version() -> str:
    """The version of xlwings that the macros in the workbooks are of."""
    found = re.search(r'XLWINGS_VERSION As String = "([\d.]+)"', source("xlwings.bas"))
    return found[1] if found else ""


def _xlwings(computer: Computer, _: Catalog) -> Remark:
    """The macros in a workbook start the xlwings of their own version."""
    found, wanted = computer.version("xlwings"), macros_version()
    if found == wanted:
        return Remark(Sign.READY, _("xlwings {found}, the same as in the workbooks' macros.").format(found=found))
    python = f'"{computer.python}"' if " " in computer.python else computer.python
    mend = f"{python} -m pip install xlwings=={wanted}"
    text = _("xlwings {found}, but the workbooks' macros are of {wanted}.") if found else _("xlwings is not installed.")
    return Remark(Sign.BROKEN, text.format(found=found, wanted=wanted), mend)


def _excel(computer: Computer, _: Catalog) -> list[Remark]:
    if not computer.has_excel:
        return [Remark(Sign.ABSENT, _("There is no Excel on this computer."))]
    possible = excel_can_start(computer)
    starts = _starts("Excel", computer.xlwings_file, EXCEL, computer, _) if possible else _impossible_path(computer, _)
    lines = [Remark(Sign.READY, _("Excel is installed.")), starts]
    if computer.system == MAC:
        there = computer.mac_script(macros_version()).is_file()
        ready = Remark(Sign.READY, _("Excel has the script with which it starts Python."))
        lines.append(ready if there else Remark(Sign.BROKEN, _("Excel lacks the script with which it starts Python."), EXCEL))
    return lines


def _libreoffice(computer: Computer, _: Catalog) -> list[Remark]:
    unopkg = computer.unopkg()
    if unopkg is None:
        return [Remark(Sign.ABSENT, _("There is no LibreOffice on this computer, or not where bangxl looks."))]
    file = computer.interpreter_file
    installed = Remark(Sign.READY, _("LibreOffice is installed."))
    starts = _starts("LibreOffice", file, LIBREOFFICE, computer, _)
    return [installed, _extension(computer, unopkg, _), starts, *_active_environment(computer, _)]


def _cloud(computer: Computer, _: Catalog) -> list[Remark]:
    """The folders in which a workbook is not safe; that they are there is no fault."""
    text = _("{service} keeps {folder} in the cloud: no tournament in there, or AutoSave switched off in Excel.")
    return [
        Remark(Sign.ABSENT, text.format(service=service, folder=folder)) for folder, service in cloud_folders(computer).items()
    ]


def _extension(computer: Computer, unopkg: str, _: Catalog) -> Remark:
    """The BANG! menu, of this very bangxl."""
    ran = computer.run([unopkg, "list", IDENTIFIER])
    if _ROOT in ran.said:
        return _refused_root(_)
    if ran.code:
        return Remark(Sign.BROKEN, _("LibreOffice has no BANG! menu."), LIBREOFFICE)
    found = dict(_FIELD.findall(ran.said))
    if found.get("Version") != __version__:
        return Remark(Sign.BROKEN, _("LibreOffice has the BANG! menu of another bangxl."), LIBREOFFICE)
    if found.get("is registered") != "yes":
        return Remark(Sign.BROKEN, _("LibreOffice has taken the BANG! menu in, but could not start what is in it."), LIBREOFFICE)
    return Remark(Sign.READY, _("LibreOffice has the BANG! menu."))


def _starts(program: str, file: Path, mend: str, computer: Computer, _: Catalog) -> Remark:
    """Whether a program's buttons start this very Python."""
    try:
        found = interpreter(computer) if file == computer.xlwings_file else _first_line(file)
    except OSError as error:
        known = BookError("cannot_read", reason=reason(error))
        return Remark(Sign.BROKEN, explain(known, str(file), _.language).lines[0], mend)
    if not found:
        return Remark(Sign.BROKEN, _("{program} does not know which Python to start.").format(program=program), mend)
    if computer.same(found):
        return Remark(Sign.READY, _("{program} starts this Python, as {path} says.").format(program=program, path=file))
    text = _("{program} starts another Python: {python}")
    return Remark(Sign.BROKEN, text.format(program=program, python=found), mend)


def _first_line(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace").partition("\n")[0].strip() if file.is_file() else ""
