"""The domain's tests in the page's own Python: Pyodide, run by Node, with wheels of the same pinned versions as here."""

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.demo import demo
from bangxl.paper.report import report_pdf
from bangxl.referto.report import report_of
from bangxl.workbook.read import read_workbook
from tests.referto.referti import WRITTEN

ROOT: Final = Path(__file__).parents[2]
PYODIDE: Final = ROOT / "build/page/node_modules/pyodide"
WHEELS: Final = ROOT / "build/domain"
APP: Final = ROOT / "build/page/compiled-app.zip"
DOMAIN: Final = ("tests/tournament", "tests/rulebooks", "-m", "not office and not soak", "--quiet")
"""But for what asks LibreOffice, which no browser has."""


@pytest.mark.soak
def test_the_domain_is_right_in_the_pages_python() -> None:
    """Every test that is chosen here passes there, none is left out: 3 minutes."""
    version = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))["info"]["python"]
    chosen = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", *DOMAIN], cwd=ROOT, capture_output=True, text=True, check=True
    )
    (wanted,) = re.findall(r"^(\d+)/\d+ tests collected", chosen.stdout, re.MULTILINE)
    begun = time.monotonic()
    command = ["node", Path(__file__).with_name("domain.mjs"), PYODIDE, WHEELS, ROOT, *DOMAIN]
    done = subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"[-6000:]
    assert f"Python {version} on emscripten" in done.stdout
    summary = done.stdout.splitlines()[-1]
    print(f"Python {version}: {summary}; {time.monotonic() - begun:.0f} s in all")  # noqa: T201 - for whoever measures
    assert re.match(rf"{wanted} passed, \d+ deselected", summary)


@pytest.mark.soak
@pytest.mark.parametrize("rulebook", ["italy-2010", "germany"])
def test_a_report_is_drawn_there_byte_for_byte(tmp_path: Path, rulebook: str) -> None:
    """Another Python, another build of zlib: not a hundredth of a point is elsewhere."""
    workbook, drawn = tmp_path / "torneo.xlsx", tmp_path / "there.pdf"
    demo(workbook, rulebook, 22, "x", "ru")
    command = ["node", Path(__file__).with_name("report.mjs"), PYODIDE, APP, workbook, WRITTEN, drawn]
    subprocess.run([str(part) for part in command], capture_output=True, timeout=300, check=True)
    assert drawn.read_bytes() == report_pdf(report_of(read_workbook(ClosedBook.open(workbook)), WRITTEN))
