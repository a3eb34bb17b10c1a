"""The organiser's logo as a PDF wants it: a PNG's opacity apart from its colours. Everything else goes in as it came."""

import zlib
from collections.abc import Iterator
from itertools import accumulate

from bangxl.interchange.picture import Picture


def logo_for_pdf(one: Picture) -> dict[str, object]:
    """A picture in fpdf2's words."""
    colours, depth, data, opacity = one.samples, one.depth, one.body, dict[str, bytes]()
    if one.samples % 2 == 0:
        colours, depth, kept, clear = one.samples - 1, 8, bytearray(), bytearray()
        for line in _lines(one):
            row = line[:: one.depth // 8]  # of 16 bits the first 8 are enough
            clear += b"\0" + row[colours :: one.samples]
            del row[colours :: one.samples]
            kept += b"\0" + row
        data, opacity = zlib.compress(kept), {"smask": zlib.compress(clear)}
    space = "Indexed" if one.palette else "DeviceGray" if colours == 1 else "DeviceRGB"
    how = {"f": "FlateDecode" if one.row else "DCTDecode", "dp": f"/Predictor 15 /Colors {colours} /Columns {one.width}"}
    size = {"w": one.width, "h": one.height, "bpc": depth, "i": 1, "usages": 1}
    return {"data": data, "cs": space, "pal": one.palette, **opacity, **how, **size}


def _lines(one: Picture) -> Iterator[bytearray]:
    """A PNG's lines of pixels. Each was packed as differences to the pixel at its left, the line above, or both."""
    data, step, above = zlib.decompress(one.body), one.depth * one.samples // 8, bytes(one.row)
    for at in range(0, len(data), one.row + 1):
        how, line = data[at], bytearray(data[at + 1 : at + 1 + one.row])
        if how == 1:
            for first in range(step):
                line[first::step] = bytes(value & 255 for value in accumulate(line[first::step]))
        elif how == 2:
            line = bytearray((a + b) & 255 for a, b in zip(line, above, strict=True))
        elif how in {3, 4}:
            for first in range(step):
                left, corner, made = 0, 0, bytearray()
                for value, up in zip(line[first::step], above[first::step], strict=True):
                    a, b, c = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                    nearest = left if a <= b and a <= c else up if b <= c else corner
                    left, corner = (value + ((left + up) // 2 if how == 3 else nearest)) & 255, up
                    made.append(left)
                line[first::step] = made
        above = bytes(line)
        yield line
