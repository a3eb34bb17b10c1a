"""A strict reader of VBA projects (MS-OVBA): the container, the stream dir record by record, the names, the ciphered state."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tests.vba.compound_reader import Compound, demand

CHUNK: Final = 4096
HEADER: Final = (0x01, 0x02, 0x14, 0x03, 0x04, 0x05, 0x40, 0x06, 0x3D, 0x07, 0x08, 0x09, 0x0C, 0x3C)
MODULE: Final = (0x19, 0x47, 0x1A, 0x32, 0x1C, 0x48, 0x31, 0x1E, 0x2C)
OFFICE: Final = "{2DF8D04C-5BFA-101B-BDE5-00AA0044DE52}"
BASES: Final = {
    "ThisWorkbook": "0{00020819-0000-0000-C000-000000000046}",
    "Document": "0{00020820-0000-0000-C000-000000000046}",
    "Class": "0{FCFB3D2A-A0FA-1068-A738-08002B3371B5}",
}


@dataclass(frozen=True, slots=True)
class Module:
    """A module; ``kind`` as in the stream PROJECT."""

    name: str
    kind: str
    source: str

    @property
    def code(self) -> str:
        """Without attributes."""
        return "".join(line for line in self.source.splitlines(keepends=True) if not line.startswith("Attribute VB_"))

    @property
    def attributes(self) -> dict[str, str]:
        """The module's own."""
        return dict(re.findall(r'^Attribute (VB_\w+) = "?(.*?)"?\r$', self.source, re.MULTILINE))


@dataclass(frozen=True, slots=True)
class Project:
    """A project as it stands in vbaProject.bin."""

    modules: tuple[Module, ...]
    references: tuple[str, ...]


def decompressed(data: bytes) -> bytes:
    """The content of a container; Broken for any token that the writer must not write."""
    demand(data[:1] == b"\1", "a container begins with 1")
    out, at = bytearray(), 1
    while at < len(data):
        (head,) = struct.unpack_from("<H", data, at)
        demand(head >> 12 & 7 == 3, "a chunk without its sign")
        demand(len(out) % CHUNK == 0, "a short chunk that is not the last")
        end = at + (head & 0xFFF) + 3
        demand(end <= len(data), "a chunk longer than the container")
        out += _chunk(data[at + 2 : end]) if head >> 15 else data[at + 2 : end]
        at = end
    return bytes(out)


def _chunk(data: bytes) -> bytes:
    out, at = bytearray(), 0
    while at < len(data):
        flags, at = data[at], at + 1
        demand(at < len(data), "flags without tokens")
        for bit in range(8):
            if at >= len(data):
                demand(flags >> bit == 0, "a flag without its token")
                break
            if not flags >> bit & 1:
                out.append(data[at])
                at += 1
                continue
            (token,) = struct.unpack_from("<H", data, at)
            bits = max((len(out) - 1).bit_length(), 4)
            offset, length = (token >> 16 - bits) + 1, (token & 0xFFFF >> bits) + 3
            demand(offset <= len(out), "a reference to before the chunk")
            for _ in range(length):
                out.append(out[-offset])
            at += 2
    demand(len(out) <= CHUNK, "a chunk of more than 4096 bytes")
    return bytes(out)


def read(data: bytes) -> Project:
    """The project in the bytes of vbaProject.bin; Broken says what is wrong."""
    streams = Compound(data).streams
    demand(streams.get("VBA/_VBA_PROJECT") == bytes.fromhex("cc61ffff000000"), "_VBA_PROJECT holds compiled code or a version")
    records = list(_records(decompressed(streams["VBA/dir"])))
    demand(tuple(number for number, _ in records[: len(HEADER)]) == HEADER, "dir does not begin as it must")
    demand(records[3][1] == struct.pack("<H", 1252) and records[4][1] == b"VBAProject", "code page or name")
    references, rest = _references(records[len(HEADER) :])
    modules = tuple(_modules(rest, streams))
    expected = {f"VBA/{module.name}" for module in modules} | {"VBA/dir", "VBA/_VBA_PROJECT", "PROJECT", "PROJECTwm"}
    demand(set(streams) == expected, f"streams: {sorted(set(streams) ^ expected)}")
    _project_text(streams["PROJECT"].decode("ascii"), modules)
    names = b"".join(m.name.encode() + b"\0" + m.name.encode("utf-16-le") + b"\0\0" for m in modules) + b"\0\0"
    demand(streams["PROJECTwm"] == names, "PROJECTwm has other names")
    return Project(modules, references)


