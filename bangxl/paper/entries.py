"""Lists to write on: who is there, has paid and signs; and, for a day without a computer, who sits where."""

from collections.abc import Sequence
from typing import Final

from bangxl.locale.catalog import Catalog
from bangxl.paper.sheet import BOX, TITLE, Column, Paper
from bangxl.workbook.surnames import by_surname, letter_range

_LINE: Final = 8.4
"""The height of a line in millimetres: enough for handwriting."""
_HEADS: Final = 8.0
_SPARE: Final = 4
"""At least so many lines below the names are for those who come without an entry."""


def entries_pages(
    paper: Paper, _: Catalog, names: Sequence[tuple[str, str]], below: tuple[str, str], paid: Sequence[str] = (), total: str = ""
) -> None:
    """The check-in list: name and region of each; without anybody a page of empty lines.

    Where fees are kept, ``paid`` says of each what stands for the box, and ``total`` what has been paid of what.
    """
    order = by_surname(name for name, _region in names)
    columns = [
        Column(_("No."), "right"),
        Column(_("Player") if names else _("Player") + " " * 60, bold=True),
        Column(_("Region") if names else _("Region") + " " * 24),
        *(Column(head, "centre") for head in (_("Present"), _("Paid"))),
        Column(_("Signature"), share=1),
    ]
    at = 0
    while not at or (names and at < len(names) + _SPARE):
        paper.page(foot=below[0] if names else "", aside=_("Check-in") if names else "")
        top = paper.y
        paper.heading(_("Check-in"), below=below)
        lines = _lines(paper) - 2
        here = [*names[at : at + lines]]
        if len(names) + _SPARE > lines:
            paper.text(paper.left, top, paper.width, 10, letter_range([name for name, _region in here], order), TITLE, "right")
        rows = [*here, *[("", "")] * (lines - len(here))]
        money = [*paid[at : at + lines], *[BOX] * lines]
        texts = [[str(n), *one, BOX, fee, ""] for n, (one, fee) in enumerate(zip(rows, money, strict=False), at + 1)]
        paper.table(columns, texts, size=12, height=_LINE)
        at += lines
    paper.y += _LINE / 2
    present = _("{paid} of {owed}").format(paid="_____", owed=len(names)) if names else " "
    paper.pairs([(_("Present"), present), (_("Paid"), total or " ")], label=40, width=80)


def wall_to_write(paper: Paper, title: str, _: Catalog, below: tuple[str, str]) -> None:
    """A wall list with empty lines in two columns."""
    paper.page()
    paper.heading(title, below=below)
    narrow = [Column(_(head), "centre", ruled=True) for head in ("Table", "Seat")]
    columns = [*narrow, Column(_("Player"), share=1)]
    paper.table_in_parts(columns, [["", "", ""]] * 2 * _lines(paper), 2, height=_LINE)


def _lines(paper: Paper) -> int:
    return int((paper.bottom - paper.y - _HEADS) / _LINE)
