"""`bangxl doctor --excel` and `--libreoffice`: run the self-test and write a page and JSON into a folder.

For each regulation it opens two workbooks, recalculates them and compares them with Python's results: one with names, where it
clicks every button but *Report*, and one with everything played.
"""

from __future__ import annotations

import getpass
import json
import os
import platform
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bangxl import __version__
from bangxl.books import files
from bangxl.books.closed import ClosedBook
from bangxl.books.port import BookError, Formula, Value
from bangxl.books.references import Place, address
from bangxl.commands.asking import ANSWERS
from bangxl.commands.demo import simulate_tournament
from bangxl.commands.errors import book_refusals
from bangxl.commands.new import create_workbook
from bangxl.commands.output import Known, Output, refuse_foreign, write_all
from bangxl.commands.workspace import guessed_language, log_entry, workspace_of
from bangxl.locale.catalog import LANGUAGES, catalog
from bangxl.locale.system import reason
from bangxl.office import MESSAGES
from bangxl.rulebooks.loader import load, rulebook_ids
from bangxl.selftest.session import CheckFailed, CheckRow, Session
from bangxl.tournament.model import Tournament
from bangxl.tournament.state import State
from bangxl.vba.ribbon import buttons
from bangxl.web.markup import document, element, is_page
from bangxl.workbook import names
from bangxl.workbook.compare import differences, expectations
from bangxl.workbook.read import read_workbook

if TYPE_CHECKING:
    from bangxl.selftest.excel import Excel
    from bangxl.selftest.session import Program

_FORMAT: Final = "bangxl-doctor/1"
_NAME: Final = "bangxl-doctor"
"""The name of the files, ``.html`` and ``.json``."""

_PATIENCE: Final = 300.0
"""The seconds that one check may take; a click on a slow computer takes one or two dozen."""

_PLAYERS: Final = 12
"""The number of players in a workbook, unless its regulation has no tables for it."""
REASON: Final = "'6,5' =1 «Ёлка»"
_MOST: Final = 5
"""How many wrong cells to name."""
_ERROR: Final = re.compile(r"#[A-Z0-9/]+[!?]?")


class Scenario(NamedTuple):
    """A workbook, with names or with everything played, and the buttons to click, in order."""

    name: str
    is_played: bool
    buttons: Sequence[str]


SCENARIOS: Final = (
    Scenario(
        "named", is_played=False,
        buttons=("help", "by_hand", "seat", "redraw", "undo", "redo", "earlier", "swap", "rename", "names", "reopen", "close",
                 "tonight", "slip", "room", "raffle", "chat", "slips", "standings", "print", "rule", "check", "repair"),
    ),
    Scenario("played", is_played=True, buttons=("diplomas", "report")),
)  # fmt: skip


def examine_excel(show: Callable[[CheckRow], object]) -> Session:
    """The self-test in Excel."""
    from bangxl.books import excel_api  # noqa: PLC0415 -- xlwings takes half a second
    from bangxl.selftest.excel import Excel  # noqa: PLC0415 -- as above

    return examine(Excel, rulebook_ids(), show, place=excel_api.platform_api().sandbox_folder())


def examine_libreoffice(show: Callable[[CheckRow], object]) -> Session:
    """The self-test in LibreOffice."""
    from bangxl.selftest.libreoffice import LibreOffice  # noqa: PLC0415 -- as above

    return examine(LibreOffice, rulebook_ids(), show)


