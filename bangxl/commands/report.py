"""`bangxl report`: the referto, for programs (.xlsx), for people (.pdf) and for the mail (.eml)."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError, OpenBook
from bangxl.books.programs import to_pdf
from bangxl.commands.errors import USAGE, Refusal, explain
from bangxl.commands.mailing import doubtful_addresses, subject_and_text
from bangxl.commands.missing import SEATABLE, missing
from bangxl.commands.workspace import Workspace, now, open_workspace, refuse_foreign, whole
from bangxl.locale.catalog import Catalog
from bangxl.post.message import Attachment, draft
from bangxl.referto.book import is_referto
from bangxl.referto.pages.build import referto
from bangxl.referto.pages.report import Report, report_of
from bangxl.referto.proof.verify import verify
from bangxl.tournament.progress import next_step

SUFFIX: Final = "-referto"
"""What the files' name has behind the workbook's; also in other languages: it is the publisher's word."""

INTERIM: Final = "-interim"


@dataclass(frozen=True, slots=True)
class ReportFiles:
    """The files of a referto: the workbook, its PDF (None: no program here could make one), the mail's draft; and what to say."""

    workbook: Path
    pdf: Path | None
    draft: Path
    lines: tuple[str, ...]
    language: str


def report(
    source: Path | OpenBook,
    folder: Path | None = None,
    *,
    interim: bool = False,
    results: bool = False,
    addresses: bool = True,
) -> ReportFiles:
    """Write the referto into ``folder`` (beside the workbook if None).

    ``interim``: also before the end, marked on every page; ``results``: with the money and the standings although they are still
    secret; ``addresses``: with the players' mail addresses. Refusal where the tournament is not complete or holds errors.
    """
    workspace = whole(open_workspace(source, reading_only=True))
    if is_referto(workspace.book):
        raise explain(BookError("referto"), str(workspace.path), workspace.tournament.language)
    if not interim:
        _refuse_if_open(workspace)
    facts = report_of(workspace.contents, now(), interim=interim, results=results, addresses=addresses)
    target, language = _target(workspace, folder, interim=interim), workspace.tournament.language
    book = referto(facts, target)
    try:
        _put(target, book.dump())
        pdf = _pdf(source, target, workspace)
        draft_path = _draft(facts, target, pdf.path)
    except BookError as error:
        raise explain(error, str(target), language) from None
    _ = workspace.text
    lines = [_("Referto: {path}").format(path=target), pdf.line, _("Mail draft: {path}").format(path=draft_path)]
    lines += filter(None, [doubtful_addresses(workspace.tournament.event.report_to, language)])
    lines += _objections(book, _)
    return ReportFiles(target, pdf.path, draft_path, tuple(lines), language)


def _objections(book: ClosedBook, _: Catalog) -> list[str]:
    """What its receiver will find who verifies it; nothing where all agrees."""
    found = verify(book).differences
    return [_("Whoever verifies it will find:"), *map(str, found)] if found else []


def _refuse_if_open(workspace: Workspace) -> None:
    """The tournament must be over, and free of errors."""
    _ = workspace.text
    step = next_step(workspace.state)
    finals = workspace.tournament.finals
    if finals is None or not finals.closed:
        first = _("The tournament is not over, so there is no referto yet. (An interim one: «bangxl report --interim».)")
        todo = [_("Next: «bangxl seat».")] if isinstance(step, SEATABLE) else missing(workspace, step)
        raise Refusal(first, *todo)
    if errors := workspace.errors():
        first = _("The referto would hold errors. Put them right first (or write an interim one: «bangxl report --interim»):")
        raise Refusal(first, *map(str, errors))


def _target(workspace: Workspace, folder: Path | None, *, interim: bool) -> Path:
    """Where the referto goes; the folder is made if need be."""
    _ = workspace.text
    name = f"{workspace.path.stem}{SUFFIX}{INTERIM if interim else ''}.xlsx"
    place = folder if folder is not None else workspace.path.parent
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        text = _("{path}: this folder cannot be made ({reason}). Choose another one with -o.")
        raise Refusal(text.format(path=place, reason=error.strerror), exit_code=USAGE) from None
    return place / name


def _put(target: Path, data: bytes) -> None:
    """An older referto of the same name is replaced, anything else is not. BookError ``locked``, ``file_exists``."""
    check = partial(refuse_foreign, target, is_referto)
    check()
    files.replace(target, data, check)


class _Pdf(NamedTuple):
    """The PDF, None where there is none, and what to say of it."""

    path: Path | None
    line: str


def _pdf(source: Path | OpenBook, target: Path, workspace: Workspace) -> _Pdf:
    """By the program in which the workbook is open, else by one that this computer has; without it, the rest is written."""
    _, pdf = workspace.text, target.with_suffix(".pdf")
    try:
        if isinstance(source, Path):
            made = to_pdf(target, pdf, language=workspace.tournament.language)
        else:
            source.convert(target, pdf)
            made = True
    except BookError as error:
        _take_away(pdf)
        if error.code == "cannot_write":
            error = BookError("no_pdf", **error.values)
        return _Pdf(None, *explain(error, str(pdf), workspace.tournament.language).lines)
    if made:
        return _Pdf(pdf, _("PDF: {path}").format(path=pdf))
    _take_away(pdf)
    return _Pdf(None, _("No PDF: neither Excel nor LibreOffice is at hand. Print the referto to PDF where one of them is."))


def _take_away(pdf: Path) -> None:
    """An older PDF is not of this referto; one that is open in a reader stays."""
    with suppress(OSError):
        pdf.unlink(missing_ok=True)


def _draft(facts: Report, target: Path, pdf: Path | None) -> Path:
    """The mail with both files in it, to be looked at and sent."""
    attached = [Attachment(path.name, files.read(path)) for path in (target, pdf) if path is not None]
    subject, text = subject_and_text(
        facts.state,
        facts.digest,
        interim=facts.interim,
        attachments=[attachment.name for attachment in attached],
        language=facts.tournament.language,
    )
    path = target.with_suffix(".eml")
    files.replace(path, draft(facts.tournament.event.report_to, subject, text, attached))
    return path
