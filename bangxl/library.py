"""bangxl as a library: tournaments as pandas DataFrames.

    import bangxl

    tournament = bangxl.read("torneo.xlsx")
    tournament.standings[["place", "name", "score"]]

Everything in ``bangxl.__all__`` is stable from version 0.2 on: columns may be added, but none goes or changes its meaning.
Columns have English names in every language; what does not exist is missing (``<NA>``, ``NaN``). Dollars are whole
numbers; a score may be a fraction.
"""

import re
import reprlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from operator import index
from os import PathLike, fspath
from pathlib import Path
from types import NoneType
from typing import BinaryIO, Final, Literal, SupportsIndex

import pandas as pd

from bangxl import limits
from bangxl.books.closed import ClosedBook
from bangxl.books.port import Book, BookError
from bangxl.commands.check import check as check_book, findings_json
from bangxl.commands.demo import simulate_tournament
from bangxl.commands.errors import BOOK_ERRORS, USAGE, Refusal, explain, require_choice
from bangxl.commands.new import no_places, require_rulebook
from bangxl.commands.season import Request, compute
from bangxl.commands.transfer import place_on_sheet, read_json, read_state, text_of
from bangxl.commands.workspace import guessed_language, known_book, misuse, require_language, workspace_of
from bangxl.interchange.tables import COLUMN_TYPES, ROWS, types
from bangxl.locale.catalog import N_, catalog, speaking
from bangxl.seasons.book import SEASON_TABLES, SeasonTables
from bangxl.seasons.choices import Combining, Irregular
from bangxl.tournament.checks import findings_of
from bangxl.tournament.compositions import table_sizes
from bangxl.tournament.state import State

File = str | PathLike[str]

FINDINGS: Final = dict.fromkeys(("code", "severity", "sheet", "cell", "text"), "string")
"""The columns of the findings and their dtypes."""
SEASON: Final[Mapping[str, str]] = {
    **dict.fromkeys((
        "number", "person", "players", "trusted", "rank", "final_place", "elimination_rank", "games", "prize", "points",
        "tournaments", "counted", "best", "order", "entries", "times", "other_times", "wins", "alive", "price", "paid", "gain",
    ), "Int64"),
    **dict.fromkeys(("finished", "verified", "valid", "eligible", "own_best"), "boolean"),
    **dict.fromkeys(("date", "since"), "datetime64[s]"),
    **dict.fromkeys(("mean", "score"), "Float64"),
}  # fmt: skip
"""The dtypes of a season's columns that are no texts."""

_TAKES: Final[Mapping[str, tuple[str, tuple[type, ...]]]] = {
    "file": ("str | PathLike | BinaryIO", (str,)),
    **dict.fromkeys(("reports", "rulebook"), ("str | PathLike", (str,))),
    **dict.fromkeys(("rng_seed", "regional", "irregular", "language"), ("str", (str,))),
    **dict.fromkeys(("since", "deadline"), ("str | date", (str, date))),
    "players": ("int", (SupportsIndex,)),
    "best": ("int | None", (SupportsIndex, NoneType)),
    "finals": ("bool", (bool,)),
}
"""What each argument takes, in words and as types; a bool is no number."""

_UNPRINTED: Final = re.compile("[\0\ud800-\udfff]")
_NOT_OURS: Final = N_("{path}: this is neither a workbook nor a report of bangxl, or it is damaged. Read another copy.")


def _require_types(**given: object) -> None:
    """Refusal (usage) for what an argument does not take."""
    for name, value in given.items():
        _words, kinds = _TAKES[name]
        fits = isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))
        if not fits or (isinstance(value, str) and _UNPRINTED.search(value)):
            raise _not_taken(name, value)


def _not_taken(name: str, value: object) -> Refusal:
    told = {"kinds": _TAKES[name][0], "value": reprlib.repr(value), "type": type(value).__name__}
    return misuse(N_("{name} takes {kinds}, not {value} ({type})."), name=name, **told)


def frame(columns: Mapping[str, str], lines: Iterable[Mapping[str, object]]) -> pd.DataFrame:
    """The rows of a table with these columns and dtypes, even without rows."""
    texts = {name for name, kind in columns.items() if kind == "string"}
    known = ({key: (str(one) or None) if key in texts and one is not None else one for key, one in row.items()} for row in lines)
    return pd.DataFrame([*known], columns=list(columns)).astype(dict(columns))


