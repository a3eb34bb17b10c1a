"""What is printed, by LibreOffice: one page a sheet where it must be one, no name cut off, no error, nobody's money."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.demo import demo
from bangxl.locale.catalog import catalog
from bangxl.sheets.context import TABS
from bangxl.tournament.ledger import ledger
from bangxl.tournament.model import Game, Tournament
from bangxl.tournament.state import State
from bangxl.workbook.messages import display_names
from bangxl.workbook.names import record_sheet, round_sheet
from bangxl.workbook.write import audit_line
from tests.hosts.libreoffice.office import Office
from tests.libreoffice.fillings import RULEBOOK
from tests.render import Word, page_texts, page_words
from tests.salts import CODE
from tests.sample import sample
from tests.sheet import facts

SEED: Final = "Mezzogiorno di fuoco"
ERRORS: Final = re.compile(r"#(N/A|VALUE!|REF!|NAME\?|DIV/0!|NUM!|NULL!)|Err:\d+")
TOO_NARROW: Final = "###"
HIDDEN: Final = 0.5
"""Points between the end of a hidden number and that of what stands furthest to the right."""
HEADS: Final = ("Table", "Seat", "Player", "By name", "Character")
"""The headings over and right of names, in English."""

PRINTED_ANYWAY: Final = {12, 21, 2026, 256, 100}
"""The name and the day of the made-up event, SHA-256, the step of the auction."""


@dataclass(frozen=True)
class Print:
    """A finished tournament on paper."""

    language: str
    tournament: Tournament
    records: Path
    walls: Path
    others: Mapping[str, Path]

    def says(self, text: str) -> str:
        return catalog(self.language)(text)


def printed(office: Office, folder: Path, language: str, players: int) -> Print:
    path = folder / "torneo.xlsx"
    demo(path, "italy-2010", players, SEED, language)
    with office.open(path) as book:
        tournament = facts(path)
        records = [record_sheet(game.round, game.table) for game in tournament.games]
        walls = [round_sheet(number) for number in range(1, tournament.rounds_seated + 1)]
        others = [name for name, visible in book.sheets().items() if visible]
        return Print(
            language,
            tournament,
            book.pdf(folder / "records.pdf", records),
            book.pdf(folder / "walls.pdf", walls),
            {name: book.pdf(folder / f"{name}.pdf", [name]) for name in others},
        )


SIZES: Final = (("it", 22), ("en", 22), ("it", 50), ("en", 50), ("it", 10), ("en", 13), ("it", 61), ("it", 126))


@pytest.mark.parametrize("size", sample(SIZES, len(SIZES)), ids=str)
def test_the_pages(office: Office, tmp_path: Path, size: tuple[str, int]) -> None:
    look_at(printed(office, tmp_path, *size))


def look_at(paper: Print) -> None:
    record_pages(paper)
    wall_pages(paper)
    other_pages(paper)
    for file in (paper.records, paper.walls, *paper.others.values()):
        assert [text for text in page_texts(file) if ERRORS.search(text)] == []
        assert [file.stem for words in page_words(file) if too_narrow(words)] == []


def record_pages(paper: Print) -> None:
    """A page a sheet, with the names, the bids and no other money."""
    pages, texts = page_words(paper.records), page_texts(paper.records)
    games = paper.tournament.games
    assert len(pages) == len(games)
    for game, words, text in zip(games, pages, texts, strict=True):
        title = paper.says("Round {round} · Table {table}").format(round=game.round, table=game.table)
        assert title in text.replace("  ", " ")
        names = [name(paper, seat.player) for seat in game.seats]
        assert [name for name in names if len(places(words, name)) != 1] == []
        assert list(clipped(paper, words, names)) == []
        bids = {seat.bid or 0 for seat in game.seats}
        bids.add(sum(seat.bid or 0 for seat in game.seats))
        assert {number for number in numbers(text) if number > len(paper.tournament.players)} <= bids | PRINTED_ANYWAY
        assert not money(paper.tournament, game) & numbers(text) - bids


def wall_pages(paper: Print) -> None:
    """A page a round, beyond sixty players two; everybody stands there by table and by name."""
    pages, texts = page_words(paper.walls), page_texts(paper.walls)
    tournament, sheets = paper.tournament, 1 if len(paper.tournament.players) <= 60 else 2
    assert len(pages) == sheets * tournament.rounds_seated
    for number in range(1, tournament.rounds_seated + 1):
        of_round = range(sheets * (number - 1), sheets * number)
        words = [word for page in of_round for word in pages[page]]
        names = {name(paper, seat.player) for game in tournament.round(number) for seat in game.seats}
        assert [name for name in names if len(places(words, name)) != 2] == []
        for page in of_round:
            assert list(clipped(paper, pages[page], names)) == []
            people = len(tournament.players)
            audited = numbers(audit_line(State(tournament, RULEBOOK), number))
            assert {figure for figure in numbers(texts[page]) if figure > people} <= PRINTED_ANYWAY | audited


def other_pages(paper: Print) -> None:
    """Everybody in the standings, with a name whole; winners and prizes in the finals."""
    tournament, finals = paper.tournament, paper.tournament.finals
    assert set(paper.others) == {paper.says(TABS[kind]) for kind in TABS} - {
        paper.says(TABS[kind]) for kind in ("ledger", "auctions", "lists")
    }
    standings = [word for page in page_words(paper.others[paper.says(TABS["standings"])]) for word in page]
    assert [one for one in display_names(tournament.players).values() if len(places(standings, one)) != 1] == []
    (bracket,) = page_texts(paper.others[paper.says(TABS["finals"])])
    assert finals is not None
    for duel in finals.duels:
        assert bracket.count(name(paper, duel.player_a)) > 1 < bracket.count(name(paper, duel.player_b))
    rounds = next(count for first, last, count in RULEBOOK.rounds if first <= len(tournament.players) <= last)
    assert set(RULEBOOK.prizes[rounds]) <= numbers(bracket)


def name(paper: Print, player: str) -> str:
    return display_names(paper.tournament.players)[player]


def places(words: Sequence[Word], text: str) -> list[Sequence[Word]]:
    """Where a text stands, word by word."""
    parts = text.split()
    starts = range(len(words) - len(parts) + 1)
    return [words[at : at + len(parts)] for at in starts if [word.text for word in words[at : at + len(parts)]] == parts]


def clipped(paper: Print, words: Sequence[Word], names: Sequence[str] | set[str]) -> Iterator[str]:
    """Names that reach into the next column, or to the edge of what is printed."""
    heads = {paper.says(head).split()[0] for head in HEADS}
    line = next(word.bottom for word in words if word.text == paper.says("Seat"))
    columns = sorted(word.left for word in words if word.text in heads and abs(word.bottom - line) < 1)
    for one in names:
        for first, *rest in places(words, one):
            edge = min((left for left in columns if left > first.left + 4), default=max(word.right for word in words))
            if rest and rest[-1].right > edge:
                yield one


def numbers(text: str) -> set[int]:
    """All whole numbers on a page; in dollars with commas or points between thousands. Codes of rounds are none."""
    return {int(re.sub(r"[.,]", "", number)) for number in re.findall(r"\d+(?:[.,]\d{3})*", CODE.sub("", text))}


def money(tournament: Tournament, game: Game) -> set[int]:
    """What those at a table own before and after the game, and win."""
    lines = [line for line in ledger(State(tournament, RULEBOOK)) if line.game == game]
    figures = {line.before for line in lines} | {line.payout or 0 for line in lines}
    return {figure for figure in figures if figure > 100}


def too_narrow(words: Sequence[Word]) -> bool:
    """Whether a number has no room; the hidden column behind the printed area leaves traces at its edge, which nobody sees."""
    edge = max(word.right for word in words if word.text != TOO_NARROW)
    return any(word.text == TOO_NARROW and word.right < edge - HIDDEN for word in words)
