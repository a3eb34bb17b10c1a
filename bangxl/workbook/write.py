"""Write facts to cells: only the difference between two states. Other cells stay unchanged."""

from base64 import b64encode
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import date
from itertools import count
from typing import Final, TypeVar, cast

from bangxl.books.port import Book, Cell, Changes, Value
from bangxl.locale.catalog import catalog
from bangxl.tournament import finals
from bangxl.tournament.drawing import meetings_square, seats_by_round
from bangxl.tournament.finals import bracket_of, characters, duel_mode, final_ranking, matches_of, prizes, title_holder
from bangxl.tournament.identity import meant
from bangxl.tournament.journal import Seating, recorded_results, reopened_games, seating
from bangxl.tournament.knockout import PAIR, WITHOUT_ROLES, choice_order, open_characters, seats_at_stages
from bangxl.tournament.league import evenings
from bangxl.tournament.lots import ranking_lots, ranking_seed
from bangxl.tournament.model import FALLEN, Draw, Duel, Game, Player, Seat, game_code, round_code, stage_code, stage_sheet
from bangxl.tournament.options import APART, CHANGEABLE, variants_in
from bangxl.tournament.roster import entrants, player_names
from bangxl.tournament.standings import lot_stages
from bangxl.tournament.state import State
from bangxl.workbook import names
from bangxl.workbook.fields import FIELDS, PLAYER_FIELDS, Field, InputKind, fields
from bangxl.workbook.notices import official_note
from bangxl.workbook.read import ListRows
from bangxl.workbook.surnames import by_surname
from bangxl.workbook.titles import display_names
from bangxl.workbook.wall import evening_of, rows_used, tables_line
from bangxl.workbook.words import YesNo, moment_word, option_word, outcome_word, word

Key = TypeVar("Key")
Item = TypeVar("Item")
_Cells = dict[Cell, Value]

_ALL: Final = 1000
"""Rows in use: more than any range has."""


def cells_for(state: State, rows: ListRows, *, in_report: bool = False) -> Changes:
    """The facts, and what the program derives from them, as changes to a new workbook.

    ``shown`` names a sheet by its tab, or by a defined name that stands on it. ``in_report``: in the words of all regulations,
    as reports say it that others have and may verify.
    """
    cells = _record_cells(state) | _stage_cells(state, in_report=in_report) | _events(state, rows, in_report=in_report)
    for part in (_people, _setup, _walls_cells, _meetings, _finals):
        cells |= part(state, rows)
    filled = {cell: value for cell, value in cells.items() if value not in (None, "")}
    return Changes(filled, _used_rows(state, rows), _visible_sheets(state), _locks(state), idle=_idle(state))


def changes(before: Changes, after: Changes, book: Book) -> Changes:
    """What leads from some facts in a workbook to others. A sheet may be named by a defined name on it."""
    tabs = {name: ref.sheet for name, ref in book.names.items() if "!" not in name}
    shown = _difference(before.shown, after.shown, gone=False)
    used = _difference(before.used, after.used, gone=0)
    cells = _difference(before.cells, after.cells, gone=None)
    # somebody may have sorted a wall's list by name otherwise, so it is written whole
    rewritten = {name.partition("!")[0] for name, _row in cells if "!Alpha_" in name}
    whole = {cell: one for cell, one in after.cells.items() if "!Alpha_" in cell[0] and cell[0].partition("!")[0] in rewritten}
    # the amounts of a ruling are locked in a new workbook, inputs are not
    rulings = {name: True for name in before.locked.keys() - after.locked.keys() if name.endswith(f"!{names.RULING}")}
    return Changes(
        cells=cells | whole,
        used={name: rows for name, rows in used.items() if name in tabs or not name.startswith(names.FROM_TABLES)},
        shown={tabs.get(sheet, sheet): seen for sheet, seen in shown.items()},
        locked=_difference(before.locked, after.locked, gone=False) | rulings,
        idle=_difference(before.idle, after.idle, gone=False) if names.IDLE_COLUMNS in tabs else {},
    )


