"""How a game can end (rules.md §6), found once more by eliminating the players one after the other, in every order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final

import pytest

from bangxl.tournament.endstates import is_possible, reachable
from bangxl.tournament.ledger import is_settled, seat_payout
from bangxl.tournament.model import Outcome, Role, Status
from tests.tournament.builders import ALIVE, CARDS, DEAD, DUEL, ITALY, D, O, R, S, ended

SEATS: Final = {4: (S, O, O, R), **CARDS}
"""A table's roles, one label a seat; 4 as well, where Italy 2010 has no table but the base game has."""

End = tuple[Outcome, frozenset[int]]


def winner(alive: frozenset[int], roles: Sequence[Role]) -> Outcome | None:
    """The base rule: over when the Sheriff is dead, or all Outlaws and the Renegade are."""
    left = sorted(roles[seat] for seat in alive)
    if S not in left:
        return Outcome.RENEGADE if left == [R] else Outcome.OUTLAWS
    return Outcome.LAW if not {O, R} & set(left) else None


@cache
def ends(size: int) -> tuple[frozenset[End], frozenset[End]]:
    """Every end by outcome and living seats, and those in which the Renegade fell last, alone with the Sheriff."""
    roles = SEATS[size]
    found: set[End] = set()
    duels: set[End] = set()
    seen: set[frozenset[int]] = set()
    waiting = [frozenset(range(size))]
    while waiting:
        alive = waiting.pop()
        for victim in alive:
            left = alive - {victim}
            outcome = winner(left, roles)
            if outcome is not None:
                found.add((outcome, left))
                if roles[victim] is R and len(left) == 1 and outcome is Outcome.LAW:
                    duels.add((outcome, left))
            elif left not in seen:
                seen.add(left)
                waiting.append(left)
    return frozenset(found), frozenset(duels)


@pytest.mark.parametrize(("size", "counts"), {4: (1, 6, 1), 5: (2, 13, 1), 6: (2, 29, 1), 7: (4, 59, 1)}.items())
def test_legal_alive_combinations(size: int, counts: tuple[int, int, int]) -> None:
    """rules.md §6, over labelled seats. At 5: Law 2 (the Deputy alive or not), Renegade 1, Outlaws 13:
    some Outlaw alive, (2² − 1) × 2 (Deputy) × 2 (Renegade) = 12, and once Renegade with Deputy (G4). Not 12: the game that ends
    with all Outlaws dead is theirs as well.
    """
    found, duels = ends(size)
    assert tuple(sum(outcome is one for outcome, _ in found) for one in Outcome) == counts
    assert len(duels) == 1


def candidates(size: int) -> Iterator[tuple[Outcome, tuple[Status, ...]]]:
    yield from product(Outcome, product((ALIVE, DEAD), repeat=size))


@pytest.mark.parametrize("size", SEATS)
def test_possible_is_what_the_search_finds(size: int) -> None:
    """Every outcome with every combination of dead and alive: 3 × 2ⁿ, of which only the search's are possible."""
    found, _ = ends(size)
    ours = {
        (outcome, frozenset(seat for seat, status in enumerate(statuses) if status is ALIVE))
        for outcome, statuses in candidates(size)
        if is_possible(outcome, list(zip(SEATS[size], statuses, strict=True)))
    }
    assert ours == found


@pytest.mark.parametrize("size", SEATS)
def test_final_duel_is_what_the_search_finds(size: int) -> None:
    """One seat marked "final duel", in every end: only the Renegade, the Law winning, the Sheriff alone (G5, G6)."""
    roles = SEATS[size]
    _, duels = ends(size)
    ours = set()
    for outcome, statuses in candidates(size):
        for seat, status in enumerate(statuses):
            marked = [*statuses[:seat], DUEL, *statuses[seat + 1 :]]
            if status is DEAD and is_possible(outcome, list(zip(roles, marked, strict=True))):
                ours.add((outcome, frozenset(s for s, status in enumerate(marked) if status is ALIVE), roles[seat]))
    assert ours == {(outcome, alive, R) for outcome, alive in duels}


def test_two_in_the_final_duel() -> None:
    assert not is_possible(Outcome.LAW, [(S, ALIVE), (D, DEAD), (O, DUEL), (O, DEAD), (R, DUEL)])


