"""Parts of files that were read once are not read again: a session opens the same workbooks ten thousand times.

What a part says is a function of its bytes, and nobody changes what was read; a command takes half as long.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, Generic, TypeVar

from bangxl import limits
from bangxl.books import markup, scanner
from bangxl.books.worksheet import Worksheet

Read = TypeVar("Read")
MOST: Final = 1 << 24
"""Bytes of parts that are kept; those asked for longest ago go first."""


class Kept(Generic[Read]):
    """What was read, by the bytes of its part."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, Read] = OrderedDict()
        self._bytes = 0

    def find(self, data: bytes) -> Read | None:
        if data in self._known:
            self._known.move_to_end(data)
        return self._known.get(data)

    def keep(self, data: bytes, read: Read) -> Read:
        self._known[data] = read
        self._bytes += len(data)
        while self._bytes > MOST:
            gone, _read = self._known.popitem(last=False)
            self._bytes -= len(gone)
        return read


def install() -> None:
    """From now on, in this process."""
    trees, sheets = Kept[markup.Node](), Kept[Worksheet]()
    parse, scan = markup.parse, scanner.scan

    def parsed(data: bytes) -> markup.Node:
        return trees.find(data) or trees.keep(data, parse(data))

    def scanned(data: bytes, cells: int = limits.CELLS, letters: int = limits.LETTERS) -> Worksheet:
        known = sheets.find(data)
        if known is not None and known.size <= cells and known.letters <= letters:
            return known
        return sheets.keep(data, scan(data, cells, letters))

    markup.parse, scanner.scan = parsed, scanned
