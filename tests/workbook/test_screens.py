"""What a small screen shows of each sheet: no link is cut off by the next, the status line is whole, and so is the sheet."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from openpyxl import load_workbook
from openpyxl.cell.cell import Cell
from openpyxl.utils import column_index_from_string
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.books.closed import ClosedBook
from bangxl.commands.demo import demo
from bangxl.commands.workspace import open_workspace
from bangxl.locale.catalog import catalog
from bangxl.referto.report import money_by_part
from bangxl.rulebooks.loader import load
from bangxl.sheets.build import build
from bangxl.sheets.rules import CHART
from bangxl.sheets.standings import _FIRST
from bangxl.sheets.styles import SCREEN
from bangxl.tournament.league import evenings
from tests.helpers.sample import sample, these
from tests.hosts.gnumeric import Recalculated, Shown

SMALLEST: Final = {"italy-2010": 10, "italy-2007": 10, "germany": 20, "record": 7}
TEXT: Final = re.compile(r'HYPERLINK\(".*?![A-Z]+[0-9]+","([^"]*)"(&)?')
LINKS, STATUS = 2, 3
"""The rows of the links and of the status line."""
LEAGUE: Final = Path(__file__).parents[2] / "docs" / "regulations" / "examples" / "league.toml"
LARGE_SCREEN: Final = 233
"""Characters that LibreOffice shows beside its bar at 1920 pixels."""
MILLIMETRES: Final = 1.85
"""The width of a character on paper."""
NAME: Final = 25
"""Characters of a tournament's name that stand beside a title unshrunk."""
LARGE: Final = 30
"""Points that the status line is high at least where it is large."""


@cache
def sheets(rulebook: str, language: str) -> list[Worksheet]:
    book = build(load(rulebook), catalog(language), SMALLEST[rulebook])
    return [book[name] for name in book.sheetnames]


def shown(formula: str) -> str:
    """What a link says, a digit for what the formula puts in at the end."""
    said = TEXT.search(formula)
    return said[1] + "5" * bool(said[2]) if said else ""


def widths(ws: Worksheet) -> dict[int, float]:
    """Of all columns: openpyxl holds those of one width as one."""
    found = [(one.min, one.max, one.width) for one in ws.column_dimensions.values()]
    return {column: width for first, last, width in found if first and last for column in range(first, last + 1)}


def cut_off(ws: Worksheet) -> Iterator[str]:
    """The links that reach into the next one, or over the end of the band."""
    wide, band = widths(ws), ws.merged_cells.ranges
    last = next((area.max_col for area in band if area.min_row == area.max_row == STATUS), 0)
    links = {cell.column: shown(str(cell.value)) for cell in ws[LINKS] if cell.value}
    for column, text in links.items():
        end = min([other for other in links if other > column] + [last + 1])
        if text and len(text) > sum(wide[one] for one in range(column, end)):
            yield f"{ws.title}: {text}"


@pytest.mark.parametrize("language", sample(["ru", "it", "en", "de"], 4))
@pytest.mark.parametrize("rulebook", sample(SMALLEST, 3))
def test_no_link_is_cut_off(rulebook: str, language: str) -> None:
    assert [one for ws in sheets(rulebook, language) for one in cut_off(ws)] == []


@pytest.mark.parametrize("rulebook", sample(SMALLEST, 3))
def test_what_is_narrow_becomes_smaller_rather_than_cut_off(rulebook: str) -> None:
    """Links beside the next, status lines (also the small one), and what the first sheet says of the regulation."""
    every = sheets(rulebook, "it")
    assert any((ws.row_dimensions[STATUS].height or 0) > LARGE for ws in every)
    label = next(cell for row in every[0].iter_rows() for cell in row if cell.value == "Giocatori" and cell.row > STATUS + 2)
    narrow = [every[0].cell(row, label.column + 1) for row in range(label.row, label.row + 3)]
    for ws in every:
        links = [cell for cell in ws[LINKS] if isinstance(cell, Cell) and "HYPERLINK" in str(cell.value)]
        narrow += [one for one, other in pairwise(links) if one.column + 1 == other.column]
        narrow += [ws["B3"]] if band(ws) else []
    assert [(cell.parent.title, cell.coordinate) for cell in narrow if not cell.alignment.shrink_to_fit] == []


def test_links_are_read_as_they_are_shown() -> None:
    assert shown('=HYPERLINK("#\'Players\'!A1","Players")') == "Players"
    assert shown("""=IF(X=1,"",HYPERLINK("#'Round"&Rounds_Seated&"'!A1","► turno "&Rounds_Seated))""") == "► turno 5"


def band(ws: Worksheet) -> int:
    """The last column of the sheet's head; 0 for a sheet without one."""
    return next((area.max_col for area in ws.merged_cells.ranges if area.min_row == area.max_row == STATUS), 0)


