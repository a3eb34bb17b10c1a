"""Read facts from cells. Formulas are never inputs. An unreadable cell becomes a finding and counts as blank."""

import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from bangxl import limits
from bangxl.books.port import Book, BookError
from bangxl.interchange.picture import read_picture
from bangxl.rulebooks.loader import our_rulebook, parse_rulebook
from bangxl.tournament import model
from bangxl.tournament.findings import At, Finding, overrule
from bangxl.tournament.identity import BLANKS
from bangxl.tournament.journal import Journal, LogEntry, entries_in_force, read_pairs
from bangxl.tournament.model import Event, EventType, Game, Moment, Player, Seat, Tournament, game_code, round_code, stage_sheet
from bangxl.tournament.options import APART, apart_text
from bangxl.tournament.roster import round_in_play
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from bangxl.workbook import names
from bangxl.workbook.cells import Cells, at
from bangxl.workbook.fields import FIELDS, PLAYER_FIELDS, Field, InputKind
from bangxl.workbook.words import EVENT_KINDS, YesNo, characters_by_spelling, fold, option_code, option_text

_WORD_COLUMNS: Final[Mapping[str, type[StrEnum]]] = {"Role": model.Role, "Status": model.Status}
_WORDS_FIRST: Final = sorted(FIELDS, key=lambda field: field.kind is not InputKind.WORD)
_EVENT_COLUMNS: Final = ("Type", "Player", "Moment", "After_Round", "Round", "Table", "Match", "Reason")
_FIRST_DAY: Final = date(1899, 12, 30)
"""The day 0 of spreadsheets."""


@dataclass(frozen=True, slots=True)
class ListRows:
    """Where the n-th player and the n-th event stand in their lists, from 0: people leave lines blank.

    ``places`` is the number of lines for players, the workbook's capacity; ``met`` says who stands where on the meetings sheet,
    None where that follows the players' list.
    """

    players: tuple[int, ...] = ()
    events: tuple[int, ...] = ()
    places: int = 0
    met: tuple[str, ...] | None = ()

    def player(self, index: int) -> int:
        """The row of a player; a new player comes after the last."""
        return _row(self.players, index)

    def free(self, number: str) -> int:
        """A line for a player who has none, without an id or a name: their own, if nobody stands there."""
        lines = [row for row in range(self.places) if row not in self.players]
        own = int(number[1:]) - 1 if number[1:].isdecimal() else -1
        return own if own in lines else (*lines, self.player(len(self.players)))[0]

    def event(self, index: int) -> int:
        """The row of an event; a new one stands after the last."""
        return _row(self.events, index)


def _row(rows: tuple[int, ...], index: int) -> int:
    return rows[index] if 0 <= index < len(rows) else index - len(rows) + (rows[-1] + 1 if rows else 0)


@dataclass(frozen=True, slots=True, eq=False)
class Contents(State):
    """The contents of a workbook: a state, its places, and everything that could not be read."""

    rows: ListRows = ListRows()
    findings: tuple[Finding, ...] = ()
    rng_seed: str = ""
    """The seed typed for the next draw."""
    public_value: str = ""
    """What the room supplies for the next draw."""
    public_draw: bool = False
    """Whether every draw waits for such a value."""
    four_eyes: bool = False
    """Whether a second person has to compare every record sheet before the next draw."""
    salts: Mapping[int, str] = field(default_factory=dict)
    """What hides the results in the codes of the rounds, by round; also of one that is committed and not drawn yet."""


