"""Read players from any list: what is certain is taken, everything else is shown and asked.

Bytes become lines, as the likeliest encoding or sheet has them; lines become a table with headings; each line of it a name, and
a doubt. Certain are headings known word for word, and one plain name a line. Everybody in the list plays, unless the organiser
says which lines or which values of a column do. A likeness decides nothing: it makes us ask, and puts the likelier answer first.
"""

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cache
from importlib.resources import files
from io import StringIO
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple

from bangxl import limits
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError, Formula, Value
from bangxl.books.strange import OLE, strange
from bangxl.commands.csv_cells import unmarked
from bangxl.commands.errors import USAGE, Refusal, book_refusals, told
from bangxl.commands.forms import LABELS
from bangxl.commands.workspace import guessed_language, read_input
from bangxl.locale.catalog import Catalog, catalog, runs_of
from bangxl.tournament.model import Player
from bangxl.workbook.wall import is_given_name, is_particle, plain
from bangxl.workbook.words import fold

NAME_HEADS: Final = frozenset({"whole", "given", "surname", "either"})
"""Headings that say where names stand: ``either`` all of them, or beside one half the other."""
_KINDS: Final = ("email", "region", "whole", "particle", "given", "surname", "either")
"""Kinds of headings; of a word that is of two kinds the later one counts."""
_WIDEST, _LONGEST, _SEPARATORS = 100, 40, "\t;|,"
"""Columns that are read, letters that are shown of a cell, and what separates cells."""
_UNSEEN: Final = re.compile("^[\u200c\u200d]+|[\u200c\u200d]+$|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u00ad]")
_SIGNS, _LATIN = "’‘“”„«»–—…\xa0", "\u024f"
"""Signs of every language, and the last Latin letter."""
NAMES: Final = ("name", "given", "particle", "surname")
"""The columns of a name, its parts in the order in which they are spoken."""
ROLES: Final = (*NAMES, "region", "email")
_LETTERS: Final = r"[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0900-\u0e7f\u200c\u200d.'’ʼ‘`´·\-]"
_NUMBERED: Final = re.compile(r"^(?:\d{1,3}[.)]\s*|[-•*·]\s+)")
_PICTURE: Final = re.compile(r"~+|[\u2190-\u2bff\u3030\ufe0f\U0001f000-\U0001faff]+")
_NONE: Final = frozenset({"", "nan", "null", "none", "undefined", "n/a", "#n/a", "-"})
_SHOWN, _MANY, _FEW = 5, 30, 12
"""Lines that are shown of any list; doubtful lines and names; columns and values."""


class Line(NamedTuple):
    """Its number in the file, from 1, its cells without blanks around them, why it may be no player, and who that is."""

    number: int
    cells: Sequence[str]
    doubt: str = ""
    name: str = ""


class Lines(NamedTuple):
    """The lines that are not blank, what to tell of them, and what to ask: why, and sheets or encodings; the first was read."""

    lines: Sequence[Line]
    told: Sequence[str] = ()
    why: Sequence[str] = ()
    sheets: Sequence[Mapping[str, object]] = ()
    encodings: Sequence[Mapping[str, object]] = ()


class Answers(NamedTuple):
    """What the organiser has said of a list: options of the command line, by their names."""

    columns: str = ""
    sheet: str = ""
    encoding: str = ""
    only: Sequence[str] = ()
    all: bool = False


NO_ANSWERS: Final[Answers] = Answers()


class Entries(NamedTuple):
    """The players of a list, and what to say of it."""

    players: tuple[Player, ...]
    remarks: tuple[str, ...]


class Table(NamedTuple):
    """Headings and lines of a list, what columns are called, and those that hold anything; by role the column, others ``unused``.

    ``sure``: the roles are certain.
    """

    heads: Line
    lines: Sequence[Line]
    titles: Sequence[str]
    columns: Mapping[int, Sequence[str]]
    block: Mapping[str, int]
    unused: Sequence[int]
    sure: bool

    def cell(self, line: Line, role: str) -> str:
        """What a line has in the column of a role, if anything."""
        cell = line.cells[self.block[role]] if role in self.block else ""
        return "" if fold(cell) in _NONE or (role == "email" and "@" not in cell) else cell


