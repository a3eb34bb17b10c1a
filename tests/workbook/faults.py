"""One fault for every finding: which workbook, what goes wrong in it, and which cell the finding must name."""

import re
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Concatenate, Final, ParamSpec

from openpyxl.cell.cell import MergedCell
from openpyxl.utils.cell import absolute_coordinate
from openpyxl.workbook.defined_name import DefinedName

from bangxl.books.closed import ClosedBook
from bangxl.books.references import definition, range_ref
from bangxl.commands.commit import commit
from bangxl.commands.corrections import redraw, reopen, swap
from bangxl.commands.people import rename
from bangxl.commands.raffle import raffle
from bangxl.commands.seat import seat
from bangxl.commands.undo import undo
from bangxl.tournament.model import Tournament
from tests.fuzz.hands import moved as shifted
from tests.helpers.keyboard import Sheet, calculated, typed
from tests.tournament.builders import LATE, chairs_of, sitting, with_game
from tests.tournament.faulty_tables import ELEVEN, FINAL, GATE_OPEN, ONE, OUT, SIX, TWENTY, TWO as OTHER, evening, played, staged

Do = Callable[[Path], object]
Given = ParamSpec("Given")
SEATS: Final = 5
"""Players at every table of the day."""

LEFT: Final = ("withdrawal", "P001", "between rounds", 1)
GOES_HOME: Final = ("withdrawal", "P001", "between rounds", 2)
WARNED: Final = ("warning", "P001", "during a game", None)


TWO: Final = ("P009", "P010")
"""Of table 2 in the book ``2007``; neither has been Sheriff."""

DOT: Final = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==")
"""A logo, as small as a PNG can be."""

BOOKS: Final[Mapping[str, Tournament]] = {
    "2007": ELEVEN,
    "seven": played("italy-2007", (7,), 1),
    "cut": GATE_OPEN,
    "fees": replace(played("italy-2007", (7,), 1), entry_fee=10, logo=DOT),
    "league": LATE,
    "drawn": with_game(SIX, sitting(1, 1, chairs_of(SIX, 1), None), sitting(1, 2, chairs_of(SIX, 2), None)),
    "germany": TWENTY,
    "knock-out": staged(ONE, OTHER, FINAL),
    "record": evening(2, cash_rewards="true", experience="true"),
}
"Workbooks of the other regulations, in which nothing is wrong but that seven are too few for a championship."

CAPACITY: Final = 24
"""Players for whom a German workbook is made: the first number with tables of six, and so with a sixth game."""


@dataclass(frozen=True, slots=True)
class Fault:
    """At ``stage`` of the day, or in one of BOOKS, ``do`` this to the workbook.

    The finding stands in the cell ``where``, a name and an index from 0.
    """

    stage: str
    do: Do
    where: str


def named(fault: Callable[Concatenate[Path, Given], object]) -> Callable[Given, Do]:
    """A fault with its arguments, to be done to a workbook later."""
    return lambda *given, **more: lambda path: fault(path, *given, **more)


def on_sheets(fault: Callable[Concatenate[Sheet, Given], object]) -> Callable[Given, Do]:
    """The same of what is done with the sheets themselves, whatever is protected."""

    def do(path: Path, /, *given: Given.args, **more: Given.kwargs) -> None:
        with Sheet(path) as sheet:
            fault(sheet, *given, **more)

    return named(do)


@named
def put(path: Path, /, **values: object) -> None:
    """Type values: ``Players_Name__3="Anna"``; on record sheet 1 of round 2 the names begin with ``T_``."""
    by_name = {key.replace("__", " "): value for key, value in values.items()}
    typed(path, {f"Round2T1!{key[2:]}" if key.startswith("T_") else key: value for key, value in by_name.items()})


@named
def on(path: Path, /, **values: object) -> None:
    """Type values on any sheet: ``Stage1T1__Player__2="P001"``."""
    typed(path, {key.replace("__", "!", 1).replace("__", " "): value for key, value in values.items()})


def unlucky(path: Path) -> None:
    """The row of a door prize says that another has won it."""
    raffle(path, "a mug")
    winner = str(column(path, "Log_Result")[3])
    typed(path, {"Log_Result 3": "player=P001" if winner != "player=P001" else "player=P002"})


def redrawn_unlucky(path: Path) -> None:
    unlucky(path)
    redraw(path, "late")