def read_workbook(book: Book) -> Contents:
    """Read a whole workbook.

    Raises BookError ``not_bangxl`` if it is none of bangxl, ``damaged`` (part) if it has lost the names without which nothing is
    read, ``too_large`` (part) if it has lines for more players, or more tables, than anybody,
    ``newer_version`` if a later bangxl made it, RulebookError if its regulation is unknown.
    """
    cells = Cells(book)
    if lost := sorted({"Rulebook_Id", "Players_Name"} - book.names.keys()):
        raise BookError("damaged" if names.KNOWN_BY & book.names.keys() else "not_bangxl", part=", ".join(lost))
    if len(book.names["Players_Name"]) > limits.PLAYERS:  # whatever a workbook has is counted up to its players
        raise BookError("too_large", part="Players_Name")
    if absurd := names.absurd_names(book.names):
        raise BookError("too_large", part=absurd[0])
    version = cells.number("Format_Version", 0) or 0
    if version > names.FORMAT_VERSION:
        raise BookError("newer_version", version=version, known=names.FORMAT_VERSION)
    rulebook = _rulebook(cells)
    cells.among_last = bool(rulebook.among_last)
    _check_names(cells, rulebook)
    people = _players(cells, rulebook)
    cells.register_players(people.values())
    events = _events(cells)
    characters = characters_by_spelling(tuple(rulebook.characters))
    walls = {number: tuple(sorted(_wall_lines(cells, number))) for number in names.wall_sheets(book.names)}
    drawn = {number: seating for number, seating in walls.items() if seating}
    tournament = Tournament(
        rulebook=rulebook.id,
        language=cells.text("Workbook_Language", 0),
        event=_event_info(cells),
        options=_options(cells, rulebook, people.values()),
        players=tuple(people.values()),
        draws=_draws(cells, rulebook),
        lot_order=_lot_order(cells, people),
        start_tables=_start_tables(walls.get(1, ())) if rulebook.fixed_tables else {},
        games=_games(cells, rulebook, characters),
        closed_after_round=cells.number("Closed_After_Round", 0),
        finals=_finals(cells, rulebook),
        stages=_stage_games(cells, rulebook, characters),
        evenings={n: held for n in drawn if rulebook.league and (held := cells.number(names.on_wall(n, names.WALL_EVENING), 0))},
        **_extras(cells),
    )
    tournament = replace(tournament, events=tuple(_with_rounds(cells, events, tournament)))
    journal = Journal(_log(cells), drawn)
    tournament = replace(tournament, codes=tuple(_codes(cells, tournament, journal.entries)))
    salts = {number: cells.text(names.on_wall(number, names.SALT), 0) for number in walls}
    public_draw = cells.word("Public_Draw", 0, YesNo) is YesNo.YES
    met = tuple(cells.text(names.MET, line) for line in range(cells.length(names.MET))) if names.MET in book.names else None
    return Contents(
        tournament,
        rulebook,
        journal,
        rows=ListRows(tuple(people), tuple(events), cells.length("Players_Name"), met),
        rng_seed=cells.text("Rng_Seed", 0).strip(),
        public_value=cells.text("Public_Value", 0).strip(),
        public_draw=public_draw,
        four_eyes=names.FOUR_EYES in book.names and cells.word(names.FOUR_EYES, 0, YesNo) is not YesNo.NO,
        salts={number: salt for number, salt in salts.items() if salt},
        findings=tuple(overrule(tournament, cells.findings)),  # last: each cell that is read may add one
    )


def _rulebook(cells: Cells) -> Rulebook:
    """The regulation: ours by its id, or the referee's own, whose text the workbook carries."""
    rulebook, text = cells.text("Rulebook_Id", 0), cells.text("Rulebook_Text", 0)
    return replace(parse_rulebook(text, f"{rulebook}.toml"), text=text) if text.strip() else our_rulebook(rulebook)


def _check_names(cells: Cells, rulebook: Rulebook) -> None:
    """Every name that commands rely on must be there, on cells of its own; of a sheet missing whole, only its tab is named."""
    refs, sheets = cells.book.names, cells.book.sheets
    if names.REFERTO_MARK in refs:
        lacking = [name for name in names.report_names(rulebook) if name not in refs]
        cells.findings.extend(Finding("name_missing", at(name, 0), {"name": name}) for name in lacking)
        return
    places = cells.length("Players_Name")
    required, tables = names.required(rulebook, places), names.table_names(rulebook, places)
    missing = {name: name for name in required if name not in refs}
    for tab, columns in tables.items():
        lacking = [f"{tab}!{column}" for column in columns if f"{tab}!{column}" not in refs]
        missing |= dict(zip(lacking, lacking, strict=True)) if tab in sheets else dict.fromkeys(lacking[:1], tab)
    cells.findings.extend(Finding("name_missing", at(name, 0), {"name": said}) for name, said in missing.items())
    moved = names.moved_columns(refs, rulebook, places)
    cells.findings.extend(Finding("lines_moved", at(name, 0), {"name": name}) for name in moved)
    on_sheets = (f"{tab}!{column}" for tab, columns in tables.items() for column in columns)
    for other, name in names.shared_cells(refs, (*required, *on_sheets)):
        cells.findings.append(Finding("cell_named_twice", at(name, 0), {"name": other, "other": name}))


