"""Commit the next draw and show its code; the room supplies a value; both make the seed.

Nothing that goes into a draw can be changed after its code without another code; each stands in the log (docs/draw.md, 6 and 11).
Here are `bangxl commit`, the seeds, and the rows of the log about draws.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bangxl.books.cell_changes import stored
from bangxl.books.port import Changes
from bangxl.commands.asking import Agree, unasked
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.next_step import doubts_about_players, missing_lines
from bangxl.commands.workspace import Source, Workspace, log_entry, open_workspace, save_with_log
from bangxl.interchange.receipts import digests_before
from bangxl.locale.catalog import Catalog
from bangxl.tournament import journal, model
from bangxl.tournament.advance import seat_round
from bangxl.tournament.commitment import canonical_value, code_of, commitment_digest, drawn_for, is_plainly_spelt, seed_of
from bangxl.tournament.compositions import sizes_text
from bangxl.tournament.drawing import at_another_table
from bangxl.tournament.finals import new_digests
from bangxl.tournament.findings import Finding
from bangxl.tournament.journal import LogEntry, absences_entry, names_entry, pairs, read_pairs
from bangxl.tournament.model import Seed, SeedSource, Tournament, game_code, join_logged, round_code, round_named, stage_code
from bangxl.tournament.options import OWN_TABLES, UNFROZEN, option_value, own_tables
from bangxl.tournament.progress import FillIn, SeatDuels, SeatGames, SeatRound, SeatStage, next_step
from bangxl.tournament.state import State
from bangxl.workbook.notice_lines import stopping_lines
from bangxl.workbook.titles import display_names
from bangxl.workbook.write import code_cells

DrawStep = SeatRound | SeatDuels | SeatStage
"""The steps that draw something."""

SALT_LENGTH: Final = 32
"""Hexadecimal digits of a salt, a random value or a random seed: 128 bits."""
LONGEST_SEED: Final = 200
NO_SEED: Final = Seed("")
"""Of what was drawn with cards, or not drawn at all."""


class Commitment(NamedTuple):
    """The commitment of the next draw: the code, the digests of its contents and of the events before it, the salt.

    ``logged`` is as the log says it: ``Round3``, ``SF1+SF2``. The salt hides the results before it.
    """

    logged: str
    code: str
    pool: str
    events: str
    salt: str


class SeedChoice(NamedTuple):
    """The input for a seed: a whole seed, or a public value; "" if there is none."""

    rng_seed: str = ""
    public_value: str = ""


def commit(source: Source, agree: Agree = unasked) -> tuple[str, ...]:
    """Commit the next draw and show its code; before the first result of a round, commit a new draw of it.

    ``agree`` is asked before the first draw, where something is doubtful about the players.
    Refusal if nothing can be drawn, and where a public value was typed already: it is to be thrown afterwards.
    """
    workspace = open_workspace(source)
    _ = workspace.catalog
    step = next_step(workspace.state)
    again = isinstance(step, FillIn)
    require_no_errors(workspace, workspace.tournament.rounds_seated if again else 0)
    commitment = next_commitment(workspace, again=again)
    if commitment is None:
        raise Refusal(*missing_lines(workspace, step))
    if value := workspace.contents.public_value:
        text = _("The tournament sheet already has a public value: «{value}». The dice come after the code, so clear that cell.")
        raise Refusal(text.format(value=value))
    number, called = round_named(commitment.logged), workspace.called(commitment.logged)
    is_drawn = 0 < number <= workspace.tournament.rounds_seated
    how = _("Then draw: use {bangxl seat} with {--public-value TEXT}, or type the value on the tournament sheet.")
    if is_drawn:
        how = _("This round is already drawn. To draw it again with a new value, use {bangxl redraw} with {--public-value TEXT}.")
    advice = _("Read the code aloud and let people photograph it. Only then throw the dice, or let somebody call a number."), how
    if is_committed(commitment, workspace.log):
        return (_("{draw} is already committed. Code: {code}").format(draw=called, code=commitment.code), *advice)
    if lines := doubts_about_players(workspace):
        agree(_, lines)
    former = journal.logged_commitment(commitment.logged, workspace.log)
    # where the round is not drawn yet, its sheet shows the code already
    cells = code_cells(number, commitment.code, commitment.salt) if number and not is_drawn else {}
    entry = log_entry("commit", stage=commitment.logged, result=pairs(_code_pairs(commitment)))
    save_with_log(workspace, workspace.tournament, entry, Changes(cells))
    lines = [_("{draw} is committed. Code: {code}").format(draw=called, code=commitment.code)]
    if former:
        text = _("The code {code} no longer counts: something has changed since. Both codes are in the log and the report.")
        lines.append(text.format(code=former.get("code", "")))
    return (*lines, *advice)


def require_no_errors(workspace: Workspace, redrawn: int) -> None:
    """Raise Refusal for errors that stop a draw: all but those that a new draw of round ``redrawn`` takes away."""
    errors = [one for one in workspace.errors() if not (redrawn and _goes_by_a_new_draw(one.finding, redrawn))]
    if errors:
        raise Refusal(*stopping_lines(errors, workspace.language))


def _goes_by_a_new_draw(finding: Finding, number: int) -> bool:
    """Whether drawing this round again settles an error; what is typed where nobody sits would count for others after it."""
    cells = {"Players_Present", *(["Option_composition"] if number == 1 else [])}  # who is absent; 2007: its tables
    return finding.code != "typed_early" and (finding.at.round == number or finding.at.name in cells)


def next_commitment(workspace: Workspace, *, again: bool) -> Commitment | None:
    """The next draw, or ``again`` that of the last round (Refusal if it has a result); None if nothing can be drawn now."""
    state = workspace.contents.with_tournament(without_last_round(workspace)) if again else workspace.state
    step = next_step(state)
    return commitment_of(workspace, state, step) if isinstance(step, DrawStep) else None


def without_last_round(workspace: Workspace) -> Tournament:
    """The tournament before its last draw. Refusal if that cannot be drawn again."""
    _, tournament = workspace.catalog, workspace.tournament
    number = tournament.rounds_seated
    games = tournament.round(number)
    if not games or tournament.finals is not None or (tournament.start_tables and number > 1):
        raise Refusal(_("There is no round to draw again."))
    if begun := [workspace.sheet(game_code(game.round, game.table)) for game in games if game.has_result]:
        text = _("There are results already: {sheets}. You can draw a round again only before its first result.")
        raise Refusal(text.format(sheets="; ".join(begun)))
    return replace(
        tournament,
        games=tuple(game for game in tournament.games if game.round != number),
        draws=tuple(draw for draw in tournament.draws if draw.drawn != str(number)),
        codes=tuple(one for one in tournament.codes if one.round != number),
        start_tables={},
    )


def commitment_of(workspace: Workspace, state: State, step: DrawStep | SeatGames) -> Commitment:
    """The commitment of the next draw in a workbook, with the stored salt if there is one."""
    if isinstance(step, SeatRound):
        return commitment_of_step(step, state, workspace.contents.salts.get(step.number, ""))
    return commitment_of_step(step, state, journal.logged_commitment(logged_stage(step), workspace.log).get("salt", ""))


def commitment_of_step(step: DrawStep | SeatGames, state: State, salt: str) -> Commitment:
    """The commitment of the next draw. The ``salt`` (or a new one) hides earlier results; before round 1 it is empty."""
    logged = logged_stage(step)
    match step:
        case SeatRound() if state.rulebook.drawn_from_round(step.number) == step.number:
            players = list(step.players)
        case SeatGames():
            players = [player for game in step.games for _seat, player in game.chairs]
        case _:
            players = drawn_for(state, logged)
    digest = commitment_digest(state, logged, players)
    salt = "" if logged == round_code(1) else salt or secrets.token_hex(SALT_LENGTH // 2)
    before = digests_before(state, logged)
    return Commitment(logged, code_of(digest, before, salt), digest, before.events, salt)


def is_committed(commitment: Commitment, log: Sequence[LogEntry]) -> bool:
    """Whether the last that the log says of this draw is that it was committed with this code."""
    return journal.logged_commitment(commitment.logged, log).get("code") == commitment.code


def last_code(source: Source) -> Mapping[str, str]:
    """The stage and the code of the draw that was committed last."""
    log = open_workspace(source, reading_only=True).log
    entry = next(entry for entry in reversed(log) if entry.command == "commit")
    return {"stage": entry.stage, "code": read_pairs(entry.result)["code"]}


def with_code(tournament: Tournament, commitment: Commitment) -> Tournament:
    """The tournament with the code of the last draw, and its seed if it has one."""
    drawn = next((one for one in tournament.draws if one.round and one.logged == commitment.logged), None)
    if drawn is None:
        posted = model.PostedCode(commitment.logged, commitment.code, commitment.salt)
        return replace(tournament, codes=(*tournament.codes, posted))
    marked = replace(drawn, code=commitment.code, salt=commitment.salt)
    return replace(tournament, draws=tuple(marked if one is drawn else one for one in tournament.draws))


def logged_stage(step: DrawStep | SeatGames) -> str:
    """The next draw as the log names it: ``Round3``, ``Round2T1+Round2T3``, ``SF1+SF2``, ``Stage1``."""
    match step:
        case SeatRound():
            return round_code(step.number)
        case SeatGames():
            return join_logged(game_code(game.number, game.table) for game in step.games)
        case SeatStage():
            return stage_code(step.number)
    return join_logged(match for match, _a, _b in step.duels)


def require_committed(workspace: Workspace, commitment: Commitment, choice: SeedChoice, command: str = "{bangxl seat}") -> None:
    """Check a public value: it must come after the commitment; after a code, or with public draws, it is required.

    Refusal that says how, with the ``command`` that draws. A seed given by hand needs none, where no code was shown.
    """
    _, code = workspace.catalog, journal.logged_commitment(commitment.logged, workspace.log).get("code", "")
    how = _("Use {bangxl commit}, throw the dice, then use {command} with {--public-value TEXT}.")
    if choice.public_value and not choice.rng_seed:
        if code == commitment.code:
            return
        text = _("{draw}: a public value counts only if the draw was committed before the value was known.")
        if code:
            text = _(
                "{draw}: something changed since the code {code} was announced (who is present, a name, an option, a result)."
            )
        how = _("Use {bangxl commit} and read the code aloud. Then throw the dice and use {command} with their value.")
    elif code:
        text = _("{draw} is committed with the code {code}, so a value from the room is needed.")
        how = _("Throw the dice, then use {command} with {--public-value TEXT}. To draw without one, use {bangxl undo} first.")
    elif journal.code_for_a_value(commitment.logged, workspace.log):
        text = _("{draw} was drawn by a value from the room, so drawing it again needs one, too.")
    elif workspace.contents.public_draw and not choice.rng_seed:
        text = _("Draws are public in this tournament (see the tournament sheet), so a value from the room is needed.")
    else:
        return
    raise Refusal(text.format(draw=workspace.called(commitment.logged), code=code), how.format(command=_(command)))


def make_seed(commitment: Commitment, choice: SeedChoice, _: Catalog) -> Seed:
    """The seed of a draw: the given one; else from the commitment and the public value, or a marked random value.

    Refusal (usage) for a public value that would not count, or that could be written otherwise.
    """
    if choice.rng_seed:
        return seed_or_random(choice.rng_seed, _)
    value = choice.public_value
    if value and not canonical_value(value):
        text = _("The public value «{value}» has no letters or digits. Type what the dice show, or a number.")
        raise Refusal(text.format(value=value), exit_code=USAGE)
    if value and not is_plainly_spelt(value):
        text = _(
            "The public value «{value}» contains letters that look like others, so somebody could type it"
            " differently and get another draw. Use digits, or words in one alphabet."
        )
        raise Refusal(text.format(value=value), exit_code=USAGE)
    source = SeedSource.PUBLIC if value else SeedSource.RANDOM
    value = _require_one_line(value, _) or secrets.token_hex(SALT_LENGTH // 2)
    return Seed(seed_of(commitment.pool, value), source, value)


def seed_or_random(given: str, _: Catalog) -> Seed:
    """The seed given by hand, else a random one. Refusal (usage)."""
    return Seed(_require_one_line(given, _), SeedSource.GIVEN) if given else Seed(secrets.token_hex(SALT_LENGTH // 2))


def _require_one_line(text: str, _: Catalog) -> str:
    """The text, if a cell can hold it as it is: else nobody could redo the draw. Refusal."""
    if len(text) > LONGEST_SEED or (stored(text) or "") != text or "\n" in text:
        raise Refusal(_("A seed is one line of at most {most} characters.").format(most=LONGEST_SEED), exit_code=USAGE)
    return text


def seed_lines(seed: Seed, _: Catalog) -> list[str]:
    """The public value of a seed, for the room. The seed itself is in the log."""
    text = _("The draw depends on the public value «{value}».").format(value=seed.public_value)
    return [text] if seed.source is SeedSource.PUBLIC else []


def print_line(workspace: Workspace, sheet: str) -> str:
    """What to print of a round that was drawn."""
    _ = workspace.catalog
    return _("Print the sheet {sheet} and the round's record sheets.").format(sheet=workspace.sheet(sheet))


def options_entry(state: State) -> dict[str, str]:
    """The options in force from the first draw on, as the log keeps them."""
    return {key: option_value(state, key) for key in state.rulebook.options if key not in UNFROZEN}


def draw_entry(
    state: State, step: DrawStep | SeatGames, log: Sequence[LogEntry], commitment: Commitment, seed: Seed = NO_SEED,
    reason: str = "",
) -> LogEntry:  # fmt: skip
    """The next log row after a draw: its tables, its code, the options in force, the digests of closed games.

    At fixed tables nothing is drawn: such a row has no seed.
    """
    result: dict[str, str] = {}
    if isinstance(step, SeatRound | SeatStage):
        result["tables" if isinstance(step, SeatRound) else "stage_tables"] = sizes_text(step.sizes)
    result |= _code_pairs(commitment)
    if isinstance(step, SeatRound):
        result |= options_entry(state)
        result |= {OWN_TABLES: text} if (text := own_tables(state.tournament)) else {}
    origin = f"{seed.source}: {seed.public_value}" if seed.public_value else str(seed.source)
    return log_entry(
        "seat",
        stage=commitment.logged,
        seed="" if isinstance(step, SeatGames) else seed.text,
        source="" if isinstance(step, SeatGames) else origin,
        result=pairs({**result, **absences_entry(state.tournament, log), **names_entry(state.tournament, log)}),
        digest=new_digests(state, log),
        reason=reason,
    )


def draw_round(workspace: Workspace, state: State, step: SeatRound, commitment: Commitment, seed: Seed) -> Tournament:
    """The tournament with one more round drawn. Refusal if somebody cannot sit at their own table."""
    after = with_code(seat_round(state, step, seed), commitment)
    if away := at_another_table(state.with_tournament(after), step.number):
        called, _ = display_names(after.players), workspace.catalog
        text = _(
            "{players}: somebody cannot sit at the table that the players' sheet says. Two people with the same table are drawn"
            " to different ones, two with different tables to the same, or the round has no such table. Change a number."
        )
        raise Refusal(text.format(players=", ".join(called.get(player, player) for player in away)))
    return after


def _code_pairs(commitment: Commitment) -> dict[str, str]:
    """A code with its salt and the digests of pool and events, as the log keeps them: nothing else brings back a lost salt."""
    return {key: value for key, value in commitment._asdict().items() if value and key != "logged"}
