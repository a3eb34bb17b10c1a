"""A seed that nobody can choose: bound to the entry list and to a value that the room supplies (docs/draw.md, section 6)."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

SCHEME: Final = "bangxl seed 1"
"""What the first field says; another way to make seeds would be called otherwise."""


def bound_seed(event_name: str, event_date: str, entries: Iterable[tuple[str, str]], stage: int | str, public_value: str) -> str:
    """The seed of a draw, 64 hexadecimal digits.

    ``event_date`` is ISO; ``entries`` are (id, name) of the whole entry list in any order; ``stage`` is a round (1, 2, …), or the
    match or stage that is drawn (``SF1``, ``Stage1``); ``public_value`` is what was thrown or called, as it was typed.
    """
    fields = [SCHEME, event_name, event_date, str(stage), public_value]
    fields += [text for entry in sorted(entries) for text in entry]
    return sha256(b"".join(_field(text) for text in fields)).hexdigest()


def _field(text: str) -> bytes:
    """The text with its length in bytes in front, so that no two lists of texts are written alike."""
    content = text.encode()
    return b"%d:%s," % (len(content), content)
