"""The record sheet of one table: a printable form from column B on, and the money beside it, which is not printed.

Behind them are the hidden codes and findings that the visible formulas share. A finding is a number of `texts.PROBLEMS`; the
smallest is the worst.
"""

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from openpyxl.styles import Font, Protection
from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.datavalidation import DataValidation

from bangxl.sheets import styles
from bangxl.sheets.context import Context
from bangxl.sheets.control import ruling_cell
from bangxl.sheets.formulas import NEXT, code, first_of, link_to, literal, phrase, player_id, player_name, relative, shifted
from bangxl.sheets.record import checks, layout
from bangxl.sheets.record.layout import FIRST_SEAT, LIST, RULING_BELOW, cell, column, cost_column, layout_of, letter, seat_rows
from bangxl.sheets.record.texts import FINAL_DUEL, FIRST_MISSING, NONE, PROBLEMS, WRONG_STATE, Stage, problem_number, record_text
from bangxl.sheets.styles import PAPER, RIGHT, RULE, Sheet, SheetValue, aligned, edges, fill, font
from bangxl.tournament import payouts
from bangxl.tournament.model import Outcome, Role, Status, game_code, round_code
from bangxl.tournament.payouts import reachable_seat_ends
from bangxl.tournament.rulebook import Rulebook, Scoring, SheriffRule
from bangxl.workbook.fields import FIELDS, InputKind, fields
from bangxl.workbook.names import COMPARED
from bangxl.workbook.titles import record_title
from bangxl.workbook.words import YesNo, word

_HEIGHTS: Final = {5: 26, 6: 34, 16: 26, **dict.fromkeys(range(17, 27), 18)}
_SEATS_HEIGHT: Final = 217
"""The height of all seats in points: smaller tables have more room to write."""
_MOST: Final = 10**9 - 1
"""The largest amount that a ruling can give or take, in dollars."""
_SYMBOLS: Final = {"eliminated": "e", "living_outlaws": "o"}
"""The facts at the end of a game that an amount can depend on, and their letters."""
_PRODUCT: Final = re.compile(r"(\d+) × (\d+)")
_NUMBER: Final = re.compile(r"\d+")
CODES: Final[Mapping[str, str]] = {
    "Player_Id": "=" + player_id("@Player"),
    "Seat_Character": "=" + code("@Character", "Character"),
    "Seat_Role": f'=IF(@Player="","",{code("@Role", "Role")})',
}
"""Hidden in a seat's row of every sheet: the player and the role; the character's full name."""


