"""From money to the score that ranks: exact fractions of a dollar (Italy 2007, Punteggio finale; Record; Germany, Kopfgeld)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from bangxl.tournament.ledger import LedgerLine, ledger, money, start_money
from bangxl.tournament.model import Game
from bangxl.tournament.rulebook import Factor
from bangxl.tournament.state import State, derived

HALF = Fraction(1, 2)


def settled_games(lines: Sequence[LedgerLine]) -> list[Game]:
    """The games of the `ledger` that count."""
    return list({(line.game.round, line.game.table): line.game for line in lines if line.settled}.values())


def games_played(lines: Sequence[LedgerLine]) -> Mapping[str, int]:
    """Of every player, the settled games in which he sat."""
    return Counter(line.seat.player for line in lines if line.settled)


@derived
def scores(state: State) -> Mapping[str, Fraction]:
    """What everybody is ranked by, in dollars; 0 for who has not finished a game where the score is one a game (R07-7)."""
    rule, played = state.rulebook.score, games_played(ledger(state))
    start = start_money(state) if rule.less_start else 0
    begun = start_sizes(state)
    found: dict[str, Fraction] = {}
    for player, owned in money(state).items():
        score = Fraction(owned - start)
        if rule.per_game:
            score = score / played[player] if played.get(player) else Fraction()
        if rule.factor is not None:
            score *= _factor(rule.factor, begun, player)
        if rule.once:
            score += rule.once.get(begun.get(player, 0), 0)
        found[player] = Fraction(rounded(score)) if rule.rounded else score
    return found


@derived
def start_sizes(state: State) -> Mapping[str, int]:
    """Of everybody at a fixed table, how many began there."""
    return {player: len(table) for table in state.tournament.start_tables.values() for player in table}


def rounded(score: Fraction) -> int:
    """To the nearest dollar, half a dollar away from zero (DV-1)."""
    whole = int(abs(score) + HALF)
    return whole if score >= 0 else -whole


def _factor(factor: Factor, begun: Mapping[str, int], player: str) -> Fraction:
    """1.15 at a table that began with five, if others began with six; whatever happened later (R07-3)."""
    mixed = {factor.tables_of, factor.beside} <= set(begun.values())
    return factor.factor if mixed and begun.get(player) == factor.tables_of else Fraction(1)
