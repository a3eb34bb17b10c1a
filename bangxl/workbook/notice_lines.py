"""Findings as lines for people: each once, errors first, then what is incomplete, then the rest.

Programs get every finding for itself (`bangxl check --json`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from bangxl.books.references import address, place_of
from bangxl.locale.catalog import N_, catalog, sentences
from bangxl.tournament.findings import KINDS, Severity
from bangxl.tournament.model import round_code
from bangxl.workbook.notices import Notice

_SIGNS: Final = {Severity.ERROR: "×", Severity.WARNING: "!", Severity.NOTE: "·"}
_AUCTIONS: Final = frozenset(code for code in KINDS if code.startswith("auction_"))
"""Of these the first says it all: a line too many in the record of the auctions moves all others."""
_MISPLACED: Final = frozenset({"unknown_player", "player_twice", "seats_unreadable"})
CONSEQUENCES: Final[Mapping[str, frozenset[str]]] = {
    "duplicate_name": frozenset({"name_of_another"}),
    **dict.fromkeys(_AUCTIONS, _MISPLACED | {"unknown_character", "duplicate_character", "not_a_number"}),
    "name_alike": frozenset({"name_of_another"}),
    "role_counts": frozenset({"sheriff_not_first", "unknown_word", "player_missing"}),
    **dict.fromkeys(("table_sizes", "tables_unknown"), frozenset({"player_missing"})),
    "impossible_end": frozenset({"role_counts", "sheriff_not_first", "unknown_word"}),
    **dict.fromkeys(("player_missing", "seat_changed"), _MISPLACED),
    "event_gone": frozenset({"seats_unreadable"}),
    "sheriff_twice": frozenset({"sheriff_not_first", "role_counts"}),
    "late_entry": frozenset({"unknown_player", "player_twice"}),
    "draw_not_reproduced": frozenset({"unknown_player", "player_twice", "player_missing", "seat_changed", "table_sizes"}),
}
"""What only follows from another finding of the same round, or before: that one is enough."""
DISORDER: Final = frozenset({"name_missing", "lines_moved", "cell_named_twice", "rows_moved", "sheet_replaced"})
"""Findings after which nobody knows what stands where."""
OF_A_TABLE: Final = _AUCTIONS | {"role_counts", "impossible_end", "sheriff_twice"}
"""Of these another one on the same record sheet: of another table it says nothing."""
HIDES_SEATS: Final = frozenset({"not_a_number", "formula_as_input"})
"""Of these one on a round's sheet, or in the place of a player, hides who sits where."""
MISTYPED: Final = HIDES_SEATS | {"unknown_word", "unknown_character"}
"""What cannot be read where it was typed: of these all on a sheet are one line, if they may be cells that were moved."""
_ONCE: Final = frozenset({"role_counts", "sheriff_not_first", "player_twice"})
"""Of these the first on a sheet says it all."""
BIDS: Final = frozenset({"bid_step", "bid_digit", "bid_minimum", "bid_above_bankroll"})
"""Of these the first on a cell says enough."""
_ONCE_FOR_ALL: Final[Mapping[str, str]] = {"later_round_result": "open", "player_missing": "player"}
"""Of these one says it all, of the same round that is open or of the same player."""
_UNFINISHED: Final = frozenset({"game_incomplete", "duel_incomplete", "stage_incomplete", "event_incomplete"})
"""Warnings that hold up the next draw."""
_SENTENCES: Final = sentences("bangxl.workbook")
TOGETHER: Final[Mapping[str, str]] = _SENTENCES["together"]
"""The sentences for many findings at once."""
OF_RESULTS: Final = frozenset({"later_round_result", "duel_pairing", "stage_players", "stage_player_missing"})
"""What follows where a closed game has another result now."""
WIDESPREAD: Final[Mapping[str, str]] = _SENTENCES["widespread"]
"""The sentences for findings on many sheets, or without cells: they have one cause."""
_FILL_GAPS: Final = N_("This record sheet is not complete. Fill this in.")
"""The sentence about the empty cells of a sheet, which are listed before it."""
_ANY_MISTYPED: Final = "typed"
"""The kind of all MISTYPED together."""
_IN_PAIRS: Final = frozenset({_ANY_MISTYPED, "number_as_text"})
"""Kinds with one cause on a sheet, such as a format: two of them are one line, whatever their words."""
_ALIKE: Final = 3
"""So many findings of a kind on a sheet become one line; of the same words any two."""
_MOVED: Final = 6
"""So many MISTYPED on a sheet may be cells that were moved; fewer only side by side."""


