"""Read a rulebook file, strictly: whatever it holds that we don't know, or lacks that we need, is named with its key."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, NoReturn

import msgspec

from bangxl.rulebooks.schema import DuelModeTable, Line, RulebookFile
from bangxl.tournament.criteria import CRITERIA
from bangxl.tournament.endstates import reachable
from bangxl.tournament.expressions import Expression, ExpressionError, parse
from bangxl.tournament.model import Role
from bangxl.tournament.rulebook import Auction, DuelMode, Match, Option, Payout, PayoutKey, Rulebook, Source

LONGEST_TEXT: Final = 32_000
"""Characters of a rulebook file: a cell of the workbook holds it."""


class RulebookError(Exception):
    """A rulebook that cannot be used: ``file``, ``key`` and ``reason`` say why."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        super().__init__(f"{file}: {key}: {reason}")
        self.file, self.key, self.reason = file, key, reason


def known() -> tuple[str, ...]:
    """The ids of the rulebooks that come with bangxl."""
    return tuple(sorted(f.name.removesuffix(".toml") for f in _folder().iterdir() if f.name.endswith(".toml")))


def load(rulebook: str) -> Rulebook:
    """The rulebook with this id, or in this .toml file of a referee's own, which then carries its text along.

    Raises RulebookError if there is none, or if the file is wrong.
    """
    own = rulebook.endswith(".toml")
    path: Traversable = Path(rulebook) if own else _folder() / f"{rulebook}.toml"
    try:
        if not path.is_file():
            raise RulebookError(rulebook, "id", f"no such rulebook; known are {', '.join(known())}")
        text = path.read_text(encoding="utf-8-sig")
        if len(text) > LONGEST_TEXT:
            raise RulebookError(path.name, "file", f"longer than {LONGEST_TEXT} characters, it does not fit into a workbook")
        return replace(loads(text, path.name), text=text if own else "")
    except (UnicodeDecodeError, OSError) as error:
        raise RulebookError(path.name, "file", str(error)) from None


