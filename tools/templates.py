"""Makes the ready-to-use files in templates/: ``make templates``.

Two files for each regulation, in its own language: the workbook with the buttons (.xlsm), and everything to print for a day
without a computer (.pdf). And one that demonstrates the worksheet functions. Workbooks in every language, with and without
macros, are only for the installer (`tools.installer.build`).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch

from bangxl.commands.blank import blank
from bangxl.commands.new import new
from bangxl.locale.catalog import LANGUAGES
from bangxl.rulebooks.loader import load, rulebook_ids
from tools import functions

FOLDER: Final = Path(__file__).parents[1] / "templates"
NAMES: Final = (
    *(f"{rulebook}.{load(rulebook).language}.{kind}" for rulebook in rulebook_ids() for kind in ("xlsm", "pdf")),
    functions.NAME,
)
"""The contents of the folder; the .pdf is that of `bangxl blank-sheets --kit`."""
WORKBOOKS: Final = tuple(
    f"{rulebook}.{language}.{kind}" for rulebook in rulebook_ids() for language in LANGUAGES for kind in ("xlsm", "xlsx")
)
"""The contents of the installer."""
MOMENT: Final = "1794960000"
"""The time in the files, so that equal content gives equal files."""


def make(name: str, folder: Path) -> Path:
    """Write the template with this name, as in NAMES and WORKBOOKS, into a folder that lacks it."""
    rulebook, *_language, kind = name.split(".")
    with patch.dict(os.environ, SOURCE_DATE_EPOCH=MOMENT):
        if name == functions.NAME:
            return functions.make(folder / name)
        [language] = _language
        if kind == "pdf":
            blank(folder / name, rulebook, language, kit=True)
        else:
            new(folder / name, rulebook, language=language)
    return folder / name


def main() -> int:
    """Rewrite the folder's templates."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as fresh:
        for name in NAMES:
            (FOLDER / name).write_bytes(make(name, Path(fresh)).read_bytes())
            print(f"templates/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
