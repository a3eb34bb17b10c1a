"""What `bangxl seat --json` says: what was seated, or what is missing for it, with sheet and cell."""

from collections.abc import Sequence
from pathlib import Path

from bangxl.commands.check import findings_json
from bangxl.commands.next_step import named_blank_cells
from bangxl.commands.workspace import open_workspace
from bangxl.interchange.dump import Json
from bangxl.tournament.model import Finals, Game
from bangxl.tournament.progress import next_step, phase
from bangxl.tournament.roster import player_names
from bangxl.tournament.state import State
from bangxl.workbook.notices import sheet_and_cell


def read_state_now(path: Path) -> State:
    """What a workbook says now."""
    return open_workspace(path, reading_only=True).state


def what_was_seated(before: State, path: Path) -> Json:
    """What a workbook has now and had not before: games of rounds, tables of stages, duels; and the phase."""
    state = read_state_now(path)
    names, old, new = player_names(state), before.tournament, state.tournament

    def seats(game: Game) -> list[Json]:
        return [
            {"seat": seat.number, "player": seat.player, "name": names.get(seat.player, ""), "role": seat.role}
            for seat in game.from_sheriff()
        ]

    def tables(kind: str, before: Sequence[Game], now: Sequence[Game]) -> list[Json]:
        there = {(game.round, game.table) for game in before}
        added = (game for game in now if (game.round, game.table) not in there)
        return [{kind: game.round, "table": game.table, "seats": seats(game)} for game in added]

    def duels(finals: Finals | None) -> dict[str, list[Json]]:
        played = finals.duels if finals else ()
        return {
            duel.match: [{"player": one, "name": names.get(one, "")} for one in (duel.player_a, duel.player_b)] for duel in played
        }

    matches = duels(old.finals)
    return {
        "phase": phase(state),
        "games": tables("round", old.games, new.games),
        "ko_stages": tables("stage", old.stages, new.stages),
        "duels": [{"match": match, "players": pair} for match, pair in duels(new.finals).items() if match not in matches],
    }


def what_is_missing(path: Path) -> Json:
    """The cells that must be filled in first, and the findings that must be corrected."""
    workspace = open_workspace(path, reading_only=True)
    cells = [sheet_and_cell(at, workspace.book) for at in named_blank_cells(workspace, next_step(workspace.state))]
    return {"missing": [{"sheet": sheet, "cell": cell} for sheet, cell in cells], "findings": findings_json(workspace.errors())}
