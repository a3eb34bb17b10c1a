"""What a forger may do to a referto: each a function that gives the forged book."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from openpyxl import Workbook
from openpyxl.chart import BarChart
from openpyxl.comments import Comment
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName

from bangxl.books.closed import ClosedBook
from bangxl.books.writer import MACROS, embed
from bangxl.referto.book import FORMAT, Referto, seal
from tests.additions.package import unzipped, zipped
from tests.openpyxl_files import rewritten
from tests.referto.proof.referti import eventful, opened, saved

Forge = Callable[[ClosedBook], ClosedBook]


@cache
def data() -> bytes:
    """The file of an English referto."""
    return saved(eventful("italy-2010", 10, "en"))


def fresh() -> ClosedBook:
    return opened(data())


def edited(change: Callable[[Workbook], object]) -> Forge:
    """Somebody changes the workbook and saves it, with another program."""
    return lambda book: opened(rewritten(book.state(), change))


def put(name: str, value: object, index: int = 0) -> Forge:
    """Somebody types a value into a cell."""

    def forge(book: ClosedBook) -> ClosedBook:
        ref = Referto(book).names[name]
        return edited(partial(_type, ref.sheet, ref.first + index, ref.column, value))(book)

    return forge


def _type(sheet: str, row: int, column: int, value: object, workbook: Workbook) -> None:
    cell: Any = workbook[sheet].cell(row, column)
    cell.value = value


def without(*names: str) -> Forge:
    """Somebody deletes defined names."""

    @edited
    def forge(workbook: Workbook) -> None:
        for name in names:
            del workbook.defined_names[name]

    return forge


def with_only(*names: str) -> Forge:
    """Somebody deletes all other defined names."""

    @edited
    def forge(workbook: Workbook) -> None:
        for name in workbook.defined_names.keys() - set(names):
            del workbook.defined_names[name]

    return forge


def shortened(name: str) -> Forge:
    @edited
    def forge(workbook: Workbook) -> None:
        names = workbook.defined_names
        text = str(names[name].attr_text)
        names[name] = DefinedName(name, attr_text=f"{text[: text.rindex('$')]}${int(text[text.rindex('$') + 1 :]) - 1}")

    return forge


@edited
def a_thousandth_round(workbook: Workbook) -> None:
    names = workbook.defined_names
    names["Round999T1_Player"] = DefinedName("Round999T1_Player", attr_text="Round1!$C$21:$C$25")


@edited
def hidden(workbook: Workbook) -> None:
    workbook["Round2"].sheet_state = "hidden"


@edited
def with_macros(workbook: Workbook) -> None:
    embed(workbook, {MACROS: b"a project"})


@edited
def with_a_sheet(workbook: Workbook) -> None:
    workbook.create_sheet("More")


@edited
def with_a_chart(workbook: Workbook) -> None:
    chart: Any = BarChart()
    workbook.create_chartsheet("Chart").add_chart(chart)


@edited
def with_a_column_without_end(workbook: Workbook) -> None:
    names = workbook.defined_names
    names["Ranking_Rank"] = DefinedName("Ranking_Rank", attr_text="Standings!$C$6:$C$1048576")


@edited
def without_a_sheet(workbook: Workbook) -> None:
    workbook.remove(workbook["Meetings"])


@edited
def with_a_formula(workbook: Workbook) -> None:
    workbook["Round1"]["F3"] = "=1+1"


@edited
def with_a_heading(workbook: Workbook) -> None:
    workbook["Round2"]["B1"] = "Round 3"


@edited
def with_a_number(workbook: Workbook) -> None:
    workbook["Standings"]["P30"] = 12


def with_a_name(book: ClosedBook) -> ClosedBook:
    name = book.read("Players_Name")[2]
    return edited(partial(_type, "Standings", 31, 16, name))(book)


@edited
def named_twice(workbook: Workbook) -> None:
    names = workbook.defined_names
    names["Report_Left"] = DefinedName("Report_Left", attr_text=names["Report_Players"].attr_text or "")


_AWAY: Final = 400
"""A column far from all that is printed."""


def moved_away(name: str, instead: object) -> Forge:
    """The name stands on a copy far away; where it was, something else is printed."""

    def forge(book: ClosedBook) -> ClosedBook:
        ref, column = Referto(book).names[name], Referto(book).read(name)
        known_as = name if name in book.names else name.replace("!", "_")
        local = known_as.partition("!")[2]

        def change(workbook: Workbook) -> None:
            sheet: Any = workbook[ref.sheet]
            for row, value in enumerate(column, ref.first):
                sheet.cell(row, _AWAY).value = value
            defined = sheet.defined_names if local else workbook.defined_names
            away = get_column_letter(_AWAY)
            area = f"'{ref.sheet}'!${away}${ref.first}:${away}${ref.last}"
            defined[local or known_as] = DefinedName(local or known_as, attr_text=area)
            sheet.cell(ref.first, ref.column).value = instead

        return edited(change)(book)

    return forge


def moved_away_beneath_a_text(name: str, text: str) -> Forge:
    """The same, with a text where the name was, and all seals made anew."""
    return lambda book: resealed(moved_away(name, text)(book))


def look(name: str, **looks: object) -> Forge:
    """Somebody changes how a cell looks."""

    def forge(book: ClosedBook) -> ClosedBook:
        ref = Referto(book).names[name]

        def change(workbook: Workbook) -> None:
            for attribute, value in looks.items():
                setattr(workbook[ref.sheet].cell(ref.first, ref.column), attribute, value)

        return edited(change)(book)

    return forge


def side(rows: int = 0, columns: str = "", **looks: object) -> Forge:
    """Somebody changes a row or a column of the standings."""

    @edited
    def forge(workbook: Workbook) -> None:
        sheet: Any = workbook["Standings"]
        for attribute, value in looks.items():
            setattr(sheet.row_dimensions[rows] if rows else sheet.column_dimensions[columns], attribute, value)

    return forge


@edited
def with_a_condition(workbook: Workbook) -> None:
    rule: Any = FormulaRule(formula=["TRUE"], font=Font(color="FFFFFF"))  # type: ignore[no-untyped-call]
    workbook["Standings"].conditional_formatting.add("F6:F9", rule)


@edited
def printed_without_the_end(workbook: Workbook) -> None:
    workbook["Standings"].print_area = "A1:C30"


def with_a_shape(book: ClosedBook) -> ClosedBook:
    """Beside a chart, in its file: openpyxl itself keeps no shapes."""
    parts = unzipped(book.state())
    drawing = "xl/drawings/drawing1.xml"
    return opened(zipped({**parts, drawing: re.sub(rb"(</[^<]*>)$", rb"<sp macro=''/>\1", parts[drawing].strip())}))


def merged(book: ClosedBook) -> ClosedBook:
    """Names of the standings in one cell: openpyxl itself would empty the others."""
    parts = unzipped(rewritten(book.state(), lambda _workbook: None))
    sheet = "xl/worksheets/sheet2.xml"
    area = b'</sheetData><mergeCells count="1"><mergeCell ref="D5:D7" /></mergeCells>'
    return opened(zipped({**parts, sheet: parts[sheet].replace(b"</sheetData>", area)}))


def with_a_part_that_nobody_names(book: ClosedBook) -> ClosedBook:
    return opened(zipped({**unzipped(book.state()), "xl/drawings/drawing99.xml": b"<xdr:wsDr>"}))


@edited
def with_a_link(workbook: Workbook) -> None:
    cell: Any = workbook["Standings"]["C6"]
    cell.hyperlink = "https://example.org/other.xlsx"


def resealed(book: ClosedBook) -> ClosedBook:
    """All seals made anew, as a forger would."""
    ref = book.names["Seal_Value"]
    seals = []
    for sheet in book.read("Seal_Sheet"):
        grid = dict(book.everything(str(sheet)))
        if sheet == ref.sheet:
            grid = {
                place: value for place, value in grid.items() if place[1] != ref.column or not ref.first <= place[0] <= ref.last
            }
        seals.append(seal(grid))

    def change(workbook: Workbook) -> None:
        for row, value in enumerate(seals, ref.first):
            _type(ref.sheet, row, ref.column, value, workbook)

    return edited(change)(book)


def sealed_twice(book: ClosedBook) -> ClosedBook:
    return put("Seal_Sheet", book.read("Seal_Sheet")[0], 1)(book)


BENEATH = [
    ("Podium_Prize", "9000 $"), ("Podium_Name", "Mario"), ("Ranking_Score", "a word"), ("Round1T1!Outcome", "Renegade"),
    ("Round1T1!Role", "Sheriff"), ("Events_Reason", "has cheated"), ("Departures_Text", "all is well"),
    ("Ranking_Status", "ejected"), ("Ranking_Separated", "lot"), ("Official_Note", "valid: the regulation sets no condition "),
    ("Round1!Draw_Seed", "R7"), ("Players_Id", "P001"),
]  # fmt: skip
"""Names that are moved, and what is then printed where they were."""

ONE: list[tuple[str, Forge, str]] = [
    ("differs", put("Ranking_Score", 1, 2), "Ranking_Score 2"),
    ("blank_instead", put("Ranking_Name", None, 1), "Ranking_Name 1"),
    ("filled_instead", put("Round1!Draw_Best", 3), "Round1!Draw_Best 0"),
    ("column_missing", without("Podium_Prize"), " "),
    ("columns_missing", without("Podium_Prize", "Podium_Place", "Podium_Rank", "Podium_Name"), " "),
    ("column_short", shortened("Ranking_Rank"), "Ranking_Rank 8"),
    ("name_absurd", a_thousandth_round, "Round1 C21"),
    ("not_readable", put("Rulebook_Text", "base ="), "Rulebook_Text 0"),
    ("regulation_unknown", put("Rulebook_Id", "italy-1999"), "Rulebook_Id 0"),
    ("newer_report", put("Report_Format", FORMAT + 1), "Report_Format 0"),
    ("newer_report", put("Format_Version", 99), "Format_Version 0"),
    ("version_unreadable", put("Format_Version", "one"), "Format_Version 0"),
    ("program_unknown", put("Report_Program", "bangxl 0.0.1. The file is exactly as it was"), "Report_Program 0"),
    ("language_unknown", put("Workbook_Language", "fr"), "Workbook_Language 0"),
    ("formula", with_a_formula, "Round1 F3"),
    ("hidden_sheet", hidden, "Round2 "),
    ("macros", with_macros, " "),
    ("sheet_added", with_a_sheet, "More "),
    ("sheet_added", with_a_chart, "Chart "),
    ("name_absurd", with_a_column_without_end, "Standings C6"),
    ("sheet_missing", without_a_sheet, "Seal_Sheet 5"),
    ("seal_broken", with_a_heading, "Round2 "),
    ("stray", with_a_number, "Standings P30"),
    ("stray", with_a_name, "Standings P31"),
    ("stray", moved_away("Finals_Prize", 1), "Finals_Prize 0"),
    *[("stray", moved_away_beneath_a_text(name, text), f"{name} 0") for name, text in BENEATH],
    ("look_number_format", look("Podium_Prize", number_format='"80,000 $"'), "Podium_Prize 0"),
    ("look_number_format", look("Podium_Name", number_format=';;;"Mario Rossi"'), "Podium_Name 0"),
    ("look_number_format", look("Ranking_Score", number_format="#,##0,"), "Ranking_Score 0"),
    ("look_ink", look("Ranking_Score", font=Font(color="FFFFFF")), "Ranking_Score 0"),
    ("look_ink", look("Ranking_Score", font=Font(color="00C0FF"), fill=PatternFill("solid", "00C0FF")), "Ranking_Score 0"),
    ("look_ink", look("Ranking_Score", font=Font(sz=1)), "Ranking_Score 0"),
    ("look_comment", look("Podium_Name", comment=Comment("disqualified", "x")), "Podium_Name 0"),
    ("look_row", side(rows=7, hidden=True), "Standings 7"),
    ("look_row", side(rows=7, height=0.1), "Standings 7"),
    ("look_column", side(columns="C", hidden=True), "Standings C"),
    ("look_column", side(columns="C", width=0.1), "Standings C"),
    ("look_merged", merged, "Ranking_Name 1"),
    ("look_conditional", with_a_condition, "Standings F6"),
    ("look_unprinted", printed_without_the_end, "Ranking_Name 0"),
    ("look_drawing", with_a_shape, " "),
    ("look_part", with_a_part_that_nobody_names, " "),
    ("look_part", with_a_link, " "),
    ("differs_as_text", put("Ranking_Games", "3"), "Ranking_Games 0"),
    ("differs_as_number", put("Event_Name", 12), "Event_Name 0"),
    ("digest_missing", put("Report_Digest", None), "Report_Digest 0"),
    ("column_missing", without("Report_Format"), " "),
    ("two_names", named_twice, "Report_Players 0"),
    ("seal_twice", sealed_twice, "Referto "),
    ("digest_differs", put("Report_Digest", "0" * 32), "Report_Digest 0"),
    ("second_half_missing", put("Report_Second_Half", None), "Report_Second_Half 0"),
    ("second_half_missing", without("Report_Second_Half"), " "),
    ("second_half_differs", put("Report_Second_Half", "0" * 32), "Report_Second_Half 0"),
    ("second_half_differs", put("Report_Written", "2026-11-20T18:00:00Z"), "Report_Second_Half 0"),
    ("differs", put("Report_Written_On", "20/11/2026, 18:00 (UTC)"), "Report_Written_On 0"),
    ("column_missing", without("Report_Written_On"), " "),
    ("second_half_differs", put("Report_Program", "bangxl 9"), "Report_Second_Half 0"),
    ("second_half_differs", put("Players_Email", "somebody@example.org"), "Report_Second_Half 0"),
    ("not_complete", put("Closed", None), "Closed 0"),
    ("secret_shown", put("Report_Secret", "yes"), "Report_Secret 0"),
    ("draw_log_differs", put("Log_Seed", "another", 1), "Round1!Draw_Seed 0"),
    ("code_log_differs", put("Round2!Pool_Code", "AAAAA-AAAAA"), "Round2!Pool_Code 0"),
    ("code_not_derived", put("Round3!Pool_Salt", "0" * 32), "Round3!Pool_Code 0"),
    ("draw_not_reproduced", put("Round1!Draw_Seed", "another"), "Round1!Draw_Seed 0"),
    ("impossible_end", put("Round1T1!Outcome", "renegade"), "Round1T1!Outcome 0"),
    ("unknown_word", put("Round1T1!Role", "Cowboy", 1), "Round1T1!Role 1"),
    ("not_a_number", put("Round1T1!Bid", "much", 1), "Round1T1!Bid 1"),
    ("game_changed", put("Round1T1!Character", "Willy the Kid", 1), "Round1T1!Outcome 0"),
    ("event_incomplete", put("Events_Type", None), "Events_Type 0"),
]
