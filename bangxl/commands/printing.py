"""`bangxl print` and its button: a PDF of the sheets to print now.

Without a word it is what the hour needs, and never a secret: once a round is drawn its list for the wall and its record
sheets, during play the record sheets alone, when the standings are published these with the duels or the knock-out's sheets, at
the end the final ranking. Only who names them (``--what standings``, ``--what slips``) gets standings or totals that are secret.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from bangxl.books import files
from bangxl.books.port import BookError, OpenBook
from bangxl.commands.asking import Answer
from bangxl.commands.errors import USAGE, Refusal, book_refusals, explain
from bangxl.commands.output import Output, is_ours, marked_as_ours, write_all
from bangxl.commands.screen import open_file
from bangxl.commands.statement import slip_parts
from bangxl.commands.workspace import Workspace, open_workspace, require_intact
from bangxl.locale.catalog import Catalog, dotted, long_day, speaking
from bangxl.paper.diplomas import awards_pages, honours
from bangxl.paper.entries import entries_pages
from bangxl.paper.finals import duel_page, finals_page
from bangxl.paper.meetings import meetings_page
from bangxl.paper.record import empty_forms, forms_to_come, game_form, record_page, stage_page
from bangxl.paper.sheet import Paper, Size
from bangxl.paper.standings import slips_pages, standings_page
from bangxl.paper.wall import wall_pages
from bangxl.referto.book import Referto
from bangxl.sheets.duel import is_needed
from bangxl.tournament.finals import duel_mode, final_ranking
from bangxl.tournament.knockout import PAIR
from bangxl.tournament.model import Game, round_code, stage_code
from bangxl.tournament.progress import is_begun, open_games
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook.notices import cell_of
from bangxl.workbook.surnames import by_surname
from bangxl.workbook.titles import display_names

PDF: Final = ".pdf"
Page = Callable[[Paper], None]
"""What draws pages."""


@dataclass(frozen=True, slots=True)
class Job:
    """Pages to print, the name of the file, and the line to show.

    The first line has a {path}, and perhaps a {count}, of ``count`` pages or slips.
    """

    title: str
    lines: tuple[str, ...]
    pages: tuple[Page, ...]
    count: int = 1


class Printed(NamedTuple):
    """The lines to show, and the file."""

    lines: tuple[str, ...]
    path: Path


def print_pages(
    source: Path | OpenBook,
    what: str = "",
    number: int | None = None,
    target: Path | None = None,
    *,
    everyone: bool = False,
    overwrite: bool = False,
    letter: bool = False,
) -> Printed:
    """Write a PDF over an earlier one by bangxl; without ``target`` into ``NAME-Round3.pdf``.

    ``what`` is one of `WHATS`, or "" for what the hour needs; ``number`` is the round, of walls and records only; ``everyone``:
    diplomas not only for the podium; ``letter``: for American paper. Refusal if there is nothing to print, and over a file
    that is not ours unless ``overwrite``.
    """
    workspace = require_intact(open_workspace(source, reading_only=True))
    require_pdf(target, workspace.catalog)
    job = _choose_job(workspace, what, number, everyone=everyone)
    title = f"{job.title}-{what}" if what and what in OF_A_ROUND else job.title
    path = target or workspace.path.with_name(f"{workspace.path.stem}-{title}{PDF}")
    event = workspace.tournament.event.name
    with speaking(workspace.tournament.language):
        # chosen anew: pages speak the tournament's language, the lines to show that of the answers
        pages = _choose_job(workspace, what, number, everyone=everyone).pages
        data = pdf_of_pages(dotted(title, event), workspace.language, pages, letter=letter, logo=workspace.tournament.logo)
    lines = (*job.lines[1:], *unprintable(workspace.catalog, workspace.contents.rulebook, workspace))
    with book_refusals(path, workspace.language):
        write_all([Output(path, data, is_ours)], [workspace.path], overwrite=overwrite)
    return Printed((job.lines[0].format(path=path, count=job.count), *lines), path)


def pdf_of_pages(title: str, language: str, pages: Sequence[Page], *, letter: bool = False, logo: bytes | None = None) -> bytes:
    """The pages as a PDF that is known as ours."""
    size: Size = "letter" if letter else "a4"
    paper = Paper(title, language, files.time_now(), size, logo)
    for page in pages:
        page(paper)
    return marked_as_ours(paper.data())


def unprintable(_: Catalog, rulebook: Rulebook, workspace: Workspace | None = None) -> tuple[str, ...]:
    """A line about names with letters that have no font here: of players, the event (with the cells) and the regulation."""
    texts = dict.fromkeys((rulebook.title, *astuple(rulebook.source), *rulebook.articles.values(), *rulebook.characters), "")
    if workspace is not None:
        book, words = workspace.book, [name for name in workspace.book.names if name.startswith(("Event", "Players_Region"))]
        cells = [(name, row, text) for name in words for row, text in enumerate(book.read(name)) if isinstance(text, str)]
        texts |= {text: " ({} {})".format(*cell_of(book, name, row)) for name, row, text in cells}
        texts |= dict.fromkeys((player.name for player in workspace.tournament.players), "")
    lacking = [f"{text}{texts[text]}" for text in Paper("", _.language, files.time_now()).without_font(texts)]
    line = _("No font on this computer has all letters of these names: {names}. Install one, such as Noto Sans CJK.")
    return (line.format(names=", ".join(lacking)),) if lacking else ()


def require_pdf(target: Path | None, _: Catalog) -> None:
    """Refusal (usage) for a name that does not end in .pdf."""
    if target is not None and target.suffix.lower() != PDF:
        raise Refusal(_("{path}: the name must end in .pdf.").format(path=target), exit_code=USAGE)


def _choose_job(workspace: Workspace, what: str, number: int | None, *, everyone: bool) -> Job:
    """What is to be printed, by its word or "" for what the hour needs.

    Refusal (usage) for a word that nobody knows, a round if there is none, a referto; and where there is nothing to print.
    """
    _ = workspace.catalog
    if isinstance(workspace.book, Referto):
        raise explain(BookError("referto"), str(workspace.path), workspace.language)
    if what not in WHATS:
        text = _("«{what}» cannot be printed. Choose from: {known}.")
        raise Refusal(text.format(what=what, known=", ".join(filter(None, WHATS))), exit_code=USAGE)
    if number is not None and what not in OF_A_ROUND:
        text = _("Only walls and records belong to a round: leave out {--round}, or use {--what walls} or {--what records}.")
        raise Refusal(text, exit_code=USAGE)
    if everyone and what != "diplomas":
        raise Refusal(_("Only diplomas can be for everyone: use {--what diplomas}."), exit_code=USAGE)
    return _diplomas(workspace, number, everyone=True) if everyone else WHATS[what](workspace, number)


def _due_now(workspace: Workspace, number: int | None) -> Job:
    _, tournament = workspace.catalog, workspace.tournament
    if tournament.finals is not None and number is None:
        if not tournament.is_over:
            return _finals(workspace)
        ranked = [_page(finals_page, workspace)] if workspace.contents.rulebook.has_finals else []
        line = _("Standings and final ranking to print: {path}")
        return Job("Finals", (line,), (_page(standings_page, workspace), *ranked))
    records = _records(workspace, number)
    games = open_games(tournament)
    # people look for their seats where nothing is typed yet, tables are several, and seats are new
    begun = any(is_begun(workspace.contents.rulebook, game) for game in games)
    known = bool(tournament.start_tables) and tournament.rounds_seated > 1
    is_alone = len({game.table for game in games}) == 1
    if number is None and (begun or known or is_alone):
        return records
    pages = (*_walls(workspace, number).pages, *records.pages)
    return replace(records, lines=(*records.lines, _("The wall list comes first.")), pages=pages)


def _finals(workspace: Workspace) -> Job:
    """The duels or the stage in play; until the first result the standings too, which have just been published."""
    _, records, stages = workspace.catalog, open_games(workspace.tournament), workspace.tournament.stages
    finals = workspace.tournament.finals
    duels: list[Page] = []
    if finals is not None and finals.duels:
        duels = [_page(finals_page, workspace), *_rules_page(workspace)]
    elif any(game.size == PAIR for game in records):
        duels = _rules_page(workspace)
    if not records and not duels:
        raise Refusal(_("No record sheets are in use. Print the sheet on your screen with the program's own print command."))
    scores = (score for duel in (finals.duels if finals else ()) for score in (duel.score_a, duel.score_b))
    begun = any(game.winner or is_begun(workspace.contents.rulebook, game) for game in stages)
    fresh = not begun and all(score is None for score in scores)
    before = [_page(standings_page, workspace), *([_page(finals_page, workspace)] if records else [])] if fresh else []
    line = _("Duels to print, with the rules: {path}") if not records else _counted(workspace, len(records))
    more = (_("The published standings come first."),) if before else ()
    title = stage_code(records[0].round) if records else "Finals"
    return Job(title, (line, *more), (*before, *(_page(stage_page, workspace, game) for game in records), *duels), len(records))


def _walls(workspace: Workspace, number: int | None) -> Job:
    """The list for the wall of a round, of the last one if none is named; fixed tables have one."""
    _, tournament = workspace.catalog, workspace.tournament
    number = 1 if tournament.start_tables else number or tournament.rounds_seated
    _require_games(workspace, tournament.round(number), number)
    return Job(round_code(number), (_("Wall list to print: {path}"),), (_page(wall_pages, workspace, number),))


def _records(workspace: Workspace, number: int | None) -> Job:
    _, tournament = workspace.catalog, workspace.tournament
    games = open_games(tournament) if number is None else tournament.round(number)
    if number is None and tournament.games and not games:
        raise Refusal(_("No game is being played. Say which round's record sheets to print: {--round N}."))
    _require_games(workspace, games, number or 0)
    if is_stage := bool(tournament.stages) and number is None:
        pages: list[Page] = [_page(stage_page, workspace, game) for game in games]
    else:
        pages = [partial(record_page, form=game_form(workspace.state, _, game)) for game in games]
    title = (stage_code if is_stage else round_code)(max(game.round for game in games))
    return Job(title, (_counted(workspace, len(pages)),), tuple(pages), len(pages))


def _standings(workspace: Workspace, number: int | None) -> Job:  # noqa: ARG001 - each is called alike
    """The standings as they are, secret or not: somebody has named them."""
    _, tournament = workspace.catalog, workspace.tournament
    _require_games(workspace, tournament.games)
    secret = workspace.contents.rulebook.secret and tournament.finals is None
    warning = _("Careful: these standings are secret until the elimination phase ends. Only the referee may see them.")
    lines = (_("Standings to print: {path}"), *((warning,) if secret else ()))
    return Job("Standings", lines, (_page(standings_page, workspace),))


def _duels(workspace: Workspace, number: int | None) -> Job:  # noqa: ARG001 - as above
    """The bracket and how a duel is played, or the stages of the knock-out; Refusal before they are seated."""
    _, finals = workspace.catalog, workspace.tournament.finals
    if finals is None or not (finals.duels or workspace.tournament.stages):
        raise Refusal(_("No duels or knock-out tables are seated."))
    rules = _rules_page(workspace)
    line = _("Duels to print, with the rules: {path}") if rules else _("PDF: {path}")
    return Job("Duels", (line,), (_page(finals_page, workspace), *rules))


def _meetings(workspace: Workspace, number: int | None) -> Job:  # noqa: ARG001 - as above
    """Who has met whom: Refusal at fixed tables, where nobody asks."""
    _ = workspace.catalog
    if workspace.contents.rulebook.fixed_tables or not workspace.tournament.games:
        raise Refusal(_("There are no meetings: nothing is seated yet, or the tables are fixed."))
    return Job("Meetings", (_("Meetings to print: {path}"),), (_page(meetings_page, workspace),))


def _slips(workspace: Workspace, number: int | None) -> Job:  # noqa: ARG001 - as above
    """A slip for everybody, by surname, to be cut apart: their own total and how it came about, nobody else's."""
    _, tournament = workspace.catalog, workspace.tournament
    _require_games(workspace, tournament.games)
    seated = {seat.player for game in tournament.games for seat in game.seats}
    order = by_surname(player.name for player in tournament.players)
    people = sorted((one for one in tournament.players if one.id in seated), key=lambda one: order(one.name))
    slips = [slip_parts(workspace, player) for player in people]
    text = _.plural("{count} statement to print: {path}", "{count} statements to print and cut apart: {path}", len(slips))
    careful = (_("Careful: show a statement only to its player."),) if workspace.contents.rulebook.secret else ()
    return Job("Slips", (text, *careful), (lambda paper: slips_pages(paper, slips),), len(slips))


