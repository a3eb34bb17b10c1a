"""Fills in what is open in a workbook, as a person with a spreadsheet does meanwhile: python -m tests.page.fill FILE SEED."""

import sys
from pathlib import Path

from tests.commands.test_regulations import fill_in

if __name__ == "__main__":
    fill_in(Path(sys.argv[1]), sys.argv[2])
