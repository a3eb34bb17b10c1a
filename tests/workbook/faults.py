"""What goes wrong in a workbook and in no tournament, and which cell the finding must name; all else is in `test_checks`."""

import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Concatenate, Final, ParamSpec

from openpyxl.cell.cell import MergedCell
from openpyxl.utils.cell import absolute_coordinate
from openpyxl.workbook.defined_name import DefinedName

from bangxl.books.closed import ClosedBook
from bangxl.books.references import definition, range_ref
from bangxl.commands.new import create_workbook
from bangxl.rulebooks.loader import our_rulebook
from bangxl.tournament.state import State
from tests.fuzz.hands import moved as shifted
from tests.helpers.keyboard import Sheet, calculated, noted, typed
from tests.tournament.faulty import Case
from tests.tournament.faulty_tables import played
from tests.tournament.rules import HOUSES

Do = Callable[[Path], object]
Given = ParamSpec("Given")

DOT: Final = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")
FEES: Final = replace(played("italy-2007", (7,), 1), entry_fee=10, logo=DOT)
"""With a logo, as small as a PNG can be."""


@dataclass(frozen=True, slots=True)
class Fault:
    """At ``stage`` of the day, or in FEES, ``do`` this; the finding stands in the cell ``where``, a name and an index from 0."""

    stage: str
    do: Do
    where: str


def written(path: Path, wrong: Case) -> Path:
    """A tournament of the checks' tests as a workbook in English."""
    tournament = replace(wrong.tournament, language="en")
    rulebook = HOUSES.get(tournament.rulebook) or our_rulebook(tournament.rulebook)
    places = max(len(tournament.players), rulebook.minimum_players)
    create_workbook(path, State(tournament, rulebook, wrong.journal), places, wrong.journal.entries)
    return path


def named(fault: Callable[Concatenate[Path, Given], object]) -> Callable[Given, Do]:
    """A fault with its arguments, to be done to a workbook later."""
    return lambda *given, **more: lambda path: fault(path, *given, **more)


def on_sheets(fault: Callable[Concatenate[Sheet, Given], object]) -> Callable[Given, Do]:
    """The same of what is done with the sheets themselves, whatever is protected."""

    def do(path: Path, /, *given: Given.args, **more: Given.kwargs) -> None:
        with Sheet(path) as sheet:
            fault(sheet, *given, **more)

    return named(do)


put = named(typed)
"""Type values, as `typed` takes them."""


def column(path: Path, name: str) -> list[object]:
    return [*ClosedBook.open(path, reading_only=True).read(name)]


@named
def moved(path: Path, source: str, target: str, *, swap: bool = False) -> None:
    """Copy a cell to another one, or swap the two."""
    (name, _, index), (other, _, place) = source.partition(" "), target.partition(" ")
    first, second = column(path, name)[int(index or 0)], column(path, other)[int(place or 0)]
    typed(path, {source: second, target: first} if swap else {target: first})


@on_sheets
def without_name(sheet: Sheet, sheet_name: str, name: str) -> None:
    del sheet.book[sheet_name].defined_names[name]


@named
def made_otherwise(path: Path, do: Do) -> None:
    """The same in a workbook of another layout, about whose cells nobody knows."""
    do(path)
    typed(path, {"Names_Digest": "0123456789abcdef"})


def row_inserted(sheet_name: str, name: str, line: int) -> Do:
    """Insert a row within a list, as a program does: all names go along."""
    return _rows_moved(sheet_name, f"{sheet_name}!{name}", line, 1)


def row_deleted(sheet_name: str, name: str, line: int) -> Do:
    """Delete the row of a line of a list."""
    return _rows_moved(sheet_name, name, line, -1)


@on_sheets
def _rows_moved(sheet: Sheet, sheet_name: str, name: str, line: int, by: int) -> None:
    row = sheet.cells(name)[line].row
    ws = sheet.book[sheet_name]
    ws.insert_rows(row) if by > 0 else ws.delete_rows(row)
    for holder in (ws.defined_names, sheet.book.defined_names):
        for defined in [*holder.values()]:
            ref = range_ref(defined.attr_text)
            if ref is None or ref.sheet != sheet_name:
                continue
            if there := shifted(ref, row, by, rows=True):
                defined.attr_text = definition(there)
            else:
                del holder[defined.name]


@on_sheets
def renamed(sheet: Sheet, title: str) -> None:
    """A sheet that somebody calls otherwise; names and formulas follow."""
    ws = sheet.book[title]
    ws.title = "Tavolo 1"
    for defined in (*sheet.book.defined_names.values(), *ws.defined_names.values()):
        defined.attr_text = re.sub(rf"'?\b{title}'?!", f"'{ws.title}'!", defined.attr_text)


@on_sheets
def sheet_emptied(sheet: Sheet, sheet_name: str) -> None:
    """Everything on a sheet is deleted, as with Ctrl+A and Del."""
    for row in sheet.book[sheet_name].iter_rows():
        for cell in row:
            if not isinstance(cell, MergedCell):
                cell.value = None


