"""The buttons that ask: draws, corrections and decisions, from the selection and a form for the rest.

Each does what the command of the same name does, asks before it has changed anything, and can be taken back with `undo`.
"""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from bangxl.books.port import OpenBook, Prompt, Selection
from bangxl.commands import corrections, people
from bangxl.commands.asking import agree, ask_reason, fill_in
from bangxl.commands.by_hand import seat_by_hand, step_by_hand
from bangxl.commands.commit import Commitment, commit, is_committed, next_commitment
from bangxl.commands.errors import USAGE, Reason, Refusal
from bangxl.commands.forms import LABELS, form
from bangxl.commands.next_step import missing_lines
from bangxl.commands.raffle import raffle
from bangxl.commands.seat import seat
from bangxl.commands.statement import statement
from bangxl.commands.tonight import tonight
from bangxl.commands.undo import earlier_copies, redo, undo
from bangxl.commands.workspace import Workspace, language_of, open_workspace
from bangxl.locale.catalog import Catalog, catalog
from bangxl.tournament.journal import names_logged
from bangxl.tournament.model import Game, game_code, sheet_numbers
from bangxl.tournament.progress import next_step
from bangxl.workbook import names
from bangxl.workbook.cells import Cells
from bangxl.workbook.notices import cell_of
from bangxl.workbook.titles import display_names
from bangxl.workbook.words import YesNo, fold

_Lines = tuple[str, ...]


def click_seat(book: OpenBook) -> _Lines:
    """Seat the next step; it is asked first as `seat` says.

    Where draws are public, the first click commits to the draw and says its code; the second asks what the dice show, and draws.
    """
    waiting = _draw_of_the_room(book)
    if waiting is None:
        return seat(book, agree=partial(agree, book))
    workspace, commitment = waiting
    if not is_committed(commitment, workspace.log):
        return commit(book, partial(agree, book))
    _ = workspace.catalog
    text = _("{draw}, code {code}: what do the dice show, or which number was called? This value makes the draw.")
    question = text.format(draw=workspace.called(commitment.logged), code=commitment.code)
    return fill_in(book, _, question, form("seat", _), lambda value: seat(book, public_value=value, agree=partial(agree, book)))


def _draw_of_the_room(book: OpenBook, *, again: bool = False) -> tuple[Workspace, Commitment] | None:
    """The draw that waits for its code, or for dice that the room throws; None if there is none, or what they show was typed."""
    if Cells(book).word("Public_Draw", 0, YesNo) is not YesNo.YES:  # asked first: reading all of an open book takes its time
        return None
    workspace = open_workspace(book)
    commitment, typed = next_commitment(workspace, again=again), workspace.contents
    is_ready = typed.rng_seed or (commitment is not None and typed.public_value and is_committed(commitment, workspace.log))
    return None if commitment is None or is_ready else (workspace, commitment)


def click_close(book: OpenBook) -> _Lines:
    """End the elimination phase with the rounds played, after showing the standings and asking for the reason."""
    shown: list[str] = []

    def why(about: str) -> str:
        return ask_reason(book, about, catalog(language_of(book)), shown)

    return seat(book, close_early=True, reason=why, agree=lambda _, lines: shown.extend(lines))


def click_tonight(book: OpenBook) -> _Lines:
    """Mark for the next draw of a league who sat in the last round, after showing them."""
    return tonight(book, same=True, agree=partial(agree, book))


def click_raffle(book: OpenBook) -> _Lines:
    """Draw a door prize, after asking what it is."""
    _, label = catalog(language_of(book)), LABELS["prize"]
    return fill_in(book, _, _("What is the prize?"), [Prompt(_(label))], partial(raffle, book))


def click_undo(book: OpenBook) -> _Lines:
    """Undo the last command; it is asked first where something was typed since, or which history is this file's."""
    try:
        return undo(book, None, partial(agree, book)).lines
    except Refusal as refusal:
        histories = refusal.data["histories"] if isinstance(refusal.data, dict) else ()
        if not histories:
            raise
        _, question = catalog(language_of(book)), "\n".join(refusal.lines)

    def go(chosen: str) -> _Lines:
        return undo(book, None, partial(agree, book), Path(chosen)).lines

    return fill_in(book, _, question, [Prompt(_("Folder"), choices=histories)], go)


