"""The workbooks in templates/ are what the program makes today."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Final

import pytest

from tests.render import page_texts
from tools import templates

FOR_MACROS: Final = {
    "[Content_Types].xml", "_rels/.rels", "customUI/customUI.xml", "xl/_rels/workbook.xml.rels", "xl/vbaProject.bin",
}  # fmt: skip
"""The parts in which a workbook with macros is another than the one without."""
WITH_MACROS: Final = [name for name in templates.NAMES if name.endswith(".xlsm")]


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


def different(one: dict[str, bytes], other: dict[str, bytes]) -> set[str]:
    return {part for part in one.keys() | other.keys() if one.get(part) != other.get(part)}


def test_there_is_one_for_each_regulation_and_language() -> None:
    assert sorted(path.name for path in templates.FOLDER.glob("*.xls*")) == sorted(templates.NAMES)


@pytest.mark.parametrize("name", [*WITH_MACROS, "record.it.xlsx"])
def test_is_current(name: str, tmp_path: Path) -> None:
    fresh, kept = parts(templates.make(name, tmp_path)), parts(templates.FOLDER / name)
    assert different(fresh, kept) == set(), "make templates"


@pytest.mark.parametrize("name", templates.PAGES)
def test_the_pages_are_current(name: str, tmp_path: Path) -> None:
    """What a day without the computer needs; as texts: compression may differ from computer to computer."""
    assert page_texts(templates.make(name, tmp_path)) == page_texts(templates.FOLDER / name), "make templates"
    assert sorted(path.name for path in templates.FOLDER.glob("*.pdf")) == sorted(templates.PAGES)


def without_code_names(workbook: dict[str, bytes]) -> dict[str, bytes]:
    """The parts without the names that macros call the sheets by."""
    return {
        part: re.sub(rb'<sheetPr codeName="\w+"', b"<sheetPr", text) if part.startswith("xl/worksheets/") else text
        for part, text in workbook.items()
    }


@pytest.mark.parametrize("name", WITH_MACROS)
def test_without_macros_it_is_the_same_workbook(name: str) -> None:
    with_macros, without = (parts((templates.FOLDER / name).with_suffix(suffix)) for suffix in (".xlsm", ".xlsx"))
    assert different(without_code_names(with_macros), without) == FOR_MACROS, "make templates"
    assert not {"customUI/customUI.xml", "xl/vbaProject.bin"} & without.keys()
