"""What the page's script calls, in the browser's Python: one request, one answer, both as JSON."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Final

FILES: Final = Path("/files")
"""In the browser's memory: the file, its history, and what comes of it."""


def clear(folder: Path = FILES) -> None:
    """Make an empty folder for the next request."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def answer(action: str, name: str, options: str, language: str, folder: Path = FILES) -> str:
    """Do an action with the file ``name`` in the folder; ``language`` is the page's.

    ``{"code", "lines", "files", "kept"}``: what is new or changed, and what the page is to keep beside the file, as names.
    """
    from bangxl.page.actions import run  # noqa: PLC0415 - as below

    os.environ["LANG"] = language
    done = run(action, folder / name, json.loads(options))
    kept = sorted(str(file.relative_to(folder)) for file in folder.glob("*.history*/*") if _is_kept(file))
    return json.dumps({"code": done.code, "lines": done.lines, "files": done.files, "kept": kept})


def _is_kept(file: Path) -> bool:
    return file.is_file() and not file.name.startswith(".")


def warm() -> None:
    """Import what the actions need, while a person still looks for his file."""
