"""The sheet of a knock-out table: a record sheet with its own columns.

Tables of four or more have roles, states and an outcome; tables of two or three have only a winner.
"""

from collections.abc import Iterator
from typing import Final

from openpyxl.styles import Font
from openpyxl.workbook.workbook import Workbook

from bangxl.sheets.context import Context
from bangxl.sheets.formulas import NEXT, code, first_of, link_to, literal, player_meant, player_name, relative
from bangxl.sheets.record.checks import CHARACTER, SEATED, ProblemCase, impossible, last_cases, too_many
from bangxl.sheets.record.layout import COLUMN_LOOKS, FIRST_SEAT, STAGE, column_widths
from bangxl.sheets.record.sheet import CODES, counts, define_names, link_to_gap, scoring_key, set_print_area, write_seats
from bangxl.sheets.record.texts import PROBLEMS, STATES, STAYS_PASSIVE, last_table_lines, problem_number, short_text
from bangxl.sheets.styles import DENIM, INK, NO_LINES, NOTE, PAPER, RIGHT, Sheet, SheetValue, aligned, font
from bangxl.tournament.knockout import PAIR, WITHOUT_ROLES, seats_at_stages
from bangxl.tournament.model import Outcome, Role, stage_sheet
from bangxl.tournament.payouts import depends_on_end
from bangxl.workbook.fields import KNOCKOUT
from bangxl.workbook.words import outcome_word

_HEIGHTS: Final = [26, 34, *[8] * 9, 26, 26, 22, *[21] * 8]  # from row 5 on

_OUTCOME, _CHECK, _SIZE, _WON, _WINNER_ID, _BEGUN, _COMPLETE, _WORST, _PROBLEM = (
    STAGE.cells[key] for key in ("Outcome", "Check", "Size", "Won", "Winner_Id", "Begun", "Complete", "Worst", "Problem")
)
_WINNER, _TABLE_CHECKS = f"${STAGE.letters['Role']}$17", [f"${STAGE.letters['Line_Check']}${row}" for row in (16, 17)]
_SMALL: Final = f"AND({_SIZE}>0,{_SIZE}<={WITHOUT_ROLES})"
"""Whether the table plays without roles."""
_GOOD: Final = f'IF({_COMPLETE}=1,"✓","·")'
"""A gap is no problem until somebody starts to type."""
_TYPED_SEATS: Final = 'SUMPRODUCT((Seat_Role<>"")*(Seat_Status<>""))'


