"""The results page has the numbers of `standings --json` and of `export`; nothing breaks out of it, nothing is told too early."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import unescape
from typing import Any, Final, cast

import pytest

from bangxl.interchange.dump import spoken_digest, standings_json, tournament_json
from bangxl.locale.catalog import LANGUAGES, one_line
from bangxl.referto.report import Report, report_of
from bangxl.tournament.finals import duel_in, match_winner
from bangxl.tournament.model import Event, EventType, Game, Moment, Outcome, Player, Seat, Tournament
from bangxl.tournament.state import State
from bangxl.tournament.statistics import statistics
from bangxl.web.results import is_results_page, results_page
from bangxl.workbook.read import Contents
from bangxl.workbook.words import HEADS
from tests.referto.referti import WRITTEN, contents, eventful
from tests.web.pages import HOUSES, REFERTO, REGULATIONS, Element, facts, number, page_of, read, shown

ALL: Final = (*REGULATIONS, *HOUSES)
HOSTILE: Final = (
    '<script>alert("x")</script>', "</td></table><h1>Winner</h1>", "A & B &amp; C", "\" onclick='alert(1)' x=\"", "<!-- Anna",
    "]]>", "&#0;",
    "Anna\x00Rossi\x1b[2J", "half \ud83d a sign", "\u202eesrever", "javascript:alert(1)", "<style>*{display:none}</style>",
)  # fmt: skip


def standings_of(report: Report) -> dict[str, Any]:
    return cast("dict[str, Any]", standings_json(report.state))


def export_of(report: Report) -> dict[str, Any]:
    return cast("dict[str, Any]", tournament_json(report.state))


def rows_in(page: Element, part: str) -> list[dict[str, str]]:
    return next(page.one(part).all("table")).rows()


@pytest.mark.parametrize("name", ALL)
class TestNumbers:
    def test_the_standings_are_those_of_the_json(self, name: str) -> None:
        report = facts(name)
        told = standings_of(report)["rows"]
        shown_rows = rows_in(page_of(name), "standings")
        best = {row["rank"] for row in told if row["player"] in standings_of(report)["qualifiers"] or report.rulebook.lots_decide}
        places = [row["place" if row["rank"] in best else "rank"] for row in told]  # the rank is shared where no lot decides
        assert [row["Place"] for row in shown_rows] == ["–" if place is None else str(place) for place in places]
        head = "Score per game" if report.rulebook.score.per_game else "Score"
        assert [row[head] for row in shown_rows] == [row["score_exact"] for row in told]
        assert [int(row["Games"]) for row in shown_rows] == [row["games"] for row in told]
        for code in report.rulebook.criteria:
            if code != "games":
                exact = ["–" if row["criteria"][code] is None else str(row["criteria"][code]) for row in told]
                assert [row[one_line(HEADS[code])] for row in shown_rows] == exact, code
        said = re.findall(
            r"<h3>([^<]+)</h3>(?:(?!<h3>).)*?Elimination phase: place (\d+)", results_page(report, REFERTO), re.DOTALL
        )
        assert {unescape(player): place for player, place in said}.items() <= {
            (row["Player"], row["Place"]) for row in shown_rows
        }
        assert bool(said) == report.rulebook.has_finals

    def test_the_final_ranking_and_the_prizes_too(self, name: str) -> None:
        report = facts(name)
        told = standings_of(report)
        rows, names = rows_in(page_of(name), "ranking"), report.names
        placed, left = ([row for row in rows if (row["Place"] == "–") is gone] for gone in (False, True))
        others = {row["Player"].split(" · ")[0] for row in placed}
        withdrawn = {names[row["player"]] for row in told["rows"] if row["place"] is None} - others
        assert {row["Player"].split(" · ")[0] for row in left} == withdrawn
        assert [(int(row["Place"]), row["Player"].split(" · ")[0]) for row in placed] == [
            (one["place"], names[one["player"]]) for one in told["final_ranking"]
        ]
        prizes = {row["Player"]: number(row["Prize"]) for row in placed if row.get("Prize")}
        assert prizes == {names[player]: amount for player, amount in told["prizes"].items()}

    def test_every_record_sheet_is_that_of_the_export(self, name: str) -> None:
        report = facts(name)
        tables = [table.rows() for table in page_of(name).one("rounds").all("table")]
        games = export_of(report)["games"]
        assert [[seat(row) for row in rows] for rows in tables] == [
            [expected(report.names, one) for one in game["seats"]] for game in games
        ]

    def test_everybody_finds_his_own_games(self, name: str) -> None:
        report, read_page = facts(name), page_of(name)
        for index, player in enumerate(report.ids, 1):
            own = [one for game in export_of(report)["games"] for one in game["seats"] if one["player"] == player]
            if not own:
                continue
            table = next(read_page.one(f"p{index}").all("table")).rows()
            assert [seat(row)[1:] for row in table] == [expected(report.names, one)[1:] for one in own]

    def test_he_finds_whom_he_met(self, name: str) -> None:
        report, read_page = facts(name), page_of(name)
        for index, player in enumerate(report.ids, 1):
            met = Counter(
                report.names[one.player]
                for game in report.tournament.games
                if player in {one.player for one in game.seats}
                for one in game.seats
                if one.player != player
            )
            own = [one for one in read_page.everything() if one.attributes.get("id") == f"p{index}"]
            lists = [one for part in own for one in part.all("ul") if one.attributes.get("class") == "names"]
            told = [item.text for one in lists for item in one.all("li")]
            assert Counter(dict(map(times, told))) == met

    def test_he_finds_his_duels_with_his_own_score_first(self, name: str) -> None:
        """The loser's part once told the winner's score as if it were his."""
        report, read_page = facts(name), page_of(name)
        finals = report.tournament.finals
        duels = [duel for duel in finals.duels if isinstance(duel.score_a, int)] if finals else []
        for index, player in enumerate(report.ids, 1):
            own = [duel for duel in duels if player in {duel.player_a, duel.player_b}]
            scores = [(one.score_a, one.score_b) if one.player_a == player else (one.score_b, one.score_a) for one in own]
            told = [item.text for item in read_page.one(f"p{index}").all("li") if "\N{NO-BREAK SPACE}: " in item.text]
            assert [text.rpartition(", ")[2] for text in told] == [f"{mine}\N{NO-BREAK SPACE}: {his}" for mine, his in scores]


def seat(row: Mapping[str, str]) -> tuple[object, ...]:
    """Who, as what, which character; what he bid, was paid and owned."""
    amounts = tuple(number(row[key]) for key in ("Before", "Bid", "Winnings", "After") if key in row and row[key] != "–")
    return row.get("Player", ""), row["Role"].lower(), row["Character"], amounts


def expected(names: Mapping[str, str], seat: Mapping[str, Any]) -> tuple[object, ...]:
    """The same of a seat of the export."""
    money: Sequence[int] = seat.get("bankroll", ())
    bid = [seat["bid"]] if seat.get("bid") is not None else []
    amounts = (*money[:1], *bid, seat["payout"], *money[1:])
    return names[seat["player"]], seat["role"], seat.get("character", "–"), amounts


def times(told: str) -> tuple[str, int]:
    name, _, count = told.partition(" × ")
    return name, int(count or 1)


@pytest.mark.parametrize("name", ALL)
def test_champion_podium_digest_and_seeds_are_there(name: str) -> None:
    report = facts(name)
    read_page = page_of(name)
    first = [placed for placed in report.ranking if placed.place <= 3]
    champions = [one.text for one in read_page.one("champion").all("strong")]
    assert set(champions) <= {report.names[placed.player] for placed in report.ranking}
    assert champions or not any(placed.place == 1 for placed in first)
    steps = [next(item.all("a")).text for item in read_page.one("champion").all("li")]
    assert steps == [report.names[placed.player] for placed in first]
    proof = read_page.one("proof")
    assert f'bangxl verify {REFERTO} --against "{spoken_digest(report.digest)}"' in proof.text
    seeds = [row["Seed"] for row in next(proof.all("table")).rows()]  # a dash where there is a code and no draw
    assert [seed for seed in seeds if seed != "–"] == [draw.rng_seed for draw in report.tournament.draws]


@pytest.mark.parametrize("name", ALL)
def test_every_link_leads_somewhere_on_the_page(name: str) -> None:
    read_page = page_of(name)
    ids = Counter(one.attributes["id"] for one in read_page.everything() if one.attributes.get("id"))
    assert set(ids.values()) == {1}
    links = {str(link.attributes["href"]) for link in read_page.all("a")}
    assert {link.removeprefix("#") for link in links} <= ids.keys()
    labels = {one.attributes["aria-labelledby"] for one in read_page.everything() if "aria-labelledby" in one.attributes}
    assert labels <= ids.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_workbooks_language(language: str) -> None:
    text = results_page(report_of(contents("italy-2010", language=language), WRITTEN), REFERTO)
    assert next(read(text).all("html")).attributes["lang"] == language
    assert is_results_page(text.encode())


def test_points_are_counted_in_the_regulations_unit() -> None:
    text = results_page(facts("konajka"), REFERTO)
    assert facts("konajka").rulebook.unit != "$"
    assert "$" not in text
    assert facts("konajka").rulebook.unit in next(shown(facts("konajka")).one("standings").all("data")).text


def hostile(told: Contents) -> Contents:
    """Whatever people type, typed by an enemy."""
    bad = HOSTILE * 3
    people = tuple(replace(player, name=f"{bad[n]}{n}", region=bad[n]) for n, player in enumerate(told.tournament.players))
    event = replace(told.tournament.event, name=bad[0], place=bad[1], region=bad[2], date=bad[3], organiser=bad[4])
    games = tuple(_misspelt(game) for game in told.tournament.games)
    draws = tuple(replace(draw, rng_seed=bad[0], public_value=bad[3]) for draw in told.tournament.draws)
    return replace(told, tournament=replace(told.tournament, players=people, event=event, games=games, draws=draws))


def _misspelt(game: Game) -> Game:
    return replace(game, seats=tuple(replace(seat, character=HOSTILE[0] + seat.character) for seat in game.seats))


def skeleton(read_page: Element) -> list[tuple[str, tuple[str, ...]]]:
    return sorted((one.name, tuple(sorted(one.attributes))) for one in read_page.everything() if one.name != "time")


class TestHostileNames:
    @pytest.mark.parametrize("interim", [False, True])
    def test_they_are_texts_and_nothing_else(self, *, interim: bool) -> None:
        told = contents("italy-2010")
        plain = results_page(replace(report_of(told, WRITTEN), interim=interim), REFERTO)
        text = results_page(replace(report_of(hostile(told), WRITTEN), interim=interim), REFERTO)
        assert skeleton(read(text)) == skeleton(read(plain))
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]", text)
        text.encode()

    def test_they_are_read_as_they_were_typed(self) -> None:
        heads = [one.text for one in shown(report_of(hostile(contents("italy-2010")), WRITTEN)).one("players").all("h3")]
        assert {f"{HOSTILE[0]}0", f"{HOSTILE[1]}1", f"{HOSTILE[2]}2", "Anna\ufffdRossi\ufffd[2J7"} <= set(heads)


@pytest.mark.parametrize("name", ALL)
def test_nobodys_address_is_there(name: str) -> None:
    report = facts(name)
    people = tuple(replace(player, email=f"{player.id}@example.org") for player in report.tournament.players)
    event = replace(report.tournament.event, report_to="office@example.org")
    with_mail = replace(report.state, tournament=replace(report.tournament, players=people, event=event))
    text = results_page(replace(report, state=with_mail, addresses=True), REFERTO)
    assert "@" not in text.split("<body>")[1]
    assert "example.org" not in text


def test_why_somebody_left_is_not_told() -> None:
    told = eventful("italy-2010", 10, "en")
    reasons = {event.reason for event in told.tournament.events if event.reason}
    text = results_page(report_of(told, WRITTEN), REFERTO)
    assert reasons
    assert not any(reason in text for reason in reasons)


def test_a_finalist_who_was_ejected_is_called_so_wherever_the_name_stands() -> None:
    """He was «withdrawn» after the last round, and the final ranking did not mark him at all."""
    told = contents("italy-2010")
    duel = duel_in(told.tournament, "SF1")
    assert duel is not None
    (loser,) = {duel.player_a, duel.player_b} - {match_winner(State(told.tournament, told.rulebook), "SF1")}
    event = Event(EventType.EJECTION, loser, moment=Moment.DURING_DUEL, match="SF1", reason="cheating")
    report = report_of(replace(told, tournament=replace(told.tournament, events=(event,))), WRITTEN)
    whole, name = read(results_page(report, REFERTO)), report.names[loser]
    for part, column in (("ranking", "Player"), ("standings", "Remarks")):
        (row,) = (row for row in rows_in(whole, part) if row["Player"].startswith(name))
        assert row[column].endswith("ejected")
    assert [row["Players"].count("ejected") for row in rows_in(whole, "finals")] == [1, 0, 0]  # nor in the finals
    text = results_page(report, REFERTO)
    assert re.search(rf">{name}</a> <span class=\"aside whole\">· ejected</span>", text.partition("</ol>")[0])  # on the podium
    assert re.search(r"\.whole\{[^}]*margin:0", text)  # the word made its line of the ranking taller than the others
    assert "ejected · Semifinal 1" in text
    assert re.search(rf"<h3>{name}</h3><span class=\"aside\">Place 3\xa0· ejected<", text)
    assert "withdrawn" not in text


def test_the_games_of_a_table_of_five_make_the_score() -> None:
    """What such a table gives once was missing, so that a player's winnings were less than the points below them."""
    text = results_page(report_of(contents("germany"), WRITTEN), REFERTO)
    assert text.count("<li>For a table of 5: 1,400\N{NO-BREAK SPACE}$</li>") == 20


