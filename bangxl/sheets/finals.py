"""The finals: the bracket of duels or the stages of the knock-out, then the final ranking and the prizes.

A regulation without finals has only the final ranking. The data of a knock-out comes from the sheets of its tables, with the
players in the order in which they choose.
"""

from typing import Final

from openpyxl.styles import Font
from openpyxl.utils import column_index_from_string
from openpyxl.workbook.workbook import Workbook

from bangxl.locale.catalog import dotted
from bangxl.sheets import bracket, duel as duel_page, sections
from bangxl.sheets.context import Context
from bangxl.sheets.formulas import jump, literal, phrase, player_name, shifted
from bangxl.sheets.record.layout import FIRST_SEAT, STAGE
from bangxl.sheets.record.texts import role_count_rows
from bangxl.sheets.styles import NO_LINES, NOTE, Sheet, font
from bangxl.tournament.finals import PODIUM
from bangxl.tournament.knockout import seats_at_stages
from bangxl.tournament.model import stage_code, stage_sheet
from bangxl.workbook.names import AT_THE_END, LATEST_CODE, STAGE_DRAW, duel, finalists, later_stage
from bangxl.workbook.words import score_head

_TABLE: Final = (6.5, 27.0, 3.5, 2.0)
"""Widths of a table's columns: choice, name, mark, and a gap."""
_NAMES: Final = (40.0, 40.0, 1.0)
"""The widths for names with fewer than three tables side by side."""
_CROWN: Final = 32.0
"""The width of the winner's column: visible on every screen."""
_HIDDEN: Final = 8
"""Hidden columns: ids and prizes; tables and draw of each stage; role cards with their counts."""
_MOST_WINNERS: Final = 4
"""The most winners to name: scores are seldom equal."""
_OPEN: Final = "INDEX(Finals_Place,1)<>1"
_SIZE, _CHECK = STAGE.cells["Size"], STAGE.cells["Check"]


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet, hidden until the publication of the standings, with the names ``Finals_…``."""
    _, sheet, rows = ctx._, Sheet(wb, ctx.tab("finals"), hidden=True), finalists(ctx.rulebook, ctx.capacity)
    if ctx.rulebook.knockout is not None:
        last = shifted("A", len(_stage_widths(ctx)))
        sheet.widths(2, *_stage_widths(ctx), 2, *[14] * _HIDDEN)
        _write_top(sheet, ctx, last, "H")
        top = _stages(sheet, ctx)
        _ranking(sheet, ctx, f"B{top}", (_hidden(ctx, 0), _hidden(ctx, 1)), last if ctx.stages[1:] else "")
        _brief(sheet, ctx, 8 + max(seats_at_stages(ctx.rulebook, ctx.capacity)[0]) if ctx.stages[1:] else top)
        if ctx.stages[1:]:  # else the rules are beside it
            sheet.book_name(AT_THE_END, f"B{top}:B{top + 1 + rows}")
            for row in range(top, top + 2 + rows):
                sheet.ws.row_dimensions[row].hidden = True
        sheet.page(f"B4:{last}{top - 1},B{top}:{last}{top + 1 + rows}", landscape=True, tall=2, titles="4:4")
    elif ctx.rulebook.brackets:
        _duels(sheet, ctx)
    else:
        paid = _has_prizes(ctx)  # they stand before the results
        first, crown, ids, prizes = "EHJK" if paid else "DGIJ"
        sheet.widths(2, 9, 36, *[14] * (2 + paid), 3, 57, 2, 9, 9)
        _write_top(sheet, ctx, crown, crown)
        _ranking(sheet, ctx, "B5", (ids, prizes))
        results = [
            [f'=IFERROR(INDEX(Standings_{key},MATCH(${ids}{row},Standings_Player,0)),"")' for key in ("Score", "Games")]
            for row in range(7, 7 + rows)
        ]
        sheet.table(f"{first}6", [score_head(ctx.rulebook.score, _), _("Games")], results, ["Points", "Centre"])
        sheet.hide(ids, prizes)
        several = f"=IF(INDEX(Finals_Place,2)=1,{literal(_('Tournament winners'))},{literal(_('Tournament winner'))})"
        bracket.write_winner(sheet, ctx, f"{crown}6", several, winner_formula(ctx), _OPEN)
        sheet.page(f"B4:{crown}{6 + rows}", landscape=True, tall=0, titles="4:6")


def _has_prizes(ctx: Context) -> bool:
    return bool(ctx.rulebook.prizes or ctx.rulebook.fee_shares)


def stage_title(ctx: Context, stage: int) -> str:
    """The name of a stage of the knock-out."""
    return ctx._("Last table") if ctx.rulebook.has_last_table else ctx._("Stage {n}").format(n=stage)


def _write_top(sheet: Sheet, ctx: Context, last: str, third: str) -> None:
    """The top of the sheet, with links in columns ``third`` and ``last`` (duels) besides those at the left."""
    nav = {
        "B2": (ctx.tab("setup"), ctx._("◄ Tournament")),
        "D2": (ctx.tab("standings"), "◄ " + ctx.tab("standings")),
        f"{third}2": (ctx.tab("log"), ctx.tab("log") + " ►"),
    }
    if duel_page.is_needed(ctx.rulebook) and last != third:
        nav[f"{last}2"] = (ctx.tab("duel"), ctx.tab("duel") + " ►")
    sheet.frame(last, ctx.tab("finals"), nav, freeze="A5", big=True)


def _duels(sheet: Sheet, ctx: Context) -> None:
    """Write the bracket; below it the final ranking, beside it how to play duels; at the end the characters drawn."""
    rulebook, rounds = ctx.rulebook, bracket.rounds_of_bracket(ctx.rulebook)
    last, rows = bracket.champion_column(rulebook), finalists(rulebook, ctx.capacity)
    top = max(box.row for box in bracket.duel_boxes(rulebook).values()) + 4
    below = top + 2 + max(rows, 4) + 2
    sheet.widths(2, *bracket.widths(ctx), 2, *[14] * (len(bracket.HIDDEN_KEYS) + 3))
    _write_top(sheet, ctx, last, "H" if rounds > 1 else "F")
    smallest = min(rulebook.brackets, key=lambda bracket: bracket.from_tables)
    sheet.cursor(bracket.score_cells(rulebook, smallest.matches[0].code)[0])
    sheet.height(range(5, below + 5), 21)
    for row, height in {5: 26, 6: 8, top - 1: 8, top: 26, below - 1: 8, below: 26}.items():
        sheet.height(row, height)
    bracket.build(sheet, ctx)
    ids, prizes = (bracket.hidden_column(ctx, len(bracket.HIDDEN_KEYS) + i) for i in range(2))
    _ranking(sheet, ctx, f"B{top}", (ids, prizes))
    bracket.mode_lines(sheet, ctx, top)
    end = bracket.write_characters(sheet, ctx, below) + 2
    _code(sheet, end, ctx)
    sheet.page(f"B4:{last}{end}", landscape=rounds <= 2 and not bracket.early_duels(rulebook))


def _code(sheet: Sheet, row: int, ctx: Context) -> None:
    """Write the last posted code: a photograph of it proves what happened before."""
    code = phrase(ctx._("Code: {code}"), code=LATEST_CODE)
    sheet.put(f"B{row}", f'=IF({LATEST_CODE}="","",{code})', "Caption")
    sheet.height(row, 24)


def winner_formula(ctx: Context) -> str:
    """The winner as formula text: all players in first place, if no rule separates them at the end."""
    first, *others = (player_name(f"INDEX(Finals_Player,{row})") for row in range(1, _MOST_WINNERS + 1))
    if ctx.rulebook.has_finals or ctx.rulebook.lots_decide:
        return first
    more, last = literal(", "), literal(ctx._("{names} and {last}").format(names="", last=""))
    for row, name in enumerate(others, 2):
        sign = last if row == _MOST_WINNERS else f"IF(INDEX(Finals_Place,{row + 1})=1,{more},{last})"
        first += f'&IF(INDEX(Finals_Place,{row})=1,{sign}&{name},"")'
    return first


def _ranking(sheet: Sheet, ctx: Context, ref: str, hidden: tuple[str, str], edge: str = "") -> None:
    """Final ranking and prizes: the program writes ids into a hidden column at the end; the names follow by formula.

    The name for prizes stands on a hidden column even without prizes. A ranking on its own page fills it, up to ``edge``.
    """
    _, first, paid = ctx._, sheet[ref], _has_prizes(ctx)
    top, last = first.row + 2, first.row + 1 + finalists(ctx.rulebook, ctx.capacity)
    place, name = first.column_letter, shifted(first.column_letter, 1)
    between = column_index_from_string(edge) - first.column - 1 - paid if edge else 0
    prize = shifted(name, between + 1) if paid else hidden[1]
    caption = dotted(_("Final round") * bool(ctx.stages), _("Final ranking and prizes") if paid else _("Final ranking"))
    sheet.caption(ref, caption)
    if "champion" in ctx.rulebook.articles:
        title = f"{hidden[0]}{first.row}"
        won = phrase("{title}: {player}", title=literal(ctx.rulebook.champion), player=player_name("Finals_Title"))
        first.value = f'=IF(Finals_Title="",{literal(caption)},{won})'
        sheet.book_name("Finals_Title", title)
    heads, empty = [_("Place"), _("Player"), *[None] * between, *[_("Prize")] * paid], [None] * (between + paid)
    who = f"${hidden[0]}{{row}}"
    named = f'=IF({who}="","",{player_name(who)}&IFERROR({ctx.how_left(f"MATCH({who},Leaving_Leaver,0)", " · ")},""))'
    rows = [[None, named.format(row=row), *empty] for row in range(top, last + 1)]
    styles = ["Centre", *["Name"] * (1 + between), "Points" if ctx.rulebook.fee_shares else "Money"]
    height = min(42, 520 / len(rows)) if edge else 21
    if edge:
        first.font, sheet.ws.row_dimensions[first.row].height = font(int(height / 2), bold=True, serif=True), 48
    sheet.table(f"{place}{first.row + 1}", heads, rows, styles, height=height)
    for row in range(top, last + 1):
        sheet[f"{place}{row}"].number_format = bracket.ordinal_format(ctx)
        if edge:
            for cell in sheet.ws[f"{place}{row}:{edge}{row}"][0]:
                cell.font = font(int(height / 2))
            sheet.ws.merge_cells(f"{name}{row}:{shifted(name, between)}{row}")
    area = f"{place}{top}:{name}{last}"
    sheet.highlight(area, f"COUNTIF(Leaving_Leaver,${hidden[0]}{top})>0", ink=Font(color=NOTE))
    sheet.highlight(area, f"AND(ISNUMBER(${place}{top}),${place}{top}<={PODIUM})", ink=Font(bold=True))
    for name, letter in (("Place", place), ("Player", hidden[0]), ("Prize", prize)):
        sheet.book_name(f"Finals_{name}", f"{letter}{top}:{letter}{last}")


def _stage_widths(ctx: Context) -> list[float]:
    names = _NAMES if max(ctx.stages) < len(_NAMES) else _TABLE[1:2] * max(ctx.stages)
    return [*(width for name in names for width in (_TABLE[0], name, *_TABLE[2:])), _CROWN]


def _hidden(ctx: Context, number: int) -> str:
    """A hidden column of a knock-out, from 0."""
    return shifted("C", len(_stage_widths(ctx)) + number)


def _stages(sheet: Sheet, ctx: Context) -> int:
    """Write the stages from row 5 on, with the names ``Finals_Stage<s>_…``; return the first free row."""
    _, row, stages = ctx._, 5, seats_at_stages(ctx.rulebook, ctx.capacity)
    tall = max(17, min(24, int((519 - 48 * len(stages)) / sum(map(max, stages)))))  # they print on one page
    for stage, tables in enumerate(stages, 1):
        sheet.caption(f"B{row}", dotted(_("Final round") * (stage == 1), stage_title(ctx, stage)))
        for place, seats in enumerate(tables, 1):
            _table(sheet, ctx, stage, place, seats, row + 1, font(min(14, tall - 4)))
        end = row + 2 + max(tables)
        for line, height in {row: 24, row + 1: 20, **dict.fromkeys(range(row + 2, end), tall), end: 4}.items():
            sheet.height(line, height)
        if stage > 1:
            sheet.book_name(later_stage(stage), f"B{row}:B{end}")
        row = end + 1
    _code(sheet, row, ctx)
    won = ("" if ctx.rulebook.only_eligible else ctx.rulebook.champion) or _("Tournament winner")
    bracket.write_winner(sheet, ctx, f"{shifted('A', len(_stage_widths(ctx)))}6", won, winner_formula(ctx), _OPEN)
    _hidden_helpers(sheet, ctx)
    return row + 1


def _table(sheet: Sheet, ctx: Context, stage: int, place: int, seats: int, top: int, face: Font) -> None:
    """Write a table, pale until it is drawn: its state as a link, and its players, with a mark for those who play on."""
    _, tab = ctx._, stage_sheet(stage, place)
    number, mark = (shifted("B", len(_TABLE) * (place - 1) + i) for i in (0, 2))
    title = phrase(_("Table {n}"), n=literal(str(place)))
    link = jump(tab, f'{title}&" · "&MID({tab}!{_CHECK},3,20)')[1:]
    order, sign, undrawn = f"{tab}!{STAGE.letters['Number']}{FIRST_SEAT - 1}", f"LEFT({tab}!{_CHECK},1)", f"=IF({tab}!{_SIZE}=0,"
    heads = [f'{undrawn}"",{order})', f"{undrawn}{title},{link})", f'{undrawn}"",{sign})']
    sheet.line(f"{number}{top}", heads, ["Head", "Head left", "Head"])
    sheet.highlight(f"{number}{top}:{mark}{top}", f'${number}{top}=""', ink=Font(color=NOTE), border=NO_LINES)
    sheet.colour_by_sign(f"{mark}{top}")
    for i in range(seats):
        row, rows = top + 1 + i, range(FIRST_SEAT, FIRST_SEAT + seats)
        order, won, name = (f"{tab}!{STAGE.letters[key]}{rows[i]}" for key in ("Order", "Mark", "In_Order"))
        turn, left = (f"INDEX({tab}!{STAGE.column(key, rows)},{order})" for key in ("Number", "Left"))
        values = [f'=IF({order}="","",{turn})', f'=IF({order}="","",{name}&{left})', f'=IF({sign}="✓",{won},"")']
        sheet.line(f"{number}{row}", values, ["Centre", "Name", "Centre"], font=face)
    area = f"{number}{top + 1}:{mark}{top + seats}"
    sheet.highlight(area, f'${number}{top + 1}="–"', ink=Font(color=NOTE))
    sheet.highlight(area, f'${mark}{top + 1}="✓"', ink=Font(bold=True))
    sheet.highlight(area, f'${number}{top + 1}=""', border=NO_LINES)


def _brief(sheet: Sheet, ctx: Context, top: int) -> None:
    _, left, right = ctx._, shifted("B", len(_TABLE) * max([1, *ctx.stages[1:2]])), shifted("A", len(_stage_widths(ctx)))
    if ctx.rulebook.has_last_table:
        head, lines = _("The last table, in short"), sections.last_lines(ctx)
    else:
        head = _("The knock-out, in short")
        lines = [
            _("The whole winning side plays on, dead or alive; the others are out."),
            _("From now on, a player who wins as the Renegade chooses first."),
            _("The later you go out, the better your place; then the standings count."),
            f"=IF({_OPEN}," + literal(_("✓ plays on")) + "," + literal("✓ " + _("Won").lower()) + ")",
        ]
    sheet.put(f"{left}{top}", head, "Caption")
    for row, text in enumerate(lines, top + 1):
        sheet.put(f"{left}{row}:{right}{row}", text, "Text")


def _hidden_helpers(sheet: Sheet, ctx: Context) -> None:
    """Write what `_HIDDEN` lists, from the third on."""
    for stage, tables in enumerate(ctx.stages, 1):
        tabs = [stage_sheet(stage, place) for place in range(1, tables + 1)]
        formulas: dict[str, str | None] = {
            f"Stage{stage}_Seated": "=" + "+".join(f"IF({tab}!{_SIZE}>0,1,0)" for tab in tabs),
            f"Stage{stage}_Done": "=" + "+".join(f'IF(LEFT({tab}!{_CHECK},1)="✓",1,0)' for tab in tabs),
        }
        formulas |= dict.fromkeys(duel(stage_code(stage), part) for part in STAGE_DRAW)
        for i, (name, formula) in enumerate(formulas.items(), 2):
            cell = f"{_hidden(ctx, i)}{FIRST_SEAT + stage - 1}"
            sheet[cell] = formula
            sheet.book_name(name, cell)
    first, seats = FIRST_SEAT + len(ctx.stages) + 1, role_count_rows(ctx)
    keys, counts = _hidden(ctx, 2), _hidden(ctx, 3)
    for row, (key, count) in enumerate(seats, first):
        sheet[f"{keys}{row}"], sheet[f"{counts}{row}"] = key, count
    for name, letter in (("Key", keys), ("Count", counts)):
        sheet.book_name(f"Knockout_Seats_{name}", f"{letter}{first}:{letter}{first + len(seats) - 1}")
    sheet.hide(_hidden(ctx, 0), _hidden(ctx, _HIDDEN - 1))
