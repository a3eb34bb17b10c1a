"""Cells, names and sheets of a played workbook, changed as nobody should; then every command, on the open book."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from hypothesis import strategies as st

from bangxl.books.cell_changes import SheetPlace, sheet_places, stored
from bangxl.books.port import BookError, Ref, Value
from bangxl.commands import check, corrections, screen, standings, transfer
from bangxl.commands.errors import Refusal
from bangxl.commands.printing import print_pages
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.statement import statement
from bangxl.rulebooks.loader import RulebookError
from bangxl.tournament.model import Player
from bangxl.tournament.options import apart_text
from tests.fuzz.desk import Desk
from tests.fuzz.judge import contents, limits, tells
from tests.fuzz.moments import at, book, some
from tests.fuzz.seeds import numbers, search
from tests.fuzz.weird import VALUES
from tests.helpers.sample import sample

READ: Final = (
    "Players_", "Event", "Option_", "Log_", "Closed", "Published", "Rulebook_", "Format_", "Workbook_", "Finals_", "Role",
    "Status", "Bid", "Outcome", "Player", "Character", "Seat", "Draw_", "Wall_", "Lots_", "Rng_Seed", "Public_Value", "Auctions_",
    "Lives", "Winner", "Killed", "Outlaws", "Cards", "Reconf",
)  # fmt: skip
"""How names begin of cells that the program reads; other cells get an eighth of the edits."""


class Edit(NamedTuple):
    """What is done, to which name and which of its cells (any number: the remainder counts), with which value."""

    deed: str
    name: int
    cell: int
    value: Value


def _put(desk: Desk, name: str, cell: int, value: Value) -> None:
    desk._cells[_place(desk, name, cell)] = stored(value)


def _fill(desk: Desk, name: str, _cell: int, value: Value) -> None:
    desk._cells |= {place: stored(value) for place in sheet_places(desk._names[name])}


def _empty_row(desk: Desk, name: str, cell: int, _value: Value) -> None:
    sheet, row, _column = _place(desk, name, cell)
    for place in [place for place in desk._cells if place[:2] == (sheet, row)]:
        del desk._cells[place]


def _double(desk: Desk, name: str, cell: int, _value: Value) -> None:
    """What stands in the first cell stands in another too: a player twice, a seat twice, an id twice."""
    desk._cells[_place(desk, name, cell)] = desk._cells.get(sheet_places(desk._names[name])[0])


def _exchange(desk: Desk, name: str, cell: int, _value: Value) -> None:
    one, other = _place(desk, name, 0), _place(desk, list(desk._names)[cell % len(desk._names)], cell)
    desk._cells[one], desk._cells[other] = desk._cells.get(other), desk._cells.get(one)


def _merge(desk: Desk, name: str, cell: int, _value: Value) -> None:
    """Merged cells keep the first value only."""
    sheet, row, column = _place(desk, name, cell)
    for place in ((sheet, row, column + 1), (sheet, row + 1, column), (sheet, row + 1, column + 1)):
        desk._cells.pop(place, None)


def _forget(desk: Desk, name: str, _cell: int, _value: Value) -> None:
    del desk._names[name]


def _shorten(desk: Desk, name: str, cell: int, _value: Value) -> None:
    """Rows of the sheet were deleted: all names on it lose cells."""
    ref = desk._names[name]
    gone = ref.first + cell % len(ref)
    for other, its in list(desk._names.items()):
        if its.sheet == ref.sheet and its.first <= gone <= its.last:
            desk._names[other] = replace(its, last=max(its.first, its.last - 1 - cell % 3))


def _move(desk: Desk, name: str, cell: int, _value: Value) -> None:
    ref = desk._names[name]
    desk._names[name] = Ref(ref.sheet, ref.column + cell % 2, ref.first + cell % 3, ref.last + cell % 3)


def _drop(desk: Desk, name: str, _cell: int, _value: Value) -> None:
    """A sheet was deleted, with its names."""
    sheet = desk._names[name].sheet
    del desk._sheets[sheet]
    desk._names = {key: ref for key, ref in desk._names.items() if ref.sheet != sheet and not key.startswith(f"{sheet}!")}


def _place(desk: Desk, name: str, cell: int) -> SheetPlace:
    found = sheet_places(desk._names[name])
    return found[cell % len(found)]


DEEDS: Final[Mapping[str, Callable[[Desk, str, int, Value], None]]] = {
    "put": _put, "fill": _fill, "empty row": _empty_row, "double": _double, "exchange": _exchange, "merge": _merge,
    "forget": _forget, "shorten": _shorten, "move": _move, "drop": _drop,
}  # fmt: skip
USUAL: Final = (*("put",) * 12, "fill", "empty row", "double", "exchange", "merge", "shorten", *DEEDS)

COMMANDS: Final[Mapping[str, Callable[[Desk], object]]] = {
    "check": check.check_with_lines,
    "stamp": check.stamp_sheets,
    "seat": lambda desk: seat(desk, rng_seed="x"),
    "seat by dice": lambda desk: seat(desk, public_value="4 2 6"),
    "close": lambda desk: seat(desk, close_early=True, reason="late"),
    "standings": lambda desk: (standings.standings_data(desk), standings.standings_table(desk), standings.standings_csv(desk)),
    "export": transfer.export,
    "redraw": lambda desk: corrections.redraw(desk, "late"),
    "swap": lambda desk: corrections.swap(desk, "P001", "P002", "asked"),
    "reopen": lambda desk: corrections.reopen(desk, 1, 1, "typed"),
    "rule": lambda desk: corrections.rule(desk, 1, 1, "a role was shown", ["P001=1000", "P002=0"]),
    "slip": lambda desk: statement(desk, "P001"),
    "report": report,
    "interim": lambda desk: report(desk, interim=True),
    "interim with results": lambda desk: report(desk, interim=True, results=True),
    "print": print_pages,
    "help": screen.help_lines,
    "show": screen.toggle_standings,
}
WRITERS: Final = {"stamp", "seat", "seat by dice", "close", "redraw", "swap", "reopen", "rule"}
ALSO: Final[Mapping[str, type[Exception]]] = {"show": BookError, "interim": BookError}


class Example(NamedTuple):
    """A workbook (the remainder counts), what happens to it, and the commands."""

    book: int
    edits: list[Edit]
    commands: list[str]


ANY: Final = st.integers(0, 10**6)
VALUE: Final = st.one_of(st.sampled_from(VALUES), st.text(max_size=8), st.integers(-20, 10**5))
EDITS: Final = st.builds(Edit, st.sampled_from(USUAL), ANY, ANY, VALUE)
EXAMPLES: Final = st.builds(
    Example,
    ANY,
    st.lists(EDITS, min_size=1, max_size=6),
    st.lists(st.sampled_from(sorted(COMMANDS)), min_size=3, max_size=3, unique=True),
)


def edited(desk: Desk, edits: Sequence[Edit]) -> None:
    for edit in edits:
        known = list(desk._names)
        read = [name for name in known if name.rpartition("!")[2].startswith(READ)]
        pool = known if edit.name % 8 == 0 or not read else read
        DEEDS[edit.deed](desk, pool[edit.name % len(pool)], edit.cell, edit.value)


def judge(example: Example, books: Sequence[Path], folder: Path) -> None:
    """Each command alone on the book changed so; and what one that writes has left is read once more."""
    torn = Desk.on(folder, book(books[example.book % len(books)]))
    edited(torn, example.edits)
    for name in example.commands:
        desk = Desk.on(folder, torn)
        before = desk.everything(), contents(folder)
        if refused(desk, name):
            assert (desk.everything(), contents(folder)) == before, f"{name} refused, and changed something"
        elif name in WRITERS:
            assert not refused(desk, "check"), f"{name} wrote what nobody can read"


def refused(desk: Desk, name: str) -> bool:
    try:
        with limits():
            COMMANDS[name](desk)
    except Refusal as refusal:
        tells(refusal)
        return True
    except (RulebookError, ALSO.get(name, Refusal)):
        return True
    return False


@numbers(quick=1, long=8000)
def test_any_cell(examples: range, tmp_path: Path) -> None:
    books = some("cells", 1 if not examples.start else 12)

    def look(example: Example) -> None:
        shutil.rmtree(tmp_path)
        tmp_path.mkdir()
        judge(example, books, tmp_path)

    search(examples, EXAMPLES, look)


FULL: Final = 32_767
SHAPES: Final = {
    "other words": " ".join(f"b{number % 97}" for number in range(9000)),
    "accents in no order": "B" + "\u0316\u0301" * FULL,
    "pairs of the log": "Round1T1=abc; ",
    "people": "P001+",
    "brackets": "a (b) ",
}
KEPT: Final = ("Format_Version", "Rulebook_Id", "Rulebook_Text", "Workbook_Language")
"""Without them it is no workbook of ours."""


@pytest.mark.parametrize("shape", sample(SHAPES, 4))
@pytest.mark.parametrize(
    "begins", sample([["Role", "Player", "Character"], ["Log_", "Wall_", "Draw_"], ["Players_", "Option_", "Event"]], 3)
)
def test_every_cell_is_full(tmp_path: Path, begins: list[str], shape: str) -> None:
    """All cells of names that begin so, in lists and on sheets; as many as a workbook may hold letters for."""
    desk = Desk.on(tmp_path, book(at("italy-2010_n10_plain", "half")))
    names = [name for name in desk.names if name.rpartition("!")[2].startswith(tuple(begins)) and name not in KEPT]
    text = (SHAPES[shape] * FULL)[:FULL].strip()
    for place in [place for name in names for place in sheet_places(desk.names[name])][:600]:
        desk._cells[place] = text
    with limits():
        check.check(desk)


def test_long_names_and_who_is_kept_apart(tmp_path: Path) -> None:
    desk = Desk.on(tmp_path, book(at("italy-2010_n10_plain", "entries")))
    for name, letter in (("Players_Name", "a"), ("Option_keep_apart", "b")):
        desk._cells[sheet_places(desk.names[name])[0]] = " ".join(f"{letter}{number % 9}" for number in range(10_000))
    with limits():
        said = check.check(desk)
    assert {one.finding.code for one in said} >= {"too_long"}
    assert sorted(one.sheet for one in said if one.finding.code == "too_long") == ["Players", "Tournament"]


@pytest.mark.parametrize("words", [300, 10_000])
def test_an_option_with_many_words(words: int) -> None:
    """Also of a JSON, a command or another program, which no cell limits."""
    players = [Player(f"P{number:03}", "a " * words) for number in range(1, 127)]
    with limits():
        assert apart_text("b " * words, players)
