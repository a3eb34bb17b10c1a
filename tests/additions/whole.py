"""What a person adds to the workbook: sheets of his own, names, properties, and what a company's computer adds by itself."""

# ruff: noqa: E501 - XML as Excel writes it
import re
from typing import Final

from tests.additions.drawn import anchor, drawing
from tests.additions.package import MAIN, MICROSOFT, OFFICE, OFFICE_TYPES, WORKBOOK, Package

_SPREADSHEET: Final = f"{OFFICE_TYPES}.spreadsheetml"
_PLAIN: Final = "http://schemas.openxmlformats.org"
_X14: Final = f"{MICROSOFT}/spreadsheetml/2009/9/main"
_X15: Final = f"{MICROSOFT}/spreadsheetml/2010/11/main"


def own_sheet(package: Package, tab: str, inside: str, kind: str = "worksheet") -> str:
    """A sheet of one's own at the end; its part."""
    xml = f'<{kind} xmlns="{MAIN}" xmlns:r="{OFFICE}">{inside}</{kind}>'
    part, link = package.attach(WORKBOOK, kind, f"xl/{kind}s/own{{}}.xml", xml, f"{_SPREADSHEET}.{kind}+xml")
    number = max(map(int, re.findall(rb'sheetId="(\d+)"', package.parts[WORKBOOK]))) + 1
    package.append(WORKBOOK, b"</sheets>", f'<sheet name="{tab}" sheetId="{number}" r:id="{link}"/>'.encode())
    return part


def sheet_with_chart(package: Package) -> None:
    """Own formulas over the workbook's cells, with their results, and a chart of them."""
    rows = "".join(
        f'<row r="{row}" spans="1:2"><c r="A{row}"><v>{row}</v></c><c r="B{row}"><f>A{row}*2+COUNTA(Players_Name)</f></c></row>'
        for row in range(1, 6)
    )
    own_sheet(package, "My &amp; sheet", f'<dimension ref="A1:B5"/><sheetData>{rows}</sheetData>')
    _chart(package, "My & sheet", "'My &amp; sheet'!$B$1:$B$5")


def chart_sheet(package: Package) -> None:
    """F11: a sheet that is a chart."""
    own_sheet(package, "Chart 1", '<sheetPr/><sheetViews><sheetView workbookViewId="0"/></sheetViews>', "chartsheet")
    _chart(package, "Chart 1", "Players!$B$7:$B$9")


def _chart(package: Package, sheet: str, values: str) -> None:
    part, space = drawing(package, sheet), f"{_PLAIN}/drawingml/2006/chart"
    chart = (
        f'<c:chartSpace xmlns:c="{space}" xmlns:a="{_PLAIN}/drawingml/2006/main"><c:chart><c:plotArea>'
        f'<c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numRef>'
        f'<c:f>{values}</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="1"/><c:pt idx="0"><c:v>2</c:v></c:pt>'
        f'</c:numCache></c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling/>'
        f'<c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling/><c:delete val="0"/>'
        f'<c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea><c:plotVisOnly val="1"/></c:chart></c:chartSpace>'
    )
    _new, link = package.attach(part, "chart", "xl/charts/chart{}.xml", chart, f"{OFFICE_TYPES}.drawingml.chart+xml")
    frame = (
        f'<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="5" name="Chart 4"/><xdr:cNvGraphicFramePr/>'
        f'</xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData '
        f'uri="{space}"><c:chart xmlns:c="{space}" xmlns:r="{OFFICE}" r:id="{link}"/></a:graphicData></a:graphic></xdr:graphicFrame>'
    )
    anchor(package, part, frame)


def table(package: Package) -> None:
    """Insert, Table, on an own sheet; with a slicer."""
    rows = "".join(
        f'<row r="{row}"><c r="A{row}" t="inlineStr"><is><t>{name}</t></is></c><c r="B{row}" t="inlineStr"><is><t>{what}</t></is></c></row>'
        for row, (name, what) in enumerate([("Who", "What"), ("Anna", "paid"), ("Bruno", "owes")], 1)
    )
    part = own_sheet(package, "Cash box", f"<sheetData>{rows}</sheetData>")
    xml = (
        f'<table xmlns="{MAIN}" id="77" name="Cash" displayName="Cash" ref="A1:B3" totalsRowShown="0"><autoFilter ref="A1:B3"/>'
        f'<tableColumns count="2"><tableColumn id="1" name="Who"/><tableColumn id="2" name="What"/></tableColumns>'
        f'<tableStyleInfo name="TableStyleMedium2" showRowStripes="1"/></table>'
    )
    _table, link = package.attach(part, "table", "xl/tables/table{}.xml", xml, f"{_SPREADSHEET}.table+xml")
    package.insert(part, f'<tableParts count="1"><tablePart r:id="{link}"/></tableParts>'.encode())
    cache = (
        f'<slicerCacheDefinition xmlns="{_X14}" xmlns:x="{MAIN}" name="Slicer_What" sourceName="What"><extLst><x:ext '
        f'uri="{{2F2917AC-EB37-4324-AD4E-5DD8C200BD13}}" xmlns:x15="{_X15}"><x15:tableSlicerCache tableId="77" column="2"/></x:ext>'
        f"</extLst></slicerCacheDefinition>"
    )
    slicer = f'<slicers xmlns="{_X14}"><slicer name="What" cache="Slicer_What" caption="What" rowHeight="241300"/></slicers>'
    for source, kind, text, uri in (
        (part, "slicer", slicer, "3A4CF648-6AED-40f4-86FF-DC5316D8AED3"),
        (WORKBOOK, "slicerCache", cache, "46BE6895-7355-4a93-B00E-2C351335B9C9"),
    ):
        content_type = f"application/vnd.ms-excel.{kind}+xml"
        relationship = f"{MICROSOFT}/2007/relationships/{kind}"
        _new, link = package.attach(source, relationship, f"xl/{kind}s/{kind}{{}}.xml", text, content_type)
        space, inside = ("x14", "slicerList") if source == part else ("x15", "slicerCaches")
        package.extend(
            source,
            f'<ext uri="{{{uri}}}" xmlns:x15="{_X15}" xmlns:x14="{_X14}"><{space}:{inside}><x14:{kind} r:id="{link}"/>'
            f"</{space}:{inside}></ext>".encode(),
        )


