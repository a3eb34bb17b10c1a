"""Which files are one tournament; the national list of Record."""

from __future__ import annotations

from dataclasses import replace

from bangxl.season.entry import Entry, Proof
from bangxl.season.spelling import key
from bangxl.season.validity import Twin
from tests.season.stories import record_session, season, tournament


def left(*entries: Entry) -> list[tuple[str, Twin, str]]:
    return [(one.entry.file, one.why, one.instead.file) for one in season(*entries).duplicates]


class TestFiles:
    def test_the_same_facts_count_once(self) -> None:
        one = tournament("Anna Neri")
        assert left(one, replace(one, file="copy.xlsx")) == [("copy.xlsx", Twin.SAME, one.file)]

    def test_a_verified_copy_counts_then_one_with_addresses(self) -> None:
        one = tournament("Anna Neri@a, Bruno Galli")
        bare = tuple(replace(result, email="") for result in one.results)
        assert left(one, replace(one, file="a.xlsx", results=bare)) == [("a.xlsx", Twin.SAME, one.file)]
        forged = replace(one, file="b.xlsx", proof=replace(one.proof, differences=1))
        assert left(forged, replace(one, results=bare)) == [("b.xlsx", Twin.SAME, one.file)]

    def test_a_newer_referto_replaces_the_older(self) -> None:
        old = tournament("Anna Neri", file="old.xlsx")
        new = replace(tournament("Bruno Galli"), file="a new.xlsx", proof=Proof("other"), written="2007-05-03T10:00:00Z")
        assert left(new, old) == [("old.xlsx", Twin.REPLACED, "a new.xlsx")]

    def test_also_if_the_date_was_corrected(self) -> None:
        old = tournament("Anna Neri", name="Open", file="old.xlsx")
        new = replace(old, file="new.xlsx", proof=Proof("other"), written="9", event=replace(old.event, date="2007-05-02"))
        assert left(old, new) == [("old.xlsx", Twin.REPLACED, "new.xlsx")]

    def test_not_by_an_interim_or_a_doubtful_one(self) -> None:
        good = tournament("Anna Neri", file="good.xlsx")
        interim = replace(good, file="i.xlsx", proof=Proof("i"), written="9", is_complete=False)
        forged = replace(good, file="f.xlsx", proof=Proof("f", differences=1), written="9")
        assert {(file, instead) for file, _why, instead in left(good, interim, forged)} == {
            ("i.xlsx", "good.xlsx"),
            ("f.xlsx", "good.xlsx"),
        }

    def test_another_draw_is_another_tournament(self) -> None:
        """A group plays two sessions in an evening: one event, the same people, but another draw."""
        one = record_session("Anna 1500, Bruno 1200")
        other = replace(one, file="2.xlsx", proof=Proof("2"), seeds=frozenset({"2"}))
        assert left(one, other) == []

    def test_without_seeds_the_event_tells(self) -> None:
        one = tournament("Anna Neri", seeds=frozenset(), file="1.xlsx")
        other = replace(one, file="2.xlsx", proof=Proof("2"), written="9")
        elsewhere = replace(other, file="3.xlsx", proof=Proof("3"), tables=frozenset({frozenset({"others"})}))
        assert left(one, other, elsewhere) == [("1.xlsx", Twin.REPLACED, "2.xlsx")]


class TestRecord:
    def test_the_dollars_then_the_games(self) -> None:
        """ "A parità di $ si considera maggiore il risultato di chi ha disputato il numero maggiore di partite"."""
        whole = season(
            record_session("Anna 1357, Bruno 1292"),
            record_session("Carla 1292, Dario 1357", day="2007-06-01", games=14),
            record_session("Elena 1292, Fabio 900", day="2007-07-01"),
        )
        assert [(score.rank, score.person.name) for score in whole.record] == [
            (1, "Dario"),
            (2, "Anna"),
            (3, "Carla"),
            (4, "Bruno"),
            (4, "Elena"),
            (6, "Fabio"),
        ]

    def test_every_session_counts_and_the_best_is_marked(self) -> None:
        whole = season(record_session("Anna 1000"), record_session("Anna 1357", day="2007-06-01"))
        assert [(score.rank, int(score.result.score), score.is_best) for score in whole.record] == [
            (1, 1357, True),
            (2, 1000, False),
        ]

    def test_what_is_not_valid_stands_below_without_rank(self) -> None:
        whole = season(
            record_session("Anna 3000", objections=("too_few_games",)),
            record_session("Bruno 2000", day="2007-06-01", proof=Proof("x", differences=2)),
            record_session("Carla 1000", day="2007-07-01"),
        )
        assert [(score.rank, score.person.name, score.objections) for score in whole.record] == [
            (1, "Carla", ()),
            (None, "Anna", ("too_few_games",)),
            (None, "Bruno", ("unverified",)),
        ]

    def test_a_session_that_is_not_finished_has_no_scores(self) -> None:
        whole = season(record_session("Anna 0, Bruno 0", is_complete=False), record_session("Carla 1000", day="2007-07-01"))
        assert [(score.rank, score.person.name) for score in whole.record] == [(1, "Carla")]

    def test_it_needs_no_championship(self) -> None:
        whole = season(record_session("Anna 1357"), tournament("Anna"))
        assert [score.person.key for score in whole.record] == [key("Anna")]
