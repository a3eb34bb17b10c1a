"""What the games of a season tell: the counts of all tournaments that count, added up once more here."""

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Final

import pandas as pd

from bangxl.library import season_frames
from bangxl.locale.catalog import catalog
from bangxl.seasons.book import season_tables
from bangxl.seasons.choices import Choices
from bangxl.seasons.entry import Proof, RefertoEntry, entry_of
from bangxl.seasons.season import compute_season
from bangxl.tournament.model import Role, Seat, Status
from bangxl.workbook.words import word
from tests.referto.referti import contents

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
