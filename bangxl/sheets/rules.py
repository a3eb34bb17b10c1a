"""The regulation on one sheet, each part with its article; and, hidden, every payout and every table chart row to look up.

All amounts are tabulated from the rulebook: a formula only looks them up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.pagebreak import Break

from bangxl.locale.catalog import N_
from bangxl.locale.days import MONTHS
from bangxl.sheets import sections
from bangxl.sheets.context import Context
from bangxl.sheets.sections import Amounts, Section, article
from bangxl.sheets.styles import DASH, RULE, Sheet, Value, place
from bangxl.tournament.expressions import Expression
from bangxl.tournament.model import Outcome, Role
from bangxl.tournament.payouts import OF_THE_END, payout_table
from bangxl.tournament.rulebook import Games, Payout, Sizes
from bangxl.tournament.seating import legal_compositions, scheduled_rounds
from bangxl.workbook.fields import FIELDS
from bangxl.workbook.words import option_word, sizes_text, word

_SECTIONS: Final = (
    *(sections.auction, sections.characters, sections.variants, sections.high_noon, sections.rounds, sections.record_sheets),
    *(sections.standings, sections.official, sections.finals, sections.knockout, sections.champion, sections.prizes),
    *(sections.penalties, sections.withdrawals, sections.behaviour),
)
"""In the order of the sheet; the winnings stand before them."""
TOP: Final = 5
"""The first printed row."""
_PAGE: Final = 34
"""Rows that fit on a printed page, before the blank one that parts them from the next section."""
_FIRST, _LAST, _COLUMNS = "C", "G", 5
"""After the labels four narrow columns for amounts, by size of table or by rounds, and a wide one."""
_LOOKS: Final = {"dollars": "Money", "count": "Centre", "text": "Text"}
WIDTHS: Final = (34, 11, 11, 11, 11, 27)
"""Of the columns of the rules, B to G, in characters."""
HEIGHT: Final = 19
"""Points of a row."""
CHART: Final = ("I", "J", "K")
"""The columns of the table chart, beside the rules: a screen shows both."""
_PAYOUT_KEY, _PAYOUT_VALUE, _CODE = "M", "N", "O"
"""Hidden columns."""
WINNERS: Final[Mapping[Outcome, str]] = {
    Outcome.LAW: N_("The Law wins"),
    Outcome.OUTLAWS: N_("The Outlaws win"),
    Outcome.RENEGADE: N_("The Renegade wins"),
}
WORDS: Final[Mapping[str, str]] = {
    "players": N_("players"),
    "outlaws": N_("Outlaws"),
    "eliminated": N_("eliminated players"),
    "living_outlaws": N_("living Outlaws"),
}
"""What amounts are made of."""
_KEYS: Final = 6


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Payout_Key``, ``Payout_Value``, ``Chart_Players``, ``Chart_Tables`` and others."""
    _ = ctx._
    sheet = Sheet(wb, ctx.tab("rules"))
    sheet.widths(2, *WIDTHS, 2, 9, 21, 14, 2, 30, 12, 20)
    sheet.hide(_PAYOUT_KEY, _CODE)
    links: dict[str, tuple[str, str] | str] = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "C2": (ctx.tab("players"), ctx.tab("players")),
        "E2": (ctx.tab("events"), ctx.tab("events")),
    }
    sheet.frame(_LAST, ctx.tab("rules"), links, freeze="A5", tab=RULE)
    last = text(sheet, ctx)
    end = _chart(sheet, ctx)
    # hidden, in two columns: every case that can be, with its dollars (Payout_Key, Payout_Value)
    amounts = payout_table(ctx.rulebook)
    sheet[f"{_PAYOUT_KEY}{_KEYS}"], sheet[f"{_PAYOUT_VALUE}{_KEYS}"] = "Payout_Key", "Payout_Value"
    for row, (case, dollars) in enumerate(amounts.items(), _KEYS + 1):
        sheet[f"{_PAYOUT_KEY}{row}"], sheet[f"{_PAYOUT_VALUE}{row}"] = case, dollars
    for column, name in ((_PAYOUT_KEY, "Payout_Key"), (_PAYOUT_VALUE, "Payout_Value")):
        sheet.book_name(name, f"{column}{_KEYS + 1}:{column}{_KEYS + len(amounts)}")
    for i in range(TOP + 1, max(last, end) + 1):
        sheet.height(i, HEIGHT)
    sheet.page(f"B{TOP}:{CHART[-1]}{max(last, end)}", landscape=True, tall=0)
    scale(sheet, 76)


