"""The finals (1.2, 1.3): who meets whom, with which scores, what the places are worth."""

from dataclasses import replace
from itertools import product

import pytest

from bangxl.rulebooks.loader import parse_rulebook
from bangxl.tournament.advance import seat_duels
from bangxl.tournament.finals import (
    BYE,
    FinalPlace,
    bracket_of,
    characters,
    duel_mode,
    final_ranking,
    is_legal,
    match_winner,
    pairing,
    prizes,
    qualifiers,
    undrawn_characters,
)
from bangxl.tournament.lots import lot_order
from bangxl.tournament.model import Duel, DuelScore, Event, EventType, Moment, Seed, Tournament
from bangxl.tournament.progress import SeatDuels, next_step
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from tests.tournament.builders import ids, ten
from tests.tournament.events import LADDER, duelling, ladder, with_duels, with_events, withdrawal
from tests.tournament.rules import ITALY

A, B, C, D_ = LADDER[:4]


def semifinals(**scores: tuple[DuelScore, DuelScore]) -> Tournament:
    """`ladder` with the semifinals seated: A–D and B–C, and the final when it has a score."""
    duels = [Duel("SF1", A, D_, *scores.get("SF1", ())), Duel("SF2", B, C, *scores.get("SF2", ()))]
    if "F" in scores:
        duels.append(Duel("F", A, B, *scores["F"]))
    return with_duels(ladder(), *duels)


def finished(final: tuple[DuelScore, DuelScore] = (5, 2)) -> Tournament:
    """A beats D, B beats C, and A beats B unless told otherwise."""
    return semifinals(SF1=(5, 0), SF2=(5, 1), F=final)


def best_of(tournament: Tournament) -> tuple[str, ...]:
    return qualifiers(State(tournament, ITALY))


def duelled(tournament: Tournament) -> Tournament:
    a, b, c, d = best_of(tournament)
    return with_duels(tournament, Duel("SF1", a, d, 5, 0), Duel("SF2", b, c, 5, 0), Duel("F", a, b, 5, 0))


def pair(tournament: Tournament, match: str) -> tuple[str, str] | None:
    found = next(m for m in ITALY.matches if m.code == match)
    return pairing(State(tournament, ITALY), found)


def test_1_2_the_best_four_qualify() -> None:
    assert best_of(ladder()) == LADDER[:4]


def test_r10_6_the_next_moves_up() -> None:
    """R10-6: the second leaves before publication: the fifth is fourth."""
    assert best_of(with_events(ladder(), withdrawal(B, 3))) == (A, C, D_, LADDER[4])


def test_r10_6_after_publication_nobody_moves_up() -> None:
    assert best_of(with_events(semifinals(), duelling(EventType.WITHDRAWAL, B, "SF2"))) == LADDER[:4]


def test_1_2_pairs() -> None:
    """1.2: first against fourth, second against third; the winners meet. Not 1–3 and 2–4."""
    assert pair(ladder(), "SF1") == (A, D_)
    assert pair(ladder(), "SF2") == (B, C)
    assert pair(semifinals(SF1=(5, 0)), "F") is None
    assert pair(semifinals(SF1=(0, 5), SF2=(5, 3)), "F") == (D_, B)


@pytest.mark.parametrize(
    ("mode_code", "legal"),
    [("long", {(5, lost) for lost in range(5)}), ("short", {(5, 0), (5, 1), (5, 2), (5, 3), (6, 4), (7, 5), (8, 6), (8, 7)})],
)
def test_1_2_legal_scores_exactly(mode_code: str, legal: set[tuple[int, int]]) -> None:
    """1.2 Il duello, every pair from 0–0 to 9–9 both ways round. Long: all five, so 5–4 is an end. Short: two ahead, so 5–4 is
    none and 6–4 is; "sul 6 pari all'8", so 8–7 ends it and 7–6 does not; nobody has nine characters.
    """
    tournament = replace(ladder(), options={"duel": mode_code})
    found = {score for score in product(range(10), repeat=2) if is_legal(State(tournament, ITALY), Duel("SF1", A, D_, *score))}
    assert found == legal | {(b, a) for a, b in legal}


def test_the_first_mode_is_the_default() -> None:
    assert duel_mode(State(replace(ladder(), options={}), ITALY)) == "long"
    assert duel_mode(State(replace(ladder(), options={"duel": "short"}), ITALY)) == "short"


