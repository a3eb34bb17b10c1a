"""The results page (NAME-results.html): the tournament for its players, on a phone.

Only the referto has addresses and conduct. Before the end, the page shows only who sits where.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from bangxl.interchange.dump import spoken_digest
from bangxl.locale.catalog import N_, dotted, one_line
from bangxl.referto import listings
from bangxl.referto.report import Report
from bangxl.tournament.audit import times_met
from bangxl.tournament.drawing import past_tables
from bangxl.tournament.finals import PODIUM, champions, match_winner, prizes, shared_places
from bangxl.tournament.knockout import winners
from bangxl.tournament.ledger import LedgerLine, ledger
from bangxl.tournament.model import SeedSource
from bangxl.tournament.roster import entrants
from bangxl.tournament.standings import CUT, given_once, standings
from bangxl.tournament.statistics import statistics
from bangxl.web import markup
from bangxl.web.games import RecordColumns, duel_score_text, finals_part, outcome_text, rounds_part, seats_part, stage_table_title
from bangxl.web.markup import Html, document, element, join, picture_element
from bangxl.web.view import NO_VALUE, Head, View, folded, section, table
from bangxl.workbook.surnames import by_surname
from bangxl.workbook.titles import champions_named
from bangxl.workbook.words import duel_title, score_head

_KIND: Final = "results"
is_results_page: Final = partial(markup.is_page, _KIND)
"""Whether a file is a results page."""


def results_page(report: Report, referto: str) -> str:
    """Make a tournament's page; the same facts give the same page. ``referto`` is the name of the file that proves it."""
    view = View(report, referto)
    _, event = view.catalog, report.tournament.event
    title = event.name or f"BANG! · {report.rulebook.title}"
    day = element("time", _.day(event.date), datetime=event.date) if _.day(event.date) != event.date else event.date
    where = join(filter(None, [day, event.place, event.region]), " · ")
    mark = element("p", element("strong", report.interim_notice), class_="mark") if report.interim_notice else Html()
    logo = picture_element(report.tournament.logo, event.organiser or "Logo")
    head = element("header", mark, logo, element("h1", title), element("p", where) if where else Html())
    if report.interim:
        body = [seats_part(view)]
        if report.rulebook.league and not report.secret:  # after an evening
            body.append(section("standings", _("Standings"), _elimination(view)))
    else:
        titles = {} if report.rulebook.has_finals else {"standings": _("Standings")}
        parts = [(anchor, titles.get(anchor, _(name)), content) for anchor, name, part in _PARTS if (content := part(view))]
        links = (element("li", element("a", name, href=f"#{anchor}")) for anchor, name, _content in parts)
        contents = element("nav", element("ul", *links), aria_label=_("Contents"))
        body = [_champion(view), contents, *(section(*part) for part in parts)]
    foot = element("footer", element("p", f"{report.program} · BANG! · {report.rulebook.title}"))
    return document(_KIND, _.language, title, _KIND, head, element("main", *body), foot, pictures=bool(logo))


def _champion(view: View) -> Html:
    _, won, steps = view.catalog, prizes(view.state), list[Html]()
    for placed in (one for one in view.report.ranking if one.place <= PODIUM):
        prize = element("span", view.prize(won[placed.player])) if placed.player in won else Html()
        steps.append(element("li", element("b", f"{placed.place}."), " ", view.named(placed.player), prize))
    title, _names = champions_named(view.state, _)
    best = (element("p", element("strong", view.called(player))) for player in champions(view.state))
    podium = element("ol", *steps, class_="podium", aria_label=_("Podium")) if steps else Html()
    return section("champion", title, *best, podium)


def _final_ranking(view: View) -> Html:
    """All ranked players, with the prizes, and beside the name who has left; then the others who have."""
    ranking = listings.ranking(view.state, view.catalog, view.report.ranking)
    columns, rows = view.cells(ranking.only("Place", "Name", *(["Prize"] if prizes(view.state) else [])))
    left, ranked = listings.exit_words(view.state, view.catalog), [placed.player for placed in view.report.ranking]
    shown = [[place, view.named(one), *prize] for one, (place, _name, *prize) in zip(ranked, rows, strict=True)]
    shown += [[NO_VALUE, view.named(one), ""][: len(columns)] for one in left if one not in ranked]
    return table("", columns, shown)


