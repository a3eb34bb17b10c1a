"""Worksheet functions for your own sheets: bangxl's results in a cell. The workbooks do not use them.

xlwings binds them (Excel for Windows, its add-in, UDF module ``bangxl.functions``). Ranges come and go as lists of lists, words
in any language or as codes, names in capitals or small letters. What cannot be answered is a text that begins with ``#BANG:``
and names the argument, or the line and the column: in the language of BANGXL_LANGUAGE, else Excel's, else the regulation's.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from functools import cache, partial, wraps
from itertools import chain
from typing import Any, Final, NamedTuple

import xlwings as xw

from bangxl.commands.entry_list import is_remark
from bangxl.commands.errors import explain_rulebook, known_language
from bangxl.commands.list_files import NAME_HEADS, fold_head, headings
from bangxl.commands.missing import NO_TABLES
from bangxl.commands.workspace import guessed_language
from bangxl.interchange.tables import TYPES
from bangxl.locale.catalog import LANGUAGES, N_, catalog
from bangxl.rulebooks.loader import RulebookError, load, rulebook_ids
from bangxl.tournament import model
from bangxl.tournament.checks import draws, games as sheets
from bangxl.tournament.findings import At, Finding, Severity
from bangxl.tournament.identity import is_alike, is_total
from bangxl.tournament.ledger import LedgerLine, ledger
from bangxl.tournament.model import Event, EventType, Game, Moment, Outcome, Player, Role, Seat, Status, Tournament
from bangxl.tournament.options import is_possible, variants_in
from bangxl.tournament.payouts import End, payout, reachable_ends
from bangxl.tournament.progress import blanks
from bangxl.tournament.roster import available, entrants
from bangxl.tournament.rotation import scheduled_games
from bangxl.tournament.rulebook import Games, Rulebook, Scoring, SheriffRule
from bangxl.tournament.seating import draw, legal_compositions, nearest_players, scheduled_rounds, sizes_text, table_sizes
from bangxl.tournament.standings import scores, standings
from bangxl.tournament.state import State
from bangxl.workbook.fields import FIELDS
from bangxl.workbook.messages import sentence
from bangxl.workbook.words import YesNo, codes, fold, offered, option_codes, option_text

Cell = Any
"""A value of a cell, or a range. xlwings reads these hints to convert, and knows no unions."""

Answers = Callable[..., Cell]

MARK: Final = "#BANG: "
GAMES: Final = ("round", "table", "seat", "player", "role", "status", "outcome", "bid")
MARKS: Final = tuple(mark for mark in model.OPTIONAL_FIELDS if mark not in {"reconfirmed", "ruling"})
"""The columns of a list of games, and those that may follow. A ruling needs its reason, for which there is no column."""
COLUMNS: Final = (*GAMES, *MARKS)
_HEADS: Final[Mapping[str, str]] = (
    {"Имя": "player", "Участник": "player", "Name": "player", "Stato": "status", "Offerta": "bid", "Platz": "seat"}
    | {word: word.lower() for word in ("Round", "Table", "Seat", "Player", "Outcome")}
    | {head: one.attribute for one in FIELDS if one.attribute in COLUMNS for head in (one.report_head, one.head) if head}
)
"""The columns by the words above them; of several the last is the one that is written."""
_OURS: Final = frozenset({"player_missing", "event_gone", "game_skipped"})
"""Findings of the workbook's checks that mean lines of the list are missing: `_misfits` and `_absent` say so."""
_TOLD: Final = {
    "too_many_games": N_("Table {table} had played all its games before game {game}. Leave these lines out."),
    "bid_above_bankroll": N_("{player} bid {bid} $, but had {bankroll} $. Correct the bid."),
}
"""Findings in other words: there is nothing to undo, and no round before the first."""
_NOT_ASKED: Final = frozenset({*TYPES["seats"], *TYPES["ledger"]} - {*COLUMNS})
"""Columns of bangxl's own tables that are passed over."""
_NOBODY: Final = frozenset({
    "x", "tba", "tbc", "tbd", "nobody", "walk in", "to be announced", "to be confirmed", "nessuno", "da confermare",
    "niemand", "noch offen", "никто", "не подтверждено",
})  # fmt: skip
"""What stands for people who are not known yet."""
_OPTION_OF: Final = {"bid": "auction", "outlaws_killed": "cash_rewards", "cards_kept": "experience"}
"""The option that asks for a column."""
_BLANK: Final = N_("Cell {number} is blank. Type 0 for a game that brought nothing, or say with games how many were played.")
_LACKING: Final = N_("Columns are missing: {columns}. Each line has: {known}.")
_ASKED: Final = N_("The option {option} asks for a column that is missing: {columns}.")
_SUM: Final = N_("Cell {number} is the sum of the others. Leave it out; or, if it is a game, say with games how many there were.")
_ONE_SUM: Final = N_("Say with games how many games this sum is of: the score is a mean.")
_TOO_MANY: Final = N_("There are {given} winnings, but at most {most} games. Leave cells out.")
_BEGUN: Final = N_("Say how many players began at each table, the player's own table first.")
_COUNTED: Final = N_("Games counted: {counted} of {games}. The others have no outcome yet.")
_OPEN: Final = N_("This game is not complete, so no tie-break is final. Complete it, or leave its lines out.")
_GAP: Final = N_("Round {round} is missing. Add its games, or correct the numbers of the rounds.")
_TABLE_GAP: Final = N_("Round {round}: table {table} is missing. Add its lines, or correct the numbers of the tables.")
_KEPT: Final = N_("{player} sat at table {table} in round 1 and keeps it. Correct the table or the player.")
_ABSENT: Final = N_("Not in round {round}: {names}.")
_STILL: Final = N_("Who is missing is still ranked: name who has left in the argument left.")
_NOT_FINAL: Final = N_("Not in round {round}: {names}. Add their games, or name who has left in the argument left.")
_UNKNOWN_HEADS: Final = N_(
    "None of these is a known heading: {text}. Write these, or leave the line out and keep this order: {known}."
)
_TWICE: Final = N_("Seat {seat} is at this table twice. Correct the seat, table or round.")
_TURN: Final = N_("The list lies on its side. Turn the range, so that each line is a seat: TRANSPOSE.")
_SEED: Final = N_("A date, TRUE or a number of more than 15 digits is no seed. Type it as text: '{text}")
_NO_PLAYER: Final = N_("No game has a player «{player}». Write the name as in the list of games.")
_WIDE: Final = N_("There are more columns than these: {known}. Write headings above the columns, or leave the others out.")
_NARROW: Final = N_("There are fewer columns than these: {known}. Add what is missing, or write headings above the columns.")
_NEW_NAME: Final = N_("{name} was not in round 1. Write the name as it is there: {names}")
_FORM: Final = N_("«{text}» is not an option. Write, with blanks between options: {example}")
_LINE: Final = N_("Line {line}: {reason}")
_FROM_TO: Final = N_("A whole number from {least} to {most} belongs here, not «{text}».")
_NO_SUCH_TABLES: Final = N_("{players} players cannot sit like this: {composition}. Choose from: {known}.")
_NO_CRITERION: Final = N_("The regulation has no tie-break «{criterion}». Choose from: {known}.")
_NO_SIZE: Final = N_("A table of {players} is not possible. Choose from: {known}.")
_FILL_IN: Final = N_("Something is missing here. Fill in: {columns}.")
_NO_NAME: Final = N_("«{text}» does not look like a name. Leave this cell out, or write more of the name.")
_NOT_HERE: Final = N_("«{player}» is not among the players. Write 0 for anyone who has left.")
_SHERIFFS: Final = N_("Before round {round} there were {known} Sheriffs, not {given}. Write 0 for anyone who has left.")
_CELL: Final = N_("Line {line}, {column}: {reason}")
_IN_RANGE: Final = N_("{column}, cell {line}: {reason}")
_NO_HEADING: Final = N_("Column {number} has no heading. Leave this column out, or write one of these above it: {known}.")
_HEADING: Final = N_(
    "Column {number}: there is no column «{heading}». Put it in brackets to leave it out, or choose from: {known}."
)

