"""The table of commands: each with its options, its help, its function and the places that offer it.

The command line, the page and the buttons in Excel and LibreOffice read this table. It imports what a command needs only when
the command runs, so that ``bangxl --help`` and a click are quick.
"""

# ruff: noqa: PLC0415 - see above
from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import date
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import asdict

from bangxl import __version__
from bangxl.locale.catalog import ASKED_LANGUAGE, N_

if TYPE_CHECKING:
    from bangxl.commands.asking import Agree
    from bangxl.locale.catalog import Catalog


PACKAGE: Final = "bangxl.commands."
"""Where the functions of commands and buttons are."""

DONE, FOUND = 0, 1
"""Exit codes: all is well · there is something to look at. What stops a command is a `Refusal`, which has its own."""


class Result(NamedTuple):
    """The answer of a command: lines for the person, or in their place ``data`` as JSON, a ``text`` or a ``table``.

    ``exact``: the text is no JSON, in which a code would stand for a strange sign. ``more``: what JSON has beside the lines.
    """

    lines: Sequence[object] = ()
    code: int = DONE
    data: object = None
    text: str = ""
    exact: bool = False
    table: tuple[list[str], list[list[str]]] | None = None
    more: Mapping[str, object] = {}

    def as_data(self, said: Sequence[str], written: Sequence[str]) -> Result:
        """For programs: what was said before and at the end, and the files that were written, unless it has data of its own."""
        if self.data is not None or (self.text and not self.exact):
            return self
        if self.text:
            return self._replace(data={"text": self.text, **self.more})
        return self._replace(data={"lines": [*said, *map(str, self.lines)], "files": [*written], **self.more})


class Console:
    """Shows the progress of a command; this one shows nothing."""

    types_commands = False
    """Whether the person before it types commands."""

    def say(self, lines: Sequence[object], *, wrong: bool = False) -> None:
        """Show lines now, before the command has ended; ``wrong``: as an error."""

    def bar(self) -> AbstractContextManager[Callable[[int, int], None]]:
        """Show a progress bar: call what this gives with how much is done, and of how much."""
        return nullcontext(lambda _done, _total: None)

    def agrees(self, _: Catalog, _lines: Sequence[str]) -> bool | None:
        """Whether the person before it goes on, told these lines; None if nobody is there."""
        return None


def opt(text: str, metavar: str = "", **extra: object) -> Meta:
    """The help of an option, and the placeholder for its value.

    ``argument``: it has no ``--name`` but a place. ``choices``: where the values to choose from are; ``others``: how one may end
    instead. The rest is click's.
    """
    return Meta(description=text, extra={"metavar": metavar or None, **extra})


class Options(Struct, forbid_unknown_fields=True, kw_only=True):
    """The options of a command, its help and examples. The first is a file: the page and the buttons pass the open one."""


LANGUAGE_CHOICES: Final = "bangxl.locale.catalog:LANGUAGES"
Workbook = Annotated[Path, opt("The workbook.", "FILE", argument=True)]
NewFile = Annotated[Path, opt("The workbook to make.", "FILE", short="-o")]
Overwrite = Annotated[bool, opt("Replace files that bangxl did not write.")]
JsonFlag = Annotated[bool, opt("Print JSON.")]
LetterPaper = Annotated[bool, opt("Use American paper instead of A4.")]
Language = Annotated[
    str,
    opt(
        "it, en, de or ru. Default: the regulation's, the files' or this computer's.",
        "LANG",
        choices=LANGUAGE_CHOICES,
        envvar=ASKED_LANGUAGE,
    ),
]
RULEBOOK: Final[dict[str, Any]] = {"metavar": "ID|FILE", "choices": "bangxl.rulebooks.loader:rulebook_ids", "others": ".toml"}
CODES_OPTION: Final[dict[str, Any]] = {
    "choices": "bangxl.tournament.findings:KINDS", "is_flag": False, "flag_value": "all", "others": "all",
}  # fmt: skip
ReasonText = Annotated[str, opt("The reason. The log and the report show it.", "TEXT")]
SeedText = Annotated[str | None, opt("The seed of the draw. Default: a random one.", "TEXT")]
PublicValue = Annotated[str, opt("The value of the dice, or a number called out in the room, after «bangxl commit».", "TEXT")]
PlayerText = Annotated[str, opt("An id, a name, or a surname that only one player has.", "PLAYER", argument=True)]
Yes = Annotated[bool, opt("Do not ask.")]
RoundNumber = Annotated[int, opt("The round.", "R")]
TableNumber = Annotated[int, opt("The table.", "T")]


def _refuse_together(option: str, others: Mapping[str, object]) -> None:
    """Refusal (usage) where one of the others is given beside an option that leaves them nothing to say."""
    from bangxl.commands.workspace import misuse

    if given := [other for other, value in others.items() if value]:
        raise misuse(N_("{option} and {other} do not go together. Leave one out."), option=option, other=given[0])


