"""The lists for the wall and the standings: sorted by surname, written whole, on white ground."""

import re
from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Changes
from bangxl.commands.corrections import swap
from bangxl.commands.demo import demo
from bangxl.commands.new import new
from bangxl.commands.printing import print_pages
from bangxl.commands.seat import seat
from bangxl.workbook.wall import by_surname
from tests.commands.stages import NAMES
from tests.render import page_texts
from tests.sheet import Sheet, entered


@pytest.mark.parametrize(
    "expected",
    [
        ["Bruno D'Amico", "Ilaria De Santis", "Giulia Lo Presti", "Żofia Łukasik", "Hansi Müller", "Çelik Öztürk", "Anna Rossi"],
        ["Bianchi Mario", "De Luca Paolo", "Rossi Anna", "Verdi Tex"],
        ["Johanna von Berg", "Sabine Ott", "Karl Zorn"],
        ["Анна Абрамова", "Иванов Иван Иванович", "Фёдор Ильин", "Ольга Петрова"],
        ["Абрамова Анна", "Ильин Фёдор", "Петрова Ольга"],
        ["Bruno BIANCHI", "ROSSI Anna", "Verdi, Carlo"],
        ["Anna Bianchi II", "Bruno Rossi jr.", "Anna Verdi (P003)"],
        ["Alfa", "Beta Zeta", "Player 01", "Player 02"],
        ["", "=1+1", "Anna Rossi"],
    ],
)  # fmt: skip
def test_by_surname_where_it_can_be_known(expected: list[str]) -> None:
    shuffled = expected[::-1]
    assert sorted(shuffled, key=by_surname(shuffled)) == expected


def test_a_list_by_name_is_written_whole(tmp_path: Path) -> None:
    """An earlier version sorted it otherwise: two who change places would come twice, and others never."""
    path = tmp_path / "torneo.xlsx"
    new(path, "italy-2010", language="en", players="10")
    entered(path, NAMES)
    seat(path, rng_seed="wall")
    book = ClosedBook.open(path)
    keys = [f"Round1!Alpha_{key}" for key in ("Player", "Table", "Seat")]
    before = [book.read(key) for key in keys]
    order = sorted(range(10), key=lambda row: str(before[0][row]))
    book.apply(
        Changes(cells={(key, row): column[order[row]] for key, column in zip(keys, before, strict=True) for row in range(10)})
    )
    book.save()
    swap(path, "P001", "P002" if _tables(path)["P001"] != _tables(path)["P002"] else "P003", "asked")
    book = ClosedBook.open(path)
    hung = {player: (table, seat_) for player, table, seat_ in zip(*(book.read(key) for key in keys), strict=True)}
    assert hung == _seats(path)


def _seats(path: Path) -> dict[object, tuple[object, object]]:
    book = ClosedBook.open(path)
    return {p: (t, s) for p, t, s in zip(*(book.read(f"Round1!Wall_{key}") for key in ("Player", "Table", "Seat")), strict=True)}


def _tables(path: Path) -> dict[object, object]:
    return {player: table for player, (table, _seat) in _seats(path).items()}


def test_the_standings_on_paper(tmp_path: Path) -> None:
    """They carry the event and its day, on white ground."""
    path = tmp_path / "torneo.xlsx"
    demo(path, "italy-2010", 12, "paper", "en")
    print_pages(path, "standings")
    text = " ".join(page_texts(tmp_path / "torneo-Standings.pdf")[0].split())
    assert re.match(r"Standings \w+ Open · \w+, Circolo «La Diligenza» (Saturday|Sunday) \d+ \w+ 2026 · ", text)
    sheet = Sheet(path).tab("Standings")
    area = sheet[sheet.print_area.split("!")[-1]]
    assert {cell.fill.start_color.rgb for row in area for cell in row} == {"00FFFFFF"}