def text(sheet: Sheet, ctx: Context) -> int:
    """The regulation from row ``TOP`` on, in columns of ``WIDTHS``; gives the last row."""
    row = TOP
    for section in regulation(ctx):
        first, row = row, _section(sheet, row, section)
        # begin a new page with row first where last would not fit on the page any more
        begun = sheet.ws.row_breaks.brk[-1].id if sheet.ws.row_breaks.brk else TOP - 1
        if (row - 2) - begun > _PAGE:
            sheet.ws.row_breaks.append(Break(id=first - 1))
    return row - 2


def regulation(ctx: Context) -> Iterator[Section]:
    """The regulation, section by section."""
    source = ctx.rulebook.source
    printed = [text for text in (source.title, _edition(ctx)) if text]
    yield Section(ctx.rulebook.title, article(ctx, "source"), sentences=printed)
    # the winnings by outcome, a column for each size of table; every scoring of the regulation
    scorings = ctx.rulebook.scorings
    for scoring in scorings.values():
        prefix = f"scoring.{scoring.code}." if scoring.code else ""
        for outcome in Outcome:
            title = ctx._(WINNERS[outcome])
            if len(scorings) > 1:
                called = option_word(scoring.code, ctx.catalog.language)
                title = ctx._("{title} ({scoring} scoring)").format(title=title, scoring=called)
            lines = [line for line in scoring.payouts.values() if line.outcome is outcome]
            heads, amounts = _outcome(ctx, lines)
            yield Section(title, article(ctx, f"{prefix}payouts.{outcome}"), heads, amounts)
        # what is paid beside the table; penalties are negative
        _, once = ctx._, ctx.rulebook.score.once or {}
        facts: list[tuple[str, int | str]] = []
        if scoring.alive:
            facts.append((_("Alive at the end of a game"), scoring.alive))
        bonuses = (field.bonus for field in FIELDS if field.bonus is not None)
        facts += [(_(bonus.rule), bonus.of(scoring)) for bonus in bonuses if bonus.of is not None and bonus.of(scoring)]
        facts += [(_("Once, at a table of {n}").format(n=size), dollars) for size, dollars in sorted(once.items())]
        if facts:
            yield Section(_("Bonuses and penalties"), article(ctx, f"{prefix}bonuses"), facts=facts)
    for part in _SECTIONS:
        yield from part(ctx)


def _section(sheet: Sheet, row: int, section: Section) -> int:
    """Write a section; gives the row after the blank one below it."""
    sheet.caption(f"B{row}", section.title)
    sheet.put(f"{_LAST}{row}", section.article or None, "Note", alignment=place("right", 1))
    row += 1
    if section.heads:
        # A column for each size of table, or number of rounds; then the amount in words, or these alone
        count = len(section.heads) - 1
        gaps: list[Value] = [None] * (_COLUMNS - count)
        lines: list[list[Value]] = []
        for line in section.amounts:
            cells = [*(line.amounts or [None] * count), *gaps]
            lines.append([line.label, *cells[: _COLUMNS - 1], (line.words if line.amounts else None) or cells[-1]])
        most = max(count, _COLUMNS - 1)
        sheet.table(f"B{row}", [*section.heads, *gaps], lines, ["Name", *["Money"] * most, *["Name"] * (_COLUMNS - most)])
        for at, line in enumerate(section.amounts, row + 1):
            for cell in sheet[f"{_FIRST}{at}:F{at}"][0]:
                cell.number_format = DASH
            if not line.amounts:
                sheet.put(f"{_FIRST}{at}", line.words, "Text")
                sheet.put(f"D{at}:{_LAST}{at}", None, "Text")
        row += 1 + len(section.amounts)
    for label, value in section.facts:
        sheet.put(f"D{row}:{_LAST}{row}", None, "Text")
        sheet.table(f"B{row}", None, [[label, value]], ["Name", _LOOKS[section.kind]])
        if section.kind == "dollars":
            sheet[f"{_FIRST}{row}"].number_format = DASH
        row += 1
    for sentence in section.sentences:
        sheet.put(f"B{row}:{_LAST}{row}", sentence, "Text")
        row += 1
    return row + 1


def scale(sheet: Sheet, percent: int) -> None:
    """Print at a fixed scale: only then Excel heeds the breaks."""
    sheet.ws.sheet_properties.pageSetUpPr = None
    sheet.ws.page_setup.scale = percent


def _edition(ctx: Context) -> str:
    _, source = ctx._, ctx.rulebook.source
    day = date.fromisoformat(source.published) if source.published else None
    written = _("{day} {month} {year}").format(day=day.day, month=_(MONTHS[day.month - 1]), year=day.year) if day else ""
    if source.edition and written:
        return _("Edition {edition} of {day}").format(edition=source.edition, day=written)
    return _("Edition {edition}").format(edition=source.edition) if source.edition else written


