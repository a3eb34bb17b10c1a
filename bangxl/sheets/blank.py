"""Empty record sheets, to be printed and filled in by hand: the pages of a workbook's record sheets, without a tournament."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from openpyxl.utils import get_column_letter
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import Catalog
from bangxl.sheets import lists
from bangxl.sheets.build import blank as fresh
from bangxl.sheets.context import Context
from bangxl.sheets.record import page as record_page
from bangxl.sheets.record.cells import FIRST, ends, page_columns
from bangxl.sheets.record.texts import label, with_step
from bangxl.sheets.styles import Value, in_unit, put, widths
from bangxl.tournament.model import Outcome, Role, Tournament
from bangxl.tournament.options import auction_in, card_price_in, cash_reward_in, scoring_in
from bangxl.tournament.rotation import scheduled_games, still_in
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.tournament.state import State
from bangxl.workbook import names
from bangxl.workbook.fields import FIELDS, InputKind
from bangxl.workbook.messages import display_names

_HEIGHTS: Final = {1: 34, 2: 30, 3: 26, 4: 6, 5: 20, 6: 34, 16: 26, **dict.fromkeys(range(17, 27), 19), 27: 34, 28: 16}
_SEATS_HEIGHT: Final = 217
"""In points, of all seats: at smaller tables there is more room to write."""
_LINE: Final = "____"
"""Where a number is written by hand."""
_BOX: Final = "□"
_DEFAULTS: Final = Tournament(rulebook="")
"""Nothing is chosen: each option is as the regulation has it."""


def of_rulebook(rulebook: Rulebook, catalog: Catalog) -> Workbook:
    """The sheets that suit any tournament by a regulation."""
    return of_sizes(State(_DEFAULTS, rulebook), catalog)


def of_sizes(state: State, catalog: Catalog) -> Workbook:
    """A sheet for each size of table, the smallest first: texts and boxes, no formulas, no names, nothing hidden.

    Of the tournament only the options matter.
    """
    rulebook = state.rulebook
    wb = fresh(rulebook)
    for form in forms_of_sizes(state, catalog):
        ctx = form.ctx
        ws = _sheet(wb, ctx, form, ctx._("Table of {players}").format(players=ctx.largest))
        put(ws, f"{get_column_letter(page_columns(rulebook).index('Print_deputy') + 1)}2", ctx._("Date:"), "Print rule")
    in_unit(wb, rulebook.unit)
    return wb


def of_tables(state: State, catalog: Catalog) -> Workbook:
    """A sheet for each game that fixed tables still play, table by table, with the names of who stays (Der Wertungszettel)."""
    wb = fresh(state.rulebook)
    for form in forms_of_tables(state, catalog):
        _sheet(wb, form.ctx, form, names.record_sheet(form.number, form.table))
    in_unit(wb, state.rulebook.unit)
    return wb


def forms_of_sizes(state: State, catalog: Catalog) -> Iterator[Empty]:
    """A form for each size of table, the smallest first."""
    for size in sorted(state.rulebook.roles):
        yield Empty(of_size(state.rulebook, catalog, size), state)


def forms_of_tables(state: State, catalog: Catalog) -> Iterator[Named]:
    """A form for each game that fixed tables still play, table by table."""
    tournament = state.tournament
    called = display_names(tournament.players)
    for table, players in tournament.start_tables.items():
        closed = sum(tournament.is_closed(game) for game in tournament.at_table(table))
        for number in range(closed + 1, scheduled_games(state, table) + 1):
            here = dict(still_in(state, table, number))
            seated = tuple(called.get(here[chair], here[chair]) if chair in here else "" for chair in range(1, len(players) + 1))
            yield Named(of_size(state.rulebook, catalog, len(players)), state, number, table, seated)


def of_size(rulebook: Rulebook, catalog: Catalog, size: int) -> Context:
    """The context of a workbook in which this is the only size of table: what an `Empty` form is made of."""
    extent = names.extent(rulebook, rulebook.maximum_players)
    return Context(replace(rulebook, roles={size: rulebook.roles[size]}), catalog, size, extent.rounds, extent.tables)


def _sheet(wb: Workbook, ctx: Context, form: Empty, title: str) -> Worksheet:
    size = ctx.largest
    ws: Worksheet = wb.create_sheet(title)
    widths(ws, *record_page.widths(ctx.rulebook), white_from=1)
    seats = dict.fromkeys(range(FIRST, FIRST + size), round(_SEATS_HEIGHT / size))
    below = {FIRST + size: 22} | dict.fromkeys(range(FIRST + size + 1, 16), 8)
    for row, height in (seats | below | _HEIGHTS).items():
        ws.row_dimensions[row].height = height
    record_page.build(ws, form)
    ws.sheet_view.showGridLines = False
    return ws


@dataclass(frozen=True, slots=True)
class Empty:
    """The `record_page.Form` on which nothing is written yet; options are as the tournament has them."""

    ctx: Context
    state: State

    @property
    def title(self) -> str:
        """Lines for round and table; for the game where there is one table."""
        if self.ctx.tables == 1:
            return self.ctx._("GAME {round}").format(round=_LINE)
        return self.ctx._("ROUND {round} · TABLE {table}").format(round=_LINE, table=_LINE)

    @property
    def event(self) -> Value:
        """What to write on the line below the title."""
        return self.ctx._("Tournament, place:")

    @property
    def day(self) -> Value:
        """The date has room on the same line."""
        return None

    def letter(self, key: str) -> str:
        """The page is all that there is: its first column is A."""
        return get_column_letter(page_columns(self.ctx.rulebook).index(key) + 1)

    def with_auction(self, text: str, otherwise: str) -> str:
        """An auction that is a variant is not played."""
        return text if self._has_auction else otherwise

    def where(self, variant: str, text: str) -> str | None:
        """As the options are set."""
        played = {"Amount_Card": card_price_in(self.state), "Amount_Outlaw_Killed": cash_reward_in(self.state)}
        return text if played.get(variant, self._has_auction) else None

    @property
    def _has_auction(self) -> bool:
        return auction_in(self.state) is not None

    def note(self) -> str | None:
        """The bids, or without an auction the cross for a Deputy."""
        if self._has_auction:
            return label(self.ctx, with_step(self.ctx, "bids"))
        scoring = scoring_in(self.state)
        notes = (bonus.note for field in FIELDS if (bonus := field.bonus) and bonus.of and bonus.of(scoring))
        return next((label(self.ctx, note) for note in notes), None)

    def seat(self, row: int) -> Mapping[str, Value]:
        """The number of the chair, and boxes to cross."""
        rule = self.ctx.rulebook.sheriff
        values: dict[str, Value] = {"Seat": row - FIRST + 1, "Name": None, "Character": None}
        values |= {role: _role_mark(role, row, rule) for role in Role} | dict.fromkeys(ends(self.ctx.rulebook), _BOX)
        keys = (key.removeprefix("Print_") for key in page_columns(self.ctx.rulebook))
        sign = record_page.dollar(self.ctx)
        signs = {InputKind.DOLLARS: sign, InputKind.MARK: _BOX}
        marks = {field.name: signs.get(field.kind) for field in FIELDS} | {"Payout": sign}
        return values | {key: marks.get(key) for key in keys if key not in values}

    def won(self, outcome: Outcome) -> str:  # noqa: ARG002 - the same for all
        """A box to cross."""
        return _BOX

    def noon(self, number: int) -> Value:
        """By the size of the table."""
        return self._by_size(f"Size_Noon_{number}")

    def noon_from(self) -> Value:
        """By the size of the table."""
        return self._by_size("Size_Noon")

    def _by_size(self, name: str) -> Value:
        return dict(lists.noon(self.ctx))[name][self.ctx.largest - 1]

    def dress(self, ws: Worksheet) -> None:
        """Lines for the notes; nothing depends on what is typed."""
        put(ws, record_page.notes_area(self.ctx, self.letter), None, "Print text")


@dataclass(frozen=True, slots=True)
class Named(Empty):
    """The sheet of a game of a tournament: which game it is, where and when, and who sits there."""

    number: int
    table: int
    players: Sequence[str]

    @property
    def title(self) -> str:
        """Round and table; the game where there is one table."""
        if len(self.state.tournament.start_tables) == 1:
            return self.ctx._("GAME {round}").format(round=self.number)
        return self.ctx._("ROUND {round} · TABLE {table}").format(round=self.number, table=self.table)

    @property
    def event(self) -> Value:
        """Name and place."""
        event = self.state.tournament.event
        return " · ".join(filter(None, (event.name, event.place))) or None

    @property
    def day(self) -> Value:
        """The date."""
        return self.ctx.catalog.day(self.state.tournament.event.date) or None

    def seat(self, row: int) -> Mapping[str, Value]:
        """With the name of who sits there."""
        return {**Empty.seat(self, row), "Name": self.players[row - FIRST] or None}


def _role_mark(role: Role, row: int, rule: SheriffRule) -> str | None:
    """A star where the regulation seats the Sheriff on every sheet; None where nothing can be true."""
    if rule is not SheriffRule.SEAT_1:
        return _BOX
    if (row == FIRST) != (role is Role.SHERIFF):
        return None
    return "★" if role is Role.SHERIFF else _BOX
