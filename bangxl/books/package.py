"""The package that an .xlsx or .xlsm file is: parts in a zip file, by name, with their types and relations.

A part that nobody has written anew is copied as it is compressed: not a byte of it changes. The file's order of parts stays.

Which part plays which role, the relations say, from the root on, and nothing else does. Where another program could find another
part (names that differ in case or escapes only, a relation that is nearly one), the package is refused.

PackageError codes: ``not_a_workbook`` (reason), ``too_large`` (part), ``unsafe_xml`` (part), ``ambiguous`` (part).
"""

from __future__ import annotations

import posixpath
import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Final
from urllib.parse import unquote
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipInfo

from bangxl import limits
from bangxl.books import markup
from bangxl.books.members import HEADER, LISTED, Entry, PackageError, entries

CONTENT_TYPES: Final = "[Content_Types].xml"
ROOT: Final = ""
"""The part whose relations are those of the package."""

ROLES: Final = frozenset({
    "officeDocument", "worksheet", "chartsheet", "dialogsheet", "styles", "sharedStrings", "comments", "calcChain",
})  # fmt: skip
"""Kinds of relations by which the workbook's parts are found."""

_FOLDED_ROLES: Final = frozenset(role.casefold() for role in ROLES)

STANDARD: Final = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
)
"""What stands before them in a relation's type, in the usual form of the standard and in the strict one."""

_ODDLY_SPELT: Final = re.compile(r"[%\\?#:\s]|//|/\./")
_CENTRAL: Final = struct.Struct("<4sBBHHHHHLLLHHHHHLL")
_END: Final = struct.Struct("<4sHHHHLLH")
_NAMES_IN_UTF8: Final = 0x800
_VERSION: Final = 20
"""Of the zip format, 2.0: folders and deflate."""
_SMALLEST: Final = 9
"""zlib's level: a little slower, and a few per cent smaller."""


@dataclass(frozen=True, slots=True)
class Relation:
    """What one part says of another: ``kind`` is the last word of its type, ``target`` the other's name, "" outside the file."""

    id: str
    kind: str
    target: str
    node: markup.Node


