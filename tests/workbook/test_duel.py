"""The page for the table of a duel: what each regulation says of it, on one sheet of paper; which duels a sheet has."""

from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.closed import ClosedBook
from bangxl.commands.demo import demo
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import load, rulebook_ids
from bangxl.sheets.bracket import duel_boxes, early_duels
from bangxl.sheets.build import build
from bangxl.sheets.duel import DUEL_PAGES, is_needed
from bangxl.sheets.record.texts import PICK_IN_TURN
from tests.helpers.render import page_texts
from tests.helpers.sample import sample, these
from tests.hosts.libreoffice.office import Office
from tests.tournament.rules import HOUSE

SMALLEST: Final = {"italy-2010": 10, "italy-2011": 10, "italy-2007": 10, "germany": 20}


@cache
def workbook(rulebook: str, language: str) -> Workbook:
    return build(load(rulebook), catalog(language), SMALLEST[rulebook])


def sheet(rulebook: str, language: str = "en") -> Worksheet:
    return workbook(rulebook, language)[catalog(language)("Duel")]


def lines(rulebook: str, heading: str) -> dict[str, str]:
    """The rules under a heading, by what they are about."""
    rows = [[cell.value for cell in row] for row in sheet(rulebook)["B5:C40"]]
    first = next(i for i, (label, _text) in enumerate(rows) if label == heading) + 1
    last = next((i for i in range(first, len(rows)) if rows[i][1] is None), len(rows))
    return {str(label): str(text) for label, text in rows[first:last]}


def test_every_mode_of_ours_has_its_rules() -> None:
    modes = {code for rulebook in SMALLEST for code in load(rulebook).duel_modes}
    assert modes | {"two"} == set(DUEL_PAGES)
    assert {rulebook for rulebook in (*SMALLEST, "record", "record-international") if is_needed(load(rulebook))} == set(SMALLEST)
    assert catalog("en")("Duel") not in build(load("record"), catalog("en"), 7).sheetnames


@pytest.mark.parametrize("rulebook", ["italy-2010", "italy-2011"])
def test_modalita_lunga(rulebook: str) -> None:
    told = lines(rulebook, "Long duel")
    assert told["Characters"] == "There are no roles. Take 6 of the 16 characters out by lot; lay 10 face up."
    assert "5 each" in told["Order of choice"]
    assert "other 3 are reinforcements" in told["Front and back"]
    assert told["General Store"].endswith("the opponent takes the last one.")
    assert list(told) == [
        *("Characters", "Order of choice", "Pile", "Front and back", "First hand", "Goal", "Start of a turn", "Abilities"),
        *("Targets", "Distances", "Gatling, Indians!", "Blue cards", "Reinforcements", "General Store", "Jail", "Dynamite"),
        "Cat Balou, Panic!",
    ]


@pytest.mark.parametrize("rulebook", ["italy-2010", "italy-2011"])
def test_modalita_breve(rulebook: str) -> None:
    rules = lines(rulebook, "Short duel")
    assert "Each player gets 8 characters" in rules["Characters"]
    assert rules["Scores"] == "Legal scores: 5–0, 5–1, 5–2, 5–3, 6–4, 7–5, 8–6, 8–7"
    assert list(rules) == ["Characters", "Goal", "Scores", "Beer", "Next character"]


def test_i_duelli_2007() -> None:
    """What differs from 2010: General Store, Jail, Beer, and cards against oneself; Dynamite is not named."""
    told = lines("italy-2007", "Duel")
    assert told["Characters"].startswith("16 characters: 4, drawn by lot, keep the score; lay 12 ")
    assert told["General Store"] == "As many cards as there are characters in play."
    assert "only when the player wants to change places" in told["Jail"]
    assert told["Cat Balou, Panic!"] == "You may not use them on your own characters."
    assert told["Who starts"] == "The referee decides who chooses first and who starts."  # R07-16: no id, nobody there knows it
    assert "Dynamite" not in told


def test_das_spiel_zu_zweit() -> None:
    told = lines("germany", "Game for two")
    assert told["Characters"] == "Without Vulture Sam. Lay 8 of the others face up."
    assert told["Who starts"] == "The better placed player decides who starts."
    assert told["Order of choice"] == PICK_IN_TURN  # whoever does not begin picks first
    assert told["Jail"] == "Only on the opponent's active character."
    assert {"Active, supporter", "Hand", "Distances", "Cards", "Dynamite", "General Store", "When one is left"} <= set(told)


@pytest.mark.parametrize(
    ("rulebook", "language"), these([("italy-2010", "ru"), ("italy-2007", "it"), ("germany", "de")], ("italy-2010", "ru"))
)
def test_it_is_one_page(office: Office, path: Path, rulebook: str, language: str) -> None:
    workbook(rulebook, language).save(path)
    with office.open(path) as book:
        (text,) = page_texts(book.pdf(path.with_suffix(".pdf"), [catalog(language)("Duel")]))
    cells = (cell.value for row in sheet(rulebook, language)["B5:C40"] for cell in row if cell.value)
    assert Counter(word for value in cells for word in words(str(value))) - Counter(words(text)) == Counter()


def words(text: str) -> list[str]:
    """A line may end within ``8–7``."""
    return text.replace("–", " ").split()


def test_a_mode_of_a_house_is_told_on_the_finals_sheet() -> None:
    """How the characters come and how it can end; a code needs nobody who has no other to choose."""
    finals = build(HOUSE, catalog("en"), 12)["Finals"]
    said = {str(cell.value) for row in finals.iter_rows() for cell in row if cell.value}
    told = (
        "Duel",
        "The duel, in short",
        "Each player draws 3 characters and plays them one at a time.",
        "Legal scores: 3–0, 3–1, 3–2",
    )
    assert {f'="{text}"' for text in told} <= said


QUARTERFINALS = ("QF1", "QF2", "QF3", "QF4")


@pytest.mark.parametrize(("players", "gone"), sample([(11, True), (28, False)], 2))
def test_r07_19_quarterfinals_only_from_five_tables_on(tmp_path: Path, players: int, *, gone: bool) -> None:
    path = tmp_path / "2007.xlsx"
    demo(path, "italy-2007", players, "a", "en")
    book = ClosedBook.open(path)
    assert set(book.hidden("Finals_From5")) == {gone}
    for match in QUARTERFINALS:
        assert [bool(book.read(f"Finals_{match}_Player_{side}")[0]) for side in "AB"] == [not gone] * 2
        assert book.hidden(f"Finals_{match}_Characters") == [gone]
        assert book.locked(f"Finals_{match}_Score_A") == [True], "nobody may type there, or all is over"
    assert book.hidden("Finals_SF1_Score_A") == book.hidden("Finals_SF1_Characters") == [False]


def test_boxes_stand_apart_and_those_of_larger_tournaments_above() -> None:
    for rulebook in map(load, rulebook_ids()):
        places = duel_boxes(rulebook)
        above = {code for one in early_duels(rulebook) for code in one.matches}
        assert all(abs(a.row - b.row) >= 4 for a, b in combinations(places.values(), 2) if a.column == b.column)
        for one in early_duels(rulebook):
            assert all(one.first < places[code].row <= one.last - 3 for code in one.matches)
            assert all(place.row > one.last + 1 for code, place in places.items() if code not in above)
    assert early_duels(load("italy-2007"))[0].matches == ("QF1", "QF4", "QF2", "QF3")
