"""What the checks say, and don't say, about some stories, about games that the referee decides, and about whole tournaments."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings, strategies as st

from bangxl.rulebooks.loader import our_rulebook
from bangxl.tournament.advance import with_ruling, without_ruling
from bangxl.tournament.checks import deviations_in, findings_of
from bangxl.tournament.checks.games import auction_cheap, auction_order, openers
from bangxl.tournament.findings import At, Severity, overrule
from bangxl.tournament.journal import Journal, LogEntry, game_digest
from bangxl.tournament.ledger import ledger, money
from bangxl.tournament.model import Call, Event, EventInfo, EventType, Finals, Game, Outcome, Status, Tournament
from bangxl.tournament.progress import FillIn, SeatGames, SeatRound, next_step, rounds_played
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from tests.helpers.notes import UNFINISHED, WORTH_A_LOOK, codes
from tests.helpers.referee import Habits
from tests.helpers.strategies import journal_of, player_counts, random_tournament, seeds
from tests.tournament.builders import chairs_of, entries, fixed, ids, rotated, sitting, ten
from tests.tournament.events import during, with_events, withdrawal
from tests.tournament.faulty import game, seat
from tests.tournament.faulty_tables import ELEVEN, SEMIS, TEN, evening
from tests.tournament.rules import ALL, GERMANY, ITALY, ITALY_2007, ITALY_2011, D, S
from tests.tournament.test_checks import BASE, FIVE, LOGGED, RIGHT, one, player, protocol


def test_errors_stand_first() -> None:
    wrong = replace(player(3, name=""), draws=(), lot_order=("P001",), event=EventInfo(date="ieri"))
    severities = [found.severity for found in findings_of(State(wrong, ITALY))]
    assert severities == sorted(severities, key=list(Severity).index)
    assert set(severities) == set(Severity)


@pytest.mark.parametrize(("table", "logged_again", "changed"), [(1, False, []), (1, True, [1]), (2, False, [2])])
def test_a_game_reopened_is_a_correction_and_not_a_change(table: int, logged_again: bool, changed: list[int]) -> None:  # noqa: FBT001
    """`reopen` logs; the digest logged before it no longer binds. One logged after it does, and so do those of other tables."""
    closed = BASE.round(1)[table - 1]
    tournament = seat(BASE, 1, table, 2, bid=(closed.seats[2].bid or 0) + 100)
    rows = [*LOGGED.entries, LogEntry("", "reopen", "Round1T1", reason="letto male")]
    rows += [LogEntry("", "seat", "SF1", digest=f"1T1={game_digest(closed)}")] * logged_again
    found = findings_of(State(tournament, ITALY, replace(LOGGED, entries=tuple(rows))))
    assert "correction" in {f.code for f in found}
    assert [f.at for f in found if f.code == "game_changed"] == [At("Outcome", 0, 1, one) for one in changed]


W1, W2 = (during(EventType.WARNING, "P004", number, 1) for number in (1, 2))
LINE: Final = replace(W2, type=EventType.EJECTION, automatic=True)


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        ((W1, W2, LINE), []),
        ((W1, W2, LINE, W2), [3]),  # a third warning
        ((withdrawal("P004", 2), W1), []),  # a warning noted late
    ],
)
def test_3_the_line_of_an_automatic_ejection_is_no_event_after_leaving(events: Sequence[Event], lines: list[int]) -> None:
    found = findings_of(State(with_events(ten(2), *events), ITALY))
    assert [f.at for f in found if f.code == "event_after_leaving"] == [At("Events_Player", line) for line in lines]


def broke(*calls: Call) -> State:
    """Round 2 of `ten` with a protocol at table 1, where P003, P004 and P005 have spent all their money; P002 is Sheriff."""
    spent = ten(2)
    for chair in (2, 3, 4):
        spent = seat(spent, 1, 1, chair, bid=5000)
    state = State(game(spent, 2, 1, lambda g: replace(g, auction=calls)), ITALY)
    before = {line.seat.player: line.before for line in ledger(state) if (line.game.round, line.game.table) == (2, 1)}
    assert {player for player, dollars in before.items() if not dollars} == {"P003", "P004", "P005"}
    return state


def auction_faults(state: State) -> list[tuple[str, int]]:
    """What is found in the protocol: the code, and the line of the record sheet."""
    return [(f.code, f.at.index) for f in findings_of(state) if f.code in {"auction_order", "auction_penniless"}]


def character(number: int) -> str:
    return ten(2).round(2)[0].seats[number].character


CALL_2, CALL_1 = Call("P002", character(0), "P002", 0), Call("P001", character(4), "P001", 0)
LEFT_3, LEFT_4, LEFT_5 = (Call(None, character(n), f"P00{n + 2}", 0) for n in (1, 2, 3))


def test_1_1_the_penniless_take_what_is_left_in_order_of_play() -> None:
    """Italy 2010, 1.1: the first in order who has money opens; the penniless pass, and take what is left in order of play."""
    assert auction_faults(broke(CALL_2, CALL_1, LEFT_3, LEFT_4, LEFT_5)) == []
    assert auction_faults(broke(CALL_2, CALL_1, LEFT_4)) == [("auction_penniless", 2)]


def test_1_1_the_penniless_must_pass() -> None:
    """Italy 2010, 1.1: he opens nothing, and takes nothing before who has money."""
    assert auction_faults(broke(CALL_2, replace(LEFT_3, opener="P003"))) == [("auction_order", 1)]
    assert auction_faults(broke(CALL_2, LEFT_3)) == [("auction_penniless", 1)]
    assert auction_faults(broke(replace(LEFT_4, opener="P002"))) == [("auction_penniless", 2)]


def test_r10_13_the_first_in_order_who_has_money_opens() -> None:
    """R10-13: on the left of the winner the three without money are passed over; nobody else opens."""
    assert auction_faults(broke(CALL_1)) == [("auction_order", 4)]
    assert auction_faults(broke(Call("P002", character(4), "P001", 0), replace(CALL_2, opener="P001"))) == [("auction_order", 4)]
    assert auction_faults(State(protocol(Call("P003", FIVE[2], "P003", 0)), ITALY)) == [("auction_order", 2)]


def test_2007_the_smaller_debt_chooses_first() -> None:
    """Italy 2007, Il girone eliminatorio: the penniless after the others, "chi ha il passivo meno grave" first."""
    rule = our_rulebook("italy-2007").auction
    assert rule is not None
    sheet, owned = ten(1).games[0], {"P001": 500, "P002": 0, "P003": -200, "P004": -100, "P005": -100}
    takers = ["P001", "P002", "P005", "P004", "P003"]
    calls = tuple(Call("P001" if one == "P001" else None, one, one, 100) for one in takers)
    assert list(auction_order(replace(sheet, auction=calls), rule, owned)) == []
    found = list(auction_order(replace(sheet, auction=(*calls[:2], calls[4])), rule, owned))
    assert [(f.code, f.values["expected"]) for f in found] == [("auction_penniless", "P004")]


@pytest.mark.parametrize(
    ("rulebook_id", "prices", "found"),
    [
        ("italy-2010", {"P003": 100, "P001": 0, "P005": 0}, []),
        ("italy-2010", {"P003": 0, "P001": 0, "P005": 0}, [("auction_raise", 100)]),
        ("italy-2010", {"P003": 100, "P001": 0, "P005": 300}, [("auction_last", 0)]),
        ("italy-2007", {"P003": 200, "P001": 100, "P005": 100}, []),
        ("italy-2007", {"P003": 100, "P001": 100, "P005": 300}, [("auction_raise", 200), ("auction_last", 100)]),
        ("record", {"P003": 200, "P001": 100, "P005": 50}, []),  # he has only 50 (DV-5)
        ("record", {"P003": 150, "P001": 150, "P005": 100}, [("auction_raise", 200)]),
    ],
)
def test_1_1_whoever_did_not_open_has_raised_and_the_last_one_pays_the_least(
    rulebook_id: str, prices: Mapping[str, int], found: list[tuple[str, int]]
) -> None:
    """Italy 2010, 1.1: "L'ultimo giocatore ingaggerà il personaggio che resta per 0$"; Italy 2007 and Ingaggio: for 100."""
    rule = our_rulebook(rulebook_id).auction
    assert rule is not None
    sheet = replace(ten(1).games[0], seats=tuple(replace(s, reconfirmed=s.number in {2, 4}) for s in ten(1).games[0].seats))
    calls = [Call("P001", FIVE[0], "P003", prices["P003"])]
    calls += [Call(one, one, one, prices[one]) for one in ("P001", "P005")]
    owned = dict.fromkeys(ids(1, 5), 1000) | {"P005": prices["P005"]}
    faults = list(auction_cheap(replace(sheet, auction=tuple(calls)), rule, owned))
    assert [(f.code, f.values.get("least", f.values.get("last"))) for f in faults] == found


def test_2007_modalita_operative_what_the_referto_lacks() -> None:
    """Italy 2007, Modalità operative: a referee at least, place and date; the region but of an Open; only before the referto."""
    over = replace(TEN, finals=Finals(duels=SEMIS), event=EventInfo())

    def blanks(tournament: Tournament, rulebook: str = "italy-2007") -> list[str]:
        return [f.at.name for f in findings_of(State(tournament, our_rulebook(rulebook))) if f.code == "referto_blank"]

    whole = ["Event_Name", "Event_Date", "Event_Place", "Event_Referees", "Event_Kind", "Event_Region"]
    assert blanks(over) == whole
    assert blanks(replace(over, finals=None)) == []
    assert blanks(replace(over, event=EventInfo("Torneo", "2007-10-06", "Roma", kind="open", referees=("", "Ugo")))) == []
    assert blanks(replace(over, event=EventInfo("Torneo", "2007-10-06", kind="regional", referees=(" ",)))) == [
        "Event_Place", "Event_Referees", "Event_Region",
    ]  # fmt: skip


def test_who_has_no_referee_or_no_championship_is_not_asked_for_them() -> None:
    over = replace(evening(5), finals=Finals(), event=EventInfo("Sera", "2026-11-20"))
    found = [f.at.name for f in findings_of(State(over, our_rulebook("record"))) if f.code == "referto_blank"]
    assert found == ["Event_Place"]


def test_half_typed_sheets_are_not_wrong_yet() -> None:
    """Too few roles while a sheet is being filled in are no error; one Deputy too many is, at once."""
    blank = replace(ten(1).games[0], seats=tuple(replace(s, role=None if s.number > 1 else S) for s in ten(1).games[0].seats))
    assert codes(findings_of(State(one(blank, RIGHT), ITALY))) == {"game_incomplete"}
    deputies = replace(blank, seats=tuple(replace(s, role=D if s.number in {2, 3} else s.role) for s in blank.seats))
    assert "role_counts" in {f.code for f in findings_of(State(one(deputies, RIGHT), ITALY))}


@settings(max_examples=25)
@given(seeds(), st.sampled_from(ALL), st.integers(0, 6), st.booleans(), st.sampled_from([0.0, 1.0, 6.0]))
def test_legal_tournaments_have_no_errors(seed: int, rulebook: Rulebook, stop: int, half: bool, events: float) -> None:  # noqa: FBT001
    """Whatever happens at a legal tournament, no check calls it wrong; warnings only where something is meant to be looked at."""
    rng, stop_after = Random(seed), stop if stop < 6 else None  # noqa: S311 -- a game
    players = rng.choice(player_counts(rulebook, 30))
    tournament = random_tournament(rng, rulebook, players, stop_after, half=half, habits=Habits(events=events))
    found = findings_of(State(tournament, rulebook, journal_of(tournament, rulebook)))
    assert [f for f in found if f.severity is Severity.ERROR] == []
    assert {f.code for f in found if f.severity is Severity.WARNING} <= WORTH_A_LOOK | (UNFINISHED if half else set())


def test_ingaggio_goes_to_the_right() -> None:
    """The player on the Sheriff's right opens; next, the first without a character on the right of who called the last one."""
    auction = our_rulebook("record").auction
    assert auction is not None
    p1, p2, p3, p4, p5 = ids(1, 5)
    calls = (Call(p5, "", p3, 100), Call(p4, "", p4, 100), Call(p2, "", p1, 100), Call(p5, "", p5, 100), Call(p2, "", p2, 100))
    sheet = replace(evening(1).games[0], auction=calls)
    owned = dict.fromkeys(ids(1, 5), 1000)
    assert list(openers(sheet, auction, owned)) == [p5, p4, p2, p5, p2]
    kept = replace(sheet, seats=tuple(replace(s, reconfirmed=s.player == p5) for s in sheet.seats))
    assert next(openers(kept, auction, owned)) == p4
    to_left = replace(auction, to_right=False)
    assert list(openers(sheet, to_left, owned)) == [p1, p4, p5, p2, p2]


