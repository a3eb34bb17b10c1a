"""`bangxl seat --by-hand`: a round or a stage as it was drawn with playing cards, from a list of who sat where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from bangxl.commands.entries import finals_entry, round_entry
from bangxl.commands.errors import Refusal
from bangxl.commands.missing import missing
from bangxl.commands.publication import is_publishing
from bangxl.commands.rolls import coded, roll
from bangxl.commands.seat_lists import LOTS, SeatLine, seat_list
from bangxl.commands.workspace import Extra, Source, Workspace, keep, log_entry, open_workspace
from bangxl.tournament import knockout
from bangxl.tournament.advance import with_round, with_stage
from bangxl.tournament.model import Seed, stage_code
from bangxl.tournament.progress import CloseTournament, SeatDuels, SeatGames, SeatRound, SeatStage, Step, next_step
from bangxl.tournament.roster import sheriffs_so_far
from bangxl.tournament.rulebook import Rulebook, SheriffRule, Sizes
from bangxl.tournament.seating import Tables, legal_compositions
from bangxl.workbook import names
from bangxl.workbook.messages import display_names
from bangxl.workbook.summary import causes
from bangxl.workbook.words import fold

BY_HAND: Final = "by hand"
"""What the log says of the source of such a draw."""


def seat_by_hand(source: Source, path: Path) -> tuple[str, ...]:
    """Seat the next round, or the next stage of a knock-out, as the list says; the lines to show. No seed is recorded.

    Before the standings are published, lots that the list tells are written first. Refusal where something else comes next, and
    where the list does not seat everybody once at tables of the regulation: then it says which lines are wrong.
    """
    workspace = open_workspace(source)
    _, step = workspace.text, drawn_by_hand(workspace)
    lines = seat_list(path, _)
    lots = [line for line in lines if line.round == LOTS]
    if lots and _takes_lots(workspace, step):
        return _lots(workspace, sorted(lots, key=lambda line: line.seat))
    if not isinstance(step, SeatRound | SeatStage):
        raise Refusal(*_otherwise(workspace, step))
    stage = str(step.number) if isinstance(step, SeatRound) else stage_code(step.number)
    now = [line for line in lines if line.round in {"", fold(stage)}]
    if not now:
        raise Refusal(_("{path} has no lines for round {round}.").format(path=path, round=stage))
    tables = _tables(workspace, step, now)
    return _round(workspace, step, tables) if isinstance(step, SeatRound) else _stage(workspace, step, tables)


def drawn_by_hand(workspace: Workspace) -> Step:
    """What a list can tell now. Refusal where something is wrong, or something else comes next."""
    if errors := workspace.errors():
        raise Refusal(*causes(errors, workspace.tournament.language))
    step = next_step(workspace.state)
    if not isinstance(step, SeatRound | SeatStage) and not _takes_lots(workspace, step):
        raise Refusal(*_otherwise(workspace, step))
    return step


def _takes_lots(workspace: Workspace, step: Step) -> bool:
    """Whether lots can be written: with this step the standings become public, and no lots are there yet."""
    return not workspace.tournament.lot_order and is_publishing(step)


def _otherwise(workspace: Workspace, step: Step) -> list[str]:
    """Why no list is needed now."""
    _ = workspace.text
    if isinstance(step, SeatGames | SeatDuels | CloseTournament):
        return [_("No tables are drawn now: {bangxl seat} does what comes next.")]
    return missing(workspace, step)


def _tables(workspace: Workspace, step: SeatRound | SeatStage, lines: Sequence[SeatLine]) -> Tables:
    """The players by table and seat. Refusal that names every wrong line."""
    _, by_id = workspace.text, display_names(workspace.tournament.players)
    chairs: dict[tuple[int, int], str] = {}
    wrong = _wrong_lines(workspace, lines, lambda line: _take_chair(workspace, step, line, chairs))
    if not wrong and (absent := [player for player in step.players if player not in chairs.values()]):
        wrong = [_("Not in the list: {names}.").format(names=", ".join(by_id.get(player, player) for player in absent))]
    count = Counter(table for table, _seat in chairs)
    sizes = tuple(count[table] for table in range(1, len(count) + 1))
    if not wrong and set(chairs) != {(table, seat) for table, size in enumerate(sizes, 1) for seat in range(1, size + 1)}:
        wrong = [_("Tables must be numbered from 1, and the seats of each table from 1, without gaps.")]
    if not wrong and sorted(sizes) not in (legal := [sorted(one) for one in _legal(workspace.contents.rulebook, step)]):
        text = _("The tables are {sizes}, the regulation says {legal}.")
        wrong = [text.format(sizes=_plus(sizes), legal=", ".join(_plus(one[::-1]) for one in legal))]
    if wrong:
        raise Refusal(*wrong, _("Nothing was written."))
    return tuple(tuple(chairs[table, seat] for seat in range(1, size + 1)) for table, size in enumerate(sizes, 1))


def _wrong_lines(workspace: Workspace, lines: Sequence[SeatLine], use: Callable[[SeatLine], object]) -> list[str]:
    """What is said of the lines that cannot be used: each with the reason why it is refused."""
    _, wrong = workspace.text, list[str]()
    text = _("Line {line}: {problem}")
    for line in lines:
        try:
            use(line)
        except Refusal as refusal:
            wrong.append(text.format(line=line.number, problem=refusal))
    return wrong


def _take_chair(workspace: Workspace, step: SeatRound | SeatStage, line: SeatLine, chairs: dict[tuple[int, int], str]) -> None:
    """Fill in who sits on which chair. Refusal for a line that cannot be true."""
    _, player = workspace.text, workspace.find_player(line.player)
    if player.id in chairs.values():
        raise Refusal(_("{name} has a seat already.").format(name=player.name))
    if player.id not in step.players:
        raise Refusal(_("{name} does not play now.").format(name=player.name))
    if (line.table, line.seat) in chairs:
        raise Refusal(_("table {table}, seat {seat} is taken.").format(table=line.table, seat=line.seat))
    chairs[line.table, line.seat] = player.id


def _legal(rulebook: Rulebook, step: SeatRound | SeatStage) -> Sequence[Sizes]:
    players = len(step.players)
    if isinstance(step, SeatStage):
        return [knockout.table_sizes(rulebook.knockout, players)] if rulebook.knockout else []
    single = [(players,)] if step.number > 1 and players in rulebook.single_tables else []
    return [*legal_compositions(rulebook, players), *single]


def _plus(sizes: Sequence[int]) -> str:
    return "+".join(map(str, sizes))


def _round(workspace: Workspace, step: SeatRound, tables: Tables) -> tuple[str, ...]:
    _, tournament, rulebook = workspace.text, workspace.tournament, workspace.contents.rulebook
    sizes = tuple(map(len, tables))
    asked = roll(workspace, workspace.state, step)
    after = coded(with_round(workspace.state, step.number, tables), asked)
    entry = round_entry(workspace.contents.with_tournament(after), replace(step, sizes=sizes), Seed(""), workspace.log, asked)
    keep(workspace, after, replace(entry, source=BY_HAND), Extra(active=names.round_sheet(step.number)))
    text = _("Round {round} is seated as drawn by hand: {players} players, tables {sizes}.")
    lines = [text.format(round=step.number, players=len(step.players), sizes=_plus(sizes))]
    lines.append(_("Code of the round: {code}").format(code=asked.code))
    if rulebook.sheriff is SheriffRule.SEAT_1 and not rulebook.fixed_tables:
        been, by_id = sheriffs_so_far(workspace.state, step.number), display_names(tournament.players)
        again = (table[0] for table in tables if been[table[0]])
        lines += [_("{name} is Sheriff a second time.").format(name=by_id[player]) for player in again]
    return tuple(lines)


def _stage(workspace: Workspace, step: SeatStage, tables: Tables) -> tuple[str, ...]:
    _, asked = workspace.text, roll(workspace, workspace.state, step)
    after = coded(with_stage(workspace.tournament, step.number, tables), asked)
    entry = finals_entry(after, step, Seed(""), "", workspace.log, asked)
    keep(workspace, after, replace(entry, source=BY_HAND), Extra(active=names.stage_sheet(step.number, 1)))
    text = _("Stage {stage} is seated as drawn by hand: {players} players, tables {sizes}.")
    said = text.format(stage=step.number, players=len(step.players), sizes=_plus([len(table) for table in tables]))
    return said, _("Code: {code}").format(code=asked.code)


def _lots(workspace: Workspace, lines: Sequence[SeatLine]) -> tuple[str, ...]:
    """Write lots that were drawn by hand: whoever is listed comes before all others, in this order (R10-9)."""
    _, tournament = workspace.text, workspace.tournament
    players: dict[str, None] = {}
    if wrong := _wrong_lines(workspace, lines, lambda line: players.setdefault(workspace.find_player(line.player).id)):
        raise Refusal(*wrong)
    order = tuple(players)
    entry = log_entry("seat", stage=LOTS, source=BY_HAND, result=" ".join(order))
    keep(workspace, replace(tournament, lot_order=order), entry)
    return (_("The lots drawn by hand are written. Now the same command again, or {bangxl seat} where duels come next."),)
