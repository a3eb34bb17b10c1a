"""Rankings: of every regulation a national and regional ones; and places in a final that a house regulation gives by them."""

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

import pandas as pd
import pytest

from bangxl.books.closed import ClosedBook
from bangxl.commands.season import Request, season as written
from bangxl.library import season_frames
from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import parse_rulebook
from bangxl.seasons.book import season_tables
from bangxl.seasons.championship import SeasonChampionship, Way
from bangxl.seasons.choices import Choices, ListStatus
from bangxl.seasons.entry import Proof, RefertoEntry, entry_of
from bangxl.seasons.season import compute_season
from bangxl.seasons.summary import berth
from bangxl.tournament.model import Role, Seat, Status
from bangxl.workbook.words import word
from tests.commands.test_season import event, sheets
from tests.referto.referti import contents, contents_of, saved
from tests.season.referti import played
from tests.season.stories import championship, house_cup, points, ranks, record_session, said, season, table_of, tournament


def places(found: SeasonChampionship) -> list[tuple[Way, str, str]]:
    """How each place was won, where, and by whom."""
    return [(one.way, one.name, one.person.name if one.person else "") for one in found.places]


def other(title: str, entry: RefertoEntry) -> RefertoEntry:
    """The same tournament under a regulation without a championship."""
    return replace(entry, regulation=title, title=title, championship=None)


def national(found: SeasonChampionship, most: int = 3) -> list[tuple[int | None, str]]:
    return ranks(found.national, most)


class TestEveryRegulation:
    def test_one_adds_up_all_its_tournaments(self) -> None:
        """Region and kind do not matter to the national one; a regional one has the regional tournaments of its region."""
        found = season(
            other("Italia 2010", tournament("Anna Neri, Bruno Galli")),
            other("Italia 2010", tournament("Bruno Galli, Carla Conti", region="Lazio", day="2007-06-01", players=12)),
            other("Italia 2010", tournament("Bruno Galli", kind="open", region="", day="2007-07-01")),
        )
        ours, *regional = (one for one in found.rankings if one.title == "Italia 2010")
        assert ours.region is None
        assert ranks(ours, 3) == [(1, "Bruno Galli"), (2, "Carla Conti"), (3, "Anna Neri")]
        assert [*points(ours).values()][:3] == [9 + 12 + 10, 11, 10]
        assert {one.name: ranks(one, 1) for one in regional} == {"Piemonte": [(1, "Anna Neri")], "Lazio": [(1, "Bruno Galli")]}

    def test_only_what_is_finished_and_verified_and_no_session_of_record(self) -> None:
        found = season(
            other("Deutschland", tournament("Anna Neri")),
            other("Deutschland", tournament("Bruno Galli", day="2007-06-01", is_complete=False)),
            record_session("Ugo 100, Pia 90"),
        )
        national, regional = found.rankings
        assert (national.title, national.region, regional.name) == ("Deutschland", None, "Piemonte")
        assert ranks(national, 1) == [(1, "Anna Neri")]
        assert len(national.tournaments) == 1

    def test_r07_20_the_championship_of_2007_has_one_that_gives_no_place(self) -> None:
        """ "Ai fini della classifica nazionale": the text has no rule for it, so nobody goes to the final by it."""
        entries = (
            tournament("Anna Neri, Bruno Galli"),
            tournament("Bruno Galli, Carla Conti", region="Lazio", day="2007-06-01", players=12),
        )
        found = season(*entries)
        assert {one.title for one in found.rankings} == {entries[0].title}
        assert found.championship is not None
        assert national(found.championship, 1) == [(1, "Bruno Galli")]
        assert found.rankings[0] is found.championship.national
        assert {way for way, _, _ in places(found.championship)} <= {Way.FIRST, Way.PASSED}


class TestBest:
    SEASON = (
        tournament("Anna Neri, Bruno Galli"),
        tournament("Anna Neri, Bruno Galli", day="2007-06-01"),
        tournament("Bruno Galli, Carla Conti, Anna Neri", day="2007-07-01", players=20),
    )

    @pytest.mark.parametrize(("best", "first", "value"), [(0, "Anna Neri", 38), (1, "Bruno Galli", 20), (2, "Bruno Galli", 29)])
    def test_so_many_results_count(self, best: int, first: str, value: int) -> None:
        """Points 10, 10, 18 and 9, 9, 20: all, the best one, the best two."""
        table = table_of(championship(*self.SEASON, choices=Choices(best=best)))
        assert next(iter(points(table).items())) == (first, value)

    def test_as_the_regulation_says_unless_chosen(self) -> None:
        cup = house_cup("best = 2")
        assert table_of(championship(*self.SEASON, rulebook=cup)).lines[0].points == 29
        assert table_of(championship(*self.SEASON, rulebook=cup, choices=Choices(best=0))).lines[0].points == 38


