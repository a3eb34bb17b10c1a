"""Checks of warnings, ejections, withdrawals and sit-outs (Italy 2010, 1.3 and 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from bangxl.tournament.finals import matches_of
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.journal import Journal
from bangxl.tournament.model import Event, EventType, Moment, Tournament, stage_code
from bangxl.tournament.progress import rounds, rounds_played
from bangxl.tournament.roster import by_time, departures, leaving
from bangxl.tournament.rotation import games_at, scheduled_games
from bangxl.tournament.rulebook import Rulebook

NEEDED: Final[dict[Moment, tuple[str, ...]]] = {
    Moment.BETWEEN_ROUNDS: ("after_round",),
    Moment.DURING_GAME: ("round", "table"),
    Moment.BEFORE_RANKING: (),
    Moment.BEFORE_DUEL: ("match",),
    Moment.DURING_DUEL: ("match",),
}
CLOSED: Final = "Closed_After_Round"
COLUMN: Final = {
    "player": "Events_Player", "after_round": "Events_After_Round", "round": "Events_Round", "table": "Events_Table",
    "match": "Events_Match", "moment": "Events_Moment",
}  # fmt: skip


def complete(tournament: Tournament, rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """Each event names a known player and all that its moment needs."""
    known = {player.id for player in tournament.players}
    for index, event in enumerate(tournament.events):
        for key in NEEDED[event.moment]:
            if getattr(event, key) in (None, ""):
                yield Finding("event_incomplete", At(COLUMN[key], index), {"missing": key})
        if event.player not in known:
            yield Finding("unknown_player", At("Events_Player", index), {"text": event.player})
        if event.type is EventType.SIT_OUT and event.moment is not Moment.BETWEEN_ROUNDS:
            yield Finding("event_incomplete", At("Events_Moment", index), {"missing": "after_round"})
        yield from _unknown_game(tournament, rulebook, index, event)


def _unknown_game(tournament: Tournament, rulebook: Rulebook, index: int, event: Event) -> Iterator[Finding]:
    if event.moment is Moment.BETWEEN_ROUNDS and event.after_round is not None:
        own = next((table for table, players in tournament.start_tables.items() if event.player in players), None)
        last = tournament.rounds_seated if own is None else games_at(tournament, own)
        if not 0 <= event.after_round <= last:
            yield Finding("event_unknown_game", At("Events_After_Round", index), {"player": event.player})
        elif event.table is not None and own is not None and event.table != own:
            yield Finding("event_unknown_game", At("Events_Table", index), {"player": event.player})
    elif event.moment is Moment.DURING_GAME and event.round is not None and event.table is not None:
        seated = {s.player for g in tournament.round(event.round) if g.table == event.table for s in g.seats}
        if event.player not in seated:
            yield Finding("event_unknown_game", At("Events_Table", index), {"player": event.player})
    elif event.match and event.match not in _matches(tournament, rulebook):
        yield Finding("event_unknown_game", At("Events_Match", index), {"player": event.player})
    elif not _reached(tournament, rulebook, event.moment):
        yield Finding("event_unknown_game", At("Events_Moment", index), {"player": event.player})


def _matches(tournament: Tournament, rulebook: Rulebook) -> set[str]:
    """The duels of this tournament, or the stages of the knock-out up to the one that comes next."""
    if rulebook.knockout is None:
        return {match.code for match in matches_of(tournament, rulebook)}
    last = max((game.round for game in tournament.stages), default=0)
    return {stage_code(number) for number in range(1, last + 2)}


def _reached(tournament: Tournament, rulebook: Rulebook, moment: Moment) -> bool:
    """Whether the tournament is as far as a moment after the last round, or in the finals."""
    if moment in {Moment.BEFORE_DUEL, Moment.DURING_DUEL}:
        return tournament.finals is not None
    if moment is Moment.BEFORE_RANKING and tournament.start_tables:
        return all(games_at(tournament, n) >= scheduled_games(tournament, rulebook, n) for n in tournament.start_tables)
    return moment is not Moment.BEFORE_RANKING or tournament.rounds_seated >= rounds(tournament, rulebook)


def after_leaving(tournament: Tournament, rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """Something happened to a player who had already left; the line of an automatic ejection is no such thing."""
    gone = departures(tournament, rulebook)
    left: set[str] = set()
    for index, event in by_time(tournament):
        first = gone.get(event.player)
        echoes = first is not None and event.type is EventType.EJECTION and first.event.type is EventType.WARNING
        if event.player in left and not echoes:
            yield Finding("event_after_leaving", At("Events_Player", index), {"player": event.player})
        if first is not None and event is first.event:
            left.add(event.player)


def reasons(tournament: Tournament, _rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """3 Penalità: ejections are reported with their reason."""
    for index, event in enumerate(tournament.events):
        if event.type in {EventType.EJECTION, EventType.WARNING} and not event.reason.strip():
            yield Finding("event_without_reason", At("Events_Reason", index), {"player": event.player})


def second_warnings(tournament: Tournament, rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """3 Penalità: the second warning ejects."""
    for departure in leaving(tournament, rulebook):
        if departure.event.type is EventType.WARNING:
            index = next(i for i, event in enumerate(tournament.events) if event is departure.event)
            yield Finding("second_warning", At("Events_Player", index), {"player": departure.player})


def closing(tournament: Tournament, rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """R10-1: the elimination phase ended with the games played, before its time."""
    closed = tournament.closed_after_round
    if closed is None:
        return
    going_on = replace(tournament, closed_after_round=None, finals=None)
    played, scheduled = rounds_played(tournament, rulebook), rounds(going_on, rulebook)
    tables = {table: games_at(tournament, table) for table in tournament.start_tables}
    due = sum(scheduled_games(going_on, rulebook, table) for table in tables)
    if closed > scheduled or closed != played:
        yield Finding("closed_wrongly", At(CLOSED), {"played": closed, "scheduled": scheduled, "seated": played})
    elif tables and sum(tables.values()) < due:
        yield Finding("tables_closed_early", At(CLOSED), {"played": sum(tables.values()), "scheduled": due})
    elif not tables and closed < scheduled:
        yield Finding("closed_early", At(CLOSED), {"played": closed, "scheduled": scheduled})


CHECKS: Final[tuple[Callable[[Tournament, Rulebook, Journal], Iterator[Finding]], ...]] = (
    complete, after_leaving, reasons, second_warnings, closing,
)  # fmt: skip
