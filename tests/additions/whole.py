"""What a person adds to the workbook: sheets of his own, names, properties, and what a company's computer adds by itself."""

# ruff: noqa: E501 - XML as Excel writes it
from __future__ import annotations

import re
from typing import Final

from tests.additions.drawn import MICROSOFT, anchor, drawing
from tests.additions.package import HEAD, MAIN, OFFICE, WORKBOOK, Package

_SPREADSHEET: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_SHEET: Final = f"{_SPREADSHEET}.worksheet+xml"
_PLAIN: Final = "http://schemas.openxmlformats.org"


def own_sheet(package: Package, tab: str, inside: str, content_type: str = _SHEET, root: str = "worksheet") -> str:
    """A sheet of one's own at the end; its part."""
    folder, kind = {"chartsheet": ("chartsheets", "chartsheet")}.get(root, ("worksheets", "worksheet"))
    xml = HEAD + f'<{root} xmlns="{MAIN}" xmlns:r="{OFFICE}">{inside}</{root}>'.encode()
    part = package.part(f"xl/{folder}/own{{}}.xml", xml, content_type)
    link = package.relate(WORKBOOK, kind, part)
    numbers = [int(number) for number in re.findall(rb'sheetId="(\d+)"', package.parts[WORKBOOK])]
    package.append(WORKBOOK, b"</sheets>", f'<sheet name="{tab}" sheetId="{max(numbers) + 1}" r:id="{link}"/>'.encode())
    return part


def sheet_with_chart(package: Package) -> None:
    """Own formulas over the workbook's cells, with their results, and a chart of them."""
    tab = "My &amp; sheet"
    rows = "".join(
        f'<row r="{row}" spans="1:2"><c r="A{row}"><v>{row}</v></c><c r="B{row}"><f>A{row}*2+COUNTA(Players_Name)</f></c></row>'
        for row in range(1, 6)
    )
    own_sheet(package, tab, f'<dimension ref="A1:B5"/><sheetData>{rows}</sheetData>')
    part = drawing(package, "My & sheet")
    chart = package.part("xl/charts/chart{}.xml", _chart("'My &amp; sheet'!$B$1:$B$5"), f"{_DRAWING}.drawingml.chart+xml")
    link = package.relate(part, "chart", chart)
    anchor(package, part, _frame(link))


def chart_sheet(package: Package) -> None:
    """F11: a sheet that is a chart."""
    part = own_sheet(
        package, "Chart 1", '<sheetPr/><sheetViews><sheetView workbookViewId="0"/></sheetViews>', f"{_SPREADSHEET}.chartsheet+xml", "chartsheet"
    )  # fmt: skip
    new = drawing(package, "Chart 1")
    chart = package.part("xl/charts/chart{}.xml", _chart("Players!$B$7:$B$9"), f"{_DRAWING}.drawingml.chart+xml")
    anchor(package, new, _frame(package.relate(new, "chart", chart)))
    assert b"<drawing" in package.parts[part]


def table(package: Package) -> None:
    """Insert, Table, on an own sheet; with a slicer."""
    rows = "".join(
        f'<row r="{row}"><c r="A{row}" t="inlineStr"><is><t>{name}</t></is></c><c r="B{row}" t="inlineStr"><is><t>{what}</t></is></c></row>'
        for row, (name, what) in enumerate([("Who", "What"), ("Anna", "paid"), ("Bruno", "owes")], 1)
    )
    part = own_sheet(package, "Cash box", f"<sheetData>{rows}</sheetData>")
    columns = '<tableColumns count="2"><tableColumn id="1" name="Who"/><tableColumn id="2" name="What"/></tableColumns>'
    found = package.part(
        "xl/tables/table{}.xml",
        HEAD
        + f'<table xmlns="{MAIN}" id="77" name="Cash" displayName="Cash" ref="A1:B3" totalsRowShown="0"><autoFilter ref="A1:B3"/>'
        f'{columns}<tableStyleInfo name="TableStyleMedium2" showFirstColumn="0" showLastColumn="0" showRowStripes="1" '
        f'showColumnStripes="0"/></table>'.encode(),
        f"{_SPREADSHEET}.table+xml",
    )
    link = package.relate(part, "table", found)
    package.insert(part, f'<tableParts count="1"><tablePart r:id="{link}"/></tableParts>'.encode())
    _slicer(package, part)


