"""The codes that were posted beside those of rounds drawn by a seed: on the walls of rounds drawn by hand, and in the log.

Games at fixed tables and the finals have no cell for a code: what `seat` has logged of them counts, unless it was taken back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from bangxl.tournament.journal import LogEntry, read_pairs, standing
from bangxl.tournament.model import Posted, Tournament
from bangxl.workbook import names
from bangxl.workbook.cells import Cells

_LATER: Final = re.compile(r"(?:Round\d{1,3}T\d{1,3}|[A-Z]{1,2}\d?|Stage\d{1,3})(?:\+(?:Round\d{1,3}T\d{1,3}|[A-Z]{1,2}\d?))*")
"""What has its code in the log alone."""


def codes(cells: Cells, tournament: Tournament, entries: Sequence[LogEntry]) -> tuple[Posted, ...]:
    """All of them, of a tournament read so far. A round may be closed, with a code, before it has games."""
    drawn, seated = {draw.stage for draw in tournament.draws}, {game.round for game in tournament.games}
    by_hand = [number for number in names.wall_sheets(cells.book.names) if number in seated and str(number) not in drawn]
    found = (Posted(names.round_sheet(number), *_on_wall(cells, number)) for number in by_hand)
    return (*(one for one in found if one.code), *_logged(entries))


def _on_wall(cells: Cells, number: int) -> tuple[str, str]:
    code, salt = (cells.text(names.on_wall(number, key), 0) for key in (names.CODE, names.SALT))
    return code, salt


def _logged(entries: Sequence[LogEntry]) -> Iterator[Posted]:
    """The codes of what was not taken back, in the order in which they were posted."""
    for entry in standing(entries):
        said = read_pairs(entry.result)
        if entry.command in {"seat", "import"} and _LATER.fullmatch(entry.stage) and "code" in said:
            yield Posted(entry.stage, said["code"], said.get("salt", ""))
