"""The port: the abilities of every book, in a closed file, an open Excel or an open LibreOffice.

A command reads what it needs by defined name, computes, and applies all its changes at once.
Books know only cells, not BANG!.
"""

from collections.abc import Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Final, NamedTuple, Protocol


class Formula(str):
    """The text of a formula, as opposed to a text that only begins with ``=``. Never an input of the program."""

    __slots__ = ()


Value = str | int | float | bool | date | datetime | None


class BookError(Exception):
    """A book that we cannot read or write; ``code`` and ``values`` give the reason, the edges translate them."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values


@dataclass(frozen=True, slots=True)
class Ref:
    """A defined name's range: one column, from row ``first`` to row ``last`` (1-based, both included)."""

    sheet: str
    column: int
    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1


Cell = tuple[str, int]
"""A defined name and the index in its range, from 0: ``("Round1T1!Bid", 2)``."""


@dataclass(frozen=True, slots=True)
class Changes:
    """All changes that a command makes to a book.

    ``cells``: new values (None empties) · ``used``: the number of used rows of a named range; the rows after them are hidden ·
    ``shown``: sheets by tab name · ``locked``: named ranges whose cells become (un)editable · ``active``: the sheet to open with
    · ``idle``: named ranges whose whole column becomes hidden or visible · ``aside``: these are only marks beside what people
    type, and an open book lets them take back what they typed before.
    """

    cells: Mapping[Cell, Value] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)
    shown: Mapping[str, bool] = field(default_factory=dict)
    locked: Mapping[str, bool] = field(default_factory=dict)
    active: str = ""
    idle: Mapping[str, bool] = field(default_factory=dict)
    aside: bool = False


NO_CHANGES: Final = Changes()


@dataclass(frozen=True, slots=True)
class Selection:
    """A person's selection: the front sheet, the rows, and the texts in the cells, area by area, row by row.

    For selected whole rows or columns, as many cells as `SELECTED` allows.
    """

    sheet: str
    rows: Sequence[int] = ()
    texts: Sequence[str] = ()


class Prompt(NamedTuple):
    """A field for a person to fill in: what it is called, what stands in it, and what is offered; anything can be typed."""

    label: str
    value: str = ""
    choices: Sequence[str] = ()


LONGEST_QUESTION: Final = 254
"""The most characters that Excel's InputBox shows; with more it fails."""


def fit_lines(question: str, shown: Sequence[str]) -> str:
    """A question, with as many lines below it as a program shows."""
    for line in shown:
        if len(question) + len(line) + len("\n\n…") > LONGEST_QUESTION:
            return f"{question}\n…"
        question = f"{question}\n{line}"
    return question


SELECTED: Final = 200, 60
"""The most rows and columns of a selected area that we read."""


class Book(Protocol):
    """A workbook, read and written by defined name. Sheet-level names are keyed ``Sheet!Name``."""

    @property
    def path(self) -> Path:
        """The path of its file; its history is beside it."""
        ...

    @property
    def names(self) -> Mapping[str, Ref]:
        """All defined names that are plain ranges of one column."""
        ...

    @property
    def sheets(self) -> Mapping[str, bool]:
        """Tab names in order, each with whether it is visible."""
        ...

    def read(self, name: str) -> Sequence[Value]:
        """The typed or written values, one for each cell; a formula comes as Formula. KeyError for an unknown name."""
        ...

    def shown(self, name: str) -> Sequence[Value] | None:
        """The values that the cells show; a formula without a result as Formula, None if there are only such."""
        ...

    def formulas(self) -> Mapping[str, AbstractSet[tuple[int, int]]]:
        """Row and column of each cell with a formula, by sheet, for each sheet with names."""
        ...

    def covered(self) -> Sequence[Cell]:
        """The hidden cells of names: cells merged with others, except the first of them."""
        ...

    def require_writable(self, changes: Changes = NO_CHANGES) -> None:
        """BookError if these changes, or saving now, are impossible."""
        ...

    def file_bytes(self) -> bytes:
        """The file with the book's current state, to keep before a change; empty if there is no file yet."""
        ...

    def apply(self, changes: Changes) -> None:
        """Make the changes in the book only; ``save`` keeps them."""
        ...

    def save(self) -> None:
        """Save all changes; on an error, save none."""
        ...


class OpenBook(Book, Protocol):
    """A book in a running program with a user."""

    def goto(self, sheet: str, cell: str) -> None:
        """Put the cursor on a cell: ``goto("Round1T1", "F9")``."""
        ...

    def selected(self) -> Selection:
        """The position of the cursor and the selection."""
        ...

    def ask(self, text: str, fields: Sequence[Prompt]) -> Sequence[str] | None:
        """Let the person fill in the fields below a text; one answer for each, None if the person cancels."""
        ...

    def agrees(self, text: str) -> bool:
        """Whether the person clicks OK rather than Cancel."""
        ...
