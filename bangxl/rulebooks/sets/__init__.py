"""The characters of each box of the game, with their life points: a file for each, by whose name a regulation asks for it.

The base game's file has the roles, too.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any

from bangxl.tournament.model import Role


@cache
def _boxes() -> Mapping[str, dict[str, Any]]:
    files = (file for file in resources.files(__name__).iterdir() if file.name.endswith(".toml"))
    return {file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8")) for file in files}


@cache
def character_sets() -> Mapping[str, Mapping[str, int]]:
    """Names and life points by set."""
    return {
        code: {name: table["exceptions"].get(name, table["lives"]) for name in table["names"]}
        for code, table in sorted(_boxes().items())
    }


def base_game_roles() -> dict[str, dict[Role, int]]:
    """How many of each role the base game deals, by table size (G1)."""
    return {size: {Role(role): count for role, count in row.items()} for size, row in _boxes()["base"]["roles"].items()}


def together(sets: Iterable[str]) -> Mapping[str, int]:
    """The characters of several sets. KeyError for an unknown one."""
    return {name: lives for one in sets for name, lives in character_sets()[one].items()}
