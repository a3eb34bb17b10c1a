"""The calculation behind the standings, a line a player in the order of Players_Id: score, criteria, ranks, lines.

Ranks are made in steps, one column a criterion, so that one sees where two players were separated. A name in these formulas
means its cell on the same row, in SUMPRODUCT the whole column: one text for all rows is easy to read and keeps the file small.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.cells import Columns, first_of
from bangxl.sheets.context import Context
from bangxl.sheets.ledger import COUNTS, of_round, own_criteria
from bangxl.sheets.round import fixed
from bangxl.sheets.styles import MONEY, POINTS, book_name, caption, line, put
from bangxl.tournament.criteria import CRITERIA
from bangxl.tournament.model import Role
from bangxl.tournament.rulebook import Rulebook, ScoreRule
from bangxl.workbook.words import HEADS

FIRST: Final = 7
_PLAYER, _ENTRANT = "Standings_Player", "Standings_Entrant"
_DECIMALS: Final = 6
"""Scores are rounded to so many before they are compared: 15000 / 5 × 1.15 is 3450."""
FORMATS: Final[Mapping[str, str]] = {"table_place": "0.0"}
"""Number formats of criteria that are not whole numbers."""


def columns(ctx: Context, left: str) -> Columns:
    """Where the calculation stands."""
    rulebook = ctx.rulebook
    keys = (
        *("Player", "Entrant", "Left", "Gone"),
        *(("Table", "Begun", "Sheriffs") if rulebook.fixed_tables else ()),
        *(f"Funds_{number}" for number in range(ctx.rounds + 1)),
        *("Score", "Games", "Ranked", *own_columns(ctx)),
        *("by_score", *(f"by_{code}" for code in rulebook.criteria)),
        *("Rank", "Tied", "Lot", "Place", "Order", "Shown"),
        *(("Winner",) if _by_tables(rulebook) else ()),
        *(("Through",) if has_finals(ctx) else ()),
    )
    return Columns(keys, left, FIRST, FIRST + ctx.capacity - 1)


def has_finals(ctx: Context) -> bool:
    """Whether the best play on."""
    return bool(ctx.rulebook.brackets) or ctx.rulebook.knockout is not None


def _by_tables(rulebook: Rulebook) -> bool:
    """Whether the best of each table play on, and not just the best of all."""
    return rulebook.knockout is not None and not rulebook.knockout.by_points


def build(wb: Workbook, ws: Worksheet, ctx: Context, block: Columns) -> None:
    """Write the calculation with the names ``Standings_…`` and ``Funds_<r>``, money after r rounds in dollars.

    ``Standings_Qualifiers`` is how many play on in the finals.
    """
    caption(ws, f"{block.left}5", ctx._("The calculation, player by player"))
    titles = _titles(ctx)
    line(ws, f"{block.left}6", [titles[key] for key in block.keys], "Head")
    for row in block.rows:
        cells = _player(ctx, block, row)
        for key in block.keys:
            put(ws, block.at(key, row), "=" + cells[key], _style(key))
    formats = {"Score": score_format(ctx.rulebook.score), **FORMATS}
    for key in formats.keys() & set(block.keys):
        for row in block.rows:
            ws[block.at(key, row)].number_format = formats[key]
    for key in block.keys:
        name = key if key.startswith("Funds") else f"Standings_{key}"
        book_name(wb, ws, name, block.all(key))
    if has_finals(ctx):
        put(ws, block.at("Through", 5), f"={_qualifiers(ctx)}", "Note", number_format=POINTS)
        book_name(wb, ws, "Standings_Qualifiers", block.at("Through", 5))


def _style(key: str) -> str:
    return "Money" if key == "Score" or key.startswith("Funds") else "Centre"


def _titles(ctx: Context) -> dict[str, str]:
    _, codes = ctx._, ctx.rulebook.criteria
    return {
        "Player": _("Player"),
        "Entrant": _("takes part"),
        "Left": _("left by event"),
        "Gone": _("has left"),
        "Table": _("Table"),
        "Begun": _("Players at\nthe start"),
        "Sheriffs": _("times\nSheriff"),
        "Funds_0": _("Money at\nthe start"),
        **{f"Funds_{number}": _("Money after\nround {n}").format(n=number) for number in range(1, ctx.rounds + 1)},
        "Score": _("Score"),
        **{code: _(HEADS[code]) for code in codes},
        "Games": _("Games"),
        "Ranked": _("is ranked"),
        "by_score": _("Rank by\nscore"),
        **{f"by_{code}": _("Rank by\n{criterion}").format(criterion=_(HEADS[code])) for code in codes},
        "Rank": _("Rank"),
        "Tied": _("share it"),
        "Lot": _("Lot"),
        "Place": _("Place"),
        "Order": _("Line"),
        "Shown": _("Player on\nthis line"),
        "Winner": _("best of\nhis table"),
        "Through": _("in the\nfinals"),
    }


def _player(ctx: Context, block: Columns, row: int) -> dict[str, str]:
    """A player's calculation, step by step, as formulas without ``=``."""
    mine = {key: block.at(key, row) for key in block.keys}
    return {**_facts(ctx), **_money(ctx), **_criteria(ctx, mine), **_ranks(ctx, mine), **_order(mine), **_finals(ctx)}


