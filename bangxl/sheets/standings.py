"""The standings: a sorted view for people, the race of the first eight for dollars beside it, and right of them the calculation.

At fixed tables there is no race: they play their games whenever they are ready.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from openpyxl.chart import LineChart, Reference
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.marker import Marker
from openpyxl.chart.series import Series, SeriesLabel
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties
from openpyxl.styles import Font
from openpyxl.utils import column_index_from_string, quote_sheetname
from openpyxl.workbook.workbook import Workbook

from bangxl.sheets.cells import Columns, beside, first_of, jump, literal, phrase
from bangxl.sheets.context import Context
from bangxl.sheets.ledger import COUNTS, of_round, own_criteria
from bangxl.sheets.round import fixed
from bangxl.sheets.styles import (
    DENIM,
    INK,
    MARGIN,
    MONEY,
    NOTE,
    PAPER,
    POINTS,
    RULE,
    SCREEN,
    WHITE,
    Sheet,
    edges,
    fill,
    font,
    place,
    room,
)
from bangxl.tournament.criteria import CRITERIA
from bangxl.tournament.model import Role
from bangxl.tournament.rulebook import DOLLAR, Rulebook, ScoreRule
from bangxl.workbook.names import STANDINGS_ROWS
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


def _ranking(sheet: Sheet, ctx: Context, block: Columns) -> None:
    """Write the calculation with the names ``Standings_…`` and ``Funds_<r>``, money after r rounds in dollars.

    ``Standings_Qualifiers`` is how many play on in the finals.
    """
    sheet.caption(f"{block.left}5", ctx._("The calculation, player by player"))
    titles = _titles(ctx)
    sheet.line(f"{block.left}6", [titles[key] for key in block.keys], "Head")
    for row in block.rows:
        cells = _player(ctx, block, row)
        for key in block.keys:
            sheet.put(block.at(key, row), "=" + cells[key], ("Money" if key == "Score" or key.startswith("Funds") else "Centre"))
    formats = {"Score": score_format(ctx.rulebook.score), **FORMATS}
    for key in formats.keys() & set(block.keys):
        for row in block.rows:
            sheet[block.at(key, row)].number_format = formats[key]
    for key in block.keys:
        name = key if key.startswith("Funds") else f"Standings_{key}"
        sheet.book_name(name, block.all(key))
    if has_finals(ctx):
        # how many play on, by the tables or by the players at the start; in a knock-out no fewer than there are tables
        knockout, brackets = ctx.rulebook.knockout, ctx.rulebook.brackets
        if knockout is not None and knockout.by_points:
            qualifiers = str(knockout.largest_table)
        elif knockout is not None:
            rows = sorted(knockout.by_players, reverse=True)
            cases = [(f"Players_Started>={first}", str(count)) for first, _last, count in rows]
            qualifiers = f"MAX({first_of(*cases, otherwise='0')},MAX(Standings_Table))"
        else:
            tables = "MAX(Standings_Table)" if ctx.rulebook.fixed_tables else "IF(Rounds_Seated=0,0,INDEX(Round_Seated,1))"
            cases = [(f"{tables}>={bracket.from_tables}", str(bracket.qualifiers)) for bracket in reversed(brackets[1:])]
            qualifiers = first_of(*cases, otherwise=str(brackets[0].qualifiers))
        sheet.put(block.at("Through", 5), f"={qualifiers}", "Note", number_format=POINTS)
        sheet.book_name("Standings_Qualifiers", block.at("Through", 5))


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
    keys = ["Score", *own_criteria(ctx.rulebook)]
    cells = {code: f'IF({_ENTRANT}=1,{COUNTS[code].formula},"")' for code in keys[1:]}
    if "table_place" in ctx.rulebook.criteria:
        # the place among those still at the table, by the score and the other criteria; equals share the average
        equal = "".join(f",Standings_{key},Standings_{key}" for key in keys)
        above = f"SUMPRODUCT((Standings_Table={mine['Table']})*(Standings_Gone=0)*{_better(keys, mine)})"
        level = f"COUNTIFS(Standings_Table,Standings_Table,Standings_Gone,0{equal})"
        cells["table_place"] = f'IF(Standings_Table="","",IF(Standings_Gone=1,"",{above}+({level}+1)/2))'
    # who plays on: the first places; in a knock-out the best of each table, then the next best until there are enough
    place = "Standings_Place"
    better = f'{place},"<"&{place}'
    cells["Through"] = f'IF({place}="",0,IF({place}<=Standings_Qualifiers,1,0))'
    if _by_tables(ctx.rulebook):
        winner = f'IF(Standings_Table="",0,IF(COUNTIFS(Standings_Table,Standings_Table,{better})=0,1,0))'
        filling = f"COUNTIFS(Standings_Winner,0,{better})<Standings_Qualifiers-SUM(Standings_Winner)"
        cells["Winner"] = f'IF({place}="","",{winner})'
        cells["Through"] = f'IF({place}="",0,IF(Standings_Winner=1,1,IF({filling},1,0)))'
    return {**_facts(ctx), **_money(ctx), **cells, **_ranks(ctx, mine), **_order(mine)}


def _facts(ctx: Context) -> dict[str, str]:
    """Who he is, whether he takes part, and the event with which he left."""
    # 1 for who was drawn for the first round; where tables change, who sits it out is no less in the tournament
    if ctx.rulebook.fixed_tables:
        was_seated = f"IF(COUNTIF({fixed('Player')},{_PLAYER})>0,1,0)"
    else:
        out = f'COUNTIFS(Leaving_Player,{_PLAYER},Leaving_Type,"sit_out",Events_After_Round,0)'
        was_seated = f"IF(COUNTIF({of_round('Player', 1)},{_PLAYER})+{out}>0,1,0)"
    cells = {
        "Player": "Players_Key",
        "Entrant": f'IF({_PLAYER}="",0,IF(Rounds_Seated>0,{was_seated},Players_Here))',
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


def _money(ctx: Context) -> dict[str, str]:
    """Money after every round, each from the one before: a game changes only the sums of its own round; and the score."""
    cells = {"Funds_0": f'IF({_ENTRANT}=1,{_start(ctx)},"")'}
    for number in range(1, ctx.rounds + 1):
        before = f"Funds_{number - 1}"
        net, seated = (of_round(column, number) for column in ("Net", "Player"))
        cells[f"Funds_{number}"] = f'IF({before}="","",{before}+SUMIFS({net},{seated},{_PLAYER}))'
    games = f"COUNTIFS(Ledger_Player,{_PLAYER},Ledger_Settled,1)"
    # who left before publication has no rank (R10-5), nor who has not finished a game where the score is one a game (R07-7)
    played = "*(Standings_Games>0)" if ctx.rulebook.score.per_game else ""
    # what ranks: the money, less the start, by the games, times the factor, and what is given once
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
    score = f"ROUND(ROUND({value},{_DECIMALS}),0)" if rule.rounded else f"ROUND({value},{_DECIMALS})"
    return {
        **cells,
        "Games": f'IF({_ENTRANT}=1,{games},"")',
        "Score": f'IF({_ENTRANT}=1,{score},"")',
        "Ranked": f"({_ENTRANT}=1)*(Standings_Gone=0){played}",
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


def own_columns(ctx: Context) -> tuple[str, ...]:
    """The criteria that have a column of their own: the games are counted anyway."""
    return tuple(code for code in ctx.rulebook.criteria if code != "games")


def score_format(rule: ScoreRule) -> str:
    """How scores are written: as money, with cents where they are divided."""
    return MONEY.replace("#,##0", "#,##0.00") if rule.per_game and not rule.rounded else MONEY


def _start(ctx: Context) -> str:
    """What everybody owns before the first game; depends on the options where the auction is one."""
    return "0" if ctx.rulebook.auction is None else "Auction_Start"


def _better(keys: Sequence[str], mine: Mapping[str, str]) -> str:
    """1 for each player whose values are better than mine: the first that differs decides."""
    first, *others = keys
    more = f"(Standings_{first}>{mine[first]})"
    return f"({more}+(Standings_{first}={mine[first]})*{_better(others, mine)})" if others else more


_WHO: Final = "Standings_Shown"
"""On every row of the view: which player stands there, as a place in the calculation's columns."""
_RACERS: Final = 8
_FIGURE: Final = 9.25
"""Of a round's money under the chart, in characters, at least."""
_CENTIMETRES: Final = 0.19
"""That a character is wide."""
_LARGEST: Final = 270
"""Characters that a screen of 1920 pixels shows: the calculation begins beyond, and is never half there."""
_LINK_WIDTH, _WIDEST = 2, 250
"""Characters before the calculation at least, and that a column can have."""
_FIRST_FIGURE: Final = FIRST + STANDINGS_ROWS - _RACERS
_Mark = Literal["circle", "diamond", "square", "triangle", "none"]
_LOOKS: Final[tuple[tuple[str, str, _Mark], ...]] = (
    (INK, "solid", "circle"),
    (DENIM, "solid", "diamond"),
    (INK, "sysDash", "square"),
    (DENIM, "sysDash", "triangle"),
)
_OTHERS: Final[tuple[str, str, _Mark]] = ("9A8F80", "solid", "none")


