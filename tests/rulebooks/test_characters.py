"""Characters of expansions: a regulation names the boxes, and the referee may play with fewer."""

from dataclasses import replace
from pathlib import Path
from typing import Final

from bangxl.rulebooks.loader import load
from bangxl.rulebooks.sets import character_sets
from bangxl.tournament.checks.games import character_unknown_or_twice
from bangxl.tournament.finals import characters
from bangxl.tournament.state import State
from tests.tournament.builders import ALL, entries, finished, ids

BOX: Final = load(str(Path(__file__).parents[2] / "docs" / "regulations" / "examples" / "duel-box-finals.toml"))
DODGE_CITY: Final = {"Apache Kid": 3, "Belle Star": 4, "José Delgado": 4, "Vera Custer": 3}


def state_with(choice: str) -> State:
    """A game with a character of Dodge City, and the choice of sets on *Tournament*."""
    seats = finished(1, 1, ids(1, 5)).seats
    game = replace(finished(1, 1, ids(1, 5)), seats=(replace(seats[0], character="Apache Kid"), *seats[1:]))
    options = {"characters": choice} if choice else {}
    return State(replace(entries(10, BOX.id, **options), games=(game,)), BOX)


def test_a_regulation_takes_the_characters_of_the_boxes_that_it_names() -> None:
    assert len(BOX.characters) == 31
    assert DODGE_CITY.items() <= BOX.characters.items()
    assert all(rulebook.characters == character_sets()["base"] for rulebook in ALL[:6])


def test_the_referee_may_play_with_the_base_game_only() -> None:
    drawn = [
        {name for pile in characters(state_with(choice).rulebook, "short", "F", "x") for name in pile} for choice in ("", "base")
    ]
    assert drawn[0] & DODGE_CITY.keys()
    assert not drawn[1] & DODGE_CITY.keys()
    assert [
        [one.code for one in character_unknown_or_twice(state_with(choice))] for choice in ("", "base+dodge-city", "base")
    ] == [[], [], ["unknown_character"]]
