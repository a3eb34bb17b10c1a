from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from openpyxl.styles import PatternFill
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.history import save_with_snapshot, snapshots
from bangxl.books.office import OfficeBook
from bangxl.books.port import Book, BookError, Changes, Ref, Value
from tests.books import contract
from tests.books.workbooks import looked_at, saved
from tests.commands.stages import unchanged
from tests.helpers.raised import raised
from tests.helpers.sample import sample, these
from tests.hosts.libreoffice.office import lent
from tests.office_live.host import Desk, Eyes, LiveOffice


@pytest.fixture(scope="module")
def office() -> Iterator[LiveOffice]:
    yield from lent(LiveOffice())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return saved(tmp_path / "torneo d'inverno.xlsx")


class _Office:
    @pytest.fixture
    def desks(self) -> Iterator[ExitStack]:
        with ExitStack() as stack:
            yield stack

    @pytest.fixture
    def book(self, office: LiveOffice, path: Path, desks: ExitStack) -> Book:
        return desks.enter_context(office.open_live(path)).book()

    @pytest.fixture
    def again(self, office: LiveOffice, desks: ExitStack) -> contract.Again:
        def again(book: Book) -> Book:
            desks.close()
            return desks.enter_context(office.open_live(book.path)).book()

        return again

    @pytest.fixture
    def eyes(self) -> contract.Eyes:
        return Eyes()


class TestReading(_Office, contract.LiveReadingContract, contract.OpenContract):
    pass


class TestWriting(_Office, contract.LiveWritingContract):
    @pytest.mark.parametrize("values", sample([column for column in contract.VALUES if column is not contract.TOO_EXACT], 3))
    def test_values_come_back_at_once_and_later(self, book: Book, again: contract.Again, values: contract.Column) -> None:
        super().test_values_come_back_at_once_and_later(book, again, values)

    def test_numbers_keep_fifteen_digits(self, book: Book, again: contract.Again) -> None:
        numbers = 0.1 + 0.2, float(2**60)
        book.apply(Changes(cells={("Empty_Column", place): number for place, number in enumerate(numbers)}))
        assert tuple(book.read("Empty_Column")[:2]) == numbers
        book.save()
        assert again(book).read("Empty_Column")[:2] == pytest.approx(numbers, rel=1e-14)


@pytest.fixture
def desk(office: LiveOffice, path: Path) -> Iterator[Desk]:
    with office.open_live(path) as opened:
        yield opened


def everything(book: OfficeBook) -> dict[str, object]:
    """All that a change may touch, as far as the port tells it."""
    return {"sheets": dict(book.sheets)} | {name: list(book.read(name)) for name in book.names}


MUCH: Final = Changes(
    cells={("Players_Id", 3): "P004", ("Players_Score", 0): None, ("Empty_Column", 1): True, ("Round1T1!Payout", 2): 7},
    used={"Round1T1!Seat": 4},
    shown={"Round1T1": True, "Foglio d'oro": False},
    locked={"Round1T1!Bid": False},
    active="Round1T1",
    idle={"Round1T1!Payout": True},
)


MUCH_TYPED: Final = replace(MUCH, cells={cell: value for cell, value in MUCH.cells.items() if cell[0] != "Round1T1!Payout"})
"""The same, over nothing that is a formula."""


def test_no_step_of_undo(desk: Desk) -> None:
    before = everything(desk.book())
    desk.put("Players_Name", "typed before", 5)
    assert desk.see("steps") != []
    desk.book().apply(MUCH)
    assert desk.see("steps") == []
    assert desk.see("protected", sheet="Round1T1")
    assert everything(desk.book()) != before


def test_a_password_stops_everything(desk: Desk) -> None:
    before = everything(desk.book())
    desk.see("protect", sheet="Round1T1", password="geheim")  # noqa: S106
    steps = desk.see("steps")
    refused = raised(BookError, desk.book().apply, MUCH)
    assert (refused.code, refused.values["sheet"]) == ("sheet_protected", "Round1T1")
    with pytest.raises(BookError, match="sheet_protected"):
        save_with_snapshot(desk.book(), "seat", MUCH)
    assert not snapshots(desk.path)
    assert everything(desk.book()) == before
    assert desk.see("steps") == steps


