"""What the sheets say of a regulation, by its codes: the sentences of regulation.toml, to be translated later."""

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, Final

WORDING: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(
    files("bangxl.sheets").joinpath("regulation.toml").read_text(encoding="utf-8")
)


def texts(part: object = WORDING) -> Iterator[str]:
    """All that is to be translated: sentences, headings, and the labels of the duel's pages."""
    match part:
        case str():
            yield part
        case list():
            yield from part
        case dict():
            for key, inner in part.items():
                yield from [key] * (isinstance(inner, str) and key[0].isupper())
                yield from texts(inner)
