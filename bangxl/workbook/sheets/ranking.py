"""The calculation behind the standings, a line a player in the order of Players_Id (Italy 2010, 1.2).

Ranks are made in steps, one column a criterion, so that one sees where two players were separated. A name in these formulas
means its cell on the same row, in SUMPRODUCT the whole column: one text for all rows is easy to read and keeps the file small.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import N_
from bangxl.workbook.columns import Columns
from bangxl.workbook.context import Context
from bangxl.workbook.sheets.ledger import round_span
from bangxl.workbook.styles import book_name, caption, line, put

FIRST: Final = 7
HEADS: Final[Mapping[str, str]] = {"buchholz": N_("Buchholz")}
"""What stands over a criterion's column."""

FORMULAS: Final[Mapping[str, Callable[[str], str]]] = {
    "buchholz": lambda player: f"SUMIFS(Ledger_Opponents,Ledger_Player,{player})",
}
"""A criterion for the player in a cell, from the ledger. Round to 6 decimals where one is not a whole number."""

_PLAYER, _ENTRANT = "Standings_Player", "Standings_Entrant"


def columns(ctx: Context, left: str) -> Columns:
    """Where the calculation stands."""
    codes = ctx.rulebook.criteria
    keys = (
        *("Player", "Entrant", "Left", "Gone"),
        *(f"Funds_{number}" for number in range(ctx.rounds + 1)),
        *("Score", "Games", *codes),
        *("by_score", *(f"by_{code}" for code in codes)),
        *("Rank", "Tied", "Lot", "Place", "Order", "Shown"),
    )
    return Columns(keys, left, FIRST, FIRST + ctx.capacity - 1)


def build(wb: Workbook, ws: Worksheet, ctx: Context, block: Columns) -> None:
    """Write the calculation with the names ``Standings_…`` and ``Funds_<r>``, money after r rounds in dollars."""
    caption(ws, f"{block.left}5", ctx._("The calculation, player by player"))
    titles = _titles(ctx)
    line(ws, f"{block.left}6", [titles[key] for key in block.keys], "Head")
    for row in block.rows:
        cells = _player(ctx, block, row)
        for key in block.keys:
            money = key == "Score" or key.startswith("Funds")
            put(ws, f"{block.letter(key)}{row}", "=" + cells[key], "Money" if money else "Centre")
    for key in block.keys:
        name = key if key.startswith("Funds") else f"Standings_{key}"
        book_name(wb, ws, name, f"{block.letter(key)}{block.first}:{block.letter(key)}{block.last}")


def _titles(ctx: Context) -> dict[str, str]:
    _, codes = ctx._, ctx.rulebook.criteria
    return {
        "Player": _("Player"),
        "Entrant": _("takes part"),
        "Left": _("left by event"),
        "Gone": _("not ranked"),
        "Funds_0": _("Money at\nthe start"),
        **{f"Funds_{number}": _("Money after\nround {n}").format(n=number) for number in range(1, ctx.rounds + 1)},
        "Score": _("Score"),
        "Games": _("Games"),
        **{code: _(HEADS[code]) for code in codes},
        "by_score": _("Rank by\nscore"),
        **{f"by_{code}": _("Rank by\n{criterion}").format(criterion=_(HEADS[code])) for code in codes},
        "Rank": _("Rank"),
        "Tied": _("share it"),
        "Lot": _("Lot"),
        "Place": _("Place"),
        "Order": _("Line"),
        "Shown": _("Player on\nthis line"),
    }


def _player(ctx: Context, block: Columns, row: int) -> dict[str, str]:
    """A player's calculation, step by step, as formulas without ``=``."""
    mine = {key: block.at(key, row) for key in block.keys}
    return {**_facts(ctx), **_money(ctx), **_ranks(ctx, mine), **_order(mine)}


def _facts(ctx: Context) -> dict[str, str]:
    """Who he is, whether he takes part, and the event with which he left."""
    out = f'COUNTIFS(Leaving_Player,{_PLAYER},Leaving_Type,"sit_out",Events_After_Round,0)'
    seated = f"IF(COUNTIF({round_span(ctx, 'Player', 1)},{_PLAYER})+{out}>0,1,0)"
    return {
        "Player": "Players_Key",
        "Entrant": f'IF({_PLAYER}="",0,IF(Rounds_Seated>0,{seated},Players_Here))',
        "Left": f'IF({_PLAYER}="","",IFERROR(MATCH({_PLAYER},Leaving_Leaver,0),""))',
        "Gone": 'IF(Standings_Left="",0,INDEX(Leaving_Early,Standings_Left))',
        "Lot": f'IF(Players_Lot="",{ctx.capacity + 1},Players_Lot)+(ROW()-{FIRST - 1})/1000',
    }


def _money(ctx: Context) -> dict[str, str]:
    """Money after every round, each from the one before: a game changes only the sums of its own round."""
    cells = {"Funds_0": f'IF({_ENTRANT}=1,{ctx.rulebook.auction.start},"")'}
    for number in range(1, ctx.rounds + 1):
        before = f"Funds_{number - 1}"
        net, seated = (round_span(ctx, column, number) for column in ("Net", "Player"))
        cells[f"Funds_{number}"] = f'IF({before}="","",{before}+SUMIFS({net},{seated},{_PLAYER}))'
    return {
        **cells,
        "Score": f'IF({_ENTRANT}=1,Funds_{ctx.rounds},"")',
        "Games": f'IF({_ENTRANT}=1,COUNTIFS(Ledger_Player,{_PLAYER},Ledger_Settled,1),"")',
        **{code: f'IF({_ENTRANT}=1,{FORMULAS[code](_PLAYER)},"")' for code in ctx.rulebook.criteria},
    }


def _ranks(ctx: Context, mine: Mapping[str, str]) -> dict[str, str]:
    """The rank by score, then made finer by one criterion after the other. Who left before publication has none (R10-5)."""
    better = f"({_ENTRANT}=1)*(Standings_Gone=0)*(Standings_Score>{mine['Score']})"
    cells = {"by_score": f'IF({_ENTRANT}=0,"",IF(Standings_Gone=1,"",1+SUMPRODUCT({better})))'}
    before = "by_score"
    for code in ctx.rulebook.criteria:
        rank = f"Standings_{before}"
        better = f"({rank}={mine[before]})*(Standings_{code}>{mine[code]})"
        cells[f"by_{code}"] = f'IF({rank}="","",{rank}+SUMPRODUCT({better}))'
        before = f"by_{code}"
    return {**cells, "Rank": f"Standings_{before}"}


def _order(mine: Mapping[str, str]) -> dict[str, str]:
    """The place after lots, the line on the sorted view (who left comes last, by the score he left with), and who stands here."""
    rank, place, score = "Standings_Rank", "Standings_Place", "Standings_Score"
    first = f"({rank}={mine['Rank']})*(Standings_Lot<{mine['Lot']})"
    above = f"({score}>{mine['Score']})+({score}={mine['Score']})*(ROW({score})<ROW())"
    out = f"COUNT({place})+1+SUMPRODUCT(({_ENTRANT}=1)*(Standings_Gone=1)*({above}))"
    return {
        "Tied": f'IF({rank}="","",COUNTIF({rank},{mine["Rank"]}))',
        "Place": f'IF({rank}="","",{rank}+SUMPRODUCT({first}))',
        "Order": f'IF({place}<>"",{place},IF({_ENTRANT}=1,{out},""))',
        "Shown": f'IFERROR(MATCH(ROW()-{FIRST - 1},Standings_Order,0),"")',
    }
