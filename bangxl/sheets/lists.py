"""The hidden lists: words and codes, drop-downs, texts by table size, findings, technical cells.

One column for each name: row 1 holds the name, for people who unhide the sheet; its cells stand below.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl import limits
from bangxl.locale.catalog import MONTHS, WEEKDAYS
from bangxl.sheets import events, sections
from bangxl.sheets.context import Context
from bangxl.sheets.formulas import code, first_of, phrase, shifted, trimmed
from bangxl.sheets.record import sheet as record_sheet, texts as record_texts
from bangxl.sheets.record.layout import COLUMN_LOOKS, layout_of
from bangxl.sheets.record.texts import Stage
from bangxl.sheets.styles import Sheet, SheetValue
from bangxl.tournament.model import WALKOVER, EventType, Moment, Outcome, Role, Status, stage_code
from bangxl.tournament.options import ON
from bangxl.workbook.fields import fields, optional_columns
from bangxl.workbook.names import DIGEST, FORMAT_VERSION, FUND, IDLE_COLUMNS, LATEST_CODE, LOGO, LOGO_PIECE_LENGTH
from bangxl.workbook.words import YesNo, kind_spellings, moment_word, offered, search_list, spellings

_KINDS: Final[Mapping[str, type[StrEnum]]] = {kind.__name__: kind for kind in (Role, Status, Outcome, YesNo, EventType, Moment)}
"""Kinds of words by the first part of their names: ``Role_Word``, ``Role_Code``, ``Role_List``."""

_Column = tuple[str, Sequence[SheetValue]]
"""The name of a column, and its cells."""


def build(wb: Workbook, ctx: Context) -> None:
    """Add the hidden sheet and its names, one column each."""
    sheet = Sheet(wb, ctx.tab("lists"), hidden=True)
    sheet.ws.freeze_panes = "A2"
    sheet.ws.protection.sheet = True
    columns = [*_words(ctx), *_offers(ctx), *_sizes(ctx), *_in_force(ctx), *_texts(ctx), *_technical(ctx), *_players(ctx)]
    columns += [(LOGO, [None] * -(-limits.LOGO * 4 // 3 // LOGO_PIECE_LENGTH))] if "logo" in ctx.extras else []
    sheet.widths(*[16] * len(columns))
    for number, (name, values) in enumerate(columns):
        letter = shifted("A", number)
        sheet.put(f"{letter}1", name, "Head left")
        for row, value in enumerate(values, 2):
            if value not in {None, ""}:
                sheet.put(f"{letter}{row}", value, "Paper")
        last = f":{letter}{1 + len(values)}" if len(values) > 1 else ""
        sheet.book_name(name, f"{letter}2{last}")


def _words(ctx: Context) -> Iterator[_Column]:
    """The workbook's own words of every kind and all their possible beginnings, with the codes. Characters too."""
    language, last = ctx.catalog.language, bool(ctx.rulebook.among_last)
    characters = spellings([(name, name) for name in ctx.rulebook.characters])
    for key, kind in (*_KINDS.items(), ("Character", None)):
        spoken = characters
        if kind is not None:
            yield f"{key}_List", [moment_word(one, ctx.rulebook, language) for one in offered(kind, among_last=last)]
            spoken = {text: code.value for text, code in kind_spellings(kind, language, among_last=last).items()}
        beginnings = search_list(spoken, "?")
        yield f"{key}_Word", [text for text, _code in beginnings]
        yield f"{key}_Code", [code for _text, code in beginnings]


def _offers(ctx: Context) -> Iterator[_Column]:
    rulebook = ctx.rulebook
    yield "Character_List", list(rulebook.characters)
    if rulebook.card_price or rulebook.lives:
        yield "Character_Lives", list(rulebook.characters.values())
    if rulebook.duel_modes:
        most = max(winner for mode in rulebook.duel_modes.values() for winner, _ in mode.scores)
        yield "Score_List", [*range(most + 1), WALKOVER]
    if rulebook.misconduct:
        yield "Reason_List", sections.reasons(ctx)
    stages = (stage_code(number) for number in range(1, len(ctx.stages) + 1))
    yield "Match_List", [*(match.code for match in rulebook.matches), *stages] or [None]


def _sizes(ctx: Context) -> Iterator[_Column]:
    """What depends on the number of players at a table: row n of these columns is for n players."""
    roles, sizes = ctx.rulebook.roles, range(1, ctx.largest + 1)
    yield from record_sheet.lists(ctx)
    seats = [(f"{size}|{role}", count) for size, counts in sorted(roles.items()) for role, count in counts.items()]
    yield "Seats_Key", [key for key, _count in seats]
    yield "Seats_Count", [count for _key, count in seats]
    yield "Size_Roles", [ctx.roles_text(roles[size]) if size in roles else None for size in sizes]
    yield "Size_Title", [ctx._("Record sheet, {players} players").format(players=size) for size in sizes]
    yield "Size_Winnings", [ctx._("Winnings at a table of {players}").format(players=size) for size in sizes]


