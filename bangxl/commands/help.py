"""The button *Help*: the next step, what each button does, where the copies lie."""

from __future__ import annotations

from bangxl import __version__
from bangxl.books.history import folder
from bangxl.books.port import Book
from bangxl.commands.missing import SEATABLE, missing
from bangxl.commands.workspace import Workspace, opened
from bangxl.tournament.progress import next_step
from bangxl.vba.ribbon import buttons


def help_lines(book: Book) -> tuple[str, ...]:
    """What a message on the screen has room for. Refusal where the workbook cannot be read."""
    workspace = opened(book, reading_only=True)
    _ = workspace.text
    uses = [f"«{_(button.label)}»: {_(button.tip)}" for button in buttons().values()]
    copies = _("Before every command a copy is kept in {folder}").format(folder=folder(book.path))
    manual = _("Manual: the README of bangxl; in a terminal «bangxl --help».")
    return (*_next(workspace), "", *uses, "", copies, manual, f"bangxl {__version__}")


def _next(workspace: Workspace) -> list[str]:
    """The next step: what the status line on every sheet says; of a workbook not calculated yet, the like."""
    _ = workspace.text
    shown = workspace.book.shown("Next_Step")
    if shown and shown[0]:
        return [str(shown[0])]
    if errors := workspace.errors():
        return [str(errors[0])]
    step = next_step(workspace.tournament, workspace.contents.rulebook)
    if isinstance(step, SEATABLE):
        button = buttons()["seat"]
        return [_("Next step: click «{button}».").format(button=_(button.label))]
    return missing(workspace, step)
