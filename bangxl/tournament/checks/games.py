"""Checks of the record sheets: roles, end of the game, characters, order of the rounds; the same of the knock-out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from bangxl.tournament.checks.sheets import Sheet, at, is_begun, sheets
from bangxl.tournament.endstates import is_possible
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.journal import changed_by_hand
from bangxl.tournament.model import Game, Outcome, Role, Status
from bangxl.tournament.progress import blanks
from bangxl.tournament.rulebook import SheriffRule
from bangxl.tournament.state import State


def game_incomplete(state: State) -> Iterator[Finding]:
    """What somebody began to fill in and did not finish."""
    for game in state.tournament.games:
        missing = blanks(state, game)
        if missing and is_begun(state.rulebook, game):
            yield Finding("game_incomplete", missing[0], {"count": len(missing)})
        nameless = [seat.number - 1 for seat in game.seats if not seat.character]
        if nameless and not missing:
            yield Finding("character_missing", at(game, "Character", nameless[0]), {"count": len(nameless)})


def role_counts(state: State) -> Iterator[Finding]:
    """G1: the role cards of a table."""
    for sheet in sheets(state):
        game = sheet.game
        count = Counter(seat.role for seat in game.seats if seat.role is not None)
        legal = sheet.roles.get(game.size, {})
        complete = sum(count.values()) == game.size
        for role in Role:
            if count[role] > legal.get(role, 0) or (complete and count[role] < legal.get(role, 0)):
                holders = [seat.number - 1 for seat in game.seats if seat.role is role]
                values = {"role": role, "count": count[role], "legal": legal.get(role, 0), "players": game.size}
                yield Finding("role_counts", sheet.at("Role", holders[-1] if holders else 0), values)


def sheriff_not_first(state: State) -> Iterator[Finding]:
    """1.1: seat 1 is the Sheriff's."""
    if state.rulebook.sheriff is not SheriffRule.SEAT_1:
        return
    for game in state.tournament.games:
        for seat in game.seats:
            if (seat.role is Role.SHERIFF) != (seat == game.seats[0]) and seat.role is not None:
                values = {"player": seat.player, "seat": seat.number}
                yield Finding("sheriff_not_first", at(game, "Role", seat.number - 1), values)


def impossible_end(state: State) -> Iterator[Finding]:
    """rules.md §6: the outcome fits who is alive, and the final duel was possible (G5)."""
    for sheet in sheets(state):
        yield from _impossible_end(sheet)


def _impossible_end(sheet: Sheet) -> Iterator[Finding]:
    game = sheet.game
    lines = [(seat.role, seat.status) for seat in game.seats if seat.role is not None and seat.status is not None]
    if len(lines) < game.size or game.outcome is None:
        return
    if Counter(role for role, _ in lines) != Counter(sheet.roles.get(game.size, {})):
        return
    duellists = [seat.number - 1 for seat in game.seats if seat.status is Status.FINAL_DUEL]
    plain = [(role, Status.ELIMINATED if status is Status.FINAL_DUEL else status) for role, status in lines]
    if not is_possible(game.outcome, plain):
        yield Finding("impossible_end", sheet.at("Outcome"), {"outcome": game.outcome, "reason": _why(game)})
    elif duellists and not is_possible(game.outcome, lines):
        yield Finding("final_duel_impossible", sheet.at("Status", duellists[0]))


def character_unknown_or_twice(state: State) -> Iterator[Finding]:
    """The sixteen of the base game, each once at a table."""
    for sheet in sheets(state):
        count = Counter(seat.character for seat in sheet.game.seats if seat.character)
        for seat in sheet.game.seats:
            cell = sheet.at("Character", seat.number - 1)
            if seat.character and seat.character not in state.rulebook.characters:
                yield Finding("unknown_character", cell, {"text": seat.character})
            elif seat.character and count[seat.character] > 1:
                yield Finding("duplicate_character", cell, {"character": seat.character})


def results_out_of_order(state: State) -> Iterator[Finding]:
    """A result in a later round while an earlier one is open; fixed tables go on without waiting for each other."""
    still_open = [game for game in state.tournament.games if blanks(state, game)]
    for game in state.tournament.games:
        before = [
            g.round for g in still_open if g.round < game.round and (not state.rulebook.fixed_tables or g.table == game.table)
        ]
        if before and is_begun(state.rulebook, game):
            yield Finding("later_round_result", at(game, "Outcome"), {"round": game.round, "open": min(before)})


def closed_game_changed(state: State) -> Iterator[Finding]:
    """A closed game that is not as it was logged: changed by hand, or corrected after `reopen`."""
    for (number, table), row in changed_by_hand(state.tournament, state.journal).items():
        yield Finding("game_changed", At("Outcome", 0, number, table), {"round": number, "table": table, "row": row + 1})
    for row, entry in enumerate(state.journal.entries):
        if entry.command == "reopen":
            yield Finding("correction", At("Log_Command", row), {"game": entry.stage, "reason": entry.reason})


def _why(game: Game) -> str:
    """Which sentence of the rules the end contradicts, as a code."""
    alive = {seat.role for seat in game.seats if seat.status is Status.ALIVE}
    match game.outcome:
        case Outcome.LAW:
            return "law_sheriff_dead" if Role.SHERIFF not in alive else "law_enemy_alive"
        case Outcome.OUTLAWS:
            return "outlaws_sheriff_alive" if Role.SHERIFF in alive else "outlaws_nobody"
    return "renegade_not_alone" if Role.RENEGADE in alive else "renegade_dead"


CHECKS: Final[tuple[Callable[[State], Iterator[Finding]], ...]] = (
    game_incomplete,
    role_counts,
    sheriff_not_first,
    impossible_end,
    character_unknown_or_twice,
    results_out_of_order,
    closed_game_changed,
)
