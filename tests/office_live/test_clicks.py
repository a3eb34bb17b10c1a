"""The buttons in a real LibreOffice with the extension installed: everything but the window."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter as column_letter

from bangxl.books.closed import ClosedBook
from bangxl.books.history import history_folder
from bangxl.commands.new import new
from bangxl.commands.transfer import export
from bangxl.commands.verify import verify
from tests.commands.stages import NAMES, Copy, unchanged
from tests.commands.test_tabs import FOUR, hidden
from tests.helpers.keyboard import facts
from tests.helpers.salts import unsalted
from tests.helpers.sample import sample, these
from tests.helpers.whole_day import fresh, play, play_closed
from tests.libreoffice.desk import type_in
from tests.office_live.host import Desk, LiveOffice


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "torneo d'inverno"
    folder.mkdir()
    return fresh(folder / "Zürich & Köln.xlsx")


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same tournament, played with the closed file."""
    path = tmp_path_factory.mktemp("closed") / "closed.xlsx"
    play_closed(path)
    return path


@pytest.mark.soak
def test_the_same_tournament_as_with_the_closed_file(office: LiveOffice, closed: Path, tmp_path: Path) -> None:
    clicked = tmp_path / "it's clicked.xlsx"
    with office.open_live(fresh(clicked)) as desk:
        play(clicked, lambda values: type_in(desk, values), lambda: desk.click("seat"))
    assert unsalted(export(clicked)) == unsalted(export(closed))
    assert [file.name for file in sorted(history_folder(clicked).glob("0*"))] == [f"{n:06}-seat.xlsx" for n in range(1, 7)]


def everything(desk: Desk) -> dict[str, object]:
    """Every cell that has a name, which sheets are seen, and which rows of the first record sheet."""
    book = desk.book()
    rows = [desk.see("row_hidden", sheet="Round1T1", row=row) for row in range(1, 20)]
    found: dict[str, object] = {name: list(book.read(name)) for name in book.names}
    return found | {"sheets": dict(book.sheets), "rows": rows}


@pytest.mark.soak
def test_our_undo_shows_columns_that_the_draw_has_hidden(office: LiveOffice, tmp_path: Path) -> None:
    """Record's variants that nobody plays: their columns hide when a game is seated."""
    path = tmp_path / "serata.xlsx"
    new(path, "record", language="en", players="7")
    with office.open_live(path) as desk:
        desk.put_column("Players_Name", NAMES[:7])
        desk.click("seat")
        assert hidden(path) == [*FOUR]
        desk.click("undo")
        desk.see("agent", request={"do": "save"})
        assert hidden(path) == []
        desk.click("seat")
        assert hidden(path) == [*FOUR]


def test_one_save_a_click_and_the_whole_state_before(office: LiveOffice, path: Path) -> None:
    beside = "Players!N3"
    with office.open_live(path) as desk:
        desk.put_column("Players_Name", NAMES)
        desk.put(beside, "Stampante al bar", force=True)
        desk.see("watch")
        desk.click("seat")
        assert desk.see("writings") == ["OnSaveDone"]
        desk.put(beside, "Stampante rotta", force=True)
        desk.put("Round1T1!Bid", 300)
        desk.see("watch")
        desk.click("undo")
        assert desk.see("writings") == ["OnSaveDone"]
        assert (desk.cell(beside), set(desk.column("Round1T1!Player"))) == ("Stampante rotta", {None})
    before, undone = (history_folder(path) / f"000001-seat{kind}.xlsx" for kind in ("", ".undone-1"))
    for file, printer, bid, players in ((before, "Stampante al bar", None, 0), (undone, "Stampante rotta", 300, 5)):
        with office.open_live(file) as desk:
            assert desk.cell(beside) == printer
            assert desk.column("Round1T1!Bid")[0] == bid
            assert len(set(desk.column("Round1T1!Player")) - {None}) == players
            assert desk.column("Players_Name")[: len(NAMES)] == list(NAMES)
            assert desk.errors() == []


@pytest.mark.soak
def test_merged_cells_are_found_and_not_written(office: LiveOffice, path: Path) -> None:
    """Nobody sees what is in them: `check` says so and shows the sheet, and nothing is written there."""
    with office.open_live(path) as desk:
        desk.put_column("Players_Name", NAMES)
        where = desk.book().names["Round1!Wall_Player"]
        letter = column_letter(where.column)
        desk.see("merge", sheet="Round1", area=f"{letter}{where.first}:{letter}{where.first + 1}")
        office.messages()
        before = everything(desk)
        for button, told in (("check", "This cell is merged with others"), ("seat", "is merged with others")):
            desk.click(button)
            (message,) = office.messages()
            assert told in "".join(message["lines"])
            assert f"{letter}{where.first + 1}" in "".join(message["lines"])
        sheets = before["sheets"]
        assert isinstance(sheets, dict)
        assert everything(desk) == before | {"sheets": sheets | {"Round1": True}}
    assert not history_folder(path).exists() or not list(history_folder(path).glob("0*"))


def test_the_formulas_are_those_of_the_file(office: LiveOffice, path: Path) -> None:
    with office.open_live(path) as desk:
        assert desk.book().formulas() == ClosedBook.open(path, reading_only=True).formulas()


