"""Checks of what only some regulations ask on a record sheet: life points, eliminations, cards kept (Germany; Record)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from bangxl.tournament.checks.sheets import at
from bangxl.tournament.findings import Finding
from bangxl.tournament.ledger import ledger
from bangxl.tournament.model import MARKS, Outcome, Role, Seat, Status
from bangxl.tournament.options import auction_in, card_price_in, cash_reward_in
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State


def most_lives(rulebook: Rulebook, seat: Seat) -> int:
    """The most life points that a seat can have: its character's, one more for the Sheriff; unknown ones may be the best."""
    own = rulebook.characters.get(seat.character, max(rulebook.characters.values()))
    return own + (seat.role in {Role.SHERIFF, None})


def lives_do_not_fit(state: State) -> Iterator[Finding]:
    """rules.md §6: who is alive has life points left, nobody more than his character has, one more as the Sheriff."""
    for game in state.tournament.games if state.rulebook.lives else ():
        for seat in game.seats:
            most, left, alive = most_lives(state.rulebook, seat), seat.lives, seat.status is Status.ALIVE
            if left is None or (seat.status is None and 0 <= left <= most) or (left == 0 if not alive else 0 < left <= most):
                continue
            yield Finding("lives_do_not_fit", at(game, "Lives", seat.number - 1), {"lives": left, "most": most})


def killed_sheriff_impossible(state: State) -> Iterator[Finding]:
    """rules.md §6: only one Deputy, who is alive, can have eliminated his Sheriff, and then the Outlaws have won."""
    for game in state.tournament.games:
        marked = [seat for seat in game.seats if seat.killed_sheriff]
        for index, seat in enumerate(marked):
            possible = game.outcome in {Outcome.OUTLAWS, None} and index == 0
            if not possible or seat.role not in {Role.DEPUTY, None} or seat.status not in {Status.ALIVE, None}:
                yield Finding("killed_sheriff_impossible", at(game, "Killed_Sheriff", seat.number - 1), {"player": seat.player})


def outlaws_killed_impossible(state: State) -> Iterator[Finding]:
    """Ricompense in contanti: together they have eliminated no more Outlaws than fell."""
    for game in state.tournament.games if cash_reward_in(state) else ():
        counted = sum(seat.outlaws_killed for seat in game.seats)
        fallen = sum(seat.role in {Role.OUTLAW, None} and seat.status is not Status.ALIVE for seat in game.seats)
        wrong = [seat for seat in game.seats if seat.outlaws_killed < 0 or (seat.outlaws_killed and counted > fallen)]
        if wrong:
            cell = at(game, "Outlaws_Killed", wrong[0].number - 1)
            yield Finding("outlaws_killed_impossible", cell, {"count": counted, "fallen": fallen})


def cards_kept_impossible(state: State) -> Iterator[Finding]:
    """Esperienza: from the second game on, no more cards than life points, nor than the money earned so far pays."""
    price = card_price_in(state)
    for line in ledger(state) if price else ():
        kept, most = line.seat.cards_kept, most_lives(state.rulebook, line.seat)
        affordable = max(0, min(most, line.before // price)) if line.game.round > 1 else 0
        if not 0 <= kept <= affordable:
            cell = at(line.game, "Cards_Kept", line.seat.number - 1)
            yield Finding("cards_kept_impossible", cell, {"count": kept, "most": affordable, "player": line.seat.player})


def mark_without_option(state: State) -> Iterator[Finding]:
    """Something is marked that counts only with a variant which is not played; the first of each column."""
    auction = auction_in(state)
    counts = {"bid": auction is not None} | {mark: state.rulebook.asks(mark) for mark in MARKS if mark != "lives"}
    counts |= {
        "reconfirmed": auction is not None and auction.reconfirm,
        "outlaws_killed": cash_reward_in(state) != 0,
        "cards_kept": card_price_in(state) != 0,
    }
    for game in state.tournament.games:
        for mark in (mark for mark, in_force in counts.items() if not in_force):
            marked = next((seat for seat in game.seats if getattr(seat, mark)), None)
            if marked:
                yield Finding("mark_without_option", at(game, mark.title(), marked.number - 1))


CHECKS: Final[tuple[Callable[[State], Iterator[Finding]], ...]] = (
    lives_do_not_fit, killed_sheriff_impossible, outlaws_killed_impossible, cards_kept_impossible, mark_without_option,
)  # fmt: skip
