"""Whether the result counts: for the championship (Italy 2007), for the publisher's record (Punteggio ufficiale)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from bangxl.tournament.findings import At, Finding
from bangxl.tournament.official import objections
from bangxl.tournament.progress import CloseTournament, next_step
from bangxl.tournament.state import State

AT_ONCE: Final = "too_few_players"
"""What no later game can mend; everything else is said when no game is still to come, not from the first minute on."""


def official(state: State) -> Iterator[Finding]:
    """Why the result does not count: too few players as soon as they are drawn, the rest at the end."""
    for reason in objections(state) if state.tournament.games else ():
        if reason == AT_ONCE or _is_over(state):
            yield Finding("not_official", At("Event_Name"), {"reason": reason})


def _is_over(state: State) -> bool:
    """Whether every game has been played: the standings are public, the phase was closed, or only the end is left to say."""
    if state.tournament.finals is not None or state.tournament.closed_after_round is not None:
        return True
    return bool(state.tournament.start_tables) and isinstance(next_step(state), CloseTournament)


CHECKS: Final[tuple[Callable[[State], Iterator[Finding]], ...]] = (official,)
