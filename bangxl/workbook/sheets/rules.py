"""The regulation on one sheet, each part with its article; and, hidden, every payout and every table chart row to look up.

All amounts are tabulated from the rulebook: a formula only looks them up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import N_
from bangxl.tournament.model import Outcome
from bangxl.tournament.rulebook import DuelMode
from bangxl.tournament.seating import scheduled_rounds
from bangxl.workbook.context import Context
from bangxl.workbook.formulas import quoted
from bangxl.workbook.sheets.finals import TITLES
from bangxl.workbook.sheets.lists import MONTHS
from bangxl.workbook.styles import RULE, Value, book_name, caption, frame, hide, jump, page, place, put, table, widths
from bangxl.workbook.words import word

CRITERIA: Final[Mapping[str, str]] = {
    "buchholz": N_("Equal scores: Buchholz, the sum of the scores of all opponents, one term a meeting."),
}
"""Tie-breaks by their codes."""

DUELS: Final[Mapping[str, str]] = {"long": N_("Long duel"), "short": N_("Short duel")}
WINNERS: Final[Mapping[Outcome, str]] = {
    Outcome.LAW: N_("The Law wins"),
    Outcome.OUTLAWS: N_("The Outlaws win"),
    Outcome.RENEGADE: N_("The Renegade wins"),
}
_DASH: Final = '#,##0 "$";-#,##0 "$";"–"'
_PAYOUTS: Final = 6


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Payout_Key``, ``Payout_Value``, ``Chart_Players``, ``Chart_Tables``, ``Chart_Rounds``."""
    _ = ctx._
    ws = wb.create_sheet(ctx.tab("rules"))
    widths(ws, 2, 40, 13, 13, 13, 30, 2, 30, 12)
    hide(ws, "H", "I")
    links: dict[str, tuple[str, str] | str] = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "C2": (ctx.tab("players"), ctx.tab("players")),
        "E2": (ctx.tab("events"), ctx.tab("events")),
    }
    frame(ws, "F", ctx.tab("rules"), links, freeze="A5", tab=RULE)
    row = _source(ws, 5, ctx)
    for section in (_winnings, _auction, _high_noon, _rounds, _standings, _finals, _prizes, _penalties):
        if section is _standings:
            ws.row_breaks.append(Break(id=row))
        row = section(ws, row + 1, ctx)
    ws.row_breaks.append(Break(id=row))
    ws["F2"] = jump(ctx.tab("rules"), quoted(_("Table chart")), f"B{row + 1}")
    end = _chart(wb, ws, row + 1, ctx)
    _payouts(wb, ws, ctx)
    for i in range(_PAYOUTS, end + 1):
        ws.row_dimensions[i].height = 19
    page(ws, f"B5:F{end}", tall=0)
    ws.sheet_properties.pageSetUpPr = None  # a fixed scale: only then Excel heeds the breaks
    ws.page_setup.scale = 85


def _head(ws: Worksheet, row: int, title: str, key: str, ctx: Context) -> int:
    """A section's heading with the article it is taken from; gives the next row."""
    caption(ws, f"B{row}", title)
    put(ws, f"F{row}", ctx.rulebook.articles.get(key), "Note", alignment=place("right", 1))
    return row + 1


def _facts(ws: Worksheet, row: int, facts: Sequence[tuple[str, Value]], names: Sequence[str]) -> int:
    """Lines of a label and a value, ruled to the section's right edge."""
    for i, (label, value) in enumerate(facts, row):
        put(ws, f"D{i}:F{i}", None, "Text")
        table(ws, f"B{i}", None, [[label, value]], names)
    return row + len(facts)


def _sentences(ws: Worksheet, row: int, sentences: Sequence[str]) -> int:
    for i, sentence in enumerate(sentences, row):
        put(ws, f"B{i}:F{i}", sentence, "Text")
        ws.row_dimensions[i].height = 21
    return row + len(sentences)


