"""What may be seen before the elimination phase ends: nobody's money, nobody's rank (Italy 2010, 1.1: «segreti»)."""

from __future__ import annotations

from dataclasses import replace

from bangxl.tournament.journal import Journal, LogEntry
from bangxl.tournament.model import Game, Role, Seat, Tournament
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.tournament.state import State


def is_secret(tournament: Tournament) -> bool:
    """Whether results are still the referee's alone: until the standings are published."""
    return tournament.finals is None


def without_results(state: State) -> tuple[Tournament, Journal]:
    """The seatings and what happened, without a game's result: no money can be derived from it.

    The Sheriff's role stays where the regulation seats him: it is in the draw. The log loses the fingerprints of the games, and
    what stood on those that were reopened.
    """
    games = tuple(_unplayed(game, state.rulebook) for game in state.tournament.games)
    entries = tuple(_told(entry) for entry in state.journal.entries)
    return replace(state.tournament, games=games, closed_after_round=None), replace(state.journal, entries=entries)


def _told(entry: LogEntry) -> LogEntry:
    return replace(entry, digest="", result="" if entry.command == "reopen" else entry.result)


def _unplayed(game: Game, rulebook: Rulebook) -> Game:
    def blank(seat: Seat) -> Seat:
        seen = seat.role is Role.SHERIFF and rulebook.sheriff is not SheriffRule.DRAWN
        return Seat(seat.number, seat.player, Role.SHERIFF if seen else None)

    return Game(game.round, game.table, tuple(blank(seat) for seat in game.seats))
