"""`bangxl swap`: two players who sit in each other's places change them, with all that is written beside them."""

from __future__ import annotations

from dataclasses import replace

from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.who import meant
from bangxl.commands.workspace import Extra, Source, Workspace, keep, logged, opened
from bangxl.tournament.model import Game, Seat, Tournament
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.workbook import names

Place = tuple[Game, Seat]


def swap(source: Source, one: str, other: str, reason: str) -> tuple[str, ...]:
    """Let two players, each an id or a unique name, change places in the round in play; the lines to show.

    Character, bid, role and end move with the person; who sits in the Sheriff's chair is Sheriff. The draw counts as changed by
    hand from then on. Refusal without a reason, or where one of them has no open game in this round.
    """
    workspace = opened(source)
    _, tournament = workspace.text, workspace.tournament
    if not reason.strip():
        raise Refusal(_("A swap needs a reason: --reason TEXT."), exit_code=USAGE)
    if tournament.start_tables:
        raise Refusal(_("At fixed tables everybody keeps his chair: nobody can be swapped."))
    a, b = (_place(workspace, text) for text in (one, other))
    if a[1].player == b[1].player:
        raise Refusal(_("A swap needs two different players."), exit_code=USAGE)
    after = _swapped(tournament, workspace.contents.rulebook, a, b)
    result = " ".join(f"{seat.player}={game.table}/{seat.number}" for game, seat in (a, b))
    entry = logged("swap", stage=names.round_sheet(a[0].round), result=result, reason=reason)
    keep(workspace, after, entry, Extra(active=names.record_sheet(a[0].round, a[0].table)))
    by_id = {player.id: player.name for player in tournament.players}
    text = _("{name}: now table {table}, seat {seat}.")
    moves = ((a[1], *b), (b[1], *a))
    return tuple(text.format(name=by_id[who.player], table=game.table, seat=seat.number) for who, game, seat in moves)


def _place(workspace: Workspace, text: str) -> Place:
    """Where a player sits in the round in play."""
    _, tournament = workspace.text, workspace.tournament
    player = meant(tournament, text)
    if player is None:
        line = _("«{player}» is nobody's id, nor the name of exactly one player.")
        raise Refusal(line.format(player=text), exit_code=USAGE)
    games = tournament.round(tournament.rounds_seated)
    seats = [(game, seat) for game in games if not tournament.is_closed(game) for seat in game.seats if seat.player == player.id]
    if not seats:
        raise Refusal(_("«{player}» has no seat in the round in play.").format(player=text))
    return seats[0]


def _swapped(tournament: Tournament, rulebook: Rulebook, a: Place, b: Place) -> Tournament:
    """The tournament with both moved. Where a chair makes the Sheriff, roles stay with the chairs of these two."""
    keeps_roles = rulebook.sheriff is SheriffRule.SEAT_1 and 1 in {a[1].number, b[1].number}
    moved = {_chair(*here): _moved(here[1], there[1], keeps_roles=keeps_roles) for here, there in ((a, b), (b, a))}
    games = tuple(
        replace(game, seats=tuple(moved.get(_chair(game, seat), seat) for seat in game.seats)) for game in tournament.games
    )
    stage = str(a[0].round)
    draws = tuple(replace(draw, by_hand=True) if draw.stage == stage else draw for draw in tournament.draws)
    return replace(tournament, games=games, draws=draws)


def _chair(game: Game, seat: Seat) -> tuple[int, int, int]:
    return game.round, game.table, seat.number


def _moved(chair: Seat, person: Seat, *, keeps_roles: bool) -> Seat:
    """The person with all that is written beside him, on another chair."""
    return replace(person, number=chair.number, role=chair.role if keeps_roles else person.role)
