"""A rulebook that reads as "the other one, except …": its tables are laid over those of a base that comes with bangxl."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bangxl.rulebooks.faults import fail

Data = dict[str, Any]


def patched(data: Data, base_of: Callable[[str], Data]) -> Data:
    """What the file says, over its ``base`` if it names one, less what it lists in ``without``.

    Tables are merged key by key; anything else, also a row or a list, replaces what the base has. ``base_of`` reads a base
    by its id. Raises Fault at ``base``, ``without`` or ``id``.
    """
    if "base" not in data:
        return data
    own = dict(data)
    base, without = own.pop("base"), own.pop("without", [])
    if not isinstance(base, str):
        fail("base", "the id of a rulebook that comes with bangxl is needed")
    if "id" not in own:
        fail("id", "a patch needs an id of its own")
    below = base_of(base)
    if not isinstance(without, list):
        fail("without", "a list of the base's keys is needed")
    for key in without:
        _remove(below, key)
    return merged(below, own)


def merged(below: Data, above: Data) -> Data:
    """Both tables as one; where both have a table, that is merged, otherwise the one above holds."""
    result = dict(below)
    for key, value in above.items():
        under = result.get(key)
        result[key] = merged(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return result


def _remove(data: Data, path: object) -> None:
    """Take out ``rounds.by_players``."""
    *tables, last = str(path).split(".")
    table: object = data
    for name in tables:
        table = table.get(name) if isinstance(table, dict) else None
    if not isinstance(table, dict) or last not in table:
        fail("without", f"the base has no {path!r}")
    del table[last]