def across(ws: Worksheet, last: int) -> float:
    """The widths of the columns to the last one, without those that are hidden."""
    hidden = [(one.min, one.max) for one in ws.column_dimensions.values() if one.hidden]
    unseen = {column for first, end in hidden if first and end for column in range(first, end + 1)}
    return sum(width for column, width in widths(ws).items() if column <= last and column not in unseen)


@pytest.mark.parametrize("rulebook", sample(["italy-2010", "italy-2007", "germany"], 3))
def test_every_sheet_is_whole_on_a_screen_of_1366_pixels(rulebook: str) -> None:
    assert [(ws.title, across(ws, band(ws))) for ws in sheets(rulebook, "en") if across(ws, band(ws)) > SCREEN] == []


@pytest.mark.parametrize("rulebook", these(["italy-2010", "italy-2007", "germany"], "italy-2010"))
def test_a_long_line_of_tables_shrinks_in_the_chart_and_can_still_be_read(rulebook: str) -> None:
    """Eight tables, each with its number, are wider than what the rules leave beside them."""
    book = build(load(rulebook), catalog("en"), 56)
    rules = next(ws for ws in book.worksheets if ws.title == catalog("en")("Rules"))
    room = widths(rules)[column_index_from_string(CHART[1])] * 5.25 - 12
    lines = {cell.coordinate: str(cell.value) for cell in rules[CHART[1]] if "+" in str(cell.value or "")}
    wide = {where: 11 * sum(0.25 if sign.isspace() else 0.53 for sign in text) for where, text in lines.items()}  # as in Calibri
    long = {coordinate: size for coordinate, size in wide.items() if size > room}
    assert long
    assert [coordinate for coordinate in long if not rules[coordinate].alignment.shrink_to_fit] == []
    assert 11 * room / max(long.values()) >= 8


@pytest.mark.parametrize("rulebook", ["italy-2010", "germany"])
def test_the_calculation_begins_beyond_a_screen_of_1920_pixels(rulebook: str) -> None:
    standings = next(ws for ws in sheets(rulebook, "en") if ws.title == catalog("en")("Standings"))
    assert standings.parent is not None
    begins = standings.parent.defined_names["Standings_Player"].attr_text.partition("!$")[2].partition("$")[0]
    assert across(standings, column_index_from_string(begins) - 1) >= LARGE_SCREEN


@pytest.mark.parametrize(("rulebook", "finals"), [("italy-2010", 8), ("italy-2007", 5.9), ("germany", 10)])
def test_what_hangs_on_a_wall_is_printed_large(rulebook: str, finals: float) -> None:
    """Germany's standings and finals stood across a portrait page; Italy 2007's finals along a landscape one."""
    for kind, least in (("Standings", 8.5), ("Finals", finals)):
        sheet = next(ws for ws in sheets(rulebook, "de") if ws.title == catalog("de")(kind))
        area, *_more = printed(sheet)
        wide, high = (277, 185) if sheet.page_setup.orientation == "landscape" else (190, 270)
        down = sum(sheet.row_dimensions[row].height or 15 for row in range(area.min_row, area.max_row + 1)) * 25.4 / 72
        pages = 1 if sheet.page_setup.fitToHeight is None else 99
        assert 11 * min(wide / across(sheet, area.max_col) / MILLIMETRES, pages * high / down) >= least


@pytest.mark.parametrize(("players", "least"), [(22, 12), (44, 12), (126, 11.5)])
def test_the_names_of_a_knock_out_are_printed_larger_than_the_word_that_nobody_has_won_yet(players: int, least: float) -> None:
    """Names had 10 points on a page half empty, «to be played» had 25."""
    finals = build(load("germany"), catalog("en"), players)["Finals"]
    area = printed(finals)[0]
    down = sum(finals.row_dimensions[row].height or 15 for row in range(area.min_row, area.max_row + 1))
    scale = min(277 / across(finals, area.max_col) / MILLIMETRES, 185 / down * 72 / 25.4)
    words = next(cell for row in finals.iter_rows() for cell in row if catalog("en")("to be played") in str(cell.value))
    assert finals["C7"].font.sz * scale >= least
    assert words.font.sz <= finals["C7"].font.sz


