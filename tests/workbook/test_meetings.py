"""The sheets for the wall: who has met whom, lists sorted by surname, standings, as people see them."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Changes
from bangxl.commands.corrections import swap
from bangxl.commands.demo import demo
from bangxl.commands.printing import print_pages
from bangxl.commands.seat import seat
from bangxl.commands.workspace import open_workspace
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import load
from bangxl.sheets.build import build
from bangxl.tournament.audit import neighbours, times_met
from bangxl.tournament.drawing import past_tables
from bangxl.tournament.state import State
from bangxl.workbook.names import MET, meetings
from bangxl.workbook.read import ListRows
from bangxl.workbook.surnames import by_surname
from bangxl.workbook.write import cells_for
from tests.commands.stages import NAMES, listed
from tests.helpers.keyboard import Sheet, played
from tests.helpers.render import page_count, page_texts, page_words
from tests.helpers.sample import sample
from tests.hosts.libreoffice.office import Document, Office
from tests.tournament.builders import ten
from tests.tournament.rules import ITALY

SEED: Final = "d" * 64
"""As wide as a seed can get."""

WALLS: Final[Mapping[str, Mapping[str, str]]] = {
    "by hand": {},
    "random": {"Seed": SEED, "Source": "random", "Algorithm": "lot 1"},
    "given": {"Seed": "WANTED " * 20, "Source": "given", "Algorithm": "mixed 2"},
    "public": {"Seed": SEED, "Source": "public", "Public": "dice 4 2 6", "Algorithm": "lot 1"},
    "mixed": {"Seed": SEED, "Source": "public", "Public": "WANTED " * 20, "Algorithm": "mixed 2", "By_Hand": "yes"},
}
"""What the program writes of a draw."""


@cache
def made(rulebook: str, capacity: int, language: str = "en") -> Workbook:
    return build(load(rulebook), catalog(language), capacity)


@pytest.mark.parametrize("capacity", sample([10, 31], 2))
def test_a_column_for_every_player(path: Path, capacity: int) -> None:
    """Side by side, each from the first player to the last, and no cell in the square: there would be thousands."""
    made("italy-2010", capacity).save(path)
    sheet = Sheet(path)
    columns = [sheet.cells(meetings(number)) for number in range(1, capacity + 1)]
    assert {cell.parent.title for column in columns for cell in column} == {"Meetings"}
    assert {tuple(cell.row for cell in column) for column in columns} == {tuple(range(7, 7 + capacity))}
    assert [column[0].column for column in columns] == list(range(4, 4 + capacity))
    square = made("italy-2010", capacity)["Meetings"]
    assert square.sheet_state == "hidden"
    assert square.freeze_panes == "D7"
    assert [cell for cell in square._cells if cell[0] >= 7 and cell[1] >= 4] == []


@pytest.mark.parametrize(("capacity", "pages"), [(22, (1, 1)), (31, (1, 1)), (58, (1, 2)), (126, (3, 4))])
def test_the_names_of_many_are_readable_on_paper(capacity: int, pages: tuple[int, int]) -> None:
    """All 126 stood on one page, in letters of two points; on each of several are the names, and what the numbers say.

    Beside 22 an empty block was printed, and the shades only without the paper's colour. Four sheets of 58 were to be glued,
    and the day stood on two of them.
    """
    square = made("italy-2010", capacity)["Meetings"]
    setup = square.page_setup
    assert (setup.fitToWidth or 1, setup.fitToHeight or 1) == pages
    assert square.print_area.endswith(f":${get_column_letter(3 + capacity)}${6 + capacity}")
    assert ("Event_Day" in square["B6"].value) is (pages[0] > 1)
    assert (
        square["B6"].value.replace('"&CHAR(10)&"', "\n").strip('"').endswith("Upper right: meetings;\nlower left: side by side.")
    )
    assert {square[cell].fill.start_color.rgb for cell in ("B5", "B6", "C6", "D6", "B7", "C7")} == {"00FFFFFF"}
    assert not setup.blackAndWhite
    assert (square.print_title_cols, square.print_title_rows) == ("$B:$C", "$4:$6")


@pytest.mark.parametrize("rulebook", sample(["italy-2007", "germany", "record"], 3))
def test_nobody_meets_anew_at_fixed_tables(rulebook: str) -> None:
    workbook = made(rulebook, load(rulebook).minimum_players)
    assert "Meetings" not in workbook.sheetnames
    assert meetings(1) not in workbook.defined_names


def test_names_down_and_across(office: Office, tmp_path: Path) -> None:
    """Only of rows in use, as all other sheets show them, in the order that the program writes."""
    path, names = tmp_path / "torneo.xlsx", ["Anna", "", "Zoë", "Anna"]
    made("italy-2010", 10).save(path)
    with Sheet(path) as sheet:
        sheet.fill("Players_Id", ["P001", None, "P003", "P004"])
        sheet.fill("Players_Name", names)
        sheet.fill(MET, ["P003", "P001", "P004"])
    with office.open(path) as book:
        book.recalculate()
        down, (across,) = book.column("Meetings!B7:B16"), book.read("Meetings!D6:M6")
    assert down == across
    assert [name or "" for name in down] == ["Zoë", "Anna (P001)", "Anna (P004)", *[""] * 7]


def test_the_meetings_stand_by_surname(path: Path) -> None:
    """Nobody found himself in the order of the players' list."""
    seat(listed(path, "italy-2010", NAMES, 12), rng_seed="wall")
    played(path)
    seat(path, rng_seed="more")
    workspace = open_workspace(path, reading_only=True)
    called = {one.id: one.name for one in workspace.tournament.players}
    order = sorted(called, key=lambda one: by_surname(NAMES)(called[one]))
    assert order != [*called]
    assert workspace.book.read(MET) == [*order, None, None]
    _in_order(order, workspace.state, {meetings(1 + n): workspace.book.read(meetings(1 + n)) for n in range(10)})


