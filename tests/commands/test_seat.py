"""`bangxl seat`, its preview, and `bangxl reopen`: seeds, determinism, locks, corrections, refusals."""

import json
import shutil
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from bangxl.commands.check import check
from bangxl.commands.corrections import reopen, rule
from bangxl.commands.errors import Refusal
from bangxl.commands.seat import preview, seat
from bangxl.commands.standings import standings_data
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import redo, undo
from bangxl.commands.workspace import open_workspace
from bangxl.rulebooks.loader import load
from bangxl.tournament.finals import final_ranking, pairing
from bangxl.tournament.journal import LogEntry
from bangxl.tournament.model import Outcome, Role, SeedSource, Status, Tournament
from bangxl.tournament.state import State
from bangxl.workbook.notice_lines import cells_text
from bangxl.workbook.titles import display_names
from tests.commands.stages import Copy, unchanged
from tests.helpers.keyboard import (
    Sheet,
    called,
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
from tests.hosts.commandline import CommandLine

INPUTS = ("Character", "Bid", "Role", "Status", "Outcome")


def log(path: Path) -> tuple[LogEntry, ...]:
    return open_workspace(path).contents.journal.entries


def codes(path: Path) -> list[str]:
    """What `check` finds, without the notes that every day has."""
    usual = {"draw_seed_given", "referto_blank"}
    return [one.finding.code for one in check(path) if one.finding.code not in usual]


class TestSeeds:
    def test_a_random_one_is_recorded(self, at: Copy) -> None:
        path = at("entered")
        said = seat(path)
        ((seed, value),) = ((one.rng_seed, one.public_value) for one in facts(path).draws)
        assert len(bytes.fromhex(seed)) == 32
        assert seed not in "".join(said)
        assert (log(path)[-1].seed, log(path)[-1].source, len(bytes.fromhex(value))) == (seed, f"random: {value}", 16)
        assert [(one.rng_seed, one.source) for one in facts(path).draws] == [(seed, SeedSource.RANDOM)]

    @pytest.mark.parametrize(("typed_in", "seed"), [(" dice 4 2 6 ", "dice 4 2 6"), (426, "426"), ("=1", "")])
    def test_one_typed_on_the_sheet_is_used_up(self, at: Copy, typed_in: object, seed: str) -> None:
        path = typed(at("entered"), {"Rng_Seed": typed_in})
        if not seed:
            with pytest.raises(Refusal, match="There is a formula where you should type a value: =1"):
                seat(path)
            return
        seat(path)
        assert (log(path)[-1].seed, log(path)[-1].source, Sheet(path).column("Rng_Seed")) == (seed, "given", [None])

    def test_the_one_of_the_command_overrides_it(self, at: Copy) -> None:
        path = typed(at("entered"), {"Rng_Seed": "typed"})
        seat(path, rng_seed="command")
        assert [one.rng_seed for one in facts(path).draws] == ["command"]

    @pytest.mark.parametrize("seed", ["two\nlines", "x" * 201, "\udcff"])
    def test_one_that_no_cell_keeps_is_refused(self, at: Copy, seed: str) -> None:
        path = at("entered")
        before = path.read_bytes()
        with pytest.raises(Refusal, match="A seed is one line of at most 200 characters") as refusal:
            seat(path, rng_seed=seed)
        assert (refusal.value.exit_code, path.read_bytes()) == (2, before)

    @pytest.mark.parametrize("seed", ["=1+1", "00012", " "])
    def test_odd_ones_give_the_draw_again(self, at: Copy, seed: str) -> None:
        path = at("entered")
        seat(path, rng_seed=seed)
        assert codes(path) == []
        assert facts(path).seed("1") == seed

    def test_lots_and_pairs_come_from_the_same_seed(self, at: Copy) -> None:
        """R10-9: both tables ended alike, so pairs of players are equal in everything; the lots' seed is the semifinals' own."""
        path = at("drawn1")
        first, second = results(path)
        twin = replace(second, seats=tuple(replace(one, player="") for one in first.seats), outcome=first.outcome)
        typed(path, {**record(first), **record(twin)})
        found = set()
        for attempt in "abcd":
            copy = Path(shutil.copy(path, path.with_name(f"{attempt}.xlsx")))
            said = seat(copy, rng_seed=attempt, close_early=True, reason="late")
            tournament, rulebook = facts(copy), load("italy-2010")
            assert codes(copy) == ["closed_early"]
            assert tournament.finals is not None
            pairs = [(duel.player_a, duel.player_b) for duel in tournament.finals.duels]
            assert pairs == [pairing(State(tournament, rulebook), match) for match in rulebook.matches][:2]
            assert "Semifinal 1: {} against {}.".format(*(name(tournament, player) for player in pairs[0])) in said
            found.add(tuple(pairs))
        assert len(found) > 1


def name(tournament: Tournament, player: str) -> str:
    return next(one.name for one in tournament.players if one.id == player)


def dates(path: Path) -> dict[str, tuple[int, ...]]:
    """When each part of a file was written, as the zip file says it: parts keep theirs, no clock is asked."""
    with zipfile.ZipFile(path) as archive:
        return {info.filename: info.date_time for info in archive.infolist()}


class TestDeterminism:
    def test_time_comes_from_the_environment(self, at: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
        path = at("entered")
        before = dates(path)
        seat(path, rng_seed="x")
        assert log(path)[-1].time == "1970-01-01T00:00:00Z"
        assert dates(path) == before


class TestRefusals:
    def test_every_open_cell_is_named(self, at: Copy) -> None:
        path = at("drawn1")
        first, _ = results(path)
        blank = [f"Round1T1!{name}" for name in ("Bid 1", "Role 2", "Status 3", "Outcome")]
        typed(path, {**record(first), **dict.fromkeys(blank)})
        _head, one, two = raised(Refusal, seat, path).lines
        assert one == f"Round1T1 (round 1, table 1): {cells_text([where.split()[1] for where in place(path, *blank)])}"
        assert two.startswith("Round1T2 (round 1, table 2): ")

    def test_characters_may_stay_open(self, at: Copy) -> None:
        """Nothing depends on them; `check` warns."""
        path = typed(at("played1"), {f"Round1T1!Character {row}": None for row in range(5)})
        assert seat(path, rng_seed="x")[0].startswith("Round 2 is drawn")
        assert codes(path) == ["character_missing"]

    def test_wrong_cells_and_open_cells_together(self, at: Copy) -> None:
        """A wrong cell is not also an open one."""
        path = typed(at("played1"), {"Round1T1!Bid 1": 150, "Round1T1!Role 2": "Deputato", "Round1T2!Status 4": None})
        refusal = raised(Refusal, seat, path)
        assert [line.partition(":")[0] for line in refusal.lines] == [
            *called(path, "Round1T1!Role 2", "Round1T1!Bid 1"),
            "Some games are not complete. Fill in",
            "Round1T2 (round 1, table 2)",
        ]
        assert "Sheriff, Deputy, Outlaw, Renegade" in refusal.lines[0]

    def test_a_table_with_a_wrong_cell_only_is_not_untouched(self, at: Copy) -> None:
        path = typed(at("drawn1"), {"Round1T1!Outcome": "banana"})
        wrong, _head, one, two = raised(Refusal, seat, path).lines
        assert "«banana»" in wrong
        assert one.startswith("Round1T1 (round 1, table 1): ")
        assert not {"nothing", place(path, "Round1T1!Outcome")[0].split()[1]} & {*one.split()}
        assert two == "Round1T2 (round 1, table 2): nothing typed yet"

    def test_the_champion_is_named(self, at: Copy) -> None:
        """When the last prize is written, and whoever asks again."""
        path = at("final_played")
        said = seat(path)
        state = open_workspace(path).state
        first = display_names(state.tournament.players)[final_ranking(state)[0].player]
        assert [first in said[-2], "«bangxl report»" in said[-1]] == [True, True]
        assert raised(Refusal, seat, path).lines[1:] == said[-2:]

    @pytest.mark.parametrize(("name", "value"), [("Payout 1", 3000), ("Name 2", "Bruno")])
    def test_a_formula_typed_over(self, at: Copy, name: str, value: str | int) -> None:
        """The sheets would show it to the room, and add it up."""
        path = typed(at("played1"), {f"Round1T2!{name}": value})
        (line,) = raised(Refusal, seat, path, rng_seed="x").lines
        assert line.startswith(f"{called(path, f'Round1T2!{name}')[0]}: ")

    @pytest.mark.parametrize(
        ("moment", "cell", "value"),
        [
            ("semifinals", "Finals_F_Score_A", 3), ("played3", "Finals_SF1_Score_B", 3), ("played1", "Round2T1!Outcome", "Law"),
            ("played2", "Round3T2!Status 4", "alive"), ("played1", "Round2T1!Character 0", "Jourdonnais"),
        ],
    )  # fmt: skip
    def test_what_is_typed_before_anybody_sits_there(self, at: Copy, moment: str, cell: str, value: object) -> None:
        """A score typed in the line of the final, while the semifinals were played, made somebody champion without a word."""
        path = typed(at(moment), {cell: value})
        assert "typed_early" in codes(path)
        with unchanged(path), pytest.raises(Refusal, match="nobody sits here"):
            seat(path)

    def test_scores_that_are_missing(self, at: Copy) -> None:
        path = typed(scored(at("semifinals"), "SF1", 5, 2), {"Finals_SF2_Score_A": 5})
        refusal = raised(Refusal, seat, path)
        sheet, cell = Sheet(path).where("Finals_SF2_Score_B")
        assert ["Semifinal 2" in refusal.lines[0], refusal.lines[1]] == [True, f"{sheet}: {cell}"]

    @pytest.mark.parametrize(("names", "count"), [([], 0), ([None, " ", "Bruno"], 1)])
    def test_too_few_players(self, at: Copy, names: list[str | None], count: int) -> None:
        with pytest.raises(Refusal, match=f"^{count} .*10 to 126"):
            seat(entered(at("fresh"), names))

    def test_a_name_taken_away_before_the_first_draw_is_nobody(self, at: Copy) -> None:
        """Who does not come may be marked absent, or simply emptied: his number stays in the hidden column."""
        path = typed(at("entered"), {"Players_Name 10": "Zoë Tardi"})
        seat(path)
        undo(path)
        typed(path, {"Players_Id 2": "P003", "Players_Name 2": None})
        assert seat(path, rng_seed="x")[0].startswith("Round 1 is drawn: 10 players")
        assert "P003" not in {one.player for game in facts(path).games for one in game.seats}
        assert codes(path) == ["draw_taken_back"]

    def test_r10_4_which_prizes_are_paid_and_how_to_decide_otherwise(self, at: Copy) -> None:
        told = seat(at("played2"), rng_seed="x", close_early=True, reason="late")
        (line,) = [line for line in told if "prizes stay" in line]
        assert "the 3 scheduled rounds" in line
        assert "«bangxl undo»" in line

    @pytest.mark.parametrize("kind", ["withdrawal", "ejection"])
    def test_r10_6_a_finalist_leaves_and_how_to_decide_otherwise(self, at: Copy, kind: str) -> None:
        """A walkover; the next player does not move up, unless the referee says so; nor is the prize withheld."""
        path = at("semifinals")
        leaver = facts(path).finals.duels[0].player_a  # type: ignore[union-attr]
        noted(path, Type=kind, Player=leaver, Moment="before a duel", Match="SF1", Reason="cheated")
        scored(path, "SF2", 5, 2)
        told = "\n".join(seat(path, rng_seed="y"))
        assert "keeps place and prize. (R10-6)" in told
        assert "change the event to «after the last round»" in told
        assert ("withhold the prize" in told) is (kind == "ejection")

    def test_the_last_round_cannot_be_closed_early(self, at: Copy) -> None:
        path = at("played3")
        seat(path, rng_seed="x", close_early=True, reason="tired")
        assert (facts(path).closed_after_round, codes(path)) == (None, [])

    @pytest.mark.soak
    def test_the_log_is_not_endless(self, at: Copy) -> None:
        path = at("entered")
        with Sheet(path) as sheet:
            sheet.fill("Log_Command", ["seat"] * len(sheet.cells("Log_Command")))
        with pytest.raises(Refusal, match="The log is full"):
            seat(path)


class TestReopen:
    def test_unlocks_one_game_and_keeps_what_was_there(self, at: Copy) -> None:
        path = at("played2")
        before = facts(path).round(1)[1]
        (said,) = reopen(path, 1, 2, "two roles were swapped")
        assert said == "You can correct Round1T2 (round 1, table 2) now. The next «bangxl seat» closes it again."
        sheet = Sheet(path)
        assert all(sheet.locked(f"Round1T2!{name}") == {False} for name in INPUTS)
        assert all(sheet.locked(f"Round1T1!{name}") == {True} for name in INPUTS)
        entry = log(path)[-1]
        assert (entry.command, entry.stage, entry.reason) == ("reopen", "Round1T2", "two roles were swapped")
        kept = json.loads(entry.result)
        assert (kept["outcome"], [line["bid"] for line in kept["seats"]]) == (before.outcome, [one.bid for one in before.seats])
        assert codes(path) == ["correction"]

    def test_the_next_seat_locks_it_again_and_seals_what_stands_there(self, at: Copy) -> None:
        """A change by hand is found before `reopen`, allowed after it, and found again after the next `seat`."""
        path = at("played2")
        swap(path)
        assert codes(path) == ["game_changed"]
        reopen(path, 1, 1, "bids were swapped")
        assert codes(path) == ["correction"]
        seat(path, rng_seed="x")
        assert (codes(path), Sheet(path).locked("Round1T1!Bid")) == (["correction"], {True})
        swap(path)
        assert sorted(codes(path)) == ["correction", "game_changed"]

    @pytest.mark.parametrize("stage", ["semifinals_played", "closed"])
    def test_in_the_finals(self, at: Copy, stage: str) -> None:
        path = at(stage)
        phase = standings_data(path)["phase"]
        reopen(path, 1, 1, "bids were swapped")
        assert standings_data(path)["phase"] == "finals"
        values = Sheet(path).column("Round1T1!Character")
        typed(path, {"Round1T1!Character 0": values[1], "Round1T1!Character 1": values[0]})
        seat(path, rng_seed="x")
        assert codes(path) == ["correction"]
        assert standings_data(path)["phase"] == "closed" or phase == "finals"
        typed(path, {"Round1T1!Character 0": values[0], "Round1T1!Character 1": values[1]})
        assert codes(path) == ["game_changed", "correction"]

    @pytest.mark.parametrize(("stage", "back"), [("semifinals", 2), ("closed", 4)])
    def test_other_finalists_are_seated_as_check_says(self, at: Copy, stage: str, back: int) -> None:
        """Take the duels back and seat them again, it said: the first undo took the correction, and the wrong ones played."""
        path = at(stage)
        game, law = facts(path).round(3)[1], {Role.SHERIFF, Role.DEPUTY}
        seats = (replace(one, status=Status.ALIVE if one.role in law else Status.ELIMINATED) for one in game.seats)
        right = record(replace(game, outcome=Outcome.LAW, seats=tuple(seats)))
        reopen(path, 3, 2, "the Law had won")
        typed(path, right)
        found = next(one for one in check(path) if one.finding.code == "duel_pairing")
        assert "until the duels are gone; it takes the correction back, too. Correct again, then seat" in found.text
        for _ in range(back):
            undo(path, agree=lambda *_: None)
        assert facts(path).finals is None
        typed(path, right)
        seat(path)
        final = facts(path).finals
        assert final
        assert f"{final.duels[0].player_a} – {final.duels[0].player_b}" == found.finding.values["expected"]
        assert "duel_pairing" not in codes(path)

    @pytest.mark.parametrize(("stage", "match"), [("final", "SF1"), ("closed", "F")])
    def test_a_duel_is_open_again_once_what_has_closed_it_is_taken_back(self, at: Copy, stage: str, match: str) -> None:
        def is_found_and_locked(path: Path) -> tuple[bool, bool]:
            return "result_changed" in codes(path), Sheet(path).locked(f"Finals_{match}_Score_A") == {True}

        path = at(stage)
        a, b = (Sheet(path).column(f"Finals_{match}_Score_{side}")[0] for side in "AB")
        other = [5 if score == 5 else (score + 1) % 5 for score in (a, b)]
        assert is_found_and_locked(scored(path, match, *other)) == (True, True)
        undo(path)
        assert is_found_and_locked(path) == (False, False)
        redo(path)
        assert is_found_and_locked(path) == (True, True)
        undo(path)
        seat(scored(path, match, *other), rng_seed="x")
        assert is_found_and_locked(path) == (False, True)
        export(path, path.with_suffix(".json"))
        import_json(path.with_suffix(".json"), again := path.with_stem("again"))
        assert is_found_and_locked(again) == (False, True)
        assert is_found_and_locked(scored(again, match, a, b)) == (True, True)

    @pytest.mark.parametrize(
        ("stage", "table", "reason", "said"),
        [("played2", 3, "x", "3"), ("played1", 1, "x", "^Round1T1 .round 1, table 1. is"), ("played2", 1, "  ", "--reason TEXT")],
    )
    def test_refuses(self, at: Copy, stage: str, table: int, reason: str, said: str) -> None:
        path = at(stage)
        with unchanged(path), pytest.raises(Refusal, match=said):
            reopen(path, 1, table, reason)


def swap(path: Path) -> None:
    """Swap two bids of round 1 that differ."""
    bids = Sheet(path).column("Round1T1!Bid")
    low, high = bids.index(min(bids[:5])), bids.index(max(bids[:5]))
    typed(path, {f"Round1T1!Bid {low}": bids[high], f"Round1T1!Bid {high}": bids[low]})


CASES = Path(__file__).parents[1] / "data" / "cases"


def test_all_places_and_nothing_written(at: Copy, bangxl: CommandLine) -> None:
    path = at("played3")
    with unchanged(path.parent):
        first, *lines, last = preview(path)
        assert first == "These standings would become public:"
        assert [line.split(".")[0] for line in lines] == [str(place) for place in range(1, 11)]
        assert last == "Nothing was written."
        ran = bangxl("seat", path, "--preview")
        assert (ran.code, ran.out.splitlines()) == (0, [first, *lines, last])
    best = lines[0][3:].split(":")[0]
    assert any(line.startswith("Semifinal 1: ") and best in line for line in seat(path))


@pytest.mark.parametrize(("stage", "says"), [("entered", "5+5"), ("semifinals_played", "Final"), ("final_played", "closed")])
def test_what_publishes_nothing(at: Copy, stage: str, says: str) -> None:
    path = at(stage)
    with unchanged(path.parent):
        first, _publishes, _written = preview(path)
        assert says in first


def test_what_is_missing_is_said_as_seat_does(at: Copy) -> None:
    path = at("drawn1")
    shown = raised(Refusal, preview, path)
    assert shown.lines == raised(Refusal, seat, path).lines


def test_it_draws_nothing(at: Copy, bangxl: CommandLine) -> None:
    assert bangxl("seat", at("played3"), "--preview", "--rng-seed", "x").code == 2


def unpublished(path: Path, *without: str) -> Path:
    """The tournament with many ties, before its finals."""
    data = json.loads((CASES / "italy-2010_n25_buchholz_ties.json").read_text(encoding="utf-8"))
    kept = {key: value for key, value in data.items() if key not in {"finals", *without}}
    path.with_suffix(".json").write_text(json.dumps(kept), encoding="utf-8")
    import_json(path.with_suffix(".json"), path, language="en")
    return path


def test_a_tie_and_what_separated_it(tmp_path: Path) -> None:
    lines = preview(unpublished(tmp_path / "torneo.xlsx"))
    assert "2. Björn Fontana: 11,600 (Buchholz: 124,400; above: 127,400)" in lines
    assert "3. Lia Bazzi: 10,300" in lines


def test_a_lot_that_matters_is_told_and_not_drawn(at: Copy) -> None:
    """All games are decided alike: whoever could ask until he likes the lots would."""
    path = at("drawn1")
    level(path)
    *lines, equal, _nothing = preview(path, close_early=True)
    assert {line.split(".")[0] for line in lines[1:]} == {"1"}
    assert equal.startswith("Tied on every tie-break, to be placed by lot: ")
    assert preview(path, close_early=True) == (*lines, equal, _nothing)


def level(path: Path) -> None:
    """Decide both games of the first round so that everybody has the same."""
    for game in facts(path).round(1):
        rule(path, 1, game.table, "storm", [f"{seat.player}=0" for seat in game.seats])


def test_closing_early_needs_a_reason_and_is_told(at: Copy) -> None:
    """R10-1: ten players, two leave after the second round; the referee ends the elimination phase."""
    path = at("played2")
    for row in range(2):
        noted(path, row, Type="withdrawal", Player=f"P00{row + 1}", Moment="between rounds", After_Round=2)
    told = raised(Refusal, seat, path).lines
    assert ["8" in told[0], "2" in told[1], "--close" in told[2], len(told)] == [True, True, True, 3]
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
    before = {name: Sheet(path).column(f"Round1T1!{name}") for name in INPUTS}
    seat(path, rng_seed="2")
    after = Sheet(path)
    assert {name: after.column(f"Round1T1!{name}") for name in before} == before
    assert all(after.locked(f"Round1T1!{name}") == {True} for name in before)
    game = facts(path).round(2)[0]
    assert [seat.role for seat in game.seats[1:]] == [None] * 4
    assert after.locked("Round2T1!Bid") == {False}
