"""The wall sheet of a round, or of fixed tables: everybody's table and seat, by table and by name, to be read from a distance.

The program writes ids, tables and seats into hidden columns of one row a place; the printed lists only refer to them, so
one list or three side by side are the same formulas. Lists are as long as the longest: hiding the rest lets them shrink.
"""

from __future__ import annotations

from typing import Final

from openpyxl.styles import Font
from openpyxl.utils import absolute_coordinate
from openpyxl.workbook.workbook import Workbook

from bangxl.sheets.cells import Columns, beside, first_of, literal, phrase, player_name
from bangxl.sheets.context import Context
from bangxl.sheets.styles import PAPER, RULE, SAND, SEAT, Sheet, edges, fill, font, place
from bangxl.tournament.model import Algorithm, SeedSource
from bangxl.tournament.rulebook import SheriffRule
from bangxl.workbook.names import CODE, LATEST, SALT, record_sheet, round_sheet
from bangxl.workbook.wall import Layout, code_purpose, layout, seat_legend

FIRST: Final = 9
"""The first row of the lists."""
_HIDDEN: Final = ("Wall_Table", "Wall_Seat", "Wall_Player", "Wall_Name", "Wall_List")
_HIDDEN_BY_NAME: Final = ("Alpha_Player", "Alpha_Table", "Alpha_Seat", "Alpha_Name")
_HEIGHTS: Final = {5: 42, 6: 20, 7: 6, 8: 20}
_DRAW: Final = ("Seed", "Source", "Public", "Algorithm", "By_Hand", "Note", "Audit")
_FACTS: Final = (*_DRAW, CODE, SALT)
_ROW: Final = 7
"""Where the facts about the draw stand, hidden, each in a column; behind them the code and its salt."""
_LONGEST: Final = 20
"""Letters of a public value for which the narrowest sheet has room."""


def letters(cut: Layout, block: int) -> tuple[str, str, str]:
    """The columns of a list: table, seat, name. Lists are counted from 0, those by table first."""
    columns = [beside("B", 4 * block + i) for i in range(3)]
    if block < cut.lists:
        return columns[0], columns[1], columns[2]
    return columns[1], columns[2], columns[0]


def length(ctx: Context) -> int:
    """How long the printed lists can get: no table is torn apart, so there may be some places more than an even share."""
    lists = layout(ctx.capacity).lists
    share = -(-ctx.capacity // lists)
    return share if lists == 1 else share + ctx.largest - 1


def fixed(key: str) -> str:
    """The name of a hidden column (``Player``, ``Table``) of the only wall sheet of fixed tables."""
    return f"Fixed_{key}"


def seats_drawn(ctx: Context) -> str:
    """The cells with all seats that were drawn, of every round or once for the fixed tables, for formulas on other sheets."""
    seats = _hidden_columns(ctx).all("Wall_Seat")
    return ",".join(f"{round_sheet(number)}!{seats}" for number in range(1, ctx.walls + 1))


def _hidden_columns(ctx: Context) -> Columns:
    left = beside("C", len(layout(ctx.capacity).all_widths()))
    return Columns((*_HIDDEN, *_HIDDEN_BY_NAME), left, FIRST, FIRST + ctx.capacity - 1)


def build(wb: Workbook, number: int, ctx: Context) -> None:
    """Add the hidden wall sheet of a round: names ``Wall_…``, ``Alpha_…``, ``Wall_Rows`` (those printed), ``Draw_…``."""
    cut = layout(ctx.capacity)
    sheet = Sheet(wb, round_sheet(number), hidden=True)
    sizes = cut.all_widths()
    end = beside("A", len(sizes))
    hidden = _hidden_columns(ctx)
    sheet.widths(2, *sizes, 2, white_from=2, hidden=len(hidden.keys))
    sheet.ws.column_dimensions[beside("B", len(sizes))].fill = fill(PAPER)
    title = ctx._("Tables") if ctx.rulebook.fixed_tables else ctx._("Round {round}").format(round=number)
    _ = ctx._
    links = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "D2": (record_sheet(number, 1), _("Table 1 ►")),
        "F2": (ctx.tab("control"), ctx.tab("control")),
    }
    if not ctx.rulebook.fixed_tables:
        links["G2" if layout(ctx.capacity).lists == 1 else "H2"] = (ctx.tab("meetings"), ctx.tab("meetings"))
    sheet.frame(end, title, links, freeze="A5", tab=RULE)
    _helpers(sheet, hidden, ctx)
    for key in ("Wall_Table", "Wall_Seat", "Wall_Player", "Alpha_Player", "Alpha_Table", "Alpha_Seat"):
        sheet.name(key, hidden.all(key))
    sheet.name("Wall_Rows", f"B{FIRST}:B{FIRST + length(ctx) - 1}")
    for key in _DRAW:
        sheet.name(f"Draw_{key}", _draw(hidden, key))
    for key in (CODE, SALT):
        sheet.name(key, _draw(hidden, key))
    for key in ("Player", "Table") if ctx.rulebook.fixed_tables else ():
        sheet.book_name(fixed(key), hidden.all(f"Wall_{key}"))
    _title(sheet, hidden, number, cut, ctx)
    for block in range(2 * cut.lists):
        _list(sheet, hidden, block, cut, ctx)
    bottom = _notes(sheet, hidden, ctx)
    # what is printed: one area a page
    area = f"B5:{end}{bottom}" if cut.pages == 1 else ",".join(f"{first}5:{last}{bottom}" for first, last in _pages(cut))
    sheet.page(area, landscape=cut.landscape, tall=cut.pages, footer=False)


