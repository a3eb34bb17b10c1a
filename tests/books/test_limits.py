"""What is too much is refused, or read, in little time and memory: files that are small and would be endless, and no files."""

import os
import re
import resource
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from openpyxl import Workbook

from bangxl import limits
from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from tests.additions.package import CONTENT_TYPES, OFFICE, STRINGS, WORKBOOK, Package, unzipped, zipped
from tests.books.packages import MAIN_SHEET, SHEET, change, changed, refusal, sound
from tests.helpers.raised import raised
from tests.helpers.sample import these

STYLES: Final = "xl/styles.xml"
Part = Callable[[bytes], bytes]


def before(end: bytes, new: bytes) -> Part:
    return lambda part: part.replace(end, new + end, 1)


def rows(cell: bytes, count: int, first: int = 1000) -> Part:
    """Rows of a cell each; ``%d`` in it is the row. They are many: made when they are asked for."""
    row, numbers = b'<row r="%d">' + cell + b"</row>", range(first, first + count)

    def part(data: bytes) -> bytes:
        return before(b"</sheetData>", b"".join(row.replace(b"%d", b"%d" % number) for number in numbers))(data)

    return part


def attributes(data: bytes) -> bytes:
    return before(b"</workbook>", b"<a " + numbered(b'a%d="" ', 1_000_000) + b"/>" + b'<a a=""/>' * 10**6)(data)


def numbered(pattern: bytes, count: int) -> bytes:
    return b"".join(pattern % number for number in range(1, count + 1))


PIECE: Final = b"<r><t>%b</t></r>" % (b"B" * 400)
LONG: Final = b"A" * 32_000
COLUMNS: Final = b"<cols>" + numbered(b'<col min="%d" max="16384" width="9"/>', 5000) + b"</cols>"
TOO_MUCH: Final[dict[str, tuple[str, Part]]] = {
    "cells": (SHEET, rows(b'<c r="A%d"/>', 250_000)),
    "cells of one row": (SHEET, before(b"</sheetData>", b'<row r="999">' + b"<c/>" * 20_000 + b"</row>")),
    "a cell of pieces": (SHEET, rows(b'<c r="A%d" t="inlineStr"><is>' + PIECE * 100 + b"</is></c>", 1)),
    "text of all cells": (SHEET, rows(b'<c r="A%d" t="str"><v>' + LONG + b"</v></c>", 650)),
    "a formula": (SHEET, rows(b'<c r="A%d"><f>"' + LONG + b'"&amp;"' + LONG + b'"</f></c>', 1)),
    "a formula of many cells": (
        SHEET,
        lambda part: rows(b'<c r="A%d"><f t="shared" si="7"/></c>', 2000, 2000)(
            rows(b'<c r="A%d"><f t="shared" si="7" ref="A999:A3999">"' + LONG + b'"</f></c>', 1, 999)(part)
        ),
    ),
    "columns": (SHEET, lambda part: part.replace(b"<sheetData", COLUMNS + b"<sheetData", 1)),
    "areas": (SHEET, before(b"</worksheet>", b'<conditionalFormatting sqref="' + b"A1 " * 500_000 + b'"/>')),
    "number format": (
        STYLES,
        lambda part: re.sub(
            rb"<cellXfs",
            b'<numFmts count="1"><numFmt numFmtId="200" formatCode="' + b"#,##0" * 1000 + b'"/></numFmts><cellXfs',
            re.sub(rb"<numFmts.*?</numFmts>|<numFmts[^>]*/>", b"", part),
            count=1,
        ),
    ),
    "looks": (STYLES, before(b"</cellXfs>", b"<xf/>" * 66_000)),
    "names": (WORKBOOK, before(b"</definedNames>", numbered(b'<definedName name="N%d">Players!$A$1:$A$9999</definedName>', 150))),
    "attributes": (WORKBOOK, attributes),
    "a text": (STRINGS, before(b"</sst>", b"<si><t>" + b"A" * 40_000 + b"</t></si>")),
}  # fmt: skip
"""By what there is too much of, the part that it is in, and how the part becomes so."""


def with_part(name: str, change: Part) -> bytes:
    parts = unzipped(sound())
    new = change(parts[name])
    assert new != parts[name]
    return zipped({**parts, name: new})


@pytest.mark.parametrize("kind", these(TOO_MUCH, *TOO_MUCH.keys() - {"cells", "looks"}))
def test_too_much(path: Path, kind: str) -> None:
    part, change = TOO_MUCH[kind]
    error = refusal(path, with_part(part, change))
    if kind == "cells of one row":
        assert error.code == "not_a_workbook"
    else:
        assert (error.code, error.values["part"]) == ("too_large", part)


