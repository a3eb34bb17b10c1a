"""What seldom happens: one player left for the finals, a sheet gone, a seat without a role; and facts that are computed once."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import pytest

from bangxl.commands.check import check
from bangxl.commands.errors import Refusal
from bangxl.commands.new import create_workbook
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.standings import standings_data
from bangxl.commands.transfer import export, import_json
from bangxl.interchange.dump import dumps, tournament_json
from bangxl.rulebooks.loader import load
from bangxl.tournament.model import Event, EventType, Moment, Role, Tournament
from bangxl.tournament.state import State
from tests.commands.stages import Copy
from tests.helpers.keyboard import Sheet, facts, typed
from tests.helpers.referee import QUIET
from tests.helpers.strategies import random_tournament

RULEBOOK = load("italy-2010")


def two_rounds(path: Path) -> Tournament:
    """A workbook of ten players after two rounds."""
    tournament = random_tournament(random.Random(5), RULEBOOK, 10, stop_after=2, habits=QUIET)  # noqa: S311 -- a game
    create_workbook(path, State(tournament, RULEBOOK), len(tournament.players), [])
    return tournament


def test_r10_16_one_player_left_wins_without_a_duel(tmp_path: Path) -> None:
    path = tmp_path / "t.xlsx"
    tournament = two_rounds(path)
    alone, *others = (player.id for player in tournament.players if player.present)
    leaving = tuple(Event(EventType.WITHDRAWAL, player, Moment.BETWEEN_ROUNDS, after_round=2) for player in others)
    left = tmp_path / "left.xlsx"
    create_workbook(left, State(replace(tournament, events=leaving), RULEBOOK), len(tournament.players), [])
    assert "Semifinale 1" in " ".join(seat(left, close_early=True, reason="everybody went home"))
    assert "Finale:" in " ".join(seat(left))
    seat(left)
    result = standings_data(left)
    assert (result["phase"], result["final_ranking"], result["prizes"]) == (
        "closed",
        [{"place": 1, "player": alone}],
        {alone: 6000},
    )


def test_without_a_record_sheet_nothing_is_computed(path: Path) -> None:
    """Standings without a game would be wrong and look right."""
    two_rounds(path)
    with Sheet(path) as sheet:
        sheet.book["Round2T1"].title = "elsewhere"
    for command in (standings_data, export):
        with pytest.raises(Refusal, match="Round2T1"):
            command(path)


def test_an_imported_open_game_has_its_sheriff_marked(tmp_path: Path) -> None:
    source, path = tmp_path / "t.json", tmp_path / "t.xlsx"
    tournament = two_rounds(tmp_path / "first.xlsx")
    seats = tuple(replace(seat, role=None, status=None, bid=None, character="") for seat in tournament.games[-1].seats)
    opened = replace(tournament, games=(*tournament.games[:-1], replace(tournament.games[-1], seats=seats, outcome=None)))
    source.write_text(dumps(tournament_json(State(opened, RULEBOOK))), encoding="utf-8")
    import_json(source, path)
    assert [seat.role for seat in facts(path).games[-1].seats] == [Role.SHERIFF, None, None, None, None]


def test_the_round_in_play_can_still_be_corrected(tmp_path: Path) -> None:
    """Complete is not closed: only the next draw closes a round, so a correction before it is no change by hand."""
    rulebook = load("italy-2010")
    tournament = random_tournament(random.Random(3), rulebook, 10, stop_after=2, habits=QUIET)  # noqa: S311 -- a game
    source, path = tmp_path / "t.json", tmp_path / "t.xlsx"
    source.write_text(dumps(tournament_json(State(tournament, rulebook))), encoding="utf-8")
    import_json(source, path)
    assert "game_changed" not in {one.finding.code for one in check(typed(path, {"Round2T1!Outcome": None}))}
    assert "game_changed" in {one.finding.code for one in check(typed(path, {"Round1T1!Outcome": None}))}


Fact = TypeVar("Fact")

COMMANDS: Final[Mapping[str, tuple[str, Callable[[Path], object]]]] = {
    "check": ("played2", check), "standings": ("played2", standings_data),
    "seat a round": ("played1", partial(seat, rng_seed="x")), "seat the finals": ("played3", partial(seat, rng_seed="x")),
    "close": ("final_played", seat), "report": ("closed", partial(report)),
}  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_computes_each_fact_of_a_state_once(command: str, at: Copy, monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal facts count as the same, whoever has read them; a report is printed, then read and proved anew."""
    stage, run = COMMANDS[command]
    path = at(stage)
    computed: list[tuple[str, Tournament]] = []
    memoize = State.memoize

    def counted(self: State, fact: Callable[[State], Fact], compute: Callable[[State], Fact]) -> Fact:
        def count(state: State) -> Fact:
            computed.append((f"{fact.__module__}.{fact.__qualname__}", state.tournament))
            return compute(state)

        return memoize(self, fact, count)

    monkeypatch.setattr(State, "memoize", counted)
    run(path)
    assert "bangxl.tournament.ledger.ledger" in {name for name, _facts in computed}
    times = [sum(other == one for other in computed) for one in computed]
    assert max(times) == 1