@dataclass(frozen=True)
class Tournament:
    """A tournament that `read` or `simulate` gives. Each table is made when it is asked for: change yours, the next is whole."""

    state: State = field(repr=False)
    """The facts under their regulation, for those who want more than tables; not stable."""
    source: Path | None = None
    data: bytes = field(default=b"", repr=False)
    """Of an open workbook or report what was read."""

    def __repr__(self) -> str:
        return f"Tournament({self.about}, players={len(self.state.tournament.players)})"

    @property
    def about(self) -> dict[str, str]:
        """Which tournament it is: ``file``, ``event``, ``date`` (2026-11-21), ``venue``, ``rulebook``; "" where unknown.

        With several tournaments in one table: ``one.standings.assign(**one.about)``.
        """
        one, file = self.state.tournament, self.source.name if self.source else ""
        event = {"event": one.event.name, "date": one.event.date, "venue": one.event.place}
        return {"file": file, **event, "rulebook": one.rulebook}

    @property
    def players(self) -> pd.DataFrame:
        """The entry list, one row a player: ``player`` (id), ``name``, ``region``, ``email``.

        ``eligible``: may hold the title; ``present`` at the first draw. ``table`` is the number of the table where somebody has
        to sit, 0 for most.
        """
        return self._frame("players")

    @property
    def games(self) -> pd.DataFrame:
        """One row a game: ``round`` and ``table``, in the knock-out ``stage`` and ``table``; how many ``players`` sat there.

        ``outcome``: law, outlaws, renegade or missing (not finished). ``winner``: id, in knock-out games of two or three.
        ``ruled``: the referee has decided the game.
        """
        return self._frame("games")

    @property
    def seats(self) -> pd.DataFrame:
        """One row a seat of a game, from the Sheriff on; ``round``, ``table`` and ``stage`` are those of `games`.

        ``seat``: its number on the record sheet; ``player`` (id) and ``name``; ``role``: sheriff, deputy, outlaw, renegade;
        ``status`` at the end: alive, eliminated, final_duel, among_last; ``character``, and the ``bid`` for it in dollars.
        ``outcome`` is the game's, ``won`` whether it is the seat's, dead or alive; ``payout`` in dollars. Some regulations ask
        for ``lives`` left, ``reconfirmed`` (kept the character), ``killed_sheriff`` (as Deputy), ``outlaws_killed``,
        ``cards_kept``. Missing is what is not filled in, or what the regulation does not ask for.
        """
        return self._frame("seats")

    @property
    def ledger(self) -> pd.DataFrame:
        """The money in dollars, one row a seat of the elimination phase: ``round``, ``table``, ``seat``, ``player``, ``name``.

        ``before`` the game, ``cost`` (bid and cards kept), ``payout``, ``after`` the game. Only ``settled`` games count; the
        others have no ``after``.
        """
        return self._frame("ledger")

    @property
    def standings(self) -> pd.DataFrame:
        """The standings of the elimination phase, best first: ``player`` (id) and ``name``, ``games`` played.

        ``place`` is the order after lots, ``rank`` is shared by those whom only a lot separates (``tied``); both are missing for
        those who left; ``status``: active, or how somebody left. ``score`` is a number, ``score_exact`` the same without rounding
        ("a/b"). ``qualified`` for the finals, once the standings are public; ``final_place``, ``prize`` in dollars and ``title``
        once the finals are over. A column more for each tie-break of the regulation, by its code.
        """
        return self._frame("standings")

    @property
    def finals(self) -> pd.DataFrame:
        """The duels, one row a ``match`` ("SF1", "F"): ``player_a`` (id), ``name_a``, ``score_a`` (characters eliminated).

        The same of ``player_b``, ``name_b``, ``score_b``; the ``winner``'s id. ``walkover``: without a duel, or by a bye. The
        tables of a knock-out are `games` and `seats` with a ``stage``.
        """
        return self._frame("finals")

    @property
    def draws(self) -> pd.DataFrame:
        """One row a draw: of which ``round``, ``stage`` or ``match`` ("SF1"), its seed ``rng_seed``, and where that comes from.

        ``source``: random, given or public (with the ``public_value`` of the room); ``algorithm`` and ``version`` as docs/draw.md
        describes them; ``by_hand``: seats were changed since. ``code`` and ``salt`` are the round's receipt.
        """
        return self._frame("draws")

    @property
    def events(self) -> pd.DataFrame:
        """Warnings, ejections, withdrawals, sit-outs and rulings, one row each.

        ``type``, ``player`` (id) and ``name``; the ``moment``, with the ``round`` and ``table`` of a game, ``after_round`` or the
        ``match``; the ``reason``; ``automatic``: it follows from another, as the ejection from the second warning.
        """
        return self._frame("events")

    @property
    def anonymous(self) -> pd.DataFrame:
        """The seats without people, to give away: ``player`` counts them in the order of the rows, and nobody has a ``name``.

        A ``character`` that the game does not have is missing: perhaps somebody typed a name there.
        """
        return self._frame("anonymous")

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """All tables by name."""
        return {name: getattr(self, name) for name in COLUMN_TYPES if name != "anonymous"}

    def check(self, language: str = "") -> pd.DataFrame:
        """Everything that is wrong, doubtful or worth noting, one row a finding, errors first.

        The texts are in ``language``, else in the tournament's.

        ``severity``: error, warning, note. ``sheet`` and ``cell`` say where; of JSON and simulations ``sheet`` is missing and
        ``cell`` is the column's name and the line, from 1.
        """
        _require_types(language=language)
        with speaking(require_language(language) if language else ""):
            on_disk = self.source is not None and self.source.suffix.lower() != ".json"
            if book := self.source if on_disk else self.data and _book(self.data, ""):
                return frame(FINDINGS, findings_json(check_book(book)))
            found = findings_of(self.state)
            texts = ((one.code, one.severity, None, place_on_sheet(one), text_of(one, self.state)) for one in found)
            return frame(FINDINGS, [dict(zip(FINDINGS, line, strict=True)) for line in texts])

    def _frame(self, table: str) -> pd.DataFrame:
        return frame(types(table, self.state), ROWS[table](self.state))


