"""docs/no-pc.md: its tables are the regulations', its chapters say the same, its steps lead from paper to the workbook."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest
import typer.main

from bangxl.cli import app
from bangxl.commands.blank import blank
from bangxl.commands.by_hand import seat_by_hand
from bangxl.commands.check import check
from bangxl.commands.new import new
from bangxl.commands.seat import seat
from bangxl.commands.seat_lists import seat_list
from bangxl.commands.slip import slip
from bangxl.commands.standings import standings
from bangxl.commands.transfer import export, import_json
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.rulebooks.loader import load
from bangxl.tournament.kinds import Severity
from bangxl.tournament.model import Role
from bangxl.tournament.seating import scheduled_rounds
from tests.sheet import duelled, entered, facts, played
from tools import papers

DOCUMENT: Final = (Path(__file__).parents[1] / "docs" / "no-pc.md").read_text(encoding="utf-8")
CHAPTERS: Final = ("Italiano", "English", "Deutsch", "Русский")
_BLOCK: Final = re.compile(r"^   ```(\w+)\n(.*?)^   ```$", re.MULTILINE | re.DOTALL)


def chapter(title: str) -> str:
    found = re.search(rf"^## {title}$(.*?)^## ", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert found is not None, title
    return found[1]


def blocks(title: str, kind: str) -> list[str]:
    """The blocks of a kind, ``sh`` or ``csv``, without their indentation."""
    found = (text for which, text in _BLOCK.findall(chapter(title)) if which == kind)
    return ["\n".join(line.strip() for line in text.splitlines()) for text in found]


def commands(title: str) -> list[str]:
    return [line for block in blocks(title, "sh") for line in block.splitlines()]


def table(title: str) -> list[list[str]]:
    """The rows of the table under a heading, without its head."""
    found = re.search(rf"^### {re.escape(title)}\n\n\|.*\n\|[-:|]+\n((?:\|.*\n)+)", DOCUMENT, re.MULTILINE)
    assert found is not None, title
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()]


def chart() -> Mapping[int, tuple[tuple[int, int], Sequence[int]]]:
    """By the number of players: rounds in 2010 and 2011, and the tables as the document prints them."""
    rows = table("Italia 2010, 2011 · Tabella dei tavoli")
    found = {
        int(n): ((int(earlier), int(later)), [int(size) for size in sizes.split(" + ")]) for n, earlier, later, _t, sizes in rows
    }
    assert [len(found[int(n)][1]) for n, *_ in rows] == [int(tables) for _n, _e, _l, tables, _s in rows]
    return found


def test_the_tables_are_made_from_the_rulebooks() -> None:
    assert papers.page(DOCUMENT) == DOCUMENT, "python -m tools.papers"


def test_italy_2010_and_2011_rounds_and_tables() -> None:
    first, second = load("italy-2010"), load("italy-2011")
    assert first.chart == second.chart
    assert chart() == {
        n: ((scheduled_rounds(first, n), scheduled_rounds(second, n)), list(sizes[0])) for n, sizes in first.chart.items()
    }
    assert sorted(chart()) == list(range(10, 51))
    assert [n for n, ((earlier, later), _sizes) in chart().items() if earlier != later] == [13, 14, 20, 21, 22, 23, 24]


def test_italy_2007_allegato_1() -> None:
    printed = {
        int(n): {tuple(sorted(map(int, one.split(" + ")))) for one in sizes.split(" · ")}
        for n, sizes in table("Italia 2007 · Allegato 1")
    }
    assert printed == {n: {tuple(sorted(sizes)) for sizes in legal} for n, legal in load("italy-2007").chart.items()}
    assert printed[21] == {(5, 5, 5, 6), (7, 7, 7)}


def test_germany_tables_and_qualifiers() -> None:
    rows = table("Deutschland")
    assert rows[0] == ["20–24", "4", "10"]
    assert rows[-1] == ["105–126", "21", "21"]
    for span, tables, through in rows:
        first, last = map(int, span.split("–"))
        for n in range(first, last + 1):
            (sizes,), knockout = load("germany").chart[n], load("germany").knockout
            assert knockout is not None
            assert (len(sizes), knockout.players(n)) == (int(tables), int(through))


def test_money_of_each_regulation() -> None:
    assert table("$ · asta · auction · Versteigerung · аукцион") == [
        ["Italia 2007", "5000", "100", "100", "100"],
        ["Italia 2010", "5000", "0", "100", "0"],
        ["Italia 2011", "2000", "0", "100", "0"],
    ]
    prizes = {head: list(map(int, amounts)) for head, *amounts in table("$ · premi · prizes · Preise · призы")}
    assert prizes == {
        "Italia 2010, 3": [6000, 3000, 1500], "Italia 2010, 4": [8000, 4000, 2000], "Italia 2010, 5": [10000, 5000, 2500],
        "Italia 2011, 3": [2400, 1200, 600], "Italia 2011, 4": [3200, 1600, 800], "Italia 2011, 5": [4000, 2000, 1000],
    }  # fmt: skip
    for title in CHAPTERS:
        told = re.findall(r"(\d[., ]?\d{3}) \$ \((\d{4})\)", " ".join(chapter(title).split()))
        said = {f"italy-{year}": int(re.sub(r"\D", "", dollars)) for dollars, year in told}
        assert said == {book.id: book.auction.start for book in map(load, said) if book.auction}
        assert sorted(said) == ["italy-2010", "italy-2011"]


def test_all_chapters_have_the_same_parts() -> None:
    def shape(title: str) -> list[str]:
        """Headings and numbered points, without their texts."""
        return re.findall(r"^(###|\d+\.) ", chapter(title), re.MULTILINE)

    assert {tuple(shape(title)) for title in CHAPTERS} == {tuple(shape("English"))}
    assert len(shape("English")) > 30
    same = [[re.sub(r"--language \w\w", "", line) for line in commands(title)] for title in CHAPTERS]
    assert [lines == same[0] for lines in same] == [True] * 4
    assert [blocks(title, "csv") == blocks("English", "csv") for title in CHAPTERS] == [True] * 4
    assert [f"--language {language}" in chapter(title) for language, title in zip(LANGUAGES, CHAPTERS, strict=True)] == [True] * 4
    links = re.findall(r"\]\(#([^)]+)\)", DOCUMENT.partition("\n## ")[0])
    assert links == [*(title.casefold() for title in CHAPTERS), "tables"]


def test_its_commands_and_options_are_there() -> None:
    known = typer.main.get_command(app)
    for line in {line for title in CHAPTERS for line in commands(title)}:
        program, name, *words = line.split()
        command = known.commands[name]  # type: ignore[attr-defined]
        options = {option for parameter in command.params for option in parameter.opts}
        assert program == "bangxl"
        assert {word for word in words if word.startswith("--")} <= options, line


def test_its_list_is_one(tmp_path: Path) -> None:
    example, lots = blocks("English", "csv")
    path = tmp_path / "tables.csv"
    path.write_text(f"{example}\n{lots}\n", encoding="utf-8")
    lines = [(line.round, line.table, line.seat, line.player) for line in seat_list(path, catalog("en"))]
    assert lines == [
        ("1", 1, 1, "Anna Rossi"), ("1", 1, 2, "Bruno D'Amico"), ("2", 1, 1, "Bruno D'Amico"), ("2", 1, 2, "Anna Rossi"),
        ("lots", 0, 1, "Anna Rossi"), ("lots", 0, 2, "Bruno D'Amico"),
    ]  # fmt: skip


def drawn(cards: Sequence[str], rounds: int, sizes: Sequence[int], rng: random.Random) -> Iterator[list[list[str]]]:
    """The tables of every round, drawn with cards as the document says (points 3 to 6)."""
    marked: set[str] = set()
    for _round in range(rounds):
        pack = [card for card in cards if card not in marked]
        rng.shuffle(pack)
        sheriffs = pack[: len(sizes)]
        marked.update(sheriffs)
        others = [card for card in cards if card not in sheriffs]
        rng.shuffle(others)
        tables = []
        for sheriff, size in zip(sheriffs, sizes, strict=True):
            tables.append([sheriff, *others[: size - 1]])
            del others[: size - 1]
        yield tables


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of thirteen, drawn with cards, typed in as the document says."""
    folder = tmp_path_factory.mktemp("paper")
    path, source = folder / "torneo.xlsx", folder / "tables.csv"
    people = [f"Giocatore {number}" for number in range(1, 14)]
    (rounds, _later), sizes = chart()[len(people)]
    lines = [
        f"{number},{table},{seat},{player}"
        for number, tables in enumerate(drawn(people, rounds, sizes, random.Random(2010)), 1)  # noqa: S311 -- a pack of cards
        for table, players in enumerate(tables, 1)
        for seat, player in enumerate(players, 1)
    ]
    source.write_text("\n".join([blocks("Italiano", "csv")[0].splitlines()[0], *lines]), encoding="utf-8")
    blank(folder / "sheets.xlsx", "italy-2010", "it")
    new(path, "italy-2010", language="it", players=str(len(people)))
    entered(path, people)
    for number in range(1, rounds + 1):
        seat_by_hand(path, source)
        played(path, f"round {number}")
    while standings(path)["phase"] != "closed":
        seat(path)
        duelled(path)
    return path


