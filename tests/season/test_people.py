"""Who is who across referti: equal names are one person, doubtful ones are shown, two of one list are never one."""

import csv
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, strategies as st

from bangxl.seasons.choices import ListStatus, NameDecision
from bangxl.seasons.doubts import Why, is_slip, likeness, near_words
from bangxl.seasons.entry import Proof
from bangxl.seasons.people import Mention, Sighting, comparable, people
from bangxl.seasons.season import Season
from tests.season.stories import at_home, said, season, tournament

NAMES = st.text(alphabet="abèéüLOÒßøÆ'’-. .ł", max_size=14)
WORDS = st.text(alphabet="ab", min_size=1, max_size=14)


@cache
def distance(one: str, other: str) -> int:
    """Optimal string alignment, by its definition: letters wrong, missing, extra, or swapped with the next."""
    if not (one and other):
        return len(one) + len(other)
    ways = [distance(one[1:], other[1:]) + (one[0] != other[0]), distance(one[1:], other) + 1, distance(one, other[1:]) + 1]
    if one[:2] == other[1::-1]:
        ways.append(distance(one[2:], other[2:]) + 1)
    return min(ways)


def found(*names: str) -> Season:
    """A season with each name in a tournament of its own."""
    return season(*(tournament(name, day=f"2007-05-{day:02}") for day, name in enumerate(names, 1)))


def persons(whole: Season) -> list[str]:
    return [person.name for person in whole.people.persons if "regional" not in person.name]


def doubted(whole: Season) -> list[tuple[Why, str, str]]:
    return [(doubt.why, doubt.one.name, doubt.other.name) for doubt in whole.doubts]


class TestEqualNames:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Anna Rossi", " ANNA   rossi "),
            ("Niccolò D'Alessandro", "NICCOLÒ D'ALESSANDRO"),
            ("Jürgen Weiß", "JÜRGEN WEISS"),
            ("Zoë Béla", "Zoe\u0308 Be\u0301la"),
            ("Anna Rossi", "A\u200bn\u200bna Rossi"),
            ("Иван Соколов", "иван соколов"),
        ],
    )
    def test_are_one_person(self, one: str, other: str) -> None:
        assert comparable(one) == comparable(other)
        whole = found(one, other)
        assert len(persons(whole)) == 1
        assert doubted(whole) == []

    @given(NAMES)
    def test_folding_twice_changes_nothing(self, name: str) -> None:
        assert comparable(comparable(name)) == comparable(name)

    @given(NAMES)
    def test_case_does_not_matter(self, name: str) -> None:
        assert comparable(name.upper()) == comparable(name.swapcase())

    def test_the_spelling_that_is_used_most_is_shown(self) -> None:
        assert persons(found("ANNA ROSSI", "Anna Rossi", "Anna Rossi")) == ["Anna Rossi"]

    @pytest.mark.parametrize("name", ["", "  ", "–", "..."])
    def test_who_has_no_name_is_like_nobody(self, name: str) -> None:
        seen = [Sighting(Mention(f"{n}.xlsx", "P001"), name, comparable(name)) for n in (1, 2)]
        assert len(people(seen).persons) == 2


