"""The print view: what `bangxl print` prints, chosen in the same way, as a document for a browser: where nothing makes a PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from bangxl.books.port import BookError
from bangxl.commands.errors import explain
from bangxl.commands.output import Output, put
from bangxl.commands.papers import Print, slips_of
from bangxl.commands.printing import chosen
from bangxl.commands.workspace import Workspace, now, open_workspace, whole
from bangxl.referto.report import report_of
from bangxl.sheets.blank import forms_of_sizes, forms_of_tables
from bangxl.sheets.diplomas import honours
from bangxl.web.markup import Html
from bangxl.web.paper import awards, tables
from bangxl.web.paper.leaf import PaperView, is_page, pages, view_of
from bangxl.web.paper.record import blank, record
from bangxl.web.paper.stage import stage
from bangxl.web.paper.wall import wall
from bangxl.workbook import names

SUFFIX: Final = ".html"

_Maker = Callable[[], Html]


def leaves(
    path: Path, what: str = "", number: int | None = None, *, everyone: bool = False, force: bool = False
) -> tuple[str, ...]:
    """Write ``NAME-Round3.html`` beside a workbook; the lines to show. Words and refusals are those of `print_pages`."""
    workspace = whole(open_workspace(path, reading_only=True))
    job, title = chosen(workspace, what, number, everyone=everyone)
    target = workspace.path.with_name(f"{workspace.path.stem}-{title}{SUFFIX}")
    view = view_of(report_of(workspace.contents, now()))
    made = _sheets(workspace, view, job) if job.sheets else _made(workspace, view, what, everyone=everyone)
    event = workspace.tournament.event.name
    text = pages(" · ".join(filter(None, (title, event))), workspace.tournament.language, made)
    try:
        put([Output(target, text.encode(), is_page)], force=force)
    except BookError as error:
        raise explain(error, str(target), workspace.tournament.language) from None
    return (job.lines[0].format(path=target, count=job.count), *job.lines[1:])


def _sheets(workspace: Workspace, view: PaperView, job: Print) -> Iterator[Html]:
    """The leaves that stand for sheets of the workbook."""
    makers = _makers(workspace, view)
    yield from (makers[tab]() for tab in job.sheets)


def _makers(workspace: Workspace, view: PaperView) -> Mapping[str, _Maker]:
    """What makes a leaf, by the tab that it stands for."""
    tournament = workspace.tournament
    found: dict[str, _Maker] = {
        names.round_sheet(number): partial(wall, view, number) for number in range(1, tournament.rounds_seated + 1)
    }
    found |= {names.record_sheet(game.round, game.table): partial(record, view, game) for game in tournament.games}
    found |= {names.stage_sheet(game.round, game.table): partial(stage, view, game) for game in tournament.stages}
    once: Mapping[str, Callable[[PaperView], Html]] = {
        "Standings_Rank": tables.standings,
        "Finals_Place": tables.finals,
        "Duel_Rules": tables.duel_rules,
        names.meetings(1): tables.meetings,
    }
    known = workspace.book.names
    return found | {known[name].sheet: partial(make, view) for name, make in once.items() if name in known}


def _made(workspace: Workspace, view: PaperView, what: str, *, everyone: bool) -> Iterator[Html]:
    """The leaves of what is made for a print: slips, diplomas, empty record sheets."""
    _, state = workspace.text, workspace.state
    if what == "slips":
        heads, texts = slips_of(workspace)
        yield awards.slips(texts, heads)
    elif what == "diplomas":
        yield from awards.awards(view, honours(state, _, everyone=everyone))
    else:
        make = forms_of_tables if state.tournament.start_tables else forms_of_sizes
        yield from map(blank, make(state, _))
