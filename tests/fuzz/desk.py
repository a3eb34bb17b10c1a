"""A book that stands in for one in a running program."""

from pathlib import Path
from typing import Self

from tests.hosts.memory import MemoryBook


class Desk(MemoryBook):
    """An open book with a folder, whose program cannot print."""

    folder = Path()

    @property
    def path(self) -> Path:
        return self.folder / "torneo.xlsx"

    @classmethod
    def on(cls, folder: Path, known: MemoryBook) -> Self:
        """A copy that may be changed."""
        copy = cls(known.names, known.sheets)
        copy._cells, copy.folder = dict(known._cells), folder
        return copy

    def goto(self, sheet: str, cell: str) -> None:
        """The cursor is nowhere."""

    def everything(self) -> tuple[object, ...]:
        """Cells and sheets; names that are healed are so for bangxl only, the program keeps its own."""
        return dict(self._cells), dict(self._sheets)
