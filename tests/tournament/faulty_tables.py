"""What can be wrong at fixed tables, in an evening of one group, and in a knock-out."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from bangxl.rulebooks.loader import our_rulebook
from bangxl.tournament.finals import qualifiers
from bangxl.tournament.findings import At
from bangxl.tournament.model import Call, Draw, Duel, Event, EventType, Finals, Game, Moment, Outcome, Seat, Status, Tournament
from bangxl.tournament.state import State
from tests.tournament.builders import LATE, chairs_of, entries, fixed, ids, rotated, seated, sitting, ten, with_game
from tests.tournament.events import leaving, with_events, withdrawal
from tests.tournament.faulty import case, game, line, seat
from tests.tournament.rules import ALIVE, CARDS, CUT, DEAD, D

LAW, OUTLAWS, RENEGADE = Outcome.LAW, Outcome.OUTLAWS, Outcome.RENEGADE


def dealt(number: int, table: int, players: Sequence[str], outcome: Outcome = LAW, sheriff: int = 0) -> Game:
    """A finished game with nothing in it but roles and ends; the roles go round with the number of the game."""
    game_ = sitting(number, table, dict(enumerate(players, 1)), outcome, sheriff or (number - 1) % len(players) + 1)
    return replace(game_, seats=tuple(replace(one, bid=None, lives=None) for one in game_.seats))


def played(rulebook: str, sizes: Sequence[int], games: int, **options: str) -> Tournament:
    """So many games at each of these tables, drawn by hand, everybody in the order of the ids; the Law wins them all."""
    rules = our_rulebook(rulebook)
    seats: dict[str, Any] = {} if rules.lives else {"lives": None}
    seats["bid"] = 100 if rulebook == "italy-2007" or options.get("auction") == "true" else None
    return rotated(fixed(rules, *sizes, **options), games, **seats)


ELEVEN: Final = played("italy-2007", (6, 5), 2)
"""Italy 2007: tables of six and of five, two games."""

TEN: Final = played("italy-2007", (5, 5), 5)
TWENTY: Final = played("germany", (5, 5, 5, 5), 5)
"""Germany: four tables of five, all games played."""

PAIRS: Final = qualifiers(State(TEN, our_rulebook("italy-2007")))
SEMIS: Final = (Duel("SF1", PAIRS[0], PAIRS[3], 6, 1), Duel("SF2", PAIRS[1], PAIRS[2], 6, 2))


def evening(games: int, **options: str) -> Tournament:
    """Record: five players."""
    return played("record", (5,), games, **options)


def two_games(tournament: Tournament) -> Tournament:
    return replace(tournament, games=tuple(g for g in tournament.games if g.round < 3))


def swapped(tournament: Tournament, number: int, table: int, a: int, b: int) -> Tournament:
    """Two players of a record sheet have changed chairs; all else is as it was."""
    here = next(g for g in tournament.games if (g.round, g.table) == (number, table)).seats
    after = seat(tournament, number, table, a, player=here[b].player)
    return seat(after, number, table, b, player=here[a].player)


THIRD: Final = played("italy-2007", (6, 5), 3).games[4]
"""The third game of table 1: the Sheriff sits on the third chair."""

SEVEN: Final = dealt(1, 1, ids(1, 7), OUTLAWS)
KEPT: Final = two_games(TEN)
GIVEN: Final = withdrawal("P001", 1)
BETWEEN: Final = Event(EventType.WITHDRAWAL, "P001", Moment.BETWEEN_ROUNDS, after_round=1, table=2)
STAYED: Final = chairs_of(ELEVEN, 1, "P002")

SIX: Final = fixed(our_rulebook("italy-2007"), 6, 6)

FIXED: Final = {
    "composition_not_legal": case(entries(11, "italy-2007", composition="6,6,5"), At("Option_composition")),
    "composition_not_legal: no tables": case(entries(11, "italy-2007", composition="8,3"), At("Option_composition")),
    "composition_not_legal: drawn": case(replace(ELEVEN, options={"composition": "4,4,3"}), At("Option_composition")),
    "table_sizes: not as chosen": case(
        replace(played("italy-2007", (5,) * 4, 1), options={"composition": "7,7,6"}), At("Wall_Player", 0, 1)),
    "not_official": case(played("italy-2007", (7,), 1), At("Event_Name")),
    "seat_changed: chair": case(swapped(ELEVEN, 2, 2, 3, 4), At("Player", 3, 2, 2), At("Player", 4, 2, 2)),
    "event_gone: chair": case(
        replace(two_games(ELEVEN), games=(*ELEVEN.games, sitting(3, 1, STAYED, None, 3))), At("Events_Type", 0)),
    "gone_player_seated: chair": case(with_events(ELEVEN, GIVEN), At("Player", 0, 2, 1)),
    "wrong_sheriff": case(game(ELEVEN, 2, 1, lambda _second: replace(THIRD, round=2)), At("Role", 2, 2, 1)),
    "draw_not_reproduced: tables": case(replace(ELEVEN, draws=(Draw("1", "seed"),)), At("Draw_Seed", 0, 1)),
    "passive_character": case(with_events(TWENTY, GIVEN), At("Player", 0, 2, 1)),
    "no_show": case(
        with_events(with_game(SIX, sitting(1, 1, chairs_of(SIX, 1, "P006"), None)), leaving("P006", 1, 0)), At("Events_Player")),
    "game_skipped": case(
        replace(TWENTY, games=tuple(g for g in TWENTY.games if (g.round, g.table) != (2, 1))), At("Outcome", 0, 2, 1)),
    "too_many_games": case(
        with_game(TWENTY, line(sitting(6, 1, chairs_of(TWENTY, 1), None), 0, role=None)), At("Outcome", 0, 6, 1)),
    "too_many_games: everybody was Sheriff": case(with_game(TEN, sitting(6, 1, chairs_of(TEN, 1), None)), At("Outcome", 0, 6, 1)),
    "table_stopped": case(with_events(KEPT, withdrawal("P003", 2), withdrawal("P004", 2)), At("Outcome", 0, 2, 1)),
    "table_stopped: before its first game": case(
        with_events(replace(KEPT, games=tuple(g for g in KEPT.games if g.table == 2)), *(withdrawal(p, 0) for p in ids(1, 2))),
        At("Wall_Player", 0, 1)),
    "later_round_result: chair": case(
        game(ELEVEN, 1, 1, lambda g: replace(g, outcome=None)), At("Outcome", 0, 2, 1), beside="game_incomplete"),
    "reconfirmed_wrongly": case(seat(KEPT, 2, 1, 2, reconfirmed=True), At("Reconfirmed", 2, 2, 1)),
    "reconfirmed_wrongly: first game": case(seat(KEPT, 1, 1, 0, reconfirmed=True), At("Reconfirmed", 0, 1, 1)),
    "reconfirmed_wrongly: character": case(
        seat(KEPT, 2, 1, 0, reconfirmed=True, character="Willy the Kid"), At("Character", 0, 2, 1)),
    "reconfirmed_wrongly: price": case(seat(KEPT, 2, 1, 0, reconfirmed=True, bid=200), At("Bid", 0, 2, 1)),
    "nobody_paid_last: kept": case(
        game(
            seat(KEPT, 2, 1, 0, reconfirmed=True),
            2, 1, lambda g: replace(g, seats=tuple(s if s.reconfirmed else replace(s, bid=200) for s in g.seats)),
        ),
        At("Bid", 1, 2, 1),
    ),
    "bid_minimum: penniless": case(seat(KEPT, 1, 1, 2, bid=0), At("Bid", 2, 1, 1)),
    "lives_do_not_fit": case(seat(TWENTY, 1, 1, 0, lives=0), At("Lives", 0, 1, 1)),
    "lives_do_not_fit: too many": case(
        seat(seat(TWENTY, 1, 1, 0, lives=6), 1, 1, 1, lives=5), At("Lives", 0, 1, 1), At("Lives", 1, 1, 1)),
    "lives_do_not_fit: eliminated": case(seat(TWENTY, 1, 1, 2, lives=1), At("Lives", 2, 1, 1)),
    "killed_sheriff_impossible": case(seat(TWENTY, 1, 1, 1, killed_sheriff=True), At("Killed_Sheriff", 1, 1, 1)),
    "event_unknown_game: another table": case(with_events(ELEVEN, BETWEEN), At("Events_Table", 0), beside="gone_player_seated"),
    "event_unknown_game: his table is not so far": case(
        with_events(replace(ELEVEN, games=ELEVEN.games[:-1]), withdrawal("P007", 2)), At("Events_After_Round", 0)),
    "tables_closed_early": case(replace(KEPT, closed_after_round=2), At("Closed_After_Round")),
    "duel_pairing: third place": case(
        replace(TEN, finals=Finals((*SEMIS, Duel("P3", PAIRS[0], PAIRS[3])))), At("Finals_P3_Player_A")),
    "duel_pairing: no quarter-finals": case(
        replace(TEN, finals=Finals((Duel("QF1", PAIRS[0], PAIRS[3]),))), At("Finals_QF1_Player_A")),
}  # fmt: skip

WITH_CARDS: Final = evening(2, experience="true")
DEPUTY: Final = CARDS[5].index(D)
"""The chair of the Deputy of the first game: he has earned dollars, alive or not."""

GATE: Final = replace(ten(2), rulebook=CUT.id)
GATE_OPEN: Final = replace(GATE, games=(*GATE.games, seated(3, 1, ("P003", "P001", "P002", "P006", "P007", "P008"))))
"""Ten players; after the second round the best six play on, and the third is drawn."""
POORER: Final = replace(GATE.games[0].seats[0], bid=5000)


def badged(**given: tuple[int, int]) -> Tournament:
    """The ten players; in their first game the first two get badges."""
    first, ((mark, counts),) = GATE.games[0], given.items()
    marks = [{mark: count} for count in (*counts, *([0] * (first.size - len(counts))))]
    seats = [replace(seat, **own) for seat, own in zip(first.seats, marks, strict=True)]  # type: ignore[arg-type]
    return replace(GATE, games=(replace(first, seats=tuple(seats)), *GATE.games[1:]))


CUTS: Final = {
    "cut_differs": case(
        replace(GATE_OPEN, games=(replace(GATE.games[0], seats=(POORER, *GATE.games[0].seats[1:])), *GATE_OPEN.games[1:])),
        At("Wall_Player", 0, 3),
    ),
    "evening_wrong: backwards, of too many games, of none that the league has": case(
        replace(LATE, evenings={2: 2, 3: 1, 4: 1, 5: 2, 6: 2, 7: 6}), *(At("Draw_Evening", 0, number) for number in (3, 4, 6, 7))
    ),
    "closed_early: by the number of the next evening": case(replace(LATE, finals=Finals()), At("Closed_After_Round")),
    "badge_too_often": case(badged(badge_1=(1, 1)), At("Badge_1", 0, 1, 1)),
    "badge_too_often: less than never": case(badged(badge_2=(0, -1)), At("Badge_2", 1, 1, 1)),
}
"""A result that was corrected since: somebody else should play on."""
EVENINGS: Final = {
    "unknown_option: no number": case(entries(5, "record", games="many"), At("Option_games")),
    "games_not_multiple": case(entries(5, "record", games="7"), At("Option_games")),
    "not_official: scoring": case(replace(evening(5, scoring="simplified"), finals=Finals()), At("Event_Name")),
    "not_official: nothing is left to play": case(evening(5, cash_rewards="true"), At("Event_Name")),
    "not_official: too few games": case(
        replace(evening(4), closed_after_round=4), At("Event_Name"), At("Event_Name"), beside="tables_closed_early"),
    "bid_minimum: DV-5": case(seat(evening(1, auction="true"), 1, 1, 2, bid=0), At("Bid", 2, 1, 1)),
    "bid_above_bankroll: cards": case(
        seat(evening(2, auction="true", experience="true"), 2, 1, 0, cards_kept=4, bid=2000), At("Bid", 0, 2, 1)),
    "killed_sheriff_impossible: two": case(
        with_game(
            played("record", (7,), 0),
            replace(SEVEN, seats=tuple(replace(s, killed_sheriff=True, status=ALIVE) if s.role is D else s for s in SEVEN.seats)),
        ),
        At("Killed_Sheriff", 2, 1, 1),
    ),
    "outlaws_killed_impossible": case(
        seat(evening(1, cash_rewards="true"), 1, 1, 0, outlaws_killed=3), At("Outlaws_Killed", 0, 1, 1)),
    "cards_kept_impossible": case(seat(WITH_CARDS, 1, 1, 0, cards_kept=1), At("Cards_Kept", 0, 1, 1)),
    "cards_kept_impossible: dollars": case(seat(WITH_CARDS, 2, 1, 2, cards_kept=1), At("Cards_Kept", 2, 2, 1)),
    "cards_kept_impossible: lives": case(seat(WITH_CARDS, 2, 1, 0, cards_kept=5), At("Cards_Kept", 0, 2, 1)),
    "cards_kept_impossible: eliminated": case(
        seat(seat(WITH_CARDS, 1, 1, DEPUTY, status=DEAD), 2, 1, DEPUTY, cards_kept=1), At("Cards_Kept", DEPUTY, 2, 1)),
    "mark_without_option": case(
        seat(seat(evening(2), 2, 1, 0, cards_kept=1), 2, 1, 1, bid=100), At("Bid", 1, 2, 1), At("Cards_Kept", 0, 2, 1)),
    "mark_without_option: no such variant": case(seat(ELEVEN, 1, 1, 0, outlaws_killed=1), At("Outlaws_Killed", 0, 1, 1)),
}  # fmt: skip

THROUGH: Final = qualifiers(State(TWENTY, our_rulebook("germany")))
OUT: Final = next(player.id for player in TWENTY.players if player.id not in THROUGH)


def staged(*stages: Game, **changes: object) -> Tournament:
    """Germany: the knock-out of ten, drawn by hand."""
    return replace(TWENTY, finals=Finals(), stages=stages, **changes)  # type: ignore[arg-type]


def stage(table: int, players: Sequence[str], outcome: Outcome = RENEGADE) -> Game:
    return dealt(1, table, players, outcome, sheriff=1)


def at(name: str, index: int = 0, number: int = 1, table: int = 1) -> At:
    return At(name, index, table=table, stage=number)


ONE, TWO = stage(1, THROUGH[:5]), stage(2, THROUGH[5:])
LAST: Final = (THROUGH[4], THROUGH[9])
"""The two Renegades."""

FINAL: Final = Game(2, 1, tuple(Seat(n, p) for n, p in enumerate(LAST, 1)), winner=LAST[0])
STRANGER: Final = staged(line(ONE, 2, player=OUT), TWO)
STAGE_2: Final = Event(EventType.WITHDRAWAL, LAST[0], Moment.BEFORE_DUEL, match="Stage3")

KNOCKOUT: Final = {
    "stage_players": case(STRANGER, at("Player", 2), beside="stage_player_missing"),
    "stage_players: twice": case(
        staged(line(ONE, 2, player=THROUGH[9]), TWO), at("Player", 2), at("Player", 4, table=2), beside="stage_player_missing"),
    "stage_player_missing": case(STRANGER, at("Player"), beside="stage_players"),
    "stage_sizes": case(staged(stage(1, THROUGH[:6]), stage(2, THROUGH[6:])), at("Player")),
    "stage_not_reproduced": case(staged(ONE, TWO, FINAL, draws=(Draw("Stage2", "coin"),)), At("Finals_Stage2_Draw_Seed")),
    "stage_winner": case(staged(ONE, TWO, replace(FINAL, winner=OUT)), at("Winner", number=2)),
    "stage_incomplete": case(staged(line(ONE, 2, status=None), TWO), at("Status", 2)),
    "role_counts: knock-out": case(staged(line(ONE, 2, role=D), TWO), at("Role", 2), at("Role", 3)),
    "impossible_end: knock-out": case(staged(replace(ONE, outcome=LAW), TWO), at("Outcome")),
    "final_duel_impossible: knock-out": case(
        staged(line(stage(1, THROUGH[:5], OUTLAWS), 4, status=Status.FINAL_DUEL), TWO), at("Status", 4)),
    "unknown_character: knock-out": case(staged(line(ONE, 2, character="Apache Kid"), TWO), at("Character", 2)),
    "duplicate_character: knock-out": case(
        staged(line(ONE, 2, character=ONE.seats[0].character), TWO), at("Character", 0), at("Character", 2)),
    "event_unknown_game: stage": case(with_events(staged(ONE, TWO), STAGE_2), At("Events_Match", 0)),
}  # fmt: skip

WHOLE: Final = {
    "2007: two games": ELEVEN,
    "2007: finals": replace(TEN, finals=Finals((*SEMIS, Duel("P3", PAIRS[3], PAIRS[2]), Duel("F", PAIRS[0], PAIRS[1])))),
    "2007: the turn passes over who has left (R07-5)": with_events(
        replace(ELEVEN, games=(*ELEVEN.games[:2], sitting(2, 1, STAYED, None, 3))), withdrawal("P002", 1)),
    "2007: any legal tables, drawn by hand (R07-18)": played("italy-2007", (7, 7, 7), 1),
    "2007: the tables that were chosen": replace(played("italy-2007", (7, 7, 7), 1), options={"composition": "7,7,7"}),
    "2007: a character kept": seat(KEPT, 2, 1, 0, reconfirmed=True),
    "germany: all games": TWENTY,
    "germany: the same Sheriff in every game, which nobody says (DE-2)": replace(
        TWENTY, games=tuple(replace(TWENTY.round(1)[g.table - 1], round=g.round) for g in TWENTY.games)),
    "germany: first stage": staged(ONE, TWO),
    "germany: a stage that nobody has begun": staged(
        *(replace(g, outcome=None, seats=tuple(Seat(s.number, s.player) for s in g.seats)) for g in (ONE, TWO))),
    "germany: last stage": staged(ONE, TWO, FINAL),
    "germany: a stage that its seed gives": staged(ONE, TWO, FINAL, draws=(Draw("Stage2", "heads"),)),
    "germany: left after the draw of a stage": with_events(staged(ONE, TWO), replace(STAGE_2, match="Stage1")),
    "record: five games": evening(5),
    "record: auctions that nobody plays": game(
        evening(1), 1, 1, lambda g: replace(g, auction=(Call("P001", "Jourdonnais", "P001", 900),) * 2)),
    "record: nine games are no multiple yet": replace(evening(9), options={"games": "10"}),
    "record: Ingaggio and Esperienza": seat(
        evening(2, auction="true", experience="true"), 2, 1, 0, cards_kept=1, reconfirmed=True),
}  # fmt: skip
"""Nothing is wrong with them."""
