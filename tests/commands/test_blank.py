"""`bangxl blank`: a file to print."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from bangxl.commands import printing
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
    path = tmp_path / "schede.xlsx"
    said = blank(path, "italy-2010", "en")
    assert said == (f"{path}: empty record sheets for tables of 5, 6, 7. Print each as often as you need it.",)
    assert load_workbook(path).sheetnames == ["Table of 5", "Table of 6", "Table of 7"]
    assert list(tmp_path.iterdir()) == [path]


def test_the_regulations_language(tmp_path: Path) -> None:
    blank(tmp_path / "zettel.xlsx", "germany")
    assert load_workbook(tmp_path / "zettel.xlsx").worksheets[0]["A1"].value == "RUNDE ____ · TISCH ____"


def test_pages(tmp_path: Path) -> None:
    path = tmp_path / "schede.pdf"
    blank(path, "italy-2010", "it")
    assert [("SCHEDA DI GIOCO" in page, "arbitro (firma)" in page) for page in page_texts(path)] == [(True, True)] * 3
    assert list(tmp_path.iterdir()) == [path]


def test_no_program_for_a_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "to_pdf", lambda _source, _target, **_options: False)
    path = tmp_path / "sheets.pdf"
    text = "a .pdf needs LibreOffice or Excel; neither was found. Write an .xlsx instead, and print that elsewhere."
    assert refused(path) == (STATE, (f"{path}: {text}",))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["sheets.xlsx", "sheets.pdf"])
def test_what_is_there_stays(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"mine")
    assert refused(path) == (STATE, (f"{path} exists already. Choose another name, or move the old file away.",))
    assert path.read_bytes() == b"mine"


@pytest.mark.parametrize("name", ["sheets", "sheets.xlsm", "sheets.csv", "sheets.pdf.txt"])
def test_other_names(tmp_path: Path, name: str) -> None:
    assert refused(tmp_path / name) == (USAGE, (f"{tmp_path / name}: the name must end in .pdf or in .xlsx.",))


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
    with pytest.raises(Refusal, match="fr; known are it, en, de, ru"):
        blank(tmp_path / "feuilles.xlsx", language="fr", of=tmp_path / "turnier.xlsx")
    blank(tmp_path / "zettel.xlsx", of=tmp_path / "turnier.xlsx")
    sheets = load_workbook(tmp_path / "zettel.xlsx").worksheets
    sizes = [6, 5, 5, 5]
    titles = [f"RUNDE {number} · TISCH {table}" for table, size in enumerate(sizes, 1) for number in range(1, size + 1)]
    assert [sheet["A1"].value for sheet in sheets] == titles
    assert all(str(sheet.cell(row, 2).value).startswith("Spieler ") for sheet in sheets for row in range(7, 12))
    assert len({tuple(sheet.cell(row, 2).value for row in range(7, 13)) for sheet in sheets[:6]}) == 1


def test_of_tables_that_are_redrawn_nobody_knows_the_names(tmp_path: Path) -> None:
    new(tmp_path / "torneo.xlsx", "italy-2010", players="12")
    with pytest.raises(Refusal):
        blank(tmp_path / "schede.xlsx", of=tmp_path / "torneo.xlsx")
    assert not (tmp_path / "schede.xlsx").exists()
