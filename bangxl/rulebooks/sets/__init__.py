"""The characters of each box of the game, with their life points: a file for each, by whose name a regulation asks for it."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources


@cache
def character_sets() -> Mapping[str, Mapping[str, int]]:
    """Names and life points by set."""
    files = (file for file in resources.files(__name__).iterdir() if file.name.endswith(".toml"))
    tables = {file.name.removesuffix(".toml"): tomllib.loads(file.read_text(encoding="utf-8")) for file in files}
    return {
        code: {name: table["exceptions"].get(name, table["lives"]) for name in table["names"]}
        for code, table in sorted(tables.items())
    }


def together(sets: Iterable[str]) -> Mapping[str, int]:
    """The characters of several sets. KeyError for an unknown one."""
    return {name: lives for one in sets for name, lives in character_sets()[one].items()}
