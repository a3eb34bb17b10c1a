"""The path of every command: open and read once; compute; write the difference and one log row; save after a snapshot."""

import os
import sys
from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from locale import getlocale
from pathlib import Path
from typing import Final

from bangxl import __version__, limits
from bangxl.books import files, history
from bangxl.books.closed import ClosedBook
from bangxl.books.port import NO_CHANGES, Book, BookError, Cell, Changes, Value
from bangxl.commands.damage import sheet_findings
from bangxl.commands.errors import USAGE, Refusal, book_refusals, explain, known_language
from bangxl.locale.catalog import ASKED_LANGUAGE, LANGUAGES, N_, Catalog, answer_language, catalog, wanted_language
from bangxl.referto.book import Referto, is_referto
from bangxl.tournament.checks import findings_of
from bangxl.tournament.checks.entries import names_since_the_draw
from bangxl.tournament.findings import Finding, Severity
from bangxl.tournament.identity import as_typed, fold_name, words
from bangxl.tournament.journal import LogEntry
from bangxl.tournament.model import Player, Tournament, round_code
from bangxl.tournament.options import APART
from bangxl.tournament.state import State
from bangxl.workbook.logbook import with_log
from bangxl.workbook.notice_lines import DISORDER, stopping_lines
from bangxl.workbook.notices import Notice, moved_to_row, notice
from bangxl.workbook.read import Contents, read_workbook
from bangxl.workbook.titles import joined_titles, tab_title
from bangxl.workbook.write import cells_for, changes

Source = Path | Book
"""What a command works on: a closed file, or a book that is open in a program."""

STDIN: Final = Path("-")
"""What stands for standard input."""


@dataclass(frozen=True)
class Workspace:
    """An open workbook and its contents."""

    path: Path
    book: Book
    contents: Contents

    @property
    def state(self) -> State:
        """The contents, as functions of the rules take them."""
        return self.contents

    @property
    def tournament(self) -> Tournament:
        """The facts."""
        return self.contents.tournament

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """The log so far."""
        return self.contents.journal.entries

    @property
    def language(self) -> str:
        """The language of answers. What is written or printed is in the tournament's."""
        return answer_language(self.contents.tournament.language)

    @property
    def catalog(self) -> Catalog:
        """The catalog of that language."""
        return catalog(self.language).counting(self.contents.rulebook.unit)

    @cached_property
    def findings_of_reading(self) -> tuple[Finding, ...]:
        """What is wrong with the sheets, and what could not be read; computed when a command asks. Refusal for broken cells."""
        with book_refusals(self.path, self.language):
            return sheet_findings(self.book, self.contents)

    @property
    def astray(self) -> list[Finding]:
        """The findings after which nobody knows what stands where."""
        return [finding for finding in self.findings_of_reading if finding.code in DISORDER]

    def findings(self) -> tuple[Finding, ...]:
        """What reading and the checks of the facts have found."""
        return (*self.findings_of_reading, *(moved_to_row(finding, self.contents.rows) for finding in findings_of(self.contents)))

    def errors(self) -> tuple[Notice, ...]:
        """The findings that stop a draw."""
        return tuple(self.locate(finding) for finding in self.findings() if finding.severity is Severity.ERROR)

    def player_meant(self, text: str, likely: Container[str] = ()) -> Player:
        """The player with this id or name, spelt in any way; else in whose name these words stand: ``Rossi``.

        Of several the ``likely`` ids are meant. Refusal (usage) that names all whom it may mean.
        """
        _, people, players = self.catalog, self.tournament.players, list[Player]()
        for fold in (as_typed, fold_name):
            players = players or [one for one in people if fold(text) in map(fold, (one.id, one.name, f"{one.name} ({one.id})"))]
        if not players and text.strip().isdecimal():
            players = [one for one in people if one.id == f"P{int(text):03}"]
        if not players and (wanted := {*words(text)}):
            players = [player for player in people if wanted <= {*words(player.name)}]
        players = [player for player in players if player.id in likely] or players
        if len(players) == 1:
            return players[0]
        if players:
            line = _("«{player}» could be any of these: {players}. Type an id, like P003.")
            several = ", ".join(f"{player.name} ({player.id})" for player in players)
            raise Refusal(line.format(player=text, players=several), exit_code=USAGE)
        line = _("«{player}» is neither an id nor the name of exactly one player. Type the full name or the id.")
        raise Refusal(line.format(player=text), exit_code=USAGE)

    def locate(self, finding: Finding) -> Notice:
        """A finding with sheet, cell and sentence."""
        return notice(finding, self.contents, self.book, self.language)

    def called(self, stage: str) -> str:
        """The name of a draw or duel for people: «Round 3», «Semifinal 1, Semifinal 2»."""
        return joined_titles(stage, self.language, self.contents.rulebook)

    def sheet(self, tab: str) -> str:
        """A sheet by its tab and as people call it: «Round3T2 (round 3, table 2)»."""
        return tab_title(tab, self.language, self.contents.rulebook)


