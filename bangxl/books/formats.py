"""Number formats: which show a value as it is (nothing put in, nothing left out, no place shifted), which a day or an hour."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_SAFE: Final = r"[\ \u00a0\u202f$°]"
"""What may stand beside a number."""

_TOKEN: Final = re.compile(
    rf"""(?P<general>general)
    | (?P<text>@)
    | (?P<number>[#?0]+(?:,[#?0]+)*(?:\.[#?0]*)?,*)
    | (?P<date>[dmyhs]+)
    | (?P<tag>\[\$[$€£¥]?(?:-[0-9a-f]+)?\])
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
