"""Who each number is since it was drawn: what the log keeps of it, and when two names may be one person's."""

from dataclasses import replace
from random import Random
from typing import Final

import pytest

from bangxl.seasons.doubts import likeness
from bangxl.tournament.checks import findings_of
from bangxl.tournament.identity import finder, fold_name, is_alike
from bangxl.tournament.journal import Journal, LogEntry, as_logged, names_entry, names_logged, pairs, read_pairs, recorded_options
from bangxl.tournament.model import Player, Tournament
from bangxl.tournament.state import State
from tests.helpers.referee import QUIET
from tests.helpers.strategies import random_tournament
from tests.tournament.rules import ITALY
from tools.lookalikes import TABLE, text

BASE: Final = random_tournament(Random(33), ITALY, 12, 1, habits=QUIET)  # noqa: S311 -- a game


def called(**names: str) -> Tournament:
    """BASE, in which some numbers have other names."""
    return replace(BASE, players=tuple(replace(one, name=names.get(one.id, one.name)) for one in BASE.players))


def drawn(tournament: Tournament, *before: LogEntry, command: str = "seat", stage: str = "Round1") -> LogEntry:
    return LogEntry("", command, stage, result=pairs({"tables": "6+6", **names_entry(tournament, before)}))


def found(tournament: Tournament, *log: LogEntry) -> list[tuple[str, object]]:
    """What is said of names, and of whom."""
    every = findings_of(State(tournament, ITALY, Journal(log)))
    return [(one.code, one.values.get("number")) for one in every if one.code.startswith("name_")]


