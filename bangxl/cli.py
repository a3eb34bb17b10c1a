"""The command line: parse, call, show. What it prints is in the workbook's language; help is in English."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from bangxl.cli_computer import doctor, handbook, rulebooks, setup
from bangxl.cli_files import File, Force, Made, tidy
from bangxl.terminal import bar, give, give_json, print_table, say, use_patient_streams

app = typer.Typer(
    name="bangxl",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Run a tournament of the card game BANG! in an Excel workbook.",
)

DEFECT = 3
"""Exit code for a defect of ours."""


def main() -> NoReturn:
    """Run the command line and exit: 0 done · 1 not in a state for it, or findings · 2 usage · 3 a defect of ours."""
    output = use_patient_streams()
    try:
        app()
    except Exception as error:  # noqa: BLE001 -- the outermost edge: nobody else catches it
        sys.exit(_explained(error))
    finally:
        output.flush()
        if output.lost:
            say([_lost(output.lost)], wrong=True)
    sys.exit(0)


def _explained(error: Exception) -> int:
    """Say what ended a command; the exit code."""
    from bangxl.commands.errors import Refusal, explain_rulebook
    from bangxl.commands.workspace import guessed_language
    from bangxl.rulebooks.loader import RulebookError

    if isinstance(error, Refusal):
        say(error.lines, wrong=True)
        return error.exit_code
    if isinstance(error, RulebookError):
        say([explain_rulebook(error, guessed_language())], wrong=True)
        return 2
    say(traceback.format_exc().splitlines(), wrong=True)
    say([_defect()], wrong=True)
    return DEFECT


def _defect() -> str:
    """What is known of the files when a defect of ours ends a command."""
    from bangxl.books import files

    written = ", ".join(str(path) for path in dict.fromkeys(files.placed) if path.exists())
    known = f"Written before it: {written}. «bangxl undo» takes a command back." if written else "No file was written."
    return f"This is a defect of bangxl. {known} Please report it with the lines above."


def _lost(reason: str) -> str:
    from bangxl.commands.workspace import guessed_language
    from bangxl.locale.catalog import catalog

    _ = catalog(guessed_language())
    return _("The output could not be written ({reason}).").format(reason=_(reason))


@app.command()
def new(
    file: File,
    rulebook: Annotated[str, typer.Option(help="The regulation: an id («bangxl rulebooks»), or a .toml file.")],
    language: Annotated[str, typer.Option(help="The workbook's language: it, en, de or ru; the regulation's if not given.")] = "",
    players: Annotated[str, typer.Option(metavar="N|LIST", help="Places, or a list of names: CSV, .xlsx.")] = "",
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="As duel=short, composition=6,6,5.")] = None,
) -> None:
    """Make an empty workbook."""
    from bangxl.commands.new import new as run

    say(run(file, rulebook, language=language, players=players, options=option or ()))


@app.command()
def seat(
    file: File,
    rng_seed: Annotated[str | None, typer.Option(metavar="TEXT", help="The seed of the draw; a random one if not given.")] = None,
    public_value: Annotated[str, typer.Option(metavar="TEXT", help="Dice or a number called in the room, after «pool».")] = "",
    close: Annotated[bool, typer.Option("--close", help="End the elimination phase with the rounds played.")] = False,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why it is closed; needed with --close.")] = "",
    by_hand: Annotated[
        Path | None, typer.Option(metavar="LIST.csv", help="As drawn with cards: round,table,seat,player.")
    ] = None,
    preview: Annotated[
        bool, typer.Option("--preview", help="Show the standings that would become public; nothing is written.")
    ] = False,
) -> None:
    """Seat what comes next: a round, games, duels, a stage, the end."""
    from bangxl.commands import seat as run

    if preview:
        if by_hand is not None or rng_seed is not None or public_value:
            raise typer.BadParameter(
                "it draws nothing: no --rng-seed, --public-value or --by-hand beside it", param_hint="--preview"
            )
        say(run.preview(file, close_early=close))
        return
    if by_hand is not None:
        from bangxl.commands.by_hand import seat_by_hand

        if rng_seed is not None or public_value or close:
            raise typer.BadParameter("it says all: no --rng-seed, --public-value or --close beside it", param_hint="--by-hand")
        say(seat_by_hand(file, by_hand))
        return
    say(run.seat(file, rng_seed=rng_seed, public_value=public_value, close_early=close, reason=reason))


@app.command()
def pool(file: File) -> None:
    """Close what is drawn next, and say its code: before the dice are thrown for a public value."""
    from bangxl.commands.pool import pool as run

    say(run(file))


@app.command()
def check(
    file: File,
    as_json: Annotated[bool, typer.Option("--json", help="Every finding, as JSON.")] = False,
    notes: Annotated[bool, typer.Option("--notes", help="Every note, also where there are many.")] = False,
) -> None:
    """Show everything that is wrong, doubtful or worth noting."""
    from bangxl.commands.check import check_with_lines, findings_json
    from bangxl.tournament.kinds import Severity

    found, lines = check_with_lines(file, notes=notes)
    if as_json:
        give_json({"findings": findings_json(found)})
    else:
        say(lines)
    if any(one.finding.severity is Severity.ERROR for one in found):
        raise typer.Exit(1)


@app.command()
def standings(
    file: File,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="As CSV.")] = False,
) -> None:
    """Compute the standings from the record sheets. In Italy they are secret until the elimination phase ends."""
    from bangxl.commands import standings as run

    if as_json and as_csv:
        raise typer.BadParameter("one of the two: not beside --json", param_hint="--csv")
    if as_json:
        give_json(run.standings(file))
    elif as_csv:
        give(run.as_csv(file), exact=True)
    else:
        print_table(*run.table(file))
        give("")


@app.command()
def reopen(
    file: File,
    round_number: Annotated[int, typer.Option("--round", metavar="R", help="The round.")],
    table: Annotated[int, typer.Option(metavar="T", help="The table.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; it stands in the log and in the report.")],
) -> None:
    """Unlock a game of a closed round, to correct or replay it."""
    from bangxl.commands.corrections import reopen as run

    say(run(file, round_number, table, reason))


@app.command()
def rule(
    file: File,
    round_number: Annotated[int, typer.Option("--round", metavar="R", help="The round.")],
    table: Annotated[int, typer.Option(metavar="T", help="The table.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; it stands in the log and in the report.")],
    payout: Annotated[list[str], typer.Option(metavar="PLAYER=DOLLARS", help="What he gets; one for everybody at the table.")],
) -> None:
    """Decide a game whose record sheet cannot be: it counts, and pays what the referee says."""
    from bangxl.commands.corrections import rule as run

    say(run(file, round_number, table, reason, payout))


@app.command()
def redraw(
    file: File,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; it stands in the log and in the report.")],
    rng_seed: Annotated[str, typer.Option(metavar="TEXT", help="The seed of the draw; a random one if not given.")] = "",
    public_value: Annotated[str, typer.Option(metavar="TEXT", help="Dice or a number called in the room, after «pool».")] = "",
) -> None:
    """Draw the last round once more, before its first result."""
    from bangxl.commands.corrections import redraw as run

    say(run(file, reason, rng_seed=rng_seed, public_value=public_value))


@app.command()
def swap(
    file: File,
    one: Annotated[str, typer.Argument(metavar="PLAYER", help="An id, a name, or a surname that only one has.")],
    other: Annotated[str, typer.Argument(metavar="PLAYER", help="With whom he changes places.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; it stands in the log and in the report.")],
) -> None:
    """Let two players of the round in play change places, with all that is written beside them."""
    from bangxl.commands.corrections import swap as run

    say(run(file, one, other, reason))


@app.command()
def undo(file: File) -> None:
    """Go back to the state before the last command."""
    from bangxl.commands.undo import undo as run

    say(run(file))


@app.command()
def export(
    file: File,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="T.json", help="Where to.", callback=tidy)] = None,
    force: Force = False,
) -> None:
    """Write the tournament as JSON."""
    from bangxl.commands.transfer import export as run

    text = run(file, output, force=force)
    if output is None:
        give(text)


@app.command("import")
def import_json(
    source: Annotated[Path, typer.Argument(metavar="T.json", help="A tournament in the format bangxl/1.")],
    output: Made,
    rulebook: Annotated[str, typer.Option(help="An id or a .toml file; if not given, as the tournament says.")] = "",
    language: Annotated[str, typer.Option(help="The workbook's language, if not the file's.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Also with impossible or contradictory data.")] = False,
) -> None:
    """Make a workbook from JSON."""
    from bangxl.commands.transfer import import_json as run

    say(run(source, output, rulebook=rulebook, language=language, force=force))


@app.command()
def demo(
    file: File,
    rulebook: Annotated[str, typer.Option(help="The regulation.")] = "italy-2010",
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play; 22 if not given.")] = None,
    rng_seed: Annotated[str | None, typer.Option(metavar="TEXT", help="The seed; a random one if not given.")] = None,
    language: Annotated[str, typer.Option(help="The workbook's language; the regulation's if not given.")] = "",
) -> None:
    """Play a whole simulated tournament into a workbook, finals included."""
    from bangxl.commands.demo import demo as run

    say(run(file, rulebook, players, rng_seed, language))


@app.command()
def report(
    file: File,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR", help="The folder; the workbook's if not given.", callback=tidy),
    ] = None,
    interim: Annotated[
        bool, typer.Option("--interim", help="Before the end, and marked so; without results while secret.")
    ] = False,
    with_results: Annotated[bool, typer.Option("--with-results", help="An interim one with money and standings.")] = False,
    without_addresses: Annotated[
        bool, typer.Option("--without-addresses", help="Leave out the players' mail addresses.")
    ] = False,
    force: Force = False,
) -> None:
    """Write the referto: a workbook of values, its PDF, a mail draft with both; and the results page for everybody."""
    from bangxl.commands.report import report as run

    written = run(file, output, interim=interim, results=with_results, addresses=not without_addresses, force=force)
    say(written.lines)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="REPORT", help="A referto.")],
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    against: Annotated[
        str | None, typer.Option(metavar="CODE", help="The digest that the referto is to have, or any code that was posted.")
    ] = None,
) -> None:
    """Recompute everything in a referto from its record sheets."""
    from bangxl.commands import verify as run

    verdict = run.verify(file, against)
    give_json(run.as_json(file, verdict)) if as_json else say(run.lines(file, verdict))
    if not verdict.agrees:
        raise typer.Exit(1)


@app.command()
def season(
    reports: Annotated[list[Path], typer.Argument(metavar="REFERTO...", help="Referti, or folders of them.")],
    output: Made,
    regional: Annotated[str, typer.Option(help="How tables add up tournaments: sum, best, mean, last.")] = "sum",
    best: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="So many results of a player count, 0: all; else as the regulation says."),
    ] = None,
    irregular: Annotated[str, typer.Option(help="Results of who ought not to have played: report, exclude.")] = "report",
    deadline: Annotated[str, typer.Option(metavar="DATE", help="The last day, if not the printed one.")] = "",
    status: Annotated[Path | None, typer.Option(metavar="LIST.csv", help="Who is qualified, banned, unavailable.")] = None,
    same: Annotated[Path | None, typer.Option(metavar="LIST.csv", help="Which names are one person, and which are not.")] = None,
    digests: Annotated[
        Path | None, typer.Option(metavar="LIST.txt", help="What was sent in: a digest a line. Nothing else counts.")
    ] = None,
    rulebook: Annotated[str, typer.Option(help="The championship's regulation, if not the referti's.")] = "",
    language: Annotated[str, typer.Option(help="it, en, de or ru; that of most referti if not given.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Also over a file that is there already.")] = False,
) -> None:
    """Make the national and regional tables of many referti: who goes to the final. Bad files are reported and left out."""
    from bangxl.commands.season import Request
    from bangxl.commands.season import season as run

    asked = Request(regional, irregular, deadline, status, same, rulebook, language, best, digests, force)
    with bar() as progress:
        done = run(reports, output, asked, progress)
    say(done.lines)
    if not done.all_good:
        raise typer.Exit(1)


@app.command()
def slip(
    file: File, player: Annotated[str, typer.Argument(metavar="PLAYER", help="An id, a name, or a surname that only one has.")]
) -> None:  # fmt: skip
    """Print one player's own total, on a slip to hand over."""
    from bangxl.commands.slip import slip as run

    say(run(file, player))


