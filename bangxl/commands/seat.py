"""`bangxl seat`: the next round, the next duels, or the end; or what is missing for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bangxl.books.port import Cell, Value
from bangxl.commands.entries import finals_entry, games_entry, round_entry, seed_for, seed_lines
from bangxl.commands.errors import Reason, Refusal, reason_for
from bangxl.commands.missing import SEATABLE, ended, missing
from bangxl.commands.publication import is_publishing, standings_to_be, to_be_drawn, what_else
from bangxl.commands.rolls import Drawn, Hints, Roll, coded, require_closed, roll
from bangxl.commands.workspace import Extra, Source, Workspace, keep, log_entry, open_workspace, whole
from bangxl.tournament.advance import close, seat_duels, seat_games, seat_round, seat_stage
from bangxl.tournament.journal import digests, reopened_games, reopenings
from bangxl.tournament.model import Role, Seed, Tournament
from bangxl.tournament.progress import (
    FillIn,
    SeatDuels,
    SeatGames,
    SeatRound,
    SeatStage,
    Step,
    blanks,
    next_step,
    rounds,
)  # fmt: skip
from bangxl.tournament.roster import sheriffs_so_far
from bangxl.tournament.rotation import NextGame, games_at, scheduled_games, stopped_tables
from bangxl.tournament.seating import legal_compositions
from bangxl.tournament.state import State
from bangxl.workbook import names
from bangxl.workbook.messages import Notice, display_names
from bangxl.workbook.summary import causes
from bangxl.workbook.write import record_tabs, rounds_over

_Made = tuple[Seed, Roll]
"""What a draw is made from, and what was closed before it."""


def seat(
    source: Source,
    *,
    rng_seed: str | None = None,
    public_value: str = "",
    close_early: bool = False,
    reason: Reason = "",
    agree: Callable[[Workspace, Sequence[str], Sequence[str]], object] = lambda _workspace, _places, _lots: None,
) -> tuple[str, ...]:
    """Seat what comes next; the lines to show. Refusal with everything that is missing or wrong.

    ``rng_seed`` overrides all that would make the seed; else it is bound to the ``public_value`` of the room, or a random one.
    ``close_early`` first ends the elimination phase with the rounds played (R10-1); it needs a reason.
    ``agree`` is told of `standings_to_be` before they become public and anything is changed; what it raises stops it.
    """
    workspace = open_workspace(source)
    tournament = _close_early(workspace) if close_early else workspace.tournament
    step = _next(workspace, tournament)
    if is_publishing(step):
        agree(workspace, *standings_to_be(workspace, workspace.contents.with_tournament(tournament)))
    reason = _why_early(workspace, reason) if close_early else str(reason)
    match step:
        case SeatGames():
            return _games(workspace, tournament, step)
        case SeatRound() | SeatDuels() | SeatStage():
            hints = Hints(rng_seed or workspace.contents.rng_seed, public_value or workspace.contents.public_value)
            return _draw(
                workspace, tournament, step, _closed(workspace, tournament, step, hints, early=close_early), hints, reason
            )
    return _close(workspace, close(tournament), reason)


def _closed(workspace: Workspace, tournament: Tournament, step: Drawn, hints: Hints, *, early: bool) -> Roll:
    """What is drawn. Refusal where a public value is missing, or was there before what it is for was closed."""
    _, asked = workspace.text, roll(workspace, workspace.contents.with_tournament(tournament), step)
    if early and hints.public_value:
        raise Refusal(_("The phase ends early without a public value: leave it out. What is drawn after that may have one."))
    if not early:
        require_closed(workspace, asked, hints)
    return asked


def _draw(workspace: Workspace, tournament: Tournament, step: Drawn, asked: Roll, hints: Hints, reason: str) -> tuple[str, ...]:
    seed = seed_for(asked, hints, workspace.text)
    match step:
        case SeatRound():
            return _round(workspace, tournament, step, seed, asked)
        case SeatDuels():
            return _duels(workspace, tournament, step, (seed, asked), reason)
    return _stage(workspace, tournament, step, (seed, asked), reason)


def preview(source: Source, *, close_early: bool = False) -> tuple[str, ...]:
    """What `seat` would make public now, or what else it would do; nothing is drawn or written. Refusal as `seat`."""
    workspace = whole(open_workspace(source, reading_only=True))
    tournament = _close_early(workspace) if close_early else workspace.tournament
    step, _ = _next(workspace, tournament), workspace.text
    nothing = _("Nothing was written.")
    if not is_publishing(step):
        return (*what_else(workspace, step), _("The standings would not become public with it."), nothing)
    places, lots = standings_to_be(workspace, workspace.contents.with_tournament(tournament))
    return (_("These standings would become public:"), *places, *lots, nothing)


def _next(workspace: Workspace, tournament: Tournament) -> Step:
    """What can be seated now. Refusal with everything that is missing or wrong."""
    step = next_step(workspace.contents.with_tournament(tournament))
    errors = workspace.errors()
    if isinstance(step, SeatGames):
        _require_corrected(workspace, errors)
    if errors:
        step = _without_faulty_tables(step, errors)
        wrong = {(error.sheet, cell) for error in errors for cell in error.cells or (error.cell,)}
        still_open = missing(workspace, step, wrong) if isinstance(step, FillIn) else []
        if not (isinstance(step, SeatGames) and step.games):
            raise Refusal(*causes(errors, workspace.tournament.language), *still_open)
    if not isinstance(step, SEATABLE):
        raise Refusal(*missing(workspace, step))
    return step


def _require_corrected(workspace: Workspace, errors: Sequence[Notice]) -> None:
    """Refusal while a reopened game at fixed tables cannot be, or is not complete: no table goes on, for that would close it."""
    _, state, again = workspace.text, workspace.state, reopened_games(workspace.contents.journal)
    wrong = [error for error in errors if (error.finding.at.round, error.finding.at.table) in again]
    games = [game for game in workspace.tournament.games if (game.round, game.table) in again]
    cells = tuple(at for game in games for at in blanks(state, game))
    if wrong or cells:
        text = _("{sheets}: reopened, and not right yet. No table goes on before.")
        sheets = ", ".join(workspace.called(names.record_sheet(game.round, game.table)) for game in games)
        said = {(error.sheet, cell) for error in wrong for cell in error.cells or (error.cell,)}
        open_cells = missing(workspace, FillIn(cells), said)
        raise Refusal(text.format(sheets=sheets), *causes(wrong, workspace.tournament.language), *open_cells)


def _without_faulty_tables(step: Step, errors: Sequence[Notice]) -> Step:
    """Fixed tables advance on their own: an error on one table's record sheet does not stop the others."""
    places = [error.finding.at for error in errors]
    if not isinstance(step, SeatGames) or any(at.round is None or at.table is None for at in places):
        return SeatGames(()) if isinstance(step, SeatGames) else step
    wrong = {at.table for at in places}
    return SeatGames(tuple(game for game in step.games if game.table not in wrong))


