"""The zip file into which a new workbook is written: it knows neither the time nor the system, and mends what openpyxl leaves."""

from __future__ import annotations

import re
from zipfile import ZipFile, ZipInfo

from openpyxl.xml.constants import CUSTOMUI_NS, REL_NS, XLSM, XLSX

STYLES = "xl/styles.xml"
STRINGS = "xl/sharedStrings.xml"
WORKBOOK_RELATIONS = "xl/_rels/workbook.xml.rels"
ROOT_RELATIONS = "_rels/.rels"
CONTENT_TYPES = "[Content_Types].xml"
FONT_ORDER = b"b i strike condense extend outline shadow u vertAlign sz color name family charset scheme".split()
_FONT = re.compile(rb"<font>(.*?)</font>", re.DOTALL)
_FONT_CHILD = re.compile(rb"<(\w+)[^>]*/>")
_STRINGS_RELATION = f'<Relationship Type="{REL_NS}/sharedStrings" Target="/{STRINGS}" Id="rIdTexts"/>'.encode()
_RIBBON_RELATION = re.compile(rb'(<Relationship Type="%b"[^>]* Id=)"[^"]*"' % CUSTOMUI_NS.encode())


def schema_order(styles: bytes) -> bytes:
    """A styles part with the children of every ``<font>`` in the order of the schema (CT_Font)."""

    def in_order(font: re.Match[bytes]) -> bytes:
        children = sorted(_FONT_CHILD.finditer(font[1]), key=lambda child: FONT_ORDER.index(child[1]))
        return b"<font>%b</font>" % b"".join(child[0] for child in children)

    return _FONT.sub(in_order, styles)


class Archive(ZipFile):
    """A zip file that knows neither the time nor the system it is written on."""

    macros = False

    def writestr(self, name: str, data: bytes | str) -> None:  # type: ignore[override] # openpyxl gives only these
        """A part of openpyxl's, put right."""
        content = data.encode() if isinstance(data, str) else data
        if name == STYLES:
            content = schema_order(content)
        elif name == WORKBOOK_RELATIONS:
            content = content.replace(b"</Relationships>", _STRINGS_RELATION + b"</Relationships>")
        elif name == ROOT_RELATIONS:
            content = _RIBBON_RELATION.sub(rb'\1"rIdRibbon"', content)
        elif name == CONTENT_TYPES and self.macros:
            content = content.replace(XLSX.encode(), XLSM.encode())
        self.put(name, content)

    def put(self, name: str, *pieces: bytes | memoryview) -> None:
        """Write a part, piece by piece."""
        info = ZipInfo(name)  # dated 1980-01-01
        info.create_system = 3
        info.external_attr = 0o600 << 16
        info.compress_type = self.compression
        info._compresslevel = self.compresslevel  # type: ignore[attr-defined] # noqa: SLF001 - as ZipFile itself does
        info.file_size = sum(map(len, pieces))
        with self.open(info, "w") as part:
            for piece in pieces:
                part.write(piece)
