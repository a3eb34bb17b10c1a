"""Whatever stands in a single cell, nothing crashes, nothing is overlooked, and nobody waits."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Final

import pytest

from bangxl.books.port import Value
from bangxl.referto.proof.compare import is_blank
from tests.referto.proof.forger import Forgery, Place, blanks_of, cells_of, found_in, remembering
from tests.referto.proof.referti import EVENTFUL, eventful, saved

DAYS: Final = (datetime(2026, 11, 21), datetime(1905, 1, 1, 3, 4, 5))  # noqa: DTZ001 - a workbook knows no time zones
WEIRD: Final[tuple[Value, ...]] = (
    None, 0, -1, 7, 10**6, 1e300, -1e300, 0.5, True, False, *DAYS, "x", "x" * 32_000, "1e300", "-5", "99999999999", "P001", "no",
    "SF1", "Stage9", "nan", "a=b; c=d", "²", "Round1T1", "mixed 2", "public", "0T0", "italy-2010.toml", "../italy-2010", "1,2",
    "\n", "{}", "%s", "=1+1",
)  # fmt: skip
SEED: Final = 20261121
PATIENCE: Final = 3.0
"""Seconds for one verification, on a busy computer."""


def generic(name: str) -> str:
    """A name without its numbers: all bids are one."""
    return re.sub(r"\d+", "#", name.rpartition("!")[2])


def some_of_each(book: Forgery, dice: random.Random, most: int) -> Iterator[tuple[Place, Value]]:
    """A few cells of every kind of name, blank ones too."""
    found: dict[str, list[tuple[Place, Value]]] = {}
    for place, value in (*cells_of(book), *((place, None) for place, _value in blanks_of(book))):
        for name in book.names_at(place):
            found.setdefault(generic(name), []).append((place, value))
    for cells in found.values():
        yield from dice.sample(cells, min(most, len(cells)))


def try_all(rulebook: str, players: int, cells: int, values: int) -> None:
    dice = random.Random(SEED)  # noqa: S311 - a test, no secret
    book = Forgery(saved(eventful(rulebook, players)))
    print(f"seed {SEED}")  # noqa: T201 - to do it again
    with remembering():
        for place, value in list(some_of_each(book, dice, cells)):
            for weird in dice.sample(WEIRD, values):
                if (is_blank(weird) and is_blank(value)) or (weird == value and type(weird) is type(value)):
                    continue
                began = time.process_time()
                with book.changed(place, weird):
                    found = found_in(book)
                assert found, (place, value, weird)
                assert "not_derived" not in {one.finding.code for one in found}, (place, weird, *found)
                assert time.process_time() - began < PATIENCE, (place, weird)


@pytest.mark.parametrize(("rulebook", "players"), EVENTFUL)
def test_weird_values(rulebook: str, players: int) -> None:
    try_all(rulebook, players, cells=1, values=2)


@pytest.mark.soak
@pytest.mark.parametrize(("rulebook", "players"), EVENTFUL)
def test_all_weird_values(rulebook: str, players: int) -> None:
    try_all(rulebook, players, cells=4, values=len(WEIRD))
