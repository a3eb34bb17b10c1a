"""Two states of a workbook's file beside each other: what was rewritten, down to the cell."""

import re
import zipfile
from collections.abc import Collection
from io import BytesIO
from typing import Final, NamedTuple

_LOCAL_HEADER: Final = 30
_ROW: Final = re.compile(rb'<row\b[^>]*?\br="(\d+)"[^>]*?(?:/>|>.*?</row>)', re.DOTALL)
_CELL: Final = re.compile(rb'<c\b[^>]*?\br="([A-Z]+\d+)"[^>]*?(?:/>|>.*?</c>)', re.DOTALL)
_FORMULA_CELL: Final = re.compile(rb"(<c\b[^>]*>)((?:(?!</c>|<c\b).)*?<f\b(?:(?!</c>).)*</c>)", re.DOTALL)
_RESULT: Final = re.compile(rb"<v>[^<]*</v>|<v\s*/>")
_SHOWN: Final = re.compile(rb"<v>[^<]+</v>")
_KIND: Final = re.compile(rb'\s+t="(?:str|b|e|n)"')


class Member(NamedTuple):
    """A member of a zip as it lies in the file."""

    method: int
    checksum: int
    compressed: bytes


def members(data: bytes) -> dict[str, Member]:
    """All members by name, not unpacked."""
    found: dict[str, Member] = {}
    with zipfile.ZipFile(BytesIO(data)) as archive:
        for info in archive.infolist():
            name = int.from_bytes(data[info.header_offset + 26 : info.header_offset + 28], "little")
            extra = int.from_bytes(data[info.header_offset + 28 : info.header_offset + 30], "little")
            start = info.header_offset + _LOCAL_HEADER + name + extra
            found[info.filename] = Member(info.compress_type, info.CRC, data[start : start + info.compress_size])
    return found


def rewritten(before: bytes, after: bytes) -> set[str]:
    """The parts that are not there any more, are new, or lie otherwise in the file."""
    old, new = members(before), members(after)
    return {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}


def without_results(sheet: bytes) -> bytes:
    """A sheet without what its formulas showed."""
    return _FORMULA_CELL.sub(lambda cell: _KIND.sub(b"", cell[1]) + _RESULT.sub(b"", cell[2]), sheet)


def results(sheet: bytes) -> int:
    """How many formulas have a result."""
    return sum(bool(_SHOWN.search(cell[2])) for cell in _FORMULA_CELL.finditer(sheet))


def strays(before: bytes, after: bytes, cells: Collection[str], rows: Collection[int] = ()) -> list[str]:
    """Where two states of a sheet differ though nobody asked: beyond these cells (``B7``) and the marks of these rows.

    Leaves aside which tab is selected, how far the sheet reaches, results of formulas.
    """
    old, new = _whole(before), _whole(after)
    said = ["beside the rows"] if _without_rows(old) != _without_rows(new) else []
    ours = {int(re.sub(r"\D", "", cell)) for cell in cells}
    old_rows, new_rows = ({int(row[1]): row[0] for row in _ROW.finditer(xml)} for xml in (old, new))
    for number in sorted(old_rows.keys() | new_rows.keys()):
        one, other = (_cells(found.get(number, b"")) for found in (old_rows, new_rows))
        said += [cell for cell in one.keys() | other.keys() if cell not in cells and one.get(cell) != other.get(cell)]
        if number not in {*rows, *ours} and _head(old_rows.get(number)) != _head(new_rows.get(number)):
            said.append(f"row {number}")
    return sorted(said)


def in_order(sheet: bytes) -> bool:
    """Whether rows and cells stand in order, none twice."""
    rows = [int(row[1]) for row in _ROW.finditer(sheet)]
    cells = [[(len(name.rstrip("0123456789")), name) for name in _cells(row[0])] for row in _ROW.finditer(sheet)]
    twice = any(len(_CELL.findall(row[0])) != len(_cells(row[0])) for row in _ROW.finditer(sheet))
    return rows == sorted(set(rows)) and not twice and all(row == sorted(row) for row in cells)


def _whole(sheet: bytes) -> bytes:
    return re.sub(rb'\s+tabSelected="\w+"|<dimension [^>]*>', b"", without_results(sheet))


def _without_rows(sheet: bytes) -> bytes:
    return re.sub(rb"<sheetData\s*/>|<sheetData>.*</sheetData>", b"", sheet, flags=re.DOTALL)


def _head(row: bytes | None) -> bytes | None:
    return None if row is None else re.split(rb"/?>", row, maxsplit=1)[0].rstrip()


def _cells(row: bytes) -> dict[str, bytes]:
    return {cell[1].decode(): cell[0] for cell in _CELL.finditer(row)}
