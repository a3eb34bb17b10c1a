"""The listings of reports on paper; the standings and lots, for the wall, too; and the players' statements."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import ceil, fsum
from typing import Final

from bangxl.locale.catalog import Catalog, dotted, long_day, one_line
from bangxl.paper.sheet import INK, MARGIN, NOTE, PALE, RULE, SMALL, Align, Column, Face, Paper, Row
from bangxl.referto import listings
from bangxl.referto.listings import Kind, Listing
from bangxl.tournament.finals import qualifiers
from bangxl.tournament.lots import ranking_seed
from bangxl.tournament.standings import lot_stages, standings
from bangxl.tournament.state import State
from bangxl.workbook.titles import display_names

_SIZE: Final = 10
_ROW: Final = (4.6, 14.0), (6.4, 20.0)
"""The minimal and maximal height of a row that fills a page with the others, in millimetres; and on the wall."""
_FEW, _MANY, _CRITERIA = 12, 30, 3
"""The most rows of a landscape page, and the most where so many tie-breaks need its width."""
_LETTERS, _SPREAD = 1.95, 0.3
"""The font size of such a row in points, for each millimetre; the share of the other columns in the rest, the name's being 1."""
_HEADS: Final = 13.0
_INSIDE: Final = 3.0
"""The space around a statement's box, and inside it."""
_SLIP: Final = 0.5
"""The least height of a statement's line in millimetres, for each point of font size."""
_ACCOUNT, _STEP, _BLANK, _SMALLER, _ROLE = 14.0, 9.5, 0.2, 0.8, 1
"""Its largest letters and lines, a blank for each point, the heads' share of its size, and the column that takes the rest."""
_ALIGNED: Final[Mapping[Kind, Align]] = {
    "place": "centre", "count": "centre",
    "score": "right", "criterion": "right", "dollars": "right", "prize": "right", "amount": "right",
}  # fmt: skip
_WIDE: Final = {"player", "subject", "sentence"}
"""Columns that take the rest of the width."""
_LEFT_OUT_IF_EMPTY: Final = {"Rank", "Prize", "Separated"}
"""Columns to leave out if they are empty."""
Slip = tuple[str, str, Sequence[Sequence[str]], Sequence[str], Sequence[str]]
"""A statement: event, name, its account in rows with headings, totals, and what is said below."""
_ORDINAL: Final = {"it": "°", "de": "."}


def standings_page(paper: Paper, state: State, _: Catalog) -> None:
    """The standings of the elimination phase, to hang up."""
    most = _MANY if len(state.rulebook.criteria) >= _CRITERIA else _FEW
    begin_page(paper, state, _, _("Standings"), wide=len(standings(state)) <= most)
    draw_standings(paper, state, _, fill=True)


def begin_page(paper: Paper, state: State, _: Catalog, title: str, *, wide: bool = False) -> None:
    """Begin a page of this tournament with a title and the last posted code, with the page number at the foot."""
    event, code = state.tournament.event, state.newest_code
    paper.page(wide=wide, foot=dotted(event.name, event.place) or "BANG!", aside=title)
    paper.heading(title, "", (dotted(event.name, event.place), dotted(long_day(_, event.date), code)))


def draw_standings(paper: Paper, state: State, _: Catalog, *, fill: bool = False) -> None:
    """Draw everybody by place, with what separated players; finalists bold above a heavy line, or ticked if others are between.

    The rows fill the page, or as few pages as possible, equally; ``fill``: also over the lots, for the wall.
    """
    through = {*qualifiers(state)} if state.tournament.finals is not None else set()
    ranks, lots = standings(state), listings.lots(state, _)
    last = max((index for index, row in enumerate(ranks) if row.player in through), default=None)
    columns, texts = listing_on_paper(listings.public_standings(state, _), state, _)
    status, apart = {code: _(text) for code, text in listings.LEFT.items()}, last is not None and last >= len(through)
    columns = [replace(column, share=column.share or _SPREAD * (not column.optional)) for column in columns]
    columns[1] = replace(columns[1], head=dotted(columns[1].head, _("✓ goes through") if apart else ""))
    lines = []
    for index, (row, (place, name, *rest)) in enumerate(zip(ranks, texts, strict=True)):
        gone, on = status.get(row.status, ""), row.player in through
        noted = f"{name}\t{gone}" if gone else name + " ✓" * (apart and on)
        lines.append(Row((place, noted, *rest), strong=on and not gone, pale=bool(gone), ruled=index == last and not apart))
    lots_below = not fill and bool(lots.rows)
    room, rows, (least, most) = paper.bottom - paper.y - _HEADS, max(1, len(lines)), _ROW[fill]
    high = min(most, room / ceil(rows / ceil(rows * least / room))) if room > most else 0
    fills = high >= least and not lots_below
    paper.table(columns, lines, size=high * _LETTERS if fills else _SIZE, height=high * fills)
    if not lots_below:
        return
    paper.caption(lots.title)  # the smaller lot wins
    paper.pairs([(_("Seed of the lots"), ranking_seed(state.tournament, lot_stages(state.rulebook)) or "")])
    paper.y += 2
    paper.table(*listing_on_paper(lots, state, _), size=_SIZE)


