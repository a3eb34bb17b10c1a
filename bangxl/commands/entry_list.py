"""Read players from any list: with or without headings, surnames first or last, or pasted together.

The list is a text, whatever program wrote it, or the first sheet of a workbook that somebody sees. Of a text in ANSI
charset-normalizer tells by its letters whether they are Western (cp1252) or Cyrillic (cp1251). What is assumed, twice there or
not read is told. Where lines could mean different things, or letters were lost, the list is refused with the line: no name may be
wrong in silence.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from charset_normalizer import from_bytes

from bangxl import limits
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError, Formula, Value
from bangxl.commands.errors import USAGE, Refusal, explain
from bangxl.commands.lists import unmarked
from bangxl.commands.workspace import guessed_language, read_input
from bangxl.locale.catalog import N_, Catalog, catalog
from bangxl.tournament.model import Player
from bangxl.workbook.wall import is_given_name
from bangxl.workbook.words import fold

HEADS: Final[Mapping[str, str]] = {
    "name": (
        "name|player|players|full name|participant|nominativo|giocatore|giocatori|partecipante|nome e cognome|cognome e nome|"
        "cognome, nome|spieler|spielername|spieler/in|teilnehmer|vor- und nachname|vorname und nachname|name, vorname|"
        "имя|игрок|участник|фио|ф.и.о|имя и фамилия|фамилия и имя|фамилия имя|имя фамилия"
    ),
    "surname": "surname|last name|lastname|family name|cognome|nachname|familienname|zuname|фамилия",
    "given": "first name|firstname|given name|forename|vorname|prenome|nome",
    "region": "region|regione|bundesland|регион",
    "email": (
        "email|e-mail|mail|email address|e-mail address|indirizzo email|indirizzo e-mail|posta elettronica|e-mail-adresse|"
        "mailadresse|почта|эл. почта|электронная почта"
    ),
    "number": "n|nr|no|num|number|numero|nummer|№|#|id|pos|lfd. nr|п/п|№ п/п|номер",
}
"""The headings by the content of their columns, folded, between bars."""

_RANKS: Final = {head: rank for rank, head in enumerate("|".join(HEADS.values()).split("|"))}
"""The first heading of those that say the same comes first: beside ``name`` the column ``player`` has an id."""
_BY_HEAD: Final = {head: role for role, heads in HEADS.items() for head in heads.split("|")}
_GIVEN_TOO: Final = frozenset({"имя"})
"""A heading that says the given name where the surname has a column of its own."""
_NUMBERED: Final = re.compile(r"(?:\d{1,3}[.)]|[-•*·])\s+(?=\S)")
_COMMA: Final = re.compile(r"([^\W\d_][\w .'’-]*), ?([^\W\d_][\w .'’-]*)")
_NO_NAME: Final = "@;<>{}\\"
"""Signs that are in no name, without a heading that says that it is one: those of pages, of data and of addresses."""
_ODD: Final = re.compile(r".*[\d@<>()\[\]{}&%=\\/:;|]|[\W_]+$")
"""A sign that is in few names; or nothing but signs."""
_SUMS: Final = frozenset({"totale", "total", "summe", "gesamt", "итого", "всего"})
"""With these words begin lines that count the others."""
_OTHERS: Final = frozenset({
    "riserva", "riserve", "lista d'attesa", "lista di attesa", "reserve", "reserves", "waiting list", "waitlist", "warteliste",
    "ersatz", "nachrücker", "резерв", "запасные", "лист ожидания",
})  # fmt: skip
"""Lines above those who do not play."""
_EXAMPLES: Final = 6
_NOTHING: Final = frozenset({"", "-", "–", "—", "?", "n/a", "/"})

Line = tuple[int, list[str]]
"""Its number in the file, from 1, and its cells without blanks around them."""
Heads = Callable[[Sequence[str]], object]
"""Says whether cells are headings."""

TOP: Final = 6
"""Among so many lines that are not blank the headings stand."""
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


class Lines(NamedTuple):
    """The lines that are not blank, and sentences about every assumption."""

    lines: list[Line]
    remarks: tuple[str, ...] = ()


class Entries(NamedTuple):
    """The players of a list, and what to say of it."""

    players: tuple[Player, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The lines of a list below its headings: which column holds what, and whether the headings say so."""

    path: Path
    columns: Mapping[str, int]
    lines: Sequence[Line]
    headed: bool
    width: int
    remarks: tuple[str, ...] = ()


