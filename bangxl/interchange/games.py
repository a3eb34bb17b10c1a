"""Record sheets out of JSON: what an absent key means depends on the regulation and on whether the game is finished."""

from __future__ import annotations

from dataclasses import dataclass, replace

from msgspec import UNSET

from bangxl.interchange.faults import once, refuse
from bangxl.interchange.schema import GameJson, SeatJson
from bangxl.tournament.model import MARKS, Call, Game, Role, Seat, Status, Tournament
from bangxl.tournament.options import auction_in
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.tournament.state import State


@dataclass(frozen=True, slots=True)
class GameReader:
    """Reads the games of a tournament of which all the rest is known."""

    rulebook: Rulebook
    tournament: Tournament

    def game(self, path: str, raw: GameJson) -> Game:
        """One record sheet, its seats by number."""
        numbers = self._chairs(path, raw)
        finished = raw.outcome is not None
        seats = [self._seat(number, seat, finished=finished) for number, seat in zip(numbers, raw.seats, strict=True)]
        if not finished and seats and all(seat.role is None for seat in seats):
            seats[0] = replace(seats[0], role=self._first_role(seats[0]))
        if raw.renegade_final_duel:
            seats = final_duel(f"{path}.renegade_final_duel", seats)
        calls = tuple(Call(call.opener, call.character, call.winner, call.price) for call in raw.auction)
        return Game(raw.round, raw.table, tuple(sorted(seats, key=lambda seat: seat.number)), raw.outcome, calls)

    def _chairs(self, path: str, raw: GameJson) -> list[int]:
        """Numbered from 1 without a gap, but at fixed tables everybody keeps his chair, whoever has left."""
        numbers, largest = seat_numbers(raw), self.rulebook.largest_table
        fixed = self.tournament.start_tables.get(raw.table, ())
        if fixed and any(seat.seat is UNSET for seat in raw.seats):
            numbers = [fixed.index(seat.player) + 1 if seat.player in fixed else 0 for seat in raw.seats]
        once(f"{path}.seats", numbers, "two players on one seat")
        if not numbers or min(numbers) < 1 or max(numbers) > largest:
            refuse(f"{path}.seats", f"the seats must be numbered from 1, at most {largest}")
        if not self.rulebook.fixed_tables and sorted(numbers) != list(range(1, len(numbers) + 1)):
            refuse(f"{path}.seats", f"the seats must be numbered from 1, at most {largest}")
        return numbers

    def _first_role(self, seat: Seat) -> Role | None:
        """Of an open game without any role: who is listed first is the Sheriff, where the regulation says who is."""
        seated = self.rulebook.sheriff is SheriffRule.LEFT or seat.number == 1
        return Role.SHERIFF if seated and self.rulebook.sheriff is not SheriffRule.DRAWN else None

    def _seat(self, number: int, raw: SeatJson, *, finished: bool) -> Seat:
        """Of a finished game, what is absent means 0 and eliminated; of an open one, not filled in."""
        alive = (False if finished else None) if raw.alive is UNSET else raw.alive
        bids = auction_in(State(self.tournament, self.rulebook)) is not None
        bid = (0 if finished and bids else None) if raw.bid is UNSET else raw.bid
        lives = (0 if finished and self.rulebook.lives else None) if raw.lives is UNSET else raw.lives
        return Seat(
            number=number,
            player=raw.player,
            role=raw.role,
            status=status_of(alive),
            character=self.rulebook.character(raw.character),
            bid=bid,
            lives=lives,
            **{mark: getattr(raw, mark) for mark in MARKS if mark != "lives"},
        )


def seat_numbers(raw: GameJson) -> list[int]:
    """The numbers of the seats; where they are not said, as they are listed."""
    return [index if seat.seat is UNSET else seat.seat for index, seat in enumerate(raw.seats, 1)]


def status_of(alive: bool | None) -> Status | None:  # noqa: FBT001 -- a value of the format, not a switch
    """A blank cell, alive, or eliminated; the final duel is said of the whole game."""
    return None if alive is None else Status.ALIVE if alive else Status.ELIMINATED


def final_duel(path: str, seats: list[Seat]) -> list[Seat]:
    """The seats, the Renegade having reached the final duel and lost it. He must be there, and eliminated."""
    renegades = [seat for seat in seats if seat.role is Role.RENEGADE]
    if not renegades or any(seat.status is Status.ALIVE for seat in renegades):
        refuse(path, "true needs a Renegade who was eliminated")
    return [replace(seat, status=Status.FINAL_DUEL) if seat in renegades else seat for seat in seats]
