"""The hidden settings that xlwings reads before it starts Python: one a row, the key in A, the value in B.

No interpreter stands here: it would be wrong on the next computer. It is in xlwings' own file of every user.
"""

from __future__ import annotations

from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.sheets.context import Context
from bangxl.sheets.styles import protect

TAB: Final = "xlwings.conf"
"""The only name that xlwings knows."""

_SETTINGS: Final = {
    "ADD_WORKBOOK_TO_PYTHONPATH": "False",  # a bangxl.py that lies beside the workbook must not run
}


def build(wb: Workbook, ctx: Context) -> None:  # noqa: ARG001 -- every sheet is built alike
    """Add the sheet. The values are texts: a truth value would reach Python in the words of Excel's language."""
    ws = wb.create_sheet(TAB)
    for row in _SETTINGS.items():
        ws.append(row)
    ws.sheet_state = "hidden"
    protect(ws)