def _difference(before: Mapping[Key, Item], after: Mapping[Key, Item], *, gone: Item) -> dict[Key, Item]:
    """New or changed cells; removed entries get their value from before, ``gone``."""
    absent = dict.fromkeys(before.keys() - after.keys(), gone)
    return absent | {key: value for key, value in after.items() if key not in before or before[key] != value}


def _people(state: State, rows: ListRows) -> _Cells:
    """The players' lines, with their lots once these are drawn; and whether lots were drawn by hand."""
    language = state.tournament.language
    stages = lot_stages(state.rulebook)
    drawn = state.tournament.lot_order or ranking_seed(state.tournament, stages) is not None
    lots = ranking_lots(state.tournament, stages) if drawn else {}
    cells: _Cells = {("Lots_By_Hand", 0): YesNo.YES.value if state.tournament.lot_order else None}
    for index, player in enumerate(state.tournament.players):
        row = rows.player(index)
        cells |= {
            (f"Players_{name}", row): _typed_of(player, name, kind, language)
            for name, (kind, *_look, is_fee) in PLAYER_FIELDS.items()
            if not is_fee or state.tournament.entry_fee is not None
        }
        cells |= {("Players_Id", row): player.id, ("Players_Lot", row): lots.get(player.id)}
    return cells


def _typed_of(player: Player, name: str, kind: InputKind, language: str) -> Value:
    """What stands in a player's cell; a mark only where it says more than a blank, but who is there stands in every line."""
    value: Value = getattr(player, name.lower())
    if kind is InputKind.MARK:
        is_said = name == "Present" or value != getattr(Player(""), name.lower())
        return word(YesNo.YES if value else YesNo.NO, language) if is_said else None
    return (value or None) if kind is InputKind.COUNT else value


def _events(state: State, rows: ListRows, *, in_report: bool) -> _Cells:
    cells: _Cells = {}
    language = state.tournament.language
    for index, event in enumerate(state.tournament.events):
        stage = "" if in_report else event.match.removeprefix(stage_code(""))
        line: Mapping[str, Value] = {
            "Type": word(event.type, language),
            "Player": event.player,
            "Moment": word(event.moment, language) if in_report else moment_word(event.moment, state.rulebook, language),
            "After_Round": event.after_round,
            "Round": event.round,
            "Table": event.table,
            "Match": int(stage) if stage.isdecimal() else event.match,
            "Reason": event.reason,
            "Automatic": word(YesNo.YES, language) if event.automatic else None,
        }
        cells |= {(f"Events_{column}", rows.event(index)): value for column, value in line.items()}
    return cells


def _setup(state: State, _rows: ListRows) -> _Cells:
    """The first sheet: event, options, what is typed for the next draw."""
    event, language = state.tournament.event, state.tournament.language
    day: Value = event.date
    with suppress(ValueError):
        day = date.fromisoformat(event.date)
    cells: _Cells = {
        ("Event_Name", 0): event.name,
        ("Event_Date", 0): day,
        ("Event_Place", 0): event.place,
        ("Event_Region", 0): event.region,
        ("Event_Kind", 0): option_word(event.kind, language),
        ("Event_Organiser", 0): event.organiser,
        ("Event_Report_To", 0): event.report_to,
        (names.FEE, 0): state.tournament.entry_fee,
        ("Closed_After_Round", 0): state.tournament.closed_after_round,
        ("Event_Referees", 0): "".join(event.referees[:1]),
        ("Event_Referees", 1): "; ".join(event.referees[1:]),
    }
    cells |= {(names.LOGO, row): piece for row, piece in enumerate(logo_pieces(state.tournament.logo))}
    return cells | {(f"Option_{key}", 0): option_word(value, language) for key, value in state.tournament.options.items()}


