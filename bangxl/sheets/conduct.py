"""What a regulation says about conduct: on the rules sheet, and as reasons that the events offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from textwrap import wrap
from typing import Final

from bangxl.locale.catalog import N_
from bangxl.sheets.context import Context
from bangxl.tournament.conduct import Conduct, Leaver, Misconduct

MISCONDUCT: Final[Mapping[Misconduct, str]] = {
    Misconduct.ROLE_CARD: N_("showing his own role card"),
    Misconduct.HAND: N_("looking at an opponent's hand"),
    Misconduct.INFORMATION: N_("giving false information about the game"),
    Misconduct.ADVICE: N_("asking for or taking advice from outside"),
    Misconduct.AGREEMENT: N_("agreeing on how the game ends"),
    Misconduct.CHEATING: N_("cheating"),
    Misconduct.SLOW: N_("playing too slowly"),
    Misconduct.LYING: N_("lying to the referee"),
    Misconduct.CONTESTING: N_("contesting the referee's decisions"),
    Misconduct.SWEARING: N_("swearing or cursing"),
    Misconduct.OFFENCE: N_("provoking or offending somebody"),
    Misconduct.THREAT: N_("intimidating or threatening somebody"),
}
CONDUCT: Final[Mapping[Conduct, tuple[str, str]]] = {
    Conduct.BASE_GAME: (N_("The game"), N_("Only the base game is played, without any expansion.")),
    Conduct.SPORTING: (
        N_("Conduct"),
        N_("Players follow the rules, respect the referee's decisions and behave in a sporting manner."),
    ),
    Conduct.CALL_REFEREE: (
        N_("Conduct"),
        N_("A player may call the referee to watch a game if he believes that an opponent breaks the rules."),
    ),
    Conduct.SLOW_PLAY: (
        N_("Conduct"),
        N_("Playing slowly to gain time is not allowed: first an admonition, then a penalty. A player may call the referee."),
    ),
    Conduct.GOOD_FAITH: (N_("Conduct"), N_("Penalties are not meant for mistakes made in good faith.")),
    Conduct.ONE_REFEREE: (N_("The referee"), N_("At least one referee sees to the draws, the games and the players' conduct.")),
    Conduct.DECISIONS_FINAL: (N_("The referee"), N_("The referee's decisions are final.")),
    Conduct.ROLE_SHOWN_GOES_ON: (
        N_("Role cards"),
        N_("A role card shown by mistake: the game goes on. On purpose, it is a serious infringement."),
    ),
    Conduct.ROLE_SHOWN_REPLAY: (
        N_("Role cards"),
        N_("A role card shown by mistake: the game is played again. On purpose, it is a very serious infringement."),
    ),
    Conduct.COPY_AT_HAND: (N_("The regulation"), N_("A full copy of it is kept at the players' disposal during the tournament.")),
}
"""A heading and a sentence."""
_PAID: Final = N_("He is paid for his role, and is out afterwards.")
LEAVERS: Final[Mapping[Leaver, tuple[str, ...]]] = {
    Leaver.STAYS: (N_("A player who leaves during a game stays in it passively, is paid for his role, and is out afterwards."),),
    Leaver.DISCARDS: (
        N_("A player who leaves during a game discards his hand, and his character loses its ability."),
        N_("The character stays in the game passively: it skips its turns, draws nothing and uses no card."),
        _PAID,
    ),
    Leaver.PRISON: (
        N_("A player who leaves during a game plays on as if he were always in prison, also as the Sheriff."),
        N_("His cards stay where they are, a Barrel works, he discards at the end of his turn, but plays no card."),
        _PAID,
    ),
}
_WIDTH: Final = 120
"""Characters that fit on a line of the rules sheet."""


def reasons(ctx: Context) -> list[str]:
    """What the regulation lists as misconduct, in the workbook's language."""
    return [ctx._(MISCONDUCT[one]) for one in ctx.rulebook.misconduct]


def leaver(ctx: Context) -> list[str]:
    """What becomes of the character of a player who leaves during a game."""
    return [ctx._(text) for text in LEAVERS[ctx.rulebook.leaver]]


def paragraphs(ctx: Context) -> Iterator[tuple[str, str, list[str]]]:
    """What the regulation says, in its own order: a heading, the article, the sentences; last what it lists as misconduct."""
    said = ((*CONDUCT[code], article) for code, article in ctx.rulebook.conduct.items())
    for (heading, article), lines in groupby(said, key=lambda line: (line[0], line[2])):
        yield ctx._(heading), article, [part for _, text, _ in lines for part in wrap(ctx._(text), _WIDTH)]
    if listed := reasons(ctx):
        text = ctx._("Among other things: {list}.").format(list="; ".join(listed))
        yield ctx._("Misconduct"), ctx.rulebook.articles["conduct"], wrap(text, _WIDTH)
