"""The first sheet: the progress of the rounds and the accounts; beside them the event, and the regulation with its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.datavalidation import DataValidation

from bangxl.locale.catalog import N_
from bangxl.sheets import control
from bangxl.sheets.cells import beside, first_of, jump, link_if, literal, match_text, phrase
from bangxl.sheets.context import Context
from bangxl.sheets.finals import stage_title
from bangxl.sheets.ledger import round_span
from bangxl.sheets.record.cells import INPUTS, STAGE
from bangxl.sheets.record.texts import STATES
from bangxl.sheets.styles import (
    DATES,
    INK,
    MARGIN,
    PAPER,
    SCREEN,
    Sheet,
    edges,
    room,
)
from bangxl.tournament.rulebook import Games, Option
from bangxl.workbook.names import record_sheet, round_sheet, stage_sheet
from bangxl.workbook.words import YesNo, option_spellings, option_word, word

LEFT: Final = "B"
"""The column of the labels."""
_BEFORE, _BIDS, _PAID, _AFTER, _CHECK = range(2, 7)
"""Rows below the caption."""
_EMPTY: Final = STATES[0]


def column(number: int) -> str:
    """The column of a round, counted from 1."""
    return beside(LEFT, number)


def across(ctx: Context) -> int:
    """How many record sheets stand side by side."""
    return 1 if ctx.tables == 1 else ctx.rounds


def progress(sheet: Sheet, ctx: Context, top: int) -> int:
    """Write the boxes. Tables and games that the day does not need stay blank paper. Gives the last row."""
    _ = ctx._
    sheet.put(f"{LEFT}{top}", _("Progress"), "Caption")
    hidden = literal(_("Finished rounds are hidden: right-click on a tab below, then «Unhide…»."))
    click = literal(_("A click on a box opens its sheet."))
    sheet.put(control.WHERE, f"=IF(INDEX(Round_Over,1)=1,{hidden},{click})", "Note")
    rows = _boxes_by_game(ctx, top + 2) if ctx.tables == 1 else _boxes_by_table(ctx, top + 2)
    wide = across(ctx)
    rows += _stages(ctx, top + 2 + len(rows), len(rows[0]))
    for row, cells in enumerate([_heads(ctx), *rows], top + 1):
        looks = ["Text", *["State"] * wide, *["Centre"] * (len(cells) - wide - 1)]
        sheet.line(f"{LEFT}{row}", cells, ["Head left", *["Head"] * (len(cells) - 1)] if row == top + 1 else looks)
    first, end = top + 2, top + 1 + len(rows)
    sheet.states(f"{column(1)}{first}:{column(wide)}{end}")
    bare = edges(colour=PAPER, left="thin", right="thin", bottom="thin")
    sheet.highlight(f"{LEFT}{first}:{column(len(rows[0]) - 1)}{end}", f'${LEFT}{first}=""', border=bare)
    return end


def round_heads(ctx: Context) -> list[str]:
    """What stands over the rounds; at fixed tables over their games."""
    head = ctx._("Game {n}") if ctx.rulebook.fixed_tables else ctx._("Round {n}")
    return [head.format(n=n) for n in range(1, ctx.rounds + 1)]


def _heads(ctx: Context) -> list[str]:
    return ["", ctx._("State")] if ctx.tables == 1 else ["", *round_heads(ctx), ctx._("Complete")]


def _boxes_by_table(ctx: Context, top: int) -> list[list[str]]:
    """A row for the wall sheets, then one a table: its states in all rounds, blank while the tournament has no such table."""
    walls = [_wall(ctx, number) if number <= ctx.walls else "" for number in range(1, ctx.rounds + 1)]
    rows = [[ctx._("Wall sheet"), *walls, ""]]
    for place in range(1, ctx.tables + 1):
        label = literal(ctx._("Table {n}").format(n=place))
        cells = [_box(ctx, number, place, top + place) for number in range(1, ctx.rounds + 1)]
        rows.append([f'=IF({place}<=MAX(Tables_In_Use,1),{label},"")', *cells, _complete(ctx, place, top + place)])
    return rows


def _boxes_by_game(ctx: Context, top: int) -> list[list[str]]:
    """A row for the wall sheet, then one a game of the only table."""
    rows = [[ctx._("Wall sheet"), _wall(ctx, 1)]]
    for number in range(1, ctx.rounds + 1):
        label = literal(ctx._("Game {n}").format(n=number))
        rows.append([f'=IF({number}<=MAX(Rounds_Scheduled,Rounds_Seated,1),{label},"")', _box(ctx, number, 1, top + number)])
    return rows


def _stages(ctx: Context, top: int, length: int) -> list[list[str]]:
    """The knock-out: as many rows of this length as its tables need, each blank until the stage is seated."""
    rows: list[list[str]] = []
    wide = across(ctx)
    for stage, tables in enumerate(ctx.stages, 1):
        title = literal(stage_title(ctx, stage))
        for first in range(1, tables + 1, wide):
            row = top + len(rows)
            cells = [_knockout(ctx, stage, table, row) for table in range(first, min(first + wide, tables + 1))]
            rows.append([f'=IF(Stage{stage}_Seated<{first},"",{title})', *cells, *[""] * (length - 1 - len(cells))])
    return rows


def _knockout(ctx: Context, stage: int, table: int, row: int) -> str:
    """A knock-out table: the sign of its state, and a link to its sheet."""
    sheet, name = stage_sheet(stage, table), literal(" " + ctx._("Table {n}").format(n=table))
    shown = jump(sheet, f"LEFT({sheet}!{STAGE.cells['Check']},1)&{name}", INPUTS)[1:]
    return f'=IF(OR({LEFT}{row}="",{sheet}!{STAGE.cells["Size"]}=0),"",{shown})'


def _wall(ctx: Context, number: int) -> str:
    """The link to a wall sheet, once it is filled."""
    _ = ctx._
    text = _("► tables") if ctx.rulebook.fixed_tables else _("► round {n}").format(n=number)
    link = jump(round_sheet(number), literal(text))[1:]
    if not ctx.rulebook.fixed_tables:
        link = control.to_round(ctx, f"INDEX(Round_Over,{number})=1", round_sheet(number), literal(text), "A1")
    return f"=IF(Rounds_Seated<{number},{literal(_(STATES[0]))},{link})"


def _box(ctx: Context, number: int, table: int, row: int) -> str:
    """The state of a record sheet, as a link to it while its tab is there."""
    state = f"INDEX(Control_State,{control.table_row(ctx, number, table) - control.FIRST + 1})"
    link = control.to_round(ctx, f"INDEX(Round_Over,{number})=1", record_sheet(number, table), state, INPUTS)
    shown = first_of((f'LEFT({state},1)="·"', state), otherwise=link)
    return f'=IF({LEFT}{row}="","",{shown})'


def _complete(ctx: Context, table: int, row: int) -> str:
    """How many of its games are complete, of how many."""
    games = f"INDEX(Table_Games,{table})" if ctx.rulebook.fixed_tables else "Rounds_Scheduled"
    done = "+".join(f'(LEFT({column(number)}{row},1)="✓")' for number in range(1, ctx.rounds + 1))
    return f'=IF(OR({LEFT}{row}="",{games}=0),"",{done}&" / "&{games})'


def accounts(sheet: Sheet, ctx: Context, top: int) -> int:
    """Money before, less bids, plus winnings, money after: and whether the players' own accounts say the same.

    Gives the last row.
    """
    _, rounds, total = ctx._, range(1, ctx.rounds + 1), column(ctx.rounds + 1)
    sheet.put(f"{LEFT}{top}", _("The accounts that must balance"), "Caption")
    heads = ["", *round_heads(ctx), _("Total")]
    columns = [_account(ctx, number, top) for number in rounds]
    first = column(1)
    sums = (f"SUM({first}{top + row}:{column(ctx.rounds)}{top + row})" for row in (_BIDS, _PAID))
    started = f'{first}{top + _BEFORE}=""'
    totals = [f'=IF({started},"",{value})' for value in (f"{first}{top + _BEFORE}", *sums)]
    labels = [_("Money before"), _("less bids"), _("plus winnings")]
    rows = [[label, *(cells[i] for cells in columns), totals[i]] for i, label in enumerate(labels)]
    sheet.table(f"{LEFT}{top + 1}", heads, rows, ["Text", *["Money"] * (ctx.rounds + 1)])
    after = [*(cells[3] for cells in columns), f'=IF({started},"",{_after(total, top)})']
    sheet.line(f"{LEFT}{top + _AFTER}", [_("Money after"), *after], ["Text", *["Sum"] * (ctx.rounds + 1)])
    own = [*(f"SUM(Funds_{number})" for number in rounds), f"SUM(Funds_{ctx.rounds})"]
    checks = [_agree(f"{column(i)}{top + _AFTER}", money, ctx) for i, money in enumerate(own, 1)]
    sheet.line(f"{LEFT}{top + _CHECK}", [_("Check"), *checks], ["Text", *["State"] * (ctx.rounds + 1)])
    sheet.states(f"{first}{top + _CHECK}:{total}{top + _CHECK}")
    return top + _CHECK


def _account(ctx: Context, number: int, top: int) -> list[str]:
    """The four lines of a round, blank until it is seated."""
    seated = f"Rounds_Seated<{number}"
    before = f"SUM(Funds_{number - 1})" if number == 1 else f"{column(number - 1)}{top + _AFTER}"
    bids, paid = (f"SUM({round_span(ctx, key, number)})" for key in ("Bid", "Payout"))
    return [f'=IF({seated},"",{value})' for value in (before, bids, paid, _after(column(number), top))]


def _after(letter: str, top: int) -> str:
    return f"{letter}{top + _BEFORE}-{letter}{top + _BIDS}+{letter}{top + _PAID}"


def _agree(above: str, money: str, ctx: Context) -> str:
    """✓ if the sum of all players' money is the sum in the cell above, else × and the difference."""
    gap, empty, unit = f"ROUND({above}-{money},6)", literal(ctx._(_EMPTY)), ctx.rulebook.unit
    return f'=IF({above}="",{empty},IF({gap}=0,"✓ 0 {unit}","× "&FIXED({gap},0)&" {unit}"))'


