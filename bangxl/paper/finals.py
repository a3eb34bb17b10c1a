"""The finals on paper: the bracket of duels, the knock-out tables, their draws, and the rules of a duel."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum
from typing import Final

from bangxl.locale.catalog import Catalog, dotted, one_line
from bangxl.paper.record import choosing
from bangxl.paper.sheet import CAPITAL, CAPTION, INK, MARGIN, NOTE, RULE, SAND, STAR, TEXT, Column, Face, Paper, Row
from bangxl.paper.standings import begin_page, ordinal_text
from bangxl.referto import listings
from bangxl.sheets.duel import duel_rules
from bangxl.tournament import finals
from bangxl.tournament.finals import BYE, LOSER, PODIUM, characters, final_ranking, match_winner, matches_of, player_on_side
from bangxl.tournament.knockout import PAIR, open_characters, paid_at_last_table, winners
from bangxl.tournament.model import WALKOVER, Tournament, stage_code
from bangxl.tournament.roster import departures
from bangxl.tournament.rulebook import Match, Rulebook
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from bangxl.workbook.titles import champions_named, display_names
from bangxl.workbook.words import duel_side, duel_title, outcome_word, word

_TITLE, _SEED = Face(14, serif=True), Face(11, ink=NOTE)
_LOST, _LEAST, _TALL = Face(9, ink=NOTE), 7.0, 1.9
"""A walkover's letters beside the title, and their least size; the size of a player's in points, for each millimetre at most."""
_LINE: Final = 8.4
"""The height of a duel's title and of each player in millimetres."""
_LARGER: Final = range(85, 231)
"""How much larger duels and tables become to fill a page without a final ranking, in percent; smaller only to share one."""
_HEAD, _PITCH = 0.75, 3.25
"""The height of a duel's title, and the least distance from one duel to the next below it, in lines."""
_CROWN: Final = 18.0
_ROW: Final = 6.9, 11.0
"""The height of a row of the final ranking in millimetres: the least that shares a page or keeps to two columns; the most."""
_RANK, _DRAWN, _CHARACTERS, _SMALL_CHARACTERS = 11.0, 14.0, Face(12), Face(8)
"""The width of a place, about the height of the characters of a knock-out table; letters of those of duels, and at the end."""
_STAGE, _AIR, _TABLE, _PLAYER = 10.0, 4.0, 8.3, 5.5
"""About the height of a stage's heading, and the room above it; of a table's title, and of a row."""
_LETTERS, _SMALLER, _BESIDE, _NOTED = 1.75, 0.85, 0.75, 1.4
"""Points per millimetre of a row; how much smaller a long name makes all, or a note; the height of a row with a note below."""
_COLUMN, _MOST_COLUMNS = 12, 3
"""The most players in a single column, as long as two columns fit; and the most columns."""
_GAP, _WIDEST = 9.0, 90.0
"""The gap between two rounds, for the lines that join duels; and the most width of a duel."""
_PLACE, _SCORE = 8.0, 14.0
"""The widths of a place in the standings, and of a score."""
_LABEL: Final = 4.0
"""The width of the labels beside the rules of a duel in millimetres, for each point of font size."""
_LEADING, _BETWEEN = 0.43, 0.16
"""The line height of these rules, and the space between characters drawn, in millimetres for each point of font size."""


def bracket_form(paper: Paper, rulebook: Rulebook, _: Catalog, below: tuple[str, str]) -> None:
    """A page to write on for each bracket."""
    for bracket in rulebook.brackets:
        paper.page()
        paper.heading(_("Finals"), below=below)
        _draw_bracket(paper, State(Tournament(rulebook=""), rulebook), _, bracket.matches, 0, 0)


def finals_page(paper: Paper, state: State, _: Catalog) -> None:
    """Draw the finals so far, and at the end the winner and the final ranking."""
    begin_page(paper, state, _, _("Finals"))
    draw_finals(paper, state, _, whole=not final_ranking(state))


