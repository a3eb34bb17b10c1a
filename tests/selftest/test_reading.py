"""What counts as the same formula, the same value, an error."""

from __future__ import annotations

import pytest

from bangxl.selftest.office import excel_spelling
from bangxl.selftest.reading import Results, deviations, errors, misreadings


class TestReading:
    @pytest.mark.parametrize(
        ("ours", "theirs"),
        [
            ("=SUM('Mastro'!$A$1,B2)", "=SUM(Mastro!$A$1, B2)"),
            ("=IF(TRUE,1,FALSE)", "=if(TRUE(),1,FALSE())"),
            ("='Finali e premi'!A1", "='Finali e premi'!A1"),
        ],
    )
    def test_spelling_does_not_matter(self, ours: str, theirs: str) -> None:
        assert [*misreadings({"S": {(1, 1): ours}}, {"S": {(1, 1): theirs}})] == []

    @pytest.mark.parametrize("theirs", ["=A2", '=A1&" "', "=$A1", "=Round2T1!A1", "=-A1"])
    def test_everything_else_does(self, theirs: str) -> None:
        assert len([*misreadings({"S": {(9, 6): "=A1"}}, {"S": {(9, 6): theirs}})]) == 1

    def test_texts_keep_their_blanks_and_capitals(self) -> None:
        assert len([*misreadings({"S": {(1, 1): '="a b"'}}, {"S": {(1, 1): '="A B"'}})]) == 1
        assert [*misreadings({"S": {(9, 28): '="a b"'}}, {"S": {(9, 28): '="ab"'}})] == ['S!AB9: ="a b" → ="ab"']

    def test_a_formula_too_many_and_a_sheet_too_few(self) -> None:
        assert [*misreadings({"S": {}}, {"S": {(1, 1): "=A2"}})] == ["S!A1: – → =A2"]
        assert [*misreadings({"S": {(1, 1): "=A2"}}, {})] == ["S!A1: =A2 → –"]

    @pytest.mark.parametrize(
        ("libreoffice", "excel"),
        [
            ("=SUM($Mastro.$A$1;0.5)", "=SUM(Mastro!$A$1,0.5)"),
            ("=$'Finali e premi'.A1:B2", "='Finali e premi'!A1:B2"),
            ('="a;b $Mastro.A1"', '="a;b $Mastro.A1"'),
            ("=Round1T1.F9", "=Round1T1!F9"),
        ],
    )
    def test_what_libreoffice_spells_its_own_way(self, libreoffice: str, excel: str) -> None:
        assert excel_spelling(libreoffice) == excel

    def test_errors_and_changes(self) -> None:
        before: Results = {("S", 1, 1): "#N/A", ("S", 2, 1): 1, ("S", 3, 1): "", ("S", 4, 1): "x"}
        after: Results = {("S", 1, 1): "#N/A", ("S", 2, 1): 1.0000001, ("S", 3, 1): None, ("S", 4, 1): 2}
        assert [*errors(before)] == ["S!A1: #N/A"]
        assert [*deviations(before, after)] == ["S!A4: 'x' → 2"]
