"""The finals on paper: the bracket of duels, the knock-out tables, their draws, and the rules of a duel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import Final, NamedTuple

from bangxl.locale.catalog import Catalog
from bangxl.paper.sheet import CAPTION, INK, NOTE, PALE, STRONG, Column, Face, Paper, Row, dotted
from bangxl.paper.standings import begin_page, draw_final_ranking, one_line
from bangxl.sheets.duel import duel_rules
from bangxl.tournament.finals import BYE, LOSER, characters, match_winner, matches_of, mode, pairing
from bangxl.tournament.knockout import choice_order, open_characters, paid_at_last_table, winners
from bangxl.tournament.model import WALKOVER, Game, stage_code
from bangxl.tournament.rulebook import Match, Rulebook
from bangxl.tournament.state import State
from bangxl.workbook.messages import display_names
from bangxl.workbook.words import TITLES, word
from bangxl.workbook.write import PAIR

_TITLE: Final = Face(10, serif=True)
_NAME: Final = Face(10)
_LINE: Final = 6.0
"""The height of a duel's title and of each player in millimetres."""
_PITCH: Final = 4 * _LINE
"""The distance from one duel to the next below it."""
_GAP: Final = 9.0
"""The gap between the duels of two rounds, for the lines that join them."""
_WIDEST: Final = 74.0
_SCORE: Final = 14.0
_LABEL: Final = 44.0
"""The width of the labels beside the rules of a duel in millimetres."""
_LEADING: Final = 0.43
"""The line height of these rules in millimetres, for each point of font size."""


def finals_page(paper: Paper, state: State, _: Catalog) -> None:
    """Draw the finals so far, and at the end the final ranking."""
    begin_page(paper, state, _, _("Finals"))
    draw_finals(paper, state, _)
    draw_final_ranking(paper, state, _)


def draw_finals(paper: Paper, state: State, _: Catalog) -> None:
    """Draw the bracket so far, or the stages of the knock-out, with the characters drawn for them."""
    if matches := matches_of(state):
        _draw_bracket(paper, state, _, matches)
        _draw_characters(paper, state, _, matches)
    for number in sorted({game.round for game in state.tournament.stages}):
        _draw_stage(paper, state, _, number)


def _draw_bracket(paper: Paper, state: State, _: Catalog, matches: Sequence[Match]) -> None:
    """Draw all duels, round by round from left to right; a line leads from each to the next duel of its winner."""
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
            count = "" if score is None else _("walkover") if score == WALKOVER else str(score)
            result = f"{count}{' ✓' if face.bold else ''}"
            paper.text(x + wide - _SCORE, y + line * _LINE, _SCORE - 1.5, _LINE, result, face, "right")
        middle, turn = y + 2 * _LINE, x - _GAP / 2
        for from_x, from_y in (corners[str(side)] for side in (match.a, match.b) if side in corners):
            paper.line(from_x + wide, from_y + 2 * _LINE, turn, from_y + 2 * _LINE, colour=NOTE)
            paper.line(turn, from_y + 2 * _LINE, turn, middle, colour=NOTE)
            paper.line(turn, middle, x, middle, colour=NOTE)
    paper.y += high


def _places(matches: Sequence[Match]) -> tuple[Mapping[str, int], Mapping[str, float]]:
    """For every duel, the largest number of duels before it, and its height in the bracket: between those that lead to it."""
    by_code, depths, tops = {match.code: match for match in matches}, dict[str, int](), dict[str, float]()
    for match in _towards_the_final(by_code):
        before = [code for side in (match.a, match.b) if (code := str(side).removeprefix(LOSER)) in by_code]
        depths[match.code] = max((depths[code] for code in before), default=-1) + 1
        same = [tops[code] for code in tops if depths[code] == depths[match.code]]
        free = max(same) + 1 if same else 0.0
        tops[match.code] = max(free, sum(tops[code] for code in before) / len(before)) if before else free
    return depths, tops


