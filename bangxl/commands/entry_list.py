"""Read players from any list: what is certain is taken, everything else is shown and asked.

Certain are headings known word for word, and one plain name a line. Everybody in the list plays, unless the organiser says which
lines or which values of a column do. A likeness decides nothing: it makes us ask, and puts the likelier answer first.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

from bangxl import limits
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.forms import LABELS
from bangxl.commands.list_files import NAME_HEADS, Line, Lines, clip, fold_head, headings, lines_of, words_of_lists
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import Catalog, catalog
from bangxl.tournament.model import Player
from bangxl.workbook.wall import is_given_name, is_particle, plain
from bangxl.workbook.words import fold

ROLES: Final = ("name", "given", "particle", "surname", "region", "email")
"""What a column can hold that is used; the parts of a name in the order in which they are spoken."""
NAMES: Final = ROLES[:4]
_WORD: Final = re.compile(
    r"['’]?[^\W\d_](?:[^\W\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0900-\u0e7f\u200c\u200d.'’ʼ‘`´·\-])*"
)
_NUMBERED: Final = re.compile(r"^(?:\d{1,3}[.)]\s*|[-•*·]\s+)")
_PICTURE: Final = re.compile(r"~+|[\u2190-\u2bff\u3030\ufe0f\U0001f000-\U0001faff]+")
_NONE: Final = frozenset({"", "nan", "null", "none", "undefined", "n/a", "#n/a", "-"})
_COUNTED: Final = re.compile(r"[ _]?\d+$")
_MOST_WORDS, _SHORT, _RESULTS = 5, 3, 3
"""Words of a name, letters of a word that says nothing, lines with one name that are a list of results."""
_SHOWN, _MANY, _FEW = 5, 30, 12
"""Lines that are shown of any list; doubtful lines and names; columns and values."""


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


class Table(NamedTuple):
    """The headings and lines of a list, the columns that hold anything, and by role the column; ``sure``: that is certain."""

    heads: Line
    lines: Sequence[Line]
    columns: Mapping[int, Sequence[str]]
    block: Mapping[str, int]
    sure: bool

    def title(self, at: int) -> str:
        """The heading of a column, else its number."""
        return clip(self.heads.cells[at]) or str(at + 1)

    def cell(self, line: Line, role: str) -> str:
        """What a line has in the column of a role, if anything."""
        cell = line.cells[self.block[role]] if role in self.block else ""
        return "" if fold(cell) in _NONE or (role == "email" and "@" not in cell) else cell


def options(answers: Answers) -> dict[str, Any]:
    """The answers as options of a command, without those that say nothing."""
    said = {**answers._asdict(), "only": [*answers.only], "all": answers.everybody}
    return {key: value for key, value in said.items() if value and key != "everybody"}


def entry_list(path: Path, language: str = "", answers: Answers = NO_ANSWERS) -> Entries:
    """The players of a list; what is said in the language of their workbook, else in the guessed one.

    Asked, where something must be chosen. Refusal (usage) for what is no list.
    """
    _ = catalog(language or guessed_language())
    found = lines_of(path, _, answers.sheet, answers.encoding)
    table = _table(found.lines, _chosen(answers.columns, _))
    people = _people(table, _)
    if not any(one.name for one in people):
        raise Refusal(_("{path}: there are no names in this list.").format(path=path), exit_code=USAGE)
    kept = [_only(text, table, _) for text in answers.only]
    playing = [one for one in people if one.name and all(one.number in lines for lines in kept)]
    said = answers.everybody or any("=" not in text for text in answers.only)  # which lines play
    doubtful = [one.number for one in playing if one.doubt and not said]
    unused = [] if said or answers.only else sorted({*table.columns} - {*table.block.values()})
    values = {at: Counter(one.cells[at] for one in people if one.name) for at in unused}
    beside = {at for at, some in values.items() if 2 * sum(" " in cell and is_given_name(cell) for cell in some) >= len(some)}
    states = {at: some for at, some in values.items() if at not in beside and _may_say_who_plays(table.title(at), some)}
    columns = ", ".join(f"{at + 1} «{table.title(at)}»" for at in states)
    why = {
        _("Choose the columns that hold the names."): not table.sure,
        _("There may be several lists side by side, and bangxl reads only one. Put them below each other."): beside,
        _("Check these lines. Each should be exactly one name: {lines}.").format(lines=_ranges(doubtful)): doubtful,
        _("These columns may say who plays: {columns}.").format(columns=columns): states,
    }  # fmt: skip
    if asked := [*found.why, *(text for text, true in why.items() if true)]:
        raise Asked(path, _shown(asked, found, table, people, states), _ways(found, table, people, states, answers, _), _)
    players = tuple(
        Player(f"P{at:03}", one.name, table.cell(one, "region"), table.cell(one, "email")) for at, one in enumerate(playing, 1)
    )
    return Entries(players, (*found.told, *_remarks(table, people, playing, _)))


def _chosen(columns: str, _: Catalog) -> Mapping[str, int]:
    """The columns as somebody says it. Refusal."""
    parts = [part.split("=") for part in columns.replace(" ", "").split(",")] if columns else []
    block = {part[0]: int(part[1]) - 1 for part in parts if len(part) > 1 and re.fullmatch("[1-9][0-9]?", part[1])}
    if len(block) < len(parts) or not {*block} <= {*ROLES} or (parts and not {*block} & {*NAMES}):
        reason = _("--columns: bangxl cannot read «{text}». Write it like {example}. Possible: {known}.")
        raise Refusal(reason.format(text=columns, example="name=2,region=4", known=", ".join(ROLES)), exit_code=USAGE)
    return block


def _only(text: str, table: Table, _: Catalog) -> set[int]:
    """The lines of those who play, as somebody says it: by the values of a column, or by their numbers. Refusal."""
    title, equals, those = text.partition("=")
    at = next((at for at in table.columns if fold(title) in {fold(table.title(at)), str(at + 1)}), None)
    if equals and at is not None:
        values = {cell.strip() for row in csv.reader([those], skipinitialspace=True) for cell in row or [""]}
        return {line.number for line in table.lines if line.cells[at] in values}
    if re.fullmatch(r"\d{1,5}(-\d{0,5})?(,\d{1,5}(-\d{0,5})?)*", text):
        spans = (span.partition("-") for span in text.split(","))
        ends = [(int(first), int(last or (limits.LINES if dash else first))) for first, dash, last in spans]
        return {line.number for line in table.lines for first, last in ends if first <= line.number <= last}
    reason = _("--only: bangxl cannot read «{text}». Write it like {example} or {lines}. Columns: {known}.")
    known = ", ".join(map(table.title, table.columns))
    raise Refusal(reason.format(text=text, example="3=yes,paid", lines="2-13,15", known=known), exit_code=USAGE)


def _table(lines: Sequence[Line], chosen: Mapping[str, int]) -> Table:
    """The list below its headings, with what its columns hold, or probably hold."""
    width = max((len(line.cells) for line in lines), default=0)
    lines = [line._replace(cells=[*line.cells, *[""] * (width - len(line.cells))]) for line in lines]
    place = _heading(lines)
    heads = lines[place] if place >= 0 else Line(0, [""] * width)
    below = [line for line in lines[place + 1 :] if [*map(fold, line.cells)] != [*map(fold, heads.cells)]]
    cells = {at: [line.cells[at] for line in below] for at in range(width)}
    columns = {at: some for at, some in cells.items() if heads.cells[at] or any(some)}
    sure = {role: at for role, at in chosen.items() if at < width} if chosen else _by_headings(heads, columns)
    return Table(heads, below, columns, sure or _likely(columns), bool(sure))


def _roles(cells: Iterable[str]) -> list[str]:
    """By their headings, what columns hold; nothing where that is not known."""
    return [headings().get(fold_head(cell), "") for cell in cells]


def _heading(lines: Sequence[Line]) -> int:
    """The place of the line with the most known headings; -1 if there is none, or that is not certain."""
    roles = [_roles(line.cells) for line in lines[:8]]  # among so many lines that are not blank the headings stand
    known = [sum(map(bool, some)) if NAME_HEADS & {*some} else 0 for some in roles]
    if not any(known):
        return -1
    place = known.index(max(known))
    folded = [[*map(fold, line.cells)] for line in lines]
    heads = folded[place]
    again = any(role and cells[at] == heads[at] for cells in folded if cells != heads for at, role in enumerate(roles[place]))
    person = any(" " in cell and is_given_name(cell) and _is_plain(cell) for line in lines[: place + 1] for cell in line.cells)
    fuller = any(sum(map(bool, cells)) >= max(2, sum(map(bool, heads))) for cells in folded[:place])
    return -1 if again or person or fuller else place


def _by_headings(heads: Line, columns: Mapping[int, Sequence[str]]) -> Mapping[str, int]:
    """What the columns hold, by headings known word for word, or as the only one; nothing where that is not certain."""
    if not any(heads.cells) and len(columns) == 1:
        return {"name": min(columns)}
    roles = _roles(heads.cells)
    for half, other in (("given", "surname"), ("surname", "given")):
        if half in roles and other not in roles:
            roles = [other if role == "either" else role for role in roles]
    whole = {at for at, role in enumerate(roles) if role in {"whole", "either"}}
    ids = {at for at in whole if all(re.search(r"\d", cell) for cell in columns[at] if cell)}  # as in our own standings
    roles = ["" if at in ids < whole else "name" if at in whole else role for at, role in enumerate(roles)]
    names = sorted(role for role in roles if role in NAMES and role != "particle")
    bare = any(any(map(str.isalpha, "".join(cells))) for at, cells in columns.items() if not heads.cells[at])
    halves = zip(*([cell.split() for cell in columns[roles.index(name)]] for name in names), strict=True)
    shared = any({*one} & {*other} for one, *others in halves for other in others)  # «Anna Rossi» beside «Anna»
    if bare or shared or names not in (["name"], ["given", "surname"]):
        return {}
    return {role: roles.index(role) for role in ROLES if role in roles}


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
    counted = len({_COUNTED.sub("", text) for text in often}) == 1 < len(often)  # «Player 1», «Player 2»
    small = all(map(str.islower, often))
    full = 4 * sum(" " in text for text in texts) >= 3 * often.total()
    headed = any(table.heads.cells)
    listed = len(table.columns) == 1 and not headed
    runs = runs_of(line.number for line in table.lines if listed)
    apart = {number for run in runs if len(run) <= 2 < max(map(len, runs)) for number in run}
    people: list[Line] = []
    section = ""
    for line, text in zip(table.lines, texts, strict=True):
        bare = _NUMBERED.sub("", text) if marked else text
        name = _name(bare)
        others = {*filter(None, line.cells)} - {table.cell(line, role) for role in names}
        section = section or (clip(text) if not others and _is_out(text) else "")
        nickname = full and not others and " " not in name
        first = not people and not headed and (nickname or not listed) and not is_given_name(name)
        remark = first or line.number in apart or (marked and text == bare) or _is_title(bare)
        half = not all(table.cell(line, role) for role in names if role != "particle")
        beside = " " not in name and any(map(is_given_name, others))
        plain = _is_plain(_COUNTED.sub("", name) if counted else name.title() if small else name)
        doubts = {
            _("below «{text}»").format(text=section): section,
            line.doubt or _("struck out"): line.doubt or "~" in bare,
            _("perhaps a heading, a title or a remark"): remark,
            _("no plain name"): nickname or half or beside or bare != name or often[text] >= _RESULTS or not plain,
        }
        people.append(line._replace(name=name, doubt=next((text for text, true in doubts.items() if true and name), "")))
    return people


def _name(text: str) -> str:
    """A name in spoken order, the given name first, without what strikes it out and without pictures."""
    name = " ".join(_PICTURE.sub("", text).split()) or text
    before, _comma, after = (part.strip() for part in name.partition(","))
    return f"{after} {before}" if before[:1].isalpha() and after[:1].isalpha() and "," not in after else name


def _is_plain(name: str) -> bool:
    """Whether a text is nothing but a name: a few words of letters, large at their beginning."""
    words = name.split()
    if not 0 < len(words) <= max(2, len({*words})) <= _MOST_WORDS or not all(map(_WORD.fullmatch, words)):
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


def _is_title(text: str) -> bool:
    """Whether a text may be a heading, a title or a remark."""
    return bool(NAME_HEADS & {*_roles([text])} or _asking("title").search(fold_head(text))) or not any(map(str.isalpha, text))


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
    return rest != words and all(len(word) <= _SHORT for word in rest.split())


def _may_say_who_plays(title: str, values: Counter[str]) -> bool:
    """Whether a column may say who plays: by a word of its heading, or of its cells."""
    headed = 2 * len(values) <= values.total() + 2 and _asking("state", "out").search(fold_head(title))
    return len(values) > 1 and bool(headed or any(map(_is_out, values)))


def _ways(
    found: Lines, table: Table, people: Sequence[Line], states: Mapping[int, Counter[str]], said: Answers, _: Catalog
) -> Mapping[str, Answers]:
    """Answers to go on with, the likelier first: without those of whom there is a doubt, and everybody."""
    base = said._replace(
        columns=said.columns if table.sure else ",".join(f"{role}={at + 1}" for role, at in table.block.items()),
        sheet=str(found.sheets[0]["title"]) if found.sheets else said.sheet,
        encoding=str(found.encodings[0]["encoding"]) if found.encodings else said.encoding,
    )
    likely, sure = [], False
    for at, values in states.items():
        gone = _is_out(table.title(at))  # in «cancelled» yes is out, and no or nothing plays
        keep = [one for one in values if (_is_out(one, "no") or (gone and not one)) == gone]
        sure = sure or gone or any(map(_is_out, values))
        if 0 < len(keep) < len(values):
            csv.writer(text := StringIO(), lineterminator="").writerow(keep)
            likely.append(f"{at + 1}={text.getvalue()}")
    doubtful = {one.number: one.doubt for one in people if one.doubt}
    out = {number for number, doubt in doubtful.items() if doubt not in {_("no plain name"), _("merged")}}
    without = out or {*([] if likely else doubtful)}
    words = [_("Only {values}").format(values="; ".join(likely))] if likely else []
    words += [_("Without the lines {lines}").format(lines=_ranges(without))] if without else []
    lines = _ranges(one.number for one in people if one.name and one.number not in without)
    ways = {_("All lines, as shown here"): base._replace(everybody=True)}
    if words and lines:
        some = {"; ".join(words): base._replace(only=(*said.only, *likely, *([lines] if doubtful else [])))}
        ways = some | ways if sure or out else ways | some
    return ways


def _shown(
    why: Sequence[str], found: Lines, table: Table, people: Sequence[Line], states: Mapping[int, Counter[str]]
) -> dict[str, Any]:
    """What to show of a list."""
    roles = {at: role for role, at in table.block.items()}
    rows = [table.heads, *people] if any(table.heads.cells) else people
    return {
        "why": why,
        "columns": [{"number": at + 1, "title": clip(table.heads.cells[at]), "role": roles.get(at, ""),
                     "example": clip(next(filter(None, cells), ""))} for at, cells in table.columns.items()],
        "rows": [{"line": one.number, "cells": [*map(clip, one.cells)], "name": clip(one.name), "doubt": one.doubt}
                 for at, one in enumerate(rows) if at < _SHOWN or one.doubt],
        "states": [{"column": at + 1, "title": table.title(at), "values": [*map(list, values.most_common())]}
                   for at, values in states.items()],
        "sheets": found.sheets,
        "encodings": found.encodings,
    }  # fmt: skip


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


def _remarks(table: Table, people: Sequence[Line], playing: Sequence[Line], _: Catalog) -> Iterator[str]:
    """What was understood, what was left out, and what to look at."""
    if len(table.columns) > 1 or any(table.heads.cells):
        block = sorted(table.block.items(), key=lambda one: one[1])
        columns = ", ".join(f"{_(LABELS[f'role_{role}'])} = {table.title(at)}" for role, at in block)
        yield _("Columns used: {columns}.").format(columns=columns)
    unused = []
    for at in sorted({*table.columns} - {*table.block.values()}):  # what stands there, and how often, may say something of people
        values = Counter(filter(None, table.columns[at]))
        few = ", ".join(f"{clip(value)} {count}" for value, count in values.items()) if 1 < len(values) <= _FEW else ""
        unused.append(f"{table.title(at)} ({few})" if few else table.title(at))
    if unused:
        yield _("Columns not used: {columns}.").format(columns=", ".join(unused))
    if table.heads.number > 1:
        yield _("Line {line} has the headings. The lines above it were not used.").format(line=table.heads.number)
    if out := [clip(one.name) for one in people if one.name and one not in playing]:
        names = ", ".join([*out[:_MANY], *(["…"] if len(out) > _MANY else [])])
        yield _("Left out, as you said: {count} ({names}).").format(count=len(out), names=names)
    if nameless := [one.number for one in people if not one.name]:
        text = _.plural("Left out without a name: line {lines}.", "Left out without a name: lines {lines}.", len(nameless))
        yield text.format(lines=_ranges(nameless))


def runs_of(numbers: Iterable[int]) -> list[list[int]]:
    """Numbers of lines, those together that follow each other."""
    return [[number for _at, number in run] for _key, run in groupby(enumerate(sorted({*numbers})), lambda one: one[1] - one[0])]


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers of lines in short: ``2-13,15``."""
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs_of(numbers))
