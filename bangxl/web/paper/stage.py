"""The sheet of a knock-out table on a leaf: in the order in which characters are chosen; of two and three one is the winner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bangxl.locale.catalog import catalog
from bangxl.sheets.context import Context
from bangxl.sheets.record.brief import stage_instructions
from bangxl.sheets.record.cells import ENDS
from bangxl.sheets.record.page import head_of
from bangxl.sheets.record.texts import label, with_referee
from bangxl.tournament.knockout import WITHOUT_ROLES, choice_order
from bangxl.tournament.model import Game, Outcome, Role, Seat, Status, stage_code
from bangxl.web.markup import Html, element
from bangxl.web.paper.leaf import event_lines, last_code, leaf
from bangxl.web.paper.record import BOX, CROSS, HEIGHT, group_row, look, outcomes, signs
from bangxl.web.view import View, heading
from bangxl.workbook import names

_KEYS: Final = ("Choice", "Name", "Seat", "Character")
_PAIR: Final = 2
_SHARES: Final = {"Choice": 6, "Name": 25, "Seat": 5, "Character": 15}
_SHARE: Final = 7
"""Of the leaf's width, in hundredths: of the columns, and of those with boxes."""


def stage(view: View, game: Game) -> Html:
    """The leaf of a table of a stage, with what is typed so far."""
    _, small = view.text, game.size <= WITHOUT_ROLES
    ctx = Context(view.report.rulebook, catalog(view.text.language), game.size, 1, 1)
    knockout = view.report.rulebook.knockout
    by_points = knockout is not None and knockout.by_points
    title = _("LAST TABLE") if by_points else _("STAGE {stage} · TABLE {table}").format(stage=game.round, table=game.table)
    order = {player: i for i, player in enumerate(choice_order(view.state, game.round))}
    seats = sorted(game.seats, key=lambda seat: order.get(seat.player, len(order)))
    won = {outcome: CROSS if game.outcome is outcome else BOX for outcome in Outcome}
    drawn = str(view.report.cell(names.duel(stage_code(game.round), "Characters")) or "") if game.size == _PAIR else ""
    lines = stage_instructions(ctx, game.size, view.called(seats[0].player) if seats else "", drawn)
    winner = element("p", _("With two or three players: the winner is"), " ", element("strong", view.called(game.winner)))
    signers = [_("A player (signature)"), *([label(ctx, "referee_signs")] if ctx.rulebook.referee is not None else [])]
    return leaf(
        title,
        element("p", _what_to_do(ctx, game.size, by_points=by_points)),
        _table(view, ctx, seats, small=small, by_points=by_points),
        winner if small else outcomes(ctx, won),
        *(element("p", line) for line in lines),
        signs(*signers),
        aside=label(ctx, "form") if by_points else _("KNOCK-OUT"),
        below=event_lines(view, code=last_code(view)),
        kind="wide",
    )


def _what_to_do(ctx: Context, size: int, *, by_points: bool) -> str:
    """When the game ends; and in which order characters are chosen."""
    do = label(ctx, "end_call" if ctx.rulebook.referee is not None else "end_plain")
    if size == _PAIR:
        return label(ctx, with_referee(ctx, "end_plain"))
    return do if by_points else f"{ctx._('Choose characters in this order.')} {do}"


def _table(view: View, ctx: Context, seats: Sequence[Seat], *, small: bool, by_points: bool) -> Html:
    _, marks = view.text, [] if small else [*Role, *ENDS]
    keys = [*_KEYS, *marks]
    words = {"Choice": _("Place")} if by_points else {}
    heads = (
        element("th", heading(words.get(key) or head_of(ctx, f"Print_{key}")), scope="col", class_=look(key)) for key in keys
    )
    groups = [] if small else [([*Role], label(ctx, "role")), ([*ENDS], label(ctx, "end"))]
    rows = (
        element("tr", *(element("td", _value(view, ctx, seat, key, number), class_=look(key)) for key in keys))
        for number, seat in enumerate(seats, 1)
    )
    top = element("thead", group_row(keys, groups), element("tr", *heads))
    style = f"--row:{HEIGHT / max(1, len(seats)):.1f}pt"
    wide = element("colgroup", *(element("col", style=f"width:{_SHARES.get(key, _SHARE)}%") for key in keys)) if marks else Html()
    return element("table", wide, top, element("tbody", *rows), class_="sheet", style=style)


def _value(view: View, ctx: Context, seat: Seat, key: str, number: int) -> str:
    """What stands in a box: for who was among the last, their number in that of the eliminated."""
    known = {"Choice": str(number), "Name": view.called(seat.player), "Seat": str(seat.number), "Character": seat.character}
    if key in known:
        return known[key]
    if seat.status is Status.AMONG_LAST and key == Status.ELIMINATED:
        return str(ctx.rulebook.among_last)
    return CROSS if key in {seat.role, seat.status} else BOX
