"""A regulation of others, written as a file (tests/data/konajka.toml): tables of 4 and 5 without a chart, none for 11 players."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Final

import pytest
from openpyxl import load_workbook

from bangxl.commands.blank import blank
from bangxl.commands.check import all_findings
from bangxl.commands.demo import demo
from bangxl.commands.errors import Refusal
from bangxl.commands.new import new
from bangxl.commands.report import report
from bangxl.commands.statement import statement
from bangxl.commands.verify import verify
from bangxl.commands.workspace import open_workspace
from bangxl.rulebooks.loader import RulebookError, load, loads
from bangxl.tournament.findings import Severity
from bangxl.tournament.payouts import payout_table
from bangxl.tournament.seating import legal_compositions, scheduled_rounds
from tests.hosts.libreoffice.office import Office
from tests.render import page_texts
from tests.sheet import Sheet

PATH: Final = Path(__file__).parent.parent / "data" / "konajka.toml"
KONAJKA: Final = load(str(PATH))
TABLES: Final = {
    7: (), 8: ((4, 4),), 9: ((5, 4),), 10: ((5, 5),), 11: (), 12: ((4, 4, 4),), 13: ((5, 4, 4),), 16: ((4, 4, 4, 4),),
    20: ((5, 5, 5, 5),), 21: ((5, 4, 4, 4, 4),), 60: ((5,) * 12,), 61: (),
}  # fmt: skip
POINTS: Final = {
    "|4|law|sheriff|alive": 30, "|5|law|sheriff|alive": 35, "|5|law|deputy|alive": 35,
    "|5|law|deputy|eliminated": 20, "|4|law|renegade|final_duel": 16, "|5|law|renegade|final_duel": 24,
    "|4|outlaws|outlaw|alive": 20, "|5|outlaws|outlaw|eliminated": 20, "|5|outlaws|renegade|alive": 5,
    "|4|renegade|renegade|alive": 50, "|5|renegade|renegade|alive": 75, "|4|renegade|sheriff|eliminated": 4,
    "|5|renegade|deputy|among_last": 2, "|5|renegade|deputy|eliminated": 0, "|5|renegade|sheriff|among_last": 5,
    "|5|law|deputy|among_last": 20, "|5|outlaws|outlaw|among_last": 20,
}  # fmt: skip


@pytest.mark.parametrize(("players", "tables"), TABLES.items())
def test_fewest_tables_of_five_and_four(players: int, tables: tuple[tuple[int, ...], ...]) -> None:
    assert legal_compositions(KONAJKA, players) == tables


def test_rounds_leave_out_who_cannot_play() -> None:
    """8 to 10, then 12 and more."""
    assert [scheduled_rounds(KONAJKA, players) for players in (8, 10, 11, 12, 60)] == [5, 5, 0, 5, 5]


def test_points() -> None:
    assert POINTS.items() <= payout_table(KONAJKA).items()


def changed(*replacements: tuple[str, str]) -> str:
    text = PATH.read_text(encoding="utf-8")
    for old, instead in replacements:
        assert text.count(old) == 1, old
        text = text.replace(old, instead)
    return text


ANY: Final = ("extension = [5, 4]", "any = [4, 5]")


def test_any_stands_alone() -> None:
    """Neither a chart nor an extension: every composition of 4 and 5, the fewest tables first."""
    rulebook = loads(changed(ANY), "any.toml")
    assert legal_compositions(rulebook, 20) == ((5, 5, 5, 5), (4, 4, 4, 4, 4))
    assert legal_compositions(rulebook, 11) == ()
    assert legal_compositions(rulebook, 5) == ()
    assert "composition" in rulebook.options


def test_counts_with_a_gap() -> None:
    counts = "sizes = [5, 4]\ncounts = [{ from = 8, to = 10, tables = 2 }, { from = 12, to = 15, tables = 3 }]"
    rulebook = loads(changed(("extension = [5, 4]", counts), ("maximum = 60", "maximum = 15")), "counts.toml")
    assert [legal_compositions(rulebook, players) for players in (10, 11, 12)] == [((5, 5),), (), ((4, 4, 4),)]


def test_a_chart_with_a_gap() -> None:
    """A row may be missing where no tables of the roles' sizes seat so many, and only there."""
    chart = "[tables.chart]\n8 = [4, 4]\n9 = [5, 4]\n10 = [5, 5]\n12 = [4, 4, 4]"
    rulebook = loads(changed(("[roles]", f"{chart}\n[roles]")), "chart.toml")
    assert [legal_compositions(rulebook, players) for players in (10, 11, 12, 13)] == [((5, 5),), (), ((4, 4, 4),), ((5, 4, 4),)]


