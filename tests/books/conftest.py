"""A workbook that is open in Excel."""

from pathlib import Path

import pytest
from openpyxl.styles import Protection

from bangxl.books.live import LiveBook
from tests.books.workbooks import looked_at, saved
from tests.hosts.excel.program import Excel


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A workbook in a folder and under a name that need care, the sheet Round1T1 protected but for its bids."""
    path = saved(tmp_path / "l'oro di Kraków = 1.xlsx")
    file = looked_at(path)
    sheet = file["Round1T1"]
    sheet.protection.formatCells, sheet.protection.sort, sheet.protection.objects = False, False, True
    for row in range(7, 14):
        sheet.cell(row, 6).protection = Protection(locked=False)
    file.save(path)
    return path


@pytest.fixture
def live(excel: Excel, path: Path) -> LiveBook:
    return LiveBook(excel.open(path))