def _chart(sheet: Sheet, ctx: Context) -> int:
    """Every legal composition up to the workbook's places, by players, the default first; gives the last row."""
    players, tables, rounds = CHART
    first, found = TOP + 3, list(_compositions(ctx))
    end = chart(sheet, players, ctx)
    for i, (_n, sizes) in enumerate(found, first):
        sheet.put(f"{_CODE}{i}", ",".join(map(str, sizes)), "Text", number_format="@")
    for column, key in ((players, "Chart_Players"), (tables, "Chart_Tables"), (rounds, "Chart_Rounds"), (_CODE, "Chart_Code")):
        sheet.book_name(key, f"{column}{first}:{column}{end}")
    return end


def chart_lines(ctx: Context) -> tuple[list[str], list[tuple[int, str, int]]]:
    """The heads of the table chart, and a line for every legal composition: players, tables, rounds or games."""
    _, rulebook = ctx._, ctx.rulebook
    most = _("Rounds") if rulebook.games is Games.BY_PLAYERS else _("Games (max.)")
    lines = [
        (n, sizes_text(sizes), (scheduled_rounds(ctx.rulebook, n) if ctx.rulebook.games is Games.BY_PLAYERS else max(sizes)))
        for n, sizes in _compositions(ctx)
    ]
    return [_("Players"), _("Tables"), most], lines


def chart(sheet: Sheet, left: str, ctx: Context) -> int:
    """The table chart itself, in three columns from row ``TOP`` on; gives the last row. A long line of tables shrinks."""
    sheet.caption(f"{left}{TOP}", ctx._("Table chart"))
    sheet.put(f"{left}{TOP + 1}", article(ctx, "tables") or None, "Note")
    heads, lines = chart_lines(ctx)
    sheet.table(f"{left}{TOP + 2}", heads, lines, ["Centre", "Name", "Centre"])
    return TOP + 2 + len(lines)


def _compositions(ctx: Context) -> Iterator[tuple[int, Sizes]]:
    """Players, and every legal way to part them."""
    for players in range(ctx.rulebook.minimum_players, ctx.capacity + 1):
        yield from ((players, sizes) for sizes in legal_compositions(ctx.rulebook, players))


def _outcome(ctx: Context, lines: list[Payout]) -> tuple[list[str], list[Amounts]]:
    """The heads and the lines of an outcome's table."""
    _, sizes, found = ctx._, sorted(ctx.rulebook.roles)[1 - _COLUMNS :], []
    for same in _alike(lines):
        # whom a line pays: his end is said where the role has other lines
        language, role = ctx.catalog.language, same[0].role
        if len(same) == sum(line.role is role for line in lines):
            label = word(role, language)
        else:
            label = ctx._("{role}, {status}").format(role=word(role, language), status=word(same[0].status, language))
        if _of_the_game(same[0]):
            found.append(Amounts(label, (), _words(ctx, same[0].amount[sizes[0]])))
        else:
            # the dollars by size of table
            roles = ctx.rulebook.roles
            # the amount in the regulation's words, where one text holds for all sizes of table and the dollars stand beside it
            amounts = {amount.text: amount for amount in same[0].amount.values()}
            amount = next(iter(amounts.values()))
            found.append(
                Amounts(
                    label,
                    [
                        same[0].amount[size](players=size, outlaws=roles[size][Role.OUTLAW]) if size in same[0].amount else None
                        for size in sizes
                    ],
                    (_words(ctx, amount) if len(amounts) == 1 and amount.words and not _of_the_game(same[0]) else None) or "",
                )
            )
    return [_("Winnings"), *(_("{n} players").format(n=n) for n in sizes)], found


def _alike(lines: list[Payout]) -> list[list[Payout]]:
    """The lines of one role together where its end makes no difference, as regulations print them."""
    found: list[list[Payout]] = []
    for role in Role:
        of_role = [line for line in lines if line.role is role]
        texts = {tuple(sorted((size, amount.text) for size, amount in line.amount.items())) for line in of_role}
        found += [of_role] if len(texts) == 1 else [[line] for line in of_role]
    return found


def _of_the_game(line: Payout) -> bool:
    return any(amount.words & OF_THE_END for amount in line.amount.values())


def _words(ctx: Context, amount: Expression) -> str:
    """``1500 * outlaws`` as people write it: ``1500 $ × Outlaws``, or points."""
    words = {variable: ctx._(text) for variable, text in WORDS.items()}
    return amount.render(words, unit=f" {ctx.rulebook.unit}", number=ctx._.number)
