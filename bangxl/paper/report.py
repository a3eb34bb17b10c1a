"""The PDF of a report: the cover, then the facts for people, in chapters.

The same facts give the same bytes: every date in the PDF is one of the facts. It contains no mail address of a player.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from itertools import pairwise
from typing import Final

from bangxl.interchange.dump import spoken_digest
from bangxl.locale.catalog import Catalog, dotted, in_runs, long_day
from bangxl.paper.finals import draw_finals
from bangxl.paper.meetings import draw_meetings
from bangxl.paper.sheet import CAPTION, INK, NOTE, PALE, RULE, SMALL, Align, Column, Face, Paper, Row
from bangxl.paper.standings import draw_standings, listing_on_paper
from bangxl.referto import listings
from bangxl.referto.report import Report, money_by_part, money_in_all
from bangxl.tournament.checks import findings_of
from bangxl.tournament.compositions import has_one_table
from bangxl.tournament.ledger import has_money, ledger
from bangxl.tournament.model import Event, EventType, Game, Seat, SeedSource, game_code, round_code
from bangxl.tournament.roster import by_time
from bangxl.tournament.standings import given_once, settled_games
from bangxl.tournament.state import State
from bangxl.tournament.statistics import statistics
from bangxl.workbook.fields import FIELDS, Field, InputKind, fields
from bangxl.workbook.notices import audit_line, seats_line
from bangxl.workbook.titles import display_names, round_title, sheet_title
from bangxl.workbook.wall import evening_of
from bangxl.workbook.words import moment_word, option_word, outcome_word, word

_UNREPRODUCED: Final = frozenset({"draw_not_reproduced", "stage_not_reproduced", "seed_not_bound"})
"""Findings about a draw that its seed does not reproduce."""
_TITLE: Final = Face(28, serif=True)
_CHAPTER: Final = Face(20, serif=True)
_COVER: Final = Face(10)
_SIZE, _PLAYER, _LINE, _TIGHT = 9, 4.6, 4.4, 3.9
"""The font size of most tables in points; the height of a row of players, of games and at least, in millimetres."""
_ALIGNED: Final[Mapping[InputKind, Align]] = {
    InputKind.DOLLARS: "right", InputKind.AMOUNT: "right",
    InputKind.MARK: "centre", InputKind.COUNT: "centre", InputKind.LIVES: "centre",
}  # fmt: skip
_HARDLY_FILLED: Final = 0.5
"""A page that is filled no further takes the next chapter, too."""
_DENIM: Final = "#1F4E79"
_PALE_LINE: Final = "#9A8F80"
_LINES: Final = ((INK, "medium"), (_DENIM, "medium"), (INK, "dashed"), (_DENIM, "dashed"))
"""The colour and the line of the first four in the race; the next four are pale and thin."""
_RACERS, _RACE = 8, (50.0, 78.0)  # the most players in the race; the least and the usual height of its chart

_Draw = Callable[[Paper, State, Catalog], None]


def report_pdf(report: Report) -> bytes:
    """The whole document. An interim report says so on every page and omits secrets."""
    event, _ = report.tournament.event, report.catalog
    try:
        moment = report.moment.replace(tzinfo=UTC)
    except ValueError:  # somebody has changed this referto
        moment = datetime(1970, 1, 1, tzinfo=UTC)
    paper = Paper(dotted(_("Report"), event.name), report.tournament.language, moment, logo=report.tournament.logo)
    chapters = _chapters(report)
    for title, parts in ((_("Report"), ()), *chapters):
        paper.y += 8
        if paper.y > paper.bottom * _HARDLY_FILLED or not parts:
            paper.page(foot=dotted("BANG!", event.name, report.interim_notice), aside=spoken_digest(report.digest))
        if not parts:
            _draw_cover(paper, report, [title for title, _parts in chapters])
            continue
        paper.heading(title, report.interim_notice, (event.name, long_day(_, event.date)), _CHAPTER)
        for draw in parts:
            draw(paper, report.state, _)
    return paper.data()


def _chapters(report: Report) -> list[tuple[str, Sequence[_Draw]]]:
    """The chapters of this tournament in order: their titles, and the functions that draw them."""
    _, rulebook, tournament = report.catalog, report.rulebook, report.tournament
    chapters: list[tuple[str, Sequence[_Draw]]] = []
    if not report.secret:
        title = _("Standings of the elimination phase") if rulebook.has_finals else _("Standings")
        chapters.append((title, [draw_standings]))
    if rulebook.has_finals and tournament.finals is not None:
        chapters.append((_("Finals"), [draw_finals]))
    chapters.append((_("Conduct and players"), [_draw_events, _draw_draws, _draw_departures, _draw_players]))
    if tournament.games:
        chapters.append((_("Games") if rulebook.fixed_tables else _("Rounds"), [partial(_draw_rounds, secret=report.secret)]))
    if tournament.games and not rulebook.fixed_tables:
        chapters.append((_("Who has met whom"), [draw_meetings]))
    if not report.secret:
        chapters.append((_("The accounts"), [_draw_accounts]))
    if tournament.finals is not None and statistics(report.state).games:
        chapters.append((_("What the games show"), [_draw_statistics]))
    return chapters


# The cover


def _draw_cover(paper: Paper, report: Report, enclosed: Sequence[str]) -> None:
    """Draw the event, the figures and the accounts, the first four, the ejected players, the proof, and signature lines."""
    _, half, event, facts = report.catalog, (paper.width - 10) / 2, report.tournament.event, listings.cover(report)

    def shown(*names: str) -> list[tuple[str, str]]:
        return [(label, "" if value is None else str(value)) for label, value in map(facts.__getitem__, names)]

    edition = f"{report.rulebook.title} · {facts['Report_Edition'][1]}"
    paper.heading(_("TOURNAMENT REPORT"), report.interim_notice, (edition, ""), _TITLE)
    paper.pairs(shown("Event_Name"), face=_COVER, strong=True)
    facts["Event_Date"] = _("Date"), long_day(_, event.date)
    facts["Event_Region"] = _("Region"), dotted(event.region, option_word(event.kind, _.language) if event.kind else "")
    people = ("Event_Organiser", "Event_Referees", "Event_Report_To")
    paper.pairs(shown("Event_Place", "Event_Date", "Event_Region", *people, "Official_Note"), face=_COVER)
    if report.rulebook.fixed_tables:
        facts["Report_Rounds"] = _("Games at a table"), facts["Report_Rounds"][1]
    paper.caption(_("The tournament in figures"))
    top = paper.y
    gone = " · ".join(str(facts[f"Report_{how}"][1]) for how in ("Left", "Ejected", "Warned"))
    figures = [*shown("Report_Players", "Report_Rounds", "Report_Games"), (_("Withdrawn · ejected · warned"), gone)]
    paper.pairs(figures, label=56, width=half, face=_COVER)
    end = paper.y
    if not report.secret:
        x, paper.y = paper.left + half + 10, top
        paper.text(x, top - 7, half, 6, _("The accounts"), CAPTION)
        once = sum(given_once(report.state).values())
        given = [(listings.table_size_text(report.state, _), once)] * bool(once)
        for label, amount in (*listings.accounts(report).values(), *given):
            paper.text(x, paper.y, half, 5.7, label, _COVER)
            paper.text(x, paper.y, half, 5.7, _.amount(amount), _COVER, "right")
            paper.y += 5.7
            paper.line(x, paper.y - 0.3, paper.right, paper.y - 0.3, "hair", RULE)
    paper.y = max(end, paper.y)
    if report.ranking:
        _draw_podium(paper, report)
    _draw_ejected(paper, report)
    paper.caption(_("Proof"))
    paper.pairs(_proof(report, enclosed), face=_COVER)
    paper.paragraph(_("You can recompute everything from the file: bangxl verify FILE"), PALE)
    if report.interim:
        return
    paper.new_page_unless_fits(36)
    paper.y += 5
    paper.paragraph(_("I declare that these results are those of the record sheets signed at the tables."), _COVER)
    paper.y += 6
    paper.text(paper.left, paper.y - 1, 40, 5, _("Place and date"), _COVER)
    paper.line(paper.left + 46, paper.y + 4, paper.left + 46 + half, paper.y + 4)
    paper.y += 5
    paper.signatures([_("The referee (signature)"), _("The organiser (signature)")], room=11)


def _draw_podium(paper: Paper, report: Report) -> None:
    places = report.ranking[: listings.FIRST_PLACES]
    listing = listings.ranking(report.state, report.catalog, places)
    if not report.rulebook.has_finals:
        listing = listing.only("Place", "Name", "Score", "Prize")
    columns, lines = listing_on_paper(listing, report.state, report.catalog)
    left = listings.exit_words(report.state, report.catalog)
    for one, line in zip(places, lines, strict=True):
        line[1] += f"\t{left[one.player]}" if one.player in left else ""
    rows = [Row(line, pale=one.player in left) for one, line in zip(places, lines, strict=True)]
    paper.caption(report.catalog("The first four"))
    paper.table([replace(column, bold=column.share > 0) for column in columns], rows, size=_COVER.size)


def _draw_ejected(paper: Paper, report: Report) -> None:
    _ = report.catalog
    paper.caption(_("Ejected, with the reason"))
    _columns, lines = listing_on_paper(listings.ejected(report.state, _), report.state, _)
    if lines:
        paper.pairs([(name, reason) for name, reason in lines], label=62, face=_COVER)
    else:
        paper.paragraph(_("Nobody."), _COVER)


def _proof(report: Report, enclosed: Sequence[str]) -> list[tuple[str, str]]:
    """The evidence: which draws and results were computed again, which facts were corrected, and the fingerprint."""
    _, state, draws = report.catalog, report.state, len(report.tournament.draws)
    wrong = sum(finding.code in _UNREPRODUCED for finding in findings_of(state))
    again = _("recorded with their seeds: {count}; repeated: ✓ the same")
    if wrong:
        again = _("recorded with their seeds: {count}; repeated: × {wrong} differ")
    computed = _("recomputed from the record sheets: {count}").format(count=len(settled_games(ledger(state))))
    corrections = sum(entry.command == "reopen" for entry in state.journal.entries)
    return [
        (_("Draws"), again.format(count=draws, wrong=wrong) if draws else _("Drawn by hand: no seed.")),
        (_("Accounts and standings"), computed),
        (_("Corrections of closed games"), str(corrections)),
        (_("Enclosed"), ", ".join(enclosed)),
        (_("Fingerprint"), spoken_digest(report.digest)),
        (_("Version mark"), spoken_digest(report.second_half)),
        (_("Written"), f"{_.moment(report.written)} · {report.program}"),
    ]


# Conduct and players


def _draw_events(paper: Paper, state: State, _: Catalog) -> None:
    """Draw warnings, ejections, withdrawals, sit-outs and rulings, in order of time."""
    paper.caption(_("Warnings, ejections, withdrawals"))
    names, events = display_names(state.tournament.players), [event for _index, event in by_time(state.tournament)]
    if not events:
        paper.paragraph(_("None."))
        return
    columns = [Column(_("Player")), Column(_("Kind")), Column(_("When")), Column(_("Reason"), wrap=True, share=1)]
    rows = [(names.get(one.player, one.player), word(one.type, _.language), _when(state, _, one), one.reason) for one in events]
    paper.table(columns, rows, size=_SIZE)


def _when(state: State, _: Catalog, event: Event) -> str:
    language, rulebook = _.language, state.rulebook
    after = (_("after game {n}") if rulebook.fixed_tables else _("after round {n}")).format(n=event.after_round)
    sheet = "" if event.round is None else game_code(event.round, event.table) if event.table else round_code(event.round)
    table = "" if sheet or event.table is None else _("Table {n}").format(n=event.table)
    titles = (sheet_title(code, language, rulebook) for code in (sheet, event.match) if code)
    return dotted(moment_word(event.moment, rulebook, language), after * (event.after_round is not None), table, *titles)


def _draw_draws(paper: Paper, state: State, _: Catalog) -> None:
    """Draw every draw with its code and its complete seed, so that anybody can repeat it; and how well tables were mixed."""
    draws, rows = state.tournament.draws, listings.draws(state, _)
    paper.caption(_("The draws"))
    if draws:
        paper.paragraph(_("Anybody can repeat a draw from its seed, and gets the same seats and lots."), PALE)
    else:
        paper.paragraph(_("Drawn by hand: no seed."))
    random = all(draw.source is SeedSource.RANDOM for draw in draws)
    value = Column(_("Random value") if random else _("Public value"), optional=True)
    columns = [Column(_("Draw"), wrap=True), Column(_("Code")), Column(_("Seed"), share=1, wrap=True), Column(_("Source")), value]
    if rows:
        paper.table(columns, rows, size=_SIZE)
    if not state.rulebook.fixed_tables and state.tournament.rounds_seated > 1:  # compared with a pure lot and the best known plan
        paper.y += 1
        paper.paragraph(f"{audit_line(state, _.language)} {seats_line(state)}", PALE)


def _draw_departures(paper: Paper, state: State, _: Catalog) -> None:
    """Draw departures from the regulation, corrections and remarks on the draws: a sentence each, once for several rounds."""
    listing, same = listings.deviations(state, _), dict[tuple[str, str], list[str]]()
    paper.caption(listing.title)
    columns, lines = listing_on_paper(listing.only("Round", "Table", "Text"), state, _)
    often = Counter((table, text) for _number, table, text in lines)
    for number, table, text in lines:  # a zero stands for the round in what differs only by it
        once = re.sub(rf"\b{number}\b", "\0", text) if number and often[table, text] == 1 else text
        same.setdefault((table, once), []).append(number)
    if lines:
        rows = [(in_runs(map(int, filter(None, numbers))), table, text) for (table, text), numbers in same.items()]
        paper.table(columns, [(which, table, text.replace("\0", which)) for which, table, text in rows], size=_SIZE)
    else:
        paper.paragraph(_("None."))


def _draw_players(paper: Paper, state: State, _: Catalog) -> None:
    people, left, fixed = state.tournament.players, listings.departed(state, _), state.rulebook.fixed_tables
    lines = len(people) + 3  # the list stays on one page, a little tighter or on the next one, if it fits on any
    high = max(_TIGHT, min(_PLAYER, (paper.bottom - paper.y - 10) / lines))
    high = high if paper.y + high * lines < paper.bottom else _PLAYER
    paper.caption(_("Players"), after=high * lines - 9 if high * lines < paper.bottom - 40 else 20)
    warned = Counter(event.player for event in state.tournament.events if event.type is EventType.WARNING)
    sheriff = listings.rounds_as_sheriff(state)
    columns = [
        Column(_("No.")),
        Column(_("Player"), share=1),
        Column(_("Region"), optional=True),
        Column(_("Present"), "centre", optional=True),
        Column(_("Can\nqualify"), "centre", optional=True),
        Column(_("Sheriff\nin game") if fixed else _("Sheriff\nin round"), optional=True),
        Column(_("Warnings"), "centre", optional=True),
        Column(_("Status"), optional=True),
    ]
    all_present, all_eligible = all(player.present for player in people), all(player.eligible for player in people)
    rows = []
    for player in people:
        present, eligible = ("✓" if one else "–" for one in (player.present, player.eligible))
        marks = "" if all_present else present, "" if all_eligible else eligible
        own = sheriff.get(player.id, ""), str(warned[player.id] or ""), left.get(player.id, "")
        rows.append((player.id, player.name, player.region, *marks, *own))
    paper.table(columns, rows, size=_SIZE, height=high)


# The rounds


def _draw_rounds(paper: Paper, state: State, _: Catalog, *, secret: bool) -> None:
    """Draw every record sheet, with each seat's payout and money afterwards: one table; a game never splits across pages.

    Columns without data are left out. ``secret``: omit results.
    """
    games, names = state.tournament.games, display_names(state.tournament.players)
    seats = [seat for game in games for seat in game.seats]
    ruled = [field for field in FIELDS if field.kind is InputKind.AMOUNT]
    used = [field for field in (*fields(state.rulebook), *ruled) if any(getattr(seat, field.attribute) for seat in seats)]
    owned = has_money(state) and not secret
    columns = [
        Column(_("Seat"), "centre"),
        Column(_("Player"), share=1),
        *(Column(_(field.report_head or field.head), _ALIGNED.get(field.kind, "left")) for field in used),
        Column(_("Winnings"), "right", optional=secret),
        Column(_("After"), "right", optional=not owned),
    ]
    lines = {(line.game.round, line.game.table, line.seat.number): line for line in ledger(state)}
    rows = []
    for game in sorted(games, key=lambda game: (game.round, game.table)):
        for seat in game.seats:
            line, first = lines[game.round, game.table, seat.number], seat is game.seats[0]
            values = [_cell(_, field, seat) for field in used]
            paid = "" if secret or line.payout is None else _.number(line.payout)
            after = "" if not owned or line.after is None else _.number(line.after)
            cells = (str(seat.number), names.get(seat.player, seat.player), *values, paid, after)
            rows.append(Row(cells, above=_title(state, _, game) if first else "", together=len(game.seats) if first else 1))
    high = (paper.bottom - paper.y) / (len(rows) + 1.5 * len(games) + 2)  # a little tighter if one page then holds all
    paper.table(columns, rows, size=_SIZE, height=min(high, _LINE) if high >= _TIGHT else _LINE)


def _title(state: State, _: Catalog, game: Game) -> str:
    text = _.plural("Table {table} · {players} player", "Table {table} · {players} players", game.size)
    where = evening_of(state, game.round, _) + round_title(game.round, _, state.rulebook)
    table = "" if has_one_table(state.rulebook) else text.format(table=game.table, players=game.size)
    outcome = outcome_word(game.outcome, state.rulebook.roles.get(game.size, {}), _.language)
    outcome = outcome or _("decided by the referee") * game.is_ruled
    return dotted(where, table, outcome and f"{_('Outcome')}: {outcome}")


def _cell(_: Catalog, field: Field, seat: Seat) -> str:
    """The content of a field of a record sheet; an amount has no unit if the column's heading names it."""
    value = getattr(seat, field.attribute)
    if isinstance(value, StrEnum | bool):
        return "✓" * value if isinstance(value, bool) else word(value, _.language)
    return _.number(value) if isinstance(value, int) else value or ""


