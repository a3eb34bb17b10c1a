"""`bangxl seat`: seat the next round, games, duels or stage, close the tournament, or say what is missing."""

from collections.abc import Iterator
from dataclasses import replace

from bangxl.books.port import Changes
from bangxl.commands import commit
from bangxl.commands.asking import Agree, unasked
from bangxl.commands.errors import Reason, Refusal, reason_for
from bangxl.commands.next_step import SEATABLE, is_publishing, lines_at_the_end, missing_lines, named_blank_cells
from bangxl.commands.seat_texts import ask_first, lines_before, tied_names
from bangxl.commands.workspace import SEED_USED_UP, Source, Workspace, log_entry, open_workspace, require_intact, save_with_log
from bangxl.referto.listings import LEFT
from bangxl.tournament import progress
from bangxl.tournament.advance import close_tournament, seat_duels, seat_games, seat_stage
from bangxl.tournament.compositions import legal_compositions, scheduled_rounds, seating_began, sizes_text
from bangxl.tournament.finals import new_digests
from bangxl.tournament.findings import record_cell
from bangxl.tournament.journal import reopened_games
from bangxl.tournament.model import EventType, Finals, Moment, Role, Seed, game_code, round_code, stage_sheet
from bangxl.tournament.roster import departures, entrants, sent_home, sheriffs_so_far
from bangxl.tournament.rotation import games_at, scheduled_games, stopped_tables
from bangxl.tournament.state import State
from bangxl.workbook.notice_lines import stopping_lines
from bangxl.workbook.notices import sheet_and_cell
from bangxl.workbook.titles import display_names
from bangxl.workbook.words import word


def seat(
    source: Source,
    *,
    rng_seed: str | None = None,
    public_value: str = "",
    close_early: bool = False,
    reason: Reason = "",
    agree: Agree = unasked,
    insist: Agree | None = None,
) -> tuple[str, ...]:
    """Seat the next step; the lines to show. Raises Refusal with everything that is missing or wrong.

    ``rng_seed`` overrides all that would make the seed; else it is bound to the ``public_value`` of the room, or a random one.
    ``close_early`` first ends the elimination phase with the rounds played (R10-1); it needs a reason.
    ``agree`` is asked as `ask_first` says; ``insist``, or it, before a game is closed that nobody has compared with the paper.
    """
    workspace = open_workspace(source)
    _ = workspace.catalog
    state, step = _next(workspace, close_early=close_early)
    ask_to_compare(workspace, insist or agree)
    copies = [str(workspace.locate(one)) for one in workspace.findings_of_reading if one.code == "sheet_copied"]
    choice = commit.SeedChoice(rng_seed or workspace.contents.rng_seed, public_value or workspace.contents.public_value)
    if is_publishing(step) or not choice.public_value:  # else `commit` has asked
        ask_first(workspace, state, step, agree)
    if close_early:
        about = _("The elimination phase ends after round {round}. No other round is drawn.")
        demand = _("Closing the elimination phase needs a reason: {--reason TEXT}.")
        reason = reason_for(reason, about.format(round=workspace.tournament.rounds_seated), demand)
    if isinstance(step, progress.SeatGames):
        return (*_seat_games(workspace, state, step), *copies)
    if not isinstance(step, commit.DrawStep):
        return (*_close(workspace, state, str(reason)), *copies)
    commitment = commit.commitment_of(workspace, state, step)
    if state is workspace.state:  # else it ends earlier than could be committed
        commit.require_committed(workspace, commitment, choice)
    elif choice.public_value:
        raise Refusal(_("Leave out the public value: closing early draws nothing. You can use one for the next draw."))
    seed = commit.make_seed(commitment, choice, _)
    if isinstance(step, progress.SeatRound):
        return (*_seat_round(workspace, state, step, commitment, seed), *copies)
    return (*_seat_finals(workspace, state, step, commitment, seed, str(reason)), *copies)


def ask_to_compare(workspace: Workspace, agree: Agree) -> None:
    """Ask, where a second person compares, before complete games are closed that nobody has compared with the paper."""
    _, compared = workspace.catalog, workspace.tournament.compared or {}
    is_due = workspace.contents.four_eyes and workspace.tournament.finals is None
    games = progress.open_games(workspace.tournament) if is_due else ()
    left = [one for one in games if (one.round, one.table) not in compared and not progress.blank_cells(workspace.state, one)]
    sheets = ", ".join(workspace.sheet(game_code(one.round, one.table)) for one in left)
    if left:
        agree(_, [_("Nobody has compared these sheets with the paper: {sheets}").format(sheets=sheets)])


