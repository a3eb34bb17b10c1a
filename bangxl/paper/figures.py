"""Chapters of a referto about the money, and what the games show: the accounts, the race for dollars, counts of a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from bangxl.locale.catalog import Catalog
from bangxl.paper.sheet import INK, NOTE, PALE, RULE, SMALL, Column, Face, Paper
from bangxl.tournament.ledger import has_money, ledger, start_money
from bangxl.tournament.options import auction_in
from bangxl.tournament.roster import entrants
from bangxl.tournament.rulebook import DOLLAR
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from bangxl.tournament.statistics import statistics
from bangxl.workbook.messages import display_names
from bangxl.workbook.words import word

_DENIM: Final = "#1F4E79"
_PALE_LINE: Final = "#9A8F80"
_LINES: Final = ((INK, "medium"), (_DENIM, "medium"), (INK, "dashed"), (_DENIM, "dashed"))
"""The colour and the line of the first four; the next four are pale and thin."""
_RACERS: Final = 8
_SIZE: Final = 9
_STEPS: Final = (1, 2, 5)


def draw_accounts(paper: Paper, state: State, _: Catalog) -> None:
    """The sums that must balance, round by round; the race for the money, drawn and as a table."""
    last = state.tournament.rounds_seated
    paper.caption(_("The sums that must balance"))
    _draw_totals(paper, state, _, last)
    paper.caption(_("The race for dollars, round by round") if state.rulebook.unit == DOLLAR else _("The race, round by round"))
    owned, names = _money_by_round(state, last), display_names(state.tournament.players)
    if last and owned:
        _draw_race(paper, _, {player: owned[player] for player in list(owned)[:_RACERS]}, names)
    columns = [Column(_("Player"), share=1), Column(_("Start"), "right")]
    columns += [Column(_("Round {n}").format(n=number), "right") for number in range(1, last + 1)]
    rows = [(names.get(player, player), *map(_.number, amounts)) for player, amounts in owned.items()]
    paper.table(columns, rows, size=_SIZE, height=4.4)


def _draw_totals(paper: Paper, state: State, _: Catalog, last: int) -> None:
    """Funds before, less bids, plus winnings, funds after: a line a round."""
    funds, rows, bids = start_money(state) * len(entrants(state)), [], has_money(state)
    for number in range(1, last + 1):
        lines = [line for line in ledger(state) if line.game.round == number and line.settled]
        spent, paid = sum(line.cost or 0 for line in lines), sum(line.payout or 0 for line in lines)
        after = funds - spent + paid
        rows.append((str(number), _.amount(funds), *([_.amount(spent)] if bids else []), _.amount(paid), _.amount(after)))
        funds = after
    heads = [_("Funds before"), *([_("less bids")] if bids else []), _("plus winnings"), _("Funds after")]
    paper.table([Column(_("Round"), "centre"), *(Column(head, "right", share=1) for head in heads)], rows, size=_SIZE)


def _money_by_round(state: State, last: int) -> Mapping[str, list[int]]:
    """Of everybody who takes part, the best first, the money at the start and after each round."""
    owned = {row.player: [start_money(state)] * (last + 1) for row in standings(state)}
    for line in ledger(state):
        for number in range(line.game.round, last + 1) if line.seat.player in owned else ():
            owned[line.seat.player][number] += line.net
    return owned


def _draw_race(paper: Paper, _: Catalog, owned: Mapping[str, Sequence[int]], names: Mapping[str, str]) -> None:
    """A line for each of the first, with their names on the right, none over another."""
    high, gap, legend = 78.0, 16.0, 52.0
    paper.room(high + 12)
    top, left, right = paper.y + 2, paper.left + gap, paper.right - legend
    amounts = [amount for line in owned.values() for amount in line]
    step = _step(max(amounts) - min(*amounts, 0))
    low, most = min(*amounts, 0) // step * step, -(-max(amounts) // step) * step
    rounds = max(map(len, owned.values())) - 1

    def at(number: int, amount: int) -> tuple[float, float]:
        return left + (right - left) * number / rounds, top + high * (most - amount) / max(1, most - low)

    for amount in range(low, most + 1, step):
        y = at(0, amount)[1]
        paper.line(left, y, right, y, "hair", RULE)
        paper.text(paper.left, y - 2, gap - 2, 4, _.number(amount), PALE, "right")
    for number in range(rounds + 1):
        text = _("Round {n}").format(n=number) if number else _("Start")
        paper.text(at(number, low)[0] - 12, top + high + 1, 24, 4, text, PALE, "centre")
    ends = sorted((at(rounds, line[-1])[1], place) for place, line in enumerate(owned.values()))
    y = top - 4.4
    for end, place in ends:
        player, line = list(owned.items())[place]
        colour, weight = _LINES[place] if place < len(_LINES) else (_PALE_LINE, "thin")
        points = [at(number, amount) for number, amount in enumerate(line)]
        for (x, from_y), (to_x, to_y) in pairwise(points):
            paper.line(x, from_y, to_x, to_y, weight, colour)
        y = max(y + 4.4, end)
        paper.line(right, end, right + 4, y, "hair", NOTE)
        face = Face(SMALL.size, bold=place < len(_LINES), ink=colour)
        paper.text(right + 5, y - 2.2, legend - 5, 4.4, names.get(player, player), face)
    paper.y = max(top + high + 7, y + 4)


def _step(span: int) -> int:
    """Between two lines of a chart: 1, 2 or 5 with zeros, so that there are at most eight."""
    least, power = max(1, span // 7), 1
    while power * 10 <= least:
        power *= 10
    return next((factor * power for factor in _STEPS if factor * power >= least), 10 * power)


def draw_statistics(paper: Paper, state: State, _: Catalog) -> None:
    """What the games of the elimination phase show by role, by seat and by character: one page."""
    stats = statistics(state)
    text = _("Counts of the elimination phase. They say what happened, not who plays well.")
    if not state.rulebook.has_finals:
        text = _("Counts of all games. They say what happened, not who plays well.")
    paper.paragraph(text, PALE)
    if stats.ruled:
        paper.paragraph(_("Games that the referee decided are left out."), PALE)
    games, alive = Column(_("Games"), "right"), Column(_("Alive"), "right")
    counts = [games, Column(_("Wins"), "right"), alive]
    paid = Column(_("Winnings, in all"), "right")
    paper.caption(_("Roles"))
    rows = [
        (word(line.role, _.language), *map(str, (line.seats, line.won, line.alive)), _.amount(line.paid)) for line in stats.roles
    ]
    paper.table([Column(_("Role"), share=1), *counts, paid], rows, size=_SIZE)
    paper.caption(_("Seats, counted from the Sheriff"))
    seats = [(str(line.seat), *map(str, (line.games, line.won, line.alive)), _.amount(line.paid)) for line in stats.seats]
    paper.table([Column(_("Seat"), share=1), *counts, paid], seats, size=_SIZE)
    if not stats.characters:
        return
    paper.caption(_("Characters"))
    bids = auction_in(state) is not None
    heads = [*([Column(_("Price, in all"), "right")] if bids else []), paid, *([Column(_("Return"), "right")] if bids else [])]
    lines = [
        (
            line.name,
            *map(str, (line.played, line.alive)),
            *([_.amount(line.price)] if bids else []),
            _.amount(line.paid),
            *([_.amount(line.gain)] if bids else []),
        )
        for line in stats.characters
    ]
    paper.table([Column(_("Character"), share=1), games, alive, *heads], lines, size=_SIZE)
