"""Every finding fires in a real workbook, in the right cell, in both languages; clean workbooks are silent."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from openpyxl.utils.cell import absolute_coordinate

from bangxl.books.closed import ClosedBook
from bangxl.books.references import address
from bangxl.commands.check import all_findings, check, check_with_lines
from bangxl.commands.corrections import reopen
from bangxl.commands.errors import Refusal
from bangxl.commands.people import put_back
from bangxl.commands.repair import rebuild, repair
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.transfer import export
from bangxl.commands.workspace import open_workspace
from bangxl.locale.catalog import LANGUAGES
from bangxl.rulebooks.loader import load
from bangxl.tournament.findings import KINDS, At, Severity
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook.names import DIGEST, digests
from bangxl.workbook.notice_lines import DISORDER, summary_lines
from bangxl.workbook.notices import LACKED, REASONS, Notice, as_called, sentence, value_text
from bangxl.workbook.titles import display_names
from tests.commands.stages import STAGES, Copy, Stages, listed
from tests.helpers.keyboard import Sheet, place, played, typed
from tests.helpers.notes import codes
from tests.helpers.raised import raised
from tests.helpers.sample import sample, these
from tests.tournament.faulty import case
from tests.tournament.test_checks import CLEAN, FIRST_CASES
from tests.workbook.faults import FAULTS, Do, dragged, made_otherwise, moved, put, row_deleted, row_inserted, written


@pytest.mark.parametrize("code", these(KINDS, *FAULTS, *[*FIRST_CASES][::5]))
def test_fires(code: str, faulty: Callable[[str], Path], stages: Stages) -> None:
    path, fault = faulty(code), FAULTS.get(code)
    layout = _layout(stages.folder / fault.stage / "torneo.xlsx") if fault and fault.stage in STAGES else Sheet(path)
    where = fault.where if fault else typed_name(FIRST_CASES[code].at[0])
    found, players, rulebook = _check(path) if code != "newer_version" else (check(path), {}, load("italy-2010"))
    fired = [one for one in found if one.finding.code == code]
    assert fired
    is_wrong = any(one.finding.severity is Severity.ERROR for one in found)
    assert [summary_lines(found, language)[0][0] == "×" for language in LANGUAGES] == [is_wrong] * len(LANGUAGES)
    assert {one.finding.severity for one in fired} == {KINDS[code].severity}
    name, _, index = where.partition(" ")
    sheet, cell = layout.where(name, int(index or 0))
    sheet = {"sheet_copied": "Round2T1 (2)"}.get(code, sheet)
    assert (sheet, cell if code != "name_missing" else "") in {(one.sheet, one.cell) for one in fired}
    for one in fired:
        texts = {language: sentence(as_called(one.finding, language, rulebook), language, players) for language in LANGUAGES}
        assert one.text.startswith(texts["en"])
        assert asks_for_what_can_be_done(layout, one), one.text
        assert not [text for text in texts.values() if re.search(r"[{}]|None|\w+_\w+_|<", text)]


def typed_name(at: At) -> str:
    """The cell of a finding as `typed` takes it."""
    sheet = f"Stage{at.stage}T{at.table}!" if at.stage else f"Round{at.round}T{at.table}!" if at.table else f"Round{at.round}!"
    return f"{sheet if at.stage or at.round else ''}{at.name} {at.index}"


ELSEWHERE: Final = frozenset({"auction_order", "auction_penniless", "sheet_copied", "name_total", "late_entry"})
"""Findings whose cell is locked, but not what they name: the auction record, a whole sheet to delete, who is absent."""

ASK_NOTHING: Final = frozenset(
    {
        "beyond_chart", "sheriff_twice", "sheriff_avoidable", "draw_not_reproduced", "seed_not_bound",
        "closed_early", "tables_closed_early", "stage_sizes", "stage_not_reproduced", "logo_unreadable",
    }
)  # fmt: skip
"""Warnings in whose cell nothing is to be typed."""


def asks_for_what_can_be_done(book: Sheet, one: Notice) -> bool:
    """Whether the cell of a finding is open, or its sentence names a command, or that the protection has no password."""
    code = one.finding.code
    if one.finding.severity is Severity.NOTE or code in ELSEWHERE | ASK_NOTHING or re.search("bangxl|password", one.text):
        return True
    sheet = book.tab(one.sheet) if one.cell else None
    return sheet is None or not (sheet.protection.sheet and sheet[one.cell].protection.locked)


IN_ROUND_2: Final[Mapping[str, Do]] = {
    "unknown_word": put({"Round2T1!Role 1": "Deputato"}),
    "sheriff_not_first": moved("Round2T1!Role 0", "Round2T1!Role 1", swap=True),
    "duplicate_character": moved("Round2T1!Character 1", "Round2T1!Character 2"),
    "bid_above_bankroll": put({"Round2T1!Bid 1": 90000}),
    "nobody_paid_last": put({f"Round2T1!Bid {seat}": 100 for seat in range(5)}),
}


@pytest.mark.parametrize("code", these(IN_ROUND_2, "unknown_word", "sheriff_not_first", "nobody_paid_last"))
def test_a_closed_sheet_is_opened_by_a_command(code: str, at: Copy) -> None:
    """What a finding asks to correct in round 2 is locked once round 3 is drawn."""
    path = at("drawn3")
    IN_ROUND_2[code](path)
    closed = [one for one in check(path) if one.finding.code == code and one.sheet == "Round2T1"]
    assert closed
    assert all("«bangxl reopen»" in one.text for one in closed)
    reopen(path, 2, 1, "to correct it")
    opened = [one for one in check(path) if one.finding.code == code and one.sheet == "Round2T1"]
    assert [one.cell for one in opened] == [one.cell for one in closed]
    assert not any("«bangxl reopen»" in one.text for one in opened)


def test_an_event_that_is_gone_is_named_and_can_be_typed_again(path: Path) -> None:
    """Somebody left, the next round was drawn without him, and he came back: his withdrawal was deleted."""
    seat(listed(path, "italy-2010", 14), rng_seed="one")
    played(path)
    line = {"Events_Type": "withdrawal", "Events_Player": "P003", "Events_Moment": "between rounds", "Events_After_Round": 1}
    seat(typed(path, line), rng_seed="two")
    typed(path, dict.fromkeys(line))
    wrong = [one for one in check(path) if one.finding.severity is not Severity.NOTE]
    assert [(one.finding.code, f"{one.sheet} {one.cell}") for one in wrong] == [("event_gone", *place(path, "Events_Type"))]
    assert {"player": "P003", "round": 2, "before": 1, "events": ("withdrawal",)}.items() <= wrong[0].finding.values.items()
    typed(path, {**line, "Events_Type": "sit-out"})
    assert not [one for one in check(path) if one.finding.severity is not Severity.NOTE]


def _check(path: Path) -> tuple[Sequence[Notice], Mapping[str, str], Rulebook]:
    """The findings, what the players are called, and the regulation: in one reading, for there are many workbooks to read."""
    workspace = open_workspace(path, reading_only=True)
    return all_findings(workspace), display_names(workspace.tournament.players), workspace.contents.rulebook


@cache
def _layout(path: Path) -> Sheet:
    """Before the fault: where names stand, and which cells are locked."""
    return Sheet(path)


@pytest.mark.parametrize("stage", STAGES)
def test_a_clean_workbook_is_silent(stage: str, at: Copy) -> None:
    """No errors, no warnings: the day's seeds were given by hand, which is worth a note."""
    assert codes(one.finding for one in check(at(stage))) == set()


