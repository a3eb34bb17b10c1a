"""The sheets of the finals: what a table of the knock-out finds out about itself, and which duels there are."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from openpyxl import load_workbook

from bangxl.commands.demo import demo
from bangxl.commands.errors import Refusal
from bangxl.commands.new import create_workbook
from bangxl.commands.seat import seat
from bangxl.commands.workspace import open_workspace
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import load
from bangxl.sheets.build import build
from bangxl.sheets.record.layout import STAGE
from bangxl.tournament.model import Game, Seat
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from bangxl.web.show import screens_to_show
from bangxl.workbook.names import AT_THE_END, STAGE_INPUTS, duel, later_stage
from tests.helpers.keyboard import Sheet
from tests.helpers.raised import raised
from tests.helpers.sample import sample
from tests.hosts.libreoffice.office import Document, Office
from tests.tournament.builders import ten
from tests.tournament.rules import ITALY

TABLE: Final = "Stage1T1"
CARDS: Final = {4: ("Sheriff", "Outlaw", "Outlaw", "Renegade"), 5: ("Sheriff", "Deputy", "Outlaw", "Outlaw", "Renegade")}
LEGAL: Final = {4: {"Law": 1, "Outlaws": 6, "Renegade": 1}, 5: {"Law": 2, "Outlaws": 13, "Renegade": 1}}
"""How many sets of survivors a game can end with (docs/dev/decisions.md)."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The German championship for twenty."""
    path = tmp_path_factory.mktemp("finals") / "championship.xlsx"
    build(load("germany"), catalog("en"), 20).save(path)
    return path


@pytest.fixture
def championship(office: Office, path: Path) -> Iterator[Document]:
    """Six players have a name; nobody sits at a table."""
    with office.open(path) as book:
        book.put_column("Players_Id", people(6), force=True)
        book.put_column("Players_Name", ["Anna", "Bea", "Carl", "Dora", "Emil", "Fritz"])
        yield book


def sit(book: Document, players: Sequence[str], choices: Sequence[int] = ()) -> None:
    """Seat players at table 1 of stage 1."""
    book.put_column(f"{TABLE}!Player", players, force=True)
    book.put_column(f"{TABLE}!Choice", choices or list(range(1, len(players) + 1)), force=True)


def people(count: int) -> list[str]:
    return [f"P{number:03}" for number in range(1, count + 1)]


@pytest.mark.parametrize("size", sample([4, 5], 2))
def test_a_table_knows_which_ends_there_are(championship: Document, size: int) -> None:
    """Every set of survivors with every outcome: exactly the legal ones are complete, all others wrong."""
    book, found = championship, Counter[str]()
    sit(book, people(size))
    book.put_column(f"{TABLE}!Role", CARDS[size])
    for outcome in LEGAL[size]:
        book.put(f"{TABLE}!Outcome", outcome)
        for ends in product(("alive", "eliminated"), repeat=size):
            book.put_column(f"{TABLE}!Status", ends)
            told = book.cell(f"{TABLE}!Check")
            assert told in {"✓ complete", "× wrong"}
            found[outcome] += told == "✓ complete"
    assert found == LEGAL[size]


def test_the_drop_down_offers_the_sheriff_alone_where_no_deputy_sits(championship: Document, path: Path) -> None:
    """It said «Sheriff und Hilfssheriff» at a table of four, and paper «Der Sheriff»; what was typed before is read."""
    book, cell = championship, STAGE.cells["Outcome"].replace("$", "")
    rules = load_workbook(path)[TABLE].data_validations.dataValidation
    (offers,) = [rule.formula1.replace("$", "") for rule in rules if str(rule.sqref) == cell]
    for size, law in ((4, "Sheriff"), (5, "Law")):
        sit(book, people(size))
        assert [word for (word,) in book.texts(f"{TABLE}!{offers}")] == [law, "Outlaws", "Renegade"]
        for typed in ("Sheriff", "Law"):
            book.put(f"{TABLE}!Outcome", typed)
            assert book.cell(f"{TABLE}!{STAGE.cells['Won']}") == "law"


