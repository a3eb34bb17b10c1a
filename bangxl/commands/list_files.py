"""Read the lines of a list from whatever program wrote it: a text in any usual encoding, or a visible sheet of a workbook.

What was assumed is told: the sheet, hidden lines, the encoding. Where letters were lost, or a cell ends nobody knows where, the
list is refused with the line.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from datetime import date
from io import StringIO
from itertools import islice, pairwise, zip_longest
from pathlib import Path
from typing import Final, NamedTuple

from bangxl import limits
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError, Formula, Ref, Value
from bangxl.books.references import letters
from bangxl.books.strange import strange
from bangxl.commands.errors import USAGE, Refusal, explain
from bangxl.commands.lists import unmarked
from bangxl.commands.workspace import read_input
from bangxl.locale.catalog import N_, Catalog
from bangxl.workbook.wall import given_names

Line = tuple[int, list[str]]
"""Its number in the file, from 1, and its cells without blanks around them."""
Heads = Callable[[Sequence[str]], object]
"""Says whether cells are headings that say where the names stand."""

TOP: Final = 6
"""Among so many lines that are not blank the headings stand."""
_SEPARATORS: Final = "\t;|"
_SEP_LINE: Final = re.compile(r"sep=(.)", re.IGNORECASE)
_UNSEEN: Final = re.compile("^[\u200c\u200d]+|[\u200c\u200d]+$|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u00ad]")
_GAP: Final = re.compile(r"\S\x20{3,}\S")
_TRF: Final = re.compile(r"001\x20[\x20\d]{4}\x20")
_TRF_LINE: Final = re.compile(r"\S{3}(\x20|$)|[\x20\d]*$")
"""A report of a chess tournament: a player has a line 001 and his name from the 15th to the 47th column."""
_ZIP, _OLE = b"PK\x03\x04", bytes.fromhex("d0cf11e0a1b11ae1")
_WIDEST: Final = 100
"""Columns of a workbook's list that are read."""

