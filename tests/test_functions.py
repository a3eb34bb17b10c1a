"""The worksheet functions: what they answer is what the domain computes; what they cannot answer, they say."""

import importlib
import inspect
import json
import os
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_origin, get_type_hints

import pytest
import xlwings as xw
from PIL import Image
from xlwings.conversion import accessors

from bangxl import functions
from bangxl.commands.demo import simulate_tournament
from bangxl.functions import BANG_PAYOUT, BANG_SCORE, BANG_SEATING, BANG_STANDINGS, BANG_TIEBREAK
from bangxl.interchange.tables import ROWS, types
from bangxl.rulebooks.loader import load
from bangxl.tournament.drawing import tables_by_lot
from bangxl.tournament.ledger import ledger
from bangxl.tournament.model import EventType, Game, Outcome, Role, Status, Tournament
from bangxl.tournament.payouts import depends_on_end, payout_table
from bangxl.tournament.roster import departures
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.standings import scores, standings
from bangxl.tournament.state import State
from bangxl.workbook.fields import GAME_COLUMNS, SEAT_COLUMNS
from bangxl.workbook.surnames import given_names
from bangxl.workbook.words import YesNo, offered, word
from tests.helpers.referee import Habits
from tests.helpers.strategies import random_tournament
from tests.tournament.rules import ALL, CUT, HOUSE, ITALY, LEAGUE, RECORD
from tools.pictures.answers import GAME, PEOPLE, PICTURE, WINNINGS, answers, comment

NAMES = ("BANG_PAYOUT", "BANG_SCORE", "BANG_STANDINGS", "BANG_TIEBREAK", "BANG_SEATING")
OWN = [book for book in ALL if not book.text]
"""The five that come with bangxl."""

rank, seat = partial(BANG_STANDINGS, "italy-2010"), partial(BANG_SEATING, "italy-2010", "x")
"""Those of one regulation."""
Lines = list[list[object]]
Marked = Callable[..., object]


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers are in English, whatever the regulation's language."""
    monkeypatch.setenv("BANGXL_LANGUAGE", "en")


def played(book: Rulebook, seed: int) -> Tournament:
    """A random tournament without events."""
    count = {"record": 5, "record-international": 5, "germany": 21}.get(book.id, 11)
    rng = random.Random(seed)  # noqa: S311 -- a game
    tournament = random_tournament(rng, book, count, 2, half=False, habits=Habits(events=0))
    return replace(tournament, draws=(), lot_order=(), events=(), finals=None, stages=())


def lines(game: Game, language: str) -> Lines:
    """A game as somebody has it on a sheet of his own: numbers are floats in Excel."""
    return [
        [
            float(game.round), float(game.table), float(seat.number), seat.player,
            word(seat.role, language) if seat.role else None,
            seat.status, game.outcome, None if seat.bid is None else float(seat.bid), seat.lives,
            word(YesNo.YES if seat.killed_sheriff else YesNo.NO, language), seat.outlaws_killed, seat.cards_kept,
        ]
        for seat in game.seats
    ]  # fmt: skip


def typed(games: Lines = GAME, **cells: object) -> Lines:
    """A list with other cells: p3="Anna" is the player of line 3 (n round, t table, s seat, r role …)."""
    found = [[*line] for line in games]
    for where, value in cells.items():
        found[int(where[1:]) - 1]["ntsprlob".index(where[0])] = value
    return found


def later(games: Lines, number: int = 2) -> Lines:
    """The game of a list once more, in another round."""
    return [[number, *line[1:]] for line in games[1:]]


