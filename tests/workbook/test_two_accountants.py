"""Formulas against Python: whole random tournaments, stopped anywhere, recalculated by LibreOffice and by Gnumeric.

Every cell of the record sheets' money, of the ledger and of the standings must be equal.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from bangxl.commands.new import create
from bangxl.commands.transfer import import_json
from bangxl.rulebooks.loader import load
from bangxl.tournament.ledger import Line, ledger
from bangxl.tournament.model import Tournament
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.standings import standings
from bangxl.workbook import names
from tests.gnumeric import Recalculated
from tests.office import Office
from tests.strategies import random_tournament

Shown = object
Column = Callable[[str], Sequence[Shown]]
RULEBOOK = load("italy-2010")
COUNTS = (10, 11, 12, 13, 14, 15, 17, 19, 20, 22, 24, 25, 27)
HALF_TYPED = 0.5
"""How many of the stopped tournaments stop in the middle of a round."""
CASES = Path(__file__).parents[1] / "data" / "cases"
STANDINGS = ("Player", "Rank", "Place", "Score", "buchholz")
ROW = ("rank", "place", "score", "buchholz")
LEDGER = ("Ledger_Round", "Ledger_Table", "Ledger_Seat", "Ledger_Player", "Ledger_Bid", "Ledger_Payout")


def made(folder: Path, seed: int) -> tuple[Path, Tournament]:
    """A workbook with a random tournament in it."""
    rng = random.Random(seed)  # noqa: S311 -- a game
    players = rng.choice(COUNTS)
    stop_after = rng.choice((None, 1, 2, 3, 4))
    half = stop_after is not None and rng.random() < HALF_TYPED
    tournament = random_tournament(rng, RULEBOOK, players, stop_after, half=half)
    path = folder / f"random-{seed}.xlsx"
    create(path, tournament, RULEBOOK, len(tournament.players), [])
    return path, tournament


def blank(value: Shown) -> Shown:
    """Nothing, however a program says it; numbers as floats."""
    if isinstance(value, bool) or value in {None, ""}:
        return ""
    return float(value) if isinstance(value, int | float) else value


def money(tournament: Tournament, rulebook: Rulebook) -> Iterator[tuple[str, int, Shown]]:
    """What the record sheets must show."""
    for line in ledger(tournament, rulebook):
        game, row = line.game, line.seat.number - 1
        for name, value in (("Before", line.before), ("Payout", line.payout), ("After", after(line))):
            yield names.on_record(game.round, game.table, name), row, value


def after(line: Line) -> Shown:
    """The sheet shows the money after the game as soon as the line is complete."""
    if line.payout is None or line.seat.bid is None:
        return None
    return line.before - line.seat.bid + line.payout


def places(tournament: Tournament, rulebook: Rulebook) -> Mapping[str, Mapping[str, Shown]]:
    """What the standings must show, by name and player."""
    rows = standings(tournament, rulebook)
    return {
        "Standings_Rank": {row.player: row.rank for row in rows},
        "Standings_Place": {row.player: row.place for row in rows},
        "Standings_Score": {row.player: float(row.score) for row in rows},
        "Standings_Games": {row.player: row.games for row in rows},
        **{names.criterion(code): {row.player: float(row.criteria[code]) for row in rows} for code in rulebook.criteria},
    }


def differences(tournament: Tournament, rulebook: Rulebook, column: Column) -> list[str]:
    """Every cell that shows something else than Python computes."""
    found = []
    shown: dict[str, Sequence[Shown]] = {}
    for name, row, value in money(tournament, rulebook):
        cells = shown.setdefault(name, column(name))
        if blank(cells[row]) != blank(value):
            found.append(f"{name}[{row}] shows {cells[row]!r}, not {value!r}")
    ids = [blank(value) for value in column("Standings_Player")]
    for name, expected in places(tournament, rulebook).items():
        for player, value in zip(ids, column(name), strict=True):
            right = expected.get(str(player))
            if blank(value) != blank(right):
                found.append(f"{name} of {player} shows {value!r}, not {right!r}")
    return found + ledger_differences(tournament, rulebook, column)


def ledger_differences(tournament: Tournament, rulebook: Rulebook, column: Column) -> list[str]:
    """The ledger lists exactly the seats; money only of settled games."""
    lines = ledger(tournament, rulebook)
    expected = {
        (line.game.round, line.game.table, line.seat.number): (
            line.seat.player, *((line.seat.bid, line.payout) if line.settled else ("", ""))
        )
        for line in lines
    }  # fmt: skip
    rows = zip(*(column(name) for name in LEDGER), strict=True)
    shown = {
        (number, table, seat): (player, blank(bid), blank(payout))
        for number, table, seat, player, bid, payout in rows
        if blank(player)
    }
    wrong = [place for place in expected.keys() | shown.keys() if _floats(expected.get(place)) != shown.get(place)]
    return [f"ledger {place}: shows {shown.get(place)}, not {expected.get(place)}" for place in wrong]


def _floats(line: tuple[Shown, ...] | None) -> tuple[Shown, ...] | None:
    return None if line is None else tuple(blank(value) for value in line)


def wrong_in_libreoffice(office: Office, folder: Path, seed: int) -> list[object]:
    """Every cell that shows something else than Python computes, or an error."""
    path, tournament = made(folder, seed)
    with office.open(path) as book:
        return [*differences(tournament, RULEBOOK, book.column), *book.errors()]


@pytest.mark.parametrize("seed", range(10))
def test_libreoffice_agrees_in_every_cell(office: Office, tmp_path: Path, seed: int) -> None:
    assert wrong_in_libreoffice(office, tmp_path, seed) == [], f"seed {seed}"


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1200))
def test_libreoffice_agrees_in_every_cell_of_many(office: Office, tmp_path: Path, seed: int) -> None:
    assert wrong_in_libreoffice(office, tmp_path, seed) == [], f"seed {seed}"


@pytest.mark.parametrize("seed", range(50, 53))
def test_gnumeric_agrees_in_every_cell(tmp_path: Path, seed: int) -> None:
    path, tournament = made(tmp_path, seed)
    recalculated = Recalculated(path, tmp_path)
    assert differences(tournament, RULEBOOK, recalculated.column) == [], f"seed {seed}"
    assert recalculated.errors() == []


@pytest.mark.parametrize("case", ["italy-2010_n10_plain", "italy-2010_n22_withdrawals", "italy-2010_n25_buchholz_ties"])
def test_the_formulas_give_the_expected_results_of_a_case(office: Office, tmp_path: Path, case: str) -> None:
    """The sample tournaments, whose results were computed by two other programs."""
    path = tmp_path / f"{case}.xlsx"
    import_json(CASES / f"{case}.json", path)
    expected = json.loads((CASES / f"{case}.expected.json").read_text(encoding="utf-8"))
    with office.open(path) as book:
        shown = {
            player: [blank(value) for value in values]
            for player, *values in zip(*(book.column(f"Standings_{column}") for column in STANDINGS), strict=True)
            if player
        }
        paid = {(game["round"], game["table"]): game["payout"] for game in expected["payouts"]}
        for (number, table), payout in paid.items():
            seats = zip(*(book.column(names.on_record(number, table, name)) for name in ("Player", "Payout")), strict=True)
            assert {player: value for player, value in seats if player} == payout
    assert shown == {row["player"]: [blank(row[key]) for key in ROW] for row in expected["rows"]}
