"""What a drop-down lets through. Excel lets everything through where blanks are ignored and the list's name has blank cells."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.datavalidation import DataValidation

from bangxl.commands.new import new

RULEBOOKS = ("germany", "italy-2007", "italy-2010", "record")


def values(book: Workbook, name: str) -> list[object]:
    ((tab, block),) = book.defined_names[name].destinations
    cells = book[tab][block]
    return [row[0].value for row in cells] if isinstance(cells, tuple) else [cells.value]


def lists(book: Workbook) -> list[tuple[str, DataValidation]]:
    rules = ((ws.title, rule) for ws in book.worksheets for rule in ws.data_validations.dataValidation)
    return [(tab, rule) for tab, rule in rules if rule.type == "list" and rule.formula1 in book.defined_names]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_list_lets_everything_through(tmp_path: Path, rulebook: str) -> None:
    path = tmp_path / "torneo.xlsx"
    new(path, rulebook)
    book = load_workbook(path)
    found = lists(book)
    assert {"Role_List", "Status_List", "Outcome_List", "Players_Name"} <= {rule.formula1 for _, rule in found}
    open_to_all = {(tab, rule.formula1) for tab, rule in found if rule.allow_blank and None in values(book, str(rule.formula1))}
    assert open_to_all == set()
    assert [rule.formula1 for _, rule in found if not rule.allow_blank] == ["Players_Name"]
