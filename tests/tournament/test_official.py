"""Whether a result counts: the championship of 2007 from ten players on; daVinci's records (Punteggio ufficiale da torneo)."""

from dataclasses import replace

import pytest

from bangxl.interchange.dump import standings_json
from bangxl.tournament.model import Event, EventType, Moment, Tournament
from bangxl.tournament.progress import objections
from bangxl.tournament.state import State
from tests.tournament.builders import chairs_of, entries, fixed, rotated, sitting, ten, with_game
from tests.tournament.events import leaving, with_events
from tests.tournament.rules import ALL, GERMANY, HOUSE, INTERNATIONAL, ITALY_2007, RECORD


def why(tournament: Tournament) -> tuple[str, ...]:
    return objections(State(tournament, RECORD))


@pytest.mark.parametrize(("sizes", "expected"), [((5, 5), ()), ((6,), ("too_few_players",)), ((6, 5), ())])
def test_2007_fewer_than_ten_do_not_count(sizes: tuple[int, ...], expected: tuple[str, ...]) -> None:
    """ "meno di 10 partecipanti non saranno ritenuti validi"; they may play all the same."""
    assert objections(State(rotated(fixed(ITALY_2007, *sizes), 1), ITALY_2007)) == expected


def test_2007_who_leaves_has_taken_part() -> None:
    """Ten at the start, nine at the end: ten participants."""
    assert objections(State(with_events(rotated(fixed(ITALY_2007, 5, 5), 1), leaving("P001", 1, 1)), ITALY_2007)) == ()


@pytest.mark.parametrize("size", [4, 5, 6, 7])
@pytest.mark.parametrize("times", [1, 2])
def test_record_as_it_must_be(size: int, times: int) -> None:
    """As many games as players, or twice as many; everybody Sheriff equally often."""
    assert why(rotated(fixed(RECORD, size, games=str(size * times)), size * times)) == ()


@pytest.mark.parametrize(
    ("games", "expected"),
    [(0, ("too_few_games",)), (4, ("too_few_games", "unequal_sheriffs")), (6, ("unequal_sheriffs",)), (9, ("unequal_sheriffs",))],
)
def test_record_too_few_games_or_unequal_sheriffs(games: int, expected: tuple[str, ...]) -> None:
    """ "un numero di partite almeno pari al numero di giocatori, e … lo stesso numero di volte degli altri"."""
    assert why(rotated(fixed(RECORD, 5), games)) == expected


def test_record_an_open_game_does_not_count() -> None:
    four = rotated(fixed(RECORD, 5), 4)
    assert why(with_game(four, sitting(5, 1, chairs_of(four, 1), None, sheriff=5))) == ("too_few_games", "unequal_sheriffs")


def test_record_one_player_twice_sheriff_in_a_row() -> None:
    """Five games, but the first was Sheriff twice and the fifth never."""
    four = rotated(fixed(RECORD, 5), 4)
    assert why(with_game(four, sitting(5, 1, chairs_of(four, 1), sheriff=1))) == ("unequal_sheriffs",)


@pytest.mark.parametrize(
    "event",
    [
        leaving("P001", 1, 5),
        Event(EventType.WITHDRAWAL, "P001", Moment.BEFORE_RANKING),
        Event(EventType.SIT_OUT, "P001", Moment.BETWEEN_ROUNDS, after_round=9),
    ],
)
def test_dv_7_the_group_stays_together(event: Event) -> None:
    """DV-7: a group that has changed has no record, also if the games look right."""
    assert why(with_events(rotated(fixed(RECORD, 5), 5), event)) == ("group_changed",)


def test_dv_7_a_game_of_four_among_those_of_five() -> None:
    five = rotated(fixed(RECORD, 5), 5)
    smaller = sitting(3, 1, chairs_of(five, 1, "P005"), sheriff=3)
    assert why(replace(five, games=tuple(smaller if game.round == 3 else game for game in five.games))) == ("group_changed",)


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("scoring", "official", ()), ("scoring", "simplified", ("other_scoring",)), ("scoring", "complete", ("other_scoring",)),
        ("auction", "true", ("variant",)), ("auction", "false", ()), ("cash_rewards", "true", ("variant",)),
        ("experience", "true", ("variant",)), ("games", "5", ()),
    ],
)  # fmt: skip
def test_record_only_the_official_table(option: str, value: str, expected: tuple[str, ...]) -> None:
    """ "il sistema che dovete adottare": another scoring or a variant that changes dollars is none."""
    assert why(rotated(fixed(RECORD, 5, **{option: value}), 5)) == expected


def test_the_others_always_count() -> None:
    for rulebook in ALL:
        if rulebook not in (ITALY_2007, RECORD, INTERNATIONAL, HOUSE):
            assert objections(State(replace(ten(3), rulebook=rulebook.id), rulebook)) == ()
    assert objections(State(rotated(fixed(GERMANY, 5, 5, 5, 5), 1), GERMANY)) == ()


def test_a_house_minimum() -> None:
    """The Saloon Cup counts from 16 players on."""
    assert objections(State(entries(15, HOUSE.id), HOUSE)) == ("too_few_players",)
    assert objections(State(entries(16, HOUSE.id), HOUSE)) == ()


def test_the_standings_say_so() -> None:
    official = standings_json(State(rotated(fixed(RECORD, 5), 4), RECORD))["official"]
    assert official == {"valid": False, "why": ["too_few_games", "unequal_sheriffs"]}
