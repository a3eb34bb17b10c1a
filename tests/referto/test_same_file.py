"""«Byte for byte» is said of no file in which a program that reads from the front, or that unpacks it, finds something else."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from bangxl.referto.report import Report, report_of
from bangxl.referto.spreadsheet import is_exact, referto
from tests.additions.package import STRINGS, unzipped
from tests.helpers.sample import sample
from tests.referto.referti import WRITTEN, eventful

LIE: Final = b"Luigi Bugiardo"
ANYTHING: Final = b"The winner above is a mistake of the program. "
PROPERTIES: Final = "docProps/core.xml"
_HEADER: Final = struct.Struct("<4sHHHHHLLLHH")


@cache
def report() -> Report:
    return report_of(eventful("italy-2010", 10, "en"), WRITTEN)


@cache
def right() -> dict[str, bytes]:
    return unzipped(referto(report()))


def lied() -> bytes:
    after = right()[STRINGS].replace(b"Anna", LIE)
    assert after != right()[STRINGS]
    return after


def deflated(data: bytes, ending: int = zlib.Z_FINISH) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush(ending)


@dataclass(frozen=True)
class Member:
    """A member as a forger writes it; ``behind``: bytes after its stream that count as its own."""

    name: str
    content: bytes
    behind: bytes = b""
    is_stored: bool = False
    sizes_behind: bool = False
    extra: bytes = b""
    listed_extra: bytes = b""
    comment: bytes = b""
    before: bytes = b""
    is_listed: bool = True
    ending: int = zlib.Z_FINISH
    date: int = 0x21
    attributes: int = 0o600 << 16
    system: int = 3

    @property
    def data(self) -> bytes:
        return (self.content if self.is_stored else deflated(self.content, self.ending)) + self.behind

    def facts(self, *, in_front: bool) -> tuple[int, ...]:
        sizes = zlib.crc32(self.content), len(self.data), len(self.content)
        flags, method = 8 * self.sizes_behind, 0 if self.is_stored else 8
        return flags, method, 0, self.date, *((0, 0, 0) if in_front and self.sizes_behind else sizes), len(self.name.encode())

    def local(self) -> bytes:
        head = _HEADER.pack(b"PK\3\4", 20, *self.facts(in_front=True), len(self.extra))
        return self.before + head + self.name.encode() + self.extra + self.data

    def listed(self, at: int) -> bytes:
        more = len(self.listed_extra), len(self.comment), 0, 0, self.attributes, at + len(self.before)
        head = struct.pack("<4sBBH", b"PK\1\2", 20, self.system, 20) + struct.pack("<HHHHLLLH", *self.facts(in_front=False))
        return head + struct.pack("<HHHHLL", *more) + self.name.encode() + self.listed_extra + self.comment


@dataclass(frozen=True)
class Archive:
    members: tuple[Member, ...]
    comment: bytes = b""
    at_the_end: bytes = field(default=b"")

    def data(self) -> bytes:
        out, directory = b"", b""
        for member in self.members:
            directory += member.listed(len(out)) if member.is_listed else b""
            out += member.local()
        count = sum(member.is_listed for member in self.members)
        end = struct.pack("<4sHHHHLLH", b"PK\5\6", 0, 0, count, count, len(directory), len(out), len(self.comment))
        return out + directory + end + self.comment + self.at_the_end

    def change(self, name: str, **changes: object) -> Archive:
        members = (replace(one, **changes) if one.name == name else one for one in self.members)  # type: ignore[arg-type]
        return replace(self, members=tuple(members))

    def more(self, member: Member, at: int = 99) -> Archive:
        return replace(self, members=(*self.members[:at], member, *self.members[at:]))


def own() -> Archive:
    return Archive(tuple(Member(name, content) for name, content in right().items()))


def described(content: bytes) -> bytes:
    """What stands behind a stream whose header says no sizes."""
    return struct.pack("<4sLLL", b"PK\7\10", zlib.crc32(content), len(deflated(content)), len(content))


def hidden(name: str = STRINGS) -> bytes:
    return Member(name, lied()).local()


VARIANTS: Final[dict[str, Callable[[], Archive]]] = {
    "a member behind a stream": lambda: own().change(STRINGS, behind=hidden()),
    "a member behind a stream without sizes": lambda: own().change(
        STRINGS, sizes_behind=True, behind=described(right()[STRINGS]) + hidden()
    ),
    "a member behind the stream of a part that nobody needs": lambda: own().change(
        PROPERTIES, sizes_behind=True, behind=described(right()[PROPERTIES]) + hidden()
    ),
    "anything behind a stream": lambda: own().change(STRINGS, behind=ANYTHING * 600),
    "a folder with content": lambda: own().more(Member("xl/hidden/", hidden(), is_stored=True)),
    "a folder with packed content": lambda: own().more(Member("secret/", lied())),
    "a folder called like a part": lambda: own().more(Member(STRINGS + "/", lied(), is_stored=True)),
    "a folder with backslashes": lambda: own().more(Member(STRINGS.replace("/", "\\") + "/", lied(), is_stored=True)),
    "a folder with dots": lambda: own().more(Member("../../../tmp/x/", lied(), is_stored=True)),
    "an empty folder": lambda: own().more(Member("xl/", b"", is_stored=True)),
    "a comment": lambda: replace(own(), comment=ANYTHING),
    "comments of members": lambda: own().change(STRINGS, comment=ANYTHING * 1000),
    "extra fields": lambda: own().change(STRINGS, extra=struct.pack("<HH", 0xCAFE, len(hidden())) + hidden()),
    "extra fields in the directory": lambda: own().change(STRINGS, listed_extra=struct.pack("<HH", 0xCAFE, 46) + ANYTHING),
    "another date": lambda: own().change(STRINGS, date=0x5A21),
    "attributes of a program": lambda: own().change(STRINGS, attributes=0o100755 << 16),
    "a second member of a name": lambda: own().more(Member(STRINGS, lied()), 0),
    "a second member in capitals": lambda: own().more(Member(STRINGS.upper(), lied())),
    "a member that is not listed": lambda: own().more(Member(STRINGS, lied(), is_listed=False), 3),
    "a few bytes between members": lambda: own().change(STRINGS, before=ANYTHING[:29]),
    "a few bytes behind": lambda: replace(own(), at_the_end=ANYTHING[:20]),
    "a stored part without sizes": lambda: own().change(
        STRINGS, is_stored=True, sizes_behind=True, behind=described(right()[STRINGS]) + hidden()
    ),
    "a stream that does not end": lambda: own().change(STRINGS, ending=zlib.Z_SYNC_FLUSH),
    "a stream that does not end and a member behind it": lambda: own().change(
        STRINGS, ending=zlib.Z_SYNC_FLUSH, behind=deflated(hidden())[:1]
    ),
    "a part more": lambda: own().more(Member("xl/more.xml", lied())),
    "parts in another order": lambda: replace(own(), members=own().members[::-1]),
}  # fmt: skip


def two_directories() -> bytes:
    """Our own zip file behind one that lies, which is a stored member; the record for large files names our directory."""
    lying, front, hull = own().change(STRINGS, content=lied()), b"", Member("docProps/thumbnail.jpeg", b"", is_stored=True)
    listed = b""
    for member in lying.members:
        listed += member.listed(len(hull.local()) + len(front))
        front += member.local()
    hiding, at, count = own().more(replace(hull, content=front + listed), 0), len(hull.local()) + len(front), len(own().members)
    ours = hiding.data()
    end = ours.rindex(b"PK\5\6")
    *_, size, where, _comment = struct.unpack_from("<4sHHHHLLH", ours, end)
    large = struct.pack("<4sQHHLLQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, count + 1, count + 1, size, where)
    large += struct.pack("<4sLQL", b"PK\6\7", 0, end, 1)
    return ours[:end] + large + struct.pack("<4sHHHHLLH", b"PK\5\6", 0, 0, count, count, len(listed), at, 0)


def test_a_file_with_two_directories_is_refused() -> None:
    """`unzip` believes the usual record of where the directory is, zipfile the one for large files."""
    data = two_directories()
    with ZipFile(BytesIO(data)) as archive:
        assert archive.read(STRINGS) == right()[STRINGS]
    assert data[struct.unpack_from("<L", data, len(data) - 6)[0] :].startswith(b"PK\1\2")
    assert read(data) == (False, False)


def from_the_front(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Names and contents as a reader finds them that never sees the directory, like Java's ZipInputStream. ValueError."""
    at = 0
    while data[at : at + 4] == b"PK\3\4":
        _mark, _version, flags, packing, _time, _date, _crc, packed, _size, name, extra = _HEADER.unpack_from(data, at)
        at += _HEADER.size
        called = data[at : at + name].decode()
        at += name + extra
        if packing == 8:
            unpacker = zlib.decompressobj(-15)
            content = unpacker.decompress(data[at:])
            at += len(data) - at - len(unpacker.unused_data)
        elif flags & 8:
            raise ValueError(called)
        else:
            content = data[at : at + packed]
            at += packed
        if flags & 8:
            at += 16 if data[at : at + 4] == b"PK\7\10" else 12
        yield called, content


