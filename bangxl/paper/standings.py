"""The standings and lots on paper, for the wall and in reports; and the players' statements."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from bangxl.locale.catalog import Catalog
from bangxl.locale.days import long_day
from bangxl.paper.sheet import NOTE, Column, Face, Paper, Row, dotted
from bangxl.tournament.finals import qualifiers
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.seating import RANKING, lot, ranking_lots, ranking_seed
from bangxl.tournament.standings import lot_stages, standings
from bangxl.tournament.state import State
from bangxl.workbook.messages import display_names
from bangxl.workbook.words import HEADS

PODIUM: Final = 3
"""The last place of the podium; several players may share it."""
_LOT_DIGITS: Final = 16
"""The digits of a lot to print: enough to see which lot is smaller."""
_SIZE: Final = 10
_ROW: Final = 4.6, 14.0
"""The minimal and maximal height of a row that fills a page with the others, in millimetres."""
_FEW, _MANY, _CRITERIA = 12, 30, 3
"""The most rows of a landscape page, and the most where so many tie-breaks need its width."""
_LETTERS: Final = 1.75
"""The font size of such a row in points, for each millimetre."""
_HEADS: Final = 13.0
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
    rows, names = standings(state), display_names(state.tournament.players)
    codes = [code for code in state.rulebook.criteria if code != "games"]
    through = {*qualifiers(state)} if state.tournament.finals is not None else set()
    last = max((index for index, row in enumerate(rows) if row.player in through), default=None)
    status = {"withdrawn": _("withdrawn"), "ejected": _("ejected")}
    apart = {"lot": _("lot"), **{code: one_line(_(head)) for code, head in HEADS.items()}}
    columns = [
        Column(_("Place"), "centre"),
        Column(_("Player"), share=1),
        Column(_("Score"), "right"),
        *(Column(_(HEADS[code]), "right") for code in codes),
        Column(_("Games"), "centre"),
        Column(_("Separated from\nthe one above by"), optional=True),
    ]
    lines = [
        Row(
            (
                "" if row.place is None else ordinal(_, row.place),
                dotted(names.get(row.player, row.player), status.get(row.status, "")),
                score_text(state.rulebook, _, row.score),
                *(criterion_text(_, row.criteria[code]) for code in codes),
                str(row.games),
                apart.get(row.separated_by, ""),
            ),
            strong=row.player in through,
            pale=row.status in status,
            ruled=index == last,
        )
        for index, row in enumerate(rows)
    ]
    high = min(_ROW[1], (paper.bottom - paper.y - _HEADS) / max(1, len(lines))) if fill else 0.0
    if high >= _ROW[0]:
        paper.table(columns, lines, size=high * _LETTERS, height=high)
    else:
        paper.table(columns, lines, size=_SIZE)
    if fill or not any(row.separated_by == "lot" for row in rows):
        return
    stages = lot_stages(state.rulebook)  # players separated by lot from the one above or below: the smaller lot wins
    order, seed = ranking_lots(state.tournament, stages), ranking_seed(state.tournament, stages)
    below = [following.separated_by for following in rows[1:]] + [""]
    tied = [row.player for row, after in zip(rows, below, strict=True) if "lot" in (row.separated_by, after)]
    by_hand = {*state.tournament.lot_order}
    paper.caption(_("The lots"))
    paper.pairs([(_("Seed of the lots"), seed or "")])
    paper.y += 2
    columns = [Column(_("Position"), "centre"), Column(_("Player"), share=1), Column(_("Lot"))]
    lots = {player: lot(seed, RANKING, player)[:_LOT_DIGITS] for player in tied if seed and player not in by_hand}
    paper.table(columns, [(str(order[player]), names.get(player, player), lots.get(player, "")) for player in tied], size=_SIZE)


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


def ordinal(_: Catalog, place: int) -> str:
    """A place in figures, as the language writes it."""
    return f"{place}{_ORDINAL.get(_.language, '')}"


def score_text(rulebook: Rulebook, _: Catalog, score: Fraction) -> str:
    """The score that ranks, in the regulation's unit; with cents if it is a score per game."""
    divided = rulebook.score.per_game and not rulebook.score.rounded
    return f"{_.number(score, 2 if divided else 0)} {rulebook.unit}"


def criterion_text(_: Catalog, value: Fraction | None) -> str:
    """A tie-break value, with a decimal for a fraction."""
    return "" if value is None else _.number(value, 0 if value.denominator == 1 else 1)


def one_line(head: str) -> str:
    """A heading with line breaks for narrow columns, in one line."""
    return head.replace("-\n", "").replace("\n", " ")
