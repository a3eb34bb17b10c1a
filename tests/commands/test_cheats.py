"""Referees who want a certain table, on the same evening: each is stopped, or an office reads more than of an honest one."""

import json
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.history import snapshots
from bangxl.commands import report as reporting
from bangxl.commands.commit import commit
from bangxl.commands.corrections import redraw
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import undo
from bangxl.commands.verify import verdict_lines, verify
from bangxl.tournament.lots import lot_order
from tests.commands.stages import Copy
from tests.helpers.keyboard import Sheet, duelled, played, typed
from tests.helpers.sample import these

DICE: Final = "4 2 6"
ALWAYS: Final = {"no_addresses"}
"""What is said of the honest evening: that nobody has typed addresses."""


def honest(path: Path) -> None:
    commit(path)
    seat(path, public_value=DICE)


def rest(path: Path) -> tuple[list[str], set[str]]:
    """The evening from round 1's play on, in the honest way; what differs, and what an office reads besides."""
    for number in (1, 2, 3):
        if number > 1:
            honest(path)
        played(path, f"r{number}")
    for stage in ("semifinals", "final"):
        honest(path)
        duelled(path, stage)
    seat(path)
    verdict = verify(reporting.report(path).workbook)
    return [one.finding.code for one in verdict.differences], {one.finding.code for one in verdict.trusted} - ALWAYS


def wished(seeds: Callable[[int], str]) -> str:
    """A seed that makes P001 Sheriff of table 1, with P002 at it."""
    ids = [f"P{number:03}" for number in range(1, 11)]
    for number in count():
        seed = seeds(number)
        sheriffs = lot_order(seed, "round 1 sheriff", ids)[:2]
        if sheriffs[0] == "P001" and "P002" in lot_order(seed, "round 1 seat", [one for one in ids if one not in sheriffs])[:4]:
            return seed
    raise AssertionError


@pytest.mark.soak
def test_the_honest_evening_leaves_nothing_to_be_told(at: Copy) -> None:
    path = at("entered")
    honest(path)
    assert rest(path) == ([], set())


def taken_back(path: Path) -> None:
    """Draw, look, undo, throw again."""
    honest(path)
    undo(path)
    commit(path)
    seat(path, public_value="5 2 6")


def drawn_anew(path: Path) -> None:
    """Draw, look, and draw the round again as if somebody had come late."""
    honest(path)
    commit(path)
    redraw(path, "wrong dice", public_value="5 2 6")


def closed_again(path: Path) -> None:
    """Close, change a region, close again until a code pleases."""
    commit(path)
    typed(path, {"Players_Region 3": "Lazio"})
    honest(path)


def copied_back(path: Path) -> None:
    """Close, draw on a copy until it suits, and put that copy here: the values of the room cannot be tried, random ones can."""
    copy = path.with_name("copy.xlsx")
    shutil.copy(path, copy)
    seat(copy)
    shutil.move(copy, path)


@pytest.mark.soak
def test_a_snapshot_copied_back_is_known_to_the_room_only(at: Copy) -> None:
    """The code is the same, the value is another one: `verify` says which, for whoever has seen the dice."""
    path = at("entered")
    honest(path)
    shutil.copy(snapshots(path)[-1], path)
    seat(path, public_value="5 2 6")
    assert rest(path) == ([], set())
    referto = path.with_name("torneo-referto.xlsx")
    told = next(line for line in verdict_lines(referto, verify(referto)) if line.startswith("Values from the room: "))
    assert told.startswith("Values from the room: 1: «5 2 6», 2: «4 2 6», 3: «4 2 6», SF1: «4 2 6»")


def without_a_code(path: Path) -> None:
    """The value first, on a workbook of an earlier version, as far as the file can tell: the code is taken out."""
    honest(path)
    with Sheet(path) as sheet:
        sheet.put("Log_Command", "note", sheet.column("Log_Command").index("commit"))


def called_random(path: Path) -> None:
    """A seed by hand, with «random» typed over «given» on the round's sheet and in the log."""
    seed = wished(str)
    seat(path, rng_seed=seed)
    with Sheet(path) as sheet:
        sheet.put("Log_Source", f"random: {'0' * 32}", sheet.column("Log_Seed").index(seed))
        sheet.put("Round1!Draw_Source", "random")
        sheet.put("Round1!Draw_Public", "0" * 32)


def imported(path: Path) -> None:
    """Draw, export, write another seed and its tables into the JSON, import."""
    honest(path)
    data = json.loads(export(path))
    seed = wished(lambda number: f"i{number}")
    ids = [player["id"] for player in data["players"]]
    sheriffs = lot_order(seed, "round 1 sheriff", ids)[:2]
    others = lot_order(seed, "round 1 seat", [one for one in ids if one not in sheriffs])
    data["draws"][0] = {"round": 1, "rng_seed": seed, "source": "random", "algorithm": "lot"}
    for game, players in zip(data["games"], ([sheriffs[0], *others[:4]], [sheriffs[1], *others[4:]]), strict=True):
        game["seats"] = [{"seat": number, "player": who} for number, who in enumerate(players, 1)]
        game["seats"][0]["role"] = "sheriff"
    source = path.with_suffix(".json")
    source.write_text(json.dumps(data), encoding="utf-8")
    path.unlink()
    import_json(source, path)


def test_a_seed_that_value_and_code_do_not_give_is_a_difference(at: Copy) -> None:
    path = at("entered")
    called_random(path)
    assert "seed_not_bound" in rest(path)[0]


@pytest.mark.parametrize(
    ("cheat", "read"),
    these(
        [
            (taken_back, {"taken_back"}),
            (drawn_anew, {"drawn_again"}),
            (closed_again, {"pool_again"}),
            (copied_back, {"seeds_random"}),
            (without_a_code, {"pool_not_closed"}),
            (imported, {"seeds_random", "imported", "no_codes"}),
        ],
        (without_a_code, {"pool_not_closed"}),
    ),
)
def test_what_an_office_reads_of_a_cheat(at: Copy, cheat: Callable[[Path], None], read: set[str]) -> None:
    path = at("entered")
    cheat(path)
    differences, told = rest(path)
    assert told >= read
    assert differences == []
