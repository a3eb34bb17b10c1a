"""The format ``bangxl/1``: what goes out comes in again, and what is no tournament is refused with its path."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import given, settings

from bangxl.interchange.dump import dumps, standings_json, tournament_json
from bangxl.interchange.load import MalformedError, loads
from bangxl.rulebooks.loader import RulebookError, load
from bangxl.tournament.checks import findings_of
from bangxl.tournament.model import Draw, Duel, Event, EventType, Moment, Player, Role, Status, Tournament
from bangxl.tournament.progress import next_step
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from tests.helpers.raised import raised
from tests.helpers.referee import Habits
from tests.helpers.strategies import any_tournaments
from tests.tournament.builders import entries, ids, seated, ten
from tests.tournament.events import LADDER, duelling, ladder, with_duels, with_events
from tests.tournament.faulty import seat
from tests.tournament.rules import ALIVE, ALL, HOUSE, ITALY

A, B, C, E = LADDER[:4]
Json = Any


def find(rulebook_id: str) -> Rulebook:
    return HOUSE if rulebook_id == HOUSE.id else load(rulebook_id)


def text_of(tournament: Tournament) -> str:
    return dumps(tournament_json(State(tournament, find(tournament.rulebook))))


def exported(tournament: Tournament) -> dict[str, Json]:
    data: dict[str, Json] = json.loads(text_of(tournament))
    return data


def imported(data: Json) -> Tournament:
    return loads((data if isinstance(data, str) else json.dumps(data)).encode(), find)


def refused(data: Json) -> MalformedError:
    caught = raised(MalformedError, imported, data)
    assert str(caught) == f"{caught.path}: {caught.sentence(str)}"
    return caught


@settings(max_examples=30)
@given(any_tournaments(ALL, habits=Habits(events=3, rulings=0.1)))
def test_export_import_export_is_the_identity(tournament: Tournament) -> None:
    """Finished, half played, closed early, with sit-outs: the same text, letter by letter; and the same standings.

    The same facts, but for what the format cannot say: which side of a duel typed a W, and a score of one number.
    """
    text, rulebook = text_of(tournament), find(tournament.rulebook)
    again = imported(text)
    assert text_of(again) == text
    assert dumps(standings_json(State(again, rulebook))) == dumps(standings_json(State(tournament, rulebook)))
    assert next_step(State(again, rulebook)) == next_step(State(tournament, rulebook))
    games = tuple(sorted(tournament.games, key=lambda game: (game.round, game.table)))
    assert replace(again, finals=None, events=()) == replace(tournament, finals=None, games=games, events=())
    assert set(again.events) == set(tournament.events)
    assert (again.finals is None) == (tournament.finals is None)
    if tournament.finals is not None and again.finals is not None:
        seats = [(duel.match, duel.player_a, duel.player_b) for duel in tournament.finals.duels]
        assert [(duel.match, duel.player_a, duel.player_b) for duel in again.finals.duels] == seats
        assert again.finals.closed == tournament.finals.closed


def half_typed() -> Tournament:
    game = seated(1, 1, ids(1, 5))
    s = list(game.seats)
    s[1] = replace(s[1], role=Role.RENEGADE, status=Status.FINAL_DUEL, bid=0)
    s[2] = replace(s[2], status=Status.ELIMINATED, character="Sid Ketchum")
    s[3] = replace(s[3], bid=300)
    return replace(entries(5), games=(replace(game, seats=tuple(s)),), options={"duel": "long", "draw": "lot"})


FINISHED: Final = ten(1)
COMES_BACK: Final = {
    "a half-typed sheet": half_typed(),
    "blanks of a finished one": seat(FINISHED, 1, 1, 3, bid=None, status=None),
    "a final duel beside an Outlaw": seat(
        seat(FINISHED, 1, 1, 3, status=Status.FINAL_DUEL, role=Role.OUTLAW), 1, 1, 4, status=ALIVE
    ),
    "a final duel before its role": seat(seat(FINISHED, 1, 1, 3, status=Status.FINAL_DUEL, role=None), 1, 1, 4, status=ALIVE),
    "finals without the option": with_duels(ladder(), Duel("SF1", A, E, 5, 1), Duel("SF2", B, C)),
    "draws and lots": replace(ten(3), draws=(Draw("1", "uno"), Draw("2", "dué ☘")), lot_order=("P004", "P001")),
}


@pytest.mark.parametrize("tournament", COMES_BACK.values(), ids=COMES_BACK)
def test_whatever_is_typed_comes_back(tournament: Tournament) -> None:
    """Blank stays blank and 0 stays 0; a final duel that the game cannot say stays, and what `findings_of` says of it."""
    assert imported(text_of(tournament)) == tournament


def test_what_would_mean_something_else_is_written() -> None:
    """An absent bid of a finished game would mean 0, so it is null; a duel beside an Outlaw has a key of its own."""
    assert "outcome" not in exported(COMES_BACK["a half-typed sheet"])["games"][0]
    assert exported(COMES_BACK["blanks of a finished one"])["games"][0]["seats"][3]["bid"] is None
    assert exported(COMES_BACK["a final duel beside an Outlaw"])["games"][0]["seats"][3]["final_duel"] is True


def test_who_leaves_loses_in_the_export() -> None:
    """1.3: no number is typed; the export says winner and walkover."""
    seats = with_duels(ladder(), Duel("SF1", A, E), Duel("SF2", B, C, 2, 5))
    tournament = with_events(seats, duelling(EventType.WITHDRAWAL, A, "SF1"))
    assert exported(tournament)["finals"]["duels"] == [
        {"match": "SF1", "winner": E, "walkover": True},
        {"match": "SF2", "winner": C, "score": [5, 2], "walkover": False},
    ]


@pytest.mark.parametrize(
    ("duel", "expected"),
    [
        ({"winner": A, "score": [5, 1]}, (A, E, 5, 1)),
        ({"winner": E, "score": [5, 1]}, (A, E, 1, 5)),
        ({"winner": E, "walkover": True}, (A, E, None, "W")),
        ({"winner": A}, (A, E, "W", None)),
        ({"winner": A, "score": [0, 0], "walkover": True}, (A, E, "W", None)),
        ({}, (A, E, None, None)),
    ],
)
def test_score_is_the_winners_first(duel: dict[str, object], expected: tuple[object, ...]) -> None:
    """The pair follows from the standings; the winner's number is the first, on whichever side he sits."""
    data = exported(ladder()) | {"finals": {"mode": "long", "duels": [{"match": "SF1", **duel}]}}
    finals = imported(data).finals
    assert finals is not None
    first = finals.duels[0]
    assert (first.player_a, first.player_b, first.score_a, first.score_b) == expected