def build(wb: Workbook, round_number: int, table: int, ctx: Context) -> None:
    """Add the hidden record sheet of a round and table, with its sheet-level names (bangxl/workbook/names.py)."""
    _, form, seats = ctx._, layout_of(ctx.rulebook), seat_rows(ctx)
    sheet = Sheet(wb, game_code(round_number, table), hidden=True)
    sheet.widths(2, *layout.column_widths(ctx.rulebook).values(), 2, hidden=len(form.hidden))
    stamp = f'IF({checks.stamp_sign(ctx)}="×",{form.cells["Stamp"]},{NEXT})'
    problem = form.cells["Problem"]
    step = f'=IF({problem}="",{stamp},{link_to(sheet.ws.title, form.cells["Where"], problem, form.cells["Outcome"])})'
    sheet.hide(layout.PLAYER, layout.PLAYER)
    title = record_title(round_number, table if ctx.tables > 1 else 0, _, ctx.rulebook)
    # links to the other tables of the round. Sheets of earlier and later games are hidden
    wall, back = round_number, _("◄ Round {round}").format(round=round_number)
    if ctx.rulebook.fixed_tables:
        wall, back = 1, _("◄ Tables")
    links: dict[str, tuple[str, str] | str] = {
        "D2": (ctx.tab("setup"), _("◄ Tournament")),
        "E2": (round_code(wall), back),
        "H2": (ctx.tab("control"), _("Control")),
    }
    if table > 1:
        links["F2"] = "=" + link_to_gap(form, game_code(round_number, table - 1), _("◄ Table"))
    if table < ctx.tables:
        after = game_code(round_number, table + 1)
        on = link_to_gap(form, after, _("Table ►"))
        links["G2"] = f'=IF({after}!{form.cells["Size"]}>0,{on},"")'
    sheet.frame(form.letters["Line_Check"], title, links, freeze="A7", tab=None, step=step)
    seat_height = round(_SEATS_HEIGHT / ctx.largest)
    sheet.height(range(seats.stop, 16), 8)
    for row, height in ({seats.stop: 22} | _HEIGHTS).items():
        sheet.height(row, height)
    write_seats(sheet, ctx, form.screen, [_line(row, round_number, ctx) for row in seats], height=seat_height)
    _write_codes(sheet, ctx)
    if layout.shows_money(ctx.rulebook):
        _totals(sheet, ctx)
    checks.findings(sheet, round_number, table, ctx)
    sheet.put(f"{layout.CHARACTER}16", "=" + literal(record_text(ctx, "who_won")), "Caption", alignment=RIGHT)
    sheet.put(form.cells["Outcome"], None, "Input", **layout.outcome_look(ctx))
    _winnings(sheet, ctx)
    checks.questions(sheet, ctx)
    checks.write_stamp(sheet, ctx)
    _state(sheet, ctx)
    _ruling(sheet, round_number, table, ctx)
    _inputs(sheet, ctx)
    _gaps(sheet, ctx)
    define_names(sheet, form, seats, ("Outcome", "Check", "Problem", "Settled", "Size"))
    if "four_eyes" in ctx.extras:  # below the stamp
        row, line = LIST + len(checks.table_questions(ctx)) + 2, form.letters["Line_Check"]
        sheet.put(f"{shifted(letter(ctx, layout.signs_column(ctx.rulebook)), 1)}{row}", _("Compared with the paper by"), "Note")
        sheet.put(f"{line}{row}", None, "Input")
        sheet.name(COMPARED, f"{line}{row}")
    set_print_area(sheet, f"B5:{form.letters[form.asked[-1]]}16", title)
    sheet.cursor(layout.INPUTS)


def set_print_area(sheet: Sheet, area: str, title: str) -> None:
    """Print only the empty form, in landscape, without money and without the program's messages."""
    sheet.page(area, landscape=True, footer=False)
    centred = area.startswith("B4:")
    sheet.ws.page_margins.top, sheet.ws.print_options.horizontalCentered = 0.7, centred or None  # below the edge of the title
    if (head := sheet.ws.oddHeader) is not None and (part := head.center if centred else head.left) is not None:
        part.text, part.size, part.font = title, 18, "Cambria,Bold"


def write_seats(
    sheet: Sheet, ctx: Context, keys: Sequence[str], seats: Sequence[Mapping[str, SheetValue]], height: float
) -> None:
    """The headings of the visible columns, and the contents of each seat's row by key; ``height`` in points."""
    own = {mark.title(): badge.name for mark, badge in ctx.rulebook.badges.items()}
    heads = [own.get(key) or (ctx._(head) if (head := layout.COLUMN_LOOKS[key][0]) else None) for key in keys]
    values = [[seat.get(key) for key in keys] for seat in seats]
    sheet.table("B6", heads, values, [layout.COLUMN_LOOKS[key][1] for key in keys], height=height, head_height=34)


def link_to_gap(form: layout.SheetLayout, tab: str, text: str) -> str:
    """A link to the first problem or gap on a record sheet, or to its first input."""
    return link_to(tab, f"{tab}!{form.cells['Where']}", literal(text), f"{form.letters['Character']}{FIRST_SEAT}")


