"""The auction of characters, as far as its protocol can be checked (Italy 2010, 1.1; R10-13; Record, Ingaggio)."""

from __future__ import annotations

from collections.abc import Iterator

from bangxl.tournament.findings import At, Finding
from bangxl.tournament.model import Game
from bangxl.tournament.rulebook import Auction


def turns(game: Game, auction: Auction) -> tuple[str, ...]:
    """The players as they open: the Sheriff and on to the left, or (Ingaggio) the one on his right and on to the right."""
    players = tuple(seat.player for seat in game.from_sheriff())
    return players[::-1] if auction.to_right else players


def openers(game: Game, auction: Auction) -> Iterator[str]:
    """Who opens each auction of the protocol: the first without a character after the last winner.

    Where it goes to the right, after who has called the last character (Ingaggio). Who keeps a character has one.
    """
    players = turns(game, auction)
    served = kept(game)
    start = 0
    for call in game.auction:
        expected = next((p for p in players[start:] + players[:start] if p not in served), "")
        yield expected
        served.add(call.winner)
        last = (call.opener or expected) if auction.to_right else call.winner
        if last in players:
            start = players.index(last) + 1


def order_findings(game: Game, auction: Auction) -> Iterator[Finding]:
    """Auctions opened by the wrong player, and players who won two characters.

    Who has no money cannot open (R10-13): a later seat may open in his place, so only an opener who already has a
    character, or is not at the table, is wrong for certain.
    """
    seated = {seat.player: seat.number - 1 for seat in game.seats}
    served = kept(game)
    for call, expected in zip(game.auction, openers(game, auction), strict=True):
        opener = call.opener
        wrong_opener = opener is not None and (opener in served or opener not in seated)
        if wrong_opener or call.winner in served:
            at = At("Player", seated.get(opener or call.winner, 0), game.round, game.table)
            yield Finding("auction_order", at, {"character": call.character, "expected": expected})
        served.add(call.winner)


def kept(game: Game) -> set[str]:
    """Who keeps the character of the game before, and so takes part in no auction."""
    return {seat.player for seat in game.seats if seat.reconfirmed}