def slips_pages(paper: Paper, slips: Sequence[Slip]) -> None:
    """Draw statements to cut apart, four on a page, each in a box: its account in columns, all in letters of the same size."""
    accounts = [_account(*slip[2]) for slip in slips]
    rows = [(row, 1 if number else _SMALLER) for account in accounts for number, row in enumerate(account)]
    shown = [n for n in range(len(rows[0][0])) if any(row[n] and of == 1 for row, of in rows)]
    for at, (account, (event, name, _rows, totals, notes)) in enumerate(zip(accounts, slips, strict=True)):
        if at % 4 == 0:
            paper.page()
            high, wide = (paper.bottom - MARGIN) / 2, paper.width / 2
            paper.line(paper.left + wide, MARGIN, paper.left + wide, paper.bottom, "dashed", NOTE)
            paper.line(paper.left, MARGIN + high, paper.right, MARGIN + high, "dashed", NOTE)
            inner = wide - 4 * _INSIDE
            widths = [max(paper.measure(one, Face(of)) for row, of in rows for one in row[n].split("\n")) + _BLANK for n in shown]
            step = min(_STEP, high / 2 / max(len(slip[2]) for slip in slips))
            size = min(_ACCOUNT, inner / (fsum(widths) or 1), step / _SLIP)  # nothing is shown before the first result
            bold = Face(min(20.0, inner / max(paper.measure(slip[3][-1], Face(1, bold=True)) for slip in slips)), bold=True)
        x, y = paper.left + at % 2 * wide + _INSIDE, MARGIN + at % 4 // 2 * high + _INSIDE
        paper.frame(x, y, wide - 2 * _INSIDE, high - 2 * _INSIDE)
        x, foot = x + _INSIDE, y + high - 2 * _INSIDE - 2
        paper.text(x, y + 2, inner, 6, event, PALE)
        paper.text(x, y + 8, inner, 14, name, Face(22, bold=True))
        y += 23
        for number, row in enumerate(account):
            edge, face = x, Face(size) if number else Face(size * _SMALLER, ink=NOTE)
            for n, width in zip(shown, widths, strict=True):
                own = width * size + (inner - size * fsum(widths) if n == _ROLE else 0)
                blank = 0 if n == shown[-1] else size * _BLANK
                paper.text(edge, y, own - blank, step, row[n], face, "right" if n > _ROLE else "left")
                edge += own
            y += step
            paper.line(x, y, x + inner, y, *(("hair", RULE) if number else ("thin", INK)))
        for text in totals:
            face = bold if text == totals[-1] else Face(size)
            paper.text(x, y + 1, inner, face.size * _SLIP, text, face)
            y += face.size * _SLIP + 1
        below = [line for text in notes for line in paper.wrapped(text, SMALL, inner)]
        for number, line in enumerate(below):
            paper.text(x, foot - 4 * (len(below) - number), inner, 4, line, SMALL)


def _account(heads: Sequence[str], *rows: Sequence[str]) -> list[Sequence[str]]:
    """The rows of a statement with game and table, where there are several, in one narrow column."""
    where = " ·\n".join(heads[: 1 + any(row[1] for row in rows)])
    return [(where, *heads[2:]), *((dotted(*row[:2]), *row[2:]) for row in rows)]


def listing_on_paper(listing: Listing, state: State, _: Catalog) -> tuple[list[Column], list[list[str]]]:
    """The columns and the texts of a table."""
    heads = {"Round": _("Game")} if state.rulebook.fixed_tables else {}
    columns = [
        Column(
            heads.get(name, head),
            _ALIGNED.get(kind, "left"),
            wrap=kind == "sentence",
            share=kind in _WIDE,
            optional=name in _LEFT_OUT_IF_EMPTY,
        )
        for name, head, kind in listing.columns
    ]
    names = display_names(state.tournament.players)
    cents = 2 if state.rulebook.score.per_game and not state.rulebook.score.rounded else 0
    formats: Mapping[Kind, Callable[..., str]] = {
        "place": partial(ordinal_text, _),
        "player": lambda player: names.get(player, player),
        "score": lambda score: _.amount(score, cents),
        "criterion": lambda value: _.number(value, 0 if value.denominator == 1 else 1),
        "dollars": _.amount,
        "prize": partial(listings.prize_text, state, _),
        "amount": _.number,
        "text": one_line,
    }
    return columns, listing.texts(formats)


def ordinal_text(_: Catalog, place: int) -> str:
    """A place in figures, as the language writes it."""
    return f"{place}{_ORDINAL.get(_.language, '')}"
