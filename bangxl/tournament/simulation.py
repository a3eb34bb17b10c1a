"""Simulated games: legal roles, auctions, ends and duels, reproducible from a seed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import count
from typing import Any, TypeVar

from bangxl.tournament.compositions import table_sizes
from bangxl.tournament.finals import duel_mode
from bangxl.tournament.knockout import WITHOUT_ROLES
from bangxl.tournament.league import evenings
from bangxl.tournament.ledger import money
from bangxl.tournament.model import Duel, Finals, Game, Outcome, Role, Seat, Status, Tournament
from bangxl.tournament.options import EVENING, auction_in, card_price_in, cash_reward_in, scoring_in
from bangxl.tournament.rulebook import Auction, Roles, Rulebook
from bangxl.tournament.state import State

Item = TypeVar("Item")

_ONE_IN = 4
"""So rarely do made-up players reconfirm a character, kill their own Sheriff, or shoot the Outlaw themselves."""


@dataclass(frozen=True)
class Dice:
    """Numbers that follow from a seed by counting through SHA-256: the same on every machine and Python version."""

    seed: str
    _counter: Iterator[int] = field(default_factory=count)

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit − 1."""
        return int.from_bytes(sha256(f"{self.seed}|dice|{next(self._counter)}".encode()).digest()) % limit

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """All items in another order."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in items]


def come_and_go(state: State, dice: Dice) -> Tournament:
    """A league to whose first evening everybody comes, later others, as many as tables fit; now and then one ends sooner."""
    tournament, people = state.tournament, state.tournament.players
    if state.rulebook.league is None:
        return tournament
    *drawn, now = evenings(state)
    if drawn and drawn[-1] == now:
        if dice.below(3 * _ONE_IN):
            return tournament
        now += 1
        tournament = replace(tournament, options={**tournament.options, EVENING: str(now)})
    if now > state.rulebook.league.evenings:
        return tournament
    order = dice.shuffled([player.id for player in people])
    wanted = len(people) - dice.below(len(people) * 2 // 5 + 1) if drawn else len(people)
    counts = range(state.rulebook.minimum_players, len(people) + 1)
    fitting = [count for count in counts if table_sizes(state.rulebook, count)] or [len(people)]
    here = set(order[: max((count for count in fitting if count <= wanted), default=fitting[0])])
    return replace(tournament, players=tuple(replace(player, present=player.id in here) for player in people))


def play_round(state: State, dice: Dice) -> Tournament:
    """The tournament with all games in play filled in."""
    owned = money(state)
    games = tuple(
        game if game.outcome is not None or game.is_ruled else play(state, game, owned, dice) for game in state.tournament.games
    )
    return replace(state.tournament, games=games)


def play(state: State, game: Game, owned: Mapping[str, int], dice: Dice) -> Game:
    """A game with roles, characters, bids within the bankrolls, and an end that the rules allow."""
    seats, outcome = _roles_dealt(state.rulebook.roles[game.size], game.seats, dice, state.rulebook.among_last)
    seats = _characters(state, replace(game, seats=seats), dice)
    auction = auction_in(state)
    if auction is not None:
        seats = _bids(auction, seats, owned, dice)
    seats = _marks(state, seats, outcome, dice)
    if price := card_price_in(state):
        survived = {seat.player for seat in _seats_before(state.tournament, game) if seat.status is Status.ALIVE}
        kept: list[Seat] = []
        for seat in seats:
            # cards of the game before, as far as money and life points go
            most = min((owned[seat.player] - (seat.bid or 0)) // price, _life_points(state.rulebook, seat))
            keeps = seat.player in survived and most > 0 and not dice.below(_ONE_IN)
            kept.append(replace(seat, cards_kept=dice.below(most + 1)) if keeps else seat)
        seats = tuple(kept)
    return replace(game, seats=seats, outcome=outcome)


def play_duels(state: State, dice: Dice) -> Tournament:
    """The tournament with a legal score in every duel that has been seated and not played."""
    finals = state.tournament.finals or Finals()
    results = sorted(state.rulebook.duel_modes[duel_mode(state)].scores)
    duels: list[Duel] = []
    for duel in finals.duels:
        if duel.score_a is None and duel.player_a and duel.player_b:
            won, lost = dice.choice(results)
            a, b = (won, lost) if dice.below(2) else (lost, won)
            duels.append(replace(duel, score_a=a, score_b=b))
        else:
            duels.append(duel)
    return replace(state.tournament, finals=replace(finals, duels=tuple(duels)))


def play_stage(state: State, dice: Dice) -> Tournament:
    """The tournament with a winning side at every knock-out table that is still open."""
    roles = (state.rulebook.knockout or state.rulebook).roles
    stages = tuple(_stage(game, roles, state.rulebook, dice) for game in state.tournament.stages)
    return replace(state.tournament, stages=stages)


def _stage(game: Game, roles: Roles, rulebook: Rulebook, dice: Dice) -> Game:
    if game.outcome is not None or game.winner:
        return game
    if game.size <= WITHOUT_ROLES:
        return replace(game, winner=dice.choice(game.seats).player)
    seats, outcome = _roles_dealt(roles[game.size], game.seats, dice, rulebook.among_last)
    characters = dice.shuffled(list(rulebook.characters))
    seats = tuple(replace(seat, character=name) for seat, name in zip(seats, characters, strict=False))
    return replace(game, seats=seats, outcome=outcome)


def _roles_dealt(
    counts: Mapping[Role, int], seats: Sequence[Seat], dice: Dice, last: int = 0
) -> tuple[tuple[Seat, ...], Outcome]:
    """Roles, where the Sheriff's may be given already, and how the game ends."""
    deck = [role for role, number in counts.items() for _ in range(number)]
    given = next((seat for seat in seats if seat.role is Role.SHERIFF), None)
    if given is not None:
        deck.remove(Role.SHERIFF)
    cards = iter(dice.shuffled(deck))
    roles = [Role.SHERIFF if seat is given else next(cards) for seat in seats]
    statuses, outcome = _eliminations(roles, last, dice)
    ends = zip(seats, roles, statuses, strict=True)
    return tuple(replace(seat, role=role, status=status) for seat, role, status in ends), outcome


