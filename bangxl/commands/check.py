"""`bangxl check`: everything that is wrong, doubtful or worth noting, each with its sheet and cell."""

from __future__ import annotations

from pathlib import Path

from bangxl.books.port import BookError
from bangxl.commands.errors import explain
from bangxl.commands.workspace import Source, Workspace, closed, guessed_language, path_of, spoken_by, workspace_of
from bangxl.referto.book import is_referto
from bangxl.tournament.findings import At, Finding, Severity
from bangxl.workbook.compare import differing, overwritten
from bangxl.workbook.locate import Located, cell_of
from bangxl.workbook.messages import sentence
from bangxl.workbook.write import audit_line


def check(source: Source) -> tuple[Located, ...]:
    """All findings of a workbook: errors first, then warnings, then notes. Of one made by a later bangxl, only that."""
    return check_with_draws(source)[0]


def check_with_draws(source: Source) -> tuple[tuple[Located, ...], tuple[str, ...]]:
    """All findings, and what the auditor says of the rounds drawn so far: one line, none where no round is redrawn."""
    language = guessed_language()
    try:
        book = closed(source, reading_only=True) if isinstance(source, Path) else source
        workspace = workspace_of(path_of(source), book)
        return checked(workspace), _about_draws(workspace)
    except BookError as error:
        if error.code != "newer_version":
            raise explain(error, str(path_of(source)), spoken_by(source)) from None
        finding = Finding("newer_version", At("Format_Version"), error.values)
        return (Located(finding, *cell_of(book, "Format_Version"), sentence(finding, language, {})),), ()


def checked(workspace: Workspace) -> tuple[Located, ...]:
    """All findings of an open workbook."""
    book, contents = workspace.book, workspace.contents
    found = [*workspace.findings()]
    if not is_referto(book):
        found += [*overwritten(book), *differing(contents, book)]
    order = list(Severity)
    return tuple(workspace.locate(finding) for finding in sorted(found, key=lambda finding: order.index(finding.severity)))


def _about_draws(workspace: Workspace) -> tuple[str, ...]:
    tournament, rulebook = workspace.tournament, workspace.contents.rulebook
    if rulebook.fixed_tables or not tournament.games:
        return ()
    _ = workspace.text
    return (_("Draws: {line}").format(line=audit_line(tournament, rulebook, tournament.rounds_seated)),)
