"""The button *Print*: the record sheets in play as a PDF file beside the workbook, a page a table."""

from __future__ import annotations

from bangxl.books.port import BookError, OpenBook
from bangxl.commands.errors import Refusal, explain
from bangxl.commands.workspace import Workspace, opened
from bangxl.tournament.model import Tournament
from bangxl.workbook import names


def print_round(book: OpenBook) -> tuple[str, ...]:
    """Write ``NAME-Round3.pdf``, over an earlier one of this name, and say where it is. Refusal if no game is in play."""
    workspace = opened(book, reading_only=True)
    _, (title, sheets) = workspace.text, in_play(workspace.tournament)
    if not sheets:
        raise Refusal(_nothing(workspace))
    target = book.path.with_name(f"{book.path.stem}-{title}.pdf")
    try:
        book.pdf(sheets, target)
    except BookError as error:
        raise explain(error, str(target), workspace.tournament.language) from None
    text = _.plural("{count} record sheet to print: {path}", "{count} record sheets to print, one page each: {path}", len(sheets))
    return (text.format(count=len(sheets), path=target),)


def in_play(tournament: Tournament) -> tuple[str, tuple[str, ...]]:
    """The tab of the round or the stage, and the tabs of its record sheets: those of games that are seated and not closed."""
    if tournament.stages:
        last = max(game.round for game in tournament.stages)
        open_games = () if tournament.finals and tournament.finals.closed else tournament.stage(last)
        return f"Stage{last}", tuple(names.stage_sheet(game.round, game.table) for game in open_games)
    games = [game for game in tournament.games if not tournament.is_closed(game)]
    games.sort(key=lambda game: (game.table, game.round))
    title = names.round_sheet(max((game.round for game in games), default=0))
    return title, tuple(names.record_sheet(game.round, game.table) for game in games)


def _nothing(workspace: Workspace) -> str:
    _ = workspace.text
    if not workspace.tournament.games:
        return _("Nothing is seated yet: there are no record sheets to print.")
    return _("No record sheets are in play. Print the sheet that you see with the program's own command.")
