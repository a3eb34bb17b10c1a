"""The stamp on a record sheet: due with the last input and not before; what it says; when it does not hold any more."""

import random
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Value
from bangxl.commands.check import check, stamp_sheets
from bangxl.commands.new import create_workbook
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export
from bangxl.commands.undo import undo
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.tournament.ledger import ledger
from bangxl.tournament.model import Game, Role, Seat, Tournament
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.tournament.state import State
from bangxl.workbook.names import STAMP, record_inputs
from bangxl.workbook.words import YesNo, word
from tests.commands.stages import Copy, unchanged
from tests.helpers.keyboard import Sheet, facts, record, typed
from tests.helpers.referee import Habits
from tests.helpers.sample import these
from tests.helpers.strategies import random_tournament
from tests.hosts.gnumeric import Recalculated
from tests.hosts.libreoffice.office import Document, Office
from tests.hosts.memory import MemoryBook
from tests.libreoffice.desk import on, type_in
from tests.tournament.rules import GERMANY, ITALY, ITALY_2007, RECORD

BOOKS: Final = {rulebook.id: rulebook for rulebook in (ITALY, ITALY_2007, GERMANY, RECORD)}
PLAYERS: Final = {"germany": 20, "record": 5}
WAITING: Final = ("Reconfirmed", "Killed_Sheriff", "Outlaws_Killed", "Cards_Kept")
"""What need not be filled in."""

AGREES: Final = "✓ {time} checked: everything agrees"
ORDERS: Final = dict(zip(BOOKS, ("by line", "by column", "any", "any"), strict=True))


@cache
def played(rulebook: str) -> Tournament:
    """A tournament after the first round of every table; in Record with the auction."""
    book = BOOKS[rulebook]
    for seed in range(3, 100):
        rng = random.Random(seed)  # noqa: S311 -- a game
        tournament = random_tournament(rng, book, PLAYERS.get(rulebook, 10), 1, half=False, habits=Habits(events=0))
        games = tuple(game for game in tournament.games if game.round == 1)
        if all(seat.bid is not None for game in games for seat in game.seats) or book.auction is None:
            return replace(tournament, games=games, finals=None, stages=())
    raise AssertionError(rulebook)


def blank(game: Game, rulebook: Rulebook) -> Game:
    """A record sheet as the draw leaves it."""
    first = None if rulebook.sheriff is SheriffRule.DRAWN else Role.SHERIFF
    seats = (Seat(s.number, s.player, first if s.role is Role.SHERIFF else None) for s in game.seats)
    return replace(game, seats=tuple(seats), outcome=None, auction=())


Made = Callable[..., tuple[Path, Tournament]]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Gives a workbook of round 1, its first table typed or not, and the tournament. LibreOffice leaves the file as it is."""
    folder = tmp_path_factory.mktemp("stamps")

    @cache
    def make(rulebook: str, empty: bool, language: str) -> tuple[Path, Tournament]:  # noqa: FBT001 -- remembered
        tournament, book = replace(played(rulebook), language=language), BOOKS[rulebook]
        first, *others = tournament.games
        path = folder / f"{rulebook}-{language}-{'empty' if empty else 'full'}.xlsx"
        written = replace(tournament, games=(blank(first, book), *others)) if empty else tournament
        create_workbook(path, State(written, book), max(len(tournament.players), book.minimum_players), [])
        return path, tournament

    return lambda rulebook, empty=False, language="en": make(rulebook, empty, language)


def inputs(game: Game) -> dict[str, object]:
    """What a referee types, cell by cell; the role that the draw has written stands there already."""
    return {key: value for key, value in record(game).items() if value not in {None, ""}}


def ordered(values: Mapping[str, object], order: str) -> list[tuple[str, object]]:
    items = sorted(values.items(), key=lambda item: item[0].partition(" ")[2])
    match order:
        case "by column":
            return sorted(items, key=lambda item: item[0].partition(" ")[0])
        case "any":
            random.Random(8).shuffle(items)  # noqa: S311 -- a game
    return items


def needed(key: str, rulebook: Rulebook) -> bool:
    """Characters matter where they are bought."""
    waiting = WAITING if rulebook.auction else ("Character", *WAITING)
    return not any(name in key for name in waiting)


@cache
def line_of(path: Path) -> str:
    """Where the first record sheet shows its stamp: the sign, and the words beside it."""
    stamp_cell = Sheet(path).cells("Round1T1!Stamp")[0]
    text = f"LEFT(${stamp_cell.column_letter}${stamp_cell.row},1)"
    (sign,) = [cell for row in stamp_cell.parent.iter_rows() for cell in row if text in str(cell.value)]
    return f"{sign.coordinate}:{sign.offset(column=1).coordinate}"


class Desk:
    """A workbook open in LibreOffice, its first record sheet before the referee."""

    def __init__(self, book: Document, path: Path, game: Game) -> None:
        self.book, self.path, self.game = book, path, game

    def shown(self, name: str, index: int = 0) -> object:
        return self.book.column(on(self.game, name))[index]

    def is_due(self) -> bool:
        return self.shown("Stamp_Due") == 1

    @property
    def line(self) -> str:
        """The stamp as the sheet shows it under its last question."""
        cells = self.book.read(f"Round1T1!{line_of(self.path)}")[0]
        return " ".join(str(cell) for cell in cells if cell)

    @property
    def status(self) -> str:
        """The first line under the links."""
        return str(self.book.cell("Round1T1!B3"))

    def stamp(self) -> dict[str, Value]:
        """Let Python stamp, as a button would: it reads the open book and writes into it."""
        closed = ClosedBook.open(self.book.save(self.path.with_suffix(".stamped.xlsx")))
        before = {name: closed.read(name)[0] for name in closed.names if name.rpartition("!")[2] in STAMP[:2]}
        assert stamp_sheets(closed) == ()
        changed = {name: value for name in before if (value := closed.read(name)[0]) != before[name]}
        for name, value in changed.items():
            assert isinstance(value, str)
            self.book.put(name, value, force=True)
        return changed


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """It is 14:32 on the wall, somewhere east of Greenwich."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(13 * 3600 + 32 * 60 + 59))
    monkeypatch.setenv("TZ", "XXX-1")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.soak
