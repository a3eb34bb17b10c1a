"""What comes next: the status line and its cell; who leaves without a word, and what a player keeps from the game before."""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from openpyxl import load_workbook

from bangxl.commands.check import all_findings, check
from bangxl.commands.new import create_workbook
from bangxl.commands.seat import seat
from bangxl.commands.workspace import open_workspace
from bangxl.sheets.record.layout import layout_of
from bangxl.tournament.knockout import players_of_stage, survivors
from bangxl.tournament.model import WALKOVER, Event, EventType, Finals, Moment, Role, Tournament
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from bangxl.workbook.titles import display_names
from tests.commands.stages import NAMES, listed
from tests.helpers.keyboard import Sheet, facts, played, typed
from tests.helpers.sample import sample, these
from tests.helpers.strategies import random_tournament
from tests.hosts.libreoffice.office import Document, Office
from tests.libreoffice.test_half_typed import untouched
from tests.paper.test_pages import ended
from tests.tournament.builders import chairs_of, fixed, rotated, sitting, ten
from tests.tournament.faulty_tables import DEPUTY, ELEVEN, TWENTY, evening
from tests.tournament.rules import GERMANY, ITALY, ITALY_2007, RECORD
from tests.workbook.test_two_accountants import differences


def shown(book: Document) -> tuple[str, str]:
    """The status line, and the cell that it leads to."""
    return str(book.cell("Next_Step")), str(book.cell("Next_Cell") or "")


def opened(office: Office, folder: Path, tournament: Tournament, rulebook: Rulebook) -> Document:
    path = folder / "torneo.xlsx"
    create_workbook(path, State(replace(tournament, language="en"), rulebook), len(tournament.players), [])
    return office.open(path)


@pytest.fixture(scope="module")
def after_a_round(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Document]:
    """Ten players after their first round. Whoever types takes it out again."""
    with opened(office, tmp_path_factory.mktemp("after"), ten(1), ITALY) as book:
        yield book


@pytest.fixture(scope="module")
def before_a_round(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Document]:
    """Ten players sit down to their first round. Whoever types takes it out again."""
    seated = ten(1)
    games = tuple(replace(g, outcome=None, seats=tuple(untouched(ITALY, s) for s in g.seats)) for g in seated.games)
    with opened(office, tmp_path_factory.mktemp("before"), replace(seated, games=games), ITALY) as book:
        yield book


@pytest.mark.parametrize(
    ("typed", "cell", "text"),
    [
        ({"Type": "withdrawal"}, "D7", "who?"),
        ({"Player": "P001"}, "C7", "what happened?"),
        ({"Type": "warning", "Player": "P001"}, "E7", "when?"),
        ({"Type": "ruling", "Round": 1}, "H7", "which round and table?"),
        ({"Type": "ruling", "Table": 1}, "G7", "which round and table?"),
    ],
)
def test_an_event_that_is_not_whole_comes_first(
    after_a_round: Document, typed: dict[str, str | int], cell: str, text: str
) -> None:
    for key, value in typed.items():
        after_a_round.put(f"Events_{key}", value)
    said = shown(after_a_round)
    for key in typed:
        after_a_round.put(f"Events_{key}", None)
    assert said == (f"× Events {cell} · {text}", f"'Events'!{cell}")
    assert shown(after_a_round)[1] == ""


def test_the_standings_say_which_rounds_they_count(before_a_round: Document, after_a_round: Document) -> None:
    amid, after = (str(book.cell("Standings!B5")) for book in (before_a_round, after_a_round))
    assert amid == "During round 1 of 3, tables complete: 0 of 2 · SECRET until the elimination phase ends"
    assert after == "After round 1 of 3 · SECRET until the elimination phase ends"


@pytest.mark.soak
def test_another_sheriff_than_the_one_whose_turn_it_is_is_wrong_on_the_sheet(office: Office, tmp_path: Path) -> None:
    first = next(game for game in ELEVEN.games if (game.round, game.table) == (1, 1))
    again = replace(first, round=2)
    games = tuple(again if (game.round, game.table) == (2, 1) else game for game in ELEVEN.games)
    with opened(office, tmp_path, replace(ELEVEN, games=games), ITALY_2007) as book:
        assert (book.cell("Round1T1!Check"), book.cell("Round2T1!Check")) == ("✓ complete", "× wrong")
        due = next(player.name for player in ELEVEN.players if player.id == first.seats[1].player)
        assert shown(book)[0].endswith(f": {due} is Sheriff now, on the left of the last one.")


