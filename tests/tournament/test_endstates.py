"""How a game can end (docs/dev/decisions.md), found once more by eliminating the players one after the other, in every order."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final

import pytest

from bangxl.tournament.criteria import has_won
from bangxl.tournament.model import Outcome, Role, Status
from bangxl.tournament.payouts import eliminated, is_possible_end, living_outlaws, reachable_ends
from tests.tournament.builders import ended
from tests.tournament.rules import ALIVE, CARDS, DEAD, DUEL, D, O, R, S, fates

LAST: Final = Status.AMONG_LAST

SEATS: Final = {**CARDS, 8: (S, D, D, O, O, O, R, R)}
"""A table's roles, one label a seat; also the base game's 4, of which Italy 2010 has no table, and the expansion's 8 (G11)."""

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
    """Over labelled seats. At 5: Law 2 (the Deputy alive or not), Renegade 1, Outlaws 13:
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
        if is_possible_end(outcome, list(zip(SEATS[size], statuses, strict=True)))
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
            if status is DEAD and is_possible_end(outcome, list(zip(roles, marked, strict=True))):
                ours.add((outcome, frozenset(s for s, status in enumerate(marked) if status is ALIVE), roles[seat]))
    assert ours == {(outcome, alive, R) for outcome, alive in duels}


@cache
def falls(size: int) -> frozenset[tuple[Outcome, tuple[int, ...]]]:
    """Every order in which players can fall until a game is over, with its outcome."""
    roles = SEATS[size]
    found: set[tuple[Outcome, tuple[int, ...]]] = set()
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        fallen = waiting.pop()
        alive = frozenset(range(size)) - set(fallen)
        for victim in alive:
            outcome = winner(alive - {victim}, roles)
            if outcome is not None:
                found.add((outcome, (*fallen, victim)))
            else:
                waiting.append((*fallen, victim))
    return frozenset(found)


@pytest.mark.parametrize(("size", "last"), [(4, 2), (4, 3), (5, 2), (5, 3), (5, 4), (6, 3)])
def test_among_the_last_is_what_the_search_finds(size: int, last: int) -> None:
    """Any of those who fell when no more than so many were left may be marked, and nobody else."""
    possible = set()
    for outcome, fallen in falls(size):
        late = [seat for place, seat in enumerate(fallen) if size - place <= last]
        for marks in product((False, True), repeat=len(late)):
            marked = frozenset(seat for seat, mark in zip(late, marks, strict=True) if mark)
            possible.add((outcome, frozenset(fallen), marked))
    ours = {
        (outcome, frozenset(s for s, status in enumerate(statuses) if status is not ALIVE),
         frozenset(s for s, status in enumerate(statuses) if status is LAST))
        for outcome, statuses in product(Outcome, product((ALIVE, DEAD, LAST), repeat=size))
        if is_possible_end(outcome, list(zip(SEATS[size], statuses, strict=True)), last)
    }  # fmt: skip
    assert ours == possible


def test_nobody_is_among_the_last_where_nothing_says_so() -> None:
    assert not is_possible_end(Outcome.RENEGADE, fates("S- D/ O- O- R+"))
    assert {case.status for case in reachable_ends(Counter(SEATS[5]))} == {ALIVE, DEAD, DUEL}


def test_g11_two_renegades_are_left() -> None:
    """Each plays for himself: while both live nobody is the last, so the Outlaws have won; then the other one has lost."""
    both = fates("S- D- D- O- O- O- R+ R+")
    assert [outcome for outcome in Outcome if is_possible_end(outcome, both)] == [Outcome.OUTLAWS]
    one = fates("S- D- D- O- O- O- R+ R-")
    assert [outcome for outcome in Outcome if is_possible_end(outcome, one)] == [Outcome.RENEGADE]
    game = ended(one, Outcome.RENEGADE)
    assert [seat.player for seat in game.seats if has_won(game, seat)] == ["P007"]


def test_two_in_the_final_duel() -> None:
    assert not is_possible_end(Outcome.LAW, fates("S+ D- O* O- R*"))


@pytest.mark.parametrize("size", SEATS)
def test_reachable_ends(size: int) -> None:
    """With every seat, how many of its table are dead and how many Outlaws live: counted in the ends of the search.
    In the final duel everybody but the Sheriff is dead.
    """
    found, _ = ends(size)
    roles = SEATS[size]
    cases = {
        (outcome, role, ALIVE if seat in alive else DEAD, size - len(alive), sum(roles[one] is O for one in alive))
        for outcome, alive in found
        for seat, role in enumerate(roles)
    }
    assert reachable_ends(Counter(roles)) == cases | {(Outcome.LAW, R, DUEL, size - 1, 0)}


def test_no_role_that_nobody_has() -> None:
    """A table of 4 has no Deputy (G1): he is paid nothing, whatever the amounts say; a count of 0 is no seat."""
    counts = {S: 1, D: 0, O: 2, R: 1}
    assert D not in {case.role for case in reachable_ends(counts)}
    assert reachable_ends(counts) == reachable_ends(Counter(SEATS[4]))


def test_counting() -> None:
    """The loser of a final duel is dead; a blank line is neither dead nor an Outlaw alive."""
    lines = [(S, ALIVE), (D, DEAD), (O, DEAD), (O, ALIVE), (R, DUEL), (None, None), (O, None), (None, ALIVE)]
    assert (eliminated(lines), living_outlaws(lines)) == (3, 1)
