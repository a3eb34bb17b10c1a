"""bangxl as a library: tournaments as pandas DataFrames.

    import bangxl

    tournament = bangxl.read("torneo.xlsx")
    tournament.standings[["place", "name", "score"]]

Everything in ``bangxl.__all__`` is stable from version 0.2 on: columns may be added, but none goes or changes its meaning.
Columns have English names in every language; what does not exist is missing (``<NA>``, ``NaN``). Dollars are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final, Literal

import pandas as pd

from bangxl import limits
from bangxl.commands.check import check_with_lines, findings_json
from bangxl.commands.demo import simulate as play
from bangxl.commands.errors import Refusal, require_choice
from bangxl.commands.new import no_places, rules
from bangxl.commands.season import Request, compute
from bangxl.commands.transfer import place, read_state, text_of
from bangxl.commands.workspace import guessed_language, require_language
from bangxl.interchange.tables import ROWS, TYPES, types
from bangxl.locale.catalog import catalog, speak
from bangxl.seasons.book import TABLES, Tables
from bangxl.seasons.choices import Adding, Irregular
from bangxl.tournament.checks import check
from bangxl.tournament.findings import Severity
from bangxl.tournament.seating import table_sizes
from bangxl.tournament.state import State

File = str | PathLike[str]

FINDINGS: Final = dict.fromkeys(("code", "severity", "sheet", "cell", "text"), "string")
"""The columns of the findings and their dtypes."""
SEASON: Final = {
    **dict.fromkeys((
        "rank", "final_place", "elimination_rank", "games", "prize", "points", "counted", "best",
        "wins", "alive", "price", "paid", "gain",
    ), "Int64"),
    "mean": "Float64",
    "score": "float64",
}  # fmt: skip
"""The dtypes of a season's columns in which something may be missing."""


def frame(columns: Mapping[str, str], lines: Iterable[Mapping[str, object]]) -> pd.DataFrame:
    """The rows of a table with these columns and dtypes, even without rows."""
    known = ({name: str(value) or None if isinstance(value, str) else value for name, value in row.items()} for row in lines)
    return pd.DataFrame([*known], columns=list(columns)).astype(dict(columns))


@dataclass(frozen=True)
class Tournament:
    """A tournament that `read` or `simulate` gives. Each table is made when it is asked for: change yours, the next is whole."""

    state: State = field(repr=False)
    """The facts under their regulation, for those who want more than tables; not stable."""
    source: Path | None = None

    @property
    def about(self) -> dict[str, str]:
        """Which tournament it is: ``file``, ``event``, ``date`` (2026-11-21), ``venue``, ``rulebook``; "" where unknown.

        With several tournaments in one table: ``one.standings.assign(**one.about)``.
        """
        event, file = self.state.tournament.event, self.source.name if self.source else ""
        names = {"file": file, "event": event.name, "date": event.date, "venue": event.place}
        return {**names, "rulebook": self.state.tournament.rulebook}

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
        for ``lives`` left, ``reconfirmed`` (he kept his character), ``killed_sheriff`` (as Deputy), ``outlaws_killed``,
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
        """One row a draw: ``stage`` (a round "1", a match "SF1", a stage "Stage1"), its seed ``rng_seed``, and whence it is.

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
        return {name: getattr(self, name) for name in TYPES if name != "anonymous"}

    def check(self, language: str = "") -> pd.DataFrame:
        """Everything that is wrong, doubtful or worth noting, one row a finding, errors first.

        The texts are in ``language``, else in the tournament's.

        ``severity``: error, warning, note. ``sheet`` and ``cell`` say where; of JSON and simulations ``sheet`` is missing and
        ``cell`` is the column's name and the line, from 1.
        """
        with speak(require_language(language) if language else ""):
            if self.source is not None and self.source.suffix.lower() != ".json":
                return frame(FINDINGS, findings_json(check_with_lines(self.source)[0]))
            found = sorted(check(self.state), key=lambda one: list(Severity).index(one.severity))
            texts = [text_of(one, self.state) for one in found]
        return frame(
            FINDINGS,
            (
                {"code": one.code, "severity": one.severity, "cell": place(one), "text": text}
                for one, text in zip(found, texts, strict=True)
            ),
        )

    def _frame(self, table: str) -> pd.DataFrame:
        return frame(types(table, self.state), ROWS[table](self.state))


def read(file: File | BinaryIO) -> Tournament:
    """The tournament in a workbook, a referto (.xlsx, .xlsm) or an exported JSON file (.json); or in an open one, as BytesIO.

    Nothing is written beside it or locked. Raises `Refusal` where it is none of these, with what is wrong and what to do.
    """
    if isinstance(file, str | PathLike):
        path = Path(fspath(file))
        return Tournament(read_state(path), path)
    data = file.read(limits.FILE + 1)
    with TemporaryDirectory() as folder:
        path = Path(folder, "tournament.json" if data.lstrip().startswith(b"{") else "tournament.xlsx")
        path.write_bytes(data)
        return Tournament(read_state(path))


def simulate(rulebook: str, players: int = 22, rng_seed: str = "1", *, finals: bool = True) -> Tournament:
    """Simulate a whole tournament: random games, and everything else by the regulation.

    ``rulebook``: an id (`italy-2010`) or a .toml file. The same seed gives the same tournament. Without ``finals`` it stops
    before them. Raises `Refusal` where the regulation has no tables for so many players.
    """
    regulation = rules(rulebook, guessed_language())
    if not table_sizes(regulation, players):
        raise no_places(players, regulation, catalog(guessed_language()))
    return Tournament(State(play(regulation, players, rng_seed, regulation.language, finals=finals)[0], regulation))


def season(
    *reports: File,
    regional: Literal["sum", "best", "mean", "last"] = "sum",
    best: int | None = None,
    irregular: Literal["report", "exclude"] = "report",
    since: str = "",
    deadline: str = "",
    rulebook: str = "",
    language: str = "en",
) -> dict[str, pd.DataFrame]:
    """The tables of a season from reports (referti), or folders of them: as `bangxl season` writes them, by name.

    ``Tournaments``, ``Results`` (a row for each player in a tournament), ``National``, ``Regional``, ``Qualified``,
    ``Reserves``, ``Irregular``, ``Doubtful``, ``Record``, ``Statistics``, ``Skipped`` (the files that could not be used),
    ``Season`` (what was counted, and how). The options are those of the command; ``since`` and ``deadline`` are dates like
    2026-11-21.
    The words in the tables are in ``language``. Raises `Refusal` where nothing can be read, or an option is wrong.
    """
    require_language(language)
    require_choice("regional", regional, [*Adding], language)
    require_choice("irregular", irregular, [*Irregular], language)
    if best is not None and best < 0:
        raise Refusal(catalog(language)("{name} must be a whole number, 0 or more.").format(name="best"))
    request = Request(regional, irregular, str(deadline), None, None, rulebook, language, best, since=str(since))
    return season_frames(compute([Path(fspath(one)) for one in reports], request).tables)


def season_frames(tables: Tables) -> dict[str, pd.DataFrame]:
    """The tables of a season with their columns and dtypes."""
    frames = {}
    for name, lines in tables.items():
        columns = TABLES[name][1]
        data = pd.DataFrame(lines, columns=list(columns), dtype="object" if name == "Season" else None)
        frames[name] = data.astype({code: SEASON[code] for code in columns if code in SEASON})
    return frames


def as_parquet(table: str, state: State) -> bytes:
    """A table as a Parquet file. ImportError without pyarrow."""
    data: bytes = frame(types(table, state), ROWS[table](state)).to_parquet(index=False)
    return data
