"""The tools to draw every printed page: fonts, colours, fitted text, tables, boxes, lines for signatures.

Lengths are in millimetres from the upper left corner, font sizes in points. Text is never clipped: if it is too long, print
it smaller, then on two lines, then smaller still. The same calls give the same bytes.
"""

import logging
import re
import sys
import warnings
from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from importlib.resources import as_file, files
from itertools import groupby
from math import fsum
from operator import itemgetter
from pathlib import Path
from types import ModuleType
from typing import Final, Literal
from unicodedata import normalize


class _Unused(ModuleType):
    """Stands in for a module while fpdf2 is imported: fpdf2 needs its names, we never call them."""

    __path__: MutableSequence[str] = []  # noqa: RUF012 -- as in the class above

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return object


_LOADED_BEFORE: Final = frozenset(sys.modules)
_PICTURES: Final = ("fpdf.font_type_3", "fpdf.image_parsing", "fpdf.sign")
_UNUSED: Final[dict[str, ModuleType | None]] = {
    **{name: _Unused(name) for name in _PICTURES if "fpdf" not in sys.modules},
    **dict.fromkeys({"PIL", "cryptography", "defusedxml", "numpy"} - sys.modules.keys()),
}
sys.modules |= _UNUSED  # type: ignore[arg-type] # None: cannot be imported
with warnings.catch_warnings():  # these imports take half of the time: pictures, colours, signatures
    warnings.simplefilter("ignore")  # fpdf2 warns that it cannot show pictures: we have none
    from fpdf import FPDF
    from fpdf.fonts import TTFFont
    from fpdf.image_datastructures import RasterImageInfo, VectorImageInfo
    from fpdf.svg import SVGObject
for _name in [*_UNUSED, *(name for name in sys.modules.keys() - _LOADED_BEFORE if name.startswith("fpdf"))]:
    sys.modules.pop(_name, None)  # this fpdf2 is ours alone: who imports it after us gets a whole one

from bangxl.interchange.picture import NO_SHAPES, read_picture  # noqa: E402 - fpdf2 first, see above
from bangxl.locale.catalog import N_, catalog, dotted  # noqa: E402
from bangxl.paper.letters import fonts_for, shaped_for_print  # noqa: E402
from bangxl.paper.logo import logo_for_pdf  # noqa: E402

INK: Final = "#2B2320"
SAND: Final = "#EADFC8"
RULE: Final = "#CDBF9F"
NOTE: Final = "#6B6157"
WHITE: Final = "#FFFFFF"

Size = Literal["a4", "letter"]
Align = Literal["left", "centre", "right"]
Figure = Sequence[Sequence[float]]
"""A figure by its corners, x and y; six numbers mean a curve to the corner, its two handles first."""
_Letter = tuple[str, str, int]
"""The printed letter, the key of its font, and its width there, in thousandths of the font size."""

