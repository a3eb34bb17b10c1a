"""A seed bound to the entry list and to a public value (docs/draw.md, section 6)."""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations
from typing import Final

from hypothesis import given
from hypothesis import strategies as st

from bangxl.tournament.lots import bound_seed

ENTRIES: Final = [("P001", "Anna"), ("P002", "Niccolò")]


def test_byte_by_byte() -> None:
    """As the page says: lengths count bytes, ò has two."""
    text = b"13:bangxl seed 1,5:Prova,10:2026-11-20,1:3,5:4 2 6,4:P001,4:Anna,4:P002,8:Niccol\xc3\xb2,"
    assert bound_seed("Prova", "2026-11-20", ENTRIES, 3, "4 2 6") == sha256(text).hexdigest()


def test_nothing_is_forgotten() -> None:
    """Each of the fields changes the seed; also a text that moves from one field to the next."""
    spelled, moved = [("P001", "Anna"), ("P002", "Niccolo")], [("P001", "AnnaP002"), ("", "Niccolò")]
    seeds = [
        bound_seed("Prova", "2026-11-20", ENTRIES, 3, "4"),
        bound_seed("Prova2", "026-11-20", ENTRIES, 3, "4"),
        bound_seed("Prova", "2026-11-21", ENTRIES, 3, "4"),
        bound_seed("Prova", "2026-11-20", ENTRIES[:1], 3, "4"),
        bound_seed("Prova", "2026-11-20", spelled, 3, "4"),
        bound_seed("Prova", "2026-11-20", moved, 3, "4"),
        bound_seed("Prova", "2026-11-20", ENTRIES, 4, "4"),
        bound_seed("Prova", "2026-11-20", ENTRIES, 34, ""),
        bound_seed("Prova", "2026-11-20", ENTRIES, "SF1", "4"),
        bound_seed("Prova", "2026-11-20", ENTRIES, 3, "4 "),
    ]
    assert all(a != b for a, b in combinations(seeds, 2))


@given(st.lists(st.tuples(st.text(), st.text())))
def test_the_order_of_the_list_does_not_matter(entries: list[tuple[str, str]]) -> None:
    assert bound_seed("", "", entries, 1, "") == bound_seed("", "", reversed(entries), "1", "")
