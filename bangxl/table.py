"""Every command once: its options with their help, what carries it out, and where it is offered.

The command line, the page and the buttons in Excel and LibreOffice read this table. It imports what a command needs only when
the command runs, so that ``bangxl --help`` and a click are quick.
"""

# ruff: noqa: PLC0415 - see above
from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from pkgutil import resolve_name
from typing import Annotated, Any, Final, Literal, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import astuple

os.environ["OPENPYXL_LXML"] = "False"  # read when openpyxl is first imported: files must not depend on lxml being installed

DONE, FOUND = 0, 1
"""Exit codes: all is well · there is something to look at. What stops a command is a `Refusal`, which has its own."""


class Result(NamedTuple):
    """What a command answers: lines for the person, and in their place ``data`` as JSON, a ``text`` or a ``table``.

    ``exact``: the text is no JSON, in which a code would stand for a strange sign.
    """

    lines: Sequence[object] = ()
    code: int = DONE
    data: object = None
    text: str = ""
    exact: bool = False
    table: tuple[list[str], list[list[str]]] | None = None


class Console:
    """What a command shows while it works; this one shows nothing."""

    def say(self, lines: Sequence[object], *, wrong: bool = False) -> None:
        """Show lines now, before the command has ended; ``wrong``: as an error."""

    def bar(self) -> AbstractContextManager[Callable[[int, int], None]]:
        """Show a progress bar: call what this gives with how much is done, and of how much."""
        return nullcontext(lambda _done, _total: None)


def opt(text: str, metavar: str = "", **extra: object) -> Meta:
    """The help of an option, and what stands for its value; ``argument``: it has no ``--name`` but a place."""
    return Meta(description=text, extra={"metavar": metavar or None, **extra})


class Options(Struct, forbid_unknown_fields=True, kw_only=True):
    """The options of a command, and its help. The first is a file: what the page and the buttons have open."""


Workbook = Annotated[Path, opt("The workbook.", "FILE", argument=True)]
Made = Annotated[Path, opt("The workbook to make.", "FILE", short="-o")]
Force = Annotated[bool, opt("Also over a file that bangxl did not write.")]
Letter = Annotated[bool, opt("For American paper, in place of A4.")]
Language = Annotated[str, opt("it, en, de or ru; that of the regulation, the files or this computer if not given.")]
Reason = Annotated[str, opt("Why; it stands in the log and in the report.", "TEXT")]
Seed = Annotated[str | None, opt("The seed of the draw; a random one if not given.", "TEXT")]
PublicValue = Annotated[str, opt("Dice or a number called in the room, after «commit».", "TEXT")]
Player = Annotated[str, opt("An id, a name, or a surname that only one has.", "PLAYER", argument=True)]
Round = Annotated[int, opt("The round.", "R")]
Table = Annotated[int, opt("The table.", "T")]


def _alone(option: str, others: Mapping[str, object]) -> None:
    """Refusal (usage) where one of the others is given beside an option that leaves them nothing to say."""
    from bangxl.commands.errors import USAGE, Refusal
    from bangxl.commands.workspace import guessed_language
    from bangxl.locale.catalog import catalog

    _ = catalog(guessed_language())
    for other, value in others.items():
        if value:
            text = _("{option} and {other} do not go together: leave one out.")
            raise Refusal(text.format(option=option, other=other), exit_code=USAGE)


def _lines_of(function: str) -> Callable[[Any, Console], Result]:
    """What carries out a command whose function takes its options in their order, and gives lines."""
    return lambda asked, _console: Result(resolve_name(function)(*astuple(asked)))


class OnWorkbook(Options):
    """The options of a command that needs nothing but the workbook."""

    file: Workbook


class New(OnWorkbook):
    """Make an empty workbook."""

    rulebook: Annotated[str, opt("The regulation: an id («bangxl rulebooks»), or a .toml file.")]
    language: Language = ""
    players: Annotated[int | str | list[str], opt("Places, or a list of names: CSV, text or .xlsx.", "N|LIST")] = ""
    option: Annotated[list[str], opt("As duel=short, composition=6,6,5.", "KEY=VALUE")] = []


