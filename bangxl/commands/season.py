"""`bangxl season`: regional and national tables from many reports, in one workbook.

Its lists are CSV with a header: the status of players, and decisions about names. And the office's list of what was sent in is a
text, one digest a line (or its halves), then whatever tells people of what.
"""

import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from bangxl import limits
from bangxl.books import files
from bangxl.books.port import BookError
from bangxl.commands.errors import USAGE, Refusal, book_refusals, explain, rulebook_refusals
from bangxl.commands.list_files import certain_lines, refused
from bangxl.commands.output import Output, is_book_that, refuse_foreign, write_all
from bangxl.commands.season_files import Progress, is_report, no_progress, read_all
from bangxl.commands.workspace import guessed_language, require_language
from bangxl.interchange.fingerprint import SHORTEST, Fingerprint, read_fingerprint
from bangxl.locale.catalog import LANGUAGES, N_, Catalog, catalog
from bangxl.rulebooks.loader import load, parse_rulebook
from bangxl.seasons.book import SEASON_TABLES, SeasonTables, build, season_tables
from bangxl.seasons.choices import Choices, Combining, Irregular, ListStatus, NameDecision, StatusLine
from bangxl.seasons.doubts import Why
from bangxl.seasons.entry import SEASON_MARK, BadFile, PlayerResult, RefertoEntry
from bangxl.seasons.people import file_name
from bangxl.seasons.season import compute_season
from bangxl.seasons.summary import bad_lines, is_clean, season_lines, summary_rows
from bangxl.tournament.identity import in_any_order
from bangxl.tournament.rulebook import Rulebook
from bangxl.web.season import is_season_page, season_page

_SUFFIX: Final = ".xlsx"
_TITLE: Final = N_("BANG! · season")
_KNOWN: Final = is_book_that(lambda book: SEASON_MARK in book.names)
"""By what an earlier season's workbook is known."""
_Row = Mapping[str, str]
"""A line of a list by the headings of its columns."""

_EUROPEAN: Final = re.compile(r"(\d{1,2})[./](\d{1,2})[./](\d{4})")

_HALF_DIGEST: Final = r"(?:[0-9a-f]{16,32}|[0-9a-f]{4}(?:[\x20\-][0-9a-f]{4}){3,7})"
_DIGEST: Final = re.compile(
    rf"([0-9a-f]{{48,64}}|{_HALF_DIGEST}(?:\s*/\s*{_HALF_DIGEST})?)(?![^\W_])[\s,;:–-]*(.*)", re.IGNORECASE | re.ASCII | re.DOTALL
)
"""The digits, together or as a referto prints them, in four to eight groups of four; both halves together, or with a stroke
between them; and the rest."""


@dataclass(frozen=True, slots=True)
class Request:
    """The organisers' options as typed; "" and None: the printed rule, or none.

    ``best``: so many results of a player count, 0: all. ``digests``: the list of what was sent in; nothing else counts.
    ``since``: the first day. ``page``: also a page to look at, on which who stands in the list ``initials`` is shown by these.
    ``overwrite``: also over a file that is there already, an earlier season too. ``pasted``: lists may lack heads.
    """

    regional: str = Combining.SUM
    irregular: str = Irregular.REPORT
    deadline: str = ""
    status: Path | None = None
    same: Path | None = None
    rulebook: str = ""
    language: str = ""
    best: int | None = None
    digests: Path | None = None
    overwrite: bool = False
    since: str = ""
    page: bool = False
    initials: Path | None = None
    pasted: bool = False


class Computed(NamedTuple):
    """A season: its tables by name, their catalog, what to say, whether nobody has to look at anything (else exit code 1).

    ``careers``: see `Season.careers`.
    """

    tables: SeasonTables
    words: Catalog
    lines: tuple[str, ...]
    all_good: bool
    careers: Mapping[int, Sequence[PlayerResult]]


