"""Who each number is since it was drawn: results belong to numbers, and a name over another would hand them on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from typing import Final
from unicodedata import combining, normalize

from bangxl.tournament.checks.entries import LONGEST_NAME
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.journal import names_logged
from bangxl.tournament.pool import canonical
from bangxl.tournament.roster import fold_name
from bangxl.tournament.state import State

ALIKE: Final = 0.75
"""So much of two words must be the same that one may be the other, spelt otherwise: ``Anna`` and ``Ana``, but not ``Dario``."""


def names_since_the_draw(state: State) -> Iterator[Finding]:
    """A drawn player without a name, or with another's or a stranger's, is an error; a spelling corrected is a note."""
    drawn = {player: called[0] for player, called in names_logged(state.journal.entries).items()}
    everybody = {fold_name(canonical(name)) for name in drawn.values()}
    for index, player in enumerate(state.tournament.players):
        before, name = canonical(drawn.get(player.id, "")), canonical(player.name)
        if name == before or not before:
            continue
        values = {"number": player.id, "name": name, "drawn": before}
        others = everybody - {fold_name(before)}
        respelt = is_alike(before, name) and fold_name(name) not in others
        code = "name_respelt" if respelt else "name_of_another" if name else "name_gone"
        yield Finding(code, At("Players_Name", index), values)


def is_alike(one: str, other: str) -> bool:
    """Whether two names may be one person's: each word of the shorter is in the longer, or begins one of it, or nearly is it."""
    few, many = sorted((_words(one), _words(other)), key=len)
    return bool(few) and all(any(_is_word(word, whole) for whole in many) for word in few)


def _words(name: str) -> list[str]:
    plain = "".join(sign for sign in normalize("NFKD", name.casefold()) if not combining(sign))
    return re.findall(r"\w+", plain[:LONGEST_NAME])


def _is_word(one: str, other: str) -> bool:
    begins = one.startswith(other) or other.startswith(one)
    return begins or SequenceMatcher(None, one, other).ratio() >= ALIKE


CHECKS: Final[tuple[Callable[[State], Iterator[Finding]], ...]] = (names_since_the_draw,)
