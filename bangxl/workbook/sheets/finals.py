"""The finals: two semifinals and the final as a bracket, what was drawn for them, the final ranking and the prizes.

Players are ids in the hidden helper columns; what is shown, and who wins, follows from them and from the typed scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from openpyxl.styles import Font
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import N_
from bangxl.tournament.model import WALKOVER
from bangxl.tournament.rulebook import DuelMode, Match
from bangxl.workbook.context import Context
from bangxl.workbook.formulas import filled, first_of, player_name, quoted
from bangxl.workbook.sheets import duels
from bangxl.workbook.styles import (
    DENIM,
    NOTE,
    book_name,
    caption,
    choose,
    cursor,
    edges,
    font,
    frame,
    highlight,
    line,
    missing,
    page,
    place,
    put,
    settled,
    states,
    table,
    widths,
)

TITLES: Final[Mapping[str, str]] = {"SF1": N_("Semifinal 1"), "SF2": N_("Semifinal 2"), "F": N_("Final")}
_PRIZES, _DRAWN = 18, 26
"""The rows of the two lower captions."""

BRIEF: Final[Mapping[str, tuple[str, ...]]] = {
    "long": (
        N_("{pool} characters: {out} are taken out by lot, {shown} lie face up."),
        N_("The better placed decides: choose first, or start."),
        N_("In turn, {half} each, in a pile: 2 in play, the others in reserve."),
    ),
    "short": (
        N_("Take out Jail and Wells Fargo; {each} characters each, in a pile, face down."),
        N_("One at a time; wounds beyond the last life go to the next."),
        N_("Beer stands for BANG!, Missed!, Panic! or Cat Balou."),
    ),
}
"""How each mode is played (Italy 2010, Modalità lunga, Modalità breve); the legal scores follow."""

CAPTIONS: Final[Mapping[str, str]] = {
    "long": N_("Long duel: who eliminates {first} characters wins.    {w} = walkover"),
    "short": N_("Short duel: {first} eliminated, and two ahead, or all.    {w} = walkover"),
}


def place_format(ctx: Context) -> str:
    """How the workbook's language writes a place: ``1°``, ``1.``, ``1``."""
    return {"it": '0"°"', "de": '0"."'}.get(ctx.catalog.language, "0")


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet, hidden until the standings are published, with the names ``Finals_…``."""
    _ = ctx._
    ws = wb.create_sheet(ctx.tab("finals"))
    ws.sheet_state = "hidden"
    widths(ws, 2, 9, 36, 12, 5, 5, 9, 36, 12, 5, 36, 2, *[14] * 12)
    nav = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "D2": (ctx.tab("standings"), "◄ " + ctx.tab("standings")),
        "H2": (ctx.tab("log"), ctx.tab("log") + " ►"),
    }
    frame(ws, "K", ctx.tab("finals"), nav, freeze="A5")
    cursor(ws, "D8")
    for row, height in (dict.fromkeys(range(5, 31), 21) | {5: 26, 6: 8, 17: 8, _PRIZES: 26, 25: 8, _DRAWN: 26}).items():
        ws.row_dimensions[row].height = height
    put(ws, "B5", "=" + _by_mode({mode: _caption(ctx, mode) for mode in ctx.rulebook.duel_modes}), "Caption")
    duels.build(wb, ws, ctx)
    for match in ctx.rulebook.matches:
        _box(wb, ws, ctx, match)
    _lines(ws)
    _champion(ws, ctx)
    _ranking(wb, ws, ctx)
    _brief(ws, ctx)
    _drawn(wb, ws, ctx)
    page(ws, f"B5:K{_DRAWN + len(ctx.rulebook.matches)}", landscape=True)


def _by_mode(texts: Mapping[str, str]) -> str:
    """The text of the mode that is played; the first mode unless another is chosen."""
    first, *others = texts
    return first_of(*((f'Duel_Mode="{mode}"', texts[mode]) for mode in others), otherwise=texts[first])


def _caption(ctx: Context, mode: str) -> str:
    first = min(high for high, _low in ctx.rulebook.duel_modes[mode].scores)
    text = ctx._(CAPTIONS[mode]) if mode in CAPTIONS else mode
    return quoted(text.format(first=first, w=WALKOVER))


def _box(wb: Workbook, ws: Worksheet, ctx: Context, match: Match) -> None:
    """Head, two players with their scores, and the check below."""
    _, box = ctx._, duels.BOXES[match.code]
    line(ws, f"{box.rank}{box.row - 1}", [_("Seeded"), _(TITLES[match.code]), _("Eliminated")], ["Head", "Head left", "Head"])
    at = duels.cells(ctx, match)
    winner, check = at["Winner"], at["Check"]
    for side, row in enumerate((box.row, box.row + 1)):
        ws.row_dimensions[row].height = 28
        below = "medium" if side else "thin"
        who = at[f"Player_{'AB'[side]}"]
        rank = f'=IF({who}="","",IFERROR(INDEX(Standings_Place,MATCH({who},Standings_Player,0)),""))'
        shown = f'={player_name(who)}&IF(AND({who}<>"",{winner}={who}),"  ✓","")'
        put(ws, f"{box.rank}{row}", rank, "Centre", border=edges(left="medium", bottom=below), number_format=place_format(ctx))
        put(ws, f"{box.name}{row}", shown, "Strong", font=font(13), border=edges(bottom=below))
        put(ws, f"{box.score}{row}", None, "Input centre", font=font(14, DENIM, bold=True), border=edges("medium"))
        book_name(wb, ws, f"Finals_{match.code}_Score_{'AB'[side]}", f"{box.score}{row}")
    a, b = duels.score_cells(match.code)
    choose(ws, f"{a}:{b}", "Score_List", _("Choose a number from the list, or {w} for a walkover.").format(w=WALKOVER))
    absolute = f"${box.score}${box.row}:${box.score}${box.row + 1}"
    missing(ws, f"{a}:{b}", f'AND({a}="",COUNTA({absolute})=1,LEFT({check},1)="!")')
    settled(ws, f"{a}:{b}")
    highlight(ws, f"{box.name}{box.row}:{box.name}{box.row + 1}", f'RIGHT({box.name}{box.row},1)="✓"', ink=Font(bold=True))
    put(ws, f"{box.name}{box.row + 2}", f"=MID({check},3,40)", "Note")
    put(ws, f"{box.score}{box.row + 2}", f"=LEFT({check},1)", "State")
    states(ws, f"{box.score}{box.row + 2}")


def _lines(ws: Worksheet) -> None:
    """The lines of the bracket, from the middle of a box to the middle of the next."""
    lines = {"E8": ["bottom"], "E14": ["bottom", "right"], "F11": ["bottom"], "J11": ["bottom"]}
    for ref, sides in (lines | {f"E{row}": ["right"] for row in range(9, 14)}).items():
        put(ws, ref, None, "Paper", border=edges(**dict.fromkeys(sides, "medium")))


def _champion(ws: Worksheet, ctx: Context) -> None:
    _ = ctx._
    winner = duels.cells(ctx, ctx.rulebook.matches[-1])["Winner"]
    waiting = quoted(_("to be played"))
    text = f'=IF({winner}="",{waiting},{player_name(winner)})'
    put(ws, "K10", _("Wins the tournament"), "Head", border=edges("medium"))
    put(ws, "K11", "★", "Centre", font=font(22, serif=True), border=edges(left="medium", right="medium"))
    below = edges(left="medium", right="medium", bottom="medium")
    put(ws, "K12", text, "Centre", font=font(13, bold=True, serif=True), alignment=place("center", shrink=True), border=below)
    highlight(ws, "K12", f'{winner}=""', ink=Font(color=NOTE))


def _ranking(wb: Workbook, ws: Worksheet, ctx: Context) -> None:
    """Final ranking and prizes: written by the program at the end, as ids; the names follow."""
    _, top, last = ctx._, _PRIZES + 2, _PRIZES + 1 + ctx.rulebook.qualifiers
    caption(ws, f"B{_PRIZES}", _("Final ranking and prizes"))
    rows = [[None, f"={player_name(f'${duels.PLAYERS}{row}')}", None] for row in range(top, last + 1)]
    table(ws, f"B{_PRIZES + 1}", [_("Place"), _("Player"), _("Prize")], rows, ["Centre", "Strong", "Money"])
    for row in range(top, last + 1):
        ws[f"B{row}"].number_format = place_format(ctx)
    for name, letter in (("Place", "B"), ("Player", duels.PLAYERS), ("Prize", "D")):
        book_name(wb, ws, f"Finals_{name}", f"{letter}{top}:{letter}{last}")


def _brief(ws: Worksheet, ctx: Context) -> None:
    """The mode that is played, in a few lines."""
    _, modes = ctx._, ctx.rulebook.duel_modes
    heading = {"long": _("The long duel, in short"), "short": _("The short duel, in short")}
    put(ws, f"G{_PRIZES}", "=" + _by_mode({code: quoted(heading.get(code, code)) for code in modes}), "Caption")
    put(ws, f"G{_PRIZES + 1}:K{_PRIZES + 1}", None, "Head")
    texts = {code: _lines_of(ctx, mode) for code, mode in modes.items()}
    for i in range(4):
        row = _PRIZES + 2 + i
        put(ws, f"G{row}:K{row}", "=" + _by_mode({code: quoted(lines[i]) for code, lines in texts.items()}), "Text")


def _lines_of(ctx: Context, mode: DuelMode) -> list[str]:
    _, pool = ctx._, len(ctx.rulebook.characters)
    numbers = {"pool": pool, "shown": mode.shown, "out": pool - mode.shown, "half": mode.shown // 2, "each": mode.each}
    legal = ", ".join(f"{high}–{low}" for high, low in sorted(mode.scores))
    lines = [_(text).format(**numbers) for text in BRIEF.get(mode.code, ("", "", ""))]
    return [*lines, _("Legal scores: {scores}").format(scores=legal)]


def _drawn(wb: Workbook, ws: Worksheet, ctx: Context) -> None:
    """The characters drawn for each duel, and who decides: the better placed (R10-12)."""
    _ = ctx._
    caption(ws, f"B{_DRAWN}", _("Characters drawn"))
    for row, match in enumerate(ctx.rulebook.matches, _DRAWN + 1):
        ws.row_dimensions[row].height = 50
        at = duels.cells(ctx, match)
        a, b = at["Player_A"], at["Player_B"]
        places = [f"IFERROR(INDEX(Standings_Place,MATCH({who},Standings_Player,0)),9999)" for who in (a, b)]
        better = f"IF({places[1]}<{places[0]},{b},{a})"
        who = player_name(f"({better})")
        rights = {"long": _("{player} decides: choose first, or start"), "short": _("{player} is the better placed")}
        decides = _by_mode({code: filled(rights.get(code, "{player}"), player=who) for code in ctx.rulebook.duel_modes})
        title = quoted(_(TITLES[match.code]))
        put(ws, f"B{row}", match.code, "Centre")
        put(ws, f"C{row}", f'=IF({a}&{b}="",{title},{decides})', "Text", alignment=place("left", 1, wrap=True))
        put(ws, f"D{row}:K{row}", None, "Text", alignment=place("left", 1, wrap=True))
        ws.merge_cells(f"D{row}:K{row}")
        book_name(wb, ws, f"Finals_{match.code}_Characters", f"D{row}")
