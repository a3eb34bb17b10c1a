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
from contextlib import suppress
from enum import StrEnum
from fractions import Fraction
from functools import cache, partial, wraps
from itertools import chain
from typing import Any, Final, NamedTuple, TypeVar, get_type_hints

import xlwings as xw

from bangxl.commands.errors import explain_rulebook, known_language
from bangxl.commands.list_files import NAME_HEADS, fold_head, headings
from bangxl.commands.missing import NO_TABLES
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import LANGUAGES, N_, catalog
from bangxl.rulebooks.loader import RulebookError, load
from bangxl.tournament import model
from bangxl.tournament.checks import draws
from bangxl.tournament.checks import games as sheets
from bangxl.tournament.findings import At, Finding, Severity
from bangxl.tournament.identity import is_alike, is_total
from bangxl.tournament.ledger import LedgerLine, ledger
from bangxl.tournament.model import Game, Outcome, Player, Role, Seat, Status, Tournament
from bangxl.tournament.options import is_possible, variants_in
from bangxl.tournament.payouts import End, payout, reachable_ends
from bangxl.tournament.progress import blanks
from bangxl.tournament.roster import entrants
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.tournament.seating import draw, legal_compositions, nearest_players, sizes_text, table_sizes
from bangxl.tournament.standings import scores, standings
from bangxl.tournament.state import State
from bangxl.workbook.fields import FIELDS
from bangxl.workbook.messages import sentence
from bangxl.workbook.words import YesNo, codes, fold, option_codes, option_text

Cell = Any
"""A value of a cell. xlwings reads these hints to convert, and knows no unions."""

Block = list[list[Cell]]
Word = TypeVar("Word", bound=StrEnum)
Read = TypeVar("Read", int, str)
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
_KINDS: Final[Mapping[str, type[StrEnum]]] = {"role": Role, "status": Status, "outcome": Outcome, "killed_sheriff": YesNo}
"""Where they are without headings; the columns of words, the others hold numbers."""

_OPTION_OF: Final = {"bid": "auction", "outlaws_killed": "cash_rewards", "cards_kept": "experience"}
"""The option that asks for a column."""
_RULEBOOK: Final = "The regulation: italy-2010, italy-2011, italy-2007, germany, record, or the path of your own .toml file"
_OPTIONS: Final = "Options of the regulation, with blanks between: scoring=complete auction=true"
_BLANK: Final = N_("Cell {number} is blank. Type 0 for a game that brought nothing, or say with games how many were played.")
_LACKING: Final = N_("Columns are missing: {columns}. Each line has: {known}.")
_ASKED: Final = N_("The option {option} asks for a column that is missing: {columns}.")
_BEGUN: Final = N_("Say how many players began at each table, the player's own table first.")
_COUNTED: Final = N_("Games counted: {counted} of {games}. The others have no outcome yet.")
_OPEN: Final = N_("This game is not complete, so no tie-break is final. Complete it, or leave its lines out.")
_GAP: Final = N_("Round {round} is missing. Add its games, or correct the numbers of the rounds.")
_TABLE_GAP: Final = N_("Round {round}: table {table} is missing. Add its lines, or correct the numbers of the tables.")
_ABSENT: Final = N_("Not in round {round}: {names}.")
_WIDE: Final = N_("There are more columns than these: {known}. Write headings above the columns, or leave the others out.")
_NEW_NAME: Final = N_("{name} was not in round 1. Write the name as it is there: {names}")
_FORM: Final = N_("«{text}» is not an option. Write, with blanks between options: {example}")
_LINE: Final = N_("Line {line}: {reason}")
_FROM_TO: Final = N_("A whole number from {least} to {most} belongs here, not «{text}».")
_NO_SUCH_TABLES: Final = N_("{players} players cannot sit like this: {composition}. Choose from: {known}.")
_NO_CRITERION: Final = N_("The regulation has no tie-break «{criterion}». Choose from: {known}.")
_NO_SIZE: Final = N_("A table of {players} is not possible. Choose from: {known}.")
_FILL_IN: Final = N_("Something is missing here. Fill in: {columns}.")
_NOT_HERE: Final = N_("Sheriffs of earlier rounds: «{player}» is not among the players. Leave out who has left.")
_CELL: Final = N_("Line {line}, {column}: {reason}")
_IN_RANGE: Final = N_("{column}, cell {line}: {reason}")
_NO_HEADING: Final = N_("Column {number} has no heading. Leave this column out, or write one of these above it: {known}.")
_HEADING: Final = N_("Column {number}: there is no column «{heading}». Leave it out, or write one of these above it: {known}.")