def game(number: int, table: int, players: list[str], sheriff: int = 1) -> Lines:
    """A game of four to seven that the Law has won, with the Sheriff in a seat."""
    others = iter([*["Deputy"] * ((len(players) - 3) // 2), *["Outlaw"] * (3 if len(players) > 5 else 2), "Renegade"])
    roles = ["Sheriff" if seat == sheriff else next(others) for seat in range(1, len(players) + 1)]
    ends = ["alive" if role in {"Sheriff", "Deputy"} else "eliminated" for role in roles]
    seats = enumerate(zip(players, roles, ends, strict=True), 1)
    return [[number, table, seat, player, role, end, "Law", 100] for seat, (player, role, end) in seats]


def free(*games: Lines) -> Lines:
    """A list of games in which the last character costs nothing."""
    return [GAME[0], *([*line[:7], 0] for lines in games for line in lines if line is not GAME[0])]


A, B = [f"A{seat}" for seat in range(1, 7)], [f"B{seat}" for seat in range(1, 6)]
ONE = [GAME[0], *game(1, 1, A), *game(1, 2, B)]
TEN = [[name] for name in ("Anna", "Bruno", "Carla", "Dino", "Elsa", "Fabio", "Gino", "Hugo", "Ida", "Luca")]
OPEN = [[*line[:4], None, None, None, None] for line in later(GAME)]
KILLED: Lines = [[*line[:7], "killed_sheriff" if line is GAME[0] else None] for line in GAME]
"""A game without bids."""

rank_2007, score_2007 = partial(BANG_STANDINGS, "italy-2007"), partial(BANG_SCORE, "italy-2007")
payout, score, tie_break = partial(BANG_PAYOUT, "record"), partial(BANG_SCORE, "italy-2010"), partial(BANG_TIEBREAK, "italy-2010")


@pytest.mark.parametrize("book", OWN, ids=lambda book: book.id)
def test_payout_is_that_of_the_regulation(book: Rulebook) -> None:
    for key, paid in payout_table(book).items():
        scoring, size, outcome, *counts, role, status = key.split("|")
        given = (float(counts[0]), float(counts[1])) if counts else ()
        answer = BANG_PAYOUT(
            book.id,
            float(size),
            word(Role(role), "de"),
            word(Outcome(outcome), "ru"),
            f" {word(Status(status), 'it').upper()} ",
            scoring if len(book.scorings) > 1 else "",
            *given,
        )
        assert answer == paid, key


def test_payout_needs_the_end_only_where_it_depends_on_it() -> None:
    assert depends_on_end(RECORD)
    assert BANG_PAYOUT("record", 5, "sheriff", "law", "alive") == BANG_PAYOUT("record", 5, "sheriff", "law", "alive", "official")
    ends = {BANG_PAYOUT("record", 5, "outlaw", "outlaws", "alive", "complete", 2, living) for living in (1, 2)}
    assert ends == {2000, 4000}


def test_a_house_rulebook_is_asked_by_its_file() -> None:
    file = str(Path(__file__).parent / "data" / "house.toml")
    for key, paid in payout_table(HOUSE).items():
        scoring, size, outcome, out, living, role, status = key.split("|")
        chosen = scoring if "scoring" in HOUSE.options else None
        assert BANG_PAYOUT(file, int(size), role, outcome, status, chosen, int(out), int(living)) == paid


@pytest.mark.parametrize("book", OWN, ids=lambda book: book.id)
def test_score_is_that_of_the_domain(book: Rulebook) -> None:
    tournament = played(book, 4)
    entries = ledger(State(tournament, book))
    tables = list(tournament.start_tables.values())
    for player, score in scores(State(tournament, book)).items():
        nets = [[float(line.net)] for line in entries if line.seat.player == player and line.settled]
        own = next((table for table in tables if player in table), ())
        is_asked = book.score.factor or book.score.once
        begun = [[float(len(table))] for table in (own, *(table for table in tables if table != own)) if table and is_asked]
        options = " ".join(f"{key}={value}" for key, value in tournament.options.items())
        assert BANG_SCORE(book.id, nets, None, begun, options) == pytest.approx(float(score))
        total = [[float(sum(net for [net] in nets))]]
        assert BANG_SCORE(book.id, total, float(len(nets)), begun, options) == pytest.approx(float(score))


@pytest.mark.parametrize(("book", "language"), [*zip(OWN, ("it", "en", "de", "ru", "it", "en"), strict=True)])
def test_standings_are_those_of_the_domain(book: Rulebook, language: str) -> None:
    tournament = played(book, 7)
    games, tables = tournament.games, tournament.start_tables
    common = min((max(game.round for game in tournament.at_table(table)) for table in tables), default=len(games))
    tournament = replace(tournament, games=tuple(game for game in games if game.round <= common))
    options = " ".join(f"{key}={value}" for key, value in tournament.options.items() if value)
    given: Lines = [[*SEAT_COLUMNS], *(line for game in tournament.games for line in lines(game, language)), [None] * 12]
    heads, *answer = BANG_STANDINGS(book.id, given, options)
    if isinstance(answer[-1][0], str):  # the columns that are not used
        answer.pop()
    codes = [code for code in book.criteria if code != "games"]
    assert heads == ["rank", "place", "player", "score", "games", *codes]
    by_player = {row.player: row for row in standings(State(tournament, book))}
    assert {line[2] for line in answer} == set(by_player)
    for rank, _place, player, score, games, *values in answer:
        row = by_player[player]
        assert (rank, games) == (row.rank, row.games)
        assert score == pytest.approx(float(row.score))
        for code, value in zip(codes, values, strict=True):
            right = row.criteria[code]
            assert value is None if right is None else value == pytest.approx(float(right))
            assert BANG_TIEBREAK(book.id, given, player, code, options) == value
    assert [line[1] for line in answer if line[1]] == list(range(1, sum(1 for line in answer if line[1]) + 1))


def test_seating_is_the_lot() -> None:
    people = [f"P{number:03}" for number in range(1, 12)]
    first = BANG_SEATING("italy-2010", "seed", 1.0, [[player] for player in people])
    tables = tables_by_lot(people, (6, 5), {}, "seed", 1)
    assert first == [[t, s, player] for t, seated in enumerate(tables, 1) for s, player in enumerate(seated, 1)]
    been = [player for _table, seat, player in first if seat == 1]
    second = BANG_SEATING("italy-2010", "seed", 2.0, [people], [been, ["", None]])
    assert not {player for _table, seat, player in second if seat == 1} & set(been)


def test_seating_takes_a_composition_and_numbers_as_ids() -> None:
    numbers = [[float(number)] for number in range(1, 18)]
    sizes = [seat for _table, seat, _player in BANG_SEATING("italy-2007", 1.0, 1.0, numbers, None, "6,6,5")]
    assert sizes == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5]
    assert {player for *_, player in BANG_SEATING("italy-2007", 1, 1, numbers)} == {number for [number] in numbers}


@pytest.mark.parametrize(
    "headings",
    [
        ["Round", "Table", "Seat", "Player", "Role", "At the end", "Outcome", "Bid"],
        ["turno", " TAVOLO", "Posto\u00a0", "Giocatore", "Ruolo", "Fine  partita", "Esito", "Ingaggio"],
        ["Runde", "Tisch", "Sitz", "Name", "Rolle", "Am Ende", "Ausgang", "Gebot"],
        ["Тур", "Стол", "№ за столом", "Игрок", "Роль", "В конце", "Исход", "Ставка"],
    ],
)
def test_columns_may_stand_in_any_order_under_their_headings(headings: list[str]) -> None:
    """A table before the round, in Italian, was read as the round before the table."""
    wanted = rank(GAME)
    for order in ([7, 3, 4, 5, 6, 1, 0, 2], [*range(8)], [*reversed(range(8))]):
        mixed = [[line[index] for index in order] for line in [headings, *GAME[1:]]]
        assert rank([[None] * 8, *mixed, [None] * 8]) == wanted
        assert rank([[*line, None] for line in mixed]) == wanted


@pytest.mark.parametrize("error", ["#N/A", "#NV", "#DIV/0!", "#GETTING_DATA", "#ЗНАЧ!"])
def test_an_error_is_named_with_its_argument(error: str) -> None:
    right: dict[str, dict[str, object]] = {
        "BANG_PAYOUT": {"rulebook": "record", "players": 5, "role": "outlaw", "outcome": "outlaws", "status": "alive",
                        "scoring": "complete", "eliminated": 2, "living_outlaws": 1},
        "BANG_SCORE": {"rulebook": "italy-2007", "winnings": [[1000]], "played": 1, "tables": [[5]], "options": ""},
        "BANG_TIEBREAK": {"rulebook": "italy-2010", "seats": GAME, "player": "Anna", "criterion": "buchholz", "options": ""},
        "BANG_SEATING": {"rulebook": "italy-2007", "rng_seed": "x", "round_number": 1, "players": [[n] for n in range(1, 18)],
                         "sheriffs": [[0]], "composition": "6,6,5"},
    }  # fmt: skip
    for name, arguments in right.items():
        assert not str(getattr(functions, name)(**arguments)).startswith("#BANG:")
        for argument, value in arguments.items():
            if value is not GAME:
                wrong = [[error]] if isinstance(value, list) else error
                answer = getattr(functions, name)(**{**arguments, argument: wrong})
                assert answer == f"#BANG: {argument}: A cell holds the error {error}. Correct it first."


def test_a_list_begins_where_its_first_line_has_numbers() -> None:
    """Whether they are numbers or texts; once a round «1» was taken for a heading, and its seat was left out."""
    texts = [[str(cell) if index < 3 else cell for index, cell in enumerate(line)] for line in GAME[1:]]
    assert rank(texts) == rank(GAME[1:]) == rank(GAME)


@pytest.mark.parametrize("draw", ["by lot", '"by lot"', " 'a sorte' ", "lot"])
def test_an_option_of_several_words_is_taken(draw: str) -> None:
    """As the drop-downs and the messages of bangxl offer it."""
    assert rank(GAME, f"duel=short draw={draw}") == rank(GAME)


def test_games_without_an_outcome_are_said() -> None:
    seated = [[2, *line[1:4], None, None, None, None] for line in GAME[1:]]
    assert len(rank(GAME)) == 6
    *ranked, last = rank([*GAME, *seated])
    assert ranked == rank(GAME)
    assert last[0] == "Games counted: 1 of 2. The others have no outcome yet."


PAGE = (Path(__file__).parents[1] / "docs/functions.md").read_text(encoding="utf-8")
FIXED: Lines = [
    ["round", "table", "seat", "player", "role", "status", "outcome", "killed_sheriff"],
    [1, 1, 1, "Anna", "Sheriff", "alive", "Law", None],
    [1, 1, 2, "Bruno", "Outlaw", "eliminated", None, None],
    [1, 1, 3, "Carla", "Renegade", "eliminated", None, None],
    [1, 1, 4, "Dino", "Outlaw", "eliminated", None, None],
    [2, 1, 1, "Anna", "Renegade", "eliminated", "Outlaws", None],
    [2, 1, 2, "Bruno", "Sheriff", "eliminated", None, None],
    [2, 1, 3, "Carla", "Outlaw", "alive", None, None],
    [2, 1, 4, "Dino", "Outlaw", "eliminated", None, None],
]
GERMAN: Lines = [
    ["round", "table", "seat", "player", "role", "status", "outcome", "lives", "killed_sheriff"],
    [1, 1, 1, "Anna", "Sheriff", "alive", "Law", 3, None],
    [1, 1, 2, "Bruno", "Outlaw", "eliminated", None, None, None],
    [1, 1, 3, "Carla", "Renegade", "eliminated", None, None, None],
    [1, 1, 4, "Dino", "Deputy", "alive", None, 2, None],
    [1, 1, 5, "Elsa", "Outlaw", "eliminated", None, None, None],
    [2, 1, 1, "Anna", "Outlaw", "alive", "Outlaws", 1, None],
    [2, 1, 2, "Bruno", "Sheriff", "eliminated", None, None, None],
    [2, 1, 3, "Carla", "Deputy", "eliminated", None, None, None],
    [2, 1, 4, "Dino", "Renegade", "eliminated", None, None, None],
    [2, 1, 5, "Elsa", "Outlaw", "eliminated", None, None, None],
]
RANGES: dict[str, object] = {"A1:H6": GAME, "A11:H19": FIXED, "A21:I31": GERMAN, "K2:K4": WINNINGS, "M2:M11": PEOPLE, "": None}


def test_the_page_tells_the_truth() -> None:
    """Each formula is called with the cells of the page, and gives the number or the block that stands after it."""
    blocks = [[line.split() for line in block.splitlines()] for block in re.findall(r"(?s)```text\n(.*?)```", PAGE)]
    assert blocks[::2] == [shown(GAME), shown(FIXED), shown(GERMAN)]
    told = re.findall(r"`=(BANG_\w+)\((.*?)\)`(?:: (\d+))?", PAGE)
    called: dict[tuple[str, str], Any] = {}
    for name, asked, number in told:
        given = [json.loads(cell) if cell[:1] in {'"', "1", "5"} else RANGES[cell] for cell in asked.split(", ")]
        called[name, asked] = getattr(functions, name)(*given)
        assert not number or called[name, asked] == int(number)
    assert blocks[1::2] == [shown(answer) for (name, _asked), answer in called.items() if name == "BANG_STANDINGS"]
    assert [answer[0] for (name, _asked), answer in called.items() if name == "BANG_SEATING"] == [[1, 1, "P003"]]
    assert {name for name, _asked, number in told if number} == {"BANG_PAYOUT", "BANG_SCORE", "BANG_TIEBREAK"}
    drawn = {formula for formula, answer in answers().values() if not str(answer).startswith("#BANG:")}
    assert drawn <= {f"={name}({asked})" for name, asked in called}


def test_the_page_reckons_germany_once() -> None:
    """It had the 150 added to winnings that hold them: the winnings that it shows, scored as it says, are its standings."""
    won = [int(re.findall(rf'`=BANG_PAYOUT\("germany", 5, {one}\)`:\s+(\d+)', PAGE)[0]) for one in
           ('"Sheriff", "Law", "alive"', '"Outlaw", "Outlaws", "alive"')]  # fmt: skip
    assert ["1", "1", "Anna", str(BANG_SCORE("germany", [won], None, 5))] in [line.split()[:4] for line in PAGE.splitlines()]
    assert "150 for who is alive included" in PAGE


@pytest.mark.parametrize("book", OWN, ids=lambda book: book.id)
def test_the_page_knows_each_regulation(book: Rulebook) -> None:
    """It promised a criterion that *record-international* does not have."""
    columns, criteria, score = re.findall(rf"(?m)^\|{book.id}\|(.*)\|(.*)\|(.*)\|$", PAGE)[0]
    assert re.findall(r"`(\w+)`", criteria) == [*book.criteria]
    always = ["bid"] if book.auction and not book.auction.optional else []
    always += [
        name for name in SEAT_COLUMNS[len(GAME_COLUMNS) :] if book.asks(name) and name not in {"outlaws_killed", "cards_kept"}
    ]
    assert columns.startswith("as record") or re.findall(r"`(\w+)`", columns.partition(";")[0]) == always
    assert not book.auction or score == "as record" or str(book.auction.start) in score or book.score.less_start


def test_the_page_has_the_words_of_each_language() -> None:
    """Those of the sheets, and a list of them is ranked as one in English."""
    table = PAGE[PAGE.index("|English|") :].partition("\n\n")[0].splitlines()[2:]
    rows = [[cell.split(", ") for cell in row.strip("|").split("|")] for row in table]
    for kind, columns in zip((Role, Status, Outcome), rows, strict=True):
        assert columns == [[word(code, language) for code in offered(kind)] for language in ("en", "it", "de", "ru")]
    for language in range(4):
        told = [dict(zip(row[0], row[language], strict=True)) for row in rows]
        mine = [
            [*line[:4], *(words[cell] if cell else cell for words, cell in zip(told, line[4:7], strict=True)), line[7]]
            for line in GAME[1:]
        ]
        assert rank(mine) == rank(GAME)


def shown(block: Lines) -> list[list[str]]:
    """A block as the page shows it."""
    return [[str(cell) for cell in line if cell is not None] for line in block]


@pytest.mark.parametrize("name", NAMES)
def test_the_page_names_the_arguments_as_excel_does(name: str) -> None:
    """They had three names each: on the page, in Excel's function wizard and in the answers."""
    asked = inspect.signature(getattr(functions, name)).parameters.values()
    musts = ", ".join(one.name for one in asked if one.default is one.empty)
    others = ", ".join(one.name for one in asked if one.default is not one.empty)
    assert f"\n\n`{name}({musts}, [{others}])`\n\n- `={name}(" in PAGE


def test_the_picture_shows_todays_answers() -> None:
    with Image.open(PICTURE) as picture:
        assert picture.info["Comment"] == comment(), "make pictures"


def test_criteria_and_names_are_found_in_any_case() -> None:
    assert BANG_TIEBREAK("italy-2010", GAME, "ANNA", "Buchholz") == BANG_TIEBREAK("italy-2010", GAME, "Anna", "buchholz")
    people = [["Anna"], ["Bruno"], ["Carla"], ["Dino"]]
    assert seat(2, people, [["ANNA"]]) == seat(2, people, [["Anna"]])


@pytest.mark.parametrize(("asked", "menus", "said"), [("de", 1040, "Zeile 3"), ("", 3079, "Zeile 3"), ("", 1036, "Riga 3")])
def test_answers_are_in_the_language_asked_for_else_excels_else_the_regulations(
    asked: str, menus: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows' numbers: 1040 Italian, 3079 German of Austria, 1036 French, which we don't speak."""
    monkeypatch.setenv("BANGXL_LANGUAGE", asked)
    settings = SimpleNamespace(LanguageID=lambda which: menus if which == 2 else 0)
    active = SimpleNamespace(api=SimpleNamespace(LanguageSettings=settings))
    monkeypatch.setattr(xw, "apps", SimpleNamespace(active=active))
    functions._language_of_excel.cache_clear()
    assert said in rank(typed(r3="Cowboy"))
    functions._language_of_excel.cache_clear()


def test_whole_columns_are_a_list_with_blanks_below() -> None:
    """`A:H` has a million lines: their width was computed again for each, and Excel stood still."""
    blanks: Lines = [[None] * 8 for _line in range(100_000)]
    assert rank([*GAME, *blanks]) == rank(GAME)
    assert "There is no game in these cells" in str(BANG_STANDINGS("record", blanks))


@pytest.mark.parametrize(
    "heading", ["Player", "NAME", "players", "Giocatore", "Iscritti", "Cognome", "Teilnehmer", "Игрок", "Имя", "ID", "Nr."]
)
def test_a_heading_above_the_names_is_not_seated(heading: str) -> None:
    assert seat(1, [[None], [heading], *TEN]) == seat(1, TEN)
    been = seat(2, TEN, [["Anna"], ["Hugo"]])
    assert len(been) == 10
    assert seat(2, TEN, [[heading], ["Anna"], ["Hugo"]]) == been


def test_a_column_that_counts_for_nothing_is_said_and_not_asked_for() -> None:
    marked: Lines = [
        [*line, *(("killed_sheriff", "outlaws_killed") if index == 0 else (None, 9))] for index, line in enumerate(GAME)
    ]
    *ranked, last = BANG_STANDINGS("record", marked)
    assert last == ["Not used: bid, outlaws_killed.", None, None, None, None]
    assert BANG_STANDINGS("record", [[*line[:7], line[8]] for line in marked]) == ranked
    assert BANG_STANDINGS("record", [[*line[:7], line[8], None] for line in marked]) == [*ranked]


def test_who_is_sheriff_twice_is_said() -> None:
    again = [[2, *line[1:]] for line in GAME[1:]]
    assert rank([*GAME, *again])[-1][0] == "Anna is Sheriff a second time."
    note = rank([*GAME, *again, *[[3, *line[1:4], *[None] * 4] for line in GAME[1:]]])[-1][0]
    assert note == "Anna is Sheriff a second time. Games counted: 2 of 3. The others have no outcome yet."


@pytest.mark.parametrize(
    ("language", "known"),
    [
        ("it", "Posto, Giocatore, Ruolo, Fine partita, Esito, Ingaggio, Sceriffo ucciso, Fuoril. uccisi, Carte conserv."),
        ("de", "Runde, Tisch, Sitz, Spieler, Rolle, Am Ende, Ausgang, Gebot, "),
        ("ru", "Тур, Стол, № за столом, Игрок, Роль, В конце, Исход, Ставка, "),
    ],
)
def test_headings_are_offered_in_the_language_of_the_answer(language: str, known: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And those that are offered are taken, two words with a blank too."""
    monkeypatch.setenv("BANGXL_LANGUAGE", language)
    options = "auction=yes cash_rewards=yes experience=yes"
    marked: Lines = [[*line[:7], line[7] or 100, 0, 0, 0] for line in GAME[1:]]
    answer = BANG_STANDINGS("record", [[*GAME[0], "remarks"], *marked], options)
    assert known in answer
    offered = answer.partition(": ")[2].rpartition(": ")[2][:-1].split(", ")
    assert len(offered) == 11
    english = [*GAME[0], "Killed sheriff", "Outlaws killed", "Cards\nkept"]
    assert BANG_STANDINGS("record", [offered, *marked], options) == BANG_STANDINGS("record", [english, *marked], options)
    assert len(BANG_STANDINGS("record", [offered, *marked], options)) == 6
    assert ", role: " in rank(typed(r3="Cowboy"))  # as it is headed
    cowboy = rank(typed(r3="Cowboy")[1:])
    assert cowboy.startswith(("#BANG: Riga 2, Ruolo", "#BANG: Zeile 2, Rolle", "#BANG: Строка 2, Роль"))


@pytest.mark.parametrize("name", NAMES)
def test_excel_can_convert_every_argument(name: str) -> None:
    """xlwings looks up how to convert by the outermost type of a hint."""
    hints = get_type_hints(getattr(functions, name))
    assert {name: hint for name, hint in hints.items() if (get_origin(hint) or hint) not in accessors} == {}


@pytest.fixture
def documented(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, dict[str, str]]]:
    """The help for each argument of each function, as xlwings' decorators get it on Windows."""
    found: dict[str, dict[str, str]] = {}

    def arg(name: str, *, doc: str, err_to_str: bool, ndim: int | None = None) -> Callable[[Marked], Marked]:
        def mark(function: Marked) -> Marked:
            found.setdefault(function.__name__, {})[name] = doc if ndim in {None, 2} and err_to_str else ""
            return function

        return mark

    with monkeypatch.context() as patch:
        patch.setattr(xw, "arg", arg)
        importlib.reload(functions)
    yield found
    importlib.reload(functions)


def test_every_argument_has_its_help(documented: dict[str, dict[str, str]]) -> None:
    assert set(documented) == set(NAMES)
    for name in NAMES:
        function = getattr(functions, name)
        assert set(documented[name]) == set(inspect.signature(function).parameters)
        assert all(0 < len(text) < 256 for text in (*documented[name].values(), function.__doc__ or ""))


def test_a_table_or_players_of_a_later_round_that_are_missing_are_told() -> None:
    """A range one table short ranked people with one game beside people with two, without a word."""
    one, two = played(ITALY, 1), lines
    games = [game for game in one.games if game.round <= 2]
    whole = [line[:8] for game in games for line in two(game, "en")]
    heads = [*GAME_COLUMNS]
    last = rank([heads, *(line for line in whole if line[:2] != [2.0, 2.0])])[-1][0]
    gone = [str(line[3]) for line in whole if line[:2] == [2.0, 2.0]]
    assert str(last).startswith("Not in round 2: ")
    assert {name.strip(" .") for name in str(last).partition(": ")[2].partition(" Who")[0].split(",")} >= {*gone}
    answer = rank([heads, *(line for line in whole if line[:2] != [2.0, 1.0])])
    assert answer == "#BANG: Line 13, table: Round 2: table 1 is missing. Add its lines, or correct the numbers of the tables."


def test_without_headings_the_columns_are_those_that_the_message_names() -> None:
    """Germany asks no bid: who left its column out was told that lives were missing, whatever he typed."""
    line = [1.0, 1.0, 1.0, "Anna", "Sheriff", "alive", "Law"]
    told = BANG_STANDINGS("germany", [line])
    assert "outcome, lives, killed_sheriff" in str(told)
    assert "There are fewer columns than these" in str(told)
    assert "lives" not in str(BANG_STANDINGS("germany", [[*line, 3.0, None]])).partition("Each line")[0]
    assert "There are more columns than these: round" in str(BANG_STANDINGS("germany", [[*line, 3.0, None, 100.0]]))


def test_who_killed_the_sheriff_is_asked_where_it_is_paid() -> None:
    """Without the column nobody had, and no Deputy paid for it."""
    ends = ("Sheriff eliminated no", "Deputy alive yes", "Outlaw alive no", "Outlaw alive no", "Renegade eliminated no")
    seats = [[1, 1, at, f"A{at}", *end.split()] for at, end in enumerate(ends, 1)]
    listed: Lines = [[*seat[:6], "Outlaws", seat[6]] for seat in seats]
    assert "fewer columns than these: " in str(BANG_STANDINGS("record", [line[:7] for line in listed]))
    score = {line[2]: line[3] for line in BANG_STANDINGS("record", listed)[1:]}
    assert (score["A2"], score["A1"]) == (-5000, 0)


def test_people_have_seats_whatever_they_are_called() -> None:
    for people in (
        [f"Player {number}" for number in range(1, 11)],
        ["Maria Coppa", "Ada Lista", "Tom Waits", "Nie Wei", "Le Van", "Stan", "Art", "Jo Sum", "Anna (P003)", "O'Neil"],
        [*"ABCDEFGHIJKLMN"],
        [*given_names()][:40],
    ):
        assert {player for *_, player in seat(1, [[name] for name in people])} == {*people}
    ids: Lines = [[float(number)] for number in range(1, 11)]
    assert str(seat(1, [*ids, [55.0]])).startswith("#BANG: players, cell 11: «55» does not")
    assert str(seat(1, [*ids, [True]])).startswith("#BANG: players, cell 11: «TRUE» does not")


def test_headings_again_and_columns_in_brackets_are_passed_over() -> None:
    again = [*free(ONE), *free(game(2, 1, A), game(2, 2, B))]
    plain = [*again[:12], *again[13:]]
    assert len(rank(plain)) == 13
    assert rank(again) == rank(plain)
    wide = [[*line, "(winnings)" if line is plain[0] else 1500] for line in plain]
    assert rank(wide) == rank(plain)


@pytest.mark.parametrize("name", NAMES)
def test_an_argument_that_a_function_does_not_have_is_no_answer(name: str) -> None:
    """Lefts="Elsa" was passed over, and Elsa was ranked."""
    with pytest.raises(TypeError, match="lefts"):
        getattr(functions, name)("italy-2010", GAME, lefts="Elsa")
    with pytest.raises(TypeError, match="too many"):
        getattr(functions, name)("italy-2010", *[None] * 8)


def test_no_answer_speaks_of_the_workbook_and_its_commands() -> None:
    """Lists with a slip in any cell: who has no workbook of bangxl can do nothing with its commands."""
    rng = random.Random(49)  # noqa: S311 -- a game
    whole: Lines = [*ONE[1:], *game(2, 1, A, 2), *game(2, 2, B, 2)]
    words = ["A1", "B2", "Sheriff", "Outlaw", "alive", "eliminated", "final duel", "Renegade", 1, 2, 3, 7, 0, -1, None, "x"]
    for _slip in range(300):
        slip = [[*line] for line in whole]
        line, column = rng.randrange(len(slip)), rng.randrange(8)
        slip[line][column] = rng.choice(words)
        answer = BANG_STANDINGS("italy-2007", [GAME[0], *slip])
        assert not (isinstance(answer, str) and re.search("bangxl|workbook|event|record sheet", answer)), (answer, slip[line])


@pytest.mark.parametrize(("book", "players"), [("italy-2010", 14), ("italy-2007", 12)])
def test_a_list_goes_on_after_somebody_has_left(book: str, players: int) -> None:
    """At a fixed table of 2007 seats keep their numbers: a list with an empty chair was refused."""
    whole, _log = simulate_tournament(load(book), players, "left", "en", finals=False)
    assert [event.type for event in whole.events if event.type is EventType.WITHDRAWAL]
    given: Lines = [[*SEAT_COLUMNS], *(line for one in whole.games for line in lines(one, "en"))]
    right = scores(State(whole, load(book)))
    told = {line[2]: line[3] for line in BANG_STANDINGS(book, given)[1:] if line[2]}
    assert told == {player: pytest.approx(float(score)) for player, score in right.items()}


@pytest.mark.parametrize("book", OWN, ids=lambda book: book.id)
def test_who_has_left_has_no_rank(book: Rulebook) -> None:
    """P011, who had left, was second in Italy 2007, and 13 ranks of 14 were wrong: nobody could say that he had left."""
    left = empty = 0
    for seed in range(12):
        rng = random.Random(f"{book.id} {seed}")  # noqa: S311 -- a game
        count = {"record": 6, "record-international": 6, "germany": 21}.get(book.id, 14)
        whole = random_tournament(rng, book, count, 3, habits=Habits(events=3, by_hand=0))
        state = State(whole, book)
        right = {row.player: (row.rank, row.place) for row in standings(state)}
        seated = {seat.player for game in whole.games for seat in game.seats}
        gone = [player for player, one in departures(state).items() if one.before_publication]
        if any(game.is_ruled or game.outcome is None for game in whole.games) or (not whole.start_tables and {*right} != seated):
            continue  # what a list cannot say: rulings, and who sits out
        given: Lines = [[*SEAT_COLUMNS], *(line for one in whole.games for line in lines(one, "en"))]
        chairs = [(table, seat, player) for table, those in whole.start_tables.items() for seat, player in enumerate(those, 1)]
        given += [[1, *chair, *[None] * 8] for chair in chairs if chair[-1] not in seated]
        empty += sum(player not in seated for *_chair, player in chairs)
        options = " ".join(f"{key}={value}" for key, value in whole.options.items() if value)
        answer = BANG_STANDINGS(book.id, given, options, [[player.lower()] for player in gone])
        assert not isinstance(answer, str), (seed, answer)
        told = {line[2]: (line[0], line[1]) for line in answer[1:] if line[2]}
        assert {player: rank for player, (rank, _place) in told.items()} == {player: rank for player, (rank, _) in right.items()}
        left += len(gone)
    assert left
    assert empty or not book.fixed_tables


def test_a_missing_player_is_ranked_until_he_is_named() -> None:
    given = free(ONE, game(2, 1, A[1:], 1), game(2, 2, [*B[1:], B[0]]))
    still = "Who is missing is still ranked: name who has left in the argument left."
    assert rank(given)[-1][0].endswith(f"Not in round 2: A1. {still}")
    assert rank(given, None, [["Left"], ["a1"]])[-1][:3] == [None, None, "A1"]
    assert BANG_TIEBREAK("italy-2010", given, "A2", None, None, [["A1"]]) == BANG_TIEBREAK("italy-2010", given, "A2")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("book", [*ALL, CUT, LEAGUE], ids=lambda book: book.id)
def test_what_games_paid_is_always_scored(book: Rulebook, seed: int) -> None:
    """Whatever options are in force: with debts, penalties, rewards and badges."""
    rng = random.Random(f"{book.id} {seed}")  # noqa: S311 -- a game
    count = {"record": 6, "record-international": 6, "germany": 21, CUT.id: 16}.get(book.id, 14)
    whole = random_tournament(rng, book, count, 3, half=False, habits=Habits(events=0, by_hand=0))
    options = " ".join(f"{key}={value}" for key, value in whole.options.items() if value and key != "composition")
    nets: dict[str, list[int]] = {}
    for line in ledger(State(whole, book)):
        if line.settled and not line.game.is_ruled:
            nets.setdefault(line.seat.player, []).append(line.net)
    asked = bool(book.score.factor or book.score.once)
    begun = [[len(table)] for table in whole.start_tables.values()] if asked else None
    file = {HOUSE.id: "house.toml", CUT.id: "cut.toml", LEAGUE.id: "league.toml"}.get(book.id)
    own = str(Path(__file__).parent / "data" / file) if file else book.id
    assert nets
    for player, won in nets.items():
        for given in ([won], sum(won)):
            answer = BANG_SCORE(own, given, len(won), begun, options)
            assert not isinstance(answer, str), (seed, player, won, whole.options, answer)


def test_bangxls_own_table_and_boxes_to_tick_are_taken() -> None:
    """*stage*, *name* and *payout* were no columns, «name» was the player a second time, and TRUE was no mark."""
    wanted = rank(GAME)
    heads = ["round", "table", "stage", "seat", "player", "name", *GAME[0][4:6], "character", "bid", "outcome", "won", "payout"]
    own = [[*line[:2], None, *line[2:4], "Rossi", *line[4:6], "Jourdonnais", line[7], line[6], True, 700] for line in GAME[1:]]
    final = [None, 1, 1, 1, "Anna", "Rossi", "Sheriff", "alive", None, None, "Law", True, None]
    assert rank([heads, *own, final]) == wanted
    assert rank([*GAME[:3], [str(head).upper() for head in GAME[0]], *GAME[3:]]) == wanted
    marked = [[*line[:7], None if line[0] == 1 else "killed_sheriff"] for line in GAME]
    for no in (False, "False", "FALSE", 0.0):
        ticked = [[*line[:7], no if line[0] == 1 else line[7]] for line in marked]
        assert BANG_STANDINGS("record", ticked) == BANG_STANDINGS("record", marked)
    true, yes = ([[*line[:7], mark if line[4] == "Renegade" else line[7]] for line in marked] for mark in (True, "yes"))
    assert BANG_STANDINGS("record", true) == BANG_STANDINGS("record", yes) != BANG_STANDINGS("record", marked)


def test_players_come_back_as_they_were_typed() -> None:
    """Ids that are numbers were texts in the answer: VLOOKUP with the number found nothing."""
    ids = [[*line[:3], 100.0 + number if number else line[3], *line[4:]] for number, line in enumerate(GAME)]
    assert [line[2] for line in rank(ids)[1:]] == [101.0, 104.0, 103.0, 102.0, 105.0]
    assert BANG_TIEBREAK("italy-2010", ids, 101.0) == 21500
    assert rank(typed(p2="Anna "))[1][2] == "Anna "
    mixed = [[1.0], ["2"], *[[float(number)] for number in range(3, 11)]]
    assert {line[2] for line in seat(1, mixed)} == {1.0, "2", *map(float, range(3, 11))}


IN_GERMAN = {"Outlaw": "Bandit", "Renegade": "Gesetzloser", "Deputy": "Hilfssheriff", "alive": "am Leben"}
IN_GERMAN |= {"eliminated": "ausgeschaltet", "Law": "Sheriff und Hilfssheriff"}
IN_GERMAN |= dict(zip(GAME[0], ("Runde", "Tisch", "Sitz", "Spieler", "Rolle", "Am Ende", "Ausgang", "Gebot"), strict=True))


def test_words_and_headings_are_quoted_as_they_were_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """«alive» of a German list, «Banditen» of an English one."""
    alive, twice = typed(l3="alive"), typed(r6="Deputy")

    def told(function: Callable[..., Any], language: str, *given: object) -> str:
        monkeypatch.setenv("BANGXL_LANGUAGE", language)
        return str(function("italy-2010", *given))

    german = [[[IN_GERMAN.get(str(cell), cell) for cell in line] for line in games] for games in (alive, twice)]
    assert told(BANG_STANDINGS, "en", german[0]).startswith("#BANG: Line 2, Ausgang: «Sheriff und Hilfssheriff» is not possible")
    assert told(BANG_STANDINGS, "de", alive).startswith("#BANG: Zeile 2, outcome: „Law“ ist nicht möglich: ")
    # two Deputies: only the second line was named, or that of the Outlaw who is missing
    two = "Line 6, Rolle: Hilfssheriff: 2 at this table, here and on line 5; right for 5 players: 1. Correct the roles."
    assert told(BANG_STANDINGS, "en", german[1]) == f"#BANG: {two}"
    two = "Zeile 6, role: Deputy: 2 an diesem Tisch, hier und in Zeile 5; richtig bei 5 Spielern: 1. Korrigiere die Rollen."
    assert told(BANG_STANDINGS, "de", twice) == f"#BANG: {two}"
    unused = [[*line, "x" if number else "Cards kept"] for number, line in enumerate(GAME)]
    assert told(BANG_STANDINGS, "de", unused).endswith("'Nicht verwendet: Cards kept.', None, None, None, None, None]]")
    assert told(BANG_PAYOUT, "en", 5, "Sheriff", "Gesetz", "AUSGESCHALTET").startswith("#BANG: outcome: «Gesetz» ")
    legge = told(BANG_PAYOUT, "en", 5, "Sceriffo", "Legge", "ELIMINATO")
    assert legge.startswith("#BANG: status: «ELIMINATO» is not possible here. Choose from: alive")


@pytest.mark.parametrize("form", ["badge {}", "{}", "BADGE {}"])
def test_badges_stand_under_their_names(form: str) -> None:
    """«There is no column «badge Most damage»»: the seats that export writes were refused."""
    file = str(Path(__file__).parent / "data" / "cut.toml")
    book = load(file)
    whole, _log = simulate_tournament(book, 16, "badges", "en", finals=False)
    state = State(whole, book)
    own = {f"badge {badge.name}": form.format(badge.name) for badge in book.badges.values()}
    heads = [*types("seats", state)]
    given: list[list[Any]] = [[own.get(head, head) for head in heads]]
    given += [[row.get(head) for head in heads] for row in ROWS["seats"](state)]
    answer = BANG_STANDINGS(file, given)
    assert not isinstance(answer, str), answer
    right = {row.player: float(row.score) for row in standings(state)}
    assert {line[2]: line[3] for line in answer[1:] if line[2]} == pytest.approx(right)
    assert sum(cell or 0 for line in given[1:] for cell in line[-2:])
    few = BANG_STANDINGS(file, [line[:-1] for line in given])
    assert few.startswith("#BANG: Line 1: Columns are missing: badge Beers wasted. Each line has: round, ")


MINE = 'base = "italy-2010"\nid = "mine"\ntitle = "Mine"\n'


def test_a_regulation_of_ones_own_is_read_again_after_a_change(tmp_path: Path) -> None:
    """Excel's Python lives for hours: it went on with the regulation of the morning."""
    file = tmp_path / "mine.toml"
    for money in (5000, 7000):
        text = MINE + '[source]\ntitle = "Mine"\nedition = "1"\npublished = ""\n[auction]\nstart = {}\n'
        file.write_text(text.format(money), encoding="utf-8")
        os.utime(file, ns=(money, money))
        assert BANG_SCORE(str(file), [[1500]]) == money + 1500
    file.write_text("id = 3", encoding="utf-8")
    assert str(BANG_SCORE(str(file), 1500)).startswith("#BANG: rulebook: mine.toml")


@pytest.mark.parametrize("title", ["Italia 2010", "ITALIA 2010", "Italy-2010", "ITALY-2010"])
def test_a_regulation_is_found_by_its_title_and_in_any_case(title: str) -> None:
    assert BANG_SCORE(title, [[1500]]) == 6500


def test_a_score_takes_all_that_a_game_pays_and_nothing_else() -> None:
    """Without bids few amounts can be; at a table of 5 none of a table of 6, and a sum of games may be another."""
    taken = {net for net in range(-6000, 6001, 50) if not str(BANG_SCORE("germany", net, 1, 5)).startswith("#BANG:")}
    assert taken == {0, 150, 1500, 1650, 2000, 2150, 2650, 4150, 150 - 1000}


CELLS = {"TRUE": True, "FALSE": False, "2026-01-01": datetime(2026, 1, 1, tzinfo=UTC),
         "2026-01-01 20:30": datetime(2026, 1, 1, 20, 30, tzinfo=UTC)}  # fmt: skip
"""By what is shown; «True» and «2026-01-01 00:00:00» stood in no cell."""
NO_NAMES = ("Nickname", "Entry list", "Players (10)", "Elenco", "Liste der Spieler", "Список участников", "Sum", "Sum 10", "n/a",
            "absent", "Anna (absent)", "Referee: Ugo", "withdrawn", "Players present:", "Total: 10", "--", "2026-11-29",
            "(to be confirmed)", "Walk-in 1", "Walk-in 2", "x", "Noch offen")  # fmt: skip
FOURTEEN = [*TEN, ["Max"], ["Nora"], ["Otto"], ["Pia"]]
GAP = "Add its lines, or correct the numbers of the tables."
IN_PLAYED = "give the number of games in the argument played"
AWAY = "Put it in brackets to leave it out, or choose from:"
KNOWN = ", ".join(GAME_COLUMNS) + "."
OWN_WORDS = ["Giro", "Mesa", "Silla", "Quién", "Papel", "Estado", "Ganan", "Puja"]
NO_NAME = "does not look like a name. Leave this cell out, or write more of the name."
NO_NUMBER = "is not a whole number. Type only digits."
NOBODY = "There is no player on this line. If it is a sum or a remark, leave it out of the range."
NO_TABLES = "The regulation has no tables for this number of players: 3. The nearest that it can seat:"
NO_SEED = "A date, TRUE or a number of more than 15 digits is no seed."
NOUGHT = "Write 0 for anyone who has left."
HOW_MANY, TOGETHER = "The number of games belongs here, from 1 to 5,", "Give all winnings together, as one range."
ORDER = f"Write these, or leave the line out and keep this order: {KNOWN}"
HEAD = f"Leave this column out, or write one of these above it: {KNOWN}"
WITHOUT = f" Without headings the columns are: {KNOWN}"
FEWER, ADD = "Line 1: There are fewer columns than these:", "Add what is missing, or write headings above the columns."
TWICE = "is at this table twice: here and on line {}. Correct the seat, table or round."
SAME = "Is it the same person as {}? Then one of them is misspelt: write both alike."
IDS = ", ".join(sorted(book.id for book in OWN))
OPTIONS = ("draw", "scoring", "auction", "cash_rewards", "experience", "games")
FORM = " Write, with blanks between options: " + " ".join(f"{option}=…" for option in OPTIONS)
THREE = free(*(game(number, table, [f"{table}{seat}" for seat in range(1, 6)]) for number in (1, 2) for table in (1, 2, 3)))
"""Two rounds of three tables; the third was won by the Outlaws in the first."""
for line in THREE[11:16]:
    line[5:7] = ["alive" if line[4] == "Outlaw" else "eliminated", "Outlaws"]


REFUSED: dict[str, list[tuple[Any, ...]]] = {
    "A cell holds an error.": [
        (score, [["#N/A"]], "winnings: A cell holds the error #N/A. Correct it first."),
        *((rank, typed(GAME, **{f"{cell}3": "#N/A"}), f"Line 3, {name}: A cell holds the error #N/A. Correct it first.")
          for cell, name in zip("ntsprlob", GAME_COLUMNS, strict=True)),
        (rank, [["#N/A", *GAME[0][1:]], *GAME[1:]], "Line 1: A cell holds the error #N/A. Correct it first."),
    ],
    "A needed cell is blank.": [
        (BANG_SCORE, "", 1500, "rulebook: This cell is blank. Fill it in."),
        (BANG_SCORE, None, 1500, "rulebook: This cell is blank. Fill it in."),
        (payout, None, "Sheriff", "Law", "alive", "players: This cell is blank. Fill it in."),
        (payout, 5, None, "Law", "alive", "role: This cell is blank. Fill it in."),
        (payout, 5, "outlaw", "outlaws", "alive", "complete",
         "The winnings depend on these arguments too: eliminated, living_outlaws."),
        (rank, typed(t4=None), "Line 4, table: This cell is blank. Fill it in."),
        (rank, typed(b4=None), "Line 4: Something is missing here. Fill in: bid."),
        (rank, typed(p6=" "), f"Line 6: {NOBODY}"),
        (rank, [*ONE, [None, None, None, "", None, None, None, 1100]],
         f"Line 13: {NOBODY}"),
        # it was left out without a word, and a blank first table made the next one the player's own
        (score, [[1500], [None], [2200]], f"winnings: Cell 2 is blank. Type 0 for a game that brought nothing, or {IN_PLAYED}."),
        (score_2007, [[1000]], None, [[None], [6], [5]], "tables: The first cell is blank: the player's own table stands there."),
        # the factor of 1.15 was left out, and 4,025 $ of one sum were of four games
        (score_2007, [[1500]], "tables: Say how many players began at each table, the player's own table first."),
        (BANG_SCORE, "germany", [[1500]], "tables: Say how many players began at each table, the player's own table first."),
        (score_2007, 3500, None, [[5, 6]],
         "played: Give the number of games of this sum in the argument played: the score is a mean."),
        (seat, 2, TEN, "sheriffs: Say who was Sheriff in earlier rounds, or 0 if all of them have left."),
        (seat, 2, TEN, [[None]], "sheriffs: Say who was Sheriff in earlier rounds, or 0 if all of them have left."),
    ],
    "A range stands for one cell.": [
        (score, [[1500, 2], [3, 4]], "winnings: Give one column or one row, with nothing beside it."),
        (seat, 1, [[1.0, "Anna"], [2.0, "Bruno"]], "players: Give one column or one row, with nothing beside it."),
        (payout, 5, [["Sheriff"], ["Outlaw"]], "Law", "alive", "role: Give one cell, not a range."),
        (BANG_STANDINGS, "record", KILLED, [["scoring=complete"], ["auction=yes"]], "options: Give one cell, not a range.")],
    "A word or number cannot be.": [
        (payout, 5, "Cowboy", "Law", "alive",
         "role: «Cowboy» is not possible here. Choose from: Sheriff, Deputy, Outlaw, Renegade."),
        (payout, 4, "Deputy", "Law", "alive", "role: «Deputy» is not possible here. Choose from: Outlaw, Renegade, Sheriff."),
        (payout, 8, "Sheriff", "Law", "alive", "players: A whole number from 4 to 7 belongs here, not «8»."),
        (payout, "five", "sheriff", "law", "alive", f"players: «five» {NO_NUMBER}"),
        (payout, 5, "sheriff", "law", "alive", "lucky",
         "scoring: «lucky» is not possible here. Choose from: official, simplified, complete."),
        (rank, typed(s6=7), "Line 6, seat: A whole number from 1 to 5 belongs here, not «7»."),
        (rank, typed(s6=0), "Line 6, seat: A whole number from 1 to 7 belongs here, not «0»."),
        (rank, GAME[:4], "Line 2: A table of 3 is not possible. Choose from: 5, 6, 7."),
        (rank, typed(THREE, t7=3, s7=6), "Line 8: A table of 4 is not possible. Choose from: 5, 6, 7."),
        (rank, typed(t4=0), "Line 4, table: A whole number from 1 to 25 belongs here, not «0»."),
        (rank, typed(r4="Cowboy"),
         "Line 4, role: «Cowboy» is not possible here. Choose from: Sheriff, Deputy, Outlaw, Renegade."),
        (rank, typed(l3="among the last"),
         "Line 3, status: «among the last» is not possible here. Choose from: alive, eliminated, final duel."),
        (rank, typed(o2="Renegade"),
         "Line 2, outcome: «Renegade» is not possible: the Renegade is not alive. Correct the outcome, a role or who is alive."),
        *((rank, typed(p3=cell), f"Line 3, player: «{shown}» {NO_NAME}") for shown, cell in CELLS.items()),
        *((rank, typed(s3=cell), f"Line 3, seat: «{shown}» {NO_NUMBER}") for shown, cell in CELLS.items()),
        *((rank, typed(p3=name), f"Line 3, player: «{name}» {NO_NAME}") for name in (0, "Totale: 10", "-")),
        # «This cell is blank. Fill it in.»
        *((rank, [*GAME, total], "Line 7: «Total» looks like a total. Leave this line out of the range.")
          for total in (["Total", *[None] * 6, 1000], [*[None] * 3, "Total", *[None] * 3, 1000])),
        (rank, [["one", 1, 1, *GAME[1][3:]], *GAME[2:]], f"Line 1, round: «one» {NO_NUMBER}{WITHOUT}"),
        (BANG_STANDINGS, "record", [KILLED[0], *[[*line[:7], None] for line in [*game(1, 1, B), *game(1, 2, B, 2)]]],
         "Line 7, table: «2» is not possible here. Choose from: 1."),
        (rank, free(*(game(number, table, who) for number in range(1, 5) for table, who in ((1, A), (2, B)))),
         "Line 35, round: A whole number from 1 to 3 belongs here, not «4»."),
        (rank_2007, [GAME[0], *[line for number in range(1, 7) for line in game(number, 1, B, min(number, 5))]],
         "Line 27, round: A whole number from 1 to 5 belongs here, not «6»."),
        # bids of a regulation without bids were those who killed the Sheriff: «100» is not yes or no, and no more
        (BANG_STANDINGS, "record", game(1, 1, B),
         f"Line 1, killed_sheriff: «100» is not possible here. Choose from: yes, no.{WITHOUT[:-4]}killed_sheriff."),
        (BANG_SCORE, "record", [[1.5]], f"winnings: «1.5» {NO_NUMBER}"),
        (BANG_SCORE, "record", [["1_000"]], f"winnings: «1_000» {NO_NUMBER}"),
        (BANG_SCORE, "record", [[1e300]], f"winnings: «1e+300» {NO_NUMBER}"),
        (score_2007, [[1000]], 1e9, 5, f"played: {HOW_MANY} not «1000000000». {TOGETHER}"),
        (score, [["Winnings"], [1500]], f"winnings, cell 1: «Winnings» {NO_NUMBER}"),
        (score, [[1500, None, "x"]], 3, f"winnings, cell 3: «x» {NO_NUMBER}"),
        (BANG_SCORE, "germany", 1500, 1, "5,x", f"tables, cell 2: «x» {NO_NUMBER}"),
        (BANG_STANDINGS, "record", KILLED, "games=abc", "games: «abc» is not possible here. Choose from: 1, 2, 3, … 999."),
        (tie_break, GAME, "Anna", "luck", "criterion: The regulation has no tie-break «luck». Choose from: buchholz."),
        (tie_break, GAME, "Anna", "duel=long", "criterion: «duel=long» is an option. Write it as the argument options."),
        (BANG_SEATING, "italy-2007", "x", 1, [[number] for number in range(1, 18)], None, "composition=6,6,5",
         "composition: Write «6,6,5» alone, as the argument composition."),
    ],
    "It is not known.": [
        (BANG_SCORE, "Nowhere 2010", 1500, f"rulebook: Nowhere 2010: There is no such regulation. Choose from: {IDS}.")],
    "Its file has a mistake.": [],  # test_a_regulation_of_ones_own_is_read_again_after_a_change
    "There is no game.": [
        *((rank, games, "seats: There is no game in these cells. Each line is a seat: " + KNOWN)
          for games in (None, [], [None], [[None] * 8], GAME[:1], [[None], *GAME[:1], [""]])),
    ],
    "It lies on its side.": [
        (rank, [[*column] for column in zip(*GAME, strict=True)],
         "seats: The list lies on its side. Turn the range, so that each line is a seat: TRANSPOSE."),
        (rank, [[*column] for column in zip(*GAME[1:], strict=True)],
         "seats: The list lies on its side. Turn the range, so that each line is a seat: TRANSPOSE."),
    ],
    "A tie-break lacks a table.": [
        # which BANG_STANDINGS alone told
        (tie_break, free(ONE, game(2, 1, A)), "A1",
         "seats: Not in round 2: B1, B2, B3, B4, B5. Add their games, or name who has left in the argument left."),
        (BANG_TIEBREAK, "italy-2007", [*ONE, *game(2, 1, A, 2)], "A1",
         "seats: Not in round 2: B1, B2, B3, B4, B5. Add their games, or name who has left in the argument left."),
    ],
    "It is a title.": [
        (rank, [["My tournament", *[None] * 7], *GAME], "Line 1: «My tournament» is a title. Let the range begin below it.")],
    "A heading is unknown, blank or there twice.": [
        # the ninth column was the lives, whatever it was: blank its heading, or a word of one's own
        *((rank, [heads, *[[*line, 3] for line in GAME[1:]]], f"Line 1: {said}") for heads, said in (
            ([*GAME[0], "remarks"], f"Column 9: there is no column «remarks». {AWAY} {KNOWN}"),
            ([*GAME[0][:7], "money"], f"Column 8: there is no column «money». {AWAY} {KNOWN}"),
            ([*OWN_WORDS, "Edad"], f"None of these is a known heading: {', '.join(OWN_WORDS)}, Edad. {ORDER}"),
            ([*GAME[0], None], f"Column 9 has no heading. {HEAD}"),
            ([*GAME[0][:5], " ", *GAME[0][6:]], f"Column 6 has no heading. {HEAD}"),
            ([*GAME[0], "Ruolo"], "Column 9: «Ruolo» is there twice. Leave one of them out."),
        )),
        (rank, [OWN_WORDS, *GAME[1:]], f"Line 1: None of these is a known heading: {', '.join(OWN_WORDS)}. {ORDER}"),
    ],
    "A column is missing.": [
        (rank, [[*line[:2], *line[3:7]] for line in GAME], f"Line 1: Columns are missing: seat, bid. Each line has: {KNOWN}"),
        (rank, [line[:7] for line in GAME[1:]], f"{FEWER} {KNOWN} {ADD}"),
        (BANG_STANDINGS, "germany", [[*line[:7], 3] for line in GAME[1:]], f"{FEWER} {KNOWN[:-4]}lives, killed_sheriff. {ADD}"),
        (BANG_STANDINGS, "record", [line[:7] for line in GAME[1:]], f"{FEWER} {KNOWN[:-4]}killed_sheriff. {ADD}"),
        # rewards were paid as 0, without a word
        *((BANG_STANDINGS, "record", KILLED, f"{option}=yes",
           f"Line 1: The option {option} asks for a column that is missing: {column}.")
          for option, column in (("auction", "bid"), ("cash_rewards", "outlaws_killed"), ("experience", "cards_kept"))),
        (BANG_STANDINGS, "record", GAME, "auction=ja",
         f"Line 1: Columns are missing: killed_sheriff. Each line has: {KNOWN[:-1]}, killed_sheriff."),
    ],
    "There are too many columns.": [
        (rank, [[*line, 3] for line in GAME[1:]],
         f"Line 1: There are more columns than these: {KNOWN} Write headings above the columns, or leave the others out."),
    ],
    "A tie-break's game is open.": [
        (tie_break, [*GAME, *OPEN], "Anna",
         "Line 7: This game is not complete, so no tie-break is final. Complete it, or leave its lines out."),
    ],
    "A round or table is missing.": [
        (rank, [*GAME, *later(GAME, 3)],
         "Line 7, round: Round 2 is missing. Add its games, or correct the numbers of the rounds."),
        (rank, [GAME[0], *later(GAME)],
         "Line 2, round: Round 1 is missing. Add its games, or correct the numbers of the rounds."),
        (rank, [GAME[0], *game(1, 2, B)], f"Line 2, table: Round 1: table 1 is missing. {GAP}"),
        (rank, free(game(1, 1, A), game(2, 1, A), game(2, 2, B)), f"Line 14, table: Round 1: table 2 is missing. {GAP}"),
        (rank_2007, [*ONE, *game(2, 3, A, 2)], f"Line 13, table: Round 1: table 3 is missing. {GAP}"),
        (rank_2007, [*ONE, *game(2, 1, A, 2), *game(3, 2, B, 2)], f"Line 19, table: Round 2: table 2 is missing. {GAP}"),
        (rank_2007, [GAME[0], *game(1, 1, A), *game(2, 1, A, 2), *game(2, 2, B)],
         f"Line 14, table: Round 1: table 2 is missing. {GAP}"),
        (rank, [line for line in THREE if line[:2] != [1, 3]], f"Line 22, table: Round 1: table 3 is missing. {GAP}"),
    ],
    "The tables are not the chart's.": [
        (rank, free(game(1, 1, [*A, "A7"]), game(1, 2, B)),
         "Line 2, table: 12 players cannot sit like this: 7+5. Choose from: 6+6."),
    ],
    "A seat is there twice.": [
        (rank, typed(s3=1), f"Line 3, seat: Seat 1 {TWICE.format(2)}"),
        (rank, [*GAME[1:], GAME[5]],
         f"Line 6, seat: Seat 5 {TWICE.format(5)}{WITHOUT}"),
        # line 17, where nothing was wrong, should be written otherwise; or the right one of two outcomes should go
        (rank, typed(THREE, t7=3),
         f"Line 12, seat: Seat 1 {TWICE.format(7)}"),
        (rank, typed(THREE, n7=2),
         f"Line 22, seat: Seat 1 {TWICE.format(7)}"),
        (rank, typed(THREE, t16=2),
         f"Line 16, seat: Seat 5 {TWICE.format(11)}"),
    ],
    "A player has two seats, keeps another table, or was not in round 1.": [
        (rank, typed(p3="anna"),
         "Line 3, player: Anna has two seats in round 1: here and on line 2. Correct one of them."),  # however she is written
        (rank, [*GAME, [None] * 8, [None], *[[1, 2, *line[2:]] for line in GAME[1:]]],
         "Line 9, player: Anna has two seats in round 1: here and on line 2. Correct one of them."),
        (rank, typed(THREE, p3="11"), "Line 3, player: 11 has two seats in round 1: here and on line 2. Correct one of them."),
        (rank, typed(THREE, p19="11"), "Line 19, player: 11 has two seats in round 2: here and on line 17. Correct one of them."),
        (rank_2007, [*ONE, *game(2, 2, A, 2), *game(2, 1, B, 2)],
         "Line 13, table: A1 sat at table 1 in round 1 and keeps it. Correct the table or the player."),
        (rank, [*GAME, *later(GAME)[:4], ["2", 1, 5, "Zoe", *GAME[5][4:]]],
         "Line 11, player: Zoe was not in round 1. " + SAME.format("Elsa (line 6)")),
        (rank, [*GAME, *later(typed(p3="Brunno"))],
         "Line 8, player: Brunno was not in round 1. " + SAME.format("Bruno (line 3)")),
        (rank, [*GAME, *later(typed(p3="Zoe", p6="Ugo"))],
         "Line 8, player: Zoe was not in round 1. " + SAME.format("Bruno, Elsa (line 3, 6)")),
        # nobody knows which is right: both are named, with their lines
        (rank, [*typed(p3="=A1"), *later(GAME)], "Line 8, player: Bruno was not in round 1. " + SAME.format("=A1 (line 3)")),
    ],
    "A game has two outcomes.": [
        (rank, typed(o4="Outlaws"),
         "Line 4, outcome: This game has two outcomes: here and on line 2. Correct one of them, or its table or round."),
    ],
    "Roles, end, bid or lives cannot be.": [
        (rank, typed(r3="Sheriff"),
         "Line 3, role: Sheriff: 2 at this table, here and on line 2; right for 5 players: 1. Correct the roles."),
        # it was ranked without a word, and left -91,000 $
        (rank, typed(b2=99000), "Line 2, bid: Anna bid 99,000 $, but had 5,000 $. Correct the bid."),
        (rank, typed(b2=-500), "Line 2, bid: A bid of −500 $ is below the minimum of 0 $. Correct it."),
        (rank, typed(b2=150), "Line 2, bid: A bid of 150 $ is not a multiple of 100 $. Correct it."),
        (rank, typed(b2=3), "Line 2, bid: 3: did you mean 300? Bids are multiples of 100 $."),
        (BANG_STANDINGS, "germany", [[*line[:7], 9, None] for line in GAME[1:]],
         ("Line 1, lives: Life points left: 9. That is impossible: an eliminated player has 0, a living player 1 to 5. "
          f"Correct this, or who is alive.{WITHOUT[:-4]}lives, killed_sheriff.")),
        # «A2 is Sheriff, but it was A1's turn»: who numbers the seats otherwise was refused
        (rank_2007, [GAME[0], *game(1, 1, A, 2), *game(1, 2, B), *game(2, 1, A, 2)],
         "Line 14, role: A2 is Sheriff, but it was A3's turn. Correct the roles."),
        # «Use bangxl undo»: a sheet of one's own has nothing to undo
        (rank_2007, [GAME[0], *(line for n in range(1, 7) for line in game(n, 1, A if n < 4 else A[:5], min(n, 5)))],
         None, [["A6"]], "Line 30, outcome: Table 1 had played all its games before game 6. Leave these lines out."),
    ],
    "Nobody in the list has this name.": [
        (tie_break, GAME, "Zoe", "player: No game has a player «Zoe». Write the name as in the list of games."),
        (rank, GAME, None, [["Zoe"]], "left: No game has a player «Zoe». Write the name as in the list of games.")],
    "No game ends so.": [
        (payout, 5, "Sheriff", "Law", "eliminated", "status: «eliminated» is not possible here. Choose from: alive."),
        (payout, 5, "Sheriff", "Outlaws", "alive", "status: «alive» is not possible here. Choose from: eliminated."),
        (payout, 5, "Sheriff", "Outlaws", "eliminated", None, 9,
         "eliminated: «9» is not possible here. Choose from: 1, 2, 3, 4."),
        (payout, 5, "Sheriff", "Law", "alive", None, None, 1, "living_outlaws: «1» is not possible here. Choose from: 0."),
    ],
    "There are more than games.": [
        (score, [[100]] * 20, "winnings: There are 20 winnings, but at most 5 games. Leave cells out."),
        (BANG_SCORE, "germany", [[100] * 7], None, 5, "winnings: There are 7 winnings, but at most 5 games. Leave cells out."),
        (score_2007, [[100] * 7], None, [[5, 6]], "winnings: There are 7 winnings, but at most 5 games. Leave cells out.")],
    "The last is the sum of two others or more, without 0.": [
        *((*asked, f"winnings: Cell {cell} is the sum of the others. Leave it out; or, if it is a game, {IN_PLAYED}.")
          for cell, asked in (
            (4, (score, [[1500], [-300], [2200], [3400]])),
            (3, (score, [[1500], [-300], [1200]])),
            (4, (score, [[1500, 0, -300, 1200]])),
            (3, (BANG_SCORE, "record", [[5000, -5000, 0]], None, None, "auction=yes")),
        )),
    ],
    "No game pays this.": [
        (score, [[9200, 0]], "winnings, cell 1: A whole number from -5000 to 9100 belongs here, not «9200»."),
        (score, 1e9, "winnings: A whole number from -5000 to 45500 belongs here, not «1000000000»."),
        (score, 18300, 2, "winnings: A whole number from -5000 to 18200 belongs here, not «18300»."),
        (score, [[1500, 150]], "winnings, cell 2: Winnings are multiples of 100 $ here, and «150» is not. Correct it."),
        (BANG_SCORE, "germany", 2520, 1, 5, "winnings: Winnings are multiples of 50 $ here, and «2520» is not. Correct it."),
        (BANG_SCORE, "germany", [[150, 300]], None, 5, "winnings, cell 2: No game pays 300 $ here. The nearest amounts: 0, 150."),
        (BANG_SCORE, "record", 2900, 1, "winnings: Winnings are multiples of 500 $ here, and «2900» is not. Correct it."),
        (BANG_SCORE, "record", 500, 1, "winnings: No game pays 500 $ here. The nearest amounts: 0, 1000.")],
    "Nobody loses so much.": [
        (score, -20000, "winnings: A whole number from -5000 to 45500 belongs here, not «-20000»."),
        (score, [[300, None, -20000]], 3, "winnings, cell 3: A whole number from -5300 to 9100 belongs here, not «-20000».")],
    "It is less than the cells, or more than the games.": [
        (score, [[1, 2]], 1, "played: A whole number from 2 to 5 belongs here, not «1»."),
        (score, 100, 99, "played: A whole number from 1 to 5 belongs here, not «99»."),
        # of what was typed after «from 0 to 1000» only 1 to 5 were right
        *((score, 1500, given, f"played: {HOW_MANY} not «{given}». {TOGETHER}")
          for given in (-300, 2200)),
    ],
    "They cannot be.": [
        (score_2007, [[1000]], 1, [[1e9]], "tables: A whole number from 5 to 7 belongs here, not «1000000000»."),
        (score_2007, [[1000]], 1, [[-5]], "tables: A whole number from 5 to 7 belongs here, not «-5»."),
        *((BANG_SCORE, book, [[1500]], None, [[5], [size]],
           f"tables, cell 2: A whole number from 5 to {most} belongs here, not «{size}».")
          for book, most in (("italy-2007", 7), ("germany", 6)) for size in (3, 4, 100)),
        (score_2007, [[1500]], None, [[5], [7]], "tables: 12 players cannot sit like this: 5+7. Choose from: 6+6."),
        (score_2007, [[1500]], None, [[5, 6], [6, 6]], "tables: Give one column or one row, with nothing beside it."),
        (seat, 1, [*TEN, ["Max"], ["Nora"]], None, "7,5", "composition: 12 players cannot sit like this: 7,5. Choose from: 6+6."),
    ],
    "They change nothing.": [
        (score, [[1500]], None, [[5], [6]],
         "tables: Leave this blank: in this regulation the score does not depend on the tables."),
        (score, 1500, None, "5,5", "tables: Leave this blank: in this regulation the score does not depend on the tables."),
        (seat, 2, TEN, [[0]], "5,5", "composition: Leave this blank: only the tables of round 1 can be chosen."),
    ],
    "It is a date, TRUE or too long a number.": [
        *((BANG_SEATING, "italy-2010", seed, 1, TEN, f"rng_seed: {NO_SEED} Type it as text: '{shown}")
          for shown, seed in {**CELLS, "1000000000000000.0": 1e15}.items()),
    ],
    "The regulation has fewer.": [(seat, 6, TEN, [["Anna"]], "round_number: A whole number from 1 to 5 belongs here, not «6».")],
    "Fixed tables have one draw.": [(BANG_SEATING, "germany", "x", 2, [[f"P{number}"] for number in range(20)],
         "round_number: Only the first round is drawn: everybody keeps their table.")],
    "It is no name (*Total*).": [
        (seat, 1, [*TEN, ["Total"]], f"players, cell 11: «Total» {NO_NAME}"),
        # a heading, «Total: 10» and a 0 from a formula had a seat; a blank line is no end: what is below it counts
        *((seat, 1, people, f"players, cell {at}: «{shown}» {NO_NAME}")
          for shown, cell in {**{name: name for name in NO_NAMES}, **CELLS, "0": 0.0, "10": 10.0, "5.5": 5.5}.items()
          for people, at in (([[cell], *TEN], 1), ([*TEN, [None], [cell]], 12), ([*TEN[:5], [cell], *TEN[5:]], 6))),
    ],
    "A name is there twice.": [(seat, 1, [*TEN, ["Anna"]], "players: Anna is in the list twice.")],
    "So many cannot sit.": [(seat, 1, TEN[:3], f"players: {NO_TABLES} 10."), (seat, 2, TEN[:3], f"players: {NO_TABLES} 5.")],
    "Somebody is no player.": [
        # Fabio, misspelt, was the Sheriff again, without a word
        (seat, 2, TEN, [["Fabbio"], ["Bruno"]],
         "sheriffs: «Fabbio» is not among the players. Write 0 for anyone who has left."),
    ],
    "There are too few or too many.": [
        # any number was taken, and in round 1 left out, without a word; fourteen sit at two tables, but fifteen sat at three
        *((seat, number, people, [[name] for name in sheriffs], f"sheriffs: {said}") for number, people, sheriffs, said in (
            (1, TEN, ["Anna"], "Leave this blank: before round 1 nobody was Sheriff."),
            (2, TEN, ["Anna"], f"Before round 2 there were 2 Sheriffs, not 1. {NOUGHT}"),
            (2, TEN, ["Anna", "Bruno", "Carla"], f"Before round 2 there were 2 Sheriffs, not 3. {NOUGHT}"),
            (2, TEN, ["Anna"] * 5, "Anna was Sheriff more often than there were rounds. Correct the names."),
            (3, TEN, ["Anna", "Bruno", "Anna"], f"Before round 3 there were 4 Sheriffs, not 3. {NOUGHT}"),
            (2, FOURTEEN, ["Anna", "Bruno", "Carla", "Dino"], f"Before round 2 there were 2–3 Sheriffs, not 4. {NOUGHT}"),
        )),
    ],
    "The regulation does not have it.": [
        (BANG_PAYOUT, "italy-2010", 5, "Sheriff", "Law", "alive", "complete",
         "scoring: Leave this blank: the regulation has only one."),
        (payout, 5, "Sheriff", "Law", "alive", "scoring=complete", "scoring: Write «complete» alone, as the argument scoring."),
        *((BANG_STANDINGS, "record", KILLED, options, f"options: {said}") for options, said in (
            ("complete", "«complete» is not an option." + FORM),
            ("scoring:complete", "«scoring:complete» is not an option." + FORM),
            ("auction=yes;draw=lot", "«auction=yes;draw=lot» is not an option." + FORM),
            ("scoring=complete SCORING=official", "scoring is in the list twice."),
            ("colour=red", f"«colour» is not possible here. Choose from: {', '.join(OPTIONS)}."),
        )),
        *((rank, GAME, asked, f"options: «{name}» is not an option. Name who has left in the next argument, left.")
          for asked, name in (("elsa", "elsa"), ([["Dino"], ["Elsa"]], "Dino"))),
    ],
}  # fmt: skip


SAID = [(why, *row) for why, rows in REFUSED.items() for row in rows]


@pytest.mark.parametrize(("ask", "given", "said"), [(ask, given, said) for _why, ask, *given, said in SAID])
def test_what_cannot_be_answered_says_where_what_and_what_to_do(ask: Callable[..., object], given: list[Any], said: str) -> None:
    """Most of it was ranked, scored or drawn, without a word."""
    assert ask(*given) == f"#BANG: {said}"
    if ask in {rank, rank_2007}:  # of the same list no tie-break is told either
        games, *options = given
        assert BANG_TIEBREAK("italy-2010" if ask is rank else "italy-2007", games, "Anna", None, *options) == f"#BANG: {said}"


def test_the_page_says_where_each_refusal_stands() -> None:
    table = PAGE[PAGE.index("|Where|Why|") :].partition("\n\n")[0].splitlines()[2:]
    told: list[str] = []
    for where, why in (row.strip("|").split("|") for row in table):
        places = {"anywhere": ".+", "a line": r"Line \d+", "a line and column": r"Line \d+, \w+"}
        place = places.get(where) or "(" + "|".join(re.findall(r"`(\w+)`", where)) + r")(, cell \d+)?"
        sentences = [sentence.strip() for sentence in re.findall(r"[^.]+\.", why)]
        wrong = [said for why, *_asked, said in SAID if why in sentences and not re.match(f"{place}: ", said)]
        assert wrong == []
        told += sentences
    assert sorted(told) == sorted(REFUSED)


@pytest.mark.parametrize(
    ("asked", "score"),
    [
        (("italy-2010", [[1500]]), 6500),
        (("italy-2010", [[1500], [None], [2200]], 2), 8700),
        (("italy-2010", [[1500], [-300], [2200], [3400]], 4), 11800),
        (("italy-2010", [[1500], [-300], [1200]], 3), 7400),
        (("italy-2010", [[1500, 1500]]), 8000),  # two games of a kind are no sum
        (("italy-2010", [[1500, 0, 1500]]), 8000),
        (("italy-2010", [[0, 0, 0]]), 5000),
        (("italy-2010", [[-5000, 9100]]), 9100),
        (("italy-2007", [[1000, 2000]], None, [[5], [6]]), 1500 * 1.15),
        (("italy-2007", [[1000, 2000]], None, [[5], [5]]), 1500),
        (("italy-2007", [[1000]], 1, [[5], [None], [6]]), 1150),
        (("italy-2007", [["", None]], 0, 5), 0),
        (("italy-2007", 3500, 1, [[5, 6]]), 4025),
        (("italy-2007", 1500, 1, "5,6,6"), 1725),  # tables are a text or cells
        (("italy-2007", 1500, 1, [[5, 6, 6]]), 1725),
        (("germany", 1500, 1, "5, 6"), 2900),
        (("germany", 1500, 1, [["5+6"]]), 2900),
        (("germany", 2800, 2, 5), 2800 + 1400),
        (("germany", 3150, 1, 6), 3150),
        (("record", -5000, 1), -5000),
        (("record", 2900, 1, None, "auction=yes"), 3900),
    ],
)
def test_winnings_that_can_be_are_scored(asked: tuple[object, ...], score: float) -> None:
    assert BANG_SCORE(*asked) == pytest.approx(score)


def test_a_list_whose_people_have_left_or_sit_otherwise_is_ranked() -> None:
    missing = "Not in round 2: B1, B2, B3, B4, B5. Who is missing is still ranked: name who has left in the argument left."
    assert rank(free(ONE, game(2, 1, A)))[-1][0] == f"A1 is Sheriff a second time. {missing}"
    assert rank_2007([*ONE, *game(2, 1, A, 2)])[-1][0] == missing
    alone = free(ONE, game(2, 1, A[:5]), game(2, 2, [*B[:4], A[5]]))
    assert isinstance(BANG_TIEBREAK("italy-2010", alone, "A1"), int)
    assert isinstance(BANG_TIEBREAK("italy-2007", [*ONE, *game(2, 2, B[:4], 2), *game(2, 1, A, 2)], "A1"), int)
    assert len(rank_2007([GAME[0], *game(1, 1, A, 2), *game(1, 2, B), *game(2, 1, A, 3)])) == 13
    assert not isinstance(rank(THREE), str)


def test_a_later_round_is_drawn_whoever_has_left() -> None:
    """Fourteen sit at two tables, but fifteen before one left sat at three."""
    for sheriffs in ([[0.0]], [["FABIO"], [0]], [["Sheriffs"], ["Anna"], [0.0]]):
        assert len(seat(2, TEN, sheriffs)) == 10
    assert len(seat(2, FOURTEEN, TEN[:3])) == 14
    assert seat(3, TEN, [["Anna", "Bruno"], ["Carla", "Dino"]]) == seat(3, TEN, TEN[:4])
    *drawn, last = seat(3, TEN, [["Anna", "Bruno"], ["Carla", "Anna"]])
    assert (len(drawn), last) == (10, ["Anna is Sheriff a second time.", None, None])
    assert len(BANG_SEATING("italy-2010", 123456789012345.0, 1, TEN)) == 10
    people: Lines = [[number] for number in range(1, 21)]
    right = BANG_SEATING("italy-2007", "x", 1, people, None, "5,5,5,5")
    assert BANG_SEATING("italy-2007", "x", 1, people, None, [[5.0]] * 4) == right != BANG_SEATING("italy-2007", "x", 1, people)
