"""The ornament of a printed page: a frame, corners and a star, drawn as vectors in DrawingML, which Excel and LibreOffice read.

A drawing is made of paths on a canvas that is stretched over a block of cells, so that it stays where the cells are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin
from typing import Final

from openpyxl.utils import range_boundaries
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.writer import draw
from bangxl.sheets.styles import INK, PAPER, RULE, SAND

Point = tuple[float, float]
"""From the left and from the top, in units of the canvas."""

_NAMESPACES: Final = (
    'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
)
_POINT: Final = 12700
"""EMU, the unit of lines."""
_FINE: Final = 100
"""Parts of a unit of the canvas that a path can tell apart."""
_ROUND: Final = 0.5523
"""How far the handles of a quarter of a circle reach, by its radius."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Closed paths of one look: ``fill`` and ``line`` are colours, "" for none; ``width`` of the line in points."""

    paths: Sequence[str]
    fill: str = ""
    line: str = ""
    width: float = 1


def ornament(ws: Worksheet, area: str, canvas: Point, figures: Iterable[Figure], name: str, label: str = "") -> None:
    """Draw figures over a block of cells; ``label`` stands in the middle of the last one, in the serif face."""
    shapes = list(figures)
    last = len(shapes) - 1
    draw(ws, [_anchor(area, canvas, one, i + 1, name, label if i == last else "") for i, one in enumerate(shapes)])


def frame(width: float, height: float) -> Iterator[Figure]:
    """Two lines around the page, the inner one with its corners cut in; in each corner a flourish, at the sides a lozenge."""
    yield Figure([_polygon([(0, 0), (width, 0), (width, height), (0, height)])], line=INK, width=3)
    yield Figure([_notched(7, 7, width - 7, height - 7, 26)], line=INK, width=0.75)
    yield Figure([_notched(11, 11, width - 11, height - 11, 26)], line=RULE, width=1.5)
    corners = [(x, y) for x in (19.0, width - 19) for y in (19.0, height - 19)]
    yield Figure([_polygon(_star(x, y, 10, 3.9, 5)) for x, y in corners], fill=INK)
    yield Figure(list(_flourishes(width, height)), fill=RULE)
    middles = [(x, y) for x in (11.0, width - 11) for y in (height / 2,)]
    yield Figure([_polygon([(x, y - 16), (x + 5, y), (x, y + 16), (x - 5, y)]) for x, y in middles], fill=PAPER, line=INK)


def badge(fill: str) -> Iterator[Figure]:
    """A Sheriff's star on a canvas of 100 by 100: six points with a ball each, and a ring."""
    star = _star(50, 50, 42, 23, 6)
    balls = [_circle(x, y, 5.5) for x, y in star[::2]]
    yield Figure(balls, fill=fill, line=INK, width=1.25)
    yield Figure([_polygon(star)], fill=fill, line=INK, width=1.5)
    yield Figure([_circle(50, 50, 19)], fill=PAPER, line=INK, width=1)


def divider(width: float) -> Iterator[Figure]:
    """Two strokes that grow towards a lozenge in the middle, on a canvas 10 high."""
    middle = width / 2
    strokes = [[(0, 5), (middle - 14, 4), (middle - 14, 6)], [(width, 5), (middle + 14, 4), (middle + 14, 6)]]
    yield Figure([_polygon(points) for points in strokes], fill=RULE)
    yield Figure([_polygon([(middle - 9, 5), (middle, 1), (middle + 9, 5), (middle, 9)])], fill=SAND, line=INK, width=0.75)


def _flourishes(width: float, height: float) -> Iterator[str]:
    """In each corner two leaves that follow the frame."""
    for left, top in ((True, True), (False, True), (True, False), (False, False)):

        def at(x: float, y: float, *, left: bool = left, top: bool = top) -> Point:
            return (x if left else width - x), (y if top else height - y)

        yield _leaf(at(42, 18), at(60, 12), at(80, 26), at(106, 18), at(82, 34), at(60, 26))
        yield _leaf(at(18, 42), at(12, 60), at(26, 80), at(18, 106), at(34, 82), at(26, 60))


def _leaf(start: Point, out: Point, towards: Point, tip: Point, back: Point, home: Point) -> str:
    """A curve to the tip and another one back."""
    return f"{_move(start)}{_curve(out, towards, tip)}{_curve(back, home, start)}<a:close/>"


