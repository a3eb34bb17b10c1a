"""The ribbon's buttons: ``RunPython "import bangxl.ribbon; bangxl.ribbon.click('seat')"`` in the workbook's macros.

Where the environment variable ``BANGXL_MESSAGES`` names a file, every message goes there instead of on the screen: one JSON
object a line, ``{"lines": ["…"], "wrong": false}``.
"""

# ruff: noqa: PLC0415 - nothing is imported before the click; xlwings, which is slow, is there by then: RunPython itself loads it
from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import xlwings

    from bangxl.books.live import LiveBook


def click(action: str) -> None:
    """Run the action of a button (macros/ribbon.xml) on its workbook, and show the answer.

    The cursor goes where the answer points. A defect of ours is told too; then it goes on as it came, so that its traceback is on
    standard error, which xlwings shows.
    """
    from contextlib import suppress

    from bangxl.books import excel_api
    from bangxl.books.live import LiveBook
    from bangxl.books.port import BookError
    from bangxl.commands.errors import explain
    from bangxl.commands.workspace import guessed_language, language_of
    from bangxl.locale.catalog import catalog, naming
    from bangxl.vba.ribbon import button_name

    name = next((word.removeprefix("--wb=").strip() for word in sys.argv if word.startswith("--wb=")), "")
    language = guessed_language()
    excel_api.patch_xlwings()
    try:
        with excel_api.host():
            book = LiveBook(_caller(name))
        name = book.path.name
        with _may_go_on(action, book) as free:
            if free:
                from bangxl.actions import run_button

                language = language_of(book)
                answer = run_button(action, book)
                if answer.place is not None:
                    with suppress(BookError):
                        book.goto(*answer.place)
                _tell(answer.lines, wrong=answer.wrong)
    except BookError as error:
        with naming(button_name):
            _tell(explain(error, name or "Excel", language).lines, wrong=True)
    except Exception as error:
        _ = catalog(language)
        text = _("This is our defect, not your mistake: {error}. Please report it with the next message (see CONTRIBUTING.md).")
        _tell([text.format(error=repr(error))], wrong=True)
        raise


def _caller(name: str) -> xlwings.Book:
    """The workbook that RunPython was called in. xlwings itself cuts its name at a ``=``, and on a Mac gets it garbled."""
    import xlwings

    from bangxl.books import excel_api
    from bangxl.books.port import BookError

    if "=" in name or (name and excel_api.MAC):
        if book := excel_api.open_book(name):
            return book
        if excel_api.MAC:
            raise BookError("unknown_caller", path=name)
    return xlwings.Book.caller()


@contextmanager
def _may_go_on(action: str, book: LiveBook) -> Iterator[bool]:
    """Whether it may go on: a stamp is not begun while another command of ours is at work; on a Mac Excel does not wait for one.

    What it does not stamp is stamped with the next record sheet that is filled, or by *Check*.
    """
    from bangxl.books import files
    from bangxl.books.history import history_folder
    from bangxl.books.port import BookError
    from bangxl.vba.ribbon import RECORD_FILLED

    history = history_folder(book.path)
    if action != RECORD_FILLED or not history.is_dir():
        yield True
        return
    with ExitStack() as stack:
        try:
            stack.enter_context(files.lock_out(book.path, history / ".lock"))
        except BookError:
            yield False
            return
        yield True


def _tell(lines: Sequence[str], *, wrong: bool) -> None:
    if not lines:
        return
    from bangxl.office import MESSAGES

    if messages := os.environ.get(MESSAGES):
        import json

        with open(messages, "a", encoding="utf-8") as file:  # noqa: PTH123 - pathlib is slow to import
            file.write(json.dumps({"lines": [*lines], "wrong": wrong}, ensure_ascii=False) + "\n")
        return
    from bangxl.books import excel_api

    excel_api.alert("\n".join(lines), wrong=wrong)