SPELT: Final = [
    ("Anna Rossi", "Ana Rossi"), ("Anna Rossi", "Rossi Anna"), ("Anna Rossi", "Rossi, Anna"), ("Anna Rossi", "ANNA ROSSI"),
    ("Anna Rossi", "Anna R."), ("Anna", "Anna Rossi"), ("Çelik Öztürk", "Celik Ozturk"), ("Ilaria De Santis", "Ilaria Desantis"),
    ("Anna Rossi", "Chiara Bianchi (Anna Rossi)"), ("Мария Соколова", "Марья Соколова"), ("Anna Rossi", "Anna Maria Rossi"),
]  # fmt: skip
OTHERS: Final = [
    ("Anna Rossi", "Bruno Verdi"), ("Anna Rossi", "Anna Bianchi"), ("Mario Rossi", "Luigi Rossi"), ("Player 1", "Player 2"),
    ("Anna Rossi", "Zoë Tardi"), ("Anna Rossi", "!"), ("Anna Rossi", "Rossi Bruno"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SPELT)
def test_one_person_spelt_otherwise(one: str, other: str) -> None:
    assert is_alike(one, other)
    assert is_alike(other, one)


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_somebody_else(one: str, other: str) -> None:
    assert not is_alike(one, other)
    assert not is_alike(other, one)


def test_long_names_are_compared_soon() -> None:
    assert not is_alike("x " * 16_000, "y " * 16_000)


@pytest.mark.parametrize("name", ["A; b=c", 'Anna "Nina" Rossi', "{}; names={}", "; ", "a\\;b", "Ё\n😀", "null"])
def test_any_name_comes_back_from_the_log(name: str) -> None:
    row = drawn(called(P001=name))
    assert names_logged([row]) == {one.id: [name if one.id == "P001" else one.name] for one in BASE.players}
    assert [*read_pairs(row.result)] == ["tables", "names", "entered", "beside"]
    assert recorded_options(Journal((row,))) == {}


def test_what_was_closed_comes_back_from_the_log() -> None:
    """Names, regions, the event's name and date: whoever writes them otherwise afterwards, the code still follows."""
    here = replace(BASE, event=replace(BASE.event, name="Open; di {Roma}", date=""))
    now = replace(here, event=replace(here.event, name="Torino", date="2026-11-20"))
    now = replace(now, players=tuple(replace(one, name="?", region="Lazio") for one in here.players))
    assert as_logged(now, [drawn(here)]) == here
    assert as_logged(now, []) == now


def test_a_later_draw_says_only_what_is_new() -> None:
    first = drawn(BASE)
    assert names_entry(BASE, [first]) == {}
    second = drawn(called(P003="Other"), first, stage="Round2")
    assert read_pairs(second.result)["names"] == '{"P003":"Other"}'
    assert names_logged([first, second])["P003"] == [BASE.players[2].name, "Other"]


def test_who_was_not_drawn_is_not_kept() -> None:
    late = replace(BASE, players=(*BASE.players, Player("P099", "Tardi")))
    assert "P099" not in names_logged([drawn(late)])


def test_what_does_not_fit_comes_with_the_next_draw() -> None:
    """A cell holds 32,767 characters, also where each counts twice."""
    many = called(P001="x" * 40_000, **{f"P{number:03}": "😀" * 3000 for number in range(2, 13)})
    rows = [drawn(many)]
    while more := names_entry(many, rows):
        assert len(more["names"].encode("utf-16-le")) < 2 * 32_000
        rows.append(drawn(many, *rows, stage=f"Round{len(rows) + 1}"))
    assert len(rows) == 3
    assert {*names_logged(rows)} == {f"P{number:03}" for number in range(2, 13)}


@pytest.mark.parametrize("names", ["{", "[]", "3", '{"P001":1}', '{"P001":{"P001":[]}}', "[" * 100_000])
def test_a_log_that_somebody_has_changed_says_nothing(names: str) -> None:
    assert found(called(P001="Other"), LogEntry("", "seat", "Round1", result=f"names={names}")) == []


def test_two_exchanged() -> None:
    one, other = (player.name for player in BASE.players[:2])
    assert found(called(P001=other, P002=one), drawn(BASE)) == [("name_of_another", "P001"), ("name_of_another", "P002")]


def test_two_exchanged_whose_names_are_alike() -> None:
    twins = called(P001="Mario Rossi", P002="Maria Rossi")
    swapped = called(P001="Maria Rossi", P002="mario  rossi")
    assert found(swapped, drawn(twins)) == [("name_of_another", "P001"), ("name_of_another", "P002")]


def test_of_two_with_one_name_either_may_be_spelt_otherwise() -> None:
    same = called(P001="Anna Rossi", P002="Anna Rossi")
    assert found(called(P001="Anna ROSSI", P002="Anna Rossi junior"), drawn(same)) == [
        ("name_respelt", "P001"), ("name_respelt", "P002"),
    ]  # fmt: skip


def test_little_by_little_is_no_way_to_somebody_else() -> None:
    """What counts is who was drawn first, whatever a later draw found."""
    log = [drawn(called(P001="Anna Rossi"))]
    for number, name in enumerate(("Anna Rossini", "Anna Rossini Verdi"), 2):
        log.append(drawn(called(P001=name), *log, stage=f"Round{number}"))
        assert found(called(P001=name), *log) == [("name_respelt", "P001")]
    assert found(called(P001="Verdi"), *log) == [("name_of_another", "P001")]
    assert found(called(P001="Anna Rossi"), *log) == []


def test_blanks_and_invisible_signs_are_no_other_name() -> None:
    assert found(called(P001="Anna  Rossi"), drawn(called(P001="Anna Rossi"))) == []


def test_a_new_draw_of_round_1_begins_anew() -> None:
    first, other = drawn(BASE), called(P001="Somebody Else")
    again = drawn(other, first, command="redraw")
    assert found(other, first) == [("name_of_another", "P001")]
    assert found(other, first, again) == []
    assert found(BASE, first, again) == [("name_of_another", "P001")]
    closed = LogEntry("", "commit", "Round1", result="code=K7QF2-M9P4X")
    assert found(other, first, closed) == [("name_of_another", "P001")]


def test_a_draw_taken_back_no_longer_counts() -> None:
    back = LogEntry("", "undo", "Round1", result="seat")
    assert found(called(P001="Somebody Else"), back) == []  # the row of the draw is gone from the log
    assert found(called(P001="Somebody Else"), back, drawn(BASE)) == [("name_of_another", "P001")]


def test_the_table_is_current() -> None:
    assert TABLE.read_text(encoding="utf-8") == text()


SPELLINGS = [
    ("Niccolò Dell’Orto", "Niccolò Dell'Orto"),
    ("Jean-Luc Picard", "Jean\u2011Luc Picard"), ("Jean-Luc Picard", "Jean\u2212Luc Picard"),
    ("Jean-Luc Picard", "Jean–Luc Picard"),
    ("Anna Rossi", "Ａｎｎａ\u3000Ｒｏｓｓｉ"), ("Anna Rossi", "Anna\u00a0Rossi"),
    ("Zoë Ångström", "Zoe\u0308 A\u030angstro\u0308m"),
    ("Anna Rossi", "Anna\u200b Rossi"), ("Niccolò Rossi", "NICCOLO' ROSSI"), ("Андрей Ёлкин", "Андрей Елкин"),
]  # fmt: skip
NOT_ONE = [("Anna Rossi", "Anna Rosso"), ("सीता", "सोता"), ("ปิติ", "ปีติ"), ("★", "♥"), ("Player 1", "Player 2")]


@pytest.mark.parametrize(("one", "other"), SPELLINGS)
def test_one_person(one: str, other: str) -> None:
    """For what commands and cells take, for a doubt of a season, and as a warning where two lines have it."""
    assert fold_name(one) == fold_name(other)
    assert likeness(one) == likeness(other)
    assert finder([Player("P001", one), Player("P002", "Other")])(other) == "P001"
    codes = {finding.code for finding in findings_of(State(called(P001=one, P002=other), ITALY)) if finding.at.index == 1}
    assert codes & {"name_alike", "duplicate_name"}


def test_the_surname_first_may_be_the_same_person() -> None:
    found = findings_of(State(called(P001="Anna Maria Rossi", P002="ROSSI, Anna Maria"), ITALY))
    assert [finding.at.index for finding in found if finding.code == "name_alike"] == [1]


@pytest.mark.parametrize(("one", "other"), NOT_ONE)
def test_two_people(one: str, other: str) -> None:
    assert fold_name(one) != fold_name(other)
    assert likeness(one) != likeness(other) or not likeness(one)


def test_of_two_spelt_nearly_alike_each_is_meant_as_it_is_typed() -> None:
    find = finder([Player("P001", "Niccolò Rossi"), Player("P002", "Niccolo Rossi")])
    assert [find(text) for text in ("niccolò  rossi", "niccolo rossi", "NICCOLO' ROSSI")] == ["P001", "P002", ""]


def test_the_referee_is_recognised() -> None:
    event = replace(BASE.event, referees=("Dell’Orto Niccolò",))
    state = State(replace(called(P001="Dell'Orto Niccolo"), event=event), ITALY)
    assert "referee_plays" in [finding.code for finding in findings_of(state)]
