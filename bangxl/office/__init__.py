"""The extension that puts BANG! into LibreOffice: its sources and its builder.

This module holds the address of a button, the path of the Python that has bangxl, and the environment in which one program
starts another. Standard library only: the extension contains this file.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

BUTTON = "vnd.sun.star.script:bangxl.Buttons.press_{action}?language=Basic&location=application"
"""A Sub in `buttons.bas`, which calls the service of `bangxl.office.click`."""

MESSAGES = "BANGXL_MESSAGES"
"""The environment variable with the path of a file for messages, one JSON object per line, instead of message boxes."""

ANY = "any"
"""The folder of what every Python can run, in an extension that carries bangxl."""

_LEADS_AWAY = ("PYTHON", "VIRTUAL_ENV", "CONDA", "_CONDA", "__PYVENV_LAUNCHER__")
"""The prefixes of variables that lead a Python to another one's libraries."""
_SYSTEM = Path("/usr/bin")


def neutral(environ: Mapping[str, str]) -> dict[str, str]:
    """An environment without another Python: no variables for it, and no folder of it on PATH.

    The Python inside a LibreOffice that uses the system's takes the libraries beside the first ``python3`` on PATH.
    """
    kept = {key: value for key, value in environ.items() if not key.startswith(_LEADS_AWAY)}
    if os.name == "posix" and "PATH" in kept:
        folders = kept["PATH"].split(os.pathsep)
        others = {one for one in folders if Path(one, "python3").exists() and Path(one).resolve() != _SYSTEM}
        kept["PATH"] = os.pathsep.join(one for one in folders if one not in others) or os.defpath
    return kept


def interpreter_file() -> Path:
    """The text file with one line, the interpreter's path; ``bangxl setup`` writes it and the extension reads it."""
    return _settings() / "bangxl" / "python.txt"


def _settings() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
