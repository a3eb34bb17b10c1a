"""`bangxl season`: regional and national tables from many referti, in one workbook."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from bangxl.books import files
from bangxl.books.port import BookError
from bangxl.commands.digests import digest_list
from bangxl.commands.errors import USAGE, Refusal, explain, told_in
from bangxl.commands.lists import day, decisions, statuses
from bangxl.commands.output import Output, a_book, put, refuse_foreign
from bangxl.commands.season_files import BadFile, Progress, no_progress, read_all
from bangxl.commands.season_lines import bad_lines, is_clean, lines
from bangxl.commands.workspace import guessed_language, require_language
from bangxl.locale.catalog import LANGUAGES, N_, Catalog, catalog
from bangxl.rulebooks.loader import load, loads
from bangxl.season.choices import Adding, Choices, Irregular, ListStatus, StatusLine
from bangxl.season.entry import Entry
from bangxl.season.people import NameDecision
from bangxl.season.season import language_of
from bangxl.season.season import season as computed
from bangxl.season.summary import summary
from bangxl.season.wording import MARK
from bangxl.tournament.rulebook import DOLLAR, Rulebook

SUFFIX: Final = ".xlsx"
TITLE: Final = N_("BANG! · season")
KNOWN: Final = a_book(lambda book: MARK in book.names)
"""By what an earlier season's workbook is known."""
Choice = TypeVar("Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Request:
    """What the organisers want, as typed; "" and None: what is printed, or nothing."""

    regional: str = Adding.SUM
    irregular: str = Irregular.REPORT
    deadline: str = ""
    status: Path | None = None
    same: Path | None = None
    rulebook: str = ""
    language: str = ""
    best: int | None = None
    """So many results of a player count, 0: all; None: as the regulation says."""
    digests: Path | None = None
    """The office's list of what was sent in; nothing else counts."""
    force: bool = False
    """Also over a file that is there already, an earlier season too."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What to say, and whether nothing was left out that somebody should look at: else the exit code is 1."""

    lines: tuple[str, ...]
    all_good: bool


def season(paths: Sequence[Path], output: Path, asked: Request = Request(), progress: Progress = no_progress) -> Reply:
    """Read referti (or all of a folder), verify each, and write the season's workbook. What is bad is reported and left out.

    Refusal for wrong options and lists, if there is no referto at all, and if ``output`` is there and it is not forced.
    """
    spoken = guessed_language() if not asked.language else require_language(asked.language)
    _ = catalog(spoken)
    lists = _read(asked, _)
    rulebook = _asked_for(asked.rulebook, _)
    _check(output, spoken, force=asked.force)
    reply, data = _made(read_all(_files(paths, output, _), progress), rulebook, lists, asked, output, _)
    _write(output, data, spoken, force=asked.force)
    return reply


def _made(
    found: Iterable[Entry | BadFile], rulebook: Rulebook | None, lists: Lists, asked: Request, output: Path, _: Catalog
) -> tuple[Reply, Callable[[], bytes]]:
    """What to say, and what makes the workbook's file: by then thousands of referti need no longer be in memory."""
    from bangxl.books.writer import packed  # noqa: PLC0415 - openpyxl is slow to import
    from bangxl.season.book import build  # noqa: PLC0415 - pandas is slow to import, and who reads needs none
    from bangxl.season.frames import frames  # noqa: PLC0415 - as above

    entries, bad = _sorted(found)
    if not entries:
        raise Refusal(_("None of these files is a referto that can be read."), *bad_lines(bad, _), exit_code=USAGE)
    rulebook = rulebook or _championship(entries)
    _check_wild_cards(rulebook, lists.known, _)
    result = computed(entries, rulebook, lists.choices, lists.known, lists.same)
    text = catalog(asked.language or _spoken_by(entries, _.language))
    workbook = build(
        frames(result, text, [(one.file, one.why(text.language)) for one in bad]),
        text(TITLE),
        summary(result, len(bad), lists.choices, (asked.status, asked.same, asked.digests), text),
        text,
        {entry.title for entry in result.entries if entry.unit != DOLLAR},
    )
    return Reply(lines(output, result, bad, _), not bad and is_clean(result)), partial(packed, workbook)


def _sorted(found: Iterable[Entry | BadFile]) -> tuple[list[Entry], list[BadFile]]:
    """The referti, and the files that are none."""
    entries, bad = list[Entry](), list[BadFile]()
    for one in found:
        if isinstance(one, Entry):
            entries.append(one)
        else:
            bad.append(one)
    return entries, bad


class Lists(NamedTuple):
    """The options read, and what the lists say: of statuses, of decisions on names."""

    choices: Choices
    known: Sequence[StatusLine]
    same: Sequence[NameDecision]


def _read(asked: Request, _: Catalog) -> Lists:
    """Options and lists; Refusal for what is wrong in them."""
    last_day = day(asked.deadline, _) if asked.deadline else None
    adding, irregular = _one_of(Adding, "--regional", asked.regional, _), _one_of(Irregular, "--irregular", asked.irregular, _)
    digests = digest_list(asked.digests, _) if asked.digests else None
    choices = Choices(adding, irregular, last_day, asked.best, digests, files.stamp().date())
    known = statuses(asked.status, _) if asked.status else ()
    return Lists(choices, known, decisions(asked.same, _) if asked.same else ())


def _one_of(kind: type[Choice], option: str, text: str, _: Catalog) -> Choice:
    try:
        return kind(text)
    except ValueError:
        line = _("Option {key}: «{value}» is not possible; possible are {known}.")
        raise Refusal(line.format(key=option, value=text, known=", ".join(kind)), exit_code=USAGE) from None


def _files(paths: Sequence[Path], output: Path, _: Catalog) -> list[Path]:
    """The files, each once; of folders all workbooks that no program has left there for itself. Refusal without any."""
    usable: dict[str, Path] = {}
    for file in (file for path in paths for file in _in(path)):
        usable.setdefault(os.path.realpath(file), file)
    usable.pop(os.path.realpath(output), None)
    if not usable:
        names = ", ".join(map(str, paths))
        raise Refusal(_("There is no referto (.xlsx) in {folders}.").format(folders=names), exit_code=USAGE)
    return list(usable.values())


def _in(path: Path) -> list[Path]:
    """The file itself, as a folder that cannot be read; of a folder, its workbooks."""
    try:
        inside = sorted(path.iterdir())
    except OSError:
        return [path]
    return [file for file in inside if file.suffix.lower() == SUFFIX and not file.name.startswith((".", "~")) and file.is_file()]


def _asked_for(rulebook_id: str, _: Catalog) -> Rulebook | None:
    """The regulation that the organisers name; None if they leave it to the referti. Refusal for one without a championship."""
    with told_in(_.language):
        rulebook = load(rulebook_id) if rulebook_id else None
    if rulebook is not None and rulebook.championship is None:
        text = _("{rulebook}: this regulation has no championship; [championship] is missing in its file.")
        raise Refusal(text.format(rulebook=rulebook_id), exit_code=USAGE)
    return rulebook


def _championship(entries: Sequence[Entry]) -> Rulebook | None:
    """The regulation with a championship that most of the referti follow, ours before a house's, which they carry; or None."""
    found = [entry for entry in entries if entry.championship is not None]
    ours = [entry for entry in found if not entry.house]
    count = Counter((entry.regulation, entry.rules) for entry in ours or found)
    if not count:
        return None
    regulation, rules = max(count, key=lambda one: (count[one], one))
    return replace(loads(rules, regulation), text=rules) if rules else load(regulation)


def _check_wild_cards(rulebook: Rulebook | None, known: Sequence[StatusLine], _: Catalog) -> None:
    """Refusal if the list of statuses gives more wild cards than the regulation has."""
    named = [line for line in known if line.status is ListStatus.WILD_CARD]
    most = rulebook.championship.wild_cards if rulebook and rulebook.championship else 0
    if len(named) > most:
        text = _("{path}, line {line}: this is wild card no. {n}; the regulation has {most}.")
        line = named[most]
        raise Refusal(text.format(path=line.file, line=line.line, n=most + 1, most=most), exit_code=USAGE)


def _spoken_by(entries: Sequence[Entry], otherwise: str) -> str:
    spoken = language_of(entries)
    return spoken if spoken in LANGUAGES else otherwise


def _check(output: Path, spoken: str, *, force: bool) -> None:
    """The workbook can be written there: over nothing, not even an earlier season, which may hold the office's notes."""
    _ = catalog(spoken)
    if output.suffix.lower() != SUFFIX:
        raise Refusal(_("{path}: the season's workbook must be an .xlsx file.").format(path=output), exit_code=USAGE)
    try:
        _refuse_there(output, force=force)
    except BookError as error:
        raise explain(error, str(output), spoken) from None


def _refuse_there(output: Path, *, force: bool) -> None:
    """BookErrors as `refuse_foreign`, and ``earlier_season``."""
    refuse_foreign(output, KNOWN, force=force)
    if not force and files.exists(output) and files.read(output):
        raise BookError("earlier_season", path=str(output))


def _write(output: Path, data: Callable[[], bytes], spoken: str, *, force: bool) -> None:
    try:
        made = data()
        _refuse_there(output, force=force)
        put([Output(output, made, KNOWN)], force=force)
    except BookError as error:
        raise explain(error, str(output), spoken) from None
