"""What the games tell, for everybody: by role, by seat and by character."""

from __future__ import annotations

from bangxl.tournament.options import auction_in
from bangxl.tournament.statistics import statistics
from bangxl.web.markup import Html, element, join
from bangxl.web.view import Column, View, table
from bangxl.workbook.words import word


def statistics_section(view: View) -> Html:
    """All of it, once the standings are published; nothing where no game counts."""
    _, found = view.text, statistics(view.state)
    if view.report.tournament.finals is None or not found.games:
        return Html()
    text = _("Counts of the elimination phase. They say what happened, not who plays well.")
    if not view.report.rulebook.has_finals:
        text = _("Counts of all games. They say what happened, not who plays well.")
    notes = [text, *([_("Games that the referee decided are left out.")] if found.ruled else [])]
    games, wins, alive = (Column(head, "number") for head in (_("Games"), _("Wins"), _("Alive")))
    price, paid, gain = (Column(head, "number") for head in (_("Price, in all"), _("Winnings, in all"), _("Return")))
    roles = [
        (word(one.role, _.language), str(one.seats), str(one.won), str(one.alive), view.amount(one.paid)) for one in found.roles
    ]
    seats = [(str(one.seat), str(one.games), str(one.won), str(one.alive), view.amount(one.paid)) for one in found.seats]
    bids = auction_in(view.state) is not None
    characters = [
        (one.name, str(one.played), str(one.alive), *([view.amount(one.price)] if bids else []), view.amount(one.paid),
         *([view.amount(one.gain)] if bids else []))
        for one in found.characters
    ]  # fmt: skip
    of_characters = [Column(_("Character"), "name"), games, alive, *([price, paid, gain] if bids else [paid])]
    parts = {
        _("Roles"): table("", [Column(_("Role"), "name"), games, wins, alive, paid], roles),
        _("Seats, counted from the Sheriff"): table("", [Column(_("Seat"), "name"), games, wins, alive, paid], seats),
        **({_("Characters"): table("", of_characters, characters)} if characters else {}),
    }
    tables = [join([element("h3", caption), part]) for caption, part in parts.items()]
    return join([*(element("p", note, class_="note") for note in notes), *tables])
