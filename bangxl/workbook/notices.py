"""Findings as sentences for people: what is wrong and what to do. Sheet and cell are beside them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bangxl.books.port import Book
from bangxl.books.references import address, is_address
from bangxl.locale.catalog import N_, catalog, sentences
from bangxl.tournament.compositions import read_composition
from bangxl.tournament.drawing import audit_rounds
from bangxl.tournament.findings import KINDS, At, Finding, Severity
from bangxl.tournament.identity import BLANKS
from bangxl.tournament.journal import GamePlace, reopened_games
from bangxl.tournament.model import EventType, Moment, Outcome, Role, Status
from bangxl.tournament.options import UNFROZEN
from bangxl.tournament.progress import objections
from bangxl.tournament.roster import entrants
from bangxl.tournament.rulebook import DOLLAR, Rulebook
from bangxl.tournament.state import State, derived
from bangxl.workbook.names import pointed_name
from bangxl.workbook.read import Contents, ListRows
from bangxl.workbook.titles import display_names, joined_titles, tab_title
from bangxl.workbook.words import WORDS, option_word, sizes_in_print, word

_SENTENCES: Final = sentences("bangxl.workbook")

REASONS: Final[Mapping[str, str]] = _SENTENCES["reasons"]
"""Why an end of a game is impossible, a character cannot be kept, or a result does not count."""

LACKED: Final[Mapping[str, str]] = _SENTENCES["missing"]
"""What a line of the events, or the first sheet, lacks."""

_ABSENT: Final[Mapping[str, tuple[str, str]]] = {
    "late_entry": (
        N_("There is no result yet: {bangxl redraw} seats this player."),
        N_("This player can no longer get a seat: mark them absent."),
    ),
    "absent_but_seated": (
        N_("There is no result yet: {bangxl redraw} leaves this player out."),
        N_("Add a withdrawal, or type «yes»."),
    ),
}
"""What to do about who came late and who did not come, while the first round can be drawn again, and later."""

CALLED: Final = frozenset({"stage", "stages", "game", "match"})
"""Values of findings that may be sheets or duels in code form."""


@derived
def _called(state: State) -> Mapping[str, str]:
    return display_names(state.tournament.players)


def sentence(finding: Finding, language: str, names: Mapping[str, str], unit: str = DOLLAR) -> str:
    """A finding in a language. ``names`` are the players' names (`display_names`), ``unit`` the unit of amounts."""
    kind = KINDS[finding.code]
    people = {} if "numbered" in kind.tags else names
    values = {key: value_text(key, value, language, people) for key, value in finding.values.items()}
    return catalog(language).counting(unit)(kind.sentence).format(**values)


def value_text(key: str, value: object, language: str, names: Mapping[str, str]) -> str:
    """A value of a finding as people read it: words translated, players by name."""
    match key, value:
        case _, Role() | Outcome() | Status() | EventType() | Moment():
            return word(value, language)
        case "known" | "events", type() | tuple():
            return ", ".join(word(code, language) for code in (WORDS[value] if isinstance(value, type) else value))
        case "before" | "known", str():
            return ", ".join(option_word(part, language) for part in value.split(", "))
        case "sizes", str() if value.count("+") > 7:
            value = sizes_in_print(read_composition(value))  # a hall of 126
        case "player" | "expected", str():
            return " – ".join(names.get(part) or part for part in value.split(" – "))
        case "text" | "value", str():  # what nobody sees, and no formula passes over: a tab, a line's end, a thin space
            value = "".join(one if one in BLANKS or one.isprintable() else f"[U+{ord(one):04X}]" for one in value)
        case "reason" | "missing", str() if value in REASONS or value in LACKED:
            return catalog(language)(REASONS.get(value) or LACKED[value])
    return catalog(language).number(value) if type(value) is int else str(value)


def official_note(state: State, language: str, *, brief: bool = False) -> str:
    """Valid or not, and why, in a language (Italy 2007, Campionato nazionale; Punteggio ufficiale).

    ``brief`` gives no reason why a result is valid.
    """
    _, conditions = catalog(language), state.rulebook.official
    if why := [_(REASONS[code]) for code in objections(state)]:
        return _("no: {reason}").format(reason=" ".join(why))
    if brief:
        return _("valid")
    if conditions.minimum_players:
        text = _("valid: {players} players took part, at least {minimum} are needed")
        return text.format(players=len(entrants(state)), minimum=conditions.minimum_players)
    if conditions.equal_sheriffs:
        return _("valid: as many games as the regulation asks, everybody Sheriff equally often")
    return _("valid: the regulation sets no condition")


@dataclass(frozen=True, slots=True)
class Notice:
    """A finding ready to be shown: its sentence, its sheet and cell."""

    finding: Finding
    sheet: str
    cell: str
    text: str
    called: str = ""
    """The sheet with its tab and as people call it."""
    cells: tuple[str, ...] = ()
    """All the cells that it is about, where they are more than one."""
    hidden: bool = False
    """Whether nobody sees the sheet: then people are not told of it."""

    def __str__(self) -> str:
        if self.hidden:
            return self.text
        where = " ".join(part for part in (self.called or self.sheet, self.cell) if part)
        return f"{where}: {self.text}" if where else self.text


def notice(finding: Finding, contents: Contents, book: Book, language: str) -> Notice:
    """A finding with its place in this book."""
    sheet, cell = sheet_and_cell(finding.at, book)
    text = sentence(as_called(finding, language, contents.rulebook), language, _called(contents), contents.rulebook.unit)
    text = " ".join([text, *way_out(finding, contents, language)])
    cells = finding.values.get("cells")
    cells = tuple(sheet_and_cell(one, book)[1] for one in cells if isinstance(one, At)) if isinstance(cells, tuple | list) else ()
    hidden = cell != "" and sheet == cell_of(book, "Player_Word")[0]
    return Notice(finding, sheet, cell, text, tab_title(sheet, language, contents.rulebook), cells, hidden)


