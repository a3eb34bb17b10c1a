"""Packages that are unusual but sound, as other programs write them: each is changed like any other."""

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Changes
from tests.additions.package import OFFICE, STRINGS, WORKBOOK, unzipped, zipped
from tests.books.packages import SHEET, changed, sound

STRICT: Final = {
    b"http://schemas.openxmlformats.org/spreadsheetml/2006/main": b"http://purl.oclc.org/ooxml/spreadsheetml/main",
    OFFICE.encode(): b"http://purl.oclc.org/ooxml/officeDocument/relationships",
    b"http://schemas.openxmlformats.org/drawingml/2006/main": b"http://purl.oclc.org/ooxml/drawingml/main",
}


def strictly(data: bytes) -> bytes:
    """As Excel saves it as *Strict Open XML Workbook*."""
    parts = unzipped(data)
    for name, part in parts.items():
        for old, new in STRICT.items():
            part = part.replace(old, new)  # noqa: PLW2901
        parts[name] = part.replace(b"<workbook ", b'<workbook conformance="strict" ') if name == WORKBOOK else part
    return zipped(parts)


class TestForms:
    """What is unusual but sound is changed like any other."""

    @staticmethod
    def members(data: bytes) -> Iterator[tuple[str, bytes]]:
        return iter(unzipped(data).items())

    def test_strict(self, path: Path) -> None:
        parts = unzipped(strictly(sound()))
        parts[SHEET] = re.sub(
            rb'(<c r="D2"[^>]*?)(?: t="\w+")?><v>[^<]*</v>', rb'\1 t="d"><v>2026-11-20T09:30:00</v>', parts[SHEET]
        )
        assert b't="d"' in parts[SHEET]
        path.write_bytes(zipped(parts))
        before = ClosedBook.open(path)
        values = {name: list(before.read(name)) for name in before.names}
        after = changed(path, zipped(parts))
        book = ClosedBook.open(path)
        assert {name: list(book.read(name)) for name in book.names} == {**values, "Next_Step": ["new"]}
        assert str(values["Players_Since"][0]) == "2026-11-20 09:30:00"
        assert all(b"schemas.openxmlformats.org/spreadsheetml" not in part for part in unzipped(after).values())

    def test_stored(self, path: Path) -> None:
        out = BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, part in self.members(sound()):
                archive.writestr(name, part)
        changed(path, out.getvalue())

    @pytest.mark.parametrize("long_sizes", [False, True])
    def test_written_to_a_stream(self, path: Path, *, long_sizes: bool) -> None:
        """Sizes stand behind the parts, as web services write."""

        class Pipe(BytesIO):
            def seekable(self) -> bool:
                return False

            def tell(self) -> int:
                raise OSError

        out = Pipe()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, part in self.members(sound()):
                with archive.open(name, "w", force_zip64=long_sizes) as stream:
                    stream.write(part)
        assert out.getvalue()[6] & 8
        changed(path, out.getvalue())

    def test_with_long_sizes_and_folders_and_remarks(self, path: Path) -> None:
        out = BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("xl/", b"")
            archive.comment = b"from a friend"
            for name, part in self.members(sound()):
                info = zipfile.ZipInfo(name, (2026, 11, 20, 9, 30, 0))
                info.comment, info.extra = b"x", b"\x20\xa2\x04\x00\0\0\0\0"
                with archive.open(info, "w", force_zip64=True) as stream:
                    stream.write(part)
        changed(path, out.getvalue())

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "iso-8859-1", "utf-8-sig"])
    def test_in_other_letters(self, path: Path, encoding: str) -> None:
        parts = unzipped(sound())
        for name in (WORKBOOK, SHEET, "xl/styles.xml", "xl/worksheets/sheet3.xml"):
            text = re.sub(r"^\s*<\?xml.*?\?>\s*", "", parts[name].decode())
            declared = "utf-8" if encoding == "utf-8-sig" else encoding.removesuffix("-be")
            mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
            parts[name] = mark + f'<?xml version="1.0" encoding="{declared}"?>{text}'.encode(encoding)
        changed(path, zipped(parts))
        assert list(ClosedBook.open(path).read("Players_Name"))[2] == "José & <Zoë>"

    def test_with_prefixes_everywhere(self, path: Path) -> None:
        parts = unzipped(sound())
        space = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        for name in (WORKBOOK, STRINGS, "xl/styles.xml", *(f"xl/worksheets/sheet{number}.xml" for number in (1, 2, 3))):
            prefixed = re.sub(rb"<(/?)(?!\?|!|\w+:)(\w)", rb"<\1x:\2", parts[name])
            parts[name] = prefixed.replace(b'xmlns="%b"' % space, b'xmlns:x="%b"' % space)
        after = unzipped(changed(path, zipped(parts)))
        assert ClosedBook.open(path).read("Players_Name")[0] == "Anna Rossi"
        assert all(b"<c " not in after[name] for name in after if "worksheets/" in name)

    def test_rows_and_cells_that_do_not_say_where(self, path: Path) -> None:
        parts = unzipped(sound())
        rows = b"".join(
            b"<row>%b</row>" % b"".join(b"<c><v>%d</v></c>" % (10 * row + column) for column in range(1, 4))
            for row in range(1, 7)
        )
        parts[SHEET] = re.sub(rb"<sheetData>.*</sheetData>", b"<sheetData>%b</sheetData>" % rows, parts[SHEET], flags=re.DOTALL)
        path.write_bytes(zipped(parts))
        book = ClosedBook.open(path)
        book.apply(Changes(cells={("Players_Name", 1): "here", ("Empty_Column", 0): "there"}))
        book.save()
        again = ClosedBook.open(path)
        assert list(again.read("Players_Id")) == [21, 31, 41, 51, 61]
        assert list(again.read("Players_Name")) == [22, "here", 42, 52, 62]
        assert again.read("Empty_Column")[0] == "there"

    def test_comments_and_instructions_between(self, path: Path) -> None:
        parts = unzipped(sound())
        for name in (WORKBOOK, SHEET, "xl/worksheets/sheet3.xml"):
            parts[name] = re.sub(rb"(<sheetData>|<sheets>|<row [^>]*>)", rb"\1<!-- <c r='Z9'> --><?php echo 1 ?>", parts[name])
        after = unzipped(changed(path, zipped(parts)))
        assert after[SHEET].count(b"<?php echo 1 ?>") == parts[SHEET].count(b"<?php echo 1 ?>") > 3
