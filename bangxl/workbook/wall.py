"""The layout of a round's seats on the wall: lists side by side of equal length, and what stands beside them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bangxl.locale.catalog import Catalog
from bangxl.tournament.league import evenings
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.tournament.state import State
from bangxl.workbook.words import sizes_in_print

_MARGIN: Final = 3
"""Between two lists, in characters."""
_SMALL: Final = 16
"""Up to so many players a page on its side shows larger letters than one upright."""


@dataclass(frozen=True, slots=True)
class WallLayout:
    """How a wall sheet is cut: so many lists of each kind side by side, on one page or on two.

    Widths are in characters (table, seat, name), ``size`` in points, ``height`` that of a row in points.
    """

    lists: int
    pages: int
    landscape: bool
    size: float
    height: float
    widths: tuple[float, float, float]

    def all_widths(self) -> list[float]:
        """Widths of all printed columns from B on: lists by table, then by name, with a gap after each."""
        table, seat, person = self.widths
        kinds = (table, seat, person), (person, table, seat)
        return [width for kind in kinds for _ in range(self.lists) for width in (*kind, _MARGIN)][:-1]


def layout(capacity: int) -> WallLayout:
    """The cut for a workbook of so many places: one page up to 60 players, two beyond.

    The letters are as large as the page's width allows; where its height does not, all is made smaller to fit.
    """
    if capacity <= _SMALL:
        return WallLayout(1, 1, landscape=True, size=28, height=35, widths=(11, 11, 45))
    if capacity <= 50:
        return WallLayout(1, 1, landscape=False, size=20, height=26, widths=(7.5, 8, 33))
    if capacity <= 60:
        return WallLayout(2, 1, landscape=True, size=14, height=17.5, widths=(5.5, 6, 22))
    return WallLayout(3, 2, landscape=False, size=15, height=19, widths=(6, 6.5, 24))


def rows_used(capacity: int, sizes: Sequence[int]) -> int:
    """How many printed rows a round with these tables needs: what is to stay visible of the range ``Wall_Rows``."""
    lists, players = layout(capacity).lists, sum(sizes)
    parts, placed = [0], 0
    for size in sizes:
        if placed * lists >= players * len(parts) and len(parts) < lists:
            parts.append(0)
        parts[-1] += size
        placed += size
    return max(*parts, -(-players // lists))


def tables_line(_: Catalog, tables: Sequence[int]) -> str:
    """How many play at which tables; ``tables`` has the table of each player."""
    sizes, players = list(Counter(tables).values()), len(tables)
    if len(sizes) == 1:
        return _.plural("{players} player at one table.", "{players} players at one table.", players).format(players=players)
    text = _.plural("{players} player, {tables} tables: {sizes}.", "{players} players, {tables} tables: {sizes}.", players)
    return text.format(players=players, tables=len(sizes), sizes=sizes_in_print(sizes))


def evening_of(state: State, number: int, _: Catalog) -> str:
    """``Evening 2 · ``, before what is said of a round of a league; nothing where there is none."""
    return _("Evening {n}").format(n=evenings(state)[number - 1]) + " · " if state.rulebook.league else ""


def seat_legend(rulebook: Rulebook, _: Catalog) -> str:
    """The meaning of the star, or the rule for the Sheriff without one."""
    match rulebook.sheriff:
        case SheriffRule.SEAT_1:
            return _("★ = Sheriff, seat 1; the others to the left.")
        case SheriffRule.LEFT:
            return _("★ = first Sheriff; then always to the left.")
    return _("Roles are drawn by lot.")


def code_purpose(_: Catalog, *, fixed: bool) -> str:
    """The purpose of a code; at fixed tables others follow."""
    if fixed:
        return _("Photograph each new code. With it you can prove later that nothing before it was changed.")
    return _("Photograph the code. With it you can prove later that nothing before this round was changed.")