def season(paths: Sequence[Path], output: Path, request: Request = Request(), progress: Progress = no_progress) -> Computed:
    """Read and verify reports (or folders of them), and write the season's workbook. Bad reports are listed and left out.

    Refusal as `compute`, and if ``output`` is there and may not be overwritten.
    """
    language = require_language(request.language) if request.language else guessed_language()
    _ = catalog(language)
    if output.suffix.lower() != _SUFFIX:
        raise Refusal(_("{path}: the season's workbook must be an .xlsx file.").format(path=output), exit_code=USAGE)
    _require_writable(output, language, overwrite=request.overwrite)
    computed = compute(paths, request, progress, output)
    words, shown = computed.words, output.with_suffix(".html")
    outputs = [Output(output, build(computed.tables, words(_TITLE), words), _KNOWN)]
    if request.page:
        text = season_page(
            computed.tables, computed.careers, words, words(_TITLE), _by_initials(request.initials, computed.tables, _)
        )
        outputs.append(Output(shown, text.encode(), is_season_page))
        computed = computed._replace(lines=(*computed.lines, _("The season's page: {path}").format(path=shown)))
    _require_writable(output, language, overwrite=request.overwrite)
    with book_refusals(output, language):
        write_all(outputs, _files(paths, output, _), overwrite=request.overwrite)
    return computed


def compute(
    paths: Sequence[Path], request: Request, progress: Progress = no_progress, output: Path = Path("season.xlsx")
) -> Computed:
    """The tables of a season from reports, or folders of them; ``output`` is not read. Bad reports are listed and left out.

    Refusal for wrong options and lists, and if there is no referto at all.
    """
    language = require_language(request.language) if request.language else guessed_language()
    _ = catalog(language)
    choices = Choices(
        adding=Combining(request.regional),
        irregular=Irregular(request.irregular),
        first_day=read_day(request.since, _) if request.since else None,
        last_day=read_day(request.deadline, _) if request.deadline else None,
        best=request.best,
        digests=digest_list(request.digests, _) if request.digests else None,
        today=files.time_now().date(),
    )
    status_lines = statuses(request.status, _, pasted=request.pasted) if request.status else ()
    same = decisions(request.same, _, pasted=request.pasted) if request.same else ()
    with rulebook_refusals(language):
        rulebook = load(request.rulebook) if request.rulebook else None
    if choices.first_day and choices.last_day and choices.first_day > choices.last_day:
        raise Refusal(_("The first day is after the last."), exit_code=USAGE)
    read = [*read_all(_files(paths, output, _), progress)]
    entries, bad = [one for one in read if isinstance(one, RefertoEntry)], [one for one in read if isinstance(one, BadFile)]
    if not entries:
        raise Refusal(_("bangxl cannot read any of these files as a report (referto)."), *bad_lines(bad, _), exit_code=USAGE)
    rulebook = rulebook or _championship(entries)
    if (rulebook is None or rulebook.championship is None) and (request.rulebook or request.since or request.deadline):
        text = _("{rulebook} has no championship, and first and last day belong to one. Choose a regulation that has one.")
        if request.rulebook:
            text = _("{rulebook}: this regulation has no championship. Add [championship] to its file.")
        raise Refusal(text.format(rulebook=request.rulebook or entries[0].regulation), exit_code=USAGE)
    cards = [line for line in status_lines if line.status is ListStatus.WILD_CARD]
    most = rulebook.championship.wild_cards if rulebook and rulebook.championship else 0
    if len(cards) > most:
        text, line = _("{path}, line {line}: this is wild card no. {n}; the regulation allows {most}."), cards[most]
        raise Refusal(text.format(path=line.file, line=line.line, n=most + 1, most=most), exit_code=USAGE)
    result = compute_season(entries, rulebook, choices, status_lines, same)
    for decision, file, names in result.people.clashes:
        reason = f"{_(Why.BOTH if file else Why.SEVERAL)}: {', '.join(names)}" + (f" ({file_name(file)})" if file else "")
        raise refused("wrong_line", _, path=request.same, line=decision.line, reason=reason)
    languages = Counter(entry.language for entry in result.files.entries)
    spoken = request.language or max(languages, key=lambda language: (languages[language], language))
    words = catalog(spoken if spoken in LANGUAGES else _.language)
    first = summary_rows(result, len(bad), choices, (request.status, request.same, request.digests), words)
    all_good = not bad and is_clean(result)
    return Computed(
        season_tables(result, first, bad, words), words, season_lines(output, result, bad, _), all_good, result.careers
    )


