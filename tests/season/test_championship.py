"""Campionato nazionale di BANG! 2007, sentence by sentence: which tournaments are valid, who qualifies, who is a reserve."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from importlib import resources
from typing import Final

import pytest

from bangxl.locale.catalog import catalog
from bangxl.rulebooks.loader import RulebookError, load, parse_rulebook, rulebook_ids
from bangxl.seasons.championship import Barred, Offence, SeasonChampionship, Way
from bangxl.seasons.choices import Choices, Combining, Irregular, ListStatus, StatusLine
from bangxl.seasons.entry import Proof, RefertoEntry
from bangxl.seasons.sifting import Flaw
from bangxl.seasons.summary import berth, summary_rows
from bangxl.tournament.rulebook import Championship
from tests.helpers.raised import raised
from tests.season.stories import championship, finalists, points, said, season, table, table_of, tournament


def faults(entry: RefertoEntry, **choices: object) -> tuple[Flaw, ...]:
    """Why it is not valid."""
    return championship(entry, choices=Choices(**choices)).tournaments[0].faults  # type: ignore[arg-type]


def happened(found: SeasonChampionship) -> list[tuple[Offence, str, str]]:
    return [(case.offence, case.person.name, case.entry.event.region) for case in found.incidents]


def reserves(found: SeasonChampionship) -> list[tuple[int, str, str]]:
    return [(one.order, one.region, one.person.name) for one in found.reserves]


class TestValidTournaments:
    def test_campionato_nazionale_fewer_than_10_participants(self) -> None:
        """ "I tornei con meno di 10 partecipanti non saranno ritenuti validi ai fini del campionato." """
        assert faults(tournament("Anna Neri", players=9)) == (Flaw.FEW,)
        assert faults(tournament("Anna Neri", players=10)) == ()

    @pytest.mark.parametrize(
        ("day", "kind", "expected"),
        [
            ("2007-11-05", "regional", ()),
            ("2007-11-06", "regional", (Flaw.LATE,)),
            ("2007-11-06", "open", (Flaw.LATE,)),
            ("2007-11-17", "open", ()),
            ("2007-11-18", "open", ()),
            ("2007-11-19", "open", (Flaw.LATE,)),
            ("2007-11-17", "regional", (Flaw.LATE,)),
        ],
    )
    def test_modalita_operative_last_day(self, day: str, kind: str, expected: tuple[Flaw, ...]) -> None:
        """ "Entro e non oltre il … 5 novembre 2007"; "nel weekend del 17/18 novembre … un ultimo torneo di selezione Open"."""
        assert faults(tournament("Anna Neri", day=day, kind=kind)) == expected

    def test_the_organisers_may_set_another_last_day(self) -> None:
        assert faults(tournament("Anna Neri", day="2007-11-06"), last_day=date(2007, 11, 6)) == ()
        assert faults(tournament("Anna Neri", day="2007-11-05"), last_day=date(2007, 11, 4)) == (Flaw.LATE,)

    @pytest.mark.parametrize(
        ("last", "first"),
        [
            (date(2007, 11, 5), date(2006, 11, 6)),  # twelve months before
            (date(2008, 11, 5), date(2007, 11, 19)),  # the final of 17/18 November 2007 is over
            (date(2010, 11, 5), date(2009, 11, 6)),
            (date(2008, 2, 28), date(2007, 11, 19)),
            (date(2004, 2, 28), date(2003, 3, 1)),
        ],
    )
    def test_r07_23_first_day(self, last: date, first: date) -> None:
        days = [(first - timedelta(days=1)).isoformat(), first.isoformat()]
        assert [faults(tournament("Anna Neri", day=day), last_day=last) for day in days] == [(Flaw.EARLY,), ()]
        assert faults(tournament("Anna Neri", day=days[0]), last_day=last, first_day=first - timedelta(days=1)) == ()

    def test_r07_23_a_winner_of_the_year_before_has_no_place_and_no_points(self) -> None:
        """Case season_e2: an Open and a regional tournament of 2006 beside one of 2007."""
        found = championship(
            tournament("Anna Neri", kind="open", day="2006-05-06"),
            tournament("Bruno Galli, Anna Neri", day="2006-06-03"),
            tournament("Anna Neri, Bruno Galli", day="2007-06-02"),
        )
        assert finalists(found) == {"Piemonte": "Anna Neri"}
        assert (happened(found), table(found)[:2]) == ([], [(1, "Anna Neri"), (2, "Bruno Galli")])

    @pytest.mark.parametrize(
        ("change", "expected"),
        [
            ({"regulation": "italy-2010"}, Flaw.REGULATION),
            ({"house": "a referee's own, under the same id"}, Flaw.REGULATION),
            ({"is_complete": False}, Flaw.INCOMPLETE),
            ({"is_complete": False, "proof": Proof("x", interim=True)}, Flaw.INTERIM),
            ({"proof": Proof("x", differences=1, first={"en": "Round1 D5"})}, Flaw.UNVERIFIED),
        ],
    )
    def test_only_what_can_be_trusted(self, change: dict[str, object], expected: Flaw) -> None:
        assert faults(tournament("Anna Neri", **change)) == (expected,)  # type: ignore[arg-type]

    def test_an_interim_referto_says_so_under_any_regulation(self) -> None:
        interim = tournament("Anna Neri", regulation="italy-2010", is_complete=False, proof=Proof("x", interim=True))
        assert faults(interim) == (Flaw.REGULATION, Flaw.INTERIM)

    @pytest.mark.parametrize(
        ("kind", "region", "day", "expected"),
        [
            ("other", "Lazio", "2007-05-01", Flaw.KIND),
            ("", "Lazio", "2007-05-01", Flaw.KIND),
            ("regional", " ", "2007-05-01", Flaw.REGION),
            ("regional", "Lazio", "", Flaw.DATE),
            ("regional", "Lazio", "maggio", Flaw.DATE),
        ],
    )
    def test_what_must_be_known(self, kind: str, region: str, day: str, expected: Flaw) -> None:
        assert faults(tournament("Anna Neri", kind=kind, region=region, day=day)) == (expected,)


ANNA_LATER: Final = tournament("Anna Neri", kind="open", day="2007-06-01")
IN_LAZIO: Final = tournament("Anna Neri, Bruno Galli", region="Lazio", day="2007-06-01")
QUALIFIED, SECOND_REGION = Offence.QUALIFIED, Offence.SECOND_REGION
STORIES: Final[Mapping[str, tuple[list[RefertoEntry], list[StatusLine], list[str], list[tuple[Offence, str, str]]]]] = {
    "il primo qualificato di ogni singola classifica regionale": (
        [tournament("Anna Neri"), tournament("Bruno Galli", region="Lazio")], [],
        ["Lazio · Bruno Galli · first of the region", "Piemonte · Anna Neri · first of the region"], []),
    "questo diritto potrà essere passato al secondo classificato della medesima regione": (
        [tournament("Anna Neri, Bruno Galli, Carla Conti")], [said("Anna Neri", ListStatus.UNAVAILABLE)],
        ["Piemonte · Bruno Galli · next of the region"], []),
    "eccezion fatta per i giocatori squalificati durante tornei precedenti": (
        [tournament("Anna Neri, Bruno Galli")], [said("anna NERI", ListStatus.BANNED)],
        ["Piemonte · Bruno Galli · next of the region"], [(Offence.BANNED, "Anna Neri", "Piemonte")]),
    "who was banned later was allowed to play": (
        [tournament("Anna Neri, Bruno Galli")], [said("Anna Neri", ListStatus.BANNED, since="2007-05-01")],
        ["Piemonte · Bruno Galli · next of the region"], []),
    "un giocatore non potrà partecipare a più campionati regionali: where he played first, he counts": (
        [IN_LAZIO, tournament("Carla Conti, Anna Neri")], [],
        ["Piemonte · Carla Conti · first of the region", "Lazio · Bruno Galli · first of the region"],
        [(SECOND_REGION, "Anna Neri", "Lazio")]),
    "dovranno scegliere una regione in cui giocare (non necessariamente la propria)": (
        [IN_LAZIO, tournament("Anna Neri, Carla Conti")], [said("Anna Neri", region="LAZIO")],
        ["Piemonte · Carla Conti · first of the region", "Lazio · Anna Neri · first of the region"],
        [(SECOND_REGION, "Anna Neri", "Piemonte")]),
    "a tournament that is not valid chooses no region": (
        [tournament("Anna Neri", players=9), tournament("Anna Neri", region="Lazio", day="2007-06-01")], [],
        ["Lazio · Anna Neri · first of the region"], []),
    "agli Open possono partecipare giocatori da tutte le regioni": (
        [tournament("Carla Conti, Anna Neri"), tournament("Anna Neri", kind="open", region="Lazio", day="2007-06-01")], [],
        ["Piemonte · Carla Conti · first of the region", "Lazio 2007-06-01 open · Anna Neri · winner of an Open"], []),
    "chi è già qualificato NON può partecipare ad ulteriori tornei validi: the place passes on": (
        [tournament("Anna Neri", kind="open", day="2007-04-01"), tournament("Anna Neri, Bruno Galli")], [],
        ["Piemonte 2007-04-01 open · Anna Neri · winner of an Open", "Piemonte · Bruno Galli · next of the region"],
        [(QUALIFIED, "Anna Neri", "Piemonte")]),
    "who won the Open later played by right": (
        [tournament("Anna Neri, Bruno Galli"), ANNA_LATER, tournament("Carla Conti", day="2007-07-01")], [],
        ["Piemonte 2007-06-01 open · Anna Neri · winner of an Open", "Piemonte · Carla Conti · next of the region"], []),
    "a regional champion may play no Open after the last tournament of his region": (
        [tournament("Anna Neri"), tournament("Anna Neri, Bruno Galli", kind="open", region="Lazio", day="2007-06-01")], [],
        ["Piemonte · Anna Neri · first of the region", "Lazio 2007-06-01 open · – · winner of an Open"],
        [(QUALIFIED, "Anna Neri", "Lazio")]),
    "il Campione Italiano è automaticamente qualificato alla fase finale dell'anno successivo": (
        [tournament("Anna Neri, Bruno Galli")],
        [said("Anna Neri", ListStatus.CHAMPION), said("Ugo Poli", ListStatus.QUALIFIED)],
        ["Anna Neri · last year's champion", "Ugo Poli · by the status list",
         "Piemonte · Bruno Galli · next of the region"], [(QUALIFIED, "Anna Neri", "Piemonte")]),
    "a tournament that is not valid is open to all": (
        [tournament("Anna Neri", players=9)], [said("Anna Neri", ListStatus.CHAMPION)],
        ["Anna Neri · last year's champion"], []),
    "un Open premierà il vincente con la qualificazione diretta": (
        [tournament("Anna Neri, Bruno Galli", kind="open", day="2007-11-18")], [],
        ["Piemonte 2007-11-18 open · Anna Neri · winner of an Open"], []),
    "nobody else is named in the place of who is not eligible": (
        [tournament("(John Smith), Bruno Galli", kind="open")], [], ["Piemonte 2007-05-01 open · – · winner of an Open"], []),
    "nobody else is named in the place of who cannot come": (
        [tournament("Ugo Poli, Bruno Galli", kind="open")], [said("Ugo Poli", ListStatus.UNAVAILABLE)],
        ["Piemonte 2007-05-01 open · – · winner of an Open"], []),
    "a second Open gives no second place": (
        [tournament("Anna Neri", kind="open"), ANNA_LATER], [],
        ["Piemonte 2007-05-01 open · Anna Neri · winner of an Open", "Piemonte 2007-06-01 open · – · winner of an Open"],
        [(QUALIFIED, "Anna Neri", "Piemonte")]),
}  # fmt: skip
"""What the regulation says, or what follows: tournaments, lines of the list, who goes to the final and why, what is reported."""


@pytest.mark.parametrize("story", STORIES)
def test_campionato_nazionale_and_modalita_operative_tell_who_goes_to_the_final(story: str) -> None:
    entries, known, places, incidents = STORIES[story]
    found = championship(*entries, known=known)
    told = [(place.name, place.person.name if place.person else "–", place.way) for place in found.places]
    assert [" · ".join(filter(None, line)) for line in told] == places
    assert happened(found) == incidents


class TestRegionalChampions:
    def test_a_region_is_one_however_it_is_written(self) -> None:
        found = championship(
            tournament("Anna Neri", region="Friuli-Venezia Giulia"),
            tournament("Anna Neri", region="friuli venezia  giulia", day="2007-06-01"),
        )
        assert len(found.tables) == 1

    def test_campionato_nazionale_only_citizens_or_residents(self) -> None:
        """ "Possano partecipare … solo i cittadini italiani o residenti in Italia": he plays, the next one qualifies."""
        found = championship(tournament("(John Smith), Anna Neri"))
        assert table(found)[0] == (1, "John Smith")
        assert finalists(found) == {"Piemonte": "Anna Neri"}
        place = found.places[0]
        assert (place.way, [(person.name, bar) for person, bar in place.over]) == (
            Way.PASSED,
            [("John Smith", Barred.NOT_ELIGIBLE)],
        )

    def test_it_passes_to_the_second_only(self) -> None:
        ill = [said("Anna Neri", ListStatus.UNAVAILABLE), said("Bruno Galli", ListStatus.UNAVAILABLE)]
        found = championship(tournament("Anna Neri, Bruno Galli, Carla Conti"), known=ill)
        assert finalists(found) == {"Piemonte": ""}
        assert reserves(found) == []

    def test_a_shared_first_rank_is_not_decided_here(self) -> None:
        one = tournament("Anna Neri, Bruno Galli", scores=(500, 400))
        two = tournament("Bruno Galli, Anna Neri", day="2007-06-01", scores=(500, 400))
        found = championship(one, two)
        assert table(found)[:2] == [(1, "Bruno Galli"), (1, "Anna Neri")] or table(found)[:2] == [
            (1, "Anna Neri"),
            (1, "Bruno Galli"),
        ]
        assert finalists(found) == {"Piemonte": ""}
        assert {bar for _person, bar in found.places[0].over} == {Barred.TIED}
        assert reserves(found) == []


class TestOneRegion:
    def test_a_region_whose_players_all_play_elsewhere_says_so(self) -> None:
        """In the book's first sheet and among the places, as on the terminal."""
        everybody = ", ".join(f"Giocatore {letter}" for letter in "abcdefghij")
        found = season(tournament(everybody), tournament(everybody, region="Lazio", day="2007-06-01"))
        assert found.championship is not None
        place = next(one for one in found.championship.places if one.region == "lazio")
        why = "everybody who played here plays in another region"
        assert berth(place, catalog("en")) == ("Lazio", f"– · first of the region ({why}; a reserve is needed)")
        first = summary_rows(found, 0, Choices(), (None, None, None), catalog("en"))
        assert {row["label"]: row["value"] for row in first}["Italia 2007 · Lazio"] == why

    def test_where_nobodys_result_counts_it_says_so(self) -> None:
        everybody = ", ".join(f"-Giocatore {n}" for n in range(12))
        found = championship(tournament(everybody, players=12))
        assert berth(found.places[0], catalog("it"))[1].endswith("(qui non conta il risultato di nessuno; serve una riserva)")


