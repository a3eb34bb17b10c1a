"""The standings: a sorted view for people, the race of the first eight, and the calculation to the right.

At fixed tables there is no race: they play their games whenever they are ready.
"""

from collections.abc import Mapping
from itertools import product
from typing import Final, Literal

from openpyxl.chart import Reference, ScatterChart
from openpyxl.chart.axis import ChartLines, NumericAxis, Scaling
from openpyxl.chart.data_source import StrRef
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.layout import Layout, ManualLayout
from openpyxl.chart.marker import Marker
from openpyxl.chart.series import SeriesLabel
from openpyxl.chart.series_factory import SeriesFactory
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.text import CharacterProperties, Paragraph, ParagraphProperties
from openpyxl.styles import Border, Font, Side
from openpyxl.utils import column_index_from_string, quote_sheetname
from openpyxl.workbook.workbook import Workbook

from bangxl.sheets import styles
from bangxl.sheets.context import Context
from bangxl.sheets.formulas import Columns, first_of, jump, literal, phrase, shifted
from bangxl.sheets.ledger import COUNTS, frozen_rounds, of_round, own_criteria, scores_after, sums_fractions
from bangxl.sheets.styles import INK, NO_LINES, NOTE, PAPER, RULE, SCREEN, WHITE, Sheet, edges, font, width_of
from bangxl.sheets.wall import fixed_name
from bangxl.tournament.criteria import CRITERIA, TABLE_PLACE
from bangxl.tournament.model import Role
from bangxl.tournament.rulebook import DOLLAR, Rulebook
from bangxl.workbook.names import STANDINGS_ROWS, criterion
from bangxl.workbook.titles import round_title
from bangxl.workbook.words import HEADS, score_head

