"""One game as a table would play it: roles, auction, eliminations, marks. Written once more, without the program's simulation."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bangxl.tournament.model import Call, Game, Outcome, Role, Seat, Status, Tournament
from bangxl.tournament.options import auction_in, card_price_in, cash_reward_in
from bangxl.tournament.rulebook import Auction, Rulebook
from bangxl.tournament.state import State

HIGHEST: Final = 3000
"""Nobody bids more dollars, however rich he is."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An auction about to begin: who takes part in the order of play, the Sheriff first, and the dollars of everybody."""

    rules: Auction
    order: Sequence[str]
    money: Mapping[str, int]

    def can_bid(self, player: str) -> bool:
        """Who has less than the least that can be offered takes a leftover (R10-13; Italy 2007; DV-5)."""
        return self.money[player] >= max(self.rules.minimum, self.rules.step)


def simulate(rng: random.Random, roles: Sequence[Role], among: int = 0) -> tuple[Outcome, tuple[Status, ...]]:
    """Play a game by eliminating one after the other, until the rules say that it is over (docs/dev/decisions.md).

    Who is ``among`` the last may be marked so, or not.
    """
    alive, late = list(range(len(roles))), set[int]()
    last = -1
    while (outcome := ending([roles[index] for index in alive])) is None:
        last = rng.choice(alive)
        late |= {last} if len(alive) <= among and rng.random() < 0.7 else set()
        alive.remove(last)
    duel = outcome is Outcome.LAW and len(alive) == 1 and roles[last] is Role.RENEGADE
    fell = [Status.AMONG_LAST if index in late else Status.ELIMINATED for index in range(len(roles))]
    statuses = [Status.ALIVE if index in alive else fell[index] for index in range(len(roles))]
    if duel:
        statuses[last] = Status.FINAL_DUEL
    return outcome, tuple(statuses)


def ending(alive: Sequence[Role]) -> Outcome | None:
    """Who has won when these are alive; None while the game goes on. The base rule, written down once more."""
    if Role.SHERIFF not in alive:
        return Outcome.RENEGADE if list(alive) == [Role.RENEGADE] else Outcome.OUTLAWS
    return None if Role.OUTLAW in alive or Role.RENEGADE in alive else Outcome.LAW


def dealt(
    rng: random.Random, counts: Mapping[Role, int], seats: Sequence[Seat], among: int = 0
) -> tuple[tuple[Seat, ...], Outcome]:
    """Roles for everybody, where the Sheriff's may lie there already, and how the game ends."""
    given = [seat.role is Role.SHERIFF for seat in seats]
    cards = [role for role, count in counts.items() for _ in range(count) if role is not Role.SHERIFF or not any(given)]
    drawn = iter(rng.sample(cards, len(cards)))
    roles = [Role.SHERIFF if sheriff else next(drawn) for sheriff in given]
    outcome, statuses = simulate(rng, roles, among)
    return tuple(replace(s, role=r, status=now) for s, r, now in zip(seats, roles, statuses, strict=True)), outcome