class TestAlreadyQualified:
    def test_r07_22_both_readings_are_shown_and_the_list_chooses_the_second(self) -> None:
        """Case season_e1: the leader of Toscana wins the Open of October."""
        entries = tournament("June, Anna Neri", region="Toscana"), tournament("June", kind="open", day="2007-10-06", name="Open")
        found = championship(*entries)
        assert [(one.person.name, one.region.name, one.open.name, [p.name for p in one.then]) for one in found.alternatives] == [
            ("June", "Toscana", "Open", ["Anna Neri"])
        ]
        listed = said("June", ListStatus.QUALIFIED, since="2007-10-06")
        chosen = championship(*entries, known=[listed])
        assert [(place.way, place.person and place.person.name) for place in chosen.places] == [
            (Way.LISTED, "June"),
            (Way.PASSED, "Anna Neri"),
        ]
        assert (happened(chosen), chosen.alternatives) == ([], [])

    def test_what_follows_is_a_choice(self) -> None:
        """The regulation does not say what becomes of the result: it stands, or the others move up."""
        entries = (
            tournament("Carla Conti", kind="open", day="2007-04-01"),
            tournament("Carla Conti, Anna Neri, Bruno Galli"),
            tournament("Bruno Galli, Anna Neri", day="2007-06-01", players=12),
        )
        stands = championship(*entries)
        assert 10 in points(table_of(stands)).values()
        moved = championship(*entries, choices=Choices(irregular=Irregular.EXCLUDE))
        assert (None, "Carla Conti") in table(moved, most=40)
        assert happened(moved) == happened(stands)

    def test_regolamento_arbitrale_the_ejected_are_reported(self) -> None:
        """ "I nominativi dei giocatori espulsi …, con relativa motivazione"."""
        entry = tournament("Anna Neri, -Bruno Galli")
        ejected = replace(entry.results[1], status="ejected", reason="imbroglio")
        found = championship(replace(entry, results=(entry.results[0], ejected, *entry.results[2:])))
        assert [(case.offence, case.person.name, case.detail) for case in found.incidents] == [
            (Offence.EJECTED, "Bruno Galli", "imbroglio")
        ]


