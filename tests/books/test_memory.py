from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book
from tests.books import contract
from tests.books.workbooks import workbook
from tests.hosts.memory import MemoryBook


class _Eyes:
    def row_hidden(self, book: Book, sheet: str, row: int) -> bool:
        assert isinstance(book, MemoryBook)
        return (sheet, row) in book.hidden

    def column_hidden(self, book: Book, sheet: str, column: int) -> bool:
        assert isinstance(book, MemoryBook)
        return (sheet, column) in book.columns

    def locked(self, book: Book, sheet: str, row: int, column: int) -> bool | None:
        assert isinstance(book, MemoryBook)
        return book.locked.get((sheet, row, column))

    def active(self, book: Book) -> str:
        assert isinstance(book, MemoryBook)
        return book.active

    def select(self, book: Book, sheet: str, *areas: str) -> None:
        assert isinstance(book, MemoryBook)
        book.active, book.selection = sheet, [*areas]

    def merge(self, book: Book, sheet: str, area: str) -> Book:
        assert isinstance(book, MemoryBook)
        book.merged.setdefault(sheet, []).append(area)
        return book


class _Memory:
    @pytest.fixture
    def book(self, tmp_path: Path) -> Book:
        return MemoryBook.copy_of(ClosedBook.create(tmp_path / "t.xlsx", workbook()))

    @pytest.fixture
    def again(self) -> contract.Again:
        return lambda book: book

    @pytest.fixture
    def eyes(self) -> contract.Eyes:
        return _Eyes()


class TestReading(_Memory, contract.ReadingContract, contract.OpenContract):
    pass


class TestWriting(_Memory, contract.WritingContract):
    pass
