"""Impossible and wrong things typed, games that the referee decides, bids of any dollars: the sheet and Python say the same."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import cycle, islice
from pathlib import Path
from typing import Final

import pytest

from bangxl.commands.check import all_findings, check
from bangxl.commands.new import create_workbook
from bangxl.commands.seat import seat
from bangxl.commands.workspace import open_workspace
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.rulebooks.loader import load, parse_rulebook
from bangxl.sheets.record.texts import PROBLEMS
from bangxl.tournament.advance import with_ruling
from bangxl.tournament.checks import findings_of, findings_of as facts_check
from bangxl.tournament.criteria import has_won
from bangxl.tournament.findings import Severity
from bangxl.tournament.model import Game, Outcome, Player, Role, Seat, Status, Tournament
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.simulation import Dice, play_round
from bangxl.tournament.state import State
from bangxl.workbook.words import characters_by_spelling, codes_by_spelling
from tests.commands.stages import Copy
from tests.helpers.keyboard import SPELLINGS, Sheet, facts, record, typed
from tests.helpers.playing import simulate
from tests.helpers.referee import QUIET
from tests.helpers.sample import sample, these
from tests.helpers.strategies import random_tournament
from tests.hosts.gnumeric import Recalculated
from tests.hosts.libreoffice.office import Document, Office, OfficeError
from tests.libreoffice.desk import type_in
from tests.libreoffice.fillings import ON_THE_SHEET, RULEBOOK, anyhow, complete, ended, ends, lawful, tournament, wrong
from tests.tournament import faulty
from tests.tournament.builders import chairs_of, fixed, rotated, sitting, ten, with_game
from tests.tournament.rules import GERMANY, ITALY, ITALY_2007, KONAJKA
from tests.tournament.test_check_stories import impossible
from tests.workbook.test_two_accountants import differences

AUCTION: Final = RULEBOOK.auction
assert AUCTION is not None
LIMITS: Final = {"step": AUCTION.step, "minimum": AUCTION.minimum, "last": AUCTION.last}
FEW: Final = range(3)
"""Seeds with fillings of every kind."""
PROBLEM: Final = {problem.code: problem for problem in PROBLEMS}


def made(folder: Path, facts: Tournament) -> Path:
    path = folder / "torneo.xlsx"
    path.unlink(missing_ok=True)
    create_workbook(path, State(facts, RULEBOOK), len(facts.players), [])
    return path


def signs(book: Document, facts: Tournament) -> dict[tuple[int, int], str]:
    """What each record sheet says of itself: × wrong, ! incomplete, ✓ complete."""
    places = ((game.round, game.table) for game in facts.games)
    return {(number, table): str(book.cell(f"Round{number}T{table}!Check"))[0] for number, table in places}


@pytest.mark.parametrize("seed", these([*FEW, *range(100, 160)], 1))
def test_the_sheet_and_python_find_the_same_sheets_wrong(office: Office, tmp_path: Path, seed: int) -> None:
    """Where something is missing, the sheet may know it sooner."""
    filled = tournament(anyhow(random.Random(seed)))  # noqa: S311 -- a game
    bad = wrong(filled)
    with office.open(made(tmp_path, filled)) as book:
        shown = signs(book, filled)
        assert book.errors() == []
    for game in filled.games:
        place = game.round, game.table
        expected = "×" if place in bad else "✓" if complete(game) else "!×"
        assert shown[place] in expected, (seed, game)


@pytest.mark.soak
@pytest.mark.parametrize("size", [5, 6])
def test_every_end_of_a_game(office: Office, tmp_path: Path, size: int) -> None:
    """Every outcome with every state of every seat, forty record sheets at a time."""
    everything = ends(size)
    while batch := list(islice(everything, 40)):
        results = cycle(batch)
        filled = tournament(lambda game: ended(game, *next(results)), (size,) * 8)  # noqa: B023 -- called at once
        bad = wrong(filled)
        with office.open(made(tmp_path, filled)) as book:
            shown = signs(book, filled)
        assert shown == {place: "×" if place in bad else "✓" for place in shown}


LAST: Final = (Status.ALIVE, *[Status.ELIMINATED] * 3, Status.FINAL_DUEL, *[Status.AMONG_LAST] * 2)
"""States at the end, as often as they are typed."""


def last_anyhow(rng: random.Random, game: Game) -> Game:
    """A game with any end at all, where it is told apart who was among the last."""
    sheriff, *others = [role for role, count in KONAJKA.roles[game.size].items() for _ in range(count)]
    roles = [sheriff, *rng.sample(others, len(others))]
    outcome, statuses = simulate(rng, roles, KONAJKA.among_last)
    if rng.random() < 0.6:
        statuses = tuple(status if status is Status.ALIVE else rng.choice(LAST[1:]) for status in statuses)
    elif rng.random() < 0.3:
        outcome, statuses = rng.choice(list(Outcome)), tuple(rng.choice(LAST) for _ in roles)
    seats = zip(game.seats, roles, statuses, KONAJKA.characters, strict=False)
    filled = tuple(replace(seat, role=role, status=status, character=who) for seat, role, status, who in seats)
    return replace(game, seats=filled, outcome=outcome)


@pytest.mark.parametrize("seed", sample(range(3), 0))
def test_among_the_last(office: Office, path: Path, seed: int) -> None:
    """24 record sheets with random ends: the sheet is wrong where Python finds it so, and all amounts agree."""
    rng = random.Random(seed)  # noqa: S311 -- a game
    people = tuple(Player(f"P{number:03}", f"Player {number}") for number in range(1, 58))
    sizes = (5,) * 9 + (4,) * 3
    starts = [sum(sizes[:table]) for table in range(len(sizes))]
    games = tuple(
        last_anyhow(rng, Game(number, table, tuple(Seat(i, who.id) for i, who in enumerate(people[start : start + size], 1))))
        for number in (1, 2)
        for table, (start, size) in enumerate(zip(starts, sizes, strict=True), 1)
    )
    filled = Tournament(KONAJKA.id, "en", players=people, games=games)
    found = facts_check(State(filled, KONAJKA))
    bad = {(one.at.round, one.at.table) for one in found if one.code in ON_THE_SHEET}
    assert "too_many_last" in {one.code for one in found}, f"seed {seed}"
    create_workbook(path, State(filled, KONAJKA), len(people), [])
    with office.open(path) as book:
        assert signs(book, filled) == {(g.round, g.table): "×" if (g.round, g.table) in bad else "✓" for g in games}, (
            f"seed {seed}"
        )
        apart = [one for one in differences(filled, KONAJKA, book.column) if "Payout[" in one and "'?', not None" not in one]
        assert [*apart, *book.errors()] == [], f"seed {seed}"


MISTAKES: Final[tuple[tuple[Mapping[str, object], str, str, str], ...]] = (
    ({"Role 1": "Sceriffo"}, "sheriff_twice", "G8", "sheriff_not_first"),
    ({"Role 2": " SHERIFF "}, "sheriff_twice", "G9", "sheriff_not_first"),
    ({"Role 0": "Rinnegato"}, "sheriff_missing", "G7", "sheriff_not_first"),
    ({"Role 1": "Outlaw", "Role 2": "Fuorilegge", "Role 3": "outlaw", "Role 4": "outlaw"}, "role_often", "G8", "role_counts"),
    ({"Role 1": "Bandito"}, "role_unknown", "G8", "unknown_word"),
    ({"Role 1": 7}, "role_unknown", "G8", "unknown_word"),
    ({"Bid 1": 150}, "bid_step", "F8", "bid_step"),
    ({"Bid 1": 3}, "bid_digit", "F8", "bid_digit"),
    ({"Bid 1": -100}, "bid_low", "F8", "bid_minimum"),
    ({"Bid 1": 90000}, "bid_high", "F8", "bid_above_bankroll"),
    ({"Bid 1": "cento"}, "bid_text", "F8", "not_a_number"),
    ({"Bid 1": "1.000 $"}, "bid_text", "F8", "not_a_number"),
    ({"Bid 1": 100.5}, "bid_step", "F8", "not_a_number"),
    ({f"Bid {row}": 100 for row in range(5)}, "nobody_last", "F7", "nobody_paid_last"),
    ({"Character 1": "Calamity Jim"}, "character_unknown", "E8", "unknown_character"),
    ({"Character 0": "Vulture Sam", "Character 1": "Vulture Sam"}, "character_twice", "E7", "duplicate_character"),
    ({"Character 0": "Vulture Sam", "Character 1": " vulture  SAM "}, "character_twice", "E7", "duplicate_character"),
    ({"Status 1": "vivissimo"}, "status_unknown", "H8", "unknown_word"),
    ({"Status 0": "duello finale"}, "duel_role", "H7", "impossible_end"),
    ({"Outcome": "il Saloon"}, "outcome_unknown", "F16", "unknown_word"),
    ({"Outcome": "Legge", "Status 0": "eliminato"}, "law_sheriff", "F16", "impossible_end"),
    ({"Outcome": "Outlaws", "Status 0": "ALIVE"}, "outlaws_sheriff", "F16", "impossible_end"),
    ({"Outcome": "Rinnegato", **{f"Status {row}": "vivo" for row in range(5)}}, "renegade_alone", "F16", "impossible_end"),
    ({"Outcome": "outlaws", **{f"Status {row}": "eliminato" for row in range(5)}}, "outlaws_alive", "F16", "impossible_end"),
    ({"Outcome": "law", **{f"Status {row}": "vivo" for row in range(5)}}, "law_others", "F16", "impossible_end"),
    ({"Bid 2": 5100}, "bid_high", "F9", "bid_above_bankroll"),  # others at the table own more
    *(({"Role 1": text}, "role_unknown", "G8", "unknown_word") for text in ("*", "~", "Vic*", "V?ce", "~Vice", "*|*")),
    *(({"Status 1": text}, "status_unknown", "H8", "unknown_word") for text in ("?", "v*", "vi?o", "vi~vo")),
    *(({"Outcome": text}, "outcome_unknown", "F16", "unknown_word") for text in ("*", "L*", "Legg?", "~Legge")),
    *(({"Character 1": text}, "character_unknown", "E8", "unknown_character") for text in ("?", "Bl*", "Blac? Jack", "~Paul")),
    *(({"Player 1": text}, "player_unknown", "C8", "unknown_player") for text in ("*", "P00?", "Giocatore 2*", "~P002")),
)
"""What is typed into a complete sheet of five, the sheet's problem and its cell, and Python's finding."""


@pytest.mark.soak
def test_each_mistake_is_named_where_it_is(office: Office, tmp_path: Path) -> None:
    """A mistake a sheet, all typed in one go; the sheet, Gnumeric and `check` say what is wrong and where; it pays nothing."""
    right = tournament(lawful, (5,) * 10)
    path = made(tmp_path, right)
    sheets = [f"Round{game.round}T{game.table}" for game in right.games]
    with office.open(path) as book:
        for sheet, (values, *_) in zip(sheets, MISTAKES, strict=False):
            type_in(book, {f"{sheet}!{key}": value for key, value in values.items()}, force=True)
        shown = {sheet: [str(book.cell(f"{sheet}!{name}")) for name in ("Check", "Problem")] for sheet in sheets}
        unpaid = {sheet for sheet in sheets if book.column(f"{sheet}!Payout")[1] == "?"}
        assert book.errors() == []
        book.save(path)
    found = {(one.sheet, one.finding.code) for one in check(path) if one.finding.severity is Severity.ERROR}
    second = Recalculated(path, tmp_path)
    for sheet, (values, problem, cell, code) in zip(sheets, MISTAKES, strict=False):
        assert second.column(f"{sheet}!Check") == [catalog("it")("× wrong")], values
        assert problem not in {"role_unknown", "status_unknown"} or sheet in unpaid, values
        place = {"{outcome}": "F16", "{bids}": "F7:F13"}.get(PROBLEM[problem].at, cell)
        text = catalog("it")(PROBLEM[problem].text).format(outcome="F16", **LIMITS)
        assert shown[sheet] == [catalog("it")("× wrong"), f"× {place}: {text}"], values
        assert (sheet, code) in found, values
    assert {shown[sheet][0] for sheet in sheets[len(MISTAKES) :]} == {catalog("it")("✓ complete")}


def in_a_hurry(game: Game, language: str) -> dict[str, object]:
    """A sheet copied with as few letters as its words allow."""

    def short(code: StrEnum) -> str:
        return shortest(code, codes_by_spelling(type(code), language))

    values, named = record(game, short), characters_by_spelling(tuple(RULEBOOK.characters))
    return {key: shortest(value, named) if "!Character" in key else value for key, value in values.items()}


def shortest(meant: object, read: Mapping[str, object]) -> str:
    return min((text for text, code in read.items() if code == meant), key=len)


def keys(values: Mapping[str, object]) -> int:
    """A cell's letters, and the key that leaves it. A name in the players' column is there already."""
    return sum(len(str(value)) + 1 for key, value in values.items() if "!Player" not in key and value is not None)


@pytest.mark.soak
def test_words_in_every_spelling(office: Office, tmp_path: Path) -> None:
    """Other languages, codes, odd case, stray blanks, in a hurry: nothing changes but the letters."""
    right = tournament(lawful, (6, 6))
    path = made(tmp_path, right)
    quick = [in_a_hurry(game, language) for game, language in zip(right.games, LANGUAGES, strict=False)]
    assert max(map(keys, quick)) <= 90
    assert min(keys(record(game)) for game in right.games) > 135
    with office.open(path) as book:
        for values in quick:
            type_in(book, values, force=True)
        for game, spelling in zip(right.games[len(quick) :], SPELLINGS.values(), strict=True):
            values = record(game, spelling)
            careless = {key: f" {value}  ".upper() for key, value in values.items() if "!Character" in key}
            type_in(book, values | careless, force=True)
        assert set(signs(book, right).values()) == {"✓"}
        assert book.save(path) == path
        assert differences(right, RULEBOOK, book.column) == []
    assert facts(path).games == right.games


@pytest.mark.soak
def test_numbers_typed_as_texts(office: Office, at: Copy) -> None:
    """Python reads them, formulas don't: the sheet asks for a number, and the next command makes them numbers."""
    path = at("played1")
    bids = Sheet(path).column("Round1T1!Bid")
    typed(path, {f"Round1T1!Bid {row}": f" {bid} " for row, bid in enumerate(bids) if bid is not None})
    with office.open(path) as book:
        assert str(book.cell("Round1T1!Check")) == "× wrong"
        assert str(book.cell("Round1T1!Problem")) == "× F7: type a whole number."
    seat(path, rng_seed="two")
    assert Sheet(path).column("Round1T1!Bid") == bids
    with office.open(path) as book:
        assert differences(facts(path), RULEBOOK, book.column) == []