_WRITTEN: Final = {"games": "1, 2, 3, … 999", "composition": "6+6+5, 5+5, …", "keep_apart": "P003+P007, P010+P011+P012, …"}
"""How options of no list are written."""
_IDS: Final = frozenset({"id", "n", "no", "nr"})
"""Headings of numbers in place of names."""
_NUMBER: Final = re.compile(r"\s*\W?\d+\W?\s*")
_NEXT_OPTION: Final = re.compile(r"\s+(?=\w+\s*=)")
_WHOLE: Final = re.compile(r"[-+]?\d{1,15}", re.ASCII)
_ERROR: Final = re.compile(r"#[^\W\d_][\w/]*[!?]?")
"""An error as Excel writes it in some language, if its letters are large: #N/A, #NV, #REF!, #GETTING_DATA."""
_MENUS: Final = 2
_LANGUAGES: Final = {0x07: "de", 0x09: "en", 0x10: "it", 0x19: "ru"}
"""Office's number for the language of its menus, and Windows' of our languages, whatever the country."""
MOST: Final = 1000
"""Nobody plays more games, or sits at a larger table."""
_MANY: Final = 3
"""With more winnings it is no chance that one is the sum of the others; with more headings, that they stand below each other."""


class _Wrong(Exception):  # noqa: N818 -- an answer, not an error
    """Why there is no answer: a finding, or a text with its values, for a language. ``column``: or argument; ``line``: from 1."""

    def __init__(self, why: str | Finding, column: str = "", line: int = 0, **values: object) -> None:
        super().__init__(why, column, line, values)
        self.why, self.column, self.line, self.values = why, column, line, values

    def in_language(self, language: str) -> str:
        """The sentence in a language."""
        _, heads = catalog(language), _heads(language)
        values = {key: ", ".join(heads[one] for one in it) if isinstance(it, tuple) else it for key, it in self.values.items()}
        values |= {key: _.number(it) for key, it in self.values.items() if isinstance(it, int) and key in {"bid", "bankroll"}}
        reason = sentence(self.why, language, {}) if isinstance(self.why, Finding) else _(self.why).format(**values)
        if "unheaded" in values and "known" not in values:
            reason += " " + _(N_("Without headings the columns are: {unheaded}.")).format(**values)
        if not self.line:
            return ": ".join(filter(None, (self.column, reason)))
        form = _CELL if self.column in heads else _IN_RANGE if self.column else _LINE
        return _(form).format(line=self.line, column=heads.get(self.column, self.column), reason=reason)


@contextmanager
def _in(column: str) -> Iterator[None]:
    """What is wrong in here is so in this column or argument, if nothing else is said."""
    try:
        yield
    except _Wrong as wrong:
        wrong.column = wrong.column or column
        raise


def _text(value: Cell) -> str:
    """A cell as text: Excel hands every number over as a float."""
    if value is None:
        return ""
    is_whole = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < MOST**5 and value == int(value)
    return str(int(value)) if is_whole else str(value).strip()


def _sound(value: Cell, *, is_asked: bool = False) -> str:
    """A text, an id or a name; not the error of a formula, and not a range."""
    if isinstance(value, list | tuple):
        raise _Wrong(N_("Give one cell, not a range."))
    if _ERROR.fullmatch(text := _text(value)) and text.isupper():
        raise _Wrong(N_("A cell holds the error {text}. Correct it first."), text=text)
    if is_asked and not text:
        raise _Wrong(N_("This cell is blank. Fill it in."))
    return text


def _whole(value: Cell) -> int:
    if not _WHOLE.fullmatch(text := _sound(value, is_asked=True)):
        raise _Wrong(Finding("not_a_number", At(""), {"text": text}))
    return int(text)


def _count(value: Cell, known: Collection[int] = range(MOST + 1)) -> int:
    """A number of games or people; a slip of the finger must not fill the memory."""
    if (number := _whole(value)) not in known:
        raise _Wrong(_FROM_TO, text=number, least=min(known), most=max(known))
    return number


def _ordinal(_book: Rulebook, value: Cell) -> int:
    return _count(value, range(1, MOST + 1))


def _word(book: Rulebook, value: Cell, kind: type[StrEnum]) -> Cell:
    """The code of a word of a kind that the regulation knows."""
    known = offered(kind, among_last=book.among_last > 0)
    if (code := codes(kind).get(fold(text := _sound(value, is_asked=True)))) not in known:
        raise _Wrong(Finding("unknown_option", At(""), {"value": text, "known": known}))
    return code


def _name(value: Cell, *, are_ids: bool = True) -> str:
    """A name, or an id; not what a sheet has around the names: a count, a date, a sign, the 0 of a formula."""
    text = _sound(value)
    is_id = are_ids and text.isdecimal() and text != "0"
    is_said = isinstance(value, str | int | float) and not isinstance(value, bool) and not is_total(text) and ":" not in text
    if not is_said or not (is_id or any(map(str.isalpha, text))):
        raise _Wrong(_NO_NAME, text=text)
    return text


