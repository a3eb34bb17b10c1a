"""`bangxl rule`: the referee decides a game whose sheet cannot be; the day goes on, and the report says so (G10)."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands import corrections
from bangxl.commands.check import all_findings
from bangxl.commands.demo import simulate_tournament
from bangxl.commands.new import create_workbook
from bangxl.commands.workspace import log_entry, open_workspace
from bangxl.rulebooks.loader import load
from bangxl.tournament.checks import findings_of
from bangxl.tournament.findings import Severity
from bangxl.tournament.ledger import ledger, money
from bangxl.tournament.model import Game, Seat, Tournament
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from bangxl.workbook.names import on_record, record_inputs
from tests.commands.stages import Copy, fingerprint
from tests.helpers.keyboard import Sheet, duelled, facts, played, typed
from tests.helpers.sample import these
from tests.hosts.commandline import CommandLine, Run
from tests.tournament.rules import GERMANY, ITALY

if TYPE_CHECKING:
    from tests.hosts.excel.program import Excel

WHY: Final = "all alive, and the Outlaws won"
SHEET: Final = "Round2T1"
CALLED: Final = "Round2T1 (round 2, table 1)"
SEATS: Final = 5


def signed(path: Path) -> list[str]:
    """A sheet that cannot be: everybody alive, and the Outlaws won. Who sits there."""
    with Sheet(path) as sheet:
        sheet.fill(f"{SHEET}!Status", ["alive"] * SEATS)
        sheet.fill(f"{SHEET}!Outcome", ["Outlaws"])
        return list(sheet.filled(f"{SHEET}!Player"))


def rule(bangxl: CommandLine, path: Path, *payouts: str, reason: str = WHY, place: tuple[int, int] = (2, 1)) -> Run:
    given = [word for payout in payouts for word in ("--payout", payout)]
    return bangxl("rule", path, "--round", place[0], "--table", place[1], "--reason", reason, *given)


def amounts(players: list[str], *first: int) -> list[str]:
    """The first players get these, the others 100."""
    return [f"{player}={amount}" for player, amount in zip(players, (*first, *[100] * SEATS), strict=False)]


def paid(path: Path) -> dict[str, int | None]:
    lines = ledger(open_workspace(path, reading_only=True).state)
    return {line.seat.player: line.payout for line in lines if (line.game.round, line.game.table) == (2, 1)}


def errors(path: Path) -> list[str]:
    found = all_findings(open_workspace(path, reading_only=True))
    return [one.finding.code for one in found if one.finding.severity is Severity.ERROR]


@pytest.mark.soak
def test_the_day_goes_on_after_a_ruling(at: Copy, bangxl: CommandLine) -> None:
    """Log and events say so."""
    path = at("played2")
    players = signed(path)
    assert bangxl("seat", path).code == 1
    given = amounts(players, 2000, -300)
    run = rule(bangxl, path, *given)
    assert (run.code, run.out.startswith(CALLED)) == (0, True)
    assert paid(path) == dict(zip(players, (2000, -300, 100, 100, 100), strict=True))
    assert errors(path) == []
    entry = open_workspace(path, reading_only=True).log[-1]
    assert (entry.command, entry.stage, entry.reason, entry.result) == ("rule", SHEET, WHY, "; ".join(given))
    sheet = Sheet(path)
    line = [sheet.column(f"Events_{key}")[0] for key in ("Type", "Player", "Moment", "Round", "Table", "Reason")]
    assert line == ["ruling", None, "during a game", 2, 1, WHY]
    assert bangxl("seat", path, "--rng-seed", "3").code == 0


def open_cells(path: Path) -> set[str]:
    return {*Sheet(path).unlocked(SHEET)}


def cells(path: Path, *names: str) -> set[str]:
    sheet = Sheet(path)
    return {cell.coordinate for name in names for cell in sheet.cells(f"{SHEET}!{name}")}


@pytest.mark.soak
def test_its_cells_are_open_only_where_a_game_is_decided(at: Copy, bangxl: CommandLine) -> None:
    """From the winner the Return key leads to nothing that nobody has asked for; what a ruling gave can be corrected."""
    path = at("played2")
    asked = cells(path, *record_inputs(ITALY))
    below = cells(path, "Ruling")
    assert open_cells(path) == asked
    rule(bangxl, path, *amounts(signed(path)))
    assert open_cells(path) == asked | below
    assert bangxl("reopen", path, "--round", 2, "--table", 1, "--reason", "read again").code == 0
    assert open_cells(path) == asked
    rule(bangxl, path, *amounts(signed(path)))
    assert bangxl("seat", path, "--rng-seed", "3").code == 0
    assert open_cells(path) == set()


def test_an_event_typed_by_hand_leads_to_the_command(at: Copy, bangxl: CommandLine) -> None:
    path = at("played2")
    players = signed(path)
    typed(path, {"Events_Type": "ruling", "Events_Round": 2, "Events_Table": 1, "Events_Reason": WHY})
    refused = bangxl("seat", path)
    assert refused.code == 1
    assert "«bangxl rule»" in refused.err
    assert rule(bangxl, path, *amounts(players)).code == 0
    assert [event.type for event in facts(path).events] == ["ruling"]
    assert not cells(path, "Ruling") - open_cells(path)
    assert bangxl("seat", path, "--rng-seed", "3").code == 0


def test_it_can_be_typed_into_the_sheets(at: Copy, bangxl: CommandLine) -> None:
    """An event «ruling» with round, table and reason, and an amount for everybody; the words of any language.

    So it comes from whoever lifts the protection, or from another program.
    """
    path = at("played2")
    signed(path)
    event = {"Events_Type": " Ruling ", "Events_Round": 2, "Events_Table": 1, "Events_Reason": WHY}
    typed(path, {**event, **{f"{SHEET}!Ruling {seat}": 100 * seat for seat in range(SEATS)}})
    assert errors(path) == []
    assert sorted(filter(None, paid(path).values())) == [100, 200, 300, 400]
    assert bangxl("seat", path, "--rng-seed", "3").code == 0


def test_nothing_need_be_typed_but_the_ruling(at: Copy, bangxl: CommandLine) -> None:
    """A sheet that was lost: nobody knows roles, bids, or who has won."""
    path = at("drawn2")
    for table in (1, 2):
        players = [seat.player for seat in facts(path).round(2)[table - 1].seats]
        assert len(players) == SEATS
        assert rule(bangxl, path, *amounts(players), place=(2, table)).code == 0
    assert bangxl("seat", path, "--rng-seed", "3").code == 0


def test_undo_and_reopen_take_it_back(at: Copy, bangxl: CommandLine) -> None:
    path = at("played2")
    players = signed(path)
    before = facts(path)
    for back in (("undo", path), ("reopen", path, "--round", 2, "--table", 1, "--reason", "read again")):
        rule(bangxl, path, *amounts(players))
        assert facts(path) != before
        assert bangxl(*back).code == 0
        assert facts(path) == before
    taken = open_workspace(path, reading_only=True).log[-1]
    assert WHY in taken.result
    assert json.loads(taken.result)["seats"][0]["ruling"] == 100


def test_a_closed_game_is_reopened_first(at: Copy, bangxl: CommandLine) -> None:
    path = at("drawn3")
    players = [seat.player for seat in facts(path).round(2)[0].seats]
    refused = rule(bangxl, path, *amounts(players))
    assert (refused.code, refused.err.startswith(CALLED)) == (1, True)
    assert bangxl("reopen", path, "--round", 2, "--table", 1, "--reason", "they protest").code == 0
    assert rule(bangxl, path, *amounts(players)).code == 0
    assert paid(path) == dict.fromkeys(players, 100)
    played(path, "round 3")
    assert bangxl("seat", path, "--rng-seed", "semifinals").code == 0
    assert errors(path) == []


WITH_BIDS: Final = {"italy-2010": 10, "italy-2011": 10, "italy-2007": 12, "record": 6}


def bids_too_high(over: Tournament, regulation: Rulebook) -> Iterator[tuple[Tournament, Game, Seat]]:
    """Tournaments in which one bid of a closed game is above the money, and nothing else is wrong; the game and the seat."""
    for line in ledger(State(over, regulation)):
        if line.game.round > 1 and over.is_closed(line.game) and line.before is not None:
            seats = tuple(replace(one, bid=line.before + 100) if one == line.seat else one for one in line.game.seats)
            facts = replace(over, games=tuple(replace(one, seats=seats) if one == line.game else one for one in over.games))
            if [one.code for one in findings_of(State(facts, regulation)) if one.severity is Severity.ERROR] == [
                "bid_above_bankroll"
            ]:
                yield facts, line.game, line.seat


@pytest.mark.parametrize("rulebook", these(WITH_BIDS, "italy-2010"))
def test_a_bid_above_the_money_has_three_ways_out(rulebook: str, bangxl: CommandLine, tmp_path: Path) -> None:
    """It is reopened, as the finding says; then corrected, decided, or accepted as played."""
    regulation, path = load(rulebook), tmp_path / "late.xlsx"
    with_auction = {key: replace(one, values=("true", "false")) for key, one in regulation.options.items() if key == "auction"}
    regulation = replace(regulation, options={**regulation.options, **with_auction})
    over, _log = simulate_tournament(regulation, WITH_BIDS[rulebook], "late", "en", finals=False)
    over, game, seat = next(bids_too_high(over, regulation))
    place = (game.round, game.table)
    lines = [line for line in ledger(State(over, regulation)) if (line.game.round, line.game.table) == place]
    decided = [f"{line.seat.player}={line.payout}" for line in lines]

    def corrected() -> Run:
        typed(path, {on_record(*place, f"Bid {seat.number - 1}"): seat.bid})
        return bangxl("check", path)

    for way in (corrected, lambda: rule(bangxl, path, *decided, place=place), lambda: rule(bangxl, path, place=place)):
        path.unlink(missing_ok=True)
        create_workbook(path, State(over, regulation), WITH_BIDS[rulebook], [log_entry("import")])
        assert errors(path) == ["bid_above_bankroll"]
        assert "«bangxl reopen», then correct it; or" in bangxl("check", path).out
        assert bangxl("reopen", path, "--round", game.round, "--table", game.table, "--reason", "read again").code == 0
        assert "then correct it" not in bangxl("check", path).out
        assert way().code == 0
        assert errors(path) == []
        assert bangxl("seat", path, "--rng-seed", "finals").code == 0


@pytest.mark.soak
def test_a_late_correction_is_accepted_as_played(at: Copy, bangxl: CommandLine, tmp_path: Path) -> None:
    """Round 1 was copied wrongly, and in round 2 somebody spent what he never had: nothing that was played changes."""
    path = at("drawn3")
    game = facts(path).round(2)[0]
    before = {seat.player: paid(path)[seat.player] for seat in game.seats}
    bid = 10 * 5000
    opened = ("reopen", path, "--round", 2, "--table", 1, "--reason", "he spent more than he had")
    assert bangxl(*opened).code == 0
    typed(path, {f"{SHEET}!Bid 1": bid})
    assert errors(path) == ["bid_above_bankroll"]
    assert rule(bangxl, path).code == 0
    assert (errors(path), paid(path)) == ([], before)
    assert money(open_workspace(path, reading_only=True).state)[game.seats[1].player] < 0
    played(path, "round 3")
    assert bangxl("seat", path, "--rng-seed", "semifinals").code == 0
    exported = tmp_path / "one.json"
    again = tmp_path / "two.xlsx"
    assert bangxl("export", path, "-o", exported).code == 0
    assert bangxl("import", exported, "-o", again).code == 0
    assert json.loads(bangxl("export", again).out) == json.loads(exported.read_text("utf-8"))
    assert bangxl("seat", duelled(path)).code == 0
    duelled(path)
    while bangxl("seat", path).code == 0:
        duelled(path)
    assert bangxl("report", path, "-o", tmp_path / "sent").code == 0
    assert bangxl("verify", next((tmp_path / "sent").glob("*.xlsx"))).code == 0


def test_without_amounts_a_game_needs_an_end(at: Copy, bangxl: CommandLine) -> None:
    assert rule(bangxl, at("drawn2")).code == 2


def test_wrong_amounts_are_refused(at: Copy, bangxl: CommandLine) -> None:
    path = at("played2")
    first, *others = players = signed(path)
    stranger = next(player.id for player in facts(path).players if player.present and player.id not in players)
    rest, before = amounts(others), fingerprint(path.parent)
    for given, said in (
        (rest, first),
        (["P099=100", *rest], "«P099»"),
        (["=100", *rest], "«»"),
        (["100", *rest], "«100»"),
        ([f"{first}=100.5", *rest], f"«{first}=100.5»"),
        ([f"{first}=100000000000", *rest], f"«{first}=100000000000»"),
        ([f"{first}=100", *rest, f"{first}=100"], f"«{first}=100»"),
        ([f"{stranger}=100", *rest], f"«{stranger}=100»"),
    ):
        run = rule(bangxl, path, *given)
        assert (run.code, run.out, said in run.err) == (2, "", True), given
    assert fingerprint(path.parent) == before


def test_no_game_or_no_reason(at: Copy, bangxl: CommandLine) -> None:
    path = at("played2")
    given = amounts(signed(path))
    assert rule(bangxl, path, *given, place=(2, 3)).code == 1
    assert "--reason TEXT" in rule(bangxl, path, *given, reason=" ").err


@pytest.mark.soak
def test_the_report_says_so_and_verify_takes_it_on_trust(at: Copy, bangxl: CommandLine, tmp_path: Path) -> None:
    path = at("played2")
    rule(bangxl, path, *amounts(signed(path), 2000))
    for stage in ("round 3", "semifinals", "final"):
        assert bangxl("seat", path, "--rng-seed", stage).code == 0
        (played if stage == "round 3" else duelled)(path, stage)
    assert bangxl("seat", path).code == 0
    assert bangxl("report", path, "-o", tmp_path).code == 0
    referto = tmp_path / "torneo-referto.xlsx"
    verdict = bangxl("verify", referto)
    assert verdict.code == 0
    said = f"The referee decided the game of round 2, table 1, and its winnings: {WHY}"
    assert said in verdict.out
    book = ClosedBook.open(referto, reading_only=True)
    assert said in book.read("Departures_Text")
    assert list(book.read(f"{SHEET}_Ruling")) == [2000, *[100] * 4]


def test_an_interim_report_without_results_has_no_ruling(at: Copy, bangxl: CommandLine, tmp_path: Path) -> None:
    path = at("played2")
    rule(bangxl, path, *amounts(signed(path), 2345))
    assert bangxl("report", path, "--interim", "-o", tmp_path).code == 0
    (referto,) = tmp_path.glob("*-referto*.xlsx")
    assert bangxl("verify", referto).code == 0
    cells = ClosedBook.open(referto, reading_only=True)
    assert not [name for name in cells.names if "2345" in map(str, cells.read(name))]


@pytest.mark.soak
def test_a_table_of_the_knock_out_has_no_ruling(bangxl: CommandLine, path: Path) -> None:
    """G10: it pays nothing, and who gets through is what stands on its sheet."""
    over, _log = simulate_tournament(GERMANY, 20, "ruled", "en")
    create_workbook(path, State(over, GERMANY), 20, [log_entry("import")])
    for place in ((9, 1), (1, 1)):
        run = rule(bangxl, path, "P001=100", place=place)
        assert (run.code, run.out, len(run.err.splitlines())) == (1, "", 2)


@pytest.mark.soak
def test_an_open_book_is_ruled_like_a_closed_one(at: Copy, tmp_path: Path, excel: Excel, monkeypatch: pytest.MonkeyPatch) -> None:
    from bangxl.books.live import LiveBook  # noqa: PLC0415 - xlwings takes a second

    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795300000")
    path = at("played2")
    given = amounts(signed(path), 2000, -300)
    copy = Path(shutil.copy(path, tmp_path / "open.xlsx"))
    assert corrections.rule(LiveBook(excel.open(copy)), 2, 1, WHY, given) == corrections.rule(path, 2, 1, WHY, given)
    assert facts(copy) == facts(path)
    assert open_workspace(copy, reading_only=True).log == open_workspace(path, reading_only=True).log
