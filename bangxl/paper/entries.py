"""Lists to write on: who is there, has paid and signs; and, for a day without a computer, who sits where."""

from collections.abc import Sequence
from typing import Final

from bangxl.locale.catalog import Catalog
from bangxl.paper.sheet import Column, Paper

BOX: Final = "☐"
_LINE: Final = 8.4
"""The height of a line in millimetres: enough for handwriting."""
_HEADS: Final = 8.0
_GAP: Final = 8.0
_SPARE: Final = 4
"""Lines below the names for those who come without an entry."""


def entries_pages(
    paper: Paper, _: Catalog, names: Sequence[tuple[str, str]], below: tuple[str, str], paid: Sequence[str] = (), total: str = ""
) -> None:
    """The check-in list: name and region of each; without anybody a page of empty lines.

    Where fees are kept, ``paid`` says of each what stands for the box, and ``total`` what has been paid of what.
    """
    paper.page()
    paper.heading(_("Check-in"), below=below)
    lines = _lines(paper) - 2
    rows = [*names, *[("", "")] * (_SPARE if names else lines)]
    money = [*paid, *[BOX] * (len(rows) - len(paid))]
    columns = [
        Column(_("No."), "right"),
        Column(_("Player") if names else _("Player") + " " * 60, bold=True),
        Column(_("Region") if names else _("Region") + " " * 24),
        *(Column(head, "centre") for head in (_("Present"), _("Paid"))),
        Column(_("Signature"), share=1),
    ]
    paper.table(
        columns,
        [[str(n), *one, BOX, fee, ""] for n, (one, fee) in enumerate(zip(rows, money, strict=True), 1)],
        size=12,
        height=_LINE,
    )
    paper.y += _LINE / 2
    paper.pairs([(_("Present"), " "), (_("Paid"), total or " ")], label=40, width=80)


def wall_to_write(paper: Paper, title: str, _: Catalog, below: tuple[str, str]) -> None:
    """A wall list with empty lines in two columns."""
    paper.page()
    paper.heading(title, below=below)
    left, top, wide, lines = paper.left, paper.y, (paper.width - _GAP) / 2, _lines(paper)
    columns = [Column(_("Table"), "centre"), Column(_("Seat"), "centre"), Column(_("Player"), share=1)]
    for column in range(2):
        paper.left, paper.y = left + column * (wide + _GAP), top
        paper.table(columns, [["", "", ""]] * lines, height=_LINE, width=wide)
    paper.left = left


def _lines(paper: Paper) -> int:
    return int((paper.bottom - paper.y - _HEADS) / _LINE)