def test_who_keeps_his_character_wins_no_auction() -> None:
    kept = game(ELEVEN, 2, 1, lambda g: replace(g, auction=(Call("P002", g.seats[0].character, "P001", 100),)))
    kept = seat(kept, 2, 1, 0, reconfirmed=True)
    found = findings_of(State(kept, our_rulebook("italy-2007")))
    assert [f.at for f in found if f.code == "auction_order"] == [At("Player", 1, 2, 1)]


def test_dv_5_who_has_too_little_takes_the_leftover_for_what_he_has() -> None:
    """After a penalty he owns nothing: he pays nothing. In 2007 he pays the minimum all the same."""
    first = evening(2, auction="true").games[0]
    poor = replace(first, seats=tuple(replace(s, bid=1000 if s.number == 3 else 100) for s in first.seats))
    record = replace(evening(2, auction="true"), games=(poor, evening(2, auction="true").games[1]))
    assert codes(findings_of(State(seat(record, 2, 1, 2, bid=0), our_rulebook("record")))) == set()
    assert "bid_above_bankroll" in {f.code for f in findings_of(State(record, our_rulebook("record")))}
    poor = replace(ELEVEN.games[0], seats=tuple(replace(s, bid=5000 if s.number == 4 else 100) for s in ELEVEN.games[0].seats))
    indebted = replace(ELEVEN, games=(poor, *ELEVEN.games[1:]))
    assert codes(findings_of(State(indebted, our_rulebook("italy-2007")))) == set()


