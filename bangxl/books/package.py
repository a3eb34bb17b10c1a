"""The package of an .xlsx or .xlsm file: named parts in a zip file, with their types and relations.

Unchanged parts are copied in compressed form, byte for byte. The parts keep their order.

Only the relations, from the root on, determine the role of each part. If another program could find another
part (names that differ only in case or escapes, a near relation), the package is refused. It is also refused if programs
that follow the zip file's directory and those that read it from the front, or repair it, could find different parts: its
members must be contiguous, end where their content ends, and be followed by the directory and nothing else.

PackageError codes: ``not_a_workbook`` (reason), ``too_large`` (part), ``unsafe_xml`` (part), ``ambiguous`` (part).
"""

import posixpath
import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Final
from urllib.parse import unquote
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from bangxl import limits
from bangxl.books import markup
from bangxl.books.port import BookError

CONTENT_TYPES: Final = "[Content_Types].xml"
ROOT: Final = ""
"""The part whose relations are those of the package."""

_ROLES: Final = frozenset({
    "officeDocument", "worksheet", "chartsheet", "dialogsheet", "styles", "sharedStrings", "comments", "calcChain",
})  # fmt: skip
"""The kinds of relations that lead to the workbook's parts."""

FOLDED_ROLES: Final = frozenset(role.casefold() for role in _ROLES)

STANDARD: Final = (
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    "http://purl.oclc.org/ooxml/officeDocument/relationships",
)
"""The prefixes of a relation's type, in the transitional form of the standard and in the strict one."""

_WORD: Final = re.compile("[a-z]+")
_DRAWING: Final = "application/vnd.openxmlformats-officedocument.drawing+xml"
_ODDLY_SPELT: Final = re.compile(r"[%\\?#:\s]|//|/\./")
_HEADER: Final = struct.Struct("<4sHHHHHLLLHH")
"""The header before a member's name and content."""
_CENTRAL: Final = struct.Struct("<4sBBHHHHHLLLHHHHHLL")
"""A directory entry, without the name and what follows it."""
_END: Final = struct.Struct("<4sHHHHLLH")
_MEMBER: Final = b"PK\3\4"
"""The signature of a header."""
_LISTED: Final = b"PK\1\2"
"""The signature of a directory entry."""
_EXTRA_FIELD: Final = struct.Struct("<HH")
"""The beginning of a piece of an extra field: its kind, and the length of its data."""
_LONGEST_END: Final = _END.size + 56 + 20
"""The maximal length after the directory in bytes: the end record, and for large files two more records."""
_DIRECTORY: Final = "zip"
_ENCRYPTED: Final = 0x1
_SIZES_BEHIND: Final = 0x8
_IN_UTF8: Final = 0x800
_LARGE: Final = 0xFFFFFFFF
"""Replaces a size that is in the extra field, or after the content."""
_RENAMED: Final = 0x7075
"""A piece of the extra field with another name, which only some programs read."""
_UNZIP_ERRORS: Final = (
    BadZipFile, EOFError, NotImplementedError, OSError, OverflowError, RuntimeError, ValueError, struct.error, zlib.error,
)  # fmt: skip
"""The errors of zipfile and zlib for bytes that are no zip file."""
_VERSION: Final = 20
"""The version of the zip format, 2.0: folders and deflate."""
_SMALLEST: Final = 9
"""zlib's level: a little slower, and a few per cent smaller."""


class PackageError(BookError):
    """A BookError without the file's path."""


@dataclass(slots=True)
class ZipEntry:
    """A member of the zip file, with its compressed content."""

    info: ZipInfo
    data: bytes


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of one part: ``kind`` is the last word of its type, ``target`` the other part's name, "" outside the file."""

    id: str
    kind: str
    target: str
    node: markup.Node