def logo_pieces(logo: bytes | None) -> list[str]:
    """A logo as the cells hold it."""
    text = b64encode(logo or b"").decode()
    return [text[at : at + names.LOGO_PIECE_LENGTH] for at in range(0, len(text), names.LOGO_PIECE_LENGTH)]


def _walls_cells(state: State, _rows: ListRows) -> _Cells:
    """The wall sheets: by table, and by name; the seeds of the rounds, and the last code. Fixed tables hang on one wall sheet."""
    cells: _Cells = {(names.LATEST_CODE, 0): state.newest_code}
    _, people = catalog(state.tournament.language), player_names(state)
    order = by_surname(people.values())
    draws = {draw.drawn: draw for draw in state.tournament.draws}
    codes = {one.round: code_cells(one.round, one.code, one.salt) for one in state.tournament.codes if one.round}
    for number, wall in _walls(state).items():
        if draw := draws.get(str(number)):
            name = names.on_wall(number, "Draw")
            cells |= seed_cells(name, draw) | code_cells(number, draw.code, draw.salt)
            cells[f"{name}_Algorithm", 0] = f"{draw.algorithm} {draw.version}"
            cells[f"{name}_By_Hand", 0] = YesNo.YES.value if draw.by_hand else None
        cells |= codes.get(number, {})
        if state.rulebook.league is not None:
            cells[names.on_wall(number, names.WALL_EVENING), 0] = evenings(state)[number - 1]
        cells[names.on_wall(number, "Draw_Note"), 0] = evening_of(state, number, _) + tables_line(_, [line[0] for line in wall])
        by_name = sorted(wall, key=lambda line: (order(people.get(line[2], line[2])), line[2]))
        for prefix, lines in (("Wall", wall), ("Alpha", by_name)):
            for row, (table, seat, player) in enumerate(lines):
                cells[names.on_wall(number, f"{prefix}_Table"), row] = table
                cells[names.on_wall(number, f"{prefix}_Seat"), row] = seat
                cells[names.on_wall(number, f"{prefix}_Player"), row] = player
    return cells


def code_cells(number: int, code: str, salt: str) -> _Cells:
    """A round's code, and what hides the results in it; nothing where it has none."""
    texts = {names.CODE: code, names.SALT: salt}
    return {(names.on_wall(number, key), 0): text for key, text in texts.items() if text}


def _meetings(state: State, rows: ListRows) -> _Cells:
    """The meetings sheet; regulations with fixed tables have none."""
    if state.rulebook.fixed_tables:
        return {}
    where = _met_lines(state, rows)
    square, seats = meetings_square(state, sorted(where, key=where.__getitem__)), seats_by_round(state)
    cells: _Cells = {(names.meetings(where[across] + 1), where[down]): count for (down, across), count in square.items()}
    cells |= {(names.MET, line): player for player, line in where.items() if rows.met is not None}
    return cells | {(names.SEATS_BY_ROUND, where[player]): text for player, text in seats.items() if player in where}


def _met_lines(state: State, rows: ListRows) -> dict[str, int]:
    """The line on the meetings sheet of everybody who has sat down: the one that they have; by surname the first free ones."""
    if rows.met is None:
        return {player.id: rows.player(index) for index, player in enumerate(state.tournament.players)}
    people = {one.id: one.name for one in state.tournament.players if one.id in seats_by_round(state)}
    known, order = {player: line for line, player in enumerate(rows.met) if player in people}, by_surname(people.values())
    others = sorted(people.keys() - known.keys(), key=lambda player: (order(people[player]), player))
    return known | dict(zip(others, (line for line in count() if line not in known.values()), strict=False))


def _walls(state: State) -> Mapping[int, Seating]:
    """What hangs on the wall in every round; at fixed tables, the tables as they were drawn."""
    if not state.rulebook.fixed_tables:
        return {number: seating(state.tournament.round(number)) for number in range(1, state.tournament.rounds_seated + 1)}
    tables = sorted(state.tournament.start_tables.items())
    drawn = tuple((table, seat, player) for table, players in tables for seat, player in enumerate(players, 1))
    return {1: drawn} if drawn else {}


