"""The season's pictures: what they count, and that they stand on a sheet of their own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.season.book import build
from bangxl.season.charts import RACERS, TAB, by_region, by_time, race_of
from bangxl.season.frames import frames
from bangxl.season.season import Season
from tests.season.stories import season, tournament

NAMES = ("Anna Neri", "Bruno Galli", "Carla Verdi", "Dario Bianchi", "Elena Rossi", "Fabio Conti")


def two_days() -> Season:
    """Anna wins in January, Bruno in March, before whom she is second."""
    return season(
        tournament(", ".join(NAMES), region="Piemonte", day="2007-01-14", name="Torino"),
        tournament("Bruno Galli, Anna Neri", region="Lazio", day="2007-03-04", name="Roma"),
        tournament("Anna Neri", region="Piemonte", day="2007-03-18", name="Asti"),
    )


def test_regions_with_most_tournaments_come_first() -> None:
    tables = frames(two_days(), catalog("en"))
    assert by_region(tables, catalog("en")) == [("Piemonte", 2), ("Lazio", 1)]


@pytest.mark.parametrize("regulation", ["italy-2010", "germany"])
def test_a_season_of_any_regulation_has_them(regulation: str) -> None:
    """Where there is no championship, all that stands in the tables counts."""
    _ = catalog("en")
    days = ("2026-01-14", "2026-02-14", "2026-02-21")
    entries = [replace(tournament("Anna Neri", day=day), regulation=regulation, title="Ours", championship=None) for day in days]
    tables = frames(season(*entries), _)
    assert by_region(tables, _) == [("Piemonte", 3)]
    assert by_time(tables, _)[1] == [("01/2026", 10), ("02/2026", 20)]
    assert list(race_of(tables)[0].loc["Anna Neri"]) == [10, 20, 30]


def test_what_is_not_valid_for_the_championship_is_not_in_them() -> None:
    _ = catalog("en")
    tables = frames(season(*[tournament("Anna Neri", day=f"2007-0{n}-01", players=8 + n) for n in (1, 2, 3)]), _)
    assert by_region(tables, _) == [("Piemonte", 2)]


def test_without_a_race_the_others_stand_at_the_top() -> None:
    _ = catalog("en")
    found = season(tournament("Anna Neri"), tournament("Bruno Galli", region="Lazio"))
    ws = build(frames(found, _), "A season", [], _)[_(TAB)]
    charts = ws._charts  # type: ignore[attr-defined] # the stub has forgotten them
    assert [chart.anchor for chart in charts] == ["B3"], "one day is no race, one month no comparison"
    assert ws.print_area == f"'{ws.title}'!$B$2:$M$22"


def test_months_without_players_are_there_too() -> None:
    _ = catalog("en")
    title, found = by_time(frames(two_days(), _), _)
    assert title == "Participants by month"
    assert [month for month, _count in found] == ["01/2007", "02/2007", "03/2007"]
    assert found[1][1] == 0
    assert found[2][1] == 2 * found[0][1] > 0


def test_many_years_are_counted_by_year() -> None:
    """The last twenty months once stood for ten years."""
    _ = catalog("en")
    entries = [
        replace(tournament("Anna Neri", day=day, name=day), regulation="germany", title="Ours", championship=None)
        for day in ("2015-03-01", "2015-11-01", "2017-05-01")
    ]
    assert by_time(frames(season(*entries), _), _) == ("Participants by year", [("2015", 20), ("2016", 0), ("2017", 10)])


def test_the_race_is_that_with_the_most_days_and_is_called_by_its_regulation() -> None:
    _ = catalog("en")
    ours = [tournament("Anna Neri", day=f"2007-0{month}-01", name=f"{month}") for month in (1, 2, 3)]
    large = [
        replace(tournament("Bruno Galli", day=day, name=day, players=40), regulation="germany", title="Ours", championship=None)
        for day in ("2007-01-14", "2007-02-14")
    ]
    tables = frames(season(*ours, *large), _)
    race, regulation = race_of(tables)
    assert (regulation, race.index[0], race.shape[1]) == ("Italia 2007", "Anna Neri", 3)
    ws = build(tables, "A season", [], _)[_(TAB)]
    assert ws["B2"].value == "The race of the best · Italia 2007"


def test_the_race_adds_up_to_the_national_table() -> None:
    tables = frames(two_days(), catalog("en"))
    race, national = race_of(tables)[0], tables["National"].sort_values("rank", kind="stable").head(RACERS)
    assert list(race.index) == list(national["name"])
    assert list(race.iloc[:, -1]) == list(national["points"])
    assert (race.diff(axis=1).iloc[:, 1:] >= 0).all().all()
    assert race_of(frames(season(tournament("Anna Neri")), catalog("en")))[0].empty, "one day is no race"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_behind_the_first(language: str) -> None:
    _ = catalog(language)
    wb = build(frames(two_days(), _), "A season", [], _)
    assert wb.sheetnames[1] == _(TAB)
    assert len(wb[_(TAB)]._charts) == 3  # type: ignore[attr-defined] # the stub has forgotten them


def test_no_sheet_where_nothing_can_be_compared() -> None:
    _ = catalog("en")
    assert _(TAB) not in build(frames(season(tournament("Anna Neri")), _), "A season", [], _).sheetnames
    assert _(TAB) not in build(frames(season(), _), "A season", [], _).sheetnames
