"""The result of a verification: differences and facts taken on trust, each with its place and its sentence."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from math import isfinite
from typing import Final, TypeVar

from bangxl.books.port import Ref, Value
from bangxl.books.references import address
from bangxl.interchange.digests import DigestDigits
from bangxl.interchange.receipts import Receipt
from bangxl.locale.catalog import catalog, sentences
from bangxl.referto.report import Report, squeeze
from bangxl.tournament.findings import At, Finding, Severity
from bangxl.workbook.messages import Notice, as_called, display_names, sentence as of_checks, stages_title
from bangxl.workbook.names import key
from bangxl.workbook.read import Contents

Spoken = str | int | date
"""A value in a sentence, which writes whole numbers and dates in its language."""

_ENDLESS: Final = 1_000_000_000_000_000
"""From this number on, show digits as Excel would."""

LONGEST: Final = 80
"""How many characters of a cell a sentence repeats."""

_DIGEST: Final = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{52}([0-9a-f]{4})\b")
"""A seed or checksum of 64 digits: people compare its ends; the log has the rest."""

DIFFERENCES: Final[Mapping[str, str]] = sentences(
    """
differs: This cell is «{printed}», but must be «{right}».
differs_as_text: «{printed}» is text here, but must be a number or a date.
differs_as_number: «{printed}» is a number or a date here, but must be text.
blank_instead: This cell is blank, but must be «{right}».
filled_instead: This cell is «{printed}», but must be blank.
column_missing: The defined name {name} is missing, and so is its content.
name_absurd: The defined name {name} is impossible: no tournament is so large.
not_readable: This report cannot be recomputed: {reason}
not_derived: This report cannot be recomputed from its own content: {reason}
regulation_unknown: The regulation «{rulebook}» is unknown. Install the newest bangxl, or ask for the text of the regulation.
newer_report: A newer bangxl wrote this report (format {version}). Install the newest bangxl.
unreleased_report: {program} wrote this report. That version was never released, and no other one reads it. Ask the sender to
  write it again with the newest bangxl.
version_unreadable: «{printed}» is not a format number.
program_unknown: «{printed}» is not a version of bangxl. Who wrote this report?
moment_unknown: «{printed}» is not a time at which a report was written.
language_unknown: «{printed}» is not a language of bangxl.
formula: This cell contains a formula: {formula}. A report contains only values.
hidden_sheet: This sheet is hidden. A report has no hidden sheets.
macros: The file contains macros. A report of bangxl never does: do not open it, ask for the file as bangxl wrote it.
outside: The file fetches something from outside: links, connections or other programs. A report of bangxl never does: do not
  open it, ask for the file as bangxl wrote it.
embedded: The file contains objects, controls, buttons, formulas of names or something else that may act by itself. A report of
  bangxl never does: do not open it, ask for the file as bangxl wrote it.
drawn_over: Text boxes, pictures, comments, prompts or formats with conditions lie over the cells. A report of bangxl never has
  any: do not believe what you see, ask for the file as bangxl wrote it.
turned: «{printed}» contains hidden signs that turn letters round, so people read another text than programs. Type it again.
sheet_added: This sheet does not belong to the report.
sheet_missing: The sheet {sheet} is missing.
name_moved: The defined name {name} does not refer to the right cells: {right}.
name_added: The defined name {name} does not belong to the report.
digest_differs: The fingerprint is {printed}, but the data of this report has {right}. Something was changed after it was
  computed.
second_half_differs: The version mark is {printed}, but this report has {right}. An address, the time of writing, the program or
  the mark «interim» was changed after it was computed.
against_differs: You asked for the fingerprint {asked}, but this report has {right}. It is another report, or you mistyped:
  compare with the paper.
not_complete: The tournament is not complete, and the report does not say so.
secret_shown: The report says that results are left out, but it contains some.
code_not_derived: The code {code} does not follow from this report: the code, the players drawn or an earlier result was changed.
code_log_differs: The log has another code for this round: {logged}.
against_no_code: You asked for the code {asked}, but the codes of this report are {right}. It is not what was announced, or you
  mistyped: compare with the photograph.
against_hidden: The code {asked} is in this report, but cannot be computed while results are left out. Ask for the final report.
value_not_used: The code {code} was announced for {stage}, but then it was drawn without a value from the room.
draw_log_differs: The log has another seed for this draw: {stage}.
"""
)
"""Differences by code; findings of `check` have their own sentences."""

TRUSTED: Final[Mapping[str, str]] = sentences(
    """
