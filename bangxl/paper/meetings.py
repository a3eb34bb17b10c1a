"""The meetings on paper: a square of all players, darker where two met, or sat side by side, more often."""

from collections import Counter
from collections.abc import Mapping
from math import comb
from typing import Final

from bangxl.locale.catalog import Catalog
from bangxl.paper.sheet import INK, NOTE, PALE, RULE, SAND, WHITE, Column, Face, Paper
from bangxl.paper.standings import begin_page
from bangxl.tournament.audit import Pair, meetings as count_meetings, neighbours
from bangxl.tournament.drawing import meetings_square, past_tables, seats_by_round
from bangxl.tournament.roster import entrants
from bangxl.tournament.state import State
from bangxl.workbook.messages import display_names
from bangxl.workbook.wall import by_surname

_OCHRE, _RUST = "#DDA45C", "#9C4A1A"
_SHADES: Final = {0: (WHITE, INK), 1: (SAND, INK), 2: (_OCHRE, INK), 3: (_RUST, WHITE), 4: (INK, WHITE)}
"""The colours of this many meetings (four or more), and of the number on it: darker in grey too."""
_SIZES: Final = 7.0, 12.0
_LETTERS: Final = 2.2
"""The smallest and the largest font size in points, and the size for each millimetre of a field."""
_MOST: Final = 40
"""The largest number of players in the square of a page."""
_LARGEST, _HIGH, _LEAST = 12.0, 12.0, 2.5
"""In millimetres: the maximal width of a field, and its maximal and minimal height."""
_NAMES: Final = 40.0
_SEATED: Final = 5.4
"""The height of a line below each other of pairs, and of everybody's seats, in millimetres."""


def meetings_page(paper: Paper, state: State, _: Catalog) -> None:
    """Draw the same as a page of its own."""
    begin_page(paper, state, _, _("Who has met whom"))
    draw_meetings(paper, state, _)


def draw_meetings(paper: Paper, state: State, _: Catalog) -> None:
    """Draw the number of pairs by meetings; and the square or, if it does not fit, the pairs with several meetings."""
    rounds = past_tables(state.tournament, state.tournament.rounds_seated + 1)
    counts = count_meetings(rounds)
    names = display_names(state.tournament.players)
    order = by_surname(names.values())
    people = sorted({player for pair in counts for player in pair if player in names}, key=lambda one: order(names[one]))
    if not people:
        return
    often = Counter(counts.values())  # a bar for each number of meetings, from 0 on, in the colour of the square
    often[0] = comb(len(entrants(state)), 2) - sum(often.values())
    paper.caption(_("Pairs by number of meetings"))
    for times in range(max(often) + 1):
        back, _ink = _SHADES[min(times, max(_SHADES))]
        wide = max(0.4, (paper.width - 56) * often[times] / max(often.values()))
        label = _.plural("{count} meeting", "{count} meetings", times)
        paper.text(paper.left, paper.y, 24, 5, label.format(count=times), align="right")
        paper.fill(paper.left + 27, paper.y + 0.7, wide, 3.6, back)
        paper.frame(paper.left + 27, paper.y + 0.7, wide, 3.6, "hair", NOTE)
        paper.text(paper.left + 29 + wide, paper.y, 20, 5, str(often[times]))
        paper.y += 5.2
    paper.y += 3
    seats, square = seats_by_round(state), meetings_square(state, people)
    if len(people) <= _MOST:
        paper.paragraph(_("Upper right: meetings; lower left: side by side."), PALE)
        _draw_square(paper, _, {player: names[player] for player in people}, seats, square)
        return
    again, beside = [pair for pair, times in counts.most_common() if times > 1], neighbours(rounds)
    numbers = " ".join(map(str, range(1, 1 + len(rounds))))
    met = [(f"{names.get(a, a)} – {names.get(b, b)}", f"{counts[a, b]} · {beside[a, b]}") for a, b in again]
    for title, heads, lines, parts in (
        (_("Pairs that met more than once"), (_("Players"), " ·\n".join((_("Meetings"), _("Side by side")))), met, 2),
        (_("Seats by round"), (_("Player"), numbers), [(names[player], seats[player]) for player in people], 3),
    ):
        columns, first = [Column(heads[0], share=1), Column(heads[1], "centre")], 0
        while first < len(lines):
            paper.caption(title, after=8 * _SEATED)
            some = lines[first : first + parts * int((paper.bottom - paper.y) / _SEATED - 3)]
            paper.beside(columns, some, parts, size=9, height=_SEATED)
            first += len(some)


def _draw_square(
    paper: Paper, _: Catalog, names: Mapping[str, str], seats: Mapping[str, str], square: Mapping[Pair, int]
) -> None:
    """Draw everybody down the side with their seats, and across the top with vertical names; the whole square on one page."""
    face = Face(min(_SIZES[1], max(_SIZES[0], (paper.width - _NAMES) / len(names) * _LETTERS)))
    begin = _NAMES + max(paper.measure(text, face) for text in seats.values()) + 2
    wide = min(_LARGEST, (paper.width - begin) / len(names))
    head = min(_NAMES, max(paper.measure(name, face) for name in names.values()) + 2)
    paper.room(head + _LEAST * len(names))
    high = min(_HIGH, (paper.bottom - paper.y - head) / len(names))
    xs = {player: paper.left + begin + column * wide for column, player in enumerate(names)}
    for player, x in xs.items():
        with paper.pdf.rotation(90, x, paper.y + head):
            paper.text(x, paper.y + head, head - 1, wide, names[player], face)
    with paper.pdf.rotation(90, paper.left + _NAMES, paper.y + head):
        paper.text(paper.left + _NAMES, paper.y + head, head - 1, begin - _NAMES, _("Seats by round"), face)
    paper.y += head
    for player in names:
        paper.text(paper.left, paper.y, _NAMES - 1.5, high, names[player], face)
        paper.text(paper.left + _NAMES, paper.y, begin - _NAMES, high, seats[player], face)
        for other, x in xs.items():
            times = square.get((player, other), 0)
            back, ink = (RULE, INK) if player == other else _SHADES[min(times, max(_SHADES))]
            if back != WHITE:
                paper.fill(x, paper.y, wide, high, back)
            paper.frame(x, paper.y, wide, high, "hair", RULE)
            if times:
                paper.text(x, paper.y, wide, high, str(times), Face(face.size, ink=ink), "centre")
        paper.y += high