def build(wb: Workbook, stage: int, table_number: int, ctx: Context) -> None:
    """Add the hidden sheet of a stage's table, with its sheet-level names."""
    _, letters, tab, is_last = ctx._, STAGE.letters, stage_sheet(stage, table_number), ctx.rulebook.has_last_table
    sheet = Sheet(wb, tab, hidden=True)
    rows = range(FIRST_SEAT, FIRST_SEAT + seats_at_stages(ctx.rulebook, ctx.capacity)[stage - 1][table_number - 1])
    sizes = column_widths(ctx.rulebook) | {"Name": 45, "Role": 28, "Status": 16}  # and how somebody has left; the winning side
    sizes |= {"Character": 15, "Role": 40} if len(rows) == PAIR else {}
    sheet.widths(2, *(sizes.get(key, COLUMN_LOOKS[key][2]) for key in STAGE.screen[:-1]), 26, 2, hidden=len(STAGE.hidden))
    title = _("Last table") if is_last else _("Stage {stage} · Table {table}").format(stage=stage, table=table_number)
    step = f'=IF({_PROBLEM}="",{NEXT},{link_to(tab, STAGE.cells["Where"], _PROBLEM, _OUTCOME)})'
    for key in ("Player", "Number")[: 1 + (len(rows) == PAIR)]:  # of two, the first line names number 1
        sheet.hide(letters[key], letters[key])
    links: dict[str, tuple[str, str] | str] = {
        "D2": (ctx.tab("setup"), _("◄ Tournament")),
        "F2": (ctx.tab("finals"), "◄ " + ctx.tab("finals")),
    }
    if table_number > 1:
        links["G2"] = "=" + link_to_gap(STAGE, stage_sheet(stage, table_number - 1), _("◄ Table"))
    if table_number < ctx.stages[stage - 1]:
        after = stage_sheet(stage, table_number + 1)
        links["H2"] = f'=IF({after}!{letters["Player"]}{FIRST_SEAT}="","",{link_to_gap(STAGE, after, _("Table ►"))})'
    sheet.frame(letters["Line_Check"], title, links, freeze="A7", step=step)
    for row, height in enumerate(_HEIGHTS, 5):
        sheet.height(row, height)
    sheet.put("B5", _("Record sheet of the last table") if is_last else _("Record sheet of the knock-out"), "Caption")
    write_seats(sheet, ctx, STAGE.screen, [_line(row, ctx, rows) for row in rows], height=29)
    few = "TRUE" if len(rows) <= WITHOUT_ROLES else _SMALL
    _columns(sheet, ctx, rows, few)
    _outcome(sheet, ctx, few)
    _checks(sheet, ctx, stage, rows)
    for field in KNOCKOUT if len(rows) > WITHOUT_ROLES else KNOCKOUT[: len(rows) - PAIR]:
        sheet.choose(STAGE.column(field.name, rows), f"{field.name}_List")
    sheet.fade_locked(STAGE.inputs(rows))
    sheet.cursor(relative(_WINNER) if len(rows) <= WITHOUT_ROLES else f"{letters['Character']}{FIRST_SEAT}")
    passive = f'IF(AND({_SIZE}>{WITHOUT_ROLES},COUNTIF({STAGE.column("Left", rows)},"?*")>0),{literal(_(STAYS_PASSIVE))},"")'
    for row, text in enumerate([*last_table_lines(ctx, stage, _SIZE), passive], 19):
        sheet.put(f"D{row}:{letters['Status']}{row}", "=" + text, "Text", merge=True, alignment=aligned("left", 1, shrink=True))
    sheet.highlight(f"D19:{letters['Status']}26", '$D19=""', border=NO_LINES)
    define_names(sheet, STAGE, rows, ("Outcome", "Check", "Problem"))
    sheet.name("Winner", _WINNER)
    sheet.name("Line_Check", STAGE.column("Line_Check", rows))
    set_print_area(sheet, f"B4:{letters[STAGE.asked[-1]]}26", title)


def _columns(sheet: Sheet, ctx: Context, rows: range, few: str) -> None:
    """What a table is not asked has no heading, frame or drop-down: of two or three roles, of two characters either."""
    letters, is_last = STAGE.letters, ctx.rulebook.has_last_table
    # a pair has no order, and more characters each than a cell can take
    left, pair = f"${letters['Left']}{FIRST_SEAT}", "FALSE" if is_last else "TRUE" if len(rows) == PAIR else f"{_SIZE}=2"
    sheet[f"{letters['Number']}6"] = (
        f"=IF({pair},{literal(ctx._('No.'))},{literal(ctx._('Place') if is_last else ctx._('Choice'))})"
    )
    sheet.highlight(f"B{FIRST_SEAT}:{letters['Number']}{rows[-1]}", f'{left}<>""', ink=Font(color=NOTE))
    for key, unasked in (("Character", pair), ("Role", few), ("Status", few)):
        head, cells = f"{letters[key]}6", STAGE.column(key, rows)
        if unasked == "TRUE":
            sheet[head] = None
            for row in rows:
                sheet.put(f"{letters[key]}{row}", None, "Text")
        elif unasked != "FALSE":
            sheet[head] = f'=IF({unasked},"",{sheet[head].value[1:]})'
            sheet.highlight(cells, unasked, back=PAPER, ink=Font(color=NOTE), border=NO_LINES)
    sheet.highlight(STAGE.column("Character", rows), f'{left}<>""', back=PAPER)
    if few != "TRUE":
        asked = f"{letters['Role']}{FIRST_SEAT}:{letters['Status']}{rows[-1]}"
        sheet.flag(asked, f'AND(${letters["Player"]}{FIRST_SEAT}<>"",{letters["Role"]}{FIRST_SEAT}="",{_BEGUN}=1)')


