"""What is printed by hand, a page a record sheet and a round; and what a new workbook looks like that LibreOffice has saved."""

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageFilter

from bangxl.commands.demo import demo
from bangxl.commands.new import new
from bangxl.rulebooks.loader import rulebook_ids
from bangxl.tournament.ledger import ledger
from bangxl.tournament.model import game_code, round_code
from bangxl.tournament.state import State
from bangxl.workbook.titles import display_names
from tests.additions.package import parts_of
from tests.helpers.keyboard import facts
from tests.helpers.render import Word, page_texts, page_words, pictures
from tests.helpers.salts import CODE
from tests.helpers.sample import sample
from tests.hosts.libreoffice.office import Office
from tests.libreoffice.fillings import RULEBOOK

ERRORS: Final = re.compile(r"#(N/A|VALUE!|REF!|NAME\?|DIV/0!|NUM!|NULL!|##)|Err:\d+")


@pytest.mark.parametrize(("language", "players"), sample([("it", 10), ("en", 61)], 2))
def test_the_pages(office: Office, path: Path, tmp_path: Path, language: str, players: int) -> None:
    demo(path, "italy-2010", players, "Mezzogiorno di fuoco", language)
    tournament = facts(path)
    names = display_names(tournament.players)
    with office.open(path) as book:
        records = book.pdf(tmp_path / "records.pdf", [game_code(game.round, game.table) for game in tournament.games])
        walls = book.pdf(tmp_path / "walls.pdf", [round_code(number) for number in range(1, tournament.rounds_seated + 1)])
    texts = page_texts(records)
    assert [text for text in (*texts, *page_texts(walls)) if ERRORS.search(text)] == []
    lines = ledger(State(tournament, RULEBOOK))
    for game, words, text in zip(tournament.games, page_words(records), texts, strict=True):
        assert [seat.player for seat in game.seats if not whole(words, names[seat.player], 1)] == []
        bids = [seat.bid or 0 for seat in game.seats]
        own = {figure for line in lines if line.game == game for figure in (line.before, line.payout or 0)}
        assert not {figure for figure in own if figure > 100} & (numbers(text) - {*bids, sum(bids)})
    sheets = 1 if players <= 60 else 2
    pages = page_words(walls)
    assert len(pages) == sheets * tournament.rounds_seated
    for number in range(tournament.rounds_seated):
        words = [word for page in pages[sheets * number : sheets * (number + 1)] for word in page]
        seated = {seat.player for game in tournament.round(number + 1) for seat in game.seats}
        assert [player for player in seated if not whole(words, names[player], 2)] == []


def whole(words: Sequence[Word], text: str, times: int) -> bool:
    """Whether a name stands there so often, word by word, and no word begins before the one in front of it ends."""
    parts = text.split()
    places = [words[at : at + len(parts)] for at in range(len(words) - len(parts) + 1)]
    there = [place for place in places if [word.text for word in place] == parts]
    after = {id(word): next_word for word, next_word in pairwise(words)}
    cut = [place for place in there if (follows := after.get(id(place[-1]))) and place[-1].left < follows.left < place[-1].right]
    return len(there) == times and not cut


def numbers(text: str) -> set[int]:
    """All whole numbers on a page; in dollars with commas or points between thousands. Codes of rounds are none."""
    return {int(re.sub(r"[.,]", "", number)) for number in re.findall(r"\d+(?:[.,]\d{3})*", CODE.sub("", text))}


FIRST: Final = "italy-2010"
PLACES: Final = {"germany": 20, "record": 7, "record-international": 7}
"""Small workbooks; every spare row and column is in them all the same."""
STEP: Final = 40
"""A difference of grey that the eye sees."""
SPECKS: Final = 100
"""Letters that LibreOffice sets a pixel further; a black line instead of a pale one is several hundred."""


@pytest.mark.parametrize("rulebook", sample(sorted(rulebook_ids(), key=FIRST.__ne__), 0))
def test_a_save_by_libreoffice_changes_no_sheet(office: Office, tmp_path: Path, rulebook: str) -> None:
    fresh, saved = tmp_path / "fresh.xlsx", tmp_path / "saved.xlsx"
    new(fresh, rulebook, language="en", players=str(PLACES.get(rulebook, 10)))
    with office.open(fresh) as book:
        book.save(saved)
        sheets = [name for name in book.sheets() if shown(name)]
        before = pictures(book.screens(tmp_path / "before.pdf", sheets), tmp_path, 70)
    with office.open(saved) as book:
        after = pictures(book.screens(tmp_path / "after.pdf", sheets), tmp_path, 70)
    pages = dict(zip(sheets, zip(before, after, strict=True), strict=True))
    assert {name: count for name, (one, other) in pages.items() if (count := differing(one, other)) > SPECKS} == {}
    assert anchors(saved) == anchors(fresh)


def shown(sheet: str) -> bool:
    """One sheet of each kind; not those that only formulas and programs read."""
    if sheet.startswith(("Round", "Stage")):
        return sheet in {"Round1", "Round1T1", "Stage1T1"}
    return sheet not in {"Auctions", "Ledger", "Lists", "xlwings.conf"}


def differing(one: Path, other: Path) -> int:
    """How many pixels of two pictures have no equal within a pixel of their place in the other."""
    first, second = (Image.open(path).convert("L") for path in (one, other))
    return max(beyond(first, second), beyond(second, first))


def beyond(one: Image.Image, other: Image.Image) -> int:
    lighter = ImageChops.subtract(one, other.filter(ImageFilter.MaxFilter(3)))
    darker = ImageChops.subtract(other.filter(ImageFilter.MinFilter(3)), one)
    return sum(ImageChops.lighter(lighter, darker).histogram()[STEP:])


def anchors(path: Path) -> list[tuple[str, str]]:
    """The columns and rows at which charts begin."""
    drawings = [part.decode() for name, part in parts_of(path).items() if re.fullmatch(r"xl/drawings/drawing\d+\.xml", name)]
    place = re.compile(r"<(?:xdr:)?from><(?:xdr:)?col>(\d+)<.*?row>(\d+)<")
    return [found for drawing in drawings for found in place.findall(drawing)]