WRONG: Final = {
    "a gap that has tables": ((("{ from = 12,", "{ from = 13,"),), "rounds.by_players", "begin at 12"),
    "rounds and games at a seating": (
        (("{ from = 12, games", "{ from = 12, rounds = 2, games"),), "rounds.by_players", "either rounds"),
    "no game at a seating": (
        (("{ from = 12, games = [3, 2]", "{ from = 12, games = [3, 0]"),), "rounds.by_players", "at least 1"),
    "more games than rounds can be": (
        (("{ from = 12, games = [3, 2]", "{ from = 12, games = [99, 99]"),), "rounds.by_players", "at most"),
    "neither rounds nor games": ((("{ from = 12, games = [3, 2]", "{ from = 12"),), "rounds.by_players", "at least 1"),
    "no tables for the fewest": (
        (("minimum = 8", "minimum = 7"), ("{ from = 8,", "{ from = 7,")), "players.minimum", "no tables for 7 players"),
    "neither chart nor sizes": ((("extension = [5, 4]", ""),), "tables.chart.8", "missing"),
    "a unit of two words": (
        (('unit = "points"', 'unit = "gold coins"'),), "standings.unit", "a word is needed"),
    "a unit that is a number": ((('unit = "points"', 'unit = "100"'),), "standings.unit", "a word is needed"),
    "High Noon by two clocks": (
        (("minutes = 15", "minutes = 15\nfrom_reshuffle = { 4 = 3, 5 = 3 }"),), "high_noon.minutes", "either"),
    "High Noon tomorrow": ((("minutes = 15", "minutes = 1440"),), "high_noon.minutes", "from 1 to 240"),
    "High Noon never": ((("minutes = 15", ""),), "high_noon.from_reshuffle.4", "missing"),
    "High Noon beside Legge Spietata": (
        (("among_last = 3", "ruthless_law = true\namong_last = 3"),), "high_noon.minutes", "no line"),
    "more characters dealt than there are": ((("lives = 4", "lives = 4\ndealt = 4"),), "characters.dealt", "table of 5"),
    "more characters open than there are": ((("lives = 4", "lives = 4\nspare = 12"),), "characters.spare", "table of 5"),
    "fewer characters than players": ((("lives = 4", "lives = 4\nspare = -1"),), "characters.spare", "more than 0"),
    "characters dealt and open": ((("lives = 4", "lives = 4\ndealt = 2\nspare = 1"),), "characters.spare", "either"),
    "characters dealt and sold": (
        (("lives = 4", "lives = 4\ndealt = 2"), ('unit = "points"', ""),
         ("[payouts.law]", "[auction]\narticle = 'x'\nstart = 9\nminimum = 1\nstep = 1\nlast = 1\n[payouts.law]")),
        "characters.dealt", "by auction"),
    "among the last, of nobody knows how many": (
        (("among_last = 3 #", "#"),), "payouts.renegade.deputy.among_last", "must say how many"),
    "among the last, and nothing for it": ((("deputy.among_last = { 5 = 2 }", ""),), "record_sheet.among_last", "no role"),
    "among the last of all": ((("among_last = 3", "among_last = 5"),), "record_sheet.among_last", "fewer than 5"),
    "the last one": ((("among_last = 3", "among_last = 1"),), "record_sheet.among_last", "2 players at least"),
    "too few at the last table": ((("players = 5 #", "players = 3 #"),), "last_table.players", "from 4 players"),
    "more at the last table than there are": ((("players = 5 #", "players = 9 #"),), "last_table.players", "to 8"),
    "a last table without roles": ((("players = 5 #", "players = 6 #"),), "roles.by_size.6", "so many"),
    "an extension beside any of three": (
        (("extension = [5, 4]", "any = [4, 5]\nextension = [5]"),), "tables.extension", "two sizes"),
}  # fmt: skip


@pytest.mark.parametrize(("replacements", "key", "reason"), WRONG.values(), ids=WRONG)
def test_what_it_cannot_say(replacements: tuple[tuple[str, str], ...], key: str, reason: str) -> None:
    with pytest.raises(RulebookError) as caught:
        loads(changed(*replacements), "konajka.toml")
    assert caught.value.key == key
    assert reason in caught.value.reason


def test_a_number_without_tables_is_said(tmp_path: Path) -> None:
    """11 is between 8 and 60, and yet nobody can play."""
    with pytest.raises(Refusal, match="no tables for 11 players"):
        demo(tmp_path / "eleven.xlsx", str(PATH), 11, "x")
    assert not (tmp_path / "eleven.xlsx").exists()


def shown(path: Path, state: str = "visible") -> set[str]:
    """The number formats and texts of every cell."""
    cells = [cell for ws in load_workbook(path) for row in ws.iter_rows() for cell in row if ws.sheet_state == state]
    return {cell.number_format for cell in cells} | {cell.value for cell in cells if isinstance(cell.value, str)}