class TestReserves:
    def test_modalita_operative_regions_with_more_players_first(self) -> None:
        """ "Privilegiando quelle Regioni in cui complessivamente si siano coinvolti più giocatori"."""
        found = championship(
            tournament("Anna Neri, Bruno Galli", players=12),
            tournament("Carla Conti, Dario Fabbri", region="Lazio", players=30),
            tournament("Elena Poli, Fabio Riva", region="Umbria", players=12),
        )
        assert reserves(found) == [(1, "Lazio", "Dario Fabbri"), (2, "Piemonte", "Bruno Galli"), (2, "Umbria", "Fabio Riva")]

    def test_somebody_who_plays_twice_is_one_player(self) -> None:
        crowd = ", ".join(f"{name} Verdi" for name in ("Ada", "Ivo", "Leo", "Mia", "Noa", "Pia", "Rea", "Teo", "Uma", "Zoe"))
        found = championship(
            tournament(crowd),
            tournament(crowd, day="2007-06-01"),
            tournament("Carla Conti, Dario Fabbri", region="Lazio", players=11),
        )
        assert [(one.region, one.players, one.entries) for one in found.reserves] == [("Lazio", 11, 11), ("Piemonte", 10, 20)]

    def test_modalita_operative_winner_of_a_new_tournament(self) -> None:
        """ "Il vincitore di un nuovo torneo da disputarsi in quella stessa Regione": before the seconds of his region."""
        found = championship(tournament("Anna Neri, Bruno Galli"), tournament("Ugo Poli, Pia Riva", day="2007-11-10"))
        assert [(one.person.name, one.tournament is not None) for one in found.reserves] == [
            ("Ugo Poli", True),
            ("Bruno Galli", False),
        ]
        assert finalists(found) == {"Piemonte": "Anna Neri"}

    def test_who_goes_to_the_final_is_no_reserve(self) -> None:
        found = championship(
            tournament("Anna Neri, Bruno Galli"),
            tournament("Bruno Galli", kind="open", day="2007-06-01"),
            tournament("Anna Neri", day="2007-11-10"),
        )
        assert [one.person.name for one in found.reserves] == ["Piemonte 2007-05-01 regional Aa"]

    def test_a_second_who_cannot_come_is_none(self) -> None:
        found = championship(tournament("Anna Neri, Bruno Galli"), known=[said("Bruno Galli", ListStatus.UNAVAILABLE)])
        assert reserves(found) == []


