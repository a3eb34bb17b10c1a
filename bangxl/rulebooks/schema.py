"""The shape of a rulebook file: its keys and their types. The reader checks how they fit together."""

from datetime import date
from enum import StrEnum

import msgspec

from bangxl.tournament import rulebook
from bangxl.tournament.model import Outcome, Role, Status
from bangxl.tournament.rulebook import Bracket, Conduct, Counted, Games, Leaver, Match, PrintedSource, SheriffRule, Writer

Amount = int | str | dict[str, int | str]
"""An amount: a number of dollars, an expression, or a table of them by table size."""

ByStatus = dict[Status, Amount]

ChartRow = tuple[int | tuple[int, ...], ...]
"""One composition of tables, or a list of them, the default first."""


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """A table that refuses keys it does not know."""


class ArticleTable(Strict):
    """A table of the file, with its article in the regulation."""

    article: str


class PlayersTable(ArticleTable):
    minimum: int
    maximum: int


class PlayersRow(Strict, kw_only=True):
    """A row that holds from one number of players to another, or to the maximum."""

    from_: int = msgspec.field(name="from")
    to: int | None = None


class RoundsRow(PlayersRow, kw_only=True):
    rounds: int = 0
    games: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """The rounds, given directly or by the games at each seating."""
        return sum(self.games) or self.rounds


class RoundsTable(ArticleTable, kw_only=True):
    by_players: tuple[RoundsRow, ...] = ()
    games: Games | None = None
    leavers: ArticleTable | None = None


class CountsRow(PlayersRow, kw_only=True):
    tables: int


class TablesTable(ArticleTable, kw_only=True):
    fixed: bool = False
    sheriff: SheriffRule
    smallest: int = 0
    passive: bool = False
    any_of: tuple[int, ...] = msgspec.field(name="any", default=())
    chart: dict[str, ChartRow] = {}
    sizes: tuple[int, ...] = ()
    counts: tuple[CountsRow, ...] = ()
    extension: tuple[int, ...] = ()
    single: tuple[int, ...] = ()


class RolesTable(ArticleTable):
    by_size: dict[str, dict[Role, int]]


class CharactersTable(ArticleTable, kw_only=True):
    lives: int
    exceptions: dict[str, int] = {}
    names: tuple[str, ...]
    sets: tuple[str, ...] = ()
    dealt: int = 0
    spare: int = 0


class AuctionTable(ArticleTable, kw_only=True):
    start: int
    minimum: int
    step: int
    least_raise: int | None = msgspec.field(name="raise", default=None)
    last: int
    writer: Writer = Writer.SHERIFF
    debt: bool = False
    reconfirm: bool = False
    to_right: bool = False
    optional: bool = False


class HighNoonTable(ArticleTable):
    from_reshuffle: dict[str, int] = {}
    minutes: int = 0
    no_missed: bool = False


class PayoutsTable(ArticleTable, kw_only=True):
    sheriff: ByStatus = {}
    deputy: ByStatus = {}
    outlaw: ByStatus = {}
    renegade: ByStatus = {}

    def lines(self) -> dict[Role, ByStatus]:
        """The winnings by role."""
        return {Role.SHERIFF: self.sheriff, Role.DEPUTY: self.deputy, Role.OUTLAW: self.outlaw, Role.RENEGADE: self.renegade}


class BonusesTable(ArticleTable, kw_only=True):
    alive: int = 0
    killed_sheriff: int = 0


class ScoringTable(Strict, kw_only=True):
    payouts: dict[Outcome, PayoutsTable]
    bonuses: BonusesTable | None = None


class CashRewardsTable(ArticleTable):
    outlaw_killed: int


class ExperienceTable(ArticleTable):
    card: int


class RecordSheetTable(ArticleTable, kw_only=True):
    lives: bool = False
    ruthless_law: bool = False
    among_last: int = 0


class RefereeTable(ArticleTable, kw_only=True):
    plays: bool = False


class WithdrawalsTable(ArticleTable, kw_only=True):
    leaver: Leaver = Leaver.STAYS


class ConductTable(ArticleTable, kw_only=True):
    misconduct: tuple[rulebook.Misconduct, ...] = ()
    rules: dict[Conduct, str] = {}


class FactorTable(Strict):
    tables_of: int
    beside: int
    factor: str


