"""The buttons under *More*: corrections and decisions, from the selection and one question.

Each does what the command of the same name does, asks before it has changed anything, and can be taken back with `undo`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from bangxl.books.port import BookError, OpenBook, Selection
from bangxl.commands import corrections, people
from bangxl.commands.asking import agree, ask, ask_reason, fitting, needed
from bangxl.commands.by_hand import seat_by_hand, step_by_hand
from bangxl.commands.errors import USAGE, Reason, Refusal, explain
from bangxl.commands.missing import missing
from bangxl.commands.sealed import SealedDraw, commit, is_closed, next_draw, next_redraw
from bangxl.commands.seat import seat
from bangxl.commands.statement import statement
from bangxl.commands.undo import Agree, earlier_states, take_back
from bangxl.commands.undo import redo as redo_last
from bangxl.commands.workspace import Workspace, language_of, open_workspace
from bangxl.locale.catalog import Catalog, catalog
from bangxl.tournament.journal import names_logged
from bangxl.tournament.model import Game
from bangxl.tournament.progress import next_step
from bangxl.workbook import names
from bangxl.workbook.cells import Cells
from bangxl.workbook.messages import cell_of, display_names
from bangxl.workbook.words import YesNo, fold

Lines = tuple[str, ...]

MOST_PLACES: Final = 16
"""So many places of the standings fit into a question on the screen; the others are counted."""

LONGEST_NUMBER: Final = 6
"""Digits of the number of a state that are read."""

_RECORD: Final = re.compile(r"Round(\d{1,3})T(\d{1,3})")
_ROUND: Final = re.compile(r"Round(\d{1,3})(?:T\d{1,3})?")
_PLAIN: Final = re.compile(r"[^\d=,;+]+")
"""A name that can be recognised inside an answer."""
_ROUND_TABLE: Final = re.compile(r"[^\d=]*(\d{1,3})[^\d=]+(\d{1,3})[^\d=]*")
"""``2/1``, and whatever else has these two numbers: ``round 2, table 1``."""
_PAYOUT: Final = re.compile(r"[\s,]*([^=;]*?)\s*=\s*([-+]?\d+)(?=[\s,]|$)")


def seat_next(book: OpenBook) -> Lines:
    """Seat the next step. Before the standings become public, the person sees them and confirms.

    Where draws are public, the first click closes what is drawn and says its code; the second asks what the dice show, and draws.
    """

    def publish(workspace: Workspace, places: Sequence[str], lots: Sequence[str]) -> None:
        _ = workspace.text
        agree(book, [*_publication(workspace, places, lots), "", _("OK: publish them. Cancel: change nothing.")])

    value = ""
    if (waiting := _draw_of_the_room(book, next_draw)) is not None:
        workspace, draw = waiting
        if not is_closed(draw, workspace.log):
            return commit(book)
        _ = workspace.text
        text = _("{draw}, code {code}: what do the dice show, or which number was called? This value makes the draw.")
        question = text.format(draw=workspace.called(draw.stage), code=draw.code)
        value = workspace.contents.public_value or ask(book, question)
    return seat(book, public_value=value, agree=publish)


def _draw_of_the_room(book: OpenBook, find: Callable[[Workspace], SealedDraw | None]) -> tuple[Workspace, SealedDraw] | None:
    """The draw for which the room throws dice; None if there is none."""
    if Cells(book).word("Public_Draw", 0, YesNo) is not YesNo.YES:  # asked first: reading all of an open book takes its time
        return None
    workspace = open_workspace(book)
    draw = find(workspace)
    return None if draw is None or workspace.contents.rng_seed else (workspace, draw)


def close(book: OpenBook) -> Lines:
    """End the elimination phase with the rounds played, after showing the standings and asking for the reason."""
    shown: list[str] = []

    def look(workspace: Workspace, places: Sequence[str], lots: Sequence[str]) -> None:
        shown.extend(_publication(workspace, places, lots))

    def why(about: str) -> str:
        return ask_reason(book, about, catalog(language_of(book)), shown)

    return seat(book, close_early=True, reason=why, agree=look)


def _publication(workspace: Workspace, places: Sequence[str], lots: Sequence[str]) -> list[str]:
    _, shown = workspace.text, [*places[:MOST_PLACES]]
    if more := len(places) - len(shown):
        shown.append(_.plural("… and {more} more.", "… and {more} more.", more).format(more=more))
    return [_("These standings will become public:"), *shown, *lots]


def undo(book: OpenBook) -> Lines:
    """Undo the last command; it is asked first where something was typed since."""
    return take_back(book, None, _agreement(book)).lines


def redo(book: OpenBook) -> Lines:
    """Take back the last undo; it is asked first where something was typed since."""
    return redo_last(book, _agreement(book))


def earlier(book: OpenBook) -> Lines:
    """Go back to one of the earlier states, which are shown with their numbers."""
    states, _ = earlier_states(book), catalog(language_of(book))
    if not states:
        raise explain(BookError("nothing_to_undo"), str(book.path), _.language)
    question = fitting(_("Back to which state? Type its number."), [f"{lines}: {text}" for lines, text in states.items()])
    answer = ask(book, question)
    if not answer.isdecimal():
        raise Refusal(_("«{text}» is not clear. Type the number of a state.").format(text=answer), exit_code=USAGE)
    return take_back(book, int(answer[:LONGEST_NUMBER]), _agreement(book)).lines


def _agreement(book: OpenBook) -> Agree:
    return lambda _, lines: agree(book, lines)


def rename(book: OpenBook) -> Lines:
    """Correct the name of the selected player; if none is selected it is asked whose."""
    workspace = open_workspace(book)
    _, selected = workspace.text, _players_at(workspace, book.selected())
    whose = _("Whose name do you correct? Type the name as it was drawn, or the id.")
    who = selected[0] if len(selected) == 1 else ask(book, whose)
    drawn = names_logged(workspace.log).get(who, [who])[-1]
    here = next((one.name for one in workspace.tournament.players if one.id == who), drawn)
    name = ask(book, _("{name}: what is the right name?").format(name=drawn), here)
    return people.rename(book, who, name, _reason(book))


def redraw(book: OpenBook) -> Lines:
    """Draw the last round again; in two clicks where draws are public: the second asks for the value and the reason at once."""
    value, reason = "", _reason(book)
    if (waiting := _draw_of_the_room(book, next_redraw)) is not None:
        workspace, draw = waiting
        if not is_closed(draw, workspace.log):
            return commit(book)
        value = workspace.contents.public_value
        if not value:
            _ = workspace.text
            text = _(
                "{draw} again, code {code}: what do the dice show, or which number was called? Then a semicolon and the reason."
            )
            answer = ask(book, text.format(draw=workspace.called(draw.stage), code=draw.code), "; ")
            value, _semicolon, why = answer.partition(";")
            value, reason = value.strip(), needed(why, _)
    return corrections.redraw(book, reason, public_value=value)


def swap(book: OpenBook) -> Lines:
    """Let the two selected players change places, in the round of the sheet where the cursor is, else in the newest."""
    workspace = open_workspace(book)
    _, called = workspace.text, display_names(workspace.tournament.players)
    selection = book.selected()
    selected, sheet = _players_at(workspace, selection), _ROUND.fullmatch(selection.sheet)
    number = int(sheet[1]) if sheet else workspace.tournament.rounds_seated
    if len(selected) == 2:
        return corrections.swap(book, selected[0], selected[1], _reason(book), number)
    corrections.require_open_round(workspace, number)
    question = _("Who changes places, and why? Two names with a plus between them, a semicolon, the reason.")
    first = called.get(selected[0], "") if len(selected) == 1 else ""
    who, _semicolon, reason = ask(book, question, f"{first} + ; ").partition(";")
    one, _plus, other = who.partition("+")
    if not (one.strip() and other.strip()):
        raise Refusal(_("«{text}» is not clear. Type a name, a plus, another name.").format(text=who.strip()), exit_code=USAGE)
    return corrections.swap(book, one.strip(), other.strip(), needed(reason, _), number)


def reopen(book: OpenBook) -> Lines:
    """Open the game of this record sheet again; elsewhere, as the sheets of finished rounds are hidden, it is asked which."""
    workspace = open_workspace(book)
    if (place := _game_at(workspace, book.selected())) is not None:
        return _reopen(book, *place, _reason(book))
    _ = workspace.text
    corrections.require_closed_game(workspace)
    question = _("Which game do you reopen, and why? Round, a slash, table, a semicolon, the reason: 2/1; a role was wrong")
    game, _semicolon, reason = ask(book, question).partition(";")
    return _reopen(book, *_numbers(game, _), needed(reason, _))


def _reopen(book: OpenBook, number: int, table: int, reason: Reason) -> Lines:
    """Open the game, and put the cursor on its first input."""
    lines = corrections.reopen(book, number, table, reason)
    book.goto(*cell_of(book, names.on_record(number, table, "Character")))
    return lines


def rule(book: OpenBook) -> Lines:
    """Decide the game of this record sheet; elsewhere it is asked which."""

    def decide(workspace: Workspace, game: Game) -> tuple[str, Sequence[str]]:
        """Ask why, and what everybody at the table gets: by name, or by id where that could be mistaken."""
        _, called = workspace.text, display_names(workspace.tournament.players)
        people = [(seat.player, called.get(seat.player, "")) for seat in game.seats]
        own = corrections.played_amounts(workspace, game)
        offered = ", ".join(f"{name if _PLAIN.fullmatch(name) else player}={own.get(player, 0)}" for player, name in people)
        text = _(
            "You decide {sheet}. Type what each player gets, a semicolon and the reason. This replaces the entries on the sheet."
        )
        question = text.format(sheet=workspace.called(names.record_sheet(game.round, game.table)))
        answer = ask(book, question, f"{offered}; {workspace.tournament.reason_of(game)}")
        amounts, _semicolon, reason = answer.partition(";")
        payouts = _payouts(amounts, _)
        return needed(reason, _), payouts

    workspace = open_workspace(book)
    if (place := _game_at(workspace, book.selected())) is not None:
        return corrections.rule(book, *place, ask=decide)
    _ = workspace.text
    corrections.require_open_game(workspace)
    question = _("Which game do you decide, what does everybody get, and why? 2/1; Anna=2000, Bruno=0, …; the reason")
    game, _semicolon, rest = ask(book, question).partition(";")
    amounts, _semicolon, reason = rest.partition(";")
    return corrections.rule(book, *_numbers(game, _), needed(reason, _), _payouts(amounts, _))


def _payouts(text: str, _: Catalog) -> list[str]:
    """``Anna=2000, Bruno=0`` as the command takes it. Refusal (usage)."""
    if _PAYOUT.sub("", text).strip(" ,"):
        line = _("«{text}» is not clear. Type a name, =, a whole number; put a comma between players.")
        raise Refusal(line.format(text=text.strip()), exit_code=USAGE)
    return [f"{who}={dollars}" for who, dollars in _PAYOUT.findall(text)]


def _numbers(text: str, _: Catalog) -> tuple[int, int]:
    """``2/1``: round and table. Refusal (usage)."""
    if (match := _ROUND_TABLE.fullmatch(text)) is None:
        line = _("«{text}» is not clear. Type the number of the round, a slash, the number of the table, like 2/1.")
        raise Refusal(line.format(text=text.strip()), exit_code=USAGE)
    return int(match[1]), int(match[2])


def show_slip(book: OpenBook) -> Lines:
    """The selected player's own total."""
    workspace = open_workspace(book, reading_only=True)
    selected, _ = _players_at(workspace, book.selected()), workspace.text
    if not workspace.tournament.players:
        raise Refusal(*missing(workspace, next_step(workspace.state)))
    question = _("Whose statement? Type a name or part of it.")
    player = selected[0] if len(selected) == 1 else ask(book, question)
    if not player:
        raise Refusal(question, exit_code=USAGE)
    return statement(book, player)


