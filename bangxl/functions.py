"""Worksheet functions for your own sheets: bangxl's results in a cell. The workbooks do not use them.

xlwings binds them (Excel for Windows, its add-in, UDF module ``bangxl.functions``). Ranges come and go as lists of lists, words
in any language or as codes, names in capitals or small letters. What cannot be answered is a text that begins with ``#BANG:``
and names the line of the list: in the language of BANGXL_LANGUAGE, else Excel's, else the regulation's.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import zip_longest
from typing import Any, Final, NamedTuple, TypeVar

import xlwings as xw

from bangxl.commands.errors import explain_rulebook, known_language
from bangxl.commands.missing import NO_TABLES
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import LANGUAGES, N_, catalog
from bangxl.rulebooks.loader import RulebookError, load
from bangxl.tournament import model
from bangxl.tournament.checks import draws
from bangxl.tournament.checks import games as sheets
from bangxl.tournament.findings import At, Finding, Severity
from bangxl.tournament.ledger import LedgerLine, ledger
from bangxl.tournament.model import Game, Outcome, Player, Role, Seat, Status, Tournament
from bangxl.tournament.options import is_possible
from bangxl.tournament.payouts import End, payout, reachable_ends
from bangxl.tournament.progress import blanks
from bangxl.tournament.roster import entrants
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.seating import draw, legal_compositions, nearest_players, sizes_text, table_sizes
from bangxl.tournament.standings import scores, standings
from bangxl.tournament.state import State
from bangxl.workbook.messages import sentence
from bangxl.workbook.words import YesNo, codes, fold, option_codes, option_text

Cell = Any
"""A value of a cell. xlwings reads these hints to convert, and knows no unions."""

Block = list[list[Cell]]
Word = TypeVar("Word", bound=StrEnum)
_Function = TypeVar("_Function", bound=Callable[..., Any])

MARK: Final = "#BANG: "
GAMES: Final = ("round", "table", "seat", "player", "role", "status", "outcome", "bid")
MARKS: Final = tuple(mark for mark in model.OPTIONAL_FIELDS if mark != "reconfirmed")
"""The columns of a list of games, and those that may follow."""

_RULEBOOK: Final = "The regulation: italy-2010, italy-2011, italy-2007, germany, record, or the path of your own .toml file"
_OPTIONS: Final = "Options of the regulation, with blanks between: scoring=complete auction=true"
_NO_CASE: Final = N_("The regulation has no case like this.")
_WHICH_END: Final = N_("Say also how many were eliminated, and how many Outlaws are alive.")
_FEWER: Final = N_("There are more winnings than games.")
_SHORT: Final = N_("A line of games is: round, table, seat, player, role, status, outcome, bid.")
_FIXED: Final = N_("Only the first round is drawn: everybody keeps their table.")
_TWICE: Final = N_("{player} is in the list twice.")
_NOBODY: Final = N_("There is no player on this line.")
_SEAT_TWICE: Final = N_("Round {round}, table {table}: seat {seat} is there twice.")
_TWO_OUTCOMES: Final = N_("Round {round}, table {table} has two outcomes. Write one.")
_COUNTED: Final = N_("Games counted: {counted} of {games}. The others have no outcome yet.")
_LINE: Final = N_("Line {line}: {reason}")
_FROM_TO: Final = N_("A whole number from {least} to {most} belongs here, not «{text}».")
_NO_SEED: Final = N_("The seed is blank. Write any text: the same seed gives the same tables.")
_NO_SUCH_TABLES: Final = N_("{players} players cannot sit like this: {composition}. Choose from: {known}.")
_NO_CRITERION: Final = N_("The regulation has no tie-break «{criterion}». Choose from: {known}.")
_NO_PLAYER: Final = N_("No game has a player «{player}».")
_NO_SIZE: Final = N_("A table of {players} is not possible. Choose from: {known}.")
_FILL_IN: Final = N_("Something is missing here. Fill in: {columns}.")
_BROKEN: Final = N_("A cell holds the error {text}. Correct it first.")
_NOT_HERE: Final = N_("Sheriffs of earlier rounds: «{player}» is not among the players. Leave out who has left.")
_HEADING: Final = N_("Column {number} must be «{wanted}», not «{heading}».")

_NEXT_OPTION: Final = re.compile(r"\s+(?=\w+\s*=)")
_WHOLE: Final = re.compile(r"[-+]?\d{1,15}", re.ASCII)
_ERROR: Final = re.compile(r"#[^\W\d_][\w/]*[!?]?")
"""An error as Excel writes it in some language, if its letters are large: #N/A, #NV, #REF!, #GETTING_DATA."""
_MENUS: Final = 2
_LANGUAGES: Final = {0x07: "de", 0x09: "en", 0x10: "it", 0x19: "ru"}
"""Office's number for the language of its menus, and Windows' of our languages, whatever the country."""
MOST: Final = 1000
"""Nobody plays more games, or sits at a larger table."""


