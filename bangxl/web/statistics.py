"""What the games tell, for everybody: the tables that the referto has."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from bangxl.referto.pages.statistics import Item, Kind, Story, remarks, stories
from bangxl.web.markup import Html, element, join
from bangxl.web.view import NOTHING, Column, View, table

_NAMING: Final = (Kind.PLAYER, Kind.TEXT)
"""Kinds of columns that say what a row is about; the first of a table does."""


def told(view: View) -> Html:
    """All of it; nothing where no game counts."""
    parts = [_story(view, story) for story in stories(view.report)]
    notes = (element("p", text, class_="note") for text in remarks(view.report))
    return join([*notes, *parts]) if parts else Html()


def _story(view: View, story: Story) -> Html:
    _, naming = view.text, next(item for item in story.items if item.kind in _NAMING)
    looks = ("name" if item is naming else "" if item.kind is Kind.TEXT else "number" for item in story.items)
    columns = [Column(item.head or _("Player"), look) for item, look in zip(story.items, looks, strict=True)]
    cells = [[_shown(view, item)(value) for value in item.values] for item in story.items]
    note = element("p", story.note, class_="note") if story.note else Html()
    return join([element("h3", story.caption), note, table("", columns, zip(*cells, strict=True))])


def _shown(view: View, item: Item) -> Callable[[str | int | Fraction | None], str]:
    """How a value of this column is written."""
    match item.kind:
        case Kind.PLAYER:
            return lambda value: view.link(str(value))
        case Kind.MONEY:
            return lambda value: view.amount(None if value is None else int(value))
        case Kind.EXPECTED:
            return lambda value: NOTHING if value is None else view.text.number(Fraction(value), 1)
    return lambda value: NOTHING if value is None else str(value)
