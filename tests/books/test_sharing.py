"""What Excel allows to be shared, and nothing else ([MS-XLSB] 2.5.98.98, [MS-XLS] 2.5.198.118)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.formula.translate import Translator
from openpyxl.utils import get_column_letter

from bangxl.books.references import may_be_shared, runs

FORBIDDEN = (
    "=Round1T1!$AB7",  # another sheet: EPPlus 253, JanKallman/EPPlus 92
    "='Foglio d''oro'!A1",
    '=\'a"b\'!A1&"x"',  # one quotation mark, in a sheet's name
    "='Che bello!'!A1",
    "=SUM(Round1:Round3!A1)",
    "=[1]Other!A1",
    "=Other!Name+A1",
    "=SUM({1,2,3})*A1",
    "=SUM(Table1[Points])*A1",
    "=#REF!+A1",
    "=SUM(#REF!,A1)",
    "=SUM(INDEX(A1:A9,2):INDEX(A1:A9,4))",
    "=SUM(OFFSET(A1,1,1):B4)",
    "=SUM(A1:INDEX(B1:B9,2))",
    "=SUM(First:Last)",
    "=SUM(3:3)+A1",  # a whole row moves along, though nobody sees it
    "=SUM(A1:B2 B1:C3)",
    "=SUM((A1:A3,C1:C3))",
    "=AREAS((A1,IF(B1>0,C1,D1)))",
)
ALLOWED = (
    '="!"&A1',
    '="{x}: a ""b"" c\'d!"&A1',
    "=SUM($A$1:B2,C1)*(D1+E1)",
    "=SUM(A:B)+Name",
    "=IF(OR(A1>0,(B1+1)*2=4),INDEX(Players_Id,MATCH(A1,Players_Name,0)),Σ_1)",
    '=LOG10(A1)&TEXT(A1,"0:00")',
)


@pytest.mark.parametrize("formula", FORBIDDEN)
def test_never_shared(formula: str) -> None:
    assert not may_be_shared(formula)
    assert runs({(row, 2): formula for row in range(1, 5)}) == []


@pytest.mark.parametrize("formula", ALLOWED)
def test_may_be_shared(formula: str) -> None:
    assert may_be_shared(formula)


def test_a_forbidden_one_ends_no_run_of_its_neighbours() -> None:
    column = {(1, 1): "=B1", (2, 1): "=B2", (3, 1): "=X!B3", (4, 1): "=X!B4", (5, 1): "=B5", (6, 1): "=B6"}
    assert runs(column) == [[(1, 1), (2, 1)], [(5, 1), (6, 1)]]


def test_what_is_in_quotes_does_not_move() -> None:
    assert runs({(1, 1): '="d\'A1"&B1&"\'"', (2, 1): '="d\'A1"&B2&"\'"'}) == [[(1, 1), (2, 1)]]
    assert runs({(1, 1): '="A1"&B1', (2, 1): '="A2"&B2'}) == []


def test_small_letters_move_too() -> None:
    assert runs({(1, 1): "=b1", (2, 1): "=b1"}) == []
    assert runs({(1, 1): "=b1", (2, 1): "=b2"}) == [[(1, 1), (2, 1)]]


CELLS = st.builds(
    lambda dollar, column, fixed, row: f"{dollar}{get_column_letter(column)}{fixed}{row}",
    st.sampled_from(["", "$"]), st.integers(1, 800), st.sampled_from(["", "$"]), st.integers(1, 60),
)  # fmt: skip
TEXTS = st.text(st.sampled_from("aA1!'{:} é"), max_size=5).map(lambda text: f'"{text}"')
OPERANDS = st.one_of(
    CELLS,
    st.tuples(CELLS, CELLS).map(":".join),
    TEXTS,
    st.sampled_from(["1", "Players_Id", "Sheet2!A1", "'d''A1 x'!B2", "{1,2}", "#REF!", "INDEX(A1:A9,2):B3", "A1 B2", "A1:(B2)"]),
)
FORMULAS = st.recursive(
    OPERANDS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from("+-*&=<"), inner).map("".join),
        st.lists(inner, min_size=1, max_size=3).map(lambda values: f"SUM({','.join(values)})"),
        inner.map(lambda value: f"({value})"),
    ),
    max_leaves=6,
).map("={}".format)


@given(st.lists(FORMULAS, min_size=1, max_size=3), st.integers(2, 4))
def test_whoever_reads_a_shared_formula_sees_what_was_written(first: list[str], rows: int) -> None:
    """Moved down by openpyxl's own translator, the formula of a run's first cell is that of every other one."""
    written: dict[tuple[int, int], str] = {}
    for column, formula in enumerate(first, 1):
        translate = Translator(formula, "A61").translate_formula
        written |= {(61 + row, column): translate(f"A{61 + row}") for row in range(rows)}
    for run in runs(written):
        (top, column), master = run[0], written[run[0]]
        outside_texts = re.sub('"[^"]*"', "", master)
        assert not any(part in outside_texts for part in ("Sheet2!", "'!", "{1", "#REF!", ":INDEX", "):", "A1 B2", ":("))
        for row, _ in run:
            assert Translator(master, f"A{top}").translate_formula(f"A{row}") == written[row, column]