def _by_initials(path: Path | None, shown: SeasonTables, _: Catalog) -> Callable[[str], str]:
    """How names are shown: those in a list, one a line, by initials, also with region, or as a report has them.

    Refusal for a name nobody has: it would be shown in full.
    """
    people, shy = defaultdict[str, set[str]](set), set[str]()
    for row in shown["Results"]:
        result = dict(zip(SEASON_TABLES["Results"][1], row, strict=True))
        for name in (result["name"], result["written_name"]):
            for text in (name, f"{name} ({result['home']})"):
                people[in_any_order(text)].add(in_any_order(result["name"]))
    for line in certain_lines(path, _) if path else ():
        if not (meant := people.get(in_any_order(line.cells[0]))):
            text = _("{path}, line {line}: nobody in these tournaments is called «{name}».")
            raise Refusal(text.format(path=path, line=line.number, name=line.cells[0]), exit_code=USAGE)
        shy |= meant
    return lambda name: " ".join(f"{word[0]}." for word in name.split()) if in_any_order(name) in shy else name


def _files(paths: Sequence[Path], output: Path, _: Catalog) -> list[Path]:
    """The files, each once; of folders, and those in them, the reports, and each .xlsx no program has left there for itself.

    Refusal without any.
    """
    usable, folders, known = dict[str, Path](), [*paths], {os.path.realpath(path) for path in paths}
    for path in folders:
        try:
            inside = sorted(path.iterdir())
        except OSError:  # a file, or a folder that cannot be read
            usable.setdefault(os.path.realpath(path), path)
            continue
        for file in inside:
            real = os.path.realpath(file)
            if file.name.startswith((".", "~")) or file.suffix.startswith(".history"):
                continue
            if file.is_dir() and real not in known:
                folders.append(file)
                known.add(real)
            elif file.is_file() and (file.suffix.lower() == _SUFFIX or is_report(file)):
                usable.setdefault(real, file)
    usable.pop(os.path.realpath(output), None)
    if not usable:
        raise Refusal(_("There is no report (.xlsx) in {folders}.").format(folders=", ".join(map(str, paths))), exit_code=USAGE)
    return list(usable.values())


def _championship(entries: Sequence[RefertoEntry]) -> Rulebook | None:
    """The regulation with a championship that most of the referti follow, ours before a house's, which they carry; or None."""
    own = [entry for entry in entries if entry.championship is not None]
    ours = [entry for entry in own if not entry.house]
    count = Counter((entry.regulation, entry.rules) for entry in ours or own)
    if not count:
        return None
    regulation, rules = max(count, key=lambda one: (count[one], one))
    return replace(parse_rulebook(rules, regulation), text=rules) if rules else load(regulation)


def _require_writable(output: Path, language: str, *, overwrite: bool) -> None:
    """Refusal if the workbook cannot be written: over an earlier season neither, which may hold the office's notes."""
    with book_refusals(output, language):
        refuse_foreign(output, _KNOWN, overwrite=overwrite)
        is_earlier = not overwrite and files.exists(output) and files.read_file(output)
    if is_earlier:
        raise explain(BookError("earlier_season", path=str(output)), str(output), language)


