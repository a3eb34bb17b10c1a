"""The tables of a regulation: rounds, table sizes by players, the Sheriff's seat, role cards."""

from collections.abc import Collection, Container, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from bangxl import limits
from bangxl.locale.catalog import N_
from bangxl.rulebooks.faults import by_number, fail, forbid, known_sizes
from bangxl.rulebooks.schema import KnockoutRow, PlayersRow, RulebookFile
from bangxl.tournament.compositions import compositions
from bangxl.tournament.model import Role
from bangxl.tournament.rulebook import Games, Roles, SheriffRule, Sizes

T = TypeVar("T")
Spans = tuple[tuple[int, int, T], ...]
"""Something by number of players: first, last, and the value for them."""
LEAST_AT_LAST: Final = 4
"""The fewest players with roles: fewer play only for victory."""


def read_roles(key: str, rows: Mapping[str, dict[Role, int]], characters: int) -> dict[int, dict[Role, int]]:
    """The number of each role card at a table, by table size."""
    by_size = {size: dict.fromkeys(Role, 0) | counts for size, counts in by_number(key, rows).items()}
    for size, counts in by_size.items():
        if size > characters:
            fail(f"{key}.{size}", N_("There are only {count} characters, too few for this table."), count=characters)
        if size > limits.SEATS:
            fail(f"{key}.{size}", N_("A table has at most {most} players. Delete this row."), most=limits.SEATS)
        if sum(counts.values()) != size:
            text = N_("There are {count} roles for {size} players. Correct the numbers.")
            fail(f"{key}.{size}", text, count=sum(counts.values()), size=size)
        if counts[Role.SHERIFF] != 1 or min(counts.values()) < 0:
            fail(f"{key}.{size}", N_("Write exactly 1 Sheriff, and 0 or more of every other role."))
    if not by_size:
        fail(key, N_("Add at least one size of table."))
    return by_size


def needed(raw: RulebookFile) -> dict[int, str]:
    """The sizes of tables that a file speaks of, each with a key that does."""
    tables, last = raw.tables, raw.last_table.players if raw.last_table else 0  # people may leave a last table
    rows = {"tables.single": tables.single, **{f"tables.chart.{players}": row for players, row in tables.chart.items()}}
    rows |= {"tables.any": tables.any_of, "tables.extension": tables.extension, "tables.sizes": tables.sizes}
    rows["last_table.players"] = tuple(range(LEAST_AT_LAST, last + 1))
    return {size: key for key, row in rows.items() for one in row for size in (one if isinstance(one, tuple) else (one,))}


def spans(raw: RulebookFile, key: str, rows: Sequence[PlayersRow], gaps: Container[int]) -> list[tuple[int, int]]:
    """From and to of rows that must cover every number of players, in order, except the ``gaps`` without tables."""
    spans, most = list[tuple[int, int]](), raw.players.maximum
    expected = least = raw.players.minimum
    for row in rows:
        last = row.to if row.to is not None else most
        if not least <= row.from_ <= expected or last < row.from_:
            text = N_("The next row must begin at {players} players and go up.")
            if not spans:
                text = N_("The first row must begin at {players} players, as players.minimum says. Write the rows anew.")
            elif row.from_ > most:
                text = N_("Nobody can play by the row from {first} players: players.maximum is {most}. Delete it.")
            elif rows[len(spans) - 1].to is None and row.from_ > spans[-1][0]:
                fail(key, N_("The row from {first} players needs to = {last}."), first=spans[-1][0], last=row.from_ - 1)
            fail(key, text, players=expected, first=row.from_, most=most)
        spans.append((row.from_, last))
        expected = least = last + 1
        while expected in gaps:
            expected += 1
    if expected <= most:
        fail(key, N_("The row for {players} players is missing. Add it."), players=expected)
    return spans


def playing_on(raw: RulebookFile, key: str, rows: Sequence[KnockoutRow], gaps: Container[int]) -> Spans[int]:
    """Rows (first, last, players who play on) by players at the start."""
    return tuple((*span, row.players) for span, row in zip(spans(raw, key, rows, gaps), rows, strict=True))


def read_games_rule(raw: RulebookFile) -> Games:
    """The number of games: from the rows, or by a rule for each fixed table."""
    rule, rows = raw.rounds.games, raw.rounds.by_players
    if raw.tables.fixed and (rows or not rule):
        text = N_('At fixed tables write rounds.games = "each_sheriff", "table_size" or "multiple". Or begin with italy-2010.')
        fail("rounds.by_players" if rows else "rounds.games", text, against="")
    if not raw.tables.fixed and (rule or not (rows or raw.league)):
        text = N_("For tables drawn again write by_players = [{{ from = {players}, rounds = 3 }}]. Or begin with italy-2007.")
        fail("rounds.games" if rule else "rounds.by_players", text, players=raw.players.minimum, against="")
    return rule or Games.BY_PLAYERS


