"""What a table pays, in the scoring in force: the lines of a record sheet's winnings, and the lists that they point into."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.sheets.cells import first_of, literal
from bangxl.sheets.context import Context
from bangxl.sheets.record.cells import LIST, cell
from bangxl.sheets.record.texts import label
from bangxl.sheets.styles import DASH, NAME, SKY, Value, highlight, place, put, table
from bangxl.tournament.endstates import reachable
from bangxl.tournament.model import Outcome, Role, Status
from bangxl.tournament.payouts import End, value
from bangxl.tournament.rulebook import Rulebook, Scoring
from bangxl.workbook.fields import fields
from bangxl.workbook.words import word

_FIRST: Final = 5
"""The column of the first amounts; those that follow are beside it."""
_SYMBOLS: Final = {"eliminated": "e", "living_outlaws": "o"}
"""What an amount can count at the end of a game, and the letters for it."""
_PRODUCT: Final = re.compile(r"(\d+) × (\d+)")
_NUMBER: Final = re.compile(r"\d+")


def build(ws: Worksheet, ctx: Context) -> None:
    """What a table of this size pays, the winners' column in sky."""
    _, language = ctx._, ctx.catalog.language
    kinds = winning_lines(ctx.rulebook)
    heads = [
        f"=INDEX(Size_Winnings,MAX(1,{cell(ctx, 'Size')}))",
        *(word(outcome, language) for outcome in Outcome),
    ]
    amounts = [f"=INDEX(Winnings_{outcome},{cell(ctx, 'Winnings')}+ROW()-{LIST - 1})" for outcome in Outcome]
    lines: list[list[Value]] = [
        [_("{role}, {status}").format(role=word(role, language), status=word(status, language)), *amounts]
        for role, status in kinds
    ]
    lines += _bonuses(ctx)
    places, last = _places(ctx.rulebook), LIST + len(lines) - 1
    table(
        ws,
        f"D{LIST - 1}",
        _apart(heads, places),
        [_apart(line, places) for line in lines],
        ["Name", *["Money"] * (places[-1][1] - _FIRST + 1)],
        height=18,
        head_height=18,
    )
    ws[f"D{LIST - 1}"].alignment = NAME
    for row in range(LIST - 1, last + 1):
        for amount in ws.iter_rows(row, row, _FIRST, places[-1][1]):
            for part in amount:
                part.alignment = place("right", 1, shrink=True)
                part.number_format = DASH if row >= LIST else part.number_format
        for first, end in places:
            if first < end:
                ws.merge_cells(start_row=row, end_row=row, start_column=first, end_column=end)
    _winners(ws, ctx, last)
    if symbols := [scoring.code for scoring in ctx.rulebook.scorings.values() if _depends(scoring)]:
        chosen = ",".join(f'Chosen_scoring="{code}"' for code in symbols)
        legend = label(ctx, "symbols")
        several = len(ctx.rulebook.scorings) > 1
        put(ws, f"D{LIST + len(lines)}", f'=IF(OR({chosen}),{literal(legend)},"")' if several else legend, "Note")


def _bonuses(ctx: Context) -> Iterator[list[Value]]:
    for field in fields(ctx.rulebook):
        if field.bonus is not None:
            paying = [field.bonus.outcome in {outcome, None} for outcome in Outcome]
            yield [label(ctx, field.bonus.line), *(f"={field.amount}" if pays else None for pays in paying)]


def _winners(ws: Worksheet, ctx: Context, last: int) -> None:
    initials = "".join(outcome[0] for outcome in Outcome)
    places = _places(ctx.rulebook)
    which = f'FIND(LEFT({cell(ctx, "Won")}&"?"),"{initials}")'
    beside = places[-1][0] - _FIRST == len(places) - 1
    won = (
        f"COLUMN()={_FIRST - 1}+{which}" if beside else f"COLUMN()=CHOOSE({which},{','.join(str(first) for first, _ in places)})"
    )
    highlight(ws, f"E{LIST - 1}:{get_column_letter(places[-1][1])}{last}", won, back=SKY, ink=Font(bold=True))


