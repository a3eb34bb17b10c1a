"""Read a rulebook file strictly: report each unknown and each missing key.

A file may say "like the other one, except …": its tables override those of a base that comes with bangxl.

The stored plans of the mixed draw are in ``plans.json`` beside the regulations: all rounds of a tournament at once, with as few
repeated meetings as possible.
"""

import json
import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import msgspec

from bangxl import limits
from bangxl.locale.catalog import LANGUAGES, N_, catalog, in_runs
from bangxl.rulebooks.faults import TABLE_KEYS, UNREAD, Fault, Faults, RulebookError, error_in, fail, refuse_unfit, wrong_shape
from bangxl.rulebooks.reader import build_rulebook
from bangxl.rulebooks.schema import RulebookFile
from bangxl.rulebooks.sets import character_sets, together
from bangxl.rulebooks.tables import needed
from bangxl.tournament.identity import canonical
from bangxl.tournament.model import Outcome
from bangxl.tournament.rulebook import Rulebook, SeatingPlan

Data = dict[str, Any]
_FOLDER: Final = resources.files("bangxl.rulebooks")

_NEEDED: Final = "players", "roles", "characters"
"""Tables without whose keys too little can be said of the rest."""
_PLACE: Final = re.compile(r"at line (\d+), column (\d+)")
"""The position where the TOML parser stopped."""

__all__ = ["RulebookError", "load", "our_rulebook", "parse_rulebook", "rulebook_ids"]


@cache
def rulebook_ids() -> tuple[str, ...]:
    """The ids of the rulebooks that come with bangxl."""
    return tuple(sorted(f.name.removesuffix(".toml") for f in _FOLDER.iterdir() if f.name.endswith(".toml")))


def load(rulebook: str) -> Rulebook:
    """The rulebook with this id, or in this .toml file of a referee, whose text it then carries along.

    Raises RulebookError if it does not exist, or if the file is wrong.
    """
    if not rulebook.endswith(".toml"):
        return our_rulebook(rulebook)
    path = Path(rulebook)
    try:
        if not path.is_file():
            no_file = N_("There is no such file. Check the name, or choose from: {known}.")
            raise RulebookError(rulebook, Fault("file", no_file, {"known": ", ".join(rulebook_ids())}))
        text = limits.read_at_most(path, limits.SETTINGS).decode("utf-8-sig").replace("\r\n", "\n")
    except (ValueError, OSError) as error:  # also a name that no file can have
        texts: dict[type, str] = {UnicodeDecodeError: N_("This file is not UTF-8 text. Save it as UTF-8.")}
        texts[limits.TooLargeError] = N_("The file is longer than {most} characters, too long for a workbook. Shorten it.")
        reason = texts.get(type(error), N_("The file cannot be read ({reason})."))
        raise RulebookError(path.name, Fault("file", reason, {"reason": error, "most": limits.RULEBOOK})) from None
    return replace(parse_rulebook(text, path.name, new=True), text=text)


@cache
def our_rulebook(rulebook: str) -> Rulebook:
    """The rulebook with this id that comes with bangxl; it is read only once. RulebookError: a path is no id."""
    if rulebook not in rulebook_ids():
        known = ", ".join(rulebook_ids())
        raise RulebookError(rulebook, Fault("file", N_("There is no such regulation. Choose from: {known}."), {"known": known}))
    return parse_rulebook((_FOLDER / f"{rulebook}.toml").read_text(encoding="utf-8"), f"{rulebook}.toml", own=False)


def parse_rulebook(text: str, file: str, *, own: bool = True, new: bool = False) -> Rulebook:
    """Read the rulebook in a TOML text; errors name ``file``. Its ``base`` is ours; a referee's ``own`` has another id.

    ``new``: also refuse leftovers of a base, with which a workbook that has such a regulation plays on.
    """
    cures: Data = {}
    rulebook, faults = _attempt(text, cures, own=own, new=new)
    faults.incomplete.clear()
    while told := {key: value for fault in faults for key, value in fault.cures.items() if key not in cures}:
        said = {(fault.text, fault.place.partition(".")[0]) for fault in faults}
        for fault in _attempt(text, cures := {**cures, **told}, own=own, new=new)[1]:
            if (fault.text, fault.place.partition(".")[0]) not in said:  # of the same table, of which a part went
                faults.add(fault)
    if faults:
        raise error_in(text, file, *faults)
    return rulebook if rulebook.fixed_tables or rulebook.league else replace(rulebook, plan=stored_plan)


