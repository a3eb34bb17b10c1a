"""`bangxl plan`: for each number of players what an organiser needs, and when the day would end.

Regulations say nothing of hours: those are the organiser's own estimate for a game and a break.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate, pairwise, zip_longest
from pathlib import Path
from typing import Final

from bangxl.commands.errors import USAGE, Refusal, book_refusals
from bangxl.commands.new import language_for, no_places, notes_on_rulebook, require_rulebook
from bangxl.commands.output import Output, is_ours, write_all
from bangxl.commands.printing import pdf_of_pages, require_pdf, unprintable
from bangxl.commands.workspace import guessed_language
from bangxl.locale.catalog import Catalog, catalog, in_runs
from bangxl.paper.sheet import HEAD, Column, Paper
from bangxl.tournament.compositions import scheduled_rounds, table_sizes
from bangxl.tournament.finals import matches_of
from bangxl.tournament.knockout import seats_at_stages
from bangxl.tournament.model import Player, Tournament
from bangxl.tournament.rotation import scheduled_games
from bangxl.tournament.rulebook import Match, Rulebook
from bangxl.tournament.state import State
from bangxl.workbook.titles import round_title
from bangxl.workbook.words import TITLES, sizes_in_print

_DAY, _LUNCH = 24 * 60, 60
_MOST: Final = 40
"""The most numbers of players on one page."""
_HEIGHTS: Final = 5.4, 10.0
"""The least and the most height of a row on paper, in millimetres."""
_Times = tuple[tuple[str, ...], tuple[str, ...]]
"""The hours of the games, and of the finals."""
_LENGTH: Final = re.compile(r"(?:(\d{1,2})h)?(?:(\d{1,3})m?)?")
_CLOCK: Final = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)")
_RANGE: Final = re.compile(r"(\d{1,3})(?:\.\.(\d{1,3}))?")


@dataclass(frozen=True, slots=True)
class Needs:
    """What a number of players needs: tables by size, games that a table plays, rounds of finals at most, and record sheets."""

    players: int
    tables: tuple[int, ...]
    rounds: int
    finals: int
    sheets: int


def needs_of(rulebook: Rulebook, players: int) -> Needs | None:
    """None where the regulation has no tables for so many."""
    sizes = table_sizes(rulebook, players)
    if not sizes:
        return None
    people = tuple(Player(f"P{number:03}", f"P{number:03}") for number in range(1, players + 1))
    seats = [0, *accumulate(sizes)]
    tables = {n: tuple(one.id for one in people[a:b]) for n, (a, b) in enumerate(pairwise(seats), 1)}
    state = State(Tournament(rulebook.id, players=people, start_tables=tables), rulebook)
    if rulebook.fixed_tables:
        games = [scheduled_games(state, table) for table in tables]
        rounds, sheets = max(games), sum(games)
    else:
        rounds = rulebook.league.games if rulebook.league else scheduled_rounds(rulebook, players)
        sheets = 0
        for number in range(1, rounds + 1):  # after a cut, the tables of those who play on
            left = min([cut.players(players) for cut in rulebook.cuts if cut.after < number], default=players)
            sheets += len(table_sizes(rulebook, left, first_round=number == 1))
    if rulebook.league is not None:  # an evening
        return Needs(players, sizes, rounds, 0, sheets)
    stages, duels = seats_at_stages(rulebook, players), matches_of(state)
    finals = len(stages) or max((_round_of(duels, duel) for duel in duels), default=0)
    return Needs(players, sizes, rounds, finals, sheets + sum(map(len, stages)))


def _round_of(matches: Sequence[Match], match: Match) -> int:
    """The round of a duel: 1 between players of the standings, else the next after the duels that it waits for."""
    before = {side.removeprefix("-") for side in (match.a, match.b) if isinstance(side, str)}
    return 1 + max((_round_of(matches, one) for one in matches if one.code in before), default=0)


def timetable(games: int, start: int, game: int, pause: int, lunch: int | None) -> Iterator[tuple[int, int]]:
    """When each game begins and ends, in minutes of the day. Lunch comes before the one that would be half over by then."""
    at = start
    for number in range(games):
        if lunch is not None and at + game // 2 >= lunch:
            at, lunch = (at - pause if number else at) + _LUNCH, None
        yield at, at + game
        at += game + pause


def plan(
    rulebook_id: str,
    players: str,
    *,
    start: str = "10:00",
    game: str = "50m",
    pause: str = "10m",
    lunch: str = "",
    language: str = "",
    target: Path | None = None,
    overwrite: bool = False,
) -> tuple[tuple[list[str], list[list[str]]], list[str], list[dict[str, object]]]:
    """A table for people, lines below it, and both as JSON; a page to print with ``target``.

    ``players`` is a number, which is compared with one fewer and one more, or ``18..26``. The organiser's estimate as typed:
    when the first game begins, how long a game and a break take, when lunch is. Refusal (usage) for what cannot be read.
    """
    rulebook = require_rulebook(rulebook_id, language or guessed_language())
    _ = catalog(language_for(language, rulebook)).counting(rulebook.unit)
    clock = _clock(start, _), _minutes(game, 1, _), _minutes(pause, 0, _), _clock(lunch, _) if lunch else None
    rows, days, data = list[list[str]](), dict[_Times, list[int]](), list[dict[str, object]]()
    noon, found = "", {number: needs_of(rulebook, number) for number in _numbers(players, rulebook, _)}
    most = max(len(one.tables) if one else 0 for one in found.values())  # all rows are written in the same way
    for number, one in found.items():
        if one is None:
            rows.append([str(number), _("no tables"), *[""] * 5])
            data.append({"players": number, "tables": []})
            continue
        times = [*timetable(one.rounds + one.finals, *clock)]
        last, end = _hour(times[one.rounds - 1][1]), _hour(times[-1][1])
        slots = [f"{_hour(at)}–{_hour(until)}" for at, until in times]
        early = timetable(len(times), *clock[:3], None)
        late = (at for (at, _end), (before, _until) in zip(times, early, strict=True) if at > before)
        noon = noon or next((f"{_hour(at - _LUNCH)}–{_hour(at)}" for at in late), "")
        days.setdefault((tuple(slots[: one.rounds]), tuple(slots[one.rounds :])), []).append(number)
        counts = one.rounds, len(one.tables), one.sheets
        rows.append([str(number), sizes_in_print(one.tables, most), *map(str, counts), last, end])
        data.append({**asdict(one), "rounds_end": last, "ends": end})
    if not days:
        raise no_places(int(rows[len(rows) // 2][0]), rulebook, _)
    heads = [_("Players"), _("Tables"), _("Games"), _("Decks"), _("Record sheets"), _("Last game ends"), _("Prizes from")]
    lines = list[str]()
    for (first, later), those in days.items():
        line = _("{players} players, {rounds} games: {hours}.")
        if later:
            line = _("{players} players, {rounds} games: {hours}; finals: {later}.")
        texts = {"hours": ", ".join(first), "later": ", ".join(later)}
        lines.append(line.format(players=in_runs(those), rounds=len(first), **texts))
    note = _("Hours are your estimate. Each table needs a deck with its role cards; the finals may be over earlier.")
    if rulebook.league is not None:
        evening = _("A league: these are the games and hours of one evening.")
        note = f"{evening} {note}"
    over = _("+1: the day after. All games of a file are planned as one day; a [league] is planned evening by evening.")
    lines += [*([over] if any("+" in row[-1] for row in rows) else []), note, *notes_on_rulebook(rulebook, _)]
    if target is not None:
        lines += [_write(target, rulebook, _, (heads, rows), days, (noon, note), overwrite=overwrite), *unprintable(_, rulebook)]
    return (heads, rows), lines, data


def _numbers(text: str, rulebook: Rulebook, _: Catalog) -> Sequence[int]:
    first, last = map(int, match.groups("0")) if (match := _RANGE.fullmatch(text.strip())) else (0, 0)
    most = rulebook.maximum_players
    if not 1 <= first <= (last or first) <= most or last - first >= _MOST:
        wanted = _("«{text}»: write a number of players such as 22, or 18..26; at most {most} of them, up to {last}.")
        raise Refusal(wanted.format(text=text, most=_MOST, last=most), exit_code=USAGE)
    return range(first, last + 1) if last else range(max(1, first - 1), min(first + 1, most) + 1)


def _minutes(text: str, least: int, _: Catalog) -> int:
    match = _LENGTH.fullmatch(text.strip())
    minutes = 60 * int(match[1] or 0) + int(match[2] or 0) if match and match[0] else -1
    if not least <= minutes < _DAY:
        wanted = _("«{text}» is no length of time here. Write minutes, such as 50m, or 1h10m.")
        raise Refusal(wanted.format(text=text), exit_code=USAGE)
    return minutes


def _clock(text: str, _: Catalog) -> int:
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        raise Refusal(_("«{text}» is no time of day. Write it like 10:00.").format(text=text), exit_code=USAGE)
    return 60 * int(match[1]) + int(match[2])


def _hour(minutes: int) -> str:
    """A time of day; a day later with ``+1``."""
    days, rest = divmod(minutes, _DAY)
    return f"{rest // 60:02}:{rest % 60:02}" + (f" +{days}" if days else "")


def _finals_hours(rulebook: Rulebook, _: Catalog, days: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """The hours of the finals of each day, with what is played then; duels by their rounds, back from the last."""
    if rulebook.knockout is not None:
        stages = zip_longest(*days, fillvalue="")
        by_points = rulebook.knockout.by_points
        return [(_("Last table") if by_points else _("Stage {n}").format(n=n), *slots) for n, slots in enumerate(stages, 1)]
    rounds = [*zip_longest(*(day[::-1] for day in days), fillvalue="")]
    known = {match.code for bracket in rulebook.brackets for match in bracket.matches} <= TITLES.keys()
    named = (_("Final"), _("Semifinals"), _("Quarterfinals")) if known else ()
    return [(name, *slots) for name, slots in zip_longest(named, rounds, fillvalue=_("Finals"))][: len(rounds)][::-1]


def _write(
    target: Path, rulebook: Rulebook, _: Catalog, table: tuple[Sequence[str], Sequence[Sequence[str]]],
    days: Mapping[_Times, Sequence[int]], said: tuple[str, str], *, overwrite: bool,
) -> str:  # fmt: skip
    require_pdf(target, _)
    (heads, rows), (noon, note) = table, said
    games = zip_longest(*(first for first, _later in days), fillvalue="")
    hours = [(round_title(number, _, rulebook), *slots) for number, slots in enumerate(games, 1)]
    hours += _finals_hours(rulebook, _, [later for _first, later in days])
    if noon:
        first = next(n for n, (_name, *slots) in enumerate(hours) if max(slots) > noon)
        hours.insert(first, (_("Lunch"), *(noon if max(column) > noon else "" for column in [*zip(*hours, strict=True)][1:])))

    def draw(paper: Paper) -> None:
        paper.page(foot=rulebook.title, aside=_("Plan"))
        paper.heading(_("Plan"), below=(rulebook.title, ""))
        who, where, *others = heads
        columns = [Column(who, "centre"), Column(where, share=1), *(Column(head, "right") for head in others)]
        free = paper.bottom - paper.y - 12
        high = (free - 30) / (len(rows) + len(hours))
        high = min(_HEIGHTS[1], high if high >= _HEIGHTS[0] else free / len(rows))  # then the hours have a page of their own
        paper.table(columns, rows, size=high * 1.75, height=high)
        if paper.new_page_unless_fits(high * (len(hours) + 2) + 18):
            paper.heading(_("Plan"), below=(rulebook.title, ""))
            high = min(_HEIGHTS[1], (free - 30) / len(hours))
        else:
            paper.y += 8
        days_of = ["\n".join(paper.wrapped(in_runs(those), HEAD, paper.width / (len(days) + 2))) for those in days.values()]
        columns = [Column(_("Players"), bold=True), *(Column(head, "centre", share=1) for head in days_of)]
        paper.table(columns, hours, size=high * 1.75, height=high)
        paper.y += 4
        paper.paragraph(note)

    with book_refusals(target, _.language):
        write_all([Output(target, pdf_of_pages(_("Plan"), _.language, [draw]), is_ours)], overwrite=overwrite)
    return _("PDF: {path}").format(path=target)
