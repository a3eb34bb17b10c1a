"""Lists that people write as CSV: of players, of seats drawn by hand, of who is qualified, of names that are one person."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from hypothesis import strategies as st

from bangxl.commands import season
from bangxl.commands.by_hand import seat_by_hand, seat_list
from bangxl.commands.entry_list import entry_list
from bangxl.commands.errors import Refusal
from bangxl.locale.catalog import catalog
from tests.fuzz.desk import Desk
from tests.fuzz.judge import limits, tells
from tests.fuzz.moments import at, book
from tests.fuzz.seeds import numbers, search
from tests.fuzz.weird import TEXTS, WORDS

HEADS: Final = {
    "players": ("name", "region", "email"),
    "seats": ("round", "table", "seat", "player"),
    "statuses": ("name", "status", "region", "since", "email"),
    "names": ("name", "as", "file"),
}
MORE: Final = (
    "1", "2", "3", "5", "lots", "lot", "P010", "Anna Rossi", "qualified", "banned", "unavailable", "2007-06-30", "30/6/2007",
)  # fmt: skip
CELL: Final = st.sampled_from((*TEXTS, *WORDS, *MORE, *MORE)) | st.text(max_size=5)
CODES: Final = ("utf-8", "utf-8", "utf-8-sig", "utf-16", "latin-1")


class Example(NamedTuple):
    """A kind of list, its heads (None: the right ones), its lines, what stands between cells, whether in quotes, the encoding."""

    kind: str
    heads: list[str] | None
    rows: list[list[str]]
    between: str
    quoted: bool
    code: str


EXAMPLES: Final = st.builds(
    Example,
    st.sampled_from(sorted(HEADS)),
    st.none() | st.none() | st.lists(st.sampled_from(("name", "table", "seat", "player", "status", "as", "", "x")), max_size=5),
    st.lists(st.lists(CELL, min_size=3, max_size=5), max_size=12),
    st.sampled_from(",;,;\t|"),
    st.booleans(),
    st.sampled_from(CODES),
)
GOOD: Final = [["2", str(1 + chair // 5), str(1 + chair % 5), f"P{chair + 1:03}"] for chair in range(10)]
SEATS: Final = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3), CELL), min_size=1, max_size=3)
"""Cells of a list of seats that was right: line, column, what stands there instead."""


def written(path: Path, example: Example) -> Path:
    rows = [list(example.heads if example.heads is not None else HEADS[example.kind]), *example.rows]
    cells = [['"' + cell.replace('"', '""') + '"' if example.quoted else cell for cell in row] for row in rows]
    text = "\n".join(example.between.join(row) for row in cells)
    path.write_bytes(text.encode(example.code, errors="replace"))
    return path


@numbers(quick=15, long=2000)
def test_any_list(examples: range, tmp_path: Path) -> None:
    path, _ = tmp_path / "list.csv", catalog("en")
    readers: Mapping[str, Callable[[], object]] = {
        "players": lambda: entry_list(path),
        "seats": lambda: seat_list(path, _),
        "statuses": lambda: season.statuses(path, _),
        "names": lambda: season.decisions(path, _),
    }

    def look(example: Example) -> None:
        written(path, example)
        try:
            with limits():
                readers[example.kind]()
        except Refusal as refusal:
            tells(refusal)

    search(examples, EXAMPLES, look)


@numbers(quick=8, long=500)
def test_a_round_drawn_by_hand(examples: range, tmp_path: Path) -> None:
    known, path = book(at("italy-2010_n10_plain", "played")), tmp_path / "seats.csv"

    def look(changes: list[tuple[int, int, str]]) -> None:
        rows = [list(row) for row in GOOD]
        for line, column, text in changes:
            rows[line][column] = text
        written(path, Example("seats", None, rows, ",", quoted=True, code="utf-8"))
        desk = Desk.on(tmp_path, known)
        before = desk.everything()
        try:
            with limits():
                seat_by_hand(desk, path)
        except Refusal as refusal:
            tells(refusal)
            assert desk.everything() == before

    search(examples, SEATS, look)
