"""docs/no-pc.*.md: all languages say the same, and the steps lead from paper to the workbook."""

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.blank import blank
from bangxl.commands.by_hand import seat_by_hand, seat_list
from bangxl.commands.check import check
from bangxl.commands.seat import seat
from bangxl.commands.standings import standings_data
from bangxl.commands.transfer import export, import_json
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.rulebooks.loader import load
from bangxl.tournament.compositions import scheduled_rounds
from bangxl.tournament.findings import Severity
from bangxl.tournament.model import Role
from tests.commands.stages import listed
from tests.helpers.keyboard import duelled, facts, played

DOCS: Final = Path(__file__).parents[1] / "docs"
BLOCK: Final = re.compile(r"^   ```(\w+)\n(.*?)^   ```$", re.MULTILINE | re.DOTALL)


def page(language: str) -> str:
    return (DOCS / f"no-pc.{language}.md").read_text(encoding="utf-8")


def blocks(language: str, kind: str) -> list[str]:
    """The blocks of a kind, ``sh`` or ``csv``, without their indentation."""
    return [re.sub(r"^   ", "", text, flags=re.MULTILINE) for which, text in BLOCK.findall(page(language)) if which == kind]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_parts(language: str) -> None:
    def shape(text: str) -> list[str]:
        """Headings, numbered points and blocks, without their texts."""
        return re.findall(r"^(##|\d+\.|   ```\w+)", text, re.MULTILINE)

    assert shape(page(language)) == shape(page("en"))
    assert len(shape(page("en"))) > 30
    for kind in ("sh", "csv"):
        assert [one.replace(f"--language {language}", "--language en") for one in blocks(language, kind)] == blocks("en", kind)
    assert f"*{catalog(language)('Events')}*" in page(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_list_is_one(language: str, tmp_path: Path) -> None:
    example, lots = blocks(language, "csv")
    heads = re.search(r"`([^`,\s]+,[^`,\s]+,[^`,]+,[^`,\s]+)`", page(language))
    path = tmp_path / "tables.csv"
    path.write_text(
        "\n".join([heads[1] if heads else "round,table,seat,player", *example.splitlines()[1:], lots]), encoding="utf-8"
    )
    lines = [(line.round, line.table, line.seat, line.player) for line in seat_list(path, catalog(language))]
    assert lines == [
        ("1", 1, 1, "Anna Rossi"), ("1", 1, 2, "Bruno D'Amico"), ("2", 1, 1, "Bruno D'Amico"), ("2", 1, 2, "Anna Rossi"),
        ("lots", 0, 1, "Anna Rossi"), ("lots", 0, 2, "Bruno D'Amico"),
    ]  # fmt: skip


def drawn(cards: Sequence[str], rounds: int, sizes: Sequence[int], rng: random.Random) -> Iterator[list[list[str]]]:
    """The tables of every round, drawn with cards as the page says."""
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
    rulebook = load("italy-2010")
    rounds, sizes = scheduled_rounds(rulebook, len(people)), rulebook.chart[len(people)][0]
    lines = [
        f"{number},{table},{seat},{player}"
        for number, tables in enumerate(drawn(people, rounds, sizes, random.Random(2010)), 1)  # noqa: S311 -- a pack of cards
        for table, players in enumerate(tables, 1)
        for seat, player in enumerate(players, 1)
    ]
    source.write_text("\n".join([blocks("it", "csv")[0].splitlines()[0], *lines]), encoding="utf-8")
    blank(folder / "sheets.xlsx", "italy-2010", "it")
    listed(path, "italy-2010", people, language="it")
    for number in range(1, rounds + 1):
        seat_by_hand(path, source)
        played(path, f"round {number}")
    while standings_data(path)["phase"] != "closed":
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
    assert [draw.drawn for draw in tournament.draws] == ["SF1", "SF2", "F"]


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