def _facts(ctx: Context) -> dict[str, str]:
    """Who he is, whether he takes part, and the event with which he left."""
    cells = {
        "Player": "Players_Key",
        "Entrant": f'IF({_PLAYER}="",0,IF(Rounds_Seated>0,{_was_seated(ctx)},Players_Here))',
        "Left": f'IF({_PLAYER}="","",IFERROR(MATCH({_PLAYER},Leaving_Leaver,0),""))',
        "Gone": 'IF(Standings_Left="",0,INDEX(Leaving_Early,Standings_Left))',
        "Lot": f'IF(Players_Lot="",{ctx.capacity + 1},Players_Lot)+(ROW()-{FIRST - 1})/1000',
    }
    if ctx.rulebook.fixed_tables:
        player, table = fixed("Player"), fixed("Table")
        cells["Table"] = f'IF({_ENTRANT}=1,IFERROR(INDEX({table},MATCH({_PLAYER},{player},0)),""),"")'
        cells["Begun"] = f'IF(Standings_Table="","",COUNTIF({table},Standings_Table))'
        sheriff = f'COUNTIFS(Ledger_Player,{_PLAYER},Ledger_Role,"{Role.SHERIFF}")'
        cells["Sheriffs"] = f'IF({_ENTRANT}=1,{sheriff},"")'
    return cells


def _was_seated(ctx: Context) -> str:
    """1 for who was drawn for the first round; where tables change, who sits it out is no less in the tournament."""
    if ctx.rulebook.fixed_tables:
        return f"IF(COUNTIF({fixed('Player')},{_PLAYER})>0,1,0)"
    out = f'COUNTIFS(Leaving_Player,{_PLAYER},Leaving_Type,"sit_out",Events_After_Round,0)'
    return f"IF(COUNTIF({of_round('Player', 1)},{_PLAYER})+{out}>0,1,0)"


def _money(ctx: Context) -> dict[str, str]:
    """Money after every round, each from the one before: a game changes only the sums of its own round; and the score."""
    cells = {"Funds_0": f'IF({_ENTRANT}=1,{_start(ctx)},"")'}
    for number in range(1, ctx.rounds + 1):
        before = f"Funds_{number - 1}"
        net, seated = (of_round(column, number) for column in ("Net", "Player"))
        cells[f"Funds_{number}"] = f'IF({before}="","",{before}+SUMIFS({net},{seated},{_PLAYER}))'
    games = f"COUNTIFS(Ledger_Player,{_PLAYER},Ledger_Settled,1)"
    return {
        **cells,
        "Games": f'IF({_ENTRANT}=1,{games},"")',
        "Score": f'IF({_ENTRANT}=1,{_score(ctx)},"")',
        "Ranked": _is_ranked(ctx.rulebook.score),
    }


def _ranks(ctx: Context, mine: Mapping[str, str]) -> dict[str, str]:
    """The rank by score, then made finer by one criterion after the other."""
    better = f"(Standings_Ranked=1)*(Standings_Score>{mine['Score']})"
    cells = {"by_score": f'IF(Standings_Ranked=0,"",1+SUMPRODUCT({better}))'}
    before = "by_score"
    for code in ctx.rulebook.criteria:
        rank, key = f"Standings_{before}", "Games" if code == "games" else code
        better = f"({rank}={mine[before]})*(Standings_{key}{'<' if CRITERIA[code].less else '>'}{mine[key]})"
        cells[f"by_{code}"] = f'IF({rank}="","",{rank}+SUMPRODUCT({better}))'
        before = f"by_{code}"
    return {**cells, "Rank": f"Standings_{before}"}


def _order(mine: Mapping[str, str]) -> dict[str, str]:
    """The place after lots, the line on the sorted view (the unranked come last, by their scores), and who stands here."""
    rank, place, score = "Standings_Rank", "Standings_Place", "Standings_Score"
    first = f"({rank}={mine['Rank']})*(Standings_Lot<{mine['Lot']})"
    above = f"({score}>{mine['Score']})+({score}={mine['Score']})*(ROW({score})<ROW())"
    out = f"COUNT({place})+1+SUMPRODUCT(({_ENTRANT}=1)*(Standings_Ranked=0)*({above}))"
    return {
        "Tied": f'IF({rank}="","",COUNTIF({rank},{mine["Rank"]}))',
        "Place": f'IF({rank}="","",{rank}+IF(Standings_Tied=1,0,SUMPRODUCT({first})))',
        "Order": f'IF({place}<>"",{place},IF({_ENTRANT}=1,{out},""))',
        "Shown": f'IFERROR(MATCH(ROW()-{FIRST - 1},Standings_Order,0),"")',
    }


