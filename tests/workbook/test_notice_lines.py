"""What `check` shows: each thing once, the worst first, cells as ranges, sheets as people call them."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bangxl.commands.check import check, check_with_lines
from bangxl.commands.corrections import reopen
from bangxl.commands.errors import Refusal
from bangxl.commands.new import create_workbook
from bangxl.commands.seat import seat
from bangxl.commands.undo import undo
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from bangxl.workbook.notice_lines import cells_text, summary_lines
from bangxl.workbook.notices import Notice
from bangxl.workbook.titles import sheet_title, stages_title, tab_title
from tests.commands.stages import Copy, listed
from tests.helpers.call_counts import calls
from tests.helpers.keyboard import Sheet, typed
from tests.helpers.raised import raised
from tests.tournament.builders import ten
from tests.tournament.rules import GERMANY, ITALY, RECORD

Edits = Mapping[tuple[str, str], str | None]


@cache
def made(games: int, *, drawn: bool = True) -> bytes:
    """A workbook of ten in which so many rounds are played, or which has names only."""
    facts = replace(ten(games), language="en") if drawn else replace(ten(games), language="en", games=(), draws=())
    with TemporaryDirectory() as folder:
        path = Path(folder) / "torneo.xlsx"
        create_workbook(path, State(facts, ITALY), len(facts.players), [])
        return path.read_bytes()


def lines(path: Path, workbook: bytes, edits: Edits, *, notes: bool = False) -> list[str]:
    """What `check` says of a workbook in which these cells were typed over; the line on the draws left out."""
    path.write_bytes(workbook)
    typed(path, {f"{sheet}!{cell}": value for (sheet, cell), value in edits.items()})
    return [line for line in check_with_lines(path, notes=notes)[1] if not line.startswith("Draws (nothing to do): ")]


def cells(value: str | None, *places: str) -> Edits:
    """The same typed into cells of the second round's first record sheet."""
    return {("Round2T1", place): value for place in places}


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ({("Round2T1", "G9"): "Sheriff"}, ["× Round2T1 (round 2, table 1) G9: Only seat 1 is the Sheriff."]),
        ({("Round2T1", "G9"): "Sheriff", ("Round2T1", "G10"): "Sheriff"},
         ["× Round2T1 (round 2, table 1) G9: Only seat 1 is the Sheriff."]),
        (
            {("Round2T1", "G9"): "Sheriff", **{("Round2T2", f"G{row}"): "Outlaw" for row in range(8, 12)}},
            ["× Round2T2 (round 2, table 2) G7: Deputy: 0 at this table",
             "× Round2T1 (round 2, table 1) G9: Only seat 1 is the Sheriff."],
        ),
        ({("Round2T1", "F8"): "90050"}, ["× Round2T1 (round 2, table 1) F8: A bid of 90,050 $ is not a multiple of 100 $."]),
        ({("Round2T1", "C8"): "P0999"}, ["× Round2T1 (round 2, table 1) C8: There is no player «P0999»."]),
        ({("Round2T1", "F8"): "1.000 $"}, ["× Round2T1 (round 2, table 1) F8: «1.000 $» is not a whole number."]),
        (
            {("Round2T1", "F8"): "1.000 $", ("Round2T1", "H9"): None},
            ["× Round2T1 (round 2, table 1) F8: «1.000 $»",
             "! Round2T1 (round 2, table 1) H9: This record sheet is not complete. Fill this in."],
        ),
        (cells(None, *(f"{column}{row}" for column in "FGH" for row in (9, 10))),
         ["! Round2T1 (round 2, table 1) F9:H10: This record sheet is not complete. Fill this in."]),
        ({("Round2T1", "F9"): "Sheriff", ("Round2T1", "G9"): "alive"},
         ["× Round2T1 (round 2, table 1) G9: «alive» is not possible here."]),
        ({("Round2", f"J{row}"): "yes" for row in range(9, 14)},
         ["× Round2 (round 2) J9:J13: «yes» is not a whole number. Type only digits."]),
        (cells("{count}", "H8", "H9", "H10"), ["× Round2T1 (round 2, table 1) H8:H10: «{count}» is not possible here."]),
    ],
)  # fmt: skip
def test_one_typing_error_is_one_line(path: Path, edits: Edits, said: list[str]) -> None:
    found = [line for line in lines(path, made(2), edits) if not line.startswith("· ")]
    assert len(found) == len(said)
    assert all(line.startswith(start) for line, start in zip(found, said, strict=True)), found


def test_the_line_about_codes_speaks_the_workbooks_language(path: Path) -> None:
    """A German answer ended with an English line, where the computer speaks English."""
    create_workbook(path, State(replace(ten(1), language="de"), ITALY), 10, [])
    assert check_with_lines(path, codes=True)[1][-1].startswith("Was sie bedeuten, sagt „bangxl check")


