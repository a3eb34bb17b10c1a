"""Worksheet functions for your own sheets: bangxl's results in a cell. The workbooks do not use them.

xlwings binds them (Excel for Windows, its add-in, UDF module ``bangxl.functions``). Ranges come and go as lists of lists, words
in any language or as codes, names in capitals or small letters. What cannot be answered is a text that begins with ``#BANG:``
and names the argument, or the line and the column: in the language of BANGXL_LANGUAGE, else Excel's, else the regulation's.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial, wraps
from inspect import signature
from itertools import chain
from math import gcd
from pathlib import Path
from typing import Any, Final, NamedTuple

import xlwings as xw

from bangxl import ranges
from bangxl.commands.errors import explain_rulebook, known_language
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import ASKED_LANGUAGE, LANGUAGES
from bangxl.ranges import Given, Wrong, within
from bangxl.rulebooks.loader import RulebookError, load, rulebook_ids
from bangxl.tournament.checks import draws
from bangxl.tournament.compositions import legal_compositions, sizes_text, table_sizes
from bangxl.tournament.drawing import tables_by_lot
from bangxl.tournament.findings import At, Finding
from bangxl.tournament.ledger import LedgerLine, ledger, start_money, tariff
from bangxl.tournament.model import Game, Outcome, Player, Role, Seat, Status, Tournament
from bangxl.tournament.options import auction_in, is_allowed
from bangxl.tournament.payouts import End, payout, payout_table, reachable_ends
from bangxl.tournament.rulebook import Rulebook, Scoring, SheriffRule
from bangxl.tournament.standings import scores, standings
from bangxl.tournament.state import State
from bangxl.workbook.fields import GAME_COLUMNS, OPTIONAL_COLUMNS
from bangxl.workbook.notices import sentence
from bangxl.workbook.words import codes_in_all_languages, fold, option_codes_in_all_languages, option_text

_MARK: Final = "#BANG: "
_KILLER: Final = (Outcome.OUTLAWS, Role.DEPUTY, Status.ALIVE)
_EXAMPLES: Final = {"games": "1, 2, 3, … 999", "composition": "6+6+5, 5+5, …", "keep_apart": "P003+P007, P010+P011+P012, …"}
"""How options of no list are written."""
_NEXT_OPTION: Final = re.compile(r"\s+(?=\w+\s*=)")
_MENU_LANGUAGE: Final = 2
_LANGUAGES: Final = {0x07: "de", 0x09: "en", 0x10: "it", 0x19: "ru"}
"""Office's number for the language of its menus, and Windows' of our languages, whatever the country."""


def _earlier_sheriffs(_book: Rulebook, block: Given) -> list[str]:
    """Who was Sheriff, "0" for who has left."""
    heads = frozenset({"sheriffs", *(text for text, code in codes_in_all_languages(Role).items() if code is Role.SHERIFF)})
    return ranges.read_names([[cell] for cell in ranges.cells_of(block)], heads, "0")


def _seed(value: Given) -> str:
    """Any text, or a number that Excel keeps whole."""
    text = ranges.read_text(value, is_asked=True)
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < ranges.MOST_OF_ANY**5
    if not (is_number or isinstance(value, str)):
        raise Wrong("no_seed", text=text)
    return text


def _scoring(rulebook: Rulebook, value: Given) -> Scoring:
    """How games are paid, the regulation's first if that is not said."""
    first, *others = rulebook.scorings
    if ranges.cell_text(value) and not others:
        raise Wrong("one_scoring")
    return rulebook.scorings[_option(rulebook, "scoring", value) if ranges.cell_text(value) else first]


def _tables(rulebook: Rulebook, block: Given) -> list[int]:
    """How many began at each table, the player's own first, in cells or a text; none where the score does not depend on it."""
    typed = [cell for cell in ranges.cells_of(block) if ranges.cell_text(cell)]
    if typed and not (rulebook.score.factor or rulebook.score.once):
        raise Wrong("tables_unasked")
    if len(typed) == 1 and isinstance(typed[0], str):
        block = re.split(r"[\s,;.+/-]+", ranges.read_text(typed[0]))  # as a composition
    legal = [legal_compositions(rulebook, count) for count in range(rulebook.minimum_players, rulebook.maximum_players + 1)]
    begun = ranges.read_each(block, partial(ranges.read_count, known={size for one in legal for size in chain(*one)}))
    sizes = [size for size in begun if size]
    if (rulebook.score.factor or rulebook.score.once) and not any(begun[:1]):
        raise Wrong("first_table" if sizes else "sizes_missing")
    if rulebook.score.factor and sorted(sizes, reverse=True) not in [sorted(one, reverse=True) for one in chain(*legal)]:
        raise ranges.no_tables(rulebook, sum(sizes), sizes_text(sizes))
    return sizes


