"""Read the lines of a list from whatever program wrote it: a text, or a sheet of a workbook.

What could be read in two ways is read in the likelier one, and handed on as a question with the others.
"""

import csv
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib.resources import files
from io import StringIO
from itertools import islice, zip_longest
from pathlib import Path
from typing import Final, NamedTuple

from bangxl import limits
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError, Formula, Value
from bangxl.books.strange import OLE, strange
from bangxl.commands.csv_cells import unmarked
from bangxl.commands.errors import USAGE, Refusal, book_refusals
from bangxl.commands.workspace import read_input
from bangxl.locale.catalog import N_, Catalog
from bangxl.workbook.wall import is_given_name, plain

WIDEST: Final = 100
"""Columns of a list that are read."""
NAME_HEADS: Final = frozenset({"whole", "given", "surname", "either"})
"""Headings that say where names stand: ``either`` all of them, or beside one half the other."""
_KINDS: Final = ("email", "region", "whole", "particle", "given", "surname", "either")
"""Kinds of headings; of a word that is of two kinds the later one counts."""
_LONGEST: Final = 40
_SEPARATORS: Final = "\t;|,"
_UNSEEN: Final = re.compile("^[\u200c\u200d]+|[\u200c\u200d]+$|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u00ad]")
_GAP: Final = re.compile(r"(?<=\S)\x20{3,}(?=\S)")
_LATIN: Final = "\u024f"
"""The last letter of Latin alphabets."""
_UNREADABLE: Final = N_("{path}: this list cannot be read. Save it as CSV (UTF-8).")
_SIGNS: Final = frozenset("’‘“”„«»–—…\xa0")


class Line(NamedTuple):
    """Its number in the file, from 1, its cells without blanks around them, why it may be no player, and who that is."""

    number: int
    cells: Sequence[str]
    doubt: str = ""
    name: str = ""


@dataclass
class Lines:
    """The lines that are not blank, what to tell of them, and what to ask: why, and what there is to choose from.

    The first of several ``sheets`` and ``encodings`` was read.
    """

    lines: Sequence[Line] = ()
    told: list[str] = field(default_factory=list)
    why: list[str] = field(default_factory=list)
    sheets: list[dict[str, object]] = field(default_factory=list)
    encodings: list[dict[str, object]] = field(default_factory=list)


def certain_lines(path: Path, _: Catalog) -> Sequence[Line]:
    """The lines of a list of which nothing can be asked. Refusal as `lines_of`, and where it could be read in two ways."""
    found = lines_of(path, _)
    if found.why:
        raise Refusal(*found.why, _(_UNREADABLE).format(path=path), exit_code=USAGE)
    return found.lines


