"""From a referto's cells to its facts, or to the reasons why there are none; and what follows from the facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bangxl.books.port import Book, BookError, Value
from bangxl.interchange.receipts import Receipt, receipts
from bangxl.locale.catalog import LANGUAGES, SOURCE_LANGUAGE, Catalog, catalog
from bangxl.referto.book import FORMAT
from bangxl.referto.proof.compare import is_blank
from bangxl.referto.proof.verdict import ODD, Collector, Difference, Right, value_text
from bangxl.rulebooks.loader import RulebookError, rulebook_ids
from bangxl.tournament.finals import FinalPlace, final_ranking
from bangxl.tournament.findings import At
from bangxl.tournament.model import Draw, EventType, Tournament
from bangxl.tournament.roster import player_names
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook import names
from bangxl.workbook.cells import at
from bangxl.workbook.messages import display_names
from bangxl.workbook.read import Contents, read
from bangxl.workbook.words import YesNo, word

MOST_CELLS: Final = 10_000
"""Cells of a column: more than all seats, events or lines of the log that anybody has filled."""


@dataclass(frozen=True)
class Facts:
    """The facts of a referto, as they were read.

    ``interim``: it says that it is not complete; ``secret``: that its results are left out; ``own``: that the regulation is the
    referee's own; ``written``: the moment at which it was written, as it stands for programs.
    """

    state: Contents
    interim: bool = False
    secret: bool = False
    own: bool = False
    written: str = ""

    @property
    def tournament(self) -> Tournament:
        """What happened."""
        return self.state.tournament

    @property
    def rulebook(self) -> Rulebook:
        """The regulation."""
        return self.state.rulebook

    @property
    def language(self) -> str:
        """The referto's language; English where it names none that we speak."""
        language = self.tournament.language
        return language if language in LANGUAGES else SOURCE_LANGUAGE

    @cached_property
    def text(self) -> Catalog:
        """The catalog of the referto's language."""
        return catalog(self.language).counting(self.rulebook.unit)

    @cached_property
    def yes(self) -> str:
        """A mark."""
        return word(YesNo.YES, self.language)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The players' names by id."""
        return player_names(self.state)

    @cached_property
    def display_names(self) -> Mapping[str, str]:
        """What sentences call the players, by id."""
        return display_names(self.tournament.players)

    @cached_property
    def is_closed(self) -> bool:
        """Whether the last duel or stage has been recorded."""
        return self.tournament.finals is not None and self.tournament.finals.closed

    @cached_property
    def ranking(self) -> tuple[FinalPlace, ...]:
        """The final ranking; empty until the tournament is closed."""
        return final_ranking(self.state) if self.is_closed else ()

    @cached_property
    def draws(self) -> Mapping[str, Draw]:
        """The recorded draws by stage."""
        return {draw.stage: draw for draw in self.tournament.draws}

    @property
    def redraws(self) -> int:
        """How many draws were made anew by `redraw`."""
        return sum(entry.command == "redraw" for entry in self.state.journal.entries)

    @property
    def taken_back(self) -> int:
        """How many draws were taken back by `undo`."""
        return sum(entry.command == "undo" and bool(entry.seed) for entry in self.state.journal.entries)

    @property
    def imported(self) -> bool:
        """Whether the workbook was made from a file: what was before, its log has not seen."""
        return any(entry.command == "import" for entry in self.state.journal.entries)

    @cached_property
    def receipts(self) -> tuple[Receipt, ...]:
        """The codes of the rounds, and what they follow from."""
        return receipts(self.state, secret=self.secret)

    @cached_property
    def warnings(self) -> Mapping[str, int]:
        """How many warnings each player has."""
        warned = [event.player for event in self.tournament.events if event.type is EventType.WARNING]
        return {player: warned.count(player) for player in warned}

    def names_of(self, players: Iterable[str | None]) -> list[Right]:
        """The names that stand beside ids; nothing beside nothing."""
        return [self.names.get(player, "") if player else None for player in players]


def single(book: Book, name: str) -> Value:
    """The value of a name's first cell; None without it."""
    return book.read(name)[0] if name in book.names else None


def language_of(book: Book) -> str:
    """The referto's language; English where it names none that we speak."""
    name = single(book, "Workbook_Language")
    return name if isinstance(name, str) and name in LANGUAGES else SOURCE_LANGUAGE


def read_facts(book: Book, collector: Collector) -> Facts | None:
    """What a referto says; None where it cannot be read. ``collector`` collects what is wrong."""
    if not _layout(book, collector) or not _countable(book, collector):
        return None
    own, rulebook = not is_blank(single(book, "Rulebook_Text")), single(book, "Rulebook_Id")
    if not own and rulebook not in rulebook_ids():
        collector.tell(Difference("regulation_unknown", At("Rulebook_Id"), {"rulebook": value_text(rulebook)}))
        return None
    try:
        contents = read(book)
    except RulebookError as error:
        collector.tell(Difference("not_readable", At("Rulebook_Text"), {"reason": value_text(str(error))}))
        return None
    except BookError:
        collector.tell(Difference("columns_missing", At("Players_Name"), {"count": 1, "name": "Players_Name"}))
        return None
    except ODD as error:
        collector.tell(Difference("not_readable", At(names.REFERTO_MARK), {"reason": value_text(repr(error))}))
        return None
    interim, secret = (not is_blank(single(book, name)) for name in ("Report_Interim", "Report_Secret"))
    return Facts(contents, interim=interim, secret=secret, own=own, written=str(single(book, "Report_Written") or ""))


def _layout(book: Book, collector: Collector) -> bool:
    """Whether the layout is one that we know; an unknown language is told, and no obstacle."""
    spoken = single(book, "Workbook_Language")
    if spoken not in LANGUAGES:
        collector.tell(Difference("language_unknown", At("Workbook_Language"), {"printed": value_text(spoken)}))
    newest = {names.REFERTO_MARK: FORMAT, "Format_Version": names.FORMAT_VERSION}
    unknown = [name for name, most in newest.items() if not _has_known_version(book, name, most, collector)]
    return not unknown


def _countable(book: Book, collector: Collector) -> bool:
    """Whether rounds and tables, and the rows of every column, can be counted; nobody counts to a million for a forger."""
    places = {names.on_record(number, table, "Player"): (number, table) for number, table in names.record_sheets(book.names)} | {
        names.on_stage(number, table, "Player"): (number, table) for number, table in names.stage_sheets(book.names)
    }
    places |= {names.on_wall(number, "Wall_Player"): (number, 0) for number in names.wall_sheets(book.names)}
    absurd = [name for name, numbers in places.items() if max(numbers) > len(book.names)]
    absurd += [name for name, ref in book.names.items() if len(ref) > MOST_CELLS]
    for name in absurd:
        collector.tell(Difference("name_absurd", at(name, 0), {"name": name}))
    return not absurd


def _number(version: Value) -> float:
    return version if isinstance(version, int | float) and not isinstance(version, bool) else 0


def _has_known_version(book: Book, name: str, newest: int, collector: Collector) -> bool:
    if name not in book.names:
        collector.tell(Difference("column_missing", At(name), {"name": name}))
        return False
    version = single(book, name)
    number = _number(version)
    if number in range(1, newest + 1):
        return True
    code = "newer_report" if number > newest else "version_unreadable"
    collector.tell(Difference(code, At(name), {"version": value_text(version), "printed": value_text(version)}))
    return False
