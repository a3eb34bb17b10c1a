"""The finals of a regulation: brackets of duels or a knock-out, and the prizes; the championship that a tournament is part of."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final

from bangxl.locale.catalog import N_
from bangxl.rulebooks import tables
from bangxl.rulebooks.faults import by_number, code_in, fail
from bangxl.rulebooks.schema import BracketRow, DuelModeTable, KnockoutTable, MatchRow, RulebookFile
from bangxl.tournament.rulebook import Bracket, Championship, DuelMode, Knockout, Match, Roles

LEAST_AT_LAST: Final = 4
"""Players of whom each has a role: fewer play for the victory alone."""


def brackets(raw: RulebookFile) -> tuple[Bracket, ...]:
    """The duels of the finals, by the number of tables at the start; none without duels."""
    finals = raw.finals
    if finals is None:
        return ()
    if raw.knockout is not None:
        fail("knockout", N_("either finals or a knock-out, not both"))
    if finals.brackets and (finals.matches or finals.qualifiers):
        fail("finals.brackets", N_("either brackets, or one list of matches with its qualifiers"))
    if not finals.brackets:
        return (_bracket("finals", BracketRow(1, finals.qualifiers, finals.matches)),)
    rows = finals.brackets
    starts = [row.from_tables for row in rows]
    if starts[0] != 1 or starts != sorted(set(starts)):
        fail("finals.brackets", N_("from_tables must begin with 1 and go up"))
    found = tuple(_bracket(f"finals.brackets[{i}]", row) for i, row in enumerate(rows))
    largest = {match.code for match in found[-1].matches}
    for i, bracket in enumerate(found):
        if not {match.code for match in bracket.matches} <= largest:
            fail(f"finals.brackets[{i}].matches", N_("the last bracket must have every match of the others"))
    return found


def _bracket(key: str, row: BracketRow) -> Bracket:
    matches: list[Match] = []
    for i, match in enumerate(row.matches):
        _match(f"{key}.matches[{i}]", match, row.qualifiers, {m.code for m in matches})
        matches.append(Match(match.code, match.a, match.b))
    if not matches:
        fail(f"{key}.matches", N_("there is no match"))
    return Bracket(row.from_tables, row.qualifiers, tuple(matches))


def _match(key: str, match: MatchRow, qualifiers: int, earlier: set[str]) -> None:
    if match.code in earlier or not re.fullmatch("[A-Z]{1,3}[0-9]{0,2}", match.code):
        fail(key, N_("«{found}» is no code, or stands twice; codes are like SF1"), found=match.code)
    for side in (match.a, match.b):
        if isinstance(side, int) and not 1 <= side <= qualifiers:
            fail(key, N_("«{found}» is neither a qualifier's place nor an earlier match"), found=side)
        if isinstance(side, str) and side.removeprefix("-") not in earlier:
            fail(key, N_("«{found}» is neither a qualifier's place nor an earlier match"), found=side)


def duel_modes(raw: RulebookFile) -> dict[str, DuelMode]:
    """The ways to play a duel, the default first."""
    if raw.finals is None:
        return {}
    if not raw.finals.duel:
        fail("finals.duel", N_("there is no way to play a duel"))
    characters = len(raw.characters.names)
    return {
        code_in("finals.duel", code): _mode(f"finals.duel.{code}", code, table, characters)
        for code, table in raw.finals.duel.items()
    }


def _mode(key: str, code: str, raw: DuelModeTable, characters: int) -> DuelMode:
    if (raw.shown > 0) == (raw.each > 0):
        fail(key, N_("either some characters are shown, or each player gets some"))
    if raw.shown + 2 * raw.each > characters:
        fail(key, N_("more characters are drawn than there are"))
    if not raw.scores or any(not won > lost >= 0 for won, lost in raw.scores):
        fail(f"{key}.scores", N_("in every score the winner's number stands first and is the greater"))
    return DuelMode(code, raw.shown, raw.each, frozenset(raw.scores))


def knockout(raw: RulebookFile, roles: Roles, gaps: Container[int]) -> Knockout | None:
    """The finals in stages; None without."""
    if raw.last_table is not None:
        return _last_table(raw, raw.last_table.players, roles)
    table = raw.knockout
    if table is None:
        return None
    if not raw.tables.fixed:
        fail("knockout", N_("the best of each table play it, so that tables.fixed is needed"))
    _check_duel(table, raw.characters.names)
    by_size = _knockout_roles(raw, table, roles)
    rows = _knockout_rows(raw, table, gaps)
    return Knockout(rows, table.largest_table, table.most_tables, table.shown, table.each, table.without, by_size)


def _last_table(raw: RulebookFile, players: int, roles: Roles) -> Knockout:
    """The best at one more table, at which the winnings of that game decide the places."""
    if raw.knockout is not None or raw.finals is not None:
        fail("last_table", N_("either finals, a knock-out or a last table"))
    if not LEAST_AT_LAST <= players <= raw.players.minimum:
        fail(
            "last_table.players",
            N_("from {least} players to {most}, who are there at least"),
            least=LEAST_AT_LAST,
            most=raw.players.minimum,
        )
    for size in range(LEAST_AT_LAST, players + 1):
        if size not in roles:
            fail(f"roles.by_size.{size}", N_("so many may be left at the last table"))
    rows, rooms = ((raw.players.minimum, raw.players.maximum, players),), (players, 1)
    at_it = {size: counts for size, counts in roles.items() if size <= players}
    return Knockout(rows, *rooms, shown=0, each=0, without=(), roles=at_it, by_points=True)


def _check_duel(table: KnockoutTable, characters: tuple[str, ...]) -> None:
    """The game of two."""
    for name in table.without:
        if name not in characters:
            fail("knockout.without", N_("no such character «{found}»"), found=name)
    if not 2 <= 2 * table.each <= table.shown <= len(characters) - len(table.without):
        fail("knockout.shown", N_("twice as many characters as each takes, and no more than there are"))


def _knockout_rows(raw: RulebookFile, table: KnockoutTable, gaps: Container[int]) -> tuple[tuple[int, int, int], ...]:
    if table.largest_table < 2 or table.most_tables < 1:
        fail("knockout", N_("at least one table of two is needed"))
    for row in table.by_players:
        if not 2 <= row.players <= table.largest_table * table.most_tables:
            fail(
                "knockout.by_players",
                N_("{tables} tables of {seats} cannot seat {players} players"),
                tables=table.most_tables,
                seats=table.largest_table,
                players=row.players,
            )
    spans = tables.spans(raw, "knockout.by_players", table.by_players, gaps)
    return tuple((first, last, row.players) for (first, last), row in zip(spans, table.by_players, strict=True))


def _knockout_roles(raw: RulebookFile, table: KnockoutTable, roles: Roles) -> Roles:
    """The roles of every table from four players up; those that the elimination phase has as well need no second row."""
    own = tables.roles("knockout.roles", table.roles, len(raw.characters.names)) if table.roles else {}
    found = {**roles, **own}
    for size in range(4, table.largest_table + 1):
        if size not in found:
            fail(f"knockout.roles.{size}", N_("this row is missing"))
    return found


def prizes(raw: RulebookFile, found: tuple[Bracket, ...]) -> dict[int, tuple[int, ...]]:
    """Dollars for the first places by scheduled rounds, a prize for every qualifier of the smallest bracket."""
    if raw.prizes is None:
        return {}
    if not found or not raw.rounds.by_players:
        fail("prizes", N_("prizes by rounds need finals, and rounds by players"))
    amounts = by_number("prizes.by_rounds", raw.prizes.by_rounds)
    for row in raw.rounds.by_players:
        if len(amounts.get(row.total, ())) != found[0].qualifiers:
            fail(f"prizes.by_rounds.{row.total}", N_("{count} amounts are needed"), count=found[0].qualifiers)
    return amounts


def championship(raw: RulebookFile) -> Championship | None:
    """The season that a tournament may be part of; None without one."""
    table = raw.championship
    if table is None:
        return None
    if table.finalists < 1:
        fail("championship.finalists", N_("at least 1 finalist is needed"))
    if table.last_open and not table.term.last_day < table.last_open[0] <= table.last_open[1]:
        fail("championship.last_open", N_("the first day and the last one, both after championship.term.last_day"))
    if table.report_days < 0:
        fail("championship.report_days", N_("a number of days, or 0 for no term"))
    for key in ("best", "regional", "national", "wild_cards"):
        if getattr(table, key) < 0:
            fail(f"championship.{key}", N_("a number, or 0 for none"))
    if table.national + table.wild_cards > table.finalists:
        fail("championship.finalists", N_("fewer than the places that national and wild_cards give away"))
    given = (table.best, table.regional, table.national, table.wild_cards)
    return Championship(table.finalists, table.term.last_day, table.last_open, table.report_days, *given)
