"""What stands in a cell's element, as the port knows it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from bangxl import limits
from bangxl.books.markup import Malformed, Node, TooMuch
from bangxl.books.plan import EXACT, clean, stored
from bangxl.books.port import Formula, Value
from bangxl.books.references import Place
from bangxl.books.stylesheet import Stylesheet, is_date, is_duration, is_true
from bangxl.books.worksheet import Cell, Worksheet

_CODED: Final = re.compile("_x([0-9A-Fa-f]{4})_")
_LOOKS_CODED: Final = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
FORMULA_BEGINS: Final = r"[=+\-@\uff1d\uff0b\uff0d\uff20]"
"""With what formulas begin, as a pattern; also in the wide letters of East Asia, which its spreadsheets read alike."""
_FORMULA: Final = re.compile(rf"\s*{FORMULA_BEGINS}")
_DAY_ZERO: Final = datetime(1899, 12, 30)  # noqa: DTZ001 - a workbook knows no time zones
_DAY_ZERO_1904: Final = datetime(1904, 1, 1)  # noqa: DTZ001 - as above
_LEAP_DAY: Final = 60
"""Days from this one on are counted as if 1900 had had a 29 February."""
_LAST_DAY: Final = 2_958_465


def days(moment: datetime, *, since_1904: bool = False) -> float:
    """A moment as the number that a cell holds."""
    return (moment - _day_zero(since_1904=since_1904)).total_seconds() / 86_400


def _day_zero(*, since_1904: bool) -> datetime:
    """The moment from which days are counted."""
    return _DAY_ZERO_1904 if since_1904 else _DAY_ZERO


def texts(root: Node) -> list[str]:
    """The texts of ``sharedStrings.xml``, without what says how they are spoken."""
    return ["".join(texts_of(item)) for item in root.items() if item.name == "si"]


def texts_of(item: Node) -> Sequence[str]:
    """The pieces of a text, one for each way of writing in it."""
    item = item.find("text") or item
    plain = [child for child in item.items() if child.name == "t"]
    runs = [text for run in item.all("r") for text in run.items() if text.name == "t"]
    if (plain and runs) or len(plain) > 1:
        raise Malformed("two texts in one")
    if any(text.children for text in (*plain, *runs)):
        raise Malformed("something in a text")
    return [text.text for text in (*plain, *runs)]


def weigh(texts: Sequence[str], sheets: Iterable[Worksheet]) -> None:
    """``TooMuch`` if the texts are too long for so many cells: each says only which one it has."""
    cells = [cell for sheet in sheets for cell in sheet.cells.values() if cell.kind == "s"]
    longest = max(map(len, texts), default=0)
    if longest > limits.CELL:
        raise TooMuch("a cell's text")
    if longest * len(cells) > limits.LETTERS:
        lengths = {str(number): len(text) for number, text in enumerate(texts)}
        if sum(lengths.get(cell.content or "", 0) for cell in cells) > limits.LETTERS:
            raise TooMuch("texts")


def escape_codes(text: str) -> str:
    """A text as a file holds it: what would be read as a code for a character is none."""
    return _LOOKS_CODED.sub("_x005F_", text)


def looks_like_formula(text: str) -> bool:
    """Whether a spreadsheet would take a text for a formula when it is edited, or read from a list."""
    return _FORMULA.match(text) is not None


class Values:
    """Tells the values of a workbook's cells."""

    def __init__(self, texts: Sequence[str], styles: Stylesheet, *, since_1904: bool) -> None:
        self._texts = texts
        self._styles = styles
        self._zero = _day_zero(since_1904=since_1904)

    def typed(self, sheet: Worksheet, place: Place) -> Value:
        """What was typed or written; Formula for a formula. ``Malformed``."""
        cell = sheet.cells.get(place)
        if cell is None:
            return None
        return self.shown(cell) if cell.formula is None else Formula(f"={sheet.formula(place)}")

    def shown(self, cell: Cell | None) -> Value:
        """What a cell showed when it was saved. ``Malformed``."""
        if cell is None or cell.content is None:
            return None
        content = cell.content
        if cell.kind == "s":
            return _plain(self._text(content))
        if cell.kind in {"inlineStr", "str", "e"}:
            return _plain(content)
        if not content.strip():
            return None
        if cell.kind == "b":
            return is_true(content)
        return _moment(content) if cell.kind == "d" else self._number(content.strip(), cell.style)

    def _text(self, number: str) -> str:
        place = limits.number(number)
        if place is None or place >= len(self._texts):
            raise Malformed(f"no text {number[:20]}")
        return self._texts[place]

    def _number(self, content: str, style: int) -> Value:
        value = _number(content)
        code = self._styles.format(style)
        if not is_date(code):
            return value
        if is_duration(code):
            return str(timedelta(days=value)) if abs(value) <= _LAST_DAY else value
        return self._dated(value)

    def _dated(self, value: float) -> Value:
        """The moment that a number of days stands for; hours without a day as a text."""
        if not 0 <= value <= _LAST_DAY:
            return value
        moment = self._zero + timedelta(seconds=round(value * 86_400))
        if value < 1:
            return str(moment.time())
        early = self._zero == _DAY_ZERO and value < _LEAP_DAY
        return stored(moment + timedelta(days=1) if early else moment)


def _plain(text: str) -> Value:
    return clean(_CODED.sub(lambda code: chr(int(code[1], 16)), text))


def _number(content: str) -> int | float:
    """A number as written; a whole one that is no larger than cells can hold stays whole."""
    if len(content) > limits.NUMBER or not content.isascii() or "_" in content:
        raise Malformed(f"no number: {content[:20]}…")
    try:
        value = float(content)
        return int(content) if content.lstrip("-").isdecimal() and abs(value) <= EXACT else value
    except ValueError as error:
        raise Malformed(str(error)) from error


def _moment(content: str) -> Value:
    try:
        return stored(datetime.fromisoformat(content))
    except ValueError:
        return _plain(content)
