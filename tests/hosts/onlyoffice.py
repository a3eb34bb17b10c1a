"""ONLYOFFICE's engine from PyPI: it calculates and saves a workbook, in a process of its own, which a failure may end."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from tests.helpers.missing import missing
from tests.hosts import gnumeric

_SAVE = """
import sys, docbuilder
builder = docbuilder.CDocBuilder()
failed = builder.OpenFile(sys.argv[1], "") or builder.SaveFile("xlsx", sys.argv[2])
builder.CloseFile()
sys.exit(failed)
"""


class Recalculated(gnumeric.Recalculated):
    """The values that ONLYOFFICE gives a workbook's cells."""

    @staticmethod
    def save(path: Path, target: Path) -> None:
        if find_spec("docbuilder") is None:
            missing("ONLYOFFICE did not run: no document-builder (make soak installs it)")
        ran = subprocess.run(
            [sys.executable, "-c", _SAVE, str(path), str(target)], capture_output=True, text=True, timeout=300, check=False
        )
        assert ran.returncode == 0, ran
        assert "Error" not in ran.stdout + ran.stderr  # it goes on after an error in its own script, and calculates nothing more
