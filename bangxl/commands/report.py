"""`bangxl report`: the referto, for programs (.xlsx), for people (.pdf) and for the mail (.eml); and the results page."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError, OpenBook
from bangxl.commands.errors import USAGE, Refusal, explain
from bangxl.commands.mailing import doubtful_addresses, subject_and_text
from bangxl.commands.missing import SEATABLE, missing
from bangxl.commands.output import Known, Output, a_book, is_sealed, put, sealed
from bangxl.commands.workspace import Workspace, now, open_workspace, whole
from bangxl.locale.catalog import catalog
from bangxl.locale.system import reason
from bangxl.paper.report import report_pdf
from bangxl.post import Attachment, draft, is_draft
from bangxl.referto.book import is_referto
from bangxl.referto.report import Report, report_of
from bangxl.referto.spreadsheet import referto
from bangxl.referto.verify import objections
from bangxl.tournament.progress import next_step
from bangxl.web import results as results_page
from bangxl.workbook.summary import causes

SUFFIX: Final = "-referto"
"""What the files' name has behind the workbook's; also in other languages: it is the publisher's word."""

PAGE: Final = "-results"
"""What the results page has in place of it."""

INTERIM: Final = "-interim"

KNOWN: Final[Mapping[str, Known]] = {
    ".pdf": is_sealed, ".html": results_page.is_page, ".xlsx": a_book(is_referto), ".eml": is_draft,
}  # fmt: skip
"""By what an earlier file is known to be ours; in the order in which they are written: a reader may hold the PDF."""


@dataclass(frozen=True, slots=True)
class ReportFiles:
    """The files of a referto: the workbook, its PDF, the results page, the mail's draft; and what to say."""

    workbook: Path
    pdf: Path
    page: Path
    draft: Path
    lines: tuple[str, ...]


def report(
    source: Path | OpenBook,
    folder: Path | None = None,
    *,
    interim: bool = False,
    results: bool = False,
    addresses: bool = True,
    force: bool = False,
) -> ReportFiles:
    """Write the referto into ``folder`` (beside the workbook if None): all its files, or none.

    ``interim``: also before the end, marked on every page; ``results``: with the money and the standings although they are still
    secret; ``addresses``: with the players' mail addresses; ``force``: also over files that bangxl did not write. Refusal where
    the tournament is not complete or holds errors.
    """
    workspace = whole(open_workspace(source, reading_only=True))
    if is_referto(workspace.book):
        raise explain(BookError("referto"), str(workspace.path), workspace.tournament.language)
    if interim:
        _refuse_if_empty(workspace)
    else:
        _refuse_if_open(workspace)
    facts = report_of(workspace.contents, now(), interim=interim, results=results, addresses=addresses)
    target, language = _target(workspace, folder, SUFFIX, interim=interim), workspace.tournament.language
    page = _target(workspace, folder, PAGE, interim=interim).with_suffix(".html")
    _refuse_other(target, workspace, force=force)
    _ = workspace.text
    data = referto(facts)
    found = objections(facts)
    pdf = sealed(report_pdf(facts))
    mail = _mail(facts, target, data, pdf)
    pdf_path, draft_path = target.with_suffix(".pdf"), target.with_suffix(".eml")
    shown = results_page.page(facts, target.name).encode()
    _put(target, {pdf_path: pdf, page: shown, target: data, draft_path: mail}, language, force=force)
    lines = [_("Referto: {path}").format(path=target), _("PDF: {path}").format(path=pdf_path)]
    lines += [_("Results page: {path}").format(path=page), _("Mail draft: {path}").format(path=draft_path)]
    lines += filter(None, [doubtful_addresses(workspace.tournament.event.report_to, language)])
    lines += [_("Whoever verifies it will find:"), *map(str, found)] if found else []
    lines += _to_do(workspace)
    return ReportFiles(target, pdf_path, page, draft_path, tuple(lines))


