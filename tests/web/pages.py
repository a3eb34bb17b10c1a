"""A results page as a program reads it: its elements, and its tables by their headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

from bangxl.referto.report import Report, report_of
from bangxl.rulebooks.loader import load
from bangxl.web.results import results_page
from tests.referto.referti import WRITTEN, contents, contents_of, played

DATA: Final = Path(__file__).parents[1] / "data"
REFERTO: Final = "torneo-referto.xlsx"
REGULATIONS: Final = ("italy-2007", "italy-2010", "italy-2011", "germany", "record", "record-international")
HOUSES: Final = {"konajka": 10, "house": 13}
"""House regulations, with so many players."""


@dataclass
class Element:
    """A name, attributes, and what is inside: elements and texts."""

    name: str
    attributes: Mapping[str, str | None] = field(default_factory=dict)
    inside: list[Element | str] = field(default_factory=list)

    def all(self, name: str) -> Iterator[Element]:
        """The elements of a name at any depth, in order."""
        for one in self.inside:
            if isinstance(one, Element):
                if one.name == name:
                    yield one
                yield from one.all(name)

    def one(self, anchor: str) -> Element:
        """The element with an id."""
        return next(one for one in self.everything() if one.attributes.get("id") == anchor)

    def everything(self) -> Iterator[Element]:
        """All elements at any depth."""
        for one in self.inside:
            if isinstance(one, Element):
                yield one
                yield from one.everything()

    @property
    def text(self) -> str:
        """All that is read in it."""
        return "".join(one if isinstance(one, str) else one.text for one in self.inside)

    def rows(self) -> list[dict[str, str]]:
        """The lines of a table by their headings; a value that programs read, in place of what people read."""
        heads = [cell.text for cell in next(self.all("thead")).all("th")]
        lines = [[cell for cell in row.inside if isinstance(cell, Element)] for row in next(self.all("tbody")).all("tr")]
        return [dict(zip(heads, map(_value, line), strict=True)) for line in lines]


def _value(cell: Element) -> str:
    data = next(cell.all("data"), None)
    return str(data.attributes["value"]) if data is not None else cell.text


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        assert len(element.attributes) == len(attrs), f"an attribute twice: {attrs}"
        self.open[-1].inside.append(element)
        if tag != "meta":
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().name == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def read(text: str) -> Element:
    """A page whose elements are all closed in order."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert len(reader.open) == 1
    return reader.open[0]


def number(shown: str) -> int:
    """An amount as the page shows it in English: ``1,200 $``, ``−50 $``."""
    return int(re.sub(r"[^\d-]", "", shown.replace("−", "-")))


@cache
def facts(name: str) -> Report:
    """A finished tournament in English, by one of our regulations or a house's; in these people leave."""
    if name not in HOUSES:
        return report_of(contents(name), WRITTEN)
    path = str(DATA / f"{name}.toml")
    return report_of(contents_of(played(path, HOUSES[name], 3, language="en"), load(path)), WRITTEN)


def shown(report: Report) -> Element:
    """Its page, read."""
    return read(results_page(report, REFERTO))


@cache
def page_of(name: str) -> Element:
    """The page of such a tournament, read."""
    return shown(facts(name))