# The money


def _draw_accounts(paper: Paper, state: State, _: Catalog) -> None:
    """Draw the sums that must balance, round by round; the race for the money, as a chart and as a table."""
    sums, race, owned, once = listings.totals(state, _), listings.race(state, _), money_by_part(state), given_once(state)
    if once:  # the last step to the score, which the report's workbook does not have
        label, paid, given = listings.table_size_text(state, _), money_in_all(state)[-1], sum(once.values())
        sums = sums._replace(rows=[*sums.rows, (label, paid, 0, given, paid + given)])
        owned = {player: [*line, line[-1] + once.get(player, 0)] for player, line in owned.items()}
        race = race._replace(heads={**race.heads, "Once": label}, rows=[(player, *line) for player, line in owned.items()])
    paper.caption(sums.title)
    if not has_money(state):
        sums = sums.only("Evening" if state.rulebook.league else "Round", "Before", "Paid", "After")
    columns, lines = listing_on_paper(sums, state, _)
    paper.table([replace(column, share=column.align == "right") for column in columns], lines, size=_SIZE)
    paper.caption(race.title)
    if state.tournament.rounds_seated and owned:
        _draw_race(paper, state, _, dict([*owned.items()][:_RACERS]), race)
    high = (paper.bottom - paper.y) / (len(race.rows) + 3)  # below the chart, also a little tighter or in two parts
    high = min(_LINE, high) if high >= _TIGHT else _LINE
    if paper.bottom - paper.y < paper.bottom / 3 and paper.new_page_unless_fits(high * (len(race.rows) + 2)):
        paper.caption(race.title, after=0, more=True)
    paper.table(*listing_on_paper(race, state, _), size=_SIZE, height=high)


