"""The events sheet: one line for each warning, ejection, withdrawal, sit-out or ruling, with a check for gaps."""

from collections.abc import Mapping
from typing import Final

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.dimensions import RowDimension

from bangxl.sheets.context import WORDING, Context
from bangxl.sheets.formulas import Columns, code, first_of, literal, match_text, phrase, player_meant, player_name
from bangxl.sheets.styles import Sheet, aligned
from bangxl.tournament.model import EventType, Moment

FIRST_EVENT: Final = 7
"""The row of the first line."""
_SHOWN: Final = ("Type", "Player", "Moment", "After_Round", "Round", "Table", "Match", "Reason", "Automatic", "Check")
_HIDDEN: Final = ("Type_Code", "Player_Id", "Moment_Code", "Problem", "Stops")
"""The hidden columns after the visible ones; all are names ``Events_…``."""

EVENT_PROBLEMS: Final[Mapping[str, str]] = WORDING["event_problems"]
"""The possible results of a line's check, in the order of the questions; Event_Problem on the lists."""

_ASKED: Final[Mapping[str, str]] = {
    "type": "Type", "player": "Player", "moment": "Moment", "after_round": "After_Round", "seat": "Table", "match": "Match",
    "stage": "Match", "sit_out": "Moment", "reason": "Reason", "game": "Table",
}  # fmt: skip
"""The column to type into for each problem, without its ``no_``; for ``no_table`` the round comes first."""
_RULING: Final = f'@Events_Type_Code="{EventType.RULING}"'
"""Whether a line decides a game."""

_LEAVES: Final = f'AND(@Events_Type_Code="{EventType.WITHDRAWAL}",Published="")'
"""Whether a line is a withdrawal while rounds are in play: by default after the current round."""


def line_count(ctx: Context) -> int:
    """The number of lines."""
    return max(40, ctx.capacity)


