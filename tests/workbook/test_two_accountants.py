"""Formulas against Python: random tournaments of every regulation, stopped anywhere, recalculated by LibreOffice and Gnumeric.

Every cell that both compute must be equal: record sheets, ledger, standings with every criterion, what comes next, finals.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from bangxl.commands.demo import simulate_tournament
from bangxl.commands.new import create_workbook
from bangxl.commands.transfer import import_json
from bangxl.locale.catalog import LANGUAGES
from bangxl.rulebooks.loader import load
from bangxl.tournament.criteria import CRITERIA, has_won
from bangxl.tournament.finals import final_ranking, match_winner, prizes, qualifiers, shared_places
from bangxl.tournament.league import evenings
from bangxl.tournament.ledger import LedgerLine, has_money, ledger, start_money
from bangxl.tournament.model import Role, Status, Tournament
from bangxl.tournament.progress import SeatGames, SeatRound, next_step, round_count, rounds_played
from bangxl.tournament.roster import sent_home
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.standings import StandingsRow, standings
from bangxl.tournament.state import State
from bangxl.workbook import names
from tests.helpers.referee import Habits
from tests.helpers.sample import these
from tests.helpers.strategies import player_counts, random_tournament
from tests.hosts import gnumeric, ironcalc
from tests.hosts.libreoffice.office import Office
from tests.tournament.rules import ALL, CUT, KONAJKA, LEAGUE

Shown = object
Column = Callable[[str], Sequence[Shown]]
EXAMPLES: Final = sorted((Path(__file__).parents[2] / "docs" / "regulations" / "examples").glob("*.toml"))
SCHOOL: Final = Path(__file__).parents[1] / "data" / "school.toml"
"""The price of the last character is below the lowest bid: the sheet called it wrong at every table."""
BY_ID: Final = {one.id: one for one in (*ALL, KONAJKA, CUT, LEAGUE, *(load(str(path)) for path in (*EXAMPLES, SCHOOL)))}
SMALL: Final = 4
"""Most tournaments have one of the smallest numbers of players: little to calculate, all the rules."""
SEEDS: Final = (2, 7)
"""Of each regulation: two that lead everywhere; the second, and two hundred others, only in `make soak`."""
SEEDS_OF_MANY: Final = (0, 1, 3, 4, 5, 6, 8, 9, *range(1000, 1200))
SAMPLE: Final = "italy-2010_n10_plain"
"""A case; `make soak` takes the others too."""
CASES: Final = Path(__file__).parents[1] / "data" / "cases"
SHOWN: Final = ("rank", "place", "score", "games")
MARKS: Final = ("reconfirmed", "killed_sheriff", "cards_kept", "outlaws_killed", "lives", "bid")
LEDGER: Final = ("Ledger_Round", "Ledger_Table")


def tournament_of(rulebook: Rulebook, seed: int) -> Tournament:
    rng = random.Random(seed)  # noqa: S311 -- a game
    counts = player_counts(rulebook)
    players = rng.choice(counts[:SMALL] if rng.random() < 0.8 else counts)
    stop_after = rng.choice((None, None, 1, 2, 3, 4))
    half = rng.random() < 0.5
    habits = Habits(events=rng.choice((0, 1, 1, 5)), rulings=0.2 * (seed % 2))
    tournament = random_tournament(rng, rulebook, players, stop_after, half=half, habits=habits)
    return replace(tournament, language=LANGUAGES[(seed + len(rulebook.id)) % len(LANGUAGES)])


def made(folder: Path, rulebook: Rulebook, seed: int) -> tuple[Path, Tournament]:
    tournament = tournament_of(rulebook, seed)
    path = folder / f"{rulebook.id}-{seed}.xlsx"
    events = min(len(tournament.events), rulebook.maximum_players)  # a line each, as many as places
    create_workbook(path, State(tournament, rulebook), max(len(tournament.players), events), [])
    return path, tournament


def blank(value: Shown) -> Shown:
    """Nothing, however a program says it; numbers as floats of six decimals, as formulas round before they compare."""
    if value in {None, ""}:
        return ""
    return round(float(value), 6) if isinstance(value, int | float) else value


def records(tournament: Tournament, rulebook: Rulebook) -> Iterator[tuple[str, int, Shown]]:
    """What the record sheets must show: winnings; where there is money, what everybody had before, and after the game."""
    owners = has_money(State(tournament, rulebook))
    for line in ledger(State(tournament, rulebook)):
        game, row = line.game, line.seat.number - 1
        yield names.on_record(game.round, game.table, "Payout"), row, line.payout
        if owners:
            yield names.on_record(game.round, game.table, "Before"), row, line.before
            yield names.on_record(game.round, game.table, "After"), row, after(line)


def after(line: LedgerLine) -> Shown:
    """The sheet shows the money after the game as soon as the line is complete."""
    return None if line.payout is None or line.cost is None else line.before - line.cost + line.payout


def players(tournament: Tournament, rulebook: Rulebook) -> Iterator[tuple[str, int, Shown]]:
    """What the standings must show of everybody, in the order of the entry list."""
    rows = standings(State(tournament, rulebook))
    index = {player.id: row for row, player in enumerate(tournament.players)}
    best = set(qualifiers(State(tournament, rulebook)))
    for row in rows:
        at = index[row.player]
        yield "Standings_Player", at, row.player
        yield "Standings_Rank", at, row.rank
        yield "Standings_Place", at, row.place
        yield "Standings_Score", at, float(row.score)
        yield "Standings_Games", at, row.games
        for code in rulebook.criteria:
            value = row.criteria[code]
            yield names.criterion(code), at, None if value is None else float(value)
        if row.place is not None and (rulebook.matches or rulebook.knockout):
            yield "Standings_Through", at, int(row.player in best)
    yield from separations(State(tournament, rulebook), rows, index)
    yield from at_tables(tournament, index)


def view(tournament: Tournament, rulebook: Rulebook) -> Iterator[tuple[str, int, Shown]]:
    """Each line's place as people read it: «=» before one that players share, also while its lots are not drawn."""
    places = shared_places(State(tournament, rulebook))
    often = Counter(places.values())
    for line, row in enumerate(standings(State(tournament, rulebook))):
        place = places.get(row.player)
        yield "Standings_View", line, "–" if place is None else f"={place}" if often[place] > 1 else place