_FORM: Final = 5
_RULES: Final = 16
_BOX: Final = 13.3
"""Characters that a round's column is wide, where there is room."""
_FEW: Final = 5
"""So many rounds leave room for a wide form."""
_LEAST_BOX: Final = 11
"""What a round's column leaves to the form where rounds are many: so wide its words and the links above it are."""
_FORM_WIDTHS: Final = range(36, 23, -1)
"""Characters of what is typed into the form, the widest first."""
_NARROWEST: Final = 4
"""So many columns stand beside the labels of the progress at least: the links need them."""
_ADVANCED: Final = 5
"""Rows of what few will ever need, the last ones of the regulation: a caption, and four to type into."""
OPTIONS: Final[Mapping[str, str]] = {
    "duel": N_("Duel"),
    "draw": N_("Draw"),
    "balance": N_("Share out the larger tables"),
    "keep_apart": N_("Keep apart"),
    "composition": N_("Tables asked for"),
    "scoring": N_("Scoring"),
    "auction": N_("Auction of characters"),
    "cash_rewards": N_("Cash rewards"),
    "experience": N_("Experience"),
    "games": N_("Games asked for"),
}
"""What stands beside the options."""
_FIRST_WORD = 6
_LONGEST_TEXT = 200
"""Characters that can be typed where anything can."""


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Event_…``, ``Option_…``, ``Chosen_…``, ``Public_Value`` and ``Rng_Seed``."""
    wide = max(across(ctx), _NARROWEST, ctx.rounds if _has_accounts(ctx) else 0)
    sheet = Sheet(wb, ctx.tab("setup"))
    gap, last = column(wide + 2), column(wide + 4)
    sheet.widths(2, *_widths(wide), 2, 12, 12, 12)
    places = (letter for number in range(wide + 5) if (letter := column(number)) != gap)
    nav = {f"{letter}2": target for letter, target in zip(places, _links(ctx), strict=False)}
    sheet.frame(last, ctx.tab("setup"), nav, freeze="A5", tab=INK, big=True)
    sheet.cursor(f"{last}{_FORM + 1}")
    label = column(wide + 3)
    _event(sheet, ctx, label)
    bottom = max(_regulation(sheet, ctx, label, column(wide + 6)), _progress(sheet, ctx))
    for row in range(_FORM, bottom + 1):
        sheet.height(row, 26 if row == _FORM else 21)
    sheet.page(f"B5:{last}{bottom}", landscape=True)


def _widths(wide: int) -> list[float]:
    """Of the progress and of the form beside it: where rounds are many, all is narrower."""
    label, *form = (18, 3, 20) if wide <= _FEW else (18, 2, 18)
    for typed in _FORM_WIDTHS:
        each = int((SCREEN - room([2, label, *form, typed])) / (wide + 1) - MARGIN)
        if wide <= _FEW or each >= _LEAST_BOX:
            break
    return [label, *[min(_BOX, each)] * (wide + 1), *form, typed]


def _links(ctx: Context) -> Iterator[tuple[str, str] | str]:
    """Where one can go from here, from left to right."""
    yield ctx.tab("players"), ctx.tab("players")
    yield _round_in_play(ctx)
    for sheet in ("control", "events", "rules"):
        yield ctx.tab(sheet), ctx.tab(sheet)
    for sheet in ("standings", "finals"):
        yield link_if('Published="yes"', ctx.tab(sheet), ctx.tab(sheet))
    if not ctx.rulebook.fixed_tables:
        yield link_if("Rounds_Seated>0", ctx.tab("meetings"), ctx.tab("meetings"))


def _progress(sheet: Sheet, ctx: Context) -> int:
    """The progress and, where there is always money, the accounts below; gives the last row."""
    end = progress(sheet, ctx, _FORM)
    return accounts(sheet, ctx, max(_RULES, end + 2)) if _has_accounts(ctx) else end


def _has_accounts(ctx: Context) -> bool:
    """Whether there is always money."""
    return ctx.rulebook.auction is not None and not ctx.rulebook.auction.optional


def _round_in_play(ctx: Context) -> str:
    """A link to the wall sheet of the last round that was seated; of fixed tables there is one for all."""
    if ctx.rulebook.fixed_tables:
        return link_if("Rounds_Seated>0", round_sheet(1), ctx._("► tables"))
    text = phrase(ctx._("► round {n}"), n="Rounds_Seated")
    there = "IF(Rounds_Seated=0,1,INDEX(Round_Over,Rounds_Seated))"
    return f'=IF({there}=1,"",HYPERLINK("#\'Round"&Rounds_Seated&"\'!A1",{text}))'


def _event(sheet: Sheet, ctx: Context, label: str) -> None:
    """The form: everything is optional. ``label`` is its first column."""
    _, typed = ctx._, beside(label, 1)
    sheet.put(f"{label}{_FORM}", _("Event"), "Caption")
    form = (
        (_("Name"), "Name", "Input"),
        (_("Date"), "Date", "Input date"),
        (_("Venue"), "Place", "Input"),
        (_("Region"), "Region", "Input"),
        (_("Kind"), "Kind", "Input"),
        (_("Organiser"), "Organiser", "Input"),
        (_("Referee"), "Referees", "Input"),
        (_("Second referee"), "", "Input"),
        (_("Report to"), "Report_To", "Input"),
    )
    kinds = ",".join((_("regional"), _("open"), _("other")))
    for row, (text, name, style) in enumerate(form, _FORM + 1):
        cell = f"{typed}{row}"
        sheet.line(f"{label}{row}", [text, None], ["Name", style])
        if name == "Date":
            sheet[cell].number_format = DATES[_.language]
        if name == "Kind":
            sheet.choose(cell, f'"{kinds}"')
        if name:
            sheet.book_name(f"Event_{name}", f"{cell}:{typed}{row + 1}" if name == "Referees" else cell)
    if ctx.rulebook.secret:
        sheet.put(f"{label}{_FORM + 1 + len(form)}", _("Secret sheets are only hidden: do not leave the PC open."), "Note")


def _regulation(sheet: Sheet, ctx: Context, label: str, helpers: str) -> int:
    """What is played: text and edition, options, and what follows from the number of players; gives the last row.

    ``label`` is the first column, ``helpers`` the first of the three hidden ones.
    """
    _, options, chosen = ctx._, ctx.rulebook.options, beside(label, 1)
    sheet.put(f"{label}{_RULES}", _("Regulation"), "Caption")
    withdrawn = phrase(_("{n}, of whom {gone} withdrawn"), n="Players_Started", gone="Entries_Gone")
    rows: list[tuple[str, str | None, str]] = [(_("Text"), _source(ctx), "Name")]
    rows += [(_(OPTIONS[key]), *_option(ctx, option)) for key, option in options.items()]
    rows += [
        (_("Players"), f"=IF(Entries_Gone=0,Players_Started,{withdrawn})", "Name"),
        (*_games(ctx), "Name"),
        (_("Tables at the start"), f"={_tables(ctx)}", "Name"),
        *([(_("Official result"), None, "Name")] if ctx.rulebook.official.is_conditional else []),
    ]
    for row, (text, value, style) in enumerate(rows, _RULES + 1):
        sheet.line(f"{label}{row}", [text, value], ["Name", style])
        if value and value.startswith("="):
            sheet[f"{chosen}{row}"].number_format = "0"  # else LibreOffice sets one while saving, and shifts the styles below
    for row, key in enumerate(options, _RULES + 2):
        sheet.book_name(f"Option_{key}", f"{chosen}{row}")
    bottom = _RULES + len(rows)
    if ctx.rulebook.official.is_conditional:
        sheet.book_name("Official_Note", f"{chosen}{bottom}")
    _choices(sheet, ctx, f"{chosen}{_RULES + 2}", helpers)
    _advanced(sheet, ctx, label, bottom + 2)
    return bottom + 1 + _ADVANCED


def _advanced(sheet: Sheet, ctx: Context, label: str, top: int) -> None:
    """What most tournaments leave alone: whether sheets are computed twice, and what makes the seed of the next draw."""
    _, typed = ctx._, beside(label, 1)
    sheet.put(f"{label}{top}", _("Advanced"), "Caption")
    rows = (
        ("Check_On_Fill", _("Check filled-in sheets"), word(YesNo.YES, ctx.catalog.language)),
        ("Public_Draw", _("Public draws"), word(YesNo.NO, ctx.catalog.language)),
        ("Public_Value", _("Public value for the next draw"), None),
        ("Rng_Seed", _("Seed for the next draw"), None),
    )
    for row, (key, text, value) in enumerate(rows, top + 1):
        sheet.line(f"{label}{row}", [text, value], ["Name", "Input"])
        sheet.book_name(key, f"{typed}{row}")
        if value is None:
            sheet[f"{typed}{row}"].number_format = "@"
    sheet.choose(f"{typed}{top + 1}:{typed}{top + 2}", "YesNo_List")
    hint = _("What the room supplies, for example the dice: 4 2 6. It makes the seed. Blank: the program takes a random value.")
    _prompt(sheet, f"{typed}{top + 3}", hint)


def _source(ctx: Context) -> str:
    """The regulation with what is printed on it: edition and day, if it has them."""
    _, book = ctx._, ctx.rulebook
    edition, day = book.source.edition, _.day(book.source.published)
    if edition and day:
        return _("{title}, v{edition} ({day})").format(title=book.title, edition=edition, day=day)
    if edition:
        return _("{title}, v{edition}").format(title=book.title, edition=edition)
    return _("{title} ({day})").format(title=book.title, day=day) if day else book.title


def _option(ctx: Context, option: Option) -> tuple[str | None, str]:
    """What stands in an option's cell at first, and its style: who has no choice has nothing to type."""
    if not option.values:
        return None, "Input"
    return option_word(option.default, ctx.catalog.language), "Input" if len(option.values) > 1 else "Text"