def counts(form: layout.SheetLayout) -> dict[str, str]:
    """Hidden on every sheet, by the keys of its cells: seats taken, the winner's code, and the living of each role."""
    living: dict[str, str] = {role: f'=COUNTIFS(Seat_Role,"{role}",Seat_Status,"alive")' for role in Role}
    return {"Size": "=COUNTA(Player)", "Won": "=" + code(form.cells["Outcome"], "Outcome"), **living}


def define_names(sheet: Sheet, form: layout.SheetLayout, seats: range, once: Sequence[str]) -> None:
    """Define sheet-level names for the seats' columns, in these rows, and for some of the sheet's single cells."""
    for key in form.named_columns():
        sheet.name(key, form.column(key, seats))
    for key in once:
        sheet.name(key, form.cells[key])


def scoring_key(ctx: Context) -> str:
    """The beginning of every payout key: the scoring in force."""
    scorings = list(ctx.rulebook.scorings)
    return 'Chosen_scoring&"|"&' if len(scorings) > 1 else f'"{scorings[0]}|"&'


def _line(row: int, round_number: int, ctx: Context) -> dict[str, SheetValue]:
    """The computed cells of a seat. Money before, payout and money after stay blank until they are known."""
    auction, ruled, cost = ctx.rulebook.auction, cell(ctx, "Ruled"), cost_column(ctx.rulebook)
    # before the auction: the start, plus winnings minus spending in settled games of earlier rounds
    before = "0" if auction is None else "Auction_Start" if auction.optional else str(auction.start)
    if round_number > 1:
        before += f'+SUMIFS(Ledger_Net,Ledger_Player,@Player_Id,Ledger_Round,"<{round_number}")'
    # the amount in the winnings table, and the marks on the line
    payout = f'INDEX(Payout_Value,MATCH({cell(ctx, "Key")}&@Seat_Role&"|"&@Seat_Status,Payout_Key,0))'
    for field in fields(ctx.rulebook):
        if field.bonus is not None and field.kind is InputKind.MARK:
            payout += f'+IF(@{field.code}="yes",{field.amount},0)'
        elif field.bonus is not None:
            payout += f"+SUM(${letter(ctx, field.name)}{row})*{field.amount}"
        elif field.attribute in ctx.rulebook.badges:
            payout += f"+SUM(${letter(ctx, field.name)}{row})*({ctx.rulebook.badges[field.attribute].points})"
    payout = f"IFERROR({payout},{cell(ctx, 'Unpaid')})"
    owned = f"@Before-SUM(${letter(ctx, cost)}{row})+@Payout"
    check = f"INDEX(Problem_Short,@On_Line+{cell(ctx, 'Stage')})"
    if auction is not None and auction.debt:
        # a player without money sees it when choosing: the smallest debt first (Italy 2007)
        n = {"n": '1+COUNTIFS(Before,"<=0",Before,">"&@Before)'}
        chooses, by_lot = phrase(ctx._("no money: choice {n}"), **n), phrase(ctx._("no money: choice {n}, by lot"), **n)
        check = f'IF(@Character<>"",{check},IF(@Before>0,{check},IF(COUNTIF(Before,@Before)>1,{by_lot},{chooses})))'
    return {
        "Seat": row - FIRST_SEAT + 1,
        "Name": "=" + player_name("@Player_Id", otherwise="@Player"),
        "Before": f'=IF(@Player="","",{before})',
        "Payout": f'=IF(AND({ruled}=1,@Player<>""),{layout.RULED_AMOUNT},IF(OR(@Seat_Role="",@Seat_Status=""),"",{payout}))',
        "After": f'=IF(AND(ISNUMBER(@Payout),OR({ruled}=1,ISNUMBER(@{cost}))),{owned},"")',
        "Line_Check": f'=IF(@Player="","",{check})',
    }