class TestAddingUp:
    """R07-1: the regulation does not say how a region adds up several tournaments."""

    def entries(self) -> tuple[RefertoEntry, ...]:
        return (
            tournament("Anna Neri, Bruno Galli, Carla Conti", scores=(300, 200, 900)),
            tournament("Bruno Galli, Dario Riva, Anna Neri", day="2007-06-01", players=14, scores=(310, 250, 240)),
            tournament("Carla Conti", day="2007-07-01", scores=(800,)),
        )

    @pytest.mark.parametrize(
        ("adding", "expected"),
        [
            (Combining.SUM, [(1, "Bruno Galli"), (2, "Anna Neri"), (3, "Carla Conti"), (4, "Dario Riva")]),
            (Combining.BEST, [(1, "Carla Conti"), (2, "Bruno Galli"), (3, "Anna Neri")]),
            (Combining.MEAN, [(1, "Bruno Galli"), (3, "Carla Conti"), (4, "Anna Neri"), (5, "Dario Riva")]),
            (Combining.LAST, [(1, "Carla Conti")]),
        ],
    )
    def test_r07_1_ways(self, adding: Combining, expected: list[tuple[int, str]]) -> None:
        crowded = table(championship(*self.entries(), choices=Choices(adding=adding)), most=40)
        found = [(rank, name) for rank, name in crowded if rank is not None and "regional" not in name]
        assert found[: len(expected)] == expected

    def test_r07_1_points_are_players_ranked_less_those_in_front(self) -> None:
        worth = points(table_of(championship(*self.entries())))
        assert (worth["Anna Neri"], worth["Bruno Galli"], worth["Dario Riva"]) == (10 + 12, 9 + 14, 13)

    @pytest.mark.parametrize("adding", list(Combining))
    def test_one_tournament_alone_gives_its_final_ranking(self, adding: Combining) -> None:
        one = tournament("Anna Neri, Bruno Galli, -Ugo Poli, Carla Conti", scores=(1, 900, 5000, 7))
        found = table(championship(one, choices=Choices(adding=adding)), most=20)
        assert found[:3] == [(1, "Anna Neri"), (2, "Bruno Galli"), (3, "Carla Conti")]
        assert found[-1] == (None, "Ugo Poli")


