"""`bangxl verify`: check a report without trusting its sender."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from bangxl.books.closed import ClosedBook
from bangxl.books.files import read_file
from bangxl.books.port import BookError
from bangxl.commands.check import findings_json
from bangxl.commands.errors import NOT_NOW, RECEIVED_ERRORS, USAGE, Refusal, book_refusals, explain
from bangxl.commands.output import Output, is_ours, marked_as_ours, write_all
from bangxl.commands.workspace import guessed_language, misuse
from bangxl.interchange.dump import DIGEST_LENGTH, Json
from bangxl.interchange.fingerprint import SHORTEST, Fingerprint, read_fingerprint
from bangxl.interchange.receipts import CodeSource
from bangxl.locale.catalog import N_, Catalog, catalog, speaking
from bangxl.referto.book import is_referto
from bangxl.referto.spreadsheet import is_exact
from bangxl.referto.verdict import Difference, Trust, Verdict, verdict_sentence
from bangxl.referto.verify import verify_book
from bangxl.tournament.commitment import read_code
from bangxl.tournament.findings import At
from bangxl.tournament.model import SeedSource
from bangxl.workbook.notices import Notice, cell_of
from bangxl.workbook.titles import stages_title

_MOST: Final = 40
"""So many differences are shown to people; JSON has all."""

_OTHER_REPORT: Final = N_("× {path} is not the report that you asked for ({asked}).")
_NOT_AS_ASKED: Final = {
    "against_differs": _OTHER_REPORT,
    "against_no_code": _OTHER_REPORT,
    "against_hidden": N_("× {path} does not prove {asked} yet."),
}
"""What comes first where the report is not what was asked for, whatever else differs."""
_PAPER: Final = {".pdf", ".eml"}

_UNREADABLE: Final = {"not_a_workbook", "too_large", "unsafe_xml"}
_ZIP, _WORKBOOK = b"PK\3\4", b"xl/work"
"""How every workbook's file begins, and what the names of its main part and of its sheets begin with."""


def verify(path: Path, against: str | None = None) -> Verdict:
    """The verdict about a referto, in the language of its reader.

    ``against`` is the digest that it should have, its first digits, its second half, or a code.

    Refusal (usage) for a file that is no referto at all, and for a digest that is none; one that is damaged has code 1.
    """
    _ = catalog(guessed_language())
    if against is not None and not (read_code(against) or read_fingerprint(against)):
        line = N_(
            "«{text}» is not possible. Type a fingerprint ({least} to {most} digits, 0 to 9 and a to f), or a"
            " round's code like K7QF-2M9P-4XH3-R5TD."
        )
        raise misuse(line, text=against, least=SHORTEST, most=2 * DIGEST_LENGTH)
    try:
        book = ClosedBook.of(read_file(path), path)  # with macros as well: that is for the verdict to say
        with speaking(_.language):
            verdict = verify_book(book)
        if verdict.agrees and verdict.report:
            verdict = replace(verdict, same_bytes=is_exact(book.file_bytes(), verdict.report))
    except BookError as error:
        refusal = _refusal(error, path, _.language)
        if refusal.exit_code != NOT_NOW and not _is_broken(error, path):
            raise refusal from None
        raise Refusal(f"× {refusal}", exit_code=NOT_NOW) from None
    return verdict if against is None else _against(verdict, against, book)


def write_pdf(verdict: Verdict, target: Path, like: Path, *, overwrite: bool = False) -> str:
    """Write a PDF from these facts, of the report ``like``. Refusal if they do not agree, or the old file is not ours."""
    from bangxl.commands.report import report_mark  # noqa: PLC0415 - as the next
    from bangxl.paper.report import report_pdf  # noqa: PLC0415 - fpdf2 takes a third of a second, and few ask for it

    _ = catalog(guessed_language())
    if not verdict.agrees or verdict.report is None:
        raise Refusal(_("bangxl makes no PDF of a report that does not agree."))
    with book_refusals(target, _.language):
        pdf = marked_as_ours(report_pdf(verdict.report), report_mark(verdict.report.state.journal.entries))
        write_all([Output(target, pdf, is_ours)], [like], overwrite=overwrite)
    return _("PDF: {path}").format(path=target)


def verdict_lines(path: Path, verdict: Verdict) -> tuple[str, ...]:
    """The verdict for people: the result, the differences, the facts taken on trust."""
    _, contents = catalog(guessed_language()), verdict.contents
    first = [one for one in verdict.trusted if one.finding.code == "own_under_official_name"]
    texts = [_result(path, verdict, _), *(f"! {one.text}" for one in first), *(f"× {one}" for one in verdict.differences[:_MOST])]
    if (more := len(verdict.differences) - _MOST) > 0:
        texts.append(_("… and {count} more (--json shows all).").format(count=more))
    if any(one.finding.code not in _NOT_AS_ASKED for one in verdict.differences):
        texts.append(_("Ask the sender for the file as bangxl wrote it, and for the paper record sheets of the tables above."))
    elif verdict.report is not None:
        text = _("Version mark (addresses, time of writing, program): {digest}")
        texts.append(text.format(digest=verdict.second_half))
    if verdict.receipts and contents is not None:
        codes = [
            f"{stages_title(one.logged, _.language, contents.rulebook)}: {one.code} "
            + ("✓" if one.proves else "–" if one.follows is CodeSource.HIDDEN else "×")
            for one in verdict.receipts
        ]
        texts.append(_("Codes: {codes}").format(codes=" · ".join(codes)))
        if any(one.proves for one in verdict.receipts):
            texts.append(_("Each code proves the results before its draw. For the last results, compare the fingerprint."))
    draws = contents.tournament.draws if contents else ()
    thrown = [f"{draw.drawn}: «{draw.public_value}»" for draw in draws if draw.source is SeedSource.PUBLIC]
    if thrown:
        text = _("Values from the room: {values}. Only the people in the room know that each was thrown once, after its code.")
        texts.append(text.format(values=", ".join(thrown)))
    if trusted := [one for one in verdict.trusted if one not in first]:
        texts += [_("You have to trust the referee on this:"), *(f"· {one}" for one in trusted)]
    return (*texts, _("bangxl cannot check the record sheets themselves: compare them with the signed paper."))