def _players(cells: Cells, rulebook: Rulebook) -> Mapping[int, Player]:
    """The players by row, with a name or a seat; a player without an id gets that of their row, or the next free one."""
    rows = range(cells.length("Players_Name"))
    taken = {cells.text("Players_Id", row).strip() for row in rows}
    columns = [names.on_record(number, table, "Player") for number, table in names.record_sheets(cells.book.names)]
    seats = (cells.text(column, row) for column in columns for row in range(cells.length(column)))
    seated = {fold(text) for text in seats if text.strip()}
    players: dict[int, Player] = {}
    marks, unmarked = set[object](), dict[int, str]()
    for row in rows:
        name, player_id = cells.text("Players_Name", row).strip(), cells.text("Players_Id", row).strip()
        if not name and fold(player_id) not in seated:
            if any(cells.filled(column, row) for column in ("Players_Region", "Players_Email", "Players_Present")):
                cells.findings.append(Finding("blank_name", At("Players_Name", row), {"player": player_id or str(row + 1)}))
            continue
        if not player_id:
            player_id = next(one for number in (row + 1, *range(1, 1000)) if (one := f"P{number:03}") not in taken)
            taken.add(player_id)
        typed = {key: _of_player(cells, f"Players_{key}", row, one.kind) for key, one in PLAYER_FIELDS.items()}
        if not (seated or isinstance(cells.value("Players_Name", row), str)):  # 007, 3/4, TRUE, as programs take them
            cells.findings.append(Finding("name_number", At("Players_Name", row), {"name": name}))
        if typed["Present"] is None and not cells.filled("Players_Present", row):
            unmarked[row] = name
        marks.add(typed["Present"])
        facts: dict[str, Any] = {key.lower(): value for key, value in typed.items() if value is not None}  # else as by default
        facts = {key: value is YesNo.YES if isinstance(value, YesNo) else value for key, value in facts.items()}
        players[row] = Player(**{**facts, "id": player_id, "name": name})
    # whoever marks only those who are absent has marked everybody
    for row, name in unmarked.items() if YesNo.YES in marks and (rulebook.league or not seated) else ():
        cells.findings.append(Finding("presence_missing", At("Players_Present", row), {"name": name}))
    return players


def _of_player(cells: Cells, name: str, row: int, kind: InputKind) -> str | int | YesNo | None:
    """A cell of *Players*: a text, a word, a table's number or a fee; None where nothing can be read."""
    match kind:
        case InputKind.MARK:
            return cells.word(name, row, YesNo)
        case InputKind.COUNT:
            number = cells.number(name, row)
            return number if number and 0 < number < 10**limits.ORDINAL else None
        case InputKind.AMOUNT:
            return _fee(cells, name, row)
    return cells.text(name, row)


def _fee(cells: Cells, name: str, row: int) -> int | None:
    """A fee; None where the cell is blank, or holds no whole amount: that stops nobody from playing."""
    text = cells.text(name, row).strip()
    if text and limits.whole_number(text, limits.FEE) is None:
        cells.findings.append(Finding("fee_unclear", At(name, row), {"text": text}))
    return limits.whole_number(text, limits.FEE)


def _extras(cells: Cells) -> Mapping[str, Any]:
    """What only some workbooks have a place for."""
    here = cells.book.names
    sheets = names.record_sheets(here) if names.FOUR_EYES in here else ()
    compared = {one: text for one in sheets if (text := cells.text(names.on_record(*one, names.COMPARED), 0).strip())}
    return {
        "entry_fee": (_fee(cells, names.FEE, 0) or 0) if names.FEE in here else None,
        "compared": compared if names.FOUR_EYES in here else None,
        "logo": _logo(cells) if names.LOGO in here else None,
        "fund": limits.whole_number(cells.text(names.FUND, 0)),
    }


def _logo(cells: Cells) -> bytes:
    """The organiser's logo; empty where the cells hold no picture that can be shown: nobody needs one to play."""
    text = "".join(cells.text(names.LOGO, row) for row in range(cells.length(names.LOGO)))
    try:
        logo = b64decode(text, validate=True)
        read_picture(logo)
    except ValueError:
        cells.findings.append(Finding("logo_unreadable", At(names.LOGO)))
        return b""
    return logo