@pytest.mark.parametrize(
    ("score", "winner"),
    [
        ((5, 4), A), ((4, 5), D_), (("W", None), A), ((None, "W"), D_), (("W", 3), A), ((2, "W"), D_),
        ((None, None), None), ((5, None), None), ((None, 5), None), ((5, 5), None), ((3, 2), None), ((6, 4), None),
        (("W", "W"), None),
    ],
)  # fmt: skip
def test_who_wins(score: tuple[DuelScore, DuelScore], winner: str | None) -> None:
    """By a legal score, or by exactly one W. An illegal or half-typed score decides nothing."""
    assert match_winner(State(semifinals(SF1=score), ITALY), "SF1") == winner


def test_a_duel_that_is_not_seated_has_no_winner() -> None:
    assert match_winner(State(ladder(), ITALY), "SF1") is None
    assert match_winner(State(semifinals(), ITALY), "F") is None


@pytest.mark.parametrize("moment", [Moment.BEFORE_DUEL, Moment.DURING_DUEL])
@pytest.mark.parametrize("kind", [EventType.WITHDRAWAL, EventType.EJECTION])
@pytest.mark.parametrize("typed", [(None, None), (4, 3), (5, 0), ("W", None)])
def test_1_3_who_leaves_loses(moment: Moment, kind: EventType, typed: tuple[DuelScore, DuelScore]) -> None:
    """1.3 "prima di o durante un duello, l'avversario vince", an ejected one as well, whatever stands on the sheet."""
    tournament = with_events(semifinals(SF1=typed), duelling(kind, A, "SF1", moment))
    assert match_winner(State(tournament, ITALY), "SF1") == D_
    assert match_winner(State(tournament, ITALY), "SF2") is None


def test_1_3_leaving_before_a_later_duel_does_not_touch_the_earlier() -> None:
    """A has won his semifinal and leaves before the final: the semifinal stands, the final is lost, and with it second place."""
    tournament = with_events(finished(final=(None, None)), duelling(EventType.WITHDRAWAL, A, "F"))
    assert match_winner(State(tournament, ITALY), "SF1") == A
    assert match_winner(State(tournament, ITALY), "F") == B
    assert final_ranking(State(tournament, ITALY))[:2] == (FinalPlace(1, B), FinalPlace(2, A))
    assert prizes(State(tournament, ITALY))[A] == 3000


def test_r10_6_who_leaves_before_the_semifinal_keeps_his_place_and_prize() -> None:
    """R10-6: walkover, no replacement, third place and its 1500 dollars."""
    tournament = with_events(finished(), duelling(EventType.WITHDRAWAL, D_, "SF1"))
    assert FinalPlace(3, D_) in final_ranking(State(tournament, ITALY))
    assert prizes(State(tournament, ITALY))[D_] == 1500


def test_g9_both_have_left() -> None:
    """G9: nobody wins, not even with a score on the sheet; only the referee decides, by a W."""
    both = (duelling(EventType.WITHDRAWAL, A, "SF1"), duelling(EventType.WITHDRAWAL, D_, "SF1", Moment.DURING_DUEL))
    assert match_winner(State(with_events(semifinals(), *both), ITALY), "SF1") is None
    assert match_winner(State(with_events(semifinals(SF1=(5, 2)), *both), ITALY), "SF1") is None
    assert match_winner(State(with_events(semifinals(SF1=(None, "W")), *both), ITALY), "SF1") == D_


