"""What only some regulations have: fixed tables, replays, early ends, stages; typed into named cells."""

from dataclasses import replace
from pathlib import Path

import pytest

from bangxl.commands.check import check
from bangxl.commands.corrections import reopen
from bangxl.commands.demo import demo, simulate_tournament
from bangxl.commands.errors import Refusal
from bangxl.commands.new import create_workbook
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.standings import standings_data
from bangxl.commands.verify import verify
from bangxl.rulebooks.loader import load, our_rulebook
from bangxl.tournament.findings import Severity
from bangxl.tournament.knockout import winners
from bangxl.tournament.simulation import Dice, play
from bangxl.tournament.state import State
from bangxl.workbook.words import word
from tests.commands.stages import listed
from tests.helpers.keyboard import Sheet, duelled, facts, noted, played, record, scored, staged, typed
from tests.helpers.raised import raised
from tests.helpers.sample import sample


def fill_in(path: Path, seed: str) -> None:
    """Fill in whatever is open, in the workbook's language."""
    tournament = facts(path)

    def spelling(code: object) -> str:
        return word(code, tournament.language)  # type: ignore[arg-type]  # a word of a drop-down

    if any(game.outcome is None for game in tournament.games):
        played(path, seed, spelling)
    elif any(game.outcome is None and not game.winner for game in tournament.stages):
        staged(path, seed, spelling)
    elif tournament.finals is not None and tournament.finals.duels:
        duelled(path, seed)


def begun(path: Path, rulebook: str, players: int) -> Path:
    """A workbook in English in which the first games are seated."""
    seat(listed(path, rulebook, players), rng_seed="x")
    return path


@pytest.mark.soak
def test_italy_2007_fixed_tables_advance_on_their_own(tmp_path: Path) -> None:
    """Only the table that has finished gets its next game; the Sheriff is the player on the left."""
    path = begun(tmp_path / "torneo.xlsx", "italy-2007", 11)
    first = facts(path)
    typed(played(path, "one"), {"Round1T2!Outcome": None})
    lines = seat(path)
    second = first.start_tables[1][1]
    assert [game.table for game in facts(path).games if game.round == 2] == [1]
    assert next(player.name for player in first.players if player.id == second) in lines[0]
    refusal = raised(Refusal, seat, path)
    assert refusal.lines[1:] != ()
    sheets = {line.partition(":")[0] for line in refusal.lines[1:]}
    assert sheets == {"Round1T2 (game 1, table 2)", "Round2T1 (game 2, table 1)"}


@pytest.fixture
def fixed(tmp_path: Path) -> Path:
    """Two fixed tables, the first game of both played and closed, the second as well but not closed."""
    path = begun(tmp_path / "torneo.xlsx", "italy-2007", 11)
    seat(played(path, "one"))
    return played(path, "two")


def test_a_table_with_an_error_waits_and_is_named(fixed: Path) -> None:
    first = Sheet(fixed).column("Round2T2!Character")[0]
    lines = seat(typed(fixed, {"Round2T2!Character 1": first}))
    assert [game.table for game in facts(fixed).games if game.round == 3] == [1]
    waits = lines.index("Table 2 waits until you correct this:")
    assert lines[waits + 1].startswith(f"Round2T2 (game 2, table 2) E7:E8: {first}")


@pytest.mark.parametrize("name", ["Role", "Outcome"])
def test_no_table_goes_on_before_a_reopened_game_is_right(fixed: Path, name: str) -> None:
    """Going on would close it with its error, or half typed, and the code of the games that begin would stand on it."""
    reopen(fixed, 1, 2, "a mistake")
    right = Sheet(fixed).column(f"Round1T2!{name}")[0]
    typed(fixed, {f"Round1T2!{name}": None if name == "Outcome" else "Renegade"})
    refused = raised(Refusal, seat, fixed)
    assert refused.lines[0].startswith("Round1T2 (game 1, table 2): ")
    assert {line.partition(")")[0] for line in refused.lines if line.startswith("Round")} == {"Round1T2 (game 1, table 2"}
    seat(typed(fixed, {f"Round1T2!{name}": right}))
    assert [game.table for game in facts(fixed).games if game.round == 3] == [1, 2]
    assert [one.finding.code for one in check(fixed) if one.finding.code in {"correction", "game_changed"}] == ["correction"]


def test_italy_2007_a_role_shown_by_mistake_means_a_replay(tmp_path: Path) -> None:
    """Casistica generale: "la partita si deve ripetere"; a recorded game is opened, replaced, and closed again by `seat`."""
    path = played(begun(tmp_path / "torneo.xlsx", "italy-2007", 5), "one")
    with pytest.raises(Refusal):
        reopen(path, 1, 1, "not closed yet")
    seat(path)
    assert Sheet(path).locked("Round1T1!Outcome") == {True}
    reopen(path, 1, 1, "a role card was shown by mistake")
    assert Sheet(path).locked("Round1T1!Outcome") == {False}
    first = facts(path).games[0]
    money = {seat.player: 5000 for seat in first.seats}
    again = play(State(facts(path), load("italy-2007")), replace(first, outcome=None), money, Dice("two"))
    typed(path, record(again))
    played(path, "three")
    seat(path)
    assert Sheet(path).locked("Round1T1!Outcome") == {True}
    assert [one.finding.code for one in check(path) if one.finding.code in {"correction", "game_changed"}] == ["correction"]


RESULTS = {
    "Stage3T1!Winner": "germany", "Stage1T1!Outcome": "germany", "Finals_F_Score_A": "italy-2007",
    "Finals_P3_Score_A": "italy-2007", "Finals_F_Score_B": "italy-2010", "Finals_SF1_Score_B": "italy-2010",
}  # fmt: skip


