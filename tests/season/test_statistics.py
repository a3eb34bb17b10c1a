"""What the games of a season tell: the counts of all tournaments that count, added up once more here."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Final

from bangxl.locale.catalog import catalog
from bangxl.season.choices import Choices
from bangxl.season.entry import Entry, Proof, entry_of
from bangxl.season.frames import frames
from bangxl.season.season import Season, season
from bangxl.season.statistics import Tally, tallies
from bangxl.tournament.model import Outcome, Role, Status
from tests.referto.referti import contents

DAYS: Final = {"High Noon": "2026-05-01", "Dodge City": "2026-06-01"}


@cache
def entry(seed: str, rulebook: str = "italy-2010", differences: int = 0) -> Entry:
    told = contents(rulebook, 0, "en", seed)
    tournament = replace(told.tournament, event=replace(told.tournament.event, name=seed, date=DAYS[seed]))
    digest = f"{seed} {rulebook} {differences}"
    return entry_of(f"{digest}.xlsx", replace(told, tournament=tournament), Proof(digest, differences))


def computed(*entries: Entry) -> Season:
    return season(entries, None, Choices(), (), ())


def only(*entries: Entry) -> Tally:
    found = computed(*entries)
    tally, *others = tallies(found.counting, found.people)
    assert not others
    return tally


def test_the_counts_of_two_tournaments_are_added_up() -> None:
    games = [game for seed in DAYS for game in contents("italy-2010", 0, "en", seed).tournament.games]
    seats = [seat for game in games for seat in game.seats]
    both = only(*map(entry, DAYS))
    assert both.games == len(games)
    won = Counter((game.size, game.outcome) for game in games)
    assert {(line.size, line.side): line.won for line in both.sides if line.won} == won
    assert sum(line.expected or 0 for line in both.sides) == len(games)
    assert {line.role: (line.seats, line.alive) for line in both.roles} == {
        role: (
            sum(seat.role is role for seat in seats),
            sum(seat.role is role and seat.status is Status.ALIVE for seat in seats),
        )
        for role in Role
    }
    assert {line.name: line.played for line in both.characters} == Counter(seat.character for seat in seats)
    assert sum(line.price for line in both.characters) == sum(seat.bid or 0 for seat in seats)


def test_the_highest_prices_say_who_paid_them_and_where() -> None:
    both = only(*map(entry, DAYS))
    bids = sorted((seat.bid or 0 for seed in DAYS for game in contents("italy-2010", 0, "en", seed).tournament.games
                   for seat in game.seats), reverse=True)  # fmt: skip
    assert [one.price.bid for one in both.prices] == bids[:5]
    for one in both.prices:
        player = next(result for result in one.entry.results if result.player == one.price.player)
        assert one.person.name == player.name


def test_a_career_is_a_persons_in_all_tournaments() -> None:
    both, seeds = only(*map(entry, DAYS)), [*DAYS]
    names = [{player.id: player.name for player in contents("italy-2010", 0, "en", seed).tournament.players} for seed in seeds]
    been = Counter(
        names[index][seat.player]
        for index, seed in enumerate(seeds)
        for game in contents("italy-2010", 0, "en", seed).tournament.games
        for seat in game.seats
        if seat.role is Role.SHERIFF
    )
    assert max(been.values()) > 1
    assert [career.games for _person, career in both.careers] == sorted(been.values(), reverse=True)[:5]
    assert all(been[person.name] == career.games for person, career in both.careers)


def test_what_does_not_count_is_not_counted() -> None:
    alone, doubtful = only(entry("High Noon")), only(entry("High Noon"), entry("Dodge City", differences=1))
    assert (doubtful.games, doubtful.sides, doubtful.roles) == (alone.games, alone.sides, alone.roles)
    assert doubtful.characters == alone.characters
    assert [one.price for one in doubtful.prices] == [one.price for one in alone.prices]
    assert [career.games for _person, career in doubtful.careers] == [career.games for _person, career in alone.careers]


def test_each_regulation_has_its_own() -> None:
    found = computed(entry("High Noon"), entry("Dodge City", "germany"))
    german, italian = tallies(found.counting, found.people)
    assert (german.title, italian.title) == (entry("Dodge City", "germany").title, entry("High Noon").title)
    assert german.prices == ()
    assert {line.side for line in italian.sides} == set(Outcome)


def test_the_table_has_a_row_for_each_count_in_the_books_language() -> None:
    found = computed(*map(entry, DAYS))
    tally = tallies(found.counting, found.people)[0]
    frame = frames(found, catalog("de"))["Statistics"]
    rows = frame.groupby("about", sort=False).size().to_dict()
    assert list(rows.values()) == [len(tally.sides), 4, len(tally.characters), 5, 5]
    roles = frame[frame["about"] == "Rollen"].set_index("what")
    assert roles.loc["Sheriff", "games"] == tally.games
    assert roles.loc["Gesetzloser", "paid"] == next(line.paid for line in tally.roles if line.role is Role.RENEGADE)
    characters = frame[frame["about"] == "Charaktere"]
    assert (characters["paid"] - characters["price"] == characters["gain"]).all()