def _source(ws: Worksheet, row: int, ctx: Context) -> int:
    _, rulebook = ctx._, ctx.rulebook
    source = rulebook.source
    row = _head(ws, row, rulebook.title, "source", ctx)
    day = date.fromisoformat(source.published)
    written = _("{day} {month} {year}").format(day=day.day, month=_(MONTHS[day.month - 1]), year=day.year)
    edition = _("Edition {edition} of {day}").format(edition=source.edition, day=written)
    return _sentences(ws, row, [source.title, edition])


def _winnings(ws: Worksheet, row: int, ctx: Context) -> int:
    """The winnings as the regulation prints them: by outcome, a column for each size of table."""
    _, rulebook, language = ctx._, ctx.rulebook, ctx.catalog.language
    sizes = sorted(rulebook.roles)
    for outcome in Outcome:
        lines: list[list[Value]] = [
            [
                _("{role}, {status}").format(role=word(role, language), status=word(status, language)),
                *(rulebook.payout(size, outcome, role, status) for size in sizes),
                None,
            ]
            for won, role, status in rulebook.payouts
            if won is outcome
        ]
        row = _head(ws, row, _(WINNERS[outcome]), f"payouts.{outcome}", ctx)
        heads = [_("Winnings"), *(_("{players} players").format(players=size) for size in sizes), None]
        table(ws, f"B{row}", heads, lines, ["Text", *["Money"] * len(sizes), "Text"])
        for cells in ws[f"C{row + 1}:E{row + len(lines)}"]:
            for cell in cells:
                cell.number_format = _DASH
        row += len(lines) + 2
    return row - 1


def _auction(ws: Worksheet, row: int, ctx: Context) -> int:
    _, auction = ctx._, ctx.rulebook.auction
    row = _head(ws, row, _("Auction"), "auction", ctx)
    facts = [
        (_("Everybody starts with"), auction.start),
        (_("Bids are multiples of"), auction.step),
        (_("The lowest bid"), auction.minimum),
        (_("The last character goes for"), auction.last),
    ]
    return _facts(ws, row, facts, ["Text", "Money"])


def _high_noon(ws: Worksheet, row: int, ctx: Context) -> int:
    """When life points begin to be lost, and which roles sit at a table: both depend on its size."""
    _ = ctx._
    row = _head(ws, row, _("High Noon"), "high_noon", ctx)
    told = _("Table of {players}: from reshuffle no. {time} on, each loses 1 life point a turn, the Sheriff first.")
    noon = sorted(ctx.rulebook.high_noon.items())
    return _sentences(ws, row, [told.format(players=size, time=time) for size, time in noon])


def _rounds(ws: Worksheet, row: int, ctx: Context) -> int:
    _, rulebook = ctx._, ctx.rulebook
    row = _head(ws, row, _("Rounds, by the players at the start"), "rounds", ctx)
    facts: list[tuple[str, Value]] = []
    for first, last, rounds in rulebook.rounds:
        endless = last >= rulebook.maximum_players
        label = _("{players} or more players").format(players=first) if endless else _("{first} to {last} players")
        facts.append((label.format(first=first, last=last), rounds))
    return _facts(ws, row, facts, ["Text", "Centre"])


def _standings(ws: Worksheet, row: int, ctx: Context) -> int:
    _, rulebook = ctx._, ctx.rulebook
    row = _head(ws, row, _("Standings"), "standings", ctx)
    told = [_("The score is the money at the end: start, less bids, plus winnings.")]
    told += [_(CRITERIA[code]) for code in rulebook.criteria]
    lot = _("Still equal: a lot if one of the first {n} places depends on it; otherwise the rank is shared.")
    return _sentences(ws, row, [*told, lot.format(n=rulebook.qualifiers)])


