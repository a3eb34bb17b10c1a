"""Puts everything that people download into dist/, with a page of notes and checksums. ``make release``.

The same sources and packages give the same bytes.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from bangxl import __version__
from bangxl.locale.catalog import LANGUAGES
from bangxl.web import handbook

ROOT: Final = Path(__file__).parents[1]
BUILT: Final = ("bangxl.html", "bangxl-windows.zip", "bangxl.oxt")
NOTES: Final = "NOTES.txt"
SUMS: Final = "SHA256SUMS"

_WHICH: Final = """# bangxl {version}

| file | what to do | what it needs |
|---|---|---|
| `bangxl.html` | open it: the whole program | a browser |
| `bangxl-windows.zip` | unpack it, double-click `Install.cmd` | Excel on Windows |
| `bangxl.oxt` | double-click it | LibreOffice |
| `{wheel}` | `pipx install` it; on a Mac then `bangxl setup` | Python 3.11 or later |
| `handbook.*.pdf` | read it, or print it | |
| other `.xlsm`, `.xlsx`, `.pdf` | workbooks ready to fill in; pages for a day without a computer | Excel or LibreOffice |

Compare a download with its line in `{sums}`.

"""


def main() -> int:
    """Arguments: the folder of what make has built, and the folder of the release, which is made anew."""
    built, target = map(Path, sys.argv[1:])
    for language in LANGUAGES:
        print_handbook(language, built / "release")
    print(*release(built, target), sep="\n")
    return 0


def print_handbook(language: str, folder: Path) -> None:
    """The handbook as a PDF, by the browser; without the moment at which it was printed."""
    page, pdf = (folder / f"handbook.{language}.{ending}" for ending in ("html", "pdf"))
    page.write_text(handbook.page_of_handbook(language), encoding="utf-8")
    quiet = ("--headless", "--no-sandbox", "--no-pdf-header-footer")
    subprocess.run(["chromium", *quiet, f"--print-to-pdf={pdf}", page], check=True, capture_output=True)
    pdf.write_bytes(re.sub(rb"(?<=Date \(D:)\d{14}", b"20000101000000", pdf.read_bytes()))


def release(built: Path, target: Path) -> Sequence[str]:
    """The release in a folder of its own; its lines of checksums. Only what an earlier release has listed there is replaced."""
    target.mkdir(parents=True, exist_ok=True)
    sums = target / SUMS
    own = {SUMS, *(line.split()[1] for line in sums.read_text(encoding="utf-8").splitlines())} if sums.exists() else set()
    if strange := {path.name for path in target.iterdir()} - own:
        raise SystemExit(f"{target} holds what is no release ({', '.join(sorted(strange))}): move it away")
    for path in target.iterdir():
        path.unlink()
    (wheel,) = built.glob(f"release/bangxl-{__version__}-*.whl")
    templates = sorted(path for path in (ROOT / "templates").iterdir() if path.is_file())
    handbooks = (built / "release" / f"handbook.{language}.pdf" for language in LANGUAGES)
    for path in (*(built / name for name in BUILT), wheel, *templates, *handbooks):
        shutil.copyfile(path, target / path.name)
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (target / NOTES).write_text(
        _WHICH.format(version=__version__, wheel=wheel.name, sums=SUMS) + _latest(changes), encoding="utf-8"
    )
    lines = [*_sums(target)]
    (target / SUMS).write_text("\n".join([*lines, ""]), encoding="utf-8")
    return lines


def _latest(changes: str) -> str:
    """What the newest version brings."""
    return re.split(r"(?m)^(?=## )", changes)[1]


def _sums(folder: Path) -> Iterator[str]:
    """A line a file, as `sha256sum --check` reads it."""
    for path in sorted(folder.iterdir()):
        yield f"{sha256(path.read_bytes()).hexdigest()}  {path.name}"


if __name__ == "__main__":
    sys.exit(main())
