"""Thousands of referti for a season at a low price: a few tournaments told again, each of other people, days and draws."""

import pickle
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from bangxl.commands.demo import FIRST_NAMES, LAST_NAMES
from bangxl.commands.season_files import Progress, no_progress, read_entry
from bangxl.seasons.entry import BadFile, Proof, RefertoEntry, entry_of
from bangxl.tournament.identity import in_any_order
from bangxl.tournament.model import EventInfo
from bangxl.tournament.state import State
from tests.referto.referti import contents

PLAYERS: Final = 24
PERSONS: Final = 5000
REGIONS: Final = ("Piemonte", "Lombardia", "Lazio", "Toscana", "Veneto", "Sicilia", "Puglia", "Umbria")
_FIRST_DAY, _DAYS = date(1997, 9, 1), 3600
"""Ten years up to the last day of the regulation of 2007."""


def name(number: int) -> str:
    """One of some thousands, like those of the demonstration; each next one of the same words has one word more."""
    again, within = divmod(number, len(FIRST_NAMES) * len(LAST_NAMES))
    last = [LAST_NAMES[within // len(FIRST_NAMES)], LAST_NAMES[(within + again) % len(LAST_NAMES)]]
    return " ".join([FIRST_NAMES[within % len(FIRST_NAMES)], *last[: 1 + (again > 0)]])


def home(number: int) -> str:
    """Where one of them comes from."""
    return REGIONS[number % len(REGIONS)]


def told(number: int) -> EventInfo:
    """The event of a tournament of the season."""
    kind = "open" if number % 10 == 0 else "regional"
    day = f"2007-{number % 9 + 1:02}-{number % 27 + 1:02}"
    return EventInfo(f"Selezione {number}", day, "Torino", REGIONS[number % len(REGIONS)], kind, "Il Saloon", ("Ugo Poli",))


def again(entry: RefertoEntry, number: int) -> RefertoEntry:
    """The same tournament with other people, on another day, with another draw; apart in memory, as if read from a file."""
    persons = {one.player: (number * 37 + n * 11) % PERSONS for n, one in enumerate(sorted(entry.results, key=_id))}
    names, homes = ({player: make(person) for player, person in persons.items()} for make in (name, home))
    renamed = {in_any_order(one.name): in_any_order(names[one.player]) for one in entry.results}
    day = _FIRST_DAY + timedelta(days=number * 7 % _DAYS)
    changed = replace(
        entry,
        file=str(Path(entry.file).with_name(f"{number:05}.xlsx")),
        proof=replace(entry.proof, digest=sha256(str(number).encode()).hexdigest()),
        event=replace(told(number), date=day.isoformat()),
        results=tuple(replace(one, name=names[one.player], region=homes[one.player]) for one in entry.results),
        seeds=frozenset(f"{seed} {number}" for seed in entry.seeds),
        tables=frozenset(frozenset(renamed[name] for name in table) for table in entry.tables),
    )
    found: RefertoEntry = pickle.loads(pickle.dumps(changed))  # noqa: S301 - our own, a line ago
    return found


def _id(result: object) -> str:
    return str(getattr(result, "player", ""))


@cache
def played(seed: int) -> RefertoEntry:
    """What a season keeps of a made-up tournament."""
    found = contents("italy-2007", PLAYERS, "it", f"season {seed}")
    return entry_of("referto.xlsx", State(found.tournament, found.rulebook), Proof(""))


def many(paths: Sequence[Path], progress: Progress = no_progress) -> Iterator[RefertoEntry]:
    """In place of `read_all`: no file is there, and their numbers stand in the names."""
    for done, path in enumerate(paths, 1):
        yield again(replace(played(done % 3), file=str(path)), int(path.stem))
        progress(done, len(paths))


def read_again(path: Path) -> RefertoEntry | BadFile:
    """In place of `read`: a referto that is read and proved, and told again by the number in its name."""
    found = read_entry(path)
    return found if isinstance(found, BadFile) else again(found, int(path.stem))
