"""Carry out the next step: facts in, facts out. `seat` writes the result into the workbook."""

from collections.abc import Mapping
from dataclasses import replace

from bangxl.tournament import drawing, knockout
from bangxl.tournament.compositions import Tables
from bangxl.tournament.finals import matches_of, pairing
from bangxl.tournament.league import evenings
from bangxl.tournament.model import Draw, Duel, Event, EventType, Finals, Game, Moment, Role, Seat, Seed, Tournament, stage_code
from bangxl.tournament.progress import SeatDuels, SeatGames, SeatRound, SeatStage
from bangxl.tournament.rulebook import SheriffRule
from bangxl.tournament.standings import players_to_seat
from bangxl.tournament.state import State


def seat_round(state: State, step: SeatRound, seed: Seed) -> Tournament:
    """The tournament with one more round drawn; seat 1 is the Sheriff's, unless the card decides (Italy 2010, 1.1)."""
    algorithm = drawing.algorithm_in(state)
    drawn = Draw(str(step.number), *seed, algorithm, drawing.VERSIONS[algorithm])
    later = state.with_tournament(replace(state.tournament, draws=(*state.tournament.draws, drawn)))
    # where a cut needs a lot, the seed of this draw decides it
    return with_round(later, step.number, drawing.drawn_tables(state, drawn, players_to_seat(later, step.number), step.sizes))


def with_round(state: State, number: int, tables: Tables) -> Tournament:
    """The tournament with one more round at these tables, drawn in any way."""
    sheriff = None if state.rulebook.sheriff is SheriffRule.DRAWN else 1
    games = tuple(
        Game(number, table, tuple(_seat(seat, player, sheriff) for seat, player in enumerate(players, 1)))
        for table, players in enumerate(tables, 1)
    )
    fixed = dict(enumerate(tables, 1)) if state.rulebook.fixed_tables else {}
    held = dict(enumerate(evenings(state), 1))
    return replace(state.tournament, games=(*state.tournament.games, *games), start_tables=fixed, evenings=held)


def seat_games(tournament: Tournament, step: SeatGames) -> Tournament:
    """The tournament with the next game of every table that has finished; everybody keeps their chair."""
    games = tuple(
        Game(game.number, game.table, tuple(_seat(seat, player, game.sheriff) for seat, player in game.chairs))
        for game in step.games
    )
    return replace(tournament, games=(*tournament.games, *games))


def seat_duels(state: State, step: SeatDuels, seed: Seed) -> Tournament:
    """The tournament with its next duels; with the first ones, the standings are public (1.2).

    The seed of the first ones draws the lots in the standings, so the pairs follow from it too (R10-9).
    """
    codes = [match for match, _a, _b in step.duels]
    drawn = replace(state.tournament, draws=(*state.tournament.draws, *(Draw(code, *seed) for code in codes)))
    later = state.with_tournament(drawn)
    pairs = {match.code: pairing(later, match) for match in matches_of(later) if match.code in codes}
    before = state.tournament.finals.duels if state.tournament.finals else ()
    return replace(drawn, finals=Finals((*before, *(Duel(code, *pair) for code, pair in pairs.items() if pair))))


def seat_stage(state: State, step: SeatStage, seed: Seed) -> Tournament:
    """The tournament with the next stage of the knock-out; with the first one, the standings are public.

    The seed of the first one draws the lots in the standings, so who is through follows from it too (DE-3).
    """
    drawn = replace(state.tournament, draws=(*state.tournament.draws, Draw(stage_code(step.number), *seed)))
    players = step.players
    if step.publishes:
        players = knockout.choice_order(state.with_tournament(drawn), step.number)
    return with_stage(drawn, step.number, knockout.stage_tables(players, step.sizes, seed.text, step.number))


def with_stage(tournament: Tournament, number: int, tables: Tables) -> Tournament:
    """The tournament with one more stage at these tables, drawn in any way; the standings are public."""
    games = tuple(
        Game(number, table, tuple(Seat(seat, player) for seat, player in enumerate(players, 1)))
        for table, players in enumerate(tables, 1)
    )
    return replace(tournament, finals=tournament.finals or Finals(), stages=(*tournament.stages, *games))


def close_tournament(state: State) -> Tournament:
    """The tournament with its final ranking and prizes made known; who pays later changes none."""
    finals, fund = state.tournament.finals or Finals(), state.tournament.fees[0] if state.rulebook.fee_shares else None
    return replace(state.tournament, finals=replace(finals, closed=True), fund=fund)


def _seat(number: int, player: str, sheriff: int | None) -> Seat:
    return Seat(number, player, Role.SHERIFF if number == sheriff else None)


def with_ruling(tournament: Tournament, game: Game, payouts: Mapping[str, int], reason: str) -> Tournament:
    """The tournament with a game decided: dollars for each of its players by id, and the reason, in place of earlier ones."""
    event = Event(EventType.RULING, "", Moment.DURING_GAME, reason, round=game.round, table=game.table)
    before = without_ruling(tournament, game, payouts)
    return replace(before, events=(*before.events, event))


def without_ruling(tournament: Tournament, game: Game, payouts: Mapping[str, int] | None = None) -> Tournament:
    """The tournament with a game as it was typed: no amounts (but these), and no event that decides it."""
    seats = tuple(replace(seat, ruling=(payouts or {}).get(seat.player)) for seat in game.seats)
    here = (game.round, game.table)
    games = tuple(replace(one, seats=seats) if (one.round, one.table) == here else one for one in tournament.games)
    return replace(tournament, games=games, events=tuple(event for event in tournament.events if not event.decides(game)))
