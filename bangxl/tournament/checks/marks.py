"""Checks of what only some regulations ask: bids, their protocol, characters kept, life points, eliminations, cards kept.

Italy 2010, 1.1; Italy 2007; Germany; Record.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from bangxl.tournament.findings import At, Finding, cell_of
from bangxl.tournament.ledger import LedgerLine, ledger
from bangxl.tournament.model import FALLEN, MARKS, Game, Outcome, Role, Seat, Status
from bangxl.tournament.options import auction_in, card_price_in, cash_reward_in, variants_in
from bangxl.tournament.rulebook import Auction, Rulebook
from bangxl.tournament.state import State


def bid_not_legal(state: State) -> Iterator[Finding]:
    """1.1: multiples of the step, from the minimum up to the bankroll, less what the cards kept have cost (Esperienza)."""
    auction, card = auction_in(state), card_price_in(state)
    for line in ledger(state) if auction else ():
        if auction is not None and line.seat.bid is not None:
            yield from _one_bid(auction, line, line.before - card * line.seat.cards_kept)


def _one_bid(auction: Auction, line: LedgerLine, owned: int) -> Iterator[Finding]:
    """One bid of somebody who owns so many dollars. Who has nothing pays the minimum all the same, or what he has (DV-5)."""
    bid, cell = line.seat.bid or 0, cell_of(line.game, "Bid", line.seat.number - 1)
    penniless = owned < auction.minimum and not auction.debt
    least = 0 if penniless else auction.minimum
    if bid % auction.step and not (penniless and bid == owned):
        yield Finding("bid_step", cell, {"bid": bid, "step": auction.step})
    if bid < least and not line.seat.reconfirmed:
        yield Finding("bid_minimum", cell, {"bid": bid, "minimum": auction.minimum})
    if bid > max(owned, auction.minimum if auction.debt else 0):
        yield Finding("bid_above_bankroll", cell, {"bid": bid, "bankroll": owned, "player": line.seat.player})


def nobody_paid_last(state: State) -> Iterator[Finding]:
    """The last player takes the character that is left; who keeps his character takes no part (R07-11)."""
    auction = auction_in(state)
    for game in state.tournament.games if auction else ():
        paid = [seat.bid for seat in game.seats if not seat.reconfirmed]
        known = [bid for bid in paid if bid is not None]
        if auction is not None and known and len(known) == len(paid) and min(known) > auction.last:
            buyer = next(seat.number for seat in game.seats if not seat.reconfirmed)
            yield Finding("nobody_paid_last", cell_of(game, "Bid", buyer - 1), {"last": auction.last})


def reconfirmed_wrongly(state: State) -> Iterator[Finding]:
    """Italy 2007, Ingaggio: who was alive may keep his character, at the price of the auction in which he got it (R07-10)."""
    auction = auction_in(state)
    for game in state.tournament.games if auction and auction.reconfirm else ():
        before = {seat.player: seat for other in state.tournament.round(game.round - 1) for seat in other.seats}
        for seat in game.seats:
            if seat.reconfirmed and (wrong := _wrong_cell(seat, before.get(seat.player))):
                name, reason = wrong
                cell = cell_of(game, name, seat.number - 1)
                yield Finding("reconfirmed_wrongly", cell, {"player": seat.player, "reason": reason})


def _wrong_cell(seat: Seat, before: Seat | None) -> tuple[str, str] | None:
    """Which cell is wrong, and why, as a code; what is not filled in yet is not wrong."""
    if before is None:
        return "Reconfirmed", "kept_first_game"
    if before.status not in {Status.ALIVE, None}:
        return "Reconfirmed", "kept_not_alive"
    if seat.character and before.character and seat.character != before.character:
        return "Character", "kept_other_character"
    if None not in {seat.bid, before.bid} and seat.bid != before.bid:
        return "Bid", "kept_other_price"
    return None


def auction_protocol(state: State) -> Iterator[Finding]:
    """1.1: the auction as it was written down agrees with the bids; who opened had the turn, who had no money came last."""
    auction, card = auction_in(state), card_price_in(state)
    if auction is None:
        return
    owned: dict[tuple[int, int], dict[str, int]] = {}
    for line in ledger(state):
        here = owned.setdefault((line.game.round, line.game.table), {})
        here[line.seat.player] = line.before - card * line.seat.cards_kept
    for game in state.tournament.games:
        yield from _auction_prices(game)
        yield from auction_order(game, auction, owned.get((game.round, game.table), {}))


def _auction_prices(game: Game) -> Iterator[Finding]:
    seats = {seat.player: seat for seat in game.seats}
    for call in game.auction:
        seat = seats.get(call.winner)
        if seat is None or seat.bid not in {None, call.price} or seat.character not in {"", call.character}:
            values = {"character": call.character, "price": call.price, "player": call.winner}
            yield Finding("auction_price", cell_of(game, "Bid", seat.number - 1 if seat else 0), values)


def turns(game: Game, auction: Auction) -> tuple[str, ...]:
    """The players as they open: the Sheriff and on to the left, or (Ingaggio) the one on his right and on to the right."""
    players = tuple(seat.player for seat in game.from_sheriff())
    return players[::-1] if auction.to_right else players


def openers(game: Game, auction: Auction, owned: Mapping[str, int]) -> Iterator[str]:
    """Who opens each auction of the protocol: the first with money and without a character after the last winner.

    Where it goes to the right, after who has called the last character (Ingaggio). Who keeps a character has one. "" where only
    players are left who cannot open. ``owned`` are the dollars that each can bid.
    """
    players = turns(game, auction)
    out = keepers(game) | {player for player in players if is_penniless(auction, owned.get(player, 0))}
    start = 0
    for call in game.auction:
        expected = next((p for p in players[start:] + players[:start] if p not in out), "")
        yield expected
        out.add(call.winner)
        last = (call.opener or expected) if auction.to_right else call.winner
        if last in players:
            start = players.index(last) + 1


def is_penniless(auction: Auction, dollars: int) -> bool:
    """Whether who owns so much can bid nothing, and so passes in every auction (Italy 2010 and 2007, asta dei personaggi)."""
    return dollars < max(auction.minimum, 1)


def auction_order(game: Game, auction: Auction, owned: Mapping[str, int]) -> Iterator[Finding]:
    """Auctions opened by the wrong player, and players who won two characters, or one before their turn came.

    Who has no money cannot open: the next with money does (R10-13), and he takes what is left after all who have some.
    """
    seated = {seat.player: seat.number - 1 for seat in game.seats}
    served = keepers(game)
    for call, expected in zip(game.auction, openers(game, auction, owned), strict=True):
        opener = call.opener
        wrong_opener = opener not in {None, expected or call.winner}
        if wrong_opener or call.winner in served:
            at = At("Player", seated.get(opener or call.winner, 0), game.round, game.table)
            yield Finding("auction_order", at, {"character": call.character, "expected": expected or "–"})
        elif (first := _first_to_take(game, auction, owned, served, call.winner)) != call.winner:
            at = At("Player", seated.get(call.winner, 0), game.round, game.table)
            yield Finding("auction_penniless", at, {"player": call.winner, "character": call.character, "expected": first})
        served.add(call.winner)


def _first_to_take(game: Game, auction: Auction, owned: Mapping[str, int], served: Collection[str], taker: str) -> str:
    """Who takes a character before ``taker``, where that is certain, else ``taker``; only of players without money.

    First all with money; of several without, in order of play (Italy 2010, R10-13), or by the smaller debt (Italy 2007; of equal
    debts by lot). Ingaggio names no order.
    """
    waiting = [player for player in turns(game, auction) if player not in served]
    if taker not in waiting or not is_penniless(auction, owned.get(taker, 0)):
        return taker
    able = [player for player in waiting if not is_penniless(auction, owned.get(player, 0))]
    if able or auction.to_right:
        return able[0] if able else taker
    if not auction.debt:
        return taker if taker in _next_in_order(game, auction, served) else waiting[0]
    best = max(waiting, key=lambda player: owned.get(player, 0))
    return taker if owned.get(taker, 0) == owned.get(best, 0) else best


def _next_in_order(game: Game, auction: Auction, served: Collection[str]) -> set[str]:
    """Whose turn it can be in order of play: whether it goes on or begins with the Sheriff again is not said (R10-13)."""
    players = turns(game, auction)
    winners = [call.winner for call in game.auction if call.winner in served and call.winner in players]
    start = players.index(winners[-1]) + 1 if winners else 0
    orders = (players, players[start:] + players[:start])
    return {next(player for player in order if player not in served) for order in orders}


def keepers(game: Game) -> set[str]:
    """Who keeps the character of the game before, and so takes part in no auction."""
    return {seat.player for seat in game.seats if seat.reconfirmed}


def most_lives(rulebook: Rulebook, seat: Seat) -> int:
    """The most life points that a seat can have: its character's, one more for the Sheriff; unknown ones may be the best."""
    own = rulebook.characters.get(seat.character, max(rulebook.characters.values()))
    return own + (seat.role in {Role.SHERIFF, None})


