"""What workbooks say of each regulation: who calls, writes, signs and keeps secret, and by which article."""

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from openpyxl.utils import column_index_from_string
from openpyxl.workbook.workbook import Workbook

from bangxl.locale.catalog import catalog
from bangxl.paper.kit import kit_pages
from bangxl.rulebooks.loader import load, parse_rulebook, rulebook_ids
from bangxl.sheets.build import build
from bangxl.sheets.record.texts import FINAL_DUEL, SECRET, TURN_UP_FOR_OTHERS
from tests.helpers.sample import sample, these
from tests.paper.printed import blank_words, words_of
from tests.web.pages import facts, shown

SPACE = "\N{NO-BREAK SPACE}"


@cache
def workbook(rulebook: str) -> Workbook:
    found = load(rulebook)
    return build(found, catalog("en"), max(found.minimum_players, min(10, found.maximum_players)))


@cache
def sheet(rulebook: str, tab: str, columns: int | None = None) -> tuple[tuple[str, ...], ...]:
    """The texts of a sheet, line by line; formulas as well."""
    rows = workbook(rulebook)[tab].iter_rows(values_only=True, max_col=columns)
    return tuple(tuple(str(value) for value in row if value is not None) for row in rows)


def text(rulebook: str, tab: str) -> str:
    return "\n".join(" ¦ ".join(row) for row in sheet(rulebook, tab))


def article(rulebook: str, heading: str) -> str:
    """What the rules sheet cites beside a heading."""
    return next(row[1] for row in sheet(rulebook, "Rules") if row[:1] == (heading,))


@pytest.mark.parametrize("rulebook", these(rulebook_ids(), "germany", "italy-2011"))
def test_the_referee_is_called_where_there_is_one(rulebook: str) -> None:
    """Italy 2010, 1.1: "i giocatori chiamano l'arbitro"; the German and the Record's text have none."""
    page, has_referee = blank_words(rulebook), load(rulebook).referee is not None
    assert ("call the referee" in page) is has_referee
    assert ("The referee (signature)" in page) is has_referee
    assert ("REFEREE'S NOTES" in page) is has_referee
    assert ("is the referee" in text(rulebook, "Players")) is (rulebook in {"italy-2010", "italy-2011"})


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_secrecy_is_italian(rulebook: str) -> None:
    """2010, 2011, 1.1: "La classifica … è segreta"; 2007: "tenere nascosti … i $ disponibili". Germany's players sign points."""
    assert ("SECRET" in text(rulebook, "Standings")) is load(rulebook).secret
    assert re.search("After (round|game)", text(rulebook, "Standings"))


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
        ("germany", "Knock-out: how many play, by players at the start", "Weiterkommen in die K.O.-Phase"),
        ("germany", "The knock-out", "K.O.-Phase"),
        ("germany", "Withdrawals", "im Text nicht vorgesehen"),
        ("record", "Record sheets", "Legge Spietata"),
        ("record-international", "Standings", "Official tournament scoring system"),
        ("record-international", "Bonuses and penalties", "Official tournament scoring system"),
        ("record-international", "Auction", "Other variants"),
        ("italy-2007", "Games", "Il girone eliminatorio"),
        ("italy-2007", "Games after withdrawals", "Regolamento arbitrale"),
        ("record-international", "Cash rewards", "Other variants"),
        ("record-international", "Experience", "Other variants: Experience"),
        ("record-international", "Record sheets", "Other variants: Ruthless Law"),
    ],
)
def test_the_chapter_of_each_section(rulebook: str, heading: str, cited: str) -> None:
    assert article(rulebook, heading) == cited


def test_the_international_text_cites_no_italian_chapter() -> None:
    """It prints two chapters, in English; what neither says (G1) is the base game's."""
    chapters = ("Official tournament scoring system", "Other variants", "G1")
    assert [one for one in load("record-international").articles.values() if one.partition(":")[0] not in chapters] == []


