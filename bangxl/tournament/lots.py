"""Lots that anyone can repeat: each follows from a seed, and in the standings it breaks ties."""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from bangxl.tournament.model import Tournament

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
    seed, by_hand = ranking_seed(tournament, finals), tournament.lot_order
    others = [player.id for player in tournament.players if player.id not in by_hand]
    order = [*by_hand, *(others if seed is None else lot_order(seed, RANKING, others))]
    return {player: position for position, player in enumerate(dict.fromkeys(order), 1)}
