"""Checks of the games: whose turn and how many at fixed tables (Italy 2007; DE-9; Record); roles, end, characters, order.

The same of the knock-out, where roles are typed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bangxl.tournament.findings import At, Finding, cell_of, stage_cell
from bangxl.tournament.journal import changed_by_hand
from bangxl.tournament.knockout import WITHOUT_ROLES
from bangxl.tournament.model import Game, Moment, Outcome, Role, Seat, Status, Tournament
from bangxl.tournament.payouts import is_possible
from bangxl.tournament.progress import blanks, is_begun
from bangxl.tournament.roster import departures, entrants, sitting_out
from bangxl.tournament.rotation import session_games, stopped_tables
from bangxl.tournament.rulebook import Games, Roles, Rulebook, SheriffRule
from bangxl.tournament.rulings import is_of, reason_of
from bangxl.tournament.seating import scheduled_rounds
from bangxl.tournament.state import State


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet with roles: its game, the role cards by number of players, and whether it is one of the knock-out."""

    game: Game
    roles: Roles
    stage: bool = False

    def cell(self, name: str, index: int = 0) -> At:
        """A cell of the sheet; the index is that of a seat, from 0."""
        return (stage_cell if self.stage else cell_of)(self.game, name, index)


def sheets(state: State) -> Iterator[Sheet]:
    """Every sheet on which roles are typed: record sheets, and those of the knock-out with more than three players."""
    for game in state.tournament.games:
        yield Sheet(game, state.rulebook.roles)
    for game in state.tournament.stages:
        if state.rulebook.knockout is not None and game.size > WITHOUT_ROLES:
            yield Sheet(game, state.rulebook.knockout.roles, stage=True)


def is_passive(rulebook: Rulebook, game: Game) -> bool:
    """Whether who has left may sit in a game as a passive character: at a table that would be too small (DE-9)."""
    return rulebook.passive and game.size <= rulebook.smallest_table


def empty_chairs(state: State, game: Game) -> Iterator[tuple[str, At]]:
    """Who is still in and does not sit on his chair, with its cell."""
    here, out = {seat.player for seat in game.seats}, sitting_out(state.tournament, game.round)
    for chair, player in enumerate(state.tournament.start_tables.get(game.table, ())):
        if player not in here | out and player in _players_left(state, game.table, game.round):
            yield player, cell_of(game, "Player", chair)


def passive_characters(state: State) -> Iterator[Finding]:
    """DE-9: at a table that would be too small, a player who has left sits as a passive character; his first game says so."""
    gone = departures(state)
    said: set[str] = set()
    for game in state.tournament.games:
        for seat in game.seats if is_passive(state.rulebook, game) else ():
            if seat.player in gone.keys() - said and gone[seat.player].last_round < game.round:
                said.add(seat.player)
                yield Finding("passive_character", cell_of(game, "Player", seat.number - 1), {"player": seat.player})


def wrong_sheriff(state: State) -> Iterator[Finding]:
    """Italy 2007, Record: the next Sheriff sits on the left of the last one, among those who were it least often."""
    if state.rulebook.sheriff is not SheriffRule.LEFT:
        return
    for game in state.tournament.games:
        now = [seat for seat in game.seats if seat.role is Role.SHERIFF]
        expected = _turn(state, game)
        if len(now) == 1 and expected is not None and now[0] != expected:
            values = {"player": now[0].player, "expected": expected.player}
            yield Finding("wrong_sheriff", cell_of(game, "Role", now[0].number - 1), values)


def _turn(state: State, game: Game) -> Seat | None:
    """Whose turn it is to be Sheriff; None if nobody at the table is still in."""
    staying = _players_left(state, game.table, game.round)
    been = _sheriffs(state.tournament, game)
    last = been[-1].number if been else 0
    times = {seat.number: sum(other.player == seat.player for other in been) for seat in game.seats if seat.player in staying}
    fewest = [seat for seat in game.seats if seat.number in times and times[seat.number] == min(times.values())]
    return min(fewest, key=lambda seat: (seat.number <= last, seat.number), default=None)


def number_of_games(state: State) -> Iterator[Finding]:
    """A table's games follow each other without a gap, and there are no more than the regulation wants."""
    for table in state.tournament.start_tables:
        played = state.tournament.at_table(table)
        numbers = {game.round for game in played}
        for number in range(1, max(numbers, default=0)):
            if number not in numbers:
                yield Finding("game_skipped", At("Outcome", 0, number, table), {"table": table, "game": number})
        for game in played:
            if _is_over(state, game) or game.size < state.rulebook.smallest_table:
                yield Finding("too_many_games", cell_of(game, "Outcome"), {"table": table, "game": game.round})


def _is_over(state: State, game: Game) -> bool:
    """Whether a table had played all its games before this one."""
    if state.rulebook.games is Games.EACH_SHERIFF:
        been = {seat.player for seat in _sheriffs(state.tournament, game)}
        return set(_players_left(state, game.table, game.round)) <= been
    return game.round > _games_due(state, game.table)


def _games_due(state: State, table: int) -> int:
    """The games of a table, where their number does not depend on the Sheriffs."""
    match state.rulebook.games:
        case Games.TABLE_SIZE:
            return len(state.tournament.start_tables[table])
        case Games.BY_PLAYERS:
            return scheduled_rounds(state.rulebook, len(entrants(state)))
    return session_games(state)


def table_stopped(state: State) -> Iterator[Finding]:
    """Italy 2007, Abbandono: with three left a table stops; with passive characters, when nobody is left to play against."""
    for one in stopped_tables(state):
        cell = At("Outcome", 0, one.games, one.table) if one.games else At("Wall_Player", 0, 1)
        yield Finding("table_stopped", cell, {"table": one.table, "count": one.players, "games": one.games})


