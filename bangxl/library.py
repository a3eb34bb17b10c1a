"""bangxl as a library: tournaments as pandas DataFrames.

    import bangxl

    tournament = bangxl.read("torneo.xlsx")
    tournament.standings[["place", "name", "score"]]

Everything in ``bangxl.__all__`` is stable from version 0.2 on: columns may be added, but none goes or changes its meaning.
Columns have English names in every language; what does not exist is missing (``<NA>``, ``NaN``). Dollars are whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Final, Literal

import pandas as pd

from bangxl.books.port import BookError
from bangxl.commands.check import check_with_lines, findings_json
from bangxl.commands.demo import simulate as play
from bangxl.commands.errors import Refusal, explain
from bangxl.commands.lists import marked
from bangxl.commands.new import no_places, rules
from bangxl.commands.output import Output, put_in
from bangxl.commands.season import Request, compute
from bangxl.commands.transfer import place, read_json, text_of
from bangxl.commands.workspace import guessed_language, open_workspace, whole
from bangxl.locale.catalog import answer_language, catalog
from bangxl.seasons.book import TABLES, Tables
from bangxl.tournament.checks import check
from bangxl.tournament.findings import Severity
from bangxl.tournament.ledger import ledger
from bangxl.tournament.model import Game
from bangxl.tournament.roster import player_names
from bangxl.tournament.seating import table_sizes
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State

Row = dict[str, Any]
File = str | PathLike[str]

GAME: Final = {"round": "Int64", "table": "Int64", "stage": "Int64"}
TYPES: Final[Mapping[str, Mapping[str, str]]] = {
    "players": {
        "player": "string", "name": "string", "region": "string", "email": "string",
        "eligible": "boolean", "present": "boolean", "table": "Int64",
    },
    "games": {**GAME, "players": "Int64", "outcome": "string", "winner": "string", "ruled": "boolean"},
    "seats": {
        **GAME, "seat": "Int64", "player": "string", "name": "string", "role": "string", "status": "string",
        "character": "string",
        "bid": "Int64", "lives": "Int64", "reconfirmed": "boolean", "killed_sheriff": "boolean", "outlaws_killed": "Int64",
        "cards_kept": "Int64", "outcome": "string", "payout": "Int64",
    },
    "ledger": {
        "round": "Int64", "table": "Int64", "seat": "Int64", "player": "string", "name": "string", "before": "Int64",
        "cost": "Int64", "payout": "Int64", "after": "Int64", "settled": "boolean",
    },
    "standings": {
        "place": "Int64", "rank": "Int64", "player": "string", "name": "string", "status": "string", "score": "Float64",
        "score_exact": "string", "games": "Int64", "tied": "boolean",
    },
    "draws": {
        "stage": "string", "rng_seed": "string", "source": "string", "public_value": "string", "algorithm": "string",
        "version": "Int64", "by_hand": "boolean", "code": "string", "salt": "string",
    },
    "events": {
        "type": "string", "player": "string", "name": "string", "moment": "string", "after_round": "Int64", "round": "Int64",
        "table": "Int64", "match": "string", "reason": "string", "automatic": "boolean",
    },
    "findings": {"code": "string", "severity": "string", "sheet": "string", "cell": "string", "text": "string"},
}  # fmt: skip
"""The columns of each table and their dtypes; the standings have a column more for each tie-break."""


SEASON: Final = {
    **dict.fromkeys((
        "rank", "final_place", "elimination_rank", "games", "prize", "points", "counted", "best",
        "wins", "alive", "price", "paid", "gain",
    ), "Int64"),
    "mean": "Float64",
    "score": "float64",
}  # fmt: skip
"""The dtypes of a season's columns in which something may be missing."""


def frame(table: str, rows: Iterable[Row], more: Sequence[str] = ()) -> pd.DataFrame:
    """The rows of a table with its columns and dtypes, even without rows."""
    known = ({name: None if value == "" else value for name, value in row.items()} for row in rows)
    data = pd.DataFrame(list(known), columns=[*TYPES[table], *more])
    return data.astype({**TYPES[table], **dict.fromkeys(more, "Float64")})