def _draw_race(paper: Paper, state: State, _: Catalog, owned: Mapping[str, Sequence[int]], race: listings.Listing) -> None:
    """Draw a line for each of the leaders, their names on the right, without overlaps; lower if the table then has room below."""
    names, gap, legend = display_names(state.tournament.players), 16.0, 54.0
    room = paper.bottom - paper.y - _TIGHT * (len(race.rows) + 6)
    high = room if _RACE[0] < room < _RACE[1] else _RACE[1]
    paper.new_page_unless_fits(high + 12)
    top, left, right = paper.y + 2, paper.left + gap, paper.right - legend
    amounts = [amount for line in owned.values() for amount in line]
    least = max(1, (max(amounts) - min(*amounts, 0)) // 7)
    power = 10 ** (len(str(least)) - 1)
    # steps of 1, 2 or 5 with zeros, so that there are at most eight lines
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)
    low, most = min(*amounts, 0) // step * step, -(-max(amounts) // step) * step
    rounds = max(map(len, owned.values())) - 1

    def at(number: int, amount: int) -> tuple[float, float]:
        return left + (right - left) * number / rounds, top + high * (most - amount) / max(1, most - low)

    for amount in range(low, most + 1, step):
        y = at(0, amount)[1]
        paper.line(left, y, right, y, "hair", RULE)
        paper.text(paper.left, y - 2, gap - 2, 4, _.number(amount), PALE, "right")
    for number, text in enumerate([*race.heads.values()][1:]):
        paper.text(at(number, low)[0] - 12, top + high + 1, 24, 4, text, PALE, "centre")
    ends = sorted((at(rounds, line[-1])[1], place) for place, line in enumerate(owned.values()))
    y = top - 4.4
    for end, place in ends:
        player, line = list(owned.items())[place]
        colour, weight = _LINES[place] if place < len(_LINES) else (_PALE_LINE, "thin")
        points = [at(number, amount) for number, amount in enumerate(line)]
        for (x, from_y), (to_x, to_y) in pairwise(points):
            paper.line(x, from_y, to_x, to_y, weight, colour)
        y = max(y + 4.4, end)
        paper.line(right, end, right + 4, y, "hair", NOTE)
        face = Face(SMALL.size, bold=place < len(_LINES), ink=colour)
        paper.text(right + 5, y - 2.2, legend - 5, 4.4, names.get(player, player), face)
    paper.y = max(top + high + 7, y + 4)


def _draw_statistics(paper: Paper, state: State, _: Catalog) -> None:
    """Draw the statistics of the elimination phase by role, by seat and by character: one page."""
    for text in listings.about_statistics(state, _):
        paper.paragraph(text, PALE)
    for listing in listings.statistics_lists(state, _):
        columns, lines = listing_on_paper(listing, state, _)
        paper.caption(listing.title)
        paper.table([replace(column, align="left" if column.share else "right") for column in columns], lines, size=_SIZE)
