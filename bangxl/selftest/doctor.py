"""`bangxl doctor --excel` and `bangxl doctor --libreoffice`: the self-test, from its start to a page and JSON in a folder."""

from __future__ import annotations

import getpass
import platform
import re
import shutil
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from bangxl.books import files
from bangxl.books.port import BookError
from bangxl.commands.errors import explain
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.rulebooks.loader import known
from bangxl.selftest import page
from bangxl.selftest.examination import Check, Examination, Wrong
from bangxl.selftest.host import Host
from bangxl.selftest.page import Result
from bangxl.selftest.sitting import Sitting
from bangxl.selftest.steps import DAYS, Day

NAME = "bangxl-doctor"
"""Of the files, ``.html`` and ``.json``."""

PATIENCE = 300.0
"""Seconds that one check may take; a click on a slow computer takes one or two dozen."""

_AFTER = 10.0
"""Seconds in which files must be free after a program has ended."""


def examine_excel(told: Callable[[Check], object]) -> Result:
    """The self-test in Excel."""
    from bangxl.selftest import excel  # noqa: PLC0415 -- xlwings takes half a second

    return examine(excel.Excel, known(), told, place=excel.workplace())


def examine_libreoffice(told: Callable[[Check], object]) -> Result:
    """The self-test in LibreOffice."""
    from bangxl.selftest.office import LibreOffice  # noqa: PLC0415 -- as above

    return examine(LibreOffice, known(), told)


def write(result: Result, folder: Path) -> Sequence[str]:
    """Write both files, over earlier ones; what there is to say. Refusal where they can't be written."""
    language = guessed_language()
    _ = catalog(language)
    written = {".html": page.as_html(result, language), ".json": page.as_json(result)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for suffix, text in written.items():
            files.replace(folder / f"{NAME}{suffix}", text.encode())
    except OSError as error:
        raise explain(BookError("cannot_write", reason=error.strerror or str(error)), str(folder), language) from None
    except BookError as error:
        raise explain(error, str(folder / NAME), language) from None
    text = _("Written: {files}. Please send the page in.")
    return [page.verdict(result), text.format(files=", ".join(str(folder / f"{NAME}{suffix}") for suffix in written))]


def examine(
    host_in: Callable[[Path], Host],
    rulebooks: Sequence[str],
    told: Callable[[Check], object],
    *,
    patience: float = PATIENCE,
    place: Path | None = None,
    days: Sequence[Day] = DAYS,
) -> Result:
    """Examine a program with workbooks of some rulebooks, in a temporary folder. ``told`` hears of every row at once.

    ``place``: where that folder is made, if not where all are.
    """
    _, start = catalog(guessed_language()), time.perf_counter()
    with TemporaryDirectory(prefix="bangxl-", dir=place, ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        host = host_in(folder)
        examination = Examination(host, _, patience, told, _discreet(folder))
        version: list[str] = []
        try:
            if examination.check("", "start", _("The program starts"), lambda: version.append(host.version())) is None:
                for number, rulebook in enumerate(rulebooks):
                    for day in days:
                        _day(examination, day, rulebook, LANGUAGES[number % len(LANGUAGES)], folder)
            examination.check("", "quit", _("The program ends, and all is as it was"), lambda: _quit(host))
        finally:
            host.end()
    examination.check("", "clean", _("The temporary folder is gone"), lambda: _gone(folder))
    return Result(host.name, "".join(version), tuple(rulebooks), time.perf_counter() - start, examination)


def _day(examination: Examination, day: Day, rulebook: str, language: str, folder: Path) -> None:
    _ = examination.text
    sitting = Sitting(examination, rulebook, folder / f"{rulebook} {day.stem}{examination.host.suffix}")
    if examination.check(rulebook, "make", _("A workbook is made"), partial(day.make, sitting, language)) is not None:
        return
    for code, text, step in day.steps:
        if examination.check(rulebook, code, _(text), partial(step, sitting)) is not None:
            sitting.recover()
    examination.check(rulebook, "close", _("The workbook closes"), sitting.close)


def _quit(host: Host) -> None:
    if left := host.quit():
        raise Wrong("\n".join(left))


def _gone(folder: Path) -> None:
    """A program that has just ended may hold a file for some seconds more."""
    end = time.monotonic() + _AFTER
    while folder.exists() and time.monotonic() < end:
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(0.1)
    if folder.exists():
        raise Wrong("\n".join(sorted(file.name for file in folder.iterdir())))


def _discreet(folder: Path) -> Callable[[str], str]:
    """Takes out of a text where the files lie, and whose computer it is."""
    own = [(str(folder), "…"), (str(Path.home()), "~"), (getpass.getuser(), "…"), (platform.node(), "…")]
    shown = [(re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE), sign) for word, sign in own if len(word) > 1]

    def discreet(text: str) -> str:
        for word, sign in shown:
            text = word.sub(sign, text)
        return text

    return discreet