def test_a_second_warning_at_the_duel_loses_it() -> None:
    warned = Event(EventType.WARNING, A, Moment.DURING_GAME, "gioco lento", round=1, table=1)
    assert match_winner(State(with_events(semifinals(), warned), ITALY), "SF1") is None
    tournament = with_events(semifinals(), warned, duelling(EventType.WARNING, A, "SF1", Moment.DURING_DUEL))
    assert match_winner(State(tournament, ITALY), "SF1") == D_


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        (3, {"SF1": ("P001", BYE), "SF2": ("P002", "P003")}),
        (2, {"SF1": ("P001", BYE), "SF2": ("P002", BYE)}),
        (1, {"SF1": ("P001", BYE)}),
    ],
)
def test_r10_16_byes(left: int, expected: dict[str, tuple[str, str]]) -> None:
    """R10-16: fewer than four are eligible: the places that nobody has are byes, and the other advances without a duel."""
    keep = ids(1, left)
    tournament = with_events(
        replace(ten(3), lot_order=keep), *(withdrawal(player, 3) for player in ids(1, 10) if player not in keep)
    )
    tournament = replace(tournament, lot_order=tuple(row.player for row in standings(State(tournament, ITALY))))
    names = dict(zip(keep, best_of(tournament), strict=True)) | {BYE: BYE}
    step = next_step(State(tournament, ITALY))
    assert isinstance(step, SeatDuels)
    assert step.duels == tuple((match, names[a], names[b]) for match, (a, b) in expected.items())
    seated = with_duels(tournament, *(Duel(*duel) for duel in step.duels))
    assert match_winner(State(seated, ITALY), "SF1") == names["P001"]
    assert match_winner(State(seated, ITALY), "SF2") == (names["P002"] if left == 2 else None)
    if left == 1:
        assert next_step(State(seated, ITALY)) == SeatDuels((("F", names["P001"], BYE),), publishes=False)
        alone = with_duels(seated, *(Duel(*duel) for duel in step.duels), Duel("F", names["P001"], BYE))
        assert final_ranking(State(alone, ITALY)) == (FinalPlace(1, names["P001"]),)
        assert prizes(State(alone, ITALY)) == {names["P001"]: 6000}


def test_r10_10_third_and_fourth_share_their_place() -> None:
    """R10-10: no third-place duel: both are third, listed by elimination rank (C was third, D fourth), with the same prize."""
    ranking = final_ranking(State(finished(), ITALY))
    assert ranking[:4] == (FinalPlace(1, A), FinalPlace(2, B), FinalPlace(3, C), FinalPlace(3, D_))
    turned = with_duels(ladder(), Duel("SF1", A, D_, 0, 5), Duel("SF2", B, C, 1, 5), Duel("F", D_, C, 5, 4))
    assert final_ranking(State(turned, ITALY))[:4] == (FinalPlace(1, D_), FinalPlace(2, C), FinalPlace(3, A), FinalPlace(3, B))


APART = """
base = "italy-2010"
id = "apart"
title = "Apart"
source = { title = "Apart", edition = "", published = "" }
without = ["prizes"]
[finals]
article = "x"
qualifiers = 4
matches = [{ code = "T", a = 3, b = 4 }, { code = "F", a = 1, b = 2 }]
"""


def test_a_duel_for_places_of_its_own_ranks_behind_the_final() -> None:
    """The third and fourth of a house regulation's 1–2 and 3–4 were in no ranking, and the fifth got the third prize."""
    rulebook = parse_rulebook(APART, "apart.toml", own=True)
    played = with_duels(replace(ladder(), rulebook="apart"), Duel("T", C, D_, 0, 5), Duel("F", A, B, 1, 5))
    ranking = final_ranking(State(played, rulebook))
    assert ranking == tuple(FinalPlace(place, player) for place, player in enumerate([B, A, D_, C, *LADDER[4:]], 1))


def test_1_2_dollars_do_not_decide_the_first_four() -> None:
    """1.2 Attenzione: "sempre determinata dall'esito dei duelli finali": B wins though A has more dollars."""
    assert [placed.player for placed in final_ranking(State(finished(final=(2, 5)), ITALY))[:2]] == [B, A]


def test_r10_11_places_5_and_on_keep_the_elimination_order() -> None:
    assert final_ranking(State(finished(), ITALY))[4:] == tuple(FinalPlace(place, LADDER[place - 1]) for place in range(5, 11))


def test_r10_9_places_beyond_four_are_shared_where_no_lot_was_drawn() -> None:
    """`ten` ends in ties: four with 10200 (places by lot), two with 8000: both fifth; two with 7200: both seventh; two ninth."""
    tournament = duelled(replace(ten(3), lot_order=("P002", "P003", "P007", "P008")))
    assert [placed.place for placed in final_ranking(State(tournament, ITALY))] == [1, 2, 3, 3, 5, 5, 7, 7, 9, 9]


