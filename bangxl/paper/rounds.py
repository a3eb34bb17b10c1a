"""The rounds of a referto: every record sheet, one below the other, with what each seat was paid and owned afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bangxl.locale.catalog import Catalog
from bangxl.paper.sheet import Align, Column, Paper, Row
from bangxl.tournament.ledger import LedgerLine, has_money, ledger
from bangxl.tournament.model import Game, Seat
from bangxl.tournament.state import State
from bangxl.workbook.fields import FIELDS, Field, InputKind, fields
from bangxl.workbook.messages import display_names
from bangxl.workbook.words import word

_SIZE: Final = 9
_ALIGNED: Final[Mapping[InputKind, Align]] = {
    InputKind.DOLLARS: "right", InputKind.AMOUNT: "right",
    InputKind.MARK: "centre", InputKind.COUNT: "centre", InputKind.LIVES: "centre",
}  # fmt: skip


def draw_rounds(paper: Paper, state: State, _: Catalog, *, secret: bool) -> None:
    """One table for all games, which parts none of them; what nobody has filled in has no column. ``secret``: without results."""
    games = sorted(state.tournament.games, key=lambda game: (game.round, game.table))
    seats = [seat for game in games for seat in game.seats]
    ruled = [field for field in FIELDS if field.kind is InputKind.AMOUNT]
    used = [field for field in (*fields(state.rulebook), *ruled) if any(getattr(seat, field.attribute) for seat in seats)]
    owned = has_money(state) and not secret
    columns = [
        Column(_("Seat"), "centre"),
        Column(_("Player"), share=1),
        *(Column(_(field.report_head or field.head), _ALIGNED.get(field.kind, "left")) for field in used),
        *([] if secret else [Column(_("Payout"), "right")]),
        *([Column(_("After"), "right")] if owned else []),
    ]
    lines = {(line.game.round, line.game.table, line.seat.number): line for line in ledger(state)}
    rows = [row for game in games for row in _rows(state, _, game, used, lines, secret=secret, owned=owned)]
    paper.table(columns, rows, size=_SIZE, height=4.4)


def _rows(
    state: State,
    _: Catalog,
    game: Game,
    used: list[Field],
    lines: dict[tuple[int, int, int], LedgerLine],
    *,
    secret: bool,
    owned: bool,
) -> Iterator[Row]:
    """A record sheet, a line a seat, below its round, its table and who has won."""
    names = display_names(state.tournament.players)
    for seat in game.seats:
        line = lines[game.round, game.table, seat.number]
        amounts = [] if secret else [_amount(_, line.payout)]
        amounts += [_amount(_, line.after)] if owned else []
        values = (_cell(_, field, seat) for field in used)
        cells = (str(seat.number), names.get(seat.player, seat.player), *values, *amounts)
        first = seat is game.seats[0]
        yield Row(cells, above=_title(state, _, game) if first else "", together=len(game.seats) if first else 1)


def _title(state: State, _: Catalog, game: Game) -> str:
    """Round and table, how many sat there, who has won."""
    alone = state.rulebook.maximum_players <= state.rulebook.largest_table
    text = _.plural("Table {table} · {players} player", "Table {table} · {players} players", game.size)
    where = _("Game {n}").format(n=game.round) if alone else _("Round {n}").format(n=game.round)
    table = "" if alone else text.format(table=game.table, players=game.size)
    outcome = word(game.outcome, _.language) if game.outcome else _("decided by the referee") if game.is_ruled else ""
    return " · ".join(filter(None, (where, table, outcome and f"{_('Outcome')}: {outcome}")))


def _cell(_: Catalog, field: Field, seat: Seat) -> str:
    """What stands in a field of a record sheet."""
    value = getattr(seat, field.attribute)
    match field.kind:
        case InputKind.WORD:
            return word(value, _.language) if value else ""
        case InputKind.MARK:
            return "✓" if value else ""
        case InputKind.DOLLARS | InputKind.AMOUNT:
            return _amount(_, value)
    return "" if value is None else str(value)


def _amount(_: Catalog, amount: int | None) -> str:
    """An amount of a column that says once what it counts."""
    return "" if amount is None else _.number(amount)
