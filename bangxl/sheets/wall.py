"""The wall sheet of a round or of fixed tables: each player's table and seat, by table and by name.

The program writes ids, tables and seats into hidden columns, one row for each seat. The printed lists only refer to them, so the
same formulas serve one list or three side by side. Lists have the maximal length; hiding unused rows shortens them.
"""

from collections.abc import Mapping
from typing import Final

from openpyxl.styles import Border, Font, Side
from openpyxl.utils import absolute_coordinate
from openpyxl.workbook.workbook import Workbook

from bangxl.sheets.context import Context
from bangxl.sheets.formulas import Columns, first_of, literal, phrase, player_name, shifted
from bangxl.sheets.styles import PAPER, RULE, SAND, SEAT, Sheet, aligned, fill, font
from bangxl.tournament.model import Algorithm, SeedSource, game_code, round_code
from bangxl.tournament.rulebook import SheriffRule
from bangxl.workbook.names import CODE, LATEST_CODE, SALT, WALL_EVENING
from bangxl.workbook.wall import code_purpose, layout, seat_legend

_FIRST: Final = 9
_HIDDEN: Final = (
    *("Wall_Table", "Wall_Seat", "Wall_Player", "Wall_Name", "Wall_List"),
    *("Alpha_Player", "Alpha_Table", "Alpha_Seat", "Alpha_Name"),
)
_HEIGHTS: Final = {5: 42, 6: 20, 7: 6, 8: 20}
_DRAW: Final = ("Seed", "Source", "Public", "Algorithm", "By_Hand", "Note")
_ROW: Final = 7
"""Row of the hidden facts about the draw, each in a column; the code and its salt follow."""
_LONGEST: Final = 20
"""The number of letters of a public value that fit on the narrowest sheet."""


def fixed_name(key: str) -> str:
    """The name of a hidden column (``Player``, ``Table``) of the single wall sheet of fixed tables."""
    return f"Fixed_{key}"


def seats_drawn(ctx: Context) -> str:
    """The cells with all drawn seats, of every round or once for the fixed tables, for formulas on other sheets."""
    seats = _hidden_columns(ctx).all("Wall_Seat")
    return ",".join(f"{round_code(number)}!{seats}" for number in range(1, ctx.wall_count + 1))


def evening_cell(ctx: Context, number: int) -> str:
    """The cell with the evening of a league's round, for formulas on other sheets."""
    return f"{round_code(number)}!{_hidden_columns(ctx).fixed(_HIDDEN[len(_DRAW) + 2], _ROW)}"


def _hidden_columns(ctx: Context) -> Columns:
    return Columns(_HIDDEN, shifted("C", len(layout(ctx.capacity).all_widths())), _FIRST, _FIRST + ctx.capacity - 1)


