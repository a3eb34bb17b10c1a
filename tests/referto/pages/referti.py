"""Referti in memory, of made-up tournaments: the smallest of each regulation."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from bangxl.books.closed import ClosedBook
from bangxl.commands.demo import simulate
from bangxl.referto.pages.build import referto
from bangxl.referto.report import Report, report_of
from bangxl.rulebooks.loader import load
from bangxl.tournament.journal import Journal, seating
from bangxl.workbook.read import Contents, Rows

SMALLEST: Final = {"italy-2010": 10, "italy-2011": 10, "italy-2007": 10, "germany": 20, "record": 5, "record-international": 4}
"""Players of the smallest tournament of each regulation."""

WRITTEN: Final = "2026-11-21T18:00:00Z"


def contents(rulebook_id: str, players: int = 0, language: str = "en", seed: str = "High Noon") -> Contents:
    """What the workbook of a made-up tournament says."""
    return _contents(rulebook_id, players or SMALLEST[rulebook_id], language, seed)


@cache
def _contents(rulebook_id: str, players: int, language: str, seed: str) -> Contents:
    rulebook = load(rulebook_id)
    tournament, log = simulate(rulebook, players, seed, language)
    seatings = {n: seating(tournament.round(n)) for n in range(1, tournament.rounds_seated + 1)}
    if rulebook.fixed_tables:
        tables = sorted(tournament.start_tables.items())
        seatings = {1: tuple((t, seat, player) for t, table in tables for seat, player in enumerate(table, 1))}
    rows = Rows(tuple(range(len(tournament.players))), tuple(range(len(tournament.events))), len(tournament.players))
    return Contents(tournament, rulebook, Journal(tuple(log), seatings), rows, ())


def facts(rulebook_id: str, players: int = 0, language: str = "en") -> Report:
    """The facts of a finished tournament, to be reported."""
    return report_of(contents(rulebook_id, players, language), WRITTEN)


def book(facts: Report) -> ClosedBook:
    """Its referto, not saved."""
    return referto(facts, Path("torneo-referto.xlsx"))
