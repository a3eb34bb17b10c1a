"""Checks of the duels (Italy 2010, 1.2; Italy 2007), and of lots drawn by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from bangxl.tournament.finals import (
    BYE,
    LOSER,
    absent_from,
    duel_in,
    is_legal,
    match_winner,
    matches_of,
    mode,
    pairing,
    winner_by_score,
)  # fmt: skip
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.model import Duel
from bangxl.tournament.rulebook import Match
from bangxl.tournament.state import State


def pairs(state: State) -> Iterator[Finding]:
    """1.2: first against fourth, second against third, then the winners; 2007: the losers too; or eight, by the tables."""
    if state.tournament.finals is None:
        return
    matches = {match.code: match for match in matches_of(state)}
    for code in (match.code for match in state.rulebook.matches):
        duel, match = duel_in(state.tournament, code), matches.get(code)
        expected = pairing(state, match) if match else None
        waiting = expected is None and match is not None and _is_misread(state, match)
        if duel is not None and not waiting and expected != (duel.player_a, duel.player_b):
            at = At(f"Finals_{code}_Player_A")
            yield Finding("duel_pairing", at, {"match": code, "expected": " – ".join(expected or ("?",))})


def _is_misread(state: State, match: Match) -> bool:
    """Whether a score before it is wrong or half typed: that is found itself, and leaves this duel without a pair."""
    earlier = [side.removeprefix(LOSER) for side in (match.a, match.b) if isinstance(side, str)]
    duels = [duel for code in earlier if (duel := duel_in(state.tournament, code)) is not None]
    typed = [duel for duel in duels if duel.score_a is not None or duel.score_b is not None]
    return any(match_winner(state, duel.match) is None for duel in typed)


def scores(state: State) -> Iterator[Finding]:
    """The legal scores of the mode; W for exactly one; both players gone."""
    for duel in state.tournament.finals.duels if state.tournament.finals else ():
        yield from _score(state, duel)


def _score(state: State, duel: Duel) -> Iterator[Finding]:
    at = At(f"Finals_{duel.match}_Score_A")
    if BYE in (duel.player_a, duel.player_b):
        return
    if len(absent_from(state, duel)) > 1 and match_winner(state, duel.match) is None:
        yield Finding("duel_both_left", at, {"match": duel.match})
    scored, left = winner_by_score(state, duel), absent_from(state, duel)
    if left == (scored,):
        yield Finding("duel_winner_left", at, {"match": duel.match, "player": scored})
    typed = [score for score in (duel.score_a, duel.score_b) if score is not None]
    if len(typed) > 1 and not is_legal(state, duel):
        duel_mode = state.rulebook.duel_modes.get(mode(state))
        legal = ", ".join(f"{a}–{b}" for a, b in sorted(duel_mode.scores)) if duel_mode else "–"
        yield Finding("duel_score", at, {"a": duel.score_a, "b": duel.score_b, "legal": legal})
    elif len(typed) == 1 and match_winner(state, duel.match) is None:
        missing = "Score_B" if duel.score_b is None else "Score_A"
        yield Finding("duel_incomplete", At(f"Finals_{duel.match}_{missing}"), {"match": duel.match})


def lots(state: State) -> Iterator[Finding]:
    """Lots that were not drawn from a seed."""
    if state.tournament.lot_order:
        yield Finding("lots_by_hand", At("Players_Lot"))


CHECKS: Final[tuple[Callable[[State], Iterator[Finding]], ...]] = (pairs, scores, lots)
