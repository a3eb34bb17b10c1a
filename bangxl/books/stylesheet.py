"""The styles part of a file: the properties that matter for values, and styles that differ in one or two of them.

A cell refers to its style by its position among the ``<xf>`` of ``<cellXfs>``. New styles are added at the end;
existing ones never change. Number formats are read only to find those of dates and hours.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Self

from bangxl import limits
from bangxl.books import markup

_TEXT: Final = 49
"""The number format of text cells, ``@``."""
_ALTERNATIVES: Final = "http://schemas.openxmlformats.org/markup-compatibility/2006"
"""The namespace of alternatives for newer and older programs."""
_DATE_AND_TIME: Final = 22
"""The number format of date and time, in the order of the reader's country."""
_BUILT_IN: Final = {
    **dict.fromkeys((14, 15, 16, 17, _DATE_AND_TIME, *range(27, 37), *range(50, 59)), "yyyy-mm-dd"),
    **dict.fromkeys((18, 19, 20, 21, 45, 47), "h:mm:ss"), 46: "[h]:mm:ss", _TEXT: "@",
}  # fmt: skip
"""The built-in number formats of dates, hours and texts."""

_NO_FORMAT: Final = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^]]*\]', re.IGNORECASE | re.DOTALL)
"""The parts of a number format that are no codes: texts, blanks, colours, conditions."""
_DATE: Final = re.compile("[dmhys]", re.IGNORECASE)
STRUCK: Final = re.compile(rb"<(?:\w+:)?strike(?:\s+val=[\"'](?:1|true)[\"'])?\s*/?>")
"""What puts a line through a font or a part of a text."""
_DURATION: Final = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class StyleChange:
    """How a style should differ; None: unchanged. ``marked``: as a text that looks like a formula. ``dated``: shows a date."""

    locked: bool | None = None
    marked: bool | None = None
    dated: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """An ``<xf>``: its start tag without the end, the parts before and after ``<protection>``, and ``<protection>`` itself."""

    tag: bytes
    attributes: Mapping[str, str]
    before: bytes
    protection: bytes
    behind: bytes
    locked: bool

    @property
    def marked(self) -> bool:
        """Whether texts in its cells stay texts even if they look like formulas."""
        return is_true(self.attributes.get("quotePrefix", "0"))

    def with_attributes(self, **values: str | None) -> Self:
        """The style with other attributes."""
        tag = markup.with_attributes(self.tag + b">", values)[:-1]
        kept = {**self.attributes, **values}
        return replace(self, tag=tag, attributes={name: value for name, value in kept.items() if value is not None})


class Stylesheet:
    """The styles part. ``struck``: the styles with a line through the text."""

    def __init__(self, data: bytes) -> None:
        """``data``: the part as it is. Malformed."""
        self._data = data
        root = markup.parse_part(data)
        cells = root.find("cellXfs")
        if cells is None:
            raise markup.Malformed("no cellXfs")
        self._cells = cells
        self.styles = [_style(data, node) for node in cells.items()] or [_style(b"<xf/>", markup.parse_part(b"<xf/>"))]
        self._known = len(self.styles)
        if self._known > limits.STYLES:
            raise markup.TooMuch("styles")
        self._made: dict[tuple[int, StyleChange], int] = {}
        fonts = root.find("fonts")
        struck = {str(at) for at, font in enumerate(fonts.children if fonts else ()) if STRUCK.search(data, font.start, font.end)}
        self.struck = {number for number, style in enumerate(self.styles) if style.attributes.get("fontId", "0") in struck}
        own = root.find("numFmts")
        self._formats = {
            int(node.attributes.get("numFmtId", "0")): node.attributes.get("formatCode", "")
            for node in (_number_formats(own) if own is not None else ())
        }
        if any(len(code) > limits.FORMAT for code in self._formats.values()):
            raise markup.TooMuch("a number format")

    def style(self, number: int) -> Style:
        """A style by its number. Raises ``Malformed`` if there is none."""
        if not 0 <= number < len(self.styles):
            raise markup.Malformed(f"no style {number}")
        return self.styles[number]

    def format(self, style: int) -> str:
        """A style's number format: its code, "" for one of plain numbers."""
        number = int(self.style(style).attributes.get("numFmtId", "0"))
        return self._formats.get(number) or _BUILT_IN.get(number, "")

    def like(self, style: int, wish: StyleChange) -> int:
        """The number of a style like another one, except for the wish."""
        if (style, wish) in self._made:
            return self._made[style, wish]
        wanted = own = self.style(style)
        if wish.marked not in {None, own.marked}:
            wanted = wanted.with_attributes(quotePrefix="1" if wish.marked else None)
        if wish.locked not in {None, own.locked}:
            wanted = _locked(wanted, locked=bool(wish.locked))
        if wish.dated and not is_date(self.format(style)):
            wanted = wanted.with_attributes(numFmtId=str(_DATE_AND_TIME), applyNumberFormat="1")
        if wanted not in self.styles:
            self.styles.append(wanted)
        self._made[style, wish] = style if wanted == own else self.styles.index(wanted)
        return self._made[style, wish]

    def dump(self) -> bytes:
        """The part with the added styles."""
        new = self.styles[self._known :]
        if not new:
            return self._data
        start, inside = self._cells.start, self._cells.inside
        tag = markup.with_attributes(self._data[start:inside], {"count": str(len(self.styles))})
        behind = self._cells.close
        elements = b"".join(
            b"%b>%b%b%b</%b>" % (one.tag, one.before, one.protection, one.behind, one.tag[1:].split(None, 1)[0]) for one in new
        )
        return markup.apply_edits(self._data, [(start, inside, tag), (behind, behind, elements)])


def _number_formats(own: markup.Node) -> Iterator[markup.Node]:
    """The custom number formats; Excel wraps those for newer versions in alternatives. ``Malformed``."""
    for node in own.children:
        if node.space == _ALTERNATIVES:
            yield from (one for way in node.children for one in way.children if one.space == own.space)
        elif node.space == own.space:
            yield node
        else:
            raise markup.Malformed("something foreign among the number formats")


def is_true(value: str) -> bool:
    """A boolean in XML."""
    return value.strip() in {"1", "true"}


def _style(data: bytes, node: markup.Node) -> Style:
    protection = node.find("protection")
    tag = data[node.start : node.inside].removesuffix(b">").removesuffix(b"/").rstrip()
    if protection is None:
        start = end = next((child.start for child in node.all("extLst")), node.close)
        locked = True
    else:
        start, end, locked = protection.start, protection.end, is_true(protection.attributes.get("locked", "1"))
    return Style(tag, node.attributes, data[node.inside : start], data[start:end], data[end : node.close], locked)


def _locked(style: Style, *, locked: bool) -> Style:
    """Lock or unlock the style; whether its formulas are hidden stays."""
    prefix = style.tag[1:].split(None, 1)[0].removesuffix(b"xf")
    old = style.protection or b"<%bprotection/>" % prefix
    inside = markup.after_tag(old, 0)
    new = markup.with_attributes(old[:inside], {"locked": str(int(locked))}) + old[inside:]
    return replace(style.with_attributes(applyProtection="1"), protection=new, locked=locked)


@cache
def is_date(code: str) -> bool:
    """Whether a number format shows a number as a date, an hour or a duration."""
    return bool(_DATE.search(_NO_FORMAT.sub("", code.partition(";")[0])))


@cache
def is_duration(code: str) -> bool:
    """Whether a number format shows elapsed hours, minutes or seconds: ``[h]:mm``."""
    return bool(_DURATION.search(_NO_FORMAT.sub("", code.partition(";")[0])))
