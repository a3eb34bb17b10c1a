"""Regulations that are well formed and would never end: each is refused with its key before anybody reckons with it."""

from pathlib import Path
from typing import Final

import pytest

from bangxl import limits
from bangxl.rulebooks.loader import RulebookError, load, loads

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
    with pytest.raises(RulebookError) as raised:
        loads(f"{HOUSE}{extra}\n", "house.toml")
    assert raised.value.key == key


def test_a_table_of_twelve_is_none_too_many() -> None:
    """What is missing then is another thing."""
    with pytest.raises(RulebookError) as raised:
        loads(f"{HOUSE}{roles(limits.SEATS)}", "house.toml")
    assert raised.value.key == "high_noon.from_reshuffle.12"


def test_a_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    with path.open("wb") as stream:
        stream.truncate(limits.SETTINGS + 1)
    with pytest.raises(RulebookError) as raised:
        load(str(path))
    assert raised.value.fault.values == {"most": limits.RULEBOOK}
