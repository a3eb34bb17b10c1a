"""The record sheet of one table: from column B on the form, which can be printed, and beside it everybody's money, which is not.

Behind them, hidden, lie the codes and findings that the visible formulas share: a finding is a number of `texts.PROBLEMS`, and
the least is the worst.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Final

from openpyxl.styles import Border, Font, Protection
from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.datavalidation import DataValidation

from bangxl.sheets.cells import NEXT, code, first_of, go, literal, phrase, player_id, player_name
from bangxl.sheets.context import Context
from bangxl.sheets.control import ruling
from bangxl.sheets.record import checks as record_checks
from bangxl.sheets.record.cells import (
    CHARACTER,
    FIRST,
    INPUTS,
    LIST,
    LOOKS,
    OUTCOME,
    PLAYER,
    RULING,
    RULING_BELOW,
    Layout,
    cell,
    column,
    column_widths,
    cost,
    has_money,
    layout_of,
    letter,
    rows,
)
from bangxl.sheets.record.texts import MISSING, NONE, PROBLEMS, WRONG_STATE, Stage, label, number
from bangxl.sheets.styles import (
    DASH,
    DENIM,
    LEFT,
    NAME,
    PAPER,
    RIGHT,
    RULE,
    SAND,
    SEAT,
    SKY,
    WHITE,
    Sheet,
    Value,
    edges,
    fill,
    font,
    place,
)
from bangxl.tournament import payouts
from bangxl.tournament.endstates import reachable
from bangxl.tournament.model import Outcome, Role, Status
from bangxl.tournament.payouts import End, depends
from bangxl.tournament.rulebook import Rulebook, Scoring, SheriffRule
from bangxl.workbook.fields import FIELDS, InputKind, fields
from bangxl.workbook.names import record_sheet, round_sheet
from bangxl.workbook.words import YesNo, word

_HEIGHTS: Final = {5: 26, 6: 34, 16: 26, **dict.fromkeys(range(17, 27), 18)}
_SEATS_HEIGHT: Final = 217
"""In points, of all seats: at smaller tables there is more room to write."""


def build(wb: Workbook, number: int, table: int, ctx: Context) -> None:
    """Add the hidden record sheet of a round and table, with its sheet-level names (bangxl/workbook/names.py)."""
    sheet = Sheet(wb, record_sheet(number, table), hidden=True)
    sizes = [*column_widths(ctx.rulebook).values()]
    sheet.widths(2, *sizes, 2, hidden=len(layout_of(ctx.rulebook).hidden))
    stamp = f'IF({record_checks.stamp_sign(ctx)}="×",{cell(ctx, "Stamp")},{NEXT})'
    step = f'=IF({cell(ctx, "Problem")}="",{stamp},{go(sheet.ws.title, cell(ctx, "Where"), cell(ctx, "Problem"))})'
    sheet.hide(PLAYER, PLAYER)
    # to the sheets around it: the other tables of the round. The games before are hidden, those to come too
    _, wall = ctx._, ctx.walls if ctx.rulebook.fixed_tables else number
    back, on = _("◄ Table"), _("Table ►")
    links: dict[str, tuple[str, str] | str] = {
        "D2": (ctx.tab("setup"), _("◄ Tournament")),
        "E2": (round_sheet(wall), _("◄ Tables") if ctx.rulebook.fixed_tables else _("◄ Round {round}").format(round=number)),
        "H2": (ctx.tab("control"), _("Control")),
    }
    if table > 1:
        links["F2"] = f"={gap(layout_of(ctx.rulebook), record_sheet(number, table - 1), back)}"
    if table < ctx.tables:
        after = record_sheet(number, table + 1)
        links["G2"] = f'=IF({after}!{cell(ctx, "Size")}>0,{gap(layout_of(ctx.rulebook), after, on)},"")'
    sheet.frame(letter(ctx, "Line_Check"), _title(number, table, ctx), links, freeze="A7", tab=None, step=step)
    below = {rows(ctx).stop: 22} | dict.fromkeys(range(rows(ctx).stop + 1, 16), 8)
    seats = dict.fromkeys(rows(ctx), round(_SEATS_HEIGHT / ctx.largest))
    for row, height in (seats | below | _HEIGHTS).items():
        sheet.height(row, height)
    _seats(sheet, number, ctx)
    record_checks.findings(sheet, number, table, ctx)
    _outcome(sheet, ctx)
    _winnings(sheet, ctx)
    asked = record_checks.questions(sheet, ctx)
    record_checks.stamp(sheet, ctx)
    _state(sheet, ctx)
    _ruling(sheet, number, table, ctx)
    _inputs(sheet, ctx)
    names(sheet, layout_of(ctx.rulebook), rows(ctx), ("Outcome", "Check", "Problem", "Settled", "Size"))
    sheet.highlight(asked, "TRUE", border=edges(bottom="thin", colour=RULE))  # one format of all lines is small
    on_paper(sheet, f"B5:{letter(ctx, layout_of(ctx.rulebook).asked[-1])}16", _title(number, table, ctx))
    sheet.cursor(INPUTS)


def on_paper(sheet: Sheet, area: str, title: str) -> None:
    """Print the form alone, by hand, on a page on its side: nobody's money, and nothing of what the program says."""
    sheet.page(area, landscape=True, footer=False)
    sheet.ws.page_margins.top = 0.7
    if sheet.ws.oddHeader is not None and (left := sheet.ws.oddHeader.left) is not None:
        left.text, left.size, left.font = title, 18, "Cambria,Bold"


