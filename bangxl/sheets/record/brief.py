"""What is said below the seats of a table of the finals: how it is played, and what comes of it."""

from __future__ import annotations

from typing import Final

from bangxl.sheets.cells import first_of, literal, phrase, player_name
from bangxl.sheets.context import Context
from bangxl.tournament.knockout import WITHOUT_ROLES
from bangxl.tournament.model import Role
from bangxl.workbook.names import duel

_TURNS: Final = 2
"""So many characters each: then who begins picks between the two picks of the other."""


def brief(ctx: Context, stage: int, size: str) -> list[str]:
    """The lines, as formulas; ``size`` is the cell that counts the players. Before anybody sits there they are blank."""
    if ctx.rulebook.knockout is not None and ctx.rulebook.knockout.by_points:
        return [f'IF({size}=0,"",{text})' for text in _last(ctx, size)]
    return [
        f'IF({size}=0,"",{first_of((f"{size}=2", two), (f"{size}<={WITHOUT_ROLES}", three), otherwise=more)})'
        for two, three, more in zip(_two(ctx, stage), _three(ctx), _more(ctx, size), strict=True)
    ]


def _roles(ctx: Context) -> dict[int, dict[Role, int]]:
    found = ctx.rulebook.knockout.roles if ctx.rulebook.knockout else {}
    return {size: {role: counts.get(role, 0) for role in Role} for size, counts in sorted(found.items())}


def role_counts(ctx: Context) -> list[tuple[str, int]]:
    """How many have a role at a table, by ``size|role``: what the checks look up."""
    return [(f"{size}|{role}", count) for size, counts in _roles(ctx).items() for role, count in counts.items()]


def _two(ctx: Context, stage: int) -> list[str]:
    _, knockout = ctx._, ctx.rulebook.knockout
    shown, each = (knockout.shown, knockout.each) if knockout else (0, 0)
    without = ", ".join(knockout.without) if knockout else ""
    first = player_name("INDEX(Player_Id,MATCH(1,Choice,0))")
    picks = (
        _("They choose in turn: the one who does not start 1, the starter 2, the other 1.")
        if each == _TURNS
        else _("They choose in turn, {each} each; whoever does not start chooses first.")
    )
    return [
        phrase(_("{player} decides who starts."), player=first),
        literal(_("{shown} characters lie face up, without {names}.").format(shown=shown, names=without)),
        f'IF({duel(f"Stage{stage}", "Characters")}="","",{duel(f"Stage{stage}", "Characters")})',
        literal(picks + " " + _("Whoever eliminates both characters of the other wins.")),
    ]


def _three(ctx: Context) -> list[str]:
    _ = ctx._
    lines = [_("Three players: the special rules of «BANG! The Bullet».")]
    lines += [_("One of the three wins, the others are out."), _("Characters are chosen in the order of the numbers."), ""]
    return [literal(line) for line in lines]


def _last(ctx: Context, size: str) -> list[str]:
    """The last table: its roles, what decides, and how its lines say who was among the last."""
    _, small = ctx._, literal(ctx._("One of you wins; the others keep the order of the standings."))
    told = literal(_("The winnings of this game decide the places; where they are equal, the standings before it."))
    last = ctx.rulebook.among_last
    mark = _("Among the last {n}: this number in the box «eliminated» instead of a cross.").format(n=last) if last else ""
    return [f"IF({size}<={WITHOUT_ROLES},{small},{_cards(ctx, size)})", told, literal(mark), '""']


def _cards(ctx: Context, size: str) -> str:
    """The roles of a table of this size."""
    *others, last = [(count, literal(ctx.roles_text(cards))) for count, cards in _roles(ctx).items()] or [(0, '""')]
    return first_of(*((f"{size}={count}", text) for count, text in others), otherwise=last[1])


def _more(ctx: Context, size: str) -> list[str]:
    _ = ctx._
    lines = [_("Characters are chosen in the order of the numbers.")]
    lines += [_("The whole winning side plays on, dead or alive; the others are out.")]
    lines += [_("Whoever wins as the Renegade chooses first from now on.")]
    return [_cards(ctx, size), *(literal(line) for line in lines)]
