"""The regulation on one sheet, each part with its article; and hidden tables of payouts and table charts.

The program tabulates all amounts from the rulebook: formulas only look them up.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from textwrap import wrap
from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl.locale.catalog import MONTHS, N_
from bangxl.sheets import sections
from bangxl.sheets.context import Context
from bangxl.sheets.formulas import shifted
from bangxl.sheets.record.texts import FINAL_DUEL
from bangxl.sheets.sections import Amounts, Section, article
from bangxl.sheets.styles import DASH, RULE, Sheet, SheetValue, aligned
from bangxl.tournament.compositions import legal_compositions, scheduled_rounds
from bangxl.tournament.expressions import Expression
from bangxl.tournament.model import Outcome, Role
from bangxl.tournament.payouts import FACTS_OF_THE_END, payout_table
from bangxl.tournament.rulebook import Games, Payout, Sizes
from bangxl.workbook.fields import FIELDS
from bangxl.workbook.words import option_word, sizes_in_print, word

_TOP: Final = 5
"""The first printed row."""
_FIRST, _LAST, _COLUMNS = "C", "G", 5
"""After the labels: four narrow columns for amounts, by table size or by rounds, and a wide one."""
_LOOKS: Final = {"dollars": "Money", "count": "Centre", "text": "Text"}
CHART: Final = ("I", "J", "K")
"""The columns of the table chart, beside the rules: a screen shows both."""
_PAYOUT_KEY, _PAYOUT_VALUE, _CODE = "M", "N", "O"
"""Hidden columns; a cut has one more each."""
WINNERS: Final[Mapping[Outcome, str]] = {
    Outcome.LAW: N_("The Law wins"),
    Outcome.OUTLAWS: N_("The Outlaws win"),
    Outcome.RENEGADE: N_("The Renegade wins"),
}
_WORDS: Final[Mapping[str, str]] = {
    "players": N_("players"),
    "outlaws": N_("Outlaws"),
    "eliminated": N_("eliminated players"),
    "living_outlaws": N_("living Outlaws"),
}
"""The terms of amounts."""
_KEYS: Final = 7
"""The first row of the hidden payouts."""


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the names ``Payout_Key``, ``Payout_Value``, ``Chart_Players``, ``Chart_Tables`` and others."""
    sheet = Sheet(wb, ctx.tab("rules"))
    sheet.widths(2, 34, 11, 11, 11, 11, 27, 2, 9, 21, 14, 2, 30, 12, 20)
    sheet.hide(_PAYOUT_KEY, shifted(_CODE, len(ctx.rulebook.cuts)))
    sheet.frame(_LAST, ctx.tab("rules"), ctx.links(C2="players", E2="events"), freeze="A5", tab=RULE)
    row = _TOP
    for section in regulation(ctx):
        row = _section(sheet, row, section)
    last = max(row - 2, _chart(sheet, ctx))
    # hidden: every possible case, with its dollars
    amounts = payout_table(ctx.rulebook)
    for row, (case, dollars) in enumerate(amounts.items(), _KEYS):
        sheet[f"{_PAYOUT_KEY}{row}"], sheet[f"{_PAYOUT_VALUE}{row}"] = case, dollars
    for letter, name in ((_PAYOUT_KEY, "Payout_Key"), (_PAYOUT_VALUE, "Payout_Value")):
        sheet[f"{letter}{_KEYS - 1}"] = name
        sheet.book_name(name, f"{letter}{_KEYS}:{letter}{_KEYS + len(amounts) - 1}")
    sheet.height(range(_TOP + 1, last + 1), 19)
    sheet.page(f"B{_TOP}:{CHART[-1]}{last}", landscape=True, tall=0)