def _elimination(view: View) -> Html:
    """The standings of the elimination phase, with every criterion and what separated players.

    Reasons for leaving concern the office, not the public.
    """
    _ = view.catalog
    columns, rows = view.cells(listings.public_standings(view.state, _), NO_VALUE)
    columns[-1], left = Head(_("Remarks")), listings.exit_words(view.state, _)
    for ranked, row in zip(standings(view.state), rows, strict=True):
        remarks = [_("tie broken by: {what}").format(what=one_line(row[-1]))] if row[-1] and ranked.separated_by != CUT else []
        status = _("cut") if ranked.status == CUT else left.get(ranked.player, "")
        lacks = [_("games short: {n}").format(n=ranked.lacks)] if ranked.lacks else []
        row[-1] = ", ".join(filter(None, [*remarks, status, *lacks]))
    return table("", columns, rows)


def _statistics(view: View) -> Html:
    """The statistics of the games by role, seat and character, once the standings are published; nothing if no game counts."""
    if view.report.tournament.finals is None or not statistics(view.state).games:
        return Html()
    notes = [element("p", note, class_="note") for note in listings.about_statistics(view.state, view.catalog)]
    parts = [
        [element("h3", one.title), table("", *view.cells(one))] for one in listings.statistics_lists(view.state, view.catalog)
    ]
    return join([*notes, *map(join, parts)])


def _proof(view: View) -> Html:
    """The evidence for the page: the fingerprint of the facts, how to verify it, and every draw with its seed."""
    _, digest = view.catalog, spoken_digest(view.report.digest)
    text = _("Everything on this page follows from the record sheets. They are in the referee's report, {file}.")
    against = element("span", f'--against "{digest}"', class_="whole")
    return join([
        element("p", _("Fingerprint"), ": ", element("b", digest, class_="code")),
        element("p", text.format(file=view.referto)),
        element("p", _("With the report you can recompute everything, and check that it has this fingerprint:")),
        element("p", element("code", f"bangxl verify {view.referto} ", against)),
        *_draws(view),
    ])  # fmt: skip


def _draws(view: View) -> Iterator[Html]:
    _, draws, rows = view.catalog, view.report.tournament.draws, listings.draws(view.state, view.catalog)
    if not rows:
        yield element("p", _("Drawn by hand: no seed."))
        return
    random = bool(draws) and all(draw.source is SeedSource.RANDOM for draw in draws)
    columns = [Head(_("Draw"), "name"), Head(_("Code"), "code"), Head(_("Seed"), "code"), Head(_("Source"))]
    columns.append(Head(_("Random value") if random else _("Public value")))
    yield element("h3", _("The draws"))
    yield element("p", _("Anybody can repeat a draw from its seed, and gets the same seats and lots."), class_="note")
    if view.report.tournament.posted_codes:
        note = _(
            "Each round's code was on its wall list. If you photographed it, you can check the report against it (--against)."
        )
        yield element("p", note, class_="note")
    yield table("", columns, ([cell or NO_VALUE for cell in row] for row in rows))


def _players(view: View) -> Html:
    """A part for everybody who took part, by surname: result, games, duels and meetings."""
    _, sheet, tournament = view.catalog, RecordColumns(view), view.report.tournament
    places = {placed.player: placed.place for placed in view.report.ranking}
    lines: defaultdict[str, list[LedgerLine]] = defaultdict(list)
    for line in ledger(view.state):
        lines[line.seat.player].append(line)
    met: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for (one, other), times in times_met(past_tables(tournament, tournament.rounds_seated + 1)).items():
        met[one][other] = met[other][one] = times
    facts, left = _facts(view, places), listings.exit_words(view.state, _)
    everybody = entrants(view.state)
    order = by_surname(map(view.called, everybody))
    parts = (
        folded(
            view.called(player),
            dotted(_("Place {place}").format(place=places[player]) if player in places else "", left.get(player, "")),
            element("ul", *(element("li", fact) for fact in facts[player])),
            _games(sheet, lines[player]),
            *_finals(view, player),
            _meetings(view, met[player]),
            anchor=view.anchor(player),
        )
        for player in sorted(everybody, key=lambda player: order(view.called(player)))
    )
    return join([element("p", _("Click a name to see this player's games, winnings and opponents."), class_="note"), *parts])