def _helpers(sheet: Sheet, hidden: Columns, ctx: Context) -> None:
    """Hidden: the names, the printed list in which a place stands, and where each printed list begins and how long it is."""
    lists = layout(ctx.capacity).lists
    players = f"COUNT({hidden.all('Wall_Seat')})"
    for row in hidden.rows:
        for kind in ("Wall", "Alpha"):
            sheet[hidden.at(f"{kind}_Name", row)] = "=" + player_name(hidden.at(f"{kind}_Player", row))
        if lists > 1:
            above, seat = hidden.at("Wall_List", row - 1), hidden.at("Wall_Seat", row)
            full = f"AND({seat}=1,{above}<{lists},{row - FIRST}*{lists}>={players}*{above})"
            sheet[hidden.at("Wall_List", row)] = "=1" if row == FIRST else f'=IF({seat}="","",{above}+IF({full},1,0))'
    for block in range(2 * lists):
        which = block % lists
        if lists == 1:
            before, held = "0", players
        elif block < lists:
            of = f"{hidden.all('Wall_List')},{which + 1}"
            before, held = f'COUNTIF({hidden.all("Wall_List")},"<{which + 1}")', f"COUNTIF({of})"
        else:
            share = f"ROUNDUP({players}/{lists},0)"
            before, held = f"{which}*{share}", f"MIN({share},{players}-{which}*{share})"
        begin, end = _list_ends(hidden, block)
        sheet[begin], sheet[end] = f"={FIRST - 1}-{before}", f"={FIRST - 1}+MAX(0,{held})"


def _list_ends(hidden: Columns, block: int) -> tuple[str, str]:
    """The hidden cells with the row above a list's first place, were it printed in one list; and with its last row."""
    letter = hidden.letter(hidden.keys[block])
    return f"{letter}5", f"{letter}6"


def _title(sheet: Sheet, hidden: Columns, number: int, cut: Layout, ctx: Context) -> None:
    """The big title with the event's name, and a line that says how many play at which tables; once a page."""
    _ = ctx._
    title = _("TABLES") if ctx.rulebook.fixed_tables else _("ROUND {round}").format(round=number)
    stars = literal("    " + seat_legend(ctx.rulebook, _))
    for row, height in _HEIGHTS.items():
        sheet.height(row, height)
    for first, last in _pages(cut):
        sheet.put(f"{first}5", title, "Print title", font=font(32, bold=True, serif=True))
        sheet.put(f"{last}5", '=Event_Name&""', "Print caption", alignment=place("right"))
        sheet.put(f"{first}6:{last}6", f"={_draw(hidden, 'Note')}&{stars}", "Print rule")
        sheet.put(f"{last}6", "=Event_Day", "Print rule", alignment=place("right"))


def _draw(hidden: Columns, key: str) -> str:
    """The hidden cell with a fact about the draw, or with the code or its salt, fixed."""
    return hidden.fixed(hidden.keys[_FACTS.index(key)], _ROW)


def _pages(cut: Layout) -> list[tuple[str, str]]:
    """The first and the last column of each printed page."""
    end = beside("A", len(cut.all_widths()))
    if cut.pages == 1:
        return [("B", end)]
    return [("B", beside("A", 4 * cut.lists - 1)), (beside("A", 4 * cut.lists + 1), end)]


