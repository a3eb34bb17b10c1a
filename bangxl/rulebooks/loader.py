"""Read a rulebook file, strictly: whatever it holds that we don't know, or lacks that we need, is named with its key."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

import msgspec

from bangxl.rulebooks.faults import Fault, RulebookError, fail
from bangxl.rulebooks.patch import patched
from bangxl.rulebooks.plans import plan
from bangxl.rulebooks.reader import read
from bangxl.rulebooks.schema import RulebookFile
from bangxl.tournament.rulebook import Rulebook

__all__ = ["RulebookError", "known", "load", "loads"]

LONGEST_TEXT: Final = 32_000
"""Characters of a rulebook file: a cell of the workbook holds it."""


def known() -> tuple[str, ...]:
    """The ids of the rulebooks that come with bangxl."""
    return tuple(sorted(f.name.removesuffix(".toml") for f in _folder().iterdir() if f.name.endswith(".toml")))


def load(rulebook: str) -> Rulebook:
    """The rulebook with this id, or in this .toml file of a referee's own, which then carries its text along.

    Raises RulebookError if there is none, or if the file is wrong.
    """
    own = rulebook.endswith(".toml")
    return _read(rulebook, own=True) if own else _ours(rulebook)


@cache
def _ours(rulebook: str) -> Rulebook:
    """One that comes with bangxl; it is read once."""
    return _read(rulebook, own=False)


def _read(rulebook: str, *, own: bool) -> Rulebook:
    path: Traversable = Path(rulebook) if own else _folder() / f"{rulebook}.toml"
    try:
        if not path.is_file():
            raise RulebookError(rulebook, "id", f"no such rulebook; known are {', '.join(known())}")
        text = path.read_text(encoding="utf-8-sig")
        if len(text) > LONGEST_TEXT:
            raise RulebookError(path.name, "file", f"longer than {LONGEST_TEXT} characters, it does not fit into a workbook")
        return replace(loads(text, path.name), text=text if own else "")
    except (UnicodeDecodeError, OSError) as error:
        raise RulebookError(path.name, "file", str(error)) from None


def loads(text: str, file: str) -> Rulebook:
    """The rulebook in a TOML text; ``file`` names it in errors. A ``base`` in it is one that comes with bangxl."""
    try:
        data = patched(tomllib.loads(text), _base)
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits, and brackets nested as deep
        raise RulebookError(file, "file", str(error)) from None
    except Fault as fault:
        raise RulebookError(file, fault.key, fault.reason) from None
    try:
        rulebook = read(msgspec.convert(data, RulebookFile))
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at ")
        raise RulebookError(file, _key(where, data, str(error)) or "file", reason) from None
    except Fault as fault:
        raise RulebookError(file, fault.key, fault.reason) from None
    return rulebook if rulebook.fixed_tables else replace(rulebook, plan=plan)


def _base(rulebook: str) -> dict[str, Any]:
    """The tables of a rulebook that comes with bangxl."""
    if rulebook not in known():
        fail("base", f"no such rulebook {rulebook!r}; known are {', '.join(known())}")
    return patched(tomllib.loads((_folder() / f"{rulebook}.toml").read_text(encoding="utf-8")), _base)


def _key(where: str, data: dict[str, Any], message: str) -> str:
    """The key of an error. Where msgspec says only ``[...]``, of a table with free keys: the first row that alone fails alike."""
    *parts, last = where.rpartition(" in ")[2].strip("`").removeprefix("$").removeprefix(".").split("[...]")
    path, table = "", data
    for part in parts:
        for name in part.removeprefix(".").split("."):
            table = table[name]
        for key, value in list(table.items()):
            table.clear()
            table[key] = value
            if _failure(data) == message:
                break
        path, table = f"{path}{part}.{key}", table[key]
    return path + last


def _failure(data: dict[str, Any]) -> str:
    try:
        msgspec.convert(data, RulebookFile)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _folder() -> Traversable:
    return resources.files("bangxl.rulebooks")
