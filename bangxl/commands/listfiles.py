"""A list from its file: a text, whatever program wrote it, or the first sheet of a workbook that somebody sees.

Of a text in ANSI charset-normalizer tells by its letters whether they are Western (cp1252) or Cyrillic (cp1251); what was
assumed is said. What neither can be is refused, with its line: letters of another code, or lost ones. A workbook is read by our
own reader of packages, with its limits; its texts stay texts, whatever they look like; hidden lines are left out and named.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from charset_normalizer import from_bytes

from bangxl import limits
from bangxl.books.closed import ClosedBook
from bangxl.books.files import read
from bangxl.books.port import BookError, Formula, Value
from bangxl.commands.errors import USAGE, Refusal, explain
from bangxl.commands.lists import unmarked
from bangxl.locale.catalog import N_, Catalog

Line = tuple[int, list[str]]
"""Its number in the file, from 1, and its cells without blanks around them."""


Heads = Callable[[Sequence[str]], object]
"""Says whether cells are headings."""

TOP: Final = 6
"""Among so many lines that are not blank the headings stand."""


class Lines(NamedTuple):
    """The lines that are not blank, and what was assumed, in sentences."""

    lines: list[Line]
    said: tuple[str, ...] = ()


_SEPARATORS: Final = "\t;|"
_SEP_LINE: Final = re.compile(r"sep=(.)", re.IGNORECASE)
_UNSEEN: Final = re.compile("[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u00ad]")
_LOST: Final = re.compile(r"\ufffd|\w\?\w|\?\?", re.UNICODE)
_BETWEEN: Final = re.compile(r"(?<=[^\W\d_])[^\w\s'’‘´`.\-](?=[^\W\d_])")
"""A sign that is no letter between two letters: there it stands in the wrong code."""
_INSIDE: Final = re.compile(r"[a-zß-öø-ÿа-яё][À-ÖØ-ÞŠŒŽŸА-ЯЁ]")
"""A capital with an accent, or a Cyrillic one, behind a small letter."""
_GAP: Final = re.compile(r"\S\x20{3,}\S")
_ZIP, _OLE = b"PK\x03\x04", bytes.fromhex("d0cf11e0a1b11ae1")
_WIDEST: Final = 100
"""Columns of a workbook's list that are read."""
_ANSI: Final = {"cp1252": N_("Western European"), "cp1251": N_("Cyrillic")}


def lines_of(path: Path, heads: Heads, _: Catalog, sentence: str) -> Lines:
    """The lines of a list's file; ``heads`` says whether cells are headings. Refusal, with the line where there is one.

    ``sentence``: what is said of a file that is no list at all.
    """
    unreadable = Refusal(sentence.format(path=path), exit_code=USAGE)
    try:
        data = read(path, limits.TEXT)
        if data.startswith(_ZIP):
            return _of_workbook(path, data, _)
    except BookError as error:
        if error.code == "file_missing" and path.suffix:  # «abc» may be a number mistyped, names.csv is a file
            raise explain(error, str(path), _.language) from None
        raise unreadable from None
    if data.startswith(_OLE):
        raise explain(BookError("old_or_encrypted"), str(path), _.language)
    return _of_text(path, data, heads, unreadable, _)


def _of_text(path: Path, data: bytes, heads: Heads, unreadable: Refusal, _: Catalog) -> Lines:
    """The lines of a list that is a text. Refusal: ``unreadable``, or with the line."""
    text, code = _decoded(data)
    if text is None and b"\0" not in data:
        reason = _("in which letters this is written cannot be told. Save the list as CSV UTF-8.")
        raise refused(path, _first_unknown(data), reason, _)
    if text is None or "\0" in text:
        raise unreadable
    lines = _cells(path, text, heads, _)
    _refuse_spoilt(path, lines, _, ansi=code in _ANSI)
    return Lines(lines, _assumed(lines, code, _))


def refused(path: Path, line: int, reason: str, _: Catalog) -> Refusal:
    """What is wrong with a line, with its number."""
    text = _("{path}, line {line}: {reason}")
    return Refusal(text.format(path=path, line=line, reason=reason), exit_code=USAGE)


