"""Which files are one tournament; the national list of Record."""

from dataclasses import replace
from datetime import date
from typing import Final

import pytest

from bangxl.interchange.digests import DigestDigits
from bangxl.seasons.choices import Choices, ListStatus
from bangxl.seasons.doubts import Why
from bangxl.seasons.entry import Entry, Proof
from bangxl.seasons.season import Season
from bangxl.seasons.sifting import Flaw
from tests.season.stories import championship, record_session, said, season, table_of, tournament


def scores(whole: Season) -> list[tuple[int | None, str]]:
    """The list of Record scores: rank and name."""
    return [(score.rank, score.result.person.name) for score in whole.record]


def left(*entries: Entry, **choices: object) -> list[tuple[str, str]]:
    """The copies that are left out, each with the file that counts in its place."""
    return [(copy.file, original.file) for copy, original in season(*entries, choices=Choices(**choices)).files.copies]  # type: ignore[arg-type]


def contradict(*entries: Entry, **choices: object) -> list[tuple[str, str]]:
    """The pairs of one tournament that say different things; nothing of them counts."""
    whole = season(*entries, choices=Choices(**choices))  # type: ignore[arg-type]
    for entry in (entry for pair in whole.files.conflicts for entry in pair):
        assert whole.files.flaws[entry.file] == (Flaw.CONTRADICTED,)
        assert entry not in whole.files.counting
    return [(one.file, other.file) for one, other in whole.files.conflicts]


def forged(entry: Entry, file: str, **change: object) -> Entry:
    """Another referto of the same tournament, with another winner."""
    first, second, *rest = entry.results
    swapped = (replace(second, final=1), replace(first, final=2), *rest)
    return replace(entry, **{"file": file, "proof": Proof(file), "results": swapped, **change})  # type: ignore[arg-type]


REAL = tournament("Anna Neri, Bruno Galli", file="real.xlsx")


class TestFiles:
    def test_the_same_facts_count_once(self) -> None:
        one = tournament("Anna Neri")
        assert left(one, replace(one, file="copy.xlsx")) == [("copy.xlsx", one.file)]

    def test_the_copy_with_addresses_counts(self) -> None:
        one = tournament("Anna Neri@a, Bruno Galli")
        bare = tuple(replace(result, email="") for result in one.results)
        assert left(one, replace(one, file="a.xlsx", results=bare)) == [("a.xlsx", one.file)]

    def test_a_copy_with_other_addresses_contradicts(self) -> None:
        """Addresses are not among the facts, and tell people apart."""
        one = tournament("Anna Neri@a, Bruno Galli", seeds=frozenset())
        other = tuple(replace(result, email="x@example.org") for result in one.results)
        copy = replace(one, file="z.xlsx", results=other)
        assert left(one, copy) == []
        assert contradict(one, copy) == [(one.file, "z.xlsx")]

    def test_another_draw_is_another_tournament(self) -> None:
        """A group plays two sessions in an evening: one event, the same people, but another draw."""
        one = record_session("Anna 1500, Bruno 1200")
        other = replace(one, file="2.xlsx", proof=Proof("2"), seeds=frozenset({"2"}))
        assert left(one, other) == contradict(one, other) == []


def test_tournaments_are_listed_by_day_and_event_whatever_their_files_are_called() -> None:
    """Everybody who follows the handbook sends torneo-referto.xlsx, and mail programs number them."""
    cuneo, asti = tournament("Anna", name="Cuneo", file="1.xlsx"), tournament("Bruno", name="Asti", file="2.xlsx")
    early = tournament("Carla", name="Torino", day="2007-04-01", file="3.xlsx")
    assert [one.event.name for one in season(cuneo, asti, early).files.entries] == ["Torino", "Asti", "Cuneo"]