def _title(number: int, table: int, ctx: Context) -> str:
    if ctx.tables == 1:
        return ctx._("Game {round}").format(round=number)
    return ctx._("Round {round} · Table {table}").format(round=number, table=table)


def _seats(sheet: Sheet, number: int, ctx: Context) -> None:
    """The lines: what is typed, what it is worth, and the codes of the words."""
    rulebook, keys = ctx.rulebook, layout_of(ctx.rulebook).screen
    lines(sheet, ctx, keys, [_line(row, number, ctx) for row in rows(ctx)], height=round(_SEATS_HEIGHT / ctx.largest))
    for row in rows(ctx):
        sheet[f"B{row}"].number_format = SEAT if rulebook.sheriff is SheriffRule.SEAT_1 else "0"
        # hidden: the codes of a seat's words, and what playing costs it
        auction = ctx.rulebook.auction
        cards = f"SUM(${letter(ctx, 'Cards_Kept')}{row})*Amount_Card" if ctx.rulebook.card_price else "0"
        if auction is None:
            cost = cards
        else:
            bid = f'IF(ISNUMBER(Bid),Bid+{cards},IF({cell(ctx, "Ruled")}=1,{cards},""))'
            cost = f"IF(Auction_Played=0,{cards},{bid})" if auction.optional else bid
        values = {
            **CODES,
            "Seat_Status": "=" + code("Status", "Status"),
            **{field.code: "=" + code(field.name, "YesNo") for field in FIELDS if field.kind is InputKind.MARK},
            "Cost": f'=IF(Player="","",{cost})',
        }
        hidden = layout_of(ctx.rulebook).hidden
        for key, value in {key: value for key, value in values.items() if key in hidden}.items():
            sheet[f"{letter(ctx, key)}{row}"] = value
    if rulebook.auction is None:
        sheet.put(column(ctx, "Bid"), None, "Input money")
    if has_money(rulebook):
        total, last = rows(ctx).stop, rows(ctx)[-1]
        columns = layout_of(ctx.rulebook).screen
        columns = columns[columns.index("Name") : columns.index("gap_2")]
        summed = {"Bid", "Before", "Payout", "After"}
        sums = [f"={_sum(letter(ctx, key), last, key, ctx)}" if key in summed else None for key in columns]
        sheet.line(f"D{total}", sums, ["Paper" if key == "gap" else "Sum" for key in columns])
        sheet.put(f"D{total}", ctx._("Total"), "Sum", alignment=LEFT)


