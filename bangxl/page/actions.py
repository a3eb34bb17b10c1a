"""The actions of the page on a file: the commands of the table, with their options and exit codes.

Each works in a folder that holds only the file and its history, and reports which files it has written there.
"""

import csv
import json
import os
import traceback
from base64 import b64decode
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from io import BytesIO, StringIO
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, NamedTuple, cast
from zipfile import ZIP_STORED, ZipFile

from msgspec import ValidationError, convert
from msgspec.structs import fields

from bangxl import __version__
from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.history import history_folder
from bangxl.books.port import BookError
from bangxl.command_table import COMMANDS, DONE, FOUND, Command, Console, Result
from bangxl.commands.entry_list import Answers, Asked, entry_list
from bangxl.commands.errors import DEFECT, USAGE, Refusal, explain, explain_rulebook, known_language
from bangxl.commands.next_step import next_step_lines
from bangxl.commands.screen import handbook_page
from bangxl.commands.season_files import is_report, read_entry
from bangxl.commands.workspace import Workspace, guessed_language, misuse, open_workspace, source_language
from bangxl.locale.catalog import N_, Catalog, catalog, naming, speaking
from bangxl.page.texts import TEXTS, page_name
from bangxl.rulebooks.loader import RulebookError
from bangxl.seasons.entry import to_bytes
from bangxl.tournament.journal import LogEntry, agree_as_far_as_both_go, entry_key
from bangxl.workbook.logbook import log_line, time_of
from bangxl.workbook.names import KNOWN_BY
from bangxl.workbook.read import read_log
from bangxl.workbook.titles import display_names

_LISTS: Final = {
    "players": ("players.csv", "players"), "by_hand": ("tables.csv", "by_lines"), "status": ("status.csv", "status"),
    "same": ("same.csv", "same"), "digests": ("digests.txt", "digests"), "initials": ("initials.txt", "initials"),
}  # fmt: skip
"""Options that come as the text of a list: the file that holds it for reading, and the page's name for its field (`TEXTS`)."""

OLD_NAMES: Final = {"pool": "commit", "slip": "statement"}
"""Old names of two commands, for programs that drive the page."""

OTHERWISE: Final = {("plan", "break"): "break_", ("swap", "player"): "one", ("swap", "other_player"): "other"}
"""Options of a command that Python calls otherwise than the command line."""

UNKNOWN: Final = -1
"""The page keeps no such tournament."""


class PageAnswer(NamedTuple):
    """The result of an action: the exit code, lines for the person, the names of the files written."""

    code: int
    lines: tuple[str, ...]
    files: tuple[str, ...]
    asks: tuple[str, ...] = ()
    """What the person is to be asked; the action goes on with the option ``yes``."""
    button: str = ""
    """The button to mark for a file looked at."""
    chooser: object = None
    """What there is to choose: of a list of players the ``data`` of `Asked`, of a season doubts and tables; of
    `recognise`; or of a league who is here."""


class AskingConsole(Console):
    """Keeps what a command asks: the page asks it, and runs the command again."""

    def __init__(self) -> None:
        self.lines: tuple[str, ...] = ()

    def agrees(self, _: Catalog, lines: Sequence[str]) -> bool | None:
        """Not yet: a person is there, whom the page asks."""
        self.lines = tuple(lines)
        return False