def _result(path: Path, verdict: Verdict, _: Catalog) -> str:
    if verdict.exact:
        text = _("✓ {path} agrees, and is byte for byte the file bangxl writes: {cells} cells recomputed, fingerprint {digest}.")
    elif verdict.agrees:
        text = _(
            "✓ {path} agrees: {cells} cells recomputed, fingerprint {digest}. But another program has saved it since, so it may"
            " show something else. Make a PDF of the checked data, and read that: {bangxl verify --pdf}."
        )
    elif verdict.contents is None:
        text = _("× {path} cannot be verified.")
    elif (first := verdict.differences[0].finding).code in _NOT_AS_ASKED:
        return _(_NOT_AS_ASKED[first.code]).format(path=path, **first.values)
    else:
        text = _.plural(
            "× {path} does not agree: {count} difference in {cells} cells recomputed.",
            "× {path} does not agree: {count} differences in {cells} cells recomputed.",
            len(verdict.differences),
        )
    count, cells = len(verdict.differences), _.number(verdict.compared)
    return text.format(path=path, cells=cells, digest=verdict.digest, count=count)


def verdict_json(path: Path, verdict: Verdict) -> Json:
    """The verdict for programs."""
    return {
        "report": str(path),
        "agrees": verdict.agrees,
        "interim": verdict.interim,
        "digest": verdict.digest,
        "second_half": verdict.second_half,
        "compared": verdict.compared,
        "exact": verdict.exact,
        "codes": [
            ({"round": one.round} if one.round else {}) | {"stage": one.logged, "code": one.code, "follows": one.follows.value}
            for one in verdict.receipts
        ],
        "findings": findings_json(verdict.differences),
        "trusted": findings_json(verdict.trusted),
    }


def _against(verdict: Verdict, asked: str, book: ClosedBook) -> Verdict:
    """The verdict, with a difference more, the first, if the digest printed, or that of the report, is another.

    What does not bind the referee is taken on trust. Sixteen digits may be a fingerprint's and, rarely, a code.
    """
    code, digits, proven = read_code(asked), read_fingerprint(asked), [one.code for one in verdict.receipts if one.proves]
    if code in proven:
        return verdict
    if digits is not None:
        finding = _against_digits(verdict, digits)
    else:
        hidden = any(code == one.code and one.follows is CodeSource.HIDDEN for one in verdict.receipts)
        values = {"asked": code, "right": ", ".join(proven) or "–"}
        finding = Difference("against_hidden" if hidden else "against_no_code", At("Report_Digest"), values)
    if finding is None:
        return verdict
    notice = Notice(finding, *cell_of(book, "Report_Digest"), verdict_sentence(finding, guessed_language(), {}))
    if isinstance(finding, Trust):
        return replace(verdict, trusted=(notice, *verdict.trusted))
    return replace(verdict, differences=(notice, *verdict.differences))


def _against_digits(verdict: Verdict, wanted: Fingerprint) -> Difference | Trust | None:
    computed = Fingerprint(verdict.digest, verdict.second_half)
    if other := next((halves for halves in (computed, verdict.printed) if not wanted.fits(*halves)), None):
        return Difference("against_differs", At("Report_Digest"), {"asked": str(wanted), "right": str(other) or "–"})
    count = max(map(len, wanted))
    few = {"count": count, "most": DIGEST_LENGTH}
    return Trust("against_few", At("Report_Digest"), few) if count < DIGEST_LENGTH else None


def _is_broken(error: BookError, path: Path) -> bool:
    """Whether what cannot be read is a referto all the same, or a workbook so damaged that nobody knows: it may be one."""
    if error.code not in _UNREADABLE:
        return False
    with suppress(BookError):
        data = read_file(path)
        with suppress(BookError):
            return is_referto(ClosedBook.of(data, path, partly=True))
        return error.code == "not_a_workbook" and data.startswith(_ZIP) and _WORKBOOK in data
    return False


def _refusal(error: BookError, path: Path, spoken: str) -> Refusal:
    _ = catalog(spoken)
    texts = {
        **RECEIVED_ERRORS,
        "workbook_itself": N_(
            "{path}: this is the tournament's workbook, not its report. Check it with {bangxl check}, or"
            " write its report with {bangxl report}."
        ),
    }
    if path.suffix.lower() in _PAPER:
        paper = N_("{path}: verify reads only the report's workbook (.xlsx), not its PDF or mail.")
        texts |= {"document": paper, "mail": paper}
    if error.code not in texts:
        return explain(error, str(path), spoken)
    text = _(texts[error.code]).format(path=path, part=error.values.get("part"))
    return Refusal(text, exit_code=NOT_NOW if error.code == "ambiguous" else USAGE)