def test_r10_9_a_lot_that_touched_the_fourth_place_stands() -> None:
    """Three left of those with 10200 and two with 8000: the lot for place 4 leaves the other alone on place 5, not shared."""
    tournament = with_events(replace(ten(3), lot_order=("P006", "P001")), withdrawal("P008", 3))
    assert best_of(tournament) == ("P002", "P003", "P007", "P006")
    assert final_ranking(State(duelled(tournament), ITALY))[4] == FinalPlace(5, "P001")


def test_r10_5_who_left_is_in_no_ranking() -> None:
    assert LADDER[7] not in {
        placed.player for placed in final_ranking(State(with_events(finished(), withdrawal(LADDER[7], 2)), ITALY))
    }


def test_nothing_is_ranked_before_the_last_duel() -> None:
    for tournament in (ladder(), semifinals(), semifinals(SF1=(5, 0), SF2=(5, 1))):
        assert final_ranking(State(tournament, ITALY)) == ()
        assert prizes(State(tournament, ITALY)) == {}


def test_r10_4_prizes_of_a_phase_closed_early() -> None:
    """R10-4: ten players, three rounds scheduled; closed after two, the prizes stay those of three: 6000. Not a row for two."""
    tournament = duelled(replace(ten(2), closed_after_round=2))
    assert tuple(prizes(State(tournament, ITALY)).values()) == (6000, 3000, 1500, 1500)


@pytest.mark.parametrize("match", ["SF1", "SF2", "F"])
def test_1_2_characters_of_a_long_duel(match: str) -> None:
    """Modalità lunga: of 16, 6 go at random and 10 lie face up; another duel, other ones."""
    (pool,) = characters(ITALY, "long", match, "dice")
    assert len(set(pool)) == 10
    assert set(pool) <= set(ITALY.characters)
    assert pool == tuple(lot_order("dice", f"{match} characters", ITALY.characters)[:10])
    assert len({characters(ITALY, "long", m.code, "dice") for m in ITALY.matches}) == 3


def test_1_2_characters_of_a_short_duel() -> None:
    """Modalità breve: two piles of 8, all sixteen characters, none in both."""
    first, second = characters(ITALY, "short", "F", "dice")
    assert (len(first), len(second)) == (8, 8)
    assert sorted({*first, *second}) == sorted(ITALY.characters)
    assert first + second == tuple(lot_order("dice", "F characters", ITALY.characters))


def test_r10_9_pairs_follow_the_lots_of_their_own_seed() -> None:
    """docs/draw.md §3: the semifinals' seed draws the lots. `ten`: four are equal; the pairs must be those published."""
    for seed in map(str, range(20)):
        step = next_step(State(ten(3), ITALY))
        assert isinstance(step, SeatDuels)
        tournament = seat_duels(State(ten(3), ITALY), step, Seed(seed))
        assert tournament.finals is not None
        assert all((duel.player_a, duel.player_b) == pair(tournament, duel.match) for duel in tournament.finals.duels)


def test_no_bracket_no_duels() -> None:
    """Record has no finals: the standings are the final ranking, as soon as they are published."""
    rulebook = replace(ITALY, brackets=(), prizes={})
    assert bracket_of(State(ladder(), rulebook)) is None
    assert qualifiers(State(ladder(), rulebook)) == ()
    assert final_ranking(State(ladder(), rulebook)) == ()
    assert final_ranking(State(with_duels(ladder()), rulebook)) == tuple(
        FinalPlace(place, p) for place, p in enumerate(LADDER, 1)
    )
    assert prizes(State(with_duels(ladder()), rulebook)) == {}


BOXED = """
base = "italy-2010"
id = "box"
title = "Box"
source = { title = "Box", edition = "", published = "" }
without = ["finals.duel.long", "finals.duel.short"]
[finals.duel.boxed]
article = "x"
boxed = true
"""


def test_a_game_from_a_box_of_its_own_is_won_or_lost_and_draws_no_characters() -> None:
    rulebook = parse_rulebook(BOXED, "box.toml", own=True)
    state = State(replace(ten(3), rulebook=rulebook.id), rulebook)
    found = {score for score in product(range(3), repeat=2) if is_legal(state, Duel("SF1", "P001", "P002", *score))}
    assert found == {(1, 0), (0, 1)}
    assert characters(rulebook, "boxed", "SF1", "dice") == ()
    assert undrawn_characters(rulebook, "boxed", "SF1", "dice") == ()
