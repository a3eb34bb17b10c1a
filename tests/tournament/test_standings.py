"""Money and ranks (1.1, 1.2): score, Buchholz, shared ranks, lots; and cuts, which send home who is not among the best."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings

from bangxl.locale.catalog import catalog
from bangxl.referto.listings import public_standings
from bangxl.tournament.advance import seat_round
from bangxl.tournament.checks import findings_of
from bangxl.tournament.finals import qualifiers, shares_rank
from bangxl.tournament.findings import Severity
from bangxl.tournament.ledger import ledger
from bangxl.tournament.lots import lot_order
from bangxl.tournament.model import Draw, Finals, Outcome, Seed, Tournament
from bangxl.tournament.progress import SeatRound, next_step
from bangxl.tournament.roster import entrants, sent_home
from bangxl.tournament.standings import StandingsRow, before_cuts, players_let_through, scores, standings
from bangxl.tournament.state import State
from tests.helpers.referee import Habits
from tests.helpers.sample import sample
from tests.helpers.strategies import any_tournaments, random_tournament, seeds
from tests.tournament.builders import entries, finished, fixed, ids, rotated, ten
from tests.tournament.events import ladder, with_events, withdrawal
from tests.tournament.rules import ALL, CUT, GERMANY, ITALY

BY_ID = {rulebook.id: rulebook for rulebook in ALL}


def story() -> Tournament:
    """Eleven players. Round 1: 6 + 5 players; P006 pays 300, then leaves. Round 2: 5 + 5 players. The Law wins everywhere.

    P001 5000 + 4500 (Sheriff of 6) = 9500 · P002 5000 + 3300 + 3000 = 11300 · P003 5000 + 2200 = 7200 · P004 P005 5000 ·
    P006 5000 − 300 = 4700 · P007 5000 + 3000 = 8000 · P008 5000 + 2200 + 3000 = 10200 · P009 5000 + 2200 = 7200 · P010 P011 5000
    """
    games = (
        finished(1, 1, ids(1, 6), bids=(0, 0, 0, 0, 0, 300)),
        finished(1, 2, ids(7, 11)),
        finished(2, 1, (*ids(2, 5), "P001")),
        finished(2, 2, (*ids(8, 11), "P007")),
    )
    return with_events(replace(entries(11), games=games), withdrawal("P006", 1))


def rows(tournament: Tournament) -> dict[str, StandingsRow]:
    return {row.player: row for row in standings(State(tournament, ITALY))}


def test_1_1_score() -> None:
    """1.1: "5.000$ iniziali, più la somma dei suoi guadagni meno i soldi spesi": the sums of `story`. Not without the 5000."""
    expected = (9500, 11300, 7200, 5000, 5000, 4700, 8000, 10200, 7200, 5000, 5000)
    assert [int(scores(State(story(), ITALY))[player]) for player in ids(1, 11)] == list(expected)


def test_r10_7_one_term_a_meeting() -> None:
    """R10-7: P007 met P008, P009, P010, P011 twice: 2 × (10200 + 7200 + 5000 + 5000) = 54800. Not 27400, each opponent once."""
    assert rows(story())["P007"].criteria == {"buchholz": 54800}


def test_r10_8_withdrawn_opponents_count() -> None:
    """R10-8: P001 met P002–P006, then P002–P005: (11300 + 7200 + 5000 + 5000 + 4700) + 28500 = 61700. Not 57000 without P006."""
    assert rows(story())["P001"].criteria == {"buchholz": 61700}
    assert rows(story())["P006"].criteria == {"buchholz": 9500 + 11300 + 7200 + 5000 + 5000}


def test_buchholz_counts_scores_as_they_are_now() -> None:
    """1.2: the sum of the opponents' scores, initial dollars and all rounds included; not what they had when they met.

    `ten`: the left table has 8000 + 10200 + 10200 + 7200 + 5000 = 40600 at the end; P001 met the other four in three rounds:
    3 × (40600 − 8000) = 97800.
    """
    assert rows(ten(3))["P001"].criteria == {"buchholz": 97800}


def test_ranks_shared_and_separated() -> None:
    """`story` in order. P003 and P009 have 7200: Buchholz 33200 + 2300 + 30800 … puts P003 (66300) before P009 (56400).
    P004, P005 (70700 both) share rank 7, places 7 and 8; P010, P011 (60800 both) share rank 9. P006 left: no rank.
    """
    found = rows(story())
    assert [(p, found[p].rank) for p in found] == [
        ("P002", 1), ("P008", 2), ("P001", 3), ("P007", 4), ("P003", 5), ("P009", 6),
        ("P004", 7), ("P005", 7), ("P010", 9), ("P011", 9), ("P006", None),
    ]  # fmt: skip
    assert [row.place for row in found.values()] == [*range(1, 11), None]
    assert [p for p in found if found[p].tied] == ["P004", "P005", "P010", "P011"]
    assert {p: found[p].criteria["buchholz"] for p in ("P003", "P009", "P004", "P010")} == {
        "P003": 66300, "P009": 56400, "P004": 70700, "P010": 60800,
    }  # fmt: skip


def test_what_separates_neighbours() -> None:
    """Nothing where the score did; the tie-break; the lot."""
    found = rows(story())
    assert {p: row.separated_by for p, row in found.items() if row.separated_by} == {
        "P009": "buchholz", "P005": "lot", "P010": "buchholz", "P011": "lot",
    }  # fmt: skip


def test_who_shares_a_rank_since_no_lot_decides() -> None:
    """R10-9: of the equals at 7 and at 9 neither is in the finals; without finals nobody's place needs a lot (G14)."""
    state = State(story(), ITALY)
    assert shares_rank(state) == {"P005", "P011"} - set(qualifiers(state))
    four = State(ten(3), ITALY)
    assert shares_rank(four) & set(qualifiers(four)) == set()
    assert {"P003", "P007", "P008"} <= shares_rank(State(ten(3), replace(ITALY, brackets=())))
    assert shares_rank(State(ten(3), replace(ITALY, brackets=(), lots_decide=True))) == set()


