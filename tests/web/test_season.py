"""The season's page: every link leads somewhere, nothing breaks out of it, and it tells no address and no hidden name."""

import re
from dataclasses import replace
from datetime import date
from html import unescape
from itertools import pairwise

from bangxl.locale.catalog import catalog
from bangxl.seasons.book import SEASON_TABLES, season_tables
from bangxl.seasons.season import Season
from bangxl.web.season import _race, is_season_page, season_page
from tests.season.stories import season, tournament

EVIL = "<script>x</script> Neri"


def whole() -> Season:
    first = tournament(f"Anna Rossi@a, {EVIL}, Bruno Galli", name="Asti", day="2007-05-01")
    second = tournament("Bruno Galli, Anna Rossi@a", name="Roma & Lazio", day="2007-07-01", region="Lazio")
    return season(first, second)


def made(called: dict[str, str] | None = None) -> str:
    _ = catalog("en")
    names = called or {}
    return season_page(season_tables(whole(), (), (), _), whole().careers, _, "Season", lambda name: names.get(name, name))


def test_every_link_leads_to_a_player_or_a_tournament() -> None:
    text = made()
    places, links = re.findall(r' id="([^"]+)"', text), re.findall(r'href="#([^"]+)"', text)
    assert is_season_page(text.encode())
    assert len(places) == len(set(places))
    assert set(links) <= set(places)
    assert {"p1", "t1", "t2"} <= set(links)


def test_the_race_ends_with_names_and_what_they_have_won() -> None:
    found = re.search(r'role="img" aria-label="Points so far: ([^"]+)"', made())
    assert found
    best = [row for row in season_tables(whole(), (), (), catalog("en"))["National"] if row[1] and row[1] <= 2]
    first = [f"{place}. {row[3]} · {row[7]}" for place, row in enumerate(best, 1)]
    assert first == unescape(found[1]).split(", ")[:2]
    assert re.findall(r'class="near"[^>]*>(\d)<', made())[:2] == ["1", "2"]  # a phone has no room for names at the lines


def test_nothing_breaks_out_and_no_address_is_told() -> None:
    text = made()
    assert "<script" not in text
    assert unescape(text).count(EVIL) >= 2
    assert "@" not in text.partition("</style>")[2]
    assert "Roma &amp; Lazio" in text


def test_who_wishes_it_is_shown_by_initials() -> None:
    """A child's name stood for ever on a page that search engines read."""
    text = made({"Anna Rossi": "A. R."})
    assert "Anna Rossi" not in text
    assert text.count("A. R.") >= 4


def test_the_race_can_be_read_on_a_phone_and_steps_up_at_every_tournament() -> None:
    """Its letters shrank to five pixels; between two tournaments it showed points that nobody had; and it had no scale."""
    text = made()
    labels = re.search(r'aria-label="Points so far: ([^"]+)"', text)
    below = re.search(r'<ul class="ends".*?</ul>', text)
    assert labels
    assert below
    assert re.sub(r"<[^>]+>|● ", "", below[0].replace("</li>", ", ")).removesuffix(", ") == labels[1]
    for line in re.findall(r'<polyline points="([^"]+)"', text):
        points = [tuple(map(int, point.split(","))) for point in line.split()]
        assert points == sorted(points, key=lambda point: (point[0], -point[1]))
        assert all(one[0] == other[0] or one[1] == other[1] for one, other in pairwise(points))
    assert re.findall(r'y="383">([^<]+)<', text) == ["May", "Jun", "Jul"]
    assert re.findall(r'text-anchor="end">([^<]+)<', text) == ["0", "5", "10", "15"]


