"""What older versions have written: every later one opens, exports and verifies it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from bangxl import __version__
from bangxl.commands.check import check
from bangxl.commands.report import report
from bangxl.commands.standings import standings
from bangxl.commands.transfer import export
from bangxl.commands.verify import verify
from bangxl.rulebooks.loader import rulebook_ids
from bangxl.tournament.kinds import Severity
from tools.versions import LOOKS, TIME, looks

HERE: Final = Path(__file__).parent
KEPT: Final = sorted(HERE.glob("*/*-referto.xlsx"))


def named(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.fixture(params=KEPT, ids=named)
def referto(request: pytest.FixtureRequest) -> Path:
    assert isinstance(request.param, Path)
    return request.param


def beside(referto: Path, suffix: str) -> Path:
    return referto.with_name(referto.name.replace("-referto.xlsx", suffix))


def holds(now: object, then: object) -> bool:
    """Whether all that was said then is said now; later versions may say more."""
    if isinstance(now, dict) and isinstance(then, dict):
        return all(key in now and holds(now[key], value) for key, value in then.items())
    if isinstance(now, list) and isinstance(then, list):
        return len(now) == len(then) and all(map(holds, now, then))
    return now == then


def test_this_version_has_kept_one_of_each_regulation() -> None:
    assert {path.stem for path in (HERE / __version__).glob("*.json")} == set(rulebook_ids())


def test_the_workbook_says_what_it_said(referto: Path) -> None:
    workbook, told = beside(referto, ".xlsx"), json.loads(beside(referto, ".json").read_text(encoding="utf-8"))
    assert holds(json.loads(export(workbook)), told)
    assert holds(json.loads(export(referto)), told)
    assert standings(referto) == standings(workbook)
    assert [one for one in check(workbook) if one.finding.severity is Severity.ERROR] == []


def test_the_referto_agrees(referto: Path) -> None:
    verdict = verify(referto)
    assert verdict.agrees, verdict.differences


def test_whatever_changes_the_pages_raises_the_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else `verify` would call a referto of yesterday changed: it compares looks within one version and layout."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", TIME)
    assert looks() == json.loads(LOOKS.read_text(encoding="utf-8")), "python -m tools.versions looks"


def test_the_workbook_gives_a_referto_of_the_same_digest(referto: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bangxl.commands.printing.to_pdf", lambda _source, _target, **_options: False)
    again = verify(report(beside(referto, ".xlsx"), tmp_path).workbook)
    assert again.agrees, again.differences
    assert again.digest == verify(referto).digest
