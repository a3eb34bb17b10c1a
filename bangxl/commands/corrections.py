"""Corrections and decisions of the referee: `bangxl redraw`, `swap`, `reopen` and `rule`, with a reason in the log."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Final

from bangxl.books.port import Changes
from bangxl.commands import commit
from bangxl.commands.errors import USAGE, Reason, Refusal, reason_for
from bangxl.commands.next_step import missing_lines
from bangxl.commands.workspace import SEED_USED_UP, Source, Workspace, log_entry, open_workspace, save_with_log
from bangxl.tournament.advance import with_ruling, without_ruling
from bangxl.tournament.compositions import sizes_text
from bangxl.tournament.journal import CHANGED_BY_HAND, changed_by_hand, pairs, reopened_games
from bangxl.tournament.ledger import tariff
from bangxl.tournament.model import BADGES, Game, Seat, Tournament, game_code, round_code
from bangxl.tournament.progress import SeatRound, next_step
from bangxl.tournament.roster import player_names
from bangxl.tournament.rulebook import SheriffRule
from bangxl.tournament.state import State

GameSeat = tuple[Game, Seat]

_AMOUNT: Final = re.compile(r"[-+]?[0-9]{1,9}")
"""Whole dollars, as somebody types them."""


def redraw(source: Source, reason: Reason, *, rng_seed: str | None = None, public_value: str = "") -> tuple[str, ...]:
    """Draw the last round again with the players who are present now; the lines to show.

    Refusal without a reason, without a round, after its first result, or where something else is missing. What was written on
    its record sheets (characters, bids) goes.
    """
    workspace = open_workspace(source)
    _, contents = workspace.catalog, workspace.contents
    state = contents.with_tournament(commit.without_last_round(workspace))
    commit.require_no_errors(workspace, workspace.tournament.rounds_seated)
    step = next_step(state)
    if not isinstance(step, SeatRound):
        raise Refusal(*missing_lines(workspace, step))
    about = _("Round {round} will be drawn again with the {players} players present now. Its record sheets will be emptied.")
    about = about.format(round=step.number, players=len(step.players))
    why = reason_for(reason, about, _("Drawing again needs a reason: {--reason TEXT}."))
    choice = commit.SeedChoice(rng_seed or contents.rng_seed, public_value or contents.public_value)
    commitment = commit.commitment_of(workspace, state, step)
    commit.require_committed(workspace, commitment, choice, "{bangxl redraw}")
    seed, sheet = commit.make_seed(commitment, choice, _), round_code(step.number)
    after = commit.draw_round(workspace, state, step, commitment, seed)
    entry = replace(commit.draw_entry(state.with_tournament(after), step, workspace.log, commitment, seed, why), command="redraw")
    # the how manieth draw of this round it is: those taken back count
    drawn = (row.result if row.command == "undo" else row.command for row in workspace.log if row.stage == sheet)
    times = 1 + sum(command in {"seat", "redraw"} for command in drawn)
    save_with_log(workspace, after, entry, Changes(SEED_USED_UP, active=sheet))
    text = _("Round {round} is drawn again (draw {times}): {players} players, tables {sizes}.")
    line = text.format(round=step.number, times=times, players=len(step.players), sizes=sizes_text(step.sizes))
    code = _("Code of the round: {code}").format(code=commitment.code)
    reopened = sorted(game for game in reopened_games(contents.journal) if game[0] < step.number)
    closed = [_("{sheet} is closed again.").format(sheet=workspace.sheet(game_code(*game))) for game in reopened]
    return (line, *commit.seed_lines(seed, _), code, *closed, commit.print_line(workspace, sheet))


def swap(source: Source, one: str, other: str, reason: Reason, round_number: int | None = None) -> tuple[str, ...]:
    """Let two players, each an id or a unique name, change places in a round, by default the newest; the lines to show.

    Character, bid, role and end move with the person; who sits in the Sheriff's chair is Sheriff. The draw counts as changed by
    hand from then on. Refusal without a reason, or where one of them has no open game in this round.
    """
    workspace = open_workspace(source)
    _ = workspace.catalog
    number = workspace.tournament.rounds_seated if round_number is None else round_number
    require_open_round(workspace, number)
    a, b = (_open_seat(workspace, text, number) for text in (one, other))
    if a[1].player == b[1].player:
        raise Refusal(_("A swap needs two different players."), exit_code=USAGE)
    by_id = player_names(workspace.state)
    about = _("Round {round}: {one} (table {table}, seat {seat}) and {other} (table {other_table}, seat {other_seat}) will swap.")
    about = about.format(
        round=number,
        one=by_id[a[1].player], table=a[0].table, seat=a[1].number,
        other=by_id[b[1].player], other_table=b[0].table, other_seat=b[1].number,
    )  # fmt: skip
    why = reason_for(reason, about, _("A swap needs a reason: {--reason TEXT}."))
    after = _exchange(workspace.state, a, b)
    result = " ".join(f"{seat.player}={game.table}/{seat.number}" for game, seat in (a, b))
    entry = log_entry("swap", stage=round_code(number), result=result, reason=why)
    save_with_log(workspace, after, entry, Changes(active=game_code(number, a[0].table)))
    text = _("Round {round}, {name}: now table {table}, seat {seat}.")
    moves = ((a[1], *b), (b[1], *a))
    return tuple(
        text.format(round=number, name=by_id[who.player], table=game.table, seat=seat.number) for who, game, seat in moves
    )


def require_open_round(workspace: Workspace, number: int) -> None:
    """Raise Refusal if no players can be swapped in this round."""
    _, tournament = workspace.catalog, workspace.tournament
    if tournament.start_tables:
        raise Refusal(_("At fixed tables everybody keeps their seat: you cannot swap players."))
    if not (games := tournament.round(number)):
        raise Refusal(_("There is no such round yet, so you cannot swap players."))
    if not any(_is_open(workspace, game) for game in games):
        raise Refusal(_("No game of round {round} is open. Use {bangxl reopen} with a reason first.").format(round=number))


def _is_open(workspace: Workspace, game: Game) -> bool:
    place = (game.round, game.table)
    return not workspace.tournament.is_closed(game) or place in reopened_games(workspace.contents.journal)


def _require_open(workspace: Workspace, game: Game, more: Sequence[str] = ()) -> None:
    """Refusal for a game that is closed and was not reopened, with ``more`` lines."""
    if not _is_open(workspace, game):
        _, sheet = workspace.catalog, workspace.sheet(game_code(game.round, game.table))
        raise Refusal(_("{sheet} is closed. Use {bangxl reopen} with a reason first.").format(sheet=sheet), *more)


def _open_seat(workspace: Workspace, text: str, number: int) -> GameSeat:
    """Where a player sits in this round. Refusal if that game is closed."""
    _, tournament = workspace.catalog, workspace.tournament
    player = workspace.player_meant(text)
    place = next(((game, seat) for game in tournament.round(number) for seat in game.seats if seat.player == player.id), None)
    if place is None:
        raise Refusal(_("«{player}» has no seat in round {round}.").format(player=player.name, round=number))
    _require_open(workspace, place[0])
    return place


def _exchange(state: State, a: GameSeat, b: GameSeat) -> Tournament:
    """The tournament with both moved, and all that is written beside them.

    Where a chair makes the Sheriff, roles stay with the chairs of these two.
    """
    keeps_roles = state.rulebook.sheriff is SheriffRule.SEAT_1 and 1 in {a[1].number, b[1].number}
    moved = {
        (game.round, game.table, chair.number): replace(
            person, number=chair.number, role=chair.role if keeps_roles else person.role
        )
        for (game, chair), (_game, person) in ((a, b), (b, a))
    }
    games = tuple(
        replace(game, seats=tuple(moved.get((game.round, game.table, seat.number), seat) for seat in game.seats))
        for game in state.tournament.games
    )
    stage = str(a[0].round)
    draws = tuple(replace(draw, by_hand=True) if draw.drawn == stage else draw for draw in state.tournament.draws)
    return replace(state.tournament, games=games, draws=draws)


def reopen(source: Source, round_number: int, table: int, reason: Reason) -> tuple[str, ...]:
    """Unlock a game; what stood there goes into the log, with the reason. The next `seat` locks it again.

    A tournament that was closed is open again: its final ranking and prizes may change. A ruling is taken back with it, also that
    of a game that is not closed yet (G10).
    """
    workspace = open_workspace(source)
    _, tournament = workspace.catalog, workspace.tournament
    game, where = _game(workspace, round_number, table), game_code(round_number, table)
    if not tournament.is_closed(game) and not game.is_ruled:
        raise Refusal(_("{sheet} is not closed yet. Correct it in the workbook.").format(sheet=workspace.sheet(where)))
    about = _("{sheet} will be reopened, to correct or replay it.").format(sheet=workspace.sheet(where))
    why = reason_for(reason, about, _("Reopening a game needs a reason: {--reason TEXT}."))
    ruled = {"reason": tournament.reason_of(game)} if game.is_ruled else {}
    cells = asdict(game, dict_factory=lambda items: {key: value for key, value in items if value or key not in BADGES})
    before = json.dumps(cells | ruled, ensure_ascii=False, sort_keys=True)
    evidence = CHANGED_BY_HAND if (round_number, table) in changed_by_hand(tournament, workspace.contents.journal) else ""
    after = tournament if tournament.finals is None else replace(tournament, finals=replace(tournament.finals, closed=False))
    if after.compared:  # what is corrected is compared again
        after = replace(after, compared={place: who for place, who in after.compared.items() if place != (round_number, table)})
    entry = log_entry("reopen", stage=where, source=evidence, result=before, reason=why)
    save_with_log(workspace, without_ruling(after, game), entry, Changes(active=where))
    return (_("You can correct {sheet} now. The next {bangxl seat} closes it again.").format(sheet=workspace.sheet(where)),)


def rule(
    source: Source, round_number: int, table: int, reason: str, payout: Sequence[str] | Mapping[str, int] = ()
) -> tuple[str, ...]:
    """Decide a game by the referee's amounts (G10), if its sheet is impossible or cannot be completed; the lines to show.

    ``payout`` is ``P003=2000``, or a unique name before the dollars, one for everybody at the table; also by player.
    Without any, the game is accepted as it was played: the sheet's own amounts count, also where the money becomes negative.
    The sheet stays as it is; the cells of the amounts, locked in a new workbook, can be corrected.
    Refusal without a reason, for a game that is closed and was not reopened, and for amounts that are not whole or not complete;
    once there is a knock-out it says as well what is done there.
    """
    workspace = open_workspace(source)
    _, tournament = workspace.catalog, workspace.tournament
    game, where = open_game(workspace, round_number, table), game_code(round_number, table)
    reason_for(reason, "", _("A ruling needs a reason: {--reason TEXT}."))
    typed = [f"{who}={amount}" for who, amount in payout.items()] if isinstance(payout, Mapping) else payout
    amounts = _amounts(workspace, game, typed)
    result = pairs({player: str(amount) for player, amount in amounts.items()})
    after = with_ruling(tournament, game, amounts, reason)
    save_with_log(workspace, after, log_entry("rule", stage=where, result=result, reason=reason), Changes(active=where))
    return (_("{sheet} is decided by your ruling. To take it back, use {bangxl reopen}.").format(sheet=workspace.sheet(where)),)


def open_game(workspace: Workspace, number: int, table: int) -> Game:
    """A game that can be decided. Refusal."""
    advice = _knockout_advice(workspace)
    game = _game(workspace, number, table, advice)
    _require_open(workspace, game, advice)
    return game


def require_open_game(workspace: Workspace) -> None:
    """Refusal if no game can be decided, whichever it is."""
    _, tournament = workspace.catalog, workspace.tournament
    if not any(_is_open(workspace, game) for game in tournament.games):
        more = [_("Use {bangxl reopen} with a reason first, then decide the game.")] if tournament.games else []
        raise Refusal(_("No game is open, so there is nothing to decide."), *more, *_knockout_advice(workspace))


def _knockout_advice(workspace: Workspace) -> list[str]:
    _ = workspace.catalog
    text = _("In the knock-out a ruling pays nothing. Type your decision on the table's sheet: roles, statuses and outcome.")
    return [text] if workspace.tournament.stages else []


def _game(workspace: Workspace, number: int, table: int, more: Sequence[str] = ()) -> Game:
    """A game of the elimination phase. Refusal if none was seated, with ``more`` lines."""
    _ = workspace.catalog
    if number > (newest := workspace.tournament.rounds_seated):
        text = _("Round {round} is not drawn yet. Rounds drawn so far: {newest}.")
        raise Refusal(text.format(round=number, newest=newest), *more)
    game = next((game for game in workspace.tournament.round(number) if game.table == table), None)
    if game is None:
        raise Refusal(_("Round {round} has no table {table}.").format(table=table, round=number), *more)
    return game


def played_amounts(workspace: Workspace, game: Game) -> dict[str, int]:
    """The amounts that the sheet of a game gives, by player, as far as they are known."""
    amounts = {seat.player: tariff(workspace.state).payout(game, seat) for seat in game.seats}
    return {player: amount for player, amount in amounts.items() if amount is not None}


def _amounts(workspace: Workspace, game: Game, payouts: Sequence[str]) -> Mapping[str, int]:
    """Each player's amount, in dollars by id, in the order of the seats; without ``payouts`` those of the sheet.

    Refusal (usage) for a wrong or missing amount.
    """
    played = replace(game, seats=tuple(replace(seat, ruling=None) for seat in game.seats))
    _, amounts = workspace.catalog, {} if payouts else played_amounts(workspace, played)
    seated, by_id = [seat.player for seat in game.seats], player_names(workspace.state)
    for text in payouts:
        who, equals, dollars = text.rpartition("=")
        if not equals:
            line = _("«{text}»: type a player at this table, = and a whole number, like P003=2000.")
            raise Refusal(line.format(text=text), exit_code=USAGE)
        player = workspace.player_meant(who, seated).id
        if player not in seated:
            line = _("«{text}»: {player} does not sit at this table. These players do: {seated}.")
            there = ", ".join(f"{one} ({by_id.get(one, '?')})" for one in seated)
            raise Refusal(line.format(text=text, player=by_id[player], seated=there), exit_code=USAGE)
        if not _AMOUNT.fullmatch(dollars.strip()):
            raise Refusal(_("«{text}»: the amount must be a whole number, like P003=2000.").format(text=text), exit_code=USAGE)
        if player in amounts:
            raise Refusal(_("«{text}»: this player already has an amount.").format(text=text), exit_code=USAGE)
        amounts[player] = int(dollars)
    if missing := [f"{player} ({by_id.get(player, '?')})" for player in seated if player not in amounts]:
        text = _("A ruling needs an amount for everybody at the table. Missing: {players}. Add them, like P003=2000.")
        raise Refusal(text.format(players=", ".join(missing)), exit_code=USAGE)
    return {player: amounts[player] for player in seated}
