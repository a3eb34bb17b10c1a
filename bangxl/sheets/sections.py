"""The sections of the rules sheet: each a heading with its article, lines of facts, sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.worksheet import Worksheet

from bangxl.locale.catalog import N_
from bangxl.sheets import conduct
from bangxl.sheets.context import Context
from bangxl.sheets.styles import DASH, Value, caption, place, put, table
from bangxl.tournament.criteria import CRITERIA
from bangxl.tournament.rulebook import DOLLAR, Auction, Games, SheriffRule
from bangxl.workbook.fields import fields
from bangxl.workbook.words import option_word

FIRST: Final = "C"
"""The first of four narrow columns for amounts, by size of table or by rounds."""
LAST: Final = "G"
"""The right edge, a wide column."""
AMOUNTS: Final = 4
TOP: Final = 5
"""The first printed row."""
_WIDE_PAGE, _HIGH_PAGE = 34, 46
"""Rows that fit on a printed page on its side and upright, before the blank one that parts them from the next section."""
GAMES: Final[Mapping[Games, str]] = {
    Games.EACH_SHERIFF: N_("A table plays until everybody who is still there has been Sheriff once."),
    Games.TABLE_SIZE: N_("A table plays as many games as it had players at the start."),
    Games.MULTIPLE: N_("The games are a multiple of the players, so that everybody is Sheriff equally often."),
}
SHERIFFS: Final[Mapping[SheriffRule, str]] = {
    SheriffRule.SEAT_1: N_("Seat 1 is the Sheriff's; nobody is Sheriff twice."),
    SheriffRule.LEFT: N_("Seat 1 is Sheriff first, then the player on the left of the Sheriff before."),
    SheriffRule.DRAWN: N_("Whoever draws the card is Sheriff."),
}


def keep(ws: Worksheet, first: int, last: int) -> None:
    """Begin a new page with row ``first`` where ``last`` would not fit on the page any more."""
    most = _HIGH_PAGE if ws.page_setup.orientation == "portrait" else _WIDE_PAGE
    begun = ws.row_breaks.brk[-1].id if ws.row_breaks.brk else TOP - 1
    if last - begun > most:
        ws.row_breaks.append(Break(id=first - 1))


def head(ws: Worksheet, row: int, title: str, key: str, ctx: Context) -> int:
    """A section's heading with the article of a table that it is taken from; gives the next row."""
    return titled(ws, row, title, ctx.rulebook.articles.get(key))


def titled(ws: Worksheet, row: int, title: str, article: str | None) -> int:
    """A heading with an article; gives the next row."""
    caption(ws, f"B{row}", title)
    put(ws, f"{LAST}{row}", article, "Note", alignment=place("right", 1))
    return row + 1


def facts(ws: Worksheet, row: int, lines: Sequence[tuple[str, Value]], style: str) -> int:
    """Lines of a label and a value, ruled to the section's right edge; gives the next row."""
    for i, (label, value) in enumerate(lines, row):
        put(ws, f"D{i}:{LAST}{i}", None, "Text")
        table(ws, f"B{i}", None, [[label, value]], ["Name", style])
        if style == "Money":
            ws[f"{FIRST}{i}"].number_format = DASH
    return row + len(lines)


def sentences(ws: Worksheet, row: int, told: Sequence[str]) -> int:
    """A line each; gives the next row."""
    for i, sentence in enumerate(told, row):
        put(ws, f"B{i}:{LAST}{i}", sentence, "Text")
    return row + len(told)


def auction(ws: Worksheet, row: int, ctx: Context) -> int:
    """How characters are bought; gives the next row."""
    _, rule = ctx._, ctx.rulebook.auction
    if rule is None:
        return row
    row = head(ws, row, _("Auction"), "auction", ctx)
    lines = [
        (_("Everybody starts with"), rule.start),
        *([(_("Bids are multiples of"), rule.step)] if rule.step > 1 else []),
        (_("The lowest bid"), rule.minimum),
        *([(_("A raise is at least"), rule.least_raise)] if rule.least_raise != rule.step else []),
        (_("The last character goes for"), rule.last),
    ]
    row = facts(ws, row, lines, "Money")
    return sentences(ws, row, list(_auction(ctx))) + 1


