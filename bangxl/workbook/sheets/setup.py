"""The first sheet: the event, the regulation, the progress of the rounds, and the accounts that must balance."""

from __future__ import annotations

from typing import Final

from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import LANGUAGES
from bangxl.workbook.context import Context, record_sheet, round_sheet
from bangxl.workbook.formulas import filled, first_of, quoted
from bangxl.workbook.sheets import control
from bangxl.workbook.sheets.ledger import round_span
from bangxl.workbook.sheets.problems import STATES
from bangxl.workbook.sheets.record_cells import INPUTS
from bangxl.workbook.styles import (
    INK,
    PAPER,
    book_name,
    choose,
    cursor,
    edges,
    frame,
    hide,
    highlight,
    jump,
    line,
    link_if,
    page,
    place,
    put,
    settled,
    states,
    table,
    widths,
)
from bangxl.workbook.words import option_word

FEW_TABLES: Final = 5
"""Up to so many tables the progress stands above the accounts; more would push them off the screen, then it stands below."""

_FORM: Final = 5
_RULES: Final = 16
_LEFT: Final = "E"


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Event_…``, ``Option_…`` and ``Rng_Seed``."""
    _ = ctx._
    ws, last = wb.create_sheet(ctx.tab("setup")), _column(ctx.rounds + 1)
    widths(ws, 2, 22, 36, 3, 18, *[14] * (ctx.rounds + 1), 2, 12, 12)
    nav: dict[str, tuple[str, str] | str] = {
        "B2": (ctx.tab("players"), ctx.tab("players")),
        "C2": _round_in_play(ctx),
        "E2": (ctx.tab("control"), ctx.tab("control")),
        "F2": (ctx.tab("events"), ctx.tab("events")),
        "G2": (ctx.tab("rules"), ctx.tab("rules")),
        "H2": link_if('Published="yes"', ctx.tab("standings"), ctx.tab("standings")),
        "I2": link_if('Published="yes"', ctx.tab("finals"), ctx.tab("finals")),
    }
    frame(ws, last, ctx.tab("setup"), nav, freeze="A5", tab=INK, big=True)
    ws["B3"].alignment = place("left", 1, shrink=True)
    cursor(ws, f"C{_FORM + 1}")
    _event(wb, ws, ctx)
    _regulation(wb, ws, ctx)
    progress, accounts = (_FORM, _RULES) if ctx.tables <= FEW_TABLES else (_FORM + 8, _FORM)
    _progress(ws, ctx, progress)
    _accounts(ws, ctx, accounts)
    bottom = max(_RULES + 8, progress + ctx.tables + 3, accounts + 6)
    for row in range(_FORM, bottom + 1):
        ws.row_dimensions[row].height = 26 if row == _FORM else 21
    page(ws, f"B5:{last}{bottom}", landscape=True)


def _column(number: int) -> str:
    """The column of a round on the right-hand side; one more than the rounds is the totals'."""
    return get_column_letter(5 + number)


def _round_in_play(ctx: Context) -> str:
    """A link to the wall sheet of the last round that was seated."""
    text = filled(ctx._("Round in play: {n}"), n="Rounds_Seated")
    return f'=IF(Rounds_Seated=0,"",HYPERLINK("#\'Round"&Rounds_Seated&"\'!A1",{text}))'


def _event(wb: Workbook, ws: Worksheet, ctx: Context) -> None:
    """The form: everything is optional."""
    _ = ctx._
    put(ws, f"B{_FORM}", _("Event"), "Caption")
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
    for row, (label, name, style) in enumerate(form, _FORM + 1):
        line(ws, f"B{row}", [label, None], ["Text", style])
        if name:
            book_name(wb, ws, f"Event_{name}", f"C{row}:C{row + 1}" if name == "Referees" else f"C{row}")
    kinds = ",".join((_("regional"), _("open"), _("other")))
    choose(ws, "C10", f'"{kinds}"', _("Choose a word from the list."))


