"""`bangxl check`: find everything that is wrong, doubtful or worth noting; and stamp complete record sheets."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from bangxl.books.closed import SHEET_AIDS, ClosedBook
from bangxl.books.port import BookError, Cell, Changes, OpenBook, Value
from bangxl.commands.asking import Answer
from bangxl.commands.errors import explain, require_choice
from bangxl.commands.workspace import (
    Source,
    Workspace,
    closed_book,
    guessed_language,
    language_of,
    log_time,
    misuse,
    open_workspace,
    path_of,
    source_language,
    workspace_of,
)
from bangxl.interchange.dump import Json
from bangxl.locale.catalog import N_, catalog, speaking
from bangxl.referto.book import is_referto
from bangxl.tournament.findings import KINDS, At, Finding, Severity
from bangxl.tournament.model import game_code, sheet_numbers
from bangxl.workbook import names
from bangxl.workbook.compare import differences, merged_away
from bangxl.workbook.names import on_record
from bangxl.workbook.notice_lines import summary_lines
from bangxl.workbook.notices import Notice, audit_line, cell_of, seats_line, sentence

_TRUSTED: Final = ("Microsoft", "LibreOffice")
"""Programs that calculate every formula as Python does."""
_AID_NAMES: Final[Mapping[str, str]] = dict(zip(SHEET_AIDS, (N_("protection"), N_("colours"), N_("drop-downs")), strict=True))

_INPUTS: Final = {"Event_Name", "Players_Name", "Events_Type", "Role"}
"""Names on the sheets with drop-downs, beside those of duels."""
_HIDDEN: Final = {"Auctions_Round", "Ledger_Round", "Problem_Text"}
"""Names on the sheets that nobody sees."""
_MOST_SHEETS: Final = 3
"""The most sheets that a line names."""
MOST_FINDINGS: Final = 12
"""So many findings fit into a message on the screen; the others are counted."""


def check(source: Source) -> tuple[Notice, ...]:
    """All findings of a workbook: errors first, then warnings, then notes. Of one made by a later bangxl, only that."""
    return _checked(source)[0]


def _checked(source: Source) -> tuple[tuple[Notice, ...], Workspace | None]:
    """All findings, and the workbook in which they are; None for one made by a later bangxl. A damaged sheet is refused."""
    try:
        book = closed_book(source, reading_only=True) if isinstance(source, Path) else source
        workspace = workspace_of(path_of(source), book)
        if isinstance(book, ClosedBook):
            for sheet in book.sheets:  # even one that nobody looks at
                book.outfit(sheet)
        return all_findings(workspace), workspace
    except BookError as error:
        if error.code != "newer_version":
            raise explain(error, str(path_of(source)), source_language(source)) from None
        finding = Finding("newer_version", At("Format_Version"), error.values)
        text = sentence(finding, guessed_language(), {})
        return (Notice(finding, *cell_of(book, "Format_Version"), text, hidden=True),), None


def check_with_lines(source: Source, *, notes: bool = False, codes: bool = False) -> tuple[tuple[Notice, ...], list[str]]:
    """All findings, and lines for people: each finding once, and the audit of the rounds drawn so far.

    With ``notes`` every note is told, else how many there are; with ``codes`` what ``--explain`` asks for.
    """
    findings, workspace = _checked(source)
    language = workspace.language if workspace else guessed_language()
    lines, _ = summary_lines(findings, language, notes=notes), catalog(language)
    if workspace and workspace.state.tournament.rounds_seated > 1 and not workspace.state.rulebook.fixed_tables:
        met, seats = audit_line(workspace.state, language), seats_line(workspace.state, language)
        lines.append(_("Draws (nothing to do): {line}").format(line=f"{met} {seats}"))
    if workspace and isinstance(workspace.book, ClosedBook):
        lines += _program_lines(workspace.book, findings, language)
    if codes and findings:
        text = _("What they mean: {bangxl check --explain CODE}, with one of these codes: {codes}")
        lines.append(text.format(codes=", ".join(dict.fromkeys(one.finding.code for one in findings))))
    return findings, lines


def _program_lines(book: ClosedBook, findings: Sequence[Notice], language: str) -> Iterator[str]:
    """What the program that saved the file last has done to it: wrong results, and what it did not write again."""
    _ = catalog(language)
    if any(one.finding.code == "formulas_differ" for one in findings) and not book.program.startswith(_TRUSTED):
        text = _("! {program} saved this file last and calculates formulas wrongly: open it in Excel or LibreOffice and save it.")
        yield text.format(program=book.program)
    lost = {sheet: parts for sheet in book.sheets if (parts := _expected_aids(book, sheet) - book.outfit(sheet))}
    if lost:
        text = _("! Missing on {sheets}: {parts}. The program that saved the file lost them: {bangxl check --repair}.")
        sheets = [*lost][:_MOST_SHEETS] + ["…"] * (len(lost) > _MOST_SHEETS)
        words = [_(word) for element, word in _AID_NAMES.items() if any(element in parts for parts in lost.values())]
        yield text.format(sheets=", ".join(sheets), parts=", ".join(words))


def _expected_aids(book: ClosedBook, sheet: str) -> set[str]:
    """Which elements of OUTFIT bangxl has written on a sheet; none on a sheet without names, as people add."""
    own = {name.rpartition("!")[2] for name, ref in book.names.items() if ref.sheet == sheet}
    typed = own & _INPUTS or any(name.endswith("_Score_A") for name in own)
    return set(SHEET_AIDS[: 0 if not own else 1 if own & _HIDDEN else 2 if not typed else 3])


def all_findings(workspace: Workspace) -> tuple[Notice, ...]:
    """All findings of an open workbook."""
    book, contents = workspace.book, workspace.contents
    found = [*workspace.findings()]
    if not is_referto(book):
        found += [*merged_away(book), *differences(contents, book)]
    order = list(Severity)
    return tuple(workspace.locate(finding) for finding in sorted(found, key=lambda finding: order.index(finding.severity)))


SEVERITIES: Final[Mapping[Severity, str]] = {
    Severity.ERROR: N_("An error is something impossible or contradictory. Until you correct it, no further round can be drawn."),
    Severity.WARNING: N_("A warning does not stop the tournament. Look at it and decide."),
    Severity.NOTE: N_("A note needs no action. The report shows it."),
}
"""What each severity means for the referee."""


def explain_finding(code: str) -> tuple[Json, list[str]]:
    """The meaning of a finding and its remedy, or of "all", for programs and for people. Refusal (usage) for an unknown code."""
    _ = catalog(guessed_language())
    if not code:
        raise misuse(N_("Name a workbook, or a finding with {--explain CODE}."))
    if code == "all":
        return {"codes": [explain_finding(one)[0] for one in KINDS]}, [f"{one}: {explain_finding(one)[1][0]}" for one in KINDS]
    require_choice("--explain", code, tuple(KINDS), _.language, "bangxl check --explain")
    kind = KINDS[code]
    text = re.sub(r"\{\w+\}", "…", _(kind.sentence))
    meaning = _(SEVERITIES[kind.severity])
    return {"code": code, "severity": kind.severity, "text": text, "where": kind.place, "meaning": meaning}, [text, meaning]


def findings_json(findings: Iterable[Notice]) -> list[Json]:
    """Findings for programs."""
    return [
        {"code": one.finding.code, "severity": one.finding.severity, "sheet": one.sheet, "cell": one.cell, "text": one.text}
        for one in findings
    ]


def stamp_sheets(source: Source) -> tuple[str, ...]:
    """Stamp every record sheet whose inputs have all arrived and that has no stamp of them yet; says nothing.

    Where nothing was calculated, nothing is due. Refusal and RulebookError as other commands. The book is not saved.
    """
    workspace = open_workspace(source, reading_only=True)
    book, contents = workspace.book, workspace.contents

    def shown(sheet: tuple[int, int], name: str) -> Value:
        key = on_record(*sheet, name)
        values = book.shown(key) if key in book.names else None
        return values[0] if values else None

    due = [sheet for sheet in names.record_sheets(book.names) if shown(sheet, "Stamp_Due") == 1]
    if not due:
        return ()
    # what is wrong anywhere: contradictions first, then where formulas and Python differ; the standings are told of only where
    # they differ by themselves: a wrong payout on one sheet moves everybody
    wrong = [one for one in workspace.findings() if one.severity is Severity.ERROR or one.code == "game_incomplete"]
    formulas = [*differences(contents, book)]
    wrong += [one for one in formulas if one.at.table is not None] or formulas
    cells: dict[Cell, Value] = {}
    for sheet in due:
        with speaking(workspace.tournament.language):
            cells[on_record(*sheet, "Stamp"), 0] = _stamp_text(workspace, sheet, wrong)
        cells[on_record(*sheet, "Stamp_Of"), 0] = shown(sheet, "Stamp_Key")
    book.apply(Changes(cells, aside=True))
    return ()


def _stamp_text(workspace: Workspace, sheet: tuple[int, int], wrong: Sequence[Finding]) -> str:
    """The stamp: ✓ or ×, the time on the wall, and the worst that there is to say of this sheet.

    That is what stands on it, or on the line of one of its players in the standings.
    """
    time = datetime.fromisoformat(log_time()).astimezone().strftime("%H:%M")
    tournament, rows = workspace.tournament, workspace.contents.rows
    seated = {seat.player for game in tournament.games if (game.round, game.table) == sheet for seat in game.seats}
    lines = {rows.player(index) for index, player in enumerate(tournament.players) if player.id in seated}
    for finding in wrong:
        at = finding.at
        if (at.round, at.table) == sheet or (at.name.startswith("Standings_") and at.index in lines):
            located = workspace.locate(finding)
            reason = f"{located.cell}: {located.text}" if located.sheet == game_code(*sheet) else str(located)
            return f"× {time} {reason}"
    _ = workspace.catalog
    return _("✓ {time} checked: everything agrees").format(time=time)


def check_all(book: OpenBook) -> Answer:
    """Tell the findings, the worst first; and stamp the record sheets that are complete."""
    _ = catalog(language_of(book))
    findings = check(book)
    stamp_sheets(book)
    lines = summary_lines(findings, language_of(book), notes=True)
    if more := len(lines[MOST_FINDINGS:]):
        lines = [*lines[:MOST_FINDINGS], _.plural("… and {more} more.", "… and {more} more.", more).format(more=more)]
    to_mend = (one for one in findings if one.finding.severity is not Severity.NOTE)
    place = next(((one.sheet, one.cell) for one in to_mend if one.sheet and one.cell), None)
    if place is not None and sheet_numbers(place[0]) and not book.sheets[place[0]]:  # its round is over
        with suppress(BookError):
            book.apply(Changes(shown={place[0]: True}))
    return Answer(tuple(lines), any(one.finding.severity is Severity.ERROR for one in findings), place)