def test_how_far_a_table_is(championship: Document) -> None:
    book = championship
    assert book.cell(f"{TABLE}!Check") == "· empty"
    sit(book, people(4))
    assert book.cell(f"{TABLE}!Check") == "► in play"
    book.put(f"{TABLE}!Role", "Outlaw")
    assert book.cell(f"{TABLE}!Check") == "! incomplete"
    book.put_column(f"{TABLE}!Role", ["Outlaw", "Outlaw", "Outlaw", "Renegade"])
    assert book.cell(f"{TABLE}!Check") == "× wrong"
    assert book.cell(f"{TABLE}!Problem") == "× G7 · Anna: role too often"
    book.put_column(f"{TABLE}!Role", CARDS[4])
    book.put_column(f"{TABLE}!Status", ["alive", "eliminated", "eliminated", "final duel"])
    book.put(f"{TABLE}!Outcome", "Law")
    assert book.cell(f"{TABLE}!Check") == "✓ complete"
    assert book.column(f"{TABLE}!Seat_Won")[:4] == [1, 0, 0, 0]
    book.put_column(f"{TABLE}!Character", ["Jourdonnais", "Jourdonnais"])
    assert book.cell(f"{TABLE}!Check") == "× wrong"
    assert book.errors() == []


@pytest.mark.parametrize("size", [2, 3])
def test_two_or_three_have_one_winner(championship: Document, size: int) -> None:
    book = championship
    sit(book, people(size))
    for winner, state, sign in (
        (None, "► in play", "·"),
        ("Emil", "× wrong", "·"),
        ("Bea", "✓ complete", "✓"),
        ("2", "✓ complete", "✓"),
    ):
        book.put(f"{TABLE}!Winner", winner)
        assert book.cell(f"{TABLE}!Check") == state
        assert book.column(f"{TABLE}!Line_Check")[:size] == [sign] * size  # the line is right, whoever has won
        assert [str(one or "")[:1] for one in book.column(f"{TABLE}!J16:J17")] == ["", "×" if winner == "Emil" else sign]
    assert book.column(f"{TABLE}!Seat_Won")[:size] == [0, 1, 0][:size]
    heads = ["Character", "Role", "At the end"]
    assert [one or "" for one in book.texts(f"{TABLE}!F6:H6")[0]] == [heads[0] if size == 3 else "", "", ""]  # as nothing goes in
    sit(book, people(4))
    assert list(book.texts(f"{TABLE}!F6:H6")[0]) == heads
    assert [str(one or "")[:1] for one in book.column(f"{TABLE}!J16:J17")] == ["!", ""]


NAMED: Final = {"Anna Rossi": "Anna Rossi", "Carl": "Carl (P002)", "P001": "P002"}
"""What stands for the winner, P002, of whom the name is one of these: P003 is Carl too, and nobody reads «P001» as a name."""


@pytest.mark.parametrize(("size", "called"), [*zip((2, 3, 3), NAMED, strict=True)])
def test_a_small_table_is_asked_for_its_winner_alone(tmp_path: Path, size: int, called: str) -> None:
    """Grey cells could be typed into, and the winner that the program wrote was an id, as large as a name."""
    path = tmp_path / "last.xlsx"
    names = dict(zip(people(3), ("Bea", called, "Carl"), strict=True))
    day = replace(ten(1), language="en", players=tuple(replace(one, name=names.get(one.id, one.name)) for one in ten(1).players))
    game = Game(1, 1, tuple(Seat(number, one) for number, one in enumerate(people(size), 1)), winner="P002")
    create_workbook(path, State(replace(day, stages=(game,)), load("germany")), 20, [])
    book = Sheet(path)
    open_cells = {name for name in STAGE_INPUTS if book.locked(f"{TABLE}!{name}") == {False}}
    assert open_cells == {"Winner", *(["Character"] if size == 3 else [])}
    assert book.column(f"{TABLE}!Winner") == [NAMED[called]]
    assert open_workspace(path, reading_only=True).tournament.stages == (game,)


