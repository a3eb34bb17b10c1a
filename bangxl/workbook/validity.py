"""Whether a result counts officially, in a sentence with the reason."""

from __future__ import annotations

from bangxl.locale.catalog import catalog
from bangxl.tournament.model import Tournament
from bangxl.tournament.official import objections
from bangxl.tournament.roster import entrants
from bangxl.tournament.rulebook import Rulebook
from bangxl.workbook.messages import REASONS


def official_note(tournament: Tournament, rulebook: Rulebook) -> str:
    """Valid or not, and why, in the tournament's language (Italy 2007, Campionato nazionale; Punteggio ufficiale)."""
    _, asked = catalog(tournament.language), rulebook.official
    if why := [_(REASONS[code]) for code in objections(tournament, rulebook)]:
        return _("no: {reason}").format(reason=" ".join(why))
    if asked.minimum_players:
        text = _("valid: {players} players took part, at least {minimum} are needed")
        return text.format(players=len(entrants(tournament)), minimum=asked.minimum_players)
    if asked.equal_sheriffs:
        return _("valid: as many games as the regulation asks, everybody Sheriff equally often")
    return _("valid: the regulation sets no condition")