def _finals(state: State, rows: ListRows) -> _Cells:
    """From the publication on: duels with their draws; after the last, ranking and prizes. Empty before."""
    if state.tournament.finals is None:
        return {}
    cells: _Cells = {
        ("Published", 0): YesNo.YES.value,
        ("Closed", 0): YesNo.YES.value if state.tournament.finals.closed else None,
    }
    if state.rulebook.official.is_conditional:
        cells["Official_Note", 0] = official_note(state, state.tournament.language, brief=True)
    draws = {draw.drawn: draw for draw in state.tournament.draws}
    for duel in state.tournament.finals.duels:
        parts: Mapping[str, Value] = {
            "Player_A": duel.player_a, "Player_B": duel.player_b, "Score_A": duel.score_a, "Score_B": duel.score_b,
            "Characters": _characters(state, duel, draws.get(duel.match)),
        }  # fmt: skip
        cells |= {(names.duel(duel.match, part), 0): value for part, value in parts.items()}
        cells |= seed_cells(names.duel(duel.match, "Draw"), draws.get(duel.match))
    if state.tournament.is_over:
        won = prizes(state)
        cells[names.FUND, 0] = state.tournament.fund
        if "champion" in state.rulebook.articles:
            cells["Finals_Title", 0] = title_holder(state) or None
        for row, placed in enumerate(final_ranking(state)[: names.finalists(state.rulebook, rows.places)]):
            line: Mapping[str, Value] = {"Place": placed.place, "Player": placed.player, "Prize": won.get(placed.player)}
            cells |= {(f"Finals_{column}", row): value for column, value in line.items()}
    return cells


def _characters(state: State, duel: Duel, draw: Draw | None) -> str:
    """The characters drawn, for people: one pool and those taken out, or a pile with its player's name a line."""
    way = duel_mode(state)
    if draw is None or way not in state.rulebook.duel_modes or not (duel.player_a and duel.player_b):
        return ""
    piles = [", ".join(pile) for pile in characters(state.rulebook, way, duel.match, draw.rng_seed)]
    if len(piles) == 1:
        out = ", ".join(finals.undrawn_characters(state.rulebook, way, duel.match, draw.rng_seed))
        _ = catalog(state.tournament.language)
        return "\n".join((piles[0], _("Taken out: {names}").format(names=out)))
    by_id = player_names(state)
    both = zip((duel.player_a, duel.player_b), piles, strict=False)
    return "\n".join(f"{by_id.get(player, player)}: {pile}" for player, pile in both)


def _record_cells(state: State) -> _Cells:
    cells: _Cells = {}
    calls, columns = 0, frozenset(names.record(state.rulebook))
    compared = state.tournament.compared or {}
    cells |= {(names.on_record(*place, names.COMPARED), 0): who for place, who in compared.items()}
    for game in sorted(state.tournament.games, key=lambda game: (game.round, game.table)):
        cells |= _game(game, game_code(game.round, game.table), columns, state.tournament.language)
        for call in game.auction:
            line = {
                "Round": game.round, "Table": game.table, "Opener": call.opener, "Character": call.character,
                "Winner": call.winner, "Price": call.price,
            }  # fmt: skip
            cells |= {(f"Auctions_{column}", calls): value for column, value in line.items()}
            calls += 1
    return cells


