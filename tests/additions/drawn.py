"""What a person draws on a sheet: shapes, pictures, comments, controls, with all the parts that Excel writes for each."""

# ruff: noqa: E501 - XML as Excel writes it
from __future__ import annotations

import struct
import zlib
from typing import Final

from tests.additions.package import HEAD, OFFICE, Package, absolute, relations

MICROSOFT: Final = "http://schemas.microsoft.com/office"
_DRAWING: Final = (
    b'<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
    b'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"></xdr:wsDr>'
)
_VML: Final = (
    b'<xml xmlns:v="urn:schemas-microsoft-com:vml"\r\n xmlns:o="urn:schemas-microsoft-com:office:office"\r\n '
    b'xmlns:x="urn:schemas-microsoft-com:office:excel">\r\n <o:shapelayout v:ext="edit">\r\n  <o:idmap v:ext="edit" data="1"/>\r\n '
    b'</o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202"\r\n  path="m,l,21600r21600,l21600,xe">\r\n  '
    b'<v:stroke joinstyle="miter"/>\r\n  <v:path gradientshapeok="t" o:connecttype="rect"/>\r\n </v:shapetype></xml>'
)
_R: Final = f'xmlns:r="{OFFICE}"'.encode()


def png() -> bytes:
    """A red dot."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\0\xff\0\0")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def drawing(package: Package, sheet: str) -> str:
    """The sheet's drawing; its first shape brings it."""
    part = package.sheet(sheet)
    found = [absolute(part, one[2]) for one in relations(package.parts, part) if one[1].endswith("/drawing")]
    if found:
        return found[0]
    content_type = "application/vnd.openxmlformats-officedocument.drawing+xml"
    new = package.part("xl/drawings/drawing{}.xml", HEAD + _DRAWING, content_type)
    package.insert(part, b'<drawing %b r:id="%b"/>' % (_R, package.relate(part, "drawing", new).encode()))
    return new


def anchor(package: Package, part: str, content: bytes) -> None:
    """Put something on a drawing, two columns wide."""
    where = (
        b"<xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>8</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>"
        b"<xdr:to><xdr:col>3</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>12</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to>"
    )
    package.append(part, b"</xdr:wsDr>", b"<xdr:twoCellAnchor>" + where + content + b"<xdr:clientData/></xdr:twoCellAnchor>")


def text_box(package: Package, sheet: str) -> None:
    """Insert, Text box."""
    anchor(
        package,
        drawing(package, sheet),
        '<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="2" name="TextBox 1"><a:extLst><a:ext '
        'uri="{FF2B5EF4-FFF2-40B4-BE49-F238E27FC236}"><a16:creationId '
        'xmlns:a16="http://schemas.microsoft.com/office/drawing/2014/main" id="{6C7D4E0A-2C5B-4E0B-9C39-0F2F6A6A7B11}"/></a:ext>'
        '</a:extLst></xdr:cNvPr><xdr:cNvSpPr txBox="1"/></xdr:nvSpPr><xdr:spPr><a:xfrm><a:off x="609600" y="190500"/>'
        '<a:ext cx="1219200" cy="762000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr><xdr:txBody>'
        '<a:bodyPr vertOverflow="clip" horzOverflow="clip" wrap="square" rtlCol="0" anchor="t"/><a:lstStyle/><a:p><a:r>'
        '<a:rPr lang="it-IT" sz="1100"/><a:t>Pizza at 20:00 — table 1 first</a:t></a:r></a:p></xdr:txBody></xdr:sp>'.encode(),
    )


def picture(package: Package, sheet: str) -> None:
    """Insert, Picture: the club's logo."""
    package.ending("png", "image/png")
    media = package.part("xl/media/image{}.png", png())
    part = drawing(package, sheet)
    link = package.relate(part, "image", media)
    content = (
        f'<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3" name="Logo" descr="club"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/>'
        f'</xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="{OFFICE}" r:embed="{link}"/><a:stretch><a:fillRect/>'
        f'</a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="952500" cy="952500"/></a:xfrm>'
        f'<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>'
    ).encode()
    anchor(package, part, content)


def comment_thread(package: Package, sheet: str) -> None:
    """Review, New comment, with an answer: the thread, its people, and the note for older programs."""
    part = package.sheet(sheet)
    people = "{90E7DA62-9F2A-4D3F-8B1D-3C6A6E2D1F01}", "{90E7DA62-9F2A-4D3F-8B1D-3C6A6E2D1F02}"
    first, second = "{1B7F7E51-1D7B-4E7F-8F7B-0A3E5F6A0001}", "{1B7F7E51-1D7B-4E7F-8F7B-0A3E5F6A0002}"
    space = f"{MICROSOFT}/spreadsheetml/2018/threadedcomments"
    if "xl/persons/person.xml" not in package.parts:
        persons = package.part("xl/persons/person.xml", _persons(space, people), "application/vnd.ms-excel.person+xml")
        package.relate("xl/workbook.xml", f"{MICROSOFT}/2017/10/relationships/person", persons)
    thread = package.part(
        "xl/threadedComments/threadedComment{}.xml",
        HEAD
        + f'<ThreadedComments xmlns="{space}" xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f'<threadedComment ref="B2" dT="2026-11-20T18:30:00.12" personId="{people[0]}" id="{first}"><text>Is he here?</text>'
        f'</threadedComment><threadedComment ref="B2" dT="2026-11-20T18:31:00.45" personId="{people[1]}" id="{second}" '
        f'parentId="{first}" done="1"><text>Sì, arriva</text></threadedComment></ThreadedComments>'.encode(),
        "application/vnd.ms-excel.threadedcomments+xml",
    )
    notes = package.part(
        "xl/comments{}.xml", _note(first), "application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml"
    )
    package.relate(part, f"{MICROSOFT}/2017/10/relationships/threadedComment", thread)
    package.relate(part, "comments", notes)
    vml(package, sheet, "legacyDrawing", _shape(1025, "Note", b"<x:Row>1</x:Row><x:Column>1</x:Column>"))