class TestOneNameTwoPeople:
    def test_other_mail_addresses_keep_apart(self) -> None:
        whole = found("Anna Rossi@a", "Anna Rossi@b")
        assert persons(whole) == ["Anna Rossi", "Anna Rossi"]
        assert doubted(whole) == [(Why.SAME_NAME, "Anna Rossi", "Anna Rossi")]

    def test_two_in_one_tournament_are_never_one(self) -> None:
        whole = found("Anna Rossi, Anna Rossi", "Anna Rossi")
        assert persons(whole) == ["Anna Rossi"] * 3
        assert doubted(whole) == [(Why.BOTH, "Anna Rossi (P001)", "Anna Rossi (P002)")]
        assert doubted(found("Anna Rossi, Anna Rossi, Ana Rossi")) == []
        assert doubted(found("Anna Rossi@a, Anna Rossi@b", "Anna Rossi@b")) == []

    def test_the_line_says_which_of_two_plays_elsewhere(self) -> None:
        """Whose line parted her namesakes lost the lead: four tournaments of one person were those of five."""
        entries = [tournament("Anna Rossi", day=f"2007-05-0{day}") for day in (1, 2, 3)]
        for n, twins in enumerate(("Anna Rossi, Anna Rossi", "Anna Rossi, Anna Rossi, Anna Rossi"), 4):
            entries.append(tournament(twins, day=f"2007-05-0{n}", name=f"{n}"))
        whole = season(*entries, tournament("Anna Rosi", day="2007-05-06"))
        assert persons(whole).count("Anna Rossi") == 8
        lines = [doubt.line for doubt in whole.doubts if doubt.why is Why.BOTH]
        assert lines == ["P002,Anna Rossi (2),4.xlsx", "P002,Anna Rossi (3),5.xlsx", "P003,Anna Rossi (4),5.xlsx"]
        assert {doubt.line for doubt in whole.doubts} == {*lines, ""}
        whole = season(*entries, same=[decision("Anna Rossi,Anna Rossi,"), *map(decision, lines[1:])])
        assert [doubt.line for doubt in whole.doubts] == ["P002,Anna Rossi (2),4.xlsx"]
        whole = season(*entries, same=[*map(decision, lines)])
        assert [len(person.sightings) for person in whole.people.persons if "Anna" in person.name] == [5, 1, 1, 1]
        assert (doubted(whole), whole.people.clashes) == ([], ())

    def test_of_a_pair_that_one_report_has_nothing_is_asked(self) -> None:
        assert doubted(found("Paolo Rossi, Paola Rossi, Rossi Paolo", "Paola Rossi")) == []
        assert doubted(found("Anna Rossi@a, Ugo Neri@a", "Ada Poli@a")) == [
            (Why.ADDRESS, "Ada Poli", "Anna Rossi"), (Why.ADDRESS, "Ada Poli", "Ugo Neri")
        ]  # fmt: skip

    @pytest.mark.parametrize(
        ("lines", "clash"),
        [
            (["Paola Rossi,Paolo Rossi,"], ("Paola Rossi,Paolo Rossi,", ("Paolo Rossi", "Paola Rossi"))),
            (["Paola Rossi,Ugo Neri,", "Paolo Rossi,Ugo Neri,"], ("Paolo Rossi,Ugo Neri,", ("Paolo Rossi", "Paola Rossi"))),
            (["Ada Poli,Gino Serra,"], ("Ada Poli,Gino Serra,", ("Gino Serra", "Gino Serra"))),
        ],
    )
    def test_a_line_that_joins_two_of_one_report_is_named(self, lines: list[str], clash: tuple[str, tuple[str, ...]]) -> None:
        """It parted everything else of both: the first of the table became five people with a tournament each."""
        entries = found("Paolo Rossi", "Paolo Rossi, Paola Rossi, Gino Serra, Gino Serra", "Ada Poli").files.entries
        [wrong] = season(*entries, same=[decision(line, number) for number, line in enumerate(lines)]).people.clashes
        assert (wrong.decision, wrong.file) == (decision(clash[0], len(lines) - 1), entries[1].file)
        assert wrong.names == clash[1]

    def test_addresses_tell_them_apart_elsewhere(self) -> None:
        assert persons(found("Anna Rossi@a, Anna Rossi@b", "Anna Rossi@a")) == ["Anna Rossi", "Anna Rossi"]

    def test_two_tournaments_on_one_day_are_doubtful(self) -> None:
        whole = season(tournament("Anna Rossi"), tournament("Anna Rossi", region="Lazio"))
        assert doubted(whole) == [(Why.SAME_DAY, "Anna Rossi", "Anna Rossi")]

    @given(
        st.lists(
            st.tuples(
                st.integers(0, 2), st.sampled_from(["Anna Rossi", "anna ROSSI", "Ugo", ""]), st.sampled_from(["", "a", "b"])
            )
        )
    )
    def test_never_two_of_one_list(self, drawn: list[tuple[int, str, str]]) -> None:
        seen = [
            Sighting(Mention(f"{file}", f"P{n}"), name, comparable(name), email=email)
            for n, (file, name, email) in enumerate(drawn)
        ]
        whole = people(seen, (NameDecision("Ugo", "Anna Rossi"),))
        assert sorted(whole.by_mention) == sorted(sighting.mention for sighting in seen)
        for person in whole.persons:
            files = [sighting.mention.file for sighting in person.sightings]
            assert len(set(files)) == len(files)