def lines(sheet: Sheet, ctx: Context, keys: Sequence[str], seats: Sequence[Mapping[str, Value]], height: float) -> None:
    """The heads of the screen's columns, and of each seat what stands in its row, by their keys; ``height`` in points."""
    heads = [ctx._(head) if (head := LOOKS[key][0]) else None for key in keys]
    values = [[seat.get(key) for key in keys] for seat in seats]
    sheet.table("B6", heads, values, [LOOKS[key][1] for key in keys], height=height, head_height=34)


CODES: Final[Mapping[str, str]] = {
    "Player_Id": "=" + player_id("Player"),
    "Seat_Character": "=" + code("Character", "Character"),
    "Seat_Role": f'=IF(Player="","",{code("Role", "Role")})',
}
"""Hidden in a seat's row of every sheet: who sits there, and as what; the character in full."""


def counts(layout: Layout) -> dict[str, str]:
    """Hidden on every sheet, by the keys of its cells: seats taken, who won as a code, and the living of each role."""
    living: dict[str, str] = {role: f'=COUNTIFS(Seat_Role,"{role}",Seat_Status,"alive")' for role in Role}
    return {"Size": "=COUNTA(Player)", "Won": "=" + code(layout.cells["Outcome"], "Outcome"), **living}


def _sum(where: str, last: int, key: str, ctx: Context) -> str:
    """A column's total: bids as far as they go, all else once every line has it."""
    cells = f"{where}{FIRST}:{where}{last}"
    least = "1" if key == "Bid" else f"MAX(1,{cell(ctx, 'Size')})"
    return f'IF(COUNT({cells})<{least},"",SUM({cells}))'


def _line(row: int, number: int, ctx: Context) -> dict[str, Value]:
    """The computed cells of a seat. Money before, payout and money after are blank until they are known."""
    paid = cost(ctx.rulebook)
    ruled = cell(ctx, "Ruled")
    owned = f"Before-SUM(${letter(ctx, paid)}{row})+Payout"
    # money before the auction: the start, plus winnings and less what was spent in settled games of earlier rounds
    auction = ctx.rulebook.auction
    start = "0" if auction is None else "Auction_Start" if auction.optional else str(auction.start)
    before = start if number == 1 else f'{start}+SUMIFS(Ledger_Net,Ledger_Player,Player_Id,Ledger_Round,"<{number}")'
    # the worst thing about a line. Who has no money is told when he chooses: the smallest debt first (Italy 2007)
    found = f"INDEX(Problem_Short,On_Line+{cell(ctx, 'Stage')})"
    if auction is None or not auction.debt:
        line_check = found
    else:
        n = {"n": '1+COUNTIFS(Before,"<=0",Before,">"&Before)'}
        chooses, by_lot = phrase(ctx._("no money: choice {n}"), **n), phrase(ctx._("no money: choice {n}, by lot"), **n)
        line_check = f'IF(Character<>"",{found},IF(Before>0,{found},IF(COUNTIF(Before,Before)>1,{by_lot},{chooses})))'
    # the winnings table's amount, and what is marked on the line
    rulebook = ctx.rulebook
    value = f'INDEX(Payout_Value,MATCH({cell(ctx, "Key")}&Seat_Role&"|"&Seat_Status,Payout_Key,0))'
    for field in fields(rulebook):
        if field.bonus is not None and field.kind is InputKind.MARK:
            value += f'+IF({field.code}="yes",{field.amount},0)'
        elif field.bonus is not None:
            value += f"+SUM(${letter(ctx, field.name)}{row})*{field.amount}"
    payout = f"IFERROR({value},{cell(ctx, 'Unpaid')})"
    return {
        "Seat": row - FIRST + 1,
        "Name": "=" + player_name("Player_Id", otherwise="Player"),
        "Before": f'=IF(Player="","",{before})',
        "Payout": f'=IF({ruled}*(Player<>""),{RULING},IF((Seat_Role="")+(Seat_Status=""),"",{payout}))',
        "After": f'=IF(ISNUMBER(Payout)*({ruled}+ISNUMBER({paid})),{owned},"")',
        "Line_Check": f'=IF(Player="","",{line_check})',
    }


