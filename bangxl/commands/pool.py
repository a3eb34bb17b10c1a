"""`bangxl pool`: what is drawn next is closed and said as a code, before the room supplies the value for it.

Nothing that goes into the draw can be changed any more without another code; each stands in the log (docs/draw.md, 6 and 11).
"""

from __future__ import annotations

from bangxl.commands.corrections import without_last_round
from bangxl.commands.errors import Refusal
from bangxl.commands.missing import missing
from bangxl.commands.rolls import Drawn, Roll, code_entry, is_closed, last_of, roll
from bangxl.commands.workspace import Extra, Source, Workspace, keep, log_entry, open_workspace
from bangxl.tournament.journal import pairs, read_pairs
from bangxl.tournament.model import Posted
from bangxl.tournament.progress import FillIn, next_step
from bangxl.workbook.summary import causes
from bangxl.workbook.write import code_cells


def pool(source: Source) -> tuple[str, ...]:
    """Close what is drawn next and say its code; before the first result of a round, what would be drawn in its place.

    Refusal where nothing can be drawn, and where a public value was typed already: it is to be thrown afterwards.
    """
    workspace = open_workspace(source)
    _, closed = workspace.text, _to_close(workspace)
    if workspace.contents.public_value:
        text = _("A public value stands on the tournament sheet: «{value}». It is thrown after the code: empty its cell.")
        raise Refusal(text.format(value=workspace.contents.public_value))
    draw = workspace.called(closed.stage)
    if is_closed(closed, workspace.log):
        return (_("{draw} is closed already. The code: {code}").format(draw=draw, code=closed.code), *_now(workspace, closed))
    last = last_of(closed.stage, workspace.log)
    _keep(workspace, closed)
    lines = [_("{draw} is closed. The code: {code}").format(draw=draw, code=closed.code)]
    if last is not None and last.command == "pool":
        text = _("The code {code} holds no more: something was changed since. Both stand in the log and in the report.")
        lines.append(text.format(code=read_pairs(last.result).get("code", "")))
    return (*lines, *_now(workspace, closed))


def _now(workspace: Workspace, closed: Roll) -> list[str]:
    """What to do with the code."""
    _ = workspace.text
    lines = [_("Read it aloud, and let people photograph it. Only then throw the dice, or let a number be called.")]
    if _is_drawn(workspace, closed):
        return [
            *lines,
            _("The round is drawn already: what they show draws it anew, by {bangxl redraw} with {--public-value TEXT}."),
        ]
    return [
        *lines,
        _("What they show makes the draw. {bangxl seat} takes it: by {--public-value TEXT}, or from the tournament sheet."),
    ]


def _is_drawn(workspace: Workspace, closed: Roll) -> bool:
    return 0 < Posted(closed.stage, "").round <= workspace.tournament.rounds_seated


def to_draw(workspace: Workspace) -> Roll | None:
    """What is drawn next; None where nothing can be drawn now."""
    step = next_step(workspace.state)
    return roll(workspace, workspace.state, step) if isinstance(step, Drawn) else None


def to_draw_anew(workspace: Workspace) -> Roll | None:
    """What would be drawn in place of the last round. Refusal where it has a result."""
    state = workspace.contents.with_tournament(without_last_round(workspace))
    step = next_step(state)
    return roll(workspace, state, step) if isinstance(step, Drawn) else None


def _to_close(workspace: Workspace) -> Roll:
    """What is drawn next, or anew. Refusal with what is missing or wrong."""
    if errors := workspace.errors():
        raise Refusal(*causes(errors, workspace.tournament.language))
    step = next_step(workspace.state)
    found = to_draw_anew(workspace) if isinstance(step, FillIn) else to_draw(workspace)
    if found is None:
        raise Refusal(*missing(workspace, step))
    return found


def _keep(workspace: Workspace, closed: Roll) -> None:
    """Log the code; where the round is not drawn yet, its sheet shows it already."""
    number = closed.stage.removeprefix("Round")
    shown = number.isdecimal() and not _is_drawn(workspace, closed)
    cells = code_cells(int(number), closed.code, closed.salt) if shown else {}
    entry = log_entry("pool", stage=closed.stage, result=pairs(code_entry(closed)))
    keep(workspace, workspace.tournament, entry, Extra(cells))