def _line(row: int, ctx: Context, rows: range) -> dict[str, SheetValue]:
    """The computed cells of a seat: ✓ once everything is there, at the last table with the seat's payout.

    Who has left chooses no character, and the others are numbered without them; places at a last table stay.
    """
    before = f'1+SUMPRODUCT(({STAGE.column("Left", rows)}="")*(Choice<>"")*(Choice<@Choice))'
    number = "@Choice" if ctx.rulebook.has_last_table else before
    good = f'IF({_COMPLETE}=1,"✓ "&TEXT({_points(ctx)},"0"),"·")' if ctx.rulebook.has_last_table else _GOOD
    return {
        "Seat": row - FIRST_SEAT + 1,
        "Name": f"={player_name('@Player_Id', otherwise='@Player')}&{STAGE.letters['Left']}{row}",
        "Number": f'=IF(@Choice="","",IF({STAGE.letters["Left"]}{row}="",{number},"–"))',
        "Line_Check": f'=IF(@Player="","",{first_of(*(case[:2] for case in _line_cases(ctx)), otherwise=good)})',
    }


def _line_cases(ctx: Context) -> Iterator[tuple[str, str, str]]:
    """Possible problems of a seat, the worst first, then gaps, with the text and the column."""

    def problems(*cases: ProblemCase) -> Iterator[tuple[str, str, str]]:
        for condition, problem in cases:
            yield condition, literal(short_text(ctx, problem)), PROBLEMS[problem_number(problem) - 1].at

    final = '@Seat_Status="final_duel"'
    yield from problems(*SEATED, *((f'IF(@Character="",FALSE,{case})', problem) for case, problem in CHARACTER))
    yield _SMALL, _GOOD, ""
    yield from problems(
        ('@Seat_Role="?"', "role_unknown"),
        ('@Seat_Status="?"', "status_unknown"),
        (f'IF(@Seat_Role="",FALSE,{too_many(STAGE, "Knockout_Seats")})', "role_often"),
        (f'AND({final},@Seat_Role<>"",@Seat_Role<>"renegade")', "duel_role"),
        (f"AND({final},{STAGE.cells[Role.DEPUTY]}>0)", "duel_deputy"),
        (f'AND({final},{_TYPED_SEATS}={_SIZE},{_WON}<>"",{_WON}<>"law")', "unpaid"),
        *last_cases(ctx.rulebook.among_last, _WON, f"{_TYPED_SEATS}={_SIZE}"),
    )
    yield f"{_BEGUN}=0", '"·"', ""
    yield from problems(('@Seat_Role=""', "role_missing"), ('@Seat_Status=""', "status_missing"))


def _points(ctx: Context, row: str = "@") -> str:
    """The payout of the row's seat in dollars; without ``row`` that of each."""
    living = (f'({_SIZE}-COUNTIF(Seat_Status,"alive"))', STAGE.cells[Role.OUTLAW]) if depends_on_end(ctx.rulebook) else ()
    end = '&"|"&'.join((_SIZE, _WON, *living, f"{row}Seat_Role", f"{row}Seat_Status"))
    return f"SUMIF(Payout_Key,{scoring_key(ctx)}{end},Payout_Value)"