def _options(rulebook: Rulebook, text: Given) -> dict[str, str]:
    """Options as the command line takes them: ``scoring=complete draw=by lot``; a value may stand between quotes."""
    found: dict[str, str] = {}
    for word in filter(None, _NEXT_OPTION.split(ranges.read_text(text))):
        key, equals, value = (part.strip(" '\"") for part in word.partition("="))
        if not equals or re.search("[=:;]", value):
            raise Wrong("no_option", text=word, example=" ".join(f"{name}=…" for name in rulebook.options))
        if found.setdefault(key := key.lower(), code := _option(rulebook, key, value)) != code:
            raise Wrong("listed_twice", player=key)
    return found


def _option(rulebook: Rulebook, key: str, value: Given) -> str:
    if key not in rulebook.options:
        raise Wrong(Finding("unknown_option", At(""), {"value": key, "known": ", ".join(rulebook.options)}))
    option, text = rulebook.options[key], fold(ranges.read_text(value))
    code = option_codes_in_all_languages().get(text, text) if option.values else option_text(key, text)
    if not is_allowed(rulebook, key, code):
        known = ", ".join(option.values) or _EXAMPLES[key]
        raise Wrong(Finding("unknown_option", At(""), {"value": ranges.cell_text(value), "known": known}), key)
    return code


def _criterion(rulebook: Rulebook, value: Given) -> str:
    """The code of a tie-break, the regulation's first if that is not said."""
    asked = ranges.read_text(value) or next(iter(rulebook.criteria))
    if not (found := [code for code in rulebook.criteria if fold(code) == fold(asked)]):
        raise Wrong("no_criterion", criterion=asked, known=", ".join(rulebook.criteria))
    return found[0]


def _if_given(read: Callable[[Given], int]) -> Callable[[Rulebook, Given], int | None]:
    return lambda _book, value: read(value) if ranges.cell_text(value) else None


class _Argument(NamedTuple):
    """What Excel tells of an argument, and what reads it for a regulation, or refuses it; ``ndim`` 2 for a range."""

    told: str
    read: Callable[[Rulebook, Given], Any]
    ndim: int | None = None


