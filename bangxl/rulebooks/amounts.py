"""What a regulation pays: every end that a game can have, in whole dollars, in every way to score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import asdict

from bangxl import limits
from bangxl.locale.catalog import N_
from bangxl.rulebooks.faults import by_number, code_in, fail
from bangxl.rulebooks.schema import Amount, BonusesTable, PayoutsTable, RulebookFile, ScoringTable
from bangxl.tournament.expressions import LONGEST, VARIABLES, Expression, ExpressionError, parse
from bangxl.tournament.model import Outcome, Role, Status
from bangxl.tournament.payouts import Case, End, reachable_ends, value
from bangxl.tournament.rulebook import Payout, Roles, Scoring


def scorings(raw: RulebookFile, roles: Roles) -> dict[str, Scoring]:
    """Every way to pay games, by its code; one only has no code."""
    if bool(raw.payouts) == bool(raw.scoring):
        fail("payouts", N_("either one table of payouts or several scorings are needed"))
    if raw.bonuses and raw.scoring:
        fail("bonuses", N_("with several scorings each has its own"))
    for code in raw.scoring:
        code_in("scoring", code)
    last = _among_last(raw, roles)
    return {code: _scoring_of(code, table, roles, last) for code, table in raw.scorings().items()}


def _among_last(raw: RulebookFile, roles: Roles) -> int:
    """With how many left one is among the last; some role must be paid for it, or nobody need be told apart."""
    last = raw.record_sheet.among_last if raw.record_sheet else 0
    if last and not 2 <= last < max(roles):
        fail("record_sheet.among_last", N_("2 players at least, and fewer than {players}, the largest table"), players=max(roles))
    if last and raw.knockout:
        fail("record_sheet.among_last", N_("in a knock-out nobody is paid for it"))
    paid = list(_paid_among_last(raw))
    if paid and not last:
        fail(paid[0], N_("record_sheet.among_last must say how many are the last"))
    if last and not paid:
        fail("record_sheet.among_last", N_("no role has an amount for it under payouts"))
    return last


def _paid_among_last(raw: RulebookFile) -> Iterator[str]:
    """The keys of the amounts for it."""
    for code, table in raw.scorings().items():
        prefix = f"scoring.{code}.payouts" if code else "payouts"
        for outcome, payouts in table.payouts.items():
            told = (role for role, by_status in payouts.lines().items() if Status.AMONG_LAST in by_status)
            yield from (f"{prefix}.{outcome}.{role}.{Status.AMONG_LAST}" for role in told)


def _scoring_of(code: str, table: ScoringTable, roles: Roles, last: int) -> Scoring:
    prefix = f"scoring.{code}.payouts" if code else "payouts"
    lines = {
        (line.outcome, line.role, line.status): line
        for outcome, payouts in table.payouts.items()
        for line in _payouts(f"{prefix}.{outcome}", outcome, payouts, roles)
    }
    bonuses = asdict(table.bonuses or BonusesTable(article=""))
    found = Scoring(code, lines, **{key: dollars for key, dollars in bonuses.items() if key != "article"})
    for size, counts in sorted(roles.items()):
        for case in sorted(reachable_ends(counts, last)):
            _check_end(prefix, found, case, size, counts[Role.OUTLAW])
    return found


def _payouts(key: str, outcome: Outcome, table: PayoutsTable, roles: Roles) -> list[Payout]:
    return [
        Payout(outcome, role, status, _expressions(f"{key}.{role}.{status}", amount, roles))
        for role, by_status in table.lines().items()
        for status, amount in by_status.items()
    ]


def _expressions(key: str, amount: Amount, roles: Roles) -> Mapping[int, Expression]:
    by_size = by_number(key, amount) if isinstance(amount, dict) else dict.fromkeys(roles, amount)
    for size in by_size:
        if size not in roles:
            fail(f"{key}.{size}", N_("no roles for a table of {size}"), size=size)
    return {size: _expression(key, str(amount)) for size, amount in by_size.items()}


def _expression(key: str, amount: str) -> Expression:
    try:
        return parse(amount)
    except ExpressionError:
        text = N_("«{amount}» is no amount: only whole numbers, + - * / ( ) and {known} are allowed, at most {most} characters")
        fail(key, text, amount=amount[:LONGEST], known=", ".join(VARIABLES), most=LONGEST)


def _check_end(prefix: str, scoring: Scoring, case: Case, size: int, outlaws: int) -> None:
    key = f"{prefix}.{case.outcome}.{case.role}.{case.status}"
    line = scoring.line(case.outcome, case.role, case.status)
    if line is None or size not in line.amount:
        fail(key, N_("no amount for a table of {size}: write one, or 0 where nothing is paid"), size=size)
    amount, end = line.amount[size], End(size, case.outcome, case.eliminated, case.living_outlaws)
    try:
        dollars = value(amount, outlaws, end)
    except ExpressionError:
        fail(key, N_("at a table of {size} «{amount}» gives no whole number, or divides by 0"), size=size, amount=amount.text)
    if abs(dollars) > limits.AMOUNT:
        fail(key, N_("at a table of {size}: more than {most} dollars"), size=size, most=limits.AMOUNT)
