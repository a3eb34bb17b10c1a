"""Types into a workbook through our own closed book: no program except ours has ever written the file.

`tests.sheet` types with openpyxl, which rewrites the whole file in its own way; what we leave as it was is then openpyxl's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import cast

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Cell, Changes, Value
from tests.sheet import duels, record, results


def typed(path: Path, values: Mapping[str, object]) -> Path:
    """Type values into named cells and save, as `tests.sheet.typed` takes them."""
    cells: dict[Cell, Value] = {}
    for key, value in values.items():
        name, _, index = key.partition(" ")
        cells[name, int(index or 0)] = cast("Value", value)
    book = ClosedBook.open(path)
    book.apply(Changes(cells))
    book.save()
    return path


def entered(path: Path, names: Sequence[str]) -> Path:
    """The players' names, the first line first."""
    return typed(path, {f"Players_Name {row}": name for row, name in enumerate(names)})


def played(path: Path, seed: str = "dice") -> Path:
    """Results of every game that is seated and open."""
    return typed(path, {key: value for game in results(path, seed) for key, value in record(game).items()})


def duelled(path: Path, seed: str = "dice") -> Path:
    """Results of every duel that is open."""
    scores = {
        f"Finals_{duel.match}_Score_{side}": getattr(duel, f"score_{side.lower()}") for duel in duels(path, seed) for side in "AB"
    }
    return typed(path, scores)
