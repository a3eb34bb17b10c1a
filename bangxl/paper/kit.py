"""The kit for a tournament without a computer: a secret ledger, the regulation and the table chart."""

from dataclasses import replace
from typing import Final

from bangxl.locale.catalog import Catalog, dotted
from bangxl.paper.entries import entries_pages, wall_to_write
from bangxl.paper.finals import bracket_form, duel_page
from bangxl.paper.record import blank_to_write, empty_forms, record_page, stage_page
from bangxl.paper.sheet import INK, PALE, RULE, STRONG, Column, Face, Paper
from bangxl.referto.listings import table_size_text
from bangxl.sheets.context import Context
from bangxl.sheets.duel import is_needed
from bangxl.sheets.rules import beyond_the_chart, chart_lines, chart_source, regulation
from bangxl.tournament.model import Game, Seat, Tournament
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from bangxl.workbook import names
from bangxl.workbook.titles import round_title

KIT_PLACES: Final = 50
"""The most players, unless the regulation's own table chart goes on; larger tournaments need a computer."""
_ROUNDS: Final = 7
"""The rounds on a page of the ledger; longer tournaments continue on another page."""
_LINE: Final = 6.4
"""The height of a line of the ledger in millimetres: enough for handwriting."""
_NUMBER, _NAMES, _AMOUNT = 6.0, (34.0, 56.0), 13.0
"""Where names begin in the ledger, and where they end at least and at most; an amount's width while names get what is left."""
_ROW, _FEW = 6.4, 8
"""The height of a row of the table chart in millimetres, and the most rows of a chart in one part."""


def blank_pages(paper: Paper, rulebook: Rulebook, _: Catalog) -> None:
    """An empty record sheet for each size of table, the smallest first."""
    for form in empty_forms(State(Tournament(rulebook=""), rulebook), _):
        record_page(paper, form)


def kit_pages(paper: Paper, rulebook: Rulebook, _: Catalog) -> None:
    """The record sheets of each size, also of the knock-out; the ledger; the regulation with its tables; the page of the duel."""
    places = min(rulebook.maximum_players, KIT_PLACES)
    extent = names.extent(rulebook, places)
    # without the ids of decisions: a hall without the computer cannot look them up
    ctx = Context(replace(rulebook, decisions={}), _, places, extent.rounds, extent.tables)
    blank_pages(paper, rulebook, _)
    knockout = rulebook.knockout
    for size in range(2, knockout.largest_table + 1) if knockout and not knockout.by_points else ():
        stage_page(paper, State(Tournament(rulebook=""), rulebook), _, Game(0, 0, tuple(Seat(0, "") for _seat in range(size))))
    below = blank_to_write(_)
    entries_pages(paper, _, (), below)
    wall_to_write(paper, _("Tables") if rulebook.fixed_tables else _("Round {round}").format(round="____"), _, below)
    _draw_ledger(paper, ctx, below)
    _draw_regulation(paper, ctx)
    bracket_form(paper, rulebook, _, below)
    if is_needed(rulebook):
        duel_page(paper, rulebook, _, ("", ""))


def _draw_ledger(paper: Paper, ctx: Context, below: tuple[str, str]) -> None:
    """Draw a line for each player: for every round, with a bid where players buy characters, and for what a table gives once."""
    _, once = ctx._, ctx.rulebook.score.once
    each = [*([_("Bid")] if ctx.rulebook.auction else []), _("Winnings"), _("After")]
    parts = [(round_title(number, _, ctx.rulebook), each) for number in range(1, min(ctx.rounds, _ROUNDS) + 1)]
    if once:
        given = table_size_text(State(Tournament(rulebook=""), ctx.rulebook), _)
        parts.append((given, [" · ".join(map(_.amount, once.values())), _("After")]))
    columns = [("", _("Start")), *(("" if at else title, head) for title, heads in parts for at, head in enumerate(heads))]
    paper.page(wide=True)
    paper.heading(_("Ledger"), below=below)
    top, name = paper.y, min(_NAMES[1], max(_NAMES[0], paper.width - _AMOUNT * len(columns)))
    wide = (paper.width - name) / len(columns)
    small = Face(min(9, *((wide - 0.2) / paper.measure(head, Face(1)) for _title, head in columns)))  # one size for all
    paper.text(paper.left + _NUMBER + 1, top + 5, name, 5, _("Player"), STRONG)
    lines = int((paper.bottom - top - 10) / _LINE)
    last = top + 10 + _LINE * lines
    for at, (title, head) in enumerate([*columns, ("", "")]):
        x, is_first = paper.left + name + at * wide, bool(title or not head or not at)
        paper.text(x + 1, top, 2 * wide - 2, 5, title, STRONG)
        paper.text(x, top + 5, wide, 5, head, small, "centre")
        paper.line(x, top + 10, x, last, "medium" if is_first else "thin", INK if is_first else RULE)
    paper.y = top + 10
    paper.rule("medium", INK)
    for number in range(1, lines + 1):
        paper.text(paper.left, paper.y, _NUMBER - 1, _LINE, str(number), PALE, "right")
        paper.y += _LINE
        paper.rule("thin", RULE)


def _draw_regulation(paper: Paper, ctx: Context) -> None:
    """Draw the table chart, which is needed first and may fill a page; then the sections."""
    _ = ctx._
    about, *sections = regulation(ctx)
    paper.page(foot=about.title, aside=_("Regulation"))  # pages to write on have no number: they are copied
    paper.heading(_("Regulation"), about.title, (dotted(*about.sentences), ""))
    whole = replace(ctx, capacity=max([ctx.capacity, *ctx.rulebook.chart]))
    heads, lines = chart_lines(whole)
    columns = [Column(heads[0], "centre"), Column(heads[1], share=1, bold=True), Column(heads[2], "centre")]
    stars = [" *" * is_ours for is_ours in beyond_the_chart(whole)]
    chart = [[f"{players}{star}", sizes, str(games)] for (players, sizes, games), star in zip(lines, stars, strict=True)]
    parts = 1 if len(chart) <= _FEW else 2
    long = -(-len(chart) // parts)
    paper.caption(_("Table chart"), chart_source(whole))
    row = min(_ROW, (paper.bottom - paper.y) / (long + 1.5))
    paper.table_in_parts(columns, chart, parts, size=10.5, height=row)
    for section in sections:
        height = 10 + 6 * (len(section.amounts) + len(section.facts)) + 5 * len(section.sentences)
        paper.caption(section.title, section.article, after=min(height, paper.bottom / 3))
        if section.heads:
            columns = [Column(section.heads[0], share=1), *(Column(head, "right") for head in section.heads[1:])]
            rows = []
            for line in section.amounts:
                amounts = line.amounts or [None] * (len(section.heads) - 1)
                rows.append([line.label, *("" if one is None else _.amount(one) if one else "–" for one in amounts), line.words])
            paper.table([*columns, Column("", wrap=True)], rows, size=10.5)
        dollars = section.kind == "dollars"
        facts = [(label, _.amount(fact) if dollars and isinstance(fact, int) else str(fact)) for label, fact in section.facts]
        paper.pairs(facts, label=96)
        for sentence in section.sentences:
            paper.paragraph(sentence)
