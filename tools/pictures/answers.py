"""The picture of docs/functions.md: its examples on a sheet of LibreOffice, with what Python's functions answer.

LibreOffice cannot call them. The answers stand there as values, and the formulas beside them as texts.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from struct import pack
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest.mock import patch
from zlib import crc32

from openpyxl import Workbook
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter

from bangxl.functions import BANG_PAYOUT, BANG_SCORE, BANG_SEATING, BANG_STANDINGS, BANG_TIEBREAK
from bangxl.workbook.fields import GAME_COLUMNS
from tests.helpers.render import pictures
from tests.hosts.libreoffice.office import Office
from tools.pictures.sheets import reduce

PICTURE: Final = Path(__file__).parents[2] / "docs" / "functions.png"
GAME: Final[list[list[Any]]] = [
    [*GAME_COLUMNS],
    [1, 1, 1, "Anna", "Sheriff", "alive", "Law", 300],
    [1, 1, 2, "Bruno", "Outlaw", "eliminated", None, 200],
    [1, 1, 3, "Carla", "Renegade", "eliminated", None, 100],
    [1, 1, 4, "Dino", "Deputy", "alive", None, 0],
    [1, 1, 5, "Elsa", "Outlaw", "eliminated", None, 400],
]
WINNINGS: Final[list[list[Any]]] = [[1500], [-300], [2200]]
PEOPLE: Final[list[list[Any]]] = [[f"P{number:03}"] for number in range(1, 11)]
COLOURS: Final = 16
HEAD: Final = 33
"""The bytes of a PNG up to the end of its first chunk."""
DOTS: Final = 110
WIDTHS: Final = {"A": 7, "B": 7, "E": 10, "F": 11, "G": 10, "H": 10, "I": 10, "J": 3, "L": 3, "N": 3, "O": 7, "P": 7, "Q": 9}
"""Of columns, in letters; the others have those of a sheet."""


def answers() -> Mapping[tuple[str, str], tuple[str, Any]]:
    """By the cell where it stands and that of its answer: each formula of the page and what its function says, in English."""
    with patch.dict(os.environ, {"BANGXL_LANGUAGE": "en"}):
        return {
            ("O1", "O2"): (
                '=BANG_SEATING("italy-2010", "dice 4 2 6", 1, M2:M11)',
                BANG_SEATING("italy-2010", "dice 4 2 6", 1, PEOPLE),
            ),
            ("A8", "H8"): (
                '=BANG_PAYOUT("italy-2010", 5, "Sheriff", "Law", "alive")',
                BANG_PAYOUT("italy-2010", 5, "Sheriff", "Law", "alive"),
            ),
            ("A9", "H9"): ('=BANG_SCORE("italy-2010", K2:K4)', BANG_SCORE("italy-2010", WINNINGS)),
            ("A10", "H10"): (
                '=BANG_TIEBREAK("italy-2010", A1:H6, "Anna", "buchholz")',
                BANG_TIEBREAK("italy-2010", GAME, "Anna", "buchholz"),
            ),
            ("A12", "A13"): ('=BANG_STANDINGS("italy-2010", A1:H6)', BANG_STANDINGS("italy-2010", GAME)),
            ("I12", "I13"): ('=BANG_TIEBREAK("italy-2010", A1:H6, "Zoe")', BANG_TIEBREAK("italy-2010", GAME, "Zoe")),
        }


def comment() -> str:
    """What the picture shows, in words: it stands in the file, so a test sees an old picture."""
    return json.dumps([*answers().values()])


def draw(target: Path) -> None:
    """Write the picture."""
    book = Workbook()
    sheet = book.worksheets[0]

    def put(where: str, block: Any, **look: Any) -> None:  # noqa: ANN401 -- a value or rows of values
        for row, line in enumerate(block if isinstance(block, list) else [[block]]):
            for column, value in enumerate(line):
                cell = sheet[where].offset(row, column)
                cell.value, cell.data_type = value, "s" if isinstance(value, str) else "n"
                cell.alignment = Alignment(horizontal="left" if value == block else "center")
                for name, part in look.items():
                    setattr(cell, name, part)

    side = Side("thin", "B8B8B8")
    edge = Border(left=side, right=side, top=side, bottom=side)
    for column in map(get_column_letter, range(1, 18)):
        sheet.column_dimensions[column].width = WIDTHS.get(column, 9)
    for where, block in {"A1": GAME, "K1": [["winnings"], *WINNINGS], "M1": [["players"], *PEOPLE]}.items():
        put(where, block, border=edge)
    for (formula_at, answer_at), (formula, answer) in answers().items():
        put(formula_at, formula, font=Font("DejaVu Sans Mono", size=9))
        put(answer_at, answer, border=edge, font=Font("Calibri", bold=True), fill=PatternFill("solid", fgColor="FFF6DC"))
    sheet.print_options.headings = True
    sheet.page_setup.orientation, sheet.page_setup.fitToHeight = "landscape", 1
    sheet.sheet_properties.pageSetUpPr.fitToPage = True  # type: ignore[union-attr]
    with TemporaryDirectory() as scratch:
        path, office = Path(scratch) / "answers.xlsx", Office()
        book.save(path)
        with office.open(path) as document:
            document.pdf(path.with_suffix(".pdf"))
        office.stop()
        (page,) = pictures(path.with_suffix(".pdf"), Path(scratch), DOTS)
        cut = ["-trim", "-bordercolor", "white", "-border", "6", "+repage"]
        subprocess.run(["convert", str(page), *cut, str(page)], check=True)
        reduce(page, target, COLOURS)
    chunk = b"tEXtComment\0" + comment().encode("latin-1")
    drawn = target.read_bytes()
    said = pack(">I", len(chunk) - 4) + chunk + pack(">I", crc32(chunk))
    target.write_bytes(drawn[:HEAD] + said + drawn[HEAD:])
