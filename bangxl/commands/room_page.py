"""The page for the room: screens that turn by themselves, in one file without script, which a browser reads again and again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from bangxl.web import markup
from bangxl.web.markup import Html, document, element

SECONDS: Final = 12
"""How long a screen stays."""
COLUMN: Final = 12
"""So many lines stand below each other."""
TALLEST: Final = 10
"""The height of a line that has room, in hundredths of the screen's."""
ROOM: Final = 81
"""What all lines of a column have together, in the same."""

KIND: Final = "room"
is_page: Final = partial(markup.is_page, KIND)
"""Whether a file is such a page."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A heading, and lines with what stands at their left, in their middle and at their right; or one large line alone."""

    heading: str
    lines: Sequence[tuple[str, str, str]] = ()
    alone: str = ""


def page(shown: Sequence[Screen], event: str, language: str) -> str:
    """The screens as one page; it begins again from its file when it has shown all of them."""
    turning, share = len(shown) * SECONDS, 100 / len(shown)
    sections = (_section(screen, number, len(shown), event) for number, screen in enumerate(shown))
    turns = _TURN.format(turning=turning, share=share) if len(shown) > 1 else ""
    return document(KIND, language, event or shown[0].heading, "room", *sections, more_style=turns, refresh=turning)


def _section(screen: Screen, number: int, many: int, event: str) -> Html:
    count = element("b", f"{number + 1} / {many}") if many > 1 else Html()
    head = element("header", element("h1", screen.heading), element("p", event, " ", count))
    body = element("p", screen.alone, class_="alone") if screen.alone else _columns(screen.lines)
    delay = f"animation-delay:{number * SECONDS}s" if many > 1 else ""
    return element("section", head, body, style=delay)


def _columns(lines: Sequence[tuple[str, str, str]]) -> Html:
    """One column, or two where there are many lines; their height fills the screen."""
    height = len(lines) if len(lines) <= COLUMN else -(-len(lines) // 2)
    columns = (lines[:height], lines[height:])
    size = min(TALLEST, ROOM / max(1, height))
    return element("div", *map(_column, filter(None, columns)), style=f"--line:{size:.2f}vh")


def _column(lines: Sequence[tuple[str, str, str]]) -> Html:
    return element("table", *(element("tr", *(element("td", part) for part in line)) for line in lines))


_TURN: Final = """
section{{visibility:hidden;animation:turn {turning}s step-end infinite}}
@keyframes turn{{0%{{visibility:visible}}{share:.4f}%{{visibility:hidden}}}}
"""