def entry_list(path: Path, language: str = "") -> Entries:
    """The players of a list; what is said in the language of their workbook, else in the guessed one.

    Refusal (usage), with the line where there is one.
    """
    _ = catalog(language or guessed_language())
    unreadable = _("{path}: this is not a number of places or a list of players. Save the list as CSV (UTF-8).")
    lines, remarks = lines_of(path, _roles, _, unreadable)
    nobody = Refusal(_("{path}: there are no names in this list.").format(path=path), exit_code=USAGE)
    if not lines:
        raise nobody
    table = _headed(path, lines, _) or _headless(path, lines, _)
    people = list(_people(table, _))
    if not people:
        raise nobody
    players = tuple(Player(f"P{number:03}", *person[1:]) for number, person in enumerate(people, 1))
    return Entries(players, (*remarks, *table.remarks, *_remarks(table, people, _)))


def _headed(path: Path, lines: Sequence[Line], _: Catalog) -> Table | None:
    """The list by its headings, also below a title; None without any."""
    for at, (number, cells) in enumerate(lines[:TOP]):
        roles = _roles(cells)
        if roles is None:
            continue
        rest = [line for line in lines[at + 1 :] if [*map(_head, line[1])] != [*map(_head, cells)]]
        used = {*roles.values()} | {at for at, cell in enumerate(cells) if _BY_HEAD.get(_head(cell)) == "number"}
        unread = [cell for at, cell in enumerate(cells) if cell and at not in used]
        remarks = [_("Columns not used: {columns}.").format(columns=", ".join(unread))] if unread else []
        if at:
            remarks.append(_("Line {line} has the headings. The lines above it were not used.").format(line=number))
        return Table(path, roles, rest, headed=True, width=len(cells), remarks=tuple(remarks))
    return None


def _head(cell: str) -> str:
    return fold(cell).strip(" .:*\"'")


def _roles(cells: Sequence[str]) -> dict[str, int] | None:
    """The columns by what they hold, if these cells are headings: one that has a name, and nothing that is none."""
    heads = [_head(cell) for cell in cells]
    has_surname = any(_BY_HEAD.get(head) == "surname" for head in heads)
    has_given = any(_BY_HEAD.get(head) == "given" and head != "nome" for head in heads)
    columns: dict[str, int] = {}
    for at, head in enumerate(heads):
        role = _BY_HEAD.get(head, "")
        if role == "given" and head == "nome" and not has_surname:
            role = "name"
        if role == "name" and has_surname and head in _GIVEN_TOO:
            role = "given"
        if role == "name" and has_given and not has_surname:
            role = "surname"
        if role and (role not in columns or _RANKS[head] < _RANKS[heads[columns[role]]]):
            columns[role] = at
    return columns if {"name", "surname"} & columns.keys() else None


def _headless(path: Path, lines: Sequence[Line], _: Catalog) -> Table:
    """The list of names without headings. Refusal for a second column: nobody knows what stands in which."""
    for number, cells in lines:
        if len(cells) > 1 and any(cells[1:]):
            reason = _("the columns are not clear. Name them in the first line: name,region,email.")
            raise refused(path, number, reason, _)
    return Table(path, {"name": 0}, lines, headed=False, width=1)


Person = tuple[int, str, str, str]
"""The line, the name in spoken order, the region, the address."""


def _people(table: Table, _: Catalog) -> Iterator[Person]:
    """The lines that hold a name. Refusal for one that may mean something else."""
    for number, cells in table.lines:
        part = {role: _at(cells, at) for role, at in table.columns.items()}
        name = _name(part)
        if not name:
            continue
        region, email = ("" if part.get(key, "") in _NOTHING else part.get(key, "") for key in ("region", "email"))
        for reason in _objections(table, cells, name, region, email, _):
            raise refused(table.path, number, reason, _)
        yield number, name, region, email


def _name(part: Mapping[str, str]) -> str:
    """A name in spoken order, the given name first."""
    if "surname" in part:
        return " ".join(filter(None, (part.get("given", part.get("name", "")), part["surname"])))
    name = _NUMBERED.sub("", part["name"], count=1) if _NUMBERED.match(part["name"]) else part["name"]
    turned = _COMMA.fullmatch(name)
    return f"{turned[2]} {turned[1]}" if turned else name