def run(action: str, path: Path, given: Mapping[str, object]) -> PageAnswer:
    """Run an action on the file ``path``. ``new`` creates it, and so does ``season`` from the reports beside it.

    Raises nothing: a defect has code 3.
    """
    question, earlier = AskingConsole(), len(files.WRITTEN)
    with naming(page_name), speaking(str(given.get("language") or "")):
        try:
            result = _do(action, path, given, question)
        except Asked as asked:  # the commands of a terminal say nothing on the page
            result = Result(asked.why, asked.exit_code, more={"chooser": asked.data})
        except Refusal as refusal:
            result = Result(refusal.lines, refusal.exit_code, refusal.data if given.get("json") else None)
        except RulebookError as error:
            language = known_language(str(given.get("language") or source_language(path)))
            result = Result(explain_rulebook(error, language).splitlines(), USAGE)
        except Exception:  # noqa: BLE001 -- the outermost edge: whatever arrives here is a defect of ours
            result = Result(traceback.format_exc().splitlines(), DEFECT)
    folder, placed = Path(os.path.realpath(path.parent)), files.WRITTEN[earlier:]
    hidden = f"{history_folder(path).name}/"
    inside = {file.relative_to(folder).as_posix() for file in placed if file.is_relative_to(folder) and file.is_file()}
    made = tuple(sorted(file for file in inside if not file.startswith((hidden, "."))))
    if given.get("json"):
        result = result.as_data([], made)
    said = _in_page_words("\n".join(map(str, _lines(result) or made)), path).splitlines()
    lines = [line for line in said if hidden not in line or result.data is not None]  # nobody sees that folder here
    tables, button = result.more.get("tables"), str(result.more.get("button", ""))
    shown = {name: tables[name] for name in ("Doubtful", "National", "Qualified")} if isinstance(tables, dict) else None
    return PageAnswer(result.code, tuple(lines), made, question.lines, button, shown or result.more.get("chooser"))


def _do(action: str, path: Path, given: Mapping[str, object], question: AskingConsole) -> Result:
    if path.parent == path or path.name.startswith(".") or path.is_dir():
        raise misuse(N_("«{name}» is not a file name. Nothing was done."), name=path.name)
    if own := OWN_ACTIONS.get(action):
        return own(path, given)
    command = COMMANDS.get(OLD_NAMES.get(action, action))
    if command is None or not command.page:
        raise misuse(N_("This page does not know the action «{action}»."), action=action)
    return command.run(_options(action, command, path, given), question)


def _options(action: str, command: Command, path: Path, given: Mapping[str, object]) -> object:
    """The options of a command: numbers and lists may come as texts; blank options are left out."""
    known = {field.name: field for field in fields(command.options)}
    asked = {OTHERWISE.get((action, name := key.replace("-", "_")), name): value for key, value in given.items()}
    if action == "tonight" and asked.get("people") == []:
        raise misuse(N_("Nobody is ticked, and nothing was changed. Tick who is there, or say that the evening is over."))
    asked = {key: value for key, value in asked.items() if value != "" or (key in known and known[key].default is not None)}
    for anywhere in {"json", "language"} - known.keys():  # `run` has them for every command
        asked.pop(anywhere, None)
    first = "output" if action == "plan" else next(iter(known))  # it makes a page, and its players are numbers
    for field in _LISTS.keys() & asked.keys() & known.keys() if action != "plan" else ():
        asked[field] = _listed(path, field, asked[field])
    asked |= {"reports": [path.parent], "output": path} if action == "season" else {first: path}
    is_text = action == "print" and (asked.get("text") or asked.get("what") == "next")
    if "overwrite" in known and not is_text:  # the page keeps copies of its own, so overwriting is safe
        asked["overwrite"] = True
    if action == "export" and not any(map(asked.get, ("anonymous", "csv", "parquet", "output"))):
        asked["output"] = path.with_suffix(".json")
    try:
        if action == "new" and asked.get("logo"):  # as the address of a picture that is in it
            logo = path.with_name("logo")
            logo.write_bytes(b64decode(str(asked["logo"]).rpartition(",")[2]))
            asked["logo"] = logo
        for key in asked.keys() & known.keys():
            asked[key] = _as_typed(path, known[key].type, asked[key])
        return convert(asked, command.options, strict=False)
    except (ValidationError, ValueError) as error:
        text = N_("«{action}»: an option is unknown, missing or wrong ({reason}). Nothing was done.")
        raise misuse(text, action=action, reason=error) from None


def _as_typed(path: Path, kind: Any, value: object) -> object:  # noqa: ANN401 - of an option
    """A value as a command line gives it to an option of this kind: numbers as texts, one text as a list, a file's name."""
    texts = [str(one) for one in (value if isinstance(value, list) else [value]) if isinstance(one, str | int | float)]
    forms = (value, *texts, texts) if texts and not isinstance(value, bool) else (value,)

    def beside(_path: type, name: object) -> Path:
        return name if isinstance(name, Path) else path.with_name(Path(str(name)).name)

    for form in forms:
        with suppress(ValidationError):
            return convert(form, kind, strict=False, dec_hook=beside)
    return value


