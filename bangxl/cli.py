"""The command line: parse, call, show. What it prints is in the workbook's language; help is in English."""

# ruff: noqa: PLC0415 - a command imports what it needs when it runs: `--help` stays quick
import gc
import os
import re
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from pkgutil import resolve_name
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NoReturn, Union, cast, get_args, get_origin

import click
from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields

from bangxl import __version__
from bangxl.command_table import COMMANDS, COMPUTER, LANGUAGE_CHOICES, Command, Console, JsonFlag, Options, Result, opt
from bangxl.locale.catalog import ASKED_LANGUAGE, Catalog, catalog, speaking
from bangxl.terminal import agrees, bar, give, give_json, print_table, say, spinner, use_patient_streams

EARLIER: Final = {"blank": "blank-sheets"}
"""Names that the help does not show, because other programs still use them."""


class Commands(click.Group):
    """All commands, in groups in the help."""

    def format_commands(self, _context: click.Context, formatter: click.HelpFormatter) -> None:
        """List each group's commands under its name."""
        width = max(map(len, self.commands))
        groups: dict[str, list[tuple[str, str]]] = {}
        for name, command in self.commands.items():
            group = COMMANDS[name].group if name in COMMANDS else COMPUTER
            groups.setdefault(group, []).append((name.ljust(width), command.help or ""))
        for group, commands in groups.items():
            with formatter.section(group):
                formatter.write_dl(commands)

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """A command by its name, or by one that other programs still use."""
        command = super().get_command(context, EARLIER.get(name, name))
        if command is None and not context.resilient_parsing:
            from bangxl.commands.errors import require_choice
            from bangxl.commands.workspace import guessed_language

            require_choice("bangxl", name, [*self.commands], guessed_language())
        return command


def count_from_text(text: str) -> int:
    """A number that counts something: 0 or more."""
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(text)
    return int(text)


class Argument(click.Argument):
    """An argument that the help explains."""

    def __init__(self, declared: Sequence[str], *, text: str, **settings: Any) -> None:  # noqa: ANN401 - click's
        super().__init__(declared, **settings)
        self.text = text

    def make_metavar(self, _context: click.Context) -> str:
        """Its placeholder as the line of usage shows it."""
        shown = f"{self.metavar}..." if self.nargs == -1 else str(self.metavar)
        return shown if self.required else f"[{shown}]"

    def get_help_record(self, _context: click.Context) -> tuple[str, str]:
        """Its placeholder and what it means."""
        return str(self.metavar), self.text


class Explained(click.Command):
    """A command whose help explains its arguments, and ends with examples."""

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """List the arguments, the options, and lines to begin with."""
        for heading, kind in (("Arguments", "argument"), ("Options", "option")):
            shown = [one.get_help_record(context) for one in self.get_params(context) if one.param_type_name == kind]
            if rows := [*filter(None, shown)]:
                with formatter.section(heading):
                    formatter.write_dl(rows)
        command = COMMANDS.get(self.name or "")
        if examples := command.examples if command is not None else ():
            with formatter.section("Examples"):
                formatter.write("".join(f"  {line}\n" for line in examples))


def main() -> NoReturn:
    """Run the command line and exit: 0 done · 1 not possible now, or findings · 2 usage · 3 a defect in bangxl."""
    output = use_patient_streams()
    gc.disable()  # a command ends soon; looking through all cells of a workbook for garbage would take an eighth of its time
    try:
        with speaking(asked := os.environ.get(ASKED_LANGUAGE, "")):
            if asked:
                from bangxl.commands.errors import require_choice
                from bangxl.commands.workspace import guessed_language

                require_choice(ASKED_LANGUAGE, asked[:2].lower(), _known(LANGUAGE_CHOICES), guessed_language())
            code = app.main(standalone_mode=False) or 0
    except Exception as error:  # noqa: BLE001 -- the outermost edge: whatever arrives here and is no refusal is a defect of ours
        code = _explain(error)
    output.flush()
    if output.lost:  # a command that has written files has done what was asked
        from bangxl.books import files
        from bangxl.commands.errors import USAGE
        from bangxl.commands.workspace import guessed_language

        _, code = catalog(guessed_language()), code or (0 if files.WRITTEN else USAGE)
        say([_("The output could not be written ({reason}).").format(reason=_(output.lost))], wrong=True)
    sys.exit(code)


def _interrupted() -> int:
    """Say after Ctrl+C what has been written; the exit code."""
    from bangxl.books import files
    from bangxl.commands.workspace import guessed_language

    _ = catalog(guessed_language())
    written = ", ".join(str(path) for path in dict.fromkeys(files.WRITTEN) if path.exists())
    text = _("Stopped. These files are already written: {files}") if written else _("Stopped. Nothing was changed.")
    say([text.format(files=written)], wrong=True)
    return 130


