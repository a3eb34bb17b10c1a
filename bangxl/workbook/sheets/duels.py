"""What formulas know of a duel, hidden on the finals sheet: who meets, who has left, what was typed, who wins.

A row a duel: names ``Finals_<match>_Player_A``, ``…_Player_B``, ``…_Draw_Seed``, ``…_Draw_Source`` are written by the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.tournament.model import WALKOVER, Moment
from bangxl.tournament.rulebook import Match
from bangxl.workbook.columns import Columns
from bangxl.workbook.context import Context
from bangxl.workbook.formulas import first_of, quoted
from bangxl.workbook.names import duel as duel_name
from bangxl.workbook.styles import book_name, hide

FIRST: Final = 8
KEYS: Final = ("Player_A", "Player_B", "Draw_Seed", "Draw_Source", "Seated", "Left_A", "Left_B", "Stuck", "Winner", "Check")
PLAYERS, SCORES = "W", "X"
"""Hidden columns: the ids of the final ranking; the mode in play and below it all legal scores."""


class Box(NamedTuple):
    """Where a duel stands on the sheet: three columns (rank, name, score) and the row of player A, B's follows."""

    rank: str
    name: str
    score: str
    row: int


BOXES: Final[Mapping[str, Box]] = {
    "SF1": Box("B", "C", "D", 8),
    "SF2": Box("B", "C", "D", 14),
    "F": Box("G", "H", "I", 11),
}
"""The duels that the bracket can draw."""


def score_cells(match: str) -> tuple[str, str]:
    """The two cells in which the result of a duel is typed."""
    box = BOXES[match]
    return f"{box.score}{box.row}", f"{box.score}{box.row + 1}"


def cells(ctx: Context, match: Match) -> Mapping[str, str]:
    """The hidden cells of a duel, by KEYS."""
    block = Columns(KEYS, "M", FIRST, FIRST + len(ctx.rulebook.matches) - 1)
    row = FIRST + ctx.rulebook.matches.index(match)
    return {key: f"${block.letter(key)}${row}" for key in KEYS}


def build(wb: Workbook, ws: Worksheet, ctx: Context) -> None:
    """Write the hidden columns; a duel that is not seated yet has no winner."""
    for match in ctx.rulebook.matches:
        at = cells(ctx, match)
        for key, formula in _formulas(ctx, match, at).items():
            ws[at[key].replace("$", "")] = f"={formula}"
        for key in KEYS:
            ws[f"{at[key].split('$')[1]}{FIRST - 1}"] = key
            book_name(wb, ws, duel_name(match.code, key), at[key].replace("$", ""))
    modes = ctx.rulebook.duel_modes.values()
    keys = [f"{mode.code}|{high}|{low}" for mode in modes for high, low in sorted(mode.scores)]
    for row, key in enumerate(keys, FIRST):
        ws[f"{SCORES}{row}"] = key
    book_name(wb, ws, "Duel_Score", f"{SCORES}{FIRST}:{SCORES}{FIRST + len(keys) - 1}")
    default = ctx.rulebook.options["duel"].default
    ws[f"{SCORES}5"] = f'=IFERROR(INDEX(Option_Code,MATCH(TRIM(Option_duel),Option_Word,0)),"{default}")'
    book_name(wb, ws, "Duel_Mode", f"{SCORES}5")
    hide(ws, "M", SCORES)


def _formulas(ctx: Context, match: Match, at: Mapping[str, str]) -> dict[str, str]:
    a, b = at["Player_A"], at["Player_B"]
    return {
        "Seated": f'IF({a}&{b}="",0,1)',
        "Left_A": _left(ctx, match, a),
        "Left_B": _left(ctx, match, b),
        "Stuck": f"IF({at['Left_A']}+{at['Left_B']}=2,1,0)",
        "Winner": _winner(match, at),
        "Check": _check(ctx, match, at),
    }


def _left(ctx: Context, match: Match, player: str) -> str:
    """1 if he has left the tournament before or during this duel, or an earlier one: then the other wins (Italy 2010, 1.3)."""
    codes = [m.code for m in ctx.rulebook.matches]
    event = f"MATCH({player},Leaving_Leaver,0)"
    moments = ",".join(f'INDEX(Leaving_Moment,{event})="{moment}"' for moment in (Moment.BEFORE_DUEL, Moment.DURING_DUEL))
    duels = ",".join(f'INDEX(Leaving_Match,{event})="{code}"' for code in codes[: codes.index(match.code) + 1])
    return f'IF({player}="",0,IFERROR(IF(AND(OR({moments}),OR({duels})),1,0),0))'


def _walkovers(match: Match) -> tuple[str, str]:
    a, b = (f'UPPER(TRIM({cell}))="{WALKOVER}"' for cell in score_cells(match.code))
    return a, b


def _decided(match: Match) -> str:
    """Whether two numbers stand there that can end a duel in the mode that is played."""
    a, b = score_cells(match.code)
    key = f'Duel_Mode&"|"&MAX({a},{b})&"|"&MIN({a},{b})'
    return f"IF(AND(ISNUMBER({a}),ISNUMBER({b})),ISNUMBER(MATCH({key},Duel_Score,0)),FALSE)"


def _winner(match: Match, at: Mapping[str, str]) -> str:
    """His id, or nothing. Who has left loses; without opponent one wins; then the score decides."""
    a, b = at["Player_A"], at["Player_B"]
    score_a, score_b = score_cells(match.code)
    walkover_a, walkover_b = _walkovers(match)
    return first_of(
        (f"OR({at['Seated']}=0,{at['Stuck']}=1)", '""'),
        (f'OR({a}="",{b}="")', f"{a}&{b}"),
        (f"{at['Left_A']}=1", b),
        (f"{at['Left_B']}=1", a),
        (f"AND({walkover_a},{walkover_b})", '""'),
        (walkover_a, a),
        (walkover_b, b),
        (_decided(match), f"IF({score_a}>{score_b},{a},{b})"),
        otherwise='""',
    )


def _check(ctx: Context, match: Match, at: Mapping[str, str]) -> str:
    """The sign and the words under the box."""
    _, (a, b), walkovers = ctx._, score_cells(match.code), ",".join(_walkovers(match))
    alone = f'OR({at["Left_A"]}+{at["Left_B"]}>0,{at["Player_A"]}="",{at["Player_B"]}="")'
    return first_of(
        (f"{at['Seated']}=0", '""'),
        (f"{at['Stuck']}=1", quoted(_("! both have left"))),
        (alone, quoted(_("✓ walkover"))),
        (f'AND({a}="",{b}="")', quoted(_("► to be played"))),
        (f"AND({walkovers})", quoted(_("× only one can win"))),
        (f"OR({walkovers})", quoted(_("✓ walkover"))),
        (f'OR({a}="",{b}="")', quoted(_("! a result is missing"))),
        (_decided(match), quoted(_("✓ legal score"))),
        otherwise=quoted(_("× no duel ends like this")),
    )
