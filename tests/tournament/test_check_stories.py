"""What the checks say, and don't say, about some stories; and about whole random tournaments."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from bangxl.tournament.checks import check
from bangxl.tournament.findings import At, Severity
from bangxl.tournament.journal import Journal, LogEntry, digest
from bangxl.tournament.model import Call, EventInfo, EventType
from tests.strategies import Habits, journal_of, random_tournament, seeds
from tests.tournament.builders import ITALY, D, R, S, during, ids, seated, ten, with_events, withdrawal
from tests.tournament.test_checks import BASE, FIVE, LOGGED, RIGHT, one, player, protocol, seat


def test_errors_stand_first() -> None:
    wrong = replace(player(3, lambda p: replace(p, name="")), draws=(), lot_order=("P001",), event=EventInfo(date="ieri"))
    severities = [found.severity for found in check(wrong, ITALY, Journal())]
    assert severities == sorted(severities, key=list(Severity).index)
    assert set(severities) == set(Severity)


def test_a_game_reopened_is_a_correction_and_not_a_change() -> None:
    """`reopen` logs; the digest logged before it no longer binds. One logged after it does."""
    changed = seat(BASE, 1, 1, 2, lambda s: replace(s, bid=(s.bid or 0) + 100))
    reopen = LogEntry("", "reopen", "Round1T1", reason="letto male")
    codes = [f.code for f in check(changed, ITALY, replace(LOGGED, entries=(*LOGGED.entries, reopen)))]
    assert "correction" in codes
    assert "game_changed" not in codes
    again = LogEntry("", "seat", "SF1", digest=f"1T1={digest(BASE.round(1)[0])}")
    codes = [f.code for f in check(changed, ITALY, replace(LOGGED, entries=(*LOGGED.entries, reopen, again)))]
    assert "game_changed" in codes


def test_3_the_line_of_an_automatic_ejection_is_no_event_after_leaving() -> None:
    """Second warning, then its ejection on a line of its own: one story. A third warning later is an event after leaving."""
    warnings = [during(EventType.WARNING, "P004", number, 1) for number in (1, 2)]
    line = replace(warnings[1], type=EventType.EJECTION, automatic=True)
    two = ten(2)
    assert [f.code for f in check(with_events(two, *warnings, line), ITALY, Journal()) if f.code == "event_after_leaving"] == []
    third = check(with_events(two, *warnings, line, warnings[1]), ITALY, Journal())
    assert [f.at for f in third if f.code == "event_after_leaving"] == [At("Events_Player", 3)]


def test_a_warning_noted_late_is_no_event_after_leaving() -> None:
    """He left after round 2; his warning of round 1, noted below, came before."""
    tournament = with_events(ten(2), withdrawal("P004", 2), during(EventType.WARNING, "P004", 1, 1))
    assert [f.code for f in check(tournament, ITALY, Journal()) if f.code == "event_after_leaving"] == []


def test_r10_13_who_has_no_money_does_not_open() -> None:
    """R10-13: a later seat may open in his place, and the penniless take leftovers in order, nobody opening."""
    calls = [Call("P003", FIVE[2], "P003", 0), Call("P004", FIVE[3], "P004", 0), Call(None, FIVE[0], "P001", 0)]
    assert [f.code for f in check(protocol(*calls), ITALY, Journal()) if f.code.startswith("auction")] == []


def test_a_protocol_before_the_record_sheet_is_not_wrong_yet() -> None:
    """The auctions are typed, the record sheet still blank: nothing contradicts anything."""
    sheet = replace(seated(1, 1, ids(1, 5)), auction=(Call("P001", FIVE[2], "P003", 100),))
    assert {f.code for f in check(one(sheet, RIGHT), ITALY, Journal())} == {"draw_by_hand"}


def test_half_typed_sheets_are_not_wrong_yet() -> None:
    """Too few roles while a sheet is being filled in are no error; one Deputy too many is, at once."""
    blank = replace(ten(1).games[0], seats=tuple(replace(s, role=None if s.number > 1 else S) for s in ten(1).games[0].seats))
    assert {f.code for f in check(one(blank, RIGHT), ITALY, Journal())} == {"game_incomplete", "draw_by_hand"}
    deputies = replace(blank, seats=tuple(replace(s, role=D if s.number in {2, 3} else s.role) for s in blank.seats))
    assert "role_counts" in {f.code for f in check(one(deputies, RIGHT), ITALY, Journal())}


@settings(max_examples=60)
@given(seeds(), st.integers(10, 30), st.integers(0, 6), st.booleans(), st.sampled_from([0.0, 1.0, 6.0]))
def test_legal_tournaments_have_no_errors(seed: int, players: int, stop: int, half: bool, events: float) -> None:  # noqa: FBT001
    """Whatever happens at a legal tournament, no check calls it wrong; warnings only where something is meant to be looked at."""
    stop_after = stop if stop < 6 else None
    tournament = random_tournament(Random(seed), ITALY, players, stop_after, half=half, habits=Habits(events=events))  # noqa: S311
    found = check(tournament, ITALY, journal_of(tournament, ITALY))
    assert [f for f in found if f.severity is Severity.ERROR] == []
    meant = {"closed_early", "sheriff_twice"} | ({"game_incomplete", "duel_incomplete", "character_missing"} if half else set())
    assert {f.code for f in found if f.severity is Severity.WARNING} <= meant


def test_the_draw_is_the_first_thing_recorded() -> None:
    """Nothing of the journal is needed to redraw: the seeds in the facts suffice."""
    assert [f for f in check(BASE, ITALY, Journal()) if f.code == "draw_not_reproduced"] == []
    assert [draw.stage for draw in BASE.draws] == ["1", "2", "3"]
    assert R not in {s.role for g in BASE.games for s in g.seats if s.number == 1}


def test_a_game_reopened_leaves_the_other_tables_closed() -> None:
    """`reopen` opens one game: a change by hand at another table of its round is still found."""
    changed = seat(BASE, 1, 2, 2, lambda s: replace(s, bid=(s.bid or 0) + 100))
    reopen = LogEntry("", "reopen", "Round1T1", reason="letto male")
    found = check(changed, ITALY, replace(LOGGED, entries=(*LOGGED.entries, reopen)))
    assert [f.at for f in found if f.code == "game_changed"] == [At("Outcome", 0, 1, 2)]