def column(path: Path, name: str) -> list[object]:
    return [*ClosedBook.open(path, reading_only=True).read(name)]


def fill(path: Path, name: str, values: Sequence[object]) -> None:
    typed(path, {f"{name} {row}": value for row, value in enumerate(values)})


@named
def emptied(path: Path, name: str) -> None:
    fill(path, name, [None] * len(column(path, name)))


def sixth_game(path: Path) -> None:
    """One game more at table 1, as a table of six would have it."""
    fill(path, "Round6T1!Player", [player for player in column(path, "Round5T1!Player") if player])


def moved_over(path: Path) -> None:
    """The last player of stage 1, table 2 sits down at table 1."""
    player = column(path, "Stage1T2!Player")[SEATS - 1]
    typed(path, {f"Stage1T2!Player {SEATS - 1}": None, f"Stage1T1!Player {SEATS}": player})


@named
def events(path: Path, *lines: tuple[object, ...]) -> None:
    """Type lines into the events: type, player, moment, after round, round, table, match, reason."""
    columns = ("Type", "Player", "Moment", "After_Round", "Round", "Table", "Match", "Reason")
    typed(path, {f"Events_{name} {row}": one for row, line in enumerate(lines) for name, one in zip(columns, line, strict=False)})


@named
def penniless(path: Path, chair: int, then: Do) -> None:
    """A player spends all his money on the character of the first game, and more than it; then something else."""
    put(**{f"Round1T1!Bid__{chair}": 20000})(path)
    then(path)


@named
def auctions(path: Path, *lines: tuple[int | None, int, int]) -> None:
    """Type a protocol of round 2, table 1 that agrees with its bids: seat of the opener, of the winner, dollars too many."""
    players, characters, bids = (column(path, f"Round2T1!{name}") for name in ("Player", "Character", "Bid"))
    cells: dict[str, object] = {}
    for row, (opener, winner, more) in enumerate(lines):
        line = {
            "Round": 2, "Table": 1, "Opener": None if opener is None else players[opener],
            "Character": characters[winner], "Winner": players[winner], "Price": int(str(bids[winner])) + more,
        }  # fmt: skip
        cells |= {f"Auctions_{name} {row}": value for name, value in line.items()}
    typed(path, cells)


@named
def bought(path: Path, last: int, *winners: int) -> None:
    """Round 2, table 1: everybody pays 0, seat 4 so much. If all win, each opens for himself; a single winner did not open."""
    put(**{f"T_Bid__{chair}": last if chair == SEATS - 1 else 0 for chair in range(SEATS)})(path)
    auctions(*((chair if len(winners) > 1 else 0, chair, 0) for chair in winners))(path)


@named
def game(path: Path, roles: str, alive: str, outcome: str, status: str = "eliminated") -> None:
    """Type round 2, table 1: a letter a seat for the roles, the alive ones; all others have the ``status``."""
    words = {"S": "Sheriff", "D": "Deputy", "O": "Outlaw", "R": "Renegade"}
    values: dict[str, object] = {"Round2T1!Outcome": outcome}
    for index, letter in enumerate(roles):
        values[f"Round2T1!Role {index}"] = words[letter]
        values[f"Round2T1!Status {index}"] = "alive" if letter in alive else status if letter == "R" else "eliminated"
    typed(path, values)


@named
def moved(path: Path, source: str, target: str, *, swap: bool = False) -> None:
    """Copy a cell to another one, or swap the two."""
    (name, _, index), (other, _, place) = source.partition(" "), target.partition(" ")
    first, second = column(path, name)[int(index or 0)], column(path, other)[int(place or 0)]
    typed(path, {source: second, target: first} if swap else {target: first})


def region_sorted_alone(path: Path) -> None:
    typed(path, {"Players_Region 0": "Veneto", "Players_Region 1": "Lazio"})
    seat(path, rng_seed="1")
    typed(path, {"Players_Region 0": "Lazio", "Players_Region 1": "Veneto"})


def at_one_table(path: Path) -> None:
    """Two are kept apart, until one of them changes places with somebody at the table of the other."""
    seat(typed(path, {"Option_keep_apart": "P010 + P004"}), rng_seed="x")
    tables = [[one for one in column(path, f"Round1T{table}!Player") if one] for table in (1, 2)]
    with_ten = next(table for table in tables if "P010" in table)
    swap(path, "P004", str(next(one for one in with_ten if one != "P010")), "a broken leg")


