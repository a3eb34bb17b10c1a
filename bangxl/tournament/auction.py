"""The auction of characters, as far as its protocol can be checked (Italy 2010, 1.1; R10-13)."""

from __future__ import annotations

from collections.abc import Iterator

from bangxl.tournament.findings import At, Finding
from bangxl.tournament.model import Game


def openers(game: Game) -> Iterator[str]:
    """Who opens each auction of the protocol: the Sheriff, then the first without a character to the left of the last winner."""
    players = [seat.player for seat in game.seats]
    served: set[str] = set()
    start = 0
    for call in game.auction:
        yield next((p for p in players[start:] + players[:start] if p not in served), "")
        served.add(call.winner)
        if call.winner in players:
            start = players.index(call.winner) + 1


def order_findings(game: Game) -> Iterator[Finding]:
    """Auctions opened by the wrong player, and players who won two characters.

    Who has no money cannot open (R10-13): a later seat may open in his place, so only an opener who already has a
    character, or is not at the table, is wrong for certain.
    """
    seated = {seat.player: index for index, seat in enumerate(game.seats)}
    served: set[str] = set()
    for call, expected in zip(game.auction, openers(game), strict=True):
        opener = call.opener
        wrong_opener = opener is not None and (opener in served or opener not in seated)
        if wrong_opener or call.winner in served:
            at = At("Player", seated.get(opener or call.winner, 0), game.round, game.table)
            yield Finding("auction_order", at, {"character": call.character, "expected": expected})
        served.add(call.winner)
