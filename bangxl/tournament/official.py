"""Whether a result counts for whom it was played: the championship (Italy 2007), the publisher's record (Punteggio ufficiale)."""

from __future__ import annotations

from bangxl.tournament.model import EventType, Role, Tournament
from bangxl.tournament.options import ON, chosen, scoring_in
from bangxl.tournament.progress import blanks
from bangxl.tournament.roster import departures, entrants
from bangxl.tournament.rulebook import Rulebook

VARIANTS = ("auction", "cash_rewards", "experience")
"""Options with which the dollars are no longer those of the official table."""


def objections(tournament: Tournament, rulebook: Rulebook) -> tuple[str, ...]:
    """Why the result does not count, as codes; empty where it does. What is still to be played counts as missing."""
    found = []
    started = len(entrants(tournament))
    if started < rulebook.official.minimum_players:
        found.append("too_few_players")
    if rulebook.official.equal_sheriffs:
        found += _record(tournament, rulebook, started)
    return tuple(found)


def _record(tournament: Tournament, rulebook: Rulebook, started: int) -> list[str]:
    """At least as many games as players, everybody Sheriff equally often, always the same group (DV-7), the official table."""
    played = [game for game in tournament.games if not blanks(tournament, rulebook, game)]
    been = dict.fromkeys(entrants(tournament), 0)
    for game in played:
        for seat in game.seats:
            if seat.role is Role.SHERIFF:
                been[seat.player] = been.get(seat.player, 0) + 1
    tests = {
        "too_few_games": len(played) < max(started, 1),
        "unequal_sheriffs": len(set(been.values())) > 1,
        "group_changed": bool(departures(tournament, rulebook))
        or any(event.type is EventType.SIT_OUT for event in tournament.events)
        or any({seat.player for seat in game.seats} != set(been) for game in played),
        "other_scoring": scoring_in(tournament, rulebook).code != next(iter(rulebook.scorings)),
        "variant": any(chosen(tournament, rulebook, key) == ON for key in VARIANTS),
    }
    return [code for code, holds in tests.items() if holds]
