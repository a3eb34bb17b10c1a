"""A patch: "the other regulation, except …"."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

import pytest

from bangxl.rulebooks.loader import RulebookError, load, loads, merge, patch
from bangxl.tournament.model import Outcome, Role, Status
from bangxl.tournament.rulebook import Rulebook

HEAD: Final = 'base = "italy-2010"\nid = "house"\n'
ITALY: Final = load("italy-2010")


def house(text: str, head: str = HEAD) -> Rulebook:
    return loads(head + text, "house.toml")


def different(rulebook: Rulebook) -> set[str]:
    """The fields in which it differs from its base."""
    return {f.name for f in fields(Rulebook) if getattr(rulebook, f.name) != getattr(ITALY, f.name)} - {"scorings"}


def test_nothing_but_an_id() -> None:
    assert different(house("")) == {"id"}


def test_one_number() -> None:
    rulebook = house("[auction]\nstart = 3000\n")
    assert different(rulebook) == {"id", "auction"}
    assert rulebook.auction is not None
    assert (rulebook.auction.start, rulebook.auction.step) == (3000, 100)


def test_one_row() -> None:
    rulebook = house("[tables.chart]\n20 = [7, 7, 6]\n")
    assert different(rulebook) == {"id", "chart"}
    assert {n for n in ITALY.chart if rulebook.chart[n] != ITALY.chart[n]} == {20}


def test_a_list_replaces() -> None:
    rulebook = house("[rounds]\nby_players = [{ from = 10, rounds = 4 }]\n[prizes.by_rounds]\n4 = [1, 1, 1, 1]\n")
    assert rulebook.rounds == ((10, 126, 4),)


def test_a_table_of_sizes_replaces_an_expression() -> None:
    """And the other lines stay: 2007's Deputy gets 1000 for each Outlaw."""
    head = 'base = "italy-2007"\nid = "house"\n'
    lines = house("[payouts.law]\nsheriff.alive = { 4 = 0, 5 = 1, 6 = 2, 7 = 3 }\n", head).scorings[""].payouts
    sheriff = lines[Outcome.LAW, Role.SHERIFF, Status.ALIVE]
    assert [sheriff.amount[size].text for size in (5, 6, 7)] == ["1", "2", "3"]
    assert lines[Outcome.LAW, Role.DEPUTY, Status.ALIVE].amount[5].text == "1000 * outlaws"


def test_an_optional_table_is_taken_out() -> None:
    rulebook = house('without = ["prizes", "high_noon", "auction"]\n')
    assert different(rulebook) == {"id", "prizes", "high_noon", "noon_no_missed", "auction", "articles"}
    assert (rulebook.prizes, rulebook.high_noon, rulebook.auction) == ({}, {}, None)


def test_the_base_may_be_a_patch_itself() -> None:
    """2011 is 2010 except …; a house that starts from it has its 2000 dollars and 2010's chart."""
    rulebook = house("", 'base = "italy-2011"\nid = "house"\n')
    assert rulebook.auction is not None
    assert rulebook.auction.start == 2000
    assert rulebook.chart == ITALY.chart


WRONG: Final = {
    "no such base": ('base = "italy-1899"\nid = "x"\n', "base", "known are germany, italy-2007"),
    "a path": ('base = "../italy-2010"\nid = "x"\n', "base", "no such rulebook"),
    "a file of the referee's own": ('base = "house.toml"\nid = "x"\n', "base", "no such rulebook"),
    "a base that is no text": ('base = 2010\nid = "x"\n', "base", "is needed"),
    "no id of its own": ('base = "italy-2010"\n', "id", "of its own"),
    "without what there is not": (HEAD + 'without = ["weather"]\n', "without", "no «weather»"),
    "without a part that there is not": (HEAD + 'without = ["auction.colour"]\n', "without", "no «auction.colour»"),
    "without what is no table": (HEAD + 'without = ["id.x"]\n', "without", "no «id.x»"),
    "without a number": (HEAD + "without = [5]\n", "without", "no «5»"),
    "without is no list": (HEAD + 'without = "prizes"\n', "without", "a list"),
    "without what is needed": (HEAD + 'without = ["characters"]\n', "file", "the key «characters» is missing"),
    "unknown key": (HEAD + "[auction]\nstrat = 3000\n", "auction", "no key «auction.strat»"),
    "an amount for a size that nobody plays": (
        HEAD + "[payouts.law]\nsheriff.alive = { 9 = 1 }\n",
        "payouts.law.sheriff.alive.9",
        "table of 9",
    ),
    "an amount for some sizes": (
        'base = "italy-2007"\nid = "x"\n[payouts.law]\nsheriff.alive = { 5 = 1 }\n',
        "payouts.law.sheriff.alive",
        "table of",
    ),
    "a text for a table": (HEAD + 'auction = "none"\n', "auction", 'stands "none"; needed: a table'),
    "without, and no base": ('without = ["prizes"]\nid = "x"\n', "file", "no key «without»"),
}


@pytest.mark.parametrize(("text", "key", "reason"), WRONG.values(), ids=WRONG)
def test_a_wrong_patch(text: str, key: str, reason: str) -> None:
    """The error names the referee's file, not the base's, and the key there."""
    with pytest.raises(RulebookError) as caught:
        loads(text, "house.toml")
    assert (caught.value.file, caught.value.key) == ("house.toml", key)
    assert reason in caught.value.reason


def test_merging() -> None:
    below = {"a": {"b": {"c": 1, "d": 2}, "e": [1, 2]}, "f": 3, "g": {"h": 4}}
    above = {"a": {"b": {"c": 10}, "e": [5]}, "f": {"x": 1}, "g": 5}
    assert merge(below, above) == {"a": {"b": {"c": 10, "d": 2}, "e": [5]}, "f": {"x": 1}, "g": 5}
    assert below["a"] == {"b": {"c": 1, "d": 2}, "e": [1, 2]}


def test_no_base_no_change() -> None:
    data = {"id": "x"}
    assert patch(data, lambda base: {"base": base}) is data