@on_sheets
def without_name(sheet: Sheet, sheet_name: str, name: str) -> None:
    del sheet.book[sheet_name].defined_names[name]


@named
def made_otherwise(path: Path, do: Do) -> None:
    """The same in a workbook of another layout, about whose cells nobody knows."""
    do(path)
    put(Names_Digest="0123456789abcdef")(path)


def row_inserted(sheet_name: str, name: str, line: int) -> Do:
    """Insert a row within a list, as a program does: all names go along."""
    return _rows_moved(sheet_name, f"{sheet_name}!{name}", line, 1)


def row_deleted(sheet_name: str, name: str, line: int) -> Do:
    """Delete the row of a line of a list."""
    return _rows_moved(sheet_name, name, line, -1)


@on_sheets
def _rows_moved(sheet: Sheet, sheet_name: str, name: str, line: int, by: int) -> None:
    row = sheet.cells(name)[line].row
    ws = sheet.book[sheet_name]
    ws.insert_rows(row) if by > 0 else ws.delete_rows(row)
    for holder in (ws.defined_names, sheet.book.defined_names):
        for defined in [*holder.values()]:
            ref = range_ref(defined.attr_text)
            if ref is None or ref.sheet != sheet_name:
                continue
            if there := shifted(ref, row, by, rows=True):
                defined.attr_text = definition(there)
            else:
                del holder[defined.name]


@on_sheets
def renamed(sheet: Sheet, title: str) -> None:
    """A sheet that somebody calls otherwise; names and formulas follow."""
    ws = sheet.book[title]
    ws.title = "Tavolo 1"
    for defined in (*sheet.book.defined_names.values(), *ws.defined_names.values()):
        defined.attr_text = re.sub(rf"'?\b{title}'?!", f"'{ws.title}'!", defined.attr_text)


@on_sheets
def sheet_emptied(sheet: Sheet, sheet_name: str) -> None:
    """Everything on a sheet is deleted, as with Ctrl+A and Del."""
    for row in sheet.book[sheet_name].iter_rows():
        for cell in row:
            if not isinstance(cell, MergedCell):
                cell.value = None


@on_sheets
def copied(sheet: Sheet, sheet_name: str, title: str) -> None:
    """Copy a sheet as Excel and LibreOffice do it: its names come along."""
    copy = sheet.book.copy_worksheet(sheet.book[sheet_name])
    copy.title = title
    for name, ref in sheet.book[sheet_name].defined_names.items():
        copy.defined_names[name] = DefinedName(name, attr_text=f"'{title}'!{ref.attr_text.partition('!')[2]}")


@on_sheets
def with_lines(sheet: Sheet, sheet_name: str, name: str, lines: int) -> None:
    """Let a defined name have its first lines only, as if the cells below had been deleted."""
    first, last = (sheet.cells(f"{sheet_name}!{name}")[index].coordinate for index in (0, lines - 1))
    sheet.book[sheet_name].defined_names[name].attr_text = f"{sheet_name}!{absolute_coordinate(f'{first}:{last}')}"


@on_sheets
def dragged(sheet: Sheet, name: str, onto: str) -> None:
    """Let a name be that of another name's cell, as LibreOffice does with a cell that is dragged there."""
    sheet.book.defined_names[name].attr_text = sheet.book.defined_names[onto].attr_text


@on_sheets
def merged(sheet: Sheet, first: str, last: str) -> None:
    """Merge the cells from one to another, given as for `typed`."""
    named_cells = (key.partition(" ") for key in (first, last))
    places = [sheet.where(name, int(index or 0)) for name, _, index in named_cells]
    sheet.book[places[0][0]].merge_cells(":".join(cell for _, cell in places))


def without_round_1(path: Path) -> None:
    for table in (1, 2):
        fill(path, f"Round1T{table}!Player", [None] * SEATS)


@named
def ruled(path: Path, amounts: int, *where: int | None, reason: str | None = "all alive, and the Outlaws won") -> None:
    """The referee decides a game, round and table of the event; so many of round 2, table 1 have their amount."""
    events(("ruling", None, None, None, *where, None, reason))(path)
    fill(path, "Round2T1!Ruling", [100] * amounts)