@app.command()
def show(file: File, force: Force = False) -> None:
    """Open a page for a projector: who sits where; once they are public, the standings and the finals. No money before."""
    from bangxl.commands.room import show as run

    say(run(file, force=force))


@app.command("print")
def print_pdf(
    file: File,
    round_number: Annotated[int | None, typer.Option("--round", metavar="N", help="Of walls and records: the round.")] = None,
    what: Annotated[
        str,
        typer.Option(help="walls, records, standings, duels, slips, meetings, diplomas, blank; what is needed now if not given."),
    ] = "",
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="OUT.pdf", help="Where to; beside the workbook if not given.", callback=tidy),
    ] = None,
    everyone: Annotated[bool, typer.Option("--everyone", help="Diplomas for all, not only for the podium.")] = False,
    force: Force = False,
) -> None:
    """Make a PDF to print: what is needed now, or what is named. Nothing secret, unless it is named."""
    from bangxl.commands.printing import print_pages as run

    say(run(file, what, round_number, output, everyone=everyone, force=force))


@app.command()
def blank(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .pdf or .xlsx to make.", callback=tidy)],
    rulebook: Annotated[str, typer.Option(help="The regulation; italy-2010 if not given.")] = "",
    language: Annotated[str, typer.Option(help="it, en, de or ru; the regulation's if not given.")] = "",
    of: Annotated[Path | None, typer.Option(metavar="FILE", help="Of a workbook's fixed tables: all games, with names.")] = None,
    kit: Annotated[bool, typer.Option("--kit", help="With ledger, tables, auction and duel: all for a day without PC.")] = False,
) -> None:
    """Make empty record sheets to fill in by hand."""
    from bangxl.commands.blank import blank as run

    if of is not None and (kit or rulebook):
        raise typer.BadParameter("not beside --of: that workbook has its own", param_hint="--kit" if kit else "--rulebook")
    say(run(file, rulebook or "italy-2010", language, of, kit=kit))


app.command("help")(handbook)
for command in (rulebooks, setup, doctor):
    app.command()(command)
