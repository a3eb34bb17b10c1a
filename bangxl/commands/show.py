"""The button *Standings*: shows the standings' sheet, or hides it. Nothing is computed and nothing logged."""

from __future__ import annotations

from bangxl.books.port import Book, BookError, Changes


def toggle(book: Book) -> tuple[str, ...]:
    """Show the sheet and open it, or hide it; there is nothing to say. BookError of the book, ``not_bangxl`` if it has none."""
    ref = book.names.get("Standings_Rank")
    if ref is None:
        raise BookError("not_bangxl", path=str(book.path))
    seen = book.sheets[ref.sheet]
    book.apply(Changes(shown={ref.sheet: not seen}, active="" if seen else ref.sheet))
    return ()
