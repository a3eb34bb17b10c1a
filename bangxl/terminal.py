"""What the command line needs of a terminal: output that survives a reader who goes, tables, a progress bar."""

# ruff: noqa: PLC0415 - Rich is imported when something is drawn: `--help` stays quick
from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO


class PatientOutput:
    """Standard output; when nobody reads on (``| head``), what follows goes nowhere, and the exit code stays what it is."""

    def __init__(self, stream: TextIO) -> None:
        """``stream`` is the real one."""
        self._stream = stream

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
        except BrokenPipeError:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self._stream.fileno())
            os.close(nowhere)


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