def _outcome(sheet: Sheet, ctx: Context) -> None:
    """Who won."""
    sheet.put("D16", label(ctx, "who_won"), "Caption", alignment=RIGHT)
    sheet.put("E16", None, "Input", font=font(13, DENIM, bold=True))


def _state(sheet: Sheet, ctx: Context) -> None:
    """The sheet's caption and state, and the hidden cells that say how far it is."""
    check, size, worst, stage = (cell(ctx, key) for key in ("Check", "Size", "Worst", "Stage"))
    sheet.put("B5", f"=INDEX(Size_Title,MAX(1,{size}))", "Caption")
    found = f'IF({record_checks.stamp_sign(ctx)}="×",{WRONG_STATE},{worst}+{stage})'
    sheet.put(check, f"=INDEX(Problem_State,{found})", "State")
    ruled = "+".join(f"({worst}={number(problem)})" for problem in ("ruling_reason", "ruling_missing"))
    gap, here = cell(ctx, "First_Gap"), cell(ctx, "Where")
    row = f"{FIRST - 1}+MATCH({worst},On_Line,0)+{RULING_BELOW}*({ruled})"
    where = f'IF({worst}>{len(PROBLEMS)},"",INDEX(Problem_Column,{worst})&IFERROR({row},""))'
    first = letter(ctx, "Player_Id")
    asked = len(record_checks.table_questions(ctx))
    least = f"MIN(On_Line,${first}${LIST}:${first}${LIST + asked - 1})"
    # whether somebody has typed; the draw itself writes who is Sheriff where the regulation says it
    last = letter(ctx, layout_of(ctx.rulebook).asked[-1])
    written = 0 if ctx.rulebook.sheriff is SheriffRule.DRAWN else 1
    begun = f"COUNTA(${CHARACTER}${FIRST}:${last}${rows(ctx)[-1]},{OUTCOME},Ruling)>{written}"
    # how many seats have all that the accounts need
    counted = "COUNT(Payout)" if not has_money(ctx.rulebook) else f'COUNTIFS({cost(ctx.rulebook)},">-1E9",Payout,">-1E9")'
    # whether it is too early to say that a payout is not found
    won = cell(ctx, "Won")
    untyped = f",{cell(ctx, 'Typed')}<{cell(ctx, 'Size')}" if depends(ctx.rulebook) else ""
    unknown = f'OR({won}="",{won}="?"{untyped})'
    values = {
        **counts(layout_of(ctx.rulebook)),
        "Stage": f"=IF({size}=0,{Stage.EMPTY * NONE},IF({begun},0,{Stage.SEATED * NONE}))",
        "First_Gap": f"=MIN({column(ctx, 'gap_row')})",
        "Worst": f"=IF(OR({least}<{MISSING},{gap}=0),{least},INDEX(On_Line,{gap}-{FIRST - 1}))",
        "Where": f"={where}",
        "Problem": f'=SUBSTITUTE(INDEX(Problem_Text,{worst}+{stage})&"","{{cell}}",{here})',
        "Settled": f"=IF(AND({size}>0,OR({cell(ctx, 'Ruled')}=1,{counted}={size})),1,0)",
        "Key": f"={_key(ctx)}",
        "Unpaid": f'=IF({unknown},"","?")',
        "Winnings": f"={lines_before(ctx)}",
        "Typed": '=SUMPRODUCT((Seat_Role<>"")*(Seat_Status<>""))',
    }
    for key, value in values.items():
        sheet[cell(ctx, key)] = value


