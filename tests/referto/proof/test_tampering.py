"""Any single cell of a referto that is changed, emptied or filled is found: one at a time, `make soak` all of them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import pytest

from bangxl.books.edit import SheetChanges
from bangxl.books.port import Value
from tests.referto.pages.referti import book as report_of
from tests.referto.pages.referti import facts
from tests.referto.proof.forger import Forgery, Place, Tally, blanks_of, cells_of, found_in, mutant, near, remembering
from tests.referto.proof.referti import EVENTFUL, eventful, opened, saved

Forgeries = Iterable[tuple[Place, Value]]

EVERY, EMPTIED = 3, 4
"""In each column of each sheet the first cell and every third from there is changed, or filled where it is blank; every fourth of
these is emptied as well."""


def attempt(book: Forgery, forgeries: Forgeries, what: str) -> None:
    """Verify the referto with each of these changes, say how many were found, and let none escape."""
    tally = Tally()
    with remembering():
        assert found_in(book) == ()
        for place, value in list(forgeries):
            with book.changed(place, value):
                tally.judge(place, value, found_in(book))
        assert found_in(book) == (), "everything was put back"
    print(f"{what}: {tally}")  # noqa: T201 - the rate, and the seed to do it again
    assert tally.escaped == []
    assert tally.tried > 0


def changed(book: Forgery) -> Forgeries:
    return ((place, mutant(book, place, value)) for place, value in cells_of(book))


def changed_a_little(book: Forgery) -> Forgeries:
    return ((place, near(value)) for place, value in cells_of(book))


def emptied(book: Forgery) -> Forgeries:
    return ((place, None) for place, _value in cells_of(book))


def column(forgery: tuple[Place, Value]) -> tuple[str, int]:
    (sheet, _row, column), _value = forgery
    return sheet, column


def spread(forgeries: Forgeries, every: int) -> Forgeries:
    """Of each column the first, and one of so many from there."""
    return (one for _key, cells in groupby(sorted(forgeries, key=column), column) for one in list(cells)[::every])


@pytest.mark.parametrize(("rulebook", "players"), EVENTFUL)
def test_no_change_of_a_single_cell_escapes(rulebook: str, players: int) -> None:
    book = Forgery(saved(eventful(rulebook, players)))
    what = f"{rulebook}, {players} players, seed {EVENTFUL[rulebook, players]}"
    attempt(book, spread(changed(book), EVERY), f"{what}, changed")
    attempt(book, list(spread(emptied(book), EVERY))[::EMPTIED], f"{what}, emptied")
    attempt(book, spread(blanks_of(book), EVERY), f"{what}, filled")


def test_who_remembers_finds_what_who_does_not_remember_finds_in_a_file() -> None:
    data = saved(eventful("italy-2010", 10))
    book = Forgery(data)
    for place, value in list(cells_of(book))[::25]:
        with remembering(), book.changed(place, mutant(book, place, value)):
            remembered = found_in(book)
        assert found_in(opened(with_value(data, place, mutant(book, place, value)))) == remembered


def with_value(data: bytes, place: Place, value: Value) -> bytes:
    """The file with another value in a cell."""
    sheet, row, column = place
    book = opened(data)
    book._edit(sheet, SheetChanges({(row, column): value}))
    return book.dump()


@pytest.mark.soak
@pytest.mark.parametrize(("rulebook", "players"), EVENTFUL)
def test_no_change_of_any_cell_at_all_escapes(rulebook: str, players: int) -> None:
    book = Forgery(saved(eventful(rulebook, players)))
    attempt(book, changed(book), f"{rulebook}, {players} players, changed")
    attempt(book, blanks_of(book), f"{rulebook}, {players} players, filled")
    attempt(book, changed_a_little(book), f"{rulebook}, {players} players, changed a little")
    attempt(book, emptied(book), f"{rulebook}, {players} players, emptied")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("rulebook", "players", "every"),
    [("italy-2007", 50, 1), ("italy-2010", 50, 1), ("italy-2011", 50, 1), ("germany", 126, 6), ("record", 7, 1)],
)
def test_no_change_escapes_in_a_referto_of_full_size(rulebook: str, players: int, every: int) -> None:
    """Of the largest one every sixth cell: all of them take an hour."""
    book = Forgery(report_of(facts(rulebook, players)).dump())
    attempt(book, list(changed(book))[::every], f"{rulebook}, {players} players, every {every}. cell changed")