class TestRegions:
    def test_other_regions_as_typed_keep_apart_and_are_shown(self) -> None:
        whole = season(*(at_home("Anna Rossi", region, day) for day, region in enumerate(("Lazio", "LAZIO ", "Toscana", ""), 1)))
        assert persons(whole) == ["Anna Rossi"] * 3
        assert [
            (doubt.why, doubt.one.region, doubt.other.region)
            for doubt in sorted(whole.doubts, key=lambda doubt: doubt.one.region)
        ] == [(Why.HOME, "", "LAZIO "), (Why.HOME, "LAZIO ", "Toscana")]

    def test_a_name_alone_is_not_of_the_region_of_another(self) -> None:
        entries = at_home("Anna Rossi", "Lazio", 1), at_home("Anna Rossi", "Toscana", 2), at_home("Ana Rossi", "", 3)
        whole = season(*entries, same=[NameDecision("Ana Rossi", "Anna Rossi")])
        assert len(persons(whole)) == 3
        whole = season(*entries, same=[NameDecision("Ana Rossi", "anna rossi (toscana)")])
        assert persons(whole) == ["Anna Rossi"] * 2
        assert whole.people.of(entries[1].file, "P001") is whole.people.of(entries[2].file, "P001")

    def test_a_list_means_the_only_one_or_the_one_of_its_region(self) -> None:
        one, other = at_home("Anna Rossi", "Lazio", 1), at_home("Anna Rossi", "Toscana", 2)
        line = said("Anna Rossi", ListStatus.BANNED, "Toscana")
        assert len(persons(season(one, known=[line]))) == 1
        meant = season(one, other, known=[line]).people
        assert meant.by_mention[Mention(f"{line.file}:{line.line}", f"{line.line}")] is meant.of(other.file, "P001")