class Asked(Refusal):
    """A list in which something must be chosen. ``data``: the preview; ``ways``: answers to go on with, the likelier first."""

    def __init__(self, path: Path, shown: Mapping[str, Any], ways: Mapping[str, Answers], _: Catalog) -> None:
        """``shown``: why, columns, rows, states, sheets, encodings."""
        super().__init__(*_preview(path, shown, _), exit_code=USAGE)
        self.why: Sequence[str] = shown["why"]
        self.ways = ways
        said = {text: {key: value for key, value in way._asdict().items() if value} for text, way in ways.items()}
        self.data = {"asks": "list", **shown, "ways": [{"text": text, "options": options} for text, options in said.items()]}


def entry_list(path: Path, language: str = "", answers: Answers = NO_ANSWERS) -> Entries:
    """The players of a list; what is said in the language of their workbook, else in the guessed one.

    Asked, where something must be chosen. Refusal (usage) for what is no list.
    """
    _ = catalog(language or guessed_language())
    found = lines_of(path, _, answers.sheet, answers.encoding)
    table = _table(found.lines, answers.columns, _)
    people = [one for one in table.lines if one.name]
    if not people:
        raise refused("nobody", _, path=path)
    kept = [_only(text, table, _) for text in answers.only]
    playing = [one for one in people if all(one.number in lines for lines in kept)]
    said = answers.all or any("=" not in text for text in answers.only)  # which lines play
    values = {at: Counter(one.cells[at] for one in people) for at in table.unused if not (said or answers.only)}
    beside = {at for at, some in values.items() if 2 * sum(" " in cell and is_given_name(cell) for cell in some) >= len(some)}
    headed = {at for at in values if _asking("state", "out").search(fold_head(table.titles[at]))}
    states = {at: some for at, some in values.items() if at not in beside and len(some) > 1
              and (any(map(_is_out, some)) or (at in headed and 2 * len(some) <= some.total() + 2))}  # fmt: skip
    why = told(_, "lists", {
        "columns": not table.sure, "beside": beside, "doubtful": _ranges(one.number for one in playing if one.doubt and not said),
        "states": ", ".join(f"{at + 1} «{table.titles[at]}»" for at in states),
    })  # fmt: skip
    if found.why or why:
        raise _asked(path, [*found.why, *why], found, table, states, answers, _)
    players = [Player(f"P{at:03}", one.name, table.cell(one, "region"), table.cell(one, "email"))
               for at, one in enumerate(playing, 1)]  # fmt: skip
    return Entries(tuple(players), (*found.told, *_remarks(table, playing, _)))


def refused(code: str, _: Catalog, **values: object) -> Refusal:
    """Why a list, or what is said of it, cannot be read, by the code of the sentence."""
    return Refusal(*told(_, "lists", {**values, code: True}), exit_code=USAGE)


