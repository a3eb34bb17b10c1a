"""Referti of made-up tournaments in which much has happened, in memory."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from bangxl.books.closed import ClosedBook
from bangxl.interchange.receipts import round_code
from bangxl.referto.pages.build import referto
from bangxl.referto.pages.report import report_of
from bangxl.rulebooks.loader import load
from bangxl.tournament.journal import Journal, LogEntry, Seating, digests, pairs, seating
from bangxl.tournament.model import Draw, EventInfo, Player, Tournament
from bangxl.tournament.options import UNFROZEN, option_value
from bangxl.tournament.pool import pool_digest
from bangxl.tournament.progress import Over, next_step
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from bangxl.workbook.names import round_sheet
from bangxl.workbook.read import Contents, Rows
from tests.referee import Habits, Referee

WRITTEN: Final = "2026-11-21T18:00:00Z"
STEPS: Final = 600
NAMES: Final = ("Anna Rossi", "Łukasz Wiśniewski", "Chloé Lévesque", "Иван Соколов", "Zoë D'Amico", "Òscar Puig", "Béla Kovács")
EVENT: Final = EventInfo(
    "12° Open di Torino", "2026-11-21", "Torino", "Piemonte", "open", "Il Saloon", ("Marta Ferraris", "Ugo Neri"), "a@example.org"
)

EVENTFUL: Final = {
    ("italy-2007", 10): 4,
    ("italy-2010", 10): 4,
    ("italy-2011", 10): 29,
    ("germany", 20): 5,
    ("record", 4): 76,
}
"""The smallest tournament of each regulation, and a seed with which people are warned, leave, sit out, and draw lots."""

OPTIONS: Final = {
    "italy-2011": {"duel": "short"},
    "record": {"auction": "true", "cash_rewards": "true", "experience": "true"},
}


@cache
def played(
    rulebook_id: str,
    players: int,
    seed: int,
    events: float = 1.0,
    language: str = "it",
    steps: int = STEPS,
    rulings: float = 0,
) -> Tournament:
    """A tournament played to its end, to where nobody is left to play, or so many steps far and half a step more."""
    rulebook = load(rulebook_id)
    referee = Referee(random.Random(seed), rulebook, Habits(events=events, rulings=rulings))  # noqa: S311 - a game, no secret
    tournament = _entries(rulebook, players, language)
    for _step in range(steps):
        if isinstance(next_step(State(tournament, rulebook)), Over):
            return tournament
        tournament = referee.step(tournament)
    return referee.half_step(tournament) if steps < STEPS else tournament


def _entries(rulebook: Rulebook, players: int, language: str) -> Tournament:
    people = (
        Player(f"P{n:03}", f"{NAMES[n % len(NAMES)]} {n}", ("Lazio", "Veneto")[n % 2], f"p{n}@example.org", eligible=n % 5 > 0)
        for n in range(1, players + 1)
    )
    options = {key: option.default for key, option in rulebook.options.items() if option.default} | OPTIONS.get(rulebook.id, {})
    return Tournament(rulebook=rulebook.id, language=language, event=EVENT, options=options, players=tuple(people))


def contents_of(tournament: Tournament, rulebook: Rulebook | None = None) -> Contents:
    """What its workbook would say, log and walls included."""
    rulebook = rulebook or load(tournament.rulebook)
    by_sheet = sorted(tournament.games, key=lambda game: (game.round, game.table))
    tournament = replace(tournament, games=tuple(by_sheet))
    tournament = replace(tournament, draws=tuple(_coded(State(tournament, rulebook), draw) for draw in tournament.draws))
    count, rows = len(tournament.players), tuple(range(len(tournament.events)))
    return Contents(tournament, rulebook, journal_of(tournament, rulebook), Rows(tuple(range(count)), rows, count), ())


def journal_of(tournament: Tournament, rulebook: Rulebook) -> Journal:
    """The log: the options at the start, a row for every draw with its seed, the fingerprints of all closed games at the end."""
    options = {key: option_value(State(tournament, rulebook), key) for key in rulebook.options if key not in UNFROZEN}
    first = pairs({"tables": "+".join(str(game.size) for game in tournament.round(1)), **options})
    rows = [LogEntry("2026-11-21T09:00:00Z", "seat", "start", result=first, version="0.1.0")]
    rows += [_drawn(draw, State(tournament, rulebook)) for draw in tournament.draws]
    rows.append(LogEntry("2026-11-21T18:00:00Z", "seat", "end", digest=digests(tournament, rows), version="0.1.0"))
    return Journal(tuple(rows), walls_of(tournament, rulebook))


def _drawn(draw: Draw, state: State) -> LogEntry:
    stage = round_sheet(int(draw.stage)) if draw.stage.isdecimal() else draw.stage
    said = pairs({"code": draw.code, "pool": _pool(state, int(draw.stage))}) if draw.code else ""
    return LogEntry("2026-11-21T10:00:00Z", "seat", stage, draw.rng_seed, str(draw.source), said, version="0.1.0")


def _coded(state: State, draw: Draw) -> Draw:
    """A round's draw with its code."""
    if not draw.stage.isdecimal():
        return draw
    number, salt = int(draw.stage), sha256(draw.rng_seed.encode()).hexdigest()[:32] if draw.stage != "1" else ""
    return replace(draw, code=round_code(state, number, _pool(state, number), salt), salt=salt)


def _pool(state: State, number: int) -> str:
    seats = walls_of(state.tournament, state.rulebook)[number]
    return pool_digest(state, number, [player for _table, _seat, player in seats])


def walls_of(tournament: Tournament, rulebook: Rulebook) -> dict[int, Seating]:
    """What hung on the wall in every round."""
    if rulebook.fixed_tables:
        tables = sorted(tournament.start_tables.items())
        return {1: tuple((table, seat, player) for table, ids in tables for seat, player in enumerate(ids, 1))}
    return {number: seating(tournament.round(number)) for number in range(1, tournament.rounds_seated + 1)}


def saved(contents: Contents, *, interim: bool = False, results: bool = False, addresses: bool = True) -> bytes:
    """The file of its referto."""
    facts = report_of(contents, WRITTEN, interim=interim, results=results, addresses=addresses)
    return referto(facts, Path("torneo-referto.xlsx")).dump()


def opened(data: bytes) -> ClosedBook:
    """The referto as a program reads it."""
    return ClosedBook.of(data, Path("torneo-referto.xlsx"))


def eventful(rulebook_id: str, players: int, language: str = "it") -> Contents:
    """What the workbook of an eventful tournament says."""
    events = 0.6 if rulebook_id == "germany" else 1.0
    return contents_of(played(rulebook_id, players, EVENTFUL[rulebook_id, players], events, language))
