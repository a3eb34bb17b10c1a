"""Arguments of the command line that are files: what is done about them before a command and after it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bangxl.terminal import say


def tidy(path: Path | None) -> Path | None:
    """Remove what a killed command has left where this one is about to read or write, and say so."""
    from bangxl.commands.workspace import tidied

    say(tidied(path) if path is not None else (), wrong=True)
    return path


def _workbook(context: typer.Context, path: Path) -> Path:
    """The same; and when the command is over, the page for the room shows what it has changed."""

    def refresh() -> None:
        from bangxl.commands.room import refreshed

        say(refreshed(path), wrong=True)

    tidy(path)
    context.call_on_close(refresh)
    return path


File = Annotated[Path, typer.Argument(metavar="FILE", help="The workbook.", callback=_workbook)]
Made = Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The workbook to make.", callback=tidy)]
Force = Annotated[bool, typer.Option("--force", help="Also over a file that bangxl did not write.")]