def _arg(name: str, **words: Any) -> Callable[[_Function], _Function]:  # noqa: ANN401 -- as xlwings takes them
    """An argument, whose cells with an error come as texts, ``#N/A``: as empty cells they would be left out of a sum."""
    return xw.arg(name, err_to_str=True, **words)


class _Wrong(Exception):  # noqa: N818 -- an answer, not an error
    """Why there is no answer: a finding, or a text with its values; the language comes later. ``line``: of the list, from 1."""

    def __init__(self, why: str | Finding, line: int = 0, **values: object) -> None:
        super().__init__(why, line, values)
        self.why, self.line, self.values = why, line, values

    def in_language(self, language: str) -> str:
        """The sentence in a language."""
        _ = catalog(language)
        reason = sentence(self.why, language, {}) if isinstance(self.why, Finding) else _(self.why).format(**self.values)
        return _(_LINE).format(line=self.line, reason=reason) if self.line else reason


class _Games(NamedTuple):
    """A list of games, and the line of each seat: round, table, seat."""

    state: State
    lines: Mapping[tuple[int, int, int], int]

    def line(self, at: At) -> int:
        """The line of a cell of a record sheet: that of its seat, for the outcome the first of the game."""
        own = {seat: line for (*game, seat), line in self.lines.items() if game == [at.round, at.table]}
        return own.get(at.index + 1, min(own.values(), default=0)) if at.name != "Outcome" else min(own.values(), default=0)


@xw.func(category="BANG!")
@_arg("rulebook", doc=_RULEBOOK)
@_arg("players", doc="Players at the table")
@_arg("role", doc="Sheriff, Deputy, Outlaw or Renegade")
@_arg("outcome", doc="Who has won: Law, Outlaws or Renegade")
@_arg("status", doc="At the end: alive, eliminated or final duel")
@_arg("scoring", doc="Record: official, simplified or complete; blank: the regulation's first")
@_arg("eliminated", doc="Players eliminated, where winnings depend on it")
@_arg("living_outlaws", doc="Outlaws alive at the end, where winnings depend on it")
def BANG_PAYOUT(  # noqa: N802 -- as it is called in Excel
    rulebook: str,
    players: Cell,
    role: Cell,
    outcome: Cell,
    status: Cell,
    scoring: Cell = None,
    eliminated: Cell = None,
    living_outlaws: Cell = None,
) -> Cell:
    """The winnings of a seat in dollars, by the regulation's table."""

    def answer(book: Rulebook) -> Cell:
        code = _option(book, "scoring", scoring) if _text(scoring) else next(iter(book.scorings))
        size, seat = _count(players, least=1), (_word(outcome, Outcome), _word(role, Role), _word(status, Status))
        given = {"eliminated": eliminated, "living_outlaws": living_outlaws}
        counted = {name: _whole(value) for name, value in given.items() if _text(value)}
        amounts = {
            payout(
                book, book.scorings[code], End(size, case.outcome, case.eliminated, case.living_outlaws), case.role, case.status
            )
            for case in reachable_ends(book.roles.get(size, {}), book.among_last)
            if case[:3] == seat and all(getattr(case, name) == count for name, count in counted.items())
        }
        if len(amounts) != 1:
            raise _Wrong(_WHICH_END if amounts else _NO_CASE)
        return amounts.pop()

    return _answer_by(rulebook, answer)


