"""What a season keeps of a referto: one entry a file, small enough for hundreds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from hashlib import sha256

from bangxl.season.spelling import key
from bangxl.tournament.finals import final_ranking, prizes
from bangxl.tournament.model import EventInfo, EventType, Tournament
from bangxl.tournament.official import objections
from bangxl.tournament.roster import departures
from bangxl.tournament.rulebook import DOLLAR, Championship, Rulebook
from bangxl.tournament.standings import standings
from bangxl.tournament.state import State
from bangxl.tournament.statistics import NOTHING, Statistics, statistics


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What a player has reached in one tournament.

    ``rank`` and ``place`` are those of the elimination phase, None for who is not ranked; ``final`` the place in the final
    ranking; ``score`` in dollars, exact; ``prize`` in dollars, None without one. ``reason``: why he was ejected.
    """

    player: str
    name: str
    region: str
    email: str
    eligible: bool
    status: str
    rank: int | None
    place: int | None
    final: int | None
    score: Fraction
    games: int
    prize: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """What `verify` says of a file: how many differences it found and the first of them, and what it had to take on trust."""

    digest: str
    differences: int = 0
    first: tuple[tuple[str, str], ...] = ()
    """The first difference, by language."""
    trusted: int = 0
    interim: bool = False
    second_half: str = ""

    def difference(self, language: str) -> str:
        """The first difference with its place, in a language; "" if there is none."""
        return dict(self.first).get(language, "")


@dataclass(frozen=True, slots=True)
class Entry:
    """One referto. ``written``: when, in ISO form; ``house``: a digest of the referee's own regulation, "" for ours.

    ``rules``: the text of a house regulation with a championship, which no file of ours holds.

    ``results`` say who takes part, and what they have reached so far; what may be shown of that is ``outcome``.

    ``seeds`` and ``tables`` (the people who sat together in the first game, by folded names) tell a corrected referto from
    another tournament of the same name. ``told``: what its games tell.

    ``objections`` are those of its regulation (`tournament.official`).
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
    unit: str = DOLLAR
    told: Statistics = NOTHING

    @property
    def day(self) -> date | None:
        """The tournament's day; None where nothing readable is written."""
        try:
            return date.fromisoformat(self.event.date)
        except ValueError:
            return None

    @property
    def is_verified(self) -> bool:
        """Whether everything in it follows from its record sheets."""
        return not self.proof.differences

    @property
    def outcome(self) -> tuple[PlayerResult, ...]:
        """The results that count anywhere: none before the tournament is over, when places and scores are not final."""
        return self.results if self.is_complete else ()

    @property
    def players(self) -> int:
        """How many took part."""
        return len(self.results)


def entry_of(file: str, state: State, proof: Proof, written: str = "") -> Entry:
    """What a season keeps of a tournament."""
    return Entry(
        file=file,
        proof=proof,
        written=written,
        language=state.tournament.language,
        regulation=state.rulebook.id,
        title=state.rulebook.title,
        house=house(state.rulebook),
        event=state.tournament.event,
        is_complete=state.tournament.finals is not None and state.tournament.finals.closed and not proof.interim,
        is_record=state.rulebook.official.equal_sheriffs,
        championship=state.rulebook.championship,
        objections=objections(state),
        results=_results(state),
        seeds=frozenset(draw.rng_seed for draw in state.tournament.draws if draw.rng_seed),
        tables=_first_tables(state.tournament),
        rules=state.rulebook.text if state.rulebook.championship else "",
        unit=state.rulebook.unit,
        told=statistics(state),
    )


def house(rulebook: Rulebook) -> str:
    """A digest of a referee's own regulation, by which it is told from ours of the same id; "" for ours."""
    return sha256(rulebook.text.encode()).hexdigest() if rulebook.text else ""


def _results(state: State) -> tuple[PlayerResult, ...]:
    """Everybody who takes part: by final place, then by the standings."""
    people = {player.id: player for player in state.tournament.players}
    finals = {placed.player: placed.place for placed in final_ranking(state)}
    paid, reasons = prizes(state), _reasons(state)
    found = [
        PlayerResult(
            player=row.player,
            name=" ".join(people[row.player].name.split()),
            region=people[row.player].region,
            email=people[row.player].email,
            eligible=people[row.player].eligible,
            status=row.status,
            rank=row.rank,
            place=row.place,
            final=finals.get(row.player),
            score=row.score,
            games=row.games,
            prize=paid.get(row.player),
            reason=reasons.get(row.player, ""),
        )
        for row in standings(state)
        if row.player in people
    ]
    return tuple(sorted(found, key=lambda result: result.final or len(people) + 1))


def _reasons(state: State) -> Mapping[str, str]:
    """Why players were ejected: the regulations oblige the referee to report it."""
    gone = departures(state).values()
    return {one.player: one.event.reason for one in gone if one.type is EventType.EJECTION}


def _first_tables(tournament: Tournament) -> frozenset[frozenset[str]]:
    names = {player.id: " ".join(key(player.name)) for player in tournament.players}
    fixed = list(tournament.start_tables.values())
    tables = fixed or [tuple(seat.player for seat in game.seats) for game in tournament.round(1)]
    return frozenset(frozenset(names.get(player, player) for player in table) for table in tables)