@pytest.mark.parametrize("name", sample(CLEAN, 4))
def test_the_other_regulations_are_silent(name: str, path: Path) -> None:
    tournament, journal = CLEAN[name]
    assert codes(one.finding for one in check(written(path, case(tournament, journal=journal)))) == set()


def test_errors_come_first(at: Copy) -> None:
    path = typed(at("played2"), {"Players_Name 10": "Zoë Tardi", "Round2T1!Bid 1": 150})
    reopen(path, 1, 2, "two roles were swapped")
    order = [one.finding.severity for one in check(path)]
    assert order == sorted(order, key=list(Severity).index)
    assert set(order) == set(Severity)


def test_blank_lines_do_not_shift_the_cells(at: Copy) -> None:
    """Checks count players and events; people leave lines blank, also where they typed a formula."""
    path = typed(
        at("fresh"),
        {
            "Players_Name": "=1+1", "Players_Name 4": "Anna", "Players_Name 6": "Anna", "Players_Region 8": "Lazio",
            "Events_Type 2": "warning", "Events_Type 5": "warning", "Events_Player 5": "Anna",
            "Events_Moment 5": "between rounds",
        },
    )  # fmt: skip
    found = {(one.finding.code, f"{one.sheet} {one.cell}") for one in check(path)}
    wanted = {
        "formula_as_input": "Players_Name", "duplicate_name": "Players_Name 6", "blank_name": "Players_Name 8",
        "event_incomplete": "Events_Moment 2", "ambiguous_player": "Events_Player 5", "event_without_reason": "Events_Reason 5",
    }  # fmt: skip
    assert set(zip(wanted, place(path, *wanted.values()), strict=True)) <= found


