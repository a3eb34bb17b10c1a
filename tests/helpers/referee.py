"""The referee of a made-up tournament: takes one step after the other, while players leave, sit out, duel and win."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from bangxl.tournament import progress
from bangxl.tournament.advance import close_tournament, seat_duels, seat_games, seat_round, seat_stage, with_ruling
from bangxl.tournament.finals import BYE, duel_mode
from bangxl.tournament.ledger import money
from bangxl.tournament.model import (
    WALKOVER,
    DuelScore,
    Event,
    EventType,
    Finals,
    Game,
    Moment,
    Seat,
    Seed,
    SeedSource,
    Tournament,
    stage_code,
)  # fmt: skip
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.simulation import Dice, come_and_go
from bangxl.tournament.state import State
from tests.helpers.playing import dealt, impossible, play

FAULTS: Final = ("gioco lento", "ha mostrato la carta ruolo", "offese all'arbitro", "ha guardato le carte di un avversario")
DUELLISTS: Final = 3
"""A table of the knock-out with so many players, or fewer, has no roles."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How often things happen, as probabilities; ``events`` scales withdrawals, warnings, ejections and early ends together."""

    events: float = 1.0
    protocol: float = 0.5
    walkover: float = 0.1
    by_hand: float = 0.1
    """Draws without a recorded seed."""
    rulings: float = 0
    """Games that cannot have ended as their sheet says, and are decided by the referee."""


USUAL_HABITS: Final = Habits()

QUIET: Final = Habits(events=0, walkover=0, by_hand=0)
"""Nobody leaves, nobody is warned, every seed is recorded."""