def _close_early(workspace: Workspace) -> Tournament:
    """The tournament with the elimination phase ended. After the last round it has ended by itself."""
    tournament, _ = workspace.tournament, workspace.text
    if tournament.finals is not None:
        raise Refusal(_("The elimination phase is over already."))
    if not tournament.games:
        raise Refusal(_("No round has been played yet: there is nothing to close."))
    if _is_over(workspace.contents.with_tournament(tournament)):
        return tournament
    return replace(tournament, closed_after_round=tournament.rounds_seated)


def _why_early(workspace: Workspace, reason: Reason) -> str:
    _ = workspace.text
    about = _("The elimination phase ends with round {round}: no other round is drawn.")
    demand = _("Closing the elimination phase needs a reason: {--reason TEXT}.")
    return reason_for(reason, about.format(round=workspace.tournament.rounds_seated), demand)


def _is_over(state: State) -> bool:
    """Whether every game of the elimination phase has been seated."""
    if state.tournament.start_tables:
        tables = state.tournament.start_tables
        return all(scheduled_games(state, table) <= games_at(state.tournament, table) for table in tables)
    return state.tournament.rounds_seated >= rounds(state)


def _round(workspace: Workspace, tournament: Tournament, step: SeatRound, seed: Seed, asked: Roll) -> tuple[str, ...]:
    _, state = workspace.text, workspace.contents.with_tournament(tournament)
    after = coded(seat_round(state, step, seed), asked)
    entry = round_entry(state.with_tournament(after), step, seed, workspace.log, asked)
    keep(workspace, after, entry, _extra(workspace, after, names.round_sheet(step.number)))
    text = _.plural(
        "Round {round} is drawn: {players} player, tables {sizes}.",
        "Round {round} is drawn: {players} players, tables {sizes}.",
        len(step.players),
    )
    lines = [text.format(round=step.number, players=len(step.players), sizes="+".join(map(str, step.sizes)))]
    lines.extend(seed_lines(seed, _))
    lines.append(_("Code of the round: {code}").format(code=asked.code))
    lines.extend(
        _("{name} is Sheriff a second time: it could not be avoided.").format(name=_name(tournament, player))
        for player in _again(state.with_tournament(after), step.number)
    )
    lines.extend(_alternatives(workspace, tournament, step))
    lines.append(
        _("Print the sheet {sheet} and the record sheets of the round.").format(
            sheet=workspace.called(names.round_sheet(step.number))
        )
    )
    return tuple(lines)