def _new(asked: New, _console: Console) -> Result:
    from bangxl.commands.new import new

    return Result(new(asked.file, asked.rulebook, language=asked.language, players=str(asked.players), options=asked.option))


class Seat(OnWorkbook):
    """Seat what comes next: a round, games, duels, a stage, the end."""

    rng_seed: Seed = None
    public_value: PublicValue = ""
    close: Annotated[bool, opt("End the elimination phase with the rounds played.")] = False
    reason: Annotated[str, opt("Why it is closed; needed with --close.", "TEXT")] = ""
    by_hand: Annotated[str, opt("As drawn with cards: round,table,seat,player.", "LIST.csv")] = ""
    preview: Annotated[bool, opt("Show the standings that would become public; nothing is written.")] = False


def _seat(asked: Seat, _console: Console) -> Result:
    from bangxl.commands import seat
    from bangxl.commands.by_hand import seat_by_hand

    drawing = {"--rng-seed": asked.rng_seed, "--public-value": asked.public_value, "--by-hand": asked.by_hand}
    if asked.preview:
        _alone("--preview", drawing)
        return Result(seat.preview(asked.file, close_early=asked.close))
    if asked.by_hand:
        _alone("--by-hand", {**drawing, "--by-hand": False, "--close": asked.close})
        return Result(seat_by_hand(asked.file, Path(asked.by_hand)))
    return Result(
        seat.seat(
            asked.file,
            rng_seed=asked.rng_seed,
            public_value=asked.public_value,
            close_early=asked.close,
            reason=asked.reason,
        )
    )


class Commit(OnWorkbook):
    """Close what is drawn next, and say its code: before the dice are thrown for a public value."""


class Check(OnWorkbook):
    """Show what is wrong, doubtful or worth noting."""

    json: Annotated[bool, opt("Every finding, as JSON.")] = False
    notes: Annotated[bool, opt("Every note, also where there are many.")] = False


def _check(asked: Check, _console: Console) -> Result:
    from bangxl.commands.check import check_with_lines, findings_json
    from bangxl.tournament.findings import Severity

    findings, lines = check_with_lines(asked.file, notes=asked.notes)
    code = FOUND if any(one.finding.severity is Severity.ERROR for one in findings) else DONE
    return Result(lines, code, {"findings": findings_json(findings)} if asked.json else None)


class Standings(OnWorkbook):
    """Compute the standings from the record sheets. In Italy they are secret until the elimination phase ends."""

    json: Annotated[bool, opt("As JSON.")] = False
    csv: Annotated[bool, opt("As CSV.")] = False


def _standings(asked: Standings, _console: Console) -> Result:
    from bangxl.commands import standings

    if asked.json:
        _alone("--json", {"--csv": asked.csv})
        return Result(data=standings.standings(asked.file))
    if asked.csv:
        return Result(text=standings.as_csv(asked.file), exact=True)
    return Result(table=standings.table(asked.file))


class Reopen(OnWorkbook):
    """Unlock a game of a closed round, to correct or replay it."""

    round: Round
    table: Table
    reason: Reason


class Rule(Reopen):
    """Decide a game whose record sheet cannot be: it counts, and pays what the referee says."""

    payout: Annotated[list[str] | dict[str, int], opt("What he gets; one for everybody at the table.", "PLAYER=DOLLARS")]


def _rule(asked: Rule, _console: Console) -> Result:
    from bangxl.commands.corrections import rule

    payout = [f"{who}={amount}" for who, amount in asked.payout.items()] if isinstance(asked.payout, dict) else asked.payout
    return Result(rule(asked.file, asked.round, asked.table, asked.reason, payout))


class Redraw(OnWorkbook):
    """Draw the last round once more, before its first result."""

    reason: Reason
    rng_seed: Seed = None
    public_value: PublicValue = ""


def _redraw(asked: Redraw, _console: Console) -> Result:
    from bangxl.commands.corrections import redraw

    return Result(redraw(asked.file, asked.reason, rng_seed=asked.rng_seed or "", public_value=asked.public_value))


class Swap(OnWorkbook):
    """Let two players of the round in play change places, with all that is written beside them."""

    one: Player
    other: Annotated[str, opt("With whom he changes places.", "PLAYER", argument=True)]
    reason: Reason


