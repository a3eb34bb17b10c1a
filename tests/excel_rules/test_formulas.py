"""The rules take formulas apart rightly: what looks like an operator may be a comma between arguments, or stand in a text."""

import pytest

from tests.excel_rules.formulas import anatomy, tokens
from tests.excel_rules.package import area, letters, overlaps


@pytest.mark.parametrize(
    ("formula", "unions", "intersections", "ranges"),
    [
        ("SUM(A1,B2)", 0, 0, 0),
        ("SUM((A1,B2),C3)", 1, 0, 0),
        ("A1:A3,C1", 1, 0, 0),
        ("SUM(A1:B2 B1:C3)", 0, 1, 0),
        ("A1 + B1 , C1", 1, 0, 0),
        ("IF(A1 > 0, B1, (C1))", 0, 0, 0),
        ("Row Column", 0, 1, 0),
        ("A1:INDEX(B1:B9,2)", 0, 0, 1),
        ("(A1):B2", 0, 0, 1),
        ("First:Last", 0, 0, 1),
        ("SUM($A:$B,3:$4)", 0, 0, 0),
        ('"(A1,B1) C1:"&A1', 0, 0, 0),
        ("'A1, B2 (x)'!C3", 0, 0, 0),
        ("SUM({1,2;3,4})", 0, 0, 0),
        ("Who[[#This Row],[Points won]]", 0, 0, 0),
    ],
)
def test_operators(formula: str, unions: int, intersections: int, ranges: int) -> None:
    found = anatomy(formula)
    assert (found.unions, found.intersections, found.ranges, found.malformed) == (unions, intersections, ranges, "")


def test_pieces() -> None:
    found = anatomy(
        """IF(Name=TRUE,SUM('d''Oro'!A1,Round1!$B$2:C3,[1]Other!Elsewhere),"a ""b"" !")&#REF!&LOG10(1.5E-3)&_xlfn.IFS(x.y,{1})"""
    )
    assert found.sheets == ["d'Oro", "Round1", "[1]Other"]
    assert found.areas == ["A1", "$B$2:C3"]
    assert found.names == ["Name", "TRUE", "x.y"]
    assert found.functions == ["IF", "SUM", "LOG10", "_xlfn.IFS"]
    assert found.texts == ['a "b" !']
    assert (found.errors, found.arrays, found.depth, found.arguments) == (["#REF!"], 1, 2, 3)


def test_nothing_is_lost() -> None:
    formula = """IF(A1<>"",'x y'!B2:C3 * 1.5%,Σ_1)&{1,"}"}^-2"""
    assert "".join(text for _, text in tokens(formula)) == formula


def test_areas() -> None:
    assert area("$B$2:C9") == (2, 2, 9, 3)
    assert area("B:C") == (1, 2, 1048576, 3)
    assert area("2:9") == (2, 1, 9, 16384)
    assert letters(16384) == "XFD"
    with pytest.raises(ValueError, match="Points"):
        area("Points")


def test_overlaps() -> None:
    ranges = [(area(ref), ref) for ref in ("A1:B2", "C1:D9", "B2", "A3:A4", "D9:E9", "F1:F9")]
    assert sorted(overlaps(ranges)) == [("A1:B2", "B2"), ("C1:D9", "D9:E9")]
