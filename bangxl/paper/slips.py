"""Slips to be cut apart: a block of lines for each player, none torn by the end of a page."""

from __future__ import annotations

from collections.abc import Sequence

from bangxl.paper.sheet import NOTE, Face, Paper

_LINE, _GAP = 6.0, 3.5


def slips_pages(paper: Paper, slips: Sequence[Sequence[str]], heads: int) -> None:
    """Draw them, the first ``heads`` lines of each bold."""
    paper.page()
    for lines in slips:
        paper.room(len(lines) * _LINE + 2 * _GAP)
        for number, text in enumerate(lines):
            paper.text(paper.left, paper.y, paper.width, _LINE, text, Face(12, bold=number < heads))
            paper.y += _LINE
        paper.y += _GAP
        paper.rule("dashed", NOTE)
        paper.y += _GAP
