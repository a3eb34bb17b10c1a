"""Read players from any list: with or without headings, surnames first or last, or pasted together.

The list is a text, whatever program wrote it, or a visible sheet of a workbook. What a column is follows from all of its content;
a heading in any language is a hint. What was understood is told: the columns, the lines left out, the encoding. Where lines could
mean different things, or letters were lost, the list is refused with the line: no name may be wrong in silence.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from datetime import date
from io import StringIO
from itertools import islice, pairwise
from pathlib import Path
from typing import Final, NamedTuple

from charset_normalizer import from_bytes

from bangxl import limits
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError, Formula, Ref, Value
from bangxl.books.references import letters
from bangxl.commands.errors import USAGE, Refusal, explain
from bangxl.commands.lists import unmarked
from bangxl.commands.workspace import guessed_language, read_input
from bangxl.locale.catalog import N_, Catalog, catalog
from bangxl.tournament.model import Player
from bangxl.workbook.wall import is_given_name
from bangxl.workbook.words import fold

ROLES: Final = ("name", "given", "surname", "region", "email")
"""What a column can hold that is used."""
NAMES: Final = frozenset(ROLES[:3])

_HINTS: Final = {
    hint: re.compile("|".join(words.split()))
    for hint, words in {
        "surname": r"surname\w* cognom\w* nachnam\w* familiennam\w* zunam\w* фамил\w* lastnam\w* apellid\w* sobrenom\w*",
        "which surname": "last family",
        "given": r"forenam\w* vornam\w* vor pr[eé]nom\w* firstnam\w* givennam\w*",
        "which given": "first given",
        "name": r"names? namen nomi имена nominativ\w* fullname фио",
        "name or given": "nome nombres? nom имя имени",
        "player": (
            r"players? playernames? participants? participantes? attendees? entrants? competitors? contestants? guests? members?"
            r" speakers? giocator\w+ partecipant\w+ iscritt\w+ concorrent\w+ ospit\w+ spieler\w* teilnehm\w+ mitglied\w*"
            r" участни\w+ игрок\w* joueurs? jugador\w* jogador\w*"
        ),
        "region": r"regions? regione bundesland регион\w*",
        "email": r"e?mails? e?mailadresse\w* почт\w+ posta",
        "": r"\w{1,3} full complet\w+ vollständig\w* address\w* adress\w* indirizz\w+ elettronic\w+ электронн\w+ полн\w+",
    }.items()
}
"""Words of headings by what they say. After ``which`` a word needs a noun; nothing is said by those of ""."""
_CAMEL: Final = re.compile(r"(?<=[a-zа-яё])(?=[A-ZА-ЯЁ])")
_LONGEST_HEAD: Final = 60
_NUMBER: Final = re.compile(r"#?[A-Z]{0,3}[-_]?\d+[.)]?")
"""A number, a rank, an id."""
_OUT: Final = re.compile(
    r"cancel|annull|disdett|ritirat|storn(?:o|iert|ierung|at[aeio])?\b|abgesag|abgemeld|wait(?:ing|ing ?list|list)?\b"
    r"|(?:in |lista )?(?:d['’]|di )?attesa|wart(?:e|en|end|ende|elisten?)?\b|nachrück|reserv(?!ation|ierung)|riserv"
    r"|ersatz|absent|assent|abwesend|no[ -]?show|withdr|refund|rimbors|отмен|отказ|(?:лист )?ожид|резерв|запасн|отсутств|возврат"
)
"""How a note begins that says who does not play."""
_HERE: Final = re.compile(r"present|anwesend|attend|partecipa|teilnahme|coming|confirm|conferm|присутств")
_NO: Final = frozenset({"no", "n", "nein", "нет", "0", "false", "falsch", "falso", "ложь"})
_NOTE: Final = re.compile(r".*?(?:\(|\s[-–—:]\s)\s*(.*)")
"""What stands behind a name, in brackets or behind a dash."""
_SUFFIXES: Final = re.compile(r"(?:jr|sr|jun|sen|ii|iii|iv)\.?", re.IGNORECASE)
_ERROR: Final = re.compile(r"#(?:N/A|N/D|NV|Н/Д|[^\W\d_]+/?[^\W_]*[!?])")
"""A formula without a value, in any language."""
_NUMBERED: Final = re.compile(r"(?:\d{1,3}[.)]|[-•*·])(?:\s+|$)")
_COMMA: Final = re.compile(r"([^\W\d_][\w .'’-]*), ?([^\W\d_][\w .'’\"“”()&-]*)")
_NO_NAME: Final = "@;<>{}\\"
"""Signs that are in no name, without a heading that says that it is one: those of pages, of data and of addresses."""
_ODD: Final = re.compile(r".*[\d@<>()\[\]{}&%=\\/:;|]|[\W_]+$")
"""A sign that is in few names; or nothing but signs."""
_SUMS: Final = frozenset({"totale", "total", "summe", "gesamt", "итого", "всего"})
"""With these words begin lines that count the others."""
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
_UNSEEN: Final = re.compile("^[\u200c\u200d]+|[\u200c\u200d]+$|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u00ad]")
_LOST: Final = re.compile(r"\ufffd|\w\?\w|\?\?", re.UNICODE)
_BETWEEN: Final = re.compile(r"(?<=[^\W\d_])[^\w\s'’‘´`.\-](?=[^\W\d_])")
"""A sign that is no letter between two letters: there it stands in the wrong code."""
_INSIDE: Final = re.compile(r"[a-zß-öø-ÿа-яё][À-ÖØ-ÞŠŒŽŸА-ЯЁ]")
"""A capital with an accent, or a Cyrillic one, behind a small letter."""
_FOREIGN: Final = re.compile(
    r"\w\xa0[a-z]|‘(?!\w)|[A-Za-z][\u0400-\u04ff]|[\u0400-\u04ff][A-Za-z]|(?<![^\W_])[à-öø-ÿ](?=[a-z])|[A-Z][À-ÖØ-ÞŠŒŽŸ][a-z]"
)
"""In ANSI, letters that begin no word, or are of two scripts in one: there they stand in the wrong code."""
_GAP: Final = re.compile(r"\S\x20{3,}\S")
_TRF: Final = re.compile(r"(?:[0-9X#]\S\S(?:\x20.*)?\s*[\r\n]+)*001\x20[\x20\d]{4}\x20")
"""A report of a chess tournament: a player has a line 001 and his name from the 15th to the 47th column."""
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
    heads: Sequence[str] = ()
    number: int = 0

    @property
    def width(self) -> int:
        """How many columns the headings name."""
        return len(self.heads) or max(self.columns.values()) + 1

    def part(self, cells: Sequence[str]) -> dict[str, str]:
        """The cells of a line that are used, by what they hold."""
        return {role: _at(cells, at) for role, at in self.columns.items()}

    def column(self, at: int) -> list[str]:
        """What stands in a column."""
        return [cell for _number, cells in self.lines if (cell := _at(cells, at)) not in _NOTHING]

    def title(self, at: int) -> str:
        """The heading of a column, else its number."""
        return _at(self.heads, at) or str(at + 1)

    def unused(self) -> list[int]:
        """The columns that hold something and are not used."""
        widest = max([len(self.heads), *(len(cells) for _number, cells in self.lines)])
        return [at for at in range(widest) if at not in self.columns.values() and (_at(self.heads, at) or self.column(at))]

    def refused(self, _: Catalog, line: int = 0) -> Refusal:
        """The refusal of columns that may be this or that."""
        reason = _("the columns are not clear. Name them in the first line: name,region,email.")
        return refused(self.path, line or self.number or self.lines[0][0], reason, _)


def entry_list(path: Path, language: str = "", columns: str = "") -> Entries:
    """The players of a list; what is said in the language of their workbook, else in the guessed one.

    ``columns`` says what they hold: ``name=2,region=4``. Refusal (usage), with the line where there is one.
    """
    _ = catalog(language or guessed_language())
    chosen = _chosen(columns, _)
    unreadable = _("{path}: this is not a number of places or a list of players. Save the list as CSV (UTF-8).")
    lines, remarks = lines_of(path, _has_names, _, unreadable)
    nobody = Refusal(_("{path}: there are no names in this list.").format(path=path), exit_code=USAGE)
    if not lines:
        raise nobody
    table = _headed(path, lines, chosen, _) or _headless(path, lines, chosen, _)
    out = dict(_who_do_not_play(table))
    table = replace(table, lines=[line for at, line in enumerate(table.lines) if at not in out])
    people = list(_people(table, _))
    if out and not people:
        raise table.refused(_, lines[0][0])
    if not people:
        raise nobody
    if 2 * len({fold(name) for _line, name, *_rest in people}) < len(people):
        raise refused(path, people[0][0], _("most names come again and again. Is this a list of results?"), _)
    players = tuple(Player(f"P{number:03}", *person[1:]) for number, person in enumerate(people, 1))
    return Entries(players, (*remarks, *_remarks(table, people, out, _)))


def _chosen(columns: str, _: Catalog) -> dict[str, int]:
    """The columns as somebody says it. Refusal."""
    chosen = {}
    for text in filter(None, columns.split(",")):
        role, _equals, number = (part.strip() for part in text.partition("="))
        if role not in ROLES or not re.fullmatch("[1-9][0-9]{0,2}", number):
            reason = _("--columns: «{text}» is not clear. Write it like {example}. Possible: {known}.")
            raise Refusal(reason.format(text=text, example="name=2,region=4", known=", ".join(ROLES)), exit_code=USAGE)
        chosen[role] = int(number) - 1
    if chosen and not NAMES & chosen.keys():
        reason = _("--columns: «{text}» is not clear. Write it like {example}. Possible: {known}.")
        raise Refusal(reason.format(text=columns, example="name=2,region=4", known=", ".join(ROLES)), exit_code=USAGE)
    return chosen


def _role(cell: str) -> tuple[str, bool]:
    """What a column may hold by its heading, and whether all words of that are known."""
    words = re.findall(r"[^\W\d_]+", _CAMEL.sub(" ", cell).replace(".", "").casefold())
    if len(cell) > _LONGEST_HEAD or any(sign.isdigit() or sign in _NO_NAME for sign in cell):
        return "", False
    hints = [next((hint for hint, stems in _HINTS.items() if stems.fullmatch(word)), None) for word in words]
    surname, given = ({role, f"which {role}"} & {*hints} for role in ("surname", "given"))
    role = next((role for role in ("email", "region") if role in hints), "")
    if not role and (surname or given):
        noun = {"surname", "given"} & {*hints}
        both = surname and (given or "name or given" in hints)
        role = "name" if both or (noun and "name" in hints) else "surname" if surname else "given"
    elif not role and {"name", "name or given", "player"} & {*hints}:
        role = "name"
    return role, None not in hints


def _has_names(cells: Sequence[str]) -> bool:
    """Whether cells are headings that say where the names stand. Beside a person nothing is a heading."""
    roles = [_role(cell) for cell in cells]
    person = any(not role and " " in cell and is_given_name(cell) for cell, (role, _known) in zip(cells, roles, strict=True))
    return not person and any(role in NAMES and known for role, known in roles)


def _headed(path: Path, lines: Sequence[Line], chosen: Mapping[str, int], _: Catalog) -> Table | None:
    """The list by its headings, also below a title or in two rows; None without any. Refusal for doubtful columns."""
    for at, (number, cells) in enumerate(lines[:TOP]):
        if not _has_names(cells):
            continue
        rest = [line for line in lines[at + 1 :] if [*map(fold, line[1])] != [*map(fold, cells)]]
        if at and not rest:
            continue
        table = Table(path, {"name": 0}, rest, cells, number)
        filled = sum(map(bool, cells))
        if filled > 1 and any(sum(map(bool, line)) >= filled for _number, line in lines[:at]):
            continue  # only titles stand above headings
        if not any(role in NAMES and known and not _repeats(table, one) for one, (role, known) in enumerate(map(_role, cells))):
            continue
        if rest and _has_names(rest[0][1]):  # the headings of single columns below those of groups
            below, lower = rest.pop(0)
            width = max(len(cells), len(lower))
            table = replace(table, number=below, heads=[_at(lower, at) or _at(cells, at) for at in range(width)])
        if chosen or not rest:
            return replace(table, columns=chosen or {"name": 0})
        blocks = _side_by_side(table)
        table = _with_columns(blocks, _)
        if len(blocks.heads) < len(cells) and _have_one_word(table):  # two halves of a name under the same heading
            raise table.refused(_)
        return table
    return None


def _repeats(table: Table, at: int) -> bool:
    """Whether a column says again and again what seems to be its heading: a kind of ticket."""
    column = table.column(at)
    alike = sum(_role(cell)[0] in NAMES for cell in column)
    few = len(column) > 2 and 2 * len({*map(fold, column)}) <= len(column)
    return 2 * alike > len(column) or (few and _role(table.title(at))[0] == "name")


def _side_by_side(table: Table) -> Table:
    """Blocks with the same headings, one below the other."""
    places = [at for at, head in enumerate(table.heads) if head]
    heads = [fold(table.heads[at]) for at in places]
    for size in range(1, len(heads) // 2 + 1):
        if len(heads) % size == 0 and heads == heads[:size] * (len(heads) // size):
            starts = [*places[::size], max([len(table.heads), *(len(cells) for _number, cells in table.lines)])]
            blocks = list(pairwise(starts))
            lines = [(number, cells[first:last]) for first, last in blocks for number, cells in table.lines]
            return replace(table, heads=table.heads[places[0] : starts[1]], lines=[line for line in lines if any(line[1])])
    return table


def _with_columns(table: Table, _: Catalog) -> Table:
    """The columns by headings and content. Refusal where both do not agree."""
    by_role: dict[str, list[int]] = {}
    for at, (role, known) in enumerate(map(_role, table.heads)):
        if role and known:
            by_role.setdefault(role, []).append(at)
    names = [at for at in by_role.get("name", []) if {"surname", "given"} & by_role.keys() or not _repeats(table, at)]
    like_names = [at for at in names if _like_names(table.column(at))]
    by_role["name"] = like_names or [at for at in names if not _is_numbers(table.column(at))]
    if any(len(by_role.get(role, [])) > 1 for role in NAMES):
        raise table.refused(_)
    columns = {role: places[0] for role, places in by_role.items() if places}
    if not NAMES & columns.keys():
        raise table.refused(_)
    return _half_named(_whole(replace(table, columns=columns), _), _)


def _whole(table: Table, _: Catalog) -> Table:
    """Of a name and its halves, the one that says all."""
    columns = dict(table.columns)
    halves = {"surname", "given"} & columns.keys()
    if "name" not in columns or not halves:
        return table
    lines = [part for _number, cells in table.lines if (part := table.part(cells))["name"]]
    inside = sum(
        all({*fold(line[half]).split()} <= {*re.split("[ ,]+", fold(line["name"]))} for half in halves) for line in lines
    )
    if 2 * inside > len(lines):
        return replace(table, columns={role: at for role, at in columns.items() if role not in halves})
    if len(halves) == 2 and lines:
        raise table.refused(_)
    columns["given" if "surname" in halves else "surname"] = columns.pop("name")
    return replace(table, columns=columns)


def _half_named(table: Table, _: Catalog) -> Table:
    """The table again. Refusal where most names have one word, and another column may hold the other half."""
    if {"surname", "given"} <= table.columns.keys() or not _have_one_word(table):
        return table
    for at in table.unused():
        column = table.column(at)
        beside = not _at(table.heads, at) or 2 * len({*map(fold, column)}) > len(column)
        if 2 * len(column) > len(table.lines) and _like_names(column) and beside:
            raise table.refused(_, next(number for number, cells in table.lines if _at(cells, at) in column))
    return table


def _have_one_word(table: Table) -> bool:
    names = [name for _number, cells in table.lines if (name := _name(table.part(cells)))]
    return 2 * sum(" " not in name for name in names) > len(names)


def _like_names(column: Sequence[str]) -> bool:
    return 2 * sum(_ODD.match(cell) is None for cell in column) > len(column)


def _is_numbers(column: Sequence[str]) -> bool:
    return bool(column) and 2 * sum(_NUMBER.fullmatch(cell) is not None for cell in column) > len(column)


def _headless(path: Path, lines: Sequence[Line], chosen: Mapping[str, int], _: Catalog) -> Table:
    """The list without known headings: one column of names, beside numbers, addresses and what is the same in every line."""
    number, first = lines[0]
    table = Table(path, chosen or {"name": 0}, lines)
    below = replace(table, lines=lines[1:])
    head = any(_role(cell)[0] in NAMES and not is_given_name(cell) and not _repeats(below, at) for at, cell in enumerate(first))
    numbered = any(_is_numbers(column := below.column(at)) and not _is_numbers([cell]) for at, cell in enumerate(first) if cell)
    if chosen and (head or numbered):
        return replace(below, heads=first, number=number)
    wide = len(lines) > 3 and all(" " in cells[0] for _number, cells in below.lines)
    title = len(lines) > 3 and _ODD.match(first[0]) and not any(_ODD.match(cells[0]) for _number, cells in below.lines)
    if head or title or (sum(map(bool, first)) == 1 and wide and " " not in first[0]):
        reason = _("«{text}» may be a heading or a player. Write «name» instead of a heading, or in a line above a player.")
        raise refused(path, number, reason.format(text=", ".join(filter(None, first))), _)
    if chosen:
        return table
    second = next((number for number, cells in lines if any(cells[1:])), 0)
    if not second:
        return table
    if numbered:
        table = replace(below, heads=first, number=number)
    names, others = [], [*table.columns.values(), *table.unused()]
    for at in others:
        column = table.column(at)
        same = len({*map(fold, column)}) == 1 and len(column) == len(table.lines) > 1
        if sum(" " in cell and _ODD.match(cell) is None for cell in column) == len(table.lines) and not same:
            names.append(at)
        elif not same and not all("@" in cell or _NUMBER.fullmatch(cell) for cell in column):
            names.append(-1)
    if len(names) != 1 or names[0] < 0:
        raise table.refused(_, second)
    mail = [at for at in others if all("@" in cell for cell in table.column(at))]
    columns = {"name": names[0]} | ({"email": mail[0]} if len(mail) == 1 else {})
    return replace(table, columns=columns, heads=table.heads or [""] * (max(others) + 1))


def _who_do_not_play(table: Table) -> Iterator[tuple[int, str]]:
    """The places and names of lines that say cancelled, waiting or absent, stand below such a line, or have another ticket."""
    others = table.unused()
    tickets = [at for at in others if any(_role(cell)[0] == "name" and _role(cell)[1] for cell in table.column(at))]
    marks = [at for at in others if _OUT.match(fold(table.title(at))) and len(table.column(at)) < len(table.lines)]
    marks += [at for at in others if _OUT.match(fold(table.title(at))) and any(fold(one) in _NO for one in table.column(at))]
    section = False
    for place, (_number, cells) in enumerate(table.lines):
        name = _name(table.part(cells))
        alone = bool(_OUT.match(fold(name))) and sum(map(bool, cells)) == 1
        section |= alone
        note = _NOTE.match(fold(name))
        if (
            section
            or (note and _OUT.match(note[1]))
            or any(_OUT.match(fold(_at(cells, at))) for at in others)
            or any(fold(_at(cells, at)) not in {*_NO, *_NOTHING} for at in marks)
            or any(_HERE.match(fold(table.title(at))) and fold(_at(cells, at)) in _NO for at in others)
            or any(_at(cells, at) and _role(_at(cells, at))[0] != "name" for at in tickets)
        ):
            yield place, "" if alone else name


Person = tuple[int, str, str, str]
"""The line, the name in spoken order, the region, the address."""


def _people(table: Table, _: Catalog) -> Iterator[Person]:
    """The lines that hold a name. Refusal for one that may mean something else."""
    for number, cells in table.lines:
        part = table.part(cells)
        name = _name(part)
        if not name:
            continue
        region, email = ("" if part.get(key, "") in _NOTHING else part.get(key, "") for key in ("region", "email"))
        for reason in _objections(table, cells, name, region, email, _):
            raise refused(table.path, number, reason, _)
        yield number, name, region, email


def _name(part: Mapping[str, str]) -> str:
    """A name in spoken order, the given name first."""
    if "name" not in part:
        return " ".join(filter(None, (part.get("given", ""), part.get("surname", ""))))
    name = _NUMBERED.sub("", part["name"], count=1) if _NUMBERED.match(part["name"]) else part["name"]
    if _ERROR.fullmatch(name):
        return ""
    suffixes = [part for part in name.split(", ") if _SUFFIXES.fullmatch(part)]
    if suffixes:  # neither half of the name
        halves = [part for part in name.split(", ") if part not in suffixes]
        return ", ".join((" ".join(reversed(halves)), *suffixes))
    turned = _COMMA.fullmatch(name)
    return f"{turned[2]} {turned[1]}" if turned else name


def _objections(table: Table, cells: Sequence[str], name: str, region: str, email: str, _: Catalog) -> Iterator[str]:
    """Why a line may mean something else than it seems."""
    more = [cell for cell in cells[table.width :] if cell]
    if more and table.width == 1 and len(cells) == 2:
        yield _("«{text}» and «{more}»: put a name with a comma in quotation marks.").format(text=name, more=more[0])
    elif (more and " " not in name) or is_given_name(region) or _is_name_and_more(table, cells):
        yield _("«{text}» does not fit the columns. Put a name with a comma in quotation marks.").format(text=", ".join(cells))
    if email and "@" not in email:
        yield _("«{text}» is not a mail address. Do the cells of this line match the headings?").format(text=email)
    if (not any(table.heads) and any(sign in name for sign in _NO_NAME)) or name.startswith(("# ", "##")):
        yield _("«{text}» is not a name. Name the columns in the first line: name,region,email.").format(text=name)


def _written(table: Table, cells: Sequence[str]) -> str:
    """The name as it stands in the list, where one column holds it."""
    return table.part(cells).get("name", "")


def _is_name_and_more(table: Table, cells: Sequence[str]) -> bool:
    """Whether a comma parts no surname from a given name, but a whole name from something else (Anna Rossi,Lazio)."""
    parts = _COMMA.fullmatch(_written(table, cells))
    if parts is None or " " not in parts[1] or is_given_name(parts[2]) or _SUFFIXES.fullmatch(parts[2]):
        return False
    return is_given_name(parts[1]) or len(cells) < table.width


def _remarks(table: Table, people: Sequence[Person], out: Mapping[int, str], _: Catalog) -> Iterator[str]:
    """What was understood, and what to look at. Names are odd: they stay."""
    if table.heads:
        used = (f"{role} = {table.title(at)}" for role, at in table.columns.items())
        yield _("Columns used: {columns}.").format(columns=", ".join(used))
    if unused := table.unused():
        yield _("Columns not used: {columns}.").format(columns=", ".join(map(table.title, unused)))
    if table.number > 1:
        yield _("Line {line} has the headings. The lines above it were not used.").format(line=table.number)
    if out:
        text = _("Left out, because they are cancelled, waiting or absent, or have another ticket: {count} ({names}).")
        names = [name for name in out.values() if name]
        yield text.format(count=len(names), names=", ".join(names))
    if nameless := [str(number) for number, cells in table.lines if not _name(table.part(cells))]:
        yield _("Lines left out because they have no name: {lines}.").format(lines=", ".join(nameless))
    written = (_written(table, cells) for _number, cells in table.lines)
    if turned := next((name for name in written if _COMMA.fullmatch(name) and _name({"name": name}) != name), None):
        text = _("Names with a comma were turned around: «{text}» became {name}.")
        yield text.format(text=turned, name=_name({"name": turned}))
    odd = [f"{name} ({line})" for line, name, *_rest in people if _ODD.match(name) or fold(name).split()[0] in _SUMS]
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
            return _of_workbook(path, data, heads, _)
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
    if code in _ANSI and (foreign := _FOREIGN.search(text)):
        unknown = _("«{text}»: the encoding of the letters is not clear. Save the list as CSV UTF-8.")
        line = text[: foreign.start()].count("\n")
        raise refused(path, line + 1, unknown.format(text=text.splitlines()[line].strip()), _)
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
    if _TRF.match(text):
        report = enumerate(text.splitlines(), 1)
        return [(0, ["name"]), *_tidy([(number, [line[14:47]]) for number, line in report if line.startswith("001 ")])]
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


def _of_workbook(path: Path, data: bytes, heads: Heads, _: Catalog) -> Lines:
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
    lists: dict[str, Lines] = {}
    for sheet in (title for title, seen in book.sheets.items() if seen):
        with suppress(BookError) if lists or len(book.sheets) > 1 else nullcontext():  # a chart has no cells
            lists[sheet] = _of_sheet(path, book, sheet, _)
    filled = [sheet for sheet in lists if lists[sheet].lines]
    with_heads = [sheet for sheet in filled if any(heads(cells) for _number, cells in lists[sheet].lines[:TOP])]
    sheet = next(iter(with_heads or filled or lists), "")
    remarks = [_("The names are from the sheet {sheet}.").format(sheet=sheet), *lists[sheet].remarks]
    if others := [other for other in with_heads if other != sheet]:
        remarks.append(_("Other sheets with headings were not used: {sheets}.").format(sheets=", ".join(others)))
    _refuse_spoilt(path, lists[sheet].lines, _, ansi=False)
    return Lines(lists[sheet].lines, tuple(remarks))


def _of_sheet(path: Path, book: ClosedBook, sheet: str, _: Catalog) -> Lines:
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
        if column := next((column for column in columns if _role(rows[row].get(column, ""))[0] in NAMES), 0):
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
