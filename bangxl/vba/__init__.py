"""The parts that make a workbook an .xlsm: its VBA project and its ribbon, from `macros/`.

This module finds that folder: in a checkout, and packaged in the wheel.
"""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

PROJECT: Final = "xl/vbaProject.bin"
RIBBON: Final = "customUI/customUI.xml"
"""The parts' names in a workbook."""

WORKBOOK, ADDIN = "workbook.bin", "addin.bin"
"""The projects' names in `macros/`; `tools/macros.py` makes them from the sources beside them."""


def sources_folder() -> Traversable:
    """The folder of the sources: inside this package in a wheel, otherwise in the checkout beside the package."""
    carried = files(__package__) / "sources"
    return carried if carried.is_dir() else Path(__file__).parents[2] / "macros"


def source(name: str) -> str:
    """The text of a source. Raises FileNotFoundError for an unknown name."""
    return (sources_folder() / name).read_text(encoding="utf-8")


def for_addin(text: str) -> str:
    """A source as the add-in has it: names of its own for what Excel calls by name, lest it call another open project's."""
    return text.replace("BangRibbon_", "BangAddin_")