def _write_codes(sheet: Sheet, ctx: Context) -> None:
    """Hidden: the codes of a seat's words, and its cost of playing."""
    auction, form = ctx.rulebook.auction, layout_of(ctx.rulebook)
    for row in seat_rows(ctx):
        sheet[f"B{row}"].number_format = styles.SEAT if ctx.rulebook.sheriff is SheriffRule.SEAT_1 else "0"
        cost = cards = f"SUM(${letter(ctx, 'Cards_Kept')}{row})*Amount_Card" if ctx.rulebook.card_price else "0"
        if auction is not None:
            cost = f'IF(ISNUMBER(@Bid),@Bid+{cards},IF({form.cells["Ruled"]}=1,{cards},""))'
            cost = f"IF(Auction_Played=0,{cards},{cost})" if auction.optional else cost
        formulas = {
            **CODES,
            "Seat_Status": "=" + code("@Status", "Status"),
            **{field.code: "=" + code(f"@{field.name}", "YesNo") for field in FIELDS if field.kind is InputKind.MARK},
            "Cost": f'=IF(@Player="","",{cost})',
        }
        for key, formula in formulas.items():
            if key in form.hidden:
                sheet[f"{form.letters[key]}{row}"] = formula
    if auction is None:
        sheet.put(column(ctx, "Bid"), None, "Input money")


def _totals(sheet: Sheet, ctx: Context) -> None:
    """The sums of money: bids so far; everything else once every line has its amount."""
    total, keys = seat_rows(ctx).stop, layout_of(ctx.rulebook).screen
    for key in keys[keys.index("Name") : keys.index("gap_2")]:
        cells, least = column(ctx, key), "1" if key == "Bid" else f"MAX(1,{cell(ctx, 'Size')})"
        value = f'=IF(COUNT({cells})<{least},"",SUM({cells}))' if key in {"Bid", "Before", "Payout", "After"} else None
        sheet.put(f"{letter(ctx, key)}{total}", value, "Paper" if key == "gap" else "Sum")
    sheet.put(f"D{total}", ctx._("Total"), "Sum", alignment=styles.LEFT)