def test_an_unknown_word_of_an_event_is_said_once(at: Copy) -> None:
    line = {"Events_Type 0": "warning", "Events_Player 0": "P001", "Events_Moment 0": "some time"}
    path = typed(at("played2"), line)
    where = place(path, "Events_Moment")
    assert [one.finding.code for one in check(path) if (f"{one.sheet} {one.cell}",) == tuple(where)] == ["unknown_word"]


@pytest.mark.parametrize("sign", ["\t", "\n", "\u2009", "\u200b"])
def test_a_sign_that_nobody_sees_is_shown(at: Copy, sign: str) -> None:
    """«"yes" is not possible. Choose: yes, no»: a sheet's formulas pass over blanks only, and so does Python."""
    path = typed(
        at("entered"), {"Players_Present 0": f" yes{sign}", "Players_Present 1": "\u00a0yes ", "Option_duel": f"long{sign}"}
    )
    wrong = {one.finding.at.name: one.text for one in check(path) if one.finding.code in {"unknown_word", "unknown_option"}}
    assert {*wrong} == {"Players_Present", "Option_duel"}
    assert wrong["Players_Present"].startswith(f"«yes[U+{ord(sign):04X}]» is not possible here.")
    assert wrong["Option_duel"].startswith(f"«long[U+{ord(sign):04X}]» is not possible here.")


def test_a_missing_sheet_is_named_once(at: Copy) -> None:
    path = at("played2")
    with Sheet(path) as sheet:
        sheet.book["Round1T2"].title = "Table two"
    missing = [one for one in check(path) if one.finding.code == "name_missing"]
    assert [(one.sheet, one.cell) for one in missing] == [("Round1T2", "")]
    assert missing[0].text.startswith("Round1T2 is missing in the workbook: ")


DRAGGED = [
    ("Event_Region", "Event_Place"), ("Rng_Seed", "Public_Value"), ("Option_duel", "Event_Kind"),
    ("Players_Region", "Players_Email"), ("Events_Round", "Events_Table"), ("Finals_SF1_Score_A", "Finals_SF1_Score_B"),
]  # fmt: skip
"""LibreOffice lets a dragged cell keep its name where another has its own; what is typed there then counts twice."""


@pytest.mark.parametrize(("name", "onto"), these(DRAGGED, ("Option_duel", "Event_Kind")))
def test_a_dragged_name_stops_every_command_until_it_is_repaired(name: str, onto: str, at: Copy) -> None:
    path = at("semifinals")
    facts, where = export(path), place(path, name)
    dragged(name, onto)(path)
    assert [one.finding.code for one in check(path) if one.finding.code in DISORDER] == ["rows_moved"]
    with pytest.raises(Refusal, match="Cells are not where bangxl has put them"):
        reopen(path, 1, 1, "x")
    repair(path)
    assert (place(path, name), export(path)) == (where, facts)


@pytest.mark.parametrize(("name", "onto"), these(DRAGGED, DRAGGED[4]))
def test_a_cell_with_two_names_stops_every_command_where_nobody_knows_better(name: str, onto: str, at: Copy) -> None:
    path = at("semifinals")
    made_otherwise(dragged(name, onto))(path)
    wrong = [one for one in check(path) if one.finding.severity is Severity.ERROR]
    assert [one.finding.code for one in wrong] == ["cell_named_twice"]
    assert [f"{one.sheet} {one.cell}" for one in wrong] == place(path, onto)
    assert {wrong[0].finding.values[key] for key in ("name", "other")} == {name, onto}
    for command in (seat, lambda path: report(path, interim=True), export):
        assert str(wrong[0]) in raised(Refusal, command, path).lines


