"""The state of the tournament and its next step, from the facts alone (Italy 2010, 1; R10-1, R10-4); and its validity."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from bangxl.tournament import knockout
from bangxl.tournament.compositions import scheduled_rounds, table_sizes
from bangxl.tournament.finals import BYE, absent_from, bracket_of, duel_in, match_winner, matches_of, pairing, qualifiers
from bangxl.tournament.findings import At, record_cell, stage_cell
from bangxl.tournament.league import league_rounds
from bangxl.tournament.model import OPTIONAL_FIELDS, EventType, Game, Role, Status, Tournament
from bangxl.tournament.options import ON, auction_in, option_value, scoring_in
from bangxl.tournament.roster import departures, entrants, kept_tables
from bangxl.tournament.rotation import NextGame, next_game, scheduled_games, session_games
from bangxl.tournament.rulebook import Games, Knockout, Rulebook, SheriffRule
from bangxl.tournament.standings import players_to_seat, standings
from bangxl.tournament.state import State, derived


class Phase(StrEnum):
    """Where the tournament stands."""

    ELIMINATION = "elimination"
    FINALS = "finals"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class FillIn:
    """Cells of the games in play are still empty."""

    cells: tuple[At, ...]


@dataclass(frozen=True, slots=True)
class SeatRound:
    """A round can be drawn: its number, the players in entry order and the sizes of the tables."""

    number: int
    players: tuple[str, ...]
    sizes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatGames:
    """Fixed tables that have finished can play their next game."""

    games: tuple[NextGame, ...]


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
class SeatStage:
    """A stage of the knock-out can be drawn: its number, the players by choice of character, the sizes of the tables."""

    number: int
    players: tuple[str, ...]
    sizes: tuple[int, ...]
    publishes: bool


@dataclass(frozen=True, slots=True)
class PlayDuels:
    """Seated duels have no winner yet; in ``stuck`` ones both players have left (G9)."""

    matches: tuple[str, ...]
    stuck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoFinals:
    """There are no players left for the finals."""


@dataclass(frozen=True, slots=True)
class CloseTournament:
    """Everything is decided: final ranking and prizes. ``publishes``: the standings are made public with them."""

    publishes: bool = False


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing is left to do."""


Step = FillIn | SeatRound | SeatGames | NoTables | SeatDuels | SeatStage | PlayDuels | NoFinals | CloseTournament | Over


@derived
def phase(state: State) -> Phase:
    """Elimination until the standings are published, then finals until the last duel has been recorded by `seat`."""
    if state.tournament.finals is None:
        return Phase.ELIMINATION
    return Phase.CLOSED if state.tournament.finals.closed else Phase.FINALS


@derived
def round_count(state: State) -> int:
    """The rounds to be played, the most of any table.

    By the players at the start (R10-4), fewer where the phase was closed early (R10-1); at fixed tables by who is there.
    """
    if state.tournament.closed_after_round is not None:
        return state.tournament.closed_after_round
    if state.rulebook.fixed_tables and state.tournament.start_tables:
        return max(scheduled_games(state, table) for table in state.tournament.start_tables)
    if state.rulebook.league is not None:
        return league_rounds(state)
    players = len(entrants(state))
    if not state.rulebook.fixed_tables:
        return scheduled_rounds(state.rulebook, players)
    sizes = starting_tables(state, players)
    return session_games(state) if sizes and state.rulebook.games is Games.MULTIPLE else max(sizes, default=0)


@derived
def rounds_played(state: State) -> int:
    """The last round up to which no scheduled game is unfinished, and none at a fixed table still to be seated."""
    played = 0
    while (games := state.tournament.round(played + 1)) and not any(blank_cells(state, game) for game in games):
        missing = set(state.tournament.start_tables) - {game.table for game in games}
        if any(scheduled_games(state, table) > played for table in missing):
            break
        played += 1
    return played


def starting_tables(state: State, players: int) -> tuple[int, ...]:
    """The sizes of the first round's tables: the referee's composition where they have chosen one."""
    return table_sizes(state.rulebook, players, composition=option_value(state, "composition"))


def later_tables(state: State, number: int) -> tuple[int, ...]:
    """The sizes of a later round's tables: those at which all play on, else the regulation's for so many."""
    kept = tuple(map(len, kept_tables(state, number)))
    return kept or table_sizes(state.rulebook, len(players_to_seat(state, number)), first_round=False)


def open_games(tournament: Tournament) -> tuple[Game, ...]:
    """The games that are seated and not closed: of the last stage, else of all tables, in their order."""
    if tournament.stages:
        return () if tournament.is_over else tournament.stage(tournament.stages_seated)
    games = (game for game in tournament.games if not tournament.is_closed(game))
    return tuple(sorted(games, key=lambda game: (game.table, game.round)))


def blank_cells(state: State, game: Game) -> tuple[At, ...]:
    """The cells of a record sheet that must be filled in and are not, in reading order. Nothing depends on characters.

    A game that the referee has decided needs nothing else (G10).
    """
    if game.is_ruled:
        return ()
    return _blanks(game, record_cell, bids=auction_in(state) is not None, lives=state.rulebook.lives)


