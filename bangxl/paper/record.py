"""The record sheet on paper: an empty form, or the record to sign. It shows bids, and winnings to sign, but no funds.

A heavy line marks a place to write. Impossible boxes are sand. The sheet is empty, or has the players' names, or
everything typed; the regulation decides which boxes exist.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import fsum
from typing import Final

from bangxl.locale.catalog import N_, Catalog, dotted, long_day
from bangxl.paper.sheet import CAPTION, CROSS, NOTE, RULE, SMALL, STAR, STRONG, TEXT, Align, Face, Paper
from bangxl.paper.signs import draw_sign
from bangxl.referto.listings import exit_words
from bangxl.sheets.context import Context
from bangxl.sheets.record.layout import ENDS, end_words
from bangxl.sheets.record.texts import BY_NUMBER, FINAL_DUEL, SECRET, STAYS_PASSIVE, TURN_UP_FOR_OTHERS, stage_instructions
from bangxl.sheets.sections import WRITERS
from bangxl.tournament.compositions import has_one_table
from bangxl.tournament.knockout import WITHOUT_ROLES, choice_order, open_characters
from bangxl.tournament.ledger import ledger
from bangxl.tournament.model import Game, Outcome, Role, Seat, Status, stage_code
from bangxl.tournament.options import auction_in, card_price_in, cash_reward_in, scoring_in
from bangxl.tournament.roster import departures
from bangxl.tournament.rotation import remaining_chairs, scheduled_games
from bangxl.tournament.rulebook import DOLLAR, Roles, Rulebook, SheriffRule
from bangxl.tournament.state import State
from bangxl.workbook.fields import FIELDS, InputKind, fields
from bangxl.workbook.titles import display_names, record_title
from bangxl.workbook.words import word

_TEXTS: Final[Mapping[str, str]] = {
    "form": N_("RECORD SHEET"),
    "end_call": N_("When the game ends, call the referee."),
    "end_plain": N_("When the game ends, fill in the sheet."),
    "end_plain_call": N_("When the game ends, fill in the sheet and call the referee."),
    "end_sign": N_("When the game ends, each player fills in a line and signs it."),
    "end_sign_call": N_("When the game ends, each player fills in a line and signs it. Then call the referee."),
    "role": N_("ROLE: ONE CROSS EACH"),
    "end": N_("AT THE END: ONE CROSS EACH"),
    "among_last": N_("Among the last: eliminated when {last_players} or fewer were left."),
    "bids": N_("Bids: multiples of {step} $, at least {minimum} $, never more than you own. The last character costs {last} $."),
    "bids_free": N_(
        "Bids: at least {minimum} $, raises of at least {raise} $, never more than you own. The last character costs {last} $."
    ),
    "killed_why": N_("Killed the Sheriff: mark a cross for the Deputy who eliminated their own Sheriff."),
    "ruthless": N_("Ruthless law: the Sheriff may not discard a BANG! at the end of the turn if it could have been played."),
    "amount_card": N_("Experience: cards you keep cost {card} $ each, replace cards in hand and do not start in play."),
    "amount_outlaw_killed": N_(
        "Cash rewards: if you eliminate an Outlaw yourself, note {reward} $ instead of drawing three cards."
    ),
    "outcome": N_("WHO HAS WON?  ONE CROSS ONLY"),
    "law": N_("THE LAW"),
    "sheriff": N_("THE SHERIFF"),
    "law_why": N_("Outlaws and Renegade eliminated"),
    "outlaws": N_("THE OUTLAWS"),
    "outlaws_why": N_("Sheriff eliminated"),
    "renegade": N_("THE RENEGADE"),
    "renegade_why": N_("Sheriff eliminated, the Renegade alone is left"),
    "high_noon": N_("HIGH NOON"),
    "beer": N_("A Beer gives the life point back."),
    "beer_no_missed": N_("A Beer may be played, a Missed! may not."),
    "notes": N_("NOTES (withdrawals)"),
    "notes_referee": N_("REFEREE'S NOTES (warnings, withdrawals)"),
    "sheriff_signs": N_("The Sheriff (signature)"),
    "player_signs": N_("Another player (signature)"),
    "referee_signs": N_("The referee (signature)"),
}
"""The regulation's amounts fill the placeholders ({step}, {minimum}, {raise}, {last}, {card}, {reward}). ``_free``: bids can
be any number of dollars; ``_call``, ``_referee``: there is a referee."""
_HEADS: Final = {
    "Choice": N_("Choice"),
    "Seat": N_("Seat"),
    "Name": N_("Player"),
    "Payout": N_("Winnings"),
    "Signature": N_("Signature"),
    **{field.name: field.head for field in FIELDS},
}
_SHARES: Final = {
    "Choice": 8, "Seat": 6.5, "Name": 36, **dict.fromkeys((*Role, *Status), 10.6), "Payout": 12, "Signature": 28,
    **{field.name: field.widths[-1] for field in FIELDS},
}  # fmt: skip
"""The widths of columns, about `_WHOLE` together."""
_WHOLE: Final = 149
_LEAST: Final = {"Name": 28, "Character": 18}
"""The minimal widths of the columns that shrink if there are many columns."""
_PLACE: Final = "____"
"""A gap for a handwritten number."""
_NAME, _GONE = Face(14, bold=True), Face(14, ink=NOTE)
_TWO_LINES: Final = 11.9
"""The height in millimetres from which a name too long for a line stands on two in its whole size."""
_LARGE, _HEAD = Face(14), Face(10, bold=True)
_SHRINKABLE: Final = {"Name": 40.0, "Character": 27.0, "Signature": 28.0}
"""The columns that give width to narrow ones with long headings, and what they keep in millimetres."""
_ROW: Final = (8.6, 18.0)
"""The minimal and maximal height of a seat."""

_BOXES: Final = frozenset({*Role, *Status})
_TICKED: Final = _BOXES | {field.name for field in FIELDS if field.kind is InputKind.MARK}
_LEFT_ALIGNED: Final = frozenset({"Name", "Character", "Signature"})
_ALIGNED: Final[Mapping[str, Align]] = {"Bid": "right", "Payout": "right"}
_SIGN: Final = 4.2
"""The size of a sign above a heading."""
_OUTCOME, _NOTES, _SIGNED = 21.5, 21.0, 17.0
"""The height in millimetres of the outcome's boxes, two lines for notes, and signatures."""

