"""How much a function does, as a number that is the same on every machine; seconds are not."""

import sys
from collections.abc import Callable


def calls(function: Callable[[], object]) -> int:
    """How many functions are called, ours and the language's own, until this one has ended, well or badly."""
    number = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal number
        number += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(before)
    return number
