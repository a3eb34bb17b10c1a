"""The sheet of a knock-out table: columns B to J are the screen, beside it the printed page on the same rows.

Tables of four and more have roles, states and an outcome; of two or three one player is the winner.
"""

from __future__ import annotations

from typing import Final

from openpyxl.styles import Font
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.cells import first_of, literal, phrase, player_name
from bangxl.sheets.context import Context
from bangxl.sheets.record.cells import ENDS
from bangxl.sheets.record.page import box, outcome_box
from bangxl.sheets.record.stage_cells import (
    BEGUN,
    CHARACTER,
    CHECK,
    CHOICE,
    FIRST,
    HELPERS,
    LAST_SCREEN,
    LINE_CHECK,
    NAME,
    OUTCOME,
    PAGE,
    PAGE_WIDTHS,
    PLAYER,
    PROBLEM,
    ROLE,
    SEAT,
    SIZE,
    SMALL,
    STATUS,
    WIDTHS,
    WINNER,
    WON,
    checks,
    helper,
    page_letter,
    winner_name,
)
from bangxl.sheets.record.texts import label_formula
from bangxl.sheets.styles import (
    CENTRE,
    DENIM,
    NOTE,
    PAPER,
    RIGHT,
    SAND,
    caption,
    choose,
    cursor,
    edges,
    fade_locked,
    flag,
    font,
    frame,
    highlight,
    line,
    link_if,
    name,
    page,
    place,
    put,
    table,
    widths,
)
from bangxl.tournament.knockout import WITHOUT_ROLES, rooms
from bangxl.tournament.model import Outcome, Role
from bangxl.workbook.names import duel, stage_sheet
from bangxl.workbook.words import word

_BELOW: Final = 16
"""The row of the outcome, whatever the table's seats."""
_HEIGHTS: Final = {5: 26, 6: 34, 16: 26, 17: 26, 18: 26, **dict.fromkeys(range(19, 27), 21), 27: 30, 28: 16}


def build(wb: Workbook, stage: int, table_number: int, ctx: Context) -> None:
    """Add the hidden sheet of a stage's table, with its sheet-level names."""
    _ = ctx._
    ws = wb.create_sheet(stage_sheet(stage, table_number))
    ws.sheet_state = "hidden"
    rows = range(FIRST, FIRST + rooms(ctx.rulebook, ctx.capacity)[stage - 1][table_number - 1])
    widths(ws, *WIDTHS, *PAGE_WIDTHS, white_from=len(WIDTHS) + 1, hidden=len(HELPERS))
    title = _("Stage {stage} · Table {table}").format(stage=stage, table=table_number)
    step = f'=IF({PROBLEM}="",Next_Step,{PROBLEM})'
    frame(ws, LAST_SCREEN, title, _links(stage, table_number, ctx), freeze="A7", step=step)
    heights = dict.fromkeys(range(FIRST, _BELOW), 8) | _HEIGHTS | dict.fromkeys(rows, 31)
    for row, height in heights.items():
        ws.row_dimensions[row].height = height
    _seats(ws, ctx, rows)
    _outcome(ws, ctx)
    checks(ws, ctx, rows)
    _inputs(ws, ctx, rows)
    _rules(ws, ctx, stage)
    _names(ws, rows)
    _page(ws, stage, table_number, ctx, rows)


def _links(stage: int, table_number: int, ctx: Context) -> dict[str, tuple[str, str] | str]:
    _ = ctx._
    links: dict[str, tuple[str, str] | str] = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "D2": (ctx.tab("finals"), "◄ " + ctx.tab("finals")),
    }
    if table_number > 1:
        links["F2"] = (stage_sheet(stage, table_number - 1), _("◄ Table"))
    if table_number < ctx.stages[stage - 1]:
        after = stage_sheet(stage, table_number + 1)
        links["G2"] = link_if(f'{after}!{PLAYER}{FIRST}<>""', after, _("Table ►"))
    return links


