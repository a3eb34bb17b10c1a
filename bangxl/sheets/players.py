"""The players' sheet: the entry list and the roll call. Columns right of the check hold hidden formulas."""

from collections.abc import Sequence
from typing import Final

from openpyxl.styles import Font
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.datavalidation import DataValidation

from bangxl import limits
from bangxl.sheets.context import Context
from bangxl.sheets.formulas import Columns, code, first_of, link_if, literal, phrase, trimmed
from bangxl.sheets.ledger import of_round
from bangxl.sheets.styles import NOTE, Sheet, SheetValue
from bangxl.tournament.model import EventType, Role, round_code
from bangxl.tournament.rulebook import SheriffRule
from bangxl.workbook.fields import PLAYER_FIELDS, InputKind
from bangxl.workbook.titles import round_title
from bangxl.workbook.words import YesNo

FIRST_PLAYER: Final = 7
_FOLLOWS: Final = {"Status": 26, "Warnings": 9, "Sheriff": 10, "Check": 21}
"""The columns of formulas that people see, right of `PLAYER_FIELDS`, with their widths."""
_HIDDEN: Final = ("Id", "Eligible", "Lot", "Mark", "Here", "Key", "Named", "Gone", "Same", "Seated", "Sign", "Until")
"""The program writes ``Id``, ``Eligible`` and ``Lot``; formulas compute the others. All are names ``Players_…``.

With fees there are ``Owed`` and ``Settled``, too: what each who is there or has paid owes, and how much of it is paid.

``Until`` is a player's last round, at a fixed table the last game; 999 while the player stays.
"""
_STYLES: Final = {
    **dict.fromkeys(("Number", "Warnings", "Sheriff"), "Centre"),
    "Status": "Name",
    **{key: "Input" if one.kind is InputKind.TEXT else "Input centre" for key, one in PLAYER_FIELDS.items()},
}
_COUNTS: Final = {
    "Entries_Named": "SUM(Players_Named)",
    "Entries_Present": "SUM(Players_Here)",
    "Entries_Gone": "SUM(Players_Gone)",
    "Entries_Wrong": 'IFERROR(MATCH("×",Players_Sign,0),0)',
    "Entries_Unmarked": (
        f'IF(OR(COUNTA(Players_Present)=0,COUNTIF(Players_Mark,"{YesNo.YES}")>0),'
        'SUMPRODUCT((Players_Named=1)*(Players_Mark="")),0)'
    ),
}
"""Counts for the caption and the next step; ``Entries_Wrong`` is the first row with a problem. Whoever marks only those who are
absent has marked everybody: blank counts as yes."""
_MOST_LISTED: Final = 7
"""The most rounds that the Sheriff's column lists."""
_LEFT: Final = "COUNTIF(Leaving_Leaver,@Players_Id)>0"


def player_columns(ctx: Context) -> Columns:
    """The block of the entry list."""
    visible = _visible(ctx)
    hidden = (*(key for key in _HIDDEN if key not in visible), *(("Owed", "Settled") if "fees" in ctx.extras else ()))
    return Columns((*visible, "gap", *hidden), "B", FIRST_PLAYER, FIRST_PLAYER + ctx.capacity - 1)


