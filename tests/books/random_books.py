"""Small workbooks at random, changes at random, and the forms in which other programs write the same sheets."""

import re
from collections.abc import Mapping
from datetime import datetime
from io import BytesIO
from typing import Any, Final

from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.styles import Font, PatternFill, Protection
from openpyxl.workbook.defined_name import DefinedName

from bangxl.books.port import Changes, Value
from tests.additions.package import Package, unzipped, zipped

ROWS: Final = 8
COLUMNS: Final = 5
LETTERS: Final = "ABCDEFGH"
TITLES: Final = ("Players", "Round1T1", "Foglio d'oro", "A & B <c>", "日本 🤠", "R1C1x", "1st")

texts = st.one_of(
    st.sampled_from(
        ["=1+1", "+39", "-", "@home", "#N/A", "TRUE", "007", "_x0041_", " two  ", "a\nb", "<&>\"'", "]]>", "\u00a0", "'"]
    ),
    st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=8),
)
numbers = st.one_of(
    st.integers(-(10**6), 10**6), st.floats(-1e9, 1e9, allow_nan=False).filter(bool), st.sampled_from([1e-20, 1e300])
)
moments = st.datetimes(datetime(1900, 3, 1), datetime(2200, 1, 1)).map(lambda moment: moment.replace(microsecond=0))  # noqa: DTZ001
values = st.one_of(st.none(), texts, numbers, st.booleans(), moments)
formulas = st.sampled_from(["=A1+1", '="x"&B2', "=SUM($A$1:A3)", '=IF(C4="","",C4)', "=Players!A1"])
places = st.tuples(st.integers(1, ROWS), st.integers(1, COLUMNS))


@st.composite
def workbooks(draw: st.DrawFn) -> Workbook:
    """One to three sheets with values, formulas (some the same downwards), looks, hidden rows, and names of ranges."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for number, title in enumerate(["Players", *draw(st.lists(st.sampled_from(TITLES[1:]), max_size=2, unique=True))]):
        sheet = book.create_sheet(title)
        for (row, column), value in draw(st.dictionaries(places, values | formulas, max_size=20)).items():
            cell = sheet.cell(row, column)
            _put(cell, value, is_formula=isinstance(value, str) and value in {"=A1+1", "=SUM($A$1:A3)", "=Players!A1"})
            cell.protection = Protection(locked=draw(st.booleans()))
            if draw(st.booleans()):
                cell.fill, cell.font = PatternFill("solid", fgColor="FFFFF2CC"), Font(b=True)
        if draw(st.booleans()):
            for row in range(2, 2 + draw(st.integers(2, ROWS - 2))):
                sheet.cell(row, COLUMNS + 1, f"=A{row}*2+$B$1")
        for row in draw(st.sets(st.integers(1, ROWS + 2), max_size=3)):
            sheet.row_dimensions[row].hidden = True
        sheet.sheet_state = draw(st.sampled_from(["visible", "visible", "hidden"])) if number else "visible"
        _name(book, sheet, draw)
    return book


def _put(cell: Any, value: Value, *, is_formula: bool) -> None:  # noqa: ANN401 - a cell of openpyxl
    if isinstance(value, str) and not is_formula:
        cell.value, cell.data_type = value, "s"
    else:
        cell.value = value


def _name(book: Workbook, sheet: Any, draw: st.DrawFn) -> None:  # noqa: ANN401 - a sheet of openpyxl
    """Names for columns; they may lie over each other, and reach where no cell is."""
    quoted = "'" + sheet.title.replace("'", "''") + "'"
    for column in draw(st.sets(st.integers(1, COLUMNS + 2), min_size=1, max_size=3)):
        first = draw(st.integers(1, ROWS))
        last = first + draw(st.integers(0, 4))
        letter = LETTERS[column - 1]
        name, target = f"Column_{len(book.defined_names)}", f"{quoted}!${letter}${first}:${letter}${last}"
        if draw(st.booleans()):
            book.defined_names.add(DefinedName(name, attr_text=target))
        else:
            sheet.defined_names.add(DefinedName(f"Own_{column}", attr_text=target))


def saved(book: Workbook) -> bytes:
    out = BytesIO()
    book.save(out)
    return out.getvalue()


@st.composite
def changes(draw: st.DrawFn, names: Mapping[str, int], sheets: Mapping[str, bool]) -> Changes:
    """Changes of a book with these names (each with its length) and sheets."""
    cells = {
        (name, draw(st.integers(0, names[name] - 1))): draw(values)
        for name in draw(st.lists(st.sampled_from(sorted(names)), max_size=8))
    }  # fmt: skip
    some = st.sets(st.sampled_from(sorted(names)), max_size=2)
    return Changes(
        cells=cells,
        used={name: draw(st.integers(0, names[name])) for name in draw(some)},
        locked={name: draw(st.booleans()) for name in draw(some)},
        shown={sheet: draw(st.booleans()) for sheet in draw(st.sets(st.sampled_from(sorted(sheets)), max_size=2))},
        active=draw(st.sampled_from(["", *sheets])),
    )


def prefixed(data: bytes) -> bytes:
    space = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return _sheets(
        data, lambda xml: re.sub(rb"<(/?)([a-zA-Z])", rb"<\1x:\2", xml).replace(b'xmlns="%b"' % space, b'xmlns:x="%b"' % space)
    )


def bare(data: bytes) -> bytes:
    return _sheets(data, lambda xml: re.sub(rb"<(/?)x:", rb"<\1", xml).replace(b"xmlns:x=", b"xmlns="))


def spaced(data: bytes) -> bytes:
    return _sheets(data, lambda xml: re.sub(rb"<(row|c|/row|/sheetData|sheetData)\b", rb"\n  <\1", xml))


def with_formula_results(data: bytes) -> bytes:
    """Every formula shows something."""
    return _sheets(data, lambda xml: re.sub(rb"(<f\b[^>]*/>|</f>)(?:<v ?/>|<v></v>)?</c>", rb"\1<v>5</v></c>", xml))


def with_empty_rows(data: bytes) -> bytes:
    """Rows without cells in their short form, and cells without content in their long one."""

    def other(xml: bytes) -> bytes:
        xml = re.sub(rb"<row ([^>]*[^/])></row>", rb"<row \1/>", xml)
        return re.sub(rb"<c ([^>]*[^/])\s*/>", rb"<c \1></c>", xml)

    return _sheets(data, other)


def with_shared_texts(data: bytes) -> bytes:
    """Texts as Excel keeps them: in a part of their own, each once."""
    package = Package(data)
    known: dict[bytes, int] = {}
    for name in [name for name in package.parts if name.startswith("xl/worksheets/sheet")]:

        def shared(found: re.Match[bytes]) -> bytes:
            text = found[2]
            if text not in known:
                known[text] = package.text(b"<si>%b</si>" % text)
            return b'<c%bt="s"><v>%d</v></c>' % (found[1], known[text])

        package.parts[name] = re.sub(
            rb'<c([^>]*)t="inlineStr"[^>]*><is>(.*?)</is></c>', shared, package.parts[name], flags=re.DOTALL
        )
    return package.data()


FORMS: Final = {
    "openpyxl's": lambda data: data, "prefixed": prefixed, "spaced": spaced, "with results": with_formula_results,
    "with empty rows": with_empty_rows, "with shared texts": with_shared_texts,
}  # fmt: skip


def _sheets(data: bytes, change: Any) -> bytes:  # noqa: ANN401 - bytes to bytes
    parts = unzipped(data)
    return zipped({name: change(part) if name.startswith("xl/worksheets/sheet") else part for name, part in parts.items()})