def _seats(ws: Worksheet, ctx: Context, rows: range) -> None:
    """The lines: who sits there and chooses when, and what is typed."""
    _ = ctx._
    put(ws, "B5", _("Record sheet of the knock-out"), "Caption")
    heads = [_("Seat"), _("Id"), _("Player"), _("Choice"), _("Character"), _("Role"), _("At the end"), None, _("Check")]
    looks = ["Centre", "Id", "Strong", "Centre", "Input", "Input", "Input", "Paper", "Text"]
    shown = "=" + player_name("Player_Id", otherwise="Player")
    lines = [[row - FIRST + 1, None, shown, None, None, None, None, None, None] for row in rows]
    table(ws, "B6", heads, lines, looks, height=31, head_height=34)


def _outcome(ws: Worksheet, ctx: Context) -> None:
    """Who has won: a side, or at a table of two or three a player. What is not asked is pale."""
    _, small = ctx._, SMALL
    caption(ws, "E16", _("Who has won?"))
    ws["E16"].alignment = RIGHT
    put(ws, "E17", _("With two or three players: who?"), "Note", alignment=RIGHT)
    for cell, unasked in ((OUTCOME, f"AND({SIZE}>0,{small})"), (WINNER, f"NOT({small})")):
        put(ws, cell, None, "Input", font=font(13, DENIM, bold=True))
        highlight(ws, cell, unasked, back=PAPER, ink=Font(color=NOTE))
        flag(ws, cell, f'AND({cell}="",{BEGUN}=1,NOT({unasked}))')
        fade_locked(ws, cell)
    put(ws, "G17", f"={winner_name()}", "Note")
    error = _("Choose a word from the list.")
    choose(ws, OUTCOME, "Outcome_List", error)
    choose(ws, WINNER, f"${NAME}${FIRST}:${NAME}${FIRST + 2}", error)


def _inputs(ws: Worksheet, ctx: Context, rows: range) -> None:
    """Drop-downs, and yellow for what is missing once somebody has begun to type."""
    error, last, small = ctx._("Choose a word from the list."), rows[-1], SMALL
    for column, source in ((CHARACTER, "Character_List"), (ROLE, "Role_List"), (STATUS, "Status_List")):
        choose(ws, f"{column}{FIRST}:{column}{last}", source, error)
    asked = f"{ROLE}{FIRST}:{STATUS}{last}"
    highlight(ws, asked, f"AND({SIZE}>0,{small})", back=PAPER, ink=Font(color=NOTE))
    flag(ws, asked, f'AND(${PLAYER}{FIRST}<>"",{ROLE}{FIRST}="",{BEGUN}=1)')
    fade_locked(ws, f"{CHARACTER}{FIRST}:{STATUS}{last}")
    cursor(ws, f"{CHARACTER}{FIRST}")


def _rules(ws: Worksheet, ctx: Context, stage: int) -> None:
    """How this table plays, by its number of players."""
    for row, text in enumerate(brief(ctx, stage, SIZE), 19):
        put(ws, f"D{row}:{LAST_SCREEN}{row}", "=" + text, "Text")


def _names(ws: Worksheet, rows: range) -> None:
    columns = {"Seat": SEAT, "Player": PLAYER, "Character": CHARACTER, "Role": ROLE, "Status": STATUS, "Choice": CHOICE}
    columns |= {"Line_Check": LINE_CHECK} | {key: helper(key) for key in HELPERS if key != "One"}
    for key, column in columns.items():
        name(ws, key, f"{column}{FIRST}:{column}{rows[-1]}")
    for key, cell in {"Outcome": OUTCOME, "Winner": WINNER, "Check": CHECK, "Problem": PROBLEM}.items():
        name(ws, key, cell)


_LEFT, _RIGHT = page_letter(PAGE[0]), page_letter(PAGE[-1])


