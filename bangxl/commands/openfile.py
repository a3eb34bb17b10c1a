"""Shows a file in the program that the user has for it: the draft of a mail in his mail program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Thread

from bangxl.commands.computer import MAC


def open_file(path: Path) -> bool:
    """Open a file as a double click would, without waiting for the program; False where there is none, or nobody looks on."""
    if os.environ.get("BANGXL_MESSAGES"):
        return False  # the self-test clicks
    startfile = getattr(os, "startfile", None)  # only Windows has it
    try:
        if startfile is not None:
            startfile(str(path.absolute()))
            return True
        program = _program()
        if program is None:
            return False
        started = subprocess.Popen(  # noqa: S603 -- the system's own program for opening files, without a shell
            [program, str(path.absolute())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return False
    Thread(target=started.wait, daemon=True).start()  # somebody must take note of its end
    return True


def _program() -> str | None:
    if sys.platform == MAC:
        return shutil.which("open")
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return None  # xdg-open would show it in the terminal
    return shutil.which("xdg-open")
