"""Scores and standings of the elimination phase (Italy 2010, 1.2): score, tie-breaks in order, shared ranks, lots."""

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from bangxl import limits
from bangxl.tournament.criteria import CRITERIA, TABLE_PLACE, PointsByPlayer, Results
from bangxl.tournament.ledger import LedgerLine, ledger, money, start_money
from bangxl.tournament.lots import ranking_lots
from bangxl.tournament.model import Game, stage_code
from bangxl.tournament.roster import available, departures, entrants, first_sizes, last_round, sent_home
from bangxl.tournament.rulebook import Counted, Cut, Rulebook
from bangxl.tournament.state import State, derived

HALF = Fraction(1, 2)
CUT: Final = "cut"
"""The status of who went home at a cut, and what separates them from who plays on."""


def settled_games(lines: Sequence[LedgerLine]) -> list[Game]:
    """The games of the `ledger` that count."""
    return list({(line.game.round, line.game.table): line.game for line in lines if line.settled}.values())


def games_played(lines: Sequence[LedgerLine]) -> Mapping[str, int]:
    """Of every player, the settled games in which they sat."""
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
    counted = counted_results(state)
    for player, owned in money(state).items():
        score = Fraction(owned - start)
        if counted is not None:
            score = Fraction(start_money(state) - start + sum(counted.get(player, ())))
        if rule.per_game:
            games = len(counted.get(player, ())) if counted is not None else played.get(player, 0)
            score = score / games if games else Fraction()
        if factor is not None and mixed and begun.get(player) == factor.tables_of:
            score *= factor.factor
        score += given_once(state).get(player, 0)
        points[player] = Fraction(whole_dollars(score)) if rule.rounded else score
    return points


def counted_results(state: State) -> Mapping[str, Sequence[int]] | None:
    """Everybody's winnings less costs in the games that make their score, where a league counts only so many; else None."""
    league, results = state.rulebook.league, dict[str, list[int]]()
    if league is None or not league.counted:
        return None
    for line in ledger(state):
        if line.settled:
            results.setdefault(line.seat.player, []).append(line.net)
    if league.which is Counted.BEST:
        results = {player: sorted(nets, reverse=True) for player, nets in results.items()}
    return {player: nets[: league.counted] for player, nets in results.items()}


@derived
def start_sizes(state: State) -> Mapping[str, int]:
    """The number of players who began at each player's fixed table."""
    return {player: len(table) for table in state.tournament.start_tables.values() for player in table}


@derived
def given_once(state: State) -> Mapping[str, int]:
    """The dollars that a fixed table gives once for how many sat down at it (DE-12), for each player who gets some."""
    given, sizes, tables = state.rulebook.score.once or {}, first_sizes(state), state.tournament.start_tables
    return {player: given[sizes[table]] for table, players in tables.items() if sizes[table] in given for player in players}


def whole_dollars(score: Fraction) -> int:
    """To the nearest dollar, half a dollar away from zero (DV-1)."""
    whole = int(abs(score) + HALF)
    return whole if score >= 0 else -whole


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One player's line. ``rank`` is shared by players equal before any lot; ``place`` is the total order after lots.

    Both are None for who left before publication (R10-5), who has no score yet (R07-7), and who ``lacks`` so many games of those
    that a league asks for. ``separated_by`` is what put them behind the player above: ``""`` for the first and where the score
    did it, a criterion's code, ``cut`` or ``lot``. A criterion is None for a player without such a value.
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
    lacks: int = 0


@dataclass(frozen=True, slots=True)
class _Comparison:
    """What players are compared by: the cuts survived, score in dollars, the criteria in the rulebook's order, then lots."""

    home: Mapping[str, int]
    scores: PointsByPlayer
    criteria: Mapping[str, PointsByPlayer]
    games: Mapping[str, int]
    lots: Mapping[str, int]

    def key(self, player: str) -> tuple[Fraction, ...]:
        """Sorts the better before the worse; equal keys share a rank."""
        values = (values.get(player, Fraction()) * (1 if CRITERIA[code].less else -1) for code, values in self.criteria.items())
        return (Fraction(-self.home.get(player, limits.ROUNDS)), -self.scores[player], *values)

    def separator(self, above: str, below: str) -> str:
        """What puts ``below`` behind ``above``."""
        if self.home.get(above) != self.home.get(below):
            return CUT
        if self.scores[above] != self.scores[below]:
            return ""
        return next((code for code, values in self.criteria.items() if values.get(above) != values.get(below)), "lot")