def _page(ws: Worksheet, stage: int, table: int, ctx: Context, rows: range) -> None:
    """Write the page beside the screen's block."""
    _ = ctx._
    title = _("STAGE {stage} · TABLE {table}").format(stage=stage, table=table)
    put(ws, f"{_LEFT}1", title, "Print title", font=font(24, bold=True, serif=True))
    put(ws, f"{_RIGHT}1", _("KNOCK-OUT"), "Print caption", alignment=place("right"))
    put(ws, f"{_LEFT}2:{_RIGHT}2", "=Event_Line", "Print rule")
    put(ws, f"{_RIGHT}2", "=Event_Day", "Print rule", alignment=place("right"))
    do = literal(_("Choose characters in this order. When the game ends, call the referee."))
    put(ws, f"{_LEFT}3", f"=IF({SIZE}=2,{label_formula('do_plain')[1:]},{do})", "Print line")
    _page_lines(ws, ctx, rows)
    _page_outcome(ws, ctx)
    for row, text in enumerate(brief(ctx, stage, SIZE), 22):
        put(ws, f"{_LEFT}{row}", "=" + text, "Print line")
    for cells, label in ((("CHOICE", "NAME"), "player_signs"), (("SHERIFF", "RENEGADE"), "referee_signs")):
        first, last = (page_letter(key) for key in cells)
        put(ws, f"{first}27:{last}27", None, "Print line", border=edges(bottom="medium"))
        put(ws, f"{first}28", label_formula(label), "Print note")
    page(ws, f"{_LEFT}1:{_RIGHT}28", landscape=True, footer=False)


def _page_lines(ws: Worksheet, ctx: Context, rows: range) -> None:
    """Heads, and the k-th to choose on the k-th line. At a table of two or three the boxes are sand."""
    _, language = ctx._, ctx.catalog.language
    put(ws, f"{page_letter('SHERIFF')}5", label_formula("role"), "Print note")
    put(ws, f"{page_letter('ALIVE')}5", label_formula("end"), "Print note")
    heads = [_("Choice"), _("Player"), _("Seat"), _("Character")]
    heads += [word(role, language) for role in Role] + [word(status, language) for status in ENDS]
    line(ws, f"{_LEFT}6", heads, ["Print head", *["Print head left"], "Print head", "Print head left", *["Print head"] * 7])
    under = edges(bottom="thin")
    for number, row in enumerate(rows, 1):
        order = f"{helper('Order')}{row}"
        ws[order] = f'=IF({SIZE}<{number},"",IFERROR(MATCH(SMALL(Choice,{number}),Choice,0),{number}))'
        ws[f"{helper('Mark')}{row}"] = f'=IF({order}="","",IF(INDEX(Seat_Won,{order})=1,"✓",""))'
        put(ws, f"{_LEFT}{row}", f'=IF({order}="","",{number})', "Print centre", font=font(16, bold=True), border=under)
        shown = {"NAME": f"INDEX($D${FIRST}:$D${rows[-1]},{order})", "SEAT": f"INDEX(Seat,{order})", "CHARACTER": _blank(order)}
        for key, formula in shown.items():
            put(ws, f"{page_letter(key)}{row}", f'=IF({order}="","",{formula})', "Print box", border=under)
        name, seat = ws[f"{page_letter('NAME')}{row}"], ws[f"{page_letter('SEAT')}{row}"]
        name.font, name.alignment = font(14, bold=True), place("left", shrink=True)
        seat.alignment, seat.number_format = CENTRE, "0"
        marks = [("Seat_Role", role) for role in Role] + [("Seat_Status", status) for status in ENDS]
        for key, (column, value) in zip(PAGE[4:], marks, strict=True):
            mark = f'=IF({order}="","□",IF(INDEX({column},{order})="{value}","X","□"))'
            put(ws, f"{page_letter(key)}{row}", mark, "Print tick", border=box(value, first=number == 1))
    boxes = f"{page_letter('SHERIFF')}{FIRST}:{_RIGHT}{rows[-1]}"
    highlight(ws, boxes, f"AND({SIZE}>0,{SMALL})", back=SAND, ink=font(20, SAND))
    put(ws, f"{page_letter('SHERIFF')}{rows.stop}:{_RIGHT}{rows.stop}", None, "Print line", border=edges(top="medium"))


def _blank(order: str) -> str:
    return f'INDEX(Character,{order})&""'