def _notched(left: float, top: float, right: float, bottom: float, cut: float) -> str:
    """A rectangle whose corners are quarters of circles, bent inwards."""
    handle = cut * _ROUND
    steps = [_move((left + cut, top)), _line((right - cut, top))]
    steps += [_curve((right - cut, top + handle), (right - handle, top + cut), (right, top + cut)), _line((right, bottom - cut))]
    steps += [_curve((right - handle, bottom - cut), (right - cut, bottom - handle), (right - cut, bottom))]
    steps += [
        _line((left + cut, bottom)),
        _curve((left + cut, bottom - handle), (left + handle, bottom - cut), (left, bottom - cut)),
    ]
    steps += [_line((left, top + cut)), _curve((left + handle, top + cut), (left + cut, top + handle), (left + cut, top))]
    return "".join([*steps, "<a:close/>"])


def _star(x: float, y: float, outer: float, inner: float, points: int) -> list[Point]:
    """The corners of a star, the first one on top; every second is a tip."""
    radii = ((outer, inner)[i % 2] for i in range(2 * points))
    return [(x + r * sin(i * pi / points), y - r * cos(i * pi / points)) for i, r in enumerate(radii)]


def _circle(x: float, y: float, r: float) -> str:
    h = r * _ROUND
    quarters = [
        ((x + h, y - r), (x + r, y - h), (x + r, y)),
        ((x + r, y + h), (x + h, y + r), (x, y + r)),
        ((x - h, y + r), (x - r, y + h), (x - r, y)),
        ((x - r, y - h), (x - h, y - r), (x, y - r)),
    ]
    return _move((x, y - r)) + "".join(_curve(*quarter) for quarter in quarters) + "<a:close/>"


def _polygon(points: Sequence[Point]) -> str:
    return _move(points[0]) + "".join(map(_line, points[1:])) + "<a:close/>"


def _move(point: Point) -> str:
    return f"<a:moveTo>{_pt(point)}</a:moveTo>"


def _line(point: Point) -> str:
    return f"<a:lnTo>{_pt(point)}</a:lnTo>"


def _curve(*points: Point) -> str:
    return f"<a:cubicBezTo>{''.join(map(_pt, points))}</a:cubicBezTo>"


def _pt(point: Point) -> str:
    x, y = (round(along * _FINE) for along in point)
    return f'<a:pt x="{x}" y="{y}"/>'


def _anchor(area: str, canvas: Point, figure: Figure, number: int, name: str, label: str) -> str:
    """One shape over a block of cells, that moves and grows with them."""
    left, top, right, bottom = (edge or 1 for edge in range_boundaries(area))
    ends = _corner("from", left - 1, top - 1) + _corner("to", right, bottom)
    return (
        f"<xdr:twoCellAnchor {_NAMESPACES}>{ends}"
        f'<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="{number + 1}" name="{escape(name)} {number}"/><xdr:cNvSpPr/>'
        f"</xdr:nvSpPr><xdr:spPr>{_geometry(canvas, figure)}{_paint(figure.fill)}{_pen(figure)}</xdr:spPr>{_words(label)}"
        "</xdr:sp><xdr:clientData/></xdr:twoCellAnchor>"
    )


def _corner(tag: str, column: int, row: int) -> str:
    place = f"<xdr:col>{column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{row}</xdr:row><xdr:rowOff>0</xdr:rowOff>"
    return f"<xdr:{tag}>{place}</xdr:{tag}>"


def _geometry(canvas: Point, figure: Figure) -> str:
    width, height = (round(side * _FINE) for side in canvas)
    paths = "".join(f'<a:path w="{width}" h="{height}">{path}</a:path>' for path in figure.paths)
    return (
        '<a:xfrm><a:off x="0" y="0"/><a:ext cx="1" cy="1"/></a:xfrm><a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/>'
        f'<a:rect l="0" t="0" r="r" b="b"/><a:pathLst>{paths}</a:pathLst></a:custGeom>'
    )


def _paint(colour: str) -> str:
    return f'<a:solidFill><a:srgbClr val="{colour}"/></a:solidFill>' if colour else "<a:noFill/>"


def _pen(figure: Figure) -> str:
    return f'<a:ln w="{round(figure.width * _POINT)}">{_paint(figure.line)}</a:ln>'


def _words(label: str) -> str:
    if not label:
        return ""
    look = f'<a:rPr sz="2000" b="1">{_paint(INK)}<a:latin typeface="Cambria"/></a:rPr>'
    body = '<a:bodyPr lIns="0" tIns="0" rIns="0" bIns="0" anchor="ctr"/><a:lstStyle/>'
    return f'<xdr:txBody>{body}<a:p><a:pPr algn="ctr"/><a:r>{look}<a:t>{escape(label)}</a:t></a:r></a:p></xdr:txBody>'
