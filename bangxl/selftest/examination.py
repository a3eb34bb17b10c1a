"""Checks one after the other: each is a row with ✓ or ×, none stops the others, and a program that hangs is ended."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bangxl.commands.errors import Refusal
from bangxl.locale.catalog import Catalog
from bangxl.selftest.host import Host, HostError

LONGEST = 2000
"""Characters of details that are kept."""


class Wrong(Exception):  # noqa: N818 -- what a check has found, not an error of ours
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
        details = (said or "") if failed is None else self._told(failed)
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

    def _told(self, error: Exception) -> str:
        if isinstance(error, HostError):
            return self.text(error.text).format(**error.values)
        return str(error) if isinstance(error, Wrong | Refusal | TimeoutError) else f"{type(error).__name__}: {error}"

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