_PARAMETERS: Final = {"round": "round_number", "rulebook": "rulebook_id"}


def _runs(function: str) -> Callable[[Any, Console], Result]:
    """What carries out a command whose function takes the file, its options by their names and whom to ask, and gives lines."""

    def run(asked: Any, console: Console) -> Result:  # noqa: ANN401 - the command's options
        (_file, path), *options = asdict(asked).items()
        given = {_PARAMETERS.get(name, name): value for name, value in options}
        if "yes" in given:
            given["agree"] = _agreement(console, yes=given.pop("yes"))
        return Result(resolve_name(PACKAGE + function)(path, **given))

    return run


class OnWorkbook(Options):
    """The options of a command that needs nothing but the workbook."""

    file: Workbook


class NewOptions(OnWorkbook):
    """Make an empty workbook.

    bangxl new torneo.xlsm --rulebook italy-2010
    bangxl new torneo.xlsx --rulebook germany --players names.csv
    """

    rulebook: Annotated[str, opt("The regulation: an id from «bangxl rulebooks», or a .toml file.", **RULEBOOK)]
    language: Language = ""
    players: Annotated[int | str | list[str], opt("How many places, or a list of names (CSV, text, .xlsx, -).", "N|LIST")] = ""
    columns: Annotated[str, opt("What the columns of the list hold.", "name=2,region=4")] = ""
    sheet: Annotated[str, opt("The sheet of the list.", "NAME")] = ""
    encoding: Annotated[str, opt("How the list stores its letters.", "CODE")] = ""
    only: Annotated[list[str], opt("Who plays: values of a column, or numbers of lines.", "COLUMN=VALUE,…|2-13")] = []
    all: Annotated[bool, opt("Everybody in the list plays.")] = False
    option: Annotated[list[str], opt("An option, such as duel=short or composition=6,6,5.", "KEY=VALUE")] = []
    known: Annotated[Path | None, opt("A folder of earlier reports, to offer their names while you type.", "FOLDER")] = None
    fee: Annotated[int | None, opt("The entry fee; adds columns for who has paid. 0: there is no fixed one.", "N")] = None
    four_eyes: Annotated[bool, opt("A second person compares every record sheet with the paper.")] = False
    logo: Annotated[Path | None, opt("The organiser's logo, PNG, SVG or JPEG, for what is printed and for pages.", "FILE")] = None


def _new(asked: NewOptions, _console: Console) -> Result:
    from bangxl.commands.entry_list import Answers
    from bangxl.commands.new import new

    players = str(asked.players)
    answers = Answers(asked.columns, asked.sheet, asked.encoding, tuple(asked.only), asked.all)
    more: Mapping[str, Any] = {"language": asked.language, "options": asked.option, "known": asked.known}
    more = {**more, "fee": asked.fee, "four_eyes": asked.four_eyes, "logo": asked.logo}
    return Result(new(asked.file, asked.rulebook, players=players, answers=answers, **more))


class SeatOptions(OnWorkbook):
    """Draw the next round, or take the next step; after the last round, publish the standings.

    bangxl seat torneo.xlsx
    bangxl seat torneo.xlsx --public-value "dice 4 2 6"
    """

    rng_seed: SeedText = None
    public_value: PublicValue = ""
    close: Annotated[bool, opt("End the elimination phase with the rounds played.")] = False
    reason: Annotated[str, opt("The reason. --close needs one.", "TEXT")] = ""
    by_hand: Annotated[str, opt("Seat a round drawn with cards, from a list: round,table,seat,player.", "LIST.csv")] = ""
    preview: Annotated[bool, opt("Show the standings that would become public, and change nothing.")] = False
    yes: Yes = False
    json: JsonFlag = False


def _seat(asked: SeatOptions, console: Console) -> Result:
    from bangxl.commands import seat, seat_json
    from bangxl.commands.by_hand import seat_by_hand
    from bangxl.commands.errors import Refusal

    drawing = {"--rng-seed": asked.rng_seed, "--public-value": asked.public_value, "--by-hand": asked.by_hand}
    if asked.preview:
        _refuse_together("--preview", drawing)
        return Result(seat.preview(asked.file, close_early=asked.close))
    if asked.by_hand:
        _refuse_together("--by-hand", {**drawing, "--by-hand": False, "--close": asked.close})
    before, agree = seat_json.read_state_now(asked.file) if asked.json else None, _agreement(console, yes=asked.yes, alone=True)
    insist = _agreement(console, yes=asked.yes)
    try:
        if asked.by_hand:
            lines = seat_by_hand(asked.file, Path(asked.by_hand), agree, insist)
        else:
            drawn: dict[str, Any] = {"rng_seed": asked.rng_seed, "public_value": asked.public_value, "reason": asked.reason}
            lines = seat.seat(asked.file, close_early=asked.close, agree=agree, insist=insist, **drawn)
    except Refusal as refusal:
        if before is not None and refusal.exit_code == FOUND:
            refusal.data = {"lines": [*refusal.lines], "files": [], **seat_json.what_is_missing(asked.file)}
        raise
    return Result(lines, more=seat_json.what_was_seated(before, asked.file) if before is not None else {})


