"""`bangxl seat --by-hand`: seat a round or a stage that was drawn with playing cards, from a list."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from bangxl.books.port import Changes
from bangxl.commands.asking import Agree, unasked
from bangxl.commands.commit import SeedChoice, commitment_of, draw_entry, require_committed, with_code
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.list_files import certain_lines
from bangxl.commands.next_step import is_publishing, missing_lines
from bangxl.commands.seat import ask_to_compare
from bangxl.commands.seat_texts import ask_first
from bangxl.commands.workspace import Source, Workspace, log_entry, open_workspace, save_with_log
from bangxl.locale.catalog import Catalog
from bangxl.tournament import knockout
from bangxl.tournament.advance import with_round, with_stage
from bangxl.tournament.compositions import Tables, legal_compositions, sizes_text
from bangxl.tournament.model import round_code, stage_code, stage_sheet
from bangxl.tournament.progress import CloseTournament, SeatDuels, SeatGames, SeatRound, SeatStage, Step, next_step
from bangxl.tournament.roster import sheriffs_so_far
from bangxl.tournament.rulebook import SheriffRule
from bangxl.workbook.fields import GAME_COLUMNS, columns_by_head, fold_heading
from bangxl.workbook.notice_lines import stopping_lines
from bangxl.workbook.titles import display_names
from bangxl.workbook.words import fold

BY_HAND: Final = "by hand"
"""What the log says of the source of such a draw."""
LOTS: Final = "lots"
"""Stands in the column of the round where a line tells a lot of the standings."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A line of a list of seats: its number in the file, and its texts."""

    number: int
    round: str
    table: int
    seat: int
    player: str


def seat_by_hand(source: Source, path: Path, agree: Agree = unasked, insist: Agree | None = None) -> tuple[str, ...]:
    """Seat the next round, or the next stage of a knock-out, as the list says; the lines to show. No seed is recorded.

    ``agree`` and ``insist`` are asked as for `seat`. Before the standings are published, lots that the list tells are written
    first. Refusal if something else comes next, and where the list does not seat everybody once at tables of the regulation: it
    says which lines are wrong.
    """
    workspace = open_workspace(source)
    _, step = workspace.catalog, step_by_hand(workspace)
    lines = seat_list(path, _)
    lots = [line for line in lines if line.round == LOTS]
    if lots and _takes_lots(workspace, step):
        return _write_lots(workspace, sorted(lots, key=lambda line: line.seat))
    if not isinstance(step, SeatRound | SeatStage):
        raise _no_list_needed(workspace, step)
    stage = str(step.number) if isinstance(step, SeatRound) else stage_code(step.number)
    now = [line for line in lines if line.round in {"", fold(stage)}]
    if not now:
        raise Refusal(_("{path} has no lines for round {round}.").format(path=path, round=stage))
    tables = _tables(workspace, step, now)
    ask_to_compare(workspace, insist or agree)
    ask_first(workspace, workspace.state, step, agree)
    return _seat(workspace, step, tables)


def step_by_hand(workspace: Workspace) -> Step:
    """The next step from a list. Raises Refusal if a line is wrong, or another step comes next."""
    if errors := workspace.errors():
        raise Refusal(*stopping_lines(errors, workspace.language))
    step = next_step(workspace.state)
    if not isinstance(step, SeatRound | SeatStage) and not _takes_lots(workspace, step):
        raise _no_list_needed(workspace, step)
    return step


def _takes_lots(workspace: Workspace, step: Step) -> bool:
    """Whether lots can be written: with this step the standings become public, and no lots are there yet."""
    return not workspace.tournament.lot_order and is_publishing(step)


def _no_list_needed(workspace: Workspace, step: Step) -> Refusal:
    _ = workspace.catalog
    if isinstance(step, SeatGames | SeatDuels | CloseTournament):
        return Refusal(_("No tables are drawn now. Run {bangxl seat} for the next step."))
    return Refusal(*missing_lines(workspace, step))


def _tables(workspace: Workspace, step: SeatRound | SeatStage, lines: Sequence[SeatLine]) -> Tables:
    """The players by table and seat. Refusal that names every wrong line."""
    _, rulebook, called = workspace.catalog, workspace.contents.rulebook, display_names(workspace.tournament.players)
    chairs: dict[tuple[int, int], str] = {}

    def take_chair(line: SeatLine) -> None:
        player = workspace.player_meant(line.player)
        if player.id in chairs.values():
            raise Refusal(_("{name} already has a seat.").format(name=player.name))
        if player.id not in step.players:
            raise Refusal(_("{name} is not playing now.").format(name=player.name))
        if (line.table, line.seat) in chairs:
            raise Refusal(_("table {table}, seat {seat} is taken.").format(table=line.table, seat=line.seat))
        chairs[line.table, line.seat] = player.id

    wrong = _apply_lines(workspace, lines, take_chair)
    if not wrong and (absent := [called.get(player, player) for player in step.players if player not in chairs.values()]):
        wrong = [_("Not in the list: {names}.").format(names=", ".join(absent))]
    count = Counter(table for table, _seat in chairs)
    sizes = tuple(count[table] for table in range(1, len(count) + 1))
    if not wrong and set(chairs) != {(table, seat) for table, size in enumerate(sizes, 1) for seat in range(1, size + 1)}:
        wrong = [_("Number the tables from 1, and the seats of each table from 1, without gaps.")]
    players = len(step.players)
    if isinstance(step, SeatStage):
        legal = [knockout.stage_sizes(rulebook.knockout, players)] if rulebook.knockout else []
    else:
        single = (step.number > 1 or rulebook.league) and players in rulebook.single_tables
        legal = [*legal_compositions(rulebook, players), *([(players,)] if single else [])]
    if not wrong and sorted(sizes) not in [sorted(one) for one in legal]:
        text = _("The tables are {sizes}, but the regulation asks for {legal}.")
        shown = ", ".join(sizes_text(sorted(one, reverse=True)) for one in legal)
        wrong = [text.format(sizes=sizes_text(sizes), legal=shown)]
    if wrong:
        raise Refusal(*wrong, _("Nothing was written."))
    return tuple(tuple(chairs[table, seat] for seat in range(1, size + 1)) for table, size in enumerate(sizes, 1))