def preview(source: Source, *, close_early: bool = False) -> tuple[str, ...]:
    """What `seat` would make public now, or what else it would do; nothing is drawn or written. Refusal as `seat`."""
    workspace = require_intact(open_workspace(source, reading_only=True))
    return lines_before(workspace, *_next(workspace, close_early=close_early))


def _next(workspace: Workspace, *, close_early: bool) -> tuple[State, progress.Step]:
    """What can be seated now, and the state in which it can. Refusal with everything that is missing or wrong."""
    _, state = workspace.catalog, workspace.state
    tournament = state.tournament
    if close_early:
        if tournament.finals is not None:
            raise Refusal(_("The elimination phase is already over."))
        if not tournament.games:
            raise Refusal(_("No round has been played yet, so there is nothing to close."))
        is_over = tournament.rounds_seated >= progress.round_count(state)
        if tables := tournament.start_tables:
            is_over = all(scheduled_games(state, table) <= games_at(tournament, table) for table in tables)
        if not is_over:  # after the last round it has ended by itself
            state = state.with_tournament(replace(tournament, closed_after_round=tournament.rounds_seated))
    step, errors = progress.next_step(state), workspace.errors()
    if isinstance(step, progress.SeatGames):
        _require_corrected(workspace)
        # fixed tables advance on their own: an error on the record sheet of one does not stop the others
        places = [error.finding.at for error in errors]
        wrong_tables = {at.table for at in places}
        anywhere = any(at.round is None or at.table is None for at in places)
        step = progress.SeatGames(() if anywhere else tuple(game for game in step.games if game.table not in wrong_tables))
        if errors and not step.games:
            raise Refusal(*stopping_lines(errors, workspace.language), place=(errors[0].sheet, errors[0].cell))
    elif errors:
        wrong = {(error.sheet, cell) for error in errors for cell in error.cells or (error.cell,)}
        open_cells = missing_lines(workspace, step, wrong) if isinstance(step, progress.FillIn) else []
        raise Refusal(*stopping_lines(errors, workspace.language), *open_cells, place=(errors[0].sheet, errors[0].cell))
    if not isinstance(step, SEATABLE):
        blank = named_blank_cells(workspace, step)
        untouched = [game for game in workspace.tournament.games if not progress.is_begun(workspace.contents.rulebook, game)]
        starts = {(game.round, game.table): record_cell(game, "Character", 0) for game in untouched}
        first = starts.get((blank[0].round or 0, blank[0].table or 0), blank[0]) if blank else None
        raise Refusal(*missing_lines(workspace, step), place=sheet_and_cell(first, workspace.book) if first else ("", ""))
    return state, step


def _require_corrected(workspace: Workspace) -> None:
    """Refusal while a reopened game at fixed tables cannot be, or is not complete: no table goes on, for that would close it."""
    _, again = workspace.catalog, reopened_games(workspace.contents.journal)
    wrong = [error for error in workspace.errors() if (error.finding.at.round, error.finding.at.table) in again]
    games = [game for game in workspace.tournament.games if (game.round, game.table) in again]
    cells = tuple(at for game in games for at in progress.blank_cells(workspace.state, game))
    if wrong or cells:
        text = _("{sheets}: reopened and still wrong. All tables wait until you correct this.")
        sheets = ", ".join(workspace.sheet(game_code(game.round, game.table)) for game in games)
        named = {(error.sheet, cell) for error in wrong for cell in error.cells or (error.cell,)}
        open_cells = missing_lines(workspace, progress.FillIn(cells), named)
        raise Refusal(text.format(sheets=sheets), *stopping_lines(wrong, workspace.language), *open_cells)


