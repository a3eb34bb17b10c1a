"""The files in templates/ are what the program makes today."""

from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from bangxl.rulebooks.loader import rulebook_ids
from tests.additions.package import parts_of
from tests.helpers.render import page_texts
from tests.helpers.sample import these
from tools import functions, templates

FOR_MACROS: Final = {
    "[Content_Types].xml", "_rels/.rels", "customUI/customUI.xml", "xl/_rels/workbook.xml.rels", "xl/vbaProject.bin",
}  # fmt: skip
"""The parts in which a workbook with macros is another than the one without."""
WORKBOOKS: Final = [name for name in templates.NAMES if name.endswith(".xlsm")]
PAGES: Final = [name for name in templates.NAMES if name.endswith(".pdf")]


def different(one: dict[str, bytes], other: dict[str, bytes]) -> set[str]:
    return {part for part in one.keys() | other.keys() if one.get(part) != other.get(part)}


def test_there_are_two_for_each_regulation() -> None:
    """More would change with every sentence; the installer has the other languages."""
    assert sorted(path.name for path in templates.FOLDER.iterdir()) == sorted(templates.NAMES)
    kinds = Counter(name.partition(".")[0] for name in templates.NAMES if name != functions.NAME)
    assert kinds == dict.fromkeys(rulebook_ids(), 2)


@pytest.mark.parametrize("name", these(WORKBOOKS, "italy-2010.it.xlsm", functions.NAME))
def test_is_current(name: str, tmp_path: Path) -> None:
    fresh, kept = parts_of(templates.make(name, tmp_path)), parts_of(templates.FOLDER / name)
    assert different(fresh, kept) == set(), "make templates"


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_are_current(name: str, tmp_path: Path) -> None:
    """What a day without the computer needs; as texts: compression may differ from computer to computer."""
    assert page_texts(templates.make(name, tmp_path)) == page_texts(templates.FOLDER / name), "make templates"


@pytest.mark.soak
@pytest.mark.parametrize("name", these(["record.en", "italy-2010.ru"], "record.en"))
def test_without_macros_it_is_the_same_workbook(name: str, tmp_path: Path) -> None:
    with_macros, without = (parts_of(templates.make(f"{name}.{kind}", tmp_path)) for kind in ("xlsm", "xlsx"))
    assert different(with_macros, without) == FOR_MACROS
    assert not {"customUI/customUI.xml", "xl/vbaProject.bin"} & without.keys()