def test_an_evening_may_become_longer() -> None:
    """How many games there are is decided as it goes; how they are paid is not."""
    entry = LogEntry("", "seat", "1", result="tables=5; games=5; scoring=official")
    longer = replace(evening(2), options={"games": "10", "scoring": "official"})
    assert codes(findings_of(State(longer, our_rulebook("record"), Journal((entry,))))) == set()
    other = replace(longer, options={"games": "10", "scoring": "complete"})
    assert "option_changed" in {f.code for f in findings_of(State(other, our_rulebook("record"), Journal((entry,))))}


def test_record_is_silent_about_official_validity_while_games_are_to_come() -> None:
    assert "not_official" not in {f.code for f in findings_of(State(evening(4), our_rulebook("record")))}
    assert "not_official" not in {f.code for f in findings_of(State(evening(5), our_rulebook("record")))}
    closed = replace(evening(4), closed_after_round=4)
    reasons = [f.values["reason"] for f in findings_of(State(closed, our_rulebook("record"))) if f.code == "not_official"]
    assert reasons == ["too_few_games", "unequal_sheriffs"]


def test_fixed_tables_do_not_wait_for_each_other() -> None:
    """Table 1 is in its first game, table 2 in its third."""
    third = sitting(3, 2, chairs_of(ELEVEN, 2), None, 3)
    ahead = replace(ELEVEN, games=(ELEVEN.games[0], *(g for g in ELEVEN.games if g.table == 2), third))
    ahead = game(ahead, 1, 1, lambda g: replace(g, outcome=None))
    assert codes(findings_of(State(ahead, our_rulebook("italy-2007")))) == {"game_incomplete"}


