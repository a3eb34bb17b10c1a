"""The members of the zip file that a package is, as they lie in it: one behind the other, then the directory, and nothing else.

Programs that follow the directory, and those that read from the front or mend a file, so find the same members.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from bangxl import limits
from bangxl.books.port import BookError

HEADER: Final = struct.Struct("<4sHHHHHLLLHH")
"""What stands before a member's name and content."""
LISTED: Final = b"PK\1\2"
"""How each line of the directory begins."""
_PIECE: Final = struct.Struct("<HH")
"""What begins a piece of an extra field: its kind, and the length of what follows."""
_LINE: Final = 46
"""Bytes of a line of the directory, without the name and what follows it."""
_END: Final = 22 + 56 + 20
"""Bytes behind the directory, at most: its end, and for large files two records more."""
_DIRECTORY: Final = "zip"
_ENCRYPTED: Final = 0x1
_SIZES_BEHIND: Final = 0x8
_IN_UTF8: Final = 0x800
_LARGE: Final = 0xFFFFFFFF
"""In place of a size that stands in the extra field, or behind the content."""
_RENAMED: Final = 0x7075
"""A piece of the extra field with another name, which only some programs follow."""
_BROKEN: Final = (BadZipFile, EOFError, NotImplementedError, OSError, RuntimeError, ValueError, struct.error, zlib.error)
"""What zipfile and zlib raise over bytes that are no zip file."""


class PackageError(BookError):
    """A BookError that does not know the file's path yet."""


@dataclass(slots=True)
class Entry:
    """A member of the zip file, with its content compressed."""

    info: ZipInfo
    data: bytes


def entries(data: bytes) -> Iterator[Entry]:
    """The members of a zip file, without its folders. PackageError; ``ambiguous`` if some program could find others."""
    if data.count(LISTED) > limits.MEMBERS:
        raise PackageError("too_large", part=_DIRECTORY)
    try:
        with ZipFile(BytesIO(data)) as archive:
            if sum(info.compress_size for info in archive.infolist()) > len(data):
                raise PackageError("not_a_workbook", reason="parts in one place")
            for info in archive.infolist():
                if not info.filename:
                    raise PackageError("not_a_workbook", reason="a part without a name")
                if not info.is_dir():
                    yield _entry(data, archive, info)
            _refuse_what_is_not_listed(data, archive)
    except _BROKEN as error:
        raise PackageError("not_a_workbook", reason=str(error)) from error


def _entry(data: bytes, archive: ZipFile, info: ZipInfo) -> Entry:
    if info.flag_bits & _ENCRYPTED or info.compress_type not in {ZIP_DEFLATED, ZIP_STORED}:
        raise PackageError("not_a_workbook", reason=f"{info.filename}: encrypted or packed in an unknown way")
    if _leads_elsewhere(info.orig_filename):
        raise PackageError("not_a_workbook", reason=f"a part called {info.orig_filename!r}")
    with archive.open(info):  # the name before its content agrees with the directory
        start = _start(data, info)
    if not _says_the_same(data[info.header_offset : start], info):
        raise PackageError("ambiguous", part=info.filename)
    return Entry(info, data[start : start + info.compress_size])


def _says_the_same(before: bytes, info: ZipInfo) -> bool:
    """Whether what stands before a member's content agrees with the directory."""
    _mark, _version, flags, packing, _time, _day, *sizes, name, _more = HEADER.unpack_from(before)
    extra = before[HEADER.size + name :]
    if packing != info.compress_type or _is_renamed(extra) or _is_renamed(info.extra):
        return False
    elsewhere = {0, _LARGE} if flags & _SIZES_BEHIND else set[int]()
    if struct.pack("<QQ", info.file_size, info.compress_size) in extra:
        elsewhere.add(_LARGE)
    said = (info.CRC, info.compress_size, info.file_size)
    return all(one == right or one in elsewhere for one, right in zip(sizes, said, strict=True))


def _is_renamed(extra: bytes) -> bool:
    while len(extra) >= _PIECE.size:
        kind, size = _PIECE.unpack_from(extra)
        if kind == _RENAMED:
            return True
        extra = extra[_PIECE.size + size :]
    return False


def _refuse_what_is_not_listed(data: bytes, archive: ZipFile) -> None:
    """PackageError if before, between or behind the members there is room for one that the directory does not name."""
    at, listed = 0, 0
    for info in sorted(archive.infolist(), key=lambda info: info.header_offset):
        if info.header_offset - at >= HEADER.size:
            raise PackageError("ambiguous", part=info.filename)
        at = _start(data, info) + info.compress_size
        name = info.orig_filename.encode("utf-8" if info.flag_bits & _IN_UTF8 else "cp437")
        listed += _LINE + len(name) + len(info.extra) + len(info.comment)
    behind = len(data) - archive.start_dir - listed
    if archive.start_dir - at >= HEADER.size or behind >= _END + HEADER.size:
        raise PackageError("ambiguous", part=_DIRECTORY)


def _start(data: bytes, info: ZipInfo) -> int:
    """Where the content of a member begins, behind its header, name and extra field."""
    header = HEADER.unpack_from(data, info.header_offset)
    return info.header_offset + HEADER.size + int(header[-2]) + int(header[-1])


def _leads_elsewhere(name: str) -> bool:
    """Whether a member's name is none that a part can have."""
    return name.startswith("/") or "\\" in name or "\0" in name or ".." in name.split("/")
