"""`bangxl standings`: the standings, computed in Python from the inputs alone."""

import csv
from fractions import Fraction
from io import StringIO

from bangxl.commands.csv_cells import guard
from bangxl.commands.workspace import Source, open_workspace, require_intact
from bangxl.interchange.dump import Json, standings_json
from bangxl.locale.catalog import Catalog, one_line
from bangxl.tournament.roster import player_names
from bangxl.tournament.standings import standings
from bangxl.workbook.words import HEADS, score_head

_COLUMNS = ("place", "rank", "player", "name", "score", "games", "status")


def standings_data(source: Source) -> Json:
    """The standings in the fixed JSON form."""
    return standings_json(require_intact(open_workspace(source, reading_only=True)).state)


def standings_csv(source: Source) -> str:
    """The standings as CSV: COLUMNS, then a column for each criterion; exact numbers, blank if there is none.

    No name in it is a formula for who opens it: see `bangxl.commands.csv_cells.guard`.
    """
    workspace = require_intact(open_workspace(source, reading_only=True))
    names, criteria = player_names(workspace.state), workspace.contents.rulebook.criteria
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*_COLUMNS, *criteria])
    for row in standings(workspace.state):
        line = [row.place, row.rank, guard(row.player), guard(names.get(row.player, "")), row.score, row.games, row.status]
        writer.writerow([*line, *(row.criteria[code] for code in criteria)])
    return text.getvalue()


def standings_table(source: Source) -> tuple[list[str], list[list[str]]]:
    """The standings for people: heads and lines in the workbook's language."""
    workspace = require_intact(open_workspace(source, reading_only=True))
    _, names, rulebook = workspace.catalog, player_names(workspace.state), workspace.contents.rulebook
    heads = [_("Place"), _("Player"), one_line(score_head(rulebook.score, _)), *(_(HEADS[code]) for code in rulebook.criteria)]
    lines = []
    for row in standings(workspace.state):
        place = "–" if row.place is None else f"{row.place}" if not row.tied else f"{row.place} (={row.rank})"
        criteria = (criterion_text(value, _) for value in row.criteria.values())
        lines.append([place, names.get(row.player, row.player), score_text(row.score, _), *criteria])
    return heads, lines


def score_text(score: Fraction, _: Catalog) -> str:
    """A score for people."""
    return _.number(score, 0 if score.denominator == 1 else 2)


def criterion_text(value: Fraction | None, _: Catalog) -> str:
    """A criterion for people: a shared place with its half."""
    return "–" if value is None else _.number(value, 0 if value.denominator == 1 else 1)