def draw_finals(paper: Paper, state: State, _: Catalog, *, whole: bool = True) -> None:
    """Draw the winner, the bracket or the stages of the knock-out, the final ranking, and if ``whole`` the duels' characters.

    When all is over, these are in the report.
    """
    matches, stages = matches_of(state), sorted({game.round for game in state.tournament.stages})
    _draw_winner(paper, state, _)
    drawn = _drawn_characters(state, _) if matches and whole else []
    face = _SMALL_CHARACTERS if final_ranking(state) else _CHARACTERS
    label = max((paper.measure(who, face) for who, _piles in drawn), default=0.0) + 4
    lines = [line for _who, pile in drawn for line in paper.wrapped(pile, face, paper.width - label)]
    low = (_LEADING * len(lines) + _BETWEEN * len(drawn)) * face.size + _STAGE if drawn else 0.0
    ranked, tall = _final_lines(state, _), [_stage_height(state, number) for number in stages]
    ranking = (_ROW[0] * -(-len(ranked) // (1 + (len(ranked) > _COLUMN))) + _STAGE) if ranked else 0.0
    if matches:
        _draw_bracket(paper, state, _, matches, ranking, low)
    fits = paper.y + ranking + sum(tall) <= paper.bottom
    if fits and ranked:
        paper.caption(_("Final ranking"), after=0)
        _draw_final_ranking(paper, state, _, ranked, sum(tall) + low + 4)
    larger = max(_LARGER, key=lambda size: (-_pages(paper, tall, size / 100), size)) / 100
    for number in stages:
        _draw_stage(paper, state, _, number, larger)
    if drawn:
        paper.caption(_("Characters drawn"), after=_PLAYER)
        paper.pairs(drawn, label=label, face=face)
    if ranked and not fits:  # a page of its own, to be read from afar
        if whole:
            paper.caption(_("Final ranking"), after=ranking)
        else:
            begin_page(paper, state, _, _("Final ranking"))
        _draw_final_ranking(paper, state, _, ranked, 0)


def _draw_winner(paper: Paper, state: State, _: Catalog) -> None:
    title, best = champions_named(state, _)
    if not best:
        return
    paper.fill(paper.left, paper.y, paper.width, _CROWN, SAND)
    paper.frame(paper.left, paper.y, paper.width, _CROWN)
    paper.text(paper.left, paper.y + 1, paper.width, 6, title, TEXT, "centre")
    face, best = Face(26, serif=True), f"{STAR} {best} {STAR}"
    paper.text(paper.left + 2, paper.y + 6, paper.width - 4, _CROWN - 6.5, best, face, "centre")
    paper.y += _CROWN + 3


def _final_lines(state: State, _: Catalog) -> list[tuple[int, str]]:
    """Place and player of all who are ranked, then of who has left, without a place; nobody before the end."""
    ranking = {placed.player: placed.place for placed in final_ranking(state)}
    left = listings.exit_words(state, _) if ranking else {}
    return [(place, player) for player, place in ranking.items()] + [(0, player) for player in left if player not in ranking]


def _draw_final_ranking(paper: Paper, state: State, _: Catalog, lines: Sequence[tuple[int, str]], rest: float) -> None:
    """Draw the final ranking above ``rest`` millimetres."""
    prize_of, names, left = finals.prizes(state), display_names(state.tournament.players), listings.exit_words(state, _)
    room = paper.bottom - paper.y - rest
    ways = [(count, -(-len(lines) // count)) for count in range(1 + (len(lines) > _COLUMN), _MOST_COLUMNS + 1)]
    count, rows = next(((count, rows) for count, rows in ways if _ROW[0] * rows <= room), ways[-1])
    gap = _GAP if count < _MOST_COLUMNS else _GAP / 3  # names need the room
    wide, size = (paper.width - gap * (count - 1)) / count, min(_ROW[1], room / rows) * _LETTERS
    prizes = {player: f"   {listings.prize_text(state, _, prize)}" for player, prize in prize_of.items()}
    said = [(place, names.get(one, one), prizes.get(one, ""), f"\t{left[one]}" if one in left else "") for place, one in lines]
    free = wide - _RANK - 1  # where a name and its note do not fit, all notes stand below
    fits = [
        [size * free / paper.measure(prize + name + note, Face(size, bold=0 < at <= PODIUM)) for note in ("", gone)]
        for at, name, prize, gone in said
    ]
    below = any(noted < min(alone, size * _BESIDE) for alone, noted in fits)
    size = min([size, *(one[not below] for one in fits if one[not below] > size * (_SMALLER if one[0] == one[1] else _BESIDE))])
    tall = [_NOTED if below and any(gone for *_line, gone in said[row::rows]) else 1.0 for row in range(rows)]
    high = min(_ROW[1], room / fsum(tall))
    size, tops = min(size, high * _LETTERS), [paper.y + high * fsum(tall[:row]) for row in range(rows + 1)]
    for number, (place, name, prize, gone) in enumerate(said):
        x, y, end = paper.left + number // rows * (wide + gap), tops[number % rows], tops[number % rows + 1]
        face = Face(size, bold=0 < place <= PODIUM * (not gone), ink=NOTE if gone else INK)
        own, begin, line = paper.measure(prize, face), x + _RANK + 1, high * 0.9 if below and gone else end - y
        paper.text(x, y, _RANK - 2, line, ordinal_text(_, place) if place else "–", face, "right")
        paper.text(begin, y, free - own, line, name + gone * (not below), face)
        paper.text(begin, y + high * 0.68, free - own, high * 0.6, gone[1:] * below, Face(size * _SMALLER, ink=NOTE))
        paper.text(x + wide - own, y, own, line, prize, face, "right")
        paper.line(x, end, x + wide, end, "hair", RULE)
    paper.y = tops[-1] + 2


def _draw_bracket(paper: Paper, state: State, _: Catalog, matches: Sequence[Match], ranking: float, low: float) -> None:
    """Draw all duels, round by round from left to right; a line leads from each to the next duel of its winner.

    They fill the page above ``low`` millimetres, but where a final ranking of that height fits below them.
    """
    names, blank = display_names(state.tournament.players), state.tournament.finals is None
    place_of, (depths, tops) = {row.player: row.place for row in standings(state)}, _places(matches)
    rounds, long = max(depths.values()) + 1, max(tops.values()) + 1
    free, larger, pitch = paper.bottom - paper.y - low, 1.0, _PITCH * _LINE
    if not final_ranking(state) or long * pitch + ranking > free:
        larger = max(1.0, min(_LARGER[-1] / 100, free / long / pitch))
        pitch = max(pitch, (free - larger * pitch) / max(1.0, long - 1))
    tall, grown = _LINE * larger, larger**0.5
    wide, height = min(_WIDEST, (paper.width - _GAP * (rounds - 1)) / rounds), (long - 1) * pitch + _PITCH * tall
    seed, (small, head) = replace(_SEED, size=_SEED.size * grown), _heads(paper, _, matches, wide, grown)
    paper.new_page_unless_fits(height)
    own, before = min(wide / 5.5, _SCORE * larger), min(wide / 8, _PLACE * grown)
    pairs = {match.code: [None if blank else player_on_side(state, side) for side in (match.a, match.b)] for match in matches}
    left = {code: _gone_from(state, _, code, pair) for code, pair in pairs.items()}
    said = {code: [one and dotted(names.get(one, one), left[code].get(one, "")) for one in pair] for code, pair in pairs.items()}
    shown = [name for pair in said.values() for name in pair if name]
    size, lines = _fitted(paper, shown, wide - own - before - 2, tall)
    corners = {code: (paper.left + depths[code] * (wide + _GAP), paper.y + tops[code] * pitch) for code in depths}
    for match in matches:
        x, y = corners[match.code]
        title = duel_title(match.code, _)
        paper.text(x, y, wide, _HEAD * tall, title, head)
        pair, winner, duel = pairs[match.code], match_winner(state, match.code), finals.duel_in(state.tournament, match.code)
        scores = {duel.player_a: duel.score_a, duel.player_b: duel.score_b} if duel else {}  # a pair has no order
        note = _("walkover") if duel and BYE not in pair and finals.by_walkover(state, duel) else ""
        note = note or _("Eliminated").lower() * (not winner and not any(scores.values()))  # what the boxes are for
        # on the title's line, or below a narrow pair
        beside = paper.measure(title, head) + paper.measure(note, small) + 3 <= wide
        level = _HEAD * tall + (head.size - small.size) * CAPITAL
        at = (y, level) if beside else (y + (2 + _HEAD) * tall, (_PITCH - 2 - _HEAD) * tall)
        paper.text(x, at[0], wide - 1.5, at[1], note, small, "right")
        for line, (player, side) in enumerate(zip(pair, (match.a, match.b), strict=True)):
            won, top = bool(winner) and player == winner, y + (line + _HEAD) * tall
            paper.frame(x, top, wide, tall, "thin", NOTE)
            paper.line(x + wide - own, top, x + wide - own, top + tall, "thin", NOTE)
            if player is None:
                who = ordinal_text(_, side) if isinstance(side, int) else duel_side(side, _)
                paper.text(x + 1.5, top, wide - own - 3, tall / 2, who, replace(seed, size=min(seed.size, tall * 0.9)))
                continue
            place = place_of.get(player)
            paper.text(x, top, before, tall, "" if place is None else ordinal_text(_, place), seed, "centre")
            name = said[match.code][line] or _("bye")
            face, score = Face(size, bold=won, ink=NOTE if player in left[match.code] else INK), scores.get(player)
            paper.text(x + before, top, wide - own - before - 2, tall, lines.get(name, name), face)
            result = ("" if score in {None, WALKOVER} else f"{score} ") + "✓" * won
            paper.text(x + wide - own + 0.5, top, own - 1, tall, result, face, "centre")
        half, turn = (1 + _HEAD) * tall, x - _GAP / 2
        middle = y + half
        for from_x, from_y in (corners[str(side)] for side in (match.a, match.b) if side in corners):
            paper.line(from_x + wide, from_y + half, turn, from_y + half, colour=NOTE)
            paper.line(turn, from_y + half, turn, middle, colour=NOTE)
            paper.line(turn, middle, x, middle, colour=NOTE)
    paper.y += height


def _heads(paper: Paper, _: Catalog, matches: Sequence[Match], wide: float, grown: float) -> tuple[Face, Face]:
    """The letters of what is said beside a duel's title, and of the title: so large that they stand on one line if readable."""
    small, head = (replace(face, size=face.size * grown) for face in (_LOST, _TITLE))
    longest = max(paper.measure(duel_title(match.code, _), head) for match in matches)
    fit = (wide - 3.5) / (longest + paper.measure(_("Eliminated").lower(), small))
    less = max(_LEAST / small.size, min(1.0, fit))
    return replace(small, size=small.size * less), replace(head, size=head.size * less)


def _gone_from(state: State, _: Catalog, code: str, pair: Sequence[str | None]) -> Mapping[str, str]:
    """Who of a pair had left by the end of their duel, and how; not who won it and left later."""
    left, duel = listings.exit_words(state, _), finals.duel_in(state.tournament, code)
    absent = finals.absent_from(state, duel) if duel else ()
    return {one: left[one] for one in pair if one in left and (one in absent or not departures(state)[one].event.match)}


def _fitted(paper: Paper, names: Sequence[str], wide: float, tall: float) -> tuple[float, Mapping[str, str]]:
    """The size in which all names fit, and how they are broken if on two lines they can be larger."""
    lines, bold = {name: paper.broken(name, Face(1, bold=True)) for name in names if " " in name}, Face(1, bold=True)
    one = min(tall * _TALL, wide / max((paper.measure(name, bold) for name in names), default=1))
    two = min(tall * _TALL / 1.85, wide / max((paper.measure(line, bold) for both in lines.values() for line in both), default=1))
    long = {name: "\n".join(both).replace("\n· ", "\n") for name, both in lines.items() if paper.measure(name, bold) * two > wide}
    return (two, long) if two > 1.2 * one else (max(_SEED.size, one), {})


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


def _drawn_characters(state: State, _: Catalog) -> list[tuple[str, str]]:
    """The characters that the recorded seeds of the duels give, behind what each is for."""
    names, way, lines = display_names(state.tournament.players), finals.duel_mode(state), list[tuple[str, str]]()
    draws = [(match, draw) for match in matches_of(state) for draw in state.tournament.draws if draw.drawn == match.code]
    for match, draw in draws if way in state.rulebook.duel_modes else ():
        piles = characters(state.rulebook, way, match.code, draw.rng_seed)
        owners = finals.pairing(state, match) or () if len(piles) > 1 else ("",)
        for owner, pile in zip(owners, piles, strict=False):
            lines.append((dotted(duel_title(match.code, _), names.get(owner, "")), ", ".join(pile)))
    return [line for line in lines if line[1]]


def _draw_stage(paper: Paper, state: State, _: Catalog, number: int, larger: float) -> None:
    """Draw a stage, so much larger: its tables, who plays on in bold; the characters of the game of two."""
    games, draw = state.tournament.stage(number), state.tournament.draw_of(stage_code(number))
    title = _("LAST TABLE") if state.rulebook.has_last_table else _("Stage {n}").format(n=number)
    tall = larger * _stage_height(state, number)  # parted only if longer than a page
    paper.y += _AIR if number > 1 else 0
    paper.caption(title, after=(tall if tall < paper.bottom * 0.8 else tall / len(games)) - _STAGE)
    if draw and any(game.size == PAIR for game in games):
        paper.pairs([(_("Characters drawn"), ", ".join(open_characters(state.rulebook, draw.rng_seed, number)))])
    names, paid = display_names(state.tournament.players), paid_at_last_table(state)
    over = {game.table for game in games if game.outcome or game.winner}
    roles, write = any(seat.role for game in games for seat in game.seats), len(over) < len(games)
    columns = [
        Column(_("Seat"), "centre"),
        Column(_("Player"), share=1),
        Column(one_line(_("Chooses\nas")), "centre", optional=True),
        Column(_("Character"), share=write, optional=not write),
        Column(_("Role"), optional=not roles),
        Column(_("At the end"), optional=not roles),
        Column(_("Winnings"), "right") if paid else Column(_("Won"), "centre", share=0.3 * write),
    ]
    lines, dealt = [], (state.rulebook.knockout or state.rulebook).roles
    for game in games:
        winning = winners(game)
        text = _.plural("Table {table} · {players} player", "Table {table} · {players} players", game.size)
        outcome = outcome_word(game.outcome, dealt.get(game.size, {}), _.language)
        above = dotted(text.format(table=game.table, players=game.size), outcome and f"{_('Outcome')}: {outcome}")
        for seat, chooses, gone in sorted(choosing(state, _, game), key=lambda turn: turn[0].number):
            words = (word(code, _.language) if code and roles else "" for code in (seat.role, seat.status))
            won = _.amount(paid[seat.player]) if seat.player in paid else "✓" if seat.player in winning else ""
            name = dotted(names.get(seat.player, seat.player), gone)
            cells = str(seat.number), name, "" if game.table in over else chooses, seat.character, *words, won
            strong, together = seat.player in winning, game.size if above else 1
            lines.append(Row(cells, strong=strong, pale=bool(gone), above=above, together=together))
            above = ""
    paper.table(columns, lines, size=min(16, 10 * larger), height=_PLAYER * larger)


def _pages(paper: Paper, heights: Sequence[float], larger: float) -> int:
    pages, free = 1, paper.bottom - paper.y
    for high in heights:
        pages, free = (pages, free) if larger * (high + _STAGE) <= free else (pages + 1, paper.bottom - MARGIN)
        free -= larger * high
    return pages


def _stage_height(state: State, number: int) -> float:
    games = state.tournament.stage(number)
    drawn = _DRAWN if any(game.size == PAIR for game in games) else 0
    return _STAGE + _AIR * (number > 1) + drawn + _PLAYER + sum(_PLAYER * game.size + _TABLE for game in games)


def duel_page(paper: Paper, rulebook: Rulebook, _: Catalog, below: tuple[str, str], today: str = "") -> None:
    """Draw the rules of a duel on one page, in the largest letters that fit: of the mode ``today``, else of every mode."""
    ways = duel_rules(rulebook, _)
    ways = [way for way in ways if way.mode == today] or ways
    title = ways[0].title if len(ways) == 1 else _("Duel")
    paper.page(foot=below[0], aside=title if any(below) else "")
    paper.heading(title, below=below)
    rules = [(way, label, text) for way in ways for label, text in (*[("", "")] * (len(ways) > 1), *way.rules)]
    sizes, room = [half / 2 for half in range(40, 13, -1)], paper.bottom - paper.y
    size = next((size for size in sizes if fsum(_height(paper, text, size) for _way, _label, text in rules) <= room), sizes[-1])
    for way, label, text in rules:
        high = _height(paper, text, size)
        if not text:
            paper.text(paper.left, paper.y + 2, paper.width, size - 1, way.title, Face(max(CAPTION.size, size), serif=True))
        else:
            face, step, wide = Face(size), size * _LEADING, paper.width - size * _LABEL
            paper.text(paper.left, paper.y + 0.5, size * _LABEL - 4, step, label, replace(face, bold=True))
            for number, line in enumerate(paper.wrapped(text, face, wide)):
                paper.text(paper.left + size * _LABEL, paper.y + 0.5 + number * step, wide, step, line, face)
        paper.y += high
        paper.rule()


def _height(paper: Paper, text: str, size: float) -> float:
    if not text:
        return size + 2
    return len(paper.wrapped(text, Face(size), paper.width - size * _LABEL)) * size * _LEADING + 1.4