def _characters(state: State, game: Game, dice: Dice) -> tuple[Seat, ...]:
    """A character each; where the regulation lets survivors keep theirs, some do, for the price of its auction."""
    auction = auction_in(state)
    kept: dict[str, Seat] = {}
    if auction is not None and auction.reconfirm and game.round > 1:
        owned = money(state)
        kept = {
            seat.player: seat
            for seat in _seats_before(state.tournament, game)
            if seat.status is Status.ALIVE
            and seat.bid is not None
            and seat.bid >= auction.minimum
            and seat.bid <= max(owned[seat.player], auction.minimum if auction.debt else 0)
            and not dice.below(_ONE_IN)
        }
    taken = {seat.character for seat in kept.values()}
    free = iter([name for name in dice.shuffled(list(state.rulebook.characters)) if name not in taken])
    return tuple(
        replace(seat, character=kept[seat.player].character, bid=kept[seat.player].bid, reconfirmed=True)
        if seat.player in kept
        else replace(seat, character=next(free))
        for seat in game.seats
    )


def _seats_before(tournament: Tournament, game: Game) -> tuple[Seat, ...]:
    return next((other.seats for other in tournament.at_table(game.table) if other.round == game.round - 1), ())


def _bids(auction: Auction, seats: Sequence[Seat], owned: Mapping[str, int], dice: Dice) -> tuple[Seat, ...]:
    """What everybody pays; the last of those who took part in the auctions pays the least."""
    buyers = [seat for seat in seats if not seat.reconfirmed]
    able = [seat for seat in buyers if owned[seat.player] >= auction.last] or buyers
    last = dice.choice(able).number if able else 0
    paid: list[Seat] = []
    for seat in seats:
        most = min(15 * auction.least_raise, owned[seat.player] - auction.minimum)  # made-up players go no further
        if seat.reconfirmed:
            paid.append(seat)
        elif seat.number == last and (most >= 0 or owned[seat.player] >= auction.last):
            paid.append(replace(seat, bid=auction.last))
        elif most < 0:
            paid.append(replace(seat, bid=auction.minimum if auction.debt else max(0, owned[seat.player])))
        else:
            paid.append(replace(seat, bid=auction.minimum + auction.step * dice.below(most // auction.step + 1)))
    return tuple(paid)


def _marks(state: State, seats: Sequence[Seat], outcome: Outcome, dice: Dice) -> tuple[Seat, ...]:
    """Lives left, the Deputy who has killed the Sheriff, the Outlaws whom somebody has eliminated."""
    marked = list(seats)
    if state.rulebook.lives:
        most = [_life_points(state.rulebook, seat) + (seat.role is Role.SHERIFF) for seat in seats]
        alive = [seat.status is Status.ALIVE for seat in seats]
        lives = [1 + dice.below(points) if living else 0 for living, points in zip(alive, most, strict=True)]
        marked = [replace(seat, lives=points) for seat, points in zip(seats, lives, strict=True)]
    deputies = [i for i, seat in enumerate(marked) if seat.role is Role.DEPUTY and seat.status is Status.ALIVE]
    fatal = outcome is Outcome.OUTLAWS and scoring_in(state).killed_sheriff
    if fatal and deputies and not dice.below(_ONE_IN):
        marked[deputies[0]] = replace(marked[deputies[0]], killed_sheriff=True)
    if cash_reward_in(state):
        for seat in seats:
            if seat.role is Role.OUTLAW and seat.status is not Status.ALIVE:
                shot = dice.choice([i for i, other in enumerate(marked) if other.number != seat.number])
                marked[shot] = replace(marked[shot], outlaws_killed=marked[shot].outlaws_killed + 1)
    for mark, badge in state.rulebook.badges.items():
        best = dice.below(len(marked))
        given: dict[str, Any] = {mark: dice.below(badge.most + 1)}
        marked[best] = replace(marked[best], **given)
    return tuple(marked)


def _life_points(rulebook: Rulebook, seat: Seat) -> int:
    """Those of a seat's character; of one that nobody has written down, the fewest there are."""
    return rulebook.characters.get(seat.character, min(rulebook.characters.values()))


def _eliminations(roles: Sequence[Role], last: int, dice: Dice) -> tuple[list[Status], Outcome]:
    """One after the other falls until the game is over; the Sheriff, whom many protect, half as often as others."""
    status = [Status.ALIVE] * len(roles)
    while True:
        alive = [seat for seat, now in enumerate(status) if now is Status.ALIVE]
        fallen = dice.choice([seat for seat in alive for _ in range(1 if roles[seat] is Role.SHERIFF else 2)])
        status[fallen] = Status.AMONG_LAST if len(alive) <= last else Status.ELIMINATED
        left = {roles[seat] for seat in alive if seat != fallen}
        if Role.SHERIFF not in left:
            return status, Outcome.RENEGADE if left == {Role.RENEGADE} else Outcome.OUTLAWS
        if left <= {Role.SHERIFF, Role.DEPUTY}:
            if roles[fallen] is Role.RENEGADE and left == {Role.SHERIFF}:
                status[fallen] = Status.FINAL_DUEL
            return status, Outcome.LAW