@pytest.mark.parametrize(("rulebook", "players", "pages"), [("germany", 30, 1), ("germany", 44, 2), ("italy-2010", 35, 1)])
def test_no_page_of_the_standings_has_only_a_few_lines(rulebook: str, players: int, pages: int) -> None:
    """From 22 players on, Germany's took two pages, of 44 three, the last with two lines; none is printed much smaller for it."""
    sheet = build(load(rulebook), catalog("en"), players)["Standings"]
    assert (sheet.page_setup.fitToHeight or 1) == pages
    room = (185 if sheet.page_setup.orientation == "landscape" else 270) * 72 / 25.4
    head, row = sum(sheet.row_dimensions[line].height or 15 for line in (4, 5, 6)), sheet.row_dimensions[6 + players].height or 15
    assert head + row * players / pages <= room / 0.85
    assert pages == 1 or players - (pages - 1) * int((room - head) / row) > 3


def test_how_somebody_left_is_as_large_as_who_plays(tmp_path: Path) -> None:
    """«– ausgeschlossen · Finalrunde» was shrunk to two thirds; and three pages of events were printed for one line."""
    book = build(load("germany"), catalog("de"), 20)
    place = book.defined_names["Players_Status"].attr_text.partition("!$")[2].partition("$")[0]
    wide = widths(book["Spieler"])[column_index_from_string(place)]
    assert wide >= len("– ausgeschlossen · Finalrunde") - 3  # in narrow italics
    path = tmp_path / "torneo.xlsx"
    demo(path, "italy-2010", 10, "a", "en", until="finals")
    assert not any(ClosedBook.open(path).hidden("Events_Type"))
    path.unlink()
    demo(path, "italy-2010", 10, "a", "en")
    assert ClosedBook.open(path).hidden("Events_Type") == [False] * 16 + [True] * 24


def printed(sheet: Worksheet) -> list[CellRange]:
    """The areas that are printed, each on a page of its own."""
    return [CellRange(area.rpartition("!")[2].replace("$", "")) for area in sheet.print_area.split(",")]


def test_a_knock_out_shows_its_winner_once_below_its_title() -> None:
    """The box stood beside the final ranking again, and nothing said what the page is."""
    finals = next(ws for ws in sheets("germany", "en") if ws.title == catalog("en")("Finals"))
    assert finals["B5"].value == "Final round · Stage 1"
    assert ["★" in str(cell.value) for row in finals.iter_rows() for cell in row].count(True) == 1


def test_the_final_ranking_of_a_knock_out_fills_its_page() -> None:
    """Ten names of 11 points stood in a third of the width, below «Endstand», as if it were of all thirty players."""
    finals = build(load("germany"), catalog("de"), 30)["Finalrunde"]
    _stages, page = printed(finals)
    assert "Finalrunde · Endstand" in str(finals.cell(page.min_row, 2).value)
    names = [area for area in finals.merged_cells.ranges if area.min_row >= page.min_row + 2]
    assert [(area.min_col, area.max_col) for area in names] == [(3, page.max_col)] * 10
    assert {finals.cell(area.min_row, 3).font.sz for area in names} == {21}


@pytest.mark.parametrize("rulebook", sample(SMALLEST, 3))
def test_who_has_won_is_printed_too(rulebook: str) -> None:
    finals = next(ws for ws in sheets(rulebook, "en") if ws.title == catalog("en")("Finals"))
    stars = [cell for row in finals.iter_rows(max_row=60) for cell in row if "★" in str(cell.value)]
    assert stars
    assert all(any(CellRange(cell.coordinate).issubset(area) for area in printed(finals)) for cell in stars)


@pytest.mark.parametrize("rulebook", sample(SMALLEST, 3))
def test_a_record_sheet_prints_no_head_of_the_checks(rulebook: str) -> None:
    """At the edge of the paper it would be cut off."""
    sheet = next(ws for ws in sheets(rulebook, "en") if ws.title == "Round1T1")
    heads = [cell for row in sheet.iter_rows() for cell in row if cell.value == catalog("en")("Checks of the table")]
    assert len(heads) == 1
    assert not any(CellRange(heads[0].coordinate).issubset(area) for area in printed(sheet))


@pytest.mark.parametrize("rulebook", sample(SMALLEST, 3))
def test_no_conditional_line_has_a_colour(rulebook: str) -> None:
    """LibreOffice saves such a line without its colour: it comes back black."""
    rules = [(ws.title, rule) for ws in sheets(rulebook, "en") for area in ws.conditional_formatting for rule in area.rules]
    borders = [(title, rule.dxf.border) for title, rule in rules if rule.dxf and rule.dxf.border]
    assert borders
    sides = ("left", "right", "top", "bottom")
    assert {title for title, one in borders for side in sides if (line := getattr(one, side)) and line.color} == set()