@pytest.mark.parametrize("rulebook", ALL, ids=lambda rulebook: rulebook.id)
def test_3_the_referee_does_not_play(rulebook: Rulebook) -> None:
    """ "L'arbitro non può prendere parte come giocatore al torneo che sta arbitrando": of the house's base as well."""
    tournament = entries(rulebook.minimum_players, rulebook.id)
    first = tournament.players[0].name
    refereed = replace(tournament, event=replace(tournament.event, referees=(first.upper(),)))
    found = [finding.values for finding in findings_of(State(refereed, rulebook)) if finding.code == "referee_plays"]
    assert ITALY_2007.referee is not None  # "almeno 1 per torneo"
    forbids = rulebook in (ITALY, ITALY_2011) or rulebook.id == "saloon-cup"
    assert found == ([{"name": first}] if forbids else [])


WHY: Final = "everybody alive, and the Outlaws won"
PAYOUTS: Final = {"P001": 2000, "P002": 0, "P003": -500, "P004": 750, "P005": 100}


def impossible(one: Game) -> Game:
    """Everybody alive, and the Outlaws won."""
    return replace(one, outcome=Outcome.OUTLAWS, seats=tuple(replace(seat, status=Status.ALIVE) for seat in one.seats))


def unread(one: Game) -> Game:
    """Nobody knows how it ended."""
    return replace(one, outcome=None, seats=tuple(replace(seat, role=None, status=None, bid=None) for seat in one.seats))


def decided(tournament: Tournament) -> Tournament:
    """The first game is decided by the referee."""
    first = tournament.games[0]
    return with_ruling(tournament, first, {seat.player: PAYOUTS[seat.player] for seat in first.seats}, WHY)


SIGNED: Final = game(ten(1), 1, 1, impossible)
GAPS: Final = game(ten(1), 1, 1, unread)