def lives_do_not_fit(state: State) -> Iterator[Finding]:
    """Germany, Der Wertungszettel: who is alive has life points left, at most his character's, one more as the Sheriff."""
    for game in state.tournament.games if state.rulebook.lives else ():
        for seat in game.seats:
            most, left, alive = most_lives(state.rulebook, seat), seat.lives, seat.status is Status.ALIVE
            if left is None or (seat.status is None and 0 <= left <= most) or (left == 0 if not alive else 0 < left <= most):
                continue
            yield Finding("lives_do_not_fit", cell_of(game, "Lives", seat.number - 1), {"lives": left, "most": most})


def killed_sheriff_impossible(state: State) -> Iterator[Finding]:
    """Only one Deputy, who is alive, can have eliminated his Sheriff, and then the Outlaws have won."""
    for game in state.tournament.games:
        marked = [seat for seat in game.seats if seat.killed_sheriff]
        for index, seat in enumerate(marked):
            possible = game.outcome in {Outcome.OUTLAWS, None} and index == 0
            if not possible or seat.role not in {Role.DEPUTY, None} or seat.status not in {Status.ALIVE, None}:
                yield Finding(
                    "killed_sheriff_impossible", cell_of(game, "Killed_Sheriff", seat.number - 1), {"player": seat.player}
                )


