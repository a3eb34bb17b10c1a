"""What makes a JSON text no tournament: a fault with the path at which it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NoReturn

import msgspec

from bangxl import limits
from bangxl.interchange import schema

NULLABLE: Final = frozenset({"alive", "bid", "lives", "opener"})
"""A cell that somebody left blank; an auction that nobody opened."""

KNOWN: Final = frozenset(
    field.encode_name
    for struct in vars(schema).values()
    if isinstance(struct, type) and issubclass(struct, msgspec.Struct) and struct is not msgspec.Struct
    for field in msgspec.structs.fields(struct)
)


class MalformedError(ValueError):
    """The text is no tournament: ``reason`` says why, ``path`` where (``$.games[0].seats[1].bid``)."""

    def __init__(self, reason: str, path: str = "$") -> None:
        super().__init__(f"{path}: {reason}")
        self.reason, self.path = reason, path


def refuse(path: str, reason: str) -> NoReturn:
    """Raise the fault."""
    raise MalformedError(reason, path)


def refuse_null(path: str, value: object) -> None:
    """A key that we know is of its type, or absent: null only where NULLABLE says what it means; and nothing is too long."""
    if isinstance(value, dict | list) and len(value) > limits.LINES:
        refuse(path, f"more than {limits.LINES} entries")
    if isinstance(value, dict):
        for key, inner in value.items():
            if inner is None and key in KNOWN - NULLABLE:
                refuse(f"{path}.{key}", "null; leave the key out instead")
            refuse_null(f"{path}.{key}", inner)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            refuse_null(f"{path}[{index}]", inner)


def once(path: str, keys: Sequence[object], reason: str) -> None:
    """Refuse what stands twice."""
    if len(set(keys)) < len(keys):
        refuse(path, reason)
