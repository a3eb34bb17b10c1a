"""Where the duels of a bracket stand on the finals' sheet, and what formulas know of them: who meets, what was typed, who wins.

Boxes stand round by round from left to right, the final last. Duels that only a larger tournament has stand on rows of their
own above, so that these can be hidden (``Finals_From<tables>``). Hidden behind all of them a row a duel: names
``Finals_<match>_Player_A``, ``…_Player_B``, ``…_Draw_Seed``, ``…_Draw_Source``, ``…_Draw_Public`` are written by the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.cells import Columns, beside, first_of, literal
from bangxl.sheets.context import Context
from bangxl.sheets.styles import book_name, hide
from bangxl.tournament.model import WALKOVER, Moment
from bangxl.tournament.rulebook import Match, Rulebook
from bangxl.workbook.names import duel as duel_name
from bangxl.workbook.names import from_tables

TOP: Final = 8
"""The row of player A in the first box."""
_HIGH: Final = 6
"""Rows from one box to the next below it: head, two players, check, and two of air."""
_ABREAST: Final = 2
"""Duels side by side that only larger tournaments have."""
_WIDE: Final = 5
"""Columns from one round to the next: place, name, score, and two for the lines."""
FIRST: Final = 8
KEYS: Final = (
    *("Player_A", "Player_B", "Draw_Seed", "Draw_Source", "Draw_Public"),
    *("Seated", "Left_A", "Left_B", "Stuck", "Winner", "Check"),
)


class Box(NamedTuple):
    """A duel's three columns (place, name, score), its column of the bracket from 0, and the row of player A, B's follows."""

    rank: str
    name: str
    score: str
    column: int
    row: int


class Joint(NamedTuple):
    """What joins a duel to those before it: rows of the boxes it comes from, its own row, and the two columns between."""

    sources: tuple[int, ...]
    row: int
    left: str
    right: str


class Early(NamedTuple):
    """Duels that are played only from so many tables at the start on; on the rows from ``first`` to ``last``, heads included."""

    tables: int
    matches: tuple[str, ...]
    first: int
    last: int


def boxes(rulebook: Rulebook) -> Mapping[str, Box]:
    """Every duel of the largest bracket by its code. Duels of losers stand below the last one."""
    return _boxes(rulebook.matches, early(rulebook))


def early(rulebook: Rulebook) -> tuple[Early, ...]:
    """The duels that only larger tournaments have, those of the largest first, as they stand on the sheet: two side by side."""
    least = {match.code: least_tables(rulebook, match) for match in rulebook.matches}
    order = [match.code for match in rulebook.matches]
    found: list[Early] = []
    for tables in sorted(set(least.values()), reverse=True)[:-1]:
        matches = [match for match in rulebook.matches if least[match.code] == tables]
        matches.sort(key=lambda match: order.index(next_of(rulebook, match.code)))  # whose winners meet, side by side
        first = found[-1].last + 1 if found else TOP - 1
        last = first + _HIGH * -(-len(matches) // _ABREAST) - 1
        found.append(Early(tables, tuple(match.code for match in matches), first, last))
    return tuple(found)


def least_tables(rulebook: Rulebook, match: Match) -> int:
    """The tables at the start from which on a duel is played."""
    return min(bracket.from_tables for bracket in rulebook.brackets if match.code in {m.code for m in bracket.matches})


def next_of(rulebook: Rulebook, code: str) -> str:
    """The duel for which a duel's winner plays on; of the final itself."""
    return next((other.code for other in rulebook.matches if code in (other.a, other.b)), code)


def columns(rulebook: Rulebook) -> int:
    """The rounds of the bracket that every tournament plays."""
    return max((box.column for box in boxes(rulebook).values()), default=-1) + 1


def champion(rulebook: Rulebook) -> str:
    """The column of the winner's box, with one for its line before it."""
    return beside("B", _WIDE * columns(rulebook) - 1)


def after(box: Box) -> str:
    """The column to the right of a box: where its line begins."""
    return beside(box.score, 1)


def bottom(rulebook: Rulebook) -> int:
    """The first free row below the bracket."""
    return max(box.row for box in boxes(rulebook).values()) + 3


def score_cells(rulebook: Rulebook, match: str) -> tuple[str, str]:
    """The two cells in which the result of a duel is typed."""
    box = boxes(rulebook)[match]
    return f"{box.score}{box.row}", f"{box.score}{box.row + 1}"