class Package:
    """The parts of a file."""

    def __init__(self, data: bytes, *, packing: bool = False) -> None:
        """``packing``: the parts are our own and not compressed yet: ``dump`` compresses them, without limits.

        PackageError if the bytes are no zip file that all programs read alike.
        """
        self._packing = packing
        self._entries: dict[str, ZipEntry] = {}
        plain_names: set[str] = set()
        for entry in entries(data):
            name = entry.info.filename
            plain = unquote(name).casefold()
            if plain in plain_names:  # some programs take these two names for one
                raise PackageError("ambiguous", part=name)
            plain_names.add(plain)
            self._entries[name] = entry
        self._by_folded = {name.casefold(): name for name in self._entries}
        self._unpacked: dict[str, bytes] = {}
        self._trees: dict[str, markup.Node] = {}
        self._types: tuple[markup.Node | None, dict[str, str]] = None, {}
        self._bytes_left = limits.PARTS
        self._tags_left, self._attributes_left = limits.TAGS, limits.ATTRIBUTES
        self._nodes: dict[str, int] = {}

    @property
    def names(self) -> list[str]:
        """The names of the parts, in the file's order."""
        return [*self._entries]

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._by_folded

    def read(self, name: str) -> bytes:
        """A part, in UTF-8 if it is XML. PackageError."""
        own = self._by_folded.get(name.casefold())
        if own is None:
            raise PackageError("not_a_workbook", reason=f"there is no {name}")
        if own not in self._unpacked:
            data = self.raw(own)
            if markup.is_markup(data):
                with part_errors(own):
                    data = markup.utf8(data)
                self._tags_left -= data.count(b"<")
                self._attributes_left -= data.count(b"=")
                if min(self._tags_left, self._attributes_left) < 0 and not self._packing:
                    raise PackageError("too_large", part=own)
            self._unpacked[own] = data
        return self._unpacked[own]

    def raw(self, name: str) -> bytes:
        """A part's bytes, by its exact name. PackageError."""
        entry = self._entries[name]
        data = _unpacked(entry, entry.info.file_size if self._packing else min(limits.PART, self._bytes_left))
        self._bytes_left -= len(data)
        return data

    def tree(self, name: str) -> markup.Node:
        """The root of an XML part. PackageError."""
        if name not in self._trees:
            data = self.read(name)
            self._nodes[name] = data.count(b"<")
            if sum(self._nodes.values()) > limits.TREE and not self._packing:
                raise PackageError("too_large", part=name)
            with part_errors(name):
                self._trees[name] = markup.parse_part(data)
        return self._trees[name]

    def write(self, name: str, data: bytes) -> None:
        """Replace the content of an existing part."""
        own = self._by_folded[name.casefold()]
        if self.read(own) == data:
            return
        self._unpacked[own] = data
        self._trees.pop(name, None)
        self._entries[own] = _packed(self._entries[own].info, data)

    def edit(self, name: str, *edits: markup.Edit) -> None:
        """Replace some bytes of a part."""
        self.write(name, markup.apply_edits(self.read(name), edits))

    def relations(self, part: str = ROOT) -> Iterator[Relation]:
        """The relations of a part, or of the package. PackageError; ``ambiguous`` where programs may follow them differently."""
        name = relations_of(part)
        if name not in self:
            return
        with part_errors(name):
            nodes = self.tree(name).items()
        ids = [node.attributes.get("Id", "") for node in nodes]
        if name not in self._entries or len({*ids}) < len(ids):
            raise PackageError("ambiguous", part=name)
        for node in nodes:
            path = unquote(node.attributes.get("Target", "").partition("#")[0])
            joined = path if path.startswith("/") else posixpath.join("/", posixpath.dirname(part), path)
            inside = node.attributes.get("TargetMode", "Internal") == "Internal"
            target = posixpath.normpath(joined).lstrip("/") if inside else ""
            relation = Relation(node.attributes.get("Id", ""), node.attributes.get("Type", "").rpartition("/")[2], target, node)
            if self._is_ambiguous(relation):
                raise PackageError("ambiguous", part=name)
            yield relation

    def _is_ambiguous(self, relation: Relation) -> bool:
        """Whether programs may disagree on its target."""
        attributes = relation.node.attributes
        mode, target = attributes.get("TargetMode", "Internal"), attributes.get("Target", "")
        if relation.kind not in _ROLES:
            return mode not in {"Internal", "External"} or relation.kind.casefold() in FOLDED_ROLES
        if mode != "Internal" or target != target.strip() or attributes.get("Type", "").rpartition("/")[0] not in STANDARD:
            return True
        return relation.target in self and (relation.target not in self._entries or _ODDLY_SPELT.search(target) is not None)

    def kinds(self) -> tuple[frozenset[str], frozenset[str]]:
        """The kinds of all relations, ``outside`` for those out of the file, and the words of all parts' types, in lower case.

        Drawings with nothing on them do not count: Google Sheets puts one on each sheet.
        """
        typed = {name: self.type_of(name).casefold() for name in self.names}
        empty = {name for name, type_ in typed.items() if type_ == _DRAWING and not self.tree(name).children}
        sources = [ROOT, *(name for name in self.names if not name.endswith(".rels"))]
        relations = [relation for source in sources for relation in self.relations(source)]
        relations = [relation for relation in relations if relation.kind != "drawing" or relation.target not in empty]
        types = " ".join({type_ for name, type_ in typed.items() if name not in empty}).replace("openxmlformats-package", "")
        kinds = (relation.kind.casefold() if relation.target else "outside" for relation in relations)
        return frozenset(kinds), frozenset(_WORD.findall(types))

    def type_of(self, part: str) -> str:
        """The content type of a part, by its name or extension; "" without one. PackageError."""
        listed = self.tree(CONTENT_TYPES)
        if self._types[0] is not listed:
            keys = {"Override": "PartName", "Default": "Extension"}
            typed = [(node.attributes, keys[node.name]) for node in listed.items() if node.name in keys]
            self._types = listed, {own.get(key, "").casefold(): own.get("ContentType", "") for own, key in typed}
        types = self._types[1]
        return types.get(f"/{part}".casefold()) or types.get(part.rpartition(".")[2].casefold(), "")

    def differs_only_in_packing(self, data: bytes) -> bool:
        """Whether a file is this one byte for byte, but for how its parts are compressed: no two versions of zlib do it alike."""
        other = Package(data)
        if other.names != self.names or any(other.raw(name) != self.raw(name) for name in self.names):
            return False
        for name, entry in self._entries.items():
            packed = other._entries[name]
            entry.data, entry.info.compress_type = packed.data, packed.info.compress_type
            entry.info.compress_size = len(packed.data)
        self._packing = False
        return self.dump() == data

    def retype(self, part: str, kind: str) -> None:
        """Give a part another content type."""
        for node in self._listed(part):
            if node.attributes.get("ContentType", "") != kind:
                tag = self.read(CONTENT_TYPES)[node.start : node.inside]
                self.edit(CONTENT_TYPES, (node.start, node.inside, markup.with_attributes(tag, {"ContentType": kind})))
                return

    def remove(self, part: str, relation: Relation, source: str) -> None:
        """Remove a part, its content type, and the relation from ``source`` to it."""
        del self._entries[self._by_folded.pop(part.casefold())]
        self.edit(relations_of(source), (relation.node.start, relation.node.end, b""))
        self.edit(CONTENT_TYPES, *((node.start, node.end, b"") for node in self._listed(part)))

    def _listed(self, part: str) -> list[markup.Node]:
        nodes = self.tree(CONTENT_TYPES).all("Override")
        return [node for node in nodes if node.attributes.get("PartName", "").casefold() == f"/{part}".casefold()]

    def dump(self) -> bytes:
        """The bytes of the file."""
        out, directory = BytesIO(), BytesIO()
        for name, entry in self._entries.items():
            if self._packing and entry.info.compress_type == ZIP_STORED:
                entry.data = _packed(entry.info, entry.data).data
            info, at = entry.info, out.tell()
            encoded, flags = (name.encode("ascii"), 0) if name.isascii() else (name.encode(), _IN_UTF8)
            year, month, day, hour, minute, second = info.date_time
            moment = hour << 11 | minute << 5 | second // 2, (year - 1980) << 9 | month << 5 | day
            facts = (flags, info.compress_type, *moment, info.CRC, info.compress_size, info.file_size, len(encoded))
            out.write(_HEADER.pack(_MEMBER, _VERSION, *facts, 0) + encoded + entry.data)
            more = (0, 0, 0, info.internal_attr, info.external_attr, at)
            directory.write(_CENTRAL.pack(_LISTED, info.create_version, info.create_system, _VERSION, *facts, *more) + encoded)
        count, size = len(self._entries), len(directory.getvalue())
        return out.getvalue() + directory.getvalue() + _END.pack(b"PK\5\6", 0, 0, count, count, size, out.tell(), 0)


