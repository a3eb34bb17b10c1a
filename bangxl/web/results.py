"""The results page (NAME-results.html): what a tournament was, for who played in it, on a phone.

Addresses and conduct stand in the referto alone. Before the end it shows who sits where, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from bangxl.locale.catalog import N_
from bangxl.referto.report import Report
from bangxl.web import games, markup, people, proof, ranking, statistics
from bangxl.web.markup import Html, document, element, join
from bangxl.web.style import STYLE
from bangxl.web.view import View, section

KIND: Final = "results"
is_page: Final = partial(markup.is_page, KIND)
"""Whether a file is such a page."""

PARTS: Final[tuple[tuple[str, str, Callable[[View], Html]], ...]] = (
    ("ranking", N_("Final ranking"), ranking.final_ranking),
    ("standings", N_("Standings of the elimination phase"), ranking.elimination),
    ("finals", N_("Finals"), games.finals),
    ("players", N_("Players"), people.players),
    ("rounds", N_("Record sheets"), games.rounds),
    ("told", N_("What the games tell"), statistics.statistics_section),
    ("proof", N_("The proof"), proof.proof),
)
"""Its parts as one reads, each with what leads to it."""


def page(report: Report, referto: str) -> str:
    """The page of a tournament; the same facts give the same page. ``referto`` is the name of the file that proves it."""
    view = View(report, referto)
    body = [games.seats(view)] if report.interim else _results(view)
    title = report.tournament.event.name or f"BANG! · {report.rulebook.title}"
    foot = element("footer", element("p", f"{report.program} · BANG! · {report.rulebook.title}"))
    return document(KIND, view.text.language, title, STYLE, _head(view, title), element("main", *body), foot)


def _results(view: View) -> list[Html]:
    """Champion, contents, and all parts that this tournament has."""
    _ = view.text
    titles = {} if view.report.rulebook.has_finals else {"standings": _("Standings")}
    parts = [(anchor, titles.get(anchor, _(title)), content) for anchor, title, part in PARTS if (content := part(view))]
    links = (element("li", element("a", title, href=f"#{anchor}")) for anchor, title, _content in parts)
    contents = element("nav", element("ul", *links), aria_label=_("Contents"))
    return [ranking.champion(view), contents, *(section(*part) for part in parts)]


def _head(view: View, title: str) -> Html:
    """The event: its name, day and place; before the end a word that nobody overlooks."""
    _, event = view.text, view.report.tournament.event
    day = element("time", _.day(event.date), datetime=event.date) if _.day(event.date) != event.date else event.date
    where = join(filter(None, [day, event.place, event.region]), " · ")
    mark = element("p", element("strong", view.report.mark), class_="mark") if view.report.mark else Html()
    return element("header", mark, element("h1", title), element("p", where) if where else Html())
