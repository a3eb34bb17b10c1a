"""Ten years of refereeing, 3,000 referti, in under 500 MB; how many megabytes each one more takes."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pandas as pd
import pytest

from tests.season.crowds import PLAYERS, told
from tests.season.referti import file, played

ROOT: Final = Path(__file__).parents[2]
REFERTI, MEGABYTES = 3000, 500
FEW, MORE = 60, 160
SLOPE: Final = """
import re, sys
from pathlib import Path
from bangxl.commands import season
from tests.season.crowds import many

target = Path(sys.argv[1])
season.read_all = many
for referti in map(int, sys.argv[2:]):
    season._files = lambda *_, n=referti: [Path(f"{number:05}.xlsx") for number in range(n)]
    season.season([target], target, season.Request(language="it", overwrite=True))
    print(int(re.search(r"VmHWM:\\s+([0-9]+)", Path("/proc/self/status").read_text())[1]) / 1024)
"""
WHOLE: Final = """
import sys
from pathlib import Path
from bangxl.commands import season, season_files
from tests.season.crowds import read_again

if __name__ == "__main__":
    season_files.read = read_again
    season.season([Path(sys.argv[1])], Path(sys.argv[2]), season.Request(language="it"))
"""


def environment() -> dict[str, str]:
    """Ours, with the tests within reach of another process."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


@pytest.mark.soak
def test_each_referto_more_takes_little(tmp_path: Path) -> None:
    """The most that a process has used, after few and after more referti: by the slope 3,000 must fit."""
    target = tmp_path / "season.xlsx"
    program = [sys.executable, "-c", SLOPE, str(target), str(FEW), str(MORE)]
    measured = subprocess.run(program, env=environment(), capture_output=True, text=True, check=True).stdout
    few, more = map(float, measured.split())
    whole = more + (REFERTI - MORE) * (more - few) / (MORE - FEW)
    assert more > few
    assert whole < MEGABYTES, f"{few:.0f} MB after {FEW}, {more:.0f} MB after {MORE}, so {whole:.0f} MB for {REFERTI}"
    assert len(pd.read_excel(target, sheet_name="Tornei")) == MORE


def memory(pid: int) -> tuple[float, float]:
    """Megabytes: what a process has in memory, and the largest of its children, which its threads have begun."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
        children = " ".join(task.read_text(encoding="ascii") for task in Path(f"/proc/{pid}/task").glob("*/children")).split()
    except OSError:
        return 0, 0
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0, max((memory(int(child))[0] for child in children), default=0)


@pytest.mark.soak
def test_3000_referti(tmp_path: Path) -> None:
    """Each file is read and proved by the processes that do it; forty are made, and told again under other names."""
    folder, script, target = tmp_path / "referti", tmp_path / "run.py", tmp_path / "season.xlsx"
    folder.mkdir()
    made = [file(tmp_path / f"{n}.xlsx", played("italy-2007", PLAYERS, told(n), seed=f"season {n}")) for n in range(40)]
    for number in range(REFERTI):
        (folder / f"{number:05}.xlsx").hardlink_to(made[number % len(made)])
    script.write_text(WHOLE, encoding="utf-8")
    running = subprocess.Popen([sys.executable, str(script), str(folder), str(target)], env=environment())
    parent = child = most = 0.0
    while running.poll() is None:
        here, below = memory(running.pid)
        parent, child, most = max(parent, here), max(child, below), max(most, here + below)
        time.sleep(0.05)
    measured = f"{parent:.0f} MB, the largest child {child:.0f} MB, together {most:.0f} MB"
    sys.stdout.write(f"{measured}\n")
    assert running.returncode == 0
    assert len(pd.read_excel(target, sheet_name="Risultati")) == REFERTI * PLAYERS
    assert child > 0
    assert most < MEGABYTES, measured
