"""Names as they are compared across referti: the same in any case, with or without accents, in any order of the words.

So are names that only look alike: with a letter of another alphabet, or a sign that nobody sees. Else who is banned in one
spelling would play in another that no reader of a table can tell from it.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from bangxl.tournament.pool import appearance

Key = tuple[str, ...]
"""The words of a name, folded and sorted: ``("anna", "rossi")`` for Anna Rossi and for ROSSI  Anna."""

_LETTERS: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})
"""Letters that have no accent to take off."""

_SILENT: Final = frozenset("'’‘ʼ`´′.")  # noqa: RUF100,RUF001 - signs that people type for an apostrophe
"""What may be left out inside a word: apostrophes, also as accents (Niccolo'), and the dots of initials."""


def words(name: str) -> tuple[str, ...]:
    """The words of a name in their order, folded: small letters and digits without accents."""
    plain = unicodedata.normalize("NFKD", appearance(name.upper())).translate(_LETTERS)  # large letters have more doubles
    kept = (sign if sign.isalnum() else " " for sign in plain if not _is_silent(sign))
    return tuple("".join(kept).split())


def _is_silent(sign: str) -> bool:
    """Whether a sign parts no words: none that Unicode does not know does, for programs show nothing there."""
    return sign in _SILENT or unicodedata.combining(sign) > 0 or unicodedata.category(sign) in {"Cn", "Co"}


def key(name: str) -> Key:
    """What two spellings of one name have in common."""
    return tuple(sorted(words(name)))


def plain(text: str) -> str:
    """A text of another kind as it is compared, the words in their order: regions, events."""
    return " ".join(words(text))
