"""A regulation of others, written as a file (tests/data/konajka.toml): tables of 4 and 5 without a chart, none for 11 players."""

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
from bangxl.rulebooks.loader import load, parse_rulebook
from bangxl.tournament.compositions import legal_compositions, scheduled_rounds
from bangxl.tournament.findings import Severity
from bangxl.tournament.payouts import payout_table
from tests.helpers.keyboard import Sheet
from tests.helpers.render import page_texts
from tests.helpers.sample import these
from tests.hosts.libreoffice.office import Office
from tests.rulebooks.test_faults import konajka

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


def test_any_stands_alone() -> None:
    """Neither a chart nor an extension: every composition of 4 and 5, the fewest tables first."""
    rulebook = parse_rulebook(konajka("extension = [5, 4]", "any = [4, 5]"), "any.toml")
    assert legal_compositions(rulebook, 20) == ((5, 5, 5, 5), (4, 4, 4, 4, 4))
    assert legal_compositions(rulebook, 11) == ()
    assert legal_compositions(rulebook, 5) == ()
    assert "composition" in rulebook.options


def test_any_seats_those_left_below_the_minimum() -> None:
    """A school's day was over because one pupil of sixteen went home: the minimum holds for the start."""
    rounds = ("    { from = 8, to = 10, games = [3, 2] },", "", "{ from = 12,", "{ from = 16,")
    rulebook = parse_rulebook(konajka("extension = [5, 4]", "any = [4, 5]", "minimum = 8", "minimum = 16", *rounds), "any.toml")
    left = {players: legal_compositions(rulebook, players, first_round=False)[:1] for players in (15, 11, 8, 5, 3)}
    assert left == {15: ((5, 5, 5),), 11: (), 8: ((4, 4),), 5: ((5,),), 3: ()}
    assert legal_compositions(rulebook, 15) == ()


def test_an_evening_of_a_league_is_a_start() -> None:
    """Its minimum holds whoever comes tonight, so that the workbook and `seat` say the same at the first evening, too."""
    text = (PATH.parents[2] / "docs/regulations/examples/league.toml").read_text(encoding="utf-8")
    league = parse_rulebook(text.replace("minimum = 5\n", "minimum = 12\n", 1), "league.toml")
    assert [legal_compositions(league, 11, first_round=first) for first in (True, False)] == [(), ()]


def test_counts_with_a_gap() -> None:
    counts = "sizes = [5, 4]\ncounts = [{ from = 8, to = 10, tables = 2 }, { from = 12, to = 15, tables = 3 }]"
    rulebook = parse_rulebook(konajka("extension = [5, 4]", counts, "maximum = 60", "maximum = 15"), "counts.toml")
    assert [legal_compositions(rulebook, players) for players in (10, 11, 12)] == [((5, 5),), (), ((4, 4, 4),)]


def test_a_chart_with_a_gap() -> None:
    """A row may be missing where no tables of the roles' sizes seat so many, and only there."""
    chart = "[tables.chart]\n8 = [4, 4]\n9 = [5, 4]\n10 = [5, 5]\n12 = [4, 4, 4]"
    rulebook = parse_rulebook(konajka("[roles]", f"{chart}\n[roles]"), "chart.toml")
    assert [legal_compositions(rulebook, players) for players in (10, 11, 12, 13)] == [((5, 5),), (), ((4, 4, 4),), ((5, 4, 4),)]


def test_a_number_without_tables_is_said(tmp_path: Path) -> None:
    """11 is between 8 and 60, and yet nobody can play."""
    with pytest.raises(Refusal, match=r"11\. The nearest that it can seat: 10, 12"):
        demo(tmp_path / "eleven.xlsx", str(PATH), 11, "x")
    assert not (tmp_path / "eleven.xlsx").exists()


def shown(path: Path, state: str = "visible") -> set[str]:
    """The number formats and texts of every cell."""
    cells = [cell for ws in load_workbook(path) for row in ws.iter_rows() for cell in row if ws.sheet_state == state]
    return {cell.number_format for cell in cells} | {cell.value for cell in cells if isinstance(cell.value, str)}


