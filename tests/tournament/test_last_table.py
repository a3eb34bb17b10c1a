"""The last table (konajka, Finále): the best five play one more game, and what it pays decides the places (G14)."""

import json
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
from bangxl.tournament.checks import findings_of
from bangxl.tournament.finals import final_ranking
from bangxl.tournament.findings import Severity
from bangxl.tournament.knockout import paid_at_last_table, points_at_last_table, seats_at_stages
from bangxl.tournament.model import Event, EventType, Moment, Outcome
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from tests.hosts.libreoffice.office import Office
from tests.tournament.rules import ITALY, KONAJKA, fates


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