def _finals(ws: Worksheet, row: int, ctx: Context) -> int:
    _, rulebook = ctx._, ctx.rulebook
    row = _head(ws, row, _("Finals"), "finals", ctx)
    facts: list[tuple[str, Value]] = [
        (_(TITLES[match.code]), f"{_side(match.a, ctx)} – {_side(match.b, ctx)}") for match in rulebook.matches
    ]
    row = _facts(ws, row, facts, ["Text", "Text"])
    for mode in rulebook.duel_modes.values():
        row = _head(ws, row + 1, _(DUELS[mode.code]), f"finals.duel.{mode.code}", ctx)
        row = _sentences(ws, row, list(_duel(mode, ctx)))
    return row


def _side(side: int | str, ctx: Context) -> str:
    """A side of a match: a place in the standings, or the winner of another match."""
    if isinstance(side, int):
        return str(side)
    return ctx._("winner of {match}").format(match=ctx._(TITLES[side]))


def _duel(mode: DuelMode, ctx: Context) -> Iterator[str]:
    _ = ctx._
    if mode.shown:
        yield _("{n} characters are drawn and lie open; the better placed player chooses first or starts.").format(n=mode.shown)
    else:
        yield _("Each draws {n} characters and plays them one at a time.").format(n=mode.each)
    scores = ", ".join(f"{winner}–{loser}" for winner, loser in sorted(mode.scores))
    yield _("Legal scores: {scores}").format(scores=scores)


def _prizes(ws: Worksheet, row: int, ctx: Context) -> int:
    _, prizes = ctx._, ctx.rulebook.prizes
    row = _head(ws, row, _("Prizes, by the scheduled rounds"), "prizes", ctx)
    heads = [_("Final place"), *(_("{rounds} rounds").format(rounds=rounds) for rounds in prizes), None]
    lines = [[str(rank), *amounts, None] for rank, amounts in enumerate(zip(*prizes.values(), strict=True), 1)]
    table(ws, f"B{row}", heads, lines, ["Text", *["Money"] * len(prizes), "Text"])
    return row + len(lines) + 1


def _penalties(ws: Worksheet, row: int, ctx: Context) -> int:
    _ = ctx._
    row = _head(ws, row, _("Penalties and withdrawals"), "penalties", ctx)
    told = (
        _("Warning no. {n} ejects the player; ejections and their reasons are reported.").format(
            n=ctx.rulebook.warnings_to_ejection
        ),
        _("Who leaves during a game stays in it passively, is paid for his role, and is out afterwards."),
    )
    return _sentences(ws, row, told)


def _payouts(wb: Workbook, ws: Worksheet, ctx: Context) -> None:
    """Hidden: what every seat can earn, by size, outcome, role and status."""
    rulebook = ctx.rulebook
    found = [
        (f"{size}|{outcome}|{role}|{status}", amount)
        for size in sorted(rulebook.roles)
        for outcome, role, status in rulebook.payouts
        if (amount := rulebook.payout(size, outcome, role, status)) is not None
    ]
    table(ws, f"H{_PAYOUTS}", ["Payout_Key", "Payout_Value"], found, ["Text", "Money"])
    for column, key in (("H", "Payout_Key"), ("I", "Payout_Value")):
        book_name(wb, ws, key, f"{column}{_PAYOUTS + 1}:{column}{_PAYOUTS + len(found)}")


def _chart(wb: Workbook, ws: Worksheet, row: int, ctx: Context) -> int:
    """The table chart from the least number of players to the workbook's places; gives its last row."""
    _, rulebook = ctx._, ctx.rulebook
    row = _head(ws, row, _("Table chart"), "tables", ctx)
    counts = range(rulebook.minimum_players, ctx.capacity + 1)
    gaps: list[Value] = [None, None]
    lines: list[list[Value]] = [[n, ctx.sizes_text(n), *gaps, scheduled_rounds(rulebook, n)] for n in counts]
    table(ws, f"B{row}", [_("Players"), _("Tables"), *gaps, _("Rounds")], lines, ["Text"] * 5)
    end = row + len(lines)
    for column, key in (("B", "Chart_Players"), ("C", "Chart_Tables"), ("F", "Chart_Rounds")):
        book_name(wb, ws, key, f"{column}{row + 1}:{column}{end}")
    return end
