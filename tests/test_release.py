"""`make release`: what people download lies in one folder, with notes that name it and checksums that fit."""

import re
import subprocess
from pathlib import Path

import pytest

from bangxl import __version__
from bangxl.locale.catalog import LANGUAGES
from tools.release import BUILT, NOTES, ROOT, SUMS, release


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """What make has built, with other bytes."""
    (tmp_path / "release").mkdir()
    handbooks = (f"release/handbook.{language}.pdf" for language in LANGUAGES)
    for name in (*BUILT, f"release/bangxl-{__version__}-py3-none-any.whl", *handbooks):
        (tmp_path / name).write_bytes(name.encode())
    return tmp_path


def test_every_file_is_there_with_its_checksum_and_named_in_the_notes(built: Path) -> None:
    target = built / "dist"
    lines = release(built, target)
    there = {path.name for path in target.iterdir()} - {SUMS}
    assert {line.split()[1] for line in lines} == there
    assert {*BUILT, NOTES, "handbook.it.pdf", "italy-2010.it.xlsm"} <= there
    subprocess.run(["sha256sum", "--check", "--quiet", SUMS], cwd=target, check=True)
    notes = (target / NOTES).read_text(encoding="utf-8")
    assert all(name in notes for name in BUILT)
    assert f"## {__version__}" in notes
    assert release(built, target) == lines


@pytest.mark.parametrize("before", [False, True])
def test_what_somebody_else_has_put_there_stays(built: Path, before: bool) -> None:  # noqa: FBT001 - a case
    """Checksums lie in many folders, so their name alone does not make one ours."""
    target = built / "dist"
    if before:
        release(built, target)
    target.mkdir(exist_ok=True)
    (target / "mine.txt").write_text("mine", encoding="utf-8")
    there = {path.name for path in target.iterdir()}
    with pytest.raises(SystemExit, match=r"mine\.txt"):
        release(built, target)
    assert {path.name for path in target.iterdir()} == there


def test_a_tag_makes_the_release_as_make_does() -> None:
    flow = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    first, second = re.findall(r"^ +- run: (.+)$", flow, re.MULTILINE)
    assert first == "make release"
    assert second == f'gh release create "$GITHUB_REF_NAME" dist/* --notes-file dist/{NOTES}'
