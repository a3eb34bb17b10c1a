"""Whether a result counts for whom it was played: the championship (Italy 2007), the publisher's record (Punteggio ufficiale)."""

from __future__ import annotations

from bangxl.tournament.model import EventType, Role
from bangxl.tournament.options import ON, option_value, scoring_in
from bangxl.tournament.progress import blanks
from bangxl.tournament.roster import departures, entrants
from bangxl.tournament.state import State, derived

VARIANTS = ("auction", "cash_rewards", "experience")
"""Options with which the dollars are no longer those of the official table."""


@derived
def objections(state: State) -> tuple[str, ...]:
    """Why the result does not count, as codes; empty where it does. What is still to be played counts as missing."""
    found = []
    started = len(entrants(state))
    if started < state.rulebook.official.minimum_players:
        found.append("too_few_players")
    if state.rulebook.official.equal_sheriffs:
        found += _record(state, started)
    return tuple(found)


def _record(state: State, started: int) -> list[str]:
    """At least as many games as players, everybody Sheriff equally often, always the same group (DV-7), the official table."""
    played = [game for game in state.tournament.games if not blanks(state, game)]
    been = dict.fromkeys(entrants(state), 0)
    for game in played:
        for seat in game.seats:
            if seat.role is Role.SHERIFF:
                been[seat.player] = been.get(seat.player, 0) + 1
    tests = {
        "too_few_games": len(played) < max(started, 1),
        "unequal_sheriffs": len(set(been.values())) > 1,
        "group_changed": bool(departures(state))
        or any(event.type is EventType.SIT_OUT for event in state.tournament.events)
        or any({seat.player for seat in game.seats} != set(been) for game in played),
        "other_scoring": scoring_in(state).code != next(iter(state.rulebook.scorings)),
        "variant": any(option_value(state, key) == ON for key in VARIANTS),
    }
    return [code for code, holds in tests.items() if holds]
