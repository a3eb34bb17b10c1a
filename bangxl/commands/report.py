"""`bangxl report`: the report for programs (.xlsx), for people (.pdf) and for mail (.eml); and the results page."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError, OpenBook
from bangxl.commands.asking import Answer
from bangxl.commands.errors import Refusal, explain
from bangxl.commands.next_step import SEATABLE, missing_lines
from bangxl.commands.output import Known, Output, is_book_that, is_ours, marked_as_ours, write_into
from bangxl.commands.printing import unprintable
from bangxl.commands.screen import open_file
from bangxl.commands.workspace import Workspace, language_of, log_time, open_workspace, require_intact
from bangxl.interchange.dump import spoken_digest
from bangxl.locale.catalog import catalog
from bangxl.mail_draft import Attachment, draft, is_draft, mail_addresses
from bangxl.paper.report import report_pdf
from bangxl.referto.book import is_referto
from bangxl.referto.report import Report, report_of
from bangxl.referto.spreadsheet import referto
from bangxl.referto.verify import expected_differences
from bangxl.tournament.finals import final_ranking, title_holder
from bangxl.tournament.findings import Severity
from bangxl.tournament.journal import LogEntry, entry_key
from bangxl.tournament.knockout import paid_at_last_table
from bangxl.tournament.league import evenings
from bangxl.tournament.model import EventInfo
from bangxl.tournament.progress import Phase, next_step, phase
from bangxl.tournament.roster import entrants, player_names
from bangxl.tournament.state import State
from bangxl.web import results as results_page
from bangxl.workbook.notice_lines import stopping_lines
from bangxl.workbook.read import read_log

_SUFFIX: Final = "-referto"
"""What the files' name has behind the workbook's; also in other languages: it is the publisher's word."""

_PAGE: Final = "-results"
"""What the results page has in place of it."""

INTERIM: Final = "-interim"
_SEPARATORS: Final = re.compile(r"[\W_]+")
_LONGEST: Final = 40
"""Letters of a place, or of an event, in the name of an attachment."""

KNOWN_FILES: Final[Mapping[str, Known]] = {
    ".pdf": is_ours, ".html": results_page.is_results_page, ".xlsx": is_book_that(is_referto), ".eml": is_draft,
}  # fmt: skip
"""By what an earlier file is known to be ours; in the order in which they are written: a reader may hold the PDF."""


@dataclass(frozen=True, slots=True)
class ReportFiles:
    """The files of a referto: the workbook, its PDF, the results page, the mail's draft; what to say; its fingerprint."""

    workbook: Path
    pdf: Path
    page: Path
    draft: Path
    lines: tuple[str, ...]
    digest: str


def report(
    source: Path | OpenBook,
    folder: Path | None = None,
    *,
    interim: bool = False,
    results: bool = False,
    addresses: bool = True,
    overwrite: bool = False,
) -> ReportFiles:
    """Write all files of the report into ``folder`` (beside the workbook if None), or none.

    ``interim``: also before the end, marked on every page; ``results``: with the money and the standings although they are still
    secret; ``addresses``: with the players' mail addresses; ``overwrite``: also over files that bangxl did not write.
    Refusal if the tournament is not complete or holds errors.
    """
    workspace = require_intact(open_workspace(source, reading_only=True))
    _, language = workspace.catalog, workspace.language
    if is_referto(workspace.book):
        raise explain(BookError("referto"), str(workspace.path), language)
    if not interim:
        _refuse_if_open(workspace)
    elif not workspace.tournament.players:
        nobody = _("The players' list is empty, so there is nothing to report.")
        raise Refusal(nobody, *missing_lines(workspace, next_step(workspace.state)))
    written = files.in_local_time(datetime.fromisoformat(log_time())).isoformat().replace("+00:00", "Z")
    facts = report_of(workspace.contents, written, interim=interim, results=results, addresses=addresses)
    place, mark = workspace.path.parent if folder is None else folder, INTERIM if interim else ""
    if interim and workspace.tournament.rounds_seated and workspace.contents.rulebook.league:  # each evening has its own
        mark += f"-{evenings(workspace.contents)[-2]}"
    target = place / f"{workspace.path.stem}{_SUFFIX}{mark}.xlsx"
    page = place / f"{workspace.path.stem}{_PAGE}{mark}.html"
    whose = report_mark(workspace.log)
    data = referto(facts)
    found = expected_differences(facts, language)
    pdf, pdf_path, draft_path = marked_as_ours(report_pdf(facts), whose), target.with_suffix(".pdf"), target.with_suffix(".eml")
    sent = name_to_send(facts.tournament.event, workspace.path.stem) + _SUFFIX + mark
    mail = _mail(facts, [Attachment(sent + target.suffix, data), Attachment(sent + pdf_path.suffix, pdf)], whose.decode())
    shown = results_page.results_page(facts, target.name).encode() + b"<!-- %b -->\n" % whose
    made = {pdf_path: pdf, page: shown, target: data, draft_path: mail}
    outputs = [Output(path, data, KNOWN_FILES[path.suffix], partial(_has_mark, whose)) for path, data in made.items()]
    write_into(place, outputs, language, workspace.path, overwrite=overwrite)
    lines = [_("Report: {path}").format(path=target), _("PDF: {path}").format(path=pdf_path)]
    lines += [_("Results page: {path}").format(path=page), _("Mail draft: {path}").format(path=draft_path)]
    lines += unprintable(_, workspace.contents.rulebook, workspace)
    lines += filter(None, [doubtful_addresses(workspace.tournament.event.report_to, language)])
    lines += [_("The receiving office will see these remarks:"), *map(str, found)] if found else []
    unread = [one for one in workspace.contents.findings if one.severity is Severity.ERROR]
    lines += [str(workspace.locate(one)) for one in workspace.findings() if one.code == "referto_blank" or one in unread]
    rule = workspace.contents.rulebook.championship
    if rule is not None and rule.report_days:
        lines.append(_("The regulation asks you to report the result within {days} days.").format(days=rule.report_days))
    return ReportFiles(target, pdf_path, page, draft_path, tuple(lines), facts.digest)


