"""Facts to cells. What a command changes is the difference between two states: nothing else in the workbook is touched."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from bangxl.books.port import Cell, Changes, Value
from bangxl.locale.catalog import catalog
from bangxl.tournament.audit import meetings
from bangxl.tournament.drawing import inspect, past_tables
from bangxl.tournament.finals import bracket_of, characters, final_ranking, left_out, matches_of, mode, prizes, title_holder
from bangxl.tournament.journal import Seating, seating
from bangxl.tournament.knockout import rooms
from bangxl.tournament.model import Draw, Duel, Event, Tournament
from bangxl.tournament.options import UNFROZEN, variants_in
from bangxl.tournament.roster import entrants, player_names
from bangxl.tournament.seating import ranking_lots, ranking_seed
from bangxl.tournament.standings import lot_stages
from bangxl.tournament.state import State
from bangxl.workbook import names
from bangxl.workbook.fields import fields
from bangxl.workbook.messages import official_note
from bangxl.workbook.read import Rows
from bangxl.workbook.wall import by_surname, rows_used, tables_line
from bangxl.workbook.words import YesNo, option_word, word
from bangxl.workbook.write_games import record_cells, seed_cells, stage_cells

Key = TypeVar("Key")
Item = TypeVar("Item")
Cells = dict[Cell, Value]

_ALL = 1000
"""Rows in use: more than any range of the finals has."""


@dataclass(frozen=True, slots=True)
class Picture:
    """How a workbook looks with these facts in it: values by cell, rows in use, sheets shown, cells locked, columns hidden."""

    cells: Mapping[Cell, Value] = field(default_factory=dict)
    used: Mapping[str, int] = field(default_factory=dict)
    shown: Mapping[str, bool] = field(default_factory=dict)
    locked: Mapping[str, bool] = field(default_factory=dict)
    idle: Mapping[str, bool] = field(default_factory=dict)


def picture(state: State, rows: Rows) -> Picture:
    """The facts, and what the program derives from them, as a workbook holds them.

    ``shown`` names a sheet by its tab, or by a defined name that stands on it.
    """
    cells: Cells = {}
    for part in (_people, _events, _setup, _draws, _meetings, _finals):
        cells.update(part(state, rows))
    cells.update(record_cells(state))
    cells.update(stage_cells(state))
    return Picture(
        {cell: value for cell, value in cells.items() if value not in (None, "")},
        _used_rows(state, rows),
        _visible_sheets(state),
        _locks(state),
        _idle(state),
    )


def changes(before: Picture, after: Picture, tabs: Mapping[str, str]) -> Changes:
    """What leads from one picture to the other. ``tabs`` gives the tab of a sheet named by a defined name on it."""
    shown = _difference(before.shown, after.shown, gone=False)
    used = _difference(before.used, after.used, gone=0)
    cells = _difference(before.cells, after.cells, gone=None)
    hung = {name.partition("!")[0] for name, _row in cells if _is_by_name(name)}
    whole = {cell: value for cell, value in after.cells.items() if _is_by_name(cell[0]) and cell[0].partition("!")[0] in hung}
    return Changes(
        cells=cells | whole,
        used={name: rows for name, rows in used.items() if name in tabs or not name.startswith(names.FROM_TABLES)},
        shown={tabs.get(sheet, sheet): seen for sheet, seen in shown.items()},
        locked=_difference(before.locked, after.locked, gone=False)
        | {
            name: True for name in before.locked.keys() - after.locked.keys() if name.endswith(f"!{names.RULING}")
        },  # the amounts of a ruling are locked in a new workbook, inputs are not
        idle=_difference(before.idle, after.idle, gone=False) if names.IDLE in tabs else {},
    )


def _is_by_name(name: str) -> bool:
    """Whether a name is of a wall's list by name: somebody may have sorted it otherwise, so it is written whole."""
    return "!Alpha_" in name


def _difference(before: Mapping[Key, Item], after: Mapping[Key, Item], *, gone: Item) -> dict[Key, Item]:
    """What is new or different after; what is there no more is as it was before anything was written: ``gone``."""
    absent = dict.fromkeys(before.keys() - after.keys(), gone)
    return absent | {key: value for key, value in after.items() if key not in before or before[key] != value}


def _people(state: State, rows: Rows) -> Cells:
    language = state.tournament.language
    finals = lot_stages(state.rulebook)
    drawn = state.tournament.lot_order or ranking_seed(state.tournament, finals) is not None
    lots = ranking_lots(state.tournament, finals) if drawn else {}
    cells: Cells = {("Lots_By_Hand", 0): YesNo.YES.value if state.tournament.lot_order else None}
    for index, player in enumerate(state.tournament.players):
        row = rows.player(index)
        cells |= {
            ("Players_Id", row): player.id,
            ("Players_Name", row): player.name,
            ("Players_Region", row): player.region,
            ("Players_Email", row): player.email,
            ("Players_Present", row): word(YesNo.YES if player.present else YesNo.NO, language),
            ("Players_Eligible", row): None if player.eligible else word(YesNo.NO, language),
            ("Players_Lot", row): lots.get(player.id),
        }
    return cells


