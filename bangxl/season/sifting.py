"""Which files are one tournament: the same referto twice, or a corrected one, which takes the place of the earlier."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from bangxl.season.facts import Entry
from bangxl.season.names import folded

Token = tuple[Hashable, ...]


class Twin(StrEnum):
    """Why a file is not counted although it was read."""

    SAME = "same"
    """The same facts as another file."""
    REPLACED = "replaced"
    """An earlier referto of the same tournament."""


class Left(NamedTuple):
    """A file that is not counted, and the one that is counted in its place."""

    entry: Entry
    why: Twin
    instead: Entry


@dataclass(frozen=True, slots=True)
class Sifted:
    """What counts, by day; what does not; and pairs that look like one event and are both counted."""

    entries: tuple[Entry, ...]
    left: tuple[Left, ...]
    alike: tuple[tuple[Entry, Entry], ...]


def sifted(entries: Iterable[Entry]) -> Sifted:
    """Count every tournament once.

    Of files with the same facts counts one that is verified, then one with more mail addresses. Of several referti of a
    tournament counts one that is finished and verified, then the one that was written last.
    """
    ordered = sorted(entries, key=lambda entry: (entry.event.date, entry.file))
    left: list[Left] = []
    once = _best(ordered, lambda entry: [(entry.proof.digest,)], _trust, Twin.SAME, left)
    kept = _best(once, _marks, _newness, Twin.REPLACED, left)
    alike = [pair for group in _groups(kept, _event) for pair in combinations(group, 2)]
    return Sifted(tuple(kept), tuple(left), tuple(alike))


def _best(
    entries: Sequence[Entry],
    tokens: Callable[[Entry], Iterable[Token]],
    worth: Callable[[Entry], Token],
    why: Twin,
    left: list[Left],
) -> list[Entry]:
    """One of each group, the first of the most worth; the others go to ``left``."""
    kept = set[str]()
    for group in _groups(entries, tokens):
        best = max(group, key=worth)
        kept.add(best.file)
        left += [Left(entry, why, best) for entry in group if entry is not best]
    return [entry for entry in entries if entry.file in kept]


def _groups(entries: Sequence[Entry], tokens: Callable[[Entry], Iterable[Token]]) -> list[list[Entry]]:
    """Entries that share a token belong together, also over a third one."""
    group_of: dict[Token, list[Entry]] = {}
    groups: list[list[Entry]] = []
    for entry in entries:
        own = list(tokens(entry))
        met = {id(group): group for token in own if (group := group_of.get(token)) is not None}
        merged = [*(one for group in met.values() for one in group), entry]
        groups = [group for group in groups if id(group) not in met] + [merged]
        for one in merged:
            group_of.update(dict.fromkeys(tokens(one), merged))
    return groups


def _trust(entry: Entry) -> Token:
    return entry.is_verified, sum(bool(result.email) for result in entry.results)


def _newness(entry: Entry) -> Token:
    return entry.is_complete and entry.is_verified, entry.written, entry.file


def _marks(entry: Entry) -> Iterable[Token]:
    """A tournament is known by who sat together at the first game, and by a draw's seed; by its event where none is recorded."""
    drawn: Iterable[Token] = ((seed,) for seed in entry.seeds) if entry.seeds else _event(entry)
    return ((entry.regulation, table, *mark) for mark in drawn for table in entry.tables)


def _event(entry: Entry) -> Iterable[Token]:
    """Its regulation, name and day; a nameless or undated one is like no other."""
    name = folded(entry.event.name)
    return [(entry.regulation, name, entry.event.date)] if name and entry.day else []
