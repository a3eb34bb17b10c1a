"""The texts of record sheets, with the amounts of the regulation, and all problems that they can show.

The problems are one numbered list, the worst first; the sheets' formulas refer to it. Numbers before MISSING are
contradictions (×), the others gaps (!). The texts stand once, on the hidden lists.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, NamedTuple

from bangxl.locale.catalog import N_
from bangxl.sheets.context import WORDING, Context
from bangxl.sheets.formulas import first_of, literal, phrase, player_name, relative
from bangxl.sheets.record.layout import cell, column
from bangxl.tournament.findings import KINDS
from bangxl.tournament.knockout import WITHOUT_ROLES
from bangxl.tournament.model import Role, stage_code
from bangxl.workbook.fields import FIELDS
from bangxl.workbook.names import duel
from bangxl.workbook.notices import REASONS

_TEXTS: Final[Mapping[str, str]] = WORDING["record"]


def record_text(ctx: Context, key: str) -> str:
    """Return a text in the workbook's language."""
    return ctx._(_TEXTS[key]).format(**amounts(ctx))


def amounts(ctx: Context) -> Mapping[str, object]:
    """Return the texts of record sheets and their problems for this regulation."""
    rulebook, auction, number = ctx.rulebook, ctx.rulebook.auction, ctx.catalog.number
    return {
        "cell": "{cell}",
        "sheriff": "{sheriff}",
        "step": number(auction.step) if auction else "0",
        "minimum": number(auction.minimum) if auction else "0",
        "raise": number(auction.least_raise) if auction else "0",
        "last": number(auction.last) if auction else "0",
        "last_players": rulebook.among_last,
        "card": number(rulebook.card_price),
        "reward": number(rulebook.cash_reward),
        "outcome": relative(cell(ctx, "Outcome")),
        "bids": column(ctx, "Bid"),
        "roles": column(ctx, "Role"),
    }


class Problem(NamedTuple):
    """A finding of the sheet's own formulas.

    ``text`` is what the status line says of the place ``at``: the cell in the column of this name, on the line with the problem,
    or a placeholder of `amounts`. In it, ``{sheriff}`` is the player whose turn it is. ``short`` stands in the line's check (at
    most 24 letters with its sign).
    """

    code: str
    text: str
    short: str = ""
    at: str = "{outcome}"


_WORD: Final = N_("choose the word from the list, or leave it blank."), N_("unknown word")
_LISTED: Final = N_("choose the word from the list.")
_LIVES: Final = N_("no more than the character's life points; the Sheriff can have one more.")
_WHOLE: Final = N_("type a whole number."), N_("a whole number")

