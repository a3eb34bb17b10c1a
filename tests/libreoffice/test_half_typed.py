"""Half-typed states of every kind: the status line, the signs on the sheets, `check` and `seat --preview` say the same."""

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from bangxl.commands.check import check
from bangxl.commands.errors import Refusal
from bangxl.commands.new import create_workbook
from bangxl.commands.seat import preview
from bangxl.commands.workspace import open_workspace
from bangxl.sheets.record.layout import STAGE, layout_of
from bangxl.tournament.findings import At, Severity
from bangxl.tournament.model import Game, Outcome, Role, Seat, Status, Tournament, game_code, stage_sheet
from bangxl.tournament.progress import FillIn, PlayDuels, blank_cells, is_begun, next_step, stage_blanks
from bangxl.tournament.rulebook import Rulebook, SheriffRule
from bangxl.tournament.state import State
from bangxl.workbook import names
from bangxl.workbook.notices import sheet_and_cell
from tests.helpers.sample import sample, these
from tests.helpers.strategies import player_counts, random_tournament
from tests.hosts.libreoffice.office import Document, Office, OfficeError, Typed
from tests.tournament.rules import ALL, ITALY_2007

EVENTS: Final = 40
"""So many lines for events every workbook has."""

OFTEN: Final = 0.4
"""How often a cell is still blank on a sheet that somebody is typing."""
SLIP: Final = 0.4
"""How often something on an open sheet is wrong."""

STATES: Final = 72
"""So many of each regulation: over 500 in all."""

_BLANK: Final = {"character": "", "bid": None, "role": None, "status": None, "lives": None}


def half_typed(rng: random.Random, rulebook: Rulebook, game: Game) -> Game:
    """A sheet on which somebody has begun to type, or which nobody has touched."""
    if rng.random() < OFTEN:
        return replace(game, outcome=None, winner="", seats=tuple(untouched(rulebook, seat) for seat in game.seats))
    outcome, winner = (None, "") if rng.random() < OFTEN else (game.outcome, game.winner)
    return replace(game, outcome=outcome, winner=winner, seats=tuple(_gappy(rng, rulebook, seat) for seat in game.seats))


def untouched(rulebook: Rulebook, seat: Seat) -> Seat:
    return Seat(seat.number, seat.player, seat.role if _is_written(rulebook, seat) else None)


def _is_written(rulebook: Rulebook, seat: Seat) -> bool:
    """Whether the draw itself writes the role."""
    return seat.role is Role.SHERIFF and rulebook.sheriff is not SheriffRule.DRAWN


def _gappy(rng: random.Random, rulebook: Rulebook, seat: Seat) -> Seat:
    if rng.random() > OFTEN:
        return seat
    gone: dict[str, Any] = {key: blank for key, blank in _BLANK.items() if rng.random() < OFTEN}
    if _is_written(rulebook, seat):
        gone.pop("role", None)
    if gone.get("status", seat.status) is not Status.ALIVE:
        gone["lives"] = None
    return replace(seat, **gone)


def nameless(rng: random.Random, game: Game) -> Game:
    """A finished sheet from which a character was cleared."""
    cleared = rng.randrange(game.size)
    seats = (replace(seat, character="", reconfirmed=False) if i == cleared else seat for i, seat in enumerate(game.seats))
    return replace(game, seats=tuple(seats))


def day(rng: random.Random, rulebook: Rulebook) -> Tournament:
    """A tournament stopped anywhere, the last sheets half typed, a character gone from one before."""
    players = rng.choice(player_counts(rulebook)[:4])
    played = random_tournament(rng, rulebook, players, rng.choice((None, 1, 2, 3)), half=True)
    at_table = {table: max(g.round for g in played.games if g.table == table) for table in {g.table for g in played.games}}
    last = at_table if played.start_tables else dict.fromkeys(at_table, played.rounds_seated)
    games = tuple(
        half_typed(rng, rulebook, game)
        if played.finals is None and game.round == last[game.table] and not game.is_ruled
        else nameless(rng, game)
        if rng.random() < OFTEN and rulebook.auction is not None
        else game
        for game in played.games
    )
    stage = max((game.round for game in played.stages), default=0)
    stages = tuple(half_typed(rng, rulebook, game) if game.round == stage else game for game in played.stages)
    return replace(played, games=games, stages=stages, language="en")


def asked(state: State, path: Path) -> str | None:
    """The cell that `seat` asks for first, as ``Round1T2!F9``; only the sheet where nobody has typed; None if it asks nothing."""
    step, book = next_step(state), open_workspace(path).book
    if isinstance(step, PlayDuels):
        scores = [names.duel(match, f"Score_{side}") for match in step.matches for side in "AB"]
        return "!".join(sheet_and_cell(At(next(score for score in scores if book.read(score)[0] is None)), book))
    if not isinstance(step, FillIn):
        return None
    first = step.cells[0]
    if first.stage is not None:
        return "!".join(sheet_and_cell(first, book))
    game = next(g for g in state.tournament.games if (g.round, g.table) == (first.round, first.table))
    sheet, cell = sheet_and_cell(first, book)
    return f"{sheet}!{cell}" if is_begun(state.rulebook, game) else f"{sheet}!"