def _explain(error: Exception) -> int:
    """Say why a command was not carried out; the exit code."""
    from bangxl.books import files
    from bangxl.commands.errors import DEFECT, USAGE, Refusal, explain_rulebook
    from bangxl.commands.workspace import guessed_language
    from bangxl.rulebooks.loader import RulebookError

    lines, code, data = None, USAGE, None
    if isinstance(error, click.Abort):  # Ctrl+C before a command began
        return _interrupted()
    if isinstance(error, Refusal):
        lines, code, data = error.lines, error.exit_code, error.data
    elif isinstance(error, click.ClickException):
        lines = _usage(error)
    elif isinstance(error, RulebookError):
        lines = explain_rulebook(error, guessed_language()).splitlines()
    if lines is not None:
        say(lines, wrong=True)
        if "--json" in sys.argv:
            give_json({"lines": lines} if data is None else data)
        return code
    say("".join(traceback.format_exception(error)).splitlines(), wrong=True)
    written = ", ".join(str(path) for path in dict.fromkeys(files.WRITTEN) if path.exists())
    known = f"Written before it: {written}. «bangxl undo» takes a command back." if written else "No file was written."
    say([f"This is a defect of bangxl. {known} Please report it with the lines above."], wrong=True)
    return DEFECT


def _usage(error: click.ClickException) -> Sequence[str]:
    """In our words why click could not read a command line; it knows only English."""
    from bangxl.commands.errors import Refusal, require_choice
    from bangxl.commands.workspace import guessed_language

    _, seen = catalog(guessed_language()), vars(error)
    parameter, option, context = seen.get("param"), seen.get("option_name", ""), seen.get("ctx")
    name = "" if parameter is None else parameter.opts[-1] if parameter.param_type_name == "option" else parameter.metavar
    lines = error.message.splitlines()  # the help, where nothing is asked
    if "possibilities" in seen and context is not None:
        known = [one for parameter in context.command.params for one in parameter.opts if one.startswith("-")]
        try:
            require_choice(context.command_path, option, known, _.language)
        except Refusal as refusal:
            lines = [*refusal.lines]
    elif "param_type" in seen and parameter is not None:
        choices = ", ".join(filter(None, (one.value for one in parameter.shell_complete(context, ""))))
        text = _("{name} is missing. Choose from: {known}.") if choices else _("{name} is missing.")
        lines = [text.format(name=name, known=choices)]
    elif parameter is not None:
        lines = [_("{name} must be a whole number, 0 or more.").format(name=name)]
    elif option:
        lines = [(_("{name} needs a value.") if "requires" in error.message else _("{name} takes no value.")).format(name=option)]
    elif words := re.search(r"extra argument.*\((.*)\)", error.message):
        lines = [_("Not understood: {words}").format(words=words[1])]
    if context is not None and len(lines) == 1:
        lines.append(_("How to use it: {command}").format(command=f"bangxl help {context.info_name}"))
    return lines


class Terminal(Console):
    """A command shows its lines and its progress here; as JSON its lines are kept for the end."""

    types_commands = True

    def __init__(self, *, json: bool) -> None:
        self.json = json
        self.lines: list[str] = []

    def say(self, lines: Sequence[object], *, wrong: bool = False) -> None:
        """Print the lines at once."""
        if self.json:
            self.lines += map(str, lines)
        else:
            say(lines, wrong=wrong)

    def bar(self) -> AbstractContextManager[Callable[[int, int], None]]:
        """Show a progress bar, to people only."""
        return bar()

    def agrees(self, _: Catalog, lines: Sequence[str]) -> bool | None:
        """Ask the person at the terminal."""
        return None if self.json else agrees(_, lines)


def _show(result: Result) -> None:
    if result.data is not None:
        give_json(result.data)
    elif result.text:
        give(result.text, exact=result.exact)
    elif result.table is not None:
        print_table(*result.table)
        give("")
        say(result.lines)
    else:
        say(result.lines)
    if result.code:
        raise click.exceptions.Exit(result.code)


def _run(command: Command, options: object, *, json: bool) -> Result:
    """Carry out a command; ``json``: what it says, and the files that it wrote, as data where it has none of its own."""
    from bangxl.books import files

    console, before = Terminal(json=json), len(files.WRITTEN)
    with spinner.turning():
        result = command.run(options, console)
    written = [str(path) for path in dict.fromkeys(files.WRITTEN[before:]) if path.exists()]
    return result.as_data(console.lines, written) if json else result


def _tidy(_context: click.Context, _parameter: click.Parameter, path: Path | None) -> Path | None:
    """Remove what a killed command has left where this one is about to read or write, and say so."""
    from bangxl.commands.workspace import remove_leftovers

    say(remove_leftovers(path) if path is not None else (), wrong=True)
    return path


