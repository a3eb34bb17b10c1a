"""Checks of record sheets, and of knock-out tables with roles (Italy 2007, 2010; Germany; Record).

Whose turn it is and how many games there are at fixed tables; roles, end, characters, order; bids and their protocol, and what
else only some regulations ask for.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from bangxl.tournament.findings import At, Finding, record_cell, stage_cell
from bangxl.tournament.journal import changed_by_hand
from bangxl.tournament.knockout import WITHOUT_ROLES
from bangxl.tournament.ledger import ledger
from bangxl.tournament.model import FALLEN, MARKS, Game, Moment, Outcome, Role, Seat, Status
from bangxl.tournament.options import auction_in, card_price_in, cash_reward_in, variants_in
from bangxl.tournament.payouts import is_possible_end
from bangxl.tournament.progress import blank_cells, is_begun
from bangxl.tournament.roster import departures, first_sizes, sitting_out
from bangxl.tournament.rotation import next_sheriff, session_games, sheriffs_at, stopped_tables
from bangxl.tournament.rulebook import Auction, Games, Roles, Rulebook, SheriffRule
from bangxl.tournament.state import State


@dataclass(frozen=True, slots=True)
class RoleSheet:
    """A sheet with roles: its game, the role cards by number of players, and whether it is one of the knock-out."""

    game: Game
    roles: Roles
    stage: bool = False

    def cell(self, name: str, index: int = 0) -> At:
        """A cell of the sheet; the index is that of a seat, from 0."""
        return (stage_cell if self.stage else record_cell)(self.game, name, index)


def sheets(state: State) -> Iterator[RoleSheet]:
    """Every sheet on which roles are typed: record sheets, and those of the knock-out with more than three players."""
    for game in state.tournament.games:
        yield RoleSheet(game, state.rulebook.roles)
    for game in state.tournament.stages:
        if state.rulebook.knockout is not None and game.size > WITHOUT_ROLES:
            yield RoleSheet(game, state.rulebook.knockout.roles, stage=True)


def is_passive(rulebook: Rulebook, game: Game) -> bool:
    """Whether a player who left may sit in a game as a passive character: at a table that would be too small (DE-9)."""
    return rulebook.passive and game.size <= rulebook.smallest_table


def empty_chairs(state: State, game: Game) -> Iterator[tuple[str, At]]:
    """Players in the tournament who are not on their chairs, with the cell."""
    here, out = {seat.player for seat in game.seats}, sitting_out(state.tournament, game.round)
    for chair, player in enumerate(state.tournament.start_tables.get(game.table, ())):
        if player not in here | out and player in _players_left(state, game.table, game.round):
            yield player, record_cell(game, "Player", chair)


def passive_characters(state: State) -> Iterator[Finding]:
    """DE-9: at a table that would be too small, a player who has left sits as a passive character; their first game says so."""
    gone = departures(state)
    reported: set[str] = set()
    for game in state.tournament.games:
        for seat in game.seats if is_passive(state.rulebook, game) else ():
            if seat.player in gone.keys() - reported and gone[seat.player].last_round < game.round:
                reported.add(seat.player)
                yield Finding("passive_character", record_cell(game, "Player", seat.number - 1), {"player": seat.player})


def wrong_sheriff(state: State) -> Iterator[Finding]:
    """Italy 2007, Record: the next Sheriff sits on the left of the last one, among those who were it least often."""
    for game in state.tournament.games if state.rulebook.sheriff is SheriffRule.LEFT else ():
        now, turn = [seat for seat in game.seats if seat.role is Role.SHERIFF], _turn(state, game)
        if len(now) == 1 and turn is not None and now[0].number != turn:
            expected = next(seat.player for seat in game.seats if seat.number == turn)
            values = {"player": now[0].player, "expected": expected}
            yield Finding("wrong_sheriff", record_cell(game, "Role", now[0].number - 1), values)


def _turn(state: State, game: Game) -> int | None:
    staying = _players_left(state, game.table, game.round)
    chairs = [(seat.number, seat.player) for seat in game.seats if seat.player in staying]
    return next_sheriff(sheriffs_at(state.tournament, game.table, game.round), chairs)


def number_of_games(state: State) -> Iterator[Finding]:
    """A table's games follow each other without a gap, and there are no more than the regulation wants."""
    for table in state.tournament.start_tables:
        played = state.tournament.at_table(table)
        numbers = {game.round for game in played}
        for number in sorted({*range(1, max(numbers, default=0))} - numbers):
            yield Finding("game_skipped", At("Outcome", 0, number, table), {"table": table, "game": number})
        for game in played:
            if _is_over(state, game) or game.size < state.rulebook.smallest_table:
                yield Finding("too_many_games", record_cell(game, "Outcome"), {"table": table, "game": game.round})


