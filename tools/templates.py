"""Makes the ready-to-use workbooks in templates/: ``make templates``.

Each regulation in its own language and in English, with macros (.xlsm: the buttons in Excel) and without (.xlsx).
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
MOMENT: Final = "1794960000"
"""The time that stands in the files, so that equal content gives equal files."""


def make(name: str, folder: Path) -> Path:
    """Write the template of this name, ``REGULATION.LANGUAGE.xlsm`` or ``.xlsx``, into a folder that does not have it."""
    rulebook, language, _ = name.split(".")
    words = ["new", str(folder / name), "--rulebook", rulebook, "--language", language]
    command = [sys.executable, "-c", "from bangxl.cli import main; main()", *words]
    subprocess.run(command, check=True, env={**os.environ, "SOURCE_DATE_EPOCH": MOMENT}, stdout=subprocess.DEVNULL)
    return folder / name


def main() -> int:
    """Write all of them anew."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as fresh:
        for name in NAMES:
            (FOLDER / name).write_bytes(make(name, Path(fresh)).read_bytes())
            print(f"templates/{name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