@pytest.mark.parametrize("size", CARDS)
def test_reachable_lines(size: int) -> None:
    """What the loader wants an amount for: every seat of every end that the search finds, and the final duel."""
    found, _ = ends(size)
    lines = {
        (outcome, role, ALIVE if seat in alive else DEAD) for outcome, alive in found for seat, role in enumerate(CARDS[size])
    }
    assert reachable(ITALY.roles[size]) == lines | {(Outcome.LAW, R, DUEL)}


@pytest.mark.parametrize("size", CARDS)
def test_every_possible_end_is_paid(size: int) -> None:
    """Two accountants: whatever the rules allow, the winnings table pays, in whole hundreds."""
    found, _ = ends(size)
    for outcome, alive in found:
        statuses = [ALIVE if seat in alive else DEAD for seat in range(size)]
        game = ended(CARDS[size], statuses, outcome)
        assert is_settled(ITALY, game)
        assert all((seat_payout(ITALY, game, seat) or 0) % 100 == 0 for seat in game.seats)


@pytest.mark.parametrize(("size", "outlaw", "renegade"), [(5, 1400, 500), (6, 2100, 600), (7, 2100, 700)])
def test_g4_sheriff_falls_when_all_outlaws_are_dead(size: int, outlaw: int, renegade: int) -> None:
    """G4: Renegade and a Deputy alive, the Sheriff falls: the (dead) Outlaws win. Not the Renegade: he is not alone."""
    roles = CARDS[size]
    statuses = [ALIVE if role in {D, R} else DEAD for role in roles]
    game = ended(roles, statuses, Outcome.OUTLAWS)
    assert is_possible(Outcome.OUTLAWS, list(zip(roles, statuses, strict=True)))
    assert not is_possible(Outcome.RENEGADE, list(zip(roles, statuses, strict=True)))
    paid = {seat.role: seat_payout(ITALY, game, seat) for seat in game.seats}
    assert paid == {S: 0, D: 0, O: outlaw, R: renegade}


@pytest.mark.parametrize(("size", "paid"), [(5, 2000), (6, 2400), (7, 2800)])
def test_g5_no_final_duel_beside_a_deputy(size: int, paid: int) -> None:
    """G5: "eliminato per ultimo" with a Deputy alive is not paid; the footnote wants a duel against the Sheriff.
    G6: how he lost it (BANG!, Dynamite, High Noon) is not asked: 400 × 5 = 2000, × 6 = 2400, × 7 = 2800.
    """
    roles = CARDS[size]
    alone = [ALIVE if role is S else DUEL if role is R else DEAD for role in roles]
    beside = [ALIVE if role in {S, D} else DUEL if role is R else DEAD for role in roles]
    assert is_possible(Outcome.LAW, list(zip(roles, alone, strict=True)))
    assert not is_possible(Outcome.LAW, list(zip(roles, beside, strict=True)))
    game = ended(roles, alone, Outcome.LAW)
    assert seat_payout(ITALY, game, game.seats[-1]) == paid


@pytest.mark.parametrize(
    ("outcome", "role", "status"),
    [
        (Outcome.LAW, S, DEAD), (Outcome.LAW, O, ALIVE), (Outcome.LAW, R, ALIVE),
        (Outcome.OUTLAWS, S, ALIVE), (Outcome.RENEGADE, D, ALIVE), (Outcome.RENEGADE, R, DEAD), (Outcome.OUTLAWS, R, DUEL),
    ],
)  # fmt: skip
def test_no_amount_for_what_cannot_be(outcome: Outcome, role: Role, status: Status) -> None:
    """Not nought but nothing: such a game is not settled, and counts nowhere."""
    assert all(ITALY.payout(size, outcome, role, status) is None for size in CARDS)


@pytest.mark.parametrize(
    ("outcome", "alive", "total"),
    [
        (Outcome.LAW, {S, D}, 3000 + 2200),
        (Outcome.LAW, {S}, 3000 + 1400),
        (Outcome.OUTLAWS, {O}, 2 * 2000),
        (Outcome.OUTLAWS, {O, R, D}, 2 * 2000 + 500),
        (Outcome.OUTLAWS, {R, D}, 2 * 1400 + 500),
        (Outcome.RENEGADE, {R}, 6500 + 500),
    ],
)
def test_what_a_table_of_five_gets_together(outcome: Outcome, alive: set[Role], total: int) -> None:
    """The payouts of a table sum to what the page says, seat by seat added up by hand."""
    game = ended(CARDS[5], [ALIVE if role in alive else DEAD for role in CARDS[5]], outcome)
    assert sum(seat_payout(ITALY, game, seat) or 0 for seat in game.seats) == total
