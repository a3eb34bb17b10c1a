"""The finals: who meets whom, who wins, the final ranking and the prizes (Italy 2010, 1.2 and 1.3; Italy 2007; Germany)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise, repeat

from bangxl.tournament import knockout
from bangxl.tournament.compositions import scheduled_rounds
from bangxl.tournament.journal import Journal, LogEntry, new_game_digests, pairs, recorded_results, short_digest
from bangxl.tournament.lots import lot_order
from bangxl.tournament.model import WALKOVER, Duel, DuelScore, Game, Moment, Tournament, stage_sheet
from bangxl.tournament.options import option_value
from bangxl.tournament.roster import Departure, departures, entrants
from bangxl.tournament.rulebook import Bracket, Match, Rulebook
from bangxl.tournament.standings import best_players, standings
from bangxl.tournament.state import State, derived

BYE = ""
LOSER = "-"
"""Before a match's code: its loser, not its winner."""
PODIUM = 3
"""The last place of the podium; several players may share it."""


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A line of the final ranking. Losers of one round of the bracket share their place (R10-10)."""

    place: int
    player: str


@derived
def bracket_of(state: State) -> Bracket | None:
    """The duels of this tournament, by its tables at the start (R07-19); None if there are none.

    Before the draw, those of the fewest tables.
    """
    tables = len(state.tournament.start_tables) or len(state.tournament.round(1)) or 1
    fitting = (bracket for bracket in state.rulebook.brackets if bracket.from_tables <= tables)
    return max(fitting, key=lambda bracket: bracket.from_tables, default=None)


def matches_of(state: State) -> tuple[Match, ...]:
    """The matches of its bracket, the final last; () if there are none."""
    bracket = bracket_of(state)
    return bracket.matches if bracket else ()


@derived
def qualifiers(state: State) -> tuple[str, ...]:
    """The best of the elimination phase, by place; fewer where fewer are ranked (R10-16)."""
    if state.rulebook.knockout is not None:
        return knockout.knockout_players(state)
    bracket = bracket_of(state)
    return best_players(state, bracket.qualifiers) if bracket else ()


def pairing(state: State, match: Match) -> tuple[str, str] | None:
    """The two players of this match, in no order. An empty id is a bye. None while it is open."""
    a, b = player_on_side(state, match.a), player_on_side(state, match.b)
    return None if a is None or b is None else (a, b)


def player_on_side(state: State, side: str | int) -> str | None:
    """Who plays on this side of a match, which names a place or an earlier match. An empty id is a bye. None while it is open."""
    best = qualifiers(state)
    if _stays_empty(matches_of(state), side, best):
        return BYE
    if isinstance(side, int):
        return best[side - 1]
    code = side.removeprefix(LOSER)
    winner = match_winner(state, code)
    return winner if winner is None or code == side else _loser(state, code)


def duel_in(tournament: Tournament, match: str) -> Duel | None:
    """The duel on the sheet; None if it has not been seated."""
    duels = tournament.finals.duels if tournament.finals else ()
    return next((duel for duel in duels if duel.match == match), None)


def match_winner(state: State, match: str) -> str | None:
    """The winner's id, BYE if nobody came to the match, None while it is open.

    A player who has left before or during a duel loses it (1.3), the third-place duel as well (R07-13). If both have, the referee
    decides and writes a walkover (G9).
    """
    duel = duel_in(state.tournament, match)
    if duel is None:
        return None
    if BYE in (duel.player_a, duel.player_b):
        return duel.player_a or duel.player_b
    left = absent_from(state, duel)
    if len(left) == 1:
        return _opponent(duel, left[0])
    if left and WALKOVER not in (duel.score_a, duel.score_b):
        return None
    return winner_by_score(state, duel)


def absent_from(state: State, duel: Duel) -> tuple[str, ...]:
    """The duellists who have left the tournament before or during this duel."""
    order = [match.code for match in state.rulebook.matches]
    gone = departures(state)

    def lost(departure: Departure) -> bool:
        event = departure.event
        if event.moment not in {Moment.BEFORE_DUEL, Moment.DURING_DUEL} or event.match not in order:
            return False
        return order.index(event.match) <= order.index(duel.match)

    return tuple(p for p in (duel.player_a, duel.player_b) if p in gone and lost(gone[p]))


def winner_by_score(state: State, duel: Duel) -> str | None:
    """The winner by the scores or the walkover on the sheet; None without a legal score."""
    if not is_legal(state, duel):
        return None
    if WALKOVER in (duel.score_a, duel.score_b):
        return duel.player_a if duel.score_a == WALKOVER else duel.player_b
    a, b = duel.score_a, duel.score_b
    return duel.player_a if isinstance(a, int) and isinstance(b, int) and a > b else duel.player_b


def by_walkover(state: State, duel: Duel) -> bool:
    """Whether the winner has not won by the score: a walkover was written, or the other has left or never came."""
    winner = match_winner(state, duel.match)
    return bool(winner) and (WALKOVER in (duel.score_a, duel.score_b) or winner != winner_by_score(state, duel))


def scores_told(state: State, duel: Duel) -> tuple[DuelScore, DuelScore]:
    """The scores that are facts: a number beside a walkover is none, so neither report nor fingerprint has it."""
    a, b = (score if score == WALKOVER or not by_walkover(state, duel) else None for score in (duel.score_a, duel.score_b))
    return a, b


def results_of(tournament: Tournament) -> Mapping[str, Duel | Game]:
    """Each duel and each table of the knock-out, as the log names it: ``SF1``, ``Stage1T2``."""
    duels = tournament.finals.duels if tournament.finals else ()
    return {duel.match: duel for duel in duels} | {stage_sheet(game.round, game.table): game for game in tournament.stages}


def result_digest(state: State, result: Duel | Game) -> str:
    """What the log keeps of it: the players, and all that is told of how it ended."""
    if isinstance(result, Duel):
        winner = match_winner(state, result.match)
        return short_digest((result.player_a, result.player_b, winner, *scores_told(state, result)))
    seats = [(seat.player, seat.role, seat.status, seat.character) for seat in result.seats]
    return short_digest((seats, result.outcome, result.winner))


def new_digests(state: State, entries: Sequence[LogEntry] = (), after: Tournament | None = None) -> str:
    """The digests of what is closed, ``after`` a step, as a cell of the log; without those that its rows say already."""
    tournament, known = after or state.tournament, recorded_results(Journal(tuple(entries)))
    closed = {code: one for code, one in results_of(tournament).items() if code not in known and _is_closed(tournament, one)}
    results = pairs({code: result_digest(state, result) for code, result in closed.items()})
    return "; ".join(filter(None, (new_game_digests(tournament, entries), results)))


def _is_closed(tournament: Tournament, result: Duel | Game) -> bool:
    """A later duel of its players closes a duel, the next stage a table of the knock-out, the end all."""
    if tournament.is_over:
        return True
    if isinstance(result, Game):
        return result.round < tournament.stages_seated
    duels = tournament.finals.duels if tournament.finals else ()
    later = duels[duels.index(result) + 1 :]
    people = {player for duel in later for player in (duel.player_a, duel.player_b)} - {BYE}
    return not people.isdisjoint((result.player_a, result.player_b))


def duel_mode(state: State) -> str:
    """The mode of duels: the referee's option, or the first mode of the rulebook; "" without duels."""
    return option_value(state, "duel") or next(iter(state.rulebook.duel_modes), "")


