"""Fixed tables: the next game of a table, its players and its Sheriff (Italy 2007; Germany, Die Vorrunde; Record)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bangxl.tournament.model import Role, Seat, Tournament
from bangxl.tournament.options import games_in_text, option_value
from bangxl.tournament.roster import departures, entrants, first_sizes, sitting_out
from bangxl.tournament.rulebook import Games, SheriffRule
from bangxl.tournament.state import State, derived

Chair = tuple[int, str]
"""Number of the seat, and the player who keeps it."""


@dataclass(frozen=True, slots=True)
class NextGame:
    """A table's next game. ``sheriff`` is a seat's number, None if the card decides; ``passive`` are players who have left."""

    table: int
    number: int
    chairs: tuple[Chair, ...]
    sheriff: int | None
    passive: tuple[str, ...] = ()


def next_game(state: State, table: int) -> NextGame | None:
    """The next game of a table whose games are all finished; None if it has played all that it has to, or must stop.

    With fewer players than the smallest table it stops (Italy 2007: three), or passive characters take part (DE-9). Nobody
    can sit a game out where that would leave too few.
    """
    number = games_at(state.tournament, table) + 1
    if _games_left(state, table) < 1:
        return None
    left, out = remaining_chairs(state, table, number), sitting_out(state.tournament, number)
    playing = [chair for chair in left if chair[1] not in out]
    staying = playing if len(playing) >= state.rulebook.smallest_table else left
    passive: list[Chair] = []
    if state.rulebook.passive:
        # passive characters fill the table up: of the players who have left, the last one comes first
        gone, chairs_at_start = departures(state), enumerate(state.tournament.start_tables[table], 1)
        away = [chair for chair in chairs_at_start if chair not in staying and chair[1] in gone]
        away.sort(key=lambda chair: (-gone[chair[1]].last_round, chair[0]))
        passive = away[: max(0, state.rulebook.smallest_table - len(staying))]
    chairs = tuple(sorted((*staying, *passive)))
    if len(chairs) < state.rulebook.smallest_table:
        return None
    sheriff = min(chair for chair, _player in staying) if staying else None
    if state.rulebook.sheriff is not SheriffRule.SEAT_1:
        been = sheriffs_at(state.tournament, table, number)
        sheriff = next_sheriff(been, staying) if state.rulebook.sheriff is SheriffRule.LEFT else None
    return NextGame(table, number, chairs, sheriff, tuple(player for _seat, player in passive))


def games_at(tournament: Tournament, table: int) -> int:
    """The games that a table has been seated for."""
    return max((game.round for game in tournament.games if game.table == table), default=0)


def scheduled_games(state: State, table: int) -> int:
    """The games of a table in all, as things stand: those seated and those to come."""
    return games_at(state.tournament, table) + max(0, _games_left(state, table))


@dataclass(frozen=True, slots=True)
class StoppedTable:
    """A table that stopped before its time, because too few were left: how many, after so many games."""

    table: int
    players: int
    games: int


@derived
def stopped_tables(state: State) -> tuple[StoppedTable, ...]:
    """The tables that could not play all their games (Italy 2007, Abbandono; DE-9; DV-7)."""
    least = state.rulebook.fewest_at_a_table
    stopped = []
    for table in state.tournament.start_tables:
        played = games_at(state.tournament, table)
        staying = remaining_chairs(state, table, played + 1)
        everybody = list(enumerate(state.tournament.start_tables[table], 1))
        if len(staying) < least and _games_due(state, table, staying or everybody) > 0:
            stopped.append(StoppedTable(table, len(staying), played))
    return tuple(stopped)


def remaining_chairs(state: State, table: int, number: int) -> list[Chair]:
    """The chairs whose players have not left before this game."""
    gone = departures(state)
    chairs = enumerate(state.tournament.start_tables[table], 1)
    return [(seat, player) for seat, player in chairs if player not in gone or gone[player].last_round >= number]


@derived
def session_games(state: State) -> int:
    """The games of a session that has no end of its own: the number chosen, or one for each player; more if more were seated."""
    players = max((len(table) for table in state.tournament.start_tables.values()), default=len(entrants(state))) or 1
    wanted = games_in_text(option_value(state, "games")) or players
    return max(wanted, -(-state.tournament.rounds_seated // players) * players)


def sheriffs_at(tournament: Tournament, table: int, before: int) -> list[Seat]:
    """The Sheriffs of a table's games before this one, in order."""
    games = (game for game in tournament.at_table(table) if game.round < before)
    return [seat for game in games for seat in game.seats if seat.role is Role.SHERIFF]


def next_sheriff(been: Sequence[Seat], chairs: Sequence[Chair]) -> int | None:
    """The chair to the left of the last Sheriff, among the players who were Sheriff least often; None if it is empty."""
    last, times = been[-1].number if been else 0, Counter(seat.player for seat in been)
    fewest = min((times[player] for _chair, player in chairs), default=0)
    turns = (chair for chair, player in chairs if times[player] == fewest)
    return min(turns, key=lambda chair: (chair <= last, chair), default=None)


def _games_left(state: State, table: int) -> int:
    """Games still to come at a table; none once the phase is closed, or too few are left."""
    staying, least = remaining_chairs(state, table, games_at(state.tournament, table) + 1), state.rulebook.fewest_at_a_table
    if state.tournament.finals is not None or state.tournament.closed_after_round is not None or len(staying) < least:
        return 0
    return _games_due(state, table, staying)


def _games_due(state: State, table: int, staying: Sequence[Chair]) -> int:
    played = games_at(state.tournament, table)
    if state.rulebook.games is Games.EACH_SHERIFF:
        been = {seat.player for seat in sheriffs_at(state.tournament, table, played + 1)}
        return sum(player not in been for _seat, player in staying)
    if state.rulebook.games is Games.TABLE_SIZE:
        return first_sizes(state)[table] - played
    return session_games(state) - played