def outlaws_killed_impossible(state: State) -> Iterator[Finding]:
    """Ricompense in contanti: together they have eliminated no more Outlaws than fell."""
    for game in state.tournament.games if cash_reward_in(state) else ():
        counted = sum(seat.outlaws_killed for seat in game.seats)
        fallen = sum(seat.role in {Role.OUTLAW, None} and seat.status is not Status.ALIVE for seat in game.seats)
        wrong = [seat for seat in game.seats if seat.outlaws_killed < 0 or (seat.outlaws_killed and counted > fallen)]
        if wrong:
            cell = cell_of(game, "Outlaws_Killed", wrong[0].number - 1)
            yield Finding("outlaws_killed_impossible", cell, {"count": counted, "fallen": fallen})


def cards_kept_impossible(state: State) -> Iterator[Finding]:
    """Esperienza: from the second game on, no more cards than life points, nor than the money earned so far pays.

    They are cards that lay before a player at the end of the game before: who was eliminated had none any more. The life points
    are those of the game to come, the Sheriff's one more (DV-9).
    """
    price, before = card_price_in(state), {(game.round, game.table): game for game in state.tournament.games}
    for line in ledger(state) if price else ():
        last = before.get((line.game.round - 1, line.game.table))
        ends = {seat.player: seat.status for seat in last.seats} if last else {}
        fell = ends.get(line.seat.player) in FALLEN
        kept, most = line.seat.cards_kept, most_lives(state.rulebook, line.seat)
        affordable = max(0, min(most, line.before // price)) if line.game.round > 1 and not fell else 0
        if not 0 <= kept <= affordable:
            cell = cell_of(line.game, "Cards_Kept", line.seat.number - 1)
            yield Finding("cards_kept_impossible", cell, {"count": kept, "most": affordable, "player": line.seat.player})


def mark_without_option(state: State) -> Iterator[Finding]:
    """Something is marked that counts only with a variant which is not played; the first of each column."""
    variants = variants_in(state)
    asked = {mark: state.rulebook.asks(mark) for mark, blank in MARKS.items() if blank is not None}
    counts = {"bid": variants["bid"], **asked, **variants}
    for game in state.tournament.games:
        for mark in (mark for mark, in_force in counts.items() if not in_force):
            marked = next((seat for seat in game.seats if getattr(seat, mark)), None)
            if marked:
                yield Finding("mark_without_option", cell_of(game, mark.title(), marked.number - 1))


CHECKS: Final[tuple[Callable[[State], Iterator[Finding]], ...]] = (
    bid_not_legal,
    nobody_paid_last,
    reconfirmed_wrongly,
    auction_protocol,
    lives_do_not_fit,
    killed_sheriff_impossible,
    outlaws_killed_impossible,
    cards_kept_impossible,
    mark_without_option,
)
