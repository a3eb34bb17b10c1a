"""What people type by mistake, or paste, in each kind of cell: formulas read it as Python does, or Python names the cell."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Cell, Changes, Value
from bangxl.books.references import address
from bangxl.commands.new import create_workbook
from bangxl.commands.workspace import open_workspace
from bangxl.sheets.record.texts import NONE
from bangxl.tournament.state import State
from bangxl.workbook.compare import differences
from tests.additions.package import repacked
from tests.helpers.referee import Habits
from tests.helpers.strategies import random_tournament
from tests.hosts.gnumeric import Recalculated
from tests.hosts.libreoffice.office import Office
from tests.tournament.rules import ITALY

SIGNS: Final[Mapping[str, Callable[[str], Value]]] = {
    "TRUE": lambda _: True,
    "FALSE": lambda _: False,
    "1E16": lambda _: 1e16,
    "empty text": lambda _: EMPTY,
    "digits": lambda _: "3",
    "number as text": str,
    "tab": lambda text: f"\t{text}",
    "line end": lambda text: f"{text}\n",
    "U+00A0": lambda text: f"\N{NO-BREAK SPACE}{text}\N{NO-BREAK SPACE}",
    "U+202F": lambda text: f"{text}\N{NARROW NO-BREAK SPACE}",
    "U+3000": lambda text: f"{text}\N{IDEOGRAPHIC SPACE}",
    "U+FEFF": lambda text: f"\ufeff{text}",
    "U+200B": lambda text: f"{text}\u200b",
    "full width": lambda text: "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text),
}
ON_A_LINE: Final = ("Character", "Bid", "Role", "Status")
"""On each table another sign: in each of these on a line of its own, and in the winner."""
EVENT: Final[Mapping[str, Value]] = {
    "Type": "warning", "Player": "P001", "Moment": "between_rounds", "After_Round": 1, "Reason": "late",
}  # fmt: skip
OF_AN_EVENT: Final = ("Type", "Player", "After_Round")
EMPTY: Final = "emptied in the file"


def typed(book: ClosedBook) -> Mapping[Cell, tuple[str, Cell]]:
    """Put each sign into each kind of cell; the sign and the formula's cell that says × beside it, by cell."""
    cells: dict[Cell, Value] = {}
    beside: dict[Cell, tuple[str, Cell]] = {}

    def put(cell: Cell, sign: str, check: Cell, usual: Value = None) -> None:
        cells[cell] = SIGNS[sign](str(book.read(cell[0])[cell[1]] if usual is None else usual))
        beside[cell] = sign, check

    for number, sign in enumerate(SIGNS):
        tab = f"Round1T{number + 1}"
        for row, kind in enumerate(ON_A_LINE):
            put((f"{tab}!{kind}", row), sign, (f"{tab}!On_Line", row))
        put((f"{tab}!Outcome", 0), sign, (f"{tab}!Check", 0))
        put(("Players_Present", number), sign, ("Players_Check", number), "yes")
        for place, kind in enumerate(OF_AN_EVENT, len(OF_AN_EVENT) * number):
            cells |= {(f"Events_{column}", place): value for column, value in EVENT.items()}
            put((f"Events_{kind}", place), sign, ("Events_Check", place), EVENT[kind])
    book.apply(Changes(cells))
    return beside


def emptied(path: Path) -> None:
    """A text of no letters, as other programs leave it, and as none of ours can be written."""
    repacked(path, lambda _name, data: data.replace(f"<t>{EMPTY}</t>".encode(), b"<t></t>"))


@pytest.mark.soak
@pytest.mark.parametrize("program", ["LibreOffice", "Gnumeric"])
def test_formulas_and_python_agree_or_the_cell_is_named(program: str, office: Office, tmp_path: Path) -> None:
    path, calculated = tmp_path / "torneo.xlsx", tmp_path / "calculated.xlsx"
    rng = random.Random(5)  # noqa: S311 -- a game
    tournament = random_tournament(rng, ITALY, 7 * len(SIGNS), 1, half=False, habits=Habits(events=0))
    create_workbook(path, State(replace(tournament, language="en"), ITALY), len(tournament.players), [])
    book = ClosedBook.open(path)
    beside = typed(book)
    book.save()
    emptied(path)
    if program == "Gnumeric":
        Recalculated.save(path, calculated)
    else:
        with office.open(path) as document:
            document.recalculate()
            document.save(calculated)
    workspace = open_workspace(calculated, reading_only=True)
    shown = workspace.book
    notices = [*map(workspace.locate, workspace.findings())]
    named = {(one.sheet, cell) for one in notices for cell in (one.cell, *one.cells)}

    def place(cell: Cell) -> tuple[str, str]:
        ref = shown.names[cell[0]]
        return ref.sheet, address(ref.first + cell[1], ref.column)

    def is_wrong(check: Cell) -> bool:
        value = (shown.shown(check[0]) or ())[check[1]]
        return value != NONE if check[0].endswith("On_Line") else str(value).startswith("×")

    cells = {place(cell): (sign, cell[0], check) for cell, (sign, check) in beside.items()}
    others = {tab for tab, _address in cells.keys() & named}

    def of_the_sheet(sign: str, check: Cell) -> bool:
        """A sheet's own sign tells of any of its cells, and of a game that is not complete not every gap is told."""
        return check[0].endswith("!Check") or sign == "empty text"

    wrong = {at: cell for at, cell in cells.items() if at not in named and is_wrong(cell[2])}
    assert {
        (sign, name) for at, (sign, name, check) in wrong.items() if not (of_the_sheet(sign, check) and at[0] in others)
    } == set()
    differ = {(one.sheet, one.cell) for one in map(workspace.locate, differences(workspace.contents, shown))}
    assert {tab for tab, _address in differ if tab.startswith("Round")} <= others
