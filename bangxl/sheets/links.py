"""Links inside a workbook, as formulas: to a sheet, to the cell that a formula names, to what comes next."""

from __future__ import annotations

import re
from typing import Final

from bangxl.sheets.cells import plain

_PLAIN: Final = re.compile("(?:Round|Stage)[0-9]+(?:T[0-9]+)?")
"""The name of a tab that needs no quotation marks: so it takes less room in every record sheet."""
_SHORT_TEXT: Final = re.compile('"[^"]{0,250}"')
"""A formula that is nothing but a text which a link may show: at most 255 characters."""


def link(sheet: str, text: str) -> str:
    """A formula that shows ``text`` and jumps to the sheet's first cell."""
    shown = text.replace('"', '""')
    return jump(sheet, f'"{shown}"')


def link_if(condition: str, sheet: str, text: str) -> str:
    """`link` while ``condition`` (a formula without ``=``) holds, else nothing: for sheets that may be hidden."""
    return f'=IF({condition},{link(sheet, text)[1:]},"")'


def jump(sheet: str, expression: str, cell: str = "A1") -> str:
    """A formula that jumps to a sheet's cell and shows what ``expression`` (formula text without ``=``) gives."""
    target = sheet if _PLAIN.fullmatch(sheet) else "'{}'".format(sheet.replace("'", "''").replace('"', '""'))
    return f"""=HYPERLINK("#{target}!{cell}",{expression})"""


def go(sheet: str, where: str, text: str, otherwise: str = "E16") -> str:
    """A link that shows what ``text`` says, to the cell whose address ``where`` holds, or ``otherwise`` to the outcome's."""
    shown = text if _SHORT_TEXT.fullmatch(text) else f"LEFT({text},255)"
    return f"""HYPERLINK("#{sheet}!"&IF({where}="","{plain(otherwise)}",{where}),{shown})"""


NEXT: Final = 'IF(Next_Cell="",Next_Step,HYPERLINK("#"&Next_Cell,LEFT(Next_Step,255)))'
"""The status line: what comes next, and a link to the cell to type into."""
