"""Makes the ready-to-use workbooks in templates/: ``make templates``.

Each regulation in its own language and in English, with macros (.xlsm: the buttons in Excel) and without (.xlsx); and in its own
language all that a day without the computer needs, to print (.pdf).
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bangxl.locale.catalog import SOURCE_LANGUAGE
from bangxl.rulebooks.loader import load, rulebook_ids

FOLDER: Final = Path(__file__).parents[1] / "templates"
NAMES: Final = tuple(
    f"{rulebook}.{language}.{kind}"
    for rulebook in rulebook_ids()
    for language in sorted({load(rulebook).language, SOURCE_LANGUAGE})
    for kind in ("xlsm", "xlsx")
)
PAGES: Final = tuple(f"{rulebook}.{load(rulebook).language}.pdf" for rulebook in rulebook_ids())
"""What is printed and needs no program: `bangxl blank --kit`."""
MOMENT: Final = "1794960000"
"""The time that stands in the files, so that equal content gives equal files."""


def make(name: str, folder: Path) -> Path:
    """Write the template of this name, as those of NAMES and PAGES, into a folder that does not have it."""
    rulebook, language, kind = name.split(".")
    words = [
        *(["blank", "--kit"] if kind == "pdf" else ["new"]),
        str(folder / name),
        "--rulebook",
        rulebook,
        "--language",
        language,
    ]
    command = [sys.executable, "-c", "from bangxl.cli import main; main()", *words]
    subprocess.run(command, check=True, env={**os.environ, "SOURCE_DATE_EPOCH": MOMENT}, stdout=subprocess.DEVNULL)
    return folder / name


def main() -> int:
    """Write all of them anew."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as fresh:
        for name in (*NAMES, *PAGES):
            (FOLDER / name).write_bytes(make(name, Path(fresh)).read_bytes())
            print(f"templates/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