TEXT = (resources.files("bangxl.rulebooks") / "italy-2007.toml").read_text(encoding="utf-8")


def test_campionato_nazionale_and_modalita_operative() -> None:
    """ "24 giocatori (4 tavoli da 6)"; "weekend del 17/18 novembre 2007"; "entro e non oltre … il 5 novembre 2007"."""
    italy = load("italy-2007")
    assert italy.championship == Championship(24, date(2007, 11, 5), (date(2007, 11, 17), date(2007, 11, 18)), report_days=7)
    assert (italy.articles["championship"], italy.articles["championship.term"]) == ("Campionato nazionale", "Modalità operative")


def test_no_other_regulation_has_one() -> None:
    assert [one for one in rulebook_ids() if load(one).championship is not None] == ["italy-2007"]


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("finalists = 24", "finalists = 0", "championship.finalists"),
        ("finalists = 24", "finalists = 24\nreserves = 3", "championship"),
        ("finalists = 24", "finalists = 24\nbest = -1", "championship.best"),
        ("finalists = 24", "finalists = 24\nwild_cards = -1", "championship.wild_cards"),
        ("finalists = 24", "finalists = 24\nnational = 20\nwild_cards = 5", "championship.finalists"),
        ("last_day = 2007-11-05", "last_day = 2007-11-17", "championship.last_open"),
        ("[2007-11-17, 2007-11-18]", "[2007-11-18, 2007-11-17]", "championship.last_open"),
        ("[2007-11-17, 2007-11-18]", "[2007-11-17]", "championship.last_open"),
        ("last_day = 2007-11-05", 'last_day = "soon"', "championship.term.last_day"),
        ('[championship.term]\narticle = "Modalità operative"', "[championship.term]", "championship.term"),
    ],
)
def test_a_wrong_championship_is_refused(old: str, new: str, key: str) -> None:
    assert TEXT.count(old) == 1
    assert raised(RulebookError, parse_rulebook, TEXT.replace(old, new), "house.toml").key == key