_WRITTEN: Final = {"games": "1, 2, 3, … 999", "composition": "6+6+5, 5+5, …", "keep_apart": "P003+P007, P010+P011+P012, …"}
"""How options of no list are written."""
_IDS: Final = frozenset({"id", "n", "no", "nr"})
"""Headings of numbers in place of names."""
_NEXT_OPTION: Final = re.compile(r"\s+(?=\w+\s*=)")
_WHOLE: Final = re.compile(r"[-+]?\d{1,15}", re.ASCII)
_ERROR: Final = re.compile(r"#[^\W\d_][\w/]*[!?]?")
"""An error as Excel writes it in some language, if its letters are large: #N/A, #NV, #REF!, #GETTING_DATA."""
_MENUS: Final = 2
_LANGUAGES: Final = {0x07: "de", 0x09: "en", 0x10: "it", 0x19: "ru"}
"""Office's number for the language of its menus, and Windows' of our languages, whatever the country."""
MOST: Final = 1000
"""Nobody plays more games, or sits at a larger table."""


class _Wrong(Exception):  # noqa: N818 -- an answer, not an error
    """Why there is no answer: a finding, or a text with its values, for a language. ``column``: or argument; ``line``: from 1."""

    def __init__(self, why: str | Finding, column: str = "", line: int = 0, **values: object) -> None:
        super().__init__(why, column, line, values)
        self.why, self.column, self.line, self.values = why, column, line, values

    def in_language(self, language: str) -> str:
        """The sentence in a language."""
        _, heads = catalog(language), _heads(language)
        values = {key: ", ".join(heads[one] for one in it) if isinstance(it, tuple) else it for key, it in self.values.items()}
        reason = sentence(self.why, language, {}) if isinstance(self.why, Finding) else _(self.why).format(**values)
        if not self.line:
            return ": ".join(filter(None, (self.column, reason)))
        form = _CELL if self.column in heads else _IN_RANGE if self.column else _LINE
        return _(form).format(line=self.line, column=heads.get(self.column, self.column), reason=reason)


def _function(**told: str) -> Callable[[Answers], Answers]:
    """Give a function of a regulation to Excel, with what is told of each argument: it answers, or says why it does not.

    Ranges come as lists of lists. Errors in cells come as texts, ``#N/A``: as empty cells they would be left out of a sum.
    """

    def give(function: Answers) -> Answers:
        @wraps(function)
        def answer(rulebook: str, *arguments: Cell, **named: Cell) -> Cell:
            language = guessed_language()
            try:
                book = _rulebook(_sound(rulebook, "rulebook"))
                language = book.language
                return function(book, *arguments, **named)
            except RulebookError as error:
                return MARK + explain_rulebook(error, _language(language))
            except _Wrong as wrong:
                return MARK + wrong.in_language(_language(language))

        ranges = {"tables", "sheriffs", *(name for name, hint in get_type_hints(function).items() if hint == Block)}
        for name, doc in {"rulebook": _RULEBOOK, **told}.items():
            xw.arg(name, err_to_str=True, doc=doc, **{"ndim": 2} if name in ranges else {})(answer)
        return xw.func(category="BANG!")(answer)

    return give