@pytest.mark.parametrize("steps", [0, 1])
def test_all_or_nothing(desk: Desk, steps: int) -> None:
    for number in range(steps):
        desk.put("Players_Name", f"name {number}", 5)
    typed = desk.see("steps")
    before, book = everything(desk.book()), desk.book()
    with pytest.raises(BookError, match="host_refused"):
        book._do(
            "apply",
            cells=[("Players", 2, 2, "X"), ("Round1T1", 7, 6, 5)],
            hidden=[("Players", 3, 4, True)],
            columns=[("Players", 2, 2, True)],
            locked=[("Round1T1", (6, 7, 6, 9), False)],
            visible={"Players": False, "Round9": True},
            active="",
        )
    assert everything(desk.book()) == before
    assert not desk.see("row_hidden", sheet="Players", row=3)
    assert not desk.see("column_hidden", sheet="Players", column=2)
    assert desk.see("protected", sheet="Round1T1")
    assert desk.see("steps") == typed
    assert len(typed) == steps


def test_to_check_leaves_no_trace(desk: Desk, path: Path) -> None:
    before, steps = path.read_bytes(), desk.see("steps")
    desk.book().require_writable(MUCH)
    assert desk.see("protected", sheet="Round1T1")
    assert desk.see("steps") == steps
    assert desk.book().file_bytes() == before


def test_what_stays_as_it_was(office: LiveOffice, path: Path) -> None:
    def protection(sheet: Worksheet) -> list[object]:
        return [(key, value) for key, value in vars(sheet.protection).items() if key != "password"]

    file = looked_at(path)
    sheet = file["Round1T1"]
    sheet.protection.selectLockedCells = True
    sheet.protection.insertRows = False
    sheet["F7"].fill = PatternFill("solid", fgColor="FF112233")
    file.save(path)
    changes = Changes(cells={("Round1T1!Bid", 0): 100, ("Round1T1!Payout", 0): 3}, used={"Round1T1!Seat": 5})
    kept = []
    for todo in (Changes(), changes):
        with office.open_live(path) as desk:
            book = desk.book()
            book.apply(todo)
            book.save()
        found = looked_at(path)["Round1T1"]
        kept.append(
            (protection(found), found["F7"].fill.fgColor.rgb, [str(v.sqref) for v in found.data_validations.dataValidation])
        )
    assert kept[0] == kept[1]
    assert kept[0][1:] == ("FF112233", ["F7:F13"])


def test_the_state_before_and_the_file(desk: Desk, path: Path) -> None:
    before, book = path.read_bytes(), desk.book()
    assert book.file_bytes() == before
    book.apply(Changes(cells={("Next_Step", 0): "one"}))
    assert book.file_bytes() == path.read_bytes() == before
    book.save()
    assert (book.file_bytes(), book.before()) == (path.read_bytes(), None)
    assert looked_at(path)["Foglio d'oro"]["B4"].value == "one"
    assert [file.name for file in path.parent.iterdir() if not file.name.startswith(".~lock")] == [path.name]


def test_names_found_at_once_in_its_file_are_those_found_one_by_one(desk: Desk) -> None:
    desk.see("rename", sheet="Foglio d'oro", name="Zwei Blätter's (neu)")
    desk.see("insert_rows", sheet="Round1T1", row=9, count=1)
    desk.see("define", sheet="Round1T1", name="New_Here", content="$Round1T1.$A$1:$A$4")
    desk.book().save()
    found = desk.book()
    quick, one_by_one = dict(found.names), desk.see("contents")
    found._ask = lambda _action: one_by_one
    del found.names
    assert found.names == quick
    assert quick["Round1T1!Payout"] == Ref("Round1T1", 11, 7, 14)


