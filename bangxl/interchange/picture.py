"""The organiser's logo, a PNG, a JPEG or an SVG of shapes: looked through where it comes in, nothing is followed or run."""

import re
import struct
import zlib
from base64 import b64encode
from math import ceil, isfinite
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET

from bangxl import limits
from bangxl.locale.catalog import N_

_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
_PALETTE: Final = 3
_KINDS: Final = {0: (1, {1, 2, 4, 8, 16}), 2: (3, {8, 16}), _PALETTE: (1, {1, 2, 4, 8}), 4: (2, {8, 16}), 6: (4, {8, 16})}
"""Numbers for a pixel, and the bits that one may have, by a PNG's kind: grey, colour, palette; grey and colour with opacity."""

_SVG: Final = "{http://www.w3.org/2000/svg}"
_SHAPES: Final = re.compile(
    r"(g|defs|use|symbol|path|rect|circle|ellipse|line|polyline|polygon|title|desc|metadata|\{(?!http://www.w3.org/).*)"
)
"""Of an SVG: what is drawn, and other programs' own words, which nobody draws."""
_UNALIKE: Final = re.compile(
    r"<!ENTITY|url\(|%|!important|\b(class|color|paint-order|vector-effect|mix-blend-mode)\s*[=:]|\bdisplay\s*[=:]\s*['\"]?(?!inline)"
    r"|\bvisibility\s*[=:]\s*['\"]?(?!visible)"
)
"""What leads elsewhere, and what a browser draws and fpdf2 leaves away or draws otherwise: gradients, clips, style sheets."""
NO_SHAPES: Final = N_("The logo must be a PNG, a JPEG, or an SVG of up to 100 kB with a size and only shapes. Save it as PNG.")
_VIEW: Final = 1e6


class Picture(NamedTuple):
    """A picture taken apart: ``samples`` of ``depth`` bits for each pixel, and ``body``, the pixels compressed as they came.

    An SVG has no samples; its size is that of its view. A PNG has ``row`` bytes for each line; with a ``palette``, its samples
    are numbers of colours as they look on white.
    """

    width: int
    height: int
    depth: int
    samples: int
    body: bytes
    row: int = 0
    palette: bytes = b""


def read_picture(data: bytes) -> Picture:
    """Look at a picture. ValueError with the sentence to show, which is still to be translated."""
    if not data.startswith((_PNG, _JPEG)):
        return _svg(data)
    try:
        one = _png(data) if data.startswith(_PNG) else _jpeg(data)
        is_small = len(data) <= limits.LOGO and one.width * one.height <= limits.PIXELS
        whole = one.height * (1 + one.row) if is_small and one.row else 0  # before each line a byte says how it is packed
        lacks = not one.width * one.height or len(zlib.decompressobj().decompress(one.body if whole else b"", whole + 1)) != whole
    except (IndexError, KeyError, struct.error, zlib.error):
        is_small, lacks = True, True
    if not is_small:
        raise ValueError(N_("The logo is too large: at most 500 kB and 4 megapixels are possible. Make it smaller."))
    if lacks:
        text = N_("This picture cannot be printed: it is damaged, interlaced, or made for four inks. Save it as a plain PNG.")
        raise ValueError(text)
    return one


def data_uri(logo: bytes) -> str:
    """A picture as the address by which a page shows it: it is in the page."""
    kind = "png" if logo.startswith(_PNG) else "jpeg" if logo.startswith(_JPEG) else "svg+xml"
    return f"data:image/{kind};base64,{b64encode(logo).decode()}"


def _svg(data: bytes) -> Picture:
    try:
        text = data.decode() if len(data) <= limits.DRAWING else ""
        root, *parts = ET.fromstring("" if _UNALIKE.search(text) else text).iter()  # noqa: S314 -- there are no entities
        view = root.get("viewBox") or f"0 0 {root.get('width')} {root.get('height')}"
        x, y, width, height = map(float, re.split(r"[\s,]+", view.strip()))
        is_plain = root.tag == f"{_SVG}svg" and all(_SHAPES.fullmatch(one.tag.removeprefix(_SVG)) for one in parts)
        names = [(key, value) for one in (root, *parts) for key, value in one.items()]
        is_plain &= all(not key.startswith("on") and (not key.endswith("href") or value.startswith("#")) for key, value in names)
    except (ET.ParseError, ValueError):
        is_plain = False
    if not is_plain or not all(map(isfinite, (x, y))) or not 0 < min(width, height) <= max(width, height) < _VIEW:
        raise ValueError(NO_SHAPES)
    return Picture(ceil(width), ceil(height), 0, 0, data)


def _png(data: bytes) -> Picture:
    at, parts, body = len(_PNG), dict[bytes, bytes](), list[bytes]()
    while at < len(data):
        kind, end = data[at + 4 : at + 8], at + 8 + int.from_bytes(data[at : at + 4], "big")
        parts[kind] = data[at + 8 : end]
        body += [parts[kind]] if kind == b"IDAT" else []
        at = end + 4
    width, height, depth, kind, *packing = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    samples, depths = _KINDS[kind]
    colours, opacity = parts[b"PLTE"] if kind == _PALETTE else b"", parts.get(b"tRNS", b"")
    if any(packing) or depth not in depths or len(colours) % 3 or (opacity and not colours):  # one clear colour is rare
        raise KeyError(kind)
    opaque = (value for one in opacity.ljust(len(colours), b"\xff") for value in (one,) * 3)
    white = bytes(255 - (255 - value) * one // 255 for value, one in zip(colours, opaque, strict=False))
    return Picture(width, height, depth, samples, b"".join(body), (width * depth * samples + 7) // 8, white)


def _jpeg(data: bytes) -> Picture:
    at = 2
    while data[at + 1] not in {0xC0, 0xC1, 0xC2}:  # what everybody shows: baseline, extended, progressive
        at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
        if data[at] != _JPEG[0]:
            raise KeyError(at)
    depth, height, width, samples = struct.unpack(">BHHB", data[at + 4 : at + 10])
    if depth != 8 or samples not in {1, 3} or b"\xff\xd9" not in data[at:]:
        raise KeyError(depth)
    return Picture(width, height, depth, samples, data)