_FIRST: Final = 7
_PLAYER, _ENTRANT = "@Standings_Player", "@Standings_Entrant"
_WHO: Final = "@Standings_Shown"
"""The player on each row of the view, as a position in the calculation's columns."""
_DECIMALS: Final = 6
"""The decimals to which scores are rounded before comparison: 15000 / 5 × 1.15 is 3450."""
_RACERS: Final = 8
_FIGURE_WIDTH: Final = 9.25
"""The minimal width of a round's money under the chart, in characters."""
_LARGEST: Final = 270
"""The width of a 1920-pixel screen in characters: the calculation starts beyond it, so that no part of it shows."""
_LINK_WIDTH, _WIDEST = 2, 250
"""The minimal gap before the calculation and the maximal width of a column, in characters."""
_FIRST_FIGURE: Final = _FIRST + STANDINGS_ROWS - _RACERS
_NAMED: Final = 18.0
"""The width of their names there, in characters."""
_APART: Final = 18
"""Names at the lines' ends stand apart by this part of the largest sum, so that they can be read."""
_Mark = Literal["circle", "diamond", "square", "triangle", "none"]
_LOOKS: Final[tuple[tuple[str, str, _Mark, int], ...]] = (
    (INK, "solid", "circle", 28000),
    (styles.DENIM, "solid", "diamond", 28000),
    (INK, "sysDash", "square", 28000),
    (styles.DENIM, "sysDash", "triangle", 28000),
    *((colour, "solid", "none", 12700) for colour in (styles.WRONG, styles.GOOD_INK, NOTE, "B0791C")),
)
"""The lines of the chart: the four for the finals have marks and dashes to stay distinct in greyscale."""


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet, hidden until the elimination phase ends: some regulations keep it secret (Italy 2010, 1.1)."""
    _, rulebook = ctx._, ctx.rulebook
    sheet = Sheet(wb, ctx.tab("standings"), hidden=True)
    criteria = [code for code in rulebook.criteria if code != "games"]  # the number of games always has a column
    view = Columns(("Rank", "Player", "Score", *criteria, "Games", "Separated", "Status"), "B", _FIRST, _FIRST + ctx.capacity - 1)
    steps = rulebook.league.evenings if rulebook.league else ctx.rounds  # of the race
    funds = [] if rulebook.fixed_tables else [f"Funds_{number}" for number in range(steps + 1)]
    chart = Columns(
        ["Name", *funds] if funds else [], shifted("B", len(view.keys) + 1), _FIRST_FIGURE, _FIRST_FIGURE + _RACERS - 1
    )
    players = Columns([*_columns(ctx)], shifted("B", len(view.keys) + len(chart.keys) + 3), _FIRST, view.last)
    # the chart fills the width of the screen beside the standings, as long as the money stays readable
    several = len(rulebook.criteria) > 1
    sizes = {"Rank": 7.0, "Player": 25.0, "Score": 13.0 if rulebook.score.per_game else 11.0, "Games": 8.0}
    words = ((_("ejected"), _("withdrawn")), (_("finals"), round_title("8", _, rulebook)))  # in narrow italics
    sizes["Status"] = max([18.0, *(len(f"– {how} · {when}") - 3.0 for how, when in product(*words) if not funds)])
    sizes["Separated"] = 19.0 if several else 12.0
    widths = [2, *(sizes.get(key, 12.0 if criteria[4:] else 13.0 if several else 11.0) for key in view.keys), 2]
    if funds:
        widths += [_NAMED]
        widths += [max(_FIGURE_WIDTH, (SCREEN - width_of(widths)) // len(funds) - styles.CELL_MARGIN)] * len(funds)
    gap = min(_WIDEST, max(_LINK_WIDTH, int(_LARGEST - width_of(widths))))
    sheet.widths(*widths, gap, 8, *[11.0] * (len(players.keys) - 1))
    nav = ctx.links(**{f"{view.letter('Games')}2": "control"}) | {
        "D2": (ctx.tab("finals"), ctx.tab("finals") + " ►"),
        f"{view.letter('Status')}2": jump(ctx.tab("standings"), literal(_("Calculation ►")), f"{players.left}5"),
    }
    sheet.frame((chart if funds else view).right, ctx.tab("standings"), nav, freeze=f"A{_FIRST}", tab=RULE)
    sheet.caption("B5", f"={_caption(ctx)}")
    _view(sheet, ctx, view)
    # points for the rows of a printed page, landscape if many columns need the width, and for each at least
    room, least = 450 if criteria[2:] else 700, 18 if funds else 15
    pages = -(-ctx.capacity * least // room)
    high = 21 if funds else min(21, room // -(-ctx.capacity // pages))  # the race has its height
    sheet.height(range(view.first, max(view.last, chart.last) + 1), high)
    # printed pages are white; the top shows the event's name and day, where known
    for row in sheet[f"B4:{view.right}{view.last}"]:
        for cell in row:
            cell.fill = styles.fill(WHITE)
    sheet.book_name("Standings_View", view.all("Rank"))
    _calculation(sheet, ctx, players)
    if funds:
        ends = Columns(funds, shifted(players.right, 2), _FIRST, _FIRST + _RACERS)
        _race(sheet, ctx, chart, players, ends)
        wide = width_of(widths[-len(chart.keys) - 1 : -1])
        sheet.ws.add_chart(_chart(sheet, ctx, chart, ends, wide), f"{chart.left}{view.first - 1}")
    sheet.page(f"B4:{view.right}{view.last}", landscape=bool(criteria[2:]), tall=pages, titles="4:6")


def _caption(ctx: Context) -> str:
    """After which round this is. The money of a round that is still being played is in already, so this says how much of it."""
    _, rulebook = ctx._, ctx.rulebook
    now = "Rounds_Played+1"
    values = {"played": "Rounds_Played", "rounds": "Rounds_Scheduled", "round": now}
    values |= {"done": f"INDEX(Round_Complete,{now})", "tables": f"INDEX(Round_Seated,{now})"}
    after = _("After round {played} of {rounds}")
    amid = _("During round {round} of {rounds}, tables complete: {done} of {tables}")
    if rulebook.fixed_tables or not rulebook.has_finals:
        after, amid = _("After game {played} of {rounds}"), _("During game {round} of {rounds}")
    if rulebook.has_finals and rulebook.secret:
        secret = _("SECRET until the elimination phase ends")
        after, amid = f"{after} · {secret}", f"{amid} · {secret}"
    end = _("Elimination phase, after game {played}") if rulebook.fixed_tables else _("Elimination phase, after round {played}")
    over = phrase(end, played="Rounds_Played")
    closed = [('Published="yes"', over)] if rulebook.has_finals else []
    return first_of(*closed, ("Rounds_Seated>Rounds_Played", phrase(amid, **values)), otherwise=phrase(after, **values))


def _view(sheet: Sheet, ctx: Context, view: Columns) -> None:
    _, brackets = ctx._, ctx.rulebook.brackets
    criteria = view.keys[3:-3]
    heads = [_("Place"), _("Player"), score_head(ctx.rulebook.score, _), *(_(HEADS[code]) for code in criteria)]
    heads += [_("Games"), _("Tie\nbroken by"), _("State")]
    looks = ["Centre", "Name", "Money", *["Points"] * len(criteria), "Centre", "Text", "Name"]
    rows = ([_formula_in(ctx, key, row) for key in view.keys] for row in view.rows)
    sheet.table("B6", heads, rows, looks, head_height=34)
    for row in view.rows:
        sheet[view.at("Score", row)].font = font(11, bold=True)
    _format(sheet, ctx, view)
    area, state = view.area("Rank", "Status"), f"LEFT({view.at('Status', _FIRST)},1)"
    # a line under the last place that plays on; thin if that place depends on the tables. A knock-out has none
    if len(brackets) == 1:
        for key in view.keys:
            sheet[view.at(key, _FIRST + brackets[0].qualifiers - 1)].border = edges(bottom="medium")
    elif brackets:
        last, thin = f"ROW()-{_FIRST - 1}=Standings_Qualifiers", Border(bottom=Side("thin"))
        sheet.highlight(area, f'AND({last},{state}="▲")', border=thin, ink=Font(bold=True))  # one rule holds in LibreOffice
        sheet.highlight(area, last, border=thin)
    if ctx.rulebook.cuts:  # a line under the last who plays on at the next cut
        sheet.highlight(area, f"ROW()-{_FIRST - 1}=Standings_Cut", border=Border(bottom=Side("thin")))
    if ctx.rulebook.league is not None:  # a line under the last who has played enough
        sheet.highlight(area, f"ROW()-{_FIRST - 1}=COUNT(Standings_Place)", border=Border(bottom=Side("medium")))
    sheet.highlight(area, f'$C{_FIRST}=""', border=NO_LINES)
    sheet.highlight(area, f'{state}="▲"', ink=Font(bold=True))
    sheet.highlight(area, f'{state}="–"', ink=Font(italic=True, color=NOTE))


def _format(sheet: Sheet, ctx: Context, block: Columns) -> None:
    """Set the number formats: cents in scores per game, a decimal only where a place at a table is shared."""
    rule, money = ctx.rulebook.score, styles.MONEY
    formats = {"Score": money.replace("#,##0", "#,##0.00") if rule.per_game and not rule.rounded else money}
    formats[TABLE_PLACE] = "General"
    for key in formats.keys() & set(block.keys):
        for row in block.rows:
            sheet[block.at(key, row)].number_format = formats[key]


def _of(column: str, who: str = _WHO) -> str:
    return f"INDEX(Standings_{column},{who})"


def _formula_in(ctx: Context, key: str, row: int) -> str:
    """The formula in the column ``key`` of a row of the sorted standings, which shows the player of that place."""
    _, rulebook = ctx._, ctx.rulebook
    # how many of those who share this player's rank play on in the finals
    finalists = f"COUNTIFS(Standings_Rank,{_of('Rank')},Standings_Through,1)"
    # whether a lot is drawn that decides among equals
    drawn = 'OR(Published="yes",Lots_By_Hand="yes")'
    by_lot = drawn if rulebook.lots_decide else f"AND({drawn},{finalists}>0)" if rulebook.has_finals else "FALSE"
    value = _of(key)
    match key:
        case "Rank":
            value = f'IF({value}="","–",IF({_of("Tied")}=1,{value},IF({by_lot},{_of("Place")},"="&{value})))'
        case "Player":
            value = f"INDEX(Players_Shown,{_WHO})"
        case "Separated" if row == _FIRST:
            value = '""'
        case "Separated":
            # the reason why a player is below the one above: blank if the score decided it, or if no lot was needed
            above = f"INDEX(Standings_Shown,ROW()-{_FIRST})"
            cases = [(f'{_of("Rank")}=""', '""')]
            first = [("cut", literal(_("cut")))] if rulebook.cuts else []
            for step, word in (*first, ("score", '""'), *((code, literal(_(HEADS[code]))) for code in rulebook.criteria)):
                cases.append((f"{_of(f'by_{step}')}<>{_of(f'by_{step}', above)}", word))
            value = first_of(*cases, (by_lot, literal(_("lot"))), otherwise='""')
        case "Status":
            # who has left, and who is surely through to the finals; among equals a lot may decide
            state = f"INDEX(Players_Status,{_WHO})"
            value = f'IF(LEFT({state},1)="–",{state},"")'
            if rulebook.league is not None:
                short = f"{rulebook.league.minimum}-{_of('Games')}"
                lacks = phrase(_("– games short: {n}"), n=short)
                value = f"IF(AND(Rounds_Seated>0,{_of('Gone')}=0,{short}>0),{lacks},{value})"
            if rulebook.has_finals:
                done = 'AND(Rounds_Seated>0,OR(Published="yes",Rounds_Played>=Rounds_Scheduled))'
                certain = f'IF(Published="yes",{_of("Through")}=1,{finalists}={_of("Tied")})'
                placed = f'{_of("Rank")}<>"",{done},{finalists}>0'
                surely, lot = f'IF(LEFT({state},1)="–",{state},{literal("▲ " + _("finals"))})', literal(_("lot"))
                value = first_of((f"AND({placed},{certain})", surely), (f'AND({placed},Published<>"yes")', lot), otherwise=value)
    return f'=IF({_WHO}="","",{value})'


def _race(sheet: Sheet, ctx: Context, chart: Columns, players: Columns, ends: Columns) -> None:
    """Write the figures under the chart and, beyond the calculation, where its points and its names stand.

    Its steps are the rounds; in a league the evenings, each with the money after its last round. A future step repeats the last
    sum, invisibly, and its point lies on the last one: an empty one would be drawn as 0.
    """
    _, left, right, league = ctx._, chart.left, chart.right, ctx.rulebook.league
    title = _("The race for dollars: the first eight") if ctx.rulebook.unit == DOLLAR else _("The race: the first eight")
    sheet.put(f"{left}5", title, "Caption")
    note = _("Money of the first eight, in the order of the standings")
    if league and league.counted:  # fewer games make the score
        note = _("Totals of the first eight over all games, in the order of the standings")
    sheet.put(f"{left}{_FIRST_FIGURE - 2}", note, "Note")
    step, steps = _("Evening {n}") if league else round_title("{n}", _, ctx.rulebook), range(1, len(ends.keys))
    heads = [_("Player"), _("Start"), *(step.format(n=n) for n in steps)]
    played = [ends.fixed(key, _FIRST) for key in ends.keys]
    begun = "SUMPRODUCT((Round_Evening={})*(Round_Complete>0))" if league else "INDEX(Round_Complete,{})"
    positions = [f"=IF({begun.format(n)}>0,{n},{played[n - 1]})" for n in steps]
    sheet.line(f"{ends.left}{_FIRST}", [0, *positions], "Centre")
    rows, largest = [], f"MAX({chart.fixed('Funds_0', chart.first)}:{chart.fixed(chart.keys[-1], chart.last)})/{_APART}"
    for i, row in enumerate(chart.rows):
        who = players.at("Shown", _FIRST + i)
        sums = [f"INDEX({players.all(key)},{who})" for key in ends.keys]
        if league:
            funds = f"{players.fixed('Funds_0', _FIRST)}:{players.fixed(f'Funds_{ctx.rounds}', players.last)}"
            sums[1:] = [f'INDEX({funds},{who},1+COUNTIFS(Round_Evening,">0",Round_Evening,"<={n}"))' for n in steps]
        sums[1:] = [f"IF({played[n]}<{n},{chart.at(chart.keys[n], row)},{sums[n]})" for n in range(1, len(sums))]
        rows.append([f'=IF({who}="","",{one})' for one in (f"INDEX(Players_Shown,{who})", *sums)])
        own, above = chart.at(chart.keys[-1], row), ends.at("Funds_0", _FIRST + i)
        spread = f"MAX({_RACERS - 1 - i}*{largest},MIN({own},{above}-{largest}))" if i else own
        name = f'="   "&{chart.at("Name", row)}'  # beside the point
        sheet.line(ends.at("Funds_0", _FIRST + 1 + i), [f'=IF({own}="",0,{spread})', name], ["Money", "Text"])
    sheet.table(f"{left}{_FIRST_FIGURE - 1}", heads, rows, ["Name", *["Money"] * len(ends.keys)], head_height=21)
    future = f"COLUMN({left}1)-COLUMN(${left}1)>{played[-1]}+1"
    sheet.highlight(f"{left}{chart.first}:{right}{chart.last}", future, ink=Font(color=PAPER))


def _chart(sheet: Sheet, ctx: Context, figures: Columns, ends: Columns, width: float) -> ScatterChart:
    """Chart the first eight, a line each with its name at its end, beside the standings; ``width`` in characters."""
    first, last, left, right = (
        column_index_from_string(letter) for letter in (figures.letter("Funds_0"), figures.right, ends.left, ends.right)
    )
    chart = ScatterChart(scatterStyle="lineMarker")
    chart.height, chart.width = 11.8, width * 0.19  # type: ignore[assignment]  # the stubs allow only whole numbers
    chart.roundedCorners, chart.visible_cells_only, chart.legend = False, False, None
    chart.layout = Layout(ManualLayout(layoutTarget="inner", xMode="edge", yMode="edge", x=0.09, y=0.04, w=0.66, h=0.86))
    rounds = Reference(sheet.ws, min_col=left, max_col=right, min_row=_FIRST)
    for i, (colour, dash, mark, thick) in enumerate(_LOOKS):
        series = SeriesFactory(Reference(sheet.ws, min_col=first, max_col=last, min_row=figures.first + i), rounds)
        stroke = series.graphicalProperties.line
        stroke.solidFill, stroke.dashStyle, stroke.width = colour, dash, thick
        paint = GraphicalProperties(solidFill=colour, ln=LineProperties(solidFill=colour))
        series.marker, series.smooth = Marker(symbol=mark, size=7, spPr=paint), False
        end = _FIRST + 1 + i
        name = SeriesFactory(Reference(sheet.ws, min_col=left, min_row=end), Reference(sheet.ws, min_col=right, min_row=_FIRST))
        name.graphicalProperties.line.noFill, name.marker, name.smooth = True, Marker(symbol="none"), False
        letters = CharacterProperties(sz=900, b=i < 4, solidFill=colour)
        small = RichText(p=[Paragraph(pPr=ParagraphProperties(defRPr=letters), endParaRPr=letters)])
        name.dLbls = DataLabelList(dLblPos="r", txPr=small, showSerName=True, showVal=False, showLegendKey=False)
        name.dLbls.showCatName = name.dLbls.showPercent = False
        for one in (series, name):
            one.tx = SeriesLabel(strRef=StrRef(f"{quote_sheetname(sheet.ws.title)}!{ends.fixed('Funds_1', end)}"))
            chart.series.append(one)
    span = Scaling(min=0, max=len(ends.keys) - 1)
    chart.x_axis = NumericAxis("midCat", 1, axId=10, crossAx=100, scaling=span, delete=False)
    axis = ctx._("Evening {n}").format(n='"0"') if ctx.rulebook.league else round_title('"0"', ctx._, ctx.rulebook)
    chart.x_axis.number_format = f'[=0]"{ctx._("Start")}";"{axis}"'.removesuffix('""')
    chart.y_axis.number_format, chart.y_axis.delete = "#,##0", False
    chart.x_axis.majorGridlines = None
    chart.y_axis.majorGridlines = ChartLines(spPr=GraphicalProperties(ln=LineProperties(solidFill=RULE, w=6350)))
    chart.graphical_properties = GraphicalProperties(solidFill=PAPER, ln=LineProperties(noFill=True))
    return chart


def _by_tables(rulebook: Rulebook) -> bool:
    """Whether the best of each table play on, not only the best of all."""
    return rulebook.knockout is not None and not rulebook.knockout.by_points


def _columns(ctx: Context) -> dict[str, str]:
    """The columns of the calculation with their headings: a row for each player, in the order of Players_Id.

    Ranks are computed in steps, one column for each criterion, to show which criterion separated two players.
    """
    _, codes, by = ctx._, ctx.rulebook.criteria, ctx._("Rank by\n{criterion}")
    of_table = {"Table": _("Table"), "Begun": _("Players at\nthe start"), "Sheriffs": _("times\nSheriff")}
    return {
        "Player": _("Player"),
        "Entrant": _("takes part"),
        "Left": _("left by event"),
        "Gone": _("has left"),
        **(of_table if ctx.rulebook.fixed_tables else {}),
        "Funds_0": _("Money at\nthe start"),
        **{f"Funds_{number}": _("Money after\nround {n}").format(n=number) for number in range(1, ctx.rounds + 1)},
        "Score": _("Score"),
        **{f"Score_{after}": _("Score after\nround {n}").format(n=after) for after in scores_after(ctx)},
        "Games": _("Games"),
        "Ranked": _("is ranked"),
        **{code: _(HEADS[code]) for code in codes if code != "games"},
        **({"Home": _("Round of\nthe cut"), "by_cut": by.format(criterion=_("cut"))} if ctx.rulebook.cuts else {}),
        "by_score": _("Rank by\nscore"),
        **{f"by_{code}": by.format(criterion=_(HEADS[code])) for code in codes},
        "Rank": _("Rank"),
        "Tied": _("share it"),
        "Lot": _("Lot"),
        "Place": _("Place"),
        "Order": _("Line"),
        "Shown": _("Player on\nthis line"),
        **({"Winner": _("best of\nthe table")} if _by_tables(ctx.rulebook) else {}),
        **({"Through": _("in the\nfinals")} if ctx.rulebook.has_finals else {}),
    }


def _calculation(sheet: Sheet, ctx: Context, block: Columns) -> None:
    """Write the calculation with the names ``Standings_…`` and ``Funds_<r>``, money after r rounds in dollars.

    ``Standings_Qualifiers`` is how many play on in the finals.
    """
    sheet.caption(f"{block.left}5", ctx._("The calculation, player by player"))
    sheet.line(f"{block.left}6", _columns(ctx).values(), "Head")
    for row in block.rows:
        mine = {key: block.at(key, row) for key in block.keys}
        cells = {**_facts(ctx), **_money(ctx), **_cuts(ctx, mine), **_criteria(ctx, mine), **_ranks(ctx, mine), **_finals(ctx)}
        for key in block.keys:
            sheet.put(mine[key], "=" + cells[key], "Money" if key.startswith(("Score", "Funds")) else "Centre")
    _format(sheet, ctx, block)
    for key in block.keys:
        sheet.book_name(key if key.startswith("Funds") else f"Standings_{key}", block.all(key))
    for key, name, value in zip(("Home", "by_cut"), ("Standings_Cut_Round", "Standings_Cut"), _next_cut(ctx), strict=False):
        sheet.put(block.at(key, 5), f"={value}", "Note", number_format=styles.POINTS)
        sheet.book_name(name, block.at(key, 5))
    if ctx.rulebook.has_finals:
        sheet.put(block.at("Through", 5), f"={_qualifiers(ctx)}", "Note", number_format=styles.POINTS)
        sheet.book_name("Standings_Qualifiers", block.at("Through", 5))


def _qualifiers(ctx: Context) -> str:
    """How many play on, by the tables or by the players at the start; in a knock-out at least one for each table."""
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


def _next_cut(ctx: Context) -> tuple[str, ...]:
    """The round of the cut that is due next, and how many play on; 0 after the last one. Nothing without cuts."""
    if not ctx.rulebook.cuts:
        return ()
    through = {
        cut.after: f"IFERROR(INDEX(Chart_Cut_{cut.after},MATCH(Players_Started,Chart_Players,0)),0)" for cut in ctx.rulebook.cuts
    }
    due = [f"AND(Rounds_Seated<={after},Rounds_Scheduled>{after})" for after in through]
    rounds = first_of(*zip(due, map(str, through), strict=True), otherwise="0")
    return rounds, first_of(*zip(due, through.values(), strict=True), otherwise="0")


def _cuts(ctx: Context, mine: Mapping[str, str]) -> dict[str, str]:
    """The round of the cut at which a player went home, 999 while they play on; and the rank by it.

    At home is who was not drawn in the round after a cut, without having left before or sitting it out.
    """
    cases = []
    for after in (cut.after for cut in ctx.rulebook.cuts if cut.after < ctx.rounds):
        seated = f"COUNTIF({of_round('Player', after + 1)},{_PLAYER})"
        out = f'COUNTIFS(Leaving_Player,{_PLAYER},Leaving_Type,"sit_out",Events_After_Round,{after})'
        cases.append((f"AND(Rounds_Seated>{after},{_ENTRANT}=1,@Players_Until>{after},{seated}+{out}=0)", str(after)))
    better = f"(Standings_Ranked=1)*(Standings_Home>{mine['Home']})" if ctx.rulebook.cuts else ""
    return {"Home": first_of(*cases, otherwise="999"), "by_cut": f'IF(@Standings_Ranked=0,"",1+SUMPRODUCT({better}))'}


def _facts(ctx: Context) -> dict[str, str]:
    """Who the player is, whether the player takes part, and the event with which the player left."""
    player, table = fixed_name("Player"), fixed_name("Table")
    if ctx.rulebook.fixed_tables:
        drawn = f"IF(COUNTIF({player},{_PLAYER})>0,1,0)"
    elif ctx.rulebook.league is not None:
        drawn = f"IF(COUNTIF(Ledger_Player,{_PLAYER})>0,1,0)"
    else:  # a player who sits out round 1 is still in the tournament
        out = f'COUNTIFS(Leaving_Player,{_PLAYER},Leaving_Type,"sit_out",Events_After_Round,0)'
        drawn = f"IF(COUNTIF({of_round('Player', 1)},{_PLAYER})+{out}>0,1,0)"
    sheriff = f'COUNTIFS(Ledger_Player,{_PLAYER},Ledger_Role,"{Role.SHERIFF}")'
    return {
        "Player": "@Players_Key",
        "Entrant": f'IF({_PLAYER}="",0,IF(Rounds_Seated>0,{drawn},@Players_Here))',
        "Left": f'IF({_PLAYER}="","",IFERROR(MATCH({_PLAYER},Leaving_Leaver,0),""))',
        "Gone": 'IF(@Standings_Left="",0,INDEX(Leaving_Early,@Standings_Left))',
        "Lot": f'IF(@Players_Lot="",{ctx.capacity + 1},@Players_Lot)+(ROW()-{_FIRST - 1})/1000',
        "Table": f'IF({_ENTRANT}=1,IFERROR(INDEX({table},MATCH({_PLAYER},{player},0)),""),"")',
        "Begun": f'IF(@Standings_Table="","",COUNTIF({table},@Standings_Table))',
        "Sheriffs": f'IF({_ENTRANT}=1,{sheriff},"")',
    }


def count_who_sat_down(ctx: Context, table: str) -> str:
    """How many sat down at a fixed table: whoever left before its first game does not count, passive characters do (DE-12)."""
    return f'MAX({ctx.rulebook.smallest_table},COUNTIFS(Standings_Table,{table},Players_Until,">0"))'


def _money(ctx: Context) -> dict[str, str]:
    """Money after every round, each from the one before, so a game changes only the sums of its own round; then the score."""
    rule = ctx.rulebook.score
    # where there is an auction, options decide how much everybody has before the first game
    start = "0" if ctx.rulebook.auction is None else "Auction_Start"
    cells = {"Funds_0": f'IF({_ENTRANT}=1,{start},"")'}
    for number in range(1, ctx.rounds + 1):
        before = f"@Funds_{number - 1}"
        net, seated = (of_round(column, number) for column in ("Net", "Player"))
        cells[f"Funds_{number}"] = f'IF({before}="","",{before}+SUMIFS({net},{seated},{_PLAYER}))'
    games = f"COUNTIFS(Ledger_Player,{_PLAYER},Ledger_Settled,1)"
    for after in scores_after(ctx):
        so_far = f'{games[:-1]},Ledger_Round,"<={after}")'
        cells[f"Score_{after}"] = _score(ctx, start, min(after, ctx.rounds), so_far, exact=sums_fractions(ctx.rulebook))
    # no rank for players who left before publication (R10-5), or who finished no game if the score is per game (R07-7)
    played = ",@Standings_Games>0" if rule.per_game else ""
    if ctx.rulebook.league is not None:
        played += f",@Standings_Games>={ctx.rulebook.league.minimum}"
    return {
        **cells,
        "Games": f'IF({_ENTRANT}=1,{games},"")',
        "Score": _score(ctx, start, ctx.rounds, "@Standings_Games"),
        "Ranked": f"IF(AND({_ENTRANT}=1,@Standings_Gone=0{played}),1,0)",
    }


def _score(ctx: Context, start: str, after: int, games: str, *, exact: bool = False) -> str:
    """The score after a round and so many games, from the money then and at the start."""
    rule, value = ctx.rulebook.score, f"@Funds_{after}"
    if (league := ctx.rulebook.league) is not None and league.counted:
        value = f"{start}+SUMIFS(Ledger_Net,Ledger_Player,{_PLAYER},Ledger_Counts,1)"
        games = f"MIN({games},{league.counted})"
    value += f"-{start}" if rule.less_start else ""
    if rule.per_game:
        value = f"IF({games}=0,0,({value})/{games})"
    if rule.factor is not None:
        factor = rule.factor.factor
        mixed = f"IF(@Standings_Begun={rule.factor.tables_of},COUNTIF(Standings_Begun,{rule.factor.beside})>0,FALSE)"
        value = f"({value})*IF({mixed},{factor.numerator}/{factor.denominator},1)"
    for size, dollars in sorted((rule.once or {}).items()):
        value = f'{value}+IF(@Standings_Begun="",0,IF({count_who_sat_down(ctx, "@Standings_Table")}={size},{dollars},0))'
    value = value if exact else f"ROUND({value},{_DECIMALS})"
    value = f"ROUND({value},0)" if rule.rounded else value
    return f'IF({_ENTRANT}=1,{value},"")'


def _criteria(ctx: Context, mine: Mapping[str, str]) -> dict[str, str]:
    """The criteria by code; blank for players who do not take part. ``mine`` are the cells of the player's own row."""
    codes = ["Score", *(code for code in ctx.rulebook.criteria if code != TABLE_PLACE)]
    formulas = {code: COUNTS[code].formula for code in own_criteria(ctx.rulebook)}
    if after := frozen_rounds(ctx.rulebook):  # who went home at a cut keeps their Buchholz
        whole = formulas["buchholz"]
        then = ((f"@Standings_Home={n}", whole.replace("Opponents,", f"Opponents_{n},")) for n in after)
        formulas["buchholz"] = first_of(*then, otherwise=whole)
    if sums_fractions(ctx.rulebook):
        formulas["buchholz"] = f"ROUND({formulas['buchholz']},{_DECIMALS})"
    cells = {code: f'IF({_ENTRANT}=1,{formula},"")' for code, formula in formulas.items()}
    if TABLE_PLACE in ctx.rulebook.criteria:
        # the place among those still tied: the first difference in score or criteria decides; equal players share a place
        better = _beside(codes[-1], mine)
        for code in reversed(codes[:-1]):
            better = f"({_beside(code, mine)}+{_beside(code, mine, '=')}*{better})"
        above = f"SUMPRODUCT((Standings_Table={mine['Table']})*(Standings_Gone=0)*{better})"
        equal = "".join(f",{criterion(code)},@{criterion(code)}" for code in codes)
        level = f"COUNTIFS(Standings_Table,@Standings_Table,Standings_Gone,0{equal})"
        cells[TABLE_PLACE] = f'IF(@Standings_Table="","",IF(@Standings_Gone=1,"",{above}+({level}+1)/2))'
    return cells


