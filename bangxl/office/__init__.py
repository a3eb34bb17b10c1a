"""The extension that puts BANG! into LibreOffice: its sources and its builder.

Here: where the extension finds the Python with bangxl in it. Standard library only: the extension carries this file.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def interpreter_file() -> Path:
    """The text file of one line, the interpreter's path, that ``bangxl setup`` writes and the extension reads."""
    return _settings() / "bangxl" / "python.txt"


def _settings() -> Path:
    """Where this system keeps a user's settings."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