def _checkin(workspace: Workspace, number: int | None) -> Job:  # noqa: ARG001 - as above
    """Everybody on the list by surname, with boxes to tick and a line to sign."""
    _, tournament = workspace.catalog, workspace.tournament
    order, event = by_surname(one.name for one in tournament.players), tournament.event
    people, called = sorted(tournament.players, key=lambda one: order(one.name)), display_names(tournament.players)
    if not (names := [(called[one.id], one.region) for one in people]):
        raise Refusal(_("No names are typed yet, so there is nobody to check in."))
    below = dotted(event.name, event.place), long_day(_, event.date)
    paid, total = list[str](), ""
    if tournament.entry_fee is not None:
        fees = [(one, tournament.entry_fee if one.fee is None else one.fee) for one in people]
        paid = [f"{'☑' if one.paid else '☐'} {fee}" for one, fee in fees]
        total = _("{paid} of {owed}").format(paid=tournament.fees[0], owed=tournament.fees[1])
    line = _("Check-in list to print: {path}")
    return Job("Checkin", (line,), (lambda paper: entries_pages(paper, _, names, below, paid, total),))


def _blank(workspace: Workspace, number: int | None) -> Job:  # noqa: ARG001 - as above
    """All games that fixed tables still play, with names; else empty record sheets, one for each size of table."""
    _, state = workspace.catalog, workspace.state
    forms = (forms_to_come if state.tournament.start_tables else empty_forms)(state, _)
    pages = tuple(partial(record_page, form=form) for form in forms)
    if not pages:
        raise Refusal(_("There are no more games: nobody is seated yet, or all games are played."))
    return Job("Blank", (_counted(workspace, len(pages)),), pages, len(pages))


