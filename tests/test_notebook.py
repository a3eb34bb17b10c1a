"""The notebook and the page about the library: their code runs, and its numbers are those of the tournaments."""

import json
import re
from contextlib import redirect_stdout
from fractions import Fraction
from io import StringIO
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pandas as pd
import pytest

from bangxl.commands.demo import demo
from bangxl.commands.report import report
from bangxl.tournament.model import Outcome, Role
from tests.helpers.sample import sample
from tools.notebook import outputs

DOCS: Final = Path(__file__).parents[1] / "docs"
CELLS: Final = json.loads((DOCS / "notebook.ipynb").read_text(encoding="utf-8"))["cells"]


def run(*parts: str) -> dict[str, Any]:
    """Run code as a notebook does, part after part; what it leaves behind."""
    there: dict[str, Any] = {}
    for part in parts:
        exec(part, there)  # noqa: S102 - our own pages
    return there


def notebook() -> list[str]:
    return ["".join(cell["source"]) for cell in CELLS if cell["cell_type"] == "code"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament, and the folder with its report and another one."""
    path: Path = tmp_path_factory.mktemp("notebook")
    for name, players, seed in (("torneo", 10, "426"), ("altro", 12, "altro")):
        demo(path / f"{name}.xlsx", "italy-2010", players, seed, "en")
        report(path / f"{name}.xlsx", path / "referti")
    return path


def test_the_notebook_is_kept_with_what_it_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m tools.notebook` writes it. Charts are kept as pictures, which another matplotlib draws otherwise."""
    monkeypatch.chdir(tmp_path)
    kept = [cell["outputs"] for cell in CELLS if cell["cell_type"] == "code"]
    texts = [[one["data"]["text/plain"] for one in outputs] for outputs in kept]
    assert texts == [[one["data"]["text/plain"] for one in shown] for shown in outputs(notebook())]
    drawn = [picture for outputs in kept for one in outputs if (picture := one["data"].get("image/png"))]
    assert len(drawn) == 7
    assert sum(map(len, drawn)) < 100_000
    assert len({cell["id"] for cell in CELLS}) == len(CELLS)


@pytest.mark.parametrize("own", sample([True, False], 2), ids=["own reports", "simulated"])
def test_the_charts(own: bool, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: FBT001 - a case
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.chdir(folder if own else tmp_path)
    from matplotlib import pyplot as plt  # noqa: PLC0415 - it reads the variable

    plt.close("all")
    first, *cells = notebook()
    there = run(first, *(f"from matplotlib import pyplot; pyplot.figure()\n{cell}" for cell in cells))
    assert len(there["tournaments"]) == (2 if own else 10)
    drawn = [axes for number in plt.get_fignums() for axes in plt.figure(number).axes]
    assert [axes.get_title() for axes in drawn] == [
        "What the Renegade earns", "Bids against winnings", "How long until a rematch", "Who wins", "Does the seat matter?",
        "How the money grows", "Who leads the season",
    ]  # fmt: skip
    bars = (there["renegade"], (), there["rematches"], there["wins"].to_numpy().ravel(), there["chairs"], (), ())
    assert [len(axes.patches) for axes in drawn] == [*map(len, bars)]
    assert [len(axes.lines) for axes in drawn[5:]] == [5, 5]
    plt.close("all")
    won = [
        (seat.role, game.outcome)
        for one in there["tournaments"].values()
        for game in one.state.tournament.games
        for seat in game.seats
    ]
    law = sum(outcome is Outcome.LAW for role, outcome in won if role is Role.SHERIFF) / sum(
        role is Role.SHERIFF for role, _ in won
    )
    sheriffs = there["seats"][there["seats"]["role"] == "sheriff"]
    assert sheriffs["won"].mean() == pytest.approx(law)
    first = there["first"]
    assert there["money"].iloc[-1].to_dict() == pytest.approx(first.standings.head(5).set_index("name")["score"].to_dict())

    leader = there["race"].columns[0]
    ended = [one.standings.set_index("name")["final_place"] for one in there["tournaments"].values()]
    behind = [int((places > places[leader]).sum()) for places in ended if leader in places]
    assert there["race"][leader].iloc[-1] == sum(behind)

    earned: dict[int, list[int]] = {}
    bids: dict[int, list[int]] = {}
    waits: dict[int, int] = {}
    for one in there["tournaments"].values():
        paid = {(row.round, row.table, row.seat): row.payout for row in one.ledger.itertuples()}
        met: dict[tuple[str, str], int] = {}
        for game in sorted(one.state.tournament.games, key=lambda game: game.round):
            for seat in game.seats:
                amount = paid[game.round, game.table, seat.number]
                bids.setdefault(seat.bid or 0, []).append(amount)
                if seat.role is Role.RENEGADE:
                    earned.setdefault(game.size, []).append(amount)
            for pair in combinations(sorted(seat.player for seat in game.seats), 2):
                if pair in met:
                    waits[game.round - met[pair]] = waits.get(game.round - met[pair], 0) + 1
                met[pair] = game.round
    assert there["renegade"]["mean"].to_dict() == pytest.approx(
        {size: Fraction(sum(all_), len(all_)) for size, all_ in earned.items()}
    )
    assert there["bids"]["size"].to_dict() == {bid: len(all_) for bid, all_ in bids.items()}
    assert there["rematches"].to_dict() == waits


def test_the_page_about_the_library(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    """What stands under each example is what it prints."""
    page, there = (DOCS / "library.md").read_text(encoding="utf-8"), dict[str, Any]()
    examples = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", page, re.DOTALL)
    assert len(examples) == page.count("```python")
    for code, printed in examples:
        with redirect_stdout(StringIO()) as out:
            exec(code, there)  # noqa: S102 - our own page
        assert [line.rstrip() for line in out.getvalue().splitlines()] == printed.splitlines()
    for name in re.findall(r"`one\.(.*?)`\|", page)[0].split("`, `"):
        assert isinstance(getattr(there["one"], name), pd.DataFrame)