def _attempt(text: str, cures: Data, *, own: bool, new: bool) -> tuple[Rulebook, Faults]:
    """The rulebook in a TOML text, as far as it can be read with these ``cures``, and what is wrong."""
    faults = Faults()
    raw = faults.read(_file, text, faults, cures, own=own, new=new)
    rulebook = faults.read(build_rulebook, raw, faults)
    if own and raw.id in rulebook_ids():
        faults.add(Fault("id", N_("A regulation that comes with bangxl has this id. Write another one.")))
    for fault in faults:
        if "against" in fault.values:  # keys of which some may be the base's
            theirs = _of_base(tomllib.loads(text), [fault.key, *str(fault.values["against"]).split()])
            fault.values["theirs"] = json.dumps(theirs).removesuffix("[]")
            fault.cures |= dict.fromkeys(theirs)
    return rulebook, faults


def _file(text: str, faults: Faults, cures: Data, *, own: bool, new: bool) -> RulebookFile:
    """The tables of a TOML text, without those parts that ``faults`` then names. Fault if it is not TOML.

    In a referee's ``own`` an article of the base says whose it is. ``new``: without leftovers of a base.
    """
    if len(text) > limits.RULEBOOK or max(line.count(".") for line in text.split("\n")) > limits.DOTS:
        too_long = N_("The file is longer than {most} characters, or a line has more than {dots} dots. Shorten it.")
        fail("file", too_long, most=limits.RULEBOOK, dots=limits.DOTS)
    try:
        written = tomllib.loads(text)
        refuse_unfit(written)
        for key, value in cures.items():
            _cure(written, key, value)
        data = merge_base(written, (lambda base: _with_articles_of(base, "", _base(base))) if own else _base, faults)
        if (with_sets := faults.read(_with_sets, data, written)) is UNREAD:
            _remove(data, "characters.sets")
        else:
            data = with_sets
        faults += (wrong := [*(_blank_texts(written) if new else ()), *wrong_shape(data)])
        _blank(data, faults)
        if new and not any(wrong_shape(data)):
            misshapen = {fault.place.partition(".")[0] for fault in wrong if "found" in fault.values}
            faults.read(_refuse_leftovers, written, misshapen, msgspec.convert(data, RulebookFile))
            for key in [key for key, value in faults[-1].cures.items() if value is None] if faults else ():
                _remove(data, key)
        return UNREAD if any(wrong_shape(data)) else msgspec.convert(data, RulebookFile)
    except tomllib.TOMLDecodeError as error:
        if place := _PLACE.search(str(error)):
            text = N_(
                "Line {line}, column {column} cannot be read. Look there and before it for a missing or extra"
                " character, or for a key that is there twice."
            )
            fail("file", text, line=int(place[1]), column=int(place[2]))
        fail("file", N_("The file ends before a bracket or quotation mark is closed, or before a value. Complete it."))
    except (ValueError, RecursionError) as error:  # also for numbers of thousands of digits, and brackets as deep
        fail("file", N_("The file cannot be read, because a value is not possible ({reason})."), reason=error)


def _blank_texts(value: object, key: str = "") -> Iterator[Fault]:
    """Titles and articles of a file in which there is nothing to read."""
    if isinstance(value, str) and re.search(r"\b(title|article)$|^conduct\.rules\.", key) and not canonical(value):
        yield Fault(key, N_("This text is blank. Write one."))
    for name, inside in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from _blank_texts(inside, f"{key}[{name}]" if isinstance(value, list) else f"{key}.{name}".lstrip("."))


def _blank(data: Data, faults: Faults) -> None:
    """Remove what has a wrong shape, and write something in place of what is missing, so that the rest can be read."""
    for fault in [*wrong_shape(data)]:
        _remove(data, fault.place)
    for fault in [*wrong_shape(data)]:  # now only what is missing
        above, _dot, key = fault.place.rpartition(".")
        if key == "article" or ("missing" in fault.values and not fault.place.startswith(_NEEDED)):
            _value_at(data, above)[key] = fault.blank
            faults.incomplete |= set() if key == "article" else {fault.place.partition(".")[0]}


def _cure(written: Data, path: str, value: Any) -> None:  # noqa: ANN401 - what TOML has
    """Write a value at a key of a file, or remove it, from the base too."""
    gone = path
    while _remove(written, gone) and not _value_at(written, gone := gone.rpartition(".")[0]):
        pass  # an empty table would stand in place of the base's
    if value is not None and "[" not in path:
        for name in reversed(path.split(".")):
            value = {name: value}
        written.update(merge(written, value))
    elif value is None and isinstance(without := written.get("without", []), list) and "base" in written:
        written["without"] = [*without, path]