def header_picture(package: Package, sheet: str) -> None:
    """Page set-up, Header, Insert picture."""
    package.ending("png", "image/png")
    media = package.part("xl/media/image{}.png", png())
    part = vml(
        package,
        sheet,
        "legacyDrawingHF",
        b'<v:shape id="LH" o:spid="_x0000_s2049" type="#_x0000_t75"\r\n  style=\'position:absolute;width:48pt;height:48pt;z-index:1\'>'
        b'<v:imagedata o:relid="rId1" o:title="logo"/><o:lock v:ext="edit" rotation="t"/></v:shape>',
    )
    assert package.relate(part, "image", media) == "rId1"


def form_control(package: Package, sheet: str) -> None:
    """Developer, Insert, Check box: an element in ``mc:AlternateContent`` that old readers jump over."""
    part = package.sheet(sheet)
    control = package.part(
        "xl/ctrlProps/ctrlProp{}.xml",
        HEAD
        + f'<formControlPr xmlns="{MICROSOFT}/spreadsheetml/2009/9/main" objectType="CheckBox" lockText="1" noThreeD="1"/>'.encode(),
        "application/vnd.ms-excel.controlproperties+xml",
    )
    link = package.relate(part, "ctrlProp", control)
    vml(package, sheet, "legacyDrawing", _shape(1026, "Checkbox", b"<x:NoThreeD/>"))
    space = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    element = (
        f'<mc:AlternateContent xmlns:mc="{space}"><mc:Choice Requires="x14" xmlns:x14="{MICROSOFT}/spreadsheetml/2009/9/main">'
        f'<controls><mc:AlternateContent><mc:Choice Requires="x14"><control shapeId="1026" xmlns:r="{OFFICE}" r:id="{link}" '
        f'name="Check Box 1"><controlPr defaultSize="0" autoFill="0" autoLine="0" autoPict="0"><anchor moveWithCells="1">'
        f"{_marker('from', 1)}{_marker('to', 3)}</anchor>"
        f"</controlPr></control></mc:Choice></mc:AlternateContent></controls></mc:Choice></mc:AlternateContent>"
    )
    package.insert(part, element.encode(), "controls")


def vml(package: Package, sheet: str, element: str, shape: bytes) -> str:
    """Put a shape into the sheet's old kind of drawing, one for notes and controls, one for the header; its part."""
    part = package.sheet(sheet)
    package.ending("vml", "application/vnd.openxmlformats-officedocument.vmlDrawing")
    found = [one for one in relations(package.parts, part) if one[1].endswith("/vmlDrawing")]
    known = [one for one in found if f'<{element} xmlns:r="{OFFICE}" r:id="{one[0]}"/>'.encode() in package.parts[part]]
    if known:
        old = absolute(part, known[0][2])
    else:
        old = package.part("xl/drawings/vmlDrawing{}.vml", _VML)
        link = package.relate(part, "vmlDrawing", old)
        package.insert(part, f'<{element} xmlns:r="{OFFICE}" r:id="{link}"/>'.encode())
    package.append(old, b"</xml>", shape)
    return old


def _shape(number: int, kind: str, inside: bytes) -> bytes:
    return (
        b'<v:shape id="_x0000_s%d" type="#_x0000_t202" style=\'position:absolute;\r\n  margin-left:59.25pt;margin-top:1.5pt;'
        b'width:108pt;height:59.25pt;z-index:1;\r\n  visibility:hidden\' fillcolor="#ffffe1" o:insetmode="auto">\r\n  '
        b"<v:textbox style='mso-direction-alt:auto'>\r\n   <div style='text-align:left'></div>\r\n  </v:textbox>\r\n  "
        b'<x:ClientData ObjectType="%b">\r\n   <x:MoveWithCells/>\r\n   <x:SizeWithCells/>\r\n   <x:Anchor>\r\n    '
        b"2, 15, 0, 2, 4, 15, 4, 1</x:Anchor>\r\n   <x:AutoFill>False</x:AutoFill>%b</x:ClientData>\r\n </v:shape>"
        % (number, kind.encode(), inside)
    )


def _note(thread: str) -> bytes:
    return (
        HEAD
        + f'<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>tc={thread}</author></authors>'
        f'<commentList><comment ref="B2" authorId="0" shapeId="0"><text><t>[Threaded comment]\n\nYour version of Excel allows you '
        f"to read this threaded comment.\n\nComment:\n    Is he here?\nReply:\n    Sì, arriva</t></text></comment></commentList>"
        f"</comments>".encode()
    )


def _persons(space: str, people: tuple[str, str]) -> bytes:
    both = zip(("Anna", "Bruno"), people, strict=True)
    inside = "".join(f'<person displayName="{name}" id="{id_}" userId="{name}" providerId="None"/>' for name, id_ in both)
    return HEAD + f'<personList xmlns="{space}">{inside}</personList>'.encode()


def _marker(name: str, column: int) -> str:
    space = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
    places = {"col": column, "colOff": 0, "row": column, "rowOff": 0}
    inside = "".join(f'<xdr:{key} xmlns:xdr="{space}">{value}</xdr:{key}>' for key, value in places.items())
    return f"<{name}>{inside}</{name}>"