class _Games(NamedTuple):
    """A list of games, the line of each seat (round, table, seat), and the columns that count for nothing."""

    state: State
    lines: Mapping[tuple[int, int, int], int]
    unused: tuple[str, ...]

    def place(self, at: At) -> tuple[str, int]:
        """Column and line of a cell of a record sheet: the line of its seat, for the outcome the first of the game."""
        own = {seat: line for (*game, seat), line in self.lines.items() if game == [at.round, at.table]}
        column, first = at.name.lower(), min(own.values(), default=0)
        return column if column in COLUMNS else "", first if column == "outcome" else own.get(at.index + 1, first)


@_function(
    players="Players at the table",
    role="Sheriff, Deputy, Outlaw or Renegade",
    outcome="Who has won: Law, Outlaws or Renegade",
    status="At the end: alive, eliminated or final duel",
    scoring="Record: official, simplified or complete; blank: the regulation's first",
    eliminated="Players eliminated, where winnings depend on it",
    living_outlaws="Outlaws alive at the end, where winnings depend on it",
)
def BANG_PAYOUT(  # noqa: N802 -- as it is called in Excel
    rulebook: Cell, players: Cell, role: Cell, outcome: Cell, status: Cell,
    scoring: Cell = None, eliminated: Cell = None, living_outlaws: Cell = None,
) -> Cell:  # fmt: skip
    """The winnings of a seat in dollars, by the regulation's table."""
    if _text(scoring) and len(rulebook.scorings) == 1:
        raise _Wrong(N_("Leave this blank: the regulation has only one."), "scoring")
    paid = rulebook.scorings[_option(rulebook, "scoring", scoring) if _text(scoring) else next(iter(rulebook.scorings))]
    size = _count(players, "players", rulebook.roles)
    given = {"eliminated": eliminated, "living_outlaws": living_outlaws}
    asked: dict[str, Any] = {"role": _word(role, "role", Role), "outcome": _word(outcome, "outcome", Outcome)}
    asked["status"] = _word(status, "status", Status)
    asked |= {name: _whole(value, name) for name, value in given.items() if _text(value)}
    cases = reachable_ends(rulebook.roles[size], rulebook.among_last)
    for name, wanted in asked.items():
        known = sorted({getattr(case, name) for case in cases})
        if wanted not in known:
            choice = ", ".join(map(str, known)) if name in given else tuple(known)
            raise _Wrong(Finding("unknown_option", At(""), {"value": wanted, "known": choice}), name)
        cases = frozenset(case for case in cases if getattr(case, name) == wanted)
    ends = {(End(size, case.outcome, case.eliminated, case.living_outlaws), case.role, case.status) for case in cases}
    amounts = {payout(rulebook, paid, *end) for end in ends}
    if len(amounts) > 1:
        raise _Wrong(N_("Say also how many were eliminated, and how many Outlaws are alive."))
    return amounts.pop()


@_function(
    winnings="What each game brought in dollars: winnings less bids; or one sum",
    games="Games played, if a cell of the winnings is blank or a sum; else as many as there are winnings",
    tables="Fixed tables: how many players began at each, the player's own table first",
    options=_OPTIONS,
)
def BANG_SCORE(  # noqa: N802 -- as it is called in Excel
    rulebook: Cell, winnings: Block, games: Cell = None, tables: Cell = None, options: Cell = None
) -> Cell:
    """The score that ranks a player: his money, divided, multiplied and rounded as the regulation says."""
    brought = _cells(winnings)
    if not _text(games) and (blank := next((n for n, value in enumerate(brought, 1) if not _text(value)), 0)):
        raise _Wrong(_BLANK, "winnings", number=blank)
    nets = _each(brought, "winnings", _whole)
    played = _count(games, "games") if _text(games) else len(nets)
    if played < len(nets):
        raise _Wrong(N_("There are more winnings than games."), "games")
    legal = (legal_compositions(rulebook, count) for count in range(rulebook.minimum_players, rulebook.maximum_players + 1))
    sizes = _each(tables, "tables", partial(_count, known={size for one in legal for size in chain(*one)}))
    if (sizes or rulebook.score.factor or rulebook.score.once) and not any(map(_text, _cells(tables)[:1])):
        raise _Wrong(N_("The first cell is blank: the player's own table stands there.") if sizes else _BEGUN, "tables")
    begun = {table: tuple(f"{table}|{seat}" for seat in range(size)) for table, size in enumerate(sizes, 1)}
    nets += [0] * (played - len(nets))
    lines = [LedgerLine(Game(number, 1, ()), Seat(1, "1|0"), True, 0, 0, net) for number, net in enumerate(nets, 1)]  # noqa: FBT003 -- settled
    one = Tournament(rulebook.id, options=_options(rulebook, options), players=(Player("1|0"),), start_tables=begun)
    return _number(scores(State(one, rulebook).with_fact(ledger, tuple(lines)))["1|0"])