def names(package: Package) -> None:
    """Formulas, Define name: a range, a constant with a comment, a formula that is hidden."""
    for name in (
        b'<definedName name="My_Range">Players!$C$7:$C$9</definedName>',
        b'<definedName name="My_Rate" comment="per head &amp; day">0.25</definedName>',
        b'<definedName name="My_Sum" hidden="1">SUM(Players!$B$7:$B$9)&amp;"&lt;&gt;"</definedName>',
    ):
        package.append(WORKBOOK, b"</definedNames>", name)


def dynamic_array(package: Package) -> None:
    """A formula that spills, with the metadata that tells Excel 365 so."""
    xml = (
        f'<metadata xmlns="{MAIN}" xmlns:xda="{MICROSOFT}/spreadsheetml/2017/dynamicarray"><metadataTypes count="1"><metadataType '
        f'name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" '
        f'clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1">'
        f'<bk><extLst><ext uri="{{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext>'
        f'</extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>'
    )
    package.attach(WORKBOOK, "sheetMetadata", "xl/metadata.xml", xml, f"{_SPREADSHEET}.sheetMetadata+xml")
    for tab in ("Round1T1", "Players", "Tournament"):
        formula = b'<c r="AK3" cm="1"><f t="array" aca="1" ref="AK3:AK5" ca="1">_xlfn._xlws.SORT(AF3:AF5)</f></c>'
        package.cell(package.sheet(tab), "AK3", formula)


def properties(package: Package) -> None:
    """File, Info, Properties: a title, own ones; a company's sensitivity label; what document systems put in."""
    package.append("docProps/core.xml", b"</cp:coreProperties>", b"<cp:category>BANG! &amp; friends</cp:category>")
    own = (
        f'<Properties xmlns="{_PLAIN}/officeDocument/2006/custom-properties" xmlns:vt="{_PLAIN}/officeDocument/2006/docPropsVTypes">'
        f'<property fmtid="{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}" pid="2" name="Club"><vt:lpwstr>Torino</vt:lpwstr></property>'
        f"</Properties>"
    )
    label = (
        f'<clbl:labelList xmlns:clbl="{MICROSOFT}/2020/mipLabelMetadata"><clbl:label id="{{fc24caf1-31f7-40c1-bde0-ca915f0156e3}}" '
        f'enabled="1" method="Standard" siteId="{{088e9b00-ffd0-458e-bfa1-acf4c596d3cb}}" removed="0"/></clbl:labelList>'
    )
    package.attach("", "custom-properties", "docProps/custom.xml", own, f"{OFFICE_TYPES}.custom-properties+xml")
    kind = f"{MICROSOFT}/2020/02/relationships/classificationlabels"
    package.attach("", kind, "docMetadata/LabelInfo.xml", label, "application/vnd.ms-office.classificationlabels+xml")
    item, _link = package.attach(WORKBOOK, "customXml", "customXml/item{}.xml", '<club xmlns="urn:club">☀</club>')
    store = (
        f'<ds:datastoreItem ds:itemID="{{0A0B0C0D-1111-4222-8333-444455556666}}" xmlns:ds="{_PLAIN}/officeDocument/2006/customXml">'
        f"<ds:schemaRefs/></ds:datastoreItem>"
    )
    package.attach(item, "customXmlProps", "customXml/itemProps{}.xml", store, f"{OFFICE_TYPES}.customXmlProperties+xml")


def external_link(package: Package) -> None:
    """A formula that looks into another workbook."""
    xml = (
        f'<externalLink xmlns="{MAIN}"><externalBook xmlns:r="{OFFICE}" r:id="rId1"><sheetNames><sheetName val="Members"/>'
        f"</sheetNames></externalBook></externalLink>"
    )
    book, link = package.attach(
        WORKBOOK, "externalLink", "xl/externalLinks/externalLink{}.xml", xml, f"{_SPREADSHEET}.externalLink+xml"
    )
    package.relate(book, "externalLinkPath", "Members%202026.xlsx", "External")
    element = f'<externalReferences><externalReference xmlns:r="{OFFICE}" r:id="{link}"/></externalReferences>'
    package.insert(WORKBOOK, element.encode())
    own_sheet(package, "Members", '<sheetData><row r="1"><c r="A1"><f>[1]Members!$A$1</f></c></row></sheetData>')


def module(package: Package) -> None:
    """A macro recorded by the person: Excel has written the VBA project anew, and signed it."""
    name, kind = "xl/vbaProject.bin", "vbaProjectSignature"
    package.parts[name] += b"Sub Mine()\r\nEnd Sub\r\n" * 9
    package.watch(name)
    signature = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(range(200))
    package.attach(
        name, f"{MICROSOFT}/2006/relationships/{kind}", f"xl/{kind}.bin", signature, f"application/vnd.ms-office.{kind}"
    )
