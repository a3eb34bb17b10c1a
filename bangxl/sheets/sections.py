"""The regulation section by section: a heading with its article, lines of facts, sentences.

The rules sheet shows them, and so do the pages of a tournament without a computer.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest
from typing import Final, Literal, NamedTuple

from bangxl.locale.catalog import N_
from bangxl.sheets.bracket import duel_lines
from bangxl.sheets.context import WORDING, Context
from bangxl.sheets.record.texts import SECRET, TURN_UP_FOR_OTHERS
from bangxl.tournament.criteria import CRITERIA
from bangxl.tournament.rulebook import DOLLAR, Counted, Games, League, SheriffRule
from bangxl.workbook.fields import fields
from bangxl.workbook.words import duel_side, duel_title, games_that_count, option_word

DUELS, GAMES, MISCONDUCT, SHERIFFS, WRITERS = (WORDING[part] for part in ("duels", "games", "misconduct", "sheriffs", "writers"))


class Amounts(NamedTuple):
    """A line of a table of amounts: what is paid for, a column for each table size, and the amount in words."""

    label: str
    amounts: Sequence[int | None] = ()
    words: str = ""


class Section(NamedTuple):
    """A part of a regulation: heading and article, a table of amounts (``heads``), facts of one kind, sentences."""

    title: str
    article: str = ""
    heads: Sequence[str] = ()
    amounts: Sequence[Amounts] = ()
    facts: Sequence[tuple[str, int | str]] = ()
    kind: Literal["dollars", "count", "text"] = "dollars"
    sentences: Sequence[str] = ()


def article(ctx: Context, key: str) -> str:
    """The article that is the source of a table."""
    return ctx.rulebook.articles.get(key, "")


def reasons(ctx: Context) -> list[str]:
    """The regulation's list of misconduct, in the workbook's language."""
    return [ctx._(MISCONDUCT[one]) for one in ctx.rulebook.misconduct]


def auction_section(ctx: Context) -> Iterator[Section]:
    """How players buy characters, to the left or to the right."""
    _, rule = ctx._, ctx.rulebook.auction
    if rule is None:
        return
    facts: list[tuple[str, int | str]] = [
        (_("Everybody starts with"), rule.start),
        *([(_("Bids are multiples of"), rule.step)] if rule.step > 1 else []),
        (_("The lowest bid"), rule.minimum),
        *([(_("A raise is at least"), rule.least_raise)] if rule.least_raise != rule.step else []),
        (_("The last character costs"), rule.last),
    ]
    sentences = [_("Only if chosen on the tournament sheet.")] if rule.optional else []
    if rule.to_right:
        sentences += [
            _(TURN_UP_FOR_OTHERS) if rule.reconfirm else _("Turn up as many characters at random as there are players."),
            _("The player to the Sheriff's right opens, then on to the right."),
            _("This player names one of the characters and bids; each player may raise. Nobody can bid more than they have."),
            _("The first player without a character, to the right of the last one who named a character, opens next."),
        ]
    else:
        shown = _("The Sheriff turns up as many characters at random as there are players.")
        if rule.reconfirm:
            shown = _("The Sheriff turns up one character at random for each player who keeps none.")
        sentences += [
            ctx.rulebook.cited("auction.shown", shown),
            _("The Sheriff chooses one of them and bids; then each player to the left in turn may raise or pass."),
            _(
                "If you pass, you are out of this auction. You cannot bid more than you have. The last player left"
                " pays and takes the character."
            ),
            _("The player to the left of the winner opens next. Players with a character are out of the auction."),
        ]
    if rule.reconfirm:
        sentences.append(_("A player who survived a game may keep the character at the price of its auction."))
    if rule.debt:
        sentences.append(_("A player without money takes a character that is left, and owes the price."))
        sentences.append(_("Several take it in the order of their debts, the smallest first; equal debts by lot."))
    elif not rule.to_right:
        passes = _(
            "A player without money passes, and takes a character that is left after the others. If there are"
            " several, they do so in order of play."
        )
        sentences.append(passes)
    if ctx.rulebook.text:
        sentences.append(_(WRITERS[rule.writer]))
    yield Section(_("Auction"), article(ctx, "auction"), facts=facts, sentences=sentences)


def games_section(ctx: Context) -> Iterator[Section]:
    """The differences of a game: characters without an auction, variants with dollars, when the loss of life points begins."""
    _, rulebook = ctx._, ctx.rulebook
    characters = list[str]()
    if rulebook.character_sets:
        sets = option_word(next(iter(rulebook.character_sets)), ctx.catalog.language)
        characters.append(_("In play: {sets}, or what is chosen on the tournament sheet.").format(sets=sets))
    if rulebook.dealt:
        characters.append(_("Characters dealt to each player, who keeps one: {n}.").format(n=rulebook.dealt))
    if rulebook.spare:
        characters.append(_("Characters face up beyond the number of players: {n}; each takes one.").format(n=rulebook.spare))
    if rulebook.text and not (rulebook.auction or rulebook.dealt or rulebook.spare):
        characters.append(_("Each player gets one character by lot, as the base game says."))
    yield Section(_("Characters"), article(ctx, "characters"), sentences=characters)
    chosen = _("Only if chosen on the tournament sheet.")
    if rulebook.cash_reward:
        note = _("If you eliminate the Outlaw yourself, you note it instead of drawing three cards.")
        dollars: list[tuple[str, int | str]] = [(_("For each Outlaw eliminated"), rulebook.cash_reward)]
        yield Section(_("Cash rewards"), article(ctx, "cash_rewards"), facts=dollars, sentences=[chosen, note])
    if rulebook.card_price:
        most = _("At most as many as life points, and paid from what you have earned so far.")
        kept = _("They were in front of the player at the end of the game; they replace cards in hand and do not start in play.")
        price: list[tuple[str, int | str]] = [(_("Each card kept for the next game"), -rulebook.card_price)]
        yield Section(_("Experience"), article(ctx, "experience"), facts=price, sentences=[chosen, most, kept])
    text = _("Table of {players}: from reshuffle no. {time} on, each player loses 1 life point a turn, the Sheriff first.")
    noon = [text.format(players=size, time=time) for size, time in sorted(rulebook.high_noon.items()) if size in rulebook.sizes]
    noon = [ctx.noon_by_the_clock()] if rulebook.noon_minutes else noon
    yield Section(_("High Noon"), article(ctx, "high_noon"), sentences=noon)


def rounds_section(ctx: Context) -> Iterator[Section]:
    """The number of games, and the rule for the Sheriff."""
    _, rulebook = ctx._, ctx.rulebook
    sheriff = _(SHERIFFS[rulebook.sheriff])
    if rulebook.seatings and rulebook.sheriff is SheriffRule.SEAT_1:
        sheriff = _("Seat 1 is the Sheriff. Nobody is Sheriff twice in one seating.")
    elif rulebook.sheriff is SheriffRule.SEAT_1 and max((n for *_players, n in rulebook.rounds), default=0) > min(rulebook.sizes):
        sheriff = _("Seat 1 is the Sheriff: those who were it least often, by lot.")  # more games than there are people
    sheriff = ctx.rulebook.cited("tables.sheriff", sheriff)
    if rulebook.games is not Games.BY_PLAYERS:
        least = ("tables.smallest", _("A table with fewer than {n} players stops; its games so far count."))
        if rulebook.passive:
            least = (
                "tables.passive",
                _("At a table of fewer than {n}, a player who has left keeps their seat as a passive character."),
            )
        key, few = least
        stay, until = _("Everybody keeps the table and the seat of the draw."), _(GAMES[rulebook.games])
        few = ctx.rulebook.cited(key, few.format(n=rulebook.smallest_table))
        if (leavers := article(ctx, "rounds.leavers")) and not rulebook.text:
            yield Section(_("Games"), article(ctx, "rounds"), sentences=[stay, _(GAMES[Games.TABLE_SIZE]), sheriff])
            yield Section(_("Games after withdrawals"), leavers, sentences=[until, few])
        else:
            yield Section(_("Games"), article(ctx, "rounds"), sentences=[stay, until, sheriff, few])
        return
    if rulebook.league is not None:
        yield _league(ctx, rulebook.league)
        return
    facts: list[tuple[str, int | str]] = []
    for first, last, number in rulebook.rounds:
        seating = next((games for least, _most, games in rulebook.seatings if least == first), ())
        facts.append((players_text(ctx, first, last), " + ".join(map(str, seating)) or number))
    stay = _("«+»: everybody stays at the table for this many rounds before tables are drawn again.")
    sentences = [stay, sheriff] if rulebook.seatings else [sheriff]
    title = _("Rounds, by the players at the start")
    yield Section(title, article(ctx, "rounds"), facts=facts, kind="count", sentences=sentences)


def _league(ctx: Context, league: League) -> Section:
    """Evenings and games; whose games count."""
    _ = ctx._
    facts = [(_("Evenings"), league.evenings), (_("Games an evening, at most"), league.games)]
    facts += [(_("Games to be ranked, at least"), league.minimum)] if league.minimum else []
    which = {Counted.BEST: _("Games that count: a player's best"), Counted.FIRST: _("Games that count: a player's first")}
    facts += [(which[league.which], league.counted)] if league.counted else []
    come = _("Everybody who is there on an evening is drawn; people may join at any time, and stay away.")
    sheriff = _(SHERIFFS[ctx.rulebook.sheriff])
    if ctx.rulebook.sheriff is SheriffRule.SEAT_1:
        sheriff = _("Seat 1 is the Sheriff: those who were it least often in the league, by lot.")
    return Section(_("League"), article(ctx, "league"), facts=facts, kind="count", sentences=[come, sheriff])


def players_text(ctx: Context, first: int, last: int) -> str:
    """The smallest and largest number of players at the start."""
    if last >= ctx.rulebook.maximum_players:
        return ctx._("{players} or more players").format(players=first)
    return ctx._("{first} to {last} players").format(first=first, last=last)


def record_section(ctx: Context) -> Iterator[Section]:
    """What record sheets ask for besides roles and results, and the boxes that they offer."""
    sentences = [ctx._(field.rule) for field in fields(ctx.rulebook) if field.rule]
    if last := ctx.rulebook.among_last:
        text = ctx._("«Among the last»: players who are eliminated when {n} or fewer are left.")
        sentences.append(text.format(n=last))
    if "ruthless_law" in ctx.rulebook.record_sheet:
        sentences.append(ctx._("The variant Ruthless Law is marked on the record sheets; it changes no winnings."))
    yield Section(ctx._("Record sheets"), article(ctx, "record_sheet"), sentences=sentences)


def standings_section(ctx: Context) -> Iterator[Section]:
    """The score, and all that separates equal scores."""
    _, rulebook, score = ctx._, ctx.rulebook, _score(ctx)
    if "score" in rulebook.articles:
        yield Section(_("Score"), article(ctx, "score"), sentences=score)
        score = []
    lines = [f"{i}.  {_(CRITERIA[code].reason)}" for i, code in enumerate(rulebook.criteria, 1)]
    if lines:
        every = _("Ties are broken, in this order, by (all games count here):")
        lines.insert(0, every if rulebook.league and rulebook.league.counted else _("Ties are broken, in this order, by:"))
    if rulebook.lots_decide:
        lots = _("Still tied: by lot.")
    elif len(rulebook.brackets) == 1:
        lots = _("Still tied: by lot if one of the first {n} places depends on it; otherwise they share the rank.")
        lots = lots.format(n=rulebook.brackets[0].qualifiers)
    elif rulebook.has_finals:
        lots = _("Still tied: by lot if the finals depend on it; otherwise they share the rank.")
    else:
        lots = _("Still tied: they share the rank.")
    lines.append(ctx.rulebook.cited("standings.lots", lots))
    if rulebook.one_on_one:
        lines.append(_("Two players who are still tied may play one on one instead."))
        text = _("«{button}» takes the winner from a list of two lines: round,table,seat,player and lots,,1,NAME.")
        lines.append(text.format(button=_("Enter a hand draw")))
    yield Section(_("Standings"), article(ctx, "standings"), sentences=[*score, *lines])
    if rulebook.secret:
        yield Section(_("Secrecy"), article(ctx, "secrecy"), sentences=[_(SECRET)])


def _score(ctx: Context) -> list[str]:
    _, rulebook, rule = ctx._, ctx.rulebook, ctx.rulebook.score
    text = _("The score is the sum of all winnings.")
    if rule.less_start:
        text = _("The score is the money at the end minus the money at the start.")
    elif rulebook.auction is not None and not rulebook.auction.optional:
        text = _("The score is the money at the end: start minus bids plus winnings.")
    sentences = [text]
    if rulebook.league and rulebook.league.counted:
        sentences.append(games_that_count(rulebook.league, _))
    if rule.per_game:
        sentences.append(_("It is divided by the number of games played."))
    if rule.factor is not None:
        point = "." if ctx.catalog.language == "en" else ","
        factor = f"{float(rule.factor.factor):g}".replace(".", point)
        text = _("With tables of {size} and of {other}, the scores of those who began at {size} are multiplied by {factor}.")
        sentences.append(text.format(size=rule.factor.tables_of, other=rule.factor.beside, factor=factor))
    if rule.rounded:
        text = _("It is rounded to the nearest dollar, half a dollar away from zero.")
        if rulebook.unit != DOLLAR:
            text = _("It is rounded to the nearest whole number, halves away from zero.")
        sentences.append(ctx.rulebook.cited("standings.rounded", text))
    return sentences


def official_section(ctx: Context) -> Iterator[Section]:
    """When the result counts."""
    _, scorings, rule = ctx._, ctx.rulebook.scorings, ctx.rulebook.official
    sentences = []
    if rule.minimum_players:
        text = _("With fewer than {n} players the tournament does not count officially.")
        sentences.append(text.format(n=rule.minimum_players))
    if rule.equal_sheriffs:
        sentences.append(_("A result is official only if everybody was Sheriff equally often, at least once."))
    if rule.equal_sheriffs and len(scorings) > 1:
        text = _("It is official only with the {scoring} scoring and without a variant that changes the dollars.")
        sentences.append(text.format(scoring=option_word(next(iter(scorings)), ctx.catalog.language)))
    if rule.equal_sheriffs:
        text = _("The same players play every game: nobody leaves or sits out.")
        sentences.append(ctx.rulebook.cited("official.group", text))
    yield Section(_("Official validity"), article(ctx, "official"), sentences=sentences)


def finals_section(ctx: Context) -> Iterator[Section]:
    """The duels of every bracket, and how to play a duel."""
    _, brackets = ctx._, ctx.rulebook.brackets
    for bracket, after in zip_longest(brackets, brackets[1:]):
        name = _("Finals")
        if len(brackets) > 1:
            name = _("Finals, {n} or more tables at the start").format(n=bracket.from_tables)
        if after is not None:
            name = _("Finals, up to {n} tables at the start").format(n=after.from_tables - 1)
        facts = []
        for match in bracket.matches:
            sides = (str(side) if isinstance(side, int) else duel_side(side, _) for side in (match.a, match.b))
            facts.append((duel_title(match.code, _), " – ".join(sides)))
        yield Section(name, article(ctx, "finals"), facts=facts, kind="text")
    for mode in ctx.rulebook.duel_modes.values():
        name = _(DUELS.get(mode.code, N_("Duel")))
        yield Section(name, article(ctx, f"finals.duel.{mode.code}"), sentences=duel_lines(mode, ctx))


def knockout_section(ctx: Context) -> Iterator[Section]:
    """The players of the knock-out, and its rules."""
    _, rule, articles = ctx._, ctx.rulebook.knockout, ctx.rulebook.articles
    if rule is None:
        return
    if rule.by_points:
        yield Section(_("Last table"), article(ctx, "last_table"), sentences=last_lines(ctx))
        return
    facts = [(players_text(ctx, first, last), count) for first, last, count in rule.by_players]
    best = _("The best of each table and the next best; up to {n} tables of at most {size}.")
    best = best.format(n=rule.most_tables, size=rule.largest_table)
    two = _("Two players: {n} characters lie open, {each} each; not in play: {names}.")
    two = two if rule.without else _("Two players: {n} characters lie open, {each} each.")
    how = [
        _("The winning side plays on, dead or alive, until one is left. The losers are out."),
        _("The later you go out, the better your place; then the standings count."),
        _("Characters are chosen in the order of the standings; a player who won as the Renegade chooses first."),
        two.format(n=rule.shown, each=2, names=", ".join(rule.without)),
    ]
    name, qualifiers = _("Knock-out: how many play, by players at the start"), articles.get("knockout.qualifiers")
    if qualifiers is None:
        yield Section(name, article(ctx, "knockout"), facts=facts, kind="count", sentences=[best, *how])
    else:
        yield Section(name, qualifiers, facts=facts, kind="count", sentences=[best])
        yield Section(_("The knock-out"), article(ctx, "knockout"), sentences=how)


def last_lines(ctx: Context) -> list[str]:
    """The players of the last table, and its rules."""
    _, rule = ctx._, ctx.rulebook.knockout
    best = _("The best {n} of the standings play one more game; the player who draws the Sheriff card is Sheriff.")
    lines = [
        best.format(n=rule.largest_table if rule else 0),
        _("The winnings of this game decide the places; tied players keep the order of the standings before it."),
    ]
    rulebook = ctx.rulebook
    if rulebook.auction:
        lines.append(_("Nobody bids in it: each player gets one character by lot."))
    if rulebook.badges or rulebook.cash_reward or any(one.alive or one.killed_sheriff for one in rulebook.scorings.values()):
        lines.append(_("Badges, bonuses and cash rewards do not count in it."))
    return lines


def badges_section(ctx: Context) -> Iterator[Section]:
    """What some players of a game get beside the winnings, how much, and how often."""
    for index, badge in enumerate(ctx.rulebook.badges.values()):
        often = ctx._("At each table at most {n} in a game.").format(n=badge.most)
        yield Section(badge.name, article(ctx, f"badge.{index}"), facts=[(ctx._("For each"), badge.points)], sentences=[often])


def cuts_section(ctx: Context) -> Iterator[Section]:
    """After which rounds only the best play on, and how many."""
    _ = ctx._
    best = _("The best of the standings play on. Still tied: by lot, with the seed of the next draw.")
    home = _("The others keep the place at which they stand.")
    for index, cut in enumerate(ctx.rulebook.cuts):
        facts = [(players_text(ctx, first, last), count) for first, last, count in cut.by_players if not cut.share]
        share = _("{share} of the players at the start, rounded up to a number that has tables.").format(share=cut.share)
        name, sentences = _("Who plays on after round {n}").format(n=cut.after), [*[share] * bool(cut.share), best, home]
        yield Section(name, article(ctx, f"cut.{index}"), facts=facts, kind="count", sentences=sentences)


def prizes_section(ctx: Context) -> Iterator[Section]:
    """The title and who can win it; dollars by scheduled rounds and final place."""
    _, amounts = ctx._, ctx.rulebook.prizes
    if "champion" in ctx.rulebook.articles:
        text = _("The title goes to the first in the final ranking.")
        if ctx.rulebook.only_eligible:
            text = _("The title goes to the best player who may win it; players with «no» on the players' sheet may not.")
        yield Section(ctx.rulebook.champion, article(ctx, "champion"), sentences=[text])
    if amounts:
        heads = [_("Final place"), *(_("{rounds} rounds").format(rounds=number) for number in amounts)]
        lines = [Amounts(str(rank), dollars) for rank, dollars in enumerate(zip(*amounts.values(), strict=True), 1)]
        yield Section(_("Prizes, by the scheduled rounds"), article(ctx, "prizes"), heads, lines)
    if shares := ctx.rulebook.fee_shares:
        facts = [(_("Place {place}").format(place=place), f"{share} %") for place, share in enumerate(shares, 1)]
        text = _("Who share a place share its money; the first gets what cannot be divided.")
        yield Section(_("Prizes from the entry fees"), article(ctx, "prizes"), facts=facts, kind="text", sentences=[text])


def conduct_section(ctx: Context) -> Iterator[Section]:
    """Warnings and ejections, leaving, conduct, the referee, role cards, the regulation itself, and the report."""
    _, rulebook = ctx._, ctx.rulebook
    if limit := rulebook.warnings_to_ejection:
        text = _("Warning no. {n} ejects the player; ejections and their reasons are reported.").format(n=limit)
        yield Section(_("Penalties"), article(ctx, "penalties"), sentences=[text])
    if "withdrawals" in rulebook.articles:
        leaver = [_(text) for text in WORDING["leavers"][rulebook.leaver]]
        yield Section(_("Withdrawals"), article(ctx, "withdrawals"), sentences=leaver)
    if rulebook.text and rulebook.referee and not rulebook.referee.plays:
        yield Section(_("The referee"), article(ctx, "referee"), sentences=[_("The referee does not play.")])
    lines = ((*WORDING["conduct"][code], where) for code, where in rulebook.conduct.items())
    for (heading, where), group in groupby(lines, key=lambda line: (line[0], line[2])):
        yield Section(_(heading), where, sentences=[_(text) for _h, text, _w in group])
    if listed := reasons(ctx):
        text = _("For example: {list}.").format(list="; ".join(listed))
        yield Section(_("Misconduct"), article(ctx, "conduct"), sentences=[text])
    if rulebook.championship is not None and rulebook.championship.report_days:
        text = _("The organiser reports the result within {days} days.").format(days=rulebook.championship.report_days)
        yield Section(_("Report"), article(ctx, "championship.term"), sentences=[text])


SECTIONS: Final = (
    *(auction_section, games_section, rounds_section, record_section, standings_section, official_section),
    *(badges_section, cuts_section, finals_section, knockout_section, prizes_section, conduct_section),
)
"""In the order of the rules sheet, below the winnings."""
