"""Read players from any list: what is certain is taken, everything else is shown and asked.

Certain is a list with headings that we know word for word, or with one column, where each line is one plain name, and no other
column may hold names or say who plays. Everybody plays, unless the organiser says otherwise. A likeness decides nothing: it makes
us ask, and puts the likelier answer first.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple

from bangxl import limits
from bangxl.commands.errors import USAGE, Refusal, fact_lines
from bangxl.commands.forms import LABELS
from bangxl.commands.list_files import NAME_HEADS, Line, Lines, clip, doubtful, fold_head, headings, is_out, read_lines, refused
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import Catalog, catalog, runs_of
from bangxl.tournament.model import Player
from bangxl.workbook.surnames import is_given_name, is_particle
from bangxl.workbook.words import fold

NAMES: Final = ("name", "given", "particle", "surname")
"""The columns of a name, its parts in the order in which they are spoken."""
COLUMN_ROLES: Final = (*NAMES, "region", "email")
_LETTER: Final = r"[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0900-\u0e7f\u200c\u200d.'’ʼ‘`´·\-]"
_MARK: Final = re.compile(r"^(?:\d{1,3}[.)]\s*|[-•*·]\s+)")
_NUMBER: Final = re.compile(r"[ _]?\d+$")
_STRUCK: Final = re.compile("~+[^~]*~+|(?:.[\u0335-\u0338])+")
_PICTURES: Final = re.compile(r"~+|[\u0335-\u0338\u2190-\u2bff\u3030\ufe0f\U0001f000-\U0001faff]+")
_BLANKS: Final = frozenset({"", "nan", "null", "none", "undefined", "n/a", "#n/a", "-"})
_SHOWN, _MANY, _FEW = 5, 30, 12
"""Lines that are shown of any list; doubtful lines and names; columns and values."""


class Answers(NamedTuple):
    """What the organiser has said of a list: options of the command line, by their names."""

    columns: str = ""
    sheet: str = ""
    encoding: str = ""
    only: Sequence[str] = ()
    all: bool = False


NO_ANSWERS: Final[Answers] = Answers()
_Counts = Mapping[int, Counter[str]]  # by column, how often each value is there


class Entries(NamedTuple):
    """The players of a list, and what to say of it."""

    players: tuple[Player, ...]
    remarks: tuple[str, ...]


class _Table(NamedTuple):
    """A list: headings, lines, columns that hold anything, by role those that are used, the others, and whether that is sure."""

    heads: Line
    lines: Sequence[Line]
    columns: Mapping[int, Sequence[str]]
    roles: Mapping[str, int]
    unused: Sequence[int]
    sure: bool

    def title(self, at: int) -> str:
        """What a column is called."""
        return clip(self.heads.cells[at]) or str(at + 1)

    def cell(self, line: Line, role: str) -> str:
        """What a line has in the column of a role, if anything."""
        cell = line.cells[self.roles[role]] if role in self.roles else ""
        return "" if fold(cell) in _BLANKS or (role == "email" and "@" not in cell) else cell


class Asked(Refusal):
    """A list in which something must be chosen. ``data``: the preview; ``ways``: answers to go on with, the likelier first."""

    def __init__(
        self, path: Path, why: Sequence[str], table: _Table, states: _Counts, ways: Mapping[str, Answers], _: Catalog
    ) -> None:
        """``why``: sentences; ``states``: the columns that may say who plays."""
        used = {at: role for role, at in table.roles.items()}
        columns: list[dict[str, Any]] = [
            {"number": at + 1, "title": clip(table.heads.cells[at]), "role": used.get(at, "")} for at in table.columns
        ]
        rows: list[dict[str, Any]] = [
            {"line": one.number, "cells": [*map(clip, one.cells)], "doubt": "".join(fact_lines(_, "lists", {one.doubt: True}))}
            for at, one in enumerate([table.heads, *table.lines]) if one.number and (at <= _SHOWN or one.doubt)
        ]  # fmt: skip
        values = {at: some.most_common() for at, some in states.items()}
        heads = " | ".join(f"{one['number']} = {one['role']}".removesuffix(" = ") for one in columns[:_FEW])
        lines = [f"{row['line']:>5}: {' | '.join(row['cells'][:_FEW])}" + f"   ← {row['doubt']}" * bool(row["doubt"])
                 for row in rows[: _SHOWN + _MANY]]  # fmt: skip
        counts = [f"       {table.title(at)}: " + ", ".join(f"{clip(value) or '–'} {count}" for value, count in some[:_FEW])
                  for at, some in values.items()]  # fmt: skip
        said = _("{path}: something in this list is not certain. Nothing was done.").format(path=path)
        super().__init__(said, *why, f"       {heads}", *lines, *counts, exit_code=USAGE)
        asked = [{"column": at + 1, "title": table.title(at), "values": [*map(list, some)]} for at, some in values.items()]
        offered = [{"text": text, "options": way._asdict()} for text, way in ways.items()]
        self.data = {"asks": "list", "why": why, "columns": columns, "rows": rows, "states": asked, "ways": offered}
        self.why, self.ways = why, ways


def entry_list(path: Path, language: str = "", answers: Answers = NO_ANSWERS) -> Entries:
    """The players of a list; what is said in the language of their workbook, else in the guessed one.

    Asked, where something must be chosen. Refusal (usage) for what is no list.
    """
    _ = catalog(language or guessed_language())
    found = read_lines(path, _, answers.sheet, answers.encoding)
    table = _table(found.lines, answers.columns, _)
    people = [one for one in table.lines if one.name]
    if not people:
        raise refused("nobody", _, path=path)
    kept = [_lines_of_players(text, table, _) for text in answers.only]
    playing = [one for one in people if all(one.number in lines for lines in kept)]
    said = answers.all or any("=" not in text for text in answers.only)  # which lines play
    states = {} if said or answers.only else _states(table)
    why = fact_lines(_, "lists", {
        "columns": not table.sure, "doubtful": _ranges(one.number for one in playing if one.doubt and not said),
        "states": ", ".join(f"{at + 1} «{table.title(at)}»" for at in states),
    })  # fmt: skip
    if found.why or why:
        raise Asked(path, [*found.why, *why], table, states, _ways(found, table, states, answers, _), _)
    players = [Player(f"P{at:03}", one.name, table.cell(one, "region"), table.cell(one, "email"))
               for at, one in enumerate(playing, 1)]  # fmt: skip
    return Entries(tuple(players), (*found.told, *_remarks(table, playing, _)))


def _lines_of_players(text: str, table: _Table, _: Catalog) -> set[int]:
    """The lines of those who play, as somebody says it: by the values of a column, or by their numbers. Refusal."""
    title, equals, those = text.partition("=")
    titles = [*map(table.title, range(len(table.heads.cells)))]
    at = next((at for at, one in enumerate(titles) if fold(title) in {fold(one), str(at + 1)}), None)
    if equals and at is not None:
        values = {cell.strip() for row in csv.reader([those], skipinitialspace=True) for cell in row or [""]}
        return {line.number for line in table.lines if line.cells[at] in values}
    if re.fullmatch(r"\d{1,5}(-\d{0,5})?(,\d{1,5}(-\d{0,5})?)*", text):
        spans = [span.partition("-") for span in text.split(",")]
        return {line.number for line in table.lines for first, dash, last in spans
                if int(first) <= line.number <= int(last or (limits.LINES if dash else first))}  # fmt: skip
    raise refused("only", _, text=text, example="3=yes,paid", lines="2-13,15", known=", ".join(titles))


def _table(lines: Sequence[Line], said: str, _: Catalog) -> _Table:
    """The list below its headings, and who is on it; the columns hold what somebody says, or certainly, or likely do. Refusal."""
    chosen = {role: int(at) - 1 for role, at in re.findall(r"(?:^|,)(\w+)=([1-9]\d?)(?=,|$)", said.replace(" ", ""))}
    if said and (len(chosen) <= said.count(",") or not {*NAMES} & {*chosen} or not {*chosen} <= {*COLUMN_ROLES}):
        raise refused("roles", _, text=said, example="name=2,region=4", known=", ".join(COLUMN_ROLES))
    width = max((len(line.cells) for line in lines), default=0)
    lines = [line._replace(cells=[*line.cells, *[""] * (width - len(line.cells))]) for line in lines]
    place = _heading(lines)
    heads, below = (lines[place], lines[place + 1 :]) if place >= 0 else (Line(0, [""] * width), lines)
    below = [line for line in below if [*map(fold, line.cells)] != [*map(fold, heads.cells)]]
    cells = zip(*(line.cells for line in [heads, *below]), strict=True)
    columns = {at: cells for at, (head, *cells) in enumerate(cells) if head or any(cells)}
    roles, sure = ({role: at for role, at in chosen.items() if at < width}, True) if said else _known_roles(heads, columns)
    table = _Table(heads, below, columns, roles, sorted({*columns} - {*roles.values()}), sure)
    return table._replace(lines=_people(table))


def _heading(lines: Sequence[Line]) -> int:
    """The place of the line with the most known headings, below titles; -1 if there is none, or players may be lost by it."""
    roles = [_roles(line.cells) for line in lines[:8]]  # among so many lines that are not blank the headings stand
    known = [sum(map(bool, some)) * bool(NAME_HEADS & {*some}) for some in roles]
    if not any(known):
        return -1
    place = known.index(max(known))
    *above, filled = [sum(map(bool, line.cells)) for line in lines[: place + 1]]
    person = any(_is_person(cell) for line in lines[: place + 1] for cell in line.cells)
    heads, *below = [[*map(fold, line.cells)] for line in lines[place:]]
    again = any(role and cells[at] == heads[at] for cells in below if cells != heads for at, role in enumerate(roles[place]))
    return -1 if person or again or max(above, default=0) >= max(2, filled) else place


def _roles(cells: Iterable[str]) -> list[str]:
    """By their headings, what columns hold; nothing where that is not known."""
    return [headings().get(fold_head(cell), "") for cell in cells]


def _known_roles(heads: Line, columns: Mapping[int, Sequence[str]]) -> tuple[Mapping[str, int], bool]:
    """What the columns hold, by headings that we know or as the only one, else likely; whether no other may hold names."""
    if not any(heads.cells):
        return _likely_roles(columns), len(columns) == 1
    known = {at: role for at, role in enumerate(_roles(heads.cells)) if role}
    named = {at for at, role in known.items() if role in NAME_HEADS}
    ids = {at for at in named if all(map(_NUMBER.search, filter(None, columns[at])))}  # as in our own standings
    known = {at: role for at, role in known.items() if at not in ids or ids == named}
    missing = {"given", "surname"} - {*known.values()}
    roles = {at: (min(missing) if len(missing) == 1 else "name") if role == "either" else role for at, role in known.items()}
    names = {at: role for at, role in roles.items() if role in NAMES and role != "particle"}
    texts = [*zip(*(map(str.split, columns[at]) for at in names), strict=True)]
    shared = any({*one} & {*other} for one, *others in texts for other in others)  # «Anna Rossi» beside «Anna»
    single = [one for one, *others in texts if not others and len(one) == 1 and _is_plain(one[0])]
    others = {at: {*cells} - {""} for at, cells in columns.items() if at not in known}
    halves = any(
        4 * sum(map(_is_plain, values)) >= (3 * len(columns[at]) if heads.cells[at] else 1) for at, values in others.items()
    )
    if sorted(names.values()) not in (["name"], ["given", "surname"]) or shared or (halves and 4 * len(single) > len(texts)):
        return _likely_roles(columns), False
    bare = any(map(str.isalpha, "".join(chain(*(values for at, values in others.items() if not heads.cells[at])))))
    people = any(2 * sum(map(_is_person, values)) >= len(values) > 0 for values in others.values())
    return {role: at for at, role in reversed(roles.items())}, not (bare or people)


def _likely_roles(columns: Mapping[int, Sequence[str]]) -> Mapping[str, int]:
    """What the columns may hold, by what stands in them: to be shown, not to be taken."""
    some = {at: [cell for cell in {*cells} if _is_plain(_name(cell))] for at, cells in columns.items()}
    first, *others = sorted(some, key=lambda at: -sum(1 + (" " in cell) + is_given_name(cell) for cell in some[at])) or [0]
    if not others or not some[others[0]] or 2 * sum(" " in cell for cell in some[first]) >= len(some[first]):
        return {"name": first}
    surname, given = sorted((first, others[0]), key=lambda at: sum(map(is_given_name, some[at])))
    return {"given": given, "surname": surname}


def _people(table: _Table) -> list[Line]:
    """The lines, each with the name that it holds and the reason to ask about it."""
    roles = [role for role in NAMES if role in table.roles]
    parts = [[table.cell(line, role) for role in roles] for line in table.lines]
    marked = [" ".join(filter(None, some)) for some in parts]
    texts = [_MARK.sub("", text) for text in marked]
    often = Counter(filter(None, texts))
    whole = 4 * sum(" " in text for text in texts) >= 3 * often.total()
    small, usual = all(map(str.islower, often)), 2 * sum(map(str.__ne__, marked, texts)) > often.total()
    numbered = len({_NUMBER.sub("", text) for text in often}) == 1 < len(often)  # «Player 1», «Player 2»
    headed, alone = any(table.heads.cells), len(table.columns) == 1
    runs = runs_of(line.number for line in table.lines if alone and not headed)
    apart = {number: len(run) <= 2 for run in runs if len(run) < max(map(len, runs)) for number in run}  # or who waits
    counts = [at for at in table.unused if re.fullmatch(r"#?0*1[.)]?", next(filter(None, table.columns[at]), ""))]
    people, out = list[Line](), False
    for line, some, mark, text in zip(table.lines, parts, marked, texts, strict=True):
        name, others = _name(text), {*filter(None, line.cells)} - {*some}
        plain = _is_plain(_NUMBER.sub("", name) if numbered else name.title() if small else name)
        known = is_given_name(name)
        single = " " not in name and ((whole and not others) or any(map(is_given_name, others)))
        first = not (people or headed or known or " " in name) and (whole or not alone)
        out = out or (not others and not known and is_out(text))
        title = NAME_HEADS & {*_roles([text])} or doubtful("title").search(fold_head(text)) or not any(map(str.isalpha, text))
        strange = any(line.cells[at] and not re.fullmatch(r"#?\d+[.)]?", line.cells[at]) for at in counts)
        half = any(not part or doubtful("nobody").fullmatch(fold_head(part))
                   for role, part in zip(roles, some, strict=True) if role != "particle")  # fmt: skip
        lost = re.search(r"\ufffd|\w\?|\?\w", table.cell(line, "region"))
        doubts = {
            "struck": "~" in text or _STRUCK.search(text),
            "remark": first or out or strange or apart.get(line.number) or (mark != text) is not usual or (title and not known),
            "no_name": title or line.number in apart or single or half or lost or text != name or often[text] >= 3 or not plain,
        }
        doubt = line.doubt or next((code for code, fact in doubts.items() if fact), "")
        people.append(line._replace(name=name, doubt=doubt if name else ""))
    return people


def _name(text: str) -> str:
    """A name in spoken order, the given name first, without what strikes it out and without pictures."""
    kept = _STRUCK.sub("", text)
    name = " ".join(_PICTURES.sub("", kept if kept.strip() else text).split()) or text
    before, _comma, after = (part.strip() for part in name.partition(","))
    return f"{after} {before}" if before[:1].isalpha() and after[:1].isalpha() and "," not in after else name


def _is_plain(name: str) -> bool:
    """Whether a text is nothing but a name: a few words of letters, large at their beginning."""
    words = name.split()
    if not 0 < len(words) <= max(2, len({*words})) <= 5 or not re.fullmatch(rf"(?:['’]?[^\W\d_](?:{_LETTER})*(?:\s+|$))+", name):
        return False
    with suppress(UnicodeError):  # UTF-8 that was taken for ANSI and saved so: Ã¨ for è
        if not name.isascii() and name.encode("cp1252").decode("utf-8"):
            return False
    small = any(word.islower() and word[0] != word[0].title() and not is_particle(word) for word in words)
    return not small and (len(words[-1].strip(".")) == 1 or not is_out(words[-1], "no", "nobody"))


def _is_person(text: str) -> bool:
    """Whether a text is a given name that many people have, and more."""
    return " " in text and is_given_name(text) and _is_plain(text)


def _states(table: _Table) -> _Counts:
    """The columns that may say who plays, by a value, or by their headings if values come again."""
    values = {at: Counter(line.cells[at] for line in table.lines if line.name) for at in table.unused}
    headed = {at for at in values if doubtful("state", "out").search(fold_head(table.title(at)))}
    return {at: some for at, some in values.items() if len(some) > 1
            and (any(map(is_out, some)) or (at in headed and 2 * len(some) <= some.total() + 2))}  # fmt: skip


def _ways(found: Lines, table: _Table, states: _Counts, said: Answers, _: Catalog) -> dict[str, Answers]:
    """Answers to go on with: without those of whom there is a doubt, and everybody; then other encodings or sheets."""
    (first, read), *others = [(text, said._replace(**way)) for text, way in found.ways.items()] or [("", said)]
    base = read if table.sure else read._replace(columns=",".join(f"{role}={at + 1}" for role, at in table.roles.items()))
    likely, sure = [], False
    for at, values in states.items():
        gone = is_out(table.title(at))  # in «cancelled» yes is out, and no or nothing plays
        keep = [one for one in values if (is_out(one, "no") or (gone and not one)) == gone]
        sure = sure or gone or any(map(is_out, values))
        if 0 < len(keep) < len(values) and not any(map(_is_person, values)):
            csv.writer(text := StringIO(), lineterminator="").writerow(keep)
            likely.append(f"{at + 1}={text.getvalue()}")
    doubts = {one.number: one.doubt for one in table.lines if one.doubt}
    out = {number for number, doubt in doubts.items() if doubt not in {"no_name", "merged"}}
    without = out or ({*doubts} if not likely else set())
    lines = _ranges(one.number for one in table.lines if one.name and one.number not in without)
    words = fact_lines(_, "lists", {"likely": "; ".join(likely), "without": _ranges(without)})
    only = [*said.only, *likely, *([lines] if doubts else [])]
    some = {"; ".join(filter(None, [first, *words])): base._replace(only=only)} if words and lines else {}
    all_of = {"; ".join(filter(None, [first, *fact_lines(_, "lists", {"everybody": True})])): base._replace(all=True)}
    return (some | all_of if sure or out else all_of | some) | dict(others)


def _remarks(table: _Table, playing: Sequence[Line], _: Catalog) -> list[str]:
    """What was understood, what was left out, and what to look at."""
    used = sorted((at, role) for role, at in table.roles.items() if table.heads.cells[at])
    unused = list[str]()
    for at in table.unused:  # what stands there, and how often, may say something of people
        values = Counter(filter(None, table.columns[at]))
        few = ", ".join(f"{clip(value)} {count}" for value, count in values.items() if len(values) <= _FEW)
        unused.append(f"{table.title(at)} ({few})" if few else table.title(at))
    out = [clip(one.name) for one in table.lines if one.name and one not in playing]
    return fact_lines(_, "lists", {
        "used": ", ".join(f"{_(LABELS[f'role_{role}'])} = {table.title(at)}" for at, role in used),
        "unused": ", ".join(unused),
        "headed": table.heads.number if table.heads.number > 1 else 0,
        "out": out, "count": len(out), "names": ", ".join(out[:_MANY]) + ", …" * (len(out) > _MANY),
        "nameless": _ranges(one.number for one in table.lines if not one.name),
    })  # fmt: skip


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers of lines in short: ``2-13,15``."""
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs_of(numbers))
