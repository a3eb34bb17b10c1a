"""The commitment of a draw in one canonical form, and its seed with a public value (docs/draw.md)."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from typing import Final
from unicodedata import category, decimal

from bangxl.tournament.compositions import read_composition
from bangxl.tournament.identity import LOOKALIKES, canonical
from bangxl.tournament.journal import seating
from bangxl.tournament.model import games_named, round_named
from bangxl.tournament.options import OWN_TABLES, UNFROZEN, own_tables
from bangxl.tournament.state import State

_POOL: Final = "bangxl pool 1"
SCHEME: Final = "bangxl seed 2"
CODE: Final = "bangxl code 2"
"""What the first fields say; another way would be called otherwise."""

_HASHES: Final = 8192
"""The number of hashes for a code: they make it expensive to search for other facts with the same code."""

REMEMBERED: Final = 512
"""So many codes and people are kept: every look at the same tournament asks for all of them again."""

_CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_SHORT_LENGTH: Final = 10
"""The signs of a code by a program before this one: 50 bits. A referee can make two tournaments with the same."""
_CODE: Final = re.compile(f"[{_CROCKFORD}]{{{_SHORT_LENGTH}}}|[{_CROCKFORD}]{{16}}")
_MISREAD: Final = str.maketrans("OIL", "011")


def canonical_value(public_value: str) -> str:
    """A public value in canonical form: letters and digits only, however it was typed; "" if there are none."""
    return "".join(str(decimal(sign)) if sign.isdecimal() else sign for sign in _folded(public_value) if sign.isalnum())


_PLAIN: Final = re.compile("[0-9a-zß-öø-ÿ]+|[0-9а-яё]+")
"""Digits with the letters of one alphabet: Latin as in Western Europe, or Russian."""

_AMONG_NUMBERS: Final = frozenset("0123456789oilобз")
"""Digits, and letters that are printed like 0, 1, 3 and 6."""

_UNKNOWN: Final = frozenset({"Cn", "Co"})
"""Signs that a later Unicode may call letters, and nobody's own."""


def is_plainly_spelt(public_value: str) -> bool:
    """Whether a value has no look-alike in other letters or digits, which would make another draw."""
    text, value = _folded(public_value), canonical_value(public_value)
    if _PLAIN.fullmatch(value) is None or any(category(sign) in _UNKNOWN for sign in text):
        return False
    russian = [sign for sign in value if not sign.isdecimal() and not "a" <= sign <= "ÿ"]
    if russian and not any(LOOKALIKES.keys().isdisjoint({ord(sign), ord(sign.upper())}) for sign in russian):
        return False  # each letter, small or large, has a Latin one that is printed like it
    words = "".join(sign if sign.isalnum() else " " for sign in text).split()
    runs = ([*run] for like, run in groupby(words, _AMONG_NUMBERS.issuperset) if like)
    # people read such a run as a number; one word alone without a digit may be a word: ``il``
    numbers = [run for run in runs if len(run) > 1 or any(sign.isdecimal() for sign in run[0])]
    return all("".join(run).isdecimal() for run in numbers)


def _folded(public_value: str) -> str:
    return canonical(canonical(public_value).casefold())


def commitment_digest(state: State, logged: str, players: Collection[str]) -> str:
    """What a draw is committed to: 64 hexadecimal digits over event, regulation, options, draw and players.

    ``logged`` is the draw as the log says it (``Round3``, ``Round2T1+Round2T3``, ``SF1+SF2``, ``Stage1``); ``players`` are ids of
    those who are drawn, in any order. Who is not drawn does not count, nor how the entry list is sorted.
    """
    event, known = state.tournament.event, {player.id: player for player in state.tournament.players}
    options = {key: canonical(text) for key, text in state.tournament.options.items() if text and key not in UNFROZEN}
    if "composition" in options:  # as the exported file says it
        options["composition"] = ",".join(map(str, read_composition(state.tournament.options["composition"])))
    drawn = set(players)
    places = replace(state.tournament, players=tuple(player for player in state.tournament.players if player.id in drawn))
    if text := own_tables(places):
        options[OWN_TABLES] = canonical(text)
    people = sorted(_person(known[player].name, known[player].region, player) for player in drawn & known.keys())
    fields = [_POOL, canonical(event.name), canonical(event.date)]
    fields += [state.rulebook.id, trimmed_lines(state.rulebook.text)]
    number = round_named(logged)
    fields.append(str(number) if number else logged)
    fields += [str(len(options)), *(text for option in sorted(options.items()) for text in option)]
    return sha256(framed([*fields, *(text for person in people for text in person)])).hexdigest()


def drawn_for(state: State, logged: str) -> list[str]:
    """Who was drawn, or plays; the finals are everybody's."""
    tournament = state.tournament
    if places := games_named(logged):
        return [seat.player for game in tournament.games if (game.round, game.table) in places for seat in game.seats]
    if tournament.start_tables:
        return [player for table in tournament.start_tables.values() for player in table]
    number = state.rulebook.drawn_from_round(round_named(logged) or 1)
    seats = state.journal.seatings.get(number) or seating(tournament.round(number))
    return [player for _table, _seat, player in seats]


@lru_cache(maxsize=REMEMBERED)
def _person(name: str, region: str, player: str) -> tuple[str, str, str]:
    return canonical(name), canonical(region), canonical(player)


def trimmed_lines(text: str) -> str:
    """A regulation of the referee's own, as every program's saving leaves it: blanks at the ends of lines do not count."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def framed(texts: Iterable[str]) -> bytes:
    """Texts as bytes to be hashed, each after its length: no two different lists of texts are written alike."""
    return b"".join(b"%d:%s," % (len(content), content) for content in (text.encode() for text in texts))


def seed_of(commitment: str, public_value: str) -> str:
    """The seed of a draw, 64 hexadecimal digits: from the digest of its commitment and the public value alone."""
    return sha256(framed([SCHEME, commitment, canonical_value(public_value)])).hexdigest()


def code_of(commitment: str, before: Sequence[str], salt: str) -> str:
    """A code, ``K7QF-2M9P-4XH3-R5TD``: 80 bits in Crockford's base32 over a commitment and all that is before it, by digests.

    ``before``: of games, events and finals. Before round 1 nothing is, and there is no salt; later it hides what is secret.
    """
    return _stretched(CODE, commitment, *before, salt)


@lru_cache(maxsize=REMEMBERED)
def _stretched(*fields: str) -> str:
    digest = framed(fields)
    for _ in range(_HASHES):
        digest = sha256(digest).digest()
    number = int.from_bytes(digest, "big")
    return _grouped("".join(_CROCKFORD[number >> (251 - 5 * at) & 31] for at in range(16)))


def _grouped(signs: str) -> str:
    size = 5 if len(signs) == _SHORT_LENGTH else 4
    return "-".join(signs[at : at + size] for at in range(0, len(signs), size))


def is_short(code: str) -> bool:
    """Whether a code, or what was announced as one, has the length of those before this program."""
    return len(code) == _SHORT_LENGTH + 1


def is_announced(posted: str, code: str) -> bool:
    """Whether a code is the one that was announced, or begins with it: so an earlier program wrote it, ``K7QF2-M9P4X``."""
    return posted == (_grouped(code.replace("-", "")[:_SHORT_LENGTH]) if is_short(posted) else code)


def read_code(text: str) -> str:
    """A typed code in its written form, with 0 for O and 1 for I or L; "" if it is not one."""
    signs = "".join(sign for sign in text.upper() if sign.isalnum()).translate(_MISREAD)
    return _grouped(signs) if _CODE.fullmatch(signs) else ""