def _list(sheet: Sheet, hidden: Columns, block: int, cut: Layout, ctx: Context) -> None:
    """One printed list. By table, the table's number stands only at seat 1, and that row is sand and bold."""
    _ = ctx._
    table, seat, person = letters(cut, block)
    by_table = block < cut.lists
    kind = "Wall" if by_table else "Alpha"
    sheet.put(f"{table}8", _("Table"), "Print head", alignment=place("center", shrink=True))
    sheet.put(f"{seat}8", _("Seat"), "Print head right", alignment=place("right", shrink=True))
    sheet.put(f"{person}8", _("Player") if by_table else _("By name"), "Print head left", alignment=place("left", 1))
    first, last = FIRST, FIRST + length(ctx) - 1
    begin, end = (absolute_coordinate(cell) for cell in _list_ends(hidden, block))
    found = {key: f"INDEX({hidden.all(f'{kind}_{key}')},ROW()-{begin})" for key in ("Table", "Seat", "Name")}
    face, number = font(cut.size), "0" if ctx.rulebook.sheriff is SheriffRule.DRAWN else SEAT
    for row in range(first, last + 1):
        sheet.height(row, cut.height)
        told = f"{seat}{row}=1" if by_table else f'{seat}{row}<>""'
        sheet.put(f"{table}{row}", f'=IF({told},{found["Table"]},"")', "Wall table", font=font(cut.size, bold=True))
        sheet.put(f"{seat}{row}", f'=IF(ROW()>{end},"",{found["Seat"]})', "Wall number", font=face, number_format=number)
        sheet.put(f"{person}{row}", f'=IF(ROW()>{end},"",{found["Name"]})', "Wall", font=face)
    if by_table:
        edge = edges(top="thin", bottom="thin")
        sheet.highlight(f"{table}{first}:{person}{last}", f"${seat}{first}=1", back=SAND, ink=Font(bold=True), border=edge)


def _notes(sheet: Sheet, hidden: Columns, ctx: Context) -> int:
    """Below the lists, how the round was drawn, and how well; gives the last row. The seed itself stands in the log."""
    top = FIRST + length(ctx)
    # what a mixed draw is, which is partly known before
    few = ctx._("Few meet again (docs/draw.md, {algorithm}). With a plan, the lot of round 1 fixes who meets whom later.")
    # that somebody was moved after the draw; and the audit
    moved = literal(ctx._("Changed by hand since the draw.") + " ")
    mixed, outcome = (
        phrase(few, algorithm=_draw(hidden, "Algorithm")),
        f'IF({_draw(hidden, "By_Hand")}="","",{moved})&{_draw(hidden, "Audit")}',
    )
    is_mixed = f'LEFT({_draw(hidden, "Algorithm")},{len(Algorithm.MIXED)})="{Algorithm.MIXED}"'
    # what the code is good for, where there is one
    # where the seed came from; and that the draw can be redone
    _, seed, source = ctx._, _draw(hidden, "Seed"), _draw(hidden, "Source")
    by_hand = _("The tables were drawn by hand.") if ctx.rulebook.fixed_tables else _("This round was drawn by hand.")
    again = literal(" " + _("Anyone can redo the draw: its seed stands in the log."))
    given, drawn = literal(_("The referee has given the seed of this draw.")), literal(_("Drawn at random by the computer."))
    # what somebody typed, so much of it as there is room for: the whole stands in the log
    cell = _draw(hidden, "Public")
    public = phrase(
        _("Drawn from “{value}”, thrown in the room."), value=f'IF(LEN({cell})>{_LONGEST},LEFT({cell},{_LONGEST - 1})&"…",{cell})'
    )
    told = first_of((f'{source}="{SeedSource.GIVEN}"', given), (f'{source}="{SeedSource.PUBLIC}"', public), otherwise=drawn)
    texts = [
        f'IF({_said(hidden, ctx)}="","",{literal(code_purpose(ctx._, fixed=ctx.rulebook.fixed_tables))})',
        f'IF({seed}="",{literal(by_hand)},{told}&{again})',
        f"IF({is_mixed},{mixed},{outcome})",
        f'IF({is_mixed},{outcome},"")',
    ]
    texts = [*texts[:2], outcome] if ctx.rulebook.fixed_tables else texts
    said = _said(hidden, ctx)
    for row, height in ((top, 4), (top + 1, 20)):
        sheet.height(row, height)
    code = phrase(ctx._("Code: {code}"), code=said)
    sheet.put(f"B{top + 1}", f'=IF({said}="","",{code})', "Print note", font=font(14, bold=True))
    for row, text in enumerate(texts, top + 2):
        sheet.height(row, 13)
        sheet.put(f"B{row}", f"={text}", "Print note")
    return top + 1 + len(texts)


def _said(hidden: Columns, ctx: Context) -> str:
    """Where the code stands: the round's own; at fixed tables, that hang here all day, the one that was posted last."""
    return LATEST if ctx.rulebook.fixed_tables else _draw(hidden, CODE)
