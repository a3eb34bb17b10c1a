"""Fixed tables: which game a table plays next, who sits there and who is Sheriff (Italy 2007; Germany, Die Vorrunde; Record)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bangxl.tournament.model import Role, Tournament
from bangxl.tournament.options import chosen, whole_number
from bangxl.tournament.roster import departures, entrants, sitting_out
from bangxl.tournament.rulebook import Games, Rulebook, SheriffRule
from bangxl.tournament.seating import scheduled_rounds

Chair = tuple[int, str]
"""Number of the seat, and the player who keeps it."""

LEAST_ACTIVE = 2
"""With fewer real players a table stops, also where passive characters fill it up (DE-9)."""


@dataclass(frozen=True, slots=True)
class NextGame:
    """A table's next game. ``sheriff`` is a seat's number, None where the card decides; ``passive`` are players who have left."""

    table: int
    number: int
    chairs: tuple[Chair, ...]
    sheriff: int | None
    passive: tuple[str, ...] = ()


def next_game(tournament: Tournament, rulebook: Rulebook, table: int) -> NextGame | None:
    """The next game of a table whose games are all finished; None if it has played all that it has to, or must stop.

    With fewer players than the smallest table it stops (Italy 2007: three), or passive characters take part (DE-9). Nobody
    can sit a game out where that would leave too few.
    """
    number = games_at(tournament, table) + 1
    if _remaining(tournament, rulebook, table) < 1:
        return None
    left, out = still_in(tournament, rulebook, table, number), sitting_out(tournament, number)
    playing = [chair for chair in left if chair[1] not in out]
    staying = playing if len(playing) >= rulebook.smallest_table else left
    passive = _passive(tournament, rulebook, table, staying)
    chairs = tuple(sorted((*staying, *passive)))
    if len(chairs) < rulebook.smallest_table:
        return None
    sheriff = _sheriff(tournament, rulebook, table, staying)
    return NextGame(table, number, chairs, sheriff, tuple(player for _seat, player in passive))


def games_at(tournament: Tournament, table: int) -> int:
    """The games that a table has been seated for."""
    return max((game.round for game in tournament.games if game.table == table), default=0)


def scheduled_games(tournament: Tournament, rulebook: Rulebook, table: int) -> int:
    """The games of a table in all, as things stand: those seated and those to come."""
    return games_at(tournament, table) + max(0, _remaining(tournament, rulebook, table))


@dataclass(frozen=True, slots=True)
class Stopped:
    """A table that stopped before its time, because too few were left: how many, after so many games."""

    table: int
    players: int
    games: int


def stopped_tables(tournament: Tournament, rulebook: Rulebook) -> tuple[Stopped, ...]:
    """The tables that could not play all their games (Italy 2007, Abbandono; DE-9; DV-7)."""
    least = LEAST_ACTIVE if rulebook.passive else rulebook.smallest_table
    found = []
    for table in tournament.start_tables:
        played = games_at(tournament, table)
        staying = still_in(tournament, rulebook, table, played + 1)
        everybody = list(enumerate(tournament.start_tables[table], 1))
        if len(staying) < least and _due(tournament, rulebook, table, staying or everybody) > 0:
            found.append(Stopped(table, len(staying), played))
    return tuple(found)


def still_in(tournament: Tournament, rulebook: Rulebook, table: int, number: int) -> list[Chair]:
    """The chairs whose players have not left before this game."""
    gone = departures(tournament, rulebook)
    chairs = enumerate(tournament.start_tables[table], 1)
    return [(seat, player) for seat, player in chairs if player not in gone or gone[player].last_round >= number]


def session_games(tournament: Tournament, rulebook: Rulebook) -> int:
    """The games of a session that has no end of its own: the number chosen, or one for each player; more if more were seated."""
    players = max((len(table) for table in tournament.start_tables.values()), default=len(entrants(tournament))) or 1
    wanted = whole_number(chosen(tournament, rulebook, "games")) or players
    return max(wanted, -(-tournament.rounds_seated // players) * players)


def times_sheriff_at(tournament: Tournament, table: int) -> Counter[str]:
    """How often each player has been Sheriff at this table."""
    seats = (seat for game in tournament.games if game.table == table for seat in game.seats)
    return Counter(seat.player for seat in seats if seat.role is Role.SHERIFF)


def _remaining(tournament: Tournament, rulebook: Rulebook, table: int) -> int:
    """Games still to come at a table; none once the phase is closed, or too few are left."""
    played = games_at(tournament, table)
    staying = still_in(tournament, rulebook, table, played + 1)
    least = LEAST_ACTIVE if rulebook.passive else rulebook.smallest_table
    if tournament.finals is not None or tournament.closed_after_round is not None or len(staying) < least:
        return 0
    return _due(tournament, rulebook, table, staying)


def _due(tournament: Tournament, rulebook: Rulebook, table: int, staying: Sequence[Chair]) -> int:
    """The games that the regulation still asks of these players."""
    played = games_at(tournament, table)
    match rulebook.games:
        case Games.EACH_SHERIFF:
            been = times_sheriff_at(tournament, table)
            return sum(not been[player] for _seat, player in staying)
        case Games.MULTIPLE:
            return session_games(tournament, rulebook) - played
        case Games.BY_PLAYERS:
            return scheduled_rounds(rulebook, len(entrants(tournament))) - played
        case Games.TABLE_SIZE:
            return len(tournament.start_tables[table]) - played


def _passive(tournament: Tournament, rulebook: Rulebook, table: int, staying: Sequence[Chair]) -> list[Chair]:
    """Chairs of players who have left, filled by passive characters up to the smallest table: who left last comes first."""
    if not rulebook.passive:
        return []
    gone = departures(tournament, rulebook)
    away = [chair for chair in enumerate(tournament.start_tables[table], 1) if chair not in staying and chair[1] in gone]
    away.sort(key=lambda chair: (-gone[chair[1]].last_round, chair[0]))
    return away[: max(0, rulebook.smallest_table - len(staying))]


def _sheriff(tournament: Tournament, rulebook: Rulebook, table: int, staying: Sequence[Chair]) -> int | None:
    """The seat to the left of the last Sheriff's, among those who were Sheriff least often; seat 1 in the first game."""
    if rulebook.sheriff is not SheriffRule.LEFT or not staying:
        return min(staying)[0] if rulebook.sheriff is SheriffRule.SEAT_1 and staying else None
    been = times_sheriff_at(tournament, table)
    fewest = min(been[player] for _seat, player in staying)
    last = next(
        (seat.number for game in reversed(tournament.at_table(table)) for seat in game.seats if seat.role is Role.SHERIFF), 0
    )
    seats = [seat for seat, player in staying if been[player] == fewest]
    return min(seats, key=lambda seat: (seat <= last, seat))
