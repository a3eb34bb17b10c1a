"""What the cover must say, and what stands in a referto for programs: the protocol of the auctions, the log, marks."""

from __future__ import annotations

from datetime import date

from bangxl.books.plan import stored
from bangxl.books.port import Value
from bangxl.referto.proof.compare import Columns
from bangxl.referto.proof.facts import Facts
from bangxl.referto.proof.verdict import Right
from bangxl.tournament.finals import prizes
from bangxl.tournament.ledger import has_money, ledger, start_money
from bangxl.tournament.progress import rounds_played
from bangxl.tournament.roster import by_time, departures, entrants
from bangxl.tournament.standings import settled_games, standings
from bangxl.workbook import names
from bangxl.workbook.messages import official_note
from bangxl.workbook.words import YesNo, option_word

PODIUM = 4
"""So many stand on the cover."""


def event(facts: Facts) -> Columns:
    """What the setup sheet said; the referees may share a cell, and are compared by the digest."""
    info = facts.tournament.event
    said: dict[str, Right] = {
        "Name": info.name, "Date": _date(info.date), "Place": info.place, "Region": info.region,
        "Kind": option_word(info.kind, facts.language), "Organiser": info.organiser, "Report_To": info.report_to,
    }  # fmt: skip
    return {f"Event_{key}": [value] for key, value in said.items()}


def regulation(facts: Facts) -> Columns:
    """The regulation with its edition, and whether the result counts."""
    source = facts.rulebook.source
    published = facts.text.day(source.published)
    return {
        "Report_Regulation": [facts.rulebook.title],
        "Report_Edition": [", ".join(filter(None, (source.title, source.edition, published)))],
        "Official_Note": [official_note(facts.state, facts.language)],
    }


def figures(facts: Facts) -> Columns:
    """The tournament in figures; rounds and games are results."""
    left = [departure.status for departure in departures(facts.state).values()]
    shown: dict[str, Right] = {
        "Players": len(entrants(facts.state)),
        "Rounds": None if facts.secret else rounds_played(facts.state),
        "Games": None if facts.secret else len(settled_games(ledger(facts.state))),
        "Left": left.count("withdrawn"),
        "Ejected": left.count("ejected"),
        "Warned": len(facts.warnings),
    }
    return {f"Report_{key}": [value] for key, value in shown.items()}


def accounts(facts: Facts) -> Columns:
    """Funds at the start, less what was spent, plus winnings; where nobody owns dollars, the winnings alone."""
    if facts.secret:
        return {}
    settled = [line for line in ledger(facts.state) if line.settled]
    spent, paid = sum(line.cost or 0 for line in settled), sum(line.payout or 0 for line in settled)
    if not has_money(facts.state):
        return {"Report_Paid": [paid]}
    before = start_money(facts.state) * len(entrants(facts.state))
    return {
        "Report_Before": [before], "Report_Spent": [spent], "Report_Paid": [paid], "Report_After": [before - spent + paid],
    }  # fmt: skip


def podium(facts: Facts) -> Columns:
    """The first four of the final ranking, with place and score of the elimination phase."""
    first = facts.ranking[:PODIUM]
    rows = {row.player: row for row in standings(facts.state)}
    known = [rows.get(placed.player) for placed in first]
    return {
        "Podium_Place": [placed.place for placed in first],
        "Podium_Player": [placed.player for placed in first],
        "Podium_Name": facts.names_of(placed.player for placed in first),
        "Podium_Rank": [row.place if row else None for row in known],
        "Podium_Score": [row.score if row else None for row in known],
        "Podium_Prize": [prizes(facts.state).get(placed.player) for placed in first],
    }


def ejections(facts: Facts) -> Columns:
    """Whom the regulation obliges the referee to report, in the order of time, with the reason."""
    out = [departure for departure in departures(facts.state).values() if departure.status == "ejected"]
    when = {player: position for position, player in enumerate(_in_time(facts))}
    out.sort(key=lambda departure: when[departure.player])
    return {
        "Ejected_Player": [departure.player for departure in out],
        "Ejected_Name": facts.names_of(departure.player for departure in out),
        "Ejected_Reason": [departure.event.reason for departure in out],
    }


def proof(facts: Facts) -> Columns:
    """How many draws have a seed, and how many closed games were opened again."""
    corrections = sum(entry.command == "reopen" for entry in facts.state.journal.entries)
    return {"Proof_Draws": [len(facts.tournament.draws)], "Proof_Corrections": [corrections]}


def written(facts: Facts) -> Columns:
    """The moment at which it was written, as people read it."""
    return {"Report_Written_On": [facts.text.moment(facts.written)]}


def _in_time(facts: Facts) -> list[str]:
    """Whom something happened to, each once, by the first time."""
    return list(dict.fromkeys(noted.player for _index, noted in by_time(facts.tournament)))


def _date(text: str) -> Value:
    """A day as a cell holds it; what is none, as it was typed."""
    try:
        return stored(date.fromisoformat(text))
    except ValueError:
        return text


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
        "Opener_Name": facts.names_of(call.opener for _game, call in calls),
        "Character": [call.character for _game, call in calls],
        "Winner": [call.winner for _game, call in calls],
        "Winner_Name": facts.names_of(call.winner for _game, call in calls),
        "Price": [call.price for _game, call in calls],
    }
    return {f"Auctions_{key}": column for key, column in found.items()}


def log(facts: Facts) -> Columns:
    """What the program wrote down, as it is."""
    entries = facts.state.journal.entries
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
