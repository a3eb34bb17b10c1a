"""What a verification says: what differs, and what had to be taken on trust."""

from __future__ import annotations

from dataclasses import dataclass

from bangxl.tournament.findings import Finding, Severity
from bangxl.workbook.locate import Located
from bangxl.workbook.read import Contents


class Difference(Finding):
    """Something in a referto that does not follow from its record sheets; whatever its code, an error."""

    __slots__ = ()

    @property
    def severity(self) -> Severity:
        """A referto either agrees or it does not."""
        return Severity.ERROR


Sighting = tuple[Difference, str, str]
"""A difference under no defined name, with sheet and cell."""


class Trust(Finding):
    """Something that nobody can derive again: a lot drawn by hand, a correction."""

    __slots__ = ()

    @property
    def severity(self) -> Severity:
        """Worth knowing, and no fault."""
        return Severity.NOTE


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result. ``contents`` are the facts as read, None where they cannot be read.

    ``digest`` is computed from them (32 hexadecimal digits, "" without them), ``printed_digest`` stands on the cover.
    ``compared``: how many cells were computed again.
    """

    contents: Contents | None
    digest: str
    printed_digest: str
    interim: bool
    differences: tuple[Located, ...]
    trusted: tuple[Located, ...]
    compared: int

    @property
    def agrees(self) -> bool:
        """Whether nothing differs."""
        return not self.differences
