"""Checks of the seats: against the regulation, and against the recorded draw."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final

from bangxl.tournament import model
from bangxl.tournament.audit import DrawError
from bangxl.tournament.checks.games import empty_chairs, is_passive
from bangxl.tournament.commitment import commitment_digest, drawn_for, seed_of
from bangxl.tournament.compositions import legal_compositions, sizes_text, table_sizes
from bangxl.tournament.drawing import algorithm_in, audit_rounds, door_order, drawn_tables, pairs_not_apart, with_logged_draws
from bangxl.tournament.findings import At, Finding, record_cell
from bangxl.tournament.journal import ABSENT, RAFFLE, Seating, absences_logged, logged_commitment, read_pairs, seating
from bangxl.tournament.league import evenings
from bangxl.tournament.model import Draw, EventType, Role, SeedSource, join_logged, round_named, split_logged
from bangxl.tournament.options import as_drawn
from bangxl.tournament.progress import later_tables, starting_tables
from bangxl.tournament.roster import available, departures, sheriffs_so_far
from bangxl.tournament.rulebook import SheriffRule
from bangxl.tournament.standings import before_cuts, players_let_through, standings
from bangxl.tournament.state import State


def players_not_once_a_round(state: State) -> Iterator[Finding]:
    """Each available player sits at one table of each round; players who left do not (1.3).

    An event that is gone is said once for each player, for the first round without them.
    """
    missed: set[str] = set()
    known = {player.id for player in state.tournament.players}
    gone, logged = departures(state), absences_logged(state.journal.entries)
    for number in range(1, state.tournament.rounds_seated + 1):
        games = state.tournament.round(number)
        count = Counter(seat.player for game in games for seat in game.seats)
        for game in games:
            for seat in game.seats:
                cell = record_cell(game, "Player", seat.number - 1)
                if seat.player not in known:
                    yield Finding("unknown_player", cell, {"text": seat.player})
                elif count[seat.player] > 1:
                    yield Finding("player_twice", cell, {"player": seat.player, "round": number})
                left = seat.player in gone and gone[seat.player].last_round < number
                if left and not is_passive(state.rulebook, game):
                    yield Finding("gone_player_seated", cell, {"player": seat.player})
        gone_events = left_out(state, number)
        for player in (player for player in gone_events if player not in missed):
            kind = logged.get(player)
            values = {"player": player, "round": number, "before": number - 1}
            values |= {"events": ABSENT if kind is None else (EventType(kind),)}
            yield Finding("event_gone", At("Events_Type", len(state.tournament.events)), values)
        missed.update(gone_events)
        yield from _players_missing(state, number, {*count, *gone_events})


def left_out(state: State, number: int) -> Sequence[str]:
    """Who was not drawn in this round, or had no chair in it, though no event says why: one has been deleted since."""
    games = state.tournament.round(number)
    if state.tournament.start_tables:
        chairs = ((game, *chair) for game in games for chair in empty_chairs(state, game))
        return [player for game, player, cell in chairs if cell.index + 1 not in {seat.number for seat in game.seats}]
    drawn = {player for _table, _seat, player in state.journal.seatings.get(number, ())}
    return [player for player in available(state, number) if drawn and games and player not in drawn]


def _players_missing(state: State, number: int, seated: Collection[str]) -> Iterator[Finding]:
    """Who should sit in this round and doesn't, at the seat drawn for them; at a fixed table they have a chair of their own."""
    games = {game.table: game for game in state.tournament.round(number)}
    if state.tournament.start_tables:
        places = dict(chair for game in games.values() for chair in empty_chairs(state, game))
    else:
        seats = state.journal.seatings.get(number, ())
        drawn = {player: record_cell(games[table], "Player", seat - 1) for table, seat, player in seats if table in games}
        expected = dict.fromkeys((*available(state, number), *(drawn if number == 1 else ())) if games else ())
        places = {player: drawn.get(player, At("Wall_Player", 0, number)) for player in expected}
    for player, cell in places.items():
        if player not in seated:
            yield Finding("player_missing", cell, {"player": player, "round": number})