def _state(sheet: Sheet, ctx: Context) -> None:
    """The sheet's caption and state, and the hidden cells with its progress."""
    cells, rulebook = layout_of(ctx.rulebook).cells, ctx.rulebook
    size, won, worst, stage, least_row = (cells[key] for key in ("Size", "Won", "Worst", "Stage", "First_Gap"))
    sheet.put("B5", f'=IF({size}=0,"",INDEX(Size_Title,{size}))', "Caption")
    state = f'IF({checks.stamp_sign(ctx)}="×",{WRONG_STATE},{worst}+{stage})'
    sheet.put(cells["Check"], f"=INDEX(Problem_State,{state})", "State")
    ruled = ",".join(f"{worst}={problem_number(problem)}" for problem in ("ruling_reason", "ruling_missing"))
    row = f"{FIRST_SEAT - 1}+MATCH({worst},On_Line,0)+IF(OR({ruled}),{RULING_BELOW},0)"
    first, asked = letter(ctx, "Player_Id"), len(checks.table_questions(ctx))
    least = f"MIN(On_Line,${first}${LIST}:${first}${LIST + asked - 1})"
    # whether somebody has typed something: no, 0 and the Sheriff that the draw itself writes are nothing
    last = letter(ctx, layout_of(rulebook).asked[-1])
    marks = [f'COUNTIF({field.code},"no")' for field in fields(rulebook) if field.kind is InputKind.MARK]
    marks += [f"COUNTIF({field.name},0)" for field in fields(rulebook) if field.kind is InputKind.COUNT]
    marks += [] if rulebook.sheriff is SheriffRule.DRAWN else ['COUNTIF(Seat_Role,"sheriff")']
    nothing = "".join(f"-{count}" for count in marks)
    has_begun = f"COUNTA(${layout.CHARACTER}${FIRST_SEAT}:${last}${seat_rows(ctx)[-1]},{cells['Outcome']},Ruling){nothing}>0"
    # the seats with complete accounts
    counted = f'COUNTIFS({cost_column(rulebook)},">-1E9",Payout,">-1E9")' if layout.shows_money(rulebook) else "COUNT(Payout)"
    # the beginning of this game's payout keys, as in `bangxl.tournament.payouts.payout_table`. If they depend on who
    # is alive, nothing is paid before typing is complete; nothing is marked unknown before that
    parts, untyped = [size, won], f"{cells['Typed']}<{size}"
    if depends := payouts.depends_on_end(rulebook):
        parts += [f'({size}-COUNTIF(Seat_Status,"alive"))', cells[Role.OUTLAW]]
    key = scoring_key(ctx) + '&"|"&'.join(parts) + '&"|"'
    # how many lines come before this table's lines in the lists, in the scoring in force
    codes = list(rulebook.scorings)
    scoring = first_of(*((f'Chosen_scoring="{code}"', str(i)) for i, code in enumerate(codes[1:], 1)), otherwise="0")
    past = f"+{ctx.largest + 1}*{scoring}" if len(codes) > 1 else ""
    problem = f'SUBSTITUTE(INDEX(Problem_Text,{worst}+{stage})&"","{{cell}}",{cells["Where"]})'
    if rulebook.sheriff is SheriffRule.LEFT:
        due = f'IFERROR(INDEX({column(ctx, "Name")},MATCH(MIN(Turn),Turn,0)),"")'
        problem = f'SUBSTITUTE({problem},"{{sheriff}}",{due})'
    on_line = f"INDEX(On_Line,{least_row}-{FIRST_SEAT - 1})"
    values = {
        **counts(layout_of(rulebook)),
        "Stage": f"=IF({size}=0,{Stage.EMPTY * NONE},IF({has_begun},0,{Stage.SEATED * NONE}))",
        "First_Gap": f"=MIN({column(ctx, 'gap_row')})",
        # of an empty table nothing is computed: there may be a hundred of them
        "Worst": f"=IF({size}=0,{NONE},IF(OR({least}<{FIRST_MISSING},{least_row}=0),{least},{on_line}))",
        "Where": f'=IF({worst}>{len(PROBLEMS)},"",INDEX(Problem_Column,{worst})&IFERROR({row},""))',
        "Problem": f"={problem}",
        "Settled": f"=IF(AND({size}>0,OR({cells['Ruled']}=1,{counted}={size})),1,0)",
        "Key": f'=IF({untyped},"",{key})' if depends else f"={key}",
        "Unpaid": f'=IF(OR({won}="",{won}="?",{untyped}),"","?")',
        "Winnings": f"={len(winning_lines(rulebook))}*({size}{past})",
        "Typed": '=SUMPRODUCT((Seat_Role<>"")*(Seat_Status<>""))',
    }
    for name, value in values.items():
        sheet[cells[name]] = value


def _ruling(sheet: Sheet, round_number: int, table: int, ctx: Context) -> None:
    """The amounts of a ruling below the seats, and hidden: whether a ruling exists or has begun, and its reason (G10).

    They stay locked until an event decides the game; otherwise the Return key would lead there from the winner.
    """
    size, has_begun, amounts = cell(ctx, "Size"), cell(ctx, "Ruling_On"), column(ctx, "Ruling")
    head = f"{letter(ctx, 'Ruling')}{FIRST_SEAT + RULING_BELOW - 1}"
    sheet.put(head, f'=IF({has_begun}=0,"",Ruling_Head)', "Paper", font=font(11, bold=True), alignment=RIGHT)
    look, line, locked = layout.COLUMN_LOOKS["Ruling"][1], edges("thin", RULE), Protection(locked=True)
    sheet.put(amounts, None, look, fill=fill(PAPER), border=line, protection=locked)
    for row in seat_rows(ctx):
        sheet.put(f"D{row + RULING_BELOW}", f'=IF({has_begun}=1,D{row},"")', "Paper")
    whole = f'AND(COUNTIFS(Player,"?*",Ruling,">-1E9")={size},SUM(Ruling)=INT(SUM(Ruling)))'
    sheet[cell(ctx, "Ruled")] = f"=IF({size}=0,0,IF({whole},1,0))"
    sheet[has_begun] = f"=IF({size}=0,0,IF({ruling_cell(ctx, 'Rulings', round_number, table)}+COUNTA(Ruling)>0,1,0))"
    sheet[cell(ctx, "Ruling_Why")] = f"={ruling_cell(ctx, 'Reason', round_number, table)}"


