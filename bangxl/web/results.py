"""The results page (NAME-results.html): the tournament for its players, on a phone.

Only the referto has addresses and conduct. Before the end, the page shows only who sits where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from bangxl.interchange.dump import spoken_digest
from bangxl.locale.catalog import N_
from bangxl.referto import listings
from bangxl.referto.report import Report
from bangxl.tournament.finals import champions, prizes
from bangxl.tournament.model import SeedSource, stage_code
from bangxl.tournament.standings import standings
from bangxl.tournament.statistics import statistics
from bangxl.web import markup
from bangxl.web.games import duel_title, finals, rounds, seats
from bangxl.web.markup import Html, document, element, join
from bangxl.web.people import players
from bangxl.web.view import NOTHING, Column, View, heading, section, table
from bangxl.workbook.messages import sheet_title
from bangxl.workbook.words import word

KIND: Final = "results"
is_page: Final = partial(markup.is_page, KIND)
"""Whether a file is a results page."""
PODIUM: Final = 3
"""The number of its places."""


def page(report: Report, referto: str) -> str:
    """Make a tournament's page; the same facts give the same page. ``referto`` is the name of the file that proves it."""
    view = View(report, referto)
    _, event = view.text, report.tournament.event
    title = event.name or f"BANG! · {report.rulebook.title}"
    day = element("time", _.day(event.date), datetime=event.date) if _.day(event.date) != event.date else event.date
    where = join(filter(None, [day, event.place, event.region]), " · ")
    mark = element("p", element("strong", report.interim_notice), class_="mark") if report.interim_notice else Html()
    head = element("header", mark, element("h1", title), element("p", where) if where else Html())
    if report.interim:
        body = [seats(view)]
    else:
        titles = {} if report.rulebook.has_finals else {"standings": _("Standings")}
        parts = [(anchor, titles.get(anchor, _(name)), content) for anchor, name, part in PARTS if (content := part(view))]
        links = (element("li", element("a", name, href=f"#{anchor}")) for anchor, name, _content in parts)
        contents = element("nav", element("ul", *links), aria_label=_("Contents"))
        body = [_champion(view), contents, *(section(*part) for part in parts)]
    foot = element("footer", element("p", f"{report.program} · BANG! · {report.rulebook.title}"))
    return document(KIND, _.language, title, KIND, head, element("main", *body), foot)


def _champion(view: View) -> Html:
    """The champion and the podium."""
    _, won = view.text, prizes(view.state)
    steps = [
        element(
            "li",
            element("b", f"{placed.place}."),
            " ",
            view.link(placed.player),
            element("span", view.amount(won[placed.player])) if placed.player in won else Html(),
        )
        for placed in view.report.ranking
        if placed.place <= PODIUM
    ]
    title = view.report.rulebook.champion or _("Tournament winner")
    best = (element("p", element("strong", view.called(player))) for player in champions(view.state))
    podium = element("ol", *steps, class_="podium", aria_label=_("Podium")) if steps else Html()
    return section("champion", title, *best, podium)


def _final_ranking(view: View) -> Html:
    """All ranked players, with the prizes."""
    ranking = listings.ranking(view.state, view.text, view.report.ranking)
    return table("", *view.cells(ranking.only("Place", "Name", *(["Prize"] if prizes(view.state) else []))))


def _elimination(view: View) -> Html:
    """The standings of the elimination phase, with every criterion and what separated players.

    Reasons for leaving concern the office, not the public.
    """
    _, codes = view.text, listings.criteria(view.state)
    listing = listings.standings(view.state, _).only("Place", "Name", "Score", *codes, "Games", "Separated")
    columns, rows = view.cells(listing, NOTHING)
    columns[-1] = Column(_("Remarks"))
    for ranked, row in zip(standings(view.state), rows, strict=True):
        remarks = [_("separated by: {what}").format(what=heading(row[-1]))] if ranked.separated_by else []
        row[-1] = ", ".join([*remarks, *([_("left the tournament")] if ranked.status != "active" else [])])
    return table("", columns, rows)


def _statistics(view: View) -> Html:
    """The statistics of the games by role, seat and character, once the standings are published; nothing if no game counts."""
    if view.report.tournament.finals is None or not statistics(view.state).games:
        return Html()
    notes = [element("p", note, class_="note") for note in listings.about_statistics(view.state, view.text)]
    parts = [[element("h3", one.title), table("", *view.cells(one))] for one in listings.statistics(view.state, view.text)]
    return join([*notes, *map(join, parts)])


def _proof(view: View) -> Html:
    """The evidence for the page: the fingerprint of the facts, how to verify it, and every draw with its seed."""
    _, digest = view.text, spoken_digest(view.report.digest)
    text = _("Everything on this page follows from the record sheets. They are in the referee's report, {file}.")
    against = element("span", f'--against "{digest}"', class_="whole")
    return join([
        element("p", _("Fingerprint of the facts"), ": ", element("b", digest, class_="code")),
        element("p", text.format(file=view.referto)),
        element("p", _("With the report you can recompute everything, and check that it has this fingerprint:")),
        element("p", element("code", f"bangxl verify {view.referto} ", against)),
        *_draws(view),
    ])  # fmt: skip


def _draws(view: View) -> Iterator[Html]:
    _, draws, codes = view.text, view.report.tournament.draws, view.report.tournament.codes
    if not draws and not codes:
        yield element("p", _("Drawn by hand: no seed."))
        return
    random = bool(draws) and all(draw.source is SeedSource.RANDOM for draw in draws)
    columns = [Column(_("Draw"), "name"), Column(_("Code"), "code"), Column(_("Seed"), "code"), Column(_("Source"))]
    columns.append(Column(_("Random value") if random else _("Public value")))
    posted = {match: one.code for one in codes for match in one.stage.split("+")}
    stages = {stage_code(game.round): game.round for game in view.report.tournament.stages}
    rows = []
    for draw in draws:
        what = duel_title(view, draw.stage)
        if draw.stage.isdecimal():
            what = view.round_title(int(draw.stage))
        elif draw.stage in stages:
            what = _("Stage {n}").format(n=stages[draw.stage])
        code, value = draw.code or posted.get(draw.stage, NOTHING), draw.public_value or NOTHING
        rows.append([what, code, draw.rng_seed, word(draw.source, _.language), value])
    yield element("h3", _("The draws"))
    yield element("p", _("Anybody can redo a draw from its seed: who sat where, and how each lot fell."), class_="note")
    if view.report.tournament.posted:
        note = _(
            "Each round's code was on its wall list. If you photographed it, you can check the report against it (--against)."
        )
        yield element("p", note, class_="note")
    yield table("", columns, rows)
    # draws by hand, and the games of fixed tables
    drawn = {draw.stage for draw in draws}
    if others := [one for one in codes if drawn.isdisjoint(one.stage.split("+"))]:
        sheets = ([sheet_title(sheet, _.language, view.report.rulebook) for sheet in one.stage.split("+")] for one in others)
        yield table("", columns[:2], ([", ".join(own), one.code] for own, one in zip(sheets, others, strict=True)))


PARTS: Final[tuple[tuple[str, str, Callable[[View], Html]], ...]] = (
    ("ranking", N_("Final ranking"), _final_ranking),
    ("standings", N_("Standings of the elimination phase"), _elimination),
    ("finals", N_("Finals"), finals),
    ("players", N_("Players"), players),
    ("rounds", N_("Record sheets"), rounds),
    ("figures", N_("What the games show"), _statistics),
    ("proof", N_("Proof"), _proof),
)
"""The parts of the page in reading order, each with its link."""