def _cells(block: Cell) -> list[Cell]:
    """The cells of a range, row by row."""
    return [cell for part in block for cell in _cells(part)] if isinstance(block, list | tuple) else [block]


def _lines(_book: Rulebook, block: Cell) -> list[list[Cell]]:
    """The lines of a range, which may be one cell."""
    return [line if isinstance(line, list) else [line] for line in (block if isinstance(block, list) else [block])]


def _each(block: Cell, read: Callable[[Cell], Any], passed: int = -1) -> list[Any]:
    """What the cells of one row or column hold, None if blank or ``passed`` over; a mistake says in which cell it is."""
    wide = [sum(map(bool, map(_text, line))) for line in block if isinstance(line, list)] if isinstance(block, list) else []
    if max(wide, default=0) > 1 < sum(map(bool, wide)):
        raise _Wrong(N_("Give one column or one row, with nothing beside it."))
    found = []
    for number, value in enumerate(cells := _cells(block), 1):
        try:
            found.append(read(value) if _text(value) and number != passed + 1 else None)
        except _Wrong as wrong:
            wrong.line = number if len(cells) > 1 else 0
            raise
    return found


def _names(block: Cell, also: frozenset[str] = frozenset(), gone: str = "") -> list[str]:
    """The names in a row or column, without the blanks and a heading above them. Ids may be numbers, but not beside names.

    Of what is no name only a heading is passed over that we know, or that is ``also`` one; ``gone`` stands for who has left.
    """
    texts = [*map(_text, _cells(block))]
    typed = [at for at, text in enumerate(texts) if text]
    first = typed[0] if typed and (_is_heading_of_names(texts[typed[0]]) or fold(texts[typed[0]]) in also) else -1
    are_ids = 2 * sum(map(str.isdecimal, texts)) > len(typed) - (first >= 0)
    often = Counter(_NUMBER.sub("", text) for text in texts)  # «Player 1», «Player 2»

    def read(value: Cell) -> str:
        text = gone if _text(value) == gone else _name(value, are_ids=are_ids)
        bare = " ".join(re.findall(r"[^\W\d_]+", fold(text)))
        is_open = bare in _NOBODY and (bare != "x" or (len(text) == 1 and "w" not in map(fold, texts)))  # A to Z may play
        if is_open or (is_remark(text) and (often[_NUMBER.sub("", text)] == 1 or not _NUMBER.search(text))):
            raise _Wrong(_NO_NAME, text=text)
        return text

    names = [name for name in _each(block, read, first) if name]
    if are_ids and not gone and len(names) > 2 and names[-1] == str(sum(map(int, filter(str.isdecimal, names[:-1])))):
        raise _Wrong(_NO_NAME, "", typed[-1] + 1, text=names[-1])
    return names


def _is_heading_of_names(text: str) -> bool:
    """Whether a text above a list is no name: a heading of record sheets or of lists of entrants, in any language we know."""
    known = headings().get(fold_head(text)) in NAME_HEADS or fold_head(text) in _IDS
    return known or _codes_of_headings().get(_heading(text)) == "player"


def _earlier_sheriffs(_book: Rulebook, block: Cell) -> list[str]:
    """Who was Sheriff, "0" for who has left."""
    heads = frozenset({"sheriffs", *(text for text, code in codes(Role).items() if code is Role.SHERIFF)})
    return _names([[cell] for cell in _cells(block)], heads, "0")


def _seed(value: Cell) -> str:
    """Any text, or a number that Excel keeps whole."""
    text = _sound(value, is_asked=True)
    if not isinstance(value, str) and (isinstance(value, bool) or not isinstance(value, int | float) or abs(value) >= MOST**5):
        raise _Wrong(_SEED, text=text)
    return text


def _scoring(book: Rulebook, value: Cell) -> Scoring:
    """How games are paid, the regulation's first if that is not said."""
    first, *others = book.scorings
    if _text(value) and not others:
        raise _Wrong(N_("Leave this blank: the regulation has only one."))
    return book.scorings[_option(book, "scoring", value) if _text(value) else first]


def _tables(book: Rulebook, block: Cell) -> list[int]:
    """How many began at each table, the player's own first; none where the score does not depend on it."""
    legal = [legal_compositions(book, count) for count in range(book.minimum_players, book.maximum_players + 1)]
    begun = _each(block, partial(_count, known={size for one in legal for size in chain(*one)}))
    sizes, depends = [size for size in begun if size], bool(book.score.factor or book.score.once)
    if not depends and sizes:
        raise _Wrong(N_("Leave this blank: in this regulation the score does not depend on the tables."))
    if depends and not any(begun[:1]):
        raise _Wrong(N_("The first cell is blank: the player's own table stands there.") if sizes else _BEGUN)
    if book.score.factor and sorted(sizes, reverse=True) not in [sorted(one, reverse=True) for one in chain(*legal)]:
        raise _no_tables(book, sum(sizes), sizes_text(tuple(sizes)))
    return sizes


def _no_tables(book: Rulebook, players: int, composition: str, *, first_round: bool = True) -> _Wrong:
    """So many players cannot sit like this, or not at all."""
    known = "; ".join(map(sizes_text, legal_compositions(book, players)))
    near = ", ".join(map(str, nearest_players(book, players, first_round=first_round)))
    return _Wrong(_NO_SUCH_TABLES if known else NO_TABLES, players=players, composition=composition, known=known, near=near)


def _options(book: Rulebook, text: Cell) -> dict[str, str]:
    """Options as the command line takes them: ``scoring=complete draw=by lot``; a value may stand between quotes."""
    found: dict[str, str] = {}
    for word in filter(None, _NEXT_OPTION.split(_sound(text))):
        key, equals, value = (part.strip(" '\"") for part in word.partition("="))
        if not equals or re.search("[=:;]", value):
            raise _Wrong(_FORM, text=word, example=" ".join(f"{name}=…" for name in book.options))
        if found.setdefault(key := key.lower(), code := _option(book, key, value)) != code:
            raise _Wrong(N_("{player} is in the list twice."), player=key)
    return found