_Line = Mapping[str, str | None]
"""The content of a seat's boxes by column; "" is an empty box, None an impossible one."""


@dataclass(frozen=True, slots=True)
class Form:
    """A record sheet to draw: tournament, date, place, and the lines of its seats."""

    state: State
    text: Catalog
    size: int
    title: str
    event: str = ""
    day: str = ""
    seats: Sequence[_Line] = ()
    game: Game | None = None

    @property
    def rulebook(self) -> Rulebook:
        """The regulation."""
        return self.state.rulebook

    def label(self, key: str) -> str:
        """A text with the regulation's amounts."""
        return form_text(self.rulebook, self.text, key)


def form_text(rulebook: Rulebook, _: Catalog, key: str) -> str:
    """A text of `_TEXTS` with the regulation's amounts."""
    auction = rulebook.auction
    amounts = (
        {"step": auction.step, "minimum": auction.minimum, "raise": auction.least_raise, "last": auction.last} if auction else {}
    )
    amounts |= {"card": rulebook.card_price, "reward": rulebook.cash_reward, "last_players": rulebook.among_last}
    return _(_TEXTS[key]).format(**{name: _.number(amount) for name, amount in amounts.items()})


def by_referee(rulebook: Rulebook, key: str, ending: str = "call") -> str:
    """The key of a text for a regulation with a referee; otherwise the key of the text for one without."""
    return f"{key}_{ending}" if rulebook.referee is not None else key


# Which sheets there are


def game_form(state: State, _: Catalog, game: Game) -> Form:
    """The sheet of a game with seats, with the data so far. A chair of a fixed table may stay empty."""
    known = display_names(state.tournament.players)
    chairs = len(state.tournament.start_tables.get(game.table, ())) or game.size
    seats = {seat.number: seat for seat in game.seats}
    people = [known.get(seats[n].player, seats[n].player) if n in seats else "" for n in range(1, chairs + 1)]
    form = _named(state, _, game.round, game.table, people)
    paid = {line.seat.number: line.payout for line in ledger(state) if line.game == game}
    lines = [{**line, **_typed(form, seats[n], paid.get(n))} if n in seats else line for n, line in enumerate(form.seats, 1)]
    return replace(form, seats=lines, game=game)


