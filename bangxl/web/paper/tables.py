"""Leaves of tables: the standings, the final ranking, the duels and how they are played, who has met whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bangxl.sheets.duel import duel_rules as told
from bangxl.tournament.audit import meetings as meetings_of
from bangxl.tournament.drawing import past
from bangxl.tournament.finals import BYE, champions, match_winner, matches_of, mode, pairing
from bangxl.tournament.rulebook import Match
from bangxl.web import games, ranking
from bangxl.web.markup import Html, element
from bangxl.web.paper.leaf import event_lines, last_code, leaf, simple
from bangxl.web.view import View
from bangxl.workbook import names

_MOST: Final = 3
"""From so many meetings on a field is as dark as it gets."""
_HEIGHT: Final = 300
_TALLEST: Final = 16.0
_LETTERS: Final = 0.7
"""Points of all rows of the square together, and of one; letters by the height of a row."""


def standings(view: View) -> Html:
    """The standings of the elimination phase."""
    _ = view.text
    return leaf(_("Standings"), ranking.elimination(view), below=event_lines(view))


def finals(view: View) -> Html:
    """The bracket or the stages of the knock-out, and, once it is there, the final ranking."""
    _, report = view.text, view.report
    duels, drawn = list(_bracket(view)), [] if report.ranking else list(_drawn(view))
    title = report.rulebook.champion or _("Winner of the tournament")
    parts = [element("p", title, ": ", element("strong", view.called(one)), class_="best") for one in champions(view.state)]
    heads = ((_("Duel"), ""), (_("Players"), "name"), (_("Score"), "centre"), (_("Winner"), ""))
    parts += [simple(duels, heads)] if duels else [games.finals(view)]
    parts += [element("h2", _("Characters drawn")), *drawn] if drawn else []
    parts += [element("h2", _("Final ranking")), ranking.final_ranking(view)] if report.ranking else []
    return leaf(_("Finals"), *parts, below=event_lines(view, code=last_code(view)))


def _bracket(view: View) -> Iterator[list[str]]:
    """All duels that the finals have: who meets whom, as far as it is known, the score, who has won."""
    _, tournament = view.text, view.report.tournament
    duels = {duel.match: duel for duel in (tournament.finals.duels if tournament.finals else ())}
    for match in matches_of(view.state):
        winner = match_winner(view.state, match.code)
        score = games.duel_score(view, duels[match.code]) if match.code in duels else ""
        yield [games.duel_title(view, match.code), _sides(view, match), score, view.called(winner) if winner else ""]


def _sides(view: View, match: Match) -> str:
    _, sides = view.text, pairing(view.state, match)
    return " – ".join(_("bye") if side == BYE else view.called(side) for side in sides) if sides else "…"


def _drawn(view: View) -> Iterator[Html]:
    """The characters of each duel, as far as they are drawn."""
    for match in matches_of(view.state):
        if said := str(view.report.cell(names.duel(match.code, "Characters")) or ""):
            lines = (element("p", line) for line in said.splitlines())
            yield element("div", element("h3", games.duel_title(view, match.code)), *lines, class_="whole")


def duel_rules(view: View) -> Html:
    """How a duel is played, by every mode; pale those that are not played today."""
    _, rulebook, today = view.text, view.report.rulebook, mode(view.state)
    parts = []
    for one in told(rulebook, _):
        rows = (element("tr", element("th", what, scope="row"), element("td", rule)) for what, rule in one.rules)
        pale = "pale" if len(rulebook.duel_modes) > 1 and one.mode != today else ""
        heading = element("h2", one.title, *([" (", one.article, ")"] if one.article else []), class_=pale)
        parts += [heading, element("table", element("tbody", *rows), class_=f"duel {pale}".strip())]
    return leaf(_("Duel"), *parts, below=event_lines(view))


def meetings(view: View) -> Html:
    """Who has met whom: a square of everybody who plays, with the rounds at one table."""
    _, tournament = view.text, view.report.tournament
    counts = meetings_of(past(tournament, tournament.rounds_seated + 1))
    seated = {seat.player for game in tournament.games for seat in game.seats}
    people = [player.id for player in tournament.players if player.id in seated]
    heads = (element("th", view.called(one), scope="col", class_="up") for one in people)
    top = element("tr", element("td", class_="free"), *heads)
    rows = (
        element(
            "tr",
            element("th", view.called(one), scope="row"),
            *(_met(counts[min(one, other), max(one, other)], same=one == other) for other in people),
        )
        for one in people
    )
    size = min(_TALLEST, _HEIGHT / max(1, len(people)))
    style = f"--row:{size:.1f}pt;--size:{size * _LETTERS:.1f}pt"
    grid = element("table", element("thead", top), element("tbody", *rows), class_="met", style=style)
    note = element("p", _("rounds at one table"), class_="note")
    return leaf(_("Who has met whom"), grid, note, below=event_lines(view), kind="wide")


def _met(count: int, *, same: bool) -> Html:
    if same:
        return element("td", class_="self")
    return element("td", str(count), class_=f"m{min(count, _MOST)}") if count else element("td")
