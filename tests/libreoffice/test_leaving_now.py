"""A withdrawal of which only the player is said: it is one after the round in play, for formulas as for Python."""

from dataclasses import replace
from pathlib import Path

import pytest

from bangxl.commands.check import all_findings
from bangxl.commands.new import create_workbook, new
from bangxl.commands.seat import seat
from bangxl.commands.workspace import open_workspace
from bangxl.tournament.knockout import players_of_stage, survivors
from bangxl.tournament.model import WALKOVER, Event, EventType, Finals, Moment, Tournament
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from bangxl.workbook.messages import display_names
from tests.commands.stages import NAMES
from tests.helpers.keyboard import Sheet, entered, facts, played, typed
from tests.helpers.sample import sample
from tests.hosts.libreoffice.office import Office
from tests.paper.test_pages import ended
from tests.tournament.builders import chairs_of, fixed, rotated, sitting, ten
from tests.tournament.rules import GERMANY, ITALY
from tests.workbook.test_two_accountants import differences


def uneven() -> Tournament:
    """Four fixed tables; the first has been seated for its second game, the others not yet."""
    both = rotated(fixed(GERMANY, 5, 5, 5, 5), 2)
    return replace(both, games=tuple(game for game in both.games if game.round == 1 or game.table == 1))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("rulebook", "played", "table", "after", "said"),
    sample(
        [
            (GERMANY, uneven(), 2, 1, "after game 1"),
            (ITALY, ten(2), 1, 2, "after round 2"),
            (GERMANY, uneven(), 1, 2, "after game 2"),
        ],
        3,
    ),
)
def test_who_leaves_without_a_word_leaves_after_the_round_in_play(
    office: Office, tmp_path: Path, rulebook: Rulebook, played: Tournament, table: int, after: int, said: str
) -> None:
    path, leaver = tmp_path / "torneo.xlsx", next(g for g in played.games if g.table == table).seats[0].player
    create_workbook(path, State(replace(played, language="en"), rulebook), len(played.players), [])
    with office.open(path) as book:
        for key, value in {"Type": "withdrawal", "Player": leaver, "Moment": "between rounds"}.items():
            book.put(f"Events_{key}", value)
        for moment in ("between rounds", None):
            book.put("Events_Moment", moment)
            assert str(book.column("Events_Check")[0]).endswith(f" · {said}")
            assert not str(book.cell("Next_Cell") or "").startswith("'Events'")
        book.save(path)
        workspace = open_workspace(path, reading_only=True)
        assert [(e.moment, e.after_round) for e in workspace.tournament.events] == [(Moment.BETWEEN_ROUNDS, after)]
        assert differences(workspace.tournament, rulebook, book.column) == []
        assert "event_incomplete" not in {one.finding.code for one in all_findings(workspace)}


def test_the_next_draw_writes_down_after_which_round_it_was(path: Path) -> None:
    new(path, "italy-2010", language="en", players="12")
    entered(path, [*NAMES, "Kim", "Lou"])
    seat(path, rng_seed="x")
    played(path)
    typed(path, {"Events_Type": "withd", "Events_Player": "Kim", "Events_Type 1": "withd", "Events_Player 1": "Lou"})
    assert (facts(path).events[0].after_round, Sheet(path).column("Events_After_Round")[0]) == (1, None)
    seat(path, rng_seed="x")
    assert [Sheet(path).column(f"Events_{key}")[0] for key in ("Moment", "After_Round")] == ["between rounds", 1]
    assert "P011" not in {one.player for game in facts(path).round(2) for one in game.seats}
    assert facts(path).events[0].after_round == 1


@pytest.mark.parametrize("more", [{"Events_Round": 2}, {"Events_Match": "SF1"}, {"Events_Moment": "sometime"}])
def test_who_says_something_else_is_asked_when(path: Path, more: dict[str, object]) -> None:
    create_workbook(path, State(replace(ten(2), language="en"), ITALY), 10, [])
    typed(path, {"Events_Type": "withdrawal", "Events_Player": "P003", **more})
    assert facts(path).events == ()


