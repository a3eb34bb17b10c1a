"""The finals: who meets whom, who wins, the final ranking and the prizes (Italy 2010, 1.2 and 1.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bangxl.tournament.lots import drawn
from bangxl.tournament.model import WALKOVER, Duel, Moment, Tournament
from bangxl.tournament.roster import Departure, departures, entrants
from bangxl.tournament.rulebook import Match, Rulebook
from bangxl.tournament.seating import scheduled_rounds
from bangxl.tournament.standings import Row, standings

BYE = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of the final ranking. Losers of one round of the bracket share their place (R10-10)."""

    place: int
    player: str


def qualifiers(rows: Sequence[Row], rulebook: Rulebook) -> tuple[str, ...]:
    """The best of the elimination phase, by place; fewer where fewer are ranked (R10-16)."""
    return tuple(row.player for row in rows if row.place is not None and row.place <= rulebook.qualifiers)


def pairing(tournament: Tournament, rulebook: Rulebook, match: Match, rows: Sequence[Row]) -> tuple[str, str] | None:
    """Who meets in this match; the better placed first is not implied. An empty id is a bye. None while it is open."""
    best = qualifiers(rows, rulebook)
    sides: list[str] = []
    for side in (match.a, match.b):
        if isinstance(side, int):
            sides.append(best[side - 1] if side <= len(best) else BYE)
        else:
            winner = BYE if _nobody_comes(rulebook, side, best) else match_winner(tournament, rulebook, side)
            if winner is None:
                return None
            sides.append(winner)
    return sides[0], sides[1]


def duel_in(tournament: Tournament, match: str) -> Duel | None:
    """The duel as it stands on the sheet; None if it has not been seated."""
    duels = tournament.finals.duels if tournament.finals else ()
    return next((duel for duel in duels if duel.match == match), None)


def match_winner(tournament: Tournament, rulebook: Rulebook, match: str) -> str | None:
    """The winner's id, BYE if nobody came to the match, None while it is open.

    Whoever has left before or during a duel loses it (1.3). If both have, the referee decides and writes a walkover (G9).
    """
    duel = duel_in(tournament, match)
    if duel is None:
        return None
    if BYE in (duel.player_a, duel.player_b):
        return duel.player_a or duel.player_b
    left = absent_from(tournament, rulebook, duel)
    if len(left) == 1:
        return _other(duel, left[0])
    if left and WALKOVER not in (duel.score_a, duel.score_b):
        return None
    return winner_by_score(tournament, rulebook, duel)


def absent_from(tournament: Tournament, rulebook: Rulebook, duel: Duel) -> tuple[str, ...]:
    """The duellists who have left the tournament before or during this duel."""
    order = [match.code for match in rulebook.matches]
    gone = departures(tournament, rulebook)

    def lost(departure: Departure) -> bool:
        event = departure.event
        if event.moment not in {Moment.BEFORE_DUEL, Moment.DURING_DUEL} or event.match not in order:
            return False
        return order.index(event.match) <= order.index(duel.match)

    return tuple(p for p in (duel.player_a, duel.player_b) if p in gone and lost(gone[p]))


def winner_by_score(tournament: Tournament, rulebook: Rulebook, duel: Duel) -> str | None:
    """Who has won by the numbers or the walkover on the sheet, whoever has left; None without a legal score."""
    if not is_legal(tournament, rulebook, duel):
        return None
    if WALKOVER in (duel.score_a, duel.score_b):
        return duel.player_a if duel.score_a == WALKOVER else duel.player_b
    a, b = duel.score_a, duel.score_b
    return duel.player_a if isinstance(a, int) and isinstance(b, int) and a > b else duel.player_b


def mode(tournament: Tournament, rulebook: Rulebook) -> str:
    """How duels are played: the referee's option, or the first mode of the rulebook."""
    return tournament.options.get("duel", rulebook.options["duel"].default)


