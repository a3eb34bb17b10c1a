"""Small tournaments by hand, with no more in them than a test needs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from bangxl.rulebooks.loader import load
from bangxl.tournament.model import Duel, Event, EventType, Finals, Game, Moment, Outcome, Player, Role, Seat, Status, Tournament
from bangxl.tournament.rulebook import Rulebook

ITALY: Final[Rulebook] = load("italy-2010")
ITALY_2011: Final = load("italy-2011")
ITALY_2007: Final = load("italy-2007")
GERMANY: Final = load("germany")
RECORD: Final = load("record")
INTERNATIONAL: Final = load("record-international")
HOUSE: Final = load(str(Path(__file__).parents[1] / "data" / "house.toml"))
KONAJKA: Final = load(str(Path(__file__).parents[1] / "data" / "konajka.toml"))
"""A printed regulation of others: no auction, tables of 4 and 5 without a chart."""
CUT: Final = load(str(Path(__file__).parents[1] / "data" / "cut.toml"))
"""Italy 2010 with cuts after the first and the second round."""
LEAGUE: Final = load(str(Path(__file__).parents[1] / "data" / "league.toml"))
"""Italy 2010 on five evenings of two games, whose first five games count."""
HOUSES: Final = {one.id: one for one in (CUT, LEAGUE)}
ALL: Final = (ITALY, ITALY_2011, ITALY_2007, GERMANY, RECORD, INTERNATIONAL, HOUSE)
"""The six regulations, and the invented one."""

S, D, O, R = Role.SHERIFF, Role.DEPUTY, Role.OUTLAW, Role.RENEGADE  # noqa: E741 -- one letter a role card
ALIVE, DEAD, DUEL = Status.ALIVE, Status.ELIMINATED, Status.FINAL_DUEL

CARDS: Final = {4: (S, O, O, R), 5: (S, D, O, O, R), 6: (S, D, O, O, O, R), 7: (S, D, D, O, O, O, R)}
"""The roles of a table, in the order in which `finished` deals them."""


ENDS: Final = {"+": ALIVE, "-": DEAD, "*": DUEL, "/": Status.AMONG_LAST}
WINNERS: Final = {"S": Outcome.LAW, "D": Outcome.LAW, "O": Outcome.OUTLAWS, "R": Outcome.RENEGADE}
LETTERS: Final = dict(zip("SDOR", (S, D, O, R), strict=True))


def fates(text: str) -> list[tuple[Role, Status]]:
    """Who was what and how he ended: ``S+ D- O/ R*`` are alive, eliminated, among the last three, in the final duel."""
    return [(LETTERS[word[0]], ENDS[word[1]]) for word in text.split()]


def results(text: str) -> list[tuple[Outcome, Role, Status]]:
    """A player's games: ``S+`` won as the Sheriff, ``D-`` as a dead Deputy; ``O:D+``: the Outlaws won, he, a Deputy, lives.

    A dot is a game lost as an Outlaw to the Renegade.
    """
    words = text.replace(".", " R:O- ").split()
    return [(WINNERS[word[0]], LETTERS[word[-2]], ENDS[word[-1]]) for word in words]


SURVIVORS: Final = {Outcome.LAW: {S, D}, Outcome.OUTLAWS: {O}, Outcome.RENEGADE: {R}}
"""Who is alive at the end of the games made here."""


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


def leaving(player: str, table: int, after_round: int) -> Event:
    """He goes home between two games of his fixed table."""
    return replace(withdrawal(player, after_round), table=table)


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


def withdrawal(player: str, after_round: int) -> Event:
    """He goes home between two rounds."""
    return Event(EventType.WITHDRAWAL, player, Moment.BETWEEN_ROUNDS, after_round=after_round)


def during(kind: EventType, player: str, number: int, table: int) -> Event:
    return Event(kind, player, Moment.DURING_GAME, "gioco lento", round=number, table=table)


def duelling(kind: EventType, player: str, match: str, moment: Moment = Moment.BEFORE_DUEL) -> Event:
    return Event(kind, player, moment, "offese", match=match)


def with_events(tournament: Tournament, *events: Event) -> Tournament:
    return replace(tournament, events=(*tournament.events, *events))


def with_duels(tournament: Tournament, *duels: Duel, closed: bool = False) -> Tournament:
    """The same tournament with these duels and no others."""
    return replace(tournament, finals=Finals(duels, closed))


LADDER: Final = ("P002", "P003", "P007", "P008", "P006", "P001", "P004", "P009", "P005", "P010")
"""The standings of `ladder`, the first first, in hundreds of dollars 101, 99, 97, 95, 80, 78, 72, 71, 50, 49."""


def ladder() -> Tournament:
    """Ten players, three rounds, nobody equal: the two tables of `ten` and in the last round a bid for everybody."""
    bids = {"P001": 200, "P002": 100, "P003": 300, "P007": 500, "P008": 700, "P009": 100, "P010": 100}
    *early, left, right = ten().games
    last = (replace(game, seats=tuple(replace(s, bid=bids.get(s.player, 0)) for s in game.seats)) for game in (left, right))
    return replace(entries(10), games=(*early, *last))
