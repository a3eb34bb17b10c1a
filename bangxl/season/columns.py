"""What a season's workbook is made of: the columns of its tables, by code and kind of value, and the first sheet's blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bangxl.books.port import Value

MARK: Final = "Season_Format"
"""The name by which a season's workbook is known."""

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Said:
    """A block of the first sheet: its caption, and lines of a label and what belongs to it."""

    caption: str
    lines: Sequence[tuple[str, Value]]


class Kind(StrEnum):
    """What a column holds."""

    TEXT = "text"
    NAME = "name"
    """A text that people look for: names of persons."""
    NUMBER = "number"
    """A whole number, or nothing."""
    MONEY = "money"
    """Dollars; also parts of one."""
    PLACE = "place"
    """A place, perhaps an average one."""
    DATE = "date"
    FLAG = "flag"


_T, _N, _I, _M, _P, _D, _F = Kind.TEXT, Kind.NAME, Kind.NUMBER, Kind.MONEY, Kind.PLACE, Kind.DATE, Kind.FLAG

TABLES: Final[Mapping[str, Mapping[str, Kind]]] = {
    "Tournaments": {
        "number": _I, "event": _T, "date": _D, "place": _T, "region": _T, "kind": _T, "organiser": _T, "regulation": _T,
        "players": _I, "winner": _N, "finished": _F, "verified": _F, "difference": _T, "trusted": _I, "valid": _F, "why": _T,
        "written": _T, "digest": _T, "file": _T,
    },
    "Results": {
        "number": _I, "event": _T, "date": _D, "region": _T, "kind": _T, "regulation": _T, "valid": _F, "person": _I, "name": _N,
        "written_name": _N, "id": _T, "home": _T, "eligible": _F, "final_place": _I, "elimination_rank": _I, "score": _M,
        "exact_score": _T, "games": _I, "prize": _M, "points": _I, "state": _T, "note": _T,
    },
    "Regional": {
        "region": _T, "rank": _I, "person": _I, "name": _N, "home": _T, "tournaments": _I, "points": _I, "best": _I, "mean": _P,
        "score": _M, "note": _T,
    },
    "Qualified": {
        "number": _I, "way": _T, "won_in": _T, "person": _I, "name": _N, "home": _T, "email": _T, "since": _D, "note": _T,
    },
    "Reserves": {
        "order": _I, "region": _T, "players": _I, "entries": _I, "person": _I, "name": _N, "home": _T, "email": _T, "way": _T,
    },
    "Irregular": {
        "date": _D, "event": _T, "region": _T, "person": _I, "name": _N, "why": _T, "since": _D, "note": _T, "file": _T,
    },
    "Doubtful": {
        "why": _T, "name": _N, "file": _T, "times": _I, "email": _T, "other_name": _N, "other_file": _T, "other_times": _I,
        "other_email": _T,
    },
    "Record": {
        "rank": _I, "person": _I, "name": _N, "score": _M, "games": _I, "own_best": _F, "valid": _F, "why": _T, "event": _T,
        "date": _D, "place": _T, "region": _T, "players": _I, "file": _T,
    },
    "Skipped": {"file": _T, "why": _T},
}  # fmt: skip
"""The tables by the word that begins their defined names, with their columns in order."""
