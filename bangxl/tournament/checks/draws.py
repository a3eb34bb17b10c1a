"""Checks of who sits where: against the regulation, and against the draw as it was recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from bangxl.tournament.findings import At, Finding
from bangxl.tournament.journal import Journal, seating
from bangxl.tournament.model import Role, SeedSource, Tournament
from bangxl.tournament.roster import available, departures, times_sheriff
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.seating import draw, table_sizes


def players(tournament: Tournament, rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """Everybody available sits at one table of each round, and nobody else (1.3: who has left plays no more)."""
    known = {player.id for player in tournament.players}
    gone = departures(tournament, rulebook)
    for number in range(1, tournament.rounds_seated + 1):
        games = tournament.round(number)
        count = Counter(seat.player for game in games for seat in game.seats)
        for game in games:
            for seat in game.seats:
                index = seat.number - 1
                at = At("Player", index, game.round, game.table)
                if seat.player not in known:
                    yield Finding("unknown_player", at, {"text": seat.player})
                elif count[seat.player] > 1:
                    yield Finding("player_twice", at, {"player": seat.player, "round": number})
                if seat.player in gone and gone[seat.player].last_round < number:
                    yield Finding("gone_player_seated", at, {"player": seat.player})
        for player in available(tournament, rulebook, number):
            if games and player not in count:
                yield Finding("player_missing", At("Wall_Player", 0, number), {"player": player, "round": number})


def sizes(tournament: Tournament, rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """1.1 Tabella dei tavoli: the composition of each round; R10-2: an extension beyond the chart."""
    for number in range(1, tournament.rounds_seated + 1):
        now = tuple(game.size for game in tournament.round(number))
        legal = table_sizes(rulebook, sum(now), first_round=number == 1)
        values = {"round": number, "players": sum(now), "sizes": _plus(now), "legal": _plus(legal)}
        if not now:
            yield Finding("round_skipped", At("Draw_Seed", 0, number), {"round": number})
        elif sorted(now) != sorted(legal):
            yield Finding("table_sizes", At("Wall_Player", 0, number), values)
        elif sum(now) > max(rulebook.chart):
            yield Finding("beyond_chart", At("Wall_Player", 0, number), values)


def sheriffs(tournament: Tournament, _rulebook: Rulebook, _journal: Journal) -> Iterator[Finding]:
    """1.1: nobody is Sheriff twice in a tournament, unless it cannot be avoided (R10-3)."""
    for game in tournament.games:
        before = times_sheriff(tournament, game.round)
        for seat in game.seats:
            index = seat.number - 1
            if seat.role is Role.SHERIFF and before[seat.player]:
                yield Finding("sheriff_twice", At("Role", index, game.round, game.table), {"player": seat.player})


def recorded(tournament: Tournament, _rulebook: Rulebook, journal: Journal) -> Iterator[Finding]:
    """A seat that is not the one drawn."""
    for number, drawn in journal.seatings.items():
        where = {player: (table, seat) for table, seat, player in drawn}
        for game in tournament.round(number):
            for seat in game.seats:
                index = seat.number - 1
                if where.get(seat.player) != (game.table, seat.number):
                    values = {"player": seat.player, "drawn": _place(where.get(seat.player))}
                    yield Finding("seat_changed", At("Player", index, number, game.table), values)


def seeds(tournament: Tournament, rulebook: Rulebook, journal: Journal) -> Iterator[Finding]:
    """A draw that its seed does not give again; a draw by hand; a seed that somebody chose."""
    sources = {entry.stage: entry.source for entry in tournament.draws}
    for number in range(1, tournament.rounds_seated + 1):
        at, seed = At("Draw_Seed", 0, number), tournament.seed(str(number))
        games = tournament.round(number)
        if seed is None:
            yield Finding("draw_by_hand", at, {"round": number})
            continue
        if sources[str(number)] is SeedSource.GIVEN:
            yield Finding("draw_seed_given", at, {"round": number, "seed": seed})
        if games and journal.seatings.get(number, seating(games)) != redrawn(tournament, rulebook, number, seed):
            yield Finding("draw_not_reproduced", at, {"round": number, "seed": seed})


def redrawn(tournament: Tournament, rulebook: Rulebook, number: int, seed: str) -> tuple[tuple[int, int, str], ...]:
    """The seating that the recorded seed gives; empty where the regulation has no tables."""
    players_now = available(tournament, rulebook, number)
    now = table_sizes(rulebook, len(players_now), first_round=number == 1)
    if not now:
        return ()
    tables = draw(players_now, now, times_sheriff(tournament, number), seed, number)
    return tuple((t, s, player) for t, table in enumerate(tables, 1) for s, player in enumerate(table, 1))


def _plus(sizes_now: tuple[int, ...]) -> str:
    return "+".join(str(size) for size in sizes_now) or "–"


def _place(where: tuple[int, int] | None) -> str:
    return "–" if where is None else f"{where[0]}/{where[1]}"


CHECKS: Final[tuple[Callable[[Tournament, Rulebook, Journal], Iterator[Finding]], ...]] = (
    players, sizes, sheriffs, recorded, seeds,
)  # fmt: skip
