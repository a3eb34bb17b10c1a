"""The duels on the finals' sheet: where they stand, who meets whom and wins, how they are played, and their characters.

Boxes stand round by round from left to right, the final last. Duels that only a larger tournament has stand on rows of their
own above, so that these can be hidden (``Finals_From<tables>``). Hidden behind all of them is a row for each duel: the program
writes ids and draws (``Finals_<match>_Player_A``, ``…_Draw_Seed`` and others); what is shown, and who wins, follows from these
and from the typed scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from openpyxl.styles import Font

from bangxl.locale.catalog import N_
from bangxl.sheets.cells import Columns, beside, first_of, literal, phrase, player_name
from bangxl.sheets.context import Context
from bangxl.sheets.styles import DENIM, NOTE, Sheet, edges, font, place
from bangxl.tournament.model import WALKOVER, Moment
from bangxl.tournament.rulebook import DuelMode, Match, Rulebook
from bangxl.workbook.names import duel as duel_name
from bangxl.workbook.names import from_tables
from bangxl.workbook.words import TITLES

TOP: Final = 8
"""The row of player A in the first box."""
_HIGH: Final = 6
"""Rows from one box to the next below it: head, two players, check, and two of air."""
_ABREAST: Final = 2
"""Duels side by side that only larger tournaments have."""
_WIDE: Final = 5
"""Columns from one round to the next: place, name, score, and two for the lines."""
FIRST: Final = 8
KEYS: Final = (
    *("Player_A", "Player_B", "Draw_Seed", "Draw_Source", "Draw_Public"),
    *("Seated", "Left_A", "Left_B", "Stuck", "Winner", "Check"),
)


class Box(NamedTuple):
    """A duel's three columns (place, name, score), its column of the bracket from 0, and the row of player A, B's follows."""

    rank: str
    name: str
    score: str
    column: int
    row: int


class Joint(NamedTuple):
    """What joins a duel to those before it: rows of the boxes it comes from, its own row, and the two columns between."""

    sources: tuple[int, ...]
    row: int
    left: str
    right: str


class Early(NamedTuple):
    """Duels that are played only from so many tables at the start on; on the rows from ``first`` to ``last``, heads included."""

    tables: int
    matches: tuple[str, ...]
    first: int
    last: int


def boxes(rulebook: Rulebook) -> Mapping[str, Box]:
    """Every duel of the largest bracket by its code. Duels of losers stand below the last one."""
    return _boxes(rulebook.matches, early(rulebook))


def early(rulebook: Rulebook) -> tuple[Early, ...]:
    """The duels that only larger tournaments have, those of the largest first, as they stand on the sheet: two side by side."""
    least = {match.code: least_tables(rulebook, match) for match in rulebook.matches}
    order = [match.code for match in rulebook.matches]
    found: list[Early] = []
    for tables in sorted(set(least.values()), reverse=True)[:-1]:
        matches = [match for match in rulebook.matches if least[match.code] == tables]
        matches.sort(key=lambda match: order.index(next_of(rulebook, match.code)))  # whose winners meet, side by side
        first = found[-1].last + 1 if found else TOP - 1
        last = first + _HIGH * -(-len(matches) // _ABREAST) - 1
        found.append(Early(tables, tuple(match.code for match in matches), first, last))
    return tuple(found)


def least_tables(rulebook: Rulebook, match: Match) -> int:
    """The tables at the start from which on a duel is played."""
    return min(bracket.from_tables for bracket in rulebook.brackets if match.code in {m.code for m in bracket.matches})


def next_of(rulebook: Rulebook, code: str) -> str:
    """The duel for which a duel's winner plays on; of the final itself."""
    return next((other.code for other in rulebook.matches if code in (other.a, other.b)), code)


def columns(rulebook: Rulebook) -> int:
    """The rounds of the bracket that every tournament plays."""
    return max((box.column for box in boxes(rulebook).values()), default=-1) + 1


def champion(rulebook: Rulebook) -> str:
    """The column of the winner's box, with one for its line before it."""
    return beside("B", _WIDE * columns(rulebook) - 1)


def after(box: Box) -> str:
    """The column to the right of a box: where its line begins."""
    return beside(box.score, 1)


def bottom(rulebook: Rulebook) -> int:
    """The first free row below the bracket."""
    return max(box.row for box in boxes(rulebook).values()) + 3


