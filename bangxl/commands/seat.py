"""`bangxl seat`: the next round, the next duels, or the end; or what is missing for it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bangxl.books.plan import stored
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.workspace import Extra, Workspace, keep, logged, opened
from bangxl.locale.catalog import Catalog
from bangxl.tournament.advance import close, seat_duels, seat_round
from bangxl.tournament.findings import At
from bangxl.tournament.journal import LogEntry, digests, pairs, reopened
from bangxl.tournament.model import Role, SeedSource, Tournament
from bangxl.tournament.progress import (
    CloseTournament,
    FillIn,
    NoFinals,
    NoTables,
    PlayDuels,
    SeatDuels,
    SeatRound,
    Step,
    next_step,
    rounds,
    rounds_played,
)  # fmt: skip
from bangxl.tournament.roster import times_sheriff
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.standings import standings
from bangxl.workbook import names
from bangxl.workbook.locate import place
from bangxl.workbook.messages import called

SEED_BYTES = 16
LONGEST_SEED = 200


@dataclass(frozen=True, slots=True)
class Seed:
    """What the draw is made from, and where it came from."""

    text: str
    source: SeedSource


def seat(path: Path, *, rng_seed: str | None = None, close_early: bool = False, reason: str = "") -> tuple[str, ...]:
    """Seat what comes next; the lines to show. Refusal with everything that is missing or wrong.

    ``close_early`` first ends the elimination phase with the rounds played (R10-1); it needs a reason.
    """
    workspace = opened(path)
    tournament = _closed_early(workspace, reason) if close_early else workspace.tournament
    step = next_step(tournament, workspace.contents.rulebook)
    if errors := workspace.errors():
        still_open = _missing(workspace, step) if isinstance(step, FillIn) else []
        raise Refusal(*(str(error) for error in errors), *still_open)
    match step:
        case SeatRound():
            return _round(workspace, tournament, step, chosen_seed(rng_seed or workspace.contents.rng_seed, workspace.text))
        case SeatDuels():
            seed = chosen_seed(rng_seed or workspace.contents.rng_seed, workspace.text)
            return _duels(workspace, tournament, step, seed, reason)
        case CloseTournament():
            return _close(workspace, close(tournament, step))
    raise Refusal(*_missing(workspace, step))


def round_entry(tournament: Tournament, rulebook: Rulebook, step: SeatRound, seed: Seed, log: Sequence[LogEntry]) -> LogEntry:
    """The next log row, of a drawn round: its tables, the options in force, the fingerprints of the rounds closed with it."""
    options = {key: tournament.options.get(key, option.default) for key, option in rulebook.options.items()}
    return logged(
        "seat",
        stage=names.round_sheet(step.number),
        seed=seed.text,
        source=seed.source,
        result=pairs({"tables": "+".join(map(str, step.sizes)), **options}),
        digest=digests(tournament, step.number - 1, log),
    )


def duels_entry(tournament: Tournament, step: SeatDuels, seed: Seed, reason: str, log: Sequence[LogEntry]) -> LogEntry:
    """The next log row, of seated duels: the last round is closed, and corrected ones are closed again."""
    stage = "+".join(match for match, _a, _b in step.duels)
    digest = digests(tournament, tournament.rounds_seated, log)
    return logged("seat", stage=stage, seed=seed.text, source=seed.source, digest=digest, reason=reason)


def chosen_seed(given: str, _: Catalog) -> Seed:
    """The seed given by hand, else a fresh one. A cell must hold it as it is, or nobody could redo the draw."""
    if not given:
        return Seed(secrets.token_hex(SEED_BYTES), SeedSource.RANDOM)
    if len(given) > LONGEST_SEED or stored(given) != given or "\n" in given:
        raise Refusal(_("A seed is one line of at most {most} characters.").format(most=LONGEST_SEED), exit_code=USAGE)
    return Seed(given, SeedSource.GIVEN)


def _closed_early(workspace: Workspace, reason: str) -> Tournament:
    """The tournament with the elimination phase ended. After the last round it has ended by itself."""
    tournament, _ = workspace.tournament, workspace.text
    if not reason.strip():
        raise Refusal(_("Closing the elimination phase needs a reason: --reason TEXT."), exit_code=USAGE)
    if tournament.finals is not None:
        raise Refusal(_("The elimination phase is over already."))
    if not tournament.games:
        raise Refusal(_("No round has been played yet: there is nothing to close."))
    if tournament.rounds_seated >= rounds(tournament, workspace.contents.rulebook):
        return tournament
    return replace(tournament, closed_after_round=tournament.rounds_seated)


def _round(workspace: Workspace, tournament: Tournament, step: SeatRound, seed: Seed) -> tuple[str, ...]:
    _ = workspace.text
    after = seat_round(tournament, step, seed.text, seed.source)
    entry = round_entry(tournament, workspace.contents.rulebook, step, seed, workspace.log)
    keep(workspace, after, entry, _extra(workspace, after, names.round_sheet(step.number)))
    text = _.plural(
        "Round {round} is drawn: {players} player, tables {sizes}.",
        "Round {round} is drawn: {players} players, tables {sizes}.",
        len(step.players),
    )
    lines = [text.format(round=step.number, players=len(step.players), sizes="+".join(map(str, step.sizes)))]
    lines.append(_("Seed: {seed}").format(seed=seed.text))
    lines.extend(
        _("{name} is Sheriff a second time: it could not be avoided.").format(name=_name(tournament, player))
        for player in _again(tournament, after, step.number)
    )
    lines.append(_("Print the sheet {sheet} and the record sheets of the round.").format(sheet=names.round_sheet(step.number)))
    return tuple(lines)


def _again(before: Tournament, after: Tournament, number: int) -> list[str]:
    been = times_sheriff(before, number)
    return [seat.player for game in after.round(number) for seat in game.seats if seat.role is Role.SHERIFF and been[seat.player]]


def _duels(workspace: Workspace, tournament: Tournament, step: SeatDuels, seed: Seed, reason: str) -> tuple[str, ...]:
    _ = workspace.text
    after = seat_duels(tournament, workspace.contents.rulebook, step, seed.text, seed.source)
    entry = duels_entry(tournament, step, seed, reason, workspace.log)
    keep(workspace, after, entry, _extra(workspace, after, _tab(workspace, "Finals_Place")))
    lines = []
    if step.publishes:
        lines.append(_("The elimination phase is over: the standings are public."))
        text = _("Equal in everything, placed by lot: {names}.")
        lines.extend(text.format(names=", ".join(equals)) for equals in _placed_by_lot(workspace, after))
    for duel in after.finals.duels[-len(step.duels) :] if after.finals else ():
        a, b = (_name(tournament, player) for player in (duel.player_a, duel.player_b))
        text = _("{match}: {a} against {b}.") if a and b else _("{match}: {a} advances without a duel.")
        lines.append(text.format(match=duel.match, a=a or b, b=b))
    lines.append(_("Seed: {seed}").format(seed=seed.text))
    return tuple(lines)


def _placed_by_lot(workspace: Workspace, after: Tournament) -> list[list[str]]:
    """The names of those whom only the lot could separate, where it mattered (R10-9)."""
    rulebook = workspace.contents.rulebook
    equals: dict[int, list[str]] = {}
    for row in standings(after, rulebook):
        if row.tied and row.rank is not None and row.rank <= rulebook.qualifiers:
            equals.setdefault(row.rank, []).append(_name(after, row.player))
    return list(equals.values())


def _close(workspace: Workspace, after: Tournament) -> tuple[str, ...]:
    entry = logged("seat", stage="end", digest=digests(after, after.rounds_seated, workspace.log))
    keep(workspace, after, entry, _extra(workspace, after, _tab(workspace, "Finals_Place")))
    _ = workspace.text
    return (_("The tournament is closed: final ranking and prizes stand on the finals' sheet."),)


def _extra(workspace: Workspace, after: Tournament, active: str) -> Extra:
    """Use the typed seed up, lock reopened games again, open with the sheet that matters now."""
    corrected = reopened(workspace.contents.journal)
    locked = {
        names.on_record(game.round, game.table, name): True
        for game in after.games
        if (game.round, game.table) in corrected and game.round <= after.rounds_closed
        for name in names.RECORD_INPUTS
    }
    return Extra({("Rng_Seed", 0): None}, locked, active)


def _missing(workspace: Workspace, step: Step) -> list[str]:
    """What to do before something can be seated."""
    _ = workspace.text
    match step:
        case FillIn(cells):
            return [_("The round is not complete. Fill in:"), *_cells(workspace, cells)]
        case NoTables():
            return _no_tables(workspace, step)
        case PlayDuels():
            return _no_winner(workspace, step)
        case NoFinals():
            return [_("Everybody has left: there is nobody to play the finals.")]
    return [_("The tournament is closed: nothing is left to seat.")]


def _no_winner(workspace: Workspace, step: PlayDuels) -> list[str]:
    _, matches = workspace.text, step.stuck or step.matches
    if step.stuck:
        text = _("{matches}: both players have left (G9). The referee decides: write W beside one of them.")
    else:
        text = _("Write the scores of these duels on the finals' sheet: {matches}.")
    cells = (names.duel(match, f"Score_{side}") for match in matches for side in "AB")
    blank = tuple(At(name) for name in cells if workspace.book.read(name)[0] is None)
    return [text.format(matches=", ".join(matches)), *_cells(workspace, blank)]


def _no_tables(workspace: Workspace, step: NoTables) -> list[str]:
    """R10-1b: too few or too many at the start. R10-1: the two ways out; with fewer than one table's players only the second."""
    _, tournament, rulebook, players = workspace.text, workspace.tournament, workspace.contents.rulebook, step.players
    if step.number == 1:
        text = _("{players} players are present; this regulation needs {few} to {many}. Write names on the players' sheet.")
        return [text.format(players=players, few=rulebook.minimum_players, many=rulebook.maximum_players)]
    lines = [_("{players} players are left: the regulation has no tables for so many (R10-1).").format(players=players)]
    most = max(rulebook.single_tables, default=players)
    if players > most:
        text = _.plural(
            "Either let {count} player sit out this round (Events: sit-out, between rounds, after round {round}),",
            "Either let {count} players sit out this round (Events: sit-out, between rounds, after round {round}),",
            players - most,
        )
        lines.append(text.format(count=players - most, round=rounds_played(tournament)))
        lines.append(_("or end the elimination phase with the rounds played: «bangxl seat --close --reason TEXT»."))
    else:
        lines.append(_("End the elimination phase with the rounds played: «bangxl seat --close --reason TEXT»."))
    return lines


def _cells(workspace: Workspace, cells: tuple[At, ...]) -> list[str]:
    """Open cells, a line a sheet: ``Round1T2: F9, G9, E16``."""
    by_sheet: dict[str, list[str]] = {}
    for at in cells:
        sheet, cell = place(at, workspace.book)
        by_sheet.setdefault(sheet, []).append(cell)
    return [f"{sheet}: {', '.join(found)}" for sheet, found in by_sheet.items()]


def _tab(workspace: Workspace, name: str) -> str:
    return workspace.book.names[name].sheet


def _name(tournament: Tournament, player: str) -> str:
    return called(tournament.players).get(player, player)
