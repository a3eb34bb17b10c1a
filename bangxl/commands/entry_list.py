"""Read players from any list: what is certain is taken, everything else is shown and asked.

Lines become a table with headings; each line of it a name, and a doubt. Certain are headings known word for word, and one plain
name a line. Everybody in the list plays, unless the organiser says which lines or which values of a column do. A likeness decides
nothing: it makes us ask, and puts the likelier answer first.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from io import StringIO
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
_NUMBERED: Final = re.compile(r"^(?:\d{1,3}[.)]\s*|[-•*·]\s+)")
_COUNT: Final = re.compile(r"#?0*(\d+)[.)]?")
_STRUCK: Final = re.compile("~+[^~]*~+|(?:.[\u0335-\u0338])+")
_EMOJI: Final = re.compile(r"~+|[\u0335-\u0338\u2190-\u2bff\u3030\ufe0f\U0001f000-\U0001faff]+")
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


class Entries(NamedTuple):
    """The players of a list, and what to say of it."""

    players: tuple[Player, ...]
    remarks: tuple[str, ...]


class _Table(NamedTuple):
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
        return "" if fold(cell) in _BLANKS or (role == "email" and "@" not in cell) else cell


class Asked(Refusal):
    """A list in which something must be chosen. ``data``: the preview; ``ways``: answers to go on with, the likelier first."""

    def __init__(self, path: Path, shown: Mapping[str, Any], ways: Mapping[str, Answers], _: Catalog) -> None:
        """``shown``: why, columns, rows, states."""
        heads = " | ".join(f"{one['number']} = {one['role']}".removesuffix(" = ") for one in shown["columns"][:_FEW])
        rows = [f"{row['line']:>5}: {' | '.join(row['cells'][:_FEW])}" + f"   ← {row['doubt']}" * bool(row["doubt"])
                for row in shown["rows"][: _SHOWN + _MANY]]  # fmt: skip
        states = {one["title"]: [f"{clip(value) or '–'} {count}" for value, count in one["values"]] for one in shown["states"]}
        said = _("{path}: something in this list is not certain. Nothing was done.").format(path=path)
        columns = [f"       {heads}", *rows, *(f"       {title}: {', '.join(some[:_FEW])}" for title, some in states.items())]
        super().__init__(said, *shown["why"], *columns, exit_code=USAGE)
        self.why: Sequence[str] = shown["why"]
        self.ways = ways
        self.data = {"asks": "list", **shown, "ways": [{"text": text, "options": way._asdict()} for text, way in ways.items()]}


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
    values = {at: Counter(one.cells[at] for one in people) for at in table.unused if not (said or answers.only)}
    beside = {at for at, some in values.items() if 2 * sum(" " in cell and is_given_name(cell) for cell in some) >= len(some)}
    headed = {at for at in values if doubtful("state", "out").search(fold_head(table.titles[at]))}
    states = {at: some for at, some in values.items() if at not in beside and len(some) > 1
              and (any(map(is_out, some)) or (at in headed and 2 * len(some) <= some.total() + 2))}  # fmt: skip
    why = fact_lines(_, "lists", {
        "columns": not table.sure, "beside": beside, "doubtful": _ranges(one.number for one in playing if one.doubt and not said),
        "states": ", ".join(f"{at + 1} «{table.titles[at]}»" for at in states),
    })  # fmt: skip
    if found.why or why:
        raise _question(path, [*found.why, *why], found, table, states, answers, _)
    players = [Player(f"P{at:03}", one.name, table.cell(one, "region"), table.cell(one, "email"))
               for at, one in enumerate(playing, 1)]  # fmt: skip
    return Entries(tuple(players), (*found.told, *_remarks(table, playing, _)))


def _lines_of_players(text: str, table: _Table, _: Catalog) -> set[int]:
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
    sure = {role: at for role, at in chosen.items() if at < width} if said else _by_headings(heads, columns)
    block, titles = sure or _likely_roles(columns), [clip(cell) or str(at) for at, cell in enumerate(heads.cells, 1)]
    table = _Table(heads, below, titles, columns, block, sorted({*columns} - {*block.values()}), bool(sure))
    return table._replace(lines=_people(table, _))


def _heading(lines: Sequence[Line]) -> int:
    """The place of the line with the most known headings; -1 if there is none, or that is not certain."""
    roles = [_roles(line.cells) for line in lines[:8]]  # among so many lines that are not blank the headings stand
    known = [sum(map(bool, some)) * bool(NAME_HEADS & {*some}) for some in roles]
    if not any(known):
        return -1
    place = known.index(max(known))
    heads, *below = [[*map(fold, line.cells)] for line in lines[place:]]
    again = any(role and cells[at] == heads[at] for cells in below if cells != heads for at, role in enumerate(roles[place]))
    person = any(" " in cell and is_given_name(cell) and _is_plain(cell) for line in lines[: place + 1] for cell in line.cells)
    *above, filled = [sum(map(bool, line.cells)) for line in lines[: place + 1]]
    return -1 if again or person or max(above, default=0) >= max(2, filled) else place


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
    block: Mapping[str, int] = {role: roles.index(role) for role in COLUMN_ROLES if role in roles}
    names = sorted(role for role in roles if role in NAMES and role != "particle")
    bare = any(any(map(str.isalpha, "".join(cells))) for at, cells in columns.items() if not heads.cells[at])
    words = {at: {cell for cell in cells if " " not in cell and _is_plain(cell)} for at, cells in columns.items()}
    lone = {at for at, some in words.items() if 4 * len(some) >= 3 * len(columns[at])}  # as halves of names do
    unused = {at: fold_head(heads.cells[at]) for at in columns if not roles[at] and names == ["name"]}
    half = any(doubtful("half").search(head) or ({at, block["name"]} <= lone and not doubtful("apart").search(head))
               for at, head in unused.items())  # fmt: skip
    texts = zip(*([cell.split() for cell in columns[block[name]]] for name in names), strict=True)
    shared = any({*one} & {*other} for one, *others in texts for other in others)  # «Anna Rossi» beside «Anna»
    return {} if bare or half or shared or names not in (["name"], ["given", "surname"]) else block


def _likely_roles(columns: Mapping[int, Sequence[str]]) -> Mapping[str, int]:
    """What the columns may hold, by what stands in them: to be shown, not to be taken."""
    some = {at: [cell for cell in {*cells} if _is_plain(_name(cell))] for at, cells in columns.items()}
    given = {at: sum(map(is_given_name, cells)) for at, cells in some.items()}
    wide = {at: sum(" " in cell for cell in cells) for at, cells in some.items()}
    first, *others = sorted(some, key=lambda at: -len(some[at]) - given[at] - wide[at]) or [0]
    if not others or not some[others[0]] or 2 * wide[first] >= len(some[first]):
        return {"name": first}
    return dict(zip(("surname", "given"), sorted((first, others[0]), key=given.__getitem__), strict=True))


def _people(table: _Table, _: Catalog) -> list[Line]:
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
    numbers = {at: [found[1] for cell in table.columns[at] if (found := _COUNT.fullmatch(cell))] for at in table.unused}
    counts = [at for at, some in numbers.items() if 2 * len(some) > sum(map(bool, table.columns[at]))
              and sorted(some) == sorted(map(str, range(1, len(some) + 1)))]  # fmt: skip
    odd = {cell for at in counts for cell in table.columns[at] if not _COUNT.fullmatch(cell)} - {""}
    people, section = list[Line](), ""
    for line, text in zip(table.lines, texts, strict=True):
        bare = _NUMBERED.sub("", text) if marked else text
        name = _name(bare)
        others = {*filter(None, line.cells)} - {table.cell(line, role) for role in names}
        section = section or (clip(text) if not others and is_out(text) else "")
        nickname = full and not others and " " not in name
        first = not people and not headed and (nickname or not listed) and not is_given_name(name)
        parts = [table.cell(line, role) for role in names if role != "particle"]
        half = not all(parts) or any(map(doubtful("nobody").fullmatch, map(fold_head, parts)))
        beside = " " not in name and any(map(is_given_name, others))
        plain = _is_plain(re.sub(r"[ _]?\d+$", "", name) if counted else name.title() if small else name)
        titled = NAME_HEADS & {*_roles([bare])} or doubtful("title").search(fold_head(bare)) or not any(map(str.isalpha, bare))
        doubts = {
            "below": section,
            line.doubt or "struck": line.doubt or "~" in bare or _STRUCK.search(bare),
            "odd": ", ".join(odd & {*line.cells}),
            "lost": re.search(r"\ufffd|\w\?|\?\w", f"{text} {table.cell(line, 'region')}"),
            "remark": first or line.number in apart or (marked and text == bare) or titled,
            "no_name": nickname or half or beside or bare != name or often[text] >= 3 or not plain,  # a list of results
        }
        people.append(line._replace(name=name, doubt="".join(fact_lines(_, "lists", doubts if name else {})[:1])))
    return people


def _name(text: str) -> str:
    """A name in spoken order, the given name first, without what strikes it out and without pictures."""
    kept = _STRUCK.sub("", text)
    name = " ".join(_EMOJI.sub("", kept if kept.strip() else text).split()) or text
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


def _question(
    path: Path, why: Sequence[str], found: Lines, table: _Table, states: Mapping[int, Counter[str]], said: Answers, _: Catalog
) -> Asked:
    """What to show of a list, and answers to go on with: without those of whom there is a doubt, and everybody."""
    (first, read), *others = [(text, said._replace(**way)) for text, way in found.ways.items()] or [("", said)]
    base = read if table.sure else read._replace(columns=",".join(f"{role}={at + 1}" for role, at in table.block.items()))
    likely, sure = [], False
    for at, values in states.items():
        gone = is_out(table.titles[at])  # in «cancelled» yes is out, and no or nothing plays
        keep = [one for one in values if (is_out(one, "no") or (gone and not one)) == gone]
        sure = sure or gone or any(map(is_out, values))
        if 0 < len(keep) < len(values):
            csv.writer(text := StringIO(), lineterminator="").writerow(keep)
            likely.append(f"{at + 1}={text.getvalue()}")
    doubtful = {one.number: one.doubt for one in table.lines if one.doubt}
    out = {*doubtful.values()} - {*fact_lines(_, "lists", {"no_name": True, "merged": True, "lost": True})}
    without = {number for number, doubt in doubtful.items() if doubt in out or not (out or likely)}
    lines = _ranges(one.number for one in table.lines if one.name and one.number not in without)
    words = fact_lines(_, "lists", {"likely": "; ".join(likely), "without": _ranges(without)})
    only = [*said.only, *likely, *([lines] if doubtful else [])]
    some = {"; ".join(filter(None, [first, *words])): base._replace(only=only)} if words and lines else {}
    all_of = {"; ".join(filter(None, [first, *fact_lines(_, "lists", {"everybody": True})])): base._replace(all=True)}
    roles = {at: role for role, at in table.block.items()}
    shown = {
        "why": why,
        "columns": [{"number": at + 1, "title": clip(table.heads.cells[at]), "role": roles.get(at, "")} for at in table.columns],
        "rows": [{"line": one.number, "cells": [*map(clip, one.cells)], "doubt": one.doubt}
                 for at, one in enumerate([table.heads, *table.lines]) if one.number and (at <= _SHOWN or one.doubt)],
        "states": [{"column": at + 1, "title": table.titles[at], "values": [*map(list, values.most_common())]}
                   for at, values in states.items()],
    }  # fmt: skip
    ways = some | all_of if sure or out else all_of | some
    return Asked(path, shown, ways | dict(others), _)


def _remarks(table: _Table, playing: Sequence[Line], _: Catalog) -> list[str]:
    """What was understood, what was left out, and what to look at."""
    used, unused = sorted((at, role) for role, at in table.block.items() if table.heads.cells[at]), []
    for at in table.unused:  # what stands there, and how often, may say something of people
        values = Counter(filter(None, table.columns[at]))
        few = ", ".join(f"{clip(value)} {count}" for value, count in values.items() if len(values) <= _FEW)
        unused.append(f"{table.titles[at]} ({few})" if few else table.titles[at])
    out = [clip(one.name) for one in table.lines if one.name and one not in playing]
    return fact_lines(_, "lists", {
        "used": ", ".join(f"{_(LABELS[f'role_{role}'])} = {table.titles[at]}" for at, role in used),
        "unused": ", ".join(unused),
        "headed": table.heads.number if table.heads.number > 1 else 0,
        "out": out, "count": len(out), "names": ", ".join(out[:_MANY]) + ", …" * (len(out) > _MANY),
        "nameless": _ranges(one.number for one in table.lines if not one.name),
    })  # fmt: skip


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers of lines in short: ``2-13,15``."""
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs_of(numbers))
