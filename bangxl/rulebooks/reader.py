"""Turn a well-typed file into a rulebook, and check what types cannot express: frame, auction, standings."""

import re
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Final, cast

import msgspec
from msgspec import convert

from bangxl import limits
from bangxl.locale.catalog import N_
from bangxl.rulebooks import contests, schema, tables
from bangxl.rulebooks.faults import UNREAD, Fault, Faults, by_number, fail, forbid, known_sizes, require_code
from bangxl.rulebooks.sets import base_game_roles, together
from bangxl.tournament.criteria import CRITERIA
from bangxl.tournament.expressions import LONGEST_AMOUNT, VARIABLES, Expression, ExpressionError, parse_amount
from bangxl.tournament.model import Role, Status
from bangxl.tournament.options import EVENING
from bangxl.tournament.payouts import Case, End, amount_in_dollars, reachable_ends
from bangxl.tournament.rulebook import (
    DOLLAR,
    Auction,
    Conduct,
    Factor,
    Games,
    Leaver,
    Official,
    Option,
    Payout,
    Referee,
    Roles,
    Rulebook,
    ScoreRule,
    Scoring,
    Sizes,
    Writer,
)

DECIDED: Final = (
    *("tables.sheriff", "tables.passive", "tables.smallest", "standings.rounded", "standings.lots", "finals.duel"),
    *("official.group", "withdrawals", "auction.shown", "finals.leaver"),
)
"""The subjects of decisions: the rules sheet cites a decision's id beside the sentence."""
_LONGEST_TITLE: Final = 60
"""How many characters fit beside the final ranking."""
_EVERY: Final[Mapping[Role, int]] = {Role.SHERIFF: 1, Role.DEPUTY: 2, Role.OUTLAW: 3, Role.RENEGADE: 1}
"""A table with each role: a base pays for roles that a file leaves out."""


def build_rulebook(raw: schema.RulebookFile, faults: Faults) -> Rulebook:
    """The rulebook of a file. Each contradiction and gap comes to ``faults``; what needs the part with it is not read."""
    part = faults.read
    for fault in _wrong_values(raw, raw.conduct.misconduct if raw.conduct else ()):
        faults.add(fault)
    sizes = {*tables.needed(raw), raw.tables.smallest}
    base_game = {size: row for size, row in base_game_roles().items() if int(size) in sizes}
    roles = part(tables.read_roles, "roles.by_size", base_game | raw.roles.by_size, len(raw.characters.names))
    seats = part(tables.read_compositions, raw, roles)
    sheet = raw.record_sheet or schema.RecordSheetTable(article="")
    # rows may leave out any number where it is not known which have tables
    gaps = range(raw.players.maximum + 1) if cast("object", seats) is UNREAD else seats.gaps
    rounds = part(tables.read_rounds, raw, gaps)
    rulebook = Rulebook(
        id=raw.id,
        title=raw.title,
        language=raw.language,
        source=raw.source,
        articles=_articles(raw),
        minimum_players=raw.players.minimum,
        maximum_players=raw.players.maximum,
        characters=part(_characters, raw, roles),
        dealt=raw.characters.dealt,
        spare=raw.characters.spare,
        character_sets={choice: together(choice.split("+")) for choice in _choices_of_sets(raw)},
        roles=roles,
        games=part(tables.read_games_rule, raw),
        rounds=rounds.played,
        seatings=rounds.seatings,
        fixed_tables=raw.tables.fixed,
        sheriff=part(tables.sheriff, raw),
        chart=seats.chart,
        chart_extension=seats.extension,
        any_composition=seats.even,
        single_tables=part(known_sizes, "tables.single", raw.tables.single, roles),
        smallest_table=part(tables.read_smallest, raw, roles, seats),
        passive=raw.tables.passive,
        auction=part(_auction, raw),
        high_noon={},
        noon_minutes=raw.high_noon.minutes if raw.high_noon else 0,
        scorings={},
        cash_reward=raw.cash_rewards.outlaw_killed if raw.cash_rewards else 0,
        card_price=raw.experience.card if raw.experience else 0,
        record_sheet=frozenset(key for key in sheet.__struct_fields__ if getattr(sheet, key) is True),
        among_last=sheet.among_last,
        score=part(_score, raw, roles),
        criteria=part(_criteria, raw),
        lots_decide=raw.standings.lots_decide,
        one_on_one=raw.standings.one_on_one,
        unit=raw.standings.unit,
        warnings_to_ejection=raw.penalties.warnings_to_ejection if raw.penalties else 0,
        options=part(_options, raw, seats.chart),
    )
    return _with_finals(rulebook, raw, seats, gaps, faults)