def _ruling(sheet: Sheet, number: int, table: int, ctx: Context) -> None:
    """Below the seats the amounts of a ruling, and hidden whether it is there and begun, and why (G10).

    They are locked until a game is decided, or the Return key would lead there from the winner.
    """
    _head, look, *_sizes = LOOKS["Ruling"]
    begun, top = cell(ctx, "Ruling_On"), FIRST + RULING_BELOW - 1
    amount = letter(ctx, "Ruling")
    sheet.put(
        f"{amount}{top}",
        f'=IF({begun}=0,"",Ruling_Head)',
        "Paper",
        font=font(11, bold=True),
        alignment=RIGHT,
    )
    sheet.put(column(ctx, "Ruling"), None, look, fill=fill(PAPER), border=Border(), protection=Protection(locked=True))
    for row in rows(ctx):
        sheet.put(f"D{row + RULING_BELOW}", f'=IF({begun}=1,D{row},"")', "Paper")
    size = cell(ctx, "Size")
    whole = f'(COUNTIFS(Player,"?*",Ruling,">-1E9")={size})*(SUM(Ruling)=INT(SUM(Ruling)))'
    sheet[cell(ctx, "Ruled")] = f"=IF({size}=0,0,IF({whole},1,0))"
    sheet[cell(ctx, "Ruling_On")] = f"=IF({size}=0,0,IF({ruling(ctx, 'Rulings', number, table)}+COUNTA(Ruling)>0,1,0))"
    sheet[cell(ctx, "Ruling_Why")] = f"={ruling(ctx, 'Reason', number, table)}"


def _key(ctx: Context) -> str:
    """How the keys of this game's payouts begin, as `bangxl.tournament.payouts.payout_table` writes them.

    Where they count who is alive, nothing is paid before all is typed.
    """
    parts = [cell(ctx, "Size"), cell(ctx, "Won")]
    if depends(ctx.rulebook):
        parts += [f'({cell(ctx, "Size")}-COUNTIF(Seat_Status,"alive"))', cell(ctx, Role.OUTLAW)]
    whole = scoring_key(ctx) + '&"|"&'.join(parts) + '&"|"'
    return f'IF({cell(ctx, "Typed")}<{cell(ctx, "Size")},"",{whole})' if depends(ctx.rulebook) else whole


def names(sheet: Sheet, layout: Layout, seats: range, once: Sequence[str]) -> None:
    """Sheet-level names for the seats' columns, in these rows, and for some of the cells that the sheet has once."""
    for key in layout.named():
        sheet.name(key, layout.column(key, seats))
    for key in once:
        sheet.name(key, layout.cells[key])


_MOST: Final = 10**9 - 1
"""No ruling gives more dollars, or takes more."""


