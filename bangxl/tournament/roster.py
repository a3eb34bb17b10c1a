"""The players of a tournament over time: entries, withdrawals, ejections, sit-outs (Italy 2010, 1.3 and 3)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bangxl.tournament.compositions import Tables, seating_began
from bangxl.tournament.model import Event, EventType, Moment, Player, Role, Tournament
from bangxl.tournament.state import State, derived

BEFORE_PUBLICATION = frozenset({Moment.BETWEEN_ROUNDS, Moment.DURING_GAME, Moment.BEFORE_RANKING})
"""Moments of the elimination phase: who leaves then is not ranked (R10-5, R10-6)."""


@dataclass(frozen=True, slots=True)
class Departure:
    """A player has left for good: their last round, and the event that made them leave.

    ``type`` is ``EJECTION`` also where a second warning ejects without a line of its own.
    """

    player: str
    type: EventType
    last_round: int
    event: Event

    @property
    def before_publication(self) -> bool:
        """Whether they left before the standings were published, and so have no rank."""
        return self.event.moment in BEFORE_PUBLICATION

    @property
    def status(self) -> str:
        """The status in the standings: ``withdrawn`` or ``ejected``."""
        return "ejected" if self.type is EventType.EJECTION else "withdrawn"


def last_round(event: Event, tournament: Tournament) -> int:
    """The last round that a player plays who leaves with this event."""
    match event.moment:
        case Moment.BETWEEN_ROUNDS if event.after_round is not None:
            return event.after_round
        case Moment.DURING_GAME if event.round is not None:
            return event.round
    return tournament.rounds_seated


def round_in_play(tournament: Tournament, player: str) -> int:
    """The last round that was drawn; at fixed tables the last game of the player's own."""
    own = next((table for table, players in tournament.start_tables.items() if player in players), None)
    return max((game.round for game in tournament.games if own in {None, game.table}), default=0)


def by_time(tournament: Tournament) -> list[tuple[int, Event]]:
    """The events as they happened, each with its place in the list: a referee may note something later than it was."""

    def time(event: Event) -> tuple[bool, bool, int, bool]:
        played = event.moment in {Moment.BETWEEN_ROUNDS, Moment.DURING_GAME}
        after = last_round(event, tournament) if played else 0
        return event.moment not in BEFORE_PUBLICATION, not played, after, event.moment is Moment.BETWEEN_ROUNDS

    return sorted(enumerate(tournament.events), key=lambda noted: time(noted[1]))


def all_departures(state: State) -> Iterator[Departure]:
    """Every event by which a player leaves, in the order of time; a warning too many is one of them."""
    warnings: Counter[str] = Counter()
    for _, event in by_time(state.tournament):
        kind = event.type
        if kind is EventType.WARNING:
            warnings[event.player] += 1
            if warnings[event.player] == state.rulebook.warnings_to_ejection:  # never, where it is 0
                kind = EventType.EJECTION
        if kind in {EventType.EJECTION, EventType.WITHDRAWAL}:
            yield Departure(event.player, kind, last_round(event, state.tournament), event)


@derived
def departures(state: State) -> Mapping[str, Departure]:
    """The first departure of each player who left."""
    first: dict[str, Departure] = {}
    for departure in all_departures(state):
        first.setdefault(departure.player, departure)
    return first


@derived
def first_sizes(state: State) -> Mapping[int, int]:
    """How many sat down at each fixed table: whoever left before its first game does not count (DE-12).

    Passive characters fill up a table that would be too small (DE-9).
    """
    gone, least = departures(state), state.rulebook.smallest_table
    absent = {player for player, departure in gone.items() if departure.last_round < 1}
    tables = state.tournament.start_tables.items()
    return {table: max(least, sum(player not in absent for player in players)) for table, players in tables}


@derived
def player_names(state: State) -> Mapping[str, str]:
    """The players' names by id, as they stand on the entry list."""
    return {player.id: player.name for player in state.tournament.players}