@xw.func(category="BANG!")
@_arg("rulebook", doc=_RULEBOOK)
@_arg("winnings", ndim=2, doc="What each game brought in dollars: winnings less bids; or one sum")
@_arg("games", doc="Games played; blank: as many as numbers among the winnings")
@_arg("tables", ndim=2, doc="Fixed tables: how many players began at each, the player's own table first")
@_arg("options", doc=_OPTIONS)
def BANG_SCORE(  # noqa: N802 -- as it is called in Excel
    rulebook: str, winnings: Block, games: Cell = None, tables: Cell = None, options: Cell = None
) -> Cell:
    """The score that ranks a player: his money, divided, multiplied and rounded as the regulation says."""

    def answer(book: Rulebook) -> Cell:
        nets = [_whole(value) for value in _values(winnings)]
        played = _count(games) if _text(games) else len(nets)
        if played < len(nets):
            raise _Wrong(_FEWER)
        begun = {table: tuple(f"{table}|{seat}" for seat in range(_count(size))) for table, size in enumerate(_values(tables), 1)}
        player = next((people[0] for people in begun.values() if people), "1|0")
        nets += [0] * (played - len(nets))
        lines = [LedgerLine(Game(number, 1, ()), Seat(1, player), True, 0, 0, net) for number, net in enumerate(nets, 1)]  # noqa: FBT003 -- settled
        one = Tournament(book.id, options=_options(book, options), players=(Player(player),), start_tables=begun)
        return _number(scores(State(one, book).with_fact(ledger, tuple(lines)))[player])

    return _answer_by(rulebook, answer)


@xw.func(category="BANG!")
@_arg("rulebook", doc=_RULEBOOK)
@_arg("games", ndim=2, doc="A line a seat: " + ", ".join(GAMES) + "; if asked: " + ", ".join(MARKS))
@_arg("options", doc=_OPTIONS)
def BANG_STANDINGS(rulebook: str, games: Block, options: Cell = None) -> Cell:  # noqa: N802 -- as it is called in Excel
    """The standings after these games, under a line of heads: rank, place (equals as they come), player, score, tie-breaks.

    Games without an outcome are not counted: the last line says so.
    """

    def answer(book: Rulebook) -> Cell:
        state = _games(book, games, _options(book, options))
        rows = standings(state)
        codes = [code for code in book.criteria if code != "games"]
        lines = [
            [row.rank, row.place, row.player, _number(row.score), row.games, *(_number(row.criteria[code]) for code in codes)]
            for row in rows
        ]
        played, counted = len(state.tournament.games), len({line.game for line in ledger(state) if line.settled})
        told = catalog(_language(book.language))(_COUNTED).format(counted=counted, games=played)
        open_games = [[told, *[None] * (4 + len(codes))]] if counted < played else []
        return [["rank", "place", "player", "score", "games", *codes], *lines, *open_games]

    return _answer_by(rulebook, answer)


