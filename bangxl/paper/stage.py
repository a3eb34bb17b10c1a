"""The sheet of a knock-out table: seats in the order in which characters are chosen; of two or three one is the winner."""

from __future__ import annotations

from bangxl.locale.catalog import Catalog
from bangxl.locale.days import long_day
from bangxl.paper.record import ENDS, Line, Rows, called, draw_outcome, draw_rows, draw_signatures, label
from bangxl.paper.sheet import CROSS, STRONG, TEXT, Face, Paper
from bangxl.sheets.context import Context
from bangxl.sheets.record.texts import stage_instructions
from bangxl.tournament.knockout import WITHOUT_ROLES, choice_order, open_characters
from bangxl.tournament.model import Game, Role, Seat, Status, stage_code
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from bangxl.workbook.messages import display_names

_PAIR = 2


def stage_page(paper: Paper, state: State, _: Catalog, game: Game) -> None:
    """Draw it on a page of its own, with what is typed so far."""
    rulebook, event, small = state.rulebook, state.tournament.event, game.size <= WITHOUT_ROLES
    by_points = rulebook.knockout is not None and rulebook.knockout.by_points
    known = display_names(state.tournament.players)
    order = {player: number for number, player in enumerate(choice_order(state, game.round))}
    seats = sorted(game.seats, key=lambda seat: order.get(seat.player, len(order)))
    paper.page(wide=True)
    code = next((one.code for one in reversed(state.tournament.posted)), "")
    paper.heading(
        _("LAST TABLE") if by_points else _("STAGE {stage} · TABLE {table}").format(stage=game.round, table=game.table),
        label(rulebook, _, "form") if by_points else _("KNOCK-OUT"),
        (" · ".join(filter(None, (event.name, event.place))), " · ".join(filter(None, (long_day(_, event.date), code)))),
    )
    paper.paragraph(_what_to_do(rulebook, _, game.size, by_points=by_points))
    paper.y += 2
    context = Context(rulebook, _, game.size, 1, 1)
    first = known.get(seats[0].player, seats[0].player) if seats else ""
    draw = next((draw for draw in state.tournament.draws if draw.stage == stage_code(game.round)), None)
    shown = ", ".join(open_characters(rulebook, draw.rng_seed, game.round)) if draw is not None and game.size == _PAIR else ""
    lines = stage_instructions(context, game.size, first, shown)
    said = [line for text in lines for line in paper.wrapped(text, TEXT, paper.width)]
    keys = ["Choice", "Name", "Seat", "Character", *([] if small else [*Role, *ENDS])]
    heads = {"Choice": _("Place")} if by_points else {}
    rows = [_line(rulebook, known.get(seat.player, seat.player), seat, n) for n, seat in enumerate(seats, 1)]
    until = paper.bottom - 5.2 * len(said) - (12 if small else 22) - 24
    draw_rows(paper, rulebook, _, Rows(keys, rows, heads=heads), until)
    paper.y += 4
    if small:
        text = _("With two or three players: the winner is")
        paper.text(paper.left, paper.y, 90, 9, text, STRONG)
        paper.text(paper.left + 92, paper.y, 120, 9, known.get(game.winner, game.winner), Face(14, bold=True))
        paper.line(paper.left + 90, paper.y + 9, paper.left + 212, paper.y + 9, "medium")
        paper.y += 12
    else:
        draw_outcome(paper, rulebook, _, game)
    for line in said:
        paper.text(paper.left, paper.y, paper.width, 5.2, line)
        paper.y += 5.2
    referee = [label(rulebook, _, "referee_signs")] if rulebook.referee is not None else []
    draw_signatures(paper, [_("A player (signature)"), *referee])


def _what_to_do(rulebook: Rulebook, _: Catalog, size: int, *, by_points: bool) -> str:
    """When the game ends; and in which order characters are chosen."""
    if size == _PAIR:
        return label(rulebook, _, called(rulebook, "end_plain"))
    do = label(rulebook, _, "end_call" if rulebook.referee is not None else "end_plain")
    return do if by_points else " ".join((_("Choose characters in this order."), do))


def _line(rulebook: Rulebook, name: str, seat: Seat, number: int) -> Line:
    """For who was among the last, their number stands in the box of the eliminated."""
    line: dict[str, str | None] = {"Choice": str(number), "Name": name, "Seat": str(seat.number), "Character": seat.character}
    line |= {key: CROSS if key in {seat.role, seat.status} else "" for key in (*Role, *ENDS)}
    if seat.status is Status.AMONG_LAST:
        line[Status.ELIMINATED] = str(rulebook.among_last)
    return line