def build(wb: Workbook, number: int, ctx: Context) -> None:
    """Add the hidden wall sheet of a round: names ``Wall_…``, ``Alpha_…``, ``Wall_Rows`` (the printed rows), ``Draw_…``."""
    _, cut, hidden, fixed_tables = ctx._, layout(ctx.capacity), _hidden_columns(ctx), ctx.rulebook.fixed_tables
    sheet = Sheet(wb, round_code(number), hidden=True)
    sizes = cut.all_widths()
    end = shifted("A", len(sizes))
    sheet.widths(2, *sizes, 2, white_from=2, hidden=len(hidden.keys))
    sheet.ws.column_dimensions[shifted("B", len(sizes))].fill = fill(PAPER)
    title = _("Tables") if fixed_tables else _("Round {round}").format(round=number)
    links = ctx.links(F2="control", **({} if fixed_tables else {"G2" if cut.lists == 1 else "H2": "meetings"}))
    sheet.frame(end, title, {**links, "D2": (game_code(number, 1), _("Table 1 ►"))}, freeze="A5", tab=RULE)
    known = (*_DRAW, CODE, SALT, *([WALL_EVENING] if ctx.rulebook.league else []))
    facts = {name: hidden.fixed(key, _ROW) for key, name in zip(_HIDDEN, known, strict=False)}
    last = _last(ctx)
    for key in ("Wall_Table", "Wall_Seat", "Wall_Player", "Alpha_Player", "Alpha_Table", "Alpha_Seat"):
        sheet.name(key, hidden.all(key))
    sheet.name("Wall_Rows", f"B{_FIRST}:B{last}")
    for name, cell in facts.items():
        sheet.name(f"Draw_{name}" if name in _DRAW else name, cell)
    for key in ("Player", "Table") if fixed_tables else ():
        sheet.book_name(fixed_name(key), hidden.all(f"Wall_{key}"))
    # the big title with the event's name, and a line with the numbers of players and tables; once a page
    for row, height in _HEIGHTS.items():
        sheet.height(row, height)
    pages = [("B", end)]
    if cut.pages > 1:
        pages = [("B", shifted("A", 4 * cut.lists - 1)), (shifted("A", 4 * cut.lists + 1), end)]
    big = _("TABLES") if fixed_tables else _("ROUND {round}").format(round=number)
    stars = literal("    " + seat_legend(ctx.rulebook, _))
    for left, right in pages:
        sheet.put(f"{left}5", big, "Print title", font=font(32, bold=True, serif=True))
        sheet.put(f"{right}5", '=Event_Name&""', "Print caption", alignment=aligned("right"))
        sheet.put(f"{left}6:{right}6", f"={facts['Note']}&{stars}", "Print rule")
        sheet.put(f"{right}6", "=Event_Day", "Print rule", alignment=aligned("right"))
    ends = _helpers(sheet, hidden, ctx)
    for block in range(2 * cut.lists):
        _list(sheet, hidden, block, ends[block], ctx)
    bottom = _notes(sheet, facts, ctx)
    area = ",".join(f"{left}5:{right}{bottom}" for left, right in pages)
    sheet.page(area, landscape=cut.landscape, tall=cut.pages, footer=False)


