"""Read players from any list: what is certain is taken, everything else is shown and asked.

Certain are headings known word for word, and one plain name a line. Everybody in the list plays, unless the organiser says which
lines or which values of a column do. A likeness decides nothing: it makes us ask, and puts the likeliest answer first.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

from bangxl import limits
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.list_files import TOP, WIDEST, Line, Lines, clip, fold_head, headings, lines_of, words_of_lists
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import Catalog, catalog
from bangxl.tournament.identity import is_total
from bangxl.tournament.model import Player
from bangxl.workbook.wall import is_given_name, is_particle, plain
from bangxl.workbook.words import fold

ROLES: Final = ("name", "given", "particle", "surname", "region", "email")
"""What a column can hold that is used; the parts of a name in the order in which they are spoken."""
NAMES: Final = ROLES[:4]
_HEADS: Final = frozenset({"whole", "either", "given", "surname"})
"""Headings that say where names stand: ``either`` all of them, or beside one half the other."""
_PLAIN: Final = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0900-\u0e7f\u200c\u200d .'’ʼ‘`´·\-])*")
_NUMBERED: Final = re.compile(r"\d{1,3}[.)]\s*|[-•*·]\s+")
_PICTURE: Final = re.compile(r"~+|\s*[\u2190-\u2bff\u3030\ufe0f\U0001f000-\U0001faff]+")
_TYPED: Final = re.compile(r"[+#(]?\d|.*@")
"""How a number, a date or an address begins."""
_NONE: Final = frozenset({"", "nan", "null", "none", "undefined", "n/a", "#n/a", "-"})
_MOST_WORDS, _SHORT, _RESULTS = 5, 3, 3
"""Words of a name, letters of a word that says nothing, lines with one name that are a list of results."""
_SHOWN, _DOUBTS, _COLUMNS, _VALUES = 5, 30, 12, 7
"""Lines, doubtful lines, columns and values that are shown."""


class Answers(NamedTuple):
    """What the organiser has said of a list, as on the command line."""

    columns: str = ""
    sheet: str = ""
    encoding: str = ""
    only: Sequence[str] = ()
    everybody: bool = False


NO_ANSWERS: Final[Answers] = Answers()


class Entries(NamedTuple):
    """The players of a list, and what to say of it."""

    players: tuple[Player, ...]
    remarks: tuple[str, ...]


class Asked(Refusal):
    """A list in which something must be chosen. ``data``: the preview; ``ways``: answers to go on with, the likeliest first."""

    def __init__(self, path: Path, shown: dict[str, Any], ways: Mapping[str, Answers], _: Catalog) -> None:
        """``shown``: why, columns, rows, states, sheets, encodings."""
        super().__init__(*_preview(path, shown, _), exit_code=USAGE)
        self.why: Sequence[str] = shown["why"]
        self.ways = ways
        self.data = {"asks": "list", **shown, "ways": [{"text": text, "options": options(way)} for text, way in ways.items()]}


Block = dict[str, int]
"""What is used of columns that stand side by side: by role, the place of the column."""


class Person(NamedTuple):
    """A line that holds a name; why it may be no player, and whether that is likely."""

    line: Line
    name: str
    region: str
    email: str
    doubt: str
    out: bool


class Table(NamedTuple):
    """The lines of a list below its headings, and what the columns hold; ``sure``: that is certain."""

    lines: Sequence[Line]
    heads: Line
    blocks: list[Block]
    sure: bool

    def column(self, at: int) -> list[str]:
        """What stands in a column."""
        return [_at(line.cells, at) for line in self.lines]

    @property
    def filled(self) -> list[int]:
        """The columns that hold something."""
        return [at for at in range(WIDEST) if _at(self.heads.cells, at) or any(self.column(at))]

    def title(self, at: int) -> str:
        """The heading of a column, else its number."""
        return clip(_at(self.heads.cells, at)) or str(at + 1)


def options(answers: Answers) -> dict[str, Any]:
    """The answers as options of a command, without those that say nothing."""
    said = {**answers._asdict(), "only": [*answers.only], "all": answers.everybody}
    return {key: value for key, value in said.items() if value and key != "everybody"}


def entry_list(path: Path, language: str = "", answers: Answers = NO_ANSWERS) -> Entries:
    """The players of a list; what is said in the language of their workbook, else in the guessed one.

    Asked, where something must be chosen. Refusal (usage) for what is no list.
    """
    _ = catalog(language or guessed_language())
    unreadable = _("{path}: this is not a number of places or a list of players. Save the list as CSV (UTF-8).")
    found = lines_of(path, lambda cells: _HEADS & {*_roles(cells)}, _, unreadable, answers.sheet, answers.encoding)
    table = _table(found.lines, _chosen(answers.columns, _))
    people = list(_people(table, _))
    if not people:
        raise Refusal(_("{path}: there are no names in this list.").format(path=path), exit_code=USAGE)
    lines, values = _only(answers.only, table, _)
    playing = [one for one in people if (lines is None or one.line.number in lines)
               and all(_at(one.line.cells, at) in those for at, those in values.items())]  # fmt: skip
    doubtful, states, merged, often = [], [], False, []
    if lines is None and not answers.everybody:  # else the organiser has said who plays
        doubtful = [one.line.number for one in playing if one.doubt]
        states = [] if values else _states(table, people)
        merged = any(at in found.merged for block in table.blocks for at in block.values())
        often = [name for name, count in Counter(one.name for one in playing).items() if count >= _RESULTS]
    numbers = ", ".join(f"{at + 1} «{table.title(at)}»" for at in states)
    why = {
        _("Choose the columns that hold the names."): not table.sure,
        _("These lines may be no players, or may be more than a name: {lines}.").format(lines=_ranges(doubtful)): doubtful,
        _("These columns may say who plays: {columns}.").format(columns=numbers): states,
        _("Cells are merged. What stands in them was taken for each of their lines."): merged,
        _("Names on three lines or more: {names}. Is this a list of results?").format(names=_some(often)): often,
    }
    if asked := [*found.why, *(text for text, true in why.items() if true)]:
        raise _asked(path, found, table, people, states, asked, answers, _)
    players = tuple(Player(f"P{number:03}", one.name, one.region, one.email) for number, one in enumerate(playing, 1))
    return Entries(players, (*found.told, *_remarks(table, people, playing, _)))


def _roles(cells: Iterable[str]) -> list[str]:
    """By their headings, what columns hold; nothing where that is not known."""
    return [_words().get(fold_head(cell), "") for cell in cells]


@cache
def _words() -> Mapping[str, str]:
    """What each heading says."""
    kinds = ("email", "region", "whole", "particle", "given", "surname", "either")
    return {word: kind for kind in kinds for language in {*words_of_lists()} - {"ask"} for word in headings(language, kind)}


@cache
def _asking(kind: str) -> re.Pattern[str]:
    """Words that make us ask."""
    return re.compile("|".join(plain(word).replace("*", r"\w*") for word in words_of_lists()["ask"][kind].split()))


def _is_out(text: str, *kinds: str) -> bool:
    """Whether all words of a short text may say that somebody does not play."""
    words = fold_head(text).split()
    stems = [any(_asking(kind).fullmatch(word) for kind in ("out", *kinds)) for word in words]
    return any(stems) and all(stem or len(word) <= _SHORT for stem, word in zip(stems, words, strict=True))


def _chosen(columns: str, _: Catalog) -> list[Block]:
    """The columns as somebody says it; a role that comes again begins a block beside the first. Refusal."""
    blocks: list[Block] = []
    for role, number in re.findall(r"([^=,]*)=?([^,]*),?", columns.replace(" ", ""))[:-1]:
        if not blocks or role in blocks[-1]:
            blocks.append({})
        blocks[-1][role] = int(number) - 1 if re.fullmatch("[1-9][0-9]?", number) else WIDEST
    if not all({*block} <= {*ROLES} and {*block} & {*NAMES} and WIDEST not in block.values() for block in blocks):
        reason = _("--columns: «{text}» is not clear. Write it like {example}. Possible: {known}.")
        raise Refusal(reason.format(text=columns, example="name=2,region=4", known=", ".join(ROLES)), exit_code=USAGE)
    return blocks


def _only(only: Iterable[str], table: Table, _: Catalog) -> tuple[set[int] | None, dict[int, set[str]]]:
    """Who plays, as somebody says it: the numbers of lines, None for all of them; and by columns their values. Refusal."""
    lines: set[int] | None = None
    values: dict[int, set[str]] = {}
    for text in only:
        title, equals, those = text.partition("=")
        at = next((at for at in table.filled if fold(title) in {fold(table.title(at)), str(at + 1)}), None)
        if equals and at is not None:
            values[at] = {cell.strip() for row in csv.reader([those], skipinitialspace=True) for cell in row or [""]}
        elif re.fullmatch(r"\d{1,5}(-\d{0,5})?(,\d{1,5}(-\d{0,5})?)*", text):
            spans = (span.partition("-") for span in text.split(","))
            ends = [(int(first), int(last or (limits.LINES if dash else first))) for first, dash, last in spans]
            lines = {number for first, last in ends for number in range(first, last + 1)} | (lines or set())
        else:
            reason = _("--only: «{text}» is not clear. Write it like {example} or {lines}. Columns: {known}.")
            known = ", ".join(map(table.title, table.filled))
            raise Refusal(reason.format(text=text, example="3=yes,paid", lines="2-13,15", known=known), exit_code=USAGE)
    return lines, values


def _table(lines: Sequence[Line], chosen: list[Block]) -> Table:
    """The list below its headings, with what its columns hold, or probably hold."""
    best, at = 0, -1
    for place, line in enumerate(lines[:TOP]):
        roles = _roles(line.cells)
        again = any(
            role and fold(cell) == fold(_at(other.cells, column)) and [*map(fold, other.cells)] != [*map(fold, line.cells)]
            for column, (role, cell) in enumerate(zip(roles, line.cells, strict=True))
            for other in lines[place + 1 :]
        )
        person = any(
            " " in cell and is_given_name(cell) and _is_plain(cell, small=False)
            for cell, role in zip(line.cells, roles, strict=True)
            if not role
        )
        below = any(sum(map(bool, one.cells)) > max(1, sum(map(bool, line.cells)) - 1) for one in lines[:place])
        known = len({fold(cell) for cell, role in zip(line.cells, roles, strict=True) if role})
        if known > best and (_HEADS & {*roles} or place == 0) and not (again or person or below):
            best, at = known, place
    table = Table(lines[at + 1 :], lines[at] if at >= 0 else Line(0, []), chosen, sure=True)
    blocks = chosen or _by_headings(table) or ([{"name": table.filled[0]}] if at < 0 and len(table.filled) == 1 else [])
    return table._replace(blocks=blocks or _likely(table), sure=bool(blocks))


def _by_headings(table: Table) -> list[Block]:
    """What the columns hold, by headings known word for word; nothing where that is not certain."""
    roles = _roles(table.heads.cells)
    for half, other in (("given", "surname"), ("surname", "given")):
        if half in roles and other not in roles:
            roles = [other if role == "either" else role for role in roles]
    numbers = [at for at in range(len(roles)) if all(re.search(r"\d", cell) for cell in table.column(at) if cell)]
    roles = ["name" if role in {"whole", "either"} and at not in numbers else role for at, role in enumerate(roles)]
    block: Block = {role: roles.index(role) for role in ROLES if role in roles}
    names = sorted(role for role in roles if role in NAMES and role != "particle")
    bare = [at for at in table.filled if not _at(table.heads.cells, at) and re.search(r"[^\W\d_]", "".join(table.column(at)))]
    if bare or names not in (["name"], ["given", "surname"]):
        return []
    both = zip(*(table.column(block[role]) for role in names), strict=True) if len(names) > 1 else ()
    return [] if any({*fold(one).split()} & {*fold(other).split()} for one, other in both) else [block]


def _likely(table: Table) -> list[Block]:
    """What the columns may hold, by what stands in them: to be shown, not to be taken."""

    def share(test: Callable[[str], object], at: int) -> float:
        cells = [*filter(None, table.column(at))]
        return sum(map(bool, map(test, cells))) / max(len(cells), 1)

    heads, roles = table.heads.cells, _roles(table.heads.cells)
    hints = {word for head, role in _words().items() if role in _HEADS for word in head.split()}
    wide = {at: share(lambda cell: " " in cell, at) for at in table.filled}
    score = {
        at: len({*table.column(at)}) / len(table.lines)
        + share(is_given_name, at)
        + bool({*fold_head(table.title(at)).split()} & hints)
        for at in (table.filled if table.lines else ())
        if 2 * share(lambda cell: _PLAIN.fullmatch(_name(cell)), at) > 1
    }
    best = max(score or [0], key=lambda at: (score.get(at, 0) + wide.get(at, 0), -at))
    block = {"name": best}
    if len(score) > 1 and 2 * wide[best] < 1:  # the other half of the name stands beside it
        other = max({*score} - {best}, key=lambda at: score[at])
        surname, given = sorted((best, other), key=lambda at: share(is_given_name, at))
        block = {"given": given, "surname": surname}
    block |= {role: roles.index(role) for role in ("region", "email") if role in roles}
    twins = [at for at in table.filled if "name" in block and _at(heads, best) and _at(heads, at) == heads[best]]
    return [{role: place + at - twins[0] for role, place in block.items()} for at in twins] or [block]


def _people(table: Table, _: Catalog) -> Iterator[Person]:
    """The lines that hold a name, each with the reason to ask whether it is a player."""
    heads, alone = table.heads.cells, len(table.filled) == 1
    for block in table.blocks:
        rows = [(line, [_at(line.cells, block[role]) for role in NAMES if role in block]) for line in table.lines
                if [*map(fold, line.cells)] != [*map(fold, heads)]]  # fmt: skip
        rows = [(line, parts) for line, parts in rows if any(parts)]
        texts = [" ".join(filter(None, parts)) for _line, parts in rows]
        numbered = 2 * sum(map(bool, map(_NUMBERED.match, texts))) > len(rows)
        full = 4 * sum(" " in text for text in texts) >= 3 * len(rows)
        small = 2 * sum(map(str.islower, texts)) > len(rows)
        turned = _words().get(fold_head(_at(heads, block.get("name", WIDEST))).partition(" ")[0]) == "surname"
        apart = _apart([line.number for line, _parts in rows]) if alone and not heads else set()
        section = ""
        for place, ((line, _parts), text) in enumerate(zip(rows, texts, strict=True)):
            bare = _NUMBERED.sub("", text, count=1) if numbered else text
            name, region, email = _name(bare), *(_at(line.cells, block.get(key, WIDEST)) for key in ("region", "email"))
            single = sum(map(bool, line.cells)) == 1
            section = section or (clip(text) if single and _is_out(text) else "")
            title = (
                _is_title(bare)
                or place in apart
                or (numbered and text == bare)
                or ("(" in text and _is_out(text.partition("(")[2]))
            )
            one_word = single and full and " " not in name and not (alone and heads)
            first = place == 0 and not heads and not alone
            half = {fold(_at(line.cells, block[role])) for role in ("given", "surname") if role in block}
            out = {
                _("below «{text}»").format(text=section): section,
                line.doubt or _("struck out"): line.doubt or "~" in bare,
                _("perhaps a heading, a title or a remark"): title or ((one_word or first) and not is_given_name(name)),
            }
            odd = {
                _("perhaps a heading"): first,
                _("half a name"): half & _NONE or is_given_name(region),
                _("no plain name"): not _is_plain(name, small=small) or (bare != name and not (turned and "," in bare)),
                _("one word"): one_word,
                _("more cells than headings"): heads and any(line.cells[len(heads) :]),
            }
            if name:
                doubt = next((text for text, true in {**out, **odd}.items() if true), "")
                yield Person(
                    line, name, "" if fold(region) in _NONE else region, email if "@" in email else "", doubt, any(out.values())
                )


def _name(text: str) -> str:
    """A name in spoken order, the given name first, without what strikes it out and without pictures."""
    name = " ".join(_PICTURE.sub("", text).split()) or text
    before, _comma, after = (part.strip() for part in name.partition(","))
    return f"{after} {before}" if before[:1].isalpha() and after[:1].isalpha() and "," not in after else name


def _is_plain(name: str, *, small: bool) -> bool:
    """Whether a text is nothing but a name: a few words of letters, large at their beginning unless most are ``small``."""
    words = name.split()
    little = any(word[0] < "\u0530" and word.islower() and len(word) > _SHORT and not is_particle(word) for word in words)
    with suppress(UnicodeError):  # UTF-8 that was taken for ANSI and saved so: Ã¨ for è
        if not name.isascii() and name.encode("cp1252").decode("utf-8"):
            return False
    return _PLAIN.fullmatch(name) is not None and len(words) <= _MOST_WORDS and (small or not little)


def _is_title(text: str) -> bool:
    """Whether a text is a sum, a heading or a mark, or has a word of titles."""
    words = fold_head(text).split()
    odd = text.endswith(":") or text.startswith("#") or not re.search(r"[^\W\d_]", text)
    return odd or is_total(text) or bool(_HEADS & {*_roles([text])}) or any(map(_asking("title").fullmatch, words))


def _apart(numbers: Sequence[int]) -> set[int]:
    """Of lines one or two at the top or at the end that a blank line parts from the others."""
    gaps = [at for at in range(1, len(numbers)) if numbers[at] > numbers[at - 1] + 1] or [0]
    ends = (range(gaps[0]), range(gaps[-1] or len(numbers), len(numbers)))
    return {at for some in ends if len(some) <= 2 < len(numbers) - len(some) for at in some}


def _states(table: Table, people: Sequence[Person]) -> list[int]:
    """The columns that may say who plays: by a word of their headings, or of their cells."""
    states, used = [], {at for block in table.blocks for at in block.values()}
    for at in (at for at in table.filled if at not in used):
        values = Counter(_at(one.line.cells, at) for one in people)
        said = any(map(_asking("state").fullmatch, fold_head(table.title(at)).split())) and 2 * len(values) <= len(people) + 2
        typed = all(_TYPED.match(value) and len(value) > 1 for value in values if value)
        if len(values) > 1 and ((said and not typed) or any(map(_is_out, values))):
            states.append(at)
    return states


def _asked(
    path: Path,
    found: Lines,
    table: Table,
    people: Sequence[Person],
    states: Sequence[int],
    why: list[str],
    said: Answers,
    _: Catalog,
) -> Asked:
    """What to show of a list, and the answers to go on with, the likeliest first."""
    roles = {at: role for block in table.blocks for role, at in block.items()}
    columns = ",".join(f"{role}={at + 1}" for block in table.blocks for role, at in block.items())
    sheet = str(found.sheets[0]["title"]) if found.sheets else said.sheet
    encoding = str(found.encodings[0]["encoding"]) if found.encodings else said.encoding
    base = said._replace(columns=said.columns if table.sure else columns, sheet=sheet, encoding=encoding)
    counts = {at: Counter(_at(one.line.cells, at) for one in people) for at in states}
    sure = {at: any(map(_is_out, values)) or _is_out(table.title(at)) for at, values in counts.items()}
    keep = {}
    for at, values in counts.items():  # in «cancelled» yes is out, and no or nothing plays
        gone = _is_out(table.title(at))
        keep[at] = [one for one in values if (_is_out(one, "no") or (gone and not one)) == gone]
    likely = tuple(f"{at + 1}={_row(some)}" for at, some in keep.items() if 0 < len(some) < len(counts[at]))
    everybody = base._replace(everybody=True, only=())
    ways = {
        _("Everybody, as shown here"): base
        if not any(one.doubt for one in people) and len(why) == len(found.why) + (not table.sure)
        else everybody
    }
    doubtful = {"out": {one.line.number for one in people if one.out}, "odd": {one.line.number for one in people if one.doubt}}
    for some in (doubtful["odd"], doubtful["out"]):
        lines = _ranges(one.line.number for one in people if one.line.number not in some)
        if some and lines:
            way = {_("Without the lines {lines}").format(lines=_ranges(some)): base._replace(only=(*said.only, *likely, lines))}
            ways = {**way, **ways} if some == doubtful["out"] else {**ways, **way}
    if likely and not doubtful["out"]:
        every = (_ranges(one.line.number for one in people),) if doubtful["odd"] else ()
        way = {_("Only {values}").format(values="; ".join(likely)): base._replace(only=(*said.only, *likely, *every))}
        ways = {**way, **ways} if any(sure.values()) else {**ways, **way}
    persons = {one.line.number: one for one in people}
    rows = [(line, persons.get(line.number)) for line in (*([table.heads] if table.heads.cells else []), *table.lines)]
    shown = {
        "why": why,
        "columns": [
            {"number": at + 1, "title": clip(_at(table.heads.cells, at)), "role": roles.get(at, ""),
             "example": clip(next(filter(None, table.column(at)), ""))}
            for at in table.filled
        ],
        "rows": [
            {"line": line.number, "cells": [*map(clip, line.cells)], "name": clip(one.name) if one else "",
             "doubt": one.doubt if one else ""}
            for at, (line, one) in enumerate(rows) if at < _SHOWN or (one and one.doubt)
        ],
        "states": [
            {"column": at + 1, "title": table.title(at), "values": [*map(list, values.most_common())]}
            for at, values in counts.items()
        ],
        "sheets": found.sheets,
        "encodings": found.encodings,
    }  # fmt: skip
    return Asked(path, shown, ways, _)


def _preview(path: Path, shown: Mapping[str, Any], _: Catalog) -> Iterator[str]:
    """What is shown of a list in a terminal."""
    yield _("{path}: something in this list is not certain. Nothing was done.").format(path=path)
    yield from shown["why"]
    yield "       " + " | ".join(
        " = ".join(filter(None, (str(one["number"]), one["role"]))) for one in shown["columns"][:_COLUMNS]
    )
    for row in shown["rows"][: _SHOWN + _DOUBTS]:
        yield f"{row['line']:>5}: {' | '.join(row['cells'][:_COLUMNS])}" + (f"   ← {row['doubt']}" if row["doubt"] else "")
    for one in (*shown["states"], *shown["sheets"], *shown["encodings"]):
        values = ", ".join(f"{clip(value) or '–'} {count}" for value, count in one.get("values", [])[:_COLUMNS])
        yield f"       {one.get('title') or one['encoding']}: {values or one['example']}"


def _remarks(table: Table, people: Sequence[Person], playing: Sequence[Person], _: Catalog) -> Iterator[str]:
    """What was understood, what was left out, and what to look at."""
    used = {at: role for block in table.blocks for role, at in block.items()}
    if len(table.filled) > 1 or table.heads.cells:
        yield _("Columns used: {columns}.").format(
            columns=", ".join(f"{role} = {table.title(at)}" for at, role in sorted(used.items()))
        )
    if unused := [at for at in table.filled if at not in used]:
        texts = []
        for at in unused:  # what stands there, and how often, may say something of people
            values = Counter(filter(None, table.column(at)))
            few = _some([f"{value} {count}" for value, count in values.items()]) if 1 < len(values) <= _VALUES else ""
            texts.append(f"{table.title(at)} ({few})" if few else table.title(at))
        yield _("Columns not used: {columns}.").format(columns=", ".join(texts))
    if table.heads.number > 1:
        yield _("Line {line} has the headings. The lines above it were not used.").format(line=table.heads.number)
    if out := [one.name for one in people if one not in playing]:
        yield _("Left out, as you said: {count} ({names}).").format(count=len(out), names=_some(out))
    if nameless := {line.number for line in table.lines} - {one.line.number for one in people}:
        yield _("Lines left out because they have no name: {lines}.").format(lines=_ranges(nameless))
    lines: dict[str, list[Person]] = {}
    for one in playing:
        lines.setdefault(fold(one.name), []).append(one)
    if double := [
        f"{some[0].name} ({', '.join(str(one.line.number) for one in some)})" for some in lines.values() if len(some) > 1
    ]:
        text = _(
            "Names that appear more than once, with their lines: {names}. All were kept. If two are the same person, delete one."
        )
        yield text.format(names=_some(double, "; "))


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers of lines in short: ``2-13,15``."""
    spans = [
        [number for _at, number in some] for _key, some in groupby(enumerate(sorted({*numbers})), lambda one: one[1] - one[0])
    ]
    return ",".join(str(span[0]) if len(span) == 1 else f"{span[0]}-{span[-1]}" for span in spans)


def _some(texts: Sequence[str], between: str = ", ") -> str:
    return between.join(map(clip, texts[:_DOUBTS])) + ("" if len(texts) <= _DOUBTS else " …")


def _row(values: Iterable[str]) -> str:
    csv.writer(text := StringIO(), lineterminator="").writerow(values)
    return text.getvalue()


def _at(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""
