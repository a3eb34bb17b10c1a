"""The actions of the buttons in Excel and LibreOffice: the commands, run on the open book."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pkgutil import resolve_name
from typing import Final

from bangxl.books.port import BookError, Changes, OpenBook
from bangxl.commands.asking import Cancelled
from bangxl.commands.check import check, stamp
from bangxl.commands.errors import Refusal, explain, explain_rulebook
from bangxl.commands.room import refresh
from bangxl.commands.screen import handbook, help_lines, open_file, to_clipboard
from bangxl.commands.workspace import language_of, source_language, tidy
from bangxl.locale.catalog import catalog, naming
from bangxl.rulebooks.loader import RulebookError
from bangxl.table import COMMANDS
from bangxl.tournament.findings import Severity
from bangxl.vba.ribbon import button_name
from bangxl.workbook.summary import summary

MOST_FINDINGS: Final = 12
"""So many findings fit into a message on the screen; the others are counted."""


RECORD_FILLED: Final = "record_filled"
"""The action without a button: it runs when a record sheet is complete."""
_ANYWHERE: Final = frozenset({RECORD_FILLED, "help", "check", "standings"})
"""The actions that need no folder beside the workbook."""

_RECORD: Final = re.compile(r"Round\d")
"""Begins the tabs of a round, which are hidden once it is over; only those may be shown to everybody."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a click: lines for the person (none: no message), whether something is wrong, and the cell to go to."""

    lines: tuple[str, ...] = ()
    wrong: bool = False
    place: tuple[str, str] | None = None


def act(action: str, book: OpenBook) -> Answer:
    """Run the action of a button on an open book. Mistakes that people can correct become lines in the workbook's language."""
    language = source_language(book)
    _ = catalog(language)
    if action not in {*CLICKS, RECORD_FILLED}:
        text = _("This version of bangxl does not know the button «{action}»: another version made the workbook's macros.")
        return Answer((text.format(action=action),), wrong=True)
    place = None
    with naming(button_name):
        try:
            if action not in _ANYWHERE and not book.path.is_absolute():
                book.check()  # raises: never saved, or in a cloud
            if action == RECORD_FILLED:
                return Answer(stamp(book))
            function, *words = CLICKS[action].split()
            result = resolve_name(function)(book, *words)
            answer = result if isinstance(result, Answer) else Answer(tuple(result))
            return replace(answer, lines=(*answer.lines, *tidy(book), *refresh(book)))
        except Cancelled:
            return Answer()
        except Refusal as refusal:
            lines = refusal.lines
            place = refusal.place if refusal.place and book.sheets.get(refusal.place[0]) else None  # not a hidden sheet
        except BookError as error:
            lines = explain(error, str(book.path), language).lines
        except RulebookError as error:
            lines = explain_rulebook(error, language).splitlines()
    return Answer(tuple(lines), wrong=True, place=place)


def check_all(book: OpenBook) -> Answer:
    """Tell the findings, the worst first; and stamp the record sheets that are complete."""
    _ = catalog(language_of(book))
    findings = check(book)
    stamp(book)
    lines = summary(findings, language_of(book), notes=True)
    if more := len(lines[MOST_FINDINGS:]):
        lines = [*lines[:MOST_FINDINGS], _.plural("… and {more} more.", "… and {more} more.", more).format(more=more)]
    to_mend = (one for one in findings if one.finding.severity is not Severity.NOTE)
    place = next(((one.sheet, one.cell) for one in to_mend if one.sheet and one.cell), None)
    if place is not None and _RECORD.match(place[0]) and not book.sheets[place[0]]:
        with suppress(BookError):
            book.apply(Changes(shown={place[0]: True}))
    return Answer(tuple(lines), any(one.finding.severity is Severity.ERROR for one in findings), place)


def help_and_handbook(book: OpenBook) -> Answer:
    """The next step, what each button is for, and the handbook."""
    return Answer((*help_lines(book), *handbook(language_of(book))))


def report_and_mail(book: OpenBook) -> Answer:
    """Write the referto, and open its mail in the program in which this person writes mail."""
    from bangxl.commands.report import report  # noqa: PLC0415 - it builds a workbook, and openpyxl is slow to import

    written = report(book)
    _ = catalog(language_of(book))
    hint = () if open_file(written.draft) else (_("Open the draft in your mail program and send it."),)
    return Answer((*written.lines, *hint))


def print_and_show(book: OpenBook, what: str = "") -> Answer:
    """Write a PDF of the sheets to print now, or of others, and open it."""
    from bangxl.commands.printing import print_pages  # noqa: PLC0415 - few clicks print

    printed = print_pages(book, what)
    open_file(printed.path)
    return Answer(printed.lines)


def copy_text(book: OpenBook) -> Answer:
    """Show as text what everybody may know now, and put it where *Paste* takes it from."""
    from bangxl.commands.chat import as_text  # noqa: PLC0415 - few clicks need it

    _, lines = catalog(language_of(book)), as_text(book, "now")
    copied = [_("The text is copied: paste it into the chat."), ""] if to_clipboard("\n".join(lines)) else []
    return Answer((*copied, *lines))


CLICKS: Final[Mapping[str, str]] = {button: act for command in COMMANDS.values() for button, act in command.clicks.items()}
"""By the name that a button gives (macros/ribbon.xml), the function that it calls."""