def _to_do(workspace: Workspace) -> list[str]:
    """What the referto does not say because it stands nowhere, and until when its result is awaited."""
    _, rule = workspace.text, workspace.contents.rulebook.championship
    lines = [str(workspace.locate(one)) for one in workspace.findings() if one.code == "referto_blank"]
    if rule is not None and rule.report_days:
        told = _("The regulation wants the result reported within {days} days.")
        lines.append(told.format(days=rule.report_days))
    return lines


def _refuse_if_empty(workspace: Workspace) -> None:
    """Without players there is nothing to report."""
    if not workspace.tournament.players:
        _ = workspace.text
        first = _("Nobody is on the list of players yet, so there is nothing to report.")
        raise Refusal(first, *missing(workspace, next_step(workspace.state)))


def _refuse_if_open(workspace: Workspace) -> None:
    """The tournament must be over, and free of errors."""
    _ = workspace.text
    step = next_step(workspace.state)
    finals = workspace.tournament.finals
    if finals is None or not finals.closed:
        first = _("The tournament is not over, so there is no referto yet. (An interim one: {bangxl report --interim}.)")
        todo = [_("Next: {bangxl seat}.")] if isinstance(step, SEATABLE) else missing(workspace, step)
        raise Refusal(first, *todo)
    if errors := workspace.errors():
        first = _("The referto would hold errors. Put them right first (or write an interim one: {bangxl report --interim}):")
        raise Refusal(first, *causes(errors, workspace.tournament.language))


def _target(workspace: Workspace, folder: Path | None, suffix: str, *, interim: bool) -> Path:
    """Where the workbook of a referto goes, or what has another ``suffix``."""
    name = f"{workspace.path.stem}{suffix}{INTERIM if interim else ''}.xlsx"
    return (folder if folder is not None else workspace.path.parent) / name


def _refuse_other(target: Path, workspace: Workspace, *, force: bool) -> None:
    """Refusal where another tournament's referto lies, unless ``force``: its log does not begin with the line of this one."""
    names, log = ("Log_Time", "Log_Command", "Log_Seed"), workspace.log
    try:
        book = ClosedBook.of(files.read(target), target, partly=True)
        began = [str(book.read(name)[0] or "") for name in names if name in book.names]
    except BookError:  # also where none lies; what else lies there, ``put`` says
        return
    if not force and is_referto(book) and any(began) and log and began != [log[0].time, log[0].command, log[0].seed]:
        raise explain(BookError("other_tournament", path=str(target)), str(target), workspace.tournament.language)


def _put(target: Path, made: Mapping[Path, bytes | None], language: str, *, force: bool) -> None:
    """Put the files in place, in one folder: over ours only, unless ``force``. The folder is made if need be. Refusal."""
    place = target.parent
    outputs = [Output(path, data, KNOWN[path.suffix]) for path, data in made.items() if data is not None]
    new = not files.exists(place)
    try:
        place.mkdir(parents=True, exist_ok=True)
        put(outputs, force=force)
    except BookError as error:
        if new:
            with suppress(OSError):
                place.rmdir()
        raise explain(error, str(target), language) from None
    except (OSError, RuntimeError) as error:  # RuntimeError: more folders in one another than Python makes
        _ = catalog(language)
        text = _("{path}: this folder cannot be made ({reason}). Choose another one with -o.")
        raise Refusal(text.format(path=place, reason=_(reason(error))), exit_code=USAGE) from None


def _mail(facts: Report, target: Path, data: bytes, pdf: bytes) -> bytes:
    """The mail with both files in it, to be looked at and sent."""
    attached = [Attachment(target.name, data), Attachment(target.with_suffix(".pdf").name, pdf)]
    subject, text = subject_and_text(
        facts.state,
        facts.digest,
        second_half=facts.second_half,
        interim=facts.interim,
        attachments=[attachment.name for attachment in attached],
        language=facts.tournament.language,
    )
    return draft(facts.tournament.event.report_to, subject, text, attached)