class TestPlaces:
    SEASON = (
        tournament("Anna Neri, Bruno Galli, Carla Conti, Dario Fabbri"),
        tournament("Elena Poli, Fabio Riva, Gina Testa", region="Lazio", day="2007-06-01"),
        tournament("Anna Neri, Fabio Riva, Bruno Galli", kind="open", day="2007-07-01"),
    )

    def test_several_of_each_region(self) -> None:
        found = championship(*self.SEASON[:2], rulebook=house_cup("regional = 2"))
        assert places(found) == [
            (Way.FIRST, "Piemonte", "Anna Neri"), (Way.PASSED, "Piemonte", "Bruno Galli"),
            (Way.FIRST, "Lazio", "Elena Poli"), (Way.PASSED, "Lazio", "Fabio Riva"),
        ]  # fmt: skip
        assert [one.person.name for one in found.reserves] == ["Gina Testa", "Carla Conti"]

    def test_equals_for_the_last_of_them_are_not_decided_here(self) -> None:
        two = tournament("Anna Neri, Carla Conti, Bruno Galli", day="2007-06-01", scores=(900, 800, 800))
        one = tournament("Anna Neri, Bruno Galli, Carla Conti", scores=(900, 800, 800))
        found = championship(one, two, rulebook=house_cup("regional = 2"))
        assert [person for _, _, person in places(found)] == ["Anna Neri", ""]
        assert {person.name for person, _bar in found.places[1].over} == {"Bruno Galli", "Carla Conti"}

    def test_the_national_table_gives_places_to_the_best_without_one(self) -> None:
        found = championship(*self.SEASON, rulebook=house_cup("regional = 0\nnational = 2"))
        assert national(found) == [(1, "Anna Neri"), (2, "Fabio Riva"), (3, "Bruno Galli")]
        assert places(found)[1:] == [(Way.NATIONAL, "", "Fabio Riva"), (Way.NATIONAL, "", "Bruno Galli")]
        assert places(found)[0][0] is Way.OPEN

    def test_before_any_tournament_counts_the_places_of_the_national_table_have_no_day(self) -> None:
        found = championship(tournament("Anna Neri", day="2008-01-01"), rulebook=house_cup("regional = 0\nnational = 1"))
        vacant = found.places[-1]
        assert (vacant.way, vacant.person, vacant.since) == (Way.NATIONAL, None, None)
        assert berth(vacant, catalog("en")) == ("by the national table", "– (a reserve is needed)")

    def test_who_cannot_come_is_passed_over(self) -> None:
        ill = [said("Fabio Riva", ListStatus.UNAVAILABLE)]
        found = championship(*self.SEASON, known=ill, rulebook=house_cup("regional = 0\nnational = 1"))
        assert places(found)[-1] == (Way.NATIONAL, "", "Bruno Galli")
        assert [person.name for person, _bar in found.places[-1].over] == ["Fabio Riva"]

    def test_wild_cards_are_given_last_and_only_to_who_needs_one(self) -> None:
        cards = [said("Dario Fabbri", ListStatus.WILD_CARD), said("Anna Neri", ListStatus.WILD_CARD)]
        found = championship(*self.SEASON, known=cards, rulebook=house_cup("wild_cards = 2"))
        assert places(found)[-2:] == [(Way.WILD_CARD, "", "Dario Fabbri"), (Way.WILD_CARD, "", "")]
        assert "Dario Fabbri" not in {case.person.name for case in found.incidents}

    def test_no_last_open(self) -> None:
        """A championship without one: what is played after the last day does not count, whatever it is."""
        cup = house_cup("", without="championship.last_open")
        assert cup.championship is not None
        assert cup.championship.last_open is None
        late = tournament("Anna Neri", kind="open", day="2007-11-17")
        assert not championship(late, rulebook=cup).tournaments[0].is_valid