@xw.func(category="BANG!")
@_arg("rulebook", doc=_RULEBOOK)
@_arg("games", ndim=2, doc="A line a seat, as for BANG_STANDINGS")
@_arg("player", doc="The player's id, as in the list of games")
@_arg("criterion", doc="A tie-break of the regulation: buchholz, wins_sheriff, ...; blank: the first")
@_arg("options", doc=_OPTIONS)
def BANG_TIEBREAK(  # noqa: N802 -- as it is called in Excel
    rulebook: str, games: Block, player: Cell, criterion: Cell = None, options: Cell = None
) -> Cell:
    """What a player has in one tie-break of the regulation after these games."""

    def answer(book: Rulebook) -> Cell:
        asked = fold(_text(criterion) or next(iter(book.criteria)))
        code = next((one for one in book.criteria if fold(one) == asked), "")
        if not code:
            raise _Wrong(_NO_CRITERION, criterion=_text(criterion), known=", ".join(book.criteria))
        for row in standings(_games(book, games, _options(book, options))):
            if fold(row.player) == fold(_text(player)):
                return _number(row.criteria[code])
        raise _Wrong(_NO_PLAYER, player=_text(player))

    return _answer_by(rulebook, answer)


@xw.func(category="BANG!")
@_arg("rulebook", doc=_RULEBOOK)
@_arg("rng_seed", doc="Any text: the same seed gives the same tables")
@_arg("round_number", doc="The round to draw, from 1")
@_arg("players", ndim=2, doc="The ids of the players, in the order of the entry list")
@_arg("sheriffs", ndim=2, doc="Who was Sheriff in earlier rounds, once for each time")
@_arg("composition", doc="The tables asked for, where the regulation leaves a choice: 6,6,5")
def BANG_SEATING(  # noqa: N802 -- as it is called in Excel
    rulebook: str, rng_seed: Cell, round_number: Cell, players: Block, sheriffs: Cell = None, composition: Cell = None
) -> Cell:
    """The tables of a round by lot, a line a seat: table, seat, player. Seat 1 is the Sheriff's where the regulation says so."""

    def answer(book: Rulebook) -> Cell:
        number, people = _count(round_number, least=1), [_sound(value) for value in _values(players)]
        if not (seed := _sound(rng_seed)):
            raise _Wrong(_NO_SEED)
        if book.fixed_tables and number > 1:
            raise _Wrong(_FIXED)
        spelt = {fold(player): player for player in reversed(people)}
        if twice := next((player for player, times in Counter(map(fold, people)).items() if times > 1), ""):
            raise _Wrong(_TWICE, player=spelt[twice])
        sizes = table_sizes(book, len(people), first_round=number == 1, composition=_text(composition))
        if not sizes and (known := "; ".join(map(sizes_text, legal_compositions(book, len(people))))):
            raise _Wrong(_NO_SUCH_TABLES, players=len(people), composition=_text(composition), known=known)
        if not sizes:
            near = nearest_players(book, len(people), first_round=number == 1)
            raise _Wrong(NO_TABLES, players=len(people), near=", ".join(map(str, near)))
        sheriffs_before = [_sound(value) for value in _values(sheriffs)]
        if unknown := next((name for name in sheriffs_before if fold(name) not in spelt), ""):
            raise _Wrong(_NOT_HERE, player=unknown)
        tables = draw(people, sizes, Counter(spelt[fold(name)] for name in sheriffs_before), seed, number)
        return [[table, seat, player] for table, seated in enumerate(tables, 1) for seat, player in enumerate(seated, 1)]

    return _answer_by(rulebook, answer)


def _answer_by(rulebook: str, answer: Callable[[Rulebook], Cell]) -> Cell:
    """The answer, or why there is none."""
    try:
        book = _rulebook(_text(rulebook))
    except RulebookError as error:
        return MARK + explain_rulebook(error, _language(guessed_language()))
    try:
        return answer(book)
    except _Wrong as wrong:
        return MARK + wrong.in_language(_language(book.language))


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
    return load(rulebook if rulebook.endswith(".toml") else rulebook.lower())


