"""`bangxl export` and `bangxl import`: the tournament as JSON or as tables, and a workbook from JSON."""

import csv
import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path

from bangxl.books.port import BookError
from bangxl.commands.check import check_with_lines
from bangxl.commands.commit import options_entry
from bangxl.commands.csv_cells import guard
from bangxl.commands.errors import USAGE, Refusal, book_refusals, explain, rulebook_refusals
from bangxl.commands.new import DEFAULT_PLACES, create_workbook, language_for
from bangxl.commands.output import Output, write_all, write_into
from bangxl.commands.workspace import Source, guessed_language, log_entry, misuse, open_workspace, read_input, require_intact
from bangxl.interchange.dump import dumps, tournament_json
from bangxl.interchange.load import MalformedError, draw_rows, is_tournament, loads, own_rulebook
from bangxl.interchange.tables import COLUMN_TYPES, ROWS, types
from bangxl.locale.catalog import N_, answer_language, catalog
from bangxl.rulebooks.loader import load, our_rulebook, parse_rulebook
from bangxl.tournament.checks import findings_of
from bangxl.tournament.finals import new_digests
from bangxl.tournament.findings import Finding, Severity
from bangxl.tournament.journal import names_entry, pairs
from bangxl.tournament.options import OWN_TABLES, own_tables
from bangxl.tournament.rulebook import Games, Rulebook
from bangxl.tournament.state import State
from bangxl.workbook import names
from bangxl.workbook.notices import sentence
from bangxl.workbook.titles import display_names


def export(source: Source, target: Path | None = None, *, overwrite: bool = False) -> str:
    """The tournament as JSON; a sentence if it is written to ``target``: over anything but a tournament by ``overwrite``."""
    workspace = require_intact(open_workspace(source, reading_only=True))
    _ = workspace.catalog
    if target is not None and target.suffix.lower() != ".json" and not os.path.isdir(target):  # noqa: PTH112 - see refuse_foreign
        raise Refusal(_("{path} would be a JSON file. Give it a name that ends in .json.").format(path=target), exit_code=USAGE)
    text = dumps(tournament_json(workspace.state))
    if target is not None:
        with book_refusals(target, workspace.language):
            write_all([Output(target, text.encode(), is_tournament)], [workspace.path], overwrite=overwrite)
        return _("The tournament as JSON: {path}").format(path=target)
    return text


_Content = Callable[[str, State], bytes]
"""The bytes of a table of a tournament."""


def export_tables(
    source: Path, folder: Path, suffix: str, content: _Content, *, anonymous: bool, overwrite: bool
) -> tuple[str, ...]:
    """Write the tables into a folder, a file each, and say which. ``anonymous``: only the seats without people.

    Refusal over files that exist, unless ``overwrite``.
    """
    state = read_state(source)
    _ = catalog(language := answer_language(state.tournament.language))
    if str(folder) == "-":
        raise misuse(N_("Each table is a file of its own: write a folder after {option}."), option=f"--{suffix}")
    tables = {"seats": "anonymous"} if anonymous else {table: table for table in COLUMN_TYPES if table != "anonymous"}
    made = {folder / f"{name}.{suffix}": content(table, state) for name, table in tables.items()}
    if not overwrite and (there := next((path for path in made if path.exists()), None)):
        raise explain(BookError("table_exists"), str(there), language)
    write_into(folder, [Output(path, data, lambda _data: False) for path, data in made.items()], language, source, overwrite=True)
    return (_("The tables are written: {files}").format(files=", ".join(map(str, made))),)


