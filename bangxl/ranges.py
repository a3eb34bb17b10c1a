"""What the cells of a sheet of one's own say: numbers, words, names, and a list of seats read into games.

Ranges come as lists of lists, numbers as floats, words in any language or as codes. What cannot be is a `Wrong`: it knows the
argument, or the line and the column, and says itself in any language.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Any, Final, NamedTuple

from bangxl.commands.list_files import NAME_HEADS, fold_head, headings, is_remark
from bangxl.commands.next_step import NO_TABLES
from bangxl.interchange.tables import COLUMN_TYPES
from bangxl.locale.catalog import catalog, one_line, sentences
from bangxl.tournament.checks import draws, games as sheets
from bangxl.tournament.compositions import legal_compositions, nearest_players, scheduled_rounds, sizes_text
from bangxl.tournament.findings import At, Finding, Severity
from bangxl.tournament.identity import is_alike, is_total
from bangxl.tournament.model import Event, EventType, Game, Moment, Outcome, Player, Role, Seat, Status, Tournament
from bangxl.tournament.options import variants_in
from bangxl.tournament.progress import blank_cells
from bangxl.tournament.roster import available, entrants
from bangxl.tournament.rotation import scheduled_games
from bangxl.tournament.rulebook import Badge, Games, Rulebook
from bangxl.tournament.state import State
from bangxl.workbook.fields import FIELD_HEADS, GAME_COLUMNS, OPTIONAL_COLUMNS, SEAT_COLUMNS, columns_by_head, fold_heading
from bangxl.workbook.notices import sentence
from bangxl.workbook.words import YesNo, codes_in_all_languages, fold, offered

Given = Any
"""A value of a cell, or a range. xlwings reads these hints to convert, and knows no unions."""
_SENTENCES: Final = {**sentences("bangxl")["functions"], "no_tables": NO_TABLES}
_MISSING_LINES: Final = frozenset({"player_missing", "event_gone", "game_skipped"})
"""Findings of the workbook's checks that mean lines of the list are missing: `_misfits` and `absences` say so."""
_RETOLD: Final = frozenset({"too_many_games", "bid_above_bankroll", "role_counts"})
"""Findings in other words: there is nothing to undo, no round before the first, and other lines to name."""
_NOT_ASKED: Final = frozenset({*COLUMN_TYPES["seats"], *COLUMN_TYPES["ledger"]} - {*SEAT_COLUMNS})
"""Columns of bangxl's own tables that are passed over."""
_OPTION_OF: Final = {"bid": "auction", "outlaws_killed": "cash_rewards", "cards_kept": "experience"}
"""The option that asks for a column."""
_BADGE: Final = "badge {}"
"""How `export` heads the column of a badge."""
_IDS: Final = frozenset({"id", "n", "no", "nr"})
"""Headings of numbers in place of names."""
_NUMBER: Final = re.compile(r"\s*\W?\d+\W?\s*")
_WHOLE: Final = re.compile(r"[-+]?\d{1,15}", re.ASCII)
_ERROR: Final = re.compile(r"#[^\W\d_][\w/]*[!?]?")
"""An error as Excel writes it in some language, if its letters are large: #N/A, #NV, #REF!, #GETTING_DATA."""
MOST_OF_ANY: Final = 1000
"""Nobody plays more games, or sits at a larger table."""
_CHANCE: Final = 3
"""With more headings, or roles in a line, it is no chance that they stand so."""


