"""`bangxl check`: everything that is wrong, doubtful or worth noting; and the stamp on a complete record sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from pathlib import Path

from bangxl.books.port import Book, BookError, Changes, Value
from bangxl.commands.errors import explain
from bangxl.commands.workspace import (
    Source,
    Workspace,
    closed_book,
    guessed_language,
    now,
    open_workspace,
    path_of,
    source_language,
    workspace_of,
)
from bangxl.interchange.dump import Json
from bangxl.referto.book import is_referto
from bangxl.tournament.findings import At, Finding, Severity
from bangxl.workbook import names
from bangxl.workbook.compare import differences, merged, overwrites
from bangxl.workbook.messages import Notice, cell_of, sentence
from bangxl.workbook.names import on_record, record_sheet
from bangxl.workbook.summary import summary
from bangxl.workbook.write import audit_line


def check(source: Source) -> tuple[Notice, ...]:
    """All findings of a workbook: errors first, then warnings, then notes. Of one made by a later bangxl, only that."""
    return check_with_lines(source)[0]


def check_with_lines(source: Source, *, notes: bool = False) -> tuple[tuple[Notice, ...], list[str]]:
    """All findings, and what people are told: each thing once, and what the auditor says of the rounds drawn so far.

    With ``notes`` every note is told, else how many there are.
    """
    language = guessed_language()
    try:
        book = closed_book(source, reading_only=True) if isinstance(source, Path) else source
        workspace = workspace_of(path_of(source), book)
        found = all_findings(workspace)
        return found, [*summary(found, workspace.tournament.language, notes=notes), *_about_draws(workspace)]
    except BookError as error:
        if error.code != "newer_version":
            raise explain(error, str(path_of(source)), source_language(source)) from None
        finding = Finding("newer_version", At("Format_Version"), error.values)
        later = Notice(finding, *cell_of(book, "Format_Version"), sentence(finding, language, {}))
        return (later,), summary([later], language)


def all_findings(workspace: Workspace) -> tuple[Notice, ...]:
    """All findings of an open workbook."""
    book, contents = workspace.book, workspace.contents
    found = [*workspace.findings()]
    if not is_referto(book):
        found += [*merged(book), *overwrites(book), *differences(contents, book)]
    order = list(Severity)
    return tuple(workspace.locate(finding) for finding in sorted(found, key=lambda finding: order.index(finding.severity)))


def findings_json(findings: Iterable[Notice]) -> list[Json]:
    """Findings for programs (docs/findings.md)."""
    return [
        {"code": one.finding.code, "severity": one.finding.severity, "sheet": one.sheet, "cell": one.cell, "text": one.text}
        for one in findings
    ]


def _about_draws(workspace: Workspace) -> tuple[str, ...]:
    tournament, rulebook = workspace.tournament, workspace.contents.rulebook
    if rulebook.fixed_tables or not tournament.games:
        return ()
    _ = workspace.text
    return (_("Draws: {line}").format(line=audit_line(workspace.state, tournament.rounds_seated)),)


def stamp(source: Source) -> tuple[str, ...]:
    """Stamp every record sheet whose inputs have all arrived and that has no stamp of them yet; says nothing.

    Where nothing was calculated, nothing is due. Refusal and RulebookError as other commands. The book is not saved.
    """
    workspace = open_workspace(source, reading_only=True)
    book = workspace.book
    due = [sheet for sheet in names.record_sheets(book.names) if _value(book, *sheet, "Stamp_Due") == 1]
    if due:
        found = _faults(workspace)
        cells = {
            (on_record(*sheet, name), 0): value
            for sheet in due
            for name, value in (
                ("Stamp", _stamp_text(workspace, sheet, found)),
                ("Stamp_Of", _value(book, *sheet, "Stamp_Key")),
            )
        }
        book.apply(Changes(cells))
    return ()


def _value(book: Book, number: int, table: int, name: str) -> Value:
    """What a cell of a record sheet shows; nothing where the sheet has none, or nothing was calculated."""
    key = on_record(number, table, name)
    shown = book.shown(key) if key in book.names else None
    return shown[0] if shown else None


def _faults(workspace: Workspace) -> list[Finding]:
    """What is wrong anywhere: contradictions first, then where formulas and Python differ.

    The standings are told of only where they differ by themselves: a wrong payout on one sheet moves everybody.
    """
    book, contents = workspace.book, workspace.contents
    wrong = [one for one in workspace.findings() if one.severity is Severity.ERROR or one.code == "game_incomplete"]
    formulas = [*overwrites(book), *differences(contents, book)]
    return [*wrong, *([one for one in formulas if one.at.table is not None] or formulas)]


def _stamp_text(workspace: Workspace, sheet: tuple[int, int], found: Sequence[Finding]) -> str:
    """The stamp: ✓ or ×, the time on the wall, and the worst that there is to say of this sheet."""
    time = datetime.fromisoformat(now()).astimezone().strftime("%H:%M")
    rows = _standings_rows(workspace, sheet)
    worst = next((finding for finding in found if _concerns(finding.at, sheet, rows)), None)
    if worst is None:
        _ = workspace.text
        return _("✓ {time} recomputed in Python: all agrees").format(time=time)
    located = workspace.locate(worst)
    reason = f"{located.cell}: {located.text}" if located.sheet == record_sheet(*sheet) else str(located)
    return f"× {time} {reason}"


def _standings_rows(workspace: Workspace, sheet: tuple[int, int]) -> set[int]:
    """The lines of the standings on which the players of a table stand."""
    tournament, rows = workspace.tournament, workspace.contents.rows
    seated = {seat.player for game in tournament.games if (game.round, game.table) == sheet for seat in game.seats}
    return {rows.player(index) for index, player in enumerate(tournament.players) if player.id in seated}


def _concerns(at: At, sheet: tuple[int, int], rows: Collection[int]) -> bool:
    """Whether a place is on the sheet, or on the line of one of its players in the standings."""
    return (at.round, at.table) == sheet or (at.name.startswith("Standings_") and at.index in rows)