PROBLEMS: Final = (
    Problem("player_unknown", N_("this id or name is not on the players' sheet."), N_("unknown player"), "Player"),
    Problem("player_twice", N_("this player sits at the table twice."), N_("seated twice"), "Player"),
    Problem("character_unknown", N_("this character is not on the list."), N_("unknown character"), "Character"),
    Problem("character_twice", N_("two players have this character."), N_("same character"), "Character"),
    Problem("bid_text", *_WHOLE, "Bid"),
    Problem("bid_step", N_("bids are multiples of {step} $."), N_("multiples of {step} $"), "Bid"),
    Problem(
        "bid_digit", N_("did you mean {step} times as much? Bids are multiples of {step} $."), N_("{step} times as much?"), "Bid"
    ),
    Problem("bid_low", N_("the lowest bid is {minimum} $."), N_("at least {minimum} $"), "Bid"),
    Problem("bid_high", N_("the bid is more than the player has."), N_("more than the money"), "Bid"),
    Problem("kept_unknown", *_WORD, "Reconfirmed"),
    Problem("kept_first", REASONS["kept_first_game"], N_("no game before"), "Reconfirmed"),
    Problem("kept_dead", REASONS["kept_not_alive"], N_("did not survive"), "Reconfirmed"),
    Problem("kept_price", REASONS["kept_other_price"], N_("another price"), "Bid"),
    Problem("cards_text", *_WHOLE, "Cards_Kept"),
    Problem("cards_first", REASONS["kept_first_game"], N_("no game before"), "Cards_Kept"),
    Problem("cards_dead", N_("a player eliminated in the previous game kept no cards."), N_("was eliminated"), "Cards_Kept"),
    Problem("cards_many", _LIVES, N_("too many cards"), "Cards_Kept"),
    Problem("cards_price", N_("the cards kept cost more than the player has."), N_("more than the money"), "Cards_Kept"),
    Problem("role_unknown", _LISTED, N_("unknown role"), "Role"),
    Problem("sheriff_missing", N_("the player at seat 1 is the Sheriff."), N_("seat 1 is Sheriff"), "Role"),
    Problem("no_sheriff", N_("one player must be the Sheriff."), at="{roles}"),
    Problem("sheriff_twice", N_("there are two Sheriffs. Correct the role."), N_("only one Sheriff"), "Role"),
    Problem("sheriff_turn", N_("{sheriff} is Sheriff now, on the left of the last one."), N_("out of turn"), "Role"),
    Problem("role_often", N_("too many players at this table have this role."), N_("role too often"), "Role"),
    Problem("status_unknown", _LISTED, N_("unknown word"), "Status"),
    Problem("duel_role", N_("only the Renegade can lose a final duel."), N_("Renegade only"), "Status"),
    Problem("duel_deputy", N_("no final duel while a Deputy is alive."), N_("a Deputy is alive"), "Status"),
    Problem("last_many", KINDS["too_many_last"].sentence, N_("too many «last»"), "Status"),
    Problem("lives_text", *_WHOLE, "Lives"),
    Problem("lives_alive", N_("a player who is alive has at least 1 life point."), N_("alive: 1 life or more"), "Lives"),
    Problem("lives_dead", N_("a player who is eliminated has no life points."), N_("eliminated: no lives"), "Lives"),
    Problem("lives_many", _LIVES, N_("too many lives"), "Lives"),
    Problem("killer_unknown", *_WORD, "Killed_Sheriff"),
    Problem("killer_role", N_("only a Deputy who is alive can have done that."), N_("a living Deputy only"), "Killed_Sheriff"),
    Problem("killer_twice", N_("only one player can have eliminated the Sheriff."), N_("only one player"), "Killed_Sheriff"),
    Problem("killer_outcome", N_("if a Deputy does that, the Outlaws win."), N_("not with this outcome"), "Killed_Sheriff"),
    Problem("kills_text", *_WHOLE, "Outlaws_Killed"),
    *(Problem(f"{field.attribute}_unknown", *_WORD, field.name) for field in FIELDS if field.is_mark and not field.problem),
    Problem("kills_many", N_("fewer Outlaws were eliminated."), N_("too many Outlaws"), "Outlaws_Killed"),
    Problem("outcome_unknown", _LISTED, N_("unknown word")),
    Problem("law_sheriff", REASONS["law_sheriff_dead"], N_("Law: the Sheriff is dead")),
    Problem("law_others", REASONS["law_enemy_alive"], N_("Law: an enemy is alive")),
    Problem("outlaws_sheriff", REASONS["outlaws_sheriff_alive"], N_("Outlaws: the Sheriff lives")),
    Problem("outlaws_alive", REASONS["outlaws_nobody"], N_("Outlaws: none is alive")),
    Problem("renegade_alone", REASONS["renegade_not_alone"], N_("Renegade: not the last")),
    Problem("unpaid", N_("this does not fit the outcome in {outcome}."), N_("not with this outcome"), "Status"),
    Problem(
        "ruling_reason",
        N_("a ruling needs an event with round, table and reason. Add it, or clear the amounts."),
        N_("ruling without reason"),
        "Ruling",
    ),
    Problem("nobody_last", KINDS["nobody_paid_last"].sentence, at="{bids}"),
    Problem("sums", N_("Money before − bids + winnings is not the money after: press F9."), at=""),
    Problem("bid_missing", N_("the bid is missing."), N_("bid missing"), "Bid"),
    Problem("role_missing", N_("the role is missing."), N_("role missing"), "Role"),
    Problem("status_missing", N_("alive or eliminated?"), N_("alive or not?"), "Status"),
    Problem("lives_missing", N_("the life points left are missing."), N_("lives missing"), "Lives"),
    Problem("ruling_missing", N_("the amount of the ruling is missing: {bangxl rule}."), N_("amount missing"), "Ruling"),
    Problem("outcome_missing", N_("who has won?"), N_("who has won?")),
    Problem("character_missing", "", N_("character missing"), "Character"),
)

