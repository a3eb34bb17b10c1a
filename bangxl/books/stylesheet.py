"""The part of a file that says how cells look: what matters of a style to a value, and styles that differ in a thing or two.

A cell names its style by a number, its place among the ``<xf>`` of ``<cellXfs>``. A style that is needed is added at the end;
none that is there is changed. Of number formats it is asked which show a value as it is (nothing put in, nothing left out, no
place shifted), and which a day or an hour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from bangxl import limits
from bangxl.books import markup

TEXT: Final = 49
"""The number format of cells whose content is a text, ``@``."""
_EITHER: Final = "http://schemas.openxmlformats.org/markup-compatibility/2006"
"""The namespace of what is written in two ways, for newer programs and for older ones."""
_MOMENT: Final = 22
"""The number format of day and time, in the order of the reader's country."""
_BUILT_IN: Final = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
    **dict.fromkeys((14, 15, 16, 17, 22, *range(27, 37), *range(50, 59)), "yyyy-mm-dd"),
    **dict.fromkeys((18, 19, 20, 21, 45, 47), "h:mm:ss"), 46: "[h]:mm:ss",
    **dict.fromkeys((5, 6), '"$"#,##0_);("$"#,##0)'), **dict.fromkeys((7, 8), '"$"#,##0.00_);("$"#,##0.00)'),
    **dict.fromkeys((37, 38), "#,##0_);(#,##0)"), **dict.fromkeys((39, 40), "#,##0.00_);(#,##0.00)"),
    **dict.fromkeys((41, 42), r'_(* #,##0_);_(* \(#,##0\);_(* "-"_);_(@_)'),
    **dict.fromkeys((43, 44), r'_(* #,##0.00_);_(* \(#,##0.00\);_(* "-"??_);_(@_)'), 48: "##0.0E+0", TEXT: "@",
}  # fmt: skip
"""Number formats that stand in no file, as far as they differ in what they show."""

_SAFE: Final = r"[\ \u00a0\u202f$°]"
"""What may stand beside a number."""

_TOKEN: Final = re.compile(
    rf"""(?P<general>general)
    | (?P<text>@)
    | (?P<number>[#?0]+(?:,[#?0]+)*(?:\.[#?0]*)?,*)
    | (?P<date>[dmyhs]+)
    | (?P<tag>\[\$[$€£¥]?(?:-1?[0-9a-f]{{1,4}})?\])
    | (?P<colour>\[(?:black|blue|cyan|green|magenta|red|yellow)\])
    | (?P<minus>-|\()
    | (?P<space>_.|\*[ ])
    | (?P<close>\))
    | (?P<between>[,./:])
    | (?P<safe>{_SAFE})
    | (?P<odd>.)""",
    re.VERBOSE | re.DOTALL,
)
_QUOTED: Final = re.compile(r'"([^"]*)"|\\(.)', re.DOTALL)
_LITERAL: Final = re.compile(rf"(?:{_SAFE}|[-,./:()])*")
_WHOLE: Final = re.compile(r"(?=[#?,]*0)[#?0]+(?:,[#?0]{3})*(?:\.[#?0]*)?")
_NO_FORMAT: Final = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^]]*\]', re.IGNORECASE | re.DOTALL)
"""What stands in a number format for itself: texts, blanks, colours, conditions."""
_DATE: Final = re.compile("[dmhys]", re.IGNORECASE)
_DURATION: Final = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
_BELOW: Final = 1
"""The section of numbers below 0."""


@dataclass(frozen=True, slots=True)
class Wish:
    """How a style is to differ; None: as it is. ``marked``: as a text that looks like a formula. ``dated``: shows a day."""

    locked: bool | None = None
    marked: bool | None = None
    dated: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """An ``<xf>``: its start tag without the end, what stands before and behind ``<protection>``, and that itself."""

    tag: bytes
    attributes: Mapping[str, str]
    before: bytes
    protection: bytes
    behind: bytes
    locked: bool

    @property
    def marked(self) -> bool:
        """Whether its texts are texts also where they look like formulas."""
        return is_true(self.attributes.get("quotePrefix", "0"))

    def number(self, attribute: str) -> int:
        """An attribute that is a number: ``numFmtId``, ``fontId``, ``fillId``."""
        return int(self.attributes.get(attribute, "0"))

    def xml(self) -> bytes:
        """The element."""
        name = self.tag[1:].split(None, 1)[0]
        return b"%b>%b%b%b</%b>" % (self.tag, self.before, self.protection, self.behind, name)

    def with_attributes(self, **values: str | None) -> Style:
        """The style with other attributes."""
        tag = markup.with_attributes(self.tag + b">", values)[:-1]
        kept = {**self.attributes, **values}
        return replace(self, tag=tag, attributes={name: value for name, value in kept.items() if value is not None})