class CommitOptions(OnWorkbook):
    """Lock what goes into the next draw, and show its code, before you throw the dice.

    bangxl commit torneo.xlsx
    """

    yes: Yes = False
    json: JsonFlag = False


def _commit(asked: CommitOptions, console: Console) -> Result:
    from bangxl.commands.commit import commit, last_code

    lines = commit(asked.file, _agreement(console, yes=asked.yes, alone=True))
    return Result(lines, more=last_code(asked.file) if asked.json else {})


class CheckOptions(Options):
    """Find what is wrong, doubtful or worth noting.

    bangxl check torneo.xlsx
    bangxl check --explain bid_step
    """

    file: Annotated[Path | None, opt("The workbook.", "FILE", argument=True)] = None
    explain: Annotated[str, opt("What a finding means, and what to do; without a code all.", "[CODE]", **CODES_OPTION)] = ""
    json: JsonFlag = False
    notes: Annotated[bool, opt("Show every note, even where there are many.")] = False
    repair: Annotated[bool, opt("Write back formulas, names, formats and protection. What was typed stays.")] = False
    rebuild: Annotated[Path | None, opt("Make a new workbook from what can be proved of a damaged one.", "NEW.xlsx")] = None
    yes: Yes = False


def _check(asked: CheckOptions, console: Console) -> Result:
    from bangxl.commands.check import check_with_lines, explain_finding, findings_json
    from bangxl.tournament.findings import Severity

    if asked.file is None or asked.explain:
        meaning, lines = explain_finding(asked.explain)
        return Result(lines, data=meaning if asked.json else None)
    done: Sequence[str] = ()
    if asked.repair or asked.rebuild:
        from bangxl.commands.repair import rebuild, repair

        option = "--rebuild" if asked.rebuild else "--repair"
        _refuse_together(option, {"--notes": asked.notes, "--repair": asked.repair and asked.rebuild})
        done = rebuild(asked.file, asked.rebuild) if asked.rebuild else repair(asked.file, _agreement(console, yes=asked.yes))
        if not asked.json:
            return Result(done)
    findings, lines = check_with_lines(asked.rebuild or asked.file, notes=asked.notes, codes=console.types_commands)
    code = FOUND if any(one.finding.severity is Severity.ERROR for one in findings) else DONE
    repaired = {"lines": [*done]} if done else {}
    return Result(lines, code, {"findings": findings_json(findings), **repaired} if asked.json else None)


class StandingsOptions(OnWorkbook):
    """Compute the standings. In Italy they are secret until the elimination phase ends.

    bangxl standings torneo.xlsx
    bangxl standings torneo.xlsx --csv
    """

    json: JsonFlag = False
    csv: Annotated[bool, opt("Print CSV.")] = False


def _standings(asked: StandingsOptions, _console: Console) -> Result:
    from bangxl.commands import standings

    if asked.json:
        _refuse_together("--json", {"--csv": asked.csv})
        return Result(data=standings.standings_data(asked.file))
    if asked.csv:
        return Result(text=standings.standings_csv(asked.file), exact=True)
    return Result(table=standings.standings_table(asked.file))


class ReopenOptions(OnWorkbook):
    """Unlock a finished game, to correct or replay it.

    bangxl reopen torneo.xlsx --round 2 --table 3 --reason "wrong bid"
    """

    round: RoundNumber
    table: TableNumber
    reason: ReasonText


class RuleOptions(ReopenOptions):
    """Decide a game that cannot be finished or read: say what each player gets.

    bangxl rule torneo.xlsx --round 2 --table 3 --reason "cards mixed up" --payout P003=2000 --payout P007=0
    """

    payout: Annotated[
        list[str] | dict[str, int],
        opt("What a player gets, one for each seat. Default: the amounts on the record sheet.", "PLAYER=AMOUNT"),
    ] = []


class RedrawOptions(OnWorkbook):
    """Draw the last round again, before its first result.

    bangxl redraw torneo.xlsx --reason "late arrival"
    """

    reason: ReasonText
    rng_seed: SeedText = None
    public_value: PublicValue = ""