def _outcome(sheet: Sheet, ctx: Context, few: str) -> None:
    """Who has won: a side, or of two or three a player, in full below a part of the name. The other box is blank."""
    label, letters, name = STAGE.letters["Character"], STAGE.letters["In_Order"], player_name(_WINNER_ID)
    for cell, unasked, size in ((_OUTCOME, few, 13), (_WINNER, f"NOT({few})", 14)):
        question = f'=IF({unasked},"",{literal(ctx._("Who has won?"))})'
        sheet.put(f"{label}{cell[-2:]}", question, "Caption", alignment=RIGHT)
        sheet.put(cell, None, "Input", font=font(size, DENIM, bold=True), alignment=aligned("left", 1, shrink=True))
        sheet.highlight(cell, unasked, back=PAPER, ink=Font(color=NOTE), border=NO_LINES)
        sheet.flag(cell, f'AND({cell}="",{_BEGUN}=1,NOT({unasked}))')
        sheet.highlight(cell, f'CELL("protect",{cell})=1', back=PAPER, ink=Font(color=INK))
    full = f'=IF(OR({_WINNER_ID}="",{_WINNER_ID}="?",EXACT({name},{_WINNER})),"",{name})'
    sheet.put("G18:H18", full, "Paper", merge=True, font=font(16, bold=True), alignment=aligned("left", 1, shrink=True))
    sheet.highlight(_WINNER, '$G$18<>""', ink=Font(color=NOTE))
    for outcome in Outcome:
        few, many = (literal(outcome_word(outcome, {Role.DEPUTY: n}, ctx.catalog.language)) for n in range(2))
        deputies = f'SUMIF(Knockout_Seats_Key,{_SIZE}&"|{Role.DEPUTY}",Knockout_Seats_Count)'
        sheet[STAGE.cells[outcome.name]] = f"=IF({deputies}=0,{few},{many})"
    sheet.choose(_OUTCOME, f"{STAGE.cells['LAW']}:{STAGE.cells['RENEGADE']}")
    sheet.choose(_WINNER, f"${letters}${FIRST_SEAT}:${letters}${FIRST_SEAT + 2}")


def _checks(sheet: Sheet, ctx: Context, stage: int, rows: range) -> None:
    for row in rows:
        for key, formula in {**CODES, **_codes(ctx, stage, row, rows)}.items():
            sheet[f"{STAGE.letters[key]}{row}"] = formula
    on_all, place = "&".join(_TABLE_CHECKS), f"MATCH({_WORST},Sign,0)"
    sign = f"LEFT({on_all},1)"
    line, where = f"INDEX(Line_Check,{place})", f"INDEX(Asked,{place})&{FIRST_SEAT - 1}+{place}"
    who = f'{where}&" · "&INDEX($D${FIRST_SEAT}:$D${rows[-1]},{place})'
    on_line = f'LEFT({line},2)&{who}&": "&MID({line},3,99)'
    asked = f'IF({_SMALL},"{relative(_WINNER)}","{relative(_OUTCOME)}")'
    on_table = f'LEFT({on_all},2)&{asked}&": "&MID({on_all},3,99)'
    filled = f'AND({_TYPED_SEATS}={_SIZE},{_WON}<>"",{_WON}<>"?")'
    of_table = f'AND({_WINNER_ID}<>"",COUNTIF(Player_Id,{_WINNER_ID})=1)'
    formulas = counts(STAGE) | {
        "Winner_Id": "=" + player_meant(_WINNER),
        "Begun": f"=IF(COUNTA({STAGE.inputs(rows)},{_OUTCOME},{_WINNER})>0,1,0)",
        "Complete": f"=IF({_SIZE}=0,0,IF(IF({_SMALL},{of_table},{filled}),1,0))",
        "Worst": f'=MAX(Sign,IF({sign}="×",2,IF({sign}="!",1,0)))',
        "Problem": f'=IF(OR({_WORST}=0,{_SIZE}=0),"",IFERROR({on_line},{on_table}))',
        "Where": f"=IF({_WORST}=0,{asked},IFERROR({where},{asked}))",
    }
    for key, formula in formulas.items():
        sheet[STAGE.cells[key]] = formula
    for cell, unasked, found in zip(_TABLE_CHECKS, (_SMALL, f"NOT({_SMALL})"), _table_checks(ctx), strict=True):
        sheet.put(cell, f'=IF({unasked},"",{found})', "Text")
        sheet.highlight(cell, unasked, border=NO_LINES)
    sheet.colour_by_sign(quiet=f"{STAGE.column('Line_Check', rows)} {':'.join(map(relative, _TABLE_CHECKS))}")
    empty, playing, incomplete, complete, wrong = (literal(ctx._(state)) for state in STATES)
    states = [(f"{_SIZE}=0", empty), (f"{_WORST}=2", wrong), (f"AND({_COMPLETE}=1,{_WORST}=0)", complete)]
    sheet.put(_CHECK, "=" + first_of(*states, (f"{_BEGUN}=1", incomplete), otherwise=playing), "State")
    sheet.colour_by_sign(_CHECK)