@pytest.mark.parametrize("sheet", [SIGNED, GAPS])
def test_a_sheet_that_cannot_be_is_a_dead_end_until_the_referee_decides(sheet: Tournament) -> None:
    before, after = State(sheet, ITALY), State(decided(sheet), ITALY)
    wrong = isinstance(next_step(before), FillIn) or any(one.severity is Severity.ERROR for one in findings_of(before))
    assert wrong
    assert isinstance(next_step(after), SeatRound)
    assert rounds_played(after) == 1
    assert {one.severity for one in findings_of(after)} == {Severity.NOTE}


def test_the_payouts_are_the_rulings() -> None:
    """Bids are paid as typed; one that is missing costs nothing."""
    lines = [line for line in ledger(State(decided(GAPS), ITALY)) if line.game.table == 1]
    assert {line.seat.player: line.payout for line in lines} == PAYOUTS
    assert all(line.settled and line.cost == 0 and line.after == line.before + PAYOUTS[line.seat.player] for line in lines)
    bid = game(SIGNED, 1, 1, lambda g: replace(g, seats=(replace(g.seats[0], bid=300), *g.seats[1:])))
    owned = money(State(decided(bid), ITALY))
    assert owned["P001"] - money(State(decided(SIGNED), ITALY))["P001"] == -300 + (SIGNED.games[0].seats[0].bid or 0)
    assert {row.player: row.score for row in standings(State(decided(bid), ITALY))}["P001"] == Fraction(owned["P001"])


def test_what_was_wrong_is_a_note_and_the_report_says_so() -> None:
    found = deviations_in(State(decided(SIGNED), ITALY))
    assert {"impossible_end", "ruling"} <= {one.code for one in found}
    assert {one.severity for one in found if one.at.table == 1} == {Severity.NOTE}
    (told,) = [one for one in found if one.code == "ruling"]
    assert told.values == {"round": 1, "table": 1, "reason": WHY}


def test_a_ruling_settles_no_other_game_and_no_change_of_a_closed_one() -> None:
    both = game(SIGNED, 1, 2, impossible)
    assert [one.at.table for one in findings_of(State(decided(both), ITALY)) if one.severity is Severity.ERROR] == [2]
    closed = ten(2)
    logged = journal_of(closed, ITALY)
    changed = [one.code for one in findings_of(State(decided(closed), ITALY, logged)) if one.severity is Severity.ERROR]
    assert changed == ["game_changed"]


def test_wins_are_counted_as_outcome_and_roles_are_typed() -> None:
    """Germany, Rangliste: what nobody has typed is no win; so everywhere where wins separate."""
    played = rotated(fixed(GERMANY, 5, 5, 5, 5), 1)
    for change, wins in ((impossible, 2), (unread, 0)):
        state = State(decided(game(played, 1, 1, change)), GERMANY)
        rows = {row.player: row for row in standings(state)}
        assert sum(rows[player].criteria["wins"] or 0 for player in PAYOUTS) == wins
        assert all(rows[player].games == 1 for player in PAYOUTS)


def test_fixed_tables_go_on_after_a_ruling() -> None:
    """Italy 2007: the next Sheriff is to the left of the last one, as typed."""
    played = game(rotated(fixed(ITALY_2007, 5, 5), 1), 1, 1, impossible)
    before, after = next_step(State(played, ITALY_2007)), next_step(State(decided(played), ITALY_2007))
    assert isinstance(after, SeatGames)
    assert before == after


@pytest.mark.parametrize("sheet", [SIGNED, GAPS, ten(1)])
def test_it_can_be_taken_back_and_given_anew(sheet: Tournament) -> None:
    ruled = decided(sheet)
    assert without_ruling(ruled, ruled.games[0]) == sheet
    again = with_ruling(ruled, ruled.games[0], dict.fromkeys(PAYOUTS, 1), "on second thoughts")
    assert [event.reason for event in again.events] == ["on second thoughts"]
    assert again.reason_of(again.games[0]) == "on second thoughts"
    assert game_digest(ruled.games[0]) != game_digest(sheet.games[0])


def test_an_incomplete_ruling_decides_nothing() -> None:
    ruled = decided(SIGNED)
    partly = game(ruled, 1, 1, lambda g: replace(g, seats=(replace(g.seats[0], ruling=None), *g.seats[1:])))
    assert not partly.games[0].is_ruled
    assert {"ruling_incomplete", "impossible_end"} <= {
        one.code for one in findings_of(State(partly, ITALY, Journal())) if one.severity is Severity.ERROR
    }
    assert list(overrule(partly, ())) == []
