"""The next step, and what to do before the next seating, in lines for people."""

from collections.abc import Collection
from typing import Final

from bangxl.commands.workspace import Workspace
from bangxl.locale.catalog import N_, Catalog
from bangxl.tournament import progress
from bangxl.tournament.compositions import legal_compositions, nearest_players, sizes_text
from bangxl.tournament.findings import At, Severity
from bangxl.tournament.model import game_code
from bangxl.tournament.options import option_value
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from bangxl.workbook import names
from bangxl.workbook.notice_lines import by_sheet, cells_text, stopping_lines
from bangxl.workbook.notices import sheet_and_cell
from bangxl.workbook.titles import champions_named

SEATABLE: Final = (progress.SeatRound, progress.SeatGames, progress.SeatDuels, progress.SeatStage, progress.CloseTournament)
"""The steps that `seat` carries out."""

NO_TABLES: Final = N_("The regulation has no tables for this number of players: {players}. The nearest that it can seat: {near}.")


def next_step_lines(workspace: Workspace) -> list[str]:
    """The next step, as in the status line of every sheet."""
    _ = workspace.catalog
    shown = workspace.book.shown("Next_Step") if "Next_Step" in workspace.book.names else None
    if shown and shown[0] and workspace.language == workspace.tournament.language:
        return [str(shown[0])]
    if errors := workspace.errors():
        return [str(errors[0])]
    step = progress.next_step(workspace.state)
    if is_publishing(step):
        return [_("Next step: {bangxl seat} publishes the standings.")]
    if isinstance(step, SEATABLE):
        return [_("Next step: {bangxl seat}.")]
    return missing_lines(workspace, step)


def is_publishing(step: progress.Step) -> bool:
    """Whether the standings become public with this step."""
    return isinstance(step, progress.SeatDuels | progress.SeatStage | progress.CloseTournament) and step.publishes


def doubts_about_players(workspace: Workspace) -> list[str]:
    """What is doubtful about the players, to be asked before the first draw; nothing afterwards."""
    _, found = workspace.catalog, [one for one in workspace.findings() if one.at.name.startswith("Players_")]
    doubtful = [workspace.locate(one) for one in found if one.severity is Severity.WARNING]
    text = _("The first draw seats everybody as the players' sheet says. Is this right?")
    return [text, *stopping_lines(doubtful, workspace.language)] if doubtful and not workspace.tournament.games else []


def missing_lines(workspace: Workspace, step: progress.Step, wrong: Collection[tuple[str, str]] = ()) -> list[str]:
    """The steps before the next seating. Cells in ``wrong`` (tab, cell) are shown elsewhere, not as open."""
    _ = workspace.catalog
    match step:
        case progress.FillIn(cells):
            open_cells = _open_cells(workspace, cells, wrong)
            return [_("Some games are not complete. Fill in:"), *open_cells] if open_cells else []
        case progress.NoTables() if workspace.contents.rulebook.league is not None:
            return [no_tables_line(workspace.contents.rulebook, step.players, _)]
        case progress.NoTables():
            return _why_no_tables(workspace, step.players) if step.number == 1 else _ways_out(workspace, step.players)
        case progress.PlayDuels():
            matches = step.stuck or step.matches
            text = _("Type the scores of these duels on the finals sheet: {matches}.")
            if step.stuck:
                text = _("{matches}: both players have left. Decide who goes on: type W next to one of them.")
            cells = named_blank_cells(workspace, step)
            return [text.format(matches=", ".join(map(workspace.called, matches))), *_open_cells(workspace, cells)]
        case progress.NoFinals():
            return [_("All players have left, so there are no finals.")]
    return [_("The tournament is closed: there is nothing left to seat."), *lines_at_the_end(workspace, workspace.state)]


def named_blank_cells(workspace: Workspace, step: progress.Step) -> tuple[At, ...]:
    """The cells that must be filled in before something can be seated."""
    if isinstance(step, progress.FillIn):
        return step.cells
    matches = (step.stuck or step.matches) if isinstance(step, progress.PlayDuels) else ()
    scores = (names.duel(match, f"Score_{side}") for match in matches for side in "AB")
    return tuple(At(name) for name in scores if workspace.book.read(name)[0] is None)