class Undo(OnWorkbook):
    """Go back to the state before the last command."""


class Export(OnWorkbook):
    """Write the tournament as JSON."""

    output: Annotated[Path | None, opt("The file to write; standard output if not given.", "T.json", short="-o")] = None
    force: Force = False


def _export(asked: Export, _console: Console) -> Result:
    from bangxl.commands.transfer import export

    text = export(asked.file, asked.output, force=asked.force)
    return Result(text="" if asked.output else text)


class Import(Options):
    """Make a workbook from JSON."""

    source: Annotated[Path, opt("A tournament in the format bangxl/1.", "T.json", argument=True)]
    output: Made
    rulebook: Annotated[str, opt("An id or a .toml file; if not given, as the tournament says.")] = ""
    language: Language = ""
    force: Annotated[bool, opt("Also with impossible or contradictory data.")] = False


def _import(asked: Import, _console: Console) -> Result:
    from bangxl.commands.transfer import import_json

    return Result(import_json(asked.source, asked.output, rulebook=asked.rulebook, language=asked.language, force=asked.force))


class Demo(OnWorkbook):
    """Play a whole simulated tournament into a workbook, finals included."""

    rulebook: Annotated[str, opt("The regulation.")] = "italy-2010"
    players: Annotated[int | None, opt("How many play; 22 if not given.", "N")] = None
    rng_seed: Seed = None
    language: Language = ""


class Report(OnWorkbook):
    """Write the referto: a workbook of values, its PDF, a mail draft with both; and the results page for everybody."""

    output: Annotated[Path | None, opt("The folder; the workbook's if not given.", "DIR", short="-o")] = None
    interim: Annotated[bool, opt("Before the end, and marked so; without results while secret.")] = False
    with_results: Annotated[bool, opt("An interim one with money and standings.")] = False
    without_addresses: Annotated[bool, opt("Leave out the players' mail addresses.")] = False
    force: Force = False


def _report(asked: Report, _console: Console) -> Result:
    from bangxl.commands.report import report

    written = report(
        asked.file,
        asked.output,
        interim=asked.interim,
        results=asked.with_results,
        addresses=not asked.without_addresses,
        force=asked.force,
    )
    return Result(written.lines)


class Verify(Options):
    """Recompute everything in a referto from its record sheets."""

    referto: Annotated[Path, opt("A referto.", "REPORT", argument=True)]
    json: Annotated[bool, opt("As JSON.")] = False
    against: Annotated[str | None, opt("The digest that the referto is to have, or any code that was posted.", "CODE")] = None
    pdf: Annotated[Path | None, opt("Write the PDF that its facts make.", "OUT.pdf")] = None
    force: Force = False


def _verify(asked: Verify, _console: Console) -> Result:
    from bangxl.commands import verify

    verdict = verify.verify(asked.referto, asked.against)
    code = DONE if verdict.agrees else FOUND
    written = [verify.write_pdf(verdict, asked.pdf, force=asked.force)] if asked.pdf and verdict.agrees else []
    if asked.json:
        return Result(code=code, data=verify.as_json(asked.referto, verdict))
    return Result([*verify.lines(asked.referto, verdict), *written], code)


class Season(Options):
    """Make the national and regional tables of many referti: who goes to the final. Bad files are reported and left out."""

    reports: Annotated[list[Path], opt("Referti, or folders of them.", "REFERTO", argument=True)]
    output: Made
    regional: Annotated[Literal["sum", "best", "mean", "last"], opt("How tables add up tournaments.")] = "sum"
    best: Annotated[int | None, opt("So many results of a player count, 0: all; else as the regulation says.", "N", min=0)] = None
    irregular: Annotated[Literal["report", "exclude"], opt("Results of who ought not to have played.")] = "report"
    deadline: Annotated[str, opt("The last day, if not the printed one.", "DATE")] = ""
    status: Annotated[Path | None, opt("Who is qualified, banned, unavailable.", "LIST.csv")] = None
    same: Annotated[Path | None, opt("Which names are one person, and which are not.", "LIST.csv")] = None
    digests: Annotated[Path | None, opt("What was sent in: a digest a line. Nothing else counts.", "LIST.txt")] = None
    rulebook: Annotated[str, opt("The championship's regulation, if not the referti's.")] = ""
    language: Language = ""
    force: Annotated[bool, opt("Also over a file that is there already.")] = False


