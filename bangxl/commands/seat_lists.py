"""The list of who sat where at a round drawn with cards, whatever program wrote it; what was pasted from one, too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from bangxl.books.port import BookError
from bangxl.commands.errors import USAGE, Refusal, explain
from bangxl.commands.listfiles import Line, lines_of
from bangxl.locale.catalog import LANGUAGES, N_, Catalog, catalog
from bangxl.workbook.words import fold

LOTS: Final = "lots"
"""Stands in the column of the round where a line tells a lot of the standings."""

HEADS: Final[Mapping[str, str]] = {"round": N_("Round"), "table": N_("Table"), "seat": N_("Seat"), "player": N_("Player")}
"""The columns of a list of seats, in any language of ours; without the first, all lines are of the next round."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A line of a list of seats: its number in the file, and what is written there."""

    number: int
    round: str
    table: int
    seat: int
    player: str


def seat_list(path: Path, _: Catalog) -> list[SeatLine]:
    """Who sat where: ``round,table,seat,player``. Refusal if it cannot be read, or a line has no number of table or seat.

    Columns stand in that order where no line says so and the first has numbers.
    """
    if (absent := _absent(path)) is not None:
        raise explain(absent, str(path), _.language)
    rows = lines_of(path, _known, _, _("{path}: this list cannot be read. Save it as CSV, UTF-8.")).lines
    heads, below = _headed(rows) if rows else ((), rows)
    if not {"table", "seat", "player"} <= {*heads}:
        text = _("{path}: the first line must name the columns: round,table,seat,player.")
        raise Refusal(text.format(path=path), exit_code=USAGE)
    lines = [_seat_line(number, dict(zip(heads, row, strict=False))) for number, row in below]
    if wrong := [str(line.number) for line in lines if not line.seat or not (line.table or line.round == LOTS)]:
        text = _("{path}: the lines {lines} need a table and a seat, in numbers from 1.")
        raise Refusal(text.format(path=path, lines=", ".join(wrong)), exit_code=USAGE)
    return lines


def _absent(path: Path) -> BookError | None:
    """What is said where no list is: nothing, or a folder."""
    try:
        return None if path.is_file() else BookError("is_folder" if path.is_dir() else "file_missing")
    except OSError:  # a name that no file can have
        return BookError("file_missing")


def _headed(rows: Sequence[Line]) -> tuple[Sequence[str], Sequence[Line]]:
    """What each column holds, and the lines below that."""
    first = rows[0][1]
    if heads := _known(first):
        return heads, rows[1:]
    return [*HEADS][-len(first) :] if all(cell.isdecimal() for cell in first[:-1]) else (), rows


def _known(cells: Sequence[str]) -> list[str]:
    """The columns by their headings, in any language; nothing if these cells are none."""
    found = [_columns().get(fold(cell), "") for cell in cells]
    return found if any(found) else []


@cache
def _columns() -> Mapping[str, str]:
    """Every heading of a column in every language, and its code."""
    speakers = [catalog(language) for language in LANGUAGES]
    return {fold(speaker(head)): key for speaker in speakers for key, head in HEADS.items()} | {key: key for key in HEADS}


def _seat_line(number: int, row: Mapping[str, str]) -> SeatLine:
    table, seat = (int(text) if (text := row.get(key, "")).isdecimal() and len(text) < 4 else 0 for key in ("table", "seat"))
    return SeatLine(number, fold(row.get("round", "")), table, seat, row.get("player", ""))
