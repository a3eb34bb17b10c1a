"""A referee's day, from the first name to the prizes, by typing into named cells."""

from pathlib import Path

import pytest

from bangxl.commands.check import check
from bangxl.commands.errors import Refusal
from bangxl.commands.new import new
from bangxl.commands.seat import seat
from bangxl.commands.standings import standings_data
from bangxl.tournament.findings import Severity
from bangxl.tournament.model import Game
from tests.commands.stages import NAMES, Copy
from tests.helpers.keyboard import (
    SPELLINGS,
    Sheet,
    careless,
    duelled,
    duels,
    entered,
    facts,
    noted,
    place,
    played,
    record,
    results,
    scored,
    typed,
)
from tests.helpers.raised import raised


@pytest.mark.soak
def test_the_whole_day(path: Path) -> None:
    """Italian workbook: an absentee, wrong and missing cells, a warning, leavers, sit-outs, publication, W, final, the end."""
    new(path, "italy-2010", players="12")
    entered(path, [*NAMES, "Assente Giustificato"])
    typed(path, {f"Players_Present {row}": "sì" if row < 10 else "NO" for row in range(11)})
    assert seat(path, rng_seed="primo")[0].startswith(("Il turno 1", "Turno 1", "Round 1"))
    assert {seat.player for game in facts(path).games for seat in game.seats} == {f"P{n:03}" for n in range(1, 11)}
    _first_round(path)
    seat(path, rng_seed="secondo")
    _second_round(path)
    _third_round(path)
    _finals(path)


def _first_round(path: Path) -> None:
    """One wrong cell, one table open: everything is named, and corrected."""
    first, second = results(path, "primo")
    typed(path, {**record(first, careless), "Round1T1!Bid 2": "molto"})
    wrong, _, *still_open = raised(Refusal, seat, path).lines
    assert wrong.startswith(f"Round1T1 (turno 1, tavolo 1) {place(path, 'Round1T1!Bid 2')[0].split()[1]}: «molto»")
    assert still_open[-1].startswith("Round1T2 (turno 1, tavolo 2): ")
    typed(path, {"Round1T1!Bid 2": str(first.seats[2].bid), **record(second, SPELLINGS["codes"])})


def _second_round(path: Path) -> None:
    """A warning typed by name; somebody goes home during the game: nine are left, for whom there are no tables."""
    played(path, "secondo")
    leaver = facts(path).round(2)[0].seats[3].player
    with Sheet(path) as sheet:
        sheet.fill("Events_Type", ["ammonizione", " ABBANDONO"])
        sheet.fill("Events_Player", ["anna rossi ", leaver.lower()])
        sheet.fill("Events_Moment", ["during a game", "durante una partita"])
        sheet.fill("Events_Round", [2, "2"])
        sheet.fill("Events_Table", [_table_of(path, "P001"), 1])
        sheet.fill("Events_Reason", ["gioco lento"])
    refusal = raised(Refusal, seat, path)
    assert refusal.exit_code == 1
    assert [("9" in line, "2" in line, "--close" in line) for line in refusal.lines] == [
        (True, False, False), (False, True, False), (False, False, True)
    ]  # fmt: skip
    waiting = [player.id for player in facts(path).players if player.id not in {leaver, "P011"}][:2]
    for row, player in enumerate(waiting, 2):
        noted(path, row, Type="turno saltato", Player=player, Moment="between rounds", After_Round=2)
    seat(path, rng_seed="terzo")
    assert [game.size for game in facts(path).round(3)] == [7]
    assert not {leaver, *waiting} & {seat.player for game in facts(path).round(3) for seat in game.seats}


def _table_of(path: Path, player: str) -> int:
    return next(game.table for game in facts(path).round(2) if player in {seat.player for seat in game.seats})


def _third_round(path: Path) -> None:
    """The last one; then the standings are public."""
    assert not {"Classifica", "Finali", "Standings", "Finals"} & Sheet(path).visible()
    played(path, "terzo")
    assert standings_data(path)["phase"] == "elimination"
    seat(path, rng_seed="semifinali")
    after = standings_data(path)
    assert after["phase"] == "finals"
    assert {Sheet(path).where(name)[0] for name in ("Standings_Rank", "Finals_Place")} <= Sheet(path).visible()
    finals = facts(path).finals
    assert finals is not None
    best = after["qualifiers"]
    assert isinstance(best, list)
    assert [(duel.match, duel.player_a, duel.player_b) for duel in finals.duels] == [
        ("SF1", best[0], best[3]), ("SF2", best[1], best[2])
    ]  # fmt: skip


def _finals(path: Path) -> None:
    with pytest.raises(Refusal, match=r"Semifinale 1, Semifinale 2"):
        seat(path)
    scored(path, "SF1", "5", 3)
    scored(path, "SF2", None, " w ")
    seat(path, rng_seed="finale")
    first, second, final = facts(path).finals.duels  # type: ignore[union-attr] # they are seated
    assert (final.player_a, final.player_b) == (first.player_a, second.player_b)
    scored(path, "F", 4, 5)
    seat(path)
    closed = standings_data(path)
    assert closed["phase"] == "closed"
    assert closed["prizes"] == {
        final.player_b: 6000, final.player_a: 3000, first.player_b: 1500, second.player_a: 1500
    }  # fmt: skip
    assert Sheet(path).column("Finals_Player")[:2] == [final.player_b, final.player_a]
    assert Sheet(path).column("Finals_Prize") == [6000, 3000, 1500, 1500]
    assert Sheet(path).column("Finals_Place") == [1, 2, 3, 3]
    assert not [one for one in check(path) if one.finding.severity is Severity.ERROR]
    assert raised(Refusal, seat, path).exit_code == 1


def test_closing_early_needs_a_reason_and_is_told(at: Copy) -> None:
    """R10-1: ten players, two leave after the second round; the referee ends the elimination phase."""
    path = at("played2")
    for row in range(2):
        noted(path, row, Type="withdrawal", Player=f"P00{row + 1}", Moment="between rounds", After_Round=2)
    assert len(raised(Refusal, seat, path).lines) == 3
    with pytest.raises(Refusal, match="reason") as blank:
        seat(path, close_early=True, reason="  ")
    assert blank.value.exit_code == 2
    seat(path, rng_seed="end", close_early=True, reason="the last train")
    tournament = facts(path)
    assert tournament.closed_after_round == 2
    assert tournament.finals is not None
    assert Sheet(path).filled("Log_Reason") == ["the last train"]
    assert "closed_early" in [one.finding.code for one in check(path)]
    duelled(path)
    seat(path, rng_seed="final")
    assert [duel.match for duel in duels(path)] == ["SF1", "SF2", "F"]
    duelled(path)
    seat(path)
    assert sorted(standings_data(path)["prizes"].values()) == [1500, 1500, 3000, 6000]  # type: ignore[attr-defined] # a mapping


def test_games_keep_what_was_typed(at: Copy) -> None:
    """What the program writes after a result is typed never touches that result."""
    path = played(at("drawn1"), spelling=careless)
    before = {name: Sheet(path).column(f"Round1T1!{name}") for name in ("Character", "Bid", "Role", "Status", "Outcome")}
    seat(path, rng_seed="2")
    after = Sheet(path)
    assert {name: after.column(f"Round1T1!{name}") for name in before} == before
    assert all(after.locked(f"Round1T1!{name}") == {True} for name in before)
    game: Game = facts(path).round(2)[0]
    assert [seat.role for seat in game.seats[1:]] == [None] * 4
    assert after.locked("Round2T1!Bid") == {False}
