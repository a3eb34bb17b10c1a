"""`bangxl undo`: after every command back to what was before, and the log keeps the trace."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import load_workbook

from bangxl.books.closed import ClosedBook
from bangxl.books.history import folder
from bangxl.commands.corrections import reopen
from bangxl.commands.errors import Refusal
from bangxl.commands.seat import seat
from bangxl.commands.undo import undo
from bangxl.commands.workspace import Source, open_workspace
from bangxl.interchange.dump import dumps, standings_json, tournament_json
from tests.commands.stages import Copy
from tests.sheet import Sheet, facts, played, typed

COMMANDS: dict[str, tuple[str, Callable[[Source], object], str]] = {
    "round 1": ("entered", lambda book: seat(book, rng_seed="x"), "seat Round1"),
    "round 2": ("played1", lambda book: seat(book, rng_seed="x"), "seat Round2"),
    "closing early": ("played2", lambda book: seat(book, rng_seed="x", close_early=True, reason="late"), "seat SF1+SF2"),
    "semifinals": ("played3", lambda book: seat(book, rng_seed="x"), "seat SF1+SF2"),
    "final": ("semifinals_played", lambda book: seat(book, rng_seed="x"), "seat F"),
    "end": ("final_played", seat, "seat end"),
    "reopening": ("drawn2", lambda book: reopen(book, 1, 1, "typing error"), "reopen Round1T1"),
    "reopening at the end": ("closed", lambda book: reopen(book, 1, 1, "typing error"), "reopen Round1T1"),
}


Row = tuple[str, str, str, str]


def state(path: Path) -> str:
    return both(path)[0]


def log(path: Path) -> list[Row]:
    return both(path)[1]


def both(path: Path) -> tuple[str, list[Row]]:
    """What `export` and `standings --json` print and the tabs that are seen; and the log's rows."""
    workspace = open_workspace(path, reading_only=True)
    rows = [(one.command, one.stage, one.seed, one.result) for one in workspace.contents.journal.entries]
    return dumps(
        {"export": tournament_json(workspace.contents), "standings": standings_json(workspace.contents), **workspace.book.sheets}
    ), rows


@pytest.mark.parametrize("command", COMMANDS)
def test_takes_every_command_back(at: Copy, command: str) -> None:
    stage, run, said = COMMANDS[command]
    path = at(stage)
    before, rows = both(path)
    run(path)
    after, more = both(path)
    assert after != before or command == "reopening"
    assert len(more) == len(rows) + 1
    first, second = undo(path)
    assert first == f"Taken back: «{said}»."
    assert second.startswith(f"The workbook as it was before is kept: {folder(path)}")
    name, target = said.split()
    seed = "" if target == "end" or name == "reopen" else "x"
    assert both(path) == (before, [*rows, ("undo", target, seed, name)])


def outfit(path: Path) -> dict[str, object]:
    """Locks, hidden rows and sheets, as openpyxl finds them; on sheets that are seen."""
    found: dict[str, object] = {}
    for sheet in load_workbook(path).worksheets:
        found[sheet.title] = sheet.sheet_state
        if sheet.sheet_state == "visible":
            locks = [cell.coordinate for row in sheet.iter_rows() for cell in row if not cell.protection.locked]
            hidden = [row for row, dimension in sheet.row_dimensions.items() if dimension.hidden]
            found[sheet.title] = (locks, hidden)
    return found


@pytest.mark.parametrize("command", COMMANDS)
def test_takes_every_command_back_in_an_open_book(at: Copy, command: str) -> None:
    """Excel and LibreOffice do not read the file again: what the snapshot holds is written into the open book."""
    stage, run, said = COMMANDS[command]
    path = at(stage)
    before, rows = both(path)
    looks = outfit(path)
    book = ClosedBook.open(path)
    run(book)
    first, second = undo(book)
    assert first == f"Taken back: «{said}»."
    assert second.startswith(f"The workbook as it was before is kept: {folder(path)}")
    name, target = said.split()
    seed = "" if target == "end" or name == "reopen" else "x"
    assert both(path) == (before, [*rows, ("undo", target, seed, name)])
    assert {**outfit(path), **_log_rows(looks, outfit(path))} == looks


def _log_rows(before: dict[str, object], after: dict[str, object]) -> dict[str, object]:
    """The log's sheet has one row more in use."""
    return {sheet: before[sheet] for sheet in after if sheet == "Log"}


def test_what_was_typed_since_is_kept_beside(at: Copy) -> None:
    """A late player: undo, add the name, draw again; the results typed meanwhile are in the file that undo names."""
    path = at("drawn1")
    played(path, "in a hurry")
    results = facts(path).games
    kept = Path(undo(path)[1].partition(": ")[2])
    assert facts(kept).games == results
    typed(path, {"Players_Name 10": "Zoë Tardi"})
    assert seat(path, rng_seed="again")[0] == "Round 1 is drawn: 11 players, tables 6+5."
    assert "P011" in {seat.player for game in facts(path).games for seat in game.seats}
    assert [row[:3] for row in log(path)] == [
        ("new", "italy-2010", ""), ("undo", "Round1", "round 1"), ("seat", "Round1", "again")
    ]  # fmt: skip


def test_twice_and_to_the_end(at: Copy) -> None:
    path = at("drawn2")
    undo(path)
    assert facts(path).rounds_seated == 1
    undo(path)
    assert facts(path).rounds_seated == 0
    assert log(path)[1:] == [("undo", "Round2", "round 2", "seat"), ("undo", "Round1", "round 1", "seat")]
    before = path.read_bytes()
    with pytest.raises(Refusal, match="there is nothing to undo") as refusal:
        undo(path)
    assert refusal.value.exit_code == 1
    assert path.read_bytes() == before


def test_a_draw_taken_back_and_drawn_again_with_the_same_seed_is_the_same(at: Copy) -> None:
    path = at("drawn2")
    drawn = facts(path).round(2)
    undo(path)
    seat(path, rng_seed="round 2")
    assert facts(path).round(2) == drawn
    undo(path)
    undo(path)
    assert [row[:2] for row in log(path)[1:]] == [("undo", "Round2"), ("undo", "Round2"), ("undo", "Round1")]


def renamed(path: Path) -> None:
    with Sheet(path) as sheet:
        sheet.book["Round1T1"].title = "Table one"


def other_rulebook(path: Path) -> None:
    typed(path, {"Rulebook_Id": "italy-1999"})


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


DAMAGES = [renamed, other_rulebook, truncated]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file(at: Copy, damage: Callable[[Path], None]) -> None:
    """Then undo is needed most; where the log cannot be read, it still says which command."""
    before = state(at("played1"))
    path = at("drawn2")
    damage(path)
    assert undo(path)[0].startswith("Taken back: «seat")
    assert state(path) == before
    assert log(path)[-1][0] == "undo"


def test_a_file_open_elsewhere_is_left_alone(at: Copy) -> None:
    path = at("drawn1")
    lock = path.with_name(f".~lock.{path.name}#")
    lock.touch()
    before = path.read_bytes()
    with pytest.raises(Refusal, match="is open in another program"):
        undo(path)
    assert path.read_bytes() == before
    lock.unlink()
    assert undo(path)[0] == "Taken back: «seat Round1»."