def _games(book: Rulebook, lines: Sequence[Sequence[Cell]], options: dict[str, str]) -> State:
    """The facts in a list of games, as the checks of a workbook let them pass."""
    found = _read(book, lines, options)
    checked = (finding for check in (*sheets.CHECKS, draws.players_not_once_a_round) for finding in check(found.state))
    errors = (one for one in checked if one.severity is Severity.ERROR and one.code != "player_missing")
    wrong = [*_misfits(found), *(_Wrong(one, found.line(one.at)) for one in errors)]
    lacking = (blanks(found.state, game) for game in found.state.tournament.games if game.outcome is not None)
    for cells in filter(None, lacking):
        columns = [cell.name.lower() for cell in cells if cell.index == cells[0].index]
        wrong.append(_Wrong(_FILL_IN, found.line(cells[0]), columns=", ".join(columns)))
    there = {*entrants(found.state)}  # the standings leave out the others
    for game in found.state.tournament.games:
        for seat in (seat for seat in game.seats if seat.player not in there):
            late = Finding("late_entry", At("Players_Name"), {"name": seat.player})
            wrong.append(_Wrong(late, found.lines[game.round, game.table, seat.number]))
    if wrong:
        raise min(wrong, key=lambda one: one.line)
    return found.state


def _read(book: Rulebook, lines: Sequence[Sequence[Cell]], options: dict[str, str]) -> _Games:
    """A list of games; a line of heads above them is left out. Fixed tables are those of the first round."""
    by_game: dict[tuple[int, int], list[Seat]] = {}
    outcomes: dict[tuple[int, int], Outcome] = {}
    places: dict[tuple[int, int, int], int] = {}
    spelt: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not any(_text(value) for value in line):
            continue
        try:
            if number == 1 and not (any(_text(cell).isdecimal() for cell in line[:3]) or _is_known(line)):
                _check_headings(line)
                continue
            seat = _seat(line)
            game = _count(line[0], least=1), _count(line[1], least=1)
            outcome = _word(line[6], Outcome) if _text(line[6]) else outcomes.get(game)
        except _Wrong as wrong:
            raise _Wrong(wrong.why, number, **wrong.values) from None
        if outcomes.get(game, outcome) is not outcome:
            raise _Wrong(_TWO_OUTCOMES, number, round=game[0], table=game[1])
        if (*game, seat.number) in places:
            raise _Wrong(_SEAT_TWICE, number, round=game[0], table=game[1], seat=seat.number)
        if outcome is not None:
            outcomes[game] = outcome
        places[*game, seat.number] = number
        by_game.setdefault(game, []).append(replace(seat, player=spelt.setdefault(fold(seat.player), seat.player)))
    games = [
        Game(*game, tuple(sorted(seats, key=lambda seat: seat.number)), outcomes.get(game))
        for game, seats in sorted(by_game.items())
    ]
    begun = {game.table: tuple(seat.player for seat in game.seats) for game in games if game.round == 1}
    tournament = Tournament(
        book.id,
        options=options,
        players=tuple(Player(player) for player in spelt.values()),
        start_tables=begun if book.fixed_tables else {},
        games=tuple(games),
    )
    return _Games(State(tournament, book), places)


def _misfits(found: _Games) -> Iterator[_Wrong]:
    """Tables of another size than the regulation's, and seats that a table has not."""
    sizes = found.state.rulebook.roles
    for game in found.state.tournament.games:
        players, last = len(game.seats), game.seats[-1].number
        if players not in sizes:
            line = found.lines[game.round, game.table, game.seats[0].number]
            yield _Wrong(_NO_SIZE, line, players=players, known=", ".join(map(str, sizes)))
        elif last > players:
            yield _Wrong(_FROM_TO, found.lines[game.round, game.table, last], text=last, least=1, most=players)


def _check_headings(line: Sequence[Cell]) -> None:
    """Refuse headings of which several are ours, but not all, or not in our order; words of your own are free."""
    columns = (*GAMES, *MARKS)
    headings = [_sound(cell).lower() for cell in line]
    ours = len({*headings} & {*columns}) > 1
    for number, (heading, wanted) in enumerate(zip(headings, columns, strict=False), 1):
        if (ours or heading in columns) and heading not in {"", wanted}:
            raise _Wrong(_HEADING, number=number, wanted=wanted, heading=_text(line[number - 1]))


