"""The meetings on paper: a square of all players, darker where two met, or sat side by side, more often."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb
from typing import Final

from bangxl.locale.catalog import Catalog, dotted
from bangxl.paper.sheet import INK, MARGIN, NOTE, PALE, RULE, SAND, WHITE, Column, Face, Paper
from bangxl.paper.standings import begin_page
from bangxl.tournament.audit import Pair, neighbours, times_met
from bangxl.tournament.drawing import meetings_square, past_tables, seats_by_round
from bangxl.tournament.roster import entrants
from bangxl.tournament.state import State
from bangxl.workbook.surnames import by_surname
from bangxl.workbook.titles import display_names

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
_HEIGHTS, _SIZE, _OVER, _FEW = (54, 80), 1.75, 21.0, 8
"""The heights of a row of pairs and seats in tenths of millimetres, and their letters in points for each millimetre;
millimetres for a table's title, heads and long names; and the least rows before a page ends."""
_Table = tuple[str, str, str, int, Sequence[Sequence[str]]]
"""A title, two heads, in how many parts it stands, and the rows."""


def meetings_page(paper: Paper, state: State, _: Catalog) -> None:
    """Draw the same as a page of its own."""
    begin_page(paper, state, _, _("Who has met whom"))
    draw_meetings(paper, state, _)


def draw_meetings(paper: Paper, state: State, _: Catalog) -> None:
    """Draw the number of pairs by meetings; and the square or, if it does not fit, the pairs with several meetings."""
    rounds = past_tables(state.tournament, state.tournament.rounds_seated + 1)
    counts = times_met(rounds)
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
        paper.text(paper.left, paper.y, 24, 5, _times(_, times), align="right")
        paper.fill(paper.left + 27, paper.y + 0.7, wide, 3.6, back)
        paper.frame(paper.left + 27, paper.y + 0.7, wide, 3.6, "hair", NOTE)
        paper.text(paper.left + 29 + wide, paper.y, 20, 5, str(often[times]))
        paper.y += 5.2
    seats, square = seats_by_round(state), meetings_square(state, people)
    if len(people) <= _MOST:
        paper.y += 3
        paper.paragraph(_("Upper right: meetings; lower left: side by side."), PALE)
        _draw_square(paper, _, {player: names[player] for player in people}, seats, square)
        return
    beside, tables = neighbours(rounds), list[_Table]()
    for times in sorted({*often} - {0, 1}, reverse=True):
        pairs = (pair for pair, count in counts.items() if count == times and {*pair} <= names.keys())
        met = [(people[a], people[b]) for a, b in sorted(sorted(map(people.index, pair)) for pair in pairs)]
        lines = [(f"{names[a]} – {names[b]}", str(beside[min(a, b), max(a, b)])) for a, b in met]
        title = dotted(_("Pairs that met more than once"), _times(_, times))
        tables.append((title, _("Players"), _("Side by side"), 2, lines))
    numbers = " ".join(map(str, range(1, 1 + len(rounds))))
    tables.append((_("Seats by round"), _("Player"), numbers, 3, [(names[one], seats[one]) for one in people]))
    _draw_tables(paper, _, tables)


def _times(_: Catalog, times: int) -> str:
    return _.plural("{count} meeting", "{count} meetings", times).format(count=times)


def _draw_tables(paper: Paper, _: Catalog, tables: Sequence[_Table]) -> None:
    """Draw tables in parts side by side, with rows as high as they can be without another page or part."""
    rows, free, whole = [-(-len(table[4]) // table[3]) for table in tables], paper.bottom - paper.y, paper.bottom - MARGIN
    ways = [(high / 10, _spread(rows, free, whole, high / 10)) for high in range(*_HEIGHTS)]
    high, parts = min(ways, key=lambda way: (sum(new for *_rows, new in way[1]), len(way[1]), -way[0]))
    for number, first, count, new in parts:
        title, who, what, beside, lines = tables[number]
        if new:
            paper.new_page_unless_fits(whole)
        paper.caption(title, after=0, more=bool(first))
        columns = [Column(who, share=1), Column(what, "centre")]
        some = lines[first * beside : (first + count) * beside]
        paper.table_in_parts(columns, some, beside, size=high * _SIZE, height=high)


def _spread(rows: Sequence[int], free: float, whole: float, high: float) -> list[tuple[int, int, int, bool]]:
    """Parts of tables for pages: which table, its first row, how many, whether on a new page; few rows are not torn off."""
    parts = list[tuple[int, int, int, bool]]()
    for number, count in enumerate(rows):
        first = 0
        while first < count:
            left, fitting = count - first, int((free - _OVER) / high)
            if new := fitting < min(left, max(_FEW, left / 3)):
                free, fitting = whole, int((whole - _OVER) / high)
            some = min(left, fitting)
            parts.append((number, first, some, new))
            first, free = first + some, free - some * high - _OVER
    return parts


def _draw_square(
    paper: Paper, _: Catalog, names: Mapping[str, str], seats: Mapping[str, str], square: Mapping[Pair, int]
) -> None:
    """Draw everybody down the side with their seats, and across the top with vertical names; the whole square on one page."""
    face = Face(min(_SIZES[1], max(_SIZES[0], (paper.width - _NAMES) / len(names) * _LETTERS)))
    begin = _NAMES + max(paper.measure(text, face) for text in seats.values()) + 2
    wide = min(_LARGEST, (paper.width - begin) / len(names))
    head = min(_NAMES, max(paper.measure(name, face) for name in names.values()) + 2)
    paper.new_page_unless_fits(head + _LEAST * len(names))
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