class Wrong(Exception):  # noqa: N818 -- an answer, not an error
    """Why there is no answer: a finding, or the code of a sentence, with values. ``column``: or argument; ``line``: from 1."""

    def __init__(self, why: str | Finding, column: str = "", line: int = 0, **values: object) -> None:
        super().__init__(why, column, line, values)
        self.why, self.column, self.line, self.values = why, column, line, values

    def in_language(self, language: str, badges: Mapping[str, Badge]) -> str:
        """The sentence in a language, columns as they are headed or in this language; ``badges`` of the regulation as there."""
        _ = catalog(language)
        told = {name: name if language == "en" else one_line(_(word)) for word, name in FIELD_HEADS.items()}
        known = {name: name for name in SEAT_COLUMNS} | told | {mark: _BADGE.format(badge.name) for mark, badge in badges.items()}
        given: Mapping[str, Any] = self.values
        heads = known | given.get("heads", {})
        words = {key: known if key == "known" else heads for key, it in given.items() if isinstance(it, tuple)}
        values = {**given, **{key: ", ".join(map(those.__getitem__, given[key])) for key, those in words.items()}}
        values |= {key: _.number(it) for key, it in self.values.items() if isinstance(it, int) and key in {"bid", "bankroll"}}
        reason = sentence(self.why, language, {}) if isinstance(self.why, Finding) else _(_SENTENCES[self.why]).format(**values)
        if self.line and self.values.get("unheaded") and "known" not in values:
            unheaded = _SENTENCES["unheaded"]
            reason += " " + _(unheaded).format(**values)
        if not self.line:
            return ": ".join(filter(None, (self.column, reason)))
        form = "in_cell" if self.column in heads else "in_range" if self.column else "in_line"
        return _(_SENTENCES[form]).format(line=self.line, column=heads.get(self.column, self.column), reason=reason)


@contextmanager
def within(column: str = "", line: int = 0, **values: object) -> Iterator[None]:
    """What is wrong in here is so in this column or argument, on this line and with these values, if nothing else is said."""
    try:
        yield
    except Wrong as wrong:
        wrong.column, wrong.line, wrong.values = wrong.column or column, wrong.line or line, values | wrong.values
        raise


def cell_text(value: Given) -> str:
    """A cell as text: Excel hands every number over as a float, and every day with a time."""
    if value is None or isinstance(value, bool):
        return "" if value is None else str(value).upper()
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}".removesuffix(" 00:00")
    is_whole = isinstance(value, int | float) and abs(value) < MOST_OF_ANY**5 and value == int(value)
    return str(int(value)) if is_whole else str(value).strip()


def read_text(value: Given, *, is_asked: bool = False) -> str:
    """A text, an id or a name; not the error of a formula, and not a range."""
    if isinstance(value, list | tuple):
        raise Wrong("one_cell")
    if _ERROR.fullmatch(text := cell_text(value)) and text.isupper():
        raise Wrong("error_in_cell", text=text)
    if is_asked and not text:
        raise Wrong("blank_cell")
    return text


def read_whole(value: Given) -> int:
    """A whole number."""
    if not _WHOLE.fullmatch(text := read_text(value, is_asked=True)):
        raise Wrong(Finding("not_a_number", At(""), {"text": text}))
    return int(text)


def read_count(value: Given, known: Collection[int] = range(MOST_OF_ANY + 1)) -> int:
    """A number of games or people; a slip of the finger must not fill the memory."""
    if (number := read_whole(value)) not in known:
        single = Finding("unknown_option", At(""), {"value": number, "known": min(known)})
        raise Wrong("from_to" if len(known) > 1 else single, text=number, least=min(known), most=max(known))
    return number


def _read_word(rulebook: Rulebook, value: Given, kind: type[StrEnum]) -> Given:
    known = offered(kind, among_last=rulebook.among_last > 0)
    if (code := codes_in_all_languages(kind).get(fold(text := read_text(value, is_asked=True)))) not in known:
        raise Wrong(Finding("unknown_option", At(""), {"value": text, "known": known}))
    return code


def _read_name(value: Given, *, are_ids: bool = True) -> str:
    """A name, or an id; not what a sheet has around the names: a count, a date, a sign, the 0 of a formula."""
    text = read_text(value)
    is_id = are_ids and text.isdecimal() and text != "0"
    is_said = isinstance(value, str | int | float) and not isinstance(value, bool) and not is_total(text) and ":" not in text
    if not is_said or not (is_id or any(map(str.isalpha, text))):
        raise Wrong("no_name", text=text)
    return text


def cells_of(block: Given) -> list[Given]:
    """The cells of a range, row by row."""
    return [cell for part in block for cell in cells_of(part)] if isinstance(block, list | tuple) else [block]


