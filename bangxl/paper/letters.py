"""Names of the whole world: letters that our own fonts lack, and lines that run from right to left.

Hangul, Chinese, Japanese and Thai come from a font of this computer: those fonts are too large to ship. Arabic letters
are joined here, and Arabic and Hebrew put in order, because a PDF prints letters as they come, from left to right.
"""

import os
import re
import struct
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final
from unicodedata import decomposition, name

from fontTools.ttLib import TTFont, TTLibError

_RIGHT_TO_LEFT: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe"
_RUN: Final = re.compile(rf"[{_RIGHT_TO_LEFT}]+(?:\s*\([^()A-Za-z]*\)|[\W\d_]*[{_RIGHT_TO_LEFT}]+)*")
"""Words from right to left, with what stands between them, and in brackets after them."""
_MARKS: Final = "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4]*"
_LETTER: Final = re.compile(rf"(\d+|\u0644[\u0622\u0623\u0625\u0627]|.)({_MARKS})", re.DOTALL)
"""What is printed as one: a number, lām with alif, or any letter; and the marks above and below it."""
_MIRRORED: Final = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_LIGATURES: Final = 0xFEF5

_FONTS: Final = (
    "NotoSansCJK-Regular.ttc", "NotoSansThai-Regular.ttf", "Garuda.ttf", "wqy-microhei.ttc", "DroidSansFallbackFull.ttf",
    "NanumGothic.ttf", "malgun.ttf", "YuGothM.ttc", "msgothic.ttc", "msyh.ttc", "msjh.ttc", "simsun.ttc", "LeelawUI.ttf",
    "Arial Unicode.ttf", "AppleSDGothicNeo.ttc", "PingFang.ttc", "Hiragino Sans GB.ttc", "Thonburi.ttc",
)  # fmt: skip
"""Fonts of Linux, Windows and macOS; an earlier one is preferred."""
_SEPARATE: Final = (
    "CJK ", "HANGUL ", "HIRAGANA ", "KATAKANA", "BOPOMOFO ", "IDEOGRAPHIC ", "FULLWIDTH ", "HALFWIDTH ", "THAI ", "LAO "
)  # fmt: skip
"""How Unicode names letters that stand beside each other as they are; others would have to be joined."""


def shaped_for_print(text: str) -> str:
    """A text as its letters stand from left to right: Arabic joined, Arabic and Hebrew words turned around."""
    return _RUN.sub(lambda run: "".join([*_joined(run[0])][::-1]).translate(_MIRRORED), text)


def _joined(text: str) -> Iterator[str]:
    """The letters of a text with their marks; each Arabic letter in the form that it has between its neighbours."""
    parts: list[tuple[str, str]] = _LETTER.findall(text)
    known = [_arabic_forms().get(letter, {}) for letter, _marks in parts]
    for (letter, marks), own, before, after in zip(parts, known, [{}, *known], [*known[1:], {}], strict=False):
        joins = "final" in own and "initial" in before, "initial" in own and "final" in after
        form = {(True, True): "medial", (True, False): "final", (False, True): "initial"}.get(joins, "isolated")
        yield own.get(form, letter) + marks


@cache
def _arabic_forms() -> Mapping[str, Mapping[str, str]]:
    """The forms of each Arabic letter, and of lām with alif, as Unicode lists them."""
    forms: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD)):
        kind, *letters = decomposition(chr(code)).split() or [""]
        if len(letters) == 1 or code >= _LIGATURES:
            forms.setdefault("".join(chr(int(letter, 16)) for letter in letters), {})[kind.strip("<>")] = chr(code)
    return forms


def fonts_for(letter: str) -> tuple[Path, ...]:
    """The fonts of this computer that may have a letter."""
    return _of_this_computer() if name(letter, "").startswith(_SEPARATE) else ()


@cache
def _of_this_computer() -> tuple[Path, ...]:
    home = Path.home()
    folders = {
        "win32": [Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts", home / "AppData/Local/Microsoft/Windows/Fonts"],
        "darwin": [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"],
    }.get(sys.platform, [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), home / ".local/share/fonts"])
    there = {name.lower(): Path(root, name) for folder in folders for root, _dirs, names in os.walk(folder) for name in names}
    return tuple(path for name in _FONTS if (path := there.get(name.lower())) and _can_read_font(path))


def _can_read_font(path: Path) -> bool:
    """Whether a font can be read; a damaged one is passed over, as if it were not there."""
    try:
        with path.open("rb") as file:
            return bool(TTFont(file, fontNumber=0, lazy=True).getBestCmap())
    except (OSError, TTLibError, struct.error, AssertionError, KeyError):
        return False