def event_columns(ctx: Context) -> Columns:
    """The block of the lines."""
    return Columns((*_SHOWN, "gap", *_HIDDEN), "C", FIRST_EVENT, FIRST_EVENT + line_count(ctx) - 1)


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Events_…``."""
    _, block, fixed_tables = ctx._, event_columns(ctx), ctx.rulebook.fixed_tables
    sheet = Sheet(wb, ctx.tab("events"))
    sheet.widths(2, 5, 17, 20, 27 if ctx.rulebook.knockout else 20, 8, 7, 7, 8, 25, 10, 24, 2, *[9] * len(_HIDDEN))
    sheet.hide(block.letter(_HIDDEN[0]), block.right)
    if not ctx.rulebook.has_finals:
        sheet.hide(block.letter("Match"), block.letter("Match"))
    links = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "D2": (ctx.tab("players"), _("Players")),
        "E2": (ctx.tab("rules"), _("Rules")),
    }
    sheet.frame("L", _("Events"), links, freeze="A7")
    sheet.cursor(f"{block.left}{FIRST_EVENT}")
    caption = _("Warnings, ejections, withdrawals, sit-outs, rulings: one line each, in the order in which they happened")
    sheet.caption("B5", caption)
    heads = [_("No."), _("What"), _("Player"), _("When")]
    heads += [_("After\ngame"), _("Game")] if fixed_tables else [_("After\nround"), _("Round")]
    heads += [_("Table"), _("Stage") if ctx.rulebook.knockout else _("Duel"), _("Reason"), _("Automatic"), _("Check")]
    inputs = ["Input", "Input", "Input", *["Input centre"] * 4, "Input"]
    check = _check(ctx)
    rows = ([row - FIRST_EVENT + 1, *[None] * 9, check] for row in block.rows)
    sheet.table("B6", heads, rows, ["Centre", *inputs, "Centre", "Name"], head_height=34)
    for row in block.rows:
        for key, formula in _codes(row, ctx).items():
            sheet[block.at(key, row)] = f"={formula}"
        # two lines of reason (31 points) fit from the start; the row grows for longer ones while somebody types
        sheet[block.at("Reason", row)].alignment = aligned("left", 1, wrap=True)
        sheet.ws.row_dimensions[row] = _Growing(sheet.ws, index=row, ht=31)
    sheet.book_names("Events", block)
    offers = {"Type": "EventType_List", "Moment": "Moment_List"} | ({"Match": "Match_List"} if ctx.rulebook.matches else {})
    most = {"After_Round": ctx.rounds, "Round": ctx.rounds, "Table": ctx.tables, "Match": len(ctx.stages)}
    numbers = {key: range(key != "After_Round", last + 1) for key, last in most.items() if last}
    offers |= {key: literal(",".join(map(str, offered))) for key, offered in numbers.items()} | {"Player": "Players_Name"}
    for key, source in (offers | ({"Reason": "Reason_List"} if ctx.rulebook.misconduct else {})).items():
        sheet.choose(block.all(key), source)
    # yellow for the cell that the line's own check asks for
    sheet.colour_by_sign(quiet=block.area("Check", "Check"))
    problem = block.at("Problem", FIRST_EVENT)
    for missing in ("no_type", "no_player", "no_moment", "no_after_round", "no_match", "no_stage", "no_reason"):
        sheet.flag(block.all(_ASKED[missing.removeprefix("no_")]), f"{problem}={_number(missing)}")
    sheet.flag(block.area("Round", "Table"), f'AND(G{FIRST_EVENT}="",{problem}={_number("no_table")})')
    sheet.page(f"B5:L{block.last}", landscape=True, tall=0, titles="5:6")


class _Growing(RowDimension):
    """A row without a manual height: Excel and LibreOffice fit it to its contents."""

    @property
    def customHeight(self) -> bool:  # noqa: N802 -- openpyxl's name
        return False


FIRST_WRONG: Final = "IFERROR(MATCH(1,Events_Stops,0),0)"
"""The first line that makes `bangxl seat` refuse, from 1; 0 if there is none."""


def _number(problem: str) -> int:
    return list(EVENT_PROBLEMS).index(problem) + 1


def asked_column(ctx: Context) -> str:
    """The letter of the column with the first wrong line's problem."""
    block, problem = event_columns(ctx), "INDEX(Events_Problem,Events_Wrong)"
    letters = "".join(block.letter(_ASKED.get(key.removeprefix("no_"), "Table")) for key in EVENT_PROBLEMS)
    table = f"{problem}={_number('no_table')}"
    no_round = f'AND({table},INDEX(Events_Round,Events_Wrong)="")'
    return f'IF({no_round},"{block.letter("Round")}",MID("{letters}",{problem},1))'


def _check(ctx: Context) -> str:
    """The text for a line: the person and time that it means, or the first problem."""
    # the current round; at fixed tables the game of the player's table
    table = "INDEX(Standings_Table,MATCH(@Events_Player_Id,Standings_Player,0))"
    played = f'IFERROR(INDEX(Table_Seated,{table}),"")' if ctx.rulebook.fixed_tables else "Rounds_Seated"
    after = phrase(ctx._("after game {n}") if ctx.rulebook.fixed_tables else ctx._("after round {n}"), n=played)
    supposed = f'AND({_LEAVES},@Events_Moment_Code="{Moment.BETWEEN_ROUNDS}",@Events_After_Round="")'
    done = f'IF({_RULING},"✓","✓ "&{player_name("@Events_Player_Id")}&IF({supposed}," · "&{after},""))'
    now = f'IF(@Events_Problem={_number("no_after_round")}," ("&{played}&")","")'
    return f'=IF(@Events_Problem="","",IF(@Events_Problem=0,{done},INDEX(Event_Problem,@Events_Problem)&{now}))'


