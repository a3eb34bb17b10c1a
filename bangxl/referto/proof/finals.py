"""What the finals must say: the duels or the stages, who won them, the final ranking with its prizes."""

from __future__ import annotations

from bangxl.referto.proof.facts import Columns, Facts
from bangxl.referto.proof.rounds import person, seed, table
from bangxl.referto.proof.values import Right
from bangxl.tournament.finals import characters, left_out, match_winner, mode
from bangxl.tournament.knockout import characters_shown, choice_order, winners
from bangxl.tournament.model import Duel, Game, stage_code
from bangxl.workbook import names

PAIR = 2
"""Players of the last game of the knock-out, for which characters are drawn."""


def duels(facts: Facts) -> Columns:
    """Every duel that was seated."""
    finals = facts.tournament.finals
    return {
        names.duel(duel.match, key): [value]
        for duel in (finals.duels if finals else ())
        for key, value in {**_duel(facts, duel), **_drawn(facts, duel)}.items()
    }


def _duel(facts: Facts, duel: Duel) -> dict[str, Right]:
    won = match_winner(facts.tournament, facts.rulebook, duel.match)
    name_a, name_b, name_won = facts.named((duel.player_a, duel.player_b, won))
    return {
        "Player_A": duel.player_a, "Name_A": name_a, "Score_A": duel.score_a,
        "Player_B": duel.player_b, "Name_B": name_b, "Score_B": duel.score_b,
        "Winner": won, "Winner_Name": name_won,
    }  # fmt: skip


def _drawn(facts: Facts, duel: Duel) -> dict[str, Right]:
    """The characters that the seed gives: one pool, or a pile each; and those in nobody's reach."""
    draw, way = facts.draws.get(duel.match), mode(facts.tournament, facts.rulebook)
    if draw is None:
        return {}
    told: dict[str, Right] = {f"Draw_{key}": value for key, value in seed(facts, draw).items()}
    if way not in facts.rulebook.duel_modes or not (duel.player_a and duel.player_b):
        return told
    piles = characters(facts.rulebook, way, duel.match, draw.rng_seed)
    told |= {key: ", ".join(pile) for key, pile in zip(("Characters", "Characters_B"), piles, strict=False)}
    return told | {"Left_Out": ", ".join(left_out(facts.rulebook, way, duel.match, draw.rng_seed))}


def ranking(facts: Facts) -> Columns:
    """The final ranking, everybody who is ranked."""
    players = [placed.player for placed in facts.ranking]
    return {
        "Finals_Place": [placed.place for placed in facts.ranking],
        "Finals_Player": players,
        "Finals_Name": facts.named(players),
        "Finals_Prize": [facts.prizes.get(player) for player in players],
    }


def stages(facts: Facts) -> Columns:
    """The knock-out: how each stage was drawn, and its tables."""
    found: Columns = {}
    for number in sorted({game.round for game in facts.tournament.stages}):
        found |= _stage_draw(facts, number)
        order = choice_order(facts.tournament, facts.rulebook, facts.rows, number)
        chooses = {player: position for position, player in enumerate(order)}
        for game in facts.tournament.stage(number):
            found |= _stage_table(facts, game, chooses)
    return found


def _stage_draw(facts: Facts, number: int) -> Columns:
    code = stage_code(number)
    draw = facts.draws.get(code)
    told: dict[str, Right] = {} if draw is None else {f"Draw_{key}": value for key, value in seed(facts, draw).items()}
    if draw and any(game.size == PAIR for game in facts.tournament.stage(number)):
        told["Characters"] = ", ".join(characters_shown(facts.rulebook, draw.rng_seed, number))
    return {names.duel(code, key): [told.get(key)] for key in names.STAGE_DRAW}


def _stage_table(facts: Facts, game: Game, chooses: dict[str, int]) -> Columns:
    """A table: in which order its players choose their characters, and who plays on."""
    sheet, won = names.stage_sheet(game.round, game.table), winners(game)
    choosers = sorted((seat.player for seat in game.seats), key=lambda player: chooses.get(player, len(chooses)))
    lines: dict[int, dict[str, Right]] = {
        seat.number - 1: {
            **person(facts, seat),
            "Choice": choosers.index(seat.player) + 1,
            "Won": facts.yes if seat.player in won else None,
        }
        for seat in game.seats
    }
    found = table(facts, sheet, game, lines)
    if game.winner:
        found |= {f"{sheet}!Winner": [game.winner], f"{sheet}!Winner_Name": facts.named([game.winner])}
    return found


PARTS = (duels, ranking, stages)