def is_legal(tournament: Tournament, rulebook: Rulebook, duel: Duel) -> bool:
    """Whether the two numbers are a score with which a duel can end, or exactly one is a walkover."""
    a, b = duel.score_a, duel.score_b
    if WALKOVER in (a, b):
        return a != b
    if not isinstance(a, int) or not isinstance(b, int) or mode(tournament, rulebook) not in rulebook.duel_modes:
        return False
    return (max(a, b), min(a, b)) in rulebook.duel_modes[mode(tournament, rulebook)].scores


def characters(rulebook: Rulebook, mode_code: str, match: str, rng_seed: str) -> tuple[tuple[str, ...], ...]:
    """The characters drawn for a duel: one face-up pool (long), or a pile each, the first for player A (short)."""
    order = drawn(rng_seed, f"{match} characters", rulebook.characters)
    duel_mode = rulebook.duel_modes[mode_code]
    if duel_mode.shown:
        return (tuple(order[: duel_mode.shown]),)
    return tuple(order[: duel_mode.each]), tuple(order[duel_mode.each : 2 * duel_mode.each])


def better_placed(rows: Sequence[Row], duel: Duel) -> str:
    """Who of the two did better in the elimination phase: he chooses first, or starts (R10-12)."""
    places = {row.player: row.place for row in rows if row.place is not None}
    return min((p for p in (duel.player_a, duel.player_b) if p), key=lambda p: places.get(p, len(rows) + 1), default=BYE)


def final_ranking(tournament: Tournament, rulebook: Rulebook) -> tuple[Placed, ...]:
    """Everybody who is ranked: the finalists by their duels, the others by the elimination phase. Empty before the last duel.

    Beyond the qualifiers equal players share their place, unless a lot had to separate them (R10-9, R10-11).
    """
    champion = match_winner(tournament, rulebook, rulebook.last_match)
    if champion is None:
        return ()
    rows = standings(tournament, rulebook)
    place_of = {row.player: row.place or 0 for row in rows}
    ranking = [Placed(1, champion)] if champion else []
    for depth in _by_depth(rulebook):
        losers = [p for match in depth if (p := _loser(tournament, rulebook, match)) and p != champion]
        place = len(ranking) + 1
        ranking.extend(Placed(place, player) for player in sorted(losers, key=lambda p: place_of.get(p, 0)))
    ranked = {placed.player for placed in ranking}
    lots_drawn = {row.rank for row in rows if row.place is not None and row.place <= rulebook.qualifiers}
    others = (
        Placed(row.place if row.rank in lots_drawn else row.rank, row.player)
        for row in rows
        if row.player not in ranked and row.rank is not None and row.place is not None
    )
    return (*ranking, *others)


def prizes(tournament: Tournament, rulebook: Rulebook) -> Mapping[str, int]:
    """Dollars for the first places, by the rounds scheduled at the start (R10-4). Empty before the last duel."""
    amounts = rulebook.prizes.get(scheduled_rounds(rulebook, len(entrants(tournament))), ())
    return {placed.player: amount for placed, amount in zip(final_ranking(tournament, rulebook), amounts, strict=False)}


def _nobody_comes(rulebook: Rulebook, code: str, best: Sequence[str]) -> bool:
    """Whether neither side of a match can have a player, because too few are ranked (R10-16)."""
    match = next(match for match in rulebook.matches if match.code == code)
    return all(side > len(best) if isinstance(side, int) else _nobody_comes(rulebook, side, best) for side in (match.a, match.b))


def _other(duel: Duel, player: str) -> str:
    return duel.player_b if player == duel.player_a else duel.player_a


def _loser(tournament: Tournament, rulebook: Rulebook, match: str) -> str:
    duel = duel_in(tournament, match)
    winner = match_winner(tournament, rulebook, match)
    return _other(duel, winner) if duel is not None and winner else BYE


def _by_depth(rulebook: Rulebook) -> list[list[str]]:
    """The matches by round of the bracket, the final first."""
    sources = {match.code: [side for side in (match.a, match.b) if isinstance(side, str)] for match in rulebook.matches}
    levels, level = [], [rulebook.last_match]
    while level:
        levels.append(level)
        level = [source for code in level for source in sources[code]]
    return levels