@derived
def next_step(state: State) -> Step:
    """The next step for `seat`, or what is missing for it."""
    tournament, is_secret = state.tournament, state.tournament.finals is None
    is_fixed = bool(tournament.start_tables) and is_secret
    if is_fixed:  # every finished table gets its next game; when none has one left, the standings are published
        open_tables = {game.table for game in tournament.games if blank_cells(state, game)}
        free = (next_game(state, table) for table in sorted(tournament.start_tables) if table not in open_tables)
        if ready := tuple(game for game in free if game is not None):
            return SeatGames(ready)
    last = (None if is_fixed else tournament.closed_after_round) or tournament.rounds_seated
    # the cells of games that somebody has begun to write down come first
    in_play = (game for game in tournament.games if game.round <= last)
    order = sorted(in_play, key=lambda game: (not is_begun(state.rulebook, game), game.round, game.table))
    if open_cells := tuple(cell for game in order for cell in blank_cells(state, game)):
        return FillIn(open_cells)
    if is_secret and not is_fixed and not (tournament.games and tournament.rounds_seated >= round_count(state)):
        number = tournament.rounds_seated + 1
        players = players_to_seat(state, number)
        sizes = starting_tables(state, len(players)) if number == 1 else later_tables(state, number)
        return SeatRound(number, players, sizes) if sizes else NoTables(number, len(players))
    if tournament.is_over:
        return Over()
    if is_secret and not any(row.place for row in standings(state)):
        return NoFinals()
    return _next_duels(state) if state.rulebook.knockout is None else _next_stage(state, state.rulebook.knockout)


def _next_duels(state: State) -> Step:
    """The duels whose pairs are known, once those on the sheet have their winners; the first ones publish the standings."""
    publishes = state.tournament.finals is None
    if publishes and bracket_of(state) is None:
        return CloseTournament(publishes=True)
    seated = () if publishes else (duel_in(state.tournament, match.code) for match in state.rulebook.matches)
    if open_duels := [duel for duel in seated if duel is not None and match_winner(state, duel.match) is None]:
        stuck = tuple(duel.match for duel in open_duels if len(absent_from(state, duel)) > 1)
        return PlayDuels(tuple(duel.match for duel in open_duels), stuck)
    ready = tuple(
        (match.code, *pair)
        for match in matches_of(state)
        if duel_in(state.tournament, match.code) is None and (pair := pairing(state, match)) is not None and pair != (BYE, BYE)
    )
    return SeatDuels(ready, publishes) if ready or publishes else CloseTournament()


def _next_stage(state: State, rules: Knockout) -> Step:
    """The next stage of the knock-out, once every table of the last one has its winners; with one player left, the end."""
    publishes = state.tournament.finals is None
    number = 1 if publishes else 1 + state.tournament.stages_seated
    if open_cells := tuple(cell for game in state.tournament.stage(number - 1) for cell in stage_blanks(game)):
        return FillIn(open_cells)
    players = qualifiers(state) if publishes else knockout.choice_order(state, number)
    if len(players) <= 1:
        return CloseTournament(publishes)
    return SeatStage(number, tuple(players), knockout.stage_sizes(rules, len(players)), publishes)


def is_begun(rulebook: Rulebook, game: Game) -> bool:
    """Whether somebody has typed anything; the Sheriff's role is written by the program, unless the card decides."""
    given = None if rulebook.sheriff is SheriffRule.DRAWN else Role.SHERIFF
    return game.outcome is not None or any(
        seat.role not in {None, given}
        or seat.character
        or seat.status is not None
        or seat.bid is not None
        or any(getattr(seat, mark) != blank for mark, blank in OPTIONAL_FIELDS.items())
        for seat in game.seats
    )


def stage_blanks(game: Game) -> tuple[At, ...]:
    """The open cells of a knock-out sheet: the winner of two or three players, else as on a record sheet."""
    if game.size <= knockout.WITHOUT_ROLES:
        return () if knockout.is_complete(game) else (stage_cell(game, "Winner"),)
    return _blanks(game, stage_cell, bids=False, lives=False)


def _blanks(game: Game, cell: Callable[[Game, str, int], At], *, bids: bool, lives: bool) -> tuple[At, ...]:
    cells: list[At] = []
    for seat in game.seats:
        inputs: dict[str, object] = {"Bid": seat.bid} if bids else {}
        inputs |= {"Role": seat.role, "Status": seat.status}
        inputs |= {"Lives": seat.lives} if lives and seat.status is Status.ALIVE else {}
        cells += [cell(game, name, seat.number - 1) for name, value in inputs.items() if value is None]
    return tuple(cells) if game.outcome is not None else (*cells, cell(game, "Outcome", 0))


@derived
def objections(state: State) -> tuple[str, ...]:
    """Why the result does not count, as codes; empty if it does. Unplayed games count as missing.

    The championship asks for players (Italy 2007); the publisher's record (Punteggio ufficiale) for at least as many games as
    players, everybody Sheriff equally often, always the same group (DV-7), the official table.
    """
    tournament, official, started = state.tournament, state.rulebook.official, len(entrants(state))
    few = ("too_few_players",) if started < official.minimum_players else ()
    if not official.equal_sheriffs:
        return few
    played = [game for game in tournament.games if not blank_cells(state, game)]
    been = dict.fromkeys(entrants(state), 0)
    for seat in (seat for game in played for seat in game.seats if seat.role is Role.SHERIFF):
        been[seat.player] = been.get(seat.player, 0) + 1
    tests = {
        "too_few_games": len(played) < max(started, 1),
        "unequal_sheriffs": len(set(been.values())) > 1,
        "group_changed": bool(departures(state))
        or any(event.type is EventType.SIT_OUT for event in tournament.events)
        or any({seat.player for seat in game.seats} != set(been) for game in played),
        "other_scoring": scoring_in(state).code != next(iter(state.rulebook.scorings)),
        "variant": any(option_value(state, key) == ON for key in ("auction", "cash_rewards", "experience")),
    }
    return (*few, *(code for code, holds in tests.items() if holds))