_OPTIONS: Final = _Argument("Options of the regulation, with blanks between: scoring=complete auction=yes", _options)
_LEFT: Final = _Argument("Who left or was ejected: names as in the list", lambda _, cells: ranges.read_names(cells, {"left"}), 2)
_LIST: Final = _Argument(
    "A line a seat: " + ", ".join(GAME_COLUMNS) + "; if asked: " + ", ".join(OPTIONAL_COLUMNS), ranges.lines_of, 2
)
_ARGUMENTS: Final[Mapping[str, Mapping[str, _Argument]]] = {
    "BANG_PAYOUT": {
        "players": _Argument("Players at the table", lambda rulebook, cell: ranges.read_count(cell, rulebook.sizes)),
        "role": _Argument("Sheriff, Deputy, Outlaw or Renegade", ranges.READERS["role"]),
        "outcome": _Argument("Who has won: Law, Outlaws or Renegade", ranges.READERS["outcome"]),
        "status": _Argument("At the end: alive, eliminated or final duel", ranges.READERS["status"]),
        "scoring": _Argument("Record: official, simplified or complete; blank: the regulation's first", _scoring),
        "eliminated": _Argument("How many of the table were eliminated, where that counts", _if_given(ranges.read_whole)),
        "living_outlaws": _Argument("How many Outlaws are alive at the end, where that counts", _if_given(ranges.read_whole)),
    },
    "BANG_SCORE": {
        "winnings": _Argument(
            "Dollars of each game, winnings less bids; or one sum", lambda _, cells: ranges.read_each(cells, ranges.read_whole), 2
        ),
        "played": _Argument(
            "Games played, if a cell of the winnings is blank, or if they are one sum", _if_given(ranges.read_whole)
        ),
        "tables": _Argument("italy-2007, germany: how many began at each table, the player's own first", _tables, 2),
        "options": _OPTIONS,
    },
    "BANG_STANDINGS": {"seats": _LIST, "options": _OPTIONS, "left": _LEFT},
    "BANG_TIEBREAK": {
        "seats": _LIST,
        "player": _Argument("The player, as in the list of games", lambda _, cell: ranges.read_text(cell, is_asked=True)),
        "criterion": _Argument("A tie-break of the regulation: buchholz, wins_sheriff, ...; blank: the first", _criterion),
        "options": _OPTIONS,
        "left": _LEFT,
    },
    "BANG_SEATING": {
        "rng_seed": _Argument("Any text: the same seed gives the same tables", lambda _, cell: _seed(cell)),
        "round_number": _Argument("The round to draw, from 1", ranges.READERS["round"]),
        "players": _Argument(
            "Names or ids of the players, in the order of the entry list",
            lambda _, cells: (ranges.read_names(cells), {ranges.cell_text(cell): cell for cell in ranges.cells_of(cells)}),
            2,
        ),
        "sheriffs": _Argument("From round 2 on, the Sheriffs of all earlier rounds; 0 for who has left", _earlier_sheriffs, 2),
        "composition": _Argument(
            "Round 1: the tables, where the regulation leaves a choice: 6,6,5",
            lambda _, cells: ",".join(filter(None, map(ranges.read_text, ranges.cells_of(cells)))),
        ),
    },
}
"""What each function is asked after the regulation."""


def _function(function: Callable[..., Given]) -> Callable[..., Given]:
    """Give a function of a regulation to Excel: it reads its arguments, then answers, or says why it does not.

    Ranges come as lists of lists. Errors in cells come as texts, ``#N/A``: as empty cells they would be left out of a sum.
    """
    arguments, asked = _ARGUMENTS[function.__name__], signature(function)

    @wraps(function)
    def answer(rulebook: str, *values: Given, **named: Given) -> Given:
        given, loaded = asked.bind_partial(rulebook, *values, **named).arguments, None  # TypeError, as of any function
        try:
            with within("rulebook"):
                file = Path(name := ranges.read_text(rulebook, is_asked=True))
                loaded = _load_rulebook(name, file.stat().st_mtime_ns if file.is_file() else 0)
            return function(loaded, **{name: _argument(loaded, name, given, arguments) for name in arguments})
        except RulebookError as error:
            return _MARK + "rulebook: " + explain_rulebook(error, _language(guessed_language()))
        except Wrong as wrong:
            if isinstance(wrong.why, Finding) and isinstance(wrong.why.values.get("value"), Role | Outcome | Status):
                wrong.why = replace(wrong.why, values={**wrong.why.values, "value": ranges.cell_text(given[wrong.column])})
            language = _language(loaded.language if loaded else guessed_language())
            return _MARK + wrong.in_language(language, loaded.badges if loaded else {})

    told = f"The regulation: {', '.join(rulebook_ids())}, or the path of your own .toml file"
    xw.arg("rulebook", err_to_str=True, doc=told)(answer)
    for name, argument in arguments.items():
        xw.arg(name, err_to_str=True, doc=argument.told, ndim=argument.ndim)(answer)
    return xw.func(category="BANG!")(answer)


def _argument(rulebook: Rulebook, name: str, given: Mapping[str, Given], arguments: Mapping[str, _Argument]) -> Any:  # noqa: ANN401 -- of its kind
    """What an argument says; an option in the place of another argument is named, and a player in that of the options."""
    value = given.get(name)
    key, equals, rest = ("", "", "") if isinstance(value, list | tuple) else ranges.cell_text(value).partition("=")
    with within(name):
        if equals and key.strip().lower() in rulebook.options and name != "options":
            if (key := key.strip().lower()) in arguments:
                raise Wrong("value_alone", option=key, value=rest.strip())
            if "options" in arguments:
                raise Wrong("is_option", text=ranges.cell_text(value))
        if name == "options" and "left" in arguments and value:
            listed = {*map(fold, map(ranges.cell_text, ranges.cells_of(given.get("seats"))))} - {""}
            if text := next((text for text in map(ranges.cell_text, ranges.cells_of(value)) if fold(text) in listed), ""):
                raise Wrong("is_who_left", text=text)
        return arguments[name].read(rulebook, value)


