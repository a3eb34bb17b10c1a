"""What `bangxl seat --json` says: what was seated, or what is missing for it, with sheet and cell."""

from pathlib import Path

from bangxl.commands.check import findings_json
from bangxl.commands.missing import blank_cells
from bangxl.commands.workspace import open_workspace
from bangxl.interchange.dump import Json
from bangxl.tournament.model import Game
from bangxl.tournament.progress import next_step, phase
from bangxl.tournament.roster import player_names
from bangxl.tournament.state import State
from bangxl.workbook.messages import place


def facts(path: Path) -> State:
    """What a workbook says now."""
    return open_workspace(path, reading_only=True).state


def seated(before: State, path: Path) -> Json:
    """What a workbook has now and had not before: games of rounds, tables of stages, duels; and the phase."""
    state = facts(path)
    names, old, new = player_names(state), before.tournament, state.tournament

    def seats(game: Game) -> list[Json]:
        return [
            {"seat": seat.number, "player": seat.player, "name": names.get(seat.player, ""), "role": seat.role}
            for seat in game.from_sheriff()
        ]

    games = {(game.round, game.table) for game in old.games}
    stages = {(game.round, game.table) for game in old.stages}
    matches = {duel.match for duel in old.finals.duels} if old.finals else set()
    duels = new.finals.duels if new.finals else ()
    return {
        "phase": phase(state),
        "games": [
            {"round": game.round, "table": game.table, "seats": seats(game)}
            for game in new.games
            if (game.round, game.table) not in games
        ],
        "ko_stages": [
            {"stage": game.round, "table": game.table, "seats": seats(game)}
            for game in new.stages
            if (game.round, game.table) not in stages
        ],
        "duels": [
            {
                "match": duel.match,
                "players": [{"player": one, "name": names.get(one, "")} for one in (duel.player_a, duel.player_b)],
            }
            for duel in duels
            if duel.match not in matches
        ],
    }


def lacking(path: Path) -> Json:
    """The cells that must be filled in first, and the findings that must be corrected."""
    workspace = open_workspace(path, reading_only=True)
    cells = [place(at, workspace.book) for at in blank_cells(workspace, next_step(workspace.state))]
    return {"missing": [{"sheet": sheet, "cell": cell} for sheet, cell in cells], "findings": findings_json(workspace.errors())}