SALOON_CUP = """
base = "italy-2010"
id = "saloon-cup"
title = "Saloon Cup"
source = { title = "Saloon Cup", edition = "1", published = "" }

[championship]
article = "The cup"
finalists = 8
best = 1
regional = 0
national = 2
wild_cards = 1

[championship.term]
article = "The cup"
last_day = 2026-12-31
"""
"""A championship of a house regulation."""


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day after these referti were written, whatever this computer's clock says."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795284000")


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two referti of it, in which Anna and Bruno have played."""
    folder = tmp_path_factory.mktemp("cup")
    house = replace(parse_rulebook(SALOON_CUP, "saloon-cup.toml"), text=SALOON_CUP)
    for name, day in (("Asti", "2026-05-01"), ("Cuneo", "2026-06-01")):
        found = played("italy-2010", 10, event(name, day), "Anna Neri, Bruno Galli", seed=name)
        told = contents_of(replace(found, rulebook=house.id), house)
        (folder / f"{name}.xlsx").write_bytes(saved(told))
    return folder


class TestHouseChampionship:
    """A championship of a house regulation, which the referti carry: no file of it is needed."""

    def test_the_national_table_and_the_wild_cards_give_places(self, cup: Path, tmp_path: Path) -> None:
        status = tmp_path / "status.csv"
        status.write_text("name,status\nUgo Poli,wild_card\n", encoding="utf-8")
        written([cup], tmp_path / "season.xlsx", Request(language="en", status=status))
        found = sheets(tmp_path / "season.xlsx")
        assert found["Qualified"]["way"].tolist() == ["by the national table"] * 2 + ["wild card of the organisers"]
        assert found["Qualified"]["name"].tolist() == [*found["National"]["name"].head(2), "Ugo Poli"]
        told = {str(value) for value in ClosedBook.open(tmp_path / "season.xlsx").everything("Season").values()}
        assert "Everybody's best result counts." in told
        assert "Places for the national table, for the first players who have no place yet: 2." in told

    def test_of_everybody_the_best_result_counts(self, cup: Path, tmp_path: Path) -> None:
        written([cup], tmp_path / "season.xlsx", Request(language="en"))
        anna = sheets(tmp_path / "season.xlsx")["National"].set_index("name").loc["Anna Neri"]
        assert (anna["tournaments"], anna["counted"], anna["points"]) == (2, 1, 11 - anna["best"])
        written([cup], tmp_path / "all.xlsx", Request(language="en", best=0))
        assert sheets(tmp_path / "all.xlsx")["National"].set_index("name").loc["Anna Neri"]["counted"] == 2


DAYS: Final = {"High Noon": "2026-05-01", "Dodge City": "2026-06-01"}


@cache
def entry(seed: str, rulebook: str = "italy-2010", differences: int = 0) -> RefertoEntry:
    played = contents(rulebook, 0, "en", seed)
    tournament = replace(played.tournament, event=replace(played.tournament.event, name=seed, date=DAYS[seed]))
    digest = f"{seed} {rulebook} {differences}"
    return entry_of(f"{digest}.xlsx", replace(played, tournament=tournament), Proof(digest, differences))


def statistics(*entries: RefertoEntry, language: str = "en") -> pd.DataFrame:
    """The table of the workbook."""
    found = compute_season(entries, None, Choices())
    return season_frames(season_tables(found, (), (), catalog(language)))["Statistics"]


def test_the_counts_of_two_tournaments_are_added_up() -> None:
    games = [game for seed in DAYS for game in contents("italy-2010", 0, "en", seed).tournament.games]
    seats = [seat for game in games for seat in game.seats]
    both = statistics(*map(entry, DAYS)).set_index(["about", "what"])
    roles, characters, places = (both.loc[about] for about in both.index.unique("about"))
    alive = [seat for seat in seats if seat.status is Status.ALIVE]

    def role(seat: Seat) -> str:
        return word(seat.role, "en") if seat.role else ""

    assert roles["games"].to_dict() == Counter(map(role, seats))
    assert roles["alive"].to_dict() == Counter(map(role, alive))
    assert characters["games"].to_dict() == Counter(seat.character for seat in seats)
    assert characters["price"].sum() == sum(seat.bid or 0 for seat in seats)
    assert (characters["paid"] - characters["price"] == characters["gain"]).all()
    assert places["games"].to_dict() == Counter(str(n) for game in games for n in range(1, len(game.seats) + 1))
    assert places["alive"].sum() == len(alive)
    assert roles.index[0] == word(Role.SHERIFF, "en")
    assert list(characters["games"]) == sorted(characters["games"], reverse=True)


def test_what_does_not_count_is_not_counted() -> None:
    doubtful = statistics(entry("High Noon"), entry("Dodge City", differences=1))
    pd.testing.assert_frame_equal(doubtful, statistics(entry("High Noon")))


def test_each_regulation_has_its_own_and_prices_only_where_characters_are_bought() -> None:
    german, italian = (entry("Dodge City", "germany"), entry("High Noon"))
    both = statistics(german, italian, language="de")
    assert both.groupby("regulation", sort=False)["price"].count().gt(0).to_dict() == {german.title: False, italian.title: True}
    assert "Rollen" in set(both["about"])
