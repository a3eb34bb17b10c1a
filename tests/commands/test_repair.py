"""`bangxl check --repair`: everything that bangxl made is there again, and what was typed stays."""

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from openpyxl.cell import MergedCell
from openpyxl.chart import BarChart
from openpyxl.comments import Comment
from openpyxl.styles import Protection

from bangxl.books.closed import ClosedBook
from bangxl.books.history import history_folder
from bangxl.books.port import Formula
from bangxl.books.references import address, definition, range_ref
from bangxl.commands.check import check, check_with_lines
from bangxl.commands.commit import commit
from bangxl.commands.errors import Refusal
from bangxl.commands.people import put_back
from bangxl.commands.repair import rebuild, repair
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import undo
from bangxl.commands.workspace import open_workspace
from bangxl.locale.catalog import Catalog
from bangxl.tournament.model import Tournament
from tests.additions.package import unzipped, zipped
from tests.commands.stages import NAMES, Copy, listed, unchanged
from tests.fuzz.hands import moved
from tests.helpers.keyboard import Sheet, facts, played, typed
from tests.helpers.sample import these
from tests.workbook.faults import copied, dragged, put, renamed, row_inserted, sheet_emptied


def without_formulas(path: Path) -> None:
    """A service that keeps values only."""
    with Sheet(path) as sheet:
        for ws in sheet.book:
            for row in ws.iter_rows():
                for cell in row:
                    if isinstance(cell.value, str) and cell.value.startswith("="):
                        cell.value = 7


def without_protection(path: Path) -> None:
    with Sheet(path) as sheet:
        for ws in sheet.book:
            ws.protection.sheet = False
            ws.data_validations.dataValidation = []
            ws.conditional_formatting = type(ws.conditional_formatting)()
            for row in ws.iter_rows():
                for cell in row:
                    cell.protection = Protection(locked=False)


def without_names(path: Path) -> None:
    """A service that knows names of the workbook only."""
    with Sheet(path) as sheet:
        for ws in sheet.book:
            ws.defined_names.clear()


def labels_overwritten(path: Path) -> None:
    with Sheet(path) as sheet:
        for ws in sheet.book.worksheets[:6]:
            for row in ws.iter_rows(max_row=5):
                for cell in row:
                    if cell.protection.locked and isinstance(cell.value, str):
                        cell.value = "x"


DAMAGE: Mapping[str, Callable[[Path], object]] = {
    "nothing": lambda _path: None,
    "formulas": without_formulas,
    "protection": without_protection,
    "names": without_names,
    "dragged": dragged("Event_Region", "Event_Place"),
    "labels": labels_overwritten,
    "row": row_inserted("Round2T1", "Player", 2),
    "seed": put({f"Round1!Draw_{column}": None for column in ("Seed", "Source", "Public", "Algorithm")}),
}


def looks(path: Path) -> Mapping[str, object]:
    """All that a workbook is, but for its log: cells, locks, rows hidden, sheets seen, protection."""
    book = ClosedBook.open(path, reading_only=True)
    log = book.names["Log_Time"].sheet
    return {
        "cells": {tab: book.everything(tab) for tab in book.sheets if tab != log},
        "names": dict(book.names),
        "locked": {name: book.locked(name) for name in book.names},
        "hidden": {name: book.hidden(name) for name in book.names if book.names[name].sheet != log},
        "seen": dict(book.sheets),
        "protection": {tab: book.protection(tab) for tab in book.sheets},
    }


@pytest.mark.parametrize("stage", these(["entered", "played2", "semifinals", "closed"], "entered"))
def test_an_honest_workbook_stays_as_it_is(stage: str, at: Copy) -> None:
    path = at(stage)
    before, exported = looks(path), export(path)
    repair(path)
    after = looks(path)
    assert [key for key in before if before[key] != after[key]] == []
    assert export(path) == exported


@pytest.mark.parametrize("damage", these(DAMAGE, "row"))
def test_damage_is_repaired_and_can_be_undone(damage: str, at: Copy) -> None:
    path = at("played2")
    before, exported = looks(path), export(path)
    DAMAGE[damage](path)
    damaged = looks(path)
    repair(path)
    assert [key for key, value in looks(path).items() if value != before[key]] == []
    assert export(path) == exported
    assert not [one for one in check(path) if one.finding.severity == "error"]
    assert [entry.command for entry in open_workspace(path).log][-1] == "repair"
    undo(path)
    assert looks(path)["cells"] == damaged["cells"]