def empty_forms(state: State, _: Catalog) -> Iterator[Form]:
    """A sheet without names for each table size, the smallest first. Only the tournament's options matter."""
    for size in sorted(state.rulebook.sizes):
        lines = [_empty(state, number, size) for number in range(1, size + 1)]
        title = record_title(_PLACE, "" if has_one_table(state.rulebook) else _PLACE, _, state.rulebook).upper()
        yield Form(state, _, size, title, *blank_to_write(_), lines)


def blank_to_write(_: Catalog) -> tuple[str, str]:
    """What stands below the title of a form: places for the tournament and the day."""
    return _("Tournament, place:"), _("Date:") + " ______________"


def forms_to_come(state: State, _: Catalog) -> Iterator[Form]:
    """A sheet with names for each game still to play at fixed tables, table by table (Der Wertungszettel)."""
    tournament, known = state.tournament, display_names(state.tournament.players)
    for table, players in tournament.start_tables.items():
        closed = sum(tournament.is_closed(game) for game in tournament.at_table(table))
        for number in range(closed + 1, scheduled_games(state, table) + 1):
            here = dict(remaining_chairs(state, table, number))
            people = [known.get(here[chair], here[chair]) if chair in here else "" for chair in range(1, len(players) + 1)]
            yield _named(state, _, number, table, people)


def _named(state: State, _: Catalog, number: int, table: int, people: Sequence[str]) -> Form:
    tournament, event = state.tournament, state.tournament.event
    one = len(tournament.start_tables) == 1 or has_one_table(state.rulebook)
    title = record_title(number, 0 if one else table, _, state.rulebook).upper()
    size = sum(map(bool, people))
    lines = [
        {**_empty(state, n, size), "Name": person} if person else {"Seat": str(n), "Name": None}
        for n, person in enumerate(people, 1)
    ]
    day = dotted(long_day(_, event.date), tournament.code_on(number))
    return Form(state, _, len(people), title, dotted(event.name, event.place), day, lines)


# What stands in the boxes


def form_columns(state: State) -> list[str]:
    """The columns, without those of unused variants. Role and state have a box for each word."""
    rulebook = state.rulebook
    played = {
        "Bid": auction_in(state) is not None,
        "Reconfirmed": auction_in(state) is not None,
        "Cards_Kept": card_price_in(state),
        "Outlaws_Killed": cash_reward_in(state),
    }
    boxes: dict[str, Sequence[str]] = {"Role": list(Role), "Status": end_words(rulebook)}
    asked = [field.name for field in fields(rulebook) if played.get(field.name, True)]
    last = [*(["Payout"] if rulebook.lives and not rulebook.secret else []), *(["Signature"] if rulebook.lives else [])]
    return ["Seat", "Name", *(box for key in asked for box in boxes.get(key, [key])), *last]


def _missing_roles(roles: Roles, size: int) -> dict[str, str | None]:
    """The boxes of roles that a table of this size does not have: no Deputy at a table of four."""
    return {role.value: None for role in Role if size in roles and not roles[size].get(role)}


def _empty(state: State, number: int, size: int) -> _Line:
    """A seat without data at a table of this size: its number, and boxes to cross."""
    rule, unit = state.rulebook.sheriff, DOLLAR if state.rulebook.unit == DOLLAR else ""
    line: dict[str, str | None] = dict.fromkeys(form_columns(state), "")
    line |= {key: unit for key in ("Bid", "Payout") if key in line}
    line["Seat"] = f"{STAR} 1" if rule is SheriffRule.SEAT_1 and number == 1 else str(number)
    if rule is SheriffRule.SEAT_1:
        line |= {role: STAR * (number == 1) if (role is Role.SHERIFF) == (number == 1) else None for role in Role}
    return line | _missing_roles(state.rulebook.roles, size)


def _typed(form: Form, seat: Seat, paid: int | None) -> dict[str, str | None]:
    """The data about a seat; gaps stay as on the empty form.

    If the Sheriff is known before the game, the seat has the star, and no box is impossible.
    """
    _, rule, sheriff = form.text, form.rulebook.sheriff, seat.role is Role.SHERIFF
    line: dict[str, str | None] = {"Character": seat.character}
    if rule is SheriffRule.LEFT:
        line |= {role: STAR if role is Role.SHERIFF else None for role in Role} if sheriff else {Role.SHERIFF: None}
    if seat.role is not None and not (sheriff and rule is not SheriffRule.DRAWN):
        line[seat.role] = CROSS
    line |= {status: CROSS for status in end_words(form.rulebook) if seat.status is status}
    for one in fields(form.rulebook):
        value = getattr(seat, one.attribute)
        if one.kind is InputKind.DOLLARS and value is not None:
            line[one.name] = _.amount(value)
        elif value and one.kind in {InputKind.MARK, InputKind.COUNT, InputKind.LIVES}:
            line[one.name] = CROSS if one.kind is InputKind.MARK else str(value)
    return line | ({"Payout": _.number(paid)} if paid is not None else {})