@pytest.mark.parametrize("rulebook", sample(SMALLEST, 3))
def test_nothing_pops_up_while_somebody_types(rulebook: str) -> None:
    """Drop-downs offer words and let everything through; only the amounts of a ruling refuse what is no number."""
    rules = [(ws, rule) for ws in sheets(rulebook, "en") for rule in ws.data_validations.dataValidation]
    assert {"Role_List", "Status_List", "Outcome_List", "Players_Name"} <= {rule.formula1 for _, rule in rules}
    asking = {(ws.title, str(rule.sqref)) for ws, rule in rules if rule.showErrorMessage or rule.showDropDown}
    amounts = [ws.defined_names["Ruling"].attr_text for ws in sheets(rulebook, "en") if "Ruling" in ws.defined_names]
    assert asking == {(ref.partition("!")[0].strip("'"), ref.partition("!")[2].replace("$", "")) for ref in amounts}


@pytest.mark.parametrize("rulebook", sample(SMALLEST, 3))
def test_libreoffice_completes_no_word_by_a_heading(rulebook: str) -> None:
    """It takes texts of the same column, not those of formulas: «w» became «Who has won?», «What» or «When»."""
    english = catalog("en")
    for ws in sheets(rulebook, "en"):
        if ws.title not in {english("Tournament"), english("Finals")}:  # the first has no column of one kind, duels have numbers
            areas = [area for rule in ws.data_validations.dataValidation for area in rule.sqref.ranges]
            columns = {column for area in areas for column in range(area.min_col, area.max_col + 1)}
            cells = [cell for column in columns for (cell,) in ws.iter_rows(min_col=column, max_col=column)]
            texts = [cell for cell in cells if isinstance(cell.value, str) and cell.data_type == "s" and cell.protection.locked]
            assert [(ws.title, cell.coordinate, cell.value) for cell in texts] == []


@pytest.mark.parametrize("rulebook", sample(SMALLEST, 3))
def test_the_tournaments_name_has_room_in_the_band(rulebook: str) -> None:
    """On the wall list, the standings, the duel's page and the meetings too, whose last columns are narrow."""
    for ws in sheets(rulebook, "ru"):
        wide = widths(ws)
        for cell in ws[1]:
            if cell.value == '=Event_Name&""':
                area = next((area for area in ws.merged_cells.ranges if cell.coordinate in area), None)
                assert sum(wide[one] for one in range(cell.column, (area.max_col if area else cell.column) + 1)) >= NAME, ws.title
                assert cell.alignment.shrink_to_fit, ws.title
                assert sum(wide[one] for one in range(2, cell.column)) >= 24, ws.title


def test_the_race_ends_at_the_last_round_that_anybody_has_finished(path: Path, tmp_path: Path) -> None:
    """The lines neither fall to 0 nor run on flat in the rounds to come, and the names at their ends stand apart."""
    demo(path, "italy-2010", 22, "x", "en", until="round3")
    values = Recalculated(path, tmp_path)
    (chart,) = next(ws for ws in load_workbook(path).worksheets if ws.title == "Standings")._charts  # type: ignore[attr-defined]

    def cells(reference: str) -> list[Shown]:
        return values.read("Standings", reference.rpartition("!")[2].replace("$", ""))[0]

    lines, ends = chart.series[::2], chart.series[1::2]
    assert len(lines) == 8
    for line in lines:
        rounds, sums = cells(line.xVal.numRef.f), cells(line.yVal.numRef.f)
        assert rounds == [0, 1, 2, 2, 2, 2]
        assert sums[3:] == [sums[2]] * 3
    heights = [cells(end.yVal.numRef.f)[0] for end in ends]
    assert all(float(above or 0) - float(below or 0) >= 700 for above, below in pairwise(heights)), heights
    names = [str(cells(end.tx.strRef.f)[0]).strip() for end in ends]
    assert names == [row[0] for row in values.read("Standings", f"C{_FIRST}:C{_FIRST + 7}")]


def test_the_race_of_a_league_goes_by_evenings(tmp_path: Path) -> None:
    """Six evenings, of which two have been: as many steps as the report has, not eighteen rounds."""
    demo(path := tmp_path / "league.xlsx", str(LEAGUE), 14, "x", "en", until="round5")
    values, state = Recalculated(path, tmp_path), open_workspace(path, reading_only=True).state
    (chart,) = next(ws for ws in load_workbook(path).worksheets if ws.title == "Standings")._charts  # type: ignore[attr-defined]
    row, evening = (
        values.read("Standings", chart.series[0].xVal.numRef.f.rpartition("!")[2].replace("$", ""))[0],
        evenings(state),
    )
    assert row == [0, *range(1, evening[3]), *[evening[3]] * (6 - evening[3] + 1)]
    shown = [values.read("Standings", line.yVal.numRef.f.rpartition("!")[2].replace("$", ""))[0] for line in chart.series[::2]]
    won = [*money_by_part(state).values()][:8]
    assert [sums[: evening[3] + 1] for sums in shown] == [
        [float(amount) for amount in amounts[: evening[3] + 1]] for amounts in won
    ]