def _events(state: State, rows: Rows) -> Cells:
    cells: Cells = {}
    for index, event in enumerate(state.tournament.events):
        row = rows.event(index)
        cells |= {(f"Events_{column}", row): value for column, value in _event(event, state.tournament.language).items()}
    return cells


def _event(event: Event, language: str) -> Mapping[str, Value]:
    return {
        "Type": word(event.type, language),
        "Player": event.player,
        "Moment": word(event.moment, language),
        "After_Round": event.after_round,
        "Round": event.round,
        "Table": event.table,
        "Match": event.match,
        "Reason": event.reason,
        "Automatic": word(YesNo.YES, language) if event.automatic else None,
    }


def _setup(state: State, _rows: Rows) -> Cells:
    event = state.tournament.event
    cells: Cells = {
        ("Event_Name", 0): event.name,
        ("Event_Date", 0): _date(event.date),
        ("Event_Place", 0): event.place,
        ("Event_Region", 0): event.region,
        ("Event_Kind", 0): option_word(event.kind, state.tournament.language),
        ("Event_Organiser", 0): event.organiser,
        ("Event_Report_To", 0): event.report_to,
        ("Closed_After_Round", 0): state.tournament.closed_after_round,
    }
    first, rest = event.referees[:1], event.referees[1:]
    cells |= {("Event_Referees", 0): "".join(first), ("Event_Referees", 1): "; ".join(rest)}
    return cells | {
        (f"Option_{key}", 0): option_word(value, state.tournament.language) for key, value in state.tournament.options.items()
    }


def _date(text: str) -> Value:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return text


def _draws(state: State, _rows: Rows) -> Cells:
    """The wall sheets: by table, and by name; the seeds of the rounds, and the last code. Fixed tables hang on one wall sheet."""
    cells: Cells = {(names.LATEST, 0): "".join(one.code for one in state.tournament.posted[-1:])}
    _, by_name = catalog(state.tournament.language), player_names(state)
    order = by_surname(by_name.values())
    draws = {draw.stage: draw for draw in state.tournament.draws}
    codes = {one.round: code_cells(one.round, one.code, one.salt) for one in state.tournament.codes if one.round}
    for number, wall in _walls(state).items():
        cells |= _draw_cells(number, draws.get(str(number))) | codes.get(number, {})
        cells[names.on_wall(number, "Draw_Note"), 0] = tables_line(
            catalog(state.tournament.language), [table for table, _seat, _player in wall]
        )
        if not state.rulebook.fixed_tables:
            cells[names.on_wall(number, "Draw_Audit"), 0] = audit_line(state, number)
        by_name_now = sorted(wall, key=lambda line: (order(by_name.get(line[2], line[2])), line[2]))
        for prefix, lines in (("Wall", wall), ("Alpha", by_name_now)):
            for row, (table, seat, player) in enumerate(lines):
                cells[names.on_wall(number, f"{prefix}_Table"), row] = table
                cells[names.on_wall(number, f"{prefix}_Seat"), row] = seat
                cells[names.on_wall(number, f"{prefix}_Player"), row] = player
    return cells


def _draw_cells(number: int, draw: Draw | None) -> Cells:
    """How a round was drawn, and its code."""
    if draw is None:
        return {}
    name, by_hand = names.on_wall(number, "Draw"), YesNo.YES.value if draw.by_hand else None
    return seed_cells(name, draw) | {
        (f"{name}_Algorithm", 0): f"{draw.algorithm} {draw.version}",
        (f"{name}_By_Hand", 0): by_hand,
        **code_cells(number, draw.code, draw.salt),
    }


def code_cells(number: int, code: str, salt: str) -> Cells:
    """A round's code, and what hides the results in it; nothing where it has none."""
    said = {names.CODE: code, names.SALT: salt}
    return {(names.on_wall(number, key), 0): text for key, text in said.items() if text}


