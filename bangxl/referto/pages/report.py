"""What the sheets of a referto are made from: the facts, and what follows from them, computed once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Final

from openpyxl.workbook.workbook import Workbook

from bangxl import __version__
from bangxl.books.port import Value
from bangxl.interchange.document import Beside, addresses_of, second_half
from bangxl.interchange.dump import fingerprint
from bangxl.locale.catalog import Catalog, catalog
from bangxl.referto.book import FORMAT
from bangxl.referto.pages.layout import Column, Page, folded, is_wide_enough, new_page, sizes, used
from bangxl.referto.pages.measure import points
from bangxl.tournament.finals import FinalPlace, final_ranking
from bangxl.tournament.journal import Journal, LogEntry, pairs, read_pairs
from bangxl.tournament.model import EventType, Game, Role, Seat, Tournament
from bangxl.tournament.roster import player_names
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.tournament.state import State
from bangxl.workbook.read import Contents, Rows
from bangxl.workbook.wall import initialled
from bangxl.workbook.words import YesNo, word
from bangxl.workbook.write import picture

_SIZE: Final = 10
_SMALLER: Final = 9

PORTRAIT: Final = 555
"""Points that the columns of a sheet may take together: its letters of size 9 are printed no smaller than 8 then."""

_CROWD: Final = 60
"""With more players the pages on paper are filled closely."""

_ROOM: Final = 114
"""Points that a name takes at most beside a game, where others have initials."""

_CLOSE: Final = 12.4
"""Points of a row of a table where lines stand close."""

LINE: Final = 14
"""The height of a row of such letters."""


@dataclass(frozen=True)
class Report:
    """A tournament to be reported.

    ``interim``: it is not complete. ``secret``: its results are left out. ``addresses``: mail addresses are told. ``written`` is
    the moment, UTC, ISO 8601; ``program`` who writes; ``digest`` that of the facts. ``printed``: pages on paper are made of it.
    """

    state: Contents
    written: str
    program: str
    digest: str
    interim: bool = False
    secret: bool = False
    addresses: bool = True
    printed: bool = False

    @property
    def tournament(self) -> Tournament:
        """What happened."""
        return self.state.tournament

    @property
    def rulebook(self) -> Rulebook:
        """The regulation."""
        return self.state.rulebook

    @cached_property
    def text(self) -> Catalog:
        """The catalog of the referto's language."""
        return catalog(self.tournament.language).counting(self.rulebook.unit)

    @cached_property
    def second_half(self) -> str:
        """The digest's second half: over the first, and what is said beside the facts."""
        said = Beside(
            language=self.tournament.language,
            layout=FORMAT,
            program=self.program,
            written=self.written,
            interim=self.interim,
            secret=self.secret,
            addresses=addresses_of(self.tournament.players) if self.addresses else {},
        )
        return second_half(self.digest, said)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Everybody on the entry list, in its order."""
        return tuple(player.id for player in self.tournament.players)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The players' names by id."""
        return player_names(self.state)

    @property
    def is_close(self) -> bool:
        """Whether lines stand closer than on other pages: many players, on paper."""
        return self.printed and len(self.ids) > _CROWD

    @property
    def line(self) -> float:
        """The height of a row of a table."""
        return _CLOSE if self.is_close else LINE

    @cached_property
    def initials(self) -> Mapping[str, str]:
        """The players' names with initials, by id."""
        write = initialled(self.names.values())
        return {player: write(name) for player, name in self.names.items()}

    @cached_property
    def called(self) -> Mapping[str, str]:
        """What players are called beside their numbers and games: where lines stand close, who has a long name by initials."""
        if not self.is_close:
            return self.names
        return {player: self.fitting(player, _ROOM, _SMALLER) for player in self.names}

    def fitting(self, player: str, room: float, size: float, *, bold: bool = False) -> str:
        """A player's name; on paper with initials, if it needs more than so many points in letters of a size."""
        name = self.names.get(player, "")
        return self.initials[player] if self.printed and points(name, size, bold=bold) > room else name

    @cached_property
    def alone(self) -> Mapping[str, str]:
        """What they are called where no number stands beside it: with it where several are called so."""
        count = Counter(self.called.values())
        return {player: f"{called} {player}" if count[called] > 1 else called for player, called in self.called.items()}

    @property
    def has_numbers(self) -> bool:
        """Whether numbers stand beside names everywhere, as some are called alike; where lines stand close, only at those."""
        return self.has_namesakes and not self.is_close

    @cached_property
    def has_namesakes(self) -> bool:
        """Whether names alone do not tell who is who."""
        return len({*self.names.values()}) < len(self.names)

    @cached_property
    def ranking(self) -> tuple[FinalPlace, ...]:
        """The final ranking; empty until the finals are decided."""
        closed = self.tournament.finals is not None and self.tournament.finals.closed
        return final_ranking(self.state) if closed else ()

    @property
    def mark(self) -> str:
        """What stands at the head of every page of an interim report."""
        _ = self.text
        return _("INTERIM") if self.interim else ""

    @cached_property
    def yes(self) -> str:
        """A mark."""
        return word(YesNo.YES, self.tournament.language)

    def column(self, name: str, length: int) -> list[Value]:
        """The first values of a name as a workbook holds them."""
        return [self._cells.get((name, index)) for index in range(length)]

    def cell(self, name: str) -> Value:
        """What a workbook holds in a name of one cell."""
        return self._cells.get((name, 0))

    def names_of(self, players: Sequence[Value]) -> list[Value]:
        """The names of players by their ids; a blank where there is none."""
        return [self.names.get(str(player), "") if player else None for player in players]

    @cached_property
    def _cells(self) -> Mapping[tuple[str, int], Value]:
        rows = Rows(tuple(range(len(self.ids))), tuple(range(len(self.tournament.events))), len(self.ids))
        return picture(self.state, rows).cells


