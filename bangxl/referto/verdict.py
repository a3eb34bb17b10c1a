"""The result of a verification: differences and facts taken on trust, each with its place and its sentence."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from math import isfinite
from typing import Final, TypeVar

from bangxl.books.port import Ref, Value
from bangxl.books.references import address
from bangxl.interchange.fingerprint import Fingerprint
from bangxl.interchange.receipts import Receipt
from bangxl.locale.catalog import catalog, sentences
from bangxl.referto.report import Report, squeeze_blanks
from bangxl.tournament.findings import At, Finding, Severity
from bangxl.workbook.names import pointed_name
from bangxl.workbook.notices import Notice, as_called, sentence
from bangxl.workbook.read import Contents
from bangxl.workbook.titles import display_names, stages_title

Spoken = str | int | date
"""A value in a sentence, which writes whole numbers and dates in its language."""

_ENDLESS: Final = 1_000_000_000_000_000
"""From this number on, show digits as Excel would."""

LONGEST_VALUE: Final = 80
"""How many characters of a cell a sentence repeats."""

_DIGEST: Final = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{52}([0-9a-f]{4})\b")
"""A seed or checksum of 64 digits: people compare its ends; the log has the rest."""

_SENTENCES: Final = sentences("bangxl.referto")

DIFFERENCES: Final[Mapping[str, str]] = _SENTENCES["differences"]
"""Differences by code; findings of `check` have their own sentences."""

TRUSTED: Final[Mapping[str, str]] = _SENTENCES["trusted"]
"""Facts that nobody can derive again, by code; `check` has more."""

T = TypeVar("T")
ODD: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Possible errors from facts that contradict each other in an unforeseen way."""


class Difference(Finding):
    """A difference between a report and its record sheets: an error, for a report either agrees or it does not."""

    __slots__ = ()
    severity = Severity.ERROR


class Trust(Finding):
    """A fact that nobody can derive again: a lot drawn by hand, a correction."""

    __slots__ = ()
    severity = Severity.NOTE


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result. ``report`` is the content of the file, None if it is unreadable.

    ``digest`` and ``second_half`` are computed from the facts (32 hexadecimal digits each, "" without them); ``printed`` are
    those in the file. ``compared``: how many cells were made again. ``receipts`` are the posted codes.
    ``same_bytes``: the file is byte for byte what `report` writes; call `spreadsheet.is_exact` to find out.
    """

    report: Report | None
    digest: str
    second_half: str
    printed: Fingerprint
    interim: bool
    differences: tuple[Notice, ...]
    trusted: tuple[Notice, ...]
    compared: int
    receipts: tuple[Receipt, ...]
    same_bytes: bool = False

    @property
    def contents(self) -> Contents | None:
        """The facts in the file."""
        return self.report.state if self.report else None

    @property
    def agrees(self) -> bool:
        """Whether nothing differs."""
        return not self.differences

    @property
    def exact(self) -> bool:
        """Whether nothing differs, not even in the looks of the file."""
        return self.agrees and self.same_bytes


def is_blank(value: Value) -> bool:
    """Whether a cell contains only blanks."""
    return value is None or (isinstance(value, str) and not value.strip())


def shown_value(value: Value) -> str:
    """A value for people, shortened if too long, with invisible characters as numbers and long digests by their ends."""
    if isinstance(value, float):
        text = f"{value:.12g}"
    elif isinstance(value, date):
        text = value.isoformat().removesuffix("T00:00:00")
    else:
        text = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in squeeze_blanks(str(value)))
    text = _DIGEST.sub(r"\1…\2", text)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def value_in_sentence(value: Value) -> Spoken:
    """A value as a sentence writes it: a whole number or a date in the sentence's language, otherwise a text."""
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and value == int(value):
        return int(value) if abs(value) < _ENDLESS else shown_value(value)
    return value.date() if isinstance(value, datetime) and value.time() == time() else shown_value(value)


def exact_text(value: Value) -> str:
    """A value with all its digits, for people who could not tell it from another."""
    return repr(value) if isinstance(value, float) else shown_value(value)


def verdict_sentence(finding: Finding, language: str, names: Mapping[str, str]) -> str:
    """A finding in a language. ``names`` are the players' names."""
    text = DIFFERENCES.get(finding.code) or TRUSTED.get(finding.code)
    if text is None:
        return sentence(finding, language, names)
    _, values = catalog(language), dict(finding.values)
    values |= {key: _.day(value.isoformat()) for key, value in values.items() if isinstance(value, date)}
    values |= {key: _.number(value) for key, value in values.items() if isinstance(value, int)}
    return _(text).format(**values)


class Collector:
    """Collects findings in order; a finding without its own sheet and cell gets those of its name."""

    def __init__(self) -> None:
        self.findings: list[tuple[Finding, str, str]] = []

    def tell(self, finding: Finding, sheet: str = "", cell: str = "") -> None:
        """Add a difference at a defined name, in a cell, or on a sheet."""
        self.findings.append((finding, sheet, cell))

    def notices(
        self, refs: Mapping[str, Ref], language: str, report: Report | None, others: Iterable[Finding] | None = None
    ) -> tuple[Notice, ...]:
        """All findings, or ``others``, with their places and sentences; rounds, games and duels by their display names."""
        names = display_names(report.tournament.players) if report else {}
        notices = []
        for finding, sheet, cell in self.findings if others is None else [(one, "", "") for one in others]:
            name = pointed_name(finding.at)
            ref, where = refs.get(name), (sheet or name.rpartition("!")[0], cell)
            if ref is not None and not sheet:
                where = ref.sheet, address(min(ref.first + finding.at.index, ref.last), ref.column)
            called = as_called(finding, language, report.rulebook) if report else finding
            if report and isinstance(stages := finding.values.get("rounds"), str):
                called = replace(called, values={**called.values, "rounds": stages_title(stages, language, report.rulebook)})
            notices.append(Notice(finding, *where, verdict_sentence(called, language, names)))
        return tuple(notices)

    def safely(self, work: Callable[[], T]) -> T | None:
        """Return the result of the work; if unforeseen facts make it fail, add a difference and return None."""
        try:
            return work()
        except ODD as error:
            self.tell(Difference("not_derived", At("Report_Format"), {"reason": shown_value(repr(error))}))
            return None
