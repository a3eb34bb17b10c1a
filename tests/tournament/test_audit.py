"""The second look at the draws: every hard error is found, every figure agrees with a count by hand or with a reference."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, combinations, permutations
from random import Random
from typing import Final

import pytest
from hypothesis import given, strategies as st

from bangxl.tournament.audit import Audit, DrawError, DrawFault, audit, chairs, expected_again, matching, neighbours, times_met
from bangxl.tournament.drawing import tables_by_lot
from tests.tournament.builders import ids

Rounds = Sequence[Sequence[Sequence[str]]]

PURE_LOT: Final = """
10 3 5+5 22.72
11 3 6+5 28.93
13 4 7+6 72.56
16 4 6+5+5 50.21
19 4 7+6+6 74.47
20 4 5+5+5+5 43.81
22 4 6+6+5+5 56.07
24 4 6+6+6+6 67.54
27 5 6+6+5+5+5 86.48
31 5 6+5+5+5+5+5 79.02
35 5 6+6+6+6+6+5 105.29
36 5 6+6+6+6+6+6 111.48
39 5 6+6+6+6+5+5+5 96.82
43 5 6+6+6+5+5+5+5+5 89.97
47 5 6+6+6+6+6+6+6+5 110.00
50 5 5+5+5+5+5+5+5+5+5+5 75.24
"""
"""Players, rounds, tables (the larger first), and the rematches of a random draw, as others have computed them."""


def rounds(*texts: str) -> list[list[str]]:
    """``abcde fghij``: a round with two tables of five; a letter is a player, a table's first letter its Sheriff."""
    return [text.split() for text in texts]


def judge(story: Rounds, sizes: Sequence[int] | None = None, present: Sequence[str] = ()) -> Audit:
    """The audit, with everybody of the round there and the tables as they are unless told otherwise."""
    there = present or ["".join(chain.from_iterable(tables)) for tables in story]
    expected = [sizes or [len(table) for table in tables] for tables in story]
    return audit(story, expected, there)


VALID: Final = rounds("abcde fghij", "bfagc dhiej", "cgbhi eajdf")
TURNS: Final = ("abcde", "bcdea", "cdeab", "deabc", "eabcd")
FOUR_ROUNDS: Final = rounds("abcde fghij", "bacde gfhij", "cabde hfgij", "dabce ifghj")


def test_a_valid_tournament_has_no_errors() -> None:
    assert judge(VALID, [5, 5], ["abcdefghij"] * 3).errors == ()


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_player_twice(number: int) -> None:
    """Somebody sits in another's place: he is twice, the other nowhere; one of them at the table of the second seat."""
    story = [list(tables) for tables in VALID]
    first, last = story[number - 1]
    story[number - 1][1] = last[:-1] + first[1]
    found = judge(story, present=["abcdefghij"] * 3).errors
    assert found == (
        DrawFault(DrawError.PLAYER_TWICE, number, 2, first[1]),
        DrawFault(DrawError.PLAYER_MISSING, number, None, last[-1]),
    )


def test_a_player_missing() -> None:
    """A table with a free chair: its size is wrong too."""
    story = [VALID[0], ["bfagc", "dhie"], VALID[2]]
    wrong = DrawFault(DrawError.WRONG_SIZES, 2, 2)
    assert judge(story, [5, 5], ["abcdefghij"] * 3).errors == (DrawFault(DrawError.PLAYER_MISSING, 2, None, "j"), wrong)


def test_a_player_who_was_not_there() -> None:
    story = [VALID[0], ["bfagc", "dhiex"], VALID[2]]
    found = judge(story, present=["abcdefghij"] * 3).errors
    assert found == (DrawFault(DrawError.PLAYER_FOREIGN, 2, 2, "x"), DrawFault(DrawError.PLAYER_MISSING, 2, None, "j"))


class TestSizes:
    def test_in_any_order(self) -> None:
        assert not judge(rounds("abcde fghijk"), [6, 5]).errors

    @pytest.mark.parametrize(
        ("tables", "expected", "wrong"),
        [
            ("abcdef ghij", [5, 5], [1, 2]),
            ("abcde fghij klmno", [5, 5, 6], [3]),
            ("abcde fghij k", [5, 5], [3]),
            ("abcde", [5, 5], [None]),
            ("abcdefg", [5], [1]),
        ],
    )
    def test_wrong(self, tables: str, expected: list[int], wrong: list[int | None]) -> None:
        assert judge(rounds(tables), expected).errors == tuple(DrawFault(DrawError.WRONG_SIZES, 1, table) for table in wrong)

    def test_not_judged(self) -> None:
        assert not audit(rounds("abcd"), [None], ["abcd"]).errors


