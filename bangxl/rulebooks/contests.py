"""The finals of a regulation: brackets of duels or a knock-out, and the prizes; the championship that a tournament belongs to."""

import re
from collections.abc import Container
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from math import ceil
from typing import Final

from msgspec import convert

from bangxl import limits
from bangxl.locale.catalog import N_
from bangxl.rulebooks import tables
from bangxl.rulebooks.faults import by_number, fail, forbid, known_sizes, require_code
from bangxl.rulebooks.schema import KnockoutRow, KnockoutTable, RulebookFile
from bangxl.rulebooks.tables import LEAST_AT_LAST
from bangxl.tournament.compositions import table_sizes
from bangxl.tournament.finals import LOSER, places_in
from bangxl.tournament.model import BADGES
from bangxl.tournament.rulebook import Badge, Bracket, Championship, Cut, DuelMode, Knockout, League, Roles, Rulebook

_LONGEST_BADGE: Final = 20
"""The most letters of a badge's name: it is the heading of a column."""


def read_brackets(raw: RulebookFile) -> tuple[Bracket, ...]:
    """The duels of the finals, by the number of tables at the start; empty without duels."""
    if (finals := raw.finals) is None:
        return ()
    if raw.knockout is not None and raw.tables.fixed:
        fail("knockout", N_("Use finals or a knock-out, not both."), against="finals")
    if finals.brackets and (finals.matches or finals.qualifiers):
        text = N_("Use brackets, or one list of matches with its qualifiers.")
        fail("finals.brackets", text, against="finals.matches finals.qualifiers")
    if not finals.brackets:
        return (_bracket("finals", Bracket(1, finals.qualifiers, finals.matches)),)
    rows = finals.brackets
    starts = [row.from_tables for row in rows]
    if starts[0] != 1 or starts != sorted(set(starts)):
        fail("finals.brackets", N_("from_tables must begin with 1 and go up."))
    brackets = tuple(_bracket(f"finals.brackets[{i}]", row) for i, row in enumerate(rows))
    largest = {match.code for match in brackets[-1].matches}
    for i, bracket in enumerate(brackets):
        if not {match.code for match in bracket.matches} <= largest:
            fail(f"finals.brackets[{i}].matches", N_("The last bracket must contain every match of the others."))
    return brackets


def _bracket(key: str, row: Bracket) -> Bracket:
    earlier, used, of_losers = set[str](), set[int | str](), set[str]()
    for i, match in enumerate(row.matches):
        where = f"{key}.matches[{i}]"
        if match.code in earlier or not re.fullmatch("[A-Z]{1,3}[0-9]{0,2}", match.code):
            fail(where, N_("«{found}» is not a code, or is there twice. Write a code like SF1."), found=match.code)
        for side in (match.a, match.b):
            known = 1 <= side <= row.qualifiers if isinstance(side, int) else side.removeprefix("-") in earlier
            if not known:
                fail(where, N_("«{found}» is not possible. Write the place of a qualifier, or an earlier match."), found=side)
            if side in used or str(side).removeprefix(LOSER) in of_losers:
                fail(where, N_("«{found}» already plays for a place in another match. Correct one of the two."), found=side)
            used.add(side)
        sides = [str(side) for side in (match.a, match.b)]
        if sides[0].removeprefix(LOSER) == sides[1].removeprefix(LOSER):
            fail(where, N_("«{found}» would play the same two again. Correct one side."), found=match.code)
        earlier.add(match.code)
        of_losers |= {match.code for side in sides if side.startswith(LOSER)}
    if not row.matches:
        fail(f"{key}.matches", N_("Add at least one match."))
    if idle := sorted(set(range(1, row.qualifiers + 1)) - used):
        fail(f"{key}.matches", N_("Place {place} plays no match. Add one, or write fewer qualifiers."), place=idle[0])
    if row.matches[-1].code in of_losers or 1 not in places_in(row.matches, row.matches[-1]):
        text = N_("The last match is the final: the best of the standings must be able to win it. Write «{found}» before it.")
        fail(f"{key}.matches[{len(row.matches) - 1}]", text, found=row.matches[-1].code)
    return row


