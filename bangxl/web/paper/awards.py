"""Leaves to hand out: slips to be cut apart, and diplomas behind the page for who hands out the prizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bangxl.sheets.diplomas import PODIUM, Honour, among, long_day, place_text
from bangxl.web.markup import Html, element
from bangxl.web.paper.leaf import leaf, simple
from bangxl.web.paper.record import BOX, signs
from bangxl.web.view import View

_STAR = "★"


def slips(texts: Sequence[Sequence[str]], heads: int) -> Html:
    """A block of lines for each player, the first ``heads`` of each bold, none torn by the end of a page."""
    blocks = (
        element("div", *(element("p", line, class_="head" if at < heads else "") for at, line in enumerate(lines)), class_="slip")
        for lines in texts
    )
    return element("section", *blocks, class_="leaf")


def awards(view: View, honoured: Sequence[Honour]) -> Iterator[Html]:
    """The page to read from, then a diploma each, the first on top."""
    yield _ceremony(view, honoured)
    yield from (_diploma(view, honour) for honour in honoured)


def _ceremony(view: View, honoured: Sequence[Honour]) -> Html:
    """From the last to the first, a box to tick each."""
    _, event = view.text, view.report.tournament.event
    where = " · ".join(filter(None, (event.name, event.place, long_day(_, event.date))))
    heads = ((_("Final place"), ""), (_("Player"), "name"), (_("Region"), ""), (_("Prize"), "number"), ("✓", "centre"))
    rows = (
        [
            "  ".join(filter(None, (place_text(_, one.place), _STAR if one.title else ""))),
            one.name,
            one.region,
            view.amount(one.prize) if one.prize else "",
            BOX,
        ]
        for one in reversed(honoured)
    )
    told = element("p", _("From the last place to the first. Names stand as they are said."))
    return leaf(_("Prize-giving").upper(), told, simple(rows, heads, class_="steps"), below=(where, ""))


def _diploma(view: View, honour: Honour) -> Html:
    """One landscape page: the frame, the event, the name, the place, and lines to sign on."""
    _, event = view.text, view.report.tournament.event
    place = place_text(_, honour.place)
    star = element("p", _STAR, class_="star") if honour.place <= PODIUM else Html()
    where = " · ".join(filter(None, (event.place, long_day(_, event.date))))
    signers = [(_("The organiser (signature)"), event.organiser)]
    if view.report.rulebook.referee is not None:
        signers.insert(0, (_("The referee (signature)"), ", ".join(event.referees)))
    return element(
        "section",
        element("p", event.name or "BANG!", class_="event"),
        element("h1", _("DIPLOMA")),
        star,
        element("p", _("This diploma is awarded to")),
        element("p", honour.name, class_="who"),
        element("p", honour.title or place, class_="title"),
        element("p", place) if honour.title else Html(),
        element("p", among(view.state, _), class_="note"),
        element("p", where),
        signs(*(" – ".join(filter(None, (text, name))) for text, name in signers)),
        class_="leaf wide diploma",
    )
