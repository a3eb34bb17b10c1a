"""`bangxl demo`: a workbook with a whole simulated tournament."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from bangxl.commands.commit import SALT_LENGTH, DrawStep, commitment_of_step, draw_entry, seed_or_random, with_code
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.new import create_workbook, language_for, no_places, notes_on_rulebook, option_values, require_rulebook
from bangxl.commands.workspace import guessed_language, log_entry
from bangxl.locale.catalog import catalog
from bangxl.tournament.advance import close_tournament, seat_duels, seat_games, seat_round, seat_stage
from bangxl.tournament.commitment import seed_of
from bangxl.tournament.compositions import table_sizes
from bangxl.tournament.finals import new_digests
from bangxl.tournament.journal import LogEntry
from bangxl.tournament.model import Event, EventInfo, EventType, Game, Moment, Outcome, Player, Role, Seed, SeedSource, Tournament
from bangxl.tournament.progress import CloseTournament, SeatDuels, SeatGames, SeatRound, SeatStage, next_step
from bangxl.tournament.rulebook import Auction, Rulebook
from bangxl.tournament.simulation import Dice, come_and_go, play_duels, play_round, play_stage
from bangxl.tournament.state import State

FIRST_NAMES = (
    "Beatrice", "Łukasz", "Chloé", "Cosimo", "Zoë", "Tommaso", "Béla", "Ugo", "Renée", "Massimiliano", "Dario", "Pietro",
    "Наталья", "Federica", "Niccolò", "Òscar", "Giosuè", "Anna", "Ludovica", "Ilaria", "Jürgen", "Maria Vittoria", "Søren",
    "Иван", "Siân",
)  # fmt: skip
LAST_NAMES = (
    "Marchetti", "Wiśniewski", "Saint-Pierre", "Papagnò", "Öztürk", "Galli", "Kovács", "Neri", "Lévesque",
    "Dell'Acquasanta", "Conti", "Lo Presti", "Соколова", "De Santis", "D'Alessandro", "Puig i Cadafalch", "Fabbri", "Rossi",
    "Sforza Visconti", "Bianchi", "Grünwald", "Quattrocchi", "Ó Briain",
)  # fmt: skip
CITIES = {
    "Torino": "Piemonte", "Asti": "Piemonte", "Milano": "Lombardia", "Pavia": "Lombardia", "Siena": "Toscana", "Lucca": "Toscana",
    "Roma": "Lazio", "Viterbo": "Lazio", "Verona": "Veneto", "Vicenza": "Veneto", "Palermo": "Sicilia", "Noto": "Sicilia",
}  # fmt: skip
LAST_DAY = date(2026, 11, 14)

_PLAYERS = 22
"""Who plays in a demonstration, unless the regulation is for fewer."""


def demo(
    path: Path,
    rulebook_id: str,
    players: int | None,
    rng_seed: str | None,
    language: str = "",
    *,
    option: Sequence[str] = (),
    fee: int | None = None,
    until: str = "",
    half_typed: bool = False,
    mistakes: int = 0,
) -> tuple[str, ...]:
    """Simulate a tournament of so many players; with a seed, always the same one.

    To practise it stops in the middle: ``until`` (``round2``, ``finals``) is drawn and nobody has played. ``half_typed``: some
    record sheets are filled in; so they are with ``mistakes`` for *Check* to find.
    Refusal (usage) for a number of players without tables, and for practice at nothing, or at what the tournament does not have.
    """
    rulebook = require_rulebook(rulebook_id, language)
    spoken = language_for(language, rulebook)
    usual = min(30 if rulebook.league else _PLAYERS, rulebook.maximum_players)
    if players is None:  # the nearest number that has tables
        counts = range(rulebook.minimum_players, rulebook.maximum_players + 1)
        players = min((count for count in counts if table_sizes(rulebook, count)), key=lambda count: abs(count - usual))
    _ = catalog(language or guessed_language())
    if not table_sizes(rulebook, players):
        raise no_places(players, rulebook, _)
    seed, lines = seed_or_random(rng_seed or "", _), [_("{path}: a simulated tournament of {players} players.")]
    after = _("Next: write the report with {bangxl report}.")
    if until == "finals" and not rulebook.has_finals:
        raise Refusal(_("This regulation has no finals. Write {--until round2}, or another round."), exit_code=USAGE)
    options = option_values(option, rulebook, _.language)
    tournament, log = simulate_tournament(
        rulebook, players, seed.text, spoken, source=seed.source, until=until, options=options, fee=fee
    )
    if until or half_typed or mistakes:
        if not until or tournament.is_over:
            wanted = _("To practise in the middle, write {--until round2} (or another round) or {--until finals}.")
            raise Refusal(wanted, exit_code=USAGE)
        wrong = 0
        if half_typed or mistakes:
            tournament, wrong = _half_typed(State(tournament, rulebook), Dice(f"{seed.text} practice"), mistakes)
        if wrong:
            text = _.plural("{bangxl check} finds {count} mistake.", "{bangxl check} finds {count} mistakes.", wrong)
            lines.append(" ".join((text.format(count=wrong), _("Correct the cells that it names."))))
        after = _(
            "Next: fill in the open record sheets; the next step under each title says which. Then {bangxl seat} goes on, and"
            " {bangxl undo} takes that back."
        )
    create_workbook(path, State(tournament, rulebook), players, [*log, log_entry("demo", seed=seed.text)])
    return (lines[0].format(path=path, players=players), *lines[1:], *notes_on_rulebook(rulebook, _, options), after)


def _half_typed(state: State, dice: Dice, mistakes: int) -> tuple[Tournament, int]:
    """About half of the tables in play have typed everything, some with a mistake; the next one only its roles.

    A table has one mistake at most, so there may be fewer; that number, too.
    """
    typed, tournament = play_round(state, dice), state.tournament
    waiting = [game for game in typed.games if game not in tournament.games]
    mistakes = min(mistakes, len(waiting))
    half = max(mistakes, -(-len(waiting) // 2))
    done = [
        _mistaken(game, kind, state.rulebook.auction) if kind < mistakes else game for kind, game in enumerate(waiting[:half])
    ]
    for game in waiting[half : half + 1]:
        seats = tuple(replace(seat, status=None, lives=None) for seat in game.seats)
        done.append(replace(game, seats=seats, outcome=None))
    known = {(game.round, game.table): game for game in done}
    return replace(tournament, games=tuple(known.get((game.round, game.table), game) for game in tournament.games)), mistakes


def _mistaken(game: Game, kind: int, auction: Auction | None) -> Game:
    """A mistake of everyday: another outcome, a second Sheriff, a bid of one dollar more where bids have steps."""
    if kind % 3 == 0:
        return replace(game, outcome=Outcome.LAW if game.outcome is not Outcome.LAW else Outcome.OUTLAWS)
    index = next(n for n, seat in enumerate(game.seats) if seat.role is not Role.SHERIFF)
    seat = game.seats[index]
    is_bid = kind % 3 == 2 and seat.bid is not None and auction is not None and auction.step > 1
    wrong = replace(seat, bid=(seat.bid or 0) + 1) if is_bid else replace(seat, role=Role.SHERIFF)
    return replace(game, seats=(*game.seats[:index], wrong, *game.seats[index + 1 :]))


def simulate_tournament(
    rulebook: Rulebook,
    players: int,
    seed: str,
    language: str,
    *,
    finals: bool = True,
    source: SeedSource = SeedSource.GIVEN,
    until: str = "",
    options: Mapping[str, str] = MappingProxyType({}),
    fee: int | None = None,
) -> tuple[Tournament, list[LogEntry]]:
    """A finished tournament, and the rows that its commands would have logged.

    Without ``finals`` it stops before them; with ``until`` (``round2``, ``finals``) when these are drawn and nothing is played.
    """
    dice = Dice(seed)
    tournament, log = _entries(rulebook, players, language, dice, options, fee), list[LogEntry]()
    while True:
        state = State(tournament, rulebook)
        step = next_step(state)
        before_finals = not finals and isinstance(step, SeatDuels | SeatStage | CloseTournament)
        if before_finals or not isinstance(step, DrawStep | SeatGames | CloseTournament):
            break
        if isinstance(step, CloseTournament):
            tournament = close_tournament(state)
            log.append(log_entry("seat", stage="end", digest=new_digests(State(tournament, rulebook), log)))
            continue
        value = f"{seed} {len(log) + 1}"  # unless the draw is public, the log has it: it makes the same tournament again
        commitment = commitment_of_step(step, state, sha256(value.encode()).hexdigest()[:SALT_LENGTH])
        drawn = Seed(seed_of(commitment.pool, value), source, value) if source is SeedSource.PUBLIC else Seed(value, source)
        match step:
            case SeatRound():
                tournament, play = seat_round(state, step, drawn), play_round
            case SeatGames():
                tournament, play = seat_games(tournament, step), play_round
            case SeatDuels():
                tournament, play = seat_duels(state, step, drawn), play_duels
            case SeatStage():
                tournament, play = seat_stage(state, step, drawn), play_stage
        state = State(with_code(tournament, commitment), rulebook)
        log.append(draw_entry(state, step, log, commitment, drawn))
        tournament = state.tournament
        if until == ("finals" if isinstance(step, SeatDuels | SeatStage) else f"round{tournament.rounds_seated}"):
            break
        tournament = play(state, dice)
        if play is play_round:
            tournament = _with_events(State(tournament, rulebook), dice)
    return tournament, log


def _entries(
    rulebook: Rulebook, players: int, language: str, dice: Dice, chosen: Mapping[str, str], fee: int | None
) -> Tournament:
    """Who, when and where. In a season of many seeds most people meet again, and each is always from one region."""
    _ = catalog(language)
    regions = sorted({*CITIES.values()})
    people = [
        (
            f"{FIRST_NAMES[i % len(FIRST_NAMES)]} {LAST_NAMES[(i * 5 + i // len(LAST_NAMES)) % len(LAST_NAMES)]}",
            regions[i % len(regions)],
        )
        for i in range(players * 5 // 4)
    ]
    city, region = dice.choice([*CITIES.items()])
    fee = 10 if fee is None and rulebook.fee_shares else fee  # the prizes come from the fees
    tournament = Tournament(
        rulebook=rulebook.id,
        language=language,
        event=EventInfo(
            name=_("{city} Open").format(city=city),
            date=str(LAST_DAY - timedelta(weeks=dice.below(40), days=-dice.below(2))),
            place=f"{city}, Circolo «La Diligenza»",
            region=region,
            organiser="Ludoteca Il Saloon",
            referees=("Marta Ferraris",),
            report_to=f"{region.lower()}@example.org",
        ),
        options={key: option.default for key, option in rulebook.options.items() if option.default} | {**chosen},
        entry_fee=fee,
        players=tuple(
            Player(f"P{n:03}", *person, paid=fee is not None) for n, person in enumerate(dice.shuffled(people)[:players], 1)
        ),
    )
    return come_and_go(State(tournament, rulebook), dice)


def _with_events(state: State, dice: Dice) -> Tournament:
    """A warning in the first round; after the third somebody leaves, if the regulation has tables for the others."""
    _ = catalog(state.tournament.language)
    number = state.tournament.rounds_seated
    if state.rulebook.league is not None:
        return come_and_go(state, dice)
    if number == 1:
        game = state.tournament.round(1)[-1]
        player = dice.choice(game.seats).player
        warning = Event(EventType.WARNING, player, Moment.DURING_GAME, _("plays too slowly"), round=1, table=game.table)
        return replace(state.tournament, events=(*state.tournament.events, warning))
    if number != 3:  # after which one made-up player goes home
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
