"""`bangxl print` and its button: what is needed on paper now, as a PDF; and how every PDF of ours comes about.

Without a word it is what the hour needs, and never a secret: once a round is drawn its list for the wall and its record
sheets, during play the record sheets alone, when the standings are published these with the duels or the knock-out's sheets, at
the end the final ranking. Only who names them (``--what standings``, ``--what slips``) gets standings or totals that are secret.

A closed workbook is printed from a copy in which nothing else can be seen or printed.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError, OpenBook
from bangxl.books.programs import to_pdf
from bangxl.commands.errors import USAGE, Refusal, explain
from bangxl.commands.output import is_sealed, refuse_foreign, sealed
from bangxl.commands.papers import OF_A_ROUND, WHATS, Print, diplomas_for_everyone
from bangxl.commands.workspace import Workspace, open_workspace, whole
from bangxl.locale import system
from bangxl.referto.book import Referto

PAGES: Final = ".pdf"
_DIPLOMAS: Final = "diplomas"


def print_pages(
    source: Path | OpenBook,
    what: str = "",
    number: int | None = None,
    target: Path | None = None,
    *,
    everyone: bool = False,
    force: bool = False,
) -> tuple[str, ...]:
    """Write a PDF over an earlier one of ours, ``NAME-Round3.pdf`` if no ``target`` is given; the lines to show.

    ``what`` is one of `WHATS`, or "" for what the hour needs; ``number`` is the round, of walls and records only; ``everyone``:
    diplomas not only for the podium. Refusal where there is nothing to print, over a file that is not ours unless ``force``, and
    without a program that makes a PDF.
    """
    workspace = whole(open_workspace(source, reading_only=True))
    language = workspace.tournament.language
    _refuse(workspace, target)
    job, title = chosen(workspace, what, number, everyone=everyone)
    path = target or workspace.path.with_name(f"{workspace.path.stem}-{title}{PAGES}")
    try:
        refuse_foreign(path, is_sealed, force=force)
        data = _pdf(source, workspace, job, path)
        if data is None:
            _ = workspace.text
            text = _("{path}: a .pdf needs LibreOffice or Excel; neither was found. Print the workbook where one of them is.")
            raise Refusal(text.format(path=path))
        files.replace(path, sealed(data))
    except BookError as error:
        raise explain(error, str(path), language) from None
    return (job.lines[0].format(path=path, count=job.count), *job.lines[1:])


def chosen(workspace: Workspace, what: str, number: int | None, *, everyone: bool = False) -> tuple[Print, str]:
    """What is to be printed, by its word or "" for what the hour needs, and what the file's name has behind the workbook's.

    Refusal (usage) for a word that nobody knows, a round where there is none, a referto; and where there is nothing to print.
    """
    _ = workspace.text
    if isinstance(workspace.book, Referto):
        raise explain(BookError("referto"), str(workspace.path), workspace.tournament.language)
    if what not in WHATS:
        text = _("«{what}» cannot be printed. Possible: {known}.")
        raise Refusal(text.format(what=what, known=", ".join(filter(None, WHATS))), exit_code=USAGE)
    if number is not None and what not in OF_A_ROUND:
        text = _("Only walls and records are of a round: leave {--round} out, or say {--what walls} or {--what records}.")
        raise Refusal(text, exit_code=USAGE)
    if everyone and what != _DIPLOMAS:
        raise Refusal(_("Only diplomas are for everyone: say {--what diplomas}."), exit_code=USAGE)
    job = (diplomas_for_everyone if everyone else WHATS[what])(workspace, number)
    return job, f"{job.title}-{what}" if what and what in OF_A_ROUND else job.title


def printed(source: Path | OpenBook, data: bytes, target: Path, language: str, suffix: str = ".xlsx") -> bytes | None:
    """The pages of a workbook's file, by the program in which ``source`` is open, else by one that this computer has.

    None if there is no program for it. BookError, which names the file that they are for.
    """
    try:
        with TemporaryDirectory(prefix="bangxl-", ignore_cleanup_errors=True) as folder:
            copy = Path(folder, f"{target.stem}{suffix}")
            pdf = copy.with_suffix(PAGES)
            files.replace(copy, data)
            if not isinstance(source, Path):
                source.convert(copy, pdf)
            elif not to_pdf(copy, pdf, language=language):
                return None
            return files.read(pdf)
    except (BookError, OSError) as error:
        raise _no_pdf(error, target) from None


def _no_pdf(error: BookError | OSError, target: Path) -> BookError:
    """What the making of a PDF ended in; of files in between nobody wants to know."""
    if isinstance(error, BookError) and error.code not in {"no_pdf", "cannot_write", "file_missing"}:
        return error
    reason = error.values.get("reason", error.code) if isinstance(error, BookError) else system.reason(error)
    return BookError("no_pdf", path=str(target), reason=reason)


def _refuse(workspace: Workspace, target: Path | None) -> None:
    """Refusal (usage) for a name that does not end in .pdf."""
    _ = workspace.text
    if target is not None and target.suffix.lower() != PAGES:
        raise Refusal(_("{path}: the name must end in .pdf.").format(path=target), exit_code=USAGE)


def _pdf(source: Path | OpenBook, workspace: Workspace, job: Print, path: Path) -> bytes | None:
    """The pages; None without a program that makes them. An open workbook is printed to ``path`` at once. BookError."""
    language = workspace.tournament.language
    if job.pages is not None:
        return printed(source, job.pages(), path, language)
    if isinstance(source, Path):
        book = ClosedBook.open(source, reading_only=True)
        return printed(source, book.dump_only(job.sheets), path, language, source.suffix.lower())
    source.pdf(job.sheets, path)
    return files.read(path)
