"""Read players from any list: with or without headings, surnames first or last, or pasted together.

What a column is follows from all of its content; a heading in any language is a hint. What was understood is told: the columns,
the lines left out, the encoding. Where lines could mean different things, the list is refused with the line: no name may be wrong
in silence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.list_files import TOP, Line, lines_of, refused
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import Catalog, catalog
from bangxl.tournament.identity import is_total
from bangxl.tournament.model import Player
from bangxl.workbook.wall import is_given_name, is_particle, plain
from bangxl.workbook.words import fold

ROLES: Final = ("name", "given", "surname", "region", "email")
"""What a column can hold that is used."""
NAMES: Final = frozenset(ROLES[:3])

_HINTS: Final = {
    hint: re.compile("|".join(words.split()))
    for hint, words in {
        "surname": (
            r"surname\w* cognom\w* nachnam\w* familiennam\w* zunam\w* фамил\w* lastnam\w* apell?id\w* sobrenom\w* prijmeni"
            r" priezvisko nazwisk\w* vezeteknev csaladnev sukunimi achternaam efternamn etternavn efternavn soya?di? soyisim"
            r" επωνυμο επιθετο 姓 苗字 prezime"
        ),
        "which surname": "last family famille ultimo",
        "given": (
            r"forenam\w* vornam\w* vor rufnam\w* pren?om\w* firstnam\w* givennam\w* krestni\w* etunimi voornaam fornamn fornavn"
            r" keresztnev utonev 名"
        ),
        "which given": "first given primeiro",
        "name": (
            r"names? namen nomi имена nominativ\w* fullname фио nev neve naam namn navn nimi nama ονοματεπωνυμο 氏名 お?名前 姓名"
            r" 選手名"
        ),
        "name or given": r"nome nombres? nom имя имени jmeno meno imie imiona ad adi isim ime nume ονομα",
        "player": (
            r"players? playernames? participants? participantes? attendees? entrants? competitors? contestants? guests? members?"
            r" speakers? giocator\w+ partecipant\w+ iscritt\w+ concorrent\w+ ospit\w+ spieler\w* teilnehm\w+ mitglied\w*"
            r" участни\w+ игрок\w* joueu\w+ jugador\w* jogador\w* atlet\w+ hrac\w* ucastni\w* zawodni\w+ uczestni\w+ gracz\w*"
            r" jatekos\w* resztvevo\w* pelaaj\w* osallistuj\w* speler\w* deelnemer\w* spelar\w* deltag\w* oyuncu\w* katilimci\w*"
            r" παικτη\w* συμμετεχ\w* igrac\w* 選手"
        ),
        "region": r"regions? regione bundesland регион\w*",
        "email": r"e?mails? e?mailadresse\w* e?mailaddress\w* почт\w+ posta courriel",
        "": (
            r"\w{1,3} full complet\w+ volledig\w* pelny teljes vollstandig\w* address\w* adress\w* indirizz\w+ elettronic\w+"
            r" электронн\w+ полн\w+"
        ),
    }.items()
}
"""Words of headings without accents, by what they say. After ``which`` a word needs a noun; nothing is said by those of ""."""
_CAMEL: Final = re.compile(r"(?<=[a-zа-яё])(?=[A-ZА-ЯЁ])")
_LONGEST_HEAD: Final = 60
_NUMBER: Final = re.compile(r"#?[A-Z]{0,3}[-_]?\d+[.)]?")
"""A number, a rank, an id."""
_OUT: Final = re.compile(
    r"cancel|ann?ul|disdett|ritirat|storn(?:o|iert|ierung|at[aeio])?\b|abgesag|abgemeld|wait(?:ing|ing ?list|list)?\b"
    r"|(?:in |list[ae] )?(?:d['’]|d[ie] )?(?:attes[ae]|attente|espera)|wart(?:e|en|end|ende|elisten?)?\b|nachruck"
    r"|re[sz]erv(?!ation|ierung|aci)|rezerw|riserv|ersatz|absent|assent|ausente|abwesend|no[ -]?show|withdr|refund|rimbors"
    r"|отмен|отказ|(?:лист )?ожид|резерв|запасн|отсутств|возврат|(?:not|won.t) (?:attend|com|go)|declin|deleted|rejected"
    r"|zrus|nahradni|odwol|peruu|varasij|lemond|iptal|yedek|afgemeld|afgezegd|wachtlijst|avbok|avanmal|ακυρ|キャンセル|欠席"
)
"""How a note without accents begins that says who does not play."""
_HERE: Final = re.compile(
    r"presen[tc]|anwesend|attend|partecip|teilnahme|teilnehmen|coming|rsvp|confirm|conferm|присутств|asist|obecn|aanwezig|narvar"
)
_NO: Final = frozenset({"no", "n", "nein", "non", "нет", "0", "false", "falsch", "falso", "ложь"})
_TICKS: Final = frozenset({"x", "✓", "✔", "v", "ok", "yes", "y", "si", "s", "ja", "j", "oui", "да", "1", "true"})
"""Marks that say something only where others have none."""
_NOTE: Final = re.compile(r".*?(?:\(|\s[-–—:]\s)\s*(.*)")
"""What stands behind a name, in brackets or behind a dash."""
_SUFFIXES: Final = re.compile(r"(?:jr|sr|jun|sen|ii|iii|iv)\.?", re.IGNORECASE)
_ERROR: Final = re.compile(r"#(?:N/A|N/D|NV|Н/Д|[^\W\d_]+/?[^\W_]*[!?])")
"""A formula without a value, in any language."""
_NUMBERED: Final = re.compile(r"(?:\d{1,3}[.)]|[-•*·])(?:\s+|$)")
_COMMA: Final = re.compile(r"([^\W\d_][\w .'’-]*), ?([^\W\d_][\w .'’\"“”()&-]*)")
_NO_NAME: Final = "@;<>{}\\"
"""Signs that are in no name, without a heading that says that it is one: those of pages, of data and of addresses."""
_ODD: Final = re.compile(r".*[\d!?@<>()\[\]{}&%=\\/:;|]|[\W_]+$")
"""A sign that is in few names; or nothing but signs."""
_TYPED: Final = re.compile(r"[+#(]?\d|.*@")
"""How a number, a date or an address begins."""
_FEW: Final = 2
"""So few lines have nothing in common that says what they are."""
_EXAMPLES: Final = 6
_RULE: Final = re.compile(r"[-–—_=+|:\s]{3,}")
"""A line drawn with signs, as below headings."""
_NOTHING: Final = frozenset({"", "-", "–", "—", "?", "n/a", "/"})


class Entries(NamedTuple):
    """The players of a list, and what to say of it."""

    players: tuple[Player, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The lines of a list below its headings, and which column holds what."""

    path: Path
    lines: Sequence[Line]
    heads: Sequence[str] = ()
    number: int = 0
    columns: Mapping[str, int] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """How many columns there are."""
        return max([len(self.heads), *(len(cells) for _number, cells in self.lines)])

    def part(self, cells: Sequence[str]) -> dict[str, str]:
        """The cells of a line that are used, by what they hold."""
        return {role: _at(cells, at) for role, at in self.columns.items()}

    def name(self, cells: Sequence[str]) -> str:
        """The name in a line; empty for a remark (#)."""
        return "" if _at(cells, 0).startswith(("# ", "##")) else _name(self.part(cells))

    def column(self, at: int) -> list[str]:
        """What stands in a column."""
        return [cell for _number, cells in self.lines if (cell := _at(cells, at)) not in _NOTHING and not _ERROR.fullmatch(cell)]

    def title(self, at: int) -> str:
        """The heading of a column, else its number."""
        return _at(self.heads, at) or str(at + 1)

    def unused(self) -> list[int]:
        """The columns that hold something and are not used."""
        return [at for at in range(self.width) if at not in self.columns.values() and (_at(self.heads, at) or self.column(at))]

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
    lines, remarks = lines_of(path, has_names, _, unreadable)
    nobody = Refusal(_("{path}: there are no names in this list.").format(path=path), exit_code=USAGE)
    if not lines:
        raise nobody
    table = _table(path, lines, chosen, _)
    out = dict(_who_do_not_play(table, _))
    playing = replace(table, lines=[line for at, line in enumerate(table.lines) if at not in out])
    sums = _sums(playing)
    playing = replace(playing, lines=[line for line in playing.lines if line[0] not in sums])
    people = list(_people(playing, _))
    if not people:
        raise table.refused(_, lines[0][0]) if out else nobody
    if 2 * len({fold(name) for _line, name, *_rest in people}) < len(people):
        raise refused(path, people[0][0], _("most names come again and again. Is this a list of results?"), _)
    players = tuple(Player(f"P{number:03}", *person[1:]) for number, person in enumerate(people, 1))
    return Entries(players, (*remarks, *_remarks(playing, people, [name for name in out.values() if name], sums, _)))