class SwapOptions(OnWorkbook):
    """Swap the seats of two players of a round. What is written beside them moves, too.

    bangxl swap torneo.xlsx P003 P007 --reason "father and son"
    """

    one: PlayerText
    other: Annotated[str, opt("The other player.", "OTHER_PLAYER", argument=True)]
    reason: ReasonText
    round: Annotated[int | None, opt("The round. Default: the newest.", "R")] = None


class NamesOptions(OnWorkbook):
    """Put the names back in the order of the draw. Cells that moved with them move back, too.

    bangxl names torneo.xlsx
    """


class RenameOptions(OnWorkbook):
    """Correct the name of a player who was drawn.

    bangxl rename torneo.xlsx P003 "Anna Rossi" --reason "misspelt"
    """

    player: PlayerText
    name: Annotated[str, opt("The right name.", "NAME", argument=True)]
    reason: ReasonText


class TonightOptions(OnWorkbook):
    """Say who plays this evening of a league; without names, show who is marked.

    bangxl tonight league.xlsx "Anna Rossi" P007 Bruno
    bangxl tonight league.xlsx --same
    """

    people: Annotated[list[str], opt("Who plays.", "NAME", argument=True)] = []
    same: Annotated[bool, opt("All of the last round.")] = False
    none: Annotated[bool, opt("Nobody: this evening is over.")] = False
    show: Annotated[int, opt("Show the sheets of this evening, until the next command.", "N")] = 0


class RaffleOptions(OnWorkbook):
    """Draw a door prize by lot among those who play, by the seed of the newest round.

    bangxl raffle torneo.xlsx --prize "a T-shirt"
    """

    prize: Annotated[str, opt("What it is. The log and the report show it.", "TEXT")] = ""


class UndoOptions(OnWorkbook):
    """Take back the last command.

    bangxl undo torneo.xlsx
    bangxl undo torneo.xlsx --to 0
    """

    to: Annotated[int | None, opt("Go back to this line of the log; 0 lists the lines, and changes nothing.", "N")] = None
    history: Annotated[Path | None, opt("The history to go back in, if the file was renamed or copied.", "FOLDER")] = None
    yes: Yes = False


def _agreement(console: Console, *, yes: bool, alone: bool = False) -> Agree:
    """Asks the person before it. Refusal if they do not agree, or if nobody is there; ``alone``: then it goes on."""
    from bangxl.commands.errors import Refusal

    def agree(_: Catalog, lines: Sequence[str]) -> None:
        if yes or (answer := console.agrees(_, lines)) or (answer is None and alone):
            return
        raise Refusal(*(lines if answer is None else ()), _("Nothing was changed. To go on anyway: {--yes}."))

    return agree


def _undo(asked: UndoOptions, console: Console) -> Result:
    from bangxl.commands.undo import earlier_copies, undo

    if asked.to == 0:
        copies = earlier_copies(asked.file, asked.history)
        return Result([f"{lines}: {text}" for lines, text in copies.items()], more={"states": copies})
    lines, taken, kept = undo(asked.file, asked.to, _agreement(console, yes=asked.yes), asked.history)
    undone = [{"command": row.result, "stage": row.stage, "rng_seed": row.seed} for row in taken]
    return Result(lines, more={"undone": undone, "kept": str(kept)})


class RedoOptions(OnWorkbook):
    """Take back the last undo.

    bangxl redo torneo.xlsx
    """

    yes: Yes = False


class ExportOptions(OnWorkbook):
    """Export the tournament as JSON, or its tables as CSV or Parquet.

    bangxl export torneo.xlsx -o torneo.json
    bangxl export torneo.xlsx --csv tables
    """

    output: Annotated[Path | None, opt("The file to write. Default, and -: standard output.", "T.json", short="-o")] = None
    csv: Annotated[Path | None, opt("Write each table as CSV into this folder.", "DIR")] = None
    parquet: Annotated[Path | None, opt("Write each table as Parquet into this folder.", "DIR")] = None
    anonymous: Annotated[bool, opt("Write only the seats, without names; without a folder, print them as CSV.")] = False
    overwrite: Overwrite = False


def _export(asked: ExportOptions, _console: Console) -> Result:
    from bangxl.commands import transfer

    folder = asked.csv or asked.parquet
    if folder or asked.anonymous:
        option = "--csv" if asked.csv else "--parquet" if asked.parquet else "--anonymous"
        _refuse_together(option, {"--output": asked.output, "--parquet": asked.csv and asked.parquet})
        if folder is None:
            return Result(text=transfer.table_csv("anonymous", transfer.read_state(asked.file)).decode(), exact=True)
        given = {"anonymous": asked.anonymous, "overwrite": asked.overwrite}
        if asked.csv:
            return Result(transfer.export_tables(asked.file, folder, "csv", transfer.table_csv, **given))
        return Result(_parquet(asked.file, folder, **given))
    output = None if asked.output == Path("-") else asked.output
    text = transfer.export(asked.file, output, overwrite=asked.overwrite)
    return Result([text]) if output else Result(text=text)