def play(rng: random.Random, tournament: Tournament, rulebook: Rulebook, game: Game, owned: Mapping[str, int]) -> Game:
    """The record sheet filled in, with the auction's protocol if there was one; ``owned`` are everybody's dollars before it."""
    seats, outcome = dealt(rng, rulebook.roles[game.size], game.seats, rulebook.among_last)
    game = replace(game, seats=seats, outcome=outcome)
    rules = auction_in(State(tournament, rulebook))
    game = _characters(rng, rulebook, game) if rules is None else _hired(rng, tournament, rulebook, game, owned)
    if (price := card_price_in(State(tournament, rulebook))) and (before := _game_before(tournament, game)):
        lived = {seat.player for seat in before.seats if seat.status is Status.ALIVE}
        seats = tuple(_cards(rng, rulebook, seat, owned[seat.player] // price, seat.player in lived) for seat in game.seats)
        game = replace(game, seats=seats)
    game = replace(game, seats=tuple(_lives(rng, rulebook, seat) for seat in game.seats))
    return _shots(rng, rulebook, game, reward=cash_reward_in(State(tournament, rulebook)) > 0)


def auction(rng: random.Random, rulebook: Rulebook, offer: Offer, kept: Mapping[str, str]) -> tuple[Call, ...]:
    """A legal auction: steps within the bankroll, the last one for the least, who cannot bid at the end.

    ``kept`` are the players who keep their characters. It begins with the Sheriff, or on his right.
    """
    rules, order = offer.rules, list(offer.order)
    if rules.to_right:
        order[1:] = order[:0:-1]
    waiting, start = [player for player in order if player not in kept], int(rules.to_right)
    pool = rng.sample([name for name in rulebook.characters if name not in kept.values()], len(waiting))
    calls: list[Call] = []
    while waiting:
        turn = [player for player in (*order[start:], *order[:start]) if player in waiting]
        call = _call(rng, offer, turn, pool.pop())
        calls.append(call)
        waiting.remove(call.winner)
        caller = call.opener if rules.to_right and call.opener else call.winner
        start = order.index(caller) + 1
    return tuple(calls)


def _call(rng: random.Random, offer: Offer, turn: Sequence[str], character: str) -> Call:
    rules, rich = offer.rules, [player for player in turn if offer.can_bid(player)]
    if not rich:
        return _leftover(rng, offer, turn, character)
    if len(turn) == 1:
        return Call(turn[0], character, turn[0], rules.last)
    opener, raised = rich[0], rules.minimum + rules.least_raise
    if len(rich) == 1:
        return Call(opener, character, opener, rules.minimum)
    winner = rng.choice([opener, *(player for player in rich[1:] if offer.money[player] >= raised)])
    least = rules.minimum if winner == opener else raised
    more = max(0, min(offer.money[winner], HIGHEST) - least) // rules.step
    return Call(opener, character, winner, least + rules.step * rng.randint(0, more))


def _leftover(rng: random.Random, offer: Offer, turn: Sequence[str], character: str) -> Call:
    """Where one may owe, the smallest debt chooses first (Italy 2007), then the lot; else it goes by the order of play."""
    player = max(turn, key=lambda p: (offer.money[p], rng.random())) if offer.rules.debt else turn[0]
    price = offer.rules.last if offer.rules.debt else min(offer.rules.last, max(0, offer.money[player]))
    return Call(None, character, player, price)


def _characters(rng: random.Random, rulebook: Rulebook, game: Game) -> Game:
    names = rng.sample(list(rulebook.characters), game.size)
    return replace(game, seats=tuple(replace(seat, character=name) for seat, name in zip(game.seats, names, strict=True)))


def _hired(rng: random.Random, tournament: Tournament, rulebook: Rulebook, game: Game, owned: Mapping[str, int]) -> Game:
    """Everybody keeps the character that has survived with him, or takes part in the auction."""
    rules = auction_in(State(tournament, rulebook))
    before = _game_before(tournament, game)
    if rules is None:
        return game
    kept = {
        seat.player: seat
        for seat in (before.seats if before and rules.reconfirm else ())
        if seat.player in {now.player for now in game.seats} and _may_keep(rules, seat, owned[seat.player]) and rng.random() < 0.3
    }
    offer = Offer(rules, [seat.player for seat in game.from_sheriff()], owned)
    calls = auction(rng, rulebook, offer, {player: seat.character for player, seat in kept.items()})
    bought = {call.winner: call for call in calls}
    seats = tuple(_with_character(seat, kept.get(seat.player), bought.get(seat.player)) for seat in game.seats)
    return replace(game, seats=seats, auction=calls)


def _with_character(seat: Seat, kept: Seat | None, call: Call | None) -> Seat:
    if kept is not None:
        return replace(seat, character=kept.character, bid=kept.bid, reconfirmed=True)
    return seat if call is None else replace(seat, character=call.character, bid=call.price)


def _may_keep(rules: Auction, before: Seat, owned: int) -> bool:
    """A survivor, at the price of the auction in which he won him, as far as his money goes (R07-10)."""
    if before.status is not Status.ALIVE or before.bid is None or before.bid < rules.minimum:
        return False
    return before.bid <= max(owned, rules.minimum if rules.debt else 0)


def _game_before(tournament: Tournament, game: Game) -> Game | None:
    """The last game at this table; there is none where tables are redrawn."""
    return next((g for g in tournament.at_table(game.table) if tournament.start_tables and g.round == game.round - 1), None)


def _life_points(rulebook: Rulebook, seat: Seat) -> int:
    """Those of a seat's character; of one that nobody has written down, the fewest there are."""
    return rulebook.characters.get(seat.character, min(rulebook.characters.values()))


def _cards(rng: random.Random, rulebook: Rulebook, seat: Seat, affordable: int, lived: bool) -> Seat:  # noqa: FBT001 -- a fact
    """Esperienza: cards kept by who was alive, at most as many as he has lives, paid from what he has."""
    paid = -(-(seat.bid or 0) // (rulebook.card_price or 1))
    most = min(affordable - paid, _life_points(rulebook, seat) + (seat.role is Role.SHERIFF))
    return replace(seat, cards_kept=rng.randint(0, most)) if lived and most > 0 and rng.random() < 0.5 else seat


def _lives(rng: random.Random, rulebook: Rulebook, seat: Seat) -> Seat:
    if not rulebook.lives:
        return seat
    most = _life_points(rulebook, seat) + (seat.role is Role.SHERIFF)
    return replace(seat, lives=rng.randint(1, most) if seat.status is Status.ALIVE else 0)


def _shots(rng: random.Random, rulebook: Rulebook, game: Game, *, reward: bool) -> Game:
    """Who has killed whom, as far as the regulation asks: the Deputy his Sheriff, somebody an Outlaw."""
    seats = list(game.seats)
    deputies = [i for i, seat in enumerate(seats) if seat.role is Role.DEPUTY and seat.status is Status.ALIVE]
    if rulebook.asks("killed_sheriff") and deputies and game.outcome is Outcome.OUTLAWS and rng.random() < 0.3:
        seats[deputies[0]] = replace(seats[deputies[0]], killed_sheriff=True)
    for fallen, seat in enumerate(game.seats):
        if reward and seat.role is Role.OUTLAW and seat.status is not Status.ALIVE:
            killer = rng.choice([index for index in range(len(seats)) if index != fallen])
            seats[killer] = replace(seats[killer], outlaws_killed=seats[killer].outlaws_killed + 1)
    return replace(game, seats=tuple(seats))


def impossible(rng: random.Random, game: Game) -> Game:
    """A sheet that players have signed but that cannot be: everybody alive and the Outlaws won, or with gaps anywhere."""
    if rng.random() < 0.5:
        return replace(game, outcome=Outcome.OUTLAWS, seats=tuple(replace(seat, status=Status.ALIVE) for seat in game.seats))
    return replace(game, outcome=rng.choice((None, *Outcome)), seats=tuple(_with_gap(rng, seat) for seat in game.seats))


def _with_gap(rng: random.Random, seat: Seat) -> Seat:
    match rng.randrange(5):
        case 0:
            return replace(seat, role=None, status=None, lives=None)
        case 1:
            return replace(seat, bid=None)
        case 2:
            return replace(seat, status=None, lives=None)
        case 3:
            return replace(seat, character="")
    return seat
