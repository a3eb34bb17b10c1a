"""The title for those only who may win it (a house tournament, G15): marked on the players' sheet."""

from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.check import check
from bangxl.commands.demo import simulate_tournament
from bangxl.commands.new import create_workbook
from bangxl.commands.report import report, subject_and_text
from bangxl.commands.statement import statement
from bangxl.commands.verify import verify
from bangxl.interchange.dump import standings_json
from bangxl.rulebooks.loader import load
from bangxl.tournament.finals import final_ranking, title_holder
from bangxl.tournament.findings import Severity
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from tests.helpers.keyboard import Sheet, facts, typed
from tests.helpers.sample import sample
from tests.hosts.libreoffice.office import Office

TITLE: Final = '\n[champion]\narticle = "9"\nname = "Champion of the town"\neligible = true\n'
HOUSES: Final = Path(__file__).parents[1] / "data"
BOOKS: Final = {
    "duels": 'base = "italy-2010"\nid = "town"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
    + TITLE,
    "stages": 'base = "germany"\nid = "town"\ntitle = "House"\nsource = { title = "Rules", edition = "", published = "" }\n'
    'without = ["knockout.champion"]\n' + TITLE,
    "last table": (HOUSES / "konajka.toml").read_text(encoding="utf-8") + TITLE,
}
PLAYERS: Final = {"duels": 11, "stages": 20, "last table": 9}


def house(folder: Path, kind: str) -> Rulebook:
    path = folder / "town.toml"
    path.write_text(BOOKS[kind], encoding="utf-8")
    return load(str(path))


def without(state: State, barred: list[str]) -> State:
    players = tuple(replace(player, eligible=player.id not in barred) for player in state.tournament.players)
    return state.with_tournament(replace(state.tournament, players=players))


@pytest.mark.parametrize("kind", sample(["duels", "stages", "last table"], 0))
def test_it_goes_to_the_best_who_may_win_it(office: Office, tmp_path: Path, kind: str) -> None:
    """Whoever wins the tournament may stay without it; sheet, referto and its proof say the same."""
    rulebook = house(tmp_path, kind)
    tournament, log = simulate_tournament(rulebook, PLAYERS[kind], f"title {kind}", "en")
    state = State(tournament, rulebook)
    ranking = [placed.player for placed in final_ranking(state)]
    assert title_holder(state) == ranking[0]
    state = without(state, ranking[:2])
    assert title_holder(state) == ranking[2]
    assert standings_json(state)["title"] == {"name": "Champion of the town", "player": ranking[2]}
    assert title_holder(without(state, ranking)) == ""
    path = tmp_path / "town.xlsx"
    create_workbook(path, state, len(tournament.players), log)
    assert facts(path).players == state.tournament.players
    assert not [notice for notice in check(path) if notice.finding.severity is Severity.ERROR]
    name = next(player.name for player in tournament.players if player.id == ranking[2])
    with office.open(path) as book:
        assert book.errors() == []
        shown = {text for row in book.texts("Finals!A1:Z60") for text in row}
        assert f"Champion of the town: {name}" in shown
    assert [one.id for one in state.tournament.players if "Title: Champion of the town" in statement(path, one.id)] == [
        ranking[2]
    ]
    _subject, mail = subject_and_text(state, "", interim=False, attachments=(), language="en")
    assert f"\nChampion of the town: {name}\n" in mail
    assert "Champion" not in subject_and_text(without(state, ranking), "", interim=False, attachments=(), language="en")[1]
    report(path, tmp_path / "sent")
    referto = next((tmp_path / "sent").glob("*referto.xlsx"))
    assert verify(referto).agrees
    typed(referto, {"Finals_Title": ranking[0]})
    assert not verify(referto).agrees


@pytest.mark.soak
def test_it_can_be_typed(tmp_path: Path) -> None:
    """In a column of its own, beside the presence."""
    rulebook = house(tmp_path, "duels")
    tournament, log = simulate_tournament(rulebook, 11, "typed", "en")
    create_workbook(tmp_path / "town.xlsx", State(tournament, rulebook), 11, log)
    typed(tmp_path / "town.xlsx", {"Players_Eligible 3": "no"})
    assert [player.eligible for player in facts(tmp_path / "town.xlsx").players] == [row != 3 for row in range(11)]
    with Sheet(tmp_path / "town.xlsx") as sheet:
        cell = sheet.cells("Players_Eligible")[3]
        assert not cell.protection.locked
        assert not cell.parent.column_dimensions[cell.column_letter].hidden


def test_ours_have_none() -> None:
    """Germany's title is for whoever wins."""
    germany: Rulebook = load("germany")
    assert (germany.champion, germany.only_eligible) == ("Deutscher Meister im Bang!", False)