@pytest.mark.soak
def test_what_needs_a_guess_is_refused_and_nothing_written(at: Copy) -> None:
    def inserted_and_typed(path: Path) -> None:
        row_inserted("Round2T1", "Player", 2)(path)
        with Sheet(path) as sheet:
            sheet.book["Round2T1"].cell(sheet.cells("Round2T1!Player")[2].row, 6).value = 400

    for damage in (
        inserted_and_typed,
        lambda path: typed(path, {f"Round2T1!Bid {n}": Formula(f"={n}+1+{'1+' * 20}1") for n in range(5)}),
    ):
        path = at("played2")
        damage(path)
        with unchanged(path), pytest.raises(Refusal) as refused:
            repair(path)
        assert [len(line) < 300 for line in refused.value.lines] == [True]


@pytest.mark.soak
def test_a_renamed_sheet_is_one_line(at: Copy, tmp_path: Path) -> None:
    """It is told as missing: nobody guesses which sheet it has become, and a new name is soon changed back."""
    path = at("played2")
    before = check_with_lines(path)[1]
    renamed("Round2T1")(path)
    new = [line for line in check_with_lines(path)[1] if line not in before]
    assert [line[:11] for line in new if not line.startswith("Draws")] == ["× Round2T1 "]  # it counts the games that can be read
    with pytest.raises(Refusal, match="Round2T1 is missing in the workbook: a sheet or a defined name was renamed"):
        seat(path, rng_seed="3")
    with pytest.raises(Refusal, match=r"Round2T1 .*nobody can prove"):
        repair(path)
    assert "Tavolo 1" in rebuild(path, tmp_path / "new.xlsx")[2]


@pytest.mark.parametrize("title", these(["Round2T2_2", "Round2T2 (2)", "Prova"], "Round2T2_2"))
def test_a_copy_is_removed_once_somebody_agrees(at: Copy, title: str) -> None:
    """The check said «Delete it», but the structure is protected: no menu of Excel or LibreOffice can."""
    path = at("played2")
    before = facts(path)
    copied("Round2T2", title)(path)
    (notice,) = [one for one in check(path) if one.finding.code == "sheet_copied"]
    assert notice.finding.values["copy"] == title
    with unchanged(path):

        def disagrees(_: Catalog, lines: Sequence[str]) -> None:
            assert title in lines[0]
            raise Refusal("no")

        with pytest.raises(Refusal, match="no"):
            repair(path, disagrees)
    assert title in seat(path, rng_seed="3")[-1]
    undo(path)
    repair(path)
    assert title not in ClosedBook.open(path).sheets
    assert facts(path) == before


@pytest.mark.soak
def test_comments_stay_and_what_is_lost_is_named(at: Copy) -> None:
    path = at("played2")
    with Sheet(path) as sheet:
        sheet.cells("Round2T1!Bid")[1].comment = Comment("he asked <twice>", "Anna & Bruno")
        sheet.cells("Round2T1!Bid")[1].parent.add_chart(BarChart(), "B40")
        sheet.book["Round2T1"].merge_cells("H9:H10")
    asked = list[str]()
    lines = repair(path, lambda _, told: asked.extend(told))
    assert asked == [*lines[1:], "«bangxl undo» brings them back."]
    comment = Sheet(path).cells("Round2T1!Bid")[1].comment
    assert (comment.text, comment.author) == ("he asked <twice>", "Anna & Bruno")
    assert lines[1].startswith("Unmerged: Round2T1 H10. ")
    assert lines[2:] == ("Pictures and charts that the new workbook leaves out: 1.",)
    assert len(repair(path)) == 1
    assert "he asked <twice>" in Sheet(path).cells("Round2T1!Bid")[1].comment.text


@pytest.mark.soak
def test_what_stands_beside_a_shifted_list_is_not_lost(at: Copy) -> None:
    path = at("played2")
    row_inserted("Round2T1", "Player", 2)(path)
    with Sheet(path) as sheet:
        sheet.book["Round2T1"]["A60"] = "ask the office"
    with pytest.raises(Refusal, match="A60"):
        repair(path)