def _diplomas(workspace: Workspace, number: int | None, *, everyone: bool = False) -> Job:  # noqa: ARG001 - as above
    """A diploma for the champion and the podium, behind the page for who hands out the prizes.

    Refusal before the final ranking stands.
    """
    _, state = workspace.catalog, workspace.state
    honoured = honours(state, _, everyone=everyone) if state.tournament.is_over else []
    if not honoured:
        raise Refusal(_("There is no final ranking yet. You can print diplomas when the tournament is closed."))
    count = len(honoured)
    text = _.plural("{count} diploma to print: {path}", "{count} diplomas to print, one per page: {path}", count)
    first = _("The page for the prize-giving comes first.")
    return Job("Diplomas", (text, first), (_page(awards_pages, workspace, honoured),), count)


WHATS: Final[Mapping[str, Callable[[Workspace, int | None], Job]]] = {
    "": _due_now,
    "walls": _walls,
    "records": _records,
    "standings": _standings,
    "duels": _duels,
    "slips": _slips,
    "meetings": _meetings,
    "diplomas": _diplomas,
    "checkin": _checkin,
    "blank": _blank,
}
"""What can be printed, by the word after ``--what``; without one what the hour needs."""

OF_A_ROUND: Final = frozenset({"", "walls", "records"})
"""Those that are of one round."""