def separations(state: State, rows: Sequence[StandingsRow], index: Mapping[str, int]) -> Iterator[tuple[str, int, Shown]]:
    """The rank after the score, and after each criterion: there one sees what has separated two players."""
    ranked = [row for row in rows if row.rank is not None]
    home = sent_home(state)
    keys: dict[str, tuple[float, ...]] = {row.player: (home.get(row.player, 999), float(row.score)) for row in ranked}
    for row in ranked if state.rulebook.cuts else ():
        yield "Standings_Home", index[row.player], home.get(row.player, 999)
    for code in ("score", *state.rulebook.criteria):
        if code != "score":
            sign = -1 if CRITERIA[code].less else 1
            keys = {row.player: (*keys[row.player], sign * float(row.criteria[code] or 0)) for row in ranked}
        for row in ranked:
            yield f"Standings_by_{code}", index[row.player], 1 + sum(key > keys[row.player] for key in keys.values())


def at_tables(tournament: Tournament, index: Mapping[str, int]) -> Iterator[tuple[str, int, Shown]]:
    """At fixed tables: his table, how many began there, how often he was Sheriff."""
    been = Counter(seat.player for game in tournament.games for seat in game.seats if seat.role is Role.SHERIFF)
    for table, people in tournament.start_tables.items():
        for player in people:
            yield "Standings_Table", index[player], table
            yield "Standings_Begun", index[player], len(people)
            yield "Standings_Sheriffs", index[player], been[player]


def course(tournament: Tournament, rulebook: Rulebook) -> Iterator[tuple[str, int, Shown]]:
    """What the control sheet must know: rounds played and scheduled, tables that can get their next game."""
    yield "Rounds_Played", 0, rounds_played(State(tournament, rulebook))
    if tournament.games:
        yield "Rounds_Scheduled", 0, round_count(State(tournament, rulebook))
    if rulebook.league:
        *drawn, now = evenings(State(tournament, rulebook))
        yield "Evening", 0, now
        for row, evening in enumerate(drawn):
            yield "Round_Evening", row, evening
    step = next_step(State(tournament, rulebook))
    if isinstance(step, SeatRound):
        yield "Players_Available", 0, len(step.players)
    if tournament.start_tables:
        step = next_step(State(tournament, rulebook))
        yield "Tables_Ready", 0, len(step.games) if isinstance(step, SeatGames) else 0


