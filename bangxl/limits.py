"""The limits of what bangxl reads, each with its reason. Larger input is refused before it is parsed.

"The largest" is a workbook for 126 players: 0.9 MB, 5.7 MB unpacked, 146 sheets, 82,000 cells, 3,700 names.
Nothing within the limits takes more than 500 MB of memory or 10 s. All that is read from outside comes through ``read``, and a
number in a text through ``number``.
"""

import errno
import os
import stat
from pathlib import Path
from typing import Final

MEGABYTE: Final = 2**20

FILE: Final = 50 * MEGABYTE
"""Bytes of a workbook's file: with pictures from the evening ours has a few; the rest of the program holds it three times."""
TEXT: Final = 8 * MEGABYTE
"""Bytes of a JSON or CSV: the largest tournament has 0.5 MB, and each value of two bytes becomes an object of sixty."""
LIST: Final = MEGABYTE
"""Bytes of a list of players as text: 126 lines of a form's answers have 50 kB, and each code page is tried on each word."""
SETTINGS: Final = 256 * 1024
"""Bytes of a file of settings or of a regulation before it is known how many characters they are."""

PART: Final = 20 * MEGABYTE
"""Bytes that a part may have unpacked: the largest of bangxl has 2 MB, and nobody types a hundred."""
PARTS: Final = 64 * MEGABYTE
"""Bytes that all parts read may have together: they stay in memory, and what is changed is there twice."""
MEMBERS: Final = 10_000
"""Parts of a file: ours has 160. Each of them is looked at, whatever it holds."""
TAGS: Final = 1_000_000
"""Tags that all XML read may have together: ours has 300,000. Each is heard by Python."""
ATTRIBUTES: Final = 2 * TAGS
"""Attributes of all XML read: ours has 310,000. Those of one tag are objects together, two hundred bytes each."""
TREE: Final = 200_000
"""Tags of all parts read that are no sheets: ours has 10,000. Each becomes an object of some hundred bytes."""
CELLS: Final = 400_000
"""Cells, rows and areas of conditional formats of all sheets together: ours has 90,000. Each is an object of 300 bytes."""
LAST_ROW, LAST_COLUMN = 2**20, 2**14
"""Rows and columns that a sheet can have: what lies beyond is no reference."""
COLUMNS: Final = 256
"""Groups of columns of a sheet: ours has 54. Each is asked of each cell that is not there."""
PRINTED: Final = 64
"""Areas of a sheet that are printed: ours has one. Each is asked of each cell."""
TYPED_TEXT: Final = 1000
"""Characters of a name, a word, an option that somebody types: the numbers of all players of the largest tournament have 630."""
CELL: Final = 32_767
"""Characters of a cell: Excel takes no more. What is longer came together from pieces, and copying them has no end."""
LETTERS: Final = 20_000_000
"""Characters that the cells have together, a text or a formula of several cells counted for each: ours has 2,000,000."""
NAME_CELLS: Final = 10_000
"""Cells that a name which is read may have: more than all seats, events or lines of the log that anybody has filled."""
NAMED_IN_ALL: Final = 250_000
"""Cells that all such names have together, five times ours: each is read, and something may be wrong with each."""
STYLES: Final = 65_490
"""Looks of cells: Excel has no more."""
FORMAT: Final = 255
"""Characters of a number format: Excel takes no more, and they are searched for what they show."""

DIGITS: Final = 15
"""Digits of a whole number: Excel keeps no more, and so none is too long to reckon with."""
NUMBER_TEXT: Final = 400
"""Characters of a number with decimals: the smallest that there is has 330."""
ORDINAL: Final = 3
"""Digits of a round's, a table's or a stage's number: so many are counted through."""

LINES: Final = 10_000
"""Lines of a list, or of anything in a JSON: no tournament has a tenth."""

RULEBOOK: Final = 32_000
"""Characters of a regulation: a cell of the workbook holds it."""
DOTS: Final = 200
"""Dots in a line of a regulation: of a key with ten thousand each beginning is kept, a gigabyte of them."""
ENTRIES: Final = 1000
"""Entries of a table or a list of a regulation: a row for each number of players is the longest."""
TITLE: Final = 200
"""Characters of a title, an article, a character's name in a regulation: they stand in one line of a sheet."""
AMOUNT: Final = 1_000_000_000
"""Dollars: sums of them stay exact in a cell."""
FEE: Final = 7
"""Digits of an entry fee, in whatever money."""
LOGO, PIXELS, DRAWING = 500_000, 4_000_000, 100_000
"""Bytes and pixels of an organiser's logo: every copy of the workbook has it, and paper takes it apart pixel by pixel."""
PLAYERS: Final = 999
"""Players of a tournament: their ids have three digits."""
SEATS: Final = 12
"""Players at a table: the game has roles for eight. All ends that a game can have are listed: for 24 they are 200,000."""
MINUTES: Final = 240
"""Minutes until High Noon begins by the clock: no game takes an afternoon."""
ROUNDS: Final = 20
"""Rounds of a tournament: each has a sheet for each table. The longest regulation has 5, and an evening not many more."""
RECORD_SHEETS: Final = 400
"""Record sheets of a workbook, three times those of the largest of ours: with many more it has too many tags to be read again."""
SHEETS_READ: Final = 2 * RECORD_SHEETS
"""Record sheets, knock-out tables and walls that are read."""
ROUNDS_READ: Final = 3 * SEATS
"""Rounds that are read: there are so many where each seat is the Sheriff's three times."""

SECONDS: Final = 20
"""For one referto among many, by the clock: it needs a tenth of one; a slow and busy computer ten times that."""
MEMORY: Final = 1024 * MEGABYTE
"""Bytes of addresses of a process that reads referti: a third of them are the program's own, before it has read anything."""


class NoFileError(OSError):
    """Refuse devices and pipes: reading them can block for ever, or never end."""


class TooLargeError(OSError):
    """A file of more than ``most`` bytes."""

    def __init__(self, most: int) -> None:
        super().__init__(f"larger than {most / MEGABYTE:.3g} MB")
        self.most = most


def read_at_most(path: Path, most: int = FILE) -> bytes:
    """All of a file of at most ``most`` bytes. OSError, above all NoFileError and TooLargeError, before anything is read."""
    _require(path.stat().st_mode)  # a pipe is not even opened: that would wait until somebody writes
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as stream:
        found = os.fstat(handle)
        _require(found.st_mode)
        data = stream.read(most + 1) if found.st_size <= most else b""
    if len(data) > most or found.st_size > most:
        raise TooLargeError(most)
    return data


def _require(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise NoFileError("not a regular file")


def whole_number(text: str, most: int = DIGITS) -> int | None:
    """The whole number in a text of at most so many digits, 0 or more; None for any other text."""
    return int(text) if len(text) <= most and text.isascii() and text.isdecimal() else None
