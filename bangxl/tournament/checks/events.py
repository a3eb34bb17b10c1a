"""Checks of warnings, ejections, withdrawals and sit-outs (Italy 2010, 1.3 and 3)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from bangxl.tournament.finals import duel_in, matches_of, pairing, qualifiers
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.knockout import players_of_stage
from bangxl.tournament.league import evenings
from bangxl.tournament.model import Event, EventType, Moment, stage_code
from bangxl.tournament.progress import round_count, rounds_played
from bangxl.tournament.roster import all_departures, by_time, departures, first_sizes, round_in_play
from bangxl.tournament.rotation import games_at, scheduled_games
from bangxl.tournament.state import State

_NEEDED: Final[dict[Moment, tuple[str, ...]]] = {
    Moment.BETWEEN_ROUNDS: ("after_round",),
    Moment.DURING_GAME: ("round", "table"),
    Moment.BEFORE_RANKING: (),
    Moment.BEFORE_DUEL: ("match",),
    Moment.DURING_DUEL: ("match",),
}
_IN_FINALS: Final = frozenset({Moment.BEFORE_DUEL, Moment.DURING_DUEL})
_CLOSED: Final = "Closed_After_Round"
_COLUMN_OF: Final = {
    "player": "Events_Player", "after_round": "Events_After_Round", "round": "Events_Round", "table": "Events_Table",
    "match": "Events_Match", "moment": "Events_Moment",
}  # fmt: skip


def event_incomplete(state: State) -> Iterator[Finding]:
    """Each event names a known player, a ruling a game, and all that its moment needs."""
    known = {player.id for player in state.tournament.players}
    for index, event in enumerate(state.tournament.events):
        for key in _NEEDED[event.moment]:
            if getattr(event, key) in (None, ""):
                yield Finding("event_incomplete", At(_COLUMN_OF[key], index), {"missing": key})
        if event.type is EventType.RULING:
            complete = None not in {event.round, event.table}
            if complete and not any(event.decides(game) for game in state.tournament.games):
                yield Finding("ruling_unknown_game", At("Events_Table", index), {"round": event.round, "table": event.table})
            continue
        if event.player not in known:
            yield Finding("unknown_player", At("Events_Player", index), {"text": event.player})
        if event.type is EventType.SIT_OUT and event.moment is not Moment.BETWEEN_ROUNDS:
            yield Finding("event_incomplete", At("Events_Moment", index), {"missing": "after_round"})
        yield from _unknown_game(state, index, event)


def _unknown_game(state: State, index: int, event: Event) -> Iterator[Finding]:
    if event.moment is Moment.BETWEEN_ROUNDS and event.after_round is not None:
        own = next((table for table, players in state.tournament.start_tables.items() if event.player in players), None)
        if not 0 <= event.after_round <= round_in_play(state.tournament, event.player):
            yield Finding("event_unknown_game", At("Events_After_Round", index), {"player": event.player})
        elif event.table is not None and own is not None and event.table != own:
            yield Finding("event_unknown_game", At("Events_Table", index), {"player": event.player})
    elif event.moment is Moment.DURING_GAME and event.round is not None and event.table is not None:
        seated = {s.player for g in state.tournament.round(event.round) if g.table == event.table for s in g.seats}
        if event.player not in seated:
            yield Finding("event_unknown_game", At("Events_Table", index), {"player": event.player})
    elif event.match and event.match not in _matches(state):
        yield Finding("event_unknown_game", At("Events_Match", index), {"player": event.player})
    elif not _is_reached(state, event.moment):
        yield Finding("event_unknown_game", At("Events_Moment", index), {"player": event.player})


def _matches(state: State) -> set[str]:
    """The duels of this tournament, or the stages of the knock-out up to the one that comes next."""
    if state.rulebook.knockout is None:
        return {match.code for match in matches_of(state)}
    return {stage_code(number) for number in range(1, state.tournament.stages_seated + 2)}


def _is_reached(state: State, moment: Moment) -> bool:
    """Whether the tournament is as far as a moment after the last round, or in the finals."""
    if moment in _IN_FINALS:
        return state.tournament.finals is not None
    if moment is Moment.BEFORE_RANKING and state.tournament.start_tables:
        return all(games_at(state.tournament, n) >= scheduled_games(state, n) for n in state.tournament.start_tables)
    return moment is not Moment.BEFORE_RANKING or state.tournament.rounds_seated >= round_count(state)


def event_other_duel(state: State) -> Iterator[Finding]:
    """1.3: whoever leaves before or during a duel loses their own; in another's, or in a stage without them, nothing follows."""
    known, matches = {player.id for player in state.tournament.players}, _matches(state)
    for index, event in enumerate(state.tournament.events):
        named = event.moment in _IN_FINALS and event.match in matches and event.player in known
        if named and _is_reached(state, event.moment) and event.player not in _players_of(state, event.match):
            yield Finding("event_other_duel", At("Events_Match", index), {"player": event.player, "match": event.match})