def _table_checks(ctx: Context) -> tuple[str, str]:
    """Whether the game could end like this (docs/dev/decisions.md), once every role and state is known; the winner of a few."""
    asked = f'IF({_BEGUN}=0,"·",{literal(short_text(ctx, "outcome_missing"))})'
    with_roles = first_of(
        (f"{_SIZE}=0", '""'),
        (f'{_WON}="?"', literal(short_text(ctx, "outcome_unknown"))),
        (f'{_OUTCOME}=""', asked),
        (f"{_TYPED_SEATS}<{_SIZE}", '"·"'),
        *((condition, literal(short_text(ctx, problem))) for condition, problem in impossible(STAGE)),
        otherwise=_GOOD,
    )
    nobody = (f"COUNTIF(Player_Id,{_WINNER_ID})<>1", literal(ctx._("× nobody of this table")))
    return with_roles, first_of((f'{_WINNER_ID}=""', asked), nobody, otherwise=_GOOD)


def _codes(ctx: Context, stage: int, row: int, rows: range) -> dict[str, str]:
    columns = ((condition, literal(STAGE.letters.get(key, ""))) for condition, _text, key in _line_cases(ctx))
    asked = first_of(*columns, otherwise='""')
    if ctx.rulebook.has_last_table:  # the highest payout wins
        most = f"SUMPRODUCT(MAX({_points(ctx, '')}))"
        won = f"IF({_COMPLETE}=0,0,IF({_points(ctx)}={most},1,0))"
    else:
        won = first_of(
            (f'{_WON}="law"', 'IF(OR(@Seat_Role="sheriff",@Seat_Role="deputy"),1,0)'),
            (f'{_WON}="outlaws"', 'IF(@Seat_Role="outlaw",1,0)'),
            (f'{_WON}="renegade"', f'IF(AND(@Seat_Role="renegade",OR(@Seat_Status="alive",{STAGE.cells[Role.RENEGADE]}=0)),1,0)'),
            otherwise="0",
        )
    sign = f"LEFT({STAGE.letters['Line_Check']}{row},1)"
    number, order = row - FIRST_SEAT + 1, f"{STAGE.letters['Order']}{row}"
    event, ids = "MATCH(@Player_Id,Leaving_Leaver,0)", STAGE.letters["Player_Id"]
    left = f'IF(RIGHT(INDEX(Leaving_Match,{event}),1)<="{stage}",{ctx.how_left(event, " · ")},"")'
    return {
        "Seat_Status": f'=IF(@Player="","",{code("@Status", "Status")})',
        "Seat_Won": f'=IF(@Player="",0,IF({_SMALL},IF(@Player_Id={_WINNER_ID},1,0),{won}))',
        "Sign": f'=IF({sign}="×",2,IF({sign}="!",1,0))',
        "Asked": f'=IF(@Sign=0,"",{asked})',
        "Left": f'=IF(@Player="","",IFERROR({left},""))',
        "Order": f'=IF({_SIZE}<{number},"",IFERROR(MATCH(SMALL(Choice,{number}),Choice,0),{number}))',
        "Mark": f'=IF({order}="","",IF(INDEX(Seat_Won,{order})=1,"✓",""))',
        "In_Order": f'=IF({order}="","",{player_name(f"INDEX(${ids}${FIRST_SEAT}:${ids}${rows[-1]},{order})")})',
    }
