"""What can be printed, by its word, and what the hour needs without one: sheets of the workbook, or pages made for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bangxl.books.closed import ClosedBook
from bangxl.commands.errors import Refusal
from bangxl.commands.workspace import Workspace, tabs
from bangxl.tournament.model import Game, Tournament, stage_code
from bangxl.tournament.progress import is_begun
from bangxl.workbook import names
from bangxl.workbook.read import Rows
from bangxl.workbook.wall import by_surname, layout
from bangxl.workbook.write import Picture, changes, picture

_MADE: Final = "pages.xlsx"
"""What pages are called that are made for a print."""

_TWO: Final = 2
"""Players whose table has the rules of a duel (Germany, Das Spiel zu zweit)."""


@dataclass(frozen=True, slots=True)
class Print:
    """What is to be printed: tabs of the workbook, or what makes pages for it; what the file is called by; what to say.

    The first line has a {path}, and perhaps a {count}, of ``count`` pages or slips.
    """

    title: str
    lines: tuple[str, ...]
    sheets: tuple[str, ...] = ()
    pages: Callable[[], bytes] | None = None
    count: int = 1


def _now(workspace: Workspace, number: int | None) -> Print:
    """What the hour needs."""
    _, tournament = workspace.text, workspace.tournament
    if tournament.finals is not None and number is None:
        return _over(workspace) if tournament.finals.closed else _finals(workspace)
    if not tournament.games:
        raise Refusal(_("Nothing is seated yet: there are no record sheets to print."))
    records = _records(workspace, number)
    if number is None and not _wants_wall(workspace):
        return records
    sheets = (*_walls(workspace, number).sheets, *records.sheets)
    return _as_large_as_may_be(
        workspace, replace(records, lines=(*records.lines, _("The list for the wall comes first.")), sheets=sheets)
    )


def _wants_wall(workspace: Workspace) -> bool:
    """Whether people are looking for their seats: nothing is typed yet, there are several tables, and the seats are new."""
    tournament, games = workspace.tournament, in_play(workspace.tournament)
    begun = any(is_begun(workspace.contents.rulebook, game) for game in games)
    known = bool(tournament.start_tables) and tournament.rounds_seated > 1
    return not (begun or known) and len({game.table for game in games}) > 1


def _finals(workspace: Workspace) -> Print:
    """The duels or the stage in play; until the first result the standings too, which have just been published."""
    _, tournament = workspace.text, workspace.tournament
    records, duels = in_play(tournament), _sheets_of(workspace, duels_in_play(tournament))
    if not records and not duels:
        raise Refusal(_("No record sheets are in play. Print the sheet that you see with the program's own command."))
    fresh = _just_published(workspace)
    bracket = ("Finals_Place",) if records and fresh else ()
    before = _sheets_of(workspace, ("Standings_Rank", *bracket)) if fresh else ()
    line = _("The duels to print, with how they are played: {path}") if not records else _counted(workspace, len(records))
    more = (_("The published standings come first."),) if before else ()
    tabs = tuple(names.stage_sheet(game.round, game.table) for game in records)
    title = stage_code(records[0].round) if records else "Finals"
    return Print(title, (line, *more), tuple(dict.fromkeys((*before, *tabs, *duels))), count=len(records))


def _just_published(workspace: Workspace) -> bool:
    """Whether no duel has a score yet, and no table of the knock-out has begun."""
    finals, stages = workspace.tournament.finals, workspace.tournament.stages
    scores = (score for duel in (finals.duels if finals else ()) for score in (duel.score_a, duel.score_b))
    begun = any(game.winner or is_begun(workspace.contents.rulebook, game) for game in stages)
    return not begun and all(score is None for score in scores)


def _over(workspace: Workspace) -> Print:
    """The end: final ranking with prizes, and the standings."""
    _, sheets = workspace.text, _sheets_of(workspace, ("Standings_Rank", "Finals_Place"))
    return Print("Finals", (_("The standings and the final ranking, to print: {path}"),), sheets)


def _walls(workspace: Workspace, number: int | None) -> Print:
    """The list for the wall of a round, of the last one if none is named; fixed tables have one."""
    _, tournament = workspace.text, workspace.tournament
    number = 1 if tournament.start_tables else number or tournament.rounds_seated
    _require_games(workspace, tournament.round(number), number)
    tab = names.round_sheet(number)
    return _as_large_as_may_be(workspace, Print(tab, (_("The list for the wall, to print: {path}"),), (tab,)))


def _as_large_as_may_be(workspace: Workspace, job: Print) -> Print:
    """The same sheets, of a workbook for as many as there are, where the list for the wall has larger letters in that."""
    state, rulebook = workspace.state, workspace.contents.rulebook
    places = max(len(state.tournament.players), rulebook.minimum_players)
    if job.pages is not None or layout(places).size <= layout(workspace.contents.rows.places).size:
        return job

    def pages() -> bytes:
        from bangxl.sheets.build import build  # noqa: PLC0415 - openpyxl is slow to import

        made = ClosedBook.built(_MADE, build(rulebook, workspace.text, places, state.tournament.rounds_seated))
        made.apply(changes(Picture(), picture(state, Rows(places=places)), tabs(made)))
        return ClosedBook.of(made.dump(), made.path).dump_only(job.sheets)

    return replace(job, pages=pages)


def _records(workspace: Workspace, number: int | None) -> Print:
    """The record sheets of a round, else of all games in play."""
    _, tournament = workspace.text, workspace.tournament
    if number is None:
        games = in_play(tournament)
        if not games:
            nothing = _("Nothing is seated yet: there are no record sheets to print.")
            done = _("No game is in play. Say which round's record sheets to print: {--round N}.")
            raise Refusal(nothing if not tournament.games else done)
    else:
        games = tuple(tournament.round(number))
        _require_games(workspace, games, number)
    stage = bool(tournament.stages) and number is None
    tab = names.stage_sheet if stage else names.record_sheet
    last = max(game.round for game in games)
    sheets = tuple(tab(game.round, game.table) for game in games)
    title = stage_code(last) if stage else names.round_sheet(last)
    return Print(title, (_counted(workspace, len(sheets)),), sheets, count=len(sheets))


def _standings(workspace: Workspace, number: int | None) -> Print:  # noqa: ARG001 - each is called alike
    """The standings as they are, secret or not: somebody has named them."""
    _, tournament = workspace.text, workspace.tournament
    if not tournament.games:
        raise Refusal(_("Nothing is seated yet: there are no standings to print."))
    secret = workspace.contents.rulebook.secret and tournament.finals is None
    warning = _("Careful: these standings are secret until the elimination phase ends. They are for the referee's eyes only.")
    lines = (_("The standings, to print: {path}"), *((warning,) if secret else ()))
    return Print("Standings", lines, _sheets_of(workspace, ("Standings_Rank",)))


def _duels(workspace: Workspace, number: int | None) -> Print:  # noqa: ARG001 - as above
    """The bracket and how a duel is played, or the stages of the knock-out; Refusal before they are seated."""
    _, finals = workspace.text, workspace.tournament.finals
    if finals is None or not (finals.duels or workspace.tournament.stages):
        raise Refusal(_("No duels and no knock-out tables are seated."))
    sheets = _sheets_of(workspace, ("Finals_Place", "Duel_Rules"))
    return Print("Duels", (_("The duels to print, with how they are played: {path}"),), sheets)


def _meetings(workspace: Workspace, number: int | None) -> Print:  # noqa: ARG001 - as above
    """Who has met whom: Refusal at fixed tables, where nobody asks."""
    _, sheets = workspace.text, _sheets_of(workspace, (names.meetings(1),))
    if not sheets or not workspace.tournament.games:
        raise Refusal(_("Nobody has met anybody: nothing is seated yet, or the tables stay as they are."))
    return Print("Meetings", (_("Who has met whom, to print: {path}"),), sheets)


def _slips(workspace: Workspace, number: int | None) -> Print:  # noqa: ARG001 - as above
    """A slip for everybody, to be cut apart: his own total and how it came about, nobody else's."""
    _ = workspace.text
    if not workspace.tournament.games:
        raise Refusal(_("Nothing is seated yet: there are no slips to print."))
    heads, slips = slips_of(workspace)

    def pages() -> bytes:
        from bangxl.sheets.slips import build  # noqa: PLC0415 - openpyxl is slow to import

        return ClosedBook.built(_MADE, build(workspace.contents.rulebook, slips, heads)).dump()

    text = _.plural("{count} slip to print: {path}", "{count} slips to print, to be cut apart: {path}", len(slips))
    careful = (_("Careful: a slip is for the eyes of its player only."),) if workspace.contents.rulebook.secret else ()
    return Print("Slips", (text, *careful), pages=pages, count=len(slips))