def _option(book: Rulebook, key: str, value: Cell) -> str:
    if key not in book.options:
        raise _Wrong(Finding("unknown_option", At(""), {"value": key, "known": ", ".join(book.options)}))
    option, text = book.options[key], fold(_sound(value))
    code = option_codes().get(text, text) if option.values else option_text(key, text)
    if not is_possible(book, key, code):
        known = ", ".join(option.values) or _WRITTEN[key]
        raise _Wrong(Finding("unknown_option", At(""), {"value": _text(value), "known": known}), key)
    return code


def _criterion(book: Rulebook, value: Cell) -> str:
    """The code of a tie-break, the regulation's first if that is not said."""
    asked = _sound(value) or next(iter(book.criteria))
    if not (found := [code for code in book.criteria if fold(code) == fold(asked)]):
        raise _Wrong(_NO_CRITERION, criterion=asked, known=", ".join(book.criteria))
    return found[0]


def _if_given(read: Callable[[Cell], int]) -> Callable[[Rulebook, Cell], int | None]:
    return lambda _book, value: read(value) if _text(value) else None


_READERS: Final[Mapping[str, Callable[[Rulebook, Cell], Any]]] = {
    **dict.fromkeys(GAMES[:3], _ordinal), "player": lambda _, cell: _name(cell),
    "role": partial(_word, kind=Role), "status": partial(_word, kind=Status), "outcome": partial(_word, kind=Outcome),
    "killed_sheriff": partial(_word, kind=YesNo),
}  # fmt: skip
"""What reads a cell of a list of games by its column; the others hold whole numbers."""


class _Argument(NamedTuple):
    """What Excel tells of an argument, and what reads it for a regulation, or refuses it; ``ndim`` 2 for a range."""

    told: str
    read: Callable[[Rulebook, Cell], Any]
    ndim: int | None = None


_OPTIONS: Final = _Argument("Options of the regulation, with blanks between: scoring=complete auction=yes", _options)
_LEFT: Final = _Argument(
    "Who left or was ejected, and so has no rank: names as in the list", lambda _, cells: _names(cells, frozenset({"left"})), 2
)
_LIST: Final = _Argument("A line a seat: " + ", ".join(GAMES) + "; if asked: " + ", ".join(MARKS), _lines, 2)
_ARGUMENTS: Final[Mapping[str, Mapping[str, _Argument]]] = {
    "BANG_PAYOUT": {
        "players": _Argument("Players at the table", lambda book, cell: _count(cell, book.roles)),
        "role": _Argument("Sheriff, Deputy, Outlaw or Renegade", _READERS["role"]),
        "outcome": _Argument("Who has won: Law, Outlaws or Renegade", _READERS["outcome"]),
        "status": _Argument("At the end: alive, eliminated or final duel", _READERS["status"]),
        "scoring": _Argument("Record: official, simplified or complete; blank: the regulation's first", _scoring),
        "eliminated": _Argument("How many of the table were eliminated, where winnings depend on it", _if_given(_whole)),
        "living_outlaws": _Argument("How many Outlaws are alive at the end, where winnings depend on it", _if_given(_whole)),
    },
    "BANG_SCORE": {
        "winnings": _Argument("Dollars of each game, winnings less bids; or one sum", lambda _, cells: _each(cells, _whole), 2),
        "games": _Argument("Games played, if a cell of the winnings is blank, or if they are one sum", _if_given(_count)),
        "tables": _Argument("italy-2007, germany: how many began at each table, the player's own first", _tables, 2),
        "options": _OPTIONS,
    },
    "BANG_STANDINGS": {"games": _LIST, "options": _OPTIONS, "left": _LEFT},
    "BANG_TIEBREAK": {
        "games": _LIST,
        "player": _Argument("The player, as in the list of games", lambda _, cell: _sound(cell, is_asked=True)),
        "criterion": _Argument("A tie-break of the regulation: buchholz, wins_sheriff, ...; blank: the first", _criterion),
        "options": _OPTIONS,
        "left": _LEFT,
    },
    "BANG_SEATING": {
        "rng_seed": _Argument("Any text: the same seed gives the same tables", lambda _, cell: _seed(cell)),
        "round_number": _Argument("The round to draw, from 1", _ordinal),
        "players": _Argument("Names or ids of the players, in the order of the entry list", lambda _, cells: _names(cells), 2),
        "sheriffs": _Argument("From round 2 on, the Sheriffs of all earlier rounds; 0 for who has left", _earlier_sheriffs, 2),
        "composition": _Argument(
            "Round 1: the tables, where the regulation leaves a choice: 6,6,5", lambda _, cell: _sound(cell)
        ),
    },
}
"""What each function is asked after the regulation."""


def _function(function: Answers) -> Answers:
    """Give a function of a regulation to Excel: it reads its arguments, then answers, or says why it does not.

    Ranges come as lists of lists. Errors in cells come as texts, ``#N/A``: as empty cells they would be left out of a sum.
    """
    arguments = _ARGUMENTS[function.__name__]

    @wraps(function)
    def answer(rulebook: str, *values: Cell, **named: Cell) -> Cell:
        language = guessed_language()
        given = dict(zip(arguments, values, strict=False)) | named
        try:
            with _in("rulebook"):
                book = _rulebook(_sound(rulebook))
            language = book.language
            return function(book, **{name: _argument(book, name, given.get(name), arguments) for name in arguments})
        except RulebookError as error:
            return MARK + "rulebook: " + explain_rulebook(error, _language(language))
        except _Wrong as wrong:
            return MARK + wrong.in_language(_language(language))

    told = "The regulation: italy-2010, italy-2011, italy-2007, germany, record, or the path of your own .toml file"
    xw.arg("rulebook", err_to_str=True, doc=told)(answer)
    for name, argument in arguments.items():
        xw.arg(name, err_to_str=True, doc=argument.told, ndim=argument.ndim)(answer)
    return xw.func(category="BANG!")(answer)


def _argument(book: Rulebook, name: str, value: Cell, arguments: Mapping[str, _Argument]) -> Any:  # noqa: ANN401 -- of its kind
    """What an argument says; an option in the place of another argument is named."""
    key, equals, rest = ("", "", "") if isinstance(value, list | tuple) else _text(value).partition("=")
    with _in(name):
        if equals and key.strip().lower() in book.options and name != "options":
            if (key := key.strip().lower()) in arguments:
                raise _Wrong(N_("Write «{value}» alone, as the argument {option}."), option=key, value=rest.strip())
            if "options" in arguments:
                raise _Wrong(N_("«{text}» is an option. Write it as the argument options."), text=_text(value))
        return arguments[name].read(book, value)


