"""What players are ranked by, as formulas: the score and the criteria, for the player on the same row of the calculation.

A name in these formulas means its cell on the same row, in SUMPRODUCT the whole column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bangxl.sheets.context import Context
from bangxl.sheets.styles import MONEY
from bangxl.tournament.model import Role
from bangxl.tournament.rulebook import ScoreRule

DECIMALS: Final = 6
"""Scores are rounded to so many before they are compared: 15000 / 5 × 1.15 is 3450."""

FORMATS: Final[Mapping[str, str]] = {"table_place": "0.0"}
"""Number formats of criteria that are not whole numbers."""

_PLAYER, _ENTRANT = "Standings_Player", "Standings_Entrant"


def _wins(role: Role) -> str:
    return f'COUNTIFS(Ledger_Player,{_PLAYER},Ledger_Role,"{role}",Ledger_Won,1)'


FORMULAS: Final[Mapping[str, str]] = {
    "buchholz": f"SUMIFS(Ledger_Opponents,Ledger_Player,{_PLAYER})",
    "wins_sheriff": _wins(Role.SHERIFF),
    "finished_alive": f"COUNTIFS(Ledger_Player,{_PLAYER},Ledger_Alive,1)",
    "wins_renegade": _wins(Role.RENEGADE),
    "wins_deputy": _wins(Role.DEPUTY),
    "wins_outlaw": _wins(Role.OUTLAW),
    "wins": f"COUNTIFS(Ledger_Player,{_PLAYER},Ledger_Won,1)",
    "lives": f"SUMIFS(Ledger_Lives,Ledger_Player,{_PLAYER})",
}
"""Criteria that are added up over the ledger. Round to 6 decimals where one is not a whole number."""


def own_columns(ctx: Context) -> tuple[str, ...]:
    """The criteria that have a column of their own: the games are counted anyway."""
    return tuple(code for code in ctx.rulebook.criteria if code != "games")


def score_format(rule: ScoreRule) -> str:
    """How scores are written: as money, with cents where they are divided."""
    return MONEY.replace("#,##0", "#,##0.00") if rule.per_game and not rule.rounded else MONEY


def start(ctx: Context) -> str:
    """What everybody owns before the first game; depends on the options where the auction is one."""
    return "0" if ctx.rulebook.auction is None else "Auction_Start"


def score(ctx: Context) -> str:
    """What ranks: the money, less the start, by the games, times the factor, and what is given once."""
    rule = ctx.rulebook.score
    value = f"Funds_{ctx.rounds}" + (f"-{start(ctx)}" if rule.less_start else "")
    if rule.per_game:
        value = f"IF(Standings_Games=0,0,({value})/Standings_Games)"
    if rule.factor is not None:
        factor = rule.factor.factor
        mixed = f"IF(Standings_Begun={rule.factor.tables_of},COUNTIF(Standings_Begun,{rule.factor.beside})>0,FALSE)"
        value = f"({value})*IF({mixed},{factor.numerator}/{factor.denominator},1)"
    for size, dollars in sorted((rule.once or {}).items()):
        value = f"{value}+IF(Standings_Begun={size},{dollars},0)"
    return f"ROUND(ROUND({value},{DECIMALS}),0)" if rule.rounded else f"ROUND({value},{DECIMALS})"


def ranked(rule: ScoreRule) -> str:
    """Who left before publication has no rank (R10-5), nor who has not finished a game where the score is one a game (R07-7)."""
    played = "*(Standings_Games>0)" if rule.per_game else ""
    return f"({_ENTRANT}=1)*(Standings_Gone=0){played}"


def criteria(ctx: Context, mine: Mapping[str, str]) -> dict[str, str]:
    """The criteria by their codes; blank for who does not take part. ``mine`` are the cells of the player's own row."""
    cells = {code: f'IF({_ENTRANT}=1,{FORMULAS[code]},"")' for code in own_columns(ctx) if code in FORMULAS}
    return cells | ({"table_place": _table_place(ctx, mine)} if "table_place" in ctx.rulebook.criteria else {})


def _table_place(ctx: Context, mine: Mapping[str, str]) -> str:
    """The place among those still at his table, by the score and the other criteria; who are equal share the average."""
    keys = ["Score", *(code for code in own_columns(ctx) if code in FORMULAS)]
    equal = "".join(f",Standings_{key},Standings_{key}" for key in keys)
    above = f"SUMPRODUCT((Standings_Table={mine['Table']})*(Standings_Gone=0)*{_better(keys, mine)})"
    beside = f"COUNTIFS(Standings_Table,Standings_Table,Standings_Gone,0{equal})"
    return f'IF(Standings_Table="","",IF(Standings_Gone=1,"",{above}+({beside}+1)/2))'


def _better(keys: Sequence[str], mine: Mapping[str, str]) -> str:
    """1 for each player whose values are better than mine: the first that differs decides."""
    first, *others = keys
    more = f"(Standings_{first}>{mine[first]})"
    return f"({more}+(Standings_{first}={mine[first]})*{_better(others, mine)})" if others else more