def _beside(code: str, mine: Mapping[str, str], sign: str = "") -> str:
    sign, name = sign or ("<" if code in CRITERIA and CRITERIA[code].less else ">"), criterion(code)
    return f"({name}{sign}{mine[name.removeprefix('Standings_')]})"


def _ranks(ctx: Context, mine: Mapping[str, str]) -> dict[str, str]:
    """Rank by score, refine by each criterion, then by lots; and find the player for each row of the view."""
    better = f"(Standings_Ranked=1)*(Standings_Score>{mine['Score']})"
    cells = {"by_score": f'IF(@Standings_Ranked=0,"",1+SUMPRODUCT({better}))'}
    if ctx.rulebook.cuts:
        better = f"(Standings_by_cut={mine['by_cut']})*(Standings_Score>{mine['Score']})"
        cells["by_score"] = f'IF(@Standings_by_cut="","",@Standings_by_cut+SUMPRODUCT({better}))'
    before = "by_score"
    for code in ctx.rulebook.criteria:
        step = f"Standings_{before}"
        better = f"({step}={mine[before]})*{_beside(code, mine)}"
        cells[f"by_{code}"] = f'IF(@{step}="","",@{step}+SUMPRODUCT({better}))'
        before = f"by_{code}"
    rank, place, score = "Standings_Rank", "Standings_Place", "Standings_Score"
    first = f"({rank}={mine['Rank']})*(Standings_Lot<{mine['Lot']})"
    above = f"({score}>{mine['Score']})+({score}={mine['Score']})*(ROW({score})<ROW())"
    unranked = f"COUNT({place})+1+SUMPRODUCT((Standings_Entrant=1)*(Standings_Ranked=0)*({above}))"
    return {
        **cells,
        "Rank": f"@Standings_{before}",
        "Tied": f'IF(@{rank}="","",COUNTIF({rank},{mine["Rank"]}))',
        "Place": f'IF(@{rank}="","",@{rank}+IF(@Standings_Tied=1,0,SUMPRODUCT({first})))',
        "Order": f'IF(@{place}<>"",@{place},IF({_ENTRANT}=1,{unranked},""))',
        "Shown": f'IFERROR(MATCH(ROW()-{_FIRST - 1},Standings_Order,0),"")',
    }


def _finals(ctx: Context) -> dict[str, str]:
    """Mark who plays on: the first places; in a knock-out the best of each table, then the next best until there are enough."""
    place = "Standings_Place"
    better = f'{place},"<"&@{place}'
    if not _by_tables(ctx.rulebook):
        through = f"@{place}<=Standings_Qualifiers"
        through = f"AND({through},@Standings_Home>Rounds_Seated)" if ctx.rulebook.cuts else through
        return {"Through": f'IF(@{place}="",0,IF({through},1,0))'}
    winner = f'IF(@Standings_Table="",0,IF(COUNTIFS(Standings_Table,@Standings_Table,{better})=0,1,0))'
    filling = f"COUNTIFS(Standings_Winner,0,{better})<Standings_Qualifiers-SUM(Standings_Winner)"
    plays_on = f'IF(@{place}="",0,IF(@Standings_Winner=1,1,IF({filling},1,0)))'
    return {"Winner": f'IF(@{place}="","",{winner})', "Through": plays_on}
