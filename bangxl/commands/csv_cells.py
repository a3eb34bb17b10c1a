"""A cell that begins like a formula is none, with an apostrophe before it or not: so a list that we wrote can be read again."""

import re
from typing import Final

from bangxl.books.cell_changes import FORMULA_BEGINS, looks_like_formula

_MARK: Final = "'"
_INSIDE: Final = re.compile(rf"([;\t]\s*)('*)(?={FORMULA_BEGINS})")
"""Where a cell would begin with a formula for spreadsheets that part a list of commas at semicolons, as in half of Europe."""


def guard(text: str) -> str:
    """A text for a list, with an apostrophe in front if a spreadsheet would read it as a formula."""
    safe = _INSIDE.sub(rf"\1{_MARK}\2", text)
    return f"{_MARK}{safe}" if _is_danger(text) else safe


def unguard(cell: str) -> str:
    """The text that a cell of a list stands for."""
    text = cell[1:] if cell.startswith(_MARK) and _is_danger(cell) else cell
    return _INSIDE.sub(lambda found: found[1] + found[2][1:], text)


def _is_danger(text: str) -> bool:
    """Whether, but for marks, a text begins like a formula, or with what spreadsheets pass over before one."""
    return looks_like_formula(bare := text.lstrip(_MARK)) or bare[:1] in {"\t", "\r", "\n"}