@pytest.mark.soak
@pytest.mark.parametrize("kind", TOO_MUCH)
def test_too_much_takes_little(path: Path, kind: str) -> None:
    path.write_bytes(with_part(*TOO_MUCH[kind]))
    assert within(path, seconds=10, memory=limits.MEMORY) in {"not_a_workbook", "too_large"}


def test_a_text_of_many_cells(path: Path) -> None:
    """Each cell says only which one it has."""
    parts = unzipped(sound())
    parts[STRINGS] = before(b"</sst>", b"<si><t>" + LONG + b"</t></si>")(parts[STRINGS])
    number = parts[STRINGS].count(b"<si>") - 1
    parts[SHEET] = rows(b'<c r="A%d" t="s"><v>' + b"%d" % number + b"</v></c>", 1000)(parts[SHEET])
    assert refusal(path, zipped(parts)).code == "too_large"


class TestHarmless:
    """Ranges over the whole sheet, of what nobody reads, cost nothing."""

    PARTS: Final[dict[str, Part]] = {
        **{
            kind: before(b"</worksheet>", element)
            for kind, element in {
                "hyperlinks": b'<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>',
                "validations": b'<dataValidations><dataValidation type="list" sqref="A1:XFD1048576"/></dataValidations>',
                "conditional": b'<conditionalFormatting sqref="A1:XFD1048576"/>',
                "ignored": b'<ignoredErrors><ignoredError sqref="A1:XFD1048576"/></ignoredErrors>',
            }.items()
        },
        "dimension": lambda part: re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1:XFD1048576"', part),
        "columns": before(b"<sheetData", b'<cols><col min="1" max="2147483647" width="9"/></cols>'),
    }

    @pytest.mark.parametrize("kind", PARTS)
    def test_read(self, path: Path, kind: str) -> None:
        path.write_bytes(with_part(SHEET, self.PARTS[kind]))
        change(path)

    @pytest.mark.soak
    def test_text_between_tags(self, path: Path) -> None:
        """Once it was copied for each tag."""
        path.write_bytes(with_part(WORKBOOK, before(b"</workbook>", b"<x>" + (b"A" * 120 + b"<a/>") * 90_000 + b"</x>")))
        assert within(path, seconds=10, memory=limits.MEMORY) == "changed"


class TestMerged:
    """Areas on top of each other, which no spreadsheet writes: the same one counts once, and others are counted."""

    @pytest.mark.soak
    def test_the_same_area(self, path: Path) -> None:
        path.write_bytes(with_part(SHEET, merged(["A1:XFD1048576"] * 100_000)))
        assert within(path, seconds=20, memory=limits.MEMORY) == "changed"

    @pytest.mark.soak
    def test_different_areas(self, path: Path) -> None:
        path.write_bytes(with_part(SHEET, merged([f"A1:XFD{limits.LAST_ROW - number}" for number in range(100_000)])))
        assert within(path, seconds=20, memory=limits.MEMORY) == "too_large"

    def test_an_area_beyond_the_sheet(self, path: Path) -> None:
        """Once a traceback."""
        assert refusal(path, with_part(SHEET, merged(["A1:ZZZ9999999"]))).code == "not_a_workbook"

    @pytest.mark.soak
    def test_names_of_whole_columns(self, path: Path) -> None:
        """Cheap while nothing is merged but a heading over them."""
        names = numbered(b'<definedName name="Whole%d">Players!$A$1:$A$1048576</definedName>', 1000)
        for areas, end in ((["A20:C20"], "changed"), (["A20:C1048576"], "too_large")):
            parts = unzipped(with_part(WORKBOOK, before(b"</definedNames>", names)))
            path.write_bytes(zipped({**parts, SHEET: merged(areas)(parts[SHEET])}))
            assert within(path, seconds=20, memory=limits.MEMORY) == end


def merged(areas: Sequence[str]) -> Part:
    """The only merged areas of a sheet."""
    cells = b"".join(b'<mergeCell ref="%b"/>' % area.encode() for area in areas)

    def merge(part: bytes) -> bytes:
        bare = re.sub(rb"<mergeCells.*</mergeCells>", b"", part)
        return re.sub(rb"(</sheetData>(?:<sheetProtection[^>]*/>)?)", rb"\1<mergeCells>%b</mergeCells>" % cells, bare, count=1)

    return merge