def _chosen(columns: str, _: Catalog) -> dict[str, int]:
    """The columns as somebody says it. Refusal."""
    parts = [text.partition("=") for text in columns.split(",") if text]
    chosen = {role.strip(): number.strip() for role, _equals, number in parts}
    clear = all(role in ROLES and re.fullmatch("[1-9][0-9]{0,2}", number) for role, number in chosen.items())
    if columns and not (clear and NAMES & chosen.keys()):
        reason = _("--columns: «{text}» is not clear. Write it like {example}. Possible: {known}.")
        raise Refusal(reason.format(text=columns, example="name=2,region=4", known=", ".join(ROLES)), exit_code=USAGE)
    return {role: int(number) - 1 for role, number in chosen.items()}


def _role(cell: str) -> tuple[str, bool]:
    """What a column may hold by its heading, and whether all words of that are known."""
    if len(cell) > _LONGEST_HEAD or any(sign.isdigit() or sign in _NO_NAME for sign in cell):
        return "", False
    words = re.findall(r"[^\W\d_]+", plain(_CAMEL.sub(" ", cell).replace(".", "")))
    hints = {next((hint for hint, stems in _HINTS.items() if stems.fullmatch(word)), "?") for word in words}
    whole = ({"surname", "given"} <= hints or {"which surname", "which given"} <= hints or {"surname", "name or given"} <= hints
             or ({"given", "name or given"} <= hints and ("" in hints or "," in cell))  # Nom et prénom
             or ("name" in hints and {"surname", "given"} & hints))  # fmt: skip
    order = ("surname", "given", "which surname", "which given", "name", "name or given", "player")
    said = next((hint for hint in ("email", "region", *order) if hint in hints), "")
    is_name = (whole and said not in {"email", "region"}) or said in {"name or given", "player"}
    return "name" if is_name else said.removeprefix("which "), "?" not in hints