def _season(asked: Season, console: Console) -> Result:
    from bangxl.commands.season import Request, season

    request = Request(
        asked.regional, asked.irregular, asked.deadline, asked.status, asked.same, asked.rulebook, asked.language, asked.best,
        asked.digests, asked.force,
    )  # fmt: skip
    with console.bar() as progress:
        done = season(asked.reports, asked.output, request, progress)
    return Result(done.lines, DONE if done.all_good else FOUND)


class Statement(OnWorkbook):
    """Print one player's own total, on a slip to hand over."""

    player: Player


class Show(OnWorkbook):
    """Open a page for a projector: who sits where; once they are public, the standings and the finals. No money before."""

    force: Force = False


def _show(asked: Show, _console: Console) -> Result:
    from bangxl.commands.room import show

    return Result(show(asked.file, force=asked.force))


What = Literal["walls", "records", "standings", "duels", "slips", "meetings", "diplomas", "blank"]


class Print(OnWorkbook):
    """Make a PDF to print: what is needed now, or what is named. Nothing secret, unless it is named."""

    round: Annotated[int | None, opt("Of walls and records: the round.", "N")] = None
    what: Annotated[What | None, opt("What to print; what is needed now if not given.")] = None
    output: Annotated[Path | None, opt("The file to write; beside the workbook if not given.", "OUT.pdf", short="-o")] = None
    everyone: Annotated[bool, opt("Diplomas for all, not only for the podium.")] = False
    letter: Letter = False
    force: Force = False


def _print(asked: Print, _console: Console) -> Result:
    from bangxl.commands.printing import print_pages

    what, options = asked.what or "", {"everyone": asked.everyone, "force": asked.force, "letter": asked.letter}
    return Result(print_pages(asked.file, what, asked.round, asked.output, **options).lines)


class Blank(Options):
    """Make empty record sheets to fill in by hand."""

    output: Annotated[Path, opt("A .pdf or .xlsx to make.", "FILE", argument=True)]
    rulebook: Annotated[str, opt("The regulation; italy-2010 if not given.")] = ""
    language: Language = ""
    of: Annotated[Path | None, opt("Of a workbook's fixed tables: all games, with names.", "FILE")] = None
    kit: Annotated[bool, opt("With ledger, tables, auction and duel: all for a day without PC.")] = False
    letter: Letter = False


def _blank(asked: Blank, _console: Console) -> Result:
    from bangxl.commands.blank import blank

    if asked.of is not None:
        _alone("--of", {"--kit": asked.kit, "--rulebook": asked.rulebook})
    rulebook = asked.rulebook or "italy-2010"
    return Result(blank(asked.output, rulebook, asked.language, asked.of, kit=asked.kit, letter=asked.letter))


class Handbook(Options):
    """Open the referee's handbook: from the preparations to the report, and how to mend each mistake. It needs no network."""

    language: Language = ""


class Rulebooks(Options):
    """List the known regulations."""


class Setup(Options):
    """Tell Excel, and LibreOffice if asked, which Python the buttons start."""

    libreoffice: Annotated[bool, opt("Put the BANG! menu into LibreOffice too.")] = False
    remove: Annotated[bool, opt("Take all that back, before bangxl is uninstalled.")] = False


def _setup(asked: Setup, console: Console) -> Result:
    from bangxl.commands import setup

    remarks = setup.remove() if asked.remove else setup.setup(libreoffice=asked.libreoffice)
    broken = [remark.sign is setup.Sign.BROKEN for remark in remarks]
    for remark, wrong in zip(remarks, broken, strict=True):
        console.say([remark], wrong=wrong)
    return Result(code=FOUND if any(broken) else DONE)


class Doctor(Options):
    """Say what is ready on this computer, what is not, and the command that mends it."""

    excel: Annotated[bool, opt("Try everything out in this computer's Excel; some minutes.")] = False
    libreoffice: Annotated[bool, opt("The same in LibreOffice.")] = False
    output: Annotated[Path | None, opt("The folder for bangxl-doctor.html and .json.", "DIR", short="-o")] = None
    force: Force = False


