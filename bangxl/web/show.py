"""The page for a projector: public facts only, in screens that turn by themselves; a browser reads it again and again.

Who is missing; who sits where, and which tables still play; then the duels or tables of the knock-out, and the standings.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bangxl.locale.catalog import Catalog, dotted
from bangxl.referto.listings import LEFT, exit_words
from bangxl.tournament import finals
from bangxl.tournament.knockout import winners
from bangxl.tournament.model import Game, Tournament
from bangxl.tournament.progress import blank_cells, open_games
from bangxl.tournament.roster import departures
from bangxl.tournament.rulebook import DOLLAR, SheriffRule
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from bangxl.web import markup
from bangxl.web.markup import Html, document, element, join, picture_element
from bangxl.workbook.surnames import by_surname, letter_range, words_of
from bangxl.workbook.titles import champions_named, display_names
from bangxl.workbook.wall import seat_legend
from bangxl.workbook.words import duel_title, score_head

_SECONDS: Final = 12
"""How long a screen stays."""
NAMES, COLUMN, DUELS, PODIUM = 24, 8, 6, 3
"""So many lines on a screen and, in a single column, below each other; duels on a screen; and places below the winner."""
TALLEST, LINES_HEIGHT, WIDE, GAP, CELLS = 14, 81, 96, 2, 2.6
"""In hundredths of the screen's: the height of a line, of all; the width of all columns, between two, around the cells of one."""

_KIND: Final = "room"
is_room_page: Final = partial(markup.is_page, _KIND)
"""Whether a file is such a page."""

Order = Callable[[str], tuple[tuple[bool, str], str]]
_Line = tuple[str, ...]
"""What stands at the left, in the middle (a name, or two in two lines) and at the right."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A heading, one large line, lines below it with the heads of their columns, and a note at the top."""

    heading: str
    lines: Sequence[_Line] = ()
    heads: _Line = ()
    note: str = ""
    alone: str = ""
    order: Order | None = None
    """By which the lines are sorted, if by surnames: these are bold then, as on the wall list."""


def room_page(state: State, unmarked: Collection[str], _: Catalog) -> str:
    """The page; at its top the event's name, and the last code: people photograph the page too."""
    tournament, shown = state.tournament, tuple(screens_to_show(state, unmarked, _))
    name, code = tournament.event.name, state.newest_code
    event = join(filter(None, [name, code and element("span", code)]), " ")
    turning, many = len(shown) * _SECONDS, len(shown)
    logo = picture_element(tournament.logo, tournament.event.organiser or "Logo")
    sections = []
    for number, screen in enumerate(shown):
        count = element("b", f"{number + 1} / {many}") if many > 1 else Html()
        aside = element("p", *([screen.note, element("br"), element("small", event)] if screen.note else [event]))
        head = element("header", logo, element("h1", screen.heading, style=f"--n:{_text_width(screen.heading)}"), aside, count)
        below = (element("p", line[0], " ", *_name_cell(line[1])) for line in screen.lines)
        body = join([element("p", screen.alone, class_="alone"), *below]) if screen.alone else _columns(screen)
        sections.append(element("section", head, body, style=f"animation-delay:{number * _SECONDS}s"))
    turns, title = _TURNING.format(turning=turning, share=100 / many) if many > 1 else "", dotted(name, code) or shown[0].heading
    return document(_KIND, tournament.language, title, "room", *sections, more_style=turns, refresh=turning, pictures=bool(logo))


