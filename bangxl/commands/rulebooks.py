"""`bangxl rulebooks`: the regulations that come with bangxl."""

from __future__ import annotations

from bangxl.rulebooks.loader import known, load
from bangxl.tournament.rulebook import Source


def rulebooks() -> tuple[str, ...]:
    """A line a regulation: id, title, edition."""
    return tuple(f"{book.id}  {book.title}: {edition(book.source)}" for book in map(load, known()))


def edition(source: Source) -> str:
    """Title, edition and day of the printed text, as far as it has them."""
    day = f"({source.published})" if source.published else ""
    return " ".join(part for part in (f"{source.title}{',' if source.edition else ''}", source.edition, day) if part)
