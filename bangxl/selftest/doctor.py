"""`bangxl doctor --excel` and `bangxl doctor --libreoffice`: the self-test, and its page and JSON in a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from bangxl.books import files
from bangxl.books.port import BookError
from bangxl.commands.errors import explain
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import known
from bangxl.selftest import page
from bangxl.selftest.examination import Check
from bangxl.selftest.page import Result
from bangxl.selftest.run import examine

NAME = "bangxl-doctor"
"""Of the files, ``.html`` and ``.json``."""


def examine_excel(told: Callable[[Check], object]) -> Result:
    """The self-test in Excel."""
    from bangxl.selftest import excel  # noqa: PLC0415 -- xlwings takes half a second

    return examine(excel.Excel, known(), told, place=excel.workplace())


def examine_libreoffice(told: Callable[[Check], object]) -> Result:
    """The self-test in LibreOffice."""
    from bangxl.selftest.office import LibreOffice  # noqa: PLC0415 -- as above

    return examine(LibreOffice, known(), told)


def kept(result: Result, folder: Path) -> Sequence[str]:
    """Write both files, over earlier ones; what there is to say. Refusal where they can't be written."""
    language = guessed_language()
    _ = catalog(language)
    written = {".html": page.as_html(result, language), ".json": page.as_json(result)}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for suffix, text in written.items():
            files.replace(folder / f"{NAME}{suffix}", text.encode())
    except OSError as error:
        raise explain(BookError("cannot_write", reason=error.strerror or str(error)), str(folder), language) from None
    except BookError as error:
        raise explain(error, str(folder / NAME), language) from None
    text = _("Written: {files}. Please send the page in.")
    return [page.verdict(result), text.format(files=", ".join(str(folder / f"{NAME}{suffix}") for suffix in written))]
