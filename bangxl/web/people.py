"""Everybody's own part of the page: how he did, his games, his duels, whom he met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from bangxl.tournament.audit import meetings
from bangxl.tournament.drawing import past_tables
from bangxl.tournament.finals import match_winner, prizes
from bangxl.tournament.knockout import winners
from bangxl.tournament.ledger import LedgerLine, ledger
from bangxl.tournament.model import Duel
from bangxl.tournament.roster import departures, entrants
from bangxl.tournament.standings import Row, standings
from bangxl.web.games import Sheet, duel_score, duel_title, outcome, stage_title
from bangxl.web.markup import Html, element, join
from bangxl.web.view import Column, View, folded, table
from bangxl.workbook.wall import by_surname


@dataclass(frozen=True)
class People:
    """What is told of each player, collected once for all of them."""

    view: View

    @cached_property
    def sheet(self) -> Sheet:
        """How record sheets are shown."""
        return Sheet(self.view)

    @cached_property
    def rows(self) -> Mapping[str, Row]:
        """The lines of the standings by player."""
        return {row.player: row for row in standings(self.view.state)}

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The final places by player."""
        return {placed.player: placed.place for placed in self.view.report.ranking}

    @cached_property
    def games(self) -> Mapping[str, list[LedgerLine]]:
        """The seats of each, in the order of the rounds."""
        found: defaultdict[str, list[LedgerLine]] = defaultdict(list)
        for line in ledger(self.view.state):
            found[line.seat.player].append(line)
        return found

    @cached_property
    def met(self) -> Mapping[str, Mapping[str, int]]:
        """Whom each has met in the elimination phase, and how often."""
        tournament = self.view.report.tournament
        found: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for (one, other), times in meetings(past_tables(tournament, tournament.rounds_seated + 1)).items():
            found[one][other] = found[other][one] = times
        return found


def players(view: View) -> Html:
    """A part for everybody who took part, by surname."""
    _, people, there = view.text, People(view), entrants(view.state)
    order = by_surname(map(view.called, there))
    parts = (_player(people, player) for player in sorted(there, key=lambda player: order(view.called(player))))
    hint = element("p", _("A name opens what its player played, won and whom he met."), class_="note")
    return join([hint, *parts])


def _player(people: People, player: str) -> Html:
    view = people.view
    place = people.places.get(player)
    _ = view.text
    facts = element("ul", *(element("li", fact) for fact in _facts(people, player)))
    return folded(
        view.called(player),
        _("Place {place}").format(place=place) if place else "",
        *[facts, _games(people, player), *_finals(view, player), _meetings(people, player)],
        anchor=view.anchor(player),
    )


def _facts(people: People, player: str) -> Iterator[str]:
    """What he has reached."""
    view, row, won = people.view, people.rows.get(player), prizes(people.view.state)
    _ = view.text
    region = next((one.region for one in view.report.tournament.players if one.id == player), "")
    if region:
        yield _("Region: {region}").format(region=region)
    if player in people.places:
        yield _("Final ranking: place {place}").format(place=people.places[player])
    if player in won:
        yield _("Prize: {amount}").format(amount=view.amount(won[player]))
    if row is not None and row.place is not None and view.report.rulebook.has_finals:
        yield _("Elimination phase: place {place}").format(place=row.place)
    if row is not None:
        yield join([_("Score"), ": ", view.score(row.score)])
    if player in (gone := departures(view.state)):
        yield _("left the tournament after round {round}").format(round=gone[player].last_round)


def _games(people: People, player: str) -> Html:
    """His line of every record sheet."""
    view, played = people.view, people.games.get(player, [])
    _ = view.text
    if not played:
        return element("p", _("No game was played."))
    columns = [Column(_("Game"), "name"), Column(_("Outcome")), *people.sheet.columns()]
    rows = ([view.where(line.game), outcome(view, line.game), *people.sheet.values(line)] for line in played)
    return table("", columns, rows)


def _finals(view: View, player: str) -> Iterator[Html]:
    """His duels, and his tables of the knock-out."""
    _, lines = view.text, []
    played = view.report.tournament.finals
    for duel in played.duels if played else ():
        if player in (duel.player_a, duel.player_b):
            own = duel if player == duel.player_a else _turned(duel)
            opponent = view.link(own.player_b) if own.player_b else _("bye")
            mark = "★ " if match_winner(view.state, duel.match) == player else ""
            lines.append(join([mark, duel_title(view, duel.match), ": ", opponent, ", ", duel_score(view, own)]))
    for game in view.report.tournament.stages:
        seat = next((seat for seat in game.seats if seat.player == player), None)
        if seat is not None:
            mark = "★ " if player in winners(game) else ""
            told = filter(None, [seat.character, view.word(seat.role) if seat.role else ""])
            lines.append(join([mark, stage_title(view, game), ": ", join(told, ", ")]))
    if lines:
        yield element("h4", _("Finals"))
        yield element("ul", *(element("li", line) for line in lines))


def _turned(duel: Duel) -> Duel:
    """As the second player tells it: his own score first."""
    return replace(duel, player_a=duel.player_b, player_b=duel.player_a, score_a=duel.score_b, score_b=duel.score_a)


def _meetings(people: People, player: str) -> Html:
    """Everybody with whom he sat at a table, by surname, with the number of times where it was more than once."""
    view, met = people.view, people.met.get(player, {})
    _ = view.text
    if not met:
        return Html()
    order = by_surname(map(view.called, met))
    names = sorted(met, key=lambda other: order(view.called(other)))
    listed = (join([view.link(other), f" × {met[other]}" if met[other] > 1 else ""]) for other in names)
    return join([element("h4", _("Whom he met")), element("ul", *(element("li", one) for one in listed), class_="names")])
