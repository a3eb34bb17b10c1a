"""The second phase out of JSON: duels, or stages of a knock-out, or only the publication of the standings."""

from __future__ import annotations

from dataclasses import replace

from msgspec import UNSET

from bangxl.interchange.faults import once, refuse
from bangxl.interchange.games import final_duel, status_of
from bangxl.interchange.schema import DuelJson, FinalsJson, StageGameJson, TournamentJson
from bangxl.tournament.finals import BYE, is_decided, matches_of, mode, pairing
from bangxl.tournament.knockout import WITHOUT_ROLES
from bangxl.tournament.model import WALKOVER, Draw, Duel, Finals, Game, Outcome, Score, Seat, Tournament, stage_code
from bangxl.tournament.progress import rounds, rounds_played
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State


def with_finals(tournament: Tournament, raw: TournamentJson, rulebook: Rulebook) -> Tournament:
    """The tournament with its second phase. Finals after fewer rounds than scheduled imply an early end (R10-1)."""
    finals = raw.finals or FinalsJson()
    if finals.mode and finals.mode not in rulebook.duel_modes:
        refuse("$.finals.mode", f"there is no way to play a duel {finals.mode!r}")
    if finals.mode and tournament.options.get("duel", finals.mode) != finals.mode:
        refuse("$.finals.mode", f"{finals.mode}, but $.options.duel is {tournament.options['duel']}")
    if finals.mode and finals.mode != mode(State(tournament, rulebook)):
        tournament = replace(tournament, options={**tournament.options, "duel": finals.mode})
    tournament = replace(
        tournament,
        finals=Finals(),
        draws=(
            *tournament.draws,
            *(Draw(draw.match, draw.rng_seed, draw.source, public_value=draw.public_value) for draw in finals.draws),
            *(Draw(stage_code(d.stage), d.rng_seed, d.source, public_value=d.public_value) for d in raw.ko_draws),
        ),
        closed_after_round=_closed(State(tournament, rulebook)),
        stages=_stages(raw, rulebook),
    )
    tournament = _with_duels(tournament, finals, rulebook)
    closed = is_decided(State(tournament, rulebook)) if finals.closed is None else finals.closed
    return replace(tournament, finals=replace(tournament.finals or Finals(), closed=closed))


def _with_duels(tournament: Tournament, raw: FinalsJson, rulebook: Rulebook) -> Tournament:
    """Seat the duels as the standings say, then give them their results, in the order of the bracket."""
    once("$.finals.duels", [duel.match for duel in raw.duels], "two results of one match")
    results = {duel.match: (f"$.finals.duels[{i}]", duel) for i, duel in enumerate(raw.duels)}
    matches = matches_of(State(tournament, rulebook))
    codes = [match.code for match in matches]
    named = {f"duels[{i}]": duel.match for i, duel in enumerate(raw.duels)}
    named |= {f"draws[{i}]": draw.match for i, draw in enumerate(raw.draws)}
    for key, code in named.items():
        if code not in codes:
            refuse(f"$.finals.{key}.match", f"there is no match {code!r}; known are {', '.join(codes)}")
    for match in matches:
        pair = pairing(State(tournament, rulebook), match)
        path, result = results.get(match.code, ("", DuelJson(match.code)))
        first = isinstance(match.a, int)
        seated = match.code in results or first if raw.seated is None else match.code in raw.seated
        if seated and pair != (BYE, BYE) and (pair or result.winner or raw.seated):
            tournament = _add(tournament, _duel(path, result, pair))
    return tournament


def _stages(raw: TournamentJson, rulebook: Rulebook) -> tuple[Game, ...]:
    """The games of the knock-out, seats as listed."""
    games = [(f"$.ko_stages[{i}][{j}]", game) for i, stage in enumerate(raw.ko_stages) for j, game in enumerate(stage)]
    once("$.ko_stages", [(game.stage, game.table) for _path, game in games], "two games at one table in one stage")
    if games and rulebook.knockout is None:
        refuse("$.ko_stages", f"{rulebook.id} has no knock-out")
    return tuple(_stage(path, game, rulebook) for path, game in games)


def _stage(path: str, raw: StageGameJson, rulebook: Rulebook) -> Game:
    finished = raw.outcome is not None
    if not raw.seats or (rulebook.knockout and len(raw.seats) > rulebook.knockout.largest_table):
        refuse(f"{path}.seats", "as many players as a table of the knock-out has")
    once(f"{path}.seats", [seat.player for seat in raw.seats], "a player stands twice")
    plain = raw.outcome == "winner" or (len(raw.seats) <= WITHOUT_ROLES)
    seats = [
        Seat(
            number,
            seat.player,
            seat.role,
            status_of((False if finished and not plain else None) if seat.alive is UNSET else seat.alive),
            rulebook.character(seat.character),
        )
        for number, seat in enumerate(raw.seats, 1)
    ]
    if raw.renegade_final_duel:
        seats = final_duel(f"{path}.renegade_final_duel", seats)
    if raw.outcome == "winner":
        if raw.winner not in {seat.player for seat in seats}:
            refuse(f"{path}.winner", "the winner must sit at the table")
        return Game(raw.stage, raw.table, tuple(seats), winner=raw.winner or "")
    return Game(raw.stage, raw.table, tuple(seats), None if raw.outcome is None else Outcome(raw.outcome))


def _closed(state: State) -> int | None:
    """Finals after fewer rounds than scheduled imply that the elimination phase was closed early."""
    played = rounds_played(state)
    if state.tournament.closed_after_round is None and played < rounds(state):
        return state.tournament.rounds_seated if state.tournament.start_tables else played or None
    return state.tournament.closed_after_round


def _add(tournament: Tournament, duel: Duel) -> Tournament:
    duels = tournament.finals.duels if tournament.finals else ()
    return replace(tournament, finals=Finals((*duels, duel)))


def _duel(path: str, raw: DuelJson, pair: tuple[str, str] | None) -> Duel:
    """A winner who is not in the pair that the standings give is kept beside the other: `check` finds the pairing wrong.

    So is a duel seated too early, without a pair.
    """
    a, b = pair or (raw.winner or "?", "?")
    if raw.winner is None:
        return Duel(raw.match, a, b)
    if raw.score is not None and raw.score[0] <= raw.score[1] and not raw.walkover:
        refuse(f"{path}.score", "the winner's number stands first and is the greater")
    if raw.winner not in (a, b):
        a = raw.winner
    won: Score = WALKOVER
    lost: Score = None
    if raw.score is not None and not raw.walkover:
        won, lost = raw.score
    return Duel(raw.match, a, b, won, lost) if raw.winner == a else Duel(raw.match, a, b, lost, won)
