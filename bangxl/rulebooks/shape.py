"""Whether a file has the shape of the schema: every key is known, none is missing, and each holds what it can hold.

The same that converting it would find, but told in words of ours, and with the whole path of the key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Final

from msgspec import inspect

from bangxl.locale.catalog import N_
from bangxl.rulebooks.faults import fail
from bangxl.rulebooks.schema import RulebookFile

TABLES: Final = inspect.DictType | inspect.StructType
LISTS: Final = inspect.VarTupleType | inspect.TupleType
_KINDS: Final[Sequence[tuple[type | tuple[type, ...], type, str]]] = (
    (inspect.IntType, int, N_("a whole number")),
    ((inspect.StrType, inspect.EnumType), str, N_("a text in quotation marks")),
    (inspect.BoolType, bool, N_("true or false")),
    (inspect.DateType, date, N_("a day like 2010-04-19")),
    ((inspect.VarTupleType, inspect.TupleType), list, N_("a list in square brackets")),
    ((inspect.DictType, inspect.StructType), dict, N_("a table")),
)
"""Kinds of values: in the schema, as TOML is read, and what people call them."""
_LONGEST: Final = 40
"""Characters of a wrong value that are told."""


def check_shape(data: Mapping[str, object]) -> None:
    """Refuse a file of another shape."""
    _table("", data, inspect.type_info(RulebookFile))


def _check(key: str, value: object, kind: inspect.Type) -> None:
    kinds = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    fitting = next((one for one in kinds if _fits(value, one)), None)
    if fitting is None:
        needed = tuple(said for one in kinds for of, _python, said in _KINDS if isinstance(one, of))
        fail(key, N_("here stands {found}; needed: {needed}"), found=_shown(value), needed=needed)
    elif isinstance(value, dict):
        _table(key, value, fitting)
    elif isinstance(value, list):
        _items(key, value, fitting)
    elif isinstance(fitting, inspect.EnumType) and value not in (known := _codes(fitting)):
        fail(key, N_("here stands {found}; known are {known}"), found=_shown(value), known=", ".join(known))


def _fits(value: object, kind: inspect.Type) -> bool:
    """Whether TOML has read a value of this kind; what is in it is looked at afterwards."""
    if isinstance(value, bool | datetime):
        return isinstance(value, bool) and isinstance(kind, inspect.BoolType)
    return any(isinstance(kind, of) and isinstance(value, python) for of, python, _said in _KINDS)


def _table(key: str, rows: Mapping[str, object], kind: inspect.Type) -> None:
    if isinstance(kind, inspect.StructType):
        fields = {field.encode_name: field for field in kind.fields}
        for name in rows:
            if name not in fields:
                _unknown(key, name, list(fields))
        for name, value in rows.items():
            _check(_inside(key, name), value, fields[name].type)
        for name, field in fields.items():
            if field.required and name not in rows:
                fail(key or "file", N_("the key «{missing}» is missing"), missing=name)
    elif isinstance(kind, inspect.DictType):
        for name, value in rows.items():
            if isinstance(kind.key_type, inspect.EnumType) and name not in (known := _codes(kind.key_type)):
                _unknown(key, name, known)
            _check(_inside(key, name), value, kind.value_type)


def _items(key: str, items: Sequence[object], kind: inspect.Type) -> None:
    if isinstance(kind, inspect.TupleType):
        if len(items) != len(kind.item_types):
            fail(key, N_("a list of {count} is needed, not of {found}"), count=len(kind.item_types), found=len(items))
        for i, (item, of) in enumerate(zip(items, kind.item_types, strict=True)):
            _check(f"{key}[{i}]", item, of)
    elif isinstance(kind, inspect.VarTupleType):
        for i, item in enumerate(items):
            _check(f"{key}[{i}]", item, kind.item_type)


def _unknown(key: str, name: str, known: Sequence[str]) -> None:
    text = N_("there is no key «{name}». Correct its spelling, or leave it out; known are {known}")
    fail(key or "file", text, name=_inside(key, name), misspelt=name, known=", ".join(known))


def _codes(kind: inspect.EnumType) -> list[str]:
    return [str(one) for one in kind.cls]


def _inside(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _shown(value: object) -> str:
    """A wrong value as TOML writes it, in short."""
    if isinstance(value, dict):
        return "{…}"
    if isinstance(value, list):
        return "[…]"
    said = str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"