def _is_over(state: State, game: Game) -> bool:
    """Whether a table had played all its games before this one."""
    if state.rulebook.games is Games.EACH_SHERIFF:
        been = {seat.player for seat in sheriffs_at(state.tournament, game.table, game.round)}
        return set(_players_left(state, game.table, game.round)) <= been
    if state.rulebook.games is Games.TABLE_SIZE:
        return game.round > first_sizes(state)[game.table]
    return game.round > session_games(state)


def table_stopped(state: State) -> Iterator[Finding]:
    """Italy 2007, Abbandono: with three left a table stops; with passive characters, when nobody is left to play against."""
    for one in stopped_tables(state):
        cell = At("Outcome", 0, one.games, one.table) if one.games else At("Wall_Player", 0, 1)
        yield Finding("table_stopped", cell, {"table": one.table, "count": one.players, "games": one.games})


def _players_left(state: State, table: int, number: int) -> Sequence[str]:
    """Who of a table is still in before this game; who leaves when all games are over plays them all."""
    gone = departures(state)
    while_playing = {Moment.BETWEEN_ROUNDS, Moment.DURING_GAME}
    return [
        player
        for player in state.tournament.start_tables.get(table, ())
        if player not in gone or gone[player].event.moment not in while_playing or gone[player].last_round >= number
    ]


def game_incomplete(state: State) -> Iterator[Finding]:
    """Record sheets that are begun but not finished."""
    for game in state.tournament.games:
        missing = blank_cells(state, game)
        if missing and is_begun(state.rulebook, game):
            yield Finding("game_incomplete", missing[0], {"count": len(missing), "cells": missing})
        nameless = [seat.number - 1 for seat in game.seats if not seat.character and auction_in(state) is not None]
        if nameless and not missing:
            yield Finding("character_missing", record_cell(game, "Character", nameless[0]), {"count": len(nameless)})


def role_counts(state: State) -> Iterator[Finding]:
    """G1: the role cards of a table."""
    for sheet in sheets(state):
        game = sheet.game
        count = Counter(seat.role for seat in game.seats if seat.role is not None)
        legal = sheet.roles.get(game.size, {})
        complete = sum(count.values()) == game.size
        for role in Role:
            if count[role] > legal.get(role, 0) or (complete and count[role] < legal.get(role, 0)):
                holders = [seat.number - 1 for seat in game.seats if seat.role is role]
                if role is Role.SHERIFF and state.rulebook.sheriff is SheriffRule.LEFT and game in state.tournament.games:
                    turn = _turn(state, game)
                    holders = [row for row in holders if turn is None or row != turn - 1][:1] or holders
                values = {"role": role, "count": count[role], "legal": legal.get(role, 0), "players": game.size}
                yield Finding("role_counts", sheet.cell("Role", holders[-1] if holders else 0), values)


