"""The listings of reports on paper; the standings and lots, for the wall, too; and the players' statements."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from bangxl.locale.catalog import Catalog, long_day
from bangxl.paper.sheet import NOTE, Align, Column, Face, Paper, Row, dotted
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
    event, code = state.tournament.event, next((one.code for one in reversed(state.tournament.posted)), "")
    paper.page(wide=wide, foot=dotted("BANG!", event.name), aside=title)
    paper.heading(title, "", (dotted(event.name, event.place), dotted(long_day(_, event.date), code)))


def draw_standings(paper: Paper, state: State, _: Catalog, *, fill: bool = False) -> None:
    """Draw everybody by place, with what separated players; finalists stand bold above a heavy line.

    With ``fill``, for the wall, the rows fill the page, or are a little closer if they then fit on it; the lots are left out.
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
    high = min(_ROW[1], (paper.bottom - paper.y - _HEADS) / max(1, len(lines))) if fill else 0.0
    if high >= _ROW[0]:
        paper.table(columns, lines, size=high * _LETTERS, height=high)
    else:
        paper.table(columns, lines, size=_SIZE)
    if fill or not any(row.separated_by == "lot" for row in ranks):
        return
    lots = listings.lots(state, _)  # the smaller lot wins
    paper.caption(lots.title)
    paper.pairs([(_("Seed of the lots"), ranking_seed(state.tournament, lot_stages(state.rulebook)) or "")])
    paper.y += 2
    paper.table(*on_paper(lots, state, _), size=_SIZE)


def slips_pages(paper: Paper, slips: Sequence[Sequence[str]], heads: int) -> None:
    """Draw statements to cut apart: an unsplit block of lines for each player; the first ``heads`` lines are bold.

    Two stand side by side where their lines are short, but for the heads and the last.
    """
    line, gap = 5.2, 3.0
    paper.page()
    half = paper.width / 2 - 2 * gap
    fits = all(paper.measure(text, Face(12)) <= half for lines in slips for text in lines[heads:-1])
    beside, wide = (2, half) if fits else (1, paper.width)
    for at in range(0, len(slips), beside):
        blocks = []
        for lines in slips[at : at + beside]:
            faces = [Face(12, bold=number < heads) for number in range(len(lines))]
            texts = zip(lines, faces, strict=True)
            blocks.append([(part, face) for text, face in texts for part in paper.wrapped(text, face, wide)])
        high = max(map(len, blocks)) * line
        paper.room(high + 2 * gap)
        for column, block in enumerate(blocks):
            for number, (text, face) in enumerate(block):
                paper.text(paper.left + column * (half + 4 * gap), paper.y + number * line, wide, line, text, face)
        if fits:
            middle = paper.left + paper.width / 2
            paper.line(middle, paper.y - gap, middle, paper.y + high + gap, "dashed", NOTE)
        paper.y += high + gap
        paper.rule("dashed", NOTE)
        paper.y += gap


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


def one_line(text: str) -> str:
    """A heading with line breaks for narrow columns, in one line."""
    return text.replace("-\n", "").replace("\n", " ")