def regulation(ctx: Context) -> Iterator[Section]:
    """The regulation, section by section, without empty sections."""
    _, rulebook, source = ctx._, ctx.rulebook, ctx.rulebook.source
    day = date.fromisoformat(source.published) if source.published else None
    edition = _("{day} {month} {year}").format(day=day.day, month=_(MONTHS[day.month - 1]), year=day.year) if day else ""
    if source.edition and day:
        edition = _("Edition {edition} of {day}").format(edition=source.edition, day=edition)
    elif source.edition:
        edition = _("Edition {edition}").format(edition=source.edition)
    yield Section(rulebook.title, article(ctx, "source"), sentences=[*filter(None, (source.title, edition))])
    # the winnings by outcome, a column for each table size; for every scoring of the regulation
    for scoring in rulebook.scorings.values():
        prefix = f"scoring.{scoring.code}." if scoring.code else ""
        for outcome in Outcome:
            title = _(WINNERS[outcome])
            if len(rulebook.scorings) > 1:
                called = option_word(scoring.code, ctx.catalog.language)
                title = _("{title} ({scoring} scoring)").format(title=title, scoring=called)
            heads, amounts = _winnings(ctx, [line for line in scoring.payouts.values() if line.outcome is outcome])
            duel = [_(FINAL_DUEL)] if outcome is Outcome.LAW and rulebook.pays_final_duel else []
            yield Section(title, article(ctx, f"{prefix}payouts.{outcome}"), heads, amounts, sentences=duel)
        # other payments; penalties are negative
        facts: list[tuple[str, int | str]] = [(_("Alive at the end of a game"), scoring.alive)] if scoring.alive else []
        bonuses = (field.bonus for field in FIELDS if field.bonus is not None)
        facts += [(_(bonus.rule), bonus.of(scoring)) for bonus in bonuses if bonus.of is not None and bonus.of(scoring)]
        once = sorted((rulebook.score.once or {}).items())
        facts += [(_("Once, at a table of {n}").format(n=size), dollars) for size, dollars in once]
        if facts:
            yield Section(_("Bonuses and penalties"), article(ctx, f"{prefix}bonuses"), facts=facts)
    for part in sections.SECTIONS:
        yield from (section for section in part(ctx) if section.amounts or section.facts or section.sentences)
    if rulebook.decisions:
        yield Section(_("Numbers in brackets"), sentences=[_("Where the text says nothing, it is played like this.")])


def _section(sheet: Sheet, row: int, section: Section) -> int:
    """Write a section; return the row after the blank one below it."""
    sheet.caption(f"B{row}", section.title)
    sheet.put(f"{_LAST}{row}", section.article or None, "Note", alignment=aligned("right", 1))
    row += 1
    if section.heads:
        # a column for each table size or number of rounds; then the amount in words, or only the words
        count = len(section.heads) - 1
        gaps: list[SheetValue] = [None] * (_COLUMNS - count)
        lines: list[list[SheetValue]] = []
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
        sheet.table(f"B{row}", None, [[label, value]], ["Name", "Text" if isinstance(value, str) else _LOOKS[section.kind]])
        if section.kind == "dollars":
            sheet[f"{_FIRST}{row}"].number_format = DASH
        row += 1
    for sentence in (line for text in section.sentences for line in wrap(text, 120)):  # characters of a line
        sheet.put(f"B{row}:{_LAST}{row}", sentence, "Text")
        row += 1
    return row + 1


def _chart(sheet: Sheet, ctx: Context) -> int:
    """The table chart beside the rules, with hidden codes; return the last row. A long line of tables shrinks."""
    players, tables, rounds = CHART
    heads, lines = chart_lines(ctx)
    first, last = _TOP + 3, _TOP + 2 + len(lines)
    sheet.caption(f"{players}{_TOP}", ctx._("Table chart"))
    sheet.put(f"{players}{_TOP + 1}", chart_source(ctx) or None, "Note")
    sheet.table(f"{players}{_TOP + 2}", heads, lines, ["Centre", "Name", "Centre"])
    for row, is_ours in enumerate(beyond_the_chart(ctx), first):
        if is_ours:
            sheet[f"{players}{row}"].number_format = '0" *"'
    for row, (_n, sizes) in enumerate(_compositions(ctx), first):
        sheet.put(f"{_CODE}{row}", ",".join(map(str, sizes)), "Text", number_format="@")
    end = max(last, first + 1)  # Gnumeric's MATCH finds nothing in a single cell
    named = {"Chart_Players": players, "Chart_Tables": tables, "Chart_Rounds": rounds, "Chart_Code": _CODE}
    for number, cut in enumerate(ctx.rulebook.cuts, 1):
        letter = named[f"Chart_Cut_{cut.after}"] = shifted(_CODE, number)
        for row, (started, _sizes) in enumerate(_compositions(ctx), first):
            sheet.put(f"{letter}{row}", cut.players(started), "Centre")
    for name, letter in named.items():
        sheet.book_name(name, f"{letter}{first}:{letter}{end}")
    return last