def sheriff_not_first(state: State) -> Iterator[Finding]:
    """1.1: seat 1 is the Sheriff's."""
    if state.rulebook.sheriff is not SheriffRule.SEAT_1:
        return
    for game in state.tournament.games:
        for seat in game.seats:
            if (seat.role is Role.SHERIFF) != (seat == game.seats[0]) and seat.role is not None:
                values = {"player": seat.player, "seat": seat.number}
                yield Finding("sheriff_not_first", record_cell(game, "Role", seat.number - 1), values)


def impossible_end(state: State) -> Iterator[Finding]:
    """The outcome fits the survivors, and the final duel was possible (G5)."""
    last = state.rulebook.among_last
    for sheet in sheets(state):
        game = sheet.game
        lines = [(seat.role, seat.status) for seat in game.seats if seat.role is not None and seat.status is not None]
        cards = Counter(sheet.roles.get(game.size, {}))
        if len(lines) < game.size or game.outcome is None or Counter(role for role, _status in lines) != cards:
            yield from _duel_of_others(sheet)
            continue
        statuses = [status for _role, status in lines]
        plain = [(role, status if status is Status.ALIVE else Status.ELIMINATED) for role, status in lines]
        if not is_possible_end(game.outcome, plain):
            yield Finding("impossible_end", sheet.cell("Outcome"), {"outcome": game.outcome, "reason": _contradiction(game)})
        elif Status.FINAL_DUEL in statuses and not is_possible_end(game.outcome, lines, game.size):
            seat = game.seats[statuses.index(Status.FINAL_DUEL)]
            yield Finding("final_duel_impossible", sheet.cell("Status", seat.number - 1))
        elif not is_possible_end(game.outcome, lines, last):
            seat = game.seats[statuses.index(Status.AMONG_LAST)]
            yield Finding("too_many_last", sheet.cell("Status", seat.number - 1), {"last_players": last})


def _duel_of_others(sheet: RoleSheet) -> Iterator[Finding]:
    """Only a Renegade loses a final duel, and no Deputy is alive then (G5), whatever else is not known yet."""
    deputy = any((seat.role, seat.status) == (Role.DEPUTY, Status.ALIVE) for seat in sheet.game.seats)
    for seat in sheet.game.seats:
        if seat.status is Status.FINAL_DUEL and (deputy or seat.role not in {Role.RENEGADE, None}):
            yield Finding("final_duel_impossible", sheet.cell("Status", seat.number - 1))


def character_unknown_or_twice(state: State) -> Iterator[Finding]:
    """The sixteen of the base game, each once at a table."""
    for sheet in sheets(state):
        count = Counter(seat.character for seat in sheet.game.seats if seat.character)
        for seat in sheet.game.seats:
            cell = sheet.cell("Character", seat.number - 1)
            if seat.character and seat.character not in state.rulebook.characters:
                yield Finding("unknown_character", cell, {"text": seat.character})
            elif seat.character and count[seat.character] > 1:
                yield Finding("duplicate_character", cell, {"character": seat.character})


def results_out_of_order(state: State) -> Iterator[Finding]:
    """A result in a later round while an earlier one is open; fixed tables go on without waiting for each other."""
    fixed, still_open = state.rulebook.fixed_tables, [game for game in state.tournament.games if blank_cells(state, game)]
    for game in state.tournament.games:
        before = [one.round for one in still_open if one.round < game.round and (not fixed or one.table == game.table)]
        if before and is_begun(state.rulebook, game):
            yield Finding("later_round_result", record_cell(game, "Outcome"), {"round": game.round, "open": min(before)})


def closed_game_changed(state: State) -> Iterator[Finding]:
    """A closed game that is not as it was logged: changed by hand, or corrected after `reopen`."""
    for (number, table), row in changed_by_hand(state.tournament, state.journal).items():
        yield Finding("game_changed", At("Outcome", 0, number, table), {"round": number, "table": table, "row": row + 1})
    for row, entry in enumerate(state.journal.entries):
        if entry.command == "reopen":
            yield Finding("correction", At("Log_Command", row), {"game": entry.stage, "reason": entry.reason})