def loads(text: str, file: str) -> Rulebook:
    """The rulebook in a TOML text; ``file`` names it in errors."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits, and brackets nested as deep
        raise RulebookError(file, "file", str(error)) from None
    try:
        raw = msgspec.convert(data, RulebookFile)
    except msgspec.ValidationError as error:
        reason, _, where = str(error).partition(" - at ")
        raise RulebookError(file, _key(where, data, str(error)) or "file", reason) from None
    return _Reader(file, raw).rulebook()


def _key(where: str, data: dict[str, Any], message: str) -> str:
    """The key of an error. Where msgspec says only ``[...]``, of a table with free keys: the first row that alone fails alike."""
    path = where.rpartition(" in ")[2].strip("`").removeprefix("$").removeprefix(".")
    while "[...]" in path:
        table = data
        for name in path.partition("[...]")[0].split("."):
            table = table[name]
        for key, value in list(table.items()):
            table.clear()
            table[key] = value
            if _failure(data) == message:
                break
        path = path.replace("[...]", f".{key}", 1)
    return path


def _failure(data: dict[str, Any]) -> str:
    try:
        msgspec.convert(data, RulebookFile)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _folder() -> Traversable:
    return resources.files("bangxl.rulebooks")


class _Reader:
    """Turns a well-typed file into a rulebook, and checks what types cannot say."""

    def __init__(self, file: str, raw: RulebookFile) -> None:
        self.file, self.raw = file, raw

    def fail(self, key: str, reason: str) -> NoReturn:
        raise RulebookError(self.file, key, reason)

    def rulebook(self) -> Rulebook:
        raw = self.raw
        roles = {self._number("roles.by_size", size): dict(counts) for size, counts in raw.roles.by_size.items()}
        for size, counts in roles.items():
            if sum(counts.values()) != size:
                self.fail(f"roles.by_size.{size}", f"{sum(counts.values())} roles for {size} players")
            if counts.get(Role.SHERIFF) != 1 or set(counts) != set(Role) or min(counts.values()) < 0:
                self.fail(f"roles.by_size.{size}", "every role must be counted, from 0 up, and there is one Sheriff")
        chart = self._chart(roles)
        return Rulebook(
            id=raw.id,
            title=raw.title,
            language=raw.language,
            source=Source(raw.source.title, raw.source.edition, raw.source.published, raw.language),
            articles=self._articles(),
            minimum_players=raw.players.minimum,
            maximum_players=raw.players.maximum,
            characters=self._characters(),
            roles=roles,
            rounds=self._rounds(),
            chart=chart,
            chart_extension=self._extension(chart, roles),
            single_tables=self._sizes("tables.single", raw.tables.single, roles),
            auction=self._auction(),
            high_noon=self._high_noon(roles),
            payouts=self._payouts(roles),
            criteria=self._criteria(),
            warnings_to_ejection=raw.penalties.warnings_to_ejection,
            options={"duel": Option("duel", self._modes()), "draw": Option("draw", ("lot",))},
            qualifiers=raw.finals.qualifiers,
            matches=self._matches(),
            duel_modes={code: self._mode(code, mode) for code, mode in raw.finals.duel.items()},
            prizes=self._prizes(),
        )

    def _number(self, key: str, text: str) -> int:
        if not re.fullmatch("0|[1-9][0-9]{0,8}", text):
            self.fail(f"{key}.{text}", "the key must be a whole number")
        return int(text)

    def _articles(self) -> Mapping[str, str]:
        raw = self.raw
        tables = {
            "players": raw.players, "rounds": raw.rounds, "tables": raw.tables, "roles": raw.roles, "characters": raw.characters,
            "auction": raw.auction, "high_noon": raw.high_noon, "standings": raw.standings, "penalties": raw.penalties,
            "finals": raw.finals, "prizes": raw.prizes,
            **{f"payouts.{outcome}": table for outcome, table in raw.payouts.items()},
            **{f"finals.duel.{code}": mode for code, mode in raw.finals.duel.items()},
        }  # fmt: skip
        return {key: table.article for key, table in tables.items()}

    def _characters(self) -> tuple[str, ...]:
        names = self.raw.characters.names
        if len(set(names)) != len(names):
            self.fail("characters.names", "a character stands twice")
        return names

    def _rounds(self) -> tuple[tuple[int, int, int], ...]:
        rows, expected = [], self.raw.players.minimum
        for row in self.raw.rounds.by_players:
            last = row.to if row.to is not None else self.raw.players.maximum
            if row.from_ != expected or last < row.from_:
                self.fail("rounds.by_players", f"a row must begin at {expected} players and go up")
            rows.append((row.from_, last, row.rounds))
            expected = last + 1
        if expected <= self.raw.players.maximum:
            self.fail("rounds.by_players", f"no row for {expected} players")
        return tuple(rows)

    def _sizes(self, key: str, sizes: tuple[int, ...], roles: Mapping[int, object]) -> tuple[int, ...]:
        for size in sizes:
            if size not in roles:
                self.fail(key, f"no roles for a table of {size}")
        return sizes

    def _chart(self, roles: Mapping[int, object]) -> Mapping[int, tuple[int, ...]]:
        chart = {self._number("tables.chart", n): sizes for n, sizes in self.raw.tables.chart.items()}
        for players, sizes in chart.items():
            self._sizes(f"tables.chart.{players}", sizes, roles)
            if sum(sizes) != players:
                self.fail(f"tables.chart.{players}", f"the tables seat {sum(sizes)} players, not {players}")
            if not self.raw.players.minimum <= players <= self.raw.players.maximum:
                self.fail(f"tables.chart.{players}", "fewer players than the minimum, or more than the maximum")
        for players in range(self.raw.players.minimum, max(chart, default=self.raw.players.minimum) + 1):
            if players not in chart:
                self.fail(f"tables.chart.{players}", "this row is missing")
        return chart

    def _extension(self, chart: Mapping[int, object], roles: Mapping[int, object]) -> tuple[int, ...]:
        sizes = self._sizes("tables.extension", self.raw.tables.extension, roles)
        if max(chart) < self.raw.players.maximum and (len(sizes) != 2 or sizes[0] != sizes[1] + 1):
            self.fail("tables.extension", "two sizes are needed, the larger first, the other smaller by one")
        return sizes

    def _auction(self) -> Auction:
        raw = self.raw.auction
        if raw.step < 1 or raw.start % raw.step or raw.minimum % raw.step:
            self.fail("auction.step", "start and minimum must be multiples of the step, in dollars")
        return Auction(raw.start, raw.minimum, raw.step, raw.last)

    def _high_noon(self, roles: Mapping[int, object]) -> Mapping[int, int]:
        rows = self.raw.high_noon.from_reshuffle
        table = {self._number("high_noon.from_reshuffle", size): times for size, times in rows.items()}
        for size in roles:
            if size not in table:
                self.fail(f"high_noon.from_reshuffle.{size}", "this row is missing")
        return table

    def _payouts(self, roles: Mapping[int, Mapping[Role, int]]) -> Mapping[PayoutKey, Payout]:
        lines: dict[PayoutKey, Payout] = {}
        for outcome, table in self.raw.payouts.items():
            for role, by_status in table.lines().items():
                for status, amount in by_status.items():
                    key = f"payouts.{outcome}.{role}.{status}"
                    lines[outcome, role, status] = Payout(outcome, role, status, self._amount(key, amount, roles))
        for size, counts in roles.items():
            for outcome, role, status in sorted(reachable(counts)):
                line = lines.get((outcome, role, status))
                if line is None or size not in line.amount:
                    self.fail(f"payouts.{outcome}.{role}.{status}", f"no amount for a table of {size}")
        return lines

    def _amount(self, key: str, amount: Line, roles: Mapping[int, Mapping[Role, int]]) -> Mapping[int, Expression]:
        by_size = (
            {self._number(key, size): value for size, value in amount.items()}
            if isinstance(amount, dict)
            else dict.fromkeys(roles, amount)
        )
        for size in by_size:
            if size not in roles:
                self.fail(f"{key}.{size}", f"no roles for a table of {size}")
        try:
            return {size: parse(str(value)) for size, value in by_size.items()}
        except ExpressionError as error:
            self.fail(key, str(error))

    def _criteria(self) -> tuple[str, ...]:
        for code in self.raw.standings.criteria:
            if code not in CRITERIA:
                self.fail("standings.criteria", f"unknown criterion {code!r}; known are {', '.join(CRITERIA)}")
        return self.raw.standings.criteria

    def _matches(self) -> tuple[Match, ...]:
        matches: list[Match] = []
        for i, match in enumerate(self.raw.finals.matches):
            earlier = {m.code for m in matches}
            for side in (match.a, match.b):
                if (isinstance(side, str) and side not in earlier) or (
                    isinstance(side, int) and not 1 <= side <= self.raw.finals.qualifiers
                ):
                    self.fail(f"finals.matches[{i}]", f"{side!r} is neither a qualifier's place nor an earlier match")
            matches.append(Match(match.code, match.a, match.b))
        if not matches:
            self.fail("finals.matches", "there is no match")
        return tuple(matches)

    def _modes(self) -> tuple[str, ...]:
        if not self.raw.finals.duel:
            self.fail("finals.duel", "there is no way to play a duel")
        return tuple(self.raw.finals.duel)

    def _mode(self, code: str, raw: DuelModeTable) -> DuelMode:
        if (raw.shown > 0) == (raw.each > 0):
            self.fail(f"finals.duel.{code}", "either some characters are shown, or each player gets some")
        if raw.shown + 2 * raw.each > len(self.raw.characters.names):
            self.fail(f"finals.duel.{code}", "more characters are drawn than there are")
        if not raw.scores or any(not won > lost >= 0 for won, lost in raw.scores):
            self.fail(f"finals.duel.{code}.scores", "in every score the winner's number stands first and is the greater")
        return DuelMode(code, raw.shown, raw.each, frozenset(raw.scores))

    def _prizes(self) -> Mapping[int, tuple[int, ...]]:
        prizes = {self._number("prizes.by_rounds", rounds): amounts for rounds, amounts in self.raw.prizes.by_rounds.items()}
        for _, _, rounds in self._rounds():
            if len(prizes.get(rounds, ())) != self.raw.finals.qualifiers:
                self.fail(f"prizes.by_rounds.{rounds}", f"{self.raw.finals.qualifiers} amounts are needed")
        return prizes