SHEET: Final = "Round1T1"
EVENT: Final[dict[str, str | int]] = {"Type": "ruling", "Round": 1, "Table": 1, "Reason": "all alive, and the Outlaws won"}
AMOUNTS: Final = (2000, -500, 0, 100, 100)


def said(book: Document) -> tuple[object, object]:
    """The state of the sheet, and its sentence without the cell."""
    text = str(book.column(f"{SHEET}!Problem")[0])
    return book.column(f"{SHEET}!Check")[0], text.partition(": ")[2]


def ruled(book: Document) -> None:
    """Type the event; the sheet names the command, which opens the cells of the amounts and writes them."""
    for key, value in EVENT.items():
        book.put(f"Events_{key}", value)
    assert said(book) == ("! incomplete", "the amount of the ruling is missing: «Decide this game».")
    assert str(book.column(f"{SHEET}!Problem")[0]).startswith("! E31:")
    with pytest.raises(OfficeError, match=r"E31 is locked"):
        book.put(f"{SHEET}!Ruling", AMOUNTS[0])
    for index, amount in enumerate(AMOUNTS):
        book.put(f"{SHEET}!Ruling", amount, index=index, force=True)
    assert said(book) == ("✓ complete", "")


def asks_for_the_round_in_play(book: Document, player: str) -> None:
    """Whoever is warned between rounds: the check says which round that is now, as it is mostly meant."""
    leaving = {"Type": "warning", "Player": player, "Moment": "between rounds"}
    for key, value in leaving.items():
        book.put(f"Events_{key}", value, index=1)
    assert book.column("Events_Check")[1] == "! after which round? (1)"
    for key in leaving:
        book.put(f"Events_{key}", None, index=1)