@pytest.mark.soak
def test_nobody_has_more_life_points_than_his_character(office: Office, tmp_path: Path) -> None:
    weakest, lives = min(GERMANY.characters.items(), key=lambda one: one[1])
    first = (replace(g, seats=tuple(replace(s, character="") for s in g.seats)) for g in TWENTY.round(1))
    with opened(office, tmp_path, replace(TWENTY, games=tuple(first)), GERMANY) as book:
        book.put("Round1T1!Character", weakest, index=1)
        states = []
        for left in (lives, lives + 1):
            book.put("Round1T1!Lives", left, index=1)
            states.append(book.cell("Round1T1!Check"))
    assert states == ["✓ complete", "× wrong"]


@pytest.mark.soak
@pytest.mark.parametrize("also", sample([3, 0], 2))
def test_of_two_sheriffs_the_one_whose_turn_it_is_not_is_wrong(office: Office, tmp_path: Path, also: int) -> None:
    """The line and the command name the same cell, whether he sits before the right one or after him."""
    second = next(game for game in ELEVEN.games if (game.round, game.table) == (2, 1))
    seats = tuple(replace(seat, role=Role.SHERIFF) if row == also else seat for row, seat in enumerate(second.seats))
    games = tuple(replace(game, seats=seats) if game is second else game for game in ELEVEN.games)
    with opened(office, tmp_path, replace(ELEVEN, games=games), ITALY_2007) as book:
        cell = shown(book)[1].partition("!")[2]
    roles = [one for one in check(tmp_path / "torneo.xlsx") if one.finding.code == "role_counts"]
    [wrong] = [one for one in roles if one.finding.values["role"] is Role.SHERIFF]
    assert (wrong.sheet, wrong.cell) == ("Round2T1", cell)


def test_an_ejection_may_get_its_reason_later(office: Office, tmp_path: Path) -> None:
    ejected = Event(EventType.EJECTION, "P001", Moment.BETWEEN_ROUNDS, after_round=1)
    with opened(office, tmp_path, replace(ten(1), events=(ejected,)), ITALY) as book:
        assert shown(book)[0].startswith(("Next step: «Seat next round»", "! There are no tables for 9 players"))


def test_who_was_drawn_and_is_marked_absent_is_corrected_where_he_was_marked(after_a_round: Document) -> None:
    before = after_a_round.read("Players_Present")[2][0]
    after_a_round.put("Players_Present", "no", index=2)
    said = shown(after_a_round)
    after_a_round.put("Players_Present", before, index=2)
    assert said == ("× Players F9 · absent, but seated", "'Players'!F9")


@pytest.mark.parametrize(
    ("typed", "cell"),
    [({"Round1T1!Character": "Jourdonnais"}, "Round1T1!F7"), ({}, "Round1T1!E7"), ({"Round1T2!Outcome": "Law"}, "Round1T2!F7")],
)
def test_the_line_leads_to_what_is_typed_next(before_a_round: Document, typed: dict[str, str], cell: str) -> None:
    for name, text in typed.items():
        before_a_round.put(name, text)
    leads = shown(before_a_round)[1]
    for name in typed:
        before_a_round.put(name, None)
    assert leads == cell


def test_the_knock_out_names_the_cell_to_type_into(office: Office, tmp_path: Path) -> None:
    played = random_tournament(random.Random(3), GERMANY, 20)  # noqa: S311 -- a game
    first = next(game for game in played.stages if (game.round, game.table) == (1, 1))
    bare = replace(first, seats=(first.seats[0], replace(first.seats[1], role=None), *first.seats[2:]))
    open_ = replace(played, stages=(bare,), finals=replace(played.finals, closed=False) if played.finals else None)
    with opened(office, tmp_path, open_, GERMANY) as book:
        line, cell = shown(book)
        assert (cell, "G8" in line) == ("Stage1T1!G8", True)


LOST: Final = {"a round": (ten(2), ITALY), "fixed tables": (TWENTY, GERMANY), "one table": (evening(3), RECORD)}


@pytest.mark.soak
@pytest.mark.parametrize(("tournament", "rulebook"), these(LOST.values(), LOST["a round"]), ids=LOST)
def test_a_name_that_was_emptied_is_missing_and_no_locked_cell_is_named(
    office: Office, tmp_path: Path, tournament: Tournament, rulebook: Rulebook
) -> None:
    with opened(office, tmp_path, tournament, rulebook) as book:
        assert "missing" not in shown(book)[0]
    with Sheet(tmp_path / "torneo.xlsx") as sheet:
        sheet.put("Round1T1!Player", None, 2)
    with office.open(tmp_path / "torneo.xlsx") as book:
        book.recalculate()
        assert shown(book) == ("× A name is missing on a record sheet: «Check» says where.", "")


