"""The order of names: by surname where these can be known, without accents and case; and how names are said aloud."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

_PLAIN: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "’": "'"})


def alphabetical(name: str) -> tuple[bool, str]:
    """A key that sorts names without accents and case (Ò among the O), other alphabets after the Latin one."""
    bare = without_accents(name)
    first = next((letter for letter in bare if letter.isalpha()), "")
    return bool(first) and "LATIN" not in unicodedata.name(first, ""), bare


def by_surname(people: Iterable[str]) -> Callable[[str], tuple[tuple[bool, str], str]]:
    """A key that sorts these people's names by their surnames, where these can be known; else by the name as it is written.

    Known is what is written so (``Rossi, Anna``; ``ROSSI Anna``; before or behind a patronymic). Of the others the usual given
    names tell on which side all of this list have their surnames; with as many signs for one side as for the other, on none.
    """
    first = _surnames_first(people)

    def key(name: str) -> tuple[tuple[bool, str], str]:
        return alphabetical(_surname(name, first)), without_accents(name)

    return key


def letter_range(names: Sequence[str], order: Callable[[str], tuple[tuple[bool, str], str]]) -> str:
    """The first and the last letter of names in this order; beside Latin ones three of another alphabet: ``L–Z · Ант–Сок``."""
    keys = [order(name)[0] for name in names]
    latin, others = ([bare for is_other, bare in keys if is_other is group] for group in (False, True))
    groups = [[bare[:1].upper() for bare in latin], [bare[: 3 if latin else 1].title() for bare in others]]  # С reads like C
    return " · ".join("–".join(dict.fromkeys((own[0], own[-1]))) for own in groups if own)


def words_of(name: str, order: Callable[[str], tuple[tuple[bool, str], str]]) -> list[tuple[str, bool]]:
    """The words of a name, each with whether it belongs to the surname: in bold letters eyes find it in a list."""
    surname = order(name)[0][1].split()
    return [(word, without_accents(word) in surname) for word in name.split()]


def spoken_name(people: Iterable[str]) -> Callable[[str], str]:
    """How these people's names are said aloud: the given name first (``ROSSI Anna``, ``Rossi, Anna``: Anna Rossi), no brackets.

    A name with an unknown surname stays unchanged; so does one with a patronymic.
    """
    names = list(people)
    surname_first = _surnames_first(names)

    def say(name: str) -> str:
        before, comma, after = name.partition(",")
        if comma and after.strip() and without_accents(after).strip(".") not in _SUFFIXES:
            return " ".join((*after.split(), *before.split()))
        words = re.sub(r"\([^)]*\)", " ", name).split() or [name]
        loud = [word for word in words if word.isupper() and len(word) > 1]
        if loud and len(loud) < len(words):
            return " ".join((*(word for word in words if word not in loud), *(word.title() for word in loud)))
        behind = len(words) == 2 and surname_first and without_accents(words[-1]) in _given()
        return " ".join(reversed(words)) if behind else " ".join(words)

    return say


def is_given_name(text: str) -> bool:
    """Whether the first of some words is a given name that many people have."""
    return bool(text) and without_accents(_words(text)[0]) in _given()


def is_particle(text: str) -> bool:
    """Whether some words only stand before a surname: van der, De."""
    return bool(text) and all(word in _PARTICLES for word in without_accents(text).split())


def _surnames_first(people: Iterable[str]) -> bool | None:
    """Whether these people's surnames come first; None if unknown."""
    words = [_words(name) for name in people]
    left, right = (sum(without_accents(some[at]) in _given() for some in words if len(some) > 1) for at in (0, -1))
    return None if left == right else left < right


def _surname(name: str, first: bool | None) -> str:  # noqa: FBT001 - on which side it stands, if anybody knows
    """The part of a name by which it is sorted; the whole name if unknown."""
    if "," in name:
        return name.partition(",")[0]
    words = _words(name)
    loud = [word for word in words if word.isupper() and len(word) > 1]
    if loud and len(loud) < len(words):
        return " ".join(loud)
    patronymics = [without_accents(word).endswith(("вич", "вна", "чна", "ьич")) for word in words]
    if len(words) == 3 and any(patronymics):  # a Russian name in full
        return words[0] if patronymics[-1] else words[-1]
    if first is None or len(words) < 2:
        return name
    particle = [without_accents(word) in _PARTICLES or word == "Ó" or word in _AND for word in words]
    if first:
        return " ".join(words[: particle.index(False) + 1] if False in particle else words)
    start = next((at - (words[at] in _AND) for at in range(1, len(words) - 1) if particle[at]), len(words) - 1)
    return " ".join(word for word in words[start:] if not word.islower()) or words[-1]


def _words(name: str) -> list[str]:
    words = re.sub(r"\([^)]*\)", " ", name).split()
    return [word for word in words if word.casefold().strip(".") not in _SUFFIXES] or words or [name]


@lru_cache(maxsize=2**12)
def without_accents(name: str) -> str:
    """A text in small letters without accents."""
    letters = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN))
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).strip()


_SUFFIXES: Final = frozenset({"jr", "sr", "jun", "sen", "junior", "senior", "ii", "iii", "мл", "ст"})
_AND: Final = ("i", "y")
"""Between the two surnames of a Catalan or a Spaniard: Puig i Cadafalch."""
_PARTICLES: Final = frozenset(
    "'t af al bin d da dal dalla de dei del dell della delle den der des di do dos du el la le li lo ten ter".split()  # noqa: SIM905
    + "van vom von zu zum zur".split()  # noqa: SIM905 - as lines of words they can be read
)


@cache
def given_names() -> frozenset[str]:
    """Given names that many people have, where we play and in the countries around."""
    return frozenset(files("bangxl.workbook").joinpath("given_names.txt").read_text(encoding="utf-8").casefold().split())


@cache
def _given() -> frozenset[str]:
    return frozenset(map(without_accents, given_names()))
