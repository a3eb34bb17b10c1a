"""Values typed into cells of an open document, so that LibreOffice's undo takes back what is refused in the middle.

Every cell that LibreOffice hands over to Python takes about a millisecond; so what stands below each other is written as a block.
LibreOffice's undo of a block does not empty the cells that were empty, but that of an array formula does: one is put there first.

Runs in LibreOffice's own Python, 3.8 or later: the standard library only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

Uno = Any
"""An object of LibreOffice."""

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Typed = None | bool | float | str | dict[str, float]
    """What to type into a cell; a moment is ``{"date": days}``."""
    Run = tuple[str, int, int, list[Typed]]
    """Cells below each other: sheet, column, first row, values."""

FEWEST = 3
"""Cells that are worth a block."""
FORMULA = "=0"
AMBIGUOUS = "AMBIGUOUS_VALUE"
"""com.sun.star.beans.PropertyState of cells that differ."""
DATE, DATE_AND_TIME, LOGICAL = 2, 6, 1024
"""com.sun.star.util.NumberFormat."""


class Writer:
    """Types into one document."""

    def __init__(self, document: Uno) -> None:
        self._document = document
        self._kinds: dict[int, int] = {}

    def write(self, sheet_of: Callable[[str], Uno], cells: Iterable[tuple[str, int, int, Typed]]) -> None:
        """Type all values; each cell as sheet, row, column and value. ``sheet_of``: a sheet by its tab name."""
        for title, column, first, values in runs(cells):
            sheet = sheet_of(title)
            if len(values) >= FEWEST and all(map(is_plain, values)):
                area = sheet.getCellRangeByPosition(column - 1, first - 1, column - 1, first + len(values) - 2)
                if self._takes_numbers(area):
                    area.setArrayFormula(FORMULA)
                    area.setDataArray(tuple((value if isinstance(value, str) else float(value),) for value in values))  # type: ignore[arg-type] # they are plain
                    continue
            for row, value in enumerate(values, first):
                self._type(sheet.getCellByPosition(column - 1, row - 1), value)

    def _takes_numbers(self, area: Uno) -> bool:
        """Whether all cells look alike, and show a number as one."""
        alike = area.getPropertyState("NumberFormat").value != AMBIGUOUS
        return alike and not self._kind(area.NumberFormat) & (DATE | LOGICAL)

    def _type(self, cell: Uno, value: Typed) -> None:
        """Type a value; what is a date has the format of one, and what is none any more has not."""
        if value is None or isinstance(value, str):
            cell.setString(value or "")
        elif isinstance(value, bool):
            cell.setFormula("=TRUE()" if value else "=FALSE()")  # as LibreOffice itself does with those of a file
        else:
            cell.setValue(value["date"] if isinstance(value, dict) else float(value))
            wanted = DATE if isinstance(value, dict) else 0
            if self._kind(cell.NumberFormat) & (DATE | LOGICAL) != wanted:
                formats = self._document.NumberFormats
                cell.NumberFormat = formats.getStandardFormat(DATE_AND_TIME, self._document.CharLocale) if wanted else 0

    def _kind(self, number: int) -> int:
        """What a number format is for."""
        if number not in self._kinds:
            self._kinds[number] = self._document.NumberFormats.getByKey(number).Type
        return self._kinds[number]


def runs(cells: Iterable[tuple[str, int, int, Typed]]) -> Iterator[Run]:
    """The same cells, those below each other together."""
    run: Run = ("", 0, 0, [])
    for title, row, column, value in sorted(cells, key=lambda cell: (cell[0], cell[2], cell[1])):
        if (title, column, row) != (run[0], run[1], run[2] + len(run[3])):
            if run[3]:
                yield run
            run = (title, column, row, [])
        run[3].append(value)
    if run[3]:
        yield run


def is_plain(value: Typed) -> bool:
    """Whether a value can be written in a block: a number, or a text that LibreOffice takes for nothing else."""
    if isinstance(value, str):
        return value[:1].isalpha() and not value.isalpha()
    return isinstance(value, (int, float)) and not isinstance(value, bool)