def _inputs(sheet: Sheet, ctx: Context) -> None:
    """Format the cells that `sheet` has placed."""
    layout = layout_of(ctx.rulebook)
    for field in fields(ctx.rulebook):
        if field.kind is not InputKind.DOLLARS:
            # what a drop-down offers
            if field.kind is InputKind.MARK:
                source = literal(word(YesNo.YES, ctx.catalog.language))
            elif field.most is not None:
                source = literal(",".join(map(str, range(field.most(ctx.rulebook) + 1))))
            else:
                source = f"{field.name}_List"
            sheet.choose(column(ctx, field.name), source)
    sheet.choose("E16", "Outcome_List")
    # the amounts of a ruling: unseen until an event of this game, or an amount, asks for them. Unseen without a conditional
    # border: LibreOffice saves that one black
    validation = DataValidation("whole", formula1=str(-_MOST), formula2=str(_MOST), allow_blank=True, showErrorMessage=True)
    validation.error = ctx._("What a ruling gives is a whole number.")
    sheet.ws.add_data_validation(validation)
    validation.add(column(ctx, "Ruling"))
    sheet.highlight(column(ctx, "Ruling"), f'$D{FIRST + RULING_BELOW}<>""', back=WHITE, border=edges("thin", RULE))
    sheet.fade_locked(f"{layout.inputs(rows(ctx))} E16 {column(ctx, 'Ruling')}")
    for keys, condition in idle_columns(ctx.rulebook):
        for ref in _blocks([key for key in layout.screen if key in keys], ctx, head=True):
            sheet.highlight(ref, condition, back=None, ink=Font(color=RULE), border=None)
    if ctx.rulebook.fixed_tables:
        empty = edges("thin", PAPER)
        where = f"B{FIRST}:{letter(ctx, 'Line_Check')}{rows(ctx)[-1]}"
        sheet.highlight(where, f'${PLAYER}{FIRST}=""', back=PAPER, ink=Font(color=PAPER), border=empty)
    if ctx.rulebook.sheriff is not SheriffRule.SEAT_1:
        sheriff = f'${letter(ctx, "Seat_Role")}{FIRST}="{Role.SHERIFF}"'
        sheet.highlight(f"B{FIRST}:D{rows(ctx)[-1]}", sheriff, back=SAND)
    _gaps(sheet, ctx)


def _gaps(sheet: Sheet, ctx: Context) -> None:
    """Yellow for what is missing once somebody has begun to type, and for a ruling's amounts once they are asked for."""
    begun, auction = f"{cell(ctx, 'Stage')}+{cell(ctx, 'Ruling_On')}", ctx.rulebook.auction
    bought = ["Character", "Bid"] if auction is not None else []
    always = ["Role", "Status"] if auction is not None and auction.optional else [*bought, "Role", "Status"]
    cases = [(" ".join(_blocks(always, ctx)), "")]
    if auction is not None and auction.optional:
        cases.append((" ".join(_blocks(bought, ctx)), ",Auction_Played=1"))
    if ctx.rulebook.lives:
        cases.append((" ".join(_blocks(["Lives"], ctx)), f',${letter(ctx, "Seat_Status")}{FIRST}="alive"'))
    below = f"E16 {column(ctx, 'Ruling')}"
    if cases[0][0].startswith(CHARACTER):  # one rule for all that begins in the same column
        cases[0] = (f"{cases[0][0]} {below}", "")
    else:
        cases.append((below, ""))
    for ref, more in cases:
        first = re.split("[: ]", ref)[0]
        line = first.lstrip(string.ascii_uppercase)
        sheet.flag(ref, f'AND($D{line}<>"",{first}="",OR({begun}=0,ROW()>{FIRST + RULING_BELOW - 1}){more})')


def gap(layout: Layout, sheet: str, text: str) -> str:
    """A link to what is first missing or wrong on a record sheet, to its first input if nothing is."""
    return go(sheet, f"{sheet}!{layout.cells['Where']}", literal(text), f"{layout.letters['Character']}{FIRST}")


def idle_columns(rulebook: Rulebook) -> Iterator[tuple[frozenset[str], str]]:
    """Columns that an option can make idle, with the condition under which they are."""
    auction = rulebook.auction
    if auction is not None and auction.optional:
        yield frozenset({"Bid", "Reconfirmed"}), "Auction_Played=0"
    if has_money(rulebook) and (auction is None or auction.optional):
        off = (["Auction_Played=0"] if auction else []) + (["Amount_Card=0"] if rulebook.card_price else [])
        yield frozenset({"Before", "After"}), f"AND({','.join(off)})"
    for field in reversed(fields(rulebook)):
        in_each_scoring = field.bonus is not None and field.bonus.of is not None and len(rulebook.scorings) == 1
        if field.amount and not in_each_scoring:
            yield frozenset({field.name}), f"{field.amount}=0"