def read_duel_modes(raw: RulebookFile) -> dict[str, DuelMode]:
    """The ways to play a duel, the default first."""
    if raw.finals is None:
        return {}
    if not raw.finals.duel:
        fail("finals.duel", N_("Add at least one way to play a duel."))
    modes: dict[str, DuelMode] = {}
    for code, table in raw.finals.duel.items():
        key = f"finals.duel.{require_code('finals.duel', code)}"
        if table.boxed:
            if table.shown or table.each or table.scores:
                fail(key, N_("Delete shown, each and scores: a game from a box of its own is only won or lost."))
            modes[code] = DuelMode(code, 0, 0, frozenset({(1, 0)}))
            continue
        if (table.shown > 0) == (table.each > 0):
            fail(key, N_("Use shown or each: exactly one of them."))
        if table.shown + 2 * table.each > len(raw.characters.names):
            fail(key, N_("More characters are drawn than there are. Draw fewer."))
        if not table.scores:
            fail(f"{key}.scores", N_("Write all scores, the winner's number first: [[1, 0]]."))
        if any(not won > lost >= 0 for won, lost in table.scores):
            fail(f"{key}.scores", N_("Write the winner's number first in every score. It must be the larger one."))
        modes[code] = DuelMode(code, table.shown, table.each, frozenset(table.scores))
    return modes


def read_knockout(raw: RulebookFile, roles: Roles, gaps: Container[int]) -> Knockout | None:
    """The finals in stages; None without them."""
    if raw.last_table is not None:
        return _last_table(raw, raw.last_table.players, roles)
    if (table := raw.knockout) is None:
        return None
    _check_knockout(raw, table)
    # no second row for table sizes whose roles the elimination phase defines
    own = tables.read_roles("knockout.roles", table.roles, len(raw.characters.names)) if table.roles else {}
    by_size = {**roles, **own}
    for size in range(LEAST_AT_LAST, table.largest_table + 1):
        if size not in by_size:
            fail(f"knockout.roles.{size}", N_("This row is missing. Add it."))
    rows = tables.playing_on(raw, "knockout.by_players", table.by_players, gaps)
    return Knockout(rows, table.largest_table, table.most_tables, table.shown, table.without, by_size)


def _check_knockout(raw: RulebookFile, table: KnockoutTable) -> None:
    characters = raw.characters.names
    if not raw.tables.fixed:
        text = N_("Delete this table, or begin with italy-2007 or germany: a knock-out is played by the best of fixed tables.")
        forbid("knockout", text, against="")
    if unknown := [name for name in table.without if name not in characters]:
        fail("knockout.without", N_("There is no character «{found}». Correct the name."), found=unknown[0])
    if table.each != 2:
        fail("knockout.each", N_("Write 2, or leave this out: one character plays, the other one supports it."))
    if not 2 * table.each <= table.shown <= len(characters) - len(table.without):
        fail("knockout.shown", N_("Write {least} to {most}."), least=4, most=len(characters) - len(table.without))
    if table.largest_table < 2 or table.most_tables < 1:
        fail("knockout", N_("The knock-out needs at least one table of two players."))
    for row in table.by_players:
        if not 2 <= row.players <= table.largest_table * table.most_tables:
            text = N_("{tables} tables of {seats} cannot seat {players} players. Correct one of these numbers.")
            fail("knockout.by_players", text, tables=table.most_tables, seats=table.largest_table, players=row.players)


def _last_table(raw: RulebookFile, players: int, roles: Roles) -> Knockout:
    """One more table for the best players; the winnings of its game decide the places."""
    if raw.knockout is not None or raw.finals is not None:
        fail("last_table", N_("Use only one of these: finals, a knock-out, a last table."), against="knockout finals")
    if not LEAST_AT_LAST <= players <= raw.players.minimum:
        text = N_("Write {least} to {most}. It cannot be more than the minimum of players.")
        fail("last_table.players", text, least=LEAST_AT_LAST, most=raw.players.minimum)
    known_sizes("last_table.players", tuple(range(LEAST_AT_LAST, players + 1)), roles)
    rows, rooms = ((raw.players.minimum, raw.players.maximum, players),), (players, 1)
    at_it = {size: counts for size, counts in roles.items() if size <= players}
    return Knockout(rows, *rooms, shown=0, without=(), roles=at_it, by_points=True)


