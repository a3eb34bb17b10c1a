"""A record sheet on a leaf: to fill in at the table, or to sign; empty, with the names of who sits there, or with what is typed.

What stands on it says a form of `bangxl.sheets.blank`; which boxes there are, the regulation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bangxl.locale.catalog import catalog
from bangxl.sheets.blank import Empty, Named, of_size
from bangxl.sheets.context import Context
from bangxl.sheets.record.cells import FIRST, ends, page_columns
from bangxl.sheets.record.page import head_of, widths
from bangxl.sheets.record.texts import after_auction, after_game, after_noon, label, with_referee
from bangxl.sheets.styles import Value
from bangxl.tournament.ledger import ledger
from bangxl.tournament.model import Game, Outcome, Role, Seat, Status
from bangxl.tournament.options import auction_in, card_price_in, cash_reward_in
from bangxl.tournament.rulebook import SheriffRule
from bangxl.web.markup import Html, element
from bangxl.web.paper.leaf import leaf
from bangxl.web.view import View, heading
from bangxl.workbook.fields import FIELDS, ONE_BOX, InputKind
from bangxl.workbook.messages import display_names

CROSS: Final = "X"
BOX: Final = "□"
_STAR: Final = "★"
HEIGHT: Final = 168
"""Points of all seats together: at smaller tables there is more room to write."""

Values = Mapping[str, Value]


def record(view: View, game: Game) -> Html:
    """The sheet of a game that is seated, with what is typed so far."""
    state, called = view.state, display_names(view.report.tournament.players)
    chairs = len(state.tournament.start_tables.get(game.table, ())) or game.size
    seats = {seat.number: seat for seat in game.seats}
    names = tuple(called.get(seats[n].player, seats[n].player) if n in seats else "" for n in range(1, chairs + 1))
    form = Named(of_size(state.rulebook, catalog(view.text.language), chairs), state, game.round, game.table, names)
    paid = {line.seat.number: line.payout for line in ledger(state) if line.game == game}
    lines = [
        {**form.seat(FIRST + n - 1), **_typed(form, seats[n], paid.get(n))} if n in seats else _nobody(n)
        for n in range(1, chairs + 1)
    ]
    day = " · ".join(filter(None, (str(form.day or ""), state.tournament.code_on(game.round))))
    won = {outcome: CROSS if game.outcome is outcome else BOX for outcome in Outcome}
    return sheet(form, lines, won, (str(form.event or ""), day))


def blank(form: Empty) -> Html:
    """A sheet on which nothing is written yet."""
    seats = [form.seat(FIRST + n) for n in range(form.ctx.largest)]
    below = (str(form.event or ""), str(form.day or "") if isinstance(form, Named) else form.ctx._("Date:") + " ______________")
    return sheet(form, seats, dict.fromkeys(Outcome, BOX), below)


def sheet(form: Empty, seats: Sequence[Values], won: Mapping[Outcome, str], below: tuple[str, str]) -> Html:
    """A leaf with the seats' lines, who has won, High Noon, notes and signatures."""
    ctx = form.ctx
    told = form.with_auction(after_auction(ctx), after_game(ctx))
    note = form.note()
    return leaf(
        form.title,
        element("p", told),
        _table(form, seats),
        element("p", note) if note else Html(),
        outcomes(ctx, won),
        *_noon(form),
        *_signatures(ctx),
        aside=label(ctx, "form"),
        below=below,
        kind="wide",
    )


def _nobody(number: int) -> dict[str, Value]:
    """A chair that stays empty."""
    return {"Seat": number}


def _typed(form: Empty, seat: Seat, paid: int | None) -> dict[str, Value]:
    """What is typed about a seat, by the columns' keys; what is not stays as the empty form has it."""
    found: dict[str, Value] = {"Character": seat.character or None}
    found |= _role(form, seat)
    found |= {status: CROSS for status in ends(form.ctx.rulebook) if seat.status is status}
    for field in FIELDS:
        value = getattr(seat, field.attribute)
        if field.kind in ONE_BOX and value and field.kind is not InputKind.AMOUNT:
            found[field.name] = CROSS if field.kind is InputKind.MARK else str(value)
    known = paid is not None and "Print_Payout" in page_columns(form.ctx.rulebook)
    return found | ({"Payout": str(paid)} if known else {})


def _role(form: Empty, seat: Seat) -> dict[str, Value]:
    """The cross of a role; where the Sheriff is known before the game, his star, and no boxes that can't be true."""
    rule, is_sheriff = form.ctx.rulebook.sheriff, seat.role is Role.SHERIFF
    if rule is SheriffRule.LEFT:
        fresh: dict[str, Value] = {role: None if is_sheriff or role is Role.SHERIFF else BOX for role in Role}
        fresh |= {Role.SHERIFF: _STAR} if is_sheriff else {}
    else:
        fresh = {}
    known = rule is not SheriffRule.DRAWN and is_sheriff
    return fresh | ({seat.role: CROSS} if seat.role is not None and not known else {})