def test_numbers_and_names_at_the_lines_ends_stand_apart_within_the_chart() -> None:
    """On a phone the third, fourth and fifth lay on each other."""
    won = {f"{name} Rossi@{name}": points for name, points in zip("abcde", (50, 49, 1, 1, 1), strict=True)}
    lines = [(name, [(date(2007, 5, 1), points), (date(2030, 7, 1), 0)]) for name, points in won.items()]
    text = _race(lines, date(2007, 5, 1), date(2030, 7, 1), catalog("en"))
    for kind, least in (("near", 26), ("end", 17)):
        ys = [int(y) for y in re.findall(rf'<text x="\d+" y="(\d+)" class="{kind}"', text)]
        assert len(ys) == 5
        assert all(other - one >= least for one, other in pairwise(ys))
        assert max(ys) <= 400
    assert len(re.findall(r'y="383">[A-Z]', text)) <= 12


def test_namesakes_are_told_apart_by_their_region() -> None:
    """Two parts stood below the same name, and nothing said which was whose."""
    asti, roma = tournament("Anna Rossi@a", day="2007-05-01"), tournament("Anna Rossi@b", day="2007-07-01", region="Lazio")
    homes = (("Piemonte", asti), ("Lazio", roma))
    entries = [replace(one, results=tuple(replace(line, region=home) for line in one.results)) for home, one in homes]
    found, _ = season(*entries), catalog("en")
    text = season_page(season_tables(found, (), (), _), found.careers, _, "Season", str)
    assert re.findall(r'<h3>Anna Rossi</h3><span class="aside">(.*?)</span>', text) == [
        "Piemonte\xa0· Tournaments: 1",
        "Lazio\xa0· Tournaments: 1",
    ]


def test_each_tournament_says_how_many_played_and_who_won() -> None:
    asides = re.findall(r"· (\d+\xa0players?\xa0· [^<]+)</span>", made({"Bruno Galli": "B. G."}))
    assert asides == ["10\xa0players\xa0· won by B. G.", "10\xa0players\xa0· won by Anna Rossi"]


def test_reports_that_contradict_each_other_are_told_apart_from_those_that_count() -> None:
    """«Tournaments: 3» stood on top of two; two lines were the same in every word, and the reason was inside."""
    one, other = (tournament("Anna Rossi, Bruno Galli", file=file, day="2007-05-01", seeds=["s"]) for file in "ab")
    other = replace(other, proof=replace(other.proof, digest="0" * 32), results=other.results[::-1])
    found, _ = season(one, other, tournament("Bruno Galli, Anna Rossi", name="Roma", day="2007-07-01")), catalog("en")
    text = season_page(season_tables(found, (), (), _), found.careers, _, "Season")
    assert "· Reports: 3 · 1 counts</p>" in text
    assert found.files.tournaments == 2
    why = "does not count: another report of this tournament says something else"
    assert re.findall(rf"players\xa0· {why}\xa0· (.*?)</span>", text) == ["b", "a"]
    assert 'class="note">another report' not in text
    assert "won by Bruno Galli</span>" in text  # «· counts» on each of 22 lines said nothing


def test_a_tournament_that_was_won_and_does_not_count_for_the_championship_says_so() -> None:
    """«another regulation» stood inside, below a winner like any other; and of a session of Record nothing was said."""
    own, few = tournament("Anna Rossi, Bruno Galli", day="2007-05-01"), ("too_few_games",)
    other = replace(tournament("Bruno Galli, Anna Rossi", file="x", day="2007-06-01"), regulation="record", objections=few)
    found, _ = season(own, other), catalog("en")
    text = season_page(season_tables(found, (), (), _), found.careers, _, "Season")
    why = "does not count for the championship: another regulation, fewer games than players"
    assert re.findall(r"won by [^<]+", text) == [f"won by Bruno Galli\xa0· {why}", "won by Anna Rossi"]


