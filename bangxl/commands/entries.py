"""The seeds of draws, and the rows that `seat` and `demo` write into the log."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from bangxl.books.plan import stored
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.rolls import Hints, Roll, code_entry, logged_stage
from bangxl.commands.workspace import log_entry
from bangxl.locale.catalog import Catalog
from bangxl.tournament.journal import LogEntry, digests, names_entry, pairs
from bangxl.tournament.model import Seed, SeedSource, Tournament
from bangxl.tournament.options import UNFROZEN, option_value
from bangxl.tournament.pool import canonical_value, is_plainly_spelt, pooled_seed
from bangxl.tournament.progress import SeatDuels, SeatGames, SeatRound, SeatStage
from bangxl.tournament.state import State
from bangxl.workbook import names

SEED_BYTES = 16
LONGEST_SEED = 200


def seed_for(roll: Roll, hints: Hints, _: Catalog) -> Seed:
    """The seed of the next draw: the one given, else one that is bound to the public value."""
    return given_seed(hints.rng_seed, _) if hints.rng_seed else pool_seed(roll.pool, hints.public_value, _)


def origin(seed: Seed) -> str:
    """Where a seed came from, as the log says it: ``given``, ``public: dice 4 2 6``, ``random: 3f0c…``."""
    return f"{seed.source}: {seed.public_value}" if seed.public_value else str(seed.source)


def seed_lines(seed: Seed, _: Catalog) -> list[str]:
    """A seed in lines for people."""
    lines = [_("Seed: {seed}").format(seed=seed.text)]
    if seed.source is SeedSource.PUBLIC:
        lines.append(_("It is bound to the public value «{value}».").format(value=seed.public_value))
    return lines


def given_seed(given: str, _: Catalog) -> Seed:
    """The seed given by hand, else a fresh one."""
    return Seed(_one_line(given, _), SeedSource.GIVEN) if given else Seed(secrets.token_hex(SEED_BYTES))


def pool_seed(pool: str, public_value: str, _: Catalog) -> Seed:
    """The seed of a draw, bound to its pool and what the room supplied; else to a random value, marked so. Refusal (usage)."""
    if public_value and not canonical_value(public_value):
        text = _("The public value «{value}» has no letter and no digit: nothing of it would count.")
        raise Refusal(text.format(value=public_value), exit_code=USAGE)
    if public_value and not is_plainly_spelt(public_value):
        text = _(
            "The public value «{value}» could be written in other signs that look the same, for another draw. "
            "Write digits, and words in the letters of one alphabet."
        )
        raise Refusal(text.format(value=public_value), exit_code=USAGE)
    source = SeedSource.PUBLIC if public_value else SeedSource.RANDOM
    value = _one_line(public_value, _) or secrets.token_hex(SEED_BYTES)
    return Seed(pooled_seed(pool, value), source, value)


def _one_line(text: str, _: Catalog) -> str:
    """The text, if a cell can hold it as it is: else nobody could redo the draw. Refusal."""
    if len(text) > LONGEST_SEED or (stored(text) or "") != text or "\n" in text:
        raise Refusal(_("A seed is one line of at most {most} characters.").format(most=LONGEST_SEED), exit_code=USAGE)
    return text


def options_entry(state: State) -> dict[str, str]:
    """The options in force from the first draw on, as the log keeps them."""
    return {key: option_value(state, key) for key in state.rulebook.options if key not in UNFROZEN}


def round_entry(state: State, step: SeatRound, seed: Seed, log: Sequence[LogEntry], roll: Roll | None) -> LogEntry:
    """The next log row, of a drawn round: its tables, its code, the options in force, the fingerprints of the rounds closed."""
    tables = {"tables": "+".join(map(str, step.sizes))}
    return log_entry(
        "seat",
        stage=names.round_sheet(step.number),
        seed=seed.text,
        source=origin(seed),
        result=pairs({**tables, **code_entry(roll), **options_entry(state), **names_entry(state.tournament, log)}),
        digest=digests(state.tournament, log),
    )


def games_entry(after: Tournament, step: SeatGames, log: Sequence[LogEntry], roll: Roll | None) -> LogEntry:
    """The next log row, of games at fixed tables: nothing is drawn; the games before them are closed."""
    result = pairs({**code_entry(roll), **names_entry(after, log)})
    return log_entry("seat", stage=logged_stage(step), result=result, digest=digests(after, log))


def finals_entry(
    after: Tournament, step: SeatDuels | SeatStage, seed: Seed, reason: str, log: Sequence[LogEntry], roll: Roll | None
) -> LogEntry:
    """The next log row, of seated duels or a stage: the last round is closed, and corrected ones are closed again."""
    sizes = {"stage_tables": "+".join(map(str, step.sizes))} if isinstance(step, SeatStage) else {}
    result, digest = pairs({**sizes, **code_entry(roll), **names_entry(after, log)}), digests(after, log)
    stage = logged_stage(step)
    return log_entry("seat", stage=stage, seed=seed.text, source=origin(seed), result=result, digest=digest, reason=reason)
