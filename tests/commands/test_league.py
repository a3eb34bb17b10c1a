"""A league: evenings to which whoever likes comes, in one workbook."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from signal import SIGKILL
from typing import Final, cast
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from bangxl.books.closed import ClosedBook
from bangxl.commands.asking import Answer
from bangxl.commands.check import check
from bangxl.commands.commit import commit
from bangxl.commands.corrections import redraw
from bangxl.commands.demo import demo
from bangxl.commands.errors import Refusal
from bangxl.commands.new import new
from bangxl.commands.repair import repair
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.standings import standings_data
from bangxl.commands.statement import statement_of
from bangxl.commands.tonight import tonight
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import redo, undo
from bangxl.commands.verify import verify
from bangxl.commands.workspace import open_workspace
from bangxl.locale.catalog import Catalog
from bangxl.rulebooks.loader import parse_rulebook
from bangxl.tournament.findings import Severity
from bangxl.tournament.league import evenings
from bangxl.tournament.model import Outcome, Tournament
from bangxl.tournament.progress import NoTables, SeatRound, next_step, round_count
from bangxl.tournament.rulebook import League, Rulebook
from bangxl.tournament.standings import standings as standings_of
from bangxl.tournament.state import State
from bangxl.vba import RIBBON
from tests.commands.stages import listed, unchanged
from tests.commands.test_more_buttons import NOWHERE, clicked
from tests.excel_rules import complaints
from tests.fuzz.test_kills import OPERATIONS
from tests.helpers.keyboard import Sheet, facts, played, typed
from tests.helpers.raised import raised
from tests.tournament.builders import entries, finished, ids
from tests.tournament.rules import LEAGUE

DATA: Final = Path(__file__).parents[1] / "data"
CARDS: Final = DATA / "league.toml"
EXAMPLE: Final = Path(__file__).parents[2] / "docs" / "regulations" / "examples" / "league.toml"
PARTS: Final = re.split(r"\n(?=\[(?:rounds|tables|last_table|standings)\])", (DATA / "konajka.toml").read_text("utf-8"))
EVENING: Final = '[league]\narticle = "One evening"\nevenings = 1\ngames = 2\nminimum = 1'
FOURS: Final = parse_rulebook(
    "\n".join([PARTS[0].replace("minimum = 8", "minimum = 4"), EVENING, PARTS[2], PARTS[4]]), "fours.toml"
)
"""One evening of two games without finals, at tables of four and five: eleven people have none."""


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """A list of 14 people with room for more; nobody is marked."""
    return listed(tmp_path / "league.xlsx", str(CARDS), 14, 16)


def people(first: int, last: int) -> list[str]:
    return [f"Player {number}" for number in range(first, last + 1)]


def seated(path: Path) -> set[str]:
    """Who sits in the newest round."""
    tournament = facts(path)
    return {seat.player for game in tournament.round(tournament.rounds_seated) for seat in game.seats}


def walls(path: Path) -> list[object]:
    """What the lists of the second evening say."""
    book = ClosedBook.open(path, reading_only=True)
    return [book.read(f"Round{number}!Draw_Note")[0] for number in (3, 4)]


def tables(tournament: Tournament, rulebook: Rulebook, present: int) -> tuple[int, ...]:
    """The tables of the next round for so many of the list; () where there are none."""
    here = tuple(replace(player, present=number < present) for number, player in enumerate(tournament.players))
    step = next_step(State(replace(tournament, players=here), rulebook))
    assert isinstance(step, SeatRound | NoTables)
    return step.sizes if isinstance(step, SeatRound) else ()


# the fourth's line ended above the third's: the sheet added all games, the standings the best
def test_the_race_of_a_league_that_counts_some_games_says_that_it_adds_all(league: Path) -> None:
    notes = {cell.value for row in load_workbook(league)["Standings"].iter_rows() for cell in row}
    assert "Totals of the first eight over all games, in the order of the standings" in notes


def test_people_come_and_go_and_keep_what_they_have(league: Path) -> None:
    """One comes to the first evening only, one from the fourth round on; nobody needs an event, and `verify` agrees."""
    assert tonight(league, people(1, 6))[0] == "Evening 1: 6 players, tables 6."
    seat(league)
    played(league)
    assert seat(league)[0] == "Round 2 is drawn: 6 players, tables 6."
    played(league)
    tonight(league, people(2, 11))
    assert seat(league)[0] == "Round 3 is drawn: 10 players, tables 5+5."
    played(league)
    typed(league, {"Players_Name 14": "Late Comer"})
    tonight(league, [*people(2, 6), "Late Comer"])
    seat(league)
    played(league)
    assert seated(league) == {*ids(2, 6), "P015"}
    told = standings_data(league)["rows"]
    assert isinstance(told, list)
    rows = {row["player"]: row for row in told}
    assert {player: row["games"] for player, row in rows.items()} == {
        **dict.fromkeys(ids(2, 6), 4), "P001": 2, "P015": 1, **dict.fromkeys(ids(7, 11), 1),
    }  # fmt: skip
    assert {player for player, row in rows.items() if row["rank"]} == {*ids(2, 6)}
    data = json.loads(export(league))
    assert [(draw["round"], draw["evening"]) for draw in data["draws"]] == [(1, 1), (2, 1), (3, 2), (4, 2)]
    files = report(league, league.parent, interim=True)
    assert files.workbook.name == "league-referto-interim-2.xlsx"
    assert verify(files.workbook).differences == ()
    page = files.page.read_text("utf-8")
    assert "INTERIM · Evening 2" in page
    assert re.findall(r"<details( open)?><summary><h3>(.*?)</h3>", page) == [
        ("", "Evening 1"), ("", "Round 1"), ("", "Round 2"), (" open", "Evening 2"), ("", "Round 3"), (" open", "Round 4"),
    ]  # fmt: skip
    assert {"Race_Start", "Race_Evening1", "Race_Evening2"} == {
        name for name in ClosedBook.open(files.workbook, reading_only=True).names if name.startswith("Race_") and name[5] in "SE"
    }
    assert page.count("games short") == 7
    assert walls(league) == ["Evening 2 · 10 players, 2 tables: 5 + 5.", "Evening 2 · 6 players at one table."]
    (league.parent / "league.json").write_text(export(league), "utf-8")
    import_json(league.parent / "league.json", again := league.parent / "again.xlsx")
    assert (export(again), standings_data(again)) == (export(league), standings_data(league))


def test_who_is_there_is_told_undone_redone_and_drawn_again(league: Path) -> None:
    tonight(league, people(1, 10))
    seat(league)
    drawn = facts(league)
    played(league)
    tonight(league, people(1, 5))
    before = export(league)
    assert tonight(league, same=True)[0] == "Evening 1: 10 players, tables 5+5."
    undo(league)
    assert export(league) == before
    redo(league)
    seat(league)
    assert seated(league) == {seat.player for game in drawn.games for seat in game.seats}
    tonight(league, people(3, 9))
    redraw(league, "two have gone, one has come")
    assert seated(league) == {*ids(3, 9)}
    assert facts(league).rounds_seated == 2


def test_who_is_there_is_taken_back_unasked_unless_somebody_was_marked_since(league: Path) -> None:
    """`undo` right after `tonight` said that somebody had typed, and refused."""

    def refuse(_: Catalog, lines: Sequence[str]) -> None:
        raise Refusal(*lines)

    for how in ({"people": people(1, 10)}, {"none": True}):
        tonight(league, **how)
        undo(league, agree=refuse)
        redo(league)
    typed(league, {"Players_Present 3": "yes"})
    assert "You typed on 1 sheet since: Players." in raised(Refusal, undo, league, agree=refuse).lines


def test_former_evenings_fold_away_and_come_back_to_be_looked_at(league: Path) -> None:
    """Until the next command; `undo` still takes back the last draw."""

    def tabs() -> list[str]:
        sheets = ClosedBook.open(league, reading_only=True).sheets
        return [tab for tab, seen in sheets.items() if seen and tab.startswith("Round")]

    tonight(league, people(1, 10))
    for _ in range(3):
        seat(league)
        played(league)
    assert tabs() == ["Round3", "Round3T1", "Round3T2"]
    with pytest.raises(Refusal, match=r"Evening 3 was not played. Choose from: 1, 2\."):
        tonight(league, show=3)
    assert tonight(league, show=1) == ("Evening 1: its sheets are shown. The next command hides them again.",)
    former = [f"Round{number}{tab}" for number in (1, 2) for tab in ("", "T1", "T2")]
    assert sorted(tabs()) == sorted([*former, "Round3", "Round3T1", "Round3T2"])
    assert ClosedBook.open(league, reading_only=True).active == "Round1"
    assert undo(league).lines[0] == "Taken back: the draw of Round 3."
    assert tabs() == ["Round2", "Round2T1", "Round2T2"]
    redo(league)
    tonight(league, show=1)
    tonight(league, people(1, 5))
    assert tabs() == ["Round3", "Round3T1", "Round3T2"]


@pytest.fixture
def second(league: Path) -> Path:
    """Before the first draw of evening 2: others are marked than came to the first."""
    tonight(league, people(1, 10))
    for _ in range(2):
        seat(league, rng_seed="dice")
        played(league)
    tonight(league, people(5, 14))
    return league


def die_before(number: int) -> None:
    """This process, before so many operations on files."""
    left = iter(range(number - 1, -1, -1))
    sys.addaudithook(lambda event, _: os.kill(os.getpid(), SIGKILL) if event in OPERATIONS and not next(left) else None)


def test_a_draw_of_the_second_evening_that_is_killed_is_there_or_not(second: Path) -> None:
    """Before each file operation; whoever begins again gets the same draw, and loses nobody who is marked."""
    before, drawn = second.read_bytes(), set[int]()
    for number in count(1):
        second.write_bytes(before)
        if (child := os.fork()) == 0:
            die_before(number)
            with suppress(BaseException):
                seat(second, rng_seed="x")
            os._exit(0)
        if os.waitpid(child, 0)[1] == 0:
            break
        rounds_seated = facts(second).rounds_seated
        drawn.add(rounds_seated)
        if rounds_seated == 2:
            seat(second, rng_seed="x")
        assert seated(second) == {*ids(5, 14)}
        assert facts(second).evenings[3] == 2
        assert undo(second).lines[0] == "Taken back: the draw of Round 3."
        assert [player.present for player in facts(second).players] == [number >= 5 for number in range(1, 15)]
    assert drawn == {2, 3}


def test_commands_are_taken_back_and_done_again_across_evenings(second: Path) -> None:
    seat(second)
    states = [export(second)]
    for _ in range(3):
        undo(second)
        states.append(export(second))
    assert [len({game["round"] for game in json.loads(state)["games"]}) for state in states] == [3, 2, 2, 1]
    for state in reversed(states[:-1]):
        redo(second)
        assert export(second) == state


def test_a_repair_between_two_evenings_keeps_who_came_to_which(second: Path) -> None:
    with Sheet(second) as sheet:
        for worksheet in sheet.book:
            for cell in (cell for row in worksheet.iter_rows() for cell in row if str(cell.value).startswith("=")):
                cell.value = 7
    before = export(second)
    repair(second)
    assert export(second) == before
    assert [one.finding.code for one in check(second) if one.finding.severity is Severity.ERROR] == []
    assert seat(second)[0] == "Round 3 is drawn: 10 players, tables 5+5."
    assert facts(second).evenings == {1: 1, 2: 1, 3: 2}
    played(second)
    assert verify(report(second, second.parent, interim=True).workbook).differences == ()


def test_a_code_binds_who_is_there(league: Path) -> None:
    """Whoever is marked after the code was read aloud makes another draw, and that is said."""
    tonight(league, people(1, 10))
    commit(league)
    tonight(league, people(1, 11))
    with pytest.raises(Refusal, match="something changed since the code"):
        seat(league, public_value="426")
    tonight(league, people(1, 10))
    assert seat(league, public_value="426")[0].startswith("Round 1 is drawn: 10 players")


def test_an_evening_can_end_before_its_games_and_the_last_ends_the_league(league: Path) -> None:
    tonight(league, people(1, 5))
    for evening in range(1, 6):
        assert "draws" not in seat(league)[0]
        played(league)
        lines = tonight(league, none=True)
        assert lines[0] == (
            f"Evening {evening + 1}: nobody is marked yet."
            if evening < 5
            else "That was the last evening: «bangxl seat» publishes the standings."
        )
        assert "report --interim" in lines[-1]
        tonight(league, same=True)
    state = State(facts(league), LEAGUE)
    assert evenings(state) == (1, 2, 3, 4, 5, 6)
    assert round_count(state) == 5
    assert seat(league)[0] == "The elimination phase is over: the standings are public."


def test_no_evening_is_played_without_tables(league: Path) -> None:
    """Eight are too many for a table and too few for two: one sentence says how many would fit."""
    assert tonight(league, people(1, 8))[-1].endswith("this number of players: 8. The nearest that it can seat: 7, 10.")
    with pytest.raises(Refusal, match=r"players: 8\. The nearest that it can seat: 7, 10\."):
        seat(league)


def test_names_that_nobody_has_are_all_said_and_nothing_is_written(league: Path) -> None:
    with unchanged(league):
        refused = raised(Refusal, tonight, league, ["Player 1", "Nobody", "P099"])
        assert [line.split("»")[0] for line in refused.lines[:-1]] == ["«Nobody", "«P099"]
        with pytest.raises(Refusal, match="only one of them"):
            tonight(league, ["Player 1"], same=True)
        with pytest.raises(Refusal, match="No round has been drawn yet"):
            tonight(league, same=True)


def test_a_button_marks_all_of_last_time_after_showing_them(league: Path) -> None:
    tonight(league, people(1, 5))
    seat(league)
    played(league)
    tonight(league, people(7, 12))
    before = league.read_bytes()
    answer, [(question, _fields)] = clicked(league, "tonight", NOWHERE, None)
    assert (answer, league.read_bytes()) == (Answer(), before)
    assert question.splitlines()[1:] == ["Evening 1: 5 players, tables 5.", ", ".join(people(1, 5))]
    assert clicked(league, "tonight", NOWHERE, "")[0].lines[0] == "Evening 1: 5 players, tables 5."
    assert {player.name for player in facts(league).players if player.present} == {*people(1, 5)}


def test_only_a_league_asks_who_plays_tonight(tmp_path: Path) -> None:
    """Only its tab has the button."""
    new(path := tmp_path / "day.xlsm", "italy-2010", players="10", language="en")
    with pytest.raises(Refusal, match="Italia 2010 is no league"):
        tonight(path, ["P001"])
    assert "is no league" in clicked(path, "tonight")[0].lines[0]
    new(evenings := tmp_path / "league.xlsm", str(CARDS), players="16", language="en")
    assert [b'"tonight"' in ZipFile(file).read(RIBBON) for file in (path, evenings)] == [False, True]


def test_one_evening_of_four_people_is_a_league_too() -> None:
    tournament = entries(12, FOURS.id)
    assert [tables(tournament, FOURS, count) for count in (3, 4, 11, 12)] == [(), (4,), (), (4, 4, 4)]
    games = [finished(number, 1, ids(1, 4), Outcome.LAW) for number in (1, 2)]
    state = State(replace(tournament, games=tuple(games)), FOURS)
    assert (evenings(state), round_count(state)) == ((1, 1, 2), 2)


def test_the_first_or_the_best_games_count() -> None:
    """Seven games of one table: five count, and who has fewer than the minimum has no place."""
    games = [finished(number, 1, ids(1, 5), Outcome.OUTLAWS if number > 2 else Outcome.LAW) for number in range(1, 8)]
    games[0] = finished(1, 1, ids(2, 6), Outcome.LAW)
    tournament = replace(entries(6, LEAGUE.id), games=tuple(games), evenings={7: 4})
    rule = LEAGUE.league
    assert rule is not None
    scores = {}
    for which in ("first", "best"):
        rulebook = replace(LEAGUE, league=replace(rule, which=type(rule.which)(which)))
        rows = {row.player: row for row in standings_of(State(tournament, rulebook))}
        scores[which] = {player: int(row.score) for player, row in rows.items()}
        assert (rows["P006"].place, rows["P006"].lacks) == (None, 3)
    assert all(scores["best"][player] >= scores["first"][player] for player in ids(1, 6))
    assert scores["best"] != scores["first"]
    assert scores["first"]["P006"] == scores["best"]["P006"]


def test_the_example_plays_six_evenings(tmp_path: Path) -> None:
    """With 18 to 30 people; the file stays below two megabytes, and its report proves itself."""
    path = tmp_path / "league.xlsx"
    demo(path, str(EXAMPLE), None, "dice", "en")
    data = json.loads(export(path))
    there = [sum(len(game["seats"]) for game in data["games"] if game["round"] == draw["round"]) for draw in data["draws"]]
    assert {draw["evening"] for draw in data["draws"]} == {*range(1, 7)}
    assert 18 <= min(there) < max(there) <= 30
    assert path.stat().st_size < 2_000_000
    referto = report(path, tmp_path).workbook
    assert verify(referto).differences == ()
    assert complaints(referto, ours=False) == []

    book = open_workspace(path, reading_only=True)
    rulebook = replace(book.contents.rulebook, league=replace(cast("League", book.contents.rulebook.league), counted=9))
    few = replace(book, contents=replace(book.contents, rulebook=rulebook))
    rows = [row for row in standings_of(few.state) if row.games]
    assert {row.games > 9 for row in rows} == {True, False}
    for row in rows:  # who was told only the total of all games did not find it in the standings
        said = [line for line in statement_of(few, few.player_meant(row.player)) if line.startswith(("Score: ", "Only "))]
        whole = ["Only a player's best 9 games count.", f"Score: {int(row.score):,} $".replace("-", "\N{MINUS SIGN}")]
        assert said == (whole if row.games > 9 else [])
