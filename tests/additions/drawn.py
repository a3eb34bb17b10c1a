"""What a person puts onto a sheet: pictures, comments, controls, with all the parts that Excel writes for each."""

# ruff: noqa: E501 - XML as Excel writes it
from typing import Final

from tests.additions.package import MAIN, MICROSOFT, OFFICE, OFFICE_TYPES, Package, absolute, relations

DRAWING: Final = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
_VML: Final = (
    b'<xml xmlns:v="urn:schemas-microsoft-com:vml"\r\n xmlns:o="urn:schemas-microsoft-com:office:office"\r\n '
    b'xmlns:x="urn:schemas-microsoft-com:office:excel">\r\n <o:shapelayout v:ext="edit">\r\n  <o:idmap v:ext="edit" data="1"/>\r\n '
    b'</o:shapelayout><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202"\r\n  path="m,l,21600r21600,l21600,xe">\r\n  '
    b'<v:stroke joinstyle="miter"/>\r\n  <v:path gradientshapeok="t" o:connecttype="rect"/>\r\n </v:shapetype></xml>'
)
_PNG: Final = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100"
    "c9fe92ef0000000049454e44ae426082"
)
"""A red dot."""


def drawing(package: Package, sheet: str) -> str:
    """The sheet's drawing; its first shape brings it."""
    part = package.sheet(sheet)
    for _id, kind, target, _mode in relations(package.parts, part):
        if kind.endswith("/drawing"):
            return absolute(part, target)
    empty = f'<xdr:wsDr xmlns:xdr="{DRAWING}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"></xdr:wsDr>'
    new, link = package.attach(part, "drawing", "xl/drawings/drawing{}.xml", empty, f"{OFFICE_TYPES}.drawing+xml")
    package.insert(part, f'<drawing xmlns:r="{OFFICE}" r:id="{link}"/>'.encode())
    return new


def anchor(package: Package, part: str, content: str) -> None:
    """Put something on a drawing, two columns wide."""
    place = "<xdr:{0}><xdr:col>{1}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{2}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:{0}>"
    whole = place.format("from", 1, 8) + place.format("to", 3, 12) + content
    package.append(part, b"</xdr:wsDr>", f"<xdr:twoCellAnchor>{whole}<xdr:clientData/></xdr:twoCellAnchor>".encode())


def picture(package: Package, sheet: str) -> None:
    """Insert, Picture: the club's logo."""
    package.ending("png", "image/png")
    part = drawing(package, sheet)
    _media, link = package.attach(part, "image", "xl/media/image{}.png", _PNG)
    content = (
        f'<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3" name="Logo" descr="club"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/>'
        f'</xdr:cNvPicPr></xdr:nvPicPr><xdr:blipFill><a:blip xmlns:r="{OFFICE}" r:embed="{link}"/><a:stretch><a:fillRect/>'
        f'</a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="952500" cy="952500"/></a:xfrm>'
        f'<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>'
    )
    anchor(package, part, content)


def comment_thread(package: Package, sheet: str) -> None:
    """Review, New comment, with an answer: the thread, its people, and the note for older programs."""
    part = package.sheet(sheet)
    anna, bruno = "{90E7DA62-9F2A-4D3F-8B1D-3C6A6E2D1F01}", "{90E7DA62-9F2A-4D3F-8B1D-3C6A6E2D1F02}"
    first, second = "{1B7F7E51-1D7B-4E7F-8F7B-0A3E5F6A0001}", "{1B7F7E51-1D7B-4E7F-8F7B-0A3E5F6A0002}"
    space, kind = f"{MICROSOFT}/spreadsheetml/2018/threadedcomments", f"{MICROSOFT}/2017/10/relationships"
    if "xl/persons/person.xml" not in package.parts:
        one = '<person displayName="{0}" id="{1}" userId="{0}" providerId="None"/>'
        people = f'<personList xmlns="{space}">{one.format("Anna", anna)}{one.format("Bruno", bruno)}</personList>'
        package.attach(
            "xl/workbook.xml", f"{kind}/person", "xl/persons/person.xml", people, "application/vnd.ms-excel.person+xml"
        )
    thread = (
        f'<ThreadedComments xmlns="{space}" xmlns:x="{MAIN}">'
        f'<threadedComment ref="B2" dT="2026-11-20T18:30:00.12" personId="{anna}" id="{first}"><text>Is he here?</text>'
        f'</threadedComment><threadedComment ref="B2" dT="2026-11-20T18:31:00.45" personId="{bruno}" id="{second}" '
        f'parentId="{first}" done="1"><text>Sì, arriva</text></threadedComment></ThreadedComments>'
    )
    threads = "xl/threadedComments/threadedComment{}.xml"
    package.attach(part, f"{kind}/threadedComment", threads, thread, "application/vnd.ms-excel.threadedcomments+xml")
    note = (
        f'<comments xmlns="{MAIN}"><authors><author>tc={first}</author></authors>'
        f'<commentList><comment ref="B2" authorId="0" shapeId="0"><text><t>[Threaded comment]\n\nComment:\n    Is he here?\n'
        f"Reply:\n    Sì, arriva</t></text></comment></commentList></comments>"
    )
    package.attach(part, "comments", "xl/comments{}.xml", note, f"{OFFICE_TYPES}.spreadsheetml.comments+xml")
    _shape(package, sheet, 1025, "Note", "<x:Row>1</x:Row><x:Column>1</x:Column>")


