"""The winnings tables of a regulation: every end that a game can have must be paid in whole dollars."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import asdict

from bangxl.rulebooks.faults import code_in, fail, numbered
from bangxl.rulebooks.schema import BonusesTable, Line, PayoutsTable, RulebookFile, ScoringTable
from bangxl.tournament.endstates import Case, reachable_ends
from bangxl.tournament.expressions import Expression, ExpressionError, parse
from bangxl.tournament.model import Outcome, Role
from bangxl.tournament.payouts import End, value
from bangxl.tournament.rulebook import Payout, PayoutKey, Scoring

Roles = Mapping[int, Mapping[Role, int]]


def scorings(raw: RulebookFile, roles: Roles) -> dict[str, Scoring]:
    """Every way to pay games, by its code; one only has no code."""
    if bool(raw.payouts) == bool(raw.scoring):
        fail("payouts", "either one table of payouts or several scorings are needed")
    if raw.bonuses and raw.scoring:
        fail("bonuses", "with several scorings each has its own")
    for code in raw.scoring:
        code_in("scoring", code)
    return {code: _scoring(code, table, roles) for code, table in raw.scorings().items()}


def _scoring(code: str, table: ScoringTable, roles: Roles) -> Scoring:
    prefix = f"scoring.{code}.payouts" if code else "payouts"
    lines = {
        (line.outcome, line.role, line.status): line
        for outcome, payouts in table.payouts.items()
        for line in _lines(f"{prefix}.{outcome}", outcome, payouts, roles)
    }
    for size, counts in sorted(roles.items()):
        for case in sorted(reachable_ends(counts)):
            _check(prefix, lines, case, size, counts[Role.OUTLAW])
    bonuses = asdict(table.bonuses or BonusesTable(article=""))
    return Scoring(code, lines, **{key: dollars for key, dollars in bonuses.items() if key != "article"})


def _lines(key: str, outcome: Outcome, table: PayoutsTable, roles: Roles) -> list[Payout]:
    return [
        Payout(outcome, role, status, _amount(f"{key}.{role}.{status}", amount, roles))
        for role, by_status in table.lines().items()
        for status, amount in by_status.items()
    ]


def _amount(key: str, amount: Line, roles: Roles) -> Mapping[int, Expression]:
    by_size = numbered(key, amount) if isinstance(amount, dict) else dict.fromkeys(roles, amount)
    for size in by_size:
        if size not in roles:
            fail(f"{key}.{size}", f"no roles for a table of {size}")
    try:
        return {size: parse(str(value)) for size, value in by_size.items()}
    except ExpressionError as error:
        fail(key, str(error))


def _check(prefix: str, lines: Mapping[PayoutKey, Payout], case: Case, size: int, outlaws: int) -> None:
    key = f"{prefix}.{case.outcome}.{case.role}.{case.status}"
    line = lines.get((case.outcome, case.role, case.status))
    if line is None or size not in line.amount:
        fail(key, f"no amount for a table of {size}")
    try:
        value(line.amount[size], outlaws, End(size, case.outcome, case.eliminated, case.living_outlaws))
    except ExpressionError as error:
        fail(key, f"at a table of {size}: {error}")