# What docs/regulations quotes is not repeated here: tests/test_regulations.py looks for it on the sheets.
SENTENCES: Final = (
    # decisions are cited beside what they settle
    ("germany", "Rules", "The player who draws the Sheriff card is Sheriff. (DE-2)"),
    ("germany", "Rules", "Numbers in brackets"),
    ("italy-2007", "Rules", "The Sheriff turns up one character at random for each player who keeps none. (R07-11)"),
    *((rulebook, "Rules", SECRET) for rulebook in ("italy-2010", "italy-2011", "italy-2007")),
    *((rulebook, "Rules", FINAL_DUEL) for rulebook in ("italy-2010", "italy-2011", "italy-2007", "germany")),
    # at least as many games as players; compositions that a text does not print have a star
    ("record", "Rules", "Games (min.)"),
    ("italy-2007", "Rules", "The player takes the last card of the General Store."),
    ("italy-2007", "Rules", "Allegato 1 (*: not printed there)"),
    ("germany", "Rules", "a player who has left keeps their seat as a passive character. (DE-9)"),
    ("record", "Rules", "half a dollar away from zero. (DV-1)"),
    ("record", "Rules", "Still tied: they share the rank. (DV-2)"),
    ("record", "Rules", "The same players play every game: nobody leaves or sits out. (DV-7)"),
    ("record", "Rules", "It is official only with the official scoring and without a variant that changes the dollars."),
    ("italy-2010", "Rules", "otherwise they share the rank. (R10-9)"),
    ("italy-2011", "Rules", "otherwise they share the rank. (R10-9)"),
    ("italy-2007", "Finals", "The referee decides who chooses first and who starts."),
    ("record", "Rules", "The player to the Sheriff's right opens, then on to the right."),
    ("record", "Rules", "instead of drawing three cards"),
    ("record-international", "Rules", "The variant Ruthless Law is marked on the record sheets"),
    ("germany", "Rules", "A player who leaves during a game stays in it passively, is paid for the role, and is out afterwards."),
    ("italy-2010", "Finals", "Tournament winner"),
    *(("italy-2010", "Finals", f'="{title}"&IF(') for title in ("Semifinal 1", "Semifinal 2", "Final")),
)
ON_PAPER: Final = (
    # Ingaggio: from 100 on, "rilancio minimo $100": any dollars, where the Italian auctions have multiples
    ("record", "auction", "Bids: at least 100 $, raises of at least 100 $, never more than you own."),
    *((rulebook, option, TURN_UP_FOR_OTHERS) for rulebook, option in (("record", "auction"), ("italy-2007", ""))),  # R07-11
    *((rulebook, "", SECRET) for rulebook in ("italy-2010", "italy-2011", "italy-2007")),
    *((rulebook, "", FINAL_DUEL) for rulebook in ("italy-2010", "italy-2011", "italy-2007", "germany")),
    ("record", "experience", "Experience: cards you keep cost 500 $ each, replace cards in hand and do not start in play."),
    ("record", "cash_rewards", "Cash rewards: if you eliminate an Outlaw yourself, note 1,000 $ instead of"),
    *((f"italy-{year}", "", "Bids: multiples of 100 $") for year in (2007, 2010, 2011)),
    # only 2010's FAQ speaks of a Missed!
    ("italy-2010", "", "a Missed! may not"),
    ("italy-2011", "", "a Missed! may not"),
)
ABSENT: Final = (
    *(("record", sentence) for _record, option, sentence in ON_PAPER if option),
    ("record", "multiples"), ("italy-2010", "Cash rewards"), ("italy-2007", "a Missed! may not"),
    *((other, "Winnings") for other in ("italy-2007", "italy-2010", "record")),
)  # fmt: skip
"""What the pages do not say where no variant is played."""


@pytest.mark.parametrize(("rulebook", "tab", "sentence"), SENTENCES)
def test_what_the_sheets_say(rulebook: str, tab: str, sentence: str) -> None:
    assert sentence in text(rulebook, tab)


def test_das_spiel_zu_zweit_and_tables_that_the_vorrunde_does_not_have() -> None:
    """The kit of Germany: knock-out tables of 7 to 2, with the roles (21 players: 7+7+7)."""
    told = words_of(lambda paper: kit_pages(paper, load("germany"), catalog("en")))
    assert told.count("KNOCK-OUT") == 6
    for sentence in ("The better placed player decides who starts.", "The better placed player (No. 1) decides who starts."):
        assert told.count(sentence) == 1
    assert not re.search(r"\((DE|G)-?\d+\)", told)  # ids that a hall cannot look up
    for roles in ("1 Sheriff, 2 Outlaws, 1 Renegade", "1 Sheriff, 2 Deputies, 3 Outlaws, 1 Renegade"):
        assert f"Roles: {roles}" in told
    assert " 51 " not in words_of(lambda paper: kit_pages(paper, load("italy-2010"), catalog("en")))


def test_nobody_is_deputy_at_a_table_of_four() -> None:
    """Italy 2007, Record: no amount for him on the rules sheet."""
    for rulebook in ("italy-2007", "record"):
        rows = workbook(rulebook)["Rules"].iter_rows(min_col=2, max_col=4, values_only=True)
        deputies = [row[1] for row in rows if str(row[0]).startswith("Deputy")]
        assert (len(deputies) > 1, [value for value in deputies if isinstance(value, int)]) == (True, [])