def _decoded(data: bytes) -> tuple[str | None, str]:
    """The text, None if nobody can read it, and the code in which it was written."""
    wide = b"\0" in data
    if not wide:
        with suppress(UnicodeDecodeError):
            return data.decode("utf-8-sig"), "utf-8"
    codes = [*_ANSI, "utf_8", "utf_16", "utf_32", *(("utf_16_le", "utf_16_be") if wide else ())]
    best = from_bytes(data, cp_isolation=codes).best()
    return (None, "") if best is None else (str(best), best.encoding)


def _first_unknown(data: bytes) -> int:
    """The first line that is no UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return data[: error.start].count(b"\n") + 1
    return 1


def _assumed(lines: Sequence[Line], code: str, _: Catalog) -> tuple[str, ...]:
    """What was taken for granted of a file in ANSI, with a name to look at."""
    if code not in _ANSI:
        return ()
    odd = next((cell for _number, cells in lines for cell in cells if not cell.isascii()), "")
    text = _("The list does not say in which letters it is written. Read as {letters} ({code}); compare: «{text}».")
    return (text.format(letters=_(_ANSI[code]), code=code, text=odd),)


def _cells(path: Path, text: str, heads: Heads, _: Catalog) -> list[Line]:
    """The text cut into lines and cells. Refusal for too many, and where a quotation mark stands wrong."""
    separator, text, skipped = _separator(text, heads)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        rows = [(reader.line_num + skipped, [*map(unmarked, cells)]) for cells in islice(reader, limits.LINES + 1)]
    except csv.Error:
        reason = _("a quotation mark stands alone or at the wrong place, so nobody knows where the cell ends.")
        raise refused(path, reader.line_num + skipped, reason, _) from None
    if len(rows) > limits.LINES:
        text = _("{path}: this list has more than {most} lines.")
        raise Refusal(text.format(path=path, most=limits.LINES), exit_code=USAGE)
    if whole := _quoted_whole(rows, separator, heads):
        return _cells(path, whole, heads, _)
    _refuse_mixed(path, rows, separator, _)
    torn = next((number for number, cells in rows if any(cell.strip().count("\n") > 1 for cell in cells)), None)
    if torn is not None:
        raise refused(path, torn, _("a cell reaches over several lines. Write each player on a line."), _)
    return _clean(rows)


def _quoted_whole(rows: Sequence[Line], separator: str, heads: Heads) -> str:
    """The text without the quotation marks around its lines, if another program has put them around whole lines."""
    if any(len(cells) > 1 for _number, cells in rows):
        return ""
    lines = ["".join(cells) for _number, cells in rows]
    top = [line for line in lines if line.strip()][:TOP]
    return "\n".join(lines) if any(separator in line and heads(line.split(separator)) for line in top) else ""


def _refuse_mixed(path: Path, rows: Sequence[Line], separator: str, _: Catalog) -> None:
    """Refusal where cells are parted by another sign than in most lines, or by blanks."""
    width = max((len(cells) for _number, cells in rows), default=0)
    first = next((at for at, (_number, cells) in enumerate(rows) if len(cells) == width), 0)
    signs = _SEPARATORS.replace(separator, "")
    for number, cells in rows[first:]:
        short = [cell.strip() for cell in cells] if 0 < len(cells) < width else []
        if odd := next((cell for cell in short if any(sign in cell for sign in signs)), ""):
            reason = _("«{text}»: between the cells of this line stands another sign than in the others.")
            raise refused(path, number, reason.format(text=" ".join(odd.split())), _)
    filled = [(number, cells[0]) for number, cells in rows if cells and cells[0].strip()]
    if width == 1 and 2 * sum(_GAP.search(cell) is not None for _number, cell in filled) >= len(filled) > 0:
        reason = _("only blanks stand between its columns. Save the list as CSV, with a comma or a semicolon between the cells.")
        raise refused(path, filled[0][0], reason, _)


def _clean(rows: Sequence[Line]) -> list[Line]:
    """Without blanks around and signs that nobody sees, and without blank lines."""
    tidy = ((number, [" ".join(_UNSEEN.sub("", cell).split()) for cell in cells]) for number, cells in rows)
    return [(number, cells) for number, cells in tidy if any(cells)]


def _separator(text: str, heads: Heads) -> tuple[str, str, int]:
    """What stands between cells; the text without the line that says it for Excel, and how many lines that were."""
    first, _newline, rest = text.partition("\n")
    if said := _SEP_LINE.fullmatch(first.strip()):
        return said[1], rest, 1
    lines = [line for line in text.splitlines() if line.strip()]
    for sign in (*_SEPARATORS, ","):
        if any(sign in line and heads([cell.strip(' "') for cell in line.split(sign)]) for line in lines[:TOP]):
            return sign, text, 0
    often = (
        sign for sign in _SEPARATORS if lines and (sign in lines[0] or 2 * sum(sign in line for line in lines) >= len(lines))
    )
    return next(often, ","), text, 0


def _refuse_spoilt(path: Path, lines: Sequence[Line], _: Catalog, *, ansi: bool) -> None:
    """Refusal for letters that were lost or are in another code, with the line."""
    lost = _("«{text}»: letters were lost or spoilt when this list was saved. Save it once more, as CSV UTF-8.")
    unknown = _("«{text}»: in which letters this is written cannot be told. Save the list as CSV UTF-8.")
    for number, cells in lines:
        for cell in cells:
            if _LOST.search(cell) or _is_twice_encoded(cell):
                raise refused(path, number, lost.format(text=cell), _)
            if ansi and _is_doubtful(cell):
                raise refused(path, number, unknown.format(text=cell), _)


def _is_doubtful(cell: str) -> bool:
    """Whether a cell in ANSI has letters that stand in no word."""
    signs = any(not sign.isascii() for sign in _BETWEEN.findall(cell))
    odd = any(not sign.isascii() and not sign.isalpha() and sign not in "’‘´“”„«»–—…· \xa0" for sign in cell)
    return signs or odd or _INSIDE.search(cell) is not None


def _is_twice_encoded(cell: str) -> bool:
    """Whether UTF-8 was taken for ANSI and saved so (Ã¨ for è)."""
    with suppress(UnicodeError):
        return not cell.isascii() and cell.encode("cp1252").decode("utf-8") != cell
    return False


def _of_workbook(path: Path, data: bytes, _: Catalog) -> Lines:
    """The first visible sheet of a workbook; of one of ours the players. BookError."""
    book = ClosedBook.of(data, path, partly=True)
    if "Players_Name" in book.names:
        return Lines([(0, ["name", "region", "email"]), *_our_players(book)])
    sheet = next(title for title, seen in book.sheets.items() if seen)
    typed, shown = book.everything(sheet), book.results(sheet)
    if place := next((place for place, value in typed.items() if isinstance(value, Formula) and place not in shown), None):
        reason = _("a formula there was never calculated. Open the workbook, save it, and try again.")
        raise refused(path, place[0], reason, _)
    rows: dict[int, dict[int, str]] = {}
    for (row, column), value in shown.items():
        rows.setdefault(row, {})[column] = _text(value)
    if sum(len(cells) for cells in rows.values()) > limits.LINES * 10:
        raise BookError("too_large", path=str(path), part=sheet)
    hidden = [row for row in sorted(rows) if book.hidden_row(sheet, row)]
    lines = [
        (row, [cells.get(column, "") for column in range(1, min(max(cells), _WIDEST) + 1)])
        for row, cells in sorted(rows.items())
        if row not in hidden
    ]
    _refuse_spoilt(path, lines := _clean(lines), _, ansi=False)
    said = [_("Read from the workbook's first sheet, {sheet}.").format(sheet=sheet)]
    if hidden:
        said.append(_("Hidden lines were not read: {lines}.").format(lines=", ".join(map(str, hidden))))
    return Lines(lines, tuple(said))


def _our_players(book: ClosedBook) -> Iterator[Line]:
    """From a workbook of bangxl: name, region, address; a line each."""
    first = book.names["Players_Name"].first
    columns = [book.read(name) if name in book.names else () for name in ("Players_Name", "Players_Region", "Players_Email")]
    for row, name in enumerate(columns[0]):
        if name is not None:
            yield first + row, [_text(column[row]) if row < len(column) else "" for column in columns]


def _text(value: Value) -> str:
    """A cell as people read it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if isinstance(value, date) else "" if value is None else " ".join(str(value).split())
