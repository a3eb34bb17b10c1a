"""How to measure: whole processes, in turn, the median of several runs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Final

RUNS: Final = 7

Line = tuple[str, str, bool]
"""What was measured, the numbers, and whether they are within the limit."""


def python(*words: str) -> float:
    """Seconds that a whole process of this Python takes."""
    start = time.perf_counter()
    output(*words)
    return time.perf_counter() - start


def output(*words: str) -> str:
    """What a process of this Python prints."""
    # As on a user's machine: no lxml (here a validator has brought it), and our modules compiled like those of the libraries.
    plain = {**os.environ, "OPENPYXL_LXML": "False", "PYTHONDONTWRITEBYTECODE": ""}
    return subprocess.run([sys.executable, *words], check=True, stdout=subprocess.PIPE, text=True, env=plain).stdout


def medians(*measures: Callable[[], float]) -> list[float]:
    """The median of each, measured in turn so that the machine's moods hit all alike; the first round warms up."""
    rounds = [[measure() for measure in measures] for _ in range(RUNS + 1)]
    return [median(values) for values in zip(*rounds[1:], strict=True)]