def ruling(state: State) -> Iterator[Finding]:
    """G10: a game that the referee has decided. A ruling has an amount for everybody, and a reason."""
    for game in state.tournament.games:
        lines = [index for index, event in enumerate(state.tournament.events) if event.decides(game)]
        given = [seat.number - 1 for seat in game.seats if seat.ruling is not None]
        lacking = [seat.number - 1 for seat in game.seats if seat.ruling is None]
        values: dict[str, object] = {"round": game.round, "table": game.table}
        reason = state.tournament.reason_of(game)
        if (lines or given) and lacking:
            yield Finding("ruling_incomplete", record_cell(game, "Ruling", lacking[0]), {"count": len(lacking)})
        if (lines or given) and not reason:
            cell = At("Events_Reason", lines[0]) if lines else record_cell(game, "Ruling", given[0])
            yield Finding("ruling_without_reason", cell, values)
        if game.is_ruled and reason:
            yield Finding("ruling", record_cell(game, "Ruling", given[0]), values | {"reason": reason})


def _contradiction(game: Game) -> str:
    """Which sentence of the rules the end contradicts, as a code."""
    alive = {seat.role for seat in game.seats if seat.status is Status.ALIVE}
    match game.outcome:
        case Outcome.LAW:
            return "law_sheriff_dead" if Role.SHERIFF not in alive else "law_enemy_alive"
        case Outcome.OUTLAWS:
            return "outlaws_sheriff_alive" if Role.SHERIFF in alive else "outlaws_nobody"
    return "renegade_not_alone" if Role.RENEGADE in alive else "renegade_dead"


def bid_not_legal(state: State) -> Iterator[Finding]:
    """1.1: multiples of the step, from the minimum up to the bankroll, less what the cards kept have cost (Esperienza).

    A player without money pays the minimum all the same, or what they have (DV-5).
    """
    auction, card = auction_in(state), card_price_in(state)
    for line in ledger(state) if auction else ():
        if auction is None or line.seat.bid is None:
            continue
        bid, cell = line.seat.bid, record_cell(line.game, "Bid", line.seat.number - 1)
        owned = line.before - card * line.seat.cards_kept
        penniless = owned < auction.minimum and not auction.debt
        odd = bid % auction.step and not (penniless and bid == owned)
        if odd and 0 < bid < 10 and auction.drops_zeros:
            yield Finding("bid_digit", cell, {"bid": bid, "meant": bid * auction.step, "step": auction.step})
            continue
        if odd:
            yield Finding("bid_step", cell, {"bid": bid, "step": auction.step})
        if bid < (0 if penniless else auction.minimum) and bid != auction.last and not line.seat.reconfirmed:
            yield Finding("bid_minimum", cell, {"bid": bid, "minimum": auction.minimum})
        if bid > max(owned, auction.minimum if auction.debt else 0):
            yield Finding("bid_above_bankroll", cell, {"bid": bid, "bankroll": owned, "player": line.seat.player})


def nobody_paid_last(state: State) -> Iterator[Finding]:
    """The last player takes the character that is left; who keeps their character takes no part (R07-11)."""
    auction = auction_in(state)
    for game in state.tournament.games if auction else ():
        paid = [seat.bid for seat in game.seats if not seat.reconfirmed]
        known = [bid for bid in paid if bid is not None]
        if auction is not None and known and len(known) == len(paid) and min(known) > auction.last:
            buyer = next(seat.number for seat in game.seats if not seat.reconfirmed)
            yield Finding("nobody_paid_last", record_cell(game, "Bid", buyer - 1), {"last": auction.last})


def reconfirmed_wrongly(state: State) -> Iterator[Finding]:
    """Italy 2007, Ingaggio: who was alive may keep the character, at the price of the auction in which they got it (R07-10)."""
    auction = auction_in(state)
    for game in state.tournament.games if auction and auction.reconfirm else ():
        before = {seat.player: seat for other in state.tournament.round(game.round - 1) for seat in other.seats}
        for seat in game.seats:
            if seat.reconfirmed and (wrong := _wrong_cell(seat, before.get(seat.player))):
                name, reason = wrong
                cell = record_cell(game, name, seat.number - 1)
                yield Finding("reconfirmed_wrongly", cell, {"player": seat.player, "reason": reason})