def _regulation(wb: Workbook, ws: Worksheet, ctx: Context) -> None:
    """What is played: text and edition, options, and what follows from the number of players."""
    _, book = ctx._, ctx.rulebook
    put(ws, f"B{_RULES}", _("Regulation"), "Caption")
    day = "/".join(reversed(book.source.published.split("-")))
    source = _("{title}, v{edition} ({day})").format(title=book.title, edition=book.source.edition, day=day)
    withdrawn = filled(_("{n}, of whom {gone} withdrawn"), n="Players_Started", gone="Entries_Gone")
    chart = 'IFERROR(INDEX(Chart_Tables,MATCH(Players_Started,Chart_Players,0)),"–")'
    labels = {"duel": _("Duel"), "draw": _("Draw")}
    rows: list[tuple[str, str | None, str]] = [(_("Text"), source, "Name")]
    rows += [
        (labels.get(key, key), option_word(option.default, ctx.catalog.language), "Input" if len(option.values) > 1 else "Text")
        for key, option in book.options.items()
    ]
    rows += [
        (_("Players"), f"=IF(Entries_Gone=0,Players_Started,{withdrawn})", "Text"),
        (_("Rounds"), '=IF(Rounds_Scheduled=0,"–",Rounds_Scheduled)', "Text"),
        (_("Tables at the start"), f"={chart}", "Text"),
        (_("Seed for the next draw"), None, "Input"),
    ]
    for row, (label, value, style) in enumerate(rows, _RULES + 1):
        line(ws, f"B{row}", [label, value], ["Text", style])
        if value and value.startswith("="):
            ws[f"C{row}"].number_format = "0"  # without any, LibreOffice sets one while saving, and shifts the styles below
    for row, key in enumerate(book.options, _RULES + 2):
        book_name(wb, ws, f"Option_{key}", f"C{row}")
    book_name(wb, ws, "Rng_Seed", f"C{_RULES + len(rows)}")
    ws[f"C{_RULES + len(rows)}"].number_format = "@"
    _options(wb, ws, ctx)


def _options(wb: Workbook, ws: Worksheet, ctx: Context) -> None:
    """Hidden: the words of the options in all languages with their codes; each drop-down shows the workbook's own."""
    word, code = _column(ctx.rounds + 3), _column(ctx.rounds + 4)
    languages = sorted(LANGUAGES, key=lambda language: language != ctx.catalog.language)
    row = 6
    for number, (key, option) in enumerate(ctx.rulebook.options.items(), _RULES + 2):
        first = row
        for language in languages:
            for value in option.values:
                ws[f"{word}{row}"], ws[f"{code}{row}"] = option_word(value, language), value
                row += 1
        if len(option.values) > 1:
            book_name(wb, ws, f"Offer_{key}", f"{word}{first}:{word}{first + len(option.values) - 1}")
            choose(ws, f"C{number}", f"Offer_{key}", ctx._("Choose a word from the list."))
            settled(ws, f"C{number}")
    for option in ctx.rulebook.options.values():
        for value in option.values:
            ws[f"{word}{row}"] = ws[f"{code}{row}"] = value
            row += 1
    book_name(wb, ws, "Option_Word", f"{word}6:{word}{row - 1}")
    book_name(wb, ws, "Option_Code", f"{code}6:{code}{row - 1}")
    hide(ws, word, code)


def _progress(ws: Worksheet, ctx: Context, top: int) -> None:
    """Round by table: every cell opens its sheet. Tables that the day does not need stay blank paper."""
    _, last = ctx._, _column(ctx.rounds)
    put(ws, f"{_LEFT}{top}", _("Progress"), "Caption")
    put(ws, f"G{top}", _("A click on a box opens its sheet."), "Note")
    heads = ["", *(_("Round {n}").format(n=n) for n in range(1, ctx.rounds + 1)), _("Complete")]
    line(ws, f"{_LEFT}{top + 1}", heads, ["Head left", *["Head"] * (ctx.rounds + 1)])
    wall = [_wall(ctx, number) for number in range(1, ctx.rounds + 1)]
    rows = [[_("Wall sheet"), *wall, ""], *(_table_row(ctx, place, top + 2 + place) for place in range(1, ctx.tables + 1))]
    first, end, total = top + 2, top + 2 + ctx.tables, _column(ctx.rounds + 1)
    for row, cells in enumerate(rows, first):
        line(ws, f"{_LEFT}{row}", cells, ["Text", *["State"] * ctx.rounds, "Centre"])
    states(ws, f"F{first}:{last}{end}")
    unused = f'${_LEFT}{first + 1}=""'
    highlight(
        ws, f"{_LEFT}{first + 1}:{total}{end}", unused, border=edges(colour=PAPER, left="thin", right="thin", bottom="thin")
    )


