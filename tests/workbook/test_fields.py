"""Each field of a record sheet has all its parts, and agrees with model and rulebook; a knock-out sheet has the same."""

import dataclasses
import re
from functools import cache

import pytest
from openpyxl.cell.cell import Cell
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import load, rulebook_ids
from bangxl.rulebooks.schema import RecordSheetTable
from bangxl.sheets.build import build
from bangxl.sheets.record.texts import PROBLEMS
from bangxl.tournament.model import OPTIONAL_FIELDS, Seat
from bangxl.workbook.fields import FIELDS, KNOCKOUT, Field, InputKind


def test_the_fields_are_what_a_seat_says() -> None:
    attributes = {attribute.name for attribute in dataclasses.fields(Seat)} - {"number", "player"}
    assert {field.attribute for field in FIELDS} == attributes
    assert [field.attribute for field in FIELDS if field.is_mark] == list(OPTIONAL_FIELDS)


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_a_field_has_what_its_kind_needs(field: Field) -> None:
    blank = {InputKind.MARK: False, InputKind.COUNT: 0, InputKind.LIVES: None, InputKind.AMOUNT: None}
    assert bool(field.code) == (field.kind in {InputKind.MARK, InputKind.WORD, InputKind.TEXT})
    assert bool(field.most) == (field.kind in {InputKind.COUNT, InputKind.LIVES})
    assert not field.is_mark or OPTIONAL_FIELDS[field.attribute] is blank[field.kind]
    assert field.amount or not field.bonus


def test_what_a_file_can_ask_for_is_a_mark() -> None:
    assert set(RecordSheetTable.__struct_fields__) - {"article", "ruthless_law", "among_last"} <= OPTIONAL_FIELDS.keys()


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_a_regulation_is_asked_for_marks_only(rulebook: str) -> None:
    with pytest.raises(KeyError):
        load(rulebook).asks("ruthless_law")


ON_BOTH = ("Player_Id", "Seat_Role")
"""Hidden columns whose formulas are the same words."""


@cache
def sheets() -> tuple[Worksheet, Worksheet]:
    wb = build(load("germany"), catalog("de"), 20)
    return wb["Round1T1"], wb["Stage1T1"]


def first(ws: Worksheet, name: str) -> Cell:
    cell: Cell = ws[ws.defined_names[name].attr_text.rpartition("!")[2].partition(":")[0]]
    return cell


@pytest.mark.parametrize("field", KNOCKOUT, ids=lambda field: field.name)
def test_a_field_looks_the_same(field: Field) -> None:
    record, stage = (first(ws, field.name) for ws in sheets())
    heads = [cell.offset(row=-1) for cell in (record, stage)]
    widths = [ws.column_dimensions[cell.column_letter].width for ws, cell in zip(sheets(), (record, stage), strict=True)]
    head = f'"{catalog("de")(field.head)}"'
    assert (heads[0].value, str(heads[1].value).rpartition(",")[2]) == (f"={head}", f"{head})")  # two or three are not asked all
    assert widths[0] <= widths[1]  # on a stage the winning side stands in one of these columns
    assert (record.style, record.protection.locked) == (stage.style, stage.protection.locked) == ("bang Input", False)


@pytest.mark.parametrize("name", ON_BOTH)
def test_a_code_is_found_in_the_same_way(name: str) -> None:
    record, stage = (in_words(ws, str(first(ws, name).value)) for ws in sheets())
    assert record == stage


def in_words(ws: Worksheet, formula: str) -> str:
    """The formula of a seat's row with the name of a column for its cell."""
    columns = {defined.attr_text.rpartition("!")[2].partition("$7:")[0]: name for name, defined in ws.defined_names.items()}
    return re.sub(r"(\$[A-Z]+)7", lambda cell: columns[cell[1]], formula)


def test_a_line_says_its_problems_in_the_same_words() -> None:
    said = set(re.findall(r'"[×!] ([^"]+)"', str(first(sheets()[1], "Line_Check").value)))
    assert said
    assert said <= {catalog("de")(problem.short) for problem in PROBLEMS}