def _event_info(cells: Cells) -> model.EventInfo:
    rows = range(cells.length("Event_Referees"))
    referees = (name.strip() for row in rows for name in cells.text("Event_Referees", row).split(";"))
    typed = cells.text("Event_Kind", 0)
    kind = option_code(typed, EVENT_KINDS, cells.language)
    if kind and kind not in EVENT_KINDS:  # it stays as it was typed
        values = {"value": typed.strip(), "known": ", ".join(EVENT_KINDS)}
        cells.findings.append(Finding("unknown_option", At("Event_Kind"), values))
        kind = typed
    return model.EventInfo(
        name=cells.text("Event_Name", 0),
        date=_day(cells),
        place=cells.text("Event_Place", 0),
        region=cells.text("Event_Region", 0),
        kind=kind,
        organiser=cells.text("Event_Organiser", 0),
        referees=tuple(name for name in referees if name),
        report_to=cells.text("Event_Report_To", 0),
    )


def _day(cells: Cells) -> str:
    """The day of the tournament; also where the cell has lost its format, and holds a number of days."""
    day, text = cells.value("Event_Date", 0), cells.text("Event_Date", 0)
    if isinstance(day, date | datetime):
        return day.strftime("%Y-%m-%d")
    return (_FIRST_DAY + timedelta(int(text))).isoformat() if re.fullmatch(r"[3-9]\d{4}", text) else text


def _options(cells: Cells, rulebook: Rulebook, people: Iterable[Player]) -> Mapping[str, str]:
    typed = {key: fold(cells.text(f"Option_{key}", 0)) for key in rulebook.options}
    if typed.get(APART):
        typed[APART] = apart_text(cells.text(f"Option_{APART}", 0), people)
    return {
        key: option_code(text, values, cells.language) if (values := rulebook.options[key].values) else option_text(key, text)
        for key, text in typed.items()
        if text
    }


def _draws(cells: Cells, rulebook: Rulebook) -> tuple[model.Draw, ...]:
    stages = [(str(number), names.on_wall(number, "Draw")) for number in names.wall_sheets(cells.book.names)]
    stages += [(match.code, names.duel(match.code, "Draw")) for match in rulebook.matches]
    drawn = sorted({number for number, _table in names.stage_sheets(cells.book.names)})
    stages += [(model.stage_code(number), names.duel(model.stage_code(number), "Draw")) for number in drawn]
    draws = []
    for stage, name in stages:
        if not (seed := cells.text(f"{name}_Seed", 0)):
            continue
        algorithm, _blank, version = cells.text(f"{name}_Algorithm", 0).partition(" ")
        sheet, _mark, _name = name.rpartition("!")
        code, salt = (cells.text(f"{sheet}!{key}", 0) if sheet else "" for key in (names.CODE, names.SALT))
        draw = model.Draw(
            stage,
            seed,
            cells.word(f"{name}_Source", 0, model.SeedSource) or model.SeedSource.RANDOM,
            public_value=cells.text(f"{name}_Public", 0),
            algorithm=model.Algorithm(algorithm) if algorithm in set(model.Algorithm) else model.Algorithm.LOT,
            version=limits.whole_number(version, limits.ORDINAL) or 1,
            by_hand=cells.word(f"{name}_By_Hand", 0, YesNo) is YesNo.YES,
            code=code,
            salt=salt if code else "",
        )
        draws.append(draw)
    return tuple(draws)


def _lot_order(cells: Cells, people: Mapping[int, Player]) -> tuple[str, ...]:
    """Lots drawn by hand. The others are derived, and written into the same column for the formulas."""
    if not cells.filled("Lots_By_Hand", 0):
        return ()
    lots = {player.id: lot for row, player in people.items() if (lot := cells.number("Players_Lot", row)) is not None}
    return tuple(sorted(lots, key=lots.__getitem__))


def _events(cells: Cells) -> Mapping[int, Event]:
    """The readable events by row; a ruling belongs to a game, not to a player."""
    events: dict[int, Event] = {}
    for row in range(cells.length("Events_Type")):
        if not any(cells.filled(f"Events_{column}", row) for column in _EVENT_COLUMNS):
            continue
        kind, moment = cells.word("Events_Type", row, EventType), cells.word("Events_Moment", row, Moment)
        player = cells.typed_player("Events_Player", row)
        says_moment = any(cells.filled(f"Events_{column}", row) for column in ("Moment", "Round", "Table", "Match"))
        if kind is EventType.WITHDRAWAL and not says_moment and _has_open_rounds(cells):
            moment = Moment.BETWEEN_ROUNDS  # it is about the round in play
        if kind is EventType.RULING:
            number, table = cells.number("Events_Round", row), cells.number("Events_Table", row)
            events[row] = Event(kind, "", Moment.DURING_GAME, cells.text("Events_Reason", row), round=number, table=table)
            continue
        if kind is None or moment is None or not player:
            blank = "Events_Type" if kind is None else "Events_Moment" if moment is None else "Events_Player"
            if not cells.filled(blank, row):  # of what cannot be read, that is said already
                missing = blank.removeprefix("Events_").lower()
                cells.findings.append(Finding("event_incomplete", At(blank, row), {"missing": missing}))
            continue
        match = fold(cells.text("Events_Match", row)).removeprefix("stage")
        events[row] = Event(
            type=kind,
            player=player,
            moment=moment,
            reason=cells.text("Events_Reason", row),
            automatic=cells.word("Events_Automatic", row, YesNo) is YesNo.YES,
            after_round=cells.number("Events_After_Round", row),
            round=cells.number("Events_Round", row),
            table=cells.number("Events_Table", row),
            match=model.stage_code(match) if match.isdecimal() else match.upper(),  # Stage2, SF1
        )
    return events