def _with_finals(
    rulebook: Rulebook, raw: schema.RulebookFile, seats: tables.Compositions, gaps: Container[int], faults: Faults
) -> Rulebook:
    """Add what follows the elimination phase, the title and prizes, conduct, authority; and what each size of table needs."""
    part, conduct = faults.read, raw.conduct or schema.ConductTable(article="")
    brackets = part(contests.read_brackets, raw)
    rulebook = replace(
        rulebook,
        brackets=brackets,
        duel_modes=part(contests.read_duel_modes, raw),
        knockout=part(contests.read_knockout, raw, rulebook.roles, gaps),
        league=part(contests.read_league, raw),
        badges=part(contests.read_badges, raw),
        prizes=part(contests.read_prizes, raw, brackets),
        fee_shares=raw.prizes.from_fees if raw.prizes else (),
        official=convert(raw.official or schema.OfficialTable(article=""), Official, from_attributes=True),
        championship=part(contests.read_championship, raw),
        champion=part(_champion, raw),
        only_eligible=raw.champion is not None and raw.champion.eligible,
        referee=Referee(raw.referee.plays) if raw.referee else None,
        secret=raw.secrecy is not None,
        decisions=raw.decisions,
        leaver=raw.withdrawals.leaver if raw.withdrawals else Leaver.STAYS,
        misconduct=conduct.misconduct,
        conduct={rule: at for rule, at in conduct.rules.items() if rule is not Conduct.BASE_GAME or not raw.characters.sets[1:]},
        noon_no_missed=raw.high_noon is not None and raw.high_noon.no_missed,
    )
    sizes = part(lambda *_needed: rulebook.sizes, seats, rulebook.single_tables, rulebook.smallest_table, rulebook.knockout)
    known = part(_named_sizes, raw, rulebook.roles, () if cast("object", sizes) is UNREAD else sizes)
    noon, scorings = part(_high_noon, raw, known), part(_scorings, raw, rulebook.roles, known)
    rulebook = part(lambda *_needed: replace(rulebook, high_noon=noon, scorings=scorings), sizes, brackets)
    return part(contests.with_cuts, rulebook, raw, gaps)


def _named_sizes(raw: schema.RulebookFile, roles: Roles, sizes: Collection[int]) -> Mapping[int, str]:
    """The sizes that tables can have, as names in a sentence. Those of no known tables are the ones that the file speaks of."""
    needed = tables.needed(raw)
    spoken = {size for size, key in needed.items() if not (raw.tables.any_of and key.startswith("tables.chart"))}
    named = {size: f"{size} ({key})" for size, key in needed.items() if str(size) not in raw.roles.by_size}
    return {size: named.get(size, str(size)) for size in sorted(sizes or spoken & roles.keys())}


