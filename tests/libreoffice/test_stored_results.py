"""What a preview shows: results that are stored, of programs that compute none. Each is what LibreOffice computes."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Changes, Formula
from bangxl.books.references import column_letters
from bangxl.commands.new import create_workbook
from bangxl.commands.seat import seat
from bangxl.commands.undo import undo
from bangxl.locale.catalog import LANGUAGES
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from tests.commands.stages import listed
from tests.helpers.referee import Habits
from tests.helpers.sample import these
from tests.helpers.strategies import entries, player_counts, random_tournament
from tests.hosts.libreoffice.office import Office, Shown
from tests.tournament.rules import ALL, CUT, KONAJKA, LEAGUE

STAGES: Final = {"entered": -1, "seated": 0, "half typed": 1, "round done": 2, "finished": None}
"""The rounds after which a tournament stops: the next one is only seated or half typed."""
CASES: Final = [(one, stage) for one in (*ALL, KONAJKA, CUT, LEAGUE) for stage in STAGES]
EVERY: Final = [(*case, LANGUAGES[(at + other) % 4]) for at, case in enumerate(CASES) for other in (0, 1)]
"""Each in two languages."""
HALF: Final = ("half typed", "round done")
"""What is only entered or seated stands in a test of its own."""
USUAL: Final = [one for one in EVERY[::2] if one[0] in ALL and one[1] in (HALF if one[0] is ALL[1] else ("finished",))]


def made(folder: Path, rulebook: Rulebook, stage: str, language: str) -> Path:
    rng = random.Random(f"{rulebook.id} {stage} {language}")  # noqa: S311 -- a game
    players = rng.choice(player_counts(rulebook)[:8])
    habits = Habits(events=1, rulings=0.1)
    if stage == "entered":
        tournament = entries(rng, rulebook, players)
    else:
        half = stage in {"seated", "half typed"}
        tournament = random_tournament(rng, rulebook, players, STAGES[stage], half=half, habits=habits)
    path = folder / "torneo.xlsx"
    create_workbook(path, State(replace(tournament, language=language), rulebook), len(tournament.players), [])
    return path


def visible(book: ClosedBook, sheet: str) -> list[tuple[int, int]]:
    """The cells with formulas that somebody sees."""
    hidden = {place for place in book.everything(sheet) if book.hidden_row(sheet, place[0])}
    found = [place for place, value in book.everything(sheet).items() if isinstance(value, Formula) and place not in hidden]
    part = book._sheet(sheet)
    return [place for place in found if not part.is_column_hidden(place[1])]


def equal(stored: object, computed: Shown) -> bool:
    if isinstance(stored, int | float) and isinstance(computed, float):
        return abs(stored - computed) < 1e-6
    return (stored or None) == (computed or None)


def differences(office: Office, path: Path) -> tuple[list[str], int, int]:
    """The cells whose stored results LibreOffice does not compute; how many cells people see, and how many have none."""
    book, found, seen, without = ClosedBook.open(path), list[str](), 0, 0
    with office.open(path) as document:
        document.recalculate()
        for sheet in (title for title, shown in book.sheets.items() if shown):
            cells, stored = visible(book, sheet), book.shown_on(sheet)
            if not cells:
                continue
            rows, columns = (max(one) for one in zip(*cells, strict=True))
            computed = document.read(f"{sheet}!A1:{column_letters(columns)}{rows}")
            seen += len(cells)
            for row, column in cells:
                cell = book._sheet(sheet).cells[row, column]
                if not cell.calculated:
                    without += 1
                elif not equal(stored.get((row, column)), computed[row - 1][column - 1]):
                    was = f"{stored.get((row, column))!r}, LibreOffice {computed[row - 1][column - 1]!r}"
                    found.append(f"{sheet}!{column_letters(column)}{row}: {was}")
    return found, seen, without


@pytest.mark.parametrize(("rulebook", "stage", "language"), these(EVERY, *USUAL))
def test_each_stored_result_is_what_libreoffice_computes(
    office: Office, tmp_path: Path, rulebook: Rulebook, stage: str, language: str
) -> None:
    found, seen, without = differences(office, made(tmp_path, rulebook, stage, language))
    assert not found
    assert without <= seen / 20, f"{without} of {seen} cells show nothing in a preview"


def test_after_a_draw_and_after_undo_the_results_are_those_of_the_file(office: Office, tmp_path: Path) -> None:
    path = listed(tmp_path / "torneo.xlsx", "italy-2010", 10, 12, language="it")
    for command in (lambda: seat(path, rng_seed="1"), lambda: undo(path)):
        command()
        found, seen, without = differences(office, path)
        assert not found
        assert without <= seen / 100


def test_what_depends_on_a_typed_true_has_no_value(office: Office, tmp_path: Path) -> None:
    """It is 1 for LibreOffice, and for Excel no number."""
    path = made(tmp_path, ALL[1], "half typed", "de")
    book = ClosedBook.open(path)
    book.apply(Changes(cells={(name, 0): True for name in ("Round1T1!Bid", "Round2T1!Bid") if name in book.names}))
    book.save()
    found, _seen, _without = differences(office, path)
    assert not found