_MARKS: Final = {b"\xff\xfe\0\0": "utf-32", b"\0\0\xfe\xff": "utf-32", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_ANSI: Final = {
    "cp1252": N_("Western European"),
    "cp1251": N_("Cyrillic"),
    "cp1250": N_("Central European"),
    "cp1253": N_("Greek"),
    "cp1254": N_("Turkish"),
}
"""Codes that a text does not say. The first two are taken where nothing speaks against them, the others for names in them."""
_LATIN: Final = frozenset({"cp1252", "cp1250", "cp1254"})
_LOST: Final = re.compile(r"\ufffd|\w\?\w|\?\?")
_WRONG: Final = re.compile(
    r"[^\W\d_][^\w\s'’‘´`.\-\x00-\x7f][^\W\d_]|\w\xa0[a-z]|[a-zà-ÿ]{2}‘|‘(?!\w)|^[^„]*\w“|[A-Za-z][\u0370-\u04ff]|[\u0370-\u04ff][A-Za-z]"
    r"|(?<![^\W_])[à-öø-ÿ](?=[a-z])|[A-Z][À-ÖØ-ÞŠŒŽŸ][a-z]"
    r"|[b-df-hj-np-tv-xz]š[b-df-hj-np-tv-xz]",
    re.MULTILINE,
)
"""Signs where no word has them: a sign that is no letter between letters, two scripts in one word, a word that begins small."""
_ELSEWHERE: Final = re.compile(r"[ìòù](?=\w)|ø(?=[áíý])|\bÈ(?!v)|[õû](?!e)|[þÞðÐýÝ]|[aeiou]á\b")
"""Letters that few names of Western Europe have, and many in other codes."""
_HARMLESS: Final = frozenset("’‘´“”„«»–—…·№ \xa0")


class Lines(NamedTuple):
    """The lines that are not blank, and sentences about every assumption."""

    lines: list[Line]
    remarks: tuple[str, ...] = ()


def lines_of(path: Path, heads: Heads, _: Catalog, sentence: str) -> Lines:
    """The lines of a list's file. Refusal, with the line where there is one; ``sentence`` for a file that is no list at all."""
    unreadable = Refusal(sentence.format(path=path), exit_code=USAGE)
    try:
        data = read_input(path)
        if data.startswith(_ZIP):
            return _of_workbook(path, data, heads, _)
    except BookError as error:
        if error.code == "file_missing" and path.suffix:  # «abc» may be a number mistyped, names.csv is a file
            raise explain(error, str(path), _.language) from None
        raise unreadable from None
    if data.startswith(_OLE):
        raise explain(BookError("old_or_encrypted"), str(path), _.language)
    if (file := strange(data, path.name)) and file.code in {"link", "web_page"}:
        raise explain(file, str(path), _.language)
    return _of_text(path, data, heads, unreadable, _)


def refused(path: Path, line: int, reason: str, _: Catalog) -> Refusal:
    """The problem of a line, with its number."""
    text = _("{path}, line {line}: {reason}")
    return Refusal(text.format(path=path, line=line, reason=reason), exit_code=USAGE)


def _of_text(path: Path, data: bytes, heads: Heads, unreadable: Refusal, _: Catalog) -> Lines:
    """The lines of a list that is a text. Refusal: ``unreadable``, or with the line."""
    text, code = _decoded(data), ""
    if text is None and b"\0" not in data:
        text, code = _of_ansi(path, data, heads, _)
    if text is None or "\0" in text:
        raise unreadable
    lines = _cells(path, text, heads, _)
    _refuse_lost(path, lines, _)
    if not code:
        return Lines(lines)
    odd = next((cell for _number, cells in lines for cell in cells if not cell.isascii()), "")
    remark = _("The list does not say how its letters are stored. It was read as {letters} ({code}). Please check: «{text}».")
    return Lines(lines, (remark.format(letters=_(_ANSI[code]), code=code, text=odd),))


def _decoded(data: bytes) -> str | None:
    """The text in one of the codes of Unicode; None if it is in none."""
    if code := next((code for mark, code in _MARKS.items() if data.startswith(mark)), ""):
        return data.decode(code, "replace")
    codes = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be") if b"\0" in data else ("utf-8-sig",)
    texts = []
    for code in codes:
        with suppress(UnicodeDecodeError):
            texts.append(data.decode(code))
    unknown = {"Cn", "Co", "Cs"}
    known = [text for text in texts if "\0" not in text and not any(unicodedata.category(sign) in unknown for sign in text)]
    return max(known, key=lambda text: sum(map(str.isascii, text)), default=None)


def _of_ansi(path: Path, data: bytes, heads: Heads, _: Catalog) -> tuple[str, str]:
    """The text in the one-byte code in which it has no wrong letters and most names that we know. Refusal, with the line."""
    best, most = ("", ""), -1
    for code in _ANSI:
        with suppress(UnicodeDecodeError):
            text = data.decode(code)
            names = _names_known(text, code, heads)
            doubtful = _ELSEWHERE.search(text) if code == "cp1252" else code != "cp1251"
            if not any(_has_wrong_letters(text, code)) and names > (max(most, 0) if doubtful else most):
                best, most = (text, code), names
    if best[1]:
        return best
    text = data.decode("cp1252", "replace")
    lines = text.splitlines()
    spoilt = next((at for at, line in enumerate(lines) if any(_has_wrong_letters(line, "cp1252"))), None)
    line = next(at for at, line in enumerate(lines) if not line.isascii()) if spoilt is None else spoilt
    unknown = _("«{text}»: the encoding of the letters is not clear. Save the list as CSV UTF-8.")
    raise refused(path, line + 1, unknown.format(text=" ".join(lines[line].split())), _)


def _names_known(text: str, code: str, heads: Heads) -> int:
    """How many words are given names or headings in this code, and not in another one."""

    def known(word: str) -> bool:
        return word.casefold() in given_names() or bool(heads([word]))

    words = {word for word in re.findall(r"[^\W\d_]+", text) if not word.isascii()}
    readings = {word: [word.encode(code).decode(other, "replace") for other in _LATIN - {code}] for word in words}
    return sum(known(word) and not any(map(known, readings[word])) for word in words)


def _has_wrong_letters(text: str, code: str) -> Iterator[bool]:
    """Signs that a text has only when it is read in a wrong code."""
    for line in text.splitlines():
        yield _WRONG.search(line) is not None
        yield any(one.islower() and other.isupper() and not other.isascii() for one, other in pairwise(line))
        yield any(not (sign.isascii() or sign.isalpha() or sign in _HARMLESS) for sign in line)
    spoken = [sign for sign in text if sign.isalpha()]
    yield code in _LATIN and 2 * sum(not sign.isascii() for sign in spoken) > len(spoken)


def _cells(path: Path, text: str, heads: Heads, _: Catalog) -> list[Line]:
    """The text cut into lines and cells, without blank ones, and without blanks around and invisible signs.

    Refusal for too many lines, a quotation mark or a separator at the wrong place, and a cell that reaches over lines.
    """
    report = re.split(r"\r\n?|\n", text)
    if any(map(_TRF.match, report)) and all(map(_TRF_LINE.match, (line for line in report[:TOP] if line.strip("\ufeff ")))):
        return [(0, ["name"]), *_tidy([(number, [line[14:47]]) for number, line in enumerate(report, 1) if _TRF.match(line)])]
    separator, text, skipped = _separator(text, heads)
    if not separator:  # names alone: a comma stands in the name
        rows = [(number, [unmarked(line)]) for number, line in enumerate(report, 1)]
    else:
        reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
        try:
            rows = [(reader.line_num + skipped, [*map(unmarked, cells)]) for cells in islice(reader, limits.LINES + 1)]
        except csv.Error:
            reason = _("a quotation mark is alone or in the wrong place, so the end of the cell is not clear.")
            raise refused(path, reader.line_num + skipped, reason, _) from None
    if len(rows) > limits.LINES:
        text = _("{path}: this list has more than {most} lines.")
        raise Refusal(text.format(path=path, most=limits.LINES), exit_code=USAGE)
    _refuse_mixed(path, rows, separator, _)
    return _tidy(rows)


def _refuse_mixed(path: Path, rows: Sequence[Line], separator: str, _: Catalog) -> None:
    """Refusal for lines whose cells are separated otherwise than in the other lines, and for cells over several lines."""
    width = max((len(cells) for _number, cells in rows), default=0)
    first = next((at for at, (_number, cells) in enumerate(rows) if len(cells) == width), 0)
    others = _SEPARATORS.replace(separator, "") if separator else _SEPARATORS
    for number, cells in rows[first:]:
        if odd := next(
            (cell for cell in cells if len(cells) < max(width, 2) and any(sign in cell.strip() for sign in others)), ""
        ):
            reason = _("«{text}»: the cells of this line are separated by a different sign than in the other lines.")
            raise refused(path, number, reason.format(text=" ".join(odd.split())), _)
    filled = [(number, cells[0]) for number, cells in rows if cells and cells[0].strip()]
    if width == 1 and 2 * sum(_GAP.search(cell) is not None for _number, cell in filled) >= len(filled) > 0:
        reason = _(
            "there are only blanks between the columns. Save the list as CSV, with a comma or a semicolon between the cells."
        )
        raise refused(path, filled[0][0], reason, _)
    for number, cells in rows:
        if any(cell.strip().count("\n") > 1 for cell in cells):
            raise refused(path, number, _("a cell spans several lines. Put each player on one line."), _)


def _tidy(rows: Sequence[Line]) -> list[Line]:
    tidy = ((number, [" ".join(_UNSEEN.sub("", cell).split()) for cell in cells]) for number, cells in rows)
    return [(number, cells) for number, cells in tidy if any(cells)]


def _separator(text: str, heads: Heads) -> tuple[str, str, int]:
    """The text between cells; the text without the line that says it for Excel, and how many lines that were."""
    first, _newline, rest = text.partition("\n")
    if declared := _SEP_LINE.fullmatch(first.strip()):
        return declared[1], rest, 1
    lines = [line for line in text.splitlines() if line.strip()]
    for sign in (*_SEPARATORS, ","):
        if any(sign in line and heads([cell.strip(' "') for cell in line.split(sign)]) for line in lines[:TOP]):
            return sign, text, 0
    often = (
        sign for sign in _SEPARATORS if lines and (sign in lines[0] or 2 * sum(sign in line for line in lines) >= len(lines))
    )
    names = '"' not in text and all(line.count(",") == line.count(", ") < 2 for line in lines)
    return next(often, "" if names else ","), text, 0


def _refuse_lost(path: Path, lines: Sequence[Line], _: Catalog) -> None:
    """Refusal for letters that were lost, with the line."""
    lost = _("«{text}»: some letters were lost when this list was saved. Save it again as CSV UTF-8.")
    for number, cells in lines:
        for cell in cells:
            twice = cell  # UTF-8 that was taken for ANSI and saved so: Ã¨ for è
            with suppress(UnicodeError):
                twice = cell if cell.isascii() else cell.encode("cp1252").decode("utf-8")
            if _LOST.search(cell) or twice != cell:
                raise refused(path, number, lost.format(text=cell), _)


def _of_workbook(path: Path, data: bytes, heads: Heads, _: Catalog) -> Lines:
    """The first visible sheet of a workbook; of one of bangxl the players. BookError."""
    book = ClosedBook.of(data, path, partly=True)
    if (ref := book.names.get("Players_Name")) is not None:
        names = ("Players_Name", "Players_Region", "Players_Email")
        columns = [book.read(name) if name in book.names else () for name in names]
        rows = enumerate(zip_longest(*columns), ref.first)
        people = [(row, [*map(_text, cells)]) for row, cells in rows if cells[0] is not None]
        return Lines([(0, ["name", "region", "email"]), *people])
    lists: dict[str, Lines] = {}
    for sheet in (title for title, seen in book.sheets.items() if seen):
        with suppress(BookError) if lists or len(book.sheets) > 1 else nullcontext():  # a chart has no cells
            lists[sheet] = _of_sheet(path, book, sheet, heads, _)
    filled = [sheet for sheet in lists if lists[sheet].lines]
    with_heads = [sheet for sheet in filled if any(heads(cells) for _number, cells in lists[sheet].lines[:TOP])]
    sheet = next(iter(with_heads or filled or lists), "")
    remarks = [_("The names are from the sheet {sheet}.").format(sheet=sheet), *lists[sheet].remarks]
    if others := [other for other in with_heads if other != sheet]:
        remarks.append(_("Other sheets with headings were not used: {sheets}.").format(sheets=", ".join(others)))
    _refuse_lost(path, lists[sheet].lines, _)
    return Lines(lists[sheet].lines, tuple(remarks))


def _of_sheet(path: Path, book: ClosedBook, sheet: str, heads: Heads, _: Catalog) -> Lines:
    """The lines of a sheet without what is hidden. BookError. Refusal for a formula without a value, or hidden names."""
    typed, shown = book.everything(sheet), book.results(sheet)
    if place := next((place for place, value in typed.items() if isinstance(value, Formula) and place not in shown), None):
        reason = _("a formula there has never been calculated. Open the workbook, save it, and try again.")
        raise refused(path, place[0], reason, _)
    if len(shown) > limits.LINES * 10:
        raise BookError("too_large", path=str(path), part=sheet)
    rows: dict[int, dict[int, str]] = {}
    for (row, column), value in shown.items():
        if column <= _WIDEST:
            rows.setdefault(row, {})[column] = _text(value)
    hidden = [row for row in sorted(rows) if book.hidden_row(sheet, row)]
    columns = [column for column in range(1, _WIDEST + 1) if book.hidden_column(Ref(sheet, column, 1, 1))]
    columns = [column for column in columns if any(cells.get(column) for cells in rows.values())]
    for row in sorted({*rows} - {*hidden})[:TOP]:
        if column := next((column for column in columns if heads([rows[row].get(column, "")])), 0):
            reason = _("column {column} is hidden, and may hold names. Show it or delete it.")
            raise refused(path, row, reason.format(column=letters(column)), _)
    lines = [
        (row, ["" if column in columns else cells.get(column, "") for column in range(1, max(cells) + 1)])
        for row, cells in sorted(rows.items())
        if row not in hidden
    ]
    remarks = []
    if hidden:
        remarks.append(_("Hidden lines were not used: {lines}.").format(lines=", ".join(map(str, hidden))))
    if columns:
        remarks.append(_("Hidden columns were not used: {columns}.").format(columns=", ".join(map(letters, columns))))
    return Lines(_tidy(lines), tuple(remarks))


def _text(value: Value) -> str:
    """A cell as people read it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if isinstance(value, date) else "" if value is None else " ".join(str(value).split())