def _inputs(sheet: Sheet, ctx: Context) -> None:
    """Drop-downs; a pale colour for locked cells, options that are off and empty seats; the Sheriff's line."""
    rulebook, form, last, amounts = ctx.rulebook, layout_of(ctx.rulebook), seat_rows(ctx)[-1], column(ctx, "Ruling")
    for field in fields(rulebook):
        if field.kind is InputKind.MARK:
            sheet.choose(column(ctx, field.name), literal(word(YesNo.YES, ctx.catalog.language)))
        elif field.most is not None:
            numbers = ",".join(map(str, range(field.most(rulebook) + 1)))
            sheet.choose(column(ctx, field.name), literal(numbers))
        elif field.kind is not InputKind.DOLLARS:
            sheet.choose(column(ctx, field.name), f"{field.name}_List")
    sheet.choose(relative(form.cells["Outcome"]), "Outcome_List")
    validation = DataValidation("whole", formula1=str(-_MOST), formula2=str(_MOST), allow_blank=True, showErrorMessage=True)
    validation.error = ctx._("The amount of a ruling is a whole number.")
    sheet.ws.add_data_validation(validation)
    validation.add(amounts)
    # the amounts of a ruling stay invisible until an event of this game, or an amount, needs them
    sheet.highlight(amounts, f'$D{FIRST_SEAT + RULING_BELOW}=""', border=styles.NO_LINES)
    sheet.highlight(amounts, f'$D{FIRST_SEAT + RULING_BELOW}<>""', back=styles.WHITE)
    sheet.fade_locked(f"{form.inputs(seat_rows(ctx))} {relative(form.cells['Outcome'])} {amounts}")
    for mark, badge in rulebook.badges.items():  # given too often at this table
        at = letter(ctx, mark.title())
        sheet.flag(column(ctx, mark.title()), f"SUM(${at}${FIRST_SEAT}:${at}${last})>{badge.most}")
    for keys, condition in _idle_columns(rulebook):
        for ref in _blocks([key for key in form.screen if key in keys], ctx, head=True):
            sheet.highlight(ref, condition, ink=Font(color=RULE))
    if rulebook.fixed_tables:
        area, nobody = f"B{FIRST_SEAT}:{letter(ctx, 'Line_Check')}{last}", f'${layout.PLAYER}{FIRST_SEAT}=""'
        sheet.highlight(area, nobody, back=PAPER, ink=Font(color=PAPER), border=styles.NO_LINES)
    if rulebook.sheriff is not SheriffRule.SEAT_1:
        sheriff = f'${letter(ctx, "Seat_Role")}{FIRST_SEAT}="{Role.SHERIFF}"'
        sheet.highlight(f"B{FIRST_SEAT}:D{last}", sheriff, back=styles.SAND)


def _idle_columns(rulebook: Rulebook) -> Iterator[tuple[set[str], str]]:
    """Columns that an option can make idle, with the condition."""
    auction = rulebook.auction
    if auction is not None and auction.optional:
        yield {"Bid", "Reconfirmed"}, "Auction_Played=0"
    if layout.shows_money(rulebook) and (auction is None or auction.optional):
        off = (["Auction_Played=0"] if auction else []) + (["Amount_Card=0"] if rulebook.card_price else [])
        yield {"Before", "After"}, f"AND({','.join(off)})"
    for field in reversed(fields(rulebook)):
        in_each_scoring = field.bonus is not None and field.bonus.of is not None and len(rulebook.scorings) == 1
        if field.amount and not in_each_scoring:
            yield {field.name}, f"{field.amount}=0"