def _says_names(cell: str) -> bool:
    role, known = _role(cell)
    return known and role in NAMES


def _is_person(cell: str) -> bool:
    """Whether a cell is a name of two words that begins with a given name."""
    return " " in cell and is_given_name(cell) and not _role(cell)[0]


def has_names(cells: Sequence[str]) -> bool:
    """Whether cells are headings that say where the names stand. Beside a person nothing is a heading."""
    return any(map(_says_names, cells)) and not any(map(_is_person, cells))


def _table(path: Path, lines: Sequence[Line], chosen: Mapping[str, int], _: Catalog) -> Table:
    """The list below its headings, which may stand below a title or in two rows. Refusal for doubtful columns."""
    table = _headed(path, lines) or _unheaded(path, lines, _)
    if chosen or not table.lines:
        return replace(table, columns=chosen or {"name": 0})
    return _half_named(_with_columns(_side_by_side(table, _), _), _)


def _headed(path: Path, lines: Sequence[Line]) -> Table | None:
    """The list by its headings, if it has any: known by their words, or since they differ from what is below them."""
    for at, (number, cells) in enumerate(lines[:TOP]):
        rest = [line for line in lines[at + 1 :] if [*map(fold, line[1])] != [*map(fold, cells)]]
        filled = sum(map(bool, cells))
        if filled > 1 and any(sum(map(bool, line)) >= filled for _number, line in lines[:at]):
            continue  # only titles stand above headings
        table = Table(path, rest, cells, number)
        if not _has_heads(table) or (at and not rest):
            continue
        lower = Table(path, rest[1:], rest[0][1], rest[0][0]) if rest else table
        grouped = filled < (few := sum(map(bool, lower.heads))) or (filled == few and len({*filter(None, cells)}) == 1)
        if grouped and (_has_heads(lower) or _has_hint(lower, lower.heads)):  # of groups, and below them those of columns
            return replace(lower, heads=[_at(lower.heads, one) or _at(cells, one) for one in range(lower.width)])
        return table
    return None


