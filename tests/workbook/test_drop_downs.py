"""Drop-downs offer words, and let everything through: beginnings are read, and what is not understood the sheet says itself.

Only the amounts of a ruling refuse what is no number.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.datavalidation import DataValidation

from bangxl.commands.new import new

RULEBOOKS = ("germany", "italy-2007", "italy-2010", "record")


def rules(book: Workbook) -> list[tuple[str, DataValidation]]:
    return [(ws.title, rule) for ws in book.worksheets for rule in ws.data_validations.dataValidation]


def lists(book: Workbook) -> list[tuple[str, DataValidation]]:
    return [(tab, rule) for tab, rule in rules(book) if rule.type == "list" and rule.formula1 in book.defined_names]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_nothing_pops_up_while_somebody_types(tmp_path: Path, rulebook: str) -> None:
    path = tmp_path / "torneo.xlsx"
    new(path, rulebook)
    book = load_workbook(path)
    found = lists(book)
    assert {"Role_List", "Status_List", "Outcome_List", "Players_Name"} <= {rule.formula1 for _, rule in found}
    asking = {(tab, str(rule.sqref)) for tab, rule in rules(book) if rule.showErrorMessage or rule.showDropDown}
    amounts = {(ws.title, ws.defined_names["Ruling"].attr_text) for ws in book.worksheets if "Ruling" in ws.defined_names}
    assert asking == {(tab, ref.rpartition("!")[2].replace("$", "")) for tab, ref in amounts}, "only numbers, and mostly locked"