def test_what_the_record_sheets_say() -> None:
    options = {(rulebook, option): ((option, "true"),) if option else () for rulebook, option, _sentence in ON_PAPER}
    pages = {key: blank_words(key[0], *played) for key, played in options.items()}
    assert [row for row in ON_PAPER if row[2] not in pages[row[:2]]] == []
    assert [row for row in ABSENT if row[1] in blank_words(row[0])] == []


def test_what_the_sheets_do_not_say() -> None:
    """The German regulation has no auction."""
    assert "Auction" not in text("germany", "Rules")
    assert "multiples" not in text("record", "Round1T1") + text("record", "Rules")
    assert not [one for one in ("italy-2007", "italy-2010", "italy-2011") if "A raise is at least" in text(one, "Rules")]
    assert "¦ SF1 ¦" not in text("italy-2010", "Finals")


@pytest.mark.parametrize(
    ("rulebook", "players"),
    these([("italy-2007", 5), ("italy-2007", 7), ("italy-2007", 50), ("italy-2010", 50)], ("italy-2007", 5), ("italy-2007", 7)),
)
def test_nothing_stands_where_options_are_typed(rulebook: str, players: int) -> None:
    """The accounts, with a column for every game, end before the event and its options; one table has many games."""
    book = build(load(rulebook), catalog("en"), players)
    names = (name for name in book.defined_names if name.startswith(("Event_", "Option_")))
    places = [place for name in names for sheet, place in book.defined_names[name].destinations if sheet == "Tournament"]
    first = [(place, book["Tournament"][place.partition(":")[0]].value) for place in places]
    assert [place for place, value in first if str(value).startswith("=")] == []


def test_ties_of_the_international_text() -> None:
    """ "Ties can be broken according this prioritized list", and between two players by "a game one on one"."""
    lines = [row[0] for row in sheet("record-international", "Rules") if row]
    first = lines.index("Ties are broken, in this order, by:")
    roles = [f"{n}.  more games won as {role}" for n, role in enumerate(("Sheriff", "Renegade", "Deputy", "Outlaw"), 1)]
    found = [line.partition(", alive or not")[0] for line in lines[first + 1 : first + 9]]
    assert found == [
        *roles, "5.  more games played", "Still tied: by lot.",
        "Two players who are still tied may play one on one instead.",
        "«Enter a hand draw» takes the winner from a list of two lines: round,table,seat,player and lots,,1,NAME.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rulebook", "heading", "sentence", "cited"),
    [
        ("italy-2010", "Role cards", "by mistake, the game goes on", "4 Casistica generale e FAQ"),
        ("italy-2010", "The regulation", "a full copy of it", "5 Altro"),
        ("italy-2011", "Role cards", "by mistake, the game goes on", "4 General case study and FAQ"),
        ("italy-2007", "The game", "Only the base game is played", "Modalità operative"),
        ("italy-2007", "The referee", "At least one referee", "Modalità operative"),
        ("italy-2007", "Conduct", "honest mistakes", "Regolamento arbitrale"),
        ("italy-2007", "Role cards", "by mistake, the game is replayed", "Casistica generale"),
        ("italy-2007", "Report", "within 7 days", "Modalità operative"),
    ],
)
def test_conduct_is_told_with_its_article(rulebook: str, heading: str, sentence: str, cited: str) -> None:
    """Italy 2010 and 2011, 1 to 5; Italy 2007, Modalità operative, Regolamento arbitrale, Casistica generale."""
    rows = (*sheet(rulebook, "Rules", column_index_from_string("G")), ())  # the table chart stands beside them
    sections = [i for i, row in enumerate(rows) if row == (heading, cited)]
    told = [line for i in sections for row in rows[i + 1 : rows.index((), i)] for line in row]
    assert any(sentence in line for line in told)


@pytest.mark.parametrize(("rulebook", "reasons"), [("italy-2010", 12), ("italy-2011", 11), ("italy-2007", 10), ("germany", 0)])
def test_misconduct_is_offered_as_a_reason(rulebook: str, reasons: int) -> None:
    """2 Condotta di gara: twelve; 2011 without "barare"; 2007: six, and offences, intimidation, cheating and
    slow play. Any other text may be typed."""
    book = workbook(rulebook)
    assert ("Reason_List" in book.defined_names) is (reasons > 0)
    offers = [one for one in book["Events"].data_validations.dataValidation if one.formula1 == "Reason_List"]
    assert [bool(one.showErrorMessage) for one in offers] == [False] * bool(reasons)
    assert ("For example" in text(rulebook, "Rules")) is (reasons > 0)
    assert len(load(rulebook).misconduct) == reasons