class TestNames:
    @pytest.mark.parametrize("place", ["$A$" + "1" * 5000, "$A$1:$A$99999999999", "$AAAA$1", "$A$1048577", "$XFE$1", "$A$0"])
    def test_beyond_the_sheet(self, path: Path, place: str) -> None:
        name = b'<definedName name="Beyond">Players!%b</definedName>' % place.encode()
        path.write_bytes(with_part(WORKBOOK, before(b"</definedNames>", name)))
        assert "Beyond" not in ClosedBook.open(path).names

    def test_of_a_whole_column(self, path: Path) -> None:
        """A name of somebody's own may be that; one that is read may not."""
        name = b'<definedName name="Whole">Players!$A$1:$A$1048576</definedName>'
        path.write_bytes(with_part(WORKBOOK, before(b"</definedNames>", name)))
        book = ClosedBook.open(path)
        for read in (book.read, book.shown, book.locked, book.hidden, book.text_cells):
            error = raised(BookError, read, "Whole")
            assert (error.code, error.values["part"]) == ("too_large", "Whole")

    def test_of_a_sheet_with_many_digits(self, path: Path) -> None:
        name = b'<definedName name="Where" localSheetId="%b">Players!$A$1</definedName>' % (b"1" * 5000)
        path.write_bytes(with_part(WORKBOOK, before(b"</definedNames>", name)))
        assert ClosedBook.open(path).names


class TestZip:
    def test_directory(self, path: Path) -> None:
        many = {f"a{number}": b"" for number in range(limits.MEMBERS)}
        assert refusal(path, zipped({**unzipped(sound()), **many})).code == "too_large"

    def test_parts_in_one_place(self, path: Path) -> None:
        """Each line of the directory leads to the same bytes, which would be there a hundred times."""
        parts = {**unzipped(sound()), "same.bin": os.urandom(200_000)}
        data = zipped(parts)
        start, end = data.index(b"PK\1\2"), data.index(b"PK\5\6")
        line = next(line for line in _lines(data[start:end]) if line.endswith(b"same.bin"))
        directory = data[start:end] + b"".join(line[:-8] + b"%08d" % number for number in range(100))
        count = (len(parts) + 100).to_bytes(2, "little")
        tail = b"PK\5\6\0\0\0\0" + count + count + len(directory).to_bytes(4, "little") + start.to_bytes(4, "little") + b"\0\0"
        assert refusal(path, data[:start] + directory + tail).code == "not_a_workbook"

    @pytest.mark.parametrize("encoding", ["punycode", "idna", "unicode_escape", "zlib", "rot13", "utf-7"])
    def test_encodings_that_no_file_has(self, path: Path, encoding: str) -> None:
        head = b'<?xml version="1.0" encoding="%b"?>' % encoding.encode()
        data = with_part(WORKBOOK, lambda part: head + re.sub(rb"^<\?xml.*?\?>", b"", part))
        assert refusal(path, data).code == "not_a_workbook"


def _lines(directory: bytes) -> Iterator[bytes]:
    for line in directory.split(b"PK\1\2")[1:]:
        yield b"PK\1\2" + line