@pytest.mark.parametrize(("rulebook", "played"), sample([(ITALY, ten(1)), (GERMANY, rotated(fixed(GERMANY, 5, 5, 5, 5), 1))], 2))
def test_the_sheet_asks_for_the_ruling_and_is_settled_by_it(
    office: Office, path: Path, rulebook: Rulebook, played: Tournament
) -> None:
    signed = replace(faulty.game(played, 1, 1, impossible), language="en")
    create_workbook(path, State(signed, rulebook), len(signed.players), [])
    with office.open(path) as book:
        assert said(book)[0] == "× wrong"
        ruled(book)
        assert list(book.column(f"{SHEET}!Payout"))[: len(AMOUNTS)] == list(AMOUNTS)
        assert book.column("Events_Check")[0] == "✓"
        book.put("Events_Reason", None)
        text = "a ruling needs an event with round, table and reason. Add it, or clear the amounts."
        assert (said(book), book.column("Events_Check")[0]) == (("× wrong", text), "! reason missing")
        book.put("Events_Table", 99)
        assert book.column("Events_Check")[0] == "× no such game"
        book.put("Events_Table", 1)
        book.put("Events_Reason", EVENT["Reason"])
        asks_for_the_round_in_play(book, played.players[0].id)
        book.save(path)
        typed = open_workspace(path, reading_only=True)
        assert [one.finding.code for one in all_findings(typed) if one.finding.severity is Severity.ERROR] == []
        assert typed.tournament.games[0].is_ruled
        assert [*differences(typed.tournament, rulebook, book.column), *book.errors()] == []