def slipped(rng: random.Random, game: Game) -> Game:
    """A sheet with another role, end, bid, character or winner."""
    seats = list(game.seats)
    at, other = rng.randrange(game.size), rng.randrange(game.size)
    match rng.randrange(6):
        case 0:
            return replace(game, outcome=rng.choice(list(Outcome)))
        case 1:
            seats[at] = replace(seats[at], role=rng.choice(list(Role)))
        case 2:
            seats[at] = replace(seats[at], status=rng.choice([Status.ALIVE, Status.ELIMINATED, Status.FINAL_DUEL]))
        case 3 if seats[at].bid is not None:
            seats[at] = replace(seats[at], bid=rng.choice([0, 50, 100, 99900]))
        case 4:
            seats[at] = replace(seats[at], character=seats[other].character)
        case _:
            one, two = seats[at].role, seats[other].role
            seats[at], seats[other] = replace(seats[at], role=two), replace(seats[other], role=one)
    return replace(game, seats=tuple(seats))


def open_games(state: State) -> list[Game]:
    """The games whose sheets are not locked."""
    tournament = state.tournament
    if tournament.finals is None:
        return [game for game in tournament.games if not tournament.is_closed(game) and not game.is_ruled]
    last = max((game.round for game in tournament.stages), default=0)
    return [game for game in tournament.stages if game.round == last]


def typed(rng: random.Random, rulebook: Rulebook) -> Tournament:
    """A day stopped anywhere, half typed, with slips; without the record of the auctions, which nobody types on a sheet."""
    facts = day(rng, rulebook)
    facts = replace(facts, games=tuple(replace(game, auction=()) for game in facts.games))
    if facts.finals is None:  # a round that is not complete cannot have been closed
        facts = replace(facts, closed_after_round=None)
    if rng.random() < SLIP and (games := open_games(State(facts, rulebook))):
        one = rng.choice(games)
        facts = replace(
            facts,
            games=tuple(slipped(rng, game) if game is one else game for game in facts.games),
            stages=tuple(slipped(rng, game) if game is one else game for game in facts.stages),
        )
    if facts.finals is not None and rng.random() < SLIP and facts.finals.duels and not facts.finals.closed:
        *before, last = facts.finals.duels
        last = replace(last, score_a=rng.choice([None, 5, 4]), score_b=rng.choice([None, 5, 0]))
        facts = replace(facts, finals=replace(facts.finals, duels=(*before, last)))
    return facts


def tab_of(state: State, game: Game) -> str:
    return (game_code if state.tournament.finals is None else stage_sheet)(game.round, game.table)


def stray(rng: random.Random, book: Document, state: State) -> None:
    """Type something into an open cell that may make no sense there: on a record sheet, beside a name, or as an event."""
    asked_for = layout_of(state.rulebook).asked if state.tournament.finals is None else STAGE.asked
    sheets = [(f"{tab_of(state, game)}!{key}", game.size) for game in open_games(state) for key in (*asked_for, "Outcome")]
    line = len(state.tournament.events)
    name, rows = rng.choice([*sheets, ("Players_Present", 3), *((f"Events_{key}", 0) for key in ("Type", "Player", "Moment"))])
    index = line if name.startswith("Events_") else 0 if name.endswith("Outcome") else rng.randrange(rows)
    texts: Sequence[Typed] = ("x", "no", "alive", "Law", "Outlaw", "withdrawal", "P001", -100, 150, 1.5, 0)
    with suppress(OfficeError):  # the sheets of two or three players ask for less, and the rest is locked
        book.put(name, rng.choice(texts), index)


def differing(book: Document, path: Path) -> list[str]:
    """Where the status line, the signs, `check` and `seat --preview` say different things."""
    state = open_workspace(path, reading_only=True).state
    line, cell = str(book.cell("Next_Step")), str(book.cell("Next_Cell") or "").replace("'", "")
    errors = [one for one in check(path) if one.finding.severity is Severity.ERROR]
    wrong = {one.sheet for one in errors}
    out, seats, refusal = list[str](), list[str](), list[str]()
    try:
        seats += preview(path)
    except Refusal as refused:
        refusal += refused.lines
    open_cells = partial(blank_cells, state) if state.tournament.finals is None else stage_blanks
    for game in open_games(state):
        tab = tab_of(state, game)
        sign = str(book.cell(f"{tab}!Check"))[:1]
        begun, gaps = is_begun(state.rulebook, game) or bool(game.winner), bool(open_cells(game))
        expected = "×" if tab in wrong else ("!" if begun else "►") if gaps else "✓"
        if sign != expected:
            out.append(f"{tab}: sign {sign} {book.cell(f'{tab}!Check')} for {expected}; {[str(e) for e in errors]}")
    if (line[:1] == "×") != bool(errors):
        out.append(f"line {line!r}; errors {[str(e) for e in errors]}")
    elif not errors and ("«Seat next round»" in line) != bool(seats):
        out.append(f"line {line!r}; preview {seats or refusal}")
    if not errors and not cell.startswith(asked(state, path) or ""):
        out.append(f"line {line!r} leads to {cell!r}, seat asks for {asked(state, path)}")
    return [*out, *map(str, book.errors())]


@pytest.mark.parametrize("rulebook", these(ALL, ITALY_2007), ids=lambda rulebook: rulebook.id)
@pytest.mark.parametrize("number", sample(range(STATES), STATES))
def test_sheet_and_commands_agree(office: Office, tmp_path: Path, rulebook: Rulebook, number: int) -> None:
    rng = random.Random(f"{rulebook.id} {number}")  # noqa: S311 -- a game
    state = State(typed(rng, rulebook), rulebook)
    path, events = tmp_path / "torneo.xlsx", len(state.tournament.events)
    create_workbook(path, state, max(len(state.tournament.players), events if events > EVENTS else 0), [])
    with office.open(path) as book:
        if rng.random() < SLIP:
            stray(rng, book, state)
            book.save(path)
        assert differing(book, path) == []