def lines_of(_book: Rulebook, block: Given) -> list[list[Given]]:
    """The lines of a range, which may be one cell, all of one length, without the blanks below: a column has a million."""
    lines = [line if isinstance(line, list) else [line] for line in (block if isinstance(block, list) else [block])]
    while lines and not any(map(cell_text, lines[-1])):
        lines.pop()
    width = max(map(len, lines), default=0)
    return [[*line, *[None] * (width - len(line))] for line in lines]


def read_each(block: Given, read: Callable[[Given], Any], passed: int = -1) -> list[Any]:
    """What the cells of one row or column hold, None if blank or ``passed`` over; a mistake says in which cell it is."""
    wide = [sum(map(bool, map(cell_text, line))) for line in block if isinstance(line, list)] if isinstance(block, list) else []
    if max(wide, default=0) > 1 < sum(map(bool, wide)):
        raise Wrong("one_column")
    found = []
    for number, value in enumerate(cells := cells_of(block), 1):
        with within("", number if len(cells) > 1 else 0):
            found.append(read(value) if cell_text(value) and number != passed + 1 else None)
    return found


def read_names(block: Given, also: Collection[str] = (), gone: str = "") -> list[str]:
    """The names in a row or column, without the blanks and a heading above them. Ids may be numbers, but not beside names.

    Of what is no name only a heading is passed over that we know, or that is ``also`` one; ``gone`` stands for who has left.
    """
    texts = [*map(cell_text, cells_of(block))]
    typed = [at for at, text in enumerate(texts) if text]
    first = typed[0] if typed and (_is_heading_of_names(texts[typed[0]]) or fold(texts[typed[0]]) in also) else -1
    are_ids = 2 * sum(map(str.isdecimal, texts)) > len(typed) - (first >= 0)
    often = Counter(_NUMBER.sub("", text) for text in texts)  # «Player 1», «Player 2» are people

    def read(value: Given) -> str:
        text = gone if cell_text(value) == gone else _read_name(value, are_ids=are_ids)
        bare = _NUMBER.sub("", text)
        if is_remark(text) and (bare == text or often[bare] == 1 or not _is_heading_of_names(bare)):
            raise Wrong("no_name", text=text)
        return text

    names = [name for name in read_each(block, read, first) if name]
    if are_ids and not gone and len(names) > 2 and names[-1] == str(sum(map(int, filter(str.isdecimal, names[:-1])))):
        raise Wrong("no_name", "", typed[-1] + 1, text=names[-1])
    return names


def _is_heading_of_names(text: str) -> bool:
    """Whether a text above a list is no name: a heading of record sheets or of lists of entrants, in any language we know."""
    known = headings().get(fold_head(text)) in NAME_HEADS or fold_head(text) in _IDS
    return known or columns_by_head().get(fold_heading(text)) == "player"


def no_tables(rulebook: Rulebook, players: int, composition: str, *, first_round: bool = True) -> Wrong:
    """So many players cannot sit like this, or not at all."""
    known = "; ".join(map(sizes_text, legal_compositions(rulebook, players)))
    near = ", ".join(map(str, nearest_players(rulebook, players, first_round=first_round)))
    return Wrong("no_such_tables" if known else "no_tables", players=players, composition=composition, known=known, near=near)