@pytest.fixture(scope="module")
def eight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workbook for eight players."""
    path = tmp_path_factory.mktemp("konajka") / "konajka.xlsx"
    new(path, str(PATH), players="8")
    return path


def test_the_games_of_a_seating_are_told(eight: Path) -> None:
    told = shown(eight)
    assert "3 + 2" in told
    assert "«+»: everybody stays at the table for this many rounds before tables are drawn again." in told


@pytest.mark.soak
def test_nobody_chooses_at_the_last_table(eight: Path) -> None:
    """Its column of places was called a choice, of which the rules say nothing."""
    heads = " ".join(str(cell.value) for cell in load_workbook(eight)["Stage1T1"][6])  # texts and formulas
    assert "Place" in heads
    assert "Choice" not in heads


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


@pytest.mark.soak
def test_bids_are_in_the_unit_too(office: Office, tmp_path: Path) -> None:
    """A regulation with an auction may count in something else than dollars: sheets, findings, slips and the referto say so.

    What formulas make of it, LibreOffice shows: no dollar on the sheets of a whole tournament, and none beside a wrong bid.
    """
    rules, path = tmp_path / "chips.toml", tmp_path / "chips.xlsx"
    base = 'base = "italy-2010"\nid = "chips"\ntitle = "Chips"\n'
    base += 'source = { title = "Rules", edition = "", published = "" }\nlanguage = "en"\n'
    rules.write_text(f'{base}[standings]\narticle = "1"\nunit = "chips"\n', encoding="utf-8")
    demo(path, str(rules), 10, "chips", language="en")
    blank(tmp_path / "blank.xlsx", str(rules))
    report(path, tmp_path / "sent")
    referto = next((tmp_path / "sent").glob("*referto.xlsx"))
    for book in (path, referto, tmp_path / "blank.xlsx"):
        assert [text for text in shown(book) if '"$"' in text or " $" in text] == []
    assert any("The last character costs 0 chips" in text for text in shown(path) | shown(path, "hidden"))
    assert any(line.endswith(" chips") for line in statement(path, "P001"))
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


def test_high_noon_by_the_clock(tmp_path: Path, eight: Path) -> None:
    """After 15 minutes: said on the rules sheet, and on printed record sheets; no boxes for reshuffles."""
    told = "High Noon after 15 minutes of play: each player loses 1 life point a turn, the Sheriff first."
    blank(tmp_path / "blank.pdf", str(PATH))
    found = {ws.title for ws in load_workbook(eight) for row in ws.iter_rows() for cell in row if cell.value == told}
    assert found == {"Rules"}
    pages = [" ".join(page.split()) for page in page_texts(tmp_path / "blank.pdf")]
    assert pages
    assert [page for page in pages if told not in page or "reshuffle" in page] == []
    assert not any("reshuffle" in text for text in shown(eight))


CHOICES: Final = {
    "dealt = 2": "Characters dealt to each player, who keeps one: 2.",
    "spare = 1": "Characters face up beyond the number of players: 1; each takes one.",
    "spare = 0": "Each player gets one character by lot, as the base game says.",
}


@pytest.mark.parametrize(("key", "told"), these(CHOICES.items(), *list(CHOICES.items())[::2]))
def test_how_everybody_gets_a_character(tmp_path: Path, key: str, told: str) -> None:
    """Two dealt to choose one, or one more than players: said on the rules sheet; without a key that it is one, by lot.

    A whole day is played so.
    """
    rules = tmp_path / "konajka.toml"
    rules.write_text(konajka("lives = 4", f"lives = 4\n{key}"), encoding="utf-8")
    demo(tmp_path / "chosen.xlsx", str(rules), 8, "chosen")
    assert told in shown(tmp_path / "chosen.xlsx")
    played = open_workspace(tmp_path / "chosen.xlsx", reading_only=True)
    assert {one.finding.severity for one in all_findings(played)} <= {Severity.NOTE}
