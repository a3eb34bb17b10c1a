"""Whole random tournaments, legal in every game, built through the program's own draw.

`random_tournament` is a plain function of a ``random.Random``: the same seed gives the same tournament, so that any test can
rebuild the one that failed. `tournaments` wraps it for Hypothesis, which prints the seed of a failure.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from hypothesis import note, settings
from hypothesis import strategies as st

from bangxl.tournament.advance import close, seat_duels, seat_round
from bangxl.tournament.finals import BYE, mode
from bangxl.tournament.journal import Journal, LogEntry, digests, pairs, seating
from bangxl.tournament.ledger import scores
from bangxl.tournament.model import (
    WALKOVER,
    Call,
    Event,
    EventInfo,
    EventType,
    Finals,
    Game,
    Moment,
    Outcome,
    Player,
    Role,
    Score,
    SeedSource,
    Status,
    Tournament,
)  # fmt: skip
from bangxl.tournament.progress import (
    CloseTournament,
    FillIn,
    NoTables,
    PlayDuels,
    SeatDuels,
    SeatRound,
    next_step,
    rounds,
)  # fmt: skip
from bangxl.tournament.rulebook import Rulebook

FIRST: Final = ("Anna", "Bruno", "Çelik", "Dörte", "Élodie", "Fëdor", "Giulia", "Hansi", "Ilaria", "Żofia", "Наталья", "Zoë")
LAST: Final = ("Rossi", "D'Amico", "Müller", "Öztürk", "Ó Briain", "Lo Presti", "Ильин", "De Santis", "Łukasik", "Serra", "Weiß")
FAULTS: Final = ("gioco lento", "ha mostrato la carta ruolo", "offese all'arbitro", "ha guardato le carte di un avversario")

settings.register_profile("bangxl", deadline=None, print_blob=True, derandomize="CI" in os.environ)
settings.load_profile("bangxl")


@dataclass(frozen=True, slots=True)
class Habits:
    """How often things happen, as probabilities; ``events`` scales withdrawals, warnings and ejections together."""

    events: float = 1.0
    protocol: float = 0.5
    walkover: float = 0.1
    by_hand: float = 0.1
    """Draws without a recorded seed."""


QUIET: Final = Habits(events=0, walkover=0, by_hand=0)
"""Nobody leaves, nobody is warned, every seed is recorded."""


def random_tournament(
    rng: random.Random,
    rulebook: Rulebook,
    players: int | None = None,
    stop_after: int | None = None,
    *,
    half: bool = False,
    habits: Habits = Habits(),
) -> Tournament:
    """A tournament as a referee would have typed it.

    ``players`` is how many are present (10 to 50 if not given). ``stop_after`` is the number of rounds played, the finals not
    begun; without it everything is played, to the last duel. ``half`` leaves what comes next begun and unfinished.
    """
    table = _Table(rng, rulebook, habits)
    tournament = _entries(rng, rulebook, rng.randint(10, 50) if players is None else players)
    while not _stops(tournament, rulebook, stop_after):
        after = table.step(tournament)
        if after is tournament:
            break
        tournament = after
    return table.half_step(tournament) if half else tournament


def journal_of(tournament: Tournament, rulebook: Rulebook) -> Journal:
    """What bangxl would have logged while this tournament was played: every seating, and the digests of closed rounds."""
    rows = []
    for number in range(1, tournament.rounds_seated + 1):
        sizes = "+".join(str(game.size) for game in tournament.round(number))
        options = {key: tournament.options.get(key, option.default) for key, option in rulebook.options.items()}
        result = pairs({"tables": sizes, **options}) if number == 1 else pairs({"tables": sizes})
        rows.append(LogEntry("2026-11-20T10:00:00Z", "seat", str(number), result=result, digest=digests(tournament, number - 1)))
    if tournament.finals is not None:
        rows.append(LogEntry("2026-11-20T18:00:00Z", "seat", "SF1", digest=digests(tournament, tournament.rounds_seated)))
    return Journal(tuple(rows), {n: seating(tournament.round(n)) for n in range(1, tournament.rounds_seated + 1)})


def seeds() -> st.SearchStrategy[int]:
    """Seeds for ``random.Random``."""
    return st.integers(0, 2**32 - 1)


@st.composite
def tournaments(
    draw_: st.DrawFn, rulebook: Rulebook, *, most: int = 30, finished: bool | None = None, habits: Habits = Habits()
) -> Tournament:
    """Random tournaments, most of them stopped somewhere; ``finished`` wants only whole ones, or only stopped ones."""
    seed = draw_(seeds())
    players = draw_(st.integers(rulebook.minimum_players, most))
    whole = draw_(st.booleans()) if finished is None else finished
    stop_after = None if whole else draw_(st.integers(0, 5))
    half = not whole and draw_(st.booleans())
    note(f"random_tournament(random.Random({seed}), rulebook, {players}, {stop_after}, half={half}, habits={habits})")
    return random_tournament(random.Random(seed), rulebook, players, stop_after, half=half, habits=habits)  # noqa: S311 -- a game


def simulate(rng: random.Random, roles: Sequence[Role]) -> tuple[Outcome, tuple[Status, ...]]:
    """Play a game by eliminating one after the other, until the rules say that it is over (rules.md §6)."""
    alive = list(range(len(roles)))
    last = -1
    while (outcome := ending([roles[index] for index in alive])) is None:
        last = rng.choice(alive)
        alive.remove(last)
    duel = outcome is Outcome.LAW and len(alive) == 1 and roles[last] is Role.RENEGADE
    statuses = [Status.ALIVE if index in alive else Status.ELIMINATED for index in range(len(roles))]
    if duel:
        statuses[last] = Status.FINAL_DUEL
    return outcome, tuple(statuses)


def ending(alive: Sequence[Role]) -> Outcome | None:
    """Who has won when these are alive; None while the game goes on. The base rule, written down once more."""
    if Role.SHERIFF not in alive:
        return Outcome.RENEGADE if list(alive) == [Role.RENEGADE] else Outcome.OUTLAWS
    return None if Role.OUTLAW in alive or Role.RENEGADE in alive else Outcome.LAW


def auction(rng: random.Random, rulebook: Rulebook, money: Mapping[str, int], order: Sequence[str]) -> tuple[Call, ...]:
    """A legal auction (1.1): multiples of the step within the bankroll, the last one for nothing, the penniless at the end."""
    step = rulebook.auction.step
    pool = rng.sample(rulebook.characters, len(order))
    calls: list[Call] = []
    waiting, start = list(order), 0
    while waiting:
        turn = [p for p in (*order[start:], *order[:start]) if p in waiting]
        rich = [p for p in turn if money[p] >= step]
        character = pool.pop()
        if not rich or len(waiting) == 1:
            winner, opener, price = turn[0], (turn[0] if len(waiting) == 1 and rich else None), rulebook.auction.last
        else:
            opener, winner = rich[0], rng.choice(rich)
            most = min(money[winner], 3000) // step
            price = step * rng.randint(int(winner != opener), most)
        calls.append(Call(opener, character, winner, price))
        waiting.remove(winner)
        start = order.index(winner) + 1
    return tuple(calls)


def _entries(rng: random.Random, rulebook: Rulebook, players: int) -> Tournament:
    names = [f"{first} {last}" for first in FIRST for last in LAST]
    absent = rng.choice((0, 0, 1, 2))
    entered = [
        Player(f"P{number:03}", name, region=rng.choice(("", "Piemonte", "Umbria")))
        for number, name in enumerate(rng.sample(names, players + absent), 1)
    ]
    for index in rng.sample(range(len(entered)), absent):
        entered[index] = replace(entered[index], present=False)
    options = {"duel": rng.choice(tuple(rulebook.duel_modes)), "draw": "lot"}
    event = EventInfo("Campionato nazionale", "2026-11-20", "Torino", referees=("Arturo Arbitro",))
    return Tournament(rulebook.id, "it", event, options, tuple(entered))


def _stops(tournament: Tournament, rulebook: Rulebook, stop_after: int | None) -> bool:
    if stop_after is None:
        return False
    due = min(stop_after, rounds(tournament, rulebook))
    return tournament.rounds_seated >= due and not isinstance(next_step(tournament, rulebook), FillIn)


class _Table:
    """The referee's table: takes one step after the other."""

    def __init__(self, rng: random.Random, rulebook: Rulebook, habits: Habits) -> None:
        self.rng, self.rulebook, self.habits = rng, rulebook, habits

    def step(self, tournament: Tournament) -> Tournament:
        """Do what comes next; the same tournament if nothing does."""
        after = tournament
        match next_step(tournament, self.rulebook):
            case FillIn():
                after = self._between(self._play_round(tournament))
            case SeatRound() as seat:
                after = self._seat(tournament, seat)
            case NoTables() as none:
                after = self._without_tables(tournament, none)
            case SeatDuels() as duels:
                after = seat_duels(tournament, self.rulebook, duels, *self._seed())
            case PlayDuels() as play if not play.stuck:
                after = self._play_duel(tournament, play.matches[0])
            case CloseTournament() as step:
                after = close(tournament, step)
        return after

    def half_step(self, tournament: Tournament) -> Tournament:
        """Begin what comes next: seat it, fill in some tables whole and one in part; or type one number of a duel."""
        step = next_step(tournament, self.rulebook)
        begun = tournament if isinstance(step, FillIn | PlayDuels) else self.step(tournament)
        match next_step(begun, self.rulebook):
            case FillIn():
                return self._half_round(begun)
            case PlayDuels() as play:
                return self._scored(begun, play.matches[-1], 3, None)
        return begun

    def _chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def _seed(self) -> tuple[str, SeedSource]:
        source = SeedSource.GIVEN if self._chance(self.habits.by_hand) else SeedSource.RANDOM
        return f"{self.rng.getrandbits(64):016x}", source

    def _seat(self, tournament: Tournament, step: SeatRound) -> Tournament:
        drawn = seat_round(tournament, step, *self._seed())
        return replace(drawn, draws=tournament.draws) if self._chance(self.habits.by_hand) else drawn

    def _play_round(self, tournament: Tournament) -> Tournament:
        number = tournament.rounds_seated
        money = scores(tournament, self.rulebook)
        played = tuple(self._play(game, money) if game.round == number else game for game in tournament.games)
        events = tuple(event for game in tournament.round(number) for event in self._during(tournament, game))
        return replace(tournament, games=played, events=(*tournament.events, *events))

    def _play(self, game: Game, money: Mapping[str, int]) -> Game:
        cards = [role for role, count in self.rulebook.roles[game.size].items() for _ in range(count) if role is not Role.SHERIFF]
        roles = [Role.SHERIFF, *self.rng.sample(cards, len(cards))]
        outcome, statuses = simulate(self.rng, roles)
        calls = auction(self.rng, self.rulebook, money, [seat.player for seat in game.seats])
        bought = {call.winner: call for call in calls}
        seats = tuple(
            replace(seat, role=role, status=status, character=bought[seat.player].character, bid=bought[seat.player].price)
            for seat, role, status in zip(game.seats, roles, statuses, strict=True)
        )
        return replace(game, seats=seats, outcome=outcome, auction=calls if self._chance(self.habits.protocol) else ())

    def _half_round(self, tournament: Tournament) -> Tournament:
        whole = self._play_round(tournament)
        number = tournament.rounds_seated
        reached = self.rng.randint(1, len(tournament.round(number)))
        games = [
            full if game.round < number or game.table < reached else self._half(full) if game.table == reached else game
            for game, full in zip(tournament.games, whole.games, strict=True)
        ]
        return replace(tournament, games=tuple(games))

    def _half(self, game: Game) -> Game:
        """The last seats are not filled in, often the outcome neither."""
        seats = list(game.seats)
        for index in range(self.rng.randrange(len(seats)), len(seats)):
            seat = seats[index]
            seats[index] = replace(seat, bid=None) if self._chance(0.5) else replace(seat, status=None, character="")
        return replace(game, seats=tuple(seats), outcome=game.outcome if self._chance(0.3) else None, auction=())

    def _during(self, tournament: Tournament, game: Game) -> Iterator[Event]:
        """What happens at a table: warnings, of which the second ejects; ejections; withdrawals."""
        gone = _gone(tournament)
        for seat in game.seats:
            if seat.player in gone or not self._chance(0.06 * self.habits.events):
                continue
            base = Event(EventType.WARNING, seat.player, Moment.DURING_GAME, round=game.round, table=game.table)
            kind = self.rng.choice((EventType.WARNING, EventType.WARNING, EventType.EJECTION, EventType.WITHDRAWAL))
            reason = "" if kind is EventType.WITHDRAWAL else self.rng.choice(FAULTS)
            yield replace(base, type=kind, reason=reason)
            if kind is EventType.WARNING and _warned(tournament, seat.player) and self._chance(0.5):
                yield replace(base, type=EventType.EJECTION, reason="seconda ammonizione", automatic=True)

    def _between(self, tournament: Tournament) -> Tournament:
        """Who goes home after a round; after the last one, before the standings are published."""
        number = tournament.rounds_seated
        last = number >= rounds(tournament, self.rulebook)
        moment = Moment.BEFORE_RANKING if last else Moment.BETWEEN_ROUNDS
        gone = _gone(tournament)
        leavers = [
            Event(EventType.WITHDRAWAL, seat.player, moment, after_round=None if last else number)
            for game in tournament.round(number)
            for seat in game.seats
            if seat.player not in gone and self._chance(0.02 * self.habits.events)
        ]
        return replace(tournament, events=(*tournament.events, *leavers))

    def _without_tables(self, tournament: Tournament, step: NoTables) -> Tournament:
        """R10-1: some sit out, or the elimination phase ends with the rounds played."""
        single = max((size for size in self.rulebook.single_tables if size < step.players), default=0)
        if not tournament.games:
            return tournament
        if single and self._chance(0.5):
            gone = _gone(tournament)
            here = [p.id for p in tournament.players if p.id in _seated(tournament, 1) and p.id not in gone]
            out = self.rng.sample(here, step.players - single)
            events = [Event(EventType.SIT_OUT, p, Moment.BETWEEN_ROUNDS, after_round=step.number - 1) for p in out]
            return replace(tournament, events=(*tournament.events, *events))
        return replace(tournament, closed_after_round=tournament.rounds_seated)

    def _play_duel(self, tournament: Tournament, match: str) -> Tournament:
        finals = tournament.finals or Finals()
        duel = next(duel for duel in finals.duels if duel.match == match)
        if BYE not in (duel.player_a, duel.player_b) and self._chance(0.1 * self.habits.events):
            leaver = self.rng.choice((duel.player_a, duel.player_b))
            moment = self.rng.choice((Moment.BEFORE_DUEL, Moment.DURING_DUEL))
            event = Event(EventType.WITHDRAWAL, leaver, moment, match=match)
            return replace(tournament, events=(*tournament.events, event))
        legal = sorted(self.rulebook.duel_modes[mode(tournament, self.rulebook)].scores)
        won, lost = (WALKOVER, None) if self._chance(self.habits.walkover) else self.rng.choice(legal)
        return self._scored(tournament, match, *((won, lost) if self._chance(0.5) else (lost, won)))

    @staticmethod
    def _scored(tournament: Tournament, match: str, a: Score, b: Score) -> Tournament:
        finals = tournament.finals or Finals()
        duels = tuple(replace(duel, score_a=a, score_b=b) if duel.match == match else duel for duel in finals.duels)
        return replace(tournament, finals=replace(finals, duels=duels))


def _warned(tournament: Tournament, player: str) -> bool:
    return any(event.player == player and event.type is EventType.WARNING for event in tournament.events)


def _gone(tournament: Tournament) -> set[str]:
    """Who has left, told from the events alone."""
    left = {e.player for e in tournament.events if e.type in {EventType.EJECTION, EventType.WITHDRAWAL}}
    warned = [e.player for e in tournament.events if e.type is EventType.WARNING]
    return left | {player for player in warned if warned.count(player) > 1}


def _seated(tournament: Tournament, number: int) -> set[str]:
    return {seat.player for game in tournament.round(number) for seat in game.seats}
