"""`bangxl doctor --excel` and `bangxl doctor --libreoffice`: the self-test, from its start to a page and JSON in a folder."""

from __future__ import annotations

import getpass
import json
import platform
import re
import shutil
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from html import escape
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from bangxl import __version__
from bangxl.books import files
from bangxl.books.port import BookError
from bangxl.commands.errors import explain
from bangxl.commands.output import Known, Output, put, refuse_foreign
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.locale.system import reason
from bangxl.rulebooks.loader import rulebook_ids
from bangxl.selftest.host import Host
from bangxl.selftest.sitting import Check, CheckFailed, Examination, Sitting
from bangxl.selftest.steps import DAYS, Day

FORMAT: Final = "bangxl-doctor/1"
_STYLE: Final = (
    "body{font:16px/1.4 Calibri,Carlito,sans-serif;max-width:72em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ccc;padding:.25em .6em;text-align:left;"
    "vertical-align:top}td.number{text-align:right}td.wrong{color:#b00020;font-weight:bold}pre{margin:0;white-space:pre-wrap;"
    "overflow-wrap:anywhere;font:inherit}"
)


@dataclass(frozen=True, slots=True)
class Result:
    """All that was found of one program, and how many seconds that took."""

    program: str
    version: str
    rulebooks: Sequence[str]
    seconds: float
    examination: Examination

    @property
    def checks(self) -> Sequence[Check]:
        """The rows."""
        return self.examination.checks

    @property
    def passed(self) -> bool:
        """Whether all is well."""
        return self.examination.passed


def as_json(result: Result) -> str:
    """The result for a program to read."""
    return json.dumps(_facts(result), ensure_ascii=False, indent=1) + "\n"


def as_html(result: Result, language: str) -> str:
    """The result for a person to read, one page that needs nothing else."""
    _, facts = result.examination.text, _facts(result)
    title = _("bangxl's self-test in {program}").format(program=result.program)
    about = {
        _("Program"): f"{result.program} {result.version}",
        _("System"): " ".join(facts["computer"].values()),
        "bangxl": __version__,
        "Python": facts["python"],
        _("Rulebooks"): ", ".join(result.rulebooks),
        _("Time"): f"{facts['time']}, {result.seconds:.0f} s",
    }
    checks, clicks = escape(_("Checks")), escape(_("Clicks"))
    parts = [
        f"<h1>{escape(title)}</h1><p>{'✓' if result.passed else '×'} {escape(verdict(result))}</p>",
        _table((), [[key, value] for key, value in about.items()]),
        f"<h2>{checks}</h2>",
        _table(("", _("Rulebook"), _("Check"), _("Seconds"), _("Details")), [*map(_row, result.checks)], {3}),
        f"<h2>{clicks}</h2>",
        _table(
            (_("Button"), _("Clicks"), _("Fastest"), _("Median"), _("Slowest")), [*map(_click, facts["clicks"])], {1, 2, 3, 4}
        ),
    ]
    head = f'<meta charset="utf-8"/><title>{escape(title)}</title><style>{_STYLE}</style>'
    return f'<!DOCTYPE html>\n<html lang="{language}"><head>{head}</head><body>{"".join(parts)}</body></html>\n'


def verdict(result: Result) -> str:
    """How it went, in a sentence."""
    _, count = result.examination.text, sum(not check.passed for check in result.checks)
    if result.passed:
        return _("All {count} checks passed.").format(count=len(result.checks))
    return _.plural("{count} check did not pass.", "{count} checks did not pass.", count).format(count=count)


def line(check: Check) -> str:
    """A row for the terminal."""
    where = f"{check.rulebook}: " if check.rulebook else ""
    wrong = "" if check.passed else "\n  " + check.details.replace("\n", "\n  ")
    return f"{'✓' if check.passed else '×'} {check.seconds:5.1f} s  {where}{check.text}{wrong}"


def _facts(result: Result) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "passed": result.passed,
        "time": files.stamp().strftime("%Y-%m-%dT%H:%MZ"),
        "seconds": round(result.seconds, 1),
        "bangxl": __version__,
        "python": platform.python_version(),
        "computer": {"system": platform.system(), "release": platform.release(), "machine": platform.machine()},
        "program": {"name": result.program, "version": result.version},
        "rulebooks": [*result.rulebooks],
        "checks": [asdict(check) | {"seconds": round(check.seconds, 2)} for check in result.checks],
        "clicks": _clicks(result.examination),
    }