def _parquet(file: Path, folder: Path, **given: bool) -> Sequence[str]:
    """Refusal where bangxl was installed without pandas or pyarrow."""
    from bangxl.commands.errors import Refusal
    from bangxl.commands.transfer import export_tables
    from bangxl.commands.workspace import guessed_language
    from bangxl.locale.catalog import catalog

    try:
        from bangxl.library import as_parquet

        return export_tables(file, folder, "parquet", as_parquet, **given)
    except ImportError:
        _ = catalog(guessed_language())
        text = _("Parquet needs the package pyarrow. Install bangxl with it («pip install .[parquet]»), or use {--csv DIR}.")
        raise Refusal(text) from None


class ImportOptions(Options):
    """Make a workbook from exported JSON.

    bangxl import torneo.json -o torneo.xlsx
    """

    source: Annotated[Path, opt("A tournament in the format bangxl/1; - reads standard input.", "T.json", argument=True)]
    output: NewFile
    rulebook: Annotated[str, opt("An id or a .toml file. Default: the tournament's.", **RULEBOOK)] = ""
    language: Language = ""
    allow_invalid: Annotated[bool, opt("Import impossible or contradictory data too.")] = False
    force: Annotated[bool, opt("The earlier name of --allow-invalid.", hidden=True)] = False


class DemoOptions(OnWorkbook):
    """Make a workbook with a whole simulated tournament, finals included.

    bangxl demo prova.xlsx --rulebook germany
    bangxl demo prova.xlsx --until round2 --half-typed --mistakes 3
    """

    rulebook: Annotated[str, opt("The regulation.", **RULEBOOK)] = "italy-2010"
    players: Annotated[int | None, opt("The number of players. Default: 22.", "N")] = None
    rng_seed: SeedText = None
    language: Language = ""
    option: Annotated[list[str], opt("An option, such as duel=short or composition=6,6,5.", "KEY=VALUE")] = []
    fee: Annotated[int | None, opt("The entry fee; adds columns for who has paid. 0: there is no fixed one.", "N")] = None
    until: Annotated[str, opt("Stop in the middle, to practise: round2 or another round, or finals.", "STAGE")] = ""
    half_typed: Annotated[bool, opt("With --until: some record sheets are filled in.")] = False
    mistakes: Annotated[int, opt("With --until: so many mistakes for «check» to find.", "N")] = 0


class PlanOptions(Options):
    """Plan a day: tables, games, decks, sheets and hours for each number of players.

    bangxl plan --rulebook italy-2010 --players 18..26 --start 10:00 --lunch 13:00
    bangxl plan --rulebook germany --players 40 -o plan.pdf
    """

    rulebook: Annotated[str, opt("The regulation.", **RULEBOOK)]
    players: Annotated[int | str, opt("How many, or from how many to how many.", "N|N..N")]
    start: Annotated[str, opt("When the first game begins.", "TIME")] = "10:00"
    game: Annotated[str, opt("How long a game takes, by your experience.", "LENGTH")] = "50m"
    break_: Annotated[str, opt("How long the break after it is.", "LENGTH")] = "10m"
    lunch: Annotated[str, opt("When there is an hour for lunch.", "TIME")] = ""
    output: Annotated[Path | None, opt("A page to print.", "OUT.pdf", short="-o")] = None
    language: Language = ""
    overwrite: Overwrite = False
    json: JsonFlag = False


def _plan(asked: PlanOptions, _console: Console) -> Result:
    from bangxl.commands.plan import plan

    hours = {"start": asked.start, "game": asked.game, "pause": asked.break_, "lunch": asked.lunch, "language": asked.language}
    table, lines, days = plan(asked.rulebook, str(asked.players), **hours, target=asked.output, overwrite=asked.overwrite)
    if asked.json:
        return Result(data={"days": days, "lines": lines})
    return Result(table=table, lines=lines)


class ReportOptions(OnWorkbook):
    """Write the report: workbook, PDF, mail draft, and a results page for everybody.

    bangxl report torneo.xlsx -o sent
    """

    output: Annotated[Path | None, opt("The folder. Default: the workbook's.", "DIR", short="-o")] = None
    interim: Annotated[bool, opt("Write the report before the end, marked as interim. Secret results are left out.")] = False
    with_results: Annotated[bool, opt("Include money and standings in an interim report.")] = False
    without_addresses: Annotated[bool, opt("Leave out the players' mail addresses.")] = False
    overwrite: Overwrite = False


