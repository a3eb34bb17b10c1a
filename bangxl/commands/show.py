"""`bangxl show`: the page for a projector or a television, beside the workbook (NAME-room.html).

A page that is there is written again whenever the workbook is newer than it.
"""

from pathlib import Path

from bangxl.books import files
from bangxl.books.port import BookError
from bangxl.commands.errors import Refusal, book_refusals, explain
from bangxl.commands.output import Output, write_all
from bangxl.commands.screen import open_file
from bangxl.commands.workspace import Source, Workspace, guessed_language, open_workspace, path_of, require_intact
from bangxl.locale.catalog import catalog, speaking
from bangxl.referto.book import Referto
from bangxl.rulebooks.loader import RulebookError
from bangxl.web.show import is_room_page, room_page


def show(source: Source, *, overwrite: bool = False) -> tuple[str, ...]:
    """Write the page beside the workbook, and open it where somebody looks on; the lines to say.

    Refusal for a referto, over a file that is not ours unless ``overwrite``, and where nothing can be written.
    """
    workspace = require_intact(open_workspace(source, reading_only=True))
    _, path = workspace.catalog, page_of(workspace.path)
    if isinstance(workspace.book, Referto):
        raise explain(BookError("referto"), str(workspace.path), _.language)
    with book_refusals(path, _.language):
        _write(workspace, path, overwrite=overwrite)
    how = _("Move this window to the projector and press F11. It follows the workbook.")
    line = _("The projector page is open: {path}") if open_file(path) else _("Open the projector page in a browser: {path}")
    return line.format(path=path), how


def refresh(source: Source) -> tuple[str, ...]:
    """Write the page again if there is one of bangxl that is older than the workbook; a line where that cannot be.

    What the workbook's file holds is shown, after commands of all kinds; nothing is raised that a person could mend.
    """
    path = path_of(source)
    if not path.name:  # a folder, as the command has said
        return ()
    page = page_of(path)
    try:
        is_old = page.is_file() and path.is_file() and page.stat().st_mtime_ns <= files.real_path(path).stat().st_mtime_ns
        if is_old and is_room_page(page.read_bytes()):
            _write(require_intact(open_workspace(path, reading_only=True)), page)
    except (BookError, Refusal, RulebookError, OSError):
        _ = catalog(guessed_language())
        return (_("{path} still shows what was there before: {bangxl show} says why.").format(path=page.name),)
    return ()


def page_of(path: Path) -> Path:
    """Where the page of a workbook lies."""
    return path.with_name(path.stem + "-room.html")


def _write(workspace: Workspace, path: Path, *, overwrite: bool = False) -> None:
    findings = () if workspace.tournament.games else workspace.findings_of_reading
    unmarked = {str(one.values["name"]) for one in findings if one.code == "presence_missing"}
    with speaking(workspace.tournament.language):
        page = room_page(workspace.state, unmarked, workspace.catalog)
    write_all([Output(path, page.encode(), is_room_page)], [workspace.path], overwrite=overwrite)