@_function(games="A line a seat: " + ", ".join(GAMES) + "; if asked: " + ", ".join(MARKS), options=_OPTIONS)
def BANG_STANDINGS(rulebook: Cell, games: Block, options: Cell = None) -> Cell:  # noqa: N802 -- as it is called in Excel
    """The standings after these games, under a line of heads: rank, place (equals as they come), player, score, tie-breaks.

    The last line says what is not counted: games without an outcome, columns; and who was Sheriff twice, where nobody may be.
    """
    state, _lines, unused = _games(rulebook, games, _options(rulebook, options))
    codes = [code for code in rulebook.criteria if code != "games"]
    rows = [([row.rank, row.place, row.player, _number(row.score), row.games], row.criteria) for row in standings(state)]
    lines = [[*row, *(_number(criteria[code]) for code in codes)] for row, criteria in rows]
    played, counted = len(state.tournament.games), len({line.game for line in ledger(state) if line.settled})
    notes = [_Wrong(one) for one in draws.sheriff_twice(state)]
    notes += [_Wrong(_COUNTED, counted=counted, games=played)] if counted < played else []
    notes += _absences(state)
    notes += [_Wrong(N_("Not used: {columns}."), columns=unused)] if unused else []
    told = " ".join(note.in_language(_language(rulebook.language)) for note in notes)
    heads = ["rank", "place", "player", "score", "games", *codes]
    return [heads, *lines, *([[told, *[None] * (len(heads) - 1)]] if told else [])]


def _absences(state: State) -> Iterator[_Wrong]:
    """Who was at the first draw and not in a later round: they may have left, or lines are missing."""
    there, tournament = entrants(state), state.tournament
    for number in range(2, tournament.rounds_seated + 1):
        seated = {seat.player for game in tournament.round(number) for seat in game.seats}
        if names := [player for player in there if player not in seated]:
            yield _Wrong(_ABSENT, round=number, names=", ".join(names))


@_function(
    games="A line a seat, as for BANG_STANDINGS",
    player="The player's id, as in the list of games",
    criterion="A tie-break of the regulation: buchholz, wins_sheriff, ...; blank: the first",
    options=_OPTIONS,
)
def BANG_TIEBREAK(  # noqa: N802 -- as it is called in Excel
    rulebook: Cell, games: Block, player: Cell, criterion: Cell = None, options: Cell = None
) -> Cell:
    """What a player has in one tie-break of the regulation after these games."""
    asked, wanted = fold(_sound(criterion, "criterion") or next(iter(rulebook.criteria))), _sound(player, "player", is_asked=True)
    code = next((one for one in rulebook.criteria if fold(one) == asked), "")
    if not code:
        raise _Wrong(_NO_CRITERION, "criterion", criterion=_text(criterion), known=", ".join(rulebook.criteria))
    state, lines, _unused = _games(rulebook, games, _options(rulebook, options))
    if waiting := [line.game for line in ledger(state) if not line.settled]:
        raise _Wrong(_OPEN, "", min(lines[game.round, game.table, seat.number] for game in waiting for seat in game.seats))
    for row in standings(state):
        if fold(row.player) == fold(wanted):
            return _number(row.criteria[code])
    raise _Wrong(N_("No game has a player «{player}». Write the name as in the list of games."), "player", player=wanted)


