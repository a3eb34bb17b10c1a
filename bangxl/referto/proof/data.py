"""What stands in a referto for programs: the protocol of the auctions, the log, marks."""

from __future__ import annotations

from bangxl.referto.proof.facts import Columns, Facts
from bangxl.referto.proof.values import Right
from bangxl.workbook import names
from bangxl.workbook.words import YesNo, option_word


def auctions(facts: Facts) -> Columns:
    """The protocol, where one was kept: table by table, round by round."""
    calls = [
        (game, call)
        for game in sorted(facts.tournament.games, key=lambda game: (game.round, game.table))
        for call in game.auction
    ]
    found: Columns = {
        "Round": [game.round for game, _call in calls],
        "Table": [game.table for game, _call in calls],
        "Opener": [call.opener for _game, call in calls],
        "Opener_Name": facts.named(call.opener for _game, call in calls),
        "Character": [call.character for _game, call in calls],
        "Winner": [call.winner for _game, call in calls],
        "Winner_Name": facts.named(call.winner for _game, call in calls),
        "Price": [call.price for _game, call in calls],
    }
    return {f"Auctions_{key}": column for key, column in found.items()}


def log(facts: Facts) -> Columns:
    """What the program wrote down, as it is."""
    entries = facts.contents.journal.entries
    return {names.log(column): [getattr(entry, column) for entry in entries] for column in names.LOG}


def marks(facts: Facts) -> Columns:
    """How the tournament stands, and what was chosen."""
    tournament = facts.tournament
    mark = YesNo.YES.value
    told: dict[str, Right] = {
        "Rulebook_Id": facts.rulebook.id,
        "Lots_By_Hand": mark if tournament.lot_order else None,
        "Published": mark if tournament.finals is not None else None,
        "Closed": mark if facts.is_closed else None,
        "Closed_After_Round": tournament.closed_after_round,
        "Report_Interim": facts.yes if facts.interim else None,
        "Report_Secret": facts.yes if facts.secret else None,
    }
    for key in facts.rulebook.options:
        told[f"Option_{key}"] = option_word(tournament.options[key], facts.language) if key in tournament.options else None
    return {name: [value] for name, value in told.items()}


PARTS = (auctions, log, marks)