def _objections(table: Table, cells: Sequence[str], name: str, region: str, email: str, _: Catalog) -> Iterator[str]:
    """Why a line may mean something else than it seems."""
    more = [cell for cell in cells[table.width :] if cell]
    if more and table.columns.keys() - {"number"} == {"name"} and len(cells) == table.width + 1:
        yield _("«{text}» and «{more}»: put a name with a comma in quotation marks.").format(text=name, more=more[0])
    elif (more and " " not in name) or is_given_name(region) or _is_name_and_more(table, cells):
        yield _("«{text}» does not fit the columns. Put a name with a comma in quotation marks.").format(text=", ".join(cells))
    if email and "@" not in email:
        yield _("«{text}» is not a mail address. Do the cells of this line match the headings?").format(text=email)
    if not table.headed and any(sign in name for sign in _NO_NAME):
        yield _("«{text}» is not a name. Name the columns in the first line: name,region,email.").format(text=name)


def _written(table: Table, cells: Sequence[str]) -> str:
    """The name as it stands in the list, where one column holds it."""
    return "" if "surname" in table.columns else _at(cells, table.columns["name"])


def _is_name_and_more(table: Table, cells: Sequence[str]) -> bool:
    """Whether a comma parts no surname from a given name, but a whole name from something else (Anna Rossi,Lazio)."""
    parts = _COMMA.fullmatch(_written(table, cells))
    if parts is None or " " not in parts[1] or is_given_name(parts[2]):
        return False
    return is_given_name(parts[1]) or len(cells) < table.width


def _remarks(table: Table, people: Sequence[Person], _: Catalog) -> Iterator[str]:
    """What to look at: lines left out, names turned round; what may be no name; who comes twice. Names are odd: they stay."""
    parts = [(number, {role: _at(cells, at) for role, at in table.columns.items()}) for number, cells in table.lines]
    if nameless := [str(number) for number, part in parts if not _name(part)]:
        yield _("Lines left out because they have no name: {lines}.").format(lines=", ".join(nameless))
    written = (_written(table, cells) for _number, cells in table.lines)
    if turned := next(filter(_COMMA.fullmatch, written), None):
        text = _("Names with a comma were turned around: «{text}» became {name}.")
        yield text.format(text=turned, name=_name({"name": turned}))
    odd = [
        f"{name} ({line})"
        for line, name, *_rest in people
        if _ODD.match(name) or fold(name) in _OTHERS or fold(name).split()[0] in _SUMS
    ]
    if odd:
        shown = "; ".join(odd[:_EXAMPLES]) + (" …" if len(odd) > _EXAMPLES else "")
        text = _(
            "These may not be names, or may be more than a name (with their lines): {names}. They were kept. Please check them."
        )
        yield text.format(names=shown)
    lines: dict[str, list[Person]] = {}
    for person in people:
        lines.setdefault(fold(person[1]), []).append(person)
    double = [f"{some[0][1]} ({', '.join(str(one[0]) for one in some)})" for some in lines.values() if len(some) > 1]
    if double:
        text = _(
            "Names that appear more than once, with their lines: {names}. All were kept. If two are the same person, delete one."
        )
        yield text.format(names="; ".join(double))


