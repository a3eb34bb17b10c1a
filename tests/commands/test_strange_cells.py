"""Strange cells: whatever a person can do to a workbook's cells has its finding or its refusal, in each command."""

import re
from pathlib import Path
from typing import Final

import pytest
from openpyxl.utils import quote_sheetname
from openpyxl.utils.cell import absolute_coordinate

from tests.additions.package import parts_of, zipped
from tests.commands.stages import Copy, unchanged
from tests.helpers.keyboard import Sheet, called, place, typed
from tests.helpers.sample import sample
from tests.hosts.commandline import CommandLine
from tests.workbook.faults import merged, with_lines

ALL: Final = (
    ["check"], ["standings"], ["export"], ["seat"], ["redraw", "--reason", "x"], ["swap", "P001", "P002", "--reason", "x"],
    ["reopen", "--round", 1, "--table", 1, "--reason", "x"], ["report"], ["report", "--interim", "--with-results"],
)  # fmt: skip
OTHERWISE: Final = {"Names_Digest": "0123456789abcdef"}
"""In a workbook of another layout nobody knows on which cells its names belong."""

WRITING: Final = ("seat", "redraw", "swap", "reopen")

STRANGE: Final[dict[str, tuple[tuple[str, ...], dict[str, object]]]] = {
    "record sheets": (
        ("Round2T1!Player 1", "Round3T2!Player 0", "Round2T1!Bid 2"),
        {"Round2T1!Player 1": "Nobody Here", "Round3T2!Player 0": "Nobody Here", "Round2T1!Bid 2": 1e308}),
    "a player's line emptied": (("Players_Name 3",), {f"Players_{column} 3": None for column in ("Id", "Name", "Present")}),
    "an endless id": (("Players_Id 3",), {"Players_Id 3": 1e308}),
}  # fmt: skip
"""The cells that `check` names, and what is typed."""


@pytest.mark.parametrize("what", sample(STRANGE, 3))
def test_strange_cells(at: Copy, bangxl: CommandLine, what: str) -> None:
    """Each command does it, or refuses; an interim report shows what there is, but no results of nobody."""
    where, values = STRANGE[what]
    path = typed(at("played2"), values)
    found = bangxl("check", path).out
    assert [cell for cell in called(path, *where) if f"× {cell}: " not in found] == []
    before = path.read_bytes()
    for name, *options in ALL:
        run = bangxl(name, path, *options)
        assert (run.code in {0, 1, 2}, "Traceback" in run.err) == (True, False), name
        assert run.code == 0 or path.read_bytes() == before
        path.write_bytes(before)
    assert run.code == ("Players" in where[0]), "the interim report"


@pytest.mark.parametrize("name", sample(["Player", "Bid"], 2))
def test_columns_with_fewer_lines(at: Copy, bangxl: CommandLine, name: str) -> None:
    """Deleted cells shorten a name: nothing is written any more, for it would stand in other lines."""
    path = typed(at("drawn2"), OTHERWISE)
    with_lines("Round2T1", name, 3)(path)
    with unchanged(path):
        (cell,) = called(path, f"Round2T1!{name}")
        line = f"{cell}: The cells of Round2T1!{name} no longer line up"
        assert line in bangxl("check", path).out
        for command in (one for one in ALL if one[0] in WRITING):
            run = bangxl(command[0], path, *command[1:])
            assert (run.code, run.out, "Traceback" in run.err) == (1, "", False), command
        assert line in bangxl("swap", path, "P001", "P002", "--reason", "x").err


@pytest.mark.soak
def test_lines_for_more_players_than_anybody_has(at: Copy, bangxl: CommandLine) -> None:
    """All that a workbook must have is counted up to its players: of a whole column that took 560 MB."""
    path = at("drawn1")
    with Sheet(path) as sheet:
        sheet.book.defined_names["Players_Name"].attr_text = "Players!$C$7:$C$1006"
    run = bangxl("check", path)
    assert (run.code, "«Players_Name» in this file is too large" in run.err) == (2, True)


@pytest.mark.parametrize("name", sample(["Round2T1!Player", "Control_Round2"], 2))
def test_a_name_of_a_whole_column_stops_a_draw(at: Copy, bangxl: CommandLine, name: str) -> None:
    """Once a traceback, or 570 MB."""
    path = typed(at("played1"), OTHERWISE)
    with Sheet(path) as sheet:
        tab, _mark, own = name.rpartition("!")
        named = sheet.book[tab].defined_names if tab else sheet.book.defined_names
        named[own].attr_text = f"{named[own].attr_text.partition('!')[0]}!$X$1:$X$1048576"
    with unchanged(path):
        run = bangxl("seat", path)
        assert (run.code, f"«{name}» in this file is too large" in run.err, "Traceback" in run.err) == (2, True, False)


