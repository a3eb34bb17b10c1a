"""Each thing that Excel refuses and no validator sees is found by its own rule only."""

from dataclasses import dataclass
from io import BytesIO
from typing import Final
from xml.sax.saxutils import escape
from zipfile import ZipFile

import pytest

from tests.excel_rules import complaints
from tests.excel_rules.good import BOOK, CORE, GOOD, PLAYERS, ROOT, RULES, STRINGS, STYLES, packed
from tests.excel_rules.rules import EXCEL, OURS

FORMULA: Final = "SUM(Points)+SUM((B2,B3),Rules!A1)"
CONDITION: Final = "$B2&gt;5"
BOUND: Final = "<formula2>SUM(Points)"
SECOND_CORE: Final = GOOD[ROOT][GOOD[ROOT].index('<Relationship Id="rId2"') :].replace("rId2", "rId3")
NAME: Final = '<definedName name="Points">Players!$B$2:$B$3'


@dataclass(frozen=True, slots=True)
class Plant:
    """A text of a part, what is written instead of it, and the rules that must say so: by their names, mostly one."""

    rules: str
    part: str
    old: str
    new: str


def _formulas(rule: str, *texts: str) -> list[Plant]:
    return [Plant(rule, PLAYERS, FORMULA, escape(text)) for text in texts]


def _names(*names: str) -> list[Plant]:
    return [Plant("name_forms", BOOK, NAME, f'<definedName name="{name}">Players!$B$2</definedName>{NAME}') for name in names]


