"""What follows from a referto's record sheets, each thing derived once, by the tournament's own functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from bangxl.locale.catalog import LANGUAGES, SOURCE_LANGUAGE, Catalog, catalog
from bangxl.referto.proof.values import Right
from bangxl.tournament.checks import check
from bangxl.tournament.finals import Placed, final_ranking, prizes
from bangxl.tournament.findings import Finding
from bangxl.tournament.ledger import Line, has_money, ledger
from bangxl.tournament.model import Draw, EventType, Tournament
from bangxl.tournament.roster import Departure, departures, entrants
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.standings import Row, standings
from bangxl.workbook.messages import called
from bangxl.workbook.read import Contents
from bangxl.workbook.words import YesNo, word

Columns = dict[str, Sequence[Right]]
"""What must be printed, by defined name (those of a table as ``Round1T1!Bid``)."""


class Facts:
    """The facts of a referto and what follows from them.

    ``interim``: it says that it is not complete; ``secret``: that its results are left out; ``own``: that the regulation is the
    referee's own.
    """

    def __init__(self, contents: Contents, *, interim: bool = False, secret: bool = False, own: bool = False) -> None:
        """``contents`` is what `read` gives of the referto."""
        self.contents = contents
        self.interim = interim
        self.secret = secret
        self.own = own

    @property
    def tournament(self) -> Tournament:
        """What happened."""
        return self.contents.tournament

    @property
    def rulebook(self) -> Rulebook:
        """The regulation."""
        return self.contents.rulebook

    @property
    def language(self) -> str:
        """The referto's language; English where it names none that we speak."""
        language = self.tournament.language
        return language if language in LANGUAGES else SOURCE_LANGUAGE

    @cached_property
    def text(self) -> Catalog:
        """The catalog of the referto's language."""
        return catalog(self.language)

    @cached_property
    def yes(self) -> str:
        """A mark."""
        return word(YesNo.YES, self.language)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The players' names by id."""
        return {player.id: player.name for player in self.tournament.players}

    @cached_property
    def called(self) -> Mapping[str, str]:
        """What sentences call the players, by id."""
        return called(self.tournament.players)

    @cached_property
    def entrants(self) -> tuple[str, ...]:
        """Who takes part, in entry order."""
        return entrants(self.tournament)

    @cached_property
    def gone(self) -> Mapping[str, Departure]:
        """Who has left."""
        return departures(self.tournament, self.rulebook)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The money, seat by seat."""
        return ledger(self.tournament, self.rulebook)

    @cached_property
    def has_money(self) -> bool:
        """Whether players own dollars that they can spend."""
        return has_money(self.tournament, self.rulebook)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The standings of the elimination phase, the best first."""
        return standings(self.tournament, self.rulebook)

    @cached_property
    def is_closed(self) -> bool:
        """Whether the last duel or stage has been recorded."""
        return self.tournament.finals is not None and self.tournament.finals.closed

    @cached_property
    def ranking(self) -> tuple[Placed, ...]:
        """The final ranking; empty until the tournament is closed."""
        return final_ranking(self.tournament, self.rulebook) if self.is_closed else ()

    @cached_property
    def prizes(self) -> Mapping[str, int]:
        """Dollars by player; none until the tournament is closed."""
        return prizes(self.tournament, self.rulebook) if self.is_closed else {}

    @cached_property
    def draws(self) -> Mapping[str, Draw]:
        """The recorded draws by stage."""
        return {draw.stage: draw for draw in self.tournament.draws}

    @property
    def drawn_again(self) -> int:
        """How many draws were taken back, by `redraw` or `undo`."""
        log = self.contents.journal.entries
        return sum(entry.command == "redraw" or (entry.command == "undo" and bool(entry.seed)) for entry in log)

    @cached_property
    def checked(self) -> tuple[Finding, ...]:
        """What the checks find, the worst first; players and events counted, not by their lines."""
        return check(self.tournament, self.rulebook, self.contents.journal)

    @cached_property
    def warnings(self) -> Mapping[str, int]:
        """How many warnings each player has."""
        warned = [event.player for event in self.tournament.events if event.type is EventType.WARNING]
        return {player: warned.count(player) for player in warned}

    def named(self, players: Iterable[str | None]) -> list[Right]:
        """The names that stand beside ids; nothing beside nothing."""
        return [self.names.get(player, "") if player else None for player in players]
