"""Referti of made-up tournaments, in memory: the smallest of each regulation, and some in which much has happened."""

import random
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from bangxl.books.closed import ClosedBook
from bangxl.commands.demo import simulate_tournament
from bangxl.interchange.receipts import digests_before
from bangxl.referto.report import Report, report_of
from bangxl.referto.spreadsheet import referto
from bangxl.rulebooks.loader import load
from bangxl.tournament.commitment import code_of, commitment_digest, drawn_for
from bangxl.tournament.finals import new_digests
from bangxl.tournament.journal import Journal, LogEntry, Seating, pairs, seating
from bangxl.tournament.model import Draw, EventInfo, Player, PostedCode, SeedSource, Tournament, round_code
from bangxl.tournament.options import UNFROZEN, option_value
from bangxl.tournament.progress import Over, next_step
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from bangxl.workbook.read import Contents, ListRows
from tests.helpers.referee import Habits, Referee

WRITTEN: Final = "2026-11-21T18:00:00Z"
STEPS: Final = 600
NAMES: Final = ("Anna Rossi", "Łukasz Wiśniewski", "Chloé Lévesque", "Иван Соколов", "Zoë D'Amico", "Òscar Puig", "Béla Kovács")
EVENT: Final = EventInfo(
    "12° Open di Torino", "2026-11-21", "Torino", "Piemonte", "open", "Il Saloon", ("Marta Ferraris", "Ugo Neri"), "a@example.org"
)

EVENTFUL: Final = {("italy-2007", 10): 4, ("italy-2010", 10): 4, ("italy-2011", 10): 29, ("germany", 20): 5, ("record", 4): 67}
"""The smallest tournament of each regulation, and a seed with which people are warned, leave, sit out, and draw lots."""

SMALLEST: Final = {"italy-2010": 10, "italy-2011": 10, "italy-2007": 10, "germany": 20, "record": 5, "record-international": 4}
"""Players of the smallest tournament of each regulation."""

OPTIONS: Final = {"italy-2011": {"duel": "short"}, "record": {"auction": "true", "cash_rewards": "true", "experience": "true"}}