PLANTS: Final = (
    # the package
    Plant("properties", CORE, "2026-11-20T10:00:00Z", "20 November"),
    Plant("properties", ROOT, "</Relationships>", SECOND_CORE),
    # tabs
    Plant("front one_selected", BOOK, 'activeTab="0"', 'activeTab="2"'),
    Plant("front one_selected", BOOK, '"Players" sheetId="1"', '"Players" sheetId="1" state="hidden"'),
    Plant("front", BOOK, 'activeTab="0"', 'activeTab="0" firstSheet="7"'),
    Plant("windows", RULES, 'workbookViewId="0"', 'workbookViewId="1"'),
    Plant("code_names", RULES, "SheetRules", "sheetplayers"),
    Plant("code_names", RULES, "SheetRules", "S" * 32),
    Plant("one_selected", RULES, "<sheetView ", '<sheetView tabSelected="1" '),
    Plant("one_selected", PLAYERS, ' tabSelected="1"', ""),
    Plant("one_selected", BOOK, 'activeTab="0"', 'activeTab="1"'),
    # names
    *_names("A1", "xfd1048576", "R1C1", "r", "C", "RC", "R2D2", "1st", "Two words", "Two-words", "TRUE", "N" * 256, ""),
    Plant("names_once", BOOK, NAME, f'<definedName name="POINTS">Players!$B$2</definedName>{NAME}'),
    Plant("name_scopes", BOOK, '"Seat" localSheetId="1"', '"Seat" localSheetId="2"'),
    Plant("print_names", BOOK, "Players!$A$1:$E$30", "Rules!$A$1:$E$30"),
    Plant("print_names", BOOK, "Players!$A:$A,Players!$1:$1", "Players!$A$1:$B$2"),
    # formulas
    *_formulas("formula_limits", "+".join(["B2"] * 2732)),
    *_formulas("formula_limits", f'"{"x" * 256}"'),
    *_formulas("formula_limits", "ABS(" * 65 + "1" + ")" * 65),
    *_formulas("formula_limits", f"SUM({','.join(['1'] * 256)})"),
    *_formulas("formula_grammar", "SUM(B2", "B2)", '"1', "=B2", "{1,2", "1$"),
    *_formulas("formula_bounds", "B0", "XFE1", "A1048577"),
    *_formulas("formula_sheets", "Gone!A1", "'Gone too'!A1", "SUM(Players:Gone!A1)"),
    *_formulas("younger_functions", "IFS(B2,1)", "stdev.s(B2,B3)"),
    *_formulas("known_names", "Pionts"),
    *_formulas("lost_references", "SUM(#REF!)"),
    *_formulas("booleans", "B2>5", "-B2=(B3<>1)", "(Rules!A1=1)", "NOT(B2)", "IF(B2,TRUE,1)", "IFERROR(B2>1,0)"),
    *_formulas("booleans", "IF((B2>1)<1,1,0)", "B2&AND(B2,B3=1)=B3", "SUM(IF(1<ISNUMBER(B2),1,0))"),
    Plant("booleans", PLAYERS, CONDITION, "($B2&gt;5)=0"),
    *_formulas("booleans", "IF((B2=1)*(B3=1),1,0)", "IF(B2,1,-(B3=1))", "MATCH(TRUE,Points,0)", "IF(B2=1,B3=1,2)=2"),
    *_formulas("single_values", "Points", "Points+1", 'Points&""', "IF(Points=1,1,0)", "COUNTIF(Points,Points)", "IF(1,B2:B3,0)"),
    *_formulas("single_values", "MATCH(Points,Points,0)", "INDEX(Points,Points)", "SUM(IF(Points>1,1,0))", "ROUND(Points,0)"),
    Plant("single_values", PLAYERS, CONDITION, "Points&gt;5"),
    *_formulas("single_values", "N(Points)", "IF(B2,t( B2:B3 ),1)", "N(Rules!A1:A2)", "1+N(Players!points)"),
    Plant("lost_references", BOOK, "Rules!$A$1", "Rules!#REF!"),
    Plant("lost_references", PLAYERS, 'sqref="A2:A3"', 'sqref="#REF!"'),
    # rows and cells
    Plant("order", PLAYERS, '<row r="3"><c r="A3"', '<row r="3"><c r="C3"/><c r="A3"'),
    Plant("order", PLAYERS, '<c r="B2">', '<c r="B2"/><c r="B2">'),
    Plant("order", PLAYERS, '<row r="11"><c r="A11">', '<row r="5"><c r="A5">'),
    Plant("order", RULES, '<c r="A1">', '<c r="A2">'),
    Plant("cell_styles", PLAYERS, '<c r="A2" s="1"', '<c r="A2" s="2"'),
    Plant("cell_styles", PLAYERS, 'width="20" style="1"', 'width="20" style="2"'),
    Plant("cell_styles", PLAYERS, '<row r="1" ', '<row r="1" s="5" '),
    Plant("cell_values", PLAYERS, "<v>5</v>", "<v>five</v>"),
    Plant("cell_values", PLAYERS, 't="b"><v>1', 't="b"><v>2'),
    Plant("cell_values", RULES, "#N/A", "#OOPS!"),
    Plant("cell_values", RULES, "<v>1</v>", "<v>NaN</v>"),
    Plant("lengths", STRINGS, "Anna", "A" * 32768),
    Plant("lengths", PLAYERS, "Bruno", "B" * 32768),
    Plant("row_heights", PLAYERS, 'ht="30"', 'ht="410"'),
    # the sheet
    Plant("merged_cells", PLAYERS, "A21:B22", "C20:D21"),
    Plant("columns", PLAYERS, '<col min="2"', '<col min="1"'),
    Plant("lengths", PLAYERS, "CPlayers", "C" + "P" * 254),
    Plant("panes", PLAYERS, '<selection pane="bottomLeft"/>', '<selection pane="topRight"/>'),
    Plant("panes", PLAYERS, '<selection pane="bottomLeft"/>', '<selection pane="bottomLeft"/><selection pane="bottomLeft"/>'),
    # validations and conditional formats
    Plant("operators_in_rules", PLAYERS, CONDITION, "SUM((B2,B3))"),
    Plant("operators_in_rules", PLAYERS, CONDITION, "SUM(B2:B3 B3:B4)"),
    Plant("operators_in_rules", PLAYERS, BOUND, "<formula2>SUM({1,2})"),
    Plant("bare_ranges single_values", PLAYERS, CONDITION, "$B2:$B3"),
    Plant("bare_ranges", PLAYERS, "<formula1>0<", "<formula1>B2:B3<"),
    Plant("other_sheets_in_rules", PLAYERS, CONDITION, "Rules!$A$1&gt;5"),
    Plant("other_sheets_in_rules", PLAYERS, BOUND, "<formula2>Rules!$A$1"),
    Plant("other_sheets_in_rules", PLAYERS, "Rules!$A$1:$A$3", "OFFSET(Rules!$A$1,0,0,3)"),
    Plant("validations_apart", PLAYERS, 'sqref="C2"', 'sqref="C2 A3:B4"'),
    Plant("lengths", PLAYERS, "How many?", "H" * 256),
    Plant("lengths", PLAYERS, "Whole numbers", "W" * 226),
    Plant("formula_limits", PLAYERS, '"1,2,3"', f'"{"1," * 128}"'),
    Plant("rule_formulas", PLAYERS, f"<formula>{CONDITION}</formula>", ""),
    Plant("rule_formulas", PLAYERS, "<formula1>0</formula1>", "<formula1/>"),
    Plant("ranges_on_the_sheet", PLAYERS, 'sqref="C2"', 'sqref="XFE2"'),
    Plant("ranges_on_the_sheet", PLAYERS, 'sqref="C2"', 'sqref="?"'),
    # formats
    Plant("format_parts", STYLES, '<xf xfId="0" numFmtId="164"/>', '<xf xfId="0" numFmtId="165"/>'),
    *(Plant("format_parts", STYLES, f'{key}="0"', f'{key}="1"') for key in ("fontId", "fillId", "borderId", "xf fontId")),
    Plant("format_parts", STYLES, '<xf xfId="0" numFmtId', '<xf xfId="1" numFmtId'),
    Plant("cell_style_names", STYLES, '"Input" xfId="0"', '"Input" xfId="1"'),
    Plant("cell_style_names", STYLES, "</cellStyles>", '<cellStyle name="INPUT" xfId="0"/></cellStyles>'),
    Plant("number_formats", STYLES, "</numFmts>", '<numFmt numFmtId="164" formatCode="0"/></numFmts>'),
    Plant("format_limits", STYLES, "<font/>", "<font/>" * 513),
    Plant("cell_styles", PLAYERS, 'dxfId="0"', 'dxfId="1"'),
)  # fmt: skip