def _apply_lines(workspace: Workspace, lines: Sequence[SeatLine], use: Callable[[SeatLine], object]) -> list[str]:
    _, wrong = workspace.catalog, list[str]()
    for line in lines:
        try:
            use(line)
        except Refusal as refusal:
            wrong.append(_("Line {line}: {problem}").format(line=line.number, problem=refusal))
    return wrong


def _seat(workspace: Workspace, step: SeatRound | SeatStage, tables: Tables) -> tuple[str, ...]:
    _, state, rulebook = workspace.catalog, workspace.state, workspace.contents.rulebook
    sizes, commitment = tuple(map(len, tables)), commitment_of(workspace, state, step)
    require_committed(workspace, commitment, SeedChoice(BY_HAND))
    if isinstance(step, SeatRound):
        after, active = with_round(state, step.number, tables), round_code(step.number)
        step = replace(step, sizes=sizes)
        text = _("Round {round} is seated as you drew it by hand: {players} players, tables {sizes}.")
        code = _("Code of the round: {code}")
    else:
        after, active = with_stage(workspace.tournament, step.number, tables), stage_sheet(step.number, 1)
        text = _("Stage {stage} is seated as you drew it by hand: {players} players, tables {sizes}.")
        code = _("Code: {code}")
    after = with_code(after, commitment)
    entry = draw_entry(state.with_tournament(after), step, workspace.log, commitment)
    save_with_log(workspace, after, replace(entry, source=BY_HAND), Changes(active=active))
    values = {"round": step.number, "stage": step.number, "players": len(step.players), "sizes": sizes_text(sizes)}
    lines = [text.format(**values), code.format(code=commitment.code)]
    if isinstance(step, SeatRound) and rulebook.sheriff is SheriffRule.SEAT_1 and not rulebook.fixed_tables:
        before, called = sheriffs_so_far(state, step.number), display_names(workspace.tournament.players)
        again = (table[0] for table in tables if before[table[0]])
        lines += [_("{name} would be Sheriff a second time.").format(name=called[player]) for player in again]
    return tuple(lines)


def _write_lots(workspace: Workspace, lines: Sequence[SeatLine]) -> tuple[str, ...]:
    """Write lots drawn by hand: the listed players come before all others, in this order (R10-9)."""
    _, players = workspace.catalog, dict[str, None]()
    if wrong := _apply_lines(workspace, lines, lambda line: players.setdefault(workspace.player_meant(line.player).id)):
        raise Refusal(*wrong)
    entry = log_entry("seat", stage=LOTS, source=BY_HAND, result=" ".join(players))
    save_with_log(workspace, replace(workspace.tournament, lot_order=tuple(players)), entry)
    return (_("The lots you drew by hand are saved. Now run the same command again, or {bangxl seat} if duels come next."),)


def seat_list(path: Path, _: Catalog) -> list[SeatLine]:
    """Who sat where: ``round,table,seat,player``. Refusal if it cannot be read, or a line has no number of table or seat.

    Columns stand in that order where no line says so and the first has numbers.
    """
    rows = certain_lines(path, _)
    heads: Sequence[str] = ()
    if rows:
        first = rows[0].cells
        heads = [columns_by_head().get(fold_heading(cell), "") for cell in first]
        if any(heads):
            rows = rows[1:]
        elif all(cell.isdecimal() for cell in first[:-1]):
            heads = GAME_COLUMNS[:4][-len(first) :]  # without the first, all lines are of the next round
    if not {"table", "seat", "player"} <= {*heads}:
        text = _("{path}: the first line must name the columns: round,table,seat,player.")
        raise Refusal(text.format(path=path), exit_code=USAGE)
    lines = []
    for number, cells, *_more in rows:
        row = dict(reversed([*zip(heads, cells, strict=False)]))  # ids stand before names
        numbers = (row.get("table", ""), row.get("seat", ""))
        table, seat = (int(cell) if cell.isdecimal() and len(cell) < 4 else 0 for cell in numbers)
        lines.append(SeatLine(number, fold(row.get("round", "")), table, seat, row.get("player", "")))
    if wrong := [str(line.number) for line in lines if not line.seat or not (line.table or line.round == LOTS)]:
        text = _("{path}: the lines {lines} need a table and a seat, numbered from 1.")
        raise Refusal(text.format(path=path, lines=", ".join(wrong)), exit_code=USAGE)
    return lines