def _finals(ctx: Context) -> dict[str, str]:
    """Who plays on: the first places; in a knock-out the best of each table, then the next best until there are enough."""
    place = "Standings_Place"
    better = f'{place},"<"&{place}'
    if not _by_tables(ctx.rulebook):
        return {"Through": f'IF({place}="",0,IF({place}<=Standings_Qualifiers,1,0))'}
    winner = f'IF(Standings_Table="",0,IF(COUNTIFS(Standings_Table,Standings_Table,{better})=0,1,0))'
    filling = f"COUNTIFS(Standings_Winner,0,{better})<Standings_Qualifiers-SUM(Standings_Winner)"
    through = f'IF({place}="",0,IF(Standings_Winner=1,1,IF({filling},1,0)))'
    return {"Winner": f'IF({place}="","",{winner})', "Through": through}


def _qualifiers(ctx: Context) -> str:
    """How many play on, by the tables or by the players at the start; in a knock-out no fewer than there are tables."""
    knockout, brackets = ctx.rulebook.knockout, ctx.rulebook.brackets
    if knockout is not None and knockout.by_points:
        return str(knockout.largest_table)
    if knockout is not None:
        rows = sorted(knockout.by_players, reverse=True)
        cases = [(f"Players_Started>={first}", str(count)) for first, _last, count in rows]
        return f"MAX({first_of(*cases, otherwise='0')},MAX(Standings_Table))"
    tables = "MAX(Standings_Table)" if ctx.rulebook.fixed_tables else "IF(Rounds_Seated=0,0,INDEX(Round_Seated,1))"
    cases = [(f"{tables}>={bracket.from_tables}", str(bracket.qualifiers)) for bracket in reversed(brackets[1:])]
    return first_of(*cases, otherwise=str(brackets[0].qualifiers))


def own_columns(ctx: Context) -> tuple[str, ...]:
    """The criteria that have a column of their own: the games are counted anyway."""
    return tuple(code for code in ctx.rulebook.criteria if code != "games")


def score_format(rule: ScoreRule) -> str:
    """How scores are written: as money, with cents where they are divided."""
    return MONEY.replace("#,##0", "#,##0.00") if rule.per_game and not rule.rounded else MONEY


def _start(ctx: Context) -> str:
    """What everybody owns before the first game; depends on the options where the auction is one."""
    return "0" if ctx.rulebook.auction is None else "Auction_Start"


def _score(ctx: Context) -> str:
    """What ranks: the money, less the start, by the games, times the factor, and what is given once."""
    rule = ctx.rulebook.score
    value = f"Funds_{ctx.rounds}" + (f"-{_start(ctx)}" if rule.less_start else "")
    if rule.per_game:
        value = f"IF(Standings_Games=0,0,({value})/Standings_Games)"
    if rule.factor is not None:
        factor = rule.factor.factor
        mixed = f"IF(Standings_Begun={rule.factor.tables_of},COUNTIF(Standings_Begun,{rule.factor.beside})>0,FALSE)"
        value = f"({value})*IF({mixed},{factor.numerator}/{factor.denominator},1)"
    for size, dollars in sorted((rule.once or {}).items()):
        value = f"{value}+IF(Standings_Begun={size},{dollars},0)"
    return f"ROUND(ROUND({value},{_DECIMALS}),0)" if rule.rounded else f"ROUND({value},{_DECIMALS})"


def _is_ranked(rule: ScoreRule) -> str:
    """Who left before publication has no rank (R10-5), nor who has not finished a game where the score is one a game (R07-7)."""
    played = "*(Standings_Games>0)" if rule.per_game else ""
    return f"({_ENTRANT}=1)*(Standings_Gone=0){played}"


def _criteria(ctx: Context, mine: Mapping[str, str]) -> dict[str, str]:
    """The criteria by their codes; blank for who does not take part. ``mine`` are the cells of the player's own row."""
    cells = {code: f'IF({_ENTRANT}=1,{COUNTS[code].formula},"")' for code in own_criteria(ctx.rulebook)}
    return cells | ({"table_place": _table_place(ctx, mine)} if "table_place" in ctx.rulebook.criteria else {})


def _table_place(ctx: Context, mine: Mapping[str, str]) -> str:
    """The place among those still at his table, by the score and the other criteria; who are equal share the average."""
    keys = ["Score", *own_criteria(ctx.rulebook)]
    equal = "".join(f",Standings_{key},Standings_{key}" for key in keys)
    above = f"SUMPRODUCT((Standings_Table={mine['Table']})*(Standings_Gone=0)*{_better(keys, mine)})"
    beside = f"COUNTIFS(Standings_Table,Standings_Table,Standings_Gone,0{equal})"
    return f'IF(Standings_Table="","",IF(Standings_Gone=1,"",{above}+({beside}+1)/2))'


def _better(keys: Sequence[str], mine: Mapping[str, str]) -> str:
    """1 for each player whose values are better than mine: the first that differs decides."""
    first, *others = keys
    more = f"(Standings_{first}>{mine[first]})"
    return f"({more}+(Standings_{first}={mine[first]})*{_better(others, mine)})" if others else more