def lines(rulebook: Rulebook) -> Iterator[Joint]:
    """The lines of the bracket, from left to right."""
    found, above = boxes(rulebook), {code for one in early(rulebook) for code in one.matches}
    for match in rulebook.matches:
        box = found[match.code]
        sides = (side for side in (match.a, match.b) if isinstance(side, str) and side in found.keys() - above)
        sources = () if match.code in above else tuple(found[side].row for side in sides)
        if sources:
            yield Joint(sources, box.row, beside(box.rank, -2), beside(box.rank, -1))


@cache
def _boxes(matches: tuple[Match, ...], above: tuple[Early, ...]) -> Mapping[str, Box]:
    early = {code for one in above for code in one.matches}
    by_code = {match.code: match for match in matches if match.code not in early}
    if not by_code:
        return {}
    depth, top = _depth(matches[-1].code, by_code), above[-1].last + 2 if above else TOP
    rows: dict[str, tuple[int, int]] = {}
    _set(matches[-1].code, depth, by_code, rows)
    last = max(row for _, row in rows.values())
    below = max(rows[matches[-1].code][1] + _HIGH, last)
    for code in by_code:
        if code not in rows:
            rows[code] = depth, below
            below += _HIGH
    found = {code: _box(column, row + top - TOP) for code, (column, row) in rows.items()}
    for one in above:
        for i, code in enumerate(one.matches):
            found[code] = _box(i % _ABREAST, one.first + 1 + _HIGH * (i // _ABREAST))
    return found


def _depth(code: str, by_code: Mapping[str, Match]) -> int:
    """The rounds before a match."""
    sides = (side for side in (by_code[code].a, by_code[code].b) if isinstance(side, str) and side in by_code)
    return max((_depth(side, by_code) + 1 for side in sides), default=0)


def _set(code: str, column: int, by_code: Mapping[str, Match], rows: dict[str, tuple[int, int]]) -> int:
    """Note column and row of a match and of those before it; a match stands halfway between its two. Its row."""
    sides = [side for side in (by_code[code].a, by_code[code].b) if isinstance(side, str) and side in by_code]
    before = [_set(side, column - 1, by_code, rows) for side in sides]
    lowest = max((row for _, row in rows.values()), default=TOP - _HIGH)
    row = sum(before) // len(before) if before else lowest + _HIGH
    rows[code] = column, row
    return row


def _box(column: int, row: int) -> Box:
    rank, name, score = (beside("B", _WIDE * column + i) for i in range(3))
    return Box(rank, name, score, column, row)


def first_hidden(ctx: Context) -> str:
    """The first hidden column: right of the winner's box and a margin."""
    return beside(champion(ctx.rulebook), 2)


def after_hidden(ctx: Context) -> tuple[str, str]:
    """The hidden columns behind them: the ids of the final ranking, and its prizes where none are shown."""
    return beside(first_hidden(ctx), len(KEYS)), beside(first_hidden(ctx), len(KEYS) + 1)


def cells(ctx: Context, match: Match) -> Mapping[str, str]:
    """The hidden cells of a duel, by KEYS."""
    block = Columns(KEYS, first_hidden(ctx), FIRST, FIRST + len(ctx.rulebook.matches) - 1)
    row = FIRST + ctx.rulebook.matches.index(match)
    return {key: block.fixed(key, row) for key in KEYS}


def build(wb: Workbook, ws: Worksheet, ctx: Context) -> None:
    """Write the hidden columns; a duel that is not seated yet has no winner."""
    for match in ctx.rulebook.matches:
        at = cells(ctx, match)
        for key, formula in _formulas(ctx, match, at).items():
            ws[at[key]] = f"={formula}"
        for key in KEYS:
            ws[f"{at[key].split('$')[1]}{FIRST - 1}"] = key
            book_name(wb, ws, duel_name(match.code, key), at[key])
    for one in early(ctx.rulebook):
        book_name(wb, ws, from_tables(one.tables), f"B{one.first}:B{one.last}")
    _scores(wb, ws, ctx)


def _scores(wb: Workbook, ws: Worksheet, ctx: Context) -> None:
    """The mode that is played, and below it all legal scores of every mode."""
    letter, modes = beside(first_hidden(ctx), len(KEYS) + 2), ctx.rulebook.duel_modes
    keys = [f"{mode.code}|{high}|{low}" for mode in modes.values() for high, low in sorted(mode.scores)]
    for row, key in enumerate(keys, FIRST):
        ws[f"{letter}{row}"] = key
    book_name(wb, ws, "Duel_Score", f"{letter}{FIRST}:{letter}{FIRST + len(keys) - 1}")
    ws[f"{letter}5"] = "=Chosen_duel" if "duel" in ctx.rulebook.options else next(iter(modes))
    book_name(wb, ws, "Duel_Mode", f"{letter}5")
    hide(ws, first_hidden(ctx), letter)


def _formulas(ctx: Context, match: Match, at: Mapping[str, str]) -> dict[str, str]:
    a, b = at["Player_A"], at["Player_B"]
    return {
        "Seated": f'IF({a}&{b}="",0,1)',
        "Left_A": _has_left(ctx, match, a),
        "Left_B": _has_left(ctx, match, b),
        "Stuck": f"IF({at['Left_A']}+{at['Left_B']}=2,1,0)",
        "Winner": _winner(ctx, match, at),
        "Check": _check(ctx, match, at),
    }


def _has_left(ctx: Context, match: Match, player: str) -> str:
    """1 if he has left the tournament before or during this duel, or an earlier one: then the other wins (Italy 2010, 1.3)."""
    codes = [m.code for m in ctx.rulebook.matches]
    event = f"MATCH({player},Leaving_Leaver,0)"
    moments = ",".join(f'INDEX(Leaving_Moment,{event})="{moment}"' for moment in (Moment.BEFORE_DUEL, Moment.DURING_DUEL))
    duels = ",".join(f'INDEX(Leaving_Match,{event})="{code}"' for code in codes[: codes.index(match.code) + 1])
    return f'IF({player}="",0,IFERROR(IF(AND(OR({moments}),OR({duels})),1,0),0))'


def _walkovers(ctx: Context, match: Match) -> tuple[str, str]:
    a, b = (f'UPPER(TRIM({cell}))="{WALKOVER}"' for cell in score_cells(ctx.rulebook, match.code))
    return a, b


def _is_decided(ctx: Context, match: Match) -> str:
    """Whether two numbers stand there that can end a duel in the mode that is played."""
    a, b = score_cells(ctx.rulebook, match.code)
    key = f'Duel_Mode&"|"&MAX({a},{b})&"|"&MIN({a},{b})'
    return f"IF(AND(ISNUMBER({a}),ISNUMBER({b})),ISNUMBER(MATCH({key},Duel_Score,0)),FALSE)"


def _winner(ctx: Context, match: Match, at: Mapping[str, str]) -> str:
    """His id, or nothing: without opponent one wins, who alone has left loses, then the walkover or the score decides.

    Where both have left, the referee writes the walkover (G9).
    """
    a, b = at["Player_A"], at["Player_B"]
    score_a, score_b = score_cells(ctx.rulebook, match.code)
    walkover_a, walkover_b = _walkovers(ctx, match)
    return first_of(
        (f"{at['Seated']}=0", '""'),
        (f'OR({a}="",{b}="")', f"{a}&{b}"),
        (f"AND({at['Left_A']}=1,{at['Left_B']}=0)", b),
        (f"AND({at['Left_B']}=1,{at['Left_A']}=0)", a),
        (f"AND({walkover_a},{walkover_b})", '""'),
        (walkover_a, a),
        (walkover_b, b),
        (f"{at['Stuck']}=1", '""'),
        (_is_decided(ctx, match), f"IF({score_a}>{score_b},{a},{b})"),
        otherwise='""',
    )


def _check(ctx: Context, match: Match, at: Mapping[str, str]) -> str:
    """The sign and the words under the box."""
    _, (a, b), walkovers = ctx._, score_cells(ctx.rulebook, match.code), ",".join(_walkovers(ctx, match))
    alone = f'OR({at["Left_A"]}+{at["Left_B"]}>0,{at["Player_A"]}="",{at["Player_B"]}="")'
    return first_of(
        (f"{at['Seated']}=0", '""'),
        (f'AND({at["Stuck"]}=1,{at["Winner"]}="")', literal(_("! both have left"))),
        (alone, literal(_("✓ walkover"))),
        (f'AND({a}="",{b}="")', literal(_("► to be played"))),
        (f"AND({walkovers})", literal(_("× only one can win"))),
        (f"OR({walkovers})", literal(_("✓ walkover"))),
        (f'OR({a}="",{b}="")', literal(_("! a result is missing"))),
        (_is_decided(ctx, match), literal(_("✓ legal score"))),
        otherwise=literal(_("× no duel ends like this")),
    )