def test_equals_share_a_place_until_their_lots_are_drawn() -> None:
    """The page to hang up separated who seemed to play on by lots that nobody had drawn."""
    open_, top = ten(3), ("P002", "P003", "P007", "P008")
    published, by_hand = replace(open_, finals=Finals()), replace(open_, lot_order=top)
    for rulebook in (ITALY, replace(ITALY, lots_decide=True)):
        found = []
        for tournament in (open_, published, by_hand):
            listing = public_standings(State(tournament, rulebook), catalog("en"))
            found.append([(row[0], row[-1]) for row in listing.rows[:4]])
        assert found == [[(1, "")] * 4, *[[(1, ""), (2, "lot"), (3, "lot"), (4, "lot")]] * 2]


def test_r10_9_lots_by_hand() -> None:
    """R10-9: `ten` ends with P002, P003, P007, P008 equal in everything: rank 1 for all, the places by lot. Earlier wins."""
    tournament = replace(ten(3), lot_order=("P008", "P002", "P007", "P003"))
    four = standings(State(tournament, ITALY))[:4]
    assert [(row.player, row.rank, row.place, row.tied) for row in four] == [
        ("P008", 1, 1, True), ("P002", 1, 2, True), ("P007", 1, 3, True), ("P003", 1, 4, True),
    ]  # fmt: skip


def test_r10_9_a_short_lot_order_comes_before_the_others() -> None:
    """Who is not in it follows, by the seed's lot; a name twice counts where it stands first."""
    tournament = replace(ten(3), lot_order=("P008", "P003", "P008"), draws=(Draw("3", "dice"),))
    rest = lot_order("dice", "lot", ids(1, 10))
    expected = ["P008", "P003", *(p for p in rest if p in {"P002", "P007"})]
    assert [row.player for row in standings(State(tournament, ITALY))[:4]] == expected