def examine(
    program_in: Callable[[Path], Program],
    rulebooks: Sequence[str],
    show: Callable[[CheckRow], object],
    *,
    patience: float = _PATIENCE,
    place: Path | None = None,
    scenarios: Sequence[Scenario] = SCENARIOS,
) -> Session:
    """Examine a program with workbooks of some rulebooks, in a temporary folder under ``place``."""
    _, start = catalog(guessed_language()), time.perf_counter()
    with TemporaryDirectory(prefix="bangxl-", dir=place, ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        program = program_in(folder)
        session = Session(program, rulebooks, _, patience, show, _redaction(folder))
        before = os.environ.get(MESSAGES)
        os.environ[MESSAGES] = str(folder / "messages.jsonl")
        try:
            if session.check("", "start", _("The program starts"), session.start):
                for number, rulebook in enumerate(rulebooks):
                    for scenario in scenarios:
                        _examine(session, scenario, rulebook, LANGUAGES[number % len(LANGUAGES)], folder)
            session.check("", "quit", _("The program ends"), program.quit)
        finally:
            program.end()
            del os.environ[MESSAGES]
            os.environ |= {MESSAGES: before} if before else {}
    session.seconds = time.perf_counter() - start
    return session


def _examine(session: Session, scenario: Scenario, rulebook: str, language: str, folder: Path) -> None:
    _, check = session.text, partial(session.check, rulebook)
    path, hand = folder / f"{rulebook} Città {scenario.name}{session.program.suffix}", session.program.hand
    _make(path, rulebook, language, is_played=scenario.is_played)
    comparison = _("Every value is the same as in Python, and no formula shows an error")
    if check(f"{scenario.name}-open", _("A new workbook opens"), lambda: str(len(session.opened(path).book().sheets))):
        check(f"{scenario.name}-values", comparison, lambda: _compare(session, path))
        for button in scenario.buttons:
            text = _("The button «{label}»").format(label=_(buttons()[button].label))
            check(button, text, partial(_click, session, path, button))
        if scenario.is_played and hand:
            check("stamp", _("The last entry on a record sheet stamps it"), partial(_stamp, session, path, hand.retype))
            check("ctrl-z", _("Ctrl+Z takes no stamp away"), partial(_stamp, session, path, lambda _outcome: hand.undo()))
            german = _("With German separators, 2,5, FALSE and a date arrive as they are typed")
            check("german", german, lambda: _german(session, path, hand))
            check("mail", _("A file that came by mail shows its values before «Enable Editing»"), lambda: _mailed(path, hand))
        check(f"{scenario.name}-after", comparison, lambda: _compare(session, path))
    check(f"{scenario.name}-close", _("The workbook closes"), session.close)
    if hand and not scenario.is_played and rulebook == session.rulebooks[0]:
        text = _("With two workbooks and the add-in open, a button works on the one in front")
        check("together", text, lambda: _together(session, rulebook, language, folder, hand))


def _make(path: Path, rulebook_id: str, language: str, *, is_played: bool) -> None:
    rulebook = load(rulebook_id)
    count = min(max(_PLAYERS, rulebook.minimum_players), rulebook.maximum_players)
    tournament, log = simulate_tournament(rulebook, count, "self-test", language)
    if not is_played:
        entered = {key: getattr(tournament, key) for key in ("event", "options", "players")}
        tournament, log = Tournament(rulebook.id, language=language, **entered), [log_entry("new", stage=rulebook.id)]
    create_workbook(path, State(tournament, rulebook), count, log)


def _compare(session: Session, path: Path) -> str:
    """Recalculate and save. Fail if values differ from Python's, or if the file's facts differ from the open workbook's."""
    program = session.opened(path)
    program.recalculate()
    program.save()
    book, file = program.book(), ClosedBook.open(path, reading_only=True)
    contents = read_workbook(book)
    expected = expectations(contents, book)
    wrong = [f"{name}: –" for name in expected if book.shown(name) is None]
    for one in differences(contents, book):
        at = one.at
        name = names.on_record(at.round, at.table, at.name) if at.round and at.table else at.name
        wrong.append(f"{name} [{at.index}]: {one.values['shown']!r} ≠ {one.values['right']!r}")
    for sheet in file.sheets:  # includes formulas whose value Python does not compute
        results = _results(file, sheet).items()
        errors = {place: value for place, value in results if isinstance(value, str) and _ERROR.fullmatch(value)}
        wrong += [f"{sheet}!{address(*place)}: {value}" for place, value in errors.items()]
    live, closed = (workspace_of(path, one) for one in (book, file))
    _ = session.text
    if live.tournament != closed.tournament or live.log != closed.log:
        wrong.append(_("The open workbook differs from its file."))
    if wrong:
        raise CheckFailed("\n".join([*wrong[:_MOST], *([f"… +{len(wrong) - _MOST}"] if len(wrong) > _MOST else [])]))
    return str(sum(map(len, expected.values())))


def _results(file: ClosedBook, sheet: str) -> dict[Place, Value]:
    formulas = {place for place, value in file.everything(sheet).items() if isinstance(value, Formula)}
    return {place: value for place, value in file.shown_on(sheet).items() if place in formulas and value}


def _click(session: Session, path: Path, button: str) -> str:
    """Click, and answer the button's questions; None cancels. Fail if the click fails."""
    _, program = session.text, session.opened(path)
    tournament = read_workbook(ClosedBook.open(path, reading_only=True)).tournament
    people = [seat.player for game in tournament.round(1) if game.table == 1 for seat in game.seats]
    amounts = [str(amount) for amount, _player in enumerate(people)]
    replies: dict[str, Sequence[str | Sequence[str] | None]] = {
        **{button: [None] for button in ("by_hand", "earlier")},
        "rename": [[*people[:1], tournament.players[0].name + " II", REASON]],
        **{button: [REASON] for button in ("redraw", "reopen", "close")},
        **{button: [*people[:1]] for button in ("slip", "raffle")},
        "swap": [[*people[:2], REASON]],
        "rule": [["1", "1"], [*amounts, REASON]],
    }
    messages = Path(os.environ[MESSAGES])
    prepared = messages.with_name(messages.name + ANSWERS)
    messages.write_text("", encoding="utf-8")
    prepared.unlink(missing_ok=True)
    if answers := replies.get(button, []):
        prepared.write_text(json.dumps(answers), encoding="utf-8")
    home = program.book().names["Event_Name"]
    program.book().goto(home.sheet, address(home.first, home.column))  # at a player some buttons do not ask whose
    program.click(button)
    answer = [json.loads(line) for line in messages.read_text(encoding="utf-8").splitlines()]
    lines = [line for message in answer for line in message["lines"]]
    # with nothing finished, every name on its line, no league, and the same chairs at fixed tables, the button refuses
    refuses = button in {"reopen", "close", "names", "tonight"} or (button == "swap" and bool(tournament.start_tables))
    if any(message["wrong"] for message in answer) != refuses:
        raise CheckFailed("\n".join(lines))
    if not lines and button != "standings":
        raise CheckFailed(_("The button did nothing."))
    return lines[-1] if lines else ""


def _stamp(session: Session, path: Path, press: Callable[[str], object]) -> str:
    """On the first record sheet, all filled in, press: type the outcome again, or Ctrl+Z. Fail if it then has no stamp."""
    program = session.opened(path)
    sheet = names.record_sheets(program.book().names)[0]
    press(names.on_record(*sheet, "Outcome"))
    stamp = names.on_record(*sheet, "Stamp")
    [shown] = program.book().read(stamp)
    if not shown:
        raise CheckFailed(f"{stamp}: {shown}")
    return str(shown)


def _german(session: Session, path: Path, hand: Excel) -> None:
    """With German separators compare; type a bid of 2,5, the word for FALSE, the date again. Fail if something else arrives."""
    program = session.opened(path)
    book = program.book()
    bid, date = names.on_record(*names.record_sheets(book.names)[0], "Bid"), "Event_Date"
    before = {name: book.read(name)[0] for name in (bid, date)}
    try:
        with hand.german():
            _compare(session, path)
            for name, typed, wanted in ((date, None, before[date]), (bid, "2,5", 2.5), (bid, False, False)):
                hand.retype(name, typed)
                if repr(found := program.book().read(name)[0]) != repr(wanted):
                    raise CheckFailed(f"{name}: {typed} → {found!r}")
    finally:
        hand.retype(bid, before[bid] or "")


def _mailed(path: Path, hand: Excel) -> str:
    """Mark a copy as bangxl saves it as one from a mail. Fail if Excel shows something else than is stored."""
    mail = path.with_name(f"mail{path.suffix}")
    mail.write_bytes(ClosedBook.open(path, reading_only=True).dump())
    file = ClosedBook.open(mail, reading_only=True)
    stored = {sheet: found for sheet, visible in file.sheets.items() if visible and (found := _results(file, sheet))}
    shown = hand.mailed(mail, {sheet: address(*map(max, zip(*found, strict=True))) for sheet, found in stored.items()})
    cells = [(sheet, *place, value) for sheet, found in stored.items() for place, value in found.items()]
    wrong = [f"{sheet}!{address(row, column)}" for sheet, row, column, one in cells if shown[sheet][row - 1][column - 1] != one]
    if wrong or not cells:
        raise CheckFailed(", ".join(wrong[:_MOST]) or "–")
    return str(len(cells))


def _together(session: Session, rulebook: str, language: str, folder: Path, hand: Excel) -> None:
    """The add-in's button with an .xlsx in front, then that of the .xlsm, opened in both orders. Fail if it seats another one."""
    from bangxl.sheets.build import addin  # noqa: PLC0415 - only here

    project, both = folder / "bangxl.xlam", [folder / "Uno.xlsm", folder / "Due.xlsx"]
    project.write_bytes(addin(session.text))
    for order in (1, -1):
        for path in both:
            path.unlink(missing_ok=True)
            _make(path, rulebook, language, is_played=False)
        for front, its in ((both[1], project), (both[0], both[0])):
            hand.together([project, *both][::order], front, its)
            seated = [path.name for path in both if read_workbook(ClosedBook.open(path, reading_only=True)).tournament.games]
            if seated != [path.name for path in both if path in {front, both[1]}]:
                raise CheckFailed(f"{front.name} ≠ {', '.join(seated)}")


def _redaction(folder: Path) -> Callable[[str], str]:
    """A function that removes the location of files and the computer's user from a text."""
    own = [(str(folder), "…"), (str(Path.home()), "~"), (getpass.getuser(), "…"), (platform.node(), "…")]
    patterns = [(re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE), sign) for word, sign in own if len(word) > 1]

    def redact(text: str) -> str:
        for pattern, sign in patterns:
            text = pattern.sub(sign, text)
        return text

    return redact


