"""What is wrong in a rulebook file, said with the key where it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NoReturn, TypeVar

from bangxl import limits

T = TypeVar("T")

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


class RulebookError(Exception):
    """A rulebook that cannot be used: ``file``, ``key`` and ``reason`` say why."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}")
        self.file, self.key, self.reason = file, key, reason


class Fault(Exception):  # noqa: N818 -- becomes a RulebookError as soon as the file's name is known
    """A key that holds what it cannot, and the reason."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(key, reason)
        self.key, self.reason = key, reason


def fail(key: str, reason: str) -> NoReturn:
    """Refuse the file."""
    raise Fault(key, reason)


def refuse_controls(value: object, key: str = "") -> None:
    """Refuse texts with characters that no cell, no line of a sheet and no terminal shall get: line ends are some of them."""
    if isinstance(value, dict):
        for name, inside in value.items():
            refuse_controls(name, key or "file")
            refuse_controls(inside, f"{key}.{name}" if key else name)
    elif isinstance(value, list):
        for inside in value:
            refuse_controls(inside, key)
    elif isinstance(value, str) and (found := _CONTROL.search(value)):
        fail(key, f"a text holds the control character U+{ord(found[0]):04X}; leave it out")


def refuse_too_much(value: object, key: str = "") -> None:
    """Refuse numbers, texts and lists beyond the limits: whatever reckons with them would not end."""
    if isinstance(value, dict | list):
        if len(value) > limits.ENTRIES:
            fail(key or "file", f"more than {limits.ENTRIES} entries")
        for name, inside in value.items() if isinstance(value, dict) else ((key, inside) for inside in value):
            refuse_too_much(inside, f"{key}.{name}" if key and isinstance(value, dict) else str(name))
    elif isinstance(value, str) and len(value) > limits.WORDS:
        fail(key or "file", f"a text is longer than {limits.WORDS} characters")
    elif isinstance(value, int | float) and not abs(value) <= limits.AMOUNT:
        fail(key, f"a number is greater than {limits.AMOUNT}")


def id_in(key: str, text: str) -> str:
    """A rulebook's id: it is a name, never a path."""
    if not re.fullmatch("[a-z0-9-]{1,64}", text):
        fail(key, "the id must be of small letters, digits and hyphens, at most 64")
    return text


def whole(key: str, text: str) -> int:
    """The number that is a key of the table ``key``; as TOML writes numbers, not ``007``."""
    if not re.fullmatch("0|[1-9][0-9]{0,8}", text):
        fail(f"{key}.{text}", "the key must be a whole number")
    return int(text)


def code_in(key: str, code: str) -> str:
    """The code that is a key of the table ``key``: it is stored in workbooks."""
    if not re.fullmatch("[a-z0-9_]+", code):
        fail(f"{key}.{code}", "the key must be a code of small letters and digits")
    return code


def by_number(key: str, rows: Mapping[str, T]) -> dict[int, T]:
    """A table whose keys are numbers."""
    return {whole(key, text): value for text, value in rows.items()}


def known_sizes(key: str, sizes: tuple[int, ...], roles: Mapping[int, object]) -> tuple[int, ...]:
    """These sizes of tables, all of which must have roles."""
    for size in sizes:
        if size not in roles:
            fail(key, f"no roles for a table of {size}")
    return sizes