def _page_outcome(ws: Worksheet, ctx: Context) -> None:
    """Three boxes of which one gets a cross; below them the line for a winner alone."""
    _, small = ctx._, f"AND({SIZE}>0,{SMALL})"
    put(ws, f"{_LEFT}16", label_formula("outcome"), "Print caption")
    boxes = (
        (("CHOICE", "SEAT"), Outcome.LAW),
        (("CHARACTER", "DEPUTY"), Outcome.OUTLAWS),
        (("OUTLAW", "FINAL_DUEL"), Outcome.RENEGADE),
    )
    for (first, last), outcome in boxes:
        keys = PAGE[PAGE.index(first) : PAGE.index(last) + 1]
        values = (f'=IF({WON}="{outcome}","X","□")', label_formula(outcome), label_formula(f"{outcome}_why"))
        outcome_box(ws, [page_letter(key) for key in keys], values)
    highlight(ws, f"{_LEFT}17:{_RIGHT}18", small, back=SAND, ink=font(12, SAND))
    put(ws, f"{_LEFT}20", _("With two or three players: the winner is"), "Print strong", border=edges())
    name = f"{page_letter('CHARACTER')}20:{page_letter('DEPUTY')}20"
    put(ws, name, f"={winner_name()}", "Print name", border=edges(bottom="medium"))


_TURNS = 2
"""So many characters each: then who begins picks between the two picks of the other."""


def brief(ctx: Context, stage: int, size: str) -> list[str]:
    """The lines, as formulas; ``size`` is the cell that counts the players. Before anybody sits there they are blank."""
    return [
        f'IF({size}=0,"",{first_of((f"{size}=2", two), (f"{size}<={WITHOUT_ROLES}", three), otherwise=more)})'
        for two, three, more in zip(_two(ctx, stage), _three(ctx), _more(ctx, size), strict=True)
    ]


def roles_text(ctx: Context, size: int) -> str:
    """The role cards of a table, in words."""
    return ctx.roles_text(_roles(ctx)[size])


def _roles(ctx: Context) -> dict[int, dict[Role, int]]:
    found = ctx.rulebook.knockout.roles if ctx.rulebook.knockout else {}
    return {size: {role: counts.get(role, 0) for role in Role} for size, counts in sorted(found.items())}


def role_counts(ctx: Context) -> list[tuple[str, int]]:
    """How many have a role at a table, by ``size|role``: what the checks look up."""
    return [(f"{size}|{role}", count) for size, counts in _roles(ctx).items() for role, count in counts.items()]


def _two(ctx: Context, stage: int) -> list[str]:
    _, knockout = ctx._, ctx.rulebook.knockout
    shown, each = (knockout.shown, knockout.each) if knockout else (0, 0)
    without = ", ".join(knockout.without) if knockout else ""
    first = player_name("INDEX(Player_Id,MATCH(1,Choice,0))")
    picks = (
        _("They choose in turn: the one who does not start 1, the starter 2, the other 1.")
        if each == _TURNS
        else _("They choose in turn, {each} each; who does not start chooses first.")
    )
    return [
        phrase(_("{player} decides who starts."), player=first),
        literal(_("{shown} characters lie face up, without {names}.").format(shown=shown, names=without)),
        f'IF({duel(f"Stage{stage}", "Characters")}="","",{duel(f"Stage{stage}", "Characters")})',
        literal(picks + " " + _("Who eliminates both characters of the other wins.")),
    ]


def _three(ctx: Context) -> list[str]:
    _ = ctx._
    lines = [_("Three players: the special rules of «BANG! The Bullet».")]
    lines += [_("One of the three wins, the others are out."), _("Characters are chosen in the order of the numbers."), ""]
    return [literal(line) for line in lines]


def _more(ctx: Context, size: str) -> list[str]:
    _ = ctx._
    *others, last = [(count, literal(roles_text(ctx, count))) for count in _roles(ctx)] or [(0, '""')]
    roles = first_of(*((f"{size}={count}", text) for count, text in others), otherwise=last[1])
    lines = [_("Characters are chosen in the order of the numbers.")]
    lines += [_("The whole winning side plays on, dead or alive; the others are out.")]
    lines += [_("Who wins as the Renegade chooses first from now on.")]
    return [roles, *(literal(line) for line in lines)]
