"""The shape of a rulebook file: which keys there are, of which type. What they must add up to is the loader's business."""

from __future__ import annotations

import msgspec

from bangxl.tournament.model import Outcome, Role, Status

Line = int | str | dict[str, int | str]
"""An amount: a number of dollars, an expression, or one of them a table size."""

ByStatus = dict[Status, Line]


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """A table that refuses keys it does not know."""


class Table(Strict):
    """A table of the file, with the article that it is taken from."""

    article: str


class SourceTable(Strict):
    title: str
    edition: str
    published: str


class PlayersTable(Table):
    minimum: int
    maximum: int


class RoundsRow(Strict, kw_only=True):
    from_: int = msgspec.field(name="from")
    to: int | None = None
    rounds: int


class RoundsTable(Table):
    by_players: tuple[RoundsRow, ...]


class TablesTable(Table):
    chart: dict[str, tuple[int, ...]]
    extension: tuple[int, ...]
    single: tuple[int, ...]


class RolesTable(Table):
    by_size: dict[str, dict[Role, int]]


class CharactersTable(Table):
    names: tuple[str, ...]


class AuctionTable(Table):
    start: int
    minimum: int
    step: int
    last: int


class HighNoonTable(Table):
    from_reshuffle: dict[str, int]


class PayoutsTable(Table):
    sheriff: ByStatus
    deputy: ByStatus
    outlaw: ByStatus
    renegade: ByStatus

    def lines(self) -> dict[Role, ByStatus]:
        """The winnings by role."""
        return {Role.SHERIFF: self.sheriff, Role.DEPUTY: self.deputy, Role.OUTLAW: self.outlaw, Role.RENEGADE: self.renegade}


class StandingsTable(Table):
    criteria: tuple[str, ...]


class PenaltiesTable(Table):
    warnings_to_ejection: int


class MatchRow(Strict):
    code: str
    a: int | str
    b: int | str


class DuelModeTable(Table, kw_only=True):
    shown: int = 0
    each: int = 0
    scores: tuple[tuple[int, int], ...]


class FinalsTable(Table):
    qualifiers: int
    matches: tuple[MatchRow, ...]
    duel: dict[str, DuelModeTable]


class PrizesTable(Table):
    by_rounds: dict[str, tuple[int, ...]]


class RulebookFile(Strict):
    """A whole rulebook file."""

    id: str
    title: str
    language: str
    source: SourceTable
    players: PlayersTable
    rounds: RoundsTable
    tables: TablesTable
    roles: RolesTable
    characters: CharactersTable
    auction: AuctionTable
    high_noon: HighNoonTable
    payouts: dict[Outcome, PayoutsTable]
    standings: StandingsTable
    penalties: PenaltiesTable
    finals: FinalsTable
    prizes: PrizesTable