def _wrong_values(raw: schema.RulebookFile, misconduct: Sequence[str]) -> Iterator[Fault]:
    if not re.fullmatch("[a-z0-9-]{1,64}", raw.id):  # a name, never a path
        yield Fault("id", N_("Use only small letters, digits and hyphens in an id, at most 64."))
    try:
        date.fromisoformat(raw.source.published or "2010-04-19")
    except ValueError:
        text = N_('«{found}» is not a date. Write it like 2010-04-19, or "".')
        yield Fault("source.published", text, {"found": raw.source.published})
    if not 2 <= raw.players.minimum <= raw.players.maximum <= limits.PLAYERS:
        text = N_("Write a minimum and a maximum from 2 to {most}. The minimum cannot be larger.")
        yield Fault("players", text, {"most": limits.PLAYERS})
    if raw.league and raw.cut:
        yield Fault("cut[0]", N_("A league has no cut. Delete this; who plays on can play by a second file."))
    for key in raw.decisions.keys() - {*DECIDED}:
        yield Fault(f"decisions.{key}", N_("This key does not exist. Choose from: {known}."), {"known": ", ".join(DECIDED)})
    if raw.penalties and raw.penalties.warnings_to_ejection < 1:
        yield Fault("penalties.warnings_to_ejection", N_("Write at least 1, or leave the table out."))
    names, criteria = raw.characters.names, raw.standings.criteria
    lists = {"conduct.misconduct": misconduct, "characters.names": names, "standings.criteria": criteria}
    yield from (Fault(key, N_("An entry is listed twice. Delete one.")) for key, row in lists.items() if len({*row}) < len(row))
    if raw.standings.unit != DOLLAR and not re.fullmatch(r"[^\W\d_]{1,12}\.?|€", raw.standings.unit):
        yield Fault("standings.unit", N_("Write one word of at most 12 letters, like points, or €."))
    cash, card = raw.cash_rewards, raw.experience
    amounts = {"cash_rewards.outlaw_killed": cash.outlaw_killed if cash else 1, "experience.card": card.card if card else 1}
    yield from (Fault(key, N_("Write more than 0 dollars.")) for key, amount in amounts.items() if amount < 1)


def _champion(raw: schema.RulebookFile) -> str:
    own = raw.knockout.champion if raw.knockout else ""
    if raw.champion is None:
        return own
    if own:
        forbid("champion.name", N_("Delete this key: knockout.champion already has the title."), against="knockout.champion")
    if not raw.champion.name.strip() or len(raw.champion.name) > _LONGEST_TITLE:
        fail("champion.name", N_("Write a title of at most {most} characters."), most=_LONGEST_TITLE)
    return raw.champion.name


def _articles(value: object, key: str = "") -> dict[str, str]:
    """The article of every table, by its name in the file; of the tables of a list by ``cut.0``, ``cut.1``, …."""
    articles = {key: value.article} if isinstance(value, schema.ArticleTable) else {}
    rows = value if isinstance(value, dict) else dict(enumerate(value)) if isinstance(value, tuple) else {}
    if isinstance(value, msgspec.Struct):
        rows = {name: getattr(value, name) for name in value.__struct_fields__}
    for name, row in rows.items():
        articles |= _articles(row, f"{key}.{name}" if key else str(name))
    return articles


def _characters(raw: schema.RulebookFile, roles: Roles) -> Mapping[str, int]:
    table = raw.characters
    for name, lives in {"lives": table.lives, **table.exceptions}.items():
        if lives < 1:
            fail("characters.lives" if name == "lives" else f"characters.exceptions.{name}", N_("Write at least 1 life point."))
    if unknown := [name for name in table.exceptions if name not in table.names]:
        fail(f"characters.exceptions.{unknown[0]}", N_("There is no character «{found}». Correct the name."), found=unknown[0])
    # how players get one without an auction: a choice among some dealt, or some more than players lie open.
    largest = max(roles)
    for key, number, needed in (
        ("dealt", table.dealt, table.dealt * largest),
        ("spare", table.spare, table.spare + largest if table.spare else 0),
    ):
        if number < 0 or needed > len(table.names):
            text = N_("Write 0 or more. A table of {size} cannot need more than the {count} characters.")
            fail(f"characters.{key}", text, size=largest, count=len(table.names))
    if table.dealt and table.spare:
        fail("characters.spare", N_("Use dealt or spare, not both."), against="characters.dealt")
    if (table.dealt or table.spare) and raw.auction and not raw.auction.optional:
        key = "characters.dealt" if table.dealt else "characters.spare"
        forbid(key, N_("Delete this key: the characters are sold by auction."), against="auction")
    return {name: table.exceptions.get(name, table.lives) for name in table.names}


