"""Who plays, from a list that somebody has: with headings in our languages or none, surnames before or behind, pasted together.

What a list says twice, or in columns that nobody asked for, is told. Where its lines could mean different things, it is refused
with a sentence and the line: no name may be wrong in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.listfiles import TOP, Line, lines_of, refused
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import Catalog, catalog
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
"""The headings by what stands below them, folded, between bars."""

_RANKS: Final = {head: rank for rank, head in enumerate("|".join(HEADS.values()).split("|"))}
"""The first heading of those that say the same comes first: beside ``name`` the column ``player`` has an id."""
_BY_HEAD: Final = {head: role for role, heads in HEADS.items() for head in heads.split("|")}
_GIVEN_TOO: Final = frozenset({"имя"})
"""A heading that says the given name where the surname has a column of its own."""
_NUMBERED: Final = re.compile(r"(?:\d{1,3}[.)]|[-•*·])\s+(?=\S)")
_COMMA: Final = re.compile(r"([^\W\d_][\w .'’-]*), ?([^\W\d_][\w .'’-]*)")
_SUMS: Final = frozenset({"totale", "total", "summe", "gesamt", "итого", "всего", "iscritti", "teilnehmer"})
_NO_NAME: Final = "@;<>{}\\"
"""Signs that are in no name, without a heading that says that it is one: those of pages, of data and of addresses."""
_ODD: Final = re.compile(r".*[\d@<>()\[\]{}&%=\\/:;|]|[\W_]+$")
"""A sign that is in few names; or nothing but signs."""
_OTHERS: Final = frozenset({
    "riserva", "riserve", "lista d'attesa", "lista di attesa", "reserve", "reserves", "waiting list", "waitlist", "warteliste",
    "ersatz", "nachrücker", "резерв", "запасные", "лист ожидания",
})  # fmt: skip
"""Lines above those who do not play."""
_EXAMPLES: Final = 6
_YES_OR_NO: Final = frozenset({"si", "sì", "yes", "ja", "да", "ok", "no", "nein", "нет"})
_NOTHING: Final = frozenset({"", "-", "–", "—", "?", "n/a", "/"})


class Entries(NamedTuple):
    """The players of a list, and what to say of it."""

    players: tuple[Player, ...]
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The lines of a list below its headings: which column holds what, and whether the headings say so."""

    path: Path
    columns: Mapping[str, int]
    lines: Sequence[Line]
    headed: bool
    width: int
    said: tuple[str, ...] = ()


def entry_list(path: Path, language: str = "") -> Entries:
    """The players of a list; what is said in the language of their workbook, else in the guessed one.

    Refusal (usage), with the line where there is one.
    """
    _ = catalog(language or guessed_language())
    unreadable = _("{path}: neither a number of places nor a list of players that can be read. Save the list as CSV, UTF-8.")
    found = lines_of(path, _roles, _, unreadable)
    nobody = Refusal(_("{path}: there is no name in this list.").format(path=path), exit_code=USAGE)
    if not found.lines:
        raise nobody
    table = _headed(path, found.lines, _) or _headless(path, found.lines, _)
    people = list(_people(table, _))
    if not people:
        raise nobody
    players = tuple(Player(f"P{number:03}", *person[1:]) for number, person in enumerate(people, 1))
    told = (*_nameless(table, _), *_turned(table, _), *_odd(people, _), *_twice(people, _))
    return Entries(players, (*found.said, *table.said, *told))


def _headed(path: Path, lines: Sequence[Line], _: Catalog) -> Table | None:
    """The list by its headings, also below a title; None without any."""
    for at, (number, cells) in enumerate(lines[:TOP]):
        roles = _roles(cells)
        if roles is None:
            continue
        rest = [line for line in lines[at + 1 :] if [*map(_head, line[1])] != [*map(_head, cells)]]
        read = {*roles.values()} | {at for at, cell in enumerate(cells) if _BY_HEAD.get(_head(cell)) == "number"}
        unread = [cell for at, cell in enumerate(cells) if cell and at not in read]
        said = [_("Columns that were not read: {columns}.").format(columns=", ".join(unread))] if unread else []
        if at:
            said += [_("What stands above the headings in line {line} was not read.").format(line=number)]
        return Table(path, roles, rest, headed=True, width=len(cells), said=tuple(said))
    return None


def _head(cell: str) -> str:
    return fold(cell).strip(" .:*\"'")


def _roles(cells: Sequence[str]) -> dict[str, int] | None:
    """The columns by what they hold, if these cells are headings: one that has a name, and nothing that is none."""
    heads = [_head(cell) for cell in cells]
    has_surname = any(_BY_HEAD.get(head) == "surname" for head in heads)
    has_given = any(_BY_HEAD.get(head) == "given" and head != "nome" for head in heads)
    found: dict[str, int] = {}
    for at, head in enumerate(heads):
        role = _BY_HEAD.get(head, "")
        if role == "given" and head == "nome" and not has_surname:
            role = "name"
        if role == "name" and has_surname and head in _GIVEN_TOO:
            role = "given"
        if role == "name" and has_given and not has_surname:
            role = "surname"
        if role and (role not in found or _RANKS[head] < _RANKS[heads[found[role]]]):
            found[role] = at
    return found if {"name", "surname"} & found.keys() else None