def finals(tournament: Tournament, rulebook: Rulebook) -> Iterator[tuple[str, int, Shown]]:
    """Who has won each duel, and once all are played the final ranking of those in it, with its prizes."""
    for duel in tournament.finals.duels if tournament.finals else ():
        yield names.duel(duel.match, "Winner"), 0, match_winner(State(tournament, rulebook), duel.match) or None
    closed = tournament.finals is not None and tournament.finals.closed
    best = len(qualifiers(State(tournament, rulebook))) if closed else 0
    for row, placed in enumerate(final_ranking(State(tournament, rulebook))[:best]):
        yield "Finals_Place", row, placed.place
        yield "Finals_Player", row, placed.player
        yield "Finals_Prize", row, prizes(State(tournament, rulebook)).get(placed.player)


def differences(tournament: Tournament, rulebook: Rulebook, column: Column) -> list[str]:
    wrong = []
    shown: dict[str, Sequence[Shown]] = {}
    for part in (records, players, view, course, finals):
        for name, row, value in part(tournament, rulebook):
            cells = shown[name] if name in shown else shown.setdefault(name, column(name))
            if blank(cells[row]) != blank(value):
                wrong.append(f"{name}[{row}] shows {cells[row]!r}, not {value!r}")
    return wrong + ledger_differences(tournament, rulebook, column)


def ledger_differences(tournament: Tournament, rulebook: Rulebook, column: Column) -> list[str]:
    """The ledger lists exactly the seats; money only of settled games; wins, lives and ends where criteria count them."""
    lines = ledger(State(tournament, rulebook))
    expected = {(line.game.round, line.game.table, line.seat.number): ledger_row(rulebook, line) for line in lines}
    keys = list(next(iter(expected.values()), {"Ledger_Player": None}))
    tables = zip(*(column(name) for name in LEDGER), strict=True)
    places = [(*table, seat) for table, seats in groupby(tables) for seat, _ in enumerate(seats, 1)]
    cells = zip(*(column(key) for key in keys), strict=True)
    rows = {place: dict(zip(keys, values, strict=True)) for place, values in zip(places, cells, strict=True)}
    shown = {place: row for place, row in rows.items() if blank(row["Ledger_Player"])}
    wrong = [f"ledger {place}: {'seated' if place in expected else 'nobody'}" for place in expected.keys() ^ shown.keys()]
    for place in expected.keys() & shown.keys():
        wrong += [
            f"{key} of {place} shows {shown[place][key]!r}, not {value!r}"
            for key, value in expected[place].items()
            if blank(shown[place][key]) != blank(value)
        ]
    return wrong


def ledger_row(rulebook: Rulebook, line: LedgerLine) -> dict[str, Shown]:
    settled, counted = line.settled, set(rulebook.criteria)
    row: dict[str, Shown] = {
        "Ledger_Player": line.seat.player,
        "Ledger_Settled": int(settled),
        "Ledger_Role": line.seat.role,
        "Ledger_Net": line.net if settled else None,
        "Ledger_Payout": line.payout if settled else None,
    }
    if rulebook.auction is not None or rulebook.card_price:
        row["Ledger_Bid"] = line.cost if settled else None
    if any(code.startswith("wins") for code in counted):
        row["Ledger_Won"] = int(has_won(line.game, line.seat)) if settled else None
    if "finished_alive" in counted:
        row["Ledger_Alive"] = int(line.seat.status is Status.ALIVE) if settled else None
    if "lives" in counted:
        row["Ledger_Lives"] = (line.seat.lives or 0) if settled else None
    return row


@pytest.mark.parametrize("seed", these([*SEEDS, *SEEDS_OF_MANY], 7))
@pytest.mark.parametrize("rulebook", these(BY_ID, "record", CUT.id, LEAGUE.id))
def test_libreoffice_agrees_in_every_cell(office: Office, tmp_path: Path, rulebook: str, seed: int) -> None:
    path, tournament = made(tmp_path, BY_ID[rulebook], seed)
    with office.open(path) as book:
        wrong = [*differences(tournament, BY_ID[rulebook], book.column), *book.errors()]
    assert wrong == [], f"{rulebook}, seed {seed}"