def _slicer(package: Package, part: str) -> None:
    x14, x15 = f"{MICROSOFT}/spreadsheetml/2009/9/main", f"{MICROSOFT}/spreadsheetml/2010/11/main"
    cache = package.part(
        "xl/slicerCaches/slicerCache{}.xml",
        HEAD
        + f'<slicerCacheDefinition xmlns="{x14}" xmlns:x="{MAIN}" name="Slicer_What" sourceName="What"><extLst><x:ext '
        f'uri="{{2F2917AC-EB37-4324-AD4E-5DD8C200BD13}}" xmlns:x15="{x15}"><x15:tableSlicerCache tableId="77" column="2"/></x:ext></extLst>'
        f"</slicerCacheDefinition>".encode(),
        "application/vnd.ms-excel.slicerCache+xml",
    )
    slicer = package.part(
        "xl/slicers/slicer{}.xml",
        HEAD
        + f'<slicers xmlns="{x14}"><slicer name="What" cache="Slicer_What" caption="What" rowHeight="241300"/></slicers>'.encode(),
        "application/vnd.ms-excel.slicer+xml",
    )
    kind = f"{MICROSOFT}/2007/relationships/slicer"
    of_sheet, of_book = package.relate(part, kind, slicer), package.relate(WORKBOOK, f"{kind}Cache", cache)
    package.extend(
        part,
        f'<ext uri="{{3A4CF648-6AED-40f4-86FF-DC5316D8AED3}}" xmlns:x15="{x15}"><x14:slicerList xmlns:x14="{x14}"><x14:slicer '
        f'r:id="{of_sheet}"/></x14:slicerList></ext>'.encode(),
    )
    package.extend(
        WORKBOOK,
        f'<ext uri="{{46BE6895-7355-4a93-B00E-2C351335B9C9}}" xmlns:x15="{x15}"><x15:slicerCaches xmlns:x14="{x14}"><x14:slicerCache '
        f'r:id="{of_book}"/></x15:slicerCaches></ext>'.encode(),
    )


def pivot(package: Package) -> None:
    """Insert, PivotTable: its cache, its records, and the table on an own sheet."""
    part = own_sheet(package, "Pivot", '<sheetData><row r="3"><c r="A3" t="inlineStr"><is><t>Who</t></is></c></row></sheetData>')
    records = package.part(
        "xl/pivotCache/pivotCacheRecords{}.xml",
        HEAD + f'<pivotCacheRecords xmlns="{MAIN}" count="1"><r><s v="Anna"/></r></pivotCacheRecords>'.encode(),
        f"{_SPREADSHEET}.pivotCacheRecords+xml",
    )
    cache = package.part(
        "xl/pivotCache/pivotCacheDefinition{}.xml",
        HEAD
        + f'<pivotCacheDefinition xmlns="{MAIN}" xmlns:r="{OFFICE}" r:id="rId1" refreshedBy="Anna" refreshedDate="46346.5" '
        f'createdVersion="6" refreshedVersion="6" minRefreshableVersion="3" recordCount="1"><cacheSource type="worksheet">'
        f'<worksheetSource ref="C6:C17" sheet="Players"/></cacheSource><cacheFields count="1"><cacheField name="Player" numFmtId="0">'
        f'<sharedItems count="1"><s v="Anna"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>'.encode(),
        f"{_SPREADSHEET}.pivotCacheDefinition+xml",
    )
    assert package.relate(cache, "pivotCacheRecords", records) == "rId1"
    new = package.part(
        "xl/pivotTables/pivotTable{}.xml",
        HEAD
        + f'<pivotTableDefinition xmlns="{MAIN}" name="PivotTable1" cacheId="901" dataCaption="Values"><location ref="A3:C20" '
        f'firstHeaderRow="0" firstDataRow="0" firstDataCol="0"/><pivotFields count="1"><pivotField showAll="0"/></pivotFields>'
        f"</pivotTableDefinition>".encode(),
        f"{_SPREADSHEET}.pivotTable+xml",
    )
    package.relate(new, "pivotCacheDefinition", cache)
    package.relate(part, "pivotTable", new)
    link = package.relate(WORKBOOK, "pivotCacheDefinition", cache)
    package.insert(WORKBOOK, f'<pivotCaches><pivotCache cacheId="901" xmlns:r="{OFFICE}" r:id="{link}"/></pivotCaches>'.encode())