def _auction(file: schema.RulebookFile) -> Auction | None:
    if (raw := file.auction) is None:
        return None
    if raw.writer is Writer.REFEREE and file.referee is None:
        fail("auction.writer", N_("Write another word, or add the table referee."))
    if min(raw.start, raw.minimum, raw.last) < 0:
        fail("auction", N_("start, minimum and last cannot be less than 0."))
    if raw.step < 1 or raw.start % raw.step or raw.minimum % raw.step or raw.last % raw.step:
        fail("auction.step", N_("step must be more than 0, and start, minimum and last multiples of it."))
    for key, number, most, name in (("minimum", raw.minimum, raw.start, "start"), ("last", raw.last, raw.minimum, "minimum")):
        if number > most:
            fail(f"auction.{key}", N_("This cannot be more than {name} ({most})."), name=name, most=most)
    least_raise = raw.step if raw.least_raise is None else raw.least_raise
    if least_raise < 1 or least_raise % raw.step:
        fail("auction.raise", N_("raise must be more than 0 and a multiple of step."))
    return convert(msgspec.structs.replace(raw, least_raise=least_raise), Auction, from_attributes=True)


def _high_noon(raw: schema.RulebookFile, sizes: Mapping[int, str]) -> Mapping[int, int]:
    """The reshuffle at which players begin to lose life points, by table size; none where it is the minutes of the game."""
    table = raw.high_noon or schema.HighNoonTable(article="")
    if table.minutes and table.from_reshuffle:
        fail("high_noon.minutes", N_("Use minutes or from_reshuffle, not both."), against="high_noon.from_reshuffle")
    if not 0 <= table.minutes <= limits.MINUTES:
        fail("high_noon.minutes", N_("Write a number from 1 to {most}."), most=limits.MINUTES)
    if table.minutes and raw.record_sheet and raw.record_sheet.ruthless_law:
        text = N_("Use this or ruthless_law, not both: the record sheet has one line for them.")
        fail("high_noon.minutes", text, against="record_sheet.ruthless_law")
    reshuffles = by_number("high_noon.from_reshuffle", table.from_reshuffle)
    if lacking := sorted(sizes.keys() - reshuffles.keys()) if raw.high_noon and not table.minutes else []:
        text = N_("Rows for tables of {sizes} are missing. Write every size: from_reshuffle = {rows}.")
        rows, names = _rows({size: reshuffles.get(size) for size in sizes}), ", ".join(sizes[size] for size in lacking)
        cure = {"high_noon.from_reshuffle": dict.fromkeys(map(str, sizes), 1)}
        fail(f"high_noon.from_reshuffle.{lacking[0]}", text, cure, sizes=names, rows=rows)
    return reshuffles


def _score(raw: schema.RulebookFile, roles: Roles) -> ScoreRule:
    table = raw.standings
    if table.less_start and raw.auction is None:
        text = N_("Delete this key: without an auction the players have no money at the start.")
        forbid("standings.less_start", text, against="auction")
    if (table.once or table.factor) and not raw.tables.fixed:
        key = "standings.once" if table.once else "standings.factor"
        forbid(key, N_("Delete this key: it needs fixed tables."), against="tables.fixed")
    once = by_number("standings.once", table.once)
    for size in once:
        known_sizes(f"standings.once.{size}", (size,), roles)
    return ScoreRule(table.less_start, table.per_game, table.rounded, _factor(raw, roles), once or None)


def _factor(raw: schema.RulebookFile, roles: Roles) -> Factor | None:
    if (table := raw.standings.factor) is None:
        return None
    known_sizes("standings.factor.tables_of", (table.tables_of,), roles)
    known_sizes("standings.factor.beside", (table.beside,), roles)
    if not re.fullmatch(r"[0-9]{1,6}(?:\.[0-9]{1,6})?", table.factor):
        fail("standings.factor.factor", N_('«{found}» is not a number. Write it like "1.15".'), found=table.factor)
    return Factor(table.tables_of, table.beside, Fraction(table.factor))