def report_of(
    contents: Contents, written: str, *, interim: bool = False, results: bool = False, addresses: bool = True
) -> Report:
    """What is to be reported: all of it; an ``interim`` one without what is still secret, unless ``results`` are asked for."""
    secret = interim and not results and is_secret(contents)
    if secret:
        tournament, journal = without_results(contents)
        contents = replace(contents, tournament=tournament, journal=journal)
    return Report(
        contents,
        written=written,
        program=f"bangxl {__version__}",
        digest=fingerprint(contents),
        interim=interim,
        secret=secret,
        addresses=addresses,
    )


def sheet(
    wb: Workbook,
    report: Report,
    tab: str,
    title: str,
    wide: Sequence[float],
    *,
    local: bool = False,
    landscape: bool = False,
    size: float = 20,
) -> Page:
    """A sheet with its title, the tournament's name beneath it, and the mark of an interim report."""
    page = new_page(wb, tab, wide, local=local)
    page.landscape = landscape
    page.title(title, report.tournament.event.name, report.mark, size)
    return page


def listing(
    wb: Workbook, report: Report, tab: str, title: str, columns: Sequence[Column], *, stretched: int = 2, below: str = ""
) -> Page:
    """A sheet of one table, whose heads stand on every page; columns in which nobody has anything are left out.

    The first one has room for the head ``below``, of another table.
    """
    said, blank = used(columns, keep=columns[stretched])
    at = said.index(columns[stretched])
    size = next((one for one in (_SIZE, _SMALLER) if is_wide_enough(said, one, most=PORTRAIT)), _SMALLER)
    if not is_wide_enough(said, size, most=PORTRAIT):
        said = [folded(column, size) for column in said]
    if report.is_close and not is_wide_enough(said, size, most=PORTRAIT):
        called = {name: report.called[player] for player, name in report.names.items()}
        said[at] = said[at]._replace(values=[called.get(str(name), name) for name in said[at].values])
    measured = [said[0]._replace(head=max(said[0].head, below, key=partial(points, size=size))), *said[1:]]
    page = sheet(wb, report, tab, title, sizes(measured, size, most=PORTRAIT, stretched=at))
    page.size, first = size, page.row + 1
    page.table(said, height=report.line)
    page.unused(blank, first, page.last + 2)
    return page


def who(report: Report, prefix: str, players: Sequence[Value], names: Mapping[str, str] | None = None) -> tuple[Column, Column]:
    """The columns of players' numbers and names, or what else they are called."""
    _, called = report.text, report.names if names is None else names
    told: list[Value] = [called.get(str(player), "") if player else None for player in players]
    return (
        Column(_("No."), f"{prefix}_Player", players),
        Column(_("Player"), f"{prefix}_Name", told, "Print name", long=True),
    )


def cell_number(value: Fraction | int | None) -> Value:
    """A number for a cell: whole, or a float."""
    if value is None:
        return None
    return int(value) if value == int(value) else float(value)


def is_secret(state: State) -> bool:
    """Whether results are still the referee's alone: where the regulation says so, until the standings are published."""
    return state.rulebook.secret and state.tournament.finals is None


def without_results(state: State) -> tuple[Tournament, Journal]:
    """The seatings and what happened, without a game's result: no money can be derived from it.

    The Sheriff's role stays where the regulation seats him: it is in the draw. Rulings go. The log loses the fingerprints of the
    games, what stood on those that were reopened, and what rulings pay; the codes lose their salts.
    """
    games = tuple(_without_result(game, state.rulebook) for game in state.tournament.games)
    events = tuple(event for event in state.tournament.events if event.type is not EventType.RULING)
    entries = tuple(_without_digest(entry) for entry in state.journal.entries)
    draws = tuple(replace(draw, salt="") for draw in state.tournament.draws)
    codes = tuple(one._replace(salt="") for one in state.tournament.codes)
    tournament = replace(state.tournament, games=games, events=events, draws=draws, codes=codes, closed_after_round=None)
    return tournament, replace(state.journal, entries=entries)


def _without_digest(entry: LogEntry) -> LogEntry:
    if entry.command in {"reopen", "rule"}:
        return replace(entry, digest="", result="")
    said = read_pairs(entry.result)
    return replace(entry, digest="", result=pairs(without_salt(said)) if "salt" in said else entry.result)


def without_salt(said: Mapping[str, str]) -> Mapping[str, str]:
    """What a row of the log says, without what would let somebody try results against a code."""
    return {key: value for key, value in said.items() if key != "salt"}


def _without_result(game: Game, rulebook: Rulebook) -> Game:
    def blank(seat: Seat) -> Seat:
        seen = seat.role is Role.SHERIFF and rulebook.sheriff is not SheriffRule.DRAWN
        return Seat(seat.number, seat.player, Role.SHERIFF if seen else None)

    return Game(game.round, game.table, tuple(blank(seat) for seat in game.seats))
