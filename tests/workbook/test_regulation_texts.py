"""What workbooks say of each regulation: who calls, writes, signs and keeps secret, and by which article."""

from __future__ import annotations

from functools import cache

import pytest
from openpyxl.workbook.workbook import Workbook

from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import load, rulebook_ids
from bangxl.sheets.build import build


@cache
def workbook(rulebook: str) -> Workbook:
    found = load(rulebook)
    return build(found, catalog("en"), max(found.minimum_players, min(10, found.maximum_players)))


@cache
def sheet(rulebook: str, tab: str) -> tuple[tuple[str, ...], ...]:
    """The texts of a sheet, line by line; formulas as well."""
    rows = workbook(rulebook)[tab].iter_rows(values_only=True)
    return tuple(tuple(str(value) for value in row if value is not None) for row in rows)


def text(rulebook: str, tab: str) -> str:
    return "\n".join(" ¦ ".join(row) for row in sheet(rulebook, tab))


def article(rulebook: str, heading: str) -> str:
    """What the rules sheet cites beside a heading."""
    return next(row[1] for row in sheet(rulebook, "Rules") if row[:1] == (heading,))


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_referee_is_called_where_there_is_one(rulebook: str) -> None:
    """Italy 2010, 1.1: "i giocatori chiamano l'arbitro"; the German and the Record's text have none."""
    page = text(rulebook, "Round1T1")
    assert ("call the referee" in page) is rulebook.startswith("italy")
    assert ("The referee (signature)" in page) is rulebook.startswith("italy")
    assert ("REFEREE'S NOTES" in page) is rulebook.startswith("italy")
    assert ("is the referee" in text(rulebook, "Players")) is (rulebook in {"italy-2010", "italy-2011"})


@pytest.mark.parametrize(
    ("rulebook", "sentence"),
    [
        ("italy-2007", "After the auctions the referee writes characters and bids. When the game ends, call the referee."),
        ("italy-2010", "After the auction the Sheriff writes characters and bids. When the game ends, call the referee."),
        ("italy-2011", "After the auction the Sheriff writes characters and bids. When the game ends, call the referee."),
        ("record", "After the auction write down characters and bids. When the game ends, fill in the sheet."),
        ("germany", "When the game ends, fill in a line each and sign it."),
    ],
)
def test_who_writes_characters_and_bids(rulebook: str, sentence: str) -> None:
    """2007: "l'arbitro registrerà la spesa … al termine delle aste"; 2010, 2011: the Sheriff; Record: "segnate"."""
    assert sentence in text(rulebook, "Round1T1")


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_secrecy_is_italian(rulebook: str) -> None:
    """2010, 2011, 1.1: "La classifica … è segreta"; 2007: "tenere nascosti … i $ disponibili". Germany's players sign points."""
    assert ("SECRET" in text(rulebook, "Standings")) is rulebook.startswith("italy") is load(rulebook).secret
    assert "After round" in text(rulebook, "Standings")


@pytest.mark.parametrize(
    ("rulebook", "heading", "cited"),
    [
        ("italy-2010", "Score", "1.1 Il girone eliminatorio"),
        ("italy-2010", "Standings", "1.2 La fase finale"),
        ("italy-2010", "Penalties", "3 Penalità"),
        ("italy-2010", "Withdrawals", "1.3 Abbandono"),
        ("italy-2011", "Score", "1.1 The Elimination Round"),
        ("italy-2011", "Withdrawals", "1.3 Abandoning the tournament"),
        ("germany", "Record sheets", "Der Wertungszettel"),
        ("germany", "Knock-out: how many play, by the players at the start", "Weiterkommen in die K.O.-Phase"),
        ("germany", "The knock-out", "K.O.-Phase"),
        ("germany", "Withdrawals", "DE-9"),
        ("record", "Record sheets", "Legge Spietata"),
        ("record-international", "Standings", "Official tournament scoring system"),
    ],
)
def test_the_chapter_of_each_section(rulebook: str, heading: str, cited: str) -> None:
    assert article(rulebook, heading) == cited


@pytest.mark.parametrize(
    ("rulebook", "tab", "sentence"),
    [
        ("germany", "Rules", "Whoever draws the card is Sheriff. (DE-2)"),
        ("germany", "Rules", "whoever has left keeps his seat as a passive character. (DE-9)"),
        ("record", "Rules", "half a dollar away from zero. (DV-1)"),
        ("record", "Rules", "Still equal: the rank is shared. (DV-2)"),
        ("record", "Rules", "The same players play every game: nobody leaves or sits out. (DV-7)"),
        ("record", "Rules", "It is official only with the official scoring, and without a variant that changes the dollars."),
        ("italy-2010", "Rules", "otherwise the rank is shared. (R10-9)"),
        ("italy-2011", "Rules", "otherwise the rank is shared. (R10-9)"),
        ("italy-2007", "Finals", "Who chooses first, and who starts: the referee decides. (R07-16)"),
    ],
)
def test_decisions_are_cited_beside_what_they_settle(rulebook: str, tab: str, sentence: str) -> None:
    assert sentence in text(rulebook, tab)


def test_ingaggio_least_raise() -> None:
    """Ingaggio: from 100 on, "rilancio minimo $100": any dollars, where the Italian auctions have multiples."""
    assert "Bids: from 100 $ on, raises of 100 $ at least, never more than one owns." in text("record", "Round1T1")
    assert "multiples" not in text("record", "Round1T1") + text("record", "Rules")
    for rulebook in ("italy-2007", "italy-2010", "italy-2011"):
        assert "Bids: multiples of 100 $" in text(rulebook, "Round1T1")
        assert "A raise is at least" not in text(rulebook, "Rules")


def test_ties_of_the_international_text() -> None:
    """ "Ties can be broken according this prioritized list", and between two players by "a game one on one"."""
    lines = [row[0] for row in sheet("record-international", "Rules") if row]
    first = lines.index("Equal scores are separated, in this order, by:")
    roles = [f"{n}.  more games won as {role}" for n, role in enumerate(("Sheriff", "Renegade", "Deputy", "Outlaw"), 1)]
    found = [line.partition(", alive or not")[0] for line in lines[first + 1 : first + 8]]
    assert found == [
        *roles, "5.  more games played", "Still equal: a lot.",
        "Two who are still equal may play one on one instead: write the winner as a lot drawn by hand.",
    ]  # fmt: skip
