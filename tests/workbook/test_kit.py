"""All for a day without the computer: ledger, winnings, table chart, auction, duel, from the rulebook alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from openpyxl.cell.cell import MergedCell
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.commands.blank import blank
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.rulebooks.loader import load, rulebook_ids
from bangxl.sheets.kit import PLACES, build
from bangxl.sheets.measure import points
from bangxl.sheets.styles import PAPER
from bangxl.tournament.seating import table_sizes
from bangxl.workbook.words import sizes_text
from tests.hosts.commandline import CommandLine
from tests.render import page_texts

LEAST = 15
"""Words on a page that is not empty."""


def sheets(rulebook: str, language: str = "en") -> Sequence[Worksheet]:
    return build(load(rulebook), catalog(language)).worksheets


def values(ws: Worksheet) -> list[object]:
    return [cell.value for row in ws.iter_rows() for cell in row if cell.value is not None]


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_nothing_is_computed_linked_or_hidden(rulebook: str) -> None:
    for language in LANGUAGES:
        book = build(load(rulebook), catalog(language))
        assert not book.defined_names
        for ws in book.worksheets:
            assert ws.sheet_state == "visible"
            assert not [value for value in values(ws) if str(value).startswith("=")], ws.title
            assert not ws.conditional_formatting


def test_the_winnings_and_the_chart_are_the_rulebooks() -> None:
    rulebook = load("italy-2010")
    found = [value for ws in sheets("italy-2010") for value in values(ws)]
    assert {2000, 1500} <= {value for value in found if isinstance(value, int)}
    for players in (10, 22, PLACES):
        assert sizes_text(table_sizes(rulebook, players)) in found


def test_the_ledger_has_a_column_for_bids_only_where_there_are_some() -> None:
    assert "Bid" in values(ledger("italy-2010"))
    assert "Bid" not in values(ledger("germany"))


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_table_chart_is_not_cut(rulebook: str) -> None:
    """A last table that nobody sees is a table that nobody sits at."""
    ws = next(ws for ws in sheets(rulebook) if ws.title == "Table chart")
    told = [str(cell.value) for cell in ws["C"] if cell.value]
    room = ws.column_dimensions["C"].width * 5.25 - 12
    assert [text for text in told if points(text, 11) > room] == []


def test_the_table_chart_has_its_heads_on_every_page(tmp_path: Path) -> None:
    blank(tmp_path / "kit.pdf", "italy-2007", "en", kit=True)
    pages = [page for page in page_texts(tmp_path / "kit.pdf") if "BANG! · Table chart" in page]
    assert len(pages) == 2
    assert [page for page in pages if "Games (max.)" not in page] == []


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_paper_is_white(rulebook: str) -> None:
    """A page of the screen's colour drinks a cartridge, and stands beside white record sheets."""
    for ws in sheets(rulebook):
        area = ws.print_area.replace("$", "").replace("'", "").rpartition("!")[2]
        found = {cell.fill.fgColor.rgb for row in ws[area] for cell in row if not isinstance(cell, MergedCell)}
        assert not [colour for colour in found if str(colour).endswith(PAPER)], ws.title


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_regulation_is_one_page_wide(rulebook: str) -> None:
    """In the width of a printed character, which LibreOffice takes a little wider than the screen's."""
    ws = next(ws for ws in sheets(rulebook) if ws.title == "Rules")
    wide = sum(ws.column_dimensions[letter].width for letter in "BCDEFG") * 5.73 * (ws.page_setup.scale or 100) / 100
    assert wide <= 595 - 2 * 0.4 * 72


@pytest.mark.parametrize("rulebook", rulebook_ids())
def test_the_ledger_fills_its_page_and_a_hand_can_write_in_it(rulebook: str) -> None:
    ws = ledger(rulebook)
    wide = 5.25 * sum(ws.column_dimensions[get_column_letter(at)].width for at in range(2, ws.max_column + 1))
    lines = sum(ws.row_dimensions[row].height or 15 for row in range(6, ws.max_row + 1))
    scale = min(1.0, 784 / wide, 523 / (lines + 90))
    assert (lines + 90) * scale > 0.9 * 523
    assert scale * (ws.row_dimensions[6].height or 15) > 15


@pytest.mark.parametrize("rulebook", rulebook_ids())
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_the_regulation_runs_over_the_edge(rulebook: str, language: str) -> None:
    """The widths of letters are taken a little wide: by a thirtieth, as LibreOffice prints these."""
    ws = next(ws for ws in sheets(rulebook, language) if ws.title == catalog(language)("Rules"))
    room = 1.03 * (sum(ws.column_dimensions[letter].width for letter in "BCDEFG") * 5.25 - 6)
    alone = (row[1] for row in ws.iter_rows(min_row=6) if row[1].value and not any(cell.value for cell in row[2:]))
    assert [str(cell.value) for cell in alone if points(str(cell.value), 11) > room] == []


def ledger(rulebook: str) -> Worksheet:
    (found,) = (ws for ws in sheets(rulebook) if ws.title == "Ledger")
    return found


def test_pages(tmp_path: Path) -> None:
    """By the program that prints here: no page is empty, none is cut."""
    for rulebook, language in (("italy-2010", "it"), ("germany", "de"), ("record", "ru")):
        path = tmp_path / f"{rulebook}.pdf"
        blank(path, rulebook, language, kit=True)
        pages = page_texts(path)
        assert len(pages) <= 12
        assert [number for number, page in enumerate(pages, 1) if len(page.split()) < LEAST] == []
        assert "###" not in "".join(pages)


def test_not_of_a_tournament_that_has_begun(bangxl: CommandLine, tmp_path: Path) -> None:
    run = bangxl("blank", tmp_path / "kit.pdf", "--kit", "--of", tmp_path / "t.xlsx")
    assert run.code == 2
    assert "--kit" in run.err


def test_a_workbook_has_its_regulation(bangxl: CommandLine, tmp_path: Path) -> None:
    run = bangxl("blank", tmp_path / "sheets.pdf", "--rulebook", "germany", "--of", tmp_path / "t.xlsx")
    assert run.code == 2
    assert "--rulebook" in run.err