class TestOneTournamentTwice:
    """Whatever somebody sends besides, the real one is never replaced: no date and no name decides."""

    def test_neither_counts_and_both_are_named(self) -> None:
        for written in ("1999", "2007-05-01T20:00:00Z", "2099"):
            assert contradict(REAL, forged(REAL, "a.xlsx", written=written)) == [("a.xlsx", "real.xlsx")]

    @pytest.mark.parametrize(
        "change",
        [
            {"event": replace(REAL.event, date="2007-05-02")},
            {"event": replace(REAL.event, name="Another one", date="")},
            {"seeds": frozenset()},
            {"seeds": frozenset({"another"}), "tables": frozenset()},
        ],
    )
    def test_another_date_name_or_draw_does_not_help(self, change: dict[str, object]) -> None:
        assert {*contradict(REAL, forged(REAL, "z.xlsx", **change))[0]} == {"real.xlsx", "z.xlsx"}

    def test_with_all_of_them_changed_the_tables_are_doubtful(self) -> None:
        """An invented tournament is nowhere else to be found; whether it was played, only the list of digests says."""
        tables = frozenset({frozenset({"anna"}), frozenset({"bruno"})})
        real, event = replace(REAL, tables=tables), replace(REAL.event, name="Another one", date="2007-05-02")
        whole = season(real, forged(real, "z.xlsx", event=event, seeds=frozenset({"another"})))
        assert not whole.files.conflicts
        assert [doubt.why for doubt in whole.doubts if doubt.one.file == "real.xlsx"] == [Why.EVENT]

    def test_what_is_interim_or_unverified_does_neither(self) -> None:
        interim = forged(REAL, "i.xlsx", proof=Proof("i", interim=True), is_complete=False)
        wrong = forged(REAL, "w.xlsx", proof=Proof("w", differences=1))
        copy = replace(REAL, file="c.xlsx", proof=replace(REAL.proof, differences=1))
        whole = season(interim, wrong, copy, REAL)
        assert (whole.files.conflicts, whole.files.copies) == ((), ())
        assert [entry.file for entry in whole.files.counting] == ["real.xlsx"]

    def test_two_are_not_one_because_of_a_third(self) -> None:
        other = tournament("Carla Conti", region="Lazio", file="other.xlsx")
        bridge = forged(REAL, "bridge.xlsx", seeds=REAL.seeds | other.seeds, tables=REAL.tables | other.tables)
        assert contradict(REAL, other, bridge) == [("other.xlsx", "bridge.xlsx"), ("bridge.xlsx", "real.xlsx")]
        files = [[entry.file for entry in one] for one in season(REAL, other, bridge).files.disputes]
        assert files == [["other.xlsx", "bridge.xlsx", "real.xlsx"]]
        unfinished = replace(bridge, is_complete=False)
        assert contradict(REAL, other, unfinished) == left(REAL, other, unfinished) == []


class TestWhatDoesNotCount:
    def test_changes_nobody_else(self) -> None:
        """Not who is one person with whom, how he is spelled, where he plays, whether he may; nor what is doubtful."""
        real = season(REAL, known=[said("Anna Neri", ListStatus.CHAMPION)])
        crowd = "anna neri@x, ANNA NERI@y, Anna Nerri, (Bruno Galli@z), Bruno Gali"
        bad = replace(tournament(crowd, region="Lazio", day="2007-04-01"), proof=Proof("w", differences=1))
        whole = season(REAL, bad, known=[said("Anna Neri", ListStatus.CHAMPION)])
        assert real.championship is not None
        assert whole.championship is not None
        assert whole.doubts == real.doubts == ()
        assert whole.players == real.players == 10
        tables = [
            [(line.person.name, line.rank, line.points) for line in table_of(one.championship).lines]
            for one in (real, whole)
            if one.championship
        ]
        assert tables[0] == tables[1]
        assert len(whole.championship.incidents) == len(real.championship.incidents) == 1

    def test_an_ejection_that_it_tells_is_not_reported(self) -> None:
        first = replace(REAL.results[0], status="ejected", reason="slander")
        for change in ({"is_complete": False}, {"proof": Proof("w", differences=1)}):
            told = championship(replace(REAL, results=(first, *REAL.results[1:]), **change))
            assert told.incidents == []