# The page


def record_page(paper: Paper, form: Form) -> None:
    """Draw a sheet on its own landscape page: the seats are as tall as possible, the notes take the rest."""
    rulebook = form.rulebook
    paper.page(wide=True)
    paper.heading(form.title, form.label("form"), (form.event, form.day))
    task = form.label(by_referee(rulebook, "end_sign" if rulebook.lives else "end_plain"))
    if auction := auction_in(form.state):  # who writes, and whom to call at the end
        task = " ".join([form.text(WRITERS[auction.writer]), form.label("end_call" if rulebook.referee else "end_plain")])
    _sentence(paper, task, 6.5)
    note, (boxes, lines), variants = _note(form), _noon_boxes(form), list(_reminders(form))
    signers = [*([] if rulebook.lives else ["sheriff_signs", "player_signs"]), *(["referee_signs"] if rulebook.referee else [])]
    signed = _SIGNED if signers else 0
    below = (6.5 if note else 3) + _OUTCOME + (8 if boxes else 0) + 5.2 * (len(lines) + len(variants))
    below += 6 if "ruthless_law" in rulebook.record_sheet else 0
    above = form.label("among_last") if rulebook.among_last else ""
    until = paper.bottom - below - _NOTES - signed
    _draw_seats(paper, rulebook, form.text, form_columns(form.state), form.seats, until, {}, above=above)
    _sentence(paper, note, 6.5 if note else 3)
    _draw_outcome(paper, rulebook, form.text, form.seats, form.game)
    if boxes:
        paper.text(paper.left, paper.y, paper.width * 0.3, 6, form.label("high_noon"), CAPTION)
        each = paper.width * 0.68 / len(boxes)
        for number, text in enumerate(boxes):
            x = paper.right - each * (len(boxes) - number)
            paper.tick(x, paper.y, 7, 6, size=4)
            paper.text(x + 7.5, paper.y, each - 8, 6, text, STRONG)
        paper.y += 7
    for text in (*lines, *variants):
        _sentence(paper, text, 5.2)
    if "ruthless_law" in rulebook.record_sheet:
        paper.tick(paper.left, paper.y, 5, 6, size=4)
        paper.text(paper.left + 6, paper.y, paper.width - 6, 6, form.label("ruthless"))
        paper.y += 6
    _draw_notes(paper, form.state, form.text, form.game, paper.bottom - signed)
    paper.y = paper.bottom - 5.6
    paper.signatures([form.label(key) for key in signers], room=0)


def _sentence(paper: Paper, text: str, height: float) -> None:
    paper.text(paper.left, paper.y, paper.width, 5.2, text)
    paper.y += height


def _note(form: Form) -> str:
    """The note about bids; without an auction, the note about the cross for a Deputy."""
    auction, scoring = auction_in(form.state), scoring_in(form.state)
    if auction is not None:
        return form.label("bids" if auction.step > 1 else "bids_free")
    notes = (bonus.note for field in FIELDS if (bonus := field.bonus) and bonus.of and bonus.of(scoring))
    return next((form.label(note) for note in notes), "")


def _noon_boxes(form: Form) -> tuple[list[str], list[str]]:
    """The boxes for reshuffles until players begin to lose life points, and the lines below; or the rule about the clock."""
    rulebook, _ = form.rulebook, form.text
    if rulebook.noon_minutes:
        return [], [Context(rulebook, _, form.size, 1, 1).noon_by_the_clock()]
    start = rulebook.high_noon.get(form.size, 0)
    if not start:
        return [], []
    boxes = [(_("Reshuffle {n}: it begins!") if n == start else _("Reshuffle {n}")).format(n=n) for n in range(1, start + 1)]
    rule = _("Mark each reshuffle of the discards here. From reshuffle {n} on, all lose 1 life point a turn, the Sheriff first.")
    return boxes, [rule.format(n=start), form.label("beer_no_missed" if rulebook.noon_no_missed else "beer")]