def click_redo(book: OpenBook) -> _Lines:
    """Take back the last undo; it is asked first where something was typed since."""
    return redo(book, partial(agree, book))


def click_earlier(book: OpenBook) -> _Lines:
    """Go back to one of the earlier copies, which are shown with their numbers."""
    copies, _ = earlier_copies(book), catalog(language_of(book))
    choices = [f"{lines}: {text}" for lines, text in copies.items()]

    def go(answer: str) -> _Lines:
        return undo(book, _number(answer.partition(":")[0], _), partial(agree, book)).lines

    return fill_in(book, _, _("Which copy do you want back? Type its number."), [Prompt(_("State"), choices=choices)], go)


def click_rename(book: OpenBook) -> _Lines:
    """Correct the name of the selected player; if none is selected it is asked whose."""
    workspace = open_workspace(book)
    _, selected = workspace.catalog, _players_at(workspace, book.selected())
    drawn = {player: called[-1] for player, called in names_logged(workspace.log).items()}
    if len(selected) != 1:
        whose = _("Whose name do you want to correct? Type the name as it was drawn, or the id.")
        fields = form("rename", _, offered={"player": [*drawn.values()]})
        return fill_in(book, _, whose, fields, lambda who, name, why: people.rename(book, who, name, why))
    [who] = selected
    here = next((one.name for one in workspace.tournament.players if one.id == who), "")
    question = _("{name}: what is the right name?").format(name=drawn.get(who, who))
    fields = form("rename", _, {"name": here or drawn.get(who, "")})[1:]
    return fill_in(book, _, question, fields, lambda name, why: people.rename(book, who, name, why))


def click_redraw(book: OpenBook) -> _Lines:
    """Draw the last round again; in two clicks where draws are public: the second asks for the value and the reason at once."""
    waiting = _draw_of_the_room(book, again=True)
    if waiting is None:
        return corrections.redraw(book, _reason(book))
    workspace, commitment = waiting
    if not is_committed(commitment, workspace.log):
        return commit(book)
    _ = workspace.catalog
    text = _("{draw} again, code {code}: what do the dice show, or which number was called? And why do you draw again?")
    question = text.format(draw=workspace.called(commitment.logged), code=commitment.code)
    fields = [*form("seat", _), *form("redraw", _)]
    return fill_in(book, _, question, fields, lambda value, why: corrections.redraw(book, why, public_value=value))


def click_swap(book: OpenBook) -> _Lines:
    """Let the two selected players change places, in the round of the sheet where the cursor is, else in the newest."""
    workspace = open_workspace(book)
    _, called = workspace.catalog, display_names(workspace.tournament.players)
    selection = book.selected()
    selected, sheet = _players_at(workspace, selection), sheet_numbers(selection.sheet)
    number = sheet[0] if sheet else workspace.tournament.rounds_seated
    if len(selected) == 2:
        return corrections.swap(book, selected[0], selected[1], _reason(book), number)
    corrections.require_open_round(workspace, number)
    question = _("Round {round}: who changes places with whom, and why? A surname or an id is enough.").format(round=number)
    seated = [called.get(seat.player, seat.player) for game in workspace.tournament.round(number) for seat in game.seats]
    known = {"one": called.get(selected[0], "")} if len(selected) == 1 else {}
    fields = form("swap", _, known, {"one": sorted(seated), "other": sorted(seated)})
    return fill_in(book, _, question, fields, lambda one, other, why: corrections.swap(book, one, other, why, number))


def click_reopen(book: OpenBook) -> _Lines:
    """Open the game of this record sheet again; elsewhere, as the sheets of finished rounds are hidden, it is asked which."""
    workspace = open_workspace(book)
    if (place := _game_at(workspace, book.selected())) is not None:
        return _reopen(book, *place, _reason(book))
    _, tournament = workspace.catalog, workspace.tournament
    closed = [game for game in tournament.games if tournament.is_closed(game) or game.is_ruled]
    if not closed:
        raise Refusal(_("No game is closed yet. Correct an open sheet directly in the workbook."))

    def act(number: str, table: str, why: str) -> _Lines:
        return _reopen(book, _number(number, _), _number(table, _), why)

    known = {"round": str(closed[-1].round)}
    return fill_in(book, _, _("Which game do you want to reopen, and why?"), form("reopen", _, known, _places(closed)), act)