def way_out(finding: Finding, state: State, language: str) -> Iterator[str]:
    """What to do where the cell of a finding is locked, or where nothing that was typed is wrong."""
    _, at, kind, tournament = catalog(language), finding.at, KINDS[finding.code], state.tournament
    if finding.severity is Severity.NOTE or "calm" in kind.tags:
        return
    over, follows = tournament.is_over, "follows" in kind.tags and (at.round or 0) > 1
    later_stage = at.stage is not None and (over or at.stage < tournament.stages_seated)
    if at.name == "Player" and "seats" in kind.tags:
        yield _("Use {bangxl swap}, or unprotect the sheet (there is no password) and type the players as on the round's sheet.")
    elif "locked" in kind.tags or (at.name.removeprefix("Option_") in _frozen(state) and finding.severity is Severity.ERROR):
        yield _("To change this, unprotect the sheet. There is no password.")
    elif finding.code in _ABSENT:
        games = tournament.games
        is_over = over or tournament.rounds_seated > 1 or any(game.has_result for game in games)
        yield _(_ABSENT[finding.code][is_over])
    elif "{bangxl" in kind.sentence:
        return
    elif (at.round, at.table) in _closed_games(state):
        closed = N_("This game is closed: {bangxl reopen} opens it.")
        accept = N_(
            "This game is closed. Use {bangxl reopen}, then correct it; or if everything was played like this,"
            " accept it with {bangxl rule}: a reason, no amounts."
        )
        yield _(accept if follows else closed)
    elif later_stage or (over and at.name.startswith("Finals_")):
        yield _("Later steps depend on this: take them back first, with {bangxl undo}.")
    elif follows:
        yield _("If everything was played like this, accept it with {bangxl rule}: a reason, no amounts.")


@derived
def _closed_games(state: State) -> frozenset[GamePlace]:
    closed = {(game.round, game.table) for game in state.tournament.games if state.tournament.is_closed(game)}
    return frozenset(closed - reopened_games(state.journal))


@derived
def _frozen(state: State) -> frozenset[str]:
    return frozenset(state.rulebook.options.keys() - UNFROZEN) if state.tournament.games else frozenset()


def as_called(finding: Finding, language: str, rulebook: Rulebook) -> Finding:
    """The finding with rounds, games and duels as people call them: «Semifinal 1, Semifinal 2» for SF1+SF2."""
    codes = {key: value for key in CALLED if isinstance(value := finding.values.get(key), str)}
    titles = {key: joined_titles(value, language, rulebook) for key, value in codes.items()}
    return replace(finding, values={**finding.values, **titles})


def moved_to_row(finding: Finding, rows: ListRows) -> Finding:
    """A finding of the checks, which count players and events, where their lines stand: people leave lines blank."""
    at, prefix = finding.at, finding.at.name.partition("_")[0]
    if prefix == "Players":
        is_new = finding.code == "name_gone" and at.index == len(rows.players)
        row = rows.free(str(finding.values["number"])) if is_new else rows.player(at.index)
        return replace(finding, at=replace(at, index=row))
    return replace(finding, at=replace(at, index=rows.event(at.index))) if prefix == "Events" else finding


def sheet_and_cell(at: At, book: Book) -> tuple[str, str]:
    """Sheet and cell (``Round1T1``, ``F9``); the cell is "" where the book lacks the name."""
    return cell_of(book, pointed_name(at), at.index)


def cell_of(book: Book, name: str, index: int = 0) -> tuple[str, str]:
    """Sheet and cell of a name, or of ``Standings!E7``; the cell is "" where the book lacks the name, and so may the sheet be."""
    ref = book.names.get(name)
    if ref is None:
        sheet, _mark, cell = name.rpartition("!")
        return sheet, cell if is_address(cell) else ""
    return ref.sheet, address(min(ref.first + index, ref.last), ref.column)


def audit_line(state: State, language: str) -> str:
    """How often people met again, from the second round on."""
    _ = catalog(language)
    quality = audit_rounds(state, state.tournament.rounds_seated).quality
    text = _.plural(
        "{rematches} rematch so far; about {expected} in a random draw.",
        "{rematches} rematches so far; about {expected} in a random draw.",
        quality.rematches,
    )
    if quality.best is not None:
        text = _.plural(
            "{rematches} rematch; best known {best}; about {expected} in a random draw.",
            "{rematches} rematches; best known {best}; about {expected} in a random draw.",
            quality.rematches,
        )
    return text.format(rematches=quality.rematches, expected=round(quality.expected), best=quality.best)


def seats_line(state: State, language: str = "") -> str:
    """How often people sat side by side again, and in the same seat again, from the second round on."""
    quality = audit_rounds(state, state.tournament.rounds_seated).quality
    _ = catalog(language or state.tournament.language)
    fewest = (
        _("Neighbours again: {count}, the fewest possible; about {expected} in a random draw."),
        _("Same seat again: {count}, the fewest possible; about {expected} in a random draw."),
    )
    usual = (
        _("Neighbours again: {count}; about {expected} in a random draw."),
        _("Same seat again: {count}; about {expected} in a random draw."),
    )
    both = (quality.neighbours, quality.chairs)
    texts = [best if again.count == again.fewest else text for best, text, again in zip(fewest, usual, both, strict=True)]
    return " ".join(text.format(count=one.count, expected=round(one.expected)) for text, one in zip(texts, both, strict=True))