def summary_lines(findings: Iterable[Notice], language: str, *, notes: bool = False) -> list[str]:
    """The lines of `check`; ✓ comes first if all is well. With ``notes`` every note, else their number if there are many."""
    kept = sorted(first_causes(list(findings)), key=_urgency)
    ours = [one for one in kept if one.finding.severity is not Severity.NOTE]
    noted = [one for one in kept if one.finding.severity is Severity.NOTE]
    counted = not notes and len(noted) > 3  # more are counted
    parts = [ours] if counted else [ours, noted]
    _ = catalog(language)
    lines = [] if ours else ["✓ " + _("Everything is in order.")]
    told = [one for part in parts for one in sorted(_sentences(part, language), key=lambda line: _urgency(line[0]) > 0)]
    lines += [f"{_SIGNS[one.finding.severity]} {text}" for one, text in told]
    if not counted:
        return lines
    text = _.plural(
        "{count} note: {bangxl check --notes} shows it.", "{count} notes: {bangxl check --notes} shows them.", len(noted)
    )
    return [*lines, f"{_SIGNS[Severity.NOTE]} {text.format(count=len(noted))}"]


def stopping_lines(errors: Sequence[Notice], language: str) -> list[str]:
    """What stops a command, each thing once."""
    return [text for _one, text in _sentences([*first_causes(errors)], language)]


def by_sheet(cells: Iterable[tuple[str, str]]) -> Mapping[str, list[str]]:
    """Cells, each with its sheet, by sheet."""
    found = dict[str, list[str]]()
    for sheet, cell in cells:
        found.setdefault(sheet, []).append(cell)
    return found


def cells_text(cells: Sequence[str]) -> str:
    """Cells as people write them: ``F7:H12, E16``."""
    columns: dict[int, list[int]] = {}
    for row, column in sorted({place_of(cell) for cell in cells if cell}):
        columns.setdefault(column, []).append(row)
    lefts: dict[tuple[int, int, int], int] = {}  # of each block by its first and last row and its column on the right
    for column in sorted(columns):
        for _, group in groupby(enumerate(columns[column]), lambda item: item[1] - item[0]):
            run = [row for _, row in group]
            lefts[run[0], run[-1], column] = lefts.pop((run[0], run[-1], column - 1), column)
    blocks = sorted((first, left, right, last) for (first, last, right), left in lefts.items())
    ends = ((address(first, left), address(last, right)) for first, left, right, last in blocks)
    return ", ".join(one if one == other else f"{one}:{other}" for one, other in ends)


def _urgency(one: Notice) -> int:
    """Errors, what is not finished, other warnings, notes; within each the order of the checks."""
    if one.finding.severity is not Severity.WARNING:
        return 0 if one.finding.severity is Severity.ERROR else 3
    return 1 if one.finding.code in _UNFINISHED else 2


def first_causes(findings: Sequence[Notice]) -> Iterator[Notice]:
    """Without what only follows from something else, and without what was said of the sheet already."""
    if any(one.finding.code in DISORDER for one in findings):  # nobody knows what stands where: nothing else can be said
        findings = [one for one in findings if one.finding.code in DISORDER or one.finding.severity is Severity.NOTE]
    causes = _codes(findings)
    miscounted = any(one.finding.code in {"formula_overwritten", "number_as_text"} for one in findings)
    by_hand = {one.sheet for one in findings if one.finding.code in {"game_changed", "result_changed"}}
    gone = {one.finding.values.get("number") for one in findings if one.finding.code == "name_gone"}
    wrong = {(one.sheet, one.cell) for one in findings if one.finding.severity is Severity.ERROR}
    # the seats of those who sit twice, where it is known which of them were typed over: all others
    changed = {(one.sheet, one.cell) for one in findings if one.finding.code == "seat_changed"}
    twice: dict[tuple[str, object], set[tuple[str, str]]] = {}
    for one in findings:
        if one.finding.code == "player_twice":
            twice.setdefault((_round(one), one.finding.values.get("player")), set()).add((one.sheet, one.cell))
    rightful = {seat for seats in twice.values() if seats & changed for seat in seats - changed}
    reported: set[tuple[str, str, object]] = set()
    for one in findings:
        code = one.finding.code
        about = _subject(one)
        before = set[str]().union(*(causes.get(place, ()) for place in _causes_of(one)))
        follows = (
            bool(CONSEQUENCES.get(code, frozenset()) & before)
            or (code == "formulas_differ" and miscounted)
            or (code == "number_as_text" and (one.sheet, one.cell) in wrong)
            or (code == "unknown_player" and one.finding.values.get("text") in gone)
            or ("ruled" in KINDS[code].tags and one.sheet in by_hand)
            or (code in OF_RESULTS and bool(by_hand))
            or (code == "player_twice" and (one.sheet, one.cell) in rightful)
        )
        gaps = tuple(cell for cell in one.cells if (one.sheet, cell) not in wrong)
        if about in reported or follows or (one.cells and not gaps):
            continue
        if about[0]:
            reported.add(about)
        yield replace(one, cells=gaps)


