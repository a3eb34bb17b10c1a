"""The contents of a report: the facts and their results, computed once."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import accumulate

from bangxl import __version__
from bangxl.books.port import Value
from bangxl.interchange.dump import DIGEST_LENGTH, fingerprint
from bangxl.interchange.receipts import Receipt, receipts
from bangxl.locale.catalog import Catalog, catalog, dotted
from bangxl.referto.book import FORMAT
from bangxl.tournament.finals import FinalPlace, final_ranking
from bangxl.tournament.journal import Journal, digest_of, pairs, read_pairs
from bangxl.tournament.league import evenings
from bangxl.tournament.ledger import ledger, start_money
from bangxl.tournament.model import EventType, Game, Role, Seat, Tournament
from bangxl.tournament.roster import entrants, player_names
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from bangxl.workbook.read import Contents, ListRows
from bangxl.workbook.wall import evening_of
from bangxl.workbook.words import YesNo, word
from bangxl.workbook.write import cells_for


@dataclass(frozen=True, eq=False)
class Report:
    """The report of a tournament.

    ``interim``: the tournament is not complete. ``secret``: omit its results. ``addresses``: include mail addresses. ``written``:
    the time of writing, ISO 8601 with its distance from UTC; ``program``: the writer; ``digest``: the fingerprint of the facts.
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
        """The events of the tournament."""
        return self.state.tournament

    @property
    def rulebook(self) -> Rulebook:
        """The regulation."""
        return self.state.rulebook

    @cached_property
    def catalog(self) -> Catalog:
        """The catalog of the referto's language."""
        return catalog(self.tournament.language).counting(self.rulebook.unit)

    @property
    def moment(self) -> datetime:
        """The time of writing, UTC: the only time in its files. ValueError."""
        moment = datetime.fromisoformat(self.written)
        if moment.tzinfo is None:
            raise ValueError(self.written)
        try:
            return moment.astimezone(UTC).replace(tzinfo=None)
        except OverflowError as error:
            raise ValueError(self.written) from error

    @cached_property
    def second_half(self) -> str:
        """The version mark: over the fingerprint, and the report's data that cannot be derived; several blanks are one."""
        players = self.tournament.players if self.addresses else ()
        beside = {
            "addresses": {player.id: squeeze_blanks(player.email) for player in players if player.email.strip()},
            "digest": self.digest,
            "interim": self.interim,
            "language": self.tournament.language,
            "layout": FORMAT,
            "program": squeeze_blanks(self.program),
            "secret": self.secret,
            "written": squeeze_blanks(self.written),
        }
        return digest_of(beside)[:DIGEST_LENGTH]

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids on the entry list, in its order."""
        return tuple(player.id for player in self.tournament.players)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The players' names by id."""
        return player_names(self.state)

    @cached_property
    def ranking(self) -> tuple[FinalPlace, ...]:
        """The final ranking; empty until the finals are decided."""
        return final_ranking(self.state) if self.tournament.is_over else ()

    @cached_property
    def receipts(self) -> tuple[Receipt, ...]:
        """The posted codes and their sources."""
        return receipts(self.state, secret=self.secret)

    @property
    def interim_notice(self) -> str:
        """The text at the head of every page of an interim report."""
        _, last = self.catalog, self.tournament.rounds_seated
        evening = evening_of(self.state, last, _).rstrip(" ·") if last else ""
        return dotted(_("INTERIM"), evening) if self.interim else ""

    @cached_property
    def yes(self) -> str:
        """The word for a mark."""
        return word(YesNo.YES, self.tournament.language)

    def column(self, name: str, length: int) -> list[Value]:
        """The first values of a name, as in a workbook."""
        return [self.cells.get((name, index)) for index in range(length)]

    def cell(self, name: str) -> Value:
        """The value of a one-cell name, as in a workbook."""
        return self.cells.get((name, 0))

    @property
    def rows(self) -> ListRows:
        """The lines of players and events in a referto: without blank lines of the workbook."""
        return ListRows(tuple(range(len(self.ids))), tuple(range(len(self.tournament.events))), len(self.ids))

    @cached_property
    def cells(self) -> Mapping[tuple[str, int], Value]:
        """The cells that a workbook of these facts has, by name and index."""
        return cells_for(self.state, self.rows, in_report=True).cells


