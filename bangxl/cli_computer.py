"""The command line's part that is about this computer and this installation, and no tournament."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bangxl.terminal import say


def rulebooks() -> None:
    """List the known regulations."""
    from bangxl.commands.new import rulebooks as run

    say(run())


def handbook(
    language: Annotated[str, typer.Option(help="it, en, de or ru; this computer's if not given.")] = "",
) -> None:
    """Open the referee's handbook: from the preparations to the report, and how to mend each mistake. It needs no network."""
    from bangxl.commands.handbook import handbook as run

    say(run(language))


def setup(
    libreoffice: Annotated[bool, typer.Option("--libreoffice", help="Put the BANG! menu into LibreOffice too.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Take all that back, before bangxl is uninstalled.")] = False,
) -> None:
    """Tell Excel, and LibreOffice if asked, which Python the buttons start."""
    from bangxl.commands import setup as wiring
    from bangxl.commands.computer import Sign

    lines = wiring.remove() if remove else wiring.setup(libreoffice=libreoffice)
    for line in lines:
        say([line], wrong=line.sign is Sign.BROKEN)
    if any(line.sign is Sign.BROKEN for line in lines):
        raise typer.Exit(1)


def doctor(
    excel: Annotated[bool, typer.Option("--excel", help="Try everything out in this computer's Excel; some minutes.")] = False,
    libreoffice: Annotated[bool, typer.Option("--libreoffice", help="The same in LibreOffice.")] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR", help="Where bangxl-doctor.html and .json go; here if not given."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Also over a file that bangxl did not write.")] = False,
) -> None:
    """Say what is ready on this computer, what is not, and the command that mends it."""
    if excel or libreoffice:
        _self_test(output or Path(), excel=excel, libreoffice=libreoffice, force=force)
        return
    if output is not None:
        raise typer.BadParameter("only with --excel or --libreoffice", param_hint="--output")
    from bangxl.commands.computer import Sign
    from bangxl.commands.setup import doctor as run

    lines = run()
    say(map(str, lines))
    if any(line.sign is Sign.BROKEN for line in lines):
        raise typer.Exit(1)


def _self_test(folder: Path, *, excel: bool, libreoffice: bool, force: bool) -> None:
    if excel and libreoffice:
        raise typer.BadParameter("one after the other: the files have the same names", param_hint="--excel")
    from bangxl.selftest import doctor as run

    run.make_ready(folder, force=force)
    result = (run.examine_excel if excel else run.examine_libreoffice)(lambda check: say(run.line(check).splitlines()))
    say(run.write(result, folder, force=force))
    if not result.passed:
        raise typer.Exit(1)