def test_different_mistakes_are_told_each(path: Path) -> None:
    """A referee looked for «alive» in the cell of a bid: three mistakes were told as three of one kind."""
    edits = {("Round2T1", "H10"): "dead", ("Round2T1", "E9"): "Nobody", ("Round2T1", "F11"): "x"}
    found = [line for line in lines(path, made(2), edits) if line.startswith("× ")]
    assert sorted(line.partition(") ")[2].partition(":")[0] for line in found) == ["E9", "F11", "H10"]


def test_two_numbers_turned_into_text_are_one_line(path: Path) -> None:
    """A program gave a sheet the format of text: a line stood there for each of two cells, as for two mistakes."""
    edits = {("Round2T1", "F9"): "100", ("Round2T1", "F10"): "300"}
    (line,) = [line for line in lines(path, made(2), edits) if "is a text here" in line]
    assert "F9: «100»" in line
    assert line.endswith("1 more like this: F10.")


def test_programs_get_every_finding_and_seat_says_it_once(path: Path) -> None:
    lines(path, made(2), cells("Sheriff", "G9", "G10"))
    assert [one.finding.code for one in check(path)].count("role_counts") == 2
    assert [line[:36] for line in raised(Refusal, seat, path).lines] == ["Round2T1 (round 2, table 1) G9: Only"]


@pytest.mark.parametrize("games", [1, 2])
def test_draws_are_compared_from_the_second_round_on(path: Path, games: int) -> None:
    """In the first nobody can have met."""
    path.write_bytes(made(games))
    assert any(line.startswith("Draws (nothing to do): ") for line in check_with_lines(path)[1]) == (games > 1)


def test_nobody_is_sent_to_a_hidden_sheet(path: Path) -> None:
    create_workbook(path, State(replace(ten(2), language="en", closed_after_round=2), ITALY), 10, [])
    (early,) = [one for one in check(path) if one.finding.code == "closed_early"]
    assert early.sheet == "Lists"
    assert str(early) == early.text


def test_a_payout_typed_over_is_one_line(path: Path) -> None:
    path.write_bytes(made(2))
    _sheet, where = Sheet(path).where("Round2T1!Payout", 1)
    (line,) = [line for line in lines(path, made(2), cells("{n}", where)) if not line.startswith("· ")]
    assert line.startswith(f"× Round2T1 (round 2, table 1) {where}: A formula was overwritten here.")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("Nobody", "There is no player «Nobody»."),
        ("P001", "Anna has two seats in round 1."),
        (None, "Carla has no seat in round 1. Put the players back in their seats."),
    ],
)
def test_a_name_changed_after_the_first_draw_is_one_thing(path: Path, value: str | None, said: str) -> None:
    """Nobody is then told to have come late, and the seed is not asked for what it no longer gives."""
    people = ("Anna", "Bruno", "Carla", "Dino", "Elio", "Franca", "Gino", "Hugo", "Ida", "Luca")
    seat(listed(path, "italy-2010", people), rng_seed="x")
    with Sheet(path) as sheet:
        seats = {table: sheet.filled(f"Round1T{table}!Player") for table in (1, 2)}
        table = next(table for table, players in seats.items() if "P003" in players)
        sheet.put(f"Round1T{table}!Player", value, seats[table].index("P003"))
    found = [line for line in check_with_lines(path)[1] if not line.startswith(("Draws (nothing to do): ", "· "))]
    assert all(said in line for line in found), found
    assert len(found) == 1


def test_a_name_over_another_is_told_where_it_was_typed(path: Path, tmp_path: Path) -> None:
    """Whoever sits rightly at another seat, also of the same sheet, is not told to be put back."""
    seat(listed(path, "italy-2010", [f"Player {letter}" for letter in "ABCDEFGHIJ"]), rng_seed="a")
    seats = {table: Sheet(path).filled(f"Round1T{table}!Player") for table in (1, 2)}
    for source, row in ((2, 1), (1, 0)):
        copy = tmp_path / f"from{source}.xlsx"
        copy.write_bytes(path.read_bytes())
        typed(copy, {"Round1T1!Player 3": seats[source][row]})
        told = [line for line in check_with_lines(copy)[1] if line.startswith("×")]
        assert len(told) == 1, told
        assert told[0].startswith("× Round1T1 (round 1, table 1) C10: Player ")
        assert "has two seats in round 1" in told[0]


def test_rounds_games_and_duels_are_told_as_people_call_them(at: Copy) -> None:
    """Also in the notes on what was done; the tab is said beside it; programs get sheet and cell."""
    path = at("semifinals_played")
    undo(path)
    reopen(path, 1, 2, "misread")
    seat(path)
    typed(path, {"Finals_SF1_Score_A": None, "Finals_SF1_Score_B": 5})
    told = "\n".join(check_with_lines(path, notes=True)[1])
    assert "Semifinal 1, Semifinal 2" in told
    assert "Round 1, table 2 was reopened to correct it: misread" in told
    assert "Semifinal 1: one of the two scores is missing. Type it here." in told
    assert re.search(r"SF\d|Round[\dT]++(?! \()", told) is None


