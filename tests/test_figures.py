"""Numbers, amounts and dates in running texts, as each language writes them; JSON, CSV and names know nothing of it."""

from datetime import datetime
from fractions import Fraction

import pytest

from bangxl.locale.catalog import catalog
from bangxl.referto.verdict import verdict_sentence as of_proof
from bangxl.referto.verify import difference
from bangxl.tournament.findings import At, Finding
from bangxl.workbook.notices import sentence

SPACE = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("language", "amount", "half", "day"),
    [
        ("it", "20.200 $", "1.234,5", "20/11/2026"),
        ("en", "20,200 $", "1,234.5", "20/11/2026"),
        ("de", "20.200 $", "1.234,5", "20.11.2026"),
        ("ru", f"20{SPACE}200 $", f"1{SPACE}234,5", "20.11.2026"),
    ],
)
def test_each_language_writes_its_own(language: str, amount: str, half: str, day: str) -> None:
    _ = catalog(language)
    assert (_.amount(20200), _.number(Fraction(2469, 2), 1), _.day("2026-11-20")) == (amount, half, day)
    assert (_.amount(-1000)[0], _.number(0), _.day("soon"), _.day("")) == ("−", "0", "soon", "")


@pytest.mark.parametrize(
    ("language", "unit", "said"),
    [
        ("it", "punti", ["1 punto", "2 punti", "−5 punti"]),
        ("en", "points", ["1 point", "2 points", "−5 points"]),
        ("de", "Punkte", ["1 Punkt", "2 Punkte", "−5 Punkte"]),
        ("ru", "очков", ["1 очко", "2 очка", "−5 очков"]),
        ("en", "beans", ["1 beans", "2 beans", "−5 beans"]),
    ],
)
def test_one_point_is_one(language: str, unit: str, said: list[str]) -> None:
    """A house's own word stays as it is."""
    _ = catalog(language).counting(unit)
    assert [_.amount(1), _.amount(Fraction(2)), _.amount(-5)] == said


def test_many_tables_are_counted() -> None:
    """126 players sat at «6+6+6+6+6+6+6+6+6+6+6+6+6+6+6+6+6+6+6+6+6»; a few tables stay as they are typed."""
    for sizes, said in (([6] * 21, "(21 × 6)"), ([6, 6, 5], "(6+6+5)")):
        finding = Finding("beyond_chart", At("Round1"), {"players": sum(sizes), "sizes": "+".join(map(str, sizes))})
        assert said in sentence(finding, "en", {})


def test_a_finding_says_its_amounts_so() -> None:
    finding = Finding("bid_above_bankroll", At("Round1T1!Bid", 0), {"player": "P001", "bid": 5100, "bankroll": 4000})
    assert "5.100 $" in sentence(finding, "it", {})
    assert "4,000 $" in sentence(finding, "en", {})


def test_verify_says_what_stands_in_a_referto_so() -> None:
    """The cell shows 20.200 $; what is no whole number, and what only its digits tell apart, stays as it is stored."""
    told = difference(At("Standings_Score", 0), 20200, 18900)
    assert "«20.200»" in of_proof(told, "it", {})
    assert "«18,900»" in of_proof(told, "en", {})
    day = difference(At("Event_Date"), datetime(2026, 11, 20), datetime(2026, 11, 21))  # noqa: DTZ001 - as cells have it
    assert "20.11.2026" in of_proof(day, "de", {})
    assert "«1200.5»" in of_proof(difference(At("Standings_Score", 0), 1200.5, "x"), "it", {})