def _is_known(line: Sequence[Cell]) -> bool:
    """Whether a line has a role or the state of a player in its column: it is no line of headings."""
    return any(fold(_text(cell)) in codes(kind) for cell, kind in zip(line[4:6], (Role, Status), strict=False))


def _seat(line: Sequence[Cell]) -> Seat:
    if len(line) < len(GAMES):
        raise _Wrong(_SHORT)
    if not _text(line[3]):
        raise _Wrong(_NOBODY)
    marks = zip_longest(MARKS, line[len(GAMES) : len(GAMES) + len(MARKS)])
    return Seat(
        number=_count(line[2], least=1),
        player=_sound(line[3]),
        role=_word(line[4], Role) if _text(line[4]) else None,
        status=_word(line[5], Status) if _text(line[5]) else None,
        bid=_whole(line[7]) if _text(line[7]) else None,
        **{mark: _mark(value, model.OPTIONAL_FIELDS[mark]) for mark, value in marks},
    )


def _mark(value: Cell, blank: bool | int | None) -> Any:  # noqa: ANN401, FBT001 -- a cell, and what an empty one means
    """A yes or a number, as what an empty cell means tells."""
    if not _text(value):
        return blank
    return _word(value, YesNo) is YesNo.YES if isinstance(blank, bool) else _whole(value)


def _options(book: Rulebook, text: Cell) -> dict[str, str]:
    """Options as the command line takes them: ``scoring=complete draw=by lot``; a value may stand between quotes."""
    pairs = (word.partition("=") for word in _NEXT_OPTION.split(_text(text)) if word)
    return {key.strip(): _option(book, key.strip(), value.strip(" '\"")) for key, _, value in pairs}


def _option(book: Rulebook, key: str, value: Cell) -> str:
    if key not in book.options:
        raise _Wrong(Finding("unknown_option", At(""), {"value": key, "known": ", ".join(book.options)}))
    option, text = book.options[key], fold(_text(value))
    code = option_codes().get(text, text) if option.values else option_text(key, text)
    if not is_possible(book, key, code):
        known = {"value": _text(value), "known": ", ".join(option.values)}
        raise _Wrong(Finding("unknown_option", At(""), known) if option.values else _NO_CASE)
    return code


def _values(block: object) -> Iterator[Cell]:
    """The cells of a range, row by row, without the blanks."""
    if isinstance(block, Iterable) and not isinstance(block, str):
        for part in block:
            yield from _values(part)
    elif _text(block):
        yield block


def _text(value: Cell) -> str:
    """A cell as text: Excel hands every number over as a float."""
    if value is None:
        return ""
    is_whole = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < MOST**5 and value == int(value)
    return str(int(value)) if is_whole else str(value).strip()


def _sound(value: Cell) -> str:
    """A text, an id or a name; not the error of a formula."""
    if _ERROR.fullmatch(text := _text(value)) and text.isupper():
        raise _Wrong(_BROKEN, text=text)
    return text


def _whole(value: Cell) -> int:
    if not _WHOLE.fullmatch(text := _text(value)):
        raise _Wrong(Finding("not_a_number", At(""), {"text": text}))
    return int(text)


def _count(value: Cell, least: int = 0) -> int:
    """A number of games or people; a slip of the finger must not fill the memory."""
    text = _text(value)
    if not text or not least <= (number := _whole(value)) <= MOST:
        raise _Wrong(_FROM_TO, text=text, least=least, most=MOST)
    return number


def _word(value: Cell, kind: type[Word]) -> Word:
    code = codes(kind).get(fold(_text(value)))
    if not isinstance(code, kind):
        raise _Wrong(Finding("unknown_word", At(""), {"text": _text(value), "known": kind}))
    return code


def _number(value: Fraction | None) -> Cell:
    """A fraction as Excel takes it."""
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)
