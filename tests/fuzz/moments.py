"""Tournaments at a moment of their day, as files and as books: what the fuzzers begin with."""

import json
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, Final

from bangxl.books.closed import ClosedBook
from bangxl.books.history import history_folder
from bangxl.commands.errors import Refusal
from bangxl.commands.seat import seat
from bangxl.commands.transfer import import_json
from tests.fuzz.seeds import dice
from tests.hosts.memory import MemoryBook
from tests.referto.referti import EVENTFUL, eventful, saved

TESTS: Final = Path(__file__).parent.parent
CASES: Final = sorted(path for path in (TESTS / "data" / "cases").glob("*.json") if ".expected" not in path.name)
SMALL: Final = (
    "germany_n27_mixed", "italy-2007_n11_factor_115", "italy-2010_n10_plain", "italy-2011_n27_example", "record_full_sessions_1",
)  # fmt: skip
Json = dict[str, Any]


@cache
def referti() -> list[Path]:
    """A referto of each regulation, as files."""
    home = Path(tempfile.mkdtemp(prefix="bangxl-referti-"))
    found = [home / f"{rulebook}-referto.xlsx" for rulebook, _players in EVENTFUL]
    for path, (rulebook, players) in zip(found, EVENTFUL, strict=True):
        path.write_bytes(saved(eventful(rulebook, players)))
    return found


def tournament(case: str) -> Json:
    """The JSON of a whole tournament."""
    found: Json = json.loads((TESTS / "data" / "cases" / f"{case}.json").read_text(encoding="utf-8"))
    return found


def cut(whole: Mapping[str, Any], rounds: int, *, half: bool = False) -> Json:
    """The same tournament after so many rounds; ``half``: the last one is still being played."""
    found = deepcopy({key: value for key, value in whole.items() if key not in {"finals", "ko_stages", "closed_after_round"}})
    found["games"] = [game for game in whole["games"] if game["round"] <= rounds]
    found["events"] = [event for event in whole.get("events", ()) if event.get("round", event.get("after_round", 0)) <= rounds]
    found["draws"] = [draw for draw in whole.get("draws", ()) if str(draw["round"]).isdecimal() and int(draw["round"]) <= rounds]
    found["games"] = [_begun(game) if half and game["round"] == rounds and game["table"] > 1 else game for game in found["games"]]
    return found


def _begun(game: Json) -> Json:
    """A game without its end."""
    keys = {"alive", "bid", "lives", "killed_sheriff", "outlaws_killed", "cards_kept"}
    seats = [{key: value for key, value in seat.items() if key not in keys} for seat in game["seats"]]
    return {**{key: value for key, value in game.items() if key not in {"outcome", "renegade_final_duel"}}, "seats": seats}


@cache
def at(case: str, moment: str) -> Path:
    """A workbook in a folder of its own, with its history: ``entries``, ``played``, ``half``, ``drawn``, ``finals``, ``over``."""
    place = _scratch() / f"{case}-{moment}"
    place.mkdir()
    source, path = place.with_suffix(".json"), place / "torneo.xlsx"
    whole = tournament(case)
    last = max(game["round"] for game in whole["games"])
    rounds = {"entries": 0, "finals": last, "over": last}.get(moment, max(1, last // 2))
    found = whole if moment == "over" else cut(whole, rounds, half=moment == "half")
    if not rounds:
        found.pop("start_tables", None)
    source.write_text(json.dumps(found), encoding="utf-8")
    import_json(source, path, language="en", allow_invalid=True)
    if moment in {"drawn", "finals"}:
        with suppress(Refusal):
            seat(path, rng_seed="fuzz")
    return path


def some(fuzzer: str, count: int) -> list[Path]:
    """Other moments in every run."""
    every = [(case, moment) for case in SMALL for moment in ("played", "half", "drawn", "finals", "over")]
    every.append(("italy-2010_n10_plain", "entries"))
    return [at(*one) for one in dice(fuzzer, -1).sample(every, min(count, len(every)))]


def copied(path: Path, target: Path) -> Path:
    """A copy of a workbook and its history in an empty folder."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    shutil.copy(path, target / "torneo.xlsx")
    if history_folder(path).exists():
        shutil.copytree(history_folder(path), target / history_folder(path).name)
    return target / "torneo.xlsx"


@cache
def book(path: Path) -> MemoryBook:
    """A workbook's cells and names; nobody changes this one."""
    return MemoryBook.copy_of(ClosedBook.open(path, reading_only=True))


@cache
def _scratch() -> Path:
    return Path(tempfile.mkdtemp(prefix="bangxl-fuzz-"))