@pytest.mark.parametrize("rulebook", these(BOOKS, "italy-2010"))
def test_due_with_the_last_input_and_not_before(office: Office, made: Made, rulebook: str) -> None:
    path, tournament = made(rulebook, empty=True)
    typing = ordered(inputs(tournament.games[0]), ORDERS[rulebook])
    last = max(index for index, (key, _value) in enumerate(typing) if needed(key, BOOKS[rulebook]))
    with office.open(path) as book:
        desk, seen = Desk(book, path, tournament.games[0]), []
        for key, value in typing:
            type_in(book, {key: value})
            seen.append(desk.is_due())
        assert seen == [False] * last + [True] * (len(typing) - last)
        assert desk.status[0] != "×"
        assert book.errors() == []


@pytest.mark.soak
def test_nothing_is_due_while_the_switch_is_off(office: Office, made: Made) -> None:
    path, tournament = made("germany")
    with office.open(path) as book:
        desk = Desk(book, path, tournament.games[0])
        off = [" NO ", *(word(YesNo.NO, language) for language in LANGUAGES)]
        found = {}
        for text in [*off, "", *(word(YesNo.YES, language) for language in LANGUAGES)]:
            book.put("Check_On_Fill", text or None)
            found[text] = desk.is_due()
        assert {text for text, due in found.items() if not due} == set(off)
        book.put("Check_On_Fill", "no")
        assert desk.stamp() == {}


@pytest.mark.usefixtures("noon")
@pytest.mark.parametrize("rulebook", these(BOOKS, "italy-2010"))
def test_a_stamp_holds_until_something_is_changed(office: Office, made: Made, rulebook: str) -> None:
    path, tournament = made(rulebook)
    game = tournament.games[0]
    with office.open(path) as book:
        desk = Desk(book, path, game)
        assert (desk.is_due(), desk.line, desk.shown("Stamp")) == (True, "", None)
        assert set(desk.stamp()) == {f"Round1T{one.table}!{name}" for one in tournament.games for name in STAMP[:2]}
        assert (desk.is_due(), desk.line) == (False, AGREES.format(time="14:32"))
        assert desk.shown("Stamp_Of") == desk.shown("Stamp_Key")
        before = desk.shown("Character")
        book.put(on(game, "Character"), "Calamity Janet" if before != "Calamity Janet" else "Jesse Jones")
        assert (desk.is_due(), desk.line) == (True, "! changed since 14:32")
        book.put(on(game, "Character"), str(before))
        assert (desk.is_due(), desk.line) == (False, AGREES.format(time="14:32"))


def test_every_input_counts(office: Office, made: Made) -> None:
    rulebook = "record"
    path, tournament = made(rulebook)
    with office.open(path) as book:
        desk = Desk(book, path, tournament.games[0])
        desk.stamp()
        typed_in = {"Player", *record_inputs(BOOKS[rulebook])}
        for name in sorted(typed_in):
            key = on(desk.game, name)
            for index in {0, len(desk.game.seats) - 1 if name != "Outcome" else 0}:
                before = book.column(key)[index]
                book.put(key, "7", index, force=True)
                assert desk.is_due(), (name, index)
                book.put(key, before or None, index, force=True)
                assert not desk.is_due(), (name, index)


def two_sheriffs(desk: Desk) -> None:
    row = next(i for i, seat in enumerate(desk.game.seats) if seat.role is not Role.SHERIFF)
    type_in(desk.book, {f"{on(desk.game, 'Role')} {row}": "Sheriff"})


def unknown_player(desk: Desk) -> None:
    desk.book.put(on(desk.game, "Player"), "Nobody", force=True)


def typed_payout(desk: Desk) -> None:
    desk.book.put(on(desk.game, "Payout"), 12345, 1, force=True)


def typed_rank(desk: Desk) -> None:
    """Nobody's winnings are wrong, and yet the standings are."""
    row = [player.id for player in played("italy-2010").players].index(desk.game.seats[0].player)
    desk.book.put("Standings_Score", 1, row, force=True)


