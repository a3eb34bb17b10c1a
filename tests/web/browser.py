"""Pages in headless Chromium, at the widths of a phone, a tablet and a desk, with axe-core's judgement."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final, TypedDict

from tests.helpers.missing import missing

MODULES: Final = Path(__file__).parents[2] / "build/node/node_modules"
ABSENT: Final = (
    "No page was shown to a browser: no Chromium, no Node, or no npm packages in build/node (make test tries to install them)"
)


class Sight(TypedDict):
    """A page at one width: what it asked for, its errors, what is too wide, axe's findings, headings that paper leaves alone."""

    width: int
    dark: bool
    requests: list[str]
    errors: list[str]
    wide: list[str]
    findings: list[str]
    bare: list[str]


@cache
def browser() -> str | None:
    """The browser of this machine, if all is here that drives it."""
    whole = shutil.which("node") and all((MODULES / name).is_dir() for name in ("playwright-core", "axe-core"))
    return shutil.which("chromium") if whole else None


def seen(*files: Path) -> dict[Path, list[Sight]]:
    """Open each file at three widths: 3 s a file."""
    chromium = browser() or missing(ABSENT)
    command = ["node", str(Path(__file__).with_name("browse.mjs")), str(MODULES), chromium, *map(str, files)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    return {Path(file): sights for file, sights in json.loads(run.stdout).items()}
