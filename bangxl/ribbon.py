"""The ribbon's buttons: ``RunPython "import bangxl.ribbon; bangxl.ribbon.click('seat')"`` in the workbook's macros."""

# ruff: noqa: PLC0415 - nothing is imported before the click; xlwings, which is slow, is there by then: RunPython itself loads it
from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import xlwings

    from bangxl.books.live import LiveBook
    from bangxl.commands.actions import Answer


def click(action: str) -> None:
    """Do what a button is for (design.md §8) on the workbook whose button it is, and show what there is to say.

    A defect of ours is told too; then it goes on as it came, so that its traceback is on standard error, which xlwings shows.
    """
    from bangxl.books.live import LiveBook
    from bangxl.books.port import BookError
    from bangxl.commands.errors import explain
    from bangxl.commands.workspace import guessed_language, language_of
    from bangxl.locale.catalog import catalog

    caller, language = _caller(), guessed_language()
    try:
        book = LiveBook(caller)
        language = language_of(book)
        answer = _answer(action, book)
        _tell(caller, answer.lines, wrong=answer.wrong)
    except BookError as error:
        _tell(caller, explain(error, caller.name, language).lines, wrong=True)
    except Exception as error:
        _ = catalog(language)
        text = _("A defect of bangxl, no mistake of yours: {error}. The next message has the details: please pass them on.")
        _tell(caller, [text.format(error=repr(error))], wrong=True)
        raise


def _caller() -> xlwings.Book:
    """The workbook that RunPython was called in. xlwings cuts its name at a ``=``: then it is looked for by its whole name."""
    import xlwings

    name = next((word.removeprefix("--wb=").strip() for word in sys.argv if word.startswith("--wb=")), "")
    if "=" in name:
        for app in xlwings.apps:
            for book in app.books:
                if book.name.casefold() == name.casefold():
                    return book
    return xlwings.Book.caller()


def _answer(action: str, book: LiveBook) -> Answer:
    """What the button's command says; the cursor goes where it points."""
    from contextlib import suppress

    from bangxl.books.port import BookError
    from bangxl.commands.actions import act

    answer = act(action, book)
    if answer.place is not None:
        with suppress(BookError):
            book.goto(*answer.place)
    return answer


def _tell(book: xlwings.Book, lines: Sequence[str], *, wrong: bool) -> None:
    if lines:
        book.app.alert("\n".join(lines), "BANG!", mode="critical" if wrong else "info")
