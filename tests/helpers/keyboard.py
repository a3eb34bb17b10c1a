"""A referee at the keyboard: opens a workbook with openpyxl alone, types into named cells, reads what stands there, saves.

Names are those of the workbook, ``Players_Name``; sheet-level ones with their sheet, ``Round1T1!Bid``; a cell, ``Round1T1!F9``.
"""

import re
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cached_property, partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, Self

from openpyxl import Workbook, load_workbook
from openpyxl.reader.excel import ExcelReader
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.closed import ClosedBook
from bangxl.commands.workspace import open_workspace
from bangxl.locale.catalog import LANGUAGES
from bangxl.tournament.model import Duel, DuelScore, Game, Seat, Tournament
from bangxl.tournament.simulation import Dice, play_duels, play_round, play_stage
from bangxl.tournament.state import State
from bangxl.workbook.notices import cell_of
from bangxl.workbook.words import YesNo, word
from tests.additions.package import parts_of, zipped
from tests.helpers.typing_in import put

Spelling = Callable[[StrEnum], str]
"""How somebody writes the words of the drop-downs."""


def english(code: StrEnum) -> str:
    return word(code, "en")


def italian(code: StrEnum) -> str:
    return word(code, "it")


def careless(code: StrEnum) -> str:
    """Odd case, blanks before, between and after."""
    return f"  {english(code).upper().replace(' ', '   ')} "


SPELLINGS: Final[Mapping[str, Spelling]] = {
    **{language: partial(word, language=language) for language in LANGUAGES},
    "codes": lambda code: code.value,
    "careless": careless,
}


class _Glance(ExcelReader):
    """openpyxl's reader, which parses a worksheet when somebody looks at it: one or two of forty."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path
        self.read()

    def read_worksheets(self) -> None:
        self.unread = {sheet.name: (sheet, relation) for sheet, relation in self.parser.find_sheets()}
        for sheet, _ in self.unread.values():
            self.wb.create_sheet(sheet.name).sheet_state = sheet.state

    def __getitem__(self, title: str) -> Worksheet:
        if title in self.unread:
            index = self.wb.index(self.wb[title])
            self.wb.remove(self.wb[title])
            found = self.unread.pop(title)
            self.parser.find_sheets = lambda: iter([found])  # type: ignore[assignment, method-assign, return-value]
            with zipfile.ZipFile(self.path) as self.archive:
                super().read_worksheets()
            self.wb.move_sheet(title, index - len(self.wb.sheetnames) + 1)
            self.parser.assign_names()
        return self.wb[title]


class Sheet:
    """A workbook open at the referee's; a context manager that saves at the end.

    Values are typed into the file itself, and only the worksheets that are looked at are parsed: openpyxl takes two seconds to
    load and save them all, which it does for whoever changes the `book`, or its `cells`.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._changing = False
        self._typed: dict[str, object] = {}

    def __enter__(self) -> Self:
        self._changing = True
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None and not (self._typed and put(self.path, self._typed)):
            self._save()

    def _save(self) -> None:
        for key, value in self._typed.items():
            name, _, index = key.partition(" ")
            _cells(self.book, self.book, name)[int(index)].value = value
        if "book" in self.__dict__:
            self.book.save(self.path)

    @cached_property
    def book(self) -> Workbook:
        """All of it, to be changed at will."""
        return load_workbook(self.path, keep_vba=self.path.suffix == ".xlsm")

    @cached_property
    def _glance(self) -> _Glance:
        return _Glance(self.path)

    def cells(self, name: str) -> list[Any]:
        return _cells(self.book, self.book, name) if self._changing else self._seen(name)

    def _seen(self, name: str) -> list[Any]:
        return _cells(self._glance.wb, self._glance, name)

    def where(self, name: str, index: int = 0) -> tuple[str, str]:
        cell = self._seen(name)[index]
        return cell.parent.title, cell.coordinate

    def column(self, name: str) -> list[Any]:
        return [cell.value for cell in self._seen(name)]

    def filled(self, name: str) -> list[Any]:
        """What stands in a column, without the blanks."""
        return [value for value in self.column(name) if value is not None]

    def put(self, name: str, value: object, index: int = 0) -> None:
        """Type into one cell; a text that begins with = is a formula, as in Excel."""
        self._typed[f"{name} {index}"] = value

    def fill(self, name: str, values: Iterable[object]) -> None:
        for index, value in enumerate(islice(values, len(self._seen(name)))):
            self.put(name, value, index)

    def locked(self, name: str) -> set[bool]:
        """Whether the cells of a name are locked: {True}, {False}, or both."""
        return {cell.protection.locked for cell in self._seen(name)}

    def tabs(self) -> dict[str, str]:
        """The worksheets' names, and whether they are ``visible``, ``hidden`` or ``veryHidden``."""
        return {ws.title: ws.sheet_state for ws in self._glance.wb}

    def visible(self) -> set[str]:
        return {title for title, state in self.tabs().items() if state == "visible"}

    def tab(self, title: str) -> Worksheet:
        """A worksheet to look at."""
        return self._glance[title]

    def unlocked(self, title: str) -> list[str]:
        """The cells of a worksheet to which the Return key leads."""
        return [cell.coordinate for row in self.tab(title).iter_rows() for cell in row if not cell.protection.locked]


