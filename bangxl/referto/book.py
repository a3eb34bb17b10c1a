"""The referto as a book: its tables stand compact on one sheet a round, and read like the workbook's record sheets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Final, NoReturn

from bangxl.books.port import NO_CHANGES, Book, BookError, Cell, Changes, Ref, Value
from bangxl.workbook.names import REFERTO_MARK

FORMAT: Final = 1
"""The version of the referto's layout (docs/referto.md). One of a later layout is refused; every version reads all before it."""

SEAL_LENGTH: Final = 16
_TABLE: Final = re.compile(r"((?:Round|Stage)\d+T\d+)_(\w+)")

Grid = Mapping[tuple[int, int], Value]
"""The cells of a sheet that are not blank, by row and column."""


def is_referto(book: Book) -> bool:
    """Whether a book says that it is a referto."""
    return REFERTO_MARK in book.names


class Referto:
    """A referto as a ``Book`` for reading: ``Round1T1_Bid`` is the name ``Round1T1!Bid`` of a workbook's record sheet.

    What would change it raises BookError ``referto``: it is made anew from the workbook instead.
    """

    def __init__(self, book: Book) -> None:
        """``book`` is the file as it is."""
        self._book = book

    @property
    def path(self) -> Path:
        """Where its file lies."""
        return self._book.path

    @cached_property
    def _real(self) -> Mapping[str, str]:
        """The names as the file has them, by the names of a workbook."""
        found = {name: _TABLE.fullmatch(name) for name in self._book.names}
        return {f"{match[1]}!{match[2]}" if match else name: name for name, match in found.items()}

    @cached_property
    def names(self) -> Mapping[str, Ref]:
        """All names, those of tables as on record sheets; sheet and cells are the referto's."""
        ranges = self._book.names
        return {key: ranges[name] for key, name in self._real.items()}

    @property
    def sheets(self) -> Mapping[str, bool]:
        """The referto's own sheets."""
        return self._book.sheets

    def read(self, name: str) -> Sequence[Value]:
        """The values of a name's cells. KeyError for an unknown name."""
        return self._book.read(self._real[name])

    def shown(self, name: str) -> Sequence[Value]:
        """The same: a referto holds no formulas."""
        return self.read(name)

    def formulas(self, name: str) -> Sequence[bool]:
        """Which cells hold a formula after all."""
        return self._book.formulas(self._real[name])

    def covered(self) -> Sequence[Cell]:
        """The cells of names that nobody sees."""
        keys = {name: key for key, name in self._real.items()}
        return [(keys[name], index) for name, index in self._book.covered()]

    def check(self, changes: Changes = NO_CHANGES) -> None:  # noqa: ARG002 - whatever they are
        """It cannot be changed: BookError ``referto``."""
        self._refuse()

    def apply(self, changes: Changes) -> None:  # noqa: ARG002 - whatever they are
        """It cannot be changed: BookError ``referto``."""
        self._refuse()

    def state(self) -> bytes:
        """The file as it was read."""
        return self._book.state()

    def save(self) -> None:
        """It cannot be changed: BookError ``referto``."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise BookError("referto", path=str(self.path))


def seal(cells: Grid) -> str:
    """The seal of a sheet: 16 hexadecimal digits over all its cells (docs/referto.md)."""
    lines = (f"{row},{column},{_plain(value)}\n" for (row, column), value in sorted(cells.items(), key=lambda cell: cell[0]))
    return sha256("".join(lines).encode()).hexdigest()[:SEAL_LENGTH]


def _plain(value: Value) -> str:
    """A value in the form that every program's saving leaves alike."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:.12g}"
    if isinstance(value, date) and not isinstance(value, datetime):
        return f"{value.isoformat()}T00:00:00"
    return value.isoformat() if isinstance(value, datetime) else " ".join(str(value).split())