def _facts(view: View, places: Mapping[str, int]) -> Mapping[str, list[str]]:
    _, won, left = view.catalog, prizes(view.state), listings.departed(view.state, view.catalog)
    rows = {row.player: row for row in standings(view.state)}
    facts, once, before = defaultdict[str, list[str]](list), given_once(view.state), shared_places(view.state)
    for one in view.report.tournament.players:
        own, row = facts[one.id], rows.get(one.id)
        if one.region:
            own.append(_("Region: {region}").format(region=one.region))
        if one.id in places:
            own.append(_("Final ranking: place {place}").format(place=places[one.id]))
        if one.id in won:
            own.append(_("Prize: {amount}").format(amount=view.prize(won[one.id])))
        if one.id in before and view.report.rulebook.has_finals:
            own.append(_("Elimination phase: place {place}").format(place=before[one.id]))
        if one.id in once:
            own.append(f"{listings.table_size_text(view.state, _)}: {view.amount(once[one.id])}")
        if row is not None:
            own.append(join([one_line(score_head(view.report.rulebook.score, _)), ": ", view.score(row.score)]))
        if one.id in left:
            own.append(left[one.id])
    return facts


def _games(sheet: RecordColumns, lines: list[LedgerLine]) -> Html:
    _, view = sheet.view.catalog, sheet.view
    if not lines:
        return element("p", _("No game was played."))
    columns = [Head(_("Game"), "name"), Head(_("Outcome")), *sheet.columns()]
    return table("", columns, ([view.where(line.game), outcome_text(view, line.game), *sheet.values(line)] for line in lines))


def _finals(view: View, player: str) -> Iterator[Html]:
    _, lines, finals = view.catalog, [], view.report.tournament.finals
    for duel in finals.duels if finals else ():
        if player in (duel.player_a, duel.player_b):
            turned = replace(duel, player_a=player, player_b=duel.player_a, score_a=duel.score_b, score_b=duel.score_a)
            own = duel if player == duel.player_a else turned
            opponent = view.link(own.player_b) if own.player_b else _("bye")
            mark = "★ " if match_winner(view.state, duel.match) == player else ""
            lines.append(join([mark, duel_title(duel.match, _), ": ", opponent, ", ", duel_score_text(view, own)]))
    for game in view.report.tournament.stages:
        seat = next((seat for seat in game.seats if seat.player == player), None)
        if seat is not None:
            mark = "★ " if player in winners(game) else ""
            parts = filter(None, [seat.character, view.word(seat.role) if seat.role else ""])
            lines.append(join([mark, stage_table_title(view, game), ": ", join(parts, ", ")]))
    if lines:
        yield element("h4", _("Finals"))
        yield element("ul", *(element("li", line) for line in lines))


def _meetings(view: View, met: Mapping[str, int]) -> Html:
    """The player's table companions by surname, with the number of meetings if there were several."""
    _, order = view.catalog, by_surname(map(view.called, met))
    if not met:
        return Html()
    names = sorted(met, key=lambda other: order(view.called(other)))
    items = (join([view.link(other), f" × {met[other]}" if met[other] > 1 else ""]) for other in names)
    return join([element("h4", _("Opponents")), element("ul", *(element("li", one) for one in items), class_="names")])


_PARTS: Final[tuple[tuple[str, str, Callable[[View], Html]], ...]] = (
    ("ranking", N_("Final ranking"), _final_ranking),
    ("standings", N_("Standings of the elimination phase"), _elimination),
    ("finals", N_("Finals"), finals_part),
    ("players", N_("Players"), _players),
    ("rounds", N_("Record sheets"), rounds_part),
    ("figures", N_("What the games show"), _statistics),
    ("proof", N_("Proof"), _proof),
)
"""The parts of the page in reading order, each with its link."""
