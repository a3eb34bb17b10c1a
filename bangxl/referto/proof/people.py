"""What the sheets of the participants, of their conduct and of who met whom must say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from math import comb

from bangxl.referto.proof.compare import Columns
from bangxl.referto.proof.facts import Facts
from bangxl.referto.proof.verdict import Right
from bangxl.tournament import roster
from bangxl.tournament.audit import Pair, meetings
from bangxl.tournament.checks import CLERICAL, check
from bangxl.tournament.drawing import past
from bangxl.tournament.findings import Finding
from bangxl.tournament.lots import ranking_lots, ranking_seed
from bangxl.tournament.model import Event, Player, Role
from bangxl.tournament.standings import lot_stages
from bangxl.workbook import names
from bangxl.workbook.messages import as_called, sentence
from bangxl.workbook.words import YesNo, word


def players(facts: Facts) -> Columns:
    """The entry list as it was typed, everybody on his line, and what became of him."""
    language, lots, been, gone = facts.language, _lots(facts), _sheriff(facts), roster.departures(facts.state)
    shown: Mapping[str, Callable[[Player], Right]] = {
        "Id": lambda player: player.id,
        "Name": lambda player: player.name,
        "Region": lambda player: player.region,
        "Email": lambda player: player.email,
        "Present": lambda player: word(YesNo.YES if player.present else YesNo.NO, language),
        "Eligible": lambda player: None if player.eligible else word(YesNo.NO, language),
        "Lot": lambda player: lots.get(player.id),
        "Status": lambda player: status(facts, gone[player.id].status) if player.id in gone else None,
        "Left_After": lambda player: gone[player.id].last_round if player.id in gone else None,
        "Warnings": lambda player: facts.warnings.get(player.id),
        "Sheriff": lambda player: ", ".join(map(str, been.get(player.id, ()))),
    }
    people = facts.tournament.players
    rows = facts.state.rows
    return {
        f"Players_{key}": spread({rows.player(index): tell(player) for index, player in enumerate(people)})
        for key, tell in shown.items()
    }


def status(facts: Facts, code: str) -> str | None:
    """How somebody has left, in the referto's language; nothing for who has not."""
    _ = facts.text
    return {"withdrawn": _("withdrawn"), "ejected": _("ejected")}.get(code)


def spread(by_row: Mapping[int, Right]) -> list[Right]:
    """Values on their lines, blanks between them."""
    return [by_row.get(row) for row in range(max(by_row, default=-1) + 1)]


def events(facts: Facts) -> Columns:
    """Warnings, ejections, withdrawals, sit-outs, everything on its line."""
    rows = facts.state.rows
    lines = {rows.event(index): _event(facts, event) for index, event in enumerate(facts.tournament.events)}
    keys = next(iter(lines.values()), {})
    return {f"Events_{key}": spread({row: line[key] for row, line in lines.items()}) for key in keys}


def _event(facts: Facts, event: Event) -> Mapping[str, Right]:
    language = facts.language
    return {
        "Type": word(event.type, language),
        "Player": event.player,
        "Name": facts.names.get(event.player, ""),
        "Moment": word(event.moment, language),
        "After_Round": event.after_round,
        "Round": event.round,
        "Table": event.table,
        "Match": event.match,
        "Reason": event.reason,
        "Automatic": facts.yes if event.automatic else None,
    }


def departures(facts: Facts) -> Columns:
    """What departs from the regulation, in the referto's language."""
    found = [finding for finding in check(facts.state) if finding.code not in CLERICAL]
    return {
        "Departures_Code": [finding.code for finding in found],
        "Departures_Round": [finding.at.round for finding in found],
        "Departures_Table": [finding.at.table for finding in found],
        "Departures_Text": [_told(facts, finding) for finding in found],
    }


def _told(facts: Facts, finding: Finding) -> str:
    """A finding in words."""
    called = as_called(finding, facts.language, facts.rulebook)
    return sentence(called, facts.language, facts.display_names, facts.rulebook.unit)


def together(facts: Facts) -> Columns:
    """How often everybody met everybody, and how many pairs met how often."""
    met = meetings(past(facts.tournament, facts.tournament.rounds_seated + 1))
    often = Counter(met.values())
    most = max(often, default=0)
    never = comb(len(roster.entrants(facts.state)), 2) - often.total()
    found: Columns = {
        "Pairs_Times": list(range(most + 1)),
        "Pairs_Count": [never, *(often[times] for times in range(1, most + 1))],
    }
    return found | _square(facts, met)


def _square(facts: Facts, met: Counter[Pair]) -> Columns:
    rows = facts.state.rows
    where = {player.id: rows.player(index) for index, player in enumerate(facts.tournament.players)}
    found: Columns = {
        "Meetings_Player": spread({row: player for player, row in where.items()}),
        "Meetings_Name": spread({row: facts.names[player] for player, row in where.items()}),
    }
    for one, own in where.items():
        column = {row: met[min(one, other), max(one, other)] or None for other, row in where.items()}
        found[names.meetings(own + 1)] = spread(column)
    return found


def _lots(facts: Facts) -> Mapping[str, int]:
    """Everybody's position in the lots of the standings, as soon as there is a seed; of lots by hand, those that were drawn."""
    stages, by_hand = lot_stages(facts.rulebook), facts.tournament.lot_order
    if not by_hand and ranking_seed(facts.tournament, stages) is None:
        return {}
    lots = ranking_lots(facts.tournament, stages)
    return {player: lots[player] for player in by_hand} if by_hand else lots


def _sheriff(facts: Facts) -> Mapping[str, list[int]]:
    """The rounds in which each was Sheriff."""
    been: dict[str, list[int]] = {}
    for number, player in sorted(
        (game.round, seat.player) for game in facts.tournament.games for seat in game.seats if seat.role is Role.SHERIFF
    ):
        been.setdefault(player, []).append(number)
    return been
