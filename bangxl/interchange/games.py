"""Games out of JSON: record sheets, where what an absent key means depends on the regulation; duels, stages of a knock-out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import UNSET

from bangxl.interchange.faults import once, refuse
from bangxl.interchange.schema import DuelJson, FinalsJson, GameJson, SeatJson, StageGameJson, StageSeatJson, TournamentJson
from bangxl.locale.catalog import N_
from bangxl.tournament.finals import BYE, is_decided, matches_of, mode, pairing
from bangxl.tournament.knockout import WITHOUT_ROLES
from bangxl.tournament.model import (
    MARKS,
    WALKOVER,
    Call,
    Draw,
    Duel,
    Finals,
    Game,
    Outcome,
    Role,
    Score,
    Seat,
    Status,
    Tournament,
    stage_code,
)
from bangxl.tournament.options import auction_in
from bangxl.tournament.progress import rounds, rounds_played
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
        _not_both(path, raw.seats)
        seats = [self._seat(number, seat, finished=finished) for number, seat in zip(numbers, raw.seats, strict=True)]
        if not finished and raw.ruling is None and seats and all(seat.role is None for seat in seats):
            seats[0] = replace(seats[0], role=self._first_role(seats[0]))
        if raw.renegade_final_duel:
            seats = final_duel(f"{path}.renegade_final_duel", seats)
        calls = tuple(Call(call.opener, call.character, call.winner, call.price) for call in raw.auction)
        if raw.ruling is not None:
            seats = ruled(f"{path}.ruling.payouts", seats, raw.ruling.payouts)
        return Game(raw.round, raw.table, tuple(sorted(seats, key=lambda seat: seat.number)), raw.outcome, calls)

    def _chairs(self, path: str, raw: GameJson) -> list[int]:
        """Numbered from 1 without a gap, but at fixed tables everybody keeps his chair, whoever has left."""
        numbers, largest = seat_numbers(raw), self.rulebook.largest_table
        fixed = self.tournament.start_tables.get(raw.table, ())
        if fixed and any(seat.seat is UNSET for seat in raw.seats):
            numbers = [fixed.index(seat.player) + 1 if seat.player in fixed else 0 for seat in raw.seats]
        once(f"{path}.seats", numbers, N_("two players on one seat"))
        if not numbers or min(numbers) < 1 or max(numbers) > largest:
            refuse(f"{path}.seats", N_("the seats must be numbered from 1, at most {most}"), most=largest)
        if not self.rulebook.fixed_tables and sorted(numbers) != list(range(1, len(numbers) + 1)):
            refuse(f"{path}.seats", N_("the seats must be numbered from 1, at most {most}"), most=largest)
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
            status=_lost(raw) or status_of(alive),
            character=self.rulebook.character(raw.character),
            bid=bid,
            lives=lives,
            **{mark: getattr(raw, mark) for mark, blank in MARKS.items() if blank is not None},
        )


def seat_numbers(raw: GameJson) -> list[int]:
    """The numbers of the seats; where they are not said, as they are listed."""
    return [index if seat.seat is UNSET else seat.seat for index, seat in enumerate(raw.seats, 1)]


def status_of(alive: bool | None) -> Status | None:  # noqa: FBT001 -- a value of the format, not a switch
    """A blank cell, alive, or eliminated; the final duel is said of the whole game."""
    return None if alive is None else Status.ALIVE if alive else Status.ELIMINATED


def _not_both(path: str, seats: Sequence[SeatJson | StageSeatJson]) -> None:
    """Nobody is alive and eliminated among the last."""
    if any(seat.among_last and seat.alive is True for seat in seats):
        refuse(f"{path}.seats", N_("who is alive was not eliminated among the last"))


def _lost(seat: SeatJson | StageSeatJson) -> Status | None:
    """An end that only a seat can say; who is alive has lost nothing."""
    if seat.among_last:
        return Status.AMONG_LAST
    return Status.FINAL_DUEL if seat.final_duel and seat.alive is not True else None


def final_duel(path: str, seats: list[Seat]) -> list[Seat]:
    """The seats, the Renegade having reached the final duel and lost it. He must be there, and eliminated."""
    renegades = [seat for seat in seats if seat.role is Role.RENEGADE]
    if not renegades or any(seat.status is Status.ALIVE for seat in renegades):
        refuse(path, N_("true needs a Renegade who was eliminated"))
    return [replace(seat, status=Status.FINAL_DUEL) if seat in renegades else seat for seat in seats]


def ruled(path: str, seats: list[Seat], payouts: Mapping[str, int]) -> list[Seat]:
    """The seats with what the referee gives to each; everybody at the table has an amount, and nobody else."""
    players = {seat.player for seat in seats}
    if missing := sorted(players - payouts.keys()):
        refuse(path, N_("an amount for every seat; missing: {missing}"), missing=", ".join(missing))
    if strangers := sorted(payouts.keys() - players):
        refuse(path, N_("not at this table: {players}"), players=", ".join(strangers))
    return [replace(seat, ruling=payouts[seat.player]) for seat in seats]


def with_finals(tournament: Tournament, raw: TournamentJson, rulebook: Rulebook) -> Tournament:
    """The tournament with its second phase. Finals after fewer rounds than scheduled imply an early end (R10-1)."""
    finals = raw.finals or FinalsJson()
    if finals.mode and finals.mode not in rulebook.duel_modes:
        refuse("$.finals.mode", N_("there is no way to play a duel «{mode}»"), mode=finals.mode)
    if finals.mode and tournament.options.get("duel", finals.mode) != finals.mode:
        text = N_("{mode}, but $.options.duel is {other}")
        refuse("$.finals.mode", text, mode=finals.mode, other=tournament.options["duel"])
    if finals.mode and finals.mode != mode(State(tournament, rulebook)):
        tournament = replace(tournament, options={**tournament.options, "duel": finals.mode})
    tournament = replace(
        tournament,
        finals=Finals(),
        draws=(
            *tournament.draws,
            *(Draw(draw.match, draw.rng_seed, draw.source, public_value=draw.public_value) for draw in finals.draws),
            *(Draw(stage_code(d.stage), d.rng_seed, d.source, public_value=d.public_value) for d in raw.ko_draws),
        ),
        closed_after_round=_with_early_end(State(tournament, rulebook)),
        stages=_stages(raw, rulebook),
    )
    tournament = _with_duels(tournament, finals, rulebook)
    closed = is_decided(State(tournament, rulebook)) if finals.closed is None else finals.closed
    return replace(tournament, finals=replace(tournament.finals or Finals(), closed=closed))


def _with_duels(tournament: Tournament, raw: FinalsJson, rulebook: Rulebook) -> Tournament:
    """Seat the duels as the standings say, then give them their results, in the order of the bracket."""
    once("$.finals.duels", [duel.match for duel in raw.duels], N_("two results of one match"))
    results = {duel.match: (f"$.finals.duels[{i}]", duel) for i, duel in enumerate(raw.duels)}
    matches = matches_of(State(tournament, rulebook))
    codes = [match.code for match in matches]
    named = {f"duels[{i}]": duel.match for i, duel in enumerate(raw.duels)}
    named |= {f"draws[{i}]": draw.match for i, draw in enumerate(raw.draws)}
    for key, code in named.items():
        if code not in codes:
            text = N_("there is no match «{code}»; known are {known}")
            refuse(f"$.finals.{key}.match", text, code=code, known=", ".join(codes))
    for match in matches:
        pair = pairing(State(tournament, rulebook), match)
        path, result = results.get(match.code, ("", DuelJson(match.code)))
        first = isinstance(match.a, int)
        seated = match.code in results or first if raw.seated is None else match.code in raw.seated
        if seated and pair != (BYE, BYE) and (pair or result.winner or raw.seated):
            tournament = _add(tournament, _duel(path, result, pair))
    return tournament


def _stages(raw: TournamentJson, rulebook: Rulebook) -> tuple[Game, ...]:
    """The games of the knock-out, seats as listed."""
    games = [(f"$.ko_stages[{i}][{j}]", game) for i, stage in enumerate(raw.ko_stages) for j, game in enumerate(stage)]
    once("$.ko_stages", [(game.stage, game.table) for _path, game in games], N_("two games at one table in one stage"))
    if games and rulebook.knockout is None:
        refuse("$.ko_stages", N_("{rulebook} has no knock-out"), rulebook=rulebook.id)
    return tuple(_stage(path, game, rulebook) for path, game in games)


def _stage(path: str, raw: StageGameJson, rulebook: Rulebook) -> Game:
    finished = raw.outcome is not None
    if raw.ruling is not None:
        refuse(f"{path}.ruling", N_("a game of the knock-out pays nothing: write who has won"))
    if not raw.seats or (rulebook.knockout and len(raw.seats) > rulebook.knockout.largest_table):
        refuse(f"{path}.seats", N_("as many players as a table of the knock-out has"))
    once(f"{path}.seats", [seat.player for seat in raw.seats], N_("a player stands twice"))
    _not_both(path, raw.seats)
    plain = raw.outcome == "winner" or (len(raw.seats) <= WITHOUT_ROLES)
    seats = [
        Seat(
            number,
            seat.player,
            seat.role,
            _lost(seat) or status_of((False if finished and not plain else None) if seat.alive is UNSET else seat.alive),
            rulebook.character(seat.character),
        )
        for number, seat in enumerate(raw.seats, 1)
    ]
    if raw.renegade_final_duel:
        seats = final_duel(f"{path}.renegade_final_duel", seats)
    if raw.outcome == "winner":
        if raw.winner not in {seat.player for seat in seats}:
            refuse(f"{path}.winner", N_("the winner must sit at the table"))
        return Game(raw.stage, raw.table, tuple(seats), winner=raw.winner or "")
    return Game(raw.stage, raw.table, tuple(seats), None if raw.outcome is None else Outcome(raw.outcome))


def _with_early_end(state: State) -> int | None:
    """Finals after fewer rounds than scheduled imply that the elimination phase was closed early."""
    played = rounds_played(state)
    if state.tournament.closed_after_round is None and played < rounds(state):
        return state.tournament.rounds_seated if state.tournament.start_tables else played or None
    return state.tournament.closed_after_round


def _add(tournament: Tournament, duel: Duel) -> Tournament:
    duels = tournament.finals.duels if tournament.finals else ()
    return replace(tournament, finals=Finals((*duels, duel)))


def _duel(path: str, raw: DuelJson, pair: tuple[str, str] | None) -> Duel:
    """A winner who is not in the pair that the standings give is kept beside the other: `check` finds the pairing wrong.

    So is a duel seated too early, without a pair.
    """
    a, b = pair or (raw.winner or "?", "?")
    if raw.winner is None:
        return Duel(raw.match, a, b)
    if raw.score is not None and raw.score[0] <= raw.score[1] and not raw.walkover:
        refuse(f"{path}.score", N_("the winner's number stands first and is the greater"))
    if raw.winner not in (a, b):
        a = raw.winner
    won: Score = WALKOVER
    lost: Score = None
    if raw.score is not None and not raw.walkover:
        won, lost = raw.score
    return Duel(raw.match, a, b, won, lost) if raw.winner == a else Duel(raw.match, a, b, lost, won)
