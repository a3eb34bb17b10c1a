"""What a referto is made of: the facts, and what follows from them, computed once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from bangxl import __version__
from bangxl.books.port import Value
from bangxl.interchange.document import Beside, addresses_of, second_half
from bangxl.interchange.dump import fingerprint
from bangxl.interchange.receipts import Receipt, receipts
from bangxl.locale.catalog import Catalog, catalog
from bangxl.referto.book import FORMAT
from bangxl.tournament.finals import FinalPlace, final_ranking
from bangxl.tournament.journal import Journal, LogEntry, pairs, read_pairs
from bangxl.tournament.model import EventType, Game, Role, Seat, Tournament
from bangxl.tournament.roster import player_names
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.tournament.state import State
from bangxl.workbook.read import Contents, Rows
from bangxl.workbook.words import YesNo, word
from bangxl.workbook.write import cells_for


@dataclass(frozen=True)
class Report:
    """A tournament to be reported.

    ``interim``: it is not complete. ``secret``: its results are left out. ``addresses``: mail addresses are told. ``written`` is
    the moment, UTC, ISO 8601; ``program`` who writes; ``digest`` that of the facts.
    """

    state: Contents
    written: str
    program: str
    digest: str
    interim: bool = False
    secret: bool = False
    addresses: bool = True

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

    @property
    def moment(self) -> datetime:
        """When it was written, UTC: the only time in its files. ValueError."""
        return datetime.fromisoformat(self.written.removesuffix("Z")).replace(tzinfo=None)

    @cached_property
    def second_half(self) -> str:
        """The digest's second half: over the first, and what is said beside the facts."""
        beside = Beside(
            language=self.tournament.language,
            layout=FORMAT,
            program=self.program,
            written=self.written,
            interim=self.interim,
            secret=self.secret,
            addresses=addresses_of(self.tournament.players) if self.addresses else {},
        )
        return second_half(self.digest, beside)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Everybody on the entry list, in its order."""
        return tuple(player.id for player in self.tournament.players)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The players' names by id."""
        return player_names(self.state)

    @cached_property
    def ranking(self) -> tuple[FinalPlace, ...]:
        """The final ranking; empty until the finals are decided."""
        return final_ranking(self.state) if self.is_closed else ()

    @property
    def is_closed(self) -> bool:
        """Whether the last duel or stage has been recorded."""
        return self.tournament.finals is not None and self.tournament.finals.closed

    @cached_property
    def receipts(self) -> tuple[Receipt, ...]:
        """The codes that were posted, and what they follow from."""
        return receipts(self.state, secret=self.secret)

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

    @property
    def rows(self) -> Rows:
        """Where players and events stand in a referto: without the lines that people leave blank."""
        return Rows(tuple(range(len(self.ids))), tuple(range(len(self.tournament.events))), len(self.ids))

    @cached_property
    def _cells(self) -> Mapping[tuple[str, int], Value]:
        return cells_for(self.state, self.rows).cells


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