def _players_of(state: State, code: str) -> set[str]:
    """Who plays a duel or stage, also where they have left before it; while that is open, all who have qualified."""
    if state.rulebook.knockout is not None:
        last = state.tournament.stages_seated
        return {*players_of_stage(state, next(n for n in range(1, last + 2) if stage_code(n) == code))}
    duel = duel_in(state.tournament, code)
    match = next(match for match in matches_of(state) if match.code == code)
    pair = (duel.player_a, duel.player_b) if duel is not None else pairing(state, match)
    return {*(qualifiers(state) if pair is None else pair)}


def event_after_leaving(state: State) -> Iterator[Finding]:
    """Something happened to a player who had already left; the line of an automatic ejection is no such thing."""
    gone = departures(state)
    left: set[str] = set()
    for index, event in by_time(state.tournament):
        first = gone.get(event.player)
        echoes = first is not None and event.type is EventType.EJECTION and first.event.type is EventType.WARNING
        if event.player in left and not echoes:
            yield Finding("event_after_leaving", At("Events_Player", index), {"player": event.player})
        if first is not None and event is first.event:
            left.add(event.player)


def event_without_reason(state: State) -> Iterator[Finding]:
    """3 Penalità: ejections are reported with their reason."""
    for index, event in enumerate(state.tournament.events):
        if event.type in {EventType.EJECTION, EventType.WARNING} and not event.reason.strip():
            yield Finding("event_without_reason", At("Events_Reason", index), {"player": event.player})


def second_warning(state: State) -> Iterator[Finding]:
    """3 Penalità: the second warning ejects."""
    for departure in all_departures(state):
        if departure.event.type is EventType.WARNING:
            index = next(i for i, event in enumerate(state.tournament.events) if event is departure.event)
            yield Finding("second_warning", At("Events_Player", index), {"player": departure.player})


def closed_early_or_wrongly(state: State) -> Iterator[Finding]:
    """R10-1: the elimination phase ended with the games played, before its time."""
    closed, league, seated = state.tournament.closed_after_round, state.rulebook.league, state.tournament.rounds_seated
    if league and state.tournament.finals and (left := league.evenings - max(evenings(state)[:seated], default=0)) > 0:
        yield Finding("closed_early", At(_CLOSED), {"played": seated, "scheduled": seated + left * league.games})
        return
    if closed is None:
        return
    going_on = replace(state.tournament, closed_after_round=None, finals=None)
    played, scheduled = rounds_played(state), round_count(state.with_tournament(going_on))
    tables = {table: games_at(state.tournament, table) for table in state.tournament.start_tables}
    due = sum(scheduled_games(state.with_tournament(going_on), table) for table in tables)
    if closed > scheduled or closed != played:
        yield Finding("closed_wrongly", At(_CLOSED), {"played": closed, "scheduled": scheduled, "seated": played})
    elif tables and sum(tables.values()) < due:
        yield Finding("tables_closed_early", At(_CLOSED), {"played": sum(tables.values()), "scheduled": due})
    elif not tables and closed < scheduled:
        yield Finding("closed_early", At(_CLOSED), {"played": closed, "scheduled": scheduled})


def no_show(state: State) -> Iterator[Finding]:
    """Who left before the first game of a fixed table, which gets smaller: draw again, until a result is there (R07-3, DE-12)."""
    tournament, gone = state.tournament, departures(state)
    if tournament.finals is not None or any(game.has_result for game in tournament.games):
        return
    for table, players in tournament.start_tables.items():
        count = first_sizes(state)[table]
        for player in (player for player in players if player in gone and gone[player].last_round < 1 and count < len(players)):
            index = next(i for i, event in enumerate(tournament.events) if event is gone[player].event)
            yield Finding("no_show", At("Events_Player", index), {"player": player, "table": table, "count": count})


CHECKS: Final[tuple[Callable[[State], Iterator[Finding]], ...]] = (
    no_show, event_incomplete, event_other_duel, event_after_leaving, event_without_reason, second_warning,
    closed_early_or_wrongly,
)  # fmt: skip
