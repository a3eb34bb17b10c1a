"""`bangxl commit`: what is drawn is closed under a code before the room throws; codes as receipts, without a seed, too."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.by_hand import seat_by_hand
from bangxl.commands.check import check
from bangxl.commands.commit import commit
from bangxl.commands.corrections import redraw, reopen
from bangxl.commands.demo import simulate_tournament
from bangxl.commands.errors import Refusal
from bangxl.commands.new import create_workbook
from bangxl.commands.printing import print_pages
from bangxl.commands.report import report
from bangxl.commands.seat import seat
from bangxl.commands.show import show
from bangxl.commands.statement import statement
from bangxl.commands.transfer import export, import_json
from bangxl.commands.undo import undo
from bangxl.commands.verify import verdict_lines, verify
from bangxl.commands.workspace import open_workspace
from bangxl.interchange.receipts import CodeSource, receipts
from bangxl.rulebooks.loader import our_rulebook
from bangxl.tournament.commitment import read_code
from bangxl.tournament.model import SeedSource
from bangxl.tournament.state import State
from bangxl.workbook.titles import stages_title
from tests.additions.package import parts_of
from tests.commands.stages import NAMES, Copy, listed, unchanged
from tests.commands.test_regulations import fill_in
from tests.helpers.keyboard import duelled, facts, played, typed
from tests.helpers.raised import raised
from tests.helpers.render import page_texts
from tests.helpers.salts import CODE
from tests.helpers.sample import sample
from tests.interchange.test_receipts import with_cards


def shown(path: Path, name: str) -> object:
    return open_workspace(path).book.read(name)[0]


def said(lines: tuple[str, ...]) -> str:
    (code,) = dict.fromkeys(CODE.findall("\n".join(lines[:1])))
    return str(code)


def codes(path: Path) -> list[str]:
    return [one.finding.code for one in check(path)]


def refused(lines: Refusal) -> str:
    return "\n".join(lines.lines)


class TestClosing:
    @pytest.mark.parametrize(("stage", "number"), [("entered", 1), ("played1", 2)])
    def test_the_code_stands_on_the_sheet_of_the_round_and_in_the_log(self, at: Copy, stage: str, number: int) -> None:
        path = at(stage)
        code = said(commit(path))
        assert shown(path, f"Round{number}!Pool_Code") == code
        assert bool(shown(path, f"Round{number}!Pool_Salt")) == (number > 1)
        assert open_workspace(path).log[-1].command == "commit"
        assert code in open_workspace(path).log[-1].result
        assert f"Code of the round: {code}" in seat(path, public_value="4 2 6")
        draw = facts(path).draws[-1]
        assert (draw.code, draw.source) == (code, SeedSource.PUBLIC)
        assert "pool_not_closed" not in codes(path)
        assert "pool_again" not in codes(path)

    def test_a_second_time_it_says_the_same_and_writes_nothing(self, at: Copy) -> None:
        path = at("played1")
        code = said(commit(path))
        with unchanged(path):
            assert said(commit(path)) == code

    def test_after_it_no_other_seed_draws(self, at: Copy, tmp_path: Path) -> None:
        """Neither one that the referee types nor cards: until the code is taken back, only a value."""
        path, seats = at("entered"), tmp_path / "seats.csv"
        rows = [f"{1 + number // 5},{1 + number % 5},{name}" for number, name in enumerate(NAMES)]
        seats.write_text("\n".join(["table,seat,player", *rows]), "utf-8")
        code = said(commit(path))
        before = path.read_bytes()
        for draw in (partial(seat, path, rng_seed="mine"), partial(seat_by_hand, path, seats)):
            assert f"is committed with the code {code}" in refused(raised(Refusal, draw))
            assert path.read_bytes() == before
        undo(path)
        seat_by_hand(path, seats)
        undo(path)
        seat(path, rng_seed="mine")

    def test_after_an_undone_draw_its_code_still_wants_a_value(self, at: Copy) -> None:
        """Whoever disliked what the dice had drawn took the draw back, and drew again with a seed of his own: ✓."""
        path = at("entered")
        code = said(commit(path))
        seat(path, public_value="4 2 6")
        drawn = facts(path).games
        undo(path)
        assert f"is committed with the code {code}" in refused(raised(Refusal, seat, path, rng_seed="mine"))
        seat(path, public_value="4 2 6")
        assert facts(path).games == drawn
        assert "draw_taken_back" in codes(path)
        assert "pool_not_closed" not in codes(path)

    def test_a_second_code_taken_back_leaves_the_first(self, at: Copy) -> None:
        """Of the same draw, or of another name: whoever undid it drew with a seed of his own."""
        path = at("entered")
        code, name = said(commit(path)), facts(path).players[0].name
        typed(path, {"Players_Name 0": "Bruno D'Amice"})
        commit(path)
        undo(path)
        typed(path, {"Players_Name 0": name})
        assert f"is committed with the code {code}" in refused(raised(Refusal, seat, path, rng_seed="mine"))
        seat(path, public_value="4 2 6")
        commit(path)
        undo(path)
        assert "needs one, too" in refused(raised(Refusal, redraw, path, "I did not like it", rng_seed="mine"))

    def test_a_public_value_without_it_is_refused_and_told_how(self, at: Copy) -> None:
        path = at("entered")
        with unchanged(path):
            assert "«bangxl commit»" in refused(raised(Refusal, seat, path, public_value="4 2 6"))

    @pytest.mark.parametrize(
        ("stage", "cells"),
        sample(
            [
                ("entered", {"Players_Name 1": "Bruno D'Amice"}),
                ("entered", {"Players_Name 0": "Anna Rоssi"}),
                ("entered", {"Players_Region 3": "Lazio"}),
                ("entered", {f"Players_Name {row}": name for row, name in enumerate(reversed(NAMES))}),
                ("entered", {"Option_balance": "no"}),
                ("entered", {"Players_Name 10": "Late Comer", "Players_Present 10": "yes"}),
                ("entered", {"Event_Name": "Another"}),
                ("played1", {"Round1T1!Bid 2": 1100}),
            ],
            4,
        ),
    )
    def test_what_is_changed_between_code_and_dice_needs_a_new_code_and_a_place_in_the_report(
        self, at: Copy, stage: str, cells: dict[str, object]
    ) -> None:
        path = at(stage)
        first = said(commit(path))
        typed(path, cells)
        with pytest.raises(Refusal, match=f"changed since the code {first}"):
            seat(path, public_value="4 2 6")
        again = commit(path)
        assert said(again) != first
        assert first in again[1]
        seat(path, public_value="4 2 6")
        assert "pool_again" in codes(path)

    def test_a_code_that_was_taken_back_stays_in_the_log(self, at: Copy) -> None:
        path = at("played1")
        first = said(commit(path))
        undo(path)
        assert shown(path, "Round2!Pool_Code") is None
        assert said(commit(path)) != first
        assert "pool_again" in codes(path)
        assert first in " ".join(one.text for one in check(path))

    def test_a_value_that_could_be_spelt_otherwise_is_refused(self, at: Copy) -> None:
        path = at("entered")
        commit(path)
        with unchanged(path), pytest.raises(Refusal, match="letters that look like others"):
            seat(path, public_value="di\u0441e 4 2 6")

    def test_a_value_that_is_there_before_is_refused(self, at: Copy) -> None:
        path = typed(at("entered"), {"Public_Value": "4 2 6"})
        with pytest.raises(Refusal, match="The dice come after the code"):
            commit(path)

    def test_public_draws_wait_for_the_room_by_command_too(self, at: Copy) -> None:
        path = typed(at("entered"), {"Public_Draw": "yes"})
        with pytest.raises(Refusal, match="Draws are public in this tournament"):
            seat(path)
        commit(path)
        with pytest.raises(Refusal, match="a value from the room is needed"):
            seat(path)
        seat(path, public_value="3 3 1")
        played(path, "x")
        seat(path, rng_seed="by hand")
        assert facts(path).draws[-1].source is SeedSource.GIVEN

    def test_what_was_closed_waits_for_the_room_also_where_draws_are_not_public(self, at: Copy) -> None:
        path = at("entered")
        code = said(commit(path))
        with unchanged(path):
            told = refused(raised(Refusal, seat, path))
            assert code in told
            assert "«bangxl seat» with --public-value TEXT" in told
        undo(path)
        seat(path)
        assert facts(path).draws[0].source is SeedSource.RANDOM

    def test_to_close_a_phase_that_is_over_is_no_way_round_the_room(self, at: Copy) -> None:
        path = at("played3")
        commit(path)
        with pytest.raises(Refusal, match="a value from the room is needed"):
            seat(path, close_early=True, reason="late")
        seat(path, close_early=True, reason="late", public_value="4 2 6")
        assert facts(path).draws[-1].source is SeedSource.PUBLIC

    def test_a_redraw_that_waits_for_the_room_names_itself(self, at: Copy) -> None:
        path = at("drawn2")
        with pytest.raises(Refusal, match=r"«bangxl commit»(.|\n)*«bangxl redraw»"):
            redraw(path, "somebody came late", public_value="4 2 6")
        typed(path, {"Public_Draw": "yes"})
        with pytest.raises(Refusal, match="«bangxl redraw» with --public-value TEXT"):
            redraw(path, "somebody came late")
        commit(path)
        with pytest.raises(Refusal, match="«bangxl redraw» with --public-value TEXT"):
            redraw(path, "somebody came late")
        typed(path, {"Players_Region 1": "Lazio"})
        with pytest.raises(Refusal, match=r"«bangxl commit»(.|\n)*«bangxl redraw»"):
            redraw(path, "somebody came late", public_value="4 2 6")

    def test_before_its_first_result_a_round_is_closed_to_be_drawn_anew(self, at: Copy) -> None:
        path = typed(at("drawn2"), {"Players_Present 10": "yes", "Players_Name 10": "Late Comer"})
        with pytest.raises(Refusal, match="«bangxl commit»"):
            redraw(path, "somebody came late", public_value="4 2 6")
        before = shown(path, "Round2!Pool_Code")
        lines = commit(path)
        code = said(lines)
        assert "«bangxl redraw»" in lines[-1]
        assert shown(path, "Round2!Pool_Code") == before
        redraw(path, "the list was wrong", public_value="4 2 6")
        assert shown(path, "Round2!Pool_Code") == code
        assert "pool_not_closed" not in codes(path)
        for rng_seed in (None, "mine"):  # random, it was redrawn until the referee liked it, and the report still said ✓
            with pytest.raises(Refusal, match=r"drawn by a value(.|\n)*«bangxl commit»(.|\n)*«bangxl redraw»"):
                redraw(path, "and again", rng_seed=rng_seed)

    def test_finals_have_a_code_that_commits_to_no_result(self, at: Copy) -> None:
        path = at("played3")
        lines = commit(path)
        code = said(lines)
        assert lines[0].startswith("Semifinal 1, Semifinal 2 ")
        assert open_workspace(path).log[-1].stage == "SF1+SF2"
        seat(path, public_value="6 6 6")
        assert "pool_not_closed" not in codes(path)
        assert code

    def test_a_public_value_of_a_closed_phase_is_refused(self, at: Copy) -> None:
        path = at("played2")
        with pytest.raises(Refusal, match="public value"):
            seat(path, close_early=True, reason="power cut", public_value="4")


def finished(path: Path) -> Path:
    """The rest of the day, from round 3 on, and its referto."""
    for stage in ("semifinals", "final"):
        seat(path, rng_seed=stage)
        duelled(path, stage)
    seat(path)
    return report(path).workbook


class TestReceipts:
    def test_the_referto_lists_them_and_every_one_proves_it(self, at: Copy) -> None:
        path = at("played3")
        posted = [draw.code for draw in facts(path).draws]
        referto = finished(path)
        verdict = verify(referto)
        assert not verdict.differences
        assert [one.code for one in verdict.receipts if one.round] == posted
        assert [one.logged for one in verdict.receipts if not one.round] == ["SF1+SF2", "F"]
        assert {one.follows for one in verdict.receipts} == {CodeSource.FACTS}
        told = verdict_lines(referto, verdict)
        assert verdict.contents is not None
        titles = [stages_title(one.logged, "en", verdict.contents.rulebook) for one in verdict.receipts]
        codes = [f"{title}: {one.code} ✓" for title, one in zip(titles, verdict.receipts, strict=True)]
        assert "Codes: " + " · ".join(codes) in told
        for code in (one.code for one in verdict.receipts):
            assert verify(referto, code.lower().replace("-", " ").replace("0", "o")).agrees
        other = f"{posted[0][:-1]}{'0' if posted[0][-1] != '0' else '1'}"
        assert [one.finding.code for one in verify(referto, other).differences] == ["against_no_code"]

    def test_a_code_that_does_not_follow_is_a_difference_and_no_import_is_blamed(self, at: Copy) -> None:
        verdict = verify(finished(typed(at("played3"), {"Round2!Pool_Salt": "0" * 32})))
        assert [one.finding.code for one in verdict.differences] == ["code_not_derived"]
        assert "code_of_import" not in {one.finding.code for one in verdict.trusted}

    def test_a_correction_is_told_and_the_code_still_proves_what_was_before(self, at: Copy) -> None:
        path = at("played3")
        reopen(path, 1, 1, "a bid was wrong")
        typed(path, {"Round1T1!Bid 2": 1100})
        verdict = verify(finished(path))
        assert not verdict.differences
        assert [one.follows for one in verdict.receipts[:3]] == [CodeSource.FACTS, CodeSource.CORRECTED, CodeSource.CORRECTED]
        assert {one.follows for one in verdict.receipts[3:]} == {CodeSource.FACTS}  # these were posted after it
        assert "code_before_correction" in {one.finding.code for one in verdict.trusted}

    @pytest.mark.soak
    def test_a_name_corrected_afterwards_is_told(self, at: Copy) -> None:
        verdict = verify(finished(typed(at("played3"), {"Players_Name 1": "Bruno Damico"})))
        assert not verdict.differences
        assert {one.follows for one in verdict.receipts if one.round} == {CodeSource.NAMES}
        assert "code_of_other_names" in {one.finding.code for one in verdict.trusted}

    def test_so_are_a_region_and_the_event(self, at: Copy) -> None:
        path = typed(at("played3"), {"Players_Region 1": "Lazio", "Event_Name": "Open di Roma", "Event_Date": "2026-11-22"})
        verdict = verify(finished(path))
        assert not verdict.differences
        assert {one.follows for one in verdict.receipts if one.round} == {CodeSource.NAMES}

    def test_an_interim_referto_without_results_keeps_the_salts_back(self, at: Copy) -> None:
        path = at("played2")
        seat(path, rng_seed="3")
        salts = [draw.salt for draw in facts(path).draws if draw.salt]
        referto = report(path, interim=True).workbook
        assert len(salts) == 2
        verdict = verify(referto)
        assert not verdict.differences
        assert [one.follows for one in verdict.receipts] == [CodeSource.FACTS, CodeSource.HIDDEN, CodeSource.HIDDEN]
        (asked,) = verify(referto, verdict.receipts[2].code).differences
        assert asked.finding.code == "against_hidden"  # an honest code is not called another one
        assert salts_in(referto, salts) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("k7qf 2m9p 4xh3 r5td", "K7QF-2M9P-4XH3-R5TD"),
        ("KOIL2M9P4XH3R5TD", "K011-2M9P-4XH3-R5TD"),
        ("K7QF-2M9P-4XH3-R5T", ""),
        ("K7QF-2M9P-4XH3-R5TU", ""),
        ("", ""),
        ("k7qf2 m9p4x", "K7QF2-M9P4X"),
        ("KOIL2-M9P4X", "K0112-M9P4X"),
        ("K7QF2-M9P4", ""),  # as earlier programs wrote them
    ],
)
def test_a_code_is_read_as_people_copy_it(text: str, code: str) -> None:
    assert read_code(text) == code


def salts_in(path: Path, salts: list[str]) -> list[str]:
    whole = b"".join(parts_of(path).values())
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
    posted = facts(path).posted_codes
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
    undo(path)
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
    path = listed(tmp_path / "t.xlsx", "germany", 20)
    codes = [""]
    while not ((finals := facts(path).finals) and finals.closed):
        seat(path, rng_seed=f"{len(codes)}", close_early=len(codes) == 4, reason="late")
        if facts(path).posted_codes[-1].code != codes[-1]:
            codes.append(facts(path).posted_codes[-1].code)
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
    assert latest(path) == facts(path).posted_codes[-1].code == codes[-2]