def _blocks(keys: Sequence[str], ctx: Context, *, head: bool = False) -> list[str]:
    """The columns' cells, side by side where they are neighbours; with their heads and totals if wanted."""
    top, end = (FIRST - 1, rows(ctx).stop) if head else (FIRST, rows(ctx)[-1])
    order = layout_of(ctx.rulebook).screen
    places = enumerate(keys)
    groups = [[key for _i, key in group] for _, group in groupby(places, lambda item: order.index(item[1]) - item[0])]
    return [f"{letter(ctx, group[0])}{top}:{letter(ctx, group[-1])}{end}" for group in groups]


_FIRST_AMOUNT: Final = 5
"""The column of the first amounts; those that follow are beside it."""
_SYMBOLS: Final = {"eliminated": "e", "living_outlaws": "o"}
"""What an amount can count at the end of a game, and the letters for it."""
_PRODUCT: Final = re.compile(r"(\d+) × (\d+)")
_NUMBER: Final = re.compile(r"\d+")


def _winnings(sheet: Sheet, ctx: Context) -> None:
    """What a table of this size pays, the winners' column in sky."""
    _, language = ctx._, ctx.catalog.language
    kinds = winning_lines(ctx.rulebook)
    heads = [
        f"=INDEX(Size_Winnings,MAX(1,{cell(ctx, 'Size')}))",
        *(word(outcome, language) for outcome in Outcome),
    ]
    amounts = [f"=INDEX(Winnings_{outcome},{cell(ctx, 'Winnings')}+ROW()-{LIST - 1})" for outcome in Outcome]
    lines: list[list[Value]] = [
        [_("{role}, {status}").format(role=word(role, language), status=word(status, language)), *amounts]
        for role, status in kinds
    ]
    lines += _bonus_lines(ctx)
    places, last = _outcome_places(ctx.rulebook), LIST + len(lines) - 1
    sheet.table(
        f"D{LIST - 1}",
        _apart(heads, places),
        [_apart(line, places) for line in lines],
        ["Name", *["Money"] * (places[-1][1] - _FIRST_AMOUNT + 1)],
        height=18,
        head_height=18,
    )
    sheet[f"D{LIST - 1}"].alignment = NAME
    for row in range(LIST - 1, last + 1):
        for amount in sheet.ws.iter_rows(row, row, _FIRST_AMOUNT, places[-1][1]):
            for part in amount:
                part.alignment = place("right", 1, shrink=True)
                part.number_format = DASH if row >= LIST else part.number_format
        for first, end in places:
            if first < end:
                sheet.ws.merge_cells(start_row=row, end_row=row, start_column=first, end_column=end)
    initials = "".join(outcome[0] for outcome in Outcome)
    which = f'FIND(LEFT({cell(ctx, "Won")}&"?"),"{initials}")'
    beside = places[-1][0] - _FIRST_AMOUNT == len(places) - 1
    won = (
        f"COLUMN()={_FIRST_AMOUNT - 1}+{which}"
        if beside
        else f"COLUMN()=CHOOSE({which},{','.join(str(first) for first, _ in places)})"
    )
    sheet.highlight(f"E{LIST - 1}:{get_column_letter(places[-1][1])}{last}", won, back=SKY, ink=Font(bold=True))
    if symbols := [
        scoring.code
        for scoring in ctx.rulebook.scorings.values()
        if any(amount.words & _SYMBOLS.keys() for line in scoring.payouts.values() for amount in line.amount.values())
    ]:
        chosen = ",".join(f'Chosen_scoring="{code}"' for code in symbols)
        legend = label(ctx, "symbols")
        several = len(ctx.rulebook.scorings) > 1
        sheet.put(f"D{LIST + len(lines)}", f'=IF(OR({chosen}),{literal(legend)},"")' if several else legend, "Note")


def _bonus_lines(ctx: Context) -> Iterator[list[Value]]:
    for field in fields(ctx.rulebook):
        if field.bonus is not None:
            paying = [field.bonus.outcome in {outcome, None} for outcome in Outcome]
            yield [label(ctx, field.bonus.line), *(f"={field.amount}" if pays else None for pays in paying)]


