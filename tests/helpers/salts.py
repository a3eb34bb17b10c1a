"""What is random in every tournament: the salts of the rounds' codes, and the codes that follow from them."""

import json
import re
from collections.abc import Iterable
from typing import Any, Final

CODE: Final = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}\b")


def unsalted(export: str) -> dict[str, Any]:
    """An exported tournament without the codes, so that two evenings of the same seeds are the same."""
    data: dict[str, Any] = json.loads(export)
    data.pop("codes", None)
    return data | {"draws": [{key: value for key, value in draw.items() if key != "pool"} for draw in data["draws"]]}


def uncoded(lines: Iterable[str]) -> list[str]:
    """Lines for people with a … in place of every code."""
    return [CODE.sub("…", line) for line in lines]
