"""Findings as lines for people: each thing once, the errors first, then what is not complete, then the rest.

Programs get every finding for itself (`bangxl check --json`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from bangxl.books.references import address
from bangxl.books.worksheet import place_of
from bangxl.locale.catalog import N_, catalog
from bangxl.tournament.findings import Severity
from bangxl.workbook.messages import Notice

SIGNS: Final = {Severity.ERROR: "×", Severity.WARNING: "!", Severity.NOTE: "·"}
ECHOES: Final[Mapping[str, frozenset[str]]] = {
    "role_counts": frozenset({"sheriff_not_first", "unknown_word"}),
    "impossible_end": frozenset({"role_counts", "sheriff_not_first", "unknown_word"}),
    "game_incomplete": frozenset({"not_a_number", "unknown_word", "formula_as_input"}),
    "player_missing": frozenset({"unknown_player", "player_twice"}),
    "seat_changed": frozenset({"unknown_player", "player_twice"}),
    "late_entry": frozenset({"unknown_player", "player_twice"}),
}
"""What only follows from another finding of the same round, or on the same sheet of the players: that one is enough."""
ONCE: Final = frozenset({"role_counts", "player_twice"})
"""Of these the first on a sheet says it all."""
UNFINISHED: Final = frozenset({"game_incomplete", "duel_incomplete", "stage_incomplete", "event_incomplete"})
"""Warnings that hold up the next draw."""
TOGETHER: Final[Mapping[str, str]] = {
    "presence_missing": N_("Who of these {count} is present? Write yes or no; left blank counts as yes."),
}
"""What is said of many at once, where it is another sentence."""
_ALIKE: Final = 3
"""So many findings of a kind on a sheet become one line."""
_NOTES: Final = 3
"""So many notes are told; more are counted."""


def summary(found: Iterable[Notice], language: str, *, notes: bool = False) -> list[str]:
    """The lines that `check` shows; with ``notes`` every note, else as a number where there are many."""
    kept = sorted(_first_causes(list(found)), key=_urgency)
    told = [one for one in kept if one.finding.severity is not Severity.NOTE]
    noted = [one for one in kept if one.finding.severity is Severity.NOTE]
    lines = _lines(told, language)
    if notes or len(noted) <= _NOTES:
        return lines + _lines(noted, language)
    _ = catalog(language)
    text = _.plural(
        "{count} note: «bangxl check --notes» shows it.", "{count} notes: «bangxl check --notes» shows them.", len(noted)
    )
    return [*lines, f"{SIGNS[Severity.NOTE]} {text.format(count=len(noted))}"]


def ranges(cells: Sequence[str]) -> str:
    """Cells as people write them: ``F7:H12, E16``."""
    places = {place_of(cell) for cell in cells}
    columns = {column: sorted(row for row, c in places if c == column) for _row, column in places}
    blocks: list[tuple[int, int, int, int]] = []
    for column in sorted(columns):
        for first, last in _runs(columns[column]):
            wider = next((i for i, block in enumerate(blocks) if block[1:] == (column - 1, first, last)), None)
            if wider is None:
                blocks.append((column, column, first, last))
            else:
                blocks[wider] = (blocks[wider][0], column, first, last)
    return ", ".join(_area(*block) for block in sorted(blocks, key=lambda block: (block[2], block[0])))


def _area(left: int, right: int, first: int, last: int) -> str:
    one, other = address(first, left), address(last, right)
    return one if one == other else f"{one}:{other}"


def _runs(rows: Sequence[int]) -> list[tuple[int, int]]:
    found = [[row for _, row in group] for _, group in groupby(enumerate(rows), lambda item: item[1] - item[0])]
    return [(run[0], run[-1]) for run in found]


def _urgency(one: Notice) -> int:
    """Errors, what is not finished, other warnings, notes; within each the order of the checks."""
    severity = one.finding.severity
    if severity is Severity.ERROR:
        return 0
    return 3 if severity is Severity.NOTE else 1 if one.finding.code in UNFINISHED else 2


def _first_causes(found: Sequence[Notice]) -> Iterator[Notice]:
    """Without what only follows from something else, and without what was said of the sheet already."""
    causes: dict[str, Counter[str]] = {}
    for one in found:
        causes.setdefault(_round(one), Counter())[one.finding.code] += 1
    said: set[tuple[str, str, object]] = set()
    for one in found:
        code, values = one.finding.code, one.finding.values
        about = (code, one.sheet, values.get("player"))
        known = sum(causes[_round(one)][cause] for cause in ECHOES.get(code, ()))
        gaps = values.get("count") if code in UNFINISHED else None
        if about in said or (known > 0 and not (isinstance(gaps, int) and gaps > known)):
            continue
        if code in ONCE:
            said.add(about)
        yield one


def _round(one: Notice) -> str:
    """The round that a finding is about, or its sheet."""
    return f"Round{one.finding.at.round}" if one.finding.at.round is not None else one.sheet


def _lines(found: Sequence[Notice], language: str) -> list[str]:
    """A line each; where a sheet has many of a kind, one line for all."""
    kinds: dict[tuple[str, str], list[Notice]] = {}
    for one in found:
        kinds.setdefault((one.finding.code, one.sheet), []).append(one)
    lines = []
    for alike in kinds.values():
        if len(alike) < _ALIKE or not all(one.cell for one in alike):
            lines += [f"{SIGNS[one.finding.severity]} {one}" for one in alike]
            continue
        first, _ = alike[0], catalog(language)
        text = _(TOGETHER.get(first.finding.code, "")) or first.text + " " + _("So it is with {count} cells.")
        place = f"{first.called} {ranges([one.cell for one in alike])}"
        lines.append(f"{SIGNS[first.finding.severity]} {place}: {text.format(count=len(alike))}")
    return lines