def _criteria(raw: schema.RulebookFile) -> tuple[str, ...]:
    if unknown := [code for code in raw.standings.criteria if code not in CRITERIA]:
        text = N_("There is no criterion «{found}». Choose from: {known}.")
        fail("standings.criteria", text, found=unknown[0], known=", ".join(CRITERIA))
    if "table_place" in raw.standings.criteria and not raw.tables.fixed:
        fail("standings.criteria", N_("The criterion table_place needs tables.fixed."))
    if "lives" in raw.standings.criteria and not (raw.record_sheet and raw.record_sheet.lives):
        fail("standings.criteria", N_("The criterion lives needs record_sheet.lives. Add that key."))
    return raw.standings.criteria


def _options(raw: schema.RulebookFile, chart: Mapping[int, tuple[Sizes, ...]]) -> dict[str, Option]:
    off_on = ("false", "true")
    choice = bool(raw.tables.any_of) or any(len(compositions) > 1 for compositions in chart.values())
    several = bool(raw.tables.any_of or raw.tables.extension) or any(len(sizes) > 1 for rows in chart.values() for sizes in rows)
    options = {
        "duel": tuple(raw.finals.duel) if raw.finals else None,
        "draw": ("lot",) if raw.tables.fixed else ("lot", "mixed"),
        "balance": None if raw.tables.fixed else ("true", "false"),
        "keep_apart": () if several else None,
        "composition": () if choice and raw.league is None else None,
        "scoring": tuple(raw.scoring) if len(raw.scoring) > 1 else None,
        "auction": off_on if raw.auction and raw.auction.optional else None,
        "cash_rewards": off_on if raw.cash_rewards else None,
        "experience": off_on if raw.experience else None,
        "games": () if raw.rounds.games is Games.MULTIPLE else None,
        "characters": _choices_of_sets(raw) or None,
        EVENING: () if raw.league else None,
    }
    return {key: Option(key, values) for key, values in options.items() if values is not None}


def _choices_of_sets(raw: schema.RulebookFile) -> tuple[str, ...]:
    """The sets of characters to choose from: all of the file, or only the first ones; none where there is one set or none."""
    sets = raw.characters.sets
    return tuple("+".join(sets[:count]) for count in range(len(sets), 0, -1)) if len(sets) > 1 else ()


def _scorings(raw: schema.RulebookFile, roles: Roles, sizes: Mapping[int, str]) -> dict[str, Scoring]:
    """Every way to pay games, by code; a single one has no code."""
    if not (raw.payouts or raw.scoring):
        fail("payouts", N_("Write what each end pays: the tables payouts.law, payouts.outlaws and payouts.renegade."))
    if raw.payouts and raw.scoring:
        fail("payouts", N_("Use one table of payouts or several scorings: exactly one of them."), against="scoring")
    if raw.bonuses and raw.scoring:
        fail("bonuses", N_("Write the bonuses inside each scoring."))
    for code in raw.scoring:
        require_code("scoring", code)
    last = _among_last(raw, roles)
    return {code: _scoring_of(code, table, roles, last, sizes) for code, table in raw.scorings().items()}


def _among_last(raw: schema.RulebookFile, roles: Roles) -> int:
    """The number of players left who count as the last; some role must have a payout for it, otherwise it is useless."""
    last = raw.record_sheet.among_last if raw.record_sheet else 0
    if last and not 2 <= last < max(roles):
        text = N_("Write at least 2, and less than {players}, the size of the largest table.")
        fail("record_sheet.among_last", text, players=max(roles))
    if last and raw.knockout:
        forbid("record_sheet.among_last", N_("Delete this key: a knock-out pays nothing for it."), against="knockout")
    paid = [
        f"{f'scoring.{code}.payouts' if code else 'payouts'}.{outcome}.{role}.{Status.AMONG_LAST}"
        for code, table in raw.scorings().items()
        for outcome, payouts in table.payouts.items()
        for role, by_status in payouts.lines().items()
        if Status.AMONG_LAST in by_status
    ]
    if paid and not last:
        fail(paid[0], N_("Add record_sheet.among_last: the number of players who count as the last."))
    if last and not paid:
        fail("record_sheet.among_last", N_("No role has an amount for it under payouts. Add one, or delete this key."))
    return last


