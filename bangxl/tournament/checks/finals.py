"""Checks of the finals: duels (Italy 2010, 1.2; Italy 2007), knock-out (Germany, K.O.-Runde), lots, official validity."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from bangxl.tournament import finals, knockout
from bangxl.tournament.compositions import sizes_text
from bangxl.tournament.findings import At, Finding, stage_cell
from bangxl.tournament.journal import recorded_results
from bangxl.tournament.model import Game, Tournament, stage_code
from bangxl.tournament.progress import CloseTournament, next_step, objections, stage_blanks
from bangxl.tournament.roster import departures
from bangxl.tournament.rulebook import Match
from bangxl.tournament.state import State

_SAID_AT_ONCE: Final = "too_few_players"
"""What no later game can mend; everything else is said when no game is still to come, not from the first minute on."""


def duel_pairing(state: State) -> Iterator[Finding]:
    """1.2: first against fourth, second against third, then the winners; 2007: the losers too; or eight, by the tables."""
    if state.tournament.finals is None:
        return
    matches = {match.code: match for match in finals.matches_of(state)}
    for code in (match.code for match in state.rulebook.matches):
        duel, match = finals.duel_in(state.tournament, code), matches.get(code)
        expected = finals.pairing(state, match) if match else None
        waiting = expected is None and match is not None and _is_misread(state, match)
        if duel is not None and not waiting and expected != (duel.player_a, duel.player_b):
            at = At(f"Finals_{code}_Player_A")
            yield Finding("duel_pairing", at, {"match": code, "expected": " – ".join(expected or ("?",))})


def _is_misread(state: State, match: Match) -> bool:
    """Whether a score before it is wrong or half typed: that is found itself, and leaves this duel without a pair."""
    earlier = [side.removeprefix(finals.LOSER) for side in (match.a, match.b) if isinstance(side, str)]
    duels = [duel for code in earlier if (duel := finals.duel_in(state.tournament, code)) is not None]
    typed = [duel for duel in duels if duel.score_a is not None or duel.score_b is not None]
    return any(finals.match_winner(state, duel.match) is None for duel in typed)


def duel_score(state: State) -> Iterator[Finding]:
    """The legal scores of the mode; W for exactly one; both players gone."""
    for duel in state.tournament.finals.duels if state.tournament.finals else ():
        if finals.BYE in (duel.player_a, duel.player_b):
            continue
        at, winner = At(f"Finals_{duel.match}_Score_A"), finals.match_winner(state, duel.match)
        left, scored = finals.absent_from(state, duel), finals.winner_by_score(state, duel)
        if len(left) > 1 and winner is None:
            yield Finding("duel_both_left", at, {"match": duel.match})
        if left == (scored,):
            yield Finding("duel_winner_left", at, {"match": duel.match, "player": scored})
        typed = [score for score in (duel.score_a, duel.score_b) if score is not None]
        if len(typed) > 1 and not finals.is_legal(state, duel):
            duel_mode = state.rulebook.duel_modes.get(finals.duel_mode(state))
            legal = ", ".join(f"{a}–{b}" for a, b in sorted(duel_mode.scores)) if duel_mode else "–"
            yield Finding("duel_score", at, {"a": duel.score_a, "b": duel.score_b, "legal": legal})
        elif len(typed) == 1 and winner is None:
            missing = "Score_B" if duel.score_b is None else "Score_A"
            yield Finding("duel_incomplete", At(f"Finals_{duel.match}_{missing}"), {"match": duel.match})


def closed_result_changed(state: State) -> Iterator[Finding]:
    """A duel or a table of the knock-out that is not as it was logged when the next ones were drawn, or at the end.

    No `reopen` is for these: only `undo` takes back what closed them.
    """
    results = finals.results_of(state.tournament)
    for code, (logged, row) in recorded_results(state.journal).items():
        result = results.get(code)
        if result and finals.result_digest(state, result) != logged:
            at = At(f"Finals_{code}_Score_A")
            if isinstance(result, Game):
                at = stage_cell(result, "Winner" if result.size <= knockout.WITHOUT_ROLES else "Outcome")
            yield Finding("result_changed", at, {"match": code, "row": row + 1})


def lots_by_hand(state: State) -> Iterator[Finding]:
    """Lots that were not drawn from a seed."""
    if state.tournament.lot_order:
        yield Finding("lots_by_hand", At("Players_Lot"))


def stage_players(state: State) -> Iterator[Finding]:
    """Players who are through sit in the next stage, each at one table; a player who leaves after its draw keeps their seat."""
    gone = departures(state)
    for stage, games in _stages(state.tournament).items():
        through = knockout.survivors(state, stage - 1)
        reached = {player for game in state.tournament.stage(stage - 1) for player in knockout.winners(game)}
        if stage == 1:
            reached = set(knockout.knockout_players(state))
        left = {player for player in reached if player in gone and gone[player].event.match == stage_code(stage)}
        count = Counter(seat.player for game in games for seat in game.seats)
        for game in games:
            for seat in game.seats:
                if seat.player not in {*through, *left} or count[seat.player] > 1:
                    cell = stage_cell(game, "Player", seat.number - 1)
                    yield Finding("stage_players", cell, {"player": seat.player, "stage": stage})
        for player in through:
            if player not in count:
                cell = stage_cell(games[0], "Player")
                yield Finding("stage_player_missing", cell, {"player": player, "stage": stage})


def _stages(tournament: Tournament) -> dict[int, tuple[Game, ...]]:
    return {stage: tournament.stage(stage) for stage in sorted({game.round for game in tournament.stages})}


def stage_sizes(state: State) -> Iterator[Finding]:
    """DE-5: as few tables as possible, of equal sizes."""
    for stage, games in _stages(state.tournament).items():
        now = tuple(game.size for game in games)
        legal = knockout.stage_sizes(state.rulebook.knockout, sum(now)) if state.rulebook.knockout else ()
        if sorted(now) != sorted(legal):
            values = {"stage": stage, "players": sum(now), "sizes": sizes_text(now), "legal": sizes_text(legal)}
            yield Finding("stage_sizes", stage_cell(games[0], "Player"), values)


def stage_results(state: State) -> Iterator[Finding]:
    """The winner of two or three sits at the table; a sheet with roles is whole, or not begun."""
    for game in state.tournament.stages:
        if game.winner and game.winner not in {seat.player for seat in game.seats}:
            yield Finding("stage_winner", stage_cell(game, "Winner"), {"player": game.winner})
        missing = stage_blanks(game)
        typed = any(seat.role is not None or seat.status is not None or seat.character for seat in game.seats)
        if missing and game.size > knockout.WITHOUT_ROLES and (typed or game.outcome is not None):
            yield Finding("stage_incomplete", missing[0], {"count": len(missing), "cells": missing})


def stage_not_reproduced(state: State) -> Iterator[Finding]:
    """A stage that its seed does not give again, at tables as DE-5 has them."""
    for stage, games in _stages(state.tournament).items():
        seed = state.tournament.seed(stage_code(stage))
        now = tuple(tuple(seat.player for seat in game.seats) for game in games)
        players = sorted({player for table in now for player in table})
        rules = state.rulebook.knockout
        sizes = knockout.stage_sizes(rules, len(players)) if rules else ()
        if seed and now != knockout.stage_tables(players, sizes, seed, stage):
            yield Finding("stage_not_reproduced", At(f"Finals_{stage_code(stage)}_Draw_Seed"), {"stage": stage})


def not_official(state: State) -> Iterator[Finding]:
    """Why the result does not count: too few players as soon as they are drawn, the rest when every game has been played.

    That is when the standings are public, the phase was closed, or only the end is left to say.
    """
    tournament = state.tournament
    over = tournament.finals is not None or tournament.closed_after_round is not None
    over = over or (bool(tournament.start_tables) and isinstance(next_step(state), CloseTournament))
    for reason in objections(state) if tournament.games else ():
        if reason == _SAID_AT_ONCE or over:
            yield Finding("not_official", At("Event_Name"), {"reason": reason})


CHECKS: Final[tuple[Callable[[State], Iterator[Finding]], ...]] = (
    duel_pairing, duel_score, closed_result_changed, lots_by_hand, stage_players, stage_sizes, stage_results,
    stage_not_reproduced, not_official,
)  # fmt: skip