def sizes_not_legal(state: State) -> Iterator[Finding]:
    """1.1 Tabella dei tavoli, Allegato 1: the composition of each draw; R10-2: an extension beyond the chart.

    At the start the tables are as the referee has chosen, else any that the regulation allows; later one alone may be left.
    A house's own regulation says itself how its chart goes on: nothing is to be told then.
    """
    rulebook, tournament = state.rulebook, state.tournament
    for number in _draw_numbers(state):
        tables = [game.seats for game in tournament.round(number)]
        now = tuple(map(len, tournament.start_tables.values() if rulebook.fixed_tables else tables))
        chosen = starting_tables(state, sum(now)) if number == 1 and tournament.options.get("composition") else ()
        single = table_sizes(rulebook, sum(now), first_round=number == 1)
        usual = legal_compositions(rulebook, sum(now), first_round=number == 1)
        legal = (chosen,) if chosen else usual or tuple(filter(None, [single]))
        values = {"round": number, "players": sum(now), "sizes": sizes_text(now)}
        values["legal"] = ", ".join(map(sizes_text, legal))
        if not now:
            yield Finding("round_skipped", At("Draw_Seed", 0, number), {"round": number})
        elif sorted(now) not in [sorted(sizes) for sizes in legal]:
            yield Finding("table_sizes" if legal else "tables_unknown", At("Wall_Player", 0, number), values)
        elif not rulebook.text and sum(now) > max(rulebook.chart, default=sum(now)):
            yield Finding("beyond_chart", At("Wall_Player", 0, number), values)


def cut_differs(state: State) -> Iterator[Finding]:
    """Who went home at a cut though the standings before it, as they are now, let them through: a result was corrected since.

    Of equals in a round that was drawn by hand the cards have decided.
    """
    for cut in (cut for cut in state.rulebook.cuts if state.tournament.round(cut.after + 1)):
        here, has_seed = available(state, cut.after + 1), any(draw.round == cut.after + 1 for draw in state.tournament.draws)
        ranks = {row.player: row.rank or 0 for row in standings(before_cuts(state)[cut.after])}
        worst = max((ranks.get(player, 0) for player in here), default=0)
        for player in (player for player in players_let_through(state, cut) if player not in here):
            if has_seed or ranks[player] < worst:
                cell = At("Wall_Player", 0, cut.after + 1)
                yield Finding("cut_differs", cell, {"player": player, "round": cut.after + 1, "before": cut.after})


def evening_wrong(state: State) -> Iterator[Finding]:
    """A league's rounds follow its evenings, each of which has at most so many games."""
    league, drawn = state.rulebook.league, evenings(state)[:-1]
    for number, evening in enumerate(drawn, 1):
        before = drawn[: number - 1]
        if league and not (max(before, default=1) <= evening <= league.evenings and before.count(evening) < league.games):
            yield Finding("evening_wrong", At("Draw_Evening", 0, number), {"round": number, "evening": evening})


def sheriff_twice(state: State) -> Iterator[Finding]:
    """1.1: a player is Sheriff only once in a tournament, unless it cannot be avoided (R10-3)."""
    if state.rulebook.sheriff is not SheriffRule.SEAT_1 or state.rulebook.fixed_tables:
        return
    for game in state.tournament.games:
        before = sheriffs_so_far(state, game.round)
        for seat in game.seats:
            if seat.role is Role.SHERIFF and before[seat.player]:
                yield Finding("sheriff_twice", record_cell(game, "Role", seat.number - 1), {"player": seat.player})


def sheriff_avoidable_or_pair_together(state: State) -> Iterator[Finding]:
    """What the auditor, who shares no code with the draws, finds about Sheriffs; and pairs that were to be kept apart."""
    if state.rulebook.fixed_tables or not state.tournament.games:
        return
    for fault in audit_rounds(state, state.tournament.rounds_seated).errors:
        if fault.code is DrawError.SHERIFF_AGAIN and fault.table is not None:
            game = state.tournament.round(fault.round)[fault.table - 1]  # the auditor counts tables
            yield Finding("sheriff_avoidable", record_cell(game, "Role"), {"player": fault.player})
    for number in range(1, state.tournament.rounds_seated + 1):
        for table_number, (player, other) in pairs_not_apart(state, number):
            game = next(game for game in state.tournament.round(number) if game.table == table_number)
            seat = next(seat.number for seat in game.seats if seat.player == player)
            yield Finding("not_apart", record_cell(game, "Player", seat - 1), {"player": player, "other": other})


def seat_changed(state: State) -> Iterator[Finding]:
    """A seat that is not the one drawn; at a fixed table everybody keeps theirs for all games."""
    for game in state.tournament.games:
        drawn = {*_seats_of_draw(state, game.round)}
        for seat in (seat for seat in game.seats if (game.table, seat.number, seat.player) not in drawn):
            place = next((f"{table}/{number}" for table, number, player in drawn if player == seat.player), "–")
            yield Finding("seat_changed", record_cell(game, "Player", seat.number - 1), {"player": seat.player, "drawn": place})