def _games(ctx: Context) -> tuple[str, str]:
    """How much is played, with its label."""
    _ = ctx._
    scheduled = '=IF(Rounds_Scheduled=0,"–",Rounds_Scheduled)'
    match ctx.rulebook.games:
        case Games.BY_PLAYERS:
            return _("Rounds"), scheduled
        case Games.EACH_SHERIFF:
            return _("Games at a table"), _("until everybody was Sheriff")
        case Games.TABLE_SIZE:
            return _("Games at a table"), _("as many as players at the table")
    return _("Games"), scheduled


def _tables(ctx: Context) -> str:
    """The tables at the start: those that were asked for, or the chart's."""
    chart = 'IFERROR(INDEX(Chart_Tables,MATCH(Players_Started,Chart_Players,0)),"–")'
    if "composition" not in ctx.rulebook.options:
        return chart
    return f'IF(TRIM(Option_composition)="",{chart},SUBSTITUTE(Option_composition,",","+"))'


def _choices(sheet: Sheet, ctx: Context, first: str, left: str) -> None:
    """Give the options, whose cells stand from ``first`` on downwards, what can be chosen.

    In the hidden columns from ``left`` on stand the words of all languages with their codes (``Option_Word``,
    ``Option_Code``), each drop-down shows the workbook's own; and what is in force (``Chosen_<key>``).
    """
    word, code, chosen = (beside(left, i) for i in range(3))
    row = _FIRST_WORD
    typed, top = sheet[first].column_letter, sheet[first].row
    for number, (key, option) in enumerate(ctx.rulebook.options.items(), top):
        cell = f"{typed}{number}"
        if not option.values:
            _free(sheet, ctx, key, cell)
            continue
        spoken = option_spellings(option.values, ctx.catalog.language)
        for i, (text, value) in enumerate(spoken.items(), row):
            sheet[f"{word}{i}"], sheet[f"{code}{i}"] = text, value
            sheet[f"{word}{i}"].number_format = "@"
        words, codes = (f"${letter}${row}:${letter}${row + len(spoken) - 1}" for letter in (word, code))
        default = literal(option.default)
        sheet[f"{chosen}{number}"] = f"=IFERROR(INDEX({codes},MATCH({match_text(cell)},{words},0)),{default})"
        sheet.book_name(f"Chosen_{key}", f"{chosen}{number}")
        if len(option.values) > 1:
            sheet.book_name(f"Offer_{key}", f"{word}{row}:{word}{row + len(option.values) - 1}")
            sheet.choose(cell, f"Offer_{key}")
            sheet.fade_locked(cell)
        row += len(spoken)
    sheet.book_name("Option_Word", f"{word}{_FIRST_WORD}:{word}{row - 1}")
    sheet.book_name("Option_Code", f"{code}{_FIRST_WORD}:{code}{row - 1}")
    sheet.hide(word, chosen)


