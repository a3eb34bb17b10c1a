"""The results page (NAME-results.html): the tournament for its players, on a phone.

Only the referto has addresses and conduct. Before the end, the page shows only who sits where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from bangxl.interchange.dump import spoken_digest
from bangxl.locale.catalog import N_
from bangxl.referto.report import Report
from bangxl.tournament.finals import champions, prizes
from bangxl.tournament.model import SeedSource, stage_code
from bangxl.tournament.options import auction_in
from bangxl.tournament.standings import standings
from bangxl.tournament.statistics import statistics
from bangxl.web import markup
from bangxl.web.games import duel_title, finals, rounds, seats
from bangxl.web.markup import Html, document, element, join
from bangxl.web.people import players
from bangxl.web.view import NOTHING, Column, View, heading, section, table
from bangxl.workbook.messages import sheet_title
from bangxl.workbook.words import HEADS, word

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
    mark = element("p", element("strong", report.mark), class_="mark") if report.mark else Html()
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
    _, won = view.text, prizes(view.state)
    columns = [Column(_("Place"), "place"), Column(_("Player"), "name"), Column(_("Prize"), "number")]
    rows = (
        [str(placed.place), view.link(placed.player), view.amount(won[placed.player]) if placed.player in won else ""]
        for placed in view.report.ranking
    )
    many = len(columns) if won else len(columns) - 1
    return table("", columns[:many], (row[:many] for row in rows))


def _elimination(view: View) -> Html:
    """The standings of the elimination phase, with every criterion and what separated players.

    Reasons for leaving concern the office, not the public.
    """
    _, codes = view.text, [code for code in view.report.rulebook.criteria if code != "games"]
    columns = [
        Column(_("Place"), "place"),
        Column(_("Player"), "name"),
        Column(_("Score"), "number"),
        *(Column(heading(_(HEADS[code])), "number") for code in codes),
        Column(_("Games"), "number"),
        Column(_("Remarks")),
    ]
    rows = []
    for row in standings(view.state):
        remarks = []
        if row.separated_by:
            what = _("lot") if row.separated_by == "lot" else _(HEADS[row.separated_by])
            remarks.append(_("separated by: {what}").format(what=heading(what)))
        if row.status != "active":
            remarks.append(_("left the tournament"))
        criteria = (view.criterion(row.criteria[code]) for code in codes)
        place = NOTHING if row.place is None else str(row.place)
        rows.append([place, view.link(row.player), view.score(row.score), *criteria, str(row.games), ", ".join(remarks)])
    return table("", columns, rows)


def _statistics(view: View) -> Html:
    """The statistics of the games by role, seat and character, once the standings are published; nothing if no game counts."""
    _, counts = view.text, statistics(view.state)
    if view.report.tournament.finals is None or not counts.games:
        return Html()
    text = _("Counts over the elimination phase. They show what happened, not who plays well.")
    if not view.report.rulebook.has_finals:
        text = _("Counts over all games. They show what happened, not who plays well.")
    notes = [text, *([_("Games decided by the referee are not counted.")] if counts.ruled else [])]
    games, wins, alive = (Column(head, "number") for head in (_("Games"), _("Wins"), _("Alive")))
    price, paid, gain = (Column(head, "number") for head in (_("Price, in all"), _("Winnings, in all"), _("Return")))
    roles = [
        (word(one.role, _.language), str(one.seats), str(one.won), str(one.alive), view.amount(one.paid)) for one in counts.roles
    ]
    chairs = [(str(one.seat), str(one.games), str(one.won), str(one.alive), view.amount(one.paid)) for one in counts.seats]
    bids = auction_in(view.state) is not None
    characters = [
        (one.name, str(one.played), str(one.alive), *([view.amount(one.price)] if bids else []), view.amount(one.paid),
         *([view.amount(one.gain)] if bids else []))
        for one in counts.characters
    ]  # fmt: skip
    of_characters = [Column(_("Character"), "name"), games, alive, *([price, paid, gain] if bids else [paid])]
    parts = {
        _("Roles"): table("", [Column(_("Role"), "name"), games, wins, alive, paid], roles),
        _("Seats, counted from the Sheriff"): table("", [Column(_("Seat"), "name"), games, wins, alive, paid], chairs),
        **({_("Characters"): table("", of_characters, characters)} if characters else {}),
    }
    tables = [join([element("h3", caption), part]) for caption, part in parts.items()]
    return join([*(element("p", note, class_="note") for note in notes), *tables])


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
