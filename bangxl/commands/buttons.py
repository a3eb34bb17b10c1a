"""The buttons as the ribbon has them: what stands on them, and what they say that they do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import unescape
from typing import Final, NamedTuple

from bangxl.vba.source import source

_BUTTON: Final = re.compile(r'<button id="(\w+)" label="([^"]*)"[^>]*? supertip="([^"]*)"')


class Button(NamedTuple):
    """English texts, to be translated."""

    label: str
    tip: str


@cache
def buttons() -> Mapping[str, Button]:
    """By their actions, in the order of the ribbon."""
    return {action: Button(unescape(label), unescape(tip)) for action, label, tip in _BUTTON.findall(source("ribbon.xml"))}