@_function
def BANG_PAYOUT(  # noqa: N802 -- as it is called in Excel
    rulebook: Given, players: Given, role: Given, outcome: Given, status: Given,
    scoring: Given = None, eliminated: Given = None, living_outlaws: Given = None,
) -> Given:  # fmt: skip
    """The winnings of a seat in dollars, by the regulation's table; without what is paid for single deeds."""
    given = {"eliminated": eliminated, "living_outlaws": living_outlaws}
    asked = {"role": role, "outcome": outcome, "status": status} | {name: it for name, it in given.items() if it is not None}
    cases = reachable_ends(rulebook.roles[players], rulebook.among_last)
    for name, wanted in asked.items():
        known = sorted({getattr(case, name) for case in cases})
        if wanted not in known:
            choice = ", ".join(map(str, known)) if name in given else tuple(known)
            raise Wrong(Finding("unknown_option", At(""), {"value": wanted, "known": choice}), name)
        cases = frozenset(case for case in cases if getattr(case, name) == wanted)
    ends = {(End(players, case.outcome, case.eliminated, case.living_outlaws), case.role, case.status) for case in cases}
    amounts = {payout(rulebook, scoring, *end) for end in ends}
    if len(amounts) > 1:
        raise Wrong("depends", names="eliminated, living_outlaws")
    return amounts.pop()


@_function
def BANG_SCORE(  # noqa: N802 -- as it is called in Excel
    rulebook: Given, winnings: Given, played: Given = None, tables: Given = None, options: Given = None
) -> Given:
    """The score that ranks a player: the money, divided, multiplied and rounded as the regulation says."""
    nets, most = [net for net in winnings if net is not None], ranges.most_games(rulebook, [*tables, max(rulebook.roles)][0])
    if played is None:
        if None in winnings:
            raise Wrong("blank_winnings", "winnings", number=winnings.index(None) + 1)
        if rulebook.score.per_game and len(nets) == 1:
            raise Wrong("played_of_sum", "played")
        if sum(map(bool, nets[:-1])) > 1 and nets[-1] == sum(nets[:-1]):
            raise Wrong("sum_of_others", "winnings", number=len(nets))
    if len(nets) > most:
        raise Wrong("too_many_winnings", "winnings", given=len(nets), most=most)
    if played is not None and not len(nets) <= played <= most:
        raise Wrong("from_to" if 0 <= played < 100 else "one_range", "played", text=played, least=len(nets), most=most)
    begun = {table: tuple(f"{table}|{seat}" for seat in range(size)) for table, size in enumerate(tables, 1)}
    state = State(Tournament(rulebook.id, options=options, players=(Player("1|0"),), start_tables=begun), rulebook)
    _check_winnings(state, winnings, played or (most if len(nets) == 1 else len(nets)))
    nets += [0] * ((played or 0) - len(nets))
    lines = [LedgerLine(Game(number, 1, ()), Seat(1, "1|0"), True, 0, 0, net) for number, net in enumerate(nets, 1)]  # noqa: FBT003 -- settled
    return _number(scores(state.with_fact(ledger, tuple(lines)))["1|0"])


