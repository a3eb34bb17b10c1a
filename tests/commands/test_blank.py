"""`bangxl blank-sheets`: a file to print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from openpyxl import load_workbook

from bangxl.commands.blank import blank
from bangxl.commands.errors import STATE, USAGE, Refusal
from bangxl.commands.new import new
from bangxl.commands.seat import seat
from bangxl.rulebooks.loader import RulebookError
from tests.render import page_texts


def refused(path: Path, *, rulebook: str = "italy-2010", language: str = "en") -> tuple[int, tuple[str, ...]]:
    with pytest.raises(Refusal) as refusal:
        blank(path, rulebook, language)
    return refusal.value.exit_code, tuple(refusal.value.lines)


def test_a_workbook(tmp_path: Path) -> None:
    """Its record sheet alone is seen, and is printed without money."""
    path = tmp_path / "schede.xlsx"
    assert blank(path, "italy-2010", "en") == (f"{path}: an empty record sheet. Print as many as you need.",)
    book = load_workbook(path)
    assert [ws.title for ws in book if ws.sheet_state == "visible"] == ["Round1T1"]
    assert book.active is book["Round1T1"]
    assert list(tmp_path.iterdir()) == [path]


def test_the_regulations_language(tmp_path: Path) -> None:
    blank(tmp_path / "zettel.pdf", "germany")
    assert page_texts(tmp_path / "zettel.pdf")[0].split()[:4] == ["RUNDE", "____", "·", "TISCH"]


def test_pages(tmp_path: Path) -> None:
    path = tmp_path / "schede.pdf"
    blank(path, "italy-2010", "it")
    assert [("SCHEDA DI GIOCO" in page, "arbitro (firma)" in page) for page in page_texts(path)] == [(True, True)] * 3
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["sheets.xlsx", "sheets.pdf"])
def test_what_is_there_stays(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"mine")
    assert refused(path) == (STATE, (f"{path} already exists. Choose another name, or move the old file away.",))
    assert path.read_bytes() == b"mine"


@pytest.mark.parametrize("name", ["sheets", "sheets.xlsm", "sheets.csv", "sheets.pdf.txt"])
def test_other_names(tmp_path: Path, name: str) -> None:
    assert refused(tmp_path / name) == (USAGE, (f"{tmp_path / name}: the name must end in .pdf or .xlsx.",))


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    for name in ("sheets.xlsx", "sheets.pdf"):
        exit_code, (line,) = refused(tmp_path / "nowhere" / name)
        assert exit_code == STATE
        assert "cannot be written" in line


def test_unknown_words(tmp_path: Path) -> None:
    with pytest.raises(RulebookError):
        blank(tmp_path / "sheets.xlsx", "italy-1999")
    assert refused(tmp_path / "sheets.xlsx", language="fr")[0] == USAGE


def test_der_wertungszettel_lies_at_every_table_for_every_round(tmp_path: Path) -> None:
    """Germany: "Bei jedem Turniertisch liegt zu Beginn des Turniers für jede Runde ein Wertungszettel aus": all, with names."""
    names = tmp_path / "liste.csv"
    names.write_text("name\n" + "".join(f"Spieler {number}\n" for number in range(1, 22)), encoding="utf-8")
    new(tmp_path / "turnier.xlsx", "germany", players=str(names))
    with pytest.raises(Refusal):
        blank(tmp_path / "früh.xlsx", of=tmp_path / "turnier.xlsx")
    seat(tmp_path / "turnier.xlsx", rng_seed="einundzwanzig")
    with pytest.raises(Refusal, match=r"fr\. Choose from: it, en, de, ru"):
        blank(tmp_path / "feuilles.xlsx", language="fr", of=tmp_path / "turnier.xlsx")
    blank(tmp_path / "zettel.pdf", of=tmp_path / "turnier.xlsx")
    sheets = [" ".join(page.split()) for page in page_texts(tmp_path / "zettel.pdf")]
    sizes = [6, 5, 5, 5]
    titles = [f"RUNDE {number} · TISCH {table}" for table, size in enumerate(sizes, 1) for number in range(1, size + 1)]
    assert [sheet.startswith(title) for sheet, title in zip(sheets, titles, strict=True)] == [True] * len(titles)
    assert [sheet.count("Spieler ") - 1 for sheet in sheets] == [size for size in sizes for _ in range(size)]
    assert len({tuple(re.findall(r"Spieler \d+", sheet)) for sheet in sheets[:6]}) == 1


def test_of_tables_that_are_redrawn_nobody_knows_the_names(tmp_path: Path) -> None:
    new(tmp_path / "torneo.xlsx", "italy-2010", players="12")
    with pytest.raises(Refusal):
        blank(tmp_path / "schede.xlsx", of=tmp_path / "torneo.xlsx")
    assert not (tmp_path / "schede.xlsx").exists()