def chart_lines(ctx: Context) -> tuple[list[str], list[tuple[int, str, int]]]:
    """The heads of the table chart, and a line for every legal composition: players, tables, rounds or games.

    Fixed tables play as many games as they have players at most; in Record that is the least.
    """
    _, rulebook = ctx._, ctx.rulebook
    by_players = rulebook.games is Games.BY_PLAYERS
    games = _("Games (min.)") if rulebook.games is Games.MULTIPLE else _("Games (max.)")
    heads = [_("Players"), _("Tables"), _("Rounds") if by_players else games]
    return heads, [
        (players, sizes_in_print(sizes), scheduled_rounds(rulebook, players) if by_players else max(sizes))
        for players, sizes in _compositions(ctx)
    ]


def chart_source(ctx: Context) -> str:
    """The article of the table chart, and what a star beside the players means."""
    printed = article(ctx, "tables")
    return ctx._("{article} (*: not printed there)").format(article=printed) if any(beyond_the_chart(ctx)) else printed


def beyond_the_chart(ctx: Context) -> list[bool]:
    """Of every line of the chart, whether the regulation goes on, or has forgotten it (R10-2, R07-18); it may print none."""
    chart = ctx.rulebook.chart
    return [bool(chart) and sizes not in chart.get(players, ()) for players, sizes in _compositions(ctx)]


def _compositions(ctx: Context) -> Iterator[tuple[int, Sizes]]:
    """Players and every legal way to divide them, up to the workbook's capacity, the default first."""
    for players in range(ctx.rulebook.minimum_players, ctx.capacity + 1):
        yield from ((players, sizes) for sizes in legal_compositions(ctx.rulebook, players))


def _winnings(ctx: Context, payouts: list[Payout]) -> tuple[list[str], list[Amounts]]:
    """The headings and lines of an outcome's table.

    A role has a single line if its end makes no difference, as in printed regulations.
    """
    _, roles, language = ctx._, ctx.rulebook.roles, ctx.catalog.language
    sizes, lines = sorted(ctx.rulebook.sizes)[1 - _COLUMNS :], []
    for role in Role:
        of_role = [line for line in payouts if line.role is role]
        texts = {tuple(sorted((size, amount.text) for size, amount in line.amount.items())) for line in of_role}
        for line in of_role[:1] if len(texts) == 1 else of_role:
            label = word(role, language)
            if len(texts) > 1:
                label = _("{role}, {status}").format(role=label, status=word(line.status, language))
            # the amount in the regulation's words if one text holds for all table sizes, with the dollars beside it; only the
            # words if it depends on the end of the game
            first = next(iter(line.amount.values()))
            words, amounts = "", []
            if any(amount.words & FACTS_OF_THE_END for amount in line.amount.values()):
                words = _words(ctx, line.amount[sizes[0]])
            else:
                for size in sizes:
                    amount = line.amount.get(size)
                    plays = amount is not None and roles[size][role] > 0  # no Deputy at a table of four
                    amounts.append(amount(players=size, outlaws=roles[size][Role.OUTLAW]) if amount and plays else None)
                if len({amount.text for amount in line.amount.values()}) == 1 and first.words:
                    words = _words(ctx, first)
            lines.append(Amounts(label, amounts, words))
    return [_("Winnings"), *(_("{n} players").format(n=n) for n in sizes)], lines


def _words(ctx: Context, amount: Expression) -> str:
    """``1500 * outlaws`` as people write it: ``1500 $ × Outlaws``, or points."""
    words = {variable: ctx._(text) for variable, text in _WORDS.items()}
    return amount.render(words, unit=f" {ctx.rulebook.unit}", number=ctx._.number)