class _Games(NamedTuple):
    """A list of games, the line of each seat (round, table, seat), the columns that don't count, and those that have no heads."""

    state: State
    lines: Mapping[tuple[int, int, int], int]
    unused: tuple[str, ...]
    unheaded: tuple[str, ...]

    def place(self, at: At) -> tuple[str, int]:
        """Column and line of a cell of a record sheet: the line of its seat, for the outcome the first of the game."""
        own = {seat: line for (*game, seat), line in self.lines.items() if game == [at.round, at.table]}
        column, first = at.name.lower(), min(own.values(), default=0)
        return column if column in COLUMNS else "", first if column == "outcome" else own.get(at.index + 1, first)


@_function
def BANG_PAYOUT(  # noqa: N802 -- as it is called in Excel
    rulebook: Cell, players: Cell, role: Cell, outcome: Cell, status: Cell,
    scoring: Cell = None, eliminated: Cell = None, living_outlaws: Cell = None,
) -> Cell:  # fmt: skip
    """The winnings of a seat in dollars, by the regulation's table; without what is paid for single deeds."""
    given = {"eliminated": eliminated, "living_outlaws": living_outlaws}
    asked = {"role": role, "outcome": outcome, "status": status} | {name: it for name, it in given.items() if it is not None}
    cases = reachable_ends(rulebook.roles[players], rulebook.among_last)
    for name, wanted in asked.items():
        known = sorted({getattr(case, name) for case in cases})
        if wanted not in known:
            choice = ", ".join(map(str, known)) if name in given else tuple(known)
            raise _Wrong(Finding("unknown_option", At(""), {"value": wanted, "known": choice}), name)
        cases = frozenset(case for case in cases if getattr(case, name) == wanted)
    ends = {(End(players, case.outcome, case.eliminated, case.living_outlaws), case.role, case.status) for case in cases}
    amounts = {payout(rulebook, scoring, *end) for end in ends}
    if len(amounts) > 1:
        raise _Wrong(N_("The winnings depend on these arguments too: {names}."), names="eliminated, living_outlaws")
    return amounts.pop()


@_function
def BANG_SCORE(  # noqa: N802 -- as it is called in Excel
    rulebook: Cell, winnings: Cell, games: Cell = None, tables: Cell = None, options: Cell = None
) -> Cell:
    """The score that ranks a player: his money, divided, multiplied and rounded as the regulation says."""
    nets, most = [net for net in winnings if net is not None], _most_games(rulebook, [*tables, max(rulebook.roles)][0])
    if games is None:
        if None in winnings:
            raise _Wrong(_BLANK, "winnings", number=winnings.index(None) + 1)
        if rulebook.score.per_game and len(nets) == 1:
            raise _Wrong(_ONE_SUM, "games")
        if len(nets) > _MANY and nets[-1] and nets[-1] == sum(nets[:-1]):
            raise _Wrong(_SUM, "winnings", number=len(nets))
        if len(nets) > most:
            raise _Wrong(_TOO_MANY, "winnings", given=len(nets), most=most)
    elif games > most:
        raise _Wrong(_FROM_TO, "games", text=games, least=0, most=most)
    nets += [0] * ((len(nets) if games is None else games) - len(nets))
    if games is not None and games < len(nets):
        raise _Wrong(N_("There are more winnings than games. Correct the number, or leave cells out."), "games")
    begun = {table: tuple(f"{table}|{seat}" for seat in range(size)) for table, size in enumerate(tables, 1)}
    lines = [LedgerLine(Game(number, 1, ()), Seat(1, "1|0"), True, 0, 0, net) for number, net in enumerate(nets, 1)]  # noqa: FBT003 -- settled
    one = Tournament(rulebook.id, options=options, players=(Player("1|0"),), start_tables=begun)
    return _number(scores(State(one, rulebook).with_fact(ledger, tuple(lines)))["1|0"])


def _most_games(book: Rulebook, size: int, players: int = 0) -> int:
    """The most games of one player, at a fixed table that began with so many; redrawn with so many at the start, 0 if unknown."""
    if book.games is Games.BY_PLAYERS and book.league is None:
        return scheduled_rounds(book, players) or max((rounds for *_, rounds in book.rounds), default=MOST)
    return size if book.games in {Games.EACH_SHERIFF, Games.TABLE_SIZE} else MOST


@_function
def BANG_STANDINGS(  # noqa: N802 -- as it is called in Excel
    rulebook: Cell, games: Cell, options: Cell = None, left: Cell = None
) -> Cell:
    """The standings after these games, under a line of heads: rank, place (equals as they come), player, score, tie-breaks.

    The last line says what is not counted: games without an outcome, columns; and who was Sheriff twice, where nobody may be.
    """
    state, _lines, unused, _unheaded = _games(rulebook, games, options, left)
    codes = [code for code in rulebook.criteria if code != "games"]
    rows = [([row.rank, row.place, row.player, _number(row.score), row.games], row.criteria) for row in standings(state)]
    lines = [[*row, *(_number(criteria[code]) for code in codes)] for row, criteria in rows]
    played, counted = len(state.tournament.games), len({line.game for line in ledger(state) if line.settled})
    notes = [_Wrong(one) for one in draws.sheriff_twice(state)]
    notes += [_Wrong(_COUNTED, counted=counted, games=played)] if counted < played else []
    absent = [_Wrong(_ABSENT, round=number, names=", ".join(names)) for number, names in _absent(state) if names]
    notes += [*absent, _Wrong(_STILL)] if absent else []
    notes += [_Wrong(N_("Not used: {columns}."), columns=unused)] if unused else []
    told = " ".join(note.in_language(_language(rulebook.language)) for note in notes)
    heads = ["rank", "place", "player", "score", "games", *codes]
    return [heads, *lines, *([[told, *[None] * (len(heads) - 1)]] if told else [])]


def _absent(state: State) -> Iterator[tuple[int, list[str]]]:
    """Each later round, and who should play in it and does not: they may have left, or lines are missing."""
    table_of = {player: table for table, players in state.tournament.start_tables.items() for player in players}
    for number in range(2, state.tournament.rounds_seated + 1):
        seated = {seat.player for game in state.tournament.round(number) for seat in game.seats}
        due = [one for one in available(state, number) if not table_of or number <= scheduled_games(state, table_of[one])]
        yield number, [player for player in due if player not in seated]


