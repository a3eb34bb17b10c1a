"""Which spellings are one name: the same for players, for what commands take, for the referee and for a season.

Names are equal in any case, with or without accents and apostrophes, with whatever blank, hyphen or width of letters; a letter of
another alphabet that looks the same, or a sign that nobody sees, makes no other name.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from importlib.resources import files
from typing import Final
from unicodedata import category, combining, normalize

from bangxl.tournament.model import Player

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs"})
_BLANK: Final = frozenset(
    map(chr, (0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10),
              *range(0xE0100, 0xE01F0)))
)  # fmt: skip
"""Signs that nobody sees, though Unicode does not call them so: fillers, the empty pattern of Braille, selectors of variants."""


def canonical(text: str) -> str:
    """A text as people see it: compatible forms made one (NFKC), invisible signs out, each run of blanks one blank."""
    return " ".join(normalize("NFKC", _visible(normalize("NFKC", _visible(text)))).split())


_TABLE: Final = tomllib.loads(files(__package__).joinpath("lookalikes.toml").read_text(encoding="utf-8"))
LOOKALIKES: Final[dict[int, str]] = {int(number, 16): letter for letter, those in _TABLE.items() for number in those.split()}


def appearance(text: str) -> str:
    """The look of a text in any alphabet: people cannot tell equal looks apart."""
    return normalize("NFC", _in_latin(canonical(_in_latin(text)))).casefold()


def _in_latin(text: str) -> str:
    """A text without its accents' letters and signs in one, each letter the Latin one that is printed like it."""
    return normalize("NFD", text).translate(LOOKALIKES)


def _visible(text: str) -> str:
    return "".join(" " if sign.isspace() else sign for sign in text if sign.isspace() or not _is_invisible(sign))


def invisible_signs(text: str) -> str:
    """The invisible characters of a text, without blanks."""
    return "".join(sign for sign in text if not sign.isspace() and _is_invisible(sign))


def _is_invisible(sign: str) -> bool:
    return category(sign) in _INVISIBLE or sign in _BLANK


LONGEST_NAME: Final = 60

ALIKE: Final = 0.75
"""So much of two words must be the same that one may be the other, spelt otherwise: ``Anna`` and ``Ana``, but not ``Dario``."""

_UNACCENTED: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})
"""Letters without an accent that could be taken off."""

_SILENT: Final = frozenset("'’‘ʼ`´′.")  # noqa: RUF100,RUF001 - signs that people type for an apostrophe
"""What may be left out inside a word: apostrophes, also as accents (Niccolo'), and the dots of initials."""

BLANKS: Final = " \N{NO-BREAK SPACE}"
"""The signs between and around words that formulas and Python pass over: the second comes with texts from web pages."""

APOSTROPHES: Final = "'’"
"""Those that people type, with which the sheets' formulas find any other."""

_TOTAL: Final = re.compile(
    "total[ei]?s?|totaal|toplam|summe|(ins)?gesamt|итого|всего|celkem|razem|suma|összesen|yhteensä|samt|σύνολο|合計"
)
"""Words that stand before the number of all, in many languages."""


def is_total(text: str) -> bool:
    """Whether a text in a list of names says how many there are: «Total 22», «Gesamt: 22»."""
    parts = re.findall(r"[^\W_]+", text.casefold())
    return any(map(_TOTAL.fullmatch, parts)) and all(_TOTAL.fullmatch(part) or part.isdigit() for part in parts)


@lru_cache(maxsize=4096)
def words(name: str) -> tuple[str, ...]:
    """The words of a name in their order, folded: small letters and digits without accents."""
    folded = normalize("NFKD", appearance(name.upper())).translate(_UNACCENTED)  # large letters have more doubles
    # what parts no words: apostrophes, accents, and signs that Unicode does not know, for which programs show nothing
    kept = (sign for sign in folded if not (sign in _SILENT or combining(sign) or category(sign) in {"Cn", "Co"}))
    # the vowels of Hindi or Thai are marks: without them different names would be equal; and a spreadsheet's formulas take its
    # wildcards for no name
    spoken = (one if one.isalnum() or category(one)[0] == "M" or one in "*?~" else " " for one in kept)
    return tuple("".join(spoken).split())


def fold_name(name: str) -> str:
    """A name, a region or an id for comparison; of one without letters, its signs."""
    return " ".join(words(name)) or as_typed(canonical(name))


def in_any_order(name: str) -> str:
    """A name for comparison, whichever of its words comes first: «ROSSI Anna» is Anna Rossi."""
    return " ".join(sorted(words(name))) or fold_name(name)


def as_typed(name: str) -> str:
    """A text in any case, without stray blanks (`BLANKS`), but with every other sign in it."""
    return " ".join(filter(None, re.split(f"[{BLANKS}]", name.casefold())))


def ids_by_text(players: Iterable[Player]) -> Mapping[str, str]:
    """Whom a text means, folded in either way: an id, or a name that only one has."""
    everybody = [*players]
    return _ids(everybody, fold_name) | _ids(everybody, as_typed)


def finder(players: Iterable[Player]) -> Callable[[str], str]:
    """What finds the id that a text means, "" if none: an id or a name as it is typed, else one that only one player has."""
    everybody = [*players]
    found = [(fold, _ids(everybody, fold)) for fold in (as_typed, fold_name)]
    return lambda text: next((ids[fold(text)] for fold, ids in found if fold(text) in ids), "")


def meant(text: str, players: Sequence[Player]) -> list[str]:
    """Whom a cell may mean, as the sheets' formulas read it: the ids, one if it is clear, none if nobody is meant.

    An id or a name, behind which stands the id if several share it; else a number; else words that stand together in names,
    with whatever apostrophe.
    """
    wanted, count = as_typed(text), Counter(as_typed(one.name) for one in players)
    for one in players:
        name = one.name if count[as_typed(one.name)] == 1 else f"{one.name} ({one.id})"
        if wanted in {as_typed(one.id), as_typed(name)}:
            return [one.id]
    numbered = [one.id for one in players if as_typed(one.id) == f"p{wanted:0>3}"]
    pattern = re.compile("".join("." if sign in APOSTROPHES else re.escape(sign) for sign in f" {wanted} "))
    return numbered or [one.id for one in players if pattern.search(f" {as_typed(one.name)} ")]


def _ids(players: Sequence[Player], fold: Callable[[str], str]) -> dict[str, str]:
    count = Counter(fold(one.name) for one in players)
    names = {fold(one.name): one.id for one in players if one.name.strip() and count[fold(one.name)] == 1}
    return names | {fold(one.id): one.id for one in players}


def is_alike(one: str, other: str) -> bool:
    """Whether two names may be one person's: each word of the shorter is in the longer, or begins one of it, or nearly is it."""

    def fits(a: str, b: str) -> bool:
        return a.startswith(b) or b.startswith(a) or SequenceMatcher(None, a, b).ratio() >= ALIKE

    few, many = sorted((words(one[:LONGEST_NAME]), words(other[:LONGEST_NAME])), key=len)
    return bool(few) and all(any(fits(word, whole) for whole in many) for word in few)
