"""A regulation as data, as the loader makes it from a TOML file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Final

from bangxl.tournament.expressions import Expression
from bangxl.tournament.identity import as_typed
from bangxl.tournament.model import OPTIONAL_FIELDS, Outcome, Role, Status


class Leaver(StrEnum):
    """What becomes of the character of a player who leaves during a game."""

    STAYS = "stays"
    """It stays in the game passively: the text says no more."""
    DISCARDS = "discards"
    """Their hand is discarded, the character has no ability and cannot use what lies before it (Italy 2010, 1.3)."""
    PRISON = "prison"
    """As if they were always in prison: their cards stay and work (Italy 2007)."""


Misconduct = StrEnum(
    "Misconduct", "ROLE_CARD HAND INFORMATION ADVICE AGREEMENT CHEATING SLOW LYING CONTESTING SWEARING OFFENCE THREAT"
)
"""What regulations list as cheating or misconduct: reasons for a warning or an ejection."""

Conduct = StrEnum(
    "Conduct",
    "BASE_GAME SPORTING CALL_REFEREE SLOW_PLAY GOOD_FAITH ONE_REFEREE DECISIONS_FINAL ROLE_SHOWN_GOES_ON ROLE_SHOWN_REPLAY "
    "COPY_AT_HAND",
)
"""What regulations say about how a tournament is played and judged."""

Sizes = tuple[int, ...]
"""Players at table 1, 2, …."""


@dataclass(frozen=True, slots=True)
class SeatingPlan:
    """All rounds of a tournament: tables of numbers 0 … n - 1, the Sheriff first, nobody Sheriff twice."""

    players: int
    sizes: Sizes
    rounds: tuple[tuple[tuple[int, ...], ...], ...]


DOLLAR: Final = "$"
"""The unit of winnings and scores where the regulation names no other."""

PayoutKey = tuple[Outcome, Role, Status]

Roles = Mapping[int, Mapping[Role, int]]
"""The role cards by the size of the table: how many of each."""


class Games(StrEnum):
    """How many games there are: of the tournament where tables are redrawn, else of each table."""

    BY_PLAYERS = ""  # no word for it in a file
    """As the table of rounds says, by the players at the start."""
    EACH_SHERIFF = "each_sheriff"
    """Until everybody who is still at the table has been Sheriff once (Italy 2007)."""
    TABLE_SIZE = "table_size"
    """As many as players sat down at the table (Germany)."""
    MULTIPLE = "multiple"
    """Any multiple of the players, everybody Sheriff equally often (Record)."""


class SheriffRule(StrEnum):
    """The rule for the Sheriff."""

    SEAT_1 = "seat_1"
    """Seat 1 of every record sheet, never twice in a tournament (Italy 2010)."""
    LEFT = "left"
    """Seat 1 first, then the player on the left of the one before (Italy 2007, Record)."""
    DRAWN = "drawn"
    """The player who gets the card: nothing is enforced (DE-2)."""


class Writer(StrEnum):
    """Who writes characters and bids on the record sheet."""

    PLAYERS = "players"
    """Any player with a pencil: the text names nobody (Ingaggio)."""
    REFEREE = "referee"
    """The referee, after the auctions (Italy 2007)."""
    SHERIFF = "sheriff"
    """The Sheriff, after each auction (Italy 2010, 2011)."""


@dataclass(frozen=True, slots=True)
class PrintedSource:
    """The printed text: its title, edition and day of publication ("" where the text has none)."""

    title: str
    edition: str = ""
    published: str = ""


@dataclass(frozen=True, slots=True)
class Auction:
    """The auction of characters, in dollars. ``last`` is the price for the last player at a table.

    Every amount is a multiple of ``step``, every bid at least ``least_raise`` more than the one before; only the last is written
    down, so that any multiple of the step from the minimum on can be a price.
    ``debt``: who has nothing pays the minimum all the same, and may owe it (Italy 2007); otherwise all they have (DV-5).
    ``reconfirm``: a survivor may keep their character at the price of its auction. ``optional``: only with the option.
    ``to_right``: the player on the Sheriff's right opens, and so on to the right (Ingaggio).
    """

    start: int
    minimum: int
    step: int
    least_raise: int
    last: int
    writer: Writer = Writer.SHERIFF
    debt: bool = False
    reconfirm: bool = False
    to_right: bool = False
    optional: bool = False

    @property
    def drops_zeros(self) -> bool:
        """Whether a bid of one digit has lost its zeros: who types 3 where bids are hundreds means 300."""
        return self.step > 1 and str(self.step).strip("0") == "1"


@dataclass(frozen=True, slots=True)
class Payout:
    """One line of the winnings table: dollars by number of players at the table."""

    outcome: Outcome
    role: Role
    status: Status
    amount: Mapping[int, Expression]


@dataclass(frozen=True, slots=True)
class Scoring:
    """One way to pay games, in dollars. ``alive``: to everybody alive at the end, beside the table of winnings.

    ``killed_sheriff``: to a Deputy who eliminates the Sheriff (a penalty is negative).
    """

    code: str
    payouts: Mapping[PayoutKey, Payout]
    alive: int = 0
    killed_sheriff: int = 0

    def line(self, outcome: Outcome, role: Role, status: Status) -> Payout | None:
        """What this seat is paid; among the last as all who were eliminated, where the text has no amount of its own for it."""
        payout = self.payouts.get((outcome, role, status))
        if payout is None and status is Status.AMONG_LAST:
            return self.payouts.get((outcome, role, Status.ELIMINATED))
        return payout


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the regulation leaves to the referee; the first value is the default.

    Without values it is free text that its own code reads: a composition of tables, a number of games.
    """

    key: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """The default value."""
        return self.values[0] if self.values else ""


