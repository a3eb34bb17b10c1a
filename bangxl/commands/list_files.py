"""Read a list that people made: the lines and cells of a text or a workbook, and what its words say.

Where another encoding or sheet may be right, the likeliest is read, and each is offered.
"""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple

from bangxl import limits
from bangxl.books.closed import ClosedBook
from bangxl.books.foreign_files import OLE, strange_file
from bangxl.books.port import BookError, Formula
from bangxl.commands.csv_cells import unguard
from bangxl.commands.errors import USAGE, Refusal, book_refusals, fact_lines
from bangxl.commands.forms import NOTHING_OFFERED
from bangxl.commands.workspace import read_input
from bangxl.locale.catalog import Catalog, sentences
from bangxl.workbook.surnames import is_given_name, without_accents

NAME_HEADS: Final = frozenset({"name", "given", "surname", "either"})
"""Headings that say where names stand: ``either`` all of them, or beside one half the other."""
_KINDS: Final = ("email", "region", "name", "particle", "given", "surname", "either")
"""Kinds of headings; of a word that is of two kinds the later one counts."""
_WIDEST, _LONGEST, _SEPARATORS = 100, 40, "\t;|,"
"""Columns that are read, letters that are shown of a cell, and what separates cells."""
_UNSEEN: Final = re.compile("^[\u200c\u200d]+|[\u200c\u200d]+$|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u00ad]")
_SIGNS: Final = re.compile("[\0-@[-`{-\x7f’‘“”„«»–—…\xa0]+")
"""What stands between words in every language."""
_WORDS: Final = partial(sentences, "bangxl.commands", "lists")
"""The words of headings by language, and in «ask» those that make us ask."""


class Line(NamedTuple):
    """Its number in the file, from 1, its cells without blanks around them, why it may be no player, and who that is."""

    number: int
    cells: Sequence[str]
    doubt: str = ""
    name: str = ""


class Lines(NamedTuple):
    """The lines that are not blank, what to tell of them, why to ask, and options to read them with; the first were used."""

    lines: Sequence[Line]
    told: Sequence[str] = ()
    why: Sequence[str] = ()
    ways: Mapping[str, Mapping[str, Any]] = NOTHING_OFFERED