def form_control(package: Package, sheet: str) -> None:
    """Developer, Insert, Check box: an element in ``mc:AlternateContent`` that old readers jump over."""
    part, x14 = package.sheet(sheet), f"{MICROSOFT}/spreadsheetml/2009/9/main"
    control = f'<formControlPr xmlns="{x14}" objectType="CheckBox" lockText="1" noThreeD="1"/>'
    controls = "xl/ctrlProps/ctrlProp{}.xml"
    _control, link = package.attach(part, "ctrlProp", controls, control, "application/vnd.ms-excel.controlproperties+xml")
    _shape(package, sheet, 1026, "Checkbox", "<x:NoThreeD/>")
    place = "<xdr:col>{0}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{0}</xdr:row><xdr:rowOff>0</xdr:rowOff>"
    element = (
        f'<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="x14" '
        f'xmlns:x14="{x14}"><controls><mc:AlternateContent><mc:Choice Requires="x14"><control shapeId="1026" xmlns:r="{OFFICE}" '
        f'r:id="{link}" name="Check Box 1"><controlPr defaultSize="0" autoFill="0" autoLine="0" autoPict="0"><anchor moveWithCells="1" '
        f'xmlns:xdr="{DRAWING}"><from>{place.format(1)}</from><to>{place.format(3)}</to></anchor>'
        f"</controlPr></control></mc:Choice></mc:AlternateContent></controls></mc:Choice></mc:AlternateContent>"
    )
    package.insert(part, element.encode(), "controls")


def _shape(package: Package, sheet: str, number: int, kind: str, inside: str) -> None:
    """Put a shape into the sheet's old kind of drawing, which shows notes and controls."""
    part = package.sheet(sheet)
    package.ending("vml", f"{OFFICE_TYPES}.vmlDrawing")
    found = [absolute(part, one[2]) for one in relations(package.parts, part) if one[1].endswith("/vmlDrawing")]
    if not found:
        new, link = package.attach(part, "vmlDrawing", "xl/drawings/vmlDrawing{}.vml", _VML)
        package.insert(part, f'<legacyDrawing xmlns:r="{OFFICE}" r:id="{link}"/>'.encode())
        found = [new]
    shape = (
        f'<v:shape id="_x0000_s{number}" type="#_x0000_t202" style=\'position:absolute;\r\n  margin-left:59.25pt;margin-top:1.5pt;'
        f'width:108pt;height:59.25pt;z-index:1;\r\n  visibility:hidden\' fillcolor="#ffffe1" o:insetmode="auto">\r\n  '
        f"<v:textbox style='mso-direction-alt:auto'>\r\n   <div style='text-align:left'></div>\r\n  </v:textbox>\r\n  "
        f'<x:ClientData ObjectType="{kind}">\r\n   <x:MoveWithCells/>\r\n   <x:SizeWithCells/>\r\n   <x:Anchor>\r\n    '
        f"2, 15, 0, 2, 4, 15, 4, 1</x:Anchor>\r\n   <x:AutoFill>False</x:AutoFill>{inside}</x:ClientData>\r\n </v:shape>"
    )
    package.append(found[0], b"</xml>", shape.encode())