def slips_of(workspace: Workspace) -> tuple[int, list[tuple[str, ...]]]:
    """How many lines are the head of a slip, and the lines of everybody's who has been seated, by surname."""
    from bangxl.commands.slip import slip_of  # noqa: PLC0415 - few need them

    tournament = workspace.tournament
    heads = 2 if tournament.event.name or tournament.event.date else 1
    seated = {seat.player for game in tournament.games for seat in game.seats}
    order = by_surname(player.name for player in tournament.players)
    people = sorted((one for one in tournament.players if one.id in seated), key=lambda one: order(one.name))
    return heads, [slip_of(workspace, player) for player in people]


def _blank(workspace: Workspace, number: int | None) -> Print:  # noqa: ARG001 - as above
    """All games that fixed tables still play, with names; else empty record sheets, one for each size of table."""
    from bangxl.sheets import blank  # noqa: PLC0415 - openpyxl is slow to import

    _, state = workspace.text, workspace.state
    fixed = bool(state.tournament.start_tables)
    count = sum(1 for _form in (blank.forms_of_tables if fixed else blank.forms_of_sizes)(state, _))
    if not count:
        raise Refusal(_("There is no game to come: nobody is seated yet, or all games are played."))

    def pages() -> bytes:
        return ClosedBook.built(_MADE, (blank.of_tables if fixed else blank.of_sizes)(state, _)).dump()

    return Print("Blank", (_counted(workspace, count),), pages=pages, count=count)