def is_legal(state: State, duel: Duel) -> bool:
    """Whether the two numbers are a score with which a duel can end, or exactly one is a walkover."""
    a, b = duel.score_a, duel.score_b
    if WALKOVER in (a, b):
        return a != b
    if not isinstance(a, int) or not isinstance(b, int) or duel_mode(state) not in state.rulebook.duel_modes:
        return False
    return (max(a, b), min(a, b)) in state.rulebook.duel_modes[duel_mode(state)].scores


def characters(rulebook: Rulebook, mode_code: str, match: str, rng_seed: str) -> tuple[tuple[str, ...], ...]:
    """The characters drawn for a duel: one face-up pool (long), a pile each, the first for player A (short), or none."""
    order = lot_order(rng_seed, f"{match} characters", rulebook.characters)
    duel_mode = rulebook.duel_modes[mode_code]
    if duel_mode.shown:
        return (tuple(order[: duel_mode.shown]),)
    if not duel_mode.each:
        return ()
    return tuple(order[: duel_mode.each]), tuple(order[duel_mode.each : 2 * duel_mode.each])


def undrawn_characters(rulebook: Rulebook, mode_code: str, match: str, rng_seed: str) -> tuple[str, ...]:
    """The characters out of play, as drawn: in the duel of 2007 their cards keep the score."""
    used = {name for pile in characters(rulebook, mode_code, match, rng_seed) for name in pile}
    order = lot_order(rng_seed, f"{match} characters", rulebook.characters if used else ())
    return tuple(name for name in order if name not in used)


