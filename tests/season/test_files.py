"""Which files are one tournament; the season's workbook; the national list of Record."""

from dataclasses import replace
from datetime import date, datetime
from io import BytesIO
from itertools import pairwise
from typing import Final

import openpyxl
import pytest
from openpyxl.workbook.workbook import Workbook

from bangxl.interchange.fingerprint import Fingerprint
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.seasons.book import LANDSCAPE, SEASON_HEADS, SEASON_TABLES, build, season_tables
from bangxl.seasons.choices import Choices, ListStatus
from bangxl.seasons.doubts import Why
from bangxl.seasons.entry import Proof, RefertoEntry
from bangxl.seasons.season import Season
from bangxl.seasons.sifting import Flaw
from bangxl.seasons.summary import summary_rows
from tests.season.stories import championship, record_session, said, season, table_of, tournament


def scores(whole: Season) -> list[tuple[int | None, str]]:
    """The list of Record scores: rank and name."""
    return [(score.rank, score.result.person.name) for score in whole.record_scores]


def left(*entries: RefertoEntry, **choices: object) -> list[tuple[str, str]]:
    """The copies that are left out, each with the file that counts in its place."""
    return [(copy.file, original.file) for copy, original in season(*entries, choices=Choices(**choices)).files.copies]  # type: ignore[arg-type]


def contradict(*entries: RefertoEntry, **choices: object) -> list[tuple[str, str]]:
    """The pairs of one tournament that say different things; nothing of them counts."""
    whole = season(*entries, choices=Choices(**choices))  # type: ignore[arg-type]
    for entry in (entry for pair in whole.files.conflicts for entry in pair):
        assert whole.files.flaws[entry.file] == (Flaw.CONTRADICTED,)
        assert entry not in whole.files.counting
    return [(one.file, other.file) for one, other in whole.files.conflicts]


def forged(entry: RefertoEntry, file: str, **change: object) -> RefertoEntry:
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
    LISTED: Final = {Fingerprint("0123456789abcdef"): "Asti"}

    def test_nothing_else_counts(self) -> None:
        real = replace(REAL, proof=Proof("0123456789abcdef" * 2))
        invented = tournament("Carla Conti", region="Lazio", day="2007-06-01")
        whole = season(real, forged(REAL, "z.xlsx"), invented, choices=Choices(digests=self.LISTED))
        assert [entry.file for entry in whole.files.counting] == ["real.xlsx"]
        assert {whole.files.flaws[file] for file in ("z.xlsx", invented.file)} == {(Flaw.UNLISTED,)}
        assert (whole.files.conflicts, whole.files.absent) == ((), {})

    def test_two_tournaments_of_one_name_and_day_count_if_both_were_sent_in(self) -> None:
        other = forged(REAL, "2.xlsx", seeds=frozenset({"2"}))
        both = {Fingerprint(entry.proof.digest): "" for entry in (REAL, other)}
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
        assert [score.own_best for score in whole.record_scores] == [True, False]

    def test_what_is_not_valid_stands_below_without_rank(self) -> None:
        whole = season(
            record_session("Anna 3000", objections=("too_few_games",)),
            record_session("Bruno 2000", day="2007-06-01", proof=Proof("x", differences=2)),
            record_session("Carla 1000", day="2007-07-01"),
        )
        assert [score.why for score in whole.record_scores] == [(), ("fewer games than players",), (Flaw.UNVERIFIED,)]
        assert scores(whole) == [(1, "Carla"), (None, "Anna"), (None, "Bruno")]


LONG = "word " * 20


def written(found: Season, language: str = "en") -> Workbook:
    """The workbook, read again."""
    _ = catalog(language)
    first = summary_rows(found, 0, Choices(), (None, None, None), _)
    return openpyxl.load_workbook(BytesIO(build(season_tables(found, first, (), _), "A season", _)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_table_is_a_sheet_with_a_head_that_stays_and_is_printed_on_every_page(language: str) -> None:
    _ = catalog(language)
    wb = written(season(tournament("Anna Neri"), tournament("Bruno Galli", region="Lazio")), language)
    by_tab = {_(tab): columns for tab, columns in SEASON_TABLES.values()}
    assert wb.sheetnames == [
        _(SEASON_TABLES[name][0])
        for name in ("Season", "Tournaments", "Results", "National", "Regional", "Qualified", "Reserves")
    ]
    for ws in wb.worksheets:
        assert [cell.value for cell in ws[1]] == [_(SEASON_HEADS[code]) for code in by_tab[ws.title]]
        assert all(cell.font.bold for cell in ws[1])
        assert (ws.freeze_panes, ws.print_title_rows, ws.auto_filter.ref) == ("A2", "$1:$1", ws.dimensions)


def test_wide_tables_go_on_beside_in_print() -> None:
    wb = written(season(tournament("Anna Neri")))
    assert [wb[tab].page_setup.fitToWidth or 1 for tab in ("Season", "National tables", "Results")] == [1, 1, 2]


def test_each_region_begins_a_page() -> None:
    ws = written(season(tournament("Anna Neri"), tournament("Bruno Galli", region="Lazio")))["Regional tables"]
    regions = [str(row[1].value) for row in ws.iter_rows(min_row=2)]
    ends = [row for row, (one, following) in enumerate(pairwise(regions), 2) if one != following]
    assert [one.id for one in ws.row_breaks.brk] == ends != []
    wide = sum(column.width for column in ws.column_dimensions.values())
    assert wide * (ws.page_setup.scale or 100) / 100 <= LANDSCAPE
    assert not (setup := ws.sheet_properties.pageSetUpPr) or not setup.fitToPage  # else Excel ignores the breaks


def test_days_marks_and_sums_are_numbers() -> None:
    wb = written(season(tournament("Anna Neri", scores=(1500,))))
    row = dict(zip(SEASON_TABLES["Results"][1], wb["Results"][2], strict=True))
    assert (row["score"].value, row["score"].number_format) == (1500, "#,##0")
    assert (row["valid"].value, row["valid"].number_format) == (1, '"✓";;"–"')
    assert (row["date"].value, row["date"].number_format) == (datetime(2007, 5, 1), "dd/mm/yyyy")  # noqa: DTZ001 -- a day


def test_columns_are_as_wide_as_their_texts_and_long_texts_take_several_lines() -> None:
    entry = tournament("Anna Neri")
    found = season(entry, replace(tournament("Bruno Galli", day="2007-06-01"), event=replace(entry.event, name=LONG)))
    ws = written(found)["Tournaments"]
    event, digest = (chr(ord("A") + SEASON_TABLES["Tournaments"][1].index(code)) for code in ("event", "digest"))
    assert ws.column_dimensions[event].width == 68
    assert ws.column_dimensions[digest].width > max(len(str(ws[f"{digest}{row}"].value)) for row in (1, 2, 3))
    cells = {str(ws[f"{event}{row}"].value)[:4]: ws[f"{event}{row}"] for row in (2, 3)}
    looks = {text: (ws.row_dimensions[cell.row].height, bool(cell.alignment.wrap_text)) for text, cell in cells.items()}
    assert looks == {"word": (30, True), entry.event.name[:4]: (None, False)}
