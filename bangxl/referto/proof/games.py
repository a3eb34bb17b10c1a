"""What the rounds and the finals must say: draws, every record sheet with its money, duels, stages, the final ranking."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from bangxl.referto.proof.compare import Columns
from bangxl.referto.proof.facts import Facts
from bangxl.referto.proof.people import spread
from bangxl.referto.proof.verdict import Right
from bangxl.tournament.drawing import inspect
from bangxl.tournament.finals import characters, left_out, match_winner, mode, prizes, title_holder
from bangxl.tournament.journal import Seating, seating
from bangxl.tournament.knockout import choice_order, open_characters, winners
from bangxl.tournament.ledger import has_money, ledger
from bangxl.tournament.model import Draw, Duel, Game, Seat, Status, stage_code
from bangxl.workbook import names
from bangxl.workbook.fields import FIELDS, KNOCKOUT, Field, InputKind
from bangxl.workbook.wall import alphabetical
from bangxl.workbook.words import word

PAIR = 2
"""Players of the last game of the knock-out, for which characters are drawn."""


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
        "Wall_Name": facts.names_of(player for _table, _seat, player in by_name),
        "Wall_Table": [table for table, _seat, _player in by_name],
        "Wall_Seat": [seat for _table, seat, _player in by_name],
        "Draw_Players": [len(drawn)],
        "Draw_Tables": [len({table for table, _seat, _player in drawn})],
    }
    draw = facts.draws.get(str(number))
    told: dict[str, Right] = {} if draw is None else {**_seed(facts, draw), "Algorithm": f"{draw.algorithm} {draw.version}"}
    told["By_Hand"] = facts.yes if draw is not None and draw.by_hand else None
    found |= {f"Draw_{key}": [told.get(key)] for key in ("Seed", "Source", "Public", "Algorithm", "By_Hand")}
    found |= {
        key: [text]
        for one in facts.tournament.posted
        if one.round == number
        for key, text in ((names.CODE, one.code), (names.SALT, one.salt))
    }
    return found | ({} if facts.rulebook.fixed_tables else _quality(facts, number))


def _seed(facts: Facts, draw: Draw) -> dict[str, Right]:
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
    figures = inspect(facts.state, number).figures
    return {
        "Draw_Rematches": [figures.rematches],
        "Draw_Expected": [round(figures.expected)],
        "Draw_Best": [figures.best.rematches if figures.best else None],
    }


def draws(facts: Facts) -> Columns:
    """The draws of all rounds on one table, and how good they were."""
    if not facts.tournament.games:
        return {}
    fixed = facts.rulebook.fixed_tables
    numbers = list(range(1, facts.tournament.rounds_seated + 1))[: 1 if fixed else None]
    told = [_wall(facts, number) for number in numbers]
    keys = ("Seed", "Source", "Public", "Algorithm", "By_Hand", *(() if fixed else ("Rematches", "Expected", "Best")))
    columns: Columns = {"Draws_Round": numbers, **{f"Draws_{key}": [wall[f"Draw_{key}"][0] for wall in told] for key in keys}}
    return columns | {"Draws_Code": [wall.get(names.CODE, [None])[0] for wall in told]}


def codes(facts: Facts) -> Columns:
    """The codes that no round's sheet has: of games at fixed tables, of the finals."""
    later = [one for one in facts.tournament.codes if not one.round]
    found: Columns = {key: [getattr(one, key.lower()) for one in later] for key in ("Stage", "Code", "Salt")}
    return {f"Codes_{key}": column for key, column in found.items()} if later else {}


def records(facts: Facts) -> Columns:
    """Every record sheet: what was typed, in the referto's words, and the money that follows."""
    money = _money(facts)
    found: Columns = {}
    for game in facts.tournament.games:
        asked = _asked(facts, game)
        lines = {
            seat.number - 1: {**_seat(facts, seat, asked), **money.get((game.round, game.table, seat.number), {})}
            for seat in game.seats
        }
        found |= _table(facts, names.record_sheet(game.round, game.table), game, lines)
        if facts.secret:
            hidden = ("Before", "Payout", "After") if has_money(facts.state) else ("Payout",)
            found |= {names.on_record(game.round, game.table, key): [None] * game.seats[-1].number for key in hidden}
    return found


def _table(facts: Facts, sheet: str, game: Game, lines: dict[int, dict[str, Right]]) -> Columns:
    """The columns of a table, a line for every chair up to the last that is taken, and its outcome."""
    keys = next(iter(lines.values()), {})
    found: Columns = {f"{sheet}!{key}": spread({row: line.get(key) for row, line in lines.items()}) for key in keys}
    found[f"{sheet}!Seat"] = list(range(1, max(lines, default=-1) + 2))
    found[f"{sheet}!Outcome"] = [word(game.outcome, facts.language) if game.outcome else None]
    return found


def _person(facts: Facts, seat: Seat) -> dict[str, Right]:
    """What every sheet says of somebody: who he is, his character, his role, how he ended."""
    fields = {field.name: _content(facts, seat, field) for field in KNOCKOUT}
    return {"Player": seat.player, "Name": facts.names.get(seat.player, ""), **fields}


def _asked(facts: Facts, game: Game) -> list[Field]:
    """What a record sheet says of everybody, with what only some regulations ask for; where the referee decides, his ruling."""
    by_ruling = any(seat.ruling is not None for seat in game.seats)
    return [
        field
        for field in FIELDS
        if not field.is_mark or field.is_asked(facts.rulebook) or (field.kind is InputKind.AMOUNT and by_ruling)
    ]