def by_hand(book: OpenBook) -> Lines:
    """Seat the next round as it was drawn with playing cards, from a list in a file."""
    workspace = open_workspace(book)
    step_by_hand(workspace)
    _, folder = workspace.text, book.path.parent
    lists = sorted(folder.glob("*.csv"), key=lambda file: file.stat().st_mtime)
    default = lists[-1] if lists else folder / f"{book.path.stem}.csv"
    question = _("Draw by hand: which list says who sits where? A CSV file with the columns round, table, seat, player.")
    answer = ask(book, question, default.name)
    return seat_by_hand(book, folder / Path(answer).expanduser())


def _reason(book: OpenBook) -> Reason:
    return lambda about: ask_reason(book, about, catalog(language_of(book)))


def _game_at(workspace: Workspace, selection: Selection) -> tuple[int, int] | None:
    """Round and table of the record sheet on which the cursor is; None elsewhere."""
    record = _RECORD.fullmatch(selection.sheet)
    place = (int(record[1]), int(record[2])) if record else None
    return place if place in names.record_sheets(workspace.book.names) else None


def _players_at(workspace: Workspace, selection: Selection) -> list[str]:
    """The ids of the players whose names stand in the selected cells.

    If none does, of those whose lines are selected on the players' sheet or on a record sheet.
    """
    players, book = workspace.tournament.players, workspace.book
    called = display_names(players)
    by_text = {fold(text): player.id for player in players for text in (player.id, called.get(player.id, player.id))}
    texts = [fold(text) for text in selection.texts]
    if not by_text.keys() & {*texts}:
        for name in ("Players_Id", f"{selection.sheet}!Player"):
            ref = book.names.get(name)
            if ref is not None and ref.sheet == selection.sheet:
                values = book.read(name)
                texts += [fold(str(values[row - ref.first])) for row in selection.rows if 0 <= row - ref.first < len(values)]
    return [*dict.fromkeys(by_text[text] for text in texts if text in by_text)]
