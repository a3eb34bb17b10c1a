"""The page for the table of a duel: the printed rules of each mode, or of the knock-out's game of two.

Only the current mode is computed; the other modes are pale.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from openpyxl.styles import Font
from openpyxl.workbook.workbook import Workbook

from bangxl.locale.catalog import N_, Catalog
from bangxl.sheets.cells import link_if
from bangxl.sheets.context import Context, cited
from bangxl.sheets.record.texts import DECIDES, PICKS
from bangxl.sheets.sections import DUELS
from bangxl.sheets.styles import NOTE, RULE, Links, Sheet, place
from bangxl.tournament.rulebook import Rulebook

Rule = tuple[str, str]
"""A rule's label and its text."""

_LINE: Final = 17.0
"""The height of a line of text in points."""
_PER_LINE: Final = 90
"""How many letters surely fit on a line of the text column, with its article."""

_PILE: Final = {
    N_("Pile"): N_("Put your {half} characters face down in a pile, in any order. You cannot change the order later."),
    N_("Front and back"): N_(
        "The first two of the pile come into play: one in front, near the middle of the table, one behind, near the player."
        " The other {reserve} are reinforcements."
    ),
    N_("First hand"): N_("As many cards as the character in front may hold."),
    N_("Goal"): N_("Eliminate all characters of the opponent. With one character left you play on with it to the end."),
    N_("Start of a turn"): N_(
        "After Jail and Dynamite, but before drawing, the player chooses who is in front and who is behind."
    ),
    N_("Abilities"): N_(
        "In your own turn you have only the ability of the character in front. If the one behind is the target of a card"
        " (BANG!, Indians!, Gatling, Duel …), you have that one's ability while you react."
    ),
    N_("Targets"): N_("Either character of the opponent, if it is a valid target: for BANG! it must be within reach."),
    N_("Distances"): N_("Front to front: 1. Front to the opponent's character behind: 2. Cards in play change this as usual."),
    N_("Gatling, Indians!"): N_("In this order: the opponent's nearest character, your own one behind, the opponent's farthest."),
}
"""Two characters in play, and a pile of reinforcements."""
_REINFORCEMENTS: Final = {
    N_("Blue cards"): N_("On either of your own characters in play; only Jail goes to the opponent."),
    N_("Reinforcements"): N_(
        "When a character is eliminated, the first of the pile comes in behind. If it was the one in front,"
        " the one behind steps forward first."
    ),
}

PAGES: Final[Mapping[str, Mapping[str, str]]] = {
    "long": {
        N_("Characters"): N_("There are no roles. Take {out} of the {pool} characters out by lot; lay {shown} face up."),
        N_("Order of choice"): N_(
            "The better placed player of the elimination phase decides: choose first, or start. Whoever chooses first"
            " lets the other start. They take turns to choose, {half} each."
        ),
        **_PILE,
        **_REINFORCEMENTS,
        N_("General Store"): N_(
            "As many cards as there are characters in play, without the reinforcements. The player whose turn it"
            " is takes the first, the opponent the second, and so on; the opponent takes the last one."
        ),
        N_("Jail"): N_(
            "The player who plays it chooses the character. If it does not “draw” itself out, it goes or stays behind"
            " and cannot come to the front; next turn the player may change places again."
        ),
        N_("Dynamite"): N_(
            "The player who plays it puts it next to either of their own characters. If it does not explode, the"
            " opponent gets it and chooses one of theirs, and so on."
        ),
        N_("Cat Balou, Panic!"): N_("You may use them on both of your own characters; Panic! only at a distance of 1."),
    },
    "short": {
        N_("Characters"): N_(
            "There are no roles. Take out all Jail and Wells Fargo cards. Each player gets {each} characters by lot, in a pile,"
            " face down, and begins with the top one."
        ),
        N_("Goal"): N_("Eliminate {first} characters and be two ahead, or eliminate all of them."),
        N_("Scores"): N_("Legal scores: {scores}"),
        N_("Beer"): N_("Gives no life point: it counts as BANG!, Missed!, Panic! or Cat Balou."),
        N_("Next character"): N_(
            "When a character is eliminated, the next of the pile plays on. Extra wounds go to the next one."
        ),
    },
    "2007": {
        N_("Characters"): N_("{pool} characters: {out}, drawn by lot, keep the score; lay {shown} face up."),
        N_("Order of choice"): N_("The first player chooses one, the second one of the others, and so on, {half} each."),
        **_PILE,
        N_("To defend"): N_("Against Gatling and Indians! each character, including your other one, is defended separately."),
        **_REINFORCEMENTS,
        N_("General Store"): N_("As many cards as there are characters in play."),
        N_("Jail"): N_(
            "The player who plays it chooses the character. One in front “draws” at once in its turn, one behind only when the"
            " player wants to change places. A character that must skip its turn cannot be put in front."
        ),
        N_("Beer, Saloon"): N_("Beer works only for the character in front, the Saloon for all."),
        N_("Cat Balou, Panic!"): N_("You may not use them on your own characters."),
    },
    "two": {
        N_("Characters"): N_("Without {without}. Lay {shown} of the others face up."),
        N_("Who starts"): DECIDES,
        N_("Order of choice"): PICKS,
        N_("Active, supporter"): N_(
            "Both players decide at the same time which character is active and which supports, and which is on the left and on"
            " the right."
        ),
        N_("Hand"): N_(
            "At the start, as many cards as the active character has life points; the limit is always the active character's"
            " life points."
        ),
        N_("Goal"): N_("Eliminate both characters of the opponent. The players take turns."),
        N_("Start of a turn"): N_("After Jail and Dynamite the player decides who is active this turn."),
        N_("Abilities"): N_(
            "In your own turn you have only the active character's ability; when attacked, the ability of the attacked character."
        ),
        N_("Distances"): N_(
            "Count as in the normal game, from the active character's place. Every character counts, including your other one."
        ),
        N_("Cards"): N_(
            "A card for one person goes to one character: brown cards to any of the four, as distances allow; blue cards only to"
            " your own supporter, except Dynamite and Jail."
        ),
        N_("Gatling, Indians!"): N_(
            "They hit everybody except the active character of the player who plays them; that player's"
            " supporter is hit, too. If the order matters: clockwise from the left of the active character."
        ),
        N_("Dynamite"): N_("First on your own active character. If it does not explode, it goes to the opponent's active one."),
        N_("General Store"): N_("One card each in turn; with only one character left you get only one card."),
        N_("Jail"): N_("Only on the opponent's active character."),
        N_("When one is left"): N_(
            "With one character left, you play it as active and supporter. When both players have only one, Beer has no effect."
        ),
    },
}
"""By mode (Italy 2010, Modalità lunga, Modalità breve; Italy 2007, I Duelli); ``two`` is Germany's Spiel zu zweit."""