def _places(rulebook: Rulebook) -> list[tuple[int, int]]:
    """The first and the last column of each outcome's amounts. Each begins in a column that never hides itself."""
    optional = rulebook.auction is not None and rulebook.auction.optional
    starts = [_FIRST, _FIRST + 3, _FIRST + 4] if optional else [_FIRST, _FIRST + 1, _FIRST + 2]
    return [(first, following - 1) for first, following in pairwise([*starts, starts[-1] + 1])]


def _apart(line: Sequence[Value], places: Sequence[tuple[int, int]]) -> list[Value]:
    """The label and the amounts, with a blank where an amount has two columns."""
    found = [line[0]]
    for amount, (first, last) in zip(line[1:], places, strict=True):
        found += [amount, *[None] * (last - first)]
    return found


def scoring_key(ctx: Context) -> str:
    """How the key of any payout begins: with the scoring in force."""
    scorings = list(ctx.rulebook.scorings)
    return 'Chosen_scoring&"|"&' if len(scorings) > 1 else f'"{scorings[0]}|"&'


def lines_before(ctx: Context) -> str:
    """How many lines stand in the lists before this table's, in the scoring in force."""
    codes = list(ctx.rulebook.scorings)
    scoring = first_of(*((f'Chosen_scoring="{code}"', str(i)) for i, code in enumerate(codes[1:], 1)), otherwise="0")
    past = f"+{ctx.largest + 1}*{scoring}" if len(codes) > 1 else ""
    return f"{len(winning_lines(ctx.rulebook))}*({cell(ctx, 'Size')}{past})"


def lists(ctx: Context) -> Iterator[tuple[str, list[Value]]]:
    """The columns ``Winnings_…``: for every scoring, number of players from 0 on, and line of the winnings, what is paid."""
    rulebook = ctx.rulebook
    kinds = winning_lines(rulebook)
    for outcome in Outcome:
        yield (
            f"Winnings_{outcome}",
            [
                _shown(ctx, scoring, size, outcome, role, status)
                for scoring in rulebook.scorings.values()
                for size in range(ctx.largest + 1)
                for role, status in kinds
            ],
        )


def winning_lines(rulebook: Rulebook) -> list[tuple[Role, Status]]:
    """The roles and states that some outcome pays, in printed order: the lines of a record sheet's winnings."""
    paid = {
        (role, status)
        for scoring in rulebook.scorings.values()
        for (_outcome, role, status), line in scoring.payouts.items()
        if (scoring.alive and status is Status.ALIVE) or any(amount.words or amount() for amount in line.amount.values())
    }
    return [(role, status) for role in Role for status in Status if (role, status) in paid]


def _shown(ctx: Context, scoring: Scoring, size: int, outcome: Outcome, role: Role, status: Status) -> Value:
    """Dollars, or, where they depend on who is alive, the regulation's own sum with a letter for what is counted."""
    rulebook = ctx.rulebook
    roles = rulebook.roles.get(size)
    line = scoring.line(outcome, role, status)
    if roles is None or line is None or (outcome, role, status) not in reachable(roles, rulebook.among_last):
        return None
    amount = line.amount[size]
    extra = scoring.alive if status is Status.ALIVE else 0
    if not amount.words & _SYMBOLS.keys():
        return value(amount, roles[Role.OUTLAW], End(size, outcome)) + extra
    known = {"players": str(size), "outlaws": str(roles[Role.OUTLAW])} | _SYMBOLS
    text = _PRODUCT.sub(lambda found: str(int(found[1]) * int(found[2])), amount.render(known)).replace(" × e", " e")
    text = f"{text} + {extra}" if extra else text
    return _NUMBER.sub(lambda found: ctx._.number(int(found[0])), text)


def _depends(scoring: Scoring) -> bool:
    return any(amount.words & _SYMBOLS.keys() for line in scoring.payouts.values() for amount in line.amount.values())