def _has_open_rounds(cells: Cells) -> bool:
    """Whether this is a workbook in which rounds are still played."""
    return not cells.filled("Published", 0) and names.REFERTO_MARK not in cells.book.names


def _with_rounds(cells: Cells, events: Mapping[int, Event], tournament: Tournament) -> Iterator[Event]:
    """The events; who leaves between rounds, without a word after which, leaves after the one in play."""
    for row, event in events.items():
        leaves = event.type is EventType.WITHDRAWAL and event.moment is Moment.BETWEEN_ROUNDS and _has_open_rounds(cells)
        is_open = leaves and not cells.filled("Events_After_Round", row)
        yield replace(event, after_round=round_in_play(tournament, event.player)) if is_open else event


def _start_tables(wall: Sequence[tuple[int, int, str]]) -> Mapping[int, tuple[str, ...]]:
    """The fixed tables as they were drawn: they stand on the one wall sheet."""
    tables: dict[int, tuple[str, ...]] = {}
    for table, _seat, player in wall:
        tables[table] = (*tables.get(table, ()), player)
    return tables


def _games(cells: Cells, rulebook: Rulebook, characters: Mapping[str, str]) -> tuple[Game, ...]:
    """The games that have been seated, with the protocol of their auctions."""
    calls: dict[tuple[int, int], tuple[model.Call, ...]] = {}
    for row in range(cells.length("Auctions_Round")):
        number, table = cells.number("Auctions_Round", row), cells.number("Auctions_Table", row)
        if number is None or table is None:
            continue
        opener, winner = cells.player("Auctions_Opener", row), cells.player("Auctions_Winner", row)
        character = _character(cells, "Auctions_Character", row, characters)
        call = model.Call(opener or None, character, winner, cells.number("Auctions_Price", row) or 0)
        calls[number, table] = (*calls.get((number, table), ()), call)
    games = []
    for number, table in names.record_sheets(cells.book.names):
        if seats := _seats(cells, game_code(number, table), rulebook, characters):
            outcome = cells.word(names.on_record(number, table, "Outcome"), 0, model.Outcome)
            games.append(Game(number, table, seats, outcome, calls.get((number, table), ())))
        else:
            _find_early(cells, (names.on_record(number, table, "Outcome"), 0))
    return tuple(games)


def _stage_games(cells: Cells, rulebook: Rulebook, characters: Mapping[str, str]) -> tuple[Game, ...]:
    games = []
    for stage, table in names.stage_sheets(cells.book.names):
        if seats := _seats(cells, stage_sheet(stage, table), rulebook, characters):
            outcome = cells.word(names.on_stage(stage, table, "Outcome"), 0, model.Outcome)
            winner = cells.typed_player(names.on_stage(stage, table, "Winner"), 0)
            games.append(Game(stage, table, seats, outcome, winner=winner))
        else:
            _find_early(cells, *((names.on_stage(stage, table, name), 0) for name in ("Outcome", "Winner")))
    return tuple(games)