def closed_twice(path: Path) -> None:
    commit(path)
    typed(path, {"Players_Region 1": "Lazio"})
    commit(path)


def same_name_twice(path: Path) -> None:
    typed(path, {"Players_Name 1": "Anna Rossi"})
    events(("warning", "anna rossi", "during a game", None, 1, 1, None, "slow"))(path)


def twice_warned(path: Path) -> None:
    tables = [next(t for t in (1, 2) if "P001" in column(path, f"Round{r}T{t}!Player")) for r in (1, 2)]
    events(*((*WARNED, number, table, None, "slow") for number, table in enumerate(tables, 1)))(path)


def both_left(path: Path) -> None:
    players = [column(path, f"Finals_SF1_Player_{side}")[0] for side in "AB"]
    events(*(("withdrawal", player, "before a duel", None, None, None, "SF1") for player in players))(path)


def winner_left(path: Path) -> None:
    """Five to two for the first player of SF1, and an event that says he left during it."""
    put(Finals_SF1_Score_A=5, Finals_SF1_Score_B=2)(path)
    events(("withdrawal", column(path, "Finals_SF1_Player_A")[0], "during a duel", None, None, None, "SF1"))(path)


def warned_elsewhere(path: Path) -> None:
    """A player of SF2 is warned during SF1."""
    events(("warning", column(path, "Finals_SF2_Player_A")[0], "during a duel", None, None, None, "SF1", "shouts"))(path)


