"""Typed access to a book's cells, for `read`: texts, whole numbers, words, players. Notes what it cannot read."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TypeVar

from bangxl import limits
from bangxl.books.port import Book, Formula, Value
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.identity import BLANKS, finder, fold_name, meant
from bangxl.tournament.model import Player, sheet_numbers
from bangxl.workbook.words import candidates, codes_by_spelling, fold

Word = TypeVar("Word", bound=StrEnum)

_LONGEST_FORMULA = 60
"""So much of a formula is shown."""
_LONG = ("Log_", "Rulebook_Text", "Events_Reason", "Event_Referees", "Event_Logo")
"""Where texts stand that may fill their cell."""
_NAME_WITH_ID = re.compile(r".*\((\S+)\)")


def at(name: str, index: int) -> At:
    """A key of a book as a place: ``Round1T2!Bid`` is the name ``Bid`` on round 1's record sheet 2."""
    tab, _bang, own = name.rpartition("!")
    if numbers := sheet_numbers(tab):
        return At(own, index, numbers[0], numbers[1] or None)
    if (numbers := sheet_numbers(tab, "Stage")) and numbers[1]:
        return At(own, index, table=numbers[1], stage=numbers[0])
    return At(name, index)


class Cells:
    """The cells of a book by name and index. A missing name reads as blank; ``findings`` collects what is wrong."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.findings: list[Finding] = []
        self._columns: dict[str, Sequence[Value]] = {}
        self._find = finder(())
        self._players: Sequence[Player] = ()
        self._shared: set[str] = set()
        self.among_last = False
        """Whether the regulation tells this status apart (`Status`)."""

    @property
    def language(self) -> str:
        """The workbook's language, "" if it has none."""
        return self.text("Workbook_Language", 0)

    def register_players(self, players: Iterable[Player]) -> None:
        """From now on, players are found by id or by a name that only one of them has."""
        self._players = list(players)
        count = Counter(fold_name(player.name) for player in self._players if player.name.strip())
        self._shared = {name for name, times in count.items() if times > 1}
        self._find = finder(self._players)

    def length(self, name: str) -> int:
        """Places in a name's range; 0 if the book lacks it."""
        ref = self.book.names.get(name)
        return 0 if ref is None else len(ref)

    def value(self, name: str, index: int) -> Value:
        """The value of a cell; a formula counts as blank."""
        if name not in self._columns:
            self._columns[name] = self.book.read(name) if name in self.book.names else ()
        column = self._columns[name]
        value = column[index] if index < len(column) else None
        if isinstance(value, Formula):
            formula = str(value) if len(str(value)) <= _LONGEST_FORMULA else f"{str(value)[:_LONGEST_FORMULA]}…"
            self.findings.append(Finding("formula_as_input", at(name, index), {"formula": formula}))
        elif isinstance(value, str) and len(value) > limits.TYPED_TEXT and not name.startswith(_LONG):
            self.findings.append(Finding("too_long", at(name, index), {"length": len(value), "most": limits.TYPED_TEXT}))
        else:
            return value
        self._columns[name] = [None if i == index else v for i, v in enumerate(column)]
        return None

    def filled(self, name: str, index: int) -> bool:
        """Whether anything but blanks stands in a cell."""
        value = self.value(name, index)
        return value is not None and (not isinstance(value, str) or bool(value.strip()))

    def text(self, name: str, index: int) -> str:
        """A cell as text, "" if blank; a whole number without decimals."""
        value = self.value(name, index)
        if value is None:
            return ""
        return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)

    def number(self, name: str, index: int) -> int | None:
        """A whole number, also one typed as text; None if blank."""
        if not self.filled(name, index):
            return None
        value = self.value(name, index)
        if isinstance(value, int | float) and not isinstance(value, bool) and value % 1 == 0 and abs(value) < 10**limits.DIGITS:
            return int(value)
        if isinstance(value, str) and re.fullmatch(r"\s*[-+]?\d{1,15}\s*", value):
            self.findings.append(Finding("number_as_text", at(name, index), {"text": value.strip()}))
            return int(value)
        self.findings.append(Finding("not_a_number", at(name, index), {"text": str(value)}))
        return None

    def word(self, name: str, index: int, kind: type[Word]) -> Word | None:
        """A drop-down word in any language, its unique beginning, or its code; None if blank."""
        typed = self.text(name, index)
        if not (text := fold(typed)):
            return None
        code = codes_by_spelling(kind, self.language, among_last=self.among_last).get(text)
        if isinstance(code, kind):
            return code
        known = candidates(text, kind, self.language, among_last=self.among_last)
        self.findings.append(Finding("unknown_word", at(name, index), {"text": typed.strip(BLANKS), "known": known}))
        return None

    def player(self, name: str, index: int) -> str:
        """The id of a player given by id, by unique name, or as ``Anna Rossi (P008)``; "" if blank.

        A text that is nobody's stays as it is.
        """
        text = self.text(name, index).strip()
        if match := _NAME_WITH_ID.fullmatch(text):
            text = match[1] if self._find(match[1]) else text
        meant = self._find(text)
        if not meant and fold_name(text) in self._shared:
            self.findings.append(Finding("ambiguous_player", at(name, index), {"name": text}))
        return meant or text

    def typed_player(self, name: str, index: int) -> str:
        """The id of a player whom somebody has typed, by id, name, number or some words of the name; "" if blank.

        A text that is nobody's stays as it is.
        """
        text = self.text(name, index).strip()
        ids = meant(text, self._players) if text else []
        if len(ids) > 1:
            self.findings.append(Finding("ambiguous_player", at(name, index), {"name": text}))
        return ids[0] if len(ids) == 1 else (not ids and self._find(text)) or text
