"""Names sorted, exchanged or pasted anew after a draw would give everybody somebody else's results: nothing goes on."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.check import check, check_with_lines
from bangxl.commands.corrections import swap
from bangxl.commands.errors import Refusal
from bangxl.commands.people import put_back, rename
from bangxl.commands.printing import print_pages
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.standings import standings_data
from bangxl.commands.statement import statement
from bangxl.commands.transfer import export
from bangxl.commands.undo import undo
from bangxl.tournament.findings import Severity
from bangxl.tournament.identity import LONGEST_NAME
from tests.commands.stages import NAMES, Copy
from tests.helpers.keyboard import Sheet, facts, noted, place, played, typed
from tests.helpers.raised import raised
from tests.helpers.sample import sample
from tests.hosts.libreoffice.office import Office

SHIFTED = [NAMES[-1], *NAMES[:-1]]
EXCHANGED = [NAMES[1], NAMES[0], *NAMES[2:]]
STRANGER = ["Zora Neumann", *NAMES[1:]]
EMPTIED = [None, *NAMES[1:]]


def renamed(path: Path, names: Sequence[str | None]) -> Path:
    return typed(path, {f"Players_Name {row}": name for row, name in enumerate(names)})


def errors(path: Path) -> list[str]:
    return [str(one) for one in check(path) if one.finding.severity is Severity.ERROR]


@pytest.mark.parametrize("names", sample([SHIFTED, STRANGER, EMPTIED], 3), ids=["shifted", "stranger", "gone"])
def test_nothing_goes_on_until_they_are_put_back(at: Copy, names: Sequence[str | None]) -> None:
    """The lines name everybody who was drawn, and the cell to write him in."""
    path = renamed(at("played2"), names)
    wrong = [row for row, name in enumerate(names) if name != NAMES[row]]
    assert len(errors(path)) == len(wrong)
    refused = raised(Refusal, seat, path)
    for row, where in zip(wrong, place(path, *(f"Players_Name {row}" for row in wrong)), strict=True):
        assert NAMES[row] in str(refused)
        assert where.split()[1] in str(refused)
    renamed(path, NAMES)
    assert errors(path) == []
    seat(path)
    assert len(facts(path).round(3)) == 2


def test_many_are_one_line(at: Copy) -> None:
    path = renamed(at("played2"), SHIFTED)
    told = [line for line in check_with_lines(path)[1] if line.startswith("×")]
    assert told == [f"× {line}" for line in raised(Refusal, seat, path).lines]
    assert told[0].startswith("× Players C7:C16: ")
    assert all(f"C{row} {name}" in told[0] for row, name in enumerate(NAMES, 7))


def test_no_report_is_written(at: Copy) -> None:
    path = renamed(at("closed"), EXCHANGED)
    with pytest.raises(Refusal, match=r"P001 was drawn as Anna Rossi, but is now Bruno D'Amico") as refused:
        report(path)
    assert len(refused.value.lines) == 2
    assert [file.name for file in path.parent.glob("*-referto*")] == []


def in_the_report(path: Path, text: str) -> bool:
    """Whether the report of a tournament says so anywhere."""
    book = Sheet(report(path, interim=True).workbook).book
    return any(text in str(cell.value) for page in book for row in page for cell in row)


def test_a_spelling_corrected_is_a_note(at: Copy) -> None:
    """Also after later draws, and in the report."""
    path = typed(at("played2"), {"Players_Name 0": "Rossi Ana"})
    seat(path, rng_seed="3")
    (note,) = [str(one) for one in check(path) if one.finding.code == "name_respelt"]
    assert all(part in note for part in ("Players C7: ", "P001", "Anna Rossi", "Rossi Ana"))
    assert errors(path) == []
    assert in_the_report(path, "P001 was drawn as Anna Rossi")


def test_the_office_writes_surnames_first(at: Copy) -> None:
    """In the same order a note each; pasted by the alphabet over the drawn names, nobody is gone."""
    turned = [" ".join(reversed(name.upper().split(maxsplit=1))) for name in NAMES]
    path = renamed(at("played2"), turned)
    assert [one.finding.code for one in check(path) if one.finding.code.startswith("name_")] == ["name_respelt"] * len(NAMES)
    renamed(path, sorted(turned))
    assert len(errors(path)) == len(NAMES)
    lines = put_back(path)
    assert errors(path) == []
    assert not any("typed over others" in line for line in lines)


def test_rows_sorted_with_their_numbers_are_no_other_names(at: Copy) -> None:
    """Whoever sorts whole lines takes the numbers along."""
    path = at("played2")
    with Sheet(path) as sheet:
        columns = [f"Players_{name}" for name in ("Id", "Name", "Present")]
        rows = sorted(zip(*(sheet.column(name)[: len(NAMES)] for name in columns), strict=True), key=lambda row: str(row[1]))
        for name, values in zip(columns, zip(*rows, strict=True), strict=True):
            sheet.fill(name, values)
    assert errors(path) == []


COLUMNS = ("Name", "Region", "Email", "Present")


def lines(path: Path) -> list[tuple[object, ...]]:
    """What a person sees of the list."""
    sheet = Sheet(path)
    return [*zip(*(sheet.column(f"Players_{column}") for column in COLUMNS), strict=True)]


def with_lines(path: Path, rows: Sequence[Sequence[object]]) -> Path:
    return typed(
        path, {f"Players_{column} {at}": value for at, row in enumerate(rows) for column, value in zip(COLUMNS, row, strict=True)}
    )


@pytest.mark.parametrize(
    "names", sample([SHIFTED, EXCHANGED, STRANGER, EMPTIED], 2), ids=["shifted", "exchanged", "stranger", "gone"]
)
def test_the_names_are_put_back(at: Copy, names: Sequence[str | None]) -> None:
    path = at("played2")
    before = facts(path)
    told = put_back(renamed(path, names))
    assert facts(path) == before
    assert errors(path) == []
    assert all(any(NAMES[row] in line for line in told) for row, name in enumerate(names) if name != NAMES[row])
    assert any("Zora Neumann" in line for line in told) == (names is STRANGER)
    assert sum(NAMES[1] in line for line in put_back(renamed(path, [NAMES[1], *NAMES[1:]]))) == 1  # he is still on the list
    seat(path)


def test_names_that_are_only_spelt_otherwise_are_told(at: Copy) -> None:
    """«All names are on their lines» was the answer to fourteen names that Replace had changed."""
    path = at("played2")
    assert str(raised(Refusal, put_back, path)).startswith("All names are on their lines: there is nothing")
    renamed(path, [NAMES[0], *(name.replace("a", "à") for name in NAMES[1:])])
    first, *others = raised(Refusal, put_back, path).lines
    assert "not all as they were drawn" in first
    wrong = [row for row, name in enumerate(NAMES) if "a" in name and row]
    for row, cell, line in zip(wrong, place(path, *(f"Players_Name {row}" for row in wrong)), others, strict=True):
        assert line.startswith(f"{cell}: P{row + 1:03} was drawn as {NAMES[row]}, and is now called ")


@pytest.mark.parametrize("moved", sample([4, 1], 2), ids=["whole lines", "the names alone"])
def test_what_stands_beside_a_name_moves_with_it(at: Copy, moved: int) -> None:
    """Regions and addresses as they were at the draw, whether whole lines were sorted or names alone; also who never came."""
    path = at("entered")
    rows: list[tuple[str, ...]] = [(name, f"Region {n % 3}", f"{n}@example.org", "yes") for n, name in enumerate(NAMES)]
    rows += [("Vito Assente", "Region 9", "v@example.org", "no")]
    with_lines(path, rows)
    seat(path, rng_seed="1")
    played(path)
    seat(path, rng_seed="2")
    before, order = lines(path), sorted(range(len(NAMES) + 1), key=lambda row: str(rows[row][0])[::-1])
    sorted_ = [(*rows[row][:moved], *rows[at][moved:]) for at, row in enumerate(order)]
    with_lines(path, sorted_)
    with pytest.raises(Refusal):
        statement(path, "P001")
    put_back(path)
    assert lines(path) == before
    assert errors(path) == []


def test_what_was_typed_beside_a_name_after_the_draw_is_told(at: Copy) -> None:
    """Nobody knows whether it moved with the names."""
    path = typed(at("drawn1"), {"Players_Region 0": "Lazio", "Players_Region 3": "Umbria"})
    told = put_back(renamed(path, EXCHANGED))
    cell = place(path, "Players_Region")[0].split()[1]
    assert [line.partition(" alone")[0] for line in told if " alone: " in line] == [f"bangxl left {cell}"]
    assert facts(path).players[0].region == "Lazio"


def test_a_column_sorted_alone_is_noticed_and_put_back(at: Copy) -> None:
    path = at("entered")
    with_lines(path, rows := [(name, f"Region {n % 3}", None, "yes") for n, name in enumerate(NAMES)])
    seat(path, rng_seed="1")
    assert [one for one in check(path) if one.finding.code == "line_moved"] == []
    typed(path, {f"Players_Region {row}": region for row, region in enumerate(sorted(row[1] or "" for row in rows))})
    assert [line for line in check_with_lines(path)[1] if "bangxl names" in line]
    put_back(path)
    assert lines(path)[: len(rows)] == rows
    typed(path, {"Players_Region 0": "Region 1"})
    assert [one for one in check(path) if one.finding.code == "line_moved"] == []
    with pytest.raises(Refusal):
        put_back(path)


def test_a_correction_with_a_reason(at: Copy) -> None:
    """Somebody was entered under a wrong name: the log and the report say who he is, and from then on that is his name."""
    path = typed(at("played2"), {"Players_Name 0": "Zora Neumann"})
    with pytest.raises(Refusal):
        rename(path, "P001", "Zora Neumann", " ")
    rename(path, "anna rossi", "Zora Neumann", "her passport says so")
    assert errors(path) == []
    (note,) = [str(one) for one in check(path) if one.finding.code == "renamed"]
    assert all(part in note for part in ("P001", "Anna Rossi", "Zora Neumann", "her passport says so"))
    seat(path, rng_seed="3")
    assert in_the_report(path, "her passport says so")
    assert errors(renamed(path, NAMES)) != []
    put_back(path)
    assert Sheet(path).column("Players_Name")[0] == "Zora Neumann"


def test_a_correction_that_is_undone(at: Copy) -> None:
    """An event that calls her by the wrong name stays hers."""
    path = noted(at("played2"), Type="warning", Player="anna rossi", Moment="between rounds", After_Round=1, Reason="slow")
    before = facts(path)
    rename(path, "P001", "Zora Neumann", "her passport says so")
    assert facts(path) != before
    assert facts(path).events == before.events
    undo(path)
    assert facts(path) == before
    assert [one for one in check(path) if one.finding.code in {"renamed", "name_of_another"}] == []


@pytest.mark.parametrize(
    "spelt", ["E\u0301lodie Le\u0301vesque", "Ｅｌｏｄｉｅ\u3000Levesque", "Bruno D’Amico", "bruno d\u02bcamico"]
)
def test_an_event_finds_its_player_in_whatever_spelling(at: Copy, spelt: str) -> None:
    path = noted(at("played2"), Type="warning", Player=spelt, Moment="between rounds", After_Round=1, Reason="slow")
    assert [one.player for one in facts(path).events] == ["P005" if "v" in spelt else "P002"]
    assert errors(path) == []


def test_no_correction_makes_two_of_one(at: Copy) -> None:
    path = renamed(at("played2"), EXCHANGED)
    long = "Zora " + "x" * LONGEST_NAME
    for player, name in (("P001", NAMES[1]), ("P001", NAMES[1].upper()), ("P001", " "), ("P001", long), ("Nobody", "Zora")):
        with pytest.raises(Refusal):
            rename(path, player, name, "why not")
    with pytest.raises(Refusal):
        rename(at("entered"), "P001", "Zora", "not drawn yet")
    with pytest.raises(Refusal):
        put_back(at("entered"))


@pytest.mark.parametrize(
    "command",
    [
        lambda path: statement(path, "P001"), standings_data, print_pages, export, lambda path: swap(path, "P001", "P002", "why"),
        lambda path: report(path, interim=True),
    ],
)  # fmt: skip
def test_nothing_shows_a_result_under_a_wrong_name(at: Copy, command: Callable[[Path], object]) -> None:
    path = renamed(at("played2"), EXCHANGED)
    with pytest.raises(Refusal, match="bangxl names"):
        command(path)


def test_names_are_locked_once_a_game_is_closed(at: Copy) -> None:
    """Before, who comes late is typed into the list and drawn by `redraw`."""
    assert not any(ClosedBook.open(at("drawn1"), reading_only=True).locked("Players_Name"))
    path = at("played1")
    seat(path, rng_seed="2")
    assert all(ClosedBook.open(path, reading_only=True).locked("Players_Name"))


def test_a_sort_on_the_protected_sheet(office: Office, at: Copy) -> None:
    """With the regions beside them, which come in another order."""
    before = {f"Players_Region {row}": region for row, region in enumerate("ABCDEFGHIJ")}
    for stage, is_sorted in (("entered", True), ("drawn2", False)):
        path = typed(at(stage), before)
        cells = Sheet(path).cells("Players_Name")[: len(NAMES)]
        area = cells[0].row, cells[0].column, cells[-1].row, cells[-1].column + 1
        with office.open(path) as book:
            assert book.handle("sort", "Players", area, by=1) is is_sorted
            assert (book.column("Players_Name")[: len(NAMES)] == list(NAMES)) is not is_sorted