def test_r10_1_finals_after_fewer_rounds_imply_an_early_end() -> None:
    data = exported(ten(2)) | {"finals": {"mode": "long", "duels": []}}
    assert imported(data).closed_after_round == 2
    assert imported(exported(ten(3)) | {"finals": {}}).closed_after_round is None


def test_absent_means_nothing() -> None:
    """Absent: numbers 0, booleans false (eligible, present true), lists empty, texts "". Unknown keys are ignored."""
    data = {
        "format": "bangxl/1", "rulebook": "italy-2010", "weather": {"sun": True},
        "players": [{"id": "P001", "shoes": 42}],
        "events": [{"type": "warning", "player": "P001", "moment": "before_duel"}],
        "games": [{"round": 1, "table": 1, "outcome": "law", "seats": [{"player": "P001", "role": "sheriff"}]}],
    }  # fmt: skip
    tournament = imported("\ufeff" + json.dumps(data))
    assert tournament.players == (Player("P001"),)
    assert (tournament.players[0].present, tournament.players[0].eligible, tournament.language) == (True, True, "it")
    assert tournament.events == (Event(EventType.WARNING, "P001", Moment.BEFORE_DUEL),)
    first = tournament.games[0].seats[0]
    assert (first.number, first.bid, first.status, first.character) == (1, 0, Status.ELIMINATED, "")


def test_options_stand_in_the_order_of_the_rulebook() -> None:
    """Typed in another order, or told by the finals: the text is the same."""
    data = exported(ladder()) | {"options": {"draw": "lot"}, "finals": {"mode": "short"}}
    text = text_of(imported(data))
    assert list(json.loads(text)["options"]) == ["duel", "draw"]
    assert text_of(imported(text)) == text