@pytest.mark.parametrize(("language", "day"), [("it", "19/04/2010"), ("de", "19.04.2010"), ("ru", "19.04.2010")])
def test_5_altro_the_edition_has_its_day_as_the_language_writes_it(language: str, day: str) -> None:
    """5 Altro: "Versione 1.1, aggiornata al 19/04/2010"; a German or Russian referee reads 19.04.2010."""
    first = build(load("italy-2010"), catalog(language), 10).worksheets[0]
    said = [str(cell.value) for row in first.iter_rows() for cell in row if "Italia 2010" in str(cell.value)]
    assert [text for text in said if day in text], said


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_punteggio_ufficiale_record_has_no_elimination_phase(rulebook: str) -> None:
    """Its text ("Al termine di 7 mani …") knows games and no finals: neither sheet nor page speaks of a phase.

    At tables that stay together people count games, too: in Italy 2007 and in Germany.
    """
    report, has_phase = facts(rulebook), not rulebook.startswith("record")
    told = [text(rulebook, "Standings"), shown(report).text]
    assert [("limination phase" in one) for one in told] == [has_phase] * 2
    assert ("After game" in told[0]) is load(rulebook).fixed_tables


@pytest.mark.parametrize(
    ("language", "amount", "complete"),
    sample([("it", "1.500 $", "2.000 + 500 e"), ("ru", f"1{SPACE}500 $", f"2{SPACE}000 + 500 e")], 2),
)
def test_tabella_punteggi_amounts_in_words_are_written_as_the_others(language: str, amount: str, complete: str) -> None:
    """2007, "1500$ x n° di fuorilegge" stands beside "3.000 $"; Record's complete scoring on the record sheets likewise."""
    words = build(load("italy-2007"), catalog(language), 10)[catalog(language)("Rules")]
    assert f"{amount} × {catalog(language)('Outlaws')}" in [cell.value for row in words.iter_rows() for cell in row]
    lists = build(load("record"), catalog(language), 5)
    assert complete in {cell.value for ws in lists.worksheets for row in ws.iter_rows() for cell in row}


def test_a_reason_of_two_lines_fits_into_its_row_and_a_longer_one_lets_it_grow() -> None:
    """LibreOffice takes the heights of a closed file as they are; a height without ``customHeight`` still grows in both."""
    rows = workbook("italy-2010")["Events"].row_dimensions
    heights = {tuple(sorted(dict(rows[row]).items())) for row in range(7, 47)}
    assert heights == {(("ht", "31"),)}


def test_what_a_league_and_tables_of_two_sizes_say(tmp_path: Path) -> None:
    """Whose games count for the score, and for ties all; no column and no High Noon for a table that nobody sits at."""
    examples = Path(__file__).parents[2] / "docs/regulations/examples"
    rules = text(str(examples / "league.toml"), "Rules")
    assert "Only a player's best 15 games count." in rules
    assert "Ties are broken, in this order, by (all games count here):" in rules
    assert "Only the base game" not in text(str(examples / "duel-box-finals.toml"), "Rules")
    house = 'base = "italy-2010"\nid = "house"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
    house += 'without = ["tables.chart", "tables.extension", "tables.single"]\ntables.any = [6, 5]\n'
    (path := tmp_path / "house.toml").write_text(house, encoding="utf-8")
    assert "5 players ¦ 6 players" in text(str(path), "Rules")
    assert not re.search("7 players|Table of 7", text(str(path), "Rules") + blank_words(str(path)))


def test_the_rules_sheet_of_a_house_says_whose_an_article_is_and_which_characters_play() -> None:
    """«1.1» of Italy looked like the house's own; eight seatings were cut off at both ends of a narrow column."""
    head = 'base = "italy-2010"\nid = "house"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
    own = 'without = ["prizes"]\ncharacters = { article = "7", sets = ["base", "dodge-city"] }\n'
    own += "rounds.by_players = [{ from = 10, games = [2, 2, 2, 2, 2, 2, 2, 2] }]\n"
    book = build(parse_rulebook(head + own, "house.toml"), catalog("en"), 20)
    rows = {row[1].value: row for row in book["Rules"].iter_rows(min_row=5, max_col=7) if row[1].value}
    assert rows["Score"][6].value == "italy-2010: 1.1 Il girone eliminatorio"
    assert "italy-2010: 2 Condotta di gara" in {row[6].value for row in rows.values()}
    assert rows["Characters"][6].value == "7"
    assert "In play: base game and Dodge City, or what is chosen on the tournament sheet." in rows
    games = rows["10 or more players"][2]
    assert (games.value, games.alignment.horizontal) == ("2 + 2 + 2 + 2 + 2 + 2 + 2 + 2", "left")