@contextmanager
def part_errors(part: str) -> Iterator[None]:
    """Turn an error in a part's XML into a PackageError that names the part."""
    try:
        yield
    except markup.Unsafe as error:
        raise PackageError("unsafe_xml", part=part) from error
    except markup.TooMuch as error:
        raise PackageError("too_large", part=part) from error
    except markup.Malformed as error:
        raise PackageError("not_a_workbook", reason=f"{part}: {error}") from error


def relations_of(part: str) -> str:
    """The name of the part with another part's relations."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _packed(info: ZipInfo, data: bytes) -> ZipEntry:
    packer = zlib.compressobj(_SMALLEST, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(data) + packer.flush()
    info.compress_type, info.CRC, info.file_size, info.compress_size = ZIP_DEFLATED, zlib.crc32(data), len(data), len(packed)
    return ZipEntry(info, packed)


def _unpacked(entry: ZipEntry, most: int) -> bytes:
    """The content of a member; ignores the length in the directory."""
    info = entry.info
    try:
        if info.compress_type == ZIP_STORED:
            data = entry.data[: most + 1]
        else:
            unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
            data = unpacker.decompress(entry.data, most + 1)
            if unpacker.unused_data or (len(data) <= most and not unpacker.eof):  # a reader from the front would go on there
                raise PackageError("ambiguous", part=info.filename)
    except zlib.error as error:
        raise PackageError("not_a_workbook", reason=f"{info.filename}: {error}") from error
    if len(data) > most:
        raise PackageError("too_large", part=info.filename)
    if len(data) != info.file_size or zlib.crc32(data) != info.CRC:
        raise PackageError("not_a_workbook", reason=f"{info.filename}: incomplete")
    return data


def entries(data: bytes) -> Iterator[ZipEntry]:
    """The members of a zip file, without its (empty) folders. PackageError; ``ambiguous`` if some program could find others."""
    if data.count(_LISTED) > limits.MEMBERS:
        raise PackageError("too_large", part=_DIRECTORY)
    try:
        with ZipFile(BytesIO(data)) as archive:
            if sum(info.compress_size for info in archive.infolist()) > len(data):
                raise PackageError("not_a_workbook", reason="parts in one place")
            for info in archive.infolist():
                if not info.filename:
                    raise PackageError("not_a_workbook", reason="a part without a name")
                entry = _entry(data, archive, info)
                hides = _MEMBER in entry.data  # not behind the content, nor where only the next header says how long it is
                content = _unpacked(entry, limits.PART) if hides or info.is_dir() else b""
                is_open = info.compress_type == ZIP_STORED and info.flag_bits & _SIZES_BEHIND
                if (hides and is_open) or (content and info.is_dir()):
                    raise PackageError("ambiguous", part=info.filename)
                if not info.is_dir():
                    yield entry
            _refuse_unlisted(data, archive)
    except _UNZIP_ERRORS as error:
        raise PackageError("not_a_workbook", reason=str(error)) from error


def _entry(data: bytes, archive: ZipFile, info: ZipInfo) -> ZipEntry:
    if info.flag_bits & _ENCRYPTED or info.compress_type not in {ZIP_DEFLATED, ZIP_STORED}:
        raise PackageError("not_a_workbook", reason=f"{info.filename}: encrypted or packed in an unknown way")
    name = info.orig_filename
    if name.startswith("/") or "\\" in name or "\0" in name or ".." in name.split("/"):
        raise PackageError("not_a_workbook", reason=f"a part called {name!r}")
    with archive.open(info):  # the name before its content agrees with the directory
        start = _start(data, info)
    if not _agrees(data[info.header_offset : start], info):
        raise PackageError("ambiguous", part=info.filename)
    return ZipEntry(info, data[start : start + info.compress_size])


def _agrees(before: bytes, info: ZipInfo) -> bool:
    """Whether the header before a member's content agrees with the directory."""
    _mark, _version, flags, packing, _time, _day, *sizes, name, _more = _HEADER.unpack_from(before)
    extra = before[_HEADER.size + name :]
    if packing != info.compress_type or (flags ^ info.flag_bits) & _SIZES_BEHIND or _is_renamed(extra) or _is_renamed(info.extra):
        return False
    elsewhere = {0, _LARGE} if flags & _SIZES_BEHIND else set[int]()
    if struct.pack("<QQ", info.file_size, info.compress_size) in extra:
        elsewhere.add(_LARGE)
    listed = (info.CRC, info.compress_size, info.file_size)
    return all(one == right or one in elsewhere for one, right in zip(sizes, listed, strict=True))


