"""The finals of Italy 2007: four or eight duellists by the tables at the start, a duel for third place, every place its own."""

from dataclasses import replace
from typing import Final

import pytest

from bangxl.tournament.finals import (
    BYE,
    bracket_of,
    characters,
    duel_in,
    duel_mode,
    final_ranking,
    is_decided,
    match_winner,
    matches_of,
    pairing,
    qualifiers,
    undrawn_characters,
)
from bangxl.tournament.lots import lot_order
from bangxl.tournament.model import Duel, EventType, Player, Tournament
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from tests.tournament.builders import finished, ids
from tests.tournament.events import duelling, with_duels, with_events, withdrawal
from tests.tournament.rules import ITALY, ITALY_2007

Q: Final = ("QF1", "QF2", "QF3", "QF4")


def fixed(tables: int, **events: str) -> Tournament:
    """Italy 2007: so many tables of five, one game each; lots make a total order. ``events``: who leaves before which match."""
    games = [finished(1, table, ids(5 * table - 4, 5 * table)) for table in range(1, tables + 1)]
    seats = {game.table: tuple(seat.player for seat in game.seats) for game in games}
    players = tuple(Player(player, player) for player in ids(1, 5 * tables))
    left = (duelling(EventType.WITHDRAWAL, player, match) for match, player in events.items())
    return Tournament("italy-2007", players=players, games=tuple(games), start_tables=seats, events=tuple(left))


def duels_of(tournament: Tournament) -> tuple[Duel, ...]:
    assert tournament.finals is not None
    return tournament.finals.duels


def eight(tournament: Tournament, *played: str) -> Tournament:
    """The bracket of 2007 seated match by match; the first side wins, the second in the matches named with a minus."""
    for match in matches_of(State(tournament, ITALY_2007)):
        pair = pairing(State(tournament, ITALY_2007), match)
        if pair is None or pair == (BYE, BYE) or not {match.code, f"-{match.code}"} & set(played):
            continue
        score = (5, 6) if f"-{match.code}" in played else (6, 5)
        before = tournament.finals.duels if tournament.finals else ()
        tournament = with_duels(tournament, *before, Duel(match.code, *pair, *score))
    return tournament


@pytest.mark.parametrize(("tables", "qualified", "duels"), [(2, 4, 4), (4, 4, 4), (5, 8, 8), (10, 8, 8)])
def test_r07_19_eight_from_five_tables_on(tables: int, qualified: int, duels: int) -> None:
    """2007: "almeno 5 tavoli" are those at the start."""
    bracket = bracket_of(State(fixed(tables), ITALY_2007))
    assert bracket is not None
    assert (bracket.qualifiers, len(bracket.matches)) == (qualified, duels)
    assert len(qualifiers(State(fixed(tables), ITALY_2007))) == qualified


def test_the_mode_where_nobody_chooses() -> None:
    assert duel_mode(State(fixed(2), ITALY_2007)) == "2007"
    assert duel_mode(State(fixed(2), replace(ITALY_2007, options={}))) == "2007"
    assert duel_mode(State(fixed(2), replace(ITALY_2007, options={}, duel_modes={}))) == ""


def test_2007_pairs() -> None:
    """Quarter-finals 1–8, 2–7, 3–6, 4–5; the winners of the first and the last meet, and so do the other two."""
    tournament = fixed(5)
    best = qualifiers(State(tournament, ITALY_2007))
    matches = {match.code: match for match in matches_of(State(tournament, ITALY_2007))}
    pairs = [pairing(State(tournament, ITALY_2007), matches[code]) for code in Q]
    assert pairs == [(best[0], best[7]), (best[1], best[6]), (best[2], best[5]), (best[3], best[4])]
    played = eight(tournament, "-QF1", *Q[1:])
    assert pairing(State(played, ITALY_2007), matches["SF1"]) == (best[7], best[3])
    assert pairing(State(played, ITALY_2007), matches["SF2"]) == (best[1], best[2])
    assert pairing(State(played, ITALY_2007), matches["P3"]) is None
    further = eight(tournament, "-QF1", *Q[1:], "SF1", "-SF2")
    assert pairing(State(further, ITALY_2007), matches["P3"]) == (best[3], best[1])
    assert pairing(State(further, ITALY_2007), matches["F"]) == (best[7], best[2])


def test_2007_places() -> None:
    """The third-place duel gives places 3 and 4; R07-12: 5 to 8 in elimination order, each his own; so is everybody behind."""
    tournament = fixed(5)
    best = qualifiers(State(tournament, ITALY_2007))
    played = eight(tournament, "-QF1", *Q[1:], "SF1", "-SF2", "-P3", "F")
    ranking = final_ranking(State(played, ITALY_2007))
    # the quarter-finals leave 8, 2, 3, 4; the semifinals 8 and 3; 2 beats 4 for the third place
    assert [placed.player for placed in ranking[:8]] == [best[i - 1] for i in (8, 3, 2, 4, 1, 5, 6, 7)]
    assert [placed.place for placed in ranking] == list(range(1, 26))
    assert [placed.player for placed in ranking[8:]] == [row.player for row in standings(State(tournament, ITALY_2007))[8:]]


@pytest.mark.parametrize("missing", ["F", "P3"])
def test_2007_nothing_is_ranked_before_both_last_duels(missing: str) -> None:
    played = eight(fixed(5), *Q, "SF1", "SF2", *({"P3", "F"} - {missing}))
    assert not is_decided(State(played, ITALY_2007))
    assert final_ranking(State(played, ITALY_2007)) == ()


def test_r07_13_who_left_in_the_semifinal_forfeits_the_third_place() -> None:
    best = qualifiers(State(fixed(2), ITALY_2007))
    played = eight(fixed(2, SF1=best[3]), "SF1", "SF2", "-P3", "F")
    duel = duel_in(played, "P3")
    assert duel is not None
    assert (duel.player_a, duel.player_b) == (best[3], best[2])
    assert match_winner(State(played, ITALY_2007), "P3") == best[2]
    unplayed = with_duels(played, *(replace(d, score_a=None, score_b=None) if d.match == "P3" else d for d in duels_of(played)))
    assert [placed.player for placed in final_ranking(State(unplayed, ITALY_2007))[:4]] == [best[i - 1] for i in (1, 2, 3, 4)]


@pytest.mark.parametrize("left", range(1, 9))
def test_r10_16_a_bracket_of_eight_with_fewer(left: int) -> None:
    """Byes where places are not taken; a match to which nobody can come is not played, and everybody who came is placed."""
    tournament = fixed(5)
    best = [row.player for row in standings(State(tournament, ITALY_2007))][:left]
    gone = (withdrawal(player.id, 1) for player in tournament.players if player.id not in best)
    played = eight(with_events(tournament, *gone), *Q, "SF1", "SF2", "-P3", "F")
    assert is_decided(State(played, ITALY_2007))
    assert [(placed.place, placed.player) for placed in final_ranking(State(played, ITALY_2007))] == list(enumerate(best, 1))


def test_2007_characters() -> None:
    """I Duelli: four are taken out and keep the score, twelve lie face up."""
    (pool,) = characters(ITALY_2007, "2007", "QF1", "dice")
    markers = undrawn_characters(ITALY_2007, "2007", "QF1", "dice")
    assert (len(pool), len(markers)) == (12, 4)
    assert pool + markers == tuple(lot_order("dice", "QF1 characters", ITALY_2007.characters))
    assert undrawn_characters(ITALY, "short", "F", "dice") == ()
    assert len(undrawn_characters(ITALY, "long", "F", "dice")) == 6