def test_names_are_where_the_document_has_them_now(desk: Desk) -> None:
    desk.see("insert_rows", sheet="Players", row=1, count=3)
    desk.see("insert_rows", sheet="Round1T1", row=9, count=1)
    desk.see("rename", sheet="Foglio d'oro", name="Zwei Blätter's (neu)")
    desk.see("define", sheet="", name="A_Constant", content="$Players.$A$5:$A$9~$Players.$C$5")
    desk.see("define", sheet="", name="Two_Areas", content="$Players.$A$5+1")
    desk.see("define", sheet="", name="Bid", content="$Players.$A$1")
    desk.see("define", sheet="Players", name="Players_Name", content="$Players.$D$1:$D$2")
    desk.see("define", sheet="Round1T1", name="New_Here", content="$Round1T1.$A$1:$A$4")
    desk.see("insert_sheet", name="Before all")
    one_by_one = desk.see("contents")
    found = desk.book()
    assert found.names["Players_Since"] == Ref("Players", 4, 5, 9)
    assert found.names["Round1T1!Payout"] == Ref("Round1T1", 11, 7, 14)
    assert found.names["Next_Step"] == Ref("Zwei Blätter's (neu)", 2, 4, 4)
    assert found.names["Players!Players_Name"] == Ref("Players", 4, 1, 2)
    assert found.names["Players_Name"] == Ref("Players", 2, 5, 9)
    assert found.names["Bid"] == Ref("Players", 1, 1, 1)
    assert found.names["Round1T1!New_Here"] == Ref("Round1T1", 1, 1, 4)
    assert found._ask("names").keys() == one_by_one.keys()
    quick = dict(found.names)
    found._ask = lambda _action: one_by_one
    del found.names
    assert found.names == quick


COLUMN: Final[tuple[Value, ...]] = ("P001", 5, "P003 x", 0.5, "P005")


@pytest.mark.parametrize("before", [(None,) * 5, ("old", None, 3, None, None), (1, 2, 3, 4, 5)])
def test_a_block_is_taken_back_too(desk: Desk, before: tuple[Value, ...]) -> None:
    name, book = "Empty_Column", desk.book()
    book.apply(Changes(cells={(name, index): value for index, value in enumerate(before)}))
    where = book.names[name]
    block = [(where.sheet, where.first + index, where.column, value) for index, value in enumerate(COLUMN)]
    with pytest.raises(BookError, match="host_refused"):
        book._do("apply", cells=block, hidden=[], columns=[], locked=[], visible={"Round9": True}, active="")
    assert list(desk.book().read(name)) == list(before)
    desk.book().apply(Changes(cells={(name, index): value for index, value in enumerate(COLUMN)}))
    assert list(desk.book().read(name)) == list(COLUMN)


@pytest.mark.parametrize("text", these(["007", "=1", "3/4", "1,5", "TRUE", "VERO", "1E5", "'x", "+", "5 May"], "007", "=1", "'x"))
def test_texts_that_look_like_something_else_stay_texts_in_a_column(desk: Desk, text: str) -> None:
    desk.book().apply(Changes(cells={("Empty_Column", index): text for index in range(5)}))
    assert list(desk.book().read("Empty_Column")) == [text] * 5
    desk.put("Empty_Column", 3)
    assert desk.book().read("Empty_Column")[0] == 3


def refusal(book: OfficeBook) -> BookError:
    """Neither a change nor saving is possible."""
    to_check = raised(BookError, book.require_writable)
    assert to_check.code == raised(BookError, book.save).code
    if book.names:
        assert raised(BookError, book.apply, Changes(cells={("Next_Step", 0): "x"})).code == to_check.code
    return to_check


def test_protected_structure(desk: Desk, path: Path) -> None:
    desk.see("protect", sheet="", password="")
    with unchanged(path):
        error = refusal(desk.book())
        assert (error.code, error.values) == ("structure_protected", {"path": str(path)})