def _wrong_cell(seat: Seat, before: Seat | None) -> tuple[str, str] | None:
    """The wrong cell and the reason as a code; blank cells are not wrong."""
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
        seats = {seat.player: seat for seat in game.seats}
        for call in game.auction:
            seat = seats.get(call.winner)
            if seat is None or seat.bid not in {None, call.price} or seat.character not in {"", call.character}:
                values = {"character": call.character, "price": call.price, "player": call.winner}
                yield Finding("auction_price", record_cell(game, "Bid", seat.number - 1 if seat else 0), values)
        money = owned.get((game.round, game.table), {})
        yield from auction_order(game, auction, money)
        yield from auction_cheap(game, auction, money)


def turns(game: Game, auction: Auction) -> tuple[str, ...]:
    """The players as they open: the Sheriff and on to the left, or (Ingaggio) the one on the right and on to the right."""
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

    A player without money cannot open: the next with money does (R10-13), and they take what is left after all who have some.
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


def auction_cheap(game: Game, auction: Auction, owned: Mapping[str, int]) -> Iterator[Finding]:
    """Prices that no auction can give (Italy 2010, 1.1; Italy 2007; Ingaggio).

    The last player pays exactly the least, and so do all without money (in Ingaggio what they have, DV-5). Of the others, whoever
    has not opened has raised.
    """
    seated, taking = {seat.player: seat.number - 1 for seat in game.seats}, len(game.seats) - len(keepers(game))
    if len({call.winner for call in game.auction}) < len(game.auction):  # `auction_order` has found that
        return
    for number, (call, expected) in enumerate(zip(game.auction, openers(game, auction, owned), strict=True), 1):
        dollars, at = owned.get(call.winner, auction.last), record_cell(game, "Bid", seated.get(call.winner, 0))
        values: dict[str, object] = {"player": call.winner, "character": call.character, "price": call.price}
        if number == taking or is_penniless(auction, dollars):
            if call.price != auction.last and (auction.debt or dollars >= auction.last):
                yield Finding("auction_last", at, {**values, "last": auction.last})
        elif call.winner != (call.opener or expected) and call.price < (least := auction.minimum + auction.least_raise):
            yield Finding("auction_raise", at, {**values, "least": least})


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
        # whether the order of play goes on or begins with the Sheriff again is not said (R10-13)
        players = turns(game, auction)
        winners = [call.winner for call in game.auction if call.winner in served and call.winner in players]
        start = players.index(winners[-1]) + 1 if winners else 0
        following = next(player for player in players[start:] + players[:start] if player not in served)
        return taker if taker in {waiting[0], following} else waiting[0]
    best = max(waiting, key=lambda player: owned.get(player, 0))
    return taker if owned.get(taker, 0) == owned.get(best, 0) else best


def keepers(game: Game) -> set[str]:
    """Who keeps the character of the game before, and so takes part in no auction."""
    return {seat.player for seat in game.seats if seat.reconfirmed}


def most_lives(rulebook: Rulebook, seat: Seat) -> int:
    """The most life points that a seat can have: its character's, one more for the Sheriff; unknown ones may be the best."""
    own = rulebook.characters.get(seat.character, max(rulebook.characters.values()))
    return own + (seat.role in {Role.SHERIFF, None})


def lives_do_not_fit(state: State) -> Iterator[Finding]:
    """Germany, Der Wertungszettel: who is alive has life points left, at most their character's, one more as the Sheriff."""
    for game in state.tournament.games if state.rulebook.lives else ():
        for seat in game.seats:
            most, left, alive = most_lives(state.rulebook, seat), seat.lives, seat.status is Status.ALIVE
            if left is None or (seat.status is None and 0 <= left <= most) or (left == 0 if not alive else 0 < left <= most):
                continue
            yield Finding("lives_do_not_fit", record_cell(game, "Lives", seat.number - 1), {"lives": left, "most": most})


