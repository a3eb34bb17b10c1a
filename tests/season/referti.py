"""Files of referti for a season: tournaments played by a simulation, with their events told anew."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from bangxl.tournament.model import EventInfo, Player, Tournament
from tests.referto.referti import contents, contents_of, saved


def played(
    rulebook: str, players: int, event: EventInfo, names: str = "", *, seed: str = "High Noon", language: str = "it"
) -> Tournament:
    """A finished tournament; ``names`` in place of the first ones on the list, a name in brackets is not eligible."""
    found = _made_up(rulebook, players, seed, language)
    given = [one.strip() for one in names.split(",") if one.strip()]
    people = (_called(player, given[n] if n < len(given) else "") for n, player in enumerate(found.players))
    draws = tuple(replace(draw, code="", salt="") for draw in found.draws)  # they were of the people before
    return replace(found, event=event, players=tuple(people), draws=draws)


@cache
def _made_up(rulebook: str, players: int, seed: str, language: str) -> Tournament:
    return contents(rulebook, players, language, seed).tournament


def _called(player: Player, name: str) -> Player:
    region = "" if name else player.region  # the same person is given again in another tournament
    return replace(player, name=name.strip("()") or player.name, region=region, eligible=not name.startswith("("))


def file(path: Path, tournament: Tournament, *, interim: bool = False, results: bool = True) -> Path:
    """The referto of a tournament, as a file; an interim one with results or without."""
    path.write_bytes(saved(contents_of(tournament), interim=interim, results=interim and results))
    return path