def test_a_final_seated_too_early_stays_seated() -> None:
    """A semifinal's score was taken back after the final had been seated: the mistake survives, and `findings_of` finds it."""
    tournament = with_duels(ladder(), Duel("SF1", A, E), Duel("SF2", B, C, 5, 0), Duel("F", A, B))
    again = imported(text_of(tournament))
    assert text_of(again) == text_of(tournament)
    assert "duel_pairing" in {found.code for found in findings_of(State(again, ITALY))}


def test_seats_may_stand_in_any_order() -> None:
    """``seat`` is the number printed on the record sheet; we keep seat 1 first."""
    data = exported(ten(1))
    data["games"][0]["seats"].reverse()
    assert imported(data) == imported(text_of(ten(1)))


def put(*path: str | int, value: Json) -> Callable[[Json], Json]:
    def change(data: Json) -> Json:
        there = data
        for key in path[:-1]:
            there = there[key]
        there[path[-1]] = value
        return data

    return change


def ruling(reason: str = "everybody has signed", **payouts: object) -> Callable[[Json], Json]:
    """100 $ for everybody at the first table but for these; None leaves somebody out."""
    amounts = {**dict.fromkeys(ids(1, 5), 100), **payouts}
    given = {player: amount for player, amount in amounts.items() if amount is not None}
    return put("games", 0, "ruling", value={"reason": reason, "payouts": given})


REFUSALS: Final = {
    "another format": (put("format", value="bangxl/2"), "$.format"),
    "no format": (lambda data: {key: value for key, value in data.items() if key != "format"}, "$"),
    "no rulebook": (lambda data: {key: value for key, value in data.items() if key != "rulebook"}, "$"),
    "a list": (lambda data: [data], "$"),
    "nothing": (lambda _: None, "$"),
    "a bid in words": (put("games", 0, "seats", 1, "bid", value="100"), "$.games[0].seats[1].bid"),
    "a bid with cents": (put("games", 0, "seats", 1, "bid", value=100.5), "$.games[0].seats[1].bid"),
    "a bid true": (put("games", 0, "seats", 1, "bid", value=True), "$.games[0].seats[1].bid"),
    "a bid beyond all": (put("games", 0, "seats", 1, "bid", value=10**30), "$.games[0].seats[1].bid"),
    "an unknown role": (put("games", 0, "seats", 1, "role", value="marshal"), "$.games[0].seats[1].role"),
    "an unknown outcome": (put("games", 0, "outcome", value="draw"), "$.games[0].outcome"),
    "alive in words": (put("games", 0, "seats", 1, "alive", value="yes"), "$.games[0].seats[1].alive"),
    "round 0": (put("games", 0, "round", value=0), "$.games[0].round"),
    "a game twice": (put("games", 1, "table", value=1), "$.games"),
    "a seat twice": (put("games", 0, "seats", 1, "seat", value=1), "$.games[0].seats"),
    "seats with a hole": (put("games", 0, "seats", 4, "seat", value=6), "$.games[0].seats"),
    "a game without seats": (put("games", 0, "seats", value=[]), "$.games[0].seats"),
    "eight at a table": (put("games", 0, "seats", value=[{"player": f"P{i}"} for i in range(8)]), "$.games[0].seats"),
    "null for the finals": (put("finals", value=None), "$.finals"),
    "null for an outcome": (put("games", 0, "outcome", value=None), "$.games[0].outcome"),
    "null for a role": (put("games", 0, "seats", 1, "role", value=None), "$.games[0].seats[1].role"),
    "a lot for nobody": (put("lot_order", value=["P777"]), "$.lot_order"),
    "a lot drawn twice": (put("lot_order", value=["P001", "P001"]), "$.lot_order"),
    "the Renegade alive after it": (put("games", 0, "renegade_final_duel", value=True), "$.games[0].renegade_final_duel"),
    "an id with a blank before it": (put("players", 0, "id", value=" P001"), "$.players[0].id"),
    "an id with a line feed": (put("players", 0, "id", value="P001\n"), "$.players[0].id"),
    "an empty id": (put("players", 0, "id", value=""), "$.players[0].id"),
    "an endless name": (put("players", 0, "name", value="x" * 1001), "$.players[0].name"),
    "an endless option": (put("options", value={"keep_apart": "P001+" * 300}), "$.options.keep_apart"),
    "a name that is none": (put("players", 0, "name", value=None), "$.players[0].name"),
    "too many players": (put("players", value=[{"id": f"P{i}"} for i in range(127)]), "$.players"),
    "an unknown event": (put("events", value=[{"type": "cake", "player": "P001", "moment": "during_game"}]), "$.events[0].type"),
    "an unknown moment": (put("events", value=[{"type": "warning", "player": "P001", "moment": "lunch"}]), "$.events[0].moment"),
    "an unknown match": (put("finals", value={"duels": [{"match": "QF1", "winner": "P001"}]}), "$.finals.duels[0].match"),
    "a draw for an unknown match": (
        put("finals", value={"draws": [{"match": "SF", "rng_seed": "dice"}]}), "$.finals.draws[0].match",
    ),
    "the loser first": (
        put("finals", value={"duels": [{"match": "SF1", "winner": "P001", "score": [1, 5]}]}), "$.finals.duels[0].score",
    ),
    "a score of three": (
        put("finals", value={"duels": [{"match": "SF1", "winner": "P001", "score": [1, 5, 2]}]}), "$.finals.duels[0].score",
    ),
    "a ruling without a seat": (ruling(P005=None), "$.games[0].ruling.payouts"),
    "a ruling for somebody else": (ruling(P006=100), "$.games[0].ruling.payouts"),
    "a ruling of nobody": (ruling(P999=100), "$.games[0].ruling.payouts"),
    "a ruling with cents": (ruling(P005=100.5), "$.games[0].ruling.payouts[...]"),
    "a ruling in words": (ruling(P005="100"), "$.games[0].ruling.payouts[...]"),
    "a ruling with a number for a reason": (put("games", 0, "ruling", value={"reason": 1}), "$.games[0].ruling.reason"),
    "a ruling of null": (put("games", 0, "ruling", value=None), "$.games[0].ruling"),
    "a ruling without amounts": (put("games", 0, "ruling", value={"reason": "signed"}), "$.games[0].ruling"),
    "a ruling among the events": (
        put("events", value=[{"type": "ruling", "player": "", "moment": "during_game"}]), "$.events[0].type",
    ),
    "an option in numbers": (put("options", value={"duel": 7}), "$.options.duel"),
    "referees in one text": (put("event", "referees", value="Lia"), "$.event.referees"),
    "a seed in numbers": (put("draws", value=[{"round": 1, "rng_seed": 5}]), "$.draws[0].rng_seed"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "path"), REFUSALS.values(), ids=REFUSALS)