def clip(text: str) -> str:
    """A text as it is shown."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def certain_lines(path: Path, _: Catalog) -> Sequence[Line]:
    """The lines of a list of which nothing can be asked. Refusal as `lines_of`, and where it could be read in two ways."""
    found = lines_of(path, _)
    if found.why:
        raise Refusal(*found.why, *refused("unreadable", _, path=path).lines, exit_code=USAGE)
    return found.lines


def lines_of(path: Path, _: Catalog, sheet: str = "", encoding: str = "") -> Lines:
    """The lines of a list's file. Refusal, with the line where there is one."""
    with book_refusals(path, _.language):
        data = read_input(path)
        other = strange(data, path.name)
        if other is not None and other.code not in {"plain_text", "mail", "companion"} and data.strip():
            raise other
        if data.startswith((OLE, b"PK\x03\x04")):
            return _of_workbook(path, data, sheet, _)
        if len(data) > limits.LIST:
            raise BookError("file_too_large", most=limits.LIST // limits.MEGABYTE)
    texts = _texts(data, encoding, _)
    code, text = next(iter(texts.items()))
    if "\0" in text:
        raise refused("unreadable", _, path=path)
    odd = {one: _odd(text) for one, text in texts.items()}
    check = {"check": code not in {"utf-8", encoding}, "encoding": code, "text": ", ".join(odd[code][:1])}
    why = told(_, "lists", {"letters": any(words != odd[code] for words in odd.values())})
    shown = [{"encoding": one, "example": ", ".join(words[:4])} for one, words in odd.items()]
    return Lines(_cells(path, text, _), told(_, "lists", check), why, encodings=shown if why else ())


def _texts(data: bytes, encoding: str, _: Catalog) -> dict[str, str]:
    """The text by the encodings in which it may be, the likeliest first; one if that is certain. Refusal for an unknown one.

    A code page fits if a language that is written in it has all the letters, and no word two alphabets or a capital inside. Known
    headings say which language it is.
    """
    if encoding:
        with suppress(LookupError):
            return {encoding: data.decode(encoding, "replace").removeprefix("\ufeff")}
        raise refused("no_encoding", _, text=encoding, example="cp1252")
    with suppress(UnicodeDecodeError):
        return {"utf-8": data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")}
    texts, fits = dict[str, str](), Counter[str]()
    for language, words in words_of_lists().items():
        for code in words.get("pages", "").split():
            with suppress(UnicodeDecodeError):
                text = texts[code] = data.decode(code)
                odd = {word for word in re.findall(r"[^\W\d_]+", text) if not word.isascii()}
                known = not re.search(rf"[^\0-\x7f{words['letters']}{words['letters'].upper()}{_SIGNS}]", text)
                whole = all(word in {word.lower(), word.upper(), word.capitalize()} for word in odd)
                mixed = any(max(word) > _LATIN and any(map(str.isascii, word)) for word in odd)
                heads = map(fold_head, re.split(rf"[{_SEPARATORS}\n\r]", text[: limits.CELL]))
                headed = language != "en" and bool(NAME_HEADS & {*map(headings(language).get, heads)})  # everybody writes English
                fits[code] = max(fits[code], (1 + headed) * (known and whole and not mixed))
    best = [code for code in texts if fits[code] == max(fits.values(), default=0)]
    return {code: texts[code] for code in sorted(best, key=lambda code: -sum(map(is_given_name, _odd(texts[code]))))}


def _odd(text: str) -> list[str]:
    """Words of a text with other letters than those of English."""
    return [clip(word) for word in dict.fromkeys(re.split(r"[\s,;|]+", text)) if not word.isascii()]


@cache
def words_of_lists() -> Mapping[str, Mapping[str, str]]:
    """The words of headings by language, and in «ask» those that make us ask."""
    return tomllib.loads(files("bangxl.commands").joinpath("lists.toml").read_text(encoding="utf-8"))


@cache
def headings(language: str = "") -> Mapping[str, str]:
    """What each heading says, in a language or in any."""
    spoken = [words for one, words in words_of_lists().items() if language in {"", one}]
    return {fold_head(word): kind for kind in _KINDS for words in spoken for word in words.get(kind, "").split("|") if word}


def fold_head(cell: str) -> str:
    """A heading for comparison: any case, without accents and signs, joined words apart."""
    apart = re.sub(r"(?<=[a-zа-яё])(?=[A-ZА-ЯЁ])", " ", cell[: 2 * _LONGEST]).replace("_", " ")
    return " ".join(re.findall(r"\w+", plain(apart)))


def _cells(path: Path, text: str, _: Catalog) -> list[Line]:
    """The text cut into lines and cells. Refusal for too many lines or columns, and a quotation mark at the wrong place."""
    text = re.sub(r"\Asep=.(?=\s)", "", text, flags=re.IGNORECASE)  # Excel's own
    gaps = r"(?!)" if re.search(rf"[{_SEPARATORS}]", text) else r"(?<=\S)\x20{3,}(?=\S)"
    lines = StringIO(re.sub(gaps, "\t", text), newline=None).readlines()
    if len(lines) > limits.LINES:
        raise refused("too_many", _, path=path, most=limits.LINES)
    csv.field_size_limit(limits.TEXT)
    reader = csv.reader(lines, delimiter=max(_SEPARATORS, key=lambda sign: sum(sign in line for line in lines)), strict=True)
    try:
        rows = [(reader.line_num, cells) for cells in reader]
    except csv.Error:
        raise refused("quotation", _, path=path, line=reader.line_num) from None
    if wide := next((number for number, cells in rows if len(cells) > _WIDEST), 0):
        raise refused("too_wide", _, path=path, line=wide, most=_WIDEST)
    return _tidy(rows, {})


def _tidy(rows: Iterable[tuple[int, Sequence[str]]], doubts: Mapping[int, str]) -> list[Line]:
    """The lines that are not blank, without blanks around cells and invisible signs; a stroke for a line's end in a cell."""
    seen = ((number, [_UNSEEN.sub("", unmarked(cell)).strip() for cell in cells]) for number, cells in rows)
    tidy = ((number, [" ".join(re.sub(r"[\t\r\n]+", " / ", cell).split()) for cell in cells]) for number, cells in seen)
    return [Line(number, cells, doubts.get(number, "")) for number, cells in tidy if any(cells)]


def _of_workbook(path: Path, data: bytes, wanted: str, _: Catalog) -> Lines:
    """A visible sheet of a workbook, the longest; of one of bangxl the players. BookError. Refusal."""
    book = ClosedBook.of(data, path, partly=True)
    if (ref := book.names.get("Players_Name")) is not None:
        columns = [book.read(name) for name in ("Players_Name", "Players_Region", "Players_Email") if name in book.names]
        rows = ((row, [*map(_text, cells)]) for row, cells in enumerate(zip_longest(*columns), ref.first) if cells[0])
        return Lines([Line(0, ["name", "region", "email"]), *(Line(row, cells) for row, cells in rows)])
    sheets: dict[str, Sequence[Line]] = {}
    for title, seen in book.sheets.items():
        with suppress(BookError):  # a chart has no cells
            if seen and (lines := _of_sheet(path, book, title, _)):
                sheets[title] = lines
    if wanted and wanted not in sheets:
        raise refused("no_sheet", _, path=path, sheet=wanted, known=", ".join(sheets))
    if wanted or len(sheets) < 2:
        return Lines(sheets[wanted] if wanted else [line for lines in sheets.values() for line in lines])
    longest = sorted(sheets, key=lambda title: -len(sheets[title]))
    shown = [{"title": one, "lines": len(sheets[one]), "example": clip(", ".join(sheets[one][-1].cells))} for one in longest]
    return Lines(sheets[longest[0]], why=told(_, "lists", {"sheets": ", ".join(sheets)}), sheets=shown)


def _of_sheet(path: Path, book: ClosedBook, sheet: str, _: Catalog) -> list[Line]:
    """The lines of a sheet; what is merged stands in each of them. BookError. Refusal for a formula without a value."""
    shown = dict(book.shown_on(sheet))
    typed = book.everything(sheet).items()
    if place := next((place for place, value in typed if isinstance(value, Formula) and place not in shown), None):
        raise refused("uncalculated", _, path=path, line=place[0])
    merged = {(row, left): shown[top, left] for (top, left), (bottom, _right) in book.merged(sheet) if (top, left) in shown
              for row in range(top + 1, min(bottom, top + limits.LINES) + 1)}  # fmt: skip
    cells = {place: _text(value) for place, value in {**shown, **merged}.items() if place[1] <= _WIDEST}
    rows, width = sorted({row for row, _column in cells}), max((column for _row, column in cells), default=0)
    if len(rows) > limits.LINES:
        raise BookError("too_large", path=str(path), part=sheet)
    doubts = dict.fromkeys((row for row, _column in merged), "merged")
    doubts |= dict.fromkeys((row for row in rows if book.hidden_row(sheet, row)), "hidden")
    doubts |= dict.fromkeys(book.struck_rows(sheet), "struck")
    return _tidy(((row, [cells.get((row, column), "") for column in range(1, width + 1)]) for row in rows), doubts)


def _text(value: Value) -> str:
    """A cell as people read it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if isinstance(value, date) else "" if value is None else str(value)


def _only(text: str, table: Table, _: Catalog) -> set[int]:
    """The lines of those who play, as somebody says it: by the values of a column, or by their numbers. Refusal."""
    title, equals, those = text.partition("=")
    at = next((at for at, one in enumerate(table.titles) if fold(title) in {fold(one), str(at + 1)}), None)
    if equals and at is not None:
        values = {cell.strip() for row in csv.reader([those], skipinitialspace=True) for cell in row or [""]}
        return {line.number for line in table.lines if line.cells[at] in values}
    if re.fullmatch(r"\d{1,5}(-\d{0,5})?(,\d{1,5}(-\d{0,5})?)*", text):
        spans = (span.partition("-") for span in text.split(","))
        ends = [(int(first), int(last or (limits.LINES if dash else first))) for first, dash, last in spans]
        return {line.number for line in table.lines for first, last in ends if first <= line.number <= last}
    raise refused("only", _, text=text, example="3=yes,paid", lines="2-13,15", known=", ".join(table.titles))


def _table(lines: Sequence[Line], said: str, _: Catalog) -> Table:
    """The list below its headings, and who is on it; the columns hold what somebody says, or certainly, or likely do. Refusal."""
    chosen = {role: int(at) - 1 for role, at in re.findall(r"(?:^|,)(\w+)=([1-9]\d?)(?=,|$)", said.replace(" ", ""))}
    if said and (len(chosen) <= said.count(",") or not {*NAMES} & {*chosen} or not {*chosen} <= {*ROLES}):
        raise refused("roles", _, text=said, example="name=2,region=4", known=", ".join(ROLES))
    width = max((len(line.cells) for line in lines), default=0)
    lines = [line._replace(cells=[*line.cells, *[""] * (width - len(line.cells))]) for line in lines]
    place = _heading(lines)
    heads, below = (lines[place], lines[place + 1 :]) if place >= 0 else (Line(0, [""] * width), lines)
    below = [line for line in below if [*map(fold, line.cells)] != [*map(fold, heads.cells)]]
    columns = {at: [line.cells[at] for line in below] for at in range(width)}
    columns = {at: cells for at, cells in columns.items() if heads.cells[at] or any(cells)}
    sure = {role: at for role, at in chosen.items() if at < width} if said else _by_headings(heads, columns)
    block, titles = sure or _likely(columns), [clip(cell) or str(at) for at, cell in enumerate(heads.cells, 1)]
    table = Table(heads, below, titles, columns, block, sorted({*columns} - {*block.values()}), bool(sure))
    return table._replace(lines=_people(table, _))


def _heading(lines: Sequence[Line]) -> int:
    """The place of the line with the most known headings; -1 if there is none, or that is not certain."""
    roles = [_roles(line.cells) for line in lines[:8]]  # among so many lines that are not blank the headings stand
    known = [sum(map(bool, some)) * bool(NAME_HEADS & {*some}) for some in roles]
    if not any(known):
        return -1
    place = known.index(max(known))
    folded = [[*map(fold, line.cells)] for line in lines]
    heads = folded[place]
    again = any(role and cells[at] == heads[at] for cells in folded if cells != heads for at, role in enumerate(roles[place]))
    person = any(" " in cell and is_given_name(cell) and _is_plain(cell) for line in lines[: place + 1] for cell in line.cells)
    fuller = any(sum(map(bool, cells)) >= max(2, sum(map(bool, heads))) for cells in folded[:place])
    return -1 if again or person or fuller else place


def _roles(cells: Iterable[str]) -> list[str]:
    """By their headings, what columns hold; nothing where that is not known."""
    return [headings().get(fold_head(cell), "") for cell in cells]


def _by_headings(heads: Line, columns: Mapping[int, Sequence[str]]) -> Mapping[str, int]:
    """What the columns hold, by headings known word for word, or as the only one; nothing where that is not certain."""
    if not any(heads.cells) and len(columns) == 1:
        return {"name": min(columns)}
    roles = _roles(heads.cells)
    halves = {"given", "surname"} - {*roles}
    roles = [("whole" if len(halves) != 1 else min(halves)) if role == "either" else role for role in roles]
    whole = {at for at, role in enumerate(roles) if role == "whole"}
    ids = {at for at in whole if all(re.search(r"\d", cell) for cell in columns[at] if cell)}  # as in our own standings
    roles = ["" if at in ids < whole else "name" if at in whole else role for at, role in enumerate(roles)]
    block: Mapping[str, int] = {role: roles.index(role) for role in ROLES if role in roles}
    names = sorted(role for role in roles if role in NAMES and role != "particle")
    bare = any(any(map(str.isalpha, "".join(cells))) for at, cells in columns.items() if not heads.cells[at])
    texts = zip(*([cell.split() for cell in columns[block[name]]] for name in names), strict=True)
    shared = any({*one} & {*other} for one, *others in texts for other in others)  # «Anna Rossi» beside «Anna»
    return {} if bare or shared or names not in (["name"], ["given", "surname"]) else block


def _likely(columns: Mapping[int, Sequence[str]]) -> Mapping[str, int]:
    """What the columns may hold, by what stands in them: to be shown, not to be taken."""
    some = {at: [cell for cell in {*cells} if _is_plain(_name(cell))] for at, cells in columns.items()}
    given = {at: sum(map(is_given_name, cells)) for at, cells in some.items()}
    wide = {at: sum(" " in cell for cell in cells) for at, cells in some.items()}
    first, *others = sorted(some, key=lambda at: -len(some[at]) - given[at] - wide[at]) or [0]
    if not others or not some[others[0]] or 2 * wide[first] >= len(some[first]):
        return {"name": first}
    return dict(zip(("surname", "given"), sorted((first, others[0]), key=given.__getitem__), strict=True))


def _people(table: Table, _: Catalog) -> list[Line]:
    """The lines, each with the name that it holds and the reason to ask about it."""
    names = [role for role in NAMES if role in table.block]
    texts = [" ".join(filter(None, (table.cell(line, role) for role in names))) for line in table.lines]
    often = Counter(filter(None, texts))
    marked = 2 * sum(bool(_NUMBERED.match(text)) for text in texts) > often.total()
    counted = len({re.sub(r"[ _]?\d+$", "", text) for text in often}) == 1 < len(often)  # «Player 1», «Player 2»
    small = all(map(str.islower, often))
    full = 4 * sum(" " in text for text in texts) >= 3 * often.total()
    headed = any(table.heads.cells)
    listed = len(table.columns) == 1 and not headed
    runs = runs_of(line.number for line in table.lines if listed)
    apart = {number for run in runs if len(run) <= 2 < max(map(len, runs)) for number in run}
    people, section = list[Line](), ""
    for line, text in zip(table.lines, texts, strict=True):
        bare = _NUMBERED.sub("", text) if marked else text
        name = _name(bare)
        others = {*filter(None, line.cells)} - {table.cell(line, role) for role in names}
        section = section or (clip(text) if not others and _is_out(text) else "")
        nickname = full and not others and " " not in name
        first = not people and not headed and (nickname or not listed) and not is_given_name(name)
        half = not all(table.cell(line, role) for role in names if role != "particle")
        beside = " " not in name and any(map(is_given_name, others))
        plain = _is_plain(re.sub(r"[ _]?\d+$", "", name) if counted else name.title() if small else name)
        titled = NAME_HEADS & {*_roles([bare])} or _asking("title").search(fold_head(bare)) or not any(map(str.isalpha, bare))
        doubts = {
            "below": section,
            line.doubt or "struck": line.doubt or "~" in bare,
            "remark": first or line.number in apart or (marked and text == bare) or titled,
            "no_name": nickname or half or beside or bare != name or often[text] >= 3 or not plain,  # a list of results
        }
        people.append(line._replace(name=name, doubt="".join(told(_, "lists", doubts if name else {})[:1])))
    return people


def _name(text: str) -> str:
    """A name in spoken order, the given name first, without what strikes it out and without pictures."""
    name = " ".join(_PICTURE.sub("", text).split()) or text
    before, _comma, after = (part.strip() for part in name.partition(","))
    return f"{after} {before}" if before[:1].isalpha() and after[:1].isalpha() and "," not in after else name


def _is_plain(name: str) -> bool:
    """Whether a text is nothing but a name: a few words of letters, large at their beginning."""
    words = name.split()
    if not 0 < len(words) <= max(2, len({*words})) <= 5 or not re.fullmatch(rf"(?:['’]?[^\W\d_](?:{_LETTERS})*(?:\s+|$))+", name):
        return False
    with suppress(UnicodeError):  # UTF-8 that was taken for ANSI and saved so: Ã¨ for è
        if not name.isascii() and name.encode("cp1252").decode("utf-8"):
            return False
    small = any(word.islower() and word[0] != word[0].title() and not is_particle(word) for word in words)
    return not small and (len(words[-1].strip(".")) == 1 or not _is_out(words[-1], "no"))


@cache
def _asking(*kinds: str) -> re.Pattern[str]:
    """Words that make us ask."""
    words = [plain(word).replace("*", r"\w*") for kind in kinds for word in words_of_lists()["ask"][kind].split()]
    return re.compile(rf"\b(?:{'|'.join(words)})\b")


def is_remark(text: str) -> bool:
    """Whether nothing in a text, or between its brackets, can be a name: a heading, a title, a remark: «Players (10)», «n/a»."""
    words = " ".join(word for word in fold_head(text).split() if not word.isdecimal())
    rest = _asking("title", "out", "apart").sub("", words)
    is_said = rest != words and not _asking("between").sub("", rest).strip()
    return is_said or words in headings() or any(map(is_remark, re.findall(r"\((.*?)\)", text)))


def _is_out(text: str, *kinds: str) -> bool:
    """Whether all words of a short text may say that somebody does not play."""
    words = fold_head(text)
    rest = _asking("out", *kinds).sub("", words)
    return rest != words and all(len(word) <= 3 for word in rest.split())


def _asked(
    path: Path, why: Sequence[str], found: Lines, table: Table, states: Mapping[int, Counter[str]], said: Answers, _: Catalog
) -> Asked:
    """What to show of a list, and answers to go on with: without those of whom there is a doubt, and everybody."""
    base = said._replace(
        columns=said.columns if table.sure else ",".join(f"{role}={at + 1}" for role, at in table.block.items()),
        sheet=str(found.sheets[0]["title"]) if found.sheets else said.sheet,
        encoding=str(found.encodings[0]["encoding"]) if found.encodings else said.encoding,
    )
    likely, sure = [], False
    for at, values in states.items():
        gone = _is_out(table.titles[at])  # in «cancelled» yes is out, and no or nothing plays
        keep = [one for one in values if (_is_out(one, "no") or (gone and not one)) == gone]
        sure = sure or gone or any(map(_is_out, values))
        if 0 < len(keep) < len(values):
            csv.writer(text := StringIO(), lineterminator="").writerow(keep)
            likely.append(f"{at + 1}={text.getvalue()}")
    doubtful = {one.number: one.doubt for one in table.lines if one.doubt}
    out = {number for number, doubt in doubtful.items() if doubt not in told(_, "lists", {"no_name": True, "merged": True})}
    without = out or {*([] if likely else doubtful)}
    lines = _ranges(one.number for one in table.lines if one.name and one.number not in without)
    words = "; ".join(told(_, "lists", {"likely": "; ".join(likely), "without": _ranges(without)}))
    some = {words: base._replace(only=[*said.only, *likely, *([lines] if doubtful else [])])} if words and lines else {}
    everybody = {text: base._replace(all=True) for text in told(_, "lists", {"everybody": True})}
    roles = {at: role for role, at in table.block.items()}
    rows = [table.heads, *table.lines] if any(table.heads.cells) else table.lines
    shown = {
        "why": why,
        "columns": [{"number": at + 1, "title": clip(table.heads.cells[at]), "role": roles.get(at, ""),
                     "example": clip(next(filter(None, cells), ""))} for at, cells in table.columns.items()],
        "rows": [{"line": one.number, "cells": [*map(clip, one.cells)], "name": clip(one.name), "doubt": one.doubt}
                 for at, one in enumerate(rows) if at < _SHOWN or one.doubt],
        "states": [{"column": at + 1, "title": table.titles[at], "values": [*map(list, values.most_common())]}
                   for at, values in states.items()],
        "sheets": found.sheets,
        "encodings": found.encodings,
    }  # fmt: skip
    return Asked(path, shown, some | everybody if sure or out else everybody | some, _)


def _preview(path: Path, shown: Mapping[str, Any], _: Catalog) -> Iterator[str]:
    """What is shown of a list in a terminal."""
    yield _("{path}: something in this list is not certain. Nothing was done.").format(path=path)
    yield from shown["why"]
    yield "       " + " | ".join(f"{one['number']} = {one['role']}".removesuffix(" = ") for one in shown["columns"][:_FEW])
    for row in shown["rows"][: _SHOWN + _MANY]:
        yield f"{row['line']:>5}: {' | '.join(row['cells'][:_FEW])}" + (f"   ← {row['doubt']}" if row["doubt"] else "")
    for one in (*shown["states"], *shown["sheets"], *shown["encodings"]):
        values = ", ".join(f"{clip(value) or '–'} {count}" for value, count in one.get("values", [])[:_FEW])
        yield f"       {one.get('title') or one['encoding']}: {values or one['example']}"


def _remarks(table: Table, playing: Sequence[Line], _: Catalog) -> list[str]:
    """What was understood, what was left out, and what to look at."""
    used = sorted(table.block.items(), key=lambda one: one[1]) if len(table.columns) > 1 or any(table.heads.cells) else []
    unused = []
    for at in table.unused:  # what stands there, and how often, may say something of people
        values = Counter(filter(None, table.columns[at]))
        few = ", ".join(f"{clip(value)} {count}" for value, count in values.items()) if 1 < len(values) <= _FEW else ""
        unused.append(f"{table.titles[at]} ({few})" if few else table.titles[at])
    out = [clip(one.name) for one in table.lines if one.name and one not in playing]
    return told(_, "lists", {
        "used": ", ".join(f"{_(LABELS[f'role_{role}'])} = {table.titles[at]}" for role, at in used),
        "unused": ", ".join(unused),
        "headed": table.heads.number if table.heads.number > 1 else 0,
        "out": out, "count": len(out), "names": ", ".join(out[:_MANY]) + ", …" * (len(out) > _MANY),
        "nameless": _ranges(one.number for one in table.lines if not one.name),
    })  # fmt: skip


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers of lines in short: ``2-13,15``."""
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs_of(numbers))