def test_typing_begins_at_the_winner_where_never_more_than_three_sit(path: Path) -> None:
    sheets = {tab: load_workbook(path)[tab] for tab in ("Stage2T1", "Stage3T1")}  # four, and two
    assert [sheet.sheet_view.selection[-1].activeCell for sheet in sheets.values()] == ["F7", "G17"]
    lists = [{str(one.sqref).partition(":")[0] for one in sheet.data_validations.dataValidation} for sheet in sheets.values()]
    assert lists == [{"F7", "G7", "H7", "G16", "G17"}, {"G16", "G17"}]
    assert [sheet.column_dimensions["E"].hidden for sheet in sheets.values()] == [False, True]  # nobody of two asks for a number


def test_a_sheet_of_two_asks_for_the_winner_alone_and_names_the_characters(championship: Document) -> None:
    """It asked for roles before the draw, and the names stood unconnected below «Lay 8 characters face up»."""
    book = championship
    assert [book.cell(f"Stage3T1!{cell}") or "" for cell in ("F6", "G6", "H6", "F16", "F17")] == [*[""] * 4, "Who has won?"]
    book.put_column("Stage3T1!Player", people(2), force=True)
    book.put_column("Stage3T1!Choice", [1, 2], force=True)
    assert book.cell("Stage3T1!D20") == "Lay 8 characters face up, without Vulture Sam."
    book.put(duel("Stage3", "Characters"), "Black Jack, Kit Carlson", force=True)
    assert book.cell("Stage3T1!D20") == "Lay 8 characters face up: Black Jack, Kit Carlson"


@pytest.mark.parametrize("size", [2, 3])
def test_the_winner_of_two_or_three_is_the_bold_thing_on_the_printed_sheet(championship: Document, path: Path, size: int) -> None:
    """«Who has won?» stood at an empty box; the winner's name was small, grey, and cut where the page ends."""
    book, (question, choice, field, name) = championship, (f"{TABLE}!{cell}" for cell in ("F16:F17", "E6", "G17", "G18"))
    sit(book, people(size))
    book.put("Players_Name", long := "Maria Vittoria Wittgenstein-Dell'Acquasanta", force=True)
    assert [one or "" for one in book.column(question)] == ["", "Who has won?"]
    assert book.cell(choice) == book.cell("Finals!B6") == ("No." if size == 2 else "Choice")  # of two only who starts is decided
    for typed, shown in (("P002", "Bea"), ("bea", "Bea"), ("Bea", ""), ("Emilia", ""), ("?", ""), (long, "")):
        book.put(f"{TABLE}!Winner", typed)
        assert (book.cell(field), book.cell(name) or "") == (typed, shown), typed
    ws = load_workbook(path)[TABLE]
    looks = [(cell.font.b, cell.font.sz, cell.alignment.shrinkToFit) for cell in (ws["G17"], ws["G18"])]
    assert looks == [(True, 14, True), (True, 16, True)]
    assert "G18:H18" in map(str, ws.merged_cells.ranges)
    assert str(ws.print_area).replace("$", "").endswith("B4:H26")
    assert [str(ws[cell].value) for cell in ("B4", "H4")] == ['=Event_Name&""', "=Event_Day"]
    sit(book, people(4))
    assert [one or "" for one in book.column(question)] == ["Who has won?", ""]


