"""The PDF of a referto: the cover, and behind it chapter by chapter what people read of the facts.

The same facts make the same bytes: every date in it is one of the facts. No mail address of a player stands in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final

from bangxl.interchange.dump import spoken_digest
from bangxl.locale.catalog import Catalog
from bangxl.locale.days import long_day
from bangxl.paper.conduct import draw_departures, draw_draws, draw_events, draw_players
from bangxl.paper.figures import draw_accounts, draw_statistics
from bangxl.paper.finals import draw_finals
from bangxl.paper.meetings import draw_meetings
from bangxl.paper.rounds import draw_rounds
from bangxl.paper.sheet import CAPTION, PALE, RULE, Column, Face, Paper
from bangxl.paper.standings import draw_final_ranking, draw_standings, ordinal, score_text
from bangxl.referto.report import Report
from bangxl.tournament.checks import check
from bangxl.tournament.finals import prizes
from bangxl.tournament.ledger import has_money, ledger, start_money
from bangxl.tournament.model import EventType
from bangxl.tournament.progress import rounds_played
from bangxl.tournament.roster import by_time, departures, entrants
from bangxl.tournament.standings import settled_games, standings
from bangxl.tournament.state import State
from bangxl.tournament.statistics import statistics
from bangxl.workbook.messages import display_names, official_note
from bangxl.workbook.words import option_word

_UNREPRODUCED: Final = frozenset({"draw_not_reproduced", "stage_not_reproduced", "seed_not_bound", "seed_not_random"})
"""Findings that say of a draw that its seed does not give it."""
_TITLE: Final = Face(28, serif=True)
_CHAPTER: Final = Face(20, serif=True)
_COVER: Final = Face(10)
_FIRST: Final = 4


_Draw = Callable[[Paper, State, Catalog], None]
_Chapter = tuple[str, Sequence[_Draw]]
"""What it is called, and what draws it below its title."""


def report_pdf(report: Report) -> bytes:
    """The whole document. An interim one says so on every page; what is secret is left out."""
    event, _ = report.tournament.event, report.text
    paper = Paper(" · ".join(filter(None, (_("Referto"), event.name))), report.tournament.language, _moment(report.written))
    chapters = _chapters(report)
    _page(paper, report, _("Referto"))
    _draw_cover(paper, report, [title for title, _parts in chapters])
    for title, parts in chapters:
        _page(paper, report, title)
        paper.heading(title, report.mark, (event.name, long_day(_, event.date)), _CHAPTER)
        for draw in parts:
            draw(paper, report.state, _)
    return paper.data()


def _moment(text: str) -> datetime:
    """The moment of writing, UTC; of one that nobody can read, the beginning of time."""
    try:
        return datetime.fromisoformat(text.removesuffix("Z")).replace(tzinfo=UTC)
    except ValueError:
        return datetime(1970, 1, 1, tzinfo=UTC)


def _page(paper: Paper, report: Report, title: str) -> None:
    """A page whose foot names the chapter, and the digest of the facts."""
    paper.page(foot=" · ".join(filter(None, ("BANG!", title, report.mark))), aside=spoken_digest(report.digest))


def _chapters(report: Report) -> list[_Chapter]:
    """What there is to read of this tournament, in its order."""
    _, rulebook, tournament = report.text, report.rulebook, report.tournament
    chapters: list[_Chapter] = []
    if not report.secret:
        title = _("Standings of the elimination phase") if rulebook.has_finals else _("Standings")
        chapters.append((title, [draw_standings]))
    if rulebook.has_finals and tournament.finals is not None:
        chapters.append((_("Finals"), [draw_finals, draw_final_ranking]))
    chapters.append((_("Conduct and players"), [draw_events, draw_draws, draw_departures, draw_players]))
    if tournament.games:
        chapters.append((_("Rounds"), [partial(draw_rounds, secret=report.secret)]))
    if tournament.games and not rulebook.fixed_tables:
        chapters.append((_("Who has met whom"), [draw_meetings]))
    if not report.secret:
        chapters.append((_("The accounts"), [draw_accounts]))
    if tournament.finals is not None and statistics(report.state).games:
        chapters.append((_("What the games tell"), [draw_statistics]))
    return chapters


def _draw_cover(paper: Paper, report: Report, enclosed: Sequence[str]) -> None:
    """The event, the figures and the accounts, the first four, who was ejected, the proof, and lines to sign on."""
    _, half = report.text, (paper.width - 10) / 2
    paper.heading(_("TOURNAMENT REPORT"), report.mark, (f"{report.rulebook.title} · {_edition(report)}", ""), _TITLE)
    paper.pairs([(_("Tournament"), report.tournament.event.name)], face=_COVER, strong=True)
    paper.pairs(_event(report), face=_COVER)
    paper.caption(_("The tournament in figures"))
    top = paper.y
    paper.pairs(_figures(report), label=56, width=half, face=_COVER)
    end = paper.y
    if not report.secret:
        paper.y = top
        paper.text(paper.left + half + 10, top - 7, half, 6, _("The accounts"), CAPTION)
        for label, amount in _accounts(report):
            paper.text(paper.left + half + 10, paper.y, half, 5.7, label, _COVER)
            paper.text(paper.left + half + 10, paper.y, half, 5.7, amount, _COVER, "right")
            paper.y += 5.7
            paper.line(paper.left + half + 10, paper.y - 0.3, paper.right, paper.y - 0.3, "hair", RULE)
    paper.y = max(end, paper.y)
    if report.ranking:
        _draw_podium(paper, report)
    _draw_ejected(paper, report)
    paper.caption(_("The proof"))
    paper.pairs(_proof(report, enclosed), face=_COVER)
    paper.paragraph(_("Whoever has the file can recompute all of it: bangxl verify FILE"), PALE)
    if report.interim:
        return
    paper.room(36)
    paper.y += 5
    paper.paragraph(_("I declare that these results are those of the record sheets signed at the tables."), _COVER)
    paper.y += 6
    paper.text(paper.left, paper.y - 1, 40, 5, _("Place and date"), _COVER)
    paper.line(paper.left + 46, paper.y + 4, paper.left + 46 + half, paper.y + 4)
    paper.y += 5
    paper.signatures([_("The referee (signature)"), _("The organiser (signature)")], room=11)


def _event(report: Report) -> list[tuple[str, str]]:
    """Where and when, and who answers for it."""
    _, event = report.text, report.tournament.event
    region = " · ".join(filter(None, (event.region, option_word(event.kind, _.language) if event.kind else "")))
    return [
        (_("Venue"), event.place),
        (_("Date"), long_day(_, event.date)),
        (_("Region"), region),
        (_("Organiser"), event.organiser),
        (_("Referees"), "; ".join(event.referees)),
        (_("Sent to"), event.report_to),
        (_("Official validity"), official_note(report.state, _.language)),
    ]


def _edition(report: Report) -> str:
    """The printed text: title, edition, day of publication."""
    source = report.rulebook.source
    return ", ".join(filter(None, (source.title, source.edition, report.text.day(source.published))))


def _figures(report: Report) -> list[tuple[str, str]]:
    """How many played, and how many left."""
    _, state = report.text, report.state
    warned = {event.player for event in report.tournament.events if event.type is EventType.WARNING}
    left = Counter(departure.status for departure in departures(state).values())
    return [
        (_("Players"), str(len(entrants(state)))),
        (_("Rounds"), "" if report.secret else str(rounds_played(state))),
        (_("Games"), "" if report.secret else str(len(settled_games(ledger(state))))),
        (_("Withdrawn · ejected · warned"), f"{left['withdrawn']} · {left['ejected']} · {len(warned)}"),
    ]


def _accounts(report: Report) -> list[tuple[str, str]]:
    """The money of all at the start, less what was spent, plus the winnings; without money of their own the winnings alone."""
    _, state = report.text, report.state
    lines = [line for line in ledger(state) if line.settled]
    before = start_money(state) * len(entrants(state))
    spent, paid = sum(line.cost or 0 for line in lines), sum(line.payout or 0 for line in lines)
    if not has_money(state):
        return [(_("Winnings"), _.amount(paid))]
    return [
        (_("Funds at the start"), _.amount(before)),
        (_("less bids"), _.amount(spent)),
        (_("plus winnings"), _.amount(paid)),
        (_("Funds at the end"), _.amount(before - spent + paid)),
    ]


def _draw_podium(paper: Paper, report: Report) -> None:
    """The first four, with their places before the finals."""
    _, state, names = report.text, report.state, display_names(report.tournament.players)
    rows, prize_of = {row.player: row for row in standings(state)}, prizes(state)
    paper.caption(_("The first four"))
    columns = [
        Column(_("Place"), "centre"),
        Column(_("Player"), bold=True, share=1),
        *([Column(_("Phase"), "centre")] if report.rulebook.has_finals else []),
        Column(_("Score"), "right"),
        *([Column(_("Prize"), "right")] if prize_of else []),
    ]
    lines = []
    for placed in report.ranking[:_FIRST]:
        row = rows.get(placed.player)
        phase = ordinal(_, row.place) if row and row.place is not None else ""
        lines.append(
            (
                ordinal(_, placed.place),
                names.get(placed.player, placed.player),
                *([phase] if report.rulebook.has_finals else []),
                score_text(report.rulebook, _, row.score) if row else "",
                *([_.amount(prize_of[placed.player]) if placed.player in prize_of else ""] if prize_of else []),
            )
        )
    paper.table(columns, lines, size=_COVER.size)


def _draw_ejected(paper: Paper, report: Report) -> None:
    """Whom the regulation obliges the referee to report, and why."""
    _, names, leavers = report.text, display_names(report.tournament.players), departures(report.state)
    order = dict.fromkeys(event.player for _index, event in by_time(report.tournament))
    out = [leavers[player] for player in order if player in leavers and leavers[player].status == "ejected"]
    paper.caption(_("Ejected, with the reason"))
    lines = [(names.get(one.player, one.player), one.event.reason) for one in out]
    if lines:
        paper.pairs(lines, label=62, face=_COVER)
    else:
        paper.paragraph(_("Nobody."), _COVER)


def _proof(report: Report, enclosed: Sequence[str]) -> list[tuple[str, str]]:
    """Why it can be believed: what was drawn and computed again, what was corrected, and the digest."""
    _, state, draws = report.text, report.state, len(report.tournament.draws)
    wrong = sum(finding.code in _UNREPRODUCED for finding in check(state))
    again = _("recorded with their seeds: {count}; made again: ✓ the same")
    if wrong:
        again = _("recorded with their seeds: {count}; made again: × {wrong} not the same")
    sheets = len(settled_games(ledger(state)))
    computed = _("computed anew from the record sheets: {count}")
    corrections = sum(entry.command == "reopen" for entry in state.journal.entries)
    return [
        (_("Draws"), again.format(count=draws, wrong=wrong) if draws else _("Drawn by hand: no seed.")),
        (_("Accounts and standings"), computed.format(count=sheets)),
        (_("Corrections of closed games"), str(corrections)),
        (_("Enclosed"), ", ".join(enclosed)),
        (_("Digest of the facts"), report.digest),
        (_("Second half of the digest"), report.second_half),
        (_("Written"), f"{_.moment(report.written)} · {report.program}"),
    ]
