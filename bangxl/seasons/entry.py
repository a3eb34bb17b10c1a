"""A season's entry for one report, small enough for thousands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from hashlib import sha256
from typing import Final

import msgspec

from bangxl.tournament.finals import final_ranking, prizes
from bangxl.tournament.identity import in_any_order
from bangxl.tournament.model import EventInfo, EventType
from bangxl.tournament.progress import objections
from bangxl.tournament.roster import departures
from bangxl.tournament.rulebook import DOLLAR, Championship, Rulebook
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from bangxl.tournament.statistics import NO_STATISTICS, Statistics, of_player, statistics

SEASON_MARK: Final = "Season_Format"
"""The defined name that marks a season's workbook."""


@dataclass(frozen=True, slots=True)
class BadFile:
    """An unusable file and the reason, by language: the workbook's language is known only after reading all files."""

    file: str
    reasons: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """A player's result in one tournament.

    ``rank`` and the exact ``score`` are of the elimination phase, ``final`` is the place in the final ranking: None without a
    rank. ``reason``: why the player was ejected. ``played`` and ``best``, in ``unit``: see `statistics.of_player`.
    """

    player: str
    name: str
    region: str
    email: str
    eligible: bool
    status: str
    rank: int | None
    final: int | None
    score: Fraction
    games: int
    prize: int | None = None
    reason: str = ""
    played: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    best: int | None = None
    unit: str = DOLLAR


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of `verify`: the number of differences, the first one by language, and the number of facts on trust."""

    digest: str
    differences: int = 0
    first: Mapping[str, str] = field(default_factory=dict)
    trusted: int = 0
    interim: bool = False
    second_half: str = ""


@dataclass(frozen=True, slots=True)
class RefertoEntry:
    """One referto. ``house``: a digest of the referee's own regulation, "" for ours; ``rules``: its text, with a championship.

    ``results``: everybody who took part. ``seeds`` and ``tables`` (the names at each table of the first game) tell a corrected
    referto from another tournament of the same name. ``objections`` are codes of `tournament.official`.
    """

    file: str
    proof: Proof
    written: str
    language: str
    regulation: str
    title: str
    house: str
    event: EventInfo
    is_complete: bool
    is_record: bool
    championship: Championship | None
    objections: tuple[str, ...]
    results: tuple[PlayerResult, ...]
    seeds: frozenset[str]
    tables: frozenset[frozenset[str]]
    rules: str = ""
    statistics: Statistics = NO_STATISTICS

    @property
    def day(self) -> date | None:
        """The day of the tournament; None if it is unreadable."""
        try:
            return date.fromisoformat(self.event.date)
        except ValueError:
            return None

    @property
    def outcome(self) -> tuple[PlayerResult, ...]:
        """The results that count anywhere: none before the tournament is over, when places and scores are not final."""
        return self.results if self.is_complete else ()


def entry_of(file: str, state: State, proof: Proof, written: str = "") -> RefertoEntry:
    """Make a season's entry from a tournament: results by final place, then by the standings."""
    tournament, rulebook = state.tournament, state.rulebook
    people = {player.id: player for player in tournament.players}
    finals = {line.player: line.place for line in final_ranking(state)}
    ejections = {one.player: one.event.reason for one in departures(state).values() if one.type is EventType.EJECTION}
    paid = prizes(state)
    results = [
        PlayerResult(
            player=row.player,
            name=" ".join(player.name.split()),
            region=player.region,
            email=player.email,
            eligible=player.eligible,
            status=row.status,
            rank=row.rank,
            final=finals.get(row.player),
            score=row.score,
            games=row.games,
            prize=paid.get(row.player),
            reason=ejections.get(row.player, ""),
            played=played,
            best=best,
            unit=rulebook.unit,
        )
        for row in standings(state)
        if (player := people.get(row.player))
        for played, best in [of_player(state, row.player)]
    ]
    names = {player.id: in_any_order(player.name) for player in tournament.players}
    fixed = list(tournament.start_tables.values())
    first_tables = fixed or [tuple(seat.player for seat in game.seats) for game in tournament.round(1)]
    return RefertoEntry(
        file=file,
        proof=proof,
        written=written,
        language=tournament.language,
        regulation=rulebook.id,
        title=rulebook.title,
        house=own_rulebook_digest(rulebook),
        event=tournament.event,
        is_complete=tournament.is_over and not proof.interim,
        is_record=rulebook.official.equal_sheriffs,
        championship=rulebook.championship,
        objections=objections(state),
        results=tuple(sorted(results, key=lambda result: result.final or len(people) + 1)),
        seeds=frozenset(draw.rng_seed for draw in tournament.draws if draw.rng_seed),
        tables=frozenset(frozenset(names.get(player, player) for player in table) for table in first_tables),
        rules=rulebook.text if rulebook.championship else "",
        statistics=statistics(state),
    )


def own_rulebook_digest(rulebook: Rulebook) -> str:
    """A digest of a referee's own regulation, whose id may equal one of bangxl's; "" for ours."""
    return sha256(rulebook.text.encode()).hexdigest() if rulebook.text else ""


def to_bytes(content: RefertoEntry | BadFile) -> bytes:
    """What a file gave, to be kept or passed on as JSON."""
    return msgspec.json.encode((content, None) if isinstance(content, RefertoEntry) else (None, content), enc_hook=str)


def of_bytes(data: bytes) -> RefertoEntry | BadFile:
    """The content that `to_bytes` wrote. msgspec.MsgspecError or ValueError for anything else."""
    entry, bad = msgspec.json.decode(
        data, type=tuple[RefertoEntry | None, BadFile | None], dec_hook=lambda kind, value: kind(value)
    )
    if (content := entry or bad) is None:
        raise ValueError(data)
    return content