def clip(text: str) -> str:
    """A text as it is shown."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def refused(code: str, _: Catalog, **values: object) -> Refusal:
    """Why a list, or what is said of it, cannot be read, by the code of the sentence."""
    return Refusal(*fact_lines(_, "lists", {**values, code: True}), exit_code=USAGE)


def certain_lines(path: Path, _: Catalog) -> Sequence[Line]:
    """The lines of a list of which nothing can be asked. Refusal as `read_lines`, and where it could be read in two ways."""
    found = read_lines(path, _)
    if found.why:
        raise Refusal(*found.why, *refused("unreadable", _, path=path).lines, exit_code=USAGE)
    return found.lines


def read_lines(path: Path, _: Catalog, sheet: str = "", encoding: str = "") -> Lines:
    """The lines of a list's file. Refusal, with the line where there is one."""
    with book_refusals(path, _.language):
        data = read_input(path)
        other = strange_file(data, path.name)
        if other is not None and other.code not in {"plain_text", "mail", "companion"} and data.strip():
            raise other
        is_book = data.startswith((OLE, b"PK\x03\x04"))
        if len(data) > limits.LIST and not is_book:
            raise BookError("file_too_large", most=limits.LIST // limits.MEGABYTE)
        found = _of_workbook(path, data, sheet, _) if is_book else _of_text(path, data, encoding, _)
    if len(found.lines) > limits.LINES or any(len(line.cells) > _WIDEST for line in found.lines):
        raise refused("too_many", _, path=path, most=limits.LINES, widest=_WIDEST)
    return found


def _of_text(path: Path, data: bytes, encoding: str, _: Catalog) -> Lines:
    """The lines of a text, in the likeliest encoding. Refusal."""
    texts = _texts(data, encoding, _)
    code, text = next(iter(texts.items()))
    if "\0" in text:
        raise refused("unreadable", _, path=path)
    words = {one: [word for word in dict.fromkeys(_SIGNS.split(some)) if not word.isascii()] for one, some in texts.items()}
    odd = {one: ", ".join(map(clip, some[:4])) for one, some in words.items()}
    told = fact_lines(_, "lists", {"check": code not in {"utf-8", encoding}, "encoding": code, "text": odd[code]})
    why = fact_lines(_, "lists", {"letters": len(texts) > 1})
    return Lines(_cells(path, text, _), told, why, {f"{one}: {odd[one]}": {"encoding": one} for one in texts if why})


def _texts(data: bytes, encoding: str, _: Catalog) -> dict[str, str]:
    """The texts that it may be, by encoding, the likeliest first; one if that is certain. Refusal for an unknown one.

    A code page fits a language that has all its letters, in words without capitals inside; best if the headings are in it.
    """
    if encoding:
        with suppress(LookupError):
            return {encoding: data.decode(encoding, "replace").removeprefix("\ufeff")}
        raise refused("no_encoding", _, text=encoding, example="cp1252")
    with suppress(UnicodeDecodeError):
        return {"utf-8": data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")}
    codes, fits = dict[str, str](), dict[str, tuple[int, int]]()  # by text
    for language, words in _WORDS().items():
        letters = re.compile(f"[{words.get('letters')}]+", re.IGNORECASE)
        for code in words.get("pages", "").split():
            with suppress(UnicodeDecodeError):
                codes.setdefault(text := data.decode(code), code)
                odd = {word for word in _SIGNS.split(text) if not word.isascii()}
                whole = all(letters.fullmatch(word) and word in {word.lower(), word.upper(), word.capitalize()} for word in odd)
                heads = {headings(language).get(fold_head(one)) for one in re.split(rf"[{_SEPARATORS}\n\r]", text[: limits.CELL])}
                headed = language != "en" and not NAME_HEADS.isdisjoint(heads)  # everybody writes English
                fits[text] = max(fits.get(text, (0, 0)), (whole * (1 + headed), sum(map(is_given_name, odd))))
    likely = sorted(fits, key=fits.__getitem__, reverse=True)
    return {codes[text]: text for text in likely if fits[text][0] == fits[likely[0]][0]}


@cache
def headings(language: str = "") -> Mapping[str, str]:
    """What each heading says, in a language or in any."""
    spoken = [words for one, words in _WORDS().items() if language in {"", one}]
    return {fold_head(word): kind for kind in _KINDS for words in spoken for word in words.get(kind, "").split("|") if word}


def fold_head(cell: str) -> str:
    """A heading for comparison: any case, without accents and signs, joined words apart."""
    apart = re.sub(r"(?<=[a-zа-яё])(?=[A-ZА-ЯЁ])", " ", cell[: 2 * _LONGEST]).replace("_", " ")
    return " ".join(re.findall(r"\w+", without_accents(apart)))


@cache
def doubtful(*kinds: str) -> re.Pattern[str]:
    """Words that make us ask."""
    words = without_accents(" ".join(_WORDS()["ask"][kind] for kind in kinds)).replace("*", r"\w*").split()
    return re.compile(rf"\b(?:{'|'.join(words)})\b".replace(".", " "))


def is_remark(text: str) -> bool:
    """Whether nothing in a text, or between its brackets, can be a name: a heading, a title, a remark: «Players (10)», «n/a»."""
    words = " ".join(word for word in fold_head(text).split() if not word.isdecimal())
    rest = doubtful("title", "out", "apart").sub("", words)
    is_said = rest != words and not doubtful("between").sub("", rest).strip()
    return is_said or words in headings() or any(map(is_remark, re.findall(r"\((.*?)\)", text)))


def is_out(text: str, *kinds: str) -> bool:
    """Whether all words of a short text may say that somebody does not play."""
    words = fold_head(text)
    rest = doubtful("out", *kinds).sub("", words)
    return rest != words and all(len(word) <= 3 for word in rest.split())


def _cells(path: Path, text: str, _: Catalog) -> list[Line]:
    """The text cut into lines and cells. Refusal for a quotation mark at the wrong place."""
    text = re.sub(r"\Asep=.(?=\s)", "", text, flags=re.IGNORECASE)  # Excel's own
    if not re.search(f"[{_SEPARATORS}]", text):
        text = re.sub(r"(?<=\S)\x20{3,}(?=\S)", "\t", text)
    lines = StringIO(text, newline=None).readlines()
    csv.field_size_limit(limits.TEXT)
    reader = csv.reader(lines, delimiter=max(_SEPARATORS, key=lambda sign: sum(sign in line for line in lines)), strict=True)
    try:
        rows = [(reader.line_num, cells) for cells in reader]
    except csv.Error:
        raise refused("quotation", _, path=path, line=reader.line_num) from None
    return _lines_with_text(rows, {})


def _lines_with_text(rows: Iterable[tuple[int, Sequence[str]]], doubts: Mapping[int, str]) -> list[Line]:
    """The lines that are not blank, without blanks around cells and invisible signs; a stroke for a line's end in a cell."""
    seen = ((number, [_UNSEEN.sub("", unguard(cell)).strip() for cell in cells]) for number, cells in rows)
    tidy = ((number, [" ".join(re.sub(r"[\t\r\n]+", " / ", cell).split()) for cell in cells]) for number, cells in seen)
    return [Line(number, cells, doubts.get(number, "")) for number, cells in tidy if any(cells)]


def _of_workbook(path: Path, data: bytes, wanted: str, _: Catalog) -> Lines:
    """A sheet of a workbook, the longest that is shown; of one of bangxl the players. BookError. Refusal."""
    book = ClosedBook.of(data, path, partly=True)
    if (ref := book.names.get("Players_Name")) is not None:
        columns = [book.read(name) for name in ("Players_Name", "Players_Region", "Players_Email") if name in book.names]
        rows = (
            (row, [str(cell or "") for cell in cells]) for row, cells in enumerate(zip_longest(*columns), ref.first) if cells[0]
        )
        return Lines([Line(0, ["name", "region", "email"]), *(Line(row, cells) for row, cells in rows)])
    sheets = {title: lines for title in book.sheets if (lines := _of_sheet(path, book, title, _))}
    if wanted and wanted not in sheets:
        raise refused("no_sheet", _, path=path, sheet=wanted, known=", ".join(sheets))
    order = [wanted] if wanted else sorted(sheets, key=lambda title: (not book.sheets[title], -len(sheets[title])))
    ways = {f"{one} ({len(sheets[one])}): {clip(', '.join(sheets[one][-1].cells))}": {"sheet": one} for one in order if order[1:]}
    why = fact_lines(_, "lists", {"sheets": ways and ", ".join(sheets)})
    return Lines(sheets[order[0]] if order else (), why=why, ways=ways)


def _of_sheet(path: Path, book: ClosedBook, sheet: str, _: Catalog) -> list[Line]:
    """The lines of a sheet; what is merged stands in each of them. BookError. Refusal for a formula without a value."""
    shown = dict(book.shown_on(sheet))
    if new := next((at for at, one in book.everything(sheet).items() if isinstance(one, Formula) and at not in shown), None):
        raise refused("uncalculated", _, path=path, line=new[0])
    merged = {(row, left): shown[top, left] for (top, left), (bottom, _right) in book.merged(sheet) if (top, left) in shown
              for row in range(top + 1, min(bottom, top + limits.LINES) + 1)}  # fmt: skip
    cells = {place: str(int(value) if isinstance(value, float) and value.is_integer() else value)
             for place, value in {**shown, **merged}.items() if place[1] <= _WIDEST}  # fmt: skip
    rows, width = sorted({row for row, _column in cells}), max((column for _row, column in cells), default=0)
    doubts = dict.fromkeys((row for row, _column in merged), "merged")
    doubts |= dict.fromkeys((row for row in rows if book.hidden_row(sheet, row)), "hidden")
    doubts |= dict.fromkeys(book.struck_rows(sheet), "struck")
    return _lines_with_text(((row, [cells.get((row, column), "") for column in range(1, width + 1)]) for row in rows), doubts)
