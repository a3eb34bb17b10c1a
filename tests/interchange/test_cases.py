"""Whole tournaments with their results, computed from the regulation by two programs that share no code with this one."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from bangxl.interchange.dump import dumps, standings_json, tournament_json
from bangxl.interchange.load import loads
from bangxl.rulebooks.loader import load
from bangxl.tournament.advance import close_tournament
from bangxl.tournament.checks import findings_of
from bangxl.tournament.findings import Severity
from bangxl.tournament.ledger import has_money
from bangxl.tournament.progress import CloseTournament, Over, next_step
from bangxl.tournament.state import State

FOLDER: Final = Path(__file__).parents[1] / "data" / "cases"
MONEY: Final = ("payout", "bankroll")
NAMES: Final = sorted(path.name.removesuffix(".expected.json") for path in FOLDER.glob("*.expected.json"))
every_case = pytest.mark.parametrize("name", NAMES)


@cache
def case(name: str) -> tuple[State, dict[str, Any]]:
    """The tournament under its regulation, and what must come out."""
    tournament = loads((FOLDER / f"{name}.json").read_bytes(), load)
    expected: dict[str, Any] = json.loads((FOLDER / f"{name}.expected.json").read_text(encoding="utf-8"))
    return State(tournament, load(tournament.rulebook)), expected


def exact(value: object) -> object:
    """A number however it is written: ``3450``, ``3450.0``, ``"6900/2"``; anything else as it is."""
    return Fraction(value) if isinstance(value, int | float) or (isinstance(value, str) and value[0] in "-0123456789") else value


@cache
def result(name: str) -> dict[str, Any]:
    """Our standings, as ``bangxl standings --json`` prints them."""
    printed: dict[str, Any] = json.loads(dumps(standings_json(case(name)[0])))
    return printed


def test_there_are_cases() -> None:
    assert NAMES == [
        "germany_n27_mixed", "germany_n58_ko15",
        "italy-2007_n11_factor_115", "italy-2007_n14_leaver_example", "italy-2007_n24_all_tie_levels",
        "italy-2010_n10_plain", "italy-2010_n22_withdrawals", "italy-2010_n25_buchholz_ties",
        "italy-2011_n27_example",
        "record_full_sessions_1", "record_full_sessions_2", "record_official_record_1", "record_official_record_2",
    ]  # fmt: skip


@every_case
def test_the_export_writes_payouts_and_bankrolls(name: str) -> None:
    """design §6: a payout on every seat; where there is money, what its player had before the auction and after."""
    state, expected = case(name)
    assert has_money(state) == ("bankroll" in expected["payouts"][0])
    exported = json.loads(dumps(tournament_json(state)))
    found = {
        (game["round"], game["table"]): {key: {s["player"]: s[key] for s in game["seats"] if key in s} for key in MONEY}
        for game in exported["games"]
    }
    assert found == {(game["round"], game["table"]): {key: game.get(key, {}) for key in MONEY} for game in expected["payouts"]}


@every_case
def test_standings(name: str) -> None:
    """Score, every criterion, shared rank and place after lots, of everybody, exactly; ties are marked, places in order."""
    state, expected = case(name)
    rows = {row["player"]: row for row in result(name)["rows"]}
    assert rows.keys() == {row["player"] for row in expected["rows"]}
    for told in expected["rows"]:
        row = rows[told["player"]]
        shown = {key: row[key] for key in ("player", "rank", "place", "games")} | {"score": row["score_exact"]} | row["criteria"]
        assert {key: exact(shown[key]) for key in told} == {key: exact(value) for key, value in told.items()}
    ranks = [row["rank"] for row in rows.values()]
    ranked = sum(rank is not None for rank in ranks)
    assert [row["place"] for row in rows.values()] == [*range(1, ranked + 1), *([None] * (len(rows) - ranked))]
    for row in rows.values():
        assert list(row["criteria"]) == list(state.rulebook.criteria)
        assert row["tied"] == (row["rank"] is not None and ranks.count(row["rank"]) > 1)
        assert row["score"] == float(Fraction(row["score_exact"]))


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("record")])
def test_finals(name: str) -> None:
    """Qualifiers in order, the places that the case gives, the champion, prizes; the ranking goes on to all who are ranked."""
    state, expected = case(name)
    found = result(name)
    assert found["qualifiers"] == expected["qualifiers"]
    assert found["prizes"] == expected["prizes"]
    assert found["final_ranking"][: len(expected["final_ranking"])] == expected["final_ranking"]
    assert found["final_ranking"][0]["player"] == expected.get("champion", expected["final_ranking"][0]["player"])
    ranked = [row["player"] for row in found["rows"] if row["rank"] is not None]
    assert sorted(placed["player"] for placed in found["final_ranking"]) == sorted(ranked)
    assert found["phase"] == "closed"
    assert found["rounds_played"] == found["rounds"] == max(game["round"] for game in expected["payouts"])
    assert found["official"] == {"valid": True, "why": []}
    assert next_step(state) == Over()


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("record")])
def test_an_evening(name: str) -> None:
    """Record: nothing but standings; only what was played with the official scoring is one. The next `seat` closes it."""
    state, expected = case(name)
    found = result(name)
    assert (found["qualifiers"], found["prizes"], found["final_ranking"]) == ([], {}, [])
    assert found["rounds_played"] == found["rounds"] == len(expected["payouts"])
    assert found["official"]["valid"] == name.startswith("record_official")
    assert next_step(state) == CloseTournament(publishes=True)
    closed = standings_json(state.with_tournament(close_tournament(state)))
    assert closed["final_ranking"] == [{"place": row["rank"], "player": row["player"]} for row in found["rows"]]
    assert closed["phase"] == "closed"


@every_case
def test_round_trip(name: str) -> None:
    """No error; import → export → import: the same facts; export → import → export: the same text, letter by letter.

    Every value of the case file stands in the export under the same key; numbers 0 and false may have been left out there.
    """
    state, _expected = case(name)
    assert [finding for finding in findings_of(state) if finding.severity is Severity.ERROR] == []
    text = dumps(tournament_json(state))
    again = loads(text.encode(), load)
    assert again == state.tournament
    assert dumps(tournament_json(State(again, state.rulebook))) == text
    original = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    original["games"].sort(key=lambda game: (game["round"], game["table"]))
    assert missing(original, json.loads(text)) == []


def missing(expected: object, found: object, path: str = "$") -> list[str]:
    """The paths at which something of ``expected`` is not in ``found``; empty values may be absent."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return [lack for key, value in expected.items() if value for lack in missing(value, found.get(key), f"{path}.{key}")]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [lack for i, (one, other) in pairs for lack in missing(one, other, f"{path}[{i}]")]
    return [] if expected == found else [f"{path}: {expected!r} became {found!r}"]