@dataclass(frozen=True, slots=True)
class Factor:
    """What scores at tables of ``tables_of`` are multiplied by, where the tournament began with tables of ``beside`` as well."""

    tables_of: int
    beside: int
    factor: Fraction


@dataclass(frozen=True, slots=True)
class ScoreRule:
    """How money becomes the score that ranks: less the start, by the games played, times a factor, rounded to the dollar.

    ``once`` gives dollars to everybody at a table at which so many sat down. Half a dollar is rounded away from zero (DV-1).
    """

    less_start: bool = False
    per_game: bool = False
    rounded: bool = False
    factor: Factor | None = None
    once: Mapping[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A duel of the bracket. A side is a place in the standings (1, 2, …) or a match.

    ``SF1`` is the winner of that match, ``-SF1`` its loser.
    """

    code: str
    a: int | str
    b: int | str


@dataclass(frozen=True, slots=True)
class Bracket:
    """The duels of the finals, for tournaments that began with at least ``from_tables`` tables."""

    from_tables: int
    qualifiers: int
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class DuelMode:
    """One way to play a duel: how many characters are drawn, and the legal scores, winner's first.

    None are drawn for a game from a box of its own.
    """

    code: str
    shown: int
    each: int
    scores: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Knockout:
    """Finals in stages: the winning side plays on, until one player is left (Germany).

    ``by_players`` are rows (first, last, players in the knock-out), by players at the start. The game of two shows ``shown``
    characters, without those in ``without``; each takes two. ``roles`` are those of every table from four players up.
    ``by_points``: there is one table and one game, and what each is paid in it decides the places (G14).
    """

    by_players: tuple[tuple[int, int, int], ...]
    largest_table: int
    most_tables: int
    shown: int
    without: tuple[str, ...]
    roles: Roles = field(default_factory=dict)
    by_points: bool = False

    def players(self, started: int) -> int:
        """How many the regulation lets through of so many at the start."""
        return next((count for first, last, count in self.by_players if first <= started <= last), 0)


@dataclass(frozen=True, slots=True)
class Badge:
    """What a game gives to some of its players, with a name of the regulation's own, such as «Most damage».

    ``points`` for each; ``most``: no more than so many at a table in a game.
    """

    name: str
    points: int
    most: int


@dataclass(frozen=True, slots=True)
class Cut:
    """After round ``after`` only the best play on; the others go home with the place at which they stand.

    ``by_players`` are rows (first, last, players who play on), by players at the start. They follow from a ``share`` of these:
    rounded up, to a number that has tables.
    """

    after: int
    by_players: tuple[tuple[int, int, int], ...]
    share: str = ""

    def players(self, started: int) -> int:
        """How many of so many at the start play on."""
        return next((count for first, last, count in self.by_players if first <= started <= last), started)


class Counted(StrEnum):
    """Which games of a player count in a league."""

    BEST = "best"
    FIRST = "first"


@dataclass(frozen=True, slots=True)
class League:
    """Evenings to which whoever likes comes, each of at most so many ``games``: rounds, drawn among those who are there.

    Only who has played ``minimum`` games is ranked; ``counted`` of them make their score, 0: all.
    """

    evenings: int
    games: int
    minimum: int
    counted: int = 0
    which: Counted = Counted.BEST


@dataclass(frozen=True, slots=True)
class Referee:
    """The referee of a regulation that has one. ``plays``: nothing forbids them to play in their own tournament."""

    plays: bool


@dataclass(frozen=True, slots=True)
class Official:
    """When a result counts for the publisher: from so many players on; only with a whole number of Sheriffs' rounds (Record)."""

    minimum_players: int = 0
    equal_sheriffs: bool = False

    @property
    def is_conditional(self) -> bool:
        """Whether a result may not count."""
        return self.minimum_players > 0 or self.equal_sheriffs


@dataclass(frozen=True, slots=True)
class Championship:
    """The season that tournaments are part of (Italy 2007): so many finalists, tournaments until ``last_day``, that day included.

    ``last_open``: the first and the last day of the final's weekend, when one more Open is played. ``report_days``: the result is
    reported within so many days; 0: no term. ``best``: so many results of a player count in a table; 0: all.

    Places in the final, beside one for the winner of each Open: so many of each regional table; of the national one, to the best
    who have none yet; and those that the organisers give to whom they like.
    """

    finalists: int
    last_day: date
    last_open: tuple[date, date] | None = None
    report_days: int = 0
    best: int = 0
    regional: int = 1
    national: int = 0
    wild_cards: int = 0


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A regulation. Every table of it cites its article in ``articles`` under the table's name in the file."""

    id: str
    title: str
    language: str
    source: PrintedSource
    articles: Mapping[str, str]
    minimum_players: int
    maximum_players: int
    characters: Mapping[str, int]
    """Name and life points."""
    character_sets: Mapping[str, Mapping[str, int]]
    """The characters by value of the option ``characters``, that of all sets first; empty where nothing is to choose."""
    dealt: int
    """Characters dealt to each, who keeps one; 0 where the regulation does not say."""
    spare: int
    """Characters that lie open beside one for each player, of which each takes one; 0 without."""
    roles: Roles
    games: Games
    rounds: tuple[tuple[int, int, int], ...]
    seatings: tuple[tuple[int, int, tuple[int, ...]], ...]
    """Rows (first, last, games at each seating) by players at the start, where a draw is for several rounds; else none."""
    fixed_tables: bool
    sheriff: SheriffRule
    chart: Mapping[int, tuple[Sizes, ...]]
    """The compositions that the regulation prints, by the number of players, the default first."""
    chart_extension: tuple[int, ...]
    any_composition: tuple[int, ...]
    """Sizes of which any composition is legal as long as tables differ by one at most (R07-18); empty: only the chart's."""
    single_tables: tuple[int, ...]
    smallest_table: int
    """A fixed table with fewer players stops; 0 for redrawn ones."""
    passive: bool
    """Whether who has left keeps their chair at a table that would get too small, as a passive character (DE-9)."""
    auction: Auction | None
    high_noon: Mapping[int, int]
    """The reshuffle of the discards from which life points are lost, by size of table; empty without, or by the clock."""
    noon_minutes: int
    """The minutes of a game after which life points are lost; 0 without, or by reshuffles."""
    scorings: Mapping[str, Scoring]
    cash_reward: int
    """Dollars for each Outlaw whom a player eliminates, with the option; 0 without such a variant."""
    card_price: int
    """Dollars for each card kept for the next game, with the option (Esperienza); 0 without such a variant."""
    record_sheet: frozenset[str]
    """What record sheets ask for without an amount that depends on it (``lives``), or offer to be crossed (``ruthless_law``)."""
    among_last: int
    """Players eliminated when so many or fewer are left are marked on record sheets, and paid for it; 0 without."""
    score: ScoreRule
    criteria: tuple[str, ...]
    lots_decide: bool
    """Whether a lot is the last criterion for everybody (Italy 2007), not only where a place in the finals depends on it."""
    one_on_one: bool
    """Whether two who are still equal may play each other instead of a lot; who wins is written as a lot drawn by hand."""
    unit: str
    """Of winnings and scores: ``$``, or points of the regulation's own, where nothing costs money."""
    warnings_to_ejection: int
    """0: warnings never eject by themselves."""
    options: Mapping[str, Option]
    brackets: tuple[Bracket, ...] = ()
    duel_modes: Mapping[str, DuelMode] = field(default_factory=dict)
    knockout: Knockout | None = None
    league: League | None = None
    cuts: tuple[Cut, ...] = ()
    badges: Mapping[str, Badge] = field(default_factory=dict)
    prizes: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    fee_shares: tuple[int, ...] = ()
    """What each place gets of the entry fees, in percent."""
    official: Official = Official()
    championship: Championship | None = None
    referee: Referee | None = None
    """None: the text has no referee, the players see to the game themselves (Record)."""
    secret: bool = False
    """Whether money and standings are the referee's secret until they are published (Italy 2007, 2010, 2011)."""
    decisions: Mapping[str, str] = field(default_factory=dict)
    """Where the printed text is silent: the id of the decision (docs/dev/decisions.md) by the key that it settles."""
    leaver: Leaver = Leaver.STAYS
    misconduct: tuple[Misconduct, ...] = ()
    """In the order of the text, which may list more or less than another."""
    conduct: Mapping[Conduct, str] = field(default_factory=dict)
    """What the text says, each with its article."""
    noon_no_missed: bool = False
    """Whether the regulation says that a Missed! does not save the life point."""
    champion: str = ""
    """The title of who wins the finals, in the regulation's own words."""
    only_eligible: bool = False
    """Whether the title is for the best of those only who are marked as eligible (G15)."""
    plan: Callable[..., SeatingPlan | None] = lambda *_asked, **_balance: None
    """What finds a stored plan for the mixed draw, by players, rounds, table sizes in any order, and ``balance``."""
    text: str = ""
    """The file itself, where it is a referee's own: it travels in the workbook."""

    def __hash__(self) -> int:
        """Hash only the id, so that derived facts can be cached; ``==`` compares everything."""
        return hash(self.id)

    @property
    def largest_table(self) -> int:
        """The most players that can sit at one table of the elimination phase."""
        return max(self.roles)

    @property
    def sizes(self) -> frozenset[int]:
        """The sizes that tables can have, those of a last table too: there may be roles for more."""
        rows = (*(sizes for row in self.chart.values() for sizes in row), self.chart_extension, self.any_composition)
        sizes = {size for row in (*rows, self.single_tables) for size in row}
        last = self.knockout.roles if self.knockout and self.knockout.by_points else ()
        return frozenset({*sizes, *last, *(range(self.smallest_table, max(sizes, default=0)) if self.fixed_tables else ())})

    @property
    def matches(self) -> tuple[Match, ...]:
        """The duels of the largest bracket: every duel that a workbook may need; none with a knock-out, or without finals."""
        return self.brackets[-1].matches if self.brackets else ()

    def drawn_from_round(self, number: int) -> int:
        """The round in which those sat from whom a round is drawn: its own, but after a cut the one before it."""
        return number - any(cut.after == number - 1 for cut in self.cuts)

    @property
    def fewest_at_a_table(self) -> int:
        """With fewer people a table stops; with fewer than two also where passive characters fill it up (DE-9)."""
        return 2 if self.passive else self.smallest_table

    @property
    def fewest(self) -> int:
        """The fewest for whom a round can be drawn: the minimum at the start, those of a cut, or one table of any size.

        Each evening of a league is a start of its own.
        """
        any_size = () if self.fixed_tables or self.league else self.any_composition
        return min([self.minimum_players, *any_size, *(count for cut in self.cuts for _first, _last, count in cut.by_players)])

    @property
    def has_finals(self) -> bool:
        """Whether an elimination phase comes first; Record has none, and its standings are all there is."""
        return bool(self.brackets or self.knockout)

    @property
    def has_last_table(self) -> bool:
        """Whether the best players play one more game, whose winnings decide, instead of duels or a knock-out."""
        return self.knockout is not None and self.knockout.by_points

    @property
    def pays_final_duel(self) -> bool:
        """Whether a Renegade who lost the final duel is paid."""
        lines = (scoring.line(Outcome.LAW, Role.RENEGADE, Status.FINAL_DUEL) for scoring in self.scorings.values())
        return any(amount.words or amount() for line in lines if line is not None for amount in line.amount.values())

    @property
    def lives(self) -> bool:
        """Whether record sheets count the life points left."""
        return "lives" in self.record_sheet

    def cited(self, key: str, sentence: str) -> str:
        """A sentence, with the id of its decision in brackets (docs/dev/decisions.md)."""
        return f"{sentence} ({self.decisions[key]})" if key in self.decisions else sentence

    def asks(self, mark: str) -> bool:
        """Whether record sheets ask for one of `model.OPTIONAL_FIELDS`, with some option at least. KeyError for anything else."""
        if mark not in OPTIONAL_FIELDS:
            raise KeyError(mark)
        needed = {
            "reconfirmed": self.auction is not None and self.auction.reconfirm,
            "killed_sheriff": any(scoring.killed_sheriff for scoring in self.scorings.values()),
            "outlaws_killed": self.cash_reward > 0,
            "cards_kept": self.card_price > 0,
        }
        return needed.get(mark, mark in self.record_sheet or mark in self.badges)

    def character(self, text: str) -> str:
        """The character's name as in the file, in any case and with stray blanks; an unknown one unchanged."""
        wanted = as_typed(text)
        return next((name for name in self.characters if name.casefold() == wanted), text)