def read(data: bytes) -> tuple[bool, bool]:
    """Whether we read a file at all, and whether we call it exact."""
    try:
        ClosedBook.of(data, Path("torneo-referto.xlsx"))
        return True, is_exact(data, report())
    except BookError:
        return False, False


def test_who_builds_it_by_hand_builds_the_same() -> None:
    """So all that the variants find is what they change; how a part is compressed is nobody's concern."""
    assert own().data() == referto(report())
    assert read(own().data()) == (True, True)
    assert dict(from_the_front(own().data())) == right()
    packed = {name: zlib.compressobj(1, zlib.DEFLATED, -15) for name in right()}
    quickly = Archive(tuple(_Packed(name, content, packed[name]) for name, content in right().items()))
    assert quickly.data() != own().data()
    assert read(quickly.data()) == (True, True)


class _Packed(Member):
    """A member in another compression."""

    def __init__(self, name: str, content: bytes, packer: zlib._Compress) -> None:
        super().__init__(name, content)
        object.__setattr__(self, "behind", packer.compress(content) + packer.flush())

    @property
    def data(self) -> bytes:
        return self.behind


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_other_file_is_exact(variant: str) -> None:
    assert read(VARIANTS[variant]().data())[1] is False


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_read_has_no_lie_in_front(variant: str) -> None:
    """Where a reader from the front finds other parts than we, we read nothing."""
    data = VARIANTS[variant]().data()
    is_read, _exact = read(data)
    assert not is_read or other_parts(data) == {}