def _towards_the_final(by_code: Mapping[str, Match]) -> Iterator[Match]:
    """Each duel after those that lead to it, so that these are adjacent; the duel between losers comes last."""
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
            owner = names.get(owners[number], "") if owners else ""
            paper.pairs([(dotted(duel_title(_, match.code), owner), ", ".join(pile))], label=62)


def _draw_stage(paper: Paper, state: State, _: Catalog, number: int) -> None:
    """Draw a stage of the knock-out: its tables, with those who play on in bold; the characters of the game of two."""
    games, code = state.tournament.stage(number), stage_code(number)
    by_points = state.rulebook.knockout is not None and state.rulebook.knockout.by_points
    paper.caption(_("LAST TABLE") if by_points else _("Stage {n}").format(n=number), after=60)
    draw = next((draw for draw in state.tournament.draws if draw.stage == code), None)
    if draw and any(game.size == PAIR for game in games):
        characters = ", ".join(open_characters(state.rulebook, draw.rng_seed, number))
        paper.pairs([(_("Characters drawn"), characters)])
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
        Column(_("Role"), optional=not roles),
        Column(_("At the end"), optional=not roles),
        Column(_("Payout"), "right") if paid else Column(_("Won"), "centre"),
    ]
    lines = [
        Row(
            (
                str(seat.number),
                names.get(seat.player, seat.player),
                str(choosers.index(seat.player) + 1) if seat.player in choosers else "",
                seat.character,
                *(word(code, _.language) if code and roles else "" for code in (seat.role, seat.status)),
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
        label = _("Outcome")
        paper.text(paper.left, paper.y, paper.width, 6, f"{label}: {word(game.outcome, _.language)}", STRONG, "right")
    paper.y += 6
    paper.table(columns, lines, size=10)


def duel_title(_: Catalog, match: str) -> str:
    """The name of a duel."""
    return _(TITLES[match]) if match in TITLES else match


class _Rule(NamedTuple):
    """A heading with its article, or a rule with its label; pale while another mode is in force."""

    label: str
    text: str
    heading: bool
    pale: bool


def duel_page(paper: Paper, rulebook: Rulebook, _: Catalog, below: tuple[str, str], today: str = "") -> None:
    """Draw the rules of a duel for every mode of the regulation on one page, in the largest letters that fit.

    ``today`` is the mode in force, if there is one.
    """
    paper.page()
    paper.heading(_("Duel"), below=below)
    rules: list[_Rule] = []
    for way in duel_rules(rulebook, _):
        pale = bool(today) and len(rulebook.duel_modes) > 1 and way.mode != today
        rules.append(_Rule(way.title, way.article, heading=True, pale=pale))
        rules += [_Rule(label, text, heading=False, pale=pale) for label, text in way.rules]
    sizes, room = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0), paper.bottom - paper.y
    size = next((size for size in sizes if fsum(_height(paper, rule, size) for rule in rules) <= room), sizes[-1])
    for rule in rules:
        ink, high = NOTE if rule.pale else INK, _height(paper, rule, size)
        if rule.heading:
            face = Face(CAPTION.size, serif=True, ink=ink)
            paper.text(paper.left, paper.y + 2, paper.width * 0.7, size - 1, rule.label, face)
            paper.text(paper.left + paper.width * 0.7, paper.y + 2, paper.width * 0.3, size - 1, rule.text, PALE, "right")
        else:
            face, step, wide = Face(size, ink=ink), size * _LEADING, paper.width - _LABEL
            paper.text(paper.left, paper.y + 0.5, _LABEL - 4, step, rule.label, Face(size, bold=True, ink=ink))
            for number, line in enumerate(paper.wrapped(rule.text, face, wide)):
                paper.text(paper.left + _LABEL, paper.y + 0.5 + number * step, wide, step, line, face)
        paper.y += high
        paper.rule()


def _height(paper: Paper, rule: _Rule, size: float) -> float:
    if rule.heading:
        return size + 2
    return len(paper.wrapped(rule.text, Face(size), paper.width - _LABEL)) * size * _LEADING + 1.4