def _free(sheet: Sheet, ctx: Context, key: str, cell: str) -> None:
    """An option that is typed: table sizes and pairs of players as text (Excel reads 6,5 as a number), or how many games."""
    _ = ctx._
    sheet[cell].number_format = "@"
    sheet.fade_locked(cell)
    if key == "composition":
        found = (f"INDEX(Chart_Code,MATCH(Players_Started,Chart_Players,{kind}))" for kind in (0, 1))
        sheet.choose(cell, ":".join(found))
        _tell(
            sheet.ws.data_validations.dataValidation[-1], _("Sizes of the tables, for example 6,6,5. Blank: as the chart says.")
        )
    elif key == "keep_apart":
        pairs = _("Pairs who should not share a table: Anna Rossi+Bruno Verdi, P003+P007. Blank: nobody is kept apart.")
        _prompt(sheet, cell, pairs)
    else:
        sheet[cell].number_format = "0"


def _prompt(sheet: Sheet, cell: str, text: str) -> None:
    """Say beside a selected cell what can be typed there: any text of a sensible length. ``text``: at most 255 characters."""
    validation = DataValidation("textLength", operator="lessThanOrEqual", formula1=str(_LONGEST_TEXT), allow_blank=True)
    _tell(validation, text)
    sheet.ws.add_data_validation(validation)
    validation.add(cell)


def _tell(validation: DataValidation, text: str) -> None:
    validation.promptTitle, validation.prompt, validation.showInputMessage = "BANG!", text, True