@pytest.mark.parametrize("cell", sample([*RESULTS], 3))
def test_a_result_of_the_finals_that_was_changed_after_the_close_is_found(tmp_path: Path, cell: str) -> None:
    """Who unprotected the sheet made another champion: the report named him, and check and verify said ✓."""
    path = tmp_path / "torneo.xlsx"
    demo(path, RESULTS[cell], 22, "x", "en")
    right, wrong = (typed_in(path, cell, otherwise=otherwise) for otherwise in (False, True))
    assert errors(path) == {}
    assert errors(typed(path, wrong))["result_changed"] == "!".join(Sheet(path).where(cell.replace("Score_B", "Score_A")))
    assert "result_changed" in {one.finding.code for one in verify(report(path, interim=True).workbook).differences}
    reopen(path, 1, 1, "this opens no duel")
    assert Sheet(path).locked(cell) == {True}
    with pytest.raises(Refusal, match="was changed by hand after it was closed"):
        seat(path)
    seat(typed(path, right))
    assert errors(path) == {}
    assert "result_changed" in errors(typed(path, wrong))


def errors(path: Path) -> dict[str, str]:
    """The errors that `check` finds, by code, with their cells."""
    return {one.finding.code: f"{one.sheet}!{one.cell}" for one in check(path) if one.finding.severity is Severity.ERROR}


def typed_in(path: Path, cell: str, *, otherwise: bool) -> dict[str, object]:
    """What stands in a result of the finals; ``otherwise``: what may stand there as well."""
    sheet, (name, side) = Sheet(path), cell.rsplit("_", 1) if "_" in cell else (cell, "")
    if side:
        a, b = (sheet.column(f"{name}_{one}")[0] for one in "AB")
        return {f"{name}_A": b if otherwise else a, f"{name}_B": a if otherwise else b}
    now = sheet.column(cell)[0]
    people = [one.name for one in facts(path).players if one.id in sheet.column(cell.replace("Winner", "Player"))]
    others = [one for one in people or ("Law", "Outlaws") if one != now]
    return {cell: others[0] if otherwise else now}


@pytest.mark.parametrize(("rulebook", "players"), sample([("italy-2007", 5), ("germany", 20)], 2))
def test_the_phase_can_be_closed_early(tmp_path: Path, rulebook: str, players: int) -> None:
    """R10-1 by analogy: with the games played, logged with its reason."""
    path = played(begun(tmp_path / "torneo.xlsx", rulebook, players), "one")
    seat(path, close_early=True, reason="the pub closes")
    tournament = facts(path)
    assert tournament.closed_after_round == 1
    assert tournament.finals is not None
    assert "tables_closed_early" in {one.finding.code for one in check(path)}
    assert not [one for one in check(path) if one.finding.severity is Severity.ERROR]
    result = standings_data(path)
    assert result["rounds"] == result["rounds_played"] == 1


@pytest.mark.soak
@pytest.mark.parametrize(("moment", "stage"), [("before a duel", "stage2"), ("before a knock-out game", 2)])
def test_germany_who_leaves_between_two_stages_does_not_play_on(tmp_path: Path, moment: str, stage: str | int) -> None:
    """DE-9: typed on the events' sheet as a knock-out game of 2, or in an older workbook a duel of "stage2", in any case."""
    path = begun(tmp_path / "torneo.xlsx", "germany", 20)
    fill_in(path, "x")
    seat(path, rng_seed="stage 1", close_early=True, reason="the pub closes")
    fill_in(path, "stage 1")
    through = [player for game in facts(path).stages for player in winners(game)]
    noted(path, Type="withdrawal", Player=through[0], Moment=moment, Match=stage)
    seat(path, rng_seed="stage 2")
    assert {seat.player for game in facts(path).stage(2) for seat in game.seats} == set(through[1:])
    assert not [one for one in check(path) if one.finding.severity is Severity.ERROR]


def test_dv_7_a_table_that_stops_is_said_with_what_the_referee_may_do(tmp_path: Path) -> None:
    """Four of seven leave after the first game: `seat` ends the session, and says that the events can be corrected."""
    path = played(begun(tmp_path / "torneo.xlsx", "record", 7), "one")
    for row in range(4):
        noted(path, row, Type="withdrawal", Player=f"P00{row + 1}", Moment="between rounds", After_Round=1)
    assert "bangxl undo" in seat(path)[1]
    assert standings_data(path)["official"] == {"valid": False, "why": ["too_few_games", "unequal_sheriffs", "group_changed"]}


@pytest.mark.soak
def test_r07_14_a_finalist_leaves_his_duel_and_the_one_for_third_place(tmp_path: Path) -> None:
    """2007 has no prizes to keep: said so, a referee would promise one."""
    rules = our_rulebook("italy-2007")
    tournament, log = simulate_tournament(rules, 11, "leaver", "en", finals=False)
    create_workbook(path := tmp_path / "torneo.xlsx", State(tournament, rules), 11, log)
    seat(path, rng_seed="x")
    finals = facts(path).finals
    assert finals is not None
    leaver = finals.duels[0].player_a
    noted(path, Type="ejection", Player=leaver, Moment="before a duel", Match="SF1")
    told = "\n".join(seat(scored(path, "SF2", 6, 2)))
    name = next(player.name for player in tournament.players if player.id == leaver)
    assert f"{name} (ejected): the opponents of this duel and of the one for third place win. (R07-14)" in told
    assert "keeps" not in told
    seat(scored(path, "F", 6, 2))
    assert verify(report(path).workbook).agrees
    ranking = standings_data(path)["final_ranking"]
    assert isinstance(ranking, list)
    assert [one["place"] for one in ranking if one["player"] == leaver] == [4]
