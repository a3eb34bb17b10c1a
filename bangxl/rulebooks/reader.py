"""Turn a well-typed file into a rulebook, and check what types cannot say: its frame, its auction, its standings."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Final

import msgspec

from bangxl import limits
from bangxl.locale.catalog import N_
from bangxl.rulebooks import amounts, contests, tables
from bangxl.rulebooks.faults import by_number, fail, id_in, known_sizes
from bangxl.rulebooks.schema import (
    HighNoonTable,
    OfficialTable,
    RecordSheetTable,
    RulebookFile,
    Table,
)
from bangxl.tournament.criteria import CRITERIA
from bangxl.tournament.rulebook import (
    DOLLAR,
    Auction,
    Factor,
    Games,
    Leaver,
    Misconduct,
    Official,
    Option,
    Referee,
    Roles,
    Rulebook,
    ScoreRule,
    Sizes,
    Source,
    Writer,
)

DECIDED: Final = (
    *("tables.sheriff", "tables.passive", "tables.smallest", "standings.rounded", "standings.lots", "finals.duel"),
    *("official.group", "withdrawals"),
)
"""What a decision may settle: the rules sheet cites its id beside the sentence."""


_LONGEST_TITLE: Final = 60
"""Characters that fit beside the final ranking."""


def read(raw: RulebookFile) -> Rulebook:
    """The rulebook of a file. Raises Fault with the key of whatever contradicts itself or is missing."""
    tables.check_players(raw.players)
    roles = tables.roles("roles.by_size", raw.roles.by_size, len(raw.characters.names))
    seats = tables.seats(raw, roles)
    rulebook = Rulebook(
        id=id_in("id", raw.id),
        title=raw.title,
        language=raw.language,
        source=_source(raw),
        articles=_articles(raw),
        minimum_players=raw.players.minimum,
        maximum_players=raw.players.maximum,
        characters=_characters(raw),
        dealt=raw.characters.dealt,
        spare=raw.characters.spare,
        roles=roles,
        games=tables.games(raw),
        rounds=tables.rounds(raw, seats.gaps),
        seatings=tables.seatings(raw, seats.gaps),
        fixed_tables=raw.tables.fixed,
        sheriff=raw.tables.sheriff,
        chart=seats.chart,
        chart_extension=seats.extension,
        any_composition=seats.even,
        single_tables=known_sizes("tables.single", raw.tables.single, roles),
        smallest_table=tables.smallest(raw, roles),
        passive=raw.tables.passive,
        auction=_auction(raw),
        high_noon=_high_noon(raw.high_noon, roles),
        noon_minutes=_minutes(raw),
        scorings=amounts.scorings(raw, roles),
        cash_reward=_above_0("cash_rewards.outlaw_killed", raw.cash_rewards.outlaw_killed) if raw.cash_rewards else 0,
        card_price=_above_0("experience.card", raw.experience.card) if raw.experience else 0,
        record_sheet=_marks(raw.record_sheet),
        among_last=raw.record_sheet.among_last if raw.record_sheet else 0,
        score=_score(raw, roles),
        criteria=_criteria(raw),
        lots_decide=raw.standings.lots_decide,
        one_on_one=raw.standings.one_on_one,
        unit=_unit(raw),
        warnings_to_ejection=raw.penalties.warnings_to_ejection if raw.penalties else 0,
        options={option.key: option for option in _options(raw, seats.chart)},
    )
    return _with_conduct(_with_finals(rulebook, raw, seats.gaps), raw)


def _marks(sheet: RecordSheetTable | None) -> frozenset[str]:
    """What record sheets ask for or offer, of all that can be switched on."""
    return frozenset(key for key in sheet.__struct_fields__ if getattr(sheet, key) is True) if sheet else frozenset()


def _with_finals(rulebook: Rulebook, raw: RulebookFile, gaps: Container[int]) -> Rulebook:
    """What comes after the elimination phase, and what it is all played for."""
    brackets = contests.brackets(raw)
    return replace(
        rulebook,
        brackets=brackets,
        duel_modes=contests.duel_modes(raw),
        knockout=contests.knockout(raw, rulebook.roles, gaps),
        prizes=contests.prizes(raw, brackets),
        official=_official(raw.official or OfficialTable(article="")),
        championship=contests.championship(raw),
        champion=_champion(raw),
        only_eligible=raw.champion is not None and raw.champion.eligible,
    )


def _with_conduct(rulebook: Rulebook, raw: RulebookFile) -> Rulebook:
    """How people behave, what becomes of who leaves, and who decides."""
    return replace(
        rulebook,
        referee=Referee(raw.referee.plays) if raw.referee else None,
        secret=raw.secrecy is not None,
        decisions=_decisions(raw.decisions),
        leaver=raw.withdrawals.leaver if raw.withdrawals else Leaver.STAYS,
        misconduct=_misconduct(raw),
        conduct=raw.conduct.rules if raw.conduct else {},
        noon_no_missed=raw.high_noon is not None and raw.high_noon.no_missed,
    )


def _champion(raw: RulebookFile) -> str:
    """The title of who wins."""
    own = raw.knockout.champion if raw.knockout else ""
    if raw.champion is None:
        return own
    if own:
        fail("champion.name", N_("knockout.champion says it already"))
    if not raw.champion.name.strip() or len(raw.champion.name) > _LONGEST_TITLE:
        fail("champion.name", N_("a title is needed, of at most {most} characters"), most=_LONGEST_TITLE)
    return raw.champion.name


def _source(raw: RulebookFile) -> Source:
    day = raw.source.published
    try:
        if day:
            date.fromisoformat(day)
    except ValueError:
        fail("source.published", N_('«{found}» is no day; write it like 2010-04-19, or ""'), found=day)
    return Source(raw.source.title, raw.source.edition, day, raw.language)


def _decisions(raw: Mapping[str, str]) -> Mapping[str, str]:
    """The ids of decisions as the file gives them, by the key that they settle."""
    for key in raw:
        if key not in DECIDED:
            fail(f"decisions.{key}", N_("nothing is cited there; known are {known}"), known=", ".join(DECIDED))
    return raw


def _misconduct(file: RulebookFile) -> tuple[Misconduct, ...]:
    listed = file.conduct.misconduct if file.conduct else ()
    if len(set(listed)) != len(listed):
        fail("conduct.misconduct", N_("something stands twice"))
    return listed


def _official(raw: OfficialTable) -> Official:
    return Official(raw.minimum_players, raw.equal_sheriffs)


def _articles(raw: RulebookFile) -> Mapping[str, str]:
    """The article of every table, by its name in the file."""
    found: dict[str, str] = {}

    def collect(key: str, value: object) -> None:
        if isinstance(value, Table):
            found[key] = value.article
        if isinstance(value, msgspec.Struct):
            rows = {name: getattr(value, name) for name in value.__struct_fields__}
        else:
            rows = value if isinstance(value, dict) else {}
        for name, row in rows.items():
            collect(f"{key}.{name}" if key else str(name), row)

    collect("", raw)
    return found


def _characters(raw: RulebookFile) -> Mapping[str, int]:
    table = raw.characters
    if len(set(table.names)) != len(table.names):
        fail("characters.names", N_("a character stands twice"))
    for name, lives in {"lives": table.lives, **table.exceptions}.items():
        if lives < 1:
            fail(
                "characters.lives" if name == "lives" else f"characters.exceptions.{name}", N_("at least 1 life point is needed")
            )
    for name in table.exceptions:
        if name not in table.names:
            fail(f"characters.exceptions.{name}", N_("no such character «{found}»"), found=name)
    _check_choice(raw)
    return {name: table.exceptions.get(name, table.lives) for name in table.names}


def _check_choice(raw: RulebookFile) -> None:
    """How everybody gets a character, if not by an auction: dealt some to keep one, or some more than players lie open."""
    table, largest = raw.characters, max(map(int, raw.roles.by_size))
    for key, number, needed in (
        ("dealt", table.dealt, table.dealt * largest),
        ("spare", table.spare, table.spare + largest if table.spare else 0),
    ):
        if number < 0 or needed > len(table.names):
            fail(
                f"characters.{key}",
                N_("more than 0, and at a table of {size} no more than the {count} characters"),
                size=largest,
                count=len(table.names),
            )
    if table.dealt and table.spare:
        fail("characters.spare", N_("either some are dealt to each, or some lie open"))
    if (table.dealt or table.spare) and raw.auction and not raw.auction.optional:
        fail("characters.dealt" if table.dealt else "characters.spare", N_("characters are sold by auction"))


def _above_0(key: str, dollars: int) -> int:
    if dollars < 1:
        fail(key, N_("more than 0 dollars are needed"))
    return dollars


def _auction(file: RulebookFile) -> Auction | None:
    raw = file.auction
    if raw is None:
        return None
    if raw.writer is Writer.REFEREE and file.referee is None:
        fail("auction.writer", N_("there is no table referee"))
    if raw.step < 1 or raw.start % raw.step or raw.minimum % raw.step or raw.last % raw.step:
        fail("auction.step", N_("start, minimum and last must be multiples of the step, in dollars"))
    if min(raw.start, raw.minimum, raw.last) < 0:
        fail("auction", N_("start, minimum and last cannot be less than 0"))
    least_raise = raw.step if raw.least_raise is None else raw.least_raise
    if least_raise < 1 or least_raise % raw.step:
        fail("auction.raise", N_("the least raise must be a multiple of the step, in dollars, and more than 0"))
    return Auction(
        start=raw.start,
        minimum=raw.minimum,
        step=raw.step,
        least_raise=least_raise,
        last=raw.last,
        writer=raw.writer,
        debt=raw.debt,
        reconfirm=raw.reconfirm,
        to_right=raw.to_right,
        optional=raw.optional,
    )


def _high_noon(raw: HighNoonTable | None, roles: Roles) -> Mapping[int, int]:
    if raw is None:
        return {}
    if raw.minutes and raw.from_reshuffle:
        fail("high_noon.minutes", N_("either by the clock, or from_reshuffle"))
    if raw.minutes:
        return {}
    table = by_number("high_noon.from_reshuffle", raw.from_reshuffle)
    for size in roles:
        if size not in table:
            fail(f"high_noon.from_reshuffle.{size}", N_("this row is missing"))
    return table


def _minutes(raw: RulebookFile) -> int:
    """When High Noon begins by the clock."""
    minutes = raw.high_noon.minutes if raw.high_noon else 0
    if not 0 <= minutes <= limits.MINUTES:
        fail("high_noon.minutes", N_("a number from 1 to {most} is needed"), most=limits.MINUTES)
    if minutes and raw.record_sheet and raw.record_sheet.ruthless_law:
        fail("high_noon.minutes", N_("record sheets have no line for it beside ruthless_law"))
    return minutes


def _unit(raw: RulebookFile) -> str:
    """What a regulation of its own counts in, in place of the dollar: winnings, and also bids and cards where there are any."""
    unit = raw.standings.unit
    if unit == DOLLAR:
        return unit
    if not re.fullmatch(r"[^\W\d_]{1,12}\.?", unit):
        fail("standings.unit", N_("a word is needed, of at most 12 letters, like points"))
    return unit


def _score(raw: RulebookFile, roles: Roles) -> ScoreRule:
    table = raw.standings
    if table.less_start and raw.auction is None:
        fail("standings.less_start", N_("without an auction nobody has money at the start"))
    if (table.once or table.factor) and not raw.tables.fixed:
        fail("standings.once" if table.once else "standings.factor", N_("only players at fixed tables have one size of table"))
    once = by_number("standings.once", table.once)
    for size in once:
        known_sizes(f"standings.once.{size}", (size,), roles)
    return ScoreRule(table.less_start, table.per_game, table.rounded, _factor(raw, roles), once or None)


def _factor(raw: RulebookFile, roles: Roles) -> Factor | None:
    table = raw.standings.factor
    if table is None:
        return None
    known_sizes("standings.factor.tables_of", (table.tables_of,), roles)
    known_sizes("standings.factor.beside", (table.beside,), roles)
    if not re.fullmatch(r"[0-9]{1,6}(?:\.[0-9]{1,6})?", table.factor):
        fail("standings.factor.factor", N_('«{found}» is not a number like "1.15"'), found=table.factor)
    return Factor(table.tables_of, table.beside, Fraction(table.factor))


def _criteria(raw: RulebookFile) -> tuple[str, ...]:
    for code in raw.standings.criteria:
        if code not in CRITERIA:
            fail(
                "standings.criteria", N_("unknown criterion «{found}»; known are {known}"), found=code, known=", ".join(CRITERIA)
            )
    if len(set(raw.standings.criteria)) != len(raw.standings.criteria):
        fail("standings.criteria", N_("a criterion stands twice"))
    if "table_place" in raw.standings.criteria and not raw.tables.fixed:
        fail("standings.criteria", N_("table_place needs tables.fixed"))
    if "lives" in raw.standings.criteria and not (raw.record_sheet and raw.record_sheet.lives):
        fail("standings.criteria", N_("lives needs record_sheet.lives"))
    return raw.standings.criteria


def _options(raw: RulebookFile, chart: Mapping[int, tuple[Sizes, ...]]) -> list[Option]:
    """The choices that the regulation leaves to the referee."""
    off_on = ("false", "true")
    choice = bool(raw.tables.any_of) or any(len(compositions) > 1 for compositions in chart.values())
    several = bool(raw.tables.any_of or raw.tables.extension) or any(
        len(sizes) > 1 for compositions in chart.values() for sizes in compositions
    )
    options = {
        "duel": tuple(raw.finals.duel) if raw.finals else None,
        "draw": ("lot",) if raw.tables.fixed else ("lot", "mixed"),
        "balance": None if raw.tables.fixed else ("true", "false"),
        "keep_apart": () if several else None,
        "composition": () if choice else None,
        "scoring": tuple(raw.scoring) if len(raw.scoring) > 1 else None,
        "auction": off_on if raw.auction and raw.auction.optional else None,
        "cash_rewards": off_on if raw.cash_rewards else None,
        "experience": off_on if raw.experience else None,
        "games": () if raw.rounds.games is Games.MULTIPLE else None,
    }
    return [Option(key, values) for key, values in options.items() if values is not None]
