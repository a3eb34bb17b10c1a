"""A bid of one digit counts in hundreds, for formulas as for Python: a referee types 3 where the paper says 300."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bangxl.commands.new import create
from bangxl.commands.workspace import open_workspace
from bangxl.sheets.record.cells import FIRST, layout_of
from bangxl.tournament.state import State
from tests.hosts.libreoffice.office import Office
from tests.tournament.builders import ITALY, ten
from tests.workbook.test_two_accountants import differences

TYPED: Final = {3: (300, "300 $"), 9: (900, "900 $"), 0: (0, "0 $"), 100: (100, "100 $")}
"""What is typed: what it means, and how the cell shows it."""


def test_one_digit_is_hundreds(office: Office, tmp_path: Path) -> None:
    path, check = tmp_path / "torneo.xlsx", layout_of(ITALY).letters["Line_Check"]
    create(path, State(ten(2), ITALY), 10, [])
    with office.open(path) as book:
        for row, bid in enumerate(TYPED):
            book.put("Round2T1!Bid", bid, row, force=True)
        shown = [text for (text,) in book.texts("Round2T1!Bid")]
        book.save(path)
        workspace = open_workspace(path, reading_only=True)
        game = next(game for game in workspace.tournament.games if (game.round, game.table) == (2, 1))
        assert list(zip([seat.bid for seat in game.seats], shown, strict=False))[: len(TYPED)] == [*TYPED.values()]
        assert differences(workspace.tournament, ITALY, book.column) == []
        book.put("Round2T1!Bid", 10, 0, force=True)
        assert str(book.cell(f"Round2T1!{check}{FIRST}")).startswith("×")
