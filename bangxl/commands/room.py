"""`bangxl show`: a page for a projector or a television, with public facts only (NAME-room.html).

Before the first draw who is missing; until the standings are published who sits where, and which tables still play; then the
duels or the tables of the knock-out, and the standings; at the end the champion and the final ranking. A page that is there is
written again whenever the workbook is newer than it.

The page is one file without script, whose screens turn by themselves; a browser reads it again and again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from bangxl.books import files
from bangxl.books.port import BookError
from bangxl.commands.errors import Refusal, book_refusals, explain
from bangxl.commands.output import Output, put
from bangxl.commands.screen import open_file
from bangxl.commands.standings import score_text
from bangxl.commands.workspace import Source, Workspace, guessed_language, open_workspace, path_of, require_intact
from bangxl.locale.catalog import catalog, dotted, speak
from bangxl.referto.book import Referto
from bangxl.rulebooks.loader import RulebookError
from bangxl.tournament.finals import BYE, champions, final_ranking, match_winner, matches_of, pairing
from bangxl.tournament.model import Game
from bangxl.tournament.progress import blanks, in_play
from bangxl.tournament.standings import standings
from bangxl.web import markup
from bangxl.web.markup import Html, document, element
from bangxl.workbook.messages import display_names
from bangxl.workbook.wall import by_surname
from bangxl.workbook.words import duel_title

SUFFIX: Final = "-room.html"
NAMES: Final = 24
"""So many people's lines on a screen."""
SECONDS: Final = 12
"""How long a screen stays."""
COLUMN: Final = 12
"""So many lines stand below each other."""
TALLEST: Final = 10
"""The height of a line that has room, in hundredths of the screen's."""
ROOM: Final = 81
"""What all lines of a column have together, in the same."""

KIND: Final = "room"
is_page: Final = partial(markup.is_page, KIND)
"""Whether a file is such a page."""


Line = tuple[str, str, str]
"""What stands at the left, in the middle and at the right."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A heading, and lines with what stands at their left, in their middle and at their right; or one large line alone."""

    heading: str
    lines: Sequence[Line] = ()
    alone: str = ""


def show(source: Source, *, overwrite: bool = False) -> tuple[str, ...]:
    """Write the page beside the workbook, and open it where somebody looks on; the lines to say.

    Refusal for a referto, over a file that is not ours unless ``overwrite``, and where nothing can be written.
    """
    workspace = require_intact(open_workspace(source, reading_only=True))
    _, path = workspace.text, page_of(workspace.path)
    if isinstance(workspace.book, Referto):
        raise explain(BookError("referto"), str(workspace.path), _.language)
    with book_refusals(path, _.language):
        _write(workspace, path, overwrite=overwrite)
    how = _("Move this window to the projector and press F11. It follows the workbook.")
    opened = open_file(path)
    line = _("The projector page is open: {path}") if opened else _("Open the projector page in a browser: {path}")
    return line.format(path=path), how


def refresh(source: Source) -> tuple[str, ...]:
    """Write the page again if there is one of bangxl that is older than the workbook; a line where that cannot be.

    What the workbook's file holds is shown, after commands of all kinds; nothing is raised that a person could mend.
    """
    path = path_of(source)
    if not path.name:  # a folder, as the command has said
        return ()
    room = page_of(path)
    try:
        if not (room.is_file() and path.is_file()) or room.stat().st_mtime_ns > files.real(path).stat().st_mtime_ns:
            return ()
        if not is_page(room.read_bytes()):
            return ()
        _write(require_intact(open_workspace(path, reading_only=True)), room)
    except (BookError, Refusal, RulebookError, OSError):
        _ = catalog(guessed_language())
        return (_("{path} still shows what was there before: {bangxl show} says why.").format(path=room.name),)
    return ()


def page_of(path: Path) -> Path:
    """Where the page of a workbook lies."""
    return path.with_name(path.stem + SUFFIX)


def _write(workspace: Workspace, path: Path, *, overwrite: bool = False) -> None:
    """Write the page; at its top the event's name, and the last code: people photograph the page too."""
    tournament, language = workspace.tournament, workspace.tournament.language
    with speak(language):
        shown = tuple(screens(workspace))
    event = dotted(tournament.event.name, tournament.newest_code)
    turning, many = len(shown) * SECONDS, len(shown)
    sections = []
    for number, screen in enumerate(shown):
        count = element("b", f"{number + 1} / {many}") if many > 1 else Html()
        head = element("header", element("h1", screen.heading), element("p", event, " ", count))
        body = element("p", screen.alone, class_="alone") if screen.alone else _columns(screen.lines)
        delay = f"animation-delay:{number * SECONDS}s" if many > 1 else ""
        sections.append(element("section", head, body, style=delay))
    turns = _TURN.format(turning=turning, share=100 / many) if many > 1 else ""
    title = event or shown[0].heading
    text = document(KIND, language, title, "room", *sections, more_style=turns, refresh=turning)
    put([Output(path, text.encode(), is_page)], [workspace.path], overwrite=overwrite)


