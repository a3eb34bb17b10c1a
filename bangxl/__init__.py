"""bangxl: a tournament manager for the card game BANG! inside an Excel workbook.

For programs: `read`, `season`, `simulate` (see `bangxl.library`). They are imported when they are first used.
"""

import os
from typing import Final

os.environ["OPENPYXL_LXML"] = "False"  # openpyxl reads it when it is first imported: no file may depend on lxml

__version__ = "0.2.0"
__all__ = ["Refusal", "Tournament", "__version__", "read", "season", "simulate"]

_PLACES: Final = {"Refusal": "bangxl.commands.errors"} | dict.fromkeys(
    ("Tournament", "read", "season", "simulate"), "bangxl.library"
)


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - a click in Excel needs nothing of this

    return getattr(import_module(_PLACES[name]), name)


def __dir__() -> list[str]:
    return __all__
