"""Nothing in a rulebook is executed, or never ends; where a referee's own files, and the characters of boxes, come from."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bangxl import limits
from bangxl.rulebooks.loader import RulebookError, load, parse_rulebook
from bangxl.rulebooks.sets import character_sets
from bangxl.tournament.checks.games import character_unknown_or_twice
from bangxl.tournament.finals import characters
from bangxl.tournament.model import Outcome, Role, Status
from bangxl.tournament.payouts import End, payout
from bangxl.tournament.state import State
from tests.helpers.raised import raised
from tests.rulebooks.test_faults import FINAL_DUEL, changed, refused, with_amount
from tests.tournament.builders import entries, finished, ids
from tests.tournament.rules import ALL

REFUSED_AMOUNTS: Final = {
    "another word": "400 * giocatori",
    "Python's builtins": "__import__('os')",
    "a call": "print(1)",
    "a call of a known word": "players()",
    "an attribute": "players.real",
    "an item": "players[0]",
    "a power": "2 ** players",
    "a whole division": "players // 2",
    "a shift": "1 << players",
    "a sign": "-players",
    "two signs": "--5",
    "no sign but a plus": "+5",
    "a fraction": "1.5 * players",
    "a float in disguise": "1e3",
    "an imaginary number": "1j",
    "yes or no": "True",
    "nothing at all": "",
    "None": "None",
    "a text": "'400'",
    "a comparison": "players > 5",
    "a condition": "400 if players else 0",
    "a lambda": "lambda: 400",
    "a walrus": "(x := 400)",
    "a list": "[400]",
    "two amounts": "400, 500",
    "a statement": "import os",
    "an assignment": "players = 5",
    "two words": "400 players",
    "a null byte": "400\0",
    "other digits": "٤٠٠",
    "half an amount": "400 *",
    "an f-string": "f'{players}'",
    "brackets 10 000 deep": "(" * 10_000 + "1" + ")" * 10_000,
    "brackets never closed": "(" * 150,
    "a sum of 5 000": "1+" * 5_000 + "1",
    "a sum of 900, too deep for some stacks": "1+" * 900 + "1",
    "a number of 5 000 digits": "9" * 5_000,
    "a product of great numbers": "*".join(["9" * 4_000] * 3),
}


@pytest.mark.parametrize("amount", REFUSED_AMOUNTS.values(), ids=REFUSED_AMOUNTS)
def test_an_amount_that_is_none(amount: str) -> None:
    """Amounts are arithmetic of whole numbers and four known words; nothing is evaluated by Python."""
    escaped = "".join(f"\\u{ord(sign):04x}" if ord(sign) < 32 or sign in '"\\' else sign for sign in amount)
    error = refused(with_amount(f'"{escaped}"'))
    assert error.key == FINAL_DUEL
    assert "size" not in error.fault.values


def test_nothing_is_executed(tmp_path: Path) -> None:
    """An expression with a side effect is refused before it has one."""
    trace = tmp_path / "trace"
    refused(with_amount(f"\"open('{trace}', 'w')\""))
    assert not trace.exists()


@pytest.mark.parametrize(
    ("amount", "five", "seven"),
    [
        ("1200", 1200, 1200),
        ('"1200"', 1200, 1200),
        ('"400 * players"', 2000, 2800),
        ('"100 + 50*outlaws - 7"', 193, 243),
        ('"2 * (players - outlaws) * 100"', 600, 800),
        ("{ 5 = 1, 6 = 2, 7 = '100 * outlaws' }", 1, 300),
        ('"100 * eliminated"', 400, 600),
        ('"players * 30 / (players - outlaws) * 2"', 100, 105),
        ('"players / 2 * 2"', 5, 7),
        ("-250", -250, -250),
        ('"-250 + 100 * outlaws"', -50, 50),
        ('"1000 + living_outlaws"', 1000, 1000),
    ],
)
def test_amounts_that_are_understood(amount: str, five: int, seven: int) -> None:
    """outlaws is 2 at a table of 5 and 3 at one of 7; brackets and the usual order of operations hold, exactly."""
    rulebook = parse_rulebook(with_amount(amount), "house.toml")
    ends = (End(5, Outcome.LAW, eliminated=4), End(7, Outcome.LAW, eliminated=6))
    paid = [payout(rulebook, rulebook.scorings[""], end, Role.RENEGADE, Status.FINAL_DUEL) for end in ends]
    assert paid == [five, seven]


def test_a_house_rulebook_is_loaded_from_its_file(tmp_path: Path) -> None:
    """A referee copies a file, changes it, saves it with Windows' Notepad (a byte order mark, CR LF) and plays with it."""
    path = tmp_path / "casa.toml"
    path.write_bytes(b"\xef\xbb\xbf" + changed("start = 5000", "start = 4000").replace("\n", "\r\n").encode())
    auction = load(str(path)).auction
    assert auction is not None
    assert auction.start == 4000