def planted(plant: Plant) -> bytes:
    text = GOOD[plant.part]
    assert plant.old in text, plant
    return packed({**GOOD, plant.part: text.replace(plant.old, plant.new, 1)})


def test_nothing_is_wrong_with_the_good_one() -> None:
    assert complaints(packed(GOOD)) == []


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: f"{plant.rules}-{plant.new[:24]}")
def test_what_is_planted_is_found_by_its_rule(plant: Plant) -> None:
    assert {said.partition(":")[0] for said in complaints(planted(plant))} == set(plant.rules.split())


def test_no_rule_goes_without_a_plant() -> None:
    rules = {rule.__name__ for rule in (*EXCEL, *OURS)}
    assert rules - {rule for plant in PLANTS for rule in plant.rules.split()} == {"entries", "sheet_names"}, (
        "they have their own tests"
    )


def test_every_rule_cites_its_source() -> None:
    sources = ("[MS-", "[ISO ", "[ECMA-", "[Excel specifications and limits]", 'Excel: "')
    assert [r.__name__ for r in EXCEL if not any(s in (r.__doc__ or "") for s in sources)] == []
    assert [r.__name__ for r in OURS if "Ours: " not in (r.__doc__ or "")] == []


def test_a_part_twice() -> None:
    out = BytesIO(packed(GOOD))
    with ZipFile(out, "a") as archive:
        archive.writestr("XL/Styles.xml", GOOD[STYLES])
    assert complaints(out.getvalue()) == ["entries: 2 parts are called xl/styles.xml"]


@pytest.mark.parametrize("name", ["a'", "history"])
def test_names_of_sheets(name: str) -> None:
    said = complaints(packed({**GOOD, BOOK: GOOD[BOOK].replace('"Rules" sheetId', f'"{name}" sheetId')}), ours=False)
    assert "sheet_names" in {text.partition(":")[0] for text in said}


def test_our_own_rules_can_be_left_out() -> None:
    assert complaints(planted(Plant("", PLAYERS, ' tabSelected="1"', "")), ours=False) == []


@pytest.mark.parametrize(
    "formula",
    [
        "IF(B2>5,1,0)", "SUMPRODUCT((Points>5)*(Points<9)+(B2>1))", "SUMPRODUCT(--(Points>5))",
        'IF(AND(B2="",OR(B3>1,NOT(B3=0))),1,0)', "COUNTIF(Points,B2)+SUM(Points)", "IF(IF(B2=1,B3=1,FALSE),1,2)",
        "IF(IF(B2>1,B3,0)=1,2,3)", '"B2>5"&B3', "N(B2)", "T(Seat)",
    ],
)  # fmt: skip
def test_what_all_programs_calculate_alike_is_let_be(formula: str) -> None:
    assert complaints(planted(Plant("", RULES, '<c r="A1"><v>1</v>', f'<c r="A1"><f>{escape(formula)}</f>'))) == []