def test_a_formula_gone_everywhere_is_one_line(at: Copy) -> None:
    path = at("played2")
    without_formulas(path)
    assert len([line for line in check_with_lines(path)[1] if line.startswith("×")]) == 1


def shift(path: Path, tab: str, at_line: int, by: int, *, rows: bool) -> None:
    """Insert or delete rows or columns as every program does it: names go along."""
    with Sheet(path) as sheet:
        ws = sheet.book[tab]
        for merged in [*ws.merged_cells.ranges]:
            ws.unmerge_cells(str(merged))
        lines = (ws.insert_rows if by > 0 else ws.delete_rows) if rows else (ws.insert_cols if by > 0 else ws.delete_cols)
        lines(at_line, abs(by))
        holders: list[Any] = [sheet.book, *sheet.book.worksheets]
        for name in [one for holder in holders for one in holder.defined_names.values()]:
            if (ref := range_ref(name.attr_text)) is not None and ref.sheet == tab:
                there = moved(ref, at_line, by, rows=rows)
                name.attr_text = definition(there) if there is not None else "#REF!"


def players(path: Path) -> list[tuple[str, str, str]]:
    return [(one.name, one.region, one.email) for one in facts(path).players]


@pytest.mark.parametrize("name", these(["Players_Region", "Players_Email"], "Players_Email"))
def test_a_deleted_column_is_lost_and_comes_back_from_the_history(name: str, at: Copy, tmp_path: Path) -> None:
    """What the history has comes back; what was typed since the last command is gone, and told all the same."""
    path, new = at("entered"), tmp_path / "new.xlsx"
    typed(path, {f"Players_Region {number}": f"Region {number}" for number in range(10)})
    seat(path, rng_seed="1")
    regions = [(one.name, one.region) for one in facts(path).players]
    typed(path, {f"Players_Email {number}": f"p{number}@example.org" for number in range(10)})
    column = ClosedBook.open(path).names[name].column
    shift(path, "Players", column, -1, rows=False)
    with pytest.raises(Refusal, match=r"Players [DE]7:[DE]1[67]: nobody can prove"):
        repair(path)
    lines = rebuild(path, new)
    assert ([(one.name, one.region) for one in facts(new).players], len(lines)) == (regions, 2)
    assert f"Players {'D' if name == 'Players_Region' else 'E'}7" in lines[1]


@pytest.mark.soak
def test_a_column_deleted_before_the_first_draw_moves_nothing(at: Copy, tmp_path: Path) -> None:
    """There is no history yet: names and regions stand where names and labels say, the addresses are gone."""
    path, new = at("entered"), tmp_path / "new.xlsx"
    for number in range(10):
        typed(path, {f"Players_Region {number}": f"Region {number}", f"Players_Email {number}": f"p{number}@example.org"})
    before = players(path)
    shift(path, "Players", ClosedBook.open(path).names["Players_Email"].column, -1, rows=False)
    with pytest.raises(Refusal, match="nobody can prove"):
        repair(path)
    lines = rebuild(path, new)
    assert players(new) == [(name, region, "") for name, region, _email in before]
    assert lines[1].endswith("type what is missing: Players E7:E17")


@pytest.mark.soak
def test_rows_and_columns_inserted_blank_go_again(at: Copy) -> None:
    path = at("played1")
    exported = export(path)
    for line in (12, 9):
        shift(path, "Players", line, 1, rows=True)
    shift(path, "Players", 3, 1, rows=False)
    shift(path, "Round1T1", 8, 1, rows=True)
    repair(path)
    assert export(path) == exported


@pytest.mark.soak
def test_a_game_whose_sheet_was_deleted_is_named_as_lost(at: Copy, tmp_path: Path) -> None:
    path, new = at("played2"), tmp_path / "new.xlsx"
    game = facts(path).games[0]
    with Sheet(path) as sheet:
        del sheet.book["Round1T1"]
    with pytest.raises(Refusal, match=r"Round1T1 .*nobody can prove"):
        repair(path)
    lines = rebuild(path, new)
    assert facts(new).games[0] == game  # the last state of the history has it
    assert "Round1T1" in lines[1]
    with unchanged(new), pytest.raises(Refusal, match="already exists"):
        rebuild(path, new)