def _at(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""


def lines_of(path: Path, heads: Heads, _: Catalog, sentence: str) -> Lines:
    """The lines of a list's file; ``heads`` says whether cells are headings. Refusal, with the line where there is one.

    ``sentence``: what is said of a file that is no list at all.
    """
    unreadable = Refusal(sentence.format(path=path), exit_code=USAGE)
    try:
        data = read_input(path)
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
    text, code = _decode(data)
    if text is None and b"\0" not in data:
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            reason = _("the encoding of the letters is not clear. Save the list as CSV UTF-8.")
            raise refused(path, data[: error.start].count(b"\n") + 1, reason, _) from None
    if text is None or "\0" in text:
        raise unreadable
    lines = _cells(path, text, heads, _)
    _refuse_spoilt(path, lines, _, ansi=code in _ANSI)
    if code not in _ANSI:
        return Lines(lines)
    odd = next((cell for _number, cells in lines for cell in cells if not cell.isascii()), "")
    remark = _("The list does not say how its letters are stored. It was read as {letters} ({code}). Please check: «{text}».")
    return Lines(lines, (remark.format(letters=_(_ANSI[code]), code=code, text=odd),))


def refused(path: Path, line: int, reason: str, _: Catalog) -> Refusal:
    """The problem of a line, with its number."""
    text = _("{path}, line {line}: {reason}")
    return Refusal(text.format(path=path, line=line, reason=reason), exit_code=USAGE)


def _decode(data: bytes) -> tuple[str | None, str]:
    """The text (None if it cannot be read), and its encoding."""
    wide = b"\0" in data
    if not wide:
        with suppress(UnicodeDecodeError):
            return data.decode("utf-8-sig"), "utf-8"
    codes = [*_ANSI, "utf_8", "utf_16", "utf_32", *(("utf_16_le", "utf_16_be") if wide else ())]
    best = from_bytes(data, cp_isolation=codes).best()
    return (None, "") if best is None else (str(best), best.encoding)


def _cells(path: Path, text: str, heads: Heads, _: Catalog) -> list[Line]:
    """The text cut into lines and cells, without blank ones, and without blanks around and invisible signs.

    Refusal for too many lines, a quotation mark or a separator at the wrong place, and a cell that reaches over lines.
    """
    separator, text, skipped = _separator(text, heads)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        rows = [(reader.line_num + skipped, [*map(unmarked, cells)]) for cells in islice(reader, limits.LINES + 1)]
    except csv.Error:
        reason = _("a quotation mark is alone or in the wrong place, so the end of the cell is not clear.")
        raise refused(path, reader.line_num + skipped, reason, _) from None
    if len(rows) > limits.LINES:
        text = _("{path}: this list has more than {most} lines.")
        raise Refusal(text.format(path=path, most=limits.LINES), exit_code=USAGE)
    width = max((len(cells) for _number, cells in rows), default=0)
    first = next((at for at, (_number, cells) in enumerate(rows) if len(cells) == width), 0)
    others = _SEPARATORS.replace(separator, "")
    for number, cells in rows[first:]:
        if odd := next((cell for cell in cells if len(cells) < width and any(sign in cell.strip() for sign in others)), ""):
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
    return _tidy(rows)


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
    return next(often, ","), text, 0


def _refuse_spoilt(path: Path, lines: Sequence[Line], _: Catalog, *, ansi: bool) -> None:
    """Refusal for letters that were lost or are in another code, with the line."""
    lost = _("«{text}»: some letters were lost when this list was saved. Save it again as CSV UTF-8.")
    unknown = _("«{text}»: the encoding of the letters is not clear. Save the list as CSV UTF-8.")
    for number, cells in lines:
        for cell in cells:
            twice = cell  # UTF-8 that was taken for ANSI and saved so: Ã¨ for è
            with suppress(UnicodeError):
                twice = cell if cell.isascii() else cell.encode("cp1252").decode("utf-8")
            if _LOST.search(cell) or twice != cell:
                raise refused(path, number, lost.format(text=cell), _)
            # in ANSI, letters that stand in no word
            between = any(not sign.isascii() for sign in _BETWEEN.findall(cell))
            odd = any(not sign.isascii() and not sign.isalpha() and sign not in "’‘´“”„«»–—…· \xa0" for sign in cell)
            if ansi and (between or odd or _INSIDE.search(cell)):
                raise refused(path, number, unknown.format(text=cell), _)


def _of_workbook(path: Path, data: bytes, _: Catalog) -> Lines:
    """The first visible sheet of a workbook; of one of bangxl the players. BookError."""
    book = ClosedBook.of(data, path, partly=True)
    if (ref := book.names.get("Players_Name")) is not None:
        names = ("Players_Name", "Players_Region", "Players_Email")
        columns = [book.read(name) if name in book.names else () for name in names]
        return Lines(
            [
                (0, ["name", "region", "email"]),
                *(
                    (ref.first + row, [_text(column[row]) if row < len(column) else "" for column in columns])
                    for row, name in enumerate(columns[0])
                    if name is not None
                ),
            ]
        )
    sheet = next(title for title, seen in book.sheets.items() if seen)
    typed, shown = book.everything(sheet), book.results(sheet)
    if place := next((place for place, value in typed.items() if isinstance(value, Formula) and place not in shown), None):
        reason = _("a formula there has never been calculated. Open the workbook, save it, and try again.")
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
    _refuse_spoilt(path, lines := _tidy(lines), _, ansi=False)
    remarks = [_("The names are from the workbook's first sheet, {sheet}.").format(sheet=sheet)]
    if hidden:
        remarks.append(_("Hidden lines were not used: {lines}.").format(lines=", ".join(map(str, hidden))))
    return Lines(lines, tuple(remarks))


def _text(value: Value) -> str:
    """A cell as people read it."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if isinstance(value, date) else "" if value is None else " ".join(str(value).split())