def digest_list(path: Path, _: Catalog) -> Mapping[Fingerprint, str]:
    """The fingerprints of a list and their names, without blank lines and comments (#). Refusal with the first wrong line."""
    try:
        text = files.read_file(path, limits.TEXT).decode("utf-8-sig")
    except (BookError, ValueError):
        line = _("{path}: this list cannot be read. Check the name, and save the list as text (UTF-8).")
        raise Refusal(line.format(path=path), exit_code=USAGE) from None
    listed = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = " ".join(line.split())
        if not words or words.startswith("#"):
            continue
        digest = _DIGEST.fullmatch(words)
        asked = read_fingerprint(digest[1]) if digest else None
        if digest is None or asked is None:
            fault = _(
                "{path}, line {line}: this is not a fingerprint. A fingerprint comes first on the line and has"
                " at least {least} digits, 0 to 9 and a to f."
            )
            raise Refusal(fault.format(path=path, line=number, least=SHORTEST), exit_code=USAGE)
        listed[asked] = digest[2]
    return listed


def statuses(path: Path, _: Catalog, *, pasted: bool = False) -> tuple[StatusLine, ...]:
    """``name,status`` and perhaps ``region``, ``since`` (2007-06-30), ``email``; a line without status declares a region."""
    columns = ("name", "status", "region", "since", "email")
    lines = tuple(_status_line(path, line, row, _) for line, row in _read_rows(path, columns, _, pasted=pasted))
    champions = [line for line in lines if line.status is ListStatus.CHAMPION]
    for other in (line for line in champions if in_any_order(line.name) != in_any_order(champions[0].name)):
        reason = _("Only one player was last year's champion.")
        raise refused("wrong_line", _, path=path, line=other.line, reason=reason)
    return lines


def decisions(path: Path, _: Catalog, *, pasted: bool = False) -> tuple[NameDecision, ...]:
    """A line ``name,as`` with an optional ``file``: under which name a player counts."""
    rows = _read_rows(path, ("name", "as", "file"), _, pasted=pasted)
    return tuple(
        NameDecision(row["name"], row["as"], row.get("file", ""), f"{path.name}:{line}", line)
        for line, row in rows
        if row.get("as")
    )


def read_day(text: str, _: Catalog) -> date:
    """A day like 2007-11-05, 5/11/2007 or 5.11.2007. Refusal."""
    try:
        if found := _EUROPEAN.fullmatch(text):
            return date(int(found[3]), int(found[2]), int(found[1]))
        return date.fromisoformat(text)
    except ValueError:
        raise Refusal(_("«{text}» is not a date. Type it like 2026-11-21.").format(text=text), exit_code=USAGE) from None


def _status_line(path: Path, line: int, row: _Row, _: Catalog) -> StatusLine:
    status = row.get("status", "").casefold()
    try:
        since = read_day(row["since"], _) if row.get("since") else None
        known = ListStatus(status) if status else None
    except ValueError:
        text = _("{path}, line {line}: «{text}» is not a status. Use one of: {known}.")
        text = text.format(path=path, line=line, text=row["status"], known=", ".join(ListStatus))
        raise Refusal(text, exit_code=USAGE) from None
    except Refusal as refusal:
        raise refused("wrong_line", _, path=path, line=line, reason=refusal.lines[0]) from None
    return StatusLine(path.name, line, row["name"], known, row.get("region", ""), since, row.get("email", ""))


def _read_rows(path: Path, columns: Sequence[str], _: Catalog, *, pasted: bool) -> list[tuple[int, _Row]]:
    """The lines that have a name, with their numbers; pasted without heads, they have the columns in this order.

    Refusal if one of the first two columns is missing.
    """
    lines = certain_lines(path, _)
    heads = [column.casefold() for column in lines[0].cells] if lines else []
    rows = lines[1:]
    if pasted and not {*heads} & {*columns}:
        heads, rows = [*columns], lines
    if not {*columns[:2]} <= {*heads}:
        text = _("{path}: the first line must name the columns: {columns}.")
        raise Refusal(text.format(path=path, columns=",".join(columns[:2])), exit_code=USAGE)
    found = [(line.number, dict(zip(heads, line.cells, strict=False))) for line in rows]
    return [(number, row) for number, row in found if row.get("name")]