MARGIN: Final = 11.0
_LOGO: Final = 36.0
"""The largest width of a logo in a heading."""
_FOOT: Final = 8.0
"""The height of a footer above the margin."""
_POINT: Final = 25.4 / 72
_NOTHING: Final = 1e-6
"""Smaller differences between widths may be rounding errors."""
_UNIT: Final = _POINT / 1000
"""The unit of letter widths, for each point of font size: whole numbers, whose sums are equal in every Python."""
_LEADING: Final = 1.2
"""The line height, in font sizes."""
CAPITAL: Final = 0.64 * _POINT
"""The height of capitals in millimetres, for each point of font size; rows centre them."""
_TEXT: Final = 7.5, 0.72
_WORD: Final = 5.5, 0.55
"""The smallest font size in points before a text breaks into lines, and the factor; and for a word before it splits."""
_BREAK: Final = re.compile(r" (?![$€£₽])|(?<=[^ -])-(?=[^ -])")
"""Possible line breaks, none before the sign of an amount; and those of a paragraph, where a hard blank is none."""
_BLANKS: Final = re.compile(r"[^\S\xa0]+(?![$€£₽])")
_HYPHEN, _AIR = 1.25, 0.35
"""How much wider lines may become where no hyphen is broken; lines of room around three, which would touch their cell."""
_TINY, _SMALLEST = 7, 8
"""A smaller font size in points makes a row of a table taller, for two lines; the least in a table before its texts break."""
_WRAPPED: Final = 60.0
"""The largest width in millimetres that a text in lines may request."""
_OUTLIER: Final = 2.0
"""A text so many times as long as the median does not decide the width of a table."""
_READABLE: Final = 36.0
"""The width in millimetres in which a long name can still be read."""
_FEW: Final = 8
"""A table of so few rows is as wide as its longest text."""
_PART_GAP: Final = 8.0
"""The gap between the parts of a table side by side, in millimetres."""
_SPACE_ABOVE: Final = 1.5
"""The space above a heading inside a table, in row heights."""
_BOX: Final = 19, 28
"""The font size in points of a box to tick, 5 mm wide, and 7 mm in a row that is high."""
_PAD: Final = 1.6
"""The padding of a cell in millimetres."""
_LINES: Final = {"hair": 0.15, "thin": 0.25, "medium": 0.6, "dashed": 0.2}
_STRANGE: Final = "\N{REPLACEMENT CHARACTER}"
_CYRILLIC: Final = "\u052f"
"""Our own fonts have the letters up to here."""
_FONTS: Final = {"": "Carlito-Regular.ttf", "B": "Carlito-Bold.ttf", "S": "PTSerif-Bold.ttf", "F": "DejaVuSans.ttf"}
"""Text, bold, titles, and fallback."""


@contextmanager
def _quiet(library: str = "fontTools") -> Iterator[None]:
    """Say nothing of the dates in two of our fonts, which fontTools finds too early, or an SVG's title."""
    log = logging.getLogger(library)
    before = log.level
    log.setLevel(logging.ERROR)
    try:
        yield
    finally:
        log.setLevel(before)


@dataclass(frozen=True, slots=True)
class Face:
    """The style of a text."""

    size: float = 11
    bold: bool = False
    serif: bool = False
    """Titles; always bold."""
    ink: str = INK

    @property
    def font(self) -> str:
        """Its key in the table of fonts."""
        return "S" if self.serif else "B" if self.bold else ""