def _refuse_leftovers(written: Data, misshapen: Collection[str], raw: RulebookFile) -> None:
    """Refuse what goes with winnings, prizes or tables of a base, but ``misshapen`` ones, if the file changes these silently."""
    own = {key: value for key, value in written.items() if key == "without" or key not in misshapen}
    measured = ("bonuses.alive", "bonuses.killed_sheriff", "standings.once", "standings.factor")
    places = ("", *(f"scoring.{code}." for code in own.get("scoring", {})))
    changed = [f"{at}payouts.{won}" for at in places for won in Outcome if {*_value_at(own, f"{at}payouts.{won}")} - {"article"}]
    going = [f"{at}{key}" for at in places for key in measured if changed]
    if _value_at(own, "prizes.by_rounds"):
        going += [f"prizes.by_rounds.{row.total}" for row in raw.rounds.by_players]
    if {"any", "extension"} & {*_value_at(own, "tables")}:
        even = {*_value_at(own, "tables.any")}  # any other tables of the base would be drawn first
        other = ["tables.chart", "tables.extension", "tables.counts", "tables.sizes"] if even else []
        if {*raw.tables.single} - (even or {size for size, key in needed(raw).items() if key != "tables.single"}):
            other.append("tables.single")
        going = [*other, *going]
        if even and _value_at(own, "tables.sizes") and not _value_at(own, "tables.counts"):
            fail("tables.sizes", N_("Delete this key: without counts it has no effect."), {"tables.sizes": None})
    if left := _of_base(own, [key for key in going if key.partition(".")[0] not in misshapen]):
        reason = N_("This changes the base, but not what goes with it. Write your own, or remove the base's: without = {keys}.")
        key = left[0] if left[0].startswith(("tables.", "prizes.")) else changed[0]
        fail(key, reason, dict.fromkeys(left), keys=json.dumps(left))


def _of_base(own: Data, keys: Sequence[str]) -> list[str]:
    """Of these keys of a file those that only its base has."""
    data = merge_base(own, _base)
    theirs = [key for key in keys if _value_at(data, key) and not _value_at(own, key)]
    return [key for key in theirs if not any(key.startswith(f"{other}.") for other in theirs)]


def _value_at(data: object, path: str) -> Any:  # noqa: ANN401 - what TOML has
    """What is at a key, such as ``rounds.by_players``; an empty table if nothing is."""
    for name in filter(None, path.split(".")):
        rows = {str(i): row for i, row in enumerate(data)} if isinstance(data, list) else data
        data = rows.get(name, {}) if isinstance(rows, dict) else {}
    return data


def _with_sets(data: Data, own: Data) -> Data:
    """The tables with the characters of the sets that ``characters`` names, in place of a base's."""
    table = data.get("characters")
    if not isinstance(table, dict) or "sets" not in own.get("characters", {}):
        return data
    if {"names", "exceptions", "lives"} & {*own["characters"]}:
        fail("characters.sets", N_("Write the sets, or names and life points of your own, not both."))
    sets, known = table["sets"], ", ".join(character_sets())
    right = isinstance(sets, list) and all(sets.count(one) == 1 and one in [*character_sets()] for one in sets)
    if not right or sets[:1] != ["base"]:  # whoever has another box plays with the base game's, too
        fail("characters.sets", N_("Write a list of different sets that begins with base. Choose from: {known}."), known=known)
    characters = together(sets)
    lives = max(characters.values())
    exceptions = {name: fewer for name, fewer in characters.items() if fewer != lives}
    return {**data, "characters": {**table, "names": [*characters], "lives": lives, "exceptions": exceptions}}


def taken_from_base(text: str) -> str:
    """What a rulebook file takes from its base as it is, as TOML names it: tables, and keys of tables that it changes."""
    own = tomllib.loads(text)
    return ", ".join(_taken(own, merge_base(own, _base), own.get("without", ()))) if "base" in own else ""


def _taken(own: Data, data: Data, without: Sequence[str], at: str = "") -> Iterator[str]:
    gone = {"names", "exceptions", "lives"} if "sets" in own else {"by_rounds"} if "from_fees" in own else set()
    for key in sorted(data.keys() - gone - {"article"}) if at else data:
        inside, changed = data[key], own.get(key)
        is_part = isinstance(changed, dict) or any(str(one).startswith(f"{at}{key}.") for one in without)
        if isinstance(inside, dict) and is_part:
            if rows := [row for row in inside.keys() - (changed or {}) if row.isdecimal()]:
                yield f"{at}{key} ({in_runs(map(int, rows))})"
            yield from _taken(dict.fromkeys(rows) | (changed or {}), inside, without, f"{at}{key}.")
        elif key not in own:
            yield f"{at}{key}"


def _with_articles_of(base: str, key: str, value: Any) -> Any:  # noqa: ANN401 - what TOML has
    """The tables of a base, whose articles name it."""
    if isinstance(value, dict):  # the rules of conduct have an article each
        return {name: _with_articles_of(base, key if key == "rules" else name, one) for name, one in value.items()}
    return f"{base}: {value}" if key in {"article", "rules"} and value else value