def test_a_player_without_a_place_is_said_to_have_left_and_numbers_say_what_they_count() -> None:
    """«5 12/29 · 6 16/35» could not be read, a best game had no unit, and a tournament stood there without a word."""
    own = tournament("Anna Rossi, Bruno Galli", day="2007-05-01")
    first, second, *others = own.results
    first = replace(first, played={"sheriff": (3, 1), "5": (29, 12), "6": (1, 0)}, best=4500)
    second = replace(second, final=None, status="withdrawn", best=7, unit="points")
    found, _ = season(replace(own, results=(first, second, *others))), catalog("en")
    text = season_page(season_tables(found, (), (), _), found.careers, _, "Season").replace("\xa0", " ")
    assert '<li class="note">Games won by role – Sheriff: 1 of 3</li>' in text
    assert '<li class="note">Games won by size of table – 5 players: 12 of 29 · 6 players: 0 of 1</li>' in text
    assert "Best games: 4,500 $<" in text
    assert "Best games: 7 points<" in text
    assert re.search(r"<li>1 May 2007 <a[^>]*>[^<]*</a> · withdrawn", text)
    row = re.search(r'<td class="place"[^>]*>([^<]*)</td><th[^>]*><a[^>]*>Bruno Galli<.*?>([^<>]*)</td></tr>', text)
    assert (row and row.groups()) == ("–", "withdrawn")  # the table had neither a place nor a word


def test_where_no_tournament_counts_the_page_says_why_on_top() -> None:
    def head(why: str) -> str:
        own, _ = dict(season_tables(whole(), (), (), catalog("en"))), catalog("en")
        at = SEASON_TABLES["Tournaments"][1].index("why")
        own["Tournaments"] = [(*row[:at], why, *row[at + 1 :]) for row in own["Tournaments"]]
        return season_page(own, {}, _, "Season").partition("<main>")[0]

    more = "The tables show the results all the same."  # they stood there without a word
    assert f"<p>No tournament counts for the championship: not finished. {more}</p>" in head("not finished")
    assert "counts" not in head("").partition("</style>")[2]


def test_the_head_says_from_when_to_when_and_the_table_who_goes_to_the_final() -> None:
    """Nobody saw how old a page was; and only the terminal's lines said who has a place."""
    text = made()
    own = season_tables(whole(), (), (), catalog("en"))
    assert "<p>1 May 2007 – 1 Jul 2007 · Tournaments: 2</p>" in text
    going = {row[4] for row in own["Qualified"] if row[3]}
    nationals = text.partition('id="National"')[2].partition("</section>")[0]
    assert going
    assert {unescape(name) for name in re.findall(r">([^<]+)</a> ★", nationals)} == going


def test_equal_points_say_what_separates_them_and_one_table_is_no_tables() -> None:
    first = tournament("Anna Rossi@a, Bruno Galli", day="2007-05-01", scores=[3000, 100])
    found, _ = season(first, tournament("Bruno Galli, Anna Rossi@a", day="2007-07-01", scores=[200, 100])), catalog("en")
    texts = [
        season_page({**season_tables(found, (), (), _), "Season": [("", "", value)]}, found.careers, _, "Season")
        for value in ("all points added up", "the average place")
    ]
    placed = [(row[7], row[1], row[3], row[10]) for row in season_tables(found, (), (), _)["National"] if row[1]]
    (most, one, anna, more), (same, two, bruno, less) = placed[:2]
    assert (most, anna, one, bruno, two) == (same, "Anna Rossi", 1, "Bruno Galli", 2)
    sums, means = (re.findall(r">at equal points: ([\d,]+) \$<", text) for text in texts)
    assert (sums[:2], means) == ([f"{more:,.0f}", f"{less:,.0f}"], [])
    assert "National table<" in texts[0]
    assert "National tables" not in texts[0]


def test_a_single_day_has_no_race() -> None:
    own = season(tournament("Anna Rossi, Bruno Galli", name="Asti", day="2007-05-01"))
    _ = catalog("en")
    assert "<svg" in made()
    assert "<svg" not in season_page(season_tables(own, (), (), _), own.careers, _, "Season")
