"""The buttons that have to do with the screen alone: help, the standings shown or hidden, sheets to print, a mail to look at."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Final

from bangxl import __version__
from bangxl.books import files
from bangxl.books.history import folder
from bangxl.books.port import Book, BookError, Changes, OpenBook
from bangxl.commands.computer import MAC
from bangxl.commands.errors import Refusal, explain
from bangxl.commands.missing import SEATABLE, missing
from bangxl.commands.output import is_sealed, refuse_foreign, sealed
from bangxl.commands.workspace import Workspace, open_workspace
from bangxl.tournament.model import Tournament
from bangxl.tournament.progress import next_step
from bangxl.vba.ribbon import buttons
from bangxl.workbook import names

_TWO: Final = 2
"""Players whose table has the rules of a duel (Germany, Das Spiel zu zweit)."""


def help_lines(book: Book) -> tuple[str, ...]:
    """What a message on the screen has room for. Refusal where the workbook cannot be read."""
    workspace = open_workspace(book, reading_only=True)
    _ = workspace.text
    uses = [f"«{_(button.label)}»: {_(button.tip)}" for button in buttons().values()]
    copies = _("Before every command a copy is kept in {folder}").format(folder=folder(book.path))
    manual = _("Manual: the README of bangxl; in a terminal «bangxl --help».")
    return (*_next_step(workspace), "", *uses, "", copies, manual, f"bangxl {__version__}")


def _next_step(workspace: Workspace) -> list[str]:
    """The next step: what the status line on every sheet says; of a workbook not calculated yet, the like."""
    _ = workspace.text
    shown = workspace.book.shown("Next_Step")
    if shown and shown[0]:
        return [str(shown[0])]
    if errors := workspace.errors():
        return [str(errors[0])]
    step = next_step(workspace.state)
    if isinstance(step, SEATABLE):
        button = buttons()["seat"]
        return [_("Next step: click «{button}».").format(button=_(button.label))]
    return missing(workspace, step)


def toggle(book: Book) -> tuple[str, ...]:
    """Show the sheet and open it, or hide it; there is nothing to say. BookError of the book, ``not_bangxl`` if it has none."""
    ref = book.names.get("Standings_Rank")
    if ref is None:
        raise BookError("not_bangxl", path=str(book.path))
    seen = book.sheets[ref.sheet]
    book.apply(Changes(shown={ref.sheet: not seen}, active="" if seen else ref.sheet))
    return ()


def print_round(book: OpenBook) -> tuple[str, ...]:
    """Write ``NAME-Round3.pdf``, or ``NAME-Finals.pdf`` while duels are played, over an earlier print, and say where it is.

    Refusal over anything else, and if no game is in play.
    """
    workspace = open_workspace(book, reading_only=True)
    _, (title, sheets), duels = workspace.text, in_play(workspace.tournament), duels_in_play(workspace.tournament)
    duels = tuple(book.names[name].sheet for name in duels if name in book.names)
    if not sheets and not duels:
        raise Refusal(_nothing_to_print(workspace))
    title = title if sheets else "Finals"
    target = book.path.with_name(f"{book.path.stem}-{title}.pdf")
    try:
        refuse_foreign(target, is_sealed)
        book.pdf((*sheets, *duels), target)
        files.replace(target, sealed(files.read(target)))
    except BookError as error:
        raise explain(error, str(target), workspace.tournament.language) from None
    if not sheets:
        return (_("The duels to print, with how they are played: {path}").format(path=target),)
    text = _.plural("{count} record sheet to print: {path}", "{count} record sheets to print, one page each: {path}", len(sheets))
    return (text.format(count=len(sheets), path=target),)


def in_play(tournament: Tournament) -> tuple[str, tuple[str, ...]]:
    """The tab of the round or the stage, and the tabs of its record sheets: those of games that are seated and not closed."""
    if tournament.stages:
        last = max(game.round for game in tournament.stages)
        open_games = () if tournament.finals and tournament.finals.closed else tournament.stage(last)
        return f"Stage{last}", tuple(names.stage_sheet(game.round, game.table) for game in open_games)
    games = [game for game in tournament.games if not tournament.is_closed(game)]
    games.sort(key=lambda game: (game.table, game.round))
    title = names.round_sheet(max((game.round for game in games), default=0))
    return title, tuple(names.record_sheet(game.round, game.table) for game in games)


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


def _nothing_to_print(workspace: Workspace) -> str:
    _ = workspace.text
    if not workspace.tournament.games:
        return _("Nothing is seated yet: there are no record sheets to print.")
    return _("No record sheets are in play. Print the sheet that you see with the program's own command.")


def open_file(path: Path) -> bool:
    """Open a file as a double click would, without waiting for the program; False where there is none, or nobody looks on."""
    if os.environ.get("BANGXL_MESSAGES"):
        return False  # the self-test clicks
    startfile = getattr(os, "startfile", None)  # only Windows has it
    try:
        if startfile is not None:
            startfile(str(path.absolute()))
            return True
        program = _program()
        if program is None:
            return False
        started = subprocess.Popen(  # noqa: S603 -- the system's own program for opening files, without a shell
            [program, str(path.absolute())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    Thread(target=started.wait, daemon=True).start()  # somebody must take note of its end
    return True


def _program() -> str | None:
    if sys.platform == MAC:
        return shutil.which("open")
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return None  # xdg-open would show it in the terminal
    return shutil.which("xdg-open")