@pytest.mark.parametrize("met", [None, ("P009", "", "P002"), ()])
def test_everybody_keeps_the_line_that_they_have(met: tuple[str, ...] | None) -> None:
    """A workbook of before has the order of the players' list in its headings; who first sits down later stands below."""
    state, ids = State(ten(2), ITALY), [f"P{n:03}" for n in range(1, 11)]
    first = {"P009": 0, "P002": 2} if met else {}
    order = [*sorted(ids, key=lambda one: first.get(one, 1 if one == "P001" else int(one[1:]) + 2))] if met else ids
    found = cells_for(state, ListRows(tuple(range(10)), (), 10, met)).cells
    assert [found.get((MET, row)) for row in range(10)] == ([None] * 10 if met is None else order)
    columns = {meetings(1 + n): [found.get((meetings(1 + n), row)) for row in range(10)] for n in range(10)}
    _in_order(order, state, columns)


def _in_order(order: Sequence[str], state: State, columns: Mapping[str, Sequence[object]]) -> None:
    """Above the diagonal the meetings, below it how often two sat side by side."""
    rounds = past_tables(state.tournament, state.tournament.rounds_seated + 1)
    met, beside = times_met(rounds), neighbours(rounds)
    for across, one in enumerate(order):
        for down, other in enumerate(order):
            counts = met if down < across else beside
            assert columns[meetings(1 + across)][down] == (counts[min(one, other), max(one, other)] or None), (one, other)


@pytest.mark.soak
@pytest.mark.parametrize("language", sample(["ru", "it"], 2))
def test_what_the_wall_says_of_a_draw(office: Office, path: Path, tmp_path: Path, language: str) -> None:
    """At most three lines, none cut off, no seed among them, and the page stays one."""
    made("italy-2010", 31, language).save(path)
    with Sheet(path) as sheet:
        for number, facts in enumerate(WALLS.values(), 1):
            for key, value in facts.items():
                sheet.put(f"Round{number}!Draw_{key}", value)
            sheet.book[f"Round{number}"].sheet_state = "visible"
    with office.open(path) as book:
        book.recalculate()
        said = {name: _lines(book, number) for number, name in enumerate(WALLS, 1)}
        printed = book.pdf(tmp_path / "walls.pdf", [f"Round{number}" for number in range(1, len(WALLS) + 1)])
    assert {name: len(lines) for name, lines in said.items()} == {
        "by hand": 1, "random": 1, "given": 2, "public": 1, "mixed": 2,
    }  # fmt: skip
    for name, lines in said.items():
        facts = WALLS[name]
        few, moved = map(catalog(language), ("This draw lets few players meet again.", "Changed by hand since the draw."))
        assert (few in lines[-1], lines[-1].endswith(moved)) == (facts.get("Algorithm") == "mixed 2", "By_Hand" in facts)
        assert not any(facts["Seed"][:20] in line for line in lines if name in {"random", "public"})
        assert facts.get("Public", "")[:19] in lines[0]
    assert page_count(printed) == len(WALLS)
    for words, lines in zip(page_words(printed), said.values(), strict=True):
        text = " ".join(word.text for word in words)
        assert [line for line in lines if " ".join(line.split()) not in text] == []
        edge = max(word.right for word in words if word.text == catalog(language)("Seat").split()[-1])
        assert max(word.right for word in words) < edge + 1


