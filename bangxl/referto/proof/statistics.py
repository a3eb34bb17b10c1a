"""What the statistics must say, once the standings are published."""

from __future__ import annotations

from collections.abc import Sequence

from bangxl.referto.proof.compare import Columns
from bangxl.referto.proof.facts import Facts
from bangxl.referto.proof.verdict import Right
from bangxl.tournament.options import auction_in
from bangxl.tournament.statistics import Statistics
from bangxl.tournament.statistics import statistics as derived
from bangxl.workbook.words import word


def statistics(facts: Facts) -> Columns:
    """Every table of the sheet, by its names."""
    if facts.tournament.finals is None:
        return {}
    told = derived(facts.state)
    if not told.games:
        return {}
    tables = {**_counts(facts, told), **_characters(facts, told), **_people(facts, told)}
    return {f"Told_{key}": column for key, column in tables.items() if column}


def _counts(facts: Facts, told: Statistics) -> dict[str, Sequence[Right]]:
    """Sides and roles."""
    sides, roles = told.sides, told.roles
    return {
        "Wins_Size": [line.size for line in sides],
        "Wins_Side": [word(line.side, facts.language) for line in sides],
        "Wins_Games": [line.games for line in sides],
        "Wins_Won": [line.won for line in sides],
        "Wins_Expected": [line.expected for line in sides],
        "Roles_Role": [word(line.role, facts.language) for line in roles],
        "Roles_Seats": [line.seats for line in roles],
        "Roles_Won": [line.won for line in roles],
        "Roles_Alive": [line.alive for line in roles],
        "Roles_Paid": [line.paid for line in roles],
    }


def _characters(facts: Facts, told: Statistics) -> dict[str, Sequence[Right]]:
    """Prices only where there are auctions."""
    lines = told.characters
    found: dict[str, Sequence[Right]] = {
        "Characters_Character": [line.name for line in lines],
        "Characters_Games": [line.played for line in lines],
        "Characters_Alive": [line.alive for line in lines],
        "Characters_Paid": [line.paid for line in lines],
    }
    if auction_in(facts.state) is not None:
        found["Characters_Price"] = [line.price for line in lines]
        found["Characters_Return"] = [line.gain for line in lines]
    return found


def _people(facts: Facts, told: Statistics) -> dict[str, Sequence[Right]]:
    """The highest prices, the longest careers."""
    prices, careers = told.prices, told.careers
    return {
        "Prices_Player": [line.player for line in prices],
        "Prices_Name": facts.names_of(line.player for line in prices),
        "Prices_Character": [line.character for line in prices],
        "Prices_Price": [line.bid for line in prices],
        "Prices_Payout": [line.paid for line in prices],
        "Prices_Round": [line.round for line in prices],
        "Prices_Table": [line.table for line in prices],
        "Careers_Player": [line.player for line in careers],
        "Careers_Name": facts.names_of(line.player for line in careers),
        "Careers_Games": [line.games for line in careers],
        "Careers_Alive": [line.alive for line in careers],
        "Careers_Won": [line.won for line in careers],
    }
