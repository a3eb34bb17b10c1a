"""The listings of reports on paper; the standings and lots, for the wall, too; and the players' statements."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from bangxl.locale.catalog import Catalog, dotted, long_day, one_line
from bangxl.paper.sheet import MARGIN, NOTE, PALE, Align, Column, Face, Paper, Row
from bangxl.referto import listings
from bangxl.referto.listings import Kind, Listing
from bangxl.tournament.finals import qualifiers
from bangxl.tournament.seating import ranking_seed
from bangxl.tournament.standings import lot_stages, standings
from bangxl.tournament.state import State
from bangxl.workbook.messages import display_names

PODIUM: Final = 3
"""The last place of the podium; several players may share it."""
_SIZE: Final = 10
_ROW: Final = 4.6, 14.0
"""The minimal and maximal height of a row that fills a page with the others, in millimetres."""
_FEW, _MANY, _CRITERIA = 12, 30, 3
"""The most rows of a landscape page, and the most where so many tie-breaks need its width."""
_LETTERS: Final = 1.75
"""The font size of such a row in points, for each millimetre."""
_HEADS: Final = 13.0
_INSIDE: Final = 4.0
"""The space around a statement's box, and inside it."""
_SLIP: Final = 0.47
"""The height of a statement's line in millimetres, for each point of font size."""
_ALIGNED: Final[Mapping[Kind, Align]] = {
    "place": "centre", "count": "centre",
    "score": "right", "criterion": "right", "dollars": "right", "amount": "right",
}  # fmt: skip
_WIDE: Final = {"player", "subject", "sentence"}
"""Columns that take the rest of the width."""
_OPTIONAL: Final = {"Rank", "Prize", "Separated"}
"""Columns to leave out if they are empty."""
_ORDINAL: Final = {"it": "°", "de": "."}


def standings_page(paper: Paper, state: State, _: Catalog) -> None:
    """The standings of the elimination phase, to hang up."""
    most = _MANY if len(state.rulebook.criteria) >= _CRITERIA else _FEW
    begin_page(paper, state, _, _("Standings"), wide=len(standings(state)) <= most)
    draw_standings(paper, state, _, fill=True)


def begin_page(paper: Paper, state: State, _: Catalog, title: str, *, wide: bool = False) -> None:
    """Begin a page of this tournament with a title and the last posted code, with the page number at the foot."""
    event, code = state.tournament.event, state.tournament.newest_code
    paper.page(wide=wide, foot=dotted("BANG!", event.name), aside=title)
    paper.heading(title, "", (dotted(event.name, event.place), dotted(long_day(_, event.date), code)))


def draw_standings(paper: Paper, state: State, _: Catalog, *, fill: bool = False) -> None:
    """Draw everybody by place, with what separated players; finalists stand bold above a heavy line.

    The rows fill the page, or are a little closer if they then fit on it; ``fill``: also over the lots, for the wall.
    """
    through = {*qualifiers(state)} if state.tournament.finals is not None else set()
    ranks, codes = standings(state), listings.criteria(state)
    last = max((index for index, row in enumerate(ranks) if row.player in through), default=None)
    columns, texts = on_paper(listings.standings(state, _).only("Place", "Name", "Score", *codes, "Games", "Separated"), state, _)
    status = {code: _(text) for code, text in listings.LEFT.items()}
    lines = [
        Row(
            (place, dotted(name, status.get(row.status, "")), *rest),
            strong=row.player in through,
            pale=row.status in status,
            ruled=index == last,
        )
        for index, (row, (place, name, *rest)) in enumerate(zip(ranks, texts, strict=True))
    ]
    lots_below = not fill and any(row.separated_by == "lot" for row in ranks)
    room = 0.0 if lots_below else (paper.bottom - paper.y - _HEADS) / max(1, len(lines))
    high = min(_ROW[1], room)
    if high >= _ROW[0]:
        paper.table(columns, lines, size=high * _LETTERS, height=high)
    else:
        paper.table(columns, lines, size=_SIZE)
    if not lots_below:
        return
    lots = listings.lots(state, _)  # the smaller lot wins
    paper.caption(lots.title)
    paper.pairs([(_("Seed of the lots"), ranking_seed(state.tournament, lot_stages(state.rulebook)) or "")])
    paper.y += 2
    paper.table(*on_paper(lots, state, _), size=_SIZE)


def slips_pages(paper: Paper, slips: Sequence[Sequence[str]], heads: int) -> None:
    """Draw statements to cut apart, four on a page, each in a box: its name, the last of ``heads`` lines, is large."""
    for at, lines in enumerate(slips):
        if at % 4 == 0:
            paper.page()
            high, wide = (paper.bottom - MARGIN) / 2, paper.width / 2
            paper.line(paper.left + wide, MARGIN, paper.left + wide, paper.bottom, "dashed", NOTE)
            paper.line(paper.left, MARGIN + high, paper.right, MARGIN + high, "dashed", NOTE)
        x, y = paper.left + at % 2 * wide + _INSIDE, MARGIN + at % 4 // 2 * high + _INSIDE
        paper.frame(x, y, wide - 2 * _INSIDE, high - 2 * _INSIDE)
        x, y, inner = x + _INSIDE, y + 2, wide - 4 * _INSIDE
        for number, text in enumerate(lines[:heads]):
            is_name = number == heads - 1
            paper.text(x, y, inner, 14 if is_name else 6, text, Face(22, bold=True) if is_name else PALE)
            y += 14 if is_name else 6
        room = high - 2 * _INSIDE - (y - MARGIN - at % 4 // 2 * high - _INSIDE) - 2
        sizes = (size / 4 for size in range(60, 19, -1))
        texts: Sequence[str] = ()
        size = 0.0
        for size in sizes:
            texts = [part for text in lines[heads:] for part in paper.wrapped(text, Face(size), inner)]
            if len(texts) * size * _SLIP <= room:
                break
        for number, text in enumerate(texts):
            paper.text(x, y + number * size * _SLIP, inner, size * _SLIP, text, Face(size))


def on_paper(listing: Listing, state: State, _: Catalog) -> tuple[list[Column], list[list[str]]]:
    """The columns and the texts of a table."""
    columns = [
        Column(head, _ALIGNED.get(kind, "left"), wrap=kind == "sentence", share=kind in _WIDE, optional=name in _OPTIONAL)
        for name, head, kind in listing.columns
    ]
    names, unit = display_names(state.tournament.players), state.rulebook.unit
    cents = 2 if state.rulebook.score.per_game and not state.rulebook.score.rounded else 0
    formats: Mapping[Kind, Callable[..., str]] = {
        "place": partial(ordinal, _),
        "player": lambda player: names.get(player, player),
        "score": lambda score: f"{_.number(score, cents)} {unit}",
        "criterion": lambda value: _.number(value, 0 if value.denominator == 1 else 1),
        "dollars": _.amount,
        "amount": _.number,
        "text": one_line,
    }
    return columns, listing.texts(formats)


def ordinal(_: Catalog, place: int) -> str:
    """A place in figures, as the language writes it."""
    return f"{place}{_ORDINAL.get(_.language, '')}"