def _alternatives(workspace: Workspace, tournament: Tournament, step: SeatRound) -> list[str]:
    """Where the referee may choose the tables and has not: what else was possible (Italy 2007, Allegato 1)."""
    _, rulebook = workspace.text, workspace.contents.rulebook
    others = [sizes for sizes in legal_compositions(rulebook, len(step.players)) if sizes != step.sizes]
    if "composition" not in rulebook.options or tournament.options.get("composition") or not others:
        return []
    text = _("These tables are the regulation's favourite. For {others}: {bangxl undo}, then choose on the setup sheet.")
    return [text.format(others=", ".join("+".join(map(str, sizes)) for sizes in others))]


def _games(workspace: Workspace, tournament: Tournament, step: SeatGames) -> tuple[str, ...]:
    """The next game of every fixed table that has finished."""
    asked, errors = roll(workspace, workspace.contents.with_tournament(tournament), step), workspace.errors()
    after = coded(seat_games(tournament, step), asked)
    active = names.record_sheet(step.games[0].number, step.games[0].table)
    keep(workspace, after, games_entry(after, step, workspace.log, asked), _extra(workspace, after, active, draws=False))
    _, lines = workspace.text, [_game(workspace, tournament, game) for game in step.games]
    for game in step.games:
        text = _("Table {table}: too few are left. {names} stay as passive characters, or substitutes play for them (DE-9).")
        if game.passive:
            absent = ", ".join(_name(tournament, player) for player in game.passive)
            lines.append(text.format(table=game.table, names=absent))
    return (*lines, *_said(asked, workspace), *_stops(workspace), *_waiting(workspace, errors))


def _waiting(workspace: Workspace, errors: Sequence[Notice]) -> list[str]:
    """The tables that got no game, because something on their sheets cannot be."""
    tables = sorted({error.finding.at.table for error in errors if error.finding.at.table})
    text = workspace.text.plural(
        "Table {tables} waits until this is mended:", "Tables {tables} wait until this is mended:", len(tables)
    )
    return [text.format(tables=", ".join(map(str, tables))), *causes(errors, workspace.tournament.language)] if tables else []


def _said(asked: Roll, workspace: Workspace) -> list[str]:
    """A code, to be read aloud."""
    _ = workspace.text
    return [_("Code: {code}").format(code=asked.code)]


def _game(workspace: Workspace, tournament: Tournament, game: NextGame) -> str:
    _ = workspace.text
    sheriff = next((player for seat, player in game.chairs if seat == game.sheriff), "")
    if not sheriff:
        return _("Table {table}: game {number} is open, {players} players.").format(
            table=game.table, number=game.number, players=len(game.chairs)
        )
    text = _("Table {table}: game {number} is open, {players} players, {sheriff} is Sheriff.")
    values = {"table": game.table, "number": game.number, "players": len(game.chairs)}
    return text.format(**values, sheriff=_name(tournament, sheriff))


def _stage(workspace: Workspace, tournament: Tournament, step: SeatStage, drawn: _Made, reason: str) -> tuple[str, ...]:
    """The next stage of the knock-out; the first one publishes the standings."""
    _, (seed, asked) = workspace.text, drawn
    after = coded(seat_stage(workspace.contents.with_tournament(tournament), step, seed), asked)
    entry = finals_entry(after, step, seed, reason, workspace.log, asked)
    later = keep(workspace, after, entry, _extra(workspace, after, names.stage_sheet(step.number, 1)))
    lines = _publication(workspace, later) if step.publishes else []
    for game in after.stage(step.number):
        text = _("Stage {stage}, table {table}: {names}.")
        seated = ", ".join(_name(tournament, seat.player) for seat in game.seats)
        lines.append(text.format(stage=step.number, table=game.table, names=seated))
    return (*lines, *seed_lines(seed, _), *_said(asked, workspace))


