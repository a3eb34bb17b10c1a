"""Scores and standings of the elimination phase (Italy 2010, 1.2): score, tie-breaks in order, shared ranks, lots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from bangxl.tournament.criteria import CRITERIA, TABLE_PLACE, Results, Values
from bangxl.tournament.ledger import LedgerLine, ledger, money, start_money
from bangxl.tournament.model import Game, stage_code
from bangxl.tournament.roster import departures, entrants, first_sizes
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.seating import ranking_lots
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
    begun, factor = start_sizes(state), rule.factor
    # 1.15 at a table that began with five, if others began with six; whatever happened later (R07-3)
    mixed = factor is not None and {factor.tables_of, factor.beside} <= set(begun.values())
    points: dict[str, Fraction] = {}
    for player, owned in money(state).items():
        score = Fraction(owned - start)
        if rule.per_game:
            score = score / played[player] if played.get(player) else Fraction()
        if factor is not None and mixed and begun.get(player) == factor.tables_of:
            score *= factor.factor
        if rule.once:
            score += rule.once.get(sat_down(state).get(player, 0), 0)
        points[player] = Fraction(whole_dollars(score)) if rule.rounded else score
    return points


@derived
def start_sizes(state: State) -> Mapping[str, int]:
    """The number of players who began at each player's fixed table."""
    return {player: len(table) for table in state.tournament.start_tables.values() for player in table}


@derived
def sat_down(state: State) -> Mapping[str, int]:
    """The number of players who sat down at each player's fixed table (DE-12)."""
    return {player: first_sizes(state)[table] for table, players in state.tournament.start_tables.items() for player in players}


def whole_dollars(score: Fraction) -> int:
    """To the nearest dollar, half a dollar away from zero (DV-1)."""
    whole = int(abs(score) + HALF)
    return whole if score >= 0 else -whole


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line. ``rank`` is shared by players equal before any lot; ``place`` is the total order after lots.

    Both are None for who left before publication (R10-5) and who has no score yet (R07-7). ``separated_by`` is what put him
    behind the player above: ``""`` for the first and where the score did it, a criterion's code, or ``lot``. A criterion
    is None for a player without such a value.
    """

    player: str
    rank: int | None
    place: int | None
    tied: bool
    status: str
    score: Fraction
    games: int
    criteria: Mapping[str, Fraction | None]
    separated_by: str = ""


@dataclass(frozen=True, slots=True)
class _Board:
    """What players are compared by: score in dollars, then the criteria in the rulebook's order, then lots."""

    scores: Values
    criteria: Mapping[str, Values]
    games: Mapping[str, int]
    lots: Mapping[str, int]

    def key(self, player: str) -> tuple[Fraction, ...]:
        """Sorts the better before the worse; equal keys share a rank."""
        values = (values.get(player, Fraction()) * (1 if CRITERIA[code].less else -1) for code, values in self.criteria.items())
        return (-self.scores[player], *values)

    def separator(self, above: str, below: str) -> str:
        """What puts ``below`` behind ``above``."""
        if self.scores[above] != self.scores[below]:
            return ""
        return next((code for code, values in self.criteria.items() if values.get(above) != values.get(below)), "lot")


@derived
def standings(state: State) -> tuple[Row, ...]:
    """Everybody who takes part: the ranked by place, then the others by score."""
    gone = departures(state)
    everybody = entrants(state)
    left = {player for player in everybody if player in gone and gone[player].before_publication}
    board = _board(state, left)
    scoreless = {player for player in everybody if state.rulebook.score.per_game and not board.games.get(player)}
    unranked = left | scoreless
    ranked = sorted((p for p in everybody if p not in unranked), key=lambda p: (*board.key(p), board.lots[p]))
    shared = Counter(board.key(player) for player in ranked)

    def row(player: str, rank: int | None, place: int | None, separated_by: str) -> Row:
        return Row(
            player=player,
            rank=rank,
            place=place,
            tied=rank is not None and shared[board.key(player)] > 1,
            status=gone[player].status if player in gone else "active",
            score=board.scores[player],
            games=board.games.get(player, 0),
            criteria={code: values.get(player) for code, values in board.criteria.items()},
            separated_by=separated_by,
        )

    rows: list[Row] = []
    for place, player in enumerate(ranked, 1):
        above = rows[-1] if rows else None
        equal = above is not None and board.key(above.player) == board.key(player)
        rank = above.rank if above is not None and equal else place
        rows.append(row(player, rank, place, board.separator(above.player, player) if above else ""))
    out = sorted((p for p in everybody if p in unranked), key=lambda p: -board.scores[p])
    return (*rows, *(row(player, None, None, "") for player in out))


def _board(state: State, left: set[str]) -> _Board:
    lines = ledger(state)
    points = scores(state)
    tables = [[player for player in table if player not in left] for table in state.tournament.start_tables.values()]
    results = Results(settled_games(lines), points, tables)
    others = [CRITERIA[code].compute(results) for code in state.rulebook.criteria if code != TABLE_PLACE]
    results = replace(results, others=others)
    return _Board(
        scores=points,
        criteria={code: CRITERIA[code].compute(results) for code in state.rulebook.criteria},
        games=games_played(lines),
        lots=ranking_lots(state.tournament, lot_stages(state.rulebook)),
    )


def lot_stages(rulebook: Rulebook) -> tuple[str, ...]:
    """Whose seed draws the lots in the standings: the first match that was drawn, or the first knock-out stage."""
    return tuple(match.code for match in rulebook.matches) or (stage_code(1),)