def _cells(named: Workbook, worksheets: Workbook | _Glance, name: str) -> list[Any]:
    sheet, _, local = name.rpartition("!")
    names = named[sheet].defined_names if sheet else named.defined_names
    tab, _, address = names[local].attr_text.rpartition("!") if local in names else (sheet, "", local)
    found = worksheets[tab.strip("'").replace("''", "'")][address.replace("$", "")]
    return [cell for (cell,) in found] if isinstance(found, tuple) else [found]


def typed(path: Path, values: Mapping[str, object]) -> Path:
    """Type values into named cells and save: ``{"Event_Name": "Torino", "Round1T1!Bid 2": 700}`` (the index from 0)."""
    with Sheet(path) as sheet:
        for key, value in values.items():
            name, _, index = key.partition(" ")
            sheet.put(name, value, int(index or 0))
    return path


def noted(path: Path, line: int = 0, **event: object) -> Path:
    """Type an event: ``Type="withdrawal", Player="P003", Moment="between rounds", After_Round=1``."""
    return typed(path, {f"Events_{column} {line}": value for column, value in event.items()})


def entered(path: Path, names: Sequence[object]) -> Path:
    """Type the players' names, the first line first."""
    return typed(path, {f"Players_Name {row}": name for row, name in enumerate(names)})


def place(path: Path, *keys: str) -> list[str]:
    """Where named cells stand, as findings say it: ``Round1T1!Bid 2`` gives ``Round1T1 F9``, wherever the builders put it."""
    book = ClosedBook.open(path, reading_only=True)
    named = (key.partition(" ") for key in keys)
    return [" ".join(cell_of(book, name, int(index or 0))) for name, _, index in named]


def called(path: Path, *keys: str) -> list[str]:
    """Where named cells stand, as people read it: ``Round1T1 (round 1, table 1) F9``."""
    tables = (re.sub(r"^Round(\d+)T(\d+) ", r"Round\1T\2 (round \1, table \2) ", where) for where in place(path, *keys))
    return [re.sub(r"^Round(\d+) ", r"Round\1 (round \1) ", where) for where in tables]


def facts(path: Path) -> Tournament:
    return open_workspace(path, reading_only=True).tournament


def record(game: Game, spelling: Spelling = english) -> dict[str, object]:
    """A record sheet as `typed` takes it."""
    sheet = f"Round{game.round}T{game.table}"
    return _written(sheet, game, spelling, lambda seat: {"Bid": seat.bid, **marks(seat, spelling)})


def _written(
    sheet: str, game: Game, spelling: Spelling, more: Callable[[Seat], Mapping[str, object]] = lambda _seat: {}
) -> dict[str, object]:
    """How a game ended, and of each seat character, role and state, and ``more``."""
    values: dict[str, object] = {f"{sheet}!Outcome": spelling(game.outcome) if game.outcome else None}
    for seat in game.seats:
        words = {"Role": spelling(seat.role) if seat.role else None, "Status": spelling(seat.status) if seat.status else None}
        own = {"Character": seat.character, **words, **more(seat)}
        values |= {f"{sheet}!{name} {seat.number - 1}": value for name, value in own.items()}
    return values


