"""A whole season: hundreds of referti, in how much time and memory."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

import pandas as pd
import pytest

from tests.season.crowds import name, told
from tests.season.referti import file, played

ROOT: Final = Path(__file__).parents[2]
REFERTI, PLAYERS = 300, 24
CORES, SECONDS, MEGABYTES = 2, 60, 500
"""What is allowed; counted in the processors' time, for other tests run beside this one."""

RUN: Final = """
import sys
from pathlib import Path
from bangxl.commands.season import Request, season
if __name__ == "__main__":
    season([Path(sys.argv[1])], Path(sys.argv[2]), Request(language="en"))
"""


def used(pid: int) -> int:
    """Kilobytes in memory of a process and its children; pages that they share count for each."""
    try:
        status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines())
        children = " ".join(task.read_text(encoding="ascii") for task in Path(f"/proc/{pid}/task").glob("*/children")).split()
    except OSError:
        return 0
    return int(status.get("VmRSS", "0 kB").split()[0]) + sum(used(int(child)) for child in children)


def processor_seconds() -> float:
    """What the children of this process have taken so far."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


@pytest.mark.soak
def test_300_referti_of_24_players(tmp_path: Path) -> None:
    """Under 60 s and 500 MB on two cores."""
    folder, script, target = tmp_path / "referti", tmp_path / "run.py", tmp_path / "season.xlsx"
    folder.mkdir()
    for number in range(REFERTI):
        tournament = played("italy-2007", PLAYERS, told(number), seed=f"season {number % 5}")
        people = (replace(player, name=name((number * 37 + n * 11) % 2900)) for n, player in enumerate(tournament.players))
        file(folder / f"{number:03}.xlsx", replace(tournament, players=tuple(people)))
    script.write_text(RUN, encoding="utf-8")
    begun, spent = time.monotonic(), processor_seconds()
    running = subprocess.Popen(
        [sys.executable, str(script), str(folder), str(target)], env={**os.environ, "PYTHONPATH": str(ROOT)}
    )
    most = 0
    while running.poll() is None:
        most = max(most, used(running.pid))
        time.sleep(0.05)
    spent, megabytes = processor_seconds() - spent, most / 1024
    measured = f"{time.monotonic() - begun:.1f} s, {spent:.1f} s of processors, {megabytes:.0f} MB"
    sys.stdout.write(f"{measured}\n")
    assert running.returncode == 0
    assert len(pd.read_excel(target, sheet_name="Results")) == REFERTI * PLAYERS
    assert spent < CORES * SECONDS, measured
    assert megabytes < MEGABYTES, measured
