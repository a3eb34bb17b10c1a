"""What the page does with a file: actions, options and exit codes as on the command line (docs/page.md).

Each works in a folder that holds nothing but the file and its history, and says which files it has written there.
"""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from bangxl.books.history import folder as history_of
from bangxl.commands.errors import USAGE, Refusal, explain_rulebook, known_language
from bangxl.commands.workspace import guessed_language, source_language
from bangxl.locale.catalog import Catalog, catalog
from bangxl.page import options
from bangxl.page.looking import look
from bangxl.page.texts import TEXTS
from bangxl.rulebooks.loader import RulebookError
from bangxl.vba.ribbon import buttons

DONE, FOUND, DEFECT = 0, 1, 3
"""Exit codes; findings are 1, whatever a person can mend 1 or 2."""

LISTS: Final = {"players": "players.csv", "by_lines": "tables.csv"}
"""Where what was pasted into the page's fields lies while it is read."""


class Said(NamedTuple):
    """Lines for the person, and the exit code."""

    lines: Sequence[str]
    code: int = DONE


@dataclass(frozen=True, slots=True)
class Answer:
    """What an action has done: the exit code, lines for the person, the names of files that are new or changed."""

    code: int
    lines: tuple[str, ...]
    files: tuple[str, ...]


def run(action: str, path: Path, given: Mapping[str, object]) -> Answer:
    """Do an action with the file ``path``, which need not be there for ``new``. Nothing is raised: a defect has code 3."""
    before = _contents(path)
    try:
        said = _do(action, path, given)
    except Refusal as refusal:
        said = Said(refusal.lines, refusal.exit_code)
    except RulebookError as error:
        language = known_language(str(given.get("language") or source_language(path)))
        said = Said([explain_rulebook(error, language)], USAGE)
    except Exception:  # noqa: BLE001 -- the outermost edge: whatever arrives here is a defect of ours
        said = Said(traceback.format_exc().splitlines(), DEFECT)
    after = _contents(path)
    files = tuple(name for name, data in after.items() if before.get(name) != data)
    words = _Words(path.parent, catalog(source_language(path)))
    lines = (words.of(line) for text in said.lines for line in str(text).splitlines() or [""])
    return Answer(said.code, tuple(lines), files)


def _do(action: str, path: Path, given: Mapping[str, object]) -> Said:
    if action not in ACTIONS:
        _ = catalog(guessed_language())
        raise Refusal(_("The page knows no action «{action}».").format(action=action), exit_code=USAGE)
    if path.parent == path or path.name.startswith(".") or path.is_dir():
        _ = catalog(guessed_language())
        raise Refusal(_("«{name}» is no name for a file. Nothing was done.").format(name=path.name), exit_code=USAGE)
    kind, act = ACTIONS[action]
    return act(path, options.read(action, kind, given))


def _contents(path: Path) -> dict[str, bytes]:
    """The files beside the workbook, and itself; not what the history and a lock are made of."""
    found = sorted(file for file in path.parent.iterdir() if file.is_file() and not file.name.startswith("."))
    return {file.name: file.read_bytes() for file in found if file.name not in LISTS.values()}


_COMMAND: Final = re.compile(r"«bangxl (\w+)([^»]*)»")
_FLAG: Final = re.compile(r"--([a-z-]+)")
_OPTION: Final = re.compile(r"--(?:what (\w+)|(reason|public-value|round)(?: [A-ZА-Я]+)?)\b")
_TWICE: Final = re.compile(r"(«[^»]+») \w+ \1")
_FIELDS: Final = {"round": "of_round"}
"""Commands and options in what is said, a button or its command; and what the page's form calls an option."""


class _Words(NamedTuple):
    """The words of the page for those of the command line."""

    folder: Path
    text: Catalog

    def of(self, line: str) -> str:
        """A line without the folder, which only the page knows, and with buttons in place of commands."""
        line = _COMMAND.sub(self._button, line.replace(f"{self.folder}/", ""))
        for field, name in LISTS.items():
            line = line.replace(name, f"«{self.text(TEXTS[field])}»")
        line = _OPTION.sub(lambda found: f"«{self._label(found[1] or found[2])}»", line)
        return _TWICE.sub(r"\1", line)

    def _button(self, found: re.Match[str]) -> str:
        """What does a command: its button, and what is to be chosen beside it."""
        asked = _FLAG.findall(found[2])
        action = "close" if "close" in asked else found[1]
        beside = ", ".join(f"«{self._label(one)}»" for one in asked if one != "close")
        said = TEXTS.get(action) or (buttons()[action].label if action in buttons() else None)
        if said is None:
            return found[0]
        return f"«{self.text(said)}»" + (f" ({beside})" if beside else "")

    def _label(self, option: str) -> str:
        key = option.replace("-", "_")
        return self.text(TEXTS.get(_FIELDS.get(key, key), option))


def _new(path: Path, asked: options.New) -> Said:
    from bangxl.commands.new import new  # noqa: PLC0415 - as everywhere here: a page is ready sooner

    players = asked.players if isinstance(asked.players, str | int) else "\n".join(asked.players)
    text = str(players).strip()
    if text and not text.isdigit():
        text = str(_listed(path, "players", text))
    return Said(new(path, asked.rulebook, language=asked.language, players=text, options=asked.option))


def _listed(path: Path, field: str, text: str) -> Path:
    """A list that came as a text, as a file."""
    file = path.with_name(LISTS[field])
    file.write_text(text, encoding="utf-8")
    return file


