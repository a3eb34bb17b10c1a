"""Diplomas, one landscape page each, after a page to read at the prize-giving, from last to first.

Names appear as people say them aloud.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from bangxl.locale.catalog import Catalog, dotted, long_day
from bangxl.paper.sheet import BOX, INK, NOTE, RULE, SAND, Column, Face, Figure, Paper, Row
from bangxl.referto.listings import exit_words, prize_text
from bangxl.tournament.finals import PODIUM, FinalPlace, final_ranking, prizes, title_holder
from bangxl.tournament.roster import entrants
from bangxl.tournament.state import State
from bangxl.workbook.surnames import spoken_name

_DENIM, _GOLD, _PAPER = "#1F4E79", "#FFD966", "#FAF6EC"
_BADGES: Final = {1: _GOLD, 2: SAND, 3: RULE}
"""The star of the podium by place: sunny, sand, dust."""
_ENDINGS: Final = {"it": "°", "de": ".", "ru": "-е"}
"""What follows a number in «4th place»; English has several."""
_LEAST: Final = 4
"""The smallest number of players that diplomas mention."""
_SPOKEN, _BELOW, _PAUSE = 9.0, 25.0, 55.0
"""The least height of a row to read aloud, the one from which on a region stands below its name, and the most, in millimetres."""
_EDGE: Final = 8.0
"""Millimetres from the edge of the page to the frame."""
_ROUND: Final = 0.5523
"""The handle of a curve that draws a quarter of a circle, relative to its radius."""


@dataclass(frozen=True, slots=True)
class Honour:
    """A diploma: the name as people say it, the title beside the place, the prize (0: none), and whether they left."""

    place: int
    name: str
    region: str
    title: str
    prize: int
    left: str


def honours(state: State, _: Catalog, *, everyone: bool) -> list[Honour]:
    """The podium, or all ranked players, the first on top; empty before the final ranking.

    It includes the winner of the regulation's title, whatever the place (G15); without a title, whoever is first wins.
    """
    title, holder, prize_of, left = state.rulebook.champion, title_holder(state), prizes(state), exit_words(state, _)
    people = {player.id: player for player in state.tournament.players}
    say = spoken_name(player.name for player in state.tournament.players)

    def honour(placed: FinalPlace) -> Honour:
        player = people[placed.player]
        has_won = placed.player == holder if title else placed.place == 1
        honour_title = (title or _("Tournament winner")) if has_won else ""
        prize, state_now = prize_of.get(placed.player, 0), left.get(placed.player, "")
        return Honour(placed.place, say(player.name), player.region, honour_title, prize, state_now)

    return [honour(one) for one in final_ranking(state) if everyone or one.place <= PODIUM or one.player == holder]


def awards_pages(paper: Paper, state: State, _: Catalog, honoured: Sequence[Honour]) -> None:
    """Draw the page for reading aloud, then the diplomas, the first on top."""
    _draw_ceremony(paper, state, _, honoured)
    for honour in honoured:
        _draw_diploma(paper, state, _, honour)


def place_text(_: Catalog, number: int) -> str:
    """A place of the final ranking, as it is said: «4th place»."""
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return _("{place} place").format(place=f"{number}{_ENDINGS.get(_.language, ending)}")


def _draw_ceremony(paper: Paper, state: State, _: Catalog, honoured: Sequence[Honour]) -> None:
    """Draw an upright page for reading aloud: the last first, a box to tick for each, the podium in large letters."""
    event = state.tournament.event
    where = dotted(event.name, event.place)
    paper.page()
    paper.heading(_("Prize-giving").upper(), "", (where, long_day(_, event.date)))
    paper.paragraph(_("From last place to first. Read the names as they are written."))
    paper.y += 4
    high = max(_SPOKEN, min(_PAUSE, (paper.bottom - paper.y - _SPOKEN) / len(honoured)))
    below = high > _BELOW
    columns = [Column(_("Final place")), Column(_("Player"), share=1), Column(_("Region"), optional=True)]
    columns += [Column(_("Prize"), "right", optional=True), Column("✓", "centre")]
    rows = []
    for one in reversed(honoured):
        place, prize = place_text(_, one.place) + "  ★" * bool(one.title), prize_text(state, _, one.prize) if one.prize else ""
        name, region = one.name, dotted(one.region, one.left)
        if below:
            name, region = f"{name}\n{region}".strip(), ""
        rows.append(Row((place, name, region, prize, BOX), strong=one.place <= PODIUM))
    paper.table(columns, rows, size=min(30.0, high / 0.75), height=high)


def _draw_diploma(paper: Paper, state: State, _: Catalog, honour: Honour) -> None:
    """Draw a landscape page: the frame, the event, the star, the name, the place, and signature lines."""
    event = state.tournament.event
    paper.page(wide=True)
    wide, high = paper.right + paper.left, paper.bottom + paper.left
    _draw_frame(paper, wide, high)
    inside, middle = wide - 2 * 34, wide / 2

    def line(y: float, height: float, text: str, face: Face) -> None:
        paper.text(34, high * y, inside, height, text, face, "centre")

    line(0.085, 12, event.name or "BANG!", Face(22, serif=True))
    line(0.145, 27, _("DIPLOMA"), Face(62, serif=True))
    y = high * 0.298
    for side in (-1, 1):  # two strokes that widen towards a lozenge in the middle
        paper.shape([(middle + at * side, y + up) for at, up in ((46, 0), (5, -0.4), (5, 0.4))], fill=RULE)
    paper.shape([(middle - 3.2, y), (middle, y - 1.4), (middle + 3.2, y), (middle, y + 1.4)], fill=SAND, line=INK)
    _draw_star(paper, middle, high * 0.40, 16.5, _BADGES.get(honour.place, _PAPER), str(honour.place))
    line(0.495, 8, _("This diploma is awarded to"), Face(14, ink=NOTE))
    line(0.535, 22, honour.name, Face(42, serif=True, ink=_DENIM))
    line(0.652, 13, honour.title or place_text(_, honour.place), Face(28, serif=True))
    line(0.71, 9, place_text(_, honour.place) if honour.title else "", Face(17, serif=True))
    count = len(entrants(state))
    among = _.plural("of {count} player", "of {count} players", count).format(count=count) if count >= _LEAST else ""
    line(0.752, 7, dotted(among, _("regulation {title}").format(title=state.rulebook.title)), Face(12.5, ink=NOTE))
    line(0.786, 7, dotted(event.place, long_day(_, event.date)), Face(13.5))
    signers = [(_("The organiser (signature)"), event.organiser)]
    if state.rulebook.referee is not None:
        signers.insert(0, (_("The referee (signature)"), ", ".join(event.referees)))
    paper.draw_logo(middle - 23, high * 0.835, 46, 20, centred=True)
    for number, (label, name) in enumerate(signers):
        x, y = (44 + (wide - 88 - 78) * (number / (len(signers) - 1) if signers[1:] else 0.5)), high * 0.882
        paper.line(x, y, x + 78, y, "medium")
        paper.text(x, y + 0.8, 78, 4.5, label, Face(10, ink=NOTE), "centre")
        paper.text(x, y + 5, 78, 5, name, Face(11), "centre")


def _draw_frame(paper: Paper, wide: float, high: float) -> None:
    """Draw two lines around the page, the inner one with indented corners; flourishes in the corners, lozenges at the sides."""
    left, top, right, bottom = _EDGE, _EDGE, wide - _EDGE, high - _EDGE
    paper.shape([(left, top), (right, top), (right, bottom), (left, bottom)], line=INK, weight=1.06)
    paper.shape(_notched(left + 2.5, top + 2.5, right - 2.5, bottom - 2.5), line=INK, weight=0.26)
    paper.shape(_notched(left + 3.9, top + 3.9, right - 3.9, bottom - 3.9), line=RULE, weight=0.53)
    for x, across in ((left, 1), (right, -1)):
        for y, down in ((top, 1), (bottom, -1)):
            paper.shape(_star(x + 6.7 * across, y + 6.7 * down, 3.6, 1.4, 5), fill=INK)
            for leaf in _LEAVES:
                paper.shape(
                    [[(x, y)[n % 2] + one * (across, down)[n % 2] for n, one in enumerate(part)] for part in leaf], fill=RULE
                )
        middle = high / 2
        lozenge = x + 3.9 * across
        paper.shape(
            [(lozenge, middle - 5.6), (lozenge + 1.8, middle), (lozenge, middle + 5.6), (lozenge - 1.8, middle)],
            fill=_PAPER,
            line=INK,
        )


_LEAVES: Final[Sequence[Figure]] = (
    [(14.8, 6.4), (21.2, 4.2, 28.2, 9.2, 37.4, 6.4), (28.9, 12.0, 21.2, 9.2, 14.8, 6.4)],
    [(6.4, 14.8), (4.2, 21.2, 9.2, 28.2, 6.4, 37.4), (12.0, 28.9, 9.2, 21.2, 6.4, 14.8)],
)
"""The two leaves of a corner, along the frame, relative to the corner of the page."""


def _draw_star(paper: Paper, x: float, y: float, radius: float, colour: str, label: str) -> None:
    """Draw a Sheriff's star: six points with balls, and a ring with the place in it."""
    star = _star(x, y, radius, radius * 0.55, 6)
    for ball_x, ball_y in star[::2]:
        paper.disc(ball_x, ball_y, radius * 0.13, colour, 0.44)
    paper.shape(star, fill=colour, line=INK, weight=0.53)
    paper.disc(x, y, radius * 0.45, _PAPER, 0.35)
    paper.text(x - 6, y - 6, 12, 12, label, Face(22, serif=True), "centre")


def _star(x: float, y: float, outer: float, inner: float, points: int) -> list[tuple[float, float]]:
    """The corners of a star, the first one on top; every second one is a tip."""
    radii = [(outer, inner)[at % 2] for at in range(2 * points)]
    return [(x + r * sin(at * pi / points), y - r * cos(at * pi / points)) for at, r in enumerate(radii)]


def _notched(left: float, top: float, right: float, bottom: float) -> Figure:
    """A rectangle with inverted round corners."""
    cut = 9.2
    h = cut * _ROUND
    return [
        (left + cut, top),
        (right - cut, top),
        (right - cut, top + h, right - h, top + cut, right, top + cut),
        (right, bottom - cut),
        (right - h, bottom - cut, right - cut, bottom - h, right - cut, bottom),
        (left + cut, bottom),
        (left + cut, bottom - h, left + h, bottom - cut, left, bottom - cut),
        (left, top + cut),
        (left + h, top + cut, left + cut, top + h, left + cut, top),
    ]