def _reminders(form: Form) -> Iterator[str]:
    """What is easily forgotten in an auction, what the box of the final duel means, and what a variant changes in the game."""
    rulebook, state, _ = form.rulebook, form.state, form.text
    auction = auction_in(state)
    if auction is not None and auction.reconfirm:
        yield _(TURN_UP_FOR_OTHERS)
    if rulebook.secret:
        yield _(SECRET)
    if rulebook.pays_final_duel:
        yield _(FINAL_DUEL)
    if card_price_in(state):
        yield form.label("amount_card")
    if cash_reward_in(state):
        yield form.label("amount_outlaw_killed")


def _draw_seats(
    paper: Paper,
    rulebook: Rulebook,
    _: Catalog,
    keys: Sequence[str],
    lines: Sequence[_Line],
    until: float,
    heads: Mapping[str, str],
    *,
    above: str = "",
    tallest: float = _ROW[1],
) -> None:
    """Draw headings and seats, as tall as possible ``until``; the text ``above`` the names, and unusual ``heads``."""
    known: dict[str, str] = {code: word(code, _.language) for code in (*Role, *Status)} | _HEADS
    own = {mark.title(): badge.name for mark, badge in rulebook.badges.items()}
    texts = {key: heads.get(key) or own.get(key) or (known[key] if key in {*Role, *Status} else _(known[key])) for key in keys}
    places = _places(paper, texts)
    last = keys[-1]
    groups = [(above, "Seat", "Bid"), (form_text(rulebook, _, "role"), Role.SHERIFF, Role.RENEGADE)]
    for text, first, end in [*groups, (form_text(rulebook, _, "end"), Status.ALIVE, last)]:
        if first in places:
            x = places[first][0]
            paper.text(x, paper.y, sum(places.get(end, places[last])) - x, 4.5, text, Face(9.5))
    paper.y += 4.5
    # headings on two lines rather than in small letters
    too_long = [key for key, head in texts.items() if " " in head and paper.measure(head, _HEAD) > places[key][1] - 2]
    texts |= {key: "\n".join(paper.broken(texts[key], _HEAD)) for key in too_long}
    tall = 10.0 if any("\n" in head for head in texts.values()) else 5.0
    for key, (x, width) in places.items():
        draw_sign(paper, key, x + (width - _SIGN) / 2, paper.y, _SIGN)
        paper.text(x + 1, paper.y + _SIGN, width - 2, tall, texts[key], _HEAD, "left" if key in _LEFT_ALIGNED else "centre")
    paper.y += tall + _SIGN
    top, height = paper.y, min(tallest, max(_ROW[0], (until - paper.y) / len(lines)))
    for line in lines:
        for key, (x, width) in places.items():
            value = line.get(key)
            if value is None:
                paper.fill(x, paper.y, width, height)
            elif key in _TICKED:
                paper.tick(x, paper.y, width, height, value)
            else:
                align = _ALIGNED.get(key, "left" if key in _LEFT_ALIGNED else "centre")
                face = Face(12) if key != "Name" else _GONE if line.get("Left") else _NAME
                if key == "Name" and height > _TWO_LINES and paper.measure(value, face) > width - 3:
                    two = value.split(" · ") if line.get("Left") else paper.broken(value, face)
                    value = "\n".join(two) if all(paper.measure(part, face) <= width - 3 for part in two) else value
                if halved := key == "Character" and key in heads:  # two each
                    paper.line(x, paper.y + height / 2, x + width, paper.y + height / 2, "hair")
                paper.text(x + 1.5, paper.y, width - 3, height / (1 + halved), value, face, align)
        paper.y += height
        paper.line(paper.left, paper.y, paper.right, paper.y)
    _draw_frame(paper, places, top)


