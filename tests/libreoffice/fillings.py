"""Record sheets filled in anyhow: as they might have been, as they cannot have been, and not to the end."""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from bangxl.rulebooks.loader import load
from bangxl.tournament.checks import findings_of
from bangxl.tournament.findings import Severity
from bangxl.tournament.model import Game, Outcome, Player, Role, Seat, Status, Tournament
from bangxl.tournament.state import State
from tests.helpers.playing import simulate

RULEBOOK: Final = load("italy-2010")
SIZES: Final = (5, 6, 7, 5, 6, 7, 6)
"""The tables of each round: all sizes that the regulation knows, mixed as it never would."""
ROUNDS: Final = range(1, 6)
ON_THE_SHEET: Final = {
    "role_counts", "sheriff_not_first", "impossible_end", "final_duel_impossible", "too_many_last", "unknown_character",
    "duplicate_character", "bid_step", "bid_digit", "bid_minimum", "bid_above_bankroll", "nobody_paid_last",
}  # fmt: skip
"""What a single record sheet can have against itself, as Python calls it."""

Fill = Callable[[Game], Game]


def tournament(fill: Fill, sizes: Sequence[int] = SIZES) -> Tournament:
    """Five rounds of tables of these sizes, each sheet filled in."""
    people = tuple(Player(f"P{number:03}", f"Giocatore {number}") for number in range(1, sum(sizes) + 1))
    games = (fill(game) for number in ROUNDS for game in _round(number, people, sizes))
    return Tournament(RULEBOOK.id, "it", players=people, games=tuple(games))


def _round(number: int, people: Sequence[Player], sizes: Sequence[int]) -> Iterator[Game]:
    rest = list(people)
    for table, size in enumerate(sizes, 1):
        sitting, rest = rest[:size], rest[size:]
        yield Game(number, table, tuple(Seat(place, player.id) for place, player in enumerate(sitting, 1)))


def lawful(game: Game) -> Game:
    """The Law wins, all its men alive, and nobody has bid: a sheet without any fault, the roles in printed order."""
    law = {Role.SHERIFF, Role.DEPUTY}
    return ended(game, Outcome.LAW, [Status.ALIVE if role in law else Status.ELIMINATED for role in deck(game.size)])


def ended(game: Game, outcome: Outcome, statuses: Sequence[Status]) -> Game:
    """A complete sheet with this end, the roles in printed order."""
    seats = zip(game.seats, deck(game.size), statuses, RULEBOOK.characters, strict=False)
    filled = tuple(replace(seat, role=role, status=status, character=who, bid=0) for seat, role, status, who in seats)
    return replace(game, seats=filled, outcome=outcome)


def deck(size: int) -> list[Role]:
    return [role for role in Role for _ in range(RULEBOOK.roles[size][role])]


def played(rng: random.Random, game: Game) -> Game:
    """A game as it could have been; bids that everybody can pay even after five rounds without winnings."""
    sheriff, *others = deck(game.size)
    roles = [sheriff, *rng.sample(others, len(others))]
    outcome, statuses = simulate(rng, roles)
    bids = [0, *(100 * rng.randint(0, 10) for _ in others)]
    characters = rng.sample(list(RULEBOOK.characters), game.size)
    seats = zip(game.seats, roles, statuses, characters, rng.sample(bids, len(bids)), strict=True)
    filled = [replace(seat, role=r, status=s, character=c, bid=b) for seat, r, s, c, b in seats]
    return replace(game, seats=tuple(filled), outcome=outcome)


def anyhow(rng: random.Random) -> Fill:
    """Half of the games with any end at all, the others with up to three cells changed."""

    def fill(game: Game) -> Game:
        filled = played(rng, game)
        if rng.random() < 0.5:
            ends = rng.choices((Status.ALIVE, Status.ELIMINATED, Status.FINAL_DUEL), (6, 12, 1), k=game.size)
            seats = tuple(replace(seat, status=end) for seat, end in zip(filled.seats, ends, strict=True))
            return replace(filled, seats=seats, outcome=rng.choice(list(Outcome)))
        for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
            filled = _changed(rng, filled)
        return filled

    return fill


def _changed(rng: random.Random, game: Game) -> Game:
    """Another value in one cell, or none."""
    index, other = rng.randrange(game.size), rng.choice(game.seats)
    seat = game.seats[index]
    if rng.random() < 0.15:
        return replace(game, outcome=rng.choice([*Outcome, None]))
    seat = rng.choice(
        [
            replace(seat, role=rng.choice([*Role, None])),
            replace(seat, role=other.role),
            replace(seat, status=rng.choice([*Status, None])),
            replace(seat, bid=rng.choice([0, 50, 150, -100, 100, 5000, 90000, None])),
            replace(seat, character=rng.choice([other.character, "Calamity Jim", ""])),
            replace(seat, bid=None),
            replace(seat, status=None),
        ]
    )
    return replace(game, seats=(*game.seats[:index], seat, *game.seats[index + 1 :]))


def ends(size: int) -> Iterator[tuple[Outcome, Sequence[Status]]]:
    """Every outcome with every state of every seat."""
    return product(Outcome, product((Status.ALIVE, Status.ELIMINATED, Status.FINAL_DUEL), repeat=size))


def wrong(facts: Tournament) -> set[tuple[int, int]]:
    """Round and table of the sheets that have an error in themselves, as Python sees it."""
    found = findings_of(State(facts, RULEBOOK))
    return {
        (one.at.round or 0, one.at.table or 0) for one in found if one.code in ON_THE_SHEET and one.severity is Severity.ERROR
    }


def complete(game: Game) -> bool:
    """Whether every cell is filled in on which something depends: a character may be missing."""
    return game.outcome is not None and all(seat.role and seat.status and seat.bid is not None for seat in game.seats)
