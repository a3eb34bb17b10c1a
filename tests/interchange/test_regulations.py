"""What the other regulations add to ``bangxl/1``: fixed tables, options, marks on a seat, stages of a knock-out (design §6)."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

import pytest

from bangxl.tournament.model import Draw, Finals, Game, Outcome, Role, Seat, Status, Tournament
from bangxl.tournament.progress import CloseTournament, FillIn, SeatGames, next_step
from bangxl.tournament.state import State
from tests.helpers.referee import QUIET
from tests.helpers.strategies import random_tournament
from tests.interchange.test_json import Json, exported, imported, put, refused
from tests.tournament.builders import chairs_of, fixed, ids, rotated, sitting, with_game
from tests.tournament.events import leaving, with_events
from tests.tournament.rules import ALIVE, DEAD, GERMANY, ITALY_2007, RECORD, O, S

KO: Final = random_tournament(Random(4), GERMANY, 20, habits=QUIET)  # noqa: S311 -- a game


def first_seat(tournament: Tournament) -> dict[str, Json]:
    seat: dict[str, Json] = exported(tournament)["games"][0]["seats"][0]
    return seat


def test_without_start_tables_the_first_games_tell() -> None:
    """Everybody sits where he sat in the first game, in the order of the seat numbers, whoever was Sheriff."""
    tournament = rotated(fixed(RECORD, 5), 2)
    data = {key: value for key, value in exported(tournament).items() if key != "start_tables"}
    data["games"][0]["seats"].reverse()
    assert imported(data).start_tables == {1: ids(1, 5)}


def test_at_fixed_tables_an_absent_seat_is_the_chair() -> None:
    """Listed from the Sheriff on, without numbers: each has his chair, and one that is empty stays empty."""
    start = fixed(ITALY_2007, 6)
    tournament = with_events(rotated(start, 1), leaving("P003", 1, 1))
    tournament = with_game(tournament, sitting(2, 1, chairs_of(start, 1, "P003"), sheriff=4))
    data = exported(tournament)
    for game in data["games"]:
        for seat in game["seats"]:
            del seat["seat"]
    assert [seat["player"] for seat in data["games"][1]["seats"]] == ["P004", "P005", "P006", "P001", "P002"]
    assert imported(data) == tournament


@pytest.mark.parametrize(("rulebook", "role"), [("italy-2007", S), ("record", S), ("germany", None)])
def test_who_is_listed_first_in_an_open_game(rulebook: str, role: Role | None) -> None:
    """He is the Sheriff, where the regulation says who is (Germany does not, DE-2)."""
    listed: list[Json] = [{"player": player, "seat": int(player[1:])} for player in ("P002", "P003", "P001")]
    data: Json = {"format": "bangxl/1", "rulebook": rulebook, "start_tables": {"1": list(ids(1, 5))}}
    data |= {"games": [{"round": 1, "table": 1, "seats": listed}]}
    seats = imported(data).games[0].seats
    assert [(seat.number, seat.role) for seat in seats] == [(1, None), (2, role), (3, None)]


@pytest.mark.parametrize(
    ("rulebook", "options", "said"),
    [
        ("italy-2007", {"composition": "6,5"}, {"composition": [6, 5]}),
        ("record", {"scoring": "complete", "auction": "true", "cash_rewards": "false"}, None),
        ("record", {"experience": "true", "games": "10"}, {"experience": True, "games": 10}),
    ],
)
def test_options_in_their_own_types(rulebook: str, options: dict[str, str], said: dict[str, Json] | None) -> None:
    """Lists, true and false, numbers; inside they are texts, as in the cells of the workbook."""
    tournament = Tournament(rulebook, options=options)
    expected = said or {"scoring": "complete", "auction": True, "cash_rewards": False}
    assert exported(tournament)["options"] == expected
    assert imported(exported(tournament)).options == options


def test_options_of_another_regulation_are_left_out() -> None:
    data = {"format": "bangxl/1", "rulebook": "germany", "options": {"duel": "long", "auction": True, "composition": [6, 5]}}
    assert imported(data).options == {}


def test_marks_only_where_the_regulation_asks() -> None:
    """design §6: reconfirmed, lives, killed_sheriff, outlaws_killed, cards_kept, "where the rulebook has" them."""
    marks = {"reconfirmed", "lives", "killed_sheriff", "outlaws_killed", "cards_kept"}
    asked = {"italy-2007": {"reconfirmed"}, "germany": {"lives", "killed_sheriff"}, "record": marks - {"lives"}}
    for rulebook in (ITALY_2007, GERMANY, RECORD):
        tournament = rotated(fixed(rulebook, 5), 1, lives=0 if rulebook.lives else None)
        assert marks & first_seat(tournament).keys() == asked[rulebook.id]


@pytest.mark.parametrize(("lives", "said"), [(0, 0), (4, 4), (None, None)])
def test_lives_left_blank_stay_blank(lives: int | None, said: int | None) -> None:
    """Absent would mean 0: an empty cell of a finished sheet is written as null."""
    tournament = rotated(fixed(GERMANY, 5), 1, lives=lives, bid=None)
    assert first_seat(tournament)["lives"] == said
    assert imported(exported(tournament)) == tournament


def test_absent_lives_are_0_in_a_finished_game() -> None:
    data = exported(rotated(fixed(GERMANY, 5), 1))
    del data["games"][0]["seats"][0]["lives"]
    assert imported(data).games[0].seats[0].lives == 0


@pytest.mark.parametrize(
    ("options", "bankroll"), [({"auction": "true"}, [1000, 3900]), ({"experience": "true"}, [0, 3000]), ({}, None)]
)
def test_bankrolls_only_where_there_is_money(options: dict[str, str], bankroll: list[int] | None) -> None:
    """Record: with Ingaggio, 1000 − 100 + 3000; with Esperienza what was earned; else none. Germany has none."""
    assert first_seat(rotated(fixed(RECORD, 5, **options), 1)).get("bankroll") == bankroll
    seat = first_seat(rotated(fixed(GERMANY, 5), 1))
    assert (seat["payout"], "bankroll" in seat) == (2650, False)


def test_finals_before_all_games_imply_an_early_end() -> None:
    """Tables at game 2 and 3 of 5, and `finals`: closed after the last that was seated."""
    start = rotated(fixed(ITALY_2007, 5, 5), 2)
    data = exported(with_game(start, sitting(3, 2, chairs_of(start, 2), sheriff=3))) | {"finals": {}}
    assert imported(data).closed_after_round == 3
    assert imported(exported(rotated(fixed(ITALY_2007, 5, 5), 5)) | {"finals": {}}).closed_after_round is None


def test_a_duel_won_where_nobody_is_ranked_is_kept_to_be_found() -> None:
    """Duels of a tournament without games were left out without a word."""
    data = exported(rotated(fixed(ITALY_2007, 5, 5), 5)) | {"games": []}
    finals = imported(data | {"finals": {"duels": [{"match": "SF1", "winner": "P001", "score": [6, 4]}]}}).finals
    assert finals
    assert [(one.match, one.player_a) for one in finals.duels] == [("SF1", "P001")]


def test_an_evening_without_finals_is_closed_by_them() -> None:
    """Record has no second phase: `"finals": {}` says that the standings are public, and so is the end."""
    tournament = imported(exported(rotated(fixed(RECORD, 5), 5)) | {"finals": {}})
    assert tournament.finals is not None
    assert tournament.finals.closed
    assert next_step(State(imported(exported(rotated(fixed(RECORD, 5), 5))), RECORD)) == CloseTournament(publishes=True)


def test_a_half_typed_stage_comes_back() -> None:
    """The outcome stands and a status is missing; a duel is marked and the outcome is missing; three whose winner is open."""
    five = tuple(Seat(n, f"P00{n}", role, end) for n, (role, end) in enumerate(zip(
        (S, O, O, Role.RENEGADE, Role.DEPUTY), (ALIVE, DEAD, None, Status.FINAL_DUEL, DEAD), strict=True), 1))  # fmt: skip
    three = tuple(Seat(n, f"P01{n}") for n in (1, 2, 3))
    for outcome in (Outcome.LAW, None):
        games = (Game(1, 1, five, outcome), Game(1, 2, three))
        tournament = replace(KO, stages=games, draws=(Draw("Stage1", "dice"),), finals=Finals())
        again = imported(exported(tournament))
        assert again.stages == games
        assert isinstance(next_step(State(again, GERMANY)), FillIn)


def test_ko_stages_alone_mean_that_the_finals_have_begun() -> None:
    data = {key: value for key, value in exported(KO).items() if key != "finals"}
    finals = imported(data).finals
    assert finals is not None
    assert finals.closed


WON_BY_NOBODY: Final = {"stage": 1, "table": 1, "outcome": "winner", "seats": [{"player": "P001"}]}
SEATS: Final = ("ko_stages", 0, 0, "seats")
REFUSALS: Final = {
    "a table without a number": (put("start_tables", "x", value=["P001"]), "$.start_tables.x"),
    "a table of nobody": (put("start_tables", "1", value=[]), "$.start_tables.1"),
    "a table of seven": (put("start_tables", "1", value=[f"X{n}" for n in range(7)]), "$.start_tables.1"),
    "a player at two tables": (put("start_tables", "9", value=["P001"]), "$.start_tables"),
    "a table in words": (put("start_tables", "1", value="P001"), "$.start_tables[...]"),
    "a seat that the table has not": (put("games", 0, "seats", 0, "seat", value=7), "$.games[0].seats"),
    "lives in words": (put("games", 0, "seats", 0, "lives", value="two"), "$.games[0].seats[0].lives"),
    "lives below zero": (put("games", 0, "seats", 0, "lives", value=-1), "$.games[0].seats[0].lives"),
    "killed by half": (put("games", 0, "seats", 0, "killed_sheriff", value=0.5), "$.games[0].seats[0].killed_sheriff"),
    "a composition in words": (put("options", value={"composition": "6,5"}), "$.options.composition"),
    "an auction by 1": (put("options", value={"auction": 1}), "$.options.auction"),
    "a stage of nobody": (put(*SEATS, value=[]), "$.ko_stages[0][0].seats"),
    "a stage with eight": (put(*SEATS, value=[{"player": f"X{n}"} for n in range(8)]), "$.ko_stages[0][0].seats"),
    "twice in a stage": (put(*SEATS, 1, "player", value="P001"), "$.ko_stages[0][0].seats"),
    "a stage game twice": (put("ko_stages", 0, 1, "table", value=1), "$.ko_stages"),
    "a winner from elsewhere": (put("ko_stages", 0, 0, value=WON_BY_NOBODY | {"winner": "X"}), "$.ko_stages[0][0].winner"),
    "a winner without a name": (put("ko_stages", 0, 0, value=WON_BY_NOBODY), "$.ko_stages[0][0].winner"),
    "a stage of words": (put("ko_stages", 0, value="Stage1"), "$.ko_stages[0]"),
    "a way to duel": (put("finals", "mode", value="long"), "$.finals.mode"),
    "a duel": (put("finals", "duels", value=[{"match": "SF1", "winner": "P001"}]), "$.finals.duels[0].match"),
    "null for the stages": (put("ko_stages", value=None), "$.ko_stages"),
}  # fmt: skip


@pytest.mark.parametrize(("spoil", "path"), REFUSALS.values(), ids=REFUSALS)
def test_refused_with_its_path(spoil: Callable[[Json], Json], path: str) -> None:
    data = exported(KO)
    if path.endswith("].seats"):
        data["ko_stages"][0][0]["seats"][0]["player"] = "P001"
    assert refused(spoil(data)).path == path


KNOCK_OUT: Final = {"ko_stages": [[{"stage": 1, "table": 1, "seats": [{"player": "P1"}]}]]}


@pytest.mark.parametrize(
    ("rulebook", "data"),
    [
        *((rulebook, KNOCK_OUT) for rulebook in ("italy-2010", "italy-2007", "record")),
        ("record", {"players": [{"id": f"P{n}"} for n in range(8)]}),
    ],
)
def test_what_a_regulation_has_not(rulebook: str, data: dict[str, Json]) -> None:
    """A knock-out only where there is one; an evening is for seven at most."""
    assert refused({"format": "bangxl/1", "rulebook": rulebook, **data}).path == f"$.{next(iter(data))}"


def test_a_table_that_has_just_been_drawn_can_be_seated() -> None:
    """Only `start_tables`: the first games are the next step."""
    step = next_step(State(imported(exported(fixed(GERMANY, 6, 5, 5, 5))), GERMANY))
    assert isinstance(step, SeatGames)
    assert [(game.table, game.number) for game in step.games] == [(1, 1), (2, 1), (3, 1), (4, 1)]