def check_line(check: CheckRow) -> str:
    """A row for the terminal."""
    where = f"{check.rulebook}: " if check.rulebook else ""
    wrong = "" if check.passed else "\n  " + check.details.replace("\n", "\n  ")
    return f"{'✓' if check.passed else '×'} {check.seconds:5.1f} s  {where}{check.text}{wrong}"


def _verdict(session: Session) -> str:
    _, count = session.text, sum(not check.passed for check in session.checks)
    if session.passed:
        return "✓ " + _("All {count} checks passed.").format(count=len(session.checks))
    return "× " + _.plural("{count} check failed.", "{count} checks failed.", count).format(count=count)


def results_json(session: Session) -> dict[str, Any]:
    """The result for programs (docs/dev/testing.md)."""
    return {
        "format": _FORMAT,
        "passed": session.passed,
        "time": files.time_now().strftime("%Y-%m-%dT%H:%MZ"),
        "seconds": round(session.seconds, 1),
        "bangxl": __version__,
        "python": platform.python_version(),
        "computer": {"system": platform.system(), "release": platform.release(), "machine": platform.machine()},
        "program": {"name": session.program.name, "version": session.version},
        "rulebooks": [*session.rulebooks],
        "checks": [asdict(check) | {"seconds": round(check.seconds, 2)} for check in session.checks],
    }