def read_badges(raw: RulebookFile) -> dict[str, Badge]:
    """The points that people type, by the attribute of a `Seat`: at most four, each with its own short name."""
    if len(raw.badge) > len(BADGES):
        fail("badge", N_("At most {most} badges are possible. Delete some."), most=len(BADGES))
    known = set[str]()
    for i, table in enumerate(raw.badge):
        if not (table.name[:1].isalpha() and len(table.name) <= _LONGEST_BADGE and table.name == " ".join(table.name.split())):
            fail(f"badge[{i}].name", N_("Write a name of at most {most} letters; the first is no sign."), most=_LONGEST_BADGE)
        if table.name.casefold() in known:
            fail(f"badge[{i}].name", N_("The badge «{found}» is there twice. Change one of the names."), found=table.name)
        if not 1 <= table.most <= LEAST_AT_LAST:
            fail(f"badge[{i}].most", N_("Write {least} to {most}."), least=1, most=LEAST_AT_LAST)
        known.add(table.name.casefold())
    given = (Badge(table.name, table.points, table.most) for table in raw.badge)
    return dict(zip(BADGES, given, strict=False))


def read_league(raw: RulebookFile) -> League | None:
    """The evenings of a league: as many games as a workbook has rounds, of which a player can play and count so many."""
    if (table := raw.league) is None:
        return None
    if raw.tables.fixed:
        forbid("league", N_("Delete this table: a league needs tables that are drawn again."))
    if raw.rounds.by_players:
        text = N_("Delete this: in a league the evenings decide who plays how many rounds.")
        forbid("rounds.by_players", text, against="league")
    games = table.evenings * table.games
    if table.evenings < 1 or not 1 <= table.games <= games <= limits.ROUNDS:
        text = N_("Write 1 or more evenings and games; all evenings together have at most {most} games.")
        fail("league.evenings", text, most=limits.ROUNDS)
    for key in ("minimum", "counted"):
        if not 0 <= getattr(table, key) <= games:
            fail(f"league.{key}", N_("Write {least} to {most}."), least=0, most=games)
    return convert(table, League, from_attributes=True)


def with_cuts(rulebook: Rulebook, raw: RulebookFile, gaps: Container[int]) -> Rulebook:
    """The rulebook with its cuts, each after a round after which tables are drawn again, and smaller than the one before."""
    cuts = list[Cut]()
    for i, table in enumerate(raw.cut):
        key = f"cut[{i}]"
        if raw.tables.fixed:
            forbid(key, N_("Delete this table: a cut needs tables that are drawn again."))
        if sum(map(bool, (table.players, table.by_players, table.share))) != 1:
            fail(key, N_("Use players, by_players or share: exactly one of them."))
        # the rounds that are the last at a seating, of each number of rounds
        ends = [{0, *accumulate(row.games or [1] * row.rounds)} for row in raw.rounds.by_players]
        later = range(cuts[-1].after + 1 if cuts else 1, max(map(max, ends), default=0))
        known = [after for after in later if all(after in one or after >= max(one) for one in ends)]
        if table.after not in known:
            text = N_("Write a round before the last one, after which tables are drawn again, after the cut before: {known}.")
            fail(f"{key}.after", text, known=", ".join(map(str, known)) or "–")
        given = table.by_players or (KnockoutRow(from_=raw.players.minimum, players=table.players),)
        rows = tables.playing_on(raw, f"{key}.by_players", given, gaps)
        cuts.append(Cut(table.after, _shared(f"{key}.share", rulebook, table.share) if table.share else rows, table.share))
        name = "share" if table.share else "by_players" if table.by_players else "players"
        _check_cut(f"{key}.{name}", replace(rulebook, cuts=tuple(cuts)))
    return replace(rulebook, cuts=tuple(cuts))