def other_parts(data: bytes) -> dict[str, bytes]:
    """The parts of ours that are others to a reader from the front. It fails where it cannot go on, but it does not lie."""
    try:
        return {name: content for name, content in from_the_front(data) if name in right() and content != right()[name]}
    except (ValueError, zlib.error):
        return {}


def forged(rng: random.Random) -> Archive:
    """One to three tricks at random, in any members."""
    archive, names = own(), [*right()]
    for _trick in range(rng.randint(1, 3)):
        name, junk = rng.choice(names), rng.choice([hidden(), rng.randbytes(rng.randint(1, 300)), ANYTHING])
        field_of = struct.pack("<HH", rng.randint(0x7000, 0xFFFF), len(junk[:30])) + junk[:30]
        without_sizes = described(right()[name]) + junk
        match rng.randrange(9):
            case 0:
                archive = archive.change(name, behind=junk)
            case 1:
                archive = archive.change(name, sizes_behind=True, behind=without_sizes)
            case 2:
                archive = archive.change(name, extra=field_of)
            case 3:
                archive = archive.change(name, listed_extra=field_of)
            case 4:
                archive = archive.change(name, comment=junk[:60_000])
            case 5:
                archive = archive.change(name, before=junk[: rng.randint(1, 40)])
            case 6:
                archive = archive.more(Member(f"{name}/", rng.choice([b"", junk]), is_stored=True), rng.randint(0, 9))
            case 7:
                archive = archive.change(name, date=rng.randint(0x22, 0x7FFF) // 32 * 32 + 1)
            case _:
                listed = rng.random() < 0.5
                archive = archive.more(Member(name, lied(), is_listed=listed), rng.randint(0, 9))
    return archive


@pytest.mark.parametrize("number", sample(range(100), 4))
def test_no_random_forgery_is_exact_or_lies(number: int) -> None:
    data = forged(random.Random(number)).data()  # noqa: S311 - a game, no secret
    is_read, exact = read(data)
    assert not exact
    assert not is_read or other_parts(data) == {}
