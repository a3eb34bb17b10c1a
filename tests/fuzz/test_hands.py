"""Random manipulations of a workbook: none changes a result silently; each is mended, or named in a few lines.

What counts is what stands in the cells that people may change; in all others, what stood there before.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from openpyxl import load_workbook

from bangxl.books.closed import ClosedBook
from bangxl.commands.check import check_with_lines
from bangxl.commands.errors import Refusal
from bangxl.commands.people import put_back
from bangxl.commands.repair import repair
from bangxl.commands.seat import preview
from bangxl.commands.workspace import open_workspace, workspace_of
from bangxl.interchange.dump import tournament_json
from bangxl.rulebooks.loader import RulebookError
from bangxl.tournament.findings import Severity
from bangxl.workbook.notice_lines import DISORDER
from bangxl.workbook.notices import Notice
from tests.fuzz.hands import BY_HAND, WITH_PROGRAMS, Hands, in_office
from tests.fuzz.moments import SMALL, at, copied
from tests.fuzz.seeds import dice, numbers
from tests.hosts.libreoffice.office import Office
from tests.hosts.memory import MemoryBook

MOST_LINES: Final = 3
MOMENTS: Final = (*((case, moment) for case in SMALL for moment in ("played", "half", "drawn", "finals", "over")),
                  ("italy-2010_n10_plain", "entries"), ("germany_n27_mixed", "entries"))  # fmt: skip
QUICK: Final = tuple(one for one in MOMENTS if one[0] == "italy-2010_n10_plain" and one[1] != "entries")
DISPLACED: Final = frozenset({"name_of_another", "name_gone", "name_respelt", "line_moved"})
Facts = Mapping[str, Any]


@cache
def before(moment: tuple[str, str]) -> tuple[Path, Facts, frozenset[str]]:
    """A workbook, its tournament, and what `check` says of it."""
    path = at(*moment)
    return path, facts(path), frozenset(map(without_cells, check_with_lines(path, notes=True)[1]))


def without_cells(line: str) -> str:
    """A line of `check` by sheet and sentence: «not complete» of a sheet in play is no news when it names one cell more."""
    place, _colon, sentence = line.partition(": ")
    return f"{' '.join(place.split()[:2])}: {sentence}"


def facts(path: Path) -> Facts:
    return tournament_json(open_workspace(path, reading_only=True).state)


def true_facts(original: Path, changed: Path) -> Facts:
    """With what stands now in the cells that were unlocked, and in the others what stood there."""
    book, now = ClosedBook.open(original, reading_only=True), ClosedBook.open(changed, reading_only=True)
    cells = {tab: now.everything(tab) for tab in now.sheets}
    mixed = MemoryBook.copy_of(book)
    for name, ref in book.names.items():
        for index, locked in enumerate(book.locked(name)):
            if not locked:
                mixed._cells[ref.sheet, ref.first + index, ref.column] = cells[ref.sheet].get((ref.first + index, ref.column))
    return tournament_json(workspace_of(original, mixed).state)


def problems(moment: tuple[str, str], path: Path, *, typed: bool) -> list[str]:
    """What must not be after a manipulation; ``typed``: it only changed cells, so that what stands there counts."""
    original, then, known = before(moment)
    true = true_facts(original, path) if typed else then
    right = ordered(true), ordered(then)
    wrong: list[str] = []
    try:
        findings, every = check_with_lines(path)
    except (Refusal, RulebookError) as refusal:  # not even the workbook is known any more
        return [*getattr(refusal, "lines", ())][MOST_LINES:]
    lines = [line for line in every if without_cells(line) not in known and line[0] in "×!"]
    wrong += lines if len(lines) > MOST_LINES else []
    codes = {one.finding.code for one in findings}
    fixed_tables = bool(then.get("start_tables"))  # an error at one table stops only that one
    now = ordered(facts(path))
    if now not in right and (not is_stopped(findings) or (not fixed_tables and may_seat(path))):
        wrong.append("another tournament, silently")
    if then.get("games") and names(now) != names(then) and not codes & DISPLACED:
        wrong.append("another name, silently")
    if codes & {"name_of_another", "name_gone"} and not codes & DISORDER:
        put_back(path)
        wrong += ["the names are not back"] if names(facts(path)) != names(then) else []
        return wrong
    try:
        told = repair(path)
    except Refusal as refusal:
        return [*wrong, *([*refusal.lines] if len(refusal.lines) > MOST_LINES else [])]
    findings, every = check_with_lines(path)
    lines = [line for line in every if without_cells(line) not in known and line[0] in "×!"]
    is_gone = "type what is missing" in " ".join(told)  # with rows that were deleted, or in cells that were merged
    is_told = is_gone or (0 < len(lines) <= MOST_LINES and is_stopped(findings))
    if ordered(facts(path)) not in right and not is_told:
        wrong.append("repaired wrongly")
    if {one.finding.code for one in findings} & {"name_of_another", "name_gone"}:
        put_back(path)
        wrong += ["the names are not back"] if names(facts(path)) != names(then) else []
    return wrong


def is_stopped(findings: Iterable[Notice]) -> bool:
    return any(one.finding.severity is Severity.ERROR for one in findings)


def may_seat(path: Path) -> bool:
    try:
        preview(path)
    except Refusal:
        return False
    return True


def ordered(tournament: Facts) -> Facts:
    """Lines of players that somebody has sorted whole, with their numbers, are no other tournament.

    Nor is a lot that the next save gives to a late player, behind the lots that were drawn by hand.
    """
    players = sorted(tournament["players"], key=lambda one: str(one["id"]))
    lots = tournament.get("lot_order") or []
    late = [one["id"] for one in players if lots and one["id"] not in lots]
    return {**tournament, "players": players, "lot_order": [*lots, *late]}


def names(tournament: Facts) -> Mapping[str, str]:
    return {one["id"]: one["name"] for one in tournament["players"]}


@numbers(quick=1, long=200)
@pytest.mark.parametrize(
    "deeds", [BY_HAND, pytest.param(WITH_PROGRAMS, marks=pytest.mark.soak)], ids=["by hand", "with programs"]
)
def test_a_file_in_anybody_s_hands(examples: range, deeds: Mapping[str, Any], tmp_path: Path) -> None:
    wrong: dict[str, list[str]] = {}
    for number in examples:
        luck = dice(f"hands {len(deeds)}", number)
        moment, deed = luck.choice(QUICK if examples.start == 0 else MOMENTS), luck.choice(sorted(deeds))
        path = copied(before(moment)[0], tmp_path / "w")
        hands = Hands(load_workbook(path), luck, everywhere=deeds is not BY_HAND and deed in BY_HAND)
        deeds[deed](hands)
        hands.book.save(path)
        wrong[f"{number}: {moment}, {hands.done}"] = problems(moment, path, typed=deed in BY_HAND)
    assert {example: found for example, found in wrong.items() if found} == {}


@numbers(quick=0, long=200)
def test_a_workbook_in_libreoffice(examples: range, office: Office, tmp_path: Path) -> None:
    wrong: dict[str, list[str]] = {}
    for number in examples:
        luck = dice("office", number)
        moment = luck.choice(QUICK if examples.start == 0 else MOMENTS)
        path = copied(before(moment)[0], tmp_path / "w")
        with office.open(path) as document:
            done, typed = in_office(document, load_workbook(path), luck)
            document.save(path)
        wrong[f"{number}: {moment}, {done}"] = problems(moment, path, typed=typed)
    assert {example: found for example, found in wrong.items() if found} == {}
