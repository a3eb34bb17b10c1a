"""Commands that change only the screen: help, handbook, show or hide the standings, open a file."""

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

from bangxl import __version__
from bangxl.books.history import history_folder
from bangxl.books.port import Book, BookError, Changes, OpenBook
from bangxl.commands.asking import Answer
from bangxl.commands.next_step import next_step_lines
from bangxl.commands.workspace import guessed_language, language_of, open_workspace, require_language
from bangxl.locale.catalog import catalog
from bangxl.locale.system import reason
from bangxl.office import MESSAGES
from bangxl.vba.ribbon import buttons, menu
from bangxl.web.handbook import page_of_handbook

_HANDBOOK: Final = "bangxl-handbook-"


def help_lines(book: Book) -> tuple[str, ...]:
    """A message that fits on the screen. Raises Refusal if the workbook cannot be read."""
    workspace = open_workspace(book, reading_only=True)
    _ = workspace.catalog
    seldom = ", ".join(_.quoted(_(button.label)) for button in menu().buttons.values())
    often = {action: button for action, button in buttons().items() if action not in menu().buttons}
    uses = [f"{_.quoted(_(button.label))}: {_(button.tip)}" for button in often.values()]
    uses.append(f"{_.quoted(_(menu().label))}: {seldom}")
    copies = _("Copies from before each command are in {folder}").format(folder=history_folder(book.path))
    return (*next_step_lines(workspace), "", *uses, "", copies, f"bangxl {__version__}")


def handbook(language: str) -> tuple[str, ...]:
    """Write the page into a folder of its own for temporary files, and open it where somebody looks on; the line to say.

    The folders of earlier calls are removed: a browser has read the page that it shows.
    Where it cannot be written, a line that says why. Refusal (usage) for a language that is none of bangxl.
    """
    spoken = require_language(language) if language else guessed_language()
    _ = catalog(spoken)
    try:
        for former in Path(tempfile.gettempdir()).glob(f"{_HANDBOOK}*"):
            shutil.rmtree(former, ignore_errors=True)  # of another user, or a link: it stays
        name, data = handbook_page(spoken)
        path = Path(tempfile.mkdtemp(prefix=_HANDBOOK)) / name
        path.write_bytes(data)
    except OSError as error:
        return (_("The handbook could not be opened in the browser ({reason}).").format(reason=_(reason(error))),)
    opened = open_file(path)
    text = _("The handbook is open: {path}") if opened else _("Open the handbook in a browser: {path}")
    return (text.format(path=path),)


def handbook_page(language: str) -> tuple[str, bytes]:
    """The name and the contents of the page."""
    return f"bangxl-handbook.{language}.html", page_of_handbook(language).encode()


def toggle_standings(book: Book) -> tuple[str, ...]:
    """Show the sheet and open it, or hide it; there is nothing to say. BookError of the book, ``not_bangxl`` if it has none."""
    ref = book.names.get("Standings_Rank")
    if ref is None:
        raise BookError("not_bangxl", path=str(book.path))
    seen = book.sheets[ref.sheet]
    book.apply(Changes(shown={ref.sheet: not seen}, active="" if seen else ref.sheet))
    return ()


def to_clipboard(text: str) -> bool:
    """Put a text where *Paste* takes it from; False where there is no program for that."""
    ways = {"win32": [rf"{os.environ.get('SYSTEMROOT')}\System32\clip.exe"], "darwin": ["pbcopy"]}
    others = ["wl-copy", "xclip -selection clipboard", "xsel --clipboard --input"]
    known = [words for way in ways.get(sys.platform, others) if shutil.which((words := way.split(" "))[0])]
    data, quiet = text.encode("utf-16" if sys.platform == "win32" else "utf-8"), subprocess.DEVNULL
    with suppress(OSError, subprocess.SubprocessError):
        if known and not os.environ.get(MESSAGES):  # the self-test clicks; the system's own program, without a shell
            subprocess.run(known[0], input=data, stdout=quiet, stderr=quiet, timeout=5, check=True)  # noqa: S603
            return True
    return False


def open_file(path: Path) -> bool:
    """Open a file like a double click, without waiting for the program; False if there is no file or no screen."""
    if os.environ.get(MESSAGES):
        return False  # the self-test clicks
    startfile = getattr(os, "startfile", None)  # only Windows has it
    try:
        if startfile is not None:
            startfile(str(path.absolute()))
            return True
        if sys.platform == "darwin":
            program = shutil.which("open")
        elif os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            program = shutil.which("xdg-open")
        else:
            program = None  # xdg-open would show it in the terminal
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


def help_and_handbook(book: OpenBook) -> Answer:
    """The next step, what each button is for, and the handbook."""
    return Answer((*help_lines(book), *handbook(language_of(book))))