TITLE: Final = Face(24, serif=True)
CAPTION: Final = Face(14, serif=True)
HEAD: Final = Face(10.5, bold=True)
TEXT: Final = Face(11)
STRONG: Final = Face(11, bold=True)
SMALL: Final = Face(9.5)
PALE: Final = Face(9.5, ink=NOTE)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its heading (one or two lines), its alignment, and whether long texts take several lines."""

    head: str
    align: Align = "left"
    bold: bool = False
    wrap: bool = False
    share: float = 0
    """The share of the remaining width; 0 for none."""
    optional: bool = False
    """Leave out the column if it is empty."""
    ruled: bool = False
    """Draw a line at its right, between fields to write in."""


@dataclass(frozen=True, slots=True)
class Row:
    """A special line of a table."""

    cells: Sequence[str]
    strong: bool = False
    pale: bool = False
    ruled: bool = False
    """Draw a heavy line below it."""
    above: str = ""
    """A heading above it."""
    together: int = 1
    """How many rows, from this one on, stay on one page."""


def logo_on_paper(data: bytes) -> tuple[int, int, RasterImageInfo | SVGObject]:
    """A logo's width and height, and itself in fpdf2's words. ValueError as of `read_picture`, if fpdf2 cannot draw it."""
    one = read_picture(data)
    if one.samples:
        return one.width, one.height, RasterImageInfo(logo_for_pdf(one))
    try:
        with _quiet("fpdf.svg"):
            drawing = SVGObject(data.decode())
        drawing.viewbox = drawing.viewbox or [0.0, 0.0, float(one.width), float(one.height)]
        (trial := FPDF()).add_page()
        trial._vector_image("logo", drawing, VectorImageInfo(), 0, 0, 9, 9)  # noqa: SLF001 - without Pillow
    except Exception:  # noqa: BLE001 -- what is wrong in a drawing has as many errors as places
        raise ValueError(NO_SHAPES) from None
    return one.width, one.height, drawing


class Paper:
    """A PDF under construction. Begin each page with `page`, then draw from the top; `data` ends it."""

    def __init__(self, title: str, language: str, made: datetime, size: Size = "a4", logo: bytes | None = None) -> None:
        """``made`` is the creation time in the file. A ``logo`` stands in each heading."""
        self.pdf = FPDF(format=size)
        self.pdf.render_color_fonts = False
        self.pdf.set_auto_page_break(auto=False)
        self.pdf.set_margin(0)
        self.pdf.c_margin = 0
        self.pdf.set_creation_date(made)
        self.pdf.set_title(title)
        self.pdf.set_lang(language)
        self.pdf.set_creator("bangxl")
        self._logo: tuple[int, int, RasterImageInfo | SVGObject] | None = None
        with suppress(ValueError):  # of a workbook that somebody has changed
            self._logo = logo_on_paper(logo) if logo else None
        self._letters: dict[str, dict[str, _Letter]] = {key: {} for key in _FONTS}
        self._running: tuple[bool, str, str] = (False, "", "")
        self._part, self._more = "", catalog(language)(N_("continued"))
        self.left, self.y = MARGIN, MARGIN
        self.right = self.width = self.bottom = 0.0
        """The margins of the page, the width between them, and the bottom of the drawing area, above a footer."""

    # Pages

    def page(self, *, wide: bool = False, foot: str = "", aside: str = "") -> None:
        """Begin a page, landscape if ``wide``. With ``foot`` or ``aside`` (left, right) it has a footer with its number."""
        self.pdf.add_page(orientation="landscape" if wide else "portrait")
        self._running = wide, foot, aside
        self.right, base, self.y = float(self.pdf.w) - MARGIN, float(self.pdf.h) - MARGIN, MARGIN
        self.width, self.bottom = self.right - self.left, base
        if foot or aside:
            self.bottom -= _FOOT
            self.text(self.left, base - 4, self.width * 0.42, 4, foot, PALE)
            self.text(self.right - self.width * 0.42, base - 4, self.width * 0.42, 4, aside, PALE, "right")
            self._font("")
            self.pdf.set_font("bang", size=PALE.size)
            self.pdf.set_text_color(PALE.ink)
            self.pdf.set_xy(self.left, base - 4)
            self.pdf.cell(self.width, 4, f"{self.pdf.page} / {{nb}}", align="C")  # fpdf fills in the number of pages at the end

    def new_page_unless_fits(self, height: float) -> bool:
        """Begin another page like this one if less room is left; return whether it did."""
        if self.y + height <= self.bottom:
            return False
        wide, foot, aside = self._running
        self.page(wide=wide, foot=foot, aside=aside)
        return True

    def data(self) -> bytes:
        """The file."""
        with _quiet():
            return bytes(self.pdf.output())

    # Text

    def measure(self, text: str, face: Face) -> float:
        """How wide a text is on one line; a note behind a tab is small."""
        text, _tab, note = text.partition("\t")
        wide = sum(width for _char, _font, width in self._spelt(text, face.font)) * face.size * _UNIT
        return wide + (self.measure(f" · {note}", _small(face)) if note else 0)

    def text(self, x: float, y: float, width: float, height: float, text: str, face: Face = TEXT, align: Align = "left") -> None:
        """Print a text in a box, vertically centred. Manual line breaks stay.

        A single line is fitted: at its size, smaller, on two or three lines, and finally as small as necessary.
        """
        if not text:
            return
        room = height / _POINT / _LEADING
        line, lines = "\t".join(" ".join(part.split()) for part in text.split("\t")), text.splitlines()
        if len(lines) == 1:
            readable, shrink = _WORD if not _BREAK.search(line) else _TEXT
            least = min(face.size, max(readable, face.size * shrink))
            lines = [line]
            if self.measure(line, face) * least > width * face.size and room >= 2 * _TEXT[0] * _TEXT[1]:
                ways = [lines, self.broken(line, face), self.broken(line, face, 3)]
                lines = max(ways, key=lambda way: self._fit(way, face, width, room))
        size = self._fit(lines, face, width, room)
        step = size * _POINT * _LEADING
        base = y + (height - step * (len(lines) - 1) + size * CAPITAL) / 2
        for number, line in enumerate(lines):
            self.print(x, base + number * step, width, line, face if size == face.size else replace(face, size=size), align)

    def _fit(self, lines: Sequence[str], face: Face, width: float, room: float) -> float:
        """The size in which lines fit; the width alone decides for a single line."""
        wide = max(self.measure(line, face) for line in lines)
        size = face.size if wide <= width + _NOTHING else max(0.5, face.size * width / wide - 0.01)
        return size if len(lines) == 1 else min(size, room / (len(lines) + _AIR * (len(lines) > 2)))

    def broken(self, text: str, face: Face, count: int = 2) -> list[str]:
        """Break a text into at most this many lines, evenly at blanks, or at hyphens; split a word without any in its middle."""
        cuts = [(text[: one.start()] + one[0].strip(), text[one.end() :]) for one in _BREAK.finditer(text)]
        cuts = cuts or [(text[: len(text) // 2], text[len(text) // 2 :])]
        ways = [[first, *(self.broken(rest, face) if count > 2 and _BREAK.search(rest) else [rest])] for first, rest in cuts]
        poor = {way[0]: _HYPHEN if re.search(r"-$|(?<!\S)[^\W\d_]$", way[0]) else 1 for way in ways}  # «Massimiliano Ó / Briain»
        return min(ways, key=lambda way: max(self.measure(line, face) for line in way) * poor[way[0]])

    def print(self, x: float, base: float, width: float, text: str, face: Face, align: Align = "left") -> None:
        """Print one line on a base line, without fitting."""
        text, _tab, note = text.partition("\t")
        letters = self._spelt(text, face.font)
        if align != "left":
            blank = width - sum(one for _char, _font, one in letters) * face.size * _UNIT
            x += blank / 2 if align == "centre" else blank
        self.pdf.set_text_color(face.ink)
        for font, run in groupby(letters, itemgetter(1)):
            chars, _fonts, widths = zip(*run, strict=True)
            self.pdf.set_font(f"bang{font}", size=face.size)
            self.pdf.text(x, base, "".join(chars))
            x += sum(widths) * face.size * _UNIT
        if note:
            self.print(x, base, width, f" · {note}", _small(face))

    def _spelt(self, text: str, font: str) -> list[_Letter]:
        letters = self._letters[font]
        text = text if text.isascii() else shaped_for_print(normalize("NFC", text))
        return [letters.get(char) or self._letter(char, font) for char in text]

    def _letter(self, char: str, font: str) -> _Letter:
        """A letter in the first font that has it, or a replacement sign if no font has it."""
        keys = (font, "F", *map(str, fonts_for(char)))
        shown, key = next(((char, key) for key in keys if ord(char) in self._font(key).cmap), (_STRANGE, "F"))
        letter = self._letters[font][char] = shown, key, int(self._font(key).cw[ord(shown)])
        return letter

    def _font(self, key: str) -> TTFFont:
        """A font, loaded when the first letter needs it; one of this computer by its path."""
        name = f"bang{key}".lower()
        if name not in self.pdf.fonts:
            with as_file(files(__package__) / "fonts" / _FONTS[key] if key in _FONTS else Path(key)) as path, _quiet():
                self.pdf.add_font(name, fname=path)
        font = self.pdf.fonts[name]
        assert isinstance(font, TTFFont)  # noqa: S101 -- all our fonts are; for mypy
        return font

    def without_font(self, names: Iterable[str]) -> list[str]:
        """The names with a letter that no font on this computer has: `_STRANGE` is printed for it. Ends this paper."""
        rare = [name for name in names if max(name, default="") > _CYRILLIC]
        found = [name for name in rare if _STRANGE in map(itemgetter(0), self._spelt(name, ""))]
        for font in self.pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.close()
        return found

    def wrapped(self, text: str, face: Face, width: float) -> list[str]:
        """A text as the lines of a paragraph; a word too long for a line is split."""
        lines: list[str] = []
        for part in text.splitlines() or [""]:
            line = ""
            for word in _BLANKS.split(part.strip()):
                grown = f"{line} {word}" if line else word
                if line and self.measure(grown, face) > width:
                    lines.append(line)
                    grown = word
                while self.measure(grown, face) > width and len(grown) > 1:
                    cut = next(n for n in range(len(grown) - 1, 0, -1) if n == 1 or self.measure(grown[:n], face) <= width)
                    lines.append(grown[:cut])
                    grown = grown[cut:]
                line = grown
            lines.append(line)
        return lines

    def paragraph(self, text: str, face: Face = TEXT) -> None:
        """Print lines from the left to the right margin, on a new page if they do not fit."""
        step = face.size * _POINT * _LEADING
        for line in self.wrapped(text, face, self.width):
            self.new_page_unless_fits(step)
            self.print(self.left, self.y + step * 0.78, 0, line, face)
            self.y += step

    # Shapes

    def line(self, x: float, y: float, to_x: float, to_y: float, weight: str = "thin", colour: str = INK) -> None:
        """Draw a straight line: ``hair``, ``thin``, ``medium``, or ``dashed`` for cutting."""
        self.pdf.set_draw_color(colour)
        self.pdf.set_line_width(_LINES[weight])
        if weight == "dashed":
            self.pdf.set_dash_pattern(dash=2, gap=1.5)
        self.pdf.line(x, y, to_x, to_y)
        if weight == "dashed":
            self.pdf.set_dash_pattern()

    def rule(self, weight: str = "hair", colour: str = RULE) -> None:
        """Draw a line from margin to margin."""
        self.line(self.left, self.y, self.right, self.y, weight, colour)

    def fill(self, x: float, y: float, width: float, height: float, colour: str = SAND) -> None:
        """Fill an area with a colour."""
        self.pdf.set_fill_color(colour)
        self.pdf.rect(x, y, width, height, style="F")

    def frame(self, x: float, y: float, width: float, height: float, weight: str = "medium", colour: str = INK) -> None:
        """Draw a box."""
        self.pdf.set_draw_color(colour)
        self.pdf.set_line_width(_LINES[weight])
        self.pdf.rect(x, y, width, height)

    def shape(self, path: Figure, fill: str = "", line: str = "", weight: float = 0.25) -> None:
        """Draw a closed figure, filled, outlined or both; ``weight`` in millimetres."""
        with self.pdf.new_path() as drawn:
            drawn.style.fill_color, drawn.style.stroke_color = fill or None, line or None
            drawn.style.stroke_width = weight
            drawn.style.auto_close = True
            drawn.move_to(*path[0])
            for point in path[1:]:
                (drawn.line_to if len(point) == 2 else drawn.curve_to)(*point)
            drawn.close()

    def disc(self, x: float, y: float, radius: float, fill: str, weight: float) -> None:
        """Draw a filled circle with an outline."""
        self.pdf.set_fill_color(fill)
        self.pdf.set_draw_color(INK)
        self.pdf.set_line_width(weight)
        self.pdf.circle(x, y, radius, style="DF")

    def tick(self, x: float, y: float, width: float, height: float, mark: str = "", size: float = 4.2) -> None:
        """Draw a box to tick in the middle of an area; ``mark`` (X, ★, a number) fills it."""
        left, top = x + (width - size) / 2, y + (height - size) / 2
        if mark != STAR:
            self.frame(left, top, size, size, "thin")
        if mark:
            face = Face(size / _POINT * (1.25 if mark in {STAR, CROSS} else 1), bold=True)
            self.text(x, y, width, height, mark, face, "centre")

    def draw_logo(self, x: float, y: float, width: float, height: float, *, centred: bool = False) -> float:
        """Draw the logo as large as it fits into an area, at its left or ``centred``; return its width, 0 without one."""
        if self._logo is None:
            return 0
        wide, high, logo = self._logo
        scale = min(width / wide, height / high)
        area = (x + (width - wide * scale) / 2 * centred, y + (height - high * scale) / 2, wide * scale, high * scale)
        if isinstance(logo, SVGObject):
            self.pdf._vector_image("logo", logo, VectorImageInfo(), *area)  # noqa: SLF001 - without Pillow
        else:
            self.pdf.image_cache.images["logo"] = logo
            self.pdf._raster_image("logo", b"", logo, *area)  # noqa: SLF001 - without Pillow
        return wide * scale

    # What pages are made of

    def heading(self, title: str, aside: str = "", below: tuple[str, str] = ("", ""), face: Face = TITLE) -> None:
        """Draw a title with the name of the form, a line below with text on both sides, and the double rule.

        The logo is at their left.
        """
        height, margin = face.size * _POINT * 1.15, self.left
        if taken := self.draw_logo(margin, self.y, _LOGO, height + (7 if any(below) else 1)):
            self.left, self.width = margin + taken + 4, self.width - taken - 4
        self.text(self.left, self.y, self.width * (0.64 if aside else 1), height, title, face)
        self.text(self.left + self.width * 0.66, self.y, self.width * 0.34, height, aside, CAPTION, "right")
        self.y += height + 1
        left, right = below
        if left or right:
            wide = min(self.width * ((1 - 0.62) if left else 1), self.measure(right, TEXT) + 3)
            self.text(self.left, self.y, self.width - wide, 6, left)
            self.text(self.right - wide, self.y, wide, 6, right, TEXT, "right")
            self.y += 6.4
        self.left, self.width, self._part = margin, self.right - margin, title
        self.rule("thin", INK)
        self.y += 0.7
        self.rule("thin", INK)
        self.y += 2.5

    def caption(self, text: str, aside: str = "", *, after: float = 20, more: bool = False) -> None:
        """Draw a heading inside a page; it stays with the next ``after`` millimetres on one page. ``more``: it is continued."""
        if not self.new_page_unless_fits(after + 9):
            self.y += 3
        self._part, text = text, dotted(text, self._more) if more else text
        self.text(self.left, self.y, self.width * (0.7 if aside else 1), 6, text, CAPTION)
        self.text(self.left + self.width * 0.7, self.y, self.width * 0.3, 6, aside, PALE, "right")
        self.y += 7

    def pairs(
        self, pairs: Sequence[tuple[str, str]], *, label: float = 46, width: float = 0, face: Face = TEXT, strong: bool = False
    ) -> None:
        """Draw labels with their values, over a hairline; ``strong``: bold. ``width``: instead of up to the right margin."""
        wide, step, bold = width or self.width, face.size * _POINT * _LEADING, replace(face, bold=face.bold or strong)
        for name, value in pairs:
            lines = self.wrapped(value, bold, wide - label)
            height = len(lines) * step + 0.15 * face.size
            self.new_page_unless_fits(height)
            self.text(self.left, self.y, label - 2, step + 1, name, face)
            for number, line in enumerate(lines):
                self.print(self.left + label, self.y + 0.5 + (number + 0.78) * step, 0, line, bold)
            self.line(self.left + label, self.y + height - 0.3, self.left + wide, self.y + height - 0.3, "hair", RULE)
            self.y += height

    def signatures(self, texts: Sequence[str], *, room: float = 14) -> None:
        """Draw signature lines side by side, with the role under each; ``room`` is the space for writing above them."""
        if not texts:
            return
        self.new_page_unless_fits(room + 5.4)
        self.y += room
        gap, count = 12.0, max(2, len(texts))
        wide = (self.width - gap * (count - 1)) / count
        for number, text in enumerate(texts):
            x = self.left + number * (wide + gap)
            self.line(x, self.y, x + wide, self.y, "medium")
            self.text(x, self.y + 0.6, wide, 4.4, text, SMALL)
        self.y += 5.4

    # Tables

    def table(
        self,
        columns: Sequence[Column],
        rows: Sequence[Sequence[str] | Row],
        *,
        size: float = 11,
        height: float = 0,
        width: float = 0,
    ) -> None:
        """Draw a table whose columns fit their contents; every page repeats the headings, and says what is continued.

        ``size`` is the font size, if everything fits; ``height`` the height of a row (by default as needed), ``width`` the
        maximal width (by default up to the right margin).
        """
        line = min(size, HEAD.size) * _POINT  # smaller letters lower no heading: tables side by side stay level
        lines = [row if isinstance(row, Row) else Row(row) for row in rows]
        visible = [n for n, column in enumerate(columns) if not column.optional or any(row.cells[n] for row in lines)]
        columns, lines = [columns[n] for n in visible], [replace(row, cells=[row.cells[n] for n in visible]) for row in lines]
        most = width or self.width
        columns, wanted, size = self._sized(columns, lines, size, most)
        plain, head = Face(size), Face(min(size, HEAD.size), bold=True)
        widths = _shared(columns, wanted, most)
        tall, step = height or size * _POINT * 1.55, size * _POINT * _LEADING
        head_height = (max(column.head.count("\n") + 1 for column in columns) * _LEADING + 0.5) * line
        heads = [column.head for column in columns]
        headed = False
        for row in lines:
            texts = [
                self.wrapped(cell, plain, wide - 2 * _PAD) if column.wrap else cell.split("\n")
                for column, cell, wide in zip(columns, row.cells, widths, strict=True)
            ]
            needed = max(tall, (max(map(len, texts)) - 1) * step + min(tall, size * _POINT * 1.55))
            faces = [Face(size, bold=row.strong or column.bold > row.pale, ink=NOTE if row.pale else INK) for column in columns]
            if any(
                len(lines) == 1 and self._fit(lines, face, wide - 2 * _PAD, 0) < _TINY
                for lines, face, wide in zip(texts, faces, widths, strict=True)
            ):
                needed = max(needed, 2 * _TEXT[0] * _LEADING * _POINT)
            block = needed * row.together + (tall * _SPACE_ABOVE if row.above else 0)
            if self.new_page_unless_fits(block if headed else head_height + block) and headed:
                self.caption(self._part, after=0, more=True)
                headed = False
            if not headed:
                self._cells(columns, widths, [[text] for text in heads], [head] * len(columns), head_height, "medium")
                headed = True
            if row.above:
                self.text(self.left + _PAD, self.y + 0.3 * tall, fsum(widths), tall * 1.2, row.above, replace(plain, bold=True))
                self.y += tall * _SPACE_ABOVE
            self._cells(columns, widths, texts, faces, needed, "medium" if row.ruled else "")
        if not headed:
            self._cells(columns, widths, [[text] for text in heads], [head] * len(columns), head_height, "medium")

    def table_in_parts(
        self, columns: Sequence[Column], rows: Sequence[Sequence[str]], parts: int, *, size: float = 11, height: float = 0
    ) -> None:
        """Draw a table in so many parts side by side. They must fit on this page."""
        left, top, last = self.left, self.y, self.y
        wide, long = (self.width - _PART_GAP * (parts - 1)) / parts, -(-len(rows) // parts)
        height = height or size * _POINT * 1.55
        columns, _wide, size = self._sized(columns, [Row(row) for row in rows], size, wide)  # heads, too, stay level
        for first in range(0, len(rows), long or 1):
            self.y = top
            self.table(columns, rows[first : first + long], size=size, height=height, width=wide)
            self.left, last = self.left + wide + _PART_GAP, max(last, self.y)
        self.left, self.y = left, last

    def _sized(
        self, columns: Sequence[Column], lines: Sequence[Row], size: float, most: float
    ) -> tuple[Sequence[Column], list[float], float]:
        """The columns, as wide as their texts want, and the font size, at most this one, in which they fit."""
        plain, head = Face(size), Face(min(size, HEAD.size), bold=True)
        wanted = self._wanted(columns, lines, plain, head)
        if fsum(wanted) > most:  # headings take two lines if one line would widen a column
            columns = [self._folded(column, [row.cells[n] for row in lines], plain, head) for n, column in enumerate(columns)]
            wanted = self._wanted(columns, lines, plain, head)
            wanted = self._without_longest(columns, lines, plain, wanted, most)
        while fsum(wanted) > most and size > _SMALLEST:
            size = max(_SMALLEST, size - 0.25)
            plain, head = replace(plain, size=size), replace(head, size=min(size, head.size))
            wanted = self._without_longest(columns, lines, plain, self._wanted(columns, lines, plain, head), most)
        return columns, wanted, size

    def _folded(self, column: Column, cells: Sequence[str], plain: Face, head: Face) -> Column:
        if "\n" in column.head or " " not in column.head:
            return column
        widest = max((self.measure(cell, plain) for cell in cells), default=0)
        narrow = self.measure(column.head, head) <= widest
        return column if narrow else replace(column, head="\n".join(self.broken(column.head, head)))

    def _wanted(self, columns: Sequence[Column], rows: Sequence[Row], plain: Face, head: Face) -> list[float]:
        strong = replace(plain, bold=True)
        wanted = []
        for n, column in enumerate(columns):
            most = _WRAPPED if column.wrap else 999
            heads = [self.measure(line, head) for line in column.head.splitlines()]
            faces = [Face(_BOX[1]) if row.cells[n] == BOX else strong if column.bold or row.strong else plain for row in rows]
            cells = [self.measure(line, face) for row, face in zip(rows, faces, strict=True) for line in row.cells[n].split("\n")]
            wanted.append(max([*heads, *(min(wide, most) for wide in cells)]) + 2 * _PAD)
        return wanted

    def _without_longest(
        self, columns: Sequence[Column], rows: Sequence[Row], plain: Face, wanted: Sequence[float], most: float
    ) -> list[float]:
        """The widths where a few long names become small, or take two lines, rather than all texts small."""
        narrow = [*wanted]
        for n, column in enumerate(columns):
            if column.share and len(rows) > _FEW:
                cells = [(row.cells[n].partition("\t")[0], row.cells[n]) for row in rows]  # without a note, and with it
                texts = sorted([self.measure(text, replace(plain, bold=True)) for text in cell] for cell in cells)
                usual = max(noted for text, noted in texts if text <= _OUTLIER * texts[len(texts) // 2][0]) + 2 * _PAD
                headed = max((self.measure(line, HEAD) for line in column.head.splitlines()), default=0.0) + 2 * _PAD
                least = _READABLE if column.share >= 1 else headed
                narrow[n] = min(wanted[n], max(usual, least, wanted[n] - max(0.0, fsum(narrow) - most)))
        return narrow

    def _cells(
        self,
        columns: Sequence[Column],
        widths: Sequence[float],
        texts: Sequence[Sequence[str]],
        faces: Sequence[Face],
        height: float,
        rule: str,
    ) -> None:
        """Draw a line of a table, each cell with the lines of its text, over a heavy ``rule`` or a hairline."""
        x = self.left
        for column, wide, lines, face in zip(columns, widths, texts, faces, strict=True):
            look = replace(face, size=max(_BOX[0], min(_BOX[1], height))) if lines == [BOX] else face
            low = 0 if column.wrap else look.size * _POINT * _LEADING * (len(lines) - 1)  # a line below a name is paler
            self.text(x + _PAD, self.y, wide - 2 * _PAD, height - low, "\n".join(lines[: 1 if low else None]), look, column.align)
            if low:
                note = replace(look, size=look.size * 0.65, bold=False, ink=NOTE)
                self.text(x + _PAD, self.y + low, wide - 2 * _PAD, height - low, "\n".join(lines[1:]), note, column.align)
            x += wide
            if column.ruled and not rule:
                self.line(x, self.y, x, self.y + height, "thin", RULE)
        self.y += height
        self.line(self.left, self.y, x, self.y, rule or "hair", INK if rule else RULE)


def _small(face: Face) -> Face:
    return replace(face, size=max(min(face.size, _TINY), face.size * 0.75), bold=False)


STAR: Final = "★"
BOX: Final = "☐"
CROSS: Final = "X"


def _shared(columns: Sequence[Column], wanted: Sequence[float], most: float) -> list[float]:
    """Shrink wide columns if the sum is too much; columns with a share take the rest."""
    over, level = fsum(wanted) - most, max(wanted)
    if over > 0:
        while level > 1 and fsum(min(wide, level) for wide in wanted) > most:
            level -= 0.5
        return [min(wide, level) for wide in wanted]
    shares = fsum(column.share for column in columns)
    return [wide - over * column.share / shares if shares else wide for wide, column in zip(wanted, columns, strict=True)]
