"""A strict reader of compound files (MS-CFB, version 3): what it cannot follow to the last sector, it complains about."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

SECTOR, MINI, ENTRY, CUTOFF = 512, 64, 128, 4096
FAT, END, FREE = 0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFF
STORAGE, STREAM, ROOT = 1, 2, 5
SIGNATURE: Final = bytes.fromhex("d0cf11e0a1b11ae1")


class Broken(Exception):  # noqa: N818 -- a finding, not an error of ours
    """What is wrong with the file."""


def demand(condition: object, text: str) -> None:
    if not condition:
        raise Broken(text)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the directory."""

    name: str
    kind: int
    red: bool
    left: int
    right: int
    child: int
    start: int
    size: int


class Compound:
    """A compound file, read at once; ``streams`` by path, ``VBA/dir``."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        demand(len(data) > SECTOR and len(data) % SECTOR == 0, "no whole number of sectors")
        self.used: set[int] = set()
        head = self._header()
        self.table = self._allocation(head)
        directory = b"".join(self.sector(number) for number in self.chain(head[10]))
        self.entries = [self._entry(directory[at : at + ENTRY]) for at in range(0, len(directory), ENTRY)]
        mini_table = b"".join(self.sector(number) for number in self.chain(head[13]))
        demand(len(mini_table) == head[14] * SECTOR, "the header miscounts the mini table")
        self.mini_table = struct.unpack(f"<{len(mini_table) // 4}I", mini_table)
        self.mini_used: set[int] = set()
        self.streams = self._streams()
        self._nothing_left()

    def _header(self) -> tuple[int, ...]:
        head = struct.unpack_from("<8s16sHHHHH6sIIIIIIIII", self.data)
        demand(head[0] == SIGNATURE, "no signature of a compound file")
        demand(head[1] == bytes(16) and head[7] == bytes(6), "class id or reserved bytes in the header")
        demand(head[2:7] == (0x3E, 3, 0xFFFE, 9, 6), "not version 3 with sectors of 512 and 64 bytes")
        demand(head[8] == 0, "version 3 does not count its directory sectors")
        demand(head[11:13] == (0, CUTOFF), "transaction number or cutoff")
        demand(head[15:] == (END, 0), "further allocation tables")
        return head

    def _allocation(self, head: tuple[int, ...]) -> tuple[int, ...]:
        listed = struct.unpack_from("<109I", self.data, 76)
        numbers = listed[: head[9]]
        demand(all(number == FREE for number in listed[head[9] :]), "the header lists more tables than it counts")
        content = b"".join(self.sector(number) for number in numbers)
        table = struct.unpack(f"<{len(content) // 4}I", content)
        demand(all(table[number] == FAT for number in numbers), "a table's sector is not marked as one")
        demand(table.count(FAT) == len(numbers), "a sector is marked as a table and is none")
        self.used.update(numbers)
        return table

    def sector(self, number: int) -> bytes:
        start = (number + 1) * SECTOR
        demand(start + SECTOR <= len(self.data), f"sector {number} lies outside the file")
        return self.data[start : start + SECTOR]

    def chain(self, first: int) -> list[int]:
        return _chain(first, self.table, self.used)

    @staticmethod
    def _entry(line: bytes) -> Entry:
        raw, length, kind, colour, left, right, child, clsid, state, made, changed, start, size = struct.unpack(
            "<64sHBBIII16sIQQIQ", line
        )
        if kind == 0:
            demand((left, right, child) == (FREE,) * 3 and line[:68] == bytes(68), "an unused entry is not empty")
            return Entry("", 0, False, left, right, child, start, size)  # noqa: FBT003
        name = raw[: length - 2].decode("utf-16-le") if length >= 2 else ""
        demand(raw[length - 2 :] == bytes(66 - length), f"the name {name!r} is not filled with zeros")
        demand(0 < len(name) < 32 and not set(name) & set("/\\:!"), f"no name for an entry: {name!r}")
        demand(kind in {STORAGE, STREAM, ROOT} and colour in {0, 1}, f"{name}: unknown kind or colour")
        demand((clsid, state, made, changed) == (bytes(16), 0, 0, 0), f"{name}: class id, flags or times")
        demand(kind != STORAGE or (start, size) == (0, 0), f"{name}: a storage with content")
        demand(kind != STREAM or child == FREE, f"{name}: a stream with children")
        return Entry(name, kind, colour == 0, left, right, child, start, size)

    def _streams(self) -> dict[str, bytes]:
        root = self.entries[0]
        demand((root.name, root.kind, root.red) == ("Root Entry", ROOT, False), "no black Root Entry")
        demand((root.left, root.right) == (FREE, FREE), "the root has siblings")
        self.small = self._big(root)
        self.seen = {0}
        found = dict(self._below("", root))
        unused = {number for number, entry in enumerate(self.entries) if entry.kind == 0}
        demand(self.seen | unused == set(range(len(self.entries))), "an entry that no storage holds")
        return found

    def _below(self, path: str, storage: Entry) -> Iterator[tuple[str, bytes]]:
        """The streams in a storage and below; its children must be a red-black tree."""
        order: list[Entry] = []
        if storage.child != FREE:
            demand(not self.entries[storage.child].red, f"{path}: a red top")
            self._walk(storage.child, order)
        keys = [(len(entry.name), entry.name.upper()) for entry in order]
        demand(keys == sorted(set(keys)), f"{path or 'root'}: entries not in order")
        for entry in order:
            if entry.kind == STREAM:
                yield path + entry.name, self._content(entry)
            else:
                yield from self._below(f"{path}{entry.name}/", entry)

    def _walk(self, number: int, order: list[Entry]) -> int:
        """Collect a subtree from left to right; gives how many black ones lie on every way down."""
        if number == FREE:
            return 0
        demand(number < len(self.entries) and number not in self.seen, f"entry {number} is missing or reached twice")
        self.seen.add(number)
        entry = self.entries[number]
        demand(entry.kind in {STORAGE, STREAM}, f"entry {number} is no storage and no stream")
        below = [self.entries[side] for side in (entry.left, entry.right) if side < len(self.entries)]
        demand(not entry.red or not any(child.red for child in below), f"{entry.name}: red below red")
        left = self._walk(entry.left, order)
        order.append(entry)
        right = self._walk(entry.right, order)
        demand(left == right, f"{entry.name}: not as many black ones on both sides")
        return left + (not entry.red)

    def _content(self, entry: Entry) -> bytes:
        if entry.size >= CUTOFF:
            return self._big(entry)
        numbers = _chain(entry.start, self.mini_table, self.mini_used)
        demand(len(numbers) == -(-entry.size // MINI), f"{entry.name}: {entry.size} bytes in {len(numbers)} mini sectors")
        return _joined(b"".join(self.small[number * MINI : (number + 1) * MINI] for number in numbers), entry)

    def _big(self, entry: Entry) -> bytes:
        numbers = self.chain(entry.start)
        demand(len(numbers) == -(-entry.size // SECTOR), f"{entry.name}: {entry.size} bytes in {len(numbers)} sectors")
        return _joined(b"".join(map(self.sector, numbers)), entry)

    def _nothing_left(self) -> None:
        count = len(self.data) // SECTOR - 1
        demand(self.used == set(range(count)), "sectors that belong to nothing")
        demand(all(value == FREE for value in self.table[count:]), "the table goes on after the file's end")
        minis = self.entries[0].size // MINI
        demand(self.mini_used == set(range(minis)), "mini sectors that belong to nothing")
        demand(all(value == FREE for value in self.mini_table[minis:]), "the mini table goes on")


def _chain(first: int, table: tuple[int, ...], used: set[int]) -> list[int]:
    numbers: list[int] = []
    while first != END:
        demand(first < len(table), f"a chain goes to {first:#x}")
        demand(first not in used, f"sector {first} is in two chains")
        used.add(first)
        numbers.append(first)
        first = table[first]
    return numbers


def _joined(content: bytes, entry: Entry) -> bytes:
    demand(not any(content[entry.size :]), f"{entry.name}: something behind its end")
    return content[: entry.size]