def marks(seat: Seat, spelling: Spelling = english) -> dict[str, object]:
    """What only some regulations ask for, where there is something to write."""
    asked = {
        "Reconfirmed": spelling(YesNo.YES) if seat.reconfirmed else None,
        "Lives": seat.lives or None,
        "Killed_Sheriff": spelling(YesNo.YES) if seat.killed_sheriff else None,
        "Outlaws_Killed": seat.outlaws_killed or None,
        "Cards_Kept": seat.cards_kept or None,
    }
    return {name: value for name, value in asked.items() if value is not None}


def stage(game: Game, spelling: Spelling = english) -> dict[str, object]:
    """A knock-out sheet as `typed` takes it: roles and an outcome, or only a winner."""
    sheet = f"Stage{game.round}T{game.table}"
    return {f"{sheet}!Winner": game.winner} if game.winner else _written(sheet, game, spelling)


def results(path: Path, seed: str = "dice") -> tuple[Game, ...]:
    """Possible results for the games in play: the last round's, or the last game of each fixed table that is open."""
    workspace = open_workspace(path, reading_only=True)
    before, rulebook = workspace.tournament, workspace.contents.rulebook
    after = play_round(State(before, rulebook), Dice(seed))
    last = before.rounds_seated
    in_play = {(g.round, g.table) for g in before.games if g.outcome is None or (g.round == last and not before.start_tables)}
    return tuple(game for game in after.games if (game.round, game.table) in in_play)


def stage_results(path: Path, seed: str = "dice") -> tuple[Game, ...]:
    """Possible results for the tables of the knock-out that are open."""
    workspace = open_workspace(path, reading_only=True)
    after = play_stage(workspace.state, Dice(seed))
    in_play = [(g.round, g.table) for g in workspace.tournament.stages if g.outcome is None and not g.winner]
    return tuple(game for game in after.stages if (game.round, game.table) in in_play)


def staged(path: Path, seed: str = "dice", spelling: Spelling = english) -> Path:
    """Play the tables of the knock-out that are open and type their sheets."""
    return typed(path, {key: value for game in stage_results(path, seed) for key, value in stage(game, spelling).items()})


def played(path: Path, seed: str = "dice", spelling: Spelling = english) -> Path:
    """Play the round and type its record sheets."""
    return typed(path, {key: value for game in results(path, seed) for key, value in record(game, spelling).items()})


def duels(path: Path, seed: str = "dice") -> tuple[Duel, ...]:
    """Possible results for the duels that are seated."""
    finals = play_duels(open_workspace(path, reading_only=True).state, Dice(seed)).finals
    return finals.duels if finals else ()


def scored(path: Path, match: str, a: DuelScore | str, b: DuelScore | str = None) -> Path:
    return typed(path, {f"Finals_{match}_Score_A": a, f"Finals_{match}_Score_B": b})


def duelled(path: Path, seed: str = "dice") -> Path:
    """Play the duels that are seated and type their scores."""
    for duel in duels(path, seed):
        scored(path, duel.match, duel.score_a, duel.score_b)
    return path


def calculated(path: Path, shown: Mapping[str, object]) -> Path:
    """Write results into formula cells as a spreadsheet saves them: ``{"Standings_Score 2": 4900}``. openpyxl cannot."""
    sheet = Sheet(path)
    parts, files = {tab: f"xl/worksheets/sheet{number}.xml" for number, tab in enumerate(sheet.tabs(), 1)}, parts_of(path)
    for key, value in shown.items():
        name, _, index = key.partition(" ")
        tab, cell = sheet.where(name, int(index or 0))
        pattern = rf'(<c r="{cell}"[^>]*>\s*(?:<f[^>]*/>|<f[^>]*>[^<]*</f>))\s*(?:<v\s*/>|<v>[^<]*</v>)?'
        text, found = re.subn(pattern, rf"\g<1><v>{value}</v>", files[parts[tab]].decode(), flags=re.DOTALL)
        assert found == 1, key
        files[parts[tab]] = text.encode()
    path.write_bytes(zipped(files))
    return path