@derived
def standings(state: State) -> tuple[StandingsRow, ...]:
    """Everybody who takes part: the ranked by place, then the others by score."""
    gone = departures(state)
    everybody = entrants(state)
    left = {player for player in everybody if player in gone and gone[player].before_publication}
    board = _comparison(state, left)
    least = state.rulebook.league.minimum if state.rulebook.league else int(state.rulebook.score.per_game)
    lacking = {player: max(0, least - board.games.get(player, 0)) for player in everybody}
    unranked = left | {player for player in everybody if lacking[player]}
    ranked = sorted((p for p in everybody if p not in unranked), key=lambda p: (*board.key(p), board.lots[p]))
    shared = Counter(board.key(player) for player in ranked)

    def row(player: str, rank: int | None, place: int | None, separated_by: str) -> StandingsRow:
        return StandingsRow(
            player=player,
            rank=rank,
            place=place,
            tied=rank is not None and shared[board.key(player)] > 1,
            status=gone[player].status if player in gone else CUT if player in board.home else "active",
            score=board.scores[player],
            games=board.games.get(player, 0),
            criteria={code: values.get(player) for code, values in board.criteria.items()},
            separated_by=separated_by,
            lacks=lacking[player] if state.rulebook.league else 0,
        )

    rows: list[StandingsRow] = []
    for place, player in enumerate(ranked, 1):
        above = rows[-1] if rows else None
        equal = above is not None and board.key(above.player) == board.key(player)
        rank = above.rank if above is not None and equal else place
        rows.append(row(player, rank, place, board.separator(above.player, player) if above else ""))
    out = sorted((p for p in everybody if p in unranked), key=lambda p: -board.scores[p])
    return (*rows, *(row(player, None, None, "") for player in out))


def _comparison(state: State, left: set[str]) -> _Comparison:
    lines = ledger(state)
    points = scores(state)
    tables = [[player for player in table if player not in left] for table in state.tournament.start_tables.values()]
    results = Results(settled_games(lines), points, tables)
    others = {code: CRITERIA[code].compute(results) for code in state.rulebook.criteria if code != TABLE_PLACE}
    results = replace(results, others=others)
    criteria = {code: dict(CRITERIA[code].compute(results)) for code in state.rulebook.criteria}
    for player, after in sent_home(state).items():  # they keep the place at which they stood, whatever their opponents win later
        stood = next(row for row in standings(before_cuts(state)[after]) if row.player == player)
        for code, values in criteria.items():
            values[player] = stood.criteria[code] or Fraction()
    return _Comparison(
        home=sent_home(state),
        scores=points,
        criteria=criteria,
        games=games_played(lines),
        lots=ranking_lots(state.tournament, lot_stages(state.rulebook)),
    )


def lot_stages(rulebook: Rulebook) -> tuple[str, ...]:
    """Whose seed draws the lots in the standings: the first match that was drawn, or the first knock-out stage."""
    return tuple(match.code for match in rulebook.matches) or (stage_code(1),)


def best_players(state: State, count: int, first: Container[str] = ()) -> tuple[str, ...]:
    """Who plays on: the best so many who have not gone home, by place; those of ``first`` before all others.

    The finals, the knock-out, the last table and the cuts take theirs with it.
    """
    ranked = [row.player for row in standings(state) if row.place is not None and row.player not in sent_home(state)]
    through = set(sorted(ranked, key=lambda player: player not in first)[:count])
    return tuple(player for player in ranked if player in through)


@derived
def before_cuts(state: State) -> Mapping[int, State]:
    """The state at each cut that is due or made, by its round: no later game or event, and no draw but the next round's.

    The seed of that draw decides the lots, so that nobody knows them before.
    """
    tournament, states = state.tournament, dict[int, State]()
    for after in (cut.after for cut in state.rulebook.cuts if cut.after <= tournament.rounds_seated):
        then = replace(
            tournament,
            games=tuple(game for game in tournament.games if game.round <= after),
            events=tuple(event for event in tournament.events if last_round(event, tournament) <= after),
            draws=tuple(draw for draw in tournament.draws if draw.drawn in {*map(str, range(1, after + 2))}),
            closed_after_round=None,
            finals=None,
            stages=(),
        )
        states[after] = state.with_tournament(then)
    return states


def players_let_through(state: State, cut: Cut) -> tuple[str, ...]:
    """Whom a cut that is due or made lets through, by the standings before it; in entry order, without who sits out."""
    then = before_cuts(state)[cut.after]
    through = best_players(then, cut.players(len(entrants(state))))
    return tuple(player for player in available(then, cut.after + 1) if player in through)


def players_to_seat(state: State, number: int) -> tuple[str, ...]:
    """The players to seat in a round, in entry order: of one that is not drawn yet, whom the cut before it lets through."""
    cut = next((cut for cut in state.rulebook.cuts if cut.after == number - 1), None)
    return available(state, number) if cut is None or state.tournament.round(number) else players_let_through(state, cut)