WRONG: Final[Mapping[Callable[[Desk], None], tuple[str, str]]] = {
    two_sheriffs: ("Round1T1!Role", "Sheriff: 2 at this table, but 5 players have 1."),
    unknown_player: ("Round1T1!Player", "There is no player «Nobody»."),
    typed_payout: ("Round1T1!Payout 1", "A formula was overwritten here."),
    typed_rank: ("Standings_Score", "A formula was overwritten here."),
}


@pytest.mark.usefixtures("noon")
@pytest.mark.parametrize("fault", these(WRONG, unknown_player), ids=lambda fault: fault.__name__)
def test_what_is_wrong_is_stamped_with_its_reason(office: Office, made: Made, fault: Callable[[Desk], None]) -> None:
    path, tournament = made("italy-2010")
    name, text = WRONG[fault]
    sheet, _ = Sheet(path).where(*_key(name))
    with office.open(path) as book:
        desk = Desk(book, path, tournament.games[0])
        fault(desk)
        assert desk.is_due()
        written = desk.stamp()
        reason = str(written["Round1T1!Stamp"])
        assert reason.startswith("× 14:32 ")
        assert text in reason
        assert (sheet in reason) == (sheet != "Round1T1")
        assert desk.line == reason[:257].strip()
        assert desk.status.startswith("×")
        assert str(book.column("Round1T1!Check")[0]).startswith("×")
        assert not desk.is_due()
        assert sheet != "Round1T1" or written["Round1T2!Stamp"] == AGREES.format(time="14:32")


def _key(name: str) -> tuple[str, int]:
    column, _, index = name.partition(" ")
    return column, int(index or 0)


def test_a_formula_that_shows_something_else_is_told(office: Office, made: Made, tmp_path: Path) -> None:
    """The formula is there, its result is not Python's: what a defect of ours would look like."""
    path, tournament = made("italy-2010")
    with office.open(path) as book:
        saved = MemoryBook.copy_of(ClosedBook.open(book.save(tmp_path / "torneo.xlsx")))
    shown = {name: list(saved.shown(name) or ()) for name in saved.names}
    shown["Round1T1!After"][2] = 1
    book_shown = MemoryBook(saved.names, saved.sheets, {name: saved.read(name) for name in saved.names}, shown, saved.formulas())
    stamp_sheets(book_shown)
    after = next(
        line for line in ledger(State(tournament, BOOKS["italy-2010"])) if line.game.table == 1 and line.seat.number == 3
    ).after
    assert f"The formula shows «1», but should show «{after}»." in str(book_shown.read("Round1T1!Stamp")[0])
    assert str(book_shown.read("Round1T2!Stamp")[0]).startswith("✓")


@pytest.mark.soak
@pytest.mark.parametrize("language", ["ru"])
def test_speaks_the_language_of_the_workbook(office: Office, made: Made, language: str) -> None:
    path, tournament = made("italy-2010", language=language)
    with office.open(path) as book:
        desk = Desk(book, path, tournament.games[0])
        desk.stamp()
        text = str(desk.shown("Stamp"))
        assert text == catalog(language)(AGREES).format(time=text[2:7])
        book.put(on(desk.game, "Outcome"), None)
        book.put(on(desk.game, "Outcome"), "renegade")
        assert desk.line == "! " + catalog(language)("changed since {time}").format(time=text[2:7])


def test_what_was_never_calculated_is_not_stamped(at: Copy) -> None:
    path = at("played1")
    with unchanged(path):
        assert stamp_sheets(path) == ()
        book = ClosedBook.open(path)
        assert stamp_sheets(book) == ()
        assert {book.read(f"Round1T{table}!{name}")[0] for table in (1, 2) for name in STAMP[:2]} == {None}


def test_a_stamp_is_no_input(at: Copy) -> None:
    """Neither facts nor findings know of it; its cells are locked; and whoever goes back takes it along."""
    path = at("drawn2")
    plain = (facts(path), [str(one) for one in check(path)], export(path))
    typed(path, {"Round1T1!Stamp": "× 14:32 E7: …", "Round1T1!Stamp_Of": "Law|P001", "Check_On_Fill": "no"})
    assert (facts(path), [str(one) for one in check(path)], export(path)) == plain
    assert {Sheet(path).locked(f"Round1T1!{name}") == {True} for name in STAMP} == {True}
    undo(path)
    seat(path, rng_seed="again")
    assert Sheet(path).column("Round1T1!Stamp") == [None]


@pytest.mark.soak
@pytest.mark.parametrize("rulebook", these(BOOKS, "italy-2010"))
def test_gnumeric_agrees(office: Office, made: Made, tmp_path: Path, rulebook: str) -> None:
    path, tournament = made(rulebook)
    recalculated = Recalculated(path, tmp_path)
    names = [f"Round1T{game.table}!{name}" for game in tournament.games for name in STAMP[2:]]
    names += [f"Round2T1!{name}" for name in STAMP[2:]]
    with office.open(path) as book:
        assert {name: recalculated.column(name) for name in names} == {name: book.column(name) for name in names}
        assert [book.cell(f"Round{number}T1!Stamp_Due") for number in (1, 2)] == [1, 0]
