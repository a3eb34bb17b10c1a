"""The defined names that programs rely on: English in every language, one column or one cell each."""

from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final, NamedTuple

from bangxl import limits
from bangxl.books.port import Ref
from bangxl.books.references import Formulas
from bangxl.tournament.compositions import legal_compositions, scheduled_rounds
from bangxl.tournament.findings import At
from bangxl.tournament.knockout import most_players, stages
from bangxl.tournament.model import game_code, round_code, sheet_numbers, stage_code, stage_sheet
from bangxl.tournament.rulebook import Games, Rulebook
from bangxl.workbook.fields import FIELDS, KNOCKOUT

FORMAT_VERSION: Final = 1
"""The version of the workbook's layout. A workbook of a later one is refused."""

STANDINGS_ROWS: Final = 25
"""So many rows of the standings always stay visible: the race for dollars stands beside them."""

SHERIFF_ROUNDS: Final = 3
"""How often everybody can be Sheriff in an evening whose games have no end of their own: so many sheets there are."""

RECORD_INPUTS: Final = (*(field.name for field in FIELDS if not field.is_mark), "Outcome")
"""What the referee fills in on every record sheet; see `record_inputs` for what some regulations ask besides."""

LOG: Final = ("time", "command", "stage", "seed", "source", "result", "digest", "reason", "version")
"""The columns of the log; each is a name ``Log_<Column>``."""

RULING: Final = "Ruling"
"""On every record sheet, below the seats: the dollars by which the referee decides a game."""

STAMP: Final = ("Stamp", "Stamp_Of", "Stamp_Key", "Stamp_Due")
"""On a record sheet: what Python has found and of which inputs, the inputs now, and whether it should look (again)."""

EVENT: Final = ("Name", "Date", "Place", "Region", "Kind", "Organiser", "Referees", "Report_To")
PLAYERS: Final = ("Id", "Name", "Region", "Email", "Present", "Table", "Eligible", "Lot")
FEE: Final = "Entry_Fee"
"""In a workbook made to keep fees: what everybody pays, but who has another amount in ``Players_Fee``."""
FOUR_EYES, COMPARED = "Four_Eyes", "Compared"
"""Where a second person compares: whether `seat` asks for it; and on every record sheet who has."""
FUND: Final = "Prize_Fund"
"""Where prizes are paid from the fees: what had been paid when the tournament ended."""
LOGO, LOGO_PIECE_LENGTH = "Event_Logo", 32_000
"""Where there is one, the organiser's logo as base64, so many letters in a cell: every program that saves keeps texts."""
EVENTS: Final = ("Type", "Player", "Moment", "After_Round", "Round", "Table", "Match", "Reason", "Automatic")
AUCTIONS: Final = ("Round", "Table", "Opener", "Character", "Winner", "Price")
STANDINGS: Final = ("Player", "Rank", "Place", "Score", "Games")
FINALS: Final = ("Place", "Player", "Prize")
SINGLE_CELLS: Final = (
    "Rng_Seed", "Public_Value", "Public_Draw", "Closed_After_Round", "Published", "Closed", "Lots_By_Hand", "Next_Step",
    "Payout_Key", "Payout_Value",
)  # fmt: skip
LISTS: Final[Mapping[str, tuple[str, ...]]] = {
    "Players": PLAYERS, "Events": EVENTS, "Auctions": AUCTIONS, "Standings": STANDINGS, "Finals": FINALS,
    "Log": tuple(column.capitalize() for column in LOG),
}  # fmt: skip
"""The lists of a workbook: the columns of each have the same lines."""

FROM_TABLES: Final = "Finals_From"
"""Begins the names of rows that smaller tournaments hide; there are none for those that every tournament plays."""
AT_THE_END: Final = f"{FROM_TABLES}End"
"""The rows of the final ranking below several stages of a knock-out."""

CODE, SALT = "Pool_Code", "Pool_Salt"
"""On a wall sheet: the round's code, and what hides the results in it."""

