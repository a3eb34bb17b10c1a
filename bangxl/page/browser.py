"""The calls from the page's script to Python in the browser: one request, one answer, both JSON."""

import json
import os
import shutil
from pathlib import Path
from typing import Final

FILES: Final = Path("/files")
"""In the browser's memory: the file, its history, and the results."""

KEPT_HISTORY: Final = ".kept"
"""The history of the requested file, whatever its earlier name."""


def clear(folder: Path = FILES) -> None:
    """Make an empty folder for the next request."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def answer(action: str, name: str, options: str, language: str, folder: Path = FILES) -> str:
    """Run an action on the file ``name`` in the folder, with its history as `KEPT_HISTORY` beside it; ``language`` is the page's.

    A `PageAnswer`, and what the page keeps of the tournament: ``kept``, its history by names, and the ``story`` that tells it.
    """
    from bangxl.books.history import history_folder  # noqa: PLC0415 - when it is asked first
    from bangxl.page.actions import log_texts, run  # noqa: PLC0415

    os.environ["LANG"] = language
    path = folder / name
    if (folder / KEPT_HISTORY).is_dir():
        (folder / KEPT_HISTORY).rename(history_folder(path))
    done = run(action, path, json.loads(options))
    written = name in done.files
    kept = sorted(str(file.relative_to(folder)) for file in history_folder(path).glob("[!.]*") if written and file.is_file())
    return json.dumps({**done._asdict(), "kept": kept, "story": log_texts(path) if written else []})
