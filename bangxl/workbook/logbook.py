"""The log as cells: `LogEntry` for programs, and before it time and description for people.

The texts for people are beside the facts and are never read again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Final

from bangxl.books import files
from bangxl.books.port import Cell, Changes, Value
from bangxl.locale.catalog import N_, Catalog, catalog, sentences
from bangxl.tournament.journal import RAFFLE, UNDO_ROWS, LogEntry, read_pairs, renamed
from bangxl.tournament.model import games_named, sheet_numbers
from bangxl.tournament.roster import player_names
from bangxl.tournament.state import State
from bangxl.workbook import names
from bangxl.workbook.titles import in_a_sentence, joined_titles

WHEN, WHAT = "Log_When", "Log_What"
_WORDS: Final[Mapping[str, str]] = sentences("bangxl.workbook")["log"]
"""The texts of a command for people; `seat` has several."""
_ENDS: Final[Mapping[str, str]] = {"end": N_("The end of the tournament"), "lots": N_("The lots drawn by hand")}
_DAYS: Final = {"de": "%d.%m.%Y %H:%M", "ru": "%d.%m.%Y %H:%M"}


def with_log(todo: Changes, entries: Sequence[LogEntry], start: int, state: State) -> Changes:
    """The changes with lines of the log added, the first in the row with the index ``start``."""
    lines: dict[Cell, Value] = {}
    for row, entry in enumerate(entries, start):
        lines |= {(names.log(column), row): text for column, text in asdict(entry).items()}
        lines |= {(WHEN, row): time_of(entry.time, state.tournament.language), (WHAT, row): log_line(entry, state)}
    return replace(todo, cells={**todo.cells, **lines}, used={**todo.used, names.log("time"): start + len(entries)})


def time_of(time: str, language: str) -> str:
    """A time of the log on the local clock; other texts unchanged."""
    try:
        moment = datetime.fromisoformat(time.removesuffix("Z")).replace(tzinfo=UTC)
    except ValueError:
        return time
    return files.in_local_time(moment).strftime(_DAYS.get(language, "%d/%m/%Y %H:%M"))


def log_line(entry: LogEntry, state: State) -> str:
    """A row of the log as a line for people; for unknown commands its bare words."""
    _, people = catalog(state.tournament.language), player_names(state)
    sheet = joined_titles(entry.stage, state.tournament.language, state.rulebook)
    if entry.command == "seat":
        return _what_was_seated(entry, sheet, _)
    code = read_pairs(entry.result).get("code") or read_pairs(entry.digest).get("code", "")
    values = {"sheet": sheet, "regulation": state.rulebook.title, "code": code}
    if entry.command == "import" and code:
        code_text = _("Code: {code}").format(code=code)
        return f"{values['sheet']} · {code_text}"
    if entry.command in UNDO_ROWS:
        values["what"] = in_a_sentence(
            log_line(replace(entry, command=entry.result, result=""), state), state.tournament.language
        )
    if entry.command == "swap":
        players = [one.partition("=")[0] for one in entry.result.split()]
        values["names"] = ", ".join(people.get(player, player) for player in players)
    if entry.command == RAFFLE:
        values["names"] = people.get(winner := read_pairs(entry.result).get("player", ""), winner)
    if entry.command == "rename":
        player, _before, name = renamed(entry)  # the row that takes it back has the id alone
        values["names"] = name or people.get(player, player)
    return (
        _(_WORDS[entry.command]).format(**values).rstrip(": ") if entry.command in _WORDS else f"{entry.command} {sheet}".strip()
    )


def _what_was_seated(entry: LogEntry, sheet: str, _: Catalog) -> str:
    """What `seat` has drawn: a round, duels, a stage; or begun: games of fixed tables; or written: lots, the end."""
    if entry.stage in _ENDS:
        return _(_ENDS[entry.stage])
    if games := games_named(entry.stage):
        if len(games) == 1:
            return _("The start of {sheet}").format(sheet=sheet)
        tables: dict[int, list[str]] = {}
        for number, table in games:
            tables.setdefault(number, []).append(str(table))
        text = _("The start of game {number} (tables: {tables})")
        return " · ".join(text.format(number=number, tables=", ".join(own)) for number, own in tables.items())
    if stage := sheet_numbers(entry.stage, "Stage"):
        return _("The draw of {sheet}").format(sheet=_("Stage {n}").format(n=stage[0]))
    if sizes := read_pairs(entry.result).get("tables"):
        return _("The draw of {sheet}, tables of {sizes}").format(sheet=sheet, sizes=sizes)
    return _("The draw of {sheet}").format(sheet=sheet)