FAULTS: Final[Mapping[str, Fault]] = {
    # the workbook itself
    "name_missing": Fault("played2", made_otherwise(without_name("Round1T1", "Bid")), "Round1T1!Bid"),
    "lines_moved": Fault("played2", made_otherwise(with_lines("Round2T1", "Role", 5)), "Round2T1!Role"),
    "cell_named_twice": Fault("played2", made_otherwise(dragged("Event_Region", "Event_Place")), "Event_Place"),
    "rows_moved": Fault("played2", row_inserted("Round2T1", "Player", 2), "Round2T1!Check"),
    "sheet_copied": Fault("played2", copied("Round2T1", "Round2T1 (2)"), "Round2T1!Check"),
    "sheet_replaced": Fault("played2", sheet_emptied("Round2T1"), "Round2T1!Check"),
    "cell_merged": Fault("played2", merged("Round3!Wall_Player 1", "Round3!Wall_Player 3"), "Round3!Wall_Player 2"),
    "newer_version": Fault("fresh", put(Format_Version=2), "Format_Version"),
    "unknown_word": Fault("played2", put(T_Role__1="Deputato"), "Round2T1!Role 1"),
    "not_a_number": Fault("played2", put(T_Bid__1="a hundred"), "Round2T1!Bid 1"),
    "number_as_text": Fault("played2", put(T_Bid__1="100"), "Round2T1!Bid 1"),
    "formula_as_input": Fault("played2", put(T_Bid__1="=100+100"), "Round2T1!Bid 1"),
    "formula_overwritten": Fault("played2", put(T_Payout__1=3000), "Round2T1!Payout 1"),
    "code_differs": Fault("played2", put(Latest_Code="AAAAA-AAAAA"), "Latest_Code 0"),
    "formulas_differ": Fault("played2", lambda path: calculated(path, {"Standings_Score 2": 4999}), "Standings_Score 2"),
    "too_long": Fault("entered", put(Players_Region__1="x" * 1001), "Players_Region 1"),
    # entries and set-up
    "blank_name": Fault("entered", put(Players_Region__10="Lazio"), "Players_Name 10"),
    "name_of_another": Fault("played2", put(Players_Name__3="Zoë Tardi"), "Players_Name 3"),
    "name_gone": Fault("played2", put(Players_Name__3=None), "Players_Name 3"),
    "name_respelt": Fault("played2", put(Players_Name__3="Weiss, Dorte"), "Players_Name 3"),
    "line_moved": Fault("entered", region_sorted_alone, "Players_Region 0"),
    "renamed": Fault("played2", lambda path: rename(path, "P001", "Zoë Tardi", "her passport says so"), "Log_Command 3"),
    "duplicate_name": Fault("entered", put(Players_Name__1=" anna  ROSSI"), "Players_Name 1"),
    "duplicate_id": Fault("drawn1", put(Players_Id__1="P001"), "Players_Id 1"),
    "long_name": Fault("entered", put(Players_Name__1="x" * 300), "Players_Name 1"),
    "name_unseen": Fault("entered", put(Players_Name__1="Ann\N{ZERO WIDTH SPACE}a Bianchi"), "Players_Name 1"),
    "name_total": Fault("entered", put(Players_Name__1="Totale 22"), "Players_Name 1"),
    "name_alike": Fault("entered", put(Players_Name__1="Аnna Rossi"), "Players_Name 1"),
    "referee_plays": Fault("entered", put(Event_Referees__1="Someone Else; ANNA rossi"), "Players_Name 0"),
    "fee_unclear": Fault("fees", put(Players_Fee__1=7.5), "Players_Fee 1"),
    "logo_unreadable": Fault("fees", put(Event_Logo__0="x"), "Event_Logo 0"),
    "presence_missing": Fault("entered", put(Players_Present__0="yes"), "Players_Present 1"),
    "absent_but_seated": Fault("played2", put(Players_Present__3="no"), "Players_Present 3"),
    "late_entry": Fault("played1", put(Players_Name__10="Zoë Tardi"), "Players_Name 10"),
    "unknown_option": Fault("entered", put(Option_duel="medium"), "Option_duel"),
    "apart_unreadable": Fault("entered", put(Option_keep_apart="P001"), "Option_keep_apart"),
    "option_changed": Fault("played2", put(Option_duel="short"), "Option_duel"),
    "composition_not_legal": Fault("2007", put(Option_composition="4,4,3"), "Option_composition"),
    "games_not_multiple": Fault("record", put(Option_games=7), "Option_games"),
    "not_official": Fault("seven", lambda path: path, "Event_Name"),
    "referto_blank": Fault("closed", put(Event_Place=None), "Event_Place"),
    "date_unreadable": Fault("entered", put(Event_Date="tomorrow"), "Event_Date"),
    # who sits where
    "unknown_player": Fault("played2", put(T_Player__1="P999"), "Round2T1!Player 1"),
    "ambiguous_player": Fault("played2", same_name_twice, "Events_Player"),
    "player_twice": Fault("played2", moved("Round2T1!Player 1", "Round2T1!Player 2"), "Round2T1!Player 2"),
    "player_missing": Fault("played2", moved("Round2T1!Player 1", "Round2T1!Player 2"), "Round2T1!Player 2"),
    "event_gone": Fault("2007", on(Round2T1__Player__1=None), "Events_Type"),
    "gone_player_seated": Fault("played2", events(LEFT), "Round2T2!Player 3"),
    "table_sizes": Fault("played2", put(T_Player__4=None), "Round2!Wall_Player"),
    "beyond_chart": Fault("51 players", lambda path: path, "Round1!Wall_Player"),
    "badge_too_often": Fault(
        "cut", lambda path: typed(path, {"Round1T1!Badge_1 1": 1, "Round1T1!Badge_1 2": 1}), "Round1T1!Badge_1 1"),
    "evening_wrong": Fault("league", on(Round7__Draw_Evening=9), "Round7!Draw_Evening"),
    "cut_differs": Fault("cut", lambda path: typed(path, {"Round1T1!Bid 0": 5000}), "Round3!Wall_Player"),
    "seat_changed": Fault("drawn2", moved("Round2T1!Player 1", "Round2T2!Player 1", swap=True), "Round2T1!Player 1"),
    "draw_not_reproduced": Fault("played2", lambda path: typed(path, {"Round2!Draw_Seed": "dice"}), "Round2!Draw_Seed"),
    "draw_by_hand": Fault(
        "played2",
        lambda path: typed(path, {"Round2!Draw_Seed": None, "Log_Seed 0": None, "Log_Seed 1": None, "Log_Seed 2": None}),
        "Round2!Draw_Seed"),
    "seed_gone": Fault("played2", lambda path: typed(path, {"Round2!Draw_Seed": None}), "Round2!Draw_Seed"),
    "draw_changed": Fault("played2", lambda path: typed(path, {"Round2!Draw_By_Hand": "yes"}), "Round2!Draw_Seed"),
    "door_prize": Fault("drawn2", lambda path: raffle(path, "a mug"), "Log_Command 3"),
    "door_prize_differs": Fault("drawn2", unlucky, "Log_Command 3"),
    "door_prize_unproven": Fault("drawn2", redrawn_unlucky, "Log_Command 3"),
    "redrawn": Fault("drawn2", lambda path: redraw(path, "the wrong list"), "Log_Command 3"),
    "swapped": Fault("drawn2", lambda path: swap(path, "P001", "P002", "a broken leg"), "Log_Command 3"),
    "draw_taken_back": Fault("drawn2", undo, "Log_Command 2"),
    "draw_seed_given": Fault("drawn1", lambda path: path, "Round1!Draw_Seed"),
    "seed_not_bound": Fault("drawn1", lambda path: typed(path, {"Round1!Draw_Source": "public"}), "Round1!Draw_Seed"),
    "pool_again": Fault("entered", closed_twice, "Log_Command 2"),
    "pool_not_closed": Fault("drawn1", lambda path: typed(path, {"Round1!Draw_Source": "public"}), "Round1!Draw_Public"),
    "sheriff_twice": Fault("drawn2", moved("Round1T1!Player 0", "Round2T1!Player 0"), "Round2T1!Role 0"),
    "sheriff_avoidable": Fault("drawn2", moved("Round1T1!Player 0", "Round2T1!Player 0"), "Round2T1!Role 0"),
    "not_apart": Fault("entered", at_one_table, "Round1T1!Player 1"),
    "wrong_sheriff": Fault("2007", moved("Round2T1!Role 1", "Round2T1!Role 2", swap=True), "Round2T1!Role 2"),
    "passive_character": Fault("germany", events(LEFT), "Round2T1!Player"),
    "round_skipped": Fault("played2", without_round_1, "Round1!Draw_Seed"),
    "game_skipped": Fault("germany", emptied("Round2T1!Player"), "Round2T1!Outcome"),
    "too_many_games": Fault("germany", sixth_game, "Round6T1!Outcome"),
    "table_stopped": Fault("2007", events(*(("withdrawal", player, "between rounds", 2) for player in TWO)), "Round2T2!Outcome"),
    # a record sheet
    "game_incomplete": Fault("drawn2", put(T_Bid__2=100), "Round2T1!Bid 0"),
    "character_missing": Fault("played2", put(T_Character__3=None), "Round2T1!Character 3"),
    "role_counts": Fault("played2", game("SDDOR", "SD", "Law"), "Round2T1!Role 2"),
    "sheriff_not_first": Fault("played2", moved("Round2T1!Role 0", "Round2T1!Role 1", swap=True), "Round2T1!Role 1"),
    "impossible_end": Fault("played2", game("SDOOR", "D", "Outlaws"), "Round2T1!Outcome"),
    "too_many_last": Fault("played2", game("SDOOR", "SD", "Law", "among_last"), "Round2T1!Status 4"),
    "final_duel_impossible": Fault("played2", game("SDOOR", "SD", "Law", "final duel"), "Round2T1!Status 4"),
    "unknown_character": Fault("played2", put(T_Character__1="Calamity Jim"), "Round2T1!Character 1"),
    "duplicate_character": Fault("played2", moved("Round2T1!Character 1", "Round2T1!Character 2"), "Round2T1!Character 1"),
    "bid_step": Fault("played2", put(T_Bid__1=150), "Round2T1!Bid 1"),
    "bid_digit": Fault("played2", put(T_Bid__1=3), "Round2T1!Bid 1"),
    "bid_minimum": Fault("played2", put(T_Bid__1=-100), "Round2T1!Bid 1"),
    "bid_above_bankroll": Fault("played2", put(T_Bid__1=90000), "Round2T1!Bid 1"),
    "nobody_paid_last": Fault("played2", put(**{f"T_Bid__{seat}": 100 for seat in range(SEATS)}), "Round2T1!Bid"),
    "reconfirmed_wrongly": Fault("2007", put(T_Reconfirmed__2="yes"), "Round2T1!Reconfirmed 2"),
    "auction_price": Fault("played2", auctions((0, 3, 100)), "Round2T1!Bid 3"),
    "auction_order": Fault("played2", auctions((0, 1, 0), (1, 2, 0)), "Round2T1!Player 1"),
    "auction_penniless": Fault("2007", penniless(2, auctions((None, 2, 0))), "Round2T1!Player 2"),
    "auction_last": Fault("played2", bought(300, *range(SEATS)), "Round2T1!Bid 4"),
    "auction_raise": Fault("played2", bought(0, 1), "Round2T1!Bid 1"),
    "lives_do_not_fit": Fault("germany", put(T_Lives__2=5), "Round2T1!Lives 2"),
    "killed_sheriff_impossible": Fault("germany", put(T_Killed_Sheriff__2="yes"), "Round2T1!Killed_Sheriff 2"),
    "outlaws_killed_impossible": Fault("record", put(T_Outlaws_Killed__1=3), "Round2T1!Outlaws_Killed 1"),
    "cards_kept_impossible": Fault("record", put(T_Cards_Kept__1=5), "Round2T1!Cards_Kept 1"),
    "mark_without_option": Fault("record", put(T_Bid__1=100), "Round2T1!Bid 1"),
    "later_round_result": Fault("played2", lambda path: typed(path, {"Round1T1!Bid": None}), "Round2T1!Outcome"),
    "game_changed": Fault("played2", moved("Round1T1!Bid 0", "Round1T1!Bid 1", swap=True), "Round1T1!Outcome"),
    "correction": Fault("played2", lambda path: reopen(path, 1, 2, "two roles were swapped"), "Log_Command 3"),
    "ruling": Fault("played2", ruled(SEATS, 2, 1), "Round2T1!Ruling"),
    "ruling_incomplete": Fault("played2", ruled(SEATS - 1, 2, 1), "Round2T1!Ruling 4"),
    "ruling_without_reason": Fault("played2", ruled(SEATS, 2, 1, reason=None), "Events_Reason"),
    "ruling_unknown_game": Fault("played2", ruled(0, 2, 3), "Events_Table"),
    # events
    "event_incomplete": Fault("played2", events(("warning", "P001")), "Events_Moment"),
    "event_unknown_game": Fault("played2", events((*WARNED, 2, 9, None, "slow")), "Events_Table"),
    "event_other_duel": Fault("semifinals", warned_elsewhere, "Events_Match"),
    "event_after_leaving": Fault("played2", events(LEFT, GOES_HOME), "Events_Player 1"),
    "event_without_reason": Fault("played2", events(("ejection", "P001", "between rounds", 2)), "Events_Reason"),
    "no_show": Fault("drawn", events(("withdrawal", "P006", "between rounds", 0)), "Events_Player"),
    "second_warning": Fault("played2", twice_warned, "Events_Player 1"),
    "closed_early": Fault(
        "played2", lambda path: seat(path, rng_seed="early", close_early=True, reason="the last train"), "Closed_After_Round"),
    "tables_closed_early": Fault("2007", put(Closed_After_Round=2), "Closed_After_Round"),
    "closed_wrongly": Fault("played2", put(Closed_After_Round=1), "Closed_After_Round"),
    # finals
    "lots_by_hand": Fault("played2", put(Lots_By_Hand="yes", Players_Lot__0=1), "Players_Lot"),
    "duel_pairing": Fault("semifinals", moved("Finals_SF1_Player_A", "Finals_SF2_Player_B", swap=True), "Finals_SF1_Player_A"),
    "duel_winner_left": Fault("semifinals", winner_left, "Finals_SF1_Score_A"),
    "duel_score": Fault("semifinals", put(Finals_SF1_Score_A=4, Finals_SF1_Score_B=3), "Finals_SF1_Score_A"),
    "duel_incomplete": Fault("semifinals", put(Finals_SF1_Score_A=5), "Finals_SF1_Score_B"),
    "duel_both_left": Fault("semifinals", both_left, "Finals_SF1_Score_A"),
    "stage_players": Fault("knock-out", on(Stage1T1__Player__2=OUT), "Stage1T1!Player 2"),
    "stage_player_missing": Fault("knock-out", on(Stage1T1__Player__2=OUT), "Stage1T1!Player"),
    "stage_sizes": Fault("knock-out", moved_over, "Stage1T1!Player"),
    "stage_not_reproduced": Fault("knock-out", put(Finals_Stage2_Draw_Seed="coin"), "Finals_Stage2_Draw_Seed"),
    "stage_winner": Fault("knock-out", on(Stage2T1__Winner=OUT), "Stage2T1!Winner"),
    "stage_incomplete": Fault("knock-out", on(Stage1T1__Status__2=None), "Stage1T1!Status 2"),
}  # fmt: skip
