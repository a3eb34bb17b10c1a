"""The defined names that programs rely on: English whatever the language, one column or one cell each."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from bangxl.tournament.findings import At
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.seating import scheduled_rounds, table_sizes

FORMAT_VERSION: Final = 1
"""The version of the workbook's layout. A workbook of a later one is refused."""

STANDINGS_ROWS: Final = 25
"""So many rows of the standings always stay visible: the race for dollars stands beside them."""

RECORD_INPUTS: Final = ("Character", "Bid", "Role", "Status", "Outcome")
"""What the referee fills in on a record sheet."""

LOG: Final = ("time", "command", "stage", "seed", "source", "result", "digest", "reason", "version")
"""The columns of the log; each is a name ``Log_<Column>``."""

EVENT: Final = ("Name", "Date", "Place", "Region", "Kind", "Organiser", "Referees", "Report_To")
PLAYERS: Final = ("Id", "Name", "Present", "Region", "Email", "Eligible", "Lot")
EVENTS: Final = ("Type", "Player", "Moment", "After_Round", "Round", "Table", "Match", "Reason", "Automatic")
AUCTIONS: Final = ("Round", "Table", "Opener", "Character", "Winner", "Price")
STANDINGS: Final = ("Player", "Rank", "Place", "Score", "Games")
FINALS: Final = ("Place", "Player", "Prize")
SINGLE: Final = (
    "Rng_Seed", "Closed_After_Round", "Published", "Closed", "Lots_By_Hand", "Next_Step", "Payout_Key", "Payout_Value",
)  # fmt: skip
DUEL: Final = ("Player_A", "Player_B", "Score_A", "Score_B", "Characters", "Draw_Seed", "Draw_Source")
WALL: Final = (
    "Wall_Table", "Wall_Seat", "Wall_Player", "Alpha_Table", "Alpha_Seat", "Alpha_Player",
    "Draw_Seed", "Draw_Source", "Draw_Note",
)  # fmt: skip
RECORD: Final = ("Seat", "Player", *RECORD_INPUTS, "Before", "Payout", "After", "Check")
"""What stands behind the prefixes of the names that commands read and write; on wall and record sheets without a prefix."""

_RECORD: Final = re.compile(r"Round(\d+)T(\d+)!Player")
_WALL: Final = re.compile(r"Round(\d+)!Wall_Player")


def round_sheet(number: int) -> str:
    """The tab of a round's wall sheet, the same in every language."""
    return f"Round{number}"


def record_sheet(number: int, table: int) -> str:
    """The tab of a record sheet, the same in every language."""
    return f"Round{number}T{table}"


def on_record(number: int, table: int, name: str) -> str:
    """A name on a record sheet, as books key it: ``Round1T1!Bid``."""
    return f"{record_sheet(number, table)}!{name}"


def on_wall(number: int, name: str) -> str:
    """A name on a wall sheet, as books key it: ``Round1!Draw_Seed``."""
    return f"{round_sheet(number)}!{name}"


def key(at: At) -> str:
    """The defined name that a finding points to."""
    if at.round is None:
        return at.name
    return on_wall(at.round, at.name) if at.table is None else on_record(at.round, at.table, at.name)


def record_sheets(names: Iterable[str]) -> list[tuple[int, int]]:
    """Round and table of every record sheet that a book has, in order."""
    return sorted((int(m[1]), int(m[2])) for name in names if (m := _RECORD.fullmatch(name)))


def wall_sheets(names: Iterable[str]) -> list[int]:
    """The rounds that have a wall sheet, in order."""
    return sorted(int(m[1]) for name in names if (m := _WALL.fullmatch(name)))


def extent(rulebook: Rulebook, capacity: int) -> tuple[int, int]:
    """The most rounds and tables that any number of players up to the capacity needs."""
    counts = range(1, capacity + 1)
    rounds = max(scheduled_rounds(rulebook, players) for players in counts)
    tables = max(len(table_sizes(rulebook, players)) for players in counts)
    return rounds, tables


def required(rulebook: Rulebook) -> tuple[str, ...]:
    """The names outside wall and record sheets that commands read and write."""
    columns = {
        "Event": EVENT, "Players": PLAYERS, "Events": EVENTS, "Auctions": AUCTIONS, "Standings": STANDINGS, "Finals": FINALS,
    }  # fmt: skip
    return (
        *(f"{prefix}_{column}" for prefix, found in columns.items() for column in found),
        *(criterion(code) for code in rulebook.criteria),
        *(f"Option_{key}" for key in rulebook.options),
        *(duel(match.code, part) for match in rulebook.matches for part in DUEL),
        *(log(column) for column in LOG),
        *SINGLE,
    )


def tables(rulebook: Rulebook, capacity: int) -> dict[str, tuple[str, ...]]:
    """Every wall and record sheet of a workbook for so many players, with the names on it that commands read and write."""
    rounds, most = extent(rulebook, capacity)
    found: dict[str, tuple[str, ...]] = {}
    for number in range(1, rounds + 1):
        found[round_sheet(number)] = WALL
        found |= dict.fromkeys((record_sheet(number, table) for table in range(1, most + 1)), RECORD)
    return found


def criterion(code: str) -> str:
    """The name of a criterion's column in the standings."""
    return f"Standings_{code}"


def duel(match: str, part: str) -> str:
    """A name of the finals: ``Finals_SF1_Player_A``."""
    return f"Finals_{match}_{part}"


def log(column: str) -> str:
    """The name of a column of the log."""
    return f"Log_{column.capitalize()}"
