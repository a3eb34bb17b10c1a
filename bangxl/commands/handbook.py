"""`bangxl help` and the button *Help*: the handbook as a page, which opens without a network."""

from __future__ import annotations

import tempfile
from pathlib import Path

from bangxl.commands.screen import open_file
from bangxl.commands.workspace import guessed_language, require_language
from bangxl.locale.catalog import catalog
from bangxl.web.handbook import page


def handbook(language: str = "") -> tuple[str, ...]:
    """Write the page into a folder of its own for temporary files, and open it where somebody looks on; the line to say.

    Refusal (usage) for a language that is none of ours.
    """
    spoken = require_language(language) if language else guessed_language()
    path = Path(tempfile.mkdtemp(prefix="bangxl-")) / name_of(spoken)
    path.write_text(page(spoken), encoding="utf-8")
    _ = catalog(spoken)
    opened = open_file(path)
    text = _("The handbook is open: {path}") if opened else _("The handbook, to open in a browser: {path}")
    return (text.format(path=path),)


def name_of(language: str) -> str:
    """The name of the page's file."""
    return f"bangxl-handbook.{language}.html"
