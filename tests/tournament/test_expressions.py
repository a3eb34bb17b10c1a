"""Amounts as people write them."""

from __future__ import annotations

import pytest

from bangxl.tournament.expressions import parse


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1500 * outlaws", "1500 $ × Outlaws"),
        ("2000 * outlaws / living_outlaws", "2000 $ × Outlaws ÷ living_outlaws"),
        ("2 * (100+outlaws) - 50", "2 $ × (100 $ + Outlaws) - 50 $"),
        ("outlaws * 300", "Outlaws × 300"),
    ],
)
def test_an_amount_in_words(text: str, shown: str) -> None:
    assert parse(text).render({"outlaws": "Outlaws"}, unit=" $") == shown
