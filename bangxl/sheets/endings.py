"""The sections of a regulation on how a tournament is decided: the finals, and the prizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Final

from bangxl.locale.catalog import N_
from bangxl.sheets.bracket import duel_lines, title
from bangxl.sheets.context import Context
from bangxl.sheets.sections import Amounts, Section, article, players_text
from bangxl.tournament.rulebook import Bracket

DUELS: Final[Mapping[str, str]] = {"long": N_("Long duel"), "short": N_("Short duel")}


def finals(ctx: Context) -> Iterator[Section]:
    """The duels of every bracket, and how a duel is played."""
    _, rulebook = ctx._, ctx.rulebook
    for bracket, after in zip_longest(rulebook.brackets, rulebook.brackets[1:]):
        lines = [(title(ctx, match.code), f"{_side(match.a, ctx)} – {_side(match.b, ctx)}") for match in bracket.matches]
        yield Section(_bracket(ctx, bracket, after), article(ctx, "finals"), facts=lines, kind="text")
    for mode in rulebook.duel_modes.values():
        called = _(DUELS.get(mode.code, N_("Duel")))
        yield Section(called, article(ctx, f"finals.duel.{mode.code}"), sentences=duel_lines(mode, ctx))


def _bracket(ctx: Context, bracket: Bracket, after: Bracket | None) -> str:
    _ = ctx._
    if len(ctx.rulebook.brackets) == 1:
        return _("Finals")
    if after is not None:
        return _("Finals, up to {n} tables at the start").format(n=after.from_tables - 1)
    return _("Finals, {n} or more tables at the start").format(n=bracket.from_tables)


def _side(side: int | str, ctx: Context) -> str:
    """A side of a match: a place in the standings, or the winner or the loser of another match."""
    if isinstance(side, int):
        return str(side)
    told = ctx._("loser of {match}") if side.startswith("-") else ctx._("winner of {match}")
    return told.format(match=title(ctx, side.removeprefix("-")))


def knockout(ctx: Context) -> Iterator[Section]:
    """Who plays the knock-out, and how it goes on."""
    _, rule = ctx._, ctx.rulebook.knockout
    if rule is None:
        return
    if rule.by_points:
        yield Section(_("Last table"), article(ctx, "last_table"), sentences=last_lines(ctx))
        return
    through = "knockout.qualifiers" if "knockout.qualifiers" in ctx.rulebook.articles else "knockout"
    lines = [(players_text(ctx, first, last), count) for first, last, count in rule.by_players]
    best = _("The best of each table and the next best; up to {n} tables of at most {size}.")
    best = best.format(n=rule.most_tables, size=rule.largest_table)
    how = [
        _("The winning side plays on, dead or alive, until one is left. Whoever loses is out."),
        _("Places: the later somebody goes out, the better; then by the standings."),
        _("Characters are chosen in the order of the standings; whoever has won as the Renegade chooses first."),
        _("Two players: {n} characters lie open, {each} each; not in play: {names}.").format(
            n=rule.shown, each=rule.each, names=", ".join(rule.without) or "–"
        ),
    ]
    apart = through != "knockout"
    called = _("Knock-out: how many play, by the players at the start")
    first = [best] if apart else [best, *how]
    yield Section(called, article(ctx, through), facts=lines, kind="count", sentences=first)
    if apart:
        yield Section(_("The knock-out"), article(ctx, "knockout"), sentences=how)


def last_lines(ctx: Context) -> list[str]:
    """Who plays at the last table, and what decides there."""
    _, rule = ctx._, ctx.rulebook.knockout
    best = _("The best {n} of the standings play one more game; whoever draws the card is Sheriff.")
    return [
        best.format(n=rule.largest_table if rule else 0),
        _("The winnings of this game decide the places; where they are equal, the standings before it."),
    ]


def champion(ctx: Context) -> Iterator[Section]:
    """The title, and for whom it is."""
    if "champion" not in ctx.rulebook.articles:
        return
    text = ctx._("The title is for the first of the final ranking.")
    if ctx.rulebook.only_eligible:
        text = ctx._("The title is for the best who may win it; who may not has a «no» on the players' sheet.")
    yield Section(ctx.rulebook.champion, article(ctx, "champion"), sentences=[text])


def prizes(ctx: Context) -> Iterator[Section]:
    """Dollars by scheduled rounds and final place."""
    _, amounts = ctx._, ctx.rulebook.prizes
    if amounts:
        heads = [_("Final place"), *(_("{rounds} rounds").format(rounds=number) for number in amounts)]
        lines = [Amounts(str(rank), found) for rank, found in enumerate(zip(*amounts.values(), strict=True), 1)]
        yield Section(_("Prizes, by the scheduled rounds"), article(ctx, "prizes"), heads, lines)
