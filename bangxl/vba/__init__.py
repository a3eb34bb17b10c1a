"""The parts that make a workbook an .xlsm: its VBA project and its ribbon, from the sources in `macros/`.

Here: where their sources lie, `macros/` of a checkout, carried in the wheel.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def folder() -> Traversable:
    """Where they lie: within this package where the wheel put them, else in the checkout beside the package."""
    carried = files(__package__) / "sources"
    return carried if carried.is_dir() else Path(__file__).parents[2] / "macros"


def source(name: str) -> str:
    """The text of a source. Raises FileNotFoundError for an unknown name."""
    return (folder() / name).read_text(encoding="utf-8")