own_regulation: The tournament was played by the referee's own regulation, {title}. Its text is in the report.
against_few: Only {count} of {most} digits were compared. They prove that nobody else changed this report, but the referee may
  have made two with these digits. Compare all {most}.
codes_short: Codes of ten letters, from earlier versions of bangxl: {rounds}. They prove that nobody else changed anything, but
  the referee may have made two tournaments with these codes.
own_under_official_name: NOT the official regulation: the referee's own text has the same title, {title}. It is in the report;
  the referee decided what differs from the official one.
times_backwards: Places where times in the log run backwards: {count}. Somebody changed a clock or the rows, so the log does not
  prove that a code was shown before the dice were thrown.
seeds_random: Seeds that the program itself drew, as the log says: {count}. Nobody could watch: a referee may have drawn several
  times in copies of the workbook and chosen one. Public draws, with a code and dice, prevent that.
values_look_alike: Public values with letters that look like other letters, and so could make another draw: {stages}.
drawn_again: Rounds that were drawn again before their first result: {count}. The log says when and why.
taken_back: Draws that were undone: {count}. The log says when. Ask the referee why.
imported: The tournament was imported from a file into a new workbook. bangxl has no log of what was drawn and written before
  that.
code_before_correction: After these codes were announced, a game was corrected: {rounds}. The codes follow from the old results,
  which the log has.
code_of_other_names: After these codes were announced, a name, a region, an option or the tournament's data was changed:
  {rounds}. The results follow from the new entries. Only the log has the old ones.
code_of_other_events: After these codes were announced, a warning, a withdrawal or another event was added, changed or deleted:
  {rounds}. The results follow from the new events. Only the log has the old ones.
code_hidden: These codes cannot be computed while results are left out: {rounds}.
code_of_import: These codes came with an import, and do not follow from this report: {rounds}.
no_codes: No code was announced for {rounds}, so no photograph proves the earlier results.
sat_out: Sit-outs: {count}.
interim: An interim report: the tournament is not complete.
interim_of_complete: Marked as an interim report, but the tournament is complete: ask for the final one.
finals_seeds_given: The referee gave the seeds for these duels or knock-out stages: {stages}.
finals_by_hand: Duels or knock-out stages without a seed, so drawn by hand: {stages}.
results_left_out: An interim report without results: only seatings and events.
no_addresses: No player has a mail address here.
"""
)
"""Facts that nobody can derive again, by code; `check` has more."""

Result = TypeVar("Result")
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
    printed: DigestDigits
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


def value_text(value: Value) -> str:
    """A value for people, shortened if too long, with invisible characters as numbers and long digests by their ends."""
    if isinstance(value, float):
        text = f"{value:.12g}"
    elif isinstance(value, date):
        text = value.isoformat().removesuffix("T00:00:00")
    else:
        text = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in squeeze(str(value)))
    text = _DIGEST.sub(r"\1…\2", text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def spoken(value: Value) -> Spoken:
    """A value as a sentence writes it: a whole number or a date in the sentence's language, otherwise a text."""
    if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and value == int(value):
        return int(value) if abs(value) < _ENDLESS else value_text(value)
    return value.date() if isinstance(value, datetime) and value.time() == time() else value_text(value)


def exact_text(value: Value) -> str:
    """A value with all its digits, for people who could not tell it from another."""
    return repr(value) if isinstance(value, float) else value_text(value)


def sentence(finding: Finding, language: str, names: Mapping[str, str]) -> str:
    """A finding in a language. ``names`` are the players' names."""
    text = DIFFERENCES.get(finding.code) or TRUSTED.get(finding.code)
    if text is None:
        return of_checks(finding, language, names)
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
            name = key(finding.at)
            ref, where = refs.get(name), (sheet or name.rpartition("!")[0], cell)
            if ref is not None and not sheet:
                where = ref.sheet, address(min(ref.first + finding.at.index, ref.last), ref.column)
            called = as_called(finding, language, report.rulebook) if report else finding
            if report and isinstance(stages := finding.values.get("rounds"), str):
                called = replace(called, values={**called.values, "rounds": stages_title(stages, language, report.rulebook)})
            notices.append(Notice(finding, *where, sentence(called, language, names)))
        return tuple(notices)

    def safely(self, work: Callable[[], Result]) -> Result | None:
        """Return the result of the work; if unforeseen facts make it fail, add a difference and return None."""
        try:
            return work()
        except ODD as error:
            self.tell(Difference("not_derived", At("Report_Format"), {"reason": value_text(repr(error))}))
            return None
