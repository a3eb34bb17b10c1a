"""`bangxl new`: an empty workbook with every sheet that it will ever need; `bangxl rulebooks`: the known regulations."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from bangxl import limits
from bangxl.books import files
from bangxl.books.closed import MACROS, ClosedBook
from bangxl.books.port import NO_CHANGES
from bangxl.commands.entry_list import NO_ANSWERS, Answers, Asked, Entries, entry_list
from bangxl.commands.errors import USAGE, Refusal, book_refusals, rulebook_refusals
from bangxl.commands.next_step import no_tables_line, where_chart_ends
from bangxl.commands.setup import cloud_service, this_computer
from bangxl.commands.workspace import guessed_language, log_entry, require_language, save_changes
from bangxl.interchange.dump import Json
from bangxl.interchange.picture import read_picture
from bangxl.locale.catalog import Catalog, catalog
from bangxl.rulebooks.loader import load, rulebook_ids, taken_from_base
from bangxl.sheets.build import build, offer_names
from bangxl.sheets.context import TABS
from bangxl.tournament.checks.entries import names_alike, names_blank_or_equal, not_to_be_kept_apart
from bangxl.tournament.compositions import table_sizes
from bangxl.tournament.journal import LogEntry
from bangxl.tournament.model import Tournament
from bangxl.tournament.options import APART, apart_text, is_allowed
from bangxl.tournament.rulebook import Rulebook
from bangxl.tournament.state import State
from bangxl.vba.ribbon import macro_parts
from bangxl.workbook import names
from bangxl.workbook.logbook import with_log
from bangxl.workbook.notices import sentence
from bangxl.workbook.read import ListRows
from bangxl.workbook.words import fold, option_codes_in_all_languages, option_text
from bangxl.workbook.write import cells_for, changes

DEFAULT_PLACES = 50
"""Places in a workbook, unless more are asked for: the regulations' charts end there."""

WALK_INS = 4
"""Places that stay free for those who come without an entry; of a long list a tenth."""

_SHOWN = 3
"""Names that are shown from each end of a list."""

EXAMPLES = {"composition": "6,6,5", "games": "10"}
"""How an option is written that has no list of values."""

_LONGEST_NUMBER = 9
"""Digits of a number of places that are read: it is too large anyway."""