SEED_USED_UP: Final[Mapping[Cell, Value]] = {("Rng_Seed", 0): None, ("Public_Value", 0): None}
"""A draw empties what was typed for it."""


def open_workspace(source: Source, *, reading_only: bool = False) -> Workspace:
    """Read a workbook. Raises Refusal if it cannot be read or changed now; RulebookError if its regulation is unknown."""
    path = path_of(source)
    try:
        book = closed_book(path, reading_only=reading_only) if isinstance(source, Path) else source
        if not reading_only:
            book.require_writable()
        return workspace_of(path, book)
    except BookError as error:
        raise explain(error, str(path), source_language(source)) from None


def closed_book(path: Path, *, reading_only: bool) -> Book:
    """The book in a file: a workbook, or a referto, which can only be read. BookError as ``ClosedBook.open``."""
    return known_book(ClosedBook.open(path, reading_only=reading_only))


def known_book(book: ClosedBook) -> Book:
    """The book as it is read: a workbook, or a referto."""
    return Referto(book) if is_referto(book) else book


def path_of(source: Source) -> Path:
    """Where the workbook's file lies."""
    return source if isinstance(source, Path) else source.path


def workspace_of(path: Path, book: Book) -> Workspace:
    """A book with its contents, in a language of bangxl. BookError and RulebookError as `read_workbook`."""
    contents = read_workbook(book)
    spoken = replace(contents.tournament, language=known_language(contents.tournament.language))
    return Workspace(path, book, replace(contents, tournament=spoken))


def save_with_log(workspace: Workspace, after: Tournament, entry: LogEntry, extra: Changes = NO_CHANGES) -> State:
    """Write the differences and a row of the log, and save; return the saved state. Refusal where a player's name is astray.

    ``extra``: the command's other changes, cells and the sheet to open with.
    """
    contents, book = workspace.contents, workspace.book
    require_cells(workspace)
    if entry.command not in {"names", "rename"}:  # these put the names right
        require_intact(workspace)
    row = free_row(workspace)
    before, journal = cells_for(contents, contents.rows), replace(contents.journal, entries=(*workspace.log, entry))
    later = replace(contents, tournament=after, journal=journal)
    wanted, shown = cells_for(later, contents.rows), secret_sheets_to_hide(book, later)
    if contents.rulebook.league is not None:  # former evenings that `tonight` has shown
        rounds = (tab for tab, seen in book.sheets.items() if seen and tab.startswith(round_code("")))
        shown |= {tab: False for tab in rounds if tab not in wanted.shown}
    todo = changes(before, wanted, book)
    todo = replace(
        todo,
        cells={**_settled_cells(workspace, before), **todo.cells, **extra.cells},
        shown={s: seen for s, seen in {**shown, **todo.shown}.items() if s in book.sheets},
        locked={name: locked for name, locked in todo.locked.items() if name in book.names},
        active=extra.active,
    )
    todo = with_log(todo, [entry], row, later)
    save_changes(book, entry.command, todo, workspace.path, workspace.language)
    return later


def secret_sheets_to_hide(book: Book, state: State) -> dict[str, bool]:
    """Standings and ledger that somebody has shown are hidden again, as long as they are secret (Italy 2010, 1.1)."""
    if not state.rulebook.secret or state.tournament.finals is not None:
        return {}
    sheets = {book.names[name].sheet for name in ("Standings_Rank", "Ledger_Player") if name in book.names}
    return {sheet: False for sheet in sheets if book.sheets[sheet]}


def free_row(workspace: Workspace, rows: int = 1) -> int:
    """The first free row of the log. Raises Refusal if the log is full."""
    used = len(workspace.log)
    if used + rows > len(workspace.book.names["Log_Command"]):
        _ = workspace.catalog
        raise Refusal(_("The log is full. Use {bangxl export}, then {bangxl import}, which makes a new workbook."))
    return used


def require_intact(workspace: Workspace) -> Workspace:
    """The same workbook, if nothing in it is gone or astray: no sheet, no name of cells, no drawn player's name. Refusal."""
    require_cells(workspace)
    names = (moved_to_row(one, workspace.contents.rows) for one in names_since_the_draw(workspace.state))
    if wrong := [workspace.locate(one) for one in names if one.severity is Severity.ERROR]:
        raise Refusal(*stopping_lines(wrong, workspace.language))
    return workspace


def require_cells(workspace: Workspace) -> Workspace:
    """The same workbook, if no sheet and no name of cells is gone or astray: results would be wrong. Refusal."""
    if workspace.astray:
        raise Refusal(*stopping_lines([*map(workspace.locate, workspace.astray)], workspace.language))
    return workspace


def save_changes(book: Book, command: str, todo: Changes, path: Path, language: str) -> None:
    """Change and save the book after a snapshot. Raises Refusal, without a change, if this is impossible."""
    try:
        with book_refusals(path, language):
            history.save_with_snapshot(book, command, todo)
    except (KeyError, IndexError, ValueError) as error:
        _ = catalog(language)
        text = _("{path}: the workbook has no room for this: {reason}. Nothing was written.")
        raise Refusal(text.format(path=path, reason=error.args[0]), exit_code=USAGE) from None