def _auction(ctx: Context) -> Iterator[str]:
    _, rule = ctx._, ctx.rulebook.auction
    if rule is None:
        return
    if rule.optional:
        yield _("Only where it is chosen on the first sheet.")
    yield from _procedure(ctx, rule)
    if rule.reconfirm:
        yield _("A player who has survived a game may keep his character at the price of its auction.")
    if rule.debt:
        yield _("A player who has no money takes what is left, and owes the price.")
        yield _("Several take it in the order of their debts, the smallest first; equal ones by lot.")
    elif not rule.to_right:
        yield _("A player who has no money passes, and takes what is left after the others; several in order of play.")


def _procedure(ctx: Context, rule: Auction) -> Iterator[str]:
    """How it goes, in four lines, to the left or to the right."""
    _ = ctx._
    if rule.to_right:
        yield _("As many characters as there are players are turned up at random.")
        yield _("The player on the Sheriff's right opens, then on to the right.")
        yield _("He names one of the characters and bids for it; each may raise, and nobody bids more than he has.")
        yield _("Next opens the first without a character on the right of who named the last one.")
        return
    yield _("The Sheriff turns up as many characters as there are players, at random.")
    yield _("He chooses one of them and bids; then each in turn to the left may raise or pass.")
    yield _("Whoever passes is out of this auction; nobody bids more than he has. The last one left pays and takes it.")
    yield _("Next opens the player on the left of the winner; whoever has a character takes part no more.")


def characters(ws: Worksheet, row: int, ctx: Context) -> int:
    """How everybody gets a character without an auction; gives the next row."""
    told = ctx.choice_of_characters()
    return sentences(ws, head(ws, row, ctx._("Characters"), "characters", ctx), [told]) + 1 if told else row


def variants(ws: Worksheet, row: int, ctx: Context) -> int:
    """Variants with dollars that the referee may choose; gives the next row."""
    _, rulebook = ctx._, ctx.rulebook
    if rulebook.cash_reward:
        row = head(ws, row, _("Cash rewards"), "cash_rewards", ctx)
        row = facts(ws, row, [(_("For each Outlaw eliminated"), rulebook.cash_reward)], "Money")
        told = _("Noted by the player who eliminates the Outlaw himself, in place of drawing three cards.")
        row = sentences(ws, row, [_("Only where it is chosen on the first sheet."), told]) + 1
    if rulebook.card_price:
        row = head(ws, row, _("Experience"), "experience", ctx)
        row = facts(ws, row, [(_("Each card kept for the next game"), -rulebook.card_price)], "Money")
        told = _("At most as many as life points, and paid from what was earned so far.")
        kept = _("They lay before the player at the end of the game; they replace cards in hand and do not start in play.")
        row = sentences(ws, row, [_("Only where it is chosen on the first sheet."), told, kept]) + 1
    return row


def high_noon(ws: Worksheet, row: int, ctx: Context) -> int:
    """When life points begin to be lost, by size of table; gives the next row."""
    _, noon = ctx._, sorted(ctx.rulebook.high_noon.items())
    if not noon and not ctx.rulebook.noon_minutes:
        return row
    row = head(ws, row, _("High Noon"), "high_noon", ctx)
    if ctx.rulebook.noon_minutes:
        return sentences(ws, row, [ctx.noon_by_the_clock()]) + 1
    told = _("Table of {players}: from reshuffle no. {time} on, each loses 1 life point a turn, the Sheriff first.")
    return sentences(ws, row, [told.format(players=size, time=time) for size, time in noon]) + 1


