"""The page for the table of a duel: the printed rules of each mode, or of the knock-out's game of two.

Only the current mode is computed; the other modes are pale.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from openpyxl.styles import Font
from openpyxl.workbook.workbook import Workbook

from bangxl.locale.catalog import N_, Catalog
from bangxl.sheets.context import WORDING, Context
from bangxl.sheets.sections import DUELS
from bangxl.sheets.styles import NOTE, RULE, Sheet, aligned
from bangxl.tournament.rulebook import Rulebook

Rule = tuple[str, str]
"""A rule's label and its text."""

_LINE: Final = 17.0
_PER_LINE: Final = 90
"""How many letters surely fit on a line of the text column, with its article."""


def _whole(page: Mapping[str, str | bool]) -> Iterator[Rule]:
    for label, text in page.items():
        yield from [(label, text)] if isinstance(text, str) else WORDING["parts"][label].items()


DUEL_PAGES: Final[Mapping[str, Mapping[str, str]]] = {mode: dict(_whole(page)) for mode, page in WORDING["pages"].items()}
"""By mode; ``two`` is Germany's Spiel zu zweit."""


class DuelRules(NamedTuple):
    """The rules of a duel: the mode's code, its title, its article, its rules."""

    mode: str
    title: str
    article: str
    rules: Sequence[Rule]


def is_needed(rulebook: Rulebook) -> bool:
    """Whether the page can describe a duel of the regulation."""
    two = rulebook.knockout is not None and rulebook.knockout.shown > 0
    return two or any(mode in DUEL_PAGES for mode in rulebook.duel_modes)


def duel_rules(rulebook: Rulebook, _: Catalog) -> list[DuelRules]:
    """The modes of a regulation that the page describes."""
    pool, knockout, articles, pages = len(rulebook.characters), rulebook.knockout, rulebook.articles, []
    for mode in rulebook.duel_modes.values():
        if mode.code not in DUEL_PAGES:
            continue
        half, wins = mode.shown // 2, sorted(mode.scores)
        numbers = {"pool": pool, "shown": mode.shown, "out": pool - mode.shown, "half": half, "reserve": half - 2}
        numbers |= {"each": mode.each, "first": wins[0][0]}
        scores = ", ".join(f"{high}–{low}" for high, low in wins)
        rules = [(_(label), _(text).format(**numbers, scores=scores)) for label, text in DUEL_PAGES[mode.code].items()]
        if "finals.duel" in rulebook.decisions:
            rules.append((_("Who starts"), _("The referee decides who chooses first and who starts.")))
        title = _(DUELS.get(mode.code, N_("Duel")))
        pages.append(DuelRules(mode.code, title, articles.get(f"finals.duel.{mode.code}", ""), rules))
    if knockout is not None and knockout.shown:
        texts = {**DUEL_PAGES["two"], **({} if knockout.without else {"Characters": N_("Lay {shown} characters face up.")})}
        without = ", ".join(knockout.without)
        rules = [(_(label), _(text).format(shown=knockout.shown, without=without)) for label, text in texts.items()]
        article = articles.get("knockout.two", articles.get("knockout", ""))
        pages.append(DuelRules("two", _("Game for two"), article, rules))
    return pages


def build(wb: Workbook, ctx: Context) -> None:
    """Add the sheet with the name ``Duel_Rules``: a heading for every mode with its article, and its rules."""
    sheet, wrapped = Sheet(wb, ctx.tab("duel")), aligned("left", 1, wrap=True)
    sheet.widths(2, 24, 72, 18, 2)
    sheet.frame("D", ctx.tab("duel"), ctx.links(C2="finals", D2="rules"), freeze="A5", tab=RULE)
    row = 5
    for page in duel_rules(ctx.rulebook, ctx._):
        sheet.caption(f"B{row}", page.title)
        sheet.put(f"D{row}", page.article or None, "Note", alignment=aligned("right", 1))
        last = row + len(page.rules)
        for at, (label, text) in enumerate(page.rules, row + 1):
            sheet.put(f"B{at}", label, "Strong", alignment=wrapped)
            sheet.put(f"C{at}:D{at}", text, "Text", merge=True, alignment=wrapped)
            sheet.height(at, _LINE * -(-len(text) // _PER_LINE) + 6)
        if len(ctx.rulebook.duel_modes) > 1:  # pale while another mode is in force
            sheet.highlight(f"B{row}:D{last}", f'Duel_Mode<>"{page.mode}"', ink=Font(color=NOTE))
        row = last + 2
    sheet.page(f"B5:D{row - 2}")
    sheet.book_name("Duel_Rules", f"B5:B{row - 2}")