DUEL: Final = ("Player_A", "Player_B", "Score_A", "Score_B", "Characters", "Draw_Seed", "Draw_Source", "Draw_Public")
WALL: Final = (
    "Wall_Table", "Wall_Seat", "Wall_Player", "Alpha_Table", "Alpha_Seat", "Alpha_Player",
    "Draw_Seed", "Draw_Source", "Draw_Public", "Draw_Algorithm", "Draw_By_Hand", "Draw_Note", CODE, SALT,
)  # fmt: skip

WALL_EVENING: Final = "Draw_Evening"
"""On a wall sheet of a league: the evening of the round."""

LATEST_CODE: Final = "Latest_Code"
"""The code that was posted last, for all sheets that no round has: the wall and the record sheets of fixed tables, the finals.

It is written, never read; what counts is the log.
"""

STAGE_INPUTS: Final = (*(field.name for field in KNOCKOUT), "Outcome", "Winner")
"""What the referee fills in on a knock-out sheet."""

STAGE_NAMES: Final = ("Seat", "Player", "Choice", *STAGE_INPUTS, "Check")
STAGE_DRAW: Final = ("Draw_Seed", "Draw_Source", "Draw_Public", "Characters")
"""The text behind the prefixes of the names that commands read and write; on wall and record sheets without a prefix."""

DIGEST: Final = "Names_Digest"
"""Holds the digests of all names and formulas, as `digests` makes them."""

KNOWN_BY: Final = frozenset({DIGEST, "Players_Id", "Standings_Player", "Log_Command"})
"""Names, on several sheets, by which a workbook of bangxl is known that has lost others."""

_WALL: Final = "Wall_Player"

REFERTO_MARK: Final = "Report_Format"
"""The name by which a referto is known (docs/referto.md)."""

IDLE_COLUMNS: Final = "Idle_Columns"
"""The columns of record sheets that hide themselves, in the workbooks in which nothing else stands below them."""


def record_inputs(rulebook: Rulebook) -> tuple[str, ...]:
    """The referee's inputs on a record sheet of this regulation."""
    return (*RECORD_INPUTS, *(field.name for field in FIELDS if field.is_mark and field.is_asked(rulebook)))


def record(rulebook: Rulebook) -> tuple[str, ...]:
    """The names on a record sheet of this regulation."""
    money = ("Before", "After") if rulebook.auction is not None or rulebook.card_price else ()
    return ("Seat", "Player", *record_inputs(rulebook), RULING, "Payout", "Check", *money)


def on_stage(number: int, table: int, name: str) -> str:
    """A name on a knock-out sheet, as books key it: ``Stage1T1!Winner``."""
    return f"{stage_sheet(number, table)}!{name}"


def on_record(number: int, table: int, name: str) -> str:
    """A name on a record sheet, as books key it: ``Round1T1!Bid``."""
    return f"{game_code(number, table)}!{name}"


def on_wall(number: int, name: str) -> str:
    """A name on a wall sheet, as books key it: ``Round1!Draw_Seed``."""
    return f"{round_code(number)}!{name}"


def pointed_name(at: At) -> str:
    """The defined name that a finding points to."""
    if at.stage is not None and at.table is not None:
        return on_stage(at.stage, at.table, at.name)
    if at.round is None:
        return at.name
    return on_wall(at.round, at.name) if at.table is None else on_record(at.round, at.table, at.name)


def record_sheets(names: Iterable[str]) -> list[tuple[int, int]]:
    """Round and table of every record sheet that a book has, in order."""
    return sorted(_sheets(names, "Player").values())


def stage_sheets(names: Iterable[str]) -> list[tuple[int, int]]:
    """Stage and table of every knock-out sheet that a book has, in order."""
    return sorted(_sheets(names, "Player", "Stage").values())


def wall_sheets(names: Iterable[str]) -> list[int]:
    """The rounds that have a wall sheet, in order."""
    return sorted(number for number, _table in _sheets(names, _WALL).values())


