"""Whom a person means who types a player's id or name."""

from __future__ import annotations

from bangxl.tournament.model import Player, Tournament
from bangxl.workbook.words import folded


def meant(tournament: Tournament, text: str) -> Player | None:
    """The player with this id, or the only one with this name, in any case and with stray blanks; None if there is none."""
    wanted = folded(text)
    found = [player for player in tournament.players if wanted in {folded(player.id), folded(player.name)}]
    return found[0] if len(found) == 1 else None
