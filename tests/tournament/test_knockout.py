"""The knock-out of the German championship: who is in it, who plays on, and who is where at the end."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

import pytest

from bangxl.tournament import knockout
from bangxl.tournament.lots import lot_order
from bangxl.tournament.model import Event, EventType, Finals, Game, Moment, Outcome, Player, Seat, Status, Tournament
from bangxl.tournament.rulebook import Knockout, Rulebook
from bangxl.tournament.standings import StandingsRow, standings
from bangxl.tournament.state import State
from tests.tournament.builders import ids
from tests.tournament.rules import CARDS, GERMANY, ITALY

LAW, OUTLAWS, RENEGADE = Outcome


def rules() -> Knockout:
    assert GERMANY.knockout is not None
    return GERMANY.knockout


def rows(players: Sequence[str]) -> tuple[StandingsRow, ...]:
    return tuple(
        StandingsRow(player, place, place, tied=False, status="active", score=Fraction(-place), games=5, criteria={})
        for place, player in enumerate(players, 1)
    )


def twenty(*stages: Game, events: Sequence[Event] = ()) -> Tournament:
    """Twenty players at four tables, who end in the order of their ids; the standings are published."""
    tables = {table: ids(5 * table - 4, 5 * table) for table in range(1, 5)}
    players = tuple(Player(player) for player in ids(1, 20))
    return Tournament("germany", players=players, start_tables=tables, stages=stages, events=tuple(events), finals=Finals())


ROWS: Final = rows(ids(1, 20))


def supposed(tournament: Tournament, rulebook: Rulebook = GERMANY, standing: Sequence[StandingsRow] = ROWS) -> State:
    """The tournament, with these standings as those of its elimination phase."""
    return State(tournament, rulebook).with_fact(standings, tuple(standing))


TEN: Final = (*ids(1, 8), "P011", "P016")
"""Who is through: the best of each table (P001, P006, P011, P016), and the next six."""


def played(stage: int, table: int, players: Sequence[str], outcome: Outcome | None) -> Game:
    """A table of the knock-out, roles dealt in the order of CARDS; everybody is dead, whoever wins."""
    seats = (Seat(n, p, role, Status.ELIMINATED) for n, (p, role) in enumerate(zip(players, CARDS[len(players)], strict=True), 1))
    return Game(stage, table, tuple(seats), outcome)


def small(stage: int, players: Sequence[str], winner: str = "") -> Game:
    return Game(stage, 1, tuple(Seat(n, player) for n, player in enumerate(players, 1)), winner=winner)


def leaves(player: str, stage: int, moment: Moment = Moment.BEFORE_DUEL) -> Event:
    return Event(EventType.WITHDRAWAL, player, moment, match=f"Stage{stage}")


FIRST: Final = (played(1, 1, ("P016", *ids(1, 4)), LAW), played(1, 2, ("P005", "P011", "P006", "P007", "P008"), OUTLAWS))
"""P016 and P001 go on from table 1, P006 and P007 from table 2."""


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (21, (7, 7, 7)), (18, (6, 6, 6)), (15, (5, 5, 5)), (12, (6, 6)), (10, (5, 5)), (9, (5, 4)), (8, (4, 4)),
        (7, (7,)), (4, (4,)), (3, (3,)), (2, (2,)), (1, ()), (0, ()),
    ],
)  # fmt: skip
def test_de_5_tables_of_a_stage(players: int, sizes: tuple[int, ...]) -> None:
    """DE-5: the fewest tables of seven at most, balanced."""
    assert knockout.stage_sizes(rules(), players) == sizes


@pytest.mark.parametrize(
    ("capacity", "tables"), [(126, (3, 2, 1, 1)), (80, (3, 2, 1, 1)), (64, (3, 1, 1)), (54, (2, 1, 1)), (20, (2, 1, 1))]
)
def test_sheets_that_a_workbook_needs(capacity: int, tables: tuple[int, ...]) -> None:
    """21 → 7 7 7 → nine at most → 5 4 → four → two. 15 → 5 5 5 → six. 12 → 6 6 → six. 10 → 5 5 → four."""
    assert knockout.stages(GERMANY, capacity) == tables


def test_seats_at_each_table() -> None:
    """The second stage can be one table of seven, or two of at most five and four; no table is larger than in any case."""
    assert knockout.seats_at_stages(GERMANY, 126) == ((7, 7, 7), (7, 4), (4,), (2,))


def test_no_knockout_no_sheets() -> None:
    assert knockout.stages(ITALY, 50) == ()
    assert knockout.knockout_players(supposed(twenty(), ITALY, ROWS)) == ()
    assert knockout.open_characters(ITALY, "dice", 1) == ()


def test_the_best_of_each_table_and_the_next_best_are_through() -> None:
    assert knockout.knockout_players(supposed(twenty())) == TEN


def test_de_9_a_table_that_everybody_has_left_sends_nobody() -> None:
    """Sixteen are ranked: three tables have a best one, the others follow by place up to ten."""
    assert knockout.knockout_players(supposed(twenty(), GERMANY, rows(ids(1, 15)))) == (*ids(1, 9), "P011")


def test_never_fewer_than_the_tables() -> None:
    """The table's number is 10; of eleven tables eleven come."""
    tables = {table: (f"P{table:03}",) for table in range(1, 12)}
    assert len(knockout.knockout_players(supposed(replace(twenty(), start_tables=tables)))) == 11