class Package:
    """The parts of a file."""

    def __init__(self, data: bytes, *, packing: bool = False) -> None:
        """``packing``: the parts are our own and not packed yet: ``dump`` does that, and nothing limits them.

        PackageError if the bytes are no sound zip file.
        """
        self._packing = packing
        found = list(entries(data))
        self._entries = {entry.info.filename: entry for entry in found}
        self._by_folded = {name.casefold(): name for name in self._entries}
        _refuse_namesakes([entry.info.filename for entry in found])
        self._unpacked: dict[str, bytes] = {}
        self._trees: dict[str, markup.Node] = {}
        self._types: tuple[markup.Node | None, dict[str, str]] = None, {}
        self._left = limits.PARTS
        self._tags_left, self._attributes_left = limits.TAGS, limits.ATTRIBUTES
        self._nodes: dict[str, int] = {}

    @property
    def names(self) -> list[str]:
        """The names of the parts, in the file's order."""
        return [*self._entries]

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._by_folded

    def read(self, name: str) -> bytes:
        """A part, in UTF-8 if it says that it is XML. PackageError."""
        own = self._by_folded.get(name.casefold())
        if own is None:
            raise PackageError("not_a_workbook", reason=f"there is no {name}")
        if own not in self._unpacked:
            data = self.raw(own)
            with sound(own):
                self._unpacked[own] = self._counted(own, markup.utf8(data)) if own.endswith((".xml", ".rels", ".vml")) else data
        return self._unpacked[own]

    def raw(self, name: str) -> bytes:
        """A part's bytes, by its name as it is written. PackageError."""
        entry = self._entries[name]
        data = _unpacked(entry, entry.info.file_size if self._packing else min(limits.PART, self._left))
        self._left -= len(data)
        return data

    def _counted(self, name: str, data: bytes) -> bytes:
        """The part, if its tags and attributes are not more than a workbook has."""
        self._tags_left -= data.count(b"<")
        self._attributes_left -= data.count(b"=")
        if min(self._tags_left, self._attributes_left) < 0 and not self._packing:
            raise PackageError("too_large", part=name)
        return data

    def tree(self, name: str) -> markup.Node:
        """The root of a part that is XML. PackageError."""
        if name not in self._trees:
            data = self.read(name)
            self._nodes[name] = data.count(b"<")
            if sum(self._nodes.values()) > limits.TREE and not self._packing:
                raise PackageError("too_large", part=name)
            with sound(name):
                self._trees[name] = markup.parse(data)
        return self._trees[name]

    def write(self, name: str, data: bytes) -> None:
        """Give a part that is there another content."""
        own = self._by_folded[name.casefold()]
        if self.read(own) == data:
            return
        self._unpacked[own] = data
        self._trees.pop(name, None)
        self._entries[own] = _packed(self._entries[own].info, data)

    def edit(self, name: str, *edits: markup.Edit) -> None:
        """Exchange bytes of a part."""
        self.write(name, markup.exchange(self.read(name), edits))

    def relations(self, part: str = ROOT) -> Iterator[Relation]:
        """The relations of a part, or of the package. PackageError; ``ambiguous`` where programs may follow them differently."""
        name = relations_of(part)
        if name not in self:
            return
        with sound(name):
            nodes = self.tree(name).items()
        ids = [node.attributes.get("Id", "") for node in nodes]
        if name not in self._entries or len({*ids}) < len(ids):
            raise PackageError("ambiguous", part=name)
        for node in nodes:
            inside = node.attributes.get("TargetMode", "Internal") == "Internal"
            target = _resolved(part, node.attributes.get("Target", "")) if inside else ""
            relation = Relation(node.attributes.get("Id", ""), node.attributes.get("Type", "").rpartition("/")[2], target, node)
            if self._is_ambiguous(relation):
                raise PackageError("ambiguous", part=name)
            yield relation

    def _is_ambiguous(self, relation: Relation) -> bool:
        """Whether programs may disagree on what it leads to."""
        said = relation.node.attributes
        mode, target = said.get("TargetMode", "Internal"), said.get("Target", "")
        if relation.kind not in ROLES:
            return mode not in {"Internal", "External"} or relation.kind.casefold() in _FOLDED_ROLES
        if mode != "Internal" or target != target.strip() or said.get("Type", "").rpartition("/")[0] not in STANDARD:
            return True
        return relation.target in self and (relation.target not in self._entries or _ODDLY_SPELT.search(target) is not None)

    def type_of(self, part: str) -> str:
        """What the list of types says of a part; "" for nothing. PackageError."""
        listed = self.tree(CONTENT_TYPES)
        if self._types[0] is not listed:
            self._types = listed, _types(listed)
        known = self._types[1]
        return known.get(f"/{part}".casefold()) or known.get(part.rpartition(".")[2].casefold(), "")

    def retype(self, part: str, old: str, new: str) -> None:
        """Exchange a word in the list's type of a part."""
        for node in self.tree(CONTENT_TYPES).all("Override"):
            kind = node.attributes.get("ContentType", "")
            if node.attributes.get("PartName", "").casefold() == f"/{part}".casefold() and old in kind:
                tag = self.read(CONTENT_TYPES)[node.start : node.inside]
                changed = markup.with_attributes(tag, {"ContentType": kind.replace(old, new)})
                self.edit(CONTENT_TYPES, (node.start, node.inside, changed))
                return

    def remove(self, part: str, relation: Relation, source: str) -> None:
        """Take a part out: itself, its type, and the relation by which ``source`` names it."""
        del self._entries[self._by_folded.pop(part.casefold())]
        self.edit(relations_of(source), (relation.node.start, relation.node.end, b""))
        nodes = self.tree(CONTENT_TYPES).all("Override")
        named = [node for node in nodes if node.attributes.get("PartName", "").casefold() == f"/{part}".casefold()]
        self.edit(CONTENT_TYPES, *((node.start, node.end, b"") for node in named))

    def dump(self) -> bytes:
        """The bytes of the file."""
        if self._packing:
            unpacked = [(name, entry) for name, entry in self._entries.items() if entry.info.compress_type == ZIP_STORED]
            self._entries |= {name: _packed(entry.info, entry.data) for name, entry in unpacked}
        out, directory = BytesIO(), BytesIO()
        for entry in self._entries.values():
            at = out.tell()
            out.write(_header(entry.info) + entry.data)
            directory.write(_listed(entry.info, at))
        count, size = len(self._entries), len(directory.getvalue())
        return out.getvalue() + directory.getvalue() + _END.pack(b"PK\5\6", 0, 0, count, count, size, out.tell(), 0)


