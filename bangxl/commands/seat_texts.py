"""What people are told before `seat` acts: the standings that become public, or the draw to come."""

from typing import Final

from bangxl.commands.asking import Agree
from bangxl.commands.next_step import doubts_about_players, is_publishing
from bangxl.commands.standings import criterion_text, score_text
from bangxl.commands.workspace import Workspace
from bangxl.tournament import progress
from bangxl.tournament.compositions import sizes_text
from bangxl.tournament.finals import qualifiers
from bangxl.tournament.standings import CUT, standings
from bangxl.tournament.state import State
from bangxl.workbook.titles import display_names
from bangxl.workbook.words import HEADS

MOST_PLACES: Final = 16
"""So many places of the standings fit into a question on the screen; the others are counted."""


def lines_before(workspace: Workspace, state: State, step: progress.Step) -> tuple[str, ...]:
    """What this step would make public, or what else it would do."""
    _ = workspace.catalog
    nothing = _("Nothing was written.")
    if is_publishing(step):
        places, lots = _standings_to_be(workspace, state)
        return (_("These standings would become public:"), *places, *lots, nothing)
    match step:
        case progress.SeatRound() | progress.SeatStage():
            text = _("Stage {stage} will be drawn: {players} players, tables {sizes}.")
            if isinstance(step, progress.SeatRound):
                text = _("Round {round} will be drawn: {players} players, tables {sizes}.")
            lines = [text.format(round=step.number, stage=step.number, players=len(step.players), sizes=sizes_text(step.sizes))]
        case progress.SeatGames():
            text = _("Table {table}: game {number} will start.")
            lines = [text.format(table=game.table, number=game.number) for game in step.games]
        case progress.SeatDuels():
            duels = ", ".join(workspace.called(match) for match, *_who in step.duels)
            lines = [_("These duels will be seated: {matches}.").format(matches=duels)]
        case _:
            lines = [_("The tournament will be closed, with its final ranking.")]
    return (*lines, _("This step does not publish standings."), nothing)


def ask_first(workspace: Workspace, state: State, step: progress.Step, agree: Agree) -> None:
    """Ask before the standings become public, told them; and before the first draw, told what is doubtful about the players."""
    _, lines = workspace.catalog, doubts_about_players(workspace)
    if is_publishing(step):
        places, lots = _standings_to_be(workspace, state)
        lines = [_("These standings will become public:"), *places[:MOST_PLACES]]
        if more := len(places[MOST_PLACES:]):
            lines.append(_.plural("… and {more} more.", "… and {more} more.", more).format(more=more))
        lines += lots
    if lines:
        agree(_, lines)


def _standings_to_be(workspace: Workspace, state: State) -> tuple[list[str], list[str]]:
    """A line for everybody, a tie with what separated it; and one for all whom only the lot will separate, where that matters.

    The lots themselves are not told: they are drawn when it is done, or else somebody could ask until they like them.
    """
    _, called = workspace.catalog, display_names(state.tournament.players)
    lines: list[str] = []
    above = None
    for row in standings(state):
        place = "–" if row.rank is None else f"{row.rank}."
        line = f"{place} {called.get(row.player, row.player)}: {score_text(row.score, _)}"
        if above is not None and row.separated_by not in {"", "lot", CUT}:
            head = " ".join(_(HEADS[row.separated_by]).split())
            value, other = (criterion_text(one.criteria[row.separated_by], _) for one in (row, above))
            text = _("{line} ({criterion}: {value}; above: {other})")
            line = text.format(line=line, criterion=head, value=value, other=other)
        lines.append(line)
        above = row
    text = _("Tied on every tie-break, to be placed by lot: {names}.")
    if state.tournament.lot_order:
        text = _("Tied on every tie-break, so placed by the lots you drew by hand: {names}.")
    return lines, [text.format(names=", ".join(names)) for names in tied_names(state)]


def tied_names(state: State) -> list[list[str]]:
    """The names of those whom only the lot can separate, where it matters (R10-9)."""
    equals: dict[int, list[str]] = {}
    called = display_names(state.tournament.players)
    rows, finalists = standings(state), set(qualifiers(state))
    decided = {row.rank for row in rows if row.player in finalists or state.rulebook.lots_decide}
    for row in rows:
        if row.tied and row.rank is not None and row.rank in decided:
            equals.setdefault(row.rank, []).append(called.get(row.player, row.player))
    return list(equals.values())