def seats_gone(state: State) -> Iterator[Finding]:
    """What the log has drawn or begun, and not taken back, though nobody sits there: sheets have been lost."""
    tournament, last, final = state.tournament, state.tournament.rounds_seated, state.tournament.finals
    here = {*map(model.round_code, range(1, last + 1)), *(duel.match for duel in (final.duels if final else ()))}
    here |= {model.stage_code(game.round) for game in tournament.stages}
    here |= {model.game_code(game.round, game.table) for game in tournament.games}
    for row, entry in enumerate(state.journal.entries):
        gone = [code for code in split_logged(entry.stage) if code not in here]
        if gone and entry.command in {"seat", "redraw"} and re.fullmatch(model.LOGGED, entry.stage):
            yield Finding("seats_gone", At("Log_Command", row), {"stage": join_logged(gone)})


def draw_repeated(state: State) -> Iterator[Finding]:
    """A draw that was repeated or taken back, players who changed places after it, and a blank line above others."""
    for row, entry in enumerate(state.journal.entries):
        cell, values = At("Log_Command", row), {"stage": entry.stage, "reason": entry.reason}
        match entry.command:
            case "redraw":
                yield Finding("redrawn", cell, values)
            case "swap":
                both = " – ".join(place.partition("=")[0] for place in entry.result.split())
                yield Finding("swapped", cell, {**values, "player": both})
            case "":
                yield Finding("log_line_gone", cell)
            case "undo" if entry.seed:
                yield Finding("draw_taken_back", cell, {"stage": entry.stage})


def door_prizes(state: State) -> Iterator[Finding]:
    """Each door prize, by the newest seed of its moment, and one that the lot gives to another.

    Ahead of a winner are only those who have won, or have left and sit in no round drawn since.
    """
    entries, most, won, seeds = state.journal.entries, state.tournament.rounds_seated, set[str](), dict[int, str]()
    last = {(one.command, round_named(one.stage)): row for row, one in enumerate(entries)}
    for row, entry in enumerate(entries):
        number, winner = round_named(entry.stage), read_pairs(entry.result).get("player", "")
        if entry.command in {"seat", "redraw"}:
            seeds[number] = entry.seed
        if entry.command != RAFFLE:
            continue
        following = next((one for one in range(1, most + 1) if last.get(("seat", one), -1) > row), most + 2)
        absent = {*won, *(one for one, departure in departures(state).items() if departure.last_round < following)}
        newest = number >= max(filter(seeds.get, seeds), default=0)
        order = door_order(state, number, seeds.get(number, "")) if newest else ()
        drawn = next((one for one in order if one not in absent or (one == winner and one not in won)), "")
        values = {"player": winner, "stage": entry.stage, "reason": entry.reason or "–", "expected": drawn or "–"}
        wrong = "door_prize_unproven" if last.get(("redraw", number), -1) > row else "door_prize_differs"  # others sat there
        yield Finding("door_prize" if winner and drawn == winner else wrong, At("Log_Command", row), values)
        won.add(winner)


def pool_again(state: State) -> Iterator[Finding]:
    """A draw was committed again with another code after a code was shown, even if that was undone."""
    codes: dict[str, str] = {}
    for row, entry in enumerate(state.journal.entries):
        command, result = (entry.result, entry.digest) if entry.command == "undo" else (entry.command, entry.result)
        if command != "commit" or not (code := read_pairs(result).get("code")):
            continue
        before, codes[entry.stage] = codes.get(entry.stage, code), code
        if code != before:
            yield Finding("pool_again", At("Log_Command", row), {"stage": entry.stage, "code": code, "before": before})


def pool_not_closed(state: State) -> Iterator[Finding]:
    """A public value without a code in the log before it."""
    entries = state.journal.entries
    for draw in (draw for draw in state.tournament.draws if draw.source is SeedSource.PUBLIC):
        drawn = (row for row, one in enumerate(entries) if one.seed == draw.rng_seed and one.command in {"seat", "redraw"})
        row = next((row for row in drawn if draw.logged in split_logged(entries[row].stage)), 0)
        committed = logged_commitment(entries[row].stage, entries[:row]) if entries else {}
        if not committed or (draw.round and committed.get("code") != draw.code):  # a round's sheet has the code
            yield Finding("pool_not_closed", seed_cell(draw, "Draw_Public"), {"stage": draw.logged, "value": draw.public_value})


def draw_not_reproduced(state: State) -> Iterator[Finding]:
    """A draw that its seed does not give again; a draw by hand; a seed that somebody chose."""
    draws = {draw.round: draw for draw in state.tournament.draws}
    logged = {draw.round for draw in with_logged_draws(state).draws}
    for number in _draw_numbers(state):
        cell, values, draw = At("Draw_Seed", 0, number), {"round": number}, draws.get(number)
        if draw is None:
            yield Finding("seed_gone" if number in logged else "draw_by_hand", cell, values)
        elif draw.by_hand:
            yield Finding("draw_changed" if _follows_with_swaps(state, draw) else "draw_not_reproduced", cell, values)
        else:
            if draw.source is SeedSource.GIVEN:
                yield Finding("draw_seed_given", cell, values)
            now = _seats_of_draw(state, number)
            follows = draw.algorithm is algorithm_in(state) and now == seats_by_seed(state, draw)
            if now and not left_out(state, number) and not follows:
                yield Finding("draw_not_reproduced", cell, values)


