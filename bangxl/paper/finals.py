"""The finals: duels in their bracket, the tables of the knock-out, and how both were drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bangxl.locale.catalog import Catalog
from bangxl.paper.sheet import NOTE, STRONG, Column, Face, Paper, Row
from bangxl.paper.standings import begin_page, draw_final_ranking, one_line
from bangxl.tournament.finals import BYE, LOSER, characters, match_winner, matches_of, mode, pairing
from bangxl.tournament.knockout import choice_order, open_characters, paid_at_last_table, winners
from bangxl.tournament.model import WALKOVER, Game, Score, stage_code
from bangxl.tournament.rulebook import Match
from bangxl.tournament.state import State
from bangxl.workbook.messages import display_names
from bangxl.workbook.words import TITLES, word
from bangxl.workbook.write import PAIR

_TITLE: Final = Face(10, serif=True)
_NAME: Final = Face(10)
_LINE: Final = 6.0
"""Millimetres of height of a duel's title and of each player."""
_PITCH: Final = 4 * _LINE
"""From one duel to the next below it."""
_GAP: Final = 9.0
"""Between the duels of two rounds, for the lines that join them."""
_WIDEST: Final = 74.0
_SCORE: Final = 14.0


def finals_page(paper: Paper, state: State, _: Catalog) -> None:
    """The finals as far as they are known, and at the end the final ranking."""
    begin_page(paper, state, _, _("Finals"))
    draw_finals(paper, state, _)
    draw_final_ranking(paper, state, _)


def draw_finals(paper: Paper, state: State, _: Catalog) -> None:
    """The bracket as far as it is known, or the stages of the knock-out, with the characters drawn for them."""
    if matches := matches_of(state):
        _draw_bracket(paper, state, _, matches)
        _draw_characters(paper, state, _, matches)
    for number in sorted({game.round for game in state.tournament.stages}):
        _draw_stage(paper, state, _, number)


def _draw_bracket(paper: Paper, state: State, _: Catalog, matches: Sequence[Match]) -> None:
    """All duels, round by round from left to right; a line leads from each to the one in which its winner plays on."""
    names, duels = display_names(state.tournament.players), state.tournament.finals.duels if state.tournament.finals else ()
    duel_of = {duel.match: duel for duel in duels}
    depths, tops = _places(matches)
    rounds, high = max(depths.values()) + 1, (max(tops.values()) + 1) * _PITCH
    wide = min(_WIDEST, (paper.width - _GAP * (rounds - 1)) / rounds)
    paper.room(high)
    corners = {code: (paper.left + depths[code] * (wide + _GAP), paper.y + tops[code] * _PITCH) for code in depths}
    for match in matches:
        x, y = corners[match.code]
        paper.text(x, y, wide, _LINE, duel_title(_, match.code), _TITLE)
        pair, winner, duel = pairing(state, match), match_winner(state, match.code), duel_of.get(match.code)
        scores = (duel.score_a, duel.score_b) if duel else (None, None)
        for line, (player, score) in enumerate(zip(pair or (None, None), scores, strict=True), 1):
            face = Face(_NAME.size, bold=bool(winner) and player == winner)
            name = "…" if player is None else _("bye") if player == BYE else names.get(player, player)
            paper.frame(x, y + line * _LINE, wide, _LINE, "thin", NOTE)
            paper.text(x + 1.5, y + line * _LINE, wide - _SCORE - 1.5, _LINE, name, face)
            result = f"{score_text(_, score)}{' ✓' if face.bold else ''}"
            paper.text(x + wide - _SCORE, y + line * _LINE, _SCORE - 1.5, _LINE, result, face, "right")
        for side in (match.a, match.b):
            if side in corners:
                _join(paper, corners[str(side)], corners[match.code], wide)
    paper.y += high


def _join(paper: Paper, start: tuple[float, float], end: tuple[float, float], wide: float) -> None:
    """A line from the middle of a duel to the middle of the next, with one corner on the way."""
    (x, y), (to_x, to_y), middle = start, end, 2 * _LINE
    turn = to_x - _GAP / 2
    paper.line(x + wide, y + middle, turn, y + middle, colour=NOTE)
    paper.line(turn, y + middle, turn, to_y + middle, colour=NOTE)
    paper.line(turn, to_y + middle, to_x, to_y + middle, colour=NOTE)