def test_a_name_on_cells_of_a_list_that_begins_higher_is_found(at: Copy) -> None:
    path = at("played2")
    with Sheet(path) as sheet:
        below = sheet.cells("Players_Email")[3].coordinate
        sheet.book.defined_names["Event_Place"].attr_text = f"Players!{absolute_coordinate(below)}"
    assert [one.finding.code for one in check(path) if one.finding.code in DISORDER] == ["rows_moved"]
    typed(path, {"Names_Digest": "0123456789abcdef"})
    found = [one for one in check(path) if one.finding.code == "cell_named_twice"]
    assert [(one.sheet, one.cell) for one in found] == [("Players", below)]


@pytest.mark.soak
def test_every_formula_that_somebody_types_over_is_named(at: Copy) -> None:
    """On each sheet, with a name or none: the caption, the heads of columns, totals, the sorted view of the standings."""
    path = at("played2")
    book = ClosedBook.open(path)
    there = book.formulas()
    assert book.read(DIGEST) == [digests(book.names, there)]  # as long as it is, no command needs a new workbook to compare with
    known = {"Standings": ["E7", "F7", "G7"], "Tournament": ["C18"]}
    some = {sheet: [address(*place) for place in sorted(cells)[:: max(1, len(cells) // 7)]] for sheet, cells in there.items()}
    over = {(sheet, cell) for sheet, cells in (*some.items(), *known.items()) for cell in cells}
    assert len(over) > 100
    before = check(path)
    typed(path, {f"{sheet}!{cell}": 7 for sheet, cell in over})
    assert {(one.sheet, one.cell) for one in check(path) if one.finding.code == "formula_overwritten"} == over
    repair(path)
    assert [one.finding for one in check(path)] == [one.finding for one in before]


@pytest.mark.soak
@pytest.mark.parametrize("lost", these(["", "Rulebook_Id", "Players_Name"], ""))
def test_names_that_a_service_has_lost_are_one_line_and_come_back(lost: str, at: Copy) -> None:
    """It knows names of the workbook only, not those of sheets; or one is lost without which nothing is read."""
    path = at("played2")
    facts = export(path)
    with Sheet(path) as sheet:
        if lost:
            del sheet.book.defined_names[lost]
        for ws in [] if lost else sheet.book.worksheets:
            ws.defined_names.clear()
    if lost:
        with pytest.raises(Refusal, match=f"this workbook is damaged.*{lost} is missing"):
            check(path)
    else:
        assert len([line for line in check_with_lines(path)[1] if line.startswith("×")]) == 1
    repair(path)
    assert export(path) == facts


def test_a_row_inserted_is_one_error(at: Copy) -> None:
    path = at("played2")
    row_inserted("Round2T1", "Player", 2)(path)
    assert [one.finding.code for one in check(path) if one.finding.code in DISORDER] == ["rows_moved"]


@pytest.mark.parametrize(
    ("tab", "name", "line"),
    these(
        [("Players", "Players_Name", 3), ("Lists", "Payout_Key", 0), ("Round1", "Round1!Draw_Seed", 0)],
        ("Round1", "Round1!Draw_Seed", 0),
    ),
)
def test_a_row_deleted_is_one_error_and_the_history_has_what_stood_there(
    tab: str, name: str, line: int, at: Copy, tmp_path: Path
) -> None:
    """All columns of its lists are shorter then, and names in the row are gone."""
    path, fresh = at("played2"), tmp_path / "new.xlsx"
    before = export(path)
    row_deleted(tab, name, line)(path)
    assert [(one.finding.code, one.sheet) for one in check(path) if one.finding.code in DISORDER] == [("rows_moved", tab)]
    with pytest.raises(Refusal, match="Cells are not where bangxl has put them"):
        put_back(path)
    rebuild(path, fresh)
    assert export(fresh) == before
    if tab == "Players":  # elsewhere nothing typed is gone, and the log has the seed
        with pytest.raises(Refusal, match="nobody can prove what belongs here"):
            repair(path)
    else:
        repair(path)
        assert export(path) == before


def test_every_reason_has_a_sentence() -> None:
    keys = [*(("reason", code) for code in REASONS), *(("missing", code) for code in LACKED)]
    for language in LANGUAGES:
        found = [value_text(key, code, language, {}) for key, code in keys]
        assert len(set(found)) == len(found)
