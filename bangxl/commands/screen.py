"""The buttons that have to do with the screen alone: help, the standings shown or hidden, a mail to look at."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Thread

from bangxl import __version__
from bangxl.books.history import folder
from bangxl.books.port import Book, BookError, Changes
from bangxl.commands.computer import MAC
from bangxl.commands.missing import SEATABLE, missing
from bangxl.commands.workspace import Workspace, open_workspace
from bangxl.tournament.progress import next_step
from bangxl.vba.ribbon import buttons, menu


def help_lines(book: Book) -> tuple[str, ...]:
    """What a message on the screen has room for. Refusal where the workbook cannot be read."""
    workspace = open_workspace(book, reading_only=True)
    _ = workspace.text
    seldom = ", ".join(f"«{_(button.label)}»" for button in menu().buttons.values())
    often = {action: button for action, button in buttons().items() if action not in menu().buttons}
    uses = [*(f"«{_(button.label)}»: {_(button.tip)}" for button in often.values()), f"«{_(menu().label)}»: {seldom}"]
    copies = _("Before every command a copy is kept in {folder}").format(folder=folder(book.path))
    return (*next_step_lines(workspace), "", *uses, "", copies, f"bangxl {__version__}")


def next_step_lines(workspace: Workspace) -> list[str]:
    """The next step: what the status line on every sheet says; of a workbook not calculated yet, the like."""
    _ = workspace.text
    shown = workspace.book.shown("Next_Step") if "Next_Step" in workspace.book.names else None
    if shown and shown[0]:
        return [str(shown[0])]
    if errors := workspace.errors():
        return [str(errors[0])]
    step = next_step(workspace.state)
    if isinstance(step, SEATABLE):
        return [_("Next step: {bangxl seat}.")]
    return missing(workspace, step)


def toggle(book: Book) -> tuple[str, ...]:
    """Show the sheet and open it, or hide it; there is nothing to say. BookError of the book, ``not_bangxl`` if it has none."""
    ref = book.names.get("Standings_Rank")
    if ref is None:
        raise BookError("not_bangxl", path=str(book.path))
    seen = book.sheets[ref.sheet]
    book.apply(Changes(shown={ref.sheet: not seen}, active="" if seen else ref.sheet))
    return ()


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
