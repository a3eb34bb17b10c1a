"""One evening, always the same, saved at the moments that the handbook shows."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from datetime import date
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from bangxl.commands.new import new
from bangxl.commands.printing import print_pages
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.show import show
from tests.helpers.keyboard import SPELLINGS, duelled, played, record, results, scored, typed

TIME: Final = "1795291200"
"""Seconds since 1970: the time in every file."""
PLAYERS: Final = (
    "Anna Rossi", "Bruno Conti", "Chiara Weber", "Dario Ferri", "Elena Petrova", "Fabio Leone",
    "Greta Neumann", "Hugo Neri", "Irina Orlova", "Luca Pace", "Marta Keller", "Nino Tosti",
)  # fmt: skip
NAMED: Final[Mapping[str, Mapping[str, str]]] = {
    "it": {"Name": "Mezzogiorno di fuoco", "Place": "Torino", "Region": "Piemonte", "Referees": "Olga Bruni"},
    "en": {"Name": "High Noon", "Place": "Torino", "Region": "Piemonte", "Referees": "Olga Bruni"},
    "de": {"Name": "Zwölf Uhr mittags", "Place": "Bozen", "Region": "Südtirol", "Referees": "Olga Bruni"},
    "ru": {"Name": "Ровно в полдень", "Place": "Турин", "Region": "Пьемонт", "Referees": "Ольга Бруни"},
}  # fmt: skip
DATE: Final = date(2026, 11, 21)


class Moments(NamedTuple):
    """The workbooks: during a round, during the duels, the referto; and the PDFs and the page of those moments."""

    round: Path
    finals: Path
    referto: Path
    sheets: Path
    report: Path
    room: Path


def evening(folder: Path, language: str) -> Moments:
    """Play the evening in a language; its files are in the folder."""
    os.environ["SOURCE_DATE_EPOCH"] = TIME
    folder.mkdir()
    path = folder / "torneo.xlsx"
    drawn = count()
    with patch("secrets.token_hex", lambda size: sha256(f"{next(drawn)}".encode()).hexdigest()[: 2 * size]):
        new(path, "italy-2010", language=language, players=str(len(PLAYERS)))
        typed(path, {f"Event_{key}": value for key, value in NAMED[language].items()} | {"Event_Date": DATE})
        typed(path, {f"Players_Name {row}": name for row, name in enumerate(PLAYERS)})
        seat(path)
        played(path, "1", SPELLINGS[language])
        seat(path)
        print_pages(path)
        show(path)
        now = _kept(path, "round")
        _begun(now, language)
        for number in ("2", "3"):
            played(path, number, SPELLINGS[language])
            seat(path)
        scored(path, "SF1", 5, 3)
        finals = _kept(path, "finals")
        scored(path, "SF2", 2, 5)
        seat(path)
        duelled(path, "4")
        seat(path)
        report(path)
    names = ("-referto.xlsx", "-Round2.pdf", "-referto.pdf", "-room.html")
    return Moments(now, finals, *(path.with_name(f"torneo{name}") for name in names))


def _begun(path: Path, language: str) -> None:
    """Fill in the first table of the round, except its last line."""
    values = record(results(path, "2")[0], SPELLINGS[language])
    typed(path, {key: value for key, value in values.items() if not key.endswith(" 5")})


def _kept(path: Path, moment: str) -> Path:
    (path.parent / moment).mkdir()
    return Path(shutil.copy(path, path.parent / moment / path.name))
