"""`bangxl redraw`: the last round is drawn once more, before its first result. Who does it, and why, stays in the log."""

from __future__ import annotations

from dataclasses import replace

from bangxl.commands.entries import Hints, round_entry, said, seed_for
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.missing import missing
from bangxl.commands.workspace import Extra, Source, Workspace, keep, opened
from bangxl.locale.catalog import Catalog
from bangxl.tournament.advance import seat_round
from bangxl.tournament.model import Game, Tournament
from bangxl.tournament.progress import SeatRound, next_step
from bangxl.workbook import names


def redraw(source: Source, reason: str, *, rng_seed: str = "", public_value: str = "") -> tuple[str, ...]:
    """Take the seats of the last round back and draw it anew, with whoever is there now; the lines to show.

    Refusal without a reason, without a round, after its first result, or where something else is missing. What was written on
    its record sheets (characters, bids) goes.
    """
    workspace = opened(source)
    _, rulebook = workspace.text, workspace.contents.rulebook
    before = _without_last_round(workspace, reason)
    step = next_step(before, rulebook)
    if not isinstance(step, SeatRound):
        raise Refusal(*missing(workspace, step))
    contents = workspace.contents
    seed = seed_for(step, before, Hints(rng_seed or contents.rng_seed, public_value or contents.public_value), _)
    after = seat_round(before, rulebook, step, seed)
    entry = replace(round_entry(after, rulebook, step, seed, workspace.log), command="redraw", reason=reason)
    extra = Extra({("Rng_Seed", 0): None, ("Public_Value", 0): None}, active=names.round_sheet(step.number))
    keep(workspace, after, entry, extra)
    return (*_told(workspace, step, _), *said(seed, _))


def _without_last_round(workspace: Workspace, reason: str) -> Tournament:
    """The tournament before its last draw."""
    _, tournament = workspace.text, workspace.tournament
    number = tournament.rounds_seated
    games = tournament.round(number)
    if not reason.strip():
        raise Refusal(_("A redraw needs a reason: --reason TEXT."), exit_code=USAGE)
    if not games or tournament.finals is not None or (tournament.start_tables and number > 1):
        raise Refusal(_("There is no round that could be drawn again."))
    begun = [names.record_sheet(game.round, game.table) for game in games if _has_result(game)]
    if begun:
        raise Refusal(_("Results are written already: {sheets}. A round can be redrawn before its first result.").format(
            sheets=", ".join(begun)
        ))  # fmt: skip
    return replace(
        tournament,
        games=tuple(game for game in tournament.games if game.round != number),
        draws=tuple(draw for draw in tournament.draws if draw.stage != str(number)),
        start_tables={},
    )


def _has_result(game: Game) -> bool:
    return game.outcome is not None or any(seat.status is not None for seat in game.seats)


def _told(workspace: Workspace, step: SeatRound, _: Catalog) -> list[str]:
    """What was drawn, and the how manieth draw of this round it is: those taken back count."""
    stage = names.round_sheet(step.number)
    times = 1 + sum(entry.stage == stage and entry.command in {"seat", "redraw", "undo"} for entry in workspace.log)
    text = _("Round {round} is drawn again, draw number {times}: {players} players, tables {sizes}.")
    sizes = "+".join(map(str, step.sizes))
    return [text.format(round=step.number, times=times, players=len(step.players), sizes=sizes)]