def rounds(ws: Worksheet, row: int, ctx: Context) -> int:
    """How much is played, and who is Sheriff; gives the next row."""
    _, rulebook = ctx._, ctx.rulebook
    if rulebook.games is not Games.BY_PLAYERS:
        row = head(ws, row, _("Games"), "rounds", ctx)
        return sentences(ws, row, list(_games(ctx))) + 1
    row = head(ws, row, _("Rounds, by the players at the start"), "rounds", ctx)
    lines: list[tuple[str, Value]] = []
    for first, last, number in rulebook.rounds:
        endless = last >= rulebook.maximum_players
        label = _("{players} or more players").format(players=first) if endless else _("{first} to {last} players")
        games = next((games for least, _most, games in rulebook.seatings if least == first), ())
        lines.append((label.format(first=first, last=last), " + ".join(map(str, games)) or number))
    stay = _("«+»: everybody stays at his table for so many rounds, and only then are tables drawn again.")
    return sentences(ws, facts(ws, row, lines, "Centre"), [*([stay] if rulebook.seatings else []), _sheriff(ctx)]) + 1


def _sheriff(ctx: Context) -> str:
    if ctx.rulebook.seatings and ctx.rulebook.sheriff is SheriffRule.SEAT_1:
        return ctx.cited("tables.sheriff", ctx._("Seat 1 is the Sheriff's; nobody is Sheriff twice at one seating."))
    return ctx.cited("tables.sheriff", ctx._(SHERIFFS[ctx.rulebook.sheriff]))


def _games(ctx: Context) -> Iterator[str]:
    _, rulebook = ctx._, ctx.rulebook
    yield _("Everybody stays at the table and the seat for which he was drawn.")
    yield _(GAMES[rulebook.games])
    yield _sheriff(ctx)
    if rulebook.passive:
        told = _("At a table of fewer than {n}, whoever has left keeps his seat as a passive character.")
        yield ctx.cited("tables.passive", told.format(n=rulebook.smallest_table))
    else:
        told = _("A table with fewer than {n} players stops; its games so far count.")
        yield ctx.cited("tables.smallest", told.format(n=rulebook.smallest_table))


def record_sheets(ws: Worksheet, row: int, ctx: Context) -> int:
    """What record sheets ask for beside roles and results, or offer to be crossed; gives the next row."""
    told = list(_record_sheets(ctx))
    if not told:
        return row
    return sentences(ws, head(ws, row, ctx._("Record sheets"), "record_sheet", ctx), told) + 1


def _record_sheets(ctx: Context) -> Iterator[str]:
    yield from (ctx._(field.rule) for field in fields(ctx.rulebook) if field.rule)
    if last := ctx.rulebook.among_last:
        yield ctx._("«Among the last» is whoever is eliminated when {n} or fewer are left.").format(n=last)
    if ctx.rulebook.ruthless_law:
        yield ctx._("The variant Ruthless Law is marked on the record sheets; it changes no winnings.")


def standings(ws: Worksheet, row: int, ctx: Context) -> int:
    """The score and all that separates equal ones; gives the next row."""
    _, criteria = ctx._, ctx.rulebook.criteria
    if "score" in ctx.rulebook.articles:
        row = sentences(ws, head(ws, row, _("Score"), "score", ctx), list(_score(ctx))) + 1
        row = head(ws, row, _("Standings"), "standings", ctx)
    else:
        row = sentences(ws, head(ws, row, _("Standings"), "standings", ctx), list(_score(ctx)))
    told = [f"{i}.  {_(CRITERIA[code].reason)}" for i, code in enumerate(criteria, 1)]
    if criteria:
        told.insert(0, _("Equal scores are separated, in this order, by:"))
    told.append(ctx.cited("standings.lots", _lots(ctx)))
    if ctx.rulebook.one_on_one:
        told.append(_("Two who are still equal may play one on one instead."))
        text = _("«{button}» takes the winner, from a list of two lines: round,table,seat,player and lots,,1,NAME.")
        told.append(text.format(button=_("Draw by hand")))
    return sentences(ws, row, told) + 1


