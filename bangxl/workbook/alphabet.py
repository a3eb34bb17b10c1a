"""The order of names on the wall."""

from __future__ import annotations

import unicodedata
from typing import Final

_PLAIN: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "’": "'"})


def alphabetical(name: str) -> tuple[bool, str]:
    """A key that sorts names without accents and case (Ò among the O), other alphabets after the Latin one."""
    letters = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter)).strip()
    first = next((letter for letter in plain if letter.isalpha()), "")
    return bool(first) and "LATIN" not in unicodedata.name(first, ""), plain
