"""What a person changes about a sheet's look and print: the newer things of Excel, which stand in extensions."""

# ruff: noqa: E501 - XML as Excel writes it
import re
from typing import Final

from tests.additions.package import MICROSOFT, OFFICE, OFFICE_TYPES, WORKBOOK, Package

_STYLES: Final = "xl/styles.xml"
_PRINTER: Final = b"H\0P\0 \0L\0a\0s\0e\0r\0" + bytes(range(256)) * 4
"""A DEVMODE structure is nobody's business but the printer's."""


def printer_settings(package: Package, sheet: str) -> None:
    """What printing once leaves behind."""
    part = package.sheet(sheet)
    content_type = f"{OFFICE_TYPES}.spreadsheetml.printerSettings"
    package.ending("bin", content_type)
    settings = "xl/printerSettings/printerSettings{}.bin"
    _new, link = package.attach(part, "printerSettings", settings, _PRINTER, content_type)
    package.replace(part, rb"<pageSetup([^>]*?)\s*/>", f'<pageSetup\\1 xmlns:r="{OFFICE}" r:id="{link}"/>'.encode())


def link(package: Package, sheet: str) -> None:
    """Insert, Link, to a page of the web."""
    part = package.sheet(sheet)
    target = package.relate(part, "hyperlink", "https://example.org/?a=1&amp;b=2", "External")
    element = f'<hyperlink ref="AD2" xmlns:r="{OFFICE}" r:id="{target}" tooltip="the club"/>'.encode()
    if b"</hyperlinks>" in package.parts[part]:
        package.append(part, b"</hyperlinks>", element)
    else:
        package.insert(part, b"<hyperlinks>" + element + b"</hyperlinks>")


def colours(package: Package, sheet: str) -> None:
    """A cell filled by hand, a column made wider, a conditional format: one more of each style in the styles' part."""
    fills = _added(package, "fills", b'<fill><patternFill patternType="solid"><fgColor rgb="FF12AB34"/></patternFill></fill>')
    look = b'<xf numFmtId="0" fontId="0" fillId="%d" borderId="0" xfId="0" applyFill="1"/>' % fills
    style = _added(package, "cellXfs", look)
    dxf = _added(package, "dxfs", b'<dxf><font><strike/><color rgb="FF9C0006"/></font></dxf>')
    part = package.sheet(sheet)
    package.cell(part, "AF3", b'<c r="AF3" s="%d"><v>12.5</v></c>' % style)
    package.insert(
        part,
        b'<conditionalFormatting sqref="AF1:AF9"><cfRule type="cellIs" dxfId="%d" priority="902" operator="lessThan">'
        b"<formula>0</formula></cfRule></conditionalFormatting>" % dxf,
    )


def from_the_future(package: Package, sheet: str) -> None:
    """Attributes and elements of an Excel to come, which may be ignored but not lost; and those that today's writes everywhere."""
    part = package.sheet(sheet)
    space = (
        f'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="x14ac xr f99" '
        f'xmlns:x14ac="{MICROSOFT}/spreadsheetml/2009/9/ac" xmlns:xr="{MICROSOFT}/spreadsheetml/2014/revision" '
        f'xmlns:f99="{MICROSOFT}/spreadsheetml/2099/future" xr:uid="{{8E4A7A55-9F11-4B7C-8D6C-000000000001}}" f99:mood="calm"'
    )
    package.replace(part, rb"<worksheet xmlns=([^>]*)>", rb"<worksheet xmlns=\1 %b>" % space.encode())
    rows = re.sub(rb'<row (r="\d+")([^>]*?)(/?)>', rb'<row \1 spans="1:40"\2 x14ac:dyDescent="0.25"\3>', package.parts[part])
    package.parts[part] = rows
    package.cell(part, "AD20", b'<c r="AD20" f99:weight="7"><v>3</v></c>')
    package.extend(
        part, b'<ext uri="{0F0F0F0F-0000-4000-8000-000000000099}"><f99:lamps f99:on="1">\xe2\x98\x80 &amp; more</f99:lamps></ext>'
    )
    if b"f99" not in package.parts[WORKBOOK]:
        package.extend(
            WORKBOOK,
            f'<ext uri="{{0F0F0F0F-0000-4000-8000-000000000098}}" xmlns:f99="{MICROSOFT}/spreadsheetml/2099/future">'
            f'<f99:plan depth="3"/></ext>'.encode(),
        )


def _added(package: Package, parent: str, element: bytes) -> int:
    """One more of a kind of style; its number."""
    xml = package.parts[_STYLES]
    match = re.search(rb"<%b[^>]*>" % parent.encode(), xml)
    assert match is not None
    inside = xml[match.end() : xml.index(b"</%b>" % parent.encode())]
    kind = element[1:].split(b" ")[0].split(b">")[0]
    number = len(re.findall(rb"<%b[ >/]" % kind, inside))
    count = re.sub(rb' count="\d+"', b' count="%d"' % (number + 1), match[0])
    package.parts[_STYLES] = xml.replace(match[0], count, 1)
    package.append(_STYLES, b"</%b>" % parent.encode(), element)
    return number


def text_in_parts(package: Package, sheet: str) -> None:
    """A free cell with a text of two looks, one typed with a phonetic guide, one that another program wrote inline."""
    part = package.sheet(sheet)
    rich = package.text(
        b'<si><r><t xml:space="preserve">see </t></r><r><rPr><b/><sz val="11"/><color rgb="FFFF0000"/><rFont val="Calibri"/></rPr>'
        b"<t>me</t></r></si>"
    )
    guided = package.text('<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>'.encode())
    package.cell(part, "AZ4", b'<c r="AZ4" t="s"><v>%d</v></c>' % rich)
    package.cell(part, "AZ5", b'<c r="AZ5" t="s" ph="1"><v>%d</v></c>' % guided)
    package.cell(part, "AZ6", b'<c r="AZ6" t="inlineStr"><is><r><t>in</t></r><r><rPr><i/></rPr><t>line</t></r></is></c>')
