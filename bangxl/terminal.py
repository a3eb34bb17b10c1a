r"""The command line's terminal: output that survives a closed pipe, tables, a progress bar.

All that is printed passes here. Names, files and texts of others may hold characters that steer a terminal instead of being
shown: colours, the title, what the keyboard sends, the direction of writing. They are written ``\u009b``, which in JSON means
the same.
"""

# ruff: noqa: PLC0415 - what a question needs is imported when it is asked: `--help` stays quick
from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final, TextIO, cast
from unicodedata import combining, east_asian_width

from bangxl.locale.system import reason

if TYPE_CHECKING:
    from bangxl.locale.catalog import Catalog

_CONTROL: Final = "\x00-\x08\x0b-\x1f\x7f-\x9f"
_STEERING: Final = re.compile(f"[{_CONTROL}]")
_MISLEADING: Final = re.compile(f"[{_CONTROL}\u2028-\u202e\u2066-\u2069]")
"""Also what turns the direction of writing, or ends a line."""

PATIENCE, TURN = 0.5, 0.1
"""Seconds before a sign begins to turn, and between its turns."""

BAR: Final = 30
"""The width of a full bar, in signs."""


class PatientOutput:
    """Standard output or error; when nobody can read on (``| head``, a full disk), what follows goes nowhere.

    What was lost on a full disk is in `lost`: the exit code says so, unless the command has written files.
    """

    def __init__(self, stream: TextIO, *, steers: bool) -> None:
        """``stream`` is the real one; ``steers``: whether it may get signs that steer a terminal, else they are made visible."""
        self._stream = stream
        self.steers = steers
        self.lost = ""
        """Why the system took no more, in its words; "" where it took all, or nobody wanted more."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- whatever the stream has
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write, as long as somebody reads."""
        with self._quietly():
            self._stream.write(text if self.steers else visible(text))
        return len(text)

    def draw(self, text: str) -> None:
        """Write what moves about in a terminal, at once."""
        with self._quietly():
            self._stream.write(text)
            self._stream.flush()

    def flush(self) -> None:
        """Pass on the written text."""
        with self._quietly():
            self._stream.flush()

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if not isinstance(error, BrokenPipeError):
                self.lost = reason(error)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)


def use_patient_streams() -> PatientOutput:
    """Make standard output and error such that nothing breaks a command: closed, full, unread, of any encoding."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:  # closed by who called us: no file of ours may take its number
        pass
    os.close(handle)
    out, err = _patient(sys.stdout, steers=True), _patient(sys.stderr, steers=False)
    sys.stdout, sys.stderr = cast("TextIO", out), cast("TextIO", err)
    return out


def _patient(stream: object, *, steers: bool) -> PatientOutput:
    if isinstance(stream, PatientOutput):
        stream.lost = ""
        return stream
    if stream is None:  # nobody reads
        stream = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - as long as the program runs
    if reconfigure := getattr(stream, "reconfigure", None):
        reconfigure(encoding="utf-8", errors="replace")
    return PatientOutput(cast("TextIO", stream), steers=steers)


def visible(text: str) -> str:
    """A text for people, in which every character is seen; tabs and line ends stay."""
    return _written(_MISLEADING, text)


def _written(signs: re.Pattern[str], text: str) -> str:
    return signs.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


class Spinner:
    """A sign that turns on standard error while a command works in silence, for people only."""

    def __init__(self) -> None:
        self._stop = Event()
        self._thread = Thread()

    @contextmanager
    def turning(self) -> Iterator[None]:
        """Turn after half a second, until something is printed."""
        out = sys.stderr
        if isinstance(out, PatientOutput) and out.isatty():
            self._stop.clear()
            self._thread = Thread(target=self._turn, args=(out,), daemon=True)
            self._thread.start()
        try:
            yield
        finally:
            self.stop()

    def stop(self) -> None:
        """Remove the sign."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _turn(self, out: PatientOutput) -> None:
        if self._stop.wait(PATIENCE):
            return
        for sign in cycle("|/-\\"):
            out.draw(f"\r{sign}")
            if self._stop.wait(TURN):
                break
        out.draw("\r \r")


spinner: Final = Spinner()


def say(lines: Iterable[object], *, wrong: bool = False) -> None:
    """Print sentences, each on a line of its own; ``wrong``: on standard error."""
    spinner.stop()
    for line in lines:
        print(visible(" ".join(str(line).split("\n"))), file=sys.stderr if wrong else sys.stdout, flush=True)


def agrees(_: Catalog, lines: Sequence[str]) -> bool | None:
    """Whether the person at the terminal goes on, told these lines; None if nobody sits there."""
    from bangxl.locale.catalog import LANGUAGES
    from bangxl.workbook.words import YesNo, word

    if sys.stdin is None or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    say([*lines, _("Go on? (yes or no)")], wrong=True)
    answer = sys.stdin.readline().strip().casefold()
    return bool(answer) and any(word(YesNo.YES, language).startswith(answer) for language in LANGUAGES)


def give(text: str, *, exact: bool = False) -> None:
    """Print the output of a command; ``exact``: no JSON, so a code would stand for itself: what is no danger stays."""
    print(_written(_STEERING if exact else _MISLEADING, text), end="", flush=True)


def give_json(data: object) -> None:
    """The same of data as JSON."""
    give(f"{json.dumps(data, ensure_ascii=False, indent=1)}\n")


def print_table(heads: list[str], lines: list[list[str]]) -> None:
    """Lines under their heads; from the third column on they are numbers."""
    shown = [[visible(text) for text in line] for line in (heads, *lines)]
    widths = [max(map(_width, column)) for column in zip(*shown, strict=True)]
    for line in shown:
        room = [" " * (width - _width(text)) for text, width in zip(line, widths, strict=True)]
        cells = [text + space if at < 2 else space + text for at, (text, space) in enumerate(zip(line, room, strict=True))]
        print(f" {'  '.join(cells)}".rstrip())


def _width(text: str) -> int:
    """How many columns of a terminal a text takes: accents none of their own, Chinese signs two."""
    return sum(0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


@contextmanager
def bar() -> Iterator[Callable[[int, int], None]]:
    """Show on standard error how much is done, for people only."""
    spinner.stop()
    draw = sys.stderr.draw if isinstance(sys.stderr, PatientOutput) and sys.stderr.isatty() else str

    def show(done: int, total: int) -> None:
        filled = BAR * done // max(total, 1)
        draw(f"\r[{'#' * filled}{'-' * (BAR - filled)}] {done}/{total} ")

    yield show
    draw(f"\r{' ' * (BAR + 2 * len(' 3000'))}\r")