@derived
def is_decided(state: State) -> bool:
    """Whether the last duel or stage has its winner; without any, as soon as the standings are published."""
    if state.tournament.finals is None:
        return False
    if state.rulebook.knockout is not None:
        return knockout.champion(state) is not None
    best = qualifiers(state)
    matches = matches_of(state)
    played = (match for match in matches if not all(_stays_empty(matches, side, best) for side in (match.a, match.b)))
    return all(match_winner(state, match.code) is not None for match in played)


@derived
def final_ranking(state: State) -> tuple[FinalPlace, ...]:
    """All ranked players: the finalists by their duels or stages, the others by the elimination phase.

    Empty before the last duel or stage. Losers of one round share their place, unless lots make every place distinct (R10-10,
    R07-12). Beyond the qualifiers equal players share it, unless a lot had to separate them (R10-9, R10-11, DE-3). Without a
    champion of the knock-out the first place stays free.
    """
    if not is_decided(state):
        return ()
    if state.rulebook.knockout is not None:
        first = 1 if knockout.champion(state) else 2
        stages = enumerate(knockout.by_elimination(state), first)
        return (*(FinalPlace(place, player) for place, player in stages), *_unqualified(state))
    places = {row.player: row.place or 0 for row in standings(state)}
    ranking: list[FinalPlace] = []
    for group in _groups_unseparated(state, matches_of(state)):
        shared = len(ranking) + 1
        for place, player in enumerate(sorted(group, key=lambda player: places.get(player, 0)), shared):
            ranking.append(FinalPlace(place if state.rulebook.lots_decide else shared, player))
    return (*ranking, *_unqualified(state))


@derived
def title_holder(state: State) -> str:
    """The holder of the title: the first of the final ranking who may hold it (G15); "" before the end or without one."""
    barred = {player.id for player in state.tournament.players if state.rulebook.only_eligible and not player.eligible}
    return next((placed.player for placed in final_ranking(state) if placed.player not in barred), "")


def champions(state: State) -> tuple[str, ...]:
    """The winners: the first of the final ranking, several if no rule had to separate them."""
    if state.rulebook.only_eligible:
        return tuple(filter(None, [title_holder(state)]))
    return tuple(placed.player for placed in final_ranking(state) if placed.place == 1)


@derived
def prizes(state: State) -> Mapping[str, int]:
    """Dollars for the first places, by the rounds scheduled at the start (R10-4). Empty before the last duel.

    Or shares of the fees that were paid, in whole money: who share a place share alike, and the first gets what is left over.
    """
    ranking, shares, fund = final_ranking(state), state.rulebook.fee_shares, state.tournament.fees[0]
    if not shares:
        amounts = state.rulebook.prizes.get(scheduled_rounds(state.rulebook, len(entrants(state))), ())
        return {placed.player: amount for placed, amount in zip(ranking, amounts, strict=False)}
    won = dict[str, int]()
    for _place, group in groupby(zip(ranking, chain(shares, repeat(0)), strict=False), key=lambda one: one[0].place):
        tied = [*group]
        part = fund * sum(share for _placed, share in tied) // (100 * len(tied))
        won |= {placed.player: part for placed, _share in tied if part}
    if rest := fund * sum(shares[: len(ranking)]) // 100 - sum(won.values()):
        won[ranking[0].player] = won.get(ranking[0].player, 0) + rest
    return won