@pytest.mark.soak
def test_what_nobody_knows_of_a_ruled_game_forbids_no_reconfirmation(office: Office, path: Path) -> None:
    """R07-10, G10: a character kept from a game of which the sheet lacks the character, the end or the bid."""
    before: list[dict[str, object]] = [{"character": ""}, {"character": ""}, {}, {"status": None}, {"bid": None}]
    after: list[dict[str, object]] = [{"character": ""}, {}, {"character": ""}, {}, {}]
    played = rotated(fixed(ITALY_2007, 5, 5), 2)
    known = faulty.game(played, 1, 1, lambda g: _with(g, [{"status": Status.ALIVE, **gap} for gap in before]))
    decided = with_ruling(
        known, known.games[0], dict.fromkeys((seat.player for seat in known.games[0].seats), 100), "they protest"
    )
    kept = faulty.game(decided, 2, 1, lambda g: _with(g, [{"reconfirmed": True, **gap} for gap in after]))
    create_workbook(path, State(replace(kept, language="en"), ITALY_2007), 10, [])
    typed = open_workspace(path, reading_only=True)
    assert "reconfirmed_wrongly" not in {one.finding.code for one in all_findings(typed)}
    with office.open(path) as book:
        assert book.column("Round2T1!Check")[0] == "✓ complete"
        assert list(differences(typed.tournament, ITALY_2007, book.column)) == []


