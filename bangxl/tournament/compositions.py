"""The legal tables for so many players, and how many rounds they play."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from bangxl.tournament.rulebook import Rulebook, Sizes

Tables = tuple[tuple[str, ...], ...]
"""Player ids by table and seat; seat 1, the first, is the Sheriff's."""


def legal_compositions(rulebook: Rulebook, players: int, *, first_round: bool = True) -> tuple[Sizes, ...]:
    """The legal tables for so many players, the default first; empty if there are none. Later on a cut may leave fewer.

    The printed chart, then unlisted ones that obey its rules (R07-18); beyond the chart, or without one, the fewest tables of the
    extension's sizes (R10-2).
    """
    if not (rulebook.minimum_players if first_round else rulebook.fewest) <= players <= rulebook.maximum_players:
        return ()
    return compositions(players, rulebook.chart, rulebook.chart_extension, rulebook.any_composition)


def compositions(players: int, chart: Mapping[int, tuple[Sizes, ...]], extension: Sizes, even: Sizes) -> tuple[Sizes, ...]:
    """The tables of the chart's row, of the extension beyond its last row, and of any sizes that differ by one at most."""
    legal = list(chart.get(players, ()))
    if extension and players > max(chart, default=0):
        large, small = extension
        tables = -(-players // large)
        more = players - small * tables
        legal = [(large,) * more + (small,) * (tables - more)] if more >= 0 else []
    for tables in range(1, players // min(even) + 1) if even else ():  # the fewest tables first
        small, more = divmod(players, tables)
        if small in even and (not more or small + 1 in even):
            legal.append((small + 1,) * more + (small,) * (tables - more))
    return tuple(dict.fromkeys(legal))


@cache
def has_one_table(rulebook: Rulebook) -> bool:
    """Whether no number of players can make a second table: then a round is a game."""
    counts = range(1, rulebook.maximum_players + 1)
    return all(len(sizes) == 1 for count in counts for sizes in legal_compositions(rulebook, count))


def table_sizes(rulebook: Rulebook, players: int, *, first_round: bool = True, composition: str = "") -> Sizes:
    """Players at table 1, 2, …; empty where the regulation has no tables for so many, or not the ``composition`` asked for.

    Later rounds may be left with one table (R10-1), the first may not (R10-1b), but in a league.
    """
    legal = legal_compositions(rulebook, players, first_round=first_round)
    if composition and first_round:
        wanted = read_composition(composition)
        return wanted if any(sorted(sizes, reverse=True) == list(wanted) for sizes in legal) else ()
    alone = ((players,),) if players in rulebook.single_tables and (rulebook.league or not first_round) else ()
    return next(iter(legal or alone), ())


def nearest_players(rulebook: Rulebook, players: int, *, first_round: bool = True) -> tuple[int, ...]:
    """The next smaller and the next larger number of players that have tables."""
    down, up = range(players - 1, 0, -1), range(players + 1, rulebook.maximum_players + 1)
    found = (next((number for number in way if table_sizes(rulebook, number, first_round=first_round)), 0) for way in (down, up))
    return tuple(filter(None, found))


def read_composition(text: str) -> Sizes:
    """The sizes in a text like ``6,6,5`` or ``6 + 6 + 5``, each a digit, the larger tables first; empty for any other text."""
    return tuple(sorted(map(int, re.findall(r"\d", text)), reverse=True)) if re.fullmatch(r"[\d\s,;.+/-]*", text) else ()


def sizes_text(sizes: Sequence[int]) -> str:
    """Tables as people read them: ``6+5+5``."""
    return "+".join(map(str, sizes)) or "–"


def scheduled_rounds(rulebook: Rulebook, players: int) -> int:
    """Rounds for this many players at the start (R10-4); 0 where the regulation has no row."""
    return next((rounds for first, last, rounds in rulebook.rounds if first <= players <= last), 0)


def seating_began(rulebook: Rulebook, players: int, number: int) -> int:
    """The round for which the tables of round ``number`` were drawn: itself, but where several are played at one seating."""
    first = 1
    for games in next((games for least, most, games in rulebook.seatings if least <= players <= most), ()):
        if number < first + games:
            return first
        first += games
    return number
