"""Mistakes in a rulebook file, each with its key."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, Final, NoReturn, ParamSpec, TypeVar, cast, get_args

from msgspec import inspect

from bangxl import limits
from bangxl.locale.catalog import N_
from bangxl.rulebooks.schema import RulebookFile
from bangxl.tournament.rulebook import Games

T = TypeVar("T")
P = ParamSpec("P")

MISSPELT: Final = "misspelt"
"""The value that holds the name of an unknown key."""

_HEAD = re.compile(r"\s*(\[\[?)([^\[\]]+)\]")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")

_NONE: Final[Mapping[str, object]] = MappingProxyType({})


class Fault(Exception):  # noqa: N818 -- becomes a RulebookError once the file's name is known
    """A key with an impossible value, and the reason: a translatable text with its values.

    A tuple as value lists translatable texts; one of them would do.
    """

    def __init__(self, key: str, text: str, values: Mapping[str, object] = _NONE, cures: Mapping[str, object] = _NONE) -> None:
        super().__init__(key, text)
        self.key, self.text, self.values = key, text, {**values}
        self.blank: object = None  # in place of a missing key, so that the rest can be read
        self.cures = {**cures}  # what its sentence says to write, or (None) to remove: what else is wrong then?

    @property
    def place(self) -> str:
        """The key, also of one that is unknown or missing, with rows numbered like keys."""
        inside = str(self.values.get(MISSPELT) or self.values.get("missing", ""))
        return ".".join(filter(None, ("" if self.key == "file" else self.key, inside))).replace("[", ".").replace("]", "")

    def sentence(self, _: Callable[[str], str]) -> str:
        """The reason, in the language of a catalog."""
        either = {name: " / ".join(map(_, value)) for name, value in self.values.items() if isinstance(value, tuple)}
        theirs = _("To remove what comes from the base, write without = {theirs}.") if self.values.get("theirs") else ""
        return f"{_(self.text)} {theirs}".strip().format(**{**self.values, **either})


class _Nothing:
    """What could not be read, and each part of it."""

    def __getattr__(self, name: str) -> "_Nothing":
        return self


UNREAD: Final[Any] = _Nothing()


class Faults(list[Fault]):
    """All that is wrong in a file: its parts are read one by one, so that its author learns everything at once."""

    def __init__(self) -> None:
        super().__init__()
        self.incomplete = set[str]()  # tables that lack a key, of which no more can be said for sure

    def add(self, fault: Fault) -> None:
        """Of faults at one place the first is kept."""
        pairs = [sorted((f"{fault.place}.", f"{one.place}.")) for one in self]
        if fault.place.partition(".")[0] not in self.incomplete and not any(long.startswith(short) for short, long in pairs):
            self.append(fault)

    def read(self, part: Callable[P, T], /, *given: P.args, **named: P.kwargs) -> T:
        """A part; nothing where it is wrong, or needs what could not be read."""
        if not any(isinstance(one, _Nothing) for one in given):
            try:
                return part(*given, **named)
            except Fault as fault:
                self.add(fault)
        return cast("T", UNREAD)


class RulebookError(Exception):
    """A rulebook that cannot be used: ``file``, ``key``, ``reason``, ``line`` (0: unknown), and ``others``, more of its kind."""

    def __init__(self, file: str, fault: Fault, line: int = 0, others: Sequence["RulebookError"] = ()) -> None:
        self.file, self.key, self.fault, self.line, self.others = file, fault.key, fault, line, others
        self.reason, where = fault.sentence(str), f"{file}, line {line}" if line else file
        super().__init__("\n".join([f"{where}: {self.key}: {self.reason}", *map(str, others)]))


def fail(key: str, text: str, /, cures: Mapping[str, object] = _NONE, **values: object) -> NoReturn:
    """Refuse the file with this reason."""
    raise Fault(key, text, values, cures)


def forbid(key: str, text: str, /, **values: object) -> NoReturn:
    """Refuse the file for a key or table that must go: what else is wrong is then looked for without it."""
    raise Fault(key, text, values, {key: None})


def error_in(text: str, file: str, fault: Fault, *others: Fault) -> RulebookError:
    """Make the error with its line in the file: that of the misspelt key, otherwise of the key, otherwise of its table."""
    misspelt, key = str(fault.values.get(MISSPELT, "")), "" if fault.key == "file" else fault.key
    key = "without" if f'"{key}"' in str(fault.values.get("theirs", "")) else key  # only the base has it
    line = line_of(text, key, misspelt) if key or misspelt else 0
    return RulebookError(file, fault, line, [error_in(text, file, one) for one in others])


def line_of(text: str, key: str, inside: str = "") -> int:
    """The line of ``finals.brackets[1].matches``, or of ``inside`` in it, in a TOML text; without one, the line of its table.

    Lines count from 1; 0 if the text has neither, because a base has it.
    """
    starts = _lines_of_keys(text)
    if inside and (line := starts.get(f"{key}.{inside}" if key else inside)):
        return line
    while key and key not in starts:
        key = key.removesuffix("]").rpartition("[")[0] if key.endswith("]") else key.rpartition(".")[0]
    first = starts.get(key, 0)
    later = min((line for line in starts.values() if line > first), default=text.count("\n") + 2)
    row = re.compile(rf"[{{,]\s*{re.escape(inside)}\s*=")
    rows = (line for line, content in enumerate(text.split("\n"), 1) if first <= line < later and row.search(content))
    return next(rows, first) if inside and first else first


def _lines_of_keys(text: str) -> dict[str, int]:
    starts, table, count = dict[str, int](), "", Counter[str]()
    for line, written in enumerate(text.split("\n"), 1):
        if head := _HEAD.match(written):
            table = _plain(head[2])
            if head[1] == "[[":
                count[table] += 1
                table += f"[{count[table] - 1}]"
            starts.setdefault(table, line)
        elif key := _KEY.match(written):
            path = table
            for part in _plain(key[1]).split("."):
                path = f"{path}.{part}" if path else part
                starts.setdefault(path, line)
    return starts


def _plain(path: str) -> str:
    """A path without quotation marks and blanks."""
    return ".".join(part.strip().strip("\"'") for part in path.split("."))


def refuse_unfit(value: object, key: str = "") -> None:
    """Refuse numbers, texts and lists beyond the limits, which would make later computations endless.

    Also refuse texts and keys with characters unfit for cells, lines of a sheet or terminals, such as line ends.
    """
    for text in value if isinstance(value, dict) else (value,):
        if isinstance(text, str) and (sign := _CONTROL.search(text)):
            fail(key or "file", N_("A text contains the control character U+{code:04X}. Delete it."), code=ord(sign[0]))
    if isinstance(value, dict | list) and len(value) > limits.ENTRIES:
        fail(key or "file", N_("There are more than {most} entries. Delete some."), most=limits.ENTRIES)
    if isinstance(value, dict):
        for name, inside in value.items():
            refuse_unfit(inside, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for inside in value:
            refuse_unfit(inside, key)
    elif isinstance(value, str) and len(value) > limits.TITLE:
        fail(key, N_("A text is longer than {most} characters. Shorten it."), most=limits.TITLE)
    elif isinstance(value, int | float) and not abs(value) <= limits.AMOUNT:
        fail(key, N_("A number is larger than {most}. Write a smaller one."), most=limits.AMOUNT)


def require_code(key: str, code: str) -> str:
    """A code that a regulation chooses as a key of its table ``key``; a fault if workbooks could not store it."""
    if not re.fullmatch("[a-z0-9_]+", code):
        fail(f"{key}.{code}", N_("Use only small letters, digits and _ in this key."))
    return code


def by_number(key: str, rows: Mapping[str, T]) -> dict[int, T]:
    """A table with numbers as keys, written as in TOML, not ``007``."""
    if wrong := [text for text in rows if not re.fullmatch("0|[1-9][0-9]{0,8}", text)]:
        fail(f"{key}.{wrong[0]}", N_("This key must be a whole number."))
    return {int(text): value for text, value in rows.items()}


def known_sizes(key: str, sizes: tuple[int, ...], roles: Mapping[int, object]) -> tuple[int, ...]:
    """Check sizes of tables: all must have roles."""
    for size in sizes:
        if size not in roles:
            text = N_("There are no roles for {size} players. Write another size, or its roles.by_size, High Noon and amounts.")
            fail(key, text, size=size)
    return sizes


_OBJECTS: Final = (inspect.StructType, inspect.DataclassType)
_KINDS: Final[Sequence[tuple[type | tuple[type, ...], type, str]]] = (
    (inspect.IntType, int, N_("a whole number")),
    ((inspect.StrType, inspect.EnumType), str, N_("text in quotation marks")),
    (inspect.BoolType, bool, N_("true or false")),
    (inspect.DateType, date, N_("a date like 2010-04-19")),
    ((inspect.VarTupleType, inspect.TupleType), list, N_("a list in square brackets")),
    ((inspect.DictType, *_OBJECTS), dict, N_("a table")),
)
"""Kinds of values: in the schema, in Python after reading TOML, and their names for people."""
TABLE_KEYS: Final = {
    table: {key for one in (kind, *get_args(kind)) for key in getattr(one, "__struct_encode_fields__", ())}
    for table, kind in RulebookFile.__annotations__.items()
    if getattr(kind, "__origin__", None) is not dict
}
_LONGEST: Final = 40
"""How many characters of a wrong value to show."""


def wrong_shape(data: Mapping[str, object]) -> Iterator[Fault]:
    """What a file has that has another shape, or lacks."""
    yield from _table("", data, inspect.type_info(RulebookFile))


def _check(key: str, value: object, kind: inspect.Type) -> Iterator[Fault]:
    fitting = next((one for one in _kinds(kind) if _fits(value, one)), None)
    codes = [code for one in _kinds(kind) if isinstance(one, inspect.EnumType) for code in _codes(one)]
    if codes and value not in codes:
        text = N_("{found} is not possible here. Choose from: {known}.")
        if key == "rounds.games" and isinstance(value, int | list):
            text = N_("{found} is possible in a row: by_players = [{{ from = 10, games = [3] }}]. Here choose from: {known}.")
        yield Fault(key, text, {"found": _value_text(value), "known": ", ".join(codes)})
    elif fitting is None:
        text = N_("{found} is not possible here. Write {needed}.")
        if key.startswith("rounds.by_players") and value in [*Games]:  # the words and the rows have one name
            text = N_("Write games = {found} in [rounds], in place of by_players.")
        yield Fault(key, text, {"found": _value_text(value), "needed": _needed(kind)})
    elif isinstance(value, dict):
        yield from _table(key, value, fitting)
    elif isinstance(value, list):
        yield from _items(key, value, fitting)


def _kinds(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _needed(kind: inspect.Type) -> tuple[str, ...]:
    return tuple(name for one in _kinds(kind) for of, _python, name in _KINDS if isinstance(one, of))


def _fits(value: object, kind: inspect.Type) -> bool:
    """Whether TOML gave a value of this kind; its contents are checked later."""
    if isinstance(value, bool | datetime):
        return isinstance(value, bool) and isinstance(kind, inspect.BoolType)
    return any(isinstance(kind, of) and isinstance(value, python) for of, python, _name in _KINDS)


def _table(key: str, rows: Mapping[str, object], kind: inspect.Type) -> Iterator[Fault]:
    fields = kind.fields if isinstance(kind, _OBJECTS) else ()
    of = {field.encode_name: field.type for field in fields}
    if isinstance(kind, inspect.DictType):
        of = dict.fromkeys(_codes(kind.key_type) if isinstance(kind.key_type, inspect.EnumType) else rows, kind.value_type)
    required = {field.encode_name for field in fields if field.required} - rows.keys()
    for name, value in rows.items():
        inside = f"{key}.{name}" if key else name
        if name in of:
            yield from _check(inside, value, of[name])
        else:
            text = N_("There is no key «{name}». Correct its spelling, or leave it out. Possible keys: {known}.")
            other = ", ".join(f"[{table}]" for table, keys in TABLE_KEYS.items() if name in keys and not isinstance(value, dict))
            near = "".join(get_close_matches(name, required, 1) or get_close_matches(name, of, 1, 0.7))
            if other and near not in required:
                text = N_("There is no key «{name}» here: it is a key of {other}. Move it. Possible keys here: {known}.")
            elif near:
                text = N_("There is no key «{name}»: did you mean «{near}»? Possible keys: {known}.")
            known = ", ".join(of)
            fault = Fault(key or "file", text, {"name": inside, MISSPELT: name, "other": other, "near": near, "known": known})
            if not other and near:
                required.discard(near)
                fault.cures[f"{key}.{near}" if key else near] = value
            yield fault
    for field in fields:
        if field.encode_name in required:
            values = {"missing": field.encode_name, "needed": _needed(field.type)}
            fault = Fault(key or "file", N_("The key «{missing}» is missing. Add it: {needed}."), values)
            fault.blank = _sample(field.type)
            yield fault


def _sample(kind: object) -> object:
    if isinstance(kind, _OBJECTS):
        return {field.encode_name: _sample(field.type) for field in kind.fields if field.required}
    if isinstance(kind, inspect.EnumType):
        return _codes(kind)[0]
    return next(date.max if python is date else python() for of, python, _name in _KINDS if isinstance(kind, of))


def _items(key: str, items: Sequence[object], kind: inspect.Type) -> Iterator[Fault]:
    kinds = (kind.item_type,) * len(items) if isinstance(kind, inspect.VarTupleType) else getattr(kind, "item_types", ())
    if len(items) != len(kinds):
        text = N_("Write a list of {count} entries. This one has {found}.")
        yield Fault(key, text, {"count": len(kinds), "found": len(items)})
        return
    for i, (item, of) in enumerate(zip(items, kinds, strict=True)):
        yield from _check(f"{key}[{i}]", item, of)


def _codes(kind: inspect.EnumType) -> list[str]:
    return [str(one) for one in kind.cls if str(one)]


def _value_text(value: object) -> str:
    """A wrong value as TOML writes it, shortened."""
    if isinstance(value, dict | list):
        return "{…}" if isinstance(value, dict) else "[…]"
    text = str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