@_function
def BANG_TIEBREAK(  # noqa: N802 -- as it is called in Excel
    rulebook: Cell, games: Cell, player: Cell, criterion: Cell = None, options: Cell = None, left: Cell = None
) -> Cell:
    """What a player has in one tie-break of the regulation after these games."""
    state, lines, _unused, _unheaded = _games(rulebook, games, options, left)
    if waiting := [line.game for line in ledger(state) if not line.settled]:
        raise _Wrong(_OPEN, "", min(lines[game.round, game.table, seat.number] for game in waiting for seat in game.seats))
    before: set[str] = set()
    for number, names in _absent(state):  # fewer than a table may have left
        if len({*names} - before) >= min(rulebook.roles):
            raise _Wrong(_NOT_FINAL, "games", round=number, names=", ".join(names))
        before.update(names)
    for row in standings(state):
        if fold(row.player) == fold(player):
            return _number(row.criteria[criterion])
    raise _Wrong(_NO_PLAYER, "player", player=player)


@_function
def BANG_SEATING(  # noqa: N802 -- as it is called in Excel
    rulebook: Cell, rng_seed: Cell, round_number: Cell, players: Cell, sheriffs: Cell = None, composition: Cell = None
) -> Cell:
    """The tables of a round by lot, a line a seat: table, seat, player. Seat 1 is the Sheriff's where the regulation says so."""
    most = max((rounds for _first, last, rounds in rulebook.rounds if last >= len(players)), default=MOST)
    with _in("round_number"):
        _count(round_number, range(1, most + 1))
        if rulebook.fixed_tables and round_number > 1:
            raise _Wrong(N_("Only the first round is drawn: everybody keeps their table."))
    spelt = {fold(player): player for player in reversed(players)}
    if twice := next((player for player, times in Counter(map(fold, players)).items() if times > 1), ""):
        raise _Wrong(N_("{player} is in the list twice."), "players", player=spelt[twice])
    if composition and round_number > 1:
        raise _Wrong(N_("Leave this blank: only the tables of round 1 can be chosen."), "composition")
    with _in("composition" if composition else "players"):
        if not (sizes := table_sizes(rulebook, len(players), first_round=round_number == 1, composition=composition)):
            raise _no_tables(rulebook, len(players), composition, first_round=round_number == 1)
    with _in("sheriffs"):
        been = _been_sheriff(rulebook, [spelt.get(fold(name), name) for name in sheriffs], players, round_number, len(sizes))
    tables = draw(players, sizes, been, rng_seed, round_number)
    seats = [[table, seat, player] for table, seated in enumerate(tables, 1) for seat, player in enumerate(seated, 1)]
    again = [Finding("sheriff_twice", At(""), {"player": name}) for name, times in been.items() if times > 1]
    told = " ".join(sentence(one, _language(rulebook.language), {}) for one in again if rulebook.sheriff is SheriffRule.SEAT_1)
    return seats + ([[told, None, None]] if told else [])