@cache
def played(
    rulebook_id: str, players: int, seed: int, events: float = 1.0, language: str = "it", steps: int = STEPS, rulings: float = 0
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
    tournament = with_codes(State(tournament, rulebook))
    count, rows = len(tournament.players), tuple(range(len(tournament.events)))
    return Contents(tournament, rulebook, journal_of(tournament, rulebook), ListRows(tuple(range(count)), rows, count), ())


def journal_of(tournament: Tournament, rulebook: Rulebook) -> Journal:
    """The log: the options at the start, a row for every draw with its seed, the digests of all closed games at the end."""
    options = {key: option_value(State(tournament, rulebook), key) for key in rulebook.options if key not in UNFROZEN}
    first = pairs({"tables": "+".join(str(game.size) for game in tournament.round(1)), **options})
    rows = [LogEntry("2026-11-21T09:00:00Z", "seat", "start", result=first, version="0.2.0")]
    rows += [_drawn(draw, State(tournament, rulebook)) for draw in tournament.draws]
    rows += [_begun(one, State(tournament, rulebook)) for one in tournament.codes]
    closed = new_digests(State(tournament, rulebook), rows)
    rows.append(LogEntry("2026-11-21T18:00:00Z", "seat", "end", digest=closed, version="0.2.0"))
    return Journal(tuple(rows), walls_of(tournament, rulebook))


def _drawn(draw: Draw, state: State) -> LogEntry:
    stage = round_code(int(draw.drawn)) if draw.drawn.isdecimal() else draw.drawn
    said = pairs({"code": draw.code, "pool": _pool_of(state, f"Round{draw.drawn}")}) if draw.code else ""
    return LogEntry("2026-11-21T10:00:00Z", "seat", stage, draw.rng_seed, str(draw.source), said, version="0.2.0")


def _begun(one: PostedCode, state: State) -> LogEntry:
    """The row of what has a code and no seed of its own: games at fixed tables, the finals."""
    events = digests_before(state, one.logged).events
    told = {"code": one.code, "pool": _pool_of(state, one.logged), "events": events, "salt": one.salt}
    return LogEntry("2026-11-21T12:00:00Z", "seat", one.logged, result=pairs(told), version="0.2.0")


def with_codes(state: State) -> Tournament:
    """The tournament with a code for everything that was drawn or begun, in that order."""
    tournament, finals = replace(state.tournament, codes=()), state.tournament.finals
    for draw in tournament.draws:
        if draw.drawn.isdecimal():
            code, salt = _code(state.with_tournament(tournament), f"Round{draw.drawn}")
            coded = tuple(replace(one, code=code, salt=salt) if one is draw else one for one in tournament.draws)
            tournament = replace(tournament, draws=coded)
    last = range(2, tournament.rounds_seated + 1) if tournament.start_tables else ()
    stages = ["+".join(f"Round{game.round}T{game.table}" for game in tournament.round(number)) for number in last]
    matches = [duel.match for duel in finals.duels] if finals else []
    stages += ["+".join(group) for kinds in (("QF",), ("SF",), ("P3", "F")) if (group := [m for m in matches if m[:2] in kinds])]
    stages += [f"Stage{number}" for number in sorted({game.round for game in tournament.stages})]
    for stage in stages:
        posted = PostedCode(stage, *_code(state.with_tournament(tournament), stage))
        tournament = replace(tournament, codes=(*tournament.codes, posted))
    return tournament


def _code(state: State, stage: str) -> tuple[str, str]:
    salt = "" if stage == "Round1" else sha256(stage.encode()).hexdigest()[:32]
    return code_of(_pool_of(state, stage), digests_before(state, stage), salt), salt


def _pool_of(state: State, stage: str) -> str:
    return commitment_digest(state, stage, drawn_for(state, stage))


def walls_of(tournament: Tournament, rulebook: Rulebook) -> dict[int, Seating]:
    if rulebook.fixed_tables:
        tables = sorted(tournament.start_tables.items())
        return {1: tuple((table, seat, player) for table, ids in tables for seat, player in enumerate(ids, 1))}
    return {number: seating(tournament.round(number)) for number in range(1, tournament.rounds_seated + 1)}


def saved(contents: Contents, *, interim: bool = False, results: bool = False, addresses: bool = True) -> bytes:
    facts = report_of(contents, WRITTEN, interim=interim, results=results, addresses=addresses)
    return referto(facts)


def opened(data: bytes) -> ClosedBook:
    return ClosedBook.of(data, Path("torneo-referto.xlsx"))


def eventful(rulebook_id: str, players: int, language: str = "it") -> Contents:
    events = 0.6 if rulebook_id == "germany" else 1.0
    return contents_of(played(rulebook_id, players, EVENTFUL[rulebook_id, players], events, language))


def contents(rulebook_id: str, players: int = 0, language: str = "en", seed: str = "High Noon") -> Contents:
    return simulated(rulebook_id, players or SMALLEST[rulebook_id], seed, language=language)


@cache
def simulated(
    rulebook_id: str, players: int, seed: str, *, source: SeedSource = SeedSource.GIVEN, language: str = "en"
) -> Contents:
    rulebook = load(rulebook_id)
    tournament, log = simulate_tournament(rulebook, players, seed, language, source=source)
    rows = ListRows(tuple(range(len(tournament.players))), tuple(range(len(tournament.events))), len(tournament.players))
    return Contents(tournament, rulebook, Journal(tuple(log), walls_of(tournament, rulebook)), rows, ())


def facts(rulebook_id: str, players: int = 0, language: str = "en") -> Report:
    return report_of(contents(rulebook_id, players, language), WRITTEN)


def book(facts: Report) -> ClosedBook:
    return opened(referto(facts))