def _stage_cells(state: State, *, in_report: bool) -> _Cells:
    """The knock-out sheets: who sits there, in which order they choose, what was typed; the seeds; the game of two."""
    cells: _Cells = {}
    draws, language = {draw.drawn: draw for draw in state.tournament.draws}, state.tournament.language
    for number in sorted({game.round for game in state.tournament.stages}):
        order = {player: i for i, player in enumerate(choice_order(state, number))}
        for game in state.tournament.stage(number):
            sheet = stage_sheet(number, game.table)
            choosers = sorted((seat.player for seat in game.seats), key=lambda player: order.get(player, len(order)))
            cells |= _game(game, sheet, frozenset(names.STAGE_NAMES), language)
            if state.rulebook.knockout and not in_report:
                roles = state.rulebook.knockout.roles.get(game.size, {})
                cells[f"{sheet}!Outcome", 0] = outcome_word(game.outcome, roles, language) or None
                called = display_names(state.tournament.players).get(game.winner, game.winner)
                cells[f"{sheet}!Winner", 0] = called if meant(called, state.tournament.players) == [game.winner] else game.winner
            cells |= {(f"{sheet}!Choice", seat.number - 1): choosers.index(seat.player) + 1 for seat in game.seats}
        name, draw = stage_code(number), draws.get(stage_code(number))
        cells |= seed_cells(names.duel(name, "Draw"), draw)
        if draw and any(game.size == PAIR for game in state.tournament.stage(number)):
            cells[names.duel(name, "Characters"), 0] = ", ".join(open_characters(state.rulebook, draw.rng_seed, number))
    return cells


def seed_cells(name: str, draw: Draw | None) -> _Cells:
    """The recorded seed of a draw, where it came from, and what the room supplied for it."""
    if draw is None:
        return {}
    values = {"Seed": draw.rng_seed, "Source": draw.source.value, "Public": draw.public_value}
    return {(f"{name}_{key}", 0): value for key, value in values.items()}


def _game(game: Game, sheet: str, columns: Collection[str], language: str) -> _Cells:
    """One sheet: every seat on the row of its number. What the sheet does not ask for is left out."""
    table: dict[str, Value] = {"Outcome": word(game.outcome, language) if game.outcome else None, "Winner": game.winner}
    cells: _Cells = {(f"{sheet}!{name}", 0): value for name, value in table.items() if name in columns}
    for seat in game.seats:
        line = {"Player": seat.player} | {field.name: _field_value(field, seat, language) for field in FIELDS}
        cells |= {(f"{sheet}!{name}", seat.number - 1): value for name, value in line.items() if name in columns}
    return cells


def _field_value(field: Field, seat: Seat, language: str) -> Value:
    """The content of a field. 0 stays blank, but for the lives of somebody who is not said to be eliminated."""
    value = getattr(seat, field.attribute)
    match field.kind:
        case InputKind.MARK:
            return word(YesNo.YES, language) if value else None
        case InputKind.WORD:
            return word(value, language) if value else None
        case InputKind.COUNT:
            return value or None
        case InputKind.LIVES if seat.status in FALLEN:
            return value or None
    return cast("Value", value)


def _used_rows(state: State, rows: ListRows) -> Mapping[str, int]:
    """How many rows of each range stay visible, by a name on its sheet: those below are hidden."""
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
        used[names.meetings(1)] = 1 + max(_met_lines(state, rows).values(), default=-1)
    if state.tournament.finals is not None:
        # all rows of the duels of this tournament, none of those that only a larger one plays
        used |= {names.duel(match.code, "Characters"): 1 for match in state.rulebook.matches}
        used |= {names.duel(code, "Characters"): 0 for code in _unplayed(state)}
        played = bracket_of(state)
        for bracket in state.rulebook.brackets:
            used[names.from_tables(bracket.from_tables)] = _ALL if played and played.from_tables >= bracket.from_tables else 0
        # once the knock-out is over, none of the stages that nobody has played
        last = state.tournament.stages_seated
        stages = range(2, len(seats_at_stages(state.rulebook, rows.places)) + 1)
        used |= {names.later_stage(one): 0 if state.tournament.is_over and one > last else _ALL for one in stages}
        used |= {names.AT_THE_END: _ALL * state.tournament.is_over} if stages else {}
    # at the end, of the events' lines those that fill a printed page
    events = max(16, rows.event(len(state.tournament.events)) + 5) if state.tournament.is_over else _ALL
    return used | {"Standings_View": max(len(entrants(state)), names.STANDINGS_ROWS), "Events_Type": events}


