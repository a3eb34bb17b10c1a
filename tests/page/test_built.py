"""The page as the code here makes it, in Chromium: a round is seated as without it. `make soak` tries all that it can do."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.new import new
from bangxl.commands.transfer import export
from bangxl.page.actions import run
from tests.commands.stages import NAMES, PLACES
from tests.missing import missing
from tests.page.test_browser import play_in
from tests.salts import uncoded, unsalted
from tests.sheet import entered
from tests.web.browser import ABSENT, browser

ROOT: Final = Path(__file__).parents[2]
PARTS: Final = ROOT / "build/page"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not (PARTS / ".installed").is_file():
        missing("No page was built: no npm, or no way to Pyodide and the wheels (make test tries to fetch them)")
    if not browser():
        missing(ABSENT)
    folder = tmp_path_factory.mktemp("page")
    for part in (PARTS / "node_modules", *PARTS.glob("*.whl")):
        if not part.name.startswith("bangxl-"):
            (folder / part.name).symlink_to(part)
    target = folder / "bangxl.html"
    for command in (
        ["hatchling", "build", "--target", "wheel", "--directory", folder],
        ["tools.page.build", folder, target],
    ):
        subprocess.run([sys.executable, "-m", *map(str, command)], cwd=ROOT, check=True, capture_output=True)
    return target


def test_a_round_is_seated_as_here(page: Path, tmp_path: Path) -> None:
    path = tmp_path / "torneo.xlsx"
    new(path, "italy-2010", language="en", players=str(PLACES))
    entered(path, NAMES)
    step: dict[str, object] = {"action": "seat", "name": path.name, "options": {"rng_seed": "x"}}
    before = shutil.copy(path, tmp_path / "before.xlsx")
    lines = run("seat", path, {"rng_seed": "x"}).lines
    (played,) = play_in(page, tmp_path, [step | {"from": str(before)}], "chromium")["steps"]
    assert (played["code"], uncoded(played["lines"])) == (0, uncoded(lines))
    assert unsalted(export(tmp_path / "played/0" / path.name)) == unsalted(export(path))