def _clicks(examination: Examination) -> list[dict[str, Any]]:
    """By button, in the order of the day: how often it was pressed, and in how many seconds it had done its work."""
    times: dict[str, list[float]] = {}
    for click in examination.clicks:
        times.setdefault(click.button, []).append(click.seconds)
    return [
        {"button": button, "count": len(found), "fastest": round(min(found), 2), "median": round(median(found), 2),
         "slowest": round(max(found), 2)}
        for button, found in times.items()
    ]  # fmt: skip


def _row(check: Check) -> list[str]:
    return ["✓" if check.passed else "×", check.rulebook, check.text, f"{check.seconds:.1f}", check.details]


def _click(click: Mapping[str, Any]) -> list[str]:
    return [click["button"], *(str(click[key]) for key in ("count", "fastest", "median", "slowest"))]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], numbers: Collection[int] = ()) -> str:
    """``numbers``: the columns whose cells stand on the right, from 0."""
    head = f"<tr>{''.join(f'<th>{escape(text)}</th>' for text in heads)}</tr>" if heads else ""
    body = "".join(f"<tr>{''.join(_cell(text, number=at in numbers) for at, text in enumerate(row))}</tr>" for row in rows)
    return f"<table>{head}{body}</table>"


def _cell(text: str, *, number: bool) -> str:
    kind = ' class="wrong"' if text == "×" else ' class="number"' if number else ""
    return f"<td{kind}><pre>{escape(text)}</pre></td>"


NAME = "bangxl-doctor"
"""Of the files, ``.html`` and ``.json``."""

PATIENCE = 300.0
"""Seconds that one check may take; a click on a slow computer takes one or two dozen."""

_AFTER = 10.0
"""Seconds in which files must be free after a program has ended."""


def examine_excel(told: Callable[[Check], object]) -> Result:
    """The self-test in Excel."""
    from bangxl.selftest import excel  # noqa: PLC0415 -- xlwings takes half a second

    return examine(excel.Excel, rulebook_ids(), told, place=excel.workplace())


def examine_libreoffice(told: Callable[[Check], object]) -> Result:
    """The self-test in LibreOffice."""
    from bangxl.selftest.office import LibreOffice  # noqa: PLC0415 -- as above

    return examine(LibreOffice, rulebook_ids(), told)


def make_ready(folder: Path, *, force: bool = False) -> None:
    """Make the folder, before minutes pass. Refusal where nothing can be written, or a file of somebody else is there."""
    with _explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for suffix, known in _KNOWN.items():
            refuse_foreign(folder / f"{NAME}{suffix}", known, force=force)


def write(result: Result, folder: Path, *, force: bool = False) -> Sequence[str]:
    """Write both files, over ours, with ``force`` over any; what there is to say. Refusal as ``make_ready``."""
    language = guessed_language()
    _ = catalog(language)
    texts = {".html": as_html(result, language), ".json": as_json(result)}
    outputs = [Output(folder / f"{NAME}{suffix}", text.encode(), _KNOWN[suffix]) for suffix, text in texts.items()]
    with _explained(folder):
        put(outputs, force=force)
    told = _("Written: {files}. Please send the page in.")
    return [verdict(result), told.format(files=", ".join(str(output.path) for output in outputs))]


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """What the system says against a file, as a Refusal."""
    language = guessed_language()
    try:
        yield
    except OSError as error:
        raise explain(BookError("cannot_write", reason=reason(error)), str(folder), language) from None
    except BookError as error:
        raise explain(error, str(folder / NAME), language) from None


def _is_page(data: bytes) -> bool:
    return f"<style>{_STYLE}</style>".encode() in data


def _is_result(data: bytes) -> bool:
    return data.startswith(f'{{\n "format": "{FORMAT}"'.encode())


_KNOWN: Final[Mapping[str, Known]] = {".html": _is_page, ".json": _is_result}
"""By what an earlier file of ours is known."""


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
    examination.check("", "clean", _("The temporary folder is gone"), lambda: _remove(folder))
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
        raise CheckFailed("\n".join(left))


def _remove(folder: Path) -> None:
    """A program that has just ended may hold a file for some seconds more."""
    end = time.monotonic() + _AFTER
    while folder.exists() and time.monotonic() < end:
        shutil.rmtree(folder, ignore_errors=True)
        time.sleep(0.1)
    if folder.exists():
        raise CheckFailed("\n".join(sorted(file.name for file in folder.iterdir())))


def _discreet(folder: Path) -> Callable[[str], str]:
    """Takes out of a text where the files lie, and whose computer it is."""
    own = [(str(folder), "…"), (str(Path.home()), "~"), (getpass.getuser(), "…"), (platform.node(), "…")]
    shown = [(re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE), sign) for word, sign in own if len(word) > 1]

    def discreet(text: str) -> str:
        for word, sign in shown:
            text = word.sub(sign, text)
        return text

    return discreet