def _listed(path: Path, field: str, value: object) -> object:
    """Turn a list, as text or lines, into a file with its name; a number, and a mark of the same name, stay as they are."""
    if isinstance(value, bool):
        return value
    text = "\n".join(map(str, value)) if isinstance(value, list) else str(value).strip("\n")
    if not text.strip() or (field == "players" and text.strip().isdigit()):
        return text.strip()
    file = path.with_name(_LISTS[field][0])
    file.write_text(text, encoding="utf-8")
    return str(file)


def _lines(result: Result) -> Sequence[object]:
    if result.data is not None:
        return [json.dumps(result.data, ensure_ascii=False)]
    if result.table is not None:
        heads, rows = result.table
        return [*("\t".join(row) for row in (heads, *rows)), *map(str, result.lines)]
    return result.text.splitlines() or result.lines


def _in_page_words(said: str, path: Path) -> str:
    """An answer without the folder, which only the page knows, and with the page's fields instead of the files made from them."""
    said = said.replace(f"{path.parent}/", "")
    for file, label in _LISTS.values():
        if file in said:
            _ = catalog(source_language(path))
            said = said.replace(file, _.quoted(_(TEXTS[label])))
    return said


def _list(path: Path, given: Mapping[str, object]) -> Result:
    """What a list of players says, and the names as a text for the page's field. Refusal for what is no list; Asked."""
    _ = catalog(guessed_language())
    is_ours = path.suffix.lower() == ".toml"  # a regulation, or a workbook
    with suppress(BookError):
        is_ours = is_ours or bool(KNOWN_BY & ClosedBook.of(files.read_file(path), path, partly=True).names.keys())
    if is_ours:
        raise misuse(N_("{path}: there are no names in this list."), path=path.name)
    columns, sheet, encoding = (str(given.get(key, "")) for key in ("columns", "sheet", "encoding"))
    only = given.get("only") or []
    only = tuple(map(str, only)) if isinstance(only, list) else (str(only),)
    players, remarks = entry_list(path, answers=Answers(columns, sheet, encoding, only, bool(given.get("all"))))
    rows = [["name", "region", "email"], *([one.name, one.region, one.email] for one in players)]
    width = max(at for at in range(1, 4) if at == 1 or any(row[at - 1] for row in rows[1:]))
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(row[:width] for row in rows)
    files.replace(path.with_name("players.txt"), text.getvalue().encode())
    return Result([_("{name} is a list of players. Look at the names, then make the workbook.").format(name=path.name), *remarks])


def _read(path: Path, _given: Mapping[str, object]) -> Result:
    """One report of a season: several workers share them, and the season is made of what they have read."""
    files.replace(path, to_bytes(read_entry(path)))
    return Result([])


def _help(path: Path, _given: Mapping[str, object]) -> Result:
    _ = catalog(guessed_language())
    name, data = handbook_page(_.language)
    files.replace(path.with_name(name), data)
    return Result([_("The handbook: open it, or save it for later."), f"bangxl {__version__}"])


def _history(path: Path, _given: Mapping[str, object]) -> Result:
    copies, target = sorted(history_folder(path).glob("0*")), path.with_name(f"{path.name}.history.zip")
    if not copies:
        raise explain(BookError("nothing_kept"), path.name, source_language(path))
    with ZipFile(data := BytesIO(), "w", ZIP_STORED) as archive:
        for file in copies:
            archive.write(file, file.name)
    files.replace(target, data.getvalue())
    return Result([target.name])


Kept = tuple[str, Sequence[str]]
"""A tournament that the page keeps: its file's name, and its log as the page last had it."""


def log_texts(path: Path) -> list[str]:
    """The log of a workbook, one text for each row; empty for a report, or if the log is unreadable."""
    with suppress(BookError):
        if not is_report(path):
            book = ClosedBook.of(files.read_file(path), path, partly=True)
            return ["\t".join(entry_key(entry)) for entry in read_log(book)]
    return []


