"""`bangxl doctor`: what of Excel's and LibreOffice's wiring is ready, what is not, and the one command that mends it."""

from __future__ import annotations

import platform
import re
from pathlib import Path

from bangxl import __version__
from bangxl.books.port import BookError
from bangxl.commands.computer import MAC, Computer, Line, Sign, excel_can_start, interpreter, this_computer
from bangxl.commands.errors import explain
from bangxl.commands.setup import EXCEL, LIBREOFFICE, cannot_start
from bangxl.commands.synced import synced
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import Catalog, catalog
from bangxl.office.build import IDENTIFIER
from bangxl.vba.source import source


def doctor(computer: Computer | None = None) -> tuple[Line, ...]:
    """A line a part; Sign.BROKEN for what this computer could use and can't."""
    computer, _ = computer or this_computer(), catalog(guessed_language())
    return (
        Line(Sign.READY, f"bangxl {__version__}"),
        Line(Sign.READY, f"Python {platform.python_version()}: {computer.python}"),
        _xlwings(computer, _),
        *_excel(computer, _),
        *_libreoffice(computer, _),
        *_cloud(computer, _),
    )


def macros_version() -> str:
    """The version of xlwings that the macros in the workbooks are of."""
    found = re.search(r'XLWINGS_VERSION As String = "([\d.]+)"', source("xlwings.bas"))
    return found[1] if found else ""


def _xlwings(computer: Computer, _: Catalog) -> Line:
    """The macros in a workbook start the xlwings of their own version."""
    found, wanted = computer.version("xlwings"), macros_version()
    if found == wanted:
        return Line(Sign.READY, _("xlwings {found}, the same as in the workbooks' macros.").format(found=found))
    python = f'"{computer.python}"' if " " in computer.python else computer.python
    mend = f"{python} -m pip install xlwings=={wanted}"
    text = _("xlwings {found}, but the workbooks' macros are of {wanted}.") if found else _("xlwings is not installed.")
    return Line(Sign.BROKEN, text.format(found=found, wanted=wanted), mend)


def _excel(computer: Computer, _: Catalog) -> list[Line]:
    if not computer.has_excel:
        return [Line(Sign.ABSENT, _("There is no Excel on this computer."))]
    possible = excel_can_start(computer)
    starts = _starts("Excel", computer.xlwings_file, EXCEL, computer, _) if possible else cannot_start(computer, _)
    lines = [Line(Sign.READY, _("Excel is installed.")), starts]
    if computer.system == MAC:
        there = computer.mac_script(macros_version()).is_file()
        ready = Line(Sign.READY, _("Excel has the script with which it starts Python."))
        lines.append(ready if there else Line(Sign.BROKEN, _("Excel lacks the script with which it starts Python."), EXCEL))
    return lines


def _libreoffice(computer: Computer, _: Catalog) -> list[Line]:
    unopkg = computer.unopkg()
    if unopkg is None:
        return [Line(Sign.ABSENT, _("There is no LibreOffice on this computer, or not where bangxl looks."))]
    file = computer.interpreter_file
    installed = Line(Sign.READY, _("LibreOffice is installed."))
    return [installed, _extension(computer, unopkg, _), _starts("LibreOffice", file, LIBREOFFICE, computer, _)]


def _cloud(computer: Computer, _: Catalog) -> list[Line]:
    """The folders in which a workbook is not safe; that they are there is no fault."""
    text = _("{service} keeps {folder} in the cloud: no tournament in there, or AutoSave switched off in Excel.")
    return [Line(Sign.ABSENT, text.format(service=service, folder=folder)) for folder, service in synced(computer).items()]


def _extension(computer: Computer, unopkg: str, _: Catalog) -> Line:
    """The BANG! menu, of this very bangxl."""
    ran = computer.run([unopkg, "list", IDENTIFIER])
    if ran.code:
        return Line(Sign.BROKEN, _("LibreOffice has no BANG! menu."), LIBREOFFICE)
    found = re.search(r"^\s*Version: (\S+)", ran.said, re.MULTILINE)
    if found is None or found[1] != __version__:
        return Line(Sign.BROKEN, _("LibreOffice has the BANG! menu of another bangxl."), LIBREOFFICE)
    return Line(Sign.READY, _("LibreOffice has the BANG! menu."))


def _starts(program: str, file: Path, mend: str, computer: Computer, _: Catalog) -> Line:
    """Whether a program's buttons start this very Python."""
    try:
        found = interpreter(computer) if file == computer.xlwings_file else _first_line(file)
    except OSError as error:
        known = BookError("cannot_read", reason=error.strerror or str(error))
        return Line(Sign.BROKEN, explain(known, str(file), _.language).lines[0], mend)
    if not found:
        return Line(Sign.BROKEN, _("{program} does not know which Python to start.").format(program=program), mend)
    if computer.same(found):
        return Line(Sign.READY, _("{program} starts this Python, as {path} says.").format(program=program, path=file))
    text = _("{program} starts another Python: {python}")
    return Line(Sign.BROKEN, text.format(program=program, python=found), mend)


def _first_line(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace").partition("\n")[0].strip() if file.is_file() else ""