@_function(
    rng_seed="Any text: the same seed gives the same tables",
    round_number="The round to draw, from 1",
    players="The ids of the players, in the order of the entry list",
    sheriffs="Who was Sheriff in earlier rounds, once for each time",
    composition="The tables asked for, where the regulation leaves a choice: 6,6,5",
)
def BANG_SEATING(  # noqa: N802 -- as it is called in Excel
    rulebook: Cell, rng_seed: Cell, round_number: Cell, players: Block, sheriffs: Cell = None, composition: Cell = None
) -> Cell:
    """The tables of a round by lot, a line a seat: table, seat, player. Seat 1 is the Sheriff's where the regulation says so."""
    people = _names(players, "players")
    most = max((rounds for _first, last, rounds in rulebook.rounds if last >= len(people)), default=MOST)
    number = _count(round_number, "round_number", range(1, most + 1))
    if not (seed := _sound(rng_seed, "rng_seed")):
        raise _Wrong(N_("The seed is blank. Write any text: the same seed gives the same tables."), "rng_seed")
    if rulebook.fixed_tables and number > 1:
        raise _Wrong(N_("Only the first round is drawn: everybody keeps their table."), "round_number")
    spelt = {fold(player): player for player in reversed(people)}
    if twice := next((player for player, times in Counter(map(fold, people)).items() if times > 1), ""):
        raise _Wrong(N_("{player} is in the list twice."), "players", player=spelt[twice])
    asked = _sound(composition, "composition")
    sizes = table_sizes(rulebook, len(people), first_round=number == 1, composition=asked)
    if not sizes:
        known = "; ".join(map(sizes_text, legal_compositions(rulebook, len(people))))
        near = ", ".join(map(str, nearest_players(rulebook, len(people), first_round=number == 1)))
        raise _Wrong(_NO_SUCH_TABLES if known else NO_TABLES, players=len(people), composition=asked, known=known, near=near)
    sheriffs_before = _names(sheriffs, "sheriffs") if _cells(sheriffs) != [0] else []
    if number > 1 and rulebook.sheriff is SheriffRule.SEAT_1 and not any(map(_text, _cells(sheriffs))):
        raise _Wrong(N_("Say who was Sheriff in earlier rounds, or 0 if all of them have left."), "sheriffs")
    if unknown := next((name for name in sheriffs_before if fold(name) not in spelt), ""):
        raise _Wrong(_NOT_HERE, player=unknown)
    tables = draw(people, sizes, Counter(spelt[fold(name)] for name in sheriffs_before), seed, number)
    return [[table, seat, player] for table, seated in enumerate(tables, 1) for seat, player in enumerate(seated, 1)]


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


def _games(book: Rulebook, lines: Sequence[Sequence[Cell]], options: dict[str, str]) -> _Games:
    """The facts in a list of games, as the checks of a workbook let them pass."""
    found = _read(book, lines, options)
    checked = (finding for check in (*sheets.CHECKS, draws.players_not_once_a_round) for finding in check(found.state))
    errors = (one for one in checked if one.severity is Severity.ERROR and one.code != "player_missing")
    wrong = [*_misfits(found), *(_Wrong(one, *found.place(one.at)) for one in errors)]
    lacking = (blanks(found.state, game) for game in found.state.tournament.games if game.outcome is not None)
    for cells in filter(None, lacking):
        columns = tuple(cell.name.lower() for cell in cells if cell.index == cells[0].index)
        wrong.append(_Wrong(_FILL_IN, "", found.place(cells[0])[1], columns=columns))
    if wrong:
        raise min(wrong, key=lambda one: one.line)
    return found


