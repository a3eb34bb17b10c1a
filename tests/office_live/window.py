"""LibreOffice in a window on a screen of its own, and a referee's hands: a mouse and a keyboard (Xvfb, openbox, xdotool)."""

import json
import os
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Self, TypeVar

from tests.hosts.libreoffice.office import OfficeError
from tests.office_live.host import Desk, LiveOffice

SCREEN = "1440x900"
LIMIT = 60
"""Seconds that anything may take on a slow machine."""

NOTHING: Mapping[str, str] = MappingProxyType({})

T = TypeVar("T")


class Screen:
    """A screen that nobody sees, with a window manager. A context manager."""

    def __init__(self, size: str = SCREEN) -> None:
        self.size = size

    def __enter__(self) -> Self:
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{self.size}x24", "-nolisten", "tcp"]
        self._server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            self.environment = {**os.environ, "DISPLAY": f":{pipe.readline().strip()}"}
        self._manager = subprocess.Popen(["openbox"], env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return self

    def __exit__(self, *_: object) -> None:
        for process in (self._manager, self._server):
            process.terminate()
            process.wait()

    def xdotool(self, *words: object) -> str:
        """Move the mouse, press keys."""
        command = ["xdotool", *map(str, words)]
        return subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True).stdout

    def shows(self, title: str) -> bool:
        """Whether a window with this title is seen."""
        return bool(self.another(title))

    def another(self, title: str, before: str = "") -> str:
        """The number of a window with this title that is seen now, other than one of ``before``; "" without one."""
        command = ["xdotool", "search", "--onlyvisible", "--name", f"^{title}$"]
        found = subprocess.run(command, env=self.environment, check=False, capture_output=True, text=True).stdout.split()
        return next((one for one in found if one != before), "")

    def picture(self, path: Path) -> None:
        """Keep what the screen shows, with few colours: a PNG."""
        small = ("color-type=3", "compression-filter=0", "compression-level=9")
        defined = [word for one in small for word in ("-define", f"png:{one}")]
        command = ["import", "-window", "root", "-strip", "+dither", "-colors", "128", *defined, str(path)]
        subprocess.run(command, env=self.environment, check=True)


class Window(LiveOffice):
    """A LibreOffice that shows one workbook, with the extension installed."""

    boxes = True

    def __init__(self, screen: Screen, path: Path, language: str = "en-US", terminal: Mapping[str, str] = NOTHING) -> None:
        """``terminal``: the variables of the terminal from which a person starts it."""
        super().__init__(clicks=True)
        self.terminal = terminal
        self.screen = screen
        self.language = language
        self.desk = Desk(self, 1, path)

    def _script(self) -> list[str]:
        return [str(Path(__file__).with_name("window_worker.py")), str(self.desk.path.resolve()), self.language]

    def _environment(self, home: Path) -> dict[str, str]:
        terminal = {"BANGXL_TERMINAL": json.dumps(dict(self.terminal))}
        return super()._environment(home) | terminal | {"DISPLAY": self.screen.environment["DISPLAY"]}

    def press(self, *keys: str) -> None:
        if keys:
            self.screen.xdotool("key", "--delay", 30, *keys)

    def write(self, text: str, *keys: str) -> None:
        self.screen.xdotool("type", "--delay", 8, "--", text)
        self.press(*keys)

    def point(self, label: str) -> None:
        """Move the mouse to the button or the tab with this label."""
        x, y = until(lambda: self.desk.see("where", label=label))
        self.screen.xdotool("mousemove", x, y, "sleep", 0.2)

    def mouse(self, label: str) -> None:
        self.point(label)
        self.screen.xdotool("click", 1)

    def tab(self, sheet: str) -> None:
        until(lambda: self.desk.see("active") == sheet, lambda: self.mouse(sheet))

    def click(self, label: str) -> str:
        """Click on a button; what the message says that comes. A click may get lost on its way."""
        return str(until(lambda: self.ask("message"), lambda: self.mouse(label), patience=20))

    def close_message(self) -> None:
        until(lambda: not self.ask("message"), lambda: self.press("Return"))


def until(
    look: Callable[[], T | None], act: Callable[[], None] = lambda: None, *, patience: float = 2, limit: float = LIMIT
) -> T:
    """Wait until something is the case; what it is. ``act`` now and then, to bring it about. OfficeError if it never is."""
    end, again = time.monotonic() + limit, 0.0
    while time.monotonic() < end:
        if found := look():
            return found
        if time.monotonic() >= again:
            act()
            again = time.monotonic() + patience
        time.sleep(0.1)
    raise OfficeError(f"waited {limit} s in vain")