def _has_heads(table: Table) -> bool:
    """Whether the first cells of columns are no part of the list."""
    if any(map(_is_person, table.heads)):
        return False
    if any(_says_names(cell) and not _repeats(table, at) for at, cell in enumerate(table.heads)):
        return True
    spoken = [table.column(at) for at, cell in enumerate(table.heads) if cell and not _TYPED.match(cell)]
    full = [column for column in spoken if 2 * len(column) > len(table.lines) > 1]
    return len(full) > 1 and any(all(map(_TYPED.match, column)) for column in full)


def _unheaded(path: Path, lines: Sequence[Line], _: Catalog) -> Table:
    """The lines as they are, without a title. Refusal for one at the top that may be a heading or a player."""
    titles = next((at for at, (_number, cells) in enumerate(lines) if sum(map(bool, cells)) > 1), 0)
    if len(lines) - titles > _FEW and titles and all(sum(map(bool, cells)) > 1 for _number, cells in lines[titles:]):
        return Table(path, [*((number, [""]) for number, _cells in lines[:titles]), *lines[titles:]])
    written = [line for line in lines if (cell := _bare(line[1][0])) and not _ERROR.fullmatch(cell) and not _is_sum(cell)]
    top, numbered = _top(written)
    alone = [0, *(at for at, one in enumerate(lines[:TOP]) if at and one in written and sum(map(bool, one[1])) == 1)]
    hints = [at for at in alone if _has_hint(Table(path, lines[at + 1 :]), lines[at][1])]
    small = hints == [0] and top == 1 and _begins_small(lines[0][1][0])
    if numbered or small:
        number, cells = written[top - 1]
        return Table(path, [line for line in lines if line[0] > number], cells, number)
    if top or hints:
        number, cells = written[0] if top else lines[hints[0]]
        reason = _("«{text}» may be a heading or a player. Write «name» instead of a heading, or in a line above a player.")
        raise refused(path, number, reason.format(text=", ".join(filter(None, cells))), _)
    return Table(path, lines)


def _has_hint(table: Table, cells: Sequence[str]) -> bool:
    """Whether cells above a table may be headings by their words."""
    return any(_role(one)[0] in NAMES and not is_given_name(one) and not _repeats(table, at) for at, one in enumerate(cells))


def _top(lines: Sequence[Line]) -> tuple[int, bool]:
    """How many lines differ in the same way from all those below, which are alike; and whether only those have numbers."""
    top, numbered = 0, False
    most = next((at for at, (_number, cells) in enumerate(lines) if sum(map(bool, cells)) > 1), TOP)
    for at, values in enumerate(zip(*(_look(cells[0]) for _number, cells in lines), strict=True)):
        first = len(values) - next((n for n, one in enumerate(reversed(values)) if one != values[-1]), len(values))
        if top < first <= min(most, len(values) - _FEW - 1) and values[-1] not in values[:first]:
            top, numbered = first, at == 0 and values[-1]
    return top, numbered


def _look(text: str) -> Sequence[bool]:
    """What lines of names have in common: a number, a comma, one word or more, odd signs, small and large letters."""
    bare = _bare(text)
    signs = "," in bare, " " in bare, bool(_ODD.match(bare)), any(map(str.isdigit, bare))
    return (bool(_NUMBERED.match(text)), *signs, _begins_small(text), text.isupper())


def _begins_small(text: str) -> bool:
    """Whether the last word of a text begins with a small letter."""
    return text.rsplit(maxsplit=1)[-1][0].islower()


def _repeats(table: Table, at: int) -> bool:
    """Whether what seems to be a heading is a value: it stands in its column again, or few lines have one, or all the same."""
    column = [*map(fold, table.column(at))]
    few = len(column) > 2 and 2 * len({*column}) <= len(column)
    alike = 2 * sum(_role(cell)[0] in NAMES for cell in column) > len(column)
    return (
        alike
        or fold(table.title(at)) in column
        or 2 * sum(bool(_at(cells, at)) for _number, cells in table.lines) < len(table.lines)
        or (few and _role(table.title(at))[0] == "name")
    )


