"""The first sheet: progress and accounts; beside them the event, and the regulation with its options.

The progress shows every record sheet with its state, round by table; a click opens the sheet. If there is only one table, its
games stand in rows. A league shows only the newest evening so, and a line for each evening. The tables of the knock-out appear
once they have seats. If money is spent, the accounts add up every round.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.datavalidation import DataValidation

from bangxl import limits
from bangxl.books.port import Ref
from bangxl.books.references import definition
from bangxl.locale.catalog import N_
from bangxl.sheets import control
from bangxl.sheets.context import Context
from bangxl.sheets.finals import stage_title
from bangxl.sheets.formulas import first_of, jump, link_if, literal, match_text, phrase, shifted
from bangxl.sheets.ledger import COUNTS, round_span
from bangxl.sheets.players import whole_amount
from bangxl.sheets.record.layout import INPUTS, STAGE
from bangxl.sheets.record.texts import STATES
from bangxl.sheets.styles import CELL_MARGIN, DATES, INK, NO_LINES, SCREEN, Sheet, width_of
from bangxl.tournament.model import game_code, round_code, stage_sheet
from bangxl.tournament.rulebook import Games, League
from bangxl.workbook.names import FEE, FOUR_EYES
from bangxl.workbook.titles import round_title
from bangxl.workbook.words import YesNo, option_spellings, option_word, word

_LABELS: Final = "B"
"""The column of the progress' labels."""
_BEFORE, _BIDS, _PAID, _AFTER, _CHECK = range(2, 7)
"""Rows of the accounts below their caption."""
_FORM: Final = 5
_RULES: Final = 16
_BOX: Final = 13.3
"""The width of a round's column in characters, if there is enough room."""
_FEW_ROUNDS: Final = 5
"""The most rounds that leave room for a wide form."""
_LEAST_BOX: Final = 12.5, 11
"""The minimal width of a round's column with few and with many rounds, for its words and the links; the form gets the rest."""
_FORM_WIDTHS: Final = range(36, 23, -1)
"""Possible widths of the form's inputs in characters, the widest first."""
_NARROWEST: Final = 4
"""The minimal number of columns beside the labels of the progress: the links need them."""
_OPTIONS: Final[Mapping[str, str]] = {
    "duel": N_("Duel"),
    "draw": N_("Draw"),
    "balance": N_("Take turns at larger tables"),
    "keep_apart": N_("Keep apart"),
    "composition": N_("Tables asked for"),
    "scoring": N_("Scoring"),
    "auction": N_("Auction of characters"),
    "cash_rewards": N_("Cash rewards"),
    "experience": N_("Experience"),
    "games": N_("Games asked for"),
    "characters": N_("Characters"),
    "evening": N_("Next evening"),
}
"""Explanations beside the options."""
_FIRST_WORD: Final = 6
"""The first row of the hidden words of the options."""
_READ_BY_COUNTS: Final = (
    *("Control_Codes", "Control_Players", "Round_Seated", "Table_Seated", "Round_Evening"),
    *("Ledger_Player", "Ledger_Settled", "Ledger_Role", "Ledger_Net", "Ledger_Counts"),
    *("Leaving_Type", "Leaving_Player", "Leaving_Leaver"),
    *("Players_Mark", "Standings_Player", "Standings_Table", "Players_Until", "Control_Sign", "Standings_Sheriffs"),
    *("Table_Games", "Standings_Gone", "Standings_Begun", "Ledger_Won", "Ledger_Alive", "Ledger_Lives"),
    *("Standings_Score", "Ledger_Opponents", *(f"Ledger_Opponents_{after}" for after in range(1, limits.ROUNDS))),
    *(f"Standings_{code}" for code in COUNTS),
    *("Standings_Rank", "Standings_Place", "Standings_Winner", "Standings_Through"),
)
"""The calculated columns over which formulas count and add up, each after those that it depends on."""


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Event_…``, ``Option_…``, ``Chosen_…``, ``Public_Value`` and ``Rng_Seed``."""
    auction = ctx.rulebook.auction
    has_accounts = auction is not None and not auction.optional and ctx.rulebook.league is None
    across = max(_across(ctx), _NARROWEST, ctx.rounds if has_accounts else 0)
    sheet = Sheet(wb, ctx.tab("setup"))
    gap, label, last, helpers = (_column(across + i) for i in (2, 3, 4, 6))
    # widths of the progress and of the form beside it; narrower if there are many rounds
    label_width, *form = (18, 3, 23) if across <= _FEW_ROUNDS else (18, 2, 18)
    for typed in _FORM_WIDTHS:
        each = ((SCREEN - width_of([2, label_width, *form, typed])) / (across + 1) - CELL_MARGIN) // 0.5 / 2
        if each >= _LEAST_BOX[across > _FEW_ROUNDS]:
            break
    sheet.widths(2, label_width, *[min(_BOX, each)] * (across + 1), *form, typed, 2, 12, 12, 12)
    places = (letter for number in range(across + 5) if (letter := _column(number)) != gap)
    nav = {f"{letter}2": target for letter, target in zip(places, _links(ctx), strict=False)}
    sheet.frame(last, ctx.tab("setup"), nav, freeze="A5", tab=INK, big=True)
    sheet.book_name("Calculated_First", f"{helpers}1")
    sheet.cursor(f"{last}{_FORM + 1}")
    _write_event(sheet, ctx, label)
    bottom = _write_regulation(sheet, ctx, label, helpers)
    end = _write_progress(sheet, ctx, _FORM)
    if has_accounts:
        end = _write_accounts(sheet, ctx, max(_RULES, end + 2))
    bottom = max(bottom, end)
    sheet.height(range(_FORM, bottom + 1), 21)
    sheet.height(_FORM, 26)
    sheet.page(f"B5:{last}{bottom}", landscape=True)


def calculate_first(refs: Mapping[str, Ref]) -> str:
    """The formula of ``Calculated_First``, at the head of the first sheet: it reads what others count, in the right order.

    ONLYOFFICE calculates from sheet to sheet and from row to row. Before a formula it calculates whatever that one needs, but not
    what COUNTIF and SUMIF read: there it takes what stands in the cells.
    """
    codes = tuple(f"!{key}" for key in ("Player_Id", "Seat_Character", "Seat_Role", "Seat_Status"))
    stages = (definition(place) for name, place in refs.items() if name.startswith("Stage") and name.endswith(codes))
    return f"=COUNTA({','.join((*stages, *(name for name in _READ_BY_COUNTS if name in refs)))})"


def _column(number: int) -> str:
    return shifted(_LABELS, number)


def _across(ctx: Context) -> int:
    if ctx.rulebook.league is not None:
        return ctx.rulebook.league.games
    return 1 if ctx.tables == 1 else ctx.rounds


def _links(ctx: Context) -> Iterator[tuple[str, str] | str]:
    yield ctx.tab("players"), ctx.tab("players")
    # to the wall sheet of the latest round with seats; fixed tables share one
    if ctx.rulebook.fixed_tables:
        yield link_if("Rounds_Seated>0", round_code(1), ctx._("► tables"))
    else:
        text = phrase(ctx._("► round {n}"), n="Rounds_Seated")
        over = "IF(Rounds_Seated=0,1,INDEX(Round_Over,Rounds_Seated))"
        yield f'=IF({over}=1,"",HYPERLINK("#\'Round"&Rounds_Seated&"\'!A1",{text}))'
    for tab in ("control", "events", "rules"):
        yield ctx.tab(tab), ctx.tab(tab)
    for tab in ("standings", "finals"):
        yield link_if('Published="yes"', ctx.tab(tab), ctx.tab(tab))
    if not ctx.rulebook.fixed_tables:
        yield link_if("Rounds_Seated>0", ctx.tab("meetings"), ctx.tab("meetings"))


def _write_progress(sheet: Sheet, ctx: Context, top: int) -> int:
    """Write the boxes. Unneeded tables and games stay blank. Return the last row."""
    _, across, first = ctx._, _across(ctx), top + 2
    sheet.put(f"{_LABELS}{top}", _("Progress"), "Caption")
    hidden = literal(_("Finished rounds are hidden. To see one, right-click a tab below, then «Unhide…»."))
    click = literal(_("Click a box to open its sheet (LibreOffice: Ctrl+click; Excel: «Enable Editing» first)."))
    sheet.put(control.HIDDEN_SHEETS_NOTE, f"=IF(INDEX(Round_Over,1)=1,{hidden},{click})", "Note")
    evenings: list[list[str]] = []
    if ctx.rulebook.league is not None:
        heads, rows, evenings = _tonight(ctx, ctx.rulebook.league, first)
    elif ctx.tables == 1:
        heads, rows = ["", _("State")], [[_("Wall list"), _wall(ctx, 1)]]
        for number in range(1, ctx.rounds + 1):
            label = literal(_("Game {n}").format(n=number))
            needed = f'=IF({number}<=MAX(Rounds_Scheduled,Rounds_Seated,1),{label},"")'
            rows.append([needed, _box(ctx, number, 1, first + number)])
    else:
        heads = ["", *_round_heads(ctx), _("Complete")]
        walls = [_wall(ctx, number) if number <= ctx.wall_count else "" for number in range(1, ctx.rounds + 1)]
        rows = [[_("Wall list"), *walls, ""]]
        for place in range(1, ctx.tables + 1):
            label, row = literal(_("Table {n}").format(n=place)), first + place
            boxes = [_box(ctx, number, place, row) for number in range(1, ctx.rounds + 1)]
            games = f"INDEX(Table_Games,{place})" if ctx.rulebook.fixed_tables else "Rounds_Scheduled"
            done = f'COUNTIF({_column(1)}{row}:{_column(ctx.rounds)}{row},"✓*")'
            complete = f'=IF(OR({_LABELS}{row}="",{games}=0),"",{done}&" / "&{games})'
            rows.append([f'=IF({place}<=MAX(Tables_In_Use,1),{label},"")', *boxes, complete])
    rows += _stages(ctx, first + len(rows), len(heads)) + evenings
    sheet.line(f"{_LABELS}{first - 1}", heads, ["Head left", *["Head"] * (len(heads) - 1)])
    for number in range(1, across + 1) if evenings else ():
        sheet[f"{_column(number)}{first - 1}"].number_format = _("Round {n}").replace("{n}", '"0').join(('"', ""))
    looks = ["Text", *["State"] * across, *["Centre"] * (len(heads) - across - 1)]
    for row, cells in enumerate(rows, first):
        sheet.line(f"{_LABELS}{row}", cells, looks)
    end = first + len(rows) - 1
    sheet.colour_by_sign(f"{_column(1)}{first}:{_column(across)}{end}")
    sheet.highlight(f"{_LABELS}{first}:{_column(len(heads) - 1)}{end}", f'${_LABELS}{first}=""', border=NO_LINES)
    if "four_eyes" in ctx.extras:
        text, end = _("Sheets complete: {read} · compared with the paper: {compared}"), end + 1
        read = 'COUNTIF(Control_Sign,"✓")'
        sheet.put(f"{_LABELS}{end}", "=" + phrase(text, read=read, compared="SUM(Control_Compared)"), "Note")
    return end


def _round_heads(ctx: Context) -> list[str]:
    """The heading over the rounds; at fixed tables over their games."""
    return [round_title(n, ctx._, ctx.rulebook) for n in range(1, ctx.rounds + 1)]


def _tonight(ctx: Context, league: League, top: int) -> tuple[list[str], list[list[str]], list[list[str]]]:
    """A league's headings, which are the numbers of the newest evening's rounds; the rows of these; and a line an evening."""
    _, places, lines = ctx._, range(1, league.games + 1), list[list[str]]()
    heads = [f"{_column(k)}${top - 1}" for k in places]
    # however the evenings were numbered, these are rounds that the workbook has
    before = f"MIN(Rounds_Seated-MIN(Evening_Games,{league.games}),{ctx.rounds - league.games})"
    in_use = ",".join(f"INDEX(Round_Seated,{head})" for head in heads)
    rows = [[_("Wall list"), *(_wall(ctx, head) for head in heads), ""]]
    for table in range(1, ctx.tables + 1):
        row, label = top + table, literal(_("Table {n}").format(n=table))
        boxes, span = [_box(ctx, head, table, row) for head in heads], f"{_column(1)}{row}:{_column(league.games)}{row}"
        played = f'COUNTIF({span},"<>"&{literal(_(STATES[0]))})'
        complete = f'=IF({_LABELS}{row}="","",COUNTIF({span},"✓*")&" / "&{played})'
        rows.append([f'=IF({table}<=MAX({in_use},1),{label},"")', *boxes, complete])
    for evening in range(1, league.evenings + 1):
        held, boxes = f"COUNTIF(Round_Evening,{evening})", []
        for k in places:
            number = f'COUNTIFS(Round_Evening,">0",Round_Evening,"<{evening}")+{k}'
            text = phrase(_("{n} players"), n=f"INDEX(Round_Players,{number})")
            boxes.append(f'=IF({held}<{k},{literal(_(STATES[0]))},IF(INDEX(Round_Done,{number})=1,"✓ ","► ")&{text})')
        lines.append([_("Evening {n}").format(n=evening), *boxes, f'={held}&" / {league.games}"'])
    tonight = phrase(_("Evening {n}"), n="Evening_Last")
    return [f"={tonight}", *(f"={before}+{k}" for k in places), _("Complete")], rows, lines


def _stages(ctx: Context, top: int, length: int) -> list[list[str]]:
    """The knock-out: as many rows of this length as its tables need; each stays blank until the stage has seats.

    A box shows the sign of the table's state, and links to its sheet.
    """
    rows: list[list[str]] = []
    across, check, size = _across(ctx), STAGE.cells["Check"], STAGE.cells["Size"]
    for stage, tables in enumerate(ctx.stages, 1):
        title = literal(stage_title(ctx, stage))
        for first in range(1, tables + 1, across):
            row, boxes = top + len(rows), []
            for table in range(first, min(first + across, tables + 1)):
                tab, name = stage_sheet(stage, table), literal(" " + ctx._("Table {n}").format(n=table))
                link = jump(tab, f"LEFT({tab}!{check},1)&{name}", INPUTS)[1:]
                boxes.append(f'=IF(OR({_LABELS}{row}="",{tab}!{size}=0),"",{link})')
            rows.append([f'=IF(Stage{stage}_Seated<{first},"",{title})', *boxes, *[""] * (length - 1 - len(boxes))])
    return rows


def _wall(ctx: Context, number: int | str) -> str:
    """The link to a wall sheet, once it has contents; ``number`` of a round, or the cell with it."""
    _, cell = ctx._, f'"&{number}&"' if isinstance(number, str) else number
    if ctx.rulebook.fixed_tables:
        link = jump(round_code(cell), literal(_("► tables")))[1:]
    else:
        text = _("► round {n}")
        text = phrase(text, n=number) if isinstance(number, str) else literal(text.format(n=number))
        link = control.to_round(ctx, f"INDEX(Round_Over,{number})=1", round_code(cell), text, "A1")
    return f"=IF(Rounds_Seated<{number},{literal(_(STATES[0]))},{link})"


def _box(ctx: Context, number: int | str, table: int, row: int) -> str:
    """The state of a record sheet, as a link to it while its tab is visible; ``number`` of a round, or the cell with it."""
    cell, before = f'"&{number}&"', f"({ctx.rounds}-{number})*{ctx.tables}+{table}"
    if isinstance(number, int):
        cell, before = str(number), str((ctx.rounds - number) * ctx.tables + table)
    state = f"INDEX(Control_State,{before})"
    link = control.to_round(ctx, f"INDEX(Round_Over,{number})=1", game_code(cell, table), state, INPUTS)
    text = first_of((f'LEFT({state},1)="·"', state), otherwise=link)
    return f'=IF({_LABELS}{row}="","",{text})'


def _write_accounts(sheet: Sheet, ctx: Context, top: int) -> int:
    """Money before, minus bids, plus winnings, money after; and whether the players' own accounts agree.

    A round is blank until it has seats. Return the last row.
    """
    _, rounds, unit = ctx._, range(1, ctx.rounds + 1), ctx.rulebook.unit
    letters = [_column(number) for number in range(1, ctx.rounds + 2)]
    first, total, last_round = letters[0], letters[-1], letters[-2]
    after = [f"{letter}{top + _BEFORE}-{letter}{top + _BIDS}+{letter}{top + _PAID}" for letter in letters]
    columns = []
    for number in rounds:
        before = "SUM(Funds_0)" if number == 1 else f"{letters[number - 2]}{top + _AFTER}"
        bids, paid = (f"SUM({round_span(ctx, key, number)})" for key in ("Bid", "Payout"))
        columns.append([f'=IF(Rounds_Seated<{number},"",{value})' for value in (before, bids, paid, after[number - 1])])
    sums = (f"SUM({first}{top + row}:{last_round}{top + row})" for row in (_BIDS, _PAID))
    totals = (f"{first}{top + _BEFORE}", *sums, after[-1])
    columns.append([f'=IF({first}{top + _BEFORE}="","",{value})' for value in totals])
    rows = list(zip(*columns, strict=True))
    labels = [_("Money before"), _("minus bids"), _("plus winnings")]
    sheet.put(f"{_LABELS}{top}", _("The accounts that must balance"), "Caption")
    heads, lines = ["", *_round_heads(ctx), _("Total")], [[label, *row] for label, row in zip(labels, rows, strict=False)]
    sheet.table(f"{_LABELS}{top + 1}", heads, lines, ["Text", *["Money"] * len(letters)])
    sheet.line(f"{_LABELS}{top + _AFTER}", [_("Money after"), *rows[3]], ["Text", *["Sum"] * len(letters)])
    checks = []
    for letter, number in zip(letters, [*rounds, ctx.rounds], strict=True):
        above = f"{letter}{top + _AFTER}"
        gap = f"ROUND({above}-SUM(Funds_{number}),6)"
        difference = f'IF({gap}=0,"✓ 0 {unit}","× "&FIXED({gap},0)&" {unit}")'
        checks.append(f'=IF({above}="",{literal(_(STATES[0]))},{difference})')
    sheet.line(f"{_LABELS}{top + _CHECK}", [_("Check"), *checks], ["Text", *["State"] * len(letters)])
    sheet.colour_by_sign(f"{first}{top + _CHECK}:{total}{top + _CHECK}")
    return top + _CHECK


def _write_event(sheet: Sheet, ctx: Context, label: str) -> None:
    """Write the form: everything is optional. ``label`` is its first column."""
    _, typed = ctx._, shifted(label, 1)
    sheet.put(f"{label}{_FORM}", _("Tournament"), "Caption")
    form = {
        "Name": _("Name"),
        "Date": _("Date"),
        "Place": _("Venue"),
        "Region": _("Region"),
        "Kind": _("Kind"),
        "Organiser": _("Organiser"),
        "Referees": _("Referee"),
        "": _("Second referee"),
        "Report_To": _("Report to"),
    }
    for row, (name, text) in enumerate(form.items(), _FORM + 1):
        cell = f"{typed}{row}"
        sheet.line(f"{label}{row}", [text, None], ["Name", "Input date" if name == "Date" else "Input"])
        if name == "Date":
            sheet[cell].number_format = DATES[_.language]
        if name == "Kind":
            kinds = ",".join((_("regional"), _("open"), _("other")))
            sheet.choose(cell, f'"{kinds}"')
        if name:
            sheet.book_name(f"Event_{name}", f"{cell}:{typed}{row + 1}" if name == "Referees" else cell)
    if ctx.rulebook.secret:
        sheet.put(f"{label}{_FORM + 1 + len(form)}", _("Secret sheets are only hidden: do not leave the PC unattended."), "Note")


def _write_regulation(sheet: Sheet, ctx: Context, label: str, helpers: str) -> int:
    """Write text and edition, options, and what follows from the number of players; return the last row.

    ``label`` is the first column, ``helpers`` the first of the three hidden ones.
    """
    _, rulebook, chosen = ctx._, ctx.rulebook, shifted(label, 1)
    sheet.put(f"{label}{_RULES}", _("Regulation"), "Caption")
    edition, day = rulebook.source.edition, _.day(rulebook.source.published)
    if edition and day:
        source = _("{title}, v{edition} ({day})").format(title=rulebook.title, edition=edition, day=day)
    elif edition:
        source = _("{title}, v{edition}").format(title=rulebook.title, edition=edition)
    else:
        source = _("{title} ({day})").format(title=rulebook.title, day=day) if day else rulebook.title
    rows: list[tuple[str, str | None, str]] = [(_("Edition"), source, "Name")]
    for key, option in rulebook.options.items():
        default = option_word(option.default, _.language) if option.values else None
        # without a choice there is no input
        rows.append((_(_OPTIONS[key]), default, "Text" if len(option.values) == 1 else "Input"))
    withdrawn = phrase(_("{n} ({gone} withdrawn)"), n="Players_Started", gone="Entries_Gone")
    tables = 'IFERROR(INDEX(Chart_Tables,MATCH(Players_Started,Chart_Players,0)),"–")'
    if "composition" in rulebook.options:
        tables = f'IF(TRIM(Option_composition)="",{tables},SUBSTITUTE(Option_composition,",","+"))'
    games = {
        Games.BY_PLAYERS: (_("Rounds"), ""),
        Games.EACH_SHERIFF: (_("Games at a table"), _("until everybody was Sheriff")),
        Games.TABLE_SIZE: (_("Games at a table"), _("as many as players at the table")),
        Games.MULTIPLE: (_("Games"), ""),
    }
    called, number = games[rulebook.games]
    rows += [
        (_("Players"), f"=IF(Entries_Gone=0,Players_Started,{withdrawn})", "Name"),
        (called, number or '=IF(Rounds_Scheduled=0,"–",Rounds_Scheduled)', "Name"),
        *([] if rulebook.league else [(_("Tables at the start"), f"={tables}", "Name")]),
        *([(_("Official result"), None, "Name")] if rulebook.official.is_conditional else []),
    ]
    for row, (text, value, style) in enumerate(rows, _RULES + 1):
        sheet.line(f"{label}{row}", [text, value], ["Name", style])
        if value and value.startswith("="):
            sheet[f"{chosen}{row}"].number_format = "0"  # else LibreOffice sets one while saving, and shifts the styles below
    for row, key in enumerate(rulebook.options, _RULES + 2):
        sheet.book_name(f"Option_{key}", f"{chosen}{row}")
    bottom = _RULES + len(rows)
    if rulebook.official.is_conditional:
        sheet.book_name("Official_Note", f"{chosen}{bottom}")
    _write_choices(sheet, ctx, f"{chosen}{_RULES + 2}", helpers)
    return _write_advanced(sheet, ctx, label, bottom + 2)


def _write_advanced(sheet: Sheet, ctx: Context, label: str, top: int) -> int:
    """The settings that most tournaments leave alone: compute sheets twice, and how the seed of the next draw is made."""
    _, typed, yes = ctx._, shifted(label, 1), word(YesNo.YES, ctx.catalog.language)
    sheet.put(f"{label}{top}", _("Advanced"), "Caption")
    rows = [
        ("Check_On_Fill", _("Check completed sheets"), yes),
        ("Public_Draw", _("Public draws"), word(YesNo.NO, ctx.catalog.language)),
        ("Public_Value", _("Public value"), None),
        ("Rng_Seed", _("Seed for the next draw"), None),
        *([(FOUR_EYES, _("Compared by another person"), yes)] if "four_eyes" in ctx.extras else []),
        *([(FEE, _("Entry fee"), "")] if "fees" in ctx.extras else []),
    ]
    for row, (key, text, value) in enumerate(rows, top + 1):
        sheet.line(f"{label}{row}", [text, value or None], ["Name", "Input"])
        sheet.book_name(key, f"{typed}{row}")
        if value is None:
            sheet[f"{typed}{row}"].number_format = "@"
    sheet.choose(f"{typed}{top + 1}:{typed}{top + 2}", "YesNo_List")
    hint = _("Type what the dice show, for example 4 2 6: it makes the seed. Leave it blank for a random value.")
    _prompt(_any_text(sheet, f"{typed}{top + 3}"), hint)
    if "four_eyes" in ctx.extras:
        sheet.choose(f"{typed}{top + 5}", "YesNo_List")
    if "fees" in ctx.extras:
        sheet.ws.add_data_validation(amount := whole_amount())
        amount.add(f"{typed}{top + len(rows)}")
    return top + len(rows)


def _write_choices(sheet: Sheet, ctx: Context, first: str, left: str) -> None:
    """Add the choices to the options, whose cells begin at ``first`` and go down.

    The hidden columns from ``left`` on hold the words of all languages with their codes (``Option_Word``, ``Option_Code``),
    the words that each drop-down shows, and the values in force (``Chosen_<key>``).
    """
    _ = ctx._
    word, code, chosen = (shifted(left, i) for i in range(3))
    row = _FIRST_WORD
    typed, top = sheet[first].column_letter, sheet[first].row
    for number, (key, option) in enumerate(ctx.rulebook.options.items(), top):
        cell = f"{typed}{number}"
        if not option.values:  # typed: sizes and pairs as text (Excel reads 6,5 as a number), or a number of games
            sheet[cell].number_format = "@" if key in {"composition", "keep_apart"} else "0"
            sheet.fade_locked(cell)
            if key == "composition":
                offers = (f"INDEX(Chart_Code,MATCH(Players_Started,Chart_Players,{kind}))" for kind in (0, 1))
                hint = _("Table sizes, for example 6,6,5. Blank: as the chart says.")
                _prompt(sheet.choose(cell, ":".join(offers)), hint)
            elif key == "keep_apart":
                hint = _("Pairs who should not share a table: Anna Rossi+Bruno Verdi, P003+P007. Blank: nobody.")
                _prompt(_any_text(sheet, cell), hint)
            continue
        spellings = option_spellings(option.values, ctx.catalog.language)
        for i, (text, value) in enumerate(spellings.items(), row):
            sheet[f"{word}{i}"], sheet[f"{code}{i}"] = text, value
            sheet[f"{word}{i}"].number_format = "@"
        words, codes = (f"${letter}${row}:${letter}${row + len(spellings) - 1}" for letter in (word, code))
        default = literal(option.default)
        sheet[f"{chosen}{number}"] = f"=IFERROR(INDEX({codes},MATCH({match_text(cell)},{words},0)),{default})"
        sheet.book_name(f"Chosen_{key}", f"{chosen}{number}")
        if len(option.values) > 1:
            sheet.book_name(f"Offer_{key}", f"{word}{row}:{word}{row + len(option.values) - 1}")
            choice = sheet.choose(cell, f"Offer_{key}")
            if key == "draw":
                few = _(
                    "With “{mixed}”, few people meet again, sit side by side again or get the same seat again (not with 11 or 13"
                    " players and “Take turns at larger tables”). Round 1 decides who meets whom later."
                )
                _prompt(choice, few.format(mixed=option_word("mixed", ctx.catalog.language)))
            sheet.fade_locked(cell)
        row += len(spellings)
    sheet.book_name("Option_Word", f"{word}{_FIRST_WORD}:{word}{row - 1}")
    sheet.book_name("Option_Code", f"{code}{_FIRST_WORD}:{code}{row - 1}")
    sheet.hide(word, chosen)


def _any_text(sheet: Sheet, cell: str) -> DataValidation:
    """A cell that takes any text of a sensible length, 200 characters."""
    validation = DataValidation("textLength", operator="lessThanOrEqual", formula1="200", allow_blank=True)
    sheet.ws.add_data_validation(validation)
    validation.add(cell)
    return validation


def _prompt(validation: DataValidation, hint: str) -> None:
    """Explain beside a selected cell what to type there; at most 255 characters."""
    validation.promptTitle, validation.prompt, validation.showInputMessage = "BANG!", hint, True
