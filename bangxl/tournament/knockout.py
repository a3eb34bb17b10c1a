"""The knock-out: the winning side of a table plays on, until one player is left (German championship, K.O.-Runde)."""

import sys
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Final

from bangxl.tournament.compositions import Tables, legal_compositions
from bangxl.tournament.criteria import SIDES, has_won
from bangxl.tournament.lots import lot_order
from bangxl.tournament.model import Game, Moment, Outcome, Role, sheet_numbers
from bangxl.tournament.options import scoring_in
from bangxl.tournament.payouts import end_of, payout
from bangxl.tournament.roster import departures, entrants
from bangxl.tournament.rulebook import Knockout, Rulebook
from bangxl.tournament.standings import best_players, standings
from bangxl.tournament.state import State, derived

PAIR: Final = 2
"""Players of the last game, a duel (Germany, Das Spiel zu zweit), for which characters are drawn."""

WITHOUT_ROLES: Final = 3
"""Tables of so many players, or of two, have no roles: one of them wins."""

_NEVER: Final = sys.maxsize


def stage_sizes(knockout: Knockout, players: int) -> tuple[int, ...]:
    """The tables of a stage: as few as possible, balanced, larger ones first (DE-5); empty for fewer than two players."""
    if players <= 1:
        return ()
    tables = min(-(-players // knockout.largest_table), knockout.most_tables)
    return tuple(players // tables + (table < players % tables) for table in range(tables))


def seats_at_stages(rulebook: Rulebook, capacity: int) -> tuple[tuple[int, ...], ...]:
    """The seats at each table of each stage that a workbook for so many players must have; () without a knock-out.

    Every stage is as large as any earlier one can leave it: whoever wins, and whoever has left in between.
    """
    knockout, players = rulebook.knockout, most_players(rulebook, capacity)
    if knockout is None:
        return ()
    if knockout.by_points:
        return ((players,),)
    winners = {
        size: max(sum(roles.get(role, 0) for role in side) for side in SIDES.values()) for size, roles in knockout.roles.items()
    }
    winners |= dict.fromkeys(range(WITHOUT_ROLES + 1), 1)
    stages: list[tuple[int, ...]] = []
    while players > 1:
        sizes = [stage_sizes(knockout, count) for count in range(2, players + 1)]
        stages.append(tuple(max(tables) for tables in zip_longest(*sizes, fillvalue=0)))
        players = min(max(sum(winners[size] for size in tables) for tables in sizes), players - 1)
    return tuple(stages)


def stages(rulebook: Rulebook, capacity: int) -> tuple[int, ...]:
    """The tables of each stage that a workbook for so many players must have; () without a knock-out."""
    return tuple(len(tables) for tables in seats_at_stages(rulebook, capacity))


def most_players(rulebook: Rulebook, capacity: int) -> int:
    """The most players whom any tournament of up to so many lets into the knock-out; 0 without one."""
    knockout = rulebook.knockout
    if knockout is None:
        return 0
    counts = range(1, capacity + 1)
    if knockout.by_points:
        return knockout.largest_table
    tables = (len(sizes) for count in counts for sizes in legal_compositions(rulebook, count))
    return max((*tables, *map(knockout.players, counts)), default=0)


@derived
def knockout_players(state: State) -> tuple[str, ...]:
    """The best of each table of the elimination phase, and the next best up to the regulation's number; by place."""
    knockout = state.rulebook.knockout
    if knockout is None:
        return ()
    if knockout.by_points:
        return best_players(state, knockout.largest_table)
    tables, ranked = state.tournament.start_tables.values(), [row.player for row in standings(state) if row.place is not None]
    first = {next((player for player in ranked if player in table), "") for table in tables}
    return best_players(state, max(knockout.players(len(entrants(state))), len(tables)), first)


def stage_tables(players: Sequence[str], sizes: Sequence[int], rng_seed: str, stage: int) -> Tables:
    """The seats of a stage, by lot: the first players at table 1 from seat 1 on (docs/draw.md)."""
    order = lot_order(rng_seed, f"stage {stage} seat", players)
    starts = [sum(sizes[:table]) for table in range(len(sizes))]
    return tuple(tuple(order[start : start + size]) for start, size in zip(starts, sizes, strict=True))


def open_characters(rulebook: Rulebook, rng_seed: str, stage: int) -> tuple[str, ...]:
    """The characters that lie face up in the game of two; empty without a knock-out."""
    if rulebook.knockout is None:
        return ()
    pool = [name for name in rulebook.characters if name not in rulebook.knockout.without]
    return tuple(lot_order(rng_seed, f"stage {stage} characters", pool)[: rulebook.knockout.shown])


def is_complete(game: Game) -> bool:
    """Whether the result of a table is known: roles, ends and outcome, or the winner of two or three."""
    if game.size <= WITHOUT_ROLES:
        return game.winner in {seat.player for seat in game.seats}
    return game.outcome is not None and all(seat.role is not None and seat.status is not None for seat in game.seats)


def winners(game: Game) -> tuple[str, ...]:
    """The winners of a table, in seat order: the whole side, dead or alive; empty while it is open."""
    if not is_complete(game):
        return ()
    if game.outcome is None or game.size <= WITHOUT_ROLES:
        return (game.winner,)
    return tuple(seat.player for seat in game.seats if has_won(game, seat))


def survivors(state: State, stage: int) -> tuple[str, ...]:
    """The players who go on after a stage, by place in the elimination phase; after stage 0 the qualifiers.

    A player who has left before the next stage does not.
    """
    left = _exit_times(state)
    reached = players_of_stage(state, stage + 1)
    return tuple(player for player in reached if left.get(player, _NEVER) > _before(stage + 1))


def choice_order(state: State, stage: int) -> tuple[str, ...]:
    """The players of a stage in their order of choice: by place, but winners as the Renegade come first.

    The latest such win is the first; two of one stage keep their order (DE-6, DE-7). Before the stage is seated: who may play it.
    """
    order = list(knockout_players(state))
    for number in range(1, stage):
        won = [game for game in state.tournament.stage(number) if game.outcome is Outcome.RENEGADE and is_complete(game)]
        front = {seat.player for game in won for seat in game.seats if seat.role is Role.RENEGADE}
        order = [player for player in order if player in front] + [player for player in order if player not in front]
    seated = {seat.player for game in state.tournament.stage(stage) for seat in game.seats}
    playing = seated or set(survivors(state, stage - 1))
    return tuple(player for player in order if player in playing)


@derived
def champion(state: State) -> str | None:
    """The last player left; "" if there is none, None while a table is open or another stage must be played."""
    last = state.tournament.stages_seated
    if state.tournament.finals is None or not all(map(is_complete, state.tournament.stage(last))):
        return None
    left = survivors(state, last)
    return None if len(left) > 1 else "".join(left)


@derived
def by_elimination(state: State) -> tuple[str, ...]:
    """Everybody of the knock-out: the later they went out, the better, then by place in the elimination phase (DE-7, DE-8).

    A player who has left before a stage that they had reached is behind everybody who played it (DE-13).
    """
    if places := _by_points(state):
        return places
    stages = range(state.tournament.stages_seated + 1, 0, -1)
    latest_first = (group for number in stages for group in (survivors(state, number - 1), players_of_stage(state, number)))
    return tuple(dict.fromkeys(player for group in latest_first for player in group))


def players_of_stage(state: State, stage: int) -> tuple[str, ...]:
    """The winners of the stage before who stayed to its end, by place; in the first stage the qualifiers."""
    qualified = knockout_players(state)
    if stage == 1:
        return qualified
    won = {player for game in state.tournament.stage(stage - 1) for player in winners(game)}
    if places := _by_points(state):
        won = set(places[:1])
    left = _exit_times(state)
    return tuple(player for player in qualified if player in won and left.get(player, _NEVER) >= _before(stage))


@derived
def _by_points(state: State) -> tuple[str, ...]:
    """The players of the last table by what they are paid in its game, equal ones as in the standings (G14); () while it is open.

    Of two or three who are left there one wins. A player who has left is behind those who have played to the end.
    """
    game = next(iter(state.tournament.stages), None)
    if game is None or state.rulebook.knockout is None or not state.rulebook.knockout.by_points or not is_complete(game):
        return ()
    left, paid = _exit_times(state), points_at_last_table(state, game)
    return tuple(sorted(knockout_players(state), key=lambda player: (left.get(player, _NEVER) < _NEVER, -paid.get(player, 0))))


def points_at_last_table(state: State, game: Game) -> Mapping[str, int]:
    """What everybody is paid at the last table, in the regulation's unit; of two or three the winner has 1."""
    end, scoring = end_of(game), scoring_in(state)
    if end is None or game.size <= WITHOUT_ROLES:
        return dict.fromkeys(winners(game), 1)
    seats = ((seat.player, seat.role, seat.status) for seat in game.seats)
    amounts = {player: payout(state.rulebook, scoring, end, role, status) for player, role, status in seats if role and status}
    return {player: amount or 0 for player, amount in amounts.items()}


@derived
def paid_at_last_table(state: State) -> Mapping[str, int]:
    """What the last table has paid each of its players, the best first (G14); empty while it is open, and where one wins it."""
    game = next(iter(state.tournament.stages), None)
    if game is None or game.size <= WITHOUT_ROLES or not (places := _by_points(state)):
        return {}
    paid = points_at_last_table(state, game)
    return {player: paid[player] for player in places if player in paid}


@derived
def _exit_times(state: State) -> Mapping[str, int]:
    """When somebody left the knock-out, on a scale on which each stage has two points: before it, during it."""
    left: dict[str, int] = {}
    for player, departure in departures(state).items():
        event = departure.event
        if at := sheet_numbers(event.match, "Stage"):
            left[player] = _before(at[0]) + (event.moment is Moment.DURING_DUEL)
    return left


def _before(stage: int) -> int:
    return 2 * stage
