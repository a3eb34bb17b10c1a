"""The bracket of the duels, drawn with the lines of cells: who met whom, and who went on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openpyxl.styles import Border

from bangxl.referto.pages.layout import FIRST, Page, cell
from bangxl.referto.pages.measure import characters, points
from bangxl.referto.pages.report import Report
from bangxl.sheets.styles import NOTE, edges, font, place
from bangxl.tournament.finals import match_winner, matches_of
from bangxl.tournament.model import Duel
from bangxl.tournament.rulebook import Match
from bangxl.workbook import names
from bangxl.workbook.words import TITLES

_ROWS: Final = 5
"""Of a duel: its title, two players, the winner, and one that stays blank."""
_BOX: Final = 4
"""Columns of a duel: number, name, score, and the line to the next."""
NUMBER, _SCORE, _LINE = 34, 22, 10
_NAMES = (90, 124)
_HEIGHT: Final = 16
_MIDDLE: Final = place("center")


def widths(report: Report, duels: Sequence[Duel]) -> list[float]:
    """Of the columns that the bracket needs, in characters."""
    players = [player for duel in duels for player in (duel.player_a, duel.player_b)]
    longest = max((points(_called(report, player), 10, bold=True) for player in players), default=0) + 8
    name = min(max(longest, _NAMES[0]), _NAMES[1])
    rounds = max(_depths(report, duels).values(), default=0) + 1
    return [characters(wide) for wide in (*[NUMBER, name, _SCORE, _LINE] * rounds,)]


def _called(report: Report, player: str) -> str:
    """A name that has room in a box."""
    return report.fitting(player, _NAMES[1] - 8, 10, bold=True)


def draw(page: Page, report: Report, duels: Sequence[Duel]) -> None:
    """All duels, round by round from left to right."""
    depths, tops = _depths(report, duels), _tops(report, duels)
    first = page.row
    last = max((tops[duel.match] for duel in duels), default=0) + _ROWS
    with page.together():
        for row in range(first, first + last):
            page.ws.row_dimensions[row].height = _HEIGHT
        for duel in duels:
            _box(page, report, duel, first + tops[duel.match], FIRST + depths[duel.match] * _BOX)
        for match in matches_of(report.state):
            _lines(page, match, first, tops, depths)
        page.row += last


def _box(page: Page, report: Report, duel: Duel, top: int, left: int) -> None:
    """A duel: its title, both players with the characters that they eliminated, the winner."""
    _ = report.text

    def known(part: str) -> str:
        return names.duel(duel.match, part)

    title = f"{duel.match} · {_(TITLES[duel.match])}" if duel.match in TITLES else duel.match
    clear = place("left", 1 if left > FIRST else 0)  # of the line that leads here
    cell(page.ws, top, left, title, "Print line", font=font(10, bold=True, serif=True), alignment=clear)
    won = match_winner(report.state, duel.match) or None
    sides = (("A", duel.player_a, duel.score_a), ("B", duel.player_b, duel.score_b))
    for row, (side, player, score) in enumerate(sides, top + 1):
        look = font(10, bold=bool(won) and player == won)
        page.value(row, left, known(f"Player_{side}"), player, font=font(9), alignment=_MIDDLE, border=_frame(left="thin"))
        name = _called(report, player) or None
        page.value(row, left + 1, known(f"Name_{side}"), name, "Print name", font=look, border=_frame())
        page.value(row, left + 2, known(f"Score_{side}"), score, "Print centre", font=look, border=_frame(right="thin"))
    if won:
        cell(page.ws, top + 3, left, _("Won by"), "Print note", font=font(9, NOTE), alignment=_MIDDLE)
    page.value(
        top + 3, left + 1, known("Winner_Name"), _called(report, won or "") or None, "Print note", font=font(10, bold=True)
    )
    page.value(top + 3, left + 2, known("Winner"), won, "Print note", font=font(9), alignment=_MIDDLE)


def _lines(page: Page, match: Match, first: int, tops: Mapping[str, int], depths: Mapping[str, int]) -> None:
    """From the duels whose winners meet to where they do."""
    feeders = [side for side in (match.a, match.b) if side in tops]
    if match.code not in tops or len(feeders) != len((match.a, match.b)):
        return
    at = FIRST + depths[match.code] * _BOX - 1
    upper, lower = sorted(first + tops[str(side)] + 2 for side in feeders)
    for row in range(upper, lower):
        page.ws.cell(row, at).border = edges(colour=NOTE, right="thin", **({"top": "thin"} if row == upper else {}))
    page.ws.cell(lower - 1, at).border = edges(colour=NOTE, right="thin", bottom="thin")


def _frame(**sides: str) -> Border:
    return edges(colour=NOTE, top="thin", bottom="thin", **sides)


def _depths(report: Report, duels: Sequence[Duel]) -> dict[str, int]:
    """How many duels lie before each, at most, of those that are played."""
    played, found = {duel.match for duel in duels}, dict[str, int]()
    for match in matches_of(report.state):
        before = [found[_source(side)] for side in (match.a, match.b) if _source(side) in found]
        if match.code in played:
            found[match.code] = max(before, default=-1) + 1
    return found | dict.fromkeys(played - found.keys(), 0)


def _tops(report: Report, duels: Sequence[Duel]) -> dict[str, int]:
    """The row of each, counted from 0: between those that it follows, below what stands there already."""
    depths, found = _depths(report, duels), dict[str, int]()
    for match in _towards_the_final(matches_of(report.state)):
        if match.code not in depths:
            continue
        before = [found[_source(side)] for side in (match.a, match.b) if _source(side) in found]
        same = [top for code, top in found.items() if depths[code] == depths[match.code]]
        least = max(same) + _ROWS if same else 0
        found[match.code] = max(least, sum(before) // len(before)) if before else least
    return found | dict.fromkeys(depths.keys() - found.keys(), 0)


def _towards_the_final(matches: Sequence[Match]) -> Iterator[Match]:
    """Each behind those that lead to it, which so stand next to each other; whoever loses comes last."""
    left = {match.code: match for match in matches}

    def way(code: str) -> Iterator[Match]:
        match = left.pop(code, None)
        if match is not None:
            yield from (before for side in (match.a, match.b) for before in way(str(side)))
            yield match

    for match in reversed(matches):
        yield from way(match.code)


def _source(side: int | str) -> str:
    """The match that a side comes from."""
    return str(side).removeprefix("-")