def _shared(key: str, rulebook: Rulebook, share: str) -> tables.Spans[int]:
    """Rows for a share of the players at the start: rounded up, to a number that has tables; all play on where there is none."""
    if not re.fullmatch("[1-9][0-9]?/[1-9][0-9]?", share) or Fraction(share) >= 1:
        fail(key, N_('«{found}» is no part of the players. Write it like "2/3".'), found=share)
    rows, any_number = list[tuple[int, int, int]](), replace(rulebook, minimum_players=1)
    for players in range(rulebook.minimum_players, rulebook.maximum_players + 1):
        counts = range(ceil(players * Fraction(share)), players)
        count = next((count for count in counts if table_sizes(any_number, count, first_round=False)), players)
        first = rows.pop()[0] if rows and rows[-1][2] == count else players
        rows.append((first, players, count))
    return tuple(rows)


def _check_cut(key: str, rulebook: Rulebook) -> None:
    """Check how many the last of the cuts lets through: fewer than there can be, with tables, and enough for the finals.

    A share may let everybody through, where there are no tables for fewer.
    """
    cut, earlier = rulebook.cuts[-1], rulebook.cuts[:-1]
    finalists = max((bracket.qualifiers for bracket in rulebook.brackets), default=1)
    finalists = rulebook.knockout.largest_table if rulebook.knockout else finalists
    for first, last, count in cut.by_players:
        field = min([last, *(before.players(last) for before in earlier)]) + bool(cut.share)
        if not finalists <= count < field:
            text = N_("Write {least} to {most}: fewer than there can be, and enough for the finals.")
            if cut.share:
                text = N_("Of {players} players {count} would play on: fewer than {least} or more than {most}. Change the share.")
            fail(key, text, least=finalists, most=field - 1, players=first, count=count)
        if not (cut.share or table_sizes(rulebook, count, first_round=False)):
            fits = [n for n in range(finalists, field) if table_sizes(rulebook, n, first_round=False)]
            text = N_("There are no tables for {players} players. Write {fit}, or add sizes of tables.")
            fail(key, text, players=count, fit=min(fits, key=lambda n: abs(n - count), default="–"))


def read_prizes(raw: RulebookFile, brackets: tuple[Bracket, ...]) -> dict[int, tuple[int, ...]]:
    """Dollars for the first places by scheduled rounds, with a prize for every qualifier of the smallest bracket.

    None where the entry fees are shared out instead.
    """
    if raw.prizes is None or raw.prizes.from_fees:
        if raw.prizes and (min(raw.prizes.from_fees) < 0 or sum(raw.prizes.from_fees) > 100):
            fail("prizes.from_fees", N_("Write what each place gets of the fees in percent, together at most 100: [50, 30, 20]."))
        return {}
    if not brackets or not raw.rounds.by_players or raw.tables.fixed:
        fail("prizes", N_("Prizes by rounds need finals and rounds.by_players."), against="")
    amounts = by_number("prizes.by_rounds", raw.prizes.by_rounds)
    count, played = brackets[0].qualifiers, {row.total for row in raw.rounds.by_players}
    odd = {rounds for rounds in played if len(amounts.get(rounds, ())) != count}
    if wrong := sorted(odd | {rounds for rounds, row in amounts.items() if min(row, default=0) < 0}):
        text = N_("Write {count} amounts for {rounds} rounds: one for each qualifier, 0 for none, and none below 0.")
        fail(f"prizes.by_rounds.{wrong[0]}", text, count=count, rounds=", ".join(map(str, wrong)))
    return amounts


def read_championship(raw: RulebookFile) -> Championship | None:
    """The season that a tournament may belong to; None without one."""
    if (table := raw.championship) is None:
        return None
    if table.finalists < 1:
        fail("championship.finalists", N_("Write at least 1 finalist."))
    if table.last_open and not table.term.last_day < table.last_open[0] <= table.last_open[1]:
        fail("championship.last_open", N_("Write the first and the last day, both after championship.term.last_day."))
    for key in ("report_days", "best", "regional", "national", "wild_cards"):
        if getattr(table, key) < 0:
            fail(f"championship.{key}", N_("Write a number, or 0 for none."))
    if table.national + table.wild_cards > table.finalists:
        fail("championship.finalists", N_("This is less than national and wild_cards together. Write more."))
    settings = (table.best, table.regional, table.national, table.wild_cards)
    return Championship(table.finalists, table.term.last_day, table.last_open, table.report_days, *settings)