def table_csv(table: str, state: State) -> bytes:
    """A table as CSV; no text in it is a formula for who opens it: see `bangxl.commands.csv_cells.guard`."""
    out = StringIO(newline="")
    writer = csv.DictWriter(out, types(table, state), extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for row in ROWS[table](state):
        safe = {name: guard(text) for name, text in row.items() if isinstance(text, str) and name != "score_exact"}
        writer.writerow(row | safe)
    return out.getvalue().encode()


def read_state(source: Source) -> State:
    """The tournament in a workbook, a report or exported JSON (.json). Refusal if it is none of these."""
    if isinstance(source, Path) and source.suffix.lower() == ".json":
        return read_json(source)
    return require_intact(open_workspace(source, reading_only=True)).state


def import_json(
    source: Path, output: Path, *, rulebook_id: str = "", language: str = "", allow_invalid: bool = False, force: bool = False
) -> tuple[str, ...]:
    """Make a workbook from JSON, by the regulation given (an id, or a file), else by the one that the JSON carries or names.

    Refuses, unless ``allow_invalid`` (or ``force``), what has error-level findings. Refusal and RulebookError as `read_json`.
    """
    state = read_json(source, rulebook_id, language)
    places = _places(source, state)  # first: what has no sheet may be games without end
    tournament = state.tournament
    errors = [finding for finding in findings_of(state) if finding.severity is Severity.ERROR]
    _ = catalog(tournament.language)
    if errors and not (allow_invalid or force):
        last = _("Nothing was written. Correct it, or import it anyway with --allow-invalid.")
        raise Refusal(*(f"{place_on_sheet(one)}: {text_of(one, state)}" for one in errors), last)
    sizes = [len(table) for table in tournament.start_tables.values()] or [game.size for game in tournament.round(1)]
    tables = {"tables": "+".join(map(str, sizes)), **options_entry(state), **names_entry(tournament)}
    tables |= {OWN_TABLES: text} if (text := own_tables(tournament)) else {}
    result = pairs(tables) if tournament.games else ""
    draws = [log_entry("import", stage=one.stage, result=one.result) for one in state.journal.entries]
    later = [one for one in tournament.codes if not one.round]
    codes = [log_entry("import", stage=one.logged, result=pairs({"code": one.code, "salt": one.salt})) for one in later]
    create_workbook(output, state, places, [log_entry("import", result=result, digest=new_digests(state)), *draws, *codes])
    return (*check_with_lines(output)[1], _("{path} is written. Next: {bangxl check}, {bangxl seat}.").format(path=output))


def read_json(source: Path, rulebook: str = "", language: str = "", data: bytes | None = None) -> State:
    """The tournament in a JSON file, by the regulation given (an id, or a file), else by the one that the JSON carries or names.

    ``data``: its content where it is known. Refusal if it cannot be read or is malformed. RulebookError for a wrong regulation.
    """
    try:
        data = read_input(source) if data is None else data
        with rulebook_refusals(language):
            given = load(rulebook) if rulebook else None
            if given is None:  # perhaps the JSON carries the referee's own regulation
                own, text = own_rulebook(data)
                given = replace(parse_rulebook(text, f"{own}.toml"), text=text) if text.strip() else None
        tournament = loads(data, partial(_regulation, given))
    except BookError as error:
        raise explain(error, str(source), guessed_language()) from None
    except MalformedError as error:
        _ = catalog(guessed_language())
        whole = error.path in {"", "$"}
        text = _("{file} is not a tournament. {reason}") if whole else _("{file} is not a tournament. At {path}: {reason}")
        raise Refusal(text.format(file=source, reason=error.sentence(_), path=error.path), exit_code=USAGE) from None
    regulation = given or our_rulebook(tournament.rulebook)
    spoken = language_for(language or tournament.language, regulation)
    return State(replace(tournament, language=spoken), regulation, draw_rows(data))


def place_on_sheet(finding: Finding) -> str:
    """Where a finding is without a workbook: the sheet and column in which it would be, and its line, from 1."""
    return f"{names.pointed_name(finding.at)} {finding.at.index + 1}"


def text_of(finding: Finding, state: State) -> str:
    """The sentence of a finding in the language asked for, else in the tournament's."""
    language, called = answer_language(state.tournament.language), display_names(state.tournament.players)
    return sentence(finding, language, called, state.rulebook.unit)


def _regulation(given: Rulebook | None, rulebook: str) -> Rulebook:
    """The regulation with this id: the one given, else one of bangxl. MalformedError if another one is given."""
    if given is not None and given.id != rulebook:
        text = N_("it is played by {rulebook}, but you gave the regulation {given}")
        raise MalformedError(text, "$.rulebook", rulebook=rulebook, given=given.id)
    return given or our_rulebook(rulebook)


def _places(source: Path, state: State) -> int:
    """Room for the players and all their games; before the first draw, for late entries too."""
    seated = max(sum(game.size for game in state.tournament.round(n)) for n in range(state.tournament.rounds_seated + 1))
    waiting = 0 if state.tournament.games else min(DEFAULT_PLACES, state.rulebook.maximum_players)
    least = max(len(state.tournament.players), seated, state.rulebook.minimum_players, waiting)
    tables = max((game.table for game in state.tournament.games), default=0)
    stages = {(game.round, game.table) for game in state.tournament.stages}
    for places in range(least, state.rulebook.maximum_players + 1):
        extent = names.extent(state.rulebook, places)
        enough = state.tournament.rounds_seated <= extent.rounds or state.rulebook.games is Games.MULTIPLE
        has_stages = all(number <= len(extent.stages) and table <= extent.stages[number - 1] for number, table in stages)
        if enough and tables <= extent.tables and has_stages:
            return places
    raise misuse(N_("{file}: a workbook for this regulation has no sheet for some of these games."), file=source)
