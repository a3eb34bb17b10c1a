"""A page for the table of a duel: how it is played, as the regulation prints it, by its modes or for the knock-out's game of two.

Nothing on it is computed but which mode is played today; the others are pale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from openpyxl.styles import Font
from openpyxl.workbook.workbook import Workbook

from bangxl.locale.catalog import N_, Catalog
from bangxl.sheets.cells import link_if
from bangxl.sheets.context import Context, cited
from bangxl.sheets.sections import DUELS
from bangxl.sheets.styles import NOTE, RULE, Links, Sheet, place
from bangxl.tournament.rulebook import Rulebook

Rule = tuple[str, str]
"""What it is about, and the rule."""

_LINE: Final = 17.0
"""Points of height for each line of text."""
_PER_LINE: Final = 90
"""Letters that surely fit on a line of the text's width, with its article's."""

_PILE: Final = (
    N_("Pile"),
    N_("Everybody puts his {half} characters face down in a pile, in any order. The order cannot be changed afterwards."),
)
_PLACES: Final = (
    N_("Front and back"),
    N_(
        "The first two of the pile come into play: one in front, near the middle of the table, one behind, near the"
        " player. The other {reserve} are reinforcements."
    ),
)
_HAND: Final = (N_("First hand"), N_("As many cards as the character in front is entitled to."))
_GOAL: Final = (
    N_("Goal"),
    N_("To eliminate all characters of the opponent. Whoever has one character left plays on with him to the end."),
)
_TURN: Final = (
    N_("Begin of a turn"),
    N_("After Jail and Dynamite, but before drawing, the player chooses who stands in front and who behind."),
)
_ABILITIES: Final = (
    N_("Abilities"),
    N_(
        "In his own turn a player has only the ability of the character in front. If the one behind is the target of a"
        " card (BANG!, Indians!, Gatling, Duel …), he has that one's ability for as long as he needs to react."
    ),
)
_TARGETS: Final = (
    N_("Targets"),
    N_("Either character of the opponent, if he is a valid target: for BANG! he must be within reach."),
)
_DISTANCES: Final = (
    N_("Distances"),
    N_("From front to front 1; from the front to the opponent's character behind 2. Cards in play add and take away as usual."),
)
_SEVERAL: Final = (
    N_("Gatling, Indians!"),
    N_("In this order: the opponent's nearest character, the own one behind, the opponent's farthest."),
)
_BLUE: Final = (N_("Blue cards"), N_("On either of the own characters in play; only Jail goes to the opponent."))
_REINFORCEMENTS: Final = (
    N_("Reinforcements"),
    N_(
        "When a character is eliminated, the first of the pile comes in behind. If the one in front has fallen, the one"
        " behind steps forward first."
    ),
)

PAGES: Final[Mapping[str, tuple[Rule, ...]]] = {
    "long": (
        (
            N_("Characters"),
            N_("There are no roles. Of the {pool} characters {out} are taken out by lot; {shown} lie face up."),
        ),
        (
            N_("Order of choice"),
            N_(
                "The better placed of the elimination phase decides: to choose first, or to begin. If he chooses first, the"
                " other begins. They choose in turn, {half} each."
            ),
        ),
        *(_PILE, _PLACES, _HAND, _GOAL, _TURN, _ABILITIES, _TARGETS, _DISTANCES, _SEVERAL, _BLUE, _REINFORCEMENTS),
        (
            N_("General Store"),
            N_(
                "As many cards as characters in play, without the reinforcements. The player whose turn it is takes the first,"
                " then the opponent, then he again; the opponent takes the last one."
            ),
        ),
        (
            N_("Jail"),
            N_(
                "Whoever plays it chooses the character. One who does not get out by “drawing” goes behind, or stays there, and"
                " cannot be put in front; in the next turn the player may change places again."
            ),
        ),
        (
            N_("Dynamite"),
            N_(
                "Whoever plays it puts it beside either of his own characters. If it does not explode, the opponent gets it, and"
                " chooses beside which of his it lies; and so on."
            ),
        ),
        (
            N_("Cat Balou, Panic!"),
            N_("Can be used on both of the own characters too; Panic! only at a distance of 1."),
        ),
    ),
    "short": (
        (
            N_("Characters"),
            N_(
                "There are no roles. All cards Jail and Wells Fargo are taken out. Each gets {each} characters by lot, in a"
                " pile, face down, and begins with the top one."
            ),
        ),
        (N_("Goal"), N_("To eliminate {first} characters, with a lead of two, or all of them.")),
        (N_("Scores"), N_("Legal scores: {scores}")),
        (N_("Beer"), N_("Gives no life point: it stands for BANG!, Missed!, Panic! or Cat Balou.")),
        (
            N_("Next character"),
            N_(
                "When a character is eliminated, the next of the pile plays on. Wounds beyond his last life point go to the next."
            ),
        ),
    ),
    "2007": (
        (N_("Characters"), N_("{pool} characters: {out}, drawn by lot, keep the score; {shown} lie face up.")),
        (
            N_("Order of choice"),
            N_("The first player chooses one, the second one of the others, and so on in turn, {half} each."),
        ),
        *(_PILE, _PLACES, _HAND, _GOAL, _TURN, _ABILITIES, _TARGETS, _DISTANCES, _SEVERAL),
        (N_("To defend"), N_("Against Gatling and Indians! each character, also the own one, is defended separately.")),
        *(_BLUE, _REINFORCEMENTS),
        (N_("General Store"), N_("As many cards as characters in play.")),
        (
            N_("Jail"),
            N_(
                "Whoever plays it chooses the character. One in front “draws” at once in his turn, one behind only when the"
                " player wants to change places. Whoever must skip the turn cannot be put in front."
            ),
        ),
        (N_("Beer, Saloon"), N_("Beer works only for the character in front, the Saloon for all.")),
        (N_("Cat Balou, Panic!"), N_("Cannot be used on the own characters.")),
    ),
    "two": (
        (N_("Characters"), N_("Without {without}. Of the others {shown} lie face up.")),
        (
            N_("Order of choice"),
            N_(
                "The better placed decides whether he begins. The other chooses one character first, then whoever begins chooses"
                " two, then the other his second."
            ),
        ),
        (
            N_("Active, supporter"),
            N_(
                "Both decide at the same time which of their characters is active and which supports, and which"
                " lies left and right."
            ),
        ),
        (
            N_("Hand"),
            N_(
                "At the start as many cards as the active character has life points; the limit is always the"
                " active one's life points."
            ),
        ),
        (N_("Goal"), N_("To eliminate both characters of the opponent. The players take turns.")),
        (N_("Begin of a turn"), N_("After Jail and Dynamite the player decides who is active in this turn.")),
        (
            N_("Abilities"),
            N_("In his own turn a player has only the active one's ability; attacked, that of the character who is attacked."),
        ),
        (
            N_("Distances"),
            N_("As in the normal game, from the active one's place. Every character counts, also the own other one."),
        ),
        (
            N_("Cards"),
            N_(
                "A card for one person goes to one character: brown ones to any of the four, as distances allow; blue ones only"
                " to the own supporter, but for Dynamite and Jail."
            ),
        ),
        (
            N_("Gatling, Indians!"),
            N_(
                "For all but the active character of whoever plays it: for his supporter too. If the order matters: clockwise,"
                " from the left of the active one on."
            ),
        ),
        (
            N_("Dynamite"),
            N_("First on the own active character. If it does not explode, it goes on to the opponent's active one."),
        ),
        (N_("General Store"), N_("One card each in turn; whoever has only one character left gets one card only.")),
        (N_("Jail"), N_("Only on the opponent's active character.")),
        (
            N_("One is left"),
            N_(
                "Whoever has one character left plays him as active and supporter. When both have only one,"
                " Beer has no effect any more."
            ),
        ),
    ),
}
"""By mode (Italy 2010, Modalità lunga, Modalità breve; Italy 2007, I Duelli); ``two`` is Germany's Spiel zu zweit."""


