"""What follows from a state of a tournament is computed once, whoever asks and however often."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import pytest

from bangxl.commands.check import check
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.standings import standings
from bangxl.tournament.model import Tournament
from bangxl.tournament.state import State
from tests.commands.stages import Copy

Fact = TypeVar("Fact")

COMMANDS: Final[Mapping[str, tuple[str, Callable[[Path], object]]]] = {
    "check": ("played2", check),
    "standings": ("played2", standings),
    "seat a round": ("played1", partial(seat, rng_seed="x")),
    "seat the finals": ("played3", partial(seat, rng_seed="x")),
    "close": ("final_played", seat),
    "report": ("closed", partial(report)),
}


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
    assert max(times) == (2 if command == "report" else 1)
