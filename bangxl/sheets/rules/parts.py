"""What the sections of the rules sheet are made of: a heading with its article, lines of facts, sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.context import Context
from bangxl.sheets.styles import Value, caption, place, put, table

FIRST: Final = "C"
"""The first of four narrow columns for amounts, by size of table or by rounds."""
LAST: Final = "G"
"""The right edge, a wide column."""
AMOUNTS: Final = 4
DASH: Final = '#,##0 "$";-#,##0 "$";"–"'
"""How amounts are written: nothing is a dash."""

TOP: Final = 5
"""The first printed row."""
_PAGE: Final = 49
"""Rows that fit on a printed page."""


def keep(ws: Worksheet, first: int, last: int) -> None:
    """Begin a new page with row ``first`` where ``last`` would not fit on the page any more."""
    begun = ws.row_breaks.brk[-1].id if ws.row_breaks.brk else TOP - 1
    if last - begun > _PAGE:
        ws.row_breaks.append(Break(id=first - 1))


def head(ws: Worksheet, row: int, title: str, key: str, ctx: Context) -> int:
    """A section's heading with the article it is taken from; gives the next row."""
    caption(ws, f"B{row}", title)
    put(ws, f"{LAST}{row}", ctx.rulebook.articles.get(key), "Note", alignment=place("right", 1))
    return row + 1


def facts(ws: Worksheet, row: int, lines: Sequence[tuple[str, Value]], style: str) -> int:
    """Lines of a label and a value, ruled to the section's right edge; gives the next row."""
    for i, (label, value) in enumerate(lines, row):
        put(ws, f"D{i}:{LAST}{i}", None, "Text")
        table(ws, f"B{i}", None, [[label, value]], ["Name", style])
        if style == "Money":
            ws[f"{FIRST}{i}"].number_format = DASH
    return row + len(lines)


def sentences(ws: Worksheet, row: int, told: Sequence[str]) -> int:
    """A line each; gives the next row."""
    for i, sentence in enumerate(told, row):
        put(ws, f"B{i}:{LAST}{i}", sentence, "Text")
    return row + len(told)
