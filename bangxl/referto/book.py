"""The report as a book: one compact sheet for each round, read like the workbook's record sheets."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from bangxl.books.port import NO_CHANGES, Book, BookError, Cell, Changes, Ref, Value
from bangxl.books.references import Formulas
from bangxl.tournament.model import sheet_numbers
from bangxl.workbook.names import REFERTO_MARK

FORMAT: Final = 1
"""The version of the referto's layout (docs/referto.md). Every version reads all earlier layouts and refuses later ones."""


def is_referto(book: Book) -> bool:
    """Whether a book declares itself a referto."""
    return REFERTO_MARK in book.names


def key_of(name: str) -> str:
    """The name on a workbook's record sheets: ``Round1T1!Bid`` for ``Round1T1_Bid``."""
    tab, _, column = name.partition("_")
    _number, table = sheet_numbers(tab) or sheet_numbers(tab, "Stage") or (0, 0)
    return f"{tab}!{column}" if table else name


class Referto:
    """A referto as a ``Book`` for reading: ``Round1T1_Bid`` is the name ``Round1T1!Bid`` of a workbook's record sheet.

    Changes raise BookError ``referto``: make a new referto from the workbook instead.
    """

    def __init__(self, book: Book) -> None:
        """``book`` is the file itself."""
        self._book = book

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self._book.path

    @cached_property
    def _real(self) -> Mapping[str, str]:
        return {key_of(name): name for name in self._book.names}

    @cached_property
    def names(self) -> Mapping[str, Ref]:
        """All names, with tables named as on record sheets; sheet and cells are the referto's."""
        return {key: self._book.names[name] for key, name in self._real.items()}

    @property
    def sheets(self) -> Mapping[str, bool]:
        """The referto's own sheets."""
        return self._book.sheets

    def read(self, name: str) -> Sequence[Value]:
        """The values of a name's cells. KeyError for an unknown name."""
        return self._book.read(self._real[name])

    def shown(self, name: str) -> Sequence[Value]:
        """The same values: a referto holds no formulas."""
        return self.read(name)

    def formulas(self) -> Formulas:
        """The cells that hold a formula, against expectation."""
        return self._book.formulas()

    def covered(self) -> Sequence[Cell]:
        """The hidden cells of names."""
        keys = {name: key for key, name in self._real.items()}
        return [(keys[name], index) for name, index in self._book.covered()]

    def file_bytes(self) -> bytes:
        """The contents of the file."""
        return self._book.file_bytes()

    def require_writable(self, changes: Changes = NO_CHANGES) -> None:  # noqa: ARG002 - any changes
        """Refuse: BookError ``referto``."""
        raise BookError("referto", path=str(self.path))

    apply = save = require_writable