def test_who_left_before_the_first_game_is_not_missing(office: Office, tmp_path: Path) -> None:
    gone = ELEVEN.start_tables[2][-1]
    games = tuple(replace(game, seats=tuple(seat for seat in game.seats if seat.player != gone)) for game in ELEVEN.games)
    left = Event(EventType.WITHDRAWAL, gone, Moment.BETWEEN_ROUNDS, after_round=0, table=2)
    with opened(office, tmp_path, replace(ELEVEN, games=games, events=(left,)), ITALY_2007) as book:
        assert "missing" not in shown(book)[0]


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
    seat(listed(path, "italy-2010", [*NAMES, "Kim", "Lou"]), rng_seed="x")
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
    cells, columns = load_workbook(path), {"Finalrunde": "CG", "Stage1T1": "D"}
    wide = [cells[tab].column_dimensions[one].width for tab, letters in columns.items() for one in letters]
    assert min(wide) > 40  # a long name and the word were printed in 5.9 pt
    names = display_names(now.players)
    with office.open(path) as book:
        finals = [text for row in book.texts("Finalrunde!B5:L40") for text in row]
        turns = {tab: book.texts(f"{tab}!D7:E13") for tab in ("Stage1T1", "Stage1T2", "Stage2T1")}
        told = {tab: "bekommt eine Rolle" in book.texts(f"{tab}!D23:D23")[0][0] for tab in turns}
    sheets = {tab: [name for name, _turn in rows if "·" in name] for tab, rows in turns.items()}
    assert told == {tab: any("·" in name for name, _turn in rows) for tab, rows in turns.items()}
    ejected, withdrawn = f"{names[early]} · ausgeschlossen", f"{names[late]} · ausgestiegen"
    assert [text for text in finals if " · ausg" in text] == [ejected, withdrawn, withdrawn, ejected]  # tables, ranking
    assert finals[finals.index(ejected) - 1] == "–"
    assert sorted(sheets["Stage1T1"] + sheets["Stage1T2"]) == [ejected]
    assert sheets["Stage2T1"] == [withdrawn]
    for rows in turns.values():  # who has left has no turn to choose, and the others have the first ones
        numbers = [turn for name, turn in rows if name and "·" not in name]
        assert sorted(numbers) == [*map(str, range(1, len(numbers) + 1))]
        assert [turn for name, turn in rows if "·" in name] == ["–"] * (sum(bool(name) for name, _turn in rows) - len(numbers))


SHERIFF: Final = 0
SIGNS: Final = "Round2T1!{0}7:{0}11".format(layout_of(RECORD).letters["Line_Check"])
CARDS: Final = "Round2T1!{0}7:{0}11".format(layout_of(RECORD).letters["On_Cards"])
"""Hidden: what is wrong with the cards, also where something else comes first in the sign, such as a Sheriff out of turn."""


@pytest.mark.soak
def test_cards_and_characters_kept(office: Office, tmp_path: Path) -> None:
    """Esperienza: as many cards as life points, the Sheriff's one more (DV-9); Ingaggio: "la stessa cifra" (R07-10)."""
    # two games with the same Sheriff: he and his Deputy are alive after the first, and rich. Everybody has bid 100
    played = evening(2, auction="true", experience="true")
    first, _second = played.games
    tournament, path = replace(played, language="en", games=(first, replace(first, round=2))), tmp_path / "kept.xlsx"
    create_workbook(path, State(tournament, RECORD), 5, [])
    lives = [RECORD.characters[seat.character] for seat in tournament.games[1].seats]
    most = {SHERIFF: lives[SHERIFF] + 1, DEPUTY: lives[DEPUTY]}
    with office.open(path) as book:
        for chair, cards in most.items():
            book.put("Round2T1!Cards_Kept", cards, index=chair)
        book.put("Round2T1!Reconfirmed", "yes", index=SHERIFF)
        assert book.column(SIGNS)[DEPUTY] == "✓"
        fine = {book.column(CARDS)[chair] for chair in most}
        assert len(fine) == 1
        book.save(path)
        assert wrong(path) == []
        for chair, cards in most.items():
            book.put("Round2T1!Cards_Kept", cards + 1, index=chair)
        assert book.column(SIGNS)[DEPUTY] == "× too many cards"
        assert fine.isdisjoint(book.column(CARDS)[chair] for chair in most)
        told = "no more than the character's life points; the Sheriff can have one more."
        assert str(book.cell("Round2T1!Problem")).endswith(told)
        book.put("Round2T1!Cards_Kept", None, index=SHERIFF)
        book.put("Round2T1!Bid", 200, index=SHERIFF)
        assert book.column(SIGNS)[SHERIFF] == "× another price"
        assert str(book.cell("Round2T1!Problem")).endswith("a player who keeps the character pays the price of its auction.")
        assert book.errors() == []
        book.save(path)
    assert wrong(path) == ["cards_kept_impossible", "reconfirmed_wrongly"]


def wrong(path: Path) -> list[str]:
    return sorted(one.finding.code for one in check(path) if one.finding.code in {"cards_kept_impossible", "reconfirmed_wrongly"})