def _last(ctx: Context) -> int:
    """The last row of the lists: a table never splits, so a list may be a few rows longer than an equal share."""
    lists = layout(ctx.capacity).lists
    share = -(-ctx.capacity // lists)
    return _FIRST + (share if lists == 1 else share + ctx.largest - 1) - 1


def _helpers(sheet: Sheet, hidden: Columns, ctx: Context) -> list[tuple[str, str]]:
    """Hidden: the names, the printed list of each seat, and the beginning and length of each printed list.

    Return the cells of each list: the row above its first seat in a single list, and its last row.
    """
    lists, all_lists = layout(ctx.capacity).lists, hidden.all("Wall_List")
    players = f"COUNT({hidden.all('Wall_Seat')})"
    for row in hidden.rows:
        for kind in ("Wall", "Alpha"):
            sheet[hidden.at(f"{kind}_Name", row)] = "=" + player_name(hidden.at(f"{kind}_Player", row))
        if lists > 1:
            above, seat = hidden.at("Wall_List", row - 1), hidden.at("Wall_Seat", row)
            full = f"AND({seat}=1,{above}<{lists},{row - _FIRST}*{lists}>={players}*{above})"
            sheet[hidden.at("Wall_List", row)] = "=1" if row == _FIRST else f'=IF({seat}="","",{above}+IF({full},1,0))'
    ends = []
    for block, key in enumerate(hidden.keys[: 2 * lists]):
        which, share = block % lists, f"ROUNDUP({players}/{lists},0)"
        if lists == 1:
            before, held = "0", players
        elif block < lists:
            before, held = (f"SUMPRODUCT(--({all_lists}{compared}{which + 1}))" for compared in "<=")
        else:
            before, held = f"{which}*{share}", f"MIN({share},{players}-{which}*{share})"
        begin, end = f"{hidden.letter(key)}5", f"{hidden.letter(key)}6"
        sheet[begin], sheet[end] = f"={_FIRST - 1}-{before}", f"={_FIRST - 1}+MAX(0,{held})"
        ends.append((absolute_coordinate(begin), absolute_coordinate(end)))
    return ends


def _list(sheet: Sheet, hidden: Columns, block: int, ends: tuple[str, str], ctx: Context) -> None:
    """Write one printed list; lists by table come first. There only seat 1 shows the table's number, in bold on sand."""
    _, cut, (begin, end) = ctx._, layout(ctx.capacity), ends
    by_table = block < cut.lists
    letters = [shifted("B", 4 * block + i) for i in range(3)]
    table, seat, person = letters if by_table else (*letters[1:], letters[0])
    kind = "Wall" if by_table else "Alpha"
    sheet.put(f"{table}8", _("Table"), "Print head", alignment=aligned("center", shrink=True))
    sheet.put(f"{seat}8", _("Seat"), "Print head right", alignment=aligned("right", shrink=True))
    sheet.put(f"{person}8", _("Player") if by_table else _("By name"), "Print head left", alignment=aligned("left", 1))
    values = {key: f"INDEX({hidden.all(f'{kind}_{key}')},ROW()-{begin})" for key in ("Table", "Seat", "Name")}
    face, number = font(cut.size), "0" if ctx.rulebook.sheriff is SheriffRule.DRAWN else SEAT
    for row in range(_FIRST, _last(ctx) + 1):
        sheet.height(row, cut.height)
        has_table = f"{seat}{row}=1" if by_table else f'{seat}{row}<>""'
        sheet.put(f"{table}{row}", f'=IF({has_table},{values["Table"]},"")', "Wall table", font=font(cut.size, bold=True))
        sheet.put(f"{seat}{row}", f'=IF(ROW()>{end},"",{values["Seat"]})', "Wall number", font=face, number_format=number)
        sheet.put(f"{person}{row}", f'=IF(ROW()>{end},"",{values["Name"]})', "Wall", font=face)
    if by_table:
        area, edge = f"{table}{_FIRST}:{person}{_last(ctx)}", Border(top=Side("thin"), bottom=Side("thin"))
        sheet.highlight(area, f"${seat}{_FIRST}=1", back=SAND, ink=Font(bold=True), border=edge)


def _notes(sheet: Sheet, facts: Mapping[str, str], ctx: Context) -> int:
    """Write the code below the lists, and how the draw was made; return the last row. The log has the seed."""
    _, top, fixed_tables = ctx._, _last(ctx) + 1, ctx.rulebook.fixed_tables
    # the round's own code; fixed tables, whose list hangs all day, show the last posted code
    code = LATEST_CODE if fixed_tables else facts[CODE]
    sheet.height(top, 4)
    sheet.height(top + 1, 20)
    shown = phrase(_("Code: {code}"), code=code)
    sheet.put(f"B{top + 1}", f'=IF({code}="","",{shown})', "Print note", font=font(14, bold=True))
    # the source of the seed, with as much of the typed text as fits; and where the seed is
    value = f'IF(LEN({facts["Public"]})>{_LONGEST},LEFT({facts["Public"]},{_LONGEST - 1})&"…",{facts["Public"]})'
    origin = first_of(
        (f'{facts["Source"]}="{SeedSource.GIVEN}"', literal(_("The referee gave the seed of this draw."))),
        (f'{facts["Source"]}="{SeedSource.PUBLIC}"', phrase(_("Drawn from “{value}”, thrown in the room."), value=value)),
        otherwise=literal(_("Drawn at random by the computer.")),
    )
    by_hand = literal(_("The tables were drawn by hand.") if fixed_tables else _("This round was drawn by hand."))
    again = literal(" " + _("The draw can be checked: the report shows its seed."))
    moved = literal(_("Changed by hand since the draw."))
    outcome = f'IF({facts["By_Hand"]}="","",{moved})'
    texts = [
        f'IF({code}="","",{literal(code_purpose(_, fixed=fixed_tables))})',
        f'IF({facts["Seed"]}="",{by_hand},{origin}&{again})',
        outcome,
    ]
    if not fixed_tables:
        is_mixed = f'LEFT({facts["Algorithm"]},{len(Algorithm.MIXED)})="{Algorithm.MIXED}"'
        texts[2] = f'IF({is_mixed},{literal(_("This draw lets few players meet again.") + " ")},"")&{outcome}'
    for row, text in enumerate(texts, top + 2):
        sheet.height(row, 13)
        sheet.put(f"B{row}", f"={text}", "Print note")
    return top + 1 + len(texts)
