"""Lots that anyone can repeat, and the legal tables: the seats of the next round (Italy 2010, 1.1)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Final

from bangxl.tournament.model import Tournament
from bangxl.tournament.rulebook import Rulebook, Sizes

RANKING = "lot"
"""The purpose of the lots that break ties in the standings (R10-9)."""


def lot(rng_seed: str, purpose: str, who: str) -> str:
    """The lot of one player or character: 64 hexadecimal digits, the smallest is drawn first."""
    return sha256(f"{rng_seed}|{purpose}|{who}".encode()).hexdigest()


def lot_order(rng_seed: str, purpose: str, whom: Iterable[str]) -> list[str]:
    """Everybody in the order in which the lot draws them."""
    return sorted(whom, key=lambda who: (lot(rng_seed, purpose, who), who))


def ranking_seed(tournament: Tournament, finals: Sequence[str]) -> str | None:
    """The seed of the lots in the standings: that of the first stage of the finals, until then that of the last round drawn.

    Also where only the seed of that round is drawn yet, for those whom a cut before it lets through.
    """
    stages = [*finals, *(str(number) for number in range(tournament.rounds_seated + 1, 0, -1))]
    return next((seed for stage in stages if (seed := tournament.seed(stage)) is not None), None)


def ranking_lots(tournament: Tournament, finals: Sequence[str]) -> Mapping[str, int]:
    """Every player's position in the lots of the standings, from 1; a smaller one wins.

    Lots drawn by hand (``lot_order``) come before all others. Without them, and without any seed, the entry list decides.
    ``finals`` are the stages of the finals, the first first.
    """
    ids = [player.id for player in tournament.players]
    seed = ranking_seed(tournament, finals)
    by_hand = list(tournament.lot_order)
    others = [player for player in ids if player not in set(by_hand)]
    order = by_hand + (others if seed is None else lot_order(seed, RANKING, others))
    return {player: position for position, player in enumerate(dict.fromkeys(order), 1)}


def framed(texts: Iterable[str]) -> bytes:
    """Texts as bytes to be hashed, each after its length: no two different lists of texts are written alike."""
    return b"".join(b"%d:%s," % (len(content), content) for content in (text.encode() for text in texts))


Tables = tuple[tuple[str, ...], ...]
"""Player ids by table and seat; seat 1, the first, is the Sheriff's."""

_COMPOSITION: Final = re.compile(r"[\d\s,;.+/-]*")
"""Sizes of tables, each a digit, and what people write between them."""


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
    """The sizes in a text like ``6,6,5`` or ``6 + 6 + 5``, the larger tables first; empty for any other text."""
    return tuple(sorted(map(int, re.findall(r"\d", text)), reverse=True)) if _COMPOSITION.fullmatch(text) else ()


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


def draw(
    players: Sequence[str], sizes: Sequence[int], been_sheriff: Mapping[str, int], rng_seed: str, round_number: int
) -> Tables:
    """Seat a round by lot.

    The Sheriffs first, one a table, among those who were Sheriff least often; as long as somebody never was, nobody is
    twice (R10-3: fewest repeats). Then everybody else, in the order of the lot, fills table 1 from seat 2 on, table 2, ….
    """
    if sum(sizes) != len(players):
        raise ValueError(f"tables for {sum(sizes)} players, but there are {len(players)}")
    purpose = f"round {round_number} sheriff"
    by_turn = sorted(players, key=lambda player: (been_sheriff.get(player, 0), lot(rng_seed, purpose, player), player))
    sheriffs = by_turn[: len(sizes)]
    others = iter(lot_order(rng_seed, f"round {round_number} seat", set(players) - set(sheriffs)))
    return tuple((sheriff, *(next(others) for _ in range(size - 1))) for sheriff, size in zip(sheriffs, sizes, strict=True))


def draw_again(tables: Tables, been_sheriff: Mapping[str, int], rng_seed: str, round_number: int) -> Tables:
    """Seat another round at the same tables: everybody stays, and changes only the seat."""
    return tuple(seats for table in tables for seats in draw(table, [len(table)], been_sheriff, rng_seed, round_number))