@dataclass(frozen=True)
class Tournament:
    """A tournament that `read` or `simulate` gives; its tables are computed when they are first asked for."""

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

    @cached_property
    def players(self) -> pd.DataFrame:
        """The entry list, one row a player: ``player`` (id), ``name``, ``region``, ``email``, ``eligible``, ``present``.

        ``table`` is the number of the table where somebody has to sit, 0 for most.
        """
        return frame("players", ({**asdict(player), "player": player.id} for player in self.state.tournament.players))

    @cached_property
    def games(self) -> pd.DataFrame:
        """One row a game: ``round`` and ``table``, in the knock-out ``stage`` and ``table``; how many ``players`` sat there.

        ``outcome``: law, outlaws, renegade or missing (not finished). ``winner``: id, in knock-out games of two or three.
        ``ruled``: the referee has decided the game.
        """
        return frame(
            "games",
            (
                {**at, "players": game.size, "outcome": game.outcome, "winner": game.winner, "ruled": game.is_ruled}
                for at, game in self._games()
            ),
        )

    @cached_property
    def seats(self) -> pd.DataFrame:
        """One row a seat of a game, from the Sheriff on: who sat there, his role, how he ended, what he was paid.

        ``seat`` is the number on the record sheet; ``status``: alive, eliminated, final_duel, among_last; ``bid`` and ``payout``
        in dollars; ``outcome`` is the game's. Missing is what is not filled in, or what the regulation does not ask for.
        """
        names = player_names(self.state)
        paid = {(line.game.round, line.game.table, line.seat.number): line.payout for line in ledger(self.state)}
        return frame(
            "seats",
            (
                {
                    **at,
                    **asdict(seat),
                    "seat": seat.number,
                    "name": names.get(seat.player),
                    "lives": seat.lives if "round" in at else None,  # nothing counts them in the knock-out
                    "outcome": game.outcome,
                    "payout": paid.get((game.round, game.table, seat.number)) if "round" in at else None,
                }
                for at, game in self._games()
                for seat in game.from_sheriff()
            ),
        )

    @cached_property
    def ledger(self) -> pd.DataFrame:
        """The money in dollars, one row a seat of the elimination phase.

        ``before`` the game, ``cost`` (bid and cards kept), ``payout``, ``after`` the game. Only
        ``settled`` games count; the others have no ``after``.
        """
        names = player_names(self.state)
        return frame(
            "ledger",
            (
                {
                    "round": line.game.round,
                    "table": line.game.table,
                    "seat": line.seat.number,
                    "player": line.seat.player,
                    "name": names.get(line.seat.player),
                    "before": line.before,
                    "cost": line.cost,
                    "payout": line.payout,
                    "after": line.after,
                    "settled": line.settled,
                }
                for line in ledger(self.state)
            ),
        )

    @cached_property
    def standings(self) -> pd.DataFrame:
        """The standings of the elimination phase, best first.

        ``place`` is the order after lots, ``rank`` is shared by those whom only a lot separates (``tied``); both are missing for
        those who left. ``score`` is a number, ``score_exact`` the same without rounding ("a/b"). A column more for each
        tie-break of the regulation, by its code.
        """
        names = player_names(self.state)
        return frame(
            "standings",
            (
                {
                    "place": row.place,
                    "rank": row.rank,
                    "player": row.player,
                    "name": names.get(row.player),
                    "status": row.status,
                    "score": float(row.score),
                    "score_exact": str(row.score),
                    "games": row.games,
                    "tied": row.tied,
                    **{code: None if value is None else float(value) for code, value in row.criteria.items()},
                }
                for row in standings(self.state)
            ),
            [*self.state.rulebook.criteria],
        )

    @cached_property
    def draws(self) -> pd.DataFrame:
        """One row a draw: ``stage`` (a round "1", a match "SF1", a stage "Stage1"), its seed and the source of the seed.

        ``algorithm`` and ``version`` as docs/draw.md describes them; ``code`` and ``salt`` are the round's receipt.
        """
        return frame("draws", (asdict(draw) for draw in self.state.tournament.draws))

    @cached_property
    def events(self) -> pd.DataFrame:
        """Warnings, ejections, withdrawals, sit-outs and rulings, one row each, with the moment."""
        names = player_names(self.state)
        return frame("events", ({**asdict(one), "name": names.get(one.player)} for one in self.state.tournament.events))

    @cached_property
    def anonymous(self) -> pd.DataFrame:
        """The seats without people, to give away: ``player`` counts them in the order of the rows, and nobody has a ``name``.

        A ``character`` that the game does not have is missing: perhaps somebody typed a name there.
        """
        data, known = self.seats.drop(columns="name"), self.state.rulebook.characters
        numbers = pd.Series(pd.factorize(data["player"])[0] + 1, dtype="Int64")
        return data.assign(player=numbers.mask(numbers == 0), character=data["character"].where(data["character"].isin(known)))

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """All tables by name."""
        return {name: getattr(self, name) for name in TYPES if name != "findings"}

    def check(self) -> pd.DataFrame:
        """Everything that is wrong, doubtful or worth noting, one row a finding, errors first.

        ``severity``: error, warning, note. ``sheet`` and ``cell`` say where; of JSON and simulations ``sheet`` is missing and
        ``cell`` is the column's name and the line, from 1.
        """
        if self.source is not None and self.source.suffix.lower() != ".json":
            return frame("findings", findings_json(check_with_lines(self.source)[0]))
        found = sorted(check(self.state), key=lambda one: list(Severity).index(one.severity))
        return frame(
            "findings",
            (
                {
                    "code": one.code,
                    "severity": one.severity,
                    "cell": place(one),
                    "text": text_of(one, self.state),
                }
                for one in found
            ),
        )

    def _games(self) -> Iterator[tuple[Row, Game]]:
        """Every game with what says which it is."""
        for game in self.state.tournament.games:
            yield {"round": game.round, "table": game.table}, game
        for game in self.state.tournament.stages:
            yield {"stage": game.round, "table": game.table}, game