@on_sheets
def copied(sheet: Sheet, sheet_name: str, title: str) -> None:
    """Copy a sheet as Excel and LibreOffice do it: its names come along."""
    copy = sheet.book.copy_worksheet(sheet.book[sheet_name])
    copy.title = title
    for name, ref in sheet.book[sheet_name].defined_names.items():
        copy.defined_names[name] = DefinedName(name, attr_text=f"'{title}'!{ref.attr_text.partition('!')[2]}")


@on_sheets
def with_lines(sheet: Sheet, sheet_name: str, name: str, lines: int) -> None:
    """Let a defined name have its first lines only, as if the cells below had been deleted."""
    first, last = (sheet.cells(f"{sheet_name}!{name}")[index].coordinate for index in (0, lines - 1))
    sheet.book[sheet_name].defined_names[name].attr_text = f"{sheet_name}!{absolute_coordinate(f'{first}:{last}')}"


@on_sheets
def dragged(sheet: Sheet, name: str, onto: str) -> None:
    """Let a name be that of another name's cell, as LibreOffice does with a cell that is dragged there."""
    sheet.book.defined_names[name].attr_text = sheet.book.defined_names[onto].attr_text


@on_sheets
def merged(sheet: Sheet, first: str, last: str) -> None:
    """Merge the cells from one to another, given as for `typed`."""
    named_cells = (key.partition(" ") for key in (first, last))
    places = [sheet.where(name, int(index or 0)) for name, _, index in named_cells]
    sheet.book[places[0][0]].merge_cells(":".join(cell for _, cell in places))


def same_name_twice(path: Path) -> None:
    typed(path, {"Players_Name 1": "Anna Rossi"})
    noted(path, Type="warning", Player="anna rossi", Moment="during a game", Round=1, Table=1, Reason="slow")


FAULTS: Final[Mapping[str, Fault]] = {
    "name_missing": Fault("played2", made_otherwise(without_name("Round1T1", "Bid")), "Round1T1!Bid"),
    "lines_moved": Fault("played2", made_otherwise(with_lines("Round2T1", "Role", 5)), "Round2T1!Role"),
    "cell_named_twice": Fault("played2", made_otherwise(dragged("Event_Region", "Event_Place")), "Event_Place"),
    "rows_moved": Fault("played2", row_inserted("Round2T1", "Player", 2), "Round2T1!Check"),
    "sheet_copied": Fault("played2", copied("Round2T1", "Round2T1 (2)"), "Round2T1!Check"),
    "sheet_replaced": Fault("played2", sheet_emptied("Round2T1"), "Round2T1!Check"),
    "cell_merged": Fault("played2", merged("Round3!Wall_Player 1", "Round3!Wall_Player 3"), "Round3!Wall_Player 2"),
    "newer_version": Fault("fresh", put({"Format_Version": 2}), "Format_Version"),
    "unknown_word": Fault("played2", put({"Round2T1!Role 1": "Deputato"}), "Round2T1!Role 1"),
    "not_a_number": Fault("played2", put({"Round2T1!Bid 1": "a hundred"}), "Round2T1!Bid 1"),
    # LibreOffice makes 7 of 007, 46085 of 3/4 and 1 of TRUE: so a player was called on every sheet
    "name_number": Fault("entered", put({"Players_Name 1": 46085}), "Players_Name 1"),
    "number_as_text": Fault("played2", put({"Round2T1!Bid 1": "100"}), "Round2T1!Bid 1"),
    "formula_as_input": Fault("played2", put({"Round2T1!Bid 1": "=100+100"}), "Round2T1!Bid 1"),
    "formula_overwritten": Fault("played2", put({"Round2T1!Payout 1": 3000}), "Round2T1!Payout 1"),
    "code_differs": Fault("played2", put({"Latest_Code": "AAAAA-AAAAA"}), "Latest_Code 0"),
    "formulas_differ": Fault("played2", lambda path: calculated(path, {"Standings_Score 2": 4999}), "Standings_Score 2"),
    "typed_early": Fault("entered", put({"Round1T1!Bid 2": 300}), "Round1T1!Bid 2"),
    "too_long": Fault("entered", put({"Players_Region 1": "x" * 1001}), "Players_Region 1"),
    "ambiguous_player": Fault("played2", same_name_twice, "Events_Player"),
    "blank_name": Fault("entered", put({"Players_Region 10": "Lazio"}), "Players_Name 10"),
    "fee_unclear": Fault("fees", put({"Players_Fee 1": 7.5}), "Players_Fee 1"),
    "logo_unreadable": Fault("fees", put({"Event_Logo 0": "x"}), "Event_Logo 0"),
    "presence_missing": Fault("entered", put({"Players_Present 0": "yes"}), "Players_Present 1"),
    "player_missing": Fault("played2", moved("Round2T1!Player 1", "Round2T1!Player 2"), "Round2T1!Player 2"),
    "seat_changed": Fault("drawn2", moved("Round2T1!Player 1", "Round2T2!Player 1", swap=True), "Round2T1!Player 1"),
    "event_incomplete": Fault("played2", put({"Events_Type": "warning", "Events_Player": "P001"}), "Events_Moment"),
}  # fmt: skip
