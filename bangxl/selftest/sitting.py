"""One workbook before a program: opened when it is needed, again after the program has gone, typed into, its buttons pressed.

And what the steps demand of the open workbook and of its file. Checks come one after the other: each is a row with ✓ or ×, none
stops the others, and a program that hangs is ended.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book, Cell, Ref, Value
from bangxl.commands.check import all_findings, check
from bangxl.commands.errors import Refusal
from bangxl.commands.workspace import workspace_of
from bangxl.locale.catalog import Catalog
from bangxl.selftest.host import ButtonAnswer, Desk, Host, HostError, Places
from bangxl.selftest.reading import formulas_in
from bangxl.tournament.kinds import Severity
from bangxl.tournament.simulation import Dice
from bangxl.workbook.read import Contents, read

LONGEST = 2000
"""Characters of details that are kept."""


class CheckFailed(Exception):  # noqa: N818 -- what a check has found, not an error of ours
    """A check that did not pass; the text says what is wrong, and where."""


@dataclass(frozen=True, slots=True)
class Check:
    """One row: the rulebook (none for what concerns them all), a stable code, what was checked, how it went, its seconds."""

    rulebook: str
    code: str
    text: str
    passed: bool
    seconds: float
    details: str = ""


@dataclass(frozen=True, slots=True)
class Press:
    """A button that was pressed, and how long that took."""

    rulebook: str
    button: str
    seconds: float


@dataclass
class Examination:
    """All rows so far. ``patience``: seconds that one check may take · ``told``: hears of every row at once."""

    host: Host
    text: Catalog
    patience: float
    told: Callable[[Check], object] = lambda _check: None
    discreet: Callable[[str], str] = str
    """Takes out of a text what is nobody's business."""
    checks: list[Check] = field(default_factory=list)
    clicks: list[Press] = field(default_factory=list)

    def check(self, rulebook: str, code: str, text: str, action: Callable[[], str | None]) -> Exception | None:
        """Do it and note how it went; what it ended in, if it did not pass."""
        start = time.perf_counter()
        said, failed = self.guard(action)
        details = (said or "") if failed is None else self._reason(failed)
        row = Check(rulebook, code, text, failed is None, time.perf_counter() - start, self.discreet(details)[:LONGEST])
        self.checks.append(row)
        self.told(row)
        return failed

    def guard(self, action: Callable[[], str | None]) -> tuple[str | None, Exception | None]:
        """Do it, and end the program if that takes too long: what it said, or what it ended in."""
        ended = threading.Event()

        def give_up() -> None:
            ended.set()
            self.host.end()

        limit = threading.Timer(self.patience, give_up)
        limit.daemon = True
        limit.start()
        said, failed = None, None
        try:
            said = action()
        except Exception as error:  # noqa: BLE001 -- the outermost edge: whatever one check ends in, the others go on
            failed = error
        finally:
            limit.cancel()
        return (None, self._late()) if ended.is_set() else (said, failed)

    def _reason(self, error: Exception) -> str:
        if isinstance(error, HostError):
            return self.text(error.text).format(**error.values)
        return str(error) if isinstance(error, CheckFailed | Refusal | TimeoutError) else f"{type(error).__name__}: {error}"

    def _late(self) -> TimeoutError:
        _, seconds = self.text, f"{self.patience:g}"
        text = _("{program} did not answer within {seconds} seconds and was ended.")
        return TimeoutError(text.format(program=self.host.name, seconds=seconds))

    def note_click(self, rulebook: str, button: str, seconds: float) -> None:
        """Note a click."""
        self.clicks.append(Press(rulebook, button, seconds))

    @property
    def passed(self) -> bool:
        """Whether all is well; nothing examined is not."""
        return bool(self.checks) and all(check.passed for check in self.checks)


def summary_of(wrong: Sequence[str], most: int = 5) -> str:
    """The first of many complaints, and how many more there are."""
    more = len(wrong) - most
    return "\n".join([*wrong[:most], *([f"… +{more}"] if more > 0 else [])])


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

    def note_formulas(self) -> None:
        """Keep what the file has just been written with."""
        self.formulas = formulas_in(self.path)

    def contents(self) -> Contents:
        """What the open workbook says."""
        return read(self.desk.book())

    def press(self, button: str, *answers: str | None) -> ButtonAnswer:
        """Press a button, and answer what it asks. Wrong if it leaves the program otherwise than it was."""
        desk = self.desk
        before, start = desk.settings(), time.perf_counter()
        said = desk.press(button, answers)
        self.examination.note_click(self.rulebook, button, time.perf_counter() - start)
        after = desk.settings()
        if after != before:
            changed = [f"{key}: {before.get(key)} → {after.get(key)}" for key in after if after[key] != before.get(key)]
            _ = self.text
            raise CheckFailed(_("The click has changed the program's settings: {settings}").format(settings="; ".join(changed)))
        return said

    def must_press(self, button: str, *answers: str | None) -> ButtonAnswer:
        """Press a button that must succeed. Wrong if it says that something is wrong."""
        said = self.press(button, *answers)
        if said.wrong:
            raise CheckFailed("\n".join(said.lines))
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
        if desk is not None and self.examination.guard(lambda: str(desk.settings()))[1] is not None:
            self._desk = None
            self.examination.host.end()


def same_names(sitting: Sitting, people: Sequence[str]) -> None:
    """Wrong if the players are called otherwise than they were typed."""
    found = [player.name for player in sitting.contents().tournament.players]
    wrong = [f"{one!r} → {other!r}" for one, other in zip(people, found, strict=False) if one != other]
    if wrong or len(found) != len(people):
        raise CheckFailed(summary_of(wrong) or f"{len(people)} → {len(found)}")


def agrees(sitting: Sitting) -> None:
    """The open workbook says the same as its file, which has just been saved: the facts, and the findings."""
    books: tuple[Book, Book] = (sitting.desk.book(), ClosedBook.open(sitting.path, reading_only=True))
    live, closed = (workspace_of(sitting.path, book) for book in books)
    _ = sitting.text
    if live.tournament != closed.tournament or live.log != closed.log:
        raise CheckFailed(_("The open workbook says something else than its file."))
    told = [{str(one) for one in all_findings(workspace)} for workspace in (live, closed)]
    if told[0] != told[1]:
        raise CheckFailed(summary_of(sorted(told[0] ^ told[1])))


def errors(sitting: Sitting) -> list[str]:
    """Findings of impossible or contradictory data."""
    return [str(one) for one in check(sitting.desk.book()) if one.finding.severity is Severity.ERROR]


def bad(sitting: Sitting) -> int:
    """Findings that are worse than notes."""
    return sum(one.finding.severity is not Severity.NOTE for one in check(sitting.desk.book()))


def size(file: Path) -> str:
    """Of a file that must be there."""
    data = file.read_bytes()
    if file.suffix == ".pdf" and not data.startswith(b"%PDF"):
        raise CheckFailed(f"{file.name}: {data[:20]!r}")
    return f"{file.name}, {len(data) // 1000} KB"