class TestDoubts:
    @pytest.mark.parametrize(
        ("one", "other", "why"),
        [
            ("Anna Rossi", "Rossi Anna", Why.FORM), ("Niccolò D'Alessandro", "Niccolo’ Dalessandro", Why.FORM),
            ("Maria-Vittoria Öztürk", "maria vittoria ozturk", Why.FORM), ("Łukasz Søren", "Lukasz Soren", Why.FORM),
            ("A. Rossi", "a rossi", Why.FORM), ("Иван Соколов", "соколов иван", Why.FORM),
            ("Anna Rossi", "Anna Rosssi", Why.SPELLING), ("Anna Rossi", "Ana Rossi", Why.SPELLING),
            ("Giovanni Bianchi", "Giovani Bianchi", Why.SPELLING), ("Giovanni Bianchi", "Giovani Biancchi", Why.SPELLING),
            ("Paolo Marchetti", "Paolo Marhcetti", Why.SPELLING), ("Ilaria Quattrocchi", "Ilaria Quatrochi", Why.SPELLING),
            ("Anna Rossi", "A. Rossi", Why.INITIAL), ("Anna Rossi", "Anna Rossi Bianchi", Why.PART),
            ("Anna Bianchi", "Anna Maria Rossi Bianchi", Why.PART), ("Paola De Santis", "Paola Desantis", Why.FORM),
            ("Anna Rossi@a", "Ugo Neri@a", Why.ADDRESS),
        ],
    )  # fmt: skip
    def test_are_listed_and_not_put_together(self, one: str, other: str, why: Why) -> None:
        for names in ((one, other), (other, one)):
            whole = found(*names)
            assert len(persons(whole)) == 2
            assert [(doubt.why) for doubt in whole.doubts] == [why]

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("Tavolo 1", "Tavolo 12"),
            ("Gast 10001", "Gast 10002"),
            ("Ugo Neri", "Ugo Nera"),
            ("Anna Rossi", "Anna Rizzi"),
            ("Anna Rossi", "Bruno Rossi"),
            ("Anna", "Anna Rossi"),
        ],
    )
    def test_others_are_not(self, one: str, other: str) -> None:
        assert doubted(found(one, other)) == []

    @given(st.lists(WORDS, max_size=12))
    def test_slips_are_all_found_and_as_they_are_defined(self, vocabulary: list[str]) -> None:
        near = near_words(vocabulary)
        for one, other in product(vocabulary, repeat=2):
            short, long = sorted((len(one), len(other)))
            most = 2 if short >= 9 else 1 if short >= 5 else int(3 <= short < long)
            expected = 0 < distance(one, other) <= most
            assert (is_slip(one, other), other in near.get(one, ())) == (expected, expected)

    def test_a_slip_in_a_region_and_an_event_twice(self) -> None:
        one = tournament("Anna Neri", region="Lombardia", name="Open", players=1)
        other = tournament(
            "Bruno Galli", region="Lonbardia", name="Open", players=1, file="2.xlsx", seeds=frozenset({"2"}), proof=Proof("2")
        )
        assert [doubt.why for doubt in season(one, other).doubts] == [Why.EVENT, Why.REGION]


class TestLines:
    """Each doubt says the line for the list of names that settles it."""

    @pytest.mark.parametrize(
        ("people", "line"),
        [
            ([("Rossi Anna", ""), ("Anna Rossi", ""), ("Anna Rossi", "")], "Rossi Anna,Anna Rossi,"),
            ([("Anna Rossi", "Lazio"), ("Ana Rossi", "Lazio")], "Ana Rossi (Lazio),Anna Rossi (Lazio),"),
            ([("Anna Rossi", "Lazio"), ("Anna Rossi", " ")], "Anna Rossi,Anna Rossi (Lazio),"),
            ([("Rossi Anna", " a, b"), ("Anna Rossi", ""), ("Anna Rossi", "")], '"Rossi Anna (a, b)",Anna Rossi,'),
            ([("Anna Rossi@a", ""), ("Anna Rossi@b", "")], "Anna Rossi,Anna Rossi,"),
        ],
    )
    def test_of_a_pair_makes_one_person(self, people: list[tuple[str, str]], line: str) -> None:
        entries = [at_home(*one, day) for day, one in enumerate(people, 1)]
        assert [doubt.line for doubt in season(*entries).doubts] == [line]
        whole = season(*entries, same=[decision(line)])
        assert (len(persons(whole)), doubted(whole)) == (1, [])
        assert persons(whole)[0] in {name.partition("@")[0] for name, _region in people}

    def test_moves_nobody_else_of_the_same_name(self) -> None:
        entries = [at_home("Anna Rossi", region, day) for day, region in enumerate(("", "Lazio", "Toscana"), 1)]
        for doubt in season(*entries).doubts:
            whole = season(*entries, same=[decision(doubt.line)])
            homes = [{one.region for one in person.sightings} for person in whole.people.persons if person.name == "Anna Rossi"]
            assert len(homes) == 2
            assert {doubt.one.region, doubt.other.region} in homes

    def test_is_not_said_where_it_would_move_others(self) -> None:
        """It parted who had one name with two addresses, or moved both of a report."""
        assert {doubt.line for doubt in found("Anna Rossi@a", "Anna Rossi@b", "Ana Rossi").doubts} == {
            "Anna Rossi,Anna Rossi,",
            "",
        }
        pair = at_home("Anna Rossi", "", 1), tournament("Anna Rossi, Anna Rossi", name="twins")
        lazio = replace(pair[1], results=(pair[1].results[0], replace(pair[1].results[1], region="Lazio"), *pair[1].results[2:]))
        assert [doubt.line for doubt in season(pair[0], lazio).doubts] == ["P001,Anna Rossi (2),twins.xlsx"]
        pair, same = (tournament("Anna Rossi", name="1"), tournament("Ana Rossi", name="2")), [decision("Ana Rossi,Anna Rossi,")]
        assert [doubt.line for doubt in season(*pair, same=same).doubts] == ["P001,Anna Rossi (2),2.xlsx"]

    def test_of_two_tournaments_on_a_day_makes_two(self) -> None:
        entries = [tournament("Anna Rossi", name=name) for name in ("Asti", "Cuneo")]
        assert [doubt.line for doubt in season(*entries).doubts] == ["Anna Rossi,Anna Rossi (2),Cuneo.xlsx"]
        whole = season(*entries, same=[decision("Anna Rossi,Anna Rossi (2),Cuneo.xlsx"), decision("Anna Rossi,Anna Rossi,")])
        assert (persons(whole)[:3], doubted(whole)) == (["Anna Rossi", "Anna Rossi (2)", "Asti Aa"], [])