def names(package: Package) -> None:
    """Formulas, Define name: a range, a constant, a formula, one with a comment, one that is hidden."""
    for name in (
        b'<definedName name="My_Range">Players!$C$7:$C$9</definedName>',
        b'<definedName name="My_Rate" comment="per head &amp; day">0.25</definedName>',
        b'<definedName name="My_Sum" hidden="1">SUM(Players!$B$7:$B$9)&amp;"&lt;&gt;"</definedName>',
    ):
        package.append(WORKBOOK, b"</definedNames>", name)


def dynamic_array(package: Package) -> None:
    """A formula that spills, with the metadata that tells Excel 365 so; and a picture's value metadata beside it."""
    space = f"{MICROSOFT}/spreadsheetml/2017/dynamicarray"
    part = package.part(
        "xl/metadata.xml",
        HEAD
        + f'<metadata xmlns="{MAIN}" xmlns:xda="{space}"><metadataTypes count="1"><metadataType name="XLDAPR" '
        f'minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" '
        f'clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst>'
        f'<ext uri="{{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst>'
        f'</bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>'.encode(),
        f"{_SPREADSHEET}.sheetMetadata+xml",
    )
    package.relate(WORKBOOK, "sheetMetadata", part)
    for tab in ("Round1T1", "Players", "Tournament"):
        formula = b'<c r="AK3" cm="1"><f t="array" aca="1" ref="AK3:AK5" ca="1">_xlfn._xlws.SORT(AF3:AF5)</f></c>'
        package.cell(package.sheet(tab), "AK3", formula)


def custom_xml(package: Package) -> None:
    """What document systems put in: an XML part with its properties."""
    item = package.part("customXml/item{}.xml", '<?xml version="1.0"?><club xmlns="urn:club">☀</club>'.encode())
    space = f"{_PLAIN}/officeDocument/2006/customXml"
    properties = package.part(
        "customXml/itemProps{}.xml",
        f'<?xml version="1.0" encoding="UTF-8" standalone="no"?><ds:datastoreItem ds:itemID="{{0A0B0C0D-1111-4222-8333-444455556666}}" '
        f'xmlns:ds="{space}"><ds:schemaRefs/></ds:datastoreItem>'.encode(),
        "application/vnd.openxmlformats-officedocument.customXmlProperties+xml",
    )
    package.relate(item, "customXmlProps", properties)
    package.relate(WORKBOOK, "customXml", item)


def properties(package: Package) -> None:
    """File, Info, Properties: a title, own ones; and a company's sensitivity label."""
    package.append("docProps/core.xml", b"</cp:coreProperties>", b"<cp:category>BANG! &amp; friends</cp:category>")
    own = package.part(
        "docProps/custom.xml",
        HEAD
        + f'<Properties xmlns="{_PLAIN}/officeDocument/2006/custom-properties" '
        f'xmlns:vt="{_PLAIN}/officeDocument/2006/docPropsVTypes"><property fmtid="{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}" pid="2" '
        f'name="Club"><vt:lpwstr>Torino</vt:lpwstr></property></Properties>'.encode(),
        "application/vnd.openxmlformats-officedocument.custom-properties+xml",
    )
    package.relate("", "custom-properties", own)
    label = package.part(
        "docMetadata/LabelInfo.xml",
        HEAD
        + f'<clbl:labelList xmlns:clbl="{MICROSOFT}/2020/mipLabelMetadata"><clbl:label id="{{fc24caf1-31f7-40c1-bde0-ca915f0156e3}}" '
        f'enabled="1" method="Standard" siteId="{{088e9b00-ffd0-458e-bfa1-acf4c596d3cb}}" removed="0"/></clbl:labelList>'.encode(),
        "application/vnd.ms-office.classificationlabels+xml",
    )
    package.relate("", f"{MICROSOFT}/2020/02/relationships/classificationlabels", label)