def _codes(findings: Iterable[Notice]) -> Mapping[str, set[str]]:
    codes: dict[str, set[str]] = {}
    for one in findings:
        no_seats = one.finding.code in HIDES_SEATS and (one.finding.at.name == "Player" or one.sheet == _round(one))
        for place in {_round(one), one.sheet}:
            codes.setdefault(place, set()).update({one.finding.code, *(["seats_unreadable"] if no_seats else [])})
    return codes


def _subject(one: Notice) -> tuple[str, str, object]:
    """What a finding is about that is said once; "" first if it may be said again."""
    code, values = one.finding.code, one.finding.values
    if code in BIDS:
        return "bid", one.sheet, one.cell
    if code in _AUCTIONS:
        return "auction", "", ""
    if code in _ONCE:
        return code, one.sheet, values.get("player") if code == "player_twice" else ""
    return (code, "", values.get(_ONCE_FOR_ALL[code])) if code in _ONCE_FOR_ALL else ("", "", "")


def _causes_of(one: Notice) -> set[str]:
    """Where that is from which a finding may only follow: whoever was not drawn first may have lost their seat in round 1."""
    match one.finding.code:
        case code if code in OF_A_TABLE:
            return {one.sheet}
        case "late_entry":
            return {round_code(1)}
        case "event_gone":
            return {round_code(int(str(one.finding.values["round"])))}
        case "draw_not_reproduced":
            return {round_code(number) for number in range(1, (one.finding.at.round or 0) + 1)}
    return {_round(one)}


def _round(one: Notice) -> str:
    return round_code(one.finding.at.round) if one.finding.at.round is not None else one.sheet


def _sentences(findings: Sequence[Notice], language: str) -> Iterator[tuple[Notice, str]]:
    """A line each; where a sheet has the same of several cells, or many of a kind that has words for it, one line for all."""
    kinds: dict[tuple[str, str, str], list[Notice]] = {}
    places: dict[str, set[str]] = {}
    for one in findings:
        places.setdefault(one.finding.code, set()).add(one.sheet or one.text)
    everywhere = {code for code in WIDESPREAD if len(places.get(code, ())) >= (2 if code == "seed_not_bound" else _ALIKE)}
    for code in sorted(everywhere):
        first = next(one for one in findings if one.finding.code == code)
        text = catalog(language)(WIDESPREAD[code]).format(count=len(places[code]), name=first.finding.values.get("name", ""))
        yield first, str(replace(first, text=text))
    told = [*_by_kind(findings)]
    many = _frequent_kinds(told)
    for kind, one in told:
        if one.finding.code in everywhere:
            continue
        words = "" if (kind, one.sheet) in many or one.finding.code in TOGETHER else one.text
        kinds.setdefault((kind, one.sheet, words), []).append(one)
    for (code, _sheet, words), alike in kinds.items():
        if not all(one.cell for one in alike) or len(alike) < (2 if words or code in _IN_PAIRS else _ALIKE):
            for one in alike:  # of a sheet that is not complete the empty cells
                yield one, f"{one.called} {cells_text(one.cells)}: {catalog(language)(_FILL_GAPS)}" if one.cells else str(one)
            continue
        if code not in TOGETHER and not words:
            _, others, more = catalog(language), cells_text([one.cell for one in alike[1:]]), len(alike) - 1
            text = _.plural("{finding} {count} more like this: {cells}.", "{finding} {count} more like this: {cells}.", more)
            text = _("{finding} These cells cannot be read either: {cells}.") if code == _ANY_MISTYPED else text
            yield alike[0], text.format(finding=alike[0], count=more, cells=others)
            continue
        drawn = ", ".join(f"{one.cell} {one.finding.values.get('drawn', '')}" for one in alike)
        text = words or catalog(language)(TOGETHER[code]).format(count=len(alike), drawn=drawn)
        yield alike[0], f"{alike[0].called} {cells_text([one.cell for one in alike])}: {text}"


def _by_kind(findings: Sequence[Notice]) -> Iterator[tuple[str, Notice]]:
    """The findings, each with what it is told together with: its code, or all that cannot be read where cells may have moved."""
    typed = by_sheet((one.sheet, one.cell) for one in findings if one.finding.code in MISTYPED)
    moved = {sheet for sheet, cells in typed.items() if len(cells) >= _MOVED or "," not in cells_text(cells)}
    for one in findings:
        yield _ANY_MISTYPED if one.finding.code in MISTYPED and one.sheet in moved else one.finding.code, one


def _frequent_kinds(told: Iterable[tuple[str, Notice]]) -> set[tuple[str, str]]:
    """The kinds and sheets with many findings that are no notes, each in other words."""
    texts: dict[tuple[str, str], set[str]] = {}
    for kind, one in told:
        if one.finding.severity is not Severity.NOTE:
            texts.setdefault((kind, one.sheet), set()).add(one.text)
    return {(kind, sheet) for (kind, sheet), words in texts.items() if len(words) >= (2 if kind in _IN_PAIRS else _ALIKE)}
