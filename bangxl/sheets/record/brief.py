"""What is said below the seats of a table of the finals: how it is played, and what comes of it."""

from __future__ import annotations

from typing import Final

from bangxl.sheets.cells import first_of, literal, phrase, player_name
from bangxl.sheets.context import Context
from bangxl.tournament.knockout import WITHOUT_ROLES
from bangxl.tournament.model import Role
from bangxl.workbook.names import duel

_PAIR: Final = 2
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
    first, shown, picks = two_told(ctx)
    return [
        phrase(first, player=player_name("INDEX(Player_Id,MATCH(1,Choice,0))")),
        literal(shown),
        f'IF({duel(f"Stage{stage}", "Characters")}="","",{duel(f"Stage{stage}", "Characters")})',
        literal(picks),
    ]


def two_told(ctx: Context) -> tuple[str, str, str]:
    """The game of two: who decides (a {player}), what lies face up, how it is chosen and won."""
    _, knockout = ctx._, ctx.rulebook.knockout
    shown, each = (knockout.shown, knockout.each) if knockout else (0, 0)
    without = ", ".join(knockout.without) if knockout else ""
    picks = (
        _("They choose in turn: the one who does not start 1, the starter 2, the other 1.")
        if each == _TURNS
        else _("They choose in turn, {each} each; whoever does not start chooses first.")
    )
    return (
        _("{player} decides who starts."),
        _("{shown} characters lie face up, without {names}.").format(shown=shown, names=without),
        picks + " " + _("Whoever eliminates both characters of the other wins."),
    )


def _three(ctx: Context) -> list[str]:
    return [*map(literal, three_told(ctx)), literal("")]


def three_told(ctx: Context) -> list[str]:
    """A table of three."""
    _ = ctx._
    lines = [_("Three players: the special rules of «BANG! The Bullet».")]
    return [*lines, _("One of the three wins, the others are out."), _("Characters are chosen in the order of the numbers.")]


def _last(ctx: Context, size: str) -> list[str]:
    """The last table: its roles, what decides, and how its lines say who was among the last."""
    few, *told = last_told(ctx)
    return [f"IF({size}<={WITHOUT_ROLES},{literal(few)},{_cards(ctx, size)})", *map(literal, told), '""']


def last_told(ctx: Context) -> tuple[str, str, str]:
    """The last table: what stands in place of roles where there are none, what decides, how to tell who was among the last."""
    _, last = ctx._, ctx.rulebook.among_last
    mark = _("Among the last {n}: this number in the box «eliminated» instead of a cross.").format(n=last) if last else ""
    return (
        _("One of you wins; the others keep the order of the standings."),
        _("The winnings of this game decide the places; where they are equal, the standings before it."),
        mark,
    )


def _cards(ctx: Context, size: str) -> str:
    """The roles of a table of this size."""
    *others, last = [(count, literal(ctx.roles_text(cards))) for count, cards in _roles(ctx).items()] or [(0, '""')]
    return first_of(*((f"{size}={count}", text) for count, text in others), otherwise=last[1])


def _more(ctx: Context, size: str) -> list[str]:
    return [_cards(ctx, size), *map(literal, more_told(ctx))]


def more_told(ctx: Context) -> list[str]:
    """A table of four and more, below its roles."""
    _ = ctx._
    lines = [_("Characters are chosen in the order of the numbers.")]
    lines += [_("The whole winning side plays on, dead or alive; the others are out.")]
    return [*lines, _("Whoever wins as the Renegade chooses first from now on.")]


def stage_instructions(ctx: Context, size: int, first: str, characters: str) -> list[str]:
    """The same lines as texts, for a table of ``size``: ``first`` chooses first, ``characters`` are those of a game of two."""
    cards = {count: ctx.roles_text(roles) for count, roles in _roles(ctx).items()}.get(size, "")
    if ctx.rulebook.knockout is not None and ctx.rulebook.knockout.by_points:
        few, *more = last_told(ctx)
        return [few if size <= WITHOUT_ROLES else cards, *filter(None, more)]
    if size == _PAIR:
        decides, shown, picks = two_told(ctx)
        return [decides.format(player=first), shown, *filter(None, [characters]), picks]
    return three_told(ctx) if size <= WITHOUT_ROLES else [cards, *more_told(ctx)]
