"""One tournament, played by whoever can type into named cells and press *Seat next round*."""

from collections.abc import Callable, Mapping
from pathlib import Path

from bangxl.commands.new import new
from bangxl.commands.seat import seat
from tests.commands.stages import NAMES, PLACES
from tests.helpers.keyboard import duels, record, results, typed

Typing = Callable[[Mapping[str, object]], object]
"""Types values by name, as `tests.helpers.keyboard.typed` takes them."""


def fresh(path: Path) -> Path:
    new(path, "italy-2010", language="en", players=str(PLACES))
    return path


def play(path: Path, typing: Typing, seat_next: Callable[[], object]) -> None:
    """Names, three rounds, semifinals, final, the end. ``path`` is the file, as ``seat_next`` leaves it."""
    typing({f"Players_Name {row}": name for row, name in enumerate(NAMES)})
    for number in (1, 2, 3):
        typing({"Rng_Seed": f"round {number}"})
        seat_next()
        for game in results(path, f"round {number}"):
            typing(record(game))
    for stage in ("semifinals", "final"):
        typing({"Rng_Seed": stage})
        seat_next()
        scores = {
            f"Finals_{duel.match}_Score_{side}": getattr(duel, f"score_{side.lower()}")
            for duel in duels(path, stage)
            for side in "AB"
        }
        typing(scores)
    seat_next()


def play_closed(path: Path) -> None:
    play(fresh(path), lambda values: typed(path, values), lambda: seat(path))