def _seats(cells: Cells, sheet: str, rulebook: Rulebook, characters: Mapping[str, str]) -> tuple[Seat, ...]:
    """A sheet's lines with a player; a mark that the sheet does not ask for reads as blank."""

    def value(field: Field, row: int) -> Any:  # noqa: ANN401 -- as the attribute of `Seat` is
        where = f"{sheet}!{field.name}"
        match field.kind:
            case InputKind.WORD:
                return cells.word(where, row, _WORD_COLUMNS[field.name])
            case InputKind.TEXT:
                return _character(cells, where, row, characters)
            case InputKind.MARK:
                return cells.word(where, row, YesNo) is YesNo.YES
            case InputKind.COUNT:
                return cells.number(where, row) or 0
        return cells.number(where, row)

    seats, free = [], []
    for row in range(cells.length(f"{sheet}!Player")):
        if player := cells.player(f"{sheet}!Player", row):
            seat = Seat(row + 1, player, **{field.attribute: value(field, row) for field in _WORDS_FIRST})
            if rulebook.lives and seat.lives is None and seat.status in model.FALLEN:
                seat = replace(seat, lives=0)  # nobody writes the 0
            seats.append(seat)
        else:
            free += [(f"{sheet}!{field.name}", row) for field in FIELDS]
    _find_early(cells, *free)
    return tuple(seats)


def _find_early(cells: Cells, *places: tuple[str, int]) -> None:
    """A finding where something is typed and nobody sits: the next draw would take it for the result of those who come."""
    if early := next((place for place in places if cells.filled(*place)), None):
        cells.findings.append(Finding("typed_early", at(*early)))


def _character(cells: Cells, name: str, row: int, characters: Mapping[str, str]) -> str:
    """A character as the regulation writes it, in whatever case it was typed or begun; another text as it is."""
    text = cells.text(name, row).strip(BLANKS)
    return characters.get(fold(text), text)


def _codes(cells: Cells, tournament: Tournament, entries: Sequence[LogEntry]) -> Iterator[model.PostedCode]:
    """The codes of rounds drawn by hand; then those in the log of what was not taken back, in the order they were posted.

    A round may be committed, with a code, before it has games.
    """
    drawn, seated = {draw.drawn for draw in tournament.draws}, {game.round for game in tournament.games}
    for number in names.wall_sheets(cells.book.names):
        code, salt = (cells.text(names.on_wall(number, key), 0) for key in (names.CODE, names.SALT))
        if code and number in seated and str(number) not in drawn:
            yield model.PostedCode(round_code(number), code, salt)

    for entry in entries_in_force(entries):
        pairs = read_pairs(entry.result)
        has_code = entry.command in {"seat", "import"} and re.fullmatch(model.LOGGED, entry.stage) and "code" in pairs
        if has_code and not model.round_named(entry.stage):  # a round's code has a cell
            yield model.PostedCode(entry.stage, pairs["code"], pairs.get("salt", ""))


def _finals(cells: Cells, rulebook: Rulebook) -> model.Finals | None:
    duels = []
    for match in rulebook.matches:
        a, b = (cells.player(names.duel(match.code, f"Player_{side}"), 0) for side in "AB")
        if a or b:
            score_a, score_b = (_score(cells, names.duel(match.code, f"Score_{side}")) for side in "AB")
            duels.append(model.Duel(match.code, a, b, score_a, score_b))
        else:
            _find_early(cells, *((names.duel(match.code, f"Score_{side}"), 0) for side in "AB"))
    if not cells.filled("Published", 0):
        return None
    return model.Finals(tuple(duels), closed=cells.filled("Closed", 0))


def _score(cells: Cells, name: str) -> model.DuelScore:
    return model.WALKOVER if cells.text(name, 0).strip().upper() == model.WALKOVER else cells.number(name, 0)


def rulebook_of(book: Book) -> Rulebook:
    """The regulation of a workbook that may lack other names. RulebookError if it is unknown."""
    return _rulebook(Cells(book))


def read_log(book: Book) -> tuple[LogEntry, ...]:
    """Only the log, of a workbook that may be damaged elsewhere; empty if there is none."""
    return _log(Cells(book))


def _log(cells: Cells) -> tuple[LogEntry, ...]:
    """Each line in its place, a blank one too, up to the last that is filled."""
    used = [row for row in range(cells.length("Log_Command")) if any(cells.filled(names.log(one), row) for one in names.LOG)]
    rows = range(used[-1] + 1 if used else 0)
    return tuple(LogEntry(**{column: cells.text(names.log(column), row) for column in names.LOG}) for row in rows)


def _wall_lines(cells: Cells, number: int) -> Iterator[tuple[int, int, str]]:
    for row in range(cells.length(names.on_wall(number, "Wall_Player"))):
        player = cells.player(names.on_wall(number, "Wall_Player"), row)
        table = cells.number(names.on_wall(number, "Wall_Table"), row)
        seat = cells.number(names.on_wall(number, "Wall_Seat"), row)
        if player and table is not None and seat is not None:
            yield table, seat, player