def _view_columns(ctx: Context) -> Columns:
    """Where the sorted view stands."""
    keys = ("Rank", "Player", "Score", *own_columns(ctx), "Games", "Separated", "Status")
    return Columns(keys, "B", FIRST, FIRST + ctx.capacity - 1)


def _race_columns(ctx: Context) -> Columns:
    """Where the figures of the chart stand: the start and every round; none at fixed tables."""
    left = beside("B", len(_view_columns(ctx).keys) + 1)
    keys = [] if ctx.rulebook.fixed_tables else [f"Funds_{r}" for r in range(ctx.rounds + 1)]
    return Columns(keys, left, _FIRST_FIGURE, _FIRST_FIGURE + _RACERS - 1)


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet, hidden until the elimination phase ends: some regulations keep it secret (Italy 2010, 1.1)."""
    _ = ctx._
    sheet = Sheet(wb, ctx.tab("standings"), hidden=True)
    # where the calculation stands
    width = len(_view_columns(ctx).keys) + len(_race_columns(ctx).keys)
    view, chart, players = _view_columns(ctx), _race_columns(ctx), columns(ctx, beside("B", width + 3))
    shown = [2, *(_width(ctx, key) for key in view.keys), 2, *_race_widths(ctx)]
    gap = min(_WIDEST, max(_LINK_WIDTH, int(_LARGEST - room(shown))))
    sheet.widths(*shown, gap, 8, *[11.0] * (len(players.keys) - 1))
    nav: dict[str, tuple[str, str] | str] = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "D2": (ctx.tab("finals"), ctx.tab("finals") + " ►"),
        f"{view.letter('Games')}2": (ctx.tab("control"), ctx.tab("control")),
        f"{view.letter('Status')}2": jump(ctx.tab("standings"), literal(_("Calculation ►")), f"{players.left}5"),
    }
    end = chart.right if chart.keys else view.letter("Status")
    sheet.frame(end, ctx.tab("standings"), nav, freeze=f"A{FIRST}", tab=RULE)
    secret = ctx.rulebook.secret
    played, rounds = {"played": "Rounds_Played"}, {"played": "Rounds_Played", "rounds": "Rounds_Scheduled"}
    if not ctx.rulebook.has_finals:
        caption = "=" + phrase(_("After game {played} of {rounds}"), **rounds)
    else:
        told = _("After round {played} of {rounds} · SECRET until the elimination phase ends")
        told = told if secret else _("After round {played} of {rounds}")
        caption = "=" + first_of(
            ('Published="yes"', phrase(_("Elimination phase, after round {played}"), **played)),
            otherwise=phrase(told, **rounds),
        )
    sheet.caption("B5", caption)
    for row in range(view.first, chart.last + 1):
        sheet.height(row, 21)
    _view(sheet, ctx, view)
    # what is printed is white, and says above what is known of the event: its name and its day
    for row in sheet[f"B4:{view.letter('Status')}{view.last}"]:
        for cell in row:
            cell.fill = fill(WHITE)
    sheet.height(4, 22)
    sheet.put("B4", '=Event_Name&""', "Print strong", border=edges(), alignment=place("left", 1))
    sheet.put(f"{view.letter('Status')}4", "=Event_Day", "Print line", alignment=place("right"))
    sheet.book_name("Standings_View", view.all("Rank"))
    _ranking(sheet, ctx, players)
    if chart.keys:
        _race(sheet, ctx, view, chart, players)
    sheet.page(f"B4:{view.letter('Status')}{view.last}", tall=0, titles="4:6")


def _race_widths(ctx: Context) -> list[float]:
    """Of the chart's columns, in characters: what the screen leaves beside the standings, as far as the money can be read."""
    keys = _race_columns(ctx).keys
    left = SCREEN - room([2, *(_width(ctx, key) for key in _view_columns(ctx).keys), 2])
    return [max(_FIGURE, left // len(keys) - MARGIN)] * len(keys) if keys else []


def _width(ctx: Context, key: str) -> float:
    """Of a column of the view, in characters: as wide as its head and its words need."""
    several = len(ctx.rulebook.criteria) > 1
    known = {"Rank": 6.0, "Player": 26.0, "Score": 13.0 if ctx.rulebook.score.per_game else 11.0, "Games": 8.0, "Status": 14.0}
    return known.get(key, (19.0 if several else 15.0) if key == "Separated" else 13.0 if several else 11.0)


def _view(sheet: Sheet, ctx: Context, view: Columns) -> None:
    codes = own_columns(ctx)
    styles = ["Centre", "Name", "Money", *["Points"] * len(codes), "Centre", "Text", "Text"]
    _ = ctx._
    criteria = [_(HEADS[code]) for code in own_columns(ctx)]
    sheet.table(
        "B6",
        [_("Rank"), _("Player"), _("Score"), *criteria, _("Games"), _("Separated from\nthe one before"), _("State")],
        ([_cell(ctx, key, row) for key in view.keys] for row in view.rows),
        styles,
        head_height=34,
    )
    formats = {"Score": score_format(ctx.rulebook.score), **FORMATS}
    for row in view.rows:
        sheet[view.at("Score", row)].font = font(11, bold=True)
        for key in formats.keys() & set(view.keys):
            sheet[view.at(key, row)].number_format = formats[key]
    area, state = view.area("Rank", "Status"), f"LEFT({view.at('Status', FIRST)},1)"
    # A rule under the last place that plays on; thin where its place depends on the tables. In a knock-out there is none
    through = f'{state}="▲"'
    brackets = ctx.rulebook.brackets
    if len(brackets) == 1:
        for key in view.keys:
            sheet[view.at(key, FIRST + brackets[0].qualifiers - 1)].border = edges(bottom="medium")
    elif brackets:
        last = f"ROW()-{FIRST - 1}=Standings_Qualifiers"
        sheet.highlight(
            area, f"AND({last},{through})", border=edges(bottom="thin"), ink=Font(bold=True)
        )  # one rule holds in LibreOffice
        sheet.highlight(area, last, border=edges(bottom="thin"))
    sheet.highlight(area, f'$C{FIRST}=""', border=edges(colour=WHITE, bottom="thin"))
    sheet.highlight(area, f'{state}="▲"', ink=Font(bold=True))
    sheet.highlight(area, f'{state}="–"', ink=Font(italic=True, color=NOTE))


def _of(column: str, who: str = _WHO) -> str:
    """A value of the player who stands on this row."""
    return f"INDEX(Standings_{column},{who})"


def _cell(ctx: Context, key: str, row: int) -> str:
    """A cell of the sorted view."""
    match key:
        case "Rank":
            value = f'IF({_of("Rank")}="","–",IF({_of("Tied")}>1,"=","")&{_of("Rank")})'
        case "Player":
            value = f"INDEX(Players_Shown,{_WHO})"
        case "Separated":
            # what puts a player behind the one above: nothing to say where the score did it, or where nobody asks for a lot
            above = f"INDEX({_WHO},ROW()-{FIRST})"
            _, criteria = ctx._, ctx.rulebook.criteria
            by_lot = literal(_("lot"))
            cases = [(f'{_of("Rank")}=""', '""')]
            for step, word in (("score", '""'), *((code, literal(_(HEADS[code]))) for code in criteria)):
                cases.append((f"{_of(f'by_{step}')}<>{_of(f'by_{step}', above)}", word))
            if ctx.rulebook.lots_decide:
                separation = first_of(*cases, otherwise=by_lot)
            else:
                separation = first_of(*cases, otherwise=f'IF({_through()}>0,{by_lot},"")' if has_finals(ctx) else '""')
            value = '""' if row == FIRST else separation
        case "Status":
            # who has left, and who is through to the finals for certain; a lot decides where some of those who are equal are
            _, status = ctx._, f"INDEX(Players_Status,{_WHO})"
            if not has_finals(ctx):
                value = status
            else:
                done = 'AND(Rounds_Seated>0,OR(Published="yes",Rounds_Played>=Rounds_Scheduled))'
                certain = f'IF(Published="yes",{_of("Through")}=1,{_through()}={_of("Tied")})'
                value = first_of(
                    (f'{_of("Rank")}=""', status),
                    (f"NOT({done})", status),
                    (f"{_through()}=0", status),
                    (certain, literal("▲ " + _("finals"))),
                    ('Published<>"yes"', literal(_("lot"))),
                    otherwise=status,
                )
        case _:
            value = _of(key)
    return f'=IF({_WHO}="","",{value})'


def _through() -> str:
    """How many of those who share this player's rank play on in the finals."""
    return f"COUNTIFS(Standings_Rank,{_of('Rank')},Standings_Through,1)"


def _race(sheet: Sheet, ctx: Context, view: Columns, chart: Columns, players: Columns) -> None:
    """Write the figures under the chart. A round still to come repeats the last sum, unseen: a line must not fall to 0."""
    _, left, right = ctx._, chart.left, chart.right
    sheet.put(
        f"{left}5",
        (_("The race for dollars: the first eight") if ctx.rulebook.unit == DOLLAR else _("The race: the first eight")),
        "Caption",
    )
    sheet.put(f"{left}6:{right}6", None, "Head")
    sheet.put(f"{left}{_FIRST_FIGURE - 2}", _("Money of the first eight, in the order of the standings"), "Note")
    heads = [_("Start"), *(_("Round {n}").format(n=n) for n in range(1, ctx.rounds + 1))]
    rows = [
        [f'=IF({who}="","",INDEX({players.all(key)},{who}))' for key in chart.keys]
        for who in (players.at("Shown", view.first + i) for i in range(_RACERS))
    ]
    sheet.table(f"{left}{_FIRST_FIGURE - 1}", heads, rows, ["Money"] * len(heads), head_height=21)
    second = chart.letter(chart.keys[1])
    future = f"COLUMN({second}1)-COLUMN(${left}1)>Rounds_Seated"
    sheet.highlight(f"{second}{chart.first}:{right}{chart.last}", future, ink=Font(color=PAPER))
    # the first eight, a line each, beside the standings. The four for the finals have marks and dashes, so that greyscale
    # tells them apart; the rest are thin
    first, last = (column_index_from_string(letter) for letter in (chart.left, chart.right))
    line_chart = LineChart()
    wide = room(_race_widths(ctx)) * _CENTIMETRES
    line_chart.height, line_chart.width = 10.6, wide  # type: ignore[assignment]  # centimetres; the stubs allow whole ones only
    line_chart.roundedCorners, line_chart.visible_cells_only = False, False
    for i in range(_RACERS):
        series = SeriesFactory(Reference(sheet.ws, min_col=first, max_col=last, min_row=chart.first + i))
        name = view.fixed("Player", view.first + i)
        series.tx = SeriesLabel(strRef=StrRef(f"{quote_sheetname(sheet.ws.title)}!{name}"))
        _draw(series, *(_LOOKS[i] if i < len(_LOOKS) else _OTHERS), thick=i < len(_LOOKS))
        line_chart.series.append(series)
    line_chart.set_categories(Reference(sheet.ws, min_col=first, max_col=last, min_row=chart.first - 1))
    line_chart.y_axis.number_format, line_chart.y_axis.delete, line_chart.x_axis.delete = "#,##0", False, False
    line_chart.y_axis.majorGridlines = ChartLines(spPr=GraphicalProperties(ln=LineProperties(solidFill=RULE, w=6350)))
    line_chart.graphical_properties = GraphicalProperties(solidFill=PAPER, ln=LineProperties(noFill=True))
    if line_chart.legend is not None:
        line_chart.legend.position = "b"
        small = ParagraphProperties(defRPr=CharacterProperties(sz=900))  # two long names side by side
        line_chart.legend.txPr = RichText(p=[Paragraph(pPr=small, r=[], endParaRPr=CharacterProperties(sz=900))])
    sheet.ws.add_chart(line_chart, f"{left}{view.first}")


def _draw(series: Series, colour: str, dash: str, mark: _Mark, *, thick: bool) -> None:
    stroke = series.graphicalProperties.line
    stroke.solidFill, stroke.dashStyle, stroke.width = colour, dash, 28000 if thick else 9500
    paint = GraphicalProperties(solidFill=colour, ln=LineProperties(solidFill=colour))
    series.marker, series.smooth = Marker(symbol=mark, size=7, spPr=paint), False
