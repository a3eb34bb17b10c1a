"""What comes next: one step at a time, decided from the facts alone (Italy 2010, 1; R10-1, R10-4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bangxl.tournament.finals import BYE, absent_from, duel_in, match_winner, pairing
from bangxl.tournament.findings import At
from bangxl.tournament.model import Game, Seat, Tournament
from bangxl.tournament.roster import available, entrants
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.seating import scheduled_rounds, table_sizes
from bangxl.tournament.standings import standings


class Phase(StrEnum):
    """Where the tournament stands."""

    ELIMINATION = "elimination"
    FINALS = "finals"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class FillIn:
    """Cells of the round in play are still empty."""

    cells: tuple[At, ...]


@dataclass(frozen=True, slots=True)
class SeatRound:
    """A round can be drawn: its number, the players in entry order and the sizes of the tables."""

    number: int
    players: tuple[str, ...]
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoTables:
    """The regulation has no tables for so many players: too few at the start (R10-1b), or left after withdrawals (R10-1)."""

    number: int
    players: int


@dataclass(frozen=True, slots=True)
class SeatDuels:
    """Duels can be seated: the matches with their pairs. The first time, the standings are published with them."""

    duels: tuple[tuple[str, str, str], ...]
    publishes: bool


@dataclass(frozen=True, slots=True)
class PlayDuels:
    """Seated duels have no winner yet; in ``stuck`` ones both players have left (G9)."""

    matches: tuple[str, ...]
    stuck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoFinals:
    """Nobody is left to play the finals."""


@dataclass(frozen=True, slots=True)
class CloseTournament:
    """The last duel is decided: final ranking and prizes."""


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing is left to do."""


Step = FillIn | SeatRound | NoTables | SeatDuels | PlayDuels | NoFinals | CloseTournament | Over


def phase(tournament: Tournament) -> Phase:
    """Elimination until the standings are published, then finals until the last duel has been recorded by `seat`."""
    if tournament.finals is None:
        return Phase.ELIMINATION
    return Phase.CLOSED if tournament.finals.closed else Phase.FINALS


def rounds(tournament: Tournament, rulebook: Rulebook) -> int:
    """The rounds to be played: by the players at the start (R10-4), fewer where the phase was closed early (R10-1)."""
    if tournament.closed_after_round is not None:
        return tournament.closed_after_round
    return scheduled_rounds(rulebook, len(entrants(tournament)))


def rounds_played(tournament: Tournament) -> int:
    """The last round up to which no game is unfinished."""
    played = 0
    while (games := tournament.round(played + 1)) and not any(blanks(game) for game in games):
        played += 1
    return played


def blanks(game: Game) -> tuple[At, ...]:
    """The cells of a record sheet that must be filled in and are not, in reading order. Nothing depends on characters."""
    cells = [
        At(name, seat.number - 1, game.round, game.table) for seat in game.seats for name, value in _inputs(seat) if value is None
    ]
    if game.outcome is None:
        cells.append(At("Outcome", 0, game.round, game.table))
    return tuple(cells)


def next_step(tournament: Tournament, rulebook: Rulebook) -> Step:
    """What `seat` would do now, or what is missing for it."""
    last = tournament.closed_after_round or tournament.rounds_seated
    open_cells = tuple(cell for game in _in_order(tournament) if game.round <= last for cell in blanks(game))
    if open_cells:
        return FillIn(open_cells)
    if tournament.finals is not None:
        return _next_duels(tournament, rulebook)
    number = tournament.rounds_seated + 1
    if tournament.games and number > rounds(tournament, rulebook):
        return _publish(tournament, rulebook)
    players = available(tournament, rulebook, number)
    sizes = table_sizes(rulebook, len(players), first_round=number == 1)
    return SeatRound(number, players, sizes) if sizes else NoTables(number, len(players))


def _inputs(seat: Seat) -> tuple[tuple[str, object], ...]:
    return ("Bid", seat.bid), ("Role", seat.role), ("Status", seat.status)


def _in_order(tournament: Tournament) -> list[Game]:
    return sorted(tournament.games, key=lambda game: (game.round, game.table))


def _publish(tournament: Tournament, rulebook: Rulebook) -> Step:
    if not any(row.place for row in standings(tournament, rulebook)):
        return NoFinals()
    return _seatable(tournament, rulebook, publishes=True)


def _seatable(tournament: Tournament, rulebook: Rulebook, *, publishes: bool) -> SeatDuels:
    rows = standings(tournament, rulebook)
    ready = [
        (match.code, *pair)
        for match in rulebook.matches
        if duel_in(tournament, match.code) is None
        and (pair := pairing(tournament, rulebook, match, rows)) is not None
        and pair != (BYE, BYE)
    ]
    return SeatDuels(tuple(ready), publishes)


def _next_duels(tournament: Tournament, rulebook: Rulebook) -> Step:
    if tournament.finals is not None and tournament.finals.closed:
        return Over()
    seated = [duel for match in rulebook.matches if (duel := duel_in(tournament, match.code)) is not None]
    open_duels = [duel for duel in seated if match_winner(tournament, rulebook, duel.match) is None]
    if open_duels:
        stuck = tuple(duel.match for duel in open_duels if len(absent_from(tournament, rulebook, duel)) > 1)
        return PlayDuels(tuple(duel.match for duel in open_duels), stuck)
    ready = _seatable(tournament, rulebook, publishes=False)
    return ready if ready.duels else CloseTournament()
