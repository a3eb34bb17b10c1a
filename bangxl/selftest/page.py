"""What the self-test has found: a page for people, and the same as JSON (docs/doctor.md). Nothing says whose computer it was."""

from __future__ import annotations

import json
import platform
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from html import escape
from statistics import median
from typing import Any, Final

from bangxl import __version__
from bangxl.selftest.examination import Check, Examination

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
    parts = [
        f"<h1>{escape(title)}</h1><p>{'✓' if result.passed else '×'} {escape(verdict(result))}</p>",
        _table((), [[key, value] for key, value in about.items()]),
        f"<h2>{escape(_('Checks'))}</h2>",
        _table(("", _("Rulebook"), _("Check"), _("Seconds"), _("Details")), [*map(_row, result.checks)], {3}),
        f"<h2>{escape(_('Clicks'))}</h2>",
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
        "time": datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ"),
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
