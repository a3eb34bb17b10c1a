"""The buttons under *More*: what is put right or decided, with what the cursor says and one question for the rest.

Each does what the command of the same name does, asks before it has changed anything, and can be taken back with `undo`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from bangxl.books.port import OpenBook
from bangxl.commands import corrections
from bangxl.commands.asking import agree, ask, ask_reason, needed
from bangxl.commands.by_hand import drawn_by_hand, seat_by_hand
from bangxl.commands.cursor import game_at, players_at
from bangxl.commands.errors import USAGE, Refusal
from bangxl.commands.missing import missing
from bangxl.commands.pool import pool, to_draw, to_draw_anew
from bangxl.commands.rolls import Roll, is_closed
from bangxl.commands.seat import seat
from bangxl.commands.slip import slip
from bangxl.commands.workspace import Workspace, language_of, open_workspace
from bangxl.locale.catalog import Catalog, catalog
from bangxl.tournament.model import Game
from bangxl.tournament.progress import next_step
from bangxl.workbook import names
from bangxl.workbook.cells import Cells
from bangxl.workbook.messages import display_names
from bangxl.workbook.words import YesNo

Lines = tuple[str, ...]

MOST_PLACES: Final = 16
"""So many places of the standings fit into a question on the screen; the others are counted."""

_PLAIN: Final = re.compile(r"[^\d=,;+]+")
"""A name that can be told from what stands beside it in an answer."""
_ROUND_TABLE: Final = re.compile(r"[^\d=]*(\d{1,3})[^\d=]+(\d{1,3})[^\d=]*")
"""``2/1``, and whatever else has these two numbers: ``round 2, table 1``."""
_PAYOUT: Final = re.compile(r"[\s,]*([^=;]*?)\s*=\s*([-+]?\d+)(?=[\s,]|$)")


def seat_next(book: OpenBook) -> Lines:
    """Seat what comes next; before the standings become public, the person sees them and is asked.

    Where draws are public, the first click closes what is drawn and says its code; the second asks what the dice show, and draws.
    """
    value = _thrown(book, to_draw, _value)
    return pool(book) if value is None else seat(book, public_value=value, agree=_to_publish(book))


def _thrown(
    book: OpenBook, drawn: Callable[[Workspace], Roll | None], asks: Callable[[OpenBook, Workspace, Roll], str]
) -> str | None:
    """What the room has thrown for what is ``drawn``, "" where nobody has to; None where that is not closed yet. Cancelled."""
    if Cells(book).word("Public_Draw", 0, YesNo) is not YesNo.YES:  # asked first: reading all of an open book takes its time
        return ""
    workspace = open_workspace(book)
    waiting, contents = drawn(workspace), workspace.contents
    if waiting is None or contents.rng_seed:
        return ""
    if not is_closed(waiting, workspace.log):
        return None
    return contents.public_value or asks(book, workspace, waiting)


def _value(book: OpenBook, workspace: Workspace, waiting: Roll) -> str:
    _ = workspace.text
    text = _("{draw}, code {code}: what do the dice show, or which number was called? It makes the draw.")
    return ask(book, text.format(draw=workspace.called(waiting.stage), code=waiting.code))


def close(book: OpenBook) -> Lines:
    """End the elimination phase with the rounds played; who is asked why sees the standings that become public."""
    shown: list[str] = []

    def sees(workspace: Workspace, places: Sequence[str], lots: Sequence[str]) -> None:
        shown.extend(_to_be_public(workspace, places, lots))

    return seat(book, close_early=True, reason=lambda about: ask_reason(book, about, _text(book), shown), agree=sees)


def redraw(book: OpenBook) -> Lines:
    """Draw the last round again; in two clicks where draws are public: the second asks for the value and the reason at once."""
    reasons: list[str] = []

    def asks(book: OpenBook, workspace: Workspace, waiting: Roll) -> str:
        _ = workspace.text
        text = _("{draw} again, code {code}: what do the dice show, or which number was called? Then a semicolon, and why.")
        answer = ask(book, text.format(draw=workspace.called(waiting.stage), code=waiting.code), "; ")
        value, _semicolon, reason = answer.partition(";")
        reasons.append(needed(reason, _))
        return value.strip()

    value = _thrown(book, to_draw_anew, asks)
    if value is None:
        return pool(book)
    return corrections.redraw(book, reasons[0] if reasons else _asks(book), public_value=value)


def swap(book: OpenBook) -> Lines:
    """Let the two selected players change places."""
    workspace = open_workspace(book)
    _, called = workspace.text, display_names(workspace.tournament.players)
    selected = players_at(workspace, book.selected())
    if len(selected) == 2:
        return corrections.swap(book, selected[0], selected[1], _asks(book))
    corrections.require_round_in_play(workspace)
    question = _("Who changes places with whom, and why? Two names with a plus between them, a semicolon, the reason.")
    first = called.get(selected[0], "") if len(selected) == 1 else ""
    who, _semicolon, reason = ask(book, question, f"{first} + ; ").partition(";")
    one, _plus, other = who.partition("+")
    if not (one.strip() and other.strip()):
        raise Refusal(_("«{text}» cannot be read: a name, a plus, another name.").format(text=who.strip()), exit_code=USAGE)
    return corrections.swap(book, one.strip(), other.strip(), needed(reason, _))


def reopen(book: OpenBook) -> Lines:
    """Open the game of this record sheet again; elsewhere, as the sheets of finished rounds are hidden, it is asked which."""
    workspace = open_workspace(book)
    if (found := game_at(workspace, book.selected())) is not None:
        return corrections.reopen(book, *found, _asks(book))
    _ = workspace.text
    corrections.require_closed_game(workspace)
    question = _("Which game is opened again, and why? Round, a slash, table, a semicolon, the reason: 2/1; a role was wrong")
    game, _semicolon, reason = ask(book, question).partition(";")
    return corrections.reopen(book, *_numbers(game, _), needed(reason, _))


def rule(book: OpenBook) -> Lines:
    """Decide the game of this record sheet; elsewhere it is asked which."""
    workspace = open_workspace(book)
    if (found := game_at(workspace, book.selected())) is not None:
        return corrections.rule(book, *found, ask=lambda seen, game: _decision(book, seen, game))
    _ = workspace.text
    corrections.require_open_game(workspace)
    question = _("Which game is decided by ruling, what does everybody get, and why? 2/1; Anna=2000, Bruno=0, …; the reason")
    game, _semicolon, rest = ask(book, question).partition(";")
    amounts, _semicolon, reason = rest.partition(";")
    return corrections.rule(book, *_numbers(game, _), needed(reason, _), _payouts(amounts, _))


def _decision(book: OpenBook, workspace: Workspace, game: Game) -> tuple[str, Sequence[str]]:
    """Why, unless an event says it, and what everybody at the table gets. Cancelled; Refusal."""
    _, labels = workspace.text, _labels(workspace, game)
    text = _("{sheet} is decided by ruling: what everybody gets, whatever is on the sheet. Then a semicolon, and why.")
    question = text.format(sheet=workspace.called(names.record_sheet(game.round, game.table)))
    offered = f"{', '.join(f'{label}=0' for label in labels)}; {workspace.tournament.reason_of(game)}"
    amounts, _semicolon, reason = ask(book, question, offered).partition(";")
    payouts = _payouts(amounts, _)
    return needed(reason, _), payouts


def _payouts(text: str, _: Catalog) -> list[str]:
    """``Anna=2000, Bruno=0`` as the command takes it. Refusal (usage)."""
    if _PAYOUT.sub("", text).strip(" ,"):
        line = _("«{text}» cannot be read: a name, =, a whole number; between players a comma.")
        raise Refusal(line.format(text=text.strip()), exit_code=USAGE)
    return [f"{who}={dollars}" for who, dollars in _PAYOUT.findall(text)]


def _numbers(text: str, _: Catalog) -> tuple[int, int]:
    """``2/1``: round and table. Refusal (usage)."""
    if (match := _ROUND_TABLE.fullmatch(text)) is None:
        line = _("«{text}» cannot be read: the number of the round, a slash, the number of the table, like 2/1.")
        raise Refusal(line.format(text=text.strip()), exit_code=USAGE)
    return int(match[1]), int(match[2])


def show_slip(book: OpenBook) -> Lines:
    """What the selected player may know of his money."""
    workspace = open_workspace(book, reading_only=True)
    selected, _ = players_at(workspace, book.selected()), workspace.text
    if not workspace.tournament.players:
        raise Refusal(*missing(workspace, next_step(workspace.state)))
    question = _("Whose slip? A name, or a word of it.")
    player = selected[0] if len(selected) == 1 else ask(book, question)
    if not player:
        raise Refusal(question, exit_code=USAGE)
    return slip(book, player)


def by_hand(book: OpenBook) -> Lines:
    """Seat the next round as it was drawn with playing cards, from a list in a file."""
    workspace = open_workspace(book)
    drawn_by_hand(workspace)
    _, folder = workspace.text, book.path.parent
    lists = sorted(folder.glob("*.csv"), key=lambda file: file.stat().st_mtime)
    default = lists[-1] if lists else folder / f"{book.path.stem}.csv"
    question = _("A draw by hand: which list says who sits where? A CSV file with the columns round, table, seat, player.")
    answer = ask(book, question, default.name)
    return seat_by_hand(book, folder / Path(answer).expanduser())


def _asks(book: OpenBook) -> Callable[[str], str]:
    return lambda about: ask_reason(book, about, _text(book))


def _text(book: OpenBook) -> Catalog:
    return catalog(language_of(book))


def _to_publish(book: OpenBook) -> Callable[[Workspace, Sequence[str], Sequence[str]], None]:
    def asks(workspace: Workspace, places: Sequence[str], lots: Sequence[str]) -> None:
        _ = workspace.text
        agree(book, [*_to_be_public(workspace, places, lots), "", _("OK: publish them. Cancel: nothing is changed.")])

    return asks


def _to_be_public(workspace: Workspace, places: Sequence[str], lots: Sequence[str]) -> list[str]:
    _, shown = workspace.text, [*places[:MOST_PLACES]]
    if more := len(places) - len(shown):
        shown.append(_.plural("… and {more} more.", "… and {more} more.", more).format(more=more))
    return [_("These standings become public:"), *shown, *lots]


def _labels(workspace: Workspace, game: Game) -> list[str]:
    """How the players at a table are called in an answer: by name, or by id where that could be mistaken."""
    called = display_names(workspace.tournament.players)
    found = (called.get(seat.player, "") for seat in game.seats)
    return [name if _PLAIN.fullmatch(name) else seat.player for name, seat in zip(found, game.seats, strict=True)]