@pytest.mark.soak
def test_a_game_lost_from_an_imported_workbook_is_named(at: Copy, tmp_path: Path) -> None:
    """Its log holds no draw, so nothing seemed to have been played: the table was gone, with ✓."""
    source, path, new = tmp_path / "half.json", tmp_path / "half.xlsx", tmp_path / "new.xlsx"
    text = json.loads(export(at("played1")))
    source.write_text(json.dumps({**text, "draws": []}), encoding="utf-8")
    import_json(source, path, language="en", allow_invalid=True)
    with Sheet(path) as sheet:
        del sheet.book["Round1T1"]
    with pytest.raises(Refusal, match=r"Round1T1 .*nobody can prove"):
        repair(path)
    assert "type what is missing: Round1T1" in rebuild(path, new)[1]


@pytest.mark.soak
@pytest.mark.parametrize("tab", these(["Players", "Lists", "Log"], "Lists"))
def test_an_emptied_or_deleted_sheet_is_one_true_sentence(tab: str, at: Copy, tmp_path: Path) -> None:
    path, new = at("played2"), tmp_path / "new.xlsx"
    people = players(path)
    if tab == "Lists":
        with Sheet(path) as sheet:
            del sheet.book[tab]
            for name in [key for key, one in sheet.book.defined_names.items() if one.attr_text.startswith("'Lists'")]:
                del sheet.book.defined_names[name]
        with pytest.raises(Refusal, match="A sheet was deleted, perhaps a hidden one"):
            check(path)
    else:
        sheet_emptied(tab)(path)
        (line,) = [line for line in check_with_lines(path)[1] if line.startswith("×")]
        assert line.startswith(f"× {tab}")
        assert "Nothing that bangxl has made is on this sheet any more" in line
    for command in (put_back, seat) if tab == "Lists" else (repair, put_back, seat):
        with pytest.raises(Refusal):
            command(path)
    rebuild(path, new)
    assert players(new) == people


@pytest.mark.soak
def test_an_emptied_round_sheet_comes_back_with_the_salt_of_its_code(at: Copy) -> None:
    """Only that sheet had the salt: afterwards nobody could check the code of the round, and repair said ✓."""
    path = at("played2")
    before = facts(path)
    sheet_emptied("Round2")(path)
    repair(path)
    assert facts(path) == before


def test_a_file_without_the_part_of_a_sheet_is_told_as_damaged(at: Copy) -> None:
    """No facts stand on this one, so the damage was seen late, and `check` ended with a traceback."""
    path = at("played1")
    parts = unzipped(path.read_bytes())
    del parts["xl/worksheets/sheet5.xml"]
    path.write_bytes(zipped(parts))
    with pytest.raises(Refusal, match="damaged"):
        check(path)


def test_a_workbook_gets_the_content_type_of_its_suffix(at: Copy) -> None:
    """Somebody has renamed .xlsx to .xlsm; with the other type Excel does not open it."""
    path = at("entered")
    path = path.rename(path.with_suffix(".xlsm"))
    seat(path, rng_seed="1")
    assert b'"application/vnd.ms-excel.sheet.macroEnabled.main+xml"' in unzipped(path.read_bytes())["[Content_Types].xml"]


@pytest.mark.soak
def test_cleared_numbers_and_names_come_back_by_names_alone(at: Copy) -> None:
    path = at("played2")
    before = facts(path)
    with Sheet(path) as sheet:
        for name in ("Players_Id", "Players_Name"):
            for cell in sheet.cells(name):
                cell.value = None
    assert "bangxl names" in " ".join(check_with_lines(path)[1])
    repair(path)
    put_back(path)
    assert facts(path) == before


@pytest.mark.soak
def test_a_sheet_of_another_tournament_is_told_and_never_taken_for_ours(at: Copy, tmp_path: Path) -> None:
    """Every cell of a record sheet is as another tournament's, which has other people."""
    path, other, rebuilt = at("played2"), tmp_path / "other.xlsx", tmp_path / "new.xlsx"
    people = players(path)
    verdi = [f"{name} Verdi" for name in ("Ada", "Ben", "Cleo", "Dora", "Elio", "Fay", "Gino", "Hugo", "Ivo", "Lea")]
    seat(listed(other, "italy-2010", verdi, 11), rng_seed="other")
    played(other, "other")
    with Sheet(path) as sheet, Sheet(other) as theirs:
        for row in theirs.book["Round1T1"].iter_rows():
            for cell in row:
                if not isinstance(cell, MergedCell):
                    sheet.book["Round1T1"][cell.coordinate].value = cell.value
    assert [line for line in check_with_lines(path)[1] if line.startswith("×")]
    with suppress(Refusal):
        repair(path)
    assert [line for line in check_with_lines(path)[1] if line.startswith("×")]
    rebuild(path, rebuilt)
    assert players(rebuilt) == people