def _reopen(book: OpenBook, number: int, table: int, reason: Reason) -> _Lines:
    lines = corrections.reopen(book, number, table, reason)
    book.goto(*cell_of(book, names.on_record(number, table, "Character")))
    return lines


def click_rule(book: OpenBook) -> _Lines:
    """Decide the game of this record sheet; elsewhere it is asked which."""
    workspace = open_workspace(book)
    if (place := _game_at(workspace, book.selected())) is not None:
        return _decide(book, *place)
    _, tournament = workspace.catalog, workspace.tournament
    corrections.require_open_game(workspace)
    fields = form("rule", _, {"round": str(tournament.rounds_seated)}, _places(tournament.games))[:2]
    question = _("Which game do you want to decide?")
    return fill_in(book, _, question, fields, lambda number, table: _decide(book, _number(number, _), _number(table, _)))


def _decide(book: OpenBook, number: int, table: int) -> _Lines:
    """Ask what everybody at the table gets, which is offered as the sheet has it, and why."""
    workspace = open_workspace(book)
    _, game = workspace.catalog, corrections.open_game(workspace, number, table)
    called, own = display_names(workspace.tournament.players), corrections.played_amounts(workspace, game)
    players = [seat.player for seat in game.seats]
    amounts = [Prompt(called.get(player, player), str(own.get(player, 0))) for player in players]
    text = _("You decide {sheet}: what does each player get, and why? This replaces the entries on the sheet.")
    question = text.format(sheet=workspace.sheet(game_code(number, table)))
    reason = form("close", _, {"reason": workspace.tournament.reason_of(game)})

    def act(*answers: str) -> _Lines:
        payouts = [f"{player}={dollars}" for player, dollars in zip(players, answers, strict=False)]
        return corrections.rule(book, number, table, answers[-1], payouts)

    return fill_in(book, _, question, [*amounts, *reason], act)


def _places(games: Iterable[Game]) -> dict[str, list[str]]:
    places = [(game.round, game.table) for game in games]
    return {"round": [*map(str, sorted({a for a, _b in places}))], "table": [*map(str, sorted({b for _a, b in places}))]}


def _number(text: str, _: Catalog) -> int:
    if not text.strip().isdecimal():
        raise Refusal(_("bangxl cannot read «{text}». Type a number.").format(text=text.strip()), exit_code=USAGE)
    return int(text.strip()[:6])  # more digits are not read


def click_statement(book: OpenBook) -> _Lines:
    """One player's own total. It is always asked whose: somebody else may stand before the screen (Italy 2010, 1.1)."""
    workspace = open_workspace(book, reading_only=True)
    selected, _ = _players_at(workspace, book.selected()), workspace.catalog
    if not workspace.tournament.players:
        raise Refusal(*missing_lines(workspace, next_step(workspace.state)))
    called = display_names(workspace.tournament.players)
    known = {"player": called[selected[0]]} if len(selected) == 1 else {}
    fields = form("slip", _, known, {"player": sorted(called.values())})
    return fill_in(book, _, _("Whose statement? Type a name or part of it."), fields, lambda who: statement(book, who))


def click_by_hand(book: OpenBook) -> _Lines:
    """Seat the next round as it was drawn with playing cards, from a list in a file."""
    workspace = open_workspace(book)
    step_by_hand(workspace)
    _, folder = workspace.catalog, book.path.parent
    lists = sorted(folder.glob("*.csv"), key=lambda file: file.stat().st_mtime)
    names_of = [file.name for file in reversed(lists)] or [f"{book.path.stem}.csv"]
    question = _("Hand draw: which list says who sits where? A CSV file with the columns round, table, seat, player.")
    label = LABELS["file"]
    fields = [Prompt(_(label), names_of[0], names_of)]
    return fill_in(
        book, _, question, fields, lambda answer: seat_by_hand(book, folder / Path(answer).expanduser(), partial(agree, book))
    )


def _reason(book: OpenBook) -> Reason:
    return lambda about: ask_reason(book, about, catalog(language_of(book)))


def _game_at(workspace: Workspace, selection: Selection) -> tuple[int, int] | None:
    """Round and table of the record sheet on which the cursor is; None elsewhere."""
    place = sheet_numbers(selection.sheet)
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
