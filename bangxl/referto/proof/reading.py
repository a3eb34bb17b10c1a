"""From a referto's cells to its facts, or to the reasons why there are none."""

from __future__ import annotations

from typing import Final

from bangxl.books.port import Book, BookError, Value
from bangxl.locale.catalog import LANGUAGES, SOURCE_LANGUAGE
from bangxl.referto.book import FORMAT
from bangxl.referto.proof.collect import ODD, Collector
from bangxl.referto.proof.facts import Facts
from bangxl.referto.proof.values import is_blank, told
from bangxl.referto.proof.verdict import Difference
from bangxl.rulebooks.loader import RulebookError, known
from bangxl.tournament.findings import At
from bangxl.workbook import names
from bangxl.workbook.cells import at
from bangxl.workbook.read import read

LONGEST: Final = 10_000
"""Cells of a column: more than all seats, events or lines of the log that anybody has filled."""


def single(book: Book, name: str) -> Value:
    """The value of a name's first cell; None without it."""
    return book.read(name)[0] if name in book.names else None


def language(book: Book) -> str:
    """The referto's language; English where it names none that we speak."""
    said = single(book, "Workbook_Language")
    return said if isinstance(said, str) and said in LANGUAGES else SOURCE_LANGUAGE


def facts(book: Book, told_to: Collector) -> Facts | None:
    """What a referto says; None where it cannot be read. ``told_to`` collects what is wrong."""
    if not _layout(book, told_to) or not _countable(book, told_to):
        return None
    own, rulebook = not is_blank(single(book, "Rulebook_Text")), single(book, "Rulebook_Id")
    if not own and rulebook not in known():
        told_to.tell(Difference("regulation_unknown", At("Rulebook_Id"), {"rulebook": told(rulebook)}))
        return None
    try:
        contents = read(book)
    except RulebookError as error:
        told_to.tell(Difference("not_readable", At("Rulebook_Text"), {"reason": told(str(error))}))
        return None
    except BookError:
        told_to.tell(Difference("columns_missing", At("Players_Name"), {"count": 1, "name": "Players_Name"}))
        return None
    except ODD as error:
        told_to.tell(Difference("not_readable", At(names.REFERTO_MARK), {"reason": told(repr(error))}))
        return None
    interim, secret = (not is_blank(single(book, name)) for name in ("Report_Interim", "Report_Secret"))
    return Facts(contents, interim=interim, secret=secret, own=own)


def _layout(book: Book, told_to: Collector) -> bool:
    """Whether the layout is one that we know; an unknown language is told, and no obstacle."""
    spoken = single(book, "Workbook_Language")
    if spoken not in LANGUAGES:
        told_to.tell(Difference("language_unknown", At("Workbook_Language"), {"printed": told(spoken)}))
    newest = {names.REFERTO_MARK: FORMAT, "Format_Version": names.FORMAT_VERSION}
    unknown = [name for name, most in newest.items() if not _known(book, name, most, told_to)]
    return not unknown


def _countable(book: Book, told_to: Collector) -> bool:
    """Whether rounds and tables, and the rows of every column, can be counted; nobody counts to a million for a forger."""
    places = {names.on_record(number, table, "Player"): (number, table) for number, table in names.record_sheets(book.names)} | {
        names.on_stage(number, table, "Player"): (number, table) for number, table in names.stage_sheets(book.names)
    }
    places |= {names.on_wall(number, "Wall_Player"): (number, 0) for number in names.wall_sheets(book.names)}
    absurd = [name for name, numbers in places.items() if max(numbers) > len(book.names)]
    absurd += [name for name, ref in book.names.items() if len(ref) > LONGEST]
    for name in absurd:
        told_to.tell(Difference("name_absurd", at(name, 0), {"name": name}))
    return not absurd


def _known(book: Book, name: str, newest: int, told_to: Collector) -> bool:
    if name not in book.names:
        told_to.tell(Difference("column_missing", At(name), {"name": name}))
        return False
    version = single(book, name)
    number = version if isinstance(version, int | float) and not isinstance(version, bool) else 0
    if number in range(1, newest + 1):
        return True
    code = "newer_report" if number > newest else "version_unreadable"
    told_to.tell(Difference(code, At(name), {"version": told(version), "printed": told(version)}))
    return False
