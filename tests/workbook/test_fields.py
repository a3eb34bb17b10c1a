"""The table of a record sheet's fields: each entry has all its parts, and agrees with the model and the rulebook's file."""

import dataclasses

import pytest

from bangxl.rulebooks.loader import load, rulebook_ids
from bangxl.rulebooks.schema import RecordSheetTable
from bangxl.tournament.model import OPTIONAL_FIELDS, Seat
from bangxl.workbook.fields import FIELDS, Field, InputKind


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