def _columns(lines: Sequence[Line]) -> Html:
    """One column, or two where there are many lines; their height fills the screen."""
    height = len(lines) if len(lines) <= COLUMN else -(-len(lines) // 2)
    size = min(TALLEST, ROOM / max(1, height))
    tables = (
        element("table", *(element("tr", *(element("td", part) for part in line)) for line in column))
        for column in filter(None, (lines[:height], lines[height:]))
    )
    return element("div", *tables, style=f"--line:{size:.2f}vh")


def screens(workspace: Workspace) -> Iterator[Screen]:
    """What to show, screen by screen, at least one; no money and no points before the standings are published."""
    _, state, tournament = workspace.text, workspace.state, workspace.tournament
    called = display_names(tournament.players)
    games = in_play(tournament)
    if tournament.finals is None:
        games = games or tournament.round(tournament.rounds_seated)  # where tables change, the last round that is seated
        title = _("Tables") if tournament.start_tables else _("Round {round}").format(round=tournament.rounds_seated)
        yield from _fill(title, _tables(workspace, games))
        playing = [game.table for game in games if blanks(state, game)]
        if 0 < len(playing) < len(games):
            yield Screen(_("Still playing"), alone=_("Table {table}").format(table=", ".join(map(str, playing))))
        if not games:
            yield Screen(tournament.event.name or "BANG!", alone=_("The tables will appear here."))
            yield from _fill(_("Not here yet"), _missing(workspace))
        return
    if best := champions(state):
        title = workspace.contents.rulebook.champion or _("Tournament winner")
        yield Screen(title, alone=" – ".join(called[player] for player in best))
    if tournament.stages and games:
        yield from _fill(_("Stage {n}").format(n=games[0].round), _tables(workspace, games))
    duels = []
    for match in matches_of(state):
        sides, winner = pairing(state, match), match_winner(state, match.code)
        named = " – ".join(_("bye") if side == BYE else called.get(side, side) for side in sides) if sides else "…"
        duels.append((duel_title(match.code, _), named, f"★ {called.get(winner, winner)}" if winner else ""))
    yield from _fill(_("Final round"), duels)
    if ranking := final_ranking(state):
        yield from _fill(_("Final ranking"), [(f"{one.place}.", called.get(one.player, one.player), "") for one in ranking])
        return
    placed = [row for row in standings(state) if row.place is not None]
    lines = [(f"{row.place}.", called.get(row.player, row.player), score_text(row.score, _)) for row in placed]
    yield from _fill(_("Standings"), lines)


def _tables(workspace: Workspace, games: Sequence[Game]) -> list[Line]:
    """Name, table and seat of everybody in these games, by surname."""
    _, called = workspace.text, dict(display_names(workspace.tournament.players))
    seats = {seat.player: (game.table, seat.number) for game in games for seat in game.seats if seat.player in called}
    order, at = by_surname(called.values()), _("Table {table} · seat {seat}")
    lines = ((called[one], *seats[one]) for one in sorted(seats, key=lambda one: order(called[one])))
    return [("", name, element("small", at.format(table=table, seat=seat))) for name, table, seat in lines]


def _missing(workspace: Workspace) -> list[Line]:
    """Who is marked absent before the first draw or, once somebody is marked present, not at all; by surname."""
    unmarked = {one.values["name"] for one in workspace.findings_of_reading if one.code == "presence_missing"}
    people = [one for one in workspace.tournament.players if not one.present or one.name in unmarked]
    order = by_surname(one.name for one in people)
    return [("", one.name, one.region) for one in sorted(people, key=lambda one: order(one.name))]


def _fill(heading: str, lines: Sequence[Line]) -> Iterator[Screen]:
    """As few screens as hold the lines, all about equally full."""
    many = -(-len(lines) // NAMES)
    share = -(-len(lines) // max(1, many))
    for number in range(many):
        yield Screen(heading, lines[number * share : (number + 1) * share])


_TURN: Final = """
section{{visibility:hidden;animation:turn {turning}s step-end infinite}}
@keyframes turn{{0%{{visibility:visible}}{share:.4f}%{{visibility:hidden}}}}
"""