def as_html(session: Session, language: str) -> str:
    """The result for people, one page that needs no other file."""
    result = results_json(session)
    _, sign = session.text, {True: "✓", False: "×"}
    title = _("bangxl's self-test in {program}").format(program=session.program.name)
    about = (
        f"{session.program.name} {session.version}", *result["computer"].values(), f"bangxl {__version__}",
        f"Python {result['python']}", result["time"], f"{session.seconds:.0f} s",
    )  # fmt: skip
    on_values = _(
        "× beside values means: on such a day trust «Check» and the printed pages, which Python computes, and not what the"
        " cells show."
    )
    on_buttons = _("× beside anything else means: do without it; save, close, and run the command of that name in a terminal.")
    meanings = {
        "german": _(
            "× beside German separators means: type no decimal sign on such a computer, and click «Check» after each record"
            " sheet: it reads what Excel has kept."
        ),
        "mail": _(
            "× beside a file that came by mail means: before «Enable Editing» believe the printed pages and the report, and"
            " neither names nor money on the screen."
        ),
    }
    failed = {check.code for check in session.checks if not check.passed}
    rows = [("", _("Regulation"), _("Check"), _("Seconds"), _("Details"))]
    rows += [(sign[one.passed], one.rulebook, one.text, f"{one.seconds:.1f}", one.details) for one in session.checks]
    body = (
        element("h1", title),
        element("p", " · ".join(about)),
        element("p", _verdict(session)),
        *(element("p", text) for text in ([] if session.passed else [on_values, on_buttons])),
        *(element("p", text) for code, text in meanings.items() if code in failed),
        element("table", *(element("tr", *(element("td", text) for text in row)) for row in rows)),
    )
    return document(_NAME, language, title, "handbook", *body, more_style="td{white-space:pre-wrap;overflow-wrap:anywhere}")


def make_ready(folder: Path, *, overwrite: bool = False) -> None:
    """Make the folder before the long test begins. Refusal if it is not writable, or has a file of somebody else."""
    with _explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for suffix, known in _KNOWN.items():
            refuse_foreign(folder / f"{_NAME}{suffix}", known, overwrite=overwrite)


def write_results(session: Session, folder: Path, *, overwrite: bool = False) -> Sequence[str]:
    """Write both files over ours, with ``overwrite`` over any; return messages about it. Refusal as in ``make_ready``."""
    language = guessed_language()
    _ = catalog(language)
    texts = {".html": as_html(session, language), ".json": json.dumps(results_json(session), ensure_ascii=False, indent=1) + "\n"}
    outputs = [Output(folder / f"{_NAME}{suffix}", text.encode(), _KNOWN[suffix]) for suffix, text in texts.items()]
    with _explained(folder):
        write_all(outputs, overwrite=overwrite)
    text = _("Written: {files}. Please send us the page (see CONTRIBUTING.md).")
    return [_verdict(session), text.format(files=", ".join(str(output.path) for output in outputs))]


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """A system error about a file as a Refusal."""
    with book_refusals(folder / _NAME, guessed_language()):
        try:
            yield
        except OSError as error:
            raise BookError("cannot_write", path=str(folder), reason=reason(error)) from None


_KNOWN: Final[Mapping[str, Known]] = {
    ".html": partial(is_page, _NAME),
    ".json": lambda data: data.startswith(f'{{\n "format": "{_FORMAT}"'.encode()),
}
"""The mark of an earlier file of bangxl."""