def _page(draw: Callable[..., None], workspace: Workspace, *more: object) -> Page:
    """What a function of `bangxl.paper` draws of this tournament, in the language that is spoken then."""
    return lambda paper: draw(paper, workspace.state, workspace.catalog, *more)


def _rules_page(workspace: Workspace) -> list[Page]:
    """How a duel is played, where the regulation has one of which there is something to say; after the last one nothing."""
    rulebook, _, event = workspace.contents.rulebook, workspace.catalog, workspace.tournament.event
    below = dotted(event.name, event.place), long_day(_, event.date)
    needed = is_needed(rulebook) and not final_ranking(workspace.state)
    return [lambda paper: duel_page(paper, rulebook, _, below, duel_mode(workspace.state))] if needed else []


def _require_games(workspace: Workspace, games: Sequence[Game], number: int = 0) -> None:
    _ = workspace.catalog
    if not workspace.tournament.games:
        raise Refusal(_("Nothing is seated yet, so there is nothing to print."))
    if not games:
        raise Refusal(_("Round {round} is not seated yet.").format(round=number))


def _counted(workspace: Workspace, count: int) -> str:
    _ = workspace.catalog
    return _.plural("{count} record sheet to print: {path}", "{count} record sheets to print, one page each: {path}", count)


def print_and_show(book: OpenBook, what: str = "") -> Answer:
    """Write a PDF of the sheets to print now, or of others, and open it."""
    printed = print_pages(book, what)
    open_file(printed.path)
    return Answer(printed.lines)