def _score(ctx: Context) -> Iterator[str]:
    _, rulebook = ctx._, ctx.rulebook
    rule, spent = rulebook.score, rulebook.auction is not None and not rulebook.auction.optional
    if rule.less_start:
        yield _("The score is the money at the end, less the money at the start.")
    elif spent:
        yield _("The score is the money at the end: start, less bids, plus winnings.")
    else:
        yield _("The score is the sum of all winnings.")
    if rule.per_game:
        yield _("It is divided by the number of games played.")
    if rule.factor is not None:
        point = "." if ctx.catalog.language == "en" else ","
        factor = f"{float(rule.factor.factor):g}".replace(".", point)
        told = _("With tables of {size} and of {other}, the scores of those who began at {size} are multiplied by {factor}.")
        yield told.format(size=rule.factor.tables_of, other=rule.factor.beside, factor=factor)
    if rule.rounded:
        told = _("It is rounded to the nearest dollar, half a dollar away from zero.")
        if rulebook.unit != DOLLAR:
            told = _("It is rounded to the nearest whole number, halves away from zero.")
        yield ctx.cited("standings.rounded", told)


def _lots(ctx: Context) -> str:
    _, rulebook = ctx._, ctx.rulebook
    if rulebook.lots_decide:
        return _("Still equal: a lot.")
    if len(rulebook.brackets) == 1:
        lot = _("Still equal: a lot if one of the first {n} places depends on it; otherwise the rank is shared.")
        return lot.format(n=rulebook.brackets[0].qualifiers)
    if rulebook.has_finals:
        return _("Still equal: a lot if the finals depend on it; otherwise the rank is shared.")
    return _("Still equal: the rank is shared.")


def official(ws: Worksheet, row: int, ctx: Context) -> int:
    """When the result counts; gives the next row."""
    told = list(_official(ctx))
    if not told:
        return row
    return sentences(ws, head(ws, row, ctx._("Official validity"), "official", ctx), told) + 1


def _official(ctx: Context) -> Iterator[str]:
    _, rulebook, rule = ctx._, ctx.rulebook, ctx.rulebook.official
    if rule.minimum_players:
        yield _("With fewer than {n} players the tournament does not count officially.").format(n=rule.minimum_players)
    if not rule.equal_sheriffs:
        return
    yield _("A result is official only if everybody was Sheriff equally often, at least once.")
    if len(rulebook.scorings) > 1:
        code = next(iter(rulebook.scorings))
        told = _("It is official only with the {scoring} scoring, and without a variant that changes the dollars.")
        yield told.format(scoring=option_word(code, ctx.catalog.language))
    yield ctx.cited("official.group", _("The same players play every game: nobody leaves or sits out."))


def penalties(ws: Worksheet, row: int, ctx: Context) -> int:
    """Warnings and ejections; gives the next row."""
    _, limit = ctx._, ctx.rulebook.warnings_to_ejection
    if not limit:
        return row
    told = _("Warning no. {n} ejects the player; ejections and their reasons are reported.").format(n=limit)
    return sentences(ws, head(ws, row, _("Penalties"), "penalties", ctx), [told]) + 1


def withdrawals(ws: Worksheet, row: int, ctx: Context) -> int:
    """What becomes of who leaves; gives the next row."""
    if "withdrawals" not in ctx.rulebook.articles:
        return row
    return sentences(ws, head(ws, row, ctx._("Withdrawals"), "withdrawals", ctx), conduct.leaver(ctx)) + 1


def behaviour(ws: Worksheet, row: int, ctx: Context) -> int:
    """What is said about conduct, the referee, role cards and the regulation itself; gives the next row."""
    for heading, article, lines in conduct.paragraphs(ctx):
        first = row
        row = sentences(ws, titled(ws, row, heading, article), lines) + 1
        keep(ws, first, row - 2)
    season = ctx.rulebook.championship
    if season is None or not season.report_days:
        return row
    text = ctx._("The organiser reports the result within {days} days.").format(days=season.report_days)
    return sentences(ws, head(ws, row, ctx._("Report"), "championship.term", ctx), [text]) + 1
