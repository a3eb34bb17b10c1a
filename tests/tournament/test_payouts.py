"""What seats are paid, end by end: whatever the rules allow is paid, and nothing else (docs/dev/decisions.md, G4 to G6)."""

from dataclasses import replace
from itertools import product
from typing import Final

import pytest

from bangxl.rulebooks.loader import load, rulebook_ids
from bangxl.tournament.expressions import parse_amount
from bangxl.tournament.model import Game, Outcome, Role, Status
from bangxl.tournament.payouts import End, depends_on_end, end_of, is_possible_end, payout, payout_table, reachable_ends
from bangxl.tournament.rulebook import Rulebook, Scoring
from tests.tournament.builders import ended
from tests.tournament.rules import ALIVE, CARDS, DEAD, DUEL, D, O, R, S, fates

RULEBOOKS: Final = {name: load(name) for name in rulebook_ids()}
ITALY: Final = RULEBOOKS["italy-2010"]
LAW, OUTLAWS, RENEGADE = Outcome.LAW, Outcome.OUTLAWS, Outcome.RENEGADE
TABLES: Final = [
    pytest.param(rulebook, scoring, size, id=f"{name}{code and ' '}{code} {size}")
    for name, rulebook in RULEBOOKS.items()
    for code, scoring in rulebook.scorings.items()
    for size in rulebook.roles
]


def paid(rulebook: Rulebook, scoring: Scoring, game: Game) -> list[int | None]:
    """What every seat of this game gets."""
    end = end_of(game)
    assert end is not None
    return [payout(rulebook, scoring, end, s.role, s.status) if s.role and s.status else None for s in game.seats]


@pytest.mark.parametrize(("rulebook", "scoring", "size"), TABLES)
def test_every_possible_end_is_paid(rulebook: Rulebook, scoring: Scoring, size: int) -> None:
    """Two accountants: every outcome, each seat alive, eliminated or in the final duel, as far as a game can end like this."""
    roles = CARDS[size]
    for outcome, statuses in product(Outcome, product(Status, repeat=size)):
        if is_possible_end(outcome, lines := list(zip(roles, statuses, strict=True))):
            amounts = paid(rulebook, scoring, ended(lines, outcome))
            assert all(amount is not None and amount % 50 == 0 for amount in amounts)


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_table_of_a_workbook_says_what_payout_says(name: str) -> None:
    """`tabulated` has every reachable case of every scoring under its key, and nothing else."""
    rulebook = RULEBOOKS[name]
    expected = {}
    for code, scoring in rulebook.scorings.items():
        for size, roles in rulebook.roles.items():
            for outcome, role, status, dead, outlaws in reachable_ends(roles):
                counts = f"|{dead}|{outlaws}" if depends_on_end(rulebook) else ""
                key = f"{code}|{size}|{outcome}{counts}|{role}|{status}"
                expected[key] = payout(rulebook, scoring, End(size, outcome, dead, outlaws), role, status)
    assert payout_table(rulebook) == expected


def test_keys() -> None:
    """A single scoring has no code; only Record's complete scoring asks how many are dead."""
    assert [name for name in RULEBOOKS if depends_on_end(RULEBOOKS[name])] == ["record", "record-international"]
    assert payout_table(ITALY)["|6|law|renegade|final_duel"] == 2400
    assert payout_table(RULEBOOKS["record"])["complete|5|law|3|0|sheriff|alive"] == 3500
    assert payout_table(RULEBOOKS["record"])["official|4|renegade|3|0|renegade|alive"] == 5000


def test_end_of_a_game() -> None:
    """Who lost the final duel is dead; who left during the game still counts (2007); no outcome, no end."""
    game = ended(fates("S+ D- O- O- R*"), LAW)
    assert end_of(game) == End(5, LAW, 4, 0)
    assert end_of(ended(fates("S- D+ O+ O- O+ R-"), OUTLAWS)) == End(6, OUTLAWS, 3, 2)
    assert end_of(replace(game, outcome=None)) is None