def _wall(ctx: Context, number: int) -> str:
    """The link to a round's wall sheet, once it has been seated."""
    _ = ctx._
    text, empty = quoted(_("► round {n}").format(n=number)), quoted(_(STATES[0]))
    return f"=IF(Rounds_Seated<{number},{empty},{jump(round_sheet(number), text)[1:]})"


def _table_row(ctx: Context, place_number: int, row: int) -> list[str]:
    """A table's states in all rounds, blank while the tournament has no such table."""
    used = f"{place_number}<=MAX(Tables_In_Use,1)"
    label = ctx._("Table {n}").format(n=place_number)
    cells = [f'=IF({used},"{label}","")']
    for number in range(1, ctx.rounds + 1):
        state = f"INDEX(Control_State,{control.table_row(ctx, number, place_number) - control.FIRST + 1})"
        sheet = record_sheet(number, place_number)
        shown = first_of((f'LEFT({state},1)="·"', state), otherwise=jump(sheet, state, INPUTS)[1:])
        cells.append(f'=IF({_LEFT}{row}="","",{shown})')
    done = "+".join(f'(LEFT({_column(number)}{row},1)="✓")' for number in range(1, ctx.rounds + 1))
    cells.append(f'=IF(OR({_LEFT}{row}="",Rounds_Scheduled=0),"",{done}&" / "&Rounds_Scheduled)')
    return cells


def _accounts(ws: Worksheet, ctx: Context, top: int) -> None:
    """Money before, less bids, plus winnings, money after: and whether the players' own accounts say the same."""
    _, total = ctx._, _column(ctx.rounds + 1)
    put(ws, f"{_LEFT}{top}", _("The accounts that must balance"), "Caption")
    heads = ["", *(_("Round {n}").format(n=n) for n in range(1, ctx.rounds + 1)), _("Total")]
    columns = [_account(ctx, number, top) for number in range(1, ctx.rounds + 1)]
    first = _column(1)
    spans = (f"{first}{row}:{_column(ctx.rounds)}{row}" for row in (top + 3, top + 4))
    started = f'{first}{top + 2}=""'
    totals = [f'=IF({started},"",{value})' for value in (f"{first}{top + 2}", *(f"SUM({span})" for span in spans))]
    labels = [_("Money before"), _("less bids"), _("plus winnings")]
    rows = [[label, *(column[i] for column in columns), totals[i]] for i, label in enumerate(labels)]
    table(ws, f"{_LEFT}{top + 1}", heads, rows, ["Text", *["Money"] * (ctx.rounds + 1)])
    everything = f"{total}{top + 2}-{total}{top + 3}+{total}{top + 4}"
    after = [*(column[3] for column in columns), f'=IF({total}{top + 2}="","",{everything})']
    line(ws, f"{_LEFT}{top + 5}", [_("Money after"), *after], ["Text", *["Sum"] * (ctx.rounds + 1)])
    own = [f"SUM(Funds_{number})" for number in range(1, ctx.rounds + 1)] + [f"SUM(Funds_{ctx.rounds})"]
    checks = [_agree(_column(i), top + 5, money, quoted(_(STATES[0]))) for i, money in enumerate(own, 1)]
    line(ws, f"{_LEFT}{top + 6}", [_("Check"), *checks], ["Text", *["State"] * (ctx.rounds + 1)])
    states(ws, f"{first}{top + 6}:{total}{top + 6}")


def _account(ctx: Context, number: int, top: int) -> list[str]:
    """The four lines of a round, blank until it is seated."""
    column, seated = _column(number), f"Rounds_Seated<{number}"
    before = f"SUM(Funds_{number - 1})" if number == 1 else f"{_column(number - 1)}{top + 5}"
    bids, paid = (f"SUM({round_span(ctx, key, number)})" for key in ("Bid", "Payout"))
    after = f"{column}{top + 2}-{column}{top + 3}+{column}{top + 4}"
    return [f'=IF({seated},"",{value})' for value in (before, bids, paid, after)]


def _agree(column: str, row: int, money: str, empty: str) -> str:
    """✓ if the sum of all players' money is the sum above, else × and the difference."""
    gap = f"ROUND({column}{row}-{money},6)"
    return f'=IF({column}{row}="",{empty},IF({gap}=0,"✓ 0 $","× "&FIXED({gap},0)&" $"))'
