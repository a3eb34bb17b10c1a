"""The stamp on a complete record sheet: Python has recomputed it, at what time, and what came of it.

It stands beside the results, not among them: no fact, no row of the log, and undo takes nothing else back with it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from bangxl.books.port import Book, Changes, Value
from bangxl.commands.workspace import Source, Workspace, now, opened
from bangxl.tournament.findings import At, Finding, Severity
from bangxl.workbook import names
from bangxl.workbook.compare import differing, overwritten
from bangxl.workbook.names import on_record, record_sheet


def stamp(source: Source) -> tuple[str, ...]:
    """Stamp every record sheet whose inputs have all arrived and that has no stamp of them yet; says nothing.

    Where nothing was calculated, nothing is due. Refusal and RulebookError as other commands. The book is not saved.
    """
    workspace = opened(source, reading_only=True)
    book = workspace.book
    due = [sheet for sheet in names.record_sheets(book.names) if _shown(book, *sheet, "Stamp_Due") == 1]
    if due:
        found = _findings(workspace)
        cells = {
            (on_record(*sheet, name), 0): value
            for sheet in due
            for name, value in (
                ("Stamp", _text(workspace, sheet, found)),
                ("Stamp_Of", _shown(book, *sheet, "Stamp_Key")),
            )
        }
        book.apply(Changes(cells))
    return ()


def _shown(book: Book, number: int, table: int, name: str) -> Value:
    """What a cell of a record sheet shows; nothing where the sheet has none, or nothing was calculated."""
    key = on_record(number, table, name)
    shown = book.shown(key) if key in book.names else None
    return shown[0] if shown else None


def _findings(workspace: Workspace) -> list[Finding]:
    """What is wrong anywhere: contradictions first, then where formulas and Python differ.

    The standings are told of only where they differ by themselves: a wrong payout on one sheet moves everybody.
    """
    book, contents = workspace.book, workspace.contents
    wrong = [one for one in workspace.findings() if one.severity is Severity.ERROR or one.code == "game_incomplete"]
    formulas = [*overwritten(book), *differing(contents, book)]
    return [*wrong, *([one for one in formulas if one.at.table is not None] or formulas)]


def _text(workspace: Workspace, sheet: tuple[int, int], found: Sequence[Finding]) -> str:
    """The stamp: ✓ or ×, the time on the wall, and the worst that there is to say of this sheet."""
    time = datetime.fromisoformat(now()).astimezone().strftime("%H:%M")
    rows = _rows(workspace, sheet)
    worst = next((finding for finding in found if _concerns(finding.at, sheet, rows)), None)
    if worst is None:
        _ = workspace.text
        return _("✓ {time} recomputed in Python: all agrees").format(time=time)
    located = workspace.locate(worst)
    reason = f"{located.cell}: {located.text}" if located.sheet == record_sheet(*sheet) else str(located)
    return f"× {time} {reason}"


def _rows(workspace: Workspace, sheet: tuple[int, int]) -> set[int]:
    """The lines of the standings on which the players of a table stand."""
    tournament, rows = workspace.tournament, workspace.contents.rows
    seated = {seat.player for game in tournament.games if (game.round, game.table) == sheet for seat in game.seats}
    return {rows.player(index) for index, player in enumerate(tournament.players) if player.id in seated}


def _concerns(at: At, sheet: tuple[int, int], rows: Collection[int]) -> bool:
    """Whether a place is on the sheet, or on the line of one of its players in the standings."""
    return (at.round, at.table) == sheet or (at.name.startswith("Standings_") and at.index in rows)