def killed_sheriff_impossible(state: State) -> Iterator[Finding]:
    """Only one Deputy, who is alive, can have eliminated the Sheriff, and then the Outlaws have won."""
    for game in state.tournament.games:
        marked = [seat for seat in game.seats if seat.killed_sheriff]
        for index, seat in enumerate(marked):
            possible = game.outcome in {Outcome.OUTLAWS, None} and index == 0
            if not possible or seat.role not in {Role.DEPUTY, None} or seat.status not in {Status.ALIVE, None}:
                cell = record_cell(game, "Killed_Sheriff", seat.number - 1)
                yield Finding("killed_sheriff_impossible", cell, {"player": seat.player})


def outlaws_killed_impossible(state: State) -> Iterator[Finding]:
    """Ricompense in contanti: together they have eliminated no more Outlaws than fell."""
    for game in state.tournament.games if cash_reward_in(state) else ():
        counted = sum(seat.outlaws_killed for seat in game.seats)
        fallen = sum(seat.role in {Role.OUTLAW, None} and seat.status is not Status.ALIVE for seat in game.seats)
        wrong = [seat for seat in game.seats if seat.outlaws_killed < 0 or (seat.outlaws_killed and counted > fallen)]
        if wrong:
            cell = record_cell(game, "Outlaws_Killed", wrong[0].number - 1)
            yield Finding("outlaws_killed_impossible", cell, {"count": counted, "fallen": fallen})


def cards_kept_impossible(state: State) -> Iterator[Finding]:
    """Esperienza: from the second game on, no more cards than life points, nor than the money earned so far pays.

    They are cards that lay before a player at the end of the game before: an eliminated player had none. The life points
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
            cell = record_cell(line.game, "Cards_Kept", line.seat.number - 1)
            yield Finding("cards_kept_impossible", cell, {"count": kept, "most": affordable, "player": line.seat.player})


def badge_too_often(state: State) -> Iterator[Finding]:
    """No table gives a badge more often than the regulation allows, nor less than never."""
    for game, (mark, badge) in product(state.tournament.games, state.rulebook.badges.items()):
        given = [getattr(seat, mark) for seat in game.seats]
        if min(given, default=0) < 0 or sum(given) > badge.most:
            at = next(seat.number - 1 for seat, count in zip(game.seats, given, strict=True) if count)
            values = {"badge": badge.name, "count": sum(given), "most": badge.most}
            yield Finding("badge_too_often", record_cell(game, mark.title(), at), values)


def mark_without_option(state: State) -> Iterator[Finding]:
    """Something is marked that counts only with a variant which is not played; the first of each column."""
    counts = {"bid": False, **{mark: state.rulebook.asks(mark) for mark in MARKS}, **variants_in(state)}
    uncounted = [mark for mark, in_force in counts.items() if not in_force]
    for game, mark in product(state.tournament.games, uncounted):
        if marked := next((seat for seat in game.seats if getattr(seat, mark)), None):
            yield Finding("mark_without_option", record_cell(game, mark.title(), marked.number - 1))


CHECKS: Final[tuple[Callable[[State], Iterator[Finding]], ...]] = (
    passive_characters, wrong_sheriff, number_of_games, table_stopped, game_incomplete, role_counts, sheriff_not_first,
    impossible_end, character_unknown_or_twice, results_out_of_order, closed_game_changed, ruling, bid_not_legal,
    nobody_paid_last, reconfirmed_wrongly, auction_protocol, lives_do_not_fit, killed_sheriff_impossible,
    outlaws_killed_impossible, cards_kept_impossible, badge_too_often, mark_without_option,
)  # fmt: skip
