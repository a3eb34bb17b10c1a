"""`bangxl rulebooks`: the regulations that come with bangxl."""

from __future__ import annotations

from bangxl.rulebooks.loader import known, load


def rulebooks() -> tuple[str, ...]:
    """A line a regulation: id, title, edition."""
    found = [(book, book.source) for book in map(load, known())]
    return tuple(f"{book.id}  {book.title}: {source.title}, {source.edition} ({source.published})" for book, source in found)