def _outcome_places(rulebook: Rulebook) -> list[tuple[int, int]]:
    """The first and the last column of each outcome's amounts. Each begins in a column that never hides itself."""
    optional = rulebook.auction is not None and rulebook.auction.optional
    starts = (
        [_FIRST_AMOUNT, _FIRST_AMOUNT + 3, _FIRST_AMOUNT + 4]
        if optional
        else [_FIRST_AMOUNT, _FIRST_AMOUNT + 1, _FIRST_AMOUNT + 2]
    )
    return [(first, following - 1) for first, following in pairwise([*starts, starts[-1] + 1])]


def _apart(line: Sequence[Value], places: Sequence[tuple[int, int]]) -> list[Value]:
    """The label and the amounts, with a blank where an amount has two columns."""
    found = [line[0]]
    for amount, (first, last) in zip(line[1:], places, strict=True):
        found += [amount, *[None] * (last - first)]
    return found


def scoring_key(ctx: Context) -> str:
    """How the key of any payout begins: with the scoring in force."""
    scorings = list(ctx.rulebook.scorings)
    return 'Chosen_scoring&"|"&' if len(scorings) > 1 else f'"{scorings[0]}|"&'


def lines_before(ctx: Context) -> str:
    """How many lines stand in the lists before this table's, in the scoring in force."""
    codes = list(ctx.rulebook.scorings)
    scoring = first_of(*((f'Chosen_scoring="{code}"', str(i)) for i, code in enumerate(codes[1:], 1)), otherwise="0")
    past = f"+{ctx.largest + 1}*{scoring}" if len(codes) > 1 else ""
    return f"{len(winning_lines(ctx.rulebook))}*({cell(ctx, 'Size')}{past})"


def lists(ctx: Context) -> Iterator[tuple[str, list[Value]]]:
    """The columns ``Winnings_…``: for every scoring, number of players from 0 on, and line of the winnings, what is paid."""
    rulebook = ctx.rulebook
    kinds = winning_lines(rulebook)
    for outcome in Outcome:
        yield (
            f"Winnings_{outcome}",
            [
                _shown(ctx, scoring, size, outcome, role, status)
                for scoring in rulebook.scorings.values()
                for size in range(ctx.largest + 1)
                for role, status in kinds
            ],
        )


def winning_lines(rulebook: Rulebook) -> list[tuple[Role, Status]]:
    """The roles and states that some outcome pays, in printed order: the lines of a record sheet's winnings."""
    paid = {
        (role, status)
        for scoring in rulebook.scorings.values()
        for (_outcome, role, status), line in scoring.payouts.items()
        if (scoring.alive and status is Status.ALIVE) or any(amount.words or amount() for amount in line.amount.values())
    }
    return [(role, status) for role in Role for status in Status if (role, status) in paid]


def _shown(ctx: Context, scoring: Scoring, size: int, outcome: Outcome, role: Role, status: Status) -> Value:
    """Dollars, or, where they depend on who is alive, the regulation's own sum with a letter for what is counted."""
    rulebook = ctx.rulebook
    roles = rulebook.roles.get(size)
    line = scoring.line(outcome, role, status)
    if roles is None or line is None or (outcome, role, status) not in reachable(roles, rulebook.among_last):
        return None
    amount = line.amount[size]
    extra = scoring.alive if status is Status.ALIVE else 0
    if not amount.words & _SYMBOLS.keys():
        return payouts.value(amount, roles[Role.OUTLAW], End(size, outcome)) + extra
    known = {"players": str(size), "outlaws": str(roles[Role.OUTLAW])} | _SYMBOLS
    text = _PRODUCT.sub(lambda found: str(int(found[1]) * int(found[2])), amount.render(known)).replace(" × e", " e")
    text = f"{text} + {extra}" if extra else text
    return _NUMBER.sub(lambda found: ctx._.number(int(found[0])), text)