def new(
    path: Path,
    rulebook_id: str,
    *,
    language: str = "",
    players: str = "",
    answers: Answers = NO_ANSWERS,
    options: Sequence[str] = (),
    known: Path | None = None,
    fee: int | None = None,
    four_eyes: bool = False,
    logo: Path | None = None,
) -> tuple[str, ...]:
    """Make a workbook. ``players`` is a number of places, or the path of a list of names: CSV, or a workbook.

    ``answers`` say what of the list to take: Asked, with the commands to go on with, where it would have to choose. ``known``: a
    folder of reports, whose names it offers. ``fee``: what everybody pays at the door; None: no fees. ``four_eyes``: a second
    person compares every record sheet with the paper. ``logo``: the organiser's, which all that is printed or public shows.
    """
    rulebook = require_rulebook(rulebook_id, language)
    spoken, told = language_for(language, rulebook), language or guessed_language()
    _ = catalog(told)
    kept, typed = _fee(fee, rulebook, spoken, _)
    shown = None if logo is None else _logo(logo, told)
    number = re.fullmatch(r"\s*-?\d+\s*", players) is not None
    try:
        entries, remarks = Entries((), ()) if number or not players else entry_list(Path(players), told, answers)
    except Asked as asked:
        said = {"rulebook": rulebook_id, "language": language, "players": players, "option": options, "known": known}
        more = {"fee": "" if fee is None else str(fee), "four-eyes": four_eyes, "logo": logo}
        asked.lines = [*asked.lines, *commands_to_go_on(asked, path, {**said, **more})]
        raise
    most = min(max(DEFAULT_PLACES, rulebook.minimum_players), rulebook.maximum_players)
    walk_ins = min(len(entries) + max(WALK_INS, -(-len(entries) // 10)), rulebook.maximum_players)
    places = int(players[:_LONGEST_NUMBER]) if number else max(most, len(entries), walk_ins if entries else 0)
    if not rulebook.minimum_players <= places <= rulebook.maximum_players:
        raise no_places(places, rulebook, _)
    values = option_values(options, rulebook, told)
    values |= {APART: apart_text(values[APART], entries)} if APART in values else {}
    made = Tournament(rulebook.id, spoken, options=values, players=entries, entry_fee=kept, compared={} if four_eyes else None)
    state = State(replace(made, logo=shown), rulebook)
    if wrong := [sentence(finding, told, {}) for finding in not_to_be_kept_apart(state)]:
        raise Refusal(*(_("Option {key}: {problem}").format(key=APART, problem=one) for one in wrong), exit_code=USAGE)
    offered: Mapping[str, str] = {}
    if known:
        from bangxl.commands.earlier_people import known_people  # noqa: PLC0415 - it reads reports, which few need here

        offered = known_people(known, _)
    create_workbook(path, state, places, [log_entry("new", stage=rulebook.id)], offered)
    lines = _ready_lines(path, [player.name for player in entries], _)
    lines += [*notes_on_rulebook(rulebook, _, values), *typed]
    lines += [_("Names that the workbook offers while you type: {count}.").format(count=len(offered))] if offered else []
    if 0 < len(entries) < (fewest := rulebook.minimum_players):
        lines.append(_("This regulation needs {fewest} players at least: type the others below them.").format(fewest=fewest))
    if gaps := ", ".join(str(n) for n in range(rulebook.minimum_players, places + 1) if not table_sizes(rulebook, n)):
        lines.append(_("There are no tables for these numbers of players: {numbers}.").format(numbers=gaps))
    alike = [one for one in (*names_blank_or_equal(state), *names_alike(state)) if "name" in one.values]
    lines += {fold(str(one.values["name"])): sentence(one, told, {}) for one in alike}.values()  # of several lines the last one
    lines += remarks
    return (*lines, *_in_the_cloud(path, _))


def notes_on_rulebook(rulebook: Rulebook, _: Catalog, chosen: Mapping[str, str] = MappingProxyType({})) -> Iterator[str]:
    """Of a referee's file: what it takes from its base as it is, and what is not played unless somebody chooses it."""
    if keys := taken_from_base(rulebook.text):
        yield _("Unchanged from the base: {keys}.").format(keys=keys)
    if not rulebook.text:
        return
    counts, score = range(rulebook.minimum_players, rulebook.maximum_players + 1), rulebook.score
    unequal = any(len({*table_sizes(rulebook, count)}) > 1 for count in counts if rulebook.fixed_tables)
    if unequal and not (score.per_game or score.once or score.factor):
        yield _("Larger tables play more games, and the score is their sum. To divide it, write standings.per_game = true.")
    amounts = (*rulebook.prizes.values(), rulebook.fee_shares)
    if any(list(one) != sorted(one, reverse=True) for one in amounts):
        yield _("Prizes rise from one place to the next. If that is wrong, correct [prizes].")
    for key, option in rulebook.options.items():
        if option.default == "false" and chosen.get(key) != "true":
            text = _("{key}: played only if chosen on the tournament sheet, or with {choice}.")
            yield text.format(key=key, choice=f"--option {key}=yes")


def _fee(fee: int | None, rulebook: Rulebook, spoken: str, _: Catalog) -> tuple[int | None, list[str]]:
    """The fee to keep, and where to type amounts if prizes need fees and none is fixed. Refusal (usage) for what is no fee."""
    if not 0 <= (fee or 0) < 10**limits.FEE:
        raise Refusal(_("{fee}: the entry fee is a whole amount of at most 7 digits.").format(fee=fee), exit_code=USAGE)
    if fee is not None or not rulebook.fee_shares:
        return fee, []
    text = _("The entry fees pay this regulation's prizes: type on «{sheet}» what each has paid, or make it anew with {--fee N}.")
    return 0, [text.format(sheet=catalog(spoken)(TABS["players"]))]


def _logo(path: Path, language: str) -> bytes:
    """The picture in a file. Refusal (usage) for one that cannot be shown or printed."""
    try:
        with book_refusals(path, language):
            one = read_picture(data := files.read_file(path))
        if not one.samples:
            from bangxl.paper.sheet import logo_on_paper  # noqa: PLC0415 - fpdf2 takes a while, and few have an SVG

            logo_on_paper(data)
    except ValueError as error:
        raise Refusal(f"{path}: {catalog(language)(str(error))}", exit_code=USAGE) from None
    return data


def _ready_lines(path: Path, entered: Sequence[str], _: Catalog) -> list[str]:
    """What to do next; with the first and the last of the names it is seen that the list was understood."""
    if not entered:
        return [_("{path} is ready. Type the players' names, then run {bangxl seat}.").format(path=path)]
    shown = entered if len(entered) <= 2 * _SHOWN else [*entered[:_SHOWN], "…", *entered[-_SHOWN:]]
    listed = _("Players in the list: {count} ({names}).").format(count=len(entered), names=", ".join(shown))
    return [_("{path} is ready, with the names: mark who is absent, then run {bangxl seat}.").format(path=path), listed]


def _in_the_cloud(path: Path, _: Catalog) -> Iterator[str]:
    """A warning: nothing is refused there, but a day's work is at risk."""
    if service := cloud_service(path.resolve(), this_computer()):
        text = _(
            "Careful: {service} keeps this folder in the cloud. Move the workbook to a folder that is only on"
            " this computer. If you cannot, switch off AutoSave in Excel and pause {service} until the"
            " tournament is over."
        )
        yield text.format(service=service)


def commands_to_go_on(asked: Asked, path: Path, said: Mapping[str, object]) -> Iterator[str]:
    """The commands that go on with a list, each below what it does."""
    for text, way in asked.ways.items():
        given = [(key, one) for key, value in {**said, **way._asdict()}.items() if value
                 for one in (value if isinstance(value, list | tuple) else [value])]  # fmt: skip
        words = [str(path), *(word for key, one in given for word in (f"--{key}", *([] if one is True else [str(one)])))]
        quoted = (word if re.fullmatch(r"[\w@%+=:,./\\-]+", word) else '"' + word.replace('"', '""') + '"' for word in words)
        yield f"{text}:"
        yield f"  bangxl new {' '.join(quoted)}"


def require_rulebook(rulebook_id: str, language: str) -> Rulebook:
    """The regulation. Raises RulebookError if it is wrong, or with a language a refusal (usage)."""
    with rulebook_refusals(language):
        return load(rulebook_id)


def no_places(places: int, rulebook: Rulebook, _: Catalog) -> Refusal:
    """The refusal of a number of players that the regulation does not allow or has no tables for."""
    if rulebook.minimum_players <= places <= rulebook.maximum_players:
        return Refusal(no_tables_line(rulebook, places, _), exit_code=USAGE)
    text = _("{places} players: this regulation is for {few} to {many}.")
    line = text.format(places=places, few=rulebook.minimum_players, many=rulebook.maximum_players)
    return Refusal(" ".join([line, *where_chart_ends(rulebook, _)]), exit_code=USAGE)


def create_workbook(
    path: Path, state: State, places: int, log: Sequence[LogEntry], known: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Build a workbook, put the facts in, save; an .xlsm with its macros and ribbon. ``known``: what `offer_names` offers.

    Before the first draw, nobody is marked present unless somebody is absent. Refusal (usage) where it would be too large.
    """
    _ = catalog(guessed_language())
    extent = names.extent(state.rulebook, places)
    sheets = max(extent.rounds, state.tournament.rounds_seated) * extent.tables + sum(extent.stages)
    if sheets > limits.RECORD_SHEETS:
        text = _("A workbook for {places} places needs {sheets} record sheets; at most {most} are possible. Choose fewer places.")
        raise Refusal(text.format(places=places, sheets=sheets, most=limits.RECORD_SHEETS), exit_code=USAGE)
    with book_refusals(path, _.language):
        book = empty_book(path, state, places, known)
        state = replace(state, journal=replace(state.journal, entries=tuple(log)))
        todo = changes(NO_CHANGES, cells_for(state, ListRows(places=places)), book)
        cells = dict(todo.cells)
        if not state.tournament.games and all(player.present for player in state.tournament.players):
            cells = {cell: value for cell, value in cells.items() if cell[0] != "Players_Present"}
        save_changes(book, "new", with_log(replace(todo, cells=cells), log, 0, state), path, _.language)


def empty_book(path: Path, state: State, places: int, known: Mapping[str, str]) -> ClosedBook:
    """A workbook without any facts; its file comes with ``save``."""
    _ = catalog(state.tournament.language)
    workbook = build(state.rulebook, _, places, state.tournament.rounds_seated, state.tournament.extras)
    if known:
        offer_names(workbook, _, known)
    has_macros, league = path.suffix.lower() == MACROS, state.rulebook.league is not None
    return ClosedBook.create(path, workbook, macro_parts(_, league=league) if has_macros else {})


def language_for(language: str, rulebook: Rulebook) -> str:
    """The language asked for, else the regulation's."""
    return require_language(language or rulebook.language)


def option_values(options: Sequence[str], rulebook: Rulebook, language: str) -> dict[str, str]:
    """Options given as KEY=VALUE; the others get their defaults."""
    _, codes = catalog(language), option_codes_in_all_languages()
    values = {key: option.default for key, option in rulebook.options.items()}
    for text in options:
        key, _equals, value = text.partition("=")
        option = rulebook.options.get(key)
        code = codes.get(fold(value), value) if option and option.values else option_text(key, value.strip())
        if option is None:
            line = _("Unknown option {key}. This regulation has: {known}.").format(key=key, known=", ".join(values))
            raise Refusal(line, exit_code=USAGE)
        if option.values and code not in option.values:
            line = _("Option {key}: «{value}» is not possible. Choose from: {known}.")
            raise Refusal(line.format(key=key, value=value, known=", ".join(option.values)), exit_code=USAGE)
        if key != APART and not is_allowed(rulebook, key, code):
            line = _("Option {key}: bangxl cannot read «{value}». Write it like {example}.")
            raise Refusal(line.format(key=key, value=value, example=EXAMPLES[key]), exit_code=USAGE)
        values[key] = code
    return {key: value for key, value in values.items() if value}


def rulebooks() -> tuple[list[str], list[Json]]:
    """The regulations that come with bangxl, for people a line each, and for programs."""
    _ = catalog(guessed_language())
    lines, data = list[str](), list[Json]()
    for rulebook in map(load, rulebook_ids()):
        source = rulebook.source
        players = {"minimum_players": rulebook.minimum_players, "maximum_players": rulebook.maximum_players}
        about = {"id": rulebook.id, "title": rulebook.title, "language": rulebook.language, **players}
        data.append({**about, "source": source.title, "edition": source.edition, "published": source.published})
        day = f"({_.day(source.published)})" if source.published else ""
        edition = " ".join(filter(None, (f"{source.title}{',' if source.edition else ''}", source.edition, day)))
        places = _("For {few}–{many} players.").format(few=rulebook.minimum_players, many=rulebook.maximum_players)
        lines.append(f"{rulebook.id}  {rulebook.title}: {edition}. {places}")
    return lines, data