def _report(asked: ReportOptions, _console: Console) -> Result:
    from bangxl.commands.report import report

    given = {"interim": asked.interim, "results": asked.with_results, "overwrite": asked.overwrite}
    written = report(asked.file, asked.output, addresses=not asked.without_addresses, **given)
    paths = {"workbook": written.workbook, "pdf": written.pdf, "page": written.page, "mail": written.draft}
    return Result(written.lines, more={"fingerprint": written.digest, **{key: str(path) for key, path in paths.items()}})


class VerifyOptions(Options):
    """Compute a report again from its record sheets, and compare.

    bangxl verify torneo-referto.xlsx
    """

    referto: Annotated[Path, opt("The report.", "REPORT", argument=True)]
    json: JsonFlag = False
    against: Annotated[str | None, opt("Compare with this fingerprint, or with a code that was shown.", "CODE")] = None
    pdf: Annotated[Path | None, opt("Make a PDF of the checked data.", "OUT.pdf")] = None
    overwrite: Overwrite = False


def _verify(asked: VerifyOptions, _console: Console) -> Result:
    from bangxl.commands import verify

    verdict = verify.verify(asked.referto, asked.against)
    code = DONE if verdict.agrees else FOUND
    pdf = asked.pdf if verdict.agrees else None
    written = [verify.write_pdf(verdict, pdf, asked.referto, overwrite=asked.overwrite)] if pdf else []
    if asked.json:
        return Result(code=code, data=verify.verdict_json(asked.referto, verdict))
    return Result([*verify.verdict_lines(asked.referto, verdict), *written], code)


class SeasonOptions(Options):
    """Make national and regional tables from many reports, and see who goes to the final.

    bangxl season referti -o season.xlsx
    """

    reports: Annotated[list[Path], opt("Reports, or folders with reports. Other files are skipped.", "REPORT", argument=True)]
    output: NewFile
    regional: Annotated[Literal["sum", "best", "mean", "last"], opt("How regional tables combine results.")] = "sum"
    best: Annotated[int | None, opt("How many results count; 0: all. Default: the regulation's.", "N")] = None
    irregular: Annotated[Literal["report", "exclude"], opt("What to do with players who should not have played.")] = "report"
    since: Annotated[str, opt("The first day. Default: after the last final, or a year before --deadline.", "DATE")] = ""
    deadline: Annotated[str, opt("The last day. Default: the regulation's.", "DATE")] = ""
    status: Annotated[Path | None, opt("A list of players who are qualified, banned or unavailable.", "LIST.csv")] = None
    same: Annotated[Path | None, opt("A list of names that are one person, or are not.", "LIST.csv")] = None
    digests: Annotated[Path | None, opt("A list of the fingerprints sent in. Only these reports count.", "LIST.txt")] = None
    rulebook: Annotated[str, opt("The championship's regulation. Default: the reports'.", **RULEBOOK)] = ""
    language: Language = ""
    overwrite: Annotated[bool, opt("Replace a file that exists.")] = False
    page: Annotated[bool, opt("Make a page to look at beside it (.html).")] = False
    initials: Annotated[Path | None, opt("A list of names that the page shows by initials.", "LIST.txt")] = None


def _season(asked: SeasonOptions, console: Console) -> Result:
    from bangxl.commands.season import Request, season
    from bangxl.seasons.book import SEASON_TABLES

    given = {name: value for name, value in asdict(asked).items() if name not in {"reports", "output"}}
    request = Request(**given, pasted=not console.types_commands)
    with console.bar() as progress:
        done = season(asked.reports, asked.output, request, progress)
    tables = done.tables.items()
    found = {name: [dict(zip(SEASON_TABLES[name][1], map(_plain, row), strict=True)) for row in rows] for name, rows in tables}
    return Result(done.lines, DONE if done.all_good else FOUND, more={"tables": found})


def _plain(value: Any) -> object:  # noqa: ANN401 - a cell of a table
    """A value as JSON has it: a date as text, a fraction as the nearest number."""
    if value is None or isinstance(value, str | int | float):
        return value
    return value.isoformat() if isinstance(value, date) else float(value)


class StatementOptions(OnWorkbook):
    """Show the total of one player, and how it came about.

    bangxl statement torneo.xlsx Rossi
    """

    player: PlayerText
    json: JsonFlag = False


def _statement(asked: StatementOptions, _console: Console) -> Result:
    from bangxl.commands.statement import statement, statement_json

    return Result(statement(asked.file, asked.player), more=statement_json(asked.file, asked.player) if asked.json else {})


class ShowOptions(OnWorkbook):
    """Open a page for the projector: seats, and standings once they are public.

    bangxl show torneo.xlsx
    """

    overwrite: Overwrite = False


What = Literal["walls", "records", "standings", "duels", "slips", "meetings", "diplomas", "checkin", "blank", "next"]