def read(file: File) -> Tournament:
    """The tournament in a workbook, a referto (.xlsx, .xlsm) or an exported JSON file (.json).

    Nothing is written or locked. Raises `Refusal` where the file is none of these; its text says what is wrong and what to do.
    """
    path = Path(fspath(file))
    if path.suffix.lower() == ".json":
        return Tournament(read_json(path), path)
    return Tournament(whole(open_workspace(path, reading_only=True)).state, path)


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
    request = Request(regional, irregular, deadline, None, None, rulebook, language, best, since=since)
    return season_frames(compute([Path(fspath(one)) for one in reports], request).tables)


def season_frames(tables: Tables) -> dict[str, pd.DataFrame]:
    """The tables of a season with their columns and dtypes."""
    frames = {}
    for name, rows in tables.items():
        columns = TABLES[name][1]
        data = pd.DataFrame(rows, columns=list(columns), dtype="object" if name == "Season" else None)
        frames[name] = data.astype({code: SEASON[code] for code in columns if code in SEASON})
    return frames


def export(
    file: File, folder: Path, kind: Literal["csv", "parquet"], *, anonymous: bool = False, overwrite: bool = False
) -> tuple[str, ...]:
    """Write the tables into a folder, a file each, and say which; `bangxl export --csv` does it.

    ``anonymous``: only the seats without people. Refusal over files that exist, unless ``overwrite``, and where nothing writes
    Parquet.
    """
    tournament = read(file)
    language = answer_language(tournament.state.tournament.language)
    _, tables = catalog(language), {"seats": tournament.anonymous} if anonymous else tournament.tables
    try:
        data = {
            name: as_csv(table).encode() if kind == "csv" else table.to_parquet(index=False) for name, table in tables.items()
        }
    except ImportError:
        line = _("Parquet needs the package pyarrow. Install it with «pip install pyarrow», or use {--csv DIR}.")
        raise Refusal(line) from None
    made = {folder / f"{name}.{kind}": content for name, content in data.items()}
    if not overwrite and (there := next((path for path in made if path.exists()), None)):
        raise explain(BookError("file_exists"), str(there), language)
    put_in(folder, [Output(path, content, lambda _data: False) for path, content in made.items()], language, overwrite=True)
    return (_("The tables are written: {files}").format(files=", ".join(map(str, made))),)


def as_csv(table: pd.DataFrame) -> str:
    """A table as CSV; no text in it is a formula for who opens it: see `bangxl.commands.lists.marked`."""
    safe = {
        name: table[name].map(marked, na_action="ignore")
        for name in table.columns
        if table[name].dtype == "string" and name != "score_exact"
    }
    return table.assign(**safe).to_csv(index=False, lineterminator="\n")
