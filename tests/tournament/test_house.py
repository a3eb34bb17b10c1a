"""A sixth, invented regulation, written only as TOML (tests/data/house.toml): it plays whole tournaments like the five."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from bangxl.tournament.checks import findings_of
from bangxl.tournament.finals import bracket_of
from bangxl.tournament.model import EventType
from bangxl.tournament.progress import SeatDuels, SeatRound, next_step, round_count
from bangxl.tournament.roster import departures
from bangxl.tournament.standings import scores, whole_dollars
from bangxl.tournament.state import State
from tests.helpers.referee import QUIET
from tests.helpers.strategies import random_tournament
from tests.tournament.builders import chairs_of as chairs, entries, fixed, rotated, sitting, with_game
from tests.tournament.events import during, with_events
from tests.tournament.rules import HOUSE, ITALY


def test_tables_of_five_and_four() -> None:
    """12 to 40 players, three tables to eight: 13 are 5 4 4, games as many as began there."""
    step = next_step(State(entries(13, HOUSE.id), HOUSE))
    assert isinstance(step, SeatRound)
    assert step.sizes == (5, 4, 4)
    tournament = random_tournament(Random(1), HOUSE, 13, habits=QUIET)  # noqa: S311 -- a game
    assert [len(tournament.at_table(table)) for table in (1, 2, 3)] == [5, 4, 4]
    assert round_count(State(tournament, HOUSE)) == 5


def test_a_house_says_itself_how_its_chart_goes_on() -> None:
    """R10-2 is our decision about Italy 2010: there 51 players are worth a look, by a house's own extension they are not."""
    tournament = random_tournament(Random(51), ITALY, 51, 1, habits=QUIET)  # noqa: S311 -- a game
    house = replace(ITALY, id="house", text='base = "italy-2010"')
    found = [[finding.code for finding in findings_of(State(tournament, rulebook))] for rulebook in (ITALY, house)]
    assert ["beyond_chart" in codes for codes in found] == [True, False]


def test_scores_by_all_rules_at_once() -> None:
    """Less the 1000 of the start, by the games, × 1.1 at tables of 4 beside tables of 5, rounded half away from zero."""
    start = fixed(HOUSE, 5, 4, 4)
    tournament = with_game(start, *(sitting(n, t, chairs(start, t), sheriff=n, bid=50) for n in (1, 2) for t in (1, 2)))
    found = scores(State(tournament, HOUSE))
    # chair 1, table of 5: Sheriff 300 × 5 + 50, then the last card, the Renegade, dead; 100 of bids
    assert found["P001"] == whole_dollars(Fraction(1550 - 100, 2)) == 725
    # chair 1, table of 4: 300 × 4 + 50, then the Renegade, dead: 1150 / 2 × 1.1 = 632.5 → 633
    assert found["P006"] == 633


def test_a_third_warning_ejects() -> None:
    """8 Manners: three warnings, not two as in the base."""
    warnings = [during(EventType.WARNING, "P001", number, 1) for number in (1, 2, 3)]
    tournament = rotated(fixed(HOUSE, 5, 4, 4), 4)
    assert departures(State(with_events(tournament, *warnings[:2]), HOUSE)) == {}
    assert set(departures(State(with_events(tournament, *warnings), HOUSE))) == {"P001"}


@pytest.mark.parametrize(("players", "matches"), [(12, ["F"]), (15, ["F"]), (16, ["SF1", "SF2"]), (24, ["SF1", "SF2"])])
def test_the_bracket_by_tables(players: int, matches: list[str]) -> None:
    """9 High street: two finalists from three tables; from four tables on four, with a duel for the third place."""
    tournament = random_tournament(Random(2), HOUSE, players, 5, habits=QUIET)  # noqa: S311 -- a game
    step = next_step(State(tournament, HOUSE))
    assert isinstance(step, SeatDuels)
    assert [match for match, _a, _b in step.duels] == matches
    bracket = bracket_of(State(tournament, HOUSE))
    assert bracket is not None
    assert len(bracket.matches) == (1 if players < 16 else 4)
