"""Whole tournaments with their results, computed from the regulation by two programs that share no code with this one."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from bangxl.interchange.dump import dumps, standings_json, tournament_json
from bangxl.interchange.load import loads
from bangxl.rulebooks.loader import load
from bangxl.tournament.checks import check
from bangxl.tournament.findings import Severity
from bangxl.tournament.journal import Journal
from bangxl.tournament.ledger import ledger
from bangxl.tournament.model import Tournament
from bangxl.tournament.progress import Over, next_step
from bangxl.tournament.rulebook import Rulebook

FOLDER: Final = Path(__file__).parents[1] / "data" / "cases"
NAMES: Final = sorted(path.name.removesuffix(".expected.json") for path in FOLDER.glob("*.expected.json"))


@cache
def case(name: str) -> tuple[Tournament, Rulebook, dict[str, Any]]:
    """The tournament, its regulation, and what must come out."""
    tournament = loads((FOLDER / f"{name}.json").read_bytes(), load)
    expected: dict[str, Any] = json.loads((FOLDER / f"{name}.expected.json").read_text(encoding="utf-8"))
    return tournament, load(tournament.rulebook), expected


@cache
def result(name: str) -> dict[str, Any]:
    """Our standings, as ``bangxl standings --json`` prints them."""
    tournament, rulebook, _ = case(name)
    printed: dict[str, Any] = json.loads(dumps(standings_json(tournament, rulebook)))
    return printed


def test_there_are_cases() -> None:
    assert [name for name in NAMES if name.startswith("italy-2010")] == [
        "italy-2010_n10_plain", "italy-2010_n22_withdrawals", "italy-2010_n25_buchholz_ties",
    ]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_payouts_and_bankrolls(name: str) -> None:
    """Every seat of every game: what it was paid, what its player had before the auction and after the game."""
    tournament, rulebook, expected = case(name)
    found: dict[tuple[int, int], dict[str, dict[str, object]]] = {}
    for line in ledger(tournament, rulebook):
        game = found.setdefault((line.game.round, line.game.table), {"payout": {}, "bankroll": {}})
        game["payout"][line.seat.player] = line.payout
        game["bankroll"][line.seat.player] = [line.before, line.after]
    assert found == {
        (game["round"], game["table"]): {"payout": game["payout"], "bankroll": game["bankroll"]} for game in expected["payouts"]
    }


@pytest.mark.parametrize("name", NAMES)
def test_standings(name: str) -> None:
    """Score, every criterion, shared rank and place after lots, of everybody."""
    _, rulebook, expected = case(name)
    rows = result(name)["rows"]
    found = {row["player"]: {key: row[key] for key in ("player", "rank", "place", "score")} | row["criteria"] for row in rows}
    assert found == {row["player"]: row for row in expected["rows"]}
    assert set(result(name)["rows"][0]["criteria"]) == set(rulebook.criteria)


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_in_order(name: str) -> None:
    """By place, then those without one; ties are marked, scores exact."""
    rows = result(name)["rows"]
    places = [row["place"] for row in rows]
    ranked = [place for place in places if place is not None]
    assert places == [*range(1, len(ranked) + 1), *([None] * (len(places) - len(ranked)))]
    ranks = [row["rank"] for row in rows]
    assert [row["tied"] for row in rows] == [rank is not None and ranks.count(rank) > 1 for rank in ranks]
    assert [row["score_exact"] for row in rows] == [str(row["score"]) for row in rows]


@pytest.mark.parametrize("name", NAMES)
def test_finals(name: str) -> None:
    """Qualifiers in order, the first four, their prizes; the ranking goes on to everybody who is ranked."""
    _, _, expected = case(name)
    found = result(name)
    assert found["qualifiers"] == expected["qualifiers"]
    assert found["prizes"] == expected["prizes"]
    assert found["final_ranking"][: len(expected["final_ranking"])] == expected["final_ranking"]
    ranked = [row["player"] for row in found["rows"] if row["rank"] is not None]
    assert sorted(placed["player"] for placed in found["final_ranking"]) == sorted(ranked)
    assert found["phase"] == "closed"
    assert found["rounds_played"] == found["rounds"] == max(game["round"] for game in expected["payouts"])


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_wrong(name: str) -> None:
    """No error; and nothing is left to do."""
    tournament, rulebook, _ = case(name)
    assert [found for found in check(tournament, rulebook, Journal()) if found.severity is Severity.ERROR] == []
    assert next_step(tournament, rulebook) == Over()


@pytest.mark.parametrize("name", NAMES)
def test_round_trip(name: str) -> None:
    """Import → export → import: the same facts; export → import → export: the same text, letter by letter."""
    tournament, rulebook, _ = case(name)
    text = dumps(tournament_json(tournament, rulebook))
    again = loads(text.encode(), load)
    assert again == tournament
    assert dumps(tournament_json(again, rulebook)) == text


@pytest.mark.parametrize("name", NAMES)
def test_export_says_what_the_case_said(name: str) -> None:
    """Every value of the case file stands in the export under the same key; numbers 0 and false may have been left out there."""
    tournament, rulebook, _ = case(name)
    original = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert missing(original, json.loads(dumps(tournament_json(tournament, rulebook)))) == []


def missing(expected: object, found: object, path: str = "$") -> list[str]:
    """The paths at which something of ``expected`` is not in ``found``; empty values may be absent."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return [lack for key, value in expected.items() if value for lack in missing(value, found.get(key), f"{path}.{key}")]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [lack for i, (one, other) in pairs for lack in missing(one, other, f"{path}[{i}]")]
    return [] if expected == found else [f"{path}: {expected!r} became {found!r}"]