class Referee:
    """Runs a tournament by the program's own steps."""

    def __init__(self, rng: random.Random, rulebook: Rulebook, habits: Habits) -> None:
        self.rng, self.rulebook, self.habits = rng, rulebook, habits

    def step(self, tournament: Tournament) -> Tournament:
        """Do what comes next; the same tournament if nothing does."""
        if self._ends_early(tournament):
            return replace(tournament, closed_after_round=tournament.rounds_seated)
        tournament = after = self._comers(tournament)
        match progress.next_step(State(tournament, self.rulebook)):
            case progress.FillIn(cells):
                after = self._play_stage(tournament) if cells[0].stage else self._between(self._play_some(tournament))
            case progress.SeatRound() as seat:
                after = self._seat(tournament, seat)
            case progress.SeatGames() as games:
                after = seat_games(tournament, games)
            case progress.NoTables() as none:
                after = self._without_tables(tournament, none)
            case progress.SeatDuels() as duels:
                after = seat_duels(State(tournament, self.rulebook), duels, self._seed())
            case progress.SeatStage() as stage:
                after = seat_stage(State(tournament, self.rulebook), stage, self._seed())
            case progress.PlayDuels() as duels_:
                after = self._play_duel(tournament, duels_)
            case progress.CloseTournament():
                after = close_tournament(State(tournament, self.rulebook))
        return after

    def _comers(self, tournament: Tournament) -> Tournament:
        """In a league others come to each evening."""
        state = State(tournament, self.rulebook)
        is_next = self.rulebook.league is not None and isinstance(progress.next_step(state), progress.SeatRound)
        return come_and_go(state, Dice(str(self.rng.random()))) if is_next else tournament

    def fill_in(self, tournament: Tournament) -> Tournament:
        """Every game in play finished."""
        while open_games := self._open(tournament):
            tournament = self._play(tournament, open_games)
        return tournament

    def half_step(self, tournament: Tournament) -> Tournament:
        """Begin what comes next: seat it, fill in some tables whole and one in part; or type one number of a duel."""
        step = progress.next_step(State(tournament, self.rulebook))
        begun = tournament if isinstance(step, progress.FillIn | progress.PlayDuels) else self.step(tournament)
        match progress.next_step(State(begun, self.rulebook)):
            case progress.FillIn(cells):
                return self._half_stage(begun) if cells[0].stage else self._half_round(begun)
            case progress.SeatGames():
                return self._half_round(begun)
            case progress.PlayDuels() as play:
                return _scored(begun, play.matches[-1], 3, None)
        return begun

    def _chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def _seed(self) -> Seed:
        source = SeedSource.GIVEN if self._chance(self.habits.by_hand) else SeedSource.RANDOM
        return Seed(f"{self.rng.getrandbits(64):016x}", source)

    def _open(self, tournament: Tournament) -> list[Game]:
        return [game for game in tournament.games if progress.blank_cells(State(tournament, self.rulebook), game)]

    def _ends_early(self, tournament: Tournament) -> bool:
        """R10-1: the referee closes the elimination phase, now and then, when no game is open."""
        if not tournament.games or tournament.finals is not None or tournament.closed_after_round is not None:
            return False
        early = tournament.rounds_seated < progress.round_count(State(tournament, self.rulebook)) and self._chance(
            0.02 * self.habits.events
        )
        return early and not self._open(tournament)

    def _seat(self, tournament: Tournament, step: progress.SeatRound) -> Tournament:
        drawn = seat_round(State(tournament, self.rulebook), step, self._seed())
        drawn = replace(drawn, draws=tournament.draws) if self._chance(self.habits.by_hand) else drawn
        return self._no_shows(drawn) if drawn.start_tables else drawn

    def _no_shows(self, tournament: Tournament) -> Tournament:
        """Who was drawn to a fixed table and goes before its first game: the table plays without him."""
        for game in tournament.games:
            if game.size <= self.rulebook.smallest_table or not self._chance(0.05 * self.habits.events):
                continue
            leaver = self.rng.choice(game.seats[1:]).player
            event = Event(EventType.WITHDRAWAL, leaver, Moment.BETWEEN_ROUNDS, after_round=0, table=game.table)
            smaller = replace(game, seats=tuple(seat for seat in game.seats if seat.player != leaver))
            games = tuple(smaller if other is game else other for other in tournament.games)
            tournament = replace(tournament, games=games, events=(*tournament.events, event))
        return tournament

    def _play_some(self, tournament: Tournament) -> Tournament:
        """All the games in play; at fixed tables, which go at their own speed, some of them."""
        games = self._open(tournament)
        if tournament.start_tables:
            games = self.rng.sample(games, self.rng.randint(1, len(games)))
        return self._play(tournament, games)

    def _play(self, tournament: Tournament, games: list[Game]) -> Tournament:
        events = [event for game in games for event in self._during(tournament, game)]
        owned = money(State(tournament, self.rulebook))
        finished = {(game.round, game.table): play(self.rng, tournament, self.rulebook, game, owned) for game in games}
        if not self._chance(self.habits.protocol):
            finished = {place: replace(game, auction=()) for place, game in finished.items()}
        after = replace(
            tournament,
            games=tuple(finished.get((game.round, game.table), game) for game in tournament.games),
            events=(*tournament.events, *events),
        )
        for game in finished.values() if self.habits.rulings else ():
            after = self._decide(after, game) if self._chance(self.habits.rulings) else after
        return after

    def _decide(self, tournament: Tournament, game: Game) -> Tournament:
        """A sheet that cannot be, or is not complete, and the ruling that settles it."""
        odd = impossible(self.rng, game)
        games = tuple(odd if (g.round, g.table) == (game.round, game.table) else g for g in tournament.games)
        payouts = {seat.player: self.rng.randrange(-1000, 4000, 50) for seat in game.seats}
        return with_ruling(replace(tournament, games=games), odd, payouts, "tutti vivi, e vincono i Fuorilegge")

    def _half_round(self, tournament: Tournament) -> Tournament:
        games = self._open(tournament)
        reached = self.rng.randint(1, len(games))
        whole = self._play(tournament, games[:reached])
        last = (games[reached - 1].round, games[reached - 1].table)
        return replace(whole, games=tuple(self._half(g) if (g.round, g.table) == last else g for g in whole.games))

    def _half(self, game: Game) -> Game:
        """The last seats are not filled in, often the outcome neither."""
        seats = list(game.seats)
        for index in range(self.rng.randrange(len(seats)), len(seats)):
            seat = seats[index]
            blank = replace(seat, status=None, character="", lives=None)
            seats[index] = replace(seat, bid=None) if seat.bid is not None and self._chance(0.5) else blank
        return replace(game, seats=tuple(seats), outcome=game.outcome if self._chance(0.3) else None, auction=())

    def _during(self, tournament: Tournament, game: Game) -> Iterator[Event]:
        """What happens at a table: warnings, of which the second ejects; ejections; withdrawals."""
        gone = departed(tournament, self.rulebook)
        for seat in game.seats:
            if seat.player in gone or not self._chance(0.06 * self.habits.events):
                continue
            base = Event(EventType.WARNING, seat.player, Moment.DURING_GAME, round=game.round, table=game.table)
            kind = self.rng.choice((EventType.WARNING, EventType.WARNING, EventType.EJECTION, EventType.WITHDRAWAL))
            reason = "" if kind is EventType.WITHDRAWAL else self.rng.choice(FAULTS)
            yield replace(base, type=kind, reason=reason)
            last = _warnings(tournament, seat.player) + 1 == self.rulebook.warnings_to_ejection
            if kind is EventType.WARNING and last and self._chance(0.5):
                yield replace(base, type=EventType.EJECTION, reason="seconda ammonizione", automatic=True)

    def _between(self, tournament: Tournament) -> Tournament:
        """Who goes home after a game; after the last one, before the standings are published. At a fixed table one may pause."""
        number, fixed = tournament.rounds_seated, bool(tournament.start_tables)
        last = not fixed and number >= progress.round_count(State(tournament, self.rulebook))
        gone = departed(tournament, self.rulebook)
        leavers: list[Event] = []
        for game in tournament.games:
            latest = game.round == max(other.round for other in tournament.games if other.table == game.table or not fixed)
            if not latest or progress.blank_cells(State(tournament, self.rulebook), game):
                continue
            moment = Moment.BEFORE_RANKING if last or self._is_last(tournament, game) else Moment.BETWEEN_ROUNDS
            after = game.round if moment is Moment.BETWEEN_ROUNDS else None
            table = game.table if fixed and after else None
            leavers += [
                Event(EventType.WITHDRAWAL, seat.player, moment, after_round=after, table=table)
                for seat in game.seats
                if seat.player not in gone and self._chance(0.02 * self.habits.events)
            ]
            staying = [seat.player for seat in game.seats if seat.player not in gone | {event.player for event in leavers}]
            if table and staying and self._chance(0.02 * self.habits.events):
                leavers.append(Event(EventType.SIT_OUT, self.rng.choice(staying), moment, after_round=after, table=table))
        return replace(tournament, events=(*tournament.events, *leavers))

    def _is_last(self, tournament: Tournament, game: Game) -> bool:
        """Whether this table, the last of all, has played its last game."""
        step = progress.next_step(State(tournament, self.rulebook))
        return bool(tournament.start_tables) and not isinstance(step, progress.SeatGames | progress.FillIn) and bool(game.outcome)

    def _without_tables(self, tournament: Tournament, step: progress.NoTables) -> Tournament:
        """R10-1: some sit out, or the elimination phase ends with the rounds played."""
        single = max((size for size in self.rulebook.single_tables if size < step.players), default=0)
        if not tournament.games:
            return tournament
        if single and self._chance(0.5):
            gone = departed(tournament, self.rulebook)
            here = [p.id for p in tournament.players if p.id in _seated(tournament) and p.id not in gone]
            out = self.rng.sample(here, step.players - single)
            events = [Event(EventType.SIT_OUT, p, Moment.BETWEEN_ROUNDS, after_round=step.number - 1) for p in out]
            return replace(tournament, events=(*tournament.events, *events))
        return replace(tournament, closed_after_round=tournament.rounds_seated)

    def _play_duel(self, tournament: Tournament, step: progress.PlayDuels) -> Tournament:
        finals = tournament.finals or Finals()
        match = step.matches[0]
        duel = next(duel for duel in finals.duels if duel.match == match)
        if match in step.stuck:  # G9: the referee writes a W, or does not know what to do
            return _scored(tournament, match, WALKOVER, None) if self._chance(0.7) else tournament
        if BYE not in (duel.player_a, duel.player_b) and self._chance(0.1 * self.habits.events):
            leaver = self.rng.choice((duel.player_a, duel.player_b))
            moment = self.rng.choice((Moment.BEFORE_DUEL, Moment.DURING_DUEL))
            event = Event(EventType.WITHDRAWAL, leaver, moment, match=match)
            return replace(tournament, events=(*tournament.events, event))
        legal = sorted(self.rulebook.duel_modes[duel_mode(State(tournament, self.rulebook))].scores)
        won, lost = (WALKOVER, None) if self._chance(self.habits.walkover) else self.rng.choice(legal)
        return _scored(tournament, match, *((won, lost) if self._chance(0.5) else (lost, won)))

    def _play_stage(self, tournament: Tournament) -> Tournament:
        """Every open table of the knock-out; somebody goes before, during or after it."""
        open_games = [game for game in tournament.stages if progress.stage_blanks(game)]
        events = list(self._stage_events(tournament, open_games))
        tournament = replace(tournament, events=(*tournament.events, *events))
        gone = departed(tournament, self.rulebook)
        finished = {game: self._stage(game, gone) for game in open_games}
        return replace(tournament, stages=tuple(finished.get(game, game) for game in tournament.stages))

    def _stage(self, game: Game, gone: set[str]) -> Game:
        if game.size <= DUELLISTS:
            here = [seat.player for seat in game.seats if seat.player not in gone] or [seat.player for seat in game.seats]
            return replace(game, winner=self.rng.choice(here))
        knockout = self.rulebook.knockout
        roles = knockout.roles[game.size] if knockout else self.rulebook.roles[game.size]
        names = self.rng.sample(list(self.rulebook.characters), game.size)
        seats = tuple(replace(seat, character=name) for seat, name in zip(game.seats, names, strict=True))
        seats, outcome = dealt(self.rng, roles, seats)
        return replace(game, seats=seats, outcome=outcome)

    def _stage_events(self, tournament: Tournament, games: list[Game]) -> Iterator[Event]:
        gone = departed(tournament, self.rulebook)
        for game in games:
            for seat in game.seats:
                if seat.player not in gone and self._chance(0.05 * self.habits.events):
                    moment = self.rng.choice((Moment.BEFORE_DUEL, Moment.DURING_DUEL, Moment.BEFORE_DUEL))
                    later = moment is Moment.BEFORE_DUEL and self._chance(0.5)
                    yield Event(EventType.WITHDRAWAL, seat.player, moment, match=stage_code(game.round + later))

    def _half_stage(self, tournament: Tournament) -> Tournament:
        """One table whole, another in part."""
        open_games = [game for game in tournament.stages if progress.stage_blanks(game)]
        changed = {open_games[-1]: self._stage(open_games[-1], set())}
        if len(open_games) > 1 and open_games[0].size > DUELLISTS:
            whole = self._stage(open_games[0], set())
            seats: tuple[Seat, ...] = (*whole.seats[:-1], replace(whole.seats[-1], status=None))
            changed[open_games[0]] = replace(whole, seats=seats, outcome=whole.outcome if self._chance(0.3) else None)
        return replace(tournament, stages=tuple(changed.get(game, game) for game in tournament.stages))


def departed(tournament: Tournament, rulebook: Rulebook) -> set[str]:
    """Who has left, told from the events alone."""
    left = {e.player for e in tournament.events if e.type in {EventType.EJECTION, EventType.WITHDRAWAL}}
    most = rulebook.warnings_to_ejection
    return left | {e.player for e in tournament.events if most and _warnings(tournament, e.player) >= most}


def _scored(tournament: Tournament, match: str, a: DuelScore, b: DuelScore) -> Tournament:
    finals = tournament.finals or Finals()
    duels = tuple(replace(duel, score_a=a, score_b=b) if duel.match == match else duel for duel in finals.duels)
    return replace(tournament, finals=replace(finals, duels=duels))


def _warnings(tournament: Tournament, player: str) -> int:
    return sum(event.player == player and event.type is EventType.WARNING for event in tournament.events)


def _seated(tournament: Tournament) -> set[str]:
    return {seat.player for game in tournament.round(1) for seat in game.seats}