def _records(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 0
    while at < len(data):
        number, size = struct.unpack_from("<HI", data, at)
        size = 6 if number == 0x09 else size  # the version is longer than it says
        demand(at + 6 + size <= len(data), f"record {number:#x} is longer than dir")
        yield number, data[at + 6 : at + 6 + size]
        at += 6 + size
    demand(number == 0x10, "dir does not end with its terminator")


def _references(records: list[tuple[int, bytes]]) -> tuple[tuple[str, ...], list[tuple[int, bytes]]]:
    found = []
    while records[0][0] == 0x16:
        (_, name), (wide, again), (kind, library), *records = records
        demand((wide, kind) == (0x3E, 0x0D), "a reference is name, name, library")
        demand(again.decode("utf-16-le") == name.decode(), "a reference with two names")
        size = int.from_bytes(library[:4], "little")
        demand(library[4 + size :] == bytes(6), "a library's length")
        demand(re.fullmatch(rb"\*\\G\{[0-9A-F-]{36}\}#\d+\.\d+#\d+#[^#]*#[^#]+", library[4 : 4 + size]), "no name of a library")
        found.append(library[4 : 4 + size].decode())
    return tuple(found), records


def _modules(records: list[tuple[int, bytes]], streams: dict[str, bytes]) -> Iterator[Module]:
    (count_number, count), (cookie_number, cookie), *records = records
    demand((count_number, cookie_number, cookie) == (0x0F, 0x13, b"\xff\xff"), "modules without count and cookie")
    for _ in range(int.from_bytes(count, "little")):
        parts, (kind, nothing), (end, empty), records = records[:9], records[9], records[10], records[11:]
        demand(tuple(number for number, _ in parts) == MODULE, "a module's records are not in order")
        name, wide, stream, wide_stream, doc, wide_doc, offset, context, cookie = (content for _, content in parts)
        texts = ((name, wide), (stream, wide_stream), (doc, wide_doc))
        demand(all(one.decode("cp1252") == two.decode("utf-16-le") for one, two in texts), f"{name!r} is said differently")
        demand(stream == name and (offset, context, cookie) == (bytes(4), bytes(4), b"\xff\xff"), f"{name!r}: stream or offset")
        demand(kind in {0x21, 0x22} and (end, nothing, empty) == (0x2B, b"", b""), f"{name!r}: kind or end")
        demand(f"VBA/{name.decode()}" in streams, f"{name!r} has no stream")
        source = decompressed(streams[f"VBA/{name.decode()}"]).decode("ascii")
        yield _module(name.decode(), source, procedural=kind == 0x21)
    demand(records == [(0x10, b"")], "more modules than counted")


def _module(name: str, source: str, *, procedural: bool) -> Module:
    lines = source.replace("\r\n", "")
    demand("\n" not in lines and "\r" not in lines, f"{name}: line ends")
    demand(lines.replace("\t", "").isprintable(), f"{name}: odd characters")
    demand(source.startswith(f'Attribute VB_Name = "{name}"\r\n'), f"{name}: another name in its source")
    module = Module(name, "Module", source)
    if procedural:
        demand(set(module.attributes) == {"VB_Name"}, f"{name}: attributes of a class")
        return module
    kind = "Document" if module.attributes.get("VB_PredeclaredId") == "True" else "Class"
    base = BASES.get(name) or BASES[kind]
    demand(module.attributes.get("VB_Base") == base, f"{name}: not made after {base}")
    wanted = {"VB_TemplateDerived": "False", "VB_Customizable": str(kind == "Document"), "VB_Exposed": "True"}
    demand(wanted.items() <= module.attributes.items(), f"{name}: attributes")
    return Module(name, kind, source)


def _project_text(text: str, modules: tuple[Module, ...]) -> None:
    """The stream PROJECT: lists the modules, not protected."""
    lines = text.split("\r\n")
    identity = re.fullmatch(r'ID="(\{[0-9A-F-]{36}\})"', lines[0])
    demand(identity, "PROJECT does not begin with an ID")
    listed = {"Document": "Document={}/&H00000000", "Class": "Class={}", "Module": "Module={}"}
    expected = [listed[module.kind].format(module.name) for module in modules]
    demand(lines[1 : len(modules) + 1] == expected, "PROJECT lists other modules")
    values = dict(re.findall(r'^(\w+)="(.*)"\r$', text, re.MULTILINE))
    state = {key: deciphered(values[key], values["ID"]) for key in ("CMG", "DPB", "GC")}
    demand(state == {"CMG": bytes(4), "DPB": b"\0", "GC": b"\xff"}, f"protected, or ciphered wrongly: {state}")
    workspace = text.partition("[Workspace]\r\n")[2].splitlines()
    demand([line.partition("=")[0] for line in workspace] == [module.name for module in modules], "PROJECT has other windows")


def deciphered(cipher: str, identity: str) -> bytes:
    """A state in the stream PROJECT (MS-OVBA 2.4.3.3)."""
    seed, version, key, *rest = bytes.fromhex(cipher)
    demand(seed ^ version == 2, "the cipher's version")
    clear_key = seed ^ key
    demand(clear_key == sum(identity.encode()) & 0xFF, "a cipher of another project")
    before, one_before, clear, out = key, version, clear_key, bytearray()
    for byte in rest:
        clear = byte ^ (one_before + clear) & 0xFF
        one_before, before = before, byte
        out.append(clear)
    ignored = (seed & 6) // 2
    demand(int.from_bytes(out[ignored : ignored + 4], "little") == len(out) - ignored - 4, "the cipher's length")
    return bytes(out[ignored + 4 :])
