"""What the self-test lets a workbook's macros start: Python tells who it is, and presses a button and says when it is done.

Folders come as hexadecimal digits: then there is nothing in them that a shell or VBA could take for something else.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from bangxl import __version__
from bangxl.selftest.host import MESSAGES

PROBE, DONE = "probe.json", "done"
"""Files in the folder."""


def probe(folder: str) -> None:
    """Write down which Python this is, and what came with it from Excel's own environment."""
    told = {"python": sys.executable, "bangxl": __version__, "messages": os.environ.get(MESSAGES, "")}
    path = _folder(folder) / PROBE
    part = path.with_suffix(".part")
    part.write_text(json.dumps(told), encoding="utf-8")
    part.replace(path)


def press(click: Callable[[str], object], action: str, folder: str) -> None:
    """Do what a button is for, by the ribbon's ``click``, its messages in the folder's file; then say that it ended."""
    os.environ[MESSAGES] = str(_folder(folder) / "messages.jsonl")
    try:
        click(action)
    finally:
        with (_folder(folder) / DONE).open("a", encoding="utf-8") as done:
            done.write(f"{action}\n")


def spelled(folder: Path) -> str:
    """A folder as the functions here take it."""
    return str(folder).encode().hex()


def _folder(spelled: str) -> Path:
    return Path(bytes.fromhex(spelled).decode())