class DuelRules(NamedTuple):
    """How a duel is played: the mode's code, its title, the article that says so, the rules."""

    mode: str
    title: str
    article: str
    rules: Sequence[Rule]


def is_needed(rulebook: Rulebook) -> bool:
    """Whether the regulation has a duel of which the page can tell."""
    two = rulebook.knockout is not None and rulebook.knockout.shown > 0
    return two or any(mode in PAGES for mode in rulebook.duel_modes)


def duel_rules(rulebook: Rulebook, _: Catalog) -> list[DuelRules]:
    """All modes of a regulation that the page tells of."""
    pool, knockout, articles, pages = len(rulebook.characters), rulebook.knockout, rulebook.articles, []
    for mode in rulebook.duel_modes.values():
        if mode.code not in PAGES:
            continue
        half, wins = mode.shown // 2, sorted(mode.scores)
        numbers = {"pool": pool, "shown": mode.shown, "out": pool - mode.shown, "half": half, "reserve": half - 2}
        numbers |= {"each": mode.each, "first": wins[0][0]}
        scores = ", ".join(f"{high}–{low}" for high, low in wins)
        rules = [(_(label), _(text).format(**numbers, scores=scores)) for label, text in PAGES[mode.code]]
        if "finals.duel" in rulebook.decisions:
            text = _("Who chooses first, and who starts: the referee decides.")
            rules.append((_("Who begins"), cited(rulebook, "finals.duel", text)))
        title = _(DUELS.get(mode.code, N_("Duel")))
        pages.append(DuelRules(mode.code, title, articles.get(f"finals.duel.{mode.code}", ""), rules))
    if knockout is not None and knockout.shown:
        without = ", ".join(knockout.without) or "–"
        rules = [(_(label), _(text).format(shown=knockout.shown, without=without)) for label, text in PAGES["two"]]
        article = articles.get("knockout.two", articles.get("knockout", ""))
        pages.append(DuelRules("two", _("The game of two"), article, rules))
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
        if len(ctx.rulebook.duel_modes) > 1:  # pale while another mode is played
            sheet.highlight(f"B{row}:D{last}", f'Duel_Mode<>"{page.mode}"', ink=Font(color=NOTE))
        row = last + 2
    sheet.page(f"B5:D{row - 2}")
    sheet.book_name("Duel_Rules", f"B5:B{row - 2}")