def test_r10_9_lots_from_the_seed() -> None:
    """docs/draw.md §3: the last round's seed until the semifinals are drawn, then theirs; the purpose is ``lot``."""
    tied = ("P002", "P003", "P007", "P008")
    tournament = replace(ten(3), draws=(Draw("1", "one"), Draw("3", "three")))
    assert [row.player for row in standings(State(tournament, ITALY))[:4]] == lot_order("three", "lot", tied)
    published = replace(tournament, draws=(*tournament.draws, Draw("SF1", "semi")))
    assert [row.player for row in standings(State(published, ITALY))[:4]] == lot_order("semi", "lot", tied)


def test_official_tournament_scoring_system_who_wins_one_on_one_is_in_front() -> None:
    """ "A game one on one" in place of the lot: its winner, written as a lot by hand, passes his equals and nobody else."""
    international = BY_ID["record-international"]
    tournament = rotated(fixed(international, 5), 5, outcome=Outcome.RENEGADE)
    before = standings(State(tournament, international))
    tied = [row.player for row in before if (row.rank, row.score) == (before[-1].rank, before[-1].score)]
    assert len(tied) > 1
    after = standings(State(replace(tournament, lot_order=(tied[-1],)), international))
    expected = [row.player for row in before if row.player not in tied] + [tied[-1], *tied[:-1]]
    assert [row.player for row in after] == expected
    assert [row.rank for row in after] == [row.rank for row in before]


def test_lots_without_any_seed_follow_the_entry_list() -> None:
    assert [row.player for row in standings(State(ten(3), ITALY))[:4]] == ["P002", "P003", "P007", "P008"]


def test_only_settled_games_count() -> None:
    """A game with one bid open, or with an end that cannot be, moves nobody's money."""
    whole = ladder()
    last = whole.games[-1]
    half = replace(last, seats=(replace(last.seats[0], bid=None), *last.seats[1:]))
    wrong = replace(last, outcome=Outcome.RENEGADE)
    for game in (half, wrong):
        tournament = replace(whole, games=(*whole.games[:-1], game))
        assert not any(line.settled for line in ledger(State(tournament, ITALY)) if line.game is game)
        assert {row.games for row in standings(State(tournament, ITALY))} == {2, 3}
        assert scores(State(tournament, ITALY))["P008"] == 5000 + 2200
        assert [line.after for line in ledger(State(tournament, ITALY))[-5:]] == [None] * 5


def test_1_1_bankroll_before_and_after() -> None:
    """1.1: usable "già dall'asta successiva": P001 5000 → +3000 = 8000 → 8000 → −200 = 7800."""
    lines = [line for line in ledger(State(ladder(), ITALY)) if line.seat.player == "P001"]
    assert [(line.before, line.seat.bid, line.payout, line.after) for line in lines] == [
        (5000, 0, 3000, 8000), (8000, 0, 0, 8000), (8000, 200, 0, 7800),
    ]  # fmt: skip


def test_r10_15_a_withdrawal_during_the_game_keeps_its_column() -> None:
    """R10-15: four are left at a table of 5, and the column for 5 pays: the Sheriff 3000."""
    assert story().games[1].size == 5
    assert [line.payout for line in ledger(State(story(), ITALY)) if line.game.table == 2][:2] == [3000, 2200]


def test_de_3_the_lot_decides_a_table() -> None:
    """DE-3: all equal before the first game: the lot's first of each table is through, then the lot's next; ranks stay shared."""
    start = replace(fixed(GERMANY, 5, 5, 5, 5), lot_order=tuple(reversed(ids(1, 20))))
    found = standings(State(start, GERMANY))
    assert {row.rank for row in found} == {1}
    assert [row.criteria["table_place"] for row in found] == [3] * 20
    best = {"P005", "P010", "P015", "P020"}
    assert set(qualifiers(State(start, GERMANY))) == best | {"P019", "P018", "P017", "P016", "P014", "P013"}


def test_an_empty_tournament_has_standings() -> None:
    """Before the first round everybody present has 5000 dollars and rank 1."""
    found = standings(State(entries(10), ITALY))
    assert all((row.rank, int(row.score), row.games, row.status) == (1, 5000, 0, "active") for row in found)
    assert len(found) == 10