def test_another_program_holds_the_lock(office: LiveOffice, path: Path) -> None:
    path.with_name(f".~lock.{path.name}#").write_text(",Anna,pc,20.11.2026 10:00,file:///srv/anna;", encoding="utf-8")
    with office.open_live(path, read_only=True) as desk:
        assert refusal(desk.book()).code == "read_only"


def test_macros_would_be_lost(office: LiveOffice, path: Path) -> None:
    file = looked_at(path)
    macros = path.with_suffix(".xlsm")
    file.save(macros)
    with office.open_live(macros) as desk:
        assert refusal(desk.book()).code == "macros_lost"


@pytest.mark.parametrize(("suffix", "filter_name", "code"), [
    (".ods", "calc8", "open_document"), (".xls", "MS Excel 97", "old_excel"), (".html", "HTML (StarCalc)", "wrong_suffix"),
])  # fmt: skip
def test_other_kinds_of_file(office: LiveOffice, path: Path, suffix: str, filter_name: str, code: str) -> None:
    """Of .xls a click said what a name must end in: renamed, it was no workbook at all; only the terminal said to save it."""
    with office.open_live(path) as desk:
        desk.see("save_as", path=str(path.with_suffix(suffix)), filter=filter_name)
        error = refusal(desk.book())
    assert (error.code, error.values["suffix"]) == (code, suffix)


def test_never_saved(office: LiveOffice) -> None:
    with office.create() as desk:
        book = desk.book()
        assert refusal(book).code == "never_saved"
        assert (book.names, book.path.suffix, book.file_bytes()) == ({}, "", b"")


def test_a_folder_that_is_gone(desk: Desk, path: Path) -> None:
    book = desk.book()
    before, front = everything(book), desk.see("active")
    book.apply(MUCH_TYPED)
    assert everything(book) != before
    for file in [*path.parent.iterdir()]:
        file.unlink()
    path.parent.rmdir()
    refused = raised(BookError, book.save)
    assert (refused.code, refused.values["reason"]) == ("cannot_write", "LibreOffice")
    path.parent.mkdir()
    assert (everything(book), desk.see("active")) == (before, front), "nothing was changed"


def test_a_file_that_was_made_read_only_since(desk: Desk, path: Path) -> None:
    path.chmod(0o444)
    before, seen = path.read_bytes(), everything(desk.book())
    assert refusal(desk.book()).code == "write_protected"
    assert (path.read_bytes(), everything(desk.book())) == (before, seen)


def test_somewhere_else_than_on_this_computer() -> None:
    about = {"url": "https://example.org/a.xlsx", "path": "", "title": "a", "read_only": False, "structure_protected": False}
    book = OfficeBook(lambda _action: about)
    with pytest.raises(BookError, match="'online'"):
        book.require_writable()


def test_the_cursor(desk: Desk) -> None:
    desk.book().goto("Foglio d'oro", "B4")
    desk.book().goto("Round1T1", "B4")  # hidden: it and the cursor stay
    assert (desk.see("cursor"), desk.book().sheets["Round1T1"]) == ("$'Foglio d''oro'.$B$4", False)


def test_what_an_older_extension_does_not_know(desk: Desk) -> None:
    refused = raised(BookError, desk.book()._do, "dance")
    assert (refused.code, "bangxl setup --libreoffice" in str(refused.values["reason"])) == ("host_refused", True)


def test_formats_follow_the_kind_of_value(desk: Desk) -> None:
    cell = ("Empty_Column", 0)
    for value in (True, 3, False, 46346.5):
        desk.book().apply(Changes(cells={cell: value}))
        assert desk.book().read("Empty_Column")[0] == value
        assert type(desk.book().read("Empty_Column")[0]) is type(value)
    desk.book().apply(Changes(cells={("Players_Since", 0): 5}))
    assert desk.book().read("Players_Since")[0] == 5


def test_errors_are_shown_as_texts(desk: Desk) -> None:
    desk.see("formula", sheet="Players", cell="C2", formula="=1/0")
    assert (desk.book().shown("Players_Score") or [None])[0] == "#DIV/0!"
