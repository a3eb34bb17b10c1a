"""Worksheet functions for your own sheets: bangxl's results in a cell. The workbooks do not use them.

xlwings binds them (Excel for Windows, its add-in, UDF module ``bangxl.functions``). Ranges come and go as lists of lists, words
in any language or as codes. What cannot be answered is a text that begins with ``#BANG:``, in the regulation's language, or the
computer's where the regulation itself is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import zip_longest
from typing import Any, Final, TypeVar

import xlwings as xw

from bangxl.commands.errors import explain_rulebook, known_language
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import N_, catalog
from bangxl.rulebooks.loader import RulebookError, load
from bangxl.tournament import model
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.ledger import LedgerLine, ledger
from bangxl.tournament.model import Game, Outcome, Player, Role, Seat, Status, Tournament
from bangxl.tournament.options import is_possible
from bangxl.tournament.payouts import End, payout, reachable_ends
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.seating import draw, table_sizes
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
_FIXED: Final = N_("Only the first round is drawn: everybody keeps his table.")
_TWICE: Final = N_("{player} is in the list twice.")
_NO_CRITERION: Final = N_("The regulation has no tie-break «{criterion}». Choose from: {known}.")
_NO_PLAYER: Final = N_("No game has a player «{player}».")
_NO_TABLES: Final = N_(
    "The regulation has no tables for {players} players. Try one more or one fewer: see the table chart in the rules."
)


MOST: Final = 1000
"""Nobody plays more games, or sits at a larger table."""


def _arg(name: str, **words: Any) -> Callable[[_Function], _Function]:  # noqa: ANN401 -- as xlwings takes them
    """An argument, whose cells with an error come as texts, ``#N/A``: as empty cells they would be left out of a sum."""
    return xw.arg(name, err_to_str=True, **words)


class _Wrong(Exception):  # noqa: N818 -- an answer, not an error
    """Why there is no answer: a finding, or a text with its values; the language comes later."""

    def __init__(self, why: str | Finding, **values: object) -> None:
        super().__init__(why, values)
        self.why, self.values = why, values

    def in_language(self, language: str) -> str:
        """The sentence in a language."""
        if isinstance(self.why, Finding):
            return sentence(self.why, language, {})
        return catalog(language)(self.why).format(**self.values)


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
        size, seat = _whole(players), (_word(outcome, Outcome), _word(role, Role), _word(status, Status))
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
    """The standings after these games, under a line of heads: rank, place (equals as they come), player, score, tie-breaks."""

    def answer(book: Rulebook) -> Cell:
        rows = standings(State(_tournament(book, games, _options(book, options)), book))
        codes = [code for code in book.criteria if code != "games"]
        lines = [
            [row.rank, row.place, row.player, _number(row.score), row.games, *(_number(row.criteria[code]) for code in codes)]
            for row in rows
        ]
        return [["rank", "place", "player", "score", "games", *codes], *lines]

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
        code = _text(criterion) or next(iter(book.criteria))
        if code not in book.criteria:
            raise _Wrong(_NO_CRITERION, criterion=code, known=", ".join(book.criteria))
        rows = standings(State(_tournament(book, games, _options(book, options)), book))
        for row in rows:
            if row.player == _text(player):
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
        number, people = _count(round_number, least=1), [_text(value) for value in _values(players)]
        if book.fixed_tables and number > 1:
            raise _Wrong(_FIXED)
        if (most := Counter(people).most_common(1)) and most[0][1] > 1:
            raise _Wrong(_TWICE, player=most[0][0])
        sizes = table_sizes(book, len(people), first_round=number == 1, composition=_text(composition))
        if not sizes:
            raise _Wrong(_NO_TABLES, players=len(people))
        tables = draw(people, sizes, Counter(map(_text, _values(sheriffs))), _text(rng_seed), number)
        return [[table, seat, player] for table, seated in enumerate(tables, 1) for seat, player in enumerate(seated, 1)]

    return _answer_by(rulebook, answer)


def _answer_by(rulebook: str, answer: Callable[[Rulebook], Cell]) -> Cell:
    """The answer, or why there is none."""
    try:
        book = _rulebook(_text(rulebook))
    except RulebookError as error:
        return MARK + explain_rulebook(error, guessed_language())
    try:
        return answer(book)
    except _Wrong as wrong:
        return MARK + wrong.in_language(known_language(book.language))


@cache
def _rulebook(rulebook: str) -> Rulebook:
    return load(rulebook)


def _tournament(book: Rulebook, lines: Sequence[Sequence[Cell]], options: dict[str, str]) -> Tournament:
    """The facts in a list of games; a line of heads above them is left out. Fixed tables are those of the first round."""
    by_game: dict[tuple[int, int], list[Seat]] = {}
    outcomes: dict[tuple[int, int], Outcome] = {}
    for index, line in enumerate(lines):
        if not any(_text(value) for value in line) or (index == 0 and not _is_number(line[0])):
            continue
        if len(line) < len(GAMES):
            raise _Wrong(_SHORT)
        game = _whole(line[0]), _whole(line[1])
        by_game.setdefault(game, []).append(_seat(line))
        if _text(line[6]):
            outcomes[game] = _word(line[6], Outcome)
    games = [
        Game(*game, tuple(sorted(seats, key=lambda seat: seat.number)), outcomes.get(game))
        for game, seats in sorted(by_game.items())
    ]
    people = dict.fromkeys(seat.player for seats in by_game.values() for seat in seats)
    begun = {game.table: tuple(seat.player for seat in game.seats) for game in games if game.round == 1}
    return Tournament(
        book.id,
        options=options,
        players=tuple(Player(player) for player in people),
        start_tables=begun if book.fixed_tables else {},
        games=tuple(games),
    )


def _seat(line: Sequence[Cell]) -> Seat:
    marks = zip_longest(MARKS, line[len(GAMES) : len(GAMES) + len(MARKS)])
    return Seat(
        number=_whole(line[2]),
        player=_text(line[3]),
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
    """Options as the command line takes them: ``scoring=complete auction=true``."""
    pairs = (word.partition("=") for word in _text(text).split())
    return {key: _option(book, key, value) for key, _, value in pairs}


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
    return str(int(value)) if _is_number(value) and float(value).is_integer() else str(value).strip()


def _is_number(value: Cell) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole(value: Cell) -> int:
    try:
        return int(_text(value))
    except ValueError:
        raise _Wrong(Finding("not_a_number", At(""), {"text": _text(value)})) from None


def _count(value: Cell, least: int = 0) -> int:
    """A number of games or people; a slip of the finger must not fill the memory."""
    if not least <= (number := _whole(value)) <= MOST:
        raise _Wrong(Finding("not_a_number", At(""), {"text": _text(value)}))
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