class DuelRules(NamedTuple):
    """The rules of a duel: the mode's code, its title, its article, its rules."""

    mode: str
    title: str
    article: str
    rules: Sequence[Rule]


def is_needed(rulebook: Rulebook) -> bool:
    """Whether the page can describe a duel of the regulation."""
    two = rulebook.knockout is not None and rulebook.knockout.shown > 0
    return two or any(mode in PAGES for mode in rulebook.duel_modes)


def duel_rules(rulebook: Rulebook, _: Catalog) -> list[DuelRules]:
    """The modes of a regulation that the page describes."""
    pool, knockout, articles, pages = len(rulebook.characters), rulebook.knockout, rulebook.articles, []
    for mode in rulebook.duel_modes.values():
        if mode.code not in PAGES:
            continue
        half, wins = mode.shown // 2, sorted(mode.scores)
        numbers = {"pool": pool, "shown": mode.shown, "out": pool - mode.shown, "half": half, "reserve": half - 2}
        numbers |= {"each": mode.each, "first": wins[0][0]}
        scores = ", ".join(f"{high}–{low}" for high, low in wins)
        rules = [(_(label), _(text).format(**numbers, scores=scores)) for label, text in PAGES[mode.code].items()]
        if "finals.duel" in rulebook.decisions:
            text = _("The referee decides who chooses first and who starts.")
            rules.append((_("Who starts"), cited(rulebook, "finals.duel", text)))
        title = _(DUELS.get(mode.code, N_("Duel")))
        pages.append(DuelRules(mode.code, title, articles.get(f"finals.duel.{mode.code}", ""), rules))
    if knockout is not None and knockout.shown:
        without = ", ".join(knockout.without) or "–"
        rules = [(_(label), _(text).format(shown=knockout.shown, without=without)) for label, text in PAGES["two"].items()]
        article = articles.get("knockout.two", articles.get("knockout", ""))
        pages.append(DuelRules("two", _("Game for two"), article, rules))
    return pages


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the name ``Duel_Rules``: a heading for every mode with its article, and its rules."""
    _, sheet, wrapped = ctx._, Sheet(wb, ctx.tab("duel")), place("left", 1, wrap=True)
    sheet.widths(2, 24, 72, 18, 2)
    links: Links = {
        "B2": (ctx.tab("setup"), _("◄ Tournament")),
        "C2": link_if('Published="yes"', ctx.tab("finals"), ctx.tab("finals")),
        "D2": (ctx.tab("rules"), ctx.tab("rules")),
    }
    sheet.frame("D", ctx.tab("duel"), links, freeze="A5", tab=RULE)
    row = 5
    for page in duel_rules(ctx.rulebook, _):
        sheet.caption(f"B{row}", page.title)
        sheet.put(f"D{row}", page.article or None, "Note", alignment=place("right", 1))
        last = row + len(page.rules)
        for at, (label, text) in enumerate(page.rules, row + 1):
            sheet.put(f"B{at}", label, "Strong", alignment=wrapped)
            sheet.put(f"C{at}:D{at}", text, "Text", alignment=wrapped)
            sheet.ws.merge_cells(f"C{at}:D{at}")
            sheet.height(at, _LINE * -(-len(text) // _PER_LINE) + 6)
        if len(ctx.rulebook.duel_modes) > 1:  # pale while another mode is in force
            sheet.highlight(f"B{row}:D{last}", f'Duel_Mode<>"{page.mode}"', ink=Font(color=NOTE))
        row = last + 2
    sheet.page(f"B5:D{row - 2}")
    sheet.book_name("Duel_Rules", f"B5:B{row - 2}")
