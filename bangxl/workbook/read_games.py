"""Record sheets and knock-out sheets to facts. Inputs only: no formula is ever read as one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

from bangxl.tournament.model import FALLEN, Call, Game, Outcome, Role, Seat, Status
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook import names
from bangxl.workbook.cells import Cells
from bangxl.workbook.fields import FIELDS, Field, InputKind
from bangxl.workbook.words import YesNo, character_readings, fold

_WORDS: Final[Mapping[str, type[StrEnum]]] = {"Role": Role, "Status": Status}
_WORDS_FIRST: Final = sorted(FIELDS, key=lambda field: field.kind is not InputKind.WORD)


def games(cells: Cells, rulebook: Rulebook) -> tuple[Game, ...]:
    """The games that have been seated."""
    characters = character_readings(tuple(rulebook.characters))
    calls = _auctions(cells, characters)
    found = []
    for number, table in names.record_sheets(cells.book.names):
        seats = _seats(cells, names.record_sheet(number, table), rulebook, characters)
        if seats:
            outcome = cells.word(names.on_record(number, table, "Outcome"), 0, Outcome)
            found.append(Game(number, table, seats, outcome, calls.get((number, table), ())))
    return tuple(found)


def stage_games(cells: Cells, rulebook: Rulebook) -> tuple[Game, ...]:
    """The games of the knock-out that have been seated."""
    characters = character_readings(tuple(rulebook.characters))
    found = []
    for stage, table in names.stage_sheets(cells.book.names):
        seats = _seats(cells, names.stage_sheet(stage, table), rulebook, characters)
        if seats:
            outcome = cells.word(names.on_stage(stage, table, "Outcome"), 0, Outcome)
            winner = cells.player(names.on_stage(stage, table, "Winner"), 0)
            found.append(Game(stage, table, seats, outcome, winner=winner))
    return tuple(found)


def _seats(cells: Cells, sheet: str, rulebook: Rulebook, characters: Mapping[str, str]) -> tuple[Seat, ...]:
    """A sheet's lines with a player; a mark that the sheet does not ask for reads as blank."""

    def typed(field: Field, row: int) -> Any:  # noqa: ANN401 -- as the attribute of `Seat` is
        where = f"{sheet}!{field.name}"
        match field.kind:
            case InputKind.WORD:
                return cells.word(where, row, _WORDS[field.name])
            case InputKind.TEXT:
                return _character(cells, where, row, characters)
            case InputKind.MARK:
                return cells.word(where, row, YesNo) is YesNo.YES
            case InputKind.COUNT:
                return cells.number(where, row) or 0
        return cells.number(where, row)

    return tuple(
        _without_lives(seat) if rulebook.lives else seat
        for row in range(cells.length(f"{sheet}!Player"))
        if (player := cells.player(f"{sheet}!Player", row))
        for seat in [Seat(row + 1, player, **{field.attribute: typed(field, row) for field in _WORDS_FIRST})]
    )


def _without_lives(seat: Seat) -> Seat:
    """Who is eliminated has none left, though nobody writes a 0."""
    return replace(seat, lives=0) if seat.lives is None and seat.status in FALLEN else seat


def _character(cells: Cells, name: str, row: int, characters: Mapping[str, str]) -> str:
    """A character as the regulation writes it, in whatever case it was typed or begun; another text as it is."""
    text = cells.text(name, row).strip()
    return characters.get(fold(text), text)


def _auctions(cells: Cells, characters: Mapping[str, str]) -> Mapping[tuple[int, int], tuple[Call, ...]]:
    """The protocol of the auctions, by round and table."""
    found: dict[tuple[int, int], tuple[Call, ...]] = {}
    for row in range(cells.length("Auctions_Round")):
        number, table = cells.number("Auctions_Round", row), cells.number("Auctions_Table", row)
        if number is None or table is None:
            continue
        opener, winner = cells.player("Auctions_Opener", row), cells.player("Auctions_Winner", row)
        character = _character(cells, "Auctions_Character", row, characters)
        call = Call(opener or None, character, winner, cells.number("Auctions_Price", row) or 0)
        found[number, table] = (*found.get((number, table), ()), call)
    return found