class Stylesheet:
    """The styles part."""

    def __init__(self, data: bytes) -> None:
        """``data``: the part as it is. Malformed."""
        self._data = data
        self.root = markup.parse(data)
        cells = self.root.find("cellXfs")
        if cells is None:
            raise markup.Malformed("no cellXfs")
        self._cells = cells
        self.styles = [_style(data, node) for node in cells.items()] or [_style(b"<xf/>", markup.parse(b"<xf/>"))]
        self._known = len(self.styles)
        if self._known > limits.STYLES:
            raise markup.TooMuch("styles")
        self._made: dict[tuple[int, Wish], int] = {}
        own = self.root.find("numFmts")
        self._formats = {
            int(node.attributes.get("numFmtId", "0")): node.attributes.get("formatCode", "")
            for node in (_number_formats(own) if own is not None else ())
        }
        if any(len(code) > limits.FORMAT for code in self._formats.values()):
            raise markup.TooMuch("a number format")

    def style(self, number: int) -> Style:
        """A style by its number. ``Malformed`` if there is none."""
        if not 0 <= number < len(self.styles):
            raise markup.Malformed(f"no style {number}")
        return self.styles[number]

    def format(self, style: int) -> str:
        """A style's number format: its code, "" for the general one."""
        number = self.style(style).number("numFmtId")
        return self._formats.get(number) or _BUILT_IN.get(number, "")

    def like(self, style: int, wish: Wish) -> int:
        """The number of a style like another one but for the wish."""
        if (style, wish) not in self._made:
            self._made[style, wish] = self._like(style, wish)
        return self._made[style, wish]

    def dump(self) -> bytes:
        """The part with the styles that were added."""
        new = self.styles[self._known :]
        if not new:
            return self._data
        start, inside = self._cells.start, self._cells.inside
        tag = markup.with_attributes(self._data[start:inside], {"count": str(len(self.styles))})
        behind = self._cells.close
        return markup.exchange(self._data, [(start, inside, tag), (behind, behind, b"".join(style.xml() for style in new))])

    def _like(self, style: int, wish: Wish) -> int:
        wanted = found = self.style(style)
        if wish.marked not in {None, found.marked}:
            wanted = wanted.with_attributes(quotePrefix="1" if wish.marked else None)
        if wish.locked not in {None, found.locked}:
            wanted = _locked(wanted, locked=bool(wish.locked))
        if wish.dated and not is_date(self.format(style)):
            wanted = wanted.with_attributes(numFmtId=str(_MOMENT), applyNumberFormat="1")
        if wanted not in self.styles:
            self.styles.append(wanted)
        return style if wanted == found else self.styles.index(wanted)


def _number_formats(own: markup.Node) -> Iterator[markup.Node]:
    """Those that the styles have of their own; Excel wraps one that newer versions write otherwise. ``Malformed``."""
    for node in own.children:
        if node.space == _EITHER:
            yield from (found for way in node.children for found in way.children if found.space == own.space)
        elif node.space == own.space:
            yield node
        else:
            raise markup.Malformed("something foreign among the number formats")


def is_true(value: str) -> bool:
    """A truth value as XML writes it."""
    return value.strip() in {"1", "true"}


def _style(data: bytes, node: markup.Node) -> Style:
    protection = node.find("protection")
    tag = data[node.start : node.inside].removesuffix(b">").removesuffix(b"/").rstrip()
    if protection is None:
        at = next((child.start for child in node.all("extLst")), node.close)
        return Style(tag, node.attributes, data[node.inside : at], b"", data[at : node.close], locked=True)
    return Style(
        tag,
        node.attributes,
        data[node.inside : protection.start],
        data[protection.start : protection.end],
        data[protection.end : node.close],
        is_true(protection.attributes.get("locked", "1")),
    )


def _locked(style: Style, *, locked: bool) -> Style:
    """The style, locked or not; whether its formulas are hidden stays."""
    prefix = style.tag[1:].split(None, 1)[0].removesuffix(b"xf")
    old = style.protection or b"<%bprotection/>" % prefix
    inside = markup.after_tag(old, 0)
    new = markup.with_attributes(old[:inside], {"locked": str(int(locked))}) + old[inside:]
    return replace(style.with_attributes(applyProtection="1"), protection=new, locked=locked)


@cache
def is_date(code: str) -> bool:
    """Whether a number format shows a number as a day, an hour or a duration."""
    return bool(_DATE.search(_NO_FORMAT.sub("", code.partition(";")[0])))


@cache
def is_duration(code: str) -> bool:
    """Whether a number format counts hours, minutes or seconds on: ``[h]:mm``."""
    return bool(_DURATION.search(_NO_FORMAT.sub("", code.partition(";")[0])))


@cache
def is_plain(code: str) -> bool:
    """Whether a number format only separates thousands, rounds, sets a minus, a currency sign or the order of a date.

    False for digits or letters of its own, sections that show nothing, scaled numbers, conditions, per cents, and a format that
    does not tell a number below 0 from one above.
    """
    bare = _QUOTED.sub(_unquoted, code)
    sections = bare.casefold().split(";")
    return "\0" not in bare and all(_shows(section, index) for index, section in enumerate(sections))


def _unquoted(found: re.Match[str]) -> str:
    """A literal without its quotes; a NUL where it holds what no format of ours does."""
    literal = found[1] if found[1] is not None else found[2]
    return literal if _LITERAL.fullmatch(literal) else "\0"


def _shows(section: str, index: int) -> bool:
    """Whether a section shows its value once, and as it is."""
    tokens = [(str(match.lastgroup), match[0]) for match in _TOKEN.finditer(section)]
    kinds = [kind for kind, _text in tokens]
    dated, values = "date" in kinds, sum(kind in {"general", "text", "number"} for kind in kinds)
    if "odd" in kinds or values != (0 if dated else 1) or ("between" in kinds and not dated):
        return False
    if dated or "text" in kinds:
        return "(" not in section and (dated or "minus" not in kinds)
    if any(kind == "number" and not _WHOLE.fullmatch(text) for kind, text in tokens):
        return False
    return ("minus" in kinds) == (index == _BELOW)