def _side_by_side(table: Table, _: Catalog) -> Table:
    """Blocks with the same headings, one below the other. Refusal for two halves of a name under one heading."""
    places = [at for at, head in enumerate(table.heads) if head]
    heads = [fold(table.heads[at]) for at in places]
    for size in range(1, len(heads) // 2 + 1):
        if len(heads) % size == 0 and heads == heads[:size] * (len(heads) // size):
            blocks = list(pairwise([*places[::size], table.width]))
            lines = [(number, cells[first:last]) for first, last in blocks for number, cells in table.lines]
            if size == 1 and any(not _at(table.heads, at) and table.column(at) for at in range(table.width)):
                raise table.refused(_)
            if size == 1 and any(" " not in cell for at in places for cell in table.column(at)):
                raise table.refused(_)
            return replace(table, heads=table.heads[slice(*blocks[0])], lines=[line for line in lines if any(line[1])])
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
    if not any(map(by_role.get, NAMES)):
        by_role |= {role: [at] for role, at in _by_content(table, _).items()}
    if any(len(by_role.get(role, [])) > 1 for role in NAMES):
        raise table.refused(_)
    mail = [at for at in range(table.width) if (column := table.column(at)) and all("@" in cell for cell in column)]
    columns = {role: places[0] for role, places in by_role.items() if places}
    if len(mail) == 1:
        columns.setdefault("email", mail[0])
    return _whole(replace(table, columns=columns), _)


def _by_content(table: Table, _: Catalog) -> dict[str, int]:
    """The columns of names without a heading that we know: one whole name, or two halves of which one has the given names."""
    if table.width == 1:
        return {"name": 0}
    columns = {at: table.column(at) for at in range(table.width)}
    spoken = {at: column for at, column in columns.items() if not all(map(_TYPED.match, column))}
    several = [
        at for at, column in spoken.items() if len(column) < len(table.lines) or len(table.lines) < 2 or len({*column}) > 1
    ]
    names = [
        at for at in several if _like_names(columns[at]) and 2 * len({*columns[at]}) > max(len(columns[at]), len(table.lines))
    ]
    whole = [at for at in names if 2 * sum(" " in cell for cell in columns[at]) > len(columns[at])]
    if len(whole) == 1 and (len(names) < 3 if table.heads else several == whole):
        return {"name": whole[0]}
    if not whole and len(names) == 2 and (table.heads or several == names):
        (few, surname), (most, given) = sorted((sum(map(is_given_name, columns[at])) / len(columns[at]), at) for at in names)
        if few * 2 < most >= 1 / 3 and (table.heads or is_given_name(_at(table.lines[0][1], given))):
            return {"given": given, "surname": surname}
    raise table.refused(_, 0 if any(table.heads) else next(number for number, cells in table.lines if any(cells[1:])))


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
    """The table with the column of particles (van der). Refusal where most names have one word, and another the other half."""
    if {"surname", "given"} <= table.columns.keys():
        particles = [at for at in table.unused() if (column := table.column(at)) and all(map(is_particle, column))]
        return replace(table, columns={**table.columns, "particle": particles[0]}) if particles else table
    if not _have_one_word(table):
        return table
    for at in table.unused():
        column = table.column(at)
        beside = not _at(table.heads, at) or 2 * len({*map(fold, column)}) > len(column)
        if 2 * len(column) > len(table.lines) and _like_names(column) and beside:
            raise table.refused(_, next(number for number, cells in table.lines if _at(cells, at) in column))
    return table


def _have_one_word(table: Table) -> bool:
    names = [name for _number, cells in table.lines if (name := table.name(cells))]
    return 2 * sum(" " not in name for name in names) > len(names)


def _like_names(column: Sequence[str]) -> bool:
    return 2 * sum(_ODD.match(cell) is None for cell in column) > len(column)


def _is_numbers(column: Sequence[str]) -> bool:
    return bool(column) and 2 * sum(_NUMBER.fullmatch(cell) is not None for cell in column) > len(column)


def _who_do_not_play(table: Table, _: Catalog) -> Iterator[tuple[int, str]]:
    """The places and names of lines that say cancelled, waiting or absent, stand below such a line, or have another ticket.

    Refusal where some have a tick in a column of those present, and others nothing.
    """
    others = table.unused()
    tickets = [at for at in others if any(_role(cell) == ("name", True) for cell in table.column(at))]
    marks = [at for at in others if _OUT.match(plain(table.title(at)))]
    marks = [at for at in marks if len(table.column(at)) < len(table.lines) or any(plain(one) in _NO for one in table.column(at))]
    here = [at for at in others if _HERE.search(plain(table.title(at)))]
    for at in here:
        ticks = {*map(plain, table.column(at))}
        blank = [
            number for number, cells in table.lines if table.name(cells) and not _is_sum(table.name(cells)) and not _at(cells, at)
        ]
        if ticks and ticks <= _TICKS and blank:
            reason = _("{column} is blank here. Type no for whoever does not come, or delete the column.")
            raise refused(table.path, blank[0], reason.format(column=table.title(at)), _)
    section = False
    for place, (_number, cells) in enumerate(table.lines):
        name = table.name(cells)
        alone = bool(_OUT.match(plain(name))) and sum(map(bool, cells)) == 1
        section |= alone
        note = _NOTE.match(plain(name))
        if (
            section
            or (note and _OUT.match(note[1]))
            or any(_OUT.match(plain(_at(cells, at))) for at in others)
            or any(plain(_at(cells, at)) not in {*_NO, *_NOTHING} for at in marks)
            or any(plain(_at(cells, at)) in _NO for at in here)
            or any(_at(cells, at) and _role(_at(cells, at))[0] != "name" for at in tickets)
        ):
            yield place, "" if alone or _is_sum(name) else name


def _sums(table: Table) -> dict[int, str]:
    """The lines that count the others, with what they say."""
    texts = {number: " ".join(filter(None, cells)) for number, cells in table.lines}
    sums = {number: text for number, text in texts.items() if _is_sum(text)}
    return sums if len(sums) < len(texts) else {}


def _is_sum(text: str) -> bool:
    """Whether a text is a sum: «Total 22», «Gesamt: 22», «22 players»."""
    words = re.findall(r"[^\W\d_]+", text)
    counted = any(map(is_total, words)) or re.match(r"\d+ ", text)
    return bool(words and counted) and all(is_total(word) or _role(word)[0] == "name" for word in words)


Person = tuple[int, str, str, str]
"""The line, the name in spoken order, the region, the address."""


def _people(table: Table, _: Catalog) -> Iterator[Person]:
    """The lines that hold a name. Refusal for one that may mean something else."""
    for number, cells in table.lines:
        part, name = table.part(cells), table.name(cells)
        if not name:
            continue
        region, email = ("" if part.get(key, "") in _NOTHING else part.get(key, "") for key in ("region", "email"))
        for reason in _objections(table, cells, name, region, email, _):
            raise refused(table.path, number, reason, _)
        yield number, name, region, email


def _bare(text: str) -> str:
    """A name without the number or the bullet of its line."""
    return _NUMBERED.sub("", text, count=1) if _NUMBERED.match(text) else text


def _name(part: Mapping[str, str]) -> str:
    """A name in spoken order, the given name first; empty if there is none."""
    if "name" not in part:
        return " ".join(
            cell for role in ("given", "particle", "surname") if (cell := part.get(role, "")) and not _ERROR.fullmatch(cell)
        )
    name = _bare(part["name"])
    if _ERROR.fullmatch(name) or _RULE.fullmatch(name):
        return ""
    suffixes = [part for part in name.split(", ") if _SUFFIXES.fullmatch(part)]
    if suffixes:  # neither half of the name
        halves = [part for part in name.split(", ") if part not in suffixes]
        return ", ".join((" ".join(reversed(halves)), *suffixes))
    turned = _COMMA.fullmatch(name)
    return f"{turned[2]} {turned[1]}" if turned else name


def _objections(table: Table, cells: Sequence[str], name: str, region: str, email: str, _: Catalog) -> Iterator[str]:
    """Why a line may mean something else than it seems."""
    width = len(table.heads) or table.width
    more = [cell for cell in cells[width:] if cell]
    if more and width == 1 and len(cells) == 2:
        yield _("«{text}» and «{more}»: put a name with a comma in quotation marks.").format(text=name, more=more[0])
    elif (more and " " not in name) or is_given_name(region) or _is_name_and_more(table, cells):
        yield _("«{text}» does not fit the columns. Put a name with a comma in quotation marks.").format(text=", ".join(cells))
    if email and "@" not in email:
        yield _("«{text}» is not a mail address. Do the cells of this line match the headings?").format(text=email)
    if not any(table.heads) and any(sign in name for sign in f"{_NO_NAME}:"):
        yield _("«{text}» is not a name. Name the columns in the first line: name,region,email.").format(text=name)


def _is_name_and_more(table: Table, cells: Sequence[str]) -> bool:
    """Whether a comma parts no surname from a given name, but a whole name from something else (Anna Rossi,Lazio)."""
    name = _bare(table.part(cells).get("name", ""))
    parts = _COMMA.fullmatch(name)
    if parts is None or _SUFFIXES.fullmatch(parts[2]):
        return False
    more = (" " in parts[1] or is_given_name(parts[1])) and not is_given_name(parts[2])
    return (more and not _turns(table)) or (" " in parts[1] and len(cells) < len(table.heads))


def _turns(table: Table) -> bool:
    """Whether the names with a comma begin with the surname: behind it are more given names, or before it is one word."""
    pairs = [parts.groups() for cell in table.column(table.columns["name"]) if (parts := _COMMA.fullmatch(_bare(cell)))]
    before, after = (sum(is_given_name(pair[at]) for pair in pairs) for at in (0, 1))
    return after > before or (after == before and 2 * sum(" " in pair[0] for pair in pairs) < len(pairs))


def _remarks(table: Table, people: Sequence[Person], out: Sequence[str], sums: Mapping[int, str], _: Catalog) -> Iterator[str]:
    """What was understood, what was left out, and what to look at."""
    if table.heads or table.width > 1:
        used = (f"{role} = {table.title(at)}" for role, at in table.columns.items())
        yield _("Columns used: {columns}.").format(columns=", ".join(used))
    if unused := table.unused():
        yield _("Columns not used: {columns}.").format(columns=", ".join(_with_values(table, at) for at in unused))
    if table.number > 1:
        yield _("Line {line} has the headings. The lines above it were not used.").format(line=table.number)
    if out:
        text = _("Left out, because they are cancelled, waiting or absent, or have another ticket: {count} ({names}).")
        yield text.format(count=len(out), names=", ".join(out))
    if sums:
        shown = "; ".join(f"{text} ({line})" for line, text in sums.items())
        yield _("Left out, because they are totals (with their lines): {sums}.").format(sums=shown)
    if nameless := [str(number) for number, cells in table.lines if not table.name(cells)]:
        yield _("Lines left out because they have no name: {lines}.").format(lines=", ".join(nameless))
    yield from _doubts(table, people, _)


def _doubts(table: Table, people: Sequence[Person], _: Catalog) -> Iterator[str]:
    """What to look at. Names are odd: they stay."""
    written = (table.part(cells).get("name", "") for _number, cells in table.lines)
    if turned := [name for name in written if _COMMA.fullmatch(name) and _name({"name": name}) != name]:
        text = _("Names with a comma were turned around: «{text}» became {name}.")
        yield text.format(text=turned[0], name=_name({"name": turned[0]}))
    full = 4 * sum(" " in name for _line, name, *_rest in people) >= 3 * len(people)
    odd = [f"{name} ({line})" for line, name, *_rest in people if _ODD.match(name) or (full and " " not in name)]
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


def _with_values(table: Table, at: int) -> str:
    """The title of a column; with what stands in it where that may say who plays."""
    values = Counter(table.column(at))
    said = f" ({', '.join(values)})" if 1 < len(values) < min(5, len(table.lines)) and not any(map(_TYPED.match, values)) else ""
    return f"{table.title(at)}{said}"


def _at(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""