def decision(line: str, number: int = 0) -> NameDecision:
    """What the list says with it."""
    name, to, file = next(csv.reader([line]))
    return NameDecision(name, to, file, f"same.csv:{number}", number)


class TestDecisions:
    def test_as_puts_together(self) -> None:
        entries = tournament("Anna Rossi@a"), tournament("Anna Rosi@b", day="2007-05-02")
        whole = season(*entries, same=[NameDecision("anna rosi", "Anna Rossi")])
        assert persons(whole) == ["Anna Rossi"]
        assert doubted(whole) == []

    def test_both_as_themselves_keeps_apart_and_ends_the_doubt(self) -> None:
        entries = tournament("Mario Rossi"), tournament("Maria Rossi", day="2007-05-02")
        one, other = NameDecision("Mario Rossi", "Mario Rossi"), NameDecision("Maria Rossi", "Maria Rossi")
        assert doubted(season(*entries, same=[one])) == [(Why.SPELLING, "Maria Rossi", "Mario Rossi")]
        whole = season(*entries, same=[one, other])
        assert (persons(whole), doubted(whole)) == (["Maria Rossi", "Mario Rossi"], [])

    def test_it_may_be_for_one_file_or_one_player_of_it(self) -> None:
        entries = tournament("Anna Rossi, Anna Rossi"), tournament("Anna Rossi", day="2007-05-02")
        file = entries[0].file
        whole = season(*entries, same=[NameDecision("P001", "Anna Rossi", file), NameDecision("P002", "Anna Rossi (Asti)", file)])
        assert persons(whole) == ["Anna Rossi", "Anna Rossi (Asti)"]


