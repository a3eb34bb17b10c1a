"""One workbook before a program: opened when it is needed, again after the program has gone, typed into, its buttons pressed."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from bangxl.books.port import Cell, Ref, Value
from bangxl.locale.catalog import Catalog
from bangxl.selftest.examination import Examination, Wrong
from bangxl.selftest.host import Desk, Places, Said
from bangxl.selftest.reading import written
from bangxl.tournament.simulation import Dice
from bangxl.workbook.read import Contents, read


@dataclass
class Sitting:
    """A workbook of one rulebook, and what is examined with it."""

    examination: Examination
    rulebook: str
    path: Path
    dice: Dice = field(default_factory=lambda: Dice("self-test"))
    formulas: Mapping[str, Places] = field(default_factory=dict)
    """As they were written when the file was made."""
    _desk: Desk | None = None

    @property
    def text(self) -> Catalog:
        """The language of what is said."""
        return self.examination.text

    @property
    def desk(self) -> Desk:
        """The open workbook; it is opened if it is not."""
        if self._desk is None:
            self._desk = self.examination.host.open(self.path)
        return self._desk

    def made(self) -> None:
        """Keep what the file has just been written with."""
        self.formulas = written(self.path)

    def contents(self) -> Contents:
        """What the open workbook says."""
        return read(self.desk.book())

    def press(self, button: str) -> Said:
        """Press a button. Wrong if it leaves the program otherwise than it was."""
        desk = self.desk
        before, start = desk.settings(), time.perf_counter()
        said = desk.press(button)
        self.examination.clicked(self.rulebook, button, time.perf_counter() - start)
        after = desk.settings()
        if after != before:
            changed = [f"{key}: {before.get(key)} → {after.get(key)}" for key in after if after[key] != before.get(key)]
            _ = self.text
            raise Wrong(_("The click has changed the program's settings: {settings}").format(settings="; ".join(changed)))
        return said

    def agreed(self, button: str) -> Said:
        """Press a button that must succeed. Wrong if it says that something is wrong."""
        said = self.press(button)
        if said.wrong:
            raise Wrong("\n".join(said.lines))
        return said

    def put(self, values: Mapping[Cell, Value]) -> None:
        """Type values into named cells."""
        places: Mapping[str, Ref] = self.desk.book().names
        for (name, index), value in values.items():
            self.desk.put(places[name], index, value)

    def close(self) -> None:
        """Close without saving, if it is open."""
        desk, self._desk = self._desk, None
        if desk is not None:
            desk.close()

    def recover(self) -> None:
        """After a failure: if the program does not answer any more, it is ended, and the next step opens the file again."""
        desk = self._desk
        if desk is not None and self.examination.guarded(lambda: str(desk.settings()))[1] is not None:
            self._desk = None
            self.examination.host.end()