def _columns(form: Empty) -> list[str]:
    """The columns' keys, without those of variants that are not played."""
    state = form.state
    played = {"Bid": auction_in(state), "Cards_Kept": card_price_in(state), "Outlaws_Killed": cash_reward_in(state)}
    keys = [key.removeprefix("Print_") for key in page_columns(form.ctx.rulebook)]
    return [key for key in keys if played.get(key, True)]


def _table(form: Empty, seats: Sequence[Values]) -> Html:
    ctx, keys = form.ctx, _columns(form)
    roles, states = [key for key in keys if key in {*Role}], [key for key in keys if key in {*Status}]
    groups = ((roles, label(ctx, "role")), (states, label(ctx, "end")))
    rows = (element("tr", *(_cell(key, seat.get(key), known="Name" in seat) for key in keys)) for seat in seats)
    heads = (element("th", heading(head_of(ctx, f"Print_{key}")), scope="col", class_=look(key)) for key in keys)
    top = element("thead", group_row(keys, groups), element("tr", *heads))
    style = f"--row:{HEIGHT / max(1, len(seats)):.1f}pt"
    return element("table", _widths(ctx, keys), top, element("tbody", *rows), class_="sheet", style=style)


def _widths(ctx: Context, keys: Sequence[str]) -> Html:
    """The columns' shares of the leaf, as the workbook's printed page has them."""
    known = dict(zip(page_columns(ctx.rulebook), widths(ctx.rulebook), strict=True))
    whole = sum(known[f"Print_{key}"] for key in keys)
    return element("colgroup", *(element("col", style=f"width:{100 * known[f'Print_{key}'] / whole:.1f}%") for key in keys))


def group_row(keys: Sequence[str], groups: Sequence[tuple[Sequence[str], str]]) -> Html:
    """What stands above the heads of the roles and of the states."""
    first = {members[0]: (len(members), text) for members, text in groups}
    inside = {key for members, _text in groups for key in members[1:]}
    cells = (
        element("td", class_="free")
        if key not in first
        else element("th", first[key][1], colspan=first[key][0], scope="colgroup")
        for key in keys
        if key not in inside
    )
    return element("tr", *cells, class_="group")


def look(key: str) -> str:
    """How a column looks."""
    if key in {*Role, *Status}:
        return "cross"
    return {"Seat": "centre", "Name": "name", "Character": "", "Signature": ""}.get(key, "centre")


def _cell(key: str, value: Value, *, known: bool) -> Html:
    """A box; sand where nothing can be true, or nobody sits."""
    idle = not known or (value is None and key in {*Role})
    marked = value in {BOX, CROSS, _STAR} and key not in {*Role, *Status}
    looks = ("cross" if marked else look(key), "idle" if idle and key != "Seat" else "")
    return element("td", "" if value is None else str(value), class_=" ".join(filter(None, looks)))


def outcomes(ctx: Context, won: Mapping[Outcome, str]) -> Html:
    """Three boxes of which one gets a cross."""
    boxes = (
        element("p", element("b", won[one]), element("strong", label(ctx, one)), element("small", label(ctx, f"{one}_why")))
        for one in Outcome
    )
    return Html(element("p", label(ctx, "outcome"), class_="caption") + element("div", *boxes, class_="boxes whole"))


def _noon(form: Empty) -> Iterator[Html]:
    """A box for each reshuffle until life points are lost; or what the clock says; and what variants change."""
    ctx, rulebook = form.ctx, form.ctx.rulebook
    if rulebook.noon_minutes:
        yield element("p", ctx.noon_by_the_clock())
    if rulebook.high_noon:
        times = (str(form.noon(number) or "") for number in range(1, max(rulebook.high_noon.values()) + 1))
        boxes = (element("span", time) for time in times if time)
        yield element("div", element("b", label(ctx, "high_noon")), *boxes, class_="noon")
        yield element("p", str(form.noon_from() or ""), " ", after_noon(ctx))
    if rulebook.ruthless_law:
        yield element("p", label(ctx, "ruthless"))
    if not rulebook.high_noon:
        told = {
            "Auction_Played": rulebook.auction is not None and rulebook.auction.optional,
            "Amount_Card": rulebook.card_price > 0,
            "Amount_Outlaw_Killed": rulebook.cash_reward > 0,
        }
        texts = (form.where(key, label(ctx, key.lower())) for key, there in told.items() if there)
        yield from (element("p", text) for text in texts if text)


def _signatures(ctx: Context) -> Iterator[Html]:
    """Lines for notes, and who signs: where everybody signs his line, only the referee, if there is one."""
    yield element("p", label(ctx, with_referee(ctx, "notes", "referee")), class_="note")
    yield from (element("p", class_="lines") for _line in range(2))
    players = [] if ctx.rulebook.lives else ["sheriff_signs", "player_signs"]
    referees = ["referee_signs"] if ctx.rulebook.referee else []
    yield signs(*(label(ctx, key) for key in (*players, *referees)))


def signs(*texts: str) -> Html:
    """Lines to sign on, each with who does below it."""
    return element("div", *(element("p", text) for text in texts), class_="signs whole") if texts else Html()