def sheriff(raw: RulebookFile) -> SheriffRule:
    """Who is Sheriff: at fixed tables the star goes round; where everybody is it once, nobody is drawn."""
    rule, first = raw.rounds.games, SheriffRule.LEFT if raw.tables.fixed else SheriffRule.SEAT_1
    sheriffs = (first,) if raw.tables.fixed and rule in {Games.EACH_SHERIFF, Games.MULTIPLE} else (first, SheriffRule.DRAWN)
    if raw.tables.sheriff not in sheriffs:
        given = f'games = "{rule}"' if rule else f"tables.fixed = {str(raw.tables.fixed).lower()}"
        text = N_('"{found}" is not possible with {given}. Write {known}.')
        fail("tables.sheriff", text, found=raw.tables.sheriff, given=given, known=" / ".join(f'"{one}"' for one in sheriffs))
    return raw.tables.sheriff


class Rounds(NamedTuple):
    """Rows by players at the start: first, last, rounds; and first, last, games at each seating of several games."""

    played: Spans[int] = ()
    seatings: Spans[tuple[int, ...]] = ()


def read_rounds(raw: RulebookFile, gaps: Container[int]) -> Rounds:
    """The rounds; no rows if each table has its own number of games."""
    rows = raw.rounds.by_players
    if raw.league is not None:
        return Rounds(((1, limits.PLAYERS, raw.league.evenings * raw.league.games),))
    if not rows:
        return Rounds()
    players = spans(raw, "rounds.by_players", rows, gaps)
    if any(row.rounds and row.games for row in rows):
        fail("rounds.by_players", N_("Use rounds or games in a row, not both."))
    if not all(1 <= row.total <= limits.ROUNDS and min(row.games, default=1) > 0 for row in rows):
        fail("rounds.by_players", N_("Write 1 to {most} rounds."), most=limits.ROUNDS)
    counted = [(first, last, row) for (first, last), row in zip(players, rows, strict=True)]
    return Rounds(
        tuple((first, last, row.total) for first, last, row in counted),
        tuple((first, last, row.games) for first, last, row in counted if max(row.games, default=1) > 1),
    )


class Compositions(NamedTuple):
    """The printed chart, its extension sizes, the sizes that are always legal, and the numbers of players without tables."""

    chart: Mapping[int, tuple[Sizes, ...]]
    extension: Sizes
    even: Sizes
    gaps: frozenset[int]


def read_compositions(raw: RulebookFile, by_size: Roles) -> Compositions:
    """The possible tables. With tables of 4 and 5, 11 players are impossible, so rows need not cover 11."""
    printed, even = read_chart(raw, by_size), known_sizes("tables.any", raw.tables.any_of, by_size)
    sizes = read_extension(raw, printed, by_size)
    counts = range(raw.players.minimum, raw.players.maximum + 1)
    gaps = frozenset(players for players in counts if not compositions(players, printed, sizes, even))
    gaps -= {*raw.tables.single} if raw.league is not None else set()
    if raw.players.minimum in gaps:
        text = N_("There are no tables for {players} players. Write {fit}, or add sizes of tables.")
        fit = min({*counts} - gaps, default=None)
        fail("players.minimum", text, {"players.minimum": fit} if fit else {}, players=raw.players.minimum, fit=fit or "–")
    return Compositions(printed, sizes, even, gaps)


