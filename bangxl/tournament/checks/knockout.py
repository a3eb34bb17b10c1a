"""Checks of the knock-out: who plays in a stage, at which tables, and who has won (Germany, K.O.-Runde)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from bangxl.tournament import knockout
from bangxl.tournament.checks.sheets import at_stage, plus
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.model import Game, Tournament, stage_code
from bangxl.tournament.progress import stage_blanks
from bangxl.tournament.roster import departures
from bangxl.tournament.state import State


def players(state: State) -> Iterator[Finding]:
    """Who is through plays in the next stage, at one table, and nobody else; who leaves after its draw stays on his seat."""
    for stage in _stages(state.tournament):
        games = state.tournament.stage(stage)
        through = knockout.survivors(state, stage - 1)
        seatable = {*through, *_left_before(state, stage)}
        count = Counter(seat.player for game in games for seat in game.seats)
        for game in games:
            for seat in game.seats:
                if seat.player not in seatable or count[seat.player] > 1:
                    cell = at_stage(game, "Player", seat.number - 1)
                    yield Finding("stage_players", cell, {"player": seat.player, "stage": stage})
        for player in through:
            if player not in count:
                cell = at_stage(games[0], "Player")
                yield Finding("stage_player_missing", cell, {"player": player, "stage": stage})


def sizes(state: State) -> Iterator[Finding]:
    """DE-5: as few tables as possible, of equal sizes."""
    for stage in _stages(state.tournament):
        games = state.tournament.stage(stage)
        now = tuple(game.size for game in games)
        legal = knockout.table_sizes(state.rulebook.knockout, sum(now)) if state.rulebook.knockout else ()
        if sorted(now) != sorted(legal):
            values = {"stage": stage, "players": sum(now), "sizes": plus(now), "legal": plus(legal)}
            yield Finding("stage_sizes", at_stage(games[0], "Player"), values)


def results(state: State) -> Iterator[Finding]:
    """The winner of two or three sits at the table; a sheet with roles is whole, or not begun."""
    for game in state.tournament.stages:
        if game.winner and game.winner not in {seat.player for seat in game.seats}:
            yield Finding("stage_winner", at_stage(game, "Winner"), {"player": game.winner})
        missing = stage_blanks(game)
        if missing and game.size > knockout.WITHOUT_ROLES and _is_begun(game):
            yield Finding("stage_incomplete", missing[0], {"count": len(missing)})


def draws(state: State) -> Iterator[Finding]:
    """A stage that its seed does not give again."""
    for stage in _stages(state.tournament):
        games, seed = state.tournament.stage(stage), state.tournament.seed(stage_code(stage))
        seated = [seat.player for game in games for seat in game.seats]
        now = tuple(tuple(seat.player for seat in game.seats) for game in games)
        again = knockout.seat_stage(sorted(set(seated)), [game.size for game in games], seed, stage) if seed else now
        if now != again:
            cell = At(f"Finals_{stage_code(stage)}_Draw_Seed")
            yield Finding("stage_not_reproduced", cell, {"seed": seed, "stage": stage})


def _left_before(state: State, stage: int) -> set[str]:
    """Who was through to a stage and has left before it: before its draw or after it."""
    reached = {player for game in state.tournament.stage(stage - 1) for player in knockout.winners(game)}
    if stage == 1:
        reached = set(knockout.qualifiers(state))
    gone = departures(state)
    return {player for player in reached if player in gone and gone[player].event.match == stage_code(stage)}


def _stages(tournament: Tournament) -> list[int]:
    return sorted({game.round for game in tournament.stages})


def _is_begun(game: Game) -> bool:
    typed = (value for seat in game.seats for value in (seat.role, seat.status, seat.character or None))
    return game.outcome is not None or any(value is not None for value in typed)


CHECKS: Final[tuple[Callable[[State], Iterator[Finding]], ...]] = (players, sizes, results, draws)
