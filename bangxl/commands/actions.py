"""What the buttons do, in Excel and in LibreOffice alike: the commands, on the book that is open."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from bangxl.books.port import BookError, Changes, OpenBook
from bangxl.commands import buttons as more
from bangxl.commands.asking import Cancelled
from bangxl.commands.check import check, stamp
from bangxl.commands.errors import Refusal, explain, explain_rulebook
from bangxl.commands.handbook import handbook
from bangxl.commands.printing import print_pages
from bangxl.commands.room import refreshed, show
from bangxl.commands.screen import help_lines, open_file, toggle
from bangxl.commands.undo import undo
from bangxl.commands.workspace import language_of, source_language, tidied
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import RulebookError
from bangxl.tournament.kinds import Severity
from bangxl.vba.ribbon import buttons
from bangxl.workbook.telling import summary

MOST_FINDINGS: Final = 12
"""So many findings fit into a message on the screen; the others are counted."""


SILENT: Final = "record_filled"
"""The action that nobody clicks: it comes with every record sheet that is filled."""


_RECORD: Final = re.compile(r"Round\d")
"""Begins the tabs of a round, which are hidden once it is over; only those may be shown to everybody."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a click says: lines for the person (none: it says nothing), whether something is wrong, and the cell to go to."""

    lines: tuple[str, ...] = ()
    wrong: bool = False
    place: tuple[str, str] | None = None


def act(action: str, book: OpenBook) -> Answer:
    """Do what a button is for, on an open book. What a person can mend comes as lines in the workbook's language."""
    language = source_language(book)
    _ = catalog(language)
    if action not in ACTIONS:
        text = _("This version of bangxl knows no button «{action}»: the workbook's macros are of another one.")
        return Answer((text.format(action=action),), wrong=True)
    try:
        answer = ACTIONS[action](book)
        if action != SILENT:
            answer = replace(answer, lines=(*answer.lines, *tidied(book), *refreshed(book)))
    except Cancelled:
        return Answer()
    except Refusal as refusal:
        answer = Answer(tuple(refusal.lines), wrong=True)
    except BookError as error:
        answer = Answer(tuple(explain(error, str(book.path), language).lines), wrong=True)
    except RulebookError as error:
        answer = Answer((explain_rulebook(error, language),), wrong=True)
    return Answer(tuple(_clickable(line, language) for line in answer.lines), answer.wrong, answer.place)


COMMANDS: Final = {"close": "seat --close --reason TEXT", "room": "show"}
"""How messages call a command that is called otherwise than its button."""


def _clickable(line: str, language: str) -> str:
    """A line that names a command names the button instead, unless it names both."""
    _ = catalog(language)
    for action, button in buttons().items():
        label = f"«{_(button.label)}»"
        line = line if label in line else line.replace(f"«bangxl {COMMANDS.get(action, action)}»", label)
    return line


def _check(book: OpenBook) -> Answer:
    """Tell the findings, the worst first; and stamp the record sheets that are complete."""
    _ = catalog(language_of(book))
    found = check(book)
    stamp(book)
    if not found:
        return Answer((_("Nothing is wrong, doubtful or worth noting."),))
    told = summary(found, language_of(book))
    lines = told[:MOST_FINDINGS]
    if more := len(told) - len(lines):
        lines.append(_.plural("… and {more} more.", "… and {more} more.", more).format(more=more))
    to_mend = (one for one in found if one.finding.severity is not Severity.NOTE)
    place = next(((one.sheet, one.cell) for one in to_mend if one.sheet and one.cell), None)
    if place is not None and _RECORD.match(place[0]) and not book.sheets[place[0]]:
        with suppress(BookError):
            book.apply(Changes(shown={place[0]: True}))
    return Answer(tuple(lines), any(one.finding.severity is Severity.ERROR for one in found), place)


def _help(book: OpenBook) -> Answer:
    """The next step, what each button is for, and the handbook."""
    return Answer((*help_lines(book), *handbook(language_of(book))))


def _report(book: OpenBook) -> Answer:
    """Write the referto, and open its mail in the program in which this person writes mail."""
    from bangxl.commands.report import report  # noqa: PLC0415 - it builds a workbook, and openpyxl is slow to import

    written = report(book)
    _ = catalog(language_of(book))
    hint = () if open_file(written.draft) else (_("Open the draft in your mail program and send it."),)
    return Answer((*written.lines, *hint))


def _says(command: Callable[[OpenBook], Sequence[str]]) -> Callable[[OpenBook], Answer]:
    """The command's lines, as an answer."""
    return lambda book: Answer(tuple(command(book)))


ACTIONS: Final[Mapping[str, Callable[[OpenBook], Answer]]] = {
    "seat": _says(more.seat_next),
    "check": _check,
    "standings": _says(toggle),
    "undo": _says(undo),
    "report": _report,
    "print": _says(print_pages),
    "help": _help,
    "redraw": _says(more.redraw),
    "swap": _says(more.swap),
    "reopen": _says(more.reopen),
    "rule": _says(more.rule),
    "close": _says(more.close),
    "slip": _says(more.show_slip),
    "room": _says(show),
    "by_hand": _says(more.by_hand),
    SILENT: _says(stamp),
}
"""By the name that a button gives (macros/ribbon.xml)."""