class TestLinesAboutNobody:
    def test_of_names_are_listed(self) -> None:
        """A name was misspelled in the list: nothing followed, and nothing was said."""
        entries = tournament("Anna Rossi"), tournament("Ugo Neri", day="2007-05-02", name="Cuneo")
        lines = [
            "Ana Rossi,Anna Rossi,",
            "Anna Rossi,Ugo Neri,no.xlsx",
            "Ugo Neri,Ugo Neri (2),Cuneo.xlsx",
            "Ugo Neri (2),Ugo Neri (2),",
        ]
        whole = season(*entries, same=[decision(line, number) for number, line in enumerate(lines, 2)])
        assert [(doubt.why, doubt.one.name, doubt.one.file, doubt.other.name, doubt.line) for doubt in whole.doubts] == [
            (Why.NOBODY, "Ana Rossi", "same.csv:2", "", ""), (Why.NOBODY, "Anna Rossi, no.xlsx", "same.csv:3", "", "")
        ]  # fmt: skip

    def test_and_of_statuses(self) -> None:
        """Who was banned played on: two people have his name, and the list did not say which of them it means."""
        entries = [at_home("Otto Klein", region, day) for day, region in enumerate(("Lazio", "Umbria"), 1)]
        known = [said(name, ListStatus.BANNED) for name in ("Otto Klein", "Ada Poli", "Otto Klein (Lazio)")]
        whole = season(*entries, known=known)
        assert [(doubt.why, doubt.one.name, doubt.one.file, doubt.other.name) for doubt in whole.doubts if not doubt.line] == [
            (Why.SEVERAL, "Otto Klein", "status.csv:1", "Otto Klein (Lazio), Otto Klein (Umbria)"),
            (Why.NOBODY, "Ada Poli", "status.csv:2", ""),
        ]

    def test_that_mean_several_join_no_others(self) -> None:
        """The line that a doubt printed for a line of statuses made one person of two who only share a name."""
        entries = [at_home("Otto Klein", region, day) for day, region in enumerate(("Lazio", "Umbria"), 1)]
        known = [said("Otto Klein", ListStatus.BANNED)]
        whole = season(*entries, known=known, same=[decision("Otto Klein,Otto Klein (Lazio),")])
        assert [len(person.sightings) for person in whole.people.persons if person.name == "Otto Klein"] == [2, 1]

    def test_that_may_mean_two_are_none(self) -> None:
        """Her results went to a third Ida Greco, whom nobody knows."""
        entries = [at_home("Ida Greco", region, day) for day, region in enumerate(("Lazio", "Umbria"), 1)]
        [clash] = season(*entries, found("Anna Rossi").files.entries[0], same=[decision("Anna Rossi,Ida Greco,")]).people.clashes
        assert (clash.file, clash.names) == ("", ("Ida Greco (Lazio)", "Ida Greco (Umbria)"))


@pytest.mark.parametrize(
    "name", ["\u0410nna Rossi", "\u0410nn\u0430 R\u043ess\u0456", "\u0391nna R\u03bfssi", "R\u041eSSI ANN\u0410"], ids=ascii
)
def test_names_that_only_look_alike_are_shown(name: str) -> None:
    """Who is banned under one of them may play under another: nobody sees it, so the pair is listed."""
    whole = season(tournament("Anna Rossi"), tournament(name, day="2007-05-02"))
    assert len(persons(whole)) == 2
    assert [doubt.why for doubt in whole.doubts] == [Why.FORM]


def test_other_alphabets_are_read_in_any_case() -> None:
    assert (
        comparable("\u041a\u0430\u0440\u0438\u043d\u0430")
        == comparable("\u043a\u0430\u0440\u0438\u043d\u0430")
        == comparable("\u041a\u0410\u0420\u0418\u041d\u0410")
        != comparable("Karina")
    )
    assert comparable("\u0418\u0432\u0430\u043d") != comparable("\u0418\u043d\u0430\u043d")


def test_slips_are_the_same_as_by_comparing_all_with_all() -> None:
    given_names = [f"{a}{b}" for a in ("Giovann", "Francesc", "Mar") for b in ("a", "o", "i")]
    surnames = [f"{a}{b}{c}" for a in ("March", "Bianc") for b in "aei" for c in ("etti", "hini")]
    crowd = [f"{one} {two}" for one in given_names for two in surnames]
    whole = season(*(tournament(name, day="2007-05-01", name=name, players=1) for name in crowd))
    listed = {frozenset((doubt.one.name, doubt.other.name)) for doubt in whole.doubts if doubt.why is Why.SPELLING}
    expected = {frozenset((one, other)) for one, other in combinations(crowd, 2) if alike(one, other)}
    assert len(expected) > len(crowd)
    assert listed == expected


def alike(one: str, other: str) -> bool:
    """Whether the words of two different names can be paired so that each pair is equal or a slip."""
    mine, orders = likeness(one), permutations(likeness(other))
    return mine != likeness(other) and any(
        all(a == b or is_slip(a, b) for a, b in zip(mine, order, strict=True)) for order in orders
    )