def _base(rulebook: str) -> dict[str, Any]:
    if rulebook not in rulebook_ids():
        fail("base", N_("There is no such regulation. Choose from: {known}."), known=", ".join(rulebook_ids()))
    return merge_base(tomllib.loads((_FOLDER / f"{rulebook}.toml").read_text(encoding="utf-8")), _base)


def merge_base(data: Data, base_of: Callable[[str], Data], faults: Faults | None = None) -> Data:
    """Merge the file's data over its ``base``, if it names one, without the tables in ``without``.

    Tables are merged key by key, also rows by number; anything else, also a row, a list or amounts by size, replaces the base's
    value. Nothing that names the base is taken from it. ``base_of`` reads a base. Fault at ``base``, ``without`` or ``id``.
    """
    own = dict(data)
    if "base" not in data:
        if faults is not None and own.pop("without", None):
            text = N_("Delete this key: a file without a base has nothing to remove.")
            faults.append(Fault("without", text, cures={"without": None}))
        return own
    base, without = own.pop("base"), own.pop("without", [])
    if not isinstance(base, str):
        fail("base", N_("Write the id of a regulation that comes with bangxl."))
    below = base_of(base)
    if not isinstance(without, list):
        fail("without", N_("Write a list of keys of the base."))
    for key in without:
        table, _dot, name = str(key).partition(".")
        could_be = table in RulebookFile.__struct_fields__ and name in ["", *TABLE_KEYS.get(table, ())]  # then there is nothing
        if not _remove(below, str(key)) and faults is not None and not could_be:
            above = str(key).rpartition(".")[0]
            there = {"at": above or base, "known": ", ".join(_value_at(below, above)) or "–"}
            text = N_("There is no key «{found}»: correct it, or leave it out. {at} has: {known}.")
            faults.append(Fault("without", text, {"found": key, **there}))
    language = own["language"] if own.get("language") in [*LANGUAGES] else below["language"]
    changed = catalog(language)(N_("after {article}, changed"))
    return merge(_within(own, {key: value for key, value in below.items() if key not in NAMING}), own, changed)


NAMING: Final = frozenset({"id", "title", "source", "decisions"})
"""What says which text a file is, or where that text is silent."""


def _within(own: Data, below: Data) -> Data:
    """The tables of a base, without rows for fewer or more players than the file says: nobody can play by them."""
    numbers = [_value_at(own, f"players.{key}") or _value_at(below, f"players.{key}") for key in ("minimum", "maximum")]
    if not all(isinstance(number, int) for number in numbers):
        return below
    least, most = numbers
    for key in ("rounds.by_players", "tables.counts", "knockout.by_players"):
        rows = [
            {**row, "from": max(row["from"], least), "to": min(row.get("to", most), most)}
            for row in _value_at(below, key) or ()
            if row["from"] <= most and row.get("to", most) >= least
        ]
        table, _dot, name = key.partition(".")
        below = {**below, table: {**below[table], name: rows}} if rows else below
    return below


def merge(below: Data, above: Data, changed: str = "{article}") -> Data:
    """Merge two tables: if both have a table under a key, merge these too, otherwise take the value from ``above``.

    A table that differs and names no article of its own stands «after» that of ``below``: ``changed`` says so.
    """
    result = dict(below)
    for key, value in above.items():
        under = result.get(key)
        is_table = isinstance(value, dict) and not all(one.isdecimal() and isinstance(it, int | str) for one, it in value.items())
        # amounts by a number are one value
        result[key] = merge(under, value, changed) if isinstance(under, dict) and is_table else value
    if "article" in below and "article" not in above and _own(result) != _own(below):
        result["article"] = changed.format(article=below["article"])
    return result


def _own(table: Data) -> Data:
    """A table without the tables inside it that have articles of their own."""
    return {key: value for key, value in table.items() if not (isinstance(value, dict) and "article" in value)}


def _remove(data: Data, path: str) -> bool:
    """Remove a key, such as ``rounds.by_players``; false if there is none."""
    above, _dot, last = path.rpartition(".")
    table = _value_at(data, above)
    return isinstance(table, dict) and table.pop(last, None) is not None


@cache
def _plans() -> Mapping[tuple[int, ...], SeatingPlan]:
    """The stored plans by players, rounds, whether tables are balanced, and their sizes."""
    rows = json.loads((_FOLDER / "plans.json").read_text(encoding="utf-8"))["plans"]
    keys = ((row["players"], row["rounds"], row["balance"], *sorted(row["sizes"])) for row in rows)
    plans = (msgspec.convert({**row, "rounds": row["schedule"]}, SeatingPlan) for row in rows)
    return dict(zip(keys, plans, strict=True))


def stored_plan(players: int, rounds: int, sizes: Sequence[int], *, balance: bool) -> SeatingPlan | None:
    """The stored plan for this many players, rounds and table sizes in any order; None if there is none."""
    return _plans().get((players, rounds, balance, *sorted(sizes)))
