"""The duels on the finals' sheet: the bracket, how they are played, and the characters drawn for each.

Players are ids in hidden columns (`duels`); what is shown, and who wins, follows from them and from the typed scores.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from openpyxl.styles import Font
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import N_
from bangxl.sheets import duels
from bangxl.sheets.cells import first_of, literal, phrase, player_name
from bangxl.sheets.context import Context
from bangxl.sheets.styles import (
    DENIM,
    NOTE,
    book_name,
    caption,
    choose,
    edges,
    fade_locked,
    flag,
    font,
    highlight,
    line,
    place,
    put,
    states,
)
from bangxl.tournament.model import WALKOVER
from bangxl.tournament.rulebook import DuelMode, Match
from bangxl.workbook.words import TITLES

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
    "2007": (
        N_("{pool} characters: {out}, drawn by lot, keep the score; {shown} lie face up."),
        N_("In turn, {half} each, in a pile: 2 in play, the others in reserve."),
        N_("Who chooses first, and who starts: the referee decides."),
    ),
}
"""How each mode is played (Italy 2010, Modalità lunga, Modalità breve; Italy 2007, I Duelli); the legal scores follow."""

CAPTIONS: Final[Mapping[str, str]] = {
    "long": N_("Long duel: whoever eliminates {first} characters wins.    {w} = walkover"),
    "short": N_("Short duel: {first} eliminated, and two ahead, or all.    {w} = walkover"),
    "2007": N_("Duel: whoever eliminates {first} characters wins.    {w} = walkover"),
}
HEADINGS: Final[Mapping[str, str]] = {
    "long": N_("The long duel, in short"),
    "short": N_("The short duel, in short"),
    "2007": N_("The duel, in short"),
}
RIGHTS: Final[Mapping[str, str]] = {
    "long": N_("{player} decides: choose first, or start"),
    "short": N_("{player} is the better placed"),
    "2007": N_("{player} is the better placed"),
}
"""What the better placed has of it; nothing is said of 2007 (R07-16), where it helps the referee to decide."""

_NARROW: Final = 2
"""From more rounds than this on, the columns are narrower."""


def title(ctx: Context, code: str) -> str:
    """What a duel is called; one of a referee's own regulation by its code."""
    return ctx._(TITLES[code]) if code in TITLES else code


def widths(ctx: Context) -> list[float]:
    """The widths of the columns from B to the winner's box."""
    rounds = duels.columns(ctx.rulebook)
    narrow = rounds > _NARROW
    duel, gap, winner = ([7, 24, 13], [3, 3], 24) if narrow else ([8, 30, 13], [4, 4], 34)
    return [*[*duel, *gap] * (rounds - 1), *duel, gap[0], winner]


def build(wb: Workbook, ws: Worksheet, ctx: Context) -> None:
    """Write the bracket from row 5 on, with the names ``Finals_<match>_Score_A`` and ``…_Score_B``."""
    put(ws, "B5", "=" + _by_mode({mode: _caption(ctx, mode) for mode in ctx.rulebook.duel_modes}), "Caption")
    duels.build(wb, ws, ctx)
    for match in ctx.rulebook.matches:
        _box(wb, ws, ctx, match)
    _lines(ws, ctx)
    _champion(ws, ctx)


def _by_mode(texts: Mapping[str, str]) -> str:
    """The text of the mode that is played; the first mode unless another is chosen."""
    first, *others = texts
    return first_of(*((f'Duel_Mode="{mode}"', texts[mode]) for mode in others), otherwise=texts[first])


def _caption(ctx: Context, mode: str) -> str:
    first = min(high for high, _low in ctx.rulebook.duel_modes[mode].scores)
    text = ctx._(CAPTIONS[mode]) if mode in CAPTIONS else _own(ctx, mode, N_("Duel"))
    return literal(text.format(first=first, w=WALKOVER))


def _own(ctx: Context, mode: str, only: str) -> str:
    """What a mode of a referee's own regulation is called: by its code, where there are others to tell it from."""
    return mode if len(ctx.rulebook.duel_modes) > 1 else ctx._(only)