def _visible(ctx: Context) -> tuple[str, ...]:
    """The visible columns; with one for those who may not win the title, if it is not for everybody, and those of fees."""
    left_out = {key for key, one in PLAYER_FIELDS.items() if one.is_fee and "fees" not in ctx.extras}
    left_out |= set() if ctx.rulebook.only_eligible else {"Eligible"}
    return ("Number", *(key for key in PLAYER_FIELDS if key not in left_out), *_FOLLOWS)


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Players_…`` (by row) and ``Entries_…`` (counts)."""
    _, block, visible, fixed_tables = ctx._, player_columns(ctx), _visible(ctx), ctx.rulebook.fixed_tables
    hidden = block.keys[len(visible) + 1 :]
    sheet = Sheet(wb, ctx.tab("players"))
    sizes = {"Number": 6, **{key: one.width for key, one in PLAYER_FIELDS.items()}, **_FOLLOWS}
    for key in ("Region", "Email"):  # they make room for the columns that only some tournaments have
        sizes[key] -= 6 * (ctx.rulebook.only_eligible + ("fees" in ctx.extras))
    sheet.widths(2, *(sizes[key] for key in visible), 2, *[10] * len(hidden))
    wall = (_("Tables") if fixed_tables else _("Round {n}").format(n=1)) + " ►"
    nav = ctx.links(H2="standings") | {
        "D2": (ctx.tab("events"), ctx.tab("events") + " ►"),
        "E2": link_if("Rounds_Seated>0" if fixed_tables else "Rounds_Seated=1", round_code(1), wall),
    }
    sheet.frame(block.letter("Check"), ctx.tab("players"), nav, freeze=f"A{FIRST_PLAYER}")
    sheet.cursor(f"{block.letter('Name')}{FIRST_PLAYER}")
    counts = {"entries": "Entries_Named", "present": "Entries_Present", "gone": "Entries_Gone"}
    text = phrase(_("Entries: {entries} · present: {present} · withdrawn: {gone}"), **counts)
    if "fees" in ctx.extras:
        text += '&" · "&' + phrase(_("fees paid: {paid} of {owed}"), paid="SUM(Players_Settled)", owed="SUM(Players_Owed)")
    sheet.caption("B5", "=" + text)
    _list(sheet, ctx, block, visible)
    # what formulas need for each player; rows without a name never count
    sheet.hide(block.letter(hidden[0]), block.right)
    for key in hidden:
        sheet[block.at(key, FIRST_PLAYER - 1)] = key
    left = 'LEFT(@Players_Status,1)="–"'
    gone = f"AND({left},@Standings_Home>Rounds_Seated)" if ctx.rulebook.cuts else left  # not who went home at a cut
    for row in block.rows:
        cells = {
            "Mark": code("@Players_Present", YesNo.__name__),
            "Here": f'IF(@Players_Named=0,0,IF(@Players_Mark="{YesNo.NO}",0,1))',
            "Key": 'IF(@Players_Id<>"",@Players_Id,IF(@Players_Named=0,"","P"&TEXT(@Players_Number,"000")))',
            "Named": f'IF({trimmed("@Players_Name")}="",0,1)',
            "Gone": f"IF({gone},1,0)",
            "Same": f"IF(@Players_Named=0,0,SUMPRODUCT(--(Players_Name={block.at('Name', row)})))",
            "Seated": 'IF(@Players_Id="",0,COUNTIF(Ledger_Player,@Players_Id))',
            "Sign": "LEFT(@Players_Check,1)",
            "Until": 'IF(@Standings_Left="",999,INDEX(Leaving_Last_Round,@Standings_Left))',
        }
        if "fees" in ctx.extras:
            fee, paid = "IF(ISNUMBER(@Players_Fee),@Players_Fee,N(Entry_Fee))", code("@Players_Paid", YesNo.__name__)
            cells["Settled"] = f'IF(AND(@Players_Named=1,{paid}="{YesNo.YES}"),{fee},0)'
            cells["Owed"] = f"MAX(@Players_Here*{fee},@Players_Settled)"
        for key, formula in cells.items():
            sheet[block.at(key, row)] = f"={formula}"
    sheet.book_names("Players", block)
    for row, (name, formula) in enumerate(_COUNTS.items(), 1):
        sheet[block.at("Same", row)] = f"={formula}"
        sheet.book_name(name, block.at("Same", row))
    sheet.page(f"B5:{block.letter('Check')}{block.last}", landscape=True, tall=0, titles="5:6")


def _list(sheet: Sheet, ctx: Context, block: Columns, visible: Sequence[str]) -> None:
    _ = ctx._
    sheriff = _("Sheriff\nin game") if ctx.rulebook.fixed_tables else _("Sheriff\nin round")
    heads = {
        "Number": _("No."),
        **{key: _(one.head) for key, one in PLAYER_FIELDS.items()},
        **({"Present": _("Tonight")} if ctx.rulebook.league else {}),
        "Status": _("State"),
        "Warnings": _("Warn-\nings"),
        "Sheriff": _("Times\nSheriff") if ctx.rounds > _MOST_LISTED else sheriff,
        "Check": _("Check"),
    }
    warnings = f'COUNTIFS(Leaving_Player,@Players_Id,Leaving_Type,"{EventType.WARNING}")'
    cells: dict[str, SheetValue] = {
        "Status": _status(ctx),
        "Warnings": f'=IF(@Players_Id="","",IF({warnings}=0,"",{warnings}))',
        "Sheriff": _sheriff(ctx),
    }
    lines = ({**cells, "Number": i, "Check": _check(ctx, block, row)} for i, row in enumerate(block.rows, 1))
    values = ([line.get(key) for key in visible] for line in lines)
    looks = [_STYLES.get(key, "Text") for key in visible]
    sheet.table("B6", [heads[key] for key in visible], values, looks, head_height=34)
    hint = _("The number of the table where this player has to sit in every round, for example near the door. Blank: anywhere.")
    number = DataValidation("whole", operator="between", formula1="1", formula2="99", allow_blank=True)
    number.promptTitle, number.prompt, number.showInputMessage = "BANG!", hint, True
    sheet.ws.add_data_validation(number)
    number.add(block.all("Table").replace("$", ""))
    for key in reversed(PLAYER_FIELDS):
        if key in visible and PLAYER_FIELDS[key].kind is InputKind.MARK:
            sheet.choose(block.all(key), "YesNo_List")
    if "fees" in ctx.extras:
        _fees(sheet, block)
    present = block.all("Present")
    name, mark = (block.at(key, FIRST_PLAYER) for key in ("Name", "Present"))
    someone = f'COUNTIF({block.all("Mark")},"{YesNo.YES}")>0'
    someone += "" if ctx.rulebook.league else ",Rounds_Seated=0"
    sheet.flag(present, f'AND({name}<>"",{mark}="",{someone})')
    sheet.highlight(
        block.area("Name", "Status"), f'LEFT({block.at("Status", FIRST_PLAYER)},1)="–"', ink=Font(color=NOTE, italic=True)
    )
    sheet.fade_locked(block.all("Name"))
    sheet.colour_by_sign(quiet=block.area("Check", "Check"))


def _fees(sheet: Sheet, block: Columns) -> None:
    """Who has paid, and what: once somebody has, whoever is there and has not is marked."""
    sheet.ws.add_data_validation(amount := whole_amount())
    amount.add(block.all("Fee").replace("$", ""))
    here, owed, settled = (block.at(key, FIRST_PLAYER) for key in ("Here", "Owed", "Settled"))
    sheet.flag(block.all("Paid"), f"AND({here}=1,{owed}>{settled},SUM(Players_Settled)>0)")


def whole_amount() -> DataValidation:
    """What an amount at the door may be."""
    return DataValidation("whole", operator="between", formula1="0", formula2=str(10**limits.FEE - 1), allow_blank=True)


def _status(ctx: Context) -> str:
    """Active, present, absent, cut, withdrawn or ejected with the last round. Presence matters until the draw of round 1."""
    _, step = ctx._, " · " + round_title("{n}", ctx._, ctx.rulebook)
    how, cut = ctx.how_left("@Standings_Left", "– "), literal("– " + _("cut"))
    until = f'IF(@Players_Until=0,"",{phrase(step, n="@Players_Until")})'
    if ctx.rulebook.has_finals:
        until = f"IF(INDEX(Leaving_Early,@Standings_Left)=0,{literal(' · ' + _('finals'))},{until})"
    home = ("@Standings_Home<=Rounds_Seated", f"{cut}&{phrase(step, n='@Standings_Home')}")
    return "=" + first_of(
        ('@Players_Name&@Players_Id=""', '""'),
        (f'IF(@Players_Id="",FALSE,{_LEFT})', f"{how}&{until}"),
        *([home] if ctx.rulebook.cuts else []),
        *([] if ctx.rulebook.league else [("IF(Rounds_Seated=0,FALSE,@Standings_Entrant=1)", literal(_("active")))]),
        ("@Players_Here=0", literal(_("absent"))),
        ("TRUE" if ctx.rulebook.league else "Rounds_Seated=0", literal(_("present"))),
        otherwise=literal(_("not seated")),
    )


def _sheriff(ctx: Context) -> str:
    """The rounds or games as Sheriff, with a star; only their number if there are too many to list."""
    by_seat = ctx.rulebook.sheriff is SheriffRule.SEAT_1 and not ctx.rulebook.fixed_tables
    column, sheriff = ("Seat", "1") if by_seat else ("Role", f'"{Role.SHERIFF}"')
    times = f"COUNTIFS(Ledger_Player,@Players_Id,Ledger_{column},{sheriff})"
    stars = []
    for n in range(1, ctx.rounds + 1):
        here = f"COUNTIFS({of_round('Player', n)},@Players_Id,{of_round(column, n)},{sheriff})>0"
        mark = str(n) if ctx.rulebook.fixed_tables else ctx._("R{n}").format(n=n)
        stars.append(f'IF({here}," {mark}","")')
    text = f'" "&{times}' if ctx.rounds > _MOST_LISTED else "&".join(stars)
    return f'=IF(@Players_Id="","",IF({times}=0,"","★"&{text}))'


def _check(ctx: Context, block: Columns, row: int) -> str:
    """The most serious problem of an entry. Equal names are allowed: sheets then show the id too; a hint until the draw."""
    _, name, referee, league = ctx._, block.at("Name", row), ctx.rulebook.referee, ctx.rulebook.league
    barred = referee is not None and not referee.plays
    number = f"SUMPRODUCT((Players_Name={name})*Players_Number)-@Players_Number"
    first, second = (f"{trimmed(f'INDEX(Event_Referees,{i})')}={trimmed('@Players_Name')}" for i in (1, 2))
    nameless = literal(_("× name missing"))
    drawn = 'IF(Rounds_Seated=0,"! ","")'
    marked = f'COUNTIF(Players_Mark,"{YesNo.YES}")>0'  # in a league this goes on: who is there changes
    marked = marked if league else f"AND({marked},Rounds_Seated=0)"
    namesake = phrase(_("same name as no. {n}"), n=number)
    namesakes = phrase(_("same name {n} times"), n="@Players_Same")
    late = f'AND(@Standings_Entrant=0,@Players_Mark<>"{YesNo.NO}",NOT({_LEFT}))'
    return "=" + first_of(
        ("@Players_Named=0", f'IF(@Players_Region&@Players_Email&@Players_Present&@Players_Id="","",{nameless})'),
        *([(f"IF({first},TRUE,{second})", literal(_("× is the referee")))] if barred else []),
        ('@Players_Mark="?"', literal(_("× present: yes or no"))),
        *([] if league else [(f'IF(@Players_Mark="{YesNo.NO}",@Players_Seated>0,FALSE)', literal(_("× absent, but seated")))]),
        ("@Players_Same=2", f"{drawn}&{namesake}"),
        ("@Players_Same>2", f"{drawn}&{namesakes}"),
        (f'IF(@Players_Present="",{marked},FALSE)', literal(_("! present? yes or no"))),
        *([] if league else [(f"IF(Rounds_Seated=0,FALSE,{late})", literal(_("! not in the draw of round 1")))]),
        otherwise='""',
    )