NONE: Final = len(PROBLEMS) + 1
WRONG_STATE: Final = 1
"""A problem with state ×, like all at the start of the list."""


def problem_number(code: str) -> int:
    """The position of a problem in the list, from 1; StopIteration for an unknown code."""
    return next(i for i, problem in enumerate(PROBLEMS, 1) if problem.code == code)


FIRST_MISSING: Final = problem_number("bid_missing")
"""From this number on, something is missing, not wrong."""
FIRST_HARMLESS: Final = problem_number("character_missing")
"""Missing too, but nothing depends on it: such a game counts and delays nobody."""

STATES: Final = (N_("· empty"), N_("► in play"), N_("! incomplete"), N_("✓ complete"), N_("× wrong"))


class Stage(IntEnum):
    """The typing progress of a sheet. The lists hold every text once for each stage: number ``stage * NONE + problem``."""

    BEGUN = 0
    SEATED = 1
    EMPTY = 2


class Words(NamedTuple):
    """The texts of a sheet with this worst finding: the sign, the sheet's state, the line's own check, the sentence."""

    sign: str
    state: str
    short: str = ""
    text: str = ""


def problem_words(problem: int, stage: Stage, ctx: Context) -> Words:
    """Return the texts of a sheet for a finding; a gap is no error before typing starts."""
    empty, playing, incomplete, complete, wrong = map(ctx._, STATES)
    if stage is Stage.EMPTY:
        return Words("·", empty, "·")
    if problem == NONE:
        sign = "✓" if stage is Stage.BEGUN else "·"
        return Words(sign, complete, sign)
    if problem >= FIRST_MISSING and stage is Stage.SEATED:
        return Words("·", playing, "·")
    code, text, _short, at = PROBLEMS[problem - 1]
    sign, state = ("×", wrong) if problem < FIRST_MISSING else ("!", complete if problem == FIRST_HARMLESS else incomplete)
    place = f"{at if at.startswith('{') else '{cell}'}: " if at else ""
    sentence = f"{sign} {place}{ctx._(text)}".format(**amounts(ctx)) if text else ""
    return Words(sign, state, short_text(ctx, code), sentence)


def short_text(ctx: Context, code: str) -> str:
    """What a line's check, or that of a knock-out's table, says of a problem."""
    which = problem_number(code)
    short = ctx._(PROBLEMS[which - 1].short)
    return f"{'×' if which < FIRST_MISSING else '!'} {short}".format(**amounts(ctx)) if short else ""


PICK_IN_TURN: Final = N_("Take turns to choose: the player who does not start 1, the starter 2, the other 1.")
FINAL_DUEL: Final = N_("Final duel: the Sheriff and the Renegade were the last two, and the Renegade fell.")
"""Italy 2010 and 2011, the winnings' asterisk; Italy 2007, note 3; Germany, Das Kopfgeld."""
SECRET: Final = N_("Everybody's total is secret until the elimination phase ends. You may ask the referee for your own.")
"""Italy 2010 and 2011, 1.1; Italy 2007, Il girone eliminatorio."""
TURN_UP_FOR_OTHERS: Final = N_("Turn up one character at random for each player who keeps none.")
"""Italy 2007, Ingaggio (R07-11)."""
STAYS_PASSIVE: Final = N_("–: has left. The seat is dealt a role and stays passive; write its role and end.")
"""For the knock-out DE-9; the sides count the roles of all seats."""
BY_NUMBER: Final = N_("Choose characters in the order of the numbers.")


