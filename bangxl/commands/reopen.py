"""`bangxl reopen`: unlock one game of a closed round, to correct or to replay it."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.workspace import Extra, Source, keep, logged, opened
from bangxl.tournament.journal import changed_by_hand
from bangxl.workbook import names

CHANGED = "changed by hand"
"""What the log says of a game that, when it was reopened, was not as it had been closed: its cells are no evidence."""


def reopen(source: Source, round_number: int, table: int, reason: str) -> tuple[str, ...]:
    """Unlock a game; what stood there goes into the log, with the reason. The next `seat` locks it again.

    A tournament that was closed is open again: its final ranking and prizes may change.
    """
    workspace = opened(source)
    _, tournament = workspace.text, workspace.tournament
    if not reason.strip():
        raise Refusal(_("Reopening a game needs a reason: --reason TEXT."), exit_code=USAGE)
    game = next((game for game in tournament.round(round_number) if game.table == table), None)
    where = names.record_sheet(round_number, table)
    if game is None:
        raise Refusal(_("There is no game at table {table} in round {round}.").format(table=table, round=round_number))
    if not tournament.is_closed(game):
        raise Refusal(_("{sheet} is not closed yet: correct it in the workbook.").format(sheet=where))
    before = json.dumps(asdict(game), ensure_ascii=False, sort_keys=True)
    by_hand = (round_number, table) in changed_by_hand(tournament, workspace.contents.journal)
    evidence = CHANGED if by_hand else ""
    after = tournament if tournament.finals is None else replace(tournament, finals=replace(tournament.finals, closed=False))
    unlocked = dict.fromkeys(
        (names.on_record(round_number, table, name) for name in names.record_inputs(workspace.contents.rulebook)), False
    )
    keep(
        workspace,
        after,
        logged("reopen", stage=where, source=evidence, result=before, reason=reason),
        Extra(locked=unlocked, active=where),
    )
    return (_("{sheet} can be corrected now. The next «bangxl seat» closes it again.").format(sheet=where),)
