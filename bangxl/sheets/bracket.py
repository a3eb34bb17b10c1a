"""The duels on the finals sheet: their places, players, winners, rules and characters.

Boxes stand round by round from left to right, the final last. Duels that only larger tournaments have stand above, on their own
rows, so that these can be hidden (``Finals_From<tables>``). Behind the boxes is a hidden row for each duel. The program writes
ids and draws there (``Finals_<match>_Player_A``, ``…_Draw_Seed`` and others); the names and the winner follow from these
and from the typed scores.
"""

from collections.abc import Container, Mapping
from functools import cache
from typing import Final, NamedTuple

from openpyxl.styles import Alignment, Font

from bangxl.locale.catalog import N_
from bangxl.sheets.context import WORDING, Context
from bangxl.sheets.formulas import first_of, literal, phrase, player_name, shifted, trimmed
from bangxl.sheets.styles import DENIM, NOTE, Sheet, aligned, edges, font
from bangxl.tournament.model import WALKOVER, Moment
from bangxl.tournament.rulebook import DuelMode, Match, Rulebook
from bangxl.workbook.names import duel as duel_name, from_tables
from bangxl.workbook.words import duel_title

_TOP: Final = 8
"""The row of player A in the first box."""
_HIGH: Final = 6
"""Rows from one box to the next below it: heading, two players, check, and two empty ones."""
_ABREAST: Final = 2
"""How many duels of larger tournaments stand side by side."""
_WIDE: Final = 5
"""Columns from one round to the next: place, name, score, and two for the lines."""
_FIRST: Final = 8
HIDDEN_KEYS: Final = (
    *("Player_A", "Player_B", "Draw_Seed", "Draw_Source", "Draw_Public"),
    *("Seated", "Left_A", "Left_B", "Stuck", "Winner", "Check"),
)


class Box(NamedTuple):
    """A duel's three columns (place, name, score), its bracket column from 0, and the row of player A; B is one row below."""

    rank: str
    name: str
    score: str
    column: int
    row: int


class Early(NamedTuple):
    """Duels that exist only from a number of tables at the start on; rows ``first`` to ``last``, headings included."""

    tables: int
    matches: tuple[str, ...]
    first: int
    last: int


