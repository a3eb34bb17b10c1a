"""What the page does with a file: the commands of the table, with their options and exit codes (docs/dev/architecture.md).

Each works in a folder that holds nothing but the file and its history, and says which files it has written there.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile

from msgspec import ValidationError, convert
from msgspec.structs import fields

from bangxl.books.history import folder as history_of
from bangxl.commands.errors import USAGE, Refusal, explain_rulebook, known_language
from bangxl.commands.handbook import written
from bangxl.commands.workspace import guessed_language, source_language
from bangxl.locale.catalog import catalog, naming
from bangxl.page.looking import look
from bangxl.page.texts import TEXTS, page_name
from bangxl.rulebooks.loader import RulebookError
from bangxl.table import COMMANDS, DONE, FOUND, Command, Console, Result

DEFECT: Final = 3
"""Exit code for a defect of ours."""

LISTS: Final = {"players": "players.csv", "by_hand": "tables.csv"}
"""Options that come as the text of a list, and the file in which it lies while it is read."""
FIELDS: Final = {"players": "players", "by_hand": "by_lines"}
"""What the page calls the fields of these lists (`TEXTS`)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an action has done: the exit code, lines for the person, the names of files that are new or changed."""

    code: int
    lines: tuple[str, ...]
    files: tuple[str, ...]


def run(action: str, path: Path, given: Mapping[str, object]) -> Answer:
    """Do an action with the file ``path``, which need not be there for ``new``. Nothing is raised: a defect has code 3."""
    before = _contents(path)
    with naming(page_name):
        try:
            result = _do(action, path, given)
        except Refusal as refusal:
            result = Result(refusal.lines, refusal.exit_code)
        except RulebookError as error:
            language = known_language(str(given.get("language") or source_language(path)))
            result = Result([explain_rulebook(error, language)], USAGE)
        except Exception:  # noqa: BLE001 -- the outermost edge: whatever arrives here is a defect of ours
            result = Result(traceback.format_exc().splitlines(), DEFECT)
    after = _contents(path)
    files = tuple(name for name, data in after.items() if before.get(name) != data)
    lines = (_without_folder(line, path) for text in _lines(result) or files for line in str(text).splitlines() or [""])
    return Answer(result.code, tuple(lines), files)


def _do(action: str, path: Path, given: Mapping[str, object]) -> Result:
    if path.parent == path or path.name.startswith(".") or path.is_dir():
        _ = catalog(guessed_language())
        raise Refusal(_("«{name}» is no name for a file. Nothing was done.").format(name=path.name), exit_code=USAGE)
    if action == "look":
        return _look(path, known=bool(given.get("known")))
    if action == "history":
        return _history(path)
    if action == "help":
        return _handbook(path)
    command = COMMANDS.get(action)
    if command is None or command.page is None:
        _ = catalog(guessed_language())
        raise Refusal(_("The page knows no action «{action}».").format(action=action), exit_code=USAGE)
    options = _options(action, command, path, given)
    return command.run(options, Console())


def _options(action: str, command: Command, path: Path, given: Mapping[str, object]) -> object:
    """The options of a command: numbers may come as texts, lists as texts, and what is left blank is not given."""
    known = {field.name: field for field in fields(command.options)}
    asked = {key.replace("-", "_"): value for key, value in given.items()}
    asked = {key: value for key, value in asked.items() if value != "" or (key in known and known[key].default is not None)}
    for field in LISTS.keys() & asked.keys() & known.keys():
        asked[field] = _listed(path, field, asked[field])
    if asked.get("pdf"):
        asked["pdf"] = path.with_name(Path(str(asked["pdf"])).name)
    asked |= {next(iter(known)): path, **(command.page(path) if command.page else {})}
    try:
        return convert(asked, command.options, strict=False)
    except ValidationError as error:
        _ = catalog(guessed_language())
        text = _("«{action}»: an option is unknown, missing or of a wrong kind ({reason}). Nothing was done.")
        raise Refusal(text.format(action=action, reason=error), exit_code=USAGE) from None


def _listed(path: Path, field: str, value: object) -> object:
    """A list that came as a text or as lines, as the name of a file with it; a number stays one."""
    text = "\n".join(map(str, value)) if isinstance(value, list) else str(value).strip("\n")
    if not text.strip() or (field == "players" and text.strip().isdigit()):
        return text.strip()
    file = path.with_name(LISTS[field])
    file.write_text(text, encoding="utf-8")
    return str(file)


def _lines(result: Result) -> Sequence[object]:
    if result.data is not None:
        return [json.dumps(result.data, ensure_ascii=False)]
    if result.table is not None:
        heads, rows = result.table
        return ["\t".join(row) for row in (heads, *rows)]
    return result.text.splitlines() or result.lines


def _without_folder(line: str, path: Path) -> str:
    """A line without the folder, which only the page knows, and with the page's fields in place of the files made of them."""
    _ = catalog(source_language(path))
    line = line.replace(f"{path.parent}/", "")
    for field, name in LISTS.items():
        line = line.replace(name, f"«{_(TEXTS[FIELDS[field]])}»")
    return line


def _contents(path: Path) -> dict[str, bytes]:
    """The files beside the workbook, and itself; not what the history and a lock are made of."""
    files = sorted(file for file in path.parent.iterdir() if file.is_file() and not file.name.startswith("."))
    return {file.name: file.read_bytes() for file in files if file.name not in LISTS.values()}


def _handbook(path: Path) -> Result:
    _ = catalog(guessed_language())
    written(path.parent, _.language)
    return Result([_("The handbook: open it, or save it for later.")])


def _look(path: Path, *, known: bool) -> Result:
    lines, doubtful = look(path, kept(path) if known else None)
    return Result(lines, FOUND if doubtful else DONE)


def _history(path: Path) -> Result:
    """Every copy that is kept of the file, as one .zip."""
    target = path.with_name(f"{path.name}.history.zip")
    with ZipFile(target, "w", ZIP_STORED) as archive:
        for file in sorted(history_of(path).glob("0*")):
            archive.write(file, file.name)
    return Result([target.name])


def kept(path: Path) -> Path:
    """Where the page puts the workbook as it was when it last had it, to be looked at."""
    return path.with_name(".known") / path.name