def _columns(screen: Screen) -> Html:
    """One column or two, whose lines fill the height; a long name is smaller, or takes two lines: none is cut."""
    rows = 1 + max((part.count("\n") for line in screen.lines for part in line), default=0)
    columns = 1 + (len(screen.lines) > COLUMN)
    height = -(-len(screen.lines) // columns) or 1
    size = min(TALLEST * rows, LINES_HEIGHT / (height + bool(screen.heads)))
    left = ["".join(line[3:]) for line in screen.lines]  # how somebody has left
    named = [(line, word * word[:1].isalpha()) for line, word in zip(screen.lines, left, strict=True)]
    ends = zip(*([_side_width(part) * (part != word) for part in (line[0], *line[2:])] for line, word in named), strict=True)
    said = (0, *(0.7 * _text_width(part) for part in screen.heads[2:]), 0)
    beside = 0.3 + sum(max(*column, head) for column, head in zip(ends, said, strict=False))
    head = element("tr", *(element("th", part) for part in screen.heads))
    widths = [_text_width(line[1].replace("\t", "\n\t"[rows > 1])) + 0.6 * _text_width(word) for line, word in named]
    long = sorted(widths)
    usual = max(width for width in widths if width <= 1.1 * min(long[len(long) * 9 // 10], 1.4 * long[len(long) * 8 // 10]))
    sizes = (f"--n:{max(width, usual):.2f}" for width in widths)  # one size for all but the longest
    lines = [element("tr", *_row(screen.order, *one), style=next(sizes), class_="gone" * bool(word)) for one, word in named]
    tables = (element("table", head, *lines[first : first + height]) for first in range(0, len(lines), height))
    wide = (WIDE - GAP * (columns - 1)) / columns - CELLS
    out = max(0.95 * _text_width(line[1]) * ("\t" in line[1]) for line in screen.lines)
    style = f"--m:{out:.2f};--line:{size:.2f}vh;--letters:{size * (0.66, 0.36)[rows > 1]:.2f}vh;--wide:{wide:.1f}vw"
    return element("div", *tables, style=f"{style};--beside:{beside:.1f};--whole:{max(11, beside + usual):.1f}")


def _row(order: Order | None, first: str, name: str, *more: str) -> Iterator[Html]:
    """The cells of a line: what stands below a title is small, and so are words beside a name."""
    title, end, below = first.partition("\n")
    yield element("td", title, element("small", end, below) if below else "")
    words = (element("b", word) if bold else word for word, bold in words_of(name, order)) if order else _name_cell(name)
    yield element("td", join(words, " " * bool(order)), class_="sorted" if order else "")
    yield from (element("td", part, class_="word" * part[:1].isalpha()) for part in more)


def _name_cell(names: str) -> Iterator[Html]:
    """One name, or both of a duel: the winner's alone bold; small behind a tab how somebody has left."""
    for number, line in enumerate(names.split("\n")):
        name, tab, word = line.partition("\t")
        kind = "gone" if tab else "lost" if "★" in names and not line.endswith("★") else ""
        yield element("span", "\n" * number, name, " " * bool(tab), element("small", word) if tab else "", class_=kind)


def _side_width(part: str) -> float:
    """How wide a cell beside a name is: of words only the first line is large."""
    first, _end, below = part.partition("\n")
    return max(_text_width(first), 0.65 * _text_width(below)) * (1 if below or not part[:1].isalpha() else 0.9)


def _text_width(text: str) -> float:
    """About how wide a text is in bold letters, the widest of its lines, in ems; small what stands behind a tab."""
    ems = dict.fromkeys(" .,'’()-:fijlrtI", 0.29) | dict.fromkeys("mwMWжмшщюыфЖМШЩЮЫФ★", 0.86)
    lines = [enumerate(line.replace("\t", "\t · ").split("\t")) for line in text.split("\n")]
    widths = ([0.65**n * ems.get(sign, 0.61 if sign.isupper() else 0.51) for n, part in line for sign in part] for line in lines)
    return max(map(sum, widths))


def screens_to_show(state: State, unmarked: Collection[str], _: Catalog) -> Iterator[Screen]:
    """What to show, screen by screen, at least one; no money and no points before the standings are published.

    ``unmarked`` are the names of those who are marked neither present nor absent, once somebody is.
    """
    tournament, called = state.tournament, display_names(state.tournament.players)
    games = open_games(tournament)
    if tournament.finals is None:
        games = games or tournament.round(tournament.rounds_seated)  # where tables change, the last round that is seated
        title = _("Tables") if tournament.start_tables else _("Round {round}").format(round=tournament.rounds_seated)
        yield from _tables(state, _, title, games, [game.table for game in games if blank_cells(state, game)])
        if not games:
            yield from _missing(tournament, unmarked, _)
        return
    ranking, left = finals.final_ranking(state), exit_words(state, _)
    ends = {one: f"\t{word}" for one, word in left.items()}
    if best := finals.champions(state):
        title, alone = champions_named(state, _)
        behind = [one for one in ranking if one.place <= PODIUM and one.player not in best]
        yield Screen(title, [(f"{one.place}.", called[one.player] + ends.get(one.player, "")) for one in behind], alone=alone)
    if tournament.stages and games:
        playing = [one.table for one in games if not winners(one)]
        yield from _tables(state, _, _("Stage {n}").format(n=games[0].round), games, playing)
    yield from spread_lines(Screen(_("Final round"), list(_duels(state, called, _))))
    rows = standings(state)
    cents = 2 * any(row.score.denominator > 1 for row in rows)
    by_place = {one.player: one.place for one in ranking} or finals.shared_places(state)
    places = {one: f"{place}." for one, place in by_place.items()}
    score = {} if ranking else {row.player: _.number(row.score, cents) for row in rows}
    ends = dict.fromkeys(() if ranking else finals.qualifiers(state), " ✓") | ends
    lines = [(places.get(one, "–"), called[one] + ends.get(one, ""), score.get(one, "")) for one in places | left]
    unit = score_head(state.rulebook.score, _) + ", $" * (state.rulebook.unit == DOLLAR)
    title, heads = (_("Final ranking"), ()) if ranking else (_("Standings"), ("\u00a0", "", unit))
    tables = state.rulebook.knockout is not None and not state.rulebook.knockout.by_points
    note = _("✓ goes through: the best of each table and the next best") if tables else _("✓ goes through")
    for one in spread_lines(Screen(title, lines, heads)):
        yield replace(one, note=note * any(line[1].endswith("✓") for line in one.lines))


def _duels(state: State, called: Mapping[str, str], _: Catalog) -> Iterator[_Line]:
    """Each duel whose players are known, its winner's star, who left at it, and their scores; a walkover below its title."""
    left = {(one.player, one.event.match): "\t" + _(LEFT[one.status]) for one in departures(state).values()}
    for match in finals.matches_of(state):
        if (sides := finals.pairing(state, match)) is None:
            continue
        duel, winner = finals.duel_in(state.tournament, match.code), finals.match_winner(state, match.code)
        won = {duel.player_a: duel.score_a, duel.player_b: duel.score_b} if duel else {}
        ends = (left.get((side or "", match.code), " ★" * (side == winner)) for side in sides)
        names = ((called[side] if side else _("bye")) + end * bool(side) for side, end in zip(sides, ends, strict=True))
        walked = duel is not None and bool(duel.player_a and duel.player_b) and finals.by_walkover(state, duel)
        scores = ("\u00a0" if walked or won.get(side) is None else str(won[side]) for side in sides)
        title = duel_title(match.code, _) + f"\n{_('walkover')}" * walked
        yield title, "\n".join(names), "\n".join(scores)


def _tables(state: State, _: Catalog, title: str, games: Sequence[Game], playing: Sequence[int]) -> Iterator[Screen]:
    """Name, table and seat of everybody in these games, by surname, then which tables are still ``playing`` if others are not.

    In the knock-out also who plays on and, instead of a seat, how somebody has left.
    """
    called, stages = display_names(state.tournament.players), state.tournament.stages
    star = "★ " if state.rulebook.sheriff is not SheriffRule.DRAWN else ""
    ends = {one.player: f"{star * (one.number == 1)}{one.number}" for game in games for one in game.seats}
    on = {player for game in games if stages for player in winners(game)}
    if stages:
        ends |= {one.player: "✓" if one.player in on else "–" for game in games if winners(game) for one in game.seats}
        ends |= exit_words(state, _)
    seats = [(game.table, one.player) for game in games for one in game.seats if one.player in called]
    lines = [("", called[one], "" if ends[one][0].isalpha() else str(table), ends[one]) for table, one in seats]
    note = dotted(seat_legend(state.rulebook, _) if star else "", _("✓ plays on") if on else "")
    seat = "\n".join(_("Seat").rsplit(" ", 1))  # Russian has three words for it
    yield from spread_lines(Screen(title, lines, ("", "", _("Table"), seat), note), by_surname(line[1] for line in lines))
    if 0 < len(playing) < len(games):
        text = _.plural("Table {tables}", "Tables {tables}", min(2, len(playing)))
        yield Screen(_("Still playing"), alone=text.format(tables=", ".join(map(str, playing))))


def _missing(tournament: Tournament, unmarked: Collection[str], _: Catalog) -> Iterator[Screen]:
    """Who is marked absent before the first draw or, once somebody is marked present, not at all; by surname."""
    people = [one for one in tournament.players if not one.present or one.name in unmarked]
    lines, note = [("", one.name, one.region) for one in people], _("The tables will appear here.")
    if not lines:
        yield Screen(tournament.event.name or "BANG!", alone=note)
    yield from spread_lines(Screen(_("Not here yet"), lines, note=note), by_surname(one.name for one in people))


def spread_lines(screen: Screen, order: Order | None = None) -> Iterator[Screen]:
    """As few screens as hold the lines, all about equally full; in order of surnames with their letters in the heading."""
    lines = sorted(screen.lines, key=lambda line: order(line[1])) if order else screen.lines
    many = -(-len(lines) // (DUELS if any("\n" in line[1] for line in lines) else NAMES))
    share = -(-len(lines) // max(1, many))
    for number in range(many):
        own = lines[number * share : (number + 1) * share]
        reach = letter_range([line[1] for line in own], order) if order and many > 1 else ""
        yield replace(screen, heading=dotted(screen.heading, reach), lines=own, order=order)


_TURNING: Final = """
section{{visibility:hidden;animation:turn {turning}s step-end infinite}}
@keyframes turn{{0%{{visibility:visible}}{share:.4f}%{{visibility:hidden}}}}
"""