def _codes(row: int, ctx: Context) -> dict[str, str]:
    """Hidden: the codes of the words, the number of the message, and 1 if the next draw must wait for a line.

    Only a ruling needs its reason at once (G10).
    """
    cases = [(condition, str(_number(problem) if problem else 0)) for condition, problem in _cases(ctx)]
    moment = code("@Events_Moment", "Moment")
    waits = f"IF(@Events_Problem<>{_number('no_reason')},1,IF({_RULING},1,0))"
    return {
        "Type_Code": code("@Events_Type", "EventType"),
        "Player_Id": player_meant("@Events_Player"),
        "Moment_Code": f'IF(AND({_LEAVES},COUNTA(E{row},G{row}:I{row})=0),"{Moment.BETWEEN_ROUNDS}",{moment})',
        "Problem": first_of((f"COUNTA(C{row}:J{row})=0", '""'), *cases, otherwise="0"),
        "Stops": f'IF(@Events_Problem="",0,IF(@Events_Problem=0,0,{waits}))',
    }


def _cases(ctx: Context) -> list[tuple[str, str]]:
    """What may be wrong with an event's line: conditions, and what then stands beside it; the first that holds."""
    between = '@Events_Moment_Code="between_rounds"'
    game, duel = '@Events_Moment_Code="during_game"', 'RIGHT(@Events_Moment_Code,4)="duel"'
    no_table = 'OR(@Events_Round="",@Events_Table="")'
    at_table = "COUNTIFS(Ledger_Player,@Events_Player_Id,Ledger_Round,@Events_Round,Ledger_Table,@Events_Table)"
    absent = f"NOT(AND(ISNUMBER(@Events_Round),ISNUMBER(@Events_Table),{at_table}>0))"
    sits = "AND(ISNUMBER(@Events_Table),COUNTIFS(Standings_Player,@Events_Player_Id,Standings_Table,@Events_Table)>0)"
    elsewhere = f'AND({between},@Events_Table<>"",@Events_Player_Id<>"",Rounds_Seated>0,NOT({sits}))'
    typed = f'"STAGE"&SUBSTITUTE(UPPER({match_text("@Events_Match")}),"STAGE","")'  # of a stage, its number or its code is typed
    stranger = f"ISERROR(MATCH({typed if ctx.rulebook.knockout else match_text('@Events_Match')},Match_List,0))"
    match = "stage" if ctx.rulebook.knockout else "match"
    rounds = f"IF(ISNUMBER(@Events_After_Round),OR(@Events_After_Round<0,@Events_After_Round>{ctx.rounds}),TRUE)"
    # a ruling names a game and has a reason; nothing else is needed (G10)
    seated = 'COUNTIFS(Ledger_Player,"?*",Ledger_Round,@Events_Round,Ledger_Table,@Events_Table)'
    return [
        ('@Events_Type_Code="?"', "type"),
        (f"AND({_RULING},{no_table})", "no_table"),
        (f"AND({_RULING},{seated}=0)", "no_game"),
        (f'AND({_RULING},@Events_Reason="")', "no_reason"),
        (_RULING, ""),
        ('@Events_Player_Id="?"', "player"),
        ('@Events_Moment_Code="?"', "moment"),
        (f'AND({between},@Events_After_Round<>"",{rounds})', "after_round"),
        (f'AND({game},NOT({no_table}),@Events_Player_Id<>"",{absent})', "seat"),
        *([(elsewhere, "seat")] if ctx.rulebook.fixed_tables else []),
        (f'AND({duel},@Events_Match<>"",{stranger})', match),
        (f'AND(@Events_Type_Code="sit_out",@Events_Moment_Code<>"",NOT({between}))', "sit_out"),
        ('@Events_Type_Code=""', "no_type"),
        ('@Events_Player_Id=""', "no_player"),
        ('@Events_Moment_Code=""', "no_moment"),
        (f'AND({between},@Events_After_Round="",NOT({_LEAVES}))', "no_after_round"),
        (f"AND({game},{no_table})", "no_table"),
        (f'AND({duel},@Events_Match="")', f"no_{match}"),
        ('AND(@Events_Type_Code="ejection",@Events_Reason="")', "no_reason"),
    ]