def _open(context: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    """The same; afterwards the page for the room shows the change."""
    if path is None:
        return None

    def refresh_room() -> None:
        from bangxl.commands.show import refresh

        say(refresh(path), wrong=True)

    context.call_on_close(refresh_room)
    return _tidy(context, parameter, path)


_CALLBACKS: Final[Mapping[str, Callable[[click.Context, click.Parameter, Any], Path | None]]] = {"file": _open, "output": _tidy}
"""What happens with the workbook, and with what a command is about to write."""


def _known(choices: str | tuple[str, ...]) -> Sequence[str]:
    known = resolve_name(choices) if isinstance(choices, str) else choices
    return [*(known() if callable(known) else known)]


def _choice(choices: str | tuple[str, ...], others: str | None) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """What refuses a value that is none of the choices and does not end like one of the others."""

    def choose(context: click.Context, parameter: click.Parameter, value: Any) -> Any:  # noqa: ANN401 - None if not given
        if value and not (others and value.endswith(others)):
            from bangxl.commands.errors import require_choice
            from bangxl.commands.workspace import guessed_language

            source = context.get_parameter_source(parameter.name or "")
            name = str(parameter.envvar) if source is click.core.ParameterSource.ENVIRONMENT else parameter.opts[-1]
            require_choice(name, value, _known(choices), guessed_language(), f"bangxl help {context.info_name}")
        return value

    return choose


def _parameter(field: FieldInfo) -> click.Parameter:
    """A field of a command's options as click wants it.

    Where the page may send other things, a terminal gives a text, or several.
    """
    plain, meta = get_args(field.type)
    kinds = {*get_args(plain)} - {NoneType} if get_origin(plain) in {Union, UnionType} else {plain}
    several = str not in kinds and any(get_origin(kind) is list for kind in kinds)
    extra = dict(meta.extra)
    choices, others, short = extra.pop("choices", None), extra.pop("others", None), extra.pop("short", None)
    if literal := next((get_args(kind) for kind in kinds if get_origin(kind) is Literal), ()):
        choices, extra["metavar"] = literal, f"[{'|'.join(literal)}]"
    extra["callback"] = _choice(choices, others) if choices else _CALLBACKS.get(field.name)
    if choices:
        extra["shell_complete"] = lambda _context, _parameter, begun: [one for one in _known(choices) if one.startswith(begun)]
    if kinds & {Path, list[Path]}:
        extra["type"] = click.Path(path_type=Path)
    elif kinds == {int}:
        extra["type"] = count_from_text
    if extra.pop("argument", False):
        return Argument([field.name], text=meta.description, required=field.required, nargs=-1 if several else 1, **extra)
    known = field.default not in {NODEFAULT, None, "", False}
    names = [field.name, *filter(None, [short]), f"--{field.name.rstrip('_').replace('_', '-')}"]
    extra |= {"is_flag": True} if bool in kinds else {"multiple": several} | ({"default": field.default} if known else {})
    return click.Option(names, help=meta.description, required=field.required, show_default=known, show_envvar=True, **extra)


class _Everywhere(Options):
    """What each command takes."""

    language: Annotated[str, opt("The language of the answers.", "LANG", choices=LANGUAGE_CHOICES)] = ""
    json: JsonFlag = False


def _click_command(name: str, command: Command) -> click.Command:
    """A command as click calls it: with ``--language`` and ``--json``, also where it has no use of its own for them."""
    known = {field.name: _parameter(field) for field in fields(command.options)}
    everywhere = [_parameter(field) for field in fields(_Everywhere) if field.name not in known]

    def call(*, json: bool, **given: Any) -> None:  # noqa: ANN401 - what the options are
        asked = given | {"json": json}
        chosen = {key: [*value] if isinstance(value, tuple) else value for key, value in asked.items() if value not in {None, ()}}
        options = command.options(**{key: value for key, value in chosen.items() if key in known})
        with speaking(given.get("language") or ""):
            try:
                result = _run(command, options, json=json)
            except KeyboardInterrupt:
                raise click.exceptions.Exit(_interrupted()) from None
            _show(result)

    return Explained(name, callback=call, params=[*known.values(), *everywhere], help=command.help, short_help=command.help)


@click.pass_context
def _help(context: click.Context, /, command: str, *, json: bool, **_language: str) -> None:
    shown = context.find_root()
    if command not in {"", "bangxl"}:
        name, known, _rest = cast("Commands", shown.command).resolve_command(shown, [command])
        shown = cast("click.Command", known).make_context(name, [], parent=shown, resilient_parsing=True)
    text = f"{shown.get_help()}\n"
    give_json({"text": text}) if json else give(text)


app: Final = Commands(
    "bangxl",
    commands={name: _click_command(name, command) for name, command in COMMANDS.items()},
    params=[],
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"]},
    help="Run a tournament of the card game BANG! in an Excel workbook.",
)
click.version_option(__version__, message="bangxl %(version)s")(app)
app.add_command(
    Explained(
        "help",
        callback=_help,
        help=_help.__doc__,
        params=[
            Argument(["command"], text="A command; without it all.", metavar="COMMAND", default=""),
            *map(_parameter, fields(_Everywhere)),
        ],
    )
)