def read(file: File | BinaryIO) -> Tournament:
    """The tournament in a workbook, a referto (.xlsx, .xlsm) or an exported JSON file (.json); or in an open one, as BytesIO.

    Nothing is written beside it or locked. Raises `Refusal` where it is none of these, with what is wrong and what to do.
    """
    if isinstance(file, str | PathLike):
        _require_types(file=(path := fspath(file)))
        return Tournament(read_state(Path(path)), Path(path))
    data, name = None, getattr(file, "name", type(file).__name__)
    with suppress(AttributeError, TypeError, OSError, ValueError):  # whatever it is; closed; open for writing
        data = file.read(limits.FILE + 1)
    if not isinstance(data, bytes):
        raise _not_taken("file", file)
    if data.lstrip().startswith(b"{"):
        return Tournament(read_json(Path(str(name)), data=data))
    return Tournament(read_state(_book(data, str(name))), data=data)


def _book(data: bytes, name: str) -> Book:
    """A workbook or report that is no file with a history: nobody can undo anything there. Refusal (usage)."""
    language = guessed_language()
    if len(data) > limits.FILE:
        raise explain(BookError("file_too_large", most=limits.FILE // limits.MEGABYTE), name, language)
    try:
        workspace_of(Path(name), book := known_book(ClosedBook.of(data, Path(name))))
    except BookError as error:
        if "{bangxl undo}" in BOOK_ERRORS[error.code]:
            raise Refusal(catalog(language)(_NOT_OURS).format(path=name), exit_code=USAGE) from None
        raise explain(error, name, language) from None
    return book


def simulate(rulebook: File, players: int = 22, rng_seed: str = "1", *, finals: bool = True) -> Tournament:
    """Simulate a whole tournament: random games, and everything else by the regulation.

    ``rulebook``: an id (`italy-2010`) or a .toml file. The same seed gives the same tournament. Without ``finals`` it stops
    before them. Raises `Refusal` where the regulation has no tables for so many players.
    """
    _require_types(rulebook=(path := fspath(rulebook) if isinstance(rulebook, PathLike) else rulebook))
    _require_types(players=players, rng_seed=rng_seed, finals=finals)
    regulation, players = require_rulebook(path, guessed_language()), index(players)
    if not table_sizes(regulation, players):
        raise no_places(players, regulation, catalog(guessed_language()))
    return Tournament(
        State(simulate_tournament(regulation, players, rng_seed, regulation.language, finals=finals)[0], regulation)
    )


def season(
    *reports: File,
    regional: Literal["sum", "best", "mean", "last"] = "sum",
    best: int | None = None,
    irregular: Literal["report", "exclude"] = "report",
    since: str | date = "",
    deadline: str | date = "",
    rulebook: File = "",
    language: str = "en",
) -> dict[str, pd.DataFrame]:
    """The tables of a season from reports (referti), or folders of them; without any, from those in the working directory.

    The options are those of `bangxl season`; ``since`` and ``deadline`` are days: 2026-11-21, or a date. The words in the
    tables are in ``language``. Raises `Refusal` where nothing can be read, or an option is wrong.

    The tables by name, each column with the same dtype always; amounts in dollars, days as datetimes, marks as booleans:

    ``Season``: what was counted, and how: ``about``, ``label``, ``value`` (texts).
    ``Tournaments``: ``number`` (from 1), ``event``, ``date``, ``venue``, ``region``, ``kind``, ``organiser``, ``regulation``
    (its title), how many ``players``, the ``winner`` (name); ``finished``; ``verified``, else its first ``difference``; how
    many values are ``trusted``, for nobody can prove them; ``valid``, or ``why`` not; when it was ``written`` (UTC), its
    ``digest`` and ``file``.
    ``Results``, a row a player of a tournament: ``person`` (a number of the season), ``name``, as ``written_name`` and
    ``player`` (id) in the report; ``home``, the player's region, and ``elimination_rank``, which are ``region`` of a
    tournament's players and ``rank`` of its standings: here these are others. ``eligible`` (citizen or resident),
    ``final_place``, ``score`` (without rounding ``score_exact``), ``games`` played, ``prize``, ``points`` (one for each ranked
    player who is not ahead), ``status`` (how somebody left, in words), ``note``.
    ``National`` and ``Regional``: ``rank``; how many ``tournaments``, and how many ``counted``; their ``points``, ``best`` place,
    ``mean`` of the places, ``score``.
    ``Qualified``: the ``way``, the region or Open ``won_in``, ``email``, ``since`` when. ``Reserves``: their ``order`` by the
    region's ``players`` and ``entries``. ``Irregular``: ``why`` somebody was not allowed to play, ``since`` when.
    ``Doubtful``, a row a pair that may be one person: ``times`` is in how many files the name stands; ``other_name``,
    ``other_region``, ``other_file``, ``other_times`` and ``other_email`` are the other's; the ``line`` for a list of names.
    ``Record``, a row a player of a session; ``own_best``: the best of their own. ``Skipped``: the files not used, and ``why``.
    ``Statistics``, a row a role, character or seat (``about``, ``what``): ``games``, ``wins`` in them, at the end ``alive``; the
    ``price`` bid, the winnings ``paid``, and their difference ``gain``.
    """
    _require_types(regional=regional, irregular=irregular, best=best, since=since, deadline=deadline, language=language)
    for name, value in [("rulebook", rulebook), *(("reports", one) for one in reports)]:
        _require_types(**{name: fspath(value) if isinstance(value, PathLike) else value})
    require_language(language)
    require_choice("regional", regional, [*Combining], language)
    require_choice("irregular", irregular, [*Irregular], language)
    if best is not None and best < 0:
        raise Refusal(catalog(language)("{name} must be a whole number, 0 or more.").format(name="best"))
    first, last = (str(one)[:10] if isinstance(one, datetime) else str(one) for one in (since, deadline))
    request = Request(regional, irregular, last, None, None, fspath(rulebook), language, best, since=first)
    return season_frames(compute([Path(fspath(one)) for one in reports], request).tables)


def season_frames(tables: SeasonTables) -> dict[str, pd.DataFrame]:
    """The tables of a season with their columns and dtypes."""
    kinds = {name: {code: SEASON.get(code, "string") for code in columns} for name, (_tab, columns) in SEASON_TABLES.items()}
    return {name: frame(kinds[name], (dict(zip(kinds[name], line, strict=True)) for line in tables[name])) for name in tables}


def as_parquet(table: str, state: State) -> bytes:
    """A table as a Parquet file. ImportError without pyarrow."""
    return bytes(frame(types(table, state), ROWS[table](state)).to_parquet(index=False))
