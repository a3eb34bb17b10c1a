"""Names as they are compared across referti: the same in any case, with or without accents, in any order of the words.

So are names that only look alike: with a letter of another alphabet, or a sign that nobody sees. Else who is banned in one
spelling would play in another that no reader of a table can tell from it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from bangxl.tournament.pool import appearance

Key = tuple[str, ...]
"""The words of a name, folded and sorted: ``("anna", "rossi")`` for Anna Rossi and for ROSSI  Anna."""

_LETTERS: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})
"""Letters that have no accent to take off."""

_SILENT: Final = frozenset("'’‘ʼ`´′.")  # noqa: RUF100,RUF001 - signs that people type for an apostrophe
"""What may be left out inside a word: apostrophes, also as accents (Niccolo'), and the dots of initials."""

ONE_MISSING, ONE_SLIP, TWO_SLIPS = 3, 5, 9
"""Letters from which a word may lack one letter, differ in one, or in two, and still be a slip of the pen."""


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


def is_slip(one: str, other: str) -> bool:
    """Whether two different words may be one, with a letter or two wrong, missing, too many or exchanged."""
    short, long = sorted((len(one), len(other)))
    most = _slips(short) if short >= ONE_SLIP else int(ONE_MISSING <= short < long)
    return one != other and long - short <= most and _distance(one, other) <= most


def is_initial(one: str, other: str) -> bool:
    """Whether one word is the other one's first letter."""
    short, long = sorted((one, other), key=len)
    return len(short) == 1 < len(long) and long.startswith(short)


def shortenings(word: str) -> Iterable[str]:
    """The word, and all that is left of it without as many letters as may be wrong: two words with a slip share one of them."""
    found = {word}
    for _ in range(_slips(len(word))):
        found |= {text[:at] + text[at + 1 :] for text in found for at in range(len(text))}
    return found


def near_words(known: Iterable[str]) -> Mapping[str, frozenset[str]]:
    """For each word, the others that differ by a slip."""
    meet: dict[str, set[str]] = {}
    for word in known:
        for text in shortenings(word):
            meet.setdefault(text, set()).add(word)
    near: dict[str, set[str]] = {}
    for group in meet.values():
        for word in group if len(group) > 1 else ():
            near.setdefault(word, set()).update(other for other in group if other not in near[word] and is_slip(word, other))
    return {word: frozenset(others) for word, others in near.items() if others}


def _slips(length: int) -> int:
    """How many letters of a word may be wrong."""
    return 0 if length < ONE_MISSING else 1 if length < TWO_SLIPS else 2


def _distance(one: str, other: str) -> int:
    """Letters to change, put in, take out, or exchange with their neighbour, to make one word the other."""
    before, last = list[int](), list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, sign in enumerate(other, 1):
            best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != sign))
            if i > 1 and j > 1 and (letter, one[i - 2]) == (other[j - 2], sign):
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before, last = last, row
    return last[-1]
