"""What a regulation says, section by section: each a heading with its article, lines of facts, sentences.

The sheet of the rules shows them, and the pages of a tournament without the computer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from textwrap import wrap
from typing import Final, Literal, NamedTuple

from bangxl.locale.catalog import N_
from bangxl.sheets.bracket import duel_lines, title
from bangxl.sheets.context import Context
from bangxl.tournament.criteria import CRITERIA
from bangxl.tournament.rulebook import DOLLAR, Auction, Bracket, Conduct, Games, Leaver, Misconduct, SheriffRule
from bangxl.workbook.fields import fields
from bangxl.workbook.words import option_word

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
_LINE_WIDTH: Final = 120
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
        yield ctx._(heading), article, [part for _, text, _ in lines for part in wrap(ctx._(text), _LINE_WIDTH)]
    if listed := reasons(ctx):
        text = ctx._("Among other things: {list}.").format(list="; ".join(listed))
        yield ctx._("Misconduct"), ctx.rulebook.articles["conduct"], wrap(text, _LINE_WIDTH)


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


class Amounts(NamedTuple):
    """A line of a table of amounts: what is paid, a column for each size of table, and the amount in words."""

    label: str
    amounts: Sequence[int | None] = ()
    words: str = ""


class Section(NamedTuple):
    """A part of a regulation: its heading and article, a table of amounts (``heads``), facts of a kind, sentences."""

    title: str
    article: str = ""
    heads: Sequence[str] = ()
    amounts: Sequence[Amounts] = ()
    facts: Sequence[tuple[str, int | str]] = ()
    kind: Literal["dollars", "count", "text"] = "dollars"
    sentences: Sequence[str] = ()


def article(ctx: Context, key: str) -> str:
    """The article of a table that a section is taken from."""
    return ctx.rulebook.articles.get(key, "")


def auction(ctx: Context) -> Iterator[Section]:
    """How characters are bought."""
    _, rule = ctx._, ctx.rulebook.auction
    if rule is None:
        return
    lines: list[tuple[str, int | str]] = [
        (_("Everybody starts with"), rule.start),
        *([(_("Bids are multiples of"), rule.step)] if rule.step > 1 else []),
        (_("The lowest bid"), rule.minimum),
        *([(_("A raise is at least"), rule.least_raise)] if rule.least_raise != rule.step else []),
        (_("The last character goes for"), rule.last),
    ]
    yield Section(_("Auction"), article(ctx, "auction"), facts=lines, sentences=list(_auction(ctx, rule)))


def _auction(ctx: Context, rule: Auction) -> Iterator[str]:
    _ = ctx._
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


def characters(ctx: Context) -> Iterator[Section]:
    """How everybody gets a character without an auction."""
    if text := ctx.choice_of_characters():
        yield Section(ctx._("Characters"), article(ctx, "characters"), sentences=[text])


def variants(ctx: Context) -> Iterator[Section]:
    """Variants with dollars that the referee may choose."""
    _, rulebook = ctx._, ctx.rulebook
    chosen = _("Only where it is chosen on the first sheet.")
    if rulebook.cash_reward:
        noted = _("Noted by the player who eliminates the Outlaw himself, in place of drawing three cards.")
        dollars: list[tuple[str, int | str]] = [(_("For each Outlaw eliminated"), rulebook.cash_reward)]
        yield Section(_("Cash rewards"), article(ctx, "cash_rewards"), facts=dollars, sentences=[chosen, noted])
    if rulebook.card_price:
        most = _("At most as many as life points, and paid from what was earned so far.")
        kept = _("They lay before the player at the end of the game; they replace cards in hand and do not start in play.")
        price: list[tuple[str, int | str]] = [(_("Each card kept for the next game"), -rulebook.card_price)]
        yield Section(_("Experience"), article(ctx, "experience"), facts=price, sentences=[chosen, most, kept])


def high_noon(ctx: Context) -> Iterator[Section]:
    """When life points begin to be lost, by size of table."""
    _, noon = ctx._, sorted(ctx.rulebook.high_noon.items())
    if not noon and not ctx.rulebook.noon_minutes:
        return
    text = _("Table of {players}: from reshuffle no. {time} on, each loses 1 life point a turn, the Sheriff first.")
    lines = [text.format(players=size, time=time) for size, time in noon]
    lines = [ctx.noon_by_the_clock()] if ctx.rulebook.noon_minutes else lines
    yield Section(_("High Noon"), article(ctx, "high_noon"), sentences=lines)


def rounds(ctx: Context) -> Iterator[Section]:
    """How much is played, and who is Sheriff."""
    _, rulebook = ctx._, ctx.rulebook
    if rulebook.games is not Games.BY_PLAYERS:
        yield Section(_("Games"), article(ctx, "rounds"), sentences=list(_games(ctx)))
        return
    lines: list[tuple[str, int | str]] = []
    for first, last, number in rulebook.rounds:
        games = next((games for least, _most, games in rulebook.seatings if least == first), ())
        lines.append((players_text(ctx, first, last), " + ".join(map(str, games)) or number))
    stay = _("«+»: everybody stays at his table for so many rounds, and only then are tables drawn again.")
    text = [*([stay] if rulebook.seatings else []), _sheriff(ctx)]
    title = _("Rounds, by the players at the start")
    yield Section(title, article(ctx, "rounds"), facts=lines, kind="count", sentences=text)


def players_text(ctx: Context, first: int, last: int) -> str:
    """From how many to how many players at the start."""
    endless = last >= ctx.rulebook.maximum_players
    text = ctx._("{players} or more players").format(players=first) if endless else ctx._("{first} to {last} players")
    return text.format(first=first, last=last)


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


def record_sheets(ctx: Context) -> Iterator[Section]:
    """What record sheets ask for beside roles and results, or offer to be crossed."""
    if lines := list(_record_sheets(ctx)):
        yield Section(ctx._("Record sheets"), article(ctx, "record_sheet"), sentences=lines)


def _record_sheets(ctx: Context) -> Iterator[str]:
    yield from (ctx._(field.rule) for field in fields(ctx.rulebook) if field.rule)
    if last := ctx.rulebook.among_last:
        yield ctx._("«Among the last» is whoever is eliminated when {n} or fewer are left.").format(n=last)
    if ctx.rulebook.ruthless_law:
        yield ctx._("The variant Ruthless Law is marked on the record sheets; it changes no winnings.")


def standings(ctx: Context) -> Iterator[Section]:
    """The score and all that separates equal ones."""
    _, criteria = ctx._, ctx.rulebook.criteria
    lines = [f"{i}.  {_(CRITERIA[code].reason)}" for i, code in enumerate(criteria, 1)]
    if criteria:
        lines.insert(0, _("Equal scores are separated, in this order, by:"))
    rulebook = ctx.rulebook
    if rulebook.lots_decide:
        lots = _("Still equal: a lot.")
    elif len(rulebook.brackets) == 1:
        lot = _("Still equal: a lot if one of the first {n} places depends on it; otherwise the rank is shared.")
        lots = lot.format(n=rulebook.brackets[0].qualifiers)
    elif rulebook.has_finals:
        lots = _("Still equal: a lot if the finals depend on it; otherwise the rank is shared.")
    else:
        lots = _("Still equal: the rank is shared.")
    lines.append(ctx.cited("standings.lots", lots))
    if ctx.rulebook.one_on_one:
        lines.append(_("Two who are still equal may play one on one instead."))
        text = _("«{button}» takes the winner, from a list of two lines: round,table,seat,player and lots,,1,NAME.")
        lines.append(text.format(button=_("Draw by hand")))
    score = list(_score(ctx))
    if "score" in ctx.rulebook.articles:
        yield Section(_("Score"), article(ctx, "score"), sentences=score)
        score = []
    yield Section(_("Standings"), article(ctx, "standings"), sentences=[*score, *lines])


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


def official(ctx: Context) -> Iterator[Section]:
    """When the result counts."""
    if lines := list(_official(ctx)):
        yield Section(ctx._("Official validity"), article(ctx, "official"), sentences=lines)


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


def penalties(ctx: Context) -> Iterator[Section]:
    """Warnings and ejections."""
    _, limit = ctx._, ctx.rulebook.warnings_to_ejection
    if limit:
        text = _("Warning no. {n} ejects the player; ejections and their reasons are reported.").format(n=limit)
        yield Section(_("Penalties"), article(ctx, "penalties"), sentences=[text])


def withdrawals(ctx: Context) -> Iterator[Section]:
    """What becomes of who leaves."""
    if "withdrawals" in ctx.rulebook.articles:
        yield Section(ctx._("Withdrawals"), article(ctx, "withdrawals"), sentences=leaver(ctx))


def behaviour(ctx: Context) -> Iterator[Section]:
    """What is said about conduct, the referee, role cards and the regulation itself."""
    yield from (Section(heading, where, sentences=lines) for heading, where, lines in paragraphs(ctx))
    season = ctx.rulebook.championship
    if season is not None and season.report_days:
        text = ctx._("The organiser reports the result within {days} days.").format(days=season.report_days)
        yield Section(ctx._("Report"), article(ctx, "championship.term"), sentences=[text])


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