@derived
def shares_rank(state: State) -> frozenset[str]:
    """Who shares the rank of the player above in the standings, since no lot decides between them: neither is in the finals."""
    rows, best = standings(state), set(qualifiers(state))
    by_lot = {None, *(row.rank for row in rows if row.player in best or state.rulebook.lots_decide)}
    return frozenset(row.player for above, row in pairwise(rows) if row.rank == above.rank and row.rank not in by_lot)


def shared_places(state: State) -> dict[str, int | None]:
    """The places of the standings as people read them: equals have one where no lot decides, and until it is drawn."""
    shared, drawn = shares_rank(state), state.tournament.finals is not None or state.tournament.lot_order
    return {row.player: row.place if drawn and row.player not in shared else row.rank for row in standings(state) if row.place}


def _unqualified(state: State) -> list[FinalPlace]:
    """The players who did not qualify, behind the finalists; equal ranks share a place if no lot had to decide it."""
    best, ranking = set(qualifiers(state)), list[FinalPlace]()
    by_lot = {row.rank for row in standings(state) if row.player in best and state.rulebook.knockout is None}
    rest = [row for row in standings(state) if row.rank is not None and row.player not in best]
    for place, row in enumerate(rest, len(best) + 1):
        joined = ranking and row.rank == rest[len(ranking) - 1].rank and row.rank not in by_lot and not state.rulebook.lots_decide
        ranking.append(FinalPlace(ranking[-1].place if joined else place, row.player))
    return ranking


def _groups_unseparated(state: State, matches: Sequence[Match]) -> list[list[str]]:
    """The qualifiers from the champion down, together those whom no duel has separated; a group may be empty.

    Behind the final, and the duels that lead to it or follow, come duels for places of their own, then who plays none.
    """
    groups, ranked = list[list[str]](), set[str]()
    while rest := [match for match in matches if match.code not in ranked]:
        last = [one for one in rest if not any(one.code in (match.a, match.b) for match in rest)]
        level = [min(last, key=lambda match: min(places_in(matches, match))) if ranked else rest[-1]]
        groups.append([match_winner(state, match.code) or BYE for match in level])
        while level:
            again = [match for match in matches if any(LOSER + above.code in (match.a, match.b) for above in level)]
            for match in again:
                groups += [[match_winner(state, match.code) or BYE], [_loser(state, match.code)]]
            out = [m for m in level if not any(LOSER + m.code in (match.a, match.b) for match in again)]
            groups.append([_loser(state, match.code) for match in out])
            ranked.update(match.code for match in (*level, *again))
            level = [match for match in matches if any(match.code in (above.a, above.b) for above in level)]
    playing = {place for match in matches for place in places_in(matches, match)}
    idle = [[player] for place, player in enumerate(qualifiers(state), 1) if place not in playing]
    return [[player for player in group if player] for group in (*groups, *idle)]


def places_in(matches: Sequence[Match], match: Match) -> set[int]:
    """The places in the standings from which a match can be reached."""
    before = {one.code: one for one in matches}
    sides = [side if isinstance(side, int) else before.get(side.removeprefix(LOSER)) for side in (match.a, match.b)]
    return {p for side in sides if side for p in ({side} if isinstance(side, int) else places_in(matches, side))}


def _stays_empty(matches: Sequence[Match], side: int | str, best: Sequence[str]) -> bool:
    """Whether nobody can come to this side of a match, because too few are ranked (R10-16); one player alone makes no loser."""
    if isinstance(side, int):
        return side > len(best)
    source = next((match for match in matches if match.code == side.removeprefix(LOSER)), None)
    if source is None:  # a match of a larger bracket
        return True
    missing = [_stays_empty(matches, one, best) for one in (source.a, source.b)]
    return any(missing) if side.startswith(LOSER) else all(missing)


def _opponent(duel: Duel, player: str) -> str:
    return duel.player_b if player == duel.player_a else duel.player_a


def _loser(state: State, match: str) -> str:
    duel = duel_in(state.tournament, match)
    winner = match_winner(state, match)
    return _opponent(duel, winner) if duel is not None and winner else BYE
