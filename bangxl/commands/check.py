"""`bangxl check`: everything that is wrong, doubtful or worth noting, each with its sheet and cell."""

from __future__ import annotations

from pathlib import Path

from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError
from bangxl.commands.errors import explain
from bangxl.commands.workspace import Source, Workspace, guessed_language, path_of, workspace_of
from bangxl.tournament.findings import At, Finding, Severity
from bangxl.workbook.compare import differing, overwritten
from bangxl.workbook.locate import Located, cell_of
from bangxl.workbook.messages import sentence


def check(source: Source) -> tuple[Located, ...]:
    """All findings of a workbook: errors first, then warnings, then notes. Of one made by a later bangxl, only that."""
    language = guessed_language()
    try:
        book = ClosedBook.open(source, reading_only=True) if isinstance(source, Path) else source
        return checked(workspace_of(path_of(source), book))
    except BookError as error:
        if error.code != "newer_version":
            raise explain(error, str(path_of(source)), language) from None
        finding = Finding("newer_version", At("Format_Version"), error.values)
        return (Located(finding, *cell_of(book, "Format_Version"), sentence(finding, language, {})),)


def checked(workspace: Workspace) -> tuple[Located, ...]:
    """All findings of an open workbook."""
    book, contents = workspace.book, workspace.contents
    found = [*workspace.findings(), *overwritten(book), *differing(contents, book)]
    order = list(Severity)
    return tuple(workspace.locate(finding) for finding in sorted(found, key=lambda finding: order.index(finding.severity)))