def _check_winnings(state: State, winnings: list[int | None], games: int) -> None:
    """Refuse what no game pays, and losses of more than anybody has; one cell may be the sum of so many games. Wrong.

    Nobody bids or keeps cards for more than he has; where he may have debts, for the least bid beyond it.
    """
    rulebook, paid, auction, start = state.rulebook, tariff(state), auction_in(state), start_money(state)
    own = len(state.tournament.start_tables.get(1, ())) or ranges.MOST_OF_ANY  # a table may lose players
    table = [(key.split("|"), amount) for key, amount in payout_table(rulebook).items()]
    ends = [(case, amount) for (code, size, *case), amount in table if code == paid.scoring.code and int(size) <= own]
    amounts = [amount + paid.scoring.killed_sheriff for (who, *_, role, at), amount in ends if (who, role, at) == _KILLER]
    amounts += [amount for _case, amount in ends]
    deeds = [(paid.reward, max(roles[Role.OUTLAW] for roles in rulebook.roles.values()))]
    deeds += [(badge.points, badge.most) for badge in rulebook.badges.values()]
    step = gcd(*amounts, *(each for each, _times in deeds), paid.card, start, auction.step if auction else 0)
    debt = auction.minimum if auction and auction.debt else 0
    floor = games * (min(0, *amounts) + sum(min(0, each * times) for each, times in deeds) - debt) - start
    cells = [(net, number) for number, net in enumerate(winnings, 1) if net is not None]
    exact = {amount + paid.reward * number for amount in amounts for number in range(deeds[0][1] + 1)}
    is_exact = not (paid.bids or paid.card or rulebook.badges) and (len(cells) > 1 or games == 1)
    most = (max(amounts) + sum(max(0, each * times) for each, times in deeds)) * (games if len(cells) == 1 else 1)
    for net, number in sorted(cells):  # if the whole is too low, the lowest is wrong
        least = min(0, floor - sum(net for net, _number in cells) + net)
        with within("winnings", number if len(winnings) > 1 else 0):
            if not least <= net <= most:
                raise Wrong("from_to", text=net, least=least, most=most)
            if net % step:
                raise Wrong("not_a_step", text=net, step=step)
            if is_exact and net not in exact:
                near = sorted(exact, key=lambda one: abs(one - net))[:2]
                raise Wrong("not_paid", text=net, near=", ".join(map(str, sorted(near))))


@_function
def BANG_STANDINGS(  # noqa: N802 -- as it is called in Excel
    rulebook: Given, seats: Given, options: Given = None, left: Given = None
) -> Given:
    """The standings after these games, under a line of heads: rank, place (equals as they come), player, score, tie-breaks.

    The last line says what is not counted: games without an outcome, columns; and who was Sheriff twice, where nobody may be.
    """
    found = ranges.read_games(rulebook, seats, options, left)
    state, lines = found.state, reversed([*found.cells.values()])
    typed = {fold(ranges.cell_text(line["player"])): line["player"] for line in lines}  # ids as numbers: other formulas find them
    codes = [code for code in rulebook.criteria if code != "games"]
    rows = [([it.rank, it.place, typed[fold(it.player)], _number(it.score), it.games], it.criteria) for it in standings(state)]
    ranked = [[*row, *(_number(criteria[code]) for code in codes)] for row, criteria in rows]
    games, counted = len(state.tournament.games), len({line.game for line in ledger(state) if line.settled})
    notes = [Wrong(one) for one in draws.sheriff_twice(state)]
    notes += [Wrong("counted", counted=counted, games=games)] if counted < games else []
    absent = [Wrong("absent", round=number, names=", ".join(names)) for number, names in ranges.absences(state) if names]
    notes += [*absent, Wrong("still_ranked")] if absent else []
    notes += [Wrong("unused", columns=found.unused, heads=found.heads)] if found.unused else []
    told = " ".join(note.in_language(_language(rulebook.language), rulebook.badges) for note in notes)
    heads = ["rank", "place", "player", "score", "games", *codes]
    return [heads, *ranked, *([[told, *[None] * (len(heads) - 1)]] if told else [])]


@_function
def BANG_TIEBREAK(  # noqa: N802 -- as it is called in Excel
    rulebook: Given, seats: Given, player: Given, criterion: Given = None, options: Given = None, left: Given = None
) -> Given:
    """What a player has in one tie-break of the regulation after these games."""
    state, lines, *_others = ranges.read_games(rulebook, seats, options, left)
    if waiting := [line.game for line in ledger(state) if not line.settled]:
        raise Wrong("open_game", "", min(lines[game.round, game.table, seat.number] for game in waiting for seat in game.seats))
    before: set[str] = set()
    for number, names in ranges.absences(state):  # fewer than a table may have left
        if len({*names} - before) >= min(rulebook.roles):
            raise Wrong("not_final", "seats", round=number, names=", ".join(names))
        before.update(names)
    for row in standings(state):
        if fold(row.player) == fold(player):
            return _number(row.criteria[criterion])
    raise Wrong("no_player", "player", player=player)


