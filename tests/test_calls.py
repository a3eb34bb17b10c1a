"""What a click costs: calls on Windows, events on a Mac, as the xlwings that is installed makes them."""

import shutil
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from tests.helpers.sample import sample, these
from tests.hosts.excel import clicks
from tests.hosts.excel.clicks import CASES, LIMITS, Cost

Case = tuple[str, int]
Costs = Callable[[Case, bool], dict[str, Cost]]


@cache
def workbook(folder: Path, case: Case) -> Path:
    return clicks.round_played(folder / f"{case[0]}-{case[1]}.xlsx", *case)


@cache
def clicked(folder: Path, case: Case, mac: bool) -> dict[str, Cost]:  # noqa: FBT001 - a key
    place = folder / f"{case[0]}-{case[1]}-{'mac' if mac else 'windows'}"
    place.mkdir()
    return clicks.costs(Path(shutil.copy(workbook(folder, case), place / "torneo.xlsx")), mac=mac)


@pytest.fixture(scope="module")
def costs(tmp_path_factory: pytest.TempPathFactory) -> Costs:
    folder = tmp_path_factory.mktemp("calls")
    return lambda case, mac: clicked(folder, case, mac)


FEW, MANY, MOST = CASES


@pytest.mark.parametrize("action", LIMITS)
@pytest.mark.parametrize(("case", "mac"), these(product(CASES, [False, True]), (FEW, False)), ids=str)
def test_a_click_is_a_handful_of_calls(costs: Costs, case: Case, action: str, *, mac: bool) -> None:
    """The limits grow by the sheets that a click changes; `make soak` clicks with the most players."""
    cost = costs(case, mac)[action]
    assert not cost.wrong, cost.said
    assert cost.calls <= cost.limit, cost.by_name


@pytest.mark.parametrize(("more", "mac"), sample(product((MANY, MOST), [False, True]), 0), ids=str)
def test_no_more_calls_for_more_players(costs: Costs, more: Case, *, mac: bool) -> None:
    few, many = costs(FEW, mac), costs(more, mac)
    for action in ("help", "standings", "record_filled"):
        assert few[action].calls == many[action].calls


def test_what_is_counted_is_all_that_xlwings_sends(costs: Costs) -> None:
    """*Help* in full: the workbook is found, its path asked, and a copy written; the message is no call to Excel."""
    assert costs(FEW, False)["help"].by_name == {  # noqa: FBT003
        "Application.Application": 1, "Application.Workbooks": 1, "Workbooks.Item": 1, "Workbook.FullName": 1,
        "Workbook.Application": 1, "Application.Hwnd": 1, "Application.Calculation": 1, "Workbook.SaveCopyAs": 1,
    }  # fmt: skip