def test_a_size_that_nobody_plays() -> None:
    """G1: 8 players are outside every text, 4 outside 2010: None, not 0."""
    for rulebook in RULEBOOKS.values():
        for scoring in rulebook.scorings.values():
            assert payout(rulebook, scoring, End(8, LAW, 6, 0), S, ALIVE) is None
    assert payout(ITALY, ITALY.scorings[""], End(4, LAW, 3, 0), S, ALIVE) is None


@pytest.mark.parametrize(
    ("outcome", "role", "status"),
    [
        (LAW, S, DEAD), (LAW, O, ALIVE), (LAW, R, ALIVE), (OUTLAWS, S, ALIVE), (RENEGADE, D, ALIVE), (RENEGADE, R, DEAD),
        (OUTLAWS, R, DUEL),
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", RULEBOOKS)
def test_no_amount_for_what_cannot_be(name: str, outcome: Outcome, role: Role, status: Status) -> None:
    """Not nought but nothing: such a game is not settled, and counts nowhere. Also where the living get something (Germany)."""
    rulebook = RULEBOOKS[name]
    for scoring in rulebook.scorings.values():
        assert all(payout(rulebook, scoring, End(size, outcome, 3, 0), role, status) is None for size in rulebook.roles)


def test_no_deputy_at_a_table_of_4() -> None:
    """G1: a Deputy typed at a table of 4 gets nothing, though the amount of his line has no size."""
    for name in ("italy-2007", "record"):
        rulebook = RULEBOOKS[name]
        scoring = next(iter(rulebook.scorings.values()))
        assert payout(rulebook, scoring, End(4, LAW, 2, 0), D, ALIVE) is None


G4: Final = {
    ("italy-2010", "", 5): (0, 0, 1400, 500),
    ("italy-2011", "", 7): (0, 300, 800, 700),
    ("italy-2007", "", 6): (0, 0, 2100, 1200),
    ("germany", "", 6): (0, 150, 1500, 150),
    ("record", "official", 7): (0, 0, 2500, 1000),
    ("record", "complete", 5): (0, 1500, 0, 1500),
}
"""Sheriff, Deputies (all alive), Outlaws (all dead), Renegade (alive). Complete: 500 for each of the dead."""


@pytest.mark.parametrize(("name", "code", "size"), G4)
def test_g4_sheriff_falls_when_all_outlaws_are_dead(name: str, code: str, size: int) -> None:
    """G4: Renegade and Deputies alive, the Sheriff falls: the (dead) Outlaws win. Not the Renegade: he is not alone.
    Complete scoring does not divide by its 0 living Outlaws.
    """
    roles = CARDS[size]
    lines = [(role, ALIVE if role in {D, R} else DEAD) for role in roles]
    assert is_possible_end(OUTLAWS, lines)
    assert not is_possible_end(RENEGADE, lines)
    rulebook = RULEBOOKS[name]
    found = dict(zip(roles, paid(rulebook, rulebook.scorings[code], ended(lines, OUTLAWS)), strict=True))
    assert tuple(found[role] for role in (S, D, O, R)) == G4[name, code, size]


def test_half_a_table() -> None:
    """While a sheet is being filled in, the lines that stand are looked up with what stands; the rest is None."""
    game = ended(fates("S+ D+ O- O- R-"), LAW)
    half = replace(game, seats=(*game.seats[:2], *(replace(seat, role=None, status=None) for seat in game.seats[2:])))
    assert paid(ITALY, ITALY.scorings[""], half) == [3000, 2200, None, None, None]
    record = RULEBOOKS["record"]
    assert paid(record, record.scorings["complete"], half) == [None] * 5


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1500 * outlaws", "1500 $ × Outlaws"),
        ("2000 * outlaws / living_outlaws", "2000 $ × Outlaws ÷ living_outlaws"),
        ("2 * (100+outlaws) - 50", "2 $ × (100 + Outlaws) - 50 $"),
        ("outlaws * 300", "Outlaws × 300"),
    ],
)
def test_an_amount_in_words(text: str, shown: str) -> None:
    assert parse_amount(text).render({"outlaws": "Outlaws"}, unit=" $") == shown
