"""Whatever single cell or name of a referto is forged, `verify_book` finds it; whatever stands there, it does not fail."""

import os
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from random import Random
from typing import Final

import pytest

from bangxl.books.port import Value
from bangxl.books.worksheet import SheetChanges
from bangxl.referto.verdict import is_blank
from bangxl.referto.verify import verify_book
from tests.helpers.sample import these
from tests.referto.forger import Forgery, Place, cell_forgeries, mutant, name_forgeries, remember_facts
from tests.referto.referti import EVENTFUL, eventful, opened, saved

WEIRD: Final[tuple[Value, ...]] = (
    0, -1, 7, 10**6, 1e300, -1e300, 0.5, True, False, datetime(1905, 1, 1, 3, 4, 5), "x", "x" * 32_000, "1e300",  # noqa: DTZ001
    "-5", "99999999999", "P001", "no", "SF1", "Stage9", "nan", "a=b; c=d", "²", "Round1T1", "mixed 2", "public", "0T0",
    "italy-2010.toml", "../italy-2010", "1,2", "{}", "%s", "=1+1",
)  # fmt: skip


@pytest.fixture(scope="module")
def random() -> Random:
    seed = os.environ.get("BANGXL_FUZZ_SEED", "20261126")
    print(f"BANGXL_FUZZ_SEED={seed}")  # noqa: T201 - to do it again
    return Random(seed)  # noqa: S311 - a test, no secret


def attempt(book: Forgery, random: Random, cells: int, names: int) -> None:
    """So many forgeries of cells and of names: none escapes."""
    assert verify_book(book).differences == ()
    escaped: list[object] = []
    for place, value in islice(changes(book, random), cells):
        with book.changed(place, value):
            escaped += [(place, value)] if verify_book(book).agrees else []
    for name, ref in islice(name_forgeries(book, random), names):
        with book.named(name, ref):
            escaped += [(name, ref)] if verify_book(book).agrees else []
    assert escaped == []
    assert verify_book(book).differences == (), "everything was put back"


def changes(book: Forgery, random: Random) -> Iterator[tuple[Place, Value]]:
    """Forgeries that say something else than what was there."""
    for place, value in cell_forgeries(book, random):
        before = book.everything(place[0]).get((place[1], place[2]))
        if value != before and not (is_blank(value) and is_blank(before)):
            yield place, value


@pytest.mark.parametrize(("rulebook", "players"), these(EVENTFUL, ("record", 4)))
def test_no_forged_cell_or_name_escapes(rulebook: str, players: int, random: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    remember_facts(monkeypatch)
    attempt(Forgery(saved(eventful(rulebook, players))), random, cells=20, names=5)


@pytest.mark.soak
@pytest.mark.parametrize(("rulebook", "players"), EVENTFUL)
def test_none_of_thousands_escapes(rulebook: str, players: int, random: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    remember_facts(monkeypatch)
    attempt(Forgery(saved(eventful(rulebook, players))), random, cells=800, names=200)


def test_what_is_found_in_memory_is_found_in_a_file(random: Random) -> None:
    data = saved(eventful("italy-2010", 10))
    book = Forgery(data)
    for (sheet, row, column), value in islice(changes(book, random), 4):
        with book.changed((sheet, row, column), value):
            here = verify_book(book).differences
        file = opened(data)
        file._edit(sheet, SheetChanges({(row, column): value}))
        assert verify_book(opened(file.dump())).differences == here


def test_a_number_beside_a_walkover_does_not_escape() -> None:
    """It is no fact, so no fingerprint held it: a million eliminations in the final agreed."""
    book = Forgery(saved(eventful("italy-2007", 10)))
    rows = book.everything("Finali")
    (row,) = (row for (row, column), value in rows.items() if (column, value) == (7, "W"))
    assert (row, 4) not in rows
    with book.changed(("Finali", row, 4), 7):
        assert [one.finding.code for one in verify_book(book).differences] == ["filled_instead"]


@pytest.mark.parametrize(("rulebook", "players"), these(EVENTFUL, ("record", 4)))
def test_weird_values_are_differences_and_no_defects(rulebook: str, players: int, random: Random) -> None:
    book = Forgery(saved(eventful(rulebook, players)))
    kinds: dict[str, Place] = {}
    for place, _value in islice(cell_forgeries(book, random), 4000):
        for name in book.names_at(place):
            kinds.setdefault("".join(sign for sign in name if not sign.isdigit()), place)
    for place in random.sample([*kinds.values()], 12):
        weird = random.choice([one for one in WEIRD if one != book.everything(place[0]).get((place[1], place[2]))])
        with book.changed(place, weird):
            found = verify_book(book).differences
        assert found, (place, weird)
        assert "not_derived" not in {one.finding.code for one in found}, (place, weird, *found)


def test_mutants_differ() -> None:
    book = Forgery(saved(eventful("record", 4)))
    sheet = next(iter(book.sheets))
    assert all(mutant(book, (sheet, *where), value) != value for where, value in book.everything(sheet).items())