def test_the_steps_lead_to_a_closed_tournament_without_errors(paper: Path) -> None:
    found = [one.finding for one in check(paper)]
    assert [finding.code for finding in found if finding.severity is Severity.ERROR] == []
    assert [finding.code for finding in found].count("draw_by_hand") == 4
    assert "sheriff_twice" not in {finding.code for finding in found}


def test_what_was_drawn_with_cards_stands_in_the_workbook(paper: Path) -> None:
    tournament = facts(paper)
    sheriffs = [seat.player for game in tournament.games for seat in game.seats if seat.role is Role.SHERIFF]
    assert len(sheriffs) == len(set(sheriffs)) == 8
    assert [[game.size for game in tournament.round(number)] for number in range(1, 5)] == [[7, 6]] * 4
    assert [draw.stage for draw in tournament.draws] == ["SF1", "SF2", "F"]
    *_, total, code = slip(paper, "Giocatore 7")
    assert total.startswith(catalog("it")("Your total now: {total}").partition("{")[0])
    assert code.startswith(catalog("it")("Code: {code}").partition("{")[0])


def test_as_json_without_draws_it_is_the_same(paper: Path, tmp_path: Path) -> None:
    """The other way in: a file in the format bangxl/1 without draws says that they were by hand."""
    exported = json.loads(export(paper))
    exported["draws"] = [draw for draw in exported["draws"] if not str(draw["round"]).isdecimal()]
    source, again = tmp_path / "torneo.json", tmp_path / "torneo.xlsx"
    source.write_text(json.dumps(exported), encoding="utf-8")
    import_json(source, again)
    assert facts(again).games == facts(paper).games
    codes = [one.finding.code for one in check(again)]
    assert codes.count("draw_by_hand") == 4
    assert [one for one in check(again) if one.finding.severity is Severity.ERROR] == []
