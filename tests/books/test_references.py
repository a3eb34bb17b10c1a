import pytest
from hypothesis import given, strategies as st
from openpyxl.formula.translate import Translator

from bangxl.books.references import areas, column_letters, column_number, move_references

FORMULAS = [
    "A1+$A1+A$1+$A$1",
    "SUM(B2:C3)*LOG10(D4)",
    "Sheet1!A1+'A1 B2'!C3",
    'IF(F7="A1","",F7*2)&"it\'s A1"',
    "A:B+$A:C+1:2+$3:4",
    "Event_Name&A1_x&_A1",
    "INDEX(E5:E9,1)",
    'HYPERLINK("#\'Round1\'!A1","◄ Turno 1")',
]


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (3, 0), (1, 2)])
def test_as_another_program_moves_them(formula: str, rows: int, columns: int) -> None:
    there = f"{column_letters(10 + columns)}{10 + rows}"
    assert "=" + move_references(formula, rows, columns) == Translator("=" + formula, "J10").translate_formula(there)


@given(st.sampled_from(FORMULAS), st.integers(0, 500), st.integers(0, 500))
def test_there_and_back(formula: str, rows: int, columns: int) -> None:
    assert move_references(move_references(formula, rows, columns), -rows, -columns) == formula


def test_beyond_the_edge_it_comes_in_again() -> None:
    assert move_references("A1+XFD1048576", -1, -1) == "XFD1048576+XFC1048575"
    assert move_references("A1+XFD1048576", 1, 1) == "B2+A1"


def test_names_of_functions_texts_and_tables_stay() -> None:
    assert move_references('LOG10(A1)+"A1"+Table1[A1]+A1.B2+A1!B2', 1, 0) == 'LOG10(A2)+"A1"+Table1[A1]+A1.B2+A1!B3'


@given(st.integers(1, 16_384))
def test_letters_and_numbers(column: int) -> None:
    assert column_number(column_letters(column)) == column


def test_addresses_as_excel_tells_them() -> None:
    assert areas("$B$3") == [(2, 3, 2, 3)]
    assert areas("$A$2:$B$9,$D$4") == [(1, 2, 2, 9), (4, 4, 4, 4)]
    assert areas("$A:$B") == [(1, 1, 2, 200)]
    assert areas("$3:$4") == [(1, 3, 60, 4)]
    assert areas("") == []