def test_the_formulas_know_of_which_criteria_less_is_better(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Made up: the fewest wins. It decides the place at a table, too."""
    monkeypatch.setitem(CRITERIA, "wins", replace(CRITERIA["wins"], less=True))
    rulebook = replace(BY_ID["germany"], criteria=("table_place", "games", "wins", "lives"))
    path, tournament = made(tmp_path, rulebook, 7)
    recalculated = ironcalc.Recalculated(path, tmp_path)
    for name, row, value in players(tournament, rulebook):
        assert blank(recalculated.column(name)[row]) == blank(value), f"{name}[{row}]"


@pytest.mark.soak
def test_libreoffice_agrees_on_a_league_of_thirty(office: Office, tmp_path: Path) -> None:
    """Six evenings of three games, to which 18 to 30 people come: the first sheet shows the newest, and a line for each."""
    rulebook, path = BY_ID["league"], tmp_path / "league.xlsx"
    tournament, log = simulate_tournament(rulebook, 30, "thirty", "en")
    create_workbook(path, State(tournament, rulebook), 30, log)
    people, rows = [0] * (tournament.rounds_seated + 1), dict[int, list[int]]()
    for game in tournament.games:
        people[game.round] += len(game.seats)
    for number, evening in tournament.evenings.items():
        rows.setdefault(evening, []).append(number)
    with office.open(path) as book:
        assert [*differences(tournament, rulebook, book.column), *book.errors()] == []
        heads, wall = book.texts("Tournament!B6:E7")
        shown = {int(row[0].split()[1]): row[1:] for row in book.texts("Tournament!B8:F25") if row[0].startswith("Evening")}
    last = tournament.evenings[tournament.rounds_seated]
    assert heads[: len(rows[last]) + 1] == [f"Evening {last}", *(f"Round {number}" for number in rows[last])]
    assert wall[: len(rows[last]) + 1] == ["Wall list", *(f"► round {number}" for number in rows[last])]
    assert shown == {
        evening: [*([f"✓ {people[n]} players" for n in held] + ["· empty"] * 3)[:3], f"{len(held)} / 3"]
        for evening, held in ((evening, rows.get(evening, [])) for evening in range(1, 7))
    }


@pytest.mark.parametrize("rulebook", these(BY_ID, "school"))
@pytest.mark.parametrize("program", these([gnumeric, ironcalc], ironcalc))
def test_other_programs_agree_in_every_cell(tmp_path: Path, program: ModuleType, rulebook: str) -> None:
    path, tournament = made(tmp_path, BY_ID[rulebook], 50)
    recalculated = program.Recalculated(path, tmp_path)
    assert differences(tournament, BY_ID[rulebook], recalculated.column) == [], f"{rulebook}, seed 50"
    assert recalculated.errors() == []


def cases() -> list[str]:
    return sorted(path.name.removesuffix(".expected.json") for path in CASES.glob("*.expected.json"))


@pytest.mark.parametrize("case", these(cases(), SAMPLE))
def test_the_formulas_give_the_expected_results_of_a_case(office: Office, tmp_path: Path, case: str) -> None:
    """The sample tournaments, whose results were computed by two other programs: every payout, score, rank, place, criterion."""
    path = tmp_path / f"{case}.xlsx"
    import_json(CASES / f"{case}.json", path)
    expected = json.loads((CASES / f"{case}.expected.json").read_text(encoding="utf-8"))
    with office.open(path) as book:
        for game in expected["payouts"]:
            people, paid = (book.column(names.on_record(game["round"], game["table"], key)) for key in ("Player", "Payout"))
            assert {player: value for player, value in zip(people, paid, strict=True) if player} == game["payout"]
        ids = book.column("Standings_Player")
        for key in expected["rows"][0]:
            if key != "player":
                shown = dict(zip(ids, book.column(names.criterion(key.title() if key in SHOWN else key)), strict=True))
                assert {r["player"]: number(shown[r["player"]]) for r in expected["rows"]} == {
                    r["player"]: number(r[key]) for r in expected["rows"]
                }, key
        assert book.errors() == []


def number(value: Shown) -> Shown:
    """A number however it is written, ``"7/3"`` too."""
    if isinstance(value, str) and "/" in value:
        above, below = value.split("/")
        return round(int(above) / int(below), 6)
    return blank(value)


def test_there_is_something_to_compare() -> None:
    """The seeds of the tests lead everywhere: open and finished tournaments, marks, money, none, leavers, every language."""
    seen: Counter[str] = Counter()
    for rulebook in ALL:
        for seed in SEEDS:
            tournament = tournament_of(rulebook, seed)
            seen.update([tournament.language, "closed" if tournament.finals and tournament.finals.closed else "open"])
            seen.update(event.type for event in tournament.events)
            seen.update(["money" if start_money(State(tournament, rulebook)) else "none"])
            seats = [seat for game in tournament.games for seat in game.seats]
            seen.update(mark for mark in MARKS if any(getattr(seat, mark) for seat in seats))
    assert {*LANGUAGES, *MARKS, "ruling", "closed", "open", "withdrawal", "ejection", "money", "none"} <= set(seen)