class TestFiles:
    def test_too_large(self, path: Path) -> None:
        """It is not even read."""
        with path.open("wb") as stream:
            stream.truncate(limits.FILE + 1)
        error = raised(BookError, ClosedBook.open, path)
        assert (error.code, error.values["most"]) == ("file_too_large", limits.FILE // limits.MEGABYTE)

    def test_as_large_as_may_be(self, path: Path) -> None:
        path.write_bytes(b"x" * 1000)
        assert files.read_file(path, 1000) == b"x" * 1000
        with pytest.raises(BookError):
            files.read_file(path, 999)

    def test_that_grows(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What the system says of its size is not believed."""
        path.write_bytes(b"x" * 1000)
        small = path.with_name("small")
        small.write_bytes(b"")
        said = small.stat()
        monkeypatch.setattr(os, "fstat", lambda _handle: said)
        with pytest.raises(BookError, match="'file_too_large'"):
            files.read_file(path, 999)

    def test_what_is_no_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A pipe would be waited for, a device never ends."""
        monkeypatch.chdir(tmp_path)
        os.mkfifo("pipe.xlsx")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("socket.xlsx")
            (tmp_path / "zero.xlsx").symlink_to("/dev/zero")
            for name in ("pipe.xlsx", "socket.xlsx", "zero.xlsx"):
                with pytest.raises(BookError, match="'no_file'"):
                    ClosedBook.open(tmp_path / name)


def test_what_we_have_built_has_no_limit(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A season of hundreds of referti is larger than any workbook of a tournament."""
    workbook = Workbook()
    workbook.worksheets[0]["A1"] = "much"
    for limit in ("PART", "PARTS", "TAGS", "ATTRIBUTES", "TREE"):
        monkeypatch.setattr(limits, limit, 3)
    data = ClosedBook.create(path.with_name("new.xlsx"), workbook).dump()
    with pytest.raises(BookError, match="'too_large'"):
        ClosedBook.of(data, path)


MANY: Final = 70 * 2**20
"""Bytes: more than a part may have."""


class TestTooMuch:
    PARTS: Final = (CONTENT_TYPES, WORKBOOK, SHEET, STRINGS, STYLES)

    @pytest.mark.parametrize("part", these(PARTS, "[Content_Types].xml", "xl/workbook.xml"))
    def test_a_part_is_too_large(self, path: Path, part: str) -> None:
        parts = unzipped(sound())
        at = parts[part].rindex(b"</")
        swollen = parts[part][:at] + b" " * MANY + parts[part][at:]
        data = zipped({**parts, part: swollen})
        assert len(data) < 10**6
        error = refusal(path, data)
        assert (error.code, error.values["part"]) == ("too_large", part)

    @pytest.mark.soak
    def test_the_directory_lies(self, path: Path) -> None:
        """It says that the part is small; the part is not."""
        parts = unzipped(sound())
        at = parts[WORKBOOK].rindex(b"</")
        data = bytearray(zipped({**parts, WORKBOOK: parts[WORKBOOK][:at] + b" " * MANY + parts[WORKBOOK][at:]}))
        where = data.index(b"xl/workbook.xml", data.index(b"PK\1\2")) - 46
        assert int.from_bytes(data[where + 24 : where + 28], "little") > MANY
        data[where + 24 : where + 28] = (2000).to_bytes(4, "little")
        front = data.index(b"xl/workbook.xml") - 30
        data[front + 22 : front + 26] = (2000).to_bytes(4, "little")
        assert refusal(path, bytes(data)).code in {"too_large", "not_a_workbook"}

    def test_what_nobody_reads_may_be_large(self, path: Path) -> None:
        parts = {**unzipped(sound()), "xl/media/film.bin": b"\0" * MANY}
        assert len(changed(path, zipped(parts))) < 10**6

    ELEMENTS: Final = {
        "cells": (SHEET, b"</sheetData>", b'<row r="1000">', b"<c/>", b"</row>"),
        "rows": (SHEET, b"</sheetData>", b"", b"<row/>", b""),
        "names": (WORKBOOK, b"</definedNames>", b"", b"<definedName/>", b""),
        "nothing": (WORKBOOK, b"</workbook>", b"", b"<a/>", b""),
        "texts": (STRINGS, b"</sst>", b"", b"<si/>", b""),
        "styles": (STYLES, b"</cellXfs>", b"", b"<xf/>", b""),
        "types": (CONTENT_TYPES, b"</Types>", b"", b"<Override/>", b""),
        "relations": ("xl/_rels/workbook.xml.rels", b"</Relationships>", b"", b"<Relationship/>", b""),
        "depth": (WORKBOOK, b"</workbook>", b"", b"<a>", b""),
        "depth of texts": (STRINGS, b"</sst>", b"<si>", b"<r>", b"</si>"),
    }
    SIZES: Final = (60 * 2**20, 3 * 2**20, 2**18)

    @pytest.mark.parametrize(("size", "kind"), these(product(SIZES, ELEMENTS), (SIZES[2], "rows"), (SIZES[1], "depth")))
    def test_elements(self, path: Path, size: int, kind: str) -> None:
        """Small in the file, enormous as objects: refused, or read, in little time and memory."""
        part, end, before, element, after = self.ELEMENTS[kind]
        parts, count = unzipped(sound()), size // len(element)
        closed = b"" if element.endswith(b"/>") else b"</" + element[1:]
        at = parts[part].rindex(end)
        parts[part] = parts[part][:at] + before + element * count + closed * count + after + parts[part][at:]
        path.write_bytes(zipped(parts))
        assert within(path, seconds=60, memory=2**30) in {"not_a_workbook", "too_large", "ambiguous", "changed"}


TRY = """
import sys
from pathlib import Path
from bangxl.books.port import BookError
from tests.books.packages import change
try:
    change(Path(sys.argv[1]))
    print("changed")
except BookError as error:
    print(error.code)
"""


def within(path: Path, *, seconds: int, memory: int) -> str:
    """What a process of its own says of a change; its memory is limited, and the processor's time, not the clock's."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    run = subprocess.run(
        [sys.executable, "-c", TRY, str(path)],
        capture_output=True, text=True, preexec_fn=limit, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-600:]
    return run.stdout.strip()


@pytest.mark.soak
def test_the_largest_sum_is_that_of_all_parts_read(path: Path) -> None:
    """Many parts, none too large by itself."""
    package = Package(sound())
    for number in range(6):
        content = MAIN_SHEET.format("worksheet").encode() + b" " * (60 * 2**20)
        content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
        part = package.part("xl/worksheets/more{}.xml", content, content_type)
        link = package.relate(WORKBOOK, "worksheet", part)
        tag = f'<sheet xmlns:r="{OFFICE}" name="More{number}" sheetId="{90 + number}" r:id="{link}"/>'
        package.append(WORKBOOK, b"</sheets>", tag.encode())
    path.write_bytes(package.data())
    with pytest.raises(BookError, match="'too_large'"):
        [*map(ClosedBook.open(path).everything, (f"More{number}" for number in range(6)))]