@pytest.mark.soak
def test_messages_and_the_other_buttons(office: LiveOffice, path: Path) -> None:
    """Messages go to a file; those buttons change nothing, or only which sheets are seen."""
    with office.open_live(path) as desk:
        office.messages()
        desk.click("seat")
        desk.put_column("Players_Name", NAMES)
        desk.click("seat")
        too_few, seated = office.messages()
        aside = (office.settings / "python.txt").rename(office.settings / "aside")
        desk.click("help")
        aside.rename(office.settings / "python.txt")
        (not_set_up,) = office.messages()
        assert (too_few["wrong"], seated["wrong"], not_set_up["wrong"]) == (True, False, True)
        assert seated["lines"][0] == "Round 1 is drawn: 10 players, tables 5+5."
        assert "bangxl setup --libreoffice" in not_set_up["lines"][0]
        before = everything(desk)
        for button in ("help", "report", "check"):
            desk.click(button)
        assert everything(desk) == before
        desk.click("print")
        assert path.with_name(f"{path.stem}-Round1.pdf").read_bytes().startswith(b"%PDF")
        shown = dict(desk.book().sheets)
        desk.click("standings")
        assert [sheet for sheet, seen in desk.book().sheets.items() if seen != shown[sheet]] == ["Standings"]
        desk.click("standings")
        assert dict(desk.book().sheets) == shown
        desk.put("Players_Name", NAMES[0], 9)
        desk.click("check")
        assert desk.see("cursor").startswith("$Players.$"), "where something is wrong"


@pytest.mark.soak
def test_two_tournaments_are_never_mixed_up(office: LiveOffice, at: Copy) -> None:
    """Buttons pressed in turn, on the document in front; all else stays as it was."""
    one = at("played1")
    other = one.with_name("l'altro.xlsx")
    history_folder(one).rename(history_folder(other))
    one.rename(other)
    paths = other, at("played2")
    with office.open_live(paths[0]) as first, office.open_live(paths[1]) as second:
        for button, seated in (("seat", [2, 3]), ("undo", [1, 2])):
            for desk, path in ((second, paths[1]), (first, paths[0])):
                beside = paths[0] if path == paths[1] else paths[1]
                with unchanged(beside):
                    desk.click(button)
            assert [facts(path).rounds_seated for path in paths] == seated


@pytest.mark.soak
def test_the_referto_of_a_finished_tournament(office: LiveOffice, closed: Path, tmp_path: Path) -> None:
    path = tmp_path / "Zürich & Köln.xlsx"
    before = closed.read_bytes()
    path.write_bytes(before)
    with office.open_live(path) as desk:
        desk.click("report")
    referto = path.with_name(f"{path.stem}-referto.xlsx")
    assert verify(referto).agrees
    assert referto.with_suffix(".pdf").read_bytes().startswith(b"%PDF")
    assert b"X-Unsent: 1" in referto.with_suffix(".eml").read_bytes()
    assert path.read_bytes() == before


@pytest.mark.soak
@pytest.mark.parametrize("kind", these(["xlsm", "read only", "structure", "never saved"], "xlsm"))
def test_nothing_happens_where_nothing_can(office: LiveOffice, path: Path, kind: str) -> None:
    file = load_workbook(path)
    players = file.defined_names["Players_Name"].attr_text.partition("!")[0].strip("'")
    for row, name in enumerate(NAMES, 7):
        file[players].cell(row, 3, name)
    path = path.with_suffix(".xlsm") if kind == "xlsm" else path
    file.save(path)
    opened = office.create() if kind == "never saved" else office.open_live(path, read_only=kind == "read only")
    with unchanged(path), opened as desk:
        if kind == "structure":
            desk.see("protect", sheet="", password="")
        steps = desk.see("steps")
        desk.click("seat")
        assert desk.see("steps") == steps
        assert not history_folder(path).exists() or not list(history_folder(path).glob("0*"))


READS_AND_CHANGES = """
import sys
from bangxl.books.office import OfficeBook
from bangxl.books.port import Changes
from bangxl.toolbar import Channel

channel = Channel(sys.stdin.buffer, sys.stdout.buffer)
book = OfficeBook(channel.ask)
seen = [] if sys.argv[1] == "1" else [list(book.read("Players_Name"))[:2]]
book.apply(Changes(cells={("Players_Name", 0): "Carla"}))
seen.append(list(book.read("Players_Name"))[:2])
channel.say("say", lines=seen, wrong=False, place=None)
"""


class TestPipes:
    """What goes on between the extension and the Python that it starts."""

    def said(self, office: LiveOffice, desk: Desk, *program: str) -> Mapping[str, object]:
        answer = desk.see("converse", command=[str(office.settings / "python"), *program])
        assert isinstance(answer, dict)
        return answer

    def test_what_a_program_says_and_how_it_ends(self, office: LiveOffice, path: Path) -> None:
        """A defect is one line; so is one that goes away in the middle."""
        gone = """import os; print('{"do": "names"}', flush=True); os.close(0); raise SystemExit('gone')"""
        with office.open_live(path) as desk:
            answer = self.said(office, desk, "-m", "bangxl.toolbar", "seat")
            assert (answer["wrong"], answer["place"]) == (True, None)
            assert "needs 10" in str(answer["lines"])
            for code, stopped in (("raise KeyError('x')", "KeyError: 'x'"), ("raise SystemExit(3)", 3), (gone, "gone")):
                assert self.said(office, desk, "-c", code) == {"stopped": stopped}

    @pytest.mark.soak
    @pytest.mark.parametrize("changed_first", sample([False, True], 2))
    def test_never_an_older_state_than_the_screen_shows(self, office: LiveOffice, path: Path, *, changed_first: bool) -> None:
        """The document is read while bangxl starts: what is changed after that counts."""
        with office.open_live(path) as desk:
            desk.put_column("Players_Name", ["Anna", "Bruno"])
            desk.book().save()  # else the changes themselves ask first for what was there
            lines = self.said(office, desk, "-c", READS_AND_CHANGES, str(int(changed_first)))["lines"]
        assert lines == [*([] if changed_first else [["Anna", "Bruno"]]), ["Carla", "Bruno"]]