def _follows_with_swaps(state: State, draw: Draw) -> bool:
    """Whether the seats of a round are those of its seed after the swaps that the log has; without its row nobody can say."""
    rows = [row for row in state.journal.entries if row.stage == draw.logged]
    drawn = next((at for at, row in reversed([*enumerate(rows)]) if row.command in {"seat", "redraw"}), None)
    if drawn is None or left_out(state, draw.round):
        return True
    places = {player: (table, seat) for table, seat, player in seats_by_seed(state, draw)}
    for row in rows[drawn:]:
        players = [one.partition("=")[0] for one in row.result.split()] if row.command == "swap" else []
        if len({*players} & places.keys()) == 2:
            one, other = players
            places[one], places[other] = places[other], places[one]
    return {player: (table, seat) for table, seat, player in seating(state.tournament.round(draw.round))} == places


def seed_not_bound(state: State) -> Iterator[Finding]:
    """A seed that its value does not give, neither with what was drawn as it is now nor as it was logged with the draw."""
    for draw in state.tournament.draws:
        if not is_bound(draw, pool_digests(state, draw)):
            yield Finding("seed_not_bound", seed_cell(draw), {"stage": draw.logged, "value": draw.public_value})


def seed_cell(draw: Draw, name: str = "Draw_Seed") -> At:
    """Where the seed of a draw stands; by another ``name`` its public value."""
    return At(name, 0, draw.round) if draw.round else At(f"Finals_{draw.drawn}_{name}")


def is_bound(draw: Draw, pools: Iterable[str]) -> bool:
    """Whether the value gives the seed with one of these digests. By hand, or random without a value, it claims nothing."""
    if draw.source is SeedSource.GIVEN or (draw.source is SeedSource.RANDOM and not draw.public_value):
        return True
    return any(draw.rng_seed == seed_of(pool, draw.public_value) for pool in pools)


def pool_digests(state: State, draw: Draw) -> Iterator[str]:
    """The digest of what was drawn: of a round, of duels of one seed, or of a stage; as it is now, and as it was logged."""
    together = [one.drawn for one in state.tournament.draws if one.rng_seed == draw.rng_seed and not one.round]
    stage = draw.logged if draw.round else join_logged(together)
    yield commitment_digest(as_drawn(state, draw.round), stage, drawn_for(state, stage))
    yield from (read_pairs(one.result).get("pool", "") for one in state.journal.entries if one.seed == draw.rng_seed)


def seats_by_seed(state: State, draw: Draw) -> Seating:
    """The seating that a round's recorded draw gives; empty where the regulation has no tables."""
    number, fixed = draw.round, state.tournament.start_tables
    here = tuple(player for table in fixed.values() for player in table) or available(state, number)
    sizes = starting_tables(state, len(here)) if number == 1 else later_tables(state, number)
    if not sizes or len(set(here)) < len(here):
        return ()
    return _seats(drawn_tables(state, draw, here, sizes))


def _draw_numbers(state: State) -> range:
    seated = state.tournament.rounds_seated
    return range(1, min(seated, 1 if state.rulebook.fixed_tables else seated) + 1)


def _seats_of_draw(state: State, number: int) -> Seating:
    """The draw as it was hung on the wall; where nobody has written it down, as they sit."""
    if fixed := state.tournament.start_tables:
        return _seats(tuple(fixed.values()), tuple(fixed))
    games = state.tournament.round(number)
    return state.journal.seatings.get(number, seating(games)) if games else ()


def _seats(tables: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> Seating:
    """Table, seat and player of everybody; tables are numbered from 1 unless they have numbers."""
    numbered = zip(numbers or range(1, len(tables) + 1), tables, strict=True)
    return tuple((number, seat, player) for number, table in numbered for seat, player in enumerate(table, 1))


CHECKS: Final[tuple[Callable[[State], Iterator[Finding]], ...]] = (
    players_not_once_a_round, sizes_not_legal, cut_differs, sheriff_twice, sheriff_avoidable_or_pair_together, seat_changed,
    draw_not_reproduced, seed_not_bound, evening_wrong, seats_gone, draw_repeated, door_prizes, pool_again, pool_not_closed,
)  # fmt: skip