def _box(wb: Workbook, ws: Worksheet, ctx: Context, match: Match) -> None:
    """Head, two players with their scores, and the check below."""
    _, box = ctx._, duels.boxes(ctx.rulebook)[match.code]
    line(ws, f"{box.rank}{box.row - 1}", [_("Seeded"), _head(ctx, match), _("Eliminated")], ["Head", "Head left", "Head"])
    at = duels.cells(ctx, match)
    winner, check = at["Winner"], at["Check"]
    for side, row in enumerate((box.row, box.row + 1)):
        ws.row_dimensions[row].height = 28
        below = "medium" if side else "thin"
        who = at[f"Player_{'AB'[side]}"]
        rank = f'=IF({who}="","",IFERROR(INDEX(Standings_Place,MATCH({who},Standings_Player,0)),""))'
        shown = f'={player_name(who)}&IF(AND({who}<>"",{winner}={who}),"  ✓","")'
        left = edges(left="medium", bottom=below)
        put(ws, f"{box.rank}{row}", rank, "Centre", border=left, number_format=ordinal(ctx))
        put(ws, f"{box.name}{row}", shown, "Strong", font=font(13), border=edges(bottom=below))
        put(ws, f"{box.score}{row}", None, "Input centre", font=font(14, DENIM, bold=True), border=edges("medium"))
        book_name(wb, ws, f"Finals_{match.code}_Score_{'AB'[side]}", f"{box.score}{row}")
    put(ws, f"{box.name}{box.row + 2}", f"=MID({check},3,40)", "Note")
    put(ws, f"{box.score}{box.row + 2}", f"=LEFT({check},1)", "State")
    states(ws, f"{box.score}{box.row + 2}")
    _inputs(ws, ctx, match, check)


def _head(ctx: Context, match: Match) -> str:
    """What a duel is called; of one that no line joins to the next, also where its winner goes."""
    if all(match.code not in one.matches for one in duels.early(ctx.rulebook)):
        return title(ctx, match.code)
    return f"{title(ctx, match.code)} ► {title(ctx, duels.next_of(ctx.rulebook, match.code))}"


def _inputs(ws: Worksheet, ctx: Context, match: Match, check: str) -> None:
    """The two scores: a drop-down; yellow where one is missing, pale where the duel is not played."""
    box = duels.boxes(ctx.rulebook)[match.code]
    a, b = duels.score_cells(ctx.rulebook, match.code)
    choose(ws, f"{a}:{b}", "Score_List")
    absolute = f"${box.score}${box.row}:${box.score}${box.row + 1}"
    flag(ws, f"{a}:{b}", f'AND({a}="",COUNTA({absolute})=1,LEFT({check},1)="!")')
    fade_locked(ws, f"{a}:{b}")
    highlight(ws, f"{box.name}{box.row}:{box.name}{box.row + 1}", f'RIGHT({box.name}{box.row},1)="✓"', ink=Font(bold=True))


def ordinal(ctx: Context) -> str:
    """How the workbook's language writes a place: ``1°``, ``1.``, ``1``."""
    return {"it": '0"°"', "de": '0"."'}.get(ctx.catalog.language, "0")


def _lines(ws: Worksheet, ctx: Context) -> None:
    """The lines of the bracket, from the middle of a box to the middle of the next."""
    drawn: dict[str, dict[str, str]] = {}

    def draw(ref: str, side: str) -> None:
        drawn.setdefault(ref, {})[side] = "medium"

    for found in duels.lines(ctx.rulebook):
        rows = [*found.sources, found.row]
        for row in found.sources:
            draw(f"{found.left}{row}", "bottom")
        for row in range(min(rows) + 1, max(rows) + 1):
            draw(f"{found.left}{row}", "right")
        draw(f"{found.right}{found.row}", "bottom")
    final = duels.boxes(ctx.rulebook)[ctx.rulebook.matches[-1].code]
    draw(f"{duels.after(final)}{final.row}", "bottom")
    for ref, sides in drawn.items():
        put(ws, ref, None, "Paper", border=edges(**sides))


def _champion(ws: Worksheet, ctx: Context) -> None:
    """Beside the final; and beside the first duels that only larger tournaments have, where every screen shows it."""
    _, final = ctx._, ctx.rulebook.matches[-1]
    winner = duels.cells(ctx, final)["Winner"]
    column, row = duels.champion(ctx.rulebook), duels.boxes(ctx.rulebook)[final.code].row
    pending = literal(_("to be played"))
    text = f"IF({winner}={literal('')},{pending},{player_name(winner)})"
    for top in (row - 1, *(one.first for one in duels.early(ctx.rulebook)[:1])):
        crown(ws, f"{column}{top}", _("Wins the tournament"), text, f'{winner}=""')


