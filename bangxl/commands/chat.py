"""`bangxl print --text`: the wall list, the standings or the next step as lines to copy into the club's chat."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from bangxl.books.port import OpenBook
from bangxl.commands.asking import Answer
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.next_step import next_step_lines
from bangxl.commands.screen import to_clipboard
from bangxl.commands.standings import score_text
from bangxl.commands.workspace import Source, Workspace, language_of, open_workspace, require_intact
from bangxl.locale.catalog import catalog, dotted, long_day
from bangxl.tournament.finals import final_ranking, shared_places
from bangxl.tournament.rulebook import SheriffRule
from bangxl.tournament.standings import standings
from bangxl.workbook.titles import display_names


def text_to_copy(source: Source, what: str, number: int | None = None, others: Sequence[str] = ()) -> tuple[str, ...]:
    """``what`` is walls (of round ``number``, or the last), standings, next (and "") or now; below the event's name and date.

    Now that is the standings once they are public, before that the last round, before any the next step.

    Refusal for anything else (usage), for ``others``, options of pages, for a round that is not seated, and for standings that
    are still secret: a chat has more readers than a referee.
    """
    workspace = require_intact(open_workspace(source, reading_only=True))
    _, event = workspace.catalog, workspace.tournament.event
    if what == "now":
        what = "standings" if workspace.tournament.finals else "walls" if workspace.tournament.games else "next"
    if (what or "next") not in _TEXTS or (number is not None and what != "walls"):
        wanted = _("As text there are {--what walls} (also with {--round N}), {--what standings} and {--what next}.")
        raise Refusal(wanted, exit_code=USAGE)
    if others:
        raise Refusal(_("Leave this out, which only pages have: {options}").format(options=", ".join(others)), exit_code=USAGE)
    lines = [*_TEXTS[what or "next"](workspace, number)]
    return (dotted(event.name, event.place, long_day(_, event.date)) or "BANG!", "", *lines)


def _walls(workspace: Workspace, number: int | None) -> Iterator[str]:
    _, tournament = workspace.catalog, workspace.tournament
    called, fixed = display_names(tournament.players), tournament.start_tables
    number = number or tournament.rounds_seated
    tables = fixed or {game.table: tuple(seat.player for seat in game.seats) for game in tournament.round(number)}
    if not tables:
        raise Refusal(_("Round {round} is not seated yet.").format(round=number or 1))
    yield _("TABLES") if fixed else _("ROUND {round}").format(round=number)
    star = "" if workspace.contents.rulebook.sheriff is SheriffRule.DRAWN else "★ "
    for table, players in sorted(tables.items()):
        yield _("Table {table}: {names}").format(table=table, names=star + ", ".join(called.get(one, one) for one in players))
    if code := tournament.code_on(number):
        yield _("Code: {code}").format(code=code)


def _standings(workspace: Workspace, _number: int | None) -> Iterator[str]:
    """The final ranking once there is one, else everybody's place and score."""
    _, tournament = workspace.catalog, workspace.tournament
    called = display_names(tournament.players)
    if workspace.contents.rulebook.secret and tournament.finals is None:
        raise Refusal(_("The standings are secret until the elimination phase ends, so they are not for a chat."))
    if ranking := final_ranking(workspace.state):
        yield _("Final ranking")
        yield from (f"{one.place}. {called.get(one.player, one.player)}" for one in ranking)
        return
    yield _("Standings")
    score = {row.player: score_text(row.score, _) for row in standings(workspace.state)}
    yield from (f"{place}. {called.get(one, one)} · {score[one]}" for one, place in shared_places(workspace.state).items())


_TEXTS: Final[Mapping[str, Callable[[Workspace, int | None], Iterator[str]]]] = {
    "walls": _walls,
    "standings": _standings,
    "next": lambda workspace, _number: iter(next_step_lines(workspace)),
}


def copy_text(book: OpenBook) -> Answer:
    """Show as text what everybody may know now, and put it where *Paste* takes it from."""
    _, lines = catalog(language_of(book)), text_to_copy(book, "now")
    copied = [_("The text is copied: paste it into the chat."), ""] if to_clipboard("\n".join(lines)) else []
    return Answer((*copied, *lines))
