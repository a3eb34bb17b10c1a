"""One day of a tournament, kept after every step, so that each test begins where it wants to."""

import fcntl
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bangxl.books.history import history_folder
from bangxl.commands.new import new
from bangxl.commands.seat import seat
from tests.helpers.keyboard import duelled, entered, played

NAMES: Final = (
    "Anna Rossi", "Bruno D'Amico", "Çelik Öztürk", "Dörte Weiß", "Élodie Lévesque", "Fëdor Ильин", "Giulia Lo Presti",
    "Hansi Müller", "Ilaria De Santis", "Żofia Łukasik",
)  # fmt: skip
PLACES: Final = 11
"""One more than players: room for somebody who comes late."""

Copy = Callable[[str], Path]
"""Gives a copy of the workbook as it was at a stage, its history beside it."""


@dataclass(frozen=True)
class Stages:
    """``torneo.xlsx`` in a folder for every stage; the order is that of the day."""

    folder: Path

    def copy(self, stage: str, target: Path) -> Path:
        shutil.copytree(self.folder / stage, target, dirs_exist_ok=True)
        return target / "torneo.xlsx"


def listed(path: Path, rulebook: str, people: Sequence[str] | int, places: int = 0, *, language: str = "en", **more: Any) -> Path:  # noqa: ANN401 -- as `new` takes it
    """A new workbook in which these names are typed, or Player 1, Player 2, …; with as many places, or with more."""
    names = [f"Player {number}" for number in range(1, people + 1)] if isinstance(people, int) else people
    new(path, rulebook, language=language, players=str(places or len(names)), **more)
    return entered(path, names)


def _day(path: Path) -> Iterator[str]:
    """Play a tournament of ten into a workbook, and stop after every step with its name."""
    new(path, "italy-2010", language="en", players=str(PLACES))
    yield "fresh"
    entered(path, NAMES)
    yield "entered"
    for number in (1, 2, 3):
        seat(path, rng_seed=f"round {number}")
        yield f"drawn{number}"
        played(path, f"round {number}")
        yield f"played{number}"
    for stage in ("semifinals", "final"):
        seat(path, rng_seed=stage)
        yield stage
        duelled(path, stage)
        yield f"{stage}_played"
    seat(path)
    yield "closed"


STAGES: Final = (
    "fresh", "entered", "drawn1", "played1", "drawn2", "played2", "drawn3", "played3",
    "semifinals", "semifinals_played", "final", "final_played", "closed",
)  # fmt: skip


def day_played(base: Path) -> Stages:
    """Play the day once a session: by whichever process comes first, while the others wait."""
    base.mkdir(exist_ok=True)
    with (base / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if (base / STAGES[-1]).exists():
            return Stages(base)
        day = base / "day" / "torneo.xlsx"
        day.parent.mkdir()
        for stage in _day(day):
            (base / stage).mkdir()
            shutil.copy(day, base / stage)
            if history_folder(day).exists():
                shutil.copytree(history_folder(day), base / stage / history_folder(day).name)
    return Stages(base)


@contextmanager
def unchanged(path: Path) -> Iterator[None]:
    """A file, or all below a folder, is afterwards as it was."""
    before = fingerprint(path)
    yield
    assert fingerprint(path) == before


def fingerprint(path: Path) -> dict[str, bytes]:
    """A file, or all files below a folder but for locks, with what is in them."""
    if path.is_file():
        return {"": path.read_bytes()}
    return {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file() and file.name != ".lock"}
