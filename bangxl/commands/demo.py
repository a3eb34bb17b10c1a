"""`bangxl demo`: a workbook with a whole simulated tournament."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path

from bangxl.commands.new import create, language_for, no_places, rules
from bangxl.commands.sealed import SALT_LENGTH, DrawStep, draw_entry, seal_step, seed_or_random, with_code
from bangxl.commands.workspace import guessed_language, log_entry
from bangxl.locale.catalog import catalog
from bangxl.tournament.advance import close, seat_duels, seat_games, seat_round, seat_stage
from bangxl.tournament.journal import LogEntry, new_game_digests
from bangxl.tournament.model import Event, EventInfo, EventType, Moment, Player, Seed, SeedSource, Tournament
from bangxl.tournament.pool import pooled_seed
from bangxl.tournament.progress import CloseTournament, SeatDuels, SeatGames, SeatRound, SeatStage, next_step
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.seating import table_sizes
from bangxl.tournament.simulation import Dice, play_duels, play_round, play_stage
from bangxl.tournament.state import State

FIRST = (
    "Beatrice", "Łukasz", "Chloé", "Cosimo", "Zoë", "Tommaso", "Béla", "Ugo", "Renée", "Massimiliano", "Dario", "Pietro",
    "Наталья", "Federica", "Niccolò", "Òscar", "Giosuè", "Anna", "Ludovica", "Ilaria", "Jürgen", "Maria Vittoria", "Søren",
    "Иван", "Siân",
)  # fmt: skip
LAST = (
    "Marchetti", "Wiśniewski", "Saint-Pierre", "Papagnò", "Öztürk", "Galli", "Kovács", "Neri", "Lévesque",
    "Dell'Acquasanta", "Conti", "Lo Presti", "Соколова", "De Santis", "D'Alessandro", "Puig i Cadafalch", "Fabbri", "Rossi",
    "Sforza Visconti", "Bianchi", "Grünwald", "Quattrocchi", "Ó Briain",
)  # fmt: skip
CITIES = {
    "Torino": "Piemonte", "Asti": "Piemonte", "Milano": "Lombardia", "Pavia": "Lombardia", "Siena": "Toscana", "Lucca": "Toscana",
    "Roma": "Lazio", "Viterbo": "Lazio", "Verona": "Veneto", "Vicenza": "Veneto", "Palermo": "Sicilia", "Noto": "Sicilia",
}  # fmt: skip
LAST_DAY = date(2026, 11, 14)
WEEKS = 40
"""So many weeks before it made-up tournaments begin."""

PLAYERS = 22
"""Who plays in a demonstration, unless the regulation is for fewer."""

LEAVES_AFTER = 3
"""The round after which one made-up player goes home."""


def demo(path: Path, rulebook_id: str, players: int | None, rng_seed: str | None, language: str = "") -> tuple[str, ...]:
    """Simulate a tournament of so many players; with a seed, always the same one."""
    rulebook = rules(rulebook_id, language)
    spoken = language_for(language, rulebook)
    players = min(PLAYERS, rulebook.maximum_players) if players is None else players
    _ = catalog(language or guessed_language())
    if not table_sizes(rulebook, players):
        raise no_places(players, rulebook, _)
    seed = seed_or_random(rng_seed or "", _)
    tournament, log = simulate(rulebook, players, seed.text, spoken, source=seed.source)
    create(path, State(tournament, rulebook), players, [*log, log_entry("demo", seed=seed.text)])
    line = _("{path}: a simulated tournament of {players} players.")
    return (line.format(path=path, players=players, seed=seed.text),)


def simulate(
    rulebook: Rulebook, players: int, seed: str, language: str, *, finals: bool = True, source: SeedSource = SeedSource.GIVEN
) -> tuple[Tournament, list[LogEntry]]:
    """A finished tournament, or one that stops before its finals, and the rows that its commands would have logged."""
    dice = Dice(seed)
    tournament, log = _entries(rulebook, players, language, dice), list[LogEntry]()
    while True:
        state = State(tournament, rulebook)
        step = next_step(state)
        if not finals and isinstance(step, SeatDuels | SeatStage | CloseTournament):
            return tournament, log
        if isinstance(step, CloseTournament):
            tournament = close(tournament)
            log.append(log_entry("seat", stage="end", digest=new_game_digests(tournament, log)))
            continue
        if not isinstance(step, DrawStep | SeatGames):
            return tournament, log
        value = f"{seed} {len(log) + 1}"
        draw = seal_step(step, state, sha256(value.encode()).hexdigest()[:SALT_LENGTH])
        is_public = source is SeedSource.PUBLIC  # the others: the seed in the log makes the same tournament again
        drawn = Seed(pooled_seed(draw.pool, value), source, value) if is_public else Seed(value, source)
        match step:
            case SeatRound():
                tournament, play = seat_round(state, step, drawn), play_round
            case SeatGames():
                tournament, play = seat_games(tournament, step), play_round
            case SeatDuels():
                tournament, play = seat_duels(state, step, drawn), play_duels
            case SeatStage():
                tournament, play = seat_stage(state, step, drawn), play_stage
        state = State(with_code(tournament, draw), rulebook)
        log.append(draw_entry(state, step, log, draw, drawn))
        tournament = play(state, dice)
        if play is play_round:
            tournament = _happenings(State(tournament, rulebook), dice)


def _entries(rulebook: Rulebook, players: int, language: str, dice: Dice) -> Tournament:
    """Who, when and where. In a season of many seeds most people meet again, and each is always from one region."""
    _ = catalog(language)
    regions = sorted({*CITIES.values()})
    people = [
        (f"{FIRST[i % len(FIRST)]} {LAST[(i * 5 + i // len(LAST)) % len(LAST)]}", regions[i % len(regions)])
        for i in range(players * 5 // 4)
    ]
    city, region = dice.choice([*CITIES.items()])
    return Tournament(
        rulebook=rulebook.id,
        language=language,
        event=EventInfo(
            name=_("{city} Open").format(city=city),
            date=str(LAST_DAY - timedelta(weeks=dice.below(WEEKS), days=-dice.below(2))),
            place=f"{city}, Circolo «La Diligenza»",
            region=region,
            organiser="Ludoteca Il Saloon",
            referees=("Marta Ferraris",),
            report_to=f"{region.lower()}@example.org",
        ),
        options={key: option.default for key, option in rulebook.options.items() if option.default},
        players=tuple(Player(f"P{n:03}", *person) for n, person in enumerate(dice.shuffled(people)[:players], 1)),
    )


def _happenings(state: State, dice: Dice) -> Tournament:
    """A warning in the first round; after the third somebody leaves, if the regulation has tables for the others."""
    _ = catalog(state.tournament.language)
    number = state.tournament.rounds_seated
    if number == 1:
        game = state.tournament.round(1)[-1]
        player = dice.choice(game.seats).player
        warning = Event(EventType.WARNING, player, Moment.DURING_GAME, _("plays too slowly"), round=1, table=game.table)
        return replace(state.tournament, events=(*state.tournament.events, warning))
    if number != LEAVES_AFTER:
        return state.tournament
    # somebody without whom the others can play on as the regulation says
    tables = state.tournament.start_tables
    if not tables:
        fitting = table_sizes(state.rulebook, len(state.tournament.players) - 1)
        player = dice.choice(state.tournament.players).id if fitting else ""
    else:
        large = [players for players in tables.values() if len(players) > state.rulebook.smallest_table]
        player = dice.choice(dice.choice(large)) if large and not state.rulebook.official.equal_sheriffs else ""
    if not player:
        return state.tournament
    table = next((table for table, players in tables.items() if player in players), None)
    reason = _("has to catch the train")
    leaving = Event(EventType.WITHDRAWAL, player, Moment.BETWEEN_ROUNDS, reason, after_round=number, table=table)
    return replace(state.tournament, events=(*state.tournament.events, leaving))