def test_wildcards_are_no_words(championship: Document) -> None:
    book = championship
    sit(book, people(4))
    book.put_column(f"{TABLE}!Role", CARDS[4])
    book.put_column(f"{TABLE}!Status", ("alive", "eliminated", "eliminated", "eliminated"))
    book.put(f"{TABLE}!Outcome", "Law")
    for name, right, wrong in (
        ("Role", "Sheriff", ("*", "Sherif?", "~Sheriff")),
        ("Status", "alive", ("*", "al?ve")),
        ("Outcome", "Law", ("*", "L~aw")),
        ("Character", None, ("*", "Bart Cassid?")),
    ):
        for text in wrong:
            book.put(f"{TABLE}!{name}", text, 0)
            assert book.cell(f"{TABLE}!Check") == "× wrong", (name, text)
        book.put(f"{TABLE}!{name}", right, 0)
        assert book.cell(f"{TABLE}!Check") == "✓ complete", name


def test_nobody_wins_by_a_wildcard(championship: Document) -> None:
    book = championship
    sit(book, people(2))
    for text in ("*", "?", "B*", "Be?", "P00?", "~Bea"):
        book.put(f"{TABLE}!Winner", text)
        assert book.cell(f"{TABLE}!Check") == "× wrong", text
        assert book.column(f"{TABLE}!Seat_Won")[:2] == [0, 0], text


def test_the_finals_sheet_lists_the_table_by_choice(championship: Document) -> None:
    """Bea chooses first and wins; the step counts the tables. A table that is not drawn yet has no sign in a frame."""
    book = championship
    sit(book, people(2), (2, 1))
    book.put(f"{TABLE}!Winner", "Bea")
    assert [book.cell(name) for name in ("Stage1_Seated", "Stage1_Done")] == [1, 1]
    assert book.read("Finals!B7:D8") == [[1, "Bea", "✓"], [2, "Anna", None]]
    assert book.read("Finals!F6:H6") == [[None, "Table 2", None]]


@pytest.mark.soak
def test_the_third_place_has_a_duel_in_2007(office: Office, tmp_path: Path) -> None:
    path = tmp_path / "2007.xlsx"
    build(load("italy-2007"), catalog("en"), 25).save(path)
    with office.open(path) as book:
        assert not book.cell("Finals_P3_Check")
        book.put("Finals_P3_Player_A", "P001", force=True)
        book.put("Finals_P3_Player_B", "P002", force=True)
        book.put("Finals_P3_Score_A", 5)
        book.put("Finals_P3_Score_B", 6)
        assert book.cell("Finals_P3_Winner") == "P002"
        book.put("Finals_P3_Score_A", 4)
        book.put("Finals_P3_Score_B", 4)
        assert str(book.cell("Finals_P3_Check"))[0] == "×"


CHAMPIONS: Final = {
    "Anna Rossi": ["Anna", "Rossi"],
    "Наталья D'Alessandro": ["Наталья", "D'Alessandro"],
    "Maria Vittoria De Santis": ["Maria Vittoria", "De Santis"],
    "Bo Constantinopoulos": ["Bo", "Constantinopoulos"],
    "Ōe": ["Ōe", ""],
    "Anna Maria": ["Anna", "Maria"],
}


def test_the_champions_name_stands_in_two_lines(office: Office, tmp_path: Path) -> None:
    """In one line a long name was shrunk below the status line; the champion is the largest thing on the sheet."""
    path = tmp_path / "torneo.xlsx"
    build(load("italy-2010"), catalog("en"), 10).save(path)
    with office.open(path) as book:
        assert [book.cell("Finals!K11"), *crowned(book, "K", 12)] == ["to be played", "", ""]
        book.put("Players_Id", "P001", force=True)
        book.put("Finals_F_Player_A", "P001", force=True)
        book.put("Finals_F_Player_B", "P002", force=True)
        book.put("Finals_F_Score_A", 5)
        book.put("Finals_F_Score_B", 2)
        for name, lines in CHAMPIONS.items():
            book.put("Players_Name", name)
            assert crowned(book, "K", 12) == lines


def crowned(book: Document, column: str, row: int) -> list[str]:
    return [str(cell or "") for cell, *_ in book.read(f"Finals!{column}{row}:{column}{row + 2}")[::2]]


