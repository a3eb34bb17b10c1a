"""The two ways in which a VBA project writes things down (MS-OVBA): compressed containers, and records."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

CHUNK: Final = 4096
"""Each so many bytes are compressed for themselves."""

_SHORTEST: Final = 3
"""Fewer bytes are not worth a reference to an earlier place."""

_COMPRESSED, _PLAIN = 0xB000, 0x3000
"""How a chunk's head begins; its lower 12 bits are the chunk's length, head included, less 3."""


def compressed(data: bytes) -> bytes:
    """Compress by references to earlier places in the same chunk: the longest, of these the nearest."""
    return b"\1" + b"".join(_chunk(data[start : start + CHUNK]) for start in range(0, len(data), CHUNK))


def _chunk(data: bytes) -> bytes:
    tokens = list(_tokens(data))
    packed = b"".join(_group(tokens[first : first + 8]) for first in range(0, len(tokens), 8))
    if len(packed) > CHUNK:
        return struct.pack("<H", _PLAIN | CHUNK - 1) + data.ljust(CHUNK, b"\0")
    return struct.pack("<H", _COMPRESSED | len(packed) - 1) + packed


def _group(tokens: list[bytes]) -> bytes:
    """Up to eight tokens; the bits before them say which are references (two bytes) and not letters (one byte)."""
    flags = sum(1 << place for place, token in enumerate(tokens) if len(token) > 1)
    return bytes([flags, *b"".join(tokens)])


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
    """The nearest of the places where most of what comes now stood already, and how much of it; length 0 if there is none."""
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