def _seat(path: Path, asked: options.Seat) -> Said:
    from bangxl.commands import seat  # noqa: PLC0415
    from bangxl.commands.by_hand import seat_by_hand  # noqa: PLC0415

    if asked.preview:
        return Said(seat.preview(path, close_early=asked.close))
    if asked.by_hand:
        return Said(seat_by_hand(path, _listed(path, "by_lines", asked.by_hand)))
    return Said(
        seat.seat(path, rng_seed=asked.rng_seed, public_value=asked.public_value, close_early=asked.close, reason=asked.reason)
    )


def _pool(path: Path, _asked: options.Options) -> Said:
    from bangxl.commands.pool import pool  # noqa: PLC0415

    return Said(pool(path))


def _check(path: Path, asked: options.Check) -> Said:
    from bangxl.commands.check import check_with_lines, findings_json  # noqa: PLC0415
    from bangxl.tournament.kinds import Severity  # noqa: PLC0415

    found, lines = check_with_lines(path, notes=asked.notes)
    wrong = any(one.finding.severity is Severity.ERROR for one in found)
    told = [_json({"findings": findings_json(found)})] if asked.json else lines
    return Said(told, FOUND if wrong else DONE)


def _standings(path: Path, asked: options.Standings) -> Said:
    from bangxl.commands import standings  # noqa: PLC0415

    if asked.json:
        return Said([_json(standings.standings(path))])
    if asked.csv:
        return Said(standings.as_csv(path).splitlines())
    heads, rows = standings.table(path)
    return Said(["\t".join(row) for row in (heads, *rows)])


def _undo(path: Path, _asked: options.Options) -> Said:
    from bangxl.commands.undo import undo  # noqa: PLC0415

    return Said(undo(path))


def _redraw(path: Path, asked: options.Redraw) -> Said:
    from bangxl.commands.corrections import redraw  # noqa: PLC0415

    return Said(redraw(path, asked.reason, rng_seed=asked.rng_seed, public_value=asked.public_value))


def _swap(path: Path, asked: options.Swap) -> Said:
    from bangxl.commands.corrections import swap  # noqa: PLC0415

    return Said(swap(path, asked.one, asked.other, asked.reason))


def _reopen(path: Path, asked: options.Reopen) -> Said:
    from bangxl.commands.corrections import reopen  # noqa: PLC0415

    return Said(reopen(path, asked.round, asked.table, asked.reason))


def _rule(path: Path, asked: options.Rule) -> Said:
    from bangxl.commands.corrections import rule  # noqa: PLC0415

    payout = asked.payout if isinstance(asked.payout, list) else [f"{who}={amount}" for who, amount in asked.payout.items()]
    return Said(rule(path, asked.round, asked.table, asked.reason, payout))


def _report(path: Path, asked: options.Report) -> Said:
    from bangxl.commands.report import report  # noqa: PLC0415

    written = report(path, interim=asked.interim, results=asked.with_results, addresses=not asked.without_addresses, force=True)
    return Said(written.lines)


def _print(path: Path, asked: options.Print) -> Said:
    from bangxl.commands.leaves import leaves  # noqa: PLC0415

    return Said(leaves(path, asked.what, asked.round, everyone=asked.everyone, force=True))


def _verify(path: Path, asked: options.Verify) -> Said:
    from bangxl.commands import verify  # noqa: PLC0415

    verdict = verify.verify(path, asked.against)
    told = [_json(verify.as_json(path, verdict))] if asked.json else verify.lines(path, verdict)
    return Said(told, DONE if verdict.agrees else FOUND)


def _export(path: Path, _asked: options.Options) -> Said:
    from bangxl.commands.transfer import export  # noqa: PLC0415

    target = path.with_suffix(".json")
    export(path, target, force=True)
    return Said([target.name])


def _slip(path: Path, asked: options.Slip) -> Said:
    from bangxl.commands.slip import slip  # noqa: PLC0415

    return Said(slip(path, asked.player))


def _help(path: Path, _asked: options.Options) -> Said:
    from bangxl.commands.handbook import written  # noqa: PLC0415

    _ = catalog(guessed_language())
    written(path.parent, _.language)
    return Said([_("The handbook: open it, or save it for later.")])


def _look(path: Path, asked: options.Look) -> Said:
    lines, told = look(path, kept(path) if asked.known else None)
    return Said(lines, FOUND if told else DONE)


def _history(path: Path, _asked: options.Options) -> Said:
    """Every copy that is kept of the file, as one .zip."""
    from zipfile import ZIP_STORED, ZipFile  # noqa: PLC0415

    target = path.with_name(f"{path.name}.history.zip")
    with ZipFile(target, "w", ZIP_STORED) as archive:
        for file in sorted(history_of(path).glob("0*")):
            archive.write(file, file.name)
    return Said([target.name])


def kept(path: Path) -> Path:
    """Where the page puts the workbook as it was when it last had it, to be looked at."""
    return path.with_name(".known") / path.name


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


ACTIONS: Final[Mapping[str, tuple[type[options.Options], Callable[[Path, Any], Said]]]] = {
    "new": (options.New, _new),
    "seat": (options.Seat, _seat),
    "pool": (options.Options, _pool),
    "check": (options.Check, _check),
    "standings": (options.Standings, _standings),
    "undo": (options.Options, _undo),
    "redraw": (options.Redraw, _redraw),
    "swap": (options.Swap, _swap),
    "reopen": (options.Reopen, _reopen),
    "rule": (options.Rule, _rule),
    "report": (options.Report, _report),
    "print": (options.Print, _print),
    "verify": (options.Verify, _verify),
    "export": (options.Options, _export),
    "slip": (options.Slip, _slip),
    "help": (options.Options, _help),
    "look": (options.Look, _look),
    "history": (options.Options, _history),
}
"""By name, each with its options."""