@settings(max_examples=20)
@given(any_tournaments(ALL))
def test_standings_are_a_total_order(tournament: Tournament) -> None:
    """Places 1 … n without a gap, equal ranks for equals in everything and for nothing else, the better before."""
    rulebook = BY_ID[tournament.rulebook]
    found = standings(State(tournament, rulebook))
    assert sorted(row.player for row in found) == sorted(entrants(State(tournament, rulebook)))
    ranked = [row for row in found if row.place is not None]
    assert [row.place for row in ranked] == list(range(1, len(ranked) + 1))
    signs = {code: -1 if code == "table_place" else 1 for code in rulebook.criteria}
    keys = [(row.score, *(signs[code] * (row.criteria[code] or 0) for code in rulebook.criteria)) for row in ranked]
    assert keys == sorted(keys, reverse=True)
    assert [row.rank for row in ranked] == [1 + sum(other > key for other in keys) for key in keys]
    assert [row.tied for row in ranked] == [keys.count(key) > 1 for key in keys]
    for above, below in pairwise(ranked):
        first = next((code for code in rulebook.criteria if above.criteria[code] != below.criteria[code]), "lot")
        assert below.separated_by == ("" if above.score != below.score else first)
    assert all(row.rank is None for row in found[len(ranked) :])


@settings(max_examples=20)
@given(any_tournaments(ALL), seeds())
def test_ranks_do_not_depend_on_the_order_of_input(tournament: Tournament, seed: int) -> None:
    """Players, record sheets and events in any order: the same score, tie-breaks, rank, status; with a seed the same place."""
    rng, rulebook = Random(seed), BY_ID[tournament.rulebook]  # noqa: S311 -- a game
    shuffled = replace(
        tournament,
        players=tuple(rng.sample(tournament.players, len(tournament.players))),
        games=tuple(rng.sample(tournament.games, len(tournament.games))),
        events=tuple(rng.sample(tournament.events, len(tournament.events))),
    )
    places = bool(tournament.draws)

    def told(row: StandingsRow) -> tuple[object, ...]:
        return row.score, dict(row.criteria), row.rank, row.status, row.games, row.tied, row.place if places else None

    before, after = ({row.player: told(row) for row in standings(State(one, rulebook))} for one in (tournament, shuffled))
    assert before == after


@pytest.mark.parametrize(
    ("rulebook", "players"),
    sample([("italy-2010", 51), ("italy-2010", 126), ("italy-2007", 61), ("germany", 58), ("germany", 126)], 5),
)
def test_a_large_tournament(rulebook: str, players: int) -> None:
    """R10-2: beyond the chart everything goes on as before; and the German championship at its largest."""
    tournament = random_tournament(Random(players), BY_ID[rulebook], players)  # noqa: S311 -- a game
    assert tournament.finals is not None
    assert tournament.finals.closed
    assert len(standings(State(tournament, BY_ID[rulebook]))) == players


GATE = CUT.cuts[1]


def alike(*outcomes: Outcome) -> Tournament:
    """Ten players, two rounds at two tables; everybody sits with the same people, so that there are ties."""
    games = [
        finished(number, table, ids(5 * table - 4, 5 * table), won) for number, won in enumerate(outcomes, 1) for table in (1, 2)
    ]
    return replace(entries(10, CUT.id), games=tuple(games))


def seated(tournament: Tournament, seed: str) -> Tournament:
    state = State(tournament, CUT)
    step = next_step(state)
    assert isinstance(step, SeatRound)
    return seat_round(state, step, Seed(seed))