def recognise(path: Path, kept: Sequence[Kept]) -> tuple[int, bool | None]:
    """The number of the stored tournament that a file belongs to, and whether the file has all that the page last wrote.

    It has the longest common log; if the log is unreadable, it may be the last one with the same name: None says so.
    """
    here = log_texts(path)
    if not here:
        alike = [at for at, (name, _story) in enumerate(kept) if name == path.name and not is_report(path)]
        return max(alike, default=UNKNOWN), None
    shared = [len([*takewhile(lambda two: two[0] == two[1], zip(story, here, strict=False))]) for _name, story in kept]
    at = max(range(len(kept)), key=lambda at: (shared[at], kept[at][0] == path.name, at), default=UNKNOWN)
    return (UNKNOWN, True) if at == UNKNOWN or not shared[at] else (at, shared[at] == len(kept[at][1]))


def look(path: Path, given: Mapping[str, object]) -> Result:
    """The first lines about a file: of a workbook its event and its next step; code 1 if there is a warning.

    ``known``: the page has put there how it last had the tournament's file. Refusal if the file is no workbook of bangxl.
    """
    if is_report(path):  # there may be hundreds: nothing else of them is read now
        _ = catalog(guessed_language())
        return Result([_("This is a report. Click «Verify a report» to recompute it.")], more={"button": "verify"})
    known = path.with_name(".known") / path.name if given.get("known") else None
    try:
        workspace = open_workspace(path, reading_only=True)
    except Refusal as refusal:
        if known is None or log_texts(path):
            raise
        raise Refusal(*refusal.lines, _may_be(known), exit_code=refusal.exit_code) from None
    _, tournament = workspace.catalog, workspace.tournament
    log: tuple[LogEntry, ...] = ()
    with suppress(BookError):
        log = read_log(ClosedBook.open(known, reading_only=True)) if known is not None else ()
    doubt = "" if known is None else _how_log_differs(workspace, log) if workspace.log else _may_be(known)
    shown = [*filter(None, [tournament.event.name, doubt]), *next_step_lines(workspace)]
    more: dict[str, object] = {"button": "report" if tournament.is_over else "seat"}
    if workspace.state.rulebook.league:  # for the form «Tonight»
        people, called = tournament.players, display_names(tournament.players)
        more["chooser"] = {"here": [(one.id, called[one.id], one.present) for one in people]}
    return Result(shown, FOUND if doubt else DONE, more=more)


def _may_be(known: Path) -> str:
    """What the page asks of a file of which only the name is known: it keeps this tournament under it."""
    kept = open_workspace(known, reading_only=True)
    _, tournament = kept.catalog, kept.tournament
    people = list(display_names(tournament.players).values())[:3]
    told = ", ".join(filter(None, [tournament.event.name, tournament.event.date, *people]))
    return _("This file cannot say which tournament it is. Under its name the page keeps: {kept} … Is it this one?").format(
        kept=told
    )


def _how_log_differs(workspace: Workspace, known: tuple[LogEntry, ...]) -> str:
    """How the log of a file differs from the page's last state; nothing if they are equal."""
    _, log, text = workspace.catalog, workspace.log, ""
    if not agree_as_far_as_both_go(log, known):
        text = _(
            "This is not the file that this page wrote last («{command}», {time}). Somebody went on from an"
            " earlier copy, or it is another tournament from the same template. Compare the two files, and go on"
            " with the one that has the newest results. You can save this page's last file here."
        )
    elif len(log) < len(known):
        text = _("This copy is older. This page wrote a later one («{command}», {time}): see your downloads, or save it here.")
    elif len(log) > len(known):
        text = _("This file was changed elsewhere after this page last saw it. «Undo» here does not know those changes.")
    last = known[-1] if known else LogEntry("", "")
    return text.format(command=log_line(last, workspace.state), time=time_of(last.time, _.language))


OWN_ACTIONS: Final[Mapping[str, Callable[[Path, Mapping[str, object]], Result]]] = {
    "look": look,
    "list": _list,
    "history": _history,
    "help": _help,
    "read": _read,
    "recognise": lambda path, given: Result([], more={"chooser": recognise(path, cast("Sequence[Kept]", given["tournaments"]))}),
}
"""The actions that are no commands."""
