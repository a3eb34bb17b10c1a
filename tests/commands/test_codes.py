"""Codes of what has no seed or no sheet of its own: rounds drawn with cards, games at fixed tables, the finals."""

import json
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.check import check
from bangxl.commands.demo import simulate_tournament
from bangxl.commands.new import create_workbook, new
from bangxl.commands.printing import print_pages
from bangxl.commands.report import report
from bangxl.commands.room import show
from bangxl.commands.sealed import commit
from bangxl.commands.seat import seat
from bangxl.commands.statement import statement
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import undo
from bangxl.commands.verify import verify
from bangxl.commands.workspace import open_workspace
from bangxl.interchange.receipts import CodeSource, receipts
from bangxl.rulebooks.loader import our_rulebook
from bangxl.tournament.state import State
from tests.commands.stages import Copy
from tests.commands.test_regulations import fill_in
from tests.helpers.keyboard import entered, facts
from tests.helpers.render import page_texts
from tests.interchange.test_receipts import with_cards


def salts_in(path: Path, salts: list[str]) -> list[str]:
    with ZipFile(path) as package:
        whole = b"".join(package.read(name) for name in package.namelist())
    return [salt for salt in salts if salt.encode() in whole]


def by_hand(path: Path) -> Path:
    """An evening whose rounds were drawn with cards, in a workbook."""
    rules = our_rulebook("italy-2010")
    tournament, log = simulate_tournament(rules, 10, "cards", "en")
    log = [replace(row, seed="", source="by hand") if row.stage.startswith("Round") else row for row in log]
    create_workbook(path, State(with_cards(tournament), rules), 10, log)
    return path


@pytest.mark.soak
def test_rounds_drawn_with_cards_have_receipts(tmp_path: Path) -> None:
    path = by_hand(tmp_path / "t.xlsx")
    posted = facts(path).posted
    assert [one.logged for one in posted] == ["Round1", "Round2", "Round3", "SF1+SF2", "F"]
    referto = report(path).workbook
    for one in posted:
        assert verify(referto, one.code).agrees, one
    verdict = verify(referto)
    assert {one.follows for one in verdict.receipts} == {CodeSource.FACTS}
    assert "no_codes" not in {one.finding.code for one in verdict.trusted}
    assert json.loads(export(referto))["codes"] == json.loads(export(path))["codes"]
    (tmp_path / "t.json").write_text(export(path), "utf-8")
    import_json(tmp_path / "t.json", tmp_path / "again.xlsx")
    assert export(tmp_path / "again.xlsx") == export(path)


@pytest.mark.soak
def test_games_at_fixed_tables_have_codes_and_an_interim_referto_keeps_the_salts_back(tmp_path: Path) -> None:
    path, rules = tmp_path / "t.xlsx", our_rulebook("italy-2007")
    tournament, log = simulate_tournament(rules, 11, "fixed", "en", finals=False)
    create_workbook(path, State(tournament, rules), 11, log)
    codes = facts(path).codes
    assert len(codes) == max(game.round for game in facts(path).games) - 1
    verdict = verify(referto := report(path, interim=True).workbook)
    assert not verdict.differences
    assert [one.follows for one in verdict.receipts] == [CodeSource.FACTS, *[CodeSource.HIDDEN] * len(codes)]
    assert not salts_in(referto, [one.salt for one in codes])
    assert len(salts_in(path, [one.salt for one in codes])) == len(codes)


def test_the_finals_keep_the_salt_of_their_closing_and_lose_a_code_that_was_taken_back(at: Copy) -> None:
    path = at("played3")
    said = commit(path)[0]
    seat(path, public_value="dice 4 2 6")
    (first,) = facts(path).codes
    assert first.code in said
    undo(path)
    assert facts(path).codes == ()
    seat(path, rng_seed="other")
    (second,) = facts(path).codes
    assert second.logged == first.logged == "SF1+SF2"
    assert {one.follows for one in receipts(open_workspace(path).state)} == {CodeSource.FACTS}


def latest(path: Path) -> object:
    """The code that the sheets without a round show."""
    return ClosedBook.open(path).read("Latest_Code")[0]


@pytest.mark.soak
def test_the_newest_code_stands_where_people_see_it(tmp_path: Path) -> None:
    """At fixed tables and in the finals: on walls and sheets printed from now on, in the room, on slips; undo takes it back."""
    path = tmp_path / "t.xlsx"
    new(path, "germany", language="en", players="20")
    entered(path, [f"Player {number}" for number in range(20)])
    codes = [""]
    while not ((finals := facts(path).finals) and finals.closed):
        seat(path, rng_seed=f"{len(codes)}", close_early=len(codes) == 4, reason="late")
        if facts(path).posted[-1].code != codes[-1]:
            codes.append(facts(path).posted[-1].code)
            assert latest(path) == facts(path).code_on(1) == codes[-1]
        fill_in(path, f"{len(codes)}")
        if len(codes) in {3, 5}:
            show(path)
            assert codes[-1] in path.with_name("t-room.html").read_text("utf-8")
            assert f"Code: {codes[-1]}" in statement(path, "P001")
            assert [one for one in check(path) if one.finding.code == "code_differs"] == []
            kinds = ("records", "walls") if facts(path).finals is None else ("records", "duels")
            assert all(codes[-1] in " ".join(page_texts(print_pages(path, what, overwrite=True).path)) for what in kinds)
    assert len(set(codes)) == len(codes) > 5
    undo(path)
    while latest(path) == codes[-1]:
        undo(path)
    assert latest(path) == facts(path).posted[-1].code == codes[-2]
