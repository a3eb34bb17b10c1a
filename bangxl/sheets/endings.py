"""The sections of the rules sheet on how a tournament is decided: the finals, and the prizes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import Final

from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import N_
from bangxl.sheets.bracket import duel_lines, title
from bangxl.sheets.context import Context
from bangxl.sheets.sections import AMOUNTS, facts, head, sentences
from bangxl.sheets.styles import Value, table
from bangxl.tournament.rulebook import Bracket

DUELS: Final[Mapping[str, str]] = {"long": N_("Long duel"), "short": N_("Short duel")}


def finals(ws: Worksheet, row: int, ctx: Context) -> int:
    """The duels of every bracket, and how a duel is played; gives the next row."""
    _, rulebook = ctx._, ctx.rulebook
    for bracket, after in zip_longest(rulebook.brackets, rulebook.brackets[1:]):
        row = head(ws, row, _bracket(ctx, bracket, after), "finals", ctx)
        lines: list[tuple[str, Value]] = [
            (title(ctx, match.code), f"{_side(match.a, ctx)} – {_side(match.b, ctx)}") for match in bracket.matches
        ]
        row = facts(ws, row, lines, "Text") + 1
    for mode in rulebook.duel_modes.values():
        row = head(ws, row, _(DUELS.get(mode.code, N_("Duel"))), f"finals.duel.{mode.code}", ctx)
        row = sentences(ws, row, duel_lines(mode, ctx)) + 1
    return row


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


def knockout(ws: Worksheet, row: int, ctx: Context) -> int:
    """Who plays the knock-out, and how it goes on; gives the next row."""
    _, rule = ctx._, ctx.rulebook.knockout
    if rule is None:
        return row
    if rule.by_points:
        return sentences(ws, head(ws, row, _("Last table"), "last_table", ctx), last_lines(ctx)) + 1
    through = "knockout.qualifiers" if "knockout.qualifiers" in ctx.rulebook.articles else "knockout"
    row = head(ws, row, _("Knock-out: how many play, by the players at the start"), through, ctx)
    lines: list[tuple[str, Value]] = []
    for first, last, count in rule.by_players:
        endless = last >= ctx.rulebook.maximum_players
        label = _("{players} or more players").format(players=first) if endless else _("{first} to {last} players")
        lines.append((label.format(first=first, last=last), count))
    row = facts(ws, row, lines, "Centre")
    best = _("The best of each table and the next best; up to {n} tables of at most {size}.")
    row = sentences(ws, row, [best.format(n=rule.most_tables, size=rule.largest_table)])
    if through != "knockout":
        row = head(ws, row + 1, _("The knock-out"), "knockout", ctx)
    told = [
        _("The winning side plays on, dead or alive, until one is left. Whoever loses is out."),
        _("Places: the later somebody goes out, the better; then by the standings."),
        _("Characters are chosen in the order of the standings; whoever has won as the Renegade chooses first."),
        _("Two players: {n} characters lie open, {each} each; not in play: {names}.").format(
            n=rule.shown, each=rule.each, names=", ".join(rule.without) or "–"
        ),
    ]
    return sentences(ws, row, told) + 1


def last_lines(ctx: Context) -> list[str]:
    """Who plays at the last table, and what decides there."""
    _, rule = ctx._, ctx.rulebook.knockout
    best = _("The best {n} of the standings play one more game; whoever draws the card is Sheriff.")
    return [
        best.format(n=rule.largest_table if rule else 0),
        _("The winnings of this game decide the places; where they are equal, the standings before it."),
    ]


def champion(ws: Worksheet, row: int, ctx: Context) -> int:
    """The title, and for whom it is; gives the next row."""
    if "champion" not in ctx.rulebook.articles:
        return row
    told = ctx._("The title is for the first of the final ranking.")
    if ctx.rulebook.only_eligible:
        told = ctx._("The title is for the best who may win it; who may not has a «no» on the players' sheet.")
    return sentences(ws, head(ws, row, ctx.rulebook.champion, "champion", ctx), [told]) + 1


def prizes(ws: Worksheet, row: int, ctx: Context) -> int:
    """Dollars by scheduled rounds and final place; gives the next row."""
    _, amounts = ctx._, ctx.rulebook.prizes
    if not amounts:
        return row
    row = head(ws, row, _("Prizes, by the scheduled rounds"), "prizes", ctx)
    gaps: list[Value] = [None] * (AMOUNTS + 1 - len(amounts))
    heads = [_("Final place"), *(_("{rounds} rounds").format(rounds=number) for number in amounts), *gaps]
    lines = [[str(rank), *found, *gaps] for rank, found in enumerate(zip(*amounts.values(), strict=True), 1)]
    table(ws, f"B{row}", heads, lines, ["Text", *["Money"] * len(amounts), *["Text"] * len(gaps)])
    return row + len(lines) + 2