def _texts(ctx: Context) -> Iterator[_Column]:
    cases = [record_texts.problem_words(problem, stage, ctx) for stage in Stage for problem in range(1, record_texts.NONE + 1)]
    yield "Problem_Sign", [case.sign for case in cases]
    yield "Problem_State", [case.state for case in cases]
    yield "Problem_Short", [case.short for case in cases]
    yield "Problem_Text", [case.text for case in cases]
    letters = layout_of(ctx.rulebook).named_columns()
    yield "Problem_Column", [letters.get(problem.at) for problem in record_texts.PROBLEMS]
    yield "Event_Problem", [ctx._(problem).format(cell="{cell}") for problem in events.EVENT_PROBLEMS.values()]


def _in_force(ctx: Context) -> Iterator[_Column]:
    """Amounts that the referee's options switch on, in dollars; Auction_Played is 1 or 0. Formulas use only these names."""
    rulebook, auction = ctx.rulebook, ctx.rulebook.auction

    def with_option(key: str, amount: int) -> list[SheetValue]:
        return [f'=IF(Chosen_{key}="{ON}",{amount},0)' if key in rulebook.options else 0]

    if auction is not None:
        yield "Auction_Played", with_option("auction", 1) if auction.optional else [1]
        yield "Auction_Start", with_option("auction", auction.start) if auction.optional else [auction.start]
    if rulebook.card_price:
        yield "Amount_Card", with_option("experience", rulebook.card_price)
    if rulebook.cash_reward:
        yield "Amount_Outlaw_Killed", with_option("cash_rewards", rulebook.cash_reward)
    for field in fields(rulebook):
        if field.bonus is not None and field.bonus.of is not None:
            first, *others = ((scoring.code, str(field.bonus.of(scoring))) for scoring in rulebook.scorings.values())
            cases = ((f'Chosen_scoring="{code}"', dollars) for code, dollars in others)
            yield field.amount, ["=" + first_of(*cases, otherwise=first[1])]


def _technical(ctx: Context) -> Iterator[_Column]:
    _ = ctx._
    yield "Format_Version", [FORMAT_VERSION]
    if idle := optional_columns(ctx.rulebook):
        yield IDLE_COLUMNS, idle
    yield "Rulebook_Id", [ctx.rulebook.id]
    yield "Rulebook_Text", [ctx.rulebook.text]
    yield "Workbook_Language", [ctx.catalog.language]
    for key in ("Closed_After_Round", "Published", "Closed", "Lots_By_Hand", *([FUND] if ctx.rulebook.fee_shares else [])):
        yield key, [None]
    yield "Weekday_Word", [_(day) for day in WEEKDAYS]
    yield "Month_Word", [_(month) for month in MONTHS]
    day = {"weekday": "INDEX(Weekday_Word,WEEKDAY(Event_Date,2))", "month": "INDEX(Month_Word,MONTH(Event_Date))"}
    written = phrase(_("{weekday} {day} {month} {year}"), **day, day="DAY(Event_Date)", year="YEAR(Event_Date)")
    yield "Event_Day", [f'=IF(ISNUMBER(Event_Date),{written},Event_Date&"")']
    yield DIGEST, [None]  # filled when every sheet has its names
    yield LATEST_CODE, [None]
    yield "Stamp_On", [f'=IF({code("Check_On_Fill", "YesNo")}="{YesNo.NO}",0,1)']
    yield "Ruling_Head", [_(COLUMN_LOOKS["Ruling"][0] or "")]
    yield "Stamp_Changed", [_("changed since {time}")]


def _players(ctx: Context) -> Iterator[_Column]:
    """The names as all other sheets show them: without stray blanks, with the id if two players share a name.

    Player_Word and Player_Code find a player by id or by that name, like the other words. Players_Given are the names as typed,
    between blanks, so that whole words can be looked for.
    """
    places, second = ctx.capacity, f"ROW()-{1 + ctx.capacity}"
    names = []
    for place in range(1, places + 1):
        name, player = f"INDEX(Players_Given,{place})", f"INDEX(Players_Key,{place})"
        several = f"SUMPRODUCT(--(Players_Given={name}))>1"
        names.append(f'=IF(TRIM({name})="","",TRIM({name})&IF({several}," ("&{player}&")",""))')
    yield "Players_Given", [f'=" "&{trimmed("INDEX(Players_Name,ROW()-1)")}&" "'] * places
    yield "Players_Shown", names
    yield "Player_Word", ['=INDEX(Players_Key,ROW()-1)&""'] * places + [f"=INDEX(Players_Shown,{second})"] * places
    yield "Player_Code", ['=INDEX(Players_Key,ROW()-1)&""'] * places + [f'=INDEX(Players_Key,{second})&""'] * places