def _places(paper: Paper, heads: Mapping[str, str]) -> dict[str, tuple[float, float]]:
    """The left edge and width of each column, wide enough for the words of its heading; if there are many, names get less."""
    shares: dict[str, float] = {key: _SHARES[key] for key in heads}
    for key, least in _LEAST.items():
        over = fsum(shares.values()) - _WHOLE
        if over > 0 and key in shares:
            shares[key] = max(least, shares[key] - over)
    widths = {key: paper.width * share / fsum(shares.values()) for key, share in shares.items()}
    words = {key: max(paper.measure(part, _HEAD) for part in head.split()) + 2.2 for key, head in heads.items()}
    spare = {key: max(0.0, widths[key] - least) for key, least in _SHRINKABLE.items() if key in widths}
    lack = {key: max(0.0, words[key] - width) for key, width in widths.items() if key not in spare}
    given = min(1.0, fsum(spare.values()) / fsum(lack.values())) if any(lack.values()) else 0.0
    taken = given * fsum(lack.values()) / fsum(spare.values()) if given else 0.0
    places: dict[str, tuple[float, float]] = {}
    x = paper.left
    for key, width in widths.items():
        places[key] = x, width + given * lack.get(key, 0.0) - taken * spare.get(key, 0.0)
        x += places[key][1]
    return places


def _draw_frame(paper: Paper, places: Mapping[str, tuple[float, float]], top: float) -> None:
    """Draw heavy lines around places to write: the character, the bid, the roles, the ends and each other box."""
    keys = list(places)
    written = [key for key in keys if key not in {"Choice", "Seat", "Name"}]
    for key in written:
        inside = key in _BOXES and keys[keys.index(key) - 1] in _BOXES and key != Status.ALIVE
        paper.line(places[key][0], top, places[key][0], paper.y, "thin" if inside else "medium")
    left = places[written[0]][0]
    paper.line(paper.left, top, left, top)
    paper.line(left, top, paper.right, top, "medium")
    paper.line(left, paper.y, paper.right, paper.y, "medium")
    paper.line(paper.right, top, paper.right, paper.y, "medium")
    paper.y += 1


def _draw_outcome(paper: Paper, rulebook: Rulebook, _: Catalog, lines: Sequence[_Line], game: Game | None) -> None:
    """Draw three boxes, one of them for a cross, each with its name and meaning; the law of a table without a Deputy."""
    law = Outcome.LAW if any(line.get(Role.DEPUTY) is not None for line in lines) else Role.SHERIFF
    paper.text(paper.left, paper.y, paper.width, 6, form_text(rulebook, _, "outcome"), CAPTION)
    top, width, bold = paper.y + 7, paper.width / len(Outcome), Face(12, bold=True)
    for number, outcome in enumerate(Outcome):
        x = paper.left + number * width
        paper.frame(x, top, width, 12)
        paper.tick(x + 1, top, 12, 12, CROSS if game is not None and game.outcome is outcome else "", 6)
        draw_sign(paper, outcome, x + width - 9.5, top + 2.5, 7)
        paper.text(x + 14, top + 0.8, width - 25, 5.6, form_text(rulebook, _, law if outcome is Outcome.LAW else outcome), bold)
        paper.text(x + 14, top + 6.2, width - 25, 4.8, form_text(rulebook, _, f"{outcome}_why"), SMALL)
    paper.y = top + 14.5


def _draw_notes(paper: Paper, state: State, _: Catalog, game: Game | None, until: float) -> None:
    """Draw as many lines for the referee as fit.

    For a game that the referee decided, they show the reason and, unless secret, everybody's amount (G10).
    """
    rulebook, written = state.rulebook, list[str]()
    if game is not None and game.is_ruled:
        known = display_names(state.tournament.players)
        paid = "   ".join(f"{known.get(seat.player, seat.player)}: {_.number(seat.ruling or 0)}" for seat in game.seats)
        written = [state.tournament.reason_of(game), *([] if rulebook.secret or rulebook.lives else [paid])]
    title = form_text(rulebook, _, by_referee(rulebook, "notes", "referee"))
    paper.text(paper.left, paper.y + 1, paper.width, 4, title, Face(9, ink=NOTE))
    paper.y += 5
    for number in range(max(1, int((until - paper.y) / 7.5))):
        paper.text(paper.left, paper.y + 1, paper.width, 6, written[number] if number < len(written) else "")
        paper.y += 7.5
        paper.rule("thin", RULE)


# The sheet of a knock-out table


def choosing(state: State, _: Catalog, game: Game) -> Iterator[tuple[Seat, str, str]]:
    """The seats in the order of choosing characters: each with its number, and how its player has left by this stage.

    Who has left has «–», and the others are numbered without them; only places at a last table stay.
    """
    words, gone, order, numbers = exit_words(state, _), departures(state), choice_order(state, game.round), count(1)
    for seat in sorted(game.seats, key=lambda seat: (*order, seat.player).index(seat.player)):
        how = words[seat.player] if seat.player in words and gone[seat.player].event.match <= stage_code(game.round) else ""
        number = next(numbers) if state.rulebook.has_last_table or not how else 0
        yield seat, "–" if how else str(number), how


