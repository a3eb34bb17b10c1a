"""A small workbook, written out by hand, against which the rules have nothing: what they forbid is planted in it."""

from collections.abc import Mapping
from typing import Final

from tests.additions.package import zipped

_MAIN: Final = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_R: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"

TYPES: Final = "[Content_Types].xml"
ROOT: Final = "_rels/.rels"
CORE: Final = "docProps/core.xml"
BOOK: Final = "xl/workbook.xml"
BOOK_RELATIONS: Final = "xl/_rels/workbook.xml.rels"
STYLES: Final = "xl/styles.xml"
STRINGS: Final = "xl/sharedStrings.xml"
PLAYERS: Final = "xl/worksheets/sheet1.xml"
RULES: Final = "xl/worksheets/sheet2.xml"


def _relations(*lines: tuple[str, str, str]) -> str:
    inside = "".join(f'<Relationship Id="{id_}" Type="{kind}" Target="{target}"/>' for id_, kind, target in lines)
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{inside}</Relationships>'


GOOD: Final[Mapping[str, str]] = {
    TYPES: f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>'
    '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_TYPE}.worksheet+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet2.xml" ContentType="{_TYPE}.worksheet+xml"/></Types>',
    ROOT: _relations(
        ("rId1", f"{_R}/officeDocument", "xl/workbook.xml"),
        ("rId2", f"{_PACKAGE}/relationships/metadata/core-properties", "docProps/core.xml"),
    ),
    CORE: f'<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" xmlns:dcterms="http://purl.org/dc/terms/">'
    "<dcterms:created>2026-11-20T10:00:00Z</dcterms:created></cp:coreProperties>",
    BOOK: f'<workbook {_MAIN} xmlns:r="{_R}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    ' mc:Ignorable="x15" xmlns:x15="urn:x15"><workbookPr codeName="ThisWorkbook"/>'
    '<bookViews><workbookView activeTab="0"/></bookViews><sheets><sheet name="Players" sheetId="1" r:id="rId1"/>'
    '<sheet name="Rules" sheetId="2" state="hidden" r:id="rId2"/></sheets><definedNames>'
    '<definedName name="_xlnm.Print_Area" localSheetId="0">Players!$A$1:$E$30</definedName>'
    '<definedName name="_xlnm.Print_Titles" localSheetId="0">Players!$A:$A,Players!$1:$1</definedName>'
    '<definedName name="Points">Players!$B$2:$B$3</definedName>'
    '<definedName name="Seat" localSheetId="1">Rules!$A$1</definedName></definedNames></workbook>',
    BOOK_RELATIONS: _relations(
        ("rId1", f"{_R}/worksheet", "worksheets/sheet1.xml"),
        ("rId2", f"{_R}/worksheet", "/xl/worksheets/sheet2.xml"),
        ("rId3", f"{_R}/styles", "styles.xml"),
        ("rId4", f"{_R}/sharedStrings", "sharedStrings.xml"),
        ("rId5", "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vbaProject.bin"),
    ),
    STYLES: f'<styleSheet {_MAIN}><numFmts><numFmt numFmtId="164" formatCode="0.00"/></numFmts><fonts><font/></fonts>'
    '<fills><fill/></fills><borders><border/></borders><cellStyleXfs><xf fontId="0"/></cellStyleXfs>'
    '<cellXfs><xf xfId="0" fontId="0" fillId="0" borderId="0"/><xf xfId="0" numFmtId="164"/></cellXfs>'
    '<cellStyles><cellStyle name="Normal" xfId="0" builtinId="0"/><cellStyle name="Input" xfId="0"/></cellStyles>'
    "<dxfs><dxf/></dxfs></styleSheet>",
    STRINGS: f"<sst {_MAIN}>{''.join(f'<si><t>{text}</t></si>' for text in ('Name', 'Points', 'Anna'))}</sst>",
    PLAYERS: f'<worksheet {_MAIN} xmlns:r="{_R}"><sheetPr codeName="SheetPlayers"/><sheetViews>'
    '<sheetView tabSelected="1" zoomScale="90" workbookViewId="0"><pane ySplit="1" state="frozen" activePane="bottomLeft"/>'
    '<selection pane="bottomLeft"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>'
    '<cols><col min="1" max="1" width="20" style="1"/><col min="2" max="4" width="9"/></cols><sheetData>'
    '<row r="1" ht="30"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
    '<row r="2"><c r="A2" s="1" t="s"><v>2</v></c><c r="B2"><v>5</v></c><c r="D2" t="b"><v>1</v></c></row>'
    '<row r="3"><c r="A3" t="inlineStr"><is><t>Bruno</t></is></c><c r="B3"><v>7</v></c></row>'
    '<row r="5"><c r="A5"><f>SUM(Points)+SUM((B2,B3),Rules!A1)</f></c></row>'
    '<row r="11"><c r="A11"><v>7</v></c></row></sheetData>'
    '<mergeCells><mergeCell ref="A20:C20"/><mergeCell ref="A21:B22"/></mergeCells>'
    '<conditionalFormatting sqref="A2:A3"><cfRule type="expression" dxfId="0" priority="1"><formula>$B2&gt;5</formula>'
    "</cfRule></conditionalFormatting><dataValidations>"
    '<dataValidation type="list" sqref="B2:B3"><formula1>"1,2,3"</formula1></dataValidation>'
    '<dataValidation type="list" sqref="C2"><formula1>Rules!$A$1:$A$3</formula1></dataValidation>'
    '<dataValidation type="whole" promptTitle="Points" prompt="How many?" errorTitle="No" error="Whole numbers" sqref="D20 E2">'
    "<formula1>0</formula1><formula2>SUM(Points)</formula2></dataValidation></dataValidations>"
    "<headerFooter><oddHeader>&amp;CPlayers</oddHeader></headerFooter></worksheet>",
    RULES: f'<worksheet {_MAIN}><sheetPr codeName="SheetRules"/><sheetViews><sheetView workbookViewId="0"/></sheetViews>'
    '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1" t="e"><v>#N/A</v></c></row></sheetData></worksheet>',
    "xl/vbaProject.bin": "project",
}


def packed(parts: Mapping[str, str]) -> bytes:
    return zipped({name: text.encode() for name, text in parts.items()})
