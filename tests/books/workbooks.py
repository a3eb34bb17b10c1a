"""A small workbook with everything that a book has to keep."""

from datetime import datetime
from pathlib import Path

from openpyxl import Workbook, load_workbook
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

YELLOW = PatternFill("solid", fgColor="FFFFF2CC")
BOLD = Font(name="Carlito", sz=11, b=True, i=True, u="single", color="FF772200")


def workbook() -> Workbook:
    """Players (shown), Round1T1 (hidden, protected, names of its own), ``Foglio d'oro`` (shown)."""
    book = Workbook()
    players = book.worksheets[0]
    players.title = "Players"
    _players(players)
    _record(book.create_sheet("Round1T1"))
    gold = book.create_sheet("Foglio d'oro")
    gold["B2"] = "Titolo"
    for name, target in {
        "Players_Id": "Players!$A$2:$A$6",
        "Players_Name": "Players!$B$2:$B$6",
        "Players_Score": "Players!$C$2:$C$6",
        "Players_Since": "Players!$D$2:$D$6",
        "Empty_Column": "Players!$H$2:$H$6",
        "Next_Step": "'Foglio d''oro'!$B$4",
        "Two_Columns": "Players!$A$2:$B$6",
        "Whole_Column": "Players!$A:$A",
        "Two_Areas": "Players!$A$2:$A$3,Players!$A$5:$A$6",
        "A_Constant": "42",
        "Gone": "#REF!",
        "Elsewhere": "Nowhere!$A$1",
    }.items():
        book.defined_names.add(DefinedName(name, attr_text=target))
    return book


def saved(path: Path) -> Path:
    workbook().save(path)
    return path


def looked_at(path: Path) -> Workbook:
    return load_workbook(path)


def _players(sheet: Worksheet) -> None:
    for column, title in enumerate(("Id", "Nome", "Punti", "Da"), 1):
        sheet.cell(1, column, title).font = BOLD
    rows = [("P001", "Anna Rossi", 5000), ("P002", " Bruno  ", 4200.5), ("P003", "José & <Zoë>", True), (None, None, None)]
    for row, (id_, name, score) in enumerate(rows, 2):
        for column, value in enumerate((id_, name, score), 1):
            cell = sheet.cell(row, column, value)
            cell.fill = YELLOW
            cell.protection = Protection(locked=False, hidden=True)
    sheet["C5"] = "=SUM(C2:C3)"
    sheet["B6"] = "=1+1"
    sheet["B6"].data_type = "s"
    sheet["D2"] = datetime(2026, 11, 20, 9, 30)  # noqa: DTZ001
    sheet.column_dimensions.group("G", "I", outline_level=0)
    sheet.column_dimensions["G"].fill = YELLOW
    sheet.column_dimensions["G"].width = 14
    sheet.row_dimensions[6].fill = PatternFill("solid", fgColor="FFDDEEFF")
    sheet.freeze_panes = "B2"


def _record(sheet: Worksheet) -> None:
    for row in range(7, 14):
        sheet.cell(row, 2, row - 6)
        sheet.cell(row, 6).border = Border(bottom=Side("thin"))
        sheet.cell(row, 11, f'=IF(F{row}="","",F{row}*2)').alignment = Alignment(horizontal="right")
    for name, column in {"Seat": "B", "Player": "C", "Bid": "F", "Payout": "K"}.items():
        sheet.defined_names.add(DefinedName(name, attr_text=f"Round1T1!${column}$7:${column}$13"))
    sheet.defined_names.add(DefinedName("Outcome", attr_text="Round1T1!$E$16"))
    bids = DataValidation(type="whole", operator="between", formula1="0", formula2="9000", allow_blank=True)
    bids.add("F7:F13")
    sheet.add_data_validation(bids)
    bold = DifferentialStyle(font=Font(b=True, sz=9), fill=YELLOW)
    sheet.conditional_formatting.add("K7:K13 F7:F13", Rule("expression", formula=['$F7=""'], dxf=bold))
    for merged in ("A20:C20", "E20:F21", "A1:D1", "B30:B31", "H1:J2"):
        sheet.merge_cells(merged)
    sheet.protection.sheet = True
    sheet.print_area = "A1:N18"
    sheet.sheet_state = "hidden"
