"""The seeds of draws, and the rows that `seat` and `demo` write into the log."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from bangxl.books.plan import stored
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.workspace import logged
from bangxl.locale.catalog import Catalog
from bangxl.tournament.journal import LogEntry, digests, pairs
from bangxl.tournament.model import SeedSource, Tournament, stage_code
from bangxl.tournament.options import UNFROZEN, chosen
from bangxl.tournament.progress import SeatDuels, SeatGames, SeatRound, SeatStage
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook import names

SEED_BYTES = 16
LONGEST_SEED = 200


@dataclass(frozen=True, slots=True)
class Seed:
    """What the draw is made from, and where it came from."""

    text: str
    source: SeedSource


def chosen_seed(given: str, _: Catalog) -> Seed:
    """The seed given by hand, else a fresh one. A cell must hold it as it is, or nobody could redo the draw."""
    if not given:
        return Seed(secrets.token_hex(SEED_BYTES), SeedSource.RANDOM)
    if len(given) > LONGEST_SEED or stored(given) != given or "\n" in given:
        raise Refusal(_("A seed is one line of at most {most} characters.").format(most=LONGEST_SEED), exit_code=USAGE)
    return Seed(given, SeedSource.GIVEN)


def options_entry(tournament: Tournament, rulebook: Rulebook) -> dict[str, str]:
    """The options in force from the first draw on, as the log keeps them."""
    return {key: chosen(tournament, rulebook, key) for key in rulebook.options if key not in UNFROZEN}


def round_entry(after: Tournament, rulebook: Rulebook, step: SeatRound, seed: Seed, log: Sequence[LogEntry]) -> LogEntry:
    """The next log row, of a drawn round: its tables, the options in force, the fingerprints of the rounds closed with it."""
    return logged(
        "seat",
        stage=names.round_sheet(step.number),
        seed=seed.text,
        source=seed.source,
        result=pairs({"tables": "+".join(map(str, step.sizes)), **options_entry(after, rulebook)}),
        digest=digests(after, log),
    )


def games_entry(after: Tournament, step: SeatGames, log: Sequence[LogEntry]) -> LogEntry:
    """The next log row, of games at fixed tables: nothing is drawn; the games before them are closed."""
    stage = "+".join(names.record_sheet(game.number, game.table) for game in step.games)
    return logged("seat", stage=stage, digest=digests(after, log))


def duels_entry(after: Tournament, step: SeatDuels, seed: Seed, reason: str, log: Sequence[LogEntry]) -> LogEntry:
    """The next log row, of seated duels: the last round is closed, and corrected ones are closed again."""
    stage = "+".join(match for match, _a, _b in step.duels)
    return logged("seat", stage=stage, seed=seed.text, source=seed.source, digest=digests(after, log), reason=reason)


def stage_entry(after: Tournament, step: SeatStage, seed: Seed, reason: str, log: Sequence[LogEntry]) -> LogEntry:
    """The next log row, of a stage of the knock-out."""
    result = pairs({"stage_tables": "+".join(map(str, step.sizes))})
    stage, digest = stage_code(step.number), digests(after, log)
    return logged("seat", stage=stage, seed=seed.text, source=seed.source, result=result, digest=digest, reason=reason)
