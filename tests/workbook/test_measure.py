"""How wide texts are taken to be, and how many lines they need."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bangxl.sheets.measure import CHARACTER, MARGIN, characters, lines, points

WORDS = st.text(st.characters(min_codepoint=33, max_codepoint=0x4FF), min_size=1, max_size=40)


@given(WORDS, st.sampled_from([8.0, 9.0, 10.0, 11.0]))
def test_a_column_made_for_a_text_holds_it_on_a_line(text: str, size: float) -> None:
    """Widths are rounded up: rounded down, every row of such a column would be two lines high."""
    room = (characters(points(text, size)) + MARGIN) * CHARACTER
    assert lines(text, size, room) == 1


@pytest.mark.parametrize(
    ("text", "room", "count"),
    [("", 50, 1), ("a few words", 200, 1), ("a few words", 30, 2), ("one\ntwo", 200, 2), ("m" * 20, 50, 4)],
)
def test_lines_break_between_words_and_inside_those_too_long(text: str, room: float, count: int) -> None:
    assert lines(text, 10, room) == count


@pytest.mark.parametrize(("text", "real"), [("Tommaso Saint-Pierre", 81.1), ("Zoë Grünwald", 51.3), ("Фуорилегге", 44.5)])
def test_texts_are_taken_for_a_little_wider_than_they_are(text: str, real: float) -> None:
    """Beside the metrics of Carlito, which is as wide as Calibri."""
    assert real <= points(text, 9) <= 1.06 * real
