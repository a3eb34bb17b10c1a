"""What a verification has found so far, each with sheet, cell and sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from bangxl.books.port import Book
from bangxl.referto.proof.messages import sentence
from bangxl.referto.proof.values import told
from bangxl.referto.proof.verdict import Difference, Sighting
from bangxl.tournament.findings import At, Finding
from bangxl.workbook.locate import Located, place

Result = TypeVar("Result")

ODD: Final = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What may come of facts that contradict each other in a way that nobody has thought of."""


class Collector:
    """Differences in the order in which they are found."""

    def __init__(self, book: Book, language: str) -> None:
        """``book`` says where names stand, ``language`` is that of the sentences."""
        self.found: list[Located] = []
        self.called: Mapping[str, str] = {}
        self._book = book
        self._language = language

    def tell(self, finding: Finding) -> None:
        """A difference at a defined name."""
        self.found.append(self.located(finding))

    def add_all(self, sightings: Iterable[Sighting]) -> None:
        """Differences at cells of their own."""
        for finding, sheet, cell in sightings:
            self.found.append(Located(finding, sheet, cell, sentence(finding, self._language, self.called)))

    def located(self, finding: Finding) -> Located:
        """A finding with its place and its sentence."""
        return Located(finding, *place(finding.at, self._book), sentence(finding, self._language, self.called))

    def safely(self, work: Callable[[], Result], part: str) -> Result | None:
        """What the work gives; where facts that nobody has thought of make it impossible, a difference and None."""
        try:
            return work()
        except ODD as error:
            self.tell(Difference("not_derived", At("Report_Format"), {"part": part, "reason": told(repr(error))}))
            return None