def stage_page(paper: Paper, state: State, _: Catalog, game: Game) -> None:
    """Draw it on its own page, with the data so far: seats in the order of choosing characters.

    At a table of two or three, one player is the winner: there is room for larger letters.
    """
    rulebook, event, small = state.rulebook, state.tournament.event, game.size <= WITHOUT_ROLES
    known, turns = display_names(state.tournament.players), list(choosing(state, _, game))
    paper.page(wide=True)
    code, is_blank = state.newest_code, game.round == 0
    stage = _("STAGE {stage} · TABLE {table}").format(stage=game.round or _PLACE, table=game.table or _PLACE)
    below = dotted(event.name, event.place), dotted(long_day(_, event.date), code)
    paper.heading(
        _("LAST TABLE") if rulebook.has_last_table else stage,
        form_text(rulebook, _, "form") if rulebook.has_last_table else _("KNOCK-OUT"),
        blank_to_write(_) if is_blank else below,
    )
    pair = game.size == 2  # a table of two calls nobody and has no order of choosing
    task = form_text(rulebook, _, by_referee(rulebook, "end_plain") if pair else "end_call" if rulebook.referee else "end_plain")
    paper.paragraph(task if rulebook.has_last_table or pair else " ".join((_(BY_NUMBER), task)))
    paper.y += 2
    first = known.get(turns[0][0].player, turns[0][0].player) if turns else ""
    draw = state.tournament.draw_of(stage_code(game.round))
    characters = ", ".join(open_characters(rulebook, draw.rng_seed, game.round)) if draw is not None and pair else ""
    texts = stage_instructions(Context(rulebook, _, game.size, 1, 1), game.size, first, characters)
    texts += [_(STAYS_PASSIVE)] * (not small and any(gone for _seat, _number, gone in turns))
    face, step = (_LARGE, 6.8) if small else (TEXT, 5.2)
    sentences = [line for text in texts if text not in {"", _(BY_NUMBER)} for line in paper.wrapped(text, face, paper.width)]
    lines: list[_Line] = []
    for seat, number, gone in turns:
        line: dict[str, str | None] = {key: CROSS if key in {seat.role, seat.status} else "" for key in (*Role, *ENDS)}
        line |= {"Choice": number, "Seat": str(seat.number or ""), "Name": dotted(known.get(seat.player, seat.player), gone)}
        line |= {"Character": seat.character or (None if gone and not small else ""), "Left": gone}
        line |= _missing_roles((rulebook.knockout or rulebook).roles, game.size)
        if seat.status is Status.AMONG_LAST:  # the box of the eliminated then holds their number
            line[Status.ELIMINATED] = str(rulebook.among_last)
        lines.append(line)
    keys = ["Choice", "Name", "Seat", "Character", *([] if small else [*Role, *ENDS])]
    keys = keys[pair and not (is_blank or rulebook.has_last_table) :]  # of two, the first sentence names number 1
    until = paper.bottom - step * len(sentences) - (42 if small else 33) - 24
    two_each = {"Choice": _("No."), "Character": _("Characters")} if pair else {}
    heads = {"Choice": _("Place")} if rulebook.has_last_table else two_each
    _draw_seats(paper, rulebook, _, keys, lines, until, heads, tallest=26.0 if small else _ROW[1])
    paper.y += 4
    if small:
        paper.text(paper.left, paper.y, 110, 14, _("The winner is"), replace(_LARGE, bold=True))
        paper.frame(paper.left + 112, paper.y, paper.width - 112, 14)
        paper.text(paper.left + 116, paper.y, paper.width - 120, 14, known.get(game.winner, game.winner), _NAME)
        paper.y += 18
    else:
        _draw_outcome(paper, rulebook, _, lines, game)
    for text in sentences:
        paper.text(paper.left, paper.y, paper.width, step, text, face)
        paper.y += step
    paper.y += 3 * small
    _draw_notes(paper, state, _, game, paper.bottom - _SIGNED)
    paper.y = paper.bottom - 5.6
    signers = [_("A player (signature)"), *([form_text(rulebook, _, "referee_signs")] if rulebook.referee else [])]
    paper.signatures(signers, room=0)
