"""Small files that would be large in memory: refused, or read, within a limit of time and memory."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from tests.additions.package import CONTENT_TYPES, OFFICE, STRINGS, WORKBOOK, Package, unzipped, zipped
from tests.books.packages import MAIN_SHEET, SHEET, changed, refusal, sound


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "torneo.xlsx"


MANY: Final = 70 * 2**20
"""Bytes: more than a part may have."""


class TestTooMuch:
    PARTS: Final = (CONTENT_TYPES, WORKBOOK, SHEET, STRINGS, "xl/styles.xml")

    @pytest.mark.parametrize("part", PARTS)
    def test_a_part_is_too_large(self, path: Path, part: str) -> None:
        parts = unzipped(sound())
        at = parts[part].rindex(b"</")
        swollen = parts[part][:at] + b" " * MANY + parts[part][at:]
        data = zipped({**parts, part: swollen})
        assert len(data) < 10**6
        error = refusal(path, data)
        assert (error.code, error.values["part"]) == ("too_large", part)

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
        data = changed(path, zipped(parts))
        assert len(data) < 10**6

    ELEMENTS: Final = {
        "cells": (SHEET, b"</sheetData>", b'<row r="1000">', b"<c/>", b"</row>"),
        "rows": (SHEET, b"</sheetData>", b"", b"<row/>", b""),
        "names": (WORKBOOK, b"</definedNames>", b"", b"<definedName/>", b""),
        "nothing": (WORKBOOK, b"</workbook>", b"", b"<a/>", b""),
        "texts": (STRINGS, b"</sst>", b"", b"<si/>", b""),
        "styles": ("xl/styles.xml", b"</cellXfs>", b"", b"<xf/>", b""),
        "types": (CONTENT_TYPES, b"</Types>", b"", b"<Override/>", b""),
        "relations": ("xl/_rels/workbook.xml.rels", b"</Relationships>", b"", b"<Relationship/>", b""),
        "depth": (WORKBOOK, b"</workbook>", b"", b"<a>", b""),
        "depth of texts": (STRINGS, b"</sst>", b"<si>", b"<r>", b"</si>"),
    }

    @pytest.mark.parametrize("kind", ELEMENTS)
    @pytest.mark.parametrize("size", [*(pytest.param(size, marks=pytest.mark.soak) for size in (2**18, 3 * 2**20)), 60 * 2**20])
    def test_elements(self, path: Path, kind: str, size: int) -> None:
        """Small in the file, enormous as objects: refused, or read, in little time and memory."""
        path.write_bytes(swollen(sound(), kind, size))
        assert within(path, seconds=60, memory=2**30) in {"not_a_workbook", "too_large", "ambiguous", "changed"}


def swollen(data: bytes, kind: str, size: int) -> bytes:
    part, end, before, element, after = TestTooMuch.ELEMENTS[kind]
    parts = unzipped(data)
    many = before + element * (size // len(element))
    closed = b"</" + element[1:] if element[-2:] != b"/>" else b""
    many += closed * (size // len(element)) + after
    at = parts[part].rindex(end)
    return zipped({**parts, part: parts[part][:at] + many + parts[part][at:]})


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


def within(path: Path, *, seconds: float, memory: int) -> str:
    """What a process of its own says of a change; its memory is limited."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    run = subprocess.run(
        [sys.executable, "-c", TRY, str(path)],
        capture_output=True, text=True, timeout=seconds, preexec_fn=limit, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-600:]
    return run.stdout.strip()


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
    with pytest.raises(BookError) as raised:
        [*map(ClosedBook.open(path).everything, (f"More{number}" for number in range(6)))]
    assert raised.value.code == "too_large"