def _refuse_if_open(workspace: Workspace) -> None:
    """The tournament must be over, and free of errors."""
    _ = workspace.catalog
    step = next_step(workspace.state)
    if not workspace.tournament.is_over:
        first = _("The tournament is not over, so there is no report yet. (For an interim report: {bangxl report --interim}.)")
        todo = [_("Next: {bangxl seat}.")] if isinstance(step, SEATABLE) else missing_lines(workspace, step)
        raise Refusal(first, *todo)
    if errors := workspace.errors():
        first = _("The report would contain errors. Correct them first (or write an interim report: {bangxl report --interim}):")
        raise Refusal(first, *stopping_lines(errors, workspace.language))


def report_mark(log: Sequence[LogEntry]) -> bytes:
    """What marks all files of a tournament's reports; it follows from the first line of the log."""
    return b"bangxl tournament " + sha256("\t".join(entry_key(log[0])).encode()).hexdigest()[:32].encode() if log else b""


def _has_mark(whose: bytes, data: bytes) -> bool:
    """Whether a report's file carries this mark; a workbook, the log that it follows from."""
    try:
        return whose in (report_mark(read_log(ClosedBook.of(data, Path(), partly=True))), b"")
    except BookError:
        return whose in data


def name_to_send(event: EventInfo, stem: str) -> str:
    """What the office that gets many reports reads first: date, place and event, as far as typed, else the workbook's name."""
    parts = (_SEPARATORS.sub("-", part).strip("-")[:_LONGEST] for part in (event.date, event.place, event.name))
    return "-".join(filter(None, parts)) or stem


def _mail(facts: Report, attached: Sequence[Attachment], whose: str) -> bytes:
    subject, text = subject_and_text(
        facts.state,
        facts.digest,
        second_half=facts.second_half,
        interim=facts.interim,
        attachments=[attachment.name for attachment in attached],
        language=facts.tournament.language,
    )
    return draft(facts.tournament.event.report_to, subject, text, attached, whose)


def doubtful_addresses(report_to: str, language: str) -> str:
    """A sentence about a wrong or missing mail address; "" if it is fine."""
    _, bad = catalog(language), mail_addresses(report_to).bad
    if not report_to.strip():
        nobody = _("The mail has no address. Type it on the tournament sheet next to «{label}», then write the report again.")
        return nobody.format(label=_("Report to"))
    text = _("«{label}»: this is not a mail address, so the mail does not use it: {text}")
    return text.format(label=_("Report to"), text=", ".join(bad)) if bad else ""


def subject_and_text(
    state: State, digest: str, *, interim: bool, attachments: Sequence[str], language: str, second_half: str = ""
) -> tuple[str, str]:
    """The text of the mail; ``attachments`` are names of files. It names the winner only after the end."""
    _, event = catalog(language).counting(state.rulebook.unit), state.tournament.event
    subject = _("Interim report: {event}") if interim else _("Report: {event}")
    title = ", ".join(filter(None, (event.name or _("BANG! tournament"), _.day(event.date))))
    opening = _("here is the report of this tournament:")
    if interim:
        opening = _("here is an interim report of a tournament that is not over yet:")
    called, is_over = player_names(state), phase(state) is Phase.CLOSED
    first = [called.get(placed.player, placed.player) for placed in final_ranking(state) if placed.place == 1] if is_over else []
    facts = [
        (_("Tournament: {text}"), event.name),
        (_("Date: {text}"), _.day(event.date)),
        (_("Venue: {text}"), ", ".join(filter(None, (event.place, event.region)))),
        (_("Participants: {text}"), str(len(entrants(state)))),
        (_("First place: {text}"), ", ".join(first)),
    ]
    lines = [_("Hello,"), "", opening, "", *(line.format(text=text) for line, text in facts if text)]
    holder = title_holder(state) if is_over else ""
    if "champion" in state.rulebook.articles and holder:  # a title that not everybody may win (G15)
        lines.append(f"{state.rulebook.champion}: {called.get(holder, holder)}")
    if is_over and (paid := paid_at_last_table(state)):  # G14
        each = ", ".join(f"{called.get(player, player)} {_.amount(amount)}" for player, amount in paid.items())
        label = _("Last table")
        lines.append(f"{label}: {each}")
    lines += ["", _("Attached:"), *(f"- {name}" for name in attachments), ""]
    lines.append(_("Fingerprint: {digest}").format(digest=spoken_digest(digest)))
    if second_half:
        second = _("Version mark (addresses, time of writing, program): {digest}")
        lines.append(second.format(digest=spoken_digest(second_half)))
    if book := next((name for name in attachments if name.lower().endswith(".xlsx")), ""):
        check = _("You can recompute everything in it from the record sheets: «bangxl verify {file} --against {digest}».")
        lines.append(check.format(file=f'"{book}"' if " " in book else book, digest=f"{digest}{second_half}"))
    lines += ["", _("Kind regards"), *(name for name in event.referees if name.strip())]
    return subject.format(event=title), "\n".join(lines) + "\n"


def report_and_mail(book: OpenBook) -> Answer:
    """Write the referto, and open its mail in the program in which this person writes mail."""
    written = report(book)
    _ = catalog(language_of(book))
    hint = () if open_file(written.draft) else (_("Open the draft in your mail program and send it."),)
    return Answer((*written.lines, *hint))