def score_cells(rulebook: Rulebook, match: str) -> tuple[str, str]:
    """The two cells in which the result of a duel is typed."""
    box = boxes(rulebook)[match]
    return f"{box.score}{box.row}", f"{box.score}{box.row + 1}"


def lines(rulebook: Rulebook) -> Iterator[Joint]:
    """The lines of the bracket, from left to right."""
    found, above = boxes(rulebook), {code for one in early(rulebook) for code in one.matches}
    for match in rulebook.matches:
        box = found[match.code]
        sides = (side for side in (match.a, match.b) if isinstance(side, str) and side in found.keys() - above)
        sources = () if match.code in above else tuple(found[side].row for side in sides)
        if sources:
            yield Joint(sources, box.row, beside(box.rank, -2), beside(box.rank, -1))


@cache
def _boxes(matches: tuple[Match, ...], above: tuple[Early, ...]) -> Mapping[str, Box]:
    early = {code for one in above for code in one.matches}
    by_code = {match.code: match for match in matches if match.code not in early}
    if not by_code:
        return {}
    depth, top = _depth(matches[-1].code, by_code), above[-1].last + 2 if above else TOP
    rows: dict[str, tuple[int, int]] = {}
    _set(matches[-1].code, depth, by_code, rows)
    last = max(row for _, row in rows.values())
    below = max(rows[matches[-1].code][1] + _HIGH, last)
    for code in by_code:
        if code not in rows:
            rows[code] = depth, below
            below += _HIGH
    found = {code: _box(column, row + top - TOP) for code, (column, row) in rows.items()}
    for one in above:
        for i, code in enumerate(one.matches):
            found[code] = _box(i % _ABREAST, one.first + 1 + _HIGH * (i // _ABREAST))
    return found


def _depth(code: str, by_code: Mapping[str, Match]) -> int:
    """The rounds before a match."""
    sides = (side for side in (by_code[code].a, by_code[code].b) if isinstance(side, str) and side in by_code)
    return max((_depth(side, by_code) + 1 for side in sides), default=0)


def _set(code: str, column: int, by_code: Mapping[str, Match], rows: dict[str, tuple[int, int]]) -> int:
    """Note column and row of a match and of those before it; a match stands halfway between its two. Its row."""
    sides = [side for side in (by_code[code].a, by_code[code].b) if isinstance(side, str) and side in by_code]
    before = [_set(side, column - 1, by_code, rows) for side in sides]
    lowest = max((row for _, row in rows.values()), default=TOP - _HIGH)
    row = sum(before) // len(before) if before else lowest + _HIGH
    rows[code] = column, row
    return row


def _box(column: int, row: int) -> Box:
    rank, name, score = (beside("B", _WIDE * column + i) for i in range(3))
    return Box(rank, name, score, column, row)


def first_hidden(ctx: Context) -> str:
    """The first hidden column: right of the winner's box and a margin."""
    return beside(champion(ctx.rulebook), 2)


def after_hidden(ctx: Context) -> tuple[str, str]:
    """The hidden columns behind them: the ids of the final ranking, and its prizes where none are shown."""
    return beside(first_hidden(ctx), len(KEYS)), beside(first_hidden(ctx), len(KEYS) + 1)


def cells(ctx: Context, match: Match) -> Mapping[str, str]:
    """The hidden cells of a duel, by KEYS."""
    block = Columns(KEYS, first_hidden(ctx), FIRST, FIRST + len(ctx.rulebook.matches) - 1)
    row = FIRST + ctx.rulebook.matches.index(match)
    return {key: block.fixed(key, row) for key in KEYS}


def _write_cells(sheet: Sheet, ctx: Context) -> None:
    """Write the hidden columns; a duel that is not seated yet has no winner."""
    for match in ctx.rulebook.matches:
        at = cells(ctx, match)
        a, b = at["Player_A"], at["Player_B"]
        # his id, or nothing: without opponent one wins, who alone has left loses, then the walkover or the score decides. Where
        # both have left, the referee writes the walkover (G9)
        a, b = at["Player_A"], at["Player_B"]
        score_a, score_b = score_cells(ctx.rulebook, match.code)
        walkover_a, walkover_b = _walkovers(ctx, match)
        for key, formula in {
            "Seated": f'IF({a}&{b}="",0,1)',
            "Left_A": _has_left(ctx, match, a),
            "Left_B": _has_left(ctx, match, b),
            "Stuck": f"IF({at['Left_A']}+{at['Left_B']}=2,1,0)",
            "Winner": first_of(
                (f"{at['Seated']}=0", '""'),
                (f'OR({a}="",{b}="")', f"{a}&{b}"),
                (f"AND({at['Left_A']}=1,{at['Left_B']}=0)", b),
                (f"AND({at['Left_B']}=1,{at['Left_A']}=0)", a),
                (f"AND({walkover_a},{walkover_b})", '""'),
                (walkover_a, a),
                (walkover_b, b),
                (f"{at['Stuck']}=1", '""'),
                (_is_decided(ctx, match), f"IF({score_a}>{score_b},{a},{b})"),
                otherwise='""',
            ),
            "Check": _result(ctx, match, at),
        }.items():
            sheet[at[key]] = f"={formula}"
        for key in KEYS:
            sheet[f"{at[key].split('$')[1]}{FIRST - 1}"] = key
            sheet.book_name(duel_name(match.code, key), at[key])
    for one in early(ctx.rulebook):
        sheet.book_name(from_tables(one.tables), f"B{one.first}:B{one.last}")
    # the mode that is played, and below it all legal scores of every mode
    letter, modes = beside(first_hidden(ctx), len(KEYS) + 2), ctx.rulebook.duel_modes
    keys = [f"{mode.code}|{high}|{low}" for mode in modes.values() for high, low in sorted(mode.scores)]
    for row, key in enumerate(keys, FIRST):
        sheet[f"{letter}{row}"] = key
    sheet.book_name("Duel_Score", f"{letter}{FIRST}:{letter}{FIRST + len(keys) - 1}")
    sheet[f"{letter}5"] = "=Chosen_duel" if "duel" in ctx.rulebook.options else next(iter(modes))
    sheet.book_name("Duel_Mode", f"{letter}5")
    sheet.hide(first_hidden(ctx), letter)


def _has_left(ctx: Context, match: Match, player: str) -> str:
    """1 if he has left the tournament before or during this duel, or an earlier one: then the other wins (Italy 2010, 1.3)."""
    codes = [m.code for m in ctx.rulebook.matches]
    event = f"MATCH({player},Leaving_Leaver,0)"
    moments = ",".join(f'INDEX(Leaving_Moment,{event})="{moment}"' for moment in (Moment.BEFORE_DUEL, Moment.DURING_DUEL))
    duels = ",".join(f'INDEX(Leaving_Match,{event})="{code}"' for code in codes[: codes.index(match.code) + 1])
    return f'IF({player}="",0,IFERROR(IF(AND(OR({moments}),OR({duels})),1,0),0))'


def _walkovers(ctx: Context, match: Match) -> tuple[str, str]:
    a, b = (f'UPPER(TRIM({cell}))="{WALKOVER}"' for cell in score_cells(ctx.rulebook, match.code))
    return a, b


def _is_decided(ctx: Context, match: Match) -> str:
    """Whether two numbers stand there that can end a duel in the mode that is played."""
    a, b = score_cells(ctx.rulebook, match.code)
    key = f'Duel_Mode&"|"&MAX({a},{b})&"|"&MIN({a},{b})'
    return f"IF(AND(ISNUMBER({a}),ISNUMBER({b})),ISNUMBER(MATCH({key},Duel_Score,0)),FALSE)"


def _result(ctx: Context, match: Match, at: Mapping[str, str]) -> str:
    """The sign and the words under the box."""
    _, (a, b), walkovers = ctx._, score_cells(ctx.rulebook, match.code), ",".join(_walkovers(ctx, match))
    alone = f'OR({at["Left_A"]}+{at["Left_B"]}>0,{at["Player_A"]}="",{at["Player_B"]}="")'
    return first_of(
        (f"{at['Seated']}=0", '""'),
        (f'AND({at["Stuck"]}=1,{at["Winner"]}="")', literal(_("! both have left"))),
        (alone, literal(_("✓ walkover"))),
        (f'AND({a}="",{b}="")', literal(_("► to be played"))),
        (f"AND({walkovers})", literal(_("× only one can win"))),
        (f"OR({walkovers})", literal(_("✓ walkover"))),
        (f'OR({a}="",{b}="")', literal(_("! a result is missing"))),
        (_is_decided(ctx, match), literal(_("✓ legal score"))),
        otherwise=literal(_("× no duel ends like this")),
    )


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
    rounds = columns(ctx.rulebook)
    narrow = rounds > _NARROW
    duel, gap, winner = ([7, 24, 13], [3, 3], 24) if narrow else ([8, 30, 13], [4, 4], 34)
    return [*[*duel, *gap] * (rounds - 1), *duel, gap[0], winner]


def build(sheet: Sheet, ctx: Context) -> None:
    """Write the bracket from row 5 on, with the names ``Finals_<match>_Score_A`` and ``…_Score_B``."""
    sheet.put("B5", "=" + _by_mode({mode: _caption(ctx, mode) for mode in ctx.rulebook.duel_modes}), "Caption")
    _write_cells(sheet, ctx)
    for match in ctx.rulebook.matches:
        _draw_box(sheet, ctx, match)
    _lines(sheet, ctx)
    # beside the final; and beside the first duels that only larger tournaments have, where every screen shows it
    _, final = ctx._, ctx.rulebook.matches[-1]
    winner = cells(ctx, final)["Winner"]
    column, row = champion(ctx.rulebook), boxes(ctx.rulebook)[final.code].row
    pending = literal(_("to be played"))
    text = f"IF({winner}={literal('')},{pending},{player_name(winner)})"
    for top in (row - 1, *(one.first for one in early(ctx.rulebook)[:1])):
        crown(sheet, f"{column}{top}", _("Wins the tournament"), text, f'{winner}=""')


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


def _draw_box(sheet: Sheet, ctx: Context, match: Match) -> None:
    """Head, two players with their scores, and the check below."""
    _, box = ctx._, boxes(ctx.rulebook)[match.code]
    # what a duel is called; of one that no line joins to the next, also where its winner goes
    if all(match.code not in one.matches for one in early(ctx.rulebook)):
        head = title(ctx, match.code)
    else:
        head = f"{title(ctx, match.code)} ► {title(ctx, next_of(ctx.rulebook, match.code))}"
    sheet.line(f"{box.rank}{box.row - 1}", [_("Seeded"), head, _("Eliminated")], ["Head", "Head left", "Head"])
    at = cells(ctx, match)
    winner, check = at["Winner"], at["Check"]
    for side, row in enumerate((box.row, box.row + 1)):
        sheet.height(row, 28)
        below = "medium" if side else "thin"
        who = at[f"Player_{'AB'[side]}"]
        rank = f'=IF({who}="","",IFERROR(INDEX(Standings_Place,MATCH({who},Standings_Player,0)),""))'
        shown = f'={player_name(who)}&IF(AND({who}<>"",{winner}={who}),"  ✓","")'
        left = edges(left="medium", bottom=below)
        sheet.put(f"{box.rank}{row}", rank, "Centre", border=left, number_format=ordinal(ctx))
        sheet.put(f"{box.name}{row}", shown, "Strong", font=font(13), border=edges(bottom=below))
        sheet.put(f"{box.score}{row}", None, "Input centre", font=font(14, DENIM, bold=True), border=edges("medium"))
        sheet.book_name(f"Finals_{match.code}_Score_{'AB'[side]}", f"{box.score}{row}")
    sheet.put(f"{box.name}{box.row + 2}", f"=MID({check},3,40)", "Note")
    sheet.put(f"{box.score}{box.row + 2}", f"=LEFT({check},1)", "State")
    sheet.states(f"{box.score}{box.row + 2}")
    # the two scores: a drop-down; yellow where one is missing, pale where the duel is not played
    a, b = score_cells(ctx.rulebook, match.code)
    sheet.choose(f"{a}:{b}", "Score_List")
    absolute = f"${box.score}${box.row}:${box.score}${box.row + 1}"
    sheet.flag(f"{a}:{b}", f'AND({a}="",COUNTA({absolute})=1,LEFT({check},1)="!")')
    sheet.fade_locked(f"{a}:{b}")
    sheet.highlight(f"{box.name}{box.row}:{box.name}{box.row + 1}", f'RIGHT({box.name}{box.row},1)="✓"', ink=Font(bold=True))


def ordinal(ctx: Context) -> str:
    """How the workbook's language writes a place: ``1°``, ``1.``, ``1``."""
    return {"it": '0"°"', "de": '0"."'}.get(ctx.catalog.language, "0")


def _lines(sheet: Sheet, ctx: Context) -> None:
    """The lines of the bracket, from the middle of a box to the middle of the next."""
    drawn: dict[str, dict[str, str]] = {}

    def draw(ref: str, side: str) -> None:
        drawn.setdefault(ref, {})[side] = "medium"

    for found in lines(ctx.rulebook):
        rows = [*found.sources, found.row]
        for row in found.sources:
            draw(f"{found.left}{row}", "bottom")
        for row in range(min(rows) + 1, max(rows) + 1):
            draw(f"{found.left}{row}", "right")
        draw(f"{found.right}{found.row}", "bottom")
    final = boxes(ctx.rulebook)[ctx.rulebook.matches[-1].code]
    draw(f"{after(final)}{final.row}", "bottom")
    for ref, sides in drawn.items():
        sheet.put(ref, None, "Paper", border=edges(**sides))


def crown(sheet: Sheet, ref: str, head: str, text: str, pending: str) -> None:
    """A head, a star, and larger than all else whose it is, over four rows; pale while the condition ``pending`` holds.

    A name in two lines, broken at a blank, after its first third if there is one: in one line a long one would be shrunk.
    """
    column, top = sheet[ref].column_letter, sheet[ref].row
    first, second = f"{column}{top + 2}", f"{column}{top + 4}"
    sheet.put(ref, head, "Head", border=edges("medium"))
    sheet.put(f"{column}{top + 1}", "★", "Centre", font=font(22, serif=True), border=edges(left="medium", right="medium"))
    parts = {
        first: f'=LEFT({text},IFERROR(FIND(" ",{text},INT(LEN({text})*0.3)+1),FIND(" ",{text}&" "))-1)',
        second: f"=TRIM(MID({text},LEN({first})+1,99))",
    }
    for cell, part in parts.items():
        row = sheet[cell].row
        sides = {"left": "medium", "right": "medium"} | ({"bottom": "medium"} if cell == second else {})
        look = {"font": font(28, bold=True, serif=True), "alignment": place("center", shrink=True), "border": edges(**sides)}
        sheet.put(f"{column}{row}:{column}{row + 1}", part, "Centre", **look)
        sheet.ws.merge_cells(f"{column}{row}:{column}{row + 1}")
        sheet.highlight(cell, pending, ink=Font(color=NOTE))


def brief(sheet: Sheet, ctx: Context, top: int) -> None:
    """The mode that is played, in a few lines, beside the final ranking."""
    _, modes = ctx._, ctx.rulebook.duel_modes
    last = champion(ctx.rulebook)
    left = "G" if columns(ctx.rulebook) > 1 else "E"
    sheet.put(
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
        sheet.put(f"{left}{row}:{last}{row}", "=" + _by_mode({code: literal(lines[i]) for code, lines in texts.items()}), "Text")


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


def characters(sheet: Sheet, ctx: Context, top: int) -> int:
    """The characters drawn for each duel, and who decides: the better placed (R10-12). The last row."""
    _, last = ctx._, champion(ctx.rulebook)
    sheet.caption(f"B{top}", _("Characters drawn"))
    for row, match in enumerate(ctx.rulebook.matches, top + 1):
        sheet.height(row, 44 if columns(ctx.rulebook) > _NARROW else 50)
        at = cells(ctx, match)
        a, b = at["Player_A"], at["Player_B"]
        places = [f"IFERROR(INDEX(Standings_Place,MATCH({who},Standings_Player,0)),9999)" for who in (a, b)]
        who = player_name(f"(IF({places[1]}<{places[0]},{b},{a}))")
        texts = {code: phrase(_(RIGHTS[code]) if code in RIGHTS else "{player}", player=who) for code in ctx.rulebook.duel_modes}
        decides = f'={literal(title(ctx, match.code))}&IF({a}&{b}="","",CHAR(10)&{_by_mode(texts)})'
        sheet.put(f"B{row}:C{row}", None, "Text", alignment=place("left", 1, wrap=True))
        sheet[f"B{row}"] = decides
        sheet.ws.merge_cells(f"B{row}:C{row}")
        sheet.put(f"D{row}:{last}{row}", None, "Text", alignment=place("left", 1, wrap=True))
        sheet.ws.merge_cells(f"D{row}:{last}{row}")
        sheet.book_name(f"Finals_{match.code}_Characters", f"D{row}")
    return top + len(ctx.rulebook.matches)