def _doctor(asked: Doctor, console: Console) -> Result:
    from bangxl.commands import setup
    from bangxl.commands.errors import USAGE, Refusal
    from bangxl.commands.workspace import guessed_language
    from bangxl.locale.catalog import catalog

    if asked.excel or asked.libreoffice:
        from bangxl.selftest import doctor

        if asked.excel:
            _alone("--excel", {"--libreoffice": asked.libreoffice})
        folder = asked.output or Path()
        doctor.make_ready(folder, force=asked.force)
        examine = doctor.examine_excel if asked.excel else doctor.examine_libreoffice
        result = examine(lambda check: console.say(doctor.line(check).splitlines()))
        return Result(doctor.write(result, folder, force=asked.force), DONE if result.passed else FOUND)
    if asked.output is not None:
        _ = catalog(guessed_language())
        raise Refusal(_("{--output DIR} goes only with {--excel} or {--libreoffice}."), exit_code=USAGE)
    remarks = setup.doctor()
    return Result(remarks, FOUND if any(remark.sign is setup.Sign.BROKEN for remark in remarks) else DONE)


class Command(NamedTuple):
    """A command: what carries it out, its options, and whether the page offers it.

    ``clicks``: the buttons that do it (macros/ribbon.xml), each with the function that asks and acts in an open workbook.
    """

    run: Callable[[Any, Console], Result]
    options: type[Options]
    page: bool = False
    clicks: Mapping[str, str] = {}

    @property
    def help(self) -> str:
        """What it does, for people."""
        return str(self.options.__doc__)


_MORE: Final = "bangxl.commands.buttons."

COMMANDS: Final[Mapping[str, Command]] = {
    "new": Command(_new, New, page=True),
    "seat": Command(
        _seat, Seat, page=True, clicks={"seat": _MORE + "seat_next", "close": _MORE + "close", "by_hand": _MORE + "by_hand"}
    ),
    "commit": Command(_lines_of("bangxl.commands.sealed.commit"), Commit, page=True),
    "check": Command(_check, Check, page=True, clicks={"check": "bangxl.actions.check_all"}),
    "standings": Command(_standings, Standings, page=True, clicks={"standings": "bangxl.commands.screen.toggle"}),
    "reopen": Command(_lines_of("bangxl.commands.corrections.reopen"), Reopen, page=True, clicks={"reopen": _MORE + "reopen"}),
    "rule": Command(_rule, Rule, page=True, clicks={"rule": _MORE + "rule"}),
    "redraw": Command(_redraw, Redraw, page=True, clicks={"redraw": _MORE + "redraw"}),
    "swap": Command(_lines_of("bangxl.commands.corrections.swap"), Swap, page=True, clicks={"swap": _MORE + "swap"}),
    "undo": Command(_lines_of("bangxl.commands.undo.undo"), Undo, page=True, clicks={"undo": "bangxl.commands.undo.undo"}),
    "export": Command(_export, Export, page=True),
    "import": Command(_import, Import),
    "demo": Command(_lines_of("bangxl.commands.demo.demo"), Demo),
    "report": Command(_report, Report, page=True, clicks={"report": "bangxl.actions.report_and_mail"}),
    "verify": Command(_verify, Verify, page=True),
    "season": Command(_season, Season),
    "statement": Command(
        _lines_of("bangxl.commands.statement.statement"), Statement, page=True, clicks={"slip": _MORE + "show_slip"}
    ),
    "show": Command(_show, Show, clicks={"room": "bangxl.commands.room.show"}),
    "print": Command(_print, Print, page=True, clicks={"print": "bangxl.actions.print_and_show"}),
    "blank-sheets": Command(_blank, Blank),
    "handbook": Command(
        _lines_of("bangxl.commands.screen.handbook"), Handbook, clicks={"help": "bangxl.actions.help_and_handbook"}
    ),
    "rulebooks": Command(_lines_of("bangxl.commands.new.rulebooks"), Rulebooks),
    "setup": Command(_setup, Setup),
    "doctor": Command(_doctor, Doctor),
}
"""By name, in the order of ``bangxl --help``."""