def test_without_a_deputy_the_sheriff_has_won_alone() -> None:
    """The paper said so, the page «Sheriff and Deputy»."""
    assert "Sheriff and Deputy" not in results_page(facts("record-international"), REFERTO)
    told = contents("germany")
    stages = tuple(replace(game, outcome=Outcome.LAW) if game.size == 4 else game for game in told.tournament.stages)
    text = results_page(report_of(replace(told, tournament=replace(told.tournament, stages=stages)), WRITTEN), REFERTO)
    said = {game.size: re.search(f"Stage {game.round}, table {game.table}: ([^<]*)", text) for game in stages[:3]}
    assert {size: found[1] if found else "" for size, found in said.items()} == {5: "Outlaws", 4: "Sheriff"}


class TestBeforeTheEnd:
    @pytest.mark.parametrize("name", REGULATIONS)
    def test_it_shows_seats_and_nothing_that_was_played(self, name: str) -> None:
        told = contents(name)
        unpublished = replace(told, tournament=_unpublished(told.tournament))
        without = results_page(report_of(unpublished, WRITTEN, interim=True), REFERTO)
        blank = replace(unpublished, tournament=_unplayed(unpublished.tournament))
        assert results_page(report_of(unpublished, WRITTEN, interim=True, results=True), REFERTO) == without
        assert results_page(report_of(blank, WRITTEN, interim=True), REFERTO) == without
        body = without.split("<body>")[1]
        assert "INTERIM" in body
        assert not {"Sheriff", "Outlaw", "Winnings", "$", "Seed", *told.rulebook.characters} & set(
            re.findall(r"[\w' ]+|\$", body)
        )

    def test_after_the_publication_an_interim_one_still_shows_seats_only(self) -> None:
        told = contents("italy-2010")
        before = replace(told, tournament=_unpublished(told.tournament))
        assert results_page(report_of(told, WRITTEN, interim=True), REFERTO) == results_page(
            report_of(before, WRITTEN, interim=True), REFERTO
        )

    def test_everybody_finds_his_seat(self) -> None:
        told = contents("italy-2010")
        read_page = shown(report_of(told, WRITTEN, interim=True))
        lines = [(row["Seat"], row["Player"]) for table in read_page.one("rounds").all("table") for row in table.rows()]
        names = report_of(told, WRITTEN).names
        games = sorted(told.tournament.games, key=lambda game: (game.round, game.table))
        assert lines == [(str(seat.number), names[seat.player]) for game in games for seat in game.seats]

    def test_before_the_first_round_it_says_so(self) -> None:
        told = contents("italy-2010")
        nothing = replace(_unpublished(told.tournament), games=(), draws=())
        assert "No round is seated yet." in results_page(
            report_of(replace(told, tournament=nothing), WRITTEN, interim=True), REFERTO
        )