def report_of(
    contents: Contents, written: str, *, interim: bool = False, results: bool = False, addresses: bool = True
) -> Report:
    """Make the report of a tournament: complete, or ``interim`` without secrets unless ``results`` is true.

    If the regulation says so, results are secret until the standings are published.
    """
    secret = interim and not results and contents.rulebook.secret and contents.tournament.finals is None
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


def squeeze_blanks(text: str) -> str:
    """A text with each run of blanks and line ends replaced by one blank."""
    return " ".join(text.split())


def money_in_all(state: State) -> tuple[int, int, int, int]:
    """The total money at the start, spent, paid and at the end."""
    before, rows = start_money(state) * len(entrants(state)), money_totals(state)
    spent, paid = sum(row[2] for row in rows), sum(row[3] for row in rows)
    return before, spent, paid, before - spent + paid


def part_of_rounds(state: State) -> Sequence[int]:
    """The part of the tournament to which each round belongs: in a league its evening, else the round itself."""
    return evenings(state)[:-1] or range(1, state.tournament.rounds_seated + 1)


def money_totals(state: State) -> list[tuple[int, int, int, int, int]]:
    """For each of the `part_of_rounds`: its number, the money before it, spending and payouts in it, and the money after it."""
    rows, funds, part = [], start_money(state) * len(entrants(state)), part_of_rounds(state)
    for number in dict.fromkeys(part):
        lines = [line for line in ledger(state) if line.settled and part[line.game.round - 1] == number]
        spent, paid = sum(line.cost or 0 for line in lines), sum(line.payout or 0 for line in lines)
        rows.append((number, funds, spent, paid, funds - spent + paid))
        funds += paid - spent
    return rows


def money_by_part(state: State) -> Mapping[str, Sequence[int]]:
    """Each player's money at the start and after each of the `part_of_rounds`, in the order of the standings."""
    won: Counter[tuple[str, int]] = Counter()
    start, part = start_money(state), part_of_rounds(state)
    for line in ledger(state):
        won[line.seat.player, part[line.game.round - 1]] += line.net
    players = [row.player for row in standings(state)]
    return {player: [*accumulate((won[player, n] for n in dict.fromkeys(part)), initial=start)] for player in players}


def without_results(state: State) -> tuple[Tournament, Journal]:
    """The seatings and events without the games' results: nobody can derive money from them.

    If the regulation seats the Sheriff, that role stays: it is in the draw. Rulings go. The log loses the digests of
    games, the contents of reopened ones, and the payouts of rulings; the codes lose their salts.
    """
    seen = state.rulebook.sheriff is not SheriffRule.DRAWN
    games = []
    for game in state.tournament.games:
        roles = [Role.SHERIFF if seen and seat.role is Role.SHERIFF else None for seat in game.seats]
        seats = (Seat(seat.number, seat.player, role) for seat, role in zip(game.seats, roles, strict=True))
        games.append(Game(game.round, game.table, tuple(seats)))
    entries = []
    for entry in state.journal.entries:
        result = "" if entry.command in {"reopen", "rule"} else entry.result
        if "salt" in (values := read_pairs(result)):  # with the salt, somebody could test guessed results against a code
            result = pairs({key: value for key, value in values.items() if key != "salt"})
        entries.append(replace(entry, digest="", result=result))
    tournament = replace(
        state.tournament,
        games=tuple(games),
        events=tuple(event for event in state.tournament.events if event.type is not EventType.RULING),
        draws=tuple(replace(draw, salt="") for draw in state.tournament.draws),
        codes=tuple(one._replace(salt="") for one in state.tournament.codes),
        closed_after_round=None,
    )
    return tournament, replace(state.journal, entries=tuple(entries))
