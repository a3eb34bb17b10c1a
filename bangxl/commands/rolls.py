"""What is drawn next, of whom, after which results: said as a code before the value is thrown (docs/draw.md, 6 and 11)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bangxl.commands.errors import Refusal
from bangxl.commands.workspace import Workspace
from bangxl.interchange.receipts import code_before, drawn_for, logged_events, pool_stage
from bangxl.locale.catalog import N_
from bangxl.tournament.journal import LogEntry, read_pairs
from bangxl.tournament.model import Posted, Tournament, stage_code
from bangxl.tournament.pool import pool_digest
from bangxl.tournament.progress import SeatDuels, SeatGames, SeatRound, SeatStage
from bangxl.tournament.state import State
from bangxl.workbook import names

Drawn = SeatRound | SeatDuels | SeatStage
"""The steps that draw something."""

SALT_LENGTH: Final = 32
"""Hexadecimal digits: 128 bits."""

_CLOSE: Final = {
    "seat": N_("Close it with {bangxl pool}, read the code aloud, then throw the dice, and {bangxl seat} with what they show."),
    "redraw": N_("Close it with {bangxl pool}, read the code aloud, then throw the dice, and {bangxl redraw} with their value."),
}
_THROW: Final = {
    "seat": N_("Throw the dice, then {bangxl seat} with {--public-value TEXT}. To draw without the room, first {bangxl undo}."),
    "redraw": N_(
        "Throw the dice, then {bangxl redraw} with {--public-value TEXT}. To draw without the room, first {bangxl undo}."
    ),
}
_BEGIN: Final = {
    "seat": N_("First {bangxl pool}, then the dice, then {bangxl seat} with {--public-value TEXT}."),
    "redraw": N_("First {bangxl pool}, then the dice, then {bangxl redraw} with {--public-value TEXT}."),
}
"""What to do, by the command that draws."""

_ABOUT_DRAWS: Final = frozenset({"pool", "seat", "redraw", "undo"})


class Roll(NamedTuple):
    """What is drawn or begun next, of whom and after what: the digests of the pool and the events, the code, the salt.

    ``stage`` is as the log says it: ``Round3``, ``SF1+SF2``. The salt hides the results before it.
    """

    stage: str
    pool: str
    code: str
    salt: str = ""
    events: str = ""


def roll(workspace: Workspace, state: State, step: Drawn | SeatGames) -> Roll:
    """The roll of what comes next in a workbook; the salt is the one that it keeps for it already, if it does."""
    return roll_of(step, state, _known_salt(workspace, step))


def _known_salt(workspace: Workspace, step: Drawn | SeatGames) -> str:
    """That of the round, or of finals that were closed already."""
    if isinstance(step, SeatRound):
        return workspace.contents.salts.get(step.number, "")
    last = last_of(logged_stage(step), workspace.log)
    return read_pairs(last.result).get("salt", "") if last is not None and last.command == "pool" else ""


def roll_of(step: Drawn | SeatGames, state: State, salt: str = "") -> Roll:
    """The roll of what comes next. All before it counts, hidden by the ``salt`` or a fresh one; before round 1 nothing is."""
    stage = logged_stage(step)
    match step:
        case SeatRound():
            players = list(step.players)
        case SeatGames():
            players = [player for game in step.games for _seat, player in game.chairs]
        case _:
            players = drawn_for(state, stage)
    pool = pool_digest(state, pool_stage(stage), players)
    salt = "" if stage == names.round_sheet(1) else salt or secrets.token_hex(SALT_LENGTH // 2)
    return Roll(stage, pool, code_before(state, stage, pool, salt), salt, logged_events(state, stage))


def is_closed(roll: Roll, log: Sequence[LogEntry]) -> bool:
    """Whether the last that the log says of this draw is that it was closed with this code."""
    last = last_of(roll.stage, log)
    return last is not None and last.command == "pool" and read_pairs(last.result).get("code") == roll.code


def last_of(stage: str, log: Sequence[LogEntry]) -> LogEntry | None:
    """The last row of the log about a draw: that it was closed, drawn, or taken back."""
    return next((entry for entry in reversed(log) if entry.stage == stage and entry.command in _ABOUT_DRAWS), None)


def coded(tournament: Tournament, roll: Roll) -> Tournament:
    """The tournament with the code of what was just drawn or begun: with the round's seed, if it has one."""
    draws = [draw for draw in tournament.draws if f"Round{draw.stage}" == roll.stage]
    if draws:
        coded = replace(draws[0], code=roll.code, salt=roll.salt)
        return replace(tournament, draws=tuple(coded if draw is draws[0] else draw for draw in tournament.draws))
    return replace(tournament, codes=(*tournament.codes, Posted(roll.stage, roll.code, roll.salt)))


def stage_of_draw(step: Drawn) -> str:
    """What a draw is for, as its seed and the log name it: ``1``, ``SF1+SF2``, ``Stage1``."""
    match step:
        case SeatRound():
            return str(step.number)
        case SeatStage():
            return stage_code(step.number)
    return "+".join(match for match, _a, _b in step.duels)


def logged_stage(step: Drawn | SeatGames) -> str:
    """What comes next, as the log names it."""
    if isinstance(step, SeatGames):
        return "+".join(names.record_sheet(game.number, game.table) for game in step.games)
    return names.round_sheet(step.number) if isinstance(step, SeatRound) else stage_of_draw(step)


def code_entry(roll: Roll | None) -> dict[str, str]:
    """A code with the digests of pool and events, as the log keeps them; its salt, where no sheet has a cell for it."""
    if roll is None:
        return {}
    events = {"events": roll.events} if roll.events else {}
    salt = {} if Posted(roll.stage, "").round else {"salt": roll.salt}
    return {"code": roll.code, "pool": roll.pool, **events, **salt}


class Hints(NamedTuple):
    """What the referee and the room have to say about a seed: given whole, or a public value; "" if nothing."""

    rng_seed: str = ""
    public_value: str = ""


def require_closed(workspace: Workspace, asked: Roll, hints: Hints, command: str = "seat") -> None:
    """A public value counts for what was closed before it was known; after a code, and where draws are public, there must be one.

    Refusal that says how, with the ``command`` that draws. A seed given by hand needs none.
    """
    if hints.rng_seed:
        return
    last = last_of(asked.stage, workspace.log)
    said = read_pairs(last.result).get("code", "") if last is not None and last.command == "pool" else ""
    if not hints.public_value:
        _require_value(workspace, asked.stage, said, command)
    elif said != asked.code:
        _, draw = workspace.text, workspace.called(asked.stage)
        if not said:
            text = _("{draw}: a public value counts only if everything else was closed before it was thrown.")
            raise Refusal(text.format(draw=draw), _(_CLOSE[command]))
        text = _("{draw}: something was changed since the code {code} was said (who is present, a name, an option, a result).")
        raise Refusal(text.format(draw=draw, code=said), _(_CLOSE[command]))


def _require_value(workspace: Workspace, stage: str, said: str, command: str) -> None:
    """Refusal where the room waits for its dice: a code was ``said``, or draws are public."""
    _ = workspace.text
    if said:
        text = _("{draw} is closed, with the code {code}: a value from the room is missing.")
        raise Refusal(text.format(draw=workspace.called(stage), code=said), _(_THROW[command]))
    if workspace.contents.public_draw:
        text = _("Draws are public in this tournament (tournament sheet): a value from the room is missing.")
        raise Refusal(text, _(_BEGIN[command]))