class PrintOptions(OnWorkbook):
    """Make a PDF to print: what you need now, or what you choose.

    bangxl print torneo.xlsx
    bangxl print torneo.xlsx --what walls --text
    """

    round: Annotated[int | None, opt("The round, for wall lists and record sheets.", "N")] = None
    what: Annotated[What | None, opt("What to print; slips are statements. Default: what you need now; nothing secret.")] = None
    text: Annotated[bool, opt("Show walls, standings or next (the next step) as text, to copy into a chat.")] = False
    output: Annotated[Path | None, opt("The file to write. Default: beside the workbook.", "OUT.pdf", short="-o")] = None
    everyone: Annotated[bool, opt("Print diplomas for everybody, not only for the podium.")] = False
    letter: LetterPaper = False
    overwrite: Overwrite = False


def _print(asked: PrintOptions, _console: Console) -> Result:
    from bangxl.commands.chat import text_to_copy
    from bangxl.commands.printing import print_pages

    if asked.text or asked.what == "next":
        given = {"-o": asked.output, "--everyone": asked.everyone, "--letter": asked.letter, "--overwrite": asked.overwrite}
        return Result(text_to_copy(asked.file, asked.what or "", asked.round, [name for name, value in given.items() if value]))
    what, options = asked.what or "", {"everyone": asked.everyone, "overwrite": asked.overwrite, "letter": asked.letter}
    return Result(print_pages(asked.file, what, asked.round, asked.output, **options).lines)


class BlankSheetsOptions(Options):
    """Make empty record sheets to fill in by hand.

    bangxl blank-sheets kit.pdf --kit --rulebook germany
    """

    output: Annotated[Path, opt("The .pdf or .xlsx to make.", "FILE", argument=True)]
    rulebook: Annotated[str, opt("The regulation.", **RULEBOOK)] = "italy-2010"
    language: Language = ""
    kit: Annotated[bool, opt("Add ledger, tables, auction and duel: everything for a day without a computer.")] = False
    letter: LetterPaper = False


class HandbookOptions(Options):
    """Open the referee's handbook in the browser. It needs no network.

    bangxl handbook
    """

    language: Language = ""


class RulebooksOptions(Options):
    """List the known regulations.

    bangxl rulebooks
    """


def _rulebooks(_asked: RulebooksOptions, _console: Console) -> Result:
    from bangxl.commands.new import rulebooks

    lines, data = rulebooks()
    return Result(lines, more={"rulebooks": data})


class SetupOptions(Options):
    """Connect the buttons in Excel to this bangxl; with --libreoffice also those in LibreOffice.

    bangxl setup
    bangxl setup --libreoffice
    """

    libreoffice: Annotated[bool, opt("Add the BANG! menu to LibreOffice, too.")] = False
    remove: Annotated[bool, opt("Undo the setup, before you uninstall bangxl.")] = False


def _setup(asked: SetupOptions, console: Console) -> Result:
    from bangxl.commands import setup

    remarks = setup.worst_first(setup.remove() if asked.remove else setup.setup(libreoffice=asked.libreoffice))
    for remark in remarks:
        console.say([remark], wrong=remark.sign is setup.Sign.BROKEN)
    return Result(code=FOUND if remarks[0].sign is setup.Sign.BROKEN else DONE, more={"checks": setup.remarks_json(remarks)})


class DoctorOptions(Options):
    """Check this computer, and show the command that fixes each problem.

    bangxl doctor
    """

    excel: Annotated[bool, opt("Try everything in this computer's Excel. Takes some minutes.")] = False
    libreoffice: Annotated[bool, opt("Try everything in LibreOffice.")] = False
    output: Annotated[Path | None, opt("The folder for bangxl-doctor.html and .json.", "DIR", short="-o")] = None
    overwrite: Overwrite = False


def _doctor(asked: DoctorOptions, console: Console) -> Result:
    from bangxl.commands import setup
    from bangxl.commands.workspace import misuse

    if asked.excel or asked.libreoffice:
        from bangxl.selftest import doctor

        if asked.excel:
            _refuse_together("--excel", {"--libreoffice": asked.libreoffice})
        folder = asked.output or Path()
        doctor.make_ready(folder, overwrite=asked.overwrite)
        examine = doctor.examine_excel if asked.excel else doctor.examine_libreoffice
        result = examine(lambda check: console.say(doctor.check_line(check).splitlines()))
        return Result(doctor.write_results(result, folder, overwrite=asked.overwrite), DONE if result.passed else FOUND)
    if asked.output is not None:
        raise misuse(N_("Use {--output DIR} only with {--excel} or {--libreoffice}."))
    remarks = setup.worst_first(setup.doctor())
    code = FOUND if remarks[0].sign is setup.Sign.BROKEN else DONE
    return Result(remarks, code, more={"bangxl": __version__, "checks": setup.remarks_json(remarks)})


