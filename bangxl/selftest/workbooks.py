"""The workbooks of the self-test, and what is typed into them: games as somebody might have played them."""

from __future__ import annotations

from bangxl.commands.demo import simulated
from bangxl.commands.new import create
from bangxl.commands.workspace import logged
from bangxl.rulebooks.loader import load
from bangxl.selftest.sitting import Sitting
from bangxl.tournament.model import Tournament
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.seating import table_sizes
from bangxl.tournament.simulation import play_duels, play_round, play_stage
from bangxl.workbook import names
from bangxl.workbook.read import Contents
from bangxl.workbook.write import picture


def least_players(rulebook: Rulebook) -> int:
    """The fewest players that can play, at two tables if there may be two."""
    counts = range(max(rulebook.minimum_players, 5), min(rulebook.maximum_players, 24) + 1)
    tables = {count: len(table_sizes(rulebook, count)) for count in counts}
    wanted = min(2, max(tables.values()))
    return next(count for count, number in tables.items() if number >= wanted)


def make_fresh(sitting: Sitting, language: str) -> None:
    """A workbook before the first name."""
    rulebook = load(sitting.rulebook)
    options = {key: option.default for key, option in rulebook.options.items() if option.default}
    tournament = Tournament(rulebook=rulebook.id, language=language, options=options)
    create(sitting.path, tournament, rulebook, least_players(rulebook), [logged("new", stage=rulebook.id)])
    sitting.made()


def make_played(sitting: Sitting, language: str) -> None:
    """A workbook in which all has been played but the finals."""
    rulebook = load(sitting.rulebook)
    players = least_players(rulebook)
    tournament, log = simulated(rulebook, players, "self-test", language, finals=False)
    create(sitting.path, tournament, rulebook, players, log)
    sitting.made()


def fill(sitting: Sitting) -> None:
    """Type whatever is in play, as somebody might have played it."""
    contents = sitting.contents()
    wanted = {*names.record_inputs(contents.rulebook), *names.STAGE_INPUTS}
    before, after = (
        picture(tournament, contents.rulebook, contents.rows).cells
        for tournament in (contents.tournament, _played(contents, sitting))
    )
    typed = {cell: value for cell, value in after.items() if before.get(cell) != value}
    sitting.put({cell: value for cell, value in typed.items() if _input(cell[0], wanted)})


def _played(contents: Contents, sitting: Sitting) -> Tournament:
    tournament, rulebook = contents.tournament, contents.rulebook
    if tournament.stages:
        return play_stage(tournament, rulebook, sitting.dice)
    if tournament.finals is not None:
        return play_duels(tournament, rulebook, sitting.dice)
    return play_round(tournament, rulebook, sitting.dice)


def _input(name: str, wanted: set[str]) -> bool:
    return name.rpartition("!")[2] in wanted or name.endswith(("_Score_A", "_Score_B"))