def _unpublished(tournament: Tournament) -> Tournament:
    return replace(tournament, finals=None, stages=())


def _unplayed(tournament: Tournament) -> Tournament:
    """Nobody has written anything on a record sheet."""
    seats = (tuple(Seat(seat.number, seat.player) for seat in game.seats) for game in tournament.games)
    games = (Game(game.round, game.table, there) for game, there in zip(tournament.games, seats, strict=True))
    return replace(tournament, games=tuple(games))


@pytest.mark.parametrize("name", ALL)
def test_the_same_facts_give_the_same_page(name: str) -> None:
    report = facts(name)
    again = replace(report, state=replace(report.state), written="2027-01-01T00:00:00Z")
    assert results_page(report, REFERTO) == results_page(again, REFERTO)


def test_two_of_one_name_are_told_apart() -> None:
    told = contents("italy-2010")
    first, second, *others = told.tournament.players
    people: tuple[Player, ...] = (first, replace(second, name=first.name), *others)
    report = report_of(replace(told, tournament=replace(told.tournament, players=people)), WRITTEN)
    heads = [one.text for one in shown(report).all("h3")]
    assert {f"{first.name} ({first.id})", f"{first.name} ({second.id})"} <= set(heads)


@pytest.mark.parametrize("name", ALL)
def test_what_the_games_tell_is_what_the_referto_says(name: str) -> None:
    told = statistics(facts(name).state)
    tables = [table.rows() for table in page_of(name).one("figures").all("table")]
    roles, seats, characters = tables if told.characters else (*tables, [])
    assert [(row["Role"].lower(), int(row["Games"]), int(row["Alive"])) for row in roles] == [
        (line.role, line.seats, line.alive) for line in told.roles
    ]
    assert [(int(row["Seat"]), int(row["Games"]), int(row["Wins"])) for row in seats] == [
        (line.seat, line.games, line.won) for line in told.seats
    ]
    assert [(row["Character"], number(row["Winnings, in all"])) for row in characters] == [
        (line.name, line.paid) for line in told.characters
    ]