def _roles(ctx: Context) -> dict[int, dict[Role, int]]:
    tables = ctx.rulebook.knockout.roles if ctx.rulebook.knockout else {}
    return {size: {role: counts.get(role, 0) for role in Role} for size, counts in sorted(tables.items())}


def role_count_rows(ctx: Context) -> list[tuple[str, int]]:
    """How many players have a role at a table, by ``size|role``, for lookup by the checks."""
    return [(f"{size}|{role}", count) for size, counts in _roles(ctx).items() for role, count in counts.items()]


def stage_instructions(ctx: Context, size: int, first: str, characters: str) -> list[str]:
    """How a knock-out table of ``size`` is played, and what follows from the result; a blank line is left out on paper.

    Below four players nobody has a role. Of two, ``first`` chooses first, among the ``characters``.
    """
    _, knockout, last = ctx._, ctx.rulebook.knockout, ctx.rulebook.among_last
    cards = ctx.roles_text(_roles(ctx)[size]) if size in _roles(ctx) else ""
    if ctx.rulebook.has_last_table:
        box = _("Among the last {n}: write this number in the box «eliminated» instead of a cross.").format(n=last)
        return [
            _("One of you wins; the others keep the order of the standings.") if size <= WITHOUT_ROLES else cards,
            _("The winnings of this game decide the places; tied players keep the order of the standings before it."),
            box if last else "",
        ]
    if size == 2:
        decides = _("{player} decides who starts.") if first else _("The better placed player (No. 1) decides who starts.")
        names = ", ".join(knockout.without) if knockout and not characters else ""
        shown = _("Lay {shown} characters face up, without {names}.") if names else _("Lay {shown} characters face up.")
        shown = shown.format(shown=knockout.shown if knockout else 0, names=names)
        return [
            decides.format(player=first),
            f"{shown[:-1]}: {characters}" if characters else shown,
            _(PICK_IN_TURN) + " " + _("The player who eliminates both characters of the other wins."),
        ]
    if size <= WITHOUT_ROLES:
        special = _("Three players: the special rules of «BANG! The Bullet».")
        return [special, _("One of the three wins, the others are out."), _(BY_NUMBER)]
    plays_on = _("The whole winning side plays on, dead or alive; the others are out.")
    return [cards, _(BY_NUMBER), plays_on, _("From now on, a player who wins as the Renegade chooses first.")]


def last_table_lines(ctx: Context, stage: int, size: str) -> list[str]:
    """The lines as formulas; ``size`` is the cell with the number of players. They are blank while the table is empty."""
    *others, last = [(count, literal(ctx.roles_text(roles))) for count, roles in _roles(ctx).items()] or [(0, '""')]
    cards = first_of(*((f"{size}={count}", text) for count, text in others), otherwise=last[1])
    few, many = ([*map(literal, stage_instructions(ctx, count, "", ""))] for count in (WITHOUT_ROLES, WITHOUT_ROLES + 1))
    many[0] = cards
    if ctx.rulebook.has_last_table:
        lines = [f"IF({size}<={WITHOUT_ROLES},{few[0]},{cards})", *many[1:], '""']
    else:
        (decides, shown, picks), (_x, these, _y) = (stage_instructions(ctx, 2, "{player}", names) for names in ("", "{names}"))
        characters, first = duel(stage_code(stage), "Characters"), player_name("INDEX(Player_Id,MATCH(1,Choice,0))")
        lay = f'IF({characters}="",{literal(shown)},{phrase(these, names=characters)})'
        two = [phrase(decides, player=first), lay, literal(picks), '""']
        lines = [
            first_of((f"{size}=2", pair), (f"{size}<={WITHOUT_ROLES}", three), otherwise=more)
            for pair, three, more in zip(two, [*few, '""'], many, strict=True)
        ]
    return [f'IF({size}=0,"",{line})' for line in lines]
