"""What makes a JSON text no tournament: a fault with the path at which it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NoReturn

import msgspec

from bangxl import limits
from bangxl.interchange import schema
from bangxl.locale.catalog import N_

NULLABLE: Final = frozenset({"alive", "bid", "lives", "opener"})
"""A cell that somebody left blank; an auction that nobody opened."""

KNOWN: Final = frozenset(
    field.encode_name
    for struct in vars(schema).values()
    if isinstance(struct, type) and issubclass(struct, msgspec.Struct) and struct is not msgspec.Struct
    for field in msgspec.structs.fields(struct)
)


class MalformedError(ValueError):
    """The text is no tournament: ``path`` says where (``$.games[0].seats[1].bid``), a text of the catalogs with values why."""

    def __init__(self, text: str, path: str = "$", **values: object) -> None:
        super().__init__(f"{path}: {text.format(**values)}")
        self.text, self.values, self.path = text, values, path

    @property
    def reason(self) -> str:
        """In English."""
        return self.told(str)

    def told(self, _: Callable[[str], str]) -> str:
        """Why, in the language of a catalog."""
        return _(self.text).format(**self.values)


_SAID: Final = (
    (r"Expected `(?P<wanted>.+)`, got `(?P<found>.+)`", N_("here stands «{found}»; needed: «{wanted}»")),
    (r"Expected (?P<wanted>.+)", N_("needed: {wanted}")),
    (r"Object missing required field `(?P<missing>.+)`", N_("the key «{missing}» is missing")),
    (r"Object contains unknown field `(?P<key>.+)`", N_("there is no key «{key}»")),
    (r"Invalid enum value (?P<found>.+)", N_("{found} is none of the words that can stand here")),
    (r"JSON is malformed: .*\(byte (?P<byte>\d+)\)", N_("this is no JSON: byte {byte} does not belong there")),
    (r"Input data was truncated", N_("this is no JSON: it ends in the middle")),
)
"""What msgspec says of a JSON, and how we say it; in backquotes it names types as JSON does."""


def heard(error: Exception) -> MalformedError:
    """What msgspec says, as our fault."""
    if isinstance(error, RecursionError):
        return MalformedError(N_("this is no JSON of a tournament: brackets stand in brackets without end"))
    if isinstance(error, UnicodeDecodeError):
        return MalformedError(N_("this is no JSON: its letters are not written as UTF-8"))
    reason, _at, path = str(error).partition(" - at ")
    where = path.strip("`") or "$"
    for pattern, text in _SAID:
        if match := re.fullmatch(pattern, reason):
            return MalformedError(text, where, **match.groupdict())
    return MalformedError(N_("this is no JSON, or none of a tournament ({reason})"), where, reason=reason)


def refuse(path: str, text: str, **values: object) -> NoReturn:
    """Raise the fault."""
    raise MalformedError(text, path, **values)


def refuse_null(path: str, value: object) -> None:
    """A key that we know is of its type, or absent: null only where NULLABLE says what it means; and nothing is too long."""
    if isinstance(value, dict | list) and len(value) > limits.LINES:
        refuse(path, N_("more than {most} entries"), most=limits.LINES)
    if isinstance(value, dict):
        for key, inner in value.items():
            if inner is None and key in KNOWN - NULLABLE:
                refuse(f"{path}.{key}", N_("null; leave the key out instead"))
            refuse_null(f"{path}.{key}", inner)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            refuse_null(f"{path}[{index}]", inner)


def once(path: str, keys: Sequence[object], text: str) -> None:
    """Refuse what stands twice."""
    if len(set(keys)) < len(keys):
        refuse(path, text)