AGAIN: Final = {
    "ten players, two rounds: a is Sheriff again although nine never were": (rounds("abcde fghij", "afbgc dhiej"), [(2, 1, "a")]),
    "two Sheriffs change tables, and eight others never were": (
        rounds("abcde fghij", "fbcde aghij"), [(2, 1, "f"), (2, 2, "a")],
    ),
    "five at one table: in the sixth round somebody must be Sheriff again": (rounds(*TURNS, "cdeab"), []),
    "in the fifth nobody had to": (rounds(*TURNS[:4], "abcde"), [(5, 1, "a")]),
    "a third time before others twice": (rounds(*TURNS, "abcde", "abcde"), [(7, 1, "a")]),
    "j has gone home, so only e never was: one table must have somebody again": ([*FOUR_ROUNDS, ["eabcd", "fghi"]], []),
    "and it is not the one where e sits": ([*FOUR_ROUNDS, ["fghi", "abcde"]], [(5, 2, "a")]),
    "the fewest have a third time; blamed is the third time, not the second": (
        [*FOUR_ROUNDS, ["eabcd", "fghi"], ["fabcd", "gehi"], ["fghi", "abcde"]], [(6, 1, "f"), (7, 1, "f")],
    ),
}  # fmt: skip


class TestSheriffs:
    @pytest.mark.parametrize(("story", "again"), AGAIN.values(), ids=AGAIN)
    def test_again(self, story: Rounds, again: list[tuple[int, int, str]]) -> None:
        assert judge(story).errors == tuple(DrawFault(DrawError.SHERIFF_AGAIN, *one) for one in again)

    def test_who_has_left_takes_nobodys_turn(self) -> None:
        """Had j stayed, f need not have been Sheriff again."""
        story = [*FOUR_ROUNDS, ["eabcd", "fghi"]]
        stayed = audit(story, [None] * 5, ["abcdefghij"] * 5).errors
        assert stayed == (DrawFault(DrawError.PLAYER_MISSING, 5, None, "j"), DrawFault(DrawError.SHERIFF_AGAIN, 5, 2, "f"))

    def test_not_where_the_card_decides(self) -> None:
        story = rounds("abcde fghij", "abcde fghij")
        assert len(judge(story).errors) == 2
        assert audit(story, [None] * 2, ["abcdefghij"] * 2, sheriffs=False).errors == ()

    @given(st.integers(0, 2**32), st.integers(1, 7))
    def test_the_pure_lot_is_never_to_blame(self, seed: int, leaving: int) -> None:
        """Players leave one after the other: the draw repeats Sheriffs only where it must."""
        rng = Random(seed)  # noqa: S311 -- a story
        story, present, been = [], [], dict.fromkeys(ids(1, 20), 0)
        players = list(been)
        for number in range(1, 7):
            tables = len(players) // 5
            sizes = [len(players) // tables + (table < len(players) % tables) for table in range(tables)]
            story.append(tables_by_lot(players, sizes, been, str(seed), number))
            present.append(tuple(players))
            for table in story[-1]:
                been[table[0]] += 1
            for _ in range(min(leaving, len(players) - 10)):
                players.remove(rng.choice(players))
        assert audit(story, [None] * 6, present).errors == ()


class TestMatching:
    @given(st.lists(st.sets(st.sampled_from("abcde")), max_size=5))
    def test_against_trying_everything(self, wishes: list[set[str]]) -> None:
        given_ = matching([sorted(wish) for wish in wishes])
        assert all(player in wishes[wish] for player, wish in given_.items())
        assert len(set(given_.values())) == len(given_)
        tried = (sum(player in wish for player, wish in zip(order, wishes, strict=False)) for order in permutations("abcde"))
        assert len(given_) == max(tried)


class TestFigures:
    def test_by_hand(self) -> None:
        """a and b meet three times, a and c, b and c, c and d twice: rematches 2 + 1 + 1 + 1."""
        story = rounds("abcd", "abc", "ab cd")
        met = {"ab": 3, "ac": 2, "bc": 2, "cd": 2, "ad": 1, "bd": 1}
        assert {"".join(pair): count for pair, count in times_met(story).items()} == met
        assert judge(story).quality.rematches == 5

    def test_nothing_played(self) -> None:
        quality = audit([], [], []).quality
        assert quality.rematches == quality.expected == 0


class TestSeats:
    def test_by_hand(self) -> None:
        """The last sits beside the first. c is fourth twice."""
        story = rounds("abdc efg", "bdac gfe")
        quality = judge(story).quality
        assert {"".join(pair) for pair, count in neighbours(story).items() if count == 2} == {"ac", "bd", "ef", "eg", "fg"}
        assert chairs(story)["c"] == (4, 4)
        assert (quality.neighbours.count, quality.chairs.count) == (5, 2)
        # three are always neighbours; four have three others each, and four neighbours in two games
        assert quality.neighbours.fewest == 5

    def test_expected_over_all_seatings(self) -> None:
        """Four at one table twice, whose Sheriff is drawn once: 6 orders each."""
        orders = [[["a", *order]] for order in permutations("bcd")]
        every = [judge([one, other]).quality for one in orders for other in orders]
        for found in (every[0].chairs, every[-1].chairs):
            assert found.expected == Fraction(sum(one.chairs.count for one in every), 36)
        tables = [[list(order)] for order in permutations("abcd")]
        twice = [judge([one, other]).quality.neighbours for one in tables for other in tables]
        assert twice[0].expected == Fraction(sum(one.count for one in twice), 24**2)

    def test_several_games_at_one_seating(self) -> None:
        """Two tables of three, drawn once, and the seats for each of two games: who sits together is beside everybody twice."""
        story = rounds("abc def", "bca fed")
        assert audit(story, [None] * 2, ["abcdef"] * 2, drawn=[1, 1]).quality.neighbours.expected == 6


class TestExpected:
    def test_by_hand(self) -> None:
        """Ten players, three rounds of two fives: p = 40/90, so 45 pairs expect 3 · 4/9 − 1 + (5/9)³ = 368/729 each."""
        assert expected_again(VALID) == 45 * Fraction(368, 729)

    @pytest.mark.parametrize("line", PURE_LOT.split("\n")[1:-1])
    def test_reference(self, line: str) -> None:
        players, number, sizes, rematches = line.split()
        everybody = iter(ids(1, int(players)))
        tables = [[next(everybody) for _ in range(int(size))] for size in sizes.split("+")]
        found = expected_again([tables] * int(number))
        assert abs(found - Fraction(rematches)) <= Fraction(1, 200)

    def test_all_possible_draws(self) -> None:
        """Four players, two tables of two: p = 1/3. d goes home before round 2, where a, b and c share a table of three.

        Twelve pairs of draws: whoever of a, b, c met in round 1 meets again, which is one pair in two draws of three.
        """
        splits = [["ab", "cd"], ["ac", "bd"], ["ad", "bc"]]
        found = [judge([split, ["abc"]]).quality.rematches for split in splits]
        assert expected_again([splits[0], ["abc"]]) == Fraction(sum(found), 3) == 1

    def test_unequal_tables(self) -> None:
        """Five players at three and two, twice: over all hundred pairs of draws."""
        draws = [["".join(three), "".join(sorted(set("abcde") - set(three)))] for three in combinations("abcde", 3)]
        found = [judge([one, other]).quality.rematches for one in draws for other in draws]
        assert expected_again([draws[0], draws[0]]) == Fraction(sum(found), 100)

    def test_herni_system_several_games_at_one_seating(self) -> None:
        """Konajka, Herní systém: "hrají se 3 hry", then tables are drawn again. Over all nine pairs of draws of four players."""
        splits = [["ab", "cd"], ["ac", "bd"], ["ad", "bc"]]
        found = [judge([one, one, one, other]).quality.rematches for one in splits for other in splits]
        assert expected_again([splits[0]] * 3 + [splits[1]], [1, 1, 1, 4]) == Fraction(sum(found), 9)


def test_errors_stand_in_the_order_of_the_rounds() -> None:
    story = [VALID[0], VALID[0], VALID[0]]
    assert [fault.round for fault in judge(story).errors] == [2, 2, 3, 3]


def test_lists_of_different_lengths() -> None:
    with pytest.raises(ValueError, match="shorter"):
        audit(VALID, [None], ["abcdefghij"] * 3)