def _refuse_namesakes(names: list[str]) -> None:
    """PackageError if two names are one to some program."""
    known: set[str] = set()
    for name in names:
        plain = unquote(name).casefold()
        if plain in known:
            raise PackageError("ambiguous", part=name)
        known.add(plain)


class sound:  # noqa: N801 - reads as a sentence: with sound(part)
    """What is wrong with a part's XML becomes a PackageError that names it."""

    def __init__(self, part: str) -> None:
        self._part = part

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, markup.Unsafe):
            raise PackageError("unsafe_xml", part=self._part) from error
        if isinstance(error, markup.TooMuch):
            raise PackageError("too_large", part=self._part) from error
        if isinstance(error, markup.Malformed):
            raise PackageError("not_a_workbook", reason=f"{self._part}: {error}") from error


def _packed(info: ZipInfo, data: bytes) -> Entry:
    packer = zlib.compressobj(_SMALLEST, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(data) + packer.flush()
    info.compress_type, info.CRC, info.file_size, info.compress_size = ZIP_DEFLATED, zlib.crc32(data), len(data), len(packed)
    return Entry(info, packed)


def _types(listed: markup.Node) -> dict[str, str]:
    """Types by a part's name, with a stroke before it, or by the end of its name."""
    keys = {"Override": "PartName", "Default": "Extension"}
    nodes = (node for node in listed.items() if node.name in keys)
    return {node.attributes.get(keys[node.name], "").casefold(): node.attributes.get("ContentType", "") for node in nodes}


def _unpacked(entry: Entry, most: int) -> bytes:
    """The content of a member, however long the directory says that it is."""
    info = entry.info
    try:
        if info.compress_type == ZIP_STORED:
            data = entry.data[: most + 1]
        else:
            data = zlib.decompressobj(-zlib.MAX_WBITS).decompress(entry.data, most + 1)
    except zlib.error as error:
        raise PackageError("not_a_workbook", reason=f"{info.filename}: {error}") from error
    if len(data) > most:
        raise PackageError("too_large", part=info.filename)
    if len(data) != info.file_size or zlib.crc32(data) != info.CRC:
        raise PackageError("not_a_workbook", reason=f"{info.filename}: incomplete")
    return data


def _header(info: ZipInfo) -> bytes:
    """What stands before a member's content."""
    name, flags = _encoded(info.filename)
    return HEADER.pack(b"PK\3\4", _VERSION, flags, info.compress_type, *_facts(info), len(name), 0) + name


def _listed(info: ZipInfo, at: int) -> bytes:
    """A member in the directory at the end of the file."""
    name, flags = _encoded(info.filename)
    made, more = (info.create_version, info.create_system), (0, 0, 0, info.internal_attr, info.external_attr, at)
    return _CENTRAL.pack(LISTED, *made, _VERSION, flags, info.compress_type, *_facts(info), len(name), *more) + name


def _facts(info: ZipInfo) -> tuple[int, ...]:
    """Time, day, checksum and both sizes of a member."""
    year, month, day, hour, minute, second = info.date_time
    moment = hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day
    return *moment, info.CRC, info.compress_size, info.file_size


def _encoded(name: str) -> tuple[bytes, int]:
    """A member's name in bytes, and the flags that go with them."""
    return (name.encode("ascii"), 0) if name.isascii() else (name.encode(), _NAMES_IN_UTF8)


def relations_of(part: str) -> str:
    """The name of the part that holds a part's relations."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _resolved(source: str, target: str) -> str:
    """The name of the part that a relation of ``source`` points to."""
    path = unquote(target.partition("#")[0])
    joined = path if path.startswith("/") else posixpath.join("/", posixpath.dirname(source), path)
    return posixpath.normpath(joined).lstrip("/")
