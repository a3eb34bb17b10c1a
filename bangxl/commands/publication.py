"""What `bangxl seat --preview` and its button show before the standings become public: all places, and what separated whom."""

from __future__ import annotations

from collections.abc import Mapping

from bangxl.commands.standings import criterion_text
from bangxl.commands.workspace import Workspace
from bangxl.locale.catalog import Catalog
from bangxl.tournament.finals import qualifiers
from bangxl.tournament.progress import CloseTournament, SeatDuels, SeatGames, SeatRound, SeatStage, Step
from bangxl.tournament.standings import Row, standings
from bangxl.tournament.state import State
from bangxl.workbook.messages import display_names
from bangxl.workbook.words import HEADS


def is_publishing(step: Step) -> bool:
    """Whether the standings become public with this step."""
    return isinstance(step, SeatDuels | SeatStage | CloseTournament) and step.publishes


def standings_to_be(workspace: Workspace, state: State) -> tuple[list[str], list[str]]:
    """A line for everybody, a tie with what separated it; and one for all whom only the lot will separate, where that matters.

    The lots themselves are not told: they are drawn when it is done, or else somebody could ask until he likes them.
    """
    _, called = workspace.text, display_names(state.tournament.players)
    rows = standings(state)
    lines = [_line(row, rows[number - 1] if number else None, called, _) for number, row in enumerate(rows)]
    text = _("Equal in everything, to be placed by lot: {names}.")
    if state.tournament.lot_order:
        text = _("Equal in everything, placed by the lots drawn by hand: {names}.")
    return lines, [text.format(names=", ".join(names)) for names in to_be_drawn(state)]


def to_be_drawn(state: State) -> list[list[str]]:
    """The names of those whom only the lot can separate, where it matters (R10-9)."""
    equals: dict[int, list[str]] = {}
    called, rows, through = display_names(state.tournament.players), standings(state), set(qualifiers(state))
    decided = {row.rank for row in rows if row.player in through or state.rulebook.lots_decide}
    for row in rows:
        if row.tied and row.rank is not None and row.rank in decided:
            equals.setdefault(row.rank, []).append(called.get(row.player, row.player))
    return list(equals.values())


def _line(row: Row, above: Row | None, called: Mapping[str, str], _: Catalog) -> str:
    score = _.number(row.score, 0 if row.score.denominator == 1 else 2)
    place = "–" if row.rank is None else f"{row.rank}."
    line = f"{place} {called.get(row.player, row.player)}: {score}"
    if above is None or row.separated_by in {"", "lot"}:
        return line
    head = " ".join(_(HEADS[row.separated_by]).split())
    value, other = (criterion_text(one.criteria[row.separated_by], _) for one in (row, above))
    return _("{line} ({criterion}: {value}; above: {other})").format(line=line, criterion=head, value=value, other=other)


def what_else(workspace: Workspace, step: Step) -> list[str]:
    """What a step that publishes nothing would do."""
    _ = workspace.text
    match step:
        case SeatRound():
            text = _("Round {round} would be drawn: {players} players, tables {sizes}.")
            return [text.format(round=step.number, players=len(step.players), sizes="+".join(map(str, step.sizes)))]
        case SeatGames():
            text = _("Table {table}: game {number} would be opened.")
            return [text.format(table=game.table, number=game.number) for game in step.games]
        case SeatDuels():
            duels = ", ".join(workspace.called(match) for match, *_who in step.duels)
            return [_("These duels would be seated: {matches}.").format(matches=duels)]
        case SeatStage():
            text = _("Stage {stage} would be drawn: {players} players, tables {sizes}.")
            return [text.format(stage=step.number, players=len(step.players), sizes="+".join(map(str, step.sizes)))]
    return [_("The tournament would be closed, with its final ranking.")]