def _is_renamed(extra: bytes) -> bool:
    while len(extra) >= _EXTRA_FIELD.size:
        kind, size = _EXTRA_FIELD.unpack_from(extra)
        if kind == _RENAMED:
            return True
        extra = extra[_EXTRA_FIELD.size + size :]
    return False


def _refuse_unlisted(data: bytes, archive: ZipFile) -> None:
    """PackageError if before, between or after the members there is room for one outside the directory."""
    at, listed = 0, 0
    for info in sorted(archive.infolist(), key=lambda info: info.header_offset):
        if info.header_offset - at >= _HEADER.size:
            raise PackageError("ambiguous", part=info.filename)
        at = _start(data, info) + info.compress_size
        name = info.orig_filename.encode("utf-8" if info.flag_bits & _IN_UTF8 else "cp437")
        listed += _CENTRAL.size + len(name) + len(info.extra) + len(info.comment)
    behind = len(data) - archive.start_dir - listed
    *_counts, where, _comment = _END.unpack_from(data, data.rfind(b"PK\5\6"))  # zipfile believes another record in its place
    is_elsewhere = where not in {archive.start_dir, _LARGE}
    if is_elsewhere or archive.start_dir - at >= _HEADER.size or behind >= _LONGEST_END + _HEADER.size:
        raise PackageError("ambiguous", part=_DIRECTORY)


def _start(data: bytes, info: ZipInfo) -> int:
    """The start of a member's content, after its header, name and extra field."""
    header = _HEADER.unpack_from(data, info.header_offset)
    return info.header_offset + _HEADER.size + int(header[-2]) + int(header[-1])