def _seat_round(
    workspace: Workspace, state: State, step: progress.SeatRound, commitment: commit.Commitment, seed: Seed
) -> tuple[str, ...]:
    _, called = workspace.catalog, display_names(state.tournament.players)
    after = commit.draw_round(workspace, state, step, commitment, seed)
    sheet = round_code(step.number)
    entry = commit.draw_entry(state.with_tournament(after), step, workspace.log, commitment, seed)
    save_with_log(workspace, after, entry, Changes(SEED_USED_UP, active=sheet))
    text = _.plural(
        "Round {round} is drawn: {players} player, tables {sizes}.",
        "Round {round} is drawn: {players} players, tables {sizes}.",
        len(step.players),
    )
    lines = [text.format(round=step.number, players=len(step.players), sizes=sizes_text(step.sizes))]
    lines += [*commit.seed_lines(seed, _), _("Code of the round: {code}").format(code=commitment.code)]
    gone = sent_home(state.with_tournament(after)).items()
    if home := [called.get(player, player) for player, last in gone if last == step.number - 1]:
        lines.append(_("Out after this cut, with the places that they have: {names}.").format(names=", ".join(home)))
    before = sheriffs_so_far(state.with_tournament(after), step.number)
    for seated in (one for game in after.round(step.number) for one in game.seats):
        if seated.role is Role.SHERIFF and before[seated.player]:
            text = _("{name} is Sheriff a second time; there was no way to avoid it.")
            lines.append(text.format(name=called.get(seated.player, seated.player)))
    return (*lines, *_choice_of_tables(workspace, state, step), commit.print_line(workspace, sheet))


def _choice_of_tables(workspace: Workspace, state: State, step: progress.SeatRound) -> Iterator[str]:
    """Which other tables the referee could have chosen (Italy 2007, Allegato 1), with the only draw for which they can."""
    _, rulebook, players = workspace.catalog, state.rulebook, len(step.players)
    others = [sizes for sizes in legal_compositions(rulebook, players) if sizes != step.sizes]
    if step.number > 1 or "composition" not in rulebook.options or not others:
        return
    if not state.tournament.options.get("composition"):
        text = _("The regulation prefers these tables. For {others}, use {bangxl undo}, then choose on the tournament sheet.")
        yield text.format(others=", ".join(map(sizes_text, others)))
    if not rulebook.fixed_tables and seating_began(rulebook, players, scheduled_rounds(rulebook, players)) > 1:
        yield _(
            "Only the tables of the first draw can be chosen. For all draws, the regulation's file must name them: tables.chart."
        )


def _seat_games(workspace: Workspace, state: State, step: progress.SeatGames) -> tuple[str, ...]:
    _, called = workspace.catalog, display_names(state.tournament.players)
    errors = workspace.errors()
    commitment = commit.commitment_of(workspace, state, step)
    after = commit.with_code(seat_games(state.tournament, step), commitment)
    active = game_code(step.games[0].number, step.games[0].table)
    entry = commit.draw_entry(state.with_tournament(after), step, workspace.log, commitment)
    save_with_log(workspace, after, entry, Changes(active=active))
    lines, passive = list[str](), list[str]()
    for game in step.games:
        sheriff = next((player for seat, player in game.chairs if seat == game.sheriff), "")
        text = _("Table {table}: game {number} can start, {players} players.")
        if sheriff:
            text = _("Table {table}: game {number} can start, {players} players, {sheriff} is Sheriff.")
        values = {"table": game.table, "number": game.number, "players": len(game.chairs)}
        lines.append(text.format(**values, sheriff=called.get(sheriff, sheriff)))
        if game.passive:
            text = _("Table {table}: too few players are left. {names} stay as passive characters, or substitutes play for them.")
            absent = ", ".join(called.get(player, player) for player in game.passive)
            passive.append(text.format(table=game.table, names=absent))
    lines += [*passive, _("Code: {code}").format(code=commitment.code), *_stopped_lines(workspace)]
    if waiting := sorted({error.finding.at.table for error in errors if error.finding.at.table}):
        text = _.plural(
            "Table {tables} waits until you correct this:", "Tables {tables} wait until you correct this:", len(waiting)
        )
        lines.append(text.format(tables=", ".join(map(str, waiting))))
        lines += stopping_lines(errors, workspace.language)
    return tuple(lines)


