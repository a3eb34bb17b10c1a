"""What formulas show: what is known for certain, and that nothing else is said."""

import pytest

from bangxl.books.formula_results import CellResults
from bangxl.books.markup import as_text
from bangxl.books.port import Ref, Value
from bangxl.books.references import address
from bangxl.books.stylesheet import Stylesheet
from bangxl.books.worksheet import Values
from tests.books.test_edit import STYLES, sheet

NAMES = {"Word": Ref("One", 1, 1, 4), "One!Number": Ref("One", 2, 1, 4)}
"""A: Law, law~, blank, 7 as a text; B: 1, 2.5, TRUE by a formula, blank. D3 holds a typed TRUE."""
CELLS = (
    '<row r="1"><c r="A1" t="str"><v>Law</v></c><c r="B1"><v>1</v></c></row>'
    '<row r="2"><c r="A2" t="str"><v>law~</v></c><c r="B2"><v>2.5</v></c></row>'
    '<row r="3"><c r="B3" t="b"><f>1=1</f></c><c r="D3" t="b"><v>1</v></c></row><row r="4"><c r="A4" t="str"><v>7</v></c></row>'
)


def results(*formulas: str) -> dict[str, Value]:
    """What formulas in C9, C10, … show; those of which nothing is certain are left out."""
    rows = "".join(f'<row r="{9 + i}"><c r="C{9 + i}"><f>{as_text(one)}</f></c></row>' for i, one in enumerate(formulas))
    values = Values([], Stylesheet(STYLES), since_1904=False)
    found = CellResults({"One": sheet(CELLS + rows)}.__getitem__, values, NAMES).on("One")
    return {address(*place): value for place, value in found.items() if place != (3, 2)}


@pytest.mark.parametrize(
    ("formula", "shown"),
    [
        ("1+2*3-4/2", 5),
        ('1+1&"x"="2X"', True),
        ("-B1&A3", "-1"),
        ("A3", 0),
        ('A3=""', True),
        ("A3=0", True),
        ('"b">9', True),
        ("B3=1", False),
        ('IF(B1>1,"yes",IF(A1="LAW","no"))', "no"),
        ("IF(FALSE,1)", False),
        ('IFERROR(MATCH("none",Word,0),"–")', "–"),
        ('MATCH("law~~",Word,0)', 2),
        ('MATCH("l*",Word,0)', 1),
        ("MATCH(2.5,Number,0)", 2),
        ("INDEX(Word,ROW()-7)", "law~"),
        ('INDEX(A1:B4,2,1)&IFERROR(INDEX(A1:B4,2,3),"–")', "law~–"),
        ("INDEX(A1:B4,2)", None),
        ('COUNTIF(Word,"law")+COUNTIF(Number,">=1")', 3),
        ('COUNTIFS(Word,"?*",Number,"<2")', 1),
        ('COUNTIF(Word,"<>law")', 3),
        ('COUNTIF(Word,"")', 1),
        ("COUNTIF(Number,1)&COUNTIF(Number,TRUE)&COUNTIF(B1:B2,TRUE)", "110"),
        ('SUMIFS(Number,Word,"law")', 1),
        ("SUM(Number)&COUNT(Number)&COUNTA(Word)", None),
        ("COUNT(Number)&COUNTA(Word)", "23"),
        ('SUMPRODUCT((Word="law")*(Number=1))', 1),
        ("SUMPRODUCT(--(Word=A1))", 1),
        ('LOOKUP(2,1/((Word="law")+(Number>2)),Word)', "law~"),
        ('IFERROR(LOOKUP(2,1/(Word="none"),Word),"–")', "–"),
        ("LOOKUP(1,1/(Number=1),Word)", None),
        ("LOOKUP(2,3/(Number=1),Word)", None),
        ("SUMPRODUCT(--(Number=0))", 1),
        ('SUMPRODUCT((Word=A1)*(Number=B4))&SUMPRODUCT(--(Word=""))&SUMPRODUCT((Number=TRUE)*(Word=A3))', "011"),
        ('HYPERLINK("#A1","there")', "there"),
        ('"."&SUBSTITUTE(TRIM(" a  b "),"a","")', ". b"),
        ("ROUND(2.5,0)+ROUND(-2.5,0)", 0),
        ("DAY(46346)&MONTH(46346)&YEAR(46346)&WEEKDAY(46346,2)", "201120265"),
        # other countries write a fraction or TRUE in another way, and programs differ in what they compare
        ("B2&A1", None),
        ("B3&A1", None),
        ("D3=1", None),
        ("SUM(D1:D4)", None),
        ("COUNTIF(D1:D4,1)", None),
        ('"a"<"b"', None),
        ("A4+1", None),
        ('COUNTIF(Word,"=")', None),
        # an error counts, though something else would decide; or does not, though it stands first
        ("AND(FALSE,C10)", None),
        ("OR(TRUE,C10)", None),
        ("0*C10", None),
        ('IFERROR(AND(FALSE,C10),"–")', "–"),
        ('IFERROR(MATCH("x",C10:C11,0),"–")', None),
        ('IFERROR(COUNTIF(C10:C11,"x"),"–")', None),
        ('IFERROR(LOOKUP(2,1/(C10:C11="x"),C10:C11),"–")', "x"),
        # what it does not know, or Excel does not
        ("FIXED(1,0)", None),
        ("A1 A2", None),
        ("SUM(A1 B1)", None),
        ("IF(TRUE,1,)", None),
        ("5%", None),
        ("2^2", None),
        ("MATCH(1,Nobody,0)", None),
        ("1/0", None),
        ("LEFT(A1,1,2)", None),
        ("C9", None),
        ("1E308*10", None),
        ("", None),
        ("{1,2}", None),
        ('"a', None),
    ],
)
def test_a_formula(formula: str, shown: Value) -> None:
    """Below it: an error, and x."""
    found = results(formula, 'MATCH("none",Word,0)', '"x"')
    assert found == {"C11": "x"} | ({} if shown is None else {"C9": shown})


def test_a_shared_formula_and_one_that_asks_for_the_other() -> None:
    rows = (
        '<row r="9"><c r="C9"><f t="shared" si="0" ref="C9:C10">B1+$B$2</f></c><c r="D9"><f>D10</f></c></row>'
        '<row r="10"><c r="C10"><f t="shared" si="0"/></c><c r="D10"><f>D9</f></c></row>'
    )
    found = CellResults({"One": sheet(CELLS + rows)}.__getitem__, Values([], Stylesheet(STYLES), since_1904=False), NAMES).on(
        "One"
    )
    assert found == {(3, 2): True, (9, 3): 3.5, (10, 3): 5}


def test_a_file_that_asks_for_too_much_has_no_results() -> None:
    """Texts that double, columns without an end, patterns that take for ever."""
    doubling = [f"C{9 + i}&C{9 + i}" for i in range(40)]
    assert len(results('"0123456789"', *doubling)) < 20
    assert results("SUM(A1:A1048576)+SUM(B1:B1048576)", "1") == {}
    assert results('COUNTIF(Word,"*a*a*a*a*b")') == {}