def read_chart(raw: RulebookFile, by_size: Roles) -> dict[int, tuple[Sizes, ...]]:
    """Table compositions by number of players, from the printed rows or from a number of tables."""
    if raw.tables.counts:
        if raw.tables.chart:
            fail("tables.counts", N_("Use a chart or counts of tables, not both."), against="tables.chart")
        return _chart_of_counts(raw, by_size)
    rows: dict[int, tuple[Sizes, ...]] = {}
    for players, row in by_number("tables.chart", raw.tables.chart).items():
        if players > raw.players.maximum:  # a base's rows, perhaps: no draw uses them
            continue
        key = f"tables.chart.{players}"
        one = tuple(sizes for sizes in row if isinstance(sizes, int))
        several = tuple(sizes for sizes in row if isinstance(sizes, tuple))
        if not row or (one and several):
            fail(key, N_("Write one composition like [6, 5], or a list of them."))
        rows[players] = (one,) if one else several
    theirs, even = " ".join(["tables.chart", *(f"tables.chart.{players}" for players in rows)]), set(raw.tables.any_of)
    for players, sizes in [(players, sizes) for players, listed in rows.items() for sizes in listed]:
        key, seats = f"tables.chart.{players}", sum(known_sizes(f"tables.chart.{players}", sizes, by_size))
        if seats != players:
            fail(key, N_("These tables seat {seats} players, not {players}. Correct the sizes."), seats=seats, players=players)
        if even and (max(sizes) - min(sizes) > 1 or {*sizes} - even):
            fail(key, N_("These tables break the limits in tables.any. Correct the tables or the limits."), against=theirs)
    # the chart must have every number of players up to its last row, unless ``any`` or ``extension`` replaces it
    first, instead = raw.players.minimum, bool(raw.tables.any_of or raw.tables.extension)
    last = max(rows, default=first - 1 if instead else first)
    seatable = _seatable(raw.players.maximum, by_size)
    counts = range(min(rows, default=first) if raw.tables.any_of else first, last + 1)
    if missing := [players for players in counts if players not in rows and players in seatable]:
        text = N_("Rows for {numbers} players are missing. Add them.")
        fail(f"tables.chart.{missing[0]}", text, numbers=", ".join(map(str, missing)))
    return rows


def _chart_of_counts(raw: RulebookFile, by_size: Roles) -> dict[int, tuple[Sizes, ...]]:
    """The chart of a regulation that gives the number of tables, with two sizes."""
    if not _are_neighbours(known_sizes("tables.sizes", raw.tables.sizes, by_size)):
        fail("tables.sizes", N_("Write two sizes: the larger one first, then one less."))
    larger, smaller = raw.tables.sizes
    gaps = set(range(raw.players.maximum + 1)) - _seatable(raw.players.maximum, raw.tables.sizes)
    rows: dict[int, tuple[Sizes, ...]] = {}
    for (first, last), row in zip(spans(raw, "tables.counts", raw.tables.counts, gaps), raw.tables.counts, strict=True):
        for players in range(first, last + 1):
            more = players - smaller * row.tables
            if not 0 <= more <= row.tables:
                text = N_(
                    "{tables} tables of {larger} and {smaller} cannot seat {players} players. Correct the number of tables."
                )
                fail("tables.counts", text, tables=row.tables, larger=larger, smaller=smaller, players=players)
            rows[players] = ((larger,) * more + (smaller,) * (row.tables - more),)
    return rows


def _seatable(most: int, sizes: Collection[int]) -> frozenset[int]:
    """The numbers of players, up to the maximum, that tables of these sizes can seat."""
    counts = {0}
    for players in range(1, most + 1):
        if any(players - size in counts for size in sizes):
            counts.add(players)
    return frozenset(counts)


def _are_neighbours(sizes: Sizes) -> bool:
    return len(sizes) == 2 and sizes[0] == sizes[1] + 1


def read_extension(raw: RulebookFile, printed: Mapping[int, object], by_size: Roles) -> Sizes:
    """The two sizes beyond the chart; needed unless the chart reaches the maximum, or ``any`` seats everybody else."""
    sizes = known_sizes("tables.extension", raw.tables.extension, by_size)
    needed = max(printed, default=0) < raw.players.maximum and not raw.tables.any_of
    if needed and not sizes:
        text = N_(
            "The chart ends at {last} players, below the maximum. Write more rows, a smaller maximum,"
            " or here the two sizes of the tables beyond it, such as [6, 5]."
        )
        fail("tables.extension", text, last=max(printed, default=0))
    if sizes and not _are_neighbours(sizes):
        fail("tables.extension", N_("Write two sizes: the larger one first, then one less."))
    return sizes


def read_smallest(raw: RulebookFile, by_size: Roles, seats: Compositions) -> int:
    """The fewest players with whom a fixed table plays on; 0 for tables that are redrawn."""
    least = raw.tables.smallest
    if least and not raw.tables.fixed:
        forbid("tables.smallest", N_("Delete this key: it needs fixed tables."), against="")
    if raw.tables.fixed:
        if least < 1:
            fewest = min(needed(raw), default=LEAST_AT_LAST)
            text = N_("Write with how few players a fixed table plays on, such as {fewest}.")
            fail("tables.smallest", text, {"tables.smallest": fewest}, fewest=fewest)
        known_sizes("tables.smallest", tuple(range(least, max(by_size) + 1)), by_size)
    rows = (sizes for rows in seats.chart.values() for sizes in rows)
    if (size := min((min(sizes) for sizes in (*rows, seats.extension, seats.even) if sizes), default=least)) < least:
        fail("tables.smallest", N_("Tables of {size} would never play. Write {size} here, or other sizes of tables."), size=size)
    return least
