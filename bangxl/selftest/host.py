"""What the self-test asks of a program in which workbooks are open, of Excel, of LibreOffice; what macros start for it.

A workbook's macros start Python, which tells who it is, or presses a button and says when it is done. Folders come as hexadecimal
digits: then there is nothing in them that a shell or VBA could take for something else.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bangxl import __version__
from bangxl.books.port import OpenBook, Ref, Value
from bangxl.commands.asking import ANSWERS, MESSAGES
from bangxl.locale.catalog import N_

PROBE, DONE = "probe.json", "done"
"""Files in the folder: which Python the macros start, and which buttons have done their work."""

ENDED = N_("{program} has ended.")

Places = Mapping[tuple[int, int], str]
"""Texts by row and column."""


class HostError(Exception):
    """The program refuses, or is not there any more: an English sentence with ``{placeholders}``, and their values."""

    def __init__(self, text: str, **values: object) -> None:
        super().__init__(text, values)
        self.text = text
        self.values = values


@dataclass(frozen=True, slots=True)
class ButtonAnswer:
    """What a button had to say, and whether something is wrong."""

    lines: Sequence[str] = ()
    wrong: bool = False


class Desk(Protocol):
    """A workbook that is open. Whatever fails, fails with HostError, or with what the program's library raises."""

    def book(self) -> OpenBook:
        """The workbook as commands see it, read anew."""
        ...

    def formulas(self) -> Mapping[str, Places]:
        """Every formula as the program reads it, by sheet."""
        ...

    def recalculate(self) -> None:
        """Calculate every formula anew."""
        ...

    def put(self, ref: Ref, index: int, value: Value) -> None:
        """Type a value into a cell of a range, as a person does: a text as a text, a Formula as a formula."""
        ...

    def press(self, action: str, answers: Sequence[str | None] = ()) -> ButtonAnswer:
        """Press a button, answer what it asks, None to cancel, and wait until it has done its work."""
        ...

    def settings(self) -> Mapping[str, object]:
        """What a click must leave as it found it."""
        ...

    def save(self) -> None:
        """Save in place."""
        ...

    def close(self) -> None:
        """Close without saving."""
        ...


class Host(Protocol):
    """The program. It is started when it is first needed, apart from the one that a person may have open."""

    name: str
    suffix: str
    """Of the workbooks that it opens: with macros, or without."""

    def version(self) -> str:
        """As the program itself writes it."""
        ...

    def open(self, path: Path) -> Desk:
        """Open a file as a person does."""
        ...

    def end(self) -> None:
        """End the program at once, whatever it is doing; the next file starts another. It may be called from any thread."""
        ...

    def quit(self) -> Sequence[str]:
        """End it properly; what could not be put back as it was."""
        ...


class Messages:
    """The file to which buttons write what they say."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._read = 0

    def prepare(self, answers: Sequence[str | None]) -> None:
        """Say what the next button's questions are answered."""
        prepared = self.path.with_name(self.path.name + ANSWERS)
        prepared.unlink(missing_ok=True)
        if answers:
            prepared.write_text(json.dumps(answers), encoding="utf-8")

    def new(self) -> ButtonAnswer:
        """What was written since the last look."""
        text = self.path.read_text(encoding="utf-8") if self.path.is_file() else ""
        messages = [json.loads(line) for line in text[self._read :].splitlines()]
        self._read = len(text)
        lines = [line for message in messages for line in message["lines"]]
        return ButtonAnswer(lines, any(message["wrong"] for message in messages))


def probe(folder: str) -> None:
    """Write down which Python this is, and what came with it from Excel's own environment."""
    told = {"python": sys.executable, "bangxl": __version__, "messages": os.environ.get(MESSAGES, "")}
    path = _folder(folder) / PROBE
    part = path.with_suffix(".part")
    part.write_text(json.dumps(told), encoding="utf-8")
    part.replace(path)


def press(click: Callable[[str], object], action: str, folder: str) -> None:
    """Do what a button is for, by the ribbon's ``click``, its messages in the folder's file; then say that it ended."""
    os.environ[MESSAGES] = str(_folder(folder) / "messages.jsonl")
    try:
        click(action)
    finally:
        with (_folder(folder) / DONE).open("a", encoding="utf-8") as done:
            done.write(f"{action}\n")


def hexadecimal(folder: Path) -> str:
    """A folder as the functions here take it."""
    return str(folder).encode().hex()


def _folder(digits: str) -> Path:
    return Path(bytes.fromhex(digits).decode())
