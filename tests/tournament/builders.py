"""Small tournaments by hand, with no more in them than a test needs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from bangxl.tournament.model import Game, Outcome, Player, Role, Seat, Status, Tournament
from bangxl.tournament.rulebook import Rulebook
from tests.tournament.rules import ALIVE, CARDS, DEAD, ITALY, LEAGUE, SURVIVORS, S, results


def ids(first: int, last: int) -> tuple[str, ...]:
    """``P001`` to ``P010``."""
    return tuple(f"P{number:03}" for number in range(first, last + 1))


def entries(count: int, rulebook: str = "italy-2010", **options: str) -> Tournament:
    """A tournament of which only the entry list stands."""
    return Tournament(rulebook, options=options, players=tuple(Player(p, f"Giocatore {p}") for p in ids(1, count)))


def fixed(rulebook: Rulebook, *sizes: int, **options: str) -> Tournament:
    """Fixed tables of these sizes, drawn and nothing played: P001 … at table 1, and so on."""
    starts = [sum(sizes[:table]) + 1 for table in range(len(sizes))]
    tables = {t: ids(start, start + size - 1) for t, (start, size) in enumerate(zip(starts, sizes, strict=True), 1)}
    return replace(entries(sum(sizes), rulebook.id, **options), start_tables=tables)


def seated(number: int, table: int, players: Sequence[str]) -> Game:
    """A record sheet as the draw leaves it."""
    return Game(number, table, tuple(Seat(s, player, S if s == 1 else None) for s, player in enumerate(players, 1)))


def finished(number: int, table: int, players: Sequence[str], outcome: Outcome = Outcome.LAW, bids: Sequence[int] = ()) -> Game:
    """A finished game, roles dealt in the order of CARDS: Law, all enemies dead; Outlaws, only they alive; Renegade, he alone."""
    survivors = SURVIVORS[outcome]
    paid = [*bids, *([0] * (len(players) - len(bids)))]
    return Game(
        number,
        table,
        tuple(
            Seat(s, player, role, ALIVE if role in survivors else DEAD, character, bid)
            for s, (player, role, character, bid) in enumerate(
                zip(players, CARDS[len(players)], ITALY.characters, paid, strict=False), 1
            )
        ),
        outcome,
    )


LATE: Final = replace(
    entries(5, LEAGUE.id, evening="6"),
    games=tuple(finished(n, 1, [f"P00{(n + place) % 5 + 1}" for place in range(5)]) for n in range(1, 8)),
)
"""Four of five evenings, after which somebody has typed the sixth."""


def sitting(
    number: int, table: int, players: Mapping[int, str], outcome: Outcome | None = Outcome.LAW, sheriff: int = 0, bid: int = 100
) -> Game:
    """A game of a fixed table: players by chair, roles dealt in the order of CARDS from the Sheriff's chair to the left.

    The first chair is the Sheriff's unless told otherwise; who is alive has two lives left. Without an outcome nothing is
    filled in but his role.
    """
    chairs = sorted(players)
    first = chairs.index(sheriff or chairs[0])
    cards = dict(zip(chairs[first:] + chairs[:first], CARDS[len(chairs)], strict=True))
    if outcome is None:
        seats = [Seat(chair, players[chair], S if cards[chair] is S else None) for chair in chairs]
        return Game(number, table, tuple(seats))
    alive = SURVIVORS[outcome]
    seats = [
        Seat(chair, players[chair], cards[chair], ALIVE, character, bid, lives=2)
        if cards[chair] in alive
        else Seat(chair, players[chair], cards[chair], DEAD, character, bid, lives=0)
        for chair, character in zip(chairs, ITALY.characters, strict=False)
    ]
    return Game(number, table, tuple(seats), outcome)


def chairs_of(tournament: Tournament, table: int, *without: str) -> dict[int, str]:
    """The players of a fixed table by chair, without some."""
    return {chair: player for chair, player in enumerate(tournament.start_tables[table], 1) if player not in without}


def rotated(tournament: Tournament, rounds: int, outcome: Outcome = Outcome.LAW, **seat: Any) -> Tournament:  # noqa: ANN401
    """So many games at every fixed table, the Sheriff's card going round; ``seat`` changes every seat."""
    games = [
        sitting(number, table, chairs_of(tournament, table), outcome, (number - 1) % len(players) + 1)
        for number in range(1, rounds + 1)
        for table, players in tournament.start_tables.items()
    ]
    changed = (replace(game, seats=tuple(replace(one, **seat) for one in game.seats)) for game in games)
    return replace(tournament, games=tuple(changed))


def with_game(tournament: Tournament, *games: Game) -> Tournament:
    return replace(tournament, games=(*tournament.games, *games))


def evening(tournament: Tournament, player: str, games: str, **seat: Any) -> Tournament:  # noqa: ANN401
    """His games, told as `results`: the others at his table take the other roles; ``seat`` is written on his."""
    table = next(table for table, players in tournament.start_tables.items() if player in players)
    return with_game(
        tournament, *(made(number, table, tournament, player, *one, seat) for number, one in enumerate(results(games), 1))
    )


def made(
    number: int,
    table: int,
    tournament: Tournament,
    player: str,
    outcome: Outcome,
    role: Role,
    status: Status,
    mine: dict[str, Any],
) -> Game:
    """A game in which one player has this role and end; the others have the rest of the cards, alive if their side has won."""
    people = tournament.start_tables[table]
    cards = list(CARDS[len(people)])
    cards.remove(role)
    left = iter(cards)
    seats = []
    for chair, other in enumerate(people, 1):
        card = role if other == player else next(left)
        end = status if other == player else ALIVE if card in SURVIVORS[outcome] else DEAD
        seat = Seat(chair, other, card, end, bid=100, lives=0)
        seats.append(replace(seat, **mine) if other == player else seat)
    return Game(number, table, tuple(seats), outcome)


def ended(lines: Sequence[tuple[Role, Status]], outcome: Outcome | None) -> Game:
    """Table 1 of round 1 with these roles and this end; nobody has paid anything."""
    return Game(1, 1, tuple(Seat(s, f"P{s:03}", role, status, bid=0) for s, (role, status) in enumerate(lines, 1)), outcome)


def ten(rounds: int = 3, outcome: Outcome = Outcome.LAW) -> Tournament:
    """Ten players, some rounds played: seat orders turn, so that the Sheriffs differ."""
    left, right = list(ids(1, 5)), list(ids(6, 10))
    games = [
        finished(number, table, half[number - 1 :] + half[: number - 1], outcome)
        for number in range(1, rounds + 1)
        for table, half in ((1, left), (2, right))
    ]
    return replace(entries(10), games=tuple(games))