class Command(NamedTuple):
    """A command: what carries it out, its options, its group in the help, and whether the page offers it.

    ``clicks``: the buttons that do it (macros/ribbon.xml), each with the function below `PACKAGE` that acts in an open workbook,
    and perhaps a word for it.
    """

    run: Callable[[Any, Console], Result]
    options: type[Options]
    group: str
    page: bool = False
    clicks: Mapping[str, str] = {}

    @property
    def help(self) -> str:
        """The help of the command."""
        return inspect.cleandoc(str(self.options.__doc__)).splitlines()[0]

    @property
    def examples(self) -> Sequence[str]:
        """Command lines to begin with: the other lines of the help."""
        return inspect.cleandoc(str(self.options.__doc__)).splitlines()[2:]


_SEATS: Final = {"seat": "buttons.click_seat", "close": "buttons.click_close", "by_hand": "buttons.click_by_hand"}
_PRINTS: Final = {
    "print": "printing.print_and_show", "slips": "printing.print_and_show slips", "diplomas": "printing.print_and_show diplomas",
    "chat": "chat.copy_text",
}  # fmt: skip
PREPARE, PLAY, CORRECT, REPORT, SEASON, COMPUTER = "Prepare", "Play", "Correct", "Report", "Season", "This computer"

COMMANDS: Final[Mapping[str, Command]] = {
    "new": Command(_new, NewOptions, PREPARE, page=True),
    "rulebooks": Command(_rulebooks, RulebooksOptions, PREPARE),
    "blank-sheets": Command(_runs("blank.blank"), BlankSheetsOptions, PREPARE),
    "demo": Command(_runs("demo.demo"), DemoOptions, PREPARE, page=True),
    "import": Command(_runs("transfer.import_json"), ImportOptions, PREPARE),
    "plan": Command(_plan, PlanOptions, PREPARE, page=True),
    "seat": Command(_seat, SeatOptions, PLAY, page=True, clicks=_SEATS),
    "tonight": Command(_runs("tonight.tonight"), TonightOptions, PLAY, page=True, clicks={"tonight": "buttons.click_tonight"}),
    "commit": Command(_commit, CommitOptions, PLAY, page=True),
    "raffle": Command(_runs("raffle.raffle"), RaffleOptions, PLAY, page=True, clicks={"raffle": "buttons.click_raffle"}),
    "print": Command(_print, PrintOptions, PLAY, page=True, clicks=_PRINTS),
    "check": Command(_check, CheckOptions, PLAY, page=True, clicks={"check": "check.check_all", "repair": "repair.repair"}),
    "standings": Command(_standings, StandingsOptions, PLAY, page=True, clicks={"standings": "screen.toggle_standings"}),
    "statement": Command(_statement, StatementOptions, PLAY, page=True, clicks={"slip": "buttons.click_statement"}),
    "show": Command(_runs("show.show"), ShowOptions, PLAY, page=True, clicks={"room": "show.show"}),
    "undo": Command(
        _undo, UndoOptions, CORRECT, page=True, clicks={"undo": "buttons.click_undo", "earlier": "buttons.click_earlier"}
    ),
    "redo": Command(_runs("undo.redo"), RedoOptions, CORRECT, page=True, clicks={"redo": "buttons.click_redo"}),
    "redraw": Command(_runs("corrections.redraw"), RedrawOptions, CORRECT, page=True, clicks={"redraw": "buttons.click_redraw"}),
    "swap": Command(_runs("corrections.swap"), SwapOptions, CORRECT, page=True, clicks={"swap": "buttons.click_swap"}),
    "names": Command(_runs("people.put_back"), NamesOptions, CORRECT, page=True, clicks={"names": "people.put_back"}),
    "rename": Command(_runs("people.rename"), RenameOptions, CORRECT, page=True, clicks={"rename": "buttons.click_rename"}),
    "reopen": Command(_runs("corrections.reopen"), ReopenOptions, CORRECT, page=True, clicks={"reopen": "buttons.click_reopen"}),
    "rule": Command(_runs("corrections.rule"), RuleOptions, CORRECT, page=True, clicks={"rule": "buttons.click_rule"}),
    "report": Command(_report, ReportOptions, REPORT, page=True, clicks={"report": "report.report_and_mail"}),
    "verify": Command(_verify, VerifyOptions, REPORT, page=True),
    "export": Command(_export, ExportOptions, REPORT, page=True),
    "season": Command(_season, SeasonOptions, SEASON, page=True),
    "setup": Command(_setup, SetupOptions, COMPUTER),
    "doctor": Command(_doctor, DoctorOptions, COMPUTER),
    "handbook": Command(_runs("screen.handbook"), HandbookOptions, COMPUTER, clicks={"help": "screen.help_and_handbook"}),
}
"""By name, in the order of ``bangxl --help``."""