def just_drawn(tmp_path: Path, regulation: str) -> tuple[Path, int]:
    """A workbook in which the newest command was a draw, by what the room threw, and the round; the history is older."""
    path, number = tmp_path / "torneo.xlsx", 1 if regulation in FIXED else 2
    listed(path, regulation, [*NAMES, *(f"{name} II" for name in NAMES if regulation == "germany")], 20)
    if number == 2:
        seat(path, rng_seed="1")
        played(path, "1")
    commit(path)
    seat(path, public_value="1 1 3")
    return path, number


FIXED: Final = ("germany", "italy-2007")
REGULATIONS: Final = ("italy-2010", "italy-2011", *FIXED)


def without_sheets(path: Path, *kept_out: str) -> None:
    with Sheet(path) as sheet:
        for tab in [tab for tab in sheet.book.sheetnames if tab in kept_out]:
            del sheet.book[tab]
        for name in [key for key, one in sheet.book.defined_names.items() if one.attr_text.split("!")[0].strip("'") in kept_out]:
            del sheet.book.defined_names[name]


@pytest.mark.parametrize("regulation", these(REGULATIONS, "italy-2010"))
def test_what_the_newest_command_wrote_comes_back_from_wall_sheets_and_log(regulation: str, tmp_path: Path) -> None:
    """The last state of the history is from before it: what was blank there counted as proved, and a draw was gone, with ✓."""
    path, number = just_drawn(tmp_path, regulation)
    before, book = facts(path), ClosedBook.open(path, reading_only=True)
    code = book.read("Latest_Code")
    wall = f"Round{number}"
    for tab, name, lines in ((f"{wall}T1", "Player", 1), (wall, "Draw_Source", 2), (wall, "Wall_Player", 1)):
        shift(path, tab, book.names[f"{tab}!{name}"].column, -lines, rows=False)
        repair(path)
        assert facts(path) == before
    for tab in (wall, "Lists"):
        without_sheets(path, tab)
        repair(path)
        assert (facts(path), ClosedBook.open(path, reading_only=True).read("Latest_Code")) == (before, code)
    assert not [line for line in check_with_lines(path)[1] if line[0] in "×!"]


@pytest.mark.parametrize("regulation", these(REGULATIONS, "italy-2007"))
def test_what_the_newest_command_wrote_is_named_where_nothing_proves_it(regulation: str, tmp_path: Path) -> None:
    path, number = just_drawn(tmp_path, regulation)
    before, book = facts(path), ClosedBook.open(path, reading_only=True)
    wall, records = f"Round{number}", [tab for tab in book.sheets if tab.startswith(f"Round{number}T")]
    data, log = path.read_bytes(), open_workspace(path).log
    for count, gone in enumerate((records, [wall, *records, "Lists"], ["Log"], ["Log", wall])):
        path.write_bytes(data)
        without_sheets(path, *gone)
        with unchanged(path), pytest.raises(Refusal, match="nobody can prove"):
            repair(path)
        new = tmp_path / f"new{count}.xlsx"
        named = rebuild(path, new)[1]
        if "Lists" in gone:  # the log has the code
            assert ClosedBook.open(new, reading_only=True).read("Latest_Code") == book.read("Latest_Code")
            assert "Lists" not in named
        if gone == records:  # the seats stand on the wall
            assert seats(facts(new)) == seats(before)
            assert facts(new).draws == before.draws
        missing = {f"{wall}T1 ": records[0] in gone, f"{wall} ": wall in gone, f"{wall}T1 C7:": len(gone) > len(records)}
        line = 7 + len(log) - 1  # the history has those before it
        missing[f"Log B{line}:D{line}, F{line}:M{line}"] = "Log" in gone
        assert {text: text in named for text in missing} == missing
        told = [(one.finding.code, one.sheet, one.cell) for one in check(new) if one.finding.severity != "note"]
        assert ("log_line_gone" in {code for code, *_place in told}) is ("Log" in gone)
        assert not {"code_differs", "table_sizes"} & {code for code, *_place in told}
        if gone == [wall, *records, "Lists"]:
            assert told == [("seats_gone", "Log", f"G{line}")]
        rows = [entry.command for entry in open_workspace(new).log]
        assert rows == [*(one.command for one in log[:-1]), "" if "Log" in gone else "seat", "rebuild"]