def _been_sheriff(book: Rulebook, sheriffs: list[str], players: list[str], number: int, tables: int) -> Counter[str]:
    """How often the players were Sheriff: once at each table of each earlier round. Since then at most a quarter have left."""
    been = Counter(name for name in sheriffs if name != "0")
    if number == 1 and been:
        raise _Wrong(N_("Leave this blank: before round 1 nobody was Sheriff."))
    if unknown := next((name for name in been if name not in players), ""):
        raise _Wrong(_NOT_HERE, player=unknown)
    if number == 1 or book.sheriff is not SheriffRule.SEAT_1:
        return been
    if not sheriffs:
        raise _Wrong(N_("Say who was Sheriff in earlier rounds, or 0 if all of them have left."))
    if again := next((name for name, times in been.items() if times >= number), ""):
        raise _Wrong(N_("{player} was Sheriff more often than there were rounds. Correct the names."), player=again)
    least = (number - 1) * tables
    most = (number - 1) * max(len(table_sizes(book, count)) for count in range(len(players), len(players) * 5 // 4 + 1))
    known = str(least) if most <= least else f"{least}–{most}"
    if been and not (book.seatings or book.cuts or least <= len(sheriffs) <= max(least, most)):
        raise _Wrong(_SHERIFFS, round=number, known=known, given=len(sheriffs))
    return been


def _language(otherwise: str) -> str:
    """The language of answers: BANGXL_LANGUAGE, else Excel's own, else this one."""
    asked = os.environ.get("BANGXL_LANGUAGE", "")[:2].lower() or _of_excel()
    return known_language(asked if asked in LANGUAGES else otherwise)


@cache
def _of_excel() -> str:
    """The language of Excel's menus by its number in Windows; "" where there is no Excel, or we don't speak it."""
    with suppress(Exception):  # whatever COM says: an answer in the regulation's language is better than none
        if (excel := xw.apps.active) is not None:
            return _LANGUAGES.get(int(excel.api.LanguageSettings.LanguageID(_MENUS)) & 0x3FF, "")
    return ""


@cache
def _rulebook(rulebook: str) -> Rulebook:
    if rulebook.endswith(".toml"):
        return load(rulebook)
    known = {fold(one): one for one in rulebook_ids()}
    return load(known.get(fold(rulebook)) or {fold(load(one).title): one for one in known.values()}.get(fold(rulebook), rulebook))


def _games(book: Rulebook, lines: Sequence[Sequence[Cell]], options: dict[str, str], left: Sequence[str]) -> _Games:
    """The facts in a list of games, as the checks of a workbook let them pass. Any seat may have the first Sheriff of a table."""
    if _is_on_its_side(lines):
        raise _Wrong(_TURN, "games")
    found = _without(_read(book, lines, options), left)
    if wrong := [*_misfits(found), *_late(found)] or [*_unlike_the_chart(found)] or [*_faults(found)]:
        first = min(wrong, key=lambda one: one.line)
        first.values |= {"unheaded": found.unheaded} if found.unheaded else {}
        raise first
    return found


def _without(found: _Games, left: Sequence[str]) -> _Games:
    """The same after some have left: each after the last round in which he has a seat."""
    tournament = found.state.tournament
    last = {seat.player: game.round for game in tournament.games for seat in game.seats}
    spelt = {fold(player): player for player in last}
    if unknown := next((one for one in left if fold(one) not in spelt), ""):
        raise _Wrong(_NO_PLAYER, "left", player=unknown)
    gone = dict.fromkeys(spelt[fold(one)] for one in left)
    events = tuple(Event(EventType.WITHDRAWAL, one, Moment.BETWEEN_ROUNDS, after_round=last[one]) for one in gone)
    return found._replace(state=State(replace(tournament, events=events), found.state.rulebook))


def _faults(found: _Games) -> Iterator[_Wrong]:
    """What the checks of a workbook find, in words that fit a list."""
    checked = (finding for check in (*sheets.CHECKS, draws.players_not_once_a_round) for finding in check(found.state))
    for one in (one for one in checked if one.severity is Severity.ERROR and one.code not in _OURS):
        is_told = one.code in _TOLD and (one.code == "too_many_games" or one.at.round == 1)
        if (one.code, one.at.round) != ("wrong_sheriff", 1):
            column, line = found.place(one.at)
            yield _Wrong(_TOLD[one.code], column, line, **one.values) if is_told else _Wrong(one, column, line)
    lacking = (blanks(found.state, game) for game in found.state.tournament.games if game.outcome is not None)
    for cells in filter(None, lacking):
        columns = tuple(cell.name.lower() for cell in cells if cell.index == cells[0].index)
        yield _Wrong(_FILL_IN, "", found.place(cells[0])[1], columns=columns)


def _read(book: Rulebook, lines: Sequence[Sequence[Cell]], options: dict[str, str]) -> _Games:
    """A list of games; a line of heads above them says where the columns are. Fixed tables are those of the first round."""
    by_game: dict[tuple[int, int], list[Seat]] = {}
    outcomes: dict[tuple[int, int], Outcome] = {}
    places: dict[tuple[int, int, int], int] = {}
    spelt: dict[str, str] = {}
    columns: Mapping[str, int] = {}
    heads: list[str] = []
    variants = variants_in(State(Tournament(book.id, options=options), book))
    used = tuple(name for name in COLUMNS if variants.get(name, name in GAMES or book.asks(name)))
    unused: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not any(_text(value) for value in line):
            continue
        try:
            if not columns:
                if not (any(_text(cell).isdecimal() for cell in line[:3]) or _is_known(line)):
                    heads = [_heading(_text(cell)) for cell in line]
                    columns = _headings(line, lines[number:], used)
                columns = _complete(columns or _in_order(used, line), len(line), used, book)
            if heads == [_heading(_text(cell)) for cell in line] or _is_of_stage(line, heads):  # as often as they stand there
                continue
            facts = _facts(line, columns, used, book)
            unused |= {name for name, at in columns.items() if name not in used and at < len(line) and _text(line[at])}
        except _Wrong as wrong:
            wrong.line, wrong.values = number, wrong.values | ({} if heads else {"unheaded": used})
            raise
        game, seat, outcome = (facts.pop("round"), facts.pop("table")), facts.pop("seat"), facts.pop("outcome", None)
        if outcome is not None and outcomes.setdefault(game, outcome) is not outcome:
            raise _Wrong(N_("This game has two outcomes. Write one."), "outcome", number)
        if places.setdefault((*game, seat), number) != number:
            raise _Wrong(_TWICE, "seat", number, seat=seat, **({} if heads else {"unheaded": used}))
        player = facts.pop("player")
        by_game.setdefault(game, []).append(Seat(seat, spelt.setdefault(fold(player), player), **facts))
    if not by_game:
        raise _Wrong(N_("There is no game in these cells. Each line is a seat: {known}."), "games", known=GAMES)
    sorted_seats = {game: tuple(sorted(seats, key=lambda seat: seat.number)) for game, seats in sorted(by_game.items())}
    games = tuple(Game(*game, seats, outcomes.get(game)) for game, seats in sorted_seats.items())
    begun = {game.table: tuple(seat.player for seat in game.seats) for game in games if game.round == 1 and book.fixed_tables}
    players = tuple(map(Player, spelt.values()))
    tournament = Tournament(book.id, options=options, players=players, start_tables=begun, games=games)
    return _Games(State(tournament, book), places, tuple(name for name in COLUMNS if name in unused), () if heads else used)


def _misfits(found: _Games) -> Iterator[_Wrong]:
    """Rounds and tables that are missing, tables and seats that the regulation has not, and players at another table."""
    book, tournament, people = found.state.rulebook, found.state.tournament, len(entrants(found.state))
    played = {(game.round, game.table) for game in tournament.games}
    kept = {player: table for table, players in reversed([*tournament.start_tables.items()]) for player in players}
    for game in tournament.games:
        line = {seat.number: found.lines[game.round, game.table, seat.number] for seat in game.seats}
        first, last, players = game.seats[0].number, game.seats[-1].number, len(game.seats)
        if gap := next((number for number in range(1, game.round) if not tournament.round(number)), 0):
            yield _Wrong(_GAP, "round", line[first], round=gap)
        if game.round > (most := _most_games(book, len(tournament.start_tables.get(game.table, ())) or MOST, people)):
            yield _Wrong(_FROM_TO, "round", line[first], text=game.round, least=1, most=most)
        before = [(number, game.table) for number in range(1, game.round) if book.fixed_tables]  # they do not end together
        before += [(game.round, table) for table in range(1, game.table) if game.round == 1 or not book.fixed_tables]
        if gaps := [one for one in before if one not in played]:
            yield _Wrong(_TABLE_GAP, "table", line[first], round=gaps[0][0], table=gaps[0][1])
        if game.table > (most := book.maximum_players // min(book.roles)):
            values = {"value": game.table, "known": f"1–{most}" if most > 1 else "1"}
            yield _Wrong(Finding("unknown_option", At(""), values), "table", line[first])
        for seat in game.seats:
            if (own := kept.get(seat.player, game.table)) != game.table:
                yield _Wrong(_KEPT, "table", line[seat.number], player=seat.player, table=own)
        if players not in book.roles:
            yield _Wrong(_NO_SIZE, "", line[first], players=players, known=", ".join(map(str, book.roles)))
        elif last > (seats := len(tournament.start_tables.get(game.table, game.seats))):  # a chair may have become empty
            yield _Wrong(_FROM_TO, "seat", line[last], text=last, least=1, most=seats)


def _unlike_the_chart(found: _Games) -> Iterator[_Wrong]:
    """Rounds in which everybody sits, but at other tables than the regulation has for so many."""
    book, absent = found.state.rulebook, dict(_absent(found.state))
    for one in draws.sizes_not_legal(found.state):
        number = one.at.round or 1
        players, is_first = sum(game.size for game in found.state.tournament.round(number)), number == 1
        if one.code == "table_sizes" and not absent.get(number) and legal_compositions(book, players, first_round=is_first):
            wrong = _no_tables(book, players, str(one.values["sizes"]), first_round=is_first)
            wrong.column, wrong.line = "table", min(line for (at, *_), line in found.lines.items() if at == number)
            yield wrong


def _late(found: _Games) -> Iterator[_Wrong]:
    """Who was not in round 1, and is left out of the standings: a name written otherwise, or of a table that is missing there."""
    tournament, there = found.state.tournament, entrants(found.state)
    late = [(game, seat) for game in tournament.games for seat in game.seats if seat.player not in there]
    is_table = len({seat.player for _game, seat in late}) >= min(found.state.rulebook.roles)
    for game, seat in late:
        seated = {seat.player for game in tournament.round(game.round) for seat in game.seats}
        names = [player for player in there if player not in seated] or there
        near = [f"{player}?" for player in names if is_alike(player, seat.player)]
        told: dict[str, Any] = {"name": seat.player, "names": near[0] if len(near) == 1 else ", ".join(names) + "."}
        told |= {"round": 1, "table": len(tournament.round(1)) + 1}
        line = found.lines[game.round, game.table, seat.number]
        yield _Wrong(_TABLE_GAP if is_table else _NEW_NAME, "player", line, **told)


@cache
def _codes_of_headings() -> Mapping[str, str]:
    """The column that a heading names, folded: our names, and the words of record sheets in all languages."""
    told = {_heading(catalog(one)(head)): name for one in LANGUAGES for head, name in _HEADS.items()}
    return told | {name: name for name in COLUMNS}


@cache
def _heads(language: str) -> Mapping[str, str]:
    """What each column is called in a language: in English as in Python."""
    told = {name: " ".join(catalog(language)(word).replace("-\n", "").split()) for word, name in _HEADS.items()}
    return {name: name if language == "en" else told[name] for name in COLUMNS}


def _heading(text: str) -> str:
    """A heading for comparison, on one line or on several."""
    return fold(" ".join(text.replace("-\n", "").split()))


def _headings(line: Sequence[Cell], below: Sequence[Sequence[Cell]], used: tuple[str, ...]) -> Mapping[str, int]:
    """Where the columns are, in any order under headings that we know."""
    found: dict[str, int] = {}
    headings = [_sound(cell) for cell in line]  # in brackets, of columns that do not count
    names = [_codes_of_headings().get(_heading(heading), "") for heading in headings]
    if not any(names):
        titles = [*filter(None, headings)]
        if len(titles) == 1 < len(line):
            raise _Wrong(N_("«{text}» is a title. Let the range begin below it."), text=titles[0])
        raise _Wrong(_UNKNOWN_HEADS, text=", ".join(titles), known=used)
    for index, (heading, name) in enumerate(zip(headings, names, strict=True)):
        column: dict[str, Any] = {"number": index + 1, "heading": heading, "known": used}
        if not heading and any(_text(cell) for one in below for cell in one[index : index + 1]):
            raise _Wrong(_NO_HEADING, **column)
        is_name = _heading(heading) == "name" and names.count("player") > 1  # beside the players' ids
        if not heading or is_name or _heading(heading) in _NOT_ASKED - {"name"} or heading[0] + heading[-1] == "()":
            continue
        if not name:
            raise _Wrong(_HEADING, **column)
        if found.setdefault(name, index) != index:
            raise _Wrong(N_("Column {number}: «{heading}» is there twice. Leave one of them out."), **column)
    return found


def _complete(columns: Mapping[str, int], width: int, used: tuple[str, ...], book: Rulebook) -> Mapping[str, int]:
    """The same columns, if none is missing that is used; one that an option asks for is named with it."""
    lacking = tuple(name for name in used if columns.get(name, width) >= width)
    asked = [_OPTION_OF[name] if _OPTION_OF.get(name) in book.options else "" for name in lacking]
    if asked:
        named = tuple(name for name, option in zip(lacking, asked, strict=True) if option == min(asked))
        raise _Wrong(_ASKED if min(asked) else _LACKING, columns=named, known=used, option=min(asked))
    return columns


def _is_on_its_side(lines: Sequence[Sequence[Cell]]) -> bool:
    """Whether headings stand below each other, or a line has the roles of a whole table."""
    heads = {_codes_of_headings().get(_heading(_text(line[0])), "") for line in lines if line} - {""}
    return len(heads) > _MANY or any(sum(fold(_text(cell)) in codes(Role) for cell in line) >= _MANY for line in lines)


def _is_of_stage(line: Sequence[Cell], heads: Sequence[str]) -> bool:
    """Whether a line of bangxl's own table is of the knock-out, which does not count here."""
    at = heads.index("stage") if "stage" in heads else len(line)
    return any(_text(cell) not in {"", "round"} for cell in line[at : at + 1])


def _in_order(used: tuple[str, ...], line: Sequence[Cell]) -> Mapping[str, int]:
    """Where the columns are without headings of ours: those that the regulation and its options use, and no others."""
    if any(map(_text, line[len(used) :])):
        raise _Wrong(_WIDE, known=used)
    if len(line) < len(used):
        raise _Wrong(_NARROW, known=used)
    return {name: index for index, name in enumerate(used)}


def _is_known(line: Sequence[Cell]) -> bool:
    """Whether a line has a role or the state of a player in its column: it is no line of headings."""
    return any(fold(_text(cell)) in codes(kind) for cell, kind in zip(line[4:6], (Role, Status), strict=False))


def _facts(line: Sequence[Cell], columns: Mapping[str, int], used: tuple[str, ...], book: Rulebook) -> dict[str, Any]:
    """What a line says of a seat and its game, by column that is used, without the blanks."""
    cells = {name: line[index] for name, index in columns.items() if index < len(line) and name in used}
    if not _text(cells.get("player")):
        raise _Wrong(N_("There is no player on this line. If it is a sum or a remark, leave it out of the range."))
    facts: dict[str, Any] = {}
    for name in (name for name in used if name in GAMES[:4] or _text(cells.get(name))):
        with _in(name):
            value = cells.get(name)
            if name in MARKS:  # a box to tick, or what a CSV file has for it
                value = {"true": 1, "false": 0}.get(fold(_text(value)), value)
            facts[name] = _READERS[name](book, value) if name in _READERS else _whole(value)
    return {**facts, "killed_sheriff": facts.get("killed_sheriff") is YesNo.YES}


def _number(value: Fraction | None) -> Cell:
    """A fraction as Excel takes it."""
    return None if value is None else int(value) if value.denominator == 1 else float(value)
