"""The money: cost and winnings of each seat, and the player's funds before and after (Italy 2010, 1.1)."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from bangxl.tournament.model import Game, Seat
from bangxl.tournament.options import auction_in, card_price_in, cash_reward_in, scoring_in
from bangxl.tournament.payouts import depends_on_end, end_of, payout
from bangxl.tournament.rulebook import Rulebook, Scoring
from bangxl.tournament.state import State, derived


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One seat of one game, in dollars. ``payout`` is None if unknown, or if the regulation has no case for it.

    ``cost`` is the bid and the price of the cards kept; None while the bid is missing. A game is ``settled`` when every seat
    has a cost and a payout. Only settled games count in bankrolls and standings.
    """

    game: Game
    seat: Seat
    settled: bool
    before: int
    cost: int | None
    payout: int | None

    @property
    def net(self) -> int:
        """The net result of the game; 0 while it is not settled."""
        return self.payout - self.cost if self.settled and self.payout is not None and self.cost is not None else 0

    @property
    def after(self) -> int | None:
        """The bankroll after the game; None while the game is not settled."""
        return self.before + self.net if self.settled else None


@dataclass(frozen=True, slots=True)
class Tariff:
    """What is paid by the options in force: the scoring, dollars an Outlaw eliminated and a card kept; whether there are bids.

    ``counts``: whether amounts depend on how many were eliminated or on the living Outlaws.
    """

    rulebook: Rulebook
    scoring: Scoring
    reward: int
    card: int
    bids: bool
    counts: bool

    def payout(self, game: Game, seat: Seat) -> int | None:
        """Dollars for one seat, by the end of the game and the size of the table (who left during the game counts).

        In a game that the referee has decided, those that the referee gives (G10). Where it ``counts`` who is eliminated, nobody
        is paid before the whole table's end is known.
        """
        if game.is_ruled:
            return seat.ruling
        end = end_of(game)
        if end is None or seat.role is None or seat.status is None:
            return None
        if self.counts and any(one.role is None or one.status is None for one in game.seats):
            return None
        base = payout(self.rulebook, self.scoring, end, seat.role, seat.status)
        if base is None:
            return None
        badges: int = sum(badge.points * getattr(seat, mark) for mark, badge in self.rulebook.badges.items())
        return base + self.scoring.killed_sheriff * seat.killed_sheriff + self.reward * seat.outlaws_killed + badges

    def cost(self, game: Game, seat: Seat) -> int | None:
        """The cost of a seat before the game; None while its bid is missing. With a ruling a missing bid costs 0 (G10)."""
        if not self.bids:
            return self.card * seat.cards_kept
        if seat.bid is None and not game.is_ruled:
            return None
        return (seat.bid or 0) + self.card * seat.cards_kept


@derived
def tariff(state: State) -> Tariff:
    """The payouts in this tournament."""
    return Tariff(
        state.rulebook,
        scoring_in(state),
        cash_reward_in(state),
        card_price_in(state),
        auction_in(state) is not None,
        depends_on_end(state.rulebook),
    )


def start_money(state: State) -> int:
    """Each player's dollars before the first auction; 0 without auctions."""
    auction = auction_in(state)
    return auction.start if auction else 0


def has_money(state: State) -> bool:
    """Whether players own dollars that they can spend: on characters, or on cards."""
    return auction_in(state) is not None or card_price_in(state) > 0


@derived
def ledger(state: State) -> tuple[LedgerLine, ...]:
    """Every seat of every game, by round, table and seat. Money before a round comes from settled games of earlier rounds."""
    start, paid = start_money(state), tariff(state)
    money: dict[str, int] = defaultdict(lambda: start)
    lines: list[LedgerLine] = []
    for number in range(1, state.tournament.rounds_seated + 1):
        now: list[LedgerLine] = []
        for game in state.tournament.round(number):
            sums = [(seat, paid.cost(game, seat), paid.payout(game, seat)) for seat in game.seats]
            settled = all(cost is not None and payout is not None for _seat, cost, payout in sums)
            now += [LedgerLine(game, seat, settled, money[seat.player], cost, payout) for seat, cost, payout in sums]
        for line in now:
            money[line.seat.player] += line.net
        lines += now
    return tuple(lines)


@derived
def money(state: State) -> Mapping[str, int]:
    """Start plus winnings minus costs, in dollars, of every player."""
    start = start_money(state)
    total = {player.id: start for player in state.tournament.players}
    for line in ledger(state):
        total[line.seat.player] = total.get(line.seat.player, start) + line.net
    return total