def _headless(path: Path, lines: Sequence[Line], _: Catalog) -> Table:
    """The list of names without headings; beside them may stand numbers and addresses. Refusal for other columns."""
    width = max(len(cells) for _number, cells in lines)
    kinds = [_kind([_at(cells, column) for _number, cells in lines]) for column in range(width)]
    if kinds.count("text") != 1:
        name = max((at for at, kind in enumerate(kinds) if kind == "text"), default=0)
        line = next((number for number, cells in lines if not _at(cells, name)), lines[0][0])
        reason = _("what stands in which column cannot be told. Name the columns in the first line: name,region,email.")
        raise refused(path, line, reason, _)
    found = {"name": kinds.index("text")} | ({"email": kinds.index("email")} if "email" in kinds else {})
    return Table(path, found, lines, headed=False, width=width)


def _kind(column: Sequence[str]) -> str:
    """What a column without heading holds: addresses, numbers, texts, or nothing."""
    filled = [cell for cell in column if cell]
    if not filled:
        return ""
    if all("@" in cell[1:] and "." in cell for cell in filled):
        return "email"
    return "number" if all(cell.rstrip(".)").isdecimal() for cell in filled) else "text"


Person = tuple[int, str, str, str]
"""The line, the name as it is spoken, the region, the address."""


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
    """A name as it is spoken, the given name first."""
    if "surname" in part:
        return " ".join(filter(None, (part.get("given", part.get("name", "")), part["surname"])))
    name = _NUMBERED.sub("", part["name"], count=1) if _NUMBERED.match(part["name"]) else part["name"]
    turned = _COMMA.fullmatch(name)
    return f"{turned[2]} {turned[1]}" if turned else name


def _objections(table: Table, cells: Sequence[str], name: str, region: str, email: str, _: Catalog) -> Iterator[str]:
    """Why a line may mean something else than it seems."""
    more = [cell for cell in cells[table.width :] if cell]
    if more and table.columns.keys() - {"number"} == {"name"} and len(cells) == table.width + 1:
        yield _("«{text}» and «{more}»: write a name with a comma in quotation marks.").format(text=name, more=more[0])
    elif (more and " " not in name) or is_given_name(region) or _is_name_and_more(table, cells):
        yield _("«{text}» does not fit the columns. Write a name with a comma in quotation marks.").format(text=", ".join(cells))
    if email and "@" not in email:
        yield _("«{text}» is no mail address: do the cells of this line fit the headings?").format(text=email)
    if _is_sum(name, cells):
        yield _("«{text}» is a sum, and no player. Take the line out.").format(text=name)
    if not table.headed and any(sign in name for sign in _NO_NAME):
        yield _("«{text}» is no name. Name the columns in the first line: name,region,email.").format(text=name)


def _written(table: Table, cells: Sequence[str]) -> str:
    """The name as it stands in the list, where one column holds it."""
    return "" if "surname" in table.columns else _at(cells, table.columns["name"])


def _is_name_and_more(table: Table, cells: Sequence[str]) -> bool:
    """Whether a comma parts no surname from a given name, but a whole name from something else (Anna Rossi,Lazio)."""
    parts = _COMMA.fullmatch(_written(table, cells))
    if parts is None or " " not in parts[1] or is_given_name(parts[2]):
        return False
    return is_given_name(parts[1]) or len(cells) < table.width


def _is_sum(name: str, cells: Sequence[str]) -> bool:
    """Whether a line counts the others: a word for a sum and a number, or nothing but such words and headings."""
    words = fold(name).replace(":", " ").split()
    if words[:1] and words[0] in _SUMS and (any(cell.isdecimal() for cell in cells) or name[-1].isdecimal()):
        return True
    counts = all(word in _SUMS or word in _BY_HEAD or word.isdecimal() for word in words)
    return len(words) > 1 and counts and any(word in _SUMS for word in words)


def _nameless(table: Table, _: Catalog) -> tuple[str, ...]:
    """The lines that were left out because they have no name."""
    left = [number for number, cells in table.lines if not _name({role: _at(cells, at) for role, at in table.columns.items()})]
    text = _("Lines without a name were left out: {lines}.")
    return (text.format(lines=", ".join(map(str, left))),) if left else ()


def _turned(table: Table, _: Catalog) -> tuple[str, ...]:
    """That surnames stood before, with an example."""
    written = (_written(table, cells) for _number, cells in table.lines)
    example = next(filter(_COMMA.fullmatch, written), None)
    text = _("Names with a comma were turned round: «{text}» is {name}.")
    return (text.format(text=example, name=_name({"name": example})),) if example else ()


def _odd(people: Sequence[Person], _: Catalog) -> tuple[str, ...]:
    """What may be no name, with its lines: numbers, addresses, notes, the heading of a waiting list. Names are odd: it stays."""
    odd = [(name, line) for line, name, *_rest in people if _ODD.match(name) or fold(name) in _OTHERS]
    shown = "; ".join(f"{name} ({line})" for name, line in odd[:_EXAMPLES]) + (" …" if len(odd) > _EXAMPLES else "")
    text = _("These may be no names, or hold more than a name, with their lines: {names}. They were kept; look at them.")
    return (text.format(names=shown),) if odd else ()


def _twice(people: Sequence[Person], _: Catalog) -> tuple[str, ...]:
    """Names that come more than once; they stay, for two people may have one name."""
    lines: dict[str, list[Person]] = {}
    for person in people:
        lines.setdefault(fold(person[1]), []).append(person)
    double = [f"{some[0][1]} ({', '.join(str(one[0]) for one in some)})" for some in lines.values() if len(some) > 1]
    text = _("More than once in the list, with their lines: {names}. They were kept; delete whoever is the same person.")
    return (text.format(names="; ".join(double)),) if double else ()


def _at(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""
