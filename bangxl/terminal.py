"""What the command line needs of a terminal: output that survives a reader who goes, tables, a progress bar."""

# ruff: noqa: PLC0415 - Rich is imported when something is drawn: `--help` stays quick
from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TextIO, cast

STDERR: Final = 2
"""The number of standard error, the last of the three that every program has."""


class PatientOutput:
    """Standard output or error; when nobody can read on (``| head``, a full disk), what follows goes nowhere.

    The exit code stays what it is, unless what was lost was asked for: see `lost`.
    """

    def __init__(self, stream: TextIO) -> None:
        """``stream`` is the real one."""
        self._stream = stream
        self.lost = ""
        """Why the system took no more, in its words; "" where it took all, or nobody wanted more."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 -- whatever the stream has
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write, as long as somebody reads."""
        with self._quietly():
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Pass on what was written."""
        with self._quietly():
            self._stream.flush()

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if not isinstance(error, BrokenPipeError):
                self.lost = error.strerror or str(error)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)


def use_patient_streams() -> PatientOutput:
    """Make standard output and error such that nothing breaks a command: closed, full, unread, of any encoding."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= STDERR:  # closed by who called us: no file of ours may take its number
        pass
    os.close(handle)
    out, err = _patient(sys.stdout), _patient(sys.stderr)
    sys.stdout, sys.stderr = cast("TextIO", out), cast("TextIO", err)
    return out


def _patient(stream: object) -> PatientOutput:
    if isinstance(stream, PatientOutput):
        stream.lost = ""
        return stream
    found = cast("TextIO", stream) if stream is not None else _nobody()
    reconfigure = getattr(found, "reconfigure", None)
    if reconfigure:
        reconfigure(encoding="utf-8", errors="replace")
    return PatientOutput(found)


def _nobody() -> TextIO:
    """A stream that nobody reads."""
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - as long as the program runs


def print_table(heads: list[str], lines: list[list[str]]) -> None:
    """Lines under their heads; from the third column on they are numbers."""
    from rich.console import Console
    from rich.table import Table

    table = Table(*heads, box=None)  # names are texts: no markup, no :smile:
    for column in table.columns[2:]:
        column.justify = "right"
    for line in lines:
        table.add_row(*line)
    Console(markup=False, emoji=False, highlight=False).print(table)


@contextmanager
def bar() -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error, for people only."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as shown:
        task = shown.add_task("", total=None)
        yield lambda done, total: shown.update(task, completed=done, total=total)