def _read(book: Rulebook, lines: Sequence[Sequence[Cell]], options: dict[str, str]) -> _Games:
    """A list of games; a line of heads above them says where the columns are. Fixed tables are those of the first round."""
    by_game: dict[tuple[int, int], list[Seat]] = {}
    outcomes: dict[tuple[int, int], Outcome] = {}
    places: dict[tuple[int, int, int], int] = {}
    spelt: dict[str, str] = {}
    columns: Mapping[str, int] = {}
    variants = variants_in(State(Tournament(book.id, options=options), book))
    used = tuple(name for name in COLUMNS if variants.get(name, name in GAMES or book.asks(name)))
    unused: set[str] = set()
    for number, line in enumerate(lines, 1):
        if not any(_text(value) for value in line):
            continue
        try:
            if not columns and not (any(_text(cell).isdecimal() for cell in line[:3]) or _is_known(line)):
                columns = _headings(line, lines[number:], used)
                continue
            facts = _facts(line, columns := columns or _in_order(used, line), used, book)
            unused |= {name for name, at in columns.items() if name not in used and at < len(line) and _text(line[at])}
        except _Wrong as wrong:
            wrong.line = number
            raise
        game, seat, outcome = (facts.pop("round"), facts.pop("table")), facts.pop("seat"), facts.pop("outcome", None)
        if outcome is not None and outcomes.setdefault(game, outcome) is not outcome:
            raise _Wrong(N_("This game has two outcomes. Write one."), "outcome", number)
        if places.setdefault((*game, seat), number) != number:
            raise _Wrong(N_("Seat {seat} is at this table twice."), "seat", number, seat=seat)
        player = facts.pop("player")
        by_game.setdefault(game, []).append(Seat(seat, spelt.setdefault(fold(player), player), **facts))
    if not by_game:
        raise _Wrong(N_("There is no game in these cells. Each line is a seat: {known}."), "games", known=GAMES)
    sorted_seats = {game: tuple(sorted(seats, key=lambda seat: seat.number)) for game, seats in sorted(by_game.items())}
    games = tuple(Game(*game, seats, outcomes.get(game)) for game, seats in sorted_seats.items())
    begun = {game.table: tuple(seat.player for seat in game.seats) for game in games if game.round == 1 and book.fixed_tables}
    players = tuple(map(Player, spelt.values()))
    tournament = Tournament(book.id, options=options, players=players, start_tables=begun, games=games)
    return _Games(State(tournament, book), places, tuple(name for name in COLUMNS if name in unused))


def _misfits(found: _Games) -> Iterator[_Wrong]:
    """Rounds that are missing, tables of another size than the regulation's, seats that a table has not, and late players."""
    sizes, tournament = found.state.rulebook.roles, found.state.tournament
    there = entrants(found.state)  # the standings leave out the others
    for game in tournament.games:
        line = {seat.number: found.lines[game.round, game.table, seat.number] for seat in game.seats}
        first, last, players = game.seats[0].number, game.seats[-1].number, len(game.seats)
        if gap := next((number for number in range(1, game.round) if not tournament.round(number)), 0):
            yield _Wrong(_GAP, "round", line[first], round=gap)
        tables = {one.table for one in tournament.round(game.round)}
        gap = next((number for number in range(1, game.table) if number not in tables), 0)
        if gap and (game.round == 1 or not found.state.rulebook.fixed_tables):  # fixed tables do not end together
            yield _Wrong(_TABLE_GAP, "table", line[first], round=game.round, table=gap)
        for seat in (seat for seat in game.seats if seat.player not in there):
            seated = {seat.player for game in tournament.round(game.round) for seat in game.seats}
            names = [player for player in there if player not in seated] or there
            near = [f"{player}?" for player in names if is_alike(player, seat.player)]
            told = near[0] if len(near) == 1 else ", ".join(names) + "."
            yield _Wrong(_NEW_NAME, "player", line[seat.number], name=seat.player, names=told)
        if players not in sizes:
            yield _Wrong(_NO_SIZE, "", line[first], players=players, known=", ".join(map(str, sizes)))
        elif last > players:
            yield _Wrong(_FROM_TO, "seat", line[last], text=last, least=1, most=players)


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
    """Where the columns are: in any order under headings of ours, in our order under words of your own only."""
    codes_of, found = _codes_of_headings(), dict[str, int]()
    headings = [_sound(cell) for cell in line]
    ours = any(_heading(heading) in codes_of for heading in headings)
    if len(titles := [*filter(None, headings)]) == 1 < len(line) and not ours:
        raise _Wrong(N_("«{text}» is a title. Let the range begin below it."), text=titles[0])
    for index, heading in enumerate(headings):
        name = codes_of.get(_heading(heading), "")
        column: dict[str, Any] = {"number": index + 1, "heading": heading, "known": used}
        if not heading and any(_text(cell) for one in below for cell in one[index : index + 1]):
            raise _Wrong(_NO_HEADING, **column)
        if heading and not name and (ours or index >= len(used)):
            raise _Wrong(_HEADING, **column)
        if name and found.setdefault(name, index) != index:
            raise _Wrong(N_("Column {number}: «{heading}» is there twice. Leave one of them out."), **column)
    return found or _in_order(used, line)