def lines_of(path: Path, _: Catalog, sheet: str = "", encoding: str = "") -> Lines:
    """The lines of a list's file. Refusal, with the line where there is one."""
    with book_refusals(path, _.language):
        data = read_input(path)
        other = strange(data, path.name)
        if other is not None and other.code not in {"plain_text", "mail", "companion"} and data.strip():
            raise other
        if data.startswith(OLE):
            raise BookError("old_or_encrypted")
        if data.startswith(b"PK\x03\x04"):
            return _of_workbook(path, data, sheet, _)
        if len(data) > limits.LIST:
            raise BookError("file_too_large", most=limits.LIST // limits.MEGABYTE)
    readings = _readings(data, encoding, _)
    code, text = next(iter(readings.items()))
    if "\0" in text:
        raise Refusal(_(_UNREADABLE).format(path=path), exit_code=USAGE)
    found = Lines(_cells(path, text, _))
    if code not in {"utf-8", encoding}:
        found.told.append(_("Its letters were read as {code}. Please check: «{text}».").format(code=code, text=_odd(text, 1)))
    if len({*map(_odd, readings.values())}) > 1:
        found.why.append(_("The file does not say how its letters are stored. Choose the encoding in which the names are right."))
        found.encodings = [{"encoding": one, "example": _odd(text, 4)} for one, text in readings.items()]
    return found


def refused(path: Path, line: int, reason: str, _: Catalog) -> Refusal:
    """The problem of a line, with its number."""
    return Refusal(_("{path}, line {line}: {reason}").format(path=path, line=line, reason=reason), exit_code=USAGE)


def clip(text: str) -> str:
    """A text as it is shown."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _odd(text: str, most: int = limits.TEXT) -> str:
    """Words of a text with other letters than those of English."""
    found = dict.fromkeys(word for word in re.split(r"[\s,;|]+", text) if not word.isascii())
    return ", ".join(map(clip, islice(found, most)))


def _readings(data: bytes, encoding: str, _: Catalog) -> dict[str, str]:
    """The text by the encodings in which it may be, the likeliest first; one if that is certain. Refusal for an unknown one.

    A code page fits if a language that is written in it has all the letters; known headings say which language it is.
    """
    if encoding:
        with suppress(LookupError):
            return {encoding: data.decode(encoding, "replace").removeprefix("\ufeff")}
        reason = _("--encoding: bangxl does not know «{text}». Write it like {example}.")
        raise Refusal(reason.format(text=encoding, example="cp1252"), exit_code=USAGE)
    with suppress(UnicodeDecodeError):
        return {"utf-8": data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")}
    texts, fits = dict[str, str](), dict[str, int]()
    for language, words in words_of_lists().items():
        for code in words.get("pages", "").split():
            with suppress(UnicodeDecodeError):
                texts[code] = data.decode(code)
                heads = map(fold_head, re.split(r"[\t;|,\n\r]", texts[code][: limits.CELL]))
                headed = language != "en" and bool(NAME_HEADS & {*map(headings(language).get, heads)})  # everybody writes English
                fits[code] = max(fits.get(code, 0), (1 + headed) * _is_written(texts[code], words["letters"]))
    best = [code for code in texts if fits[code] == max(fits.values())]
    best.sort(key=lambda code: -sum(map(is_given_name, _odd(texts[code]).split(", "))))
    return {code: texts[code] for code in best}


def _is_written(text: str, letters: str) -> bool:
    """Whether a text may be of a language: it has all the letters, and no word has two alphabets or a capital inside."""
    words = {word for word in re.findall(r"[^\W\d_]+", text) if not word.isascii()}
    return {sign for sign in {*text} if not sign.isascii()} <= {*letters, *letters.upper(), *_SIGNS} and all(
        word in {word.lower(), word.upper(), word.capitalize()} and (max(word) <= _LATIN or not any(map(str.isascii, word)))
        for word in words
    )


@cache
def words_of_lists() -> Mapping[str, Mapping[str, str]]:
    """The words of headings by language, and in «ask» those that make us ask."""
    return tomllib.loads(files("bangxl.commands").joinpath("lists.toml").read_text(encoding="utf-8"))


@cache
def headings(language: str = "") -> Mapping[str, str]:
    """What each heading says, in a language or in any."""
    spoken = [said for one, said in words_of_lists().items() if language in {"", one}]
    return {fold_head(word): kind for kind in _KINDS for said in spoken for word in said.get(kind, "").split("|") if word}


def fold_head(cell: str) -> str:
    """A heading for comparison: any case, without accents and signs, joined words apart."""
    apart = re.sub(r"(?<=[a-zа-яё])(?=[A-ZА-ЯЁ])", " ", cell[: 2 * _LONGEST]).replace("_", " ")
    return " ".join(re.findall(r"\w+", plain(apart)))


def _cells(path: Path, text: str, _: Catalog) -> list[Line]:
    """The text cut into lines and cells. Refusal for too many lines or columns, and a quotation mark at the wrong place."""
    lines = re.split(r"\r\n?|\n", text if re.search(rf"[{_SEPARATORS}]", text) else _GAP.sub("\t", text))
    if len(lines) > limits.LINES:
        raise Refusal(_("{path}: this list has more than {most} lines.").format(path=path, most=limits.LINES), exit_code=USAGE)
    if re.fullmatch("sep=.", lines[0].strip(), re.IGNORECASE):  # Excel's own
        lines[0] = ""
    separator = max(_SEPARATORS, key=lambda sign: sum(sign in line for line in lines))
    csv.field_size_limit(limits.TEXT)
    reader = csv.reader(StringIO("\n".join(lines), newline=""), delimiter=separator, strict=True)
    try:
        rows = [(reader.line_num, cells) for cells in reader]
    except csv.Error:
        reason = _("a quotation mark is alone or in the wrong place, so the end of the cell is not clear.")
        raise refused(path, reader.line_num, reason, _) from None
    if wide := next((number for number, cells in rows if len(cells) > WIDEST), 0):
        raise refused(path, wide, _("there are more than {most} columns.").format(most=WIDEST), _)
    return _tidy(rows)


def _tidy(rows: Iterable[tuple[int, Sequence[str]]]) -> list[Line]:
    """The lines that are not blank, without blanks around cells and invisible signs; a stroke for a line's end in a cell."""
    tidy = ((number, [_UNSEEN.sub("", unmarked(cell)).strip() for cell in cells]) for number, cells in rows)
    lines = [Line(number, [" ".join(re.sub(r"[\t\r\n]+", " / ", cell).split()) for cell in cells]) for number, cells in tidy]
    return [line for line in lines if any(line.cells)]


def _of_workbook(path: Path, data: bytes, wanted: str, _: Catalog) -> Lines:
    """A visible sheet of a workbook, the longest; of one of bangxl the players. BookError. Refusal."""
    book = ClosedBook.of(data, path, partly=True)
    if (ref := book.names.get("Players_Name")) is not None:
        names = ("Players_Name", "Players_Region", "Players_Email")
        rows = enumerate(zip_longest(*(book.read(name) if name in book.names else () for name in names)), ref.first)
        listed = [Line(row, [*map(_text, cells)]) for row, cells in rows if cells[0]]
        return Lines([Line(0, ["name", "region", "email"]), *listed])
    sheets: dict[str, Sequence[Line]] = {}
    for title, seen in book.sheets.items():
        with suppress(BookError):  # a chart has no cells
            if seen and (lines := _of_sheet(path, book, title, _)):
                sheets[title] = lines
    if wanted and wanted not in sheets:
        text = _("{path}: there is nothing on a sheet «{sheet}». Choose from: {known}.")
        raise Refusal(text.format(path=path, sheet=wanted, known=", ".join(sheets)), exit_code=USAGE)
    chosen = [wanted] if wanted or not sheets else sorted(sheets, key=lambda title: -len(sheets[title]))
    found = Lines(sheets.get(chosen[0], ()))
    if len(chosen) > 1:
        found.why.append(_("Several sheets have something on them: {sheets}.").format(sheets=", ".join(sheets)))
        found.sheets = [{"title": one, "lines": len(sheets[one]), "example": clip(", ".join(sheets[one][-1].cells))}
                        for one in chosen]  # fmt: skip
    return found


def _of_sheet(path: Path, book: ClosedBook, sheet: str, _: Catalog) -> list[Line]:
    """The lines of a sheet; what is merged stands in each of them. BookError. Refusal for a formula without a value."""
    typed, shown = book.everything(sheet), dict(book.shown_on(sheet))
    if place := next((place for place, value in typed.items() if isinstance(value, Formula) and place not in shown), None):
        reason = _("a formula there has never been calculated. Open the workbook, save it, and try again.")
        raise refused(path, place[0], reason, _)
    merged = {(row, left): shown[top, left] for (top, left), (bottom, _right) in book.merged(sheet) if (top, left) in shown
              for row in range(top + 1, min(bottom, top + limits.LINES) + 1)}  # fmt: skip
    rows: dict[int, dict[int, str]] = {}
    for (row, column), value in {**shown, **merged}.items():
        if column <= WIDEST:
            rows.setdefault(row, {})[column] = _text(value)
    if len(rows) > limits.LINES:
        raise BookError("too_large", path=str(path), part=sheet)
    doubts = {row: _("merged") for row, _column in merged} | {row: _("hidden") for row in rows if book.hidden_row(sheet, row)}
    doubts |= dict.fromkeys(book.struck_rows(sheet), _("struck out"))
    lines = _tidy((row, [cells.get(column, "") for column in range(1, max(cells) + 1)]) for row, cells in sorted(rows.items()))
    return [line._replace(doubt=doubts.get(line.number, "")) for line in lines]


def _text(value: Value) -> str:
    """A cell as people read it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if isinstance(value, date) else "" if value is None else str(value)