def _scoring_of(code: str, table: schema.ScoringTable, roles: Roles, last: int, sizes: Mapping[int, str]) -> Scoring:
    prefix = f"scoring.{code}.payouts" if code else "payouts"
    lines = {
        (outcome, role, status): Payout(
            outcome, role, status, _expressions(f"{prefix}.{outcome}.{role}.{status}", amount, roles, sizes)
        )
        for outcome, payouts in table.payouts.items()
        for role, by_status in payouts.lines().items()
        for status, amount in by_status.items()
    }
    bonuses = table.bonuses or schema.BonusesTable(article="")
    scoring = Scoring(code, {end: line for end, line in lines.items() if line.amount}, bonuses.alive, bonuses.killed_sheriff)
    ends = {(one.outcome, one.role, one.status) for counts in (*roles.values(), _EVERY) for one in reachable_ends(counts, last)}
    for outcome, role, status in lines:
        if (outcome, role, status) not in ends:
            fail(f"{prefix}.{outcome}.{role}.{status}", N_("No game can end like this. Delete this key."))
    amounts = [
        (f"{prefix}.{case.outcome}.{case.role}.{case.status}", case, size, line.amount.get(size) if line else None)
        for size in sizes
        for case in sorted(reachable_ends(roles[size], last))
        for line in [scoring.line(case.outcome, case.role, case.status)]
    ]
    if missing := [(key, size) for key, _case, size, amount in amounts if amount is None]:
        text = N_("Amounts for tables of {sizes} are missing. Write them, or 0 if nothing is paid: {keys}.")
        names = ", ".join(sizes[size] for size in dict.fromkeys(size for _key, size in missing))
        keys = dict.fromkeys((key for key, _size in missing), 0)
        told = {key: {size: one.text if one else None for place, _case, size, one in amounts if place == key} for key in keys}
        keys_text = "; ".join(f"{key} = {_rows(by_size) if any(by_size.values()) else '…'}" for key, by_size in told.items())
        fail(missing[0][0], text, keys, sizes=names, keys=keys_text)
    for key, case, size, amount in amounts:
        if amount is not None:
            _check_end(key, amount, case, size, roles[size][Role.OUTLAW])
    return scoring


def _rows(by_size: Mapping[int, int | str | None]) -> str:
    """Values by size as TOML writes them, with a gap for each size that lacks one."""
    written = {size: str(one) if str(one).isdecimal() else f'"{one}"' if one else "…" for size, one in by_size.items()}
    return f"{{ {', '.join(f'{size} = {one}' for size, one in written.items())} }}"


def _expressions(key: str, amount: schema.Amount, roles: Roles, sizes: Mapping[int, str]) -> Mapping[int, Expression]:
    by_size = by_number(key, amount) if isinstance(amount, dict) else dict.fromkeys(roles, amount)
    amounts: dict[int, Expression] = {}
    for size, text in by_size.items():
        known_sizes(f"{key}.{size}", (size,), {**roles, **dict.fromkeys(map(int, base_game_roles()))})
        try:
            amounts[size] = parse_amount(str(text))
        except ExpressionError:
            sentence = N_(
                "«{amount}» is not an amount. Use only whole numbers, + - * / ( ) and {known}, at most {most} characters."
            )
            fail(key, sentence, amount=str(text)[:LONGEST_AMOUNT], known=", ".join(VARIABLES), most=LONGEST_AMOUNT)
    return {size: expression for size, expression in amounts.items() if size in sizes}


def _check_end(key: str, amount: Expression, case: Case, size: int, outlaws: int) -> None:
    end = End(size, case.outcome, case.eliminated, case.living_outlaws)
    try:
        dollars = amount_in_dollars(amount, outlaws, end)
    except ExpressionError:
        text = N_("At a table of {size}, «{amount}» does not give a whole number, or divides by 0. Correct it.")
        fail(key, text, size=size, amount=amount.text)
    if abs(dollars) > limits.AMOUNT:
        fail(key, N_("At a table of {size}, this is more than {most} dollars. Write less."), size=size, most=limits.AMOUNT)