@_function
def BANG_SEATING(  # noqa: N802 -- as it is called in Excel
    rulebook: Given, rng_seed: Given, round_number: Given, players: Given, sheriffs: Given = None, composition: Given = None
) -> Given:
    """The tables of a round by lot, a line a seat: table, seat, player. Seat 1 is the Sheriff's where the regulation says so."""
    players, typed = players
    most = max((rounds for _first, last, rounds in rulebook.rounds if last >= len(players)), default=ranges.MOST_OF_ANY)
    with within("round_number"):
        ranges.read_count(round_number, range(1, most + 1))
        if rulebook.fixed_tables and round_number > 1:
            raise Wrong("drawn_once")
    spelt = {fold(player): player for player in reversed(players)}
    if twice := next((player for player, times in Counter(map(fold, players)).items() if times > 1), ""):
        raise Wrong("listed_twice", "players", player=spelt[twice])
    if composition and round_number > 1:
        raise Wrong("composition_later", "composition")
    with within("composition" if composition else "players"):
        if not (sizes := table_sizes(rulebook, len(players), first_round=round_number == 1, composition=composition)):
            raise ranges.no_tables(rulebook, len(players), composition, first_round=round_number == 1)
    with within("sheriffs"):
        been = _been_sheriff(rulebook, [spelt.get(fold(name), name) for name in sheriffs], players, round_number, len(sizes))
    tables = tables_by_lot(players, sizes, been, rng_seed, round_number)
    seats = [[table, seat, typed[player]] for table, seated in enumerate(tables, 1) for seat, player in enumerate(seated, 1)]
    again = [Finding("sheriff_twice", At(""), {"player": name}) for name, times in been.items() if times > 1]
    told = " ".join(sentence(one, _language(rulebook.language), {}) for one in again if rulebook.sheriff is SheriffRule.SEAT_1)
    return seats + ([[told, None, None]] if told else [])


def _been_sheriff(rulebook: Rulebook, sheriffs: list[str], players: list[str], number: int, tables: int) -> Counter[str]:
    """How often the players were Sheriff: once at each table of each earlier round. Since then at most a quarter have left."""
    been = Counter(name for name in sheriffs if name != "0")
    if number == 1 and been:
        raise Wrong("no_sheriff_yet")
    if unknown := next((name for name in been if name not in players), ""):
        raise Wrong("no_such_sheriff", player=unknown)
    if number == 1 or rulebook.sheriff is not SheriffRule.SEAT_1:
        return been
    if not sheriffs:
        raise Wrong("say_sheriffs")
    if again := next((name for name, times in been.items() if times >= number), ""):
        raise Wrong("sheriff_often", player=again)
    least = (number - 1) * tables
    most = (number - 1) * max(len(table_sizes(rulebook, count)) for count in range(len(players), len(players) * 5 // 4 + 1))
    known = str(least) if most <= least else f"{least}–{most}"
    if been and not (rulebook.seatings or rulebook.cuts or least <= len(sheriffs) <= max(least, most)):
        raise Wrong("sheriff_count", round=number, known=known, given=len(sheriffs))
    return been


def _language(otherwise: str) -> str:
    """The language of answers: BANGXL_LANGUAGE, else Excel's own, else this one."""
    asked = os.environ.get(ASKED_LANGUAGE, "")[:2].lower() or _language_of_excel()
    return known_language(asked if asked in LANGUAGES else otherwise)


@cache
def _language_of_excel() -> str:
    """The language of Excel's menus by its number in Windows; "" where there is no Excel, or we don't speak it."""
    with suppress(Exception):  # whatever COM says: an answer in the regulation's language is better than none
        if (excel := xw.apps.active) is not None:
            return _LANGUAGES.get(int(excel.api.LanguageSettings.LanguageID(_MENU_LANGUAGE)) & 0x3FF, "")
    return ""


@cache
def _load_rulebook(rulebook: str, _changed: int) -> Rulebook:
    """A regulation by its id, its title or its file, which is read again after a change."""
    if rulebook.endswith(".toml"):
        return load(rulebook)
    known = {fold(one): one for one in rulebook_ids()}
    return load(known.get(fold(rulebook)) or {fold(load(one).title): one for one in known.values()}.get(fold(rulebook), rulebook))


def _number(value: Fraction | None) -> Given:
    """A fraction as Excel takes it."""
    return None if value is None else int(value) if value.denominator == 1 else float(value)
