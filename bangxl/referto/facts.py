"""From a referto's cells to what was reported, or to the reasons why it cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bangxl.books.port import Book, BookError, Value
from bangxl.interchange.dump import fingerprint
from bangxl.locale.catalog import LANGUAGES, SOURCE_LANGUAGE
from bangxl.referto.book import FORMAT
from bangxl.referto.report import Report
from bangxl.referto.verdict import ODD, Collector, Difference, is_blank, value_text
from bangxl.rulebooks.loader import RulebookError, rulebook_ids
from bangxl.tournament.findings import At
from bangxl.workbook import names
from bangxl.workbook.cells import at
from bangxl.workbook.read import read

MOST_CELLS: Final = 10_000
"""Cells of a column: more than all seats, events or lines of the log that anybody has filled."""

NEWEST: Final = {names.REFERTO_MARK: FORMAT, "Format_Version": names.FORMAT_VERSION}


def single(book: Book, name: str) -> Value:
    """The value of a name's first cell; None without it."""
    return book.read(name)[0] if name in book.names else None


def language_of(book: Book) -> str:
    """The referto's language; English where it names none that we speak."""
    name = single(book, "Workbook_Language")
    return name if isinstance(name, str) and name in LANGUAGES else SOURCE_LANGUAGE


def read_report(book: Book, collector: Collector) -> Report | None:
    """What a referto reports; None where it cannot be read. ``collector`` collects what is wrong."""
    if (obstacle := next(_obstacles(book), None)) is not None:
        collector.tell(obstacle)
        return None
    try:
        contents = read(book)
        digest = fingerprint(contents)
    except RulebookError as error:
        collector.tell(Difference("not_readable", At("Rulebook_Text"), {"reason": value_text(str(error))}))
        return None
    except (BookError, *ODD) as error:
        collector.tell(Difference("not_readable", At(names.REFERTO_MARK), {"reason": value_text(repr(error))}))
        return None
    return Report(
        contents,
        written=str(single(book, "Report_Written") or ""),
        program=str(single(book, "Report_Program") or ""),
        digest=digest,
        interim=not is_blank(single(book, "Report_Interim")),
        secret=not is_blank(single(book, "Report_Secret")),
        addresses=any(player.email for player in contents.tournament.players),
    )


def _obstacles(book: Book) -> Iterator[Difference]:
    """Why nothing can be read: an unknown layout, language or regulation, or names that no tournament has."""
    for name in ("Players_Name", *NEWEST):
        if name not in book.names:
            yield Difference("column_missing", At(name), {"name": name})
    for name, newest in NEWEST.items():
        version = single(book, name)
        if isinstance(version, bool) or version not in range(1, newest + 1):
            later = isinstance(version, int | float) and version > newest
            values = {"version": value_text(version), "printed": value_text(version)}
            yield Difference("newer_report" if later else "version_unreadable", At(name), values)
    if (language := single(book, "Workbook_Language")) not in LANGUAGES:
        yield Difference("language_unknown", At("Workbook_Language"), {"printed": value_text(language)})
    rulebook = single(book, "Rulebook_Id")
    if is_blank(single(book, "Rulebook_Text")) and rulebook not in rulebook_ids():
        yield Difference("regulation_unknown", At("Rulebook_Id"), {"rulebook": value_text(rulebook)})
    for name in _absurd(book):
        yield Difference("name_absurd", at(name, 0), {"name": name})


def _absurd(book: Book) -> list[str]:
    """Names of rounds and tables, or of so many cells, that nobody counts so far for a forger."""
    numbered = {
        **{names.on_record(*where, "Player"): where for where in names.record_sheets(book.names)},
        **{names.on_stage(*where, "Player"): where for where in names.stage_sheets(book.names)},
        **{names.on_wall(number, "Wall_Player"): (number, 0) for number in names.wall_sheets(book.names)},
    }
    far = [name for name, numbers in numbered.items() if max(numbers) > len(book.names)]
    return far + [name for name, ref in book.names.items() if len(ref) > MOST_CELLS]