READERS: Final[Mapping[str, Callable[[Rulebook, Given], Any]]] = {
    "round": lambda _, cell: read_count(cell, range(1, MOST_OF_ANY + 1)), "player": lambda _, cell: _read_name(cell),
    "table": lambda rulebook, cell: read_count(cell, range(1, rulebook.maximum_players // min(rulebook.roles) + 1)),
    "seat": lambda rulebook, cell: read_count(cell, range(1, max(rulebook.roles) + 1)),
    "role": partial(_read_word, kind=Role), "status": partial(_read_word, kind=Status),
    "outcome": partial(_read_word, kind=Outcome), "killed_sheriff": partial(_read_word, kind=YesNo),
}  # fmt: skip
"""What reads a cell of a list of games by its column; the others hold whole numbers."""


class Listed(NamedTuple):
    """The games of a list, the lines of each seat (round, table, seat) and outcome, and each line's cells by column.

    ``unused``: columns that don't count. ``heads``: the headings as they were typed.
    """

    state: State
    lines: Mapping[tuple[int, int, int], int]
    outcomes: Mapping[tuple[int, int], Mapping[Outcome, int]]
    cells: Mapping[int, Mapping[str, Given]]
    unused: tuple[str, ...]
    heads: Mapping[str, str]

    def as_typed(self, one: Finding, line: int) -> Mapping[str, Any]:
        """The values of a finding with the words of its line in place of codes; ``other``: the other lines with its role."""
        game, role = [one.at.round, one.at.table], one.values.get("role")
        here = [at for (*of, _seat), at in self.lines.items() if of == game and at != line]
        same = [str(at) for at in here if codes_in_all_languages(Role).get(fold(cell_text(self.cells[at]["role"]))) is role]
        words = {key: type(word).__name__.lower() for key, word in one.values.items() if isinstance(word, Role | Outcome)}
        typed = {key: cell_text(self.cells[line][name]) for key, name in words.items()}
        return {**one.values, **typed, "other": ", ".join(same)}

    def place(self, at: At) -> tuple[str, int]:
        """Column and line of a cell of a record sheet: the line of its seat or outcome, else the first of the game."""
        own = {seat: line for (*game, seat), line in self.lines.items() if game == [at.round, at.table]}
        column, first = at.name.lower(), min(own.values(), default=0)
        said = [line for game, lines in self.outcomes.items() if game == (at.round, at.table) for line in lines.values()]
        return column if column in SEAT_COLUMNS else "", [*said, first][0] if column == "outcome" else own.get(
            at.index + 1, first
        )


def read_games(rulebook: Rulebook, lines: Sequence[Sequence[Given]], options: dict[str, str], left: Sequence[str]) -> Listed:
    """The games in a list of seats, as the checks of a workbook let them pass; ``left``: who left.

    A line of heads says where the columns are. Any seat may have the first Sheriff of a table. Wrong.
    """
    below = {columns_by_head().get(fold_heading(cell_text(line[0])), "") for line in lines if line} - {""}
    across = (sum(fold(cell_text(cell)) in codes_in_all_languages(Role) for cell in line) for line in lines)
    if len(below) > _CHANCE or max(across, default=0) >= _CHANCE:
        raise Wrong("on_its_side", "seats")
    typed = {number: line for number, line in enumerate(lines, 1) if any(map(cell_text, line))}
    if not typed:
        raise Wrong("no_game", "seats", known=GAME_COLUMNS)
    first, line = next(iter(typed.items()))
    variants = variants_in(State(Tournament(rulebook.id, options=options), rulebook))
    used = tuple(name for name in SEAT_COLUMNS if variants.get(name, name in GAME_COLUMNS or rulebook.asks(name)))
    words = (fold(cell_text(cell)) in codes_in_all_languages(kind) for cell, kind in zip(line[4:6], (Role, Status), strict=False))
    is_headed = not (any(words) or any(cell_text(cell).isdecimal() for cell in line[:3]))
    as_headed: dict[str, str] = {}
    with within("", unheaded=() if is_headed else used, heads=as_headed):
        heads = _folded(line) if is_headed else []  # as often as they stand there
        stage = heads.index("stage") if "stage" in heads else len(line)  # in bangxl's own table; of the knock-out nothing counts
        seats = {at: one for at, one in typed.items() if _folded(one) != heads and cell_text([*one, ""][stage]) in {"", "round"}}
        with within("", first, known=used):
            columns: Mapping[str, int] = {name: index for index, name in enumerate(used)}
            if is_headed:
                columns = _headings(rulebook, line, [*seats.values()], used)
                as_headed |= {name: one_line(cell_text(line[at])) for name, at in columns.items()}
            elif any(map(cell_text, line[len(used) :])) or len(line) < len(used):
                raise Wrong("too_few_columns" if len(line) < len(used) else "too_many_columns")
        if not seats:
            raise Wrong("no_game", "seats", known=GAME_COLUMNS)
        cells = {at: {name: one[index] for name, index in columns.items()} for at, one in seats.items()}
        found = _listed(State(Tournament(rulebook.id, options=options), rulebook), cells, used, left)._replace(heads=as_headed)
        if wrong := [*_misfits(found), *_missed_round_1(found)] or [*_unlike_the_chart(found)] or [*_faults(found)]:
            raise min(wrong, key=lambda one: one.line)
    return found


def _listed(state: State, lines: Mapping[int, Mapping[str, Given]], used: tuple[str, ...], left: Sequence[str]) -> Listed:
    """Lines of seats as games. Fixed tables are those of round 1; who left plays as long as a line gives them a role."""
    rulebook, gone = state.rulebook, {fold(one): one for one in left}
    by_game: dict[tuple[int, int], list[Seat]] = {}
    chairs: dict[int, dict[int, str]] = {}
    outcomes: dict[tuple[int, int], dict[Outcome, int]] = {}
    places: dict[tuple[int, int, int], int] = {}
    seated: dict[tuple[int, str], int] = {}
    spelt: dict[str, str] = {}
    for number, line in lines.items():
        with within("", number):
            facts = _facts({name: cell for name, cell in line.items() if name in used}, rulebook)
            game, seat, outcome = (facts.pop("round"), facts.pop("table")), facts.pop("seat"), facts.pop("outcome", None)
            if outcome is not None:
                outcomes.setdefault(game, {}).setdefault(outcome, number)
            if (other := places.setdefault((*game, seat), number)) != number:
                raise Wrong("seat_twice", "seat", seat=seat, other=other)
            player = spelt.setdefault(fold(facts["player"]), facts["player"])
            if (other := seated.setdefault((game[0], player), number)) != number:
                raise Wrong("player_twice", "player", player=player, round=game[0], other=other)
        if rulebook.fixed_tables and game[0] == 1:
            chairs.setdefault(game[1], {})[seat] = player
        if not (rulebook.fixed_tables and fold(player) in gone and {"role", "status"}.isdisjoint(facts)):  # the chair is empty
            by_game.setdefault(game, []).append(Seat(seat, **facts | {"player": player}))
    if unknown := next((gone[one] for one in gone if one not in spelt), ""):
        raise Wrong("no_player", "left", player=unknown)
    sorted_seats = {game: tuple(sorted(seats, key=lambda seat: seat.number)) for game, seats in sorted(by_game.items())}
    last = {seat.player: round_ for (round_, _table), seats in sorted_seats.items() for seat in seats}
    moment = Moment.BETWEEN_ROUNDS
    tournament = replace(
        state.tournament,
        players=tuple(map(Player, spelt.values())),
        start_tables={table: tuple(player for _seat, player in sorted(those.items())) for table, those in sorted(chairs.items())},
        games=tuple(Game(*game, seats, next(iter(outcomes.get(game, ())), None)) for game, seats in sorted_seats.items()),
        events=tuple(Event(EventType.WITHDRAWAL, spelt[one], moment, after_round=last.get(spelt[one], 0)) for one in gone),
    )
    unused = {name for line in lines.values() for name, cell in line.items() if name not in used and cell_text(cell)}
    return Listed(
        State(tournament, rulebook), places, outcomes, lines, tuple(name for name in SEAT_COLUMNS if name in unused), {}
    )


def _faults(found: Listed) -> Iterator[Wrong]:
    checked = (finding for check in (*sheets.CHECKS, draws.players_not_once_a_round) for finding in check(found.state))
    for one in (one for one in checked if one.severity is Severity.ERROR and one.code not in _MISSING_LINES):
        column, line = found.place(one.at)
        told = found.as_typed(one, line)
        if (one.code, one.at.round) == ("wrong_sheriff", 1) or told.get("count", 0) < told.get("legal", 0):
            continue  # the first may be anybody; of another role there are too many
        is_told = {"too_many_games": True, "role_counts": told["other"]}.get(one.code, one.code in _RETOLD and one.at.round == 1)
        yield Wrong(one.code, column, line, **told) if is_told else Wrong(replace(one, values=told), column, line)
    lacking = (blank_cells(found.state, game) for game in found.state.tournament.games if game.outcome is not None)
    for cells in filter(None, lacking):
        columns = tuple(cell.name.lower() for cell in cells if cell.index == cells[0].index)
        yield Wrong("incomplete", "", found.place(cells[0])[1], columns=columns)


def _misfits(found: Listed) -> Iterator[Wrong]:
    """Rounds and tables that are missing, seats that the regulation has not, and players at another table."""
    rulebook, tournament, people = found.state.rulebook, found.state.tournament, len(entrants(found.state))
    played = {(game.round, game.table) for game in tournament.games}
    kept = {player: table for table, players in reversed([*tournament.start_tables.items()]) for player in players}
    for game in tournament.games:
        line = {seat.number: found.lines[game.round, game.table, seat.number] for seat in game.seats}
        first, last, players = game.seats[0].number, game.seats[-1].number, len(game.seats)
        if gap := next((number for number in range(1, game.round) if not tournament.round(number)), 0):
            yield Wrong("round_missing", "round", line[first], round=gap)
        if game.round > (most := most_games(rulebook, len(tournament.start_tables.get(game.table, ())) or MOST_OF_ANY, people)):
            yield Wrong("from_to", "round", line[first], text=game.round, least=1, most=most)
        before = [(number, game.table) for number in range(1, game.round) if rulebook.fixed_tables]  # they do not end together
        before += [(game.round, table) for table in range(1, game.table) if game.round == 1 or not rulebook.fixed_tables]
        if gaps := [one for one in before if one not in played]:
            yield Wrong("table_missing", "table", line[first], round=gaps[0][0], table=gaps[0][1])
        for seat in game.seats:
            if (own := kept.get(seat.player, game.table)) != game.table:
                yield Wrong("other_table", "table", line[seat.number], player=seat.player, table=own)
        if players not in rulebook.roles:
            yield Wrong("no_size", "", line[first], players=players, known=", ".join(map(str, rulebook.roles)))
        elif last > (seats := len(tournament.start_tables.get(game.table, game.seats))):  # a chair may have become empty
            yield Wrong("from_to", "seat", line[last], text=last, least=1, most=seats)


def _unlike_the_chart(found: Listed) -> Iterator[Wrong]:
    """Rounds in which everybody sits, but at other tables than the regulation has for so many; games with two outcomes."""
    for first, line, *_more in (sorted(lines.values()) for lines in found.outcomes.values() if len(lines) > 1):
        yield Wrong("two_outcomes", "outcome", line, other=first)
    rulebook, absent = found.state.rulebook, dict(absences(found.state))
    for one in draws.sizes_not_legal(found.state):
        number = one.at.round or 1
        players, is_first = sum(game.size for game in found.state.tournament.round(number)), number == 1
        if one.code == "table_sizes" and not absent.get(number) and legal_compositions(rulebook, players, first_round=is_first):
            wrong = no_tables(rulebook, players, str(one.values["sizes"]), first_round=is_first)
            wrong.column, wrong.line = "table", min(line for (at, *_), line in found.lines.items() if at == number)
            yield wrong


def _missed_round_1(found: Listed) -> Iterator[Wrong]:
    """Who was not in round 1, and is left out of the standings: a name written otherwise, or of a table that is missing there."""
    tournament, there = found.state.tournament, entrants(found.state)
    line_of = {fold(cell_text(cells["player"])): line for line, cells in reversed([*found.cells.items()])}
    late = [(game, seat) for game in tournament.games for seat in game.seats if seat.player not in there]
    is_table = len({seat.player for _game, seat in late}) >= min(found.state.rulebook.roles)
    for game, seat in late:
        seated = {seat.player for game in tournament.round(game.round) for seat in game.seats}
        names = [player for player in there if player not in seated] or there
        near = [player for player in names if is_alike(player, seat.player)]
        asked = near if len(near) == 1 else names  # nobody knows which of two is right
        lines = ", ".join(str(line_of[fold(player)]) for player in asked)
        told = dict[str, Any](name=seat.player, names=", ".join(asked), lines=lines, round=1, table=len(tournament.round(1)) + 1)
        line = found.lines[game.round, game.table, seat.number]
        yield Wrong(*("table_missing", "table") if is_table else ("new_name", "player"), line, **told)


def absences(state: State) -> Iterator[tuple[int, list[str]]]:
    """Each later round, and who should play in it and does not: they may have left, or lines are missing."""
    table_of = {player: table for table, players in state.tournament.start_tables.items() for player in players}
    for number in range(2, state.tournament.rounds_seated + 1):
        seated = {seat.player for game in state.tournament.round(number) for seat in game.seats}
        due = [one for one in available(state, number) if not table_of or number <= scheduled_games(state, table_of[one])]
        yield number, [player for player in due if player not in seated]


def most_games(rulebook: Rulebook, size: int, players: int = 0) -> int:
    """The most games of one player, at a fixed table that began with so many; redrawn with so many at the start, 0 if unknown."""
    if rulebook.games is Games.BY_PLAYERS and rulebook.league is None:
        return scheduled_rounds(rulebook, players) or max((rounds for *_, rounds in rulebook.rounds), default=MOST_OF_ANY)
    return size if rulebook.games in {Games.EACH_SHERIFF, Games.TABLE_SIZE} else MOST_OF_ANY


def _folded(line: Sequence[Given]) -> list[str]:
    """A line as headings for comparison."""
    return [fold_heading(cell_text(cell)) for cell in line]


def _headings(
    rulebook: Rulebook, line: Sequence[Given], below: Sequence[Sequence[Given]], used: tuple[str, ...]
) -> Mapping[str, int]:
    """Where the columns are, in any order under headings that we know; a badge has its name, or ``badge`` before it."""
    found: dict[str, int] = {}
    headings = [read_text(cell) for cell in line]  # in brackets, of columns that do not count
    forms = [{fold_heading(form.format(badge.name)): mark for mark, badge in rulebook.badges.items()} for form in ("{}", _BADGE)]
    known = {**forms[0], **columns_by_head(), **forms[1]}
    names = [known.get(fold_heading(heading), "") for heading in headings]
    if not any(names):
        titles = [*filter(None, headings)]
        if len(titles) == 1 < len(line):
            raise Wrong("title_above", text=titles[0])
        raise Wrong("unknown_heads", text=", ".join(titles), known=used)
    for index, (heading, name) in enumerate(zip(headings, names, strict=True)):
        column: dict[str, Any] = {"number": index + 1, "heading": heading, "known": used}
        if not heading and any(cell_text(one[index]) for one in below):
            raise Wrong("no_heading", **column)
        is_name = fold_heading(heading) == "name" and names.count("player") > 1  # beside the players' ids
        if not heading or is_name or fold_heading(heading) in _NOT_ASKED - {"name"} or heading[0] + heading[-1] == "()":
            continue
        if not name:
            raise Wrong("unknown_heading", **column)
        if found.setdefault(name, index) != index:
            raise Wrong("column_twice", **column)
    lacking = {name: key if (key := _OPTION_OF.get(name, "")) in rulebook.options else "" for name in used if name not in found}
    if lacking:
        asked = min(lacking.values())
        named = tuple(name for name, option in lacking.items() if option == asked)
        raise Wrong("option_asks" if asked else "columns_missing", columns=named, known=used, option=asked)
    return found


def _facts(cells: Mapping[str, Given], rulebook: Rulebook) -> dict[str, Any]:
    """What a line says of a seat and its game, by column that is used, without the blanks."""
    is_seat = all(cell_text(cells[name]).isdecimal() for name in GAME_COLUMNS[:3])
    if total := "" if is_seat else next(filter(is_total, map(cell_text, cells.values())), ""):
        raise Wrong("total", text=total)
    if not cell_text(cells.get("player")):
        raise Wrong("no_player_here")
    facts: dict[str, Any] = {}
    for name in (name for name in SEAT_COLUMNS if name in cells and (name in GAME_COLUMNS[:4] or cell_text(cells[name]))):
        with within(name):
            value = cells[name]
            if name in OPTIONAL_COLUMNS:  # a box to tick, or what a CSV file has for it
                value = {"true": 1, "false": 0}.get(fold(cell_text(value)), value)
            facts[name] = READERS[name](rulebook, value) if name in READERS else read_whole(value)
    return {**facts, "killed_sheriff": facts.get("killed_sheriff") is YesNo.YES}
