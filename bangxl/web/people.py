"""A player's own part of the results page: result, games, duels and meetings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from bangxl.tournament.audit import meetings
from bangxl.tournament.drawing import past_tables
from bangxl.tournament.finals import match_winner, prizes
from bangxl.tournament.knockout import winners
from bangxl.tournament.ledger import LedgerLine, ledger
from bangxl.tournament.roster import departures, entrants
from bangxl.tournament.standings import standings
from bangxl.web.games import Sheet, duel_score, duel_title, outcome, stage_title
from bangxl.web.markup import Html, element, join
from bangxl.web.view import Column, View, folded, table
from bangxl.workbook.wall import by_surname


def players(view: View) -> Html:
    """A part for everybody who took part, by surname."""
    _, sheet, tournament = view.text, Sheet(view), view.report.tournament
    places = {placed.player: placed.place for placed in view.report.ranking}
    lines: defaultdict[str, list[LedgerLine]] = defaultdict(list)
    for line in ledger(view.state):
        lines[line.seat.player].append(line)
    met: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for (one, other), times in meetings(past_tables(tournament, tournament.rounds_seated + 1)).items():
        met[one][other] = met[other][one] = times
    facts = _facts(view, places)
    everybody = entrants(view.state)
    order = by_surname(map(view.called, everybody))
    parts = (
        folded(
            view.called(player),
            _("Place {place}").format(place=places[player]) if player in places else "",
            element("ul", *(element("li", fact) for fact in facts[player])),
            _games(sheet, lines[player]),
            *_finals(view, player),
            _meetings(view, met[player]),
            anchor=view.anchor(player),
        )
        for player in sorted(everybody, key=lambda player: order(view.called(player)))
    )
    return join([element("p", _("Click a name to see what its player played and won, and whom he met."), class_="note"), *parts])


def _facts(view: View, places: Mapping[str, int]) -> Mapping[str, list[str]]:
    """The player's results, line by line."""
    _, won, gone = view.text, prizes(view.state), departures(view.state)
    rows = {row.player: row for row in standings(view.state)}
    facts: defaultdict[str, list[str]] = defaultdict(list)
    for one in view.report.tournament.players:
        own, row = facts[one.id], rows.get(one.id)
        if one.region:
            own.append(_("Region: {region}").format(region=one.region))
        if one.id in places:
            own.append(_("Final ranking: place {place}").format(place=places[one.id]))
        if one.id in won:
            own.append(_("Prize: {amount}").format(amount=view.amount(won[one.id])))
        if row is not None and row.place is not None and view.report.rulebook.has_finals:
            own.append(_("Elimination phase: place {place}").format(place=row.place))
        if row is not None:
            own.append(join([_("Score"), ": ", view.score(row.score)]))
        if one.id in gone:
            text = _("left the tournament after round {round}")
            if view.report.rulebook.fixed_tables:
                text = _("left the tournament after game {round}")
            own.append(text.format(round=gone[one.id].last_round))
    return facts


def _games(sheet: Sheet, lines: list[LedgerLine]) -> Html:
    """The player's line of every record sheet."""
    _, view = sheet.view.text, sheet.view
    if not lines:
        return element("p", _("No game was played."))
    columns = [Column(_("Game"), "name"), Column(_("Outcome")), *sheet.columns()]
    return table("", columns, ([view.where(line.game), outcome(view, line.game), *sheet.values(line)] for line in lines))


def _finals(view: View, player: str) -> Iterator[Html]:
    """The player's duels, own score first, and knock-out tables."""
    _, lines, finals = view.text, [], view.report.tournament.finals
    for duel in finals.duels if finals else ():
        if player in (duel.player_a, duel.player_b):
            turned = replace(duel, player_b=duel.player_a, score_a=duel.score_b, score_b=duel.score_a)
            own = duel if player == duel.player_a else turned
            opponent = view.link(own.player_b) if own.player_b else _("bye")
            mark = "★ " if match_winner(view.state, duel.match) == player else ""
            lines.append(join([mark, duel_title(view, duel.match), ": ", opponent, ", ", duel_score(view, own)]))
    for game in view.report.tournament.stages:
        seat = next((seat for seat in game.seats if seat.player == player), None)
        if seat is not None:
            mark = "★ " if player in winners(game) else ""
            parts = filter(None, [seat.character, view.word(seat.role) if seat.role else ""])
            lines.append(join([mark, stage_title(view, game), ": ", join(parts, ", ")]))
    if lines:
        yield element("h4", _("Finals"))
        yield element("ul", *(element("li", line) for line in lines))


def _meetings(view: View, met: Mapping[str, int]) -> Html:
    """The player's table companions by surname, with the number of meetings if there were several."""
    _, order = view.text, by_surname(map(view.called, met))
    if not met:
        return Html()
    names = sorted(met, key=lambda other: order(view.called(other)))
    items = (join([view.link(other), f" × {met[other]}" if met[other] > 1 else ""]) for other in names)
    return join([element("h4", _("Opponents")), element("ul", *(element("li", one) for one in items), class_="names")])
