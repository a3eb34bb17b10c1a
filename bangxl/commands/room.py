"""`bangxl show`: what the room may see, on a page for a projector or a television (NAME-room.html).

Until the standings are published who sits at which table; then the duels or the tables of the knock-out, and the standings; at
the end the champion and the final ranking. A page that is there is written again whenever the workbook is newer than it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bangxl.books import files
from bangxl.books.port import BookError
from bangxl.commands.errors import Refusal, explain
from bangxl.commands.output import Output, put
from bangxl.commands.printing import in_play
from bangxl.commands.room_page import Screen, is_page, page
from bangxl.commands.screen import open_file
from bangxl.commands.workspace import Source, Workspace, guessed_language, open_workspace, path_of, whole
from bangxl.locale.catalog import catalog
from bangxl.referto.book import Referto
from bangxl.rulebooks.loader import RulebookError
from bangxl.tournament.finals import BYE, champions, final_ranking, match_winner, matches_of, pairing
from bangxl.tournament.model import Game
from bangxl.tournament.rulebook import Match
from bangxl.tournament.standings import standings
from bangxl.workbook.messages import display_names
from bangxl.workbook.wall import by_surname
from bangxl.workbook.words import TITLES

SUFFIX: Final = "-room.html"
NAMES: Final = 24
"""So many people's lines on a screen."""

Line = tuple[str, str, str]
"""What stands at the left, in the middle and at the right."""


def show(source: Source, *, force: bool = False) -> tuple[str, ...]:
    """Write the page beside the workbook, and open it where somebody looks on; the lines to say.

    Refusal for a referto, over a file that is not ours unless ``force``, and where nothing can be written.
    """
    workspace = whole(open_workspace(source, reading_only=True))
    _, path = workspace.text, page_of(workspace.path)
    if isinstance(workspace.book, Referto):
        raise explain(BookError("referto"), str(workspace.path), _.language)
    if not (isinstance(source, Path) or workspace.path.is_absolute()):
        raise explain(BookError("never_saved"), str(workspace.path), _.language)
    try:
        _write(workspace, path, force=force)
    except BookError as error:
        raise explain(error, str(path), _.language) from None
    how = _("Move its window to the projector and press F11. It follows the workbook by itself.")
    opened = open_file(path)
    line = _("The page for the room is open: {path}") if opened else _("The page for the room, to open in a browser: {path}")
    return line.format(path=path), how


def refreshed(source: Source) -> tuple[str, ...]:
    """Write the page again if there is one of ours that is older than the workbook; a line where that cannot be.

    What the workbook's file holds is shown, after commands of all kinds; nothing is raised that a person could mend.
    """
    path = path_of(source)
    if not path.name:  # a folder, as the command has said
        return ()
    room = page_of(path)
    try:
        if not _is_older(room, path) or not is_page(room.read_bytes()):
            return ()
        _write(whole(open_workspace(path, reading_only=True)), room)
    except (BookError, Refusal, RulebookError, OSError):
        _ = catalog(guessed_language())
        return (_("{path} still shows what was before: {bangxl show} says why.").format(path=room.name),)
    return ()


def page_of(path: Path) -> Path:
    """Where the page of a workbook lies."""
    return path.with_name(path.stem + SUFFIX)


def _is_older(room: Path, path: Path) -> bool:
    return room.is_file() and path.is_file() and room.stat().st_mtime_ns <= files.real(path).stat().st_mtime_ns


def _write(workspace: Workspace, path: Path, *, force: bool = False) -> None:
    text = page(tuple(screens(workspace)), _event(workspace), workspace.text.language)
    put([Output(path, text.encode(), is_page)], force=force)


def _event(workspace: Workspace) -> str:
    """The event's name, and the last code: people photograph the page too."""
    tournament = workspace.tournament
    codes = [one.code for one in tournament.posted]
    return " · ".join(filter(None, [tournament.event.name, *codes[-1:]]))


def screens(workspace: Workspace) -> Iterator[Screen]:
    """What to show, screen by screen, at least one; no money and no points before the standings are published."""
    if workspace.tournament.finals is None:
        yield from _seats(workspace)
        return
    _, best = workspace.text, champions(workspace.state)
    if best:
        title, called = workspace.contents.rulebook.champion or _("Winner of the tournament"), _called(workspace)
        yield Screen(title, alone=" – ".join(called[player] for player in best))
    yield from _stage(workspace)
    yield from _filled(_("Final round"), [_duel(workspace, match) for match in matches_of(workspace.state)])
    yield from _ranked(workspace)


def _seats(workspace: Workspace) -> Iterator[Screen]:
    """Who sits at which table now; where tables change, in the last round that is seated."""
    _, tournament = workspace.text, workspace.tournament
    games = in_play(tournament) or tournament.round(tournament.rounds_seated)
    if not games:
        yield Screen(tournament.event.name or "BANG!", alone=_("The tables will be shown here."))
        return
    title = _("Tables") if tournament.start_tables else _("Round {round}").format(round=tournament.rounds_seated)
    yield from _filled(title, _tables(workspace, games))


def _stage(workspace: Workspace) -> Iterator[Screen]:
    """Who sits at which table of the knock-out's stage that is in play."""
    _, games = workspace.text, in_play(workspace.tournament) if workspace.tournament.stages else ()
    if games:
        yield from _filled(_("Stage {n}").format(n=games[0].round), _tables(workspace, games))


def _tables(workspace: Workspace, games: Sequence[Game]) -> list[Line]:
    """Name and table of everybody in these games, by surname."""
    _, called = workspace.text, _called(workspace)
    tables = {seat.player: game.table for game in games for seat in game.seats if seat.player in called}
    order, at = by_surname(called.values()), _("Table {table}")
    return [("", called[one], at.format(table=tables[one])) for one in sorted(tables, key=lambda one: order(called[one]))]


def _duel(workspace: Workspace, match: Match) -> Line:
    """Which duel, who meets whom, and who has won."""
    _, called = workspace.text, _called(workspace)
    sides, winner = pairing(workspace.state, match), match_winner(workspace.state, match.code)
    named = " – ".join(_("bye") if side == BYE else called.get(side, side) for side in sides) if sides else "…"
    title = _(TITLES[match.code]) if match.code in TITLES else match.code
    return title, named, f"★ {called.get(winner, winner)}" if winner else ""


def _ranked(workspace: Workspace) -> Iterator[Screen]:
    """The final ranking once there is one; before, the standings of the elimination phase with the scores."""
    _, called = workspace.text, _called(workspace)
    if ranking := final_ranking(workspace.state):
        yield from _filled(_("Final ranking"), [(f"{one.place}.", called.get(one.player, one.player), "") for one in ranking])
        return
    lines = [
        (f"{row.place}.", called.get(row.player, row.player), _.number(row.score, 0 if row.score.denominator == 1 else 2))
        for row in standings(workspace.state)
        if row.place is not None
    ]
    yield from _filled(_("Standings"), lines)


def _called(workspace: Workspace) -> dict[str, str]:
    return dict(display_names(workspace.tournament.players))


def _filled(heading: str, lines: Sequence[Line]) -> Iterator[Screen]:
    """As few screens as hold the lines, all about equally full."""
    many = -(-len(lines) // NAMES)
    share = -(-len(lines) // max(1, many))
    for number in range(many):
        yield Screen(heading, lines[number * share : (number + 1) * share])