class TestTheFuture:
    TODAY = date(2007, 5, 1)

    @pytest.mark.parametrize(
        ("day", "written", "counts"),
        [
            ("2007-05-01", "2007-05-02T09:00:00Z", True),
            ("2007-05-02", "2007-05-02T09:00:00Z", True),
            ("2007-05-03", "2007-05-01T09:00:00Z", False),
            ("2007-05-01", "2096-10-02T07:06:40Z", False),
            ("", "", True),
        ],
    )
    def test_nothing_is_later_than_tomorrow(self, day: str, written: str, *, counts: bool) -> None:
        whole = season(tournament("Anna Neri", day=day, written=written), choices=Choices(today=self.TODAY))
        assert [*whole.files.flaws.values()] == [() if counts else (Flaw.FUTURE,)]


class TestTheListOfDigests:
    LISTED: Final = {DigestDigits("0123456789abcdef"): "Asti"}

    def test_nothing_else_counts(self) -> None:
        real = replace(REAL, proof=Proof("0123456789abcdef" * 2))
        invented = tournament("Carla Conti", region="Lazio", day="2007-06-01")
        whole = season(real, forged(REAL, "z.xlsx"), invented, choices=Choices(digests=self.LISTED))
        assert [entry.file for entry in whole.files.counting] == ["real.xlsx"]
        assert {whole.files.flaws[file] for file in ("z.xlsx", invented.file)} == {(Flaw.UNLISTED,)}
        assert (whole.files.conflicts, whole.files.absent) == ((), {})

    def test_two_tournaments_of_one_name_and_day_count_if_both_were_sent_in(self) -> None:
        other = forged(REAL, "2.xlsx", seeds=frozenset({"2"}))
        both = {DigestDigits(entry.proof.digest): "" for entry in (REAL, other)}
        assert contradict(REAL, other) == [("2.xlsx", "real.xlsx")]
        assert contradict(REAL, other, digests=both) == []
        assert contradict(REAL, replace(other, seeds=REAL.seeds), digests=both) == [("2.xlsx", "real.xlsx")]

    def test_an_interim_one_need_not_be_on_it(self) -> None:
        whole = season(replace(REAL, is_complete=False, proof=Proof("i", interim=True)), choices=Choices(digests={}))
        assert [*whole.files.flaws.values()] == [(Flaw.INTERIM,)]


class TestRecord:
    def test_the_dollars_then_the_games(self) -> None:
        """ "A parità di $ si considera maggiore il risultato di chi ha disputato il numero maggiore di partite"."""
        whole = season(
            record_session("Anna 1357, Bruno 1292"),
            record_session("Carla 1292, Dario 1357", day="2007-06-01", games=14),
            record_session("Elena 1292, Fabio 900", day="2007-07-01"),
        )
        assert scores(whole) == [(1, "Dario"), (2, "Anna"), (3, "Carla"), (4, "Bruno"), (4, "Elena"), (6, "Fabio")]

    def test_every_session_counts_and_the_best_is_marked(self) -> None:
        whole = season(record_session("Anna 1000"), record_session("Anna 1357", day="2007-06-01"))
        assert scores(whole) == [(1, "Anna"), (2, "Anna")]
        assert [score.own_best for score in whole.record] == [True, False]

    def test_what_is_not_valid_stands_below_without_rank(self) -> None:
        whole = season(
            record_session("Anna 3000", objections=("too_few_games",)),
            record_session("Bruno 2000", day="2007-06-01", proof=Proof("x", differences=2)),
            record_session("Carla 1000", day="2007-07-01"),
        )
        assert [score.why for score in whole.record] == [(), ("fewer games than players",), (Flaw.UNVERIFIED,)]
        assert scores(whole) == [(1, "Carla"), (None, "Anna"), (None, "Bruno")]
