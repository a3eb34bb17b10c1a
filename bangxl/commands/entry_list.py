"""Read players from any list: what is certain is taken, everything else is shown and asked.

Certain are headings known word for word, and one plain name a line. Everybody in the list plays, unless the organiser says which
lines or which values of a column do. A likeness decides nothing: it makes us ask, and puts the likelier answer first.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from io import StringIO
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, NamedTuple

from bangxl import limits
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.list_files import NAME_HEADS, TOP, WIDEST, Line, Lines, clip, fold_head, headings, lines_of, words_of_lists
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import Catalog, catalog
from bangxl.tournament.identity import is_total
from bangxl.tournament.model import Player
from bangxl.workbook.wall import is_given_name, is_particle, plain
from bangxl.workbook.words import fold

ROLES: Final = ("name", "given", "particle", "surname", "region", "email")
"""What a column can hold that is used; the parts of a name in the order in which they are spoken."""
NAMES: Final = ROLES[:4]
_PLAIN: Final = re.compile(r"[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0900-\u0e7f\u200c\u200d .'’ʼ‘`´·\-])*")
_COUNTED: Final = re.compile(r"[ _]?\d+$")
_NUMBERED: Final = re.compile(r"\d{1,3}[.)]\s*|[-•*·]\s+")
_PICTURE: Final = re.compile(r"~+|\s*[\u2190-\u2bff\u3030\ufe0f\U0001f000-\U0001faff]+")
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
    """A list in which something must be chosen. ``data``: the preview; ``ways``: answers to go on with, the likelier first."""

    def __init__(self, path: Path, shown: dict[str, Any], ways: Mapping[str, Answers], _: Catalog) -> None:
        """``shown``: why, columns, rows, states, sheets, encodings."""
        super().__init__(*_preview(path, shown, _), exit_code=USAGE)
        self.why: Sequence[str] = shown["why"]
        self.ways = ways
        self.data = {"asks": "list", **shown, "ways": [{"text": text, "options": options(way)} for text, way in ways.items()]}


class Person(NamedTuple):
    """A line that holds a name, and why it may be no player, or not only a name."""

    line: Line
    name: str
    region: str
    email: str
    doubt: str


class Table(NamedTuple):
    """The headings and lines of a list, the columns that hold anything, and by role the column; ``sure``: that is certain."""

    heads: Line
    lines: Sequence[Line]
    columns: Mapping[int, Sequence[str]]
    block: Mapping[str, int]
    sure: bool = True

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
    found = lines_of(path, lambda cells: NAME_HEADS & {*_roles(cells)}, _, unreadable, answers.sheet, answers.encoding)
    table = _table(found.lines, _chosen(answers.columns, _))
    people = list(_people(table, _))
    if not people:
        raise Refusal(_("{path}: there are no names in this list.").format(path=path), exit_code=USAGE)
    lines, values = _only(answers.only, table, _)
    playing = [one for one in people if (lines is None or one.line.number in lines)
               and all(_at(one.line.cells, at) in those for at, those in values.items())]  # fmt: skip
    said = lines is not None or answers.everybody  # who plays
    states = {} if said or values else _states(table, people)
    doubtful = _ranges(one.line.number for one in playing if one.doubt and not said)
    columns = ", ".join(f"{at + 1} «{table.title(at)}»" for at in states)
    used = {fold(table.title(at)) for at in table.block.values()}
    beside = not table.sure and [at for at in table.columns if fold(table.title(at)) in used and at not in table.block.values()]
    why = {
        _("Choose the columns that hold the names."): not table.sure,
        _("Lists may stand side by side, and only one of them is read. Put them below each other."): beside,
        _("These lines may be no players, or may be more than a name: {lines}.").format(lines=doubtful): doubtful,
        _("These columns may say who plays: {columns}.").format(columns=columns): states,
        _("Cells are merged. What stands in them was taken for each of their lines."):
            not said and found.merged & {*table.block.values()},
    }  # fmt: skip
    if asked := [*found.why, *(text for text, true in why.items() if true)]:
        raise Asked(path, _shown(asked, found, table, people, states), _ways(found, table, people, states, answers, _), _)
    players = tuple(Player(f"P{number:03}", one.name, one.region, one.email) for number, one in enumerate(playing, 1))
    return Entries(players, (*found.told, *_remarks(table, people, playing, _)))


def _roles(cells: Iterable[str]) -> list[str]:
    """By their headings, what columns hold; nothing where that is not known."""
    return [headings().get(fold_head(cell), "") for cell in cells]


@cache
def _asking(kind: str) -> re.Pattern[str]:
    """Words that make us ask."""
    return re.compile("|".join(plain(word).replace("*", r"\w*") for word in words_of_lists()["ask"][kind].split()))


def _is_out(text: str, *kinds: str) -> bool:
    """Whether all words of a short text may say that somebody does not play."""
    words = fold_head(text).split()
    stems = [any(_asking(kind).fullmatch(word) for kind in ("out", *kinds)) for word in words]
    return any(stems) and all(stem or len(word) <= _SHORT for stem, word in zip(stems, words, strict=True))


def _chosen(columns: str, _: Catalog) -> Mapping[str, int]:
    """The columns as somebody says it. Refusal."""
    parts = [part.split("=") for part in columns.replace(" ", "").split(",")] if columns else []
    block = {part[0]: int(part[1]) - 1 for part in parts if len(part) > 1 and re.fullmatch("[1-9][0-9]?", part[1])}
    if len(block) < len(parts) or not {*block} <= {*ROLES} or (parts and not {*block} & {*NAMES}):
        reason = _("--columns: «{text}» is not clear. Write it like {example}. Possible: {known}.")
        raise Refusal(reason.format(text=columns, example="name=2,region=4", known=", ".join(ROLES)), exit_code=USAGE)
    return block


def _only(only: Iterable[str], table: Table, _: Catalog) -> tuple[set[int] | None, dict[int, set[str]]]:
    """Who plays, as somebody says it: the numbers of lines, None for all of them; and by columns their values. Refusal."""
    lines: set[int] | None = None
    values: dict[int, set[str]] = {}
    for text in only:
        title, equals, those = text.partition("=")
        at = next((at for at in table.columns if fold(title) in {fold(table.title(at)), str(at + 1)}), None)
        if equals and at is not None:
            values[at] = {cell.strip() for row in csv.reader([those], skipinitialspace=True) for cell in row or [""]}
        elif re.fullmatch(r"\d{1,5}(-\d{0,5})?(,\d{1,5}(-\d{0,5})?)*", text):
            spans = (span.partition("-") for span in text.split(","))
            ends = [(int(first), int(last or (limits.LINES if dash else first))) for first, dash, last in spans]
            lines = {number for first, last in ends for number in range(first, last + 1)} | (lines or set())
        else:
            reason = _("--only: «{text}» is not clear. Write it like {example} or {lines}. Columns: {known}.")
            known = ", ".join(map(table.title, table.columns))
            raise Refusal(reason.format(text=text, example="3=yes,paid", lines="2-13,15", known=known), exit_code=USAGE)
    return lines, values


def _table(lines: Sequence[Line], chosen: Mapping[str, int]) -> Table:
    """The list below its headings, with what its columns hold, or probably hold."""
    at = _heading(lines)
    heads, below = lines[at] if at >= 0 else Line(0, []), lines[at + 1 :]
    cells = {at: [_at(line.cells, at) for line in below] for at in range(WIDEST)}
    table = Table(heads, below, {at: some for at, some in cells.items() if _at(heads.cells, at) or any(some)}, chosen)
    if not chosen:
        table = table._replace(block={"name": min(table.columns)} if at < 0 and len(table.columns) == 1 else _by_headings(table))
    return table if table.block or not below else table._replace(block=_likely(table), sure=False)


def _heading(lines: Sequence[Line]) -> int:
    """The place of the line with the most known headings; -1 if that is not certain."""
    folded = [[*map(fold, line.cells)] for line in lines]
    best, known = -1, dict[str, str]()
    for place, cells in enumerate(folded[:TOP]):
        others = [other for other in folded if other != cells]  # a word that is in its column again is a value
        words = {cell: role for at, (cell, role) in enumerate(zip(cells, _roles(lines[place].cells), strict=True))
                 if role and all(_at(other, at) != cell for other in others)}  # fmt: skip
        if len(words) > len(known) and (place == 0 or NAME_HEADS & {*words.values()}):
            best, known = place, words
    heads = lines[best].cells if known else ()
    person = any(" " in cell and is_given_name(cell) and _is_plain(cell) and fold(cell) not in known for cell in heads)
    fuller = any(sum(map(bool, line.cells)) >= max(2, sum(map(bool, heads))) for line in lines[: max(best, 0)])
    return -1 if person or fuller else best


def _by_headings(table: Table) -> Mapping[str, int]:
    """What the columns hold, by headings known word for word; nothing where that is not certain."""
    roles = _roles(table.heads.cells)
    for half, other in (("given", "surname"), ("surname", "given")):
        if half in roles and other not in roles:
            roles = [other if role == "either" else role for role in roles]
    whole = [at for at, role in enumerate(roles) if role in {"whole", "either"}]
    words = [at for at in whole if not all(re.search(r"\d", cell) for cell in table.columns.get(at, ()) if cell)]
    roles = ["name" if at in (words or whole) else role for at, role in enumerate(roles)]
    block: dict[str, int] = {role: roles.index(role) for role in ROLES if role in roles}
    names = sorted(role for role in roles if role in NAMES and role != "particle")
    bare = any(re.search(r"[^\W\d_]", "".join(cells)) for at, cells in table.columns.items() if not _at(table.heads.cells, at))
    if bare or names not in (["name"], ["given", "surname"]):
        return {}
    halves = zip(*(table.columns[block[role]] for role in names), strict=True) if len(names) > 1 else ()
    return {} if any({*fold(one).split()} & {*fold(other).split()} - _NONE for one, other in halves) else block


def _likely(table: Table) -> Mapping[str, int]:
    """What the columns may hold, by their headings and what stands in them: to be shown, not to be taken."""
    roles = _roles(table.heads.cells)
    some = {at: [cell for cell in {*cells} if _PLAIN.fullmatch(_name(cell))] for at, cells in table.columns.items()}
    given = {at: sum(map(is_given_name, cells)) for at, cells in some.items()}
    wide = {at: sum(" " in cell for cell in cells) for at, cells in some.items()}
    score = {at: len(some[at]) + given[at] + wide[at] + len(table.lines) * (_at(roles, at) in NAME_HEADS) for at in some}
    first, *others = sorted(some, key=lambda at: -score[at])
    names: dict[str, int] = {"name": first}
    if others and some[others[0]] and 2 * wide[first] < len(some[first]):  # the other half stands in its own column
        names = dict(zip(("surname", "given"), sorted((first, others[0]), key=lambda at: given[at]), strict=True))
    return names | {role: at for at, role in enumerate(roles) if role in {"region", "email"}}


def _people(table: Table, _: Catalog) -> Iterator[Person]:
    """The lines that hold a name, each with the reason to ask about it."""
    block, heads = table.block, table.heads.cells
    rows = [(line, " ".join(filter(None, (_at(line.cells, block[role]) for role in NAMES if role in block))))
            for line in table.lines if [*map(fold, line.cells)] != [*map(fold, heads)]]  # fmt: skip
    rows = [(line, text) for line, text in rows if text]
    texts = Counter(text for _line, text in rows)
    numbered = 2 * sum(_NUMBERED.match(text) is not None for _line, text in rows) > len(rows)
    small = 2 * sum(text.islower() for _line, text in rows) > len(rows)
    full = 4 * sum(" " in text for _line, text in rows) >= 3 * len(rows)
    word, often = max(Counter(_COUNTED.sub("", text) for text in texts).items(), key=itemgetter(1), default=("", 0))
    counted = word if 2 * often > len(texts) > 1 else None  # «Player 1», «Player 2»
    turned = headings().get(fold_head(_at(heads, block.get("name", WIDEST))).partition(" ")[0]) == "surname"
    listed = len(table.columns) == 1 and not heads
    apart = _apart([line.number for line, _text in rows]) if listed else set()
    section = ""
    for place, (line, text) in enumerate(rows):
        bare = _NUMBERED.sub("", text, count=1) if numbered else text
        name, region, email = _name(bare), *(_at(line.cells, block.get(key, WIDEST)) for key in ("region", "email"))
        single = sum(map(bool, line.cells)) == 1
        section = section or (clip(text) if single and _is_out(text) else "")
        short = single and full and " " not in name and (listed or len(table.columns) > 1)
        stranger = not is_given_name(name) and (short or (place == 0 and not heads and not listed))
        halves = [fold(_at(line.cells, block[role])) for role in ("given", "surname") if role in block]
        plain_name = counted if _COUNTED.sub("", name) == counted else name
        doubts = {
            _("below «{text}»").format(text=section): section,
            line.doubt or _("struck out"): line.doubt or "~" in bare,
            _("perhaps a heading, a title or a remark"):
                stranger or _is_title(bare) or place in apart or (numbered and text == bare),
            _("no plain name"):
                short or not _is_plain(plain_name, small=small) or (bare != name and not (turned and "," in bare))
                or is_given_name(region) or _NONE & {*halves} or any(line.cells[len(heads) :] if heads else ())
                or texts[text] >= _RESULTS,
        }  # fmt: skip
        if name:
            doubt = next((text for text, true in doubts.items() if true), "")
            yield Person(line, name, "" if fold(region) in _NONE else region, email if "@" in email else "", doubt)


def _name(text: str) -> str:
    """A name in spoken order, the given name first, without what strikes it out and without pictures."""
    name = " ".join(_PICTURE.sub("", text).split()) or text
    before, _comma, after = (part.strip() for part in name.partition(","))
    return f"{after} {before}" if before[:1].isalpha() and after[:1].isalpha() and "," not in after else name


def _is_plain(name: str, *, small: bool = False) -> bool:
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
    return odd or is_total(text) or bool(NAME_HEADS & {*_roles([text])}) or any(map(_asking("title").fullmatch, words))


def _apart(numbers: Sequence[int]) -> set[int]:
    """Of lines one or two at the top or at the end that a blank line parts from the others."""
    gaps = [at for at in range(1, len(numbers)) if numbers[at] > numbers[at - 1] + 1] or [0]
    ends = (range(gaps[0]), range(gaps[-1] or len(numbers), len(numbers)))
    return {at for some in ends if len(some) <= 2 < len(numbers) - len(some) for at in some}


def _states(table: Table, people: Sequence[Person]) -> Mapping[int, Counter[str]]:
    """The values of the columns that may say who plays: by a word of their headings, or of their cells."""
    columns = {at: Counter(_at(one.line.cells, at) for one in people) for at in table.columns if at not in table.block.values()}
    said = {at for at, values in columns.items() if 2 * len(values) <= len(people) + 2
            and any(map(_asking("state").fullmatch, fold_head(table.title(at)).split()))}  # fmt: skip
    return {at: values for at, values in columns.items() if len(values) > 1 and (at in said or any(map(_is_out, values)))}


def _ways(
    found: Lines, table: Table, people: Sequence[Person], states: Mapping[int, Counter[str]], said: Answers, _: Catalog
) -> Mapping[str, Answers]:
    """Answers to go on with, the likelier first; at most three."""
    columns = said.columns if table.sure else ",".join(f"{role}={at + 1}" for role, at in table.block.items())
    sheet = str(found.sheets[0]["title"]) if found.sheets else said.sheet
    encoding = str(found.encodings[0]["encoding"]) if found.encodings else said.encoding
    base = said._replace(columns=columns, sheet=sheet, encoding=encoding)
    likely, sure = [], False
    for at, values in states.items():
        gone = _is_out(table.title(at))  # in «cancelled» yes is out, and no or nothing plays
        keep = [one for one in values if (_is_out(one, "no") or (gone and not one)) == gone]
        sure = sure or gone or any(map(_is_out, values))
        if 0 < len(keep) < len(values):
            csv.writer(text := StringIO(), lineterminator="").writerow(keep)
            likely.append(f"{at + 1}={text.getvalue()}")
    doubtful = {one.line.number: one.doubt for one in people if one.doubt}
    out = {number for number, doubt in doubtful.items() if doubt != _("no plain name")}
    without = {}
    for some in (out, {*doubtful}):
        lines = _ranges(one.line.number for one in people if one.line.number not in some)
        words = [_("Only {values}").format(values="; ".join(likely))] if likely else []
        words += [_("Without the lines {lines}").format(lines=_ranges(some))] if some else []
        if words and lines:
            without["; ".join(words)] = base._replace(only=(*said.only, *likely, *([lines] if doubtful else [])))
    everybody = {_("All lines, as shown here"): base._replace(everybody=True)}
    return {**without, **everybody} if sure or out else {**everybody, **without}


def _shown(
    why: Sequence[str], found: Lines, table: Table, people: Sequence[Person], states: Mapping[int, Counter[str]]
) -> dict[str, Any]:
    """What to show of a list."""
    roles, persons = {at: role for role, at in table.block.items()}, {one.line.number: one for one in people}
    rows = [(line, persons.get(line.number)) for line in (*([table.heads] if table.heads.cells else []), *table.lines)]
    return {
        "why": why,
        "columns": [{"number": at + 1, "title": clip(_at(table.heads.cells, at)), "role": roles.get(at, ""),
                     "example": clip(next(filter(None, cells), ""))} for at, cells in table.columns.items()],
        "rows": [{"line": line.number, "cells": [*map(clip, line.cells)], "name": clip(one.name) if one else "",
                  "doubt": one.doubt if one else ""}
                 for at, (line, one) in enumerate(rows) if at < _SHOWN or (one and one.doubt)],
        "states": [{"column": at + 1, "title": table.title(at), "values": [*map(list, values.most_common())]}
                   for at, values in states.items()],
        "sheets": found.sheets,
        "encodings": found.encodings,
    }  # fmt: skip


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
    if len(table.columns) > 1 or table.heads.cells:
        columns = ", ".join(f"{role} = {table.title(at)}" for role, at in sorted(table.block.items(), key=lambda one: one[1]))
        yield _("Columns used: {columns}.").format(columns=columns)
    unused = []
    for at in sorted({*table.columns} - {*table.block.values()}):  # what stands there, and how often, may say something of people
        values = Counter(filter(None, table.columns[at]))
        few = [f"{value} {count}" for value, count in values.items()] if 1 < len(values) <= _VALUES else []
        unused.append(f"{table.title(at)} ({_some(few)})" if few else table.title(at))
    if unused:
        yield _("Columns not used: {columns}.").format(columns=", ".join(unused))
    if table.heads.number > 1:
        yield _("Line {line} has the headings. The lines above it were not used.").format(line=table.heads.number)
    if out := [one.name for one in people if one not in playing]:
        yield _("Left out, as you said: {count} ({names}).").format(count=len(out), names=_some(out))
    if nameless := {line.number for line in table.lines} - {one.line.number for one in people}:
        yield _("Lines left out because they have no name: {lines}.").format(lines=_ranges(nameless))
    lines: dict[str, list[str]] = {}
    for one in playing:
        lines.setdefault(fold(one.name), [one.name]).append(str(one.line.number))
    if double := [f"{name} ({', '.join(those)})" for name, *those in lines.values() if len(those) > 1]:
        text = _(
            "Names that appear more than once, with their lines: {names}. All were kept. If two are the same person, delete one."
        )
        yield text.format(names=_some(double, "; "))


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers of lines in short: ``2-13,15``."""
    runs = groupby(enumerate(sorted({*numbers})), lambda one: one[1] - one[0])
    spans = [[number for _at, number in run] for _key, run in runs]
    return ",".join(str(span[0]) if len(span) == 1 else f"{span[0]}-{span[-1]}" for span in spans)


def _some(texts: Sequence[str], between: str = ", ") -> str:
    return between.join(map(clip, texts[:_DOUBTS])) + ("" if len(texts) <= _DOUBTS else " …")


def _at(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""