def test_the_best_six_play_on_and_the_others_keep_their_places() -> None:
    """Whatever the six win or lose later, and whatever their opponents' Buchholz becomes."""
    tournament = seated(alike(Outcome.LAW, Outcome.OUTLAWS), "a")
    state = State(tournament, CUT)
    before = [(row.player, row.rank, row.criteria) for row in standings(before_cuts(state)[2])]
    playing = {seat.player for seat in tournament.round(3)[0].seats}
    assert playing == {player for player, _rank, _criteria in before[:6]} == set(players_let_through(state, GATE))
    assert [game.size for game in tournament.round(3)] == [6]
    six = tuple(seat.player for seat in tournament.round(3)[0].seats)
    played = State(replace(tournament, games=(*tournament.games[:-1], finished(3, 1, six, Outcome.RENEGADE, [4000] * 6))), CUT)
    rows = standings(played)
    assert {row.player for row in rows[:6]} == playing
    assert [(row.player, row.criteria) for row in rows[6:]] == [(player, criteria) for player, _rank, criteria in before[6:]]
    assert {row.status for row in rows[6:]} == {"cut"}
    assert rows[6].separated_by == "cut"
    assert rows[6].score > rows[5].score  # he has more, and is behind all the same
    assert set(qualifiers(played)) <= playing


def test_a_tie_is_broken_by_the_lot_of_the_next_draw() -> None:
    """Of equals at the sixth place the seed of round 3 chooses: another seed, other players; the same one, the same."""
    tournament = alike(Outcome.OUTLAWS, Outcome.OUTLAWS)
    home = {tuple(sorted(sent_home(State(seated(tournament, f"seed {n}"), CUT)))) for n in range(12)}
    assert len(home) > 1
    assert seated(tournament, "seed 1") == seated(tournament, "seed 1")
    for drawn in (
        seated(tournament, "seed 1"),
        replace(seated(tournament, "seed 1"), draws=()),
    ):  # so did cards, if drawn by hand
        assert "cut_differs" not in {finding.code for finding in findings_of(State(drawn, CUT))}


def test_a_cut_after_which_all_are_said_to_have_left_is_checked() -> None:
    """Typed by mistake; nobody is there with whom to compare."""
    drawn = seated(alike(Outcome.LAW, Outcome.OUTLAWS), "a")
    gone = with_events(drawn, *(withdrawal(player.id, 2) for player in drawn.players))
    assert "cut_differs" not in {finding.code for finding in findings_of(State(gone, CUT))}


def test_who_leaves_at_the_cut_makes_room_and_who_leaves_later_does_not() -> None:
    tournament = alike(Outcome.LAW, Outcome.OUTLAWS)
    best = players_let_through(State(tournament, CUT), GATE)
    without = with_events(tournament, withdrawal(best[0], 2))
    assert set(players_let_through(State(without, CUT), GATE)) > set(best[1:])
    drawn = seated(tournament, "a")
    left = State(with_events(drawn, withdrawal(best[0], 3)), CUT)
    assert sent_home(left) == sent_home(State(drawn, CUT))
    assert best[0] not in qualifiers(left)
    assert not set(qualifiers(left)) & set(sent_home(left))


def test_a_correction_that_changes_who_plays_on_is_said() -> None:
    """Those drawn play on; the check says who should."""
    tournament = seated(alike(Outcome.LAW, Outcome.OUTLAWS), "a")
    people = tuple(seat.player for seat in tournament.games[0].seats)
    corrected = replace(tournament, games=(finished(1, 1, people, Outcome.RENEGADE), *tournament.games[1:]))
    found = [finding for finding in findings_of(State(corrected, CUT)) if finding.code == "cut_differs"]
    assert {finding.values["player"] for finding in found} <= set(sent_home(State(tournament, CUT)))
    assert found
    assert sent_home(State(corrected, CUT)) == sent_home(State(tournament, CUT))


def test_whole_tournaments_obey_their_cuts() -> None:
    """Nobody who went home sits at a table again, plays for the title, or stands above anybody who plays on."""
    for seed in range(12):
        state = State(random_tournament(Random(seed), CUT, 10 + seed % 8, habits=Habits(events=seed % 3)), CUT)  # noqa: S311
        home = sent_home(state)
        assert not any(home.get(seat.player, 9) < game.round for game in state.tournament.games for seat in game.seats)
        assert not set(home) & set(qualifiers(state))
        places = [home.get(row.player, 9) for row in standings(state) if row.place]
        assert places == sorted(places, reverse=True)
        assert not [finding.code for finding in findings_of(state) if finding.severity is Severity.ERROR]