def test_refused_with_its_path(change: Callable[[Json], Json], path: str) -> None:
    data = exported(ten(1))
    data["games"][0]["seats"][4]["alive"] = True
    assert refused(change(data)).path == path


def test_g10_a_game_of_the_knock_out_has_no_ruling() -> None:
    data = exported(entries(20, "germany"))
    stage = {"stage": 1, "table": 1, "seats": [{"player": "P001"}], "ruling": {"reason": "signed", "payouts": {"P001": 0}}}
    assert refused({**data, "ko_stages": [[stage]]}).path == "$.ko_stages[0][0].ruling"


def test_g10_a_ruling_comes_back_with_its_game() -> None:
    """Reason and amounts stand with the game, in the order of the seats; the events do not repeat them."""
    data = exported(ten(1))
    again = exported(imported(ruling(P003=-250)(data)))
    assert again["games"][0]["ruling"] == {
        "reason": "everybody has signed",
        "payouts": {**dict.fromkeys(ids(1, 5), 100), "P003": -250},
    }
    assert [one["payout"] for one in again["games"][0]["seats"]] == [100, 100, -250, 100, 100]
    assert (again["events"], "ruling" in again["games"][1]) == ([], False)


@pytest.mark.parametrize(
    "text", [b"", b"{", b"PK\x03\x04", b"\xff\xfe{\x00}\x00", b"[" * 100_000, b'{"format": "bangxl/1"', b"NaN", b'"\\ud800"']
)
def test_no_json_at_all(text: bytes) -> None:
    assert raised(MalformedError, loads, text, find).sentence(str)


@pytest.mark.parametrize("rulebook", ["", "italy-1899", "..", "x" * 300, "\0"])
def test_an_unknown_rulebook_is_the_rulebooks_business(rulebook: str) -> None:
    with pytest.raises(RulebookError):
        imported({"format": "bangxl/1", "rulebook": rulebook})