def _publication(workspace: Workspace, after: State) -> list[str]:
    """What is said when the standings become public: also whom only the lot could separate."""
    _ = workspace.text
    text = _("Equal in everything, placed by lot: {names}.")
    by_lot = [text.format(names=", ".join(equals)) for equals in to_be_drawn(after)]
    return [_("The elimination phase is over: the standings are public."), *by_lot, *_stops(workspace)]


def _stops(workspace: Workspace) -> list[str]:
    """The tables that could not play to the end, and what the referee may do."""
    _ = workspace.text
    tables = stopped_tables(workspace.state)
    lines = []
    for one in tables:
        text = _.plural(
            "Table {table} has stopped after game {games}: {players} player is left. The games played count.",
            "Table {table} has stopped after game {games}: {players} players are left. The games played count.",
            one.players,
        )
        lines.append(text.format(table=one.table, games=one.games, players=one.players))
    if lines:
        lines.append(_("If somebody can play on after all: {bangxl undo}, then correct the events."))
    return lines


def _again(after: State, number: int) -> list[str]:
    been = sheriffs_so_far(after, number)
    seats = (seat for game in after.tournament.round(number) for seat in game.seats)
    return [seat.player for seat in seats if seat.role is Role.SHERIFF and been[seat.player]]


def _duels(workspace: Workspace, tournament: Tournament, step: SeatDuels, drawn: _Made, reason: str) -> tuple[str, ...]:
    _, (seed, asked) = workspace.text, drawn
    after = coded(seat_duels(workspace.contents.with_tournament(tournament), step, seed), asked)
    entry = finals_entry(after, step, seed, reason, workspace.log, asked)
    later = keep(workspace, after, entry, _extra(workspace, after, _tab(workspace, "Finals_Place")))
    lines = _publication(workspace, later) if step.publishes else []
    for duel in after.finals.duels[-len(step.duels) :] if after.finals else ():
        a, b = (_name(tournament, player) for player in (duel.player_a, duel.player_b))
        text = _("{match}: {a} against {b}.") if a and b else _("{match}: {a} advances without a duel.")
        lines.append(text.format(match=workspace.called(duel.match), a=a or b, b=b))
    return (*lines, *seed_lines(seed, _), *_said(asked, workspace))


def _close(workspace: Workspace, after: Tournament, reason: str) -> tuple[str, ...]:
    entry = log_entry("seat", stage="end", digest=digests(after, workspace.log), reason=reason)
    later = keep(workspace, after, entry, _extra(workspace, after, _tab(workspace, "Finals_Place")))
    _, rulebook = workspace.text, workspace.contents.rulebook
    prizes = _("The tournament is closed: final ranking and prizes stand on the finals' sheet.")
    plain = _("The tournament is closed: the final ranking stands on the finals' sheet.")
    before = [] if workspace.tournament.finals is not None else _stops(workspace)
    return (*before, prizes if rulebook.prizes else plain, *ended(workspace, later))


def _extra(workspace: Workspace, after: Tournament, active: str, *, draws: bool = True) -> Extra:
    """Use the typed seed up if something was drawn, lock and hide reopened games again, open with the sheet that matters now."""
    corrected = reopenings(workspace.contents.journal)
    locked = {
        names.on_record(game.round, game.table, name): True
        for game in after.games
        if (game.round, game.table) in corrected and after.is_closed(game)
        for name in names.record_inputs(workspace.contents.rulebook)
    }
    again = record_tabs(after, {number for number, _table in corrected} & rounds_over(after))
    cells: dict[Cell, Value] = {("Rng_Seed", 0): None, ("Public_Value", 0): None} if draws else {}
    return Extra(cells, locked, active, dict.fromkeys(again, False))


def _tab(workspace: Workspace, name: str) -> str:
    return workspace.book.names[name].sheet


def _name(tournament: Tournament, player: str) -> str:
    return display_names(tournament.players).get(player, player)
