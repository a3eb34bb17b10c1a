"""What the cursor means: the game of its sheet, the players whose names or lines are selected."""

from __future__ import annotations

import re
from typing import Final

from bangxl.books.port import Selection
from bangxl.commands.workspace import Workspace
from bangxl.workbook import names
from bangxl.workbook.messages import display_names
from bangxl.workbook.words import fold

_RECORD: Final = re.compile(r"Round(\d{1,3})T(\d{1,3})")


def game_at(workspace: Workspace, selection: Selection) -> tuple[int, int] | None:
    """Round and table of the record sheet on which the cursor is; None elsewhere."""
    record = _RECORD.fullmatch(selection.sheet)
    found = (int(record[1]), int(record[2])) if record else None
    return found if found in names.record_sheets(workspace.book.names) else None


def players_at(workspace: Workspace, selection: Selection) -> list[str]:
    """The ids of the players whose names stand in the selected cells; if none does, of those whose lines are selected."""
    players = workspace.tournament.players
    called = display_names(players)
    by_text = {fold(text): player.id for player in players for text in (player.id, called.get(player.id, player.id))}
    said = [by_text[fold(text)] for text in selection.texts if fold(text) in by_text]
    return [*dict.fromkeys(said or _in_lines(workspace, selection, by_text))]


def _in_lines(workspace: Workspace, selection: Selection, by_text: dict[str, str]) -> list[str]:
    """On the players' sheet and on a record sheet."""
    found: list[str] = []
    for name in ("Players_Id", f"{selection.sheet}!Player"):
        ref = workspace.book.names.get(name)
        if ref is not None and ref.sheet == selection.sheet:
            values = workspace.book.read(name)
            lines = (row - ref.first for row in selection.rows)
            said = (fold(str(values[line])) for line in lines if 0 <= line < len(values))
            found += [by_text[text] for text in said if text in by_text]
    return found
