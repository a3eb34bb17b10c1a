"""Record sheets and knock-out sheets as cells: who sits there, and what was typed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, cast

from bangxl.books.port import Cell, Value
from bangxl.tournament.knockout import choice_order, open_characters
from bangxl.tournament.model import FALLEN, Draw, Game, Seat, stage_code
from bangxl.tournament.state import State
from bangxl.workbook import names
from bangxl.workbook.fields import FIELDS, Field, InputKind
from bangxl.workbook.words import YesNo, word

Cells = dict[Cell, Value]

PAIR: Final = 2
"""Players of the knock-out's last game, for which characters are drawn."""


def record_cells(state: State) -> Cells:
    """All record sheets, and the protocol of the auctions."""
    cells: Cells = {}
    calls, asked = 0, frozenset(names.record(state.rulebook))
    for game in sorted(state.tournament.games, key=lambda game: (game.round, game.table)):
        cells |= _game(game, names.record_sheet(game.round, game.table), asked, state.tournament.language)
        for call in game.auction:
            line = {
                "Round": game.round, "Table": game.table, "Opener": call.opener, "Character": call.character,
                "Winner": call.winner, "Price": call.price,
            }  # fmt: skip
            cells |= {(f"Auctions_{column}", calls): value for column, value in line.items()}
            calls += 1
    return cells


def stage_cells(state: State) -> Cells:
    """The knock-out sheets: who sits there, in which order they choose, what was typed; the seeds; the game of two."""
    cells: Cells = {}
    draws = {draw.stage: draw for draw in state.tournament.draws}
    for number in sorted({game.round for game in state.tournament.stages}):
        order = {player: i for i, player in enumerate(choice_order(state, number))}
        for game in state.tournament.stage(number):
            sheet = names.stage_sheet(number, game.table)
            choosers = sorted((seat.player for seat in game.seats), key=lambda player: order.get(player, len(order)))
            cells |= _game(game, sheet, frozenset(names.STAGE), state.tournament.language)
            cells |= {(f"{sheet}!Choice", seat.number - 1): choosers.index(seat.player) + 1 for seat in game.seats}
        name, draw = stage_code(number), draws.get(stage_code(number))
        cells |= seed_cells(names.duel(name, "Draw"), draw)
        if draw and any(game.size == PAIR for game in state.tournament.stage(number)):
            cells[names.duel(name, "Characters"), 0] = ", ".join(open_characters(state.rulebook, draw.rng_seed, number))
    return cells


def seed_cells(name: str, draw: Draw | None) -> Cells:
    """The recorded seed of a draw, where it came from, and what the room supplied for it."""
    if draw is None:
        return {}
    told = {"Seed": draw.rng_seed, "Source": draw.source.value, "Public": draw.public_value}
    return {(f"{name}_{key}", 0): value for key, value in told.items()}


def _game(game: Game, sheet: str, asked: Collection[str], language: str) -> Cells:
    """One sheet: every seat on the row of its number. What the sheet does not ask for is left out."""
    table: dict[str, Value] = {"Outcome": word(game.outcome, language) if game.outcome else None, "Winner": game.winner}
    cells: Cells = {(f"{sheet}!{name}", 0): value for name, value in table.items() if name in asked}
    for seat in game.seats:
        line = {"Player": seat.player} | {field.name: _field_value(field, seat, language) for field in FIELDS}
        cells |= {(f"{sheet}!{name}", seat.number - 1): value for name, value in line.items() if name in asked}
    return cells


def _field_value(field: Field, seat: Seat, language: str) -> Value:
    """What stands in a field. 0 stays blank, but for the lives of somebody who is not said to be eliminated."""
    value = getattr(seat, field.attribute)
    match field.kind:
        case InputKind.MARK:
            return word(YesNo.YES, language) if value else None
        case InputKind.WORD:
            return word(value, language) if value else None
        case InputKind.COUNT:
            return value or None
        case InputKind.LIVES if seat.status in FALLEN:
            return value or None
    return cast("Value", value)