def _sheets(names: Iterable[str], name: str, kind: str = "Round") -> dict[str, tuple[int, int]]:
    """The keys of a name on the sheets of tables, or of rounds, each with the numbers in its tab."""
    tabs = {key: key.removesuffix(f"!{name}") for key in names if key.endswith(f"!{name}")}
    found = {key: sheet_numbers(tab, kind) for key, tab in tabs.items()}
    return {key: numbers for key, numbers in found.items() if numbers and bool(numbers[1]) != (name == _WALL)}


def absurd_names(names: Iterable[str]) -> list[str]:
    """The names of rounds and stages, or of more sheets for tables, than any book has: each is compared with all others."""
    found = _sheets(names, "Player") | _sheets(names, "Player", "Stage") | _sheets(names, _WALL)
    return [name for name, (number, _table) in found.items() if number > limits.ROUNDS_READ] or [*found][limits.SHEETS_READ :]


class Extent(NamedTuple):
    """The size of a workbook: rounds, tables in a round, and tables of each knock-out stage."""

    rounds: int
    tables: int
    stages: tuple[int, ...]


def extent(rulebook: Rulebook, capacity: int) -> Extent:
    """The most that any number of players up to the capacity needs; of games without end, three for each chair."""
    compositions = [sizes for players in range(1, capacity + 1) for sizes in legal_compositions(rulebook, players)]
    largest = max((size for sizes in compositions for size in sizes), default=0)
    by_players = max((scheduled_rounds(rulebook, players) for players in range(1, capacity + 1)), default=0)
    rounds = {Games.BY_PLAYERS: by_players, Games.MULTIPLE: SHERIFF_ROUNDS * largest}.get(rulebook.games, largest)
    return Extent(rounds, max(map(len, compositions), default=0), stages(rulebook, capacity))


def finalists(rulebook: Rulebook, capacity: int) -> int:
    """The lines of the final ranking on the finals' sheet: who can be in the finals; if there are none, everybody."""
    if rulebook.knockout is not None:
        return most_players(rulebook, capacity)
    return rulebook.brackets[-1].qualifiers if rulebook.brackets else capacity


def required(rulebook: Rulebook, capacity: int) -> tuple[str, ...]:
    """The names outside wall and record sheets that commands read and write."""
    columns = {"Event": EVENT, **LISTS}
    return (
        *(f"{prefix}_{column}" for prefix, own in columns.items() for column in own),
        *(criterion(code) for code in rulebook.criteria),
        *(f"Option_{key}" for key in rulebook.options),
        *(duel(match.code, part) for match in rulebook.matches for part in DUEL),
        *(duel(stage_code(number), part) for number in range(1, len(stages(rulebook, capacity)) + 1) for part in STAGE_DRAW),
        *([] if rulebook.fixed_tables else [SEATS_BY_ROUND, *(meetings(number) for number in range(1, capacity + 1))]),
        *(["Official_Note"] if rulebook.official.is_conditional else []),
        *SINGLE_CELLS,
        LATEST_CODE,
        "Log_When",
        "Log_What",
    )


def report_names(rulebook: Rulebook) -> tuple[str, ...]:
    """The names in every report of this regulation."""
    columns = {"Event": EVENT, "Players": PLAYERS}
    return (
        *(f"{prefix}_{column}" for prefix, own in columns.items() for column in own),
        *(f"Option_{key}" for key in rulebook.options),
        *(log(column) for column in LOG),
        "Workbook_Language", "Lots_By_Hand", "Published", "Closed", "Closed_After_Round",
    )  # fmt: skip


def table_names(rulebook: Rulebook, capacity: int) -> dict[str, tuple[str, ...]]:
    """Every wall, record and knock-out sheet of a workbook for so many players, with the names on it that commands rely on."""
    most = extent(rulebook, capacity)
    sheets: dict[str, tuple[str, ...]] = {}
    for number in range(1, most.rounds + 1):
        if number == 1 or not rulebook.fixed_tables:
            sheets[round_code(number)] = (*WALL, *([WALL_EVENING] if rulebook.league else []))
        sheets |= dict.fromkeys((game_code(number, table) for table in range(1, most.tables + 1)), record(rulebook))
    for number, stage_tables in enumerate(most.stages, 1):
        sheets |= dict.fromkeys((stage_sheet(number, table) for table in range(1, stage_tables + 1)), STAGE_NAMES)
    return sheets