def _players_left(state: State, table: int, number: int) -> Sequence[str]:
    """Who of a table is still in before this game; who leaves when all games are over plays them all."""
    gone = departures(state)
    while_playing = {Moment.BETWEEN_ROUNDS, Moment.DURING_GAME}
    return [
        player
        for player in state.tournament.start_tables.get(table, ())
        if player not in gone or gone[player].event.moment not in while_playing or gone[player].last_round >= number
    ]


def _sheriffs(tournament: Tournament, game: Game) -> list[Seat]:
    """The Sheriffs of a table's games before this one, in order."""
    earlier = (other for other in tournament.at_table(game.table) if other.round < game.round)
    return [seat for other in earlier for seat in other.seats if seat.role is Role.SHERIFF]


def game_incomplete(state: State) -> Iterator[Finding]:
    """What somebody began to fill in and did not finish."""
    for game in state.tournament.games:
        missing = blanks(state, game)
        if missing and is_begun(state.rulebook, game):
            yield Finding("game_incomplete", missing[0], {"count": len(missing), "cells": missing})
        nameless = [seat.number - 1 for seat in game.seats if not seat.character]
        if nameless and not missing:
            yield Finding("character_missing", cell_of(game, "Character", nameless[0]), {"count": len(nameless)})


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
                yield Finding("role_counts", sheet.cell("Role", holders[-1] if holders else 0), values)


def sheriff_not_first(state: State) -> Iterator[Finding]:
    """1.1: seat 1 is the Sheriff's."""
    if state.rulebook.sheriff is not SheriffRule.SEAT_1:
        return
    for game in state.tournament.games:
        for seat in game.seats:
            if (seat.role is Role.SHERIFF) != (seat == game.seats[0]) and seat.role is not None:
                values = {"player": seat.player, "seat": seat.number}
                yield Finding("sheriff_not_first", cell_of(game, "Role", seat.number - 1), values)


def impossible_end(state: State) -> Iterator[Finding]:
    """The outcome fits who is alive, and the final duel was possible (G5)."""
    for sheet in sheets(state):
        yield from _impossible_end(sheet, state.rulebook.among_last)


def _impossible_end(sheet: Sheet, last: int) -> Iterator[Finding]:
    game = sheet.game
    marked = [seat.number - 1 for seat in game.seats if seat.status is Status.AMONG_LAST]
    lines = [(seat.role, seat.status) for seat in game.seats if seat.role is not None and seat.status is not None]
    if len(lines) < game.size or game.outcome is None:
        return
    if Counter(role for role, _ in lines) != Counter(sheet.roles.get(game.size, {})):
        return
    duellists = [seat.number - 1 for seat in game.seats if seat.status is Status.FINAL_DUEL]
    plain = [(role, status if status is Status.ALIVE else Status.ELIMINATED) for role, status in lines]
    if not is_possible(game.outcome, plain):
        yield Finding("impossible_end", sheet.cell("Outcome"), {"outcome": game.outcome, "reason": _why(game)})
    elif duellists and not is_possible(game.outcome, lines, game.size):
        yield Finding("final_duel_impossible", sheet.cell("Status", duellists[0]))
    elif not is_possible(game.outcome, lines, last):
        yield Finding("too_many_last", sheet.cell("Status", marked[0]), {"last": last})


def character_unknown_or_twice(state: State) -> Iterator[Finding]:
    """The sixteen of the base game, each once at a table."""
    for sheet in sheets(state):
        count = Counter(seat.character for seat in sheet.game.seats if seat.character)
        for seat in sheet.game.seats:
            cell = sheet.cell("Character", seat.number - 1)
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
            yield Finding("later_round_result", cell_of(game, "Outcome"), {"round": game.round, "open": min(before)})


def closed_game_changed(state: State) -> Iterator[Finding]:
    """A closed game that is not as it was logged: changed by hand, or corrected after `reopen`."""
    for (number, table), row in changed_by_hand(state.tournament, state.journal).items():
        yield Finding("game_changed", At("Outcome", 0, number, table), {"round": number, "table": table, "row": row + 1})
    for row, entry in enumerate(state.journal.entries):
        if entry.command == "reopen":
            yield Finding("correction", At("Log_Command", row), {"game": entry.stage, "reason": entry.reason})


def ruling(state: State) -> Iterator[Finding]:
    """G10: a game that the referee has decided. A ruling has an amount for everybody, and a reason."""
    for game in state.tournament.games:
        lines = [index for index, event in enumerate(state.tournament.events) if is_of(event, game)]
        given = [seat.number - 1 for seat in game.seats if seat.ruling is not None]
        lacking = [seat.number - 1 for seat in game.seats if seat.ruling is None]
        values: dict[str, object] = {"round": game.round, "table": game.table}
        reason = reason_of(state.tournament, game)
        if (lines or given) and lacking:
            yield Finding("ruling_incomplete", cell_of(game, "Ruling", lacking[0]), {"count": len(lacking)})
        if (lines or given) and not reason:
            yield Finding(
                "ruling_without_reason", At("Events_Reason", lines[0]) if lines else cell_of(game, "Ruling", given[0]), values
            )
        if game.is_ruled and reason:
            yield Finding("ruling", cell_of(game, "Ruling", given[0]), values | {"reason": reason})


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
    passive_characters,
    wrong_sheriff,
    number_of_games,
    table_stopped,
    game_incomplete,
    role_counts,
    sheriff_not_first,
    impossible_end,
    character_unknown_or_twice,
    results_out_of_order,
    closed_game_changed,
    ruling,
)