def external_link(package: Package) -> None:
    """A formula that looks into another workbook."""
    book = package.part(
        "xl/externalLinks/externalLink{}.xml",
        HEAD
        + f'<externalLink xmlns="{MAIN}"><externalBook xmlns:r="{OFFICE}" r:id="rId1"><sheetNames><sheetName val="Members"/>'
        f"</sheetNames></externalBook></externalLink>".encode(),
        f"{_SPREADSHEET}.externalLink+xml",
    )
    package.relate(book, "externalLinkPath", "Members%202026.xlsx", "External")
    link = package.relate(WORKBOOK, "externalLink", book)
    package.insert(
        WORKBOOK, f'<externalReferences><externalReference xmlns:r="{OFFICE}" r:id="{link}"/></externalReferences>'.encode()
    )
    own_sheet(package, "Members", '<sheetData><row r="1"><c r="A1"><f>[1]Members!$A$1</f></c></row></sheetData>')


def ribbon_tab(package: Package) -> None:
    """A ribbon tab of one's own beside the program's: the part of Office 2010."""
    space = f"{MICROSOFT}/2009/07/customui"
    part = package.part(
        "customUI/customUI14.xml",
        f'<customUI xmlns="{space}"><ribbon><tabs><tab id="mine" label="Mine"/></tabs></ribbon></customUI>'.encode(),
    )
    package.relate("", f"{MICROSOFT}/2007/relationships/ui/extensibility", part)


def module(package: Package) -> None:
    """A macro recorded by the person: Excel has written the VBA project anew, and signed it."""
    name = "xl/vbaProject.bin"
    package.parts[name] = package.parts[name] + b"Sub Mine()\r\nEnd Sub\r\n" * 9
    package.watch(name)
    signature = package.part(
        "xl/vbaProjectSignature.bin",
        bytes.fromhex("d0cf11e0a1b11ae1") + bytes(range(200)),
        "application/vnd.ms-office.vbaProjectSignature",
    )
    package.relate(name, f"{MICROSOFT}/2006/relationships/vbaProjectSignature", signature)


_DRAWING: Final = "application/vnd.openxmlformats-officedocument"


def _chart(values: str) -> bytes:
    return (
        HEAD
        + f'<c:chartSpace xmlns:c="{_PLAIN}/drawingml/2006/chart" xmlns:a="{_PLAIN}/drawingml/2006/main"><c:chart><c:plotArea>'
        f'<c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numRef>'
        f'<c:f>{values}</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="1"/><c:pt idx="0"><c:v>2</c:v></c:pt>'
        f'</c:numCache></c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling/>'
        f'<c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling/><c:delete val="0"/>'
        f'<c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea><c:plotVisOnly val="1"/></c:chart></c:chartSpace>'.encode()
    )


def _frame(link: str) -> bytes:
    return (
        f'<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="5" name="Chart 4"/><xdr:cNvGraphicFramePr/>'
        f'</xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData '
        f'uri="{_PLAIN}/drawingml/2006/chart"><c:chart xmlns:c="{_PLAIN}/drawingml/2006/chart" xmlns:r="{OFFICE}" r:id="{link}"/>'
        f"</a:graphicData></a:graphic></xdr:graphicFrame>"
    ).encode()