def test_fewer_left_than_places() -> None:
    assert knockout.knockout_players(supposed(twenty(), GERMANY, rows(("P009", "P001", "P002")))) == ("P009", "P001", "P002")
    assert knockout.knockout_players(supposed(twenty(), GERMANY, ())) == ()


@pytest.mark.parametrize(
    ("outcome", "won"), [(LAW, ("P001", "P002")), (OUTLAWS, ("P003", "P004")), (RENEGADE, ("P005",)), (None, ())]
)
def test_the_winning_side_plays_on_dead_or_alive(outcome: Outcome | None, won: tuple[str, ...]) -> None:
    """K.O.-Runde: "Dabei spielt es keine Rolle, ob man am Ende der Runde noch Lebenspunkte übrig hatte"."""
    assert knockout.winners(played(1, 1, ids(1, 5), outcome)) == won


@pytest.mark.parametrize("typed", ["", "P009"])
def test_two_or_three_are_open_until_one_of_them_has_won(typed: str) -> None:
    assert not knockout.is_complete(small(3, ids(1, 3), typed))
    assert knockout.winners(small(3, ids(1, 3), typed)) == ()
    assert knockout.winners(small(3, ids(1, 3), "P002")) == ("P002",)


def test_survivors() -> None:
    assert knockout.survivors(supposed(twenty()), 0) == TEN
    assert knockout.survivors(supposed(twenty(*FIRST)), 1) == ("P001", "P006", "P007", "P016")


def test_who_leaves_before_a_stage_does_not_play_it() -> None:
    left = (leaves("P002", 1), leaves("P006", 2))
    assert knockout.survivors(supposed(twenty(events=left)), 0) == tuple(p for p in TEN if p != "P002")
    assert knockout.survivors(supposed(twenty(*FIRST, events=left)), 1) == ("P001", "P007", "P016")


def test_who_leaves_during_a_stage_wins_for_the_others_only() -> None:
    """He plays on passively; his Outlaws win, and he stays out."""
    left = [leaves("P006", 1, Moment.DURING_DUEL)]
    assert knockout.survivors(supposed(twenty(events=left)), 0) == TEN
    assert knockout.survivors(supposed(twenty(*FIRST, events=left)), 1) == ("P001", "P007", "P016")


def test_choice_follows_the_ranking() -> None:
    assert knockout.choice_order(supposed(twenty()), 1) == TEN
    assert knockout.choice_order(supposed(twenty(*FIRST)), 2) == ("P001", "P006", "P007", "P016")


def test_de_6_renegade_winners_choose_first() -> None:
    """Two Renegades of one stage keep their order at the top; the winner of a later stage comes before them (DE-7)."""
    first = (played(1, 1, (*ids(1, 4), "P016"), RENEGADE), played(1, 2, (*ids(5, 8), "P011"), RENEGADE))
    other = played(1, 3, ("P012", "P017", *ids(13, 15)), LAW)
    places = rows((*ids(1, 8), "P011", "P012", "P016", "P017", *ids(13, 15)))
    tables = {1: tuple(row.player for row in places)}
    tournament = replace(twenty(*first, other), start_tables=tables)
    many = replace(GERMANY, knockout=replace(rules(), by_players=((1, 126, 15),)))
    assert knockout.choice_order(supposed(tournament, many, places), 2) == ("P011", "P016", "P012", "P017")
    second = played(2, 1, ("P011", "P012", "P016", "P017"), RENEGADE)
    assert knockout.choice_order(supposed(replace(tournament, stages=(*first, other, second)), many, places), 3) == ("P017",)