@pytest.mark.soak
def test_lists_with_fewer_lines(at: Copy, bangxl: CommandLine) -> None:
    """The same on the players' and the log's sheets, and in the heat map."""
    for name in ("Players_Id", "Log_Seed", "Events_Type", "Meetings_3"):
        path = typed(at("played2"), OTHERWISE)
        with_fewer_lines(path, name)
        before = path.read_bytes()
        assert f"{name} no longer line up" in bangxl("check", path).out
        for command in (["seat"], ["reopen", "--round", 1, "--table", 1, "--reason", "x"]):
            run = bangxl(command[0], path, *command[1:])
            assert (run.code, run.out, path.read_bytes() == before) == (1, "", True)


def with_fewer_lines(path: Path, name: str) -> None:
    """Shorten a name of the workbook by two lines."""
    with Sheet(path) as sheet:
        first, *_rest, last, _one, _more = sheet.cells(name)
        area = absolute_coordinate(f"{first.coordinate}:{last.coordinate}")
        sheet.book.defined_names[name].attr_text = f"{quote_sheetname(first.parent.title)}!{area}"


def test_a_sheet_without_a_player(at: Copy, bangxl: CommandLine) -> None:
    """Before the first draw somebody types on a record sheet: an interim report has a column for names, with nobody in it."""
    values = {"Player": 0, "Seat": 1, "Bid": 100, "Outcome": "Law", "Character": "Jourdonnais"}
    path = typed(at("entered"), {f"Round1T2!{key} 0": value for key, value in values.items()})
    for options in ((), ("--with-results",)):
        run = bangxl("report", path, "--interim", "--overwrite", *options)
        assert (run.code in {0, 1}, "Traceback" in run.err) == (True, False), run.err


def test_merged_cells(at: Copy, bangxl: CommandLine) -> None:
    """Nobody sees what is written behind the first of them: `check` says so, and who wants to write there refuses."""
    path = at("played2")
    merged("Round3!Wall_Player 1", "Round3!Wall_Player 3")(path)
    before = path.read_bytes()
    second, third = place(path, "Round3!Wall_Player 2", "Round3!Wall_Player 3")
    checked = bangxl("check", path)
    assert checked.code == 1
    cells = f"{second.replace('Round3', 'Round3 (round 3)')}:{third.split()[1]}"
    assert f"× {cells}: This cell is merged with others, so its content is hidden." in checked.out
    run = bangxl("seat", path)
    cell = second.rpartition(" ")[2]
    assert (run.code, run.out) == (1, "")
    assert run.err == (
        f"{path}: cell {cell} on the sheet Round3 is merged with others, so its content is hidden. Nothing was written. "
        "Unmerge the cells, or go back with «bangxl undo».\n"
    )
    assert path.read_bytes() == before


def test_a_number_that_is_none(at: Copy, bangxl: CommandLine) -> None:
    """In the heat map, which is written and not otherwise asked for."""
    path = at("played2")
    parts = parts_of(path)
    heat = "xl/worksheets/sheet5.xml"
    parts[heat], count = re.subn(rb"<v>1</v>", b"<v>#REF!</v>", parts[heat])
    assert count > 10
    path.write_bytes(zipped(parts))
    before = path.read_bytes()
    for command, *options in (one for one in ALL if one[0] in WRITING):
        run = bangxl(command, path, *options)
        assert (run.code in {1, 2}, run.out, run.err.count("\n"), "Traceback" in run.err) == (True, "", 1, False), command
        assert path.read_bytes() == before
    run = bangxl("seat", path)
    assert (run.code, "this is not an Excel workbook, or it is damaged" in run.err) == (2, True)


def test_one_more_at_a_table_than_the_workbook_has_places(path: Path, bangxl: CommandLine) -> None:
    bangxl("demo", path, "--players", 10)
    typed(path, {"Round1T1!Player 6": "P001"})
    assert bangxl("check", path).code == 1
    for name, *options in ALL:
        run = bangxl(name, path, *options)
        assert (run.code in {0, 1, 2}, "Traceback" in run.err) == (True, False), (name, run.err)
