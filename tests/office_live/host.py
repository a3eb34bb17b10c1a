"""A LibreOffice in which workbooks stay open, are asked by our agent, and clicked on with the extension installed."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, Self, cast

from bangxl.books.office import OfficeBook
from bangxl.books.port import Book, BookError
from bangxl.office.build import oxt
from tests.hosts.libreoffice.office import SYSTEM_PYTHON, Document, Office

ROOT = Path(__file__).parents[2]


class LiveOffice(Office):
    """A running LibreOffice with our agent, and with the extension if there are to be clicks."""

    boxes = False
    """Whether messages come as boxes; else they go to a file."""

    def __init__(self, *, clicks: bool = False) -> None:
        super().__init__()
        self.clicks = clicks

    def open_live(self, path: Path, *, read_only: bool = False) -> Desk:
        return Desk(self, cast("int", self.ask("open_live", path=str(path.resolve()), read_only=read_only)), path)

    def create(self) -> Desk:
        return Desk(self, cast("int", self.ask("create")), Path())

    @property
    def settings(self) -> Path:
        """The folder of what `bangxl setup --libreoffice` has written, once LibreOffice runs."""
        return Path(self._home.name) / "config" / "bangxl"

    def messages(self) -> list[dict[str, Any]]:
        """What clicks have said since the last time."""
        file = Path(self._home.name) / "messages"
        if not file.exists():
            return []
        lines = file.read_text(encoding="utf-8").splitlines()
        file.unlink()
        return [json.loads(line) for line in lines]

    def told_at(self) -> float:
        """When the last message came, as the system's clock says."""
        return (Path(self._home.name) / "messages").stat().st_mtime

    def _command(self, home: Path) -> list[str]:
        extension = home / "bangxl.oxt"
        extension.write_bytes(oxt())
        return [SYSTEM_PYTHON, *self._script(), str(home), str(extension) if self.clicks else ""]

    def _script(self) -> list[str]:
        """The worker, and what it is told first."""
        return [str(Path(__file__).with_name("worker.py"))]

    def _environment(self, home: Path) -> dict[str, str]:
        kept = super()._environment(home)
        sources = os.pathsep.join(map(str, (ROOT, ROOT / "tests" / "hosts" / "libreoffice", Path(__file__).parent)))
        messages = {} if self.boxes else {"BANGXL_MESSAGES": str(home / "messages")}
        return kept | messages | {"XDG_CONFIG_HOME": str(set_up(home / "config")), "PYTHONPATH": sources}


class Desk(Document):
    """A workbook that stays open, before which a person sits. A context manager: leaving it closes it without saving."""

    def __init__(self, office: Office, number: int, path: Path) -> None:
        super().__init__(office, number)
        self.path = path

    def __enter__(self) -> Self:
        return self

    def see(self, action: str, /, **request: object) -> Any:  # noqa: ANN401
        return self._office.ask(action, book=self._number, **request)

    def book(self) -> SeenBook:
        """The open workbook, as the commands see it."""
        return SeenBook(self)

    def click(self, action: str) -> None:
        self.see("click", action=action)


class SeenBook(OfficeBook):
    """An open workbook that knows before which desk it lies."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(self._request)
        self.desk = desk

    def _request(self, action: str, /, **request: object) -> Any:  # noqa: ANN401
        answer = self.desk.see("agent", request={"do": action, **request})
        if "error" in answer:
            raise BookError(answer["error"], **answer["values"])
        return answer["value"]


def set_up(folder: Path) -> Path:
    """What `bangxl setup --libreoffice` writes, for this Python and these sources."""
    script = folder / "bangxl" / "python"
    script.parent.mkdir(parents=True)
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    (folder / "bangxl" / "python.txt").write_text(f"{script}\n", encoding="utf-8")
    return folder


class Eyes:
    """See `tests.books.contract.Eyes`."""

    def row_hidden(self, book: Book, sheet: str, row: int) -> bool:
        return bool(_see(book, "row_hidden", sheet=sheet, row=row))

    def column_hidden(self, book: Book, sheet: str, column: int) -> bool:
        return bool(_see(book, "column_hidden", sheet=sheet, column=column))

    def locked(self, book: Book, sheet: str, row: int, column: int) -> bool | None:
        return bool(_see(book, "locked", sheet=sheet, row=row, column=column))

    def active(self, book: Book) -> str:
        return str(_see(book, "active"))

    def select(self, book: Book, sheet: str, *areas: str) -> None:
        _see(book, "select", sheet=sheet, areas=areas)

    def merge(self, book: Book, sheet: str, area: str) -> Book:
        _see(book, "merge", sheet=sheet, area=area)
        return book


def _see(book: Book, what: str, **where: object) -> object:
    assert isinstance(book, SeenBook)
    return book.desk.see(what, **where)