@derived
def entrants(state: State) -> tuple[str, ...]:
    """Who takes part: those of round 1 (at the tables or sitting out), before it is drawn those present. In entry order.

    At fixed tables, everybody who was drawn to one, whether they played or not; in a league, who has had a seat in any round.
    """
    tournament, league = state.tournament, state.rulebook.league
    seated = {seat.player for game in tournament.games if game.round == 1 or league for seat in game.seats}
    started = seated | {player for table in tournament.start_tables.values() for player in table}
    if not started:
        return _distinct_ids(player for player in tournament.players if player.present and player.name.strip())
    started |= sitting_out(tournament, 1)
    return _distinct_ids(player for player in tournament.players if player.id in started)


def sitting_out(tournament: Tournament, round_number: int) -> frozenset[str]:
    """The players who sit out this round (R10-1)."""
    return frozenset(
        event.player for event in tournament.events if event.type is EventType.SIT_OUT and event.after_round == round_number - 1
    )


@derived
def sent_home(state: State) -> Mapping[str, int]:
    """Who went home at a cut, and after which round: who was not drawn in the next one, and does not sit it out."""
    home: dict[str, int] = {}
    gone = departures(state)
    for after in (cut.after for cut in state.rulebook.cuts if state.tournament.round(cut.after + 1)):
        here = {seat.player for game in state.tournament.round(after + 1) for seat in game.seats}
        here |= {player for _table, _seat, player in state.journal.seatings.get(after + 1, ())}
        here |= sitting_out(state.tournament, after + 1) | home.keys()
        left = {player for player, departure in gone.items() if departure.last_round <= after}
        home |= dict.fromkeys((player for player in entrants(state) if player not in here | left), after)
    return home


def available(state: State, round_number: int) -> tuple[str, ...]:
    """The players to seat in this round, in entry order; before a cut is drawn all who are still there.

    In a league those who were drawn for it, or are marked as present for the next one.
    """
    gone, home = departures(state), sent_home(state)
    out, people = sitting_out(state.tournament, round_number), entrants(state)
    if state.rulebook.league is not None:
        games = state.tournament.round(round_number)
        here = {player for _table, _seat, player in state.journal.seatings.get(round_number, ())} if games else set()
        here = here or {seat.player for game in games for seat in game.seats}
        known = (one for one in state.tournament.players if one.name.strip() or games)
        people = _distinct_ids(one for one in known if (one.id in here if games else one.present))
        out = frozenset() if games else out
        gone = {} if games else gone
    return tuple(
        player
        for player in people
        if player not in out
        and not (player in gone and gone[player].last_round < round_number)
        and home.get(player, round_number) >= round_number
    )


def _distinct_ids(players: Iterable[Player]) -> tuple[str, ...]:
    """Their ids, each once, also where two lines of the entry list have one id."""
    return tuple(dict.fromkeys(player.id for player in players))


def kept_tables(state: State, round_number: int) -> Tables:
    """The tables of the round before, if all play on at them; () if this round is drawn.

    That is at the start of a seating, and within one if anybody has left or come back.
    """
    before = round_number - 1
    if seating_began(state.rulebook, len(entrants(state)), round_number) == round_number:
        return ()
    tables = tuple(tuple(seat.player for seat in game.seats) for game in state.tournament.round(before))
    seated = [player for table in tables for player in table]
    return tables if sorted(seated) == sorted(available(state, round_number)) else ()


def sheriffs_so_far(state: State, round_number: int) -> Counter[str]:
    """How often each player was Sheriff in the earlier rounds that count for it.

    These are all of them, or those of the same seating where several games are played at one; none in a league.
    """
    if state.rulebook.league is not None:
        return Counter()
    counted = times_sheriff(state.tournament, round_number)
    if state.rulebook.seatings:
        return counted - times_sheriff(state.tournament, seating_began(state.rulebook, len(entrants(state)), round_number))
    return counted


def times_sheriff(tournament: Tournament, before_round: int) -> Counter[str]:
    """How often each player has been Sheriff in the rounds before this one."""
    seats = (seat for game in tournament.games if game.round < before_round for seat in game.seats)
    return Counter(seat.player for seat in seats if seat.role is Role.SHERIFF)