def test_a_seated_stage_keeps_its_players() -> None:
    """Who leaves after the draw still stands on the sheet."""
    second = played(2, 1, ("P007", "P016", "P001", "P006"), None)
    tournament = twenty(*FIRST, second, events=[leaves("P001", 2)])
    assert knockout.choice_order(supposed(tournament), 2) == ("P001", "P006", "P007", "P016")


def test_seats_by_lot() -> None:
    """docs/draw.md §5."""
    order = tuple(lot_order("dice", "stage 2 seat", ids(1, 9)))
    assert knockout.stage_tables(ids(1, 9), (5, 4), "dice", 2) == (order[:5], order[5:])
    assert knockout.stage_tables(ids(1, 9), (5, 4), "dice", 3) != (order[:5], order[5:])


def test_the_game_of_two_shows_eight_characters_without_vulture_sam() -> None:
    shown = knockout.open_characters(GERMANY, "dice", 3)
    assert len(set(shown)) == 8
    assert set(shown) < set(GERMANY.characters)
    assert all("Vulture Sam" not in knockout.open_characters(GERMANY, str(seed), 3) for seed in range(20))
    order = lot_order("dice", "stage 3 characters", [name for name in GERMANY.characters if name != "Vulture Sam"])
    assert shown == tuple(order[:8])


SECOND: Final = played(2, 1, ("P007", "P001", "P006", "P016"), OUTLAWS)
"""P001 and P006 go on."""


@pytest.mark.parametrize(
    ("stages", "expected"),
    [
        ((), None), (FIRST[:1], None), (FIRST, None), ((*FIRST, replace(SECOND, outcome=None)), None), ((*FIRST, SECOND), None),
        ((*FIRST, SECOND, small(3, ("P006", "P001"))), None), ((*FIRST, SECOND, small(3, ("P006", "P001"), "P001")), "P001"),
        ((*FIRST, replace(SECOND, outcome=RENEGADE)), "P016"),
    ],
)  # fmt: skip
def test_champion(stages: tuple[Game, ...], expected: str | None) -> None:
    """One is left: after a game of two, or because the Renegade has won the last table."""
    assert knockout.champion(supposed(twenty(*stages))) == expected


def test_no_champion_before_the_standings_are_published() -> None:
    assert knockout.champion(supposed(replace(twenty(), finals=None))) is None


def test_the_last_one_who_stays_is_champion() -> None:
    stayed = twenty(*FIRST, SECOND, events=[leaves("P001", 3)])
    assert knockout.champion(supposed(stayed)) == "P006"
    assert knockout.by_elimination(supposed(stayed))[:4] == ("P006", "P001", "P007", "P016")


def test_nobody_stays() -> None:
    gone = twenty(*FIRST, SECOND, events=[leaves("P001", 3), leaves("P006", 3)])
    assert knockout.champion(supposed(gone)) == ""
    assert knockout.by_elimination(supposed(gone))[:4] == ("P001", "P006", "P007", "P016")


def test_de_8_later_out_is_better_then_the_place_of_the_elimination_phase() -> None:
    """DE-7: the place is that of the elimination phase, also for who came to the front as the Renegade."""
    done = twenty(*FIRST, SECOND, small(3, ("P006", "P001"), "P006"))
    assert knockout.by_elimination(supposed(done)) == (
        "P006", "P001", "P007", "P016", "P002", "P003", "P004", "P005", "P008", "P011",
    )  # fmt: skip


def test_who_has_won_and_then_leaves_goes_out_in_the_next_stage() -> None:
    """Who leaves during a stage goes out in it, with his side winning or not; who had lost goes out where he lost."""
    left = [leaves("P016", 2), leaves("P007", 1, Moment.DURING_DUEL), leaves("P002", 2)]
    done = twenty(*FIRST, small(2, ("P006", "P001"), "P006"), events=left)
    assert knockout.by_elimination(supposed(done))[:6] == ("P006", "P001", "P016", "P002", "P003", "P004")


def test_de_13_who_leaves_before_a_stage_is_behind_everybody_who_played_it() -> None:
    """K.O.-Phase: "nach dem Zeitpunkt des Ausscheidens"; the better place of the elimination phase does not help him."""
    done = twenty(*FIRST, small(2, ("P006", "P007", "P016"), "P006"), events=[leaves("P001", 2)])
    assert knockout.by_elimination(supposed(done))[:5] == ("P006", "P007", "P016", "P001", "P002")