def audit_line(state: State, number: int) -> str:
    """What the auditor says of rounds 1 to ``number``, for people; "" where it has nothing to compare."""
    _ = catalog(state.tournament.language)
    figures = inspect(state, number).figures
    values = {"rematches": figures.rematches, "expected": round(figures.expected)}
    if figures.best is not None:
        text = _.plural(
            "{rematches} rematch; best known {best}; a pure lot expects {expected}.",
            "{rematches} rematches; best known {best}; a pure lot expects {expected}.",
            figures.rematches,
        )
        return text.format(**values, best=figures.best.rematches)
    text = _.plural(
        "{rematches} rematch so far; a pure lot expects {expected}.",
        "{rematches} rematches so far; a pure lot expects {expected}.",
        figures.rematches,
    )
    return text.format(**values)


def _meetings(state: State, rows: Rows) -> Cells:
    """Who has met whom how often; regulations with fixed tables have no such sheet."""
    if state.rulebook.fixed_tables:
        return {}
    where = {player.id: rows.player(index) for index, player in enumerate(state.tournament.players)}
    cells: Cells = {}
    for (one, other), count in meetings(past_tables(state.tournament, state.tournament.rounds_seated + 1)).items():
        if one in where and other in where:
            cells[names.meetings(where[one] + 1), where[other]] = count
            cells[names.meetings(where[other] + 1), where[one]] = count
    return cells


def _walls(state: State) -> Mapping[int, Seating]:
    """What hangs on the wall in every round; at fixed tables, the tables as they were drawn."""
    if not state.rulebook.fixed_tables:
        return {number: seating(state.tournament.round(number)) for number in range(1, state.tournament.rounds_seated + 1)}
    tables = sorted(state.tournament.start_tables.items())
    drawn = tuple((table, seat, player) for table, players in tables for seat, player in enumerate(players, 1))
    return {1: drawn} if drawn else {}


def _finals(state: State, rows: Rows) -> Cells:
    if state.tournament.finals is None:
        return {}
    cells: Cells = {("Published", 0): YesNo.YES.value, ("Closed", 0): YesNo.YES.value if state.tournament.finals.closed else None}
    if state.rulebook.official.is_conditional:
        cells["Official_Note", 0] = official_note(state, state.tournament.language, brief=True)
    draws = {draw.stage: draw for draw in state.tournament.draws}
    for duel in state.tournament.finals.duels:
        parts: Mapping[str, Value] = {
            "Player_A": duel.player_a, "Player_B": duel.player_b, "Score_A": duel.score_a, "Score_B": duel.score_b,
            "Characters": _characters(state, duel, draws.get(duel.match)),
        }  # fmt: skip
        cells |= {(names.duel(duel.match, part), 0): value for part, value in parts.items()}
        cells |= seed_cells(names.duel(duel.match, "Draw"), draws.get(duel.match))
    if state.tournament.finals.closed:
        won = prizes(state)
        if "champion" in state.rulebook.articles:
            cells["Finals_Title", 0] = title_holder(state) or None
        for row, placed in enumerate(final_ranking(state)[: names.finalists(state.rulebook, rows.places)]):
            line: Mapping[str, Value] = {"Place": placed.place, "Player": placed.player, "Prize": won.get(placed.player)}
            cells |= {(f"Finals_{column}", row): value for column, value in line.items()}
    return cells


def _characters(state: State, duel: Duel, draw: Draw | None) -> str:
    """The characters drawn, for people: one pool and those taken out, or a pile with its player's name a line."""
    way = mode(state)
    if draw is None or way not in state.rulebook.duel_modes or not (duel.player_a and duel.player_b):
        return ""
    piles = [", ".join(pile) for pile in characters(state.rulebook, way, duel.match, draw.rng_seed)]
    if len(piles) == 1:
        out = ", ".join(left_out(state.rulebook, way, duel.match, draw.rng_seed))
        _ = catalog(state.tournament.language)
        return "\n".join((piles[0], _("Taken out: {names}").format(names=out)))
    by_id = player_names(state)
    both = zip((duel.player_a, duel.player_b), piles, strict=True)
    return "\n".join(f"{by_id.get(player, player)}: {pile}" for player, pile in both)


def _used_rows(state: State, rows: Rows) -> Mapping[str, int]:
    used = {names.on_record(game.round, game.table, "Seat"): game.seats[-1].number for game in state.tournament.games}
    used |= {names.on_stage(game.round, game.table, "Seat"): game.seats[-1].number for game in state.tournament.stages}
    tables = {1: [len(players) for players in state.tournament.start_tables.values()]} if state.tournament.start_tables else {}
    for number in range(1, state.tournament.rounds_seated + 1):
        games = state.tournament.round(number)
        used[f"Control_Round{number}"] = max((game.table for game in games), default=0)
        if not state.tournament.start_tables:
            tables[number] = [game.size for game in games]
    used |= {names.on_wall(number, "Wall_Rows"): rows_used(rows.places, sizes) for number, sizes in tables.items()}
    if state.tournament.games and not state.rulebook.fixed_tables:
        used[names.meetings(1)] = 1 + rows.player(len(state.tournament.players) - 1)
    if state.tournament.finals is not None:
        used |= {**_duels_used(state), **_stages_used(state, rows)}
    return used | {"Standings_View": max(len(entrants(state)), names.STANDINGS_ROWS) if state.tournament.games else 0}


