"""The regulations, and what stands on the cards, in letters."""

from pathlib import Path
from typing import Final

from bangxl.rulebooks.loader import load
from bangxl.tournament.model import Outcome, Role, Status
from bangxl.tournament.rulebook import Rulebook

ITALY: Final[Rulebook] = load("italy-2010")
ITALY_2011: Final = load("italy-2011")
ITALY_2007: Final = load("italy-2007")
GERMANY: Final = load("germany")
RECORD: Final = load("record")
INTERNATIONAL: Final = load("record-international")
HOUSE: Final = load(str(Path(__file__).parents[1] / "data" / "house.toml"))
KONAJKA: Final = load(str(Path(__file__).parents[1] / "data" / "konajka.toml"))
"""A printed regulation of others: no auction, tables of 4 and 5 without a chart."""
CUT: Final = load(str(Path(__file__).parents[1] / "data" / "cut.toml"))
"""Italy 2010 with cuts after the first and the second round."""
LEAGUE: Final = load(str(Path(__file__).parents[1] / "data" / "league.toml"))
"""Italy 2010 on five evenings of two games, whose first five games count."""
HOUSES: Final = {one.id: one for one in (CUT, LEAGUE)}
ALL: Final = (ITALY, ITALY_2011, ITALY_2007, GERMANY, RECORD, INTERNATIONAL, HOUSE)
"""The six regulations, and the invented one."""
S, D, O, R = Role.SHERIFF, Role.DEPUTY, Role.OUTLAW, Role.RENEGADE  # noqa: E741 -- one letter a role card
ALIVE, DEAD, DUEL = Status.ALIVE, Status.ELIMINATED, Status.FINAL_DUEL
CARDS: Final = {4: (S, O, O, R), 5: (S, D, O, O, R), 6: (S, D, O, O, O, R), 7: (S, D, D, O, O, O, R)}
"""The roles of a table, in the order in which `finished` deals them."""
ENDS: Final = {"+": ALIVE, "-": DEAD, "*": DUEL, "/": Status.AMONG_LAST}
WINNERS: Final = {"S": Outcome.LAW, "D": Outcome.LAW, "O": Outcome.OUTLAWS, "R": Outcome.RENEGADE}
LETTERS: Final = dict(zip("SDOR", (S, D, O, R), strict=True))


def fates(text: str) -> list[tuple[Role, Status]]:
    """Who was what and how he ended: ``S+ D- O/ R*`` are alive, eliminated, among the last three, in the final duel."""
    return [(LETTERS[word[0]], ENDS[word[1]]) for word in text.split()]


def results(text: str) -> list[tuple[Outcome, Role, Status]]:
    """A player's games: ``S+`` won as the Sheriff, ``D-`` as a dead Deputy; ``O:D+``: the Outlaws won, he, a Deputy, lives.

    A dot is a game lost as an Outlaw to the Renegade.
    """
    words = text.replace(".", " R:O- ").split()
    return [(WINNERS[word[0]], LETTERS[word[-2]], ENDS[word[-1]]) for word in words]


SURVIVORS: Final = {Outcome.LAW: {S, D}, Outcome.OUTLAWS: {O}, Outcome.RENEGADE: {R}}
"""Who is alive at the end of the games made here."""
