"""Leaves of paper: what every one of them has, how they look, and the document that holds them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from bangxl.referto.report import Report
from bangxl.web import markup
from bangxl.web.markup import Html, document, element, join
from bangxl.web.paper.style import STYLE
from bangxl.web.view import View

KIND: Final = "paper"
is_page: Final = partial(markup.is_page, KIND)
"""Whether a file is such a document."""


@dataclass(frozen=True)
class PaperView(View):
    """A tournament to be shown on paper, where no name leads anywhere."""

    def link(self, player: str) -> Html:
        """The name alone."""
        return element("span", self.called(player))


def view_of(report: Report) -> PaperView:
    """The facts for the leaves; there is no file that proves them."""
    return PaperView(report, "")


def leaf(title: str, *content: str, aside: str = "", below: tuple[str, str] = ("", ""), kind: str = "") -> Html:
    """One page: its title and what form it is, below them a line with something on each side; ``kind`` may be ``wide``."""
    head = element("header", element("h1", title), element("p", aside) if aside else Html())
    line = element("p", element("span", below[0]), element("span", below[1]), class_="below")
    return element("section", head, line, *content, class_=f"leaf {kind}".strip())


def event_lines(view: View, *, code: str = "") -> tuple[str, str]:
    """Name and place of the event, and its day with a code: what stands below the title of a leaf."""
    event = view.report.tournament.event
    left, right = (event.name, event.place), (view.text.day(event.date), code)
    return " · ".join(filter(None, left)), " · ".join(filter(None, right))


def last_code(view: View) -> str:
    """The code that was posted last, or ""."""
    return next((one.code for one in reversed(view.report.tournament.posted)), "")


def simple(rows: Iterable[Sequence[str]], heads: Sequence[tuple[str, str]], *, class_: str = "") -> Html:
    """A table: heads with how their columns look, and rows."""
    kinds = [kind for _head, kind in heads]
    top = element("tr", *(element("th", head, scope="col", class_=kind) for head, kind in heads))
    body = (element("tr", *(element("td", one, class_=kind) for one, kind in zip(row, kinds, strict=True))) for row in rows)
    return element("table", element("thead", top), element("tbody", *body), class_=class_)


def pages(title: str, language: str, leaves: Iterable[Html]) -> str:
    """All leaves as one document without script, which loads nothing."""
    return document(KIND, language, title, STYLE, element("main", join(leaves)))