def _settled_cells(workspace: Workspace, before: Changes) -> dict[Cell, Value]:
    """What was typed loosely and is settled from the first command on.

    Whoever was typed in by hand gets an id. Numbers that were typed as texts become numbers, for formulas count only those; what
    the workbook has no room for stands nowhere. When somebody left, if nobody said it, follows the round in play no longer.
    Whom to keep apart stands there by ids, so that a name spelt otherwise later changes nothing.
    Refusal if a column that nobody has asked for yet cannot be read.
    """
    book, apart = workspace.book, f"Option_{APART}"
    numbers = {cell: value for cell, value in before.cells.items() if isinstance(value, int)}
    supposed = {cell: value for cell, value in before.cells.items() if cell[0] in {"Events_Moment", "Events_After_Round"}}
    with book_refusals(workspace.path, workspace.language):
        columns = {name: book.read(name) for name in {name for name, _row in (*numbers, *supposed)}}
    ids, people = book.read("Players_Id"), zip(workspace.contents.rows.players, workspace.tournament.players, strict=True)
    cells: dict[Cell, Value] = {("Players_Id", row): player.id for row, player in people if ids[row] is None}
    room = {(name, row): columns[name][row] for name, row in (*numbers, *supposed) if row < len(columns[name])}
    cells |= {cell: numbers[cell] for cell in numbers.keys() & room.keys() if isinstance(room[cell], str)}
    cells |= {cell: supposed[cell] for cell in supposed.keys() & room.keys() if room[cell] is None and supposed[cell] is not None}
    wanted = before.cells.get((apart, 0))
    return cells | ({(apart, 0): wanted} if wanted and book.read(apart)[0] != wanted else {})


def read_input(path: Path) -> bytes:
    """A text file; ``-`` is standard input. BookError as `read_file`."""
    if path != STDIN:
        return files.read_file(path, limits.TEXT)
    data = sys.stdin.buffer.read(limits.TEXT + 1)
    if len(data) > limits.TEXT:
        raise BookError("file_too_large", most=limits.TEXT // limits.MEGABYTE)
    return data


def log_time() -> str:
    """The time for the log: UTC, ISO 8601 to the second; SOURCE_DATE_EPOCH stands in for the clock."""
    return f"{files.time_now().isoformat()}Z"


def log_entry(command: str, **columns: str) -> LogEntry:
    """A new row of the log."""
    return LogEntry(time=log_time(), command=command, version=__version__, **columns)


def language_of(book: Book) -> str:
    """The language that a book speaks, without reading all of it; the guessed one if it does not say."""
    said = book.read("Workbook_Language")[0] if "Workbook_Language" in book.names else None
    return known_language(said) if isinstance(said, str) else guessed_language()


def source_language(source: Source) -> str:
    """The language for messages about a workbook: the one asked for, else its own, if that can be read."""
    try:
        return answer_language(language_of(closed_book(source, reading_only=True) if isinstance(source, Path) else source))
    except BookError:
        return guessed_language()


def remove_leftovers(source: Source) -> tuple[str, ...]:
    """Remove the temporary files that killed commands have left beside a file and in its history, or in a folder.

    A line that names them; another where a mail draft is among them: it is the last file of a referto, and others may be new
    already. No line where there was nothing.
    """
    path = path_of(source)
    try:
        real = files.real_path(path)
        places = [real] if real.is_dir() else [real.parent, history.history_folder(real)]
    except (BookError, OSError):
        return ()
    gone = [file.name for place in places for file in files.sweep(place)]
    if not gone:
        return ()
    _ = catalog(source_language(source))
    lines = [_("Removed the files that an interrupted command left behind: {files}").format(files=", ".join(gone))]
    if any(name.endswith(".eml") for name in gone):
        lines.append(_("That command was writing a report, so some of its files may be old. Rewrite them with {bangxl report}."))
    return tuple(lines)


def require_language(language: str) -> str:
    """The language itself. Refusal (usage) if bangxl does not have it."""
    if language not in LANGUAGES:
        raise misuse(N_("Unknown language {language}. Choose from: {known}."), language=language, known=", ".join(LANGUAGES))
    return language


def misuse(text: str, /, **values: object) -> Refusal:
    """The refusal of wrong usage where no workbook says in which language."""
    return Refusal(catalog(guessed_language())(text).format(**values), exit_code=USAGE)


def guessed_language() -> str:
    """The language for messages while no workbook is open: the one asked for, else the system's; English where we lack it."""
    variables = (ASKED_LANGUAGE, "LC_ALL", "LC_MESSAGES", "LANG")
    wanted = wanted_language() or next((value for key in variables if (value := os.environ.get(key))), "")
    code = (wanted or getlocale()[0] or "")[:2].lower()
    return known_language({"ge": "de"}.get(code, code))  # Windows says German_Germany
