"""konajka: several games at one seating before the next draw (I. and II. kolo); its last table decides places (Finále, G14)."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from bangxl.commands.demo import simulate_tournament
from bangxl.commands.new import create_workbook
from bangxl.commands.report import subject_and_text
from bangxl.commands.statement import statement
from bangxl.interchange.dump import dumps, tournament_json
from bangxl.interchange.load import MalformedError, loads
from bangxl.rulebooks.loader import RulebookError, parse_rulebook as rulebook_of
from bangxl.tournament.advance import seat_round
from bangxl.tournament.checks import findings_of
from bangxl.tournament.compositions import seating_began
from bangxl.tournament.drawing import audit_rounds, past_tables
from bangxl.tournament.finals import final_ranking
from bangxl.tournament.findings import Severity
from bangxl.tournament.knockout import paid_at_last_table, points_at_last_table, seats_at_stages
from bangxl.tournament.model import Event, EventType, Moment, Outcome, Seed, Tournament
from bangxl.tournament.progress import SeatRound, SeatStage, next_step
from bangxl.tournament.simulation import Dice, play_round
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from tests.hosts.libreoffice.office import Office
from tests.tournament.builders import entries
from tests.tournament.rules import ITALY, KONAJKA, fates

GAMES: Final = ((1, 2, 3), (4, 5))


def groups(tournament: Tournament, number: int) -> set[frozenset[str]]:
    return {frozenset(seat.player for seat in game.seats) for game in tournament.round(number)}


def drawn(state: State, seed: str) -> State:
    """The next round seated."""
    step = next_step(state)
    assert isinstance(step, SeatRound)
    return state.with_tournament(seat_round(state, step, Seed(seed)))


def played(rounds: int, players: int, seed: str, option: str = "lot") -> State:
    state = State(entries(players, KONAJKA.id, draw=option), KONAJKA)
    for number in range(1, rounds + 1):
        state = drawn(state, f"{seed} {number}")
        state = state.with_tournament(play_round(state, Dice(f"{seed} {number}")))
    return state


def test_which_draw_a_round_belongs_to() -> None:
    assert [seating_began(KONAJKA, 12, number) for number in range(1, 7)] == [1, 1, 1, 4, 4, 6]
    assert [seating_began(ITALY, 12, number) for number in range(1, 7)] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("option", ["lot", "mixed"])
@pytest.mark.parametrize("players", [8, 9, 13, 20, 27])
def test_everybody_stays_at_his_table(players: int, option: str) -> None:
    """Until the next draw; at each table somebody else is Sheriff, whom the recorded seed gives again."""
    state = played(5, players, f"stay {players}", option)
    tournament = state.tournament
    for numbers in GAMES:
        assert len({frozenset(groups(tournament, number)) for number in numbers}) == 1
        sheriffs = Counter(game.seats[0].player for number in numbers for game in tournament.round(number))
        assert max(sheriffs.values()) == 1
    assert groups(tournament, 3) != groups(tournament, 4)
    assert isinstance(next_step(state), SeatStage)
    assert {finding.code for finding in findings_of(state) if finding.severity is not Severity.NOTE} <= {"presence_missing"}


def test_the_sheriff_changes_by_lot() -> None:
    """Not always to the same side: over many seeds every other seat of the first game comes up."""
    seats = set()
    for seed in range(40):
        first, second = past_tables(played(2, 8, f"lot {seed}").tournament, 3)
        table = next(table for table in second if set(table) == set(first[0]))
        seats.add(first[0].index(table[0]))
    assert seats == {1, 2, 3}


def test_who_leaves_ends_the_seating() -> None:
    """12 of 13 are left after the first game: all are drawn anew, to tables that the regulation has, and stay at those."""
    state = played(1, 13, "left")
    gone = Event(EventType.WITHDRAWAL, "P003", Moment.BETWEEN_ROUNDS, after_round=1)
    state = drawn(state.with_tournament(replace(state.tournament, events=(gone,))), "left 2")
    assert sorted(len(game.seats) for game in state.tournament.round(2)) == [4, 4, 4]
    state = drawn(state.with_tournament(play_round(state, Dice("left 2"))), "left 3")
    assert groups(state.tournament, 3) == groups(state.tournament, 2)
    assert not {finding.code for finding in findings_of(state) if finding.severity is Severity.ERROR}


def test_another_table_within_a_seating_is_not_what_was_drawn() -> None:
    """Two of different tables change places in the second game."""
    state = played(2, 8, "swap")
    one, other = state.tournament.round(2)
    moved = [
        replace(one, seats=(*one.seats[:-1], replace(one.seats[-1], player=other.seats[-1].player))),
        replace(other, seats=(*other.seats[:-1], replace(other.seats[-1], player=one.seats[-1].player))),
    ]
    swapped = replace(state.tournament, games=(*state.tournament.round(1), *moved))
    assert "draw_not_reproduced" in {finding.code for finding in findings_of(state.with_tournament(swapped))}


def test_mixed_games_at_one_seating_change_the_seats_too() -> None:
    """As few are neighbours again as can be where the tables stay, and fewer get a chair again; the check redoes them."""
    again: Counter[str] = Counter()
    for option in ("lot", "mixed"):
        for seed in range(5):
            state = played(3, 15, f"seats {seed}", option)
            quality = audit_rounds(state, 3).quality
            again[option] += quality.chairs.count
            assert option == "lot" or quality.neighbours.count == quality.neighbours.fewest
            assert "draw_not_reproduced" not in {finding.code for finding in findings_of(state)}
    assert 2 * again["mixed"] < again["lot"]


def over(players: int, seed: str) -> State:
    tournament, _log = simulate_tournament(KONAJKA, players, seed, "en")
    return State(tournament, KONAJKA)


def ended(state: State, outcome: Outcome, text: str) -> State:
    """The last table with another end, its players in the order of the standings."""
    (game,) = state.tournament.stages
    lines = dict(zip((row.player for row in standings(state)), fates(text), strict=False))
    seats = tuple(replace(seat, role=lines[seat.player][0], status=lines[seat.player][1]) for seat in game.seats)
    return state.with_tournament(replace(state.tournament, stages=(replace(game, seats=seats, outcome=outcome),)))


def names(state: State) -> list[str]:
    return [placed.player for placed in final_ranking(state)]


def test_one_table_for_all() -> None:
    assert seats_at_stages(KONAJKA, 60) == ((5,),)


@pytest.mark.parametrize("players", [8, 13, 20])
def test_the_best_five_play_it(players: int) -> None:
    state = over(players, f"five {players}")
    best = [row.player for row in standings(state) if row.place is not None]
    (game,) = state.tournament.stages
    assert {seat.player for seat in game.seats} == set(best[:5])
    assert names(state)[5:] == best[5:]
    assert not {finding.code for finding in findings_of(state) if finding.severity is Severity.ERROR}


def test_the_winnings_decide_then_the_standings() -> None:
    """The fourth wins 75 as the Renegade; the Sheriff 5, the Deputy among the last three 2; the Outlaws 0 as in the standings."""
    state = over(13, "points")
    best = [row.player for row in standings(state)]
    state = ended(state, Outcome.RENEGADE, "O- D/ O- R+ S-")
    assert names(state)[:5] == [best[3], best[4], best[1], best[0], best[2]]
    (game,) = state.tournament.stages
    assert sorted(points_at_last_table(state, game).values()) == [0, 0, 2, 5, 75]
    state = ended(state, Outcome.LAW, "O- D+ O- R- S+")
    assert names(state)[:5] == [best[1], best[4], best[0], best[2], best[3]]


def test_who_has_left_is_behind() -> None:
    """During the last table, though he is paid most; before it, without a place at it."""
    state = over(13, "leaves")
    best = [row.player for row in standings(state)]
    state = ended(state, Outcome.RENEGADE, "R+ D- O- O- S-")
    gone = Event(EventType.WITHDRAWAL, best[0], Moment.DURING_DUEL, match="Stage1")
    left = state.with_tournament(replace(state.tournament, events=(*state.tournament.events, gone)))
    assert names(state)[:2] == [best[0], best[4]]
    assert names(left)[:5] == [best[4], *best[1:4], best[0]]


def test_it_travels() -> None:
    """Among the last, too, is a key of the seat; export → import → export is the identity."""
    state = ended(over(9, "json"), Outcome.RENEGADE, "O- D/ O- R+ S-")
    text = dumps(tournament_json(state))
    again = loads(text.encode(), lambda _id: KONAJKA)
    assert dumps(tournament_json(State(again, KONAJKA))) == text
    assert text.count('"among_last": true') > 0
    assert again.stages == state.tournament.stages


RENEGADE_ALONE: Final[list[dict[str, Any]]] = [
    {"player": "P001", "role": "sheriff", "alive": False},
    {"player": "P002", "role": "deputy", "alive": False, "among_last": True},
    {"player": "P003", "role": "outlaw", "alive": False},
    {"player": "P004", "role": "outlaw", "alive": False},
    {"player": "P005", "role": "renegade", "alive": True},
]


def test_among_the_last_is_a_key_of_the_seat() -> None:
    """Beside ``alive``, and only where it is so; nobody is both. A regulation that has it not takes it for wrong."""
    data: dict[str, Any] = {
        "format": "bangxl/1", "rulebook": "konajka", "rulebook_text": KONAJKA.text,
        "players": [{"id": seat["player"], "name": seat["player"]} for seat in RENEGADE_ALONE],
        "games": [{"round": 1, "table": 1, "outcome": "renegade", "seats": RENEGADE_ALONE}],
    }  # fmt: skip
    tournament = loads(json.dumps(data).encode(), lambda _id: KONAJKA)
    out = json.loads(dumps(tournament_json(State(tournament, KONAJKA))))["games"][0]["seats"]
    assert [(seat["payout"], seat.get("among_last")) for seat in out] == [(5, None), (2, True), (0, None), (0, None), (75, None)]
    found = {finding.code for finding in findings_of(State(replace(tournament, rulebook=ITALY.id), ITALY))}
    assert "too_many_last" in found
    data["games"][0]["seats"] = [{**seat, "among_last": True} for seat in RENEGADE_ALONE]
    with pytest.raises(MalformedError, match="cannot be eliminated among the last"):
        loads(json.dumps(data).encode(), lambda _id: KONAJKA)


@pytest.mark.parametrize(
    ("outcome", "lines"),
    [
        (Outcome.RENEGADE, "O- D/ O- R+ S-"),
        pytest.param(Outcome.LAW, "O- D- O- R* S+", marks=pytest.mark.soak),
        pytest.param(Outcome.OUTLAWS, "O+ D+ O- R+ S-", marks=pytest.mark.soak),
    ],
    ids=str,
)
def test_the_sheet_shows_what_is_paid(office: Office, path: Path, outcome: Outcome, lines: str) -> None:
    """LibreOffice and Python pay the same; the most has a ✓ on the finals' sheet."""
    state = ended(over(13, "sheet"), outcome, lines)
    create_workbook(path, state, 13, [])
    (game,) = state.tournament.stages
    paid = points_at_last_table(state, game)
    assert paid_at_last_table(state) == {player: paid[player] for player in names(state)[:5]}
    assert [line for seat in game.seats for line in statement(path, seat.player) if line.startswith("Last table: ")] == [
        f"Last table: {paid[seat.player]} points as {str(seat.role).title()}" for seat in game.seats
    ]
    people = {player.id: player.name for player in state.tournament.players}
    _subject, mail = subject_and_text(state, "", interim=False, attachments=(), language="en")
    told = ", ".join(f"{people[player]} {paid[player]} points" for player in names(state)[:5])
    assert f"\nLast table: {told}\n" in mail
    with office.open(path) as book:
        assert book.errors() == []
        assert book.column("Stage1T1!Line_Check") == [f"✓ {paid[seat.player]}" for seat in game.seats]
        assert book.column("Stage1T1!Seat_Won") == [paid[seat.player] == max(paid.values()) for seat in game.seats]


def test_too_many_of_the_last(office: Office, tmp_path: Path) -> None:
    state = ended(over(13, "many"), Outcome.RENEGADE, "O/ D/ O- R+ S-")
    create_workbook(tmp_path / "many.xlsx", state, 13, [])
    assert "too_many_last" in {finding.code for finding in findings_of(state)}
    with office.open(tmp_path / "many.xlsx") as book:
        assert str(book.cell("Stage1T1!Check")).startswith("×")


def test_not_beside_duels() -> None:
    with pytest.raises(RulebookError, match="Use only one of these: finals"):
        rulebook_of(
            'base = "italy-2010"\nid = "both"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
            '[last_table]\narticle = "9"\nplayers = 5\n',
            "both.toml",
        )
