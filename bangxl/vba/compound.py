"""The storage of a VBA project: a compound file (MS-CFB, version 3) with compressed streams (MS-OVBA).

The same tree gives the same bytes: no times, no class ids, no free sectors.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

Tree = Mapping[str, "bytes | Tree"]
"""A storage: its streams (bytes) and its storages by name."""

SECTOR: Final = 512
MINI_SECTOR: Final = 64
CUTOFF: Final = 4096
"""Shorter streams are stored in mini sectors."""

_ENTRY: Final = struct.Struct("<64sHBBIII16sIQQIQ")
_HEADER: Final = struct.Struct("<8s16sHHHHH6sIIIIIIIII")
_SIGNATURE: Final = bytes.fromhex("d0cf11e0a1b11ae1")
_FAT, _END, _FREE = 0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFF
_NOBODY: Final = _FREE
_STORAGE, _STREAM, _ROOT = 1, 2, 5
_RED, _BLACK = 0, 1
_NUMBERS_A_SECTOR: Final = SECTOR // 4
_TABLES_IN_HEADER: Final = 109


@dataclass(slots=True)
class _Entry:
    """One line of the directory; the siblings in a storage form a binary tree."""

    name: str
    kind: int
    data: bytes = b""
    start: int = 0
    colour: int = _BLACK
    left: int = _NOBODY
    right: int = _NOBODY
    child: int = _NOBODY

    def packed(self) -> bytes:
        name = self.name.encode("utf-16-le")
        links = self.colour, self.left, self.right, self.child
        return _ENTRY.pack(name, len(name) + 2, self.kind, *links, b"", 0, 0, 0, self.start, len(self.data))


@dataclass(slots=True)
class _Sectors:
    """Sectors of one size, and for each the number of the next one in its chain."""

    size: int
    content: bytearray = field(default_factory=bytearray)
    following: list[int] = field(default_factory=list)

    def add(self, data: bytes, filler: bytes = b"\0") -> int:
        """Add a chain and return the number of its first sector."""
        first, count = len(self.following), -(-len(data) // self.size)
        if not count:
            return _END
        self.following += [*range(first + 1, first + count), _END]
        self.content += data.ljust(count * self.size, filler)
        return first


def compound(tree: Tree) -> bytes:
    """The bytes of a compound file with this root storage. ValueError if it would exceed 6 MB."""
    entries = [_Entry("Root Entry", _ROOT)]
    _fill(entries, 0, tree)
    sectors, small = _Sectors(SECTOR), _Sectors(MINI_SECTOR)
    for entry in entries:
        if entry.kind == _STREAM:
            entry.start = (small if len(entry.data) < CUTOFF else sectors).add(entry.data)
    root = entries[0]
    root.data = bytes(small.content)
    root.start = sectors.add(root.data)
    mini_table = _numbers(small.following)
    mini_start = sectors.add(mini_table, b"\xff")
    unused = _ENTRY.pack(b"", 0, 0, 0, _NOBODY, _NOBODY, _NOBODY, b"", 0, 0, 0, 0, 0)
    lines = b"".join(entry.packed() for entry in entries)
    directory = sectors.add(lines + unused * (-len(entries) % (SECTOR // _ENTRY.size)))
    tables = _tables(sectors)
    header = _HEADER.pack(
        _SIGNATURE, b"", 0x3E, 3, 0xFFFE, 9, 6, b"", 0, len(tables), directory, 0, CUTOFF,
        mini_start, -(-len(mini_table) // SECTOR), _END, 0,
    )  # fmt: skip
    return (header + _numbers(tables)).ljust(SECTOR, b"\xff") + sectors.content


def _fill(entries: list[_Entry], storage: int, tree: Tree) -> None:
    """Add the contents of a storage, in search order: shorter names first, then by capital letters."""
    names = sorted(tree, key=lambda name: (len(name), name.upper()))
    numbers = range(len(entries), len(entries) + len(names))
    for name in names:
        content = tree[name]
        entries.append(_Entry(name, _STREAM, content) if isinstance(content, bytes) else _Entry(name, _STORAGE))
    entries[storage].child = _balance(entries, numbers, 0, len(names).bit_length() - 1)
    for number, name in zip(numbers, names, strict=True):
        content = tree[name]
        if not isinstance(content, bytes):
            _fill(entries, number, content)


def _balance(entries: list[_Entry], numbers: Sequence[int], depth: int, deepest: int) -> int:
    """Link siblings as a balanced tree and return its top: black, and red in the lowest row, as in a red-black tree."""
    if not numbers:
        return _NOBODY
    middle = len(numbers) // 2
    entry = entries[numbers[middle]]
    entry.colour = _RED if depth and depth == deepest else _BLACK
    entry.left = _balance(entries, numbers[:middle], depth + 1, deepest)
    entry.right = _balance(entries, numbers[middle + 1 :], depth + 1, deepest)
    return numbers[middle]


def _tables(sectors: _Sectors) -> list[int]:
    """Append the allocation tables, which also list themselves; return the numbers of their sectors."""
    used = len(sectors.following)
    count = -(-used // (_NUMBERS_A_SECTOR - 1))
    if count > _TABLES_IN_HEADER:
        raise ValueError("too large for a compound file without further tables")
    numbers = list(range(used, used + count))
    table = _numbers([*sectors.following, *[_FAT] * count])
    sectors.content += table.ljust(count * SECTOR, b"\xff")
    return numbers


def _numbers(values: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


CHUNK: Final = 4096
"""The bytes of a chunk; each chunk is compressed separately."""

_SHORTEST: Final = 3
"""Shorter matches are not worth a reference to an earlier place."""

_COMPRESSED, _PLAIN = 0xB000, 0x3000
"""The beginning of a chunk's header; its lower 12 bits are the chunk's length, header included, minus 3."""


def compress(data: bytes) -> bytes:
    """Compress by references to earlier places in the same chunk: the longest match, and of equal ones the nearest."""
    return b"\1" + b"".join(_chunk(data[start : start + CHUNK]) for start in range(0, len(data), CHUNK))


def _chunk(data: bytes) -> bytes:
    tokens, packed = list(_tokens(data)), b""
    for first in range(0, len(tokens), 8):
        group = tokens[first : first + 8]  # their flags mark references (two bytes) and literals (one byte)
        packed += bytes([sum(1 << place for place, token in enumerate(group) if len(token) > 1), *b"".join(group)])
    if len(packed) > CHUNK:
        return struct.pack("<H", _PLAIN | CHUNK - 1) + data.ljust(CHUNK, b"\0")
    return struct.pack("<H", _COMPRESSED | len(packed) - 1) + packed


def _tokens(data: bytes) -> Iterator[bytes]:
    seen: dict[bytes, list[int]] = {}
    here = 0
    while here < len(data):
        bits = max((here - 1).bit_length(), 4)
        most = min((0xFFFF >> bits) + _SHORTEST, len(data) - here)
        start, length = _earlier(data, here, most, seen)
        if length:
            yield struct.pack("<H", here - start - 1 << 16 - bits | length - _SHORTEST)
        else:
            yield data[here : here + 1]
        for place in range(here, here + max(length, 1)):
            seen.setdefault(data[place : place + _SHORTEST], []).append(place)
        here += max(length, 1)


def _earlier(data: bytes, here: int, most: int, seen: dict[bytes, list[int]]) -> tuple[int, int]:
    """The nearest place with the longest match for the next bytes, and its length; length 0 if there is none."""
    best, longest = 0, 0
    if most < _SHORTEST:
        return best, longest
    for start in reversed(seen.get(data[here : here + _SHORTEST], ())):
        length = _SHORTEST
        while length < most and data[start + length] == data[here + length]:
            length += 1
        if length > longest:
            best, longest = start, length
        if longest == most:
            break
    return best, longest


def record(number: int, data: bytes = b"") -> bytes:
    """A record of the stream ``dir``: its number, its length, its content."""
    return struct.pack("<HI", number, len(data)) + data


def text(number: int, unicode_number: int, content: str) -> bytes:
    """A text in two records: in the project's code page, and in UTF-16."""
    return record(number, content.encode("cp1252")) + record(unicode_number, content.encode("utf-16-le"))
