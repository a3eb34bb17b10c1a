"""A referto agrees with itself, and each kind of difference is told with its cell."""

from __future__ import annotations

import pytest

from bangxl.books.port import BookError
from bangxl.interchange.dump import tournament_json
from bangxl.locale.catalog import LANGUAGES
from bangxl.referto.book import Referto
from bangxl.referto.proof import verify as module
from bangxl.referto.proof.compare import Columns
from bangxl.referto.proof.facts import Facts
from bangxl.referto.proof.verdict import DIFFERENCES
from bangxl.referto.proof.verify import verify
from bangxl.tournament.kinds import Severity
from bangxl.workbook.messages import cell_of
from tests.referto.proof.forgeries import ONE, Forge, edited, fresh, put, with_only, without
from tests.referto.proof.referti import EVENTFUL, contents_of, eventful, opened, played, saved


@pytest.mark.parametrize(("code", "forge", "where"), ONE, ids=[f"{code}-{where}" for code, _forge, where in ONE])
def test_each_difference_is_told_where_it_is(code: str, forge: Forge, where: str) -> None:
    name, _, index = where.partition(" ")
    expected = cell_of(Referto(fresh()), name, int(index)) if name in Referto(fresh()).names else (name, index)
    verdict = verify(forge(fresh()))
    told = [one for one in verdict.differences if one.finding.code == code]
    assert not verdict.agrees
    assert expected in [(one.sheet, one.cell) for one in told]
    assert all(one.finding.severity is Severity.ERROR and one.text for one in told)


def test_a_program_that_changes_nothing_makes_no_difference() -> None:
    """What is found in a forgery is there because of the forger, not because his program has saved the file."""
    assert verify(edited(lambda _workbook: None)(fresh())).differences == ()


def test_every_difference_is_tried() -> None:
    elsewhere = {"not_derived", "against_differs", "against_no_code", "against_hidden", "parts_changed"}
    assert {code for code, _forge, _where in ONE} | elsewhere >= set(DIFFERENCES)


def test_a_change_far_away_is_told_alone() -> None:
    (one,) = verify(put("Finals_Prize", 10_001)(fresh())).differences
    assert (one.finding.code, one.finding.values) == ("differs", {"printed": 10_001, "right": 6000})


@pytest.mark.parametrize(("rulebook", "players"), EVENTFUL)
@pytest.mark.parametrize("language", ["it", "en", "de", "ru"])
def test_a_referto_agrees_with_itself(rulebook: str, players: int, language: str) -> None:
    contents = eventful(rulebook, players, language)
    verdict = verify(opened(saved(contents)))
    assert verdict.differences == ()
    assert verdict.digest == verdict.printed_digest
    assert verdict.contents is not None
    assert tournament_json(contents.after(verdict.contents.tournament)) == tournament_json(contents)
    assert verdict.compared > 300
    assert not verdict.interim


@pytest.mark.parametrize(("rulebook", "players"), EVENTFUL)
def test_g10_a_referto_of_rulings_agrees_and_tells_each(rulebook: str, players: int) -> None:
    """Sheets that cannot be, or with gaps: no difference; each ruling is taken on trust and stands among the departures."""
    contents = contents_of(played(rulebook, players, 10, events=0.3, rulings=0.3))
    book = opened(saved(contents, interim=contents.tournament.finals is None, results=True))
    verdict = verify(book)
    ruled = [(game.round, game.table) for game in contents.tournament.games if game.is_ruled]
    told = [one for one in verdict.trusted if one.finding.code == "ruling"]
    assert verdict.differences == ()
    assert ruled == [(one.finding.at.round, one.finding.at.table) for one in told]
    assert {one.text for one in told} <= set(map(str, book.read("Departures_Text")))
    assert verdict.contents is not None
    assert tournament_json(contents.after(verdict.contents.tournament)) == tournament_json(contents)


@pytest.mark.parametrize(("value", "shown"), [(3 + 1e-12, "3.000000000001"), (3 - 1e-13, "2.9999999999999")])
def test_numbers_that_look_alike_are_told_with_all_their_digits(value: float, shown: str) -> None:
    book = fresh()
    assert book.read("Ranking_Games")[0] == 3
    forged = put("Ranking_Games", value)(book)
    assert f"«{shown}» stands here; recomputed it is «3»." in [one.text for one in verify(forged).differences]


def test_signs_that_cannot_be_seen_are_told() -> None:
    book = fresh()
    forged = put("Podium_Name", f"{book.read('Podium_Name')[0]}\u200b")(book)
    assert any("\\u200b" in one.text for one in verify(forged).differences)


def test_what_is_derived_otherwise_than_ever_thought_of_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(facts: Facts) -> Columns:
        raise KeyError(facts.tournament.rulebook)

    monkeypatch.setattr(module, "PARTS", (broken, *module.PARTS))
    (one,) = verify(fresh()).differences
    assert (one.finding.code, one.finding.values["part"]) == ("not_derived", "broken")


@pytest.mark.parametrize("remains", ["Report_Digest", "Seal_Value"])
def test_a_referto_without_its_mark_is_a_damaged_one(remains: str) -> None:
    verdict = verify(without("Report_Format", *({"Report_Digest", "Seal_Value"} - {remains}))(fresh()))
    assert verdict.contents is None
    assert not verdict.agrees


@pytest.mark.parametrize("language", LANGUAGES)
def test_headings_are_no_facts_in_any_language_whatever_was_played(language: str) -> None:
    told = contents_of(played("italy-2010", 10, 10, 0.3, language, rulings=0.3))
    assert any(game.is_ruled for game in told.tournament.games)
    assert verify(opened(saved(told))).differences == ()


@pytest.mark.parametrize(
    ("kept", "code"), [(("Players_Name", "Rulebook_Id"), "workbook_itself"), (("Players_Name",), "not_referto")]
)
def test_what_is_no_referto(kept: tuple[str, ...], code: str) -> None:
    book = with_only(*kept)(fresh())
    with pytest.raises(BookError) as error:
        verify(book)
    assert error.value.code == code


def test_a_referto_without_its_players_is_told_to_be_one() -> None:
    verdict = verify(without("Players_Name")(fresh()))
    assert verdict.contents is None
    assert [one.finding.code for one in verdict.differences] == ["columns_missing"]