@pytest.mark.soak
def test_two_who_are_first_together_have_both_won(office: Office, tmp_path: Path) -> None:
    """Record separates nobody whose score is the same: status line, finals, room and `seat` name the same people."""
    path = tmp_path / "record.xlsx"
    demo(path, "record", 7, "s1", "en")
    refusal = raised(Refusal, seat, path)
    both = "Chloé Conti and Zoë Grünwald"
    assert f"Tournament winners: {both}." in refusal.lines
    workspace = open_workspace(path, reading_only=True)
    assert next(screens_to_show(workspace.state, (), workspace.catalog)).alone == both
    with office.open(path) as book:
        assert book.cell("Next_Step") == f"The tournament is over, won by {both}. Next: «Report»."
        assert book.cell("Finals!G6") == "Tournament winners"
        assert " ".join(crowned(book, "G", 8)) == both


@pytest.mark.soak
def test_a_stage_that_nobody_needs_any_more_is_not_there(tmp_path: Path) -> None:
    """Once the champion is known; the stages played stay. Before, the final ranking is not: an empty page 2."""
    path = tmp_path / "championship.xlsx"
    demo(path, "germany", 50, "s1", "en", until="finals")
    assert [hidden(path, name) for name in (later_stage(2), later_stage(3), AT_THE_END)] == [{False}, {False}, {True}]
    path.unlink()
    demo(path, "germany", 50, "s1", "en")
    assert [hidden(path, name) for name in (later_stage(2), later_stage(3), AT_THE_END)] == [{False}, {True}, {False}]


def test_a_new_workbook_has_no_empty_final_ranking(path: Path) -> None:
    """Printed during the preliminary games the sheet had a second page with a head and empty lines."""
    assert (hidden(path, later_stage(2)), hidden(path, AT_THE_END)) == ({False}, {True})


def hidden(path: Path, name: str) -> set[bool]:
    sheet = Sheet(path)
    return {cell.parent.row_dimensions[cell.row].hidden for cell in sheet.cells(name)}


@pytest.mark.parametrize("rulebook", [ITALY, replace(ITALY, lots_decide=True)], ids=["finals", "always"])
def test_no_lot_has_separated_who_share_a_place(office: Office, tmp_path: Path, rulebook: Rulebook) -> None:
    """«=4» and below it «=4 … lot»: who seemed to play on was separated by a lot that nobody had drawn."""
    path, shared = tmp_path / "torneo.xlsx", [["=1", None], ["=1", None], ["=1", None], ["=1", None]]
    create_workbook(path, State(replace(ten(3), language="en"), rulebook), 10, [])
    with office.open(path) as book:
        assert apart(book) == shared
        for name in ("Published", "Lots_By_Hand"):
            book.put(name, "yes", force=True)
            assert apart(book) == [[1, None], [2, "lot"], [3, "lot"], [4, "lot"]]
            book.put(name, "no", force=True)
            assert apart(book) == shared, name


def apart(book: Document) -> list[list[object]]:
    """The places of the four at the top of `ten`, and what has separated each from the one above."""
    return [[place, what or None] for place, *_, what in book.read("Standings!B7:G10")]


def test_the_events_know_a_stage_by_its_number_and_by_its_code(championship: Document) -> None:
    """Column and list had «Stage1» in every language; a number that is typed is no text."""
    typed = (1, "1", "stage2", "Stage 1", 9, "*", "1*")
    championship.put_column("Events_Type", ["withdrawal"] * len(typed))
    championship.put_column("Events_Player", ["P001"] * len(typed))
    championship.put_column("Events_Moment", ["before a knock-out game"] * len(typed))
    championship.put_column("Events_Match", typed)
    assert championship.column("Events_Check")[: len(typed)] == ["✓ Anna"] * 3 + ["× unknown stage"] * 4
