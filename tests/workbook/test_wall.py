"""The lists for the wall: found by surname, read from a distance, with nothing on them that only a program can read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from openpyxl import load_workbook

from bangxl.books.closed import ClosedBook
from bangxl.books.port import Changes
from bangxl.commands.corrections import swap
from bangxl.commands.demo import demo
from bangxl.commands.new import new
from bangxl.commands.printing import print_pages
from bangxl.commands.seat import seat
from bangxl.workbook.wall import by_surname
from tests.render import page_count, page_texts, page_words
from tests.sheet import entered

GIVEN = {
    "it": ("Anna", "Marco", "Giulia", "Alessandro", "Luca", "Francesca", "Giovanni", "Sofia"),
    "en": ("John", "Mary", "Christopher", "Emma", "Jack", "Sarah", "Tim", "Elizabeth"),
    "de": ("Hans", "Sabine", "Maximilian", "Julia", "Jürgen", "Katharina", "Uwe", "Lena"),
    "ru": ("Иван", "Анна", "Александр", "Екатерина", "Пётр", "Ольга", "Фёдор", "Юлия"),
}
SURNAMES = {
    "it": ("Rossi", "Bianchi", "De Santis", "Lo Presti", "D'Amico", "Ferrari", "Giovannini", "Ricciardelli"),
    "en": ("Smith", "Jones", "Williamson", "Featherstone", "Brown", "Oldham", "Quill", "Young"),
    "de": ("Müller", "Schmidt", "Weiß", "Oberhofer", "Klein", "Zimmermann", "Vogel", "Öztürk"),
    "ru": ("Иванов", "Петрова", "Кузнецов", "Ильин", "Абрамова", "Лебедев", "Щербакова", "Зайцев"),
}
LARGE, SMALL = 22.0, 18.0
"""The height of a line, with what stands above and below its letters."""


def people(language: str, count: int) -> list[str]:
    pairs = [f"{given} {surname}" for surname in SURNAMES[language] for given in GIVEN[language]]
    return [pairs[number] if number < len(pairs) else f"{pairs[number - len(pairs)]} II" for number in range(count)]


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
    entered(path, people("it", 10))
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


@pytest.mark.parametrize(
    ("rulebook", "language", "places", "count", "pages", "height"),
    [
        ("italy-2010", "it", 50, 10, 1, LARGE),
        ("italy-2010", "ru", 50, 22, 1, SMALL),
        ("italy-2010", "en", 16, 12, 1, LARGE),
        ("germany", "en", 126, 126, 4, 15.0),
    ],
)  # fmt: skip
def test_it_fills_the_page(
    tmp_path: Path, rulebook: str, language: str, places: int, count: int, pages: int, height: float
) -> None:
    """Up to 30 on one page, everybody twice, in letters as large as they can be; and no hash."""
    path = tmp_path / "torneo.xlsx"
    new(path, rulebook, language=language, players=str(places))
    entered(path, people(language, count))
    seat(path)
    print_pages(path, "walls")
    pdf = tmp_path / "torneo-Round1-walls.pdf"
    assert page_count(pdf) == pages
    words = [word for page in page_words(pdf) for word in page]
    names = [word for word in words if word.text in GIVEN[language]]
    assert len(names) == 2 * count
    assert max(word.bottom - word.top for word in names) >= height
    assert not re.search("[0-9a-f]{12}", " ".join(page_texts(pdf)))


def test_the_standings_on_paper(tmp_path: Path) -> None:
    """They carry the event and its day, on white ground."""
    path = tmp_path / "torneo.xlsx"
    demo(path, "italy-2010", 12, "paper", "en")
    print_pages(path, "standings")
    text = " ".join(page_texts(tmp_path / "torneo-Standings.pdf")[0].split())
    assert text.startswith("Standings 12th Open of Turin")
    assert "Saturday 21 November 2026" in text
    sheet = load_workbook(path)["Standings"]
    area = sheet[sheet.print_area.split("!")[-1]]
    assert {cell.fill.start_color.rgb for row in area for cell in row} == {"00FFFFFF"}