@cache
def early_duels(rulebook: Rulebook) -> tuple[Early, ...]:
    """The duels that only larger tournaments have, the largest first, in sheet order: two side by side."""
    least: dict[str, int] = {}
    for bracket in sorted(rulebook.brackets, key=lambda bracket: -bracket.from_tables):
        least |= dict.fromkeys((match.code for match in bracket.matches), bracket.from_tables)
    order = [match.code for match in rulebook.matches]
    groups: list[Early] = []
    for tables in sorted(set(least.values()), reverse=True)[:-1]:
        codes = [code for code in order if least[code] == tables]
        codes.sort(key=lambda code: order.index(_next_duel(rulebook, code)))  # duels whose winners meet stand side by side
        first = groups[-1].last + 1 if groups else _TOP - 1
        last = first + _HIGH * -(-len(codes) // _ABREAST) - 1
        groups.append(Early(tables, tuple(codes), first, last))
    return tuple(groups)


@cache
def duel_boxes(rulebook: Rulebook) -> Mapping[str, Box]:
    """Every duel of the largest bracket by its code. Duels between losers stand below the last one."""
    above = early_duels(rulebook)
    by_code = {match.code: match for match in _always_played(rulebook)}
    if not by_code:
        return {}
    final, top = rulebook.matches[-1].code, above[-1].last + 2 if above else _TOP
    places: dict[str, tuple[int, int]] = {}

    def rounds_before(code: str) -> int:
        return max((rounds_before(side) + 1 for side in _sides(by_code[code], by_code)), default=0)

    def set_place(code: str, column: int) -> int:
        """Set column and row of a match and of those before it; return its row, halfway between its two."""
        before = [set_place(side, column - 1) for side in _sides(by_code[code], by_code)]
        lowest = max((row for _, row in places.values()), default=_TOP - _HIGH)
        row = sum(before) // len(before) if before else lowest + _HIGH
        places[code] = column, row
        return row

    depth = rounds_before(final)
    below = set_place(final, depth) + _HIGH
    below = max(below, *(row for _, row in places.values()))
    for code in by_code:
        if code not in places:
            places[code] = depth, below
            below += _HIGH
    rows = {code: (column, row + top - _TOP) for code, (column, row) in places.items()}
    for group in above:
        rows |= {code: (i % _ABREAST, group.first + 1 + _HIGH * (i // _ABREAST)) for i, code in enumerate(group.matches)}
    where = {}
    for code, (column, row) in rows.items():
        rank, name, score = (shifted("B", _WIDE * column + i) for i in range(3))
        where[code] = Box(rank, name, score, column, row)
    return where


def _always_played(rulebook: Rulebook) -> list[Match]:
    above = {code for group in early_duels(rulebook) for code in group.matches}
    return [match for match in rulebook.matches if match.code not in above]


def _sides(match: Match, by_code: Container[str]) -> list[str]:
    """The duels whose winners, or losers, meet in a match."""
    return [side for side in (match.a, match.b) if isinstance(side, str) and side in by_code]


def _next_duel(rulebook: Rulebook, code: str) -> str:
    """The duel for which a duel's winner plays on; for the final, the final itself."""
    return next((other.code for other in rulebook.matches if code in (other.a, other.b)), code)


def rounds_of_bracket(rulebook: Rulebook) -> int:
    """The rounds of the bracket that every tournament plays."""
    return max((box.column for box in duel_boxes(rulebook).values()), default=-1) + 1


def champion_column(rulebook: Rulebook) -> str:
    """The column of the winner's box; the column before it holds its line."""
    return shifted("B", _WIDE * rounds_of_bracket(rulebook) - 1)


def score_cells(rulebook: Rulebook, match: str) -> tuple[str, str]:
    """The two cells in which the result of a duel is typed."""
    box = duel_boxes(rulebook)[match]
    return f"{box.score}{box.row}", f"{box.score}{box.row + 1}"


def hidden_column(ctx: Context, number: int) -> str:
    """A hidden column, right of the winner's box and a margin: KEYS, then ids and prizes of the final ranking, then scores."""
    return shifted(champion_column(ctx.rulebook), 2 + number)


def cells(ctx: Context, match: Match) -> Mapping[str, str]:
    """The hidden cells of a duel, by KEYS."""
    return {key: f"${hidden_column(ctx, i)}${_FIRST + ctx.rulebook.matches.index(match)}" for i, key in enumerate(HIDDEN_KEYS)}


def _write_cells(sheet: Sheet, ctx: Context) -> None:
    for match in ctx.rulebook.matches:
        at = cells(ctx, match)
        for key, formula in _formulas(ctx, match, at).items():
            sheet[at[key]] = f"={formula}"
        for i, key in enumerate(HIDDEN_KEYS):
            sheet[f"{hidden_column(ctx, i)}{_FIRST - 1}"] = key
            sheet.book_name(duel_name(match.code, key), at[key])
    for group in early_duels(ctx.rulebook):
        sheet.book_name(from_tables(group.tables), f"B{group.first}:B{group.last}")
    # the mode in force, and below it all legal scores of every mode
    letter, modes = hidden_column(ctx, len(HIDDEN_KEYS) + 2), ctx.rulebook.duel_modes
    scores = [f"{mode.code}|{high}|{low}" for mode in modes.values() for high, low in sorted(mode.scores)]
    for row, score in enumerate(scores, _FIRST):
        sheet[f"{letter}{row}"] = score
    sheet.book_name("Duel_Score", f"{letter}{_FIRST}:{letter}{_FIRST + len(scores) - 1}")
    sheet[f"{letter}5"] = "=Chosen_duel" if "duel" in ctx.rulebook.options else next(iter(modes))
    sheet.book_name("Duel_Mode", f"{letter}5")
    sheet.hide(hidden_column(ctx, 0), letter)


def _formulas(ctx: Context, match: Match, at: Mapping[str, str]) -> dict[str, str]:
    """Compute from the two ids and scores: whether a player has left, who wins, and the check under the box."""
    _, a, b = ctx._, at["Player_A"], at["Player_B"]
    codes = [m.code for m in ctx.rulebook.matches]
    left = []
    for player in (a, b):
        # left before or during this duel, or an earlier one: then the other wins (Italy 2010, 1.3)
        event = f"MATCH({player},Leaving_Leaver,0)"
        moments = ",".join(f'INDEX(Leaving_Moment,{event})="{moment}"' for moment in (Moment.BEFORE_DUEL, Moment.DURING_DUEL))
        duels = ",".join(f'INDEX(Leaving_Match,{event})="{code}"' for code in codes[: codes.index(match.code) + 1])
        left.append(f'IF({player}="",0,IFERROR(IF(AND(OR({moments}),OR({duels})),1,0),0))')
    score_a, score_b = score_cells(ctx.rulebook, match.code)
    walkover_a, walkover_b = (f'UPPER({trimmed(cell)})="{WALKOVER}"' for cell in (score_a, score_b))
    key = f'Duel_Mode&"|"&MAX({score_a},{score_b})&"|"&MIN({score_a},{score_b})'
    is_legal = f"IF(AND(ISNUMBER({score_a}),ISNUMBER({score_b})),ISNUMBER(MATCH({key},Duel_Score,0)),FALSE)"
    return {
        "Seated": f'IF({a}&{b}="",0,1)',
        "Left_A": left[0],
        "Left_B": left[1],
        "Stuck": f"IF({at['Left_A']}+{at['Left_B']}=2,1,0)",
        "Winner": first_of(
            (f"{at['Seated']}=0", '""'),
            (f'OR({a}="",{b}="")', f"{a}&{b}"),
            (f"AND({at['Left_A']}=1,{at['Left_B']}=0)", b),
            (f"AND({at['Left_B']}=1,{at['Left_A']}=0)", a),
            (f"AND({walkover_a},{walkover_b})", '""'),
            (walkover_a, a),
            (walkover_b, b),
            (f"{at['Stuck']}=1", '""'),  # both have left: the referee writes the walkover (G9)
            (is_legal, f"IF({score_a}>{score_b},{a},{b})"),
            otherwise='""',
        ),
        "Check": first_of(
            (f"{at['Seated']}=0", '""'),
            (f'AND({at["Stuck"]}=1,{at["Winner"]}="")', literal(_("! both have left"))),
            (f'OR({at["Left_A"]}+{at["Left_B"]}>0,{a}="",{b}="")', literal(_("✓ walkover"))),
            (f'AND({score_a}="",{score_b}="")', literal(_("► to be played"))),
            (f"AND({walkover_a},{walkover_b})", literal(_("× only one can win"))),
            (f"OR({walkover_a},{walkover_b})", literal(_("✓ walkover"))),
            (f'OR({score_a}="",{score_b}="")', literal(_("! a result is missing"))),
            (is_legal, literal(_("✓ legal score"))),
            otherwise=_by_mode({code: literal(_allowed(ctx, mode)) for code, mode in ctx.rulebook.duel_modes.items()}),
        ),
    }


_NARROW: Final = 2
"""With more rounds than this, the columns are narrower."""


def widths(ctx: Context) -> list[float]:
    """The widths of the columns from B to the winner's box."""
    rounds = rounds_of_bracket(ctx.rulebook)
    duel, gap, winner = ([7, 24, 13], [3, 3], 24) if rounds > _NARROW else ([8, 30, 13], [4, 4], 34)
    return [*[*duel, *gap] * (rounds - 1), *duel, gap[0], winner]


def build(sheet: Sheet, ctx: Context) -> None:
    """Write the bracket from row 5 on, with the names ``Finals_<match>_Score_A`` and ``…_Score_B``."""
    _, rulebook = ctx._, ctx.rulebook
    texts, captions = WORDING["captions"], {}
    for code, mode in rulebook.duel_modes.items():
        text = _(texts[code]) if code in texts else _mode_name(ctx, code, N_("Duel"))
        captions[code] = text.format(first=min(high for high, _low in mode.scores), w=WALKOVER)
    sheet.put("B5", "=" + _by_mode({code: literal(text) for code, text in captions.items()}), "Caption")
    _write_cells(sheet, ctx)
    for match in rulebook.matches:
        _draw_box(sheet, ctx, match)
    _draw_lines(sheet, ctx)
    # beside the final; in larger tournaments also beside the first duels, on every screen
    final = rulebook.matches[-1]
    winner = cells(ctx, final)["Winner"]
    for top in (duel_boxes(rulebook)[final.code].row - 1, *(group.first for group in early_duels(rulebook)[:1])):
        write_winner(sheet, ctx, f"{champion_column(rulebook)}{top}", _("Tournament winner"), player_name(winner), f'{winner}=""')


def _allowed(ctx: Context, mode: DuelMode) -> str:
    """What a duel can end like, in short: «× only 5–0 … 5–3, 6–4, W»."""
    losers: dict[int, list[int]] = {}
    for high, low in sorted(mode.scores):
        losers.setdefault(high, []).append(low)
    scores = [f"{high}–{lows[0]}" + (f" … {high}–{lows[-1]}" if lows[1:] else "") for high, lows in losers.items()]
    return ctx._("× only {scores}").format(scores=", ".join([*scores, WALKOVER]))


def _by_mode(texts: Mapping[str, str]) -> str:
    """The text of the current mode; of the first mode if nobody has chosen another."""
    first, *others = texts
    return first_of(*((f'Duel_Mode="{mode}"', texts[mode]) for mode in others), otherwise=texts[first])


def _mode_name(ctx: Context, mode: str, only: str) -> str:
    """The name of a mode in a referee's own regulation: its code, if the regulation has several modes."""
    return mode if len(ctx.rulebook.duel_modes) > 1 else ctx._(only)


def _draw_box(sheet: Sheet, ctx: Context, match: Match) -> None:
    _, box = ctx._, duel_boxes(ctx.rulebook)[match.code]
    head = duel_title(match.code, ctx._)
    if match not in _always_played(ctx.rulebook):  # no line joins it to the next
        head = f"{head} ► {duel_title(_next_duel(ctx.rulebook, match.code), ctx._)}"
    sheet.line(f"{box.rank}{box.row - 1}", [_("Seeded"), head, _("Eliminated")], ["Head", "Head left", "Head"])
    at = cells(ctx, match)
    winner, check = at["Winner"], at["Check"]
    for side, row, below in (("A", box.row, "thin"), ("B", box.row + 1, "medium")):
        sheet.height(row, 28)
        who = at[f"Player_{side}"]
        rank = f'=IF({who}="","",IFERROR(INDEX(Standings_Place,MATCH({who},Standings_Player,0)),""))'
        gone = f'IF({at[f"Left_{side}"]}=1,{ctx.how_left(f"MATCH({who},Leaving_Leaver,0)", " · ")},"")'
        label = f'={player_name(who)}&{gone}&IF(AND({who}<>"",{winner}={who}),"  ✓","")'
        left = edges(left="medium", bottom=below)
        sheet.put(f"{box.rank}{row}", rank, "Centre", border=left, number_format=ordinal_format(ctx))
        sheet.put(f"{box.name}{row}", label, "Strong", font=font(13), border=edges(bottom=below))
        sheet.highlight(f"{box.rank}{row}:{box.name}{row}", f"{at[f'Left_{side}']}=1", ink=Font(color=NOTE))
        sheet.put(f"{box.score}{row}", None, "Input centre", font=font(14, DENIM, bold=True), border=edges("medium"))
        sheet.book_name(f"Finals_{match.code}_Score_{side}", f"{box.score}{row}")
    sheet.put(f"{box.name}{box.row + 2}", f"=MID({check},3,40)", "Note")
    sheet.put(f"{box.score}{box.row + 2}", f"=LEFT({check},1)", "State")
    sheet.colour_by_sign(f"{box.score}{box.row + 2}")
    # the two scores: a drop-down; yellow if one is missing, pale if the duel is not played
    a, b = score_cells(ctx.rulebook, match.code)
    sheet.choose(f"{a}:{b}", "Score_List")
    absolute = f"${box.score}${box.row}:${box.score}${box.row + 1}"
    sheet.flag(f"{a}:{b}", f'AND({a}="",COUNTA({absolute})=1,LEFT({check},1)="!")')
    sheet.fade_locked(f"{a}:{b}")
    sheet.highlight(f"{box.name}{box.row}:{box.name}{box.row + 1}", f'RIGHT({box.name}{box.row},1)="✓"', ink=Font(bold=True))


def ordinal_format(ctx: Context) -> str:
    """A place as the workbook's language writes it: ``1°``, ``1.``, ``1``."""
    return {"it": '0"°"', "de": '0"."'}.get(ctx.catalog.language, "0")


def _draw_lines(sheet: Sheet, ctx: Context) -> None:
    """The lines of the bracket: from each box to the next, middle to middle, and from the final to its winner."""
    where, sides = duel_boxes(ctx.rulebook), dict[str, dict[str, str]]()
    matches = _always_played(ctx.rulebook)
    codes = {match.code for match in matches}
    for match in matches:
        box = where[match.code]
        sources = [where[side].row for side in _sides(match, codes)]
        if not sources:
            continue
        left, right = shifted(box.rank, -2), shifted(box.rank, -1)
        for row in sources:
            sides.setdefault(f"{left}{row}", {})["bottom"] = "medium"
        for row in range(min(*sources, box.row) + 1, max(*sources, box.row) + 1):
            sides.setdefault(f"{left}{row}", {})["right"] = "medium"
        sides.setdefault(f"{right}{box.row}", {})["bottom"] = "medium"
    final = where[matches[-1].code]
    sides.setdefault(f"{shifted(final.score, 1)}{final.row}", {})["bottom"] = "medium"
    for ref, drawn in sides.items():
        sheet.put(ref, None, "Paper", border=edges(**drawn))


def write_winner(sheet: Sheet, ctx: Context, ref: str, head: str, who: str, pending: str) -> None:
    """Show the winner in the largest letters, below stars; small words while ``pending`` holds.

    A long name takes two lines instead of shrinking: it breaks at a blank, after its first third if possible.
    """
    text, stars = f'IF({pending},"",{who})', f"=IF({pending}," + literal(ctx._("to be played")) + ',"★ ★ ★")'
    column, top = sheet[ref].column_letter, sheet[ref].row
    first, second = f"{column}{top + 2}", f"{column}{top + 4}"
    sheet.put(ref, head, "Head", border=edges("medium"))
    sheet.put(f"{column}{top + 1}", stars, "Centre", font=font(13, NOTE), border=edges(left="medium", right="medium"))
    begin = f'=LEFT({text},IFERROR(FIND(" ",{text},INT(LEN({text})*0.3)+1),FIND(" ",{text}&" "))-1)'
    rest = f"=TRIM(MID({text},LEN({first})+1,99))"
    for cell, part, near in ((first, begin, "bottom"), (second, rest, "top")):  # close together, off the frame
        row = sheet[cell].row
        sides = {"left": "medium", "right": "medium"} | ({"bottom": "medium"} if cell == second else {})
        look = {"alignment": Alignment("center", near, shrink_to_fit=True), "border": edges(**sides), "number_format": '" "@" "'}
        sheet.put(f"{column}{row}:{column}{row + 1}", part, "Centre", merge=True, font=font(28, bold=True, serif=True), **look)


def mode_lines(sheet: Sheet, ctx: Context, top: int) -> None:
    """Describe the current mode in a few lines, beside the final ranking."""
    _, modes, pool = ctx._, ctx.rulebook.duel_modes, len(ctx.rulebook.characters)
    left, last = "G" if rounds_of_bracket(ctx.rulebook) > 1 else "E", champion_column(ctx.rulebook)
    headings, briefs, heads, texts = WORDING["headings"], WORDING["brief"], {}, {}
    for code, mode in modes.items():
        heads[code] = literal(_(headings[code]) if code in headings else _mode_name(ctx, code, headings["2007"]))
        dealt, legal = duel_lines(mode, ctx)
        texts[code] = [dealt, legal, "", ""]
        if code in briefs:
            numbers = {"pool": pool, "shown": mode.shown, "out": pool - mode.shown, "half": mode.shown // 2, "each": mode.each}
            texts[code] = [*(_(text).format(**numbers) for text in briefs[code]), legal]
    sheet.put(f"{left}{top}", "=" + _by_mode(heads), "Caption")
    for i, row in enumerate(range(top + 1, top + 5)):
        text = _by_mode({code: literal(lines[i]) for code, lines in texts.items()})
        sheet.put(f"{left}{row}:{last}{row}", f"={text}", "Text")


def duel_lines(mode: DuelMode, ctx: Context) -> list[str]:
    """How the players get the characters of a duel, and how it can end."""
    _ = ctx._
    if mode.shown:
        dealt = _("Draw {n} characters and lay them face up; take turns, {half} each.").format(n=mode.shown, half=mode.shown // 2)
    elif mode.each:
        dealt = _.plural(
            "Each player draws {n} character.", "Each player draws {n} characters and plays them one at a time.", mode.each
        ).format(n=mode.each)
    else:
        dealt = _("Play the two-player game from its own box. The winner's score is 1, the loser's 0.")
    scores = ", ".join(f"{winner}–{loser}" for winner, loser in sorted(mode.scores))
    return [dealt, _("Legal scores: {scores}").format(scores=scores)]


def write_characters(sheet: Sheet, ctx: Context, top: int) -> int:
    """The characters drawn for each duel, and who chooses: the better placed (R10-12). Return the last row."""
    _, last, wrapped, rights = ctx._, champion_column(ctx.rulebook), aligned("left", 1, wrap=True), WORDING["rights"]
    sheet.caption(f"B{top}", _("Characters drawn"))
    for row, match in enumerate(ctx.rulebook.matches, top + 1):
        sheet.height(row, 44 if rounds_of_bracket(ctx.rulebook) > _NARROW else 50)
        at = cells(ctx, match)
        a, b = at["Player_A"], at["Player_B"]
        places = [f"IFERROR(INDEX(Standings_Place,MATCH({who},Standings_Player,0)),9999)" for who in (a, b)]
        who = player_name(f"(IF({places[1]}<{places[0]},{b},{a}))")
        texts = {code: phrase(_(rights.get(code, "{player}")), player=who) for code in ctx.rulebook.duel_modes}
        check = at["Check"]  # where nobody plays, nobody has chosen
        said = f"IF({check}={literal(_('✓ walkover'))},MID({check},3,40),{_by_mode(texts)})"
        decides = f'={literal(duel_title(match.code, ctx._))}&IF({a}&{b}="","",CHAR(10)&{said})'
        for area, text in ((f"B{row}:C{row}", decides), (f"D{row}:{last}{row}", None)):
            sheet.put(area, text, "Text", merge=True, alignment=wrapped)
        sheet.book_name(f"Finals_{match.code}_Characters", f"D{row}")
    return top + len(ctx.rulebook.matches)
