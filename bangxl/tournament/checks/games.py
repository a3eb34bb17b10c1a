"""Checks of the record sheets: roles, end of the game, characters, auction, order of the rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from bangxl.tournament.auction import order_findings
from bangxl.tournament.endstates import is_possible
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.journal import Journal, changed_by_hand
from bangxl.tournament.ledger import ledger
from bangxl.tournament.model import Game, Outcome, Role, Status, Tournament
from bangxl.tournament.progress import blanks
from bangxl.tournament.rulebook import Rulebook


def incomplete(tournament: Tournament, _rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """What somebody began to fill in and did not finish."""
    for game in tournament.games:
        missing = blanks(game)
        if missing and _begun(game):
            yield Finding("game_incomplete", missing[0], {"count": len(missing)})
        nameless = [seat.number - 1 for seat in game.seats if not seat.character]
        if nameless and not missing:
            yield Finding("character_missing", _at(game, "Character", nameless[0]), {"count": len(nameless)})


def roles(tournament: Tournament, rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """G1: the role cards of a table; 1.1: seat 1 is the Sheriff's."""
    for game in tournament.games:
        count = Counter(seat.role for seat in game.seats if seat.role is not None)
        legal = rulebook.roles.get(game.size, {})
        complete = sum(count.values()) == game.size
        for role in Role:
            if count[role] > legal.get(role, 0) or (complete and count[role] < legal.get(role, 0)):
                holders = [seat.number - 1 for seat in game.seats if seat.role is role]
                values = {"role": role, "count": count[role], "legal": legal.get(role, 0), "players": game.size}
                yield Finding("role_counts", _at(game, "Role", holders[-1] if holders else 0), values)
        for seat in game.seats:
            index = seat.number - 1
            if (seat.role is Role.SHERIFF) != (seat.number == 1) and seat.role is not None:
                yield Finding("sheriff_not_first", _at(game, "Role", index), {"player": seat.player, "seat": seat.number})


def end_states(tournament: Tournament, rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """rules.md §6: the outcome fits who is alive, and the final duel was possible (G5)."""
    for game in tournament.games:
        lines = [(seat.role, seat.status) for seat in game.seats if seat.role is not None and seat.status is not None]
        if len(lines) < game.size or game.outcome is None:
            continue
        if Counter(role for role, _ in lines) != Counter(rulebook.roles.get(game.size, {})):
            continue
        duellists = [seat.number - 1 for seat in game.seats if seat.status is Status.FINAL_DUEL]
        plain = [(role, Status.ELIMINATED if status is Status.FINAL_DUEL else status) for role, status in lines]
        if not is_possible(game.outcome, plain):
            yield Finding("impossible_end", _at(game, "Outcome", 0), {"outcome": game.outcome, "reason": _why(game)})
        elif duellists and not is_possible(game.outcome, lines):
            yield Finding("final_duel_impossible", _at(game, "Status", duellists[0]))


def characters(tournament: Tournament, rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """The sixteen of the base game, each once at a table."""
    for game in tournament.games:
        count = Counter(seat.character for seat in game.seats if seat.character)
        for seat in game.seats:
            index = seat.number - 1
            at = _at(game, "Character", index)
            if seat.character and seat.character not in rulebook.characters:
                yield Finding("unknown_character", at, {"text": seat.character})
            elif seat.character and count[seat.character] > 1:
                yield Finding("duplicate_character", at, {"character": seat.character})


def bids(tournament: Tournament, rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """1.1: multiples of the step, from the minimum up to the bankroll; the last player takes what is left for nothing."""
    auction = rulebook.auction
    for line in ledger(tournament, rulebook):
        game, bid = line.game, line.seat.bid
        at = _at(game, "Bid", line.seat.number - 1)
        if bid is None:
            continue
        if bid % auction.step:
            yield Finding("bid_step", at, {"bid": bid, "step": auction.step})
        if bid < auction.minimum:
            yield Finding("bid_minimum", at, {"bid": bid, "minimum": auction.minimum})
        if bid > line.before and bid > auction.minimum:
            yield Finding("bid_above_bankroll", at, {"bid": bid, "bankroll": line.before, "player": line.seat.player})
    for game in tournament.games:
        paid = [seat.bid for seat in game.seats]
        if None not in paid and auction.last not in paid:
            yield Finding("nobody_paid_last", _at(game, "Bid", 0), {"last": auction.last})


def protocol(tournament: Tournament, _rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """1.1: the auction as it was written down agrees with the bids, and the right player opened each time."""
    for game in tournament.games:
        seats = {seat.player: index for index, seat in enumerate(game.seats)}
        for call in game.auction:
            index = seats.get(call.winner)
            seat = None if index is None else game.seats[index]
            if index is None or seat is None or seat.bid not in {None, call.price} or seat.character not in {"", call.character}:
                values = {"character": call.character, "price": call.price, "player": call.winner}
                yield Finding("auction_price", _at(game, "Bid", index or 0), values)
        yield from order_findings(game)


def order(tournament: Tournament, _rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """A result in a later round while an earlier one is open."""
    still_open = min((game.round for game in tournament.games if blanks(game)), default=None)
    for game in tournament.games:
        if still_open is not None and game.round > still_open and _begun(game):
            yield Finding("later_round_result", _at(game, "Outcome", 0), {"round": game.round, "open": still_open})


def closed_games(tournament: Tournament, _rulebook: Rulebook, journal: Journal) -> Iterator[Finding]:
    """A closed game that is not as it was logged: changed by hand, or corrected after `reopen`."""
    for (number, table), row in changed_by_hand(tournament, journal).items():
        yield Finding("game_changed", At("Outcome", 0, number, table), {"round": number, "table": table, "row": row + 1})
    for row, entry in enumerate(journal.entries):
        if entry.command == "reopen":
            yield Finding("correction", At("Log_Command", row), {"game": entry.stage, "reason": entry.reason})


def _at(game: Game, name: str, index: int) -> At:
    return At(name, index, game.round, game.table)


def _begun(game: Game) -> bool:
    """Whether somebody has typed anything; seat 1's role is written by the draw."""
    return game.outcome is not None or any(
        seat.status is not None or seat.bid is not None or seat.character or (seat.role is not None and seat.number != 1)
        for seat in game.seats
    )


def _why(game: Game) -> str:
    """Which sentence of the rules the end contradicts, as a code."""
    alive = {seat.role for seat in game.seats if seat.status is Status.ALIVE}
    match game.outcome:
        case Outcome.LAW:
            return "law_sheriff_dead" if Role.SHERIFF not in alive else "law_enemy_alive"
        case Outcome.OUTLAWS:
            return "outlaws_sheriff_alive" if Role.SHERIFF in alive else "outlaws_nobody"
    return "renegade_not_alone" if Role.RENEGADE in alive else "renegade_dead"


CHECKS: Final[tuple[Callable[[Tournament, Rulebook, Journal], Iterator[Finding]], ...]] = (
    incomplete, roles, end_states, characters, bids, protocol, order, closed_games,
)  # fmt: skip