def _in_order(used: tuple[str, ...], line: Sequence[Cell]) -> Mapping[str, int]:
    """Where the columns are without headings of ours: those that the regulation and its options use, and no others."""
    if any(map(_text, line[len(used) :])):
        raise _Wrong(_WIDE, known=used)
    return {name: index for index, name in enumerate(used)}


def _is_known(line: Sequence[Cell]) -> bool:
    """Whether a line has a role or the state of a player in its column: it is no line of headings."""
    return any(fold(_text(cell)) in codes(kind) for cell, kind in zip(line[4:6], (Role, Status), strict=False))


def _facts(line: Sequence[Cell], columns: Mapping[str, int], used: tuple[str, ...], book: Rulebook) -> dict[str, Any]:
    """What a line says of a seat and its game, by column that is used, without the blanks."""
    cells = {name: line[index] for name, index in columns.items() if index < len(line) and name in used}
    if lacking := tuple(name for name in used if name not in cells and name != "killed_sheriff"):
        option = _OPTION_OF.get(lacking[0], "")
        raise _Wrong(_ASKED if option in book.options else _LACKING, columns=lacking, known=used, option=option)
    if not _text(cells["player"]):
        raise _Wrong(N_("There is no player on this line."))
    player = _name(cells.pop("player"), "player")
    facts: dict[str, Any] = {name: _count(cells.pop(name), name, range(1, MOST + 1)) for name in GAMES[:3]}
    for name, value in ((name, value) for name, value in cells.items() if _text(value)):
        facts[name] = _word(value, name, _KINDS[name]) if name in _KINDS else _whole(value, name)
    return {**facts, "player": player, "killed_sheriff": facts.get("killed_sheriff") is YesNo.YES}


def _options(book: Rulebook, text: Cell) -> dict[str, str]:
    """Options as the command line takes them: ``scoring=complete draw=by lot``; a value may stand between quotes."""
    found: dict[str, str] = {}
    for word in filter(None, _NEXT_OPTION.split(_sound(text, "options"))):
        key, equals, value = (part.strip(" '\"") for part in word.partition("="))
        if not equals or re.search("[=:;]", value):
            raise _Wrong(_FORM, "options", text=word, example=" ".join(f"{name}=…" for name in book.options))
        if found.setdefault(key := key.lower(), code := _option(book, key, value)) != code:
            raise _Wrong(N_("{player} is in the list twice."), "options", player=key)
    return found


def _option(book: Rulebook, key: str, value: Cell) -> str:
    if key not in book.options:
        raise _Wrong(Finding("unknown_option", At(""), {"value": key, "known": ", ".join(book.options)}), "options")
    option, text = book.options[key], fold(_sound(value, key))
    code = option_codes().get(text, text) if option.values else option_text(key, text)
    if not is_possible(book, key, code):
        known = ", ".join(option.values) or _WRITTEN[key]
        raise _Wrong(Finding("unknown_option", At(""), {"value": _text(value), "known": known}), key)
    return code