def crown(ws: Worksheet, ref: str, head: str, text: str, pending: str) -> None:
    """A head, a star, and larger than all else whose it is, over four rows; pale while the condition ``pending`` holds.

    A name in two lines, broken at a blank, after its first third if there is one: in one line a long one would be shrunk.
    """
    column, top = ws[ref].column_letter, ws[ref].row
    first, second = f"{column}{top + 2}", f"{column}{top + 4}"
    put(ws, ref, head, "Head", border=edges("medium"))
    put(ws, f"{column}{top + 1}", "★", "Centre", font=font(22, serif=True), border=edges(left="medium", right="medium"))
    parts = {
        first: f'=LEFT({text},IFERROR(FIND(" ",{text},INT(LEN({text})*0.3)+1),FIND(" ",{text}&" "))-1)',
        second: f"=TRIM(MID({text},LEN({first})+1,99))",
    }
    for cell, part in parts.items():
        row = ws[cell].row
        sides = {"left": "medium", "right": "medium"} | ({"bottom": "medium"} if cell == second else {})
        look = {"font": font(28, bold=True, serif=True), "alignment": place("center", shrink=True), "border": edges(**sides)}
        put(ws, f"{column}{row}:{column}{row + 1}", part, "Centre", **look)
        ws.merge_cells(f"{column}{row}:{column}{row + 1}")
        highlight(ws, cell, pending, ink=Font(color=NOTE))


def brief(ws: Worksheet, ctx: Context, top: int) -> None:
    """The mode that is played, in a few lines, beside the final ranking."""
    _, modes = ctx._, ctx.rulebook.duel_modes
    last = duels.champion(ctx.rulebook)
    left = "G" if duels.columns(ctx.rulebook) > 1 else "E"
    put(
        ws,
        f"{left}{top}",
        "="
        + _by_mode(
            {code: literal(_(HEADINGS[code]) if code in HEADINGS else _own(ctx, code, HEADINGS["2007"])) for code in modes}
        ),
        "Caption",
    )
    texts = {code: _lines_of(ctx, mode) for code, mode in modes.items()}
    for i in range(4):
        row = top + 1 + i
        put(ws, f"{left}{row}:{last}{row}", "=" + _by_mode({code: literal(lines[i]) for code, lines in texts.items()}), "Text")


def _lines_of(ctx: Context, mode: DuelMode) -> list[str]:
    _, pool = ctx._, len(ctx.rulebook.characters)
    numbers = {"pool": pool, "shown": mode.shown, "out": pool - mode.shown, "half": mode.shown // 2, "each": mode.each}
    dealt, legal = duel_lines(mode, ctx)
    if mode.code not in BRIEF:
        return [dealt, legal, "", ""]
    *lines, last = [_(text).format(**numbers) for text in BRIEF[mode.code]]
    return [*lines, ctx.cited("finals.duel", last), legal]


def duel_lines(mode: DuelMode, ctx: Context) -> list[str]:
    """How everybody gets the characters of a duel, and how it can end."""
    _ = ctx._
    if mode.shown:
        dealt = _("{n} characters are drawn and lie open; in turn, {half} each.").format(n=mode.shown, half=mode.shown // 2)
    else:
        dealt = _("Each draws {n} characters and plays them one at a time.").format(n=mode.each)
    scores = ", ".join(f"{winner}–{loser}" for winner, loser in sorted(mode.scores))
    return [dealt, _("Legal scores: {scores}").format(scores=scores)]


def characters(wb: Workbook, ws: Worksheet, ctx: Context, top: int) -> int:
    """The characters drawn for each duel, and who decides: the better placed (R10-12). The last row."""
    _, last = ctx._, duels.champion(ctx.rulebook)
    caption(ws, f"B{top}", _("Characters drawn"))
    for row, match in enumerate(ctx.rulebook.matches, top + 1):
        ws.row_dimensions[row].height = 44 if duels.columns(ctx.rulebook) > _NARROW else 50
        at = duels.cells(ctx, match)
        a, b = at["Player_A"], at["Player_B"]
        places = [f"IFERROR(INDEX(Standings_Place,MATCH({who},Standings_Player,0)),9999)" for who in (a, b)]
        who = player_name(f"(IF({places[1]}<{places[0]},{b},{a}))")
        texts = {code: phrase(_(RIGHTS[code]) if code in RIGHTS else "{player}", player=who) for code in ctx.rulebook.duel_modes}
        decides = f'={literal(title(ctx, match.code))}&IF({a}&{b}="","",CHAR(10)&{_by_mode(texts)})'
        put(ws, f"B{row}:C{row}", None, "Text", alignment=place("left", 1, wrap=True))
        ws[f"B{row}"] = decides
        ws.merge_cells(f"B{row}:C{row}")
        put(ws, f"D{row}:{last}{row}", None, "Text", alignment=place("left", 1, wrap=True))
        ws.merge_cells(f"D{row}:{last}{row}")
        book_name(wb, ws, f"Finals_{match.code}_Characters", f"D{row}")
    return top + len(ctx.rulebook.matches)
