"""The workbooks in templates/ are what the program makes today."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tools import templates


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


def test_there_is_one_for_each_regulation_and_language() -> None:
    assert sorted(path.name for path in templates.FOLDER.glob("*.xls*")) == sorted(templates.NAMES)


@pytest.mark.parametrize("name", templates.NAMES)
def test_is_current(name: str, tmp_path: Path) -> None:
    fresh, kept = parts(templates.make(name, tmp_path)), parts(templates.FOLDER / name)
    assert {part for part in fresh.keys() | kept.keys() if fresh.get(part) != kept.get(part)} == set(), "make templates"