def _cells(block: Cell) -> list[Cell]:
    """The cells of a range, row by row."""
    return [cell for part in block for cell in _cells(part)] if isinstance(block, list | tuple) else [block]


def _each(block: Cell, name: str, read: Callable[[Cell, str], Read]) -> list[Read]:
    """What the cells of a range hold, without the blanks; a mistake says in which cell it is."""
    found = []
    for number, value in enumerate(cells := _cells(block), 1):
        try:
            found += [read(value, name)] if _text(value) else []
        except _Wrong as wrong:
            wrong.line = number if len(cells) > 1 else 0
            raise
    return found


def _names(block: Cell, name: str) -> list[str]:
    """The names in a range, without the blanks and a heading above them. Ids may be numbers, but not beside names."""
    wide = [sum(map(bool, map(_text, line))) for line in block] if isinstance(block, list) else []
    if max(wide, default=0) > 1 < sum(map(bool, wide)):
        raise _Wrong(N_("Give one column, the names alone."), name)
    cells = _cells(block)
    first = next((at for at, cell in enumerate(cells) if _text(cell)), 0)
    if cells and _is_heading_of_names(_text(cells[first])):
        cells[first] = None
    are_ids = all(_text(cell).isdecimal() for cell in cells if _text(cell))
    return _each(cells, name, partial(_name, are_ids=are_ids))


def _is_heading_of_names(text: str) -> bool:
    """Whether a text above a list is no name: a heading of record sheets or of lists of entrants, in any language we know."""
    known = headings().get(fold_head(text)) in NAME_HEADS or fold_head(text) in _IDS
    return known or _codes_of_headings().get(_heading(text)) == "player"


def _name(value: Cell, name: str, *, are_ids: bool = True) -> str:
    """A name, or an id; not what a sheet has around the names: a count, a sign, the 0 of a formula."""
    text = _sound(value, name)
    is_number = isinstance(value, bool) or text == "0" or is_total(text) or (text.isdecimal() and not are_ids)
    if is_number or text.endswith(":") or not any(map(str.isalnum, text)):
        raise _Wrong(N_("«{text}» is not a name. Leave this cell out."), name, text=text)
    return text


def _text(value: Cell) -> str:
    """A cell as text: Excel hands every number over as a float."""
    if value is None:
        return ""
    is_whole = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < MOST**5 and value == int(value)
    return str(int(value)) if is_whole else str(value).strip()


def _sound(value: Cell, name: str = "", *, is_asked: bool = False) -> str:
    """A text, an id or a name; not the error of a formula, and not a range."""
    if isinstance(value, list | tuple):
        raise _Wrong(N_("Give one cell, not a range."), name)
    if _ERROR.fullmatch(text := _text(value)) and text.isupper():
        raise _Wrong(N_("A cell holds the error {text}. Correct it first."), name, text=text)
    if is_asked and not text:
        raise _Wrong(N_("This cell is blank."), name)
    return text


def _whole(value: Cell, name: str) -> int:
    if not _WHOLE.fullmatch(text := _sound(value, name, is_asked=True)):
        raise _Wrong(Finding("not_a_number", At(""), {"text": text}), name)
    return int(text)


def _count(value: Cell, name: str, known: Collection[int] = range(MOST + 1)) -> int:
    """A number of games or people; a slip of the finger must not fill the memory."""
    if (number := _whole(value, name)) not in known:
        raise _Wrong(_FROM_TO, name, text=number, least=min(known), most=max(known))
    return number


def _word(value: Cell, name: str, kind: type[Word]) -> Word:
    code = codes(kind).get(fold(text := _sound(value, name, is_asked=True)))
    if not isinstance(code, kind):
        raise _Wrong(Finding("unknown_word", At(""), {"text": text, "known": kind}), name)
    return code


def _number(value: Fraction | None) -> Cell:
    """A fraction as Excel takes it."""
    return None if value is None else int(value) if value.denominator == 1 else float(value)