def _lines(book: Document, number: int) -> list[str]:
    return [str(text) for text in book.column(f"Round{number}!B41:B45") if text]


@pytest.mark.parametrize(
    "expected",
    [
        ["Bruno D'Amico", "Ilaria De Santis", "Giulia Lo Presti", "Żofia Łukasik", "Hansi Müller", "Çelik Öztürk", "Anna Rossi"],
        ["Bianchi Mario", "De Luca Paolo", "Rossi Anna", "Verdi Tex"],
        ["Johanna von Berg", "Sabine Ott", "Karl Zorn"],
        ["Paolo Conti", "Anna Neri", "Mario Ó Briain", "Giulia Puig i Cadafalch", "Anna Rossi"],
        ["Анна Абрамова", "Иванов Иван Иванович", "Фёдор Ильин", "Ольга Петрова"],
        ["Абрамова Анна", "Ильин Фёдор", "Петрова Ольга"],
        ["Bruno BIANCHI", "ROSSI Anna", "Verdi, Carlo"],
        ["Anna Bianchi II", "Bruno Rossi jr.", "Anna Verdi (P003)"],
        ["Alfa", "Beta Zeta", "Player 01", "Player 02"],
        ["", "=1+1", "Anna Rossi"],
    ],
)  # fmt: skip
def test_by_surname_where_it_can_be_known(expected: list[str]) -> None:
    shuffled = expected[::-1]
    assert sorted(shuffled, key=by_surname(shuffled)) == expected


def test_a_list_by_name_is_written_whole(path: Path) -> None:
    """An earlier version sorted it otherwise: two who change places would come twice, and others never."""
    seat(listed(path, "italy-2010", NAMES), rng_seed="wall")
    book = ClosedBook.open(path)
    keys = [f"Round1!Alpha_{key}" for key in ("Player", "Table", "Seat")]
    before = [book.read(key) for key in keys]
    order = sorted(range(10), key=lambda row: str(before[0][row]))
    book.apply(
        Changes(cells={(key, row): column[order[row]] for key, column in zip(keys, before, strict=True) for row in range(10)})
    )
    book.save()
    swap(path, "P001", "P002" if _tables(path)["P001"] != _tables(path)["P002"] else "P003", "asked")
    book = ClosedBook.open(path)
    hung = {player: (table, seat_) for player, table, seat_ in zip(*(book.read(key) for key in keys), strict=True)}
    assert hung == _seats(path)


def _seats(path: Path) -> dict[object, tuple[object, object]]:
    book = ClosedBook.open(path)
    return {p: (t, s) for p, t, s in zip(*(book.read(f"Round1!Wall_{key}") for key in ("Player", "Table", "Seat")), strict=True)}


def _tables(path: Path) -> dict[object, object]:
    return {player: table for player, (table, _seat) in _seats(path).items()}


def test_the_standings_on_paper(path: Path, tmp_path: Path) -> None:
    """They carry the event and its day, on white ground."""
    demo(path, "italy-2010", 12, "paper", "en")
    print_pages(path, "standings")
    text = " ".join(page_texts(tmp_path / "torneo-Standings.pdf")[0].split())
    assert re.match(r"Standings \w+ Open · \w+, Circolo «La Diligenza» (Saturday|Sunday) \d+ \w+ 2026 · ", text)
    sheet = Sheet(path).tab("Standings")
    area = sheet[sheet.print_area.split("!")[-1]]
    assert {cell.fill.start_color.rgb for row in area for cell in row} == {"00FFFFFF"}
