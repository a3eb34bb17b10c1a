"""The standings of the elimination phase (Italy 2010, 1.2): score, tie-breaks in order, shared ranks, lots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from bangxl.tournament.criteria import CRITERIA, Results
from bangxl.tournament.ledger import is_settled, scores
from bangxl.tournament.lots import ranking_lots
from bangxl.tournament.model import Tournament
from bangxl.tournament.roster import departures, entrants
from bangxl.tournament.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line. ``rank`` is shared by players equal before any lot; ``place`` is the total order after lots.

    Both are None for who left before publication (R10-5). ``separated_by`` is what put him behind the player above:
    ``""`` for the first and where the score did it, a criterion's code, or ``lot``.
    """

    player: str
    rank: int | None
    place: int | None
    tied: bool
    status: str
    score: Fraction
    games: int
    criteria: Mapping[str, Fraction]
    separated_by: str = ""


@dataclass(frozen=True, slots=True)
class _Board:
    """What players are compared by: score in dollars, then the criteria in the rulebook's order, then lots."""

    scores: Mapping[str, Fraction]
    criteria: Mapping[str, Mapping[str, Fraction]]
    games: Mapping[str, int]
    lots: Mapping[str, int]

    def key(self, player: str) -> tuple[Fraction, ...]:
        """Sorts the better before the worse; equal keys share a rank."""
        return (-self.scores[player], *(-values[player] for values in self.criteria.values()))

    def separator(self, above: str, below: str) -> str:
        """What puts ``below`` behind ``above``."""
        if self.scores[above] != self.scores[below]:
            return ""
        return next((code for code, values in self.criteria.items() if values[above] != values[below]), "lot")


def standings(tournament: Tournament, rulebook: Rulebook) -> tuple[Row, ...]:
    """Everybody who takes part: the ranked by place, then those who left before publication, by the score they left with."""
    board = _board(tournament, rulebook)
    gone = departures(tournament, rulebook)
    everybody = entrants(tournament)
    left = {player for player in everybody if player in gone and gone[player].before_publication}
    ranked = sorted((p for p in everybody if p not in left), key=lambda p: (*board.key(p), board.lots[p]))
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
            criteria={code: values[player] for code, values in board.criteria.items()},
            separated_by=separated_by,
        )

    rows: list[Row] = []
    for place, player in enumerate(ranked, 1):
        above = rows[-1] if rows else None
        equal = above is not None and board.key(above.player) == board.key(player)
        rank = above.rank if above is not None and equal else place
        rows.append(row(player, rank, place, board.separator(above.player, player) if above else ""))
    out = sorted((p for p in everybody if p in left), key=lambda p: -board.scores[p])
    return (*rows, *(row(player, None, None, "") for player in out))


def _board(tournament: Tournament, rulebook: Rulebook) -> _Board:
    games = [game for game in tournament.games if is_settled(rulebook, game)]
    points = {player: Fraction(score) for player, score in scores(tournament, rulebook).items()}
    results = Results(games, points)
    return _Board(
        scores=points,
        criteria={code: CRITERIA[code].compute(results) for code in rulebook.criteria},
        games=Counter(seat.player for game in games for seat in game.seats),
        lots=ranking_lots(tournament, rulebook.matches[0].code),
    )