class StandingsTable(ArticleTable, kw_only=True):
    criteria: tuple[str, ...] = ()
    lots_decide: bool = False
    one_on_one: bool = False
    unit: str = rulebook.DOLLAR
    less_start: bool = False
    per_game: bool = False
    rounded: bool = False
    factor: FactorTable | None = None
    once: dict[str, int] = {}


class PenaltiesTable(ArticleTable):
    warnings_to_ejection: int


class DuelModeTable(ArticleTable, kw_only=True):
    shown: int = 0
    each: int = 0
    scores: tuple[tuple[int, int], ...] = ()
    boxed: bool = False


class FinalsTable(ArticleTable, kw_only=True):
    qualifiers: int = 0
    matches: tuple[Match, ...] = ()
    brackets: tuple[Bracket, ...] = ()
    duel: dict[str, DuelModeTable]


class KnockoutRow(PlayersRow, kw_only=True):
    players: int


class KnockoutTable(ArticleTable, kw_only=True):
    champion: str = ""
    qualifiers: ArticleTable | None = None
    two: ArticleTable | None = None
    by_players: tuple[KnockoutRow, ...]
    largest_table: int
    most_tables: int
    shown: int
    each: int = 2
    without: tuple[str, ...] = ()
    roles: dict[str, dict[Role, int]] = {}


class LastTable(ArticleTable, kw_only=True):
    players: int


class Each(StrEnum):
    """How often badges are given."""

    GAME = "game"


class BadgeTable(ArticleTable, kw_only=True):
    name: str
    points: int
    most: int = 1
    each: Each = Each.GAME


class CutTable(ArticleTable, kw_only=True):
    after: int
    players: int = 0
    by_players: tuple[KnockoutRow, ...] = ()
    share: str = ""


class LeagueTable(ArticleTable, kw_only=True):
    evenings: int
    games: int
    minimum: int
    counted: int = 0
    which: Counted = Counted.BEST


class ChampionTable(ArticleTable, kw_only=True):
    name: str
    eligible: bool = False


class PrizesTable(ArticleTable):
    by_rounds: dict[str, tuple[int, ...]] = {}
    from_fees: tuple[int, ...] = ()


class OfficialTable(ArticleTable, kw_only=True):
    minimum_players: int = 0
    equal_sheriffs: bool = False


class TermTable(ArticleTable):
    last_day: date


class ChampionshipTable(ArticleTable):
    finalists: int
    term: TermTable
    last_open: tuple[date, date] | None = None
    report_days: int = 0
    best: int = 0
    regional: int = 1
    national: int = 0
    wild_cards: int = 0


class RulebookFile(Strict, kw_only=True):
    """A whole rulebook file, or a patch already merged over its base."""

    id: str
    title: str
    language: str
    source: PrintedSource
    players: PlayersTable
    rounds: RoundsTable = msgspec.field(default_factory=lambda: RoundsTable(article=""))
    tables: TablesTable
    roles: RolesTable
    characters: CharactersTable
    auction: AuctionTable | None = None
    high_noon: HighNoonTable | None = None
    payouts: dict[Outcome, PayoutsTable] = {}
    bonuses: BonusesTable | None = None
    scoring: dict[str, ScoringTable] = {}
    cash_rewards: CashRewardsTable | None = None
    experience: ExperienceTable | None = None
    record_sheet: RecordSheetTable | None = None
    referee: RefereeTable | None = None
    secrecy: ArticleTable | None = None
    withdrawals: WithdrawalsTable | None = None
    conduct: ConductTable | None = None
    score: ArticleTable | None = None
    standings: StandingsTable
    penalties: PenaltiesTable | None = None
    finals: FinalsTable | None = None
    knockout: KnockoutTable | None = None
    last_table: LastTable | None = None
    league: LeagueTable | None = None
    cut: tuple[CutTable, ...] = ()
    badge: tuple[BadgeTable, ...] = ()
    champion: ChampionTable | None = None
    prizes: PrizesTable | None = None
    official: OfficialTable | None = None
    championship: ChampionshipTable | None = None
    decisions: dict[str, str] = {}

    def scorings(self) -> dict[str, ScoringTable]:
        """The sets of payouts by code; a single set has a blank code."""
        return self.scoring or {"": ScoringTable(payouts=self.payouts, bonuses=self.bonuses)}