def seats(tournament: Tournament) -> list[tuple[int, int, list[str]]]:
    return [(game.round, game.table, [seat.player for seat in game.seats]) for game in tournament.games]


@pytest.mark.soak
def test_games_at_fixed_tables_that_nothing_proves_are_named(tmp_path: Path) -> None:
    """Their chairs stand on no wall: only the log says that they have begun."""
    path, _number = just_drawn(tmp_path, "germany")
    played(path, "1")
    seat(path)
    shift(path, "Round2T1", ClosedBook.open(path).names["Round2T1!Player"].column, -1, rows=False)
    with unchanged(path), pytest.raises(Refusal, match=r"Round2T1 C7:.* nobody can prove"):
        repair(path)


@pytest.mark.soak
def test_lines_of_the_wall_that_were_emptied_come_back_from_the_record_sheets(tmp_path: Path) -> None:
    """At fixed tables the others moved up: a rebuild hung people at other tables."""
    path, _number = just_drawn(tmp_path, "germany")
    before = facts(path)
    with Sheet(path) as sheet:
        for name in ("Table", "Seat", "Player"):
            for cell in sheet.cells(f"Round1!Wall_{name}")[:7]:
                cell.value = None
    rebuild(path, new := tmp_path / "new.xlsx")
    assert facts(new) == before


@pytest.mark.soak
@pytest.mark.parametrize("regulation", these(REGULATIONS, "italy-2010"))
def test_a_line_of_a_sheet_that_the_newest_command_wrote_is_not_taken_for_blank(regulation: str, tmp_path: Path) -> None:
    """The last state had it blank, so the last line counted as the deleted one, and everybody moved up by a chair."""
    path, number = just_drawn(tmp_path, regulation)
    before, tab = facts(path), f"Round{number}T1"
    shift(path, tab, ClosedBook.open(path).names[f"{tab}!Player"].first, -1, rows=True)
    with unchanged(path), pytest.raises(Refusal, match=f"{tab} .*nobody can prove"):
        repair(path)
    assert f"{tab} " in rebuild(path, new := tmp_path / "new.xlsx")[1]
    assert seats(facts(new)) == seats(before)


@pytest.mark.soak
def test_a_column_deleted_beside_columns_without_names_is_lost(at: Copy, tmp_path: Path) -> None:
    """A column without names counted as the deleted one, and «Nothing that was typed has changed»: the event was gone."""
    path = at("played1")
    shutil.rmtree(history_folder(path))
    ref = ClosedBook.open(path).names["Event_Name"]
    shift(path, ref.sheet, ref.column, -1, rows=False)
    with unchanged(path), pytest.raises(Refusal, match=rf"{ref.sheet} .*{address(ref.first, ref.column)}.* nobody can prove"):
        repair(path)
    assert f"{ref.sheet} {address(ref.first, ref.column)}" in rebuild(path, tmp_path / "new.xlsx")[1]


@pytest.mark.parametrize("column", these(["Source", "Public"], "Public"))
def test_where_a_seed_came_from_is_written_back_from_the_log(column: str, tmp_path: Path) -> None:
    """Cleared, it made a public draw of a random one, or one that claims nothing: with ✓."""
    path, number = just_drawn(tmp_path, "italy-2010")
    before = facts(path)
    typed(path, {f"Round{number}!Draw_{column}": None})
    assert [one.cell for one in check(path) if one.finding.code == "seed_gone"]
    repair(path)
    assert facts(path) == before
    assert not [one for one in check(path) if one.finding.severity == "error"]


@pytest.mark.soak
def test_sheets_that_no_round_has_used_are_not_named(at: Copy) -> None:
    path = at("drawn2")
    before = facts(path)
    without_sheets(path, "Round3")
    repair(path)
    assert facts(path) == before


@pytest.mark.soak
def test_finals_that_are_gone_are_named(at: Copy) -> None:
    path = at("semifinals")
    without_sheets(path, "Finals")
    with unchanged(path), pytest.raises(Refusal, match=r"Finals .* nobody can prove"):
        repair(path)