@pytest.mark.soak
def test_de_12_a_table_of_six_at_which_five_sit_down_is_a_table_of_five(office: Office, tmp_path: Path) -> None:
    """Formulas as Python: five games in all, and 1400 for everybody at it."""
    drawn, gone = fixed(GERMANY, 6, 5, 5, 5), "P006"
    left = Event(EventType.WITHDRAWAL, gone, Moment.BETWEEN_ROUNDS, after_round=0, table=1)
    games = [sitting(n, t, chairs_of(drawn, t, gone)) for n in (1, 2) for t in drawn.start_tables]
    games = [replace(game, seats=tuple(replace(seat, bid=None) for seat in game.seats)) for game in games]
    played = replace(drawn, language="en", games=tuple(games), events=(left,))
    create_workbook(path := tmp_path / "torneo.xlsx", State(played, GERMANY), 24, [])
    with office.open(path) as book:
        assert differences(open_workspace(path, reading_only=True).tournament, GERMANY, book.column) == []
        assert list(book.column("Table_Games"))[:4] == [5, 5, 5, 5]


def test_the_standings_say_who_left_and_when_and_nothing_of_the_others(office: Office, tmp_path: Path) -> None:
    """«attivo» stood in every row, and «T3» might have been a table."""
    path, event = tmp_path / "torneo.xlsx", Event(EventType.WITHDRAWAL, "P003", moment=Moment.BETWEEN_ROUNDS, after_round=2)
    create_workbook(path, State(replace(ten(2), language="it", events=(event,)), ITALY), 10, [])
    with office.open(path) as book:
        assert [text for (text,) in book.texts("Classifica!H7:H16")] == [*[""] * 9, "– ritirato · Turno 2"]


def test_the_standings_say_who_left_the_finals(office: Office, tmp_path: Path) -> None:
    """An ejected finalist was «▲ finali», bold like those who played on."""
    state, path = ended("italy-2010", 22, "it"), tmp_path / "torneo.xlsx"
    assert state.tournament.finals is not None
    duel = replace(state.tournament.finals.duels[0], score_a=WALKOVER, score_b=None)
    event = Event(EventType.EJECTION, duel.player_b, Moment.BEFORE_DUEL, match=duel.match)
    now = replace(state.tournament, events=(*state.tournament.events, event), finals=Finals((duel,)))
    create_workbook(path, State(now, state.rulebook), 22, [])
    with office.open(path) as book:
        shown = [text for (text,) in book.texts("Classifica!H7:H10")]
        boxes = [text for (text,) in book.texts("Finali!C8:C15") if "espulso" in text]
        assert [one for one in book.column("Players_Status") if str(one).startswith("– e")] == ["– espulso · finali"]
    assert sorted(shown) == ["– espulso · finali", *["▲ finali"] * 3]
    names = display_names(state.tournament.players)
    assert boxes == [f"{names[duel.player_b]} · espulso"]


def test_the_sheets_of_a_knock_out_say_who_left_it(office: Office, tmp_path: Path) -> None:
    """They stood there like everybody; who leaves in the second stage was still there in the first."""
    state, path = ended("germany", 22, "de"), tmp_path / "turnier.xlsx"
    (early, *_), (late, *_) = ([p for p in players_of_stage(state, n) if p not in survivors(state, n)] for n in (1, 2))
    events = (
        Event(EventType.EJECTION, early, Moment.DURING_DUEL, match="Stage1"),
        Event(EventType.WITHDRAWAL, late, Moment.BEFORE_DUEL, match="Stage2"),
    )
    now = replace(state.tournament, events=(*state.tournament.events, *events))
    create_workbook(path, State(now, state.rulebook), 22, [])
    names = display_names(now.players)
    with office.open(path) as book:
        finals = [text for row in book.texts("Finalrunde!B5:L40") for text in row]
        sheets = {
            tab: [text for (text,) in book.texts(f"{tab}!D7:D13") if "·" in text] for tab in ("Stage1T1", "Stage1T2", "Stage2T1")
        }
    ejected, withdrawn = f"{names[early]} · ausgeschlossen", f"{names[late]} · ausgestiegen"
    assert [text for text in finals if " · ausg" in text] == [ejected, withdrawn, withdrawn, ejected]  # tables, ranking
    assert finals[finals.index(ejected) - 1] == "–"
    assert sorted(sheets["Stage1T1"] + sheets["Stage1T2"]) == [ejected]
    assert sheets["Stage2T1"] == [withdrawn]