def _gaps(sheet: Sheet, ctx: Context) -> None:
    """Mark gaps in yellow once typing has begun, and a ruling's amounts once they are needed."""
    has_begun, auction = f"{cell(ctx, 'Stage')}+{cell(ctx, 'Ruling_On')}", ctx.rulebook.auction
    optional = auction is not None and auction.optional
    always = ["Role", "Status"] if auction is None or optional else ["Character", "Bid", "Role", "Status"]
    cases = [(_blocks(always, ctx), "")]
    if optional:
        cases.append((_blocks(["Character", "Bid"], ctx), ",Auction_Played=1"))
    if ctx.rulebook.lives:
        cases.append((_blocks(["Lives"], ctx), f',${letter(ctx, "Seat_Status")}{FIRST_SEAT}="alive"'))
    if cases[0][0][0].startswith(layout.CHARACTER):  # one rule for all cells that begin in the same column
        cases[0][0].append(column(ctx, "Ruling"))
    else:
        cases.append(([column(ctx, "Ruling")], ""))
    for refs, more in cases:
        first = refs[0].partition(":")[0]
        row = first.lstrip(string.ascii_uppercase)
        condition = f'AND($D{row}<>"",{first}="",OR({has_begun}=0,ROW()>{FIRST_SEAT + RULING_BELOW - 1}){more})'
        sheet.flag(" ".join(refs), condition)
    outcome = relative(cell(ctx, "Outcome"))
    sheet.flag(outcome, f'AND({outcome}="",{has_begun}=0)')


def _blocks(keys: Sequence[str], ctx: Context, *, head: bool = False) -> list[str]:
    """The columns' cells, adjacent ones together; with headings and totals on request."""
    top, end = (FIRST_SEAT - 1, seat_rows(ctx).stop) if head else (FIRST_SEAT, seat_rows(ctx)[-1])
    order = layout_of(ctx.rulebook).screen
    places = enumerate(keys)
    groups = [[key for _i, key in group] for _, group in groupby(places, lambda item: order.index(item[1]) - item[0])]
    return [f"{letter(ctx, group[0])}{top}:{letter(ctx, group[-1])}{end}" for group in groups]