def _unplayed(state: State) -> list[str]:
    """The duels that only a larger tournament plays, once that is known."""
    if state.tournament.finals is None:
        return []
    played = {match.code for match in matches_of(state)}
    return [match.code for match in state.rulebook.matches if match.code not in played]


def _visible_sheets(state: State) -> Mapping[str, bool]:
    """The sheets in use. Those of a round hide themselves once all its games are closed: else there were dozens of tabs."""
    going_on = {game.round for game in state.tournament.games if not state.tournament.is_closed(game)}
    over = {game.round for game in state.tournament.games} - going_on
    again = {number for number, _table in reopened_games(state.journal)}
    records = [game for game in state.tournament.games if game.round in going_on | again]
    shown = {game_code(game.round, game.table): True for game in records}
    shown |= {stage_sheet(game.round, game.table): True for game in state.tournament.stages}
    fixed = bool(state.tournament.start_tables)
    shown |= {round_code(number): True for number in _walls(state) if fixed or number not in over}
    if state.tournament.games and not state.rulebook.fixed_tables:
        shown[names.meetings(1)] = True
    if state.tournament.finals is not None:
        shown |= {"Standings_Rank": True, "Finals_Place": True}
    if any(game.auction for game in state.tournament.games):
        shown["Auctions_Round"] = True
    return shown


def _idle(state: State) -> Mapping[str, bool]:
    """Of each record sheet in use the columns of variants that nobody plays, unless something stands in them all the same."""
    played = variants_in(state)
    unused = [field for field in fields(state.rulebook) if not played.get(field.attribute, True)]
    return {
        names.on_record(game.round, game.table, field.name): True
        for game in state.tournament.games
        for field in unused
        if not any(getattr(seat, field.attribute) for seat in game.seats)
    }


def _locks(state: State) -> Mapping[str, bool]:
    """Record sheets are locked by their players' next game, duels and knock-out by what follows, options by the first draw.

    Two or three players of the knock-out have no roles: what is not asked is locked from the start.
    Whatever was reopened is not, until the log says that it is closed again; that opens no duels or knock-out.
    """
    again = reopened_games(state.journal)
    shut = [game for game in state.tournament.games if state.tournament.is_closed(game) and (game.round, game.table) not in again]
    inputs = (*names.record_inputs(state.rulebook), names.RULING)
    locked = {names.on_record(game.round, game.table, name): True for game in shut for name in inputs}
    ruled = (game for game in state.tournament.games if game.is_ruled and game not in shut)
    locked |= {names.on_record(game.round, game.table, names.RULING): False for game in ruled}
    is_over = any(state.tournament.is_closed(game) for game in state.tournament.games)
    if is_over and not state.rulebook.league:  # before, `redraw` takes others
        locked["Players_Name"] = True  # and no program sorts a range with a locked cell in it
    if state.tournament.games:
        choices = {key for key, option in state.rulebook.options.items() if len(option.values) != 1}
        locked |= {f"Option_{key}": True for key in choices - CHANGEABLE}
    if APART in state.rulebook.options and (state.tournament.finals is not None or state.tournament.stages):  # no more rounds
        locked |= {f"Option_{APART}": True}
    last, closed, kept = state.tournament.stages_seated, state.tournament.is_over, recorded_results(state.journal)
    for game in state.tournament.stages:
        unasked = ("Outcome", "Role", "Status", *["Character"] * (game.size == PAIR and not state.rulebook.has_last_table))
        is_shut = closed or game.round < last or stage_sheet(game.round, game.table) in kept
        inputs = names.STAGE_INPUTS if is_shut else unasked if game.size <= WITHOUT_ROLES else ()
        locked |= {names.on_stage(game.round, game.table, name): True for name in inputs}
    duels = [match.code for match in state.rulebook.matches if closed or match.code in {*kept, *_unplayed(state)}]
    return locked | {names.duel(code, f"Score_{side}"): True for code in duels for side in "AB"}
