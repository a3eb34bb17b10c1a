"""Every finding fires by the smallest change to a clean tournament, at its cell, and a clean tournament is silent."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

from bangxl.rulebooks.loader import our_rulebook
from bangxl.tournament.advance import with_ruling
from bangxl.tournament.checks import findings_of
from bangxl.tournament.drawing import door_order
from bangxl.tournament.findings import KINDS, At
from bangxl.tournament.journal import Journal, LogEntry, names_entry, pairs, rename_entry
from bangxl.tournament.model import (
    Call,
    Duel,
    Event,
    EventInfo,
    EventType,
    Game,
    Moment,
    Outcome,
    Player,
    SeedSource,
    Status,
    Tournament,
)
from bangxl.tournament.state import State
from tests.helpers.notes import codes
from tests.helpers.referee import QUIET
from tests.helpers.strategies import journal_of, random_tournament

from tests.tournament.builders import entries, finished, ids, seated, ten  # fmt: skip  # isort: skip
from tests.tournament.events import LADDER, duelling, during, ladder, with_duels, with_events, withdrawal  # fmt: skip  # isort: skip
from tests.tournament.rules import HOUSES, ITALY, D, S  # fmt: skip  # isort: skip
from tests.tournament.faulty import Case, case, game, seat
from tests.tournament.faulty_tables import CUTS, EVENINGS, FIXED, KNOCKOUT, WHOLE

BARE: Final = replace(QUIET, protocol=0)
"""Nor does anybody write the auctions down."""

BASE: Final = random_tournament(Random(2010), ITALY, 12, 3, habits=BARE)  # noqa: S311 -- a game
"""Twelve players, three rounds of two tables of 6, drawn by the program; the finals not begun."""

A, B, C, E = LADDER[:4]
SEMIS: Final = (Duel("SF1", A, E, 5, 1), Duel("SF2", B, C, 5, 2))
LOGGED: Final = journal_of(BASE, ITALY)
WITH_NAMES: Final = replace(LOGGED, entries=(replace(LOGGED.entries[0], result=pairs(names_entry(BASE))), *LOGGED.entries[1:]))
"""As LOGGED, and who was drawn."""
WITH_SEED: Final = replace(LOGGED, entries=(replace(LOGGED.entries[0], seed=BASE.draws[0].rng_seed), *LOGGED.entries[1:]))
NAMES_0_1: Final = (At("Players_Name", 0), At("Players_Name", 1))


def player(index: int, **changes: Any) -> Tournament:  # noqa: ANN401 -- as a player has them
    players = list(BASE.players)
    players[index] = replace(players[index], **changes)
    return replace(BASE, players=tuple(players))


def renamed(names: Mapping[int, str]) -> Tournament:
    return replace(BASE, players=tuple(replace(one, name=names.get(row, one.name)) for row, one in enumerate(BASE.players)))


def joined(*more: Player) -> Tournament:
    return replace(BASE, players=(*BASE.players, *more))


def one(*games: Game, players: int = 10) -> Tournament:
    """A tournament of so many players with these record sheets, drawn by hand."""
    return replace(entries(players), games=games)


def protocol(*calls: Call) -> Tournament:
    """Round 1 of `ten` with a protocol at table 1; there P001 … P005 sit with the first five characters, for 0 dollars."""
    return game(ten(1), 1, 1, lambda g: replace(g, auction=calls))


def ruled(reason: str) -> Tournament:
    """BASE, in which the referee decides the first game of round 3."""
    decided = BASE.round(3)[0]
    return with_ruling(BASE, decided, {one.player: 100 for one in decided.seats}, reason)


BROKE: Final = seat(ten(2), 1, 1, 2, bid=5000)
"""P003, an Outlaw, has spent all his money in the first round; in the second he has the second chair."""
SEATED: Final = [seat.player for seat in BASE.round(3)[0].seats]
TOGETHER: Final = sorted(seat.player for seat in ten(1).round(1)[0].seats[1:3])
ELSEWHERE: Final = BASE.round(3)[1].seats[4].player
HERE: Final = next(i for i, p in enumerate(BASE.players) if p.present)
LUCKY, NEXT, *_OTHERS = door_order(State(BASE, ITALY), 1)
"""Whom the lot of round 1 gives door prizes."""
FORMERLY: Final = door_order(State(BASE, ITALY), 1, "former")[0]


def prize_for(player: str, *later: str, first: Sequence[str] = (), seed: str = "") -> Journal:
    """A door prize by the seed of round 1, ``seed`` or that of `BASE`; rows of the log before and after it as «seat Round2»."""
    gives = seed or BASE.draws[0].rng_seed
    before, after = ([LogEntry("", command, stage, gives) for command, stage in map(str.split, rows)] for rows in (first, later))
    return Journal((*before, LogEntry("", "raffle", "Round1", result=f"player={player}", reason="a mug"), *after))


UNUSED: Final = next(name for name in ITALY.characters if name not in {seat.character for seat in BASE.round(1)[0].seats})
"""A character that nobody plays at table 1 of round 1."""

FIVE: Final = tuple(ITALY.characters)[:5]
RIGHT: Final = finished(1, 2, ids(6, 10))
EMPTY_EVENT: Final = Event(EventType.WITHDRAWAL, "P004", Moment.BETWEEN_ROUNDS)
DRAWN_AGAIN: Final = "draw_not_reproduced"

CORRECTED: Final = LogEntry("", "rename", "P002", result=rename_entry("P002", BASE.players[1].name, "Zoë Tardi"), reason="x")


def regions(*names: str) -> Tournament:
    """BASE, in which the first players come from these regions."""
    players = (replace(one, region=names[at] if at < len(names) else "") for at, one in enumerate(BASE.players))
    return replace(BASE, players=tuple(players))


ENTRIES: Final = {
    "blank_name": case(player(3, name=" "), At("Players_Name", 3)),
    "name_of_another": case(renamed({0: BASE.players[1].name, 1: BASE.players[0].name}), *NAMES_0_1, journal=WITH_NAMES),
    "name_of_another: a stranger": case(renamed({1: "Zoë Tardi"}), At("Players_Name", 1), journal=WITH_NAMES),
    "name_gone": case(renamed({1: " "}), At("Players_Name", 1), journal=WITH_NAMES),
    "name_respelt": case(
        renamed({1: " ".join(reversed(BASE.players[1].name.split()))}), At("Players_Name", 1), journal=WITH_NAMES
    ),
    "line_moved": case(
        regions("Lazio", "Veneto"),
        At("Players_Region", 0),
        At("Players_Region", 1),
        journal=replace(LOGGED, entries=(LogEntry("", "seat", "Round1", result=pairs(names_entry(regions("Veneto", "Lazio")))),)),
    ),
    "renamed": case(
        renamed({1: "Zoë Tardi"}), At("Log_Command", len(WITH_NAMES.entries)),
        journal=replace(WITH_NAMES, entries=(*WITH_NAMES.entries, CORRECTED))),
    "duplicate_name": case(player(3, name=f" {BASE.players[0].name.upper()}"), At("Players_Name", 0), At("Players_Name", 3)),
    "duplicate_id": case(joined(Player("P001", "Doppio")), At("Players_Id", 0), At("Players_Id", len(BASE.players))),
    "long_name": case(player(3, name="x" * 61), At("Players_Name", 3)),
    "name_unseen": case(player(3, name=f"{BASE.players[3].name}\N{ZERO WIDTH SPACE}"), At("Players_Name", 3)),
    "name_total": case(player(3, name="Gesamt: 22"), At("Players_Name", 3)),
    "name_alike": case(
        player(3, name=BASE.players[0].name.replace("a", "а").replace("o", "о").replace("e", "е")), At("Players_Name", 3)),
    "referee_plays": case(
        replace(BASE, event=replace(BASE.event, referees=("Arturo", f" {BASE.players[HERE].name.upper()}"))),
        At("Players_Name", HERE)),
    "absent_but_seated": case(player(3, present=False), At("Players_Present", 3)),
    "late_entry": case(joined(Player("P099", "Tardi")), At("Players_Name", len(BASE.players))),
    "unknown_option": case(replace(BASE, options={"duel": "medium"}), At("Option_duel")),
    "apart_unreadable": case(replace(BASE, options={**BASE.options, "keep_apart": "P001"}), At("Option_keep_apart")),
    "unknown_player: kept apart": case(
        replace(BASE, options={**BASE.options, "keep_apart": "P001+P777"}), At("Option_keep_apart")),
    "option_changed": case(
        replace(BASE, options={**BASE.options, "duel": "long" if BASE.options["duel"] == "short" else "short"}),
        At("Option_duel"), journal=LOGGED),
    "referto_blank": case(
        replace(with_duels(ladder(), *SEMIS), event=EventInfo("Torneo", "2026-11-20", " ", referees=("Ugo",))), At("Event_Place")
    ),
    "date_unreadable": case(replace(BASE, event=replace(BASE.event, date="2026-02-30")), At("Event_Date")),
}  # fmt: skip

DRAWS: Final = {
    "unknown_player": case(seat(BASE, 3, 1, 2, player="P777"), At("Player", 2, 3, 1), beside=f"player_missing {DRAWN_AGAIN}"),
    "unknown_player: event": case(with_events(BASE, replace(EMPTY_EVENT, player="P777", after_round=3)), At("Events_Player", 0)),
    "player_twice": case(
        seat(BASE, 3, 1, 2, player=ELSEWHERE), At("Player", 2, 3, 1), At("Player", 4, 3, 2),
        beside=f"player_missing {DRAWN_AGAIN}"),
    "player_missing": case(seat(BASE, 3, 1, 2, player="P777"), At("Wall_Player", 0, 3), beside=f"unknown_player {DRAWN_AGAIN}"),
    "gone_player_seated": case(with_events(BASE, withdrawal(SEATED[2], 2)), At("Player", 2, 3, 1), beside=DRAWN_AGAIN),
    "table_sizes": case(one(seated(1, 1, ids(1, 7)), seated(1, 2, ids(8, 12)), players=12), At("Wall_Player", 0, 1)),
    "tables_unknown": case(
        one(seated(1, 1, ids(1, 4)), seated(1, 2, ids(5, 8)), players=8), At("Wall_Player", 0, 1), beside="role_counts"),
    "beyond_chart": case(random_tournament(Random(51), ITALY, 51, 1, habits=BARE), At("Wall_Player", 0, 1)),  # noqa: S311
    "seat_changed": case(
        seat(seat(BASE, 3, 1, 2, player=SEATED[4]), 3, 1, 4, player=SEATED[2]), At("Player", 2, 3, 1), At("Player", 4, 3, 1),
        journal=LOGGED),
    "draw_not_reproduced": case(
        replace(BASE, draws=(replace(BASE.draws[0], rng_seed="another"), *BASE.draws[1:])), At("Draw_Seed", 0, 1), journal=LOGGED
    ),
    "seed_gone": case(replace(BASE, draws=BASE.draws[1:]), At("Draw_Seed", 0, 1), journal=WITH_SEED),
    "draw_by_hand": case(replace(BASE, draws=BASE.draws[1:]), At("Draw_Seed", 0, 1)),
    "draw_seed_given": case(
        replace(BASE, draws=(replace(BASE.draws[0], source=SeedSource.GIVEN), *BASE.draws[1:])), At("Draw_Seed", 0, 1)),
    "draw_changed": case(replace(BASE, draws=(replace(BASE.draws[0], by_hand=True), *BASE.draws[1:])), At("Draw_Seed", 0, 1)),
    "door_prize": case(BASE, At("Log_Command", 0), journal=prize_for(LUCKY)),
    "door_prize: of a seed that is gone": case(
        BASE, At("Log_Command", 1), journal=prize_for(FORMERLY, "redraw Round1", first=["seat Round1"], seed="former")),
    "door_prize_unproven": case(
        BASE, At("Log_Command", 1), journal=prize_for(LUCKY, "redraw Round1", first=["seat Round1"], seed="former")),
    "door_prize_differs": case(BASE, At("Log_Command", 0), journal=prize_for(NEXT)),
    "door_prize_differs: nobody": case(BASE, At("Log_Command", 0), journal=prize_for("")),
    "door_prize_differs: by an older round": case(
        BASE, At("Log_Command", 2), journal=prize_for(LUCKY, first=["seat Round1", "seat Round2"])),
    "door_prize_differs: ahead is who leaves after round 3": case(
        with_events(BASE, replace(EMPTY_EVENT, player=LUCKY, after_round=3)), At("Log_Command", 1),
        journal=prize_for(NEXT, "seat Round2", first=["seat Round1"])),
    "redrawn": case(BASE, At("Log_Command", 0), journal=Journal((LogEntry("", "redraw", "Round1", reason="liste"),))),
    "swapped": case(
        BASE, At("Log_Command", 0), journal=Journal((LogEntry("", "swap", "Round1", result="P001=1/2 P002=2/1", reason="x"),))),
    "seats_gone": case(BASE, At("Log_Command", 0), journal=Journal((LogEntry("", "seat", "Round4"),))),
    "seats_gone: of a table": case(BASE, At("Log_Command", 1), journal=Journal(
        (LogEntry("", "seat", "Round3T1"), LogEntry("", "seat", "Round3T2+Round3T9"), LogEntry("", "undo", "Round4")))),
    "log_line_gone": case(BASE, At("Log_Command", 0), journal=Journal((LogEntry("", ""), LogEntry("", "rebuild")))),
    "draw_taken_back": case(BASE, At("Log_Command", 0), journal=Journal((LogEntry("", "undo", "Round2", seed="s"),))),
    "seed_not_bound": case(
        replace(BASE, draws=(replace(BASE.draws[0], source=SeedSource.PUBLIC, public_value="dice"), *BASE.draws[1:])),
        At("Draw_Seed", 0, 1), beside="pool_not_closed"),
    "pool_not_closed": case(
        replace(BASE, draws=(replace(BASE.draws[0], source=SeedSource.PUBLIC, public_value="dice"), *BASE.draws[1:])),
        At("Draw_Public", 0, 1), beside="seed_not_bound"),
    "pool_again": case(
        BASE, At("Log_Command", 1),
        journal=Journal(tuple(LogEntry("", "commit", "Round1", result=f"code={code * 5}-{code * 5}") for code in "AB"))),
    "sheriff_twice": case(
        one(*ten(1).games, *(replace(g, round=2) for g in ten(1).games)), At("Role", 0, 2, 1), At("Role", 0, 2, 2),
        beside="sheriff_avoidable"),
    "sheriff_avoidable": case(
        one(*ten(1).games, *(replace(g, round=2) for g in ten(1).games)), At("Role", 0, 2, 1), At("Role", 0, 2, 2),
        beside="sheriff_twice"),
    "not_apart": case(replace(ten(1), options={"keep_apart": "+".join(TOGETHER)}), At("Player", 1, 1, 1)),
    "round_skipped": case(one(*ten(1).games, *ten(3).round(3)), At("Draw_Seed", 0, 2)),
}  # fmt: skip

GAMES: Final = {
    "game_incomplete": case(seat(BASE, 3, 1, 2, bid=None), At("Bid", 2, 3, 1)),
    "character_missing": case(seat(BASE, 3, 1, 2, character=""), At("Character", 2, 3, 1)),
    "role_counts": case(seat(ten(3), 3, 1, 2, role=D), At("Role", 2, 3, 1), At("Role", 3, 3, 1)),
    "sheriff_not_first": case(seat(seat(ten(3), 3, 1, 0, role=D), 3, 1, 1, role=S), At("Role", 0, 3, 1), At("Role", 1, 3, 1)),
    "impossible_end": case(game(ten(3), 3, 1, lambda g: replace(g, outcome=Outcome.RENEGADE)), At("Outcome", 0, 3, 1)),
    "final_duel_impossible": case(seat(ten(3, Outcome.OUTLAWS), 3, 1, 4, status=Status.FINAL_DUEL), At("Status", 4, 3, 1)),
    "final_duel_impossible: G5": case(seat(ten(3), 3, 1, 4, status=Status.FINAL_DUEL), At("Status", 4, 3, 1)),
    "final_duel_impossible: before all is typed": case(
        seat(seat(ten(3), 3, 1, 1, status=Status.FINAL_DUEL), 3, 1, 2, status=None), At("Status", 1, 3, 1),
        beside="game_incomplete"),
    "too_many_last": case(seat(ten(3), 3, 1, 4, status=Status.AMONG_LAST), At("Status", 4, 3, 1)),
    "unknown_character": case(seat(BASE, 3, 1, 2, character="Apache Kid"), At("Character", 2, 3, 1)),
    "duplicate_character": case(
        seat(BASE, 3, 1, 2, character=BASE.round(3)[0].seats[0].character), At("Character", 0, 3, 1), At("Character", 2, 3, 1)),
    "bid_step": case(seat(ten(3), 3, 1, 2, bid=150), At("Bid", 2, 3, 1)),
    "bid_digit": case(seat(ten(3), 3, 1, 2, bid=3), At("Bid", 2, 3, 1)),
    "bid_minimum": case(seat(ten(3), 3, 1, 2, bid=-100), At("Bid", 2, 3, 1)),
    "bid_above_bankroll": case(seat(ten(1), 1, 1, 2, bid=5100), At("Bid", 2, 1, 1)),
    "nobody_paid_last": case(one(finished(1, 1, ids(1, 5), bids=[100] * 5), RIGHT), At("Bid", 0, 1, 1)),
    "auction_price": case(protocol(Call("P001", FIVE[2], "P003", 100)), At("Bid", 2, 1, 1)),
    "auction_price: another character": case(protocol(Call("P001", FIVE[1], "P001", 0)), At("Bid", 0, 1, 1)),
    "auction_order": case(protocol(Call("P001", FIVE[0], "P001", 0), Call("P003", FIVE[2], "P003", 0)), At("Player", 2, 1, 1)),
    "auction_order: two characters": case(
        protocol(Call("P001", FIVE[0], "P002", 0), Call("P003", FIVE[1], "P002", 0)), At("Player", 2, 1, 1),
        beside="auction_price"),
    "auction_penniless": case(
        game(BROKE, 2, 1, lambda g: replace(g, auction=(Call(None, g.seats[1].character, "P003", 0),))), At("Player", 1, 2, 1)),
    "auction_last": case(
        game(
            one(finished(1, 1, ids(1, 5), bids=[0] * 4 + [300]), RIGHT), 1, 1,
            lambda g: replace(g, auction=tuple(Call(s.player, s.character, s.player, s.bid or 0) for s in g.seats)),
        ),
        At("Bid", 4, 1, 1),
    ),
    "auction_raise": case(protocol(Call("P001", FIVE[1], "P002", 0)), At("Bid", 1, 1, 1)),
    "later_round_result": case(
        game(BASE, 1, 1, lambda g: replace(g, outcome=None)),
        *(At("Outcome", 0, number, table) for number in (2, 3) for table in (1, 2)), beside="game_incomplete"),
    "game_changed": case(seat(BASE, 1, 1, 2, character=UNUSED), At("Outcome", 0, 1, 1), journal=LOGGED),
    "correction": case(BASE, At("Log_Command", 0), journal=Journal((LogEntry("", "reopen", "Round1T1", reason="letto male"),))),
    "ruling": case(ruled("tutti vivi"), At("Ruling", 0, 3, 1)),
    "ruling_incomplete": case(seat(ruled("tutti vivi"), 3, 1, 2, ruling=None), At("Ruling", 2, 3, 1)),
    "ruling_without_reason": case(ruled(" "), At("Events_Reason", len(BASE.events))),
    "ruling_without_reason: no event": case(replace(ruled("tutti vivi"), events=BASE.events), At("Ruling", 0, 3, 1)),
}  # fmt: skip

EVENTS: Final = {
    "ruling_unknown_game": case(
        with_events(BASE, Event(EventType.RULING, "", Moment.DURING_GAME, "tutti vivi", round=3, table=3)), At("Events_Table", 0)
    ),
    "event_incomplete: ruling": case(
        with_events(BASE, Event(EventType.RULING, "", Moment.DURING_GAME, "tutti vivi", round=3)), At("Events_Table", 0)),
    "event_incomplete": case(with_events(BASE, EMPTY_EVENT), At("Events_After_Round", 0)),
    "event_incomplete: game": case(
        with_events(BASE, replace(EMPTY_EVENT, moment=Moment.DURING_GAME)), At("Events_Round", 0), At("Events_Table", 0)),
    "event_incomplete: match": case(
        with_events(with_duels(ladder(), *SEMIS), duelling(EventType.WITHDRAWAL, LADDER[8], "")), At("Events_Match", 0)),
    "event_incomplete: sit-out": case(
        with_events(BASE, Event(EventType.SIT_OUT, "P004", Moment.BEFORE_RANKING)), At("Events_Moment", 0)),
    "event_unknown_game": case(with_events(BASE, during(EventType.WARNING, SEATED[0], 3, 2)), At("Events_Table", 0)),
    "event_unknown_game: round": case(with_events(BASE, withdrawal("P004", 4)), At("Events_After_Round", 0)),
    "event_unknown_game: match": case(
        with_events(with_duels(ladder(), *SEMIS), duelling(EventType.WITHDRAWAL, LADDER[8], "QF1")), At("Events_Match", 0)),
    "event_unknown_game: no duels yet": case(
        with_events(BASE, duelling(EventType.WARNING, "P004", "SF1")), At("Events_Moment", 0)),
    "event_unknown_game: rounds to come": case(
        with_events(ten(2), Event(EventType.WARNING, "P004", Moment.BEFORE_RANKING, "offese")), At("Events_Moment", 0)),
    "event_other_duel": case(
        with_events(with_duels(ladder(), *SEMIS), duelling(EventType.WARNING, B, "SF1", Moment.DURING_DUEL)),
        At("Events_Match", 0)),
    "event_other_duel: not qualified": case(
        with_events(with_duels(ladder(), *SEMIS), duelling(EventType.WITHDRAWAL, LADDER[8], "SF1")), At("Events_Match", 0)),
    "event_other_duel: the final to come": case(
        with_events(with_duels(ladder(), *SEMIS), duelling(EventType.WARNING, LADDER[8], "F")), At("Events_Match", 0)),
    "event_after_leaving": case(with_events(BASE, withdrawal("P004", 3), withdrawal("P004", 3)), At("Events_Player", 1)),
    "event_without_reason": case(
        with_events(ten(3), replace(during(EventType.WARNING, "P004", 3, 1), reason=" ")), At("Events_Reason", 0)
    ),
    "second_warning": case(
        with_events(ten(3), *[during(EventType.WARNING, "P004", number, 1) for number in (1, 3)]), At("Events_Player", 1)),
    "closed_early": case(replace(ten(2), closed_after_round=2), At("Closed_After_Round")),
    "closed_wrongly": case(replace(ten(2), closed_after_round=1), At("Closed_After_Round")),
    "closed_wrongly: beyond the schedule": case(replace(ten(2), closed_after_round=9), At("Closed_After_Round")),
}  # fmt: skip

FINALS: Final = {
    "lots_by_hand": case(replace(BASE, lot_order=("P001",)), At("Players_Lot")),
    "duel_pairing": case(
        with_duels(ladder(), Duel("SF1", A, B), Duel("SF2", C, E)), At("Finals_SF1_Player_A"), At("Finals_SF2_Player_A")),
    "duel_pairing: final": case(with_duels(ladder(), *SEMIS, Duel("F", A, E)), At("Finals_F_Player_A")),
    "duel_score": case(with_duels(ladder(), replace(SEMIS[0], score_a=6, score_b=4), SEMIS[1]), At("Finals_SF1_Score_A")),
    "result_changed": case(
        with_duels(ladder(), *SEMIS), At("Finals_SF2_Score_A"), journal=Journal((LogEntry("", "seat", "end", digest="SF2=0"),))),
    "duel_incomplete": case(with_duels(ladder(), SEMIS[0], replace(SEMIS[1], score_a=None)), At("Finals_SF2_Score_A")),
    "duel_incomplete: the other": case(with_duels(ladder(), SEMIS[0], replace(SEMIS[1], score_b=None)), At("Finals_SF2_Score_B")),
    "duel_winner_left": case(
        with_events(with_duels(ladder(), *SEMIS), duelling(EventType.WITHDRAWAL, A, "SF1")), At("Finals_SF1_Score_A")),
    "duel_both_left": case(
        with_events(
            with_duels(ladder(), Duel("SF1", A, E), SEMIS[1]),
            duelling(EventType.WITHDRAWAL, A, "SF1"),
            duelling(EventType.WITHDRAWAL, E, "SF1"),
        ),
        At("Finals_SF1_Score_A"),
    ),
}  # fmt: skip
CASES: Final[Mapping[str, Case]] = {**ENTRIES, **DRAWS, **GAMES, **EVENTS, **FINALS, **FIXED, **EVENINGS, **CUTS, **KNOCKOUT}
FIRST_CASES: Final = {name.partition(":")[0]: wrong for name, wrong in reversed([*CASES.items()])}


@pytest.mark.parametrize(("name", "wrong"), CASES.items(), ids=CASES)
def test_it_fires(name: str, wrong: Case) -> None:
    """The finding, at its cells and nowhere else; nothing else but what comes with it, and notes."""
    code = name.partition(":")[0]
    rulebook = HOUSES.get(wrong.tournament.rulebook) or our_rulebook(wrong.tournament.rulebook)
    found = findings_of(State(wrong.tournament, rulebook, wrong.journal))
    assert [f.at for f in found if f.code == code] == list(wrong.at)
    assert codes(found) - {code} <= wrong.beside <= {f.code for f in found}
    assert all(f.severity is KINDS[f.code].severity for f in found)


CLEAN: Final = {
    "entries": (entries(10), Journal()),
    "hand-made": (ladder(), Journal()),
    "finals": (with_duels(ladder(), *SEMIS, Duel("F", A, B, "W", None), closed=True), Journal()),
    "three rounds": (BASE, LOGGED),
    "left before the first draw": (
        with_events(replace(ten(3), players=(*ten(3).players, Player("P011", "Va via"))), withdrawal("P011", 0)), Journal()),
    "protocol": (
        protocol(*(Call(opener, FIVE[i], f"P00{i + 1}", 0) for i, opener in enumerate(("P001", "P002", "P003", None, "P005")))),
        Journal()),
    "a protocol before the record sheet, still blank": (
        one(replace(seated(1, 1, ids(1, 5)), auction=(Call("P001", FIVE[2], "P003", 100),)), RIGHT), Journal()),
    **{name: (tournament, Journal()) for name, tournament in WHOLE.items()},
}  # fmt: skip


@pytest.mark.parametrize("name", CLEAN)
def test_a_clean_tournament_is_silent(name: str) -> None:
    tournament, journal = CLEAN[name]
    assert codes(findings_of(State(tournament, our_rulebook(tournament.rulebook), journal))) == set()


@pytest.mark.parametrize(
    ("typed", "day"),
    [("25.11.2026", "2026-11-25"), ("3/4/2026", "2026-04-03"), ("31.2.2026", "2026-11-21"), ("tomorrow", "2026-11-21")],
)
def test_a_date_that_is_text_is_shown_as_every_spreadsheet_takes_it(typed: str, day: str) -> None:
    """«25.11.2026» in a cell that is text is refused: not with the advice to write 25.11.2026."""
    state = State(replace(BASE, event=replace(BASE.event, date=typed)), our_rulebook(BASE.rulebook))
    found = next(one for one in findings_of(state) if one.code == "date_unreadable")
    assert found.values == {"text": typed, "day": day}
