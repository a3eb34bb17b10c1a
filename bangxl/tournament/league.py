"""A league: rounds are grouped by evenings, and whoever is there is drawn (``[league]`` of a regulation)."""

from bangxl.tournament.options import EVENING, games_in_text, option_value
from bangxl.tournament.state import State, derived


@derived
def evenings(state: State) -> tuple[int, ...]:
    """The evening of each round that is drawn, and of the next one; without a league none.

    It is the recorded one, else the same as before until that has had all its games. The option begins the next one sooner. The
    last may be one that the league no longer has: then it is over.
    """
    league, drawn = state.rulebook.league, list[int]()
    if league is None:
        return ()

    def following() -> int:
        last = drawn[-1] if drawn else 1
        return last + (drawn.count(last) >= league.games)

    for number in range(1, state.tournament.rounds_seated + 1):
        drawn.append(state.tournament.evenings.get(number) or following())
    return (*drawn, max(following(), games_in_text(option_value(state, EVENING))))


def league_rounds(state: State) -> int:
    """All rounds of a league: those drawn, and those that this evening and the later ones can still have."""
    league, (*drawn, now) = state.rulebook.league, evenings(state)
    if league is None or now > league.evenings:
        return len(drawn)
    return len(drawn) + (league.evenings - now + 1) * league.games - drawn.count(now)