def moved_columns(refs: Mapping[str, Ref], rulebook: Rulebook, capacity: int) -> list[str]:
    """The columns that do not have the lines of those beside them, or a record or wall sheet's not as many as the others'."""
    groups = [[f"{prefix}_{column}" for column in odd] for prefix, odd in LISTS.items()]
    groups += [[MET, SEATS_BY_ROUND, *(meetings(number) for number in range(1, capacity + 1))]]
    groups += [[f"{tab}!{one}" for one in own if one != RULING] for tab, own in table_names(rulebook, capacity).items()]
    odd = [name for columns in groups for name in _odd({name: refs[name] for name in columns if len(refs.get(name, ())) > 1})]
    for name in ("Player", _WALL):
        odd += _odd({key: len(refs[key]) for key in _sheets(refs, name)})
    return [*dict.fromkeys(odd)]


def shared_cells(refs: Mapping[str, Ref], wanted: Iterable[str]) -> list[tuple[str, str]]:
    """Two names each that have a cell in common, of those ``wanted``: the first cell of the second is one."""
    pairs, lowest = [], dict[tuple[str, int], str]()
    for name in sorted(refs.keys() & {*wanted}, key=lambda name: (refs[name].first, name)):
        ref = refs[name]
        above = lowest.setdefault((ref.sheet, ref.column), name)
        if above != name and ref.first <= refs[above].last:
            pairs.append((above, name))
        if ref.last >= refs[above].last:
            lowest[ref.sheet, ref.column] = name
    return pairs


def names_digest(refs: Mapping[str, Ref]) -> str:
    """A digest of all names and their cells; that of a new workbook stands in it."""
    return _digest(f"{name}={ref.sheet}!{ref.column},{ref.first},{ref.last}" for name, ref in refs.items() if name != DIGEST)


def digests(refs: Mapping[str, Ref], formulas: Formulas) -> str:
    """The same, and a digest of the cells with formulas (`Book.formulas`): what stands in a new workbook."""
    return names_digest(refs) + _digest(f"{sheet}={sorted(formulas[sheet])}" for sheet in {ref.sheet for ref in refs.values()})


def _digest(lines: Iterable[str]) -> str:
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]


def _odd(lines: Mapping[str, Ref | int]) -> list[str]:
    """The columns with other lines than most."""
    rows = {name: (ref.sheet, ref.first, ref.last) if isinstance(ref, Ref) else ref for name, ref in lines.items()}
    usual = Counter(rows.values()).most_common(1)
    return [name for name, there in rows.items() if there != usual[0][0]]


def criterion(code: str) -> str:
    """The name of a criterion's column in the standings. A program that knows no case has one name for ``games`` and Games."""
    return "Standings_Games" if code == "games" else f"Standings_{code}"


def duel(match: str, part: str) -> str:
    """A name of the finals: ``Finals_SF1_Player_A``."""
    return f"Finals_{match}_{part}"


def from_tables(tables: int) -> str:
    """The rows of the duels that are played only from so many tables at the start on: ``Finals_From5``."""
    return f"{FROM_TABLES}{tables}"


def later_stage(number: int) -> str:
    """The rows of a stage of the knock-out from the second on, which may never be played: ``Finals_FromStage2``."""
    return f"{FROM_TABLES}Stage{number}"


SEATS_BY_ROUND: Final = "Meetings_Seats"
"""Beside the heat map: everybody's seat in each round."""
MET: Final = "Meetings_Player"
"""The id of each line and column of the heat map. Workbooks of before have none: there it follows the players' list."""


def meetings(number: int) -> str:
    """The column of the heat map that belongs to the player on a line of `MET`, from 1.

    Down to their own line it says how often they met those before them, below it how often they sat beside those after them.
    """
    return f"Meetings_{number}"


def log(column: str) -> str:
    """The name of a column of the log."""
    return f"Log_{column.capitalize()}"