def test_the_games_of_a_seating_are_told(tmp_path: Path) -> None:
    new(tmp_path / "konajka.xlsx", str(PATH), players="8")
    told = shown(tmp_path / "konajka.xlsx")
    assert "3 + 2" in told
    assert "«+»: everybody stays at the table for this many rounds before tables are drawn again." in told


def test_points_are_no_dollars(tmp_path: Path) -> None:
    """The unit's name stands where the $ would, on slips and the rules sheet; cells hold plain numbers. The referto agrees."""
    path = tmp_path / "konajka.xlsx"
    demo(path, str(PATH), 8, "points")
    report(path, tmp_path / "sent")
    referto = next((tmp_path / "sent").glob("*referto.xlsx"))
    for book in (path, referto):
        assert [text for text in shown(book) if '"$"' in text or " $" in text or "dollar" in text] == []
    assert "#,##0" in shown(referto)
    told = statement(path, "P001")
    assert any(line.endswith(" points") for line in told)
    assert "$" not in " ".join(told)
    assert verify(referto).agrees


def test_bids_are_in_the_unit_too(office: Office, tmp_path: Path) -> None:
    """A regulation with an auction may count in something else than dollars: sheets, findings, slips and the referto say so.

    What formulas make of it, LibreOffice shows: no dollar on the sheets of a whole tournament, and none beside a wrong bid.
    """
    rules, path = tmp_path / "chips.toml", tmp_path / "chips.xlsx"
    base = 'base = "italy-2010"\nid = "chips"\ntitle = "Chips"\nlanguage = "en"\n'
    rules.write_text(f'{base}[standings]\narticle = "1"\nunit = "chips"\n', encoding="utf-8")
    demo(path, str(rules), 10, "chips", language="en")
    blank(tmp_path / "blank.xlsx", str(rules))
    report(path, tmp_path / "sent")
    referto = next((tmp_path / "sent").glob("*referto.xlsx"))
    for book in (path, referto, tmp_path / "blank.xlsx"):
        assert [text for text in shown(book) if '"$"' in text or " $" in text] == []
    assert any("The last character costs 0 chips" in text for text in shown(path) | shown(path, "hidden"))
    assert statement(path, "P001")[-2].endswith(" chips")
    assert verify(referto).agrees
    with Sheet(path) as sheet:
        sheet.fill("Round1T1!Bid", [150])
    told = [str(one) for one in all_findings(open_workspace(path, reading_only=True))]
    assert any("A bid of 150 chips is not a multiple of 100 chips. Correct it." in line for line in told)
    assert not any("$" in line for line in told)
    with office.open(path) as document:
        tabs = ("Tournament", "Round1T1", "Standings", "Finals", "Control")
        said = {tab: " ¦ ".join(filter(None, chain.from_iterable(document.texts(f"{tab}!A1:W40")))) for tab in tabs}
        assert document.errors() == []
    assert [tab for tab, texts in said.items() if "$" in texts] == []
    assert "× multiples of 100 chips" in said["Round1T1"]
    assert "bids are multiples of 100 chips" in said["Standings"]


def test_high_noon_by_the_clock(tmp_path: Path) -> None:
    """After 15 minutes: said on the rules sheet, and on printed record sheets; no boxes for reshuffles."""
    told = "High Noon after 15 minutes of play: each player loses 1 life point a turn, the Sheriff first."
    new(tmp_path / "konajka.xlsx", str(PATH), players="8")
    blank(tmp_path / "blank.pdf", str(PATH))
    book = load_workbook(tmp_path / "konajka.xlsx")
    found = {ws.title for ws in book for row in ws.iter_rows() for cell in row if cell.value == told}
    assert found == {"Rules"}
    pages = [" ".join(page.split()) for page in page_texts(tmp_path / "blank.pdf")]
    assert pages
    assert [page for page in pages if told not in page or "reshuffle" in page] == []
    assert not any("reshuffle" in text for text in shown(tmp_path / "konajka.xlsx"))


CHOICES: Final = {
    "dealt = 2": "Deal 2 characters to each player, who keeps one.",
    "spare = 1": "Lay 1 more characters face up than there are players; each takes one.",
}


@pytest.mark.parametrize(("key", "told"), CHOICES.items())
def test_how_everybody_gets_a_character(tmp_path: Path, key: str, told: str) -> None:
    """Two dealt to choose one, or one more than players: said on the rules sheet; without the key nothing is said.

    A whole day is played so.
    """
    rules = tmp_path / "konajka.toml"
    rules.write_text(changed(("lives = 4", f"lives = 4\n{key}")), encoding="utf-8")
    demo(tmp_path / "chosen.xlsx", str(rules), 8, "chosen")
    assert told in shown(tmp_path / "chosen.xlsx")
    played = open_workspace(tmp_path / "chosen.xlsx", reading_only=True)
    assert {one.finding.severity for one in all_findings(played)} <= {Severity.NOTE}
