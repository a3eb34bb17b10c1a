"""Who may play in the tournament that he referees: Italy 2010 and 2011, 3, forbid it; the other texts do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bangxl.tournament.checks import check
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from tests.tournament.builders import ALL, ITALY, ITALY_2007, ITALY_2011, entries


@pytest.mark.parametrize("rulebook", ALL, ids=lambda rulebook: rulebook.id)
def test_3_the_referee_does_not_play(rulebook: Rulebook) -> None:
    """ "L'arbitro non può prendere parte come giocatore al torneo che sta arbitrando": of the house's base as well."""
    tournament = entries(rulebook.minimum_players, rulebook.id)
    first = tournament.players[0].name
    refereed = replace(tournament, event=replace(tournament.event, referees=(first.upper(),)))
    found = [finding.values for finding in check(State(refereed, rulebook)) if finding.code == "referee_plays"]
    forbids = rulebook in (ITALY, ITALY_2011) or rulebook.id == "saloon-cup"
    assert found == ([{"name": first}] if forbids else [])


def test_modalita_operative_at_least_one_referee() -> None:
    """2007: "almeno 1 per torneo"; nothing says that he may not play."""
    assert ITALY_2007.referee is not None
    assert ITALY_2007.referee.plays