def _places(matches: Sequence[Match]) -> tuple[Mapping[str, int], Mapping[str, float]]:
    """Of every duel, how many duels lie before it at most, and its height in the bracket: between those that lead to it."""
    by_code, depths, tops = {match.code: match for match in matches}, dict[str, int](), dict[str, float]()
    for match in _towards_the_final(by_code):
        before = [code for side in (match.a, match.b) if (code := str(side).removeprefix(LOSER)) in by_code]
        depths[match.code] = max((depths[code] for code in before), default=-1) + 1
        same = [tops[code] for code in tops if depths[code] == depths[match.code]]
        free = max(same) + 1 if same else 0.0
        tops[match.code] = max(free, sum(tops[code] for code in before) / len(before)) if before else free
    return depths, tops


def _towards_the_final(by_code: Mapping[str, Match]) -> Iterator[Match]:
    """Each behind those that lead to it, which so stand next to each other; the duel of those who lost comes last."""
    left = dict(by_code)

    def path(code: str) -> Iterator[Match]:
        match = left.pop(code, None)
        if match is not None:
            yield from (before for side in (match.a, match.b) for before in path(str(side).removeprefix(LOSER)))
            yield match

    for match in reversed([*by_code.values()]):
        yield from path(match.code)


def _draw_characters(paper: Paper, state: State, _: Catalog, matches: Sequence[Match]) -> None:
    """The characters that the recorded seeds of the duels give."""
    names, way = display_names(state.tournament.players), mode(state)
    draws = [(match, draw) for match in matches for draw in state.tournament.draws if draw.stage == match.code]
    if not draws or way not in state.rulebook.duel_modes:
        return
    paper.caption(_("Characters drawn"))
    for match, draw in draws:
        piles = characters(state.rulebook, way, match.code, draw.rng_seed)
        owners = pairing(state, match) if len(piles) > 1 else None
        for number, pile in enumerate(piles):
            whose = [duel_title(_, match.code), *([names.get(owners[number], "")] if owners else [])]
            paper.pairs([(" · ".join(filter(None, whose)), ", ".join(pile))], label=62)


def _draw_stage(paper: Paper, state: State, _: Catalog, number: int) -> None:
    """A stage of the knock-out: its tables, in which those who play on stand bold; the characters of the game of two."""
    games, code = state.tournament.stage(number), stage_code(number)
    by_points = state.rulebook.knockout is not None and state.rulebook.knockout.by_points
    paper.caption(_("LAST TABLE") if by_points else _("Stage {n}").format(n=number), after=60)
    draw = next((draw for draw in state.tournament.draws if draw.stage == code), None)
    if draw and any(game.size == PAIR for game in games):
        shown = ", ".join(open_characters(state.rulebook, draw.rng_seed, number))
        paper.pairs([(_("Characters drawn"), shown)])
    for game in games:
        _draw_stage_table(paper, state, _, game)


def _draw_stage_table(paper: Paper, state: State, _: Catalog, game: Game) -> None:
    names, winning, paid = display_names(state.tournament.players), {*winners(game)}, paid_at_last_table(state)
    order, roles = choice_order(state, game.round), any(seat.role for seat in game.seats)
    choosers = [player for player in order if any(player == seat.player for seat in game.seats)]
    columns = [
        Column(_("Seat"), "centre"),
        Column(_("Player"), share=1),
        Column(one_line(_("Chooses\nas")), "centre"),
        Column(_("Character")),
        *([Column(_("Role")), Column(_("At the end"))] if roles else []),
        Column(_("Payout"), "right") if paid else Column(_("Won"), "centre"),
    ]
    lines = [
        Row(
            (
                str(seat.number),
                names.get(seat.player, seat.player),
                str(choosers.index(seat.player) + 1) if seat.player in choosers else "",
                seat.character,
                *([word(code, _.language) if code else "" for code in (seat.role, seat.status)] if roles else []),
                _.amount(paid[seat.player]) if seat.player in paid else "✓" if seat.player in winning else "",
            ),
            strong=seat.player in winning,
        )
        for seat in game.seats
    ]
    paper.room(20 + 6 * len(lines))
    paper.y += 1.5
    text = _.plural("Table {table} · {players} player", "Table {table} · {players} players", game.size)
    paper.text(paper.left, paper.y, paper.width, 6, text.format(table=game.table, players=game.size), STRONG)
    if game.outcome:
        paper.text(paper.left, paper.y, paper.width, 6, f"{_('Outcome')}: {word(game.outcome, _.language)}", STRONG, "right")
    paper.y += 6
    paper.table(columns, lines, size=10)


def duel_title(_: Catalog, match: str) -> str:
    """What a duel is called."""
    return _(TITLES[match]) if match in TITLES else match


def score_text(_: Catalog, score: Score) -> str:
    """The characters that somebody has eliminated in a duel, or that he won by walkover; "" before it is played."""
    return "" if score is None else _("walkover") if score == WALKOVER else str(score)
