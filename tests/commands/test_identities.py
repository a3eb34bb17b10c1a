"""Names sorted, exchanged or pasted anew after a draw would give everybody somebody else's results: nothing goes on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bangxl.commands.check import check, check_with_lines
from bangxl.commands.errors import Refusal
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.tournament.findings import Severity
from tests.commands.stages import NAMES, Copy
from tests.sheet import Sheet, facts, place, typed

SHIFTED = (NAMES[-1], *NAMES[:-1])
EXCHANGED = (NAMES[1], NAMES[0], *NAMES[2:])
STRANGER = ("Zora Neumann", *NAMES[1:])
EMPTIED = (None, *NAMES[1:])


def renamed(path: Path, names: Sequence[str | None]) -> Path:
    return typed(path, {f"Players_Name {row}": name for row, name in enumerate(names)})


def errors(path: Path) -> list[str]:
    return [str(one) for one in check(path) if one.finding.severity is Severity.ERROR]


@pytest.mark.parametrize("names", [SHIFTED, STRANGER, EMPTIED], ids=["shifted", "stranger", "gone"])
def test_nothing_goes_on_until_they_are_put_back(at: Copy, names: Sequence[str | None]) -> None:
    """The lines name everybody who was drawn, and the cell to write him in."""
    path = renamed(at("played2"), names)
    wrong = [row for row, name in enumerate(names) if name != NAMES[row]]
    assert len(errors(path)) == len(wrong)
    with pytest.raises(Refusal) as refused:
        seat(path)
    for row, where in zip(wrong, place(path, *(f"Players_Name {row}" for row in wrong)), strict=True):
        assert NAMES[row] in str(refused.value)
        assert where.split()[1] in str(refused.value)
    renamed(path, NAMES)
    assert errors(path) == []
    seat(path)
    assert len(facts(path).round(3)) == 2


def test_many_are_one_line(at: Copy) -> None:
    path = renamed(at("played2"), SHIFTED)
    told = [line for line in check_with_lines(path)[1] if line.startswith("×")]
    with pytest.raises(Refusal) as refused:
        seat(path)
    assert told == [f"× {line}" for line in refused.value.lines]
    assert told[0].startswith("× Players C7:C16: ")
    assert all(f"C{row} {name}" in told[0] for row, name in enumerate(NAMES, 7))


def test_no_report_is_written(at: Copy) -> None:
    path = renamed(at("closed"), EXCHANGED)
    with pytest.raises(Refusal, match=r"P001 was drawn as Anna Rossi, but is now Bruno D'Amico") as refused:
        report(path)
    assert len(refused.value.lines) == 3
    assert [file.name for file in path.parent.glob("*-referto*")] == []


def test_a_spelling_corrected_is_a_note(at: Copy) -> None:
    """Also after later draws, and in the report."""
    path = typed(at("played2"), {"Players_Name 0": "Rossi Ana"})
    seat(path, rng_seed="3")
    (note,) = [str(one) for one in check(path) if one.finding.code == "name_respelt"]
    assert all(part in note for part in ("Players C7: ", "P001", "Anna Rossi", "Rossi Ana"))
    assert errors(path) == []
    referto = Sheet(report(path, interim=True).workbook)
    assert any("P001 was drawn as Anna Rossi" in str(cell.value) for page in referto.book for row in page for cell in row)


def test_rows_sorted_with_their_numbers_are_no_other_names(at: Copy) -> None:
    """Whoever sorts whole lines takes the numbers along."""
    path = at("played2")
    with Sheet(path) as sheet:
        columns = [f"Players_{name}" for name in ("Id", "Name", "Present")]
        rows = sorted(zip(*(sheet.column(name)[: len(NAMES)] for name in columns), strict=True), key=lambda row: str(row[1]))
        for name, values in zip(columns, zip(*rows, strict=True), strict=True):
            sheet.fill(name, values)
    assert errors(path) == []