def _with(one: Game, changes: Sequence[Mapping[str, object]]) -> Game:
    """The game with something else in each line."""
    return replace(one, seats=tuple(replace(seat, **change) for seat, change in zip(one.seats, changes, strict=True)))  # type: ignore[arg-type]


RECORD: Final = load("record")
EIGHT: Final = parse_rulebook(
    'base = "record-international"\nid = "eight"\ntitle = "Eight"\nsource = { title = "Rules", edition = "", published = "" }\n'
    "[players]\nmaximum = 8\n[tables.chart]\n8 = [8]\n"
    "[roles.by_size]\n8 = { sheriff = 1, deputy = 2, outlaw = 3, renegade = 2 }\n"
    + "".join(f"[scoring.{code}.payouts.renegade]\nrenegade.eliminated = 0\n" for code in RECORD.scorings),
    "eight.toml",
)
"""The expansion's table: a house regulation."""


def evening(bids: tuple[int, ...]) -> Tournament:
    """The first game of five, with these bids."""
    start = fixed(RECORD, 5, auction="true")
    seated = with_game(start, sitting(1, 1, chairs_of(start, 1), None, sheriff=1))
    played = play_round(State(seated, RECORD), Dice("ingaggio"))
    (game,) = played.games
    seats = tuple(replace(seat, bid=bid) for seat, bid in zip(game.seats, bids, strict=True))
    return replace(played, games=(replace(game, seats=seats),))


