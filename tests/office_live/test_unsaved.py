"""What was typed and not saved, when a click saves once."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.history import save_with_snapshot, snapshots
from tests.books.test_history import undo
from tests.books.test_office import MUCH, everything
from tests.books.workbooks import looked_at, saved
from tests.commands.stages import unchanged
from tests.helpers.sample import these
from tests.office_live.host import Desk, LiveOffice


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return saved(tmp_path / "torneo d'inverno.xlsx")


@pytest.fixture
def desk(office: LiveOffice, path: Path) -> Iterator[Desk]:
    with office.open_live(path) as opened:
        yield opened


def person(desk: Desk) -> None:
    """What somebody does without saving: in a named cell, beside the names, on a sheet of his own; a row, a lock, another tab."""
    desk.see("insert_sheet", name="Appunti")
    desk.put("Players_Name", "Carla", 3)
    desk.put("Players!F20", "Stampante al bar")
    desk.put("Appunti!A1", 4711)
    desk.see("formula", sheet="Appunti", cell="A2", formula="=A1*2")
    desk.see("hide_row", sheet="Round1T1", row=13)
    for row in range(7, 14):
        desk.see("lock", sheet="Round1T1", row=row, column=6, locked=True)
    desk.book().goto("Appunti", "A2")


TYPED: Final = replace(MUCH, cells={cell: value for cell, value in MUCH.cells.items() if cell[0] != "Round1T1!Payout"})
"""The same, over nothing that is a formula."""


def seen(office: LiveOffice, file: Path) -> dict[str, object]:
    """What `person` does, and `MUCH` changes, as a file has it."""
    with office.open_live(file) as desk:
        rows = [desk.see("row_hidden", sheet="Round1T1", row=row) for row in range(7, 14)]
        locked = [desk.see("locked", sheet="Round1T1", row=row, column=6) for row in range(7, 14)]
        desk.recalculate()
        cells = [desk.cell(f"Players!{place}") for place in ("F20", "B5")] + desk.column("Appunti!A1:A2")
        protected = [desk.see("protected", sheet=sheet) for sheet in ("Players", "Round1T1")]
        return everything(desk.book()) | {
            "rows": rows, "locked": locked, "cells": cells, "protected": protected, "active": desk.see("active"),
        }  # fmt: skip


def test_an_unsaved_state_is_kept_with_one_save(office: LiveOffice, desk: Desk, path: Path) -> None:
    person(desk)
    expected = path.with_name("expected.xlsx")
    desk.save(expected)
    desk.see("watch")
    kept = save_with_snapshot(desk.book(), "seat", TYPED)
    assert desk.see("writings") == ["OnSaveDone"]
    assert kept is not None
    before, after = seen(office, kept), looked_at(path)
    assert before == seen(office, expected)
    assert (before["cells"], before["active"]) == (["Stampante al bar", "Carla", 4711, 9422], "Appunti")
    assert (after["Players"]["A5"].value, after["Players"]["F20"].value) == ("P004", "Stampante al bar")
    assert [file.name for file in snapshots(path)] == ["000001-seat.xlsx"]


def test_a_saved_state_is_the_file(desk: Desk, path: Path) -> None:
    person(desk)
    desk.book().save()
    before = path.read_bytes()
    desk.see("watch")
    kept = save_with_snapshot(desk.book(), "seat", TYPED)
    assert desk.see("writings") == ["OnSaveDone"]
    assert kept is not None
    assert kept.read_bytes() == before != path.read_bytes()


@pytest.mark.soak
@pytest.mark.parametrize(
    "oddity",
    these(["a formula over which we write", "a row hidden in the middle", "a lock on one cell"], "a row hidden in the middle"),
)
def test_what_changes_cannot_say_is_written_twice(office: LiveOffice, desk: Desk, path: Path, oddity: str) -> None:
    person(desk)
    if "formula" in oddity:
        desk.see("formula", sheet="Players", cell="A5", formula="=A2")
    elif "row" in oddity:
        desk.see("hide_row", sheet="Round1T1", row=8)
    else:
        desk.see("lock", sheet="Round1T1", row=9, column=6, locked=False)
    expected = path.with_name("expected.xlsx")
    desk.save(expected)
    desk.see("watch")
    kept = save_with_snapshot(desk.book(), "seat", TYPED)
    assert desk.see("writings") == ["OnCopyToDone", "OnSaveDone"]
    assert kept is not None
    assert seen(office, kept) == seen(office, expected)


@pytest.mark.soak
def test_undo_of_the_closed_file_brings_back_what_was_typed_unsaved(office: LiveOffice, path: Path) -> None:
    with office.open_live(path) as desk:
        person(desk)
        expected = desk.save(path.with_name("expected.xlsx"))
        save_with_snapshot(desk.book(), "seat", TYPED)
    undo(path)
    assert seen(office, path) == seen(office, expected)


def test_killed_before_the_snapshot_is_complete(office: LiveOffice, path: Path) -> None:
    with unchanged(path):
        with office.open_live(path) as desk:
            person(desk)
            book = desk.book()
            book.do_when_read = lambda _work: None  # nobody does it any more
            save_with_snapshot(book, "seat", TYPED)
        after = path.read_bytes()
        replaced = undo(path)
    assert replaced.read_bytes() == after
    assert looked_at(replaced)["Players"]["F20"].value == "Stampante al bar"