def _winnings(sheet: Sheet, ctx: Context) -> None:
    """The payouts of a table of this size, with the winners' column in sky."""
    _, language, rulebook = ctx._, ctx.catalog.language, ctx.rulebook
    amounts = [f"=INDEX(Winnings_{outcome},{cell(ctx, 'Winnings')}+ROW()-{LIST - 1})" for outcome in Outcome]
    table: list[list[SheetValue]] = [
        [_("{role}, {status}").format(role=word(role, language), status=word(status, language)), *amounts]
        for role, status in winning_lines(rulebook)
    ]
    for field in fields(rulebook):
        if field.bonus is not None:
            paying = [field.bonus.outcome in {outcome, None} for outcome in Outcome]
            table.append([record_text(ctx, field.bonus.line), *(f"={field.amount}" if pays else None for pays in paying)])
    heads: list[SheetValue] = [f"=INDEX(Size_Winnings,MAX(1,{cell(ctx, 'Size')}))"]
    heads += ["=" + literal(word(outcome, language)) for outcome in Outcome]
    # the amounts of each outcome begin in a column that is never hidden; those of the first then have three
    optional = rulebook.auction is not None and rulebook.auction.optional
    starts, last = [5, 8, 9] if optional else [5, 6, 7], LIST + len(table) - 1
    spread = [[*line[:2], *([None, None] if optional else []), *line[2:]] for line in (heads, *table)]
    looks = ["Name", *["Money"] * (starts[-1] - 4)]
    tall = 31 if " " in word(Outcome.LAW, language) else 18  # «Sheriff und Hilfssheriff» on two lines
    sheet.table(f"D{LIST - 1}", spread[0], spread[1:], looks, height=18, head_height=tall)
    sheet[f"D{LIST - 1}"].alignment = styles.NAME
    for row in range(LIST - 1, last + 1):
        for (part,) in sheet.ws.iter_cols(5, starts[-1], row, row):
            two_lines = row < LIST and " " in str(part.value)
            part.alignment = aligned("right", 1, wrap=two_lines, shrink=not two_lines)
            part.number_format = styles.DASH if row >= LIST else part.number_format
        if optional:
            sheet.ws.merge_cells(start_row=row, end_row=row, start_column=5, end_column=7)
    which = f'FIND(LEFT({cell(ctx, "Won")}&"?"),"{"".join(outcome[0] for outcome in Outcome)}")'
    won = f"COLUMN()=CHOOSE({which},{','.join(map(str, starts))})" if optional else f"COLUMN()=4+{which}"
    sheet.highlight(f"E{LIST - 1}:{get_column_letter(starts[-1])}{last}", won, back=styles.SKY, ink=Font(bold=True))
    symbols = [
        f'Chosen_scoring="{scoring.code}"'
        for scoring in rulebook.scorings.values()
        if any(amount.words & _SYMBOLS.keys() for line in scoring.payouts.values() for amount in line.amount.values())
    ]
    if rulebook.pays_final_duel:
        sheet.put(f"D{last + 1}", ctx._(FINAL_DUEL), "Note")
    if symbols:
        legend = record_text(ctx, "symbols")
        chosen = f'=IF(OR({",".join(symbols)}),{literal(legend)},"")'
        sheet.put(f"D{last + 1 + rulebook.pays_final_duel}", chosen if len(rulebook.scorings) > 1 else legend, "Note")


def lists(ctx: Context) -> Iterator[tuple[str, list[SheetValue]]]:
    """The columns ``Winnings_…``: for every scoring and number of players, the payouts by line."""
    rulebook = ctx.rulebook
    kinds = winning_lines(rulebook)
    for outcome in Outcome:
        values = [
            _sum_text(ctx, scoring, size, outcome, role, status)
            for scoring in rulebook.scorings.values()
            for size in range(ctx.largest + 1)
            for role, status in kinds
        ]
        yield f"Winnings_{outcome}", values


def winning_lines(rulebook: Rulebook) -> list[tuple[Role, Status]]:
    """The roles and states with a payout in some outcome, in printed order: the lines of a record sheet's winnings."""
    paid = {
        (role, status)
        for scoring in rulebook.scorings.values()
        for (_outcome, role, status), line in scoring.payouts.items()
        if (scoring.alive and status is Status.ALIVE) or any(amount.words or amount() for amount in line.amount.values())
    }
    return [(role, status) for role in Role for status in Status if (role, status) in paid]


def _sum_text(ctx: Context, scoring: Scoring, size: int, outcome: Outcome, role: Role, status: Status) -> SheetValue:
    """Dollars; if they depend on who is alive, the regulation's own sum with a letter for the count."""
    rulebook = ctx.rulebook
    roles = rulebook.roles.get(size)
    line = scoring.line(outcome, role, status)
    amount = line.amount.get(size) if line else None
    if roles is None or amount is None or (outcome, role, status) not in reachable_seat_ends(roles, rulebook.among_last):
        return None
    extra = scoring.alive if status is Status.ALIVE else 0
    if not amount.words & _SYMBOLS.keys():
        return payouts.amount_in_dollars(amount, roles[Role.OUTLAW], payouts.End(size, outcome)) + extra
    variables = {"players": str(size), "outlaws": str(roles[Role.OUTLAW])} | _SYMBOLS
    text = _PRODUCT.sub(lambda match: str(int(match[1]) * int(match[2])), amount.render(variables)).replace(" × e", " e")
    text = f"{text} + {extra}" if extra else text
    return _NUMBER.sub(lambda match: ctx._.number(int(match[0])), text)