def test_wrong_values_on_many_sheets_are_one_line() -> None:
    found = [
        Notice(Finding("formulas_differ", At("Payout", round=1, table=table)), f"Round1T{table}", f"O{row}", "Wrong.")
        for table in (1, 2, 3)
        for row in (7, 8, 9)
    ]
    (line,) = summary_lines(found, "en")
    assert line.startswith("! Round1T1 O7: Formulas show wrong values on 3 sheets, first here.")


def test_seeds_of_two_rounds_have_one_cause(at: Copy) -> None:
    path = typed(at("drawn2"), {"Round1!Draw_Source": "public", "Round2!Draw_Source": "public"})
    (line,) = [line for line in check_with_lines(path)[1] if " seed" in line and line.startswith("! ")]
    assert line.startswith("! Round1 (round 1) J7: The seeds of 2 draws do not follow")
    assert sum(one.finding.code == "seed_not_bound" for one in check(path)) == 2


def test_presence_is_asked_in_one_line_until_the_draw(path: Path) -> None:
    missing: dict[tuple[str, str], str | None] = {("Players", f"F{row}"): None for row in range(8, 17)}
    edits = missing | {("Players", "F7"): "yes"}
    assert lines(path, made(1, drawn=False), edits) == [
        "! Players F8:F16: Who of these 9 players is present? Type yes or no; blank counts as yes."
    ]
    assert not any("present" in line for line in lines(path, made(1), edits))
    # who marks only those who are absent has marked everybody
    assert lines(path, made(1, drawn=False), missing | {("Players", "F7"): "no"})[0] == "✓ Everything is in order."


def test_many_notes_are_counted(path: Path) -> None:
    well = "✓ Everything is in order."
    assert lines(path, made(4), {}) == [well, "· 4 notes: «bangxl check --notes» shows them."]
    assert len(lines(path, made(4), {}, notes=True)) == 5


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (["F7"], "F7"),
        (["F7", "F8", "F9"], "F7:F9"),
        (["F7", "G7", "F8", "G8", "E16"], "F7:G8, E16"),
        (["H7", "F7", "F9", "F8"], "F7:F9, H7"),
        (["Z7", "AA7"], "Z7:AA7"),
    ],
)
def test_cells_are_written_as_ranges(cells: list[str], text: str) -> None:
    assert cells_text(cells) == text


def test_ten_thousand_cells_are_written_at_once() -> None:
    """A name may have so many, and each of them may be wrong."""
    beside, apart = ([f"{column}{row}" for column in columns for row in range(1, 10_000, 2)] for columns in ("BC", "BD"))
    assert cells_text(apart).startswith("B1, D1, B3, D3, B5")
    assert cells_text(beside).startswith("B1:C1, B3:C3")
    assert calls(lambda: cells_text(apart)) < 50 * len(apart)
    assert calls(lambda: cells_text(beside)) < 50 * len(beside)


TWO_TABLES_OF_THREE = replace(ITALY, id="small", minimum_players=6, maximum_players=6, chart={6: ((3, 3),)})


@pytest.mark.parametrize(
    ("stages", "rulebook", "text"),
    [
        ("Round3T2", ITALY, "Round 3, table 2"),
        ("Round3T1", RECORD, "Game 3"),
        ("Round3T2", TWO_TABLES_OF_THREE, "Round 3, table 2"),
        ("Round3", ITALY, "Round 3"),
        ("Stage1T2", GERMANY, "Stage 1, table 2"),
        ("Stage1", GERMANY, "Stage 1"),
        ("Players", ITALY, "Players"),
        ("SF1+SF2", ITALY, "Semifinal 1, Semifinal 2"),
        ("Round2T1+Round2T3+Round2T2+Round1T4", GERMANY, "Game 2, tables 1, 2, 3; Game 1, table 4"),
    ],
)
def test_sheets_and_stages_are_called_as_people_call_them(stages: str, rulebook: Rulebook, text: str) -> None:
    assert stages_title(stages, "en", rulebook) == text
    assert "+" in stages or sheet_title(stages, "en", rulebook) == text


def test_a_sheet_is_named_by_its_tab_and_as_people_call_it() -> None:
    for language, text in {"en": "round 3, table 2", "it": "turno 3, tavolo 2", "de": "Runde 3, Tisch 2"}.items():
        assert tab_title("Round3T2", language, ITALY) == f"Round3T2 ({text})"
    assert [tab_title(tab, "de", GERMANY) for tab in ("Round1", "Round3T2", "Spieler")] == [
        "Round1 (Tische)",
        "Round3T2 (Partie 3, Tisch 2)",
        "Spieler",
    ]