@pytest.fixture(scope="module")
def table(office: Office, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Document]:
    """The first game of five, complete but for the bids."""
    path = tmp_path_factory.mktemp("ingaggio") / "torneo.xlsx"
    create_workbook(path, State(evening((0, 0, 0, 0, 0)), RECORD), 5, [])
    with office.open(path) as book:
        yield book


@pytest.mark.parametrize(
    ("bids", "sign", "codes"),
    [
        ((150, 250, 350, 101, 100), "✓", set()),
        ((150, 99, 350, 101, 100), "×", {"bid_minimum"}),
        ((150, 1001, 350, 101, 100), "×", {"bid_above_bankroll"}),
        ((150, 250, 350, 101, 101), "×", {"nobody_paid_last"}),
    ],
)
def test_ingaggio_any_bid_from_100_on(table: Document, bids: tuple[int, ...], sign: str, codes: set[str]) -> None:
    """ "Un minimo di $100 … rilancio minimo $100": 150, 250, 350 are legal, also after one another."""
    tournament = evening(bids)
    found = {finding.code for finding in findings_of(State(tournament, RECORD))}
    assert {code for code in found if "bid" in code or "paid" in code} == codes
    table.put_column("Round1T1!Bid", bids)
    assert str(table.cell("Round1T1!Check"))[0] == sign
    assert sign == "×" or differences(tournament, RECORD, table.column) == []


def plain(game: Game) -> Game:
    """Without what only the variants ask for."""
    return replace(
        game,
        auction=(),
        seats=tuple(Seat(seat.number, seat.player, seat.role, seat.status, seat.character) for seat in game.seats),
    )


def two_left(game: Game, outcome: Outcome) -> Game:
    """Both Renegades are left, or one of them."""
    living = [seat.number for seat in game.seats if seat.role is Role.RENEGADE][: 2 if outcome is Outcome.OUTLAWS else 1]
    ends = (replace(seat, status=Status.ALIVE if seat.number in living else Status.ELIMINATED) for seat in game.seats)
    return replace(game, outcome=outcome, seats=tuple(ends))


@pytest.mark.parametrize("seed", sample(range(3), 0))
def test_g11_two_renegades(office: Office, path: Path, seed: int) -> None:
    """The Outlaws have won while both live; who is left alone has won, the other has not."""
    tournament = random_tournament(random.Random(seed), EIGHT, 8, 4, half=False, habits=QUIET)  # noqa: S311 -- a game
    ends = {1: Outcome.OUTLAWS, 2: Outcome.RENEGADE}
    games = tuple(two_left(plain(game), ends[game.round]) if game.round in ends else plain(game) for game in tournament.games)
    tournament = replace(tournament, options={}, games=games)
    assert "impossible_end" not in {finding.code for finding in findings_of(State(tournament, EIGHT))}
    won = [[seat.role for seat in game.seats if has_won(game, seat)] for game in games[:2]]
    assert won == [[Role.OUTLAW] * 3, [Role.RENEGADE]]
    create_workbook(path, State(tournament, EIGHT), 8, [])
    with office.open(path) as book:
        assert [str(book.cell(f"Round{number}T1!Check"))[0] for number in ends] == ["✓", "✓"]
        assert differences(tournament, EIGHT, book.column) == []