def _duels_used(state: State) -> Mapping[str, int]:
    """All rows of the duels of this tournament, none of those that only a larger one plays."""
    used = {names.duel(match.code, "Characters"): 1 for match in state.rulebook.matches}
    used |= {names.duel(code, "Characters"): 0 for code in _unplayed(state)}
    played = bracket_of(state)
    for bracket in state.rulebook.brackets:
        used[names.from_tables(bracket.from_tables)] = _ALL if played and played.from_tables >= bracket.from_tables else 0
    return used


def _stages_used(state: State, rows: Rows) -> Mapping[str, int]:
    """All rows of the stages of the knock-out; once it is over none of those that nobody has played."""
    last = max((game.round for game in state.tournament.stages), default=0)
    over = state.tournament.finals is not None and state.tournament.finals.closed
    stages = range(2, len(rooms(state.rulebook, rows.places)) + 1) if state.rulebook.knockout is not None else ()
    return {names.later_stage(stage): 0 if over and stage > last else _ALL for stage in stages}


def _unplayed(state: State) -> list[str]:
    """The duels that only a larger tournament plays, once that is known."""
    played = {match.code for match in matches_of(state)}
    found = (match.code for match in state.rulebook.matches if match.code not in played)
    return list(found) if state.tournament.finals is not None else []


def _visible_sheets(state: State) -> Mapping[str, bool]:
    """The sheets in use. Those of a round hide themselves once all its games are closed: else there were dozens of tabs."""
    over = rounds_over(state.tournament)
    shown = {names.record_sheet(game.round, game.table): True for game in state.tournament.games if game.round not in over}
    shown |= {names.stage_sheet(game.round, game.table): True for game in state.tournament.stages}
    fixed = bool(state.tournament.start_tables)
    shown |= {names.round_sheet(number): True for number in _walls(state) if fixed or number not in over}
    if state.tournament.games and not state.rulebook.fixed_tables:
        shown[names.meetings(1)] = True
    if state.tournament.finals is not None:
        shown |= {"Standings_Rank": True, "Finals_Place": True}
    if any(game.auction for game in state.tournament.games):
        shown["Auctions_Round"] = True
    return shown


def rounds_over(tournament: Tournament) -> set[int]:
    """The rounds whose games are all closed."""
    rounds = {game.round for game in tournament.games}
    return rounds - {game.round for game in tournament.games if not tournament.is_closed(game)}


def record_tabs(tournament: Tournament, rounds: Collection[int]) -> list[str]:
    """The tabs of the record sheets of these rounds."""
    return [names.record_sheet(game.round, game.table) for game in tournament.games if game.round in rounds]


def _idle(state: State) -> Mapping[str, bool]:
    """Of each record sheet in use the columns of variants that nobody plays, unless something stands in them all the same."""
    played = variants_in(state)
    found = [field for field in fields(state.rulebook) if not played.get(field.attribute, True)]
    return {
        names.on_record(game.round, game.table, field.name): True
        for game in state.tournament.games
        for field in found
        if not any(getattr(seat, field.attribute) for seat in game.seats)
    }


def _locks(state: State) -> Mapping[str, bool]:
    """Record sheets are locked by their players' next game, options by the first draw, duels and knock-out by the close."""
    locked = {
        names.on_record(game.round, game.table, name): True
        for game in state.tournament.games
        if state.tournament.is_closed(game)
        for name in (*names.record_inputs(state.rulebook), names.RULING)
    }
    ruled = (game for game in state.tournament.games if game.is_ruled and not state.tournament.is_closed(game))
    locked |= {names.on_record(game.round, game.table, names.RULING): False for game in ruled}
    if state.tournament.games:
        choices = {key for key, option in state.rulebook.options.items() if len(option.values) != 1}
        locked |= {f"Option_{key}": True for key in choices - UNFROZEN}
    last = max((game.round for game in state.tournament.stages), default=0)
    closed = state.tournament.finals is not None and state.tournament.finals.closed
    for game in state.tournament.stages:
        if closed or game.round < last:
            locked |= {names.on_stage(game.round, game.table, name): True for name in names.STAGE_INPUTS}
    locked |= {names.duel(code, f"Score_{side}"): True for code in _unplayed(state) for side in "AB"}
    if closed:
        locked |= {names.duel(match.code, f"Score_{side}"): True for match in state.rulebook.matches for side in "AB"}
    return locked