def _diplomas(workspace: Workspace, number: int | None) -> Print:  # noqa: ARG001 - as above
    """A diploma for the champion and the podium, behind the page for who hands out the prizes."""
    return _awards(workspace, everyone=False)


def diplomas_for_everyone(workspace: Workspace, number: int | None) -> Print:  # noqa: ARG001 - as above
    """A diploma for everybody who is ranked, behind the page for who hands out the prizes."""
    return _awards(workspace, everyone=True)


def _awards(workspace: Workspace, *, everyone: bool) -> Print:
    """Refusal before the final ranking stands."""
    from bangxl.sheets import diplomas  # noqa: PLC0415 - openpyxl is slow to import

    _, state = workspace.text, workspace.state
    closed = state.tournament.finals is not None and state.tournament.finals.closed
    honoured = diplomas.honours(state, _, everyone=everyone) if closed else []
    if not honoured:
        raise Refusal(_("There is no final ranking yet: diplomas are printed when the tournament is closed."))
    count = len(honoured)
    text = _.plural("{count} diploma to print, one page each: {path}", "{count} diplomas to print, one page each: {path}", count)
    first = _("The page for who hands out the prizes comes first.")

    def pages() -> bytes:
        return ClosedBook.built(_MADE, diplomas.build(state, _, honoured)).dump()

    return Print("Diplomas", (text, first), pages=pages, count=count)


WHATS: Final[Mapping[str, Callable[[Workspace, int | None], Print]]] = {
    "": _now,
    "walls": _walls,
    "records": _records,
    "standings": _standings,
    "duels": _duels,
    "slips": _slips,
    "meetings": _meetings,
    "diplomas": _diplomas,
    "blank": _blank,
}
"""What can be printed, by the word after ``--what``; without one what the hour needs."""

OF_A_ROUND: Final = frozenset({"", "walls", "records"})
"""Those that are of one round."""


def in_play(tournament: Tournament) -> tuple[Game, ...]:
    """The games that are seated and not closed: of the last stage, else of all tables, in their order."""
    if tournament.stages:
        last = max(game.round for game in tournament.stages)
        return () if tournament.finals and tournament.finals.closed else tuple(tournament.stage(last))
    games = (game for game in tournament.games if not tournament.is_closed(game))
    return tuple(sorted(games, key=lambda game: (game.table, game.round)))


def duels_in_play(tournament: Tournament) -> tuple[str, ...]:
    """A name on the sheet of the duels, and one on the page of their rules, while there are some.

    The rules alone beside the record sheet of two.
    """
    finals = tournament.finals
    if finals is None or finals.closed:
        return ()
    stage = tournament.stage(max((game.round for game in tournament.stages), default=0))
    if finals.duels:
        return "Finals_Place", "Duel_Rules"
    return ("Duel_Rules",) if any(game.size == _TWO for game in stage) else ()


def _sheets_of(workspace: Workspace, wanted: Sequence[str]) -> tuple[str, ...]:
    """The sheets on which names stand, as far as this workbook has them."""
    found = workspace.book.names
    return tuple(found[name].sheet for name in wanted if name in found)


def _require_games(workspace: Workspace, games: Sequence[Game], number: int) -> None:
    _ = workspace.text
    if not workspace.tournament.games:
        raise Refusal(_("Nothing is seated yet: there are no record sheets to print."))
    if not games:
        raise Refusal(_("Round {round} is not seated yet.").format(round=number))


def _counted(workspace: Workspace, count: int) -> str:
    _ = workspace.text
    return _.plural("{count} record sheet to print: {path}", "{count} record sheets to print, one page each: {path}", count)
