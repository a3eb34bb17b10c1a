"""How a report is filled into pages: what stands closer, who is written by initials; and what all sheets begin with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property, partial
from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.books.port import Value
from bangxl.referto.pages.layout import Column, Page, folded, is_wide_enough, new_page, sizes, used
from bangxl.referto.pages.measure import points
from bangxl.referto.report import Report as Facts
from bangxl.workbook.wall import initialled

_SIZE: Final = 10
_SMALLER: Final = 9

PORTRAIT: Final = 555
"""Points that the columns of a sheet may take together: its letters of size 9 are printed no smaller than 8 then."""

_CROWD: Final = 60
"""With more players the pages on paper are filled closely."""

_ROOM: Final = 114
"""Points that a name takes at most beside a game, where others have initials."""

_CLOSE: Final = 12.4
"""Points of a row of a table where lines stand close."""

LINE: Final = 14
"""The height of a row of such letters."""


@dataclass(frozen=True)
class Report(Facts):
    """What is reported, and how it is filled into pages; ``printed``: on paper."""

    printed: bool = False

    @property
    def is_close(self) -> bool:
        """Whether lines stand closer than on other pages: many players, on paper."""
        return self.printed and len(self.ids) > _CROWD

    @property
    def line(self) -> float:
        """The height of a row of a table."""
        return _CLOSE if self.is_close else LINE

    @cached_property
    def initials(self) -> Mapping[str, str]:
        """The players' names with initials, by id."""
        write = initialled(self.names.values())
        return {player: write(name) for player, name in self.names.items()}

    @cached_property
    def called(self) -> Mapping[str, str]:
        """What players are called beside their numbers and games: where lines stand close, who has a long name by initials."""
        if not self.is_close:
            return self.names
        return {player: self.fitting(player, _ROOM, _SMALLER) for player in self.names}

    def fitting(self, player: str, room: float, size: float, *, bold: bool = False) -> str:
        """A player's name; on paper with initials, if it needs more than so many points in letters of a size."""
        name = self.names.get(player, "")
        return self.initials[player] if self.printed and points(name, size, bold=bold) > room else name

    @cached_property
    def alone(self) -> Mapping[str, str]:
        """What they are called where no number stands beside it: with it where several are called so."""
        count = Counter(self.called.values())
        return {player: f"{called} {player}" if count[called] > 1 else called for player, called in self.called.items()}

    @property
    def has_numbers(self) -> bool:
        """Whether numbers stand beside names everywhere, as some are called alike; where lines stand close, only at those."""
        return self.has_namesakes and not self.is_close

    @cached_property
    def has_namesakes(self) -> bool:
        """Whether names alone do not tell who is who."""
        return len({*self.names.values()}) < len(self.names)


def on_pages(report: Facts, *, printed: bool = False) -> Report:
    """A report to be filled into pages."""
    return Report(**{field.name: getattr(report, field.name) for field in fields(Facts)}, printed=printed)


def sheet(
    wb: Workbook,
    report: Report,
    tab: str,
    title: str,
    wide: Sequence[float],
    *,
    local: bool = False,
    landscape: bool = False,
    size: float = 20,
) -> Page:
    """A sheet with its title, the tournament's name beneath it, and the mark of an interim report."""
    page = new_page(wb, tab, wide, local=local)
    page.landscape = landscape
    page.title(title, report.tournament.event.name, report.mark, size)
    return page


def listing(
    wb: Workbook, report: Report, tab: str, title: str, columns: Sequence[Column], *, stretched: int = 2, below: str = ""
) -> Page:
    """A sheet of one table, whose heads stand on every page; columns in which nobody has anything are left out.

    The first one has room for the head ``below``, of another table.
    """
    said, blank = used(columns, keep=columns[stretched])
    at = said.index(columns[stretched])
    size = next((one for one in (_SIZE, _SMALLER) if is_wide_enough(said, one, most=PORTRAIT)), _SMALLER)
    if not is_wide_enough(said, size, most=PORTRAIT):
        said = [folded(column, size) for column in said]
    if report.is_close and not is_wide_enough(said, size, most=PORTRAIT):
        called = {name: report.called[player] for player, name in report.names.items()}
        said[at] = said[at]._replace(values=[called.get(str(name), name) for name in said[at].values])
    measured = [said[0]._replace(head=max(said[0].head, below, key=partial(points, size=size))), *said[1:]]
    page = sheet(wb, report, tab, title, sizes(measured, size, most=PORTRAIT, stretched=at))
    page.size, first = size, page.row + 1
    page.table(said, height=report.line)
    page.unused(blank, first, page.last + 2)
    return page


def who(report: Report, prefix: str, players: Sequence[Value], names: Mapping[str, str] | None = None) -> tuple[Column, Column]:
    """The columns of players' numbers and names, or what else they are called."""
    _, called = report.text, report.names if names is None else names
    told: list[Value] = [called.get(str(player), "") if player else None for player in players]
    return (
        Column(_("No."), f"{prefix}_Player", players),
        Column(_("Player"), f"{prefix}_Name", told, "Print name", long=True),
    )


def cell_number(value: Fraction | int | None) -> Value:
    """A number for a cell: whole, or a float."""
    if value is None:
        return None
    return int(value) if value == int(value) else float(value)
