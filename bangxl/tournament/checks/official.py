"""Whether the result counts: for the championship (Italy 2007), for the publisher's record (Punteggio ufficiale)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from bangxl.tournament.findings import At, Finding
from bangxl.tournament.journal import Journal
from bangxl.tournament.model import Tournament
from bangxl.tournament.official import objections
from bangxl.tournament.progress import CloseTournament, next_step
from bangxl.tournament.rulebook import Rulebook

AT_ONCE: Final = "too_few_players"
"""What no later game can mend; everything else is said when no game is still to come, not from the first minute on."""


def official(tournament: Tournament, rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """Why the result does not count: too few players as soon as they are drawn, the rest at the end."""
    for reason in objections(tournament, rulebook) if tournament.games else ():
        if reason == AT_ONCE or _is_over(tournament, rulebook):
            yield Finding("not_official", At("Event_Name"), {"reason": reason})


def _is_over(tournament: Tournament, rulebook: Rulebook) -> bool:
    """Whether every game has been played: the standings are public, the phase was closed, or only the end is left to say."""
    if tournament.finals is not None or tournament.closed_after_round is not None:
        return True
    return bool(tournament.start_tables) and isinstance(next_step(tournament, rulebook), CloseTournament)


CHECKS: Final[tuple[Callable[[Tournament, Rulebook, Journal], Iterator[Finding]], ...]] = (official,)
