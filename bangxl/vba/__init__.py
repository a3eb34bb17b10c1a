"""The parts that make a workbook an .xlsm: its VBA project and its ribbon, from the sources in `macros/`.

This module finds their sources: `macros/` of a checkout, packaged in the wheel.
"""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def folder() -> Traversable:
    """The folder of the sources: inside this package in a wheel, otherwise in the checkout beside the package."""
    carried = files(__package__) / "sources"
    return carried if carried.is_dir() else Path(__file__).parents[2] / "macros"


def source(name: str) -> str:
    """The text of a source. Raises FileNotFoundError for an unknown name."""
    return (folder() / name).read_text(encoding="utf-8")
