"""What the sheets of the rounds must say: how they were drawn, who sat where, every record sheet with its money."""

from __future__ import annotations

from bangxl.referto.proof.facts import Columns, Facts
from bangxl.referto.proof.people import spread
from bangxl.referto.proof.values import Right
from bangxl.tournament.inspection import inspect
from bangxl.tournament.journal import Seating, seating
from bangxl.tournament.model import Draw, Game, Seat, Status
from bangxl.workbook import names
from bangxl.workbook.alphabet import alphabetical
from bangxl.workbook.words import word


def walls(facts: Facts) -> Columns:
    """The draw of every round; at fixed tables the one draw."""
    fixed = facts.rulebook.fixed_tables
    numbers = range(1, facts.tournament.rounds_seated + 1)
    return {
        names.on_wall(number, key): column
        for number in (numbers[:1] if fixed else numbers)
        for key, column in _wall(facts, number).items()
    }


def _wall(facts: Facts, number: int) -> Columns:
    drawn = _seating(facts, number)
    by_name = sorted(drawn, key=lambda line: (alphabetical(facts.names.get(line[2], line[2])), line[2]))
    found: Columns = {
        "Wall_Player": [player for _table, _seat, player in by_name],
        "Wall_Name": facts.named(player for _table, _seat, player in by_name),
        "Wall_Table": [table for table, _seat, _player in by_name],
        "Wall_Seat": [seat for _table, seat, _player in by_name],
        "Draw_Players": [len(drawn)],
        "Draw_Tables": [len({table for table, _seat, _player in drawn})],
    }
    draw = facts.draws.get(str(number))
    told: dict[str, Right] = {} if draw is None else {**seed(facts, draw), "Algorithm": f"{draw.algorithm} {draw.version}"}
    told["By_Hand"] = facts.yes if draw is not None and draw.by_hand else None
    found |= {f"Draw_{key}": [told.get(key)] for key in ("Seed", "Source", "Public", "Algorithm", "By_Hand")}
    return found | ({} if facts.rulebook.fixed_tables else _quality(facts, number))


def seed(facts: Facts, draw: Draw) -> dict[str, Right]:
    """The seed of a draw, where it came from, and what the room supplied for it."""
    return {"Seed": draw.rng_seed, "Source": word(draw.source, facts.language), "Public": draw.public_value}


def _seating(facts: Facts, number: int) -> Seating:
    """Who was drawn where, told from the tables."""
    tournament = facts.tournament
    if not facts.rulebook.fixed_tables:
        return seating(tournament.round(number))
    tables = sorted(tournament.start_tables.items())
    return tuple((table, seat, player) for table, players in tables for seat, player in enumerate(players, 1))


def _quality(facts: Facts, number: int) -> Columns:
    """How many pairs met again up to this round, beside what a pure lot expects and the best that is known."""
    figures = inspect(facts.tournament, facts.rulebook, number).figures
    return {
        "Draw_Rematches": [figures.rematches],
        "Draw_Expected": [round(figures.expected)],
        "Draw_Best": [figures.best.rematches if figures.best else None],
    }


def records(facts: Facts) -> Columns:
    """Every record sheet: what was typed, in the referto's words, and the money that follows."""
    asked = names.record_inputs(facts.rulebook)
    money = _money(facts)
    found: Columns = {}
    for game in facts.tournament.games:
        lines = {
            seat.number - 1: {**_seat(facts, seat, asked), **money.get((game.round, game.table, seat.number), {})}
            for seat in game.seats
        }
        found |= table(facts, names.record_sheet(game.round, game.table), game, lines)
        if facts.secret:
            hidden = ("Before", "Payout", "After") if facts.has_money else ("Payout",)
            found |= {names.on_record(game.round, game.table, key): [None] * game.seats[-1].number for key in hidden}
    return found


def table(facts: Facts, sheet: str, game: Game, lines: dict[int, dict[str, Right]]) -> Columns:
    """The columns of a table, a line for every chair up to the last that is taken, and its outcome."""
    keys = next(iter(lines.values()), {})
    found: Columns = {f"{sheet}!{key}": spread({row: line.get(key) for row, line in lines.items()}) for key in keys}
    found[f"{sheet}!Seat"] = list(range(1, max(lines, default=-1) + 2))
    found[f"{sheet}!Outcome"] = [word(game.outcome, facts.language) if game.outcome else None]
    return found


def person(facts: Facts, seat: Seat) -> dict[str, Right]:
    """What every sheet says of somebody: who he is, his character, his role, how he ended."""
    return {
        "Player": seat.player,
        "Name": facts.names.get(seat.player, ""),
        "Character": seat.character,
        "Role": word(seat.role, facts.language) if seat.role else None,
        "Status": word(seat.status, facts.language) if seat.status else None,
    }


def _seat(facts: Facts, seat: Seat, asked: tuple[str, ...]) -> dict[str, Right]:
    """Nobody writes a 0, but for the lives of somebody who is said to be alive."""
    marks: dict[str, Right] = {
        "Bid": seat.bid,
        "Reconfirmed": facts.yes if seat.reconfirmed else None,
        "Lives": None if seat.lives == 0 and seat.status is not Status.ALIVE else seat.lives,
        "Killed_Sheriff": facts.yes if seat.killed_sheriff else None,
        "Outlaws_Killed": seat.outlaws_killed or None,
        "Cards_Kept": seat.cards_kept or None,
    }
    return {**person(facts, seat), **{key: value for key, value in marks.items() if key in asked}}


def _money(facts: Facts) -> dict[tuple[int, int, int], dict[str, Right]]:
    """The dollars on every seat's line, by round, table and seat; none are told while results are secret."""
    if facts.secret:
        return {}
    found: dict[tuple[int, int, int], dict[str, Right]] = {}
    for line in facts.lines:
        owned: dict[str, Right] = {"Before": line.before, "After": line.after} if facts.has_money else {}
        found[line.game.round, line.game.table, line.seat.number] = {**owned, "Payout": line.payout}
    return found


PARTS = (walls, records)
