"""The actions of the buttons in Excel and LibreOffice: the commands, run on the open book."""

from collections.abc import Mapping
from dataclasses import replace
from pkgutil import resolve_name
from typing import Final

from bangxl.books.port import BookError, OpenBook
from bangxl.command_table import COMMANDS, PACKAGE
from bangxl.commands.asking import Answer, Cancelled
from bangxl.commands.check import stamp_sheets
from bangxl.commands.errors import Refusal, explain, explain_rulebook
from bangxl.commands.show import refresh
from bangxl.commands.workspace import remove_leftovers, source_language
from bangxl.locale.catalog import catalog, naming
from bangxl.rulebooks.loader import RulebookError
from bangxl.vba.ribbon import RECORD_FILLED, button_name

_ANYWHERE: Final = frozenset({RECORD_FILLED, "help", "check", "standings"})
"""The actions that need no folder beside the workbook."""


def run_button(action: str, book: OpenBook) -> Answer:
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
                book.require_writable()  # not where it was never saved, or is in a cloud
            if action == RECORD_FILLED:
                return Answer(stamp_sheets(book))
            function, *words = CLICKS[action].split()
            result = resolve_name(function)(book, *words)
            answer = result if isinstance(result, Answer) else Answer(tuple(result))
            return replace(answer, lines=(*answer.lines, *remove_leftovers(book), *refresh(book)))
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


CLICKS: Final[Mapping[str, str]] = {button: PACKAGE + act for one in COMMANDS.values() for button, act in one.clicks.items()}
"""By the name that a button gives (macros/ribbon.xml), the function that it calls."""
