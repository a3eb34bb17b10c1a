"""What is drawn next, of whom, after which results: said as a code before the value is thrown (docs/draw.md, 6 and 11)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bangxl.commands.errors import Refusal
from bangxl.commands.workspace import Workspace
from bangxl.interchange.receipts import round_code
from bangxl.tournament.journal import LogEntry, read_pairs
from bangxl.tournament.model import Tournament, stage_code
from bangxl.tournament.pool import code_of, pool_digest
from bangxl.tournament.progress import SeatDuels, SeatRound, SeatStage
from bangxl.tournament.state import State
from bangxl.workbook import names

Drawn = SeatRound | SeatDuels | SeatStage
"""The steps that draw something."""

SALT_LENGTH: Final = 32
"""Hexadecimal digits: 128 bits."""

_ABOUT_DRAWS: Final = frozenset({"pool", "seat", "redraw", "undo"})


class Roll(NamedTuple):
    """What is drawn next, of whom and after which results: the digest of the pool, the code, the salt that hides the results.

    ``stage`` is as the log says it: ``Round3``, ``SF1+SF2``. The code is "" where the workbook has no room for it.
    """

    stage: str
    pool: str
    code: str = ""
    salt: str = ""


def roll(workspace: Workspace, state: State, step: Drawn) -> Roll:
    """The roll of a draw in a workbook; the salt is the one that it keeps for the round already, if it does."""
    known, number = workspace.contents.salts, step.number if isinstance(step, SeatRound) else 1
    if names.on_wall(1, names.CODE) in workspace.book.names:
        return roll_of(step, state, known.get(number, ""))
    return roll_of(step, state)._replace(code="", salt="")


def roll_of(step: Drawn, state: State, salt: str = "") -> Roll:
    """The roll of a draw. Results before a round count, hidden by the ``salt`` or a fresh one; in the finals none do."""
    if not isinstance(step, SeatRound):
        pool = pool_digest(state, stage_of_draw(step), _first_drawn(state.tournament))
        return Roll(stage_of_draw(step), pool, code_of(pool, "", ""))
    pool = pool_digest(state, step.number, step.players)
    salt = (salt or secrets.token_hex(SALT_LENGTH // 2)) if step.number > 1 else ""
    return Roll(names.round_sheet(step.number), pool, round_code(state, step.number, pool, salt), salt)


def is_closed(roll: Roll, log: Sequence[LogEntry]) -> bool:
    """Whether the last that the log says of this draw is that it was closed with this code."""
    last = last_of(roll.stage, log)
    return last is not None and last.command == "pool" and read_pairs(last.result).get("code") == roll.code


def last_of(stage: str, log: Sequence[LogEntry]) -> LogEntry | None:
    """The last row of the log about a draw: that it was closed, drawn, or taken back."""
    return next((entry for entry in reversed(log) if entry.stage == stage and entry.command in _ABOUT_DRAWS), None)


def coded(tournament: Tournament, roll: Roll) -> Tournament:
    """The tournament with the code of the round that was just drawn; in the finals only the log says it."""
    stage = roll.stage.removeprefix("Round")
    draws = (replace(draw, code=roll.code, salt=roll.salt) if draw.stage == stage else draw for draw in tournament.draws)
    return replace(tournament, draws=tuple(draws)) if stage.isdecimal() else tournament


def _first_drawn(tournament: Tournament) -> list[str]:
    """Everybody of the first draw: the finals are everybody's."""
    tables = tournament.start_tables.values() or [[seat.player for seat in game.seats] for game in tournament.round(1)]
    return [player for table in tables for player in table]


def stage_of_draw(step: Drawn) -> str:
    """What a draw is for, as its seed and the log name it: ``1``, ``SF1+SF2``, ``Stage1``."""
    match step:
        case SeatRound():
            return str(step.number)
        case SeatStage():
            return stage_code(step.number)
    return "+".join(match for match, _a, _b in step.duels)


def code_entry(roll: Roll | None) -> dict[str, str]:
    """A draw's code and the digest of its pool, as the log keeps them."""
    return {"code": roll.code, "pool": roll.pool} if roll and roll.code else {}


class Hints(NamedTuple):
    """What the referee and the room have to say about a seed: given whole, or a public value; "" if nothing."""

    rng_seed: str = ""
    public_value: str = ""


def require_closed(workspace: Workspace, asked: Roll, hints: Hints) -> None:
    """A public value counts for what was closed before it was known; where draws are public, there must be one.

    Refusal that says how. A seed given by hand needs none, and a workbook of an earlier version has no room for codes.
    """
    if not asked.code or hints.rng_seed:
        return
    if not hints.public_value:
        _require_value(workspace)
        return
    if is_closed(asked, workspace.log):
        return
    _, last, draw = workspace.text, last_of(asked.stage, workspace.log), workspace.called(asked.stage)
    how = _("Close it with «bangxl pool», read the code aloud, then throw the dice, and «bangxl seat» with what they show.")
    if last is None or last.command != "pool":
        text = _("{draw}: a public value counts only if everything else was closed before it was thrown.")
        raise Refusal(text.format(draw=draw), how)
    text = _("{draw}: something was changed since the code {code} was said (who is present, a name, an option, a result).")
    raise Refusal(text.format(draw=draw, code=read_pairs(last.result).get("code", "")), how)


def _require_value(workspace: Workspace) -> None:
    _ = workspace.text
    if workspace.contents.public_draw:
        raise Refusal(
            _("Draws are public in this tournament (tournament sheet): a value from the room is missing."),
            _("First «bangxl pool», then the dice, then «bangxl seat» with --public-value TEXT."),
        )