def _seat(facts: Facts, seat: Seat, asked: Sequence[Field]) -> dict[str, Right]:
    """What a record sheet says of somebody."""
    return {**_person(facts, seat), **{field.name: _content(facts, seat, field) for field in asked}}


def _content(facts: Facts, seat: Seat, field: Field) -> Right:
    """What stands in a field. Nobody writes a 0, but for the lives of somebody who is said to be alive."""
    value: Right = getattr(seat, field.attribute)
    match field.kind:
        case InputKind.WORD:
            return word(value, facts.language) if isinstance(value, StrEnum) else None
        case InputKind.MARK:
            return facts.yes if value else None
        case InputKind.COUNT:
            return value or None
        case InputKind.LIVES if value == 0 and seat.status is not Status.ALIVE:
            return None
    return value


def _money(facts: Facts) -> dict[tuple[int, int, int], dict[str, Right]]:
    """The dollars on every seat's line, by round, table and seat; none are told while results are secret."""
    if facts.secret:
        return {}
    found: dict[tuple[int, int, int], dict[str, Right]] = {}
    for line in ledger(facts.state):
        owned: dict[str, Right] = {"Before": line.before, "After": line.after} if has_money(facts.state) else {}
        found[line.game.round, line.game.table, line.seat.number] = {**owned, "Payout": line.payout}
    return found


def duels(facts: Facts) -> Columns:
    """Every duel that was seated."""
    finals = facts.tournament.finals
    return {
        names.duel(duel.match, key): [value]
        for duel in (finals.duels if finals else ())
        for key, value in {**_duel(facts, duel), **_duel_draw(facts, duel)}.items()
    }


def _duel(facts: Facts, duel: Duel) -> dict[str, Right]:
    won = match_winner(facts.state, duel.match)
    name_a, name_b, name_won = facts.names_of((duel.player_a, duel.player_b, won))
    return {
        "Player_A": duel.player_a, "Name_A": name_a, "Score_A": duel.score_a,
        "Player_B": duel.player_b, "Name_B": name_b, "Score_B": duel.score_b,
        "Winner": won, "Winner_Name": name_won,
    }  # fmt: skip


def _duel_draw(facts: Facts, duel: Duel) -> dict[str, Right]:
    """The characters that the seed gives: one pool, or a pile each; and those in nobody's reach."""
    draw, way = facts.draws.get(duel.match), mode(facts.state)
    if draw is None:
        return {}
    told: dict[str, Right] = {f"Draw_{key}": value for key, value in _seed(facts, draw).items()}
    if way not in facts.rulebook.duel_modes or not (duel.player_a and duel.player_b):
        return told
    piles = characters(facts.rulebook, way, duel.match, draw.rng_seed)
    told |= {key: ", ".join(pile) for key, pile in zip(("Characters", "Characters_B"), piles, strict=False)}
    return told | {"Left_Out": ", ".join(left_out(facts.rulebook, way, duel.match, draw.rng_seed))}


def ranking(facts: Facts) -> Columns:
    """The final ranking, everybody who is ranked."""
    players = [placed.player for placed in facts.ranking]
    holder = title_holder(facts.state) if players else ""
    title: Columns = {"Finals_Title": [holder or None], "Finals_Title_Name": [facts.names.get(holder)]}
    title["Finals_Title_Words"] = [facts.rulebook.champion]
    return {
        **(title if players and "champion" in facts.rulebook.articles else {}),
        "Finals_Place": [placed.place for placed in facts.ranking],
        "Finals_Player": players,
        "Finals_Name": facts.names_of(players),
        "Finals_Prize": [prizes(facts.state).get(player) for player in players],
    }


def stages(facts: Facts) -> Columns:
    """The knock-out: how each stage was drawn, and its tables."""
    found: Columns = {}
    for number in sorted({game.round for game in facts.tournament.stages}):
        found |= _stage_draw(facts, number)
        order = choice_order(facts.state, number)
        chooses = {player: position for position, player in enumerate(order)}
        for game in facts.tournament.stage(number):
            found |= _stage_table(facts, game, chooses)
    return found


def _stage_draw(facts: Facts, number: int) -> Columns:
    code = stage_code(number)
    draw = facts.draws.get(code)
    told: dict[str, Right] = {} if draw is None else {f"Draw_{key}": value for key, value in _seed(facts, draw).items()}
    if draw and any(game.size == PAIR for game in facts.tournament.stage(number)):
        told["Characters"] = ", ".join(open_characters(facts.rulebook, draw.rng_seed, number))
    return {names.duel(code, key): [told.get(key)] for key in names.STAGE_DRAW}


def _stage_table(facts: Facts, game: Game, chooses: dict[str, int]) -> Columns:
    """A table: in which order its players choose their characters, and who plays on."""
    sheet, won = names.stage_sheet(game.round, game.table), winners(game)
    choosers = sorted((seat.player for seat in game.seats), key=lambda player: chooses.get(player, len(chooses)))
    lines: dict[int, dict[str, Right]] = {
        seat.number - 1: {
            **_person(facts, seat),
            "Choice": choosers.index(seat.player) + 1,
            "Won": facts.yes if seat.player in won else None,
        }
        for seat in game.seats
    }
    found = _table(facts, sheet, game, lines)
    if game.winner:
        found |= {f"{sheet}!Winner": [game.winner], f"{sheet}!Winner_Name": facts.names_of([game.winner])}
    return found
