"""People leave, sit out, come back: the mixed draw seats whoever is there, and repeats a Sheriff only where it must."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

import pytest

from bangxl.rulebooks.loader import plan
from bangxl.tournament import drawing
from bangxl.tournament.audit import matching
from bangxl.tournament.drawing import DrawRequest, mix
from bangxl.tournament.seating import Tables, scheduled_rounds, table_sizes
from tests.tournament.builders import ITALY, ids
from tests.tournament.mixed import sheriffs

FEW: Final = 40
MANY: Final = 1000


@dataclass
class Played:
    """What came of a story: each round's tables, who was there, and the players at the start."""

    start: int
    present: list[Sequence[str]] = field(default_factory=list)
    past: list[Tables] = field(default_factory=list)


def leave(rng: Random, players: Sequence[str], been: Mapping[str, int]) -> list[str]:
    """Who plays on: mostly all; sometimes so many go that there are fewer tables, and often those who never were Sheriff."""
    going = min(len(players) - 5, rng.choice((0, 0, 0, 1, 1, 2, 3, 7)))
    keen = rng.random() < 0.5
    return sorted(players, key=lambda player: (keen and not been.get(player, 0), rng.random()))[: len(players) - max(0, going)]


def tell(seed: int) -> Played:
    """A random tournament of 10 to 50 players who leave, or sit out one round, as chance has it."""
    rng = Random(f"story {seed}")  # noqa: S311 -- a story
    start = rng.randint(10, 50)
    rounds, first_sizes, balance = scheduled_rounds(ITALY, start), table_sizes(ITALY, start), rng.random() < 0.5
    stored = plan(start, rounds, first_sizes, balance=balance)
    story, players = Played(start), list(ids(1, start))
    for number in range(1, rounds + 1):
        here = rng.sample(players, len(players) - (number > 1 and rng.random() < 0.15))
        sizes = table_sizes(ITALY, len(here), first_round=number == 1)
        if not sizes:
            break
        apart = frozenset({frozenset(rng.sample(here, 2))} if rng.random() < 0.2 else ())
        now = DrawRequest(sorted(here), sizes, tuple(story.past), sheriffs(story.past), apart, balance)
        story.past.append(mix(now, f"seed {seed} {number}", number, stored, f"seed {seed} 1"))
        story.present.append(now.players)
        players = leave(rng, players, sheriffs(story.past))
    return story


def check(story: Played) -> None:
    been: Counter[str] = Counter()
    for number, (here, tables) in enumerate(zip(story.present, story.past, strict=True), 1):
        assert sorted(player for table in tables for player in table) == sorted(here)
        assert tuple(map(len, tables)) == table_sizes(ITALY, len(here), first_round=number == 1)
        chosen = [table[0] for table in tables]
        fresh = [player for player in here if not been[player]]
        assert sum(been[player] > 0 for player in chosen) == max(0, len(tables) - len(fresh))
        assert max(been[player] for player in chosen) <= min((been[p] for p in here if p not in chosen), default=9)
        been.update(chosen)
    if all(len(here) == story.start for here in story.present):
        assert max(been.values()) == 1


@pytest.mark.parametrize("seed", range(FEW))
def test_a_story(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a twentieth of the moves: how well people are mixed is not asked here."""
    monkeypatch.setattr(drawing, "STEPS", 2)
    check(tell(seed))


@pytest.mark.soak
@pytest.mark.parametrize("hundred", range(MANY // 100))
def test_many_stories(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        check(tell(seed))


@pytest.mark.soak
def test_a_sheriff_is_repeated_in_some_stories() -> None:
    """Else nothing was shown; in hindsight even fewer would have done, had it been known who would leave."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "STEPS", 0)
        stories = [tell(seed) for seed in range(200)]
    repeats = [sum(sheriffs(story.past).values()) - len(sheriffs(story.past)) for story in stories]
    assert sum(map(bool, repeats)) > 10
    for story, repeated in zip(stories, repeats, strict=True):
        slots = [here for here, tables in zip(story.present, story.past, strict=True) for _ in tables]
        assert repeated >= len(slots) - len(matching(slots))