@pytest.mark.parametrize("name", ["italy-1899", "", "..", "a\0b", "x" * 300, "no/such/file.toml", "ITALY 2010"])
def test_a_rulebook_that_does_not_exist(name: str) -> None:
    assert raised(RulebookError, load, name).reason


def test_a_rulebook_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "casa.toml"
    path.write_bytes(b"\xff\xfe\x00")
    caught = raised(RulebookError, load, str(path))
    assert (caught.file, caught.key) == ("casa.toml", "file")


HOUSE: Final = 'base = "italy-2010"\nid = "house"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
ROUNDS: Final = '[rounds]\narticle = "x"\nby_players = [{{from = 10, rounds = {}}}]\n'


def roles(size: int) -> str:
    """A table of so many players, with names for all of them."""
    others = (size - 1) // 3
    cards = f"sheriff = 1\ndeputy = {others}\noutlaw = {others}\nrenegade = {size - 1 - 2 * others}\n"
    names = ", ".join(f'"C{number}"' for number in range(size))
    return f'without = ["characters.exceptions"]\n[characters]\nnames = [{names}]\n[roles.by_size.{size}]\n{cards}'


REFUSED: Final = {
    "a table of 13": ("roles.by_size.13", roles(13)),
    "a table of 24": ("roles.by_size.24", roles(24)),
    "a table of 90": ("roles.by_size.90", roles(90)),
    "21 rounds": ("rounds.by_players", ROUNDS.format(21)),
    "a million rounds": ("rounds.by_players", ROUNDS.format(10**6)),
    "a number of 40 digits": ("auction.start", f"[auction]\nstart = {10**40}"),
    "a number of 5000 digits": ("file", f"[auction]\nstart = {'9' * 5000}"),
    "no number": ("auction.start", "[auction]\nstart = nan"),
    "an endless number": ("auction.start", "[auction]\nstart = inf"),
    "an amount": ("payouts.law.sheriff.alive", '[payouts.law.sheriff]\nalive = "' + " * ".join(["999999999"] * 16) + '"'),
    "a title": ("champion.name", f"[champion]\nname = '{'x' * 30_000}'"),
    "a key of dots": ("file", ".".join("a" * 15_000) + " = 1"),
    "a table of dots": ("file", f"[{'.'.join('a' * 15_000)}]"),
    "brackets": ("file", f"a = {'[' * 15_000}{']' * 15_000}"),
    "tables in tables": ("file", f"a = {'{b=' * 6_000}1{'}' * 6_000}"),
    "characters": ("characters.names", "[characters]\nnames = [" + '"a", ' * 2000 + "]"),
    "characters of a file": ("file", "#" * 40_000),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_is_refused_at_once(kind: str) -> None:
    key, extra = REFUSED[kind]
    assert raised(RulebookError, parse_rulebook, f"{HOUSE}{extra}\n", "house.toml").key == key


def test_a_table_of_twelve_is_none_too_many() -> None:
    """What is wrong then are other things."""
    error = raised(RulebookError, parse_rulebook, f"{HOUSE}{roles(limits.SEATS)}", "house.toml")
    assert "roles.by_size.12" not in {one.key for one in (error, *error.others)}


def test_a_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    with path.open("wb") as stream:
        stream.truncate(limits.SETTINGS + 1)
    error = raised(RulebookError, load, str(path))
    assert error.reason.startswith(f"The file is longer than {limits.RULEBOOK} characters")


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
