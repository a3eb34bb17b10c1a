"""A referee's own rulebook, written as docs/regulations/README.md tells: a sixth regulation that mixes what the five have."""

import re
from fractions import Fraction
from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from bangxl.rulebooks.loader import load, loads
from bangxl.rulebooks.schema import RulebookFile
from bangxl.tournament.payouts import depends, payout_table
from bangxl.tournament.rulebook import Factor, Games, SheriffRule

PATH: Final = Path(__file__).parent.parent / "data" / "house.toml"
RECIPE: Final = (PATH.parents[2] / "docs" / "regulations" / "README.md").read_text(encoding="utf-8")
HOUSE: Final = load(str(PATH))


def test_it_mixes_mechanisms() -> None:
    assert (HOUSE.id, HOUSE.language) == ("saloon-cup", "en")
    assert (HOUSE.games, HOUSE.sheriff, HOUSE.fixed_tables, HOUSE.smallest_table) == (
        Games.TABLE_SIZE, SheriffRule.LEFT, True, 4,
    )  # fmt: skip
    assert HOUSE.score.factor == Factor(4, 5, Fraction(11, 10))
    assert (HOUSE.score.less_start, HOUSE.score.per_game, HOUSE.score.rounded) == (True, True, True)
    assert [(b.from_tables, [m.code for m in b.matches]) for b in HOUSE.brackets] == [(1, ["F"]), (4, ["SF1", "SF2", "P3", "F"])]
    assert (HOUSE.largest_table, HOUSE.kills, HOUSE.lives, HOUSE.warnings_to_ejection) == (5, True, False, 3)


def test_what_it_leaves_out_is_out() -> None:
    """``without`` takes away what the base has: rounds by players, prizes, tables of 6 and 7, the long duel."""
    assert (HOUSE.rounds, HOUSE.prizes, sorted(HOUSE.roles), list(HOUSE.duel_modes)) == ((), {}, [4, 5], ["quick"])
    assert "prizes" not in HOUSE.articles


def test_what_it_does_not_mention_is_the_bases() -> None:
    """The auction's minimum and last price, and the characters with their lives, are those of Italy 2010."""
    base = load("italy-2010")
    assert (HOUSE.auction.minimum, HOUSE.auction.last, HOUSE.auction.start, HOUSE.auction.step) == (0, 0, 1000, 50)  # type: ignore[union-attr]
    assert HOUSE.characters == base.characters


@pytest.mark.parametrize(
    ("key", "dollars"),
    {
        "|4|outlaws|2|2|outlaw|alive": 600 + 200 + 50,
        "|5|outlaws|4|1|outlaw|alive": 1200 + 400 + 50,
        "|5|outlaws|4|1|outlaw|eliminated": -50,
        "|5|law|3|0|deputy|alive": 900 + 50,
        "|4|renegade|3|0|renegade|alive": 5200 + 50,
        "|4|law|3|0|renegade|final_duel": 250,
    }.items(),
)
def test_amounts(key: str, dollars: int) -> None:
    """A bag of 1200 shared by the Outlaws who live, 100 for each of the dead, 50 for the living."""
    assert depends(HOUSE)
    assert payout_table(HOUSE)[key] == dollars


def test_the_recipe_works() -> None:
    """The example on the page of regulations is a rulebook."""
    example = re.search(r"(?s)```toml\n(.*?)```", RECIPE)
    assert example is not None
    rulebook = loads(dedent(example[1]), "recipe.toml")
    assert rulebook.auction is not None
    assert (rulebook.id, rulebook.auction.start, list(rulebook.duel_modes), rulebook.prizes) == ("saloon-cup", 3000, ["long"], {})
    assert payout_table(rulebook)["|7|outlaws|renegade|alive"] == 1050


def test_the_recipe_names_every_table() -> None:
    assert {name for name in RulebookFile.__struct_fields__ if not re.search(rf"`{name}[.`]", RECIPE)} == set()
