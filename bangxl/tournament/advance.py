"""The next step carried out: facts in, facts out. What `seat` writes into the workbook is computed here."""

from __future__ import annotations

from dataclasses import replace

from bangxl.tournament.finals import pairing
from bangxl.tournament.model import Draw, Duel, Finals, Game, Role, Seat, SeedSource, Tournament
from bangxl.tournament.progress import CloseTournament, SeatDuels, SeatRound
from bangxl.tournament.roster import times_sheriff
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.seating import draw
from bangxl.tournament.standings import standings


def seat_round(tournament: Tournament, step: SeatRound, rng_seed: str, source: SeedSource) -> Tournament:
    """The tournament with one more round, drawn by lot; seat 1 is the Sheriff's (Italy 2010, 1.1)."""
    tables = draw(step.players, step.sizes, times_sheriff(tournament, step.number), rng_seed, step.number)
    games = tuple(
        Game(step.number, number, tuple(_seat(index, player) for index, player in enumerate(table, 1)))
        for number, table in enumerate(tables, 1)
    )
    drawn = Draw(str(step.number), rng_seed, source)
    return replace(tournament, games=(*tournament.games, *games), draws=(*tournament.draws, drawn))


def seat_duels(tournament: Tournament, rulebook: Rulebook, step: SeatDuels, rng_seed: str, source: SeedSource) -> Tournament:
    """The tournament with its next duels; with the first ones, the standings are public (1.2).

    The seed of the first ones draws the lots in the standings, so the pairs follow from it too (R10-9).
    """
    codes = [match for match, _a, _b in step.duels]
    drawn = replace(tournament, draws=(*tournament.draws, *(Draw(code, rng_seed, source) for code in codes)))
    rows = standings(drawn, rulebook)
    pairs = {match.code: pairing(drawn, rulebook, match, rows) for match in rulebook.matches if match.code in codes}
    before = tournament.finals.duels if tournament.finals else ()
    return replace(drawn, finals=Finals((*before, *(Duel(code, *pair) for code, pair in pairs.items() if pair))))


def close(tournament: Tournament, _step: CloseTournament) -> Tournament:
    """The tournament with its final ranking and prizes made known."""
    finals = tournament.finals or Finals()
    return replace(tournament, finals=replace(finals, closed=True))


def _seat(number: int, player: str) -> Seat:
    return Seat(number, player, Role.SHERIFF if number == 1 else None)