def lines_at_the_end(workspace: Workspace, state: State) -> list[str]:
    """The winner of a finished tournament, and the steps that are left."""
    _ = workspace.catalog
    title, best = champions_named(state, _)
    won = [f"{title}: {best}."] if best else []
    return [*won, _("Next: write the report with {bangxl report}.")]


def _why_no_tables(workspace: Workspace, players: int) -> list[str]:
    """No tables at the start: too few, too many, a number between two compositions, or not the composition chosen (R10-1b)."""
    _, rulebook = workspace.catalog, workspace.contents.rulebook
    if legal := legal_compositions(rulebook, players):
        text = _("The tables you chose, {chosen}, do not fit {players} players. Choose on the tournament sheet: {legal}.")
        known = ", ".join(map(sizes_text, legal))
        return [text.format(chosen=option_value(workspace.state, "composition"), players=players, legal=known)]
    if rulebook.minimum_players <= players <= rulebook.maximum_players:
        return [no_tables_line(rulebook, players, _)]
    text = _.plural(
        "{players} player is present; this regulation needs {few} to {many}. Type names on the players' sheet.",
        "{players} players are present; this regulation needs {few} to {many}. Type names on the players' sheet.",
        players,
    )
    line = text.format(players=players, few=rulebook.minimum_players, many=rulebook.maximum_players)
    return [" ".join([line, *(where_chart_ends(rulebook, _) if players > max(rulebook.chart, default=players) else [])])]


def no_tables_line(rulebook: Rulebook, players: int, _: Catalog) -> str:
    """That so many cannot be seated, and how many can."""
    return _(NO_TABLES).format(players=players, near=", ".join(map(str, nearest_players(rulebook, players))))


def where_chart_ends(rulebook: Rulebook, _: Catalog) -> list[str]:
    """Where the printed chart of tables ends before bangxl does (R10-2)."""
    text = _("The printed table chart ends at {players} players; beyond it bangxl goes on with tables of {sizes}.")
    sizes = ", ".join(map(str, rulebook.chart_extension if not rulebook.text else ()))
    return [text.format(players=max(rulebook.chart), sizes=sizes)] if sizes else []


def _ways_out(workspace: Workspace, players: int) -> list[str]:
    """Too few or too many are left. R10-1: the two ways out; with fewer than one table's players only the second."""
    _, seated = workspace.catalog, nearest_players(workspace.contents.rulebook, players, first_round=False)
    most = min(players, *seated)
    text = _.plural(
        "{players} player is left: the regulation has no tables for this number.",
        "{players} players are left: the regulation has no tables for this number.",
        players,
    )
    left = text.format(players=players)
    if players <= most:
        return [left, _("End the elimination phase with the rounds played: {bangxl seat --close --reason TEXT}.")]
    text = _.plural(
        "Either let {count} player sit out this round (Events: sit-out, between rounds, after round {round}),",
        "Either let {count} players sit out this round (Events: sit-out, between rounds, after round {round}),",
        players - most,
    )
    sit_out = text.format(count=players - most, round=progress.rounds_played(workspace.state))
    return [left, sit_out, _("or end the elimination phase with the rounds played: {bangxl seat --close --reason TEXT}.")]


def _open_cells(workspace: Workspace, cells: tuple[At, ...], wrong: Collection[tuple[str, str]] = ()) -> list[str]:
    """Open cells, one line for each sheet: ``Round 1, table 2: F9:G10, E16``; an untouched sheet has only its name."""
    _, rulebook, located = workspace.catalog, workspace.contents.rulebook, (sheet_and_cell(at, workspace.book) for at in cells)
    untouched = {
        game_code(game.round, game.table) for game in workspace.tournament.games if not progress.is_begun(rulebook, game)
    }.difference(sheet for sheet, _cell in wrong)
    return [
        f"{workspace.sheet(sheet)}: " + (_("nothing typed yet") if sheet in untouched else cells_text(found))
        for sheet, found in by_sheet(one for one in located if one not in wrong).items()
    ]