def _seat_finals(
    workspace: Workspace, state: State, step: progress.SeatDuels | progress.SeatStage, commitment: commit.Commitment,
    seed: Seed, reason: str,
) -> tuple[str, ...]:  # fmt: skip
    """The next duels, or the next stage of the knock-out; the first of them publish the standings."""
    _, called = workspace.catalog, display_names(state.tournament.players)
    lines: list[str] = []
    if isinstance(step, progress.SeatStage):
        after, active = seat_stage(state, step, seed), stage_sheet(step.number, 1)
    else:
        after, active = seat_duels(state, step, seed), workspace.book.names["Finals_Place"].sheet
    after = commit.with_code(after, commitment)
    entry = commit.draw_entry(state.with_tournament(after), step, workspace.log, commitment, seed, reason)
    later = save_with_log(workspace, after, entry, Changes(SEED_USED_UP, active=active))
    if step.publishes:
        lines.append(_("The elimination phase is over: the standings are public."))
        text = _("Tied on every tie-break, so placed by lot: {names}.")
        lines += [*(text.format(names=", ".join(equals)) for equals in tied_names(later)), *_stopped_lines(workspace)]
        # where rounds were cut short and prizes go by rounds: which ones are paid, and how to decide otherwise (R10-4)
        closed = state.tournament.closed_after_round
        scheduled = scheduled_rounds(state.rulebook, len(entrants(state)))
        if closed is not None and closed < scheduled and state.rulebook.prizes:
            text = _(
                "The prizes stay those of the {n} scheduled rounds. If you decide otherwise, take this back with"
                " {bangxl undo} and close again with your decision as the reason: the report shows it."
            )
            lines.append(text.format(n=scheduled))
    else:
        lines += _left_in_finals(workspace)
    if isinstance(step, progress.SeatStage):
        for game in after.stage(step.number):
            text = _("Stage {stage}, table {table}: {names}.")
            seated = ", ".join(called.get(seat.player, seat.player) for seat in game.seats)
            lines.append(text.format(stage=step.number, table=game.table, names=seated))
    else:
        for duel in after.finals.duels[-len(step.duels) :] if after.finals else ():
            a, b = (called.get(player, player) for player in (duel.player_a, duel.player_b))
            text = _("{match}: {a} against {b}.") if a and b else _("{match}: {a} goes on without a duel.")
            lines.append(text.format(match=workspace.called(duel.match), a=a or b, b=b))
    return (*lines, *commit.seed_lines(seed, _), _("Code: {code}").format(code=commitment.code))


def _left_in_finals(workspace: Workspace) -> list[str]:
    """What follows for a finalist who has left since the publication, and how to decide otherwise (R10-6, R07-14)."""
    _, state = workspace.catalog, workspace.state
    called = display_names(state.tournament.players)
    lines: list[str] = []
    for player, departure in departures(state).items():
        event = departure.event
        mine = [duel.match for duel in (state.tournament.finals or Finals()).duels if player in {duel.player_a, duel.player_b}]
        if departure.before_publication or event.match not in {match.code for match in state.rulebook.matches} or not mine:
            continue
        text = _("{name} ({status}): the opponent goes on, and {name} keeps place and prize.")
        if not state.rulebook.prizes:
            third = any(f"-{event.match}" in {match.a, match.b} for match in state.rulebook.matches)
            text = _("{name} ({status}): the opponent goes on.")
            text = _("{name} ({status}): the opponents of this duel and of the one for third place win.") if third else text
        text = text.format(name=called.get(player, player), status=_(LEFT[departure.status]))
        lines.append(state.rulebook.cited("finals.leaver", text))
        if event.moment is Moment.BEFORE_DUEL and event.match == mine[0]:
            text = _(
                "If you decide otherwise, the next player moves up: take the publication back with {bangxl undo}, and change the"
                " event to «{moment}»."
            )
            lines.append(text.format(moment=word(Moment.BEFORE_RANKING, _.language)))
        if departure.type is EventType.EJECTION:
            lines.append(_("If you withhold the prize, write it into the reason of the ejection: the report shows it."))
    return lines


def _close(workspace: Workspace, state: State, reason: str) -> tuple[str, ...]:
    after = close_tournament(state)
    entry = log_entry("seat", stage="end", digest=new_digests(state, workspace.log, after), reason=reason)
    later = save_with_log(workspace, after, entry, Changes(SEED_USED_UP, active=workspace.book.names["Finals_Place"].sheet))
    _ = workspace.catalog
    line = _("The tournament is closed. The final ranking is on the finals sheet.")
    if state.rulebook.prizes or state.rulebook.fee_shares:
        line = _("The tournament is closed. The final ranking and the prizes are on the finals sheet.")
    stopped = [] if workspace.tournament.finals is not None else _stopped_lines(workspace)
    return (*stopped, *_left_in_finals(workspace), line, *lines_at_the_end(workspace, later))


def _stopped_lines(workspace: Workspace) -> list[str]:
    """The tables that could not play to the end, and what the referee may do."""
    _, lines = workspace.catalog, list[str]()
    for one in stopped_tables(workspace.state):
        text = _.plural(
            "Table {table} stops after game {games}: {players} player is left. The games played so far count.",
            "Table {table} stops after game {games}: {players} players are left. The games played so far count.",
            one.players,
        )
        lines.append(text.format(table=one.table, games=one.games, players=one.players))
    if lines:
        lines.append(_("If somebody can continue after all, use {bangxl undo}, then correct the events."))
    return lines
