"""`bangxl help` and the button *Help*: the handbook as a page, which opens without a network."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Final

from bangxl.commands.screen import open_file
from bangxl.commands.workspace import guessed_language, require_language
from bangxl.locale.catalog import catalog
from bangxl.locale.system import reason
from bangxl.web.handbook import page

_FOLDER: Final = "bangxl-handbook-"


def handbook(language: str = "") -> tuple[str, ...]:
    """Write the page into a folder of its own for temporary files, and open it where somebody looks on; the line to say.

    The folders of earlier calls are removed: a browser has read the page that it shows.
    Where it cannot be written, a line that says why. Refusal (usage) for a language that is none of ours.
    """
    spoken = require_language(language) if language else guessed_language()
    _ = catalog(spoken)
    try:
        for former in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
            shutil.rmtree(former, ignore_errors=True)  # of another user, or a link: it stays
        path = written(Path(tempfile.mkdtemp(prefix=_FOLDER)), spoken)
    except OSError as error:
        return (_("The handbook could not be written for the browser ({reason}).").format(reason=_(reason(error))),)
    opened = open_file(path)
    text = _("The handbook is open: {path}") if opened else _("The handbook, to open in a browser: {path}")
    return (text.format(path=path),)


def written(folder: Path, language: str) -> Path:
    """The page in a folder, as a file. OSError."""
    path = folder / f"bangxl-handbook.{language}.html"
    path.write_text(page(language), encoding="utf-8")
    return path
